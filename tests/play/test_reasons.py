"""Every "no" has a reason: the rule, a sentence, and the squares, figures and walls it is about."""

import random

import pytest

from kit.packs import pack
from kit.table import Game, scene
from reckoning.slow import SlowBoard, centre, crossed, meeting, segment
from tipover import Choice, IllegalChoice, NotationError, apply, first_game, why_not, why_not_seen, why_seen
from tipover.engine.codec import reason_json, thing_name
from tipover.engine.core import questions, verbs
from tipover.engine.core.ids import NOBODY, PIECE, SQUARE_AT, SQUARE_THING
from tipover.engine.core.rules import rules
from tipover.engine.explain.sight import viewer_side
from tipover.engine.phrases.terrain import seen_by
from tipover.play.dice import Stream
from tipover.play.playouts import drawn

PACK = pack("trials")

HALL = """
    +---+---+---+---+---+---+
    | A   B   .   .   e   . |
    +   +---+   +   +   +   +
    | c   # | .   O   .   . |
    +   +   +   +   +---+   +
    | .   .   .   .   . | . |
    +   +---+   +   +---+---+
    | .   . | D   .   f | . |
    +---+---+---+---+---+---+
"""


def hall(turn: str = "A") -> Game:
    """A wide position: walls, a covered and an enclosed square, allies, rivals, an objective, pieces, both tracks."""
    return scene(
        HALL,
        turn=turn,
        D={"down": True, "exhausted": True},
        O={"character": "Data Terminal", "side": "light"},
        K={},
        g={"exhausted": True},
        points={"F": "a3", "G": "e4", "H": "f4"},
        pieces=[
            {"kind": "Barrel", "side": "light", "square": "a2"},
            {"kind": "Smoke", "square": "a2"},
            {"kind": "Statue", "square": "f1"},
        ],
        sides={"dark": {"track": [["g"], [], [], ["G"]]}, "light": {"track": [["K"], [], [], []]}},
        catalog=PACK,
    )


def about(game: Game, line: str) -> tuple[list[str], str, str, list[tuple[int, ...]]]:
    """The rules against a line, the first first, and all squares, things and walls they are about."""
    reasons = why_not(game.state, line)
    setup = game.state.setup
    for reason in reasons:
        assert reason.rule in rules()
        assert len(reason.sentence) > 15
        assert reason.sentence.endswith((".", "?", '."'))  # the last ends with a card's words
        assert str(reason) == f"{reason.sentence} ({reason.rule})"
    squares = {square for reason in reasons for square in reason.squares}
    things = {thing for reason in reasons for thing in reason.things}
    walls = sorted({tuple(wall) for reason in reasons for wall in reason.walls})
    named = [setup.mark(t) if t < PIECE else setup.pieces[t - PIECE].name for t in sorted(things)]
    return (
        [reason.rule for reason in reasons],
        " ".join(setup.grid.name(square) for square in sorted(squares)),
        " ".join(named),
        walls,
    )


