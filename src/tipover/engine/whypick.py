"""Why something cannot be chosen inside a text: the relation, kind or rule of moving that it fails."""

from __future__ import annotations

from dataclasses import replace

from tipover.board.mask import BIT
from tipover.cards import program as ops
from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.program import Step
from tipover.cards.words import phrase_words
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.decision import FIGURE, PIECE, SQUARE, THING, Choice
from tipover.engine.field import concealed
from tipover.engine.flow.kinds import STAGE, TEXT_FRAME
from tipover.engine.flow.moving import ground
from tipover.engine.reason import Reason, because
from tipover.engine.state import State
from tipover.engine.steps.adjectives import is_so
from tipover.engine.steps.deeds.acting import challenge_targets, reach_of
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.deeds.moving import how_of, law_asked
from tipover.engine.steps.frame import PROG, SQUARE_AT, WHO, is_figure, is_piece, is_square
from tipover.engine.steps.nouns import place_mask, relates
from tipover.engine.steps.sources import noun_test
from tipover.engine.steps.thing import side_now, square_of
from tipover.engine.whykept import why_kept, why_kept_from
from tipover.engine.whyway import why_no_end, why_no_way

# The rule behind a relation of place, an adjective, a noun.
RELATION_RULES = {
    "within": "DST-2",
    "adjacent to": "ADJ-1",
    "in sight": "SEE-1",
    "in": "MAP-6",
    "on": "DST-6",
    "of": "ALY-2",
    "with": "STA-1",
}
ADJECTIVE_RULES = {
    "adjacent": "ADJ-1",
    "standing": "CHA-20",
    "knocked-down": "CHA-8",
    "exhausted": "TRN-11",
    "ready": "TRN-11",
    "basic": "SUP-7",
}
NOUN_RULES = {"ally": "ALY-2", "rival": "ALY-2", "character": "ALY-3", "companion": "ALY-3", "minion": "ALY-3", "figure": "ALY-3"}


def why_not_in_text(state: State, choice: Choice) -> list[Reason]:
    """The reasons against an answer to a text's question, the weightiest first; empty if none is known."""
    frame = state.stack[-1]
    law = law_asked(state) if choice.verb == SQUARE else None
    if law is not None:
        return why_no_way(state, law, choice.path) if choice.path else why_no_end(state, law, choice.thing)
    if frame[0] != TEXT_FRAME:
        return []
    steps = state.cast.programs[frame[PROG]].steps
    op = steps[frame[STAGE]]
    if op.op == ops.ASK:
        frame = frame[:]
        frame[STAGE] += 1
        op = steps[frame[STAGE]]
    if op.op == ops.DO and op.act is not None:
        if choice.verb == SQUARE:
            return _why_no_square(state, frame, op, choice.thing)
        if op.act.verb == "challenge" and choice.verb == FIGURE:
            return _why_no_target(state, frame, op, choice.figure)
        return []
    if op.phrase is None or choice.verb not in (FIGURE, THING):
        return []
    thing = choice.figure if choice.verb == FIGURE else choice.thing
    if is_figure(thing) and thing >= len(state.setup.figures):
        return []
    return why_unlike(state, frame, op.phrase, thing) or _why_kept_useless(state, frame, op, thing) or [_why_useless(state, frame, thing)]


def _why_kept_useless(state: State, frame: list[int], op: Step, thing: int) -> list[Reason]:
    """Why the deed after a pick is not for a thing: a card keeps it from that, or a challenge does not reach it."""
    nxt = state.cast.programs[frame[PROG]].steps[frame[STAGE] + 1]
    if nxt.op == ops.HELD:
        return why_kept_from(state, thing, "control", frame[WHO])
    if nxt.act is None:
        return []
    if nxt.act.verb == "challenge" and op.slot == ops.DEST and is_figure(thing):
        return _why_no_target(state, frame, nxt, thing)
    return why_kept_from(state, thing, nxt.act.verb, frame[WHO]) if op.slot == ops.OBJ else []


def _why_useless(state: State, frame: list[int], thing: int) -> Reason:
    """Why the part after a pick could do nothing with a thing: control, a move that must end somewhere, a card in play."""
    nxt = state.cast.programs[frame[PROG]].steps[frame[STAGE] + 1]
    about = [thing] if is_figure(thing) else []
    if nxt.op == ops.HELD:
        return because("CTL-7", "It could do none of the actions.", things=about)
    if nxt.act is not None and nxt.act.verb == "move" and any(word == "ending" for word, _ in nxt.act.how):
        return because("MOV-19", "It cannot end there.", things=about)
    if is_piece(thing) and state.setup.pieces[thing - PIECE].deck:
        return because("STA-4", "It is in play, or was just discarded.")
    return because("ABI-4", "The card can do nothing with it.", things=about)


