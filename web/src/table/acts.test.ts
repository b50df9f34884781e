import { describe, expect, it } from "vitest";
import type { LogLine } from "../lib/protocol";
import { actsOf, mineUpTo, readAloud, recapOf } from "./acts";

const line = (text: string, more: Partial<LogLine> = {}): LogLine => ({ count: 1, text, ...more });
const head = (text: string, more: Partial<LogLine> = {}): LogLine => line(text, { head: true, kind: "turn", ...more });

const LOG = [
  line("Rose takes the turn of light."),
  line("Rose moves a1 → b2."),
  head("Rose moves a1 to b2.", { side: "light" }),
  line("Cap challenges Rose."),
  head("Tom asks to take back the last choice.", { kind: "table" }),
  line("Cap wins the challenge by 1."),
  head("Cap hits Rose, 2 v 1: down.", { side: "dark", to: ["light"], gains: [{ side: "dark", points: 1, text: "Tom +1" }] }),
  head("Cap takes marker A.", { side: "dark" }),
  line("Sam takes the turn of light."),
];

describe("the log as acts", () => {
  it("puts what happened before the act that it belongs to", () => {
    expect(actsOf(LOG).map((act) => act.details.map((one) => one.text))).toEqual([
      ["Rose takes the turn of light.", "Rose moves a1 → b2."],
      [],
      ["Cap challenges Rose.", "Cap wins the challenge by 1."],
      [],
    ]);
  });
  it("reads an act aloud with its points", () => {
    expect(readAloud(LOG[6]!)).toBe("Cap hits Rose, 2 v 1: down. Tom +1");
    expect(readAloud(LOG[2]!)).toBe("Rose moves a1 to b2.");
  });
  it("tells since my last turn what was done to me, and what else", () => {
    const acts = actsOf(LOG);
    expect(mineUpTo(acts, ["light"])).toBe(1);
    const { toMe, others } = recapOf(acts, ["light"]);
    expect(toMe.map((act) => act.head.text)).toEqual(["Cap hits Rose, 2 v 1: down."]);
    expect(others.map((act) => act.head.text)).toEqual(["Tom asks to take back the last choice.", "Cap takes marker A."]);
    expect(recapOf(acts, ["dark"])).toEqual({ toMe: [], others: [] });
  });
});
