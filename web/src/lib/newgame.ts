// A set-up as the set-up page holds it, read from a deal and written as the table wants it (docs/setups.md).

import { t } from "./text";
import type { CardShown, CatalogShown, MapShown, PieceShown, ScenarioShown, SideName } from "./protocol";

export interface Attached {
  name: string;
  of: string; // the character that has it; empty: chosen at the table, or nobody's
}

export interface Team {
  side: SideName;
  seats: number;
  size: number;
  figures: string[];
  attachments: Attached[];
  ultimate: boolean; // the figure plays alone with its ultimate card
}

export type Way = "here" | "open" | "secret"; // teams are chosen on the page, or picked at the table

export interface NewGame {
  mode: string;
  map: string;
  scenario: string;
  teams: Team[];
  way: Way;
  in_force: string[];
  basics?: boolean; // of picks at the table: basic characters too
  attach?: number; // of picks at the table: so many attachments for each side
  colours?: Colours; // of picks at the table: how the base colours are taken
}

export type Colours = "" | "chosen" | "starter"; // as they are here; chosen at the table; after the flip, the starter first
export const MOST_FIGURES = 6; // of a side

const MODES: Record<string, [string, string]> = {
  "2v2": ["2 v 2", t("newgame.two_sides_with_two")],
  "3v3": ["3 v 3", t("newgame.two_sides_with_three")],
  teams: [t("common.teams"), t("newgame.two_sides_with_two_2")],
  ffa3: [t("newgame.three_sides"), t("newgame.everyone_for_themselves_three")],
  ffa4: [t("newgame.four_sides"), t("newgame.everyone_for_themselves_four")],
  ultimate: [t("newgame.ultimate"), t("newgame.one_character_with_its")],
  first: [t("newgame.first_game"), t("newgame.the_small_first_game")],
};

/** A mode's title and what it is. */
export function modeShown(mode: string): [string, string] {
  return MODES[mode] ?? [mode, ""];
}

/** What a game is called: an ultimate game is not the scenario whose areas and markers it borrows (ULT-1). */
export function titleOf(game: NewGame): string {
  return game.mode === "ultimate" ? modeShown("ultimate")[0] : game.scenario;
}

interface Described {
  map?: string;
  scenario?: string;
  in_force?: string[];
  sides?: {
    side: SideName;
    seats?: number;
    figures?: string[];
    attachments?: (string | { name: string; of?: string })[];
    ultimate?: string;
  }[];
}

/** What a deal has dealt. */
export function fromDeal(mode: string, setup: Record<string, unknown>): NewGame {
  const described = setup as Described;
  const teams = (described.sides ?? []).map((side): Team => {
    const figures = side.ultimate ? [side.ultimate] : (side.figures ?? []);
    const attachments = (side.attachments ?? []).map((one) =>
      typeof one === "string" ? { name: one, of: "" } : { name: one.name, of: one.of ?? "" },
    );
    return { side: side.side, seats: side.seats ?? 1, size: figures.length, figures, attachments, ultimate: Boolean(side.ultimate) };
  });
  return { mode, map: described.map ?? "", scenario: described.scenario ?? "", teams, way: "here", in_force: described.in_force ?? [] };
}

/** The set-up for the table. */
export function toSetup(game: NewGame, catalog: Pick<CatalogShown, "cards" | "pieces">): Record<string, unknown> {
  const attach = game.attach ?? 0;
  const sides = game.teams.map((team) => {
    if (team.ultimate) return { side: team.side, ultimate: team.figures[0] ?? "" };
    if (isPicked(game)) return { side: team.side, seats: team.seats, picks: team.size, ...(attach ? { attach } : {}) };
    const attachments = team.attachments.map((one) => (one.of && team.figures.includes(one.of) ? one : one.name));
    return { side: team.side, seats: team.seats, figures: team.figures, ...(attachments.length ? { attachments } : {}) };
  });
  const setup: Record<string, unknown> = { map: game.map, scenario: game.scenario, sides };
  if (isPicked(game)) {
    setup.box = catalog.cards.filter((card) => card.kind === "character" && (game.basics || !card.basic)).map((card) => card.name);
    if (attach) setup.box = [...(setup.box as string[]), ...attachable(catalog).map((one) => one.name)];
    setup.secret = game.way === "secret";
    if (game.colours) setup.colours = game.colours === "starter" ? "starter" : true;
  }
  if (game.in_force.length) setup.in_force = game.in_force;
  return setup;
}

/** The scenarios that can be played in a mode. */
export function scenariosFor(mode: string, catalog: CatalogShown): ScenarioShown[] {
  const sides = mode === "ffa3" ? 3 : mode === "ffa4" ? 4 : 2;
  return catalog.scenarios.filter((one) => !one.ultimate && Boolean(one.first) === (mode === "first") && one.sides.includes(sides));
}

