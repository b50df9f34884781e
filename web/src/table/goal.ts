// How this match is won, from the scenario's own signs: what does not count with these sides and numbers is left out.

import type { Game, Moment, SignShown } from "../lib/protocol";
import { t } from "../lib/text";

/** The ways to points that count in this match for a side. */
export function signsOf(game: Game, moment: Moment, side: string): SignShown[] {
  const scenario = game.scenario;
  if (!scenario) return [];
  const size = Math.max(
    ...moment.sides.map((one) => moment.figures.filter((figure) => figure.side === one.side && figure.kind === "character").length),
  );
  const ultimate = moment.figures.find((figure) => figure.ultimate)?.side;
  const part = scenario.parts?.[side as keyof typeof scenario.parts] ?? (ultimate ? (ultimate === side ? "ultimate" : "others") : "");
  return (scenario.signs ?? []).filter(
    (sign) =>
      (sign.kind !== "marker" || moment.pieces.some((piece) => piece.letter)) &&
      (!sign.characters || size >= sign.characters) &&
      (!sign.part || !part || sign.part === part),
  );
}

/** What a sign is for, in a few words. */
export function signWords(sign: SignShown): string {
  return sign.says || t(`signs.${sign.kind}`, { thing: sign.thing });
}

/** The three lines of the goal card: what to do, when it is won, what gives points. */
export function goalLines(game: Game, moment: Moment, side: string): string[] {
  const signs = signsOf(game, moment, side);
  const wins = signs.filter((sign) => sign.wins).map(signWords);
  const won = game.target
    ? t(game.scenario?.wins_at ? "goal.first_to_at_once" : "goal.first_to_at_end", { target: game.target })
    : wins.length && !game.scenario?.aim // the aim of such a match says how it is won
      ? t("goal.wins", { what: wins.join(", ") })
      : "";
  const scores = (["once", "round"] as const).flatMap((time) => {
    const said = signs
      .filter((sign) => sign.time === time && !sign.wins)
      .map((sign) => [signWords(sign), sign.points].filter(Boolean).join(" "));
    return said.length ? [t("goal.scores", { when: t(`signs.time_${time}`), what: said.join(", ") })] : [];
  });
  return [game.scenario?.aim ?? "", won, scores.join(" ")].filter(Boolean);
}
