"""Check pronouns: what stands for nothing, for something that does not fit, or for either of two things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tipover.cards import ast
from tipover.cards.check_text import Finding, finding_about, position_of, word_at
from tipover.cards.phrase_kinds import FIGURE, NONE, NOUN_KINDS
from tipover.cards.program import FIRST_KEPT, MOST_KEPT
from tipover.cards.references import IN_CONDITION, IN_EACH, IN_PHRASE, IN_UNTIL, Introduced, Reference, Resolution, is_of_noun
from tipover.cards.vocabulary import NOUNS, OF_A_CHALLENGE, plural_of
from tipover.cards.words import phrase_words
from tipover.cards.words_phrases import PhraseWords, article

_OF_TWO = ("takes", "knocks out")  # events in which both may have left a square
_UNFIT = "the last thing named before it: write `this`, or name what is meant"
# Events of a challenge whose subject challenges.
_BY_SUBJECT = ("challenge by", "wins", "loses")
_OWNED_BY_FIGURES = re.compile(r"its ((?:last |set-up )?square|item|(?:[A-Z]\w+ )+(?:token|marker))\b", re.IGNORECASE)
_NAMED = re.compile(r"(?:that|those) ((?:[A-Z][\w'’-]* )+[a-z]+)")
_SINGULAR = {"they": "it", "They": "It", "them": "it", "their": "its", "Their": "Its"}


def _kept_things(found: Resolution) -> int:
    """How many things a text has to keep in slots of its own; more than MOST_KEPT are refused."""
    return max((one.slot for one in found.known), default=-1) - FIRST_KEPT + 1


def pronouns(rule: str, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """Pronouns that stand for nothing, for something that does not fit, or for either of two things."""
    found: list[Finding] = []
    for one in resolution.references:
        named = _NAMED.match(rule[one.at.offset :])
        noun = (named[1] if named else word_at(rule, one.at, 2).removeprefix(f"{one.word} ")).removesuffix("'s").removesuffix("’s")
        if one.also is not None and one.meant is not None:
            found.append(finding_about(rule, one.at, f"can be read in two ways: {_two_ways(one.meant, one.also)}"))
        elif one.or_this and one.meant is not None:
            is_its = word_at(rule, one.at).lower() == "its"
            own, other = (_of_this(rule, one), f"that {one.meant.noun}'s") if is_its else ("this", f"that {one.meant.noun}")
            problem = f"can be read in two ways: for `this` write `{own}`, for `{one.meant.description}` write `{other}`"
            found.append(finding_about(rule, one.at, problem))
        elif one.word == "them" and one.meant is None:
            problem = "stands for nothing: bring several in first, as `Choose up to 2 rivals.`; for one thing write `it`"
            before = [rule[named.phrase.at.offset : one.at.offset] for named in resolution.known if not named.is_group]
            single = any(set(".,:") & set(between) for between in before)  # in an earlier clause
            about = finding_about(rule, one.at, problem)
            found.append(about._replace(suggestion=_SINGULAR.get(about.word, "")) if single else about)
        elif one.word in ("that", "those") and one.meant is None:
            found.append(_never_named(rule, text, one, noun, resolution.known))
        elif one.beside is not None:
            found.append(finding_about(rule, one.at, f"can be read in two ways: {_this_or(rule, text, one)}"))
        elif one.unfit is not None:
            problem = f"cannot be `{one.unfit.description}`, {_UNFIT}"
            found.append(finding_about(rule, one.at, problem))
    if _kept_things(resolution) > MOST_KEPT:
        at = resolution.references[-1].at if resolution.references else resolution.known[-1].phrase.at
        found.append(finding_about(rule, at, f"refers to one thing too many: a text keeps {MOST_KEPT} in mind; write two texts"))
    return found


def _of_this(rule: str, one: Reference) -> str:
    """The words instead of an `its` that is to mean `this`: a side has tracks, pools and areas, a figure squares and things."""
    owned = _OWNED_BY_FIGURES.match(rule[one.at.offset :])
    if owned is None:
        return "your"
    return f"the {owned[1].lower()} of this" if "square" in owned[1].lower() else f"{article(owned[1])} {owned[1]} of this"


def is_unfit(found: Finding) -> bool:
    """Whether a finding is that a pronoun cannot be what was named before it."""
    return found.message.endswith(_UNFIT)


def _never_named(rule: str, text: ast.Text, one: Reference, said: str, known: list[Introduced]) -> Finding:
    """`that rival` where none was named: a challenge has a target and a challenger; what was named has its own noun; else one is chosen."""
    is_several = one.word == "those"
    singular = next((noun for noun, row in NOUNS.items() if row.plural == said), said.removesuffix("s")) if is_several else said
    words = 1 + len(said.split())
    part = _part_in_challenge(text, one)
    if part and not is_several and NOUN_KINDS.get(singular, NONE) & FIGURE:
        return finding_about(rule, one.at, f"stands for nothing: of a challenge write `{part}`", words)._replace(suggestion=part)
    chosen = f"up to 2 {plural_of(singular)}" if is_several else f"{article(singular)} {singular}"
    before = [same for same in known if same.phrase.at.offset < one.at.offset and is_of_noun(same, singular)]
    other = next((same for same in before if same.is_group is not is_several), None)
    if other is not None:
        named = f"{f'that {singular}' if is_several else f'those {plural_of(singular)}'}"
        return finding_about(rule, one.at, f"stands for nothing: of `{other.description}` write `{named}`", words)
    own = f"those {plural_of(one.unfit.noun)}" if one.unfit and one.unfit.is_group else f"that {one.unfit.noun}" if one.unfit else ""
    either = f"for `{one.unfit.description}` write `{own}`, for {article(singular)} {singular} " if one.unfit else ""
    return finding_about(
        rule, one.at, f"stands for nothing: no {singular} was named before it in this text; {either}first `Choose {chosen}.`", words
    )


def _part_in_challenge(text: ast.Text, one: Reference) -> str:
    """The part in a challenge of whoever is spoken of without having been named; empty if there was none."""
    if one.unfit is not None and one.unfit.noun == "target":
        return "the target"
    event = text.event if isinstance(text, ast.When) else None
    if event is None or event.verb not in OF_A_CHALLENGE:
        return ""
    return "the target" if event.verb in _BY_SUBJECT else "the challenger"


def turns_and_squares(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """Turns and squares of which it is not said whose they are."""
    yield from _turns_of_others(rule, text, resolution)
    yield from _turns_after_each(rule, text, resolution)
    yield from _squares_of_two(rule, text, resolution)


def _turns_of_others(rule: str, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """`Choose a rival. Until …, at the start of its turn, …`: a trigger waits for the turn of `this`, and the words say the rival's."""
    found: list[Finding] = []
    for node in ast.walk(text):
        if not isinstance(node, ast.When) or node.until is None:
            continue
        meant, ending = resolution.meant.get(id(node.event)), resolution.ends_with.get(id(node.event))
        if meant is None and ending is None:
            continue
        moment = f"at the {node.event.verb}"
        if meant is not None:
            words = meant.description
            own = f"for `this` name others only after it: `Until …, {moment}, choose …, then …`"
        else:
            assert ending is not None
            words = phrase_words(ending)
            own = f"for `this` let it last until a moment: `Until the end of the round, {moment}, …`"
        other = f"for `{words}` put `{moment.capitalize()}, …` on a status card, and write `Give … to it.`"
        problem = f"can be read in two ways: {own}; {other}"
        found.append(finding_about(rule, position_of(rule, "its turn", node.event.at), problem, 2))
    return found


