/** What the table wants lit on the board, and which of it a tap may mean. */

import type { Arrow } from "./arrows";

export type Segment = [number, number, number, number];

export interface Target {
  square: number;
  odds?: string;
  chosen?: boolean;
}

export interface SightLine {
  from: number;
  to: number;
  clear: boolean;
  /** The wall piece or the square that stops the line. */
  stop?: Segment | number;
}

export interface Refusal {
  walls: Segment[];
  squares: number[];
  things: number[];
}

export interface Marks {
  /** Square → the step (1, 2, 3 …) that gets there. */
  reach?: Map<number, number>;
  targets?: Target[];
  /** Other squares that answer the question. */
  options?: Set<number>;
  /** The option that was chosen first and waits for the button (phone). */
  chosen?: number;
  path?: number[];
  unseen?: Set<number>;
  line?: SightLine;
  /** Square → the sides that can hit it. */
  threats?: Map<number, string[]>;
  /** Square → how likely somebody is hit there, in percent. */
  heat?: Map<number, number>;
  no?: Refusal;
  /** Squares that would work instead. */
  way?: number[];
  pointsAt?: number[];
  arrows?: Arrow[];
}

/** The part of a square, from its centre to each side, where a tap means that very square. */
const MIDDLE = 0.28;

/** How far a tap may miss its option, in CSS pixels. */
export const TAP = 22;

/** Every square that answers the question. */
export function answers(marks: Marks): Set<number> {
  const found = new Set(marks.options);
  for (const square of marks.reach?.keys() ?? []) found.add(square);
  for (const target of marks.targets ?? []) found.add(target.square);
  return found;
}

/**
 * The square a tap at (x, y) means: the one whose middle it hits; else the answer whose square is nearest, if it is no further than
 * `within`; else the square under the finger. Of two equally near the one whose middle is nearer is meant.
 */
export function nearest(x: number, y: number, columns: number, rows: number, square: number, choices: Set<number>, within = TAP): number {
  const inside = (at: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(at / square)));
  const under = inside(x, columns) + inside(y, rows) * columns;
  if (choices.has(under)) return under;
  // Whoever hits the middle of a square means it, though it is no answer: why not can be asked of it.
  const off = (at: number) => Math.abs((at % square) - square / 2);
  if (Math.max(off(x), off(y)) < square * MIDDLE && inside(x, columns) * square <= x && inside(y, rows) * square <= y) return under;
  let best = under;
  let bestGap = within;
  let bestMiddle = Infinity;
  for (const choice of choices) {
    const left = (choice % columns) * square;
    const top = Math.floor(choice / columns) * square;
    const gap = Math.hypot(Math.max(left - x, 0, x - left - square), Math.max(top - y, 0, y - top - square));
    const middle = Math.hypot(left + square / 2 - x, top + square / 2 - y);
    if (gap < bestGap || (gap === bestGap && middle < bestMiddle)) {
      best = choice;
      bestGap = gap;
      bestMiddle = middle;
    }
  }
  return best;
}

/** Where a key leads from a square, or -1 if the key does not move. */
export function stepped(key: string, ctrl: boolean, square: number, columns: number, rows: number): number {
  const column = square % columns;
  const row = Math.floor(square / columns);
  const at = (c: number, r: number) => Math.min(columns - 1, Math.max(0, c)) + Math.min(rows - 1, Math.max(0, r)) * columns;
  switch (key) {
    case "ArrowLeft":
      return at(column - 1, row);
    case "ArrowRight":
      return at(column + 1, row);
    case "ArrowUp":
      return at(column, row - 1);
    case "ArrowDown":
      return at(column, row + 1);
    case "Home":
      return at(0, ctrl ? 0 : row);
    case "End":
      return at(columns - 1, ctrl ? rows - 1 : row);
    case "PageUp":
      return at(column, row - 4);
    case "PageDown":
      return at(column, row + 4);
    default:
      return -1;
  }
}
