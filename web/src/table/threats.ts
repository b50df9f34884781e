// What rivals could do next turn, square by square: who, with what, at what chance; and what comes of all of them together.

import type { Moment, SideName, ThreatShown } from "../lib/protocol";
import { figureOf } from "./words";

export interface Hit {
  figure: number;
  /** The best of its ways: `challenge`, or a card's name; empty if no chance is known. */
  way: string;
  /** In percent; -1 if it is not known. */
  chance: number;
}

export interface Danger {
  /** The likeliest first. */
  hits: Hit[];
  /** The chance of at least one and of at least two hits, in percent, if each of them comes once. */
  once: number;
  twice: number;
}

/** Who could hit on a square, with the best way of each. */
export function dangerAt(threats: ThreatShown[], square: number): Danger {
  const hits: Hit[] = [];
  for (const { figure, hits: squares, ways } of threats) {
    let best: Hit | undefined;
    for (const way of ways ?? []) {
      const n = way.squares.indexOf(square);
      if (n >= 0 && (!best || way.chances[n]! > best.chance)) best = { figure, way: way.name, chance: way.chances[n]! };
    }
    if (best ?? squares.includes(square)) hits.push(best ?? { figure, way: "", chance: -1 });
  }
  hits.sort((a, b) => b.chance - a.chance);
  let none = 1;
  let one = 0;
  for (const { chance } of hits) {
    const p = Math.max(0, chance) / 100;
    one = one * (1 - p) + none * p;
    none *= 1 - p;
  }
  return { hits, once: Math.round(100 * (1 - none)), twice: Math.round(100 * (1 - none - one)) };
}

/** Square → the sides that could hit there. */
export function threatened(threats: ThreatShown[], moment: Moment): Map<number, SideName[]> {
  const found = new Map<number, SideName[]>();
  for (const threat of threats) {
    const side = figureOf(moment, threat.figure)?.side;
    if (!side) continue;
    for (const square of threat.hits) {
      const sides = found.get(square) ?? [];
      if (!sides.includes(side)) found.set(square, [...sides, side]);
    }
  }
  return found;
}

/** Square → how likely a hit is there, in percent. */
export function heatOf(threats: ThreatShown[]): Map<number, number> {
  const squares = new Set(threats.flatMap((threat) => threat.hits));
  return new Map([...squares].map((square) => [square, dangerAt(threats, square).once]));
}
