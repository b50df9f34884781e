"""The trial of a pack: what never does anything is a warning, what breaks a game or never ends a fault, each with its place."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kit.packs import SHIPPED, read_whole
from tipover import apply
from tipover.cards.ast import While
from tipover.cards.pack import inspect
from tipover.engine.core import blame
from tipover.engine.core.meanings import Meaning
from tipover.engine.steps.verbs import table
from tipover.play.deal import Draw
from tipover.play.trial import card_trial, casts
from tipover.play.trial.card_trial import Trial

CARD = """name = "Juggler"
tokens = ["blue", "red"]
defense = 2

[[ability]]
name = "Toss"
cost = "red 1"
rule = {ability}

[trait]
name = "Grip"
rule = {trait}
"""
GOOD = ("Push an adjacent rival 1.", "When this is challenged, gain 1 point.")


def tried(folder: Path, ability: str = GOOD[0], trait: str = GOOD[1], status: str = "") -> Trial:
    pack = folder / "circus"
    (pack / "characters").mkdir(parents=True, exist_ok=True)
    (pack / "pack.toml").write_text('name = "Circus"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    card = CARD.format(ability=json.dumps(ability), trait=json.dumps(trait))
    (pack / "characters" / "juggler.toml").write_text(card, encoding="utf-8")
    if status:
        (pack / "status.toml").write_text(status, encoding="utf-8")
    (one,), sound, _ = inspect([pack])
    assert not one.all_faults(), one.all_faults()
    trial = Trial(sound, one.key, one.rules)
    trial.run()
    return trial


@pytest.fixture
def sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial that gives up sooner: for texts that no number of games can bring to do something."""
    monkeypatch.setattr(card_trial, "FURTHER_GAMES", 6)


def told(trial: Trial) -> list[tuple[int, str]]:
    return [(one.line, one.message) for one in trial.warnings]


def test_a_card_whose_texts_act_has_no_findings(tmp_path: Path) -> None:
    trial = tried(tmp_path)
    assert (trial.faults, trial.warnings) == ([], [])


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    ("ability", "says"),
    [
        ("If there are 7 characters a side, move 1.", "its conditions were never met"),
        ("Move a minion with an item 1.", "there was never `a minion with an item`"),
        ("Swap this with Juggler.", "nothing could be done to `this` with `swap`"),
    ],
)
def test_an_ability_that_never_does_anything_is_told_with_what_it_lacked(tmp_path: Path, ability: str, says: str) -> None:
    trial = tried(tmp_path, ability=ability)
    assert trial.faults == []
    ((line, message),) = told(trial)
    assert line == 8 and says in message, message


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    ("trait", "says"),
    [
        ("When a rival with 9 or more items is knocked out, gain 1 point.", "never happened"),
        ("Minions with an item have 1 more defense.", "never made a difference"),
        ("While there are 9 or more objectives, this has 1 more defense.", "never made a difference"),
    ],
)
def test_a_trait_that_never_matters_is_told(tmp_path: Path, trait: str, says: str) -> None:
    ((line, message),) = told(tried(tmp_path, trait=trait))
    assert line == 12 and says in message, message


@pytest.mark.usefixtures("sooner")
def test_a_card_that_no_game_brings_is_told(tmp_path: Path) -> None:
    status = '[[status]]\nname = "Forlorn"\nrule = "When this is challenged, gain 1 point."\n'
    ((line, message),) = told(tried(tmp_path, status=status))
    assert line == 3 and "no game has this text" in message


TINY = """name = "Closet"
wall = "yellow"
sides = [2]
scenarios = ["Hide"]
drawing = '''
+---+---+---+---+
| l   S   .   d |
+---+---+---+---+
'''
[areas]
"start light" = "l"
"start dark" = "d"
Scoring = "S"
[points]
"""
HIDE = """name = "Hide"
points = [6, 10]
areas = ["Scoring"]
rule = "As an interact, a character of yours may take an adjacent Coat marker. When you knock out a rival, gain 1 point."
table = "At the start of the game, place the Coat marker in the Scoring area."

[[marker]]
name = "Coat"
number = 1
"""


def test_a_map_with_fewer_squares_than_figures_breaks_no_trial(tmp_path: Path) -> None:
    for name, text in (("maps/closet.toml", TINY), ("scenarios/hide.toml", HIDE)):
        (tmp_path / "circus" / name).parent.mkdir(parents=True)
        (tmp_path / "circus" / name).write_text(text, encoding="utf-8")
    assert tried(tmp_path).faults == []


