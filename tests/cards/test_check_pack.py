"""The checker over whole packs: places in files, names nobody speaks of, texts of two cards, and the sets' own packs."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path

import pytest

from tipover import ContentError, load
from tipover.cards.pack import inspect
from tipover.cards.pack_folder import PackFolder

ENVELOPE = 'name = "Mine"\nneeds = ["core"]\n'


def pack(folder: Path, **parts: str) -> Path:
    """A pack on the disk: `hero="…"` writes characters/hero.toml, `pieces`, `status`, `attachments` and `race` (a scenario) their files."""
    (folder / "characters").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "pack.toml").write_text(ENVELOPE)
    for name, text in parts.items():
        sub = "" if name in ("pieces", "status", "attachments") else "scenarios/" if name == "race" else "characters/"
        (folder / f"{sub}{name}.toml").write_text(text)
    return folder


def hero(trait: str, name: str = "Hero") -> str:
    """A character with a trait."""
    return f'name = "{name}"\n\n[trait]\nname = "{name} Trait"\nrule = "{trait}"\n'


def checked(folder: Path) -> PackFolder:
    """The pack as the checker sees it."""
    (found,), _, _ = inspect([folder])
    return found


def told(folder: Path) -> tuple[list[str], list[str]]:
    """Its faults and warnings, files below the pack's folder."""
    found = checked(folder)
    return [str(one).replace(f"{folder}/", "") for one in found.all_faults()], [
        str(one).replace(f"{folder}/", "") for one in found.warnings
    ]


def test_a_finding_has_its_place_in_the_file(tmp_path: Path) -> None:
    trait = '[trait]\nname = "T"\nrule = """\nThis has 1 more defense.\n  When this is knocked down, push the target 1.\n"""\n'
    faults, _ = told(pack(tmp_path / "mine", hero=f'name = "Hero"\n{trait}'))
    assert faults == [
        "characters/hero.toml:6:35: `the target` needs a challenge before it in this text; choose one and write `it`, or name `a rival`"
    ]


def test_a_pack_the_checker_refuses_is_not_loaded_and_all_mistakes_are_told(tmp_path: Path) -> None:
    folder = pack(
        tmp_path / "mine",
        hero=hero("When this is knocked down, knock this down."),
        other=hero("This has 0 more defense.", "Other"),
        status='[[status]]\nname = "Fear"\nrule = "When this stands up, shove it 1."\n',
    )
    with pytest.raises(ContentError) as error:
        load(folder)
    assert [(Path(fault.file).name, fault.line, fault.column) for fault in error.value.faults] == [
        ("hero.toml", 5, 36),
        ("other.toml", 5, 18),
        ("status.toml", 3, 30),
    ]
    assert load(folder, forgiving=True).figure("Hero") < 0


def test_a_name_no_rule_speaks_of_is_warned_of(tmp_path: Path) -> None:
    pieces = '[[token]]\nname = "Spark"\n\n[[marker]]\nname = "Flagstone"\n\n[[minion]]\nname = "Imp"\nnumber = 2\n\n[[minion]]\nname = "Golem"\n'
    status = '[[status]]\nname = "Fear"\n\n[[deck]]\nname = "Mood"\n\n[[card]]\ndeck = "Mood"\nname = "Gloom"\nrule = "Figures roll 1 die fewer when defending."\n'
    race = 'name = "Race"\nareas = ["Goal"]\nrule = "When you knock out a rival, gain 1 point."\n'
    folder = pack(tmp_path / "mine", hero=hero("This has 1 more defense."), pieces=pieces, status=status, race=race)
    faults, warnings = told(folder)
    assert faults == []
    assert [one.split(": ")[0] for one in warnings] == [
        "scenarios/race.toml:2:1",
        "pieces.toml:2:1",
        "pieces.toml:5:1",
        "pieces.toml:8:1",
        "pieces.toml:12:1",
        "status.toml:2:1",
        "status.toml:5:1",
    ]
    assert warnings[1].endswith("the token 'Spark' is in no rule, so it never comes into play: write `Spark token` in one, or leave it out")
    assert "write `the Golem` in one" in warnings[4]
    assert "write `Mood card` in one" in warnings[6]


def test_a_name_that_some_rule_speaks_of_is_not_warned_of(tmp_path: Path) -> None:
    pieces = '[[token]]\nname = "Spark"\n\n[[marker]]\nname = "Flagstone"\n\n[[minion]]\nname = "Golem"\n'
    status = '[[status]]\nname = "Fear"\n\n[[deck]]\nname = "Mood"\n\n[[card]]\ndeck = "Mood"\nname = "Gloom"\nrule = "Figures roll 1 die fewer when defending."\n'
    race = 'name = "Race"\nareas = ["Flagstone"]\nrule = "As an interact, a character of yours may claim an adjacent Flagstone area."\n'
    trait = "At the start of the game, gain a Spark token. Place the Golem adjacent to this. Give Fear to a rival. Play a Mood card."
    assert told(pack(tmp_path / "mine", hero=hero(trait), pieces=pieces, status=status, race=race)) == ([], [])


@pytest.mark.parametrize(
    ("trait", "is_given"), [("When this stands up, flip Fear.", False), ("When this stands up, give Fear to this.", True)]
)
def test_a_status_that_no_rule_gives_is_warned_of(tmp_path: Path, trait: str, is_given: bool) -> None:
    status = '[[status]]\nname = "Fear"\nback = { name = "Courage" }\n'
    _, warnings = told(pack(tmp_path / "mine", hero=hero(trait), status=status))
    assert any("nobody ever has the status 'Fear'" in one for one in warnings) is not is_given


