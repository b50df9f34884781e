// What this browser can check of a finished game's dice by itself; loaded when a game is over.

import { LINKS, secretOf, type Known, type Seen } from "./dice";
import { digest, hmac } from "./sha256";

/** What came of the check: faults are keys of sentences. */
export interface Checked {
  faults: ("seed" | "mine" | "chain" | "left_out" | "ahead" | "die" | "shown")[];
  before: number; // choices of another game that this one goes on from: its dice cannot be computed from these seeds
  rolls: number; // dice and flips that were computed again
  unknown: number; // rolls of other dice: only the command can compute them
  missed: Record<number, number[]>; // by seat: rolls that it added nothing to
}

interface Written {
  seed: string;
  depth: number;
  link: string;
  missed: number[];
}

/** Check a finished game's record against what this browser was shown and has given itself. */
export function checkDice(record: string, known: Known): Checked {
  const [head = "", body = ""] = record.split("\n---\n");
  const since = /^# played on from choice (\d+) of another game; the dice since: (fair .*)$/m.exec(body);
  const line = head.split("\n").find((one) => one.startsWith("dice fair ")) ?? (since ? `dice ${since[2]}` : "");
  const [, , promise = "", seats = "", secret = ""] = line.split(" ");
  const written = seats.split(",").map(read);
  const found: Checked = {
    faults: [],
    rolls: 0,
    unknown: 0,
    before: head.includes("\ndice fair ") ? 0 : Number(since?.[1] ?? 0),
    missed: {},
  };
  const fault = (one: Checked["faults"][number]) => void (found.faults.includes(one) || found.faults.push(one));
  if (!secret || digest(secret) !== promise || (known.promise && known.promise !== promise)) fault("seed");
  written.forEach((seat, n) => {
    if (known.mine?.includes(n) && !secretOf(seat.seed)) fault("mine");
    if (known.ends?.[n] && known.ends[n] !== seat.seed) fault("chain");
    if (seat.depth >= 0 && hashed(seat.link, seat.depth) !== seat.seed.slice("chain:".length)) fault("chain");
    if (known.given?.[n]?.some(([roll]) => roll > seat.depth || seat.missed.includes(roll))) fault("left_out");
    if (seat.missed.length) found.missed[n] = seat.missed;
  });
  if (found.faults.length) return found;
  const lines = body
    .split("\n")
    .filter((one) => /^\d+ /.test(one))
    .map((one) => one.replace(/^\d+ /, "").trim());
  const places = rollAgain(lines, sidesIn(body), secret, written, found);
  if (!places) fault("die");
  // A link that was asked for before its roll came up told the server dice in advance.
  else if (Object.values(known.given ?? {}).some((rolls) => rolls.some(([roll, choices]) => !isAt(places, lines, roll, choices))))
    fault("ahead");
  if (known.shown?.some((one) => !isIn(lines, one))) fault("shown");
  return found;
}

/** Whether the first dice after so many choices are those that were shown then, since dice are never taken back; or my choice is there. */
function isIn(lines: string[], [choices, ...said]: Seen): boolean {
  const following = lines.slice(choices);
  const rolls = following.filter((line) => line.startsWith("roll "));
  return said.every((one, n) => (isDice(one) ? rolls[n] === `roll ${one}` : following[n] === one));
}

/** Whether what was seen is dice, by its form; any other line is a choice of mine. */
function isDice(seen: string): boolean {
  return /^([-bs!]|\d+)( ([-bs!]|\d+))*$/.test(seen);
}

/** Whether a roll was the answer after so many choices; what a text draws has a number too, but looks like a player's answer. */
function isAt(places: Map<number, number>, lines: string[], roll: number, choices: number): boolean {
  return places.get(roll) === choices || (!places.has(roll) && !!lines[choices]?.startsWith(">"));
}

/** The sides in their order, as the result tells them. */
function sidesIn(body: string): string[] {
  return (/^=== (.*)$/m.exec(body)?.[1] ?? "").split(" ").filter((_, n) => n % 2 === 0);
}

