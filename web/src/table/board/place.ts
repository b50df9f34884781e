/** A map as a place: which drawing of `scenery.svg` lies where. The drawings have 60 units a square. */

import type { LaidShown, MapShown, SceneryShown } from "../../lib/protocol";
import { groups } from "./shapes";

export const UNIT = 60;
/** How deep a part of the border stands in it, how large one is, and one that is larger than a square. */
const DEPTH = 16;
const BESIDE = 37.2;
const BESIDE_LARGE = 48;
/** A closed room's part keeps off its walls. */
const INSIDE = 0.94;

/** The drawings that there are: parts with their size in squares. */
export type Parts = ReadonlyMap<string, readonly [number, number]>;

export interface Spot {
  part: string;
  x: number;
  y: number;
  width: number;
  height: number;
  turn: number;
}

/** Whether a map has a name for people: the drawing of a scene or a lesson has none. */
export const isPlace = (map: MapShown): boolean => map.name !== "scene";

/** What a map without a scenery of its own looks like. */
export const BARE: SceneryShown = {
  floor: "concrete",
  light: ["#F7F4EF", "#F1EDE7", "#E2DCD3"],
  dark: ["#2C2733", "#302B38", "#3E3746"],
  border: ["tiles", "tiles", "tiles", "tiles"],
  wall: "stone",
  covered: ["crate"],
  obscured: ["smoke"],
  closed: ["crate"],
};

export interface Stroke {
  kind: string;
  width: number;
  dash?: string;
  down: number;
}

/** What is drawn on the bars of the walls, by skin. */
export const SKINS: Record<string, Stroke[]> = {
  rail: [
    { kind: "post", width: 13, dash: "0 30", down: 0 },
    { kind: "shine", width: 1.8, down: -2 },
  ],
  stone: [{ kind: "joint", width: 9, dash: "1.6 13.4", down: 0 }],
  snow: [
    { kind: "joint", width: 9, dash: "1.6 13.4", down: 0 },
    { kind: "cap", width: 4, dash: "20 6 9 7 14 5", down: -4 },
  ],
  bulkhead: [
    { kind: "rivet", width: 2.8, dash: "0 10", down: 0 },
    { kind: "shine", width: 1.6, down: -3 },
  ],
  pipe: [
    { kind: "seam", width: 1.6, down: 1.6 },
    { kind: "collar", width: 12, dash: "3 27", down: 0 },
    { kind: "shine", width: 1.8, down: -2.6 },
  ],
  plaster: [{ kind: "core", width: 3.6, down: -0.4 }],
  guard: [
    { kind: "stripe", width: 9, dash: "8 8", down: 0 },
    { kind: "shine", width: 1.6, down: -3 },
  ],
};

/** The parts and their sizes, out of the text of `scenery.svg`. */
export function partsOf(svg: string): Parts {
  const found = new Map<string, readonly [number, number]>();
  for (const [, name, wide, high] of svg.matchAll(/<symbol id="s-([^"]+)" viewBox="0 0 (\d+) (\d+)"/g))
    found.set(name!, [Number(wide) / UNIT, Number(high) / UNIT]);
  return found;
}

/** A part by name; `bed` finds `bed-2x2`, whatever its size. */
function named(part: string, parts: Parts): string | undefined {
  return parts.has(part) ? part : [...parts.keys()].find((name) => name.replace(/-\d+x\d+$/, "") === part);
}

/** The part that fills a room of so many squares, turned if need be. */
function fitting(part: string, wide: number, high: number, parts: Parts): { part: string; turned: boolean } | undefined {
  for (const [w, h, turned] of [
    [wide, high, false],
    [high, wide, true],
  ] as const) {
    const name = w === 1 && h === 1 ? part : `${part}-${w}x${h}`;
    const size = parts.get(name);
    if (size && size[0] === w && size[1] === h) return { part: name, turned };
  }
  return undefined;
}

/** Everything that lies flat on the floor. */
export function decals(laid: LaidShown[], columns: number, parts: Parts): Spot[] {
  return laid.flatMap(({ part, square = -1, size = 1, turn = 0 }) => {
    const name = named(part, parts);
    if (square < 0 || !name) return [];
    const [wide, high] = parts.get(name)!;
    const [w, h] = [wide * UNIT * size, high * UNIT * size];
    const [x, y] = [(square % columns) * UNIT, Math.floor(square / columns) * UNIT];
    return [{ part: name, x: x + (wide * UNIT - w) / 2, y: y + (high * UNIT - h) / 2, width: w, height: h, turn }];
  });
}

/** What stands in the border. */
export function beside(laid: LaidShown[], columns: number, rows: number, parts: Parts): Spot[] {
  return laid.flatMap(({ part, edge = "", along = 0, size = 1, turn = 0 }) => {
    const name = named(part, parts);
    if (!edge || !name) return [];
    const [wide, high] = parts.get(name)!;
    const unit = (wide === 1 && high === 1 ? BESIDE : BESIDE_LARGE) * size;
    const [w, h] = [wide * unit, high * unit];
    const x = edge === "west" ? -DEPTH : edge === "east" ? columns * UNIT + DEPTH : along * UNIT;
    const y = edge === "north" ? -DEPTH : edge === "south" ? rows * UNIT + DEPTH : along * UNIT;
    return [{ part: name, x: x - w / 2, y: y - h / 2, width: w, height: h, turn }];
  });
}

/** The parts of rooms: one for the whole room if there is one of its size, else one for each square. */
function filled(squares: number[], kinds: string[], columns: number, parts: Parts, scale: number): Spot[] {
  const spot = (part: string, x: number, y: number, wide: number, high: number, turned: boolean): Spot => {
    const [w, h] = (turned ? [high, wide] : [wide, high]).map((n) => n * UNIT * scale) as [number, number];
    return { part, x: (x + wide / 2) * UNIT - w / 2, y: (y + high / 2) * UNIT - h / 2, width: w, height: h, turn: turned ? 90 : 0 };
  };
  return groups(squares, columns).flatMap((group, n) => {
    const kind = kinds[n % kinds.length];
    if (!kind) return [];
    const xs = group.map((square) => square % columns);
    const ys = group.map((square) => Math.floor(square / columns));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [wide, high] = [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1];
    const whole = wide * high === group.length ? fitting(kind, wide, high, parts) : undefined;
    if (whole) return [spot(whole.part, x, y, wide, high, whole.turned)];
    return group.flatMap((square) =>
      parts.get(kind)?.[0] === 1 ? [spot(kind, square % columns, Math.floor(square / columns), 1, 1, false)] : [],
    );
  });
}

/** Furniture on covered squares, in closed rooms, and what hides obscured ones. */
export function furniture(map: MapShown, look: SceneryShown, parts: Parts): { covered: Spot[]; closed: Spot[]; obscured: Spot[] } {
  const { columns } = map;
  return {
    covered: filled(map.covered ?? [], look.covered ?? [], columns, parts, 1),
    closed: filled(map.enclosed ?? [], look.closed ?? [], columns, parts, INSIDE),
    obscured: (map.obscured ?? []).flatMap((square, n) => {
      const part = look.obscured?.[n % look.obscured.length];
      if (!part || !parts.has(part)) return [];
      return [{ part, x: (square % columns) * UNIT, y: Math.floor(square / columns) * UNIT, width: UNIT, height: UNIT, turn: 0 }];
    }),
  };
}
