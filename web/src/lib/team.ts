// What a team comes to: the tokens of its shared pool, the abilities that spend them, and hints about both.

import { COLOURS, listed } from "./names";
import type { AbilityShown, CardShown } from "./protocol";

export interface Spending {
  card: CardShown;
  ability: AbilityShown;
}

export interface ColourOfPool {
  colour: string;
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
    counted: abilities.filter((one) => one.ability.colour !== colour && new RegExp(`\\b${colour} token`, "i").test(one.ability.text)),
  }));
}

export interface Hint {
  colour: string;
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
        text: `No ${colour} in the pool: ${listed(spent.map((one) => one.ability.name))} cannot be paid. Who brings ${colour}${help}.`,
      });
    } else if (from.length === 1 && spent.length && counted.length) {
      found.push({
        colour,
        text: `One ${colour} serves ${spent[0]!.ability.name} and what ${counted[0]!.ability.name} counts. A second ${colour} would help${help}.`,
      });
    } else if (from.length === 1 && spent.length > 2) {
      found.push({ colour, text: `One ${colour} serves ${spent.length} abilities. A second ${colour} would help${help}.` });
    } else if (from.length && !spent.length && !counted.length) {
      found.push({ colour, text: `Nobody spends ${colour}: its ${from.length === 1 ? "token" : "tokens"} would only lie in the pool.` });
    }
  }
  return found;
}
