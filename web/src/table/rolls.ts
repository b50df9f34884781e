// Dice out of the news: who rolled what, and the sentence that came of it.

import { t } from "../lib/text";
import type { DiceRolledNews, Moment, News, RolledNews, SideOrNone } from "../lib/protocol";
import { figureOf } from "./words";

export interface Thrown {
  who: string;
  side: SideOrNone;
  defending: boolean;
  faces: string[];
  successes: number;
  counts: number[]; // what each face adds to the successes
}

export interface Roll {
  title: string;
  throws: Thrown[];
  said: string;
  figures: number[]; // who rolled: not to be covered
}

const isRoll = (one: News): one is RolledNews | DiceRolledNews => (one.event === "Rolled" || one.event === "DiceRolled") && !!one.faces;
const isOutcome = (one: News): boolean =>
  one.event === "ChallengeWon" || one.event === "ChallengeLost" || one.event === "KnockedDown" || one.event === "KnockedOut";

/** The last roll in these news; a challenger's dice that came before belong to the same roll. */
export function rollOf(news: News[], moment: Moment | null, former: Roll | null): Roll | null {
  const rolls = news.filter(isRoll);
  if (!rolls.length) return null;
  const throws: Thrown[] = [];
  let title = former?.title ?? t("common.dice");
  for (const one of news) {
    if (one.event === "Challenged") {
      title = t("rolls.challenges", { who: nameOf(moment, one.figure), who2: nameOf(moment, one.target) });
      throws.length = 0;
    }
    if (isRoll(one)) throws.push(thrownBy(one, moment));
  }
  if (throws.every((one) => one.defending) && former?.throws.length === 1 && !former.throws[0]!.defending)
    throws.unshift(former.throws[0]!);
  const said = news
    .filter((one) => isOutcome(one) && one.text)
    .map((one) => one.text)
    .join(" ");
  const figures = [
    ...(former?.figures ?? []),
    ...rolls.flatMap((one) => [one.figure ?? -1, one.event === "Rolled" ? (one.target ?? -1) : -1]),
  ];
  return { title, throws, said, figures: figures.slice(-4) };
}

function thrownBy(one: RolledNews | DiceRolledNews, moment: Moment | null): Thrown {
  const defending = one.event === "Rolled" && !!one.defending;
  const roller = one.event === "Rolled" && one.defending ? (one.target ?? one.figure ?? -1) : (one.figure ?? -1);
  return {
    who: nameOf(moment, roller) || (defending ? "defense" : "challenge"),
    side: one.side || figureOf(moment, roller)?.side || "",
    defending,
    faces: (one.faces ?? []).map(faceOf),
    successes: one.successes ?? 0,
    counts: one.counts ?? [],
  };
}

function nameOf(moment: Moment | null, figure: number | undefined): string {
  return figureOf(moment, figure ?? -1)?.short ?? "";
}

/** A face as the drawings know it: `b`, `s`, `!`, or what else is printed on it. */
function faceOf(face: string): string {
  return { burst: "b", shield: "s", triple: "!", blank: "" }[face] ?? face;
}
