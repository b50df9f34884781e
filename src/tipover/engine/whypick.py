"""Why something cannot be chosen inside a text: the relation, kind or rule of moving that it fails."""

from __future__ import annotations

from tipover.board.mask import BIT
from tipover.board.paths import in_line
from tipover.cards import program as ops
from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.program import Step
from tipover.engine.decision import FIGURE, PIECE, SQUARE, THING, Choice
from tipover.engine.flow.kinds import STAGE, TEXT_FRAME
from tipover.engine.reason import Reason, because
from tipover.engine.state import State
from tipover.engine.steps.deeds.acting import reach_of
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.deeds.moving import ground
from tipover.engine.steps.facts import amount
from tipover.engine.steps.frame import PROG, WHO, is_figure, is_piece
from tipover.engine.steps.nouns import _is_noun, _is_so, place_mask, relates, side_now, square_of

# The rule behind a relation of place, an adjective, a noun.
RELATION_RULES = {"within": "DST-2", "adjacent to": "ADJ-1", "in sight": "SEE-1", "in": "MAP-6", "on": "DST-6", "of": "ALY-2", "with": "STA-1"}
ADJECTIVE_RULES = {"adjacent": "ADJ-1", "standing": "CHA-20", "knocked-down": "CHA-8", "exhausted": "TRN-11", "ready": "TRN-11", "basic": "SUP-7"}
NOUN_RULES = {"ally": "ALY-2", "rival": "ALY-2", "character": "ALY-3", "companion": "ALY-3", "minion": "ALY-3", "figure": "ALY-3"}


def why_not_in_text(state: State, choice: Choice) -> list[Reason]:
    """The reasons against an answer to a text's question, the weightiest first; empty if none is known."""
    frame = state.stack[-1]
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
    return why_unlike(state, frame, op.phrase, thing) or [_why_useless(state, frame, thing)]


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
    if not ground(state, thing)[1] & BIT[square] and square != square_of(state, thing):
        reasons.append(because("MOV-13" if act.verb == "place" else "MOV-6", f"{where} is occupied.", squares=[square]))
    if act.verb == "place":
        assert isinstance(act.to, tuple)
        reasons += [_unrelated(one, where, square) for one in act.to if one.rel in RELATION_RULES and _fails(state, frame, one, thing, square)]
        return reasons or [because("MOV-13", f"Nothing can be placed in {where} now.", squares=[square])]
    start = square_of(state, thing)
    if start >= 0 and grid.distance(start, square) > amount(state, frame, act.n):
        reasons.append(because("MOV-3", f"{where} is {grid.distance(start, square)} squares away.", squares=[square]))
    if start >= 0 and any(word == "straight" for word, _ in act.how):
        if not in_line(grid, start, square):
            reasons.append(because("DST-4", f"{where} is in no straight line.", squares=[square]))
        elif any(BIT[one] & ~ground(state, thing)[0] for one in _between(state, start, square)):
            reasons.append(because("MOV-5", f"A rival stands on the way to {where}.", squares=[square]))
    if act.verb in ("push", "pull") or any(word in ("toward", "away from") for word, _ in act.how):
        reasons.append(because("MOV-11", f"Not every step to {where} would change the distance as it must.", squares=[square]))
    return reasons or [because("MOV-1", f"There is no way to {where}.", squares=[square])]


def _between(state: State, start: int, end: int) -> list[int]:
    """The squares inside a straight line."""
    grid = state.setup.grid
    near = grid.distance(start, end)
    return [one for one in range(grid.size) if in_line(grid, start, one) and in_line(grid, one, end) and 0 < grid.distance(start, one) < near and grid.distance(start, one) + grid.distance(one, end) == near]


def _fails(state: State, frame: list[int], one: Filter, thing: int, square: int) -> bool:
    return bool(place_mask(state, frame, one, thing) & BIT[square]) == one.neg


def _unrelated(one: Filter, where: str, square: int) -> Reason:
    said = f"{one.rel} {one.n}" if one.n is not None else one.rel
    return because(RELATION_RULES[one.rel], f"{where} is {'' if one.neg else 'not '}{said} as the card asks.", squares=[square])


def _why_no_target(state: State, frame: list[int], op: Step, target: int) -> list[Reason]:
    """Why a challenge of a text cannot name a figure."""
    assert op.act is not None
    who = frame[WHO]
    mark = state.setup.mark(target)
    if is_figure(who) and side_now(state, who) == side_now(state, target):
        return [because("CHA-1", f"{mark} is no rival.", things=[target])]
    reach = reach_of(state, frame, op.act, who)
    said = f"{mark} is not seen within {reach}." if reach else f"{mark} is not adjacent."
    return [because("CHA-2", said, things=[target])]


def why_unlike(state: State, frame: list[int], phrase: Phrase, thing: int) -> list[Reason]:
    """Why a thing is not one of those a phrase names."""
    if isinstance(phrase, Join):
        found = [why_unlike(state, frame, part, thing) for part in phrase.parts if not isinstance(part, Ref)]
        return [] if not all(found) else found[0]
    if isinstance(phrase, Ref) or not is_figure(thing):
        return []
    return _why_unlike_group(state, frame, phrase, thing)


def _why_unlike_group(state: State, frame: list[int], group: Group, thing: int) -> list[Reason]:
    mark = state.setup.mark(thing)
    if state.where[thing] < 0:
        return [because("DST-6", f"{mark} is not on the map.", things=[thing])]
    reasons: list[Reason] = []
    if not any(_is_noun(state, frame, noun, thing) for noun in group.nouns):
        noun = group.nouns[0]
        reasons.append(because(NOUN_RULES.get(noun, "ABI-4"), f"{mark} is no {noun}.", things=[thing]))
    for word in group.adjs:
        if word in ADJECTIVE_RULES and not _is_so(state, frame, word, thing):
            reasons.append(because(ADJECTIVE_RULES[word], f"{mark} is not {word}.", things=[thing]))
    for one in group.filters:
        if one.rel in RELATION_RULES and not relates(state, frame, one, thing):
            said = f"{one.rel} {one.n}" if one.n is not None else one.rel
            reasons.append(because(RELATION_RULES[one.rel], f"{mark} is {'' if one.neg else 'not '}{said} as the card asks.", things=[thing]))
    return reasons
