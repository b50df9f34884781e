"""TRN: a turn."""

from kit.marks import rule
from kit.table import scene
from tipover.engine.core.event import Challenged, Exhausted, KnockedDown, Moved, StoodUp, TurnBegan
from tipover.engine.run import reopen

FOUR = """
    +---+---+---+---+
    | A   B   .   c |
    +   +   +   +   +
    | .   .   .   d |
    +---+---+---+---+
"""


@rule("TRN-1")
def test_the_turn_is_taken_by_an_own_character_that_is_not_exhausted_and_nobody_passes():
    game = scene(FOUR, turn="light")
    assert game.options == ["A", "B"]
    assert game.refused("c") == ["TRN-3"]
    game.play("A: end", "c: end")
    assert game["turn"] == "B", "A lone figure that is left is not chosen."
    assert game.refused("A: move a2") == ["TRN-1", "TRN-2"]


@rule("TRN-1")
def test_an_exhausted_character_and_a_minion_take_no_turn():
    game = scene(" A B C R . d ", turn="light", A={"exhausted": True}, R="Drogon", E="Gi-hun")
    assert game.options == ["B", "C"]
    assert game.refused("A") == ["TRN-1"]
    assert game.refused("R") == ["TRN-1"]
    assert game.refused("E") == ["TRN-1"], "In reserve it has no turn to take."


@rule("TRN-2")
def test_a_figure_has_two_actions_and_may_do_the_same_one_twice():
    game = scene(FOUR)
    game.play("A: move c1")
    assert game["turn"] == "A"
    game.play("A: move a1")
    assert (game["A.square"], game["turn"]) == ("a1", "dark")
    assert game.refused("A: move b2") == ["TRN-3", "TRN-2", "TRN-1"]


@rule("TRN-2", "TRN-12")
def test_fewer_than_two_actions_are_fine():
    game = scene(FOUR)
    assert "A: end" in game.options
    game.play("A: move a2", "A: end")
    assert (game["A.exhausted"], game["turn"]) == (True, "dark")
    idle = scene(FOUR)
    idle.play("A: end")
    assert (idle["A.exhausted"], idle["turn"]) == (True, "dark")


@rule("TRN-3")
def test_after_the_turn_the_marker_is_laid_and_the_next_side_clockwise_goes_on():
    game = scene(
        """
        +---+---+---+---+
        | A   b   C   d |
        +   +   +   +   +
        | E   f   G   h |
        +---+---+---+---+
        """,
        **{mark: {"side": "third"} for mark in "CG"},
        **{mark: {"side": "fourth"} for mark in "dh"},
    )
    for mark, following in (("A", "dark"), ("b", "third"), ("C", "fourth"), ("d", "E")):
        assert not game[f"{mark}.exhausted"]
        game.play(f"{mark}: end")
        assert (game[f"{mark}.exhausted"], game["turn"]) == (True, following)


@rule("TRN-3")
def test_a_side_without_a_ready_character_is_passed_over():
    game = scene(FOUR, c={"exhausted": True}, d={"exhausted": True})
    game.play("A: end")
    assert (game["turn"], game["round"]) == ("B", 1)


@rule("TRN-4")
def test_a_knocked_down_figure_does_no_basic_action_but_may_rally():
    game = scene(
        """
        +---+---+---+
        | A   b   . |
        +   +   +   +
        | C   F   . |
        +---+---+---+
        """,
        A={"down": True},
        C={"down": True},
        points={"F": "F"},
    )
    assert game.options == ["A: rally", "A: end"]
    for line in ("A: move a1", "A: move c1", "A: challenge b", "A: assist C", "A: interact F"):
        assert game.refused(line) == ["TRN-4"]


@rule("TRN-5")
def test_a_rally_takes_both_actions_and_stands_the_figure_up():
    game = scene(FOUR, A={"down": True})
    game.play("A: rally")
    assert (game["A.down"], game["A.exhausted"], game["turn"]) == (False, True, "dark")


@rule("TRN-5")
def test_a_rally_needs_two_unused_actions_and_a_figure_that_lies():
    one_left = scene(FOUR, A={"down": True}, actions=1)
    assert (one_left["A.down"], one_left["turn"]) == (True, "dark"), "With one action nothing is left but to stop."
    three_left = scene(FOUR, A={"down": True}, actions=3)
    three_left.play("A: rally")
    assert (three_left["A.down"], three_left["turn"]) == (False, "A"), "An extra action is left over."
    assert three_left.refused("A: rally") == ["TRN-5"]


