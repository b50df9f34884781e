// Names for people and for the drawings: squares, sides, and which figure of the sprite stands for which card.

import type { ColourName, SideName, SideOrNone, SignKind, StyleName } from "./protocol";
import { t } from "./text";

export const SIDES: readonly SideName[] = ["light", "dark", "third", "fourth"];
export const COLOURS: readonly ColourName[] = ["blue", "red", "silver", "gold"];

const SHAPES: Record<string, string> = { light: "round", dark: "square", third: "hex", fourth: "diamond" };

/** `e7`: column letter and row number, counted from the upper left corner; empty for none. */
export function squareName(square: number, columns: number): string {
  if (square < 0) return "";
  const column = square % columns;
  const letters = column < 26 ? String.fromCharCode(97 + column) : "a" + String.fromCharCode(71 + column);
  return letters + (Math.floor(square / columns) + 1);
}

/** `Light` for `light`. */
export function sideTitle(side: SideOrNone): string {
  return side ? t(`side.${side}`) : t("side.nobody");
}

/** `blue`, in the words of the reader. */
export function colourName(colour: ColourName): string {
  return t(`colour.${colour}`);
}

/** What a style of a bot is called. */
export function styleTitle(style: StyleName): string {
  return t(`style.${style}`);
}

/** The outline that stands for a side everywhere: round, square, hex or diamond. */
export function sideShape(side: string): string {
  return SHAPES[side] ?? "round";
}

/** What a token colour stands for: `finesse` for `blue`. */
export function meaningOf(colour: ColourName): string {
  return t(`meaning.${colour}`);
}

