import { describe, expect, it } from "vitest";
import { drawn } from "./arrows";
import { centre, U } from "./shapes";

const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number);

describe("arrows", () => {
  it("go from beside one square's middle to beside the other's", () => {
    const [x1, y1, , , x2, y2] = numbers(drawn({ from: 0, to: 3, kind: "mine", label: "" }, 8).path) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [a, b] = [centre(0, 8), centre(3, 8)];
    expect([y1, y2]).toEqual([a.y, b.y]);
    expect(x1).toBeGreaterThan(a.x);
    expect(x2).toBeLessThan(b.x);
    expect(x2 - x1).toBeGreaterThan(2 * U);
  });

  it("of two kinds between the same squares bend to different sides", () => {
    const [mine, better] = (["mine", "better"] as const).map((kind) => drawn({ from: 0, to: 3, kind, label: "" }, 8));
    const middle = centre(0, 8).y;
    expect((mine!.label.y - middle) * (better!.label.y - middle)).toBeLessThan(0);
  });

  it("that are short are not hidden by their label", () => {
    expect(drawn({ from: 8, to: 9, kind: "mine", label: "" }, 8).label.y).toBeLessThan(centre(8, 8).y - U / 2);
    expect(drawn({ from: 0, to: 1, kind: "mine", label: "" }, 8).label.y).toBeGreaterThan(centre(0, 8).y + U / 2);
  });

  it("to the own square are a label alone", () => {
    expect(drawn({ from: 5, to: 5, kind: "better", label: "" }, 8)).toEqual({ path: "", label: centre(5, 8) });
  });
});
