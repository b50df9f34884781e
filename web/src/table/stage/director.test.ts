import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Moment, News } from "../../lib/protocol";
import type { Roll } from "../rolls";
import { Director } from "./director.svelte";
import type { Cue } from "./beats";

const at = (square: number, seq = 1) =>
  ({
    seq,
    count: seq,
    round: 1,
    sides: [],
    pieces: [],
    figures: [{ id: 0, name: "Rose", short: "Rose", side: "dark", kind: "character", at: "board", square }],
  }) as unknown as Moment;
const move = (start: number, ...path: number[]): News => ({ event: "Moved", thing: 0, figure: 0, side: "dark", start, path });
const turn: News = { event: "TurnBegan", figure: 0, side: "dark" };

describe("the director", () => {
  let speed = 1;
  let director: Director;
  let done: string[] = [];
  let cues: Cue[] = [];
  let rolls: Roll[] = [];
  const add = (name: string, news: News[], now: Moment, former = at(0)) =>
    director.add({ news, former, now, mine: ["light"], done: () => void done.push(name) });
  const where = () => director.scene?.figures[0]!.square;
  const wait = (ms: number) => vi.advanceTimersByTime(ms);

  beforeEach(() => {
    vi.useFakeTimers();
    [speed, done, cues, rolls] = [1, [], [], []];
    director = new Director(() => speed, { cue: (cue) => void cues.push(cue), roll: (roll) => void rolls.push(roll) });
  });
  afterEach(() => vi.useRealTimers());

  it("shows the state of the last finished beat, and says when the act is done", () => {
    add("walk", [move(0, 1), move(1, 2)], at(2));
    expect([director.playing, where(), director.trail]).toEqual([true, 0, [0, 1]]);
    wait(219);
    expect(where()).toBe(0);
    wait(1);
    expect([where(), director.trail]).toEqual([1, [1, 2]]);
    expect(done).toEqual([]);
    wait(220);
    expect([done, director.playing, director.behind, director.trail]).toEqual([["walk"], false, 0, []]);
  });

  it("shows one act after the other, from where the one before ends", () => {
    add("a", [move(0, 1)], at(1));
    add("b", [move(1, 2)], at(2));
    expect(director.behind).toBe(2);
    wait(220);
    expect([done, where(), director.behind]).toEqual([["a"], 1, 1]);
    wait(220);
    expect(done).toEqual(["a", "b"]);
  });

  it("does what shows nothing at once, and everything where nothing moves, with one sound", () => {
    add("nothing", [], at(0));
    expect(done).toEqual(["nothing"]);
    speed = 0;
    add("walk", [move(0, 1, 2)], at(2));
    expect([done, director.behind, cues.map((cue) => cue.sound)]).toEqual([["nothing", "walk"], 0, ["hop"]]);
  });

  it("goes twice as fast at twice the speed, and slower when it is calm", () => {
    speed = 2;
    add("fast", [move(0, 1)], at(1));
    wait(110);
    expect(done).toEqual(["fast"]);
    speed = 0.6;
    add("calm", [move(1, 2)], at(2));
    wait(360);
    expect(done).toEqual(["fast"]);
    wait(7);
    expect(done).toEqual(["fast", "calm"]);
  });

  it("ends the act at a click, once", () => {
    add("a", [move(0, 1, 2, 3)], at(3));
    add("b", [move(3, 4)], at(4));
    director.finish();
    expect([done, where()]).toEqual([["a"], 3]);
    wait(2000);
    expect(done).toEqual(["a", "b"]);
    director.finish();
    expect(done).toEqual(["a", "b"]);
  });

  it("stops after the beat while it is held", () => {
    add("a", [move(0, 1), move(1, 2)], at(2));
    wait(100);
    director.hold();
    wait(5000);
    expect([where(), done]).toEqual([1, []]);
    director.hold();
    wait(220);
    expect(done).toEqual(["a"]);
  });

  it("skips to the end of the turn, and shows the next one", () => {
    add("a", [turn, move(0, 1)], at(1));
    add("b", [move(1, 2)], at(2));
    add("c", [turn, move(2, 3)], at(3));
    wait(100);
    director.skip();
    expect([done, director.beat?.kind]).toEqual([["a", "b"], "announce"]);
    add("d", [move(3, 4)], at(4));
    director.skip();
    expect(done).toEqual(["a", "b", "c", "d"]);
    add("e", [move(4, 5)], at(5));
    expect(done, "a turn that is skipped stays skipped while it comes").toEqual(["a", "b", "c", "d", "e"]);
    add("f", [turn], at(5));
    expect(director.playing).toBe(true);
  });

  it("runs twice as fast with more than 8 s to show", () => {
    const far = Array.from({ length: 40 }, (_, n) => n + 1);
    add("far", [move(0, ...far), move(40, 41)], at(41));
    expect(director.rate).toBe(2);
    wait((40 * 220) / 2);
    expect([director.rate, where()]).toEqual([1, 40]);
  });

  it("plays only the last turn with more than 20 s to show", () => {
    const far = Array.from({ length: 40 }, (_, n) => n + 1);
    for (const name of ["a", "b"]) add(name, [turn, move(0, ...far)], at(40));
    add("c", [turn, move(40, 41)], at(41));
    expect(done, "18 s are played").toEqual([]);
    add("d", [turn, move(0, ...far)], at(40));
    expect([done, director.beat?.kind]).toEqual([["a", "b", "c"], "announce"]);
  });

  it("forgets what waits when the table tells everything anew", () => {
    add("a", [move(0, 1)], at(1));
    add("b", [move(1, 2)], at(2));
    director.empty();
    wait(1000);
    expect([done, director.behind, director.playing]).toEqual([[], 0, false]);
    add("c", [move(0, 1)], at(1), at(0));
    wait(220);
    expect(done).toEqual(["c"]);
  });

  it("lets all dice fall, then counts them, then says what came of them", () => {
    const roll: News = { event: "Rolled", figure: 0, target: 0, faces: ["burst", "shield", "triple"], counts: [1, 0, 3], successes: 4 };
    add("roll", [roll, { event: "ChallengeWon", figure: 0, target: 0, text: "Won." }], at(0));
    expect([director.counted, rolls.at(-1)?.said]).toEqual([-1, ""]);
    wait(501);
    expect(director.counted).toBe(1);
    wait(80);
    expect(director.counted).toBe(2);
    wait(400);
    expect([director.counted, rolls.at(-1)?.said, done]).toEqual([Infinity, "Won.", ["roll"]]);
    expect(cues.map((cue) => cue.sound)).toEqual(["dice", "count", "count", "hit"]);
  });

  it("makes each sound of an act that is shown once", () => {
    add("walk", [turn, move(0, 1, 2)], at(2));
    wait(5000);
    expect(cues.map((cue) => cue.sound)).toEqual(["rival", "hop", "hop"]);
  });
});
