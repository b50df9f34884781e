"""Broken packs: every mistake with file, line, column, the word and what would be right; the other packs still play."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tipover import ContentError, load

GOOD: dict[str, str] = {
    "pack.toml": 'name = "Mine"\nversion = "1"\nneeds = ["core"]\n',
    "characters/hero.toml": '''\
name = "Hero"
tokens = ["blue", "red"]
defense = 2

[[ability]]
name = "Shove"
cost = "blue 2"
challenge = true
rule = "Challenge 2. Push the target 1."

[[ability]]
name = "Long Walk"
cost = "red 1"
rule = """
Move 2.
Do an extra action.
"""

[trait]
name = "Stubborn"
rule = "Adjacent rivals roll 1 die fewer when challenging."

[provenance]
default = "house"
"ability.Shove.cost.colour" = "known"
''',
    "attachments.toml": '''\
[[item]]
name = "Rope"
cost = 2
rule = "Pull a rival in sight 1."

[[companion]]
name = "Dog"
defense = 1
rule = "As a companion action, this may move 3."
''',
    "pieces.toml": '''\
[[token]]
name = "Spark"
number = 3
of = "Hero"
on = "card"

[[minion]]
name = "Imp"
number = 2
defense = 1
of = "Hero"
''',
    "status.toml": '''\
[[status]]
name = "Fear"
rule = "This has 1 less movement."

[[deck]]
name = "Mood"
of = "Hero"

[[card]]
deck = "Mood"
name = "Gloom"
rule = "Figures roll 1 die fewer when defending."
''',
    "scenarios/race.toml": '''\
name = "Race"
points = [6, 10]
areas = ["Goal"]
parts = { light = "attack", dark = "defend" }
rule = "When you knock out a rival, gain 1 point."
attack = "At the end of the round, gain 1 point for each character of yours in the Goal area."
defend = "At the end of the round, gain 1 point for each Baton marker in the Goal area."

[[marker]]
name = "Baton"
number = 2
''',
    "maps/lane.toml": '''\
name = "Lane"
sides = [2]
scenarios = ["Race", "Leaders"]
drawing = """
+---+---+---+
| l   .   d |
+---+---+---+
"""

[areas]
"start light" = "l"
"start dark" = "d"
Goal = ["b1"]
''',
}  # fmt: skip


def write(folder: Path, files: dict[str, str]) -> Path:
    """A pack on the disk."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def faults_of(folder: Path) -> list[str]:
    """The faults of a pack as `file:line:column: message`, the file below the pack's folder."""
    with pytest.raises(ContentError) as error:
        load(folder)
    assert all(str(fault).startswith(f"{fault.file}:{fault.line}:{fault.column}: ") for fault in error.value.faults)
    return [str(fault).replace(f"{folder}/", "") for fault in error.value.faults]


def test_the_good_pack_is_good(tmp_path: Path) -> None:
    catalog = load(write(tmp_path / "mine", GOOD))
    hero = catalog.figures[catalog.figure("Hero")]
    assert [(one.name, one.colour, one.cost, one.challenge) for one in hero.abilities] == [
        ("Shove", 0, 2, True),
        ("Long Walk", 1, 1, False),
    ]
    assert all(one.texts for one in hero.abilities)
    assert hero.trait is not None
    assert catalog.names.by_class["area"] >= {"Goal", "Scoring"}
    assert catalog.notes == []


