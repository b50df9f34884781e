// Which answer lies where: the options of a question sorted into squares of the board, abilities of the card, and buttons.

import { t } from "../lib/text";
import type {
  BasicAction,
  FigureNow,
  Game,
  Moment,
  OddsShown,
  Option,
  Question,
  ReasonShown,
  SightIs,
  ThreatShown,
  Try,
  WhyShown,
} from "../lib/protocol";
import type { Marks } from "./board/marks";
import { heatOf, threatened } from "./threats";
import { figureOf, percent } from "./words";

/** The basic actions of the bar, with their keys, words and signs. */
export const ACTIONS = [
  { verb: "move", key: "M", word: t("common.move"), icon: "move" },
  { verb: "challenge", key: "C", word: t("common.challenge_2"), icon: "burst" },
  { verb: "assist", key: "A", word: t("options.assist"), icon: "assist" },
  { verb: "interact", key: "I", word: t("options.interact"), icon: "hand" },
  { verb: "rally", key: "R", word: t("options.rally"), icon: "assist" },
  { verb: "end", key: "E", word: t("common.end_turn"), icon: "end" },
] as const;

const BASIC = new Set<Option["verb"]>(ACTIONS.map((action) => action.verb));

/** Whether the odds of an option can be asked for. */
export function mayChallenge(option: Option): boolean {
  return !!option.challenge;
}

export type Person = Extract<Option, { verb: "turn" | "figure" }>;

/** Whether an option is a figure to be chosen by name. */
export function isPerson(option: Option): option is Person {
  return option.verb === "turn" || (option.verb === "figure" && !mayChallenge(option));
}

/** The squares of an option's way, the last is where it ends. */
export function pathOf(option: Option): number[] {
  return "path" in option ? (option.path ?? []) : [];
}

/** How many steps an option's way has; 0 where it has none. */
export function stepsOf(option: Option): number {
  return pathOf(option).length;
}

/** What an option says below its name. */
export function detailOf(option: Option): string {
  return "detail" in option ? (option.detail ?? "") : "";
}

/** Why an ability or item would do nothing now; empty if it does something. */
export function idleOf(option: Option): string {
  return "idle" in option ? (option.idle ?? "") : "";
}

/** The thing that an option is aimed at, or -1. */
export function targetOf(option: Option): number {
  return "target" in option ? (option.target ?? -1) : option.verb === "turn" || option.verb === "figure" ? option.figure : -1;
}

/** What is chosen on a card's own text or by a button. */
function isOfCard(option: Option): boolean {
  return option.verb === "ability" || option.verb === "use" || option.verb === "offer";
}

/** The square of the board that stands for an option, or -1. */
export function squareOf(option: Option, moment: Moment): number {
  if (isOfCard(option) || "card" in option) return -1;
  return ("square" in option ? option.square : undefined) ?? squareOfThing(targetOf(option), moment);
}

function squareOfThing(thing: number, moment: Moment): number {
  const figure = figureOf(moment, thing);
  if (figure) return figure.at === "board" ? (figure.square ?? -1) : -1;
  return moment.pieces.find((piece) => piece.id === thing)?.square ?? -1;
}

export interface Sorted {
  /** Square → the options a click there may mean. */
  squares: Map<number, Option[]>;
  /** Abilities, items and offers: chosen on the card's own text or by a button. */
  cards: Option[];
  /** Basic actions that need no square. */
  basics: Option[];
  /** Everything else: buttons of the bar. */
  buttons: Option[];
}

/** Sort the options of a question. */
export function sorted(options: Option[], moment: Moment): Sorted {
  const found: Sorted = { squares: new Map(), cards: [], basics: [], buttons: [] };
  for (const option of options) {
    const square = squareOf(option, moment);
    if (square >= 0) found.squares.set(square, [...(found.squares.get(square) ?? []), option]);
    else if (isOfCard(option)) found.cards.push(option);
    else if (BASIC.has(option.verb)) found.basics.push(option);
    else found.buttons.push(option);
  }
  return found;
}

/** The answer that is ready: what was chosen, or the only thing left to do. */
export function readyAnswer(options: Option[], chosen: Option | null): Option | null {
  if (chosen) return chosen;
  return options.length === 1 ? options[0]! : null;
}

/** Whether nothing is left but to end the turn. */
export function endsTurn(options: Option[]): boolean {
  return options.length > 0 && options.every((option) => option.verb === "end" || (option.verb === "move" && !stepsOf(option)));
}

const TWO_LINES = 7; // so many dice are smaller and stand in two lines

/** How large so many dice are drawn, where `most` of the usual size stand in a row. */
export function dieSize(count: number, most: number, usual: number): number {
  if (count < TWO_LINES) return Math.max(18, count <= most ? usual : (usual * most) / count);
  return Math.max(18, Math.min(usual * 0.62, (usual * most) / Math.ceil(count / 2)));
}

/** The width that breaks so many dice into two even lines; empty where they stand in one. */
export function twoLines(count: number, size: number, gap: number, from = TWO_LINES): string {
  return count < from ? "" : `${Math.ceil(count / 2) * (size + gap)}px`;
}

/** The options of a square that are lit: of one basic action, or all but staying where one is. */
export function lively(options: Option[], only: BasicAction | ""): Option[] {
  return options.filter((option) => (only ? option.verb === only : option.verb !== "move" || stepsOf(option) > 0));
}

export interface Lit {
  moment: Moment;
  sorted: Sorted;
  odds: ReadonlyMap<number, OddsShown>;
  only: BasicAction | ""; // one action alone, or "" for all
  chosen: Option | null;
  hover: number;
  no: WhyShown | null;
  sight: SightIs | null;
  threats: ThreatShown[] | null;
  pointsAt: number[];
  columns: number;
  rows: number;
}

