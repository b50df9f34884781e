import { describe, expect, it } from "vitest";
import secret from "../../fixtures/picks.json";
import territory from "../../fixtures/territory.json";
import type { MoveOption, OddsShown, Option, Welcome } from "../lib/protocol";
import { aimOf, dieSize, foreseen, lively, marksOf, readyAnswer, sorted, stepsOf, twoLines, unusable, type Lit } from "./options";
import { labels } from "./labels";

const { game, moment } = territory as unknown as Welcome;
const question = moment!.question!;
const lit: Lit = {
  moment: moment!,
  sorted: sorted(question.options!, moment!),
  odds: new Map(),
  only: "",
  chosen: null,
  hover: -1,
  no: null,
  sight: null,
  threats: null,
  pointsAt: [],
  columns: game!.map.columns,
  rows: game!.map.rows,
};

describe("the options of a question", () => {
  it("lie on squares, on the card, or are buttons: none is lost", () => {
    const { squares, cards, basics, buttons } = lit.sorted;
    const all = [...[...squares.values()].flat(), ...cards, ...basics, ...buttons];
    expect(all.map((option) => option.n).sort((a, b) => a - b)).toEqual(question.options!.map((option) => option.n));
    expect(cards.every((option) => ["ability", "use", "offer"].includes(option.verb))).toBe(true);
    expect(basics.map((option) => option.verb)).toEqual(["end"]);
  });

  it("are lit as steps; staying where one is needs the action itself", () => {
    const marks = marksOf(lit);
    const moves = question.options!.filter((option) => option.verb === "move");
    const stay = moves.find((option) => !option.path?.length)!;
    expect(marks.reach!.size).toBe(moves.length - 1);
    expect([...marks.reach!.values()].every((step) => step === 1 || step === 2)).toBe(true);
    expect(marks.reach!.has(stay.square!)).toBe(false);
    expect(lively([stay], "move")).toEqual([stay]);
  });

  it("of a picks question are all buttons", () => {
    const picks = secret as unknown as Welcome;
    const found = sorted(picks.moment!.question!.options!, picks.moment!);
    expect(found.squares.size).toBe(0);
    expect(found.buttons.length).toBe(picks.moment!.question!.options!.length);
  });

  it("are ready when one is left, or one is chosen", () => {
    const [first, second] = question.options! as [Option, Option];
    expect(readyAnswer([first], null)).toBe(first);
    expect(readyAnswer([first, second], null)).toBeNull();
    expect(readyAnswer([first, second], second)).toBe(second);
  });
});

const actor = moment!.figures.find((figure) => figure.id === question.figure)!;
const targets = new Set(question.options!.filter((option) => option.verb === "challenge").map((option) => option.target));
const onBoard = moment!.figures.filter((figure) => figure.at === "board" && figure.id !== actor.id);
const rival = onBoard.find((figure) => figure.side !== actor.side && !targets.has(figure.id))!;

describe("what cannot be chosen", () => {
  it("is foreseen for abilities that are not offered and figures out of reach", () => {
    const tries = foreseen(question, moment!, game!);
    for (const ability of unusable(actor, question, game!)) expect(tries).toContainEqual({ tries: "ability", ability });
    expect(tries).toContainEqual({ tries: "square", square: rival.square });
    expect(tries).not.toContainEqual({ tries: "square", square: actor.square });
    const without = { ...question, options: question.options!.filter((option) => option.verb !== "ability") };
    expect(unusable(actor, without, game!)).toHaveLength(game!.cards[actor.card!]!.abilities!.length);
  });
});

describe("a card's challenge that is chosen", () => {
  const thrown = { ...question.options!.find((option) => option.verb === "ability")!, challenge: true, rolls: true } as Option;
  const odds = new Map([[thrown.n, { option: thrown.n, target: rival.id, win: 0.67 } as Partial<OddsShown> as OddsShown]]);

  it("marks whom it hits, with its own chance, and no other target", () => {
    expect(aimOf(thrown, odds, moment!)).toBe(rival.square);
    expect(marksOf({ ...lit, chosen: thrown, odds }).targets).toEqual([{ square: rival.square, odds: "67%", chosen: true }]);
  });

  it("aims at nobody while it is open whom it hits, or its chance is not known yet", () => {
    expect(aimOf({ ...thrown, rolls: false } as Option, odds, moment!)).toBe(-1);
    expect(aimOf(thrown, new Map(), moment!)).toBe(-1);
  });
});

describe("many dice", () => {
  it("are smaller and in two even lines from seven on, and never too small to read", () => {
    expect([5, 6, 7, 10, 16, 40].map((count) => Math.round(dieSize(count, 5, 44)))).toEqual([44, 37, 27, 27, 27, 18]);
    expect([6, 7, 9].map((count) => twoLines(count, 27, 4))).toEqual(["", "124px", "155px"]);
  });
});

describe("labels", () => {
  it("say square, figure, whose, state and what can be done", () => {
    const said = labels(game!, moment!, [actor.side], lit.sorted, new Map(), actor.id);
    expect(said[actor.square!]).toContain(`${actor.name}, yours`);
    expect(said[actor.square!]).toContain("acting");
    expect(said[rival.square!]).toContain(`${rival.name}, rival`);
    const step = question.options!.find((option) => option.verb === "move" && stepsOf(option) === 1) as MoveOption;
    expect(said[step.square]).toContain("can move here, 1 step");
  });
});
