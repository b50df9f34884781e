"""Who and what is meant in plain English: `two of my buddies who are down`, `the closest bad guy`, as phrases of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tipover.cards.plain_grammar import Reader, Reading, Sentence, plain_table
from tipover.cards.vocabulary import BARE_CLASSES, NUMBER_WORDS, THE_CLASSES, plural_of

# Words for the figure of the card itself, and for whoever was meant last.
SELVES = ("i", "me", "myself", "you", "yourself", "this")
_OTHERS = ("it", "him", "her", "he", "she", "they", "them", "itself", "himself", "herself", "themselves", "themself", "same")
_MINE, _ITS = ("my", "your", "our"), ("its", "his", "her", "their")
_SELF_NOUNS = ("hero", "model", "figure", "character", "miniature", "mini", "unit", "fighter", "piece", "guy", "champion", "warrior", "one")
_MOST_ADJECTIVES = 3
_NO_VERBS = ("is", "this", "its", "his", "unless", "was", "as", "plus", "yours")
_NEAREST = ("nearest", "closest")


class Phrase(NamedTuple):
    """A noun with all that narrows it."""

    det: str  # `a`, `each`, `2`, `up to 2`, `2 or more`, `any number of`, `another`, `no`, `the`, or `all` for a bare plural
    adjectives: tuple[str, ...]
    noun: str  # in the singular
    sort: str = ""  # the class of a declared name
    relations: tuple[str, ...] = ()

    def written(self, det: str, plural: bool) -> str:
        """The phrase with another determiner, which may be empty."""
        noun = plural_of(self.noun) if plural else self.noun
        nearest = [one for one in self.relations if one.startswith("nearest")]
        others = [one for one in self.relations if one not in nearest]
        others.sort(key=lambda one: (not one.startswith("of "), one == "in sight"))
        return " ".join(one for one in (det, *self.adjectives, noun, " and ".join(others), *nearest) if one)

    @property
    def object(self) -> str:
        """As it stands where something is done to it, or by it."""
        if self.sort in BARE_CLASSES:
            return self.noun
        if self.sort in THE_CLASSES or self.noun == "First Player marker":
            return f"the {self.noun}"
        if self.det == "the" or any(one.startswith("nearest") for one in self.relations):
            is_one = self.det in ("a", "the") and any(one.startswith("nearest") for one in self.relations)
            return self._marked("the") if is_one else ""
        return self._marked("each" if self.det in ("all", "some") else self.det)

    def _marked(self, det: str) -> str:
        """The phrase between marks that tell where it begins, what it brings in, and where it ends."""
        words = self.written(det, det not in ("a", "another", "no", "the", "each"))
        return f"{{{det.replace(' ', '_')}:{self.noun.replace(' ', '_')} {words} }}"

    @property
    def subject(self) -> str:
        """As it stands where something holds of all of them; empty if one of them is meant."""
        return self.written("", True) if self.det in ("all", "each", "some") and not self.sort else ""


def _spelt(words: str) -> Iterator[tuple[str, ...]]:
    for one in words.split():
        yield tuple(one.split("_"))


@cache
def _nouns() -> dict[str, list[tuple[tuple[str, ...], str, bool]]]:
    """The words of every noun by the first of them, the longest first: with the noun of the language, and whether they are plural."""
    found: dict[str, list[tuple[tuple[str, ...], str, bool]]] = {}
    for noun, words in plain_table()["nouns"].items():
        singular, _, plural = words.partition("/")
        for many, spelling in ((False, singular), (True, plural)):
            for one in _spelt(spelling):
                found.setdefault(one[0], []).append((one, noun, many))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return found


@cache
def _adjectives() -> list[tuple[tuple[str, ...], str]]:
    table = plain_table()["adjectives"]
    found = [(one, right) for right, words in table.items() for one in _spelt(words)]
    return sorted(found, key=lambda entry: -len(entry[0]))


@cache
def known_nouns() -> frozenset[str]:
    """Every word of these tables."""
    nouns = [word for entries in _nouns().values() for words, _, _ in entries for word in words]
    return frozenset(
        [*nouns, *(word for words, _ in _adjectives() for word in words), *SELVES, *_OTHERS, *_MINE, *_ITS, *_SELF_NOUNS, *_NEAREST]
    )


def number_at(sentence: Sentence, at: int) -> str:
    """The number at a position in digits; empty if there is none."""
    word = sentence.word(at)
    return word if word.isdigit() else str(NUMBER_WORDS[word]) if word in NUMBER_WORDS else ""


def _determiners(sentence: Sentence, at: int) -> Iterator[tuple[int, str]]:
    """The determiners at a position; with `mine` behind one that says whose."""
    word = sentence.word(at)
    n = number_at(sentence, at)
    if word in ("a", "an", "any", "some", "target"):
        yield at + 1, "any" if word in ("any", "some") else "a"
    if sentence.is_at(at, ("any", "one")) or sentence.is_at(at, ("a", "single")) or sentence.is_at(at, ("any", "single")):
        yield at + 2, "a"
    for start in (("one", "of"), ("any", "of"), ("1", "of"), ("any", "one", "of"), ("either", "of")):
        if sentence.is_at(at, start):
            yield from _whose(sentence, at + len(start), "a")
    if word == "one":
        yield at + 1, "a"
    if word == "another" or sentence.is_at(at, ("one", "other")) or sentence.is_at(at, ("a", "different")):
        yield at + (1 if word == "another" else 2), "another"
    if word in ("each", "all", "both"):
        yield from _whose(sentence, at + 1, "each")
        if sentence.word(at + 1) == "of":
            yield from _whose(sentence, at + 2, "each")
        if sentence.is_at(at + 1, ("single",)):
            yield at + 2, "each"
        yield at + 1, "each"
    if sentence.is_at(at, ("any", "number", "of")):
        yield at + 3, "any number of"
        yield from _whose(sentence, at + 3, "any number of")
    if sentence.is_at(at, ("any", "and", "all")):
        yield at + 3, "each"
    if sentence.is_at(at, ("up", "to")) and (most := number_at(sentence, at + 2)):
        det = "a" if most == "1" else f"up to {most}"
        yield at + 3, det
        yield from _whose(sentence, at + 3, det)
        if sentence.word(at + 3) == "of":
            yield from _whose(sentence, at + 4, det)
    for start in (("at", "least"), ("no", "fewer", "than"), ("no", "less", "than")):
        if sentence.is_at(at, start) and (least := number_at(sentence, at + len(start))):
            yield at + len(start) + 1, f"{least} or more" if least != "1" else "a"
    if n and n not in ("0", "1"):
        if sentence.is_at(at + 1, ("or", "more")) or sentence.is_at(at + 1, ("+",)):
            yield at + (3 if sentence.word(at + 1) == "or" else 2), f"{n} or more"
        yield at + 1, n
        yield from _whose(sentence, at + 1, n)
        if sentence.word(at + 1) == "of":
            yield from _whose(sentence, at + 2, n)
        if sentence.word(at + 1) == "different":
            yield at + 2, n
    if n == "1":
        yield at + 1, "a"
    if sentence.is_at(at, ("a", "pair", "of")) or sentence.is_at(at, ("a", "couple", "of")):
        yield at + 3, "2"
    if sentence.is_at(at, ("a", "second")) or sentence.is_at(at, ("a", "third")):
        yield at + 2, "another"
    if word in ("someone", "somebody", "anyone", "anybody"):
        yield at, "a"
    if word == "no":
        yield at + 1, "no"
    if word == "the":
        yield at + 1, "the"
    yield from _whose(sentence, at, "all")
    yield at, "all"


def _whose(sentence: Sentence, at: int, det: str) -> Iterator[tuple[int, str]]:
    if sentence.word(at) in (*_MINE, "the", "those"):
        yield at + 1, f"{det} {'mine' if sentence.word(at) in _MINE else ''}".strip()


def _adjectives_at(sentence: Sentence, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """All rows of adjectives at a position, the longest first."""
    rows: list[tuple[int, tuple[str, ...]]] = [(at, ())]
    for _ in range(_MOST_ADJECTIVES):
        end, row = rows[-1]
        end += sentence.word(end) in ("and", ",") and len(rows) > 1
        found = next(((words, right) for words, right in _adjectives() if sentence.is_at(end, words)), None)
        if found is None:
            break
        rows.append((end + len(found[0]), (*row, *([found[1]] if found[1] != "-" else []))))
    yield from reversed(rows)


def phrases_at(sentence: Sentence, at: int) -> Iterator[tuple[int, Phrase]]:
    """All noun phrases at a position, the longest first."""
    found: list[tuple[int, Phrase]] = []
    for start, det in _determiners(sentence, at):
        for before, adjectives in _adjectives_at(sentence, start):
            for end, noun, sort, plural in _nouns_at(sentence, before):
                phrase = _phrase(det, adjectives, noun, sort, plural)
                if phrase is None:
                    continue
                for last, relations in _relations_at(sentence, end):
                    found.append((last, _narrowed(phrase, relations)))
    yield from sorted(found, key=lambda one: -one[0])


def _nouns_at(sentence: Sentence, at: int) -> Iterator[tuple[int, str, str, bool]]:
    if at < len(sentence.words) and sentence.words[at].sort:
        name = sentence.words[at]
        yield at + 1, name.text, name.sort, name.plural
    for words, noun, plural in _nouns().get(sentence.word(at), ()):
        if sentence.is_at(at, words):
            end = at + len(words)
            if sentence.word(end) == "or" and not plural:
                yield from ((last, f"{noun} or {other}", "", False) for last, other, _, many in _nouns_at(sentence, end + 1) if not many)
            yield end, noun, "", plural


def _phrase(det: str, adjectives: tuple[str, ...], noun: str, sort: str, plural: bool) -> Phrase | None:
    """The phrase without relations; None if its words do not belong together."""
    is_mine = det.endswith(" mine")
    det = det.removesuffix(" mine")
    if det == "any":
        det = "some" if plural else "a"
    kept = [one for one in adjectives if one not in ("friendly", "hostile")]
    if noun in ("figure", "character"):
        if "hostile" in adjectives:
            noun = "rival"
        elif "friendly" in adjectives or (is_mine and (plural or det != "all")):
            noun, kept = "ally", [one for one in kept if one != "other"]
    elif "hostile" in adjectives and noun in ("minion", "companion"):
        kept.append("opposing")
    elif "friendly" in adjectives and noun in ("minion", "companion"):
        is_mine = True
    elif {"friendly", "hostile"} & set(adjectives) and not (noun == "rival" and "hostile" in adjectives):
        return None
    if noun == "ally":
        kept = [one for one in kept if one != "other"]
    if is_mine and noun == "rival":
        is_mine = False
    owner = ("of yours",) if is_mine and noun in ("minion", "companion") else ()
    if det == "all" and not plural and not sort:
        if not is_mine or noun not in ("ally", "minion", "companion"):
            return None
        det = "a"
    if det == "the" and plural:
        det = "each"
    relations = owner
    if "nearest" in kept:
        kept.remove("nearest")
        det, relations = "the", (*owner, "nearest to this")
    for adjective, relation in (("visible", "in sight"), ("near", "adjacent")):
        if adjective in kept:
            kept[kept.index(adjective)] = ""
            relations = (relation, *relations) if relation != "adjacent" else relations
            kept = [one for one in kept if one] + (["adjacent"] if relation == "adjacent" else [])
    if det in ("2", "3", "4", "5", "6") and not plural:
        return None
    return Phrase(det, tuple(dict.fromkeys(kept)), noun, sort, relations)


def _narrowed(phrase: Phrase, relations: tuple[str, ...]) -> Phrase:
    adjectives = list(phrase.adjectives)
    rest = list(phrase.relations)
    for one in relations:
        one = one.removesuffix(" of this") if one.startswith(("within", "not within", "in sight")) else one
        if one == "adjacent to this":
            adjectives.insert(0, "adjacent")
        elif one.startswith("is "):
            adjectives.append(one.removeprefix("is ").replace(" ", "-"))
        elif one != "-":
            rest.append(one)
    return phrase._replace(adjectives=tuple(dict.fromkeys(adjectives)), relations=tuple(dict.fromkeys(rest)))


def _relations_at(sentence: Sentence, at: int) -> list[tuple[int, tuple[str, ...]]]:
    """All rows of relations at a position, among them the empty one."""
    rows: list[tuple[int, tuple[str, ...]]] = [(at, ())]
    for end, row in rows:
        if len(row) >= _MOST_ADJECTIVES:
            continue
        start = end + (sentence.word(end) == "and" and bool(row))
        rows += [(last, (*row, relation)) for last, relation in sentence.readings("REL", start) if last > start]
    return rows


# -- the sorts that the rules of plain_english.toml use ---------------------------------------------------------------------------------


def _references(sentence: Sentence, at: int) -> list[Reading]:
    """The figure of the card, whoever was meant last, or one with a part in a challenge."""
    word = sentence.word(at)
    found: list[Reading] = []
    if word == "this" and sentence.word(at + 1) in _SELF_NOUNS:
        found.append((at + 2, "this"))
    if word in _MINE and sentence.word(at + 1) in _SELF_NOUNS:
        found.append((at + 2, "this"))
    if word in SELVES:
        found.append((at + 1, "this"))
    if word in _OTHERS and not (word == "her" and _nouns().get(sentence.word(at + 1))):
        found.append((at + 1, "@it"))
    if word in ("that", "those", "the", "this") and sentence.words[at + 1 : at + 2]:
        for words, noun, _ in _nouns().get(sentence.word(at + 1), ()):
            same = ("rival", "ally", "figure", "character", "minion", "companion")
            if noun in same and sentence.is_at(at + 1, words) and not (word == "this" and noun == "figure"):
                found.append((at + 1 + len(words), f"@{noun}"))
    return [*found, *sentence.readings("ROLE", at)]


def _object(sentence: Sentence, at: int) -> list[Reading]:
    return [*_references(sentence, at), *((end, one.object) for end, one in phrases_at(sentence, at) if one.object and one.det != "no")]


def _indefinite(sentence: Sentence, at: int) -> list[Reading]:
    return [(end, one.object) for end, one in phrases_at(sentence, at) if one.object and one.det not in ("no", "all", "each", "some")]


def _subject(sentence: Sentence, at: int) -> list[Reading]:
    """Of whom something holds: the figure itself, one meant before, or all of some kind."""
    return [*_references(sentence, at), *((end, one.subject) for end, one in phrases_at(sentence, at) if one.subject)]


def _all_of(sentence: Sentence, at: int) -> list[Reading]:
    """All of some kind, though one of them is named: `an enemy`, whichever it is."""
    return [
        (end, one.written("", True)) for end, one in phrases_at(sentence, at) if one.det in ("a", "each", "all", "some") and not one.sort
    ]


def _whichever(sentence: Sentence, at: int) -> list[Reading]:
    """One of some kind, whichever it is, though all of them may be named."""
    named = ((end, one) for end, one in phrases_at(sentence, at) if one.det in ("a", "each", "all", "some"))
    return [(end, one._replace(det="a").object) for end, one in named]


def _each(sentence: Sentence, at: int) -> list[Reading]:
    """All of some kind, where something is done by or to each of them."""
    return [(end, one.object) for end, one in phrases_at(sentence, at) if one.det in ("all", "each", "some") and one.object]


def _word(sentence: Sentence, at: int) -> list[Reading]:
    """A word or two that only picture what is done."""
    return [(at + k, "") for k in (1, 2) if sentence.word(at + k)]


def _plural(sentence: Sentence, at: int) -> list[Reading]:
    """All of some kind."""
    return [(end, one.subject) for end, one in phrases_at(sentence, at) if one.subject]


def _single(sentence: Sentence, at: int) -> list[Reading]:
    """A noun without a determiner, as after `for each` and `no`."""
    phrases = [(end, one) for end, one in phrases_at(sentence, at) if one.det == "all"]
    found = [(end, one.written("", False)) for end, one in phrases]
    # `for each ally`: the determiner was read, and the noun is in the singular
    for before, adjectives in _adjectives_at(sentence, at):
        for end, noun, sort, plural in _nouns_at(sentence, before):
            phrase = _phrase("each", adjectives, noun, sort, plural)
            if phrase:
                found += [(last, _narrowed(phrase, rels).written("", False)) for last, rels in _relations_at(sentence, end)]
    return sorted(found, key=lambda one: -one[0])


def _counted(sentence: Sentence, at: int) -> list[Reading]:
    """Some that there are: `a rival within 2`, `2 or more allies`."""
    found: list[Reading] = []
    for end, one in phrases_at(sentence, at):
        if one.det in ("a", "another", "some"):
            found.append((end, one.written("a", False)))
        elif one.det.endswith("or more"):
            found.append((end, one.written(one.det, True)))
        elif one.det.isdigit():
            found.append((end, one.written(f"{one.det} or more", True)))
        elif one.det == "no":
            found.append((end, one.written("no", False)))
    return found


def _pair(sentence: Sentence, at: int) -> list[Reading]:
    """Two of a kind: `a rival within 3 with another rival within 3`."""
    return [
        (end, f"{one.written('a', False)} with {one.written('another', False)}") for end, one in phrases_at(sentence, at) if one.det == "2"
    ]


def _number(sentence: Sentence, at: int) -> list[Reading]:
    n = number_at(sentence, at)
    return [(at + 1, n)] if n else []


def _owner(sentence: Sentence, at: int) -> list[Reading]:
    """Whose something is, before it."""
    word = sentence.word(at)
    found: list[Reading] = []
    if word in _MINE:
        found.append((at + 1, "this"))
    if word in _ITS:
        found.append((at + 1, "@it"))
    for end, text in [*_references(sentence, at), *((end, one.subject or one.object) for end, one in phrases_at(sentence, at))]:
        if sentence.word(end) in ("'s", "'") and text:
            found.append((end + 1, text))
    return found


def _third(sentence: Sentence, at: int) -> list[Reading]:
    """Nothing, before a verb that says that somebody else goes on: `and attacks`."""
    word = sentence.word(at)
    return [(at, "")] if word.endswith("s") and word not in _NO_VERBS and word not in _nouns() else []


def _not_third(sentence: Sentence, at: int) -> list[Reading]:
    """Nothing, before anything but such a verb."""
    return [] if _third(sentence, at) or sentence.word(at) in ("may", "can", "must", "is", "are", "gets", "cannot") else [(at, "")]


_GOES_ON_WITH = frozenset(["can", "cannot", "may", "has", "have", "get", "gain", "roll", "is", "are", "pay", "ignore", "never", "+", "-"])


def _named(sentence: Sentence, at: int) -> list[Reading]:
    """Nothing, where it is said anew of whom something holds."""
    return [] if _third(sentence, at) or sentence.word(at) in _GOES_ON_WITH or number_at(sentence, at) else [(at, "")]


def _end(sentence: Sentence, at: int) -> list[Reading]:
    """Nothing, at the end of the sentence."""
    return [(at, "")] if at == len(sentence.words) else []


_THINGS = frozenset(
    [
        "First Player marker",
        "token",
        "marker",
        "item",
        "card",
        "ability token",
        "blue token",
        "red token",
        "silver token",
        "gold token",
        "point marker",
        "objective",
    ]
)
_THING_CLASSES = frozenset(["token", "marker", "item", "status", "deck", "card", "die"])
_FRIENDS = frozenset(["ally", "minion", "companion"])
_PIECES = frozenset(["token", "marker", "minion"])


def _thing(sentence: Sentence, at: int) -> list[Reading]:
    """Something that can be had."""
    is_thing = [(end, one) for end, one in phrases_at(sentence, at) if one.noun in _THINGS or one.sort in _THING_CLASSES]
    return [(end, one.object) for end, one in is_thing if one.object and one.det != "no"]


def _piece(sentence: Sentence, at: int) -> list[Reading]:
    """Something that lies or stands on the map and is no character."""
    is_piece = [(end, one) for end, one in phrases_at(sentence, at) if one.noun in _PIECES or one.sort in _PIECES]
    return [(end, one.object) for end, one in is_piece if one.object and one.det != "no"]


def _status(sentence: Sentence, at: int) -> list[Reading]:
    """A status card of a pack."""
    is_status = at < len(sentence.words) and sentence.words[at].sort == "status"
    return [(at + 1, sentence.words[at].text)] if is_status else []


def _friend(sentence: Sentence, at: int) -> list[Reading]:
    """Somebody of the same side."""
    is_friend = [(end, one) for end, one in phrases_at(sentence, at) if one.noun in _FRIENDS and "opposing" not in one.adjectives]
    return [(end, one.object) for end, one in is_friend if one.det != "no"]


def _far_rival(sentence: Sentence, at: int) -> list[Reading]:
    """A rival at a distance and nothing else about it, as the challenge that reaches it: `range 3 challenge`."""
    found: list[Reading] = []
    for end, one in phrases_at(sentence, at):
        reach = [relation.split()[1] for relation in one.relations if re.fullmatch(r"within \d+(?: of this)?", relation)]
        others = [relation for relation in one.relations if not relation.startswith("within") and relation != "in sight"]
        if one.noun in ("rival", "figure") and one.det == "a" and not one.adjectives and len(reach) == 1 and not others:
            found.append((end, f"do a range {reach[0]} challenge"))
    return found


def _self(sentence: Sentence, at: int) -> list[Reading]:
    """The figure of the card."""
    return [(end, text) for end, text in _references(sentence, at) if text == "this"]


def _passable(sentence: Sentence, at: int) -> list[Reading]:
    """What may be passed, in the plural; several are joined."""
    found: list[Reading] = []
    for end, one in phrases_at(sentence, at):
        one = one._replace(adjectives=tuple(word for word in one.adjectives if word != "other"))  # who moves is never in the way
        if one.subject:
            found.append((end, one.subject))
            if sentence.word(end) in ("and", "or", ","):
                start = end + 1 + (sentence.word(end + 1) in ("and", "or"))
                found += [(last, f"{one.subject} and {text}") for last, text in sentence.readings("THRU", start)]
    return sorted(found, key=lambda one: -one[0])


def _anyone(sentence: Sentence, at: int) -> list[Reading]:
    """Against whom something holds: one of them, whether said of one or of all."""
    found = [(end, text) for end, text in _references(sentence, at) if text == "this"]
    return [*found, *((end, one.written("a", False)) for end, one in phrases_at(sentence, at) if one.det in ("a", "all", "each", "some"))]


READERS: dict[str, Reader] = {
    "NP": _object,
    "ONE": _indefinite,
    "WHO": _subject,
    "NOUN": _single,
    "SOME": _counted,
    "PAIR": _pair,
    "N": _number,
    "OWNER": _owner,
    "REF": _references,
    "GOES_ON": _third,
    "ANEW": _not_third,
    "NAMED": _named,
    "PLURAL": _plural,
    "EACH": _each,
    "ALLOF": _all_of,
    "WHICHEVER": _whichever,
    "WORD": _word,
    "STOP": _end,
    "NP_THING": _thing,
    "PIECE": _piece,
    "STATUS": _status,
    "FRIEND": _friend,
    "RIVAL_FAR": _far_rival,
    "SELF": _self,
    "THRU": _passable,
    "ANYONE": _anyone,
}
