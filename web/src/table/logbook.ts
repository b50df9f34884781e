// What an update does to the log, and what of it is read aloud.

import { live } from "../lib/live.svelte";
import type { LogLine, Update } from "../lib/protocol";
import { t } from "../lib/text";
import { readAloud } from "./acts";

/** The log after an update that came after so many choices; what was taken back goes. */
export function updated(log: LogLine[], message: Update, count: number, wasOver: boolean): LogLine[] {
  const left = count - (message.undone ?? 0);
  const keep = message.undone ? log.filter((line) => line.count <= left) : log;
  if (message.undone) {
    const gone = log.filter((line) => line.head && line.count > left).map(readAloud);
    live.say(t("session.taken_back", { choice: gone.join(" ") || t("session.the_last_choice") }));
  }
  // The end is told in its own words, with the score, also where the log has no line for it.
  const { over, ending } = message.moment;
  aloud((message.log ?? []).filter((line) => !over || line.kind !== "end"));
  if (over && !wasOver) live.say(t("session.the_game_is_over", { ending: ending ?? "" }));
  return message.log?.length ? [...keep, ...message.log] : keep;
}

/** Read the acts of these lines aloud. */
export function aloud(lines: LogLine[]): void {
  live.say(
    lines
      .filter((line) => line.head)
      .map(readAloud)
      .join(" "),
  );
}
