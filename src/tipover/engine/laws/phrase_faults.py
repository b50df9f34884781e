"""Why a thing is not one of those that a phrase of a card names: its kind, an adjective, a relation (ALY, ADJ-1, DST-2, SEE-1)."""

from __future__ import annotations

from typing import Final

from tipover.board.mask import BIT, NO_SQUARE, Square
from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.words import phrase_words
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NO_SIDE, PIECE, SQUARE_THING, Thing, is_figure, is_piece, is_square
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import FigurePart, Part, SquarePart, say
from tipover.engine.core.state import State
from tipover.engine.laws.prohibitions import why_kept
from tipover.engine.laws.sight import line_faults, sight_line
from tipover.engine.phrases.adjectives import is_so
from tipover.engine.phrases.entities import side_now, square_of
from tipover.engine.phrases.meaning import fits, place_mask, relates, things
from tipover.engine.phrases.nouns import noun_test
from tipover.engine.phrases.terrain import concealed

# The rule behind a relation, an adjective, a noun.
RELATION_RULES: Final = {
    "within": "DST-2",
    "adjacent to": "ADJ-1",
    "in sight": "SEE-1",
    "in a straight line": "DST-4",
    "in a row": "MAP-8",
    "in": "MAP-6",
    "on": "DST-6",
    "of": "ALY-2",
    "with": "STA-1",
    "nearest to": "DST-3",
}
ADJECTIVE_RULES: Final = {
    "adjacent": "ADJ-1",
    "standing": "CHA-20",
    "knocked-down": "CHA-8",
    "exhausted": "TRN-11",
    "ready": "TRN-11",
    "basic": "SUP-7",
}
NOUN_RULES: Final = {"ally": "ALY-2", "rival": "ALY-2", "character": "ALY-3", "companion": "ALY-3", "minion": "ALY-3", "figure": "ALY-3"}


def why_unlike(state: State, frame: list[int], phrase: Phrase, thing: Thing) -> list[Reason]:
    """Why a thing is not one of those a phrase names; empty if no word of the phrase says so."""
    if isinstance(phrase, Join):
        found = [why_unlike(state, frame, part, thing) for part in phrase.parts if not isinstance(part, Ref)]
        return found[0] if found and all(found) else []
    if isinstance(phrase, Ref) or not (is_figure(thing) or is_piece(thing) or is_square(thing)):
        return []
    return _why_unlike_group(state, frame, phrase, thing)


def _why_unlike_group(state: State, frame: list[int], group: Group, thing: Thing) -> list[Reason]:
    setup, name = state.setup, _thing_part(state, thing)
    about = [] if is_square(thing) else [thing]
    if is_figure(thing) and state.figure_at[thing] < 0:
        return [reason_for(setup, "DST-6", "reason.off_map", things=[thing], who=name)]
    reasons: list[Reason] = []
    if not any(noun_test(state.texts.own, group, noun)(state, frame, thing) for noun in group.nouns):
        noun = group.nouns[0]
        reasons.append(reason_for(setup, NOUN_RULES.get(noun, "ABI-4"), "reason.phrase.other_noun", things=about, thing=name, noun=noun))
    for word in group.adjs:
        if word in ADJECTIVE_RULES and not is_so(state, frame, word, thing):
            asked = phrase_words(group)
            reasons.append(
                whole_reason(
                    setup, ADJECTIVE_RULES[word], "reason.phrase.not_adjective", things=about, phrase=asked, thing=name, adjective=word
                )
            )
    for one in group.filters:
        if one.rel in RELATION_RULES and not relates(state, frame, one, thing):
            if one.rel == "in sight" and not one.neg and thing in concealed(state):
                reasons += why_kept(state, thing, ("seen",))
            else:
                reasons += _unrelated(state, frame, one, name, square_of(state, thing), about=about)
    if not reasons and group.filters and group.filters[-1].rel == "nearest to" and not fits(state, frame, group, thing):
        reasons += _unrelated(state, frame, group.filters[-1], name, square_of(state, thing), about=about)
    return reasons


def why_not_the_square(state: State, frame: list[int], one: Filter, thing: Thing, square: Square) -> list[Reason]:
    """Which words of a relation such as `in an empty square within 3` a square fails as a place for a thing; empty if none."""
    if is_place(state, frame, one, thing, square):
        return []
    group = one.arg
    reasons: list[Reason] = []
    where = SquarePart(square)
    if one.rel == "in" and not one.neg and isinstance(group, Group) and group.nouns == ("square",):
        if "empty" in group.adjs and not is_so(state, frame, "empty", SQUARE_THING[square]):
            asked = phrase_words(group)
            reasons.append(whole_reason(state.setup, "OCC-1", "reason.phrase.square_not_empty", [square], phrase=asked, square=where))
        for rel in group.filters:
            if rel.rel in RELATION_RULES and not is_place(state, frame, rel, thing, square):
                reasons += _unrelated(state, frame, rel, where, square, squares=[square])
    return reasons or _unrelated(state, frame, one, where, square, squares=[square])


def is_place(state: State, frame: list[int], one: Filter, thing: Thing, square: Square) -> bool:
    """Whether a relation holds for a square, as a place for a thing."""
    return bool(place_mask(state, frame, one, thing) & BIT[square]) != one.neg


def why_useless(state: State, thing: Thing) -> Reason:
    """The reason against a thing when no word of the card and no rule says more: nothing can be done with it."""
    return reason_for(state.setup, "ABI-4", "reason.text.useless", things=[thing] if is_figure(thing) else [])


def _unrelated(
    state: State,
    frame: list[int],
    one: Filter,
    name: Part,
    at: Square,
    squares: list[Square] | None = None,
    about: list[Thing] | None = None,
) -> list[Reason]:
    """What the card asks of a thing at a square, in its own words, and that it is not so: `The card asks for "within 3", and c4 is not so.`

    For sight the reasons are what blocks the line: an obstruction, a rival, obscured squares.
    """
    if one.rel == "in sight" and not one.neg and at >= 0:
        blocked = _why_unseen(state, frame, one, at)
        if blocked:
            return blocked
    rule, relation = RELATION_RULES.get(one.rel, "ABI-4"), PhraseWords().filter(one)
    if one.neg:  # the rule's own sentence is about what is not so, which is asked for here
        return [whole_reason(state.setup, rule, "reason.phrase.not_related", squares or (), about or (), relation=relation, thing=name)]
    said = say("reason.phrase.not_related", relation=relation, thing=name)
    return [reason_for(state.setup, rule, said, squares or (), about or ())]


def _why_unseen(state: State, frame: list[int], one: Filter, at: Square) -> list[Reason]:
    """Why a square is not seen by the one viewer that a relation names; empty if it names several, or none on the map."""
    arg = one.arg
    viewers = things(state, frame, arg) if isinstance(arg, Ref | Group | Join) else [text_frame.this(frame)]
    start = square_of(state, viewers[0]) if len(viewers) == 1 else NO_SQUARE
    if start < 0:
        return []
    side = side_now(state, viewers[0]) if is_figure(viewers[0]) else NO_SIDE
    line = sight_line(state, start, at, side)
    return [] if line.seen else line_faults(state, line)


def _thing_part(state: State, thing: Thing) -> Part:
    """A figure by its mark, a piece by its name and square, a square by its name."""
    if is_figure(thing):
        return FigurePart(thing)
    square = square_of(state, thing)
    if is_square(thing):
        return SquarePart(square)
    name = state.setup.pieces[thing - PIECE].name
    return say("reason.piece_on_square", piece=name, square=SquarePart(square)) if square >= 0 else name
