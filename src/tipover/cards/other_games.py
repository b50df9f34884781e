"""What an author meant who writes the words of other games: the sentence to write instead, or why it cannot be said.

The idioms of `other_games.toml` are tried on the words of a sentence that cannot be read. A sentence is proposed only if it can be read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple, NotRequired, TypedDict, cast

from tipover.cards.lex import NAME, Token
from tipover.cards.vocabulary import NUMBER_WORDS, PASSIVES, STATS, VERBS

MOST_REWRITINGS = 12  # of one text, each without one mistake more
LONGEST_SENTENCE = 60  # words; a longer one has more than one mistake
MOST_TIMES = 3  # that a idiom is tried on one sentence

_HITS = ["attack", "strike", "fight", "hit", "punch", "slash", "stab", "bash", "smash"]
# What cannot stand in the subject of a clause.
_VERBS = [
    *(verb.third for verb in VERBS.values()),
    "is",
    "are",
    "has",
    "have",
    "may",
    "can",
    "cannot",
    "would",
    "gets",
    "when",
    "if",
    "while",
    "after",
    "until",
    "at",
    "instead",
]
_SORTS = {
    "N": rf"(\d+|{'|'.join(NUMBER_WORDS)}) ",
    "X": r"((?:[^\s,:.]+ )+?)",
    "S": rf"((?:(?!(?:{'|'.join(_VERBS)}) )[^\s,:.]+ )+?)",
    "R": r"((?:\S+ )+?)",
    "STAT": rf"({'|'.join(STATS)}) ",
    "SPAN": "(turn|round|game) ",
    "DONE": rf"({'|'.join(PASSIVES)}) ",
    "HIT": rf"(?:{'|'.join(_HITS)}) ",
    "HITS": rf"(?:{'|'.join([*_HITS, *(f'{one}es' if one.endswith('sh') else f'{one}s' for one in _HITS)])}) ",
}
_CLAUSE_START = r"(?:(?<=^)|(?<=[,:.] )|(?<=then ))"
_CLAUSE_END = r"(?=$|[,:.] )"
# A head, and another that is read only if the sentence has the other meaning: `If` asks, `While` holds, `When` waits.
_OTHER_HEADS = (("If ", "While "), ("If ", "When "), ("When ", "While "))
_PART = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\S+")


class Idiom(NamedTuple):
    """What an author may write, and what would be right."""

    say: re.Pattern[str]
    kept: tuple[str, ...]  # what each group of the pattern is called in `write`
    write: str  # the words to write instead; empty if it cannot be said
    why: str
    example: str  # a rule that passes the checker
    cannot: bool  # whether there is no way to say it; `example` is then the nearest thing that can be said

    @property
    def message(self) -> str:
        """The explanation where no sentence can be proposed."""
        return f"this cannot be said: {self.why}; the nearest is `{self.example}`" if self.cannot else f"{self.why}: `{self.example}`"


class Meant(NamedTuple):
    """The sentence to write instead of one that cannot be read."""

    idiom: Idiom | None  # the idiom that explains most; None if only words were exchanged
    sentence: str  # one or more sentences; empty if there are none that can be read


class _Table(TypedDict):
    """The file as it stands."""

    left_out: list[str]  # words that add nothing
    words: dict[str, str]  # words that one word of the language can replace
    idioms: list[_WrittenIdiom]


class _WrittenIdiom(TypedDict):
    say: str
    write: NotRequired[str]
    cannot: NotRequired[bool]
    why: str
    example: str


@cache
def _table() -> _Table:
    table: _Table = cast("_Table", tomllib.loads((files("tipover.cards") / "other_games.toml").read_text("utf-8")))
    return table


def other_words() -> dict[str, str]:
    """Words of other games that one word of the language can replace."""
    return _table()["words"]


@cache
def idioms() -> list[Idiom]:
    """The idioms of the table, in the order in which they are tried."""
    return [_idiom(**one) for one in _table()["idioms"]]


def _idiom(say: str, why: str, example: str, write: str = "", cannot: bool = False) -> Idiom:
    kept: list[str] = []
    pattern = "".join(_part(part, kept) for part in _PART.findall(say))
    if say.endswith(" R"):
        pattern = f"{pattern.removesuffix(_SORTS['R'])}{_SORTS['R'].replace('+?', '+')}"
    return Idiom(
        re.compile(pattern if pattern.startswith(_CLAUSE_START) else rf"(?<!\S){pattern}", re.IGNORECASE),
        tuple(kept),
        write,
        why,
        example,
        cannot,
    )


def _part(part: str, kept: list[str]) -> str:
    """One part of a idiom as a regular expression, which matches a space after each word."""
    if part in ("^", "$"):
        return _CLAUSE_START if part == "^" else _CLAUSE_END
    if part[0] == "[":
        return f"(?:{''.join(_part(one, kept) for one in part[1:-1].split())})?"
    if part[0] == "{":
        kept.append("W2" if "W" in kept else "W")
        return f"({part[1:-1]}) "
    choices = part.split("|")
    if len(choices) > 1 and any(one in _SORTS for one in choices):
        return f"(?:{'|'.join(_part(one, kept) for one in choices)})"
    sort = part.rstrip("2")
    if sort in _SORTS:
        if sort not in ("HIT", "HITS"):
            kept.append(part)
        return _SORTS[sort]
    return f"(?:{'|'.join(re.escape(one) for one in choices)}) "


def meant_by(sentence: Iterable[Token], read: Callable[[str], tuple[str, bool]], by_idiom: bool = False) -> Meant | None:
    """What to write for a sentence, given by its tokens without the full stop; None if no idiom and no word helps.

    `read` tries to read a text: it returns the text as the printer writes it and True, or a text nearer to what can be read (empty if
    there is none) and False. With `by_idiom` the sentence itself can be read, so only a idiom helps.
    """
    words = [token.text if token.kind == NAME else token.word for token in sentence]
    if len(words) > LONGEST_SENTENCE:
        return None
    text = "".join(f"{word} " for word in words if word.lower() not in _table()["left_out"])
    first: Idiom | None = None
    if not by_idiom and (printed := _sentences(text, read)):
        return Meant(None, printed)
    for idiom in idioms():
        for _ in range(MOST_TIMES):
            found = idiom.say.search(text)
            if not found:
                break
            if not idiom.write:
                return Meant(idiom, "")
            better = text[: found.start()] + _filled(idiom, found) + text[found.end() :]
            if better == text:
                break
            first, text = first or idiom, better
            if printed := _sentences(text, read):
                return Meant(first, printed)
    return Meant(first, "") if first else None


def _sentences(text: str, read: Callable[[str], tuple[str, bool]]) -> str:
    """The sentences of a text of words as the printer writes them, with words of other games exchanged; empty if they cannot be read."""
    written = _tidy(" ".join(other_words().get(word.lower(), word) for word in text.split()))
    for head, other in (("", ""), *_OTHER_HEADS):
        if written.startswith(head) and (printed := _readable(other + written.removeprefix(head), read)):
            return printed
    return ""


def _readable(text: str, read: Callable[[str], tuple[str, bool]]) -> str:
    """The text, or one nearer to what can be read, as the printer writes it; empty if none can be read."""
    for _ in range(MOST_REWRITINGS):
        printed, is_read = read(text)
        if is_read:
            return printed
        if not printed or printed == text:
            return ""
        text = printed
    return ""


def _filled(idiom: Idiom, found: re.Match[str]) -> str:
    values = {name: (found[k] or "").strip() for k, name in enumerate(idiom.kept, 1)}
    words = [values.get(word, word) for word in idiom.write.split()]
    return "".join(f"{word} " for word in words if word)


def _tidy(text: str) -> str:
    """Words and signs with single spaces as sentences: no space before a sign, a capital after a full stop, one at the end."""
    text = re.sub(r"\s+([.,:;]|'s)", r"\1", f"{text.strip()}.".replace("..", "."))
    text = re.sub(r"\s+", " ", text).replace(",,", ",")
    return re.sub(r"(^|\. )(\w)", lambda found: found[1] + found[2].upper(), text)
