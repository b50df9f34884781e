// Something that is fetched for a page: loading, there, or refused with its sentence.

import type { Answer } from "./api";

export class Loaded<T> {
  value = $state.raw<T | undefined>();
  sentence = $state("");
  constructor(private get: () => Promise<Answer<T>>) {
    void this.load();
  }

  /** Fetch it (again). */
  async load(): Promise<void> {
    this.sentence = "";
    const answer = await this.get();
    if (answer.ok) this.value = answer.value;
    else this.sentence = answer.refusal.sentence;
  }
}