def test_a_loop_that_only_its_bound_ends_is_a_fault(tmp_path: Path) -> None:
    trial = tried(tmp_path, trait="When an ally is knocked down, stand it up. When an ally stands up, knock it down.")
    assert [(one.line, "without end" in one.message) for one in trial.faults] == [(12, True)]


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that show no variables, as those of the compiled build."""
    monkeypatch.setattr(blame, "_on_the_stack", lambda error: None)


@pytest.mark.usefixtures("blind")
def test_a_crash_is_a_fault_with_card_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    monkeypatch.setitem(table.VERBS, "refresh", breaks)
    trial = tried(tmp_path, trait="When this is challenged, refresh it.")
    ((line, message),) = [(one.line, one.message) for one in trial.faults]
    assert line == 12 and message.startswith("a game with this text broke off") and "LookupError nothing there" in message


def test_a_crash_outside_of_texts_blames_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    monkeypatch.setattr(card_trial, "shaken", breaks)
    ((line, message),) = [(one.line, one.message) for one in tried(tmp_path).faults]
    assert line == 8 and message.startswith("a game with a text of this pack broke off")


@pytest.mark.usefixtures("blind")
def test_a_crash_in_a_standing_rule_names_its_card() -> None:
    from kit.table import scene

    def breaks(*_: object) -> bool:
        raise LookupError("nothing there")

    game = scene("+---+---+---+\n| A   b   C |\n+---+---+---+", b="Batman")
    (rule,) = [entry.text for entry in game.state.texts.changes["has defense"] if isinstance(entry.text, While)]
    who = rule.change.who
    assert who is not None
    game.state.texts.by_control.meanings[id(who)] = Meaning(who, lambda state, frame: [], breaks)
    with pytest.raises(LookupError) as error:
        game.play("A: challenge b")
    assert [note.partition(",")[0] for note in error.value.__notes__] == ["In the text of Caped Crusader"]
    assert blame.text_of_error(error.value) is rule


def test_a_crash_in_an_ability_is_a_fault_with_card_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    monkeypatch.setitem(table.VERBS, "refresh", breaks)
    trial = tried(tmp_path, ability="Refresh an ally.")
    ((line, message),) = [(one.line, one.message) for one in trial.faults]
    assert line == 8 and "LookupError nothing there" in message


def test_a_crash_in_any_game_names_card_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.texts import tried as scene_with

    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    monkeypatch.setitem(table.VERBS, "gain", breaks)
    with pytest.raises(LookupError) as error:
        scene_with("Gain 1 point.", "+---+---+\n| A   b |\n+---+---+")
    assert any("In the text of Try," in note and "tester.toml:8:9" in note for note in error.value.__notes__)


def test_a_crash_in_what_a_trigger_that_lasts_does_names_card_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.texts import tried as scene_with

    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    game = scene_with("Until the end of the round, when this is challenged, gain 1 point.", "+---+---+\n| A   b |\n+---+---+")
    monkeypatch.setitem(table.VERBS, "gain", breaks)
    with pytest.raises(LookupError) as error:
        game.play("A: end", "b: challenge A")
    assert any("In the text of Try," in note and "tester.toml:8:" in note for note in error.value.__notes__)


def test_a_crash_in_a_text_of_a_set_names_card_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.table import scene

    def breaks(*_: object) -> None:
        raise LookupError("nothing there")

    monkeypatch.setitem(table.VERBS, "place", breaks)
    game = scene("+---+---+---+\n| A   .   b |\n+---+---+---+", A="Sae-byeok", pool="blue")
    with pytest.raises(LookupError) as error:
        game.play("A: Easily Overlooked > b1")
    assert any(
        "In the text of Easily Overlooked," in note and "squid_game/characters/sae_byeok.toml:" in note for note in error.value.__notes__
    )


def test_a_loop_that_asks_each_time_is_a_fault(tmp_path: Path) -> None:
    trial = tried(tmp_path, trait="When a rival ends its movement on the map, move it 1.")
    assert [(one.line, "without end" in one.message) for one in trial.faults] == [(12, True)]


RARE = [
    "After a challenge against this, if this is standing and the challenger is adjacent to this, this may do a basic challenge against it.",
    "While this is standing, adjacent allies cannot be knocked out.",
    "While there is a knocked-down adjacent ally, this has 1 more defense.",
    "While this is in an obscured square, this has 1 more defense.",
    "When a rival ends its movement adjacent to this, gain 1 point.",
    "After this does an assist, this may move 2.",
    "When this returns, gain 1 point.",
    "After this withstands a challenge, this may move 1.",
]


@pytest.mark.parametrize("seed", ["one", pytest.param("two", marks=pytest.mark.soak)])
def test_texts_that_wait_for_something_rare_have_it_made_to_happen(tmp_path: Path, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the teams: positions and events are made for the texts that have done nothing yet."""
    monkeypatch.setattr(card_trial, "FURTHER_GAMES", 8)
    monkeypatch.setattr(casts, "Draw", lambda name: Draw(f"{name} {seed}"))
    (tmp_path / "circus" / "characters").mkdir(parents=True)
    for number, trait in enumerate(RARE):
        card = CARD.format(ability=json.dumps(GOOD[0]), trait=json.dumps(trait)).replace("Juggler", f"Clown {chr(65 + number)}")
        (tmp_path / "circus" / "characters" / f"clown{number}.toml").write_text(card, encoding="utf-8")
    trial = tried(tmp_path)
    assert (trial.faults, trial.warnings) == ([], [])


