"""What a text waits for, made to happen in a copy of a state, so that a trial need not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.board.mask import NO_SQUARE, Mask, squares_of
from tipover.cards.ast import EventClause, Instead, Phrase, When, While
from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.engine.core.frames import challenge_frame
from tipover.engine.core.ids import NO_SIDE, NOBODY, PIECE_THING, PLACES, FigureId, Thing, is_figure, is_piece, piece_of
from tipover.engine.core.state import State, changed
from tipover.engine.core.text_index import Entry
from tipover.engine.core.tracks import at_place, is_on_track
from tipover.engine.effects.figures import knock_down, lose_out, remove, stand_up
from tipover.engine.effects.moves import begin_move, put_down
from tipover.engine.effects.pieces import remove_piece
from tipover.engine.effects.tracks import shift_thing
from tipover.engine.phrases.entities import side_of, square_of
from tipover.engine.phrases.meaning import area_mask, fits, place_mask, things
from tipover.engine.phrases.modifiers import is_kept_from
from tipover.engine.phrases.terrain import board, free_squares
from tipover.engine.phrases.text_frames import frame_of
from tipover.engine.run import reopen

Cause: TypeAlias = Callable[[State, Thing, FigureId], None]
MOST_TRIED: Final = 4


def provoked(state: State, entry: Entry, number: int) -> State | None:
    """A copy of a state in which the event of a trigger has just happened to one of those it speaks of; None if it cannot be made to happen.

    `number` chooses whom, and who did it. What begins with a choice of action is left to play.
    """
    text, frame = entry.text, frame_of(state, entry)
    assert isinstance(text, (When, Instead))
    event = text.event
    who = event.what if event.verb == "knocks out" else event.who
    if frame is None or not isinstance(who, Phrase):
        return None
    everything: list[Thing] = [*state.setup.figure_ids, *(PIECE_THING[piece] for piece in state.setup.piece_ids)]
    fitting = [thing for thing in everything if fits(state, frame, who, thing)]
    if not fitting:
        return None
    trial, thing = state.clone(), fitting[number % len(fitting)]
    if event.verb in ("enters", "ends"):
        return _arrived(trial, thing, _goal(state, frame, event, thing), number, is_placed=event.verb == "enters")
    others = [one for side in state.setup.sides for one in state.setup.characters[side] if side != side_of(state, thing)]
    by = [one for one in others if state.figure_at[one] >= 0] or [NOBODY]
    cause = _CAUSES.get(event.verb)
    if cause is None:
        return None
    cause(trial, thing, by[number % len(by)])
    reopen(trial)
    return trial


def matters_when_tried(state: State, rule: Entry) -> bool:
    """Whether a standing rule makes a difference when what it speaks of is tried now: whom it keeps from something, or challenges."""
    text, frame = rule.text, frame_of(state, rule)
    if not isinstance(text, While) or frame is None or text.change.who is None:
        return False
    for thing in things(state, frame, text.change.who)[:MOST_TRIED]:
        if text.change.verb == "cannot-be":
            without = state.clone()
            without.texts = state.texts.without(rule)
            if is_kept_from(state, thing, text.change.how[0][0]) != is_kept_from(without, thing, text.change.how[0][0]):
                return True
            continue
        others = [one for one in state.setup.figure_ids if state.figure_at[one] >= 0 and side_of(state, one) != side_of(state, thing)]
        for by in others[:MOST_TRIED]:
            if any(_differs(state, rule, cause, thing, by) for cause in (_challenge, _be_challenger)):
                return True
    return False


def _differs(state: State, rule: Entry, cause: Cause, thing: Thing, by: FigureId) -> bool:
    """Whether something comes to another end with a rule than without it."""
    found: list[object] = []
    for texts in (state.texts, state.texts.without(rule)):
        trial = state.clone()
        trial.texts = texts
        cause(trial, thing, by)
        reopen(trial)
        ask = trial.decision
        found.append((trial.facts(), None if ask is None else (ask.options, ask.weights)))
    return found[0] != found[1]


def _goal(state: State, frame: list[int], event: EventClause, thing: Thing) -> Mask:
    """The squares that somebody has to come to."""
    if isinstance(event.what, Phrase):
        return area_mask(state, frame, event.what)
    mask = state.setup.enterable
    for one in event.what if isinstance(event.what, tuple) else ():
        squares = place_mask(state, frame, one, thing)
        mask &= ~squares if one.neg else squares
    return mask


def _arrived(trial: State, thing: Thing, area: Mask, number: int, is_placed: bool) -> State | None:
    """The state with a thing on the map put into one of some squares, or moved there from beside it."""
    squares = squares_of(area & (free_squares(trial) if is_figure(thing) else trial.setup.enterable))
    if not squares or square_of(trial, thing) < 0:
        return None
    square = squares[number % len(squares)]
    if is_placed:
        put_down(trial, thing, square, [])
    else:
        beside = squares_of(board(trial).steps(square) & free_squares(trial))
        if is_figure(thing) and beside:
            trial.figure_at[thing] = beside[0]
        begin_move(trial, thing, (square,) if beside else (), [])
    reopen(trial)
    return trial


def _knock_down(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.setup.kind_of[thing] == CHARACTER and state.figure_at[thing] >= 0:
        state.down[thing] = 0
        knock_down(state, thing, by, [])


def _knock_out(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.figure_at[thing] >= 0:
        lose_out(state, thing, by, state.setup.side_of[by] if by >= 0 else NO_SIDE, [], by)


def _remove(state: State, thing: Thing, by: FigureId) -> None:
    if not is_figure(thing):
        remove_piece(state, piece_of(thing), [], by)
    elif state.setup.kind_of[thing] == MINION and state.figure_at[thing] >= 0:
        remove(state, thing, [], by)


def _return(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing):
        if not is_on_track(state.figure_at[thing]):
            state.last[thing], state.figure_at[thing] = max(state.figure_at[thing], NO_SQUARE), at_place(1)
    elif not is_on_track(state.piece_at[piece_of(thing)]):
        piece = piece_of(thing)
        state.piece_at[piece], state.piece_holder[piece] = at_place(1), NOBODY
        state.piece_side = changed(state.piece_side, piece, max(state.piece_side[piece], state.setup.sides[0]))
    shift_thing(state, thing, -PLACES, [])


def _stand(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.setup.kind_of[thing] == CHARACTER and state.figure_at[thing] >= 0:
        state.down[thing] = 1
        stand_up(state, thing, thing, "", [])


def _challenge(state: State, thing: Thing, by: FigureId) -> None:
    if by >= 0 and square_of(state, thing) >= 0 and _is_challenged_at_all(state, thing):
        state.down[by] = 0
        state.stack.append(challenge_frame.new(by, thing))


def _is_challenged_at_all(state: State, thing: Thing) -> bool:
    """Whether anybody may challenge it: no bonus objective (BON-3), no piece without a defense (CHA-1)."""
    if is_figure(thing):
        return state.setup.kind_of[thing] != OBJECTIVE
    return is_piece(thing) and piece_of(thing) in state.setup.challengeable


def _be_challenger(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and by >= 0:
        _challenge(state, by, thing)


_CAUSES: Final[dict[str, Cause]] = {
    "knocked down": _knock_down,
    "knocked out": _knock_out,
    "knocks out": _knock_out,
    "leaves": _knock_out,
    "removed": _remove,
    "returns": _return,
    "stands": _stand,
    "challenged": _challenge,
    "challenge against": _challenge,
    "beaten": _challenge,
    "withstands": _challenge,
    "rolls to defend": _challenge,
    "challenge by": _be_challenger,
    "wins": _be_challenger,
    "loses": _be_challenger,
    "rolls in a challenge": _be_challenger,
    "rolls": _be_challenger,
}
