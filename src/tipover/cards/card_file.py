"""A file of a pack while its cards are read: typed values and rules, with faults at their position in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tipover.cards.catalog import COLOURS, PROVENANCES, TRACK_PLACES
from tipover.cards.name_table import NameTable
from tipover.cards.rule_texts import NO_TEXTS, RuleTexts, UnreadRule
from tipover.cards.toml import Document, Path
from tipover.cards.toml_values import blame_name, table, text_of, texts_of
from tipover.cards.vocabulary import LONGEST_RULE

if TYPE_CHECKING:
    from tipover.cards.check_text import WrittenRule

HIGHEST_COST = TRACK_PLACES


@dataclass
class Scope:
    """The names that the rules of a pack may use, and those of all packs."""

    names: NameTable  # the names of the pack itself and of the packs it needs
    all_names: NameTable  # the names of all packs
    pack_of: dict[str, str] = field(default_factory=dict)  # the pack that declares each name


@dataclass
class CardFile:
    """A file of a pack and what was read from it."""

    document: Document  # the parsed file
    pack: str  # the key of its pack
    scope: Scope  # the names that its rules may use
    rules: list[WrittenRule] = field(default_factory=list)  # the rules read so far
    unread: list[UnreadRule] = field(default_factory=list)  # the rules that are read when they are used
    trusted: bool = False  # whether it ships with the program, so that the tests have read its rules

    # -- values --------------------------------------------------------------------------------------------

    def blame(self, path: Path, message: str, word: object = "") -> None:
        """Note a mistake at a path; `word` is the faulty value or key."""
        self.document.blame(path, message, word)

    def check_keys(self, path: Path, keys: list[str], what: str) -> None:
        """Blame every key of a table that is not among `keys`."""
        for key in table(self.document, path):
            if key not in keys:
                self.document.blame_unknown((*path, key), f"{what} has no key '{key}'", key, keys, f"; it has {', '.join(keys)}")

    def name(self, path: Path, what: str) -> str:
        """The name of a card; a missing one is blamed and read as `?`."""
        name = text_of(self.document, (*path, "name"), "")
        if not name:
            self.blame(path, f"{what} needs a name")
        blame_name(self.document, (*path, "name"), name)
        return name or "?"

    def one_of(self, path: Path, known: Sequence[str], what: str) -> str:
        """A word from a list, or empty; any other word is blamed."""
        word = text_of(self.document, path, "")
        if word and word not in known:
            self.document.blame_unknown(path, f"'{word}' is no {what}; it is one of {', '.join(known)}", word, known)
            return ""
        return word

    def tokens(self, path: Path) -> tuple[int, ...]:
        """The colours of ability tokens, sorted."""
        tokens: list[int] = []
        for colour in texts_of(self.document, path):
            if colour in COLOURS:
                tokens.append(COLOURS.index(colour))
            else:
                self.document.blame_unknown(path, f"'{colour}' is no token; tokens are {', '.join(COLOURS)}", colour, COLOURS)
        return tuple(sorted(tokens))

    def cost(self, path: Path) -> tuple[int, int]:
        """The cost of an ability, written `blue 3`: colour and number (1 to HIGHEST_COST)."""
        written = text_of(self.document, path, "")
        colour, _, number = written.partition(" ")
        if colour in COLOURS and number.isdecimal() and number.isascii() and 1 <= int(number) <= HIGHEST_COST:
            return COLOURS.index(colour), int(number)
        if not written:
            self.blame(path, 'an ability needs a cost, as cost = "blue 3"')
        elif colour not in COLOURS:
            self.document.blame_unknown(path, f"'{colour}' is no colour of a cost; colours are {', '.join(COLOURS)}", colour, COLOURS)
        else:
            self.blame(path, f"'{written}' is no cost: after its colour stands a number from 1 to {HIGHEST_COST}, as \"blue 3\"", written)
        return 0, 1

    def provenance(self, path: Path, values: dict[str, str]) -> dict[str, str]:
        """`[provenance]`: where values are from, by key. `values` are the keys of the card, those of rules with their text."""
        found: dict[str, str] = {}
        for key, value in table(self.document, path).items():
            if value not in PROVENANCES:
                self.blame((*path, key), f"a provenance is one of {', '.join(PROVENANCES)}, not {value!r}", value)
            elif not _is_value(key, values):
                self.document.blame_unknown((*path, key), f"there is no value '{key}' here", key, ["default", *values])
            else:
                found[key] = str(value)
        return found

    # -- rules ---------------------------------------------------------------------------------------------

    def rule(self, path: Path, kind: str, what: str, needed: bool = False) -> tuple[str, RuleTexts]:
        """The rule at a path and its texts; mistakes are noted at their position in the file. A trusted one is read when it is used."""
        holder = table(self.document, path[:-1]) if path[:-1] else self.document.data
        rule = holder.get(path[-1]) if isinstance(path[-1], str) else None
        if rule is None or rule == "":
            if needed:
                self.blame(path if rule == "" else path[:-1], f"{what} needs a rule")
            return "", NO_TEXTS
        if not isinstance(rule, str):
            self.blame(path, f"'{path[-1]}' is a rule in words, of at most {LONGEST_RULE:,} characters")
            return "", NO_TEXTS
        if self.trusted:
            reading = RuleTexts(None, rule, self.scope.names, what)
            self.unread.append(UnreadRule(reading, self.document, path, rule, what, kind, self.scope.names))
            return rule, reading
        from tipover.cards.card_rules import read_now

        return rule, RuleTexts(read_now(self, path, rule, kind, what))


def _is_value(key: str, values: dict[str, str]) -> bool:
    """Whether a key of `[provenance]` names a value, a group of values, the colour or number of a cost, or words of a rule."""
    if key == "default" or key in values or any(value.startswith(f"{key}.") for value in values):
        return True
    for value, rule in values.items():
        if key.startswith(f"{value}."):
            rest = key[len(value) + 1 :]
            if rest in " ".join(rule.split()) or (value.endswith("cost") and rest in ("colour", "number")):
                return True
    return False
