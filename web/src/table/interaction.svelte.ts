// The player's hand on the table: what is pointed at, chosen, asked why; which view lies over the board.

import { t } from "../lib/text";
import type { BasicAction, ColourName, FigureNow, HintIs, Option, SideName, SightIs, Try, WhyShown } from "../lib/protocol";
import { live } from "../lib/live.svelte";
import { settings } from "../lib/settings.svelte";
import type { Marks } from "./board/marks";
import { aimOf, foreseen, idleOf, lively, marksOf, mayChallenge, readyAnswer, sorted, squareOf, stepsOf, type Sorted } from "./options";
import type { Session } from "./session.svelte";
import type { Told } from "./told";
import { figureAt, figureOf } from "./words";

export const NO_ANSWER = t("interaction.this_answers_no_open");
const NOTHING: Sorted = { squares: new Map(), cards: [], basics: [], buttons: [] };

export class Interaction {
  /** One basic action alone is lit, or all that the question allows. */
  only = $state<BasicAction | "">("");
  chosen = $state.raw<Option | null>(null);
  /** What was done and is not on the table yet: it is marked until the moment changes, or the table refuses it. */
  doing = $state.raw<Option | null>(null);
  hover = $state(-1);
  /** Whether the pointer has lain still since the table changed: then it means nobody, and says nothing of whom it lies on. */
  rested = $state(false);
  /** Several answers that one click may mean (on a square, or prices of an ability): they are offered as a list. */
  crowd = $state.raw<Option[]>([]);
  /** The square of such a list, where the keys go back to; -1 for none. */
  crowdAt = -1;
  /** What was tried, whose reasons are shown once the table has told them, and the square that was clicked. */
  asking = $state.raw<Try | null>(null);
  askedAt = $state(-1);
  /** A figure whose card is open instead of the acting one's. */
  looking = $state(-1);
  sight = $state(false);
  threat = $state(false);
  seen = $state.raw<SightIs | null>(null);
  hint = $state.raw<HintIs | null>(null);
  coarse = $state(false);
  /** A token or a place of the track that is pointed at. */
  told = $state.raw<Told | null>(null);
  /** What the ability pointed at would cost: shown as a ghost on the track. */
  pays = $state.raw<{ colour: ColourName; place: number } | null>(null);

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
  no = $derived.by<WhyShown | null>(() => (this.asking ? this.session.whyNot(this.asking) : null));
  refusal = $derived(
    this.no ? [...this.no.reasons.map((reason) => reason.sentence), this.no.way].filter(Boolean).join(" ") || NO_ANSWER : "",
  );
  /** The challenge that is spoken about: chosen, or pointed at. */
  about = $derived.by<Option | null>(() => {
    if (this.chosen) return mayChallenge(this.chosen) ? this.chosen : null;
    return this.at(this.hover).find(mayChallenge) ?? null;
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

  /** Who would stand on an empty square: the figure that acts or is looked at, else my first one on the board. */
  stander = $derived.by(() => {
    const { shown, side } = this.session;
    const own = (shown?.figures ?? []).filter((figure) => figure.side === side && figure.at === "board");
    return (own.find((figure) => figure.id === this.selected) ?? own[0])?.id ?? -1;
  });
  /** Where a move that is pointed at or chosen would end, while it is mine to move. */
  stepTo = $derived.by(() => {
    if (this.session.question?.asked !== "action" || this.session.plan) return -1;
    const option = this.chosen ?? this.at(this.hover).find((one) => stepsOf(one) > 0);
    return option && stepsOf(option) && this.session.shown ? squareOf(option, this.session.shown) : -1;
  });

  /** The options a click on this square may mean. */
  at(square: number): Option[] {
    return lively(this.sorted.squares.get(square) ?? [], this.only);
  }

  // -- pointing and clicking -----------------------------------------------------------------------------

  /** A click, tap or Enter on a square. */
  pick(square: number): void {
    if (this.session.past) return;
    if (this.threat) this.hover = square;
    this.asking = null;
    if (this.chosen && this.isAim(square)) return void this.act(this.chosen);
    const options = this.at(square);
    if (options.length > 1 && !options.some((option) => option.n === this.chosen?.n)) return this.offer(options, square);
    const meant = options.find((option) => option.n === this.chosen?.n) ?? options[0];
    this.crowd = [];
    if (meant) return this.point(meant);
    this.chosen = null;
    this.missed(square);
  }

  /** Whether the chosen card is aimed at this square: a click there uses it, a look does not. */
  private isAim(square: number): boolean {
    return !!this.session.shown && aimOf(this.chosen, this.session.odds, this.session.shown) === square;
  }

  /** A long press: what is there? A square that can be chosen is chosen, a figure shows its card, any other says why it cannot be. */
  wonder(square: number): void {
    if (this.at(square).length && !this.isAim(square)) return this.pick(square);
    const there = this.session.shown && !this.session.lesson ? figureAt(this.session.shown, square) : undefined;
    this.hover = square;
    if (there) this.looking = there.id;
    else this.askWhy(square);
  }

  /** Why can this very square not be chosen? */
  askWhy(square: number): void {
    if (this.at(square).length || !this.session.asked || this.session.past) return;
    this.clear(true);
    this.ask({ tries: "square", square, action: this.only || null }, square);
  }

  /** One rule for all: what can be taken back is done at once; what cannot (dice fall) is shown first and done by its button. */
  point(option: Option, button = false): void {
    this.asking = null;
    this.crowd = [];
    const first = (this.coarse && !button) || (settings.now.confirm && !!option.rolls);
    if (first && this.chosen?.n !== option.n) this.chosen = option;
    else void this.act(option);
  }

  /** Several answers in one place: the player chooses one of the list. */
  private offer(options: Option[], square: number): void {
    this.chosen = null;
    this.crowd = options;
    this.crowdAt = square;
  }

  /** Do it; what would do nothing is shown first, with why, and done by its button. */
  async act(option: Option): Promise<void> {
    if (this.doing) return;
    if (idleOf(option) && this.chosen?.n !== option.n) {
      this.clear();
      this.chosen = option;
      return;
    }
    this.clear();
    this.doing = option;
    if (!(await this.session.choose(option)) || this.session.plan) this.doing = null;
  }

  /** Begin or leave one basic action; one without squares is done at once, one that is not offered says why. */
  action(verb: BasicAction): void {
    const own = this.session.options.filter((option) => option.verb === verb);
    this.clear(true);
    if (!own.length) return this.ask({ tries: "action", action: verb }, this.actor?.square ?? -1);
    if (own.length === 1 && squareOf(own[0]!, this.session.shown!) < 0) return this.point(own[0]!, true);
    this.only = this.only === verb ? "" : verb;
  }

  /** An ability of the acting card, by its place. */
  ability(n: number): void {
    const actor = this.actor;
    if (!actor) return;
    const options = this.prices(actor, n);
    const again = options.find((option) => option.n === this.chosen?.n);
    if (options.length > 1 && !again) return this.offer(options, -1);
    if (options[0]) return this.point(again ?? options[0], true);
    if (this.session.game?.cards[actor.card || actor.name]?.abilities?.[n]) this.ask({ tries: "ability", ability: n }, actor.square ?? -1);
  }

  /** The ways to use one ability: one for each price that may be paid. */
  prices(actor: FigureNow, n: number): Option[] {
    return this.sorted.cards.filter((one) => one.verb === "ability" && one.ability === n && one.figure === actor.id);
  }

  /** The next square that answers the question: N. */
  next(from: number): number {
    const squares = [...this.sorted.squares.keys()].filter((square) => this.at(square).length).sort((a, b) => a - b);
    return squares.find((square) => square > from) ?? squares[0] ?? -1;
  }

  /** Step back: one thing is closed at a time. True if there was something. */
  back(): boolean {
    if (this.asking) this.asking = null;
    else if (this.session.roll) this.session.roll = null;
    else if (this.crowd.length) this.crowd = [];
    else if (this.chosen) this.chosen = null;
    else if (this.hint) this.hint = null;
    else if (this.only) this.only = "";
    else if (this.looking >= 0) this.looking = -1;
    else if (this.session.past) this.session.live();
    else return false;
    return true;
  }

  /** The table has changed: nothing is under way, and the pointer lies where it lay. */
  anew(): void {
    this.doing = null;
    this.rested = true;
    this.clear();
  }

  clear(keepOnly = false): void {
    this.pays = null;
    this.chosen = null;
    this.asking = null;
    this.crowd = [];
    this.hint = null;
    if (!keepOnly) this.only = "";
  }

  // -- why not, views, hints -----------------------------------------------------------------------------

  /** Ask why a try is not offered; the answer is shown at the square. A try that can mean nothing is forgotten. */
  private ask(one: Try, square: number, otherwise?: () => void): void {
    if (!this.session.asked) return;
    this.chosen = null;
    this.asking = one;
    this.askedAt = square;
    void this.session.askWhy([one]).then(() => {
      const answer = this.session.whyNot(one);
      if (this.asking !== one || !answer || answer.line || answer.reasons.length) return;
      this.asking = null;
      otherwise?.();
    });
  }

  /** A click that answers nothing: a figure shows its card; the table says why for an empty square, and where an act is chosen. */
  private missed(square: number): void {
    const { question, shown, asked } = this.session;
    if (!shown) return;
    if (this.threat) return; // what is asked of the square is who could hit there
    const there = figureAt(shown, square);
    const was = this.looking;
    this.looking = -1;
    const wantsCard = !this.only && !this.session.lesson;
    if (!asked || !question || !there || wantsCard || there.id === this.actor?.id || there.id === was) {
      if (there) this.looking = there.id === was ? -1 : there.id;
      else if (was < 0) this.ask({ tries: "square", square, action: this.only || null }, square);
    } else this.ask({ tries: "square", square, action: this.only || null }, square, () => (this.looking = there.id));
  }

  /** What the board needs to know as soon as a question stands: odds, reasons of what cannot be done. */
  foresee(): void {
    const { question, shown, game, asked } = this.session;
    if (!question || !shown || !game || !asked) return;
    const challenges = (question.options ?? []).filter(mayChallenge).map((option) => option.n);
    if (challenges.length) void this.session.askOdds(challenges);
    const tries = foreseen(question, shown, game);
    if (tries.length) void this.session.askWhy(tries, true);
  }

  /** Ask what the rivals could do, if that is looked at: everywhere, or where a move would end. */
  askThreats(): void {
    const { session } = this;
    if (session.side && !session.past && (this.threat || this.stepTo >= 0))
      void session.askThreats(session.side as SideName, this.stander, !this.threat);
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
