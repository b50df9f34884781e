import { describe, expect, it } from "vitest";
import { plural } from "./text";

describe("a text for a number of things", () => {
  it("fills every gap, also one that comes twice", () => {
    expect(plural("drill.about", 3)).toBe("Play the 3 again as a drill, about 3 minutes");
    expect(plural("drill.about", 1)).not.toMatch(/[{}]/);
  });
});
