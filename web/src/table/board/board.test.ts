import { describe, expect, it } from "vitest";
import { shared } from "./layout";
import { answers, nearest, type Segment, stepped } from "./marks";
import { hops } from "../stage/perform";
import { plainColour } from "./picture";
import { bar, between, brackets, centre, cutCorner, groups, meeting, outline, rings, standing, U, wallPaths } from "./shapes";

describe("a tap", () => {
  const on = (x: number, y: number, choices: number[]) => nearest(x, y, 10, 12, 36, new Set(choices));

  it("goes to the square under the finger if that is an answer", () => expect(on(40, 40, [11, 12])).toBe(11));
  it("that hits the middle of a square means it, though an answer is beside it", () => expect(on(54, 54, [12])).toBe(11));
  it("beside the middle goes to the nearest answer within 22 px", () => expect(on(36 * 2 - 5, 50, [12, 13])).toBe(12));
  it("stays where it is if every answer is further", () => expect(on(36 + 5, 50, [12])).toBe(11));
  it("measures to the corner, not to the sides", () => {
    expect(on(36 - 7, 36 - 20, [11])).toBe(11);
    expect(on(36 - 7, 36 - 22, [11])).toBe(0);
  });
  it("of two equally near means the one whose middle is nearer", () => expect(on(38, 54 - 3, [1, 21])).toBe(1));
  it("outside the board means the square at its edge", () => {
    expect(on(-3, -3, [])).toBe(0);
    expect(on(361, 433, [])).toBe(119);
  });
  it("takes reach, targets and other options for answers", () => {
    expect(answers({ reach: new Map([[3, 1]]), targets: [{ square: 5 }], options: new Set([7]), way: [9] })).toEqual(new Set([7, 3, 5]));
  });
});

describe("a key", () => {
  it.each([
    ["ArrowLeft", false, 0, 0],
    ["ArrowRight", false, 0, 1],
    ["ArrowRight", false, 9, 9],
    ["ArrowDown", false, 115, 115],
    ["ArrowUp", false, 25, 15],
    ["Home", false, 25, 20],
    ["End", false, 25, 29],
    ["Home", true, 25, 0],
    ["End", true, 25, 119],
    ["PageDown", false, 5, 45],
    ["PageUp", false, 25, 5],
    ["x", false, 25, -1],
  ])("%s (control %s) leads from %i to %i", (key, ctrl, from, to) => expect(stepped(key, ctrl, from, 10, 12)).toBe(to));
});

describe("things in one square", () => {
  it("gives a figure alone the square", () =>
    expect(shared(1, 0)).toEqual({ figures: [{ x: 0.5, y: 0.5, size: 0.96 }], pieces: [], more: 0 }));
  it("puts a marker alone in the middle", () => expect(shared(0, 1).pieces).toEqual([{ x: 0.5, y: 0.5, size: 0.53 }]));
  it.each([
    [2, 0],
    [3, 0],
    [4, 0],
    [0, 2],
    [0, 3],
    [0, 4],
  ])("%i figures and %i pieces do not cover each other", (figures, pieces) => {
    const { figures: a, pieces: b } = shared(figures, pieces);
    const spots = [...a, ...b];
    expect(spots).toHaveLength(figures + pieces);
    for (const [i, one] of spots.entries())
      for (const other of spots.slice(i + 1))
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual((one.size + other.size) / 2 - 0.081);
  });
  it("leaves the sleep sign's corner free beside a figure", () => {
    for (const spot of shared(1, 4).pieces) expect(spot.x + spot.size / 2 > 0.6 && spot.y + spot.size / 2 > 0.6).toBe(false);
  });
  it("counts what finds no place", () => {
    expect(shared(0, 6).more).toBe(2);
    expect(shared(1, 5).more).toBe(1);
    expect(shared(6, 0).figures).toHaveLength(4);
  });
});

