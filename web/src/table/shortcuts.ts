// The keys of the table, wherever the focus is, except where text is written.

import type { Interaction } from "./interaction.svelte";
import type { Session } from "./session.svelte";
import type { Director } from "./stage/director.svelte";
import { ACTIONS } from "./options";

interface Around {
  interaction: Interaction;
  session: Session;
  open: boolean;
}

const TOOLS: Record<string, string> = { s: "sight", t: "threat", "?": "keys", b: "board", l: "log", n: "next" };

const WRITTEN = "input, textarea, select, dialog, [contenteditable]";

/** While something is shown only hold and skip are meant; any other key that answers ends it, and answers nothing. True if it was one. */
export function stageKey(event: KeyboardEvent, director: Director): boolean {
  const on = event.target as Element | null;
  if (!director.playing || event.ctrlKey || event.metaKey || event.altKey || on?.closest?.(WRITTEN)) return false;
  if (event.key === " ") director.hold();
  else if (event.key === "ArrowRight") director.skip();
  else if (on?.closest?.("[data-free]") || !/^([a-z0-9]|Enter|Escape|Arrow.*)$/i.test(event.key)) return false;
  else director.finish();
  return true;
}

/** Do what a key means; what the page itself must do comes back by name, "done" if nothing is left, "" if it means nothing. */
export function handleShortcut(event: KeyboardEvent, around: Around): string {
  const { interaction, session, open } = around;
  const on = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return "";
  if (on?.closest?.(WRITTEN) && !(on as HTMLInputElement).matches('[type="range"]')) return "";
  if (event.key === "Escape") return open ? "close" : interaction.back() ? "done" : "";
  if (session.past) {
    const at = session.shown?.count ?? 0;
    const inGrid = on?.closest?.('[role="grid"]');
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: session.moment?.count ?? 0 }[event.key];
    if (to !== undefined && !inGrid) return (void session.lookAt(to), "done");
    if (event.key === " " && !on?.closest?.("button, a, summary")) return "play";
  }
  if (event.key === "?" && interaction.hover >= 0 && session.asked && !interaction.at(interaction.hover).length)
    return (interaction.askWhy(interaction.hover), "done");
  const key = event.key.toLowerCase();
  if (TOOLS[key]) return TOOLS[key];
  if (key === "u") return (void session.undo(), "done");
  if (!session.asked) return "";
  if (key === "enter" && interaction.chosen && !on?.closest?.("button, a, summary, [role=grid]"))
    return (void interaction.act(interaction.chosen), "done");
  if (key === "h") return (void interaction.askHint(), "done");
  if (session.question?.asked !== "action") return "";
  if (key === "p") return session.plan ? "done" : "plan";
  if (/^[1-9]$/.test(key)) return (interaction.ability(Number(key) - 1), "done");
  const action = ACTIONS.find((one) => one.key.toLowerCase() === key);
  return action ? (interaction.action(action.verb), "done") : "";
}
