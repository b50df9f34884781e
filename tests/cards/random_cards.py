"""Random rules within the signatures of the verbs, and shipped rules with one word changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tipover.cards.phrase_kinds import NOUN_KINDS, Kind
from tipover.cards.signatures import SIGNATURES
from tipover.cards.words_phrases import article

from .matrix import NOT_THINGS

NAMED: dict[Kind, list[str]] = {
    Kind.TOKEN: ["Net token"], Kind.MARKER: ["Lantern marker"], Kind.MINION: ["Gull minion"], Kind.CARD: ["Weather card"], Kind.DIE: ["Bone die"],
    Kind.AREA: ["Control area"],
}  # fmt: skip
PROPER: dict[Kind, list[str]] = {
    Kind.STATUS: ["Coin", "Soaked"],
    Kind.ITEM: ["the Rope"],
    Kind.COMPANION: ["Bosun"],
    Kind.CHARACTER: ["Mate"],
}
RELATIONS = [
    "within {n}", "in sight", "within {n} and in sight", "adjacent to {fig}", "within {n} of {fig}", "not adjacent to {fig}", "of yours",
    "of an opponent", "with an item", "with no item", "with Soaked", "in your starting area", "on the map", "nearest to {fig}", "other than {fig}",
    "in sight of {fig}", "on your track", "on a track", "in the square of {fig}",
]  # fmt: skip
ADJECTIVES = ["standing", "knocked-down", "exhausted", "ready", "adjacent", "opposing", "basic"]
PRONOUNS = ["it", "it", "it", "them", "this", "that rival", "that ally", "the target", "those allies"]
EVENTS = [
    "this is challenged", "a rival is knocked down", "an ally is knocked out", "this becomes exhausted", "a rival ends its movement adjacent to this",
    "this wins a challenge", "an ally stands up", "a rival takes a marker", "you knock out a rival", "a minion is removed", "a figure leaves the map",
    "this ends its movement adjacent to a rival", "this knocks out a rival", "a rival knocks out an ally", "this takes a marker",
    "a rival enters the square of a Net token", "this does an assist", "a rival enters the square of an ally", "a rival loses a challenge", "you reach 2 points",
]  # fmt: skip
MOMENTS = [
    "At the start of its turn",
    "At the end of its turn",
    "At the start of each round",
    "At the end of the round",
    "Before the round ends",
]
CONDITIONS = [
    "this is standing", "this is adjacent to {fig}", "there is {fig}", "you have the most points", "it is a character", "this has an item",
    "this has no Net token", "you have a Net token", "a rival has an item", "a rival is adjacent to an ally", "there is no minion", "there are 3 characters a side", "it wins", "it is standing",
]  # fmt: skip
CHANGES = [
    "this has {n} more defense", "adjacent rivals roll 1 die fewer when challenging", "this rolls {n} dice more when defending",
    "allies within {n} have 1 more movement", "this cannot be pushed", "rivals within {n} cannot do an interact", "this can move through rivals",
    "this may pay 1 less for an ability", "adjacent rivals pay 1 more for an ability", "this cannot be seen", "adjacent allies cannot be knocked out",
    "the square of this counts as obscured",
]  # fmt: skip


JOINED = [
    "this and an ally", "a rival and an ally", "this and each ally", "a rival and another rival", "an opponent's character", "an ally or a minion",
    "this and up to 2 allies", "a rival adjacent to this and an ally", "a rival nearest to an ally",
]  # fmt: skip
ENDS = ["the end of the round", "the end of its turn", "the start of its turn", "this is knocked down"]
OWN_DEEDS = [
    "moves 1 or stands up",
    "moves 2",
    "stands up or does a basic action",
    "gains 1 point",
    "pushes a rival adjacent to it 1",
    "moves 1 or pushes an ally 1",
]


class CardWriter:
    """Writes random rules; the checker decides which of them mean something."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)

    def rule(self) -> str:
        """An ability or a trigger."""
        kind = self.draw.choice([0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 4, 5])
        body = self._sentences()
        if kind < 3:
            return body
        body = body[0].lower() + body[1:]
        if kind == 3:
            return f"{self.draw.choice(MOMENTS)}, {body}"
        if kind == 4:
            return f"{self.draw.choice(['When', 'After'])} {self.draw.choice(EVENTS)}, {body}"
        change = self._filled(self.draw.choice(CHANGES))
        return f"At the start of its turn, until the end of the round, {change}."

    def _sentences(self) -> str:
        return " ".join(self._sentence() for _ in range(self.draw.choice([1, 1, 2, 2, 3])))

    def _sentence(self) -> str:
        kind = self.draw.randrange(15)
        if kind < 7:
            words = self._deed()
        elif kind == 7:
            words = f"if {self._filled(self.draw.choice(CONDITIONS))}, {self._deed()}"
        elif kind == 8:
            words = f"this may {self._deed()}"
        elif kind == 9:
            words = f"for each {self._figure('each').removeprefix('each ')}: {self._deed()}"
        elif kind == 10:
            words = f"{self.draw.randrange(2, 4)} times: {self._deed()}"
        elif kind == 11:
            words = f"{self._deed()} or {self._deed()}"
        elif kind == 12:
            words = f"if {self._filled(self.draw.choice(CONDITIONS))}, {self._deed()}. Otherwise, {self._deed()}"
        elif kind == 13:
            words = f"until {self.draw.choice(ENDS)}, {self.draw.choice(['when', 'after'])} {self.draw.choice(EVENTS)}, {self._deed()}"
        else:
            words = f"{self._figure(self.draw.choice(['each', 'a']))} {self.draw.choice(OWN_DEEDS)}"
        return f"{words[0].upper()}{words[1:]}."

    def _deed(self) -> str:
        verb = self.draw.choice([*SIGNATURES, "move", "push", "challenge", "place", "choose"])
        what = self._of(SIGNATURES[verb].what)
        n = self.draw.randrange(1, 4)
        forms: dict[str, Callable[[], str]] = {
            "move": lambda: self.draw.choice(
                [f"move {n}", f"move {what} {n}", f"move {n} toward {self._figure()}", f"move {n}, ending adjacent to {self._figure()}"]
            ),
            "push": lambda: f"push {what} {n}{self.draw.choice(['', '', f' away from {self._figure()}'])}",
            "pull": lambda: f"pull {what} {n}{self.draw.choice(['', '', f' toward {self._figure()}'])}",
            "place": lambda: f"place {what} {self._filled(self.draw.choice(RELATIONS[:6]))}",
            "swap": lambda: f"swap {what} with {self._of(SIGNATURES['swap'].to)}",
            "put": lambda: f"put {what} on the {n} of {self.draw.choice(['your', 'its', 'an opponent’s'.replace('’', chr(39))])} track",
            "shift": lambda: f"shift {what} {self.draw.choice(['up', 'down'])} {n}",
            "give": lambda: f"give {what} to {self._figure()}",
            "gain": lambda: self.draw.choice([f"gain {n} points", f"gain {n} Net tokens", "gain a red token"]),
            "lose": lambda: self.draw.choice(["lose 1 point", "lose a red token"]),
            "do": lambda: self.draw.choice(["do a basic action", "do an extra action", "do an assist or an interact"]),
            "challenge": lambda: self.draw.choice(
                [
                    f"challenge {n}",
                    "basic challenge",
                    f"range {n} challenge {n} against {self._figure()}",
                    f"challenge {n} from {self._figure()}",
                ]
            ),
            "defend": lambda: f"defend against a challenge {n}",
            "roll": lambda: f"roll {n} dice",
            "stand": lambda: f"stand {what} up",
            "knock": lambda: f"knock {what} {self.draw.choice(['down', 'out'])}",
            "control": lambda: f"control {what}: it moves {n}",
            "turn": lambda: "turn a die to a shield",
            "add": lambda: "add a die to the roll",
            "make": lambda: f"make {self._figure()} the target",
            "win": lambda: "gain 1 point",
        }
        return forms[verb]() if verb in forms else f"{verb} {what}"

    def _of(self, kinds: Kind) -> str:
        """A phrase for something of these kinds."""
        if kinds & Kind.CHARACTER and self.draw.randrange(3):
            return self._figure()
        if self.draw.randrange(4) == 0:
            return self.draw.choice(PRONOUNS)
        nouns = [noun for noun, of in NOUN_KINDS.items() if of & kinds and noun not in NOT_THINGS]
        nouns += [noun for kind, found in NAMED.items() if kind & kinds for noun in found]
        proper = [name for kind, found in PROPER.items() if kind & kinds for name in found]
        if proper and self.draw.randrange(4) == 0:
            return self.draw.choice(proper)
        return self._group(self.draw.choice(nouns)) if nouns else "this"

    def _figure(self, det: str = "") -> str:
        if not det and self.draw.randrange(10) == 0:
            return self.draw.choice(JOINED)
        if not det and self.draw.randrange(3) == 0:
            return self.draw.choice(PRONOUNS)
        return self._group(self.draw.choice(["ally", "rival", "rival", "figure", "character", "minion", "Gull minion"]), det)

    def _group(self, noun: str, det: str = "") -> str:
        adjective = f"{self.draw.choice(ADJECTIVES)} " if self.draw.randrange(4) == 0 else ""
        words = f"{adjective}{noun}"
        det = det or self.draw.choice(["a", "a", "a", "each", "another", "the"])
        relation = self._filled(f" {self.draw.choice(RELATIONS)}") if self.draw.randrange(2) else ""
        return f"{article(words) if det == 'a' else det} {words}{relation}"

    def _filled(self, words: str) -> str:
        figure = self.draw.choice(["this", "it", "an ally", "a rival", "a minion", "the target"])
        return words.replace("{n}", str(self.draw.randrange(1, 4))).replace("{fig}", figure)


SWAPS = [
    ["ally", "rival", "figure", "character", "minion", "companion", "objective", "token", "marker", "item", "square", "wall", "ability token"],
    ["it", "them", "this", "that rival", "the target", "you"],
    ["1", "2", "3", "4", "0", "20"],
    ["push", "pull", "place", "knock", "exhaust", "refresh", "remove", "discard", "take", "return", "stand", "flip"],
    ["adjacent", "standing", "knocked-down", "exhausted", "ready"],
    ["a", "each", "another", "the", "2", "up to 2"],
    ["within", "adjacent to", "in sight of", "on", "with", "nearest to"],
]  # fmt: skip


def mutated(rule: str, draw: random.Random) -> str:
    """A rule with one of its words changed for another of the same sort; the same rule if nothing can be changed."""
    places: list[tuple[int, int, list[str]]] = []
    for words in SWAPS:
        for word in words:
            places += [(found.start(), found.end(), words) for found in re.finditer(rf"\b{re.escape(word)}\b", rule)]
    if not places:
        return rule
    start, end, words = draw.choice(places)
    return rule[:start] + draw.choice(words) + rule[end:]