@pytest.mark.usefixtures("sooner")
def test_the_same_pack_gives_the_same_findings(tmp_path: Path) -> None:
    first = tried(tmp_path, ability="Move a minion with an item 1.")
    again = tried(tmp_path, ability="Move a minion with an item 1.")
    assert (first.choices, told(first)) == (again.choices, told(again))


FINDINGS = """
import sys
from pathlib import Path
if sys.argv[2] == "late":
    import tipover.bots.search, tipover.table.app
from tipover.cards.ast import While
from tipover.cards.pack import inspect
from tipover.play.trial import card_trial
from tipover.play.trial.card_trial import Trial
card_trial.FURTHER_GAMES = 1
(one,), sound, _ = inspect([Path(sys.argv[1])])
trial = Trial(sound, one.key, one.rules)
trial.run()
print(trial.choices, [(one.line, one.message) for one in (*trial.faults, *trial.warnings)])
"""


def test_every_process_has_the_same_findings_whatever_the_folder_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may hang on the order of a set, on addresses, on what was imported before, or on the folder's name."""
    monkeypatch.setattr(card_trial, "FURTHER_GAMES", 0)
    tried(tmp_path, ability="Move a minion with an item 1.", trait="Minions with an item have 1 more defense.")
    shutil.copytree(tmp_path / "circus", tmp_path / "other")
    found = [
        subprocess.run(
            [sys.executable, "-c", FINDINGS, str(tmp_path / folder), order],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for folder, order, seed in (("circus", "early", "1"), ("other", "late", "77"))
    ]
    assert found[0] == found[1] and "minion with an item" in found[0]


def test_a_standing_rule_counts_only_if_it_makes_a_difference(tmp_path: Path) -> None:
    assert told(tried(tmp_path, trait="Adjacent rivals roll 1 die fewer when challenging. This cannot be pushed.")) == []


@pytest.mark.long
def test_every_shipped_pack_passes_without_warnings_in_a_few_seconds() -> None:
    catalog = read_whole()
    begun = time.process_time()
    found: list[str] = []
    for pack in catalog.packs:
        trial = Trial(catalog, pack.key, [one for one in catalog.rules if Path(one.document.file).is_relative_to(SHIPPED / pack.key)])
        trial.run()
        found += [str(one) for one in (*trial.faults, *trial.warnings)]
    assert found == []
    assert time.process_time() - begun < 5 * len(catalog.packs)


def test_the_trial_leaves_no_witness_in_other_games(tmp_path: Path) -> None:
    tried(tmp_path)
    from kit.table import scene

    game = scene("+---+---+\n| A   b |\n+---+---+")
    assert game.state.texts.witness is None
    apply(game.state, game.state.decision.options[0])  # type: ignore[union-attr]
    assert game.state.texts.witness is None


@pytest.mark.parametrize(
    ("trait", "never"),
    [("When an objective is challenged, gain 1 point.", "an objective is challenged"), ("After a challenge against a marker, gain 1 point.", "a challenge against a marker")],
)  # fmt: skip
def test_the_trial_challenges_nothing_that_nobody_may_challenge(tmp_path: Path, sooner: None, trait: str, never: str) -> None:
    """Bonus objectives are no targets (BON-3), nor are pieces without a defense (CHA-1)."""
    assert [one.message for one in tried(tmp_path, trait=trait).warnings] == [f"it never did anything: `{never}` never happened"]
