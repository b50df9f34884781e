// How a finished game went: its curve, its costliest turns, the dice, and the links to its moments.

import type { AccountShown, AnalysisIs, MistakeShown, Moment, SeatNow, SeatWanted, TableNow } from "../lib/protocol";
import type { Drill } from "../lib/seats";

/** How many of the costliest turns are told. */
export const TOLD = 3;
/** How many rolls are marked in the graph, and from how many points on. */
const MARKED = 3;
const MATTERS = 3;

/** The address of one moment of a game. */
export function momentLink(origin: string, code: string, at: number): string {
  return `${origin}/r/${code}?at=${at}`;
}

/** The moment that an address asks for; -1 if it asks for none. */
export function momentOf(query: string): number {
  const at = new URLSearchParams(query).get("at") ?? "";
  return /^\d{1,6}$/.test(at) ? Number(at) : -1;
}

/** A side's costliest turns, the worst first; those where nothing better was found come last. */
export function costliest(found: AnalysisIs, side: string): MistakeShown[] {
  return (found.mistakes ?? []).filter((one) => one.side === side).slice(0, TOLD);
}

/** The side's own rolls that mattered most, by their place in the list of its rolls. */
export function rollsThatMattered(account: AccountShown): [number, number][] {
  const rolls = [...(account.rolls ?? [])].filter(([, gave]) => Math.abs(gave) >= MATTERS);
  return rolls.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, MARKED);
}

export interface Frame {
  width: number;
  height: number;
  last: number;
}

/** Where a moment and a chance lie in the graph. */
export function place(frame: Frame, moment: number, chance: number): { x: number; y: number } {
  return { x: frame.last ? (frame.width * moment) / frame.last : 0, y: frame.height * (1 - chance / 100) };
}

/** The curve of a side's chances as a path. */
export function curve(frame: Frame, chances: number[]): string {
  const points = chances.map((chance, moment) => place(frame, moment, chance));
  return points.map(({ x, y }, n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The area between the curve and the middle. */
export function ground(frame: Frame, chances: number[]): string {
  const middle = (frame.height / 2).toFixed(1);
  return `${curve(frame, chances)}L${place(frame, chances.length - 1, 0).x.toFixed(1)} ${middle}L0 ${middle}Z`;
}

/** The rounds as bands: number, where it begins and where it ends. */
export function bands(found: AnalysisIs, last: number): { round: number; from: number; to: number }[] {
  const rounds = found.rounds ?? [];
  return rounds.map(([round, from], n) => ({ round, from, to: rounds[n + 1]?.[1] ?? last }));
}

/** The round that a moment belongs to. */
export const roundOf = (found: AnalysisIs, moment: number): number => (found.rounds ?? []).findLast(([, from]) => from <= moment)?.[0] ?? 1;

/** A number with its sign, as it is printed. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));

/** The bars of a side's rolls: how high each is above or below the line, in units of the highest one. */
export function bars(rolls: [number, number][]): { moment: number; gave: number; part: number }[] {
  const most = Math.max(1, ...rolls.map(([, gave]) => Math.abs(gave)));
  return rolls.map(([moment, gave]) => ({ moment, gave, part: gave / most }));
}

/** Who sits where when a game is played on from a moment: I at the chosen seat (-1: everywhere), elsewhere a bot, or a friend by link. */
export function seatsAgain(seats: SeatNow[], as: number, mine: (seat: SeatNow) => SeatWanted, bot: string): SeatWanted[] {
  return seats.map((seat): SeatWanted => {
    if (as < 0 || seat.seat === as) return mine(seat);
    return bot ? { kind: "bot", bot } : { kind: "open" };
  });
}

/** The seats of a game. Nobody sits at a record that was laid on the table: its seats are those of its sides. */
export function seatsOf(table: TableNow | null, moment: Moment | null): SeatNow[] {
  if (table?.seats.length) return table.seats;
  return (moment?.sides ?? []).flatMap((one): SeatNow[] => one.seats.map((seat) => ({ seat, kind: "person", side: one.side })));
}

/** The turns that are worth a drill: those where something better was found. */
export function drillOf(code: string, told: MistakeShown[], seat: number, bot: string): Drill {
  const steps = told
    .filter((one) => one.cost)
    .map((one) => ({ at: one.moment, played: one.played.deed, better: one.better.deed, chance: one.better.chance }));
  return { code, seat, bot, steps, n: 0 };
}

/** Why an answer is good, without its name again: that stands above. */
export function reasonOf({ deed, why = "" }: { deed: string; why?: string }): string {
  const rest = why.startsWith(`${deed}: `) ? why.slice(deed.length + 2) : why;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
