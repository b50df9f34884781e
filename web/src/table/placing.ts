// Where a popover goes: beside what it speaks about, over nothing that matters while there is another place.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const STEP = 14;
const EDGE = 4;

/** How much of `b` lies under `a`. */
export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

function gap(a: Box, b: Box): number {
  const x = Math.max(0, a.x - b.x - b.w, b.x - a.x - a.w);
  const y = Math.max(0, a.y - b.y - b.h, b.y - a.y - a.h);
  return Math.hypot(x, y);
}

/**
 * The place of a box of this size in the window: over the stage if that can be, `first` are never covered while there is
 * another place, the rest if possible.
 */
export function placed(
  size: { w: number; h: number },
  window: { w: number; h: number },
  stage: Box,
  near: Box,
  first: Box[],
  rest: Box[],
): { x: number; y: number } {
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  const along = (wanted: number, end: number) => {
    const start = Math.max(EDGE, Math.min(wanted, end));
    return [...Array.from({ length: Math.max(0, Math.ceil((end - start) / STEP)) }, (_, n) => start + n * STEP), Math.max(EDGE, end)];
  };
  for (const y of along(stage.y - size.h, window.h - size.h - EDGE))
    for (const x of along(stage.x - size.w, window.w - size.w - EDGE)) {
      const box = { x, y, ...size };
      let cost = gap(box, near) + (size.w * size.h - overlap(box, stage)) * 1.5;
      for (const one of first) cost += overlap(box, one) * 40;
      for (const one of rest) cost += overlap(box, one);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  return best;
}

/** The line that joins a popover to its square: along grid lines, from the square's edge to the popover's. */
export function leader(near: Box, box: Box): [number, number][] {
  const lines = [near.x, near.x + near.w];
  const rows = [near.y, near.y + near.h];
  const within = (value: number, from: number, length: number) => value >= from + 12 && value <= from + length - 12;
  const below = box.y >= near.y + near.h;
  const above = box.y + box.h <= near.y;
  const x = lines.find((line) => within(line, box.x, box.w));
  if ((below || above) && x !== undefined)
    return [
      [x, below ? near.y + near.h : near.y],
      [x, below ? box.y : box.y + box.h],
    ];
  const rightOf = box.x >= near.x + near.w;
  const leftOf = box.x + box.w <= near.x;
  const y = rows.find((row) => within(row, box.y, box.h));
  const end = rightOf ? box.x : box.x + box.w;
  const start = rightOf ? near.x + near.w : near.x;
  if ((rightOf || leftOf) && y !== undefined)
    return [
      [start, y],
      [end, y],
    ];
  if (!(rightOf || leftOf) || !(below || above)) return [];
  const turn = below ? near.y + near.h : near.y;
  const into = rightOf ? box.x + 24 : box.x + box.w - 24;
  return [
    [start, turn],
    [into, turn],
    [into, below ? box.y : box.y + box.h],
  ];
}
