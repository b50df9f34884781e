// Generated from src/tipover/table/protocol/ by `python -m tipover.table.contract`. Do not edit.

export const VERSION = 1;
export const PIECE = 256;

/** An ability as its card says it. `text` is the program's own words with the short name for `this`. */
export interface AbilityShown {
  name: string;
  colour: string;
  cost: number;
  challenge: boolean;
  text: string;
  provenance?: string;
}

/** A trait, an ultimate, a rule: a name and its words. */
export interface TextShown {
  name: string;
  text: string;
  provenance?: string;
}

/** A figure's card: character, companion, minion or objective. */
export interface CardShown {
  name: string;
  pack: string;
  set: string;
  kind: string;
  short: string;
  defense: number;
  tokens?: string[];
  basic?: boolean;
  base?: string;
  abilities?: AbilityShown[];
  trait?: TextShown | null;
  ultimate?: TextShown | null;
  text?: string;
  of?: string;
  provenance?: Record<string, string>;
  title?: string;
  ultimate_tokens?: string[];
  number?: number;
}

/** An item, status card, token, marker or deck card as it is printed. */
export interface PieceShown {
  name: string;
  pack: string;
  sort: string;
  text?: string;
  cost?: number;
  challenge?: boolean;
  defense?: number;
  of?: string;
  deck?: string;
  provenance?: Record<string, string>;
  other?: string;
}

/** An area of a map; starting areas are called `starting` and have a side. */
export interface AreaShown {
  name: string;
  squares: number[];
  side?: string;
}

/** A map to be drawn. */
export interface MapShown {
  name: string;
  pack: string;
  columns: number;
  rows: number;
  wall: string;
  walls?: [number, number, number, number][];
  covered?: number[];
  obscured?: number[];
  enclosed?: number[];
  areas?: AreaShown[];
  points?: Record<string, number>;
  sides?: number[];
  provenance?: Record<string, string>;
}

/** A scenario: its own words, its target, the maps it is played on. */
export interface ScenarioShown {
  name: string;
  pack: string;
  set: string;
  sides: number[];
  texts: TextShown[];
  maps?: string[];
  points?: number[];
  wins_at?: number;
  first?: boolean;
  free_for_all?: boolean;
  ultimate?: boolean;
  provenance?: Record<string, string>;
  characters?: number;
  basics?: number;
}

/** A set. */
export interface PackShown {
  key: string;
  name: string;
  wall?: string;
}

/** An opponent that can be chosen. */
export interface BotShown {
  name: string;
  title: string;
  about: string;
  newcomers?: boolean;
}

/** A game that is ready to be played: a set-up with its words for the start page. */
export interface QuickMatch {
  key: string;
  title: string;
  about: string;
  light: string[];
  dark: string[];
  setup: Record<string, unknown>;
  scenario?: string;
  further?: string[][];
}

/** All that set-up, team builder and card pages need. */
export interface CatalogShown {
  digest: string;
  packs: PackShown[];
  cards: CardShown[];
  pieces: PieceShown[];
  scenarios: ScenarioShown[];
  maps: MapShown[];
  modes: string[];
  bots: BotShown[];
  quick: QuickMatch[];
}

/** A rule of the ledger. */
export interface RuleShown {
  id: string;
  chapter: string;
  rule: string;
  told: string;
  source?: string;
}

/** A lesson on its list. */
export interface LessonShown {
  key: string;
  number: number;
  title: string;
  about: string;
  minutes?: number;
}

/** What lies on a place of a cooldown track: a token's colour, or a figure or piece. */
export interface TrackThing {
  colour?: string;
  thing?: number;
  name?: string;
}

/** A side: points, pool, track. A thing on place k is back at the end of round `round + k - 1`. */
export interface SideNow {
  side: string;
  seats: number[];
  points: number;
  pool: number[];
  tokens: number[];
  track: TrackThing[][];
  scoring?: string[];
}

