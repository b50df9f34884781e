/** Lines of the drawing. A square is `U` units wide; walls come in quarter squares. */

import type { Segment } from "./marks";

export const U = 57;
const Q = U / 4;
/** How far a wall stays away from the frame. */
const INSET = 4;

export interface Point {
  x: number;
  y: number;
}

export function corner(square: number, columns: number): Point {
  return { x: (square % columns) * U, y: Math.floor(square / columns) * U };
}

export function centre(square: number, columns: number): Point {
  const { x, y } = corner(square, columns);
  return { x: x + U / 2, y: y + U / 2 };
}

const short = (value: number) => String(Math.round(value * 100) / 100);

/** Every second square, for the checker. */
export function checker(columns: number, rows: number): string {
  let d = "";
  for (let r = 0; r < rows; r++) for (let c = (r + 1) % 2; c < columns; c += 2) d += `M${c * U} ${r * U}h${U}v${U}h-${U}z`;
  return d;
}

export function gridLines(columns: number, rows: number): string {
  let d = "";
  for (let c = 1; c < columns; c++) d += `M${c * U} 0V${rows * U}`;
  for (let r = 1; r < rows; r++) d += `M0 ${r * U}H${columns * U}`;
  return d;
}

/** The outlines of a set of squares, one closed ring each, clockwise with the inside on the right; holes run the other way. */
export function rings(squares: number[], columns: number): Point[][] {
  const held = new Set(squares);
  const has = (c: number, r: number) => c >= 0 && c < columns && r >= 0 && held.has(c + r * columns);
  const edges = new Map<string, Point[]>();
  const edge = (x: number, y: number, dx: number, dy: number) => {
    const key = `${x},${y}`;
    edges.set(key, [...(edges.get(key) ?? []), { x: dx, y: dy }]);
  };
  for (const square of held) {
    const c = square % columns;
    const r = Math.floor(square / columns);
    if (!has(c, r - 1)) edge(c, r, 1, 0);
    if (!has(c + 1, r)) edge(c + 1, r, 0, 1);
    if (!has(c, r + 1)) edge(c + 1, r + 1, -1, 0);
    if (!has(c - 1, r)) edge(c, r + 1, 0, -1);
  }
  const found: Point[][] = [];
  for (;;) {
    const first = edges.entries().next().value;
    if (!first) return found;
    const [x0, y0] = first[0].split(",").map(Number) as [number, number];
    const ring: Point[] = [];
    let at = { x: x0, y: y0 };
    let way: Point | undefined;
    for (;;) {
      const key = `${at.x},${at.y}`;
      const ways = edges.get(key);
      if (!ways?.length) break;
      // Where two squares meet at a corner only, the ring turns right and stays with its own square.
      const right: Point | undefined = way && { x: -way.y, y: way.x };
      const index = Math.max(0, right ? ways.findIndex((one) => one.x === right.x && one.y === right.y) : 0);
      const [next] = ways.splice(index, 1) as [Point];
      if (!ways.length) edges.delete(key);
      if (!way || next.x !== way.x || next.y !== way.y) ring.push(at);
      way = next;
      at = { x: at.x + next.x, y: at.y + next.y };
    }
    // The ring may have begun in the middle of a straight side.
    const [p, q, last] = [ring[0], ring[1], ring.at(-1)];
    if (p && q && last && ((last.x === p.x && p.x === q.x) || (last.y === p.y && p.y === q.y))) ring.shift();
    found.push(ring);
  }
}

