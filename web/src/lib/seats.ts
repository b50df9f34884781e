// My tables: the seats this browser holds, kept in it. A token opens a seat, so it stands in no address but after `#`.

import { newChain, secretOf, type Known, type Seen } from "./dice";
import type { SeatGiven } from "./protocol";
import { hex } from "./sha256";

const KEY = "tipover.seats";
const MOST = 60;

/** Turns of a game that are tried again one after the other, each at a table of its own. */
export interface Drill {
  code: string; // the game they are from
  seat: number; // mine
  bot: string; // who plays the others
  steps: { at: number; played: string; better: string; chance: number }[];
  n: number; // which of them this table is
}

export interface MyTable extends Known {
  code: string;
  tokens: SeatGiven[];
  title: string;
  kind: string; // game, lesson, record
  light: string[]; // cards, for the picture on the start page
  dark: string[];
  opened: number; // milliseconds since 1970
  seen: number;
  over?: boolean;
  result?: string; // who won, in words
  coached?: boolean; // a first game with hints on the way
  drill?: Drill; // a turn that is tried again, one of several
  beat?: string[]; // the bots that I won against, by the names requests use
}

/** What was kept, without what is broken; newest first. */
export function readTables(text: string | null): MyTable[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(read)) return [];
    return read
      .filter((one): one is MyTable => typeof one?.code === "string" && Array.isArray(one.tokens))
      .map((one) => ({ ...one, title: one.title ?? "", kind: one.kind ?? "game", light: one.light ?? [], dark: one.dark ?? [] }))
      .sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
  } catch {
    return [];
  }
}

/** All tables of this browser, the last seen first. */
export function myTables(): MyTable[] {
  try {
    return readTables(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function keep(tables: MyTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // the table still works until the page is closed
  }
}

/** The bots that lost a game to this browser. */
export function beaten(): Set<string> {
  return new Set(myTables().flatMap((one) => one.beat ?? []));
}

/** The table with a code, if this browser knows it. */
export function myTable(code: string): MyTable | undefined {
  return myTables().find((one) => one.code === code);
}

/** The tokens this browser holds at a table, in seat order. */
export function tokensOf(code: string): string[] {
  return [...(myTable(code)?.tokens ?? [])].sort((a, b) => a.seat - b.seat).map((one) => one.token);
}

/** Keep a table, or what is new about it. */
export function keepTable(code: string, some: Partial<Omit<MyTable, "code">>): void {
  const now = Date.now();
  const former = myTable(code) ?? { code, tokens: [], title: "", kind: "game", light: [], dark: [], opened: now, seen: now };
  keep([{ ...former, ...some, code, seen: now }, ...myTables().filter((one) => one.code !== code)]);
}

/** Keep a seat's token; while it is not `sure` that the table has it, the former ones too. */
export function keepToken(code: string, seat: number, token: string, sure = true): void {
  const others = (myTable(code)?.tokens ?? []).filter((one) => !(sure && one.seat === seat));
  keepTable(code, { tokens: [...others, { seat, token }] });
}

/** Forget a table and its seats. */
export function forgetTable(code: string): void {
  keep(myTables().filter((one) => one.code !== code));
}

/** Keep that my seat has added to a roll, so that nobody can say later that it was away. */
export function keepGiven(code: string, seat: number, roll: number, choices: number): void {
  const given = myTable(code)?.given ?? {};
  keepTable(code, { given: { ...given, [seat]: [...(given[seat] ?? []), [roll, choices]] } });
}

/** Keep the dice that this browser was shown, so that no record can tell others later. */
export function keepShown(code: string, shown: Seen[]): void {
  if (myTable(code)) keepTable(code, { shown });
}

/** The address that carries my seats to another device of mine, with their shares of the dice: after `#`, which no server sees. */
export function seatLink(code: string): string {
  const known = myTable(code);
  const seats = (known?.tokens ?? [])
    .map((one) => [one.seat, one.token, secretOf(known?.ends?.[one.seat] ?? "")].filter((part) => part !== undefined).join("."))
    .join(",");
  return `${location.origin}/t/${code}#seat=${seats}`;
}

/** The seats an address brings after its `#`, if it does. */
export function seatsIn(hash: string): SeatGiven[] {
  const found = /^#seat=([0-9a-zA-Z._,-]+)$/.exec(hash);
  if (!found) return [];
  return found[1]!
    .split(",")
    .map((one) => /^([0-7])\.([0-9a-zA-Z_-]{16,128})(?:\.([0-9a-f]{64}))?$/.exec(one))
    .filter((one) => one !== null)
    .map((one) => {
      if (one[3]) newChain(one[3]);
      return { seat: Number(one[1]), token: one[2]! };
    });
}

/** 256 random bits in hex: a seat's share of the dice, its token, or a command's id. */
export function randomHex(bytes = 32): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}
