// What this browser keeps of a table: the seats that a link brought, and the table in the list of the start page.

import { untrack } from "svelte";
import type { Seen } from "../lib/dice";
import type { SeatGiven } from "../lib/protocol";
import { keepTable, keepToken, myTable, seatsIn } from "../lib/seats";
import type { Session } from "./session.svelte";

/** What a session keeps in the browser, and finds there. */
export interface Seats {
  tokens(): string[];
  /** Keep a seat's new token; the former ones stay valid here until it is `sure`. */
  keep(seat: number, token: string, sure: boolean): void;
  /** Seats at another table: the rematch. */
  given(code: string, seats: SeatGiven[]): void;
  /** A seat has added to a roll that came after so many choices. */
  shared?(seat: number, roll: number, choices: number): void;
  /** The dice that were shown at this table before the page was opened. */
  shown?(): Seen[];
  /** Dice were shown: all there are by now. */
  rolled?(shown: Seen[]): void;
}

/** A seat's link from another device of mine: keep the seat, and leave its token in no address. */
export function takeSeatsOfLink(code: string): void {
  const brought = seatsIn(location.hash);
  if (!brought.length) return;
  for (const { seat, token } of brought) keepToken(code, seat, token);
  history.replaceState(null, "", location.pathname);
}

/** Keep the table in the list of the start page, as it is now. To be called while a component is set up. */
export function listTable(session: Session, code: string): void {
  $effect(() => {
    const table = session.table;
    if (!table || session.watching) return;
    const cards = (side: string) =>
      (session.moment?.figures ?? [])
        .filter((figure) => figure.side === side && figure.kind === "character")
        .map((figure) => figure.card || figure.name);
    const over = table.status === "over";
    const won = over && session.sides.length === 1 && session.moment?.winner === session.side;
    const beat =
      won && (table.kind ?? "game") === "game" ? table.seats.filter((one) => one.kind === "bot").map((one) => one.bot ?? "") : undefined;
    untrack(() =>
      keepTable(code, {
        title: table.title,
        kind: table.kind ?? "game",
        over,
        result: table.result,
        ...(beat?.length ? { beat } : {}),
        light: cards("light"),
        dark: cards("dark"),
        // What was shown first counts: a chain that is another one later is not that seat's.
        ends: {
          ...Object.fromEntries(table.seats.filter((seat) => seat.chain).map((seat) => [seat.seat, seat.chain!])),
          ...myTable(code)?.ends,
        },
      }),
    );
  });
}
