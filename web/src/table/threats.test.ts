import { describe, expect, it } from "vitest";
import type { ThreatShown } from "../lib/protocol";
import { dangerAt, heatOf } from "./threats";

const panther: ThreatShown = {
  figure: 4,
  reach: [],
  hits: [7, 8, 9],
  targets: [],
  ways: [
    { name: "challenge", squares: [7, 8], chances: [48, 48] },
    { name: "Claws", squares: [8], chances: [65] },
  ],
};
const king: ThreatShown = { figure: 5, reach: [], hits: [8], targets: [], ways: [{ name: "challenge", squares: [8], chances: [40] }] };

describe("threats", () => {
  it("name the best way of each rival, the likeliest first", () => {
    expect(dangerAt([king, panther], 8).hits).toEqual([
      { figure: 4, way: "Claws", chance: 65 },
      { figure: 5, way: "challenge", chance: 40 },
    ]);
    expect(dangerAt([king, panther], 7).hits).toEqual([{ figure: 4, way: "challenge", chance: 48 }]);
    expect(dangerAt([king, panther], 1)).toEqual({ hits: [], once: 0, twice: 0 });
  });

  it("of several rivals add up to one hit and to two", () => {
    const { once, twice } = dangerAt([king, panther], 8);
    expect([once, twice]).toEqual([79, 26]); // 1 − .35 × .6, .65 × .4
    expect(dangerAt([panther], 8)).toMatchObject({ once: 65, twice: 0 });
  });

  it("without a known chance are told without one", () => {
    expect(dangerAt([panther], 9)).toEqual({ hits: [{ figure: 4, way: "", chance: -1 }], once: 0, twice: 0 });
  });

  it("make heat on every square that can be hit", () => {
    expect([...heatOf([king, panther])]).toEqual([
      [8, 79],
      [7, 48],
      [9, 0],
    ]);
  });
});
