"""Points, tokens, pieces and cards: gaining, taking, giving, putting on tracks, shifting (TOK, STA, CDN)."""

from __future__ import annotations

from tipover.cards.ast import Group, Join, Ref
from tipover.cards.catalog import CHARACTER, COLOURS
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.cards.vocabulary import REFS
from tipover.engine.changes import prevented
from tipover.engine.decision import PIECE, THING, Choice
from tipover.engine.event import (
    CardDiscarded,
    CardFlipped,
    CardPlayed,
    Claimed,
    Event,
    Given,
    PutOnTrack,
    Taken,
    TokensGained,
    TokenShifted,
)
from tipover.engine.flow.points import gain, gained_by
from tipover.engine.flow.rounds import PLACES, shift_thing, shift_token
from tipover.engine.state import HELD, IN_FORCE, NOBODY, RESERVE, State, changed
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.facts import amount
from tipover.engine.steps.frame import (
    AREA_AT,
    CARD,
    DEST,
    ME,
    NOTHING,
    OWNER,
    PROG,
    WHO,
    YOU,
    is_area,
    is_figure,
    is_piece,
    is_token,
    token_parts,
)
from tipover.engine.steps.nouns import named, pool_sides, things
from tipover.engine.steps.thing import count_of, side_of
from tipover.engine.triggers import launch, set_off


def doer(frame: list[int]) -> int:
    """The figure that does a deed: the one the text has doing it, else `this`."""
    return frame[WHO] if is_figure(frame[WHO]) else frame[ME]


# -- gaining ---------------------------------------------------------------------------------------------


def gain_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A gain is possible for any side, though pieces that are all out give nothing more (TOK-2); nobody gains nothing."""
    return None if _gainer(state, frame) >= 0 else []


def do_gain(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Points, ability tokens, or tokens of one's own kept on the card."""
    act = op.act
    assert act is not None
    side = _gainer(state, frame)
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
        count = sign * count if sign > 0 else -min(count, state.pool[side * 4 + colour])
        state.pool[side * 4 + colour] += count
        events.append(TokensGained(side, colour, count))
        return
    for _ in range(count):
        if sign > 0:
            _gain_piece(state, frame, act.what, events)
        else:
            _lose_piece(state, frame, act.what, events)


def _gainer(state: State, frame: list[int]) -> int:
    """The side that gains or loses: that of the doer a text names, else the text's own (ALY-4)."""
    who = frame[WHO]
    if who in (NOTHING, frame[ME]):
        return frame[YOU]
    return side_of(state, who)


def _points(state: State, frame: list[int], side: int, points: int, events: list[Event]) -> None:
    name = gained_by(state, frame[ME], state.cast.programs[frame[PROG]].name)
    gain(state, side, points, name, events)


def _gain_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    """A token of one's own from the reserve onto the card, while there is one."""
    who = doer(frame)
    for piece, slot in enumerate(state.setup.pieces):
        if f"{slot.name} {slot.sort}" in group.nouns and state.lies[piece] == RESERVE and state.owner[piece] in (who, -1):
            state.lies[piece] = HELD
            state.held[piece] = who
            events.append(Given(PIECE + piece, who))
            return


def _lose_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    who = doer(frame)
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
        who = doer(frame)
        mine = [thing for thing in found if is_piece(thing) and state.held[thing - PIECE] == who]
        return mine[: act.what.det] if len(mine) >= act.what.det else []
    return [thing for thing in found if in_play(state, thing)]


def in_play(state: State, thing: int) -> bool:
    """Whether a piece is on the map, held, or in force; figures on the map."""
    if is_piece(thing):
        return state.lies[thing - PIECE] != RESERVE
    return is_figure(thing) and state.where[thing] >= 0


