// What a watcher is shown later than it happens.

import type { FromTable } from "../../lib/protocol";

export const DELAYS = [0, 30, 120] as const;

/** Holds messages of the table back for a while, in their order; a welcome holds everything, so it is never held. */
export class Delay {
  seconds = $state(0);
  private waiting: [FromTable, ReturnType<typeof setTimeout>][] = [];

  constructor(private hear: (message: FromTable) => void) {}

  take(message: FromTable): void {
    if (message.type === "welcome") this.stop();
    if (!this.seconds || message.type === "welcome") return this.hear(message);
    this.waiting.push([message, setTimeout(() => this.hear(this.waiting.shift()![0]), this.seconds * 1000)]);
  }

  /** Watch with another delay from now on; what waits is shown at once. */
  set(seconds: number): void {
    const waiting = this.waiting.map(([message]) => message);
    this.stop();
    this.seconds = seconds;
    for (const message of waiting) this.hear(message);
  }

  /** Drop what waits. */
  stop(): void {
    for (const [, timer] of this.waiting) clearTimeout(timer);
    this.waiting = [];
  }
}
