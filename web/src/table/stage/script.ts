// From news to beats: what one act shows, in which order, for how long, with which sounds. Nothing here knows of a page or a clock.

import { COLOURS } from "../../lib/names";
import type { News, SideName } from "../../lib/protocol";
import { PIECE } from "../../lib/protocol";
import { rollOf, saidOfRoll, type Roll } from "../rolls";
import { type Act, type Band, type Beat, type BeatKind, type Cue, type Flight, type Line, MS, type SoundName } from "./beats";

/** The beats of an act, in their order. News that show nothing are told with the beat after them; the last are told by the moment itself. */
export function script(act: Act): Beat[] {
  return new Script(act).beats;
}

/** How long beats last at normal speed. */
export function lengthOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, beat) => sum + beat.lasts, 0);
}

/** The one sound of an act that is shown at once: that of its strongest beat. */
export function soundOf(beats: readonly Beat[]): Cue | undefined {
  const order: SoundName[] = ["win", "loss", "out", "down", "round", "point", "hit", "stand", "dice", "token", "place", "hop", "turn"];
  const all = beats.flatMap((beat) => beat.cues);
  return order.map((name) => all.find((cue) => cue.sound === name)).find(Boolean);
}

class Script {
  beats: Beat[] = [];
  private waiting: News[] = []; // shown with the next beat
  private actor = -1;
  private at = -1; // where the last thing of note happened: a point is earned there
  private points = 0; // so far in this act: each further one rings higher
  private band: Band | undefined;
  private thrown: Roll | null;

  constructor(private readonly act: Act) {
    const { news } = act;
    this.thrown = act.thrown ?? null;
    for (let i = 0; i < news.length;) i += this.tell(news, i);
    const { question, over } = act.now;
    const hands = this.beats.some((beat) => beat.kind === "announce") || (this.actor >= 0 && !this.isMine(this.sideOf(this.actor)));
    if (hands && question?.mine?.length && !over) this.beat("quiet", MS.quiet, { cues: [{ at: 0, sound: "turn" }] });
  }

  /** Tell the news from `i` on; how many of them. */
  private tell(news: News[], i: number): number {
    const one = news[i]!;
    const figure = one.figure ?? -1;
    switch (one.event) {
      case "TurnBegan":
        this.actor = figure;
        if (this.isMine(one.side)) return this.later(one);
        return this.beat("announce", MS.announce, { news: [one], side: one.side || undefined, cues: [{ at: 0, sound: "rival" }] });
      case "Moved": {
        const path = one.path ?? [];
        if (!path.length) return this.later(one);
        if ((one.thing ?? PIECE) < PIECE) this.actor = this.actor < 0 ? one.thing! : this.actor;
        const size = this.act.now.figures.find((each) => each.id === one.thing)?.kind === "minion" ? 1 : 0;
        return this.beat("move", MS.step * path.length, {
          news: [one],
          target: one.thing ?? -1,
          squares: [one.start ?? path[0]!, ...path],
          cues: path.map((_, n) => ({ at: MS.step * n + MS.step * 0.8, sound: "hop", step: size })),
        });
      }
      case "Placed":
      case "Returned": {
        const square = one.square ?? -1;
        if (square < 0) return this.later(one);
        const wasOn = this.whereIs(one.thing ?? -1) >= 0;
        const squares = wasOn ? [this.whereIs(one.thing!), square] : [square];
        // What comes from beside the board stands there at once and grows; what was on it hops over.
        const lands = wasOn ? MS.place : 0;
        return this.beat("place", MS.place, {
          news: [one],
          lands,
          target: one.thing ?? -1,
          squares,
          cues: [{ at: wasOn ? MS.place * 0.8 : 0, sound: "place" }],
        });
      }
      case "Challenged":
        this.actor = figure;
        if (this.isMine(this.sideOf(figure)) || !this.isMine(this.sideOf(one.target ?? -1))) return this.later(one);
        return this.beat("threat", MS.threat, { news: [one], target: one.target ?? -1, win: one.win });
      case "Rolled":
      case "DiceRolled":
        return this.dice(news, i);
      case "ChallengeWon":
        return this.hit(one, one.target ?? -1);
      case "KnockedDown":
        this.at = this.whereIs(figure);
        return this.beat("down", MS.tip + MS.rest, {
          news: [one],
          lands: MS.tip,
          target: figure,
          squares: [this.at],
          cues: [{ at: MS.tip * 0.5, sound: "down" }],
        });
      case "StoodUp":
        return this.beat("stand", MS.stand, {
          news: [one],
          target: figure,
          squares: [this.whereIs(figure)],
          cues: [{ at: 0, sound: "stand" }],
        });
      case "KnockedOut":
        return this.out(news, i);
      case "Removed":
        this.at = this.whereIs(one.thing ?? -1);
        if (this.at < 0) return this.later(one);
        return this.beat("gone", MS.gone, {
          news: [one],
          target: one.thing ?? -1,
          squares: [this.at],
          cues: (one.thing ?? PIECE) < PIECE ? [{ at: 0, sound: "out" }] : [],
        });
      case "Taken":
        this.at = this.whereIs(figure);
        return this.later(one);
      case "PointsGained":
        return this.band ? this.line(news, i, this.band) : this.point(one);
      case "TokenSpent":
      case "TokenShifted":
        return this.tokens(news, i);
      case "RoundEnded":
        return this.roundEnds(news, i);
      case "CooledDown":
      case "TokensReturned":
      case "Refreshed":
      case "FirstPlayerPassed":
      case "RoundBegan":
        return this.comesBack(news, i);
      case "GameWon":
      case "GameDrawn":
        return this.win(one);
      default:
        return this.later(one);
    }
  }

