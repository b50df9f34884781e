// A drill: the costliest turns of a game, tried again one after the other against a bot.

import { mySeat, openTable } from "../lib/opening";
import type { SeatNow } from "../lib/protocol";
import { route } from "../lib/router.svelte";
import type { Drill } from "../lib/seats";
import { t } from "../lib/text";

/** Go to the table of a step of a drill, or back to the game after the last one; a refusal's sentence comes back, empty if all is well. */
export async function goTo(drill: Drill, n: number, sides: number): Promise<string> {
  const step = drill.steps[n];
  if (!step) return (route.go(`/r/${drill.code}`), "");
  const seats = Array.from({ length: sides }, (_, seat) => (seat === drill.seat ? mySeat() : { kind: "bot" as const, bot: drill.bot }));
  const title = `${t("drill.drill")} ${n + 1} / ${drill.steps.length}`;
  return openTable({ after: drill.code, at: step.at, seats, title }, { title, drill: { ...drill, n } });
}

/** The seat that tries again: mine, or the first of the side whose game is told. */
export const seatOf = (mine: readonly number[], seats: readonly SeatNow[], side: string): number =>
  mine[0] ?? seats.find((one) => one.side === side)?.seat ?? 0;