/** The square of whom a chosen card challenges, if it is certain whom; -1 otherwise. */
export function aimOf(chosen: Option | null, odds: ReadonlyMap<number, OddsShown>, moment: Moment): number {
  if (!chosen?.rolls || !isOfCard(chosen)) return -1;
  return squareOfThing(odds.get(chosen.n)?.target ?? -1, moment);
}

/** What the board lights up. */
export function marksOf(lit: Lit): Marks {
  const marks: Marks = { reach: new Map(), targets: [], options: new Set() };
  const aim = aimOf(lit.chosen, lit.odds, lit.moment);
  if (aim >= 0) marks.targets!.push({ square: aim, odds: `${percent(lit.odds.get(lit.chosen!.n)!.win)}%`, chosen: true });
  for (const [square, all] of lit.sorted.squares) {
    const options = lively(all, lit.only).filter((one) => aim < 0 || (square !== aim && !mayChallenge(one)));
    const option = options.find(mayChallenge) ?? options[0];
    if (!option) continue;
    const known = lit.odds.get(option.n);
    const steps = stepsOf(option);
    if (mayChallenge(option)) {
      marks.targets!.push({ square, odds: known ? `${percent(known.win)}%` : undefined, chosen: option.n === lit.chosen?.n });
    } else if (steps) marks.reach!.set(square, steps);
    else marks.options!.add(square);
  }
  const chosenAt = lit.chosen ? squareOf(lit.chosen, lit.moment) : -1;
  if (chosenAt >= 0 && !mayChallenge(lit.chosen!)) marks.chosen = chosenAt;
  const under = chosenAt >= 0 ? lit.chosen : lit.sorted.squares.get(lit.hover)?.find((one) => stepsOf(one) > 0);
  if (under && stepsOf(under)) marks.path = pathOf(under);
  if (lit.no) {
    marks.no = { walls: [], squares: [], things: [] };
    for (const reason of lit.no.reasons) {
      marks.no.walls.push(...(reason.walls ?? []));
      marks.no.squares.push(...(reason.squares ?? []));
      marks.no.things.push(...(reason.things ?? []));
    }
    marks.way = lit.no.way_squares;
  }
  if (lit.sight) addSight(marks, lit.sight, lit.columns * lit.rows);
  if (lit.threats) {
    marks.threats = threatened(lit.threats, lit.moment);
    marks.heat = heatOf(lit.threats);
  }
  if (lit.pointsAt.length) marks.pointsAt = lit.pointsAt;
  return marks;
}

function addSight(marks: Marks, sight: SightIs, squares: number): void {
  const seen = new Set([...sight.seen, sight.start]);
  marks.unseen = new Set(Array.from({ length: squares }, (_, n) => n).filter((n) => !seen.has(n)));
  const to = sight.to ?? -1;
  if (to < 0 || to === sight.start) return;
  const stop = sight.stops?.[0];
  const wall = stop?.walls?.[0];
  marks.line = { from: sight.start, to, clear: sight.clear ?? true, stop: wall ?? stop?.squares?.[0] };
}

/** A reason in one line: the rule's sentence and its number. */
export function reasonOf(reason: ReasonShown): string {
  return `${reason.short || reason.sentence}${reason.rule ? ` (${reason.rule})` : ""}`;
}

/** What cannot be chosen, and whose reasons are shown before anybody asks: actions, abilities and figures that the question does not offer. */
export function foreseen(question: Question, moment: Moment, game: Game): Try[] {
  const actor = figureOf(moment, question.figure ?? -1);
  if (!actor || !question.options || question.asked !== "action") return [];
  const verbs = new Set(question.options.map((option) => option.verb));
  const tries: Try[] = ACTIONS.filter(({ verb }) => verb !== "rally" && !verbs.has(verb)).map(({ verb }) => ({
    tries: "action",
    action: verb,
  }));
  tries.push(...unusable(actor, question, game).map((ability): Try => ({ tries: "ability", ability })));
  const offered = new Set(question.options.map((option) => squareOf(option, moment)));
  for (const figure of moment.figures) {
    if (figure.at === "board" && figure.id !== actor.id && !offered.has(figure.square ?? -1))
      tries.push({ tries: "square", square: figure.square ?? -1 });
  }
  return tries.slice(0, 24);
}

/** The abilities of a figure's card that the question does not offer, by their place. */
export function unusable(actor: FigureNow, question: Question, game: Game): number[] {
  const offered = new Set<number>();
  for (const one of question.options ?? []) if (one.verb === "ability" && one.figure === actor.id) offered.add(one.ability);
  const card = game.cards[actor.card ?? actor.name];
  return [...(card?.abilities ?? []).keys()].filter((n) => !offered.has(n));
}

/** What a move of the bar says under its name: `up to 2`, `3 targets`. */
export function actionWord(verb: BasicAction, options: Option[], moment: Moment): string {
  const own = options.filter((option) => option.verb === verb);
  if (!own.length) return "";
  if (verb === "move") {
    const most = Math.max(...own.map(stepsOf));
    return most ? t("options.up_to", { most }) : t("options.in_place");
  }
  if (verb === "rally") return t("options.stand_up");
  if (verb === "end") return "";
  const target = targetOf(own[0]!);
  if (own.length > 1) return t("options.choices", { count: own.length });
  return figureOf(moment, target)?.short ?? moment.pieces.find((piece) => piece.id === target)?.name ?? "";
}
