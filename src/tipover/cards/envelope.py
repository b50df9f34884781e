"""One file of a pack being read: its values with a word when they are wrong, and its rules with places in the file."""

from __future__ import annotations

from dataclasses import dataclass, field

from tipover.cards.ast import Do, Text
from tipover.cards.catalog import COLOURS, PROVENANCES, key_of, suggestion
from tipover.cards.check_text import Written
from tipover.cards.lex import NAME, Names, lex
from tipover.cards.maps import table, text_of, texts_of
from tipover.cards.read import RuleError, read_rule
from tipover.cards.toml import Document, Path
from tipover.cards.vocabulary import LONGEST_RULE

DEED, STANDING, EITHER = "deed", "standing", "either"
HIGHEST_COST = 4


@dataclass
class Scope:
    """The names a pack's rules may use, and all names there are with the pack that declares each."""

    names: Names
    all_names: Names
    pack_of: dict[str, str] = field(default_factory=dict)


@dataclass
class Source:
    """A file of a pack, the pack's key, and the names its rules may use; `rules` are those read so far."""

    document: Document
    pack: str
    scope: Scope
    rules: list[Written] = field(default_factory=list)

    # -- values --------------------------------------------------------------------------------------------

    def blame(self, path: Path, message: str) -> None:
        """Note a mistake at a path."""
        self.document.blame(path, message)

    def known_keys(self, path: Path, keys: list[str], what: str) -> None:
        """Blame every key of a table that is not among these."""
        for key in table(self.document, path):
            if key not in keys:
                hint = suggestion(key, keys) or f"; it has {', '.join(keys)}"
                self.blame((*path, key), f"{what} has no key '{key}'{hint}")

    def name(self, path: Path, what: str) -> str:
        """The name of a card, which every card needs."""
        name = text_of(self.document, (*path, "name"), "")
        if not name:
            self.blame(path, f"{what} needs a name")
        return name or "?"

    def one_of(self, path: Path, known: list[str], what: str) -> str:
        """A word from a list, or nothing."""
        word = text_of(self.document, path, "")
        if word and word not in known:
            self.blame(path, f"'{word}' is no {what}; it is one of {', '.join(known)}{suggestion(word, known)}")
            return ""
        return word

    def tokens(self, path: Path) -> tuple[int, ...]:
        """Ability tokens by colour, in the colours' order."""
        tokens: list[int] = []
        for colour in texts_of(self.document, path):
            if colour in COLOURS:
                tokens.append(COLOURS.index(colour))
            else:
                self.blame(path, f"'{colour}' is no token; tokens are {', '.join(COLOURS)}{suggestion(colour, COLOURS)}")
        return tuple(sorted(tokens))

    def cost(self, path: Path) -> tuple[int, int]:
        """An ability's cost, written `blue 3`: colour and number, which is from 1 to 4."""
        written = text_of(self.document, path, "")
        colour, _, number = written.partition(" ")
        if colour in COLOURS and number.isdecimal() and number.isascii() and 1 <= int(number) <= HIGHEST_COST:
            return COLOURS.index(colour), int(number)
        if not written:
            self.blame(path, 'an ability needs a cost, as cost = "blue 3"')
        elif colour not in COLOURS:
            self.blame(path, f"'{colour}' is no colour of a cost; colours are {', '.join(COLOURS)}{suggestion(colour, COLOURS)}")
        else:
            self.blame(path, f"'{written}' is no cost: after its colour stands a number from 1 to {HIGHEST_COST}, as \"blue 3\"")
        return 0, 1

    def provenance(self, path: Path, values: dict[str, str]) -> dict[str, str]:
        """`[provenance]`: a value's key → where it is from. `values` are the card's keys, rules with their text."""
        found: dict[str, str] = {}
        for key, value in table(self.document, path).items():
            if value not in PROVENANCES:
                self.blame((*path, key), f"a provenance is one of {', '.join(PROVENANCES)}, not {value!r}")
            elif not _is_value(key, values):
                self.blame((*path, key), f"there is no value '{key}' here{suggestion(key, ['default', *values])}")
            else:
                found[key] = str(value)
        return found

    # -- rules ---------------------------------------------------------------------------------------------

    def rule(self, path: Path, kind: str, what: str, needed: bool = False) -> tuple[str, tuple[Text, ...]]:
        """The rule at a path with its texts; every mistake in it is noted where it stands in the file."""
        holder = table(self.document, path[:-1]) if path[:-1] else self.document.data
        rule = holder.get(path[-1]) if isinstance(path[-1], str) else None
        if rule is None or rule == "":
            if needed:
                self.blame(path if rule == "" else path[:-1], f"{what} needs a rule")
            return "", ()
        if not isinstance(rule, str):
            self.blame(path, f"'{path[-1]}' is a rule in words, of at most {LONGEST_RULE:,} characters")
            return "", ()
        try:
            texts = tuple(read_rule(rule, self.scope.names))
        except RuleError as error:
            self._blame_rule(path, rule, error)
            return rule, ()
        for text in texts:
            if kind == DEED and not isinstance(text, Do):
                self._blame_at(path, rule, text.at.offset, f"{what} is something done: it begins with a deed and has no other text")
            if kind == STANDING and isinstance(text, Do):
                self._blame_at(
                    path, rule, text.at.offset, f"nothing says when {what} does this: begin with When, At, After, While, As or Instead of"
                )
        if kind == EITHER and texts and not any(isinstance(text, Do) for text in texts):
            self._blame_at(path, rule, 0, f"{what} is used: a text of it begins with a deed")
        self.rules.append(Written(self.document, path, rule, texts, what, used=kind != STANDING))
        return rule, texts

    def _blame_rule(self, path: Path, rule: str, error: RuleError) -> None:
        """A name of a pack that is not needed explains what went wrong in its sentence better than the reader can."""
        strange: list[tuple[int, int]] = []
        for token in lex(rule, self.scope.all_names) if len(rule) <= LONGEST_RULE else []:
            if token.kind == NAME and token.word not in {noun for noun, _, _ in self.scope.names.spellings.values()}:
                pack = self.scope.pack_of.get(key_of(token.word), "?")
                self._blame_at(path, rule, token.at.offset, f"`{token.text}` is of the pack '{pack}'; add it to this pack's needs")
                strange.append((rule.rfind(".", 0, token.at.offset), rule.find(".", token.at.offset) % (len(rule) + 1)))
        for mistake in error.mistakes:
            if not any(first < mistake.offset <= last for first, last in strange):
                self._blame_at(path, rule, mistake.offset, mistake.message)

    def _blame_at(self, path: Path, rule: str, offset: int, message: str) -> None:
        line, column = spot(self.document, path, rule, offset)
        self.document.blame_at(line, column, message)


