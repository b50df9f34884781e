"""Records: a game as a file, replayed exactly."""

from __future__ import annotations

import json

import pytest

from kit.table import scene
from tipover import ContentError, Match, Record, arrange, first_game, load, notate
from tipover.engine.core.ids import CHANCE
from tipover.engine.core.rules import rules
from tipover.play.deal import TWO, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.record import result_line

SETUP = (
    'setup {"map":"Florida Boardwalk","scenario":"First game (Golden Girls)","sides":['
    '{"side":"light","seats":1,"picks":0,"figures":["Rose Nylund","Lifeguard"]},'
    '{"side":"dark","seats":1,"picks":0,"figures":["Blanche Devereaux","Gentleman Caller"]}]}'
)


def stated(*lines: str) -> str:
    """A record of a quick Golden Girls game with stated dice."""
    head = ["tipover-record 1", "engine 0.1.0", f"catalog {load().digest}", SETUP, "dice stated", "names you | random", "---"]
    return "\n".join([*head, *(f"{k} {line}" for k, line in enumerate(lines, 1))]) + "\n"


def play_on(match: Match, stream: Stream, choices: int) -> None:
    """Answer up to so many questions at random."""
    for _ in range(choices):
        if match.over:
            break
        options = match.state.decision.options
        match.play(options[stream.randrange(len(options))])


PLACED = ("flip light", "place L1 c7", "place L2 d7", "place D1 c1", "place D2 d1")


def seeded(seed: int | str = 77001, choices: int = 60) -> Match:
    match = Match(first_game("golden_girls"), seed, names=["Ann", "Bob"])
    stream = Stream(seed, "players")
    while not match.over and len(match.choices) < choices:
        options = match.state.decision.options
        match.play(options[stream.randrange(len(options))])
    return match


def fault(text: str, file: str = "game.tip") -> str:
    """The one sentence a malformed record gets, on reading or on replaying."""
    with pytest.raises(ContentError) as caught:
        Record.parse(text, file).replay()
    told = str(caught.value)
    assert "\n" not in told
    return told


# -- the format --------------------------------------------------------------------------------------------------


def test_the_lines_of_a_record():
    match = Match(first_game("golden_girls", quick=True), names=["you", "random"])
    for line in PLACED:
        match.play(line)
    assert Record.of(match).text() == stated(*PLACED)


def test_the_head_of_a_seeded_record():
    lines = Record.of(seeded()).text().split("\n")
    assert lines[0] == "tipover-record 1"
    assert lines[1] == "engine 0.1.0"
    assert lines[2] == f"catalog {load().digest}"
    assert lines[3].startswith("setup {") and json.loads(lines[3][6:])["map"] == "Florida Boardwalk"
    assert lines[4] == "dice seed 77001"
    assert lines[5] == "names Ann | Bob"
    assert lines[6] == "---"
    assert lines[7].startswith("1 side ")


def test_a_finished_game_ends_with_its_points():
    down = {"side": "dark", "down": True}
    game = scene(" A b ", b=down, scenario="First game (Squid Game)", sides={"light": {"points": 2}, "dark": {"points": 1}})
    match = Match(game.state.setup, start=game.state)
    for line in ("A: challenge b", "roll b b", "roll b b"):
        match.play(line)
    text = Record.of(match).text()
    assert text.endswith("---\n1 A: challenge b\n2 roll b b\n3 roll b b\n=== light 3 dark 1\n")
    assert result_line(Record.parse(text).replay().state) == "light 3 dark 1"


def test_text_there_and_back():
    text = Record.of(seeded()).text()
    assert Record.parse(text).text() == text


def test_a_file(tmp_path):
    path = tmp_path / "game.tip"
    path.write_text(Record.of(seeded()).text(), encoding="utf-8")
    assert Record.read(path).replay().state.digest() == seeded().state.digest()


