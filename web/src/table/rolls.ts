// Dice out of the news: who rolled what, and the sentence that came of it.

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
  throws: Thrown[];
  said: string;
}

const isRoll = (one: News): one is RolledNews | DiceRolledNews => (one.event === "Rolled" || one.event === "DiceRolled") && !!one.faces;

/** The dice in these news; a challenger's dice that fell before belong to the same roll. */
export function rollOf(news: News[], moment: Moment | null, former: Roll | null): Roll | null {
  const throws = news.filter(isRoll).map((one) => thrownBy(one, moment));
  if (!throws.length) return null;
  if (throws.every((one) => one.defending) && former?.throws.length === 1 && !former.throws[0]!.defending)
    throws.unshift(former.throws[0]!);
  return { throws, said: "" };
}

/** What came of the dice, in the table's words. */
export function saidOfRoll(news: News[]): string {
  const OUTCOMES = ["ChallengeWon", "ChallengeLost", "KnockedDown", "KnockedOut"];
  return news
    .filter((one) => OUTCOMES.includes(one.event) && one.text)
    .map((one) => one.text)
    .join(" ");
}

function thrownBy(one: RolledNews | DiceRolledNews, moment: Moment | null): Thrown {
  const defending = one.event === "Rolled" && !!one.defending;
  const roller = one.event === "Rolled" && one.defending ? (one.target ?? one.figure ?? -1) : (one.figure ?? -1);
  const figure = figureOf(moment, roller);
  return {
    who: figure?.short || (defending ? "defense" : "challenge"),
    side: one.side || figure?.side || "",
    defending,
    faces: (one.faces ?? []).map(faceOf),
    successes: one.successes ?? 0,
    counts: one.counts ?? [],
  };
}

/** A face as the drawings know it: `b`, `s`, `!`, or what else is printed on it. */
function faceOf(face: string): string {
  return { burst: "b", shield: "s", triple: "!", blank: "" }[face] ?? face;
}
