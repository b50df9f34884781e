// What is said at a table, as this screen hears it: who is muted, and what has not been read yet.

import type { ChatLine, PhraseName } from "../../lib/protocol";
import { t, type TextKey } from "../../lib/text";
import type { Session } from "../session.svelte";

// Who is not heard stays so when the page is loaded anew: `code.seat` of the last ones.
const KEY = "tipover.muted";
const MOST = 60;
const SHOWN = 60;

export const PHRASES: Exclude<PhraseName, "">[] = ["hello", "nice", "ouch", "thinking", "back_soon", "thanks", "good_game"];

function read(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

class Muted {
  private all = $state.raw<string[]>(read());

  has(code: string, seat: number): boolean {
    return this.all.includes(`${code}.${seat}`);
  }

  toggle(code: string, seat: number): void {
    const key = `${code}.${seat}`;
    this.all = this.all.includes(key) ? this.all.filter((one) => one !== key) : [...this.all, key].slice(-MOST);
    try {
      localStorage.setItem(KEY, this.all.join(" "));
    } catch {
      // muted until the page is closed
    }
  }
}
export const muted = new Muted();

/** A line in the reader's language, if it is a ready phrase. */
export function wordsOf(said: ChatLine): string {
  const phrase = PHRASES.find((one) => one === said.phrase);
  return phrase ? t(`phrase.${phrase}` as TextKey & `phrase.${string}`) : said.text;
}

/** The talk of one table. */
export class Talk {
  lines = $derived.by(() => this.session.chat.filter((said) => !muted.has(this.session.code, said.seat)).slice(-SHOWN));
  /** The last line that was read; what was said before this page was opened counts as read. */
  private read = $state(-1);
  unread = $derived.by(() =>
    this.read < 0 ? 0 : this.lines.filter((said) => said.n > this.read && !this.session.mine.includes(said.seat)).length,
  );
  others = $derived.by(() =>
    (this.session.table?.seats ?? []).filter((seat) => seat.kind === "person" && !this.session.mine.includes(seat.seat)),
  );
  /** Whether there is anybody to talk to. */
  open = $derived.by(() => (this.session.table?.kind ?? "game") === "game" && this.others.length > 0);

  constructor(private readonly session: Session) {}

  /** All of it is on the screen. */
  see(): void {
    this.read = this.session.chat.at(-1)?.n ?? 0;
  }

  /** What was said so far is old. */
  begin(): void {
    if (this.read < 0) this.see();
  }
}
