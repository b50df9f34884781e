"""`terminal` and `play`: stated lines, refusals, undo, piped games, records, whole first games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tipover import Choice, Match, State, first_game, notate
from tipover.bots import UnknownBot, make
from tipover.engine.core import verbs

from .runs import answer, run

SCENE = '''
drawing = """
+---+---+---+---+
| A   b   . | z |
+   +---+   +   +
| ~   . | .   # |
+---+---+---+---+
"""
turn = "A"
'''


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.toml"
    path.write_text(SCENE, encoding="utf-8")
    return path


def test_stated_lines_give_state_events_and_decision(scene: Path) -> None:
    data = answer("terminal", scene, "--do", "A: challenge b", "--do", "roll b b", "--do", "roll s b")
    assert list(data) == ["state", "events", "decision"]
    assert data["state"]["figures"]["b"]["down"] is True
    assert [event["event"] for event in data["events"]] == ["Challenged", "Rolled", "Rolled", "ChallengeWon", "KnockedDown"]
    assert data["decision"]["figure"] == "A"
    assert {"verb": "challenge", "figure": "A", "target": "b", "written": "A: challenge b"} in data["decision"]["options"]


def test_without_lines_json_is_the_scene_as_it_stands(scene: Path) -> None:
    data = answer("terminal", scene)
    assert data["events"] == []
    assert data["state"]["figures"]["A"]["square"] == "a1"
    assert answer("terminal", scene) == data == answer("terminal", "-", typed=SCENE)


def test_lines_may_stand_after_the_file(scene: Path) -> None:
    assert answer("terminal", scene, "A: move a2") == answer("terminal", scene, "--do", "A: move a2")


def test_a_refused_line_ends_with_its_rule(scene: Path) -> None:
    data = answer("terminal", scene, "--do", "A: move d1", code=2)
    assert (data["refused"], data["rule"], data["squares"]) == ("A: move d1", "MOV-3", ["a1", "d1"])
    assert [reason["rule"] for reason in data["reasons"]] == ["MOV-3", "MOV-6"]
    told = run("terminal", scene, "--do", "A: move d1", code=2)
    assert told.stdout == "" and "(MOV-3)" in told.stderr


def test_a_line_that_says_nothing_ends_without_a_rule(scene: Path) -> None:
    data = answer("terminal", scene, "--do", "A: move q9", code=2)
    assert data["rule"] is None and data["squares"] == [] and "'q9' is no square" in data["reason"]


def test_numbers_and_squares_are_lines_too(scene: Path) -> None:
    by_square = answer("terminal", scene, "--do", "a2")
    assert by_square["state"]["figures"]["A"]["square"] == "a2"
    shown = run("terminal", scene, typed="").stdout
    number = re.search(r"(\d+):a2", shown)
    assert number and answer("terminal", scene, "--do", number[1]) == by_square
    assert "there is no option 99" in answer("terminal", scene, "--do", "99", code=2)["reason"]


def test_a_seed_rolls_the_dice_of_a_scene(scene: Path) -> None:
    data = answer("terminal", scene, "--seed", "5", "--do", "A: challenge b")
    assert [event["event"] for event in data["events"]][:3] == ["Challenged", "Rolled", "Rolled"]
    assert data == answer("terminal", scene, "--seed", "5", "--do", "A: challenge b")


def test_a_piped_conversation_goes_on_after_a_refusal_and_ends_quietly(scene: Path) -> None:
    typed = "# a comment\nA: move d1\nwhy A: move d1\nwhy A b\nsee A\nodds\nodds 2 2\nA: move a2\nundo\nundo\nhelp\nnonsense here\n"
    shown = run("terminal", scene, typed=typed).stdout
    assert "No: A basic move goes at most 2 squares. d1 is 3 squares away. (MOV-3)" in shown
    assert "That is not allowed:" in shown and "b (b1) is seen from A (a1)." in shown
    assert "A: challenge b  Unsullied (b): 103/216 = 47.7%" in shown
    assert "Taken back: A: move a2." in shown and "There is nothing of yours to take back." in shown
    assert "Not understood: 'nonsense here' is no answer; asked is what A does: type a number" in " ".join(shown.split())
    assert "why A: move c2" in shown


def test_undo_stops_at_the_last_die(scene: Path) -> None:
    shown = run("terminal", scene, typed="A: challenge b\nroll b b\nroll b b\nundo\nA: move a2\nundo\nundo\n").stdout
    assert shown.count("There is nothing to take back") == 2
    assert shown.count("Taken back: A: move a2.") == 1


def test_roll_alone_has_the_dice_rolled(scene: Path) -> None:
    shown = run("terminal", scene, typed="A: challenge b\nroll\nroll\n").stdout
    assert "Roll 2 dice for the challenge of Stark Guard (A) (CHA-5)." in shown
    assert "Roll 2 dice for the defense of Unsullied (b) (CHA-5)." in shown
    assert "The defense of Unsullied (b) rolls" in shown


def test_the_board_shows_who_is_down_and_who_is_exhausted(scene: Path) -> None:
    text = (
        SCENE
        + '[figures]\nA = { side = "light" }\nb = { side = "dark", down = true }\nz = { side = "dark", down = true, exhausted = true }\n'
    )
    shown = run("terminal", "-", typed=text).stdout
    assert " 1 | A   (b)   x  |(z')|" in shown
    assert "exhausted ' · knocked down ( )" in shown


def test_the_default_game_is_rose_against_blanche() -> None:
    data = answer("terminal", "--seed", "1")
    cards = {mark: entry["card"] for mark, entry in data["state"]["figures"].items()}
    assert cards == {"L1": "Rose Nylund", "L2": "Lifeguard", "D1": "Blanche Devereaux", "D2": "Gentleman Caller"}
    assert data["decision"]["seat"] == 0 and data["decision"]["asked"] == "place"
    shown = run("terminal", "--seed", "1", typed="").stdout
    assert "You play against the random player. When you knock out a rival, you win." in " ".join(shown.split())


def test_colours_and_characters_are_picked_unless_quick() -> None:
    data = answer("terminal", "--first", "marvel", "--sides", "3", "--seed", "1")
    assert data["decision"]["asked"] == "side"
    assert data["decision"]["options"][0]["written"] == "side light"
    taken = answer("terminal", "--first", "marvel", "--side", "dark", "--seed", "1")
    assert taken["events"][0] == {"event": "SideTaken", "team": 0, "side": "dark"}
    assert answer("terminal", "--first", "marvel", "--quick", "--sides", "4", "--seed", "1")["decision"]["asked"] == "place"


def test_the_side_you_play_is_the_one_you_are_asked_for() -> None:
    for side in ("third", "fourth"):
        assert answer("terminal", "--sides", "4", "--side", side, "--seed", "3")["decision"]["side"] == side


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--first", "golden_girls", "--sides", "3"], "is for 2 sides, not 3 (FST-1)"),
        (["--side", "third"], "--side third does not play"),
        (["--hotseat", "--against", "random"], "--hotseat is without a bot"),
        (["--against", "fred"], "there is no bot 'fred'; there are random, greedy, search, level1"),
        (["--first", "chess"], "'chess' is not one of"),
        (["nowhere.tip"], "nowhere.tip:1:1: the file cannot be read"),
        (["--record", "no/such/folder/x.tip"], "there is no such folder"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(words: list[str], said: str) -> None:
    assert said in " ".join(run("terminal", *words, code=2).stderr.split())


def test_a_file_does_not_go_with_a_new_games_options(scene: Path) -> None:
    assert "goes with a new game" in run("terminal", scene, "--rounds", "3", code=2).stderr


def test_a_bot_may_answer_for_the_other_side_of_a_scene(scene: Path) -> None:
    shown = answer("terminal", scene, "--against", "random", "--seed", "2", "--do", "A: end")
    assert shown["decision"]["side"] == "light"
    assert any(event["event"] == "TurnBegan" and event["figure"] in ("b", "z") for event in shown["events"])


def test_a_bot_that_is_undone_gives_the_turn_back_to_the_person() -> None:
    typed = "place L1 c8\nplace L2 d8\nL1: end\nundo\nquit\n"
    shown = run("terminal", "--seed", "7", typed=typed).stdout
    assert "Taken back:" in shown
    last = shown.rsplit("> undo", 1)[1]
    assert "L1 Rose Nylund: c8\n" in last and "Light (you)" in last


# -- records ------------------------------------------------------------------------------------------------


def test_a_saved_game_replays_and_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "game.tip"
    run("terminal", "--seed", "9", "--hotseat", typed=f"1\n1\n1\n1\nsave {path.with_suffix('')}\nquit\n")
    assert path.read_text().startswith("tipover-record 1\n")
    told = answer("replay", path)
    assert told["choices"] == 5 and told["winner"] is None and told["warnings"] == []
    on = answer("terminal", path)
    assert on["decision"]["asked"] == "turn"
    again = tmp_path / "again.tip"
    run("terminal", path, "--record", again, typed="1\n")
    assert answer("replay", again)["choices"] == 6


def test_a_record_never_overwrites_what_is_none(tmp_path: Path, scene: Path) -> None:
    shown = run("terminal", scene, typed=f"save {scene}\nsave {tmp_path}\nsave\n").stdout
    assert "That file cannot be used: a file that is no record stands there already." in shown
    assert scene.read_text() == SCENE
    assert "no record stands there" in run("terminal", scene, "--record", scene, code=2).stderr


def test_a_scenes_record_with_stated_dice_replays(scene: Path, tmp_path: Path) -> None:
    path = tmp_path / "scene.tip"
    run("terminal", scene, "--record", path, typed="A: challenge b\nroll\nroll\nA: end\n")
    assert "dice stated" in path.read_text()
    assert answer("replay", path)["choices"] == 4
    mixed = tmp_path / "mixed.tip"
    run("terminal", path, "--seed", "4", "--record", mixed, typed="1\n1\n")
    assert "dice stated" in mixed.read_text() and answer("replay", mixed)["choices"] > 4


# -- whole games ---------------------------------------------------------------------------------------------


def eager(state: State) -> Choice:
    """Challenge whom one can, the fallen first; else go nearer to a rival."""
    ask = state.decision
    assert ask is not None
    fights = [option for option in ask.options if option.verb == verbs.CHALLENGE]
    if fights:
        return max(fights, key=lambda option: state.down[option.thing])
    moves = [option for option in ask.options if option.verb == verbs.MOVE]
    if not moves:
        return ask.options[0]
    grid = state.setup.grid
    rivals = [at for f, at in enumerate(state.figure_at) if at >= 0 and state.setup.side_of[f] != ask.side]
    return min(moves, key=lambda option: min((grid.distance(option.thing, at) for at in rivals), default=0))


@pytest.mark.parametrize(
    ("name", "sides"),
    [("golden_girls", 2), ("squid_game", 2), ("marvel", 2), ("marvel", 4), ("game_of_thrones", 2), ("game_of_thrones", 3)],
)
def test_a_whole_first_game_is_played_by_hand_to_a_winner(name: str, sides: int, tmp_path: Path) -> None:
    match = Match(first_game(name, sides), 11)
    match.roll()
    lines: list[str] = []
    while not match.over:
        choice = eager(match.state)
        lines.append(notate(match.state, choice))
        match.play(choice)
    assert match.state.winner >= 0
    path = tmp_path / "game.tip"
    words = ["terminal", "--hotseat", "--first", name, "--sides", str(sides), "--seed", "11", "--record", str(path)]
    shown = run(*words, typed="\n".join(lines) + "\n").stdout
    assert "wins the game (WIN-2)." in shown and "The game is over:" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert answer("replay", path)["digest"] == match.state.digest()
    assert f"{len(match.choices)} choices" in run("replay", path).stdout


def test_a_game_against_the_random_player_is_the_same_from_the_same_seed() -> None:
    typed = "1\n" * 60
    one = run("terminal", "--seed", "5", "--rounds", "4", typed=typed).stdout
    assert one == run("terminal", "--seed", "5", "--rounds", "4", typed=typed).stdout
    assert "The game is over: a draw" in one


def test_the_careless_bot_takes_any_option_and_a_slip_gets_a_suggestion() -> None:
    ask = first_game("golden_girls").start()
    assert ask.decision is not None
    from tipover import view

    picks = [make("random", seed).choose(view(ask, 0), ask.decision) for seed in range(20)]
    assert set(picks) == set(ask.decision.options)
    with pytest.raises(
        UnknownBot,
        match=r"there is no bot 'rando'; there are random, greedy, .*level5, master, plan, playouts, turns, learned; did you mean 'random'",
    ):
        make("rando", 1)


def test_names_from_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.toml"
    path.write_text('drawing = "A b"\n"\\u001b[31m" = 1\n', encoding="utf-8")
    assert "\\x1b[31m" in run("see", path, "a1", code=2).stderr
    marked = 'drawing = "A b"\n[figures]\n"\\u001b[2J" = { side = "light" }\n'
    assert "\\x1b[2J" in run("terminal", "-", typed=marked, code=2).stderr
    assert run("see", path, "\x1b[31m", code=2).stderr
    assert run("rules", "\x1b[31m-1", code=2).stderr
    assert run("\x1b[31m", code=2).stderr
    raw = run("terminal", path, "--do", "\x1b[31m", "--json", code=2)
    assert raw.stdout == ""
    good = tmp_path / "good.toml"
    good.write_text(SCENE, encoding="utf-8")
    refused = run("terminal", good, "--do", "A: \x1b[31m", "--json", code=2).stdout
    assert json.loads(refused)["refused"] == "A: \x1b[31m"
