// What this page sees of a table's dice while they fall, and what it chooses itself, to hold against what the table tells in the end.

import { withRolls, type Known, type Seen } from "../lib/dice";
import type { FromTable, TableNow } from "../lib/protocol";

/** Keeps the promise and the chains as they are first shown, all dice, and the choices made here. */
export class Witness {
  private promise: string | undefined;
  private ends: Record<number, string> = {};
  private count = -1; // of choices, as last told; -1 before the first
  private mine: Seen[] = []; // choices made here since the last dice, which may still be taken back

  constructor(
    private shown: readonly Seen[],
    private keep: (shown: Seen[]) => void,
  ) {}

  /** What is known by now, with what this browser has kept of the table. */
  known(kept: Known = {}): Known {
    return { ...kept, promise: kept.promise ?? this.promise, ends: { ...this.ends, ...kept.ends }, shown: [...this.shown, ...this.mine] };
  }

  /** A choice of this page was acknowledged, in the record's words; so many had been made before it, unless more is told already. */
  chose(count: number, line: string): void {
    if (count === this.count) this.mine.push([count, line]);
  }

  /** Every message of the table comes by here, also those whose dice are shown a little later. */
  hear(message: FromTable): void {
    if (message.type === "table") this.read(message.table);
    else if (message.type === "welcome") {
      this.read(message.table);
      this.count = message.moment?.count ?? this.count;
      this.mine = []; // what happened meanwhile is not known
    } else if (message.type === "update") {
      const before = this.count - (message.undone ?? 0);
      this.count = message.moment.count;
      if (message.undone) this.mine = this.mine.filter(([count]) => count < before);
      const shown = withRolls(this.shown, before, message.news ?? []);
      if (before < 0 || shown.length === this.shown.length) return;
      this.shown = [...shown, ...this.mine]; // what was chosen before dice is not taken back
      this.mine = [];
      this.keep([...this.shown]);
    }
  }

  private read(table: TableNow): void {
    this.promise ??= table.commitment || undefined;
    for (const { seat, chain } of table.seats) if (chain) this.ends[seat] ??= chain;
  }
}
