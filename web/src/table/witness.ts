// What this page sees of a table's dice while they fall, to hold against what the table tells of them in the end.

import { withRolls, type Known, type ShownRolls } from "../lib/dice";
import type { FromTable, TableNow } from "../lib/protocol";

/** Keeps the promise and the chains as they are first shown, and all dice. */
export class Witness {
  private promise: string | undefined;
  private ends: Record<number, string> = {};
  private count = -1; // of choices, as last told; -1 before the first

  constructor(
    private shown: readonly ShownRolls[],
    private keep: (shown: ShownRolls[]) => void,
  ) {}

  /** What is known by now, with what this browser has kept of the table. */
  known(kept: Known = {}): Known {
    return { ...kept, promise: kept.promise ?? this.promise, ends: { ...this.ends, ...kept.ends }, shown: [...this.shown] };
  }

  /** Every message of the table comes by here, also those whose dice are shown a little later. */
  hear(message: FromTable): void {
    if (message.type === "table") this.read(message.table);
    else if (message.type === "welcome") {
      this.read(message.table);
      this.count = message.moment?.count ?? this.count;
    } else if (message.type === "update") {
      const before = this.count - (message.undone ?? 0);
      this.count = message.moment.count;
      const shown = withRolls(this.shown, before, message.news ?? []);
      if (before < 0 || shown.length === this.shown.length) return;
      this.shown = shown;
      this.keep(shown);
    }
  }

  private read(table: TableNow): void {
    this.promise ??= table.commitment || undefined;
    for (const { seat, chain } of table.seats) if (chain) this.ends[seat] ??= chain;
  }
}
