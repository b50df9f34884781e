"""docs/cards.md tells the truth: its files load, its commands print what it says, every sentence of its reference is played."""

from __future__ import annotations

import contextlib
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from cards.guide_play import VARIANTS, catalog_of, done_by_ability, makes_a_difference, scene
from tipover import Catalog
from tipover.cards import character_files, map_files, pack_folder, part_files, scenario_files, vocabulary
from tipover.cards.read import read_rule
from tipover.cards.unfit_words import UNFIT_WORDS
from tipover.cards.words import print_rule
from tipover.cli import entry
from tipover.engine.core.rules import RULE_ID, rules
from tipover.play import scene_setup, scene_tests
from tools.guide import BEGINS, NAMES, Example, carrier, examples, page, reference, refusals, sections
from tools.guide_examples import CARRIERS, REFUSED

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
GUIDE = TEXT.partition(BEGINS)[0]
EXAMPLES = examples()
MOST_GAMES = 3 * len(VARIANTS)
LEAST_GAMES = 2
ANYTHING = "…"

# Every event can be replaced; but for the two that are prices a player chose to pay.
INSTEAD = {
    "exhausted": "Instead of this becoming exhausted, gain 1 point. Once per round.",
    "challenged": "Instead of this being challenged, gain 1 point.",
    "knocked down": "Instead of this being knocked down, gain 1 point.",
    "knocked out": "Instead of this being knocked out, gain 1 point.",
    "removed": "Instead of a minion being removed, place it adjacent to this.",
    "leaves": "Instead of this leaving the map, gain 1 point.",
    "stands": "Instead of an ally standing up, gain 1 point.",
    "returns": "Instead of this returning, gain 1 point.",
    "wins": "Instead of this winning a challenge, gain 1 point.",
    "loses": "Instead of this losing a challenge, gain 1 point.",
    "beaten": "Instead of this being beaten, gain 1 point.",
    "withstands": "Instead of this withstanding a challenge, gain 1 point.",
    "rolls to defend": "Instead of this rolling dice to defend, gain 1 point.",
    "rolls in a challenge": "Instead of this rolling dice in a challenge, gain 1 point.",
    "rolls": "Instead of this rolling dice, gain 1 point.",
    "ends": "Instead of this ending its movement adjacent to a rival, gain 1 point.",
    "enters": "Instead of a rival entering your starting area, gain 1 point.",
    "crosses": "This can move through walls. Instead of this crossing a wall, gain 1 point.",
    "takes": "Instead of a rival taking a marker, gain 1 point.",
    "knocks out": "Instead of this knocking out a rival, gain 1 point.",
    "reaches": "Instead of you reaching 3 points, move 1.",
    "does": "Instead of this doing an assist, gain 1 point.",
}
# Further ways of writing a row of the reference.
FURTHER = """\
Choose an ally. Move it 2, ending adjacent to this.
Put this on the 1 of your track.
Lose a gold token.
Do 3 basic actions.
Roll 2 dice, plus 1 for each adjacent rival. Gain 1 point for each success.
Roll 1 die, plus 2 if this is standing. Gain 1 point for each success.
Do a basic action other than a move.
Do a basic action other than a challenge.
Basic challenge.
Range 3 challenge 2 from an ally.
Basic challenge against each adjacent rival.
Stand an adjacent ally up.
Choose an adjacent rival. Knock it out.
Gain 2 Oil tokens. This may discard an Oil token to move 2.
When this is challenged, you may make an adjacent ally the target.
After this rolls dice, add a Storm die to the roll.
Shift an ability token on your track up 1.
Choose an ally. Swap it with this.
Push any number of rivals 1.
Each rival within 3 defends against a challenge 1.
An opponent loses 1 point.
This pays 1 less for an ability.
This can do actions while knocked down.
Rivals within 3 cannot do an ability.
Rivals within 3 cannot do a move.
Rivals within 3 cannot do a challenge.
Rivals within 3 cannot do an action.
Squares adjacent to this count as your starting area.
As an interact, a character of yours adjacent to this may gain 1 point.
As a basic action, a character may move 3 in a straight line.
This has range 3.
When this becomes exhausted, gain 1 point for each time this moved this turn of its own.
Challenge 2, adding a Storm die.
This has movement 1.
Adjacent allies cannot be knocked out.
Choose an ally. Until the end of the round, it has 1 more defense.
When this does a move, gain 1 point.
After this does a move, gain 1 point.
After this does a challenge, gain 1 point.
After this does an ability, gain 1 point.
After this does an interact, gain 1 point.
After this does a basic action, gain 1 point.
After a companion does a companion action, gain 1 point.
When you lose a challenge, gain 1 point.
When you take a marker, gain 1 point.
When this enters an area, gain 1 point.
When this ends its movement within 2 of a rival, gain 1 point.
At the end of the round, gain 1 point for each time this was knocked down this round.
At the end of the round, gain 1 point for each time an ally stood up this round.
At the end of the round, gain 1 point for each time you knocked out a rival this round.
Place this adjacent to a square where a rival was knocked down this round.
At the end of the round, gain 1 point for each opposing starting area with a standing character of yours.
If you have 1 or more points, move 1.
If you have the most points, move 1.
If an ally is knocked down, move 1.
If this has the Rope, move 1.
If there are 2 or more adjacent rivals, move 1.
If this is a character, move 1.
If this is in your starting area, move 1.
Move the highest place of an ability token on your track.
""".splitlines()
PLAYED = [Example("", "", rule, carrier(rule)) for rule in dict.fromkeys([*(one.rule for one in EXAMPLES), *INSTEAD.values(), *FURTHER])]


