"""Why not, and what would work: the engine's reasons with what to draw, and ways found by trying."""

from __future__ import annotations

import random

import pytest

from kit.table import Game, scene
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.rules import sentence_of
from tipover.play.match import Match
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import notate
from tipover.table import queries, quick
from tipover.table.protocol.from_client import ActionTry
from tipover.table.protocol.from_server import WhyShown
from tipover.table.protocol.literals import BasicAction

WALL = """
    +---+---+---+---+---+---+
    | A   .   .   .   .   . |
    +   +---+---+   +   +   +
    | .   .   .   .   .   . |
    +   +   +   +   +   +   +
    | .   .   b   .   .   . |
    +   +   +   +   +   +   +
    | .   .   .   .   .   . |
    +---+---+---+---+---+---+
"""


def _why(game: Game, line: str) -> WhyShown:
    (found,) = queries.why(game.state, [line])
    assert found.line == line
    return found


def _names(game: Game, squares: list[int]) -> list[str]:
    return [game.state.setup.grid.name(square) for square in squares]


def _duel(**more: object) -> Game:
    return scene(WALL, A="Sae-byeok", b="Worker #28", pool="blue silver silver", round=3, **more)  # type: ignore[arg-type]


def test_a_challenge_out_of_reach_names_the_squares_to_go_to_first_the_nearest_first() -> None:
    game = _duel()
    found = _why(game, "A: challenge b")
    assert [reason.rule for reason in found.reasons] == ["CHA-2", "ADJ-1"]
    assert found.reasons[0].things == [1]
    assert found.way == "Way round: b2, b3"
    assert _names(game, found.way_squares) == ["b2", "b3"]


def test_every_way_round_leads_to_a_square_where_the_line_is_offered() -> None:
    for line in ("A: challenge b", "A: Sucker Punch > b"):
        for square in _why(_duel(), line).way_squares:
            game = _duel()
            game.play(f"A: move {game.state.setup.grid.name(square)}")
            assert game.allows(line)


def test_there_is_no_way_round_with_a_single_action_left() -> None:
    assert _why(_duel(actions=1), "A: challenge b").way == ""


def test_a_way_round_needs_the_turn_to_be_taken_first() -> None:
    game = scene(WALL, turn="light", A="Sae-byeok", b="Worker #28")
    assert _why(game, "A: challenge b").way == "Way round: b2, b3"


def test_a_wall_in_the_way_is_shown_and_named() -> None:
    game = scene(
        """
        +---+---+---+
        | A | b   . |
        +---+---+---+
    """,
        A="Gi-hun",
        b="Il-nam",
    )
    reason = next(one for one in _why(game, "A: challenge b").reasons if one.walls)
    assert reason.walls == [(4, 0, 4, 4)]
    assert _names(game, reason.squares) == ["a1", "b1"]
    assert reason.sentence.endswith("In the way: the wall between a1 and b1.")


def test_a_move_too_far_for_one_action_is_shown_in_two() -> None:
    game = _duel()
    found = _why(game, "A: move d2")
    assert [reason.rule for reason in found.reasons] == ["MOV-3"]
    assert found.way == "In two moves: c1, then d2"
    assert _names(game, found.way_squares) == ["c1", "d2"]
    assert _why(_duel(), "A: move f4").way == ""
    assert _why(scene(" A . . . b ", A="Gi-hun", b="Il-nam"), "A: move d1").way == "In two moves: c1, then d1"


def test_an_ability_without_its_token_says_when_the_token_is_back() -> None:
    game = scene(WALL, A="Sae-byeok", b="Worker #28", round=4, sides={"light": {"pool": ["silver"], "track": [[], ["blue"], [], []]}})
    found = _why(game, "A: Sucker Punch")
    assert "ABI-2" in [reason.rule for reason in found.reasons]
    assert found.way == "A blue token is back at the end of round 5"
    reason = next(reason for reason in found.reasons if reason.rule == "ABI-2")
    assert reason.short == sentence_of("ABI-2") and reason.sentence.startswith(f"{reason.short} ")


