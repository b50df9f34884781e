// Generated from src/tipover/table/protocol/ by `python3 run.py generate`. Do not edit.

export const VERSION = 3;
export const PIECE = 256;

export type SideName = "light" | "dark" | "third" | "fourth";
export type SideOrNone = "" | "light" | "dark" | "third" | "fourth";
export type ColourName = "blue" | "red" | "silver" | "gold";
export type ColourOrNone = "" | "blue" | "red" | "silver" | "gold";
export type FigureKind = "character" | "companion" | "minion" | "objective";
export type PieceSort = "token" | "marker" | "item" | "status" | "card" | "die";
export type Provenance = "printed" | "known" | "house";
export type SignTime = "start" | "once" | "round";
export type SignKind = "secret" | "claim" | "take" | "beside" | "action" | "out" | "out_with" | "out_by" | "brings" | "marker" | "in_area" | "most_in" | "an_area" | "most_areas" | "holds" | "each" | "each_camp" | "each_marker" | "text";
export type Mode = "2v2" | "3v3" | "teams" | "ffa3" | "ffa4" | "ultimate" | "first";
export type FigurePlace = "board" | "track" | "reserve" | "returning" | "carried";
export type QuestionKind = "side" | "flip" | "pick" | "place" | "turn" | "action" | "roll" | "return" | "where" | "text" | "order" | "attach";
export type LogKind = "" | "turn" | "move" | "challenge" | "roll" | "down" | "out" | "card" | "token" | "points" | "round" | "set-up" | "end" | "table";
export type SeatKind = "open" | "person" | "bot";
export type StyleName = "brawler" | "runner" | "guard";
export type StyleOrNone = "" | "brawler" | "runner" | "guard";
export type TableStatus = "waiting" | "playing" | "over";
export type TableKind = "game" | "lesson" | "record";
export type ClockName = "" | "relaxed" | "day";
export type PhraseName = "" | "hello" | "nice" | "ouch" | "thinking" | "back_soon" | "thanks" | "good_game";
export type OrderAnswer = "always" | "never";
export type PresenceName = "" | "here" | "away" | "offline";
export type RefusalCode = "malformed" | "too_large" | "too_fast" | "not_seated" | "not_your_turn" | "stale" | "illegal" | "unknown" | "over" | "no_such_table" | "no_such_seat" | "seat_taken" | "not_now" | "closed" | "store" | "version" | "origin";
export type BasicAction = "move" | "challenge" | "assist" | "interact" | "rally" | "end";

/** An ability of a card. */
export interface AbilityShown {
  name: string;
  colour: ColourName;
  cost: number;
  challenge: boolean;
  text: string;
  provenance?: Provenance;
  counts?: ColourName[];
}

/** A trait, an ultimate or a rule: a name and its text. */
export interface TextShown {
  name: string;
  text: string;
  provenance?: Provenance;
}

/** A figure's card: character, companion, minion or objective. */
export interface CardShown {
  name: string;
  pack: string;
  set: string;
  kind: FigureKind;
  short: string;
  defense: number;
  tokens?: ColourName[];
  basic?: boolean;
  base?: SideOrNone;
  abilities?: AbilityShown[];
  trait?: TextShown | null;
  ultimate?: TextShown | null;
  text?: string;
  of?: string;
  provenance?: Record<string, Provenance>;
  title?: string;
  ultimate_tokens?: ColourName[];
  number?: number;
}

/** An item, status card, token, marker or deck card as it is printed. */
export interface PieceShown {
  name: string;
  pack: string;
  sort: PieceSort;
  text?: string;
  cost?: number;
  challenge?: boolean;
  defense?: number;
  of?: string;
  deck?: string;
  is_for_all?: boolean;
  provenance?: Record<string, Provenance>;
  other?: string;
}

/** An area of a map; starting areas have a side. */
export interface AreaShown {
  name: string;
  squares: number[];
  side?: SideOrNone;
  starting?: boolean;
}

/** A part of the scenery in its place: on a square, or in the border beside the map. */
export interface LaidShown {
  part: string;
  square?: number;
  edge?: string;
  along?: number;
  size?: number;
  turn?: number;
}

/** How the place of a map looks; it changes no rule. */
export interface SceneryShown {
  floor: string;
  light: string[];
  dark: string[];
  border: string[];
  wall: string;
  covered?: string[];
  obscured?: string[];
  closed?: string[];
  laid?: LaidShown[];
}

/** A map to draw. */
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
  provenance?: Record<string, Provenance>;
  scenery?: SceneryShown | null;
}

