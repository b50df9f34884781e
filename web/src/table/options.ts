// Which answer lies where: the options of a question sorted into squares of the board, abilities of the card, and buttons.

import type { FigureNow, Game, Moment, OddsShown, Option, Question, SightIs, ThreatShown, WhyShown } from "../lib/protocol";
import type { Marks } from "./board/marks";
import { figureAt, figureOf, percent, squareName } from "./words";

/** The basic actions of the bar, with their keys, words and signs. */
export const ACTIONS = [
  { verb: "move", key: "M", word: "Move", icon: "move" },
  { verb: "challenge", key: "C", word: "Challenge", icon: "burst" },
  { verb: "assist", key: "A", word: "Assist", icon: "assist" },
  { verb: "interact", key: "I", word: "Interact", icon: "hand" },
  { verb: "rally", key: "R", word: "Rally", icon: "assist" },
  { verb: "end", key: "E", word: "End turn", icon: "end" },
] as const;

const ON_CARD = new Set(["ability", "use", "offer"]);
const BASIC = new Set<string>(ACTIONS.map((action) => action.verb));
const PLAIN = new Set(["yes", "no", "done", "way", "order", "side", "pick", "attach"]);

/** The square of the board that stands for an option, or -1. */
export function squareOf(option: Option, moment: Moment): number {
  if (PLAIN.has(option.verb) || ON_CARD.has(option.verb) || option.verb === "end" || option.verb === "rally") return -1;
  if ((option.square ?? -1) >= 0) return option.square!;
  const path = option.path ?? [];
  if (path.length) return path[path.length - 1]!;
  const target = option.target ?? -1;
  const thing = target >= 0 ? target : (option.figure ?? -1);
  if (thing < 0) return -1;
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
    else if (ON_CARD.has(option.verb)) found.cards.push(option);
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

/** The options of a square that are lit: of one basic action, or all but staying where one is. */
export function lively(options: Option[], only: string): Option[] {
  return options.filter((option) => (only ? option.verb === only : option.verb !== "move" || !!option.path?.length));
}

export interface Lit {
  moment: Moment;
  sorted: Sorted;
  odds: ReadonlyMap<number, OddsShown>;
  only: string; // a verb, or "" for all
  chosen: Option | null;
  hover: number;
  no: WhyShown | null;
  sight: SightIs | null;
  threats: ThreatShown[] | null;
  pointsAt: number[];
  columns: number;
  rows: number;
}

/** What the board lights up. */
export function marksOf(lit: Lit): Marks {
  const marks: Marks = { reach: new Map(), targets: [], options: new Set() };
  for (const [square, all] of lit.sorted.squares) {
    const options = lively(all, lit.only);
    const option = options.find((one) => one.challenge) ?? options[0];
    if (!option) continue;
    const known = lit.odds.get(option.n);
    if (option.challenge) {
      marks.targets!.push({ square, odds: known ? `${percent(known.win)}%` : undefined, chosen: option.n === lit.chosen?.n });
    } else if (option.path?.length && (option.verb === "move" || option.verb === "square")) marks.reach!.set(square, option.path.length);
    else marks.options!.add(square);
  }
  const chosenAt = lit.chosen ? squareOf(lit.chosen, lit.moment) : -1;
  if (chosenAt >= 0 && !lit.chosen!.challenge) marks.chosen = chosenAt;
  const under = chosenAt >= 0 ? lit.chosen : lit.sorted.squares.get(lit.hover)?.find((one) => one.path?.length);
  if (under?.path?.length) marks.path = under.path;
  if (lit.no) {
    marks.no = { walls: [], squares: [], things: [] };
    for (const reason of lit.no.reasons) {
      marks.no.walls.push(...((reason.walls ?? []) as [number, number, number, number][]));
      marks.no.squares.push(...(reason.squares ?? []));
      marks.no.things.push(...(reason.things ?? []));
    }
    marks.way = lit.no.way_squares;
  }
  if (lit.sight) addSight(marks, lit.sight, lit.columns * lit.rows);
  if (lit.threats) marks.threats = threatened(lit.threats, lit.moment);
  if (lit.pointsAt.length) marks.pointsAt = lit.pointsAt;
  return marks;
}

function addSight(marks: Marks, sight: SightIs, squares: number): void {
  const seen = new Set([...sight.seen, sight.start]);
  marks.unseen = new Set(Array.from({ length: squares }, (_, n) => n).filter((n) => !seen.has(n)));
  const to = sight.to ?? -1;
  if (to < 0 || to === sight.start) return;
  const stop = sight.stops?.[0];
  const wall = stop?.walls?.[0] as [number, number, number, number] | undefined;
  marks.line = { from: sight.start, to, clear: sight.clear ?? true, stop: wall ?? stop?.squares?.[0] };
}

/** Square → the sides that could hit there in their next turn. */
export function threatened(threats: ThreatShown[], moment: Moment): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const threat of threats) {
    const side = figureOf(moment, threat.figure)?.side ?? "";
    for (const square of threat.hits) {
      const sides = found.get(square) ?? [];
      if (!sides.includes(side)) found.set(square, [...sides, side]);
    }
  }
  return found;
}

