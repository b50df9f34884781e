import { describe, expect, it } from "vitest";
import written from "../../fixtures/catalog.json?raw";
import sprite from "../figures.svg?raw";
import type { CatalogShown } from "./protocol";
import { listed, madeUp, pieceSymbol, squareName, symbolOf } from "./names";

const catalog = JSON.parse(written) as CatalogShown;

describe("names", () => {
  it("squares are a column's letter and a row's number from the upper left", () => {
    expect(squareName(0, 10)).toBe("a1");
    expect(squareName(64, 10)).toBe("e7");
    expect(squareName(26, 30)).toBe("aa1");
    expect(squareName(-1, 10)).toBe("");
  });
  it("lists read like speech", () => {
    expect(listed(["red"])).toBe("red");
    expect(listed(["blue", "red", "gold"])).toBe("blue, red and gold");
  });
});

describe("drawings", () => {
  it("every card and piece of the packs has a symbol that is in the sprite", () => {
    for (const card of catalog.cards) {
      expect(symbolOf(card.name), card.name).not.toBe("");
      expect(sprite, card.name).toContain(`id="${symbolOf(card.name)}"`);
    }
    for (const piece of catalog.pieces) expect(sprite, piece.name).toContain(`id="${pieceSymbol(piece.name, piece.sort)}"`);
  });
  it("a stranger's figure is made of parts that exist, and is always the same", () => {
    const seen = new Set<string>();
    for (const name of ["Lamplighter", "Zoe", "Ümit", "a", "The Cook", "Second Cook"]) {
      const made = madeUp(name);
      expect(made).toEqual(madeUp(name));
      for (const part of made.parts) expect(sprite, part).toContain(`id="${part}"`);
      seen.add(JSON.stringify(made));
    }
    expect(seen.size).toBe(6);
  });
  it("every reference inside the sprite leads somewhere, and no id is there twice", () => {
    const ids = [...sprite.matchAll(/ id="([^"]+)"/g)].map((one) => one[1]!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const used of sprite.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(used[1]);
  });
});
