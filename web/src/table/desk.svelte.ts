// The player's hand on the table: what is pointed at, chosen, asked why; which view lies over the board.

import type { FigureNow, HintIs, Option, Question, SightIs, WhyShown } from "../lib/protocol";
import { live } from "../lib/live.svelte";
import { settings } from "../lib/settings.svelte";
import type { Marks } from "./board/marks";
import { foreseen, lively, marksOf, meant, readyAnswer, sorted, squareOf, type Sorted } from "./options";
import type { Session } from "./session.svelte";
import { figureAt, figureOf, squareName } from "./words";

export const NO_ANSWER = "This answers no open question.";
const NOTHING: Sorted = { squares: new Map(), cards: [], basics: [], buttons: [] };

export class Desk {
  /** One basic action alone is lit, or all that the question allows. */
  only = $state("");
  chosen = $state.raw<Option | null>(null);
  /** What was done and is not on the table yet: it is marked until the moment changes, or the table refuses it. */
  doing = $state.raw<Option | null>(null);
  hover = $state(-1);
  /** Several answers lie on this square: they are offered as a list. */
  crowd = $state(-1);
  /** The line whose reason is shown, and the square that was clicked. */
  asking = $state("");
  askedAt = $state(-1);
  /** A figure whose card is open instead of the acting one's. */
  looking = $state(-1);
  sight = $state(false);
  threat = $state(false);
  seen = $state.raw<SightIs | null>(null);
  hint = $state.raw<HintIs | null>(null);
  coarse = $state(false);
  /** What the ability pointed at would cost: shown as a ghost on the track. */
  pays = $state.raw<{ colour: string; place: number } | null>(null);

  constructor(readonly session: Session) {}

  // -- what is there to choose ---------------------------------------------------------------------------

  sorted = $derived.by<Sorted>(() => {
    const { shown, options } = this.session;
    return shown ? sorted(options, shown) : NOTHING;
  });
  actor = $derived.by<FigureNow | undefined>(() => figureOf(this.session.shown, this.session.question?.figure ?? -1));
  /** What is marked as the answer: what was chosen, or is being done. */
  marked = $derived(this.chosen ?? this.doing);
  ready = $derived.by(() => readyAnswer(this.session.options, this.marked));
  /** The reason of the no that is shown, and the same to be read aloud. */
  no = $derived.by<WhyShown | null>(() => (this.asking ? (this.session.why.get(this.asking) ?? null) : null));
  refusal = $derived(
    this.no
      ? [...this.no.reasons.map((reason) => reason.sentence), this.no.way ? `${this.no.way.replace(/\.$/, "")}.` : ""].join(" ").trim() ||
          NO_ANSWER
      : "",
  );
  /** The challenge that is spoken about: chosen, or pointed at. */
  about = $derived.by<Option | null>(() => {
    if (this.chosen) return this.chosen.challenge ? this.chosen : null;
    return this.at(this.hover).find((option) => option.challenge) ?? null;
  });

  marks = $derived.by<Marks>(() => {
    const { session } = this;
    const { shown, game } = session;
    if (!shown || !game) return {};
    const at = session.past ? [] : (session.lesson?.points_at ?? []);
    return marksOf({
      moment: shown,
      sorted: this.sorted,
      odds: session.odds,
      only: this.only,
      chosen: this.marked,
      hover: this.hover,
      no: this.no,
      sight: this.sight ? this.seen : null,
      threats: this.threat ? session.threats : null,
      pointsAt: this.hinted >= 0 ? [this.hinted] : at,
      columns: game.map.columns,
      rows: game.map.rows,
    });
  });
  hinted = $derived.by(() => {
    const option = this.session.options.find((one) => one.n === this.hint?.option);
    return option && this.session.shown ? squareOf(option, this.session.shown) : -1;
  });

  /** The figure that stands lifted on the board: who acts, or whose card is open. */
  selected = $derived(this.looking >= 0 ? this.looking : (this.actor?.id ?? -1));

  /** The options a click on this square may mean. */
  at(square: number): Option[] {
    return lively(this.sorted.squares.get(square) ?? [], this.only);
  }

  // -- pointing and clicking -----------------------------------------------------------------------------

  /** A click, tap or Enter on a square. */
  pick(square: number): void {
    const { session } = this;
    if (session.past) return;
    this.asking = "";
    this.crowd = -1;
    const options = this.at(square);
    if (options.length > 1) {
      const chosen = options.find((option) => option.n === this.chosen?.n);
      if (chosen) return void this.act(chosen);
      this.chosen = null;
      this.crowd = square;
      return;
    }
    if (options[0]) return this.point(options[0]);
    this.chosen = null;
    this.missed(square);
  }

  /** Choose an option: at once where it can be taken back, else it is shown first and done by its button. */
  point(option: Option): void {
    this.asking = "";
    this.crowd = -1;
    const first = this.coarse || option.challenge || settings.now.confirm;
    if (first && this.chosen?.n !== option.n) this.chosen = option;
    else void this.act(option);
  }

  /** Do it. */
  async act(option: Option): Promise<void> {
    if (this.doing) return;
    this.clear();
    this.doing = option;
    if (!(await this.session.choose(option)) || this.session.plan) this.doing = null;
  }

