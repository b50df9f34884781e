"""What a card keeps from happening: the line that says `cannot be challenged`, `cannot do an interact` (PRE-1)."""

from __future__ import annotations

from tipover.board.mask import BIT
from tipover.cards.ast import Do, Group, While
from tipover.cards.program import Program
from tipover.cards.words import words
from tipover.engine.cast import Entry
from tipover.engine.changes import cannot, cannot_be, cannot_interact
from tipover.engine.decision import OFFER, PIECE, Choice
from tipover.engine.field import board
from tipover.engine.flow.actions import NOUNS
from tipover.engine.reason import Reason
from tipover.engine.state import State
from tipover.engine.steps.deeds.moving import PASSIVES, how_of
from tipover.engine.steps.thing import side_now

# What is done to a thing by each deed that a card can keep from it.
DONE_TO = {**PASSIVES, "challenge": ("challenged",), "exhaust": ("exhausted",), "control": ("controlled",)}


def line_of(entry: Entry) -> str:
    """`Gone to Ground says "…"`: a card, and its line that holds now."""
    text = entry.text
    lasting = isinstance(text, While) and text.until is not None
    return f'{entry.source.name} says "{words(Do((text,))) if lasting and isinstance(text, While) else words(text)}"'


def why_kept(state: State, thing: int, passives: tuple[str, ...]) -> list[Reason]:
    """The card that keeps a thing from being challenged, pushed, seen …; empty if none does."""
    for passive in passives:
        if f"cannot-be {passive}" not in state.cast.changes:
            continue
        entry = cannot_be(state, thing, passive)
        if entry is not None:
            rule = "SEE-8" if passive == "seen" else "PRE-1"
            return [Reason(rule, f"{_name(state, thing)} cannot be {passive}: {line_of(entry)}", (), (thing,))]
    return []


def why_kept_from(state: State, thing: int, verb: str, doer: int) -> list[Reason]:
    """The card that keeps a deed from being done to a thing by somebody else."""
    return why_kept(state, thing, DONE_TO.get(verb, ())) if thing != doer else []


def why_forbidden(state: State, choice: Choice) -> list[Reason]:
    """The card that forbids a figure the kind of action this is; empty if none does."""
    if "cannot" not in state.cast.changes:
        return []
    noun = _offered_noun(state, choice.thing) if choice.verb == OFFER else NOUNS.get(choice.verb, "")
    entry = cannot(state, choice.figure, noun)
    if entry is None:
        return []
    return [Reason("PRE-1", f"{state.setup.mark(choice.figure)} cannot do this: {line_of(entry)}", (), (choice.figure,))]


def why_no_interact_by_card(state: State, figure: int, thing: int) -> list[Reason]:
    """The card that keeps a figure from interacting with a thing (PTS-3); empty if none does."""
    entry = cannot_interact(state, figure, thing)
    if entry is None:
        return []
    told = f"{state.setup.mark(figure)} cannot interact with this point marker: {line_of(entry)}"
    return [Reason("PTS-3", told, (), (figure, thing))]


def why_nobody_to_challenge(state: State, figure: int, program: Program) -> list[Reason]:
    """Those near enough for a text's challenge that a card keeps from being challenged; for a text without a target (CHA-16)."""
    act = next((step.act for step in program.steps if step.act is not None and step.act.verb == "challenge"), None)
    here = state.where[figure]
    if act is None or here < 0:
        return []
    stated = how_of(act, "range")
    near = board(state).within(here, stated) if isinstance(stated, int) and stated is not True else board(state).steps(here)
    reasons: list[Reason] = []
    for other, at in enumerate(state.where):
        if at >= 0 and near & BIT[at] and side_now(state, other) != side_now(state, figure):
            reasons += why_kept(state, other, DONE_TO["challenge"])
    return reasons


def _offered_noun(state: State, number: int) -> str:
    text = state.cast.entries[number].text
    return text.change.what.nouns[0] if isinstance(text, While) and isinstance(text.change.what, Group) else ""


def _name(state: State, thing: int) -> str:
    return state.setup.mark(thing) if thing < PIECE else state.setup.pieces[thing - PIECE].name