/** A way to points in a scenario, for a pictogram. */
export interface SignShown {
  time: SignTime;
  kind: SignKind;
  points?: number;
  wins?: boolean;
  thing?: string;
  says?: string;
  characters?: number;
  part?: string;
}

/** A scenario: its texts, its target score, the maps it is played on. */
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
  provenance?: Record<string, Provenance>;
  characters?: number;
  basics?: number;
  aim?: string;
  signs?: SignShown[];
  parts?: Record<string, string>;
}

/** A set. */
export interface PackShown {
  key: string;
  name: string;
  wall?: string;
}

/** A bot that can be chosen as an opponent: a character on the ladder. */
export interface BotShown {
  name: string;
  title: string;
  about: string;
  face: string;
  stars: number;
  rating?: number;
  doubt?: number;
  styles?: StyleName[];
}

/** A ready-made game: a set-up with its texts for the start page. */
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

/** Everything that set-up, team builder and card pages need. */
export interface CatalogShown {
  digest: string;
  packs: PackShown[];
  cards: CardShown[];
  pieces: PieceShown[];
  scenarios: ScenarioShown[];
  maps: MapShown[];
  modes: Mode[];
  bots: BotShown[];
  quick: QuickMatch[];
}

/** A rule of the ledger. */
export interface RuleShown {
  id: string;
  chapter: string;
  rule: string;
  sentence: string;
  source?: string;
}

/** A lesson in the list of lessons. */
export interface LessonShown {
  key: string;
  number: number;
  title: string;
  about: string;
  minutes?: number;
}

/** Choose a side; by chance, the one that the First Player marker shows. */
export interface SideOption {
  verb: "side";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  side: SideName;
}

/** Choose a side; by chance, the one that the First Player marker shows. */
export interface FlipOption {
  verb: "flip";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  side: SideName;
}

/** Pick a character for a figure. */
export interface PickOption {
  verb: "pick";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  card: string;
}

/** Choose a square, for a figure that moves or is placed there, or for a text. */
export interface PlaceOption {
  verb: "place";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  square: number;
  figure?: number;
  path?: number[];
}

/** Choose a figure. */
export interface TurnOption {
  verb: "turn";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  square?: number;
  detail?: string;
}

/** Choose a square, for a figure that moves or is placed there, or for a text. */
export interface MoveOption {
  verb: "move";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  square: number;
  figure?: number;
  path?: number[];
}

/** An action aimed at a figure or piece. */
export interface ChallengeOption {
  verb: "challenge";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  target: number;
  square?: number;
}

/** An action aimed at a figure or piece. */
export interface AssistOption {
  verb: "assist";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  target: number;
  square?: number;
}

/** An action aimed at a figure or piece. */
export interface InteractOption {
  verb: "interact";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  target: number;
  square?: number;
}

/** An answer that names at most the figure that acts. */
export interface RallyOption {
  verb: "rally";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure?: number;
}

/** An answer that names at most the figure that acts. */
export interface EndOption {
  verb: "end";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure?: number;
}

/** An answer that names nothing. */
export interface RollOption {
  verb: "roll";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
}

/** Choose a figure. */
export interface FigureOption {
  verb: "figure";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  square?: number;
  detail?: string;
}

/** Choose a square, for a figure that moves or is placed there, or for a text. */
export interface SquareOption {
  verb: "square";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  square: number;
  figure?: number;
  path?: number[];
}

/** Use an ability of the figure's card. */
export interface AbilityOption {
  verb: "ability";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  ability: number;
  detail?: string;
  idle?: string;
}

/** Use an item or card that the figure has. */
export interface UseOption {
  verb: "use";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  target: number;
  detail?: string;
  idle?: string;
}

/** Use an action that a text offers. */
export interface OfferOption {
  verb: "offer";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure: number;
  target?: number;
  square?: number;
  detail?: string;
}

/** Choose a piece, token, area, wall, square or side for a text.
 * 
 * A token has `colour`, `side` and `place`; a piece is `target`; an area has `squares`, and `square` is the first of them. */
export interface ThingOption {
  verb: "thing";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  target?: number;
  square?: number;
  squares?: number[];
  colour?: ColourOrNone;
  side?: SideOrNone;
  place?: number;
  detail?: string;
}

/** An answer that names nothing. */
export interface WayOption {
  verb: "way";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
}

/** An answer that names at most the figure that acts. */
export interface YesOption {
  verb: "yes";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure?: number;
}

/** An answer that names at most the figure that acts. */
export interface NoOption {
  verb: "no";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure?: number;
}

/** An answer that names at most the figure that acts. */
export interface DoneOption {
  verb: "done";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  figure?: number;
}

