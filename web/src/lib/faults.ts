// Mistakes in a card's text: where they are underlined, and what one click puts right.

import type { FaultShown } from "./protocol";

/** Where a fault's words begin and end in the text. */
export function spanOf(text: string, fault: FaultShown): [number, number] {
  const lines = text.split("\n").slice(0, Math.max(fault.line, 1));
  const last = lines.pop()!;
  const start = lines.reduce((sum, one) => sum + one.length + 1, 0) + Math.min(Math.max(fault.column, 1) - 1, last.length);
  return [start, Math.min(start + Math.max(1, fault.length ?? 1), text.length)];
}

/** The text with a fault put right, where it is known what would be. */
export function fixed(text: string, fault: FaultShown): string {
  const [start, end] = spanOf(text, fault);
  return fault.suggestion ? text.slice(0, start) + fault.suggestion + text.slice(end) : text;
}

export interface Stretch {
  text: string;
  fault: number; // -1: none
}

/** The text cut into stretches with and without a fault; where two overlap the first counts. */
export function stretches(text: string, faults: readonly FaultShown[]): Stretch[] {
  const spans = faults.map((fault, n) => ({ n, span: spanOf(text, fault) })).sort((a, b) => a.span[0] - b.span[0]);
  const parts: Stretch[] = [];
  let last = 0;
  for (const { n, span } of spans) {
    if (span[0] < last) continue;
    if (span[0] > last) parts.push({ text: text.slice(last, span[0]), fault: -1 });
    parts.push({ text: text.slice(span[0], span[1]) || " ", fault: n });
    last = span[1];
  }
  if (last < text.length) parts.push({ text: text.slice(last), fault: -1 });
  return parts;
}
