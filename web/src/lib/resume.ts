// How a table of mine stands, in a few words for the start page.

import type { TableNow } from "./protocol";
import type { MyTable } from "./seats";

/** `Resume: your turn, 5 to 4`. */
export function resumed(table: TableNow | undefined, mine: MyTable): string {
  if (!table) return "Resume";
  if (table.status === "over") return table.score ? `Over, ${table.score}` : "Over: look at it again";
  if (table.status === "waiting") return "Resume: a seat is still open";
  const own = mine.tokens.map((one) => one.seat);
  const turn = table.asked?.some((seat) => own.includes(seat)) ? "your turn" : table.asked?.length ? "their turn" : "";
  const told = [turn, table.score ?? ""].filter(Boolean).join(", ");
  return told ? `Resume: ${told}` : "Resume";
}
