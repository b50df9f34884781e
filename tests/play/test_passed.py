"""Answers that were the only ones: typed they are passed over, and nothing else ever is."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from tipover import IllegalChoice, NotationError, notate
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.run import at_passed
from tipover.play.notation.lines import follow
from tipover.play.notation.text_answers import passed_words
from tipover.play.notation.writing import answer_written

TERRAIN = pack("terrain")

YARD = """
    +---+---+---+---+---+
    | .   A   .   .   . |
    +   +   +   +   +   +
    | .   .   .   .   b |
    +---+---+---+---+---+
"""


def fetching(ally: str = "D1") -> Game:
    """A fetches its only ally, so that only the square is asked: `Choose an ally. Move it 2, ending adjacent to this.`"""
    ally_at = {"side": "light", "square": "e1"}
    return scene(YARD, catalog=TERRAIN, pool="silver", A="Runner", b={"side": "dark"}, **{ally: ally_at})


def lines(game: Game, line: str) -> list[str]:
    """The choices of a line, each as it is written when it is made."""
    found = []
    for choice in follow(game.state, line):
        found.append(notate(game.state, choice))
        game.play(found[-1])
    return found


def test_a_square_in_lower_case_is_the_square_where_squares_are_asked_for():
    game = fetching()
    assert lines(game, "A: Fetch > c1") == ["A: Fetch", "> c1"], "The ally is the only one and not asked for."
    name = game.state.name(game.state.setup.figure("D1"))
    for ally in ("D1", name):
        assert lines(fetching(), f"A: Fetch > {ally} > c1") == ["A: Fetch", "> c1"]
    refused = fetching()
    with pytest.raises((IllegalChoice, NotationError), match="'d1' is not asked for: the only answer was '> D1'"):
        follow(refused.state, "A: Fetch > d1")
    with pytest.raises((IllegalChoice, NotationError)):
        follow(refused.state, "A: Fetch > c1 > d1")


def test_a_mark_that_is_a_squares_name_does_not_hide_the_square():
    game = fetching("c1")
    assert lines(game, "A: Fetch > c1") == ["A: Fetch", "> c1"]
    assert game["c1.square"] == "c1"
    with pytest.raises(IllegalChoice):
        follow(fetching("d1").state, "A: Fetch > d1")


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("> B > c2 > A > a2", "B"),  # the only ally is not asked for, so B is who moves first
        ("> B > B > c2 > A > a2", "B"),
        ("> B > A > a2 > B > c2", "A"),  # only so does what follows make sense: B is the ally
        ("> A > a2 > c2", "A"),
    ],
)  # fmt: skip
def test_the_open_question_comes_first_where_an_answer_fits_both(line, first):
    """`Choose an ally in sight. This and it move 2.`: with one ally only the order and the squares are asked for."""
    game = scene(YARD.replace("b", "B"), A="Gi-hun", B={"side": "light"}, pool="gold")
    assert lines(game, f"A: Take the Lead for 2 {line}")[1] == f"> {first}"
    assert (game["A.square"], game["B.square"]) == ("a2", "c2")


@rule("TRA-3")
def test_a_mark_that_begins_an_answer_is_the_figure():
    """`n` was the only rival; what is open then is `> no`, of its owner."""
    wight = {"character": "Wight", "side": "dark", "of": "n"}
    rulings = pack("rulings")
    game = scene(" A n W . ", A="Bully", n="The Night King", W=wight, catalog=rulings, pool="silver")
    assert lines(game, "A: Tire Out > n") == ["A: Tire Out"]
    assert "> no" in game.options


@rule("CDN-3")
def test_the_turn_of_the_last_figure_left_is_told_as_it_is_written():
    game = scene(" A . b ")
    figure = game.state.setup.figure("b")
    told = passed_words(game.state, [Choice(verbs.FIGURE, figure), Choice(verbs.SQUARE, figure, 1), Choice(verbs.TURN, figure)])
    assert told == "'> b', '> b1', 'b'"
    assert answer_written(game.state, Choice(verbs.TURN, figure)) == "b"


def test_what_is_no_answer_at_all_is_never_passed_over():
    game = fetching()
    for line in (
        "A: Fetch > nobody",
        "A: Fetch > no",
        "A: Fetch > 7",
        "A: Fetch > red",
        "A: Fetch > roll b",
        "A: Fetch > pick Runner",
        "A: Fetch > b",
    ):
        with pytest.raises((IllegalChoice, NotationError)):
            follow(game.state, line)


@rule("TRN-1", "TRN-10")
def test_the_turn_of_a_lone_figure_may_be_typed():
    game = scene(" A . . b ", A="Batgirl", turn="light")
    assert lines(game, "A > b1") == ["> b1"], "She may move 1 when her turn begins; nobody else could take it."
    assert lines(game, "A: end") == ["A: end"]
    assert lines(game, "b") == [], "so with the other side's"
    with pytest.raises(IllegalChoice, match="TRN-1"):
        follow(game.state, "A")


@rule("TIM-2")
def test_an_alternative_says_yes_to_the_question_before_it():
    energy = [{"kind": "Energy", "side": "light", "on": "A"}] * 2
    game = scene(" A . . b ", A={"character": "Black Panther", "down": True}, turn="light", pieces=energy)
    assert lines(game, "> stand up") == ["> yes", "> stand up"]
    assert not game["A.down"]
    other = scene(" A . . b ", A={"character": "Black Panther", "down": True}, turn="light", pieces=energy)
    with pytest.raises(NotationError):
        follow(other.state, "> lie down")


def test_an_alternative_may_be_typed_with_its_square_or_figure():
    def ending() -> Game:
        game = scene(" A W . b ", A="The Night King", W={"side": "light", "character": "Wight", "of": "A"})
        game.play("A: end")
        return game

    assert lines(ending(), "> move c1") == ["> move 2", "> c1"]
    close = scene(" A . W b ", A="The Night King", W={"side": "light", "character": "Wight", "of": "A"})
    close.play("A: end")
    assert lines(close, "> challenge b") == ["> basic challenge"]


@rule("TOK-1")
def test_a_piece_may_be_named_by_its_square():
    boxes = [{"kind": "Mystery Box", "side": "light", "square": square} for square in ("d1", "e1", "e2")]
    game = scene(YARD, A="The Joker", b={"side": "dark", "square": "a2"}, pool="silver", pieces=boxes)
    assert lines(game, "A: Mystery Box > b1 > e1 > c2") == ["A: Mystery Box", "> b1", "> Mystery Box e1", "> c2"]


@rule("CDN-3", "TRA-2")
def test_a_square_to_return_to_says_no_to_a_card_that_places_elsewhere():
    where = """
        +---+---+---+---+---+
        | .   .   .   .   B |
        +   +   +   +   +   +
        | .   .   .   .   b |
        +---+---+---+---+---+
    """
    witch = {"side": "light", "character": "Bellatrix Lestrange", "exhausted": True}

    def returning() -> Game:
        game = scene(
            where, A=witch, B={"side": "light", "exhausted": True}, turn="b", areas={"start light": ["a1", "b1"]},
            sides={"light": {"track": [["A"], [], [], []]}},
        )  # fmt: skip
        game.play("b: end")
        return game

    assert lines(returning(), "> a1") == ["> no", "> a1"]
    assert lines(returning(), "> d1") == ["> d1"], "next to an ally, as her card says"
    with pytest.raises(IllegalChoice):
        follow(returning().state, "> a2")


def test_a_figure_whose_turn_was_forced_is_chosen_when_it_is_asked_for_again():
    """Its empty turn on the track ended the round; named now, it takes the first turn of the next one."""
    areas = {"start light": ["a1"], "start dark": ["e1"]}
    game = scene(" C . d . . ", areas=areas, turn="C", b={}, d={"exhausted": True}, sides={"dark": {"track": [["b"], [], [], []]}})
    game.play("C: end")
    assert game["round"] == 2 and sorted(game.options) == ["b", "d"]
    game.play("b")
    assert game["turn"] == "b" and "b: end" in game.options
    game.play("b: end")
    assert game["turn"] == "C"


def test_the_only_answer_of_a_text_can_be_left_open():
    state = fetching().state
    assert state.decision is not None
    fetch = next(option for option in state.decision.options if notate(state, option) == "A: Fetch")
    left = at_passed(state, fetch, 0)
    assert left.decision is not None
    assert ([notate(left, one) for one in left.decision.options], left.passed) == (["> D1"], [])
    gone = at_passed(state, fetch, 1)
    assert gone.decision is not None
    assert len(gone.decision.options) > 1
    assert [notate(left, one) for one in gone.passed] == ["> D1"]
