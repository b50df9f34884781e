// Opening a table from a page: ask for it, keep its seats in this browser, go there.

import { t } from "./text";
import { api } from "./api";
import { fromDeal, toSetup, withOwn } from "./newgame";
import type { BotShown, CatalogShown, NewTable, QuickMatch, SeatWanted } from "./protocol";
import { route } from "./router.svelte";
import { newChain } from "./dice";
import { type Drill, keepTable, randomHex, tokensOf } from "./seats";
import { settings } from "./settings.svelte";

export interface About {
  title: string;
  kind?: string;
  light?: string[];
  dark?: string[];
  coached?: boolean; // hints on the way
  drill?: Drill;
}

/** A seat of mine, with its share of the dice. */
export function mySeat(name = settings.now.name): SeatWanted {
  return { kind: "me", name: name || t("common.player_1"), seed: newChain() };
}

/** The bot that was chosen last; at first the lowest of the ladder. */
export function chosenBot(bots: readonly BotShown[]): string {
  return (bots.find((one) => one.name === settings.now.bot) ?? bots[0])?.name ?? "";
}

const FIRST_MATCH = "first-golden_girls";

/** The smallest match there is, against the lowest of the ladder: the first game of a newcomer. */
export function openFirst(catalog: CatalogShown): Promise<string> {
  const match = catalog.quick.find((one) => one.key === FIRST_MATCH) ?? catalog.quick[0];
  return match ? openQuick(match, catalog, catalog.bots[0]?.name, true) : Promise.resolve("");
}

/** Open a table whose server has bound itself to its seed before it sees mine, and go there; a refusal's sentence comes back, empty if all is well. */
export async function openTable(wanted: NewTable, about: About): Promise<string> {
  const told = wanted.seats?.some((seat) => seat.seed) ? await api.commit() : null;
  if (told && !told.ok) return told.refusal.sentence;
  const promise = told?.value.commitment;
  const answer = await api.open(promise ? { ...wanted, commitment: promise } : wanted, wanted.after ? tokensOf(wanted.after)[0] : "");
  if (!answer.ok) return answer.refusal.sentence;
  keepTable(answer.value.code, {
    tokens: answer.value.seats,
    promise,
    mine: promise ? answer.value.seats.map((given) => given.seat) : [],
    ends: Object.fromEntries(answer.value.seats.map((given) => [given.seat, wanted.seats?.[given.seat]?.seed ?? ""])),
    title: about.title,
    kind: about.kind ?? "game",
    light: about.light ?? [],
    dark: about.dark ?? [],
    ...(about.coached ? { coached: true } : {}),
    ...(about.drill ? { drill: about.drill } : {}),
  });
  route.go(`${wanted.record && wanted.at === undefined ? "/r/" : "/t/"}${answer.value.code}`);
  return "";
}

/** A ready-made match against a bot: placed, the first question is the first turn. */
export function openQuick(match: QuickMatch, catalog: CatalogShown, bot = chosenBot(catalog.bots), coached = false): Promise<string> {
  const sides = (match.setup.sides as { seats?: number }[] | undefined) ?? [{}, {}];
  const seats: SeatWanted[] = sides.flatMap((side, n) =>
    Array.from({ length: side.seats ?? 1 }, (_, k) => (n + k === 0 ? mySeat() : { kind: "bot", bot })),
  );
  return openTable(
    { quick: match.key, placed: true, seats, title: match.title },
    { title: match.title, light: match.light, dark: match.dark, coached },
  );
}

/** A dealt match with a character written here against the chosen bot, placed like a quick match. */
export async function openWith(text: string, name: string): Promise<string> {
  const [catalog, dealt] = await Promise.all([
    api.catalog(),
    api.deal({ mode: "2v2", map: "", scenario: "", teams: [], seed: randomHex(8), sides: 0 }),
  ]);
  if (!catalog.ok) return catalog.refusal.sentence;
  if (!dealt.ok) return dealt.refusal.sentence;
  const game = withOwn(fromDeal("2v2", dealt.value.setup), name);
  const [light, dark] = game.teams.map((team) => team.figures);
  return openTable(
    {
      setup: toSetup(game, catalog.value),
      placed: true,
      seats: [mySeat(), { kind: "bot", bot: chosenBot(catalog.value.bots) }],
      title: `${game.scenario}, ${game.map}`,
      cards: [text],
    },
    { title: game.scenario, light, dark },
  );
}
