// The log as acts: one sentence for what each choice set off, with the lines that tell it in full.

import type { LogLine } from "../lib/protocol";

export interface Act {
  head: LogLine;
  details: LogLine[]; // what happened, event by event, with rules and dice
}

/** The acts of a log; lines after the last act belong to one that goes on, and are not told yet. */
export function actsOf(lines: readonly LogLine[]): Act[] {
  const acts: Act[] = [];
  let details: LogLine[] = [];
  for (const line of lines) {
    if (!line.head) details.push(line);
    else if (line.kind === "table")
      acts.push({ head: line, details: [] }); // said by people: what happened before it belongs to the next act
    else {
      acts.push({ head: line, details });
      details = [];
    }
  }
  return acts;
}

/** An act with its points, as it is read aloud. */
export function readAloud({ text, gains }: LogLine): string {
  return [text, (gains ?? []).map((gain) => gain.text).join(", ")].filter(Boolean).join(" ");
}

/** How many acts there were up to the end of my last turn; 0 if I have not had one. */
export function mineUpTo(acts: readonly Act[], sides: readonly string[]): number {
  return acts.findLastIndex(({ head }) => head.kind !== "set-up" && sides.includes(head.side ?? "")) + 1;
}

export interface Recap {
  toMe: Act[];
  others: Act[];
}

/** What happened since my last turn: what was done to me, and what else. */
export function recapOf(acts: readonly Act[], sides: readonly string[]): Recap {
  const since = acts.slice(mineUpTo(acts, sides)).filter(({ head }) => head.kind !== "set-up");
  const toMe = since.filter(({ head }) => (head.to ?? []).some((side) => sides.includes(side)));
  return { toMe, others: since.filter((act) => !toMe.includes(act)) };
}
