// Every sound of the table, made of waves and noise in A minor pentatonic; no file is loaded.

import type { SoundName } from "./beats";

/** How long each sound is, in milliseconds; `count` and `point` are one of several. */
const LENGTHS: Record<SoundName, number> = {
  pick: 40,
  place: 60,
  hop: 70,
  dice: 480,
  count: 60,
  hit: 110,
  down: 380,
  out: 520,
  stand: 420,
  point: 300,
  token: 90,
  round: 500,
  rival: 200,
  turn: 260,
  no: 120,
  win: 1400,
  loss: 900,
  chat: 120,
};

const QUIET = 0.25; // -12 dB
const SCALE = [0, 3, 5, 7, 10]; // of A minor pentatonic, in half tones

/** The frequency of a step of the scale above the A of so many hertz. */
const tone = (step: number, a = 440) =>
  a * 2 ** (Math.floor(step / SCALE.length) + SCALE[((step % SCALE.length) + SCALE.length) % SCALE.length]! / 12);

/** A player of sounds on a context. */
export function synth(context: BaseAudioContext): (name: SoundName, step?: number) => void {
  const out = context.createGain();
  out.gain.value = QUIET;
  out.connect(context.destination);
  return (name, step = 0) => {
    if (context instanceof AudioContext) void context.resume();
    new Voice(context, out, context.currentTime, LENGTHS[name] / 1000).play(name, step);
  };
}

class Voice {
  constructor(
    private readonly context: BaseAudioContext,
    private readonly out: AudioNode,
    private readonly when: number,
    private readonly end: number,
  ) {}

  /** A tone from one pitch to another that begins at once and dies away; all times in seconds from the sound's beginning. */
  private note(at: number, lasts: number, from: number, to = from, loud = 1, wave: OscillatorType = "sine"): void {
    const source = this.context.createOscillator();
    source.type = wave;
    const start = this.when + at;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + lasts);
    this.shaped(source, at, lasts, loud);
  }

  /** A puff of noise round a pitch. */
  private puff(at: number, lasts: number, pitch: number, loud = 1, width = 2): void {
    const { sampleRate } = this.context;
    const buffer = this.context.createBuffer(1, Math.ceil(sampleRate * lasts), sampleRate);
    const noise = buffer.getChannelData(0);
    let seed = Math.round(pitch) + Math.round(at * 1000); // the same noise every time
    for (let n = 0; n < noise.length; n++) {
      seed = (seed * 16807 + 12345) % 2147483647;
      noise[n] = (seed / 2147483647) * 2 - 1;
    }
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    const filter = this.context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = width;
    source.connect(filter);
    this.shaped(source, at, lasts, loud, filter);
  }

  private shaped(source: AudioScheduledSourceNode, at: number, wanted: number, loud: number, last: AudioNode = source): void {
    const lasts = Math.min(wanted, this.end - at);
    if (lasts <= 0) return;
    const gain = this.context.createGain();
    const start = this.when + at;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.004, lasts / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    last.connect(gain).connect(this.out);
    source.start(start);
    source.stop(start + lasts);
  }

  play(name: SoundName, step: number): void {
    const PLAY: Record<SoundName, () => void> = {
      pick: () => this.puff(0, 0.04, 2400, 0.8, 3),
      place: () => (this.note(0, 0.06, 220, 150, 0.8), this.puff(0, 0.04, 700, 0.5)),
      // A wooden knock; a small figure's is higher.
      hop: () => (this.note(0, 0.07, step ? 520 : 330, step ? 420 : 250, 0.7, "triangle"), this.puff(0, 0.03, 1300, 0.5, 4)),
      // Five to nine ivory clicks that close in.
      dice: () => {
        const many = Math.min(9, Math.max(5, step));
        for (let n = 0; n < many; n++) this.puff(0.44 * (1 - (1 - n / many) ** 1.7), 0.035, 2600 + 300 * (n % 3), 1, 6);
      },
      count: () => this.note(0, 0.06, tone(step), tone(step), 0.5, "triangle"),
      hit: () => (this.puff(0, 0.11, 420, 1.4, 1.2), this.note(0, 0.09, 190, 110, 0.8)),
      // A knock of vinyl and two bounces.
      down: () =>
        [0, 0.15, 0.26].forEach((at, n) => (this.note(at, 0.12, 150 - 10 * n, 90, 1 / (n + 1)), this.puff(at, 0.05, 520, 0.7 / (n + 1)))),
      // Whirls up, and pops on the track.
      out: () => (this.note(0, 0.42, 220, 1320, 0.5, "triangle"), this.note(0.44, 0.08, 660, 330, 1), this.puff(0.44, 0.05, 1500, 0.7)),
      stand: () => (
        this.note(0, 0.18, 130, 170, 0.4, "sawtooth"),
        [0.18, 0.3].forEach((at) => this.note(at, 0.12, 260, 210, 0.6, "triangle"))
      ),
      // A small bell, a third higher for each further one.
      point: () =>
        [1, 2.76].forEach((part, n) => this.note(0, 0.3 / (n + 1), tone(5 + step) * part, tone(5 + step) * part, 0.7 / (n * 2 + 1))),
      token: () => (this.note(0, 0.09, 1760, 1560, 0.35), this.puff(0, 0.06, 3200, 0.3, 4)),
      round: () => [0, 0.24].forEach((at) => (this.note(at, 0.26, 110, 62, 1), this.puff(at, 0.06, 240, 0.4))),
      rival: () => (this.note(0, 0.2, 98, 65, 1), this.puff(0, 0.05, 200, 0.3)),
      turn: () => [0, 2].forEach((up, n) => this.note(0.11 * n, 0.15, tone(up), tone(up), 0.7, "triangle")),
      no: () => [0, 0.06].forEach((at) => (this.note(at, 0.06, 165, 130, 0.7), this.puff(at, 0.03, 300, 0.4))),
      win: () => [0, 1, 2, 3, 5].forEach((up, n) => this.note(0.18 * n, n === 4 ? 0.68 : 0.3, tone(up), tone(up), 0.7, "triangle")),
      loss: () => [5, 3, 0].forEach((down, n) => this.note(0.22 * n, 0.44, tone(down, 220), tone(down, 220), 0.6)),
      chat: () => this.note(0, 0.12, 880, 1320, 0.5),
    };
    PLAY[name]();
  }
}
