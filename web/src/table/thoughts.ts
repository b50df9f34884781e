// Questions that the table thinks about, one for each seat: a later one takes the place of the one before it.

import type { Refused } from "../lib/protocol";

const THOUGHTS: readonly string[] = ["ask_threats", "ask_hint", "ask_plan"];

export class Thoughts {
  private count = 0;

  /** A question is asked: its number, 0 if nobody needs to think about it. */
  begun(type: string): number {
    return THOUGHTS.includes(type) ? ++this.count : 0;
  }

  /** Whether a refusal is no news: what was asked about is over, or a later question took its place. */
  isMoot(said: Refused, thought: number): boolean {
    if (said.refused === "not_now") return thought > 0 && thought < this.count;
    return said.refused === "stale" || said.refused === "not_your_turn";
  }
}
