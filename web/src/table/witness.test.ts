import { describe, expect, it } from "vitest";
import type { Seen } from "../lib/dice";
import type { FromTable } from "../lib/protocol";
import { Witness } from "./witness";

const table = (commitment: string, chain: string) =>
  ({ type: "table", table: { commitment, seats: [{ seat: 0, chain }] } }) as unknown as FromTable;
const update = (count: number, faces: string[] = [], undone = 0) =>
  ({ type: "update", undone, moment: { count }, news: faces.length ? [{ event: "Rolled", faces }] : [] }) as unknown as FromTable;
const welcome = (count: number) => ({ type: "welcome", table: { seats: [] }, moment: { count } }) as unknown as FromTable;

describe("what a page has seen of the dice", () => {
  it("is each roll with the choices before it, also after something was taken back or the page was opened again", () => {
    let kept: Seen[] = [[3, "b b"]];
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

  it("is what was chosen here too: kept when dice fall after it, told at once, and forgotten if it may have been taken back", () => {
    let kept: Seen[] = [];
    const witness = new Witness(kept, (shown) => (kept = shown));
    witness.hear(welcome(4));
    witness.chose(4, "L1: move a1");
    witness.hear(update(5));
    witness.chose(5, "L1: move a2");
    witness.hear(update(6));
    witness.hear(update(5, [], 1));
    witness.chose(5, "L1: rest");
    expect(kept).toEqual([]);
    witness.hear(update(7, ["burst"]));
    expect(kept).toEqual([
      [5, "b"],
      [4, "L1: move a1"],
      [5, "L1: rest"],
    ]);
    witness.chose(6, "what the table has told more of already");
    witness.chose(7, "L2: move b1");
    expect(witness.known().shown).toEqual([...kept, [7, "L2: move b1"]]);
    witness.hear(welcome(9));
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
