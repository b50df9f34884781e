import { describe, expect, it } from "vitest";
import written from "../../fixtures/catalog.json?raw";
import { fixed, spanOf, stretches } from "./faults";
import { attachable, fromDeal, mapsFor, missing, scenariosFor, toSetup, toggled } from "./newgame";
import type { CardShown, CatalogShown, ColourName, TableNow } from "./protocol";
import { resumed } from "./resume";
import { ruleParts } from "./ruletext";
import { found } from "./search";
import { readTables, seatsIn } from "./seats";
import { hints, pool } from "./team";

const catalog = JSON.parse(written) as CatalogShown;
const card = (name: string, tokens: ColourName[], abilities: [string, ColourName, number, ColourName[]][]): CardShown => ({
  name,
  pack: "p",
  set: "P",
  kind: "character",
  short: name,
  defense: 2,
  tokens,
  abilities: abilities.map(([title, colour, cost, counts]) => ({ name: title, colour, cost, challenge: false, text: "", counts })),
});

describe("the pool of a team", () => {
  const ann = card(
    "Ann",
    ["silver", "blue"],
    [
      ["Punch", "blue", 3, ["silver"]],
      ["Demand", "silver", 3, []],
    ],
  );
  const bob = card("Bob", ["gold"], [["Roar", "red", 2, []]]);
  it("says who brings a token, what spends it and what counts it", () => {
    const silver = pool([ann, bob]).find((one) => one.colour === "silver")!;
    expect(silver.from.map((one) => one.name)).toEqual(["Ann"]);
    expect(silver.spent.map((one) => one.ability.name)).toEqual(["Demand"]);
    expect(silver.counted.map((one) => one.ability.name)).toEqual(["Punch"]);
  });
  it("hints at what is missing, shared and idle", () => {
    const eve = card("Eve", ["silver", "red"], []);
    const told = Object.fromEntries(hints([ann, bob], [ann, bob, eve]).map((one) => [one.colour, one.text]));
    expect(told.silver).toBe("One silver serves Demand and what Punch counts. A second silver would help: Eve.");
    expect(told.red).toBe("No red in the pool: Roar cannot be paid. Who brings red: Eve.");
    expect(told.gold).toMatch(/Nobody spends gold/);
    expect(told.blue).toBeUndefined();
  });
});

describe("a new game", () => {
  const dealt = {
    map: "M",
    scenario: "S",
    sides: [
      { side: "light", seats: 1, figures: ["A", "B"], attachments: [{ name: "Needle", of: "A" }] },
      { side: "dark", figures: ["C", "D"], attachments: ["Ghost"] },
    ],
  };
  it("is read from a deal and written back the same", () => {
    const game = fromDeal("2v2", dealt);
    expect(toSetup(game, catalog)).toEqual({ ...dealt, sides: [dealt.sides[0], { ...dealt.sides[1], seats: 1 }] });
    expect(missing(game)).toBe("");
  });
  it("lets a full team's last go for a new one, and an attachment lose its holder", () => {
    const [team] = fromDeal("2v2", dealt).teams;
    expect(toggled(team!, "X").figures).toEqual(["A", "X"]);
    const without = toggled(team!, "A");
    expect(without.figures).toEqual(["B"]);
    expect(without.attachments).toEqual([{ name: "Needle", of: "" }]);
    expect(missing({ ...fromDeal("2v2", dealt), teams: [without] })).toBe("Light lacks one character.");
  });
  it("leaves picks to the table with a box of characters", () => {
    const setup = toSetup({ ...fromDeal("2v2", dealt), way: "secret" }, catalog);
    expect(setup.secret).toBe(true);
    expect(setup.sides).toEqual([
      { side: "light", seats: 1, picks: 2 },
      { side: "dark", seats: 1, picks: 2 },
    ]);
    expect(setup.box).toHaveLength(44);
    const more = toSetup({ ...fromDeal("2v2", dealt), way: "open", basics: true, attach: 1 }, catalog);
    expect(more.sides).toEqual([
      { side: "light", seats: 1, picks: 2, attach: 1 },
      { side: "dark", seats: 1, picks: 2, attach: 1 },
    ]);
    expect(more.box).toEqual(expect.arrayContaining(["Lifeguard", "Needle", "Hack the Terminal"]));
    expect(toSetup({ ...fromDeal("first", dealt), way: "secret" }, catalog).box).toBeUndefined();
  });
  it("keeps an ultimate's one alone", () => {
    const game = fromDeal("ultimate", {
      map: "M",
      scenario: "S",
      sides: [
        { side: "light", ultimate: "A" },
        { side: "dark", figures: ["B", "C", "D"] },
      ],
    });
    expect((toSetup(game, catalog).sides as unknown[])[0]).toEqual({ side: "light", ultimate: "A" });
  });
  it("offers what fits the mode", () => {
    expect(scenariosFor("first", catalog).every((one) => one.first)).toBe(true);
    expect(scenariosFor("ffa4", catalog).every((one) => one.sides.includes(4))).toBe(true);
    for (const scenario of scenariosFor("ffa3", catalog)) expect(mapsFor(scenario, 3, catalog).length).toBeGreaterThan(0);
    expect(attachable(catalog).map((one) => one.name)).toContain("Hack the Terminal");
  });
});