def _turns_after_each(rule: str, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """`Each ally stands up. Until the start of its turn, …`: that is the turn of `this`, and a reader may take it for each ally's."""
    found: list[Finding] = []
    for node in ast.walk(text):
        each = resolution.gone_by.get(id(node))
        if not isinstance(node, ast.EventClause) or each is None:
            continue
        words = phrase_words(each)
        if node.time == "until":
            moment = f"until the {node.verb}"
            other = f"put both into one: `For {words}: …, then {moment}, …`"
        else:
            moment = f"at the {node.verb}"
            other = f"put `{moment.capitalize()}, …` on a status card, and write `For {words}: …, then give … to it.`"
        problem = f"can be read in two ways: for `this` say it before `For {words}: …`, for `{words}` {other}"
        found.append(finding_about(rule, position_of(rule, "its turn", node.at), problem, 2))
    return found


def _squares_of_two(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`When a rival takes this, place this in its last square.`: both left a square, who takes and what is taken."""
    if (
        not isinstance(text, ast.When)
        or text.event.verb not in _OF_TWO
        or text.event.who is None
        or not isinstance(text.event.what, ast.Phrase)
    ):
        return
    who, what = text.event.who, text.event.what
    for node in ast.walk(text):
        if not isinstance(node, ast.Group) or node.nouns != ("last square",) or not isinstance(node.det, ast.Ref) or node.det.word != "it":
            continue
        meant = resolution.meant.get(id(node.det))
        if meant is not None and meant.phrase is who:
            first, second = (_last_square_of(one) for one in (who, what))
            if first != second:
                ways = f"for `{phrase_words(who)}` write `{first}`, for `{phrase_words(what)}` write `{second}`"
            else:
                ways = f"`{phrase_words(who)}` or `{phrase_words(what)}`; name one of them in other words"
            yield finding_about(rule, node.det.at, f"can be read in two ways: {ways}")


def _last_square_of(phrase: ast.Phrase) -> str:
    """The square that somebody of an event left, as it is written."""
    noun = phrase.nouns[0] if isinstance(phrase, ast.Group) and len(phrase.nouns) == 1 else ""
    return f"that {noun}'s last square" if noun else f"the last square of {phrase_words(phrase)}"


def beside_whom_it_is_offered(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`As an interact, a character adjacent to a rival may push it 1`: who may do it is asked, not beside whom it is."""
    if not isinstance(text, ast.While) or text.change.verb != "offer":
        return
    may = text.change.steps[0]
    beside = {id(node) for node in ast.walk(may.who) if node is not may.who} if isinstance(may, ast.May) else set()
    for one in resolution.references:
        if one.meant is not None and id(one.meant.phrase) in beside:
            words = PhraseWords().phrase(one.meant.phrase)
            why = f"is not known here: only who does the action is; name {words} in the deed: `… may push an adjacent rival 1`"
            yield finding_about(rule, one.at, why)


def of_the_text_before(rule: str, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """`It cannot be pushed.` after another text: it holds all the time, and its `it` is `this`, not what the text before spoke of."""
    if not isinstance(text, ast.While):
        return []
    problem = "begins a text of its own, in which it is `this`: write `this`; for what the text before speaks of begin with `Until …, `"
    return [
        finding_about(rule, one.at, problem)
        for one in resolution.references
        if one.word == "it" and one.meant is None and one.at.offset == text.at.offset
    ]


def _this_or(rule: str, text: ast.Text, one: Reference) -> str:
    """Both readings of a pronoun that means `this` beside something else that it could be taken for, and how each is written."""
    beside, where = one.beside, one.beside_in
    assert beside is not None
    words = phrase_words(beside)
    is_its = word_at(rule, one.at).lower() == "its"
    own = "for `this` write `your` or `of this`" if is_its else "for `this` write `this`"
    if where == IN_CONDITION:
        noun = plural_of(beside.nouns[-1]) if isinstance(beside, ast.Group) else words
        return f"{own}, for `{words}` make it the subject, as `Adjacent {noun} have …`"
    if where == IN_UNTIL:
        return f"{own}, for `{words}` choose that first: `Choose {words}. Until it …`"
    if where == IN_EACH:
        return f"{own}, for `{words}` put both deeds into one: `For {words}: …, then …`"
    bare, det = _without(beside, one.at), beside.det if isinstance(beside, ast.Group) else ""
    if where == IN_PHRASE and (isinstance(text, ast.While) or det == "no"):  # where nobody can be named first
        return f"{own}, for `{bare}` it cannot be said here: say it without `its`"
    if where != IN_PHRASE and bare == words and det == "each":
        return f"for `this` name it (`this`, `your track`), for `{words}` say it of each: `For {words}: … its …`"
    if where != IN_PHRASE and bare == words:
        return f"for `this` name it (`this`, `your track`), for `{words}` choose that first: `Choose {words}.`"
    said = _said_with(text, one.at)
    if said.startswith("until"):
        example = f"Choose {bare}. {said.capitalize()}, …"
    elif det == "each":
        example = f"For {bare}: if it {said}, …"
    else:
        example = f"…, if it {said}, …" if where == IN_PHRASE else f"Choose {bare}. If it {said}, …"
    return f"{own}, for `{bare}` name it first and say it of `it`: `{example}`"


def _is_at(phrase: object, at: ast.TextPosition) -> bool:
    """Whether the possessive of a phrase stands at a position."""
    return isinstance(phrase, ast.Group) and isinstance(phrase.det, ast.Ref) and phrase.det.at == at


def _without(phrase: ast.Phrase, at: ast.TextPosition) -> str:
    """The words of a phrase without the relation that has the possessive at a position."""
    if isinstance(phrase, ast.Group):
        phrase = replace(phrase, filters=tuple(one for one in phrase.filters if not _is_at(one.arg, at)))
    return phrase_words(phrase)


def _said_with(text: ast.Text, at: ast.TextPosition) -> str:
    """What is said with the possessive at a position, as a condition says it of `it`; with `until` as the end of something does."""
    for node in ast.walk(text):
        if isinstance(node, ast.Filter) and _is_at(node.arg, at):
            return f"is {PhraseWords().filter(node)}"
        if isinstance(node, ast.EventClause) and isinstance(node.what, ast.Group) and _is_at(node.what, at):
            of_event = f"until it {node.verb}" if node.time == "until" else "has" if node.verb == "takes" else "is in"
            return f"{of_event} {phrase_words(node.what)}"
    return "…"


def _two_ways(meant: Introduced, also: Introduced) -> str:
    """Both readings of a pronoun, and how each is written."""
    first, second = meant.noun, also.noun
    if meant.is_group:
        return f"for `{meant.description}` write `those {plural_of(first)}`, for `{also.description}` write `those {plural_of(second)}`"
    if first == second:
        return f"`{meant.description}` or `{also.description}`; name only one of them before it, or write two texts"
    ways = [f"`the {noun}`" if noun in ("target", "challenger", "owner") else f"`that {noun}`" for noun in (first, second)]
    return f"for `{meant.description}` write {ways[0]}, for `{also.description}` write {ways[1]}"
