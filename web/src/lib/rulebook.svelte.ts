// The rule that was asked for: a chip anywhere opens it, the shell shows it.

import { api } from "./api";
import type { RuleShown } from "./protocol";

class Rulebook {
  id = $state("");
  rules = $state.raw<RuleShown[]>([]);
  sentence = $state(""); // why there is no text

  /** Show a rule by its number. */
  async open(id: string): Promise<void> {
    this.id = id;
    if (this.rules.length) return;
    const answer = await api.rules();
    if (answer.ok) this.rules = answer.value;
    else this.sentence = answer.refusal.sentence;
  }

  close(): void {
    this.id = "";
  }

  get rule(): RuleShown | undefined {
    return this.rules.find((one) => one.id === this.id);
  }
}

export const rulebook = new Rulebook();
