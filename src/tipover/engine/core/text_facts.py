"""What can be told of a text by itself, before any game: what it offers, counts, changes and reaches."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.ast import Act, Change, Cond, EventClause, Filter, Group, Instead, May, Num, Phrase, Ref, Step, Text, When, While, walk
from tipover.cards.program import Program
from tipover.cards.vocabulary import MOMENTS

# Of a program that begins with no challenge, and of one that must be looked at.
ANYWHERE: Final = -1
UNSURE: Final = -2


def reach_of(program: Program) -> int:
    """How far the challenge reaches that a program begins with, 0 for adjacent.

    `ANYWHERE` if it begins with another deed, `UNSURE` if that must be looked at in play.
    """
    act = program.steps[0].act if program.steps[0].op == ops.DO else None
    if act is None:
        return UNSURE
    if act.verb != "challenge":
        return ANYWHERE
    if any(word not in ("basic", "range") for word, _ in act.how):
        return UNSURE
    return next((value for word, value in act.how if word == "range" and isinstance(value, int)), 0)


def change_keys(change: Change) -> list[str]:
    """Under which keys a standing rule is found: its verb, and its verb with each plain word of how (`has defense`).

    A range that a figure may have is looked for wherever one that it has is.
    """
    keys = [change.verb, *(f"{change.verb} {word}" for word, _ in change.how)]
    return [*keys, "has range"] if change.verb == "may-have" else keys


def sets_value(change: Change) -> bool:
    """Whether a standing rule sets a value (`has defense 3`); it has a program by which its order can be asked (TIM-4)."""
    return any(word == "set" for word, _ in change.how)


def is_done_once_a_turn(text: Text | While) -> bool:
    """Whether a text is done at most once in a turn: by a limit of its own (`Once per turn`), or because it waits for a moment of it.

    One that another text begins with `Until` is begun as often as that is done.
    """
    if isinstance(text, When) and text.until is None and text.event.verb in MOMENTS:
        return True
    return any(limit.startswith("Once") for limit in text.limits)


def speaks_of_this(text: Text | While) -> bool:
    """Whether the subject of a text's event or change is `this` and nothing else."""
    if isinstance(text, (When, Instead)):
        return text.event.who == Ref("this") or text.event.verb in ("start of its turn", "end of its turn")
    return isinstance(text, While) and text.change.who == Ref("this")


def places_subject(text: When) -> bool:
    """Whether a text places what its event is about: `When this returns, you may place this adjacent to an ally.`"""
    meant = (text.event.who, Ref("it"))
    placed = [node.what for node in walk(text) if isinstance(node, Act) and node.verb == "place"]
    return any(what in meant or (isinstance(what, Group) and what.det == "that" and what.slot == ops.SUBJECT) for what in placed)


def offer_of(text: Text | While) -> tuple[str, bool]:
    """The kind of action a text offers, or nothing; and whether to its own side alone (`a character of yours`)."""
    if not isinstance(text, While) or text.change.verb != "offer" or not isinstance(text.change.what, Group):
        return "", False
    may = text.change.steps[0]
    assert isinstance(may, May)
    return text.change.what.nouns[0], is_yours(may.who)


def is_yours(who: Phrase | None) -> bool:
    """Whether a phrase names things of the text's side alone."""
    return isinstance(who, Group) and any(one.rel == "of" and one.arg in (Ref("you"), Ref("yours")) for one in who.filters)


def is_for_any_side(text: Text | While) -> bool:
    """Whether an offered action is for figures of whatever side: each side's copy of a scenario's rule would offer it to them."""
    may = text.change.steps[0] if isinstance(text, While) and text.change.verb == "offer" else None
    who = may.who if isinstance(may, May) else None
    if not isinstance(who, Group) or isinstance(who.det, (Ref, Group)) or "opposing" in who.adjs or "rival" in who.nouns:
        return False
    return not any(one.rel == "of" for one in who.filters)


def offered_steps(text: While) -> tuple[Step, ...]:
    """The steps of an offered action: its doer is settled by choosing it. Other standing rules have none."""
    if text.change.verb != "offer":
        return ()
    may = text.change.steps[0]
    assert isinstance(may, May)
    return may.cost + may.steps + text.change.steps[1:]


def price_of(text: While) -> int:
    """How many of the steps of an offered action pay for the others: `this may lose 1 point to move 4`."""
    may = text.change.steps[0] if text.change.steps else None
    return len(may.cost) if isinstance(may, May) else 0


def past_events(text: Text | While) -> tuple[list[EventClause], list[EventClause], bool, bool, bool]:
    """The events of this turn or round that a text counts, those whose squares it asks for (`where a rival was knocked out`), whether
    it asks where the game put something first (`its set-up square`) or what it left (`its last square`), and whether it names a token or marker."""
    counted: list[EventClause] = []
    sited: list[EventClause] = []
    asks_set_up = asks_last = names_piece = False
    for node in walk(text):
        if isinstance(node, Group):
            asks_set_up = asks_set_up or "set-up square" in node.nouns
            asks_last = asks_last or "last square" in node.nouns
            names_piece = names_piece or any(noun.endswith(("token", "marker")) for noun in node.nouns)
        elif isinstance(node, Num):
            counted += [arg for _, kind, arg in node.terms if kind == "time" and isinstance(arg, EventClause)]
        elif isinstance(node, Cond) and isinstance(node.b, EventClause):
            counted.append(node.b)
        elif isinstance(node, Filter) and isinstance(node.arg, EventClause):
            sited.append(node.arg)
    return list(dict.fromkeys(counted)), list(dict.fromkeys(sited)), asks_set_up, asks_last, names_piece


def speaks_of_walls(program: Program) -> bool:
    """Whether a program can break walls (`Move 3, through walls.`), so that the board changes (MAP-9)."""
    for step in program.steps:
        if step.act is not None and any(
            word == "through" and isinstance(value, Group) and "wall" in value.nouns for word, value in step.act.how
        ):
            return True
    return False
