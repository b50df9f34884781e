// Small words of the table: squares, seats, rounds. Sentences about the game come from the server.

import { t } from "../lib/text";
import { isPlace } from "./board/place";
import { sideTitle as sideName, squareName as nameOfSquare } from "../lib/names";
import type { FigureNow, Game, MapShown, Moment, SeatNow, SideNow, TableNow } from "../lib/protocol";

export { sideName };

/** A square as players say it: `g6`. */
export function squareName(map: MapShown, square: number): string {
  return nameOfSquare(square, map.columns);
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

/** What a figure's state is called: `knocked down, exhausted`. */
export function stateWords(moment: Moment, figure: FigureNow): string {
  if (figure.at === "track") return t("words.out_back_end_r", { value: figure.back ?? 0 });
  if (figure.at === "returning") return t("words.comes_back_now");
  if (figure.at === "reserve") return moment.round ? t("words.in_reserve") : t("words.not_placed");
  if (figure.at === "carried") return t("words.carried");
  const words = [];
  if (figure.down) words.push(t("words.down"));
  if (figure.exhausted) words.push(t("words.exhausted"));
  else if (figure.spent) words.push(t("words.of_markers", { spent: figure.spent, value: figure.markers ?? 1 }));
  if (figure.controller) words.push(t("words.controlled_by", { side: sideName(figure.controller) }));
  return words.join(", ") || t("words.ready");
}

/** The people of a side, by name. */
export function peopleOf(table: TableNow, side: SideNow | undefined): string {
  if (!side) return "";
  const names = side.seats.map((seat) => seatName(table, seat)).filter(Boolean);
  return names.join(" & ") || sideName(side.side);
}

/** That a side wins, said of as many people as play it. */
export function winning(table: TableNow, side: SideNow | undefined): string {
  return t((side?.seats.length ?? 0) > 1 ? "end_panel.win_together" : "end_panel.wins", { who: peopleOf(table, side) });
}

/** Who plays a side, beside the side's own sign: without the side's name, which tells several of one name apart elsewhere. */
export function bareName(table: TableNow, side: SideNow): string {
  return peopleOf(table, side).replaceAll(` (${sideName(side.side)})`, "");
}

/** A text with the short names of the figures in play, where the whole ones have no room. */
export function shortened(text: string, moment: Moment | null): string {
  return (moment?.figures ?? []).reduce((said, { name, short }) => (name && short ? said.replaceAll(name, short) : said), text);
}

/** Who sits there. */
export function seatName(table: TableNow, seat: number): string {
  const found = table.seats.find((one) => one.seat === seat);
  if (!found || (table.kind === "record" && !found.name)) return "";
  return table.kind === "lesson" && found.kind === "bot" && !found.face ? t("words.the_rival") : nameOf(found);
}

/** A seat's name for people. */
export function nameOf(seat: SeatNow): string {
  if (seat.kind === "open") return t("words.open_seat");
  return seat.name || seat.known_as || t("words.player", { value: seat.seat + 1 });
}

/** What a game is called: `Territory, Barracks`. */
export function gameTitle(game: Game): string {
  return [game.scenario?.name, isPlace(game.map) ? game.map.name : ""].filter(Boolean).join(", ") || game.map.name;
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
