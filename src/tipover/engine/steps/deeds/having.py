"""Points, tokens, pieces and cards: gaining, taking, giving, putting on tracks, shifting (TOK, STA, CDN)."""

from __future__ import annotations

from tipover.cards.ast import Group, Join, Ref
from tipover.cards.catalog import COLOURS
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.decision import PIECE, Choice
from tipover.engine.event import (
    CardDiscarded,
    CardPlayed,
    Claimed,
    Event,
    Given,
    PointsGained,
    PutOnTrack,
    Removed,
    Taken,
    TokensGained,
    TokenShifted,
)
from tipover.engine.flow.points import ends_at_once, gain
from tipover.engine.flow.rounds import shift_thing, shift_token
from tipover.engine.state import HELD, IN_FORCE, RESERVE, State, changed
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.facts import amount
from tipover.engine.steps.frame import (
    AREA_AT,
    DEST,
    ME,
    SIDE_AT,
    WHO,
    YOU,
    is_area,
    is_figure,
    is_piece,
    is_token,
    token_at,
    token_parts,
)
from tipover.engine.steps.nouns import count_of, named, side_of, things
from tipover.engine.triggers import launch, set_off


def doer_side(state: State, frame: list[int]) -> int:
    """Whose gain it is: the text's side."""
    return frame[YOU]


# -- gaining ---------------------------------------------------------------------------------------------


def gain_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A gain is always possible; pieces that are all out give nothing more (TOK-2)."""
    return None


def do_gain(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Points, ability tokens, or tokens of one's own kept on the card."""
    act = op.act
    assert act is not None
    side = doer_side(state, frame)
    sign = -1 if act.verb == "lose" else 1
    if act.what is None:
        points = amount(state, frame, act.n)
        if points:
            _points(state, frame, side, sign * points, events)
        return
    assert isinstance(act.what, Group)
    count = act.what.det if isinstance(act.what.det, int) else 1
    noun = act.what.nouns[0]
    colour = next((k for k, one in enumerate(COLOURS) if noun == f"{one} token"), -1)
    if colour >= 0:
        state.pool[side * 4 + colour] = max(0, state.pool[side * 4 + colour] + sign * count)
        events.append(TokensGained(side, colour, sign * count))
        return
    for _ in range(count):
        if sign > 0:
            _gain_piece(state, frame, act.what, events)
        else:
            _lose_piece(state, frame, act.what, events)


def _points(state: State, frame: list[int], side: int, points: int, events: list[Event]) -> None:
    name = state.cast.programs[frame[2]].name
    if points > 0:
        gain(state, side, points, name, events)
    else:
        points = max(points, -state.points[side])
        state.points[side] += points
        events.append(PointsGained(side, points, name))
    launch(state, set_off(state, "when reaches", what=state.points[side], side=side))
    ends_at_once(state, events)


def _gain_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    """A token of one's own from the reserve onto the card, while there is one."""
    who = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
    for piece, slot in enumerate(state.setup.pieces):
        if f"{slot.name} {slot.sort}" in group.nouns and state.lies[piece] == RESERVE and state.owner[piece] in (who, -1):
            state.lies[piece] = HELD
            state.held[piece] = who
            events.append(Given(PIECE + piece, who))
            return


def _lose_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    who = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
    for piece, slot in enumerate(state.setup.pieces):
        if f"{slot.name} {slot.sort}" in group.nouns and state.held[piece] == who:
            drop_piece(state, piece, events)
            return


def drop_piece(state: State, piece: int, events: list[Event]) -> None:
    """Out of play and available again (TOK-5)."""
    state.lies[piece] = RESERVE
    state.held[piece] = -1
    events.append(CardDiscarded(PIECE + piece))


# -- discarding, removing, playing -----------------------------------------------------------------------


def discardable(state: State, frame: list[int], op: Step) -> list[int]:
    """The things a discard takes: of a number, that many; a deck's card only while it is in force."""
    act = op.act
    assert act is not None
    found = objects(state, frame, op)
    if isinstance(act.what, Group) and isinstance(act.what.det, int):
        who = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
        mine = [thing for thing in found if is_piece(thing) and state.held[thing - PIECE] == who]
        return mine[: act.what.det] if len(mine) >= act.what.det else []
    return [thing for thing in found if in_play(state, thing)]