/** A figure: where it is and how it fares. `place` 1 to 4 is the track; `at` is board, track, reserve, returning or carried. */
export interface FigureNow {
  id: number;
  mark: string;
  name: string;
  short: string;
  side: string;
  kind: string;
  at: string;
  card?: string;
  square?: number;
  place?: number;
  down?: boolean;
  exhausted?: boolean;
  spent?: number;
  markers?: number;
  controller?: string;
  of?: number;
  bearer?: number;
  ultimate?: boolean;
  defense?: number;
  has?: number[];
  carries?: number[];
}

/** A piece that is in the game now: on a square, on a wall, with a figure, on a track, in force. */
export interface PieceNow {
  id: number;
  name: string;
  sort: string;
  square?: number;
  between?: number[];
  place?: number;
  holder?: number;
  side?: string;
  owner?: number;
  letter?: string;
  in_force?: boolean;
  is_mark?: boolean;
}

/** An area that the scenario is about or that shows a colour: whose, and who stands in it (standing figures by side). */
export interface AreaNow {
  area: number;
  claimed?: string;
  standing?: Record<string, number>;
  squares?: number[];
}

/** One reason of a no: the rule, its sentence, and what to draw. */
export interface ReasonShown {
  rule: string;
  sentence: string;
  squares?: number[];
  things?: number[];
  walls?: [number, number, number, number][];
}

/** One answer. `line` is what is sent back; the rest says what to light up and how to call it. */
export interface Option {
  n: number;
  line: string;
  verb: string;
  label: string;
  figure?: number;
  square?: number;
  target?: number;
  path?: number[];
  ability?: number;
  card?: string;
  colour?: string;
  side?: string;
  place?: number;
  detail?: string;
  challenge?: boolean;
  squares?: number[];
}

/** The open question. Its options are told only to those who may answer it. */
export interface Question {
  asked: string;
  seats: number[];
  prompt: string;
  side?: string;
  figure?: number;
  about?: string;
  text?: string;
  rules?: string[];
  secret?: boolean;
  chance?: boolean;
  mine?: number[];
  options?: Option[];
  action?: number;
  actions?: number;
  undo?: number[];
  undo_text?: string;
  lost?: string[];
}

/** A position: everything on the table at one sequence number, as a seat may see it. */
export interface Moment {
  seq: number;
  count: number;
  round: number;
  sides: SideNow[];
  figures: FigureNow[];
  pieces: PieceNow[];
  areas?: AreaNow[];
  first?: string;
  over?: boolean;
  winner?: string;
  ending?: string;
  question?: Question | null;
  digest?: string;
  obscured?: number[];
}

/** Something that happened, to be animated and read aloud; fields by its kind as the engine's events have them. */
export interface News {
  event: string;
  text?: string;
  rules?: string[];
  figure?: number;
  target?: number;
  thing?: number;
  square?: number;
  start?: number;
  path?: number[];
  faces?: string[];
  defending?: boolean;
  successes?: number;
  dice?: string;
  defense?: string;
  side?: string;
  points?: number;
  colour?: string;
  place?: number;
  to?: number;
  name?: string;
  by?: number;
  round?: number;
  total?: number;
  margin?: number;
  tokens?: number[];
}

/** A line of the log: the moment it belongs to (choices so far), who, the sentence without its rule ids, the rules. */
export interface LogLine {
  count: number;
  text: string;
  side?: string;
  rules?: string[];
  kind?: string;
}

/** What does not change in a game: map, scenario, cards. */
export interface Game {
  map: MapShown;
  scenario: ScenarioShown | null;
  mode: string;
  sides: string[];
  target: number;
  cards: Record<string, CardShown>;
  pieces: Record<string, PieceShown>;
  rounds?: number;
}

/** A seat: open, a person's, or a bot's. A person who is away may be stood in for by a bot (`bot` is then its name). */
export interface SeatNow {
  seat: number;
  kind: string;
  side?: string;
  name?: string;
  bot?: string;
  present?: boolean;
  resigned?: boolean;
}

