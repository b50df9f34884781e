"""A position as a seat may see it: sides with their tracks, figures, pieces, areas, and how the game ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.rubble import wall_between
from tipover.cards.catalog import COLOURS, KINDS, SIDES
from tipover.engine.core.ids import IN_FORCE, ON_WALL, PIECE, PIECE_THING, RESERVE, RETURNING, CardId, FigureId, Side, wall_of
from tipover.engine.core.language import ENGLISH, Printer
from tipover.engine.core.said import CountPart, ListPart, Part, Said, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, is_on_track, place_of, pool_of, track_of
from tipover.engine.queries.board import area, board
from tipover.engine.queries.figures import defense_now, parts_of_pick, side_now
from tipover.engine.view import known_to
from tipover.table.present.plain_names import Memo, letters_of, table_printer
from tipover.table.present.scoring import scoring
from tipover.table.protocol.game import AreaNow, FigureNow, Moment, PieceNow, SideNow, TrackThing
from tipover.table.protocol.literals import FigurePlace, PieceSort


def position(state: State, seats: Collection[int], seq: int, count: int, language: str = ENGLISH, memo: Memo | None = None) -> Moment:
    """The position as these seats may see it; no seats for a watcher. The open question is not included."""
    seen = known_to(state, seats)
    picked = _picked(seen)
    printer = table_printer(seen, language, memo=memo)
    end = ending(seen)
    return Moment(
        seq=seq,
        count=count,
        round=seen.round,
        sides=_sides(seen, printer),
        figures=_figures(seen, picked),
        pieces=_pieces(seen, picked),
        areas=_areas(seen),
        first=SIDES[seen.first] if seen.first >= 0 else "",
        over=seen.over,
        winner=SIDES[seen.winner] if seen.winner >= 0 else "",
        ending=printer.text(end) if end is not None else "",
        digest=seen.digest(),
        obscured=[*squares_of(board(seen).obscured & ~seen.setup.grid.obscured)],
    )


def ending(state: State) -> Said | None:
    """How the game ended; None while it is being played."""
    if not state.over:
        return None
    won: dict[str, Part] = {"side": SidePart(state.winner)} if state.winner >= 0 else {}
    how = "won" if won else "drawn"
    if not any(state.points):
        return say(f"ending.{how}", round=state.round, **won)
    if won:
        won["points"] = CountPart(state.points[state.winner], "point")
    score = tuple(say("ending.score", side=SidePart(side, capital=True), points=state.points[side]) for side in state.setup.sides)
    return say(f"ending.{how}_with_points", round=state.round, score=ListPart(score), **won)


def _picked(state: State) -> dict[int, int]:
    """Attachments that are chosen but not yet in the game, each with its holder (-1 for nobody)."""
    return dict(parts_of_pick(pick) for pick in state.picks if pick >= 0)


# -- sides -----------------------------------------------------------------------------------------------


def _sides(state: State, printer: Printer) -> list[SideNow]:
    on_track: dict[tuple[int, int], list[TrackThing]] = {}
    setup = state.setup
    for figure, where in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if is_on_track(where):
            on_track.setdefault((setup.side_of[figure], place_of(where)), []).append(TrackThing(thing=figure, name=state.name(figure)))
    for piece, lies in enumerate(state.piece_at):
        if is_on_track(lies):
            name = setup.pieces[piece].name
            on_track.setdefault((state.piece_side[piece], place_of(lies)), []).append(TrackThing(thing=PIECE_THING[piece], name=name))
    return [_side(state, side, on_track, printer) for side in setup.sides]


def _side(state: State, side: Side, on_track: dict[tuple[int, int], list[TrackThing]], printer: Printer) -> SideNow:
    pool = pool_of(state, side)
    owned, this_round = pool[:], back_after(state, 1)
    track: list[list[TrackThing]] = []
    for place, tokens in enumerate(track_of(state, side), 1):
        here: list[TrackThing] = []
        for colour, number in enumerate(tokens) if any(tokens) else ():
            owned[colour] += number
            here += [TrackThing(colour=COLOURS[colour])] * number
        track.append(here + on_track.get((side, place), []))
    return SideNow(
        side=SIDES[side],
        seats=list(state.seats_of(side)) if state.team[side] >= 0 else [],
        points=state.points[side],
        pool=pool,
        tokens=owned,
        track=track,
        back=[*range(this_round, this_round + len(ALL_PLACES))],
        scoring=[printer.again(said) for said in scoring(state, side)],
    )


def back_after(state: State, place: int) -> int:
    """The round at whose end a thing on this place of the track returns."""
    return max(state.round, 1) + place - 1


# -- figures ---------------------------------------------------------------------------------------------


def _figures(state: State, picked: dict[int, int]) -> list[FigureNow]:
    """Every figure of the game and every figure that is still to be picked, without those kept aside for cards."""
    has: dict[int, list[int]] = {}
    carries: dict[int, list[int]] = {}
    for piece, holder in enumerate(state.piece_holder):
        if holder >= 0 and not is_on_track(state.piece_at[piece]):
            slot = state.setup.pieces[piece]
            is_carried = slot.sort == "marker" and not slot.is_mark
            (carries if is_carried else has).setdefault(holder, []).append(PIECE_THING[piece])
    for thing, keeper in picked.items():
        if thing >= PIECE and keeper >= 0:
            has.setdefault(keeper, []).append(thing)
    for figure, bearer in enumerate(state.carried_by):
        if bearer >= 0:
            carries.setdefault(bearer, []).append(figure)
    letters = letters_of(state)
    return [
        _figure(state, figure, picked, letters, has.get(figure, []), carries.get(figure, []))
        for figure in state.setup.figure_ids
        if is_in_game(state, figure) or figure in picked
    ]


def is_in_game(state: State, figure: FigureId) -> bool:
    """Whether a figure has a card, or is a character that its side has yet to pick."""
    slot = state.setup.figures[figure]
    if state.card[figure] >= 0:
        return True
    return slot.card < 0 and slot.team in (-1, state.team[slot.side])


def card_of(state: State, figure: FigureId) -> CardId:
    """A figure's card, or -1. Includes a card that is picked in secret by the viewing seat or not yet in the game."""
    return state.card[figure] if state.card[figure] >= 0 else state.secret[figure]