# -- the guide, from top to bottom -----------------------------------------------------------------------


class Part(NamedTuple):
    """A block of the guide that does something: a file, a change of one, or commands with what they print."""

    kind: str
    text: str


PARTS = re.compile(r"^```(toml|console|)\n(.*?)^```$|^<!-- in (.*?) -->$", re.M | re.S)


def guide_parts() -> Iterator[Part]:
    for kind, text, change in PARTS.findall(GUIDE):
        yield Part("change", change) if change else Part(kind or "plain", text)


def write(folder: Path, text: str) -> None:
    """A block with the path of its file in the first line."""
    first, _, rest = text.partition("\n")
    assert re.fullmatch(r"# lighthouse/[a-z_/]+\.toml", first), f"the block says no path: {first}"
    file = folder / first[2:]
    assert not file.exists(), f"{first} stands twice"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(rest if first.endswith("/pack.toml") else text, encoding="utf-8")


def change(folder: Path, said: str) -> None:
    """`file: old -> new`, which the text above it tells the reader to do."""
    name, _, words = said.partition(": ")
    old, _, new = words.partition(" -> ")
    file = folder / name
    before = file.read_text(encoding="utf-8")
    assert before.count(old) == 1, f"'{old}' stands {before.count(old)} times in {name}"
    file.write_text(before.replace(old, new), encoding="utf-8")


def tipover(folder: Path, line: str, typed: str = "") -> Result:
    words = shlex.split(line)
    assert words[0] == "tipover", line
    with contextlib.chdir(folder):
        return CliRunner().invoke(entry.tipover, words[1:], input=typed, env={"COLUMNS": "80", "TIPOVER_PACKS": None})


