// Time that runs down: how long ago the table told of itself, and what is left, as people read it.

import { createSubscriber } from "svelte/reactivity";
import type { SeatNow, TableNow } from "../../lib/protocol";
import { t } from "../../lib/text";

const everySecond = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});
const told = new WeakMap<TableNow, number>();

/** Seconds since the table told this; what reads it is drawn anew every second. */
function since(table: TableNow): number {
  if (!told.has(table)) told.set(table, Date.now());
  everySecond();
  return (Date.now() - told.get(table)!) / 1000;
}

/** The seconds that are left for the open question; -1 if no clock runs. */
export function timeLeft(table: TableNow | null): number {
  return table?.time_left && table.status === "playing" ? Math.max(0, table.time_left - since(table)) : -1;
}

export interface Presence {
  state: "here" | "away" | "offline" | "bot";
  seconds: number; // away: until a bot may play
}

/** Whether somebody is there; null for a bot's own seat and where nobody is seated. */
export function presenceOf(table: TableNow, seat: SeatNow): Presence | null {
  if (seat.kind !== "person" || !seat.presence) return null;
  if (seat.bot) return { state: "bot", seconds: 0 };
  if (seat.presence !== "away") return { state: seat.presence, seconds: 0 };
  const seconds = Math.max(0, (seat.bot_in ?? 0) - since(table));
  return seconds > 0 ? { state: "away", seconds } : { state: "offline", seconds: 0 };
}

/** `0:18`, `4:05`, `23 h`. */
export function clockWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 3600) return t("company.hours", { hours: Math.floor(whole / 3600) });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The table's clock in a few words; empty without one. */
export function clockOf(table: TableNow): string {
  return table.clock ? t(table.clock === "day" ? "company.clock_short_day" : "company.clock_short_relaxed") : "";
}

/** A presence in words. */
export function presenceWords({ state, seconds }: Presence, table: TableNow, seat: SeatNow): string {
  if (state === "bot") return t("company.bot_plays", { bot: seat.known_as });
  if (state === "away") return t(table.clock === "relaxed" ? "company.away_bot_plays" : "company.away_bot", { time: clockWords(seconds) });
  return t(state === "here" ? "company.here" : "company.offline");
}
