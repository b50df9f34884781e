// The director: one queue for everything that happens at the table. What the screen shows is the state of the last finished beat.

import type { Moment, News } from "../../lib/protocol";
import type { Roll } from "../rolls";
import { after } from "./scene";
import { lengthOf, script, soundOf } from "./script";
import { type Act, type Beat, type Cue } from "./beats";

/** What happened by one choice, up to the next question. */
export interface Happened {
  news: News[];
  former: Moment;
  now: Moment;
  mine: readonly string[];
  /** Played once more: it is no part of what is to come. */
  again?: boolean;
  /** Show it as done: called once, when its last beat is over or it is cut short. */
  done: () => void;
}

interface Staged extends Happened {
  beats: Beat[];
}

/** Where sounds and dice go. */
export interface Props {
  cue(cue: Cue): void;
  roll(roll: Roll): void;
}

/** With more than this to show, milliseconds at normal speed, it is shown twice as fast; with more than that, only the last turn is. */
const RUSH = 8_000;
const MOST = 20_000;

export class Director {
  /** The position after the last finished beat, while an act is played. */
  scene = $state.raw<Moment | null>(null);
  /** The beat that is shown. */
  beat = $state.raw<Beat | null>(null);
  /** The acts that are not shown to their end. */
  behind = $state(0);
  /** Stopped by the player, after the beat that was shown. */
  held = $state(false);
  /** The dice in the tray that are counted so far; -1 while they fall. */
  counted = $state(Infinity);
  /** The way that was walked in this act. */
  trail = $state.raw<number[]>([]);
  /** How many times as fast as normal the beat is shown. */
  rate = $state(1);
  /** How many acts whose dice fell were shown to their end. */
  results = $state(0);

  private acts: Staged[] = [];
  private timers = new Set<ReturnType<typeof setTimeout>>();
  private thrown: Roll | null = null;
  private skips = false;
  private stopped = -1; // the beat that waits for the hold to end

  constructor(
    /** How many times as fast as normal: 0 shows only last frames. */
    private readonly speed: (again: boolean) => number,
    private readonly props: Props,
  ) {}

  /** Whether a click or key now only ends what is shown. */
  get playing(): boolean {
    return this.scene !== null;
  }

  /** Put an act at the end of the queue. */
  add(act: Happened): void {
    const former = act.again ? act.former : (this.acts.findLast((one) => !one.again)?.now ?? act.former);
    const told: Act = { ...act, former, thrown: this.thrown };
    const beats = script(told);
    this.thrown = beats.findLast((beat) => beat.roll)?.roll ?? this.thrown;
    this.acts.push({ ...act, former, beats });
    this.behind = this.acts.length;
    if (!this.held) this.catchUp();
    if (!this.playing) this.begin();
  }

  /** End the act that is shown: its last frame. */
  finish(): void {
    if (this.playing) this.end();
  }

  /** End all of them. */
  finishAll(): void {
    while (this.acts.length) this.end(false);
  }

  /** Forget them all: what they tell is known otherwise. */
  empty(): void {
    this.acts = [];
    this.thrown = null;
    this.rest();
  }

  /** Stop after the beat, or go on. */
  hold(): void {
    this.held = !this.held;
    if (this.held || this.stopped < 0) return;
    const next = this.stopped;
    this.stopped = -1;
    this.catchUp();
    if (this.playing) this.play(next);
    else this.begin();
  }

  /** Go to the end of the turn that is shown. */
  skip(): void {
    this.skips = true;
    this.held = false;
    if (this.playing) this.end();
    else this.begin();
  }

  // -- playing -------------------------------------------------------------------------------------------

  private begin(): void {
    for (let act = this.acts[0]; act; act = this.acts[0]) {
      if (act.news.some((one) => one.event === "TurnBegan")) this.skips = false;
      if (act.beats.length && this.speed(!!act.again) > 0 && !this.skips) {
        this.scene = act.former;
        return this.held ? void (this.stopped = 0) : this.play(0);
      }
      this.end(false);
    }
  }

  private play(n: number): void {
    const beat = this.acts[0]?.beats[n];
    if (!beat) return this.end();
    const speed = this.speed(!!this.acts[0]!.again);
    if (!speed) return this.end();
    this.rate = speed * (this.left(n) > RUSH ? 2 : 1);
    this.beat = beat;
    if (beat.kind === "move") this.trail = beat.squares;
    if (beat.roll) {
      this.counted = -1;
      this.props.roll({ ...beat.roll, said: "" });
    }
    for (const cue of beat.cues) this.later(cue.at, () => this.sound(cue));
    const land = () => void (this.scene = after(this.scene!, beat.news));
    const landsEarly = beat.lands < beat.lasts;
    if (!beat.lands) land();
    else if (landsEarly) this.later(beat.lands, land);
    this.later(beat.lasts, () => {
      if (!landsEarly) land();
      this.clear();
      if (this.held) this.stopped = n + 1;
      else this.play(n + 1);
    });
  }

  private sound(cue: Cue): void {
    if (cue.sound === "count") this.counted = (cue.step ?? 0) + 1;
    this.props.cue(cue);
  }

  /** The act in front is over: the screen shows what came of it. */
  private end(onward = true): void {
    const act = this.acts.shift();
    const shown = this.playing && !!act;
    this.rest();
    if (!act) return;
    const roll = act.beats.findLast((beat) => beat.roll)?.roll;
    if (roll) this.props.roll(roll);
    if (roll && !act.again) this.results += 1;
    if (!shown) {
      const cue = soundOf(act.beats);
      if (cue) this.props.cue(cue);
    }
    act.done();
    if (onward) this.begin();
  }

  private rest(): void {
    this.clear();
    this.behind = this.acts.length;
    this.scene = null;
    this.beat = null;
    this.trail = [];
    this.counted = Infinity;
    this.stopped = -1;
    if (!this.acts.length) this.held = false;
  }

  /** Over a long queue only the last turn is played. */
  private catchUp(): void {
    if (this.left(0) <= MOST) return;
    const turn = this.acts.findLastIndex((act) => act.news.some((one) => one.event === "TurnBegan"));
    for (let n = Math.max(turn, 0); n > 0; n--) this.end(false);
    if (!this.playing) this.begin();
  }

  /** What is to be shown from a beat of the first act on, in milliseconds at normal speed. */
  private left(from: number): number {
    return this.acts.reduce((sum, act, n) => sum + lengthOf(n ? act.beats : act.beats.slice(from)), 0);
  }

  private later(ms: number, deed: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      deed();
    }, ms / this.rate);
    this.timers.add(timer);
  }

  private clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