REFUSED = [
    # a square that is not in reach
    ("A: move d1", "MOV-3", "a1 d1", "", "d1 is 3 squares away"),
    ("A: move e1", "MOV-3", "a1 e1", "e", "e1 is 4 squares away"),
    ("A: move b1", "MOV-6", "b1", "B", "B on b1"),
    ("A: move a2", "MOV-6", "a2", "c", "c on a2"),
    ("A: move a3", "MOV-5", "a1 a3", "c", "c on a2"),
    ("A: move f4", "MAP-3", "f4", "", "f4 lies inside"),
    ("A: move b1 c1 d1", "MOV-3", "b1 c1 d1", "", "3 steps"),
    ("A: move a2 a3", "MOV-5", "a2", "c", "c on a2"),
    ("A: move c1 b1", "MOV-1", "a1 c1", "", "c1 is not adjacent to a1"),
    # a target
    ("A: challenge B", "CHA-1", "", "B", "B is an ally"),
    ("A: challenge A", "CHA-1", "", "A", "Nobody challenges itself"),
    ("A: challenge e", "CHA-2", "a1 e1", "e", "e1 is 4 squares away"),
    ("A: challenge g", "DST-6", "", "g", "g is not on the map"),
    ("A: challenge O", "BON-3", "", "O", "O is a bonus objective"),
    ("A: challenge Barrel", "CHA-1", "", "Barrel", "Barrel is your own"),
    ("A: challenge Smoke", "CHA-1", "", "Smoke", "Smoke has no defense"),
    ("A: challenge Statue", "CHA-2", "a1 f1", "Statue", "f1 is 5 squares away"),
    # someone to help up
    ("A: assist B", "ACT-3", "", "B", "B is standing"),
    ("A: assist D", "ACT-3", "a1 c4", "D", "c4 is 3 squares away"),
    ("A: assist c", "ACT-3", "", "c", "c is no ally"),
    ("A: assist A", "ACT-3", "", "A", "A is no ally"),
    ("A: assist K", "ACT-3", "", "K", "K is not on the map"),
    # something to interact with
    ("A: interact F", "PTS-1", "a1 a3", "F", "a3 is 2 squares away"),
    ("A: interact G", "PTS-5", "", "G", "G is on a track"),
    ("A: interact Q", "ACT-4", "", "", "no such marker"),
    ("A: interact Smoke", "ACT-4", "", "Smoke", "Smoke offers nothing"),
    ("A: interact O", "ACT-4", "", "A", "It is not for A now: Data Terminal says"),
    # the figure itself, and other figures
    ("A: rally", "TRN-5", "", "A", "A is standing"),
    ("A: Fireball", "ACT-5", "", "A", "has no 'Fireball'"),
    ("A", "TRN-2", "", "A", "A has the turn already"),
    ("B: move c1", "TRN-1", "", "A", "A has the turn"),
    ("B", "TRN-1", "", "A", "A has the turn"),
    ("c: move a3", "TRN-3", "", "c", "turn of light"),
    # another question
    ("roll b b", "TRN-2", "", "A", "Something else is asked now"),
    ("flip light", "TRN-2", "", "A", "Something else is asked now"),
    ("side light", "TRN-2", "", "A", "Something else is asked now"),
    ("pick Gi-hun", "TRN-2", "", "A", "Something else is asked now"),
    ("place A a1", "TRN-2", "", "A", "Something else is asked now"),
    ("> c1", "TRN-2", "", "A", "Something else is asked now"),
]


