// The live side of one table: what the server told, what was asked of it, what waits for its answer.

import { t } from "../lib/text";
import type {
  AnalysisIs,
  Game,
  HintIs,
  LessonNow,
  LogLine,
  Moment,
  MomentsAre,
  News,
  OddsAre,
  OddsShown,
  OrderShown,
  Option,
  Planned,
  Question,
  Reasons,
  ReviewIs,
  Refused,
  ChatLine,
  SightIs,
  TableNow,
  ThreatsAre,
  ThreatShown,
  Update,
  Welcome,
  WhyShown,
  Try,
  SideName,
  FromTable,
  Ack,
} from "../lib/protocol";
import { randomHex } from "../lib/seats";
import type { Seats } from "./keeping.svelte";
import { Link, loadAnew, type Asked, type Socket } from "./link";
import { aloud, updated } from "./logbook";
import { beforeDice, planned, type PlanStep } from "./plan";
import type { Roll } from "./rolls";
import { Hold, joined, Shares, type Held } from "./shares";
import { Thoughts } from "./thoughts";
import { Witness } from "./witness";
import { Director } from "./stage/director.svelte";
import type { Cue } from "./stage/beats";

const MOMENTS_AT_ONCE = 20;

export class Session {
  private readonly thoughts = new Thoughts();
  game = $state.raw<Game | null>(null);
  table = $state.raw<TableNow | null>(null);
  moment = $state.raw<Moment | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  orders = $state.raw<OrderShown[]>([]);
  lesson = $state.raw<LessonNow | null>(null);
  mine = $state.raw<number[]>([]);
  connection = $state<"joining" | "on" | "lost">("joining");
  /** Why this table cannot be joined at all, in a sentence. */
  failed = $state.raw<Refused | null>(null);
  /** The last refusal, as a sentence in place; cleared by the next thing that works. */
  refused = $state.raw<Refused | null>(null);
  /** Commands that are not acknowledged yet. */
  pending = $state(0);
  /** The moment that the last acknowledged answer has led to; it may still be on its way. */
  private acknowledged = $state(0);
  /** Dice on the table, until they are read or the next question is answered. */
  roll = $state.raw<Roll | null>(null);
  /** Everything that happens is shown by it, act by act. */
  readonly director: Director;

  /** How the finished game went, as far as it is looked through; kept here, as the page may be laid out anew. */
  analysis = $state.raw<AnalysisIs>();
  /** Who looks at this record together with me. */
  room = $state.raw<ReviewIs | null>(null);
  /** A past moment that is looked at instead of the present. */
  past = $state.raw<Moment | null>(null);
  /** The steps of a plan, and how it would stand after them; null is no plan. */
  plan = $state.raw<PlanStep[] | null>(null);
  planned = $state.raw<Planned | null>(null);

  odds = $state.raw<ReadonlyMap<number, OddsShown>>(new Map());
  private why = $state.raw<ReadonlyMap<string, WhyShown>>(new Map());
  threats = $state.raw<ThreatShown[] | null>(null);
  /** The figure that they were asked for, -2 if for none yet. */
  private threatsTo = -2;