def test_a_text_that_says_a_marker_speaks_of_every_marker(tmp_path: Path) -> None:
    folder = pack(
        tmp_path / "mine", hero=hero("As an interact, this may take an adjacent marker."), pieces='[[marker]]\nname = "Flagstone"\n'
    )
    assert told(folder) == ([], [])


# --- texts that set each other off ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trait", ["When a rival ends its movement adjacent to this, push it 1.", "When a rival enters an adjacent square, push it 1."]
)
def test_who_is_pushed_from_beside_this_does_not_come_beside_it(tmp_path: Path, trait: str) -> None:
    assert told(pack(tmp_path / "mine", hero=hero(trait))) == ([], [])


def test_two_cards_that_set_each_other_off_are_warned_of_by_name(tmp_path: Path) -> None:
    first = hero("When a rival stands up, knock it down.", "Anna")
    second = hero("When an ally is knocked down, it stands up.", "Bert")
    faults, warnings = told(pack(tmp_path / "mine", anna=first, bert=second))
    assert faults == []
    (warning,) = warnings
    assert warning.startswith(
        "characters/anna.toml:5:9: this text of Anna Trait and `When an ally is knocked …` of Bert Trait can set each other off"
    )


def test_three_cards_in_a_circle_are_warned_of_once(tmp_path: Path) -> None:
    folder = pack(
        tmp_path / "mine",
        anna=hero("When an ally stands up, exhaust it.", "Anna"),
        bert=hero("When an ally becomes exhausted, knock it down.", "Bert"),
        carl=hero("When an ally is knocked down, stand it up.", "Carl"),
    )
    faults, (warning,) = told(folder)
    assert faults == []
    assert all(name in warning for name in ("Anna", "Bert", "Carl"))


def test_a_limit_breaks_the_circle(tmp_path: Path) -> None:
    first = hero("When a rival stands up, knock it down. Once per round.", "Anna")
    second = hero("When an ally is knocked down, it stands up.", "Bert")
    assert told(pack(tmp_path / "mine", anna=first, bert=second)) == ([], [])


def test_this_of_one_card_is_never_this_of_another(tmp_path: Path) -> None:
    first = hero("When this stands up, knock this down.", "Anna")
    second = hero("When this is knocked down, stand up.", "Bert")
    assert told(pack(tmp_path / "mine", anna=first, bert=second)) == ([], [])


# --- the sets, and hostile packs -----------------------------------------------------------------------------------------

SETS = [
    str(one)
    for one in sorted((files("tipover") / "packs").iterdir(), key=lambda one: one.name)
    if one.is_dir() and (one / "pack.toml").is_file()
]


@pytest.mark.parametrize("place", SETS, ids=[Path(one).name for one in SETS])
def test_the_sets_have_no_fault_and_no_warning(place: str) -> None:
    found = checked(Path(place))
    assert found.rules
    assert found.all_faults() == []
    assert found.warnings == []


def test_a_pack_full_of_triggers_is_checked_fast(tmp_path: Path) -> None:
    cards = "".join(
        f'[[status]]\nname = "Fear {k}"\nrule = "{"When an ally stands up, knock it down. When a rival is knocked down, stand it up. " * 20}"\n\n'
        for k in range(40)
    )
    folder = pack(tmp_path / "mine", status=cards)
    start = time.process_time()
    _, warnings = told(folder)
    assert time.process_time() - start < 10
    assert warnings


ENDLESS = "gives an action, and what this costs comes back, so that a turn need not end: close it with `Once per turn.`"


@pytest.mark.parametrize(
    ("rule", "is_refused"),
    [
        ("Move 1. Return an ability token on your track. Do an extra action.", True),
        ("Gain a red token. Do an extra action.", True),
        ("Return a blue token on your track. Do an extra action.", False),
        ("Return an ability token on your track. Do an extra action. Once per turn.", False),
        ("Return an ability token on your track. This may lose 1 point to do an extra action.", False),
    ],
)
def test_an_ability_that_brings_back_its_cost_gives_no_action_without_a_limit(tmp_path: Path, rule: str, is_refused: bool) -> None:
    hero = f'name = "Hero"\ntokens = ["red", "blue"]\n\n[[ability]]\nname = "Again"\ncost = "red 1"\nrule = "{rule}"\n'
    faults, _ = told(pack(tmp_path / "mine", hero=hero))
    assert faults == ([f"characters/hero.toml:7:{9 + rule.index('Do an extra')}: `Do` {ENDLESS}"] if is_refused else [])


def test_an_item_that_returns_itself_gives_no_action_without_a_limit(tmp_path: Path) -> None:
    item = '[[item]]\nname = "Whistle"\ncost = 2\nrule = "Return the Whistle. Do an extra action."\n'
    faults, _ = told(pack(tmp_path / "mine", attachments=item))
    assert faults == [f"attachments.toml:4:29: `Do` {ENDLESS}"]


def test_two_texts_that_give_each_other_actions_are_warned_of(tmp_path: Path) -> None:
    trait = "When an ally does a basic move, this may do a basic action."
    _, warnings = told(pack(tmp_path / "mine", hero=hero(trait), other=hero(trait, "Other")))
    assert warnings == [
        "characters/hero.toml:5:9: this text of Hero Trait and `When an ally does a …` of Other Trait can set each other off without end (TIM-8): "
        "close one with `Once per turn.`"
    ]
