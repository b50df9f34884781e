"""What a card forbids: the line that says `cannot be challenged`, `cannot do an interact` (PRE-1, PTS-3, SEE-8)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Do, Group, While
from tipover.cards.words import words
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import PIECE, FigureId, Thing, is_figure
from tipover.engine.core.reason import Reason, whole_reason
from tipover.engine.core.said import FigurePart, Part, Said, say
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry
from tipover.engine.phrases.events import ACTION_BITS
from tipover.engine.phrases.modifiers import cannot, cannot_be, cannot_interact

# What a standing rule may protect a thing from, by the verb of the act; a push or pull is also a move.
DONE_TO: Final = {
    "push": ("pushed", "moved"),
    "pull": ("pulled", "moved"),
    "move": ("moved",),
    "place": ("placed",),
    "challenge": ("challenged",),
    "exhaust": ("exhausted",),
    "control": ("controlled",),
}


def line_of(entry: Entry) -> Said:
    """`Gone to Ground says "…"`: a card, and its line that is in force."""
    text = entry.text
    lasting = isinstance(text, While) and text.until is not None
    line = words(Do((text,))) if lasting and isinstance(text, While) else words(text)
    return say("reason.card.says", card=entry.source.name, text=line)


def name_part(state: State, thing: Thing) -> Part:
    """A figure by its mark, a piece by the name of its card."""
    return FigurePart(thing) if is_figure(thing) else state.setup.pieces[thing - PIECE].name


def kept_by(state: State, thing: Thing, passives: tuple[str, ...]) -> tuple[Entry, str] | None:
    """The text that protects a thing from being challenged, pushed, seen …, and which of these it forbids; None if there is none."""
    for passive in passives:
        if f"cannot-be {passive}" in state.texts.changes:
            entry = cannot_be(state, thing, passive)
            if entry is not None:
                return entry, passive
    return None


def kept_from(state: State, thing: Thing, verb: str, doer: Thing) -> tuple[Entry, str] | None:
    """The text that protects a thing from an act of somebody else; None if there is none."""
    if thing == doer or not state.texts.protects:
        return None
    return kept_by(state, thing, DONE_TO.get(verb, ()))


def why_kept(state: State, thing: Thing, passives: tuple[str, ...]) -> list[Reason]:
    """The card that protects a thing from being challenged, pushed, seen …; empty if there is none."""
    return _kept_reason(state, thing, kept_by(state, thing, passives))


def why_kept_from(state: State, thing: Thing, verb: str, doer: Thing) -> list[Reason]:
    """The card that protects a thing from an act of somebody else; empty if there is none."""
    return _kept_reason(state, thing, kept_from(state, thing, verb, doer))


def _kept_reason(state: State, thing: Thing, found: tuple[Entry, str] | None) -> list[Reason]:
    if found is None:
        return []
    entry, passive = found
    rule = "SEE-8" if passive == "seen" else "PRE-1"
    said = say(f"reason.card.keeps_from_being.{passive}", thing=name_part(state, thing), line=line_of(entry))
    return [whole_reason(state.setup, rule, said, things=[thing])]


ANY_ACTION: Final = ACTION_BITS["action"]
BASIC_ACTION: Final = ANY_ACTION | ACTION_BITS["basic"]
_BITS: Final = {verb: BASIC_ACTION | ACTION_BITS.get(verbs.VERBS[verb], 0) for verb in verbs.BASIC_VERBS}
_BITS[verbs.ABILITY] = ANY_ACTION | ACTION_BITS["ability"]
_CHALLENGE_ACTION: Final = ACTION_BITS["challenge action"]
BASIC_CHALLENGE: Final = _BITS[verbs.CHALLENGE] | _CHALLENGE_ACTION


def kind_bits(state: State, choice: Choice) -> int:
    """What kind of action it is, as bits."""
    if is_challenge_action(state, choice):
        return _BITS.get(choice.verb, ANY_ACTION) | _CHALLENGE_ACTION
    if choice.verb == verbs.OFFER:
        noun = _offered_as(state, choice.thing)
        return (ANY_ACTION if noun in ("", "companion action") else BASIC_ACTION) | ACTION_BITS.get(noun, 0)
    return _BITS.get(choice.verb, ANY_ACTION)


def _offered_as(state: State, number: int) -> str:
    """What the text with this number offers: `interact`, `basic action` …; empty if it is no such text, as a foreign choice may name."""
    entries = state.texts.entries
    text = entries[number].text if 0 <= number < len(entries) else None
    if not isinstance(text, While) or text.change.verb != "offer" or not isinstance(text.change.what, Group):
        return ""
    return text.change.what.nouns[0]


def forbidding(state: State, choice: Choice) -> Entry | None:
    """The text that forbids a figure the kind of action a choice is, or None (`Rivals within 2 cannot do an interact.`)."""
    if not state.texts.forbids:
        return None
    return cannot(state, choice.figure, kind_bits(state, choice))


def is_challenge_action(state: State, choice: Choice) -> bool:
    """Whether an action is the basic challenge, or an ability or item that is marked as a challenge action (CHA-15)."""
    if choice.verb == verbs.ABILITY:
        return state.setup.card(state.card[choice.figure]).abilities[choice.thing].challenge
    if choice.verb == verbs.USE:
        part = state.setup.pieces[choice.thing - PIECE].part
        return part is not None and part.challenge
    return choice.verb == verbs.CHALLENGE


def why_forbidden(state: State, choice: Choice) -> list[Reason]:
    """The card that forbids a figure the kind of action a choice is; empty if none does."""
    entry = forbidding(state, choice)
    if entry is None:
        return []
    figure = choice.figure
    return [whole_reason(state.setup, "PRE-1", "reason.card.forbids_action", things=[figure], who=FigurePart(figure), line=line_of(entry))]


def why_no_interact_by_card(state: State, figure: FigureId, thing: Thing) -> list[Reason]:
    """The card that forbids a figure to interact with a thing (PTS-3); empty if there is none."""
    entry = cannot_interact(state, figure, thing) if "cannot-interact" in state.texts.changes else None
    if entry is None:
        return []
    said = say("reason.card.forbids_point_marker", who=FigurePart(figure), line=line_of(entry))
    return [whole_reason(state.setup, "PTS-3", said, things=[figure, thing])]