@rule("TRN-6")
def test_a_knocked_out_figure_may_be_chosen_and_its_empty_turn_passes():
    game = scene(" . B . c ", turn="light", A={}, sides={"light": {"track": [[], ["A"], [], []]}})
    assert game.options == ["A", "B"]
    for line in ("A: rally", "A: move a1", "A: challenge c"):
        assert game.refused(line) == ["TRN-6"]
    game.play("A")
    assert (game["A.exhausted"], game["A.out"], game["turn"]) == (True, True, "c")
    game.play("c: end")
    assert game["turn"] == "B"


@rule("TRN-11")
def test_the_exhausted_marker_stays_through_a_knock_out_and_a_return_and_goes_at_the_refresh():
    game = scene(
        """
        +---+---+---+
        | A   b   . |
        +   +   +   +
        | .   .   d |
        +---+---+---+
        """,
        b={"down": True, "exhausted": True},
        d={"exhausted": True},
        areas={"start dark": ["c1", "c2", "b2"]},
    )
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["b.out"], game["b.exhausted"]) == (True, True)
    game.play("A: end")
    assert game.options == ["> c1", "> b2"], "The round is over and b comes back."
    assert game["b.exhausted"]
    game.play("> c1")
    assert (game["b.square"], game["b.exhausted"], game["round"]) == ("c1", False, 2)


@rule("TRN-11")
def test_a_ready_figure_comes_back_without_a_marker_and_has_one_marker_at_most():
    game = scene(" A . c ", turn="start")
    game.play("A: end")
    assert game.state.exhaust_markers == [1, 0]
    game.play("c: end")
    assert game.state.exhaust_markers == [0, 0]


@rule("TRN-12")
def test_the_turn_ends_and_the_marker_is_laid_when_both_actions_are_used():
    game = scene(FOUR)
    assert not [event for event in game.play("A: move a2") if isinstance(event, Exhausted)]
    assert game.play("A: move a1")[-1] == Exhausted(0)
    assert game["turn"] == "dark"


@rule("TRN-13")
def test_a_turn_goes_choice_actions_marker_next_side():
    game = scene(FOUR, turn="light", c={"exhausted": True})
    told = game.play("B: move b2", "B: move c2")
    b, d = game.state.setup.figure("B"), game.state.setup.figure("d")
    kinds = [type(event) for event in told]
    assert kinds == [TurnBegan, Moved, Moved, Exhausted, TurnBegan]
    assert told[0] == TurnBegan(b)
    assert told[3:] == [Exhausted(b), TurnBegan(d)]


@rule("TRN-14")
def test_knocked_down_on_its_own_turn_a_figure_keeps_its_actions_for_a_rally():
    game = scene(FOUR)
    game.state.down[0] = 1
    reopen(game.state)
    assert game.options == ["A: rally", "A: end"]
    told = game.play("A: rally")
    assert told == [StoodUp(0, 0, "TRN-5"), Exhausted(0)]


@rule("TRN-14")
def test_knocked_down_after_its_first_action_a_figure_has_nothing_left_to_do():
    game = scene(FOUR, A={"down": True}, actions=1)
    assert (game["A.down"], game["A.exhausted"], game["turn"]) == (True, True, "dark")


@rule("TRN-15")
def test_knocked_out_on_its_own_turn_a_figure_cannot_rally_and_is_exhausted():
    game = scene(" . B . c ", turn="A", A={}, sides={"light": {"track": [["A"], [], [], []]}})
    assert (game["A.out"], game["A.exhausted"], game["turn"]) == (True, True, "c")


@rule("TRN-12")
def test_an_action_in_progress_is_finished_before_the_marker():
    game = scene(" A b ", actions=1)
    told = game.play("A: challenge b", "roll b b", "roll b b")
    kinds = [type(event) for event in told]
    assert kinds.index(Challenged) < kinds.index(KnockedDown) < kinds.index(Exhausted)


@rule("TRN-6")
def test_a_knocked_out_figures_empty_turn_may_be_typed_as_its_end():
    game = scene(" A B . d ", turn="light", C={"side": "light"}, sides={"light": {"track": [["C"], [], [], []]}})
    game.play("C: end")
    assert game["C.exhausted"] and game["turn"] == "d"


@rule("TRN-5")
def test_rally_with_one_action_left_is_refused_though_the_turn_passed_by_itself():
    game = scene(" A B . d ", A={"down": True}, actions=1)
    assert "TRN-5" in game.refused("A: rally")


@rule("TRN-3")
def test_a_side_whose_last_ready_character_is_exhausted_while_its_turn_is_asked_is_passed_over():
    """As a text may do it that something in between sets off; the question was open already."""
    game = scene(" A B c d ", turn="light")
    state = game.state
    assert state.decision.side == 0
    state.exhaust_markers = [1, 1, 0, 0]
    reopen(state)
    assert (state.decision.side, game.options) == (1, ["c", "d"])
