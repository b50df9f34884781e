// What lies on a square, each in one sentence with its rule: for whoever points at it, brings the focus there or presses long.

import { colourName } from "../lib/names";
import type { ColourName, Game, MapShown, Moment } from "../lib/protocol";
import { t } from "../lib/text";
import { figureAt, sideName } from "./words";

export interface Told {
  title: string;
  text: string;
  rule: string;
}

/** Whether a piece of wall stands at one of a square's four sides or in it; walls are counted in quarters of a square. */
function hasWall(map: MapShown, square: number): boolean {
  const [x, y] = [(square % map.columns) * 4, Math.floor(square / map.columns) * 4];
  return (map.walls ?? []).some(([x1, y1, x2, y2]) => {
    const inside = Math.min(x1, x2) < x + 4 && Math.max(x1, x2) > x && Math.min(y1, y2) < y + 4 && Math.max(y1, y2) > y;
    const upright = x1 === x2 && (x1 === x || x1 === x + 4) && Math.min(y1, y2) < y + 4 && Math.max(y1, y2) > y;
    const level = y1 === y2 && (y1 === y || y1 === y + 4) && Math.min(x1, x2) < x + 4 && Math.max(x1, x2) > x;
    return inside || upright || level;
  });
}

/** Everything to be said of a square besides the card of the figure on it. */
export function toldOf(game: Game, moment: Moment, square: number): Told[] {
  const found: Told[] = [];
  const add = (title: string, text: string, rule: string) => void (text && found.push({ title, text, rule }));
  const { map } = game;
  const figure = figureAt(moment, square);
  if (figure?.down) add(t("told.down"), t("told.down_is"), "TRN-4");
  if (figure?.exhausted) add(t("told.exhausted"), t("told.exhausted_is"), "TRN-11");
  if (figure?.controller) add(t("told.controlled", { side: sideName(figure.controller) }), t("told.controlled_is"), "CTL-1");
  for (const piece of moment.pieces) {
    const lies = piece.square === square && !piece.between?.length;
    const held = figure && (figure.has?.includes(piece.id) || figure.carries?.includes(piece.id) || piece.holder === figure.id);
    if (!lies && !held) continue;
    if (piece.letter) add(t("labels.point_marker", { letter: piece.letter }), t("told.marker_is"), "PTS-1");
    else {
      const rule = piece.sort === "status" ? "STA-1" : piece.sort === "item" ? "ITM-1" : held ? "CDN-10" : "TOK-6";
      add(piece.name, game.pieces[piece.name]?.text || t("told.lies_here"), rule);
    }
  }
  if (map.enclosed?.includes(square)) add(t("told.enclosed"), t("told.enclosed_is"), "MAP-3");
  else if (map.covered?.includes(square)) add(t("told.covered"), t("told.covered_is"), "MAP-4");
  if (map.obscured?.includes(square)) add(t("told.obscured"), t("told.obscured_is"), "SEE-7");
  for (const { area } of moment.areas ?? []) {
    const one = map.areas?.[area];
    if (one?.squares.includes(square)) add(one.name, t("told.area_is"), "MAP-6");
  }
  if (hasWall(map, square)) add(t("told.wall"), t("told.wall_is"), "MOV-1");
  return found;
}

/** What a token of a pool is. */
export function toldOfToken(colour: ColourName): Told {
  return { title: t("told.token", { colour: colourName(colour) }), text: t("told.token_is"), rule: "SUP-5" };
}

/** What a place of the track is. */
export function toldOfPlace(place: number, back: number): Told {
  return { title: t("told.place", { place }), text: t("told.place_is", { back }), rule: "CDN-2" };
}
