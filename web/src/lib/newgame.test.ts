import { describe, expect, it } from "vitest";
import { brought, fromDeal, toSetup } from "./newgame";
import type { CardShown } from "./protocol";

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
