"""Sight, threats and plans: drawn answers, the same as the real turn gives, and nothing before the first round."""

from __future__ import annotations

import random
import re
import time

import pytest

from kit.table import Game, Side, answers, scene, seen_from
from tipover.cards.catalog import SIDES
from tipover.cards.pack import load
from tipover.engine.core import questions, verbs
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import win_chance
from tipover.engine.core.event import Challenged
from tipover.engine.core.frames import challenge_frame, kinds
from tipover.engine.core.ids import FigureId, Thing
from tipover.engine.core.language import sentence
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.chances import outlook
from tipover.play.match import Match
from tipover.table import queries, quick
from tipover.table.protocol.from_server import ThreatShown

LIGHT, DARK = 0, 1


def _threat(game: Game, mark: str, side: int = LIGHT) -> ThreatShown:
    number = game.state.setup.figure(mark)
    return next(one for one in queries.threats(game.state, side) if one.figure == number)


def _ways(threat: ThreatShown) -> list[str]:
    return [way.name for way in threat.ways]


def _names(game: Game, squares: list[int]) -> set[str]:
    return {game.state.setup.grid.name(square) for square in squares}


# -- sight -----------------------------------------------------------------------------------------------

ROOM = """
    +---+---+---+---+
    | A   .   b   . |
    +   +---+   +   +
    | .   .   .   . |
    +   +   +   +   +
    | .   .   c   . |
    +---+---+---+---+
"""


def test_a_figure_sees_what_the_rules_say_and_a_stopped_line_says_by_what() -> None:
    game = scene(ROOM, A="Gi-hun", b="Il-nam", c={"character": "Front Man", "side": "dark"})
    grid = game.state.setup.grid
    found = queries.sight(game.state, 0)
    assert _names(game, found.seen) == {name for name, seen in seen_from("A", ROOM, A="Gi-hun", b="Il-nam", c="Front Man").items() if seen}
    assert (found.start, found.clear, found.stops) == (0, True, [])
    behind = queries.sight(game.state, 0, to=grid.square("d1"))
    assert not behind.clear
    assert [(stop.rule, stop.things) for stop in behind.stops] == [("SEE-2", [1])]
    walled = queries.sight(game.state, 0, to=grid.square("b2"))
    assert [(stop.rule, stop.walls) for stop in walled.stops] == [("SEE-1", [(4, 4, 8, 4)])]


def test_a_figure_looks_from_a_square_it_does_not_stand_in() -> None:
    game = scene(ROOM, A="Gi-hun", b="Il-nam", c={"character": "Front Man", "side": "dark"})
    square = game.state.setup.grid.square
    assert queries.sight(game.state, 0, square("b2"), square("d2")).clear
    assert queries.sight(game.state, 0, square("c2")).start == square("c2")
    assert queries.sight(game.state, -1, square("a1"), square("d1")).clear is False


@pytest.mark.parametrize(("figure", "square", "to"), [(9, -1, -1), (0, 99, -1), (-1, -1, -1), (0, -1, 99)])
def test_what_is_nowhere_looks_at_nothing(figure: int, square: int, to: int) -> None:
    with pytest.raises(queries.NotNow):
        queries.sight(scene(ROOM, A="Gi-hun", b="Il-nam", c="Front Man").state, figure, square, to)


# -- threats ---------------------------------------------------------------------------------------------


def test_reach_is_two_moves_and_hits_are_what_is_adjacent_after_one() -> None:
    game = scene(
        """
        +---+---+---+---+---+---+---+
        | A   .   .   .   .   .   b |
        +---+---+---+---+---+---+---+
    """,
        A="Gi-hun",
        b={"character": "Worker #29", "side": "dark"},
    )
    found = _threat(game, "b")
    assert _names(game, found.reach) == answers("""
        +---+---+---+---+---+---+---+
        | .   .   x   x   x   x   x |
        +---+---+---+---+---+---+---+
    """)
    assert _names(game, found.hits) == answers("""
        +---+---+---+---+---+---+---+
        | .   .   .   x   x   x   x |
        +---+---+---+---+---+---+---+
    """)
    assert (found.targets, _ways(found)) == ([], ["challenge"])


