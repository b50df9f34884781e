"""The one-line notation: what is printed may be typed."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import IllegalChoice, NotationError, apply, first_game, notate, parse, why_not
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import PIECE
from tipover.play.notation.lines import follow
from tipover.table.cardbox import catalog_with

FIELD = """
    +---+---+---+---+
    | A   b   .   . |
    +   +   +   +   +
    | C   .   .   d |
    +---+---+---+---+
"""


def field(**more: object) -> Game:
    return scene(FIELD, **{"turn": "A", **more})


def sq(game: Game, name: str) -> int:
    return game.state.setup.grid.square(name)


def error(game: Game, line: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(game.state, line)
    return caught.value


def returning(count: int = 2) -> Game:
    """Light's figures come back at the end of the round: first which, then where."""
    marks = ["C", "D"][:count]
    figures = {mark: {"side": "light", "exhausted": True} for mark in marks}
    return scene(
        " A b . . ", turn="A", areas={"start light": ["c1", "d1"]}, A={"side": "light"}, b={"side": "dark", "exhausted": True},
        sides={"light": {"track": [marks, [], [], []]}}, **figures,
    )  # fmt: skip


# -- every row of the table ---------------------------------------------------------------------------------


def test_who_takes_the_turn():
    game = scene(FIELD, turn="light")
    assert game.options == ["A", "C"]
    assert parse(game.state, "C") == Choice(verbs.TURN, game.state.setup.figure("C"))


def test_actions():
    game = field(C={"side": "light", "down": True}, points={"B": "b2"})
    f = game.state.setup.figure
    assert parse(game.state, "A: move b2") == Choice(verbs.MOVE, f("A"), sq(game, "b2"))
    assert parse(game.state, "A: challenge b") == Choice(verbs.CHALLENGE, f("A"), f("b"))
    assert parse(game.state, "A: assist C") == Choice(verbs.ASSIST, f("A"), f("C"))
    assert parse(game.state, "A: interact B") == Choice(verbs.INTERACT, f("A"), PIECE)
    assert parse(game.state, "A: end") == Choice(verbs.END, f("A"))
    assert {"A: move b2", "A: challenge b", "A: assist C", "A: interact B", "A: end"} <= set(game.options)


def test_a_marker_whose_letter_begins_the_name_of_an_area_is_still_the_marker() -> None:
    """In Control a record that took point marker C was read back as claiming a Control area."""
    drawing = FIELD.replace("b ", ". ").replace("d ", ". ")
    game = scene(drawing, turn="A", scenario="Control", points={"C": "b2"}, areas={"Control": ["b1"]})
    assert {"A: interact C", "A: interact Control"} <= set(game.options)
    assert (
        parse(game.state, "A: interact C")
        == parse(game.state, "A: interact C b2")
        == Choice(verbs.INTERACT, game.state.setup.figure("A"), PIECE)
    )
    assert all(parse(game.state, notate(game.state, option)) == option for option in game.state.decision.options)


def test_a_move_to_the_own_square_is_a_move_of_none():
    game = field()
    assert "A: move a1" in game.options
    game.play("A: move a1")
    assert game["A.square"] == "a1"


def test_a_path_that_makes_no_difference_is_taken_for_its_end():
    game = field()
    assert parse(game.state, "A: move b2 c2") == parse(game.state, "A: move c2")
    assert parse(game.state, "A: move a1 b2 c2") == parse(game.state, "A: move c2"), "the start may be named"
    assert parse(game.state, "A: move b2, c2") == parse(game.state, "A: move c2")


def test_a_path_that_cannot_be_gone_is_kept_and_refused():
    game = field()
    assert game.refused("A: move b1 c2") == ["MOV-5"]
    assert game.refused("A: move c2 d1") == ["MOV-1"]
    assert game.refused("A: move b2 c2 d1") == ["MOV-3"]


def test_rally():
    game = field(A={"side": "light", "down": True})
    assert game.options == ["A: rally", "A: end"]
    assert parse(game.state, "A: rally") == Choice(verbs.RALLY, game.state.setup.figure("A"))


def test_picks_for_a_returning_figure():
    game = returning()
    game.play("A: end")
    assert game.options == ["> C", "> D"]
    assert parse(game.state, "> D") == Choice(verbs.FIGURE, game.state.setup.figure("D"))
    game.play("> D")
    assert game.options == ["> c1", "> d1"]
    assert parse(game.state, "> d1") == Choice(verbs.SQUARE, game.state.setup.figure("D"), sq(game, "d1"))