HERO, RACE, STATUS, PIECES, ATTACHED, LANE = (
    "characters/hero.toml", "scenarios/race.toml", "status.toml", "pieces.toml", "attachments.toml", "maps/lane.toml",
)  # fmt: skip
PUSH = 'rule = "Challenge 2. Push the target 1."'
CASES: list[tuple[str, str, str, str]] = [
    # words of a rule
    (HERO, "Push the target", "Shove the target", "9:22: `Shove` is not known; did you mean `Push`?"),
    (HERO, "Do an extra action.", "Do an extra actoin.", "16:13: `actoin` is not known; did you mean `action`?"),
    (HERO, "Move 2.\n", "Move 99.\n", "15:6: `99` is too large: numbers go up to 20"),
    (HERO, "Adjacent rivals", "Adjacent Rivals", "21:18: `Rivals` inside a sentence is written `rivals`; only declared names are capitalised"),
    (HERO, PUSH, "rule = 'Challenge 2. Shove the target 1.'", "9:22: `Shove` is not known; did you mean `Push`?"),
    (HERO, PUSH, 'rule = """Challenge 2. Shove the target 1."""', "9:24: `Shove` is not known; did you mean `Push`?"),
    (HERO, PUSH, 'rule = "Challenge \\u0032. Shove the target 1."', "9:27: `Shove` is not known; did you mean `Push`?"),
    (HERO, "Move 2.\n", "Move \\\n   2. Shove it 1.\n", "16:7: `Shove` is not known; did you mean `Push`?"),
    (HERO, "Move 2.\n", "\n  Shove it 1.\n", "16:3: `Shove` is not known; did you mean `Push`?"),
    (HERO, "Push the target 1.", "Gain an Energy token.", "9:30: `Energy token` is of the pack 'marvel'; add it to this pack's needs"),
    (HERO, "Push the target 1.", "Gain a Sparc token.", "9:29: `Sparc` is no declared name; did you mean `Spark token"),
    (RACE, "Goal area.\"\ndefend", "Goall area.\"\ndefend", "6:84: `Goall` is no declared name; did you mean `Goal area"),
    (STATUS, "1 less movement", "1 lesser movement", "3:20: `lesser` is not known; did you mean `less`?"),
    # a text of the wrong kind
    (HERO, PUSH, 'rule = "When this is challenged, move 1."', "9:9: an ability is something done: it begins with a deed and has no other text"),
    (HERO, '"Adjacent rivals roll 1 die fewer when challenging."', '"Move 1."', "21:9: nothing says when a trait does this: begin with When, At, After, While, As or Instead of"),
    (RACE, '"When you knock out a rival, gain 1 point."', '"Gain 1 point."', "5:9: nothing says when a scenario does this: begin with When, At, After, While, As or Instead of"),
    (ATTACHED, '"Pull a rival in sight 1."', '"When this is challenged, move 1."', "4:9: an item is used: a text of it begins with a deed"),
    # the envelope of characters
    (HERO, 'cost = "blue 2"', 'cost = "bleu 2"', "7:1: 'bleu' is no colour of a cost; colours are blue, red, silver, gold; did you mean 'blue'?"),
    (HERO, 'cost = "blue 2"', 'cost = "blue 5"', "7:1: 'blue 5' is no cost: after its colour stands a number from 1 to 4, as \"blue 3\""),
    (HERO, 'cost = "blue 2"\n', "", "5:1: an ability needs a cost, as cost = \"blue 3\""),
    (HERO, 'cost = "blue 2"', "cost = 2", "7:1: 'cost' is a text of at most 200 printable characters"),
    (HERO, '["blue", "red"]', '["blue", "read"]', "2:1: 'read' is no token; tokens are blue, red, silver, gold; did you mean 'red'?"),
    (HERO, "defense = 2", "defense = 21", "3:1: 'defense' is a whole number from 0 to 20, not 21"),
    (HERO, "defense = 2", "defence = 2", "3:1: a character has no key 'defence'; did you mean 'defense'?"),
    (HERO, "challenge = true", "chalenge = true", "8:1: an ability has no key 'chalenge'; did you mean 'challenge'?"),
    (HERO, PUSH, 'rule = "Push an adjacent rival 1."', "8:1: 'Shove' is marked as a challenge action, and its rule has no challenge (CHA-15)"),
    (HERO, PUSH, 'rule = ""', "9:1: an ability needs a rule"),
    (HERO, PUSH, "rule = 3", "9:1: 'rule' is a rule in words, of at most 2,000 characters"),
    (HERO, '"Long Walk"', '"Shove"', "12:1: there is another ability 'Shove' on this card"),
    (HERO, "defense = 2", "defense = 2\nbasic = true", "6:1: a basic character has no abilities and no traits (SUP-7)"),
    (HERO, "defense = 2", 'defense = 2\nbase = "lite"', "4:1: 'lite' is no side; it is one of light, dark, third, fourth; did you mean 'light'?"),
    (HERO, 'default = "house"', 'default = "guess"', "24:1: a provenance is one of printed, known, house, not 'guess'"),
    (HERO, "ability.Shove.cost", "ability.Shave.cost", "25:1: there is no value 'ability.Shave.cost.colour' here; did you mean 'ability.Shove.cost'?"),
    (HERO, 'name = "Hero"\n', "", "1:1: a character needs a name"),
    # pieces, attachments, status cards
    (ATTACHED, "[[item]]", "[[itme]]", "1:1: 'itme' is no sort of card in attachments.toml, which holds item, companion, objective; did you mean 'item'?"),
    (PIECES, "[[token]]", "[[status]]", "1:1: 'status' is no sort of card in pieces.toml, which holds token, marker, minion, die; it belongs into status.toml"),
    (ATTACHED, "cost = 2", "cost = 7", "3:1: 'cost' is a whole number from 1 to 4, not 7"),
    (ATTACHED, "cost = 2\nrule", "challenge = true\nrule", "3:1: 'Rope' has no cost, so it is a trait and no challenge action (ITM-2)"),
    (PIECES, 'of = "Hero"\non', 'of = "Heroe"\non', "4:1: there is no character 'Heroe'; did you mean 'Hero'?"),
    (PIECES, 'on = "card"', 'on = "cart"', "5:1: 'cart' is no place; it is one of card; did you mean 'card'?"),
    (PIECES, '"Imp"', '"Spark"', "8:1: the name 'Spark' is given twice in this pack, first at pieces.toml:2:1"),
    (PIECES, '"Imp"', '"imp"', "8:1: 'imp' cannot be a name in rules: a name begins with a capital letter"),
    (STATUS, '"Fear"', '"Push"', "2:1: 'Push' cannot be a name in rules: it is a word of the card language"),
    (STATUS, 'deck = "Mood"', 'deck = "Moods"', "10:1: there is no deck 'Moods' here; did you mean 'Mood'?"),
    # scenarios and maps
    (RACE, 'dark = "defend"', 'dark = "defent"', "4:1: 'defent' is no part; parts are attack, defend, ultimate, others; did you mean 'defend'?"),
    (RACE, 'dark = "defend"', 'dusk = "defend"', "4:1: 'dusk' is no side; sides are light, dark, third, fourth"),
    (RACE, ', dark = "defend"', "", "7:1: no side has the part 'defend'; write parts = { light = \"attack\", dark = \"defend\" }"),
    (RACE, 'dark = "defend"', 'dark = "others"', "4:1: the side dark has the part 'others', which has no text"),
    (RACE, '["Goal"]', '["Goal", "Goal"]', "3:1: the area 'Goal' is named twice"),
    (RACE, "points = [6, 10]", 'actions = ["Run"]', "2:1: 'rule' offers 0 basic actions; 'actions' has a name of its own for each, in their order"),
    (RACE, '["Goal"]', '["Goal", "Flag light"]', "3:1: 'Flag light' is no name of an area; maps add the sides, as \"Camp light\""),
    (RACE, "[6, 10]", "[6, 10, 14]", "2:1: 'points' is the target with two characters a side and with three, as [6, 10]"),
    (RACE, "points = [6, 10]", "free_for_al = true", "2:1: a scenario has no key 'free_for_al'; did you mean 'free_for_all'?"),
    (RACE, "number = 2", "nummer = 2", "11:1: a marker has no key 'nummer'; did you mean 'number'?"),
    (LANE, '"Leaders"', '"Leader"', "3:1: there is no scenario 'Leader' in this pack and those it needs; did you mean 'Leaders'?"),
    (LANE, 'Goal = ["b1"]', 'Gaol = ["b1"]', "10:1: the scenario 'Race' needs the area 'Goal', which the map does not have; did you mean 'Gaol'?"),
    (LANE, "| l   .   d |", "| l   .   d !", "6:13: '!' where a wall '|' or a blank belongs"),
    # the pack itself
    ("pack.toml", '"core"', '"cor"', "3:1: the pack 'cor' is needed and not loaded; did you mean 'core'?"),
    ("pack.toml", "version", "versoin", "2:1: a pack has no key 'versoin'; did you mean 'version'?"),
    (HERO, 'name = "Hero"', 'name = "Hero', "1:13: this is not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"), CASES, ids=[case[3].split(": ", 1)[1][:60] + f" #{k}" for k, case in enumerate(CASES)]
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    assert GOOD[file].count(old) >= 1, f"{old!r} is not in {file}"
    folder = write(tmp_path / "mine", GOOD | {file: GOOD[file].replace(old, new, 1)})
    faults = faults_of(folder)
    assert any(one.startswith(f"{file}:{fault}") for one in faults), "\n".join(faults)
    for one in faults:
        place, _, message = one.partition(": ")
        name, line, column = place.rsplit(":", 2)
        if message.startswith("`"):
            there = (folder / name).read_text(encoding="utf-8").split("\n")[int(line) - 1][int(column) - 1 :]
            assert there.startswith(message.split("`")[1])


def test_a_rule_in_a_table_on_one_line_has_its_place(tmp_path: Path) -> None:
    trait = 'trait = { name = "Stubborn", rule = "When this is challenged, shove it 1." }\n'
    text = GOOD[HERO].replace("[[ability]]", f"{trait}\n[[ability]]", 1)
    text = text.replace('[trait]\nname = "Stubborn"\nrule = "Adjacent rivals roll 1 die fewer when challenging."\n\n', "")
    (fault,) = faults_of(write(tmp_path / "mine", GOOD | {HERO: text}))
    assert fault == f"{HERO}:5:63: `shove` is not known; did you mean `push`?"
    assert text.split("\n")[4][62:].startswith("shove")


def test_all_mistakes_are_told_file_by_file_and_nothing_is_loaded(tmp_path: Path) -> None:
    wrong = dict(GOOD)
    wrong[HERO] = wrong[HERO].replace("Push the target", "Shove the target").replace("Move 2.", "Walk 2.").replace('"red 1"', '"red 9"')
    wrong[RACE] = wrong[RACE].replace("[6, 10]", "[1, 2, 3]")
    wrong[STATUS] = wrong[STATUS].replace("1 less movement", "1 lesser movement")
    faults = faults_of(write(tmp_path / "mine", wrong))
    places = [fault.split(": ")[0] for fault in faults]
    assert places == [f"{HERO}:9:22", f"{HERO}:13:1", f"{HERO}:15:1", f"{RACE}:2:1", f"{STATUS}:3:20"]
    assert load().figure("Hero") < 0


def test_two_sentences_can_be_wrong_in_one_rule(tmp_path: Path) -> None:
    text = GOOD[HERO].replace("Challenge 2. Push the target 1.", "Chalenge 2. Shove the target 1.")
    faults = faults_of(write(tmp_path / "mine", GOOD | {HERO: text}))
    assert [fault.split(": ")[0] for fault in faults] == [f"{HERO}:9:9", f"{HERO}:9:21"]


def test_names_of_a_pack_that_is_needed_may_be_used(tmp_path: Path) -> None:
    files = dict(GOOD)
    files["pack.toml"] = GOOD["pack.toml"].replace('["core"]', '["core", "marvel"]')
    files[HERO] = GOOD[HERO].replace("Push the target 1.", "Gain an Energy token.")
    assert load(write(tmp_path / "mine", files)).figure("Hero") >= 0


def test_a_file_that_is_none_of_a_pack_is_told(tmp_path: Path) -> None:
    (fault,) = faults_of(write(tmp_path / "mine", GOOD | {"piece.toml": ""}))
    assert (
        fault
        == "piece.toml:1:1: a pack has no file 'piece.toml'; it has pack.toml, attachments.toml, pieces.toml, status.toml; did you mean 'pieces.toml'?"
    )


def test_a_file_that_is_no_text_is_told_beside_the_others(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", GOOD | {RACE: GOOD[RACE].replace("[6, 10]", "[1, 2, 3]")})
    (folder / "characters" / "noise.toml").write_bytes(b"\xff\xfe")
    faults = faults_of(folder)
    assert faults[0] == "characters/noise.toml:1:1: the file is not UTF-8 text"
    assert faults[1].startswith(f"{RACE}:2:1: ")


# --- a faulty pack does not stop the others -----------------------------------------------------------------------------


def test_forgiving_leaves_the_faulty_pack_out_and_says_so(tmp_path: Path) -> None:
    write(tmp_path / "good", GOOD)
    bad = {HERO: GOOD[HERO].replace("Hero", "Villain").replace("Push the", "Shove the").replace('"red 1"', '"red 9"')}
    write(tmp_path / "bad", {"pack.toml": 'name = "Bad"\n', **bad})
    write(tmp_path / "leaning", {"pack.toml": 'name = "Leaning"\nneeds = ["bad"]\n'})
    with pytest.raises(ContentError):
        load(tmp_path)
    catalog = load(tmp_path, forgiving=True)
    assert catalog.figure("Hero") >= 0
    assert catalog.figure("Villain") < 0
    assert [pack.key for pack in catalog.packs][-1] == "good"
    file = tmp_path / "bad" / HERO
    assert catalog.notes == [
        f"the pack 'bad' is left out: {file}:9:22: `Shove` is not known; did you mean `Push`?, and 1 more",
        f"the pack 'leaning' is left out: {tmp_path / 'leaning' / 'pack.toml'}:2:1: the pack 'bad' is needed and not loaded",
    ]


def test_forgiving_falls_back_on_the_pack_that_a_faulty_one_would_replace(tmp_path: Path) -> None:
    write(tmp_path / "squid_game", {"pack.toml": "needs = 3\n"})
    catalog = load(tmp_path, forgiving=True)
    assert catalog.figure("Gi-hun") >= 0
    assert len(catalog.notes) == 1
    assert catalog.digest == load().digest


def test_a_missing_folder_is_told_and_forgiven(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="there is no such folder of packs"):
        load(tmp_path / "nowhere")
    assert load(tmp_path / "nowhere", forgiving=True).notes == [f"{tmp_path / 'nowhere'}:1:1: there is no such folder of packs"]


# --- same names ---------------------------------------------------------------------------------------------------------


def test_a_card_of_a_later_pack_replaces_that_of_an_earlier_one_and_it_is_noted(tmp_path: Path) -> None:
    files = {"pack.toml": 'name = "My box"\nneeds = ["squid_game"]\n', "characters/gi_hun.toml": 'name = "Gi-hun"\ndefense = 3\n'}
    catalog = load(write(tmp_path / "a_box", files))
    assert [card.defense for card in catalog.figures if card.name == "Gi-hun"] == [3]
    assert catalog.notes == ["the figure 'Gi-hun' of the pack 'a_box' replaces that of 'squid_game'"]


def test_a_pack_of_the_same_name_replaces_the_earlier_one_and_it_is_noted(tmp_path: Path) -> None:
    catalog = load(write(tmp_path / "golden_girls", {"pack.toml": 'name = "Other girls"\n'}))
    assert catalog.figure("Rose Nylund") < 0
    assert catalog.notes == [f"the pack 'golden_girls' of {tmp_path / 'golden_girls'} replaces an earlier one"]


# --- time ---------------------------------------------------------------------------------------------------------------


def test_the_time_of_loading_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    from tipover.cards import pack

    kept = dict(pack._loaded)
    pack._loaded.clear()
    begun = time.process_time()
    fresh = load()
    taken = time.process_time() - begun
    pack._loaded.update(kept)
    with capsys.disabled():
        print(f" all packs loaded in {taken * 1000:.0f} ms ", end="")
    assert fresh.digest == load().digest