def test_who_is_not_on_turn_is_told_who_is() -> None:
    found = _why(_duel(), "b: move c4")
    assert found.reasons[0].rule == "TRN-3"
    assert found.way == "Can act now: Sae-byeok"
    waiting = scene(
        WALL, turn="light", A={"character": "Sae-byeok", "exhausted": True}, b="Worker #28", B={"character": "Gi-hun", "square": "f1"}
    )
    exhausted = _why(waiting, "A: move a2")
    assert exhausted.reasons[0].rule == "TRN-1"
    assert exhausted.way == "Can act now: Gi-hun"
    assert _names(waiting, exhausted.way_squares) == ["f1"]


def test_who_lies_is_told_to_rally_if_both_actions_are_left() -> None:
    game = scene(WALL, A={"character": "Gi-hun", "down": True}, b="Il-nam")
    assert _why(game, "A: move a2").way == "Rally stands it up; that takes both actions"
    tired = scene(WALL, A={"character": "Captain America", "down": True}, b="Il-nam", actions=1, pool="gold")
    assert _why(tired, "A: move a2").way == ""


def test_what_may_be_played_has_no_reasons() -> None:
    game = _duel()
    assert queries.why(game.state, game.options) == [WhyShown(line, []) for line in game.options]


@pytest.mark.parametrize(
    ("line", "told"),
    [("A: move zz", "'zz' is no square of this map; its squares are a1 to f4."), ("", "An empty line; type a choice, as 'L1: move c4'.")],
)
def test_a_line_that_says_nothing_gets_one_sentence_without_a_rule(line: str, told: str) -> None:
    (reason,) = _why(_duel(), line).reasons
    assert (reason.rule, reason.sentence) == ("", told)


def test_nobody_else_is_told_reasons_while_something_is_picked_in_secret() -> None:
    catalog = load()
    match = Match(arrange(catalog, quick.match(catalog, "secret").setup), "7")
    match.play("pick Gi-hun")
    lines = ["pick Gi-hun", "pick Rose Nylund"]
    told = queries.why(match.state, lines)
    assert [[reason.rule for reason in one.reasons] for one in told] == [["SUP-11"], ["SUP-11"]]
    assert queries.why(match.state, lines, asked=True)[1].reasons == []


def _is_played(match: Match, line: str) -> bool:
    try:
        Match(match.setup, None, start=match.state).play(line)
    except (IllegalChoice, NotationError):
        return False
    return True


@pytest.mark.parametrize("key", ["first-marvel", "godswood", "yard", "lab"])
def test_looking_changes_nothing_and_refuses_exactly_what_is_not_offered(key: str) -> None:
    catalog = load()
    match = Match(arrange(catalog, {**quick.match(catalog, key).setup, "rounds": 2}), key)
    chance = random.Random(key)
    former: list[str] = []
    for _ in range(60):
        ask = match.state.decision
        if ask is None:
            break
        before = match.state.digest()
        offered = [notate(match.state, option) for option in ask.options]
        lines = chance.sample(offered, min(4, len(offered))) + [line for line in former[:6] if line not in offered]
        for shown in queries.why(match.state, lines, asked=True):
            assert bool(shown.reasons) != _is_played(match, shown.line), shown
        former = chance.sample(offered, min(8, len(offered)))
        assert match.state.digest() == before
        match.play(chance.choice(ask.options))


@pytest.mark.parametrize(
    ("drawing", "action", "rules", "brief"),
    [
        ("A . . b", "challenge", ["CHA-2", "ADJ-1"], "nobody near"),
        ("A . . .", "challenge", ["CHA-16"], "nobody near"),
        ("A B . b", "assist", ["ACT-3", "ACT-7"], "nobody to help"),
        ("A . . b", "assist", ["ACT-7"], "nobody to help"),
        ("A . . b", "interact", ["ACT-4"], "nothing beside"),
        ("A b . .", "challenge", [], ""),
    ],
)
def test_the_button_of_an_action_has_its_reason_in_a_few_words(drawing: str, action: BasicAction, rules: list[str], brief: str) -> None:
    (found,) = queries.why_tries(scene(drawing, turn="A").state, [ActionTry(action)])
    assert [reason.rule for reason in found.reasons] == rules
    assert found.brief == brief