LINE = """
    +---+---+---+---+---+---+
    | A   .   .   .   .   b |
    +---+---+---+---+---+---+
"""
CAP: dict[str, object] = {"character": "Captain America", "side": "dark"}


def test_a_range_that_can_be_paid_for_reaches_further_and_a_wall_stops_it() -> None:
    assert _threat(scene(LINE, A="Gi-hun", b={"character": "Worker #29", "side": "dark"}), "b").targets == []
    far = _threat(scene(LINE, A="Gi-hun", b=CAP, sides={"dark": {"pool": ["blue"]}}), "b")
    assert (far.targets, _ways(far)) == ([0], ["challenge", "Shield Throw"])
    poor = _threat(scene(LINE, A="Gi-hun", b=CAP, sides={"dark": {"pool": []}}), "b")
    assert (poor.targets, _ways(poor)) == ([], ["challenge"])
    walled = scene(
        """
        +---+---+---+---+---+---+
        | A | .   .   .   .   b |
        +---+---+---+---+---+---+
    """,
        A="Gi-hun",
        b=CAP,
        sides={"dark": {"pool": ["blue"]}},
    )
    found = _threat(walled, "b")
    assert found.targets == []
    assert _names(walled, found.hits) == answers("""
        +---+---+---+---+---+---+
        | . | x   x   x   x   x |
        +---+---+---+---+---+---+
    """)


def test_tokens_that_are_back_by_then_count_for_who_has_had_its_turn() -> None:
    sides: dict[str, Side] = {"dark": {"pool": [], "track": [["blue"], [], [], []]}}
    assert _ways(_threat(scene(LINE, A="Gi-hun", b=CAP, sides=sides), "b")) == ["challenge"]
    other = {"character": "Iron Man", "side": "dark", "square": "e1"}
    waiting = scene(LINE, A="Gi-hun", b=CAP | {"exhausted": True}, c=other, sides=sides)
    assert _ways(_threat(waiting, "b")) == ["challenge", "Shield Throw"]


def test_a_card_that_moves_before_its_challenge_reaches_further() -> None:
    game = scene(
        """
        +---+---+---+---+---+---+
        | A   .   .   .   .   b |
        +---+---+---+---+---+---+
    """,
        A="Gi-hun",
        b={"character": "Arya Stark", "side": "dark"},
        sides={"dark": {"pool": ["red"]}},
    )
    found = _threat(game, "b")
    assert found.targets == []
    assert "b1" in _names(game, found.hits) and "a1" not in _names(game, found.hits)
    nearer = scene(
        """
        +---+---+---+---+---+---+
        | .   A   .   .   .   b |
        +---+---+---+---+---+---+
    """,
        A="Gi-hun",
        b={"character": "Arya Stark", "side": "dark"},
        sides={"dark": {"pool": ["red"]}},
    )
    assert (_threat(nearer, "b").targets, _ways(_threat(nearer, "b"))) == ([0], ["challenge", "Water Dance"])


def test_a_card_that_is_no_challenge_adds_to_the_reach_if_it_can_be_paid_for() -> None:
    drawing = """
        +---+---+---+---+---+---+
        | .   A   .   .   .   b |
        +---+---+---+---+---+---+
    """
    fallen = {"character": "Gi-hun", "down": True}
    for colour, reached in (("silver", True), ("red", False)):
        game = scene(drawing, A=fallen, b={"character": "Arya Stark", "side": "dark"}, sides={"dark": {"pool": [colour]}})
        assert ("a1" in _names(game, _threat(game, "b").reach)) == reached


def test_a_challenge_after_a_card_that_is_none_is_a_threat_too() -> None:
    """An action of the card, and the extra one that it gives: two moves, then a challenge."""
    game = scene(LINE, A="Gi-hun", b=CAP, sides={"dark": {"pool": ["gold"]}})
    found = _threat(game, "b")
    assert (found.targets, _ways(found)) == ([0], ["challenge"])
    assert _chance(game, found, "challenge", "a1") == round(100 * win_chance(2, game.state.defense(FigureId(Thing(0)))))


