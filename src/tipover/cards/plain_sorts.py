"""The sorts of words that the rules of plain_english.toml use (`NP`, `WHO`, `NOUN` …), each with the function that reads it."""

from __future__ import annotations

import re

from tipover.cards.plain_grammar import Reader, Reading, Sentence
from tipover.cards.plain_phrases import ITS, MINE, OTHERS, SELF_NOUNS, SELVES, nouns_by_word, number_at, phrases_after_each, phrases_at

_NO_VERBS = ("is", "this", "its", "his", "unless", "was", "as", "plus", "yours")


def _references(sentence: Sentence, at: int) -> list[Reading]:
    """The figure of the card, whoever was meant last, or one with a part in a challenge."""
    word = sentence.word(at)
    found: list[Reading] = []
    if word == "this" and sentence.word(at + 1) in SELF_NOUNS:
        found.append((at + 2, "this"))
    if word in MINE and sentence.word(at + 1) in SELF_NOUNS:
        found.append((at + 2, "this"))
    if word in SELVES:
        found.append((at + 1, "this"))
    if word in OTHERS and not (word == "her" and nouns_by_word().get(sentence.word(at + 1))):
        found.append((at + 1, "@it"))
    if word in ("that", "those", "the", "this") and sentence.words[at + 1 : at + 2]:
        for words, noun, _ in nouns_by_word().get(sentence.word(at + 1), ()):
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
    """A word or two that only picture what is done; nobody who could be meant is a picture."""
    return [(at + k, "") for k in (1, 2) if sentence.word(at + k) and not any(sentence.word(at + j) in nouns_by_word() for j in range(k))]


def _plural(sentence: Sentence, at: int) -> list[Reading]:
    """All of some kind."""
    return [(end, one.subject) for end, one in phrases_at(sentence, at) if one.subject]


def _single(sentence: Sentence, at: int) -> list[Reading]:
    """A noun without a determiner, as after `for each` and `no`."""
    phrases = [(end, one) for end, one in phrases_at(sentence, at) if one.det == "all"]
    found = [(end, one.written("", False)) for end, one in phrases]
    # `for each ally`: the determiner was read, and the noun is in the singular
    found += [(end, one.written("", False)) for end, one in phrases_after_each(sentence, at)]
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
    if word in MINE:
        found.append((at + 1, "this"))
    if word in ITS:
        found.append((at + 1, "@it"))
    for end, text in [*_references(sentence, at), *((end, one.subject or one.object) for end, one in phrases_at(sentence, at))]:
        if sentence.word(end) in ("'s", "'") and text:
            found.append((end + 1, text))
    return found


def _own(sentence: Sentence, at: int) -> list[Reading]:
    """That something is the own one of the figure of the card."""
    if sentence.word(at) in (*MINE, *ITS):
        return [(at + 1, "")]
    return [(end + 1, "") for end, text in _references(sentence, at) if text == "this" and sentence.word(end) in ("'s", "'")]


def _third(sentence: Sentence, at: int) -> list[Reading]:
    """Nothing, before a verb that says that somebody else goes on: `and attacks`."""
    word = sentence.word(at)
    return [(at, "")] if word.endswith("s") and word not in _NO_VERBS and word not in nouns_by_word() else []


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
        near = [relation for relation in one.relations if re.fullmatch(r"within \d+(?: of this)?", relation)]
        reach = [relation.split()[1] for relation in near]
        others = [relation for relation in one.relations if relation not in near and relation != "in sight"]
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


_WITH = ("with", "using", "rolling", "use", "roll")


def _rising(sentence: Sentence, at: int) -> list[Reading]:
    """A number of dice and a larger one, of which a condition decides: `with 2 dice, or with 4 dice`."""
    at += sentence.word(at) in _WITH
    few, end = number_at(sentence, at), at + 1
    end += sentence.word(end) in ("die", "dice")
    end += sentence.word(end) in (",", "(")
    if not few or (sentence.word(end) not in ("or", "but") and sentence.word(end - 1) not in (",", "(")):
        return []
    end += sentence.word(end) in ("or", "but")
    end += sentence.word(end) in _WITH
    many = number_at(sentence, end)
    if not many or int(many) <= int(few):
        return []
    end += 1
    end += sentence.word(end) in ("die", "dice")
    end += sentence.word(end) == "instead"
    return [(end, f"{few} , plus {int(many) - int(few)}")]


READERS: dict[str, Reader] = {
    "NP": _object,
    "ONE": _indefinite,
    "WHO": _subject,
    "NOUN": _single,
    "SOME": _counted,
    "PAIR": _pair,
    "N": _number,
    "RISING": _rising,
    "OWNER": _owner,
    "OWN": _own,
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
