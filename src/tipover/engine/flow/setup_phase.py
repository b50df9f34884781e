"""Set-up as decisions: base colours, the flip, picks, placing (SUP)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.engine.core import ids, questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import flips
from tipover.engine.core.event import Attached, Event, Flipped, GameBegan, MarkerTaken, Picked, Placed, Revealed, SideTaken
from tipover.engine.core.frames import kinds, round_frame, setup_frame
from tipover.engine.core.happening import START_OF_GAME
from tipover.engine.core.ids import CardId, FigureId, Side, is_figure
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import add_tokens
from tipover.engine.effects.moments import reach_moment
from tipover.engine.laws import setup_picks
from tipover.engine.laws.placing import home_squares


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with set-up as far as no question is open."""
    stage = frame[kinds.STAGE]
    if stage == setup_frame.COLOUR:
        return _ask_side(state, frame, events)
    if stage == setup_frame.FLIPPING:
        return _ask_flip(state, frame, events)
    if stage == setup_frame.PICKING:
        return _ask_pick(state, frame)
    if stage == setup_frame.SHOWING:
        _show(state, events)
        _fill_pools(state)
        _own(state)
        state.find_texts()
        frame[kinds.STAGE] = setup_frame.PLACING
        return None
    return _ask_place(state, frame, events)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take one answer of set-up."""
    hidden = state.setup.secret
    if choice.verb == verbs.SIDE:
        team = setup_picks.next_team(state)
        side = ids.SIDE_OF[choice.thing]
        state.set_team(side, team)
        events.append(SideTaken(team, side))
        setup_frame.add_team(frame)
    elif choice.verb == verbs.FLIP:
        if state.setup.starter_picks:  # the side stands for the team that is listed with it
            setup_frame.set_starter(frame, state.setup.sides.index(ids.SIDE_OF[choice.thing]))
            frame[kinds.STAGE] = setup_frame.COLOUR
        else:
            state.first = ids.SIDE_OF[choice.thing]
            events.append(Flipped(state.first))
            frame[kinds.STAGE] = setup_frame.PICKING
    elif choice.verb == verbs.PICK:
        if hidden:
            state.set_secret(choice.figure, CardId(choice.thing))
        else:
            state.set_card(choice.figure, CardId(choice.thing))
        side = state.setup.side_of[choice.figure]
        events.append(Picked(side, choice.figure, ids.NO_CARD if hidden else CardId(choice.thing)))
    elif choice.verb == verbs.ATTACH:
        number = setup_picks.next_attachment(state)
        state.picks = changed(state.picks, number, setup_picks.pick_of(choice))
        if hidden:
            events.append(Attached(state.setup.attach[number].side, ids.NOTHING, ids.NOBODY))
    else:
        state.figure_at[choice.figure] = choice.square
        events.append(Placed(choice.figure, choice.square))


def _ask_side(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask the next team for its colour; then comes the flip, unless it came first and the starter takes the marker (SUP-2)."""
    setup = state.setup
    free = [side for side in setup.sides if state.team[side] < 0]
    if not free:
        frame[kinds.STAGE] = setup_frame.FLIPPING
        if setup.starter_picks:
            state.first = ids.SIDE_OF[state.team.index(setup_frame.starter(frame))]
            events.append(MarkerTaken(state.first))
        return None
    return Decision(
        questions.SIDE,
        setup.seats[setup_picks.next_team(state)],
        ids.NO_SIDE,
        ids.NOBODY,
        [Choice(verbs.SIDE, ids.NOBODY, side) for side in free],
    )


