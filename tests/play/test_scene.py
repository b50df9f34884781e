"""Scenes: every key of the format, and what a malformed one gets."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import ContentError, State, load, read_map, read_scene
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import questions
from tipover.engine.core.ids import ON_CARD, RESERVE
from tipover.engine.core.state_json import digested_text
from tipover.engine.phrases.terrain import board
from tipover.play.scene import scene_state
from tipover.play.scene_tests import check_files, fact, on_place

ROW = '"""\n+---+---+---+\n| A   .   b |\n+---+---+---+\n"""'
DRAWN = f"drawing = {ROW}\n"


def read(text: str) -> State:
    return scene_state(text, "s.toml")


def faults(text: str) -> str:
    with pytest.raises(ContentError) as caught:
        read(text)
    return str(caught.value)


def asked(state: State) -> str:
    return questions.ASKS[state.decision.asked] if state.decision else ""


# -- the board ----------------------------------------------------------------------------------------------------


def test_a_marker_on_a_square_may_be_called_as_its_card_and_the_only_minion_as_in_texts():
    state = read(f'{DRAWN}[figures.A]\nside = "light"\ncharacter = "the Arm"\n[[pieces]]\nkind = "Padding"\nsquare = "b1"\n')
    assert [(state.setup.pieces[p].name, at) for p, at in enumerate(state.piece_at) if at >= 0] == [("Padding Power-up", 1)]
    assert state.name(state.setup.figure("A")) == "Arm"


def test_a_drawing_is_enough():
    state = read(DRAWN)
    assert state.setup.grid.columns == 3 and state.setup.grid.rows == 1
    assert [slot.mark for slot in state.setup.figures] == ["A", "b"]
    assert state.round == 1 and state.first == 0 and state.turn == 0


def test_a_row_without_borders_and_an_empty_board():
    assert read('drawing = " A . b "\n').setup.grid.size == 3
    assert read('drawing = " . . "\n').decision is None


def test_a_map_by_its_name():
    state = read('map = "barracks"\n[[pieces]]\nkind = "Wight"\nside = "dark"\nsquare = "c5"\n')
    assert state.setup.map.name == "Barracks" and state.setup.starts[0]
    assert {slot.letter for slot in state.setup.pieces} == {"A", "B", "C", "D"}


def test_a_file(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes(DRAWN.replace("\n", "\r\n").encode())
    assert read_scene(path).setup.grid.size == 3


def test_lines_areas_and_points():
    state = read(f'{DRAWN}lines = [[4, 0, 4, 4]]\n[areas]\n"start light" = ["b1"]\nGoal = [["a1"], ["c1"]]\n[points]\nB = "b1"\n')
    grid = state.setup.grid
    assert not grid.steps(0) & 2, "the line shuts a1 off"
    assert state.setup.map.areas["Goal"] == [1, 4]
    assert [(slot.letter, slot.square) for slot in state.setup.pieces] == [("B", 1)]


def test_an_area_and_a_point_by_their_marks_in_the_drawing():
    text = f'drawing = {ROW.replace(".", "P")}\n[areas]\n"start light" = "P"\n[points]\nB = "P"\n'
    state = read(text)
    assert state.setup.starts[0] == 2 and state.setup.pieces[0].square == 1
    assert state.setup.figure("P") < 0


def test_name_and_about_are_for_people():
    assert read(f'name = "a scene"\nabout = "why it is here"\n{DRAWN}').decision is not None


def test_obscured_ground_under_a_figure():
    state = read('drawing = """\n+---+---+\n|~A   ~ |\n+---+---+\n"""\n')
    assert state.setup.grid.obscured == 3 and state.figure_at == [0]


# -- figures --------------------------------------------------------------------------------------------------------


def test_capitals_are_light_and_small_letters_dark_basic_characters():
    state = read(DRAWN)
    cards = [state.setup.card(card) for card in state.card]
    assert [slot.side for slot in state.setup.figures] == [0, 1]
    assert all(card.basic for card in cards) and [card.base for card in cards] == [0, 1]


def test_a_figure_with_everything():
    state = read(
        f'{DRAWN}[figures]\nA = {{ side = "dark", character = "Gi-hun", down = true, exhausted = true, '
        'items = ["Cheesecake"], ultimate = true }\n'
    )
    a = state.setup.figure("A")
    assert state.setup.side_of[a] == 1 and state.name(a) == "Gi-hun"
    assert state.down[a] == 1 and state.exhaust_markers[a] == 1
    assert fact(state, "A.items") == ["Cheesecake"] and state.piece_at == [ON_CARD]


def test_a_character_without_side_goes_by_its_marks_case():
    state = read(f'{DRAWN}[figures]\nA = {{ character = "Gi-hun" }}\nb = {{ character = "Gi-hun" }}\n')
    assert state.setup.side_of == [0, 1]


def test_repeated_marks_are_numbered():
    state = read('drawing = " A A b A "\n')
    assert [slot.mark for slot in state.setup.figures] == ["A", "A2", "A3", "b"]
    assert state.figure_at == [0, 1, 3, 2]
    state = read('drawing = " d d A "\n[figures]\nd = { side = "dark", down = true }\n')
    assert [slot.mark for slot in state.setup.figures] == ["d", "d2", "A"] and state.down == [1, 1, 0]


def test_a_figure_declared_but_not_drawn_is_in_reserve():
    state = read(f'{DRAWN}[figures]\nC = {{ side = "light" }}\n')
    assert state.figure_at[state.setup.figure("C")] == RESERVE


def test_companions_minions_and_objectives():
    state = read(
        'drawing = " A G b w O "\n[figures]\nG = { side = "light", character = "Ghost", of = "A" }\n'
        'w = { side = "dark", character = "Wight" }\nO = { side = "light", character = "Data Terminal" }\n'
        'b = { side = "dark", character = "The Night King" }\n'
    )
    setup = state.setup
    of = {slot.mark: setup.figures[slot.of].mark for slot in setup.figures if slot.of >= 0}
    assert of == {"G": "A", "w": "b"}
    assert [setup.kind_of[setup.figure(mark)] for mark in "AGwO"] == [0, 1, 2, 3]


def test_three_and_four_sides():
    state = read('drawing = " A b T F "\n[figures]\nT = { side = "third" }\nF = { side = "fourth" }\n')
    assert state.setup.sides == [0, 1, 2, 3]


# -- the moment -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "question", "whose"), [("light", "turn", 0), ("dark", "turn", 1), ("", "turn", 0)])
def test_the_turn_of_a_side(turn, question, whose):
    head = f'turn = "{turn}"\n' if turn else ""
    state = read(f'{head}drawing = " A C . b d "\n')
    assert (asked(state), state.decision.side) == (question, whose)


def test_the_turn_of_a_figure_with_its_actions():
    state = read(f'turn = "A"\n{DRAWN}')
    assert asked(state) == "action" and state.acting == 0
    game = Game(read(f'turn = "A"\nactions = 1\n{DRAWN}'))
    game.play("A: move b1")
    assert game["A.exhausted"] is True and game["turn"] == "b"


def test_a_figure_without_actions_left_is_exhausted_at_once():
    state = read(f'turn = "A"\nactions = 0\n{DRAWN}')
    assert state.exhaust_markers == [1, 0] and state.acting == 1


def test_first_and_round():
    state = read(f'first = "dark"\nround = 3\n{DRAWN}')
    assert (state.first, state.round, state.turn) == (1, 3, 1)


def test_turn_start_begins_a_round():
    state = read(f'turn = "start"\nfirst = "dark"\n{DRAWN}')
    assert (state.turn, state.round) == (1, 1)


def test_without_a_scenario_the_game_does_not_end():
    game = Game(read(f"{DRAWN}[sides.light]\npoints = 50\n"))
    for _ in range(40):
        game.play(game.options[-1])
    assert not game.state.over and game.state.round > 5


def test_a_scenario_counts():
    state = read(f'scenario = "First game (Squid Game)"\n{DRAWN}')
    assert state.setup.scenario.wins_at == 3


# -- sides and pieces -------------------------------------------------------------------------------------------------


def test_pool_track_and_points():
    state = read(
        'drawing = " A b . "\n[points]\nB = "c1"\n[figures]\nA = { side = "light", character = "Rose Nylund", items = ["Cheesecake"] }\nC = { side = "light" }\n'
        '[sides.light]\npool = ["blue", "silver", "blue"]\ntrack = [["red", "gold"], ["C"], ["B"], ["Cheesecake"]]\npoints = 2\n'
    )
    assert fact(state, "sides.light.pool") == ["blue", "blue", "silver"]
    assert [on_place(state, 0, place) for place in (1, 2, 3, 4)] == [["red", "gold"], ["C"], ["B"], ["Cheesecake"]]
    assert fact(state, "sides.light.points") == 2
    assert fact(state, "C.out") is True


def test_a_short_track_is_filled_up():
    assert fact(read(f'{DRAWN}[sides.dark]\ntrack = [["red"]]\n'), "sides.dark.track") == [["red"], [], [], []]


def test_without_a_pool_the_dots_of_the_cards_less_what_is_on_the_track():
    text = f'{DRAWN}[figures]\nA = {{ side = "light", character = "Captain America" }}\n'
    assert fact(read(text), "sides.light.pool") == ["blue", "red", "gold"]
    assert fact(read(f'{text}[sides.light]\ntrack = [["red"], [], [], []]\n'), "sides.light.pool") == ["blue", "gold"]
    assert fact(read(f"{text}[sides.light]\npool = []\n"), "sides.light.pool") == []


def test_pieces_on_squares_and_on_figures():
    state = read(
        f'{DRAWN}[[pieces]]\nkind = "Energy"\nside = "light"\nsquare = "b1"\n[[pieces]]\nkind = "Energy"\nside = "light"\non = "A"\n'
    )
    assert state.piece_at == [1, ON_CARD] and state.piece_holder == [-1, 0]
    assert fact(state, "A.carries") == ["Energy"]


def test_a_minion_without_a_mark_goes_by_its_kind():
    state = read(f'{DRAWN}[[pieces]]\nkind = "Wight"\nside = "dark"\nsquare = "b1"\n')
    assert state.setup.mark(2) == "Wight" and state.figure_at[2] == 1


def test_one_character_may_be_on_two_sides_and_unnamed_ones_are_anybody():
    state = read('drawing = " A b C "\n[figures]\nA = { character = "Gi-hun" }\nb = { side = "dark", character = "Gi-hun" }\n')
    assert [state.name(f) for f in range(2)] == ["Gi-hun", "Gi-hun"]
    assert len(read('drawing = " A b C "\n').setup.figures) == 3


def test_an_area_that_the_scenario_lets_be_claimed_is_a_sides():
    state = read(f'{CLAIMED}side = "dark"\nsquare = "b1"\n')
    assert [area.name for area in state.setup.areas] == ["Control"] and state.claims == [1]
    assert all(state.piece_at[piece] == RESERVE for piece in range(len(state.setup.pieces)))


def test_rubble_that_a_pack_declares_is_a_piece_and_the_wall_comes_back_without_it():
    pack = load(Path(__file__).parents[1] / "packs" / "terrain")
    for figures in ('[figures]\nA = { character = "Burrower" }\n', ""):
        text = f'drawing = """\n+---+---+\n| A | b |\n+---+---+\n"""\nturn = "A"\n{figures}[[pieces]]\nkind = "Rubble"\nbetween = ["a1", "b1"]\n'
        state = scene_state(text, "s.toml", pack)
        assert not state.setup.grid.steps(0) and board(state).steps(0), "The map has its wall; the token opens it."
        assert state_from_json(state.setup, state_json(state)).piece_at == state.piece_at
        assert [slot.name for slot in state.setup.pieces].count("Rubble") == (6 if figures else 1)
    game = Game(scene_state(text.replace("[[pieces]]", '[figures]\nA = { character = "Burrower" }\n[[pieces]]'), "s.toml", pack))
    game.play("A: Pick Up")
    assert not board(game.state).steps(0)


def test_rubble_opens_a_wall():
    shut = DRAWN.replace("A   .", "A | .")
    assert not read(shut).setup.grid.steps(0)
    assert board(read(f'{shut}[[pieces]]\nkind = "Rubble"\nbetween = ["a1", "b1"]\n')).steps(0)


CLAIMED = """scenario = "Control"
drawing = " A . . b "
[areas]
Control = ["a1", "b1"]

