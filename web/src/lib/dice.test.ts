import { beforeEach, describe, expect, it, vi } from "vitest";
import continued from "../../fixtures/continued.json";
import game from "../../fixtures/dice.json";
import { Chain, chainOf, linkOf, newChain, withRolls, type Known, type Seen } from "./dice";
import type { News } from "./protocol";
import { checkDice } from "./dicecheck";
import { digest, hmac } from "./sha256";

describe("hashes", () => {
  it("are those of the standard", () => {
    expect(digest("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(digest("a".repeat(1000))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
    expect(hmac("Jefe", "what do ya want for nothing?")).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  });
});

describe("the dice of a finished game", () => {
  const { record } = game;
  let known: Known;
  const line = record.split("\n").find((one) => one.startsWith("dice "))!;
  const [, , promise, seats, secret] = line.split(" ") as [string, string, string, string, string];
  const [ann, ben] = seats.split(",") as [string, string];

  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    newChain(game.seeds[0]!);
    known = { promise, mine: [0], ends: { 0: game.ends[0]!, 1: game.ends[1]! }, given: { 0: game.given as [number, number][] } };
  });

  it("are what everybody's shares make of them, and who missed a roll is told", () => {
    const found = checkDice(record, known);
    expect(found).toEqual({ faults: [], rolls: game.given.length, unknown: 0, before: 0, missed: { 1: [2] } });
  });

  it("are mine to add to only with my own chain", () => {
    expect(linkOf(game.ends[0]!, 17)).toBe(ann.split(":")[3]);
    expect(linkOf("chain:unknown", 1)).toBe("");
    expect(chainOf(game.seeds[0]!).end).toBe(game.ends[0]);
  });

  const other = new Chain("c".repeat(64));
  const [, , depth] = ann.split(":");
  const forged: [string, string, string, Partial<Known>?][] = [
    ["another secret of the server", "seed", line.replace(secret, "ab".repeat(32))],
    ["another promise than was told", "seed", line, { promise: "0".repeat(64) }],
    ["a secret that fits a promise made later", "seed", line.replace(secret, "ab".repeat(32)).replace(promise, digest("ab".repeat(32)))],
    ["a chain of the server's instead of mine", "mine", line.replace(ann, `${other.end}:${depth}:${other.link(Number(depth))}`)],
    ["another chain of a seat than was shown", "chain", line.replace(ben, `${other.end}:${depth}:${other.link(Number(depth))}`)],
    ["a link that is not of its chain", "chain", line.replace(ben, ben.replace(/:17:./, ":17:0"))],
    ["a share of mine that is left out", "left_out", line.replace(ann, `${ann}:5`)],
    ["a share of mine after the last that is written", "left_out", line, { given: { 0: [[Number(depth) + 1, 60]] } }],
    ["a share that was asked for before its roll", "ahead", line, { given: { 0: [[9, 51]] } }],
  ];
  it.each(forged)("are refused with %s", (_, fault, text, more) => {
    expect(checkDice(record.replace(line, text), { ...known, ...more }).faults).toContain(fault);
  });

  it("are refused if one die is another", () => {
    expect(checkDice(record.replace("roll b !", "roll ! !"), known).faults).toEqual(["die"]);
    expect(checkDice(record.replace("flip dark", "flip light"), known).faults).toEqual(["die"]);
  });

  const shownIn = ({ shown }: typeof game): Seen[] =>
    shown.reduce<Seen[]>((known, [choices, faces]) => {
      const news = [{ event: "Rolled", faces }] as unknown as News[];
      return withRolls(known, choices as number, news);
    }, []);

  it("are those that the page has shown, or the record tells another game", () => {
    const shown = shownIn(game);
    expect(checkDice(record, { ...known, shown }).faults).toEqual([]);
    const [[choices, ...rolls]] = shown as [Seen, ...Seen[]];
    for (const other of [
      [choices, "! !"],
      [choices - 1, "s s", ...rolls],
      [9_999, ...rolls],
    ] as Seen[])
      expect(checkDice(record, { ...known, shown: [...shown, other] }).faults).toEqual(["shown"]);
  });

  it("stand beside my own choices, which the record has in the same places", () => {
    const lines = record.split("\n---\n")[1]!.split("\n");
    const [number, line] = /^(\d+) (.*: .*)$/.exec(lines.find((one) => /^\d+ \w+: /.test(one))!)!.slice(1) as [string, string];
    const mine = (choices: number, said: string) => checkDice(record, { ...known, shown: [[choices, said]] }).faults;
    expect(mine(Number(number) - 1, line)).toEqual([]);
    expect(mine(Number(number), line)).toEqual(["shown"]);
    expect(mine(Number(number) - 1, `${line} or not`)).toEqual(["shown"]);
  });

  it("count as dice only where the record has a roll", () => {
    const rolls = record.split("\n").filter((one) => /^\d+ roll /.test(one));
    const [choices, dice] = shownIn(game).find(
      ([choices, dice]) => !rolls.find((one) => Number(one.split(" ")[0]) > Number(choices) + 1)?.endsWith(` roll ${dice}`),
    )!;
    const bare = record.replace(`\n${Number(choices) + 1} roll ${dice}\n`, `\n${Number(choices) + 1} ${dice}\n`);
    expect(bare).not.toEqual(record);
    expect(checkDice(bare, { ...known, shown: [[choices, dice!]] }).faults).toContain("shown");
  });

  it("of a game that went on from another one are checked from there on, and it is told how many choices are not its own", () => {
    const known = { ends: { 0: continued.ends[0]!, 1: continued.ends[1]! }, mine: [0], shown: shownIn(continued) };
    const given = { 0: continued.given as [number, number][] };
    const found = checkDice(continued.record, { ...known, given });
    expect(found).toEqual({ faults: [], rolls: continued.given.length, unknown: 0, before: 40, missed: { 1: [2] } });
    const forged = continued.record.replace("choice 40 of", "choice 60 of");
    expect(checkDice(forged, { ...known, given }).faults).not.toEqual([]);
  });

  it("of a game with plain seeds are checked too", () => {
    expect(checkDice("tipover-record 1\ndice fair x a,b y\n---\n1 flip light\n=== light 0 dark 0\n", {}).faults).toEqual(["seed"]);
  });
});
