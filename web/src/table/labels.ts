// What a screen reader says of each square: its name, who stands there and how, what can be done, the odds.

import type { Game, Moment, OddsShown } from "../lib/protocol";
import type { Sorted } from "./options";
import { percent, sideName, squareName, stateWords } from "./words";

/** The labels of all squares. */
export function labels(
  game: Game,
  moment: Moment,
  own: string[],
  sorted: Sorted,
  odds: ReadonlyMap<number, OddsShown>,
  actor: number,
): string[] {
  const { map } = game;
  const words: string[][] = Array.from({ length: map.columns * map.rows }, (_, square) => [squareName(map, square)]);
  const add = (square: number | undefined, text: string) => void (square !== undefined && words[square]?.push(text));
  for (const square of map.covered ?? []) add(square, "covered");
  for (const square of map.enclosed ?? []) add(square, "enclosed");
  for (const square of map.obscured ?? []) add(square, "obscured");
  const matters = new Set((moment.areas ?? []).map((now) => now.area));
  for (const [n, area] of (map.areas ?? []).entries())
    if (area.name === "starting" || matters.has(n))
      for (const square of area.squares)
        add(square, area.side ? `${sideName(area.side)}’s ${area.name === "starting" ? "starting area" : area.name}` : area.name);
  for (const figure of moment.figures) {
    if (figure.at !== "board") continue;
    const state = stateWords(moment, figure);
    const whose = own.includes(figure.side) ? "yours" : own.length ? `rival, ${sideName(figure.side)}` : sideName(figure.side);
    add(
      figure.square,
      [
        figure.name,
        whose,
        figure.kind === "character" ? "" : figure.kind,
        state === "ready" ? "" : state,
        figure.id === actor ? "acting" : "",
      ]
        .filter(Boolean)
        .join(", "),
    );
  }
  for (const piece of moment.pieces)
    if ((piece.square ?? -1) >= 0) add(piece.square, piece.letter ? `point marker ${piece.letter}` : piece.name);
  for (const [square, options] of sorted.squares)
    for (const option of options) {
      const chance = odds.get(option.n);
      const long = option.path?.length ?? 0;
      const steps =
        option.verb !== "move" ? "" : long ? `can move here, ${long} ${long === 1 ? "step" : "steps"}` : "can stay here by Move";
      add(
        square,
        steps || (option.challenge ? `target${chance ? `, ${percent(chance.win)} percent` : ""}` : `can choose: ${option.label}`),
      );
    }
  return words.map((parts) => parts.join(", "));
}