def test_chance():
    game = field()
    game.play("A: challenge b")
    assert parse(game.state, "roll b !") == Choice(verbs.ROLL, -1, -1, (0, 2))
    assert len(game.options) == 6 and game.options[0] == "roll b b"
    other = Game(first_game("golden_girls", quick=True).start())
    assert other.options == ["flip light", "flip dark"]
    assert parse(other.state, "flip dark") == Choice(verbs.FLIP, -1, 1)


def test_set_up():
    game = Game(first_game("golden_girls").start())
    assert parse(game.state, "side dark") == Choice(verbs.SIDE, -1, 1)
    game.play("side light", "flip light")
    rose = game.state.setup.catalog.figure("Rose Nylund")
    assert parse(game.state, "pick Rose Nylund") == Choice(verbs.PICK, 0, rose)
    game.play("pick Rose Nylund")
    assert parse(game.state, "place L1 c7") == Choice(verbs.PLACE, 0, sq(game, "c7"))
    assert game.options[0] == "place L1 c7"


# -- how it may be typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["A: move b2", "a: MOVE B2", "  A  :   move    b2  ", "A:move b2", "A : Move b2", "\tA: move b2\n"])
def test_case_of_words_and_extra_spaces_do_not_matter(line):
    game = field()
    assert notate(game.state, parse(game.state, line)) == "A: move b2"


@pytest.mark.parametrize("line", ["roll b !", "roll ! b", "ROLL B !", "roll b,!", "roll !b"])
def test_dice_in_any_order(line):
    game = field()
    game.play("A: challenge b")
    assert notate(game.state, parse(game.state, line)) == "roll b !"


def test_marks_of_a_scene_keep_their_case():
    game = scene(" A a . ", turn="A")
    f = game.state.setup.figure
    assert f("A") != f("a")
    assert parse(game.state, "A: challenge a") == Choice(verbs.CHALLENGE, f("A"), f("a"))
    assert parse(game.state, "a: challenge A") == Choice(verbs.CHALLENGE, f("a"), f("A"))
    assert game.refused("A: challenge A") == ["CHA-1"]


def test_figures_by_the_beginning_of_their_name():
    game = Game(first_game("golden_girls", quick=True).start())
    game.play("flip light")
    for name in ("L1", "l1", "Rose Nylund", "rose nylund", "Rose", "ro", "R"):
        assert notate(game.state, parse(game.state, f"place {name} c7")) == "place L1 c7"
    while game.state.round == 0:
        game.play(game.options[0])
    assert notate(game.state, parse(game.state, "rose: end")) == "L1: end"
    assert notate(game.state, parse(game.state, "lifeguard: challenge gentleman")) == "L2: challenge D2"


def test_an_ambiguous_beginning_names_all_it_could_be():
    game = Game(first_game("squid_game", quick=True).start())
    game.play("flip light")
    told = error(game, "place worker a12")
    assert str(told) == "'worker' could be L3 (Worker #28), D3 (Worker #29); write the mark"
    assert told.column == 7
    assert notate(game.state, parse(game.state, "place worker #28 a12")) == "place L3 a12"


def test_an_ambiguous_pick_names_all_it_could_be():
    game = Game(first_game("marvel").start())
    game.play("side light", "flip light")
    assert str(error(game, "pick black")) == "'black' could be Black Panther, Black Widow; write more of the name"
    assert notate(game.state, parse(game.state, "pick black w")) == "pick Black Widow"
    assert notate(game.state, parse(game.state, "> captain")) == "pick Captain America"


def test_a_returning_figures_mark_may_look_like_a_square():
    """Dark's second figure is D2, and d2 is a square: which figure returns is asked, so it is the figure."""
    setup = first_game("golden_girls", quick=True)
    game = Game(setup.start())
    game.play("flip light")
    while game.state.round == 0:
        game.play(game.options[0])
    for figure in (2, 3):
        game.state.figure_at[figure] = -1
    while ":" in game.options[0] or len(game.options[0]) == 2:
        game.play(game.options[-1])
    assert game.options == ["> D1", "> D2"]
    for line in ("> D2", "> d2", "D2", "d2"):
        assert notate(game.state, parse(game.state, line)) == "> D2"
    game.play("> d2")
    assert notate(game.state, parse(game.state, "> D2")) == "> d2", "and now where is asked, so it is the square"


