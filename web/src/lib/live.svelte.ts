// What a screen reader is told: one polite region for events, one assertive for "your turn" and a lost connection.

class Live {
  polite = $state("");
  urgent = $state("");

  /** Read aloud when there is a pause; the same sentence twice is read twice. */
  say(sentence: string): void {
    this.polite = this.polite === sentence ? sentence + "\u00a0" : sentence;
  }

  /** Read aloud at once: my turn, a lost connection. */
  shout(sentence: string): void {
    this.urgent = this.urgent === sentence ? sentence + "\u00a0" : sentence;
  }
}

export const live = new Live();