  /** Acts that are not shown to their end: nothing is asked before. */
  behind = $derived.by(() => this.director.behind);
  /** What is on the board: the state of the last beat, the past, the plan or the present. */
  shown = $derived.by<Moment | null>(() => this.director.scene ?? this.past ?? this.planned?.moment ?? this.moment);
  /** The question that can be answered now by this screen, or that others are asked. */
  question = $derived<Question | null>(this.past ? null : (this.shown?.question ?? null));
  /** Whether an answer is under way: the question on the screen may be answered already. */
  busy = $derived(this.pending > 0 || this.behind > 0 || (this.moment?.seq ?? 0) < this.acknowledged);
  asked = $derived(!this.behind && (this.question?.mine?.length ?? 0) > 0);
  options = $derived<Option[]>(this.asked ? (this.question?.options ?? []) : []);
  /** The seat that answers: in a hot-seat game the one that is asked. */
  seat = $derived(this.question?.mine?.[0] ?? this.mine[0] ?? -1);
  watching = $derived(this.mine.length === 0);
  viewed = $state<SideName | "">("");
  delay = $state(0); // how many seconds later a watcher is told
  sides = $derived((this.table?.seats ?? []).filter((seat) => this.mine.includes(seat.seat)).map((seat) => seat.side ?? ""));
  /** The side this screen sees from: that of the asked seat, else of its first one, else the first side. */
  side = $derived.by(() => {
    const own = this.question?.mine?.length ? (this.question.side ?? "") : "";
    return own && this.sides.includes(own) ? own : (this.sides.find(Boolean) ?? (this.viewed || this.game?.sides[0] || "light"));
  });

  private link: Link;
  private hold = new Hold((held) => this.release(held));
  private shares = new Shares(
    (body) => this.link.send(body),
    (...shared) => this.seats.shared?.(...shared),
  );
  /** What this page has seen of the dice. */
  readonly witness: Witness;
  private moments = new Map<number, Moment>();
  private told = new Map<number, News[]>(); // what led to them
  private late: LogLine[] = []; // lines of the log that wait until what came before them is shown
  private whole = false; // whether the next welcome has to hold everything

  constructor(
    readonly code: string,
    private seats: Seats,
    /** How many times as fast as normal things are shown; 0 where nothing moves. */
    speed: () => number = () => 1,
    /** Makes the sounds. */
    cue: (cue: Cue) => void = () => {},
    dial?: () => Socket,
  ) {
    this.director = new Director((again) => (document.hidden || (this.past && !again) ? 0 : speed()), {
      cue,
      roll: (roll) => void (this.roll = roll),
    });
    this.witness = new Witness(seats.shown?.() ?? [], (shown) => seats.rolled?.(shown));
    this.link = new Link({
      code,
      dial,
      tokens: () => seats.tokens(),
      last: () => (this.whole ? -1 : (this.moment?.seq ?? -1)),
      delay: () => this.delay,
      heard: (message) => this.hear(message),
      changed: (on) => (this.connection = on ? "on" : "lost"),
    });
  }

  end(): void {
    this.hold.take();
    this.link.end();
  }
  hurry(): void {
    this.link.hurry();
  }
  /** Say hello anew: a seat was taken on this screen. */
  rejoin(): void {
    this.link.again();
  }
  /** Watch with another delay: the table tells anew how it stood then. */
  watchLater(seconds: number): void {
    this.delay = seconds;
    this.whole = true;
    this.link.again();
  }

  // -- commands ------------------------------------------------------------------------------------------

  /** Answer the open question, or go one answer further in the plan. */
  async choose(option: Option): Promise<boolean> {
    if (this.plan) return this.planOn([...this.plan, { n: option.n, label: option.label }]);
    if (!this.moment || this.pending || this.behind) return false;
    this.roll = null;
    const { count, seq } = this.moment;
    const ack = await this.command({ type: "choose", seat: this.seat, seq, option: option.n });
    if (ack) this.witness.chose(count, option.line);
    return !!ack;
  }

  async undo(): Promise<boolean> {
    if (this.plan) return this.plan.length ? this.planOn(this.plan.slice(0, -1)) : (this.unplan(), true);
    const seat = this.moment?.question?.undo?.[0];
    if (seat === undefined || !this.moment || this.pending) return false;
    return (await this.command({ type: "undo", seat, seq: this.moment.seq })) !== null;
  }

  /** Send a command; a refusal becomes a sentence in place. */
  async command(body: Asked): Promise<Ack | null> {
    this.refused = null;
    const sent = this.link.send<Ack>(body);
    this.pending = this.link.open;
    try {
      const ack = await sent;
      if (body.type === "choose" || body.type === "undo") this.acknowledged = ack.seq;
      return ack;
    } catch (refused) {
      this.refused = refused as Refused;
      return null;
    } finally {
      this.pending = this.link.open;
    }
  }