/** The line that a click on a square or figure would have meant, so that its reason can be asked; "" if it means nothing. */
export function meant(question: Question, moment: Moment, game: Game, square: number, only = ""): string {
  const name = squareName(game.map, square);
  const there = figureAt(moment, square);
  const actor = figureOf(moment, question.figure ?? -1);
  if (question.asked === "turn") return there && there.side === question.side ? there.mark : "";
  if (question.asked === "place" || question.asked === "where") return actor ? `place ${actor.mark} ${name}` : "";
  if (question.asked === "text") {
    const first = question.options?.[0]?.verb;
    if (first === "figure" || first === "challenge") return there ? `> ${there.mark}` : "";
    return first === "square" || first === "move" ? `> ${name}` : "";
  }
  if (question.asked !== "action" || !actor || there === actor) return "";
  const verb = only || (there ? (there.side === actor.side ? "assist" : "challenge") : "move");
  if (verb === "move") return `${actor.mark}: move ${name}`;
  if (verb === "interact") {
    const piece = moment.pieces.find((one) => one.square === square);
    return piece ? `${actor.mark}: interact ${piece.letter || piece.name}` : "";
  }
  return there && (verb === "challenge" || verb === "assist") ? `${actor.mark}: ${verb} ${there.mark}` : "";
}

/** The lines whose reasons are fetched before they are asked for: abilities and rivals that cannot be chosen. */
export function foreseen(question: Question, moment: Moment, game: Game): string[] {
  const actor = figureOf(moment, question.figure ?? -1);
  if (!actor || !question.options || question.asked !== "action") return [];
  const lines = unusable(actor, question, game).map((name) => `${actor.mark}: ${name}`);
  const targets = new Set(question.options.filter((option) => option.verb === "challenge").map((option) => option.target));
  for (const figure of moment.figures) {
    if (figure.at !== "board" || figure.id === actor.id || targets.has(figure.id)) continue;
    if (figure.side !== actor.side) lines.push(`${actor.mark}: challenge ${figure.mark}`);
  }
  return lines.slice(0, 24);
}

/** The abilities of a figure's card that the question does not offer. */
export function unusable(actor: FigureNow, question: Question, game: Game): string[] {
  const offered = new Set(
    (question.options ?? []).filter((one) => one.verb === "ability" && one.figure === actor.id).map((one) => one.ability),
  );
  const card = game.cards[actor.card ?? actor.name];
  return (card?.abilities ?? []).filter((_, n) => !offered.has(n)).map((ability) => ability.name);
}

/** What a move of the bar says under its name: `up to 2`, `3 targets`. */
export function actionWord(verb: string, options: Option[]): string {
  const own = options.filter((option) => option.verb === verb);
  if (!own.length) return "";
  if (verb === "move") {
    const most = Math.max(...own.map((option) => option.path?.length ?? 0));
    return most ? `up to ${most}` : "in place";
  }
  if (verb === "rally") return "stand up";
  if (verb === "end") return "";
  return own.length === 1 ? own[0]!.label.replace(/^\w+ /, "") : `${own.length} choices`;
}
