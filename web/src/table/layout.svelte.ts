// The size of the window decides everything on the table: which of the three layouts, and how large a square is. Nothing follows the content.

import type { Session } from "./session.svelte";

export interface Sizes {
  kind: "phone" | "mid" | "wide";
  /** Pixels a square. */
  square: number;
  /** The border round the board, in squares on each side. */
  edge: number;
  /** The width of each column beside the board. */
  column: number;
}

/** What lies round the board, in pixels (`look.css` has the same numbers). */
const WIDE = { from: 1200, above: 148, beside: 64, largest: 104 };
const MID = { from: 768, above: 216, beside: 32, column: 264, largest: 64 };
const PHONE = { above: 52 + 64 + 190 + 80, beside: 8, least: 0.8 };

/** The height of a lesson's words on a phone: four lines of them, what is to be done, and its buttons, if the window allows it. */
export const lessonHeight = (height: number): number => Math.round(Math.min(232, Math.max(180, height * 0.275)));

/** The sizes of a window, for a board of so many columns and rows. */
export function sizesOf(width: number, height: number, columns: number, rows: number, lesson = false): Sizes {
  if (width >= WIDE.from) {
    const column = Math.round(Math.min(440, Math.max(312, width * 0.235)));
    const square = Math.min((height - WIDE.above) / (rows + 1), (width - 2 * column - WIDE.beside) / (columns + 1), WIDE.largest);
    return { kind: "wide", square: Math.max(16, Math.floor(square)), edge: 0.5, column };
  }
  if (width >= MID.from) {
    const square = Math.min((height - MID.above) / (rows + 0.4), (width - MID.column - MID.beside) / (columns + 0.4), MID.largest);
    return { kind: "mid", square: Math.max(16, Math.floor(square)), edge: 0.2, column: MID.column };
  }
  // A board that is a little too high is made smaller; one that is much too high is moved in its frame.
  const across = (width - PHONE.beside) / (columns + 0.4);
  const down = (height - PHONE.above - (lesson ? lessonHeight(height) : 0)) / (rows + 0.4);
  const square = Math.min(across, Math.max(down, across * PHONE.least));
  return { kind: "phone", square: Math.floor(square * 4) / 4, edge: 0.2, column: width };
}

export class Layout {
  width = $state(innerWidth);
  height = $state(innerHeight);
  sizes = $derived.by(() => {
    const { map } = this.session.game ?? { map: { columns: 10, rows: 12 } };
    return sizesOf(this.width, this.height, map.columns, map.rows, !!this.session.lesson);
  });
  phone = $derived(this.sizes.kind === "phone");
  /** Whether the talk has a panel of its own. */
  roomy = $derived(this.width >= 1700 && this.height >= 1000);
  mid = $derived(this.sizes.kind === "mid");

  constructor(private readonly session: Session) {}
}
