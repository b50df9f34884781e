// What a side scored for at the end of a round, as the scenario's own signs: only those that the position bears out.

import type { Game, Moment, SignShown } from "../../lib/protocol";
import { signsOf } from "../goal";

/** The signs that gave a side its points at the end of a round; none where they do not add up. */
export function scoredSigns(game: Game, moment: Moment, side: string, points: number): SignShown[] {
  const may = signsOf(game, moment, side).filter((sign) => sign.time === "round" && sign.points);
  const sure = may.filter((sign) => holds(game, moment, side, sign));
  if (sure.length && sure.reduce((sum, sign) => sum + sign.points!, 0) === points) return sure;
  const counted = may.filter((sign) => sign.kind.startsWith("each"));
  if (!sure.length && counted.length === 1 && points % counted[0]!.points! === 0) return counted;
  return may.length === 1 && may[0]!.points === points ? may : [];
}

function holds(game: Game, moment: Moment, side: string, sign: SignShown): boolean {
  const many = numbers(game, moment, sign);
  if (!many) return false;
  const own = many[side] ?? 0;
  if (sign.kind !== "most_in" && sign.kind !== "most_areas") return own > 0;
  return own > 0 && Object.entries(many).every(([other, theirs]) => other === side || theirs < own);
}

/** How many each side has of what a sign counts; nothing for signs that count otherwise. */
function numbers(game: Game, moment: Moment, sign: SignShown): Record<string, number> | null {
  const many: Record<string, number> = {};
  const add = (side: string | undefined) => {
    if (side) many[side] = (many[side] ?? 0) + 1;
  };
  const areas = (game.map.areas ?? []).map((area, n) => ({ ...area, n })).filter((area) => area.name === sign.thing);
  if (sign.kind === "in_area" || sign.kind === "most_in") {
    const squares = new Set(areas.flatMap((area) => area.squares));
    for (const figure of moment.figures)
      if (figure.at === "board" && figure.kind === "character" && squares.has(figure.square ?? -1)) add(figure.side);
  } else if (sign.kind === "an_area" || sign.kind === "most_areas") {
    for (const area of areas) add(moment.areas?.find((one) => one.area === area.n)?.claimed || undefined);
  } else if (sign.kind === "holds") {
    for (const piece of moment.pieces)
      if (piece.name === sign.thing) add(moment.figures.find((figure) => figure.id === piece.holder)?.side);
  } else return null;
  return many;
}
