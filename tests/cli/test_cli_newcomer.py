"""What a newcomer types and sees: shorthand, hints, names of walls and places, undo, records, widths."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tipover import CHANCE, IllegalChoice, Match, first_game, load, parse
from tipover.board.geometry import Segment
from tipover.board.mask import mask_of
from tipover.cli.picture import spread
from tipover.cli.sitting import Sitting
from tipover.cli.walls import inner_words
from tipover.engine.core import verbs
from tipover.engine.core.language import Printer
from tipover.engine.explain.sight import as_square
from tipover.play.scene import scene_state
from tipover.play.walls_in_words import SquareNames, area_words, wall_said

from .runs import SOURCE, answer, run

ROOM = '''
drawing = """
+---+---+---+---+
| A   b   . | z |
+   +---+   +   +
| ~   . | .   # |
+---+---+---+---+
"""
turn = "A"
'''
SET = "place L1 e7\nplace L2 d7\n"


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.toml"
    path.write_text(ROOM, encoding="utf-8")
    return path


def played(typed: str, *words: str, columns: int = 80) -> str:
    """What a game of Rose against the random player shows, in one line of words."""
    return " ".join(run("terminal", "--seed", "3", *words, typed=typed, columns=columns).stdout.split())


# -- figures and squares -----------------------------------------------------------------------------------


def test_a_mark_in_capitals_is_the_figure_and_in_small_letters_the_square() -> None:
    shown = played(SET + "why L1 D2\nwhy L1 d2\nwhy L1 Gentleman\nwhy Rose Nylund Gentleman Caller\nsee D2\nsee d2\n")
    assert shown.count("D2 (c1) is seen from L1 (e7).") + shown.count("D2 (c1) is not seen from L1 (e7).") == 3
    assert re.search(r"d2 is (not )?seen from L1 \(e7\)", shown)
    assert "Seen from D2 (c1):" in shown and "Seen from d2:" in shown


def test_the_shell_asks_about_figures_too(tmp_path: Path) -> None:
    path = tmp_path / "game.tip"
    run("terminal", "--seed", "3", "--record", path, typed=SET)
    assert answer("see", path, "D2")["from"] == answer("why", path, "L1", "D2")["to"] == "c1"
    assert answer("why", path, "L1", "d2")["to"] == "d2"
    assert answer("why", path, "L1", "Gentleman")["to"] == "c1"
    assert "D2 (c1)" in run("why", path, "L1", "D2").stdout
    assert "'L1 Q9'" not in run("why", path, "L1", "q9", code=2).stderr


def test_a_figures_mark_is_no_square_while_placing() -> None:
    shown = played("D1\nd1\nRose\n")
    assert "D1 is a figure; asked is a square for L1: type one of c7" in shown
    assert "d1 is not in the starting area of light. (SUP-6)" in shown
    assert "L1 is a figure; asked is a square for L1" in shown


def test_a_mark_is_no_square_to_the_notation_and_to_the_engine_either() -> None:
    match = Match(first_game("golden_girls", quick=True), 3)
    assert parse(match.state, "D1").verb == verbs.FIGURE and parse(match.state, "d1").verb == verbs.PLACE
    with pytest.raises(IllegalChoice, match=r"Something else is asked now: place the figure"):
        match.play("D1")
    grid = match.setup.grid
    assert as_square(match.state, "D2") == -1, "not on the map yet, and no square"
    assert as_square(match.state, "d2") == grid.square("d2") and as_square(match.state, "E2") == grid.square("e2")


def test_a_match_knows_whose_each_choice_was() -> None:
    match = Match(first_game("golden_girls", quick=True), 3)
    match.play("place L1 e7")
    assert match.seats == [[CHANCE], [0]] and match.fixed == 1
    match.undo()
    assert match.seats == [[CHANCE]] and match.undo() is None


# -- shorthand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["move e6", "L1 move e6", "L1: e6", "Rose move to e6", "e6", "L1 e6", "MOVE e6"])
def test_a_move_may_be_typed_in_many_ways(typed: str) -> None:
    assert "Rose Nylund (L1) moves e7 → e6" in played(f"{SET}L1\n{typed}\n")


@pytest.mark.parametrize(("typed", "said"), [
    ("challenge b", "challenges Unsullied (b)"), ("A challenge b", "challenges Unsullied (b)"), ("end", "is exhausted"),
    ("A end", "is exhausted"), ("rally", "A is standing. (TRN-5)"), ("assist b", "b is no ally. (ACT-3)"),
])  # fmt: skip
def test_a_bare_verb_is_the_acting_figures(scene: Path, typed: str, said: str) -> None:
    assert said in " ".join(run("terminal", scene, typed=f"{typed}\n").stdout.split())


def test_a_bare_verb_where_the_turn_is_asked_gets_a_hint() -> None:
    assert "who? begin with the figure that takes the turn, as 'L1: move e6'" in played(SET + "move e6\n")


@pytest.mark.parametrize("typed", ["Rose: place e7", "L1 place e7", "place e7", "L1 e7", "e7", "E7"])
def test_a_placing_may_be_typed_in_many_ways(typed: str) -> None:
    assert "Rose Nylund (L1) is placed on e7" in played(f"{typed}\n")


@pytest.mark.parametrize(("typed", "said"), [
    ("c4", "c4 is a square; asked is which character takes the turn: type L1 or L2."),
    ("z9", "there is no square and no figure 'z9'; squares of this map are a1 to h8, figures are L1, L2, D1, D2"),
    ("99", "there is no option 99; there are 1 to 2."), ("-1", "there is no option -1; there are 1 to 2."),
    ("hello there", "'hello there' is no answer; asked is which character takes the turn: type L1 or L2."),
    ("Q7: end", "there is no figure 'Q7'; there are L1, L2, D1, D2; asked is which"),
])  # fmt: skip
def test_what_says_nothing_gets_a_sentence_that_helps(typed: str, said: str) -> None:
    assert said in played(f"{SET}{typed}\n")


def test_another_figure_hears_who_has_the_turn() -> None:
    assert "L2 has the turn. (TRN-1)" in played(SET + "L2\nL1\n")


def test_why_and_a_number_explain_that_option(scene: Path) -> None:
    shown = " ".join(run("terminal", scene, typed="why 1\nwhy 9\nwhy challenge z\nwhy a1\nwhy 3\n").stdout.split())
    assert "1 is 'A: challenge b' – Unsullied (b): 103/216 = 47.7%. It is allowed." in shown
    assert "there is no option 9" in shown and "That is not allowed:" in shown and "a move of 0" in shown


def test_after_a_refused_challenge_come_challenges_then_moves_towards_it() -> None:
    text = 'drawing = """\n+---+---+---+---+---+---+\n| A   b   .   .   .   z |\n+---+---+---+---+---+---+\n"""\nturn = "%s"\n'
    shown = " ".join(run("terminal", "-", "A: challenge z", typed=text % "A", code=2).stderr.split())
    assert "(CHA-2)" in shown
    state = scene_state(text.replace("A   b   .", "A   .   .") % "light")
    from tipover.cli.typed_lines import read_line, suggestions

    with pytest.raises(IllegalChoice) as refused:
        read_line(state, "A: challenge z")
    assert suggestions(state, "A: challenge z", refused.value)[0] == "A: move c1"


def test_help_tells_only_what_can_occur() -> None:
    shown = run("terminal", "--seed", "3", typed="help\n").stdout
    assert "interact" not in shown and "place L1 c7" in shown and "lines " in shown
    assert "cooldown track" in shown
    points = Path(__file__).parents[1] / "perft" / "09_points.toml"
    assert ": interact " in run("terminal", points, typed="help\n").stdout.partition("> help")[2]


# -- undo, records -----------------------------------------------------------------------------------------


def test_undo_never_hands_over_a_bots_seat() -> None:
    shown = played("undo\n", "--side", "light")
    assert "There is nothing of yours to take back." in shown
    for seed in range(12):
        match = Match(first_game("golden_girls", quick=True, catalog=load()), seed)
        from tipover.bots import make

        sitting = Sitting(match, {1: make("random", seed)})
        sitting.begin()
        assert sitting.undo() == []
        sitting.answer("1")
        while sitting.undo():
            pass
        assert sitting.state.decision is not None and sitting.state.decision.seats == [0]


def test_a_record_goes_on_with_the_bots_it_names(tmp_path: Path) -> None:
    path = tmp_path / "game.tip"
    run("terminal", "--seed", "3", "--record", path, typed=SET)
    assert "names you | random" in path.read_text()
    shown = run("terminal", path, typed="L1: end\n").stdout
    assert "You play light against the random player" in shown and "takes the turn of dark" in shown
    alone = run("terminal", path, "--hotseat", typed="L1: end\n").stdout
    assert "takes the turn of dark" not in alone


def test_a_record_is_written_after_every_choice(tmp_path: Path) -> None:
    path = tmp_path / "game.tip"
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "80"}
    command = [sys.executable, "-m", "tipover", "terminal", "--seed", "3", "--record", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env) as running:
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(b"place L1 e7\n")
        running.stdin.flush()
        while b"is placed on e7" not in running.stdout.readline():
            pass  # shown though the output is a pipe: it is flushed before a line is waited for
        running.send_signal(signal.SIGHUP)
        running.communicate(timeout=30)
    assert "2 place L1 e7" in path.read_text()
    assert os.listdir(tmp_path) == ["game.tip"]


def test_a_record_holds_the_stated_lines_before_a_refused_one(scene: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.tip"
    run("terminal", scene, "--record", path, "--do", "A: move a2", "--do", "A: move d1", code=2)
    assert "1 A: move a2" in path.read_text()


# -- what is shown -----------------------------------------------------------------------------------------


def test_walls_are_named() -> None:
    state = scene_state(ROOM)
    grid = state.setup.grid

    def wall_words(wall: Segment, start: str = "", end: str = "") -> str:
        squares = [grid.square(name) for name in (start, end) if name]
        return Printer(SquareNames(grid)).text(wall_said(grid, wall, *squares))

    assert wall_words(Segment(12, 0, 12, 4), "c1", "d1") == "the wall between c1 and d1"
    assert wall_words(Segment(4, 4, 8, 4), "a1", "b2") == "the wall's end at the corner of a1, b1, a2, b2"
    assert wall_words(Segment(9, 1, 11, 2)) == "a line inside c1"
    assert wall_words(Segment(4, 0, 4, 8)) == "the wall between a1–a2 and b1–b2"
    assert wall_words(Segment(12, 4, 12, 8), "c2", "d2") == "the edge of covered d2"
    assert "In the way: the wall between c1 and d1. (SEE-1)" in " ".join(run("why", "-", "c1", "d1", typed=ROOM).stdout.split())


def test_lines_inside_squares_and_enclosed_squares_are_shown() -> None:
    grid = first_game("golden_girls").map.grid
    assert inner_words(grid)[0] == "c3: no step to d4"
    for word in inner_words(grid):
        square, _, others = word.partition(": no step to ")
        for other in others.split(", "):
            assert not grid.steps(grid.square(square)) & mask_of([grid.square(other)])
    shown = run("terminal", "--seed", "3", typed="lines\n").stdout
    assert "c3: no step to d4" in shown
    assert " 3 | .    .    .,   ." in shown and " 5 | .  | :    :  |" in shown
    assert ": enclosed" in shown and ", lines inside" in shown


def test_starting_areas_are_told_in_words() -> None:
    card = first_game("golden_girls").map
    assert area_words(card.grid, card.start(0)) == "the lower edge, c7 to f8"
    shown = run("terminal", "--first", "marvel", "--seed", "1", typed="").stdout
    assert "side light  starting area: the lower left corner, a11 to c12" in shown
    assert "side dark  starting area: the upper left corner, a1 to c2" in shown


def test_the_letters_stand_below_the_board_too_and_news_above_the_question() -> None:
    lines = run("terminal", "--seed", "3", typed=SET).stdout.splitlines()
    letters = [k for k, line in enumerate(lines) if line.startswith("     a    b    c")]
    assert letters[-1] - letters[-2] == 18
    assert lines[letters[-1] + 1].startswith("· ")
    question = next(k for k, line in enumerate(lines) if line.startswith("Light (you): choose the character"))
    assert lines[question - 1] == "· Round 1 begins; light is first (RND-1)."


def test_a_first_game_fits_eighty_by_twenty_four() -> None:
    state = first_game("golden_girls", quick=True).start()
    assert len(spread(state, 80, names={0: "you", 1: "random"})) == 19
    text = "\n".join(
        "".join(part if isinstance(part, str) else part[0] for part in line) for line in spread(state, 80, names={0: "you", 1: "random"})
    )
    assert "LIGHT (you) · 0 points" in text and "DARK (random) · 0 points" in text


def test_the_end_says_who_won() -> None:
    for seed in range(40):
        shown = run("terminal", "--seed", str(seed), "--rounds", "12", typed="1\n" * 300).stdout
        if "wins the game" in shown:
            dark = "Dark wins the game" in shown
            assert ("The game is over: you lose; dark wins" if dark else "The game is over: you win with light") in shown
            return
    raise AssertionError("no game was won")


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("words", [["--sides", "4"], [], ["--first", "squid_game"], ["--first", "marvel", "--sides", "3"]])
def test_nothing_is_broader_than_the_terminal(columns: int, words: list[str]) -> None:
    typed = "help\n" + "1\n" * 40 + "why 1\nodds\nodds 3 3\nlines\nsee D1\nwhy L1 D1\nL9\nL1: challenge D1\n"
    shown = run("terminal", "--seed", "4", *words, typed=typed, columns=columns).stdout
    broad = [line for line in shown.splitlines() if len(line) > columns]
    assert not broad or (columns == 60 and all("+-" in line or "|" in line for line in broad)), broad[:3]


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    "words",
    [
        ["odds", "4", "3"],
        ["odds", "40", "40"],
        ["cards", "Rose Nylund"],
        ["rules", "MOV"],
        ["rules", "MOV-5"],
        ["sim", "--games", "2", "--rounds", "1"],
    ],
)
def test_other_commands_keep_to_the_width(columns: int, words: list[str]) -> None:
    assert max(len(line) for line in run(*words, columns=columns).stdout.splitlines()) <= columns


# -- the rest ----------------------------------------------------------------------------------------------


def test_no_command_prints_the_help_once() -> None:
    shown = run(code=2)
    assert shown.output.count("Usage: tipover") == 1 and "Error" not in shown.output


def test_wrong_dice_get_a_clear_sentence() -> None:
    assert "'a' is no number of dice; give two numbers from 0 to 40" in run("odds", "a", "b", code=2).stderr
    assert "-1 is not in the range" in run("odds", "-1", "2", code=2).stderr
    assert "There is no option '--jsn'" in run("odds", "--jsn", "2", code=2).stderr


def test_sim_says_which_games_were_stopped() -> None:
    assert "(2 reached the limit of 1 round)" in run("sim", "--games", "2", "--rounds", "1").stdout


def test_a_drawing_with_letters_and_numbers_gets_a_hint() -> None:
    drawn = 'drawing = """\n    a   b\n  +---+---+\n1 | A   b |\n  +---+---+\n"""\n'
    bare = 'drawing = """\n  +---+---+\n1 | A   b |\n  +---+---+\n"""\n'
    for text in (drawn, bare):
        assert "leave out the column letters and row numbers" in run("see", "-", "a1", typed=text, code=2).stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals here")
def test_perft_shows_where_it_is_on_a_terminal(scene: Path) -> None:
    leader, follower = os.openpty()
    code = "from tipover.cli import main, perft_command\nperft_command.QUIET_SECONDS = -1\nmain()"
    command = [sys.executable, "-c", code, "perft", str(scene), "2"]
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=follower, env=env, check=True)
    os.close(follower)
    shown = os.read(leader, 10_000).decode()
    os.close(leader)
    assert b"21 leaves at depth 2" in done.stdout and "of 5 first choices" in shown