def _chance(game: Game, threat: ThreatShown, way: str, square: str) -> int | None:
    """The chance of one way at one square, None if it is not told."""
    known = next((one for one in threat.ways if one.name == way), None)
    at = game.state.setup.grid.square(square)
    return known.chances[known.squares.index(at)] if known is not None and at in known.squares else None


def test_every_square_has_the_chance_that_the_figure_would_have_there() -> None:
    """What is told for an empty square is what is told when the figure stands there, and where it stands now it blocks nobody."""
    drawing = """
        +---+---+---+---+---+---+
        | .   .   A   .   .   b |
        +---+---+---+---+---+---+
    """
    sides: dict[str, Side] = {"dark": {"pool": ["blue"], "track": [["red"], [], [], []]}}
    game = scene(drawing, A="Gi-hun", b=CAP, sides=sides)
    (told,) = queries.threats(game.state, LIGHT, stander=0)
    assert _ways(told) == ["challenge", "Shield Throw"]
    for square, ways in (("c1", {"challenge", "Shield Throw"}), ("a1", {"Shield Throw"})):
        state = game.state.clone()
        state.figure_at[0] = state.setup.grid.square(square)
        (there,) = queries.threats(state, LIGHT, stander=0)
        for way in _ways(told):
            assert _chance(game, told, way, square) == _chance(game, there, way, square)
            assert (_chance(game, told, way, square) is not None) == (way in ways)
    # One die, one more for red on the track, and one for blue, which is paid before it is counted.
    assert _chance(game, told, "Shield Throw", "a1") == round(100 * win_chance(3, game.state.defense(FigureId(Thing(0)))))
    blocked = queries.threats(game.state, LIGHT)[0]
    assert _chance(game, blocked, "challenge", "b1") is None, "nobody asked for somebody who would stand there"


def test_one_who_lies_threatens_nobody() -> None:
    game = scene(" A b ", A="Gi-hun", b={"character": "Worker #29", "side": "dark", "down": True})
    found = _threat(game, "b")
    assert (found.reach, found.hits, found.targets) == ([], [], [])


def test_one_s_own_figures_are_no_threat_and_no_target() -> None:
    game = scene(" A b c ", A="Gi-hun", b={"character": "Il-nam", "side": "dark"}, c={"character": "Front Man", "side": "dark"})
    assert [one.figure for one in queries.threats(game.state, DARK)] == [0]
    assert [one.figure for one in queries.threats(game.state, LIGHT)] == [1, 2]
    assert all(one.targets in ([], [0]) for one in queries.threats(game.state, LIGHT))


def _targets_in_a_real_turn(state: State, figure: int) -> set[int]:
    """Whom a figure that is on turn can challenge after at most one move, by playing everything: slow, and no clever step."""
    found: set[int] = set()
    for first in [None, *(option for option in _options(state) if option.verb == verbs.MOVE and option.figure == figure)]:
        trial = state.clone()
        if first is not None:
            apply(trial, first)
        for option in _options(trial):
            if option.figure == figure and option.verb in (verbs.CHALLENGE, verbs.ABILITY, verbs.USE) and _is_star(trial, option):
                found |= _challenged(trial, option)
    return found


def _options(state: State) -> list[Choice]:
    return state.decision.options if state.decision is not None and state.decision.asked == questions.ACTION else []


def _is_star(state: State, option: Choice) -> bool:
    if option.verb == verbs.ABILITY:
        return state.setup.card(state.card[option.figure]).abilities[option.thing].challenge
    return option.verb == verbs.CHALLENGE


def _challenged(state: State, option: Choice) -> set[int]:
    trial = state.clone()
    events = apply(trial, option)
    now = {event.target for event in events if isinstance(event, Challenged)}
    now |= {frame[challenge_frame.TARGET] for frame in trial.stack if frame[0] == kinds.CHALLENGE}
    ask = trial.decision
    if (
        now
        or ask is None
        or ask.is_chance
        or ask.asked in (questions.ACTION, questions.TURN)
        or ask.side != state.setup.side_of[option.figure]
    ):
        return now
    return {target for one in ask.options for target in _challenged(trial, one)}


