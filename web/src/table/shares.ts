// Rolls that wait for the seats' shares: adding mine, and holding back what led to a roll until its dice have come.

import { linkOf } from "../lib/dice";
import type { Moment, DiceShare, TableNow, Update, Welcome } from "../lib/protocol";

/** What led to a roll: a choice, or all of a table that is only just seen. */
export type Held = Update | Welcome;

/** So long it is held back, so that a choice and its dice are shown as one. */
const TOGETHER = 1_500;

/** Keeps the last message that dice follow, for a moment. */
export class Hold {
  private held: Held | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private release: (held: Held) => void) {}

  hold(message: Held): void {
    this.held = message;
    this.timer = setTimeout(() => this.release(this.take()!), TOGETHER);
  }

  /** What is held, and nothing is from now on. */
  take(): Held | null {
    clearTimeout(this.timer);
    const { held } = this;
    this.held = null;
    return held;
  }

  /** What the table tells of itself meanwhile belongs to a welcome that is held; false if none is. */
  learn(table: TableNow): boolean {
    if (this.held?.type !== "welcome") return false;
    this.held = { ...this.held, table };
    return true;
  }
}

/** What was held and the dice that followed it, as one. */
export function joined(held: Held | null, message: Update): Held {
  if (!held) return message;
  const log = [...(held.log ?? []), ...(message.log ?? [])];
  if (held.type === "welcome") return { ...held, moment: message.moment, log };
  return { ...message, news: [...(held.news ?? []), ...(message.news ?? [])], log, undone: held.undone };
}

/** Adds my seats' links to the rolls that wait for them, each once. */
export class Shares {
  private added = new Set<string>();

  constructor(
    private send: (body: Omit<DiceShare, "id">) => Promise<unknown>,
    private shared: (seat: number, roll: number, choices: number) => void,
  ) {}

  /** A seat whose chain another device has adds nothing, and says so, that nobody waits for it. */
  give(moment: Moment, mine: number[], table: TableNow | null): void {
    const number = moment.roll_waits ?? 0;
    for (const seat of number ? mine : []) {
      const end = table?.seats[seat]?.chain;
      const key = `${seat}/${number}`;
      if (!end || this.added.has(key)) continue;
      this.added.add(key);
      const link = linkOf(end, number);
      this.send({ type: "share", seat, number, link }).then(
        () => void (link && this.shared(seat, number, moment.count)),
        () => {}, // it is there already, or comes too late: the log tells
      );
    }
  }
}