/** A path round a set of squares, `inset` inside its border, with rounded corners. */
export function outline(squares: number[], columns: number, inset: number, radius: number): string {
  return rings(squares, columns)
    .map((ring) => {
      const moved = ring.map((p, i) => {
        const before = ring.at(i - 1)!;
        const after = ring[(i + 1) % ring.length]!;
        const into = { x: Math.sign(p.x - before.x), y: Math.sign(p.y - before.y) };
        const out = { x: Math.sign(after.x - p.x), y: Math.sign(after.y - p.y) };
        return { x: p.x * U + (-into.y - out.y) * inset, y: p.y * U + (into.x + out.x) * inset, into, out };
      });
      const parts = moved.map(({ x, y, into, out }, i) => {
        const from = `${short(x - into.x * radius)} ${short(y - into.y * radius)}`;
        return `${i ? "L" : "M"}${from}Q${short(x)} ${short(y)} ${short(x + out.x * radius)} ${short(y + out.y * radius)}`;
      });
      return parts.join("") + "Z";
    })
    .join("");
}

/** Squares that hang together by their sides. */
export function groups(squares: number[], columns: number): number[][] {
  const left = new Set(squares);
  const found: number[][] = [];
  for (const first of squares) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const square of group) {
      const c = square % columns;
      const near = [square - columns, square + columns, ...(c ? [square - 1] : []), ...(c < columns - 1 ? [square + 1] : [])];
      for (const next of near) if (left.delete(next)) group.push(next);
    }
    found.push(group.sort((a, b) => a - b));
  }
  return found;
}

export interface Walls {
  /** Bars along borders, corners or squares: the thick ones. */
  bars: string;
  /** The light on the bars that lie flat. */
  shine: string;
  /** Bars inside a square. */
  thin: string;
  /** Corners cut off by a slanting line, to be tinted. */
  corners: string;
  /** The slanting lines that cut them off. */
  slants: string;
}

const isFlat = ([, y1, , y2]: Segment) => y1 === y2;
const isStraight = ([x1, y1, x2, y2]: Segment) => x1 === x2 || y1 === y2;
const onBorder = ([x1, y1, x2, y2]: Segment) => (x1 === x2 && x1 % 4 === 0) || (y1 === y2 && y1 % 4 === 0);

/** The border piece between two neighbours, or nothing if they meet at a corner. */
export function between(one: number, other: number, columns: number): Segment | undefined {
  const [a, b] = one < other ? [one, other] : [other, one];
  const c = b % columns;
  const r = Math.floor(b / columns);
  if (b - a === 1 && c) return [c * 4, r * 4, c * 4, r * 4 + 4];
  if (b - a === columns) return [c * 4, r * 4, c * 4 + 4, r * 4];
  return undefined;
}

