import { describe, expect, it } from "vitest";
import territory from "../../../fixtures/territory.json";
import type { Welcome } from "../../lib/protocol";
import { scoredSigns } from "./scored";

const { game, moment } = territory as unknown as Welcome;
const area = game!.map.areas!.find((one) => game!.scenario!.signs!.some((sign) => sign.kind === "most_in" && sign.thing === one.name))!;

/** The position with so many characters of each side in the area. */
function standing(light: number, dark: number) {
  const left: Record<string, number> = { light, dark };
  let square = 0;
  const figures = moment!.figures.map((figure) => {
    const inside = figure.kind === "character" && (left[figure.side] ?? 0) > 0;
    if (inside) left[figure.side]!--;
    return { ...figure, at: "board" as const, square: inside ? area.squares[square++]! : -1 };
  });
  return { ...moment!, figures };
}

describe("what a round was scored for", () => {
  it("is told by the signs that the position bears out", () => {
    const kinds = (side: string, points: number) => scoredSigns(game!, standing(2, 1), side, points).map((sign) => sign.kind);
    expect(kinds("light", 2)).toEqual(["in_area", "most_in"]);
    expect(kinds("dark", 1)).toEqual(["in_area"]);
  });
  it("is not told where the numbers do not add up", () => {
    expect(scoredSigns(game!, standing(2, 1), "dark", 2)).toEqual([]);
    expect(scoredSigns(game!, standing(1, 1), "light", 2)).toEqual([]);
  });
});