  // -- beats of several news -----------------------------------------------------------------------------

  /** Dice of one challenge fall together; what counts of them is told die by die. */
  private dice(news: News[], i: number): number {
    let many = 1;
    while (news[i + many]?.event === "Rolled" && news[i]!.event === "Rolled") many++;
    const told = news.slice(i, i + many);
    const rolled = rollOf(told, this.act.now, this.thrown);
    const roll = rolled && { ...rolled, said: saidOfRoll(this.act.news) };
    this.thrown = roll;
    const counted = roll?.throws.reduce((sum, one) => sum + one.counts.filter(Boolean).length, 0) ?? 0;
    const each = counted ? Math.min(MS.count, MS.mostCount / counted) : 0;
    this.beat("dice", MS.fall + each * counted, {
      news: told,
      target: told.map((one) => ("target" in one ? (one.target ?? -1) : -1)).find((id) => id >= 0) ?? -1,
      roll: roll ?? undefined,
      cues: [
        { at: 0, sound: "dice", step: roll?.throws.reduce((sum, one) => sum + one.faces.length, 0) ?? 0 },
        ...Array.from({ length: counted }, (_, n): Cue => ({ at: MS.fall + each * n, sound: "count", step: n })),
      ],
    });
    return many;
  }

  private hit(one: News, target: number): number {
    this.at = this.whereIs(target);
    return this.beat("hit", MS.hit, { news: [one], target, squares: [this.at], cues: [{ at: 0, sound: "hit" }] });
  }

  /** Off its coaster, over to its side's track; its place there is told by the news after it. */
  private out(news: News[], i: number): number {
    const one = news[i]!;
    const figure = one.figure ?? -1;
    const put = news[i + 1];
    const isPut = put?.event === "PutOnTrack" && put.thing === figure;
    const side = (isPut && put.side) || this.sideOf(figure) || "light";
    this.at = (one.event === "KnockedOut" && one.square) || this.whereIs(figure);
    const now = this.act.now.figures.find((each) => each.id === figure);
    this.beat("out", MS.off + MS.fly + MS.land + MS.clear, {
      news: isPut ? [one, put] : [one],
      lands: MS.off + MS.fly,
      target: figure,
      squares: [this.at],
      cues: [{ at: MS.off, sound: "out" }],
      flights: [
        {
          what: "head",
          side,
          card: now?.card || now?.name,
          from: { square: this.at },
          to: { side, place: isPut ? (put.place ?? 1) : 1 },
          at: MS.off,
          lasts: MS.fly,
        },
      ],
    });
    return isPut ? 2 : 1;
  }

  private point(one: News & { event: "PointsGained" }): number {
    const many = one.points ?? 0;
    const side = one.side || undefined;
    if (many <= 0 || !side) return this.later(one);
    const square = one.squares?.[0] ?? (this.at >= 0 ? this.at : this.whereIs(this.actor));
    const lands = MS.rise + MS.travel + MS.apart * (many - 1);
    return this.beat("point", lands + MS.pip + MS.number, {
      news: [one],
      lands,
      side,
      points: many,
      squares: [square],
      flights: Array.from({ length: many }, (_, n) => this.pointFlies(side, square, MS.rise + MS.apart * n)),
      cues: this.rings(many, lands - MS.apart * (many - 1)),
    });
  }

  private pointFlies(side: SideName, square: number, at: number): Flight {
    return { what: "point", side, from: { square }, to: { score: side }, at, lasts: MS.travel };
  }

  private rings(many: number, first: number): Cue[] {
    return Array.from({ length: many }, (_, n) => ({ at: first + MS.apart * n, sound: "point", step: this.points++ }));
  }

  /** Tokens that are paid or moved one after the other, of one side, go together. */
  private tokens(news: News[], i: number): number {
    const told: News[] = [];
    const flights: Flight[] = [];
    for (let one = news[i]; one?.event === "TokenSpent" || one?.event === "TokenShifted"; one = news[i + told.length]) {
      const side = one.side || "light";
      const from = one.event === "TokenShifted" ? (one.place ?? 0) : 0;
      flights.push({
        what: "token",
        side,
        colour: one.colour,
        from: { side, place: from },
        to: { side, place: one.to ?? 0 },
        at: 0,
        lasts: MS.token,
      });
      told.push(one);
    }
    this.beat("token", MS.token, { news: told, flights, cues: [{ at: MS.token * 0.7, sound: "token" }] });
    return told.length;
  }

  // -- the round's end -----------------------------------------------------------------------------------