def _best_at_once(turn: State, figure: FigureId) -> dict[int, float]:
    """The best exact chance against each target that a figure on turn can challenge without a move."""
    found: dict[int, float] = {}
    for option in _options(turn):
        ahead = outlook(turn, option) if option.figure == figure and option.verb in (verbs.CHALLENGE, verbs.ABILITY) else None
        if ahead is not None and not ahead.open:
            found[ahead.target] = max(found.get(ahead.target, 0.0), float(ahead.chance))
    return found


@pytest.mark.parametrize("key", ["first-squid_game", "helicarrier", "godswood", "factory"])
def test_targets_are_those_that_the_real_next_turn_finds(key: str) -> None:
    """A turn is ended, the next side takes its turn: what was said before about its figures holds then."""
    catalog = load()
    match = Match(arrange(catalog, quick.match(catalog, key).setup), key)
    chance = random.Random(key)
    compared = 0
    for _ in range(240):
        ask = match.state.decision
        if ask is None or compared >= 12:
            break
        if ask.asked == questions.ACTION and chance.random() < 0.3:
            compared += _compare(match.state)
        options = [one for one in ask.options if one.verb != verbs.END] or ask.options
        match.play(chance.choice(options))
    assert compared >= 6


def _compare(state: State) -> int:
    assert state.decision is not None
    after = state.clone()
    apply(after, Choice(verbs.END, state.decision.figure))
    ask = after.decision
    if ask is None or ask.asked != questions.TURN or after.round != state.round:
        return 0
    mine = state.decision.side
    if ask.side == mine:
        return 0
    told = {one.figure: one for one in queries.threats(state, mine)}
    for option in ask.options:
        turn = after.clone()
        apply(turn, Choice(verbs.TURN, option.figure))
        if turn.decision is None or turn.decision.asked != questions.ACTION or option.figure not in told:
            continue
        real = {
            thing
            for thing in _targets_in_a_real_turn(turn, option.figure)
            if thing < len(state.figure_at) and state.setup.side_of[thing] == mine
        }
        assert real <= set(told[option.figure].targets), (state.name(option.figure), real, told[option.figure])
        for target, best in _best_at_once(turn, option.figure).items():
            if target in real:
                at = [dict(zip(way.squares, way.chances, strict=True)).get(state.figure_at[target], 0) for way in told[option.figure].ways]
                assert max(at) >= round(100 * best), (state.name(option.figure), state.name(target), told[option.figure])
        more = set(told[option.figure].targets) - real
        assert not more or not set(_ways(told[option.figure])) <= {"challenge"}
        moves = {one.thing for one in turn.decision.options if one.verb == verbs.MOVE and one.figure == option.figure}
        assert moves <= set(told[option.figure].reach)
    return 1