  /** Begin or leave one basic action; one without squares is done at once, one that is not offered says why. */
  action(verb: string): void {
    const own = this.session.options.filter((option) => option.verb === verb);
    this.clear(true);
    if (!own.length) return this.askAction(verb);
    if (own.length === 1 && squareOf(own[0]!, this.session.shown!) < 0) return void this.act(own[0]!);
    this.only = this.only === verb ? "" : verb;
  }

  /** An ability of the acting card, by its place. */
  ability(n: number): void {
    const actor = this.actor;
    if (!actor) return;
    const option = this.sorted.cards.find((one) => one.verb === "ability" && one.ability === n && one.figure === actor.id);
    if (option) return void this.act(option);
    const name = this.session.game?.cards[actor.card || actor.name]?.abilities?.[n]?.name;
    if (name) this.ask(`${actor.mark}: ${name}`, actor.square ?? -1);
  }

  /** The next square that answers the question: N. */
  next(from: number): number {
    const squares = [...this.sorted.squares.keys()].filter((square) => this.at(square).length).sort((a, b) => a - b);
    return squares.find((square) => square > from) ?? squares[0] ?? -1;
  }

  /** Step back: one thing is closed at a time. True if there was something. */
  back(): boolean {
    if (this.asking) this.asking = "";
    else if (this.session.roll) this.session.roll = null;
    else if (this.crowd >= 0) this.crowd = -1;
    else if (this.chosen) this.chosen = null;
    else if (this.hint) this.hint = null;
    else if (this.only) this.only = "";
    else if (this.looking >= 0) this.looking = -1;
    else if (this.session.past) this.session.live();
    else return false;
    return true;
  }

  clear(keepOnly = false): void {
    this.pays = null;
    this.chosen = null;
    this.asking = "";
    this.crowd = -1;
    this.hint = null;
    if (!keepOnly) this.only = "";
  }

  // -- why not, views, hints -----------------------------------------------------------------------------

  ask(line: string, square: number): void {
    this.chosen = null;
    this.asking = line;
    this.askedAt = square;
    void this.session.askWhy([line]);
  }

  private askAction(verb: string): void {
    const { question, shown } = this.session;
    const actor = this.actor;
    if (!actor || !shown || !question || !this.session.asked) return;
    const rival = shown.figures.find((figure) => figure.at === "board" && figure.side !== actor.side);
    const friend = shown.figures.find((figure) => figure.at === "board" && figure.side === actor.side && figure.id !== actor.id);
    const piece = shown.pieces.find((one) => (one.square ?? -1) >= 0 && one.letter);
    const map = this.session.game!.map;
    const to =
      verb === "challenge"
        ? rival?.mark
        : verb === "assist"
          ? friend?.mark
          : verb === "interact"
            ? piece?.letter
            : verb === "move"
              ? squareName(map, actor.square ?? 0)
              : "";
    if (to === undefined) return;
    this.ask(`${actor.mark}: ${verb}${to ? " " + to : ""}`, actor.square ?? -1);
  }

  private missed(square: number): void {
    const { question, shown, game, asked } = this.session;
    if (!shown || !game) return;
    const there = figureAt(shown, square);
    const line = question && asked ? meant(question, shown, game, square, this.only) : "";
    if (line) this.ask(line, square);
    else if (question && asked && !there && this.looking < 0) this.nobody(question, squareName(game.map, square), square);
    this.looking = !line && there && there.id !== this.looking ? there.id : -1;
  }

  /** An empty square that can mean nothing: said here, as the table knows no such line. */
  private nobody(question: Question, name: string, square: number): void {
    const names = [...new Set(this.session.options.map((option) => option.label))];
    const isWho = this.session.options.some((option) => option.verb === "turn" || option.verb === "figure");
    const reasons = [
      { rule: question.asked === "turn" ? "TRN-1" : "", sentence: isWho ? `Nobody stands on ${name}.` : `${name} is no answer here.` },
    ];
    const way = `Choose ${names.slice(0, 3).join(" or ")}${names.length > 3 ? " or another" : ""}.`;
    this.asking = name;
    this.askedAt = square;
    this.session.why = new Map(this.session.why).set(name, { line: name, reasons, way });
  }

  /** What the board needs to know as soon as a question stands: odds, reasons of what cannot be done. */
  foresee(): void {
    const { question, shown, game, asked } = this.session;
    if (!question || !shown || !game || !asked) return;
    const challenges = (question.options ?? []).filter((option) => option.challenge).map((option) => option.n);
    if (challenges.length) void this.session.askOdds(challenges);
    const lines = foreseen(question, shown, game);
    if (lines.length) void this.session.askWhy(lines, true);
  }

  /** Ask for the sight of the figure in question, to the square pointed at. */
  async look(): Promise<void> {
    if (!this.sight) return;
    const { shown } = this.session;
    const figure = this.selected >= 0 ? this.selected : shown ? figureAt(shown, this.hover)?.id : undefined;
    if (figure === undefined || figureOf(shown, figure)?.at !== "board") return void (this.seen = null);
    const to = this.hover;
    const answer = await this.session.askSight(figure, to);
    if (to === this.hover) this.seen = answer;
  }

  async askHint(): Promise<void> {
    this.clear(true);
    this.hint = await this.session.askHint();
    live.say(this.hint?.sentence ?? "");
  }
}
