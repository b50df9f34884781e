import { describe, expect, it } from "vitest";
import type { ShownRolls } from "../lib/dice";
import type { FromTable } from "../lib/protocol";
import { Witness } from "./witness";

const table = (commitment: string, chain: string) =>
  ({ type: "table", table: { commitment, seats: [{ seat: 0, chain }] } }) as unknown as FromTable;
const update = (count: number, faces: string[] = [], undone = 0) =>
  ({ type: "update", undone, moment: { count }, news: faces.length ? [{ event: "Rolled", faces }] : [] }) as unknown as FromTable;
const welcome = (count: number) => ({ type: "welcome", table: { seats: [] }, moment: { count } }) as unknown as FromTable;

describe("what a page has seen of the dice", () => {
  it("is each roll with the choices before it, also after something was taken back or the page was opened again", () => {
    let kept: ShownRolls[] = [[3, "b b"]];
    const witness = new Witness(kept, (shown) => (kept = shown));
    witness.hear(update(7, ["burst"]));
    witness.hear(welcome(10));
    witness.hear(update(12, ["burst", "shield", "triple", "blank", "4"]));
    witness.hear(update(11, [], 1));
    witness.hear(update(14, ["shield"]));
    expect(kept).toEqual([
      [3, "b b"],
      [10, "b s ! - 4"],
      [11, "s"],
    ]);
    expect(witness.known().shown).toEqual(kept);
  });

  it("is the promise and the chains as they were first shown, unless the browser has kept them from before", () => {
    const witness = new Witness([], () => {});
    witness.hear(table("first", "chain:a"));
    witness.hear(table("second", "chain:b"));
    expect(witness.known()).toMatchObject({ promise: "first", ends: { 0: "chain:a" } });
    expect(witness.known({ promise: "kept", ends: { 0: "chain:k" } })).toMatchObject({ promise: "kept", ends: { 0: "chain:k" } });
  });
});