/** Compute every roll of plain dice and every flip again: where each stands among the choices, or nothing if one does not fit. */
function rollAgain(lines: string[], sides: string[], secret: string, written: Written[], found: Checked): Map<number, number> | undefined {
  const base = hmac(secret, written.map((seat) => seat.seed).join(","));
  const chained = written.filter((seat) => seat.depth >= 0).map((seat) => ({ ...seat, links: linksOf(seat) }));
  const keyOf = (number: number): string => {
    if (!chained.length) return base;
    const links = chained.map((seat) => (number > seat.depth || seat.missed.includes(number) ? "-" : seat.links[seat.depth - number]!));
    return hmac(base, links.join(","));
  };
  const places = new Map<number, number>();
  let number = 0;
  let between = 0; // answers to texts since the last roll: some may have been drawn
  for (const [place, line] of lines.entries()) {
    if (place < found.before) continue;
    if (line.startsWith(">")) between++;
    if (!/^(roll|flip) /.test(line)) continue;
    const outcomes = outcomesOf(line, sides);
    let next = number + 1;
    while (outcomes.length && next <= number + 1 + between && drawn(keyOf(next), next, outcomes) !== line) next++;
    if (next > number + 1 + between) return undefined;
    if (outcomes.length) found.rolls++;
    else found.unknown++;
    places.set(next, place);
    number = next;
    between = 0;
  }
  return places;
}

/** Every outcome of a roll of plain dice or of a flip with its weight, in the order of the rules; none for other dice. */
function outcomesOf(line: string, sides: string[]): [string, bigint][] {
  const [kind, ...faces] = line.split(" ");
  if (kind === "flip") return sides.map((side) => [`flip ${side}`, 1n]);
  if (faces.some((face) => !"bs!".includes(face))) return [];
  const dice = faces.length;
  const found: [string, bigint][] = [];
  for (let bursts = dice; bursts >= 0; bursts--)
    for (let shields = dice - bursts; shields >= 0; shields--) {
      const rolled = "b".repeat(bursts) + "s".repeat(shields) + "!".repeat(dice - bursts - shields);
      const ways = choose(dice, bursts) * choose(dice - bursts, shields);
      found.push([`roll ${[...rolled].join(" ")}`, ways * 3n ** BigInt(bursts) * 2n ** BigInt(shields)]);
    }
  return found;
}

/** The outcome that a key gives. */
function drawn(key: string, number: number, outcomes: [string, bigint][]): string {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0n);
  const limit = 2n ** 256n - (2n ** 256n % total);
  let value = limit;
  for (let tries = 0; value >= limit; tries++) value = BigInt(`0x${hmac(key, tries ? `${number}.${tries}` : `${number}`)}`);
  value %= total;
  for (const [outcome, weight] of outcomes) {
    value -= weight;
    if (value < 0n) return outcome;
  }
  return "";
}

function choose(of: number, some: number): bigint {
  let ways = 1n;
  for (let n = 1; n <= some; n++) ways = (ways * BigInt(of - some + n)) / BigInt(n);
  return ways;
}

function read(text: string): Written {
  const [kind, end, depth, link, missed] = text.split(":");
  if (kind !== "chain") return { seed: text, depth: -1, link: "", missed: [] };
  return { seed: `chain:${end}`, depth: Number(depth ?? 0), link: link ?? end ?? "", missed: spans(missed ?? "") };
}

function spans(text: string): number[] {
  return text
    .split(".")
    .filter(Boolean)
    .flatMap((span) => {
      const [first, last] = span.split("-").map(Number) as [number, number?];
      return Array.from({ length: Math.min((last ?? first) - first + 1, LINKS) }, (_, n) => first + n);
    });
}

function linksOf(seat: Written): string[] {
  const links = [seat.link];
  for (let n = 0; n < Math.min(seat.depth, LINKS); n++) links.push(digest(links[n]!));
  return links;
}

function hashed(link: string, times: number): string {
  for (let n = 0; n < Math.min(times, LINKS); n++) link = digest(link);
  return link;
}
