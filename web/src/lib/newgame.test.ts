import { describe, expect, it } from "vitest";
import { brought, fromDeal, hasSizes, mayShare, rulesFor, sharedAs, titleOf, toSetup, withSeats } from "./newgame";
import type { CardShown, PieceShown } from "./protocol";

const card = (name: string): CardShown => ({ name, pack: "room", set: "Card box", kind: "character", short: name, defense: 2 });
const own = Array.from({ length: 8 }, (_, n) => ({ text: `name = "Own ${n}"`, card: card(`Own ${n}`) }));
const printed = [card("Rose"), card("Blanche")];
const dealt = fromDeal("2v2", {
  map: "Barracks",
  scenario: "Control",
  sides: [
    { side: "light", figures: ["Own 2", "Rose"] },
    { side: "dark", figures: ["Blanche", "Own 7"] },
  ],
});

describe("cards of one's own", () => {
  it("go along to the table if they are in its teams", () => {
    expect(brought(dealt, own).map((one) => one.card.name)).toEqual(["Own 2", "Own 7"]);
  });

  it("go along where teams are picked at the table, as many as a room takes, and no other is offered there", () => {
    for (const way of ["open", "secret"] as const) {
      const game = { ...dealt, way };
      const along = brought(game, own);
      expect(along).toHaveLength(6);
      const setup = toSetup(game, { cards: [...along.map((one) => one.card), ...printed], pieces: [] });
      const offered = (setup.box as string[]).filter((name) => name.startsWith("Own"));
      expect(offered).toEqual(along.map((one) => one.card.name));
    }
  });
});

describe("who plays and how", () => {
  const bare = { cards: printed, pieces: [] };

  it("two seats may play against one, and a new deal keeps it", () => {
    const game = withSeats(dealt, "light", 2);
    expect((toSetup(game, bare).sides as { seats: number }[]).map((one) => one.seats)).toEqual([2, 1]);
    expect(sharedAs(dealt, game).teams.map((one) => one.seats)).toEqual([2, 1]);
    expect(sharedAs({ ...dealt, mode: "3v3" }, game).teams.map((one) => one.seats)).toEqual([1, 1]);
  });

  it("a side of one character has one player, and so has each of three sides", () => {
    const alone = { ...dealt.teams[0]!, size: 1 };
    expect(mayShare(dealt, alone)).toBe(false);
    expect(mayShare({ ...dealt, teams: [...dealt.teams, { ...alone, side: "third", size: 2 }] }, dealt.teams[0]!)).toBe(false);
    expect(mayShare(dealt, dealt.teams[0]!)).toBe(true);
  });

  it("the size of a team is chosen in teams and free-for-all", () => {
    expect(["2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate", "first"].filter(hasSizes)).toEqual(["teams", "ffa3", "ffa4"]);
  });

  it("colours are taken at the table only where teams are picked there", () => {
    expect(toSetup({ ...dealt, colours: "starter" }, bare)).not.toHaveProperty("colours");
    expect(toSetup({ ...dealt, way: "open", colours: "starter" }, bare).colours).toBe("starter");
    expect(toSetup({ ...dealt, way: "secret", colours: "chosen" }, bare).colours).toBe(true);
    expect(toSetup({ ...dealt, way: "open" }, bare)).not.toHaveProperty("colours");
  });

  it("scenario status cards may be in force from the start, but not in a first game", () => {
    const pieces = [
      { name: "Ground Rules", sort: "card", is_for_all: true },
      { name: "Needle", sort: "item" },
    ] as PieceShown[];
    expect(rulesFor(dealt, { pieces }).map((one) => one.name)).toEqual(["Ground Rules"]);
    expect(rulesFor({ ...dealt, mode: "first" }, { pieces })).toEqual([]);
    expect(toSetup({ ...dealt, in_force: ["Ground Rules"] }, bare).in_force).toEqual(["Ground Rules"]);
  });
});

describe("what a game is called", () => {
  it("is its scenario, but for an ultimate game, which only borrows one's areas", () => {
    expect(titleOf(dealt)).toBe("Control");
    expect(titleOf({ ...dealt, mode: "ultimate" })).toBe("Ultimate");
  });
});
