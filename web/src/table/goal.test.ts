import { describe, expect, it } from "vitest";
import territory from "../../fixtures/territory.json";
import type { Welcome } from "../lib/protocol";
import { goalLines, signsOf } from "./goal";

const { game, moment } = territory as unknown as Welcome;

describe("how a match is won", () => {
  it("is told in three lines, with the numbers of this match", () => {
    const lines = goalLines(game!, moment!, "light");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(game!.scenario!.aim);
    expect(lines[1]).toContain(String(game!.target));
    expect(lines[2]).toMatch(/knock-out 1.*When the round ends/);
  });
  it("is told once where the aim says it all", () => {
    const knockOut = { time: "once" as const, kind: "out" as const, wins: true };
    const aimed = { ...game!, target: 0, scenario: { ...game!.scenario!, aim: "Knock somebody out.", signs: [knockOut] } };
    expect(goalLines(aimed, moment!, "light")).toEqual(["Knock somebody out."]);
  });
  it("says how places are claimed, though that alone gives no point", () => {
    const signs = [
      { time: "once" as const, kind: "claim" as const },
      { time: "once" as const, kind: "out" as const, points: 1 },
    ];
    const control = { ...game!, scenario: { ...game!.scenario!, signs } };
    expect(goalLines(control, moment!, "light").at(-1)).toBe("At once: claim by interact, knock-out 1.");
  });
  it("leaves out what does not count here", () => {
    const bare = { ...moment!, pieces: moment!.pieces.filter((piece) => !piece.letter) };
    expect(signsOf(game!, bare, "light").map((sign) => sign.kind)).not.toContain("marker");
    const few = { ...moment!, figures: moment!.figures.slice(0, 0) };
    expect(signsOf(game!, few, "light").every((sign) => !sign.characters)).toBe(true);
  });
});