@pytest.mark.parametrize(("line", "rule", "squares", "things", "words"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_refusal_names_its_rule_and_what_it_is_about(line, rule, squares, things, words):
    game = hall()
    ids, named_squares, named_things, walls = about(game, line)
    assert (ids[0], named_squares, sorted(named_things.split())) == (rule, squares, sorted(things.split()))
    assert words in " ".join(reason.sentence for reason in why_not(game.state, line))
    assert why_not(game.state, line)[0].walls == ()
    assert walls == [] or ids == [rule, "MOV-1"], "A wall is named only where it closes a further way."


WALLED = [
    ("A: move b2", "MOV-2", "b2", "b2 is covered", [(4, 4, 4, 8), (4, 4, 8, 4), (4, 8, 8, 8), (8, 4, 8, 8)]),
    ("A: move b3", "MOV-1", "a1 b3", "a wall or its end is in the way", [(4, 4, 4, 8), (4, 8, 8, 8)]),
    ("A: move c2", "MOV-1", "a1 c2", "a wall or its end is in the way", [(4, 4, 8, 4), (8, 4, 8, 8)]),
]


@pytest.mark.parametrize(("line", "rule", "squares", "words", "walls"), WALLED, ids=[row[0] for row in WALLED])
def test_a_refusal_names_the_walls_in_the_way(line, rule, squares, words, walls):
    ids, named, things, found = about(hall(), line)
    assert (ids[0], named, things, found) == (rule, squares, "", walls)
    assert words in why_not(hall().state, line)[0].sentence


CORNERS = """
    +---+---+---+
    | B | A   . |
    +   +---+   +
    | c   d   e |
    +---+---+---+
"""


@pytest.mark.parametrize(
    ("line", "rule", "square", "walls"),
    [
        ("A: challenge d", "CHA-2", "b2", [(4, 4, 8, 4)]),
        ("A: challenge c", "CHA-2", "a2", [(4, 0, 4, 4), (4, 4, 8, 4)]),
        ("A: challenge e", "CHA-2", "c2", [(4, 4, 8, 4)]),
        ("A: assist B", "ACT-3", "a1", [(4, 0, 4, 4)]),
        ("A: interact F", "PTS-1", "b2", [(4, 4, 8, 4)]),
        ("A: move a1", "MOV-1", "a1", [(4, 0, 4, 4)]),
    ],
)
def test_a_wall_or_its_end_between_neighbours_is_named(line, rule, square, walls):
    who = {"side": "light", "down": True} if "assist" in line else {"side": "third"}
    game = scene(CORNERS, B=who, points={"F": "b2"})
    if "move" in line:
        game.state.figure_at[game.state.setup.figure("B")] = -9
    ids, squares, _, found = about(game, line)
    assert ids[0] == rule
    assert squares == " ".join(sorted(["b1", square], key=lambda name: (name[1], name[0])))
    assert found == walls


def test_rivals_and_objectives_in_every_way_are_named():
    game = scene(
        """
        +---+---+---+
        | .   b   . |
        +   +   +   +
        | A   O   . |
        +   +   +   +
        | .   c   . |
        +---+---+---+
        """,
        O="Data Terminal",
    )
    assert about(game, "A: move c2") == (["MOV-5", "MOV-8"], "a2 c2", "O b c", [])
    hemmed = scene(
        """
        +---+---+---+
        | .   b   . |
        +   +   +   +
        | A   c   . |
        +   +   +   +
        | .   d   . |
        +---+---+---+
        """
    )
    assert about(hemmed, "A: move c2") == (["MOV-5"], "a2 c2", "b c d", [])
    down = scene(" A b . ", b={"down": True})
    assert down.allows("A: move c1")


def test_a_knocked_down_figure_hears_what_it_may_do():
    game = scene(" A b ", A={"down": True})
    assert about(game, "A: challenge b") == (["TRN-4"], "a1", "A", [])
    assert "it may rally" in why_not(game.state, "A: move a1")[0].sentence


def test_a_rally_with_one_action_left_is_refused_with_their_number():
    game = scene(" A b ")
    game.play("A: move a1")
    game.state.down[game.state.setup.figure("A")] = 1
    assert about(game, "A: rally") == (["TRN-5"], "", "A", [])
    assert "A has 1 left" in why_not(game.state, "A: rally")[0].sentence


@pytest.mark.parametrize(
    ("line", "rule", "thing", "words"),
    [
        ("D", "TRN-1", "D", "D is exhausted"),
        ("D: rally", "TRN-1", "D", "D is exhausted"),
        ("c", "TRN-3", "c", "turn of light"),
        ("c: move a3", "TRN-3", "c", "turn of light"),
        ("O", "TRN-1", "O", "O is no character"),
        ("K: move a3", "TRN-6", "K", "K is not on the map"),
        ("K: rally", "TRN-6", "K", "K is not on the map"),
        ("A: challenge e", "CHA-2", "e", "e1 is 4 squares away"),
    ],
)
def test_who_cannot_take_the_turn_is_told_why(line, rule, thing, words):
    game = hall(turn="light")
    assert game.options == ["K", "A", "B"]
    ids, _, things, _ = about(game, line)
    assert (ids[0], things) == (rule, thing)
    assert words in " ".join(reason.sentence for reason in why_not(game.state, line))


def test_an_action_typed_where_the_turn_is_asked_is_judged_as_one():
    game = hall(turn="light")
    assert game.allows("A: move c1")
    before = game.state.digest()
    with pytest.raises(IllegalChoice):
        game.play("A: move d1")
    assert game.state.digest() == before, "Nor was A chosen."


def test_the_wrong_number_of_dice_is_said():
    game = scene(" A b ", b="Il-nam")
    game.play("A: challenge b")
    (reason,) = why_not(game.state, "roll b b b")
    assert (reason.rule, reason.things) == ("CHA-5", (game.state.setup.figure("A"),))
    assert "2 dice are to be rolled, 3 stated" in reason.sentence
    assert about(game, "A: move a1")[0] == ["CHA-5"]
    game.play("roll b b")
    (reason,) = why_not(game.state, "roll")
    assert "1 die is to be rolled, 0 stated" in reason.sentence
    with pytest.raises(NotationError, match="'q' is no face"):
        game.play("roll q")


def test_placing_is_refused_outside_the_start_on_others_and_off_the_map():
    state = first_game("golden_girls", quick=True).start()
    game = Game(state)
    game.play("flip light")
    home = [state.setup.grid.name(option.thing) for option in state.decision.options]
    assert about(game, "L1: move a1")[0] == ["SUP-6"]
    assert about(game, "roll b")[0] == ["SUP-6"]
    assert about(game, f"place L2 {home[0]}")[::2] == (["SUP-6"], "L1")
    assert about(game, "place L1 e4")[:2] == (["SUP-6"], "e4")
    game.play(f"place L1 {home[0]}")
    assert about(game, f"place L2 {home[0]}")[:3] == (["OCC-1"], home[0], "L1")


def test_returning_is_refused_elsewhere_and_for_others():
    game = scene(
        " A . # . b . ",
        C={"exhausted": True},
        D={"exhausted": True},
        areas={"start light": ["a1", "b1"], "start dark": ["e1"]},
        sides={"light": {"track": [["C", "D"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert about(game, "> A")[::2] == (["CDN-2"], "A")
    assert about(game, "A: end")[0] == ["CDN-2"]
    game.play("> C")
    assert game["C.square"] == "b1", "The only free square is not asked for."
    assert (game["D.square"], game["round"]) == ("d1", 2), "Nor is the nearest one beyond the covered square."


def test_colours_picks_and_the_flip_are_refused_with_their_rules():
    game = Game(first_game("golden_girls").start())
    assert about(game, "side third")[0] == ["SUP-2"]
    game.play("side dark")
    assert about(game, "flip third")[0] == ["SUP-2"]
    game.play("flip dark")
    assert about(game, "pick Lifeguard")[0] == ["SUP-3"]
    assert about(game, "pick Gi-hun")[0] == ["SUP-3"]
    assert about(game, "place L1 a1")[0] == ["SUP-3"]


# -- foreign and mutated choices -------------------------------------------------------------------------------


def foreign(rng: random.Random, state) -> Choice:
    ask = state.decision
    option = rng.choice(ask.options)
    figures = len(state.setup.figures)
    thing = rng.choice([-7, -1, 0, 1, 2, 9, 63, 300, PIECE, PIECE + 1])
    path = tuple(rng.randrange(-1, 9) for _ in range(rng.randrange(4)))
    wild = Choice(rng.randrange(-1, len(verbs.VERBS) + 1), rng.randrange(-2, figures + 2), thing, path)
    mixed = [one if rng.random() < 0.5 else other for one, other in zip(option, wild, strict=True)]
    return Choice(*mixed)


@pytest.mark.parametrize("name", ["golden_girls", "squid_game", "marvel"])
def test_foreign_choices_are_refused_with_reasons_and_legal_neighbours_and_change_nothing(name):
    rng = random.Random(f"foreign {name}")
    state = first_game(name, quick=name == "marvel").start()
    refused = 0
    for _ in range(300):
        if state.decision is None:
            break
        for _ in range(6):
            choice = foreign(rng, state)
            before = state.clone()
            try:
                apply(state, choice)
            except IllegalChoice as refusal:
                refused += 1
                assert state == before
                assert state.decision is before.decision
                assert refusal.reasons
                assert str(refusal)
                assert refusal.nearby
                assert all(state.decision.offers(option) for option in refusal.nearby)
                assert why_not(state, choice) == refusal.reasons
            else:
                assert why_not(before, choice) == []
                state = before
        apply(state, rng.choice(state.decision.options))
    assert refused > 500


def test_the_nearest_squares_are_offered_instead_of_one_out_of_reach():
    game = scene("""
        +---+---+---+---+---+
        | A   .   .   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)
    with pytest.raises(IllegalChoice, match="MOV-3") as refusal:
        apply(game.state, Choice(verbs.MOVE, game.state.setup.figure("A"), 4))
    assert [game.state.setup.grid.name(option.thing) for option in refusal.value.nearby][:2] == ["c1", "c2"]


def test_dice_with_faces_there_are_not_are_refused():
    game = scene(" A b ")
    game.play("A: challenge b")
    for faces in ((7, 7), (-1, 0), (1, 0)):
        (reason,) = why_not(game.state, Choice(verbs.ROLL, -1, -1, faces))
        assert reason.rule == "CHA-5"


# -- sight ---------------------------------------------------------------------------------------------------

BOARDS = {
    "walls": dict(
        drawing="""
        +---+---+---+---+---+
        | A   .   . | z   . |
        +   +---+   +   +---+
        | b   . | y   #   . |
        +---+   +   +   +   +
        | .   c   .   .   D |
        +---+---+---+---+---+
        """,
    ),
    "fallen": dict(
        drawing="""
        +---+---+---+---+---+
        | A   b   C   d   . |
        +   +   +   +   +   +
        | .   e   .   f   . |
        +   +   +   +   +   +
        | g   .   H   .   A |
        +---+---+---+---+---+
        """,
        b={"side": "dark", "down": True},
        f={"side": "third"},
    ),
    "fog": dict(
        drawing="""
        +---+---+---+---+---+
        | A   ~   . |~b   . |
        +   +   +   +   +   +
        | .   ~   O   .   . |
        +---+   +   +   +---+
        |~c   .   ~   .   D |
        +---+---+---+---+---+
        """,
        O={"side": "light", "character": "Data Terminal"},
    ),
    "lines": dict(
        drawing="""
        +---+---+---+---+
        | A   .   b   . |
        +   +   +   +   +
        | .   .   .   . |
        +   +   +---+   +
        | c   .   .   D |
        +---+---+---+---+
        """,
        lines=[[4, 4, 8, 8], [13, 1, 15, 1], [9, 9, 9, 11]],
    ),
}


@pytest.mark.parametrize("board", BOARDS)
def test_every_pair_of_squares_has_reasons_for_seen_or_for_not_seen(board):
    game = scene(**{"turn": "A", **BOARDS[board]})
    state = game.state
    grid = state.setup.grid
    slow = SlowBoard(grid.columns, grid.rows)
    for viewer in range(grid.size):
        side = viewer_side(state, viewer)
        seen = seen_by(state, viewer, side)
        for target in range(grid.size):
            reasons_for, against = why_seen(state, viewer, target), why_not_seen(state, viewer, target)
            assert bool(reasons_for) is bool(seen >> target & 1)
            assert bool(reasons_for) is not bool(against)
            for reason in against:
                check_against(state, slow, reason, viewer, target, side)
            for reason in reasons_for:
                check_for(state, slow, reason, viewer, target, side)


def place(state, square: int) -> tuple[int, int]:
    return square % state.setup.grid.columns, square // state.setup.grid.columns


def check_against(state, slow: SlowBoard, reason, viewer: int, target: int, side: int) -> None:
    """A wall that is named meets the line; a rival that is named stands in it, is seen, and is a rival."""
    a, b = place(state, viewer), place(state, target)
    assert {viewer, target} <= set(reason.squares)
    if reason.rule == "SEE-1":
        assert reason.walls
        assert all(meeting(centre(a), centre(b), segment(*wall)) for wall in reason.walls)
    elif reason.rule == "SEE-2":
        assert reason.things
        for figure in reason.things:
            assert place(state, state.figure_at[figure]) in crossed(slow, a, b)
            assert not state.down[figure]
            assert state.setup.side_of[figure] != side or state.setup.mark(figure) == "O"
            assert why_seen(state, viewer, state.figure_at[figure])
    else:
        assert reason.rule == "SEE-7"
        fog = set(reason.squares) - {viewer, target} or {target}
        assert all(state.setup.grid.obscured >> square & 1 for square in fog)


def check_for(state, slow: SlowBoard, reason, viewer: int, target: int, side: int) -> None:
    a, b = place(state, viewer), place(state, target)
    inside = {square for square in crossed(slow, a, b)}
    at = [place(state, state.figure_at[figure]) for figure in reason.things]
    rivals = [state.setup.side_of[f] != side or state.setup.mark(f) == "O" for f in reason.things]
    if reason.rule == "SEE-10":
        assert viewer == target
    elif reason.rule == "SEE-3":
        assert reason.things
        assert set(at) <= inside
        assert not any(rival and not state.down[f] for rival, f in zip(rivals, reason.things, strict=True) if side >= 0)
    elif reason.rule == "SEE-4":
        assert reason.things
        assert inside.isdisjoint(at)
    elif reason.rule == "SEE-5":
        assert all(rivals)
        assert all(why_not_seen(state, viewer, state.figure_at[figure]) for figure in reason.things)
    else:
        assert reason.rule == "SEE-1"
        assert not reason.walls


def test_squares_and_figures_may_be_named_and_unknown_ones_are_refused():
    game = scene(**BOARDS["walls"])
    assert why_seen(game.state, "A", "b1") == why_seen(game.state, 0, 1)
    assert why_not_seen(game.state, "A", "z")[0].rule == "SEE-1"
    with pytest.raises(ValueError, match="'q9' is no square"):
        why_seen(game.state, "A", "q9")


def test_a_reason_about_a_square_where_a_figure_is_asked_for_can_be_told():
    """A square is no thing that a reason is about: it is in the sentence, and a page could not name it."""
    state, stream, told = first_game("marvel", 2).start(), Stream("square"), 0
    while (ask := state.decision) is not None:
        if ask.asked == questions.TEXT and ask.weights is None:
            with pytest.raises(IllegalChoice) as caught:
                apply(state, Choice(verbs.THING, NOBODY, SQUARE_THING[10]))
            for reason in caught.value.reasons:
                assert all(thing < SQUARE_AT for thing in reason.things), reason
                assert reason_json(state, reason)["figures"] == [thing_name(state, thing) for thing in reason.things]
                told += reason.rule == "ABI-4"
        apply(state, drawn(ask, stream))
    assert told > 3
