// Dice out of the news: who rolled what, and the sentence that came of it.

import type { Moment, News } from "../lib/protocol";
import { figureOf } from "./words";

export interface Thrown {
  who: string;
  side: string;
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

const kind = (one: News) => one.event.toLowerCase();
const OUTCOMES = new Set(["challengewon", "challengelost", "knockeddown", "knockedout"]);

/** The last roll in these news; a challenger's dice that came before belong to the same roll. */
export function rollOf(news: News[], moment: Moment | null, former: Roll | null): Roll | null {
  const thrown = news.filter((one) => (kind(one) === "rolled" || kind(one) === "dicerolled") && one.faces);
  if (!thrown.length) return null;
  const throws: Thrown[] = [];
  let title = former?.title ?? "Dice";
  for (const one of news) {
    if (kind(one) === "challenged") {
      title = `${nameOf(moment, one.figure)} challenges ${nameOf(moment, one.target)}`;
      throws.length = 0;
    }
    if (!one.faces || !thrown.includes(one)) continue;
    const roller = one.defending ? (one.target ?? one.figure ?? -1) : (one.figure ?? -1);
    const side = one.side || figureOf(moment, roller)?.side || "";
    const faces = one.faces.map(faceOf);
    const successes = one.successes ?? 0;
    throws.push({
      who: nameOf(moment, roller) || (one.defending ? "defense" : "challenge"),
      side,
      defending: !!one.defending,
      faces,
      successes,
      counts: countsOf(faces, successes, !!one.defending),
    });
  }
  if (throws.every((one) => one.defending) && former?.throws.length === 1 && !former.throws[0]!.defending)
    throws.unshift(former.throws[0]!);
  const said = news
    .filter((one) => OUTCOMES.has(kind(one)) && one.text)
    .map((one) => one.text)
    .join(" ");
  const figures = [...(former?.figures ?? []), ...thrown.flatMap((one) => [one.figure ?? -1, one.target ?? -1])].slice(-4);
  return { title, throws, said, figures };
}

/** What each face counts: `!` three, and one the face of its side; dice that a text adds do not say whose they are, their sum does. */
function countsOf(faces: string[], successes: number, defending: boolean): number[] {
  const counted = (good: string) => faces.map((face) => (face === "!" ? 3 : face === good ? 1 : 0));
  const sums = (counts: number[]) => counts.reduce((sum, one) => sum + one, 0) === successes;
  return [counted(defending ? "s" : "b"), counted("s")].find(sums) ?? faces.map(() => 0);
}

function nameOf(moment: Moment | null, figure: number | undefined): string {
  return figureOf(moment, figure ?? -1)?.short ?? "";
}

/** A face as the drawings know it: `b`, `s`, `!`, or what else is printed on it. */
function faceOf(face: string): string {
  return { burst: "b", shield: "s", triple: "!" }[face] ?? face;
}