def _is_value(key: str, values: dict[str, str]) -> bool:
    """Whether a key names a value, a group of values, the colour or number of a cost, or words of a rule."""
    if key == "default" or key in values or any(value.startswith(f"{key}.") for value in values):
        return True
    for value, rule in values.items():
        if key.startswith(f"{value}."):
            rest = key[len(value) + 1 :]
            if rest in " ".join(rule.split()) or (value.endswith("cost") and rest in ("colour", "number")):
                return True
    return False


def spot(document: Document, path: Path, value: str, offset: int) -> tuple[int, int]:
    """Line and column in the file of a place inside a string value, escapes and line-ending backslashes counted."""
    text = document.text
    line, column = document.within(path, 1, 1)
    start = _index(text, line, column)
    is_basic = start == 0 or text[:start].rstrip("\n")[-1:] != "'"
    if not _begins(text, start, value, is_basic):
        # In a table written on one line: the first place after its key where the value stands as it is.
        line, column = document.place(path)
        start = text.find(value, _index(text, line, column))
        if start < 0:
            return line, column
        is_basic = False
    at = start
    done = 0
    while at < len(text):
        width, counts = _escape(text, at) if is_basic and text[at] == "\\" else (1, 1)
        if counts and done == offset:
            break
        at += width
        done += counts
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _index(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return start + column - 1


def _begins(text: str, start: int, value: str, is_basic: bool) -> bool:
    head = value.split("\n", 1)[0][:12]
    return text.startswith(head, start) or (is_basic and "\\" in text[start : start + 14])


def _escape(text: str, at: int) -> tuple[int, int]:
    """How many characters an escape has in the file, and how many it stands for."""
    sign = text[at + 1 : at + 2]
    if sign in "uU" and sign:
        return (6 if sign == "u" else 10), 1
    if sign.isspace():
        end = at + 1
        while end < len(text) and text[end].isspace():
            end += 1
        return end - at, 0
    return 2, 1