describe("walls", () => {
  it("are not drawn on the frame, round covered squares, or where they are opened", () => {
    const walls: Segment[] = [
      [0, 0, 8, 0],
      [4, 4, 16, 4],
      [8, 4, 8, 16],
    ];
    expect(standing(walls, 4, 4, [], [])).toEqual([walls[1], walls[2]]);
    expect(standing(walls, 4, 4, [], [[8, 8, 8, 12]])).toEqual([
      [4, 4, 16, 4],
      [8, 4, 8, 8],
      [8, 12, 8, 16],
    ]);
    expect(standing(walls, 4, 4, [5], [])).toEqual([
      [8, 4, 16, 4],
      [8, 8, 8, 16],
    ]);
  });
  it("that are told twice are drawn once", () => {
    expect(
      standing(
        [
          [4, 4, 12, 4],
          [8, 4, 16, 4],
        ],
        4,
        4,
        [],
        [],
      ),
    ).toEqual([
      [4, 4, 12, 4],
      [12, 4, 16, 4],
    ]);
  });
  it("stay off the frame", () => {
    expect(bar([0, 12, 4, 12], 10, 12)).toBe("M4 171H57");
    expect(bar([16, 0, 16, 4], 10, 12)).toBe("M228 4V57");
    expect(bar([20, 44, 20, 48], 10, 12)).toBe("M285 627V680");
  });
  it("that slant across a corner are bars and tint what they cut off", () => {
    expect(cutCorner([39, 12, 40, 11])).toEqual([40, 12]);
    expect(cutCorner([5, 16, 8, 13])).toEqual([8, 16]);
    expect(cutCorner([1, 1, 3, 3])).toBeUndefined();
    const slants = "M555.75 171L570 156.75";
    expect(wallPaths([[39, 12, 40, 11]], 10, 12)).toEqual({ bars: "", shine: "", thin: "", slants, corners: `${slants}L570 171Z` });
  });
  it("inside a square are thin, along borders thick", () => {
    const paths = wallPaths(
      [
        [1, 23, 3, 23],
        [8, 16, 8, 24],
        [4, 12, 12, 12],
      ],
      10,
      12,
    );
    expect(paths.thin).toBe("M14.25 327.75H42.75");
    expect(paths.bars).toBe("M114 228V342M57 171H171");
    expect(paths.shine).toBe("M59 169H169");
  });
  it("lie between neighbours", () => {
    expect(between(36, 37, 10)).toEqual([28, 12, 28, 16]);
    expect(between(46, 36, 10)).toEqual([24, 16, 28, 16]);
    expect(between(9, 10, 10)).toBeUndefined();
    expect(between(0, 11, 10)).toBeUndefined();
  });
  it("stop a line where they meet it", () => {
    expect(meeting(centre(0, 10), centre(2, 10), [8, 0, 8, 4])).toEqual({ x: 2 * U, y: U / 2 });
    expect(meeting(centre(0, 10), centre(1, 10), [8, 4, 8, 12])).toEqual({ x: 2 * U, y: 2 * U });
  });
});

describe("outlines", () => {
  it("of a square are its corners, clockwise", () =>
    expect(rings([11], 10)).toEqual([
      [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
        { x: 2, y: 2 },
        { x: 1, y: 2 },
      ],
    ]));
  it("of a bent area have six corners wherever they begin", () => {
    for (const squares of [
      [0, 1, 10],
      [10, 0, 1],
      [1, 11, 10],
      [11, 10, 0],
    ])
      expect(rings(squares, 10)[0]).toHaveLength(6);
  });
  it("of a ring have a hole", () => expect(rings([0, 1, 2, 10, 12, 20, 21, 22], 10)).toHaveLength(2));
  it("of squares that meet at a corner stay apart", () => expect(rings([0, 11], 10).map((ring) => ring.length)).toEqual([4, 4]));
  it("do not run over the map's edge", () => expect(rings([9, 10], 10)).toHaveLength(2));
  it("are drawn inside the border", () =>
    expect(outline([0], 10, 2, 5)).toBe("M2 7Q2 2 7 2L50 2Q55 2 55 7L55 50Q55 55 50 55L7 55Q2 55 2 50Z"));
  it("join squares side by side only", () => expect(groups([0, 1, 12, 9, 10], 10)).toEqual([[0, 1, 10], [12], [9]]));
  it("brackets have four parts", () => expect(brackets(2, 2, 53).match(/M/g)).toHaveLength(4));
});

describe("motion", () => {
  it("hops in the middle of each square's way and ends where the figure is drawn", () => {
    const frames = hops([
      { x: -114, y: 0 },
      { x: -57, y: 0 },
      { x: 0, y: 0 },
    ]);
    expect(frames.map((frame) => frame.offset)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(frames[1]!.transform).toBe("translate(-85.5px, -9px)");
    expect(frames.at(-1)!.transform).toBe("translate(0px, 0px)");
  });
});

describe("pictures", () => {
  it("write mixed colours as every program reads them", () => {
    expect(plainColour("color(srgb 1 0.5 0)")).toBe("rgb(255, 128, 0)");
    expect(plainColour("rgb(1, 2, 3)")).toBe("rgb(1, 2, 3)");
  });
});