/** A table as everybody may know it. */
export interface TableNow {
  code: string;
  title: string;
  status: string;
  seats: SeatNow[];
  kind?: string;
  listed?: boolean;
  commitment?: string;
  dice?: string;
  watching?: number;
  draw_offer?: number;
  rematch?: string;
  rematch_wanted?: number[];
  next_commitment?: string;
  round?: number;
  score?: string;
  result?: string;
  changed?: number;
  asked?: number[];
}

/** Where a lesson stands. */
export interface LessonNow {
  key: string;
  number: number;
  of: number;
  title: string;
  step: number;
  steps: number;
  text: string;
  goal?: string;
  hint?: string;
  done?: boolean;
  next?: string;
  points_at?: number[];
  tell?: boolean;
  astray?: string;
}

/** A seat of a new table: `me`, `open` or `bot`. */
export interface SeatWanted {
  kind: string;
  name?: string;
  bot?: string;
  seed?: string;
}

/** POST /api/tables. One of `setup`, `quick`, `lesson`, `record` or `after` says what is played. */
export interface NewTable {
  seats?: SeatWanted[];
  setup?: Record<string, unknown> | null;
  quick?: string;
  lesson?: string;
  record?: string;
  after?: string;
  at?: number;
  placed?: boolean;
  listed?: boolean;
  title?: string;
  cards?: string[];
  commitment?: string;
}

/** The answer to POST /api/commitments: SHA-256 of a server's seed, for one new table within ten minutes. */
export interface Committed {
  commitment: string;
}

/** A seat with its token; the token is shown this once. */
export interface SeatGiven {
  seat: number;
  token: string;
}

/** The answer to a new table or a seat taken. */
export interface TableOpened {
  code: string;
  seats: SeatGiven[];
}

/** POST /api/tables/CODE/sit. */
export interface SitDown {
  name?: string;
  seat?: number;
  seed?: string;
  token?: string;
}

/** POST /api/deal: what is wished for stays, the rest is drawn. */
export interface DealWanted {
  mode?: string;
  map?: string;
  scenario?: string;
  teams?: string[][];
  seed?: string;
  sides?: number;
}

/** A set-up that can be played. */
export interface SetupDealt {
  setup: Record<string, unknown>;
  teams: string[][];
  map: string;
  scenario: string;
}

/** POST /api/check: a character's TOML. */
export interface CardWritten {
  text: string;
}

/** A mistake in a card: its place (from 1), its length, what is wrong, what would be right. */
export interface FaultShown {
  line: number;
  column: number;
  message: string;
  length?: number;
  suggestion?: string;
  warning?: boolean;
}

/** Faults, or the card as it will be printed. */
export interface CardChecked {
  faults?: FaultShown[];
  card?: CardShown | null;
}

/** What a refused HTTP request gets. */
export interface Refusal {
  refused: string;
  sentence: string;
  reasons?: ReasonShown[];
}

/** First of all: which table, and who I am (a seat's token each). No token watches.
 * 
 * `last` is the seq of the moment that this browser has: if nothing has happened since, the welcome does not tell it again. */
export interface Hello {
  type: "hello";
  code: string;
  tokens?: string[];
  last?: number;
  version?: number;
}

/** Answer the open question. `id` makes a retry harmless; `seq` is what the browser had seen. */
export interface Choose {
  type: "choose";
  id: string;
  seat: number;
  seq: number;
  line: string;
}

/** Take back my last choice, up to the last die or revealed secret. */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  seq: number;
}

/** A line of chat, 200 characters at most. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  text: string;
}

/** Give up the seat's game. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Offer a draw (`offer`), accept one (`agree`), or decline or take back (`decline`). */
export interface Draw {
  type: "draw";
  id: string;
  seat: number;
  answer: string;
}

/** Ask for the same game with sides changed; the table opens when all people who are here want it. */
export interface Rematch {
  type: "rematch";
  id: string;
  seat: number;
  seed?: string;
}

/** Put a bot at a seat that is open or long absent (`bot` its name), or take my own seat back (`bot` empty). */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  at: number;
  bot?: string;
}