def _ask_flip(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Flip for the first player, unless an ultimate plays: its side takes the marker (SUP-2, ULT-1)."""
    _settle_teams(state)
    first = state.setup.ultimate_side(state.card)
    if state.first == ids.NO_SIDE and first >= 0:
        state.first = first
        events.append(MarkerTaken(first))
    if state.first != ids.NO_SIDE:
        frame[kinds.STAGE] = setup_frame.PICKING
        return None
    options, weights = flips(state.setup.sides)
    return Decision(questions.FLIP, [ids.CHANCE], ids.NO_SIDE, ids.NOBODY, options, weights)


def _settle_teams(state: State) -> None:
    """Figures that go with a team come into the game on the side the team has taken (ULT-1)."""
    for figure, slot in zip(state.setup.figure_ids, state.setup.figures, strict=True):
        if slot.team >= 0 and slot.card >= 0 and state.card[figure] < 0 and state.team[slot.side] == slot.team:
            state.set_card(figure, slot.card)


def _ask_pick(state: State, frame: list[int]) -> Decision | None:
    """Characters, then attachments. Open picks go round one by one from the first player; secret ones side by side (SUP-3, SUP-11)."""
    setup = state.setup
    order = setup_picks.clockwise(state)
    if setup.secret:
        order = [side for side in order if setup_picks.unpicked(state, side) or setup_picks.attachments_waiting(state, side)][:1]
    left = [len(setup_picks.unpicked(state, side)) for side in order]
    if any(left):
        return _ask_character(state, order[left.index(max(left))])
    number = setup_picks.next_attachment(state)
    if number < 0:
        frame[kinds.STAGE] = setup_frame.SHOWING
        return None
    side = setup.attach[number].side
    options = setup_picks.AttachmentLaw(state, number).all()
    return Decision(questions.ATTACH, state.seats_of(side)[:1], side, ids.NOBODY, options, secret=setup.secret)


def _ask_character(state: State, side: Side) -> Decision:
    figure = setup_picks.unpicked(state, side)[0]
    options = [Choice(verbs.PICK, figure, card) for card in setup_picks.CharacterPickLaw(state, side).all()]
    return Decision(questions.PICK, [state.seat_of(figure)], side, figure, options, secret=state.setup.secret)


def _show(state: State, events: list[Event]) -> None:
    """Show what was picked in secret, all at once, and bring the attachments into the game (SUP-11)."""
    if state.setup.secret and (any(card >= 0 for card in state.secret) or any(pick >= 0 for pick in state.picks)):
        events.append(Revealed())
    for figure, card in zip(state.setup.figure_ids, state.secret, strict=True):
        if card >= 0:
            state.set_card(figure, card)
            events.append(Picked(state.setup.side_of[figure], figure, card))
    state.secret = [ids.NO_CARD] * len(state.secret)
    attach(state, events)


def _fill_pools(state: State) -> None:
    """One token for each dot on a side's cards, an ultimate card's too (SUP-5, ULT-1)."""
    for figure, card in enumerate(state.card):
        if card < 0:
            continue
        slot = state.setup.figures[figure]
        tokens = state.setup.card(card).tokens
        ultimate = state.setup.card(card).ultimate
        for colour in tokens + ultimate.tokens if slot.ultimate and ultimate is not None else tokens:
            add_tokens(state, slot.side, 0, ids.ALL_COLOURS[colour], 1)


def _own(state: State) -> None:
    """Give every piece and minion that belongs to a character to the figure with that card (TOK-7, CHA-18)."""
    setup = state.setup
    named: dict[tuple[Side, str], FigureId] = {}
    for figure, card in zip(setup.figure_ids, state.card, strict=True):
        if card >= 0 and setup.kind_of[figure] == CHARACTER:
            named[(setup.side_of[figure], setup.card(card).name)] = figure
    decks = {deck.name: deck.of for deck in setup.catalog.decks}
    owners = list(state.owner)
    for piece, slot in enumerate(setup.pieces):
        if slot.part is not None and slot.of < 0 and slot.side >= 0 and slot.sort != "item":
            owners[piece] = named.get((slot.side, slot.part.of or decks.get(slot.deck, "")), owners[piece])
    state.owner = owners
    of = list(state.of)
    for figure, mine in zip(setup.figure_ids, setup.figures, strict=True):
        if mine.kind == MINION and mine.of < 0:
            of[figure] = named.get((mine.side, setup.card(mine.card).of), ids.NOBODY)
    state.of = of


def _ask_place(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Each side's figures in turn order, then the bonus objectives, each by the next side clockwise (SUP-6, BON-1)."""
    setup = state.setup
    order = setup_picks.clockwise(state)
    for last in (False, True):
        for side in order:
            for figure, slot in zip(setup.figure_ids, setup.figures, strict=True):
                if slot.kind == MINION or state.card[figure] < 0:
                    continue
                if slot.side != side or (slot.kind == OBJECTIVE) != last or state.figure_at[figure] != ids.RESERVE:
                    continue
                home = setup.next_side[side] if last else side
                squares = home_squares(state, home)
                if not squares:
                    continue
                options = [Choice(verbs.PLACE, figure, square) for square in squares]
                seat = state.seats_of(home)[0] if last else state.seat_of(figure)
                return Decision(questions.PLACE, [seat], home, figure, options)
    state.first_at = list(state.figure_at)
    events.append(GameBegan())
    state.round = 1
    state.stack[-1] = round_frame.new(state.first)
    reach_moment(state, START_OF_GAME)
    return None


def attach(state: State, events: list[Event]) -> None:
    """Bring every picked attachment into the game: items to their holders, companions and objectives to be placed."""
    for number, pick in enumerate(state.picks):
        if pick < 0:
            continue
        thing, holder = setup_picks.parts_of_pick(pick)
        if is_figure(thing):
            state.set_card(thing, state.setup.figures[thing].card)
            state.of = changed(state.of, thing, holder)
        else:
            state.piece_holder[thing - ids.PIECE] = holder
            state.piece_at[thing - ids.PIECE] = ids.ON_CARD
            state.owner = changed(state.owner, thing - ids.PIECE, holder)
        events.append(Attached(state.setup.attach[number].side, thing, holder))
    state.picks = [-1] * len(state.picks)
