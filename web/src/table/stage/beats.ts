// What a beat is: how long it lasts, what it shows, what it sounds like.

import type { ColourName, Moment, News, SideName } from "../../lib/protocol";
import type { Roll } from "../rolls";

/** Milliseconds at normal speed. */
export const MS = {
  announce: 600,
  step: 220,
  threat: 600,
  fall: 500,
  count: 80,
  mostCount: 400,
  hit: 220,
  burst: 120,
  tip: 420,
  rest: 180,
  stand: 600,
  off: 120,
  fly: 500,
  land: 140,
  clear: 140,
  gone: 420,
  rise: 200,
  travel: 450,
  pip: 200,
  number: 150,
  apart: 140,
  token: 260,
  place: 260,
  open: 300,
  line: 600,
  close: 900,
  quiet: 400,
  pause: 400,
  loser: 180,
  curtain: 900,
} as const;

export type BeatKind =
  | "announce"
  | "move"
  | "place"
  | "threat"
  | "dice"
  | "hit"
  | "down"
  | "stand"
  | "out"
  | "gone"
  | "point"
  | "token"
  | "round"
  | "line"
  | "back"
  | "win"
  | "quiet";

export type SoundName =
  | "pick"
  | "place"
  | "hop"
  | "dice"
  | "count"
  | "hit"
  | "down"
  | "out"
  | "stand"
  | "point"
  | "token"
  | "round"
  | "rival"
  | "turn"
  | "no"
  | "win"
  | "loss"
  | "chat";

/** A sound at its time in the beat; `step` is its place in a row that rises, or how small the figure is. */
export interface Cue {
  at: number;
  sound: SoundName;
  step?: number;
}

/** Where something flies from or to: a square, a place of a side's track (0 is the pool), a side's score. */
export type Spot = { square: number } | { side: SideName; place: number } | { score: SideName };

export interface Flight {
  what: "head" | "point" | "token";
  side: SideName;
  card?: string;
  colour?: ColourName;
  from: Spot;
  to: Spot;
  /** When it sets off, and how long it is on its way. */
  at: number;
  lasts: number;
}

/** One thing that scored at the round's end: why, by how much, and where it is seen. */
export interface Line {
  side: SideName;
  why: string;
  points: number;
  squares: number[];
}

/** The band at the round's end: its lines, and how many of them are lit. */
export interface Band {
  round: number;
  lines: Line[];
  lit: number;
  /** What came back from the tracks. */
  back: { side: SideName; colour?: ColourName; thing?: number }[];
}

export interface Beat {
  kind: BeatKind;
  /** Milliseconds at normal speed, and when in it its news become what the screen shows. */
  lasts: number;
  lands: number;
  news: News[];
  /** Who does it and to whom; -1 is nobody. */
  actor: number;
  target: number;
  /** The way of a move, or where it happens. */
  squares: number[];
  cues: Cue[];
  flights: Flight[];
  roll?: Roll;
  /** The chance of the attack that is announced. */
  win?: number;
  points?: number;
  side?: SideName;
  band?: Band;
}

export interface Act {
  news: News[];
  former: Moment;
  now: Moment;
  /** The sides of this screen: what others do is announced. */
  mine: readonly string[];
  /** A roll of an act before, to which this one's dice may belong. */
  thrown?: Roll | null;
}
