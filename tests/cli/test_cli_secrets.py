"""What the terminal never tells: the secret picks of others, and the seed in a record that is shared (SUP-11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.marks import rule
from tipover import Match, Record, arrange, load
from tipover.bots import make
from tipover.cli.sitting import Sitting

from .runs import answer, run

BOX = ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"]


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    """Two sides that pick two characters each in secret."""
    path = tmp_path / "setup.json"
    sides = [{"side": side, "picks": 2} for side in ("light", "dark")]
    path.write_text(json.dumps({"map": "Barracks", "sides": sides, "box": BOX, "secret": True}), encoding="utf-8")
    return path


def picks(told: dict[str, object]) -> str:
    """All that a moment's JSON tells of the state and of what happened, without the question that is open."""
    return json.dumps([told["state"], told["events"]])


@rule("SUP-11")
def test_a_bots_secret_picks_are_in_no_json(setup: Path) -> None:
    seeds = [str(seed) for seed in range(12)]
    first = [seed for seed in seeds if answer("terminal", "--setup", setup, "--seed", seed)["state"].get("first") == "dark"]
    assert first, "In some of these games the bot picks before the person does."
    for seed in first:
        told = answer("terminal", "--setup", setup, "--seed", seed)
        assert told["decision"]["asked"] == "pick" and told["decision"]["side"] == "light"
        assert not any(name in picks(told) for name in BOX)
        assert "secret" not in picks(told)


@rule("SUP-11")
def test_at_one_terminal_only_the_asked_seats_own_picks_are_shown(setup: Path) -> None:
    words = ["terminal", "--setup", setup, "--seed", "1", "--hotseat"]
    begin = answer(*words)
    assert begin["decision"]["asked"] == "pick"
    one = answer(*words, "--do", "pick Gi-hun")
    assert "Gi-hun" in picks(one), "The same seat picks its second character."
    two = answer(*words, "--do", "pick Gi-hun", "--do", "pick Il-nam")
    assert two["decision"]["side"] != one["decision"]["side"]
    assert not any(name in picks(two) for name in BOX)


@rule("SUP-11")
def test_a_saved_record_has_neither_the_seed_nor_what_is_still_secret(setup: Path, tmp_path: Path) -> None:
    path, own = tmp_path / "game.tip", tmp_path / "own.tip"
    typed = f"pick Gi-hun\nsave {path}\nquit\n"
    shown = run("terminal", "--setup", setup, "--seed", "hush-hush", "--hotseat", "--record", own, typed=typed).stdout
    assert "to share: with the dice as they fell, without the seed and without what is still secret" in " ".join(shown.split())
    text = path.read_text()
    assert "\ndice stated\n" in text and "hush-hush" not in text and "\n2 pick" not in text and "\n1 flip " in text
    assert "# what was chosen in secret, and all after it, is left out until it is shown (SUP-11)" in text
    assert answer("replay", path)["choices"] == 1
    assert "\ndice seed hush-hush\n" in own.read_text() and "pick Gi-hun" in own.read_text(), "Your own record keeps all."


def test_a_saved_record_of_seeded_dice_is_played_on_with_new_ones(tmp_path: Path) -> None:
    path, again = tmp_path / "game.tip", tmp_path / "again.tip"
    run("terminal", "--seed", "hush-hush", typed=f"c8\nd8\nsave {path}\nquit\n")
    assert "hush-hush" not in path.read_text() and "\n1 flip " in path.read_text()
    run("terminal", path, "--record", again, typed="quit\n")
    assert "\ndice stated\n" in again.read_text()
    assert answer("replay", again)["warnings"] == []


@rule("SUP-11")
def test_taking_back_does_not_tell_what_was_picked_in_secret() -> None:
    sides = [{"side": side, "picks": 1} for side in ("light", "dark", "third")]
    described = {"map": "Winterfell", "sides": sides, "box": BOX, "secret": True}
    match = Match(arrange(load(), described))
    match.play("flip light")
    sitting = Sitting(match, {1: make("random", "b")})
    sitting.answer("pick Gi-hun")
    assert match.state.decision is not None and match.state.decision.seat == 2 and len(match.choices) == 3
    assert sitting.undo() == ["what was chosen in secret"] * 2, "The bot's pick, and the first person's: the third side is asked."
    sitting.answer("pick Il-nam")
    assert "pick Il-nam" not in sitting.record(shared=True) and "pick Il-nam" in sitting.record(shared=False)
    assert Record.shared(match, 0).lines == ["flip light", "pick Il-nam"], "Who picked may have its own pick in it."


def test_help_says_which_record_is_for_whom() -> None:
    assert "record that others may have" in " ".join(run("terminal", typed="help\nquit\n").stdout.split())
    assert "for yourself until the game is over" in " ".join(run("terminal", "--help").stdout.split())


def test_a_scene_without_bots_is_shown_whole(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text('drawing = " A . b "\nturn = "A"\n', encoding="utf-8")
    assert list(answer("terminal", path)["state"]["figures"]) == ["A", "b"]
