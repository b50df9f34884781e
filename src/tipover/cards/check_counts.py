"""Check `2`, `another` and `different` where nothing is chosen: in whom a standing rule is said of, and in what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tipover.cards import ast
from tipover.cards.check_text import Finding, WrittenRule, finding_about, position_of
from tipover.cards.phrase_kinds import Kind
from tipover.cards.quantity import is_number
from tipover.cards.vocabulary import plural_of
from tipover.cards.words import phrase_words

# Words and relations after which there is one thing, or whichever fits.
ALONE = ("from", "through")
OF_ONE = ("of", "nearest to", "as near as possible to", "other than")


def check_counts(written: WrittenRule) -> list[Finding]:
    """`2 adjacent allies have 1 more defense`, `1 point for each different ability token in your pool`."""
    found: list[Finding] = []
    for text in written.texts:
        for node in ast.walk(text):
            if isinstance(node, ast.While) and node.change.verb != "offer":
                found += _several_of_whom(written.rule, node.change.who, node.until is not None and node is not text)
            for phrase in _counted(node):
                found += _different(written, phrase)
            for phrase in _said_of_all(node):
                found += _different(written, phrase)
            for named, takes_each in _alone(node):
                found += _one_alone(written.rule, named, takes_each)
    return list(dict.fromkeys(found))


def _said_of_all(node: ast.Node) -> Iterator[ast.Group]:
    """Phrases in which nobody chooses one after another: in a relation, and whom a standing rule is said of."""
    phrase = node.arg if isinstance(node, ast.Filter) else node.change.who if isinstance(node, ast.While) else None
    for part in phrase.parts if isinstance(phrase, ast.Join) else (phrase,):
        if isinstance(part, ast.Group) and not is_number(part):
            yield part


def _several_of_whom(rule: str, who: ast.Phrase | None, lasts: bool) -> Iterator[Finding]:
    """A standing rule asks nobody whom it is said of: it is said of all of them, or of who was chosen before."""
    if isinstance(who, ast.Join) and who.word == "or":
        parts = " and ".join(phrase_words(part) for part in who.parts)
        yield finding_about(rule, who.at, f"can be read in two ways: nobody chooses between them here; for both write `{parts}`")
    for part in who.parts if isinstance(who, ast.Join) else (who,):
        if not isinstance(part, ast.Group):
            continue
        words, several = phrase_words(part), plural_of(part.nouns[-1])
        if lasts and part.det in ("a", "another"):
            one = f"for one choose it first, `Choose {words}. Until …, it …`; for all of them write `{several}`"
            yield finding_about(rule, part.at, f"can be read in two ways: {one}", 2)
        elif is_number(part):
            some = f"for some choose them first, `Choose {words}. Until the end of the round, they …`; for all of them write `{several}`"
            yield finding_about(rule, part.at, f"can be read in two ways: nobody chooses here; {some}", 2)
        elif not lasts and ast.is_other(part) and part.det != "each" and part.nouns[-1] in ("ally", "rival"):
            yield finding_about(rule, part.at, f"leaves nobody out here, and is said of all of them: write `{several}`", 2)


def _alone(node: ast.Node) -> Iterator[tuple[ast.Phrase, bool]]:
    """Phrases that mean one thing, or each that fits (`takes_each`), and never so many of them."""
    if isinstance(node, ast.Act | ast.Change):
        for word, arg in node.how:
            if isinstance(arg, ast.Phrase) and word in ALONE:
                yield arg, word != "from"
    if isinstance(node, ast.Act) and node.verb == "make" and node.what is not None:
        yield node.what, False
    elif isinstance(node, ast.Change) and node.verb != "offer" and node.what is not None:
        yield node.what, True
    elif isinstance(node, ast.Filter) and node.rel in OF_ONE and isinstance(node.arg, ast.Phrase):
        yield node.arg, node.rel in ("of", "other than")
    elif isinstance(node, ast.Group) and isinstance(node.det, ast.Group):
        yield node.det, True


def _one_alone(rule: str, phrase: ast.Phrase, takes_each: bool) -> Iterator[Finding]:
    parts = phrase.parts if isinstance(phrase, ast.Join) else (phrase,)
    is_both = isinstance(phrase, ast.Join) and phrase.word == "and" and not takes_each
    for part in parts:
        if not isinstance(part, ast.Group) or not (
            is_both or is_number(part) or part.det in (("no",) if takes_each else ("no", "each", "all"))
        ):
            continue
        one = phrase_words(replace(part, det="a"))
        each = f", or `{phrase_words(replace(part, det='each'))}` for all of them" if takes_each else ""
        yield finding_about(rule, part.at, f"is said where one is meant, and nobody chooses so many: write `{one}`{each}", 2)
        return


def _counted(node: ast.Node) -> Iterator[ast.Group]:
    """Phrases that are counted or asked about, of which none is chosen."""
    phrases: list[object] = []
    if isinstance(node, ast.Num):
        phrases = [arg for _, kind, arg in node.terms if kind in ("each", "highest")]
    elif isinstance(node, ast.Cond):
        phrases = [node.a, node.b]
    elif isinstance(node, ast.Change):
        phrases = [node.who]
    for phrase in phrases:
        for part in phrase.parts if isinstance(phrase, ast.Join) else (phrase,):
            if isinstance(part, ast.Group):
                yield part


def _different(written: WrittenRule, group: ast.Group) -> Iterator[Finding]:
    if "different" not in group.adjs or group.det in ("a", "another"):
        return
    at = position_of(written.rule, "different", group.at)
    if written.kinds.of(group) & Kind.ABILITY_TOKEN:
        yield finding_about(
            written.rule, at, "tells no colours apart here: write `type of ability token`, as `for each type of ability token in your pool`"
        )
    else:
        one_by_one = "tells no sides apart here; choose one after another: `Choose an opponent. A character of that opponent and a character of another opponent …`"
        of_sides = group.nouns[-1] in ("side", "opponent")
        yield finding_about(written.rule, at, one_by_one if of_sides else "says nothing here: each is counted once; leave it out")
