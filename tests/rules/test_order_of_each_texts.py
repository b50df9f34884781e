"""TIM-7: an `each` asks for an order only where it can matter who is first."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.odd_pack import odd_game
from kit.table import Game
from tipover import State, apply
from tipover.engine.core import questions, verbs
from tipover.engine.laws import picks

ROWS = ("ABC.r", ".s.D.")
TWO_OILS: dict[str, object] = {"pieces": [{"kind": "Oil", "on": "A"}]}
DOWN = {"B": {"side": "light", "down": True}, "C": {"side": "light", "down": True}}
EXHAUSTED = {"B": {"exhausted": True}, "C": {"exhausted": True}}

FREE_ORDER: dict[str, object] = {
    "B": {"side": "light", "down": True}, "C": {"side": "light", "exhausted": True}, "s": {"side": "dark", "down": True}, "D": {"side": "light", "down": True},
    "sides": {"light": {"pool": ["red", "blue", "blue", "blue"], "points": 5}, "dark": {"pool": ["blue"], "points": 1}},
}  # fmt: skip


def tried(folder: Path, rules: dict[str, str], more: dict[str, object]) -> Game:
    """Tester with B, C and D on its side, and r and s against it, has just used its ability; dark has a point."""
    sides = {"light": {"pool": ["red", "red", "blue"], "points": 5}, "dark": {"points": 5}}
    game = odd_game(folder, rules, ROWS, {"sides": sides, **more})
    game.play("A: Try")
    return game


def is_order_asked(game: Game) -> bool:
    ask = game.state.decision
    return ask.asked == questions.TEXT and len(ask.options) > 1


@rule("TIM-7")
@pytest.mark.parametrize(
    ("ability", "more", "facts"),
    [
        ("Each ally gains 1 point.", {}, {"sides.light.points": 8}),
        ("This and each ally gain 1 point.", {}, {"sides.light.points": 9}),
        ("Each rival loses 1 point.", {}, {"sides.dark.points": 3}),
        ("Each figure gains 1 point.", {}, {"sides.light.points": 9, "sides.dark.points": 7}),
        ("For each rival: gain 1 point.", {}, {"sides.light.points": 7}),
        ("For each ally: if it is knocked down, gain 1 point.", DOWN, {"sides.light.points": 7}),
        ("Each ally gains 1 point for each rival adjacent to it.", {}, {"sides.light.points": 8}),
        ("Each ally gains a blue token.", {}, {"sides.light.pool": ["blue"] * 4 + ["red"]}),
        ("Each rival loses a blue token.", {}, {"sides.light.pool": ["blue", "red"]}),
        ("Each adjacent ally gains an Oil token.", {}, {"B.carries": ["Oil"]}),
        ("Each ally gains an Oil token.", {}, {"B.carries": ["Oil"], "C.carries": ["Oil"], "D.carries": ["Oil"]}),
        ("Each knocked-down ally stands up.", DOWN, {"B.down": False, "C.down": False}),
        ("Stand each knocked-down ally up.", DOWN, {"B.down": False, "C.down": False}),
        ("Knock each rival down.", {}, {"r.down": True, "s.down": True}),
        ("Exhaust each ready rival.", {}, {"r.exhausted": True, "s.exhausted": True}),
        ("Refresh each exhausted ally.", EXHAUSTED, {"B.exhausted": False, "C.exhausted": False}),
        ("For each knocked-down ally: stand it up, then gain 1 point.", DOWN, {"B.down": False, "sides.light.points": 7}),
    ],
)
def test_what_comes_to_the_same_in_any_order_is_just_done(tmp_path, ability: str, more: dict[str, object], facts: dict[str, object]):
    game = tried(tmp_path, {"ability": ability}, more)
    assert not is_order_asked(game)
    assert {path: game[path] for path in facts} == facts


@rule("TIM-7")
@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ({"ability": "Each ally moves 1."}, {}),
        ({"ability": "For each ally: gain 1 point, then push it 1."}, {}),
        ({"ability": "Each ally gains an Oil token."}, TWO_OILS),
        ({"ability": "Each ally gains 2 Oil tokens."}, {}),
        ({"ability": "Knock each rival in sight down."}, {}),
        ({"ability": "Stand each ally not adjacent to a standing ally up."}, DOWN),
        ({"ability": "For each ally: stand it up, then gain 1 point for each standing ally."}, DOWN),
        ({"ability": "For each ally: gain 1 point, then lose 2 points."}, {}),
        ({"ability": "Each figure gains 1 point.", "trait": "When an opponent reaches 6 points, lose 3 points."}, {}),
        ({"ability": "Each ally gains 1 point for each rival adjacent to it.", "trait": "When you reach 6 points, move 1."}, {}),
        ({"ability": "Each knocked-down ally stands up.", "trait": "When an ally stands up, push a rival 1."}, DOWN),
        ({"ability": "Exhaust each ready rival.", "trait": "When a rival becomes exhausted, it may move 1."}, {}),
        ({"ability": "Knock each rival down.", "trait": "Rivals adjacent to a standing rival cannot be knocked down."}, {}),
    ],
)
def test_where_it_can_matter_who_is_first_the_order_is_asked(tmp_path, rules: dict[str, str], more: dict[str, object]):
    assert is_order_asked(tried(tmp_path, rules, more))


@rule("TIM-7")
def test_equal_gains_of_one_side_need_no_order_where_a_number_is_waited_for(tmp_path):
    game = tried(tmp_path, {"ability": "Each ally gains 1 point.", "trait": "When you reach 7 points, knock an adjacent ally down."}, {})
    assert (game["sides.light.points"], game["B.down"]) == (8, True)


@rule("TIM-7", "WIN-2")
def test_of_two_sides_who_gains_first_is_asked_where_points_win_at_once(tmp_path):
    pack = {"ability": "Each figure gains 1 point.", "rule": "When you reach 6 points, you win."}
    assert is_order_asked(tried(tmp_path, pack, {}))


@rule("TIM-7", "TIM-1")
@pytest.mark.parametrize(
    ("text", "heard", "is_asked"),
    [("stand up", "", False), ("stand up", " When an ally stands up, move 1.", True), ("move 1", "", True)],
)
def test_what_each_does_with_its_own_body_needs_no_order(tmp_path, text: str, heard: str, is_asked: bool):
    """Two figures have the same status card, whose text begins when the turn of a third is over."""
    statuses: dict[str, object] = {"side": "light", "down": True, "statuses": ["Hex of A"]}
    rules = {"status": f"When another ally becomes exhausted, {text}.", "trait": f"This cannot be pushed.{heard}"}
    game = odd_game(tmp_path, rules, ("ABC.r",), {"B": statuses, "C": statuses})
    game.play("A: end")
    assert (game.state.decision.asked == questions.ORDER) == is_asked


DEEDS = (
    "gains 1 point",
    "loses 1 point",
    "gains 1 point for each rival adjacent to it",
    "gains a red token",
    "loses 2 blue tokens",
    "gains an Oil token",
    "stands up",
)
DONE_TO = ("Knock {} down.", "Exhaust {}.", "Refresh {}.", "For {}: if it is standing, knock it down. Move 1.")
WHOM = (
    "each ally",
    "each figure",
    "each adjacent figure",
    "each rival within 3 and in sight",
    "each knocked-down ally not adjacent to a standing rival",
)
HEARD = (
    "When you reach 7 points, push a rival 1.", "When an ally stands up, gain 1 point.", "When a rival is knocked down, push it 1.",
    "When a figure becomes exhausted, lose 3 points.", "Rivals adjacent to a standing rival cannot be knocked down.", "This cannot be seen.",
)  # fmt: skip


def ends(state: State) -> set[str]:
    """All positions that the answers to the questions of a text lead to; equal pieces are told by who has them."""
    if state.decision is None or state.decision.asked not in (questions.TEXT, questions.ORDER):
        kinds = sorted(
            (slot.name, at, holder) for slot, at, holder in zip(state.setup.pieces, state.piece_at, state.piece_holder, strict=True)
        )
        return {f"{state.points} {state.pool} {state.down} {state.exhaust_markers} {state.figure_at} {kinds}"}
    found: set[str] = set()
    for choice in state.decision.options:
        other = state.clone()
        apply(other, choice)
        found |= ends(other)
    return found


@rule("TIM-7")
@pytest.mark.parametrize("heard", ["", *HEARD])
def test_whatever_order_is_not_asked_would_have_come_to_the_same(tmp_path, monkeypatch, heard: str):
    """Every deed to or by every kind of figures, with and without a text that hears it: asked in every order, one position."""
    free = 0
    texts = [f"{whom.capitalize()} {deed}." for whom in WHOM for deed in DEEDS] + [deed.format(whom) for whom in WHOM for deed in DONE_TO]
    for number, text in enumerate(texts):
        if heard and number % len(HEARD) != HEARD.index(heard):
            continue
        (tmp_path / str(number)).mkdir()
        game = odd_game(tmp_path / str(number), {"ability": text, **({"trait": heard} if heard else {})}, ROWS, FREE_ORDER)
        before = game.state.clone()
        (choice,) = (one for one in before.decision.options if one.verb == verbs.ABILITY)
        apply(game.state, choice)
        if is_order_asked(game):
            continue
        free += 1
        quick = ends(game.state)
        with monkeypatch.context() as patch:
            patch.setattr(picks, "is_free", lambda *given: False)
            apply(before, choice)
            assert ends(before) == quick, text
    assert free > (0 if heard else 30)


@rule("ADJ-1", "CHA-11")
@pytest.mark.parametrize(
    ("text", "play", "facts"),
    [
        ("Each adjacent figure gains 1 point.", (), {"sides.light.points": 6, "sides.dark.points": 6}),
        ("Each adjacent ally may move 1.", ("> B", "> c2"), {"C.square": "c1", "D.square": "d2"}),
        ("Each adjacent figure moves 1.", ("> s", "> c2", "> B", "> a2"), {"C.square": "c1", "D.square": "d2"}),
    ],
)
def test_each_adjacent_one_is_beside_who_does_the_text_and_not_beside_the_one_before(tmp_path, text, play, facts):
    game = tried(tmp_path, {"ability": text}, {})
    game.play(*play)
    assert game.state.decision.asked == questions.ACTION
    assert {path: game[path] for path in facts} == facts


@rule("ADJ-1")
def test_an_offered_action_for_each_adjacent_one_is_beside_who_does_it(tmp_path):
    rules = {"trait": "As an interact, a character of yours may gain 1 point. Each adjacent ally moves 1."}
    game = odd_game(tmp_path, rules, ("BA.C.", ".D..r"), {"turn": "B"})
    game.play("B: interact Tester", "> c2")
    assert (game["D.square"], game.state.decision.asked) == ("c2", questions.ACTION)
