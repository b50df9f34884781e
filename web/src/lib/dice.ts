// My share of the dice: a chain of hashes that I show link by link.

import type { DiceRolledNews, News, RolledNews } from "./protocol";
import { digest, hex } from "./sha256";

/** Rolls of one game that a seat can add to; the table's number is the same. */
export const LINKS = 4096;

/** A seat's secret, and all links of its chain from the published end on. */
export class Chain {
  private links: string[];

  constructor(readonly seed: string) {
    const links = [seed];
    for (let n = 0; n < LINKS; n++) links.push(digest(links[n]!));
    this.links = links.reverse();
  }

  /** What is published before the game. */
  get end(): string {
    return `chain:${this.links[0]}`;
  }

  /** What is shown for a roll; empty if the chain is not as long. */
  link(number: number): string {
    return this.links[number] ?? "";
  }
}

const KEY = "tipover.chains";
const MOST = 200; // secrets that this browser keeps
const chains = new Map<string, Chain>();

/** The chain of a seed; made once. */
export function chainOf(seed: string): Chain {
  const known = chains.get(seed) ?? new Chain(seed);
  chains.set(seed, known);
  return known;
}

/** A new secret of this browser: the end of its chain, to be given away. */
export function newChain(seed = hex(crypto.getRandomValues(new Uint8Array(32)))): string {
  const { end } = chainOf(seed);
  try {
    localStorage.setItem(KEY, JSON.stringify([[end, seed], ...secrets().filter(([one]) => one !== end)].slice(0, MOST)));
  } catch {
    // it is known until the page is closed
  }
  return end;
}

function secrets(): [string, string][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? (read as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** The secret of a chain, if it is this browser's. */
export function secretOf(end: string): string | undefined {
  for (const [seed, chain] of chains) if (chain.end === end) return seed;
  return secrets().find(([one]) => one === end)?.[1];
}

/** What this browser shows for a roll: a link of its own chain; empty if the chain is not its own. */
export function linkOf(end: string, number: number): string {
  const seed = secretOf(end);
  return seed ? chainOf(seed).link(number) : "";
}

/** What this browser knows of a table's dice by itself. */
export interface Known {
  promise?: string; // SHA-256 of the server's seed, as it was told before my seed was given
  mine?: number[]; // the seats that I gave a chain for
  ends?: Record<number, string>; // the ends of all chains, as they were first shown
  given?: Record<number, [roll: number, choices: number][]>; // by seat: the rolls it has added to, and the choices before each
  shown?: Seen[];
}

/** In the record's words, after so many choices: dice that this browser was shown, which came before any others; or its own choice. */
export type Seen = [choices: number, ...said: string[]];

/** How long the list of them may be: longer than any game has rolls. */
const MOST_SHOWN = 2 * LINKS;

/** What was shown, with the dice that fell in one update; `choices` had been made before it. */
export function withRolls(shown: readonly Seen[], choices: number, news: readonly News[]): Seen[] {
  const rolls = news
    .filter((one): one is RolledNews | DiceRolledNews => one.event === "Rolled" || one.event === "DiceRolled")
    .map((one) => (one.faces ?? []).map((face) => WRITTEN[face] ?? face).join(" "))
    .filter(Boolean);
  return rolls.length && shown.length < MOST_SHOWN ? [...shown, [choices, ...rolls]] : [...shown];
}

/** The faces as a record writes them. */
const WRITTEN: Record<string, string> = { burst: "b", shield: "s", triple: "!", blank: "-" };