def test_comments_blank_lines_and_windows_line_ends():
    text = stated(*PLACED)
    noted = text.replace("---\n", "# who sits where\n--- # now the game\n\n# a comment\n").replace("L1 c7", "L1 c7 # in the corner")
    match = Record.parse(noted.replace("\n", "\r\n")).replay()
    assert match.lines == list(PLACED)


def test_a_record_of_a_scene_holds_the_scene():
    game = scene(" A . b ", turn="A")
    match = Match(game.state.setup, 4, start=game.state)
    match.play("A: move b1")
    match.play("A: challenge b")
    again = Record.parse(Record.of(match).text()).replay()
    assert again.state.digest() == match.state.digest()


def test_a_record_of_a_match_can_be_replayed_at_once():
    match = seeded()
    assert Record.of(match).replay().state == match.state


@pytest.mark.parametrize("seed", [0, "a#b", "two words", "ü", "-1"])
def test_any_seed_survives_the_file(seed):
    match = seeded(seed)
    assert Record.parse(Record.of(match).text()).replay().state == match.state


def test_names_that_would_break_the_line_are_mended():
    match = Match(first_game("golden_girls", quick=True), names=["a|b", "two\nlines"])
    assert "\nnames a/b | two lines\n" in Record.of(match).text()
    assert Record.parse(Record.of(match).text()).names == ["a/b", "two lines"]


# -- replaying ---------------------------------------------------------------------------------------------------


def test_a_seeded_record_replays_with_its_dice_and_without():
    match = seeded(choices=200)
    assert any(line.startswith("roll") for line in match.lines)
    text = Record.of(match).text()
    head, _, _ = text.partition("---\n")
    bare = [line for line in match.lines if not line.startswith(("roll", "flip"))]
    without = head + "---\n" + "".join(f"{k} {line}\n" for k, line in enumerate(bare, 1))
    for version in (text, without):
        again = Record.parse(version).replay()
        assert again.state == match.state and again.lines == match.lines
        assert again.dice is not None and again.dice.asked == match.dice.asked


def test_what_a_text_draws_at_random_is_read_back_as_the_seed_drew_it():
    """A draw is written as a player's answer is, `> Turbo Power-up`, and may be left out as dice may."""
    match = Match(arrange(load(), deal(load(), 1, Wish(mode=TWO, scenario="Basketball", rounds=1))), "draw")
    play_on(match, Stream("draw"), 60)
    drawn = [k for k, seats in enumerate(match.seats) if seats == [CHANCE] and match.lines[k].startswith("> ")]
    assert len(drawn) == 2, "each side draws a power-up"
    text = Record.of(match).text()
    left = [line for k, line in enumerate(match.lines) if k not in drawn]
    bare = text.partition("---\n")[0] + "---\n" + "".join(f"{k} {line}\n" for k, line in enumerate(left, 1))
    for version in (text, bare):
        again = Record.parse(version).replay()
        assert again.state == match.state and again.lines == match.lines
    first = match.lines[drawn[0]]
    asked = match.before(drawn[0])
    other = next(line for line in (notate(asked, option) for option in asked.decision.options) if line not in match.lines)
    number = drawn[0] + 1
    wrong = text.replace(f"\n{number} {first}\n", f"\n{number} {other}\n")
    assert fault(wrong) == f"game.tip:{drawn[0] + 8}:{len(str(number)) + 2}: '{other}' is not what the seed gives"


def test_a_replayed_match_goes_on_with_the_same_dice():
    match = seeded(choices=20)
    again = Record.parse(Record.of(match).text()).replay()
    for game in (match, again):
        play_on(game, Stream("on"), 80)
    assert again.lines == match.lines


def test_each_is_called_after_every_choice():
    match = seeded()
    seen = []
    Record.parse(Record.of(match).text()).replay(each=lambda game: seen.append(game.state.digest()))
    assert len(seen) == len(match.choices) and seen[-1] == match.state.digest()