def test_a_line_that_goes_on_answers_what_follows():
    game = returning()
    game.play("A: end > D > c1")  # C has one square left and is not asked
    assert (game["D.square"], game["C.square"]) == ("c1", "d1")


def test_a_line_that_goes_on_and_is_refused_changes_nothing():
    game = returning()
    before = game.state.digest()
    with pytest.raises(IllegalChoice):
        game.play("A: end > D > a1")
    assert game.state.digest() == before


def test_an_action_typed_where_the_turn_is_asked_answers_both():
    game = scene(FIELD, turn="light")
    assert [notate(game.state, choice) for choice in follow(game.state, "C: move b2")] == ["C", "C: move b2"]
    both = game.state.clone()
    apply(both, parse(game.state, "C: move b2"))
    game.play("C", "C: move b2")
    assert both.digest() == game.state.digest()


def test_inside_a_turn_an_action_may_be_typed_without_its_figure():
    game = field()
    assert notate(game.state, parse(game.state, "> move b2")) == "A: move b2"
    assert notate(game.state, parse(game.state, "> challenge b")) == "A: challenge b"


def test_a_place_may_be_typed_as_a_bare_square():
    game = Game(first_game("golden_girls", quick=True).start())
    game.play("flip light")
    assert notate(game.state, parse(game.state, "> d8")) == "place L1 d8"
    assert notate(game.state, parse(game.state, "d8")) == "place L1 d8"


# -- what says nothing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("", 1, "an empty line; type a choice, as 'L1: move c4'"),
        ("   ", 1, "an empty line; type a choice, as 'L1: move c4'"),
        ("A: move z9", 9, "'z9' is no square of this map; its squares are a1 to d2"),
        ("A: move b2 e1", 12, "'e1' is no square of this map; its squares are a1 to d2"),
        ("A: move", 1, "where to? write 'A: move c4'"),
        ("X: move b2", 1, "there is no figure 'X'; there are A, b, C, d"),
        ("A: challenge X", 14, "there is no figure 'X'; there are A, b, C, d"),
        ("A: challenge", 1, "whom? write 'A: challenge' and a figure"),
        ("A: assist", 1, "whom? write 'A: assist' and a figure"),
        ("A: interact", 1, "with what? write 'interact' and the marker's letter"),
        ("A:", 1, "what does A do? write move, challenge, assist, interact, rally or end"),
        ("A: end now", 8, "nothing follows 'end', not 'now'"),
        (": move b2", 1, "which figure? begin with its mark, as 'L1: move c4'"),
        ("roll b x", 8, "'x' is no face; write b (burst), s (shield) or ! (triple)"),
        ("roll 1 2", 6, "'1' is no face; write b (burst), s (shield) or ! (triple)"),
        ("flip darc", 6, "'darc' is no side; sides are light, dark, third, fourth; did you mean 'dark'?"),
        ("> ", 1, "nothing after '>'; name a figure or a square, as '> c4'"),
        ("A: end >", 8, "nothing after '>'; name a figure or a square, as '> c4'"),
        ("place A z9", 9, "'z9' is no square of this map; its squares are a1 to d2"),
        ("pick Nobody at all", 6, "there is no character 'Nobody at all'"),
        ("pick Gi-hunn", 6, "there is no character 'Gi-hunn'; did you mean 'Gi-hun'?"),
    ],
)
def test_an_error_is_a_sentence_with_its_column(line, column, told):
    game = field()
    found = error(game, line)
    assert (str(found), found.column) == (told, column)
    with pytest.raises(NotationError):
        why_not(game.state, line)


def test_a_line_has_a_limit():
    assert str(error(field(), "A: move " + "b2 " * 400)) == "a line has at most 500 characters"


def test_a_wrong_colour_at_the_choice_of_colours():
    game = Game(first_game("golden_girls").start())
    assert str(error(game, "side lite")) == "'lite' is no side; sides are light, dark, third, fourth; did you mean 'light'?"


def test_reading_does_not_judge():
    game = field()
    assert parse(game.state, "A: move d2") == Choice(verbs.MOVE, game.state.setup.figure("A"), sq(game, "d2"))
    assert game.refused("A: move d2") == ["MOV-3", "MOV-6"]


