import { describe, expect, it } from "vitest";
import firstUpdates from "../../../fixtures/first.updates.json";
import first from "../../../fixtures/first.json";
import territoryUpdates from "../../../fixtures/territory.updates.json";
import territory from "../../../fixtures/territory.json";
import type { Moment, News, Update, Welcome } from "../../lib/protocol";
import { edgeFor } from "./edge";
import { after } from "./scene";
import { lengthOf, script, soundOf } from "./script";
import { type Act, type Beat, MS } from "./beats";

const games: [string, Welcome, Update[]][] = [
  ["first", first as unknown as Welcome, firstUpdates as unknown as Update[]],
  ["territory", territory as unknown as Welcome, territoryUpdates as unknown as Update[]],
];

/** Every act of the recorded games: what was told, and the moments before and after. */
function acts(): [string, Act][] {
  return games.flatMap(([name, welcome, updates]) => {
    let former = welcome.moment!;
    return updates.map((update): [string, Act] => {
      const act = { news: update.news ?? [], former, now: update.moment, mine: ["light"] };
      former = update.moment;
      return [`${name} ${update.seq}`, act];
    });
  });
}

const FIGURES = [
  { id: 0, name: "Sae-byeok", short: "Sae-byeok", side: "light", kind: "character", at: "board", square: 44 },
  { id: 1, name: "Captain America", short: "Captain America", side: "dark", kind: "character", at: "board", square: 45 },
];
const SIDE = { seats: [], points: 0, pool: [1, 1, 1, 0], tokens: [1, 1, 1, 0], track: [[], [], [], []], back: [1, 2, 3, 4] };
const MOMENT = {
  seq: 1,
  count: 1,
  round: 1,
  sides: [
    { ...SIDE, side: "light" },
    { ...SIDE, side: "dark" },
  ],
  figures: FIGURES,
  pieces: [],
} as unknown as Moment;

/** The beats of some news; `mine` are the sides of the screen. */
function beatsOf(news: News[], mine: string[] = ["light"], now: Partial<Moment> = {}): Beat[] {
  return script({ news, former: MOMENT, now: { ...MOMENT, ...now }, mine });
}
const kinds = (beats: Beat[]) => beats.map((beat) => beat.kind);

const ROLLS: News[] = [
  { event: "Challenged", figure: 0, target: 1, side: "light" },
  { event: "Rolled", figure: 0, target: 1, side: "light", faces: ["burst", "triple", "shield"], counts: [1, 3, 0], successes: 4 },
  { event: "Rolled", figure: 1, target: 1, side: "dark", defending: true, faces: ["shield", "burst"], counts: [1, 0], successes: 1 },
  { event: "ChallengeWon", figure: 0, target: 1, side: "light", margin: 3, text: "Won by 3." },
];
const OUT: News[] = [
  ...ROLLS,
  { event: "KnockedOut", figure: 1, side: "dark", square: 45, by: 0, text: "Out." },
  { event: "PutOnTrack", thing: 1, side: "dark", place: 1 },
  { event: "PointsGained", side: "light", points: 2 },
];

