// What a screen reader says of each square: its name, who stands there and how, what can be done, the odds.

import { plural, t } from "../lib/text";
import type { Game, Moment, OddsShown } from "../lib/protocol";
import { mayChallenge, stepsOf, type Sorted } from "./options";
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
  for (const square of map.covered ?? []) add(square, t("labels.covered"));
  for (const square of map.enclosed ?? []) add(square, t("labels.enclosed"));
  for (const square of map.obscured ?? []) add(square, t("labels.obscured"));
  const matters = new Set((moment.areas ?? []).map((now) => now.area));
  for (const [n, area] of (map.areas ?? []).entries())
    if (area.starting || matters.has(n))
      for (const square of area.squares)
        add(
          square,
          area.side
            ? t("labels.area_of", { side: sideName(area.side), area: area.starting ? t("labels.starting_area") : area.name })
            : area.name,
        );
  for (const figure of moment.figures) {
    if (figure.at !== "board") continue;
    const state = stateWords(moment, figure);
    const whose = own.includes(figure.side)
      ? t("labels.yours")
      : own.length
        ? t("labels.rival", { side: sideName(figure.side) })
        : sideName(figure.side);
    add(
      figure.square,
      [
        [figure.name, figure.letter].filter(Boolean).join(" "),
        whose,
        figure.kind === "character" ? "" : t(`kind.${figure.kind}`),
        state === t("words.ready") ? "" : state,
        figure.id === actor ? t("labels.acting") : "",
      ]
        .filter(Boolean)
        .join(", "),
    );
  }
  for (const piece of moment.pieces)
    if ((piece.square ?? -1) >= 0) add(piece.square, piece.letter ? t("labels.point_marker", { letter: piece.letter }) : piece.name);
  for (const [square, options] of sorted.squares)
    for (const option of options) {
      const chance = odds.get(option.n);
      const long = stepsOf(option);
      const steps = option.verb !== "move" ? "" : long ? plural("labels.can_move_here", long) : t("labels.can_stay_here_by");
      add(
        square,
        steps ||
          (mayChallenge(option)
            ? chance
              ? t("labels.target_percent", { percent: percent(chance.win) })
              : t("labels.target")
            : t("labels.can_choose", { label: option.label })),
      );
    }
  return words.map((parts) => parts.join(", "));
}