/** Another name for my seat. */
export interface Rename {
  type: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Make my seat's token invalid for a new one: other devices lose the seat. */
export interface Revoke {
  type: "revoke";
  id: string;
  seat: number;
  token?: string;
}

/** In a lesson: go on after a step that only tells, or start the lesson again (`again`). */
export interface NextStep {
  type: "next_step";
  id: string;
  seat: number;
  again?: boolean;
}

/** Why are these lines refused (after the lines of my `plan`)? Also, of what would work instead. */
export interface AskWhy {
  type: "ask_why";
  id: string;
  lines: string[];
  plan?: string[];
  ahead?: boolean;
}

/** The exact odds of the options with these numbers, of the moment `seq` or after the lines of my `plan` from there. */
export interface AskOdds {
  type: "ask_odds";
  id: string;
  seat: number;
  seq: number;
  options: number[];
  plan?: string[];
}

/** What a figure sees, or would see from a square; with `to` the line to that square and what stops it. */
export interface AskSight {
  type: "ask_sight";
  id: string;
  figure?: number;
  square?: number;
  to?: number;
}

/** What the rivals of a side can reach and hit in their next turn. */
export interface AskThreats {
  type: "ask_threats";
  id: string;
  side: string;
}

/** How it would stand after these lines of mine, up to the first die; nothing is played. */
export interface AskPlan {
  type: "ask_plan";
  id: string;
  seat: number;
  seq: number;
  lines: string[];
}

/** Earlier positions: after `first` to `last` choices, 20 at most. */
export interface AskMoments {
  type: "ask_moments";
  id: string;
  first: number;
  last: number;
}

/** A good answer to my question, with its reason. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  seat: number;
}

/** How did the game go? Only when it is over. It takes a while: ask again until `done` is 1. */
export interface AskAnalysis {
  type: "ask_analysis";
  id: string;
}

/** Still there? */
export interface Ping {
  type: "ping";
}

/** The answer to hello: everything that this socket may see.
 * 
 * If the game stands where `last` of the hello says, game, moment, log and lesson are left out, and `same` is the moment's
 * digest: a browser that has another one, or had other seats, says hello without `last`. */
export interface Welcome {
  type: "welcome";
  code: string;
  you: number[];
  game: Game | null;
  table: TableNow;
  moment: Moment | null;
  log?: LogLine[];
  chat?: Said[];
  lesson?: LessonNow | null;
  same?: string;
  version?: number;
}

/** The game went on: what happened, and how it stands. `news` begin after the former seq. */
export interface Update {
  type: "update";
  seq: number;
  moment: Moment;
  news?: News[];
  log?: LogLine[];
  undone?: number;
  lesson?: LessonNow | null;
}

/** People came, went, offered, resigned. */
export interface TableChanged {
  type: "table";
  table: TableNow;
}

/** A line of chat; text is plain and never markup. */
export interface Said {
  type: "said";
  n: number;
  seat: number;
  name: string;
  text: string;
}

/** A command was done and is committed; `seq` is the last row of it, the same in the answer to every retry. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
  token?: string;
}

/** A command or question was refused and changed nothing.
 * 
 * `refused` is one of: malformed, too_large, too_fast, not_seated, not_your_turn, stale, illegal, unknown, over,
 * no_such_table, no_such_seat, seat_taken, not_now, closed, store, version, origin. */
export interface Refused {
  type: "refused";
  id: string;
  refused: string;
  sentence: string;
  reasons?: ReasonShown[];
  seq?: number;
}

/** Why one line is refused, and what would work: squares to go to first, or lines that are offered. */
export interface WhyShown {
  line: string;
  reasons: ReasonShown[];
  way?: string;
  way_squares?: number[];
}

/** The answer to ask_why. */
export interface Reasons {
  type: "reasons";
  id: string;
  seq: number;
  why: WhyShown[];
}

/** A part of a number of dice. */
export interface Part {
  amount: number;
  name: string;
}

/** The exact odds of one challenge with the parts of both numbers. */
export interface OddsShown {
  option: number;
  target: number;
  win: number;
  exact: string;
  dice: number;
  dice_text: string;
  dice_parts: Part[];
  defense: number;
  defense_text: string;
  defense_parts: Part[];
  effect: string;
  open?: boolean;
  spends?: string;
}

/** The answer to ask_odds; options that lead to no challenge are left out. */
export interface OddsAre {
  type: "odds";
  id: string;
  seq: number;
  odds: OddsShown[];
}

/** The answer to ask_sight: the squares seen, and for one line what stops it. */
export interface SightIs {
  type: "sight";
  id: string;
  seq: number;
  start: number;
  seen: number[];
  to?: number;
  clear?: boolean;
  stops?: ReasonShown[];
}

/** What one rival could do in its next turn: squares it can reach, squares and figures it can challenge. */
export interface ThreatShown {
  figure: number;
  reach: number[];
  hits: number[];
  targets: number[];
  by?: string[];
}

/** The answer to ask_threats. */
export interface ThreatsAre {
  type: "threats";
  id: string;
  seq: number;
  threats: ThreatShown[];
}

/** The answer to ask_plan: how it would stand after the lines that could be played. */
export interface Planned {
  type: "planned";
  id: string;
  seq: number;
  moment: Moment;
  played: string[];
  news?: News[];
  stopped?: string;
}

/** The answer to ask_moments. */
export interface MomentsAre {
  type: "moments";
  id: string;
  moments: Moment[];
  news?: News[][];
}

/** A further good answer, with its reason. */
export interface HintShown {
  line: string;
  sentence: string;
  option?: number;
}

/** The answer to ask_hint: the best answer, and a few more, the best first. */
export interface HintIs {
  type: "hint";
  id: string;
  seq: number;
  line: string;
  sentence: string;
  option?: number;
  more?: HintShown[];
}

/** A decision that cost much, at the moment before it; `cost` is in percentage points of the side's chance to win. */
export interface MistakeShown {
  moment: number;
  side: string;
  cost: number;
  sentence: string;
}

/** A side's game: its chance to win at every moment, and what changed it, in percentage points.
 * 
 * The first chance + luck - errors + gifts + drift is the last one. */
export interface AccountShown {
  side: string;
  chances: number[];
  luck: number;
  errors: number;
  gifts: number;
  drift: number;
  luckiest?: string;
  luckiest_at?: number;
  unluckiest?: string;
  unluckiest_at?: number;
}

/** The answer to ask_analysis: how much of it is done, 0 to 1; at 1 the sides' games and the decisions that cost most. */
export interface AnalysisIs {
  type: "analysis";
  id: string;
  done: number;
  accounts?: AccountShown[];
  mistakes?: MistakeShown[];
  skipped?: number;
  rounds?: [number, number][];
}

/** To one socket alone: the seats it has at the next table, after a rematch. */
export interface Seated {
  type: "seated";
  code: string;
  seats: SeatGiven[];
}

/** This socket fell behind or its lease is over: say hello again. */
export interface Resync {
  type: "resync";
  sentence: string;
}

/** Still here. */
export interface Pong {
  type: "pong";
}

export type FromBrowser = Hello | Choose | Undo | Say | Resign | Draw | Rematch | StandIn | Rename | Revoke | NextStep | AskWhy | AskOdds | AskSight | AskThreats | AskPlan | AskMoments | AskHint | AskAnalysis | Ping;
export type FromTable = Welcome | Update | TableChanged | Said | Ack | Refused | Reasons | OddsAre | SightIs | ThreatsAre | Planned | MomentsAre | HintIs | AnalysisIs | Seated | Resync | Pong;
export type RefusalCode = "malformed" | "too_large" | "too_fast" | "not_seated" | "not_your_turn" | "stale" | "illegal" | "unknown" | "over" | "no_such_table" | "no_such_seat" | "seat_taken" | "not_now" | "closed" | "store" | "version" | "origin";