def test_four_rivals_are_looked_at_quickly() -> None:
    catalog = load()
    match = Match(arrange(catalog, quick.match(catalog, "lab").setup), "speed")
    chance = random.Random("speed")
    spent: list[float] = []
    for turn in range(160):
        ask = match.state.decision
        if ask is None:
            break
        if match.state.round and ask.asked == questions.ACTION and turn % 3 == 0:
            before = match.state.digest()
            begun = time.process_time()
            queries.threats(match.state, match.state.setup.sides[0])
            spent.append(time.process_time() - begun)
            assert match.state.digest() == before
        match.play(chance.choice(ask.options))
    assert len(spent) > 10
    assert sorted(spent)[len(spent) // 2] < 0.15


# -- plans -----------------------------------------------------------------------------------------------


def _match(game: Game) -> Match:
    return Match(game.state.setup, "dice", start=game.state)


def test_a_plan_goes_up_to_the_dice_and_changes_nothing() -> None:
    match = _match(scene(" A . b ", A="Gi-hun", b="Il-nam"))
    before = match.state.digest()
    ahead = queries.plan(match, 0, ["A: move b1", "A: challenge b", "A: end"])
    assert ahead.played == ["A: move b1", "A: challenge b"]
    assert ahead.stopped == "Dice would be rolled here."
    assert ahead.match.state.figure_at[0] == 1
    assert [type(event).__name__ for event in ahead.events][:1] == ["Moved"]
    assert match.state.digest() == before


def test_a_plan_stops_at_a_refused_line_another_seat_and_stated_dice() -> None:
    match = _match(scene(" A . b ", A="Gi-hun", b="Il-nam"))
    refused = queries.plan(match, 0, ["A: challenge b", "A: move b1"])
    assert refused.played == [] and refused.stopped.startswith("‘A: challenge b’ is refused: The target must be adjacent")
    assert queries.plan(match, 0, ["A: jump"]).stopped.startswith("‘A: jump’ is refused")
    other = queries.plan(match, 0, ["A: end", "b: move b1"])
    assert (other.played, other.stopped) == (["A: end"], "It would be for dark to answer here.")
    assert queries.plan(match, 1, ["A: move b1"]).stopped == "It would be for light to answer here."
    match.play("A: move b1")
    stated = queries.plan(match, 0, ["A: challenge b > roll !!"])
    assert stated.played == [] and stated.stopped


def test_a_plan_goes_on_through_dice_as_branches_with_the_chance_of_all_of_it() -> None:
    match = _match(scene(" A . b ", A="Gi-hun", b="Il-nam"))
    before = match.state.digest()
    dice = queries.plan(match, 0, ["A: move b1", "A: challenge b"])
    told = {sentence(one.said): one.chance for one in dice.branches}
    assert set(told) == {"hit", "miss"} and sum(told.values()) == pytest.approx(1)
    assert told["hit"] == pytest.approx(float(win_chance(2, match.state.defense(FigureId(Thing(1))))))
    for name, chance in told.items():
        way = [sentence(one.said) for one in dice.branches].index(name)
        after = queries.plan(match, 0, ["A: move b1", "A: challenge b", way])
        assert after.played == ["A: move b1", "A: challenge b", way] and after.chance == pytest.approx(chance)
        assert after.match.state.down[1] == (name == "hit")
    assert queries.plan(match, 0, ["A: move b1", "A: challenge b", 7]).played == ["A: move b1", "A: challenge b"]
    assert match.state.digest() == before


def test_the_rival_s_best_answer_to_a_plan_is_told_in_words() -> None:
    game = scene(" A . b . . . ", A="Gi-hun", b={"character": "Il-nam", "side": "dark"})
    match = _match(game)
    ahead = queries.plan(match, 0, ["A: move b1"])
    told = queries.best_answer(ahead.match.state, 0, ["Ann", "Ben"])
    assert re.match("Best answer of Ben: .*Gi-hun.* % to knock Gi-hun down", told), told
    assert queries.best_answer(ahead.match.state, 1, ["Ann", "Ben"]) == "", "it is no answer to one's own turn"


def test_a_plan_has_only_so_many_lines() -> None:
    game = scene(" A . b ", turn="light", A="Gi-hun", b="Il-nam", B={"character": "Front Man", "square": "b1"})
    ahead = queries.plan(_match(game), 0, ["A: end"] * 25)
    assert ahead.played == ["A: end"] and ahead.stopped == "It would be for dark to answer here."
    assert queries.plan(_match(game), 0, []).stopped == ""


def test_nothing_is_tried_before_the_first_round() -> None:
    catalog = load()
    match = Match(arrange(catalog, quick.match(catalog, "secret").setup), "7")
    with pytest.raises(queries.NotNow, match="once the first round has begun"):
        queries.threats(match.state, LIGHT)
    with pytest.raises(queries.NotNow, match="once the first round has begun"):
        queries.plan(match, 0, ["pick Gi-hun"])
    with pytest.raises(queries.NotNow, match=f"there are {SIDES[0]}, {SIDES[1]}"):
        queries.threats(scene(" A b ", A="Gi-hun", b="Il-nam").state, 3)
