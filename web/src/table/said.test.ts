import { describe, expect, it } from "vitest";
import territory from "../../fixtures/territory.json";
import type { Welcome } from "../lib/protocol";
import { saidOf } from "./said";
import type { Session } from "./session.svelte";

const { moment, game, table } = territory as unknown as Welcome;
const question = moment!.question!;

/** A screen that shows the moment and is asked nothing. */
const watching = (asked: string) =>
  ({ moment, shown: moment, game, table, question: { ...question, asked, mine: [] }, director: {}, asked: false }) as unknown as Session;

describe("what the bar says at the end", () => {
  it("leaves to others who has won", () => {
    const over = { moment: { ...moment, over: true, ending: "Ann wins in round 3." }, director: {} } as unknown as Session;
    expect(saidOf(over)).not.toContain("Ann");
  });
});

describe("what the bar says while somebody else is asked", () => {
  it("names who acts, as a host would; it asks nothing of whoever waits", () => {
    const said = saidOf(watching("action"));
    const figure = moment!.figures[question.figure!]!;
    expect(said).toContain(`: ${figure.short || figure.name}`);
    expect(said).not.toContain(question.task);
  });
  it("says that somebody chooses who acts", () => {
    expect(saidOf(watching("turn"))).toMatch(/chooses who acts/);
  });
});
