// A game that is over, played again move by move.

import { settings } from "../lib/settings.svelte";
import type { Session } from "./session.svelte";
import { MS } from "./stage/beats";

/** Milliseconds that each moment of a game is looked at where nothing moves. */
const STILL = 700;

export class Playback {
  playing = $state(false);

  constructor(private readonly session: Session) {}

  /** Play on from what is shown, from the beginning if that is the end; or stop. */
  async toggle(): Promise<void> {
    const { session } = this;
    this.playing = !this.playing;
    if (this.playing && (session.shown?.count ?? 0) >= (session.moment?.count ?? 0)) await session.lookAt(0);
    while (this.playing && (session.shown?.count ?? 0) < (session.moment?.count ?? 0)) {
      const before = session.shown?.count ?? 0;
      await session.playAgain(before + 1);
      if ((session.shown?.count ?? 0) === before) break;
      await new Promise((done) => setTimeout(done, settings.speed ? settings.time(MS.quiet) : STILL));
    }
    this.playing = false;
  }
}
