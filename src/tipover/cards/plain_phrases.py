"""Who and what is meant in plain English: `two of my buddies who are down`, `the closest bad guy`, as phrases of the language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tipover.cards.plain_grammar import Sentence, plain_table
from tipover.cards.vocabulary import BARE_CLASSES, NUMBER_WORDS, THE_CLASSES, plural_of

# Words for the figure of the card itself, and for whoever was meant last.
SELVES = ("i", "me", "myself", "you", "yourself", "this")
OTHERS = ("it", "him", "her", "he", "she", "they", "them", "itself", "himself", "herself", "themselves", "themself", "same")
MINE, ITS = ("my", "your", "our"), ("its", "his", "her", "their")
SELF_NOUNS = ("hero", "model", "figure", "character", "miniature", "mini", "unit", "fighter", "piece", "guy", "champion", "warrior", "one")
_MOST_ADJECTIVES = 3
_NEAREST = ("nearest", "closest")
_HAVING = "with "  # before the name of a status that stands as an adjective


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
        return self.written("", True) if self.det in ("all", "each", "some") and self.sort in ("", "minion") else ""


def _spelt(words: str) -> Iterator[tuple[str, ...]]:
    for one in words.split():
        yield tuple(one.split("_"))


@cache
def nouns_by_word() -> dict[str, list[tuple[tuple[str, ...], str, bool]]]:
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
def _adjectives_by_word() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """The adjectives by their first word, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for words, right in _adjectives():
        found.setdefault(words[0], []).append((words, right))
    return found


@cache
def known_nouns() -> frozenset[str]:
    """Every word of these tables."""
    nouns = [word for entries in nouns_by_word().values() for words, _, _ in entries for word in words]
    return frozenset(
        [*nouns, *(word for words, _ in _adjectives() for word in words), *SELVES, *OTHERS, *MINE, *ITS, *SELF_NOUNS, *_NEAREST]
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
            end = at + (3 if sentence.word(at + 1) == "or" else 2)
            yield end, f"{n} or more"
            if sentence.word(end) == "of":
                yield from _whose(sentence, end + 1, f"{n} or more")
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
    if sentence.word(at) in (*MINE, "the"):
        yield at + 1, f"{det} {'mine' if sentence.word(at) in MINE else ''}".strip()


def _adjectives_at(sentence: Sentence, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """All rows of adjectives at a position, the longest first."""
    rows: list[tuple[int, tuple[str, ...]]] = [(at, ())]
    for _ in range(_MOST_ADJECTIVES):
        end, row = rows[-1]
        end += sentence.word(end) in ("and", ",") and len(rows) > 1
        if end < len(sentence.words) and sentence.words[end].sort == "status":  # `a Poisoned enemy`
            rows.append((end + 1, (*row, f"{_HAVING}{sentence.words[end].text}")))
            continue
        known = _adjectives_by_word().get(sentence.word(end), ())
        found = next(((words, right) for words, right in known if sentence.is_at(end, words)), None)
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
    for words, noun, plural in nouns_by_word().get(sentence.word(at), ()):
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
    owner = ("of yours",) if is_mine and (noun in ("minion", "companion") or sort == "minion") else ()
    if det == "all" and not plural and not sort:
        if not is_mine or noun not in ("ally", "minion", "companion"):
            return None
        det = "a"
    if det == "all" and not plural and sort:
        det = "a"  # `have Energy`
    if det == "the" and plural:
        det = "each"
    relations = (*owner, *(one for one in kept if one.startswith(_HAVING)))
    kept = [one for one in kept if not one.startswith(_HAVING)]
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
        elif one == "is knocked down" and (
            phrase.sort in ("token", "marker", "card") or phrase.noun in ("token", "marker", "item", "objective")
        ):
            continue  # a thing that lies somewhere
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


def phrases_after_each(sentence: Sentence, at: int) -> Iterator[tuple[int, Phrase]]:
    """Phrases whose determiner, `each`, was read before."""
    for before, adjectives in _adjectives_at(sentence, at):
        for end, noun, sort, plural in _nouns_at(sentence, before):
            phrase = _phrase("each", adjectives, noun, sort, plural)
            if phrase:
                yield from ((last, _narrowed(phrase, relations)) for last, relations in _relations_at(sentence, end))
