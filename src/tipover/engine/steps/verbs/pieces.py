"""Gaining, discarding, playing, taking, giving, flipping, claiming inside texts (TOK, STA)."""

from __future__ import annotations

from tipover.cards.ast import Group
from tipover.cards.catalog import COLOURS
from tipover.cards.program import Step
from tipover.engine.core import ids
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.event import Event
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import FigureId, Side, is_figure, is_piece, piece_of
from tipover.engine.core.state import State
from tipover.engine.core.tracks import tokens_at
from tipover.engine.effects.figures import pass_marker, remove
from tipover.engine.effects.moments import flip_first_player, gain_first_player
from tipover.engine.effects.pieces import (
    claim,
    discard_piece,
    flip_card,
    gain_piece,
    give,
    own_piece,
    play_card,
    remove_piece,
    take,
)
from tipover.engine.effects.points import gain, gained_by
from tipover.engine.effects.tokens import gain_tokens
from tipover.engine.laws.belongings_of_doers import doing_figure, is_doers, is_nobodys
from tipover.engine.laws.pieces import claimer, discardable, flippable, gainer, things_given
from tipover.engine.phrases.acts import destination, how_of, objects
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.text_frames import program_of


def do_gain(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Points, ability tokens, or tokens that are put on the doer's card."""
    act = op.act
    assert act is not None
    side = gainer(state, frame)
    sign = -1 if act.verb == "lose" else 1
    if act.what is None:
        points = amount(state, frame, act.n)
        if points:
            _points(state, frame, side, sign * points, events)
        return
    assert isinstance(act.what, Group)
    count = act.what.det if isinstance(act.what.det, int) else 1
    noun = act.what.nouns[0]
    if noun == "First Player marker":
        gain_first_player(state, side, events)
        return
    colour = next((colour for colour in ids.ALL_COLOURS if noun == f"{COLOURS[colour]} token"), ids.NO_COLOUR)
    if colour >= 0:
        count = sign * count if sign > 0 else -min(count, tokens_at(state, side, 0, colour))
        gain_tokens(state, side, colour, count, events)
        return
    for _ in range(count):
        if sign > 0:
            _gain_piece(state, frame, act.what, events)
        else:
            _lose_piece(state, frame, act.what, events)


def _points(state: State, frame: list[int], side: Side, points: int, events: list[Event]) -> None:
    name = gained_by(state, text_frame.this(frame), program_of(state, frame).name)
    gain(state, side, points, name, events)


def _gain_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    """A token of one's own, or of the text's own figure, from the reserve onto the card, while there is one.

    What has no card, such as a token or minion, gains it for the figure that it belongs to. A scenario gives any of the side's.
    """
    owner = text_frame.owner(frame)
    who = doing_figure(state, frame)
    who = FigureId(owner) if who == ids.NOBODY else who
    if who == ids.NOBODY:
        return
    owners = [who, text_frame.this(frame), owner, ids.NOBODY]
    if is_nobodys(state, frame):
        owners += [one for one in state.setup.figure_ids if state.setup.side_of[one] == state.setup.side_of[who]]
    for piece, slot in zip(state.setup.piece_ids, state.setup.pieces, strict=True):
        if f"{slot.name} {slot.sort}" in group.nouns and state.piece_at[piece] == ids.RESERVE and state.owner[piece] in owners:
            gain_piece(state, piece, who, events)
            return


def _lose_piece(state: State, frame: list[int], group: Group, events: list[Event]) -> None:
    for piece, slot in zip(state.setup.piece_ids, state.setup.pieces, strict=True):
        if f"{slot.name} {slot.sort}" in group.nouns and is_doers(state, frame, ids.PIECE_THING[piece]):
            discard_piece(state, piece, events)
            return


def do_discard(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Discard cards, tokens, statuses."""
    for thing in discardable(state, frame, op) if choice is None else [thing_of(choice)]:
        if is_figure(thing):
            remove(state, thing, events)
        else:
            discard_piece(state, piece_of(thing), events)


def do_remove(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take pieces and minions off the map."""

    for thing in objects(state, frame, op):
        if is_figure(thing):
            remove(state, thing, events)
        elif is_piece(thing):
            remove_piece(state, piece_of(thing), events)


def do_play(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Put a deck's card into force for everyone (STA-2)."""
    thing = objects(state, frame, op)[0]
    player = text_frame.this(frame) if doing_figure(state, frame) != ids.NOBODY else text_frame.owner(frame)
    play_card(state, piece_of(thing), FigureId(player), events)


def do_take(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The doer carries it: on its card, off the map (CDN-10)."""
    take(state, FigureId(text_frame.who(frame)), objects(state, frame, op)[0], events)


def do_give(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Give a status, a mark or an item; who gave it is its owner. An exhausted marker exhausts whom it is given to (TRN-7)."""
    to = FigureId(destination(state, frame, op))
    assert op.act is not None
    if how_of(op.act, "exhausted marker"):
        pass_marker(state, FigureId(objects(state, frame, op)[0]), to, events)
        return
    thing = thing_of(choice) if choice is not None else things_given(state, frame, op)[0]
    giver = text_frame.this(frame) if is_figure(text_frame.this(frame)) else text_frame.owner(frame)
    give(state, thing, to, FigureId(giver), events)


def note_placer(state: State, frame: list[int], op: Step) -> None:
    """A token that is nobody's is the side's whose character places it (TOK-7)."""
    for thing in objects(state, frame, op):
        piece = piece_of(thing)
        if is_piece(thing) and state.setup.pieces[piece].sort == "token" and state.setup.pieces[piece].side < 0:
            own_piece(state, piece, text_frame.you(frame), text_frame.this(frame))


def do_flip(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The other side counts from now on, wherever the card is; the hidden one is ignored (DBL-1). The First Player marker falls (TIM-3)."""
    if choice is not None:
        flip_first_player(state, ids.SIDE_OF[choice.thing], events)
        return
    for thing in flippable(state, frame, op):
        hidden = flip_card(state, thing - ids.PIECE, events)
        if text_frame.card(frame) == thing:
            text_frame.set_card(frame, ids.PIECE_THING[hidden])


def do_claim(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """The area's marker shows the doer's colour."""
    area = objects(state, frame, op)[0] - ids.AREA_AT
    claim(state, FigureId(text_frame.who(frame)), area, claimer(state, frame), events)
