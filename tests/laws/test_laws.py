"""What holds at every decision of every game, whatever is played."""

from __future__ import annotations

import json
import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.players import FIRST_GAMES, WHOLE_GAMES, choose, random_scene, random_setup, secret_setup
from tipover import CHANCE, Choice, IllegalChoice, Match, Record, State, apply, first_game, notate, parse, view
from tipover.board.mask import BIT
from tipover.cards.catalog import CHARACTER, SIDES
from tipover.engine.codec import choice_json, decision_json, event_json, reason_json, state_from_json, state_json
from tipover.engine.decision import ACTION_VERBS, ASK_FLIP, ASK_TURN, END, TURN
from tipover.engine.rules import rules
from tipover.play.dice import SeededDice, Stream

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
ONE_IN = 20
FOREIGN = 10


class Watch:
    """Follows one game and checks the laws at its decisions."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.stream = Stream(seed, "laws")
        self.points = list(match.state.points)
        self.tokens = tokens(match.state) if match.state.round else None
        self.digests: list[str] = []
        self.former: list[Choice] = []

    def look(self) -> None:
        """Check the state at its open question."""
        state = self.match.state
        self.invariants(state)
        clone_is_equal_and_independent(state, self.stream)
        json_there_and_back(state)
        chances_sum(state)
        if self.stream.randrange(ONE_IN) == 0:
            every_option_applies(state)
            foreign_choices_are_refused(state, self.stream, self.former)
            notation_there_and_back(state)
            views_hide(state, self.stream)

    def play(self, choice: Choice) -> None:
        before = len(self.match.choices)
        events = self.match.play(choice)
        assert len(self.match.choices) == before + 1
        for event in events:
            json.dumps(event_json(self.match.state, event))
        self.digests.append(self.match.state.digest())
        self.former.append(choice)

    def invariants(self, state: State) -> None:
        setup = state.setup
        on_map = [square for square in state.where if square >= 0]
        assert len(on_map) == len(set(on_map)), "two figures in one square (OCC-1)"
        for square in on_map:
            assert not setup.grid.closed & BIT[square], "a figure in a covered square (MAP-4)"
            assert setup.enterable & BIT[square], "a figure in an enclosed square (MAP-3)"
        for figure, down in enumerate(state.down):
            assert down in (0, 1)
            if down:
                assert state.where[figure] >= 0 and setup.kind_of[figure] == CHARACTER, "down off the map (CHA-8)"
        assert all(spent in (0, 1) for spent in state.spent), "two exhausted markers (TRN-11)"
        assert all(now >= then for now, then in zip(state.points, self.points, strict=True)), "points fell"
        self.points = list(state.points)
        assert all(count >= 0 for count in state.pool + state.track)
        if state.round:
            self.tokens = self.tokens or tokens(state)
            assert tokens(state) == self.tokens, "a token came from nowhere or went there (SUP-5)"
        ask = state.decision
        if ask is None:
            assert state.over
            return
        assert not state.over and state.winner == -1
        assert ask.options and len(set(ask.options)) == len(ask.options)
        assert len(ask.options) > 1 or ask.is_chance or ask.secret, "a question with a single answer"
        assert (ask.seats == [CHANCE]) == ask.is_chance
        assert ask.is_chance or all(0 <= seat < setup.seat_count for seat in ask.seats)
        assert all(name in rules() for name in ask.rules) and ask.reason

    def ends(self, seed: int | None) -> None:
        """The record replays to the same digest at every choice; with a seed also without its dice."""
        if seed is not None:
            self.match.dice = SeededDice(seed, asked=10**6)
        record = Record.of(self.match)
        text = record.text()
        again = Record.parse(text)
        assert again.text() == text
        seen: list[str] = []
        replayed = again.replay(each=lambda match: seen.append(match.state.digest()))
        assert seen == self.digests
        assert replayed.state == self.match.state
        assert Record.of(replayed).lines == record.lines
        if seed is not None:
            bare = Record.parse(without_dice(text)).replay()
            assert bare.state.digest() == self.match.state.digest()


def without_dice(text: str) -> str:
    """A seeded record without the lines of chance, numbered anew."""
    head, _, body = text.partition("\n---\n")
    lines = [line for line in body.splitlines() if not re.match(r"\d+ (roll|flip)", line)]
    number = 0
    for k, line in enumerate(lines):
        if not line.startswith("==="):
            number += 1
            lines[k] = f"{number} {line.split(' ', 1)[1]}"
    return "\n".join([head, "---", *lines]) + "\n"


def tokens(state: State) -> list[int]:
    """How many tokens of each colour each side has, in its pool and on its track."""
    return [
        state.pool[side * 4 + colour] + sum(state.track[side * 16 + place * 4 + colour] for place in range(4))
        for side in range(len(SIDES))
        for colour in range(4)
    ]


# -- the laws ------------------------------------------------------------------------------------------------


def same_question(one: State, other: State) -> bool:
    """Whether two states ask the same."""
    return decision_json(one, one.decision) == decision_json(other, other.decision) and (
        one.decision is None or other.decision is None or one.decision.options == other.decision.options
    )


def clone_is_equal_and_independent(state: State, stream: Stream) -> None:
    digest = state.digest()
    clone = state.clone()
    assert clone == state and clone.digest() == digest and same_question(clone, state)
    if state.decision is None:
        return
    options = state.decision.options
    apply(clone, options[stream.randrange(len(options))])
    assert state.digest() == digest
    assert clone.digest() != digest


def json_there_and_back(state: State) -> None:
    text = json.dumps(state_json(state))
    back = state_from_json(state.setup, json.loads(text))
    assert back == state
    assert back.digest() == state.digest()
    assert same_question(back, state)


def chances_sum(state: State) -> None:
    ask = state.decision
    if ask is None or ask.weights is None:
        return
    assert len(ask.weights) == len(ask.options) and min(ask.weights) > 0
    total = len(state.setup.sides) if ask.asked == ASK_FLIP else 6 ** len(ask.options[0].path)
    assert sum(ask.weights) == total


def every_option_applies(state: State) -> None:
    if state.decision is None:
        return
    before = state.digest()
    for option in state.decision.options:
        trial = state.clone()
        apply(trial, option)
        assert trial.decision is not None or trial.over
        json.dumps(choice_json(state, option))
    assert state.digest() == before


def is_legal(state: State, choice: Choice) -> bool:
    """Offered, or an action that answers who takes the turn as well."""
    ask = state.decision
    assert ask is not None
    if choice in ask.options:
        return True
    turn = Choice(TURN, choice.figure)
    if ask.asked != ASK_TURN or choice.verb not in ACTION_VERBS or turn not in ask.options:
        return False
    trial = state.clone()
    apply(trial, turn)
    if choice == Choice(END, choice.figure) and trial.spent[choice.figure] > state.spent[choice.figure]:
        return True
    return trial.decision is not None and choice in trial.decision.options


def mutated(state: State, stream: Stream, former: list[Choice]) -> Choice:
    """An option with one slot changed, a choice of an earlier moment, or anything at all."""
    ask = state.decision
    assert ask is not None
    how = stream.randrange(6)
    squares = state.setup.grid.size
    option = ask.options[stream.randrange(len(ask.options))]
    if how == 0:
        return option._replace(verb=stream.randrange(16))
    if how == 1:
        return option._replace(figure=stream.randrange(len(state.where) + 4) - 2)
    if how == 2:
        return option._replace(thing=stream.randrange(squares + 4) - 2)
    if how == 3:
        path = tuple(stream.randrange(squares + 2) - 1 for _ in range(stream.randrange(4)))
        return option._replace(path=path)
    if how == 4 and former:
        return former[stream.randrange(len(former))]
    thing = stream.randrange(600) - 3
    return Choice(stream.randrange(16), stream.randrange(len(state.where)), thing, (stream.randrange(5),))


def foreign_choices_are_refused(state: State, stream: Stream, former: list[Choice]) -> None:
    ask = state.decision
    if ask is None:
        return
    before = state.digest()
    refused = 0
    while refused < FOREIGN:
        choice = mutated(state, stream, former)
        if is_legal(state, choice):
            continue
        refused += 1
        with pytest.raises(IllegalChoice) as caught:
            apply(state, choice)
        assert caught.value.reasons, choice
        for reason in caught.value.reasons:
            assert reason.rule in rules() and reason.sentence
            json.dumps(reason_json(state, reason))
        assert all(near in ask.options for near in caught.value.nearby) and caught.value.nearby
        assert state.decision is ask and state.digest() == before


def notation_there_and_back(state: State) -> None:
    if state.decision is None:
        return
    lines = [notate(state, option) for option in state.decision.options]
    assert len(set(lines)) == len(lines)
    for line, option in zip(lines, state.decision.options, strict=True):
        assert parse(state, line) == option, line
        assert parse(state, f"  {line.replace(' ', '   ')} ") == option, line


def views_hide(state: State, stream: Stream) -> None:
    """What a seat may not know does not change its view, and a sample fits what it knows."""
    for seat in range(state.setup.seat_count):
        seen = view(state, seat)
        sample = seen.sample(stream)
        assert view(sample, seat).json() == seen.json()
        for figure in seen.hidden:
            assert sample.secret[figure] >= 0
        if not seen.hidden:
            assert sample == state and same_question(sample, state)
            continue
        for side in state.setup.sides:
            cards = [card for f in state.setup.characters[side] for card in (sample.card[f], sample.secret[f]) if card >= 0]
            assert len(cards) == len(set(cards)), "a sample with one name twice on a side (SUP-4)"
        json_there_and_back(sample)


# -- the games ---------------------------------------------------------------------------------------------


def follow_game(match: Match, seed: int, eager: int, most: int) -> Watch:
    """Play at random, looking at every decision."""
    watch = Watch(match, seed)
    dice, stream = SeededDice(seed), Stream(seed, "players")
    watch.look()
    while (ask := match.state.decision) is not None and len(match.choices) < most:
        watch.play(dice.answer(ask) if ask.is_chance else choose(match.state, stream, eager))
        watch.look()
    return watch


SEEDS = st.integers(min_value=0, max_value=2**63)
EAGER = st.sampled_from([0, 30, 60, 90])
ROUNDS = st.integers(min_value=4, max_value=60 if SOAK else 8)


@settings(max_examples=300 if SOAK else 60)
@given(
    name=st.sampled_from(FIRST_GAMES), sides=st.integers(2, 4), seats=st.integers(1, 2), rounds=ROUNDS, seed=SEEDS,
    eager=EAGER, quick=st.booleans(), stated=st.booleans(),
)  # fmt: skip
def test_the_laws_hold_in_random_first_games(name, sides, seats, rounds, seed, eager, quick, stated):
    match = Match(random_setup(name, sides, seats, rounds, quick))
    watch = follow_game(match, seed, eager, 10**6)
    assert match.over
    watch.ends(None if stated else seed)


@settings(max_examples=200 if SOAK else 40)
@given(seed=SEEDS, eager=EAGER)
def test_the_laws_hold_with_secret_picks(seed, eager):
    match = Match(secret_setup(Stream(seed, "setup"), rounds=2))
    watch = Watch(match, seed)
    dice, stream = SeededDice(seed), Stream(seed, "players")
    while (ask := match.state.decision) is not None:
        if match.state.round == 0:
            views_hide(match.state, stream)
        watch.look()
        watch.play(dice.answer(ask) if ask.is_chance else choose(match.state, stream, eager))
    watch.ends(seed)


@settings(max_examples=1000 if SOAK else 150)
@given(seed=SEEDS, eager=EAGER)
def test_the_laws_hold_in_random_scenes(seed, eager):
    state, _ = random_scene(Stream(seed, "scene"))
    match = Match(state.setup, start=state)
    watch = follow_game(match, seed, eager, 400 if SOAK else 60)
    watch.ends(None)


@pytest.mark.parametrize(("name", "sides"), WHOLE_GAMES)
def test_the_laws_hold_in_a_game_played_to_its_winner(name, sides):
    """Eager players, so that it ends; knock-outs, returns and the win itself are seen."""
    match = Match(first_game(name, sides=sides))
    watch = follow_game(match, 7, 95, 10**6)
    assert match.over and match.state.winner >= 0
    watch.ends(7)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "sides"), WHOLE_GAMES)
def test_the_laws_hold_in_whole_random_games(name, sides, seed=2):
    match = Match(first_game(name, sides=sides))
    follow_game(match, seed, 0, 10**6).ends(seed)
    assert match.over


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(10))
@pytest.mark.parametrize(("name", "sides"), [game for game in WHOLE_GAMES if game != ("marvel", 2)])
def test_a_thousand_random_games_end_without_error(name, sides, hundred):
    for k in range(100):
        seed = f"{name} {sides} {hundred * 100 + k}"
        dice, stream = SeededDice(seed), Stream(seed)
        state = first_game(name, sides=sides).start()
        while (ask := state.decision) is not None:
            apply(state, dice.answer(ask) if ask.is_chance else ask.options[stream.randrange(len(ask.options))])
        assert state.over and state.winner >= 0 and state.points[state.winner] >= state.setup.scenario.wins_at
