// The table's sounds, if the player wants them: loaded with the first click, as browsers allow none before.

import { settings } from "../../lib/settings.svelte";
import type { Cue, SoundName } from "./beats";

/** Milliseconds of vibration, and of the pauses in it, where a phone is held. */
const TOUCH: Partial<Record<SoundName, number[]>> = { hit: [20], out: [40], turn: [30, 40, 30] };

/** After so many milliseconds without a sound the device's sound rests: an open context works all the time, silent or not. */
const RESTS = 2_000;

class Sounds {
  private player: ((name: SoundName, step?: number) => void) | null = null;
  private context: AudioContext | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private asked = false;

  /** The player has touched the page: sounds may be heard from now on. */
  wake(): void {
    if (this.asked || !settings.now.sound || typeof AudioContext === "undefined") return;
    this.asked = true;
    import("./synth").then(
      ({ synth }) => {
        this.context = new AudioContext();
        this.player = synth(this.context);
        this.rest();
      },
      () => {}, // a table without sound is a table
    );
  }

  play({ sound, step }: Pick<Cue, "sound" | "step">): void {
    if (!settings.now.sound) return;
    this.player?.(sound, step);
    this.rest();
    const touch = TOUCH[sound];
    if (touch && this.asked && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(touch);
  }

  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.context?.suspend(), RESTS);
  }
}

export const sounds = new Sounds();