def discard_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A discard needs something that is there; of several copies that go by one name it is one, and asked which (STA-1)."""
    found = discardable(state, frame, op)
    if len(found) > 1 and op.act is not None and isinstance(op.act.what, Ref) and is_piece(found[0]):
        return [Choice(THING, -1, thing) for thing in found]
    return None if found else []


def do_discard(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Discard cards, tokens, statuses."""
    for thing in discardable(state, frame, op) if choice is None else [choice.thing]:
        if is_piece(thing):
            drop_piece(state, thing - PIECE, events)
        else:
            _remove_figure(state, thing, events)


def _remove_figure(state: State, figure: int, events: list[Event]) -> None:
    """A minion leaves the map; what is no minion is not removed but put on a track (CHA-9)."""
    from tipover.engine.flow.challenge import remove

    remove(state, figure, events)


def do_remove(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take pieces and minions off the map."""
    from tipover.engine.flow.challenge import remove_piece

    for thing in objects(state, frame, op):
        if is_figure(thing):
            _remove_figure(state, thing, events)
        elif is_piece(thing):
            remove_piece(state, thing - PIECE, events)


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
    """What is taken lies on the map, or is with another figure; items go only to who can hold them (ITM-3)."""
    found = objects(state, frame, op)
    if not found or not is_figure(frame[WHO]):
        return []
    return None if _can_take(state, frame[WHO], found[0]) else []


def _can_take(state: State, who: int, thing: int) -> bool:
    if is_figure(thing):
        return state.where[thing] >= 0
    piece = thing - PIECE
    if state.setup.pieces[piece].sort == "item" and not _can_hold_items(state, who):
        return False
    return state.lies[piece] >= 0 or (state.lies[piece] == HELD and state.held[piece] != who)


def do_take(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The doer carries it: on its card, off the map (CDN-10)."""
    thing, who = objects(state, frame, op)[0], frame[WHO]
    if prevented(state, "takes", who, what=thing):
        return
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
    """What is given: a status or marker from the reserve, or an item its holder has.

    Of a double-sided card that is named as a whole both sides may be: its owner chooses (DBL-1).
    """
    act = op.act
    assert act is not None
    found = objects(state, frame, op)
    if isinstance(act.what, Ref) and act.what.word not in REFS:
        found = named(state, frame, act.what.word)
    free = [thing for thing in found if is_piece(thing) and _givable(state, thing)]
    if not free:
        return []
    other = state.setup.other_side[free[0] - PIECE]
    return [thing for thing in free if thing in (free[0], PIECE + other)] if other >= 0 else free[:1]


def _givable(state: State, thing: int) -> bool:
    """A status that is in play is not given again, neither side of it (STA-1); an item that is hidden is not there."""
    piece = thing - PIECE
    sort = state.setup.pieces[piece].sort
    if sort == "status":
        other = state.setup.other_side[piece]
        return state.lies[piece] == RESERVE and (other < 0 or state.lies[other] == RESERVE)
    return sort != "item" or state.lies[piece] != RESERVE


def give_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A copy that is not in play, and somebody who can hold it (STA-1, ITM-3)."""
    to = receiver(state, frame, op)
    what = given(state, frame, op)
    if to < 0 or not is_figure(to) or not what:
        return []
    if state.setup.pieces[what[0] - PIECE].sort == "item" and not _can_hold_items(state, to):
        return []
    return [Choice(THING, -1, thing) for thing in what] if len(what) > 1 else None


def _can_hold_items(state: State, figure: int) -> bool:
    """Basic characters, companions and minions cannot hold items (ITM-3)."""
    return state.setup.kind_of[figure] == CHARACTER and not state.setup.card(state.card[figure]).basic


def do_give(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Give a status, a mark or an item; who gave it is its owner."""
    to = receiver(state, frame, op)
    thing = choice.thing if choice is not None else given(state, frame, op)[0]
    piece = thing - PIECE
    state.held[piece] = to
    if state.lies[piece] == RESERVE or state.lies[piece] >= 0:
        state.lies[piece] = HELD
    if state.setup.pieces[piece].sort == "status":
        state.owner = changed(state.owner, piece, frame[ME] if is_figure(frame[ME]) else frame[OWNER])
    if state.setup.pieces[piece].sort == "item":
        state.kept_by[piece] = state.setup.side_of[to]
    events.append(Given(thing, to))


# -- tokens and markers to place ---------------------------------------------------------------------------


def placeable(state: State, frame: list[int], found: list[int]) -> list[int]:
    """Which of some pieces `place a …` means: one of those not out; if all tokens are out, one of them anew (TOK-1, TOK-2).

    "All out" counts the tokens of the character that places (TOK-7).
    """
    pieces = [thing for thing in found if is_piece(thing)]
    mine = [thing for thing in pieces if _is_placers(state, frame, thing - PIECE)]
    free = [thing for thing in mine if state.lies[thing - PIECE] == RESERVE]
    if not free:
        free = [thing for thing in mine if state.setup.pieces[thing - PIECE].sort == "token" and state.lies[thing - PIECE] >= 0]
    return [thing for thing in found if not is_piece(thing)] + free


def takes_anew(state: State, things: list[int]) -> bool:
    """Whether all tokens there are to place lie on the map already: then nobody has to take one (TOK-1)."""
    return bool(things) and all(is_piece(thing) and state.lies[thing - PIECE] >= 0 for thing in things)


def _is_placers(state: State, frame: list[int], piece: int) -> bool:
    slot, me = state.setup.pieces[piece], frame[ME]
    if slot.letter:
        return False
    if slot.of >= 0 and is_figure(me):
        return slot.of == me
    return slot.side in (NOTHING, frame[YOU])


def note_placer(state: State, frame: list[int], op: Step) -> None:
    """A token that is nobody's is the side's whose character places it (TOK-7)."""
    for thing in objects(state, frame, op):
        piece = thing - PIECE
        if is_piece(thing) and state.setup.pieces[piece].sort == "token" and state.setup.pieces[piece].side < 0:
            state.kept_by[piece] = frame[YOU]
            if is_figure(frame[ME]):
                state.owner = changed(state.owner, piece, frame[ME])


# -- double-sided cards ----------------------------------------------------------------------------------


def flip_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A double-sided card that is in play."""
    return None if _flipped(state, frame, op) else []


def _flipped(state: State, frame: list[int], op: Step) -> list[int]:
    found = [thing for thing in objects(state, frame, op) if is_piece(thing)]
    return [thing for thing in found if state.setup.other_side[thing - PIECE] >= 0 and state.lies[thing - PIECE] != RESERVE]


def do_flip(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The other side holds from now on, wherever the card is; the hidden one is ignored (DBL-1)."""
    for thing in _flipped(state, frame, op):
        shown, hidden = thing - PIECE, state.setup.other_side[thing - PIECE]
        state.lies[hidden], state.lies[shown] = state.lies[shown], RESERVE
        state.held[hidden], state.held[shown] = state.held[shown], NOTHING
        state.kept_by[hidden] = state.kept_by[shown]
        state.owner = changed(state.owner, hidden, state.owner[shown])
        if frame[CARD] == thing:
            frame[CARD] = PIECE + hidden
        events.append(CardFlipped(PIECE + hidden))


def cost_of_other(state: State, piece: int) -> int:
    """The number of a card's other side; 0 if it has none."""
    part = state.setup.pieces[state.setup.other_side[piece]].part if state.setup.other_side[piece] >= 0 else None
    return part.cost if part is not None else 0


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
        if owner != side:
            events.append(TokensGained(owner, colour, -1))
            events.append(TokensGained(side, colour, 1))
        events.append(TokenShifted(side, colour, at if owner == side else 0, place))
        return
    if is_figure(thing):
        from tipover.engine.flow.challenge import off_the_map, stays

        if not stays(state, thing, NOBODY):
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
        _shift(state, thing, -PLACES, events)
