"""What a card forbids: the line that says `cannot be challenged`, `cannot do an interact` (PRE-1, PTS-3, SEE-8)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Do, While
from tipover.cards.words import words
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import PIECE, FigureId, Thing, Verb, is_figure
from tipover.engine.core.reason import Reason, whole_reason
from tipover.engine.core.said import FigurePart, Part, Said, say
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry
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
# What an action is called where a card forbids it; an offered action goes by the noun it is offered as.
NOUNS: Final[dict[Verb, str]] = {verb: verbs.VERBS[verb] for verb in (*verbs.BASIC_VERBS, verbs.ABILITY)}


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


def forbidding(state: State, choice: Choice) -> Entry | None:
    """The text that forbids a figure the kind of action a choice is, or None (`Rivals within 2 cannot do an interact.`)."""
    if not state.texts.forbids:
        return None
    noun = state.texts.entries[choice.thing].offers if choice.verb == verbs.OFFER else NOUNS.get(choice.verb, "")
    found = cannot(state, choice.figure, noun)
    return cannot(state, choice.figure, "challenge action") if found is None and is_challenge_action(state, choice) else found


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