  /** Make a seat's other links invalid: its new token is kept before the table hears of it, so that a lost answer costs nothing. */
  async revoke(seat: number): Promise<void> {
    const token = randomHex();
    this.seats.keep(seat, token, false);
    if (await this.command({ type: "revoke", seat, token })) this.seats.keep(seat, token, true);
  }

  // -- questions to the table ----------------------------------------------------------------------------

  /** Ask for the odds of these options, unless they are known. */
  async askOdds(options: number[]): Promise<void> {
    const wanted = options.filter((n) => !this.odds.has(n));
    const about = this.shown;
    if (!wanted.length || !this.moment || !about) return;
    const answer = await this.quietly<OddsAre>({
      type: "ask_odds",
      seat: this.seat,
      seq: this.moment.seq,
      options: wanted,
      plan: this.planSent(),
    });
    if (!answer || about !== this.shown) return;
    this.odds = new Map([...this.odds, ...answer.odds.map((one) => [one.option, one] as const)]);
  }

  /** Why is this not offered? Answers are kept for as long as the moment stands; in a lesson the table is told of every try. */
  async askWhy(tries: Try[], ahead = false): Promise<void> {
    const wanted = this.lesson && !ahead ? tries : tries.filter((one) => !this.why.has(keyOf(one)));
    const about = this.shown;
    if (!wanted.length) return;
    const answer = await this.quietly<Reasons>({ type: "ask_why", tries: wanted, plan: this.planSent(), ahead });
    if (!answer || about !== this.shown) return;
    this.why = new Map([...this.why, ...wanted.map((one, n) => [keyOf(one), answer.why[n]!] as const)]);
  }

  /** The reasons against a try, if the table has told them. */
  whyNot(one: Try): WhyShown | null {
    return this.why.get(keyOf(one)) ?? null;
  }

  askSight(figure: number, to = -1, square = -1): Promise<SightIs | null> {
    return this.quietly<SightIs>({ type: "ask_sight", figure, square, to });
  }

  /** What the rivals could do next; at empty squares against a figure of the side. It is kept for as long as the moment stands. */
  async askThreats(side: SideName, figure: number, unasked = false): Promise<void> {
    if (this.threatsTo === figure) return;
    this.threatsTo = figure;
    const answer = await this.quietly<ThreatsAre>({ type: "ask_threats", side, figure }, unasked);
    if (this.threatsTo === figure) this.threats = answer?.threats ?? null;
  }

  askHint(): Promise<HintIs | null> {
    return this.quietly<HintIs>({ type: "ask_hint", seat: this.seat });
  }

  /** How the finished game went, as far as it is looked through; a refusal is the caller's to tell. */
  askAnalysis(): Promise<AnalysisIs> {
    return this.link.send<AnalysisIs>({ type: "ask_analysis" });
  }

  /** Look at the moment after `count` choices; the present comes back with `live`. */
  async lookAt(count: number): Promise<void> {
    this.director.finishAll();
    const now = this.moment?.count ?? 0;
    const wanted = Math.max(0, Math.min(count, now));
    if (wanted === now && this.table?.kind !== "record") return this.live();
    const known = this.moments.get(wanted) ?? (await this.fetchMoments(wanted));
    if (known) this.past = known;
  }

  live(): void {
    this.director.finishAll();
    this.past = null;
  }