def in_play(state: State, thing: int) -> bool:
    """Whether a piece is on the map, held, or in force; figures on the map."""
    if is_piece(thing):
        return state.lies[thing - PIECE] != RESERVE
    return is_figure(thing) and state.where[thing] >= 0


def discard_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A discard needs something that is there."""
    return None if discardable(state, frame, op) else []


def do_discard(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Discard cards, tokens, statuses."""
    for thing in discardable(state, frame, op):
        if is_piece(thing):
            drop_piece(state, thing - PIECE, events)
        else:
            _remove_figure(state, thing, events)


def _remove_figure(state: State, figure: int, events: list[Event]) -> None:
    from tipover.engine.flow.challenge import remove

    remove(state, figure, events)


def do_remove(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take pieces and minions off the map."""
    for thing in objects(state, frame, op):
        if is_figure(thing):
            _remove_figure(state, thing, events)
        elif is_piece(thing):
            state.lies[thing - PIECE] = RESERVE
            state.held[thing - PIECE] = -1
            events.append(Removed(thing))


def play_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A card of one's own that is not in force."""
    found = objects(state, frame, op)
    return None if found and is_piece(found[0]) and state.lies[found[0] - PIECE] == RESERVE else []


def do_play(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Put a deck's card into force for everyone (STA-2)."""
    thing = objects(state, frame, op)[0]
    state.lies[thing - PIECE] = IN_FORCE
    state.owner = changed(state.owner, thing - PIECE, frame[ME])
    events.append(CardPlayed(thing))


# -- taking and giving -----------------------------------------------------------------------------------


def take_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """What is taken must lie on the map."""
    found = objects(state, frame, op)
    if not found or not is_figure(frame[WHO]):
        return []
    thing = found[0]
    there = state.where[thing] >= 0 if is_figure(thing) else state.lies[thing - PIECE] >= 0
    return None if there else []


def do_take(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The doer carries it: on its card, off the map (CDN-10)."""
    thing, who = objects(state, frame, op)[0], frame[WHO]
    if is_figure(thing):
        state.last[thing] = state.where[thing]
        state.where[thing] = RESERVE
        state.borne = changed(state.borne, thing, who)
    else:
        state.lies[thing - PIECE] = HELD
        state.held[thing - PIECE] = who
        state.kept_by[thing - PIECE] = state.setup.side_of[who]
    events.append(Taken(who, thing))
    launch(state, set_off(state, "when takes", who, what=thing))


def receiver(state: State, frame: list[int], op: Step) -> int:
    """Whom something is given to, or -1."""
    act = op.act
    assert act is not None
    if IN_DEST in op.picked:
        return frame[DEST]
    assert isinstance(act.to, Ref | Group | Join)
    found = things(state, frame, act.to)
    return found[0] if found else -1


def given(state: State, frame: list[int], op: Step) -> list[int]:
    """What is given: a status or marker from the reserve, or an item its holder has."""
    act = op.act
    assert act is not None
    found = objects(state, frame, op)
    if isinstance(act.what, Ref):
        found = named(state, frame, act.what.word)
    free = [thing for thing in found if is_piece(thing) and _givable(state, thing)]
    return free[:1]


def _givable(state: State, thing: int) -> bool:
    piece = thing - PIECE
    sort = state.setup.pieces[piece].sort
    if sort == "status":
        return state.lies[piece] == RESERVE
    return True


def give_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A copy that is not in play, and somebody who can hold it (STA-1, ITM-3)."""
    to = receiver(state, frame, op)
    what = given(state, frame, op)
    if to < 0 or not is_figure(to) or not what:
        return []
    if state.setup.pieces[what[0] - PIECE].sort == "item" and state.setup.card(state.card[to]).basic:
        return []
    return None


def do_give(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Give a status, a mark or an item; who gave it is its owner."""
    to, thing = receiver(state, frame, op), given(state, frame, op)[0]
    piece = thing - PIECE
    state.held[piece] = to
    if state.lies[piece] == RESERVE or state.lies[piece] >= 0:
        state.lies[piece] = HELD
    if state.setup.pieces[piece].sort == "status":
        state.owner = changed(state.owner, piece, frame[ME])
    if state.setup.pieces[piece].sort == "item":
        state.kept_by[piece] = state.setup.side_of[to]
    frame[5] = to
    events.append(Given(thing, to))


def claim_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """An area that does not show one's colour yet."""
    found = [thing for thing in objects(state, frame, op) if is_area(thing)]
    return None if found and state.claims[found[0] - AREA_AT] != _claimer(state, frame) else []


def _claimer(state: State, frame: list[int]) -> int:
    return side_of(state, frame[WHO]) if is_figure(frame[WHO]) else frame[YOU]


def do_claim(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The area's marker shows the doer's colour."""
    area = objects(state, frame, op)[0] - AREA_AT
    side = _claimer(state, frame)
    state.claims = changed(state.claims, area, side)
    events.append(Claimed(frame[WHO], area, side))


# -- tracks ----------------------------------------------------------------------------------------------


def put_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Something must be there to be put."""
    return None if objects(state, frame, op) else []


def do_put(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Put figures, pieces and tokens on a place of a track; it is no knock-out (CHA-27)."""
    act = op.act
    assert act is not None and isinstance(act.to, Group)
    place = amount(state, frame, act.n)
    from tipover.engine.steps.nouns import pool_sides

    sides = pool_sides(state, frame, act.to)
    side = sides[0] if sides else frame[YOU]
    for thing in _every(state, frame, op):
        put_on_track(state, thing, side, place, events)


def put_on_track(state: State, thing: int, side: int, place: int, events: list[Event]) -> None:
    """Put one thing on a place of a side's track."""
    if is_token(thing):
        owner, at, colour = token_parts(thing)
        if at:
            state.track[owner * 16 + (at - 1) * 4 + colour] -= 1
        else:
            state.pool[owner * 4 + colour] -= 1
        state.track[side * 16 + (place - 1) * 4 + colour] += 1
        events.append(TokenShifted(side, colour, at, place))
        return
    if is_figure(thing):
        from tipover.engine.flow.challenge import off_the_map

        off_the_map(state, thing, -place, events)
        events.append(PutOnTrack(thing, side, place))
        return
    piece = thing - PIECE
    state.held[piece] = state.held[piece] if state.setup.pieces[piece].sort == "item" else -1
    state.lies[piece] = -place
    state.kept_by[piece] = side
    if state.setup.pieces[piece].sort == "marker":
        state.owner = changed(state.owner, piece, -1)
    events.append(PutOnTrack(thing, side, place))


def shift_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Something must lie on the track."""
    act = op.act
    assert act is not None
    if isinstance(act.what, Group) and act.what.det in ("each", "all"):
        return None
    return None if objects(state, frame, op) else []


def do_shift(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Shift up or down."""
    act = op.act
    assert act is not None and act.n is not None
    down = any(word == "down" for word, _ in act.how)
    by = amount(state, frame, act.n)
    moved = sorted(_every(state, frame, op), key=lambda one: _place(one) if down else -_place(one))
    for thing in moved:
        _shift(state, thing, -by if down else by, events)


def _every(state: State, frame: list[int], op: Step) -> list[int]:
    """The things a deed is done to, equal tokens on one place each for itself when all are meant."""
    found = objects(state, frame, op)
    if op.picked:
        return found
    return [thing for thing in found for _ in range(count_of(state, thing))]


def _place(thing: int) -> int:
    return token_parts(thing)[1] if is_token(thing) else 0


def _shift(state: State, thing: int, by: int, events: list[Event]) -> None:
    if is_token(thing):
        side, place, colour = token_parts(thing)
        goal = shift_token(state, side, colour, place, by, events)
        events.append(TokenShifted(side, colour, place, goal))
        return
    shift_thing(state, thing, by, events)


def do_return(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Off the track, wherever it lies (CDN-5)."""
    for thing in _every(state, frame, op):
        _shift(state, thing, -9, events)


__all__ = ["SIDE_AT", "token_at"]
