// What a team comes to: the tokens of its shared pool, the abilities that spend them, and hints about both.

import { t } from "./text";
import { COLOURS, colourName, listed } from "./names";
import type { AbilityShown, CardShown, ColourName } from "./protocol";

export interface Spending {
  card: CardShown;
  ability: AbilityShown;
}

export interface ColourOfPool {
  colour: ColourName;
  from: CardShown[]; // one for each token
  spent: Spending[];
  counted: Spending[]; // abilities of another colour whose words count tokens of this one
}

/** The pool of a team by colour: who brings each token, which abilities spend it, which count it. */
export function pool(team: readonly CardShown[]): ColourOfPool[] {
  const abilities = team.flatMap((card) => (card.abilities ?? []).map((ability) => ({ card, ability })));
  return COLOURS.map((colour) => ({
    colour,
    from: team.flatMap((card) => (card.tokens ?? []).filter((one) => one === colour).map(() => card)),
    spent: abilities.filter((one) => one.ability.colour === colour),
    counted: abilities.filter((one) => one.ability.colour !== colour && one.ability.counts?.includes(colour)),
  }));
}

export interface Hint {
  colour: ColourName;
  text: string;
}

/** What one should know about a team's pool: colours that are missing, and tokens that must serve too much. */
export function hints(team: readonly CardShown[], all: readonly CardShown[]): Hint[] {
  const found: Hint[] = [];
  for (const { colour, from, spent, counted } of pool(team)) {
    const bringing = all.filter(
      (card) => card.kind === "character" && card.tokens?.includes(colour) && !team.some((one) => one.name === card.name),
    );
    const helpers = bringing.slice(0, 3).map((card) => card.short || card.name);
    const help = helpers.length ? `: ${listed(helpers, "or")}` : "";
    if (spent.length && !from.length) {
      found.push({
        colour,
        text: t("team.no_in_the_pool", { colour: colourName(colour), name: listed(spent.map((one) => one.ability.name)), help }),
      });
    } else if (from.length === 1 && spent.length && counted.length) {
      found.push({
        colour,
        text: t("team.one_serves_and_what", {
          colour: colourName(colour),
          name: spent[0]!.ability.name,
          other: counted[0]!.ability.name,
          help,
        }),
      });
    } else if (from.length === 1 && spent.length > 2) {
      found.push({ colour, text: t("team.one_serves_abilities_a", { colour: colourName(colour), count: spent.length, help }) });
    } else if (from.length && !spent.length && !counted.length) {
      found.push({ colour, text: t(from.length === 1 ? "team.nobody_spends_one" : "team.nobody_spends", { colour: colourName(colour) }) });
    }
  }
  return found;
}
