// What a screen reader is told: a polite region for what happens, in order; an urgent one for "your turn" and a lost connection.

const KEPT = 6;

class Live {
  /** The last sentences said, each with its number: one that is added is read once, those before it are not read again. */
  polite = $state.raw<[number, string][]>([]);
  urgent = $state("");
  private said = 0;

  /** Read aloud after what is being read. */
  say(sentence: string): void {
    if (sentence) this.polite = [...this.polite.slice(1 - KEPT), [++this.said, sentence]];
  }

  /** Read aloud at once; the same sentence twice is read twice. */
  shout(sentence: string): void {
    this.urgent = this.urgent === sentence ? sentence + "\u00a0" : sentence;
  }
}

export const live = new Live();