  /** Play the act of a choice again; then the moment after it is looked at. */
  async playAgain(count: number): Promise<void> {
    this.director.finishAll();
    const last = this.moment?.count ?? 0;
    await this.fetchMoments(Math.max(1, Math.min(count, last)));
    let [first, end] = [Math.max(1, count), Math.min(count, last)];
    while (first > 1 && this.isChance(first)) first--;
    while (end < last && this.isChance(end + 1)) end++;
    const [former, now] = [this.moments.get(first - 1), this.moments.get(end)];
    if (!former || !now) return this.lookAt(count);
    const news = Array.from({ length: end - first + 1 }, (_, n) => this.told.get(first + n) ?? []).flat();
    this.past = former;
    this.roll = null;
    await new Promise<void>((shown) =>
      this.director.add({
        news,
        former,
        now,
        mine: this.sides,
        again: true,
        done: () => {
          this.past = now.count === this.moment?.count && this.table?.kind !== "record" ? null : now;
          shown();
        },
      }),
    );
  }

  /** Whether a choice was the table's: dice belong to the act of the choice before them. */
  private isChance(count: number): boolean {
    return ["Rolled", "DiceRolled"].includes(this.told.get(count)?.[0]?.event ?? "");
  }

  private async fetchMoments(count: number): Promise<Moment | undefined> {
    const first = Math.max(0, count - MOMENTS_AT_ONCE / 2);
    const last = Math.min(this.moment?.count ?? count, first + MOMENTS_AT_ONCE - 1);
    const answer = await this.quietly<MomentsAre>({ type: "ask_moments", first, last });
    for (const [n, moment] of (answer?.moments ?? []).entries()) {
      this.moments.set(moment.count, moment);
      this.told.set(moment.count, answer?.news?.[n] ?? []);
    }
    return this.moments.get(count);
  }

  private async quietly<T extends FromTable>(body: Asked, unasked = false): Promise<T | null> {
    const thought = this.thoughts.begun(body.type);
    try {
      return await this.link.send<T>(body);
    } catch (refused) {
      const said = refused as Refused;
      if (!unasked && !this.thoughts.isMoot(said, thought)) this.refused = said;
      return null;
    }
  }

  // -- a plan --------------------------------------------------------------------------------------------

  /** Begin a plan: choices are tried, nothing is played. */
  startPlan(): void {
    this.plan = [];
    this.planned = null;
  }

  unplan(): void {
    if (this.planned) this.forget();
    this.plan = null;
    this.planned = null;
  }

  /** Go on where dice fall or somebody else answers, as if it came so. */
  branch(n: number): Promise<boolean> {
    return this.planOn(planned(this.plan ?? [], this.planned?.branches ?? [], n));
  }

  /** Play the plan's answers, one after the other, up to the first die: what falls then may be something else. */
  async playPlan(): Promise<void> {
    const options = beforeDice(this.plan ?? []);
    this.unplan();
    const seat = this.seat;
    let seq = this.moment?.seq ?? -1;
    for (const option of options) {
      // The acknowledged seq, not the shown one: the board may still be showing the answer before.
      const ack = await this.command({ type: "choose", seat, seq, option: option.n });
      if (!ack) return;
      seq = ack.seq;
    }
  }

  private planSent(): number[] {
    return (this.plan ?? []).map((option) => option.n);
  }

  private async planOn(options: PlanStep[]): Promise<boolean> {
    if (!this.moment) return false;
    const seat = this.moment.question?.mine?.[0] ?? this.seat;
    const answers = options.map((option) => option.n);
    const answer = await this.quietly<Planned>({ type: "ask_plan", seat, seq: this.moment.seq, answers });
    if (!answer || !this.plan) return false;
    this.planned = options.length ? answer : null;
    this.plan = options.slice(0, answer.played.length);
    this.forget();
    return true;
  }

  // -- what the table says -------------------------------------------------------------------------------

  private hear(message: FromTable): void {
    this.witness.hear(message);
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.queue(message);
    else if (message.type === "table") this.hold.learn(message.table) || (this.table = message.table);
    else if (message.type === "log") this.learn(message.log);
    else if (message.type === "orders") this.orders = message.orders;
    else if (message.type === "said") this.chat = [...this.chat.filter((said) => said.n !== message.n), message];
    else if (message.type === "review") this.room = message;
    else if (message.type === "seated") this.seats.given(message.code, message.seats);
    else if (message.type === "refused" && !(message.refused === "version" && loadAnew())) this.failed = message;
  }

