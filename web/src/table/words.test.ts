import { describe, expect, it } from "vitest";
import type { SideNow, TableNow } from "../lib/protocol";
import { winning } from "./words";

const table = {
  kind: "game",
  seats: ["Ann", "Bea", "Cid"].map((name, seat) => ({ seat, name, kind: "person" })),
} as unknown as TableNow;
const side = (seats: number[]) => ({ side: "light", seats }) as unknown as SideNow;

describe("who wins", () => {
  it("is said of as many people as play the side", () => {
    expect(winning(table, side([0, 1]))).toBe("Ann & Bea win");
    expect(winning(table, side([2]))).toBe("Cid wins");
  });
});
