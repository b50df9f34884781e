// What a table's page knows of the act that is shown: whose it is, where the round's band lies, which touch only ends it.

import { untrack } from "svelte";
import type { Layout } from "../layout.svelte";
import type { Session } from "../session.svelte";
import { stageKey } from "../shortcuts";
import { edgeFor } from "./edge";

/** The height of the band at the round's end, in pixels: what is round its lines, and a line. */
const BAND = { high: 76, line: 25 };

/** A finger that taps twice must not answer what it has not read: on a phone nothing acts for so many milliseconds after a result. */
const READ = 600;

export class OnStage {
  /** Dice have just been read on a phone: a touch means nothing yet. */
  guarded = $state(false);
  /** The game was won before our eyes: the winners bow in the board's place until it is asked for. */
  bows = $state(false);

  constructor(
    private readonly session: Session,
    private readonly layout: Layout,
  ) {
    let was: boolean | undefined;
    $effect(() => {
      const { moment, lesson } = session;
      if (was === false && moment?.over && moment.winner && !lesson) untrack(() => (this.bows = true));
      if (moment) was = !!moment.over;
    });
    $effect(() => {
      if (!session.director.results || !untrack(() => layout.phone)) return;
      this.guarded = true;
      const timer = setTimeout(() => (this.guarded = false), READ);
      return () => clearTimeout(timer);
    });
  }

  beat = $derived.by(() => this.session.director.beat);
  /** An act of somebody else: it is announced in the bar, and can be held and skipped. */
  announced = $derived.by(() => {
    const { director, past, moment } = this.session;
    return director.playing && !past && !moment?.question?.mine?.length;
  });
  /** Where the band lies, if there is one. */
  bandAt = $derived.by(() => {
    const { shown, game } = this.session;
    const band = this.beat?.band;
    if (!band || !shown || !game) return null;
    const { square, edge } = this.layout.sizes;
    const high = (BAND.high + BAND.line * Math.max(1, band.lines.length)) / square - edge;
    const scores = band.lines.flatMap((line) => line.squares);
    return edgeFor(shown, scores, game.map.columns, game.map.rows, high);
  });

  /** A touch of board, dock or bar before the act is over ends it, and answers nothing; so does a key. */
  swallow(event: MouseEvent | KeyboardEvent): void {
    const { director } = this.session;
    if (event instanceof KeyboardEvent) {
      if (!stageKey(event, director)) return;
    } else {
      const on = event.target as Element;
      if (!(director.playing || this.guarded) || !on.closest("[role=grid], [data-answers]") || on.closest("[data-free]")) return;
      if (director.playing) director.finish();
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
