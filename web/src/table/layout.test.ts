import { describe, expect, test } from "vitest";
import { sizesOf } from "./layout.svelte";

const BARRACKS = [10, 12] as const;
const BOARDWALK = [8, 8] as const;

describe("the size of a square", () => {
  test.each([
    [1280, 720, 44],
    [1440, 900, 57],
    [1920, 1080, 71],
  ])("of the Barracks at %i × %i is %i", (width, height, square) => {
    expect(sizesOf(width, height, ...BARRACKS).square).toBe(square);
  });

  test.each([
    [1024, 768, 44],
    [768, 1024, 45],
  ])("is as large as a finger in a window of middle width: %i × %i", (width, height, square) => {
    expect(sizesOf(width, height, ...BARRACKS)).toMatchObject({ kind: "mid", square, column: 264 });
  });

  test.each([BARRACKS, BOARDWALK])("gives the board 85 %% of the height at 1920 × 1080: %i × %i", (columns, rows) => {
    expect((sizesOf(1920, 1080, columns, rows).square * (rows + 1)) / 1080).toBeGreaterThan(0.85);
  });

  test.each([
    [360, 780],
    [390, 844],
    [412, 915],
    [430, 932],
  ])("lets the whole board stand between header and sheet at %i × %i", (width, height) => {
    const { square } = sizesOf(width, height, ...BARRACKS);
    expect(square * 12.4).toBeLessThanOrEqual(height - 386);
    expect(square * 10.4).toBeLessThanOrEqual(width - 8);
    expect(square).toBeGreaterThan(30);
  });

  test("of a low phone is not made too small for fingers: the board is moved instead", () => {
    expect(sizesOf(360, 600, ...BARRACKS).square).toBe(27);
  });
});