def _figure(
    state: State, figure: FigureId, picked: dict[int, int], letters: Sequence[str], has: list[int], carries: list[int]
) -> FigureNow:
    setup = state.setup
    slot = setup.figures[figure]
    number = slot.card if figure in picked else card_of(state, figure)
    card = setup.card(number) if number >= 0 else None
    where = state.figure_at[figure]
    spent, markers = state.exhaust_markers[figure], setup.markers(figure)
    holder = state.controlled_by[figure]
    return FigureNow(
        id=figure,
        mark=slot.mark,
        name=card.name if card is not None else "",
        short=(card.short or card.name) if card is not None else "",
        side=SIDES[slot.side],
        kind=KINDS[slot.kind],
        at=_at(where, state.carried_by[figure]),
        card=card.name if card is not None else "",
        letter=letters[figure],
        square=max(where, -1),
        place=place_of(where),
        back=back_after(state, place_of(where)) if is_on_track(where) else 0,
        down=bool(state.down[figure]),
        exhausted=spent >= markers,
        spent=spent,
        markers=markers,
        controller=SIDES[holder] if holder >= 0 and holder != slot.side else "",
        of=picked.get(figure, state.of[figure]),
        bearer=state.carried_by[figure],
        ultimate=slot.ultimate,
        defense=_defense(state, figure) if state.card[figure] >= 0 else card.defense if card is not None else 0,
        has=has,
        carries=carries,
    )


def _defense(state: State, figure: FigureId) -> int:
    """A figure's defense with the rules in force, against no particular challenger."""
    return state.defense(figure) if state.figure_at[figure] < 0 else defense_now(state, figure)


def _at(where: int, bearer: int) -> FigurePlace:
    if where >= 0:
        return "board"
    if is_on_track(where):
        return "track"
    if where == RETURNING:
        return "returning"
    return "carried" if bearer >= 0 else "reserve"


# -- pieces and areas ------------------------------------------------------------------------------------


def _pieces(state: State, picked: dict[int, int]) -> list[PieceNow]:
    """The pieces in play and the attachments that are chosen, without those in reserve."""
    setup = state.setup
    found: list[PieceNow] = []
    for piece, lies in enumerate(state.piece_at):
        thing = PIECE_THING[piece]
        if lies == RESERVE and thing not in picked:
            continue
        slot = setup.pieces[piece]
        side = state.piece_side[piece]
        found.append(
            PieceNow(
                id=thing,
                name=slot.name,
                sort=cast(PieceSort, slot.sort),
                square=max(lies, -1),
                between=list(wall_between(setup.grid, wall_of(lies))) if lies <= ON_WALL else [],
                place=place_of(lies),
                holder=picked.get(thing, state.piece_holder[piece]),
                side=SIDES[side] if side >= 0 else "",
                owner=state.owner[piece],
                letter=slot.letter,
                in_force=lies == IN_FORCE,
                is_mark=slot.is_mark,
            )
        )
    return found


def _areas(state: State) -> list[AreaNow]:
    """The areas that the scenario mentions or that are claimed, with the number of figures standing in each."""
    setup = state.setup
    wanted = setup.scenario.areas if setup.scenario is not None else ()
    standing: list[tuple[Mask, int]] = [
        (BIT[at], side_now(state, figure))
        for figure, at in zip(state.setup.figure_ids, state.figure_at, strict=True)
        if at >= 0 and not state.down[figure]
    ]
    found: list[AreaNow] = []
    for number, slot in enumerate(setup.areas):
        mask = area(state, number)
        there: dict[str, int] = {}
        for bit, side in standing:
            if mask & bit:
                there[SIDES[side]] = there.get(SIDES[side], 0) + 1
        claimed = state.claims[number]
        if claimed >= 0 or slot.name in wanted:
            squares: list[int] = [*squares_of(mask)] if mask != slot.mask else []
            found.append(AreaNow(area=number, claimed=SIDES[claimed] if claimed >= 0 else "", standing=there, squares=squares))
    return found
