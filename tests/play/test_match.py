"""Matches: seeded or stated dice, undo up to the last die."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from kit.table import scene
from tipover import IllegalChoice, Match, NotationError, arrange, first_game, load, parse
from tipover.engine.core import questions
from tipover.engine.core.event import Flipped, Rolled
from tipover.play.dice import SeededDice, Stream, answer_at


def play_on(match: Match, stream: Stream, choices: int) -> None:
    """Play so many choices of people at random."""
    for _ in range(choices):
        if match.over:
            return
        options = match.state.decision.options
        match.play(options[stream.randrange(len(options))])


def fight(seed: int | str | None = None) -> Match:
    """Two figures face to face; A acts."""
    game = scene(" A b . . ", turn="A")
    return Match(game.state.setup, seed, start=game.state)


# -- seeds ----------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game():
    games = [Match(first_game("squid_game"), 77001) for _ in range(2)]
    for match in games:
        play_on(match, Stream("players"), 120)
    assert games[0].lines == games[1].lines
    assert games[0].state == games[1].state
    assert games[0].events == games[1].events


def test_another_seed_gives_other_dice():
    rolls = set()
    for seed in range(20):
        match = fight(seed)
        match.play("A: challenge b")
        rolls.add(tuple(match.lines))
    assert len(rolls) > 5


def test_a_number_and_its_text_are_one_seed():
    one, other = fight(5), fight("5")
    for match in (one, other):
        match.play("A: challenge b")
    assert one.lines == other.lines


def test_with_a_seed_chance_answers_by_itself():
    match = Match(first_game("golden_girls", quick=True), 1)
    assert match.lines[0].startswith("flip ") and isinstance(match.events[0], Flipped)
    while not match.over:
        assert not match.state.decision.is_chance
        play_on(match, Stream(len(match.choices)), 1)
        if len(match.choices) > 300:
            break


def test_a_seeded_match_takes_no_stated_dice():
    match = Match(first_game("golden_girls", quick=True), 1)
    before = match.state.digest()
    with pytest.raises(IllegalChoice):
        match.play("flip light")
    assert match.state.digest() == before


def test_the_nth_answer_is_the_hmac_of_its_number():
    """Reckoned again by hand: HMAC-SHA256(seed, n) as a number, reduced to the weights in the order of options."""
    match = fight("my seed")
    ask = Match(match.setup, start=match.state)
    ask.play("A: challenge b")
    decision = ask.state.decision
    assert decision.asked == questions.ROLL
    for number in (1, 2, 99):
        drawn = int.from_bytes(hmac.new(b"my seed", str(number).encode(), hashlib.sha256).digest(), "big")
        rest = drawn % sum(decision.weights)
        outcomes = [option for option, weight in zip(decision.options, decision.weights, strict=True) for _ in range(weight)]
        assert answer_at(b"my seed", number, decision) == outcomes[rest]


def test_seeded_dice_are_fair():
    """Each outcome of two dice comes as often as its weight says, within five standard deviations."""
    match = fight()
    match.play("A: challenge b")
    decision, dice, throws = match.state.decision, SeededDice(2026), 20_000
    counts = dict.fromkeys(decision.options, 0)
    for _ in range(throws):
        counts[dice.answer(decision)] += 1
    for option, weight in zip(decision.options, decision.weights, strict=True):
        share = weight / 36
        assert abs(counts[option] - throws * share) < 5 * (throws * share * (1 - share)) ** 0.5


def test_dice_answer_only_chance():
    match = fight()
    with pytest.raises(ValueError, match="only dice and flips"):
        SeededDice(1).answer(match.state.decision)


def test_a_stream_is_the_same_for_ever():
    stream = Stream("77001", "bot")
    assert [stream.randrange(1000) for _ in range(8)] == [27, 610, 285, 671, 119, 440, 870, 101]
    assert Stream("77001", "other").randrange(1000) != 27


# -- stated dice ------------------------------------------------------------------------------------------------


def test_without_a_seed_the_dice_are_stated():
    match = Match(first_game("golden_girls", quick=True))
    assert match.dice is None and match.state.decision.asked == questions.FLIP
    match.play("flip dark")
    assert match.state.first == 1
    assert match.roll() == [], "nobody else rolls"


def test_stated_dice_do_what_they_say():
    match = fight()
    match.play("A: challenge b")
    assert match.state.decision.asked == questions.ROLL
    match.play("roll b b")
    events = match.play("roll b b")
    assert isinstance(events[0], Rolled) and events[0].defending
    assert match.state.down[1] == 1
    assert match.lines == ["A: challenge b", "roll b b", "roll b b"]


def test_too_many_or_too_few_dice_are_refused():
    match = fight()
    match.play("A: challenge b")
    for line in ("roll b", "roll b b b", "roll"):
        with pytest.raises(IllegalChoice, match=r"CHA-5"):
            match.play(line)


# -- playing -----------------------------------------------------------------------------------------------------


def test_a_refused_line_changes_nothing():
    match = fight()
    before = (match.state.digest(), list(match.lines), len(match.events))
    for line in ("A: move d1", "b: move c1", "roll b b", "A: move b1"):
        with pytest.raises(IllegalChoice):
            match.play(line)
    with pytest.raises(NotationError):
        match.play("A: move q9")
    assert (match.state.digest(), match.lines, len(match.events)) == before


def test_an_action_that_answers_two_questions_is_two_choices():
    for how in ("line", "choice"):
        game = scene(" A . b C ", turn="light")
        match = Match(game.state.setup, start=game.state)
        match.play("A: move b1" if how == "line" else parse(match.state, "A: move b1"))
        assert match.lines == ["A", "A: move b1"]
        match.undo()
        assert match.lines == ["A"]


def test_the_start_of_a_match_is_not_the_state_it_was_given():
    game = scene(" A . b ", turn="A")
    match = Match(game.state.setup, start=game.state)
    match.play("A: move b1")
    assert game["A.square"] == "a1"


def test_over_when_nothing_is_asked():
    down = {"side": "dark", "down": True}
    game = scene(" A b ", b=down, scenario="First game (Golden Girls)")
    match = Match(game.state.setup, start=game.state)
    assert not match.over
    for line in ("A: challenge b", "roll b b", "roll b b"):
        match.play(line)
    assert match.over and match.state.winner == 0


# -- undo --------------------------------------------------------------------------------------------------------


def test_undo_takes_back_choices_one_by_one():
    match = fight()
    digests = [match.state.digest()]
    match.play("A: move a1")
    digests.append(match.state.digest())
    match.play("A: end")
    assert match.can_undo
    assert match.undo() is not None and match.state.digest() == digests[1] and match.lines == ["A: move a1"]
    assert match.undo() is not None and match.state.digest() == digests[0] and match.events == []
    assert not match.can_undo and match.undo() is None
    match.play("A: challenge b")
    assert match.lines == ["A: challenge b"]


def test_undo_never_goes_beyond_the_last_die():
    match = fight()
    for line in ("A: challenge b", "roll b s", "roll s b"):
        match.play(line)
    assert not match.can_undo and match.undo() is None
    match.play("A: end")
    assert match.undo() is not None
    assert match.undo() is None and match.lines == ["A: challenge b", "roll b s", "roll b s"]


def test_a_challenge_may_be_taken_back_before_stated_dice_fall():
    match = fight()
    match.play("A: challenge b")
    assert match.undo() is not None and match.choices == []


def test_with_seeded_dice_a_challenge_cannot_be_taken_back():
    match = fight(3)
    match.play("A: challenge b")
    assert not match.can_undo


def test_undo_does_not_change_the_dice_to_come():
    one, other = fight(9), fight(9)
    one.play("A: move a1")
    one.undo()
    for match in (one, other):
        match.play("A: challenge b")
    assert one.lines == other.lines


def test_undo_never_takes_back_what_was_shown():
    sides = [{"side": "light", "picks": 1}, {"side": "dark", "picks": 1}]
    box = ["Gi-hun", "Il-nam"]
    match = Match(arrange(load(), {"map": "Barracks", "sides": sides, "box": box, "secret": True}))
    match.play("flip light")
    match.play("pick Gi-hun")
    assert match.can_undo, "nothing is shown yet"
    match.play("pick Gi-hun")
    assert not match.can_undo


def test_a_secret_choice_is_sealed_before_anybody_could_find_it_among_the_choices():
    class Watched(list):
        """Choices that look, at the moment one is added, how many everybody may know."""

        def append(self, choice):
            super().append(choice)
            seen.append(match.open_to(-1))

    seen: list[int] = []
    sides = [{"side": side, "picks": 2} for side in ("light", "dark")]
    match = Match(
        arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True})
    )
    match.play("flip light")
    match.choices = Watched(match.choices)
    match.play(match.state.decision.options[0])
    match.play(match.state.decision.options[0])
    assert seen == [1, 1]