def test_wrong_dice_for_the_seed_are_refused_with_their_line():
    match = seeded()
    text = Record.of(match).text()
    flip = next(k for k, line in enumerate(match.lines) if line.startswith("flip"))
    other = "dark" if match.lines[flip] == "flip light" else "light"
    wrong = text.replace(match.lines[flip], f"flip {other}")
    assert fault(wrong) == f"game.tip:{flip + 8}:3: 'flip {other}' is not what the seed gives"


def test_another_engine_and_a_changed_catalog_are_said_and_still_replayed():
    match = seeded()
    text = Record.of(match).text()
    old = text.replace("engine 0.1.0", "engine 0.0.9").replace(load().digest, "0123456789abcdef")
    record = Record.parse(old)
    assert record.warnings(load()) == [
        "the record was made by engine 0.0.9; this is 0.1.0",
        f"the cards have changed since: catalog 0123456789abcdef, now {load().digest}",
    ]
    assert record.replay().state == match.state
    assert Record.parse(text).warnings(load()) == []


def test_secret_picks_replay():
    sides = [{"side": "light", "picks": 2}, {"side": "dark", "picks": 2}]
    box = ["Gi-hun", "Il-nam", "Sae-byeok"]
    match = Match(arrange(load(), {"map": "Barracks", "sides": sides, "box": box, "secret": True}), "s")
    stream = Stream("s")
    while match.state.round == 0:
        options = match.state.decision.options
        match.play(options[stream.randrange(len(options))])
    assert Record.parse(Record.of(match).text()).replay().state == match.state


def test_a_record_stopped_in_the_middle_of_a_roll_with_stated_dice():
    game = scene(" A b . ", turn="A")
    match = Match(game.state.setup, start=game.state)
    match.play("A: challenge b")
    match.play("roll b b")
    again = Record.parse(Record.of(match).text()).replay()
    assert again.state == match.state and again.state.decision.is_chance


def test_the_seed_reckons_from_one():
    match = seeded(5)
    ask = Match(first_game("golden_girls"))
    ask.play(match.lines[0])
    assert SeededDice(5).answer(ask.state.decision) == match.choices[1]


# -- malformed ----------------------------------------------------------------------------------------------------


TEXT = stated(*PLACED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "game.tip:1:1: a record begins with 'tipover-record 1'"),
        (TEXT.replace("record 1", "record 2"), "game.tip:1:1: a record begins with 'tipover-record 1'"),
        (TEXT.replace(SETUP + "\n", ""), "game.tip:12:1: the record has no line 'setup'"),
        (TEXT.replace("dice stated\n", ""), "game.tip:12:1: the record has no line 'dice'"),
        ("tipover-record 1\n" + SETUP + "\ndice stated\n", "game.tip:4:1: the record has no line '---'"),
        (TEXT.replace(SETUP, "setup {"), "game.tip:4:7: the set-up is one line of JSON"),
        (TEXT.replace(SETUP, "setup " + "[" * 100_000), "game.tip:4:7: the set-up is one line of JSON"),
        (TEXT.replace(SETUP, "setup [1]"), "game.tip:4:7: the set-up is a JSON object"),
        (
            TEXT.replace(SETUP, 'setup {"map":"Baracks"}'),
            "game.tip:4:7: the set-up cannot be played: there is no map 'Baracks'; did you mean 'Barracks'?",
        ),
        (
            TEXT.replace("Lifeguard", "Rose Nylund"),
            "game.tip:4:7: the set-up cannot be played: two characters of one name cannot be allies; light has one twice (SUP-4)",
        ),
        (TEXT.replace("dice stated", "dice loaded"), "game.tip:5:6: the dice are 'seed …', 'stated' or 'fair …'"),
        (TEXT.replace("dice stated", "dice seed"), "game.tip:5:6: the dice are 'seed …', 'stated' or 'fair …'"),
        (TEXT.replace("dice stated", "dice stated\ndice seed 4"), "game.tip:6:1: the line 'dice' stands twice"),
        (
            TEXT.replace("names", "people"),
            "game.tip:6:1: 'people' is no part of a record; it has engine, catalog, setup, dice, names and then ---",
        ),
        (TEXT.replace("3 place", "4 place"), "game.tip:10:1: '4' where choice number 3 belongs, as '3 L1: move c4'"),
        (TEXT.replace("3 place L2 d7", "place L2 d7"), "game.tip:10:1: 'place' where choice number 3 belongs, as '3 L1: move c4'"),
        (TEXT.replace("3 place L2 d7", "3"), "game.tip:10:1: '3' where choice number 3 belongs, as '3 L1: move c4'"),
        (TEXT + "=== light 0 dark 0\n6 L1\n", "game.tip:14:1: a choice after the end of the game"),
        (
            TEXT.replace("L2 d7", "L2 z99"),
            "game.tip:10:12: 'place L2 z99': 'z99' is no square of this map; its squares are a1 to h8",
        ),
        (
            TEXT.replace("place L2 d7", "place X2 d7"),
            "game.tip:10:9: 'place X2 d7': there is no figure 'X2'; there are L1, L2, D1, D2",
        ),
        (
            TEXT.replace("L2 d7", "L2 c7"),
            f"game.tip:10:3: 'place L2 c7' is refused: {rules()['OCC-1'].sentence} {rules()['MOV-6'].sentence} L1 on c7. (OCC-1)",
        ),
        (TEXT.replace("1 flip light", "1 roll b b"), "game.tip:8:3: 'roll b b' is refused: Something else is asked now: the First Player marker is flipped. (SUP-2)"),
    ],
)  # fmt: skip
def test_a_malformed_record_is_one_sentence_with_its_place(text, told):
    assert fault(text) == told


