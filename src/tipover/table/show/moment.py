"""A position as a seat may see it: sides with their tracks, figures, pieces, areas, and how the game ended."""

from __future__ import annotations

from collections.abc import Collection

from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.rubble import wall_between
from tipover.cards.catalog import COLOURS, KINDS, SIDES
from tipover.engine import field
from tipover.engine.changes import defense_parts
from tipover.engine.decision import PIECE
from tipover.engine.flow.attaching import parts_of_pick
from tipover.engine.numbers import Part, reckon
from tipover.engine.state import BACK, IN_FORCE, NOBODY, RESERVE, State
from tipover.play.telling import count as counted
from tipover.table.protocol import AreaNow, FigureNow, Moment, PieceNow, SideNow, TrackThing
from tipover.table.show.scoring import scoring
from tipover.table.show.secrets import known

PLACES = range(1, 5)


def position(state: State, seats: Collection[int], seq: int, count: int) -> Moment:
    """All that lies on the table for these seats; no seat is a watcher. The question is asked for by itself."""
    seen = known(state, seats)
    picked = _picked(seen)
    return Moment(
        seq=seq,
        count=count,
        round=seen.round,
        sides=_sides(seen),
        figures=_figures(seen, picked),
        pieces=_pieces(seen, picked),
        areas=_areas(seen),
        first=SIDES[seen.first] if seen.first >= 0 else "",
        over=seen.over,
        winner=SIDES[seen.winner] if seen.winner >= 0 else "",
        ending=ending(seen),
        digest=seen.digest(),
        obscured=squares_of(field.board(seen).obscured & ~seen.setup.grid.obscured) if seen.cast.shifts_board else [],
    )


def ending(state: State) -> str:
    """How the game ended, in words; nothing while it goes on."""
    if not state.over:
        return ""
    is_won = state.winner >= 0
    outcome = (
        f"{SIDES[state.winner].capitalize()} wins in round {state.round}" if is_won else f"A draw in round {state.round}: nobody is ahead"
    )
    if not any(state.points):
        return f"{outcome}."
    score = ", ".join(f"{SIDES[side].capitalize()} {state.points[side]}" for side in state.setup.sides)
    return f"{outcome}{' with ' + counted(state.points[state.winner], 'point') if is_won else ''} ({score})."


def _picked(state: State) -> dict[int, int]:
    """Attachments chosen and not yet in the game, each with its holder, -1 nobody."""
    return dict(parts_of_pick(pick) for pick in state.picks if pick >= 0)


# -- sides -----------------------------------------------------------------------------------------------


def _sides(state: State) -> list[SideNow]:
    on_track: dict[tuple[int, int], list[TrackThing]] = {}
    setup = state.setup
    for figure, where in enumerate(state.where):
        if -4 <= where <= -1:
            on_track.setdefault((setup.side_of[figure], -where), []).append(TrackThing(thing=figure, name=state.name(figure)))
    for piece, lies in enumerate(state.lies):
        if -4 <= lies <= -1:
            name = setup.pieces[piece].name
            on_track.setdefault((state.kept_by[piece], -lies), []).append(TrackThing(thing=PIECE + piece, name=name))
    return [_side(state, side, on_track) for side in setup.sides]


def _side(state: State, side: int, on_track: dict[tuple[int, int], list[TrackThing]]) -> SideNow:
    pool = state.pool[side * 4 : side * 4 + 4]
    owned = pool[:]
    track: list[list[TrackThing]] = []
    for place in PLACES:
        base = side * 16 + (place - 1) * 4
        here: list[TrackThing] = []
        for colour in range(4):
            number = state.track[base + colour]
            owned[colour] += number
            here += [TrackThing(colour=COLOURS[colour])] * number
        track.append(here + on_track.get((side, place), []))
    return SideNow(
        side=SIDES[side],
        seats=state.seats_of(side) if state.team[side] >= 0 else [],
        points=state.points[side],
        pool=pool,
        tokens=owned,
        track=track,
        scoring=scoring(state, side),
    )


# -- figures ---------------------------------------------------------------------------------------------


def _figures(state: State, picked: dict[int, int]) -> list[FigureNow]:
    """Every figure of the game, and every one that is still to be picked; what waits on a shelf is left out."""
    has: dict[int, list[int]] = {}
    carries: dict[int, list[int]] = {}
    for piece, holder in enumerate(state.held):
        if holder >= 0 and not -4 <= state.lies[piece] <= -1:
            slot = state.setup.pieces[piece]
            is_carried = slot.sort == "marker" and not slot.is_mark
            (carries if is_carried else has).setdefault(holder, []).append(PIECE + piece)
    for thing, holder in picked.items():
        if thing >= PIECE and holder >= 0:
            has.setdefault(holder, []).append(thing)
    for figure, bearer in enumerate(state.borne):
        if bearer >= 0:
            carries.setdefault(bearer, []).append(figure)
    return [
        _figure(state, figure, picked, has.get(figure, []), carries.get(figure, []))
        for figure in range(len(state.where))
        if is_in_game(state, figure) or figure in picked
    ]


