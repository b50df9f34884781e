/** How the things of one square share it. Lengths are parts of the square. */

export interface Spot {
  /** The middle. */
  x: number;
  y: number;
  /** 1 is as wide as the square. */
  size: number;
}

export interface Shared {
  figures: Spot[];
  pieces: Spot[];
  /** How many pieces found no place and stand behind the last one's number. */
  more: number;
}

const ALONE = 0.96;
const GRIDS: Record<number, Spot[]> = {
  1: [{ x: 0.5, y: 0.5, size: ALONE }],
  2: [
    { x: 0.27, y: 0.5, size: 0.54 },
    { x: 0.73, y: 0.5, size: 0.54 },
  ],
  3: [
    { x: 0.27, y: 0.27, size: 0.52 },
    { x: 0.73, y: 0.27, size: 0.52 },
    { x: 0.5, y: 0.74, size: 0.52 },
  ],
  4: [
    { x: 0.27, y: 0.27, size: 0.5 },
    { x: 0.73, y: 0.27, size: 0.5 },
    { x: 0.27, y: 0.73, size: 0.5 },
    { x: 0.73, y: 0.73, size: 0.5 },
  ],
};
/** Beside a figure pieces stand up the left side, away from the sleep sign; the last place is at the top right. */
const BESIDE: Spot[] = [
  { x: 0.15, y: 0.86, size: 0.34 },
  { x: 0.15, y: 0.5, size: 0.34 },
  { x: 0.15, y: 0.14, size: 0.34 },
  { x: 0.85, y: 0.14, size: 0.34 },
];

/** The places of so many figures and pieces in one square. */
export function shared(figures: number, pieces: number): Shared {
  const drawn = Math.min(figures, 4);
  const stands = drawn ? GRIDS[drawn]! : [];
  const places = figures ? BESIDE : pieces === 1 ? [{ x: 0.5, y: 0.5, size: 0.53 }] : (GRIDS[Math.min(4, pieces)] ?? []);
  const spots = places
    .slice(0, pieces)
    .map((spot) => (figures ? spot : { ...spot, size: Math.min(spot.size, 0.53) * (pieces > 1 ? 0.8 : 1) }));
  return { figures: stands, pieces: spots, more: Math.max(0, pieces - spots.length) };
}
