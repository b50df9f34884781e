// Small words of the table: squares, seats, rounds. Sentences about the game come from the server.

import { sideTitle as sideName, squareName as nameOfSquare } from "../lib/names";
import type { FigureNow, Game, MapShown, Moment, SeatNow, SideNow, TableNow } from "../lib/protocol";

export { sideName };

/** A square as players say it: `g6`. */
export function squareName(map: MapShown, square: number): string {
  return nameOfSquare(square, map.columns);
}

/** The square with a name, or -1. */
export function squareNamed(map: MapShown, name: string): number {
  const found = /^([a-z])(\d+)$/.exec(name);
  if (!found) return -1;
  return found[1]!.charCodeAt(0) - 97 + (Number(found[2]) - 1) * map.columns;
}

/** The figure that stands on a square. */
export function figureAt(moment: Moment, square: number): FigureNow | undefined {
  return moment.figures.find((figure) => figure.at === "board" && figure.square === square);
}

/** A figure by its number. */
export function figureOf(moment: Moment | null, id: number): FigureNow | undefined {
  return moment?.figures.find((figure) => figure.id === id);
}

/** The side's part of a moment. */
export function sideOf(moment: Moment, side: string): SideNow | undefined {
  return moment.sides.find((now) => now.side === side);
}

/** The round at whose end a thing on this place is back. */
export function backAfter(moment: Moment, place: number): number {
  return Math.max(moment.round, 1) + place - 1;
}

/** What a figure's state is called: `knocked down, exhausted`. */
export function stateWords(moment: Moment, figure: FigureNow): string {
  if (figure.at === "track") return `out, back end R${backAfter(moment, figure.place ?? 1)}`;
  if (figure.at === "returning") return "comes back now";
  if (figure.at === "reserve") return moment.round ? "in reserve" : "not placed";
  if (figure.at === "carried") return "carried";
  const words = [];
  if (figure.down) words.push("down");
  if (figure.exhausted) words.push("exhausted");
  else if (figure.spent) words.push(`${figure.spent} of ${figure.markers ?? 1} markers`);
  if (figure.controller) words.push(`controlled by ${sideName(figure.controller)}`);
  return words.join(", ") || "ready";
}

/** The people of a side, by name. */
export function peopleOf(table: TableNow, side: SideNow | undefined): string {
  if (!side) return "";
  const names = side.seats.map((seat) => seatName(table, seat)).filter(Boolean);
  return names.join(" & ") || sideName(side.side);
}

/** Who sits there. */
export function seatName(table: TableNow, seat: number): string {
  const found = table.seats.find((one) => one.seat === seat);
  return found ? nameOf(found) : "";
}

/** A seat's name for people. */
export function nameOf(seat: SeatNow): string {
  if (seat.kind === "open") return "open seat";
  return seat.name || (seat.bot ? `${seat.bot} bot` : `Player ${seat.seat + 1}`);
}

/** What a game is called: `Territory, Barracks`. */
export function gameTitle(game: Game): string {
  return game.scenario ? `${game.scenario.name}, ${game.map.name}` : game.map.name;
}

/** Whether points are counted at all: a first game may be won by the first knock-out. */
export function hasPoints(game: Game, moment: Moment): boolean {
  return game.target > 0 || moment.sides.some((side) => side.points) || moment.pieces.some((piece) => piece.letter);
}

/** A chance as a whole percentage that never says 0 or 100 unless it is so. */
export function percent(win: number): number {
  const rounded = Math.round(win * 100);
  if (rounded === 100 && win < 1) return 99;
  if (rounded === 0 && win > 0) return 1;
  return rounded;
}