describe("faults of a card", () => {
  const text = 'name = "A"\ncost = "sliver 3"\n';
  const fault = { line: 2, column: 9, length: 6, message: "no colour", suggestion: "silver" };
  it("are found in the text and put right", () => {
    const [start, end] = spanOf(text, fault);
    expect(text.slice(start, end)).toBe("sliver");
    expect(fixed(text, fault)).toBe('name = "A"\ncost = "silver 3"\n');
    expect(fixed(text, { ...fault, suggestion: "" })).toBe(text);
  });
  it("never lose a letter when the text is cut, even with places outside it", () => {
    for (const faults of [[fault, { ...fault, length: 2 }], [{ ...fault, line: 99, column: 99 }], []]) {
      expect(
        stretches(text, faults)
          .map((one) => one.text)
          .join("")
          .replace(/ $/, ""),
      ).toBe(text);
    }
  });
});

describe("what is kept and found", () => {
  it("broken seats are dropped, not believed", () => {
    expect(readTables("{")).toEqual([]);
    expect(readTables('[{"code":"A","tokens":[]},{"code":3}]').map((one) => one.code)).toEqual(["A"]);
  });
  it("seats come only from behind the #, well formed", () => {
    expect(seatsIn("#seat=0.abcdefghijklmnop,1.ABCDEFGHIJKLMNOPQ")).toEqual([
      { seat: 0, token: "abcdefghijklmnop" },
      { seat: 1, token: "ABCDEFGHIJKLMNOPQ" },
    ]);
    expect(seatsIn("#seat=0.<script>")).toEqual([]);
    expect(seatsIn("")).toEqual([]);
  });
  it("finds all words in any case", () => {
    expect(found("BLUE token", "a Blue", "Token")).toBe(true);
    expect(found("blue red", "a Blue")).toBe(false);
    expect(found("  ", undefined)).toBe(true);
  });
  it("cuts rules into words, stresses and numbers", () => {
    expect(ruleParts("See SEE-1 for *sight*.")).toEqual([
      { text: "See " },
      { text: "SEE-1", rule: "SEE-1" },
      { text: " for " },
      { text: "sight", strong: true },
      { text: "." },
    ]);
  });
  it("says how a table stands", () => {
    const mine = { code: "A", tokens: [{ seat: 0, token: "t" }], title: "", kind: "game", light: [], dark: [], opened: 0, seen: 0 };
    const table: TableNow = { code: "A", title: "", status: "playing", seats: [], asked: [0], score: "5 to 4" };
    expect(resumed(table, mine)).toBe("Resume: your turn, 5 to 4");
    expect(resumed({ ...table, asked: [1] }, mine)).toBe("Resume: their turn, 5 to 4");
    expect(resumed({ ...table, status: "waiting" }, mine)).toBe("Resume: a seat is still open");
  });
});
