// Where the band at the round's end lies: at an edge of the board where it hides nothing that scores, else beside the board.

import type { Moment } from "../../lib/protocol";

export type Edge = "north" | "south" | "beside";

/** The edge for a band that is so many squares high; `scores` are the squares that earn points. */
export function edgeFor(moment: Moment, scores: Iterable<number>, columns: number, rows: number, high: number): Edge {
  const kept = new Set(scores);
  for (const figure of moment.figures) if (figure.at === "board" && (figure.square ?? -1) >= 0) kept.add(figure.square!);
  const under = (edge: Edge) => (square: number) => {
    const row = Math.floor(square / columns);
    return edge === "north" ? row < high : row >= rows - high;
  };
  const free = (["south", "north"] as const).find((edge) => ![...kept].some(under(edge)));
  return free ?? "beside";
}
