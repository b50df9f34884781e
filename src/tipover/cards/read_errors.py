"""What a mistake in a rule is told: where, which word, what could stand there, and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from tipover.cards.ast import Place
from tipover.cards.vocabulary import KNOWN_WORDS

MOST_MISTAKES = 20
LONGEST_SHOWN = 40

SYNONYMS: dict[str, str] = {
    "shove": "push", "shoves": "pushes", "drag": "pull", "drags": "pulls", "attract": "pull", "repel": "push", "knockback": "push",
    "attack": "challenge", "attacks": "challenge", "attacking": "challenging", "attacked": "challenged", "fight": "challenge", "fights": "challenge",
    "strike": "challenge", "hit": "challenge", "shoot": "range 3 challenge", "damage": "challenge", "attacker": "challenger",
    "heal": "stand up", "heals": "stands up", "revive": "stand up", "rise": "stand up", "rises": "stands up",
    "teleport": "place", "teleports": "places", "jump": "place", "jumps": "places", "leap": "place", "fly": "place", "deploy": "place", "summon": "place", "spawn": "place",
    "walk": "move", "run": "move", "walks": "moves", "runs": "moves", "step": "move", "steps": "moves", "go": "move", "goes": "moves", "advance": "move",
    "get": "gain", "gets": "gains", "receive": "gain", "receives": "gains", "score": "gain", "scores": "gains", "earn": "gain", "draw": "gain", "draws": "gains",
    "spend": "discard", "spends": "discards", "use": "do", "uses": "does", "perform": "do", "performs": "does",
    "steal": "take", "steals": "takes", "grab": "take", "pick": "choose", "picks": "chooses", "select": "choose",
    "destroy": "remove", "destroys": "removes", "kill": "knock", "kills": "knocks", "defeat": "knock", "defeats": "knocks out", "defeated": "knocked out",
    "killed": "knocked out", "ko": "knock out", "eliminated": "knocked out", "stun": "knock", "stunned": "knocked down", "trip": "knock",
    "switch": "swap", "exchange": "swap", "positions": "this", "over": "down", "beginning": "start", "day": "round", "position": "square", "tap": "exhaust", "untap": "refresh", "tapped": "exhausted",
    "transfer": "give", "pass": "give", "hand": "give", "reroll": "roll", "increase": "more", "reduce": "less", "decrease": "less",
    "dominate": "control", "command": "control", "seize": "claim", "capture": "claim",
    "enemy": "rival", "enemies": "rivals", "foe": "rival", "foes": "rivals", "villain": "rival", "adversary": "rival",
    "friend": "ally", "friends": "allies", "friendly": "ally", "teammate": "ally", "teammates": "allies", "hero": "character", "heroes": "characters",
    "model": "figure", "models": "figures", "miniature": "figure", "unit": "figure", "units": "figures", "pet": "companion", "player": "opponent", "players": "opponents",
    "hex": "square", "hexes": "squares", "space": "square", "spaces": "squares", "tile": "square", "tiles": "squares", "cell": "square", "field": "square",
    "zone": "area", "region": "area", "room": "area", "board": "map", "chip": "token", "counter": "token", "counters": "tokens", "coin": "token", "equipment": "item",
    "cooldown": "track", "bag": "pool", "supply": "pool", "vp": "points", "dices": "dice", "armor": "defense", "armour": "defense", "defence": "defense", "speed": "movement",
    "prone": "knocked-down", "downed": "knocked-down", "upright": "standing", "active": "ready", "unexhausted": "ready", "next": "adjacent to", "beside": "adjacent to",
    "neighbouring": "adjacent", "neighboring": "adjacent", "neighbour": "adjacent", "nearby": "adjacent", "closest": "nearest to", "near": "within",
    "visible": "in sight", "sees": "in sight of", "see": "in sight", "los": "in sight", "inside": "in", "towards": "toward", "without": "with no", "except": "other than",
    "every": "each", "all": "each", "both": "each", "some": "any number of", "whenever": "when", "once": "after", "during": "while", "unless": "if",
    "else": "otherwise", "whilst": "while", "also": "then", "afterwards": "then", "he": "it", "she": "it", "him": "it", "her": "it", "his": "its", "hers": "its",
    "himself": "this", "herself": "this", "itself": "this", "me": "this", "my": "your", "i": "this", "we": "you", "our": "your", "self": "this",
    "must": "may", "could": "may", "might": "may", "should": "may", "treated": "counts as", "additional": "more",
    "least": "or more", "minus": "less", "twice": "2 times", "thrice": "3 times",
}  # fmt: skip


class Mistake(NamedTuple):
    """One mistake: its place, the word there, a sentence for the author, what could stand there, what was probably meant."""

    at: Place
    word: str
    message: str
    expected: tuple[str, ...] = ()
    suggestion: str = ""

    @property
    def offset(self) -> int:
        return self.at.offset

    @property
    def line(self) -> int:
        return self.at.line

    @property
    def column(self) -> int:
        return self.at.column

    def __str__(self) -> str:
        return f"line {self.at.line}, column {self.at.column}: {self.message}"


class RuleError(ValueError):
    """A rule that cannot be read; `mistakes` lists every mistake found, in the order of the text."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


class Misread(Exception):
    """Raised inside the reader and caught at the end of the sentence."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def nearest(word: str, first: Iterable[str], names: Iterable[str] = ()) -> str:
    """What was probably meant by a word: a common synonym, else the nearest of the likely, then of all known words and names."""
    low = word.lower()
    if low in SYNONYMS or low in KNOWN_WORDS:
        return SYNONYMS.get(low, "")
    likely = {one.lower(): one for one in first}
    near = difflib.get_close_matches(low, sorted(likely), 1, 0.65)
    if near:
        return likely[near[0]]
    known = (
        SYNONYMS
        | {one: one for one in KNOWN_WORDS}
        | {one.lower(): one for one in names}
        | {one.lower().split()[0]: one for one in names if one}
    )
    near = [one for one in difflib.get_close_matches(low, sorted(known), 2, 0.65) if known[one] != word]
    return known[near[0]] if near else ""


def shortened(word: str) -> str:
    """A word as it can be shown in a sentence."""
    return word if len(word) <= LONGEST_SHOWN else word[: LONGEST_SHOWN - 1] + "…"


def listed(words: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    parts = list(dict.fromkeys(words))
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1] if parts else ""


def unknown(word: str, at: Place, meant: str, expected: tuple[str, ...] = ()) -> Mistake:
    """A word that is in no table."""
    said = f"`{shortened(word)}` is not known"
    if meant:
        said += f"; did you mean `{meant}`?"
    elif expected:
        said += f": expected {listed(expected)}"
    return Mistake(at, word, said, expected, meant)


def misplaced(word: str, at: Place, expected: tuple[str, ...], meant: str) -> Mistake:
    """A word that is known, but not here."""
    here = (
        "the rule ends too early"
        if not word
        else "the sentence ends too early"
        if word == "."
        else f"`{shortened(word)}` cannot stand here"
    )
    said = f"{here}: expected {listed(expected)}" if expected else here
    if meant and meant != word.lower():
        said += f"; did you mean `{meant}`?"
    return Mistake(at, word, said, expected, meant if meant != word.lower() else "")