  /** Lines about the people; what is still being shown comes before them. */
  private learn(lines: LogLine[]): void {
    if (this.behind) this.late.push(...lines);
    else this.log = [...this.log, ...lines];
    aloud(lines);
  }

  private welcome(message: Welcome): void {
    // A table that says that nothing has happened speaks of what I have; if that is not so, all of it is asked for.
    if (message.same && (message.same !== this.moment?.digest || String(message.you) !== String(this.mine))) {
      this.whole = true;
      return this.link.again();
    }
    this.hold.take();
    if (!message.moment?.roll_waits || this.moment) return this.arrive(message);
    this.hold.hold(message);
    this.share(message.moment, message);
  }

  /** Show what a welcome tells. */
  private arrive(message: Welcome): void {
    const lost = this.mine.length > 0 && !message.you.length;
    this.mine = message.you;
    this.table = message.table;
    if (!message.same) {
      this.director.empty();
      this.whole = false;
      this.game = message.game;
      this.log = message.log ?? [];
      this.late = [];
      this.moments.clear();
      this.told.clear();
      this.lesson = message.lesson ?? null;
      if (message.moment) this.moved(message.moment);
      if (message.moment) this.share(message.moment);
    }
    this.chat = message.chat ?? [];
    this.orders = message.orders ?? [];
    this.refused = lost ? { type: "refused", id: "", refused: "not_seated", sentence: t("session.your_seat_is_played") } : null;
  }

  private queue(message: Update): void {
    const held = this.hold.take();
    const next = joined(held, message);
    if (message.moment.roll_waits) this.hold.hold(next);
    else this.release(next);
    this.share(message.moment, held?.type === "welcome" ? held : undefined);
  }

  private release(held: Held): void {
    if (held.type === "welcome") this.arrive(held);
    else this.stage(held);
  }

  private share(moment: Moment, { you, table } = { you: this.mine, table: this.table }): void {
    this.shares.give(moment, you, table);
  }

  /** An update is an act for the director; what was taken back empties its queue. */
  private stage(message: Update): void {
    if (message.undone || !this.moment) {
      this.director.finishAll();
      return this.update(message);
    }
    const { moment: former, sides: mine } = this;
    this.director.add({ news: message.news ?? [], former, now: message.moment, mine, done: () => this.update(message) });
  }

  private update(message: Update): void {
    const count = this.moment?.count ?? 0;
    const base = count - (message.undone ?? 0);
    this.log = [...updated(this.log, message, count, !!this.moment?.over), ...this.late.splice(0)];
    if (message.undone)
      for (const count of [...this.moments.keys()]) if (count > base) (this.moments.delete(count), this.told.delete(count));
    if (message.lesson !== undefined) this.lesson = message.lesson;
    this.moved(message.moment);
  }

  private moved(moment: Moment): void {
    // A lesson that goes on after a try in vain changes nothing of the game: what was said about it stays.
    const same = this.moment?.seq === moment.seq || (!!this.lesson && this.moment?.count === moment.count);
    this.moment = moment;
    this.moments.set(moment.count, moment);
    if (same) return;
    this.forget();
    this.threats = null;
    this.threatsTo = -2;
    if (this.plan) this.unplan();
  }

  /** Odds and reasons belong to one question. */
  private forget(): void {
    this.odds = new Map();
    this.why = new Map();
  }
}

/** The key under which the reasons against a try are kept. */
const keyOf = (one: Try): string =>
  JSON.stringify([one.tries, one.tries === "square" ? one.square : "", one.tries === "ability" ? one.ability : (one.action ?? "")]);