def run_console(folder: Path, text: str) -> None:
    """Each `$` line, with what it prints below it; a line `…` stands for any lines."""
    for block in re.split(r"^\$ ", text, flags=re.M)[1:]:
        line, _, told = block.partition("\n")
        done = tipover(folder, line)
        printed = done.stdout + done.stderr
        assert "Traceback" not in printed and "went wrong" not in printed, printed
        expected = re.escape(told.strip()).replace(ANYTHING, ".*")
        assert re.fullmatch(expected, printed.strip(), re.S), f"$ {line}\n{printed}"
        assert done.exit_code == (1 if "fault" in told and "no faults" not in told else done.exit_code)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide followed from top to bottom by somebody who does what it says."""
    folder = tmp_path_factory.mktemp("desk")
    for part in guide_parts():
        if part.kind == "toml":
            write(folder, part.text)
        elif part.kind == "change":
            change(folder, part.text)
        elif part.kind == "console":
            run_console(folder, part.text)
    return folder


def test_the_guide_works_when_it_is_followed_from_top_to_bottom(desk: Path) -> None:
    assert (desk / "lighthouse" / "scenarios" / "keep_the_light.toml").is_file()
    assert tipover(desk, "tipover check lighthouse").exit_code == 0


def test_every_block_of_the_guide_is_used() -> None:
    assert len(re.findall(r"^```", GUIDE, re.M)) == 2 * sum(part.kind != "change" for part in guide_parts())


def test_the_commands_to_play_begin_a_game(desk: Path) -> None:
    lines = [line for part in guide_parts() if part.kind == "plain" for line in part.text.splitlines()]
    assert len(lines) == 3
    for line in lines:
        done = tipover(desk, line, "help\nquit\n")
        assert done.exit_code == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert "Marlow" in done.stdout


def test_the_new_pack_is_one_that_passes_the_check(desk: Path, tmp_path: Path) -> None:
    line = re.findall(r"`(tipover new pack \w+)`", GUIDE)[0]
    assert tipover(tmp_path, line).exit_code == 0
    assert tipover(tmp_path, "tipover check lighthouse").exit_code == 0


# -- every key -------------------------------------------------------------------------------------------


def keys_under(heading: str) -> set[str]:
    """The keys of the table after a heading, or after a line with a code word."""
    found = re.search(rf"^(?:## )?{re.escape(heading)}$(.*?)(?=^## |^`\[|\Z)", GUIDE, re.M | re.S)
    assert found, f"the guide has no '{heading}'"
    cells = re.findall(r"^\| (`[^|]+) \|", found[1], re.M)
    return {key for cell in cells for key in re.findall(r"`([a-z_]+)`", cell)}


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("pack.toml", pack_folder.PACK_KEYS),
        ("characters/*.toml", character_files.CHARACTER_KEYS),
        ("`[[ability]]`", character_files.ABILITY_KEYS),
        ("`[trait]`", character_files.TRAIT_KEYS),
        ("`[ultimate]`", character_files.ULTIMATE_KEYS),
        ("maps/*.toml", map_files.MAP_KEYS),
        ("scenarios/*.toml", scenario_files.SCENARIO_KEYS),
        ("tests/*.toml", scene_setup.SCENE_KEYS),
        ("`[[test]]`", scene_tests.TEST_KEYS),
        ("attachments.toml, pieces.toml, status.toml", list(part_files.KEYS)),
    ],
)
def test_every_key_is_explained_and_no_other(heading: str, keys: list[str]) -> None:
    assert keys_under(heading) == set(keys)


@pytest.mark.parametrize("sort", part_files.KEYS)
def test_every_key_of_a_part_is_explained(sort: str) -> None:
    row = re.search(rf"^\| `{sort}` \| (.*) \|$", GUIDE, re.M)
    assert row
    told = set(re.findall(r"`([a-z_]+)(?: = [^`]*)?`", row[1]))
    assert set(part_files.KEYS[sort]) <= told
    assert told - set(part_files.KEYS[sort]) <= {"true", "name", "rule"}


def test_the_keys_of_figures_pieces_and_sides_are_named() -> None:
    for key, row in (("figures", scene_setup.FIGURE_KEYS), ("pieces", scene_setup.PIECE_KEYS), ("sides", ["pool", "track", "points"])):
        line = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{key}` | `["))
        assert set(row) <= set(re.findall(r"`([a-z]+)`", line)), key


# -- the reference ---------------------------------------------------------------------------------------


def test_the_reference_is_the_one_the_tables_make() -> None:
    assert page(TEXT) == TEXT, "run `python3 run.py generate`"


def test_every_word_of_every_table_has_a_row() -> None:
    rows = {section.title: [row.word for row in section.rows] for section in sections()}
    assert set(rows["Verbs"]) == set(vocabulary.VERBS)
    assert set(rows["Nouns"]) >= set(vocabulary.NOUNS)
    assert set(rows["Relations"]) == set(vocabulary.RELATIONS)
    assert set(rows["Events"]) == set(vocabulary.EVENTS)
    assert set(rows["Moments"]) >= {*vocabulary.MOMENTS, *(f"until {moment}" for moment in vocabulary.UNTIL_MOMENTS)}
    assert set(rows["Conditions"]) >= {*vocabulary.CONDITIONS, *(f"is {state}" for state in vocabulary.STATES)}
    assert set(rows["Standing rules"]) >= {*vocabulary.CHANGES, *vocabulary.STATS, *vocabulary.OCCASIONS, *vocabulary.FACES}
    assert set(rows["Standing rules"]) >= {f"be {word}" for word in vocabulary.PASSIVES}
    assert set(rows["Words before a noun"]) >= {*vocabulary.DETERMINERS, *vocabulary.ADJECTIVES}
    assert set(rows["Words that stand for something"]) >= {*vocabulary.REFS, *vocabulary.POSSESSIVES}
    assert set(rows["Names of a pack"]) == {*vocabulary.CLASS_NOUNS, *vocabulary.BARE_CLASSES, *vocabulary.THE_CLASSES}
    assert set(rows["How a figure moves"]) == set(vocabulary.MOVING)
    assert set(rows["Limits"]) == set(vocabulary.LIMITS)


def test_every_heading_is_in_the_index() -> None:
    headings = re.findall(r"^##? (.*)$", re.sub(r"^```.*?^```", "", TEXT, flags=re.M | re.S), re.M)
    linked = re.findall(r"\[([^\]]+)\]\(#([a-z0-9-]+)\)", TEXT)
    for title, anchor in linked:
        assert anchor == re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-"), title
    files = {heading for heading in headings if heading.endswith(".toml")}
    assert set(headings) - files - {"Cards of your own"} == {title for title, _ in linked if title != "docs/rules"}


def test_the_rules_it_names_are_there() -> None:
    assert {rule for rule in RULE_ID.findall(TEXT)} <= set(rules())


@pytest.mark.parametrize("rule", sorted({one.rule for one in EXAMPLES}))
def test_every_example_is_spelled_as_the_printer_spells_it(rule: str) -> None:
    assert " ".join(print_rule(read_rule(rule, NAMES)).split()) == rule


def test_what_it_says_of_carriers_is_used() -> None:
    assert set(CARRIERS) <= {one.rule for one in EXAMPLES}


def test_everything_it_says_is_refused_is_refused() -> None:
    assert [(what, rule) for what, rule, _, _ in refusals()] == REFUSED
    assert all(len(row.split("|")) > 3 for row in re.findall(r"^\| .*$", reference().replace("\\|", ""), re.M))


def test_every_event_that_can_be_replaced_is_tried() -> None:
    unfit = {verb for verb, word in UNFIT_WORDS if word == "instead"}
    assert set(INSTEAD) == {verb for verb, one in vocabulary.EVENTS.items() if one.past} - unfit


@pytest.fixture(scope="module")
def catalog(desk: Path, tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return catalog_of(tmp_path_factory.mktemp("packs"), desk / "lighthouse", PLAYED)


@pytest.mark.parametrize("k", range(len(PLAYED)), ids=[one.rule for one in PLAYED])
def test_every_rule_is_played_and_does_something(catalog: Catalog, k: int) -> None:
    """Whole rounds are played at random without a fault, and the rule shows: by events, or by a difference to a card without it."""
    one = PLAYED[k]
    shown = False
    for game in range(MOST_GAMES):
        if shown and game >= LEAST_GAMES:
            break
        state, chance = scene(catalog, one, k, game, with_rule=True), random.Random(game)
        if one.on == "ability":
            shown |= bool(done_by_ability(state, chance))
        else:
            shown |= makes_a_difference(state, scene(catalog, one, k, game, with_rule=False), chance)
    assert shown, f"in {MOST_GAMES} games this did nothing: {one.rule}"


IDLE = {
    "ability": "If there is no figure, move 1.",
    "trait": "When this stands up, if there is no figure, move 1.",
    "status": "When this is knocked down, if there is no figure, discard this card.",
    "token": "When a character is knocked down, if there is no figure, place it adjacent to this.",
    "card": "When a character is knocked out, if there is no figure, exhaust it.",
    "companion": "When this leaves the map, if there is no figure, gain 1 point.",
}


def test_a_rule_that_does_nothing_does_not_pass(desk: Path, tmp_path: Path) -> None:
    idle = [Example("", "", rule, on) for on, rule in IDLE.items()]
    cards = catalog_of(tmp_path, desk / "lighthouse", idle)
    for k, one in enumerate(idle):
        for game in range(0, len(VARIANTS), 3):
            state, chance = scene(cards, one, k, game, with_rule=True), random.Random(game)
            if one.on == "ability":
                assert not done_by_ability(state, chance)
            else:
                assert not makes_a_difference(state, scene(cards, one, k, game, with_rule=False), chance), one.on
