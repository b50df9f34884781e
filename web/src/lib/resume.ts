// How a table of mine stands, in a few words for the start page.

import { t } from "./text";
import type { TableNow } from "./protocol";
import type { MyTable } from "./seats";

/** `Resume: your turn, 5 to 4`. */
export function resumed(table: TableNow | undefined, mine: MyTable): string {
  if (!table) return t("resume.resume");
  if (table.status === "over") return table.score ? t("resume.over", { score: table.score }) : t("resume.over_look_at_it");
  if (table.status === "waiting") return t("resume.resume_a_seat_is");
  const own = mine.tokens.map((one) => one.seat);
  const turn = table.asked?.some((seat) => own.includes(seat)) ? t("resume.your_turn") : table.asked?.length ? t("resume.their_turn") : "";
  const told = [turn, table.score ?? ""].filter(Boolean).join(", ");
  return told ? t("resume.resume_2", { told }) : t("resume.resume");
}
