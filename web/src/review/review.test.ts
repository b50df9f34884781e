import { describe, expect, it } from "vitest";
import type { AccountShown, AnalysisIs, MistakeShown, SeatNow } from "../lib/protocol";
import { bands, bars, costliest, curve, ground, momentLink, momentOf, reasonOf, rollsThatMattered, seatsAgain, signed } from "./review";

const mistake = (moment: number, side: "light" | "dark", cost: number): MistakeShown => ({
  moment,
  side,
  cost,
  round: 1,
  figure: 0,
  played: { deed: "move", chance: 40 },
  better: { deed: "stay", chance: 40 + cost },
  sentence: "",
});
const found: AnalysisIs = {
  type: "analysis",
  id: "",
  done: 1,
  mistakes: [mistake(38, "light", 14), mistake(9, "dark", 12), mistake(12, "light", 11), mistake(50, "light", 9), mistake(60, "light", 2)],
  rounds: [
    [1, 4],
    [2, 20],
  ],
};

describe("a review", () => {
  it("tells why an answer was better without its name again", () => {
    expect(reasonOf({ deed: "Move Rose to d5", why: "Move Rose to d5: nobody can come up." })).toBe("Nobody can come up.");
    expect(reasonOf({ deed: "End turn", why: "The rivals can do less." })).toBe("The rivals can do less.");
    expect(reasonOf({ deed: "End turn" })).toBe("");
  });

  it("has a link to every moment, and reads it back", () => {
    const link = momentLink("https://tipover.example", "KEST", 24);
    expect(link).toBe("https://tipover.example/r/KEST?at=24");
    expect(momentOf(new URL(link).search)).toBe(24);
    for (const wrong of ["", "?at=", "?at=x", "?at=-3", "?at=1.5", "?at=99999999"]) expect(momentOf(wrong)).toBe(-1);
  });

  it("tells my three costliest turns first, and nobody else's", () => {
    expect(costliest(found, "light").map((one) => one.moment)).toEqual([38, 12, 50]);
    expect(costliest(found, "dark").map((one) => one.moment)).toEqual([9]);
  });

  it("draws the chances as a curve over rounds", () => {
    const frame = { width: 100, height: 50, last: 4 };
    expect(curve(frame, [50, 100, 0])).toBe("M0.0 25.0L25.0 0.0L50.0 50.0");
    expect(ground(frame, [50, 100])).toBe("M0.0 25.0L25.0 0.0L25.0 25.0L0 25.0Z");
    expect(bands(found, 90)).toEqual([
      { round: 1, from: 4, to: 20 },
      { round: 2, from: 20, to: 90 },
    ]);
  });

  it("marks the rolls that mattered, and draws all of them", () => {
    const account = {
      rolls: [
        [3, 6],
        [8, -14],
        [9, 1],
        [12, 4],
        [20, -5],
      ],
    } as unknown as AccountShown;
    expect(rollsThatMattered(account).map(([moment]) => moment)).toEqual([8, 3, 20]);
    expect(bars(account.rolls!).map((bar) => Number(bar.part.toFixed(2)))).toEqual([0.43, -1, 0.07, 0.29, -0.36]);
    expect([signed(6), signed(-14), signed(0)]).toEqual(["+6", "−14", "0"]);
  });

  it("seats me where I say, and a bot or a friend elsewhere", () => {
    const seats = [0, 1].map((seat) => ({ seat, kind: "person" }) as SeatNow);
    const me = () => ({ kind: "me" as const, name: "Mara" });
    expect(seatsAgain(seats, 1, me, "level3")).toEqual([
      { kind: "bot", bot: "level3" },
      { kind: "me", name: "Mara" },
    ]);
    expect(seatsAgain(seats, 0, me, "")).toEqual([{ kind: "me", name: "Mara" }, { kind: "open" }]);
    expect(seatsAgain(seats, -1, me, "level3").every((one) => one.kind === "me")).toBe(true);
  });
});