  private roundEnds(news: News[], i: number): number {
    const one = news[i]!;
    const lines: Line[] = [];
    for (const each of news.slice(i))
      if (each.event === "PointsGained" && each.side && each.points) {
        const line = lineOf(each);
        const same = lines.find((other) => other.side === line.side && other.why === line.why);
        if (same) same.points += line.points;
        else lines.push(line);
      }
    this.band = { round: one.event === "RoundEnded" ? (one.round ?? 0) : 0, lines, lit: 0, back: [] };
    return this.beat("round", MS.open, { news: [one], cues: [{ at: 0, sound: "round" }] });
  }

  /** A line lights its reason: its points leave the squares that earned them. What one side scores for one reason is one line. */
  private line(news: News[], i: number, band: Band): number {
    const told: (News & { event: "PointsGained" })[] = [];
    for (let one = news[i]; one?.event === "PointsGained"; one = news[i + told.length]) {
      if (told.length && (one.side !== told[0]!.side || lineOf(one).why !== lineOf(told[0]!).why)) break;
      told.push(one);
    }
    const { side, squares } = lineOf(told[0]!);
    const points = told.reduce((sum, one) => sum + (one.points ?? 0), 0);
    const many = Math.max(0, points);
    this.band = { ...band, lit: band.lit + 1 };
    const lands = MS.line + MS.apart * Math.max(0, many - 1);
    this.beat("line", lands, {
      news: told,
      side,
      points,
      squares,
      flights: Array.from({ length: many }, (_, n) =>
        this.pointFlies(side, squares[n % (squares.length || 1)] ?? -1, MS.line - MS.travel + MS.apart * n),
      ),
      cues: this.rings(many, MS.line),
    });
    return told.length;
  }

  /** Tracks go down together, and the next round begins; a return that has to be chosen comes with a later act. */
  private comesBack(news: News[], i: number): number {
    const TOGETHER = ["CooledDown", "TokensReturned", "Refreshed", "FirstPlayerPassed", "RoundBegan", "MarkersOff"];
    if (!this.band) return this.later(news[i]!);
    const told: News[] = [];
    for (let one = news[i]; one && TOGETHER.includes(one.event); one = news[i + told.length]) told.push(one);
    const back = told.flatMap((one) =>
      one.event === "TokensReturned" && one.side
        ? (one.tokens ?? []).flatMap((many, n) => Array.from({ length: many }, () => ({ side: one.side as SideName, colour: COLOURS[n] })))
        : [],
    );
    this.band = { ...this.band, back: [...this.band.back, ...back] };
    this.beat("back", MS.close, { news: told, cues: back.length ? [{ at: MS.token, sound: "token" }] : [] });
    return told.length;
  }

  private win(one: News): number {
    const losers = this.act.now.figures.filter((figure) => figure.at === "board" && figure.side !== one.side && !figure.down);
    const lost = this.act.mine.length > 0 && !this.isMine(one.side);
    const falls = one.event === "GameWon" ? MS.loser * losers.length + MS.tip : 0;
    return this.beat("win", MS.pause + Math.max(MS.curtain, falls), {
      news: [one],
      side: one.side || undefined,
      cues: [{ at: MS.pause, sound: lost ? "loss" : "win" }],
    });
  }

  // -- small things --------------------------------------------------------------------------------------

  private later(one: News): number {
    this.waiting.push(one);
    return 1;
  }

  /** Add a beat; the news that waited are told with it. How many news of the act it tells. */
  private beat(kind: BeatKind, lasts: number, more: Partial<Beat>): number {
    const { news = [], ...rest } = more;
    this.beats.push({
      kind,
      lasts,
      lands: lasts,
      actor: this.actor,
      target: -1,
      squares: [],
      cues: [],
      flights: [],
      band: this.band,
      ...rest,
      news: [...this.waiting, ...news],
    });
    this.waiting = [];
    return news.length;
  }

  private isMine(side: string | undefined): boolean {
    return !!side && this.act.mine.includes(side);
  }

  private sideOf(figure: number): SideName | undefined {
    return this.act.now.figures.find((one) => one.id === figure)?.side ?? this.act.former.figures.find((one) => one.id === figure)?.side;
  }

  /** Where a thing stands before the beat that comes next, -1 nowhere. */
  private whereIs(thing: number): number {
    for (const one of [...this.waiting].reverse().concat(this.beats.flatMap((beat) => beat.news).reverse())) {
      if (one.event === "Moved" && one.thing === thing && one.path?.length) return one.path.at(-1)!;
      if ((one.event === "Placed" || one.event === "Returned") && one.thing === thing) return one.square ?? -1;
      if (one.event === "KnockedOut" && one.figure === thing) return -1;
    }
    const { former } = this.act;
    return (former.figures.find((one) => one.id === thing) ?? former.pieces.find((one) => one.id === thing))?.square ?? -1;
  }
}

function lineOf(one: News & { event: "PointsGained" }): Line {
  return { side: one.side as SideName, why: one.why || one.text || "", points: one.points ?? 0, squares: one.squares ?? [] };
}
