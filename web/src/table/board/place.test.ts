import { describe, expect, it } from "vitest";
import type { MapShown } from "../../lib/protocol";
import svg from "../../scenery.svg?raw";
import { BARE, beside, decals, furniture, partsOf, SKINS, UNIT } from "./place";

const parts = partsOf(svg);
const map = (some: Partial<MapShown>): MapShown => ({ name: "Field", pack: "p", columns: 10, rows: 12, wall: "coral", ...some });

describe("a place", () => {
  it("knows the drawings and their sizes", () => {
    expect(parts.get("bunk-1x2")).toEqual([1, 2]);
    expect(parts.get("towel")).toEqual([1, 1]);
    expect(parts.size).toBeGreaterThan(50);
  });

  it("puts one part of its size into a room, turned if need be", () => {
    const look = { ...BARE, covered: ["bunk"] };
    const [upright] = furniture(map({ covered: [0, 10] }), look, parts).covered;
    expect(upright).toMatchObject({ part: "bunk-1x2", x: 0, y: 0, width: UNIT, height: 2 * UNIT, turn: 0 });
    const [lying] = furniture(map({ covered: [0, 1] }), look, parts).covered;
    expect(lying).toMatchObject({ part: "bunk-1x2", x: UNIT / 2, y: -UNIT / 2, turn: 90 });
  });

  it("fills a room for which there is no part square by square, and leaves out what is not drawn", () => {
    expect(furniture(map({ covered: [0, 1, 10] }), BARE, parts).covered).toHaveLength(3);
    expect(furniture(map({ covered: [0] }), { ...BARE, covered: ["dragon"] }, parts).covered).toEqual([]);
    expect(decals([{ part: "dragon", square: 4 }], 10, parts)).toEqual([]);
  });

  it("hides obscured squares with its parts in turn", () => {
    const found = furniture(map({ obscured: [3, 7, 8] }), { ...BARE, obscured: ["grove", "grove-2"] }, parts).obscured;
    expect(found.map((one) => one.part)).toEqual(["grove", "grove-2", "grove"]);
  });

  it("lays decals flat in the middle of their squares, large ones from their upper left square", () => {
    expect(decals([{ part: "basin", square: 11, size: 0.5 }], 10, parts)[0]).toMatchObject({ x: 75, y: 75, width: 30 });
    expect(decals([{ part: "rug", square: 53 }], 10, parts)[0]).toMatchObject({ part: "rug-4x2", x: 180, y: 300, width: 240 });
  });

  it("stands in the border by side and distance", () => {
    expect(beside([{ part: "tree", edge: "west", along: 1 }], 10, 12, parts)[0]!.x).toBeLessThan(0);
    expect(beside([{ part: "tree", edge: "south", along: 1 }], 10, 12, parts)[0]!.y).toBeGreaterThan(12 * UNIT - UNIT / 2);
  });

  it("has a skin for each name that a file may give", () => {
    expect(Object.keys(SKINS)).toEqual(["rail", "stone", "snow", "bulkhead", "pipe", "plaster", "guard"]);
  });
});