def test_when_the_game_is_over_every_line_is_refused():
    down = {"side": "dark", "down": True}
    game = scene(" A b ", b=down, scenario="First game (Golden Girls)")
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game.options == []
    assert game.refused("A: move a1") == ["WIN-2"]


def test_several_pieces_of_one_name_are_told_apart_by_their_square():
    energy = [{"kind": "Energy", "side": "dark", "square": square} for square in ("b1", "b2")]
    game = scene(FIELD.replace("b", "."), turn="A", pieces=energy)
    assert parse(game.state, "A: challenge energy b2") == Choice(verbs.CHALLENGE, game.state.setup.figure("A"), PIECE + 1)
    assert notate(game.state, Choice(verbs.CHALLENGE, 0, PIECE)).endswith("challenge Energy b1")


def test_a_line_goes_on_with_rolls_and_further_actions() -> None:
    game = scene(" A b . ")
    game.play("A: challenge b > roll b b > roll s b > A: end")
    assert game["b.down"] and game["turn"] != "A"


def test_only_a_choice_is_a_choice_and_the_question_stays_open() -> None:
    game = scene(" A . b ")
    before = game.state.digest()
    for wrong in [(5, 0, 0, ()), "A: end", None]:
        with pytest.raises(IllegalChoice):
            apply(game.state, wrong)  # type: ignore[arg-type]
    assert game.state.digest() == before and game.state.decision is not None


def test_a_figure_of_a_scene_also_goes_by_side_letter_and_number() -> None:
    game = scene(" A . . . b c ")
    game.play("L1: move b1", "l1: move a1", "D2: end")
    assert (game["A.square"], game["c.exhausted"]) == ("a1", True)
    with pytest.raises(NotationError, match="there is no figure 'D9'"):
        parse(game.state, "D9: end")


# -- inside card texts ---------------------------------------------------------------------------------------


@rule("COM-2")
def test_a_companions_action_typed_where_the_turn_is_asked_answers_both():
    game = scene(
        " J G . . . b ", turn="light", J="Jon Snow", G={"character": "Ghost", "of": "J"}, C={"character": "Arya Stark", "square": "c1"}
    )
    assert [notate(game.state, choice) for choice in follow(game.state, "G: move d1")] == ["J", "G: move d1"]
    apply(game.state, parse(game.state, "G: move d1"))
    assert (game["turn"], game["G.square"]) == ("J", "d1")


@rule("TIM-2")
def test_yes_before_a_choice_is_passed_over_in_the_line_and_alone():
    start = scene(" F . . . r ", turn="start", F="Front Man", r={"side": "dark"})
    start.play("> Ground Rules > yes > Brutal Contest")
    other = scene(" F . . . r ", turn="start", F="Front Man", r={"side": "dark"})
    other.play("> Ground Rules", "> yes", "> Brutal Contest")
    assert start.state == other.state


@rule("ABI-3")
def test_the_only_answer_may_be_typed_and_another_is_told_so():
    def heart() -> Game:
        return scene(" A b . . . ", A="Sae-byeok", b="Worker #29", pool="silver")

    game = heart()
    game.play("A: Intimidating Demand > b > move c1")
    asked = heart()
    asked.play("A: Intimidating Demand", "> move c1")
    assert game.state == asked.state
    with pytest.raises((NotationError, IllegalChoice), match="The only answer was '> b'"):
        follow(heart().state, "A: Intimidating Demand > A")


@rule("CDN-10")
def test_a_bonus_objective_can_be_carried_when_a_scene_begins():
    game = scene(" A . b ", A={"side": "light", "carries": ["Vibranium Case"]})
    assert game["A.carries"] == ["Vibranium Case"]


GUIDE = """
name = "Guide"
tokens = ["blue"]
defense = 2

[[ability]]
name = "Go"
cost = "blue 1"
rule = "Move 1."

[trait]
name = "Lead"
rule = "At the start of its turn, this or an ally moves 1."
"""


def test_a_bare_mark_answers_the_question_that_offers_it_and_not_a_turn_that_had_to_be_taken() -> None:
    turns = {"A": "Guide", "B": {"exhausted": True}, "b": {}}
    state = scene(" A B . . b ", turn="light", catalog=catalog_with([GUIDE]), **turns).state
    assert state.decision is not None
    assert [notate(state, one) for one in state.decision.options] == ["> A", "> B"]
    assert [notate(state, one) for one in follow(state, "A")] == ["> A"]