/** `red and silver`, `blue, red and gold`. */
export function listed(words: string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t(`list.${last}`)} ${words[words.length - 1]}`;
}

// The drawing table: the only place of the browser that knows cards by name.
const SYMBOLS: Record<string, string> = {
  "Gi-hun": "c-gi-hun",
  "Sae-byeok": "c-sae-byeok",
  "Front Man": "c-front-man",
  "Il-nam": "c-il-nam",
  "Captain America": "c-captain-america",
  "Iron Man": "c-iron-man",
  "Black Panther": "c-black-panther",
  "Black Widow": "c-black-widow",
  "Arya Stark": "c-arya",
  "Daenerys Targaryen": "c-daenerys",
  "Jon Snow": "c-jon-snow",
  "The Night King": "c-night-king",
  "Rose Nylund": "c-rose",
  "Blanche Devereaux": "c-blanche",
  "Worker #28": "c-worker-28",
  "Worker #29": "c-worker-29",
  "Dora Milaje": "c-dora",
  "Iron Drone": "c-drone",
  "S.H.I.E.L.D. Agent": "c-agent",
  "S.H.I.E.L.D. Operative": "c-operative",
  "Stark Guard": "c-stark-guard",
  Unsullied: "c-unsullied",
  "Night's Watch Brother": "c-watch-brother",
  "Free Folk Raider": "c-raider",
  "Gentleman Caller": "c-caller",
  Lifeguard: "c-lifeguard",
  Ghost: "c-ghost",
  Drogon: "c-drogon",
  Wight: "c-wight",
  Sprinter: "c-sprinter",
  "Hack the Terminal": "c-terminal",
  "Data Terminal": "c-terminal",
  "Retrieve the Vibranium": "c-vibranium",
  "Vibranium Case": "c-vibranium",
  Batman: "c-batman",
  Batgirl: "c-batgirl",
  "The Joker": "c-joker",
  "Harley Quinn": "c-harley",
  Robin: "c-robin",
  Catwoman: "c-catwoman",
  "Wonder Woman": "c-wonder-woman",
  Cheetah: "c-cheetah",
  "Police Officer": "c-officer",
  Henchman: "c-henchman",
  Guard: "c-arkham-guard",
  Inmate: "c-inmate",
  "Lord Voldemort": "c-voldemort",
  "Bellatrix Lestrange": "c-bellatrix",
  "Hermione Granger": "c-hermione",
  "Harry Potter": "c-harry",
  "Ron Weasley": "c-ron",
  "Draco Malfoy": "c-draco",
  Auror: "c-auror",
  "Death Eater": "c-death-eater",
  "Dr. Finkelstein": "c-finkelstein",
  Sally: "c-sally",
  "Oogie Boogie": "c-oogie",
  "Jack Skellington": "c-jack",
  Mummy: "c-mummy",
  Vampire: "c-vampire",
  Igor: "c-igor",
  Arm: "c-arm",
  "Invisible Man": "c-invisible-man",
  "The Bride": "c-bride",
  "The Creature": "c-creature",
  Villager: "c-villager",
  Gravedigger: "c-gravedigger",
  "LeBron James": "c-lebron",
  "Bugs Bunny": "c-bugs",
  "Tune Squad Player": "c-tune",
  "Goon Squad Player": "c-goon",
  "Kool-Aid Man": "c-kool-aid",
  "Rick Sanchez": "c-rick",
  "Morty Smith": "c-morty",
  Meeseeks: "c-meeseeks",
  Gromflomite: "c-gromflomite",
  Raptor: "c-raptor",
  "Dr. Ellie Sattler": "c-ellie",
  "Dr. Ian Malcolm": "c-malcolm",
  "T-Rex": "c-t-rex",
  "Park Ranger": "c-ranger",
  "Gate Guard": "c-gate-guard",
};

const PIECES: Record<string, string> = {
  Needle: "t-needle",
  Cheesecake: "t-cheesecake",
  Invitation: "t-invitation",
  Honeycomb: "t-honeycomb",
  "The List": "t-list",
  Friendship: "t-friendship",
  "Accelerated Pace": "t-pace",
  "Brutal Contest": "t-contest",
  "Ground Rules": "t-ground",
  Energy: "t-energy",
  Control: "t-control",
  Flag: "t-flag",
  Leader: "i-crown",
  Triumph: "t-triumph",
  Scrimmage: "t-scrimmage",
  Squid: "t-squid",
  "Data Terminal": "c-terminal",
  "Vibranium Case": "c-vibranium",
  "Mystery Box": "t-box",
  Champion: "t-champion",
  Intel: "t-intel",
  Partner: "t-partner",
  Batarang: "t-batarang",
  Mallet: "t-mallet",
  Whip: "t-whip",
  "Lasso of Truth": "t-lasso",
  Confundo: "t-confundo",
  Protego: "t-protego",
  Dagger: "t-dagger",
  "Felix Felicis": "t-felix",
  Broom: "t-broom",
  "Pumpkin King": "t-pumpkin",
  Shriek: "t-shriek",
  Static: "t-static",
  Stitches: "t-stitches",
  Galvanized: "t-galvanized",
  Ball: "t-ball",
  Hoop: "t-hoop",
  Springs: "t-springs",
  "Springs Power-up": "t-springs",
  "Hot Hand": "t-hot-hand",
  "Hot Hand Power-up": "t-hot-hand",
  Padding: "t-padding",
  "Padding Power-up": "t-padding",
  Turbo: "t-turbo",
  "Turbo Power-up": "t-turbo",
  Rubble: "t-rubble",
  Portal: "t-portal",
  "Portal Gun": "t-portal-gun",
  "Combat Suit": "t-combat-suit",
  "Rocket Shoes": "t-rocket-shoes",
  "Long Scope": "t-long-scope",
  Ambush: "t-ambush",
  Chaos: "t-chaos",
  Flare: "t-flare",
};

const SORTS: Record<string, string> = {
  item: "t-item",
  status: "t-list",
  token: "t-token",
  die: "t-token",
  card: "t-ground",
  objective: "t-marker",
};

/** The symbol of a card's figure in the sprite; empty where the figure is made up from its name (`madeUp`). */
export function symbolOf(card: string): string {
  return SYMBOLS[card] ?? "";
}

/** The symbol of an item, status, token or marker; by its sort where it has no drawing of its own. */
export function pieceSymbol(name: string, sort = "marker"): string {
  return PIECES[name] ?? SYMBOLS[name] ?? SORTS[sort] ?? "t-marker";
}

const SIGNS: Record<SignKind, string> = {
  secret: "g-secret",
  claim: "g-claim",
  take: "",
  beside: "",
  action: "g-once",
  out: "g-out",
  out_with: "g-out",
  out_by: "g-out",
  brings: "",
  marker: "g-marker",
  in_area: "g-in-area",
  most_in: "g-most",
  an_area: "g-areas",
  most_areas: "g-areas",
  holds: "",
  each: "g-finish",
  each_camp: "g-camp",
  each_marker: "",
  text: "g-once",
};
// Signs that show the very thing they are about; where there is none, the thing itself is shown.
const SIGNS_OF: Record<string, Partial<Record<SignKind, string>>> = {
  Leader: { out_with: "g-leader-out", out_by: "g-by-leader" },
  Scrimmage: { out_with: "g-secret-out" },
  Squid: { out_with: "g-squid-out", take: "g-squid-hold", brings: "g-squid-home", each_marker: "g-squid-wait" },
  Triumph: { take: "g-cup", holds: "g-cup-hold" },
  Flag: { beside: "g-flag" },
};

/** The pictogram of a way to points; `thing` is the marker or area that it is about. */
export function signSymbol(kind: SignKind, thing = ""): string {
  return SIGNS_OF[thing]?.[kind] || SIGNS[kind] || pieceSymbol(thing);
}

const SKINS = ["#F3D2B3", "#E9BE97", "#C98F62", "#8C5A3C", "#6A412B", "#A9D3E3", "#B9D6A2"];
const HAIRS = ["#2B2430", "#5A3A28", "#9A4B2C", "#F3DFA4", "#EFE7D2", "#8C8790", "#B5402A", "#4C6FB5"];
const SUITS = ["#1F8A66", "#2F5FB3", "#C63A2C", "#6B4FA8", "#D08A1F", "#35313E", "#1E7F7A", "#B8467F", "#77583E"];
const TRIMS = ["#fff", "#E8C46A", "#4A4556", "#D7424A", "#7FD6FF", "#F6E2AE"];
const OUTFITS = ["track", "coat", "zip", "belt", "sash", "fur", "plate", "knit", "gown", "suit", "bow"];
const HAIR_PARTS = [
  "tousled",
  "bob",
  "wave",
  "tied",
  "braids",
  "curls",
  "perm",
  "waves",
  "side",
  "kettle",
  "sunhat",
  "band",
  "beret",
  "tufts",
];
const BEHIND: Record<string, string> = { bob: "bob-b", wave: "wave-b", braids: "long-b", waves: "waves-b" };
const BROWS = ["kind", "stern", "calm"];
const MOUTHS = ["smile", "flat", "smirk", "grin", "lips"];
const PROPS = [
  "cookie",
  "knife",
  "lamp",
  "marble",
  "disc",
  "claws",
  "needle",
  "egg",
  "sword",
  "daisy",
  "fan",
  "spear",
  "case",
  "tablet",
  "kite",
  "round",
  "torch",
  "axe",
  "bouquet",
  "buoy",
];

export interface MadeUp {
  style: string;
  parts: string[];
}

/** A figure for a card that has no drawing: parts and five colours, always the same for the same name. */
export function madeUp(name: string): MadeUp {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  const draw = <T>(of: readonly T[]): T => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    state ^= state >>> 15;
    return of[(state >>> 0) % of.length]!;
  };
  const skin = draw(SKINS);
  const hair = draw(HAIR_PARTS);
  const style = `--skin:${skin};--hair:${draw(HAIRS)};--suit:${draw(SUITS)};--trim:${draw(TRIMS)};--prop:${draw(SUITS)}`;
  const behind = BEHIND[hair];
  const parts = [
    ...(behind ? ["h-" + behind] : []),
    "body",
    "arms",
    "o-" + draw(OUTFITS),
    ...(behind ? [] : ["ears"]),
    "head",
    "cheeks",
    "eyes",
    "b-" + draw(BROWS),
    "m-" + draw(MOUTHS),
    "headshade",
    "h-" + hair,
    "gloss",
    "a-" + draw(PROPS),
  ];
  return { style, parts: parts.map((part) => "p-" + part) };
}