[[pieces]]
kind = "Control"
"""


# -- malformed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('drawing = "', "1:1: this is not TOML: a text has no closing quotation mark, at the end of the file"),
        ("drawing = [1\n", "2:1: this is not TOML: a list has no closing ], at the end of the file"),
        ("turn = A\n", "1:8: this is not TOML: here stands no value: text is written in quotation marks, and yes and no are true and false"),
        ("actions = 2\nturn = '", "2:1: this is not TOML: a text has no closing quotation mark, at the end of the file"),
        ('turn = "A\nactions = 2\n', "1:10: this is not TOML: a text has no closing quotation mark"),
        ('drawing = """\n.\\q\n"""\n', "2:2: this is not TOML: Unescaped '\\' in a string"),
        ("turn\n", "1:5: this is not TOML: '=' is missing"),
        ("= 3\n", "1:1: this is not TOML: a key is missing"),
        ("round = 1 turn\n", "1:9: this is not TOML: here stands no value: text is written in quotation marks, and yes and no are true and false"),
        ('turn = "A" round = 1\n', "1:12: this is not TOML: an entry ends with its line"),
        ("[figures\n", "1:9: this is not TOML: ']' is missing"),
        ("drawing = [1 2]\n", "1:12: this is not TOML: here stands no value: text is written in quotation marks, and yes and no are true and false"),
        ('turn = ["A" "B"]\n', "1:13: this is not TOML: ',' or ']' is missing"),
        ("round = 1\nround = 2\n", "2:1: this is not TOML: this entry cannot be read here: its key or table may stand above already"),
        ('turn = "A"\n', "1:1: the key 'drawing' is missing"),
        ("turn = 1\ndrawing = 5\n", "2:1: 'drawing' is a text in three quotes"),
        ('drawing = ""\n', "1:12: the drawing is empty; draw at least one row of squares"),
        (DRAWN.replace("+---+---+---+\n\"", "+---+- -+---+\n\""), "4:6: '- -' where a wall '---' or three blanks belong"),
        (DRAWN.replace("|\n+---+---+---+", "|"), "3:1: 2 lines; a drawing has a border line above and below every row of squares"),
        (DRAWN.replace("A   .", "A * ."), "3:5: '*' where a wall '|' or a blank belongs"),
        (DRAWN.replace("A   .", "\tA  ."), "3:3: a tab; use spaces"),
        (f'{DRAWN}colour = "red"\n', "6:1: a scene has no key 'colour'"),
        (f'{DRAWN}turm = "A"\n', "6:1: a scene has no key 'turm'; did you mean 'turn'?"),
        (f'{DRAWN}turn = "X"\n', "6:1: 'X' is no side and no figure of this scene"),
        (f'{DRAWN}turn = "third"\n', "6:1: 'third' has no figures in this scene"),
        (f'{DRAWN}first = "nobody"\n', "6:1: 'nobody' is no side of this scene"),
        (f"{DRAWN}round = 0\n", "6:1: 'round' is a whole number from 1 to 9999, not 0"),
        (f'{DRAWN}actions = "two"\n', "6:1: 'actions' is a whole number from 0 to 20, not 'two'"),
        (f'{DRAWN}scenario = "First game (Squid Gam)"\n', "6:1: there is no scenario 'First game (Squid Gam)'; did you mean 'First game (Squid Game)'?"),
        ('\nmap = "Barrack"\n', "2:1: there is no map 'Barrack'; did you mean 'Barracks'?"),
        (f'{DRAWN}[figures]\nA = {{ side = "left" }}\n', "7:1: 'left' is no side; sides are light, dark, third, fourth"),
        (f'{DRAWN}[figures]\n  A = {{ charakter = "Gi-hun" }}\n', "7:3: a figure has no key 'charakter'; did you mean 'character'?"),
        (f'{DRAWN}[figures.A]\nside = "light"\ncharakter = "Gi-hun"\n', "8:1: a figure has no key 'charakter'; did you mean 'character'?"),
        (f'{DRAWN}[figures]\nA = {{ character = "Gihun" }}\n', "7:1: there is no character 'Gihun'; did you mean 'Gi-hun'?"),
        (f'{DRAWN}[figures]\nA = {{ down = "yes" }}\n', "7:1: 'down' is true or false, not 'yes'"),
        (f'{DRAWN}[figures]\nA = {{ exhausted = "yes" }}\n', "7:1: 'exhausted' is true or false, not 'yes'"),
        (f'{DRAWN}[figures]\nA = {{ ultimate = "yes" }}\n', "7:1: 'ultimate' is true or false, not 'yes'"),
        (f"{DRAWN}[figures]\nA = 5\n", "7:1: 'A' is a table"),
        (f'{DRAWN}[figures]\n"a:b" = {{ side = "light" }}\n', "7:1: 'a:b' is no mark; a mark is a sign of the drawing, without blank, ':', '>', '#' or ','"),
        (f'{DRAWN}[figures]\nA = {{ character = "Ghost", down = true }}\n', "7:1: only characters are knocked down, not A (CHA-9)"),
        (f'{DRAWN}[figures]\nA = {{ items = ["Cheescake"] }}\n', "7:1: no pack declares 'Cheescake'; did you mean 'Cheesecake'?"),
        (f'{DRAWN}[figures]\nG = {{ side = "light", character = "Ghost", of = "Q" }}\n', "7:1: there is no figure 'Q' in this scene"),
        (f"{DRAWN}[sides.left]\npoints = 1\n", "6:1: 'left' is no side; sides are light, dark, third, fourth"),
        (f"{DRAWN}[sides.light]\npoints = -1\n", "7:1: 'points' is a whole number from 0 to 999, not -1"),
        (f'{DRAWN}[sides.light]\npool = ["sliver"]\n', "7:1: 'sliver' is no token; tokens are blue, red, silver, gold; did you mean 'silver'?"),
        (f"{DRAWN}[sides.light]\ntrack = [[], [], [], [], []]\n", '7:1: a track is four lists, places 1 to 4, as [["red"], [], [], []]'),
        (f'{DRAWN}[sides.light]\ntrack = [["A"]]\n', "7:1: A is drawn on the map and cannot lie on a track too"),
        (f'{DRAWN}[sides.light]\ntrack = [["Q"]]\n', "7:1: 'Q' is no token, figure, item or point marker of this scene"),
        (f'{DRAWN}[sides.light]\ntokens = ["red"]\n', "7:1: a side has no key 'tokens'; it has pool, track, points"),
        (f'{DRAWN}[points]\nB = "z9"\n', "7:1: 'z9' is no square of this map; its squares are a1 to c1"),
        (f'{DRAWN}[points]\nQ = "a1"\n', "7:1: 'Q' is no point marker; they are A, B, C, D, E, F, G, H"),
        (f'{DRAWN}[areas]\n"start left" = ["a1"]\n', "7:1: 'left' is no side; sides are light, dark, third, fourth"),
        (f'{DRAWN}[areas]\n"start light" = "q"\n', "7:1: the mark 'q' is not in the drawing"),
        (f"{DRAWN}lines = [[0, 0, 99, 0]]\n", "6:1: the line [0, 0, 99, 0] leaves the map, which is 12 × 4 quarter squares"),
        (f'{DRAWN}[[pieces]]\nkind = "Enrgy"\n', "7:1: there is no piece 'Enrgy'; did you mean 'Energy'?"),
        (
            f'{DRAWN}[[pieces]]\nkind = "Intel"\nsquare = "a1"\n',
            "7:1: Intel lies on no square; it stands among a figure's statuses or items, or in 'in_force'",
        ),
        (f'{DRAWN}[[pieces]]\nkind = "Energy"\nplace = "b1"\n', "8:1: a piece has no key 'place'"),
        (f'{DRAWN}[[pieces]]\nkind = "Wight"\nside = "dark"\nsquare = "a1"\n', "6:1: A and Wight stand on one square (OCC-1)"),
        (f'{DRAWN}[[pieces]]\nkind = "Rubble"\nbetween = ["a1", "c1"]\n', "6:1: a1 and c1 are not neighbours"),
        (f'{DRAWN}[[pieces]]\nkind = "Wight"\nbetween = ["a1", "b1"]\n', "7:1: 'Wight' is no token that lies on a wall"),
        (f'{DRAWN}[figures]\nA = {{ items = ["Cheesecake"] }}\n', "7:1: A is a basic character and cannot have 'Cheesecake' (ITM-1)"),
        (f'{DRAWN}[figures]\nA = {{ character = "Ghost", items = ["Cheesecake"] }}\n', "7:1: A is a companion and cannot have 'Cheesecake' (ITM-1)"),
        (f'{DRAWN}[[pieces]]\nkind = "Cheesecake"\nside = "light"\non = "A"\n', "6:1: A is a basic character and cannot have 'Cheesecake' (ITM-1)"),
        (f'{DRAWN}[figures]\nA = {{ character = "Gi-hun" }}\nC = {{ character = "Gi-hun" }}\n',
         "8:1: light has Gi-hun twice; characters of one name cannot be allies (SUP-4)"),
        (f'{DRAWN}[figures]\nA = {{ character = "Gi-hun" }}\n[[pieces]]\nkind = "Gi-hun"\nside = "light"\nsquare = "b1"\n',
         "8:1: light has Gi-hun twice; characters of one name cannot be allies (SUP-4)"),
        ('drawing = " A A b "\n[figures]\nA = { character = "Gi-hun" }\n',
         "3:1: light has Gi-hun twice; characters of one name cannot be allies (SUP-4)"),
        (f'{CLAIMED}square = "b1"\n', '6:1: whose is the Control area? give it a side, as side = "light"'),
        (f'{CLAIMED}side = "light"\nsquare = "c1"\n', "9:1: c1 is in no Control area"),
    ],
)  # fmt: skip
def test_a_malformed_scene_is_one_sentence_with_its_place(text, told):
    assert faults(text) == f"s.toml:{told}"


def test_all_mistakes_are_told_together_in_the_order_of_the_file():
    text = f'{DRAWN}colour = 1\n[figures]\nA = {{ side = "left" }}\nb = {{ character = "Nobody at all" }}\n'
    assert [line.split(": ")[0] for line in faults(text).split("\n")] == ["s.toml:6:1", "s.toml:8:1", "s.toml:9:1"]


def test_files_that_cannot_be_read(tmp_path):
    for make, told in [
        (lambda path: None, "the file cannot be read: No such file or directory"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "the file is not UTF-8 text"),
    ]:
        path = tmp_path / "s.toml"
        make(path)
        with pytest.raises(ContentError) as caught:
            read_scene(path)
        assert str(caught.value) == f"{path}:1:1: {told}"


# -- hostile ----------------------------------------------------------------------------------------------------------


HOSTILE = {
    "a dotted key of 40 KB": ".".join(["a"] * 20_000) + " = 1\n",
    "a dotted key of 40 KB in quotes": ".".join(['"a"'] * 10_000) + " = 1\n",
    "a dotted key with blanks": " . ".join(["a"] * 10_000) + " = 1\n",
    "a dotted key in an inline table": "x = { " + ".".join(["a"] * 20_000) + " = 1 }\n",
    "a dotted header": "[" + ".".join(["'a'"] * 10_000) + "]\n",
    "deep lists": "x = " + "[" * 50_000 + "]" * 50_000 + "\n",
    "deep tables": "x = " + "{ a = " * 20_000 + "1" + " }" * 20_000 + "\n",
    "deep lists over many lines": "x = [\n" + "[\n" * 50_000,
    "a huge file": "# " + "x" * 300_000 + "\n",
    "a huge file of keys": "".join(f"a{k} = 1\n" for k in range(15_000)),
    "a huge list": "lines = [" + "[1, 1, 1, 1], " * 8_000 + "]\n",
    "many figures": DRAWN + "[figures]\n" + "".join(f'a{k} = {{ side = "light" }}\n' for k in range(8_000)),
    "many pieces": DRAWN + '[[pieces]]\nkind = "Wight"\n' * 5_000,
    "blanks and dots": " " * 200_000 + "." * 20 + "!\n",
    "a number of 200,000 digits": "round = " + "9" * 200_000 + "\n",
    "a hexadecimal number of 5,000 digits": "round = 0x" + "f" * 5_000 + "\n" + DRAWN,
    "a drawing of 200 KB": 'drawing = """\n' + ("+" + "---+" * 1000 + "\n") * 50 + '"""\n',
    "a long text": f'turn = "{"A" * 100_000}"\n{DRAWN}',
    "control signs": f'turn = "A\\u0007"\n{DRAWN}',
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_toml_is_refused_within_a_second(kind):
    spent = []
    for _ in range(3):  # one of them may pay for collecting the garbage of every test before it
        began = time.process_time()
        with pytest.raises(ContentError):
            read(HOSTILE[kind])
        spent.append(time.process_time() - began)
        if spent[-1] < 1:
            return
    assert min(spent) < 1, spent


def test_a_map_file_has_the_same_limits(tmp_path):
    path = tmp_path / "m.toml"
    path.write_text(HOSTILE["a dotted key of 40 KB in quotes"], encoding="utf-8")
    with pytest.raises(ContentError, match="more than 8 dots"):
        read_map(path)


def test_a_turn_may_be_expected_of_the_side_or_of_the_figure(tmp_path) -> None:
    file = tmp_path / "turn.toml"
    expect = '[[test]]\nplay = ["A: end"]\nexpect = { turn = "%s" }\n'
    file.write_text('drawing = " A . . z "\n' + expect % "dark" + expect % "z" + expect % "light")
    found = check_files([str(file)])
    assert found.tests == 3 and [failure.line for failure in found.failures] == [10]


def test_options_are_compared_as_choices_not_as_letters(tmp_path) -> None:
    file = tmp_path / "options.toml"
    file.write_text('drawing = " A "\nturn = "A"\n[[test]]\noptions = ["A: MOVE A1", "A:  End"]\n')
    assert check_files([str(file)]).failures == []


def test_a_scene_with_a_name_or_areas_is_no_map(tmp_path) -> None:
    for head in ('name = "corner"\n', ""):
        file = tmp_path / "scene.toml"
        file.write_text(head + 'drawing = " A . s "\n[areas]\nScoring = "s"\n')
        assert check_files([str(file)]).failures == []


def test_markers_lie_on_tracks_and_figures_on_named_maps() -> None:
    from pathlib import Path

    pack = load(Path(__file__).parents[1] / "packs" / "trials")
    text = 'drawing = " A . b "\n[sides.light]\ntrack = [[], [], [], ["Banner"]]\n[[pieces]]\nkind = "Banner"\nside = "light"\n'
    assert on_place(scene_state(text, "scene", pack), 0, 4) == ["Banner"]
    state = scene_state('map = "Barracks"\n[figures]\nA = { side = "light", square = "a11" }\nb = { side = "dark", square = "j1" }\n')
    assert fact(state, "A.square") == "a11" and "A" in state.setup.map.points


def test_nobody_is_knocked_down_on_the_track() -> None:
    text = 'drawing = " A . b "\n[figures]\nB = { side = "light", down = true }\n[sides.light]\ntrack = [["B"], [], [], []]\n'
    assert not fact(scene_state(text), "B.down")


@rule("SUP-1")
def test_a_map_of_its_own_is_checked_against_the_scenarios_of_its_list(tmp_path: Path):
    file = tmp_path / "yard.toml"
    lists = 'name = "Yard"\nscenarios = ["Territry", "Leaders", "Territory"]\n'
    file.write_text(f'{lists}{DRAWN.replace("b", "d")}[areas]\n"start light" = "A"\n"start dark" = "d"\n', encoding="utf-8")
    assert [f"{one.line}:{one.column}: {one.message}" for one in check_files([str(file)]).failures] == [
        "2:1: there is no scenario 'Territry'; did you mean 'Territory'?",
        "8:1: the scenario 'Territory' needs the area 'Scoring', which the map does not have",
    ]


def test_the_digested_text_is_the_json_with_sorted_keys_also_with_marks_outside_ascii() -> None:
    """Sorted by mark, not by how a mark is escaped: whoever checks a digest has the JSON alone."""
    state = scene_state('drawing = " Z . é . b "\n[figures]\n"é" = { side = "dark" }\n')
    assert {slot.mark for slot in state.setup.figures} == {"Z", "é", "b"}
    assert digested_text(state) == json.dumps(state_json(state), sort_keys=True, separators=(",", ":"))
