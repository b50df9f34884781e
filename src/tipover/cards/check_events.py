"""Events under a word that does not fit them: `When` for a roll, `Instead of` for a payment, points of somebody who has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tipover.cards.ast import EventClause, Filter, Group, Instead, Join, Phrase, Ref, Text, TextPosition, When, is_other, walk
from tipover.cards.check_text import ITEM, TRAIT, Finding, WrittenRule, finding, position_of, word_at
from tipover.cards.references import Resolution
from tipover.cards.unfit_words import UNFIT_WORDS
from tipover.cards.vocabulary import ACTIONS_DONE, EVENTS, MOMENTS, PAST_TIMES, ROLL_EVENTS
from tipover.cards.words import phrase_words

_SAID = {"when": "When", "before": "Before", "instead": "Instead of", "where": "where"}


PAST = "this did an ability"  # an example
OF_A_SIDE = ("knocks out", "reaches")  # what is often meant of any figure of a side, or of the side itself


def check_events(written: WrittenRule) -> list[Finding]:
    """Every event that a text names with a word under which it never comes."""
    found: list[Finding] = []
    rule = written.rule
    for text, resolution in written.resolved:
        found += _forgotten(rule, text, resolution)
        if isinstance(text, When | Instead):
            found += _never_challenged(written, text.event)
        if isinstance(text, Instead):
            ing = EVENTS[text.event.verb].ing.partition(" ")[0]
            found += _unfit(rule, text.event, "instead", position_of(rule, ing, text.at))
        if isinstance(text, When | Instead) and written.role in (TRAIT, ITEM) and text.event.who == Ref("you"):
            found += _whole_side(rule, text.event)
        for node in walk(text):
            if isinstance(node, EventClause) and node.verb not in MOMENTS:
                found += _one_at_a_time(rule, node)
            if isinstance(node, When):
                found += _unfit_trigger(rule, node)
            elif isinstance(node, Filter) and isinstance(node.arg, EventClause):
                found += _unfit(rule, node.arg, "where", node.at)
            elif isinstance(node, EventClause) and node.verb == "reaches" and not _names_side(node.who):
                said = f"`{word_at(rule, node.at)}` has no points: a side reaches them, so write `you reach`"
                found.append(Finding(node.at, word_at(rule, node.at), said))
            elif isinstance(node, EventClause) and node.verb == "does" and isinstance(node.what, Ref | Group | Join):
                found += _not_done(rule, node.what)
    return found


def _unfit_trigger(rule: str, trigger: When) -> Iterator[Finding]:
    """An event that does not come under the word of a trigger."""
    at = trigger.at if trigger.until is None else position_of(rule, trigger.event.time, trigger.until.at)
    yield from _unfit(rule, trigger.event, "when", at)
    if trigger.event.time == "before" and trigger.event.verb not in (*ROLL_EVENTS, *MOMENTS):
        said = f"`{word_at(rule, at)}` is for a roll and the end of the round; write `When` or, to prevent it, `Instead of`"
        yield Finding(at, word_at(rule, at), said)


def _forgotten(rule: str, text: Text, resolution: Resolution) -> Iterator[Finding]:
    """Things that a text picks and asks the past of: what happened is counted from the start, before anything is picked."""
    for event in walk(text):
        if not isinstance(event, EventClause) or event.time not in PAST_TIMES:
            continue
        for node in walk(event):
            picked = isinstance(node, Group) and node.nouns[0] in ("target", "challenger")
            if picked or resolution.meant.get(id(node)) is not None:
                word = word_at(rule, node.at, 2 if picked else 1)
                said = f"`{word}` is not known when this is counted: say it of `this` or of a noun, as `a rival`"
                yield Finding(node.at, word, said)


def _one_of(rule: str, at: TextPosition, words: str, one: str) -> Finding:
    """Several of whom an event is said, and the words for one of them."""
    is_whole = rule[at.offset :].startswith(words)
    return Finding(at, words if is_whole else "", f"an event is of one at a time: write `{one}`", False, one if is_whole else "")


def _one_at_a_time(rule: str, event: EventClause) -> Iterator[Finding]:
    """`When 2 allies are knocked down`, `if this did 2 abilities this turn`: what happens, happens to one, and is not counted in the event."""
    for phrase in (event.who, event.what):
        if isinstance(phrase, Join) and phrase.word == "and":
            either = phrase_words(replace(phrase, word="or"))
            yield finding(rule, phrase.at, f"an event is of one at a time: write `{either}`")
    objects = () if event.verb in ROLL_EVENTS else (event.what,)  # `rolls Storm dice`
    parts = [part for phrase in (event.who, *objects) for part in (phrase.parts if isinstance(phrase, Join) else (phrase,))]
    for part in parts:
        if not isinstance(part, Group):
            if part == Ref("them"):
                yield _one_of(rule, part.at, word_at(rule, part.at), "one of them")
            continue
        if part.det == "those":
            yield _one_of(rule, part.at, phrase_words(part), f"one of {phrase_words(part)}")
        elif part.det in ("each", "all", "any") or isinstance(part.det, tuple) or (isinstance(part.det, int) and part.det > 1):
            one = phrase_words(replace(part, det="a"))
            why = f"an event is of one at a time: write `{one}`; how often something happened is a number, as `1 for each time {PAST} this turn`"
            yield finding(rule, part.at, why)
        elif part is event.what and event.verb == "does" and (is_other(part) or "different" in part.adjs):
            yield finding(rule, part.at, "which one came before is not remembered: write `an action`, `an ability`, `a basic challenge`")


def _never_challenged(written: WrittenRule, event: EventClause) -> Iterator[Finding]:
    """A challenge against what is never its target: a bonus objective (BON-3), a token or marker without a defense (CHA-1)."""
    if event.verb not in ("challenged", "challenge against") or event.who != Ref("this"):
        return
    why = ""
    if written.what == "an objective":
        why = "a bonus objective is never challenged (BON-3)"
    elif written.what in ("a token", "a marker") and not written.entry.get("defense"):
        why = f"{written.what} without a defense is never challenged (CHA-1): give it `defense = 1`"
    if why:
        yield Finding(event.at, word_at(written.rule, event.at), f"this never happens: {why}")


def _whole_side(rule: str, event: EventClause) -> Iterator[Finding]:
    """What happens to `you` on a figure's own card: it is any figure of the side, which is seldom meant."""
    verb, alone = EVENTS[event.verb].plural.partition(" ")[0], f"this {EVENTS[event.verb].third.partition(' ')[0]}"
    written = word_at(rule, event.at, 2)
    is_unfit = event.time == "when" and (event.verb, "when") in UNFIT_WORDS  # told by itself
    if event.who is not None and event.verb not in OF_A_SIDE and not is_unfit and written.lower() == f"you {verb}":
        said = f"`you` is any figure of your side; for this one alone write `{alone}`"
        yield Finding(event.at, written, said, True, alone)


