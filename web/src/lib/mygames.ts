// My games in the order in which they want me: whose turn it is, and how soon.

import type { TableNow } from "./protocol";
import type { MyTable } from "./seats";

/** How a game of mine stands: I am asked, a seat is open, others are asked, nothing is known yet, it is over. */
export type Standing = "mine" | "open" | "theirs" | "unknown" | "over";
export const STANDINGS: Standing[] = ["mine", "open", "theirs", "unknown", "over"];

export interface MyGame {
  kept: MyTable;
  table: TableNow | undefined;
}

/** How a game stands for me. */
export function standing({ kept, table }: MyGame): Standing {
  if (kept.over || table?.status === "over") return "over";
  if (!table) return "unknown";
  if (table.status === "waiting") return "open";
  const own = kept.tokens.map((one) => one.seat);
  return table.asked?.some((seat) => own.includes(seat)) ? "mine" : "theirs";
}

/** Mine first, the one whose time is up soonest before the others; then who has waited longest. */
export function inOrder(games: readonly MyGame[]): MyGame[] {
  const rank = (game: MyGame) => STANDINGS.indexOf(standing(game));
  const until = ({ table }: MyGame) => table?.deadline || Infinity;
  const changed = ({ table, kept }: MyGame) => table?.changed ?? kept.seen / 1000;
  return [...games].sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (standing(a) !== "mine") return changed(b) - changed(a);
    return until(a) === until(b) ? changed(a) - changed(b) : until(a) - until(b);
  });
}