def test_a_result_that_does_not_fit_is_refused():
    down = {"side": "dark", "down": True}
    game = scene(" A b ", b=down, scenario="First game (Squid Game)", sides={"light": {"points": 2}})
    match = Match(game.state.setup, start=game.state)
    for line in ("A: challenge b", "roll b b", "roll b b"):
        match.play(line)
    text = Record.of(match).text().replace("=== light 3 dark 0", "# by hand\n=== light 0 dark 3")
    told = "the result 'light 0 dark 3' does not fit the game, which ended 'light 3 dark 0'"
    assert fault(text) == f"game.tip:12:5: {told}"


def test_a_result_of_a_game_stopped_early_must_fit_its_points():
    assert Record.parse(TEXT + "=== light 0 dark 0\n").replay().lines == list(PLACED)
    told = "the result 'light 3 dark 1' does not fit the game, which stands at 'light 0 dark 0'"
    assert fault(TEXT + "=== light 3 dark 1\n") == f"game.tip:13:5: {told}"


def test_a_choice_after_the_game_is_over_is_refused():
    down = {"side": "dark", "down": True}
    game = scene(" A b ", b=down, scenario="First game (Golden Girls)")
    match = Match(game.state.setup, start=game.state)
    for line in ("A: challenge b", "roll b b", "roll b b"):
        match.play(line)
    text = Record.of(match).text().replace("=== light 0 dark 0", "4 A: end")
    assert fault(text).startswith("game.tip:11:3: 'A: end' is refused: The game is over.")


def test_a_scene_in_a_record_may_be_malformed_too():
    scene_text = json.dumps({"scene": "drawing = 5\n"})
    told = fault(TEXT.replace(SETUP, f"setup {scene_text}"))
    assert told == "game.tip:4:7: the set-up cannot be played: game.tip:1:1: 'drawing' is a text in three quotes"


def test_files_that_cannot_be_read(tmp_path):
    for make, told in [
        (lambda path: None, "the file cannot be read: No such file or directory"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "the file is not UTF-8 text"),
        (lambda path: path.write_bytes(b"#" * (8 * 1024 * 1024 + 1)), "a record has at most 8 MB"),
    ]:
        path = tmp_path / "game.tip"
        make(path)
        with pytest.raises(ContentError) as caught:
            Record.read(path)
        assert str(caught.value) == f"{path}:1:1: {told}"
    with pytest.raises(ContentError, match="Is a directory"):
        Record.read(tmp_path)
