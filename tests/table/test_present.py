"""What a seat is shown agrees with the game: positions, questions, news and log over random games of every kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from kit.shown import log
from tipover import Match, arrange, load, parse
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.codec import state_json
from tipover.engine.core import verbs
from tipover.engine.core.event import Challenged, Event, TargetChanged
from tipover.engine.core.ids import PIECE
from tipover.engine.core.rules import rules
from tipover.engine.core.state import State
from tipover.engine.core.verbs import VERBS
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.table.present.game import game_shown
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.question import question
from tipover.table.protocol.game import FigureNow, Game, Moment, PieceNow, Question
from tipover.table.protocol.news import AnyNews, News
from tipover.table.protocol.options import Option

GAMES = [
    Wish("first"),
    Wish("first", "Shuri's Lab"),
    Wish("2v2", scenario="Territory"),
    Wish("3v3", scenario="Flags"),
    Wish("3v3", scenario="Control"),
    Wish("3v3", "Barracks", "Leaders"),
    Wish("teams", scenario="Scrimmage"),
    Wish("teams", "The Yard", "Red Light Green Light"),
    Wish("2v2", "The Yard", "Squid Game"),
    Wish("ffa3", scenario="Infiltrate"),
    Wish("ffa4", scenario="Triumph"),
    Wish("ultimate", scenario="Ultimate"),
]
SEEDS = 2
MOST_CHOICES = 250
PARSED_ONE_IN = 12

RULE = re.compile(r"[A-Z]{3}-\d+")


def match_of(wish: Wish, seed: int | str) -> Match:
    """A match whose dice are answered from outside, so that each question of chance is shown too."""
    return Match(arrange(load(), deal(load(), seed, wish._replace(rounds=4))))


def played(match: Match, seed: int | str) -> Iterator[list[Event]]:
    """A random game: what happened before each question, until it is over; turns go on rather than end."""
    stream, dice = Stream(seed, "show"), SeededDice(seed)
    events = match.events[:]
    for _ in range(MOST_CHOICES):
        yield events
        ask = match.state.decision
        if ask is None:
            return
        if ask.is_chance:
            events = match.play(dice.answer(ask))
            continue
        busy = [option for option in ask.options if option.verb != verbs.END] or ask.options
        events = match.play(busy[stream.randrange(len(busy))])


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish.mode}-{wish.scenario or wish.map or 'any'}".replace(" ", "_"))
def test_what_is_shown_agrees_with_the_game(wish: Wish) -> None:
    for seed in range(SEEDS):
        match = match_of(wish, f"show {seed}")
        game = game_shown(match.setup)
        assert msgspec.json.decode(msgspec.json.encode(game), type=Game) == game
        for number, events in enumerate(played(match, seed)):
            state = match.state
            ask = state.decision
            seat = max(ask.seats[0], 0) if ask is not None else 0
            moment = position(state, [seat], number, len(match.choices))
            moment.question = question(match, [seat])
            assert msgspec.json.decode(msgspec.json.encode(moment), type=Moment) == moment
            _figures_agree(state, seat, moment, game)
            _pieces_agree(state, seat, moment, game)
            _sides_agree(state, moment)
            _question_agrees(match, seat, moment.question, number % PARSED_ONE_IN == seed)
            _told_well(state, events, seat, match)


def _figures_agree(state: State, seat: int, moment: Moment, game: Game) -> None:
    setup = state.setup
    known = state_json(view(state, seat).redacted())["figures"]
    assert isinstance(known, dict)
    marks = [figure.mark for figure in moment.figures]
    assert len(set(marks)) == len(marks)
    for figure in moment.figures:
        entry = known[figure.mark]
        assert isinstance(entry, dict)
        assert setup.mark(figure.id) == figure.mark
        assert entry.get("square") == (setup.grid.name(figure.square) if figure.square >= 0 else None)
        assert entry.get("track", 0) == figure.place
        assert entry.get("down", False) == figure.down
        assert entry.get("exhausted", 0) == figure.spent
        assert figure.exhausted == (figure.spent == figure.markers)
        assert (figure.at == "board") == (figure.square >= 0) and (figure.at == "track") == (figure.place > 0)
        assert (figure.bearer >= 0) == (figure.at == "carried")
        if "card" in entry or "secret" in entry:
            assert figure.card == figure.name == (entry.get("card") or entry.get("secret"))
        if figure.card:
            assert game.cards[figure.card].kind == figure.kind
            assert figure.short == game.cards[figure.card].short or not game.cards[figure.card].short
    shown = set(marks)
    assert all(mark in shown for mark, entry in known.items() if isinstance(entry, dict) and "card" in entry)


def _pieces_agree(state: State, seat: int, moment: Moment, game: Game) -> None:
    setup = state.setup
    by_id = {piece.id: piece for piece in moment.pieces}
    assert len(by_id) == len(moment.pieces)
    for number, slot in enumerate(setup.pieces):
        piece = by_id.get(PIECE + number)
        if state.piece_at[number] >= 0:
            assert piece is not None and piece.square == state.piece_at[number]
        if piece is None:
            continue
        assert (piece.name, piece.sort, piece.letter) == (slot.name, slot.sort, slot.letter)
        assert slot.part is None or game.pieces[piece.name].sort == piece.sort
        if state.piece_holder[number] >= 0 and not piece.place:
            bearer = next(figure for figure in moment.figures if figure.id == state.piece_holder[number])
            assert (piece.id in bearer.has) != (piece.id in bearer.carries)
    areas = {area.area: area for area in moment.areas}
    for number, claimed in enumerate(state.claims):
        if claimed >= 0:
            assert areas[number].claimed == SIDES[claimed]
    for area in moment.areas:
        shown = game.map.areas[area.area]
        squares = area.squares or shown.squares
        inside = [figure for figure in moment.figures if figure.square in squares and figure.at == "board" and not figure.down]
        assert sum(area.standing.values()) == len(inside)


def _sides_agree(state: State, moment: Moment) -> None:
    known = state_json(state)["sides"]
    assert isinstance(known, dict)
    things: list[FigureNow | PieceNow] = [*moment.figures, *moment.pieces]
    for side in moment.sides:
        entry = known[side.side]
        assert isinstance(entry, dict)
        pool, track = entry["pool"], entry["track"]
        assert isinstance(pool, list) and isinstance(track, list)
        assert side.points == entry["points"]
        assert [colour for k, colour in enumerate(COLOURS) for _ in range(side.pool[k])] == pool
        tokens = [[thing.colour for thing in place if thing.colour] for place in side.track]
        assert tokens == track
        away = [colour for place in tokens for colour in place]
        assert [side.tokens[k] - side.pool[k] for k in range(4)] == [away.count(colour) for colour in COLOURS]
        for place, here in enumerate(side.track, 1):
            for thing in here:
                if thing.thing >= 0:
                    one = next(one for one in things if one.id == thing.thing)
                    assert one.place == place and one.side == side.side and one.name == thing.name
    on_track = sum(1 for one in things if one.place)
    assert on_track == sum(1 for side in moment.sides for place in side.track for thing in place if thing.thing >= 0)


def tag(one: Option | News) -> str:
    """The word that tells its kind on the wire."""
    return one.event if isinstance(one, AnyNews) else one.verb


def _question_agrees(match: Match, seat: int, asked: Question | None, parsed: bool) -> None:
    state = match.state
    ask = state.decision
    if ask is None or asked is None:
        assert ask is None and asked is None
        return
    assert asked.mine == ([seat] if seat in ask.seats else [])
    assert asked.prompt and "this" not in asked.prompt.split() and not RULE.search(asked.prompt)
    assert all(rule in rules() for rule in asked.rules)
    assert [option.n for option in asked.options] == list(range(len(ask.options) if asked.mine else 0))
    for option, choice in zip(asked.options, ask.options, strict=bool(asked.mine)):
        assert option.label, option
        assert not parsed or parse(state, option.line) == choice
        assert getattr(option, "figure", choice.figure) == choice.figure
        assert tag(option) == VERBS[choice.verb]
    labels = [
        (option.label, getattr(option, "detail", ""), getattr(option, "square", -1), tuple(getattr(option, "path", ())))
        for option in asked.options
    ]
    assert len(set(labels)) == len(labels), [label for label in labels if labels.count(label) > 1]
    if asked.asked == "action":
        assert 1 <= asked.action <= asked.actions + 1  # one more: none is left
    others = [other for other in range(state.setup.seat_count) if other not in ask.seats]
    told = question(match, others)
    assert told is not None and told.options == [] and told.mine == [] and told.lost == []
    assert (told.prompt, told.seats, told.figure) == (asked.prompt, asked.seats, asked.figure)


def _told_well(state: State, events: list[Event], seat: int, match: Match) -> None:
    told = news(state, events, [seat])
    assert [tag(one) for one in told] == [type(event).__name__ for event in events]
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[News]) == told
    lines = log(state, events, len(match.choices), [seat])
    assert [(line.text, line.rules) for line in lines] == [(one.text, one.rules) for one in told if one.text]
    for line in lines:
        assert not RULE.search(line.text) and "()" not in line.text and "  " not in line.text, line.text
        assert line.rules and all(rule in rules() for rule in line.rules)
        assert line.kind and line.count == len(match.choices)
        assert line.text[0].isupper() and line.text.endswith((".", "!", "?"))
    for number, one in enumerate(told, len(match.events) - len(events)):
        if one.event == "Moved":
            assert one.thing >= 0 and one.start >= 0 and (one.figure == one.thing or one.figure == -1)
        if one.event == "Rolled":
            assert len(one.counts) == len(one.faces) and sum(one.counts) == one.successes
            last = [event for event in match.events[:number] if isinstance(event, Challenged | TargetChanged)][-1]
            assert one.figure == (last.target if one.defending else last.challenger) or last.target >= PIECE
        if one.event == "Challenged":
            assert " = " in one.dice and " = " in one.defense