/** Where a piece laid between two squares lies, in units. */
export function middle(one: number, other: number, columns: number): Point {
  const a = centre(one, columns);
  const b = centre(other, columns);
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Long walls cut into pieces of one square, less those on the frame, round covered squares, or opened; joined again. */
export function standing(walls: Segment[], columns: number, rows: number, covered: number[], opened: Segment[]): Segment[] {
  const blocks = new Set(covered);
  const blocked = (c: number, r: number) => c >= 0 && c < columns && blocks.has(c + r * columns);
  const gone = new Set(opened.map(String));
  const found: Segment[] = [];
  const seen = new Set<string>();
  for (const wall of walls) {
    if (!onBorder(wall)) {
      found.push(wall);
      continue;
    }
    const [x1, y1, x2, y2] = wall;
    const flat = isFlat(wall);
    const [from, to] = flat ? [Math.min(x1, x2), Math.max(x1, x2)] : [Math.min(y1, y2), Math.max(y1, y2)];
    let run: Segment | undefined;
    for (let at = from; at < to;) {
      const next = Math.min(to, (Math.floor(at / 4) + 1) * 4);
      const piece: Segment = flat ? [at, y1, next, y1] : [x1, at, x1, next];
      const c = Math.floor(piece[0] / 4);
      const r = Math.floor(piece[1] / 4);
      const frame = flat ? y1 === 0 || y1 === rows * 4 : x1 === 0 || x1 === columns * 4;
      const beside = blocked(c, r) || (flat ? blocked(c, r - 1) : blocked(c - 1, r));
      if (frame || beside || gone.has(String(piece)) || seen.has(String(piece))) {
        run = undefined;
      } else {
        seen.add(String(piece));
        if (run) {
          run[2] = piece[2];
          run[3] = piece[3];
        } else {
          run = [...piece];
          found.push(run);
        }
      }
      at = next;
    }
  }
  return found;
}

/** A wall piece as a path, kept off the frame. */
export function bar([x1, y1, x2, y2]: Segment, columns: number, rows: number): string {
  const x = (at: number) => short(Math.min(columns * U - INSET, Math.max(INSET, at * Q)));
  const y = (at: number) => short(Math.min(rows * U - INSET, Math.max(INSET, at * Q)));
  if (y1 === y2) return `M${x(x1)} ${y(y1)}H${x(x2)}`;
  if (x1 === x2) return `M${x(x1)} ${y(y1)}V${y(y2)}`;
  return `M${x(x1)} ${y(y1)}L${x(x2)} ${y(y2)}`;
}

/** The corner of its square that a slanting line cuts off, or nothing if it cuts none. */
export function cutCorner([x1, y1, x2, y2]: Segment): [number, number] | undefined {
  for (const [x, y] of [
    [x1, y2],
    [x2, y1],
  ] as const) {
    if (x % 4 === 0 && y % 4 === 0) return [x, y];
  }
  return undefined;
}

/** All walls of a map as paths. */
export function wallPaths(walls: Segment[], columns: number, rows: number): Walls {
  const paths: Walls = { bars: "", shine: "", thin: "", corners: "", slants: "" };
  for (const wall of walls) {
    const cut = isStraight(wall) ? undefined : cutCorner(wall);
    if (cut) {
      const line = `M${short(wall[0] * Q)} ${short(wall[1] * Q)}L${short(wall[2] * Q)} ${short(wall[3] * Q)}`;
      paths.slants += line;
      paths.corners += `${line}L${short(cut[0] * Q)} ${short(cut[1] * Q)}Z`;
    } else if (isStraight(wall) && !onBorder(wall)) {
      paths.thin += bar(wall, columns, rows);
    } else {
      paths.bars += bar(wall, columns, rows);
      if (isFlat(wall)) paths.shine += `M${short(wall[0] * Q + 2)} ${short(wall[1] * Q - 2)}H${short(wall[2] * Q - 2)}`;
    }
  }
  return paths;
}

/** The four brackets of a target. */
export function brackets(x: number, y: number, size: number): string {
  const long = size * 0.258;
  const r = size * 0.15;
  const [a, b, c, d] = [x, y, x + size, y + size];
  return (
    `M${a} ${short(b + long)}V${short(b + r)}Q${a} ${b} ${short(a + r)} ${b}H${short(a + long)}` +
    `M${short(c - long)} ${b}H${short(c - r)}Q${c} ${b} ${c} ${short(b + r)}V${short(b + long)}` +
    `M${c} ${short(d - long)}V${short(d - r)}Q${c} ${d} ${short(c - r)} ${d}H${short(c - long)}` +
    `M${short(a + long)} ${d}H${short(a + r)}Q${a} ${d} ${a} ${short(d - r)}V${short(d - long)}`
  );
}

/** Where the line between two points meets a wall, or the middle of the wall if they do not meet. */
export function meeting(from: Point, to: Point, wall: Segment): Point {
  const [x1, y1, x2, y2] = wall.map((at) => at * Q) as Segment;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const ex = x2 - x1;
  const ey = y2 - y1;
  const cross = dx * ey - dy * ex;
  const along = cross ? ((x1 - from.x) * ey - (y1 - from.y) * ex) / cross : -1;
  if (along < 0 || along > 1) return { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
  return { x: from.x + dx * along, y: from.y + dy * along };
}

/** A line through the middles of squares. */
export function track(squares: number[], columns: number): string {
  return squares
    .map((square, i) => {
      const { x, y } = centre(square, columns);
      return `${i ? "L" : "M"}${x} ${y}`;
    })
    .join("");
}
