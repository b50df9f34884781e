// Opening a table from a page: ask for it, keep its seats in this browser, go there.

import { api, type Answer } from "./api";
import type { BotShown, CatalogShown, NewTable, QuickMatch, SeatWanted, TableOpened } from "./protocol";
import { route } from "./router.svelte";
import { keepTable, randomHex } from "./seats";
import { settings } from "./settings.svelte";

export interface About {
  title: string;
  kind?: string;
  light?: string[];
  dark?: string[];
}

/** A seat of mine, with its share of the dice. */
export function mySeat(name = settings.now.name): SeatWanted {
  return { kind: "me", name: name || "Player 1", seed: randomHex() };
}

/** The bot a newcomer meets. */
export function firstBot(bots: readonly BotShown[]): string {
  return (bots.find((one) => one.newcomers) ?? bots[0])?.name ?? "";
}

/** Ask for a table whose server has bound itself to its seed before it sees mine; with what it promised. */
async function bound(wanted: NewTable, bind = true): Promise<[Answer<TableOpened>, string]> {
  const told = bind && wanted.seats?.some((seat) => seat.seed) ? await api.commit() : null;
  const commitment = told?.ok ? told.value.commitment : "";
  return [await api.open(commitment ? { ...wanted, commitment } : wanted), commitment];
}

/** Open a table and go to it; a refusal's sentence comes back, empty if all is well. */
export async function openTable(wanted: NewTable, about: About): Promise<string> {
  let [answer, promise] = await bound(wanted);
  // Of several processes another may have bound itself: it is asked again, and in the end the table opens without.
  for (let tries = 0; tries < 4 && promise && !answer.ok && answer.refusal.refused === "unknown"; tries++) [answer, promise] = await bound(wanted, tries < 3);
  if (!answer.ok) return answer.refusal.sentence;
  keepTable(answer.value.code, { tokens: answer.value.seats, promise, title: about.title, kind: about.kind ?? "game", light: about.light ?? [], dark: about.dark ?? [] });
  route.go(`${wanted.record && wanted.at === undefined ? "/r/" : "/t/"}${answer.value.code}`);
  return "";
}

/** A ready-made match against the first bot: placed, the first question is the first turn. */
export function openQuick(match: QuickMatch, catalog: CatalogShown): Promise<string> {
  const bot = firstBot(catalog.bots);
  const sides = (match.setup.sides as { seats?: number }[] | undefined) ?? [{}, {}];
  const seats: SeatWanted[] = sides.flatMap((side, n) => Array.from({ length: side.seats ?? 1 }, (_, k) => (n + k === 0 ? mySeat() : { kind: "bot", bot })));
  return openTable({ quick: match.key, placed: true, seats, title: match.title }, { title: match.title, light: match.light, dark: match.dark });
}