/** Choose which of several pending texts comes first. */
export interface OrderOption {
  verb: "order";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  detail?: string;
}

/** Pick an attachment, for a figure or for nobody. */
export interface AttachOption {
  verb: "attach";
  n: number;
  line: string;
  label: string;
  challenge?: boolean;
  rolls?: boolean;
  card: string;
  target: number;
  figure?: number;
}

/** Something on a place of a cooldown track: a token, a figure or a piece. */
export interface TrackThing {
  colour?: ColourOrNone;
  thing?: number;
  name?: string;
}

/** A side with its points, pool and track. */
export interface SideNow {
  side: SideName;
  seats: number[];
  points: number;
  pool: number[];
  tokens: number[];
  track: TrackThing[][];
  back: number[];
  scoring?: string[];
}

/** A figure with its place and condition. */
export interface FigureNow {
  id: number;
  mark: string;
  name: string;
  short: string;
  side: SideName;
  kind: FigureKind;
  at: FigurePlace;
  card?: string;
  letter?: string;
  square?: number;
  place?: number;
  back?: number;
  down?: boolean;
  exhausted?: boolean;
  spent?: number;
  markers?: number;
  controller?: SideOrNone;
  of?: number;
  bearer?: number;
  ultimate?: boolean;
  defense?: number;
  has?: number[];
  carries?: number[];
}

/** A piece in play: on a square, on a wall, with a figure, on a track or in force. */
export interface PieceNow {
  id: number;
  name: string;
  sort: PieceSort;
  square?: number;
  between?: number[];
  place?: number;
  holder?: number;
  side?: SideOrNone;
  owner?: number;
  letter?: string;
  in_force?: boolean;
  is_mark?: boolean;
}

/** An area that the scenario mentions or that is claimed. */
export interface AreaNow {
  area: number;
  claimed?: SideOrNone;
  standing?: Record<string, number>;
  squares?: number[];
}

/** One reason of a refusal: the rule, its sentence, and what to draw. */
export interface ReasonShown {
  rule: string;
  sentence: string;
  squares?: number[];
  things?: number[];
  walls?: [number, number, number, number][];
  short?: string;
}

/** The open question. Only the seats that may answer it receive the options. */
export interface Question {
  asked: QuestionKind;
  seats: number[];
  prompt: string;
  task: string;
  side?: SideOrNone;
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
  orders?: OrderAnswer[];
  order_options?: number[];
  undo?: number[];
  undo_text?: string;
  lost?: string[];
}

/** A number that decided a finished game. */
export interface DecidingNumber {
  what: string;
  numbers: Record<string, number>;
}

/** A position at one sequence number, as a seat may see it. */
export interface Moment {
  seq: number;
  count: number;
  round: number;
  sides: SideNow[];
  figures: FigureNow[];
  pieces: PieceNow[];
  areas?: AreaNow[];
  first?: SideOrNone;
  over?: boolean;
  winner?: SideOrNone;
  ending?: string;
  question?: Question | null;
  digest?: string;
  obscured?: number[];
  decided_by?: DecidingNumber[];
  roll_waits?: number;
}

/** Points that a side gained or lost in an act. */
export interface PointsTold {
  side: SideName;
  points: number;
  text: string;
}

/** A line of the log: an act in one sentence (`head`), or one of the details, which stand before the act they belong to. */
export interface LogLine {
  count: number;
  text: string;
  side?: SideOrNone;
  rules?: string[];
  kind?: LogKind;
  head?: boolean;
  gains?: PointsTold[];
  to?: SideName[];
}

/** What stays the same during a game: map, scenario, cards. */
export interface Game {
  map: MapShown;
  scenario: ScenarioShown | null;
  mode: string;
  sides: SideName[];
  target: number;
  cards: Record<string, CardShown>;
  pieces: Record<string, PieceShown>;
  rounds?: number;
}