def is_in_game(state: State, figure: int) -> bool:
    """Whether a figure has its card, or is a character that its side is still to pick."""
    slot = state.setup.figures[figure]
    if state.card[figure] >= 0:
        return True
    return slot.card < 0 and slot.team in (-1, state.team[slot.side])


def card_of(state: State, figure: int) -> int:
    """A figure's card, also one picked in secret by the seat that looks or not yet brought into the game; -1 if there is none."""
    return state.card[figure] if state.card[figure] >= 0 else state.secret[figure]


def _figure(state: State, figure: int, picked: dict[int, int], has: list[int], carries: list[int]) -> FigureNow:
    setup = state.setup
    slot = setup.figures[figure]
    number = slot.card if figure in picked else card_of(state, figure)
    card = setup.card(number) if number >= 0 else None
    where = state.where[figure]
    spent, markers = state.spent[figure], setup.markers(figure)
    holder = state.holder[figure]
    return FigureNow(
        id=figure,
        mark=slot.mark,
        name=card.name if card is not None else "",
        short=(card.short or card.name) if card is not None else "",
        side=SIDES[slot.side],
        kind=KINDS[slot.kind],
        at=_at(where, state.borne[figure]),
        card=card.name if card is not None else "",
        square=max(where, -1),
        place=-where if -4 <= where <= -1 else 0,
        down=bool(state.down[figure]),
        exhausted=spent >= markers,
        spent=spent,
        markers=markers,
        controller=SIDES[holder] if holder >= 0 and holder != slot.side else "",
        of=picked.get(figure, state.of[figure]),
        bearer=state.borne[figure],
        ultimate=slot.ultimate,
        defense=_defense(state, figure) if state.card[figure] >= 0 else card.defense if card is not None else 0,
        has=has,
        carries=carries,
    )


def _defense(state: State, figure: int) -> int:
    """A figure's defense as standing rules make it now, against nobody in particular."""
    printed = state.defense(figure)
    if state.where[figure] < 0 or "has defense" not in state.cast.changes:
        return printed
    return reckon([Part(printed, ""), *defense_parts(state, figure, NOBODY)])


def _at(where: int, bearer: int) -> str:
    if where >= 0:
        return "board"
    if -4 <= where <= -1:
        return "track"
    if where == BACK:
        return "returning"
    return "carried" if bearer >= 0 else "reserve"


# -- pieces and areas ------------------------------------------------------------------------------------


def _pieces(state: State, picked: dict[int, int]) -> list[PieceNow]:
    """The pieces that lie somewhere, and attachments that are chosen; what is in reserve is left out."""
    setup = state.setup
    found: list[PieceNow] = []
    for piece, lies in enumerate(state.lies):
        thing = PIECE + piece
        if lies == RESERVE and thing not in picked:
            continue
        slot = setup.pieces[piece]
        side = state.kept_by[piece]
        found.append(
            PieceNow(
                id=thing,
                name=slot.name,
                sort=slot.sort,
                square=max(lies, -1),
                between=list(wall_between(setup.grid, field.wall_of(lies))) if lies <= field.ON_WALL else [],
                place=-lies if -4 <= lies <= -1 else 0,
                holder=picked.get(thing, state.held[piece]),
                side=SIDES[side] if side >= 0 else "",
                owner=state.owner[piece],
                letter=slot.letter,
                in_force=lies == IN_FORCE,
                is_mark=slot.is_mark,
            )
        )
    return found


def _areas(state: State) -> list[AreaNow]:
    """The areas that the scenario is about, with who stands in them, and those that show a colour."""
    setup = state.setup
    wanted = setup.scenario.areas if setup.scenario is not None else ()
    standing: list[tuple[Mask, int]] = [
        (BIT[at], field.counts_for(state, figure)) for figure, at in enumerate(state.where) if at >= 0 and not state.down[figure]
    ]
    found: list[AreaNow] = []
    for number, slot in enumerate(setup.areas):
        mask = field.area(state, number)
        there: dict[str, int] = {}
        for bit, side in standing:
            if mask & bit:
                there[SIDES[side]] = there.get(SIDES[side], 0) + 1
        claimed = state.claims[number]
        if claimed >= 0 or slot.name in wanted:
            squares = squares_of(mask) if mask != slot.mask else []
            found.append(AreaNow(area=number, claimed=SIDES[claimed] if claimed >= 0 else "", standing=there, squares=squares))
    return found