def _why_no_square(state: State, frame: list[int], op: Step, square: int) -> list[Reason]:
    """Why a thing cannot be brought into a square by this deed."""
    act = op.act
    moved = objects(state, frame, op)
    if act is None or not moved or not 0 <= square < state.setup.grid.size:
        return []
    thing = moved[0]
    grid = state.setup.grid
    where = grid.name(square)
    reasons: list[Reason] = []
    if not state.setup.enterable & BIT[square]:
        rule = "MAP-4" if grid.closed & BIT[square] else "MAP-3"
        return [because(rule, f"{where} cannot be entered.", squares=[square])]
    if act.verb == "place":
        if not ground(state, thing)[1] & BIT[square] and square != square_of(state, thing):
            reasons.append(because("MOV-13", f"{where} is occupied.", squares=[square]))
        assert isinstance(act.to, tuple)
        for one in act.to:
            if one.rel in RELATION_RULES and _fails(state, frame, one, thing, square):
                reasons += _why_not_the_square(state, frame, one, thing, square) or [_unrelated(one, where, square)]
        return (
            reasons
            or why_kept_from(state, thing, act.verb, frame[WHO])
            or [because("MOV-13", f"Nothing can be placed in {where} now.", squares=[square])]
        )
    return [because("ABI-4", "It is not on the map, or a rule keeps it where it is.", squares=[square])]


def _why_not_the_square(state: State, frame: list[int], one: Filter, thing: int, square: int) -> list[Reason]:
    """Which word of `in an empty square within 3` a square fails."""
    group = one.arg
    if one.rel != "in" or one.neg or not isinstance(group, Group) or group.nouns != ("square",):
        return []
    where = state.setup.grid.name(square)
    reasons: list[Reason] = []
    if "empty" in group.adjs and not is_so(state, frame, "empty", SQUARE_AT + square):
        reasons.append(Reason("OCC-1", f"The card asks for {phrase_words(group)}, and {where} is not empty.", (square,)))
    for rel in group.filters:
        if rel.rel in RELATION_RULES and _fails(state, frame, rel, thing, square):
            reasons.append(_unrelated(rel, where, square))
    return reasons


def _fails(state: State, frame: list[int], one: Filter, thing: int, square: int) -> bool:
    return bool(place_mask(state, frame, one, thing) & BIT[square]) == one.neg


def _unrelated(one: Filter, where: str, square: int) -> Reason:
    return because(RELATION_RULES[one.rel], _asked(one, where), squares=[square])


def _asked(one: Filter, name: str) -> str:
    """What the card asks of a thing, in its own words, and that it is not so: `The card asks for "within 3"; c4 is not so.`"""
    return f'The card asks for "{PhraseWords().filter(one)}", and {name} is not so.'


def _why_no_target(state: State, frame: list[int], op: Step, target: int) -> list[Reason]:
    """Why a challenge of a text cannot name a figure."""
    assert op.act is not None
    who = frame[WHO]
    mark = state.setup.mark(target)
    if is_figure(who) and side_now(state, who) == side_now(state, target):
        return [because("CHA-1", f"{mark} is no rival.", things=[target])]
    against = how_of(op.act, "against")
    unlike = why_unlike(state, frame, against, target) if isinstance(against, Ref | Group | Join) else []
    reach = reach_of(state, frame, op.act, who)
    said = f"{mark} is not seen within {reach}." if reach else f"{mark} is not adjacent."
    reached = replace(op, act=replace(op.act, how=tuple(one for one in op.act.how if one[0] != "against")), picked=())
    kept = why_kept(state, target, ("challenged", "seen") if reach else ("challenged",))
    if not kept and target not in challenge_targets(state, frame, reached):
        kept = [because("CHA-2", said, things=[target])]
    return kept + unlike


def why_unlike(state: State, frame: list[int], phrase: Phrase, thing: int) -> list[Reason]:
    """Why a thing is not one of those a phrase names."""
    if isinstance(phrase, Join):
        found = [why_unlike(state, frame, part, thing) for part in phrase.parts if not isinstance(part, Ref)]
        return found[0] if found and all(found) else []
    if isinstance(phrase, Ref) or not (is_figure(thing) or is_piece(thing) or is_square(thing)):
        return []
    return _why_unlike_group(state, frame, phrase, thing)


def _told(state: State, thing: int) -> str:
    """A figure by its mark, a piece by its name and square, a square by its name."""
    if is_figure(thing):
        return state.setup.mark(thing)
    square = square_of(state, thing)
    where = state.setup.grid.name(square) if square >= 0 else ""
    if is_square(thing):
        return where
    name = state.setup.pieces[thing - PIECE].name
    return f"{name} on {where}" if where else name


def _why_unlike_group(state: State, frame: list[int], group: Group, thing: int) -> list[Reason]:
    mark = _told(state, thing)
    if is_figure(thing) and state.where[thing] < 0:
        return [because("DST-6", f"{mark} is not on the map.", things=[thing])]
    reasons: list[Reason] = []
    if not any(noun_test(state.cast.own, group, noun)(state, frame, thing) for noun in group.nouns):
        noun = group.nouns[0]
        reasons.append(because(NOUN_RULES.get(noun, "ABI-4"), f"{mark} is no {noun}.", things=[thing]))
    for word in group.adjs:
        if word in ADJECTIVE_RULES and not is_so(state, frame, word, thing):
            told = f"The card asks for {phrase_words(group)}, and {mark} is not {word}."
            reasons.append(Reason(ADJECTIVE_RULES[word], told, (), () if is_square(thing) else (thing,)))
    for one in group.filters:
        if one.rel in RELATION_RULES and not relates(state, frame, one, thing):
            if one.rel == "in sight" and not one.neg and thing in concealed(state):
                reasons += why_kept(state, thing, ("seen",))
                continue
            reasons.append(because(RELATION_RULES[one.rel], _asked(one, mark), things=[thing] if not is_square(thing) else []))
    return reasons