/** A team took a base colour (SUP-2). */
export interface SideTakenNews {
  event: "SideTaken";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** The First Player marker fell, and this side has it (SUP-2, TIM-3). */
export interface FlippedNews {
  event: "Flipped";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A character was picked; `name` is empty while that is secret. */
export interface PickedNews {
  event: "Picked";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  name?: string;
}

/** A side has an attachment, with a character or (a bonus objective) with nobody; `thing` is -1 while it is secret (ATT-1). */
export interface AttachedNews {
  event: "Attached";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** The ultimate's side took the First Player marker; nothing is flipped (ULT-1). */
export interface MarkerTakenNews {
  event: "MarkerTaken";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** Secret picks were shown, all at once (SUP-11). */
export interface RevealedNews {
  event: "Revealed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A thing was placed on a square. */
export interface PlacedNews {
  event: "Placed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  square?: number;
}

/** A piece was laid on the wall between two squares, or on the corner they meet at, and opens it (MAP-9). */
export interface WallOpenedNews {
  event: "WallOpened";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  path?: number[];
}

/** Set-up is over (RND-4). */
export interface GameBeganNews {
  event: "GameBegan";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A round began; `first` has the First Player marker. */
export interface RoundBeganNews {
  event: "RoundBegan";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  round?: number;
}

/** A figure was chosen to take its side's turn (TRN-1). */
export interface TurnBeganNews {
  event: "TurnBegan";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A thing went from `start` along the squares of `path`. */
export interface MovedNews {
  event: "Moved";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  start?: number;
  path?: number[];
}

/** A challenge was declared, with the parts of both dice counts (CHA-24). */
export interface ChallengedNews {
  event: "Challenged";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
  dice?: string;
  defense?: string;
  dice_count?: number;
  defense_count?: number;
  win?: number;
}

/** The dice of a challenge were rolled. */
export interface RolledNews {
  event: "Rolled";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
  defending?: boolean;
  faces?: string[];
  counts?: number[];
  successes?: number;
}

/** The dice of a card's text were rolled. */
export interface DiceRolledNews {
  event: "DiceRolled";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  faces?: string[];
  counts?: number[];
  successes?: number;
  total?: number;
}

/** A die was turned from the first face to the second. */
export interface DieTurnedNews {
  event: "DieTurned";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  faces?: string[];
}

/** A challenge goes on with another target (CHA-14). */
export interface TargetChangedNews {
  event: "TargetChanged";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
}

/** The other target could not have been chosen: the challenge is over, and the rest of its text (CHA-14). */
export interface TargetUnfitNews {
  event: "TargetUnfit";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
}

/** A challenge is over without a result: its target left the map, or its challenger fell or left it (CHA-25). */
export interface ChallengeEndedNews {
  event: "ChallengeEnded";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
}

/** The challenger had strictly more successes (CHA-7). */
export interface ChallengeWonNews {
  event: "ChallengeWon";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
  margin?: number;
}

/** The challenger had not (CHA-7). */
export interface ChallengeLostNews {
  event: "ChallengeLost";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
}

/** A standing character lost a challenge (CHA-8). */
export interface KnockedDownNews {
  event: "KnockedDown";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A figure was knocked out on `square`. */
export interface KnockedOutNews {
  event: "KnockedOut";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  square?: number;
  by?: number;
}

/** A figure or piece went to a place of a side's cooldown track (CDN-1). */
export interface PutOnTrackNews {
  event: "PutOnTrack";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  place?: number;
}

/** A minion, token or marker left the map for good (CHA-9). */
export interface RemovedNews {
  event: "Removed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A figure stood up. */
export interface StoodUpNews {
  event: "StoodUp";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  by?: number;
}

/** A side gained points, at the end of a round with the reason. */
export interface PointsGainedNews {
  event: "PointsGained";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  points?: number;
  why?: string;
  squares?: number[];
}

/** A figure got an exhausted marker (TRN-3). */
export interface ExhaustedNews {
  event: "Exhausted";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** Everyone is exhausted (RND-1). */
export interface RoundEndedNews {
  event: "RoundEnded";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  round?: number;
}

/** Everything on a side's track went down by one (CDN-2). */
export interface CooledDownNews {
  event: "CooledDown";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** Ability tokens came off the track into the pool, counted by colour (CDN-3). */
export interface TokensReturnedNews {
  event: "TokensReturned";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  tokens?: number[];
}

/** A figure or piece came off the track; `square` is -1 for an item back with its holder (CDN-3). */
export interface ReturnedNews {
  event: "Returned";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  square?: number;
}

/** All exhausted markers were taken off (RND-1). */
export interface RefreshedNews {
  event: "Refreshed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A rule took the exhausted markers off a figure (TRN-11). */
export interface MarkersOffNews {
  event: "MarkersOff";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** An exhausted marker went from one figure to another (TRN-7). */
export interface MarkerPassedNews {
  event: "MarkerPassed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  target?: number;
}

/** A text gave a side the First Player marker (RND-3). */
export interface FirstPlayerGainedNews {
  event: "FirstPlayerGained";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** Chance picked something for a text. */
export interface DrawnNews {
  event: "Drawn";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** The First Player marker went clockwise (RND-1). */
export interface FirstPlayerPassedNews {
  event: "FirstPlayerPassed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A side won (WIN-1, WIN-2). */
export interface GameWonNews {
  event: "GameWon";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** The game ended with nobody ahead (RND-5). */
export interface GameDrawnNews {
  event: "GameDrawn";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A token went from the pool to a place of the track. */
export interface TokenSpentNews {
  event: "TokenSpent";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  colour: ColourName;
  to?: number;
}

/** An ability token changed its place; 0 is the pool (CDN-5). */
export interface TokenShiftedNews {
  event: "TokenShifted";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  colour: ColourName;
  place?: number;
  to?: number;
}

/** A side gained (or lost) ability tokens of a colour. */
export interface TokensGainedNews {
  event: "TokensGained";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  colour: ColourName;
  count?: number;
}

/** A status, mark, item or token is now with a figure (STA-1). */
export interface GivenNews {
  event: "Given";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A figure took something and carries it (CDN-10). */
export interface TakenNews {
  event: "Taken";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A scenario status card came into force for everyone (STA-2). */
export interface CardPlayedNews {
  event: "CardPlayed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A card or token went out of play and is available again (TOK-5). */
export interface CardDiscardedNews {
  event: "CardDiscarded";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A double-sided card lies with its other side up; `thing` is the side that counts now (DBL-1). */
export interface CardFlippedNews {
  event: "CardFlipped";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** An area shows a side's colour. */
export interface ClaimedNews {
  event: "Claimed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  area?: number;
}

/** A figure began an ability, an item's use, or an action that a card offers (ABI-1). */
export interface AbilityUsedNews {
  event: "AbilityUsed";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  name?: string;
}

/** A text was done instead of what would have happened to a thing, -1 to none; its card's name, and its words for that (PRE-1). */
export interface ReplacedNews {
  event: "Replaced";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
  name?: string;
}

/** A part of a text could not be done: the step of a program, and whose text it is (ABI-4, ABI-6). */
export interface NotDoneNews {
  event: "NotDone";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
  thing?: number;
}

/** A chain of effects that set itself off too often was ended; its cards are named (TIM-8). */
export interface ChainStoppedNews {
  event: "ChainStopped";
  text?: string;
  rules?: string[];
  side?: SideOrNone;
  figure?: number;
}

/** A seat. A bot may stand in for a person who is away. */
export interface SeatNow {
  seat: number;
  kind: SeatKind;
  side?: SideOrNone;
  name?: string;
  bot?: string;
  style?: StyleOrNone;
  present?: boolean;
  resigned?: boolean;
  known_as?: string;
  face?: string;
  stars?: number;
  rating?: number;
  presence?: PresenceName;
  bot_in?: number;
  chain?: string;
}

/** The public view of a table. */
export interface TableNow {
  code: string;
  title: string;
  status: TableStatus;
  seats: SeatNow[];
  kind?: TableKind;
  listed?: boolean;
  commitment?: string;
  dice?: string;
  watching?: number;
  draw_offer?: number;
  undo_wish?: number;
  rematch?: string;
  rematch_wanted?: number[];
  next_commitment?: string;
  round?: number;
  score?: string;
  result?: string;
  changed?: number;
  asked?: number[];
  clock?: ClockName;
  deadline?: number;
  delay?: number;
  time_left?: number;
  sides_chosen?: boolean;
  renamed?: number;
}

/** A standing order; only its own seat is told. */
export interface OrderShown {
  seat: number;
  about: string;
  answer: OrderAnswer;
  line?: string;
  words?: string;
}

/** The state of a lesson. */
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

/** A seat of a new table. */
export interface SeatWanted {
  kind: "me" | "open" | "bot";
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
  clock?: ClockName;
  delay?: number;
  title?: string;
  cards?: string[];
  commitment?: string;
}

/** The answer to POST /api/commitments: SHA-256 of a server's seed, for one new table within ten minutes. */
export interface Committed {
  commitment: string;
}

/** A seat with its token, which is sent only once. */
export interface SeatGiven {
  seat: number;
  token: string;
}

/** The answer to `POST /api/tables` and `POST /api/tables/CODE/sit`. */
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

/** POST /api/deal: wishes are respected, the rest is drawn. */
export interface DealWanted {
  mode?: string;
  map?: string;
  scenario?: string;
  teams?: string[][];
  seed?: string;
  sides?: number;
  size?: number;
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

/** A mistake in a card. */
export interface FaultShown {
  line: number;
  column: number;
  message: string;
  length?: number;
  suggestion?: string;
  warning?: boolean;
}

/** The answer to `POST /api/check`: mistakes, or the card as it will be shown. */
export interface CardChecked {
  faults?: FaultShown[];
  card?: CardShown | null;
  brings?: string[];
}

/** The answer to a refused HTTP request. */
export interface Refusal {
  refused: RefusalCode;
  sentence: string;
  reasons?: ReasonShown[];
}

/** The first message: which table, and which seats the sender has. Without a token the sender watches.
 * 
 * Unlike all other messages it may have fields that the table does not know: a newer page may meet an older process while servers
 * are restarted one after the other. What must not be overlooked has a new `version`.
 * 
 * If nothing has happened since `last`, the welcome leaves the game out. `language` is the code of a catalogue of sentences
 * (`en`, `de`); an unknown one is answered in English. When the reader changes the language, the browser says hello again
 * without `last`. HTTP requests have the language in the header `Tipover-Language`. */
export interface Hello {
  type: "hello";
  code: string;
  tokens?: string[];
  last?: number;
  version?: number;
  language?: string;
  delay?: number;
}

/** Answer the open question of the moment `seq`, by the number of an option or by a typed `line`. */
export interface Choose {
  type: "choose";
  id: string;
  seat: number;
  seq: number;
  line?: string;
  option?: number;
}

/** Take back the seat's last choice, if it is after the last die or revealed secret.
 * 
 * Once somebody at another screen has been asked, this only asks for their consent (`undo_answer`). */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  seq: number;
}

/** Let somebody else take back a choice, or not. */
export interface UndoAnswer {
  type: "undo_answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** Send a line of chat, at most 200 characters, or a ready phrase, which everybody reads in their own language. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  text?: string;
  phrase?: string;
}

/** Resign the game for the seat. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Offer a draw (`offer`), accept an offer (`agree`), or decline or withdraw it (`decline`). */
export interface DrawOffer {
  type: "draw";
  id: string;
  seat: number;
  answer: "offer" | "agree" | "decline";
}

/** Ask for the same game with sides swapped; the next table opens when all people who are present want it. */
export interface Rematch {
  type: "rematch";
  id: string;
  seat: number;
  seed?: string;
}

/** Put a bot at a seat that is open or whose person has been away for long, or take the sender's own seat back (`bot` empty). */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  at: number;
  bot?: string;
}

/** Change the name shown at the seat. */
export interface Rename {
  type: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Replace the seat's token by a new one: other devices lose the seat. */
export interface Revoke {
  type: "revoke";
  id: string;
  seat: number;
  token?: string;
}

/** In a lesson: continue after a step without a goal, or start the lesson again (`again`). */
export interface NextStep {
  type: "next_step";
  id: string;
  seat: number;
  again?: boolean;
}

/** The seat's share of the roll that the moment waits for (`roll_waits`): the link of its chain with the roll's number. */
export interface DiceShare {
  type: "share";
  id: string;
  seat: number;
  number: number;
  link?: string;
}

/** Leave word how the seat answers what a card asks outside its turn (`orders` of the question), or revoke it (`answer` empty). */
export interface StandingOrder {
  type: "order";
  id: string;
  seat: number;
  about: string;
  answer?: string;
  line?: string;
}

/** A click on a square that the question does not offer. */
export interface SquareTry {
  tries: "square";
  square: number;
  action?: BasicAction | null;
}

/** The button of a basic action that is not offered. */
export interface ActionTry {
  tries: "action";
  action: BasicAction;
}

/** An ability of the acting figure's card that is not offered, counted from 0. */
export interface AbilityTry {
  tries: "ability";
  ability: number;
}

/** Ask why typed lines or tries are refused, and what would work instead, now or after the answers of a plan. */
export interface AskWhy {
  type: "ask_why";
  id: string;
  lines?: string[];
  plan?: (number | string)[];
  ahead?: boolean;
  tries?: Try[];
}

/** Ask for the exact odds of options, at the moment `seq` or after the answers of a plan from there. */
export interface AskOdds {
  type: "ask_odds";
  id: string;
  seat: number;
  seq: number;
  options: number[];
  plan?: (number | string)[];
}

/** Ask what a figure sees, or would see from a square; with `to`, whether the line to that square is clear. */
export interface AskSight {
  type: "ask_sight";
  id: string;
  figure?: number;
  square?: number;
  to?: number;
}

/** Ask what the rivals of a side can reach and challenge in their next turn. */
export interface AskThreats {
  type: "ask_threats";
  id: string;
  side: SideName;
  figure?: number;
}

/** Ask for the position after some answers of the seat; nothing is played.
 * 
 * An answer is the number of an option of the question that is then open, or a typed line. Where dice fall, or somebody else
 * answers in the middle of an action, it is the number of one of the branches that the answer has told. */
export interface AskPlan {
  type: "ask_plan";
  id: string;
  seat: number;
  seq: number;
  answers: (number | string)[];
}

/** Ask for earlier positions: after `first` to `last` choices, at most 20. */
export interface AskMoments {
  type: "ask_moments";
  id: string;
  first: number;
  last: number;
}

/** Ask for good answers to the seat's question, with reasons. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  seat: number;
}

/** Ask for the analysis of a finished game. It takes a while: ask again until `done` is 1. */
export interface AskAnalysis {
  type: "ask_analysis";
  id: string;
}

/** Look at a record together: come (`join`), go (`leave`), ask to lead (`lead`); the leader looks at a moment or gives the lead away. */
export interface Review {
  type: "review";
  id: string;
  deed: "give" | "join" | "lead" | "leave" | "look";
  name?: string;
  at?: number;
  to?: number;
}

/** Check the connection; answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** The answer to `hello`: everything that this socket may see.
 * 
 * If nothing has happened since `last` of the hello, game, moment, log and lesson are left out, and `same` is the moment's
 * digest. A browser with another digest or other seats must say hello again without `last`. */
export interface Welcome {
  type: "welcome";
  code: string;
  you: number[];
  game: Game | null;
  table: TableNow;
  moment: Moment | null;
  log?: LogLine[];
  chat?: ChatLine[];
  lesson?: LessonNow | null;
  orders?: OrderShown[];
  same?: string;
  version?: number;
}

/** The game has changed: what happened, and the new position. */
export interface Update {
  type: "update";
  seq: number;
  moment: Moment;
  news?: News[];
  log?: LogLine[];
  undone?: number;
  lesson?: LessonNow | null;
}

/** Something about the people has changed: presence, names, offers, resignations. */
export interface TableChanged {
  type: "table";
  table: TableNow;
}

/** New lines of the log beside the game: who is away, who is back, whose time is up. */
export interface LogTold {
  type: "log";
  log: LogLine[];
}

/** To the sockets of a seat only: its standing orders have changed. */
export interface OrdersAre {
  type: "orders";
  orders: OrderShown[];
}

/** A line of chat. The text is plain and must not be read as markup. */
export interface ChatLine {
  type: "said";
  n: number;
  seat: number;
  name: string;
  text: string;
  phrase?: PhraseName;
}

/** A command is committed. A retry gets the same answer. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
  token?: string;
}

/** A command or query was refused and changed nothing. */
export interface Refused {
  type: "refused";
  id: string;
  refused: RefusalCode;
  sentence: string;
  reasons?: ReasonShown[];
  seq?: number;
}

/** Why one line is refused, and what would work instead. */
export interface WhyShown {
  line: string;
  reasons: ReasonShown[];
  way?: string;
  way_squares?: number[];
  brief?: string;
}

/** The answer to `ask_why`: first the lines, then the tries, each in the order of the request. */
export interface Reasons {
  type: "reasons";
  id: string;
  seq: number;
  why: WhyShown[];
}

/** One part of a number of dice. */
export interface PartShown {
  amount: number;
  name: string;
  colour?: ColourOrNone;
  rest?: string;
}

/** The exact odds of one challenge, with the parts of both numbers of dice. */
export interface OddsShown {
  option: number;
  target: number;
  win: number;
  exact: string;
  dice: number;
  dice_text: string;
  dice_parts: PartShown[];
  defense: number;
  defense_text: string;
  defense_parts: PartShown[];
  effect: string;
  open?: boolean;
  pays?: ColourOrNone;
  spends?: string;
}

/** The answer to `ask_odds`, without options that lead to no challenge. */
export interface OddsAre {
  type: "odds";
  id: string;
  seq: number;
  odds: OddsShown[];
}

/** The answer to `ask_sight`: the squares that are seen, and what blocks the line that was asked about. */
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

/** A way in which a rival could challenge, with its chance to win at each square where that is known. */
export interface ThreatWay {
  name: string;
  squares: number[];
  chances: number[];
}

/** What one rival could do in its next turn. */
export interface ThreatShown {
  figure: number;
  reach: number[];
  hits: number[];
  targets: number[];
  ways?: ThreatWay[];
}

/** The answer to `ask_threats`. */
export interface ThreatsAre {
  type: "threats";
  id: string;
  seq: number;
  threats: ThreatShown[];
}

/** One way in which a plan may go on where dice fall or somebody else answers. Its place in the list is the answer that takes it. */
export interface BranchShown {
  label: string;
  chance: number;
}

/** The answer to `ask_plan`: the position after the answers that could be played. */
export interface Planned {
  type: "planned";
  id: string;
  seq: number;
  moment: Moment;
  played: (number | string)[];
  news?: News[];
  stopped?: string;
  branches?: BranchShown[];
  chance?: number;
  answer?: string;
}

/** The answer to `ask_moments`. */
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

/** The answer to `ask_hint`: the best answer, and a few more. */
export interface HintIs {
  type: "hint";
  id: string;
  seq: number;
  line: string;
  sentence: string;
  option?: number;
  more?: HintShown[];
}

/** An answer of an analysed decision. */
export interface AnswerShown {
  deed: string;
  chance: number;
  square?: number;
  why?: string;
}

/** A decision that cost a side much of its chance to win; of each turn at most one. */
export interface MistakeShown {
  moment: number;
  side: SideName;
  cost: number;
  round: number;
  figure: number;
  played: AnswerShown;
  better: AnswerShown;
  sentence: string;
}

/** How often a face fell on a side's dice. */
export interface FaceShown {
  face: string;
  fell: number;
  expected: number;
}

/** A side's chance to win at every moment, and what changed it, in percentage points.
 * 
 * The first chance + luck - errors + gifts + drift = the last chance. */
export interface AccountShown {
  side: SideName;
  chances: number[];
  luck: number;
  errors: number;
  gifts: number;
  drift: number;
  luckiest?: string;
  luckiest_at?: number;
  unluckiest?: string;
  unluckiest_at?: number;
  rolls?: [number, number][];
  faces?: FaceShown[];
}

/** The answer to `ask_analysis`: its progress with what is known so far, and once it is done the result. */
export interface AnalysisIs {
  type: "analysis";
  id: string;
  done: number;
  accounts?: AccountShown[];
  mistakes?: MistakeShown[];
  skipped?: number;
  rounds?: [number, number][];
  decided?: number;
}

/** Somebody who looks at a record together with others. */
export interface ReviewerShown {
  n: number;
  name: string;
  leads?: boolean;
  asks?: boolean;
}

/** The room of those who look at this record together has changed. */
export interface ReviewIs {
  type: "review";
  people: ReviewerShown[];
  at: number;
  you: number;
}

/** To one socket only: its seats at the next table, after a rematch. */
export interface Seated {
  type: "seated";
  code: string;
  seats: SeatGiven[];
}

/** This socket has missed messages or lost its lease and must say hello again. */
export interface Resync {
  type: "resync";
  sentence: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

export type Option = SideOption | FlipOption | PickOption | PlaceOption | TurnOption | MoveOption | ChallengeOption | AssistOption | InteractOption | RallyOption | EndOption | RollOption | FigureOption | SquareOption | AbilityOption | UseOption | OfferOption | ThingOption | WayOption | YesOption | NoOption | DoneOption | OrderOption | AttachOption;
export type News = SideTakenNews | FlippedNews | PickedNews | AttachedNews | MarkerTakenNews | RevealedNews | PlacedNews | WallOpenedNews | GameBeganNews | RoundBeganNews | TurnBeganNews | MovedNews | ChallengedNews | RolledNews | DiceRolledNews | DieTurnedNews | TargetChangedNews | TargetUnfitNews | ChallengeEndedNews | ChallengeWonNews | ChallengeLostNews | KnockedDownNews | KnockedOutNews | PutOnTrackNews | RemovedNews | StoodUpNews | PointsGainedNews | ExhaustedNews | RoundEndedNews | CooledDownNews | TokensReturnedNews | ReturnedNews | RefreshedNews | MarkersOffNews | MarkerPassedNews | FirstPlayerGainedNews | DrawnNews | FirstPlayerPassedNews | GameWonNews | GameDrawnNews | TokenSpentNews | TokenShiftedNews | TokensGainedNews | GivenNews | TakenNews | CardPlayedNews | CardDiscardedNews | CardFlippedNews | ClaimedNews | AbilityUsedNews | ReplacedNews | NotDoneNews | ChainStoppedNews;
export type Try = SquareTry | ActionTry | AbilityTry;
export type FromBrowser = Hello | Choose | Undo | UndoAnswer | Say | Resign | DrawOffer | Rematch | StandIn | Rename | Revoke | NextStep | DiceShare | StandingOrder | AskWhy | AskOdds | AskSight | AskThreats | AskPlan | AskMoments | AskHint | AskAnalysis | Review | Ping;
export type FromTable = Welcome | Update | TableChanged | LogTold | OrdersAre | ChatLine | Ack | Refused | Reasons | OddsAre | SightIs | ThreatsAre | Planned | MomentsAre | HintIs | AnalysisIs | ReviewIs | Seated | Resync | Pong;