/** The maps a scenario is played on with so many sides. */
export function mapsFor(scenario: ScenarioShown | undefined, sides: number, catalog: CatalogShown): MapShown[] {
  return catalog.maps.filter(
    (map) => (!scenario?.maps?.length || scenario.maps.includes(map.name)) && (!map.sides?.length || map.sides.includes(sides)),
  );
}

/** Whether teams are free: first games and ultimate games have no attachments and no picks. */
export function isFree(game: NewGame): boolean {
  return game.mode !== "first" && game.mode !== "ultimate";
}

/** Whether the number of characters a side is chosen: in teams and free-for-all. */
export function hasSizes(mode: string): boolean {
  return mode === "teams" || mode === "ffa3" || mode === "ffa4";
}

/** Whether a side may have two players: of two sides, one with two characters or more (TEA-1). */
export function mayShare(game: NewGame, team: Team): boolean {
  return game.teams.length === 2 && team.size > 1;
}

/** The game with another number of players on one side. */
export function withSeats(game: NewGame, side: SideName, seats: number): NewGame {
  return { ...game, teams: game.teams.map((one) => (one.side === side ? { ...one, seats } : one)) };
}

/** A new deal with as many players on each side as before, if the mode is the same. */
export function sharedAs(game: NewGame, before: NewGame | undefined): NewGame {
  if (before?.mode !== game.mode) return game;
  const seats = new Map(before.teams.map((one) => [one.side, one.seats]));
  return { ...game, teams: game.teams.map((one) => (mayShare(game, one) ? { ...one, seats: seats.get(one.side) ?? one.seats } : one)) };
}

/** The scenario status cards that can be in force from the start; a first game has none. */
export function rulesFor(game: NewGame, catalog: Pick<CatalogShown, "pieces">): PieceShown[] {
  return game.mode === "first" ? [] : catalog.pieces.filter((one) => one.is_for_all);
}

/** Whether teams are picked at the table. */
export function isPicked(game: NewGame): boolean {
  return game.way !== "here" && isFree(game);
}

/** What can be attached: items, companions, objectives (by the title of their card). */
export function attachable(
  catalog: Pick<CatalogShown, "cards" | "pieces">,
): { name: string; kind: string; card?: CardShown; piece?: PieceShown }[] {
  return [
    ...catalog.pieces.filter((one) => one.sort === "item").map((piece) => ({ name: piece.name, kind: "item", piece })),
    ...catalog.cards.filter((one) => one.kind === "companion").map((card) => ({ name: card.name, kind: "companion", card })),
    ...catalog.cards.filter((one) => one.kind === "objective").map((card) => ({ name: card.title || card.name, kind: "objective", card })),
  ];
}

/** Put a character into a team or take it out; a full team loses its last for it. */
export function toggled(team: Team, name: string): Team {
  if (team.figures.includes(name)) {
    const figures = team.figures.filter((one) => one !== name);
    return { ...team, figures, attachments: team.attachments.map((one) => (one.of === name ? { ...one, of: "" } : one)) };
  }
  const figures = team.figures.length >= team.size ? [...team.figures.slice(0, team.size - 1), name] : [...team.figures, name];
  return { ...team, figures, attachments: team.attachments.map((one) => (one.of && !figures.includes(one.of) ? { ...one, of: "" } : one)) };
}

/** The game with a character in the first team, in place of its last one. */
export function withOwn(game: NewGame, name: string): NewGame {
  const [first, ...rest] = game.teams;
  if (!first || first.figures.includes(name)) return game;
  return { ...game, teams: [toggled({ ...first, figures: first.figures.slice(0, -1) }, name), ...rest] };
}

const MOST_OWN = 6; // characters of its own that a room takes

/** The cards of the card box that go along to the table: those in its teams, or all that may be picked there. */
export function brought<T extends { card: CardShown }>(game: NewGame, own: readonly T[]): T[] {
  const used = new Set(game.teams.flatMap((team) => team.figures));
  return own.filter((one) => isPicked(game) || used.has(one.card.name)).slice(0, MOST_OWN);
}

/** What is still missing before the table can be laid, in a sentence; empty if nothing is. */
export function missing(game: NewGame): string {
  if (isPicked(game)) return "";
  for (const team of game.teams) {
    const lacks = team.size - team.figures.length;
    const title = team.side[0]!.toUpperCase() + team.side.slice(1);
    if (lacks > 0)
      return t("newgame.lacks", { title, rest: lacks === 1 ? t("newgame.one_character") : t("newgame.characters", { lacks }) });
  }
  const counts = new Set(game.teams.filter((team) => !team.ultimate).map((team) => team.attachments.length));
  return counts.size > 1 ? t("newgame.every_side_must_have") : "";
}
