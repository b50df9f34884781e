import { describe, expect, it } from "vitest";
import { beforeDice, branchLabel, planned, type PlanStep } from "./plan";

const dice = [
  { label: "hit", chance: 0.774 },
  { label: "miss", chance: 0.226 },
];
const steps: PlanStep[] = [
  { n: 3, label: "Move to b1" },
  { n: 8, label: "Challenge Panther" },
];

describe("a plan", () => {
  it("goes on with a branch, which says its chance", () => {
    expect(planned(steps, dice, 0)).toEqual([...steps, { n: 0, label: "hit 77 %", branch: true }]);
    expect(planned(steps, dice, 2)).toEqual(steps);
    expect(branchLabel({ label: "Ben: use Cheesecake", chance: 1 })).toBe("Ben: use Cheesecake");
  });

  it("is played up to the dice, and no further", () => {
    const whole = [...planned(steps, dice, 1), { n: 1, label: "End the turn" }];
    expect(beforeDice(whole)).toEqual(steps);
    expect(beforeDice(steps)).toEqual(steps);
  });
});
