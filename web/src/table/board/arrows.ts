// Arrows on the board: what was done, and what would have been better.

import { centre, type Point, U } from "./shapes";

export interface Arrow {
  from: number;
  to: number;
  kind: "mine" | "better";
  label: string;
}

const FROM_CENTRE = 0.42 * U; // it begins and ends beside the middle, so that who stands there is seen
const BOW = 0.14; // how far it bends, of its length

export interface Drawn {
  path: string;
  /** Where the label stands. */
  label: Point;
}

/** A bent arrow between two squares; mine and the better one bend to different sides, so that they never lie on each other. */
export function drawn({ from, to, kind }: Arrow, columns: number): Drawn {
  const a = centre(from, columns);
  const b = centre(to, columns);
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (!long) return { path: "", label: a };
  const unit = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  const bow = (kind === "mine" ? -BOW : BOW) * long;
  const middle = { x: (a.x + b.x) / 2 - unit.y * bow * 2, y: (a.y + b.y) / 2 + unit.x * bow * 2 };
  const start = { x: a.x + unit.x * FROM_CENTRE, y: a.y + unit.y * FROM_CENTRE };
  const gap = Math.min(FROM_CENTRE * 0.5, long / 4);
  const end = { x: b.x - unit.x * gap, y: b.y - unit.y * gap };
  const point = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const path = `M${point(start)}Q${point(middle)} ${point(end)}`;
  // A short arrow would vanish under its label: that stands above both squares, or below them at the upper edge.
  if (long < 2 * U) {
    const above = Math.min(a.y, b.y) - U * 0.62;
    return { path, label: { x: (a.x + b.x) / 2, y: above >= 0 ? above : Math.max(a.y, b.y) + U * 0.62 } };
  }
  return {
    path,
    label: { x: (start.x + 2 * middle.x + end.x) / 4 - unit.y * bow, y: (start.y + 2 * middle.y + end.y) / 4 + unit.x * bow },
  };
}