def _names_side(phrase: Phrase | None) -> bool:
    """Whether a phrase names sides alone: `you`, `an opponent`."""
    if isinstance(phrase, Join):
        return all(_names_side(part) for part in phrase.parts)
    return phrase == Ref("you") or (isinstance(phrase, Group) and phrase.nouns == ("opponent",))


def _not_done(rule: str, phrase: Phrase) -> Iterator[Finding]:
    """What a text waits for to be done and is no kind of action."""
    if isinstance(phrase, Join):
        for part in phrase.parts:
            yield from _not_done(rule, part)
        return
    for noun in phrase.nouns if isinstance(phrase, Group) else (phrase.word,):
        if noun not in ACTIONS_DONE:
            why = "an extra action is done as one of its kind" if noun == "extra action" else "it is no action"
            yield Finding(phrase.at, word_at(rule, phrase.at), f"nobody is seen to do `{noun}`: {why}; write `an action`")


def _unfit(rule: str, event: EventClause, word: str, at: TextPosition) -> Iterator[Finding]:
    unfit = UNFIT_WORDS.get((event.verb, word))
    if unfit is None or (word == "when" and event.time != "when"):
        return
    form = EVENTS[event.verb].ing if word == "instead" else EVENTS[event.verb].past if word == "where" else EVENTS[event.verb].third
    said = word_at(rule, at) if word == "when" else _SAID[word]
    yield Finding(at, word_at(rule, at), f"`{said}` does not fit `{form}`: {unfit.why}; write `{unfit.suggestion}`")
