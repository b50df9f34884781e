"""The table of the words of other games: `other_games.toml` read into patterns.

Verbs of one meaning are a class: `HIT` stands for every verb of a fight, `HIT.ed` for its participles, `HIT.ing` for its gerunds.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple, NotRequired, TypedDict, cast

from tipover.cards.proposals import NEAREST, Proposal
from tipover.cards.vocabulary import ADJECTIVES, NUMBER_WORDS, PASSIVES, STATS, VERBS

# What cannot stand in the subject of a clause.
_VERBS = (
    *(verb.third for verb in VERBS.values()),
    *["is", "are", "has", "have", "may", "can", "cannot", "would", "gets", "when", "if", "while", "after", "until", "at", "instead"],
)
_NUMBER = rf"(?:\d+|{'|'.join(NUMBER_WORDS)}) "
_KIND = "rival|ally|figure|character|minion|companion|token|marker"
_KINDS = "rivals|allies|figures|characters|minions|companions|tokens|markers"
_QUALITIES = rf"(?:(?:{'|'.join(ADJECTIVES)}) )*"
_NAME = r"(?:the )?(?:[A-Z][\w']* )+(?:(?:token|minion|marker) )?"
_REFERENCE = "(?:(?:the|each|that) (?:target|challenger) |(?:it|this|them) )"
_COUNT = rf"(?:(?:an?|one|the|another|that|each) |(?:up to )?{_NUMBER})"
# Each stands once in a pattern of the next, as far as possible: compiling them is most of what a first look costs.
_ONE = rf"(?:{_REFERENCE}|{_COUNT}(?:{_QUALITIES}(?:{_KIND}|{_KINDS}) |{_NAME})|{_NAME})"
_PLACE = (
    rf"(?:(?:and )?(?:not )?(?:(?:within {_NUMBER}of |adjacent to |in sight of |nearest to ){_ONE}|within {_NUMBER}|in sight "
    r"|with (?:no |an? )\S+ (?:token )?|on the map ))"
)
# What the capital letters of the table stand for; every word has a space behind it.
_SORTS = {
    "N": f"({_NUMBER.strip()}) ",
    "F": rf"((?:{_ONE}|all {_QUALITIES}(?:{_KINDS}) ){_PLACE}*)",
    "P": rf"({_QUALITIES}(?:{_KINDS}) {_PLACE}*)",
    "PLACE": f"({_PLACE}+)",
    "HEADING": r"((?!(?:control|controls|for|\d+|two|three|one|up|choose) )(?:(?!(?:an?|the|each|all|every|any|it|\d+|one|two|three|points?|tokens?|win|lose|hit|miss) )[^\s,:.]+ ){1,3})",
    "WORD": r"((?!control|controls|take|choose)[^\s,:.]+) ",
    "NOBODY": rf"((?!(?:control|controls|for|\d+|two|three|one) )(?:(?!(?:{_KIND}|{_KINDS}|it|this|times|\d+|one|two|points?|win|lose|hit|miss) )[^\s,:.]+ )+?)",
    "X": r"((?:[^\s,:.]+ )+?)",
    "S": rf"((?:(?!(?:{'|'.join(_VERBS)}) )[^\s,:.]+ )+?)",
    "R": r"((?:\S+ )+?)",
    "STAT": rf"({'|'.join(STATS)}) ",
    "SPAN": "(turn|round|game) ",
    "DONE": rf"({'|'.join(PASSIVES)}) ",
}
_CLAUSE_START = r"(?:(?<=^)|(?<=[,:.] )|(?<=then ))"
_DEED_START = r"(?:(?<=^)|(?<=[,:.] )|(?<=then )|(?<=may )|(?<= to )|(?<= or ))"
_CLAUSE_END = r"(?=$|[,:.] )"
_EDGES = {"<": r"(?:(?<=^))", "^": _CLAUSE_START, ">": _DEED_START, "$": _CLAUSE_END}
_OPEN_GROUP = re.compile(r"(?<!\\)\((?!\?)")
_PART = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\S+")


class Rewriting(NamedTuple):
    """Words as an author may write them, and the words to put there."""

    say: re.Pattern[str]
    kept: tuple[str, ...]  # what each group of the pattern is called in `write`
    write: str  # empty if nothing can be put there

    def rewritten(self, text: str) -> str:
        """The text with all such words exchanged."""
        return self.say.sub(self._words_for, text) if self.write else text

    def _words_for(self, found: re.Match[str]) -> str:
        values = {name: (found[k] or "").strip() for k, name in enumerate(self.kept, 1)}
        words = [values.get(word, word) for word in self.write.split()]
        return "".join(f"{word} " for word in words if word)


class LateRewriting:
    """A rewriting whose pattern is compiled only for a text that has its words: compiling the whole table takes longer than a card may."""

    __slots__ = ("_made", "_said", "needs", "write")

    def __init__(self, said: str, write: str) -> None:
        self.write = write  # empty if nothing can be put there
        self._said = said
        self.needs = _needed_words(said)  # of each of these sets the text has a word
        self._made: Rewriting | None = None

    def is_said(self, text: str) -> bool:
        """Whether a text has these words."""
        return self._may_be_in(text) and bool(self._rewriting().say.search(text))

    def rewritten(self, text: str) -> str:
        """The text with all such words exchanged."""
        return self._rewriting().rewritten(text) if self._may_be_in(text) else text

    def _may_be_in(self, text: str) -> bool:
        words = _words_in(text)
        for one in self.needs:  # noqa: SIM110 - a loop is quicker, and this is asked of every row for every text
            if words.isdisjoint(one):
                return False
        return True

    def _rewriting(self) -> Rewriting:
        if self._made is None:
            self._made = _rewriting(self._said, self.write)
        return self._made


class RowFinder:
    """Finds the rows of the table that may be said in a text, by a word that each of them needs: most need none of its words."""

    def __init__(self, rows: list[LateRewriting]) -> None:
        self._always: list[int] = []
        self._by_word: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            if not row.needs:
                self._always.append(number)
            for word in min(row.needs, key=len, default=()):
                self._by_word.setdefault(word, []).append(number)

    def rows_for(self, text: str) -> set[int]:
        """The numbers of the rows that may be said in a text; no other is."""
        found = set(self._always)
        for word in _words_in(text):
            found.update(self._by_word.get(word, ()))
        return found


@lru_cache(maxsize=16)
def _words_in(text: str) -> frozenset[str]:
    return frozenset(text.lower().split())


def _needed_words(said: str) -> list[frozenset[str]]:
    """For each part of what is said that cannot be left out: the words with which it may begin. What may be anything is not among them."""
    found: list[frozenset[str]] = []
    for part in _PART.findall(said):
        if part in _EDGES or part[0] == "[":
            continue
        words: set[str] = set()
        for one in part.strip("{}").split("|"):
            verb, _, form = one.partition(".")
            forms = verb_forms(_table()["verbs"][verb], form) if verb in _table()["verbs"] else (one.replace("_", " "),)
            if one.rstrip("2") in _SORTS or one in _EDGES or any(re.search(r"[^\w ',:’-]", each) for each in forms):
                words.clear()
                break
            words.update(each.lower().split()[0] for each in forms)
        if words:
            found.append(frozenset(words))
    return found


class Idiom(NamedTuple):
    """A turn of phrase of other games, what to write for it, and why."""

    rewriting: LateRewriting
    why: str
    example: str  # a rule that passes the checker
    cannot: bool  # whether there is no way to say it; `example` is then the nearest thing that can be said
    new_number: bool  # whether another number stands for one that was said: `attack twice` is `2 times: …`

    @property
    def explanation(self) -> tuple[str, Proposal | None]:
        """What to tell where no sentence can be proposed: why, and the nearest thing where it cannot be said at all."""
        return (
            (f"this cannot be said: {self.why}", Proposal(NEAREST, self.example))
            if self.cannot
            else (f"{self.why}: `{self.example}`", None)
        )


class _Table(TypedDict):
    """The file as it stands."""

    left_out: list[str]  # words that add nothing
    verbs: dict[str, str]  # classes of verbs with the same meaning
    phrases: list[list[str]]  # what a phrase is in words of the language
    nouns: dict[str, str]  # words that one word of the language can replace, exchanged first
    words: dict[str, str]  # the same for other words, exchanged last
    statuses: dict[str, str]  # verbs of lasting effects, with the name of a status card
    idioms: list[_WrittenIdiom]


class _WrittenIdiom(TypedDict):
    say: str
    write: NotRequired[str]
    cannot: NotRequired[bool]
    new_number: NotRequired[bool]
    why: str
    example: str


@cache
def _table() -> _Table:
    table: _Table = cast("_Table", tomllib.loads((files("tipover.cards") / "other_games.toml").read_text("utf-8")))
    return table


@cache
def other_words() -> dict[str, str]:
    """Words of other games that one word of the language can replace."""
    return _table()["nouns"] | _table()["words"]


def nouns() -> dict[str, str]:
    """Those of them that mean the same in every sentence."""
    return _table()["nouns"]


def statuses() -> dict[str, str]:
    """Verbs of lasting effects, with the name that a status card may have."""
    return _table()["statuses"]


@cache
def left_out() -> Rewriting:
    """The words that add nothing, as a rewriting that leaves them out."""
    return Rewriting(re.compile(rf"(?<!\S)(?:{'|'.join(_table()['left_out'])}) ", re.IGNORECASE), (), " ")


@cache
def phrases() -> list[LateRewriting]:
    """The phrases of the table, in the order in which they are tried."""
    return [LateRewriting(say, write or " ") for say, write in _table()["phrases"]]


@cache
def idioms() -> list[Idiom]:
    """The idioms of the table, in the order in which they are tried."""
    return [
        Idiom(
            LateRewriting(one["say"], one.get("write", "")),
            one["why"],
            one["example"],
            one.get("cannot", False),
            one.get("new_number", False),
        )
        for one in _table()["idioms"]
    ]


@cache
def find_phrases() -> RowFinder:
    """The finder of `phrases`."""
    return RowFinder(phrases())


@cache
def find_idioms() -> RowFinder:
    """The finder of `idioms`."""
    return RowFinder([idiom.rewriting for idiom in idioms()])


@cache
def deed_behind() -> re.Pattern[str]:
    """What joins a deed to what stands before it: `and`, or a comma (which may also close a head: `When …, move 1`)."""
    known = [*VERBS, *(verb.third for verb in VERBS.values()), "basic challenge"]
    deeds = {form for verbs in _table()["verbs"].values() for form in verb_forms(verbs, "")} | set(known)
    doer = "(?:you |this |it )?(?:may )?"
    return re.compile(
        rf"(?:(?:, )?\band (?:then )?|(?P<comma>, (?:then )?))(?=(?P<deed>{doer}(?:{'|'.join(sorted(deeds, key=len, reverse=True))})) )",
        re.IGNORECASE,
    )


def _rewriting(say: str, write: str) -> Rewriting:
    """A row of the table; its words are in lower case, so that none is found in a declared name (`a Coin marker`)."""
    kept: list[str] = []
    pattern = "".join(_part(part, kept) for part in _PART.findall(say))
    if say.endswith((" R", " R2")):
        pattern = f"{pattern.removesuffix(_SORTS['R'])}{_SORTS['R'].replace('+?', '+')}"
    start = "" if pattern.startswith("(?:(?<=^)") else r"(?<!\S)"
    return Rewriting(re.compile(start + pattern), tuple(kept), write)


def _part(part: str, kept: list[str]) -> str:
    """One part of what is said as a regular expression, which matches a space after each word."""
    if part in _EDGES:
        return _EDGES[part]
    if part[0] == "[":
        return f"(?:{''.join(_part(one, kept) for one in part[1:-1].split())})?"
    if part[0] == "{":
        count = sum(name[0] == "W" for name in kept)
        kept.append(f"W{count + 1}" if count else "W")
        return f"({_OPEN_GROUP.sub('(?:', '|'.join(_part(one, []) for one in part[1:-1].split('|')))})"
    if "|" in part:
        return f"(?:{'|'.join(_part(one, kept) for one in part.split('|'))})"
    if part.rstrip("2") in _SORTS:
        kept.append(part)
        return _SORTS[part.rstrip("2")]
    verb, _, form = part.partition(".")
    if verb in _table()["verbs"]:
        return f"(?:{'|'.join(verb_forms(_table()['verbs'][verb], form))}) "
    return f"{re.escape(part.replace('_', ' '))} "


@cache
def verb_forms(verbs: str, form: str) -> tuple[str, ...]:
    """The forms of a class of verbs: participles (`ed`), gerunds (`ing`), or how they stand after a doer and alone."""
    found: list[str] = []
    for verb in verbs.split():
        words, _, irregular = verb.partition(":")
        first, *rest = words.split("_")
        stem = first.removesuffix("e") if form and not first.endswith("ee") else first
        doubled = stem + stem[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", first) else stem
        if form == "ing":
            forms = [f"{doubled}ing"]
        elif form == "ed":
            forms = [irregular or (f"{first[:-1]}ied" if re.search("[^aeiou]y$", first) else f"{doubled}ed")]
        else:
            third = (
                "has"
                if first == "have"
                else f"{first[:-1]}ies"
                if re.search("[^aeiou]y$", first)
                else f"{first}es"
                if re.search("(?:s|sh|ch|x|z|o)$", first)
                else f"{first}s"
            )
            forms = [first, third]
        found += [" ".join([one, *rest]) for one in forms]
    return tuple(sorted(found, key=len, reverse=True))
