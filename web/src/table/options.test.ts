import { describe, expect, it } from "vitest";
import secret from "../../fixtures/picks.json";
import territory from "../../fixtures/territory.json";
import type { Option, Welcome } from "../lib/protocol";
import { foreseen, lively, marksOf, meant, readyAnswer, sorted, unusable } from "./options";
import { leader, overlap, placed } from "./placing";
import { labels } from "./labels";
import { squareNamed } from "./words";

const { game, moment } = territory as unknown as Welcome;
const question = moment!.question!;
const lit = {
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
const friend = onBoard.find((figure) => figure.side === actor.side)!;

describe("what a click would have meant", () => {
  it("is a move, a challenge or an assist of the one who acts", () => {
    const empty = Array.from({ length: 120 }, (_, n) => n).find(
      (n) => !onBoard.some((figure) => figure.square === n) && n !== actor.square,
    )!;
    expect(squareNamed(game!.map, meant(question, moment!, game!, empty).replace(`${actor.mark}: move `, ""))).toBe(empty);
    expect(meant(question, moment!, game!, rival.square!)).toBe(`${actor.mark}: challenge ${rival.mark}`);
    expect(meant(question, moment!, game!, friend.square!)).toBe(`${actor.mark}: assist ${friend.mark}`);
  });
  it("is nothing on the actor's own square", () => expect(meant(question, moment!, game!, actor.square!)).toBe(""));
  it("is foreseen for abilities that are not offered and rivals out of reach", () => {
    const lines = foreseen(question, moment!, game!);
    for (const name of unusable(actor, question, game!)) expect(lines).toContain(`${actor.mark}: ${name}`);
    expect(lines).toContain(`${actor.mark}: challenge ${rival.mark}`);
    const without = { ...question, options: question.options!.filter((option) => option.verb !== "ability") };
    expect(unusable(actor, without, game!)).toHaveLength(game!.cards[actor.card!]!.abilities!.length);
  });
});

describe("labels", () => {
  it("say square, figure, whose, state and what can be done", () => {
    const said = labels(game!, moment!, [actor.side], lit.sorted, new Map(), actor.id);
    expect(said[actor.square!]).toContain(`${actor.name}, yours`);
    expect(said[actor.square!]).toContain("acting");
    expect(said[rival.square!]).toContain(`${rival.name}, rival`);
    const step = question.options!.find((option) => option.path?.length === 1)!;
    expect(said[step.square!]).toContain("can move here, 1 step");
  });
});

describe("a popover", () => {
  const near = { x: 200, y: 200, w: 50, h: 50 };
  const stage = { w: 600, h: 600 };
  it("covers neither actor nor target while there is another place", () => {
    const actor = { x: 260, y: 200, w: 50, h: 50 };
    const spot = placed({ w: 300, h: 200 }, { w: 1440, h: 900 }, { x: 0, y: 0, ...stage }, near, [near, actor], []);
    const box = { ...spot, w: 300, h: 200 };
    expect(overlap(box, near) + overlap(box, actor)).toBe(0);
    expect(spot.x + 300).toBeLessThanOrEqual(600);
  });
  it("leaves a board that is too small for it rather than cover the target", () => {
    const small = { x: 400, y: 60, w: 380, h: 380 };
    const target = { x: 540, y: 220, w: 44, h: 44 };
    const box = { ...placed({ w: 316, h: 236 }, { w: 1200, h: 800 }, small, target, [target], []), w: 316, h: 236 };
    expect(overlap(box, target)).toBe(0);
    expect(overlap(box, small)).toBeGreaterThan(0);
  });
  it("is joined to its square along grid lines", () => {
    for (const [x, y] of leader(near, { x: 180, y: 400, w: 300, h: 150 })) {
      expect([200, 250]).toContain(x);
      expect(y).toBeGreaterThanOrEqual(250);
    }
    const bent = leader(near, { x: 400, y: 400, w: 150, h: 150 });
    expect(bent).toHaveLength(3);
    expect(bent[0]![1]).toBe(bent[1]![1]);
    expect(bent[1]![0]).toBe(bent[2]![0]);
  });
});