describe("a script", () => {
  it("shows a knock-out in the order of its beats, each as long as it should be", () => {
    const beats = beatsOf(OUT);
    expect(kinds(beats)).toEqual(["dice", "hit", "out", "point"]);
    expect(beats.map((beat) => beat.lasts)).toEqual([500 + 3 * 80, 220, 120 + 500 + 140 + 140, 200 + 450 + 200 + 150 + 140]);
    expect(lengthOf(beats)).toBe(740 + 220 + 900 + 1140);
  });

  it("counts no longer than 400 ms, however many dice there are", () => {
    const many: News = { event: "Rolled", figure: 0, target: 1, faces: Array(12).fill("burst"), counts: Array(12).fill(1), successes: 12 };
    expect(beatsOf([many])[0]!.lasts).toBeCloseTo(MS.fall + MS.mostCount);
  });

  it("lands the head before the square is clear, and the point before the act is over", () => {
    const [, , out, point] = beatsOf(OUT);
    expect(out!.lands).toBe(620);
    expect(out!.flights).toMatchObject([{ what: "head", from: { square: 45 }, to: { side: "dark", place: 1 }, at: 120, lasts: 500 }]);
    expect(point!.lands).toBe(790);
    expect(point!.flights.map((flight) => [flight.what, flight.at])).toEqual([
      ["point", 200],
      ["point", 340],
    ]);
    expect(point!.flights[0]).toMatchObject({ from: { square: 45 }, to: { score: "light" } });
  });

  it("tells score, track and figure by the beat that shows the change, never before", () => {
    let scene = MOMENT;
    const seen = beatsOf(OUT).map((beat) => {
      scene = after(scene, beat.news);
      return [beat.kind, scene.figures[1]!.at, scene.sides[1]!.track[0]!.length, scene.sides[0]!.points];
    });
    expect(seen).toEqual([
      ["dice", "board", 0, 0],
      ["hit", "board", 0, 0],
      ["out", "track", 1, 0],
      ["point", "track", 1, 2],
    ]);
  });

  it("announces what others do, and names an attack on me before the dice", () => {
    const theirs: News[] = [
      { event: "TurnBegan", figure: 1, side: "dark" },
      { event: "Moved", thing: 1, figure: 1, side: "dark", start: 45, path: [55, 65] },
      { event: "Challenged", figure: 1, target: 0, side: "dark", dice_count: 4, defense_count: 2, win: 0.71 },
      { event: "Rolled", figure: 1, target: 0, faces: ["shield"], counts: [0], successes: 0 },
      { event: "ChallengeLost", figure: 1, target: 0 },
    ];
    const question = { asked: "turn", seats: [0], mine: [0], prompt: "", task: "" } as unknown as Moment["question"];
    expect(kinds(beatsOf(theirs, ["light"], { question }))).toEqual(["announce", "move", "threat", "dice", "quiet"]);
    expect(beatsOf(theirs)[2]).toMatchObject({ actor: 1, target: 0, win: 0.71 });
    expect(kinds(beatsOf(theirs, ["dark"]))).toEqual(["move", "dice"]);
    expect(kinds(beatsOf(theirs, ["light", "dark"]))).toEqual(["move", "dice"]);
  });

  it("walks 220 ms a square, and stays drawn by its way", () => {
    const [move] = beatsOf([{ event: "Moved", thing: 0, start: 44, path: [34, 24] }]);
    expect(move).toMatchObject({ lasts: 440, squares: [44, 34, 24] });
    expect(move!.cues.map((cue) => cue.sound)).toEqual(["hop", "hop"]);
  });

  it("ends a round with a line for each thing that scored, then the tracks", () => {
    const beats = beatsOf([
      { event: "Exhausted", figure: 0, side: "light" },
      { event: "RoundEnded", round: 3 },
      { event: "PointsGained", side: "light", points: 1, why: "Scoring area: 2 in it, the most.", squares: [44] },
      { event: "PointsGained", side: "light", points: 1, why: "Scoring area: 2 in it, the most.", squares: [44] },
      { event: "PointsGained", side: "dark", points: 1, why: "Scoring area: 1 in it.", squares: [45] },
      { event: "CooledDown", side: "light" },
      { event: "TokensReturned", side: "light", tokens: [0, 1, 0, 0] },
      { event: "Refreshed" },
      { event: "RoundBegan", round: 4, side: "dark" },
    ]);
    expect(kinds(beats)).toEqual(["round", "line", "line", "back"]);
    expect(beats.map((beat) => beat.lasts)).toEqual([300, 740, 600, 900]);
    expect(beats.map((beat) => beat.band!.lit)).toEqual([0, 1, 2, 2]);
    expect(beats[0]!.band!.lines.map((line) => [line.side, line.points])).toEqual([
      ["light", 2],
      ["dark", 1],
    ]);
    expect(beats[3]!.band!.back).toEqual([{ side: "light", colour: "red" }]);
  });

  it("lets losers tip one after the other when the game is won, and rings for who won", () => {
    const won: News[] = [{ event: "GameWon", side: "light" }];
    expect(beatsOf(won)[0]).toMatchObject({ kind: "win", lasts: 400 + 900 });
    expect(soundOf(beatsOf(won))?.sound).toBe("win");
    expect(soundOf(beatsOf(won, ["dark"]))?.sound).toBe("loss");
  });

  it("rings a step higher for each further point of the act", () => {
    const steps = beatsOf([...OUT, { event: "PointsGained", side: "light", points: 1 }]).flatMap((beat) =>
      beat.cues.filter((cue) => cue.sound === "point").map((cue) => cue.step),
    );
    expect(steps).toEqual([0, 1, 2]);
  });

  it("shows dice of a defender with those of the act before", () => {
    const thrown = beatsOf(ROLLS.slice(0, 2))[0]!.roll!;
    const [beat] = script({ news: ROLLS.slice(2), former: MOMENT, now: MOMENT, mine: ["light"], thrown });
    expect(beat!.roll!.throws.map((one) => one.successes)).toEqual([4, 1]);
    expect(beat!.roll!.said).toBe("Won by 3.");
  });
});

describe("the acts of real games", () => {
  it.each(acts())("%s tells every news once, in its order, within the beat", (_, act) => {
    const beats = script(act);
    const told = beats.flatMap((beat) => beat.news);
    expect(told).toEqual(act.news.slice(0, told.length));
    for (const beat of beats) {
      expect(beat.lands).toBeLessThanOrEqual(beat.lasts);
      for (const cue of beat.cues) expect(cue.at).toBeLessThanOrEqual(beat.lasts);
      for (const flight of beat.flights) expect(flight.at + flight.lasts).toBeLessThanOrEqual(beat.lands + 1e-6);
    }
  });

  it.each(acts())("%s, told to its end, stands as the table says", (_, act) => {
    const now = after(act.former, act.news);
    const drawn = (moment: Moment) => ({
      round: moment.round,
      first: moment.first ?? "",
      sides: moment.sides.map(({ side, points, pool, track, back }) => ({ side, points, pool, track, back })),
      figures: moment.figures.map(({ id, at, square, down, exhausted }) => [id, at, square ?? -1, !!down, !!exhausted]),
    });
    expect(drawn(now)).toEqual(drawn(act.now));
  });

  it("hold every sort of beat that they can", () => {
    const seen = new Set(acts().flatMap(([, act]) => kinds(script(act))));
    for (const kind of [
      "announce",
      "move",
      "threat",
      "dice",
      "hit",
      "down",
      "stand",
      "out",
      "point",
      "token",
      "round",
      "line",
      "back",
      "place",
      "quiet",
    ])
      expect(seen).toContain(kind);
  });
});

describe("the band at the round's end", () => {
  const at = (...squares: number[]) => ({ ...MOMENT, figures: squares.map((square) => ({ ...FIGURES[0], square })) }) as unknown as Moment;
  it("lies where it hides nobody and nothing that scores", () => {
    expect(edgeFor(at(44), [], 10, 12, 2)).toBe("south");
    expect(edgeFor(at(112), [], 10, 12, 2)).toBe("north");
    expect(edgeFor(at(44), [105], 10, 12, 2)).toBe("north");
    expect(edgeFor(at(5, 112), [], 10, 12, 2)).toBe("beside");
  });
});
