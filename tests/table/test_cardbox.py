"""The card box: the same faults as `tipover check` with their places, hostile cards refused in time, good ones playable at once."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from kit.pasted import pasted_characters
from tipover.bots.playout import random_game
from tipover.cards.pack import inspect, load
from tipover.cards.toml import ContentError
from tipover.engine.core.arrange import arrange
from tipover.table import cardbox, cardchild, children
from tipover.table.protocol.people import CardChecked
from tipover.table.roompack import READY

PATIENT = 120.0  # seconds, so that a child reaches its own limit of processor time on any machine
GOOD = """\
name = "The Juggler"
short = "Juggler"
tokens = ["blue", "red"]
defense = 2

[[ability]]
name = "Club Toss"
cost = "blue 3"
challenge = true
rule = "Range 3 challenge 2. Push the target 1."

[[ability]]
name = "Quick Feet"
cost = "red 2"
rule = "Move 3."

[trait]
name = "Never Drops One"
rule = "This rolls 1 die more when defending."
"""


@pytest.fixture(autouse=True, scope="module")
def _box() -> Iterator[None]:
    if cardbox.HAS_LIMITS:
        cardbox._children.warm()
    yield
    cardbox._children.close()


def test_a_busy_machine_is_not_the_cards_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardbox, "MOST_WAITING", 0.0)
    found = cardbox.check(GOOD)
    assert [one.message for one in found.faults] == ["The card could not be checked: the server is too busy now. Try again in a moment."]


def test_a_good_card_is_shown_as_it_will_be_printed() -> None:
    found = cardbox.check(GOOD)
    assert found.faults == []
    assert found.card is not None
    assert (found.card.name, found.card.set, found.card.short, found.card.defense) == ("The Juggler", "This room", "Juggler", 2)
    assert [one.text for one in found.card.abilities] == ["Range 3 challenge 2. Push the target 1.", "Move 3."]
    assert found.card.trait is not None and found.card.trait.text == "Juggler rolls 1 die more when defending."


def test_a_room_with_the_card_plays_it_and_other_rooms_do_not_know_it() -> None:
    catalog = cardbox.catalog_with([GOOD])
    assert cardbox.catalog_with([GOOD]) is catalog
    setup = {
        "map": "Florida Boardwalk", "scenario": "Control", "rounds": 3,
        "sides": [
            {"side": "light", "figures": ["The Juggler", "Rose Nylund"]},
            {"side": "dark", "figures": ["Gi-hun", "Iron Man"]},
        ],
    }  # fmt: skip
    assert random_game(arrange(catalog, setup), 3).state.over
    assert load().figure("The Juggler") < 0
    assert catalog.digest != load().digest
    assert cardbox.catalog_with([]) is load()


def test_only_a_few_catalogs_are_kept() -> None:
    for number in range(cardbox.KEPT_CATALOGS + 2):
        cardbox._catalogs[f"filler {number}"] = load()
    cardbox.catalog_with([GOOD.replace("Juggler", "Piper")])
    assert len(cardbox._catalogs) == cardbox.KEPT_CATALOGS


def test_a_room_has_a_few_cards_and_each_its_own_name() -> None:
    with pytest.raises(ContentError, match="at most 6 characters"):
        cardbox.catalog_with([GOOD] * 7)
    with pytest.raises(ContentError, match="given twice"):
        cardbox.catalog_with([GOOD, GOOD])


# -- faults ----------------------------------------------------------------------------------------------


def _text_at(text: str, found: CardChecked) -> str:
    fault = found.faults[0]
    return text.split("\n")[fault.line - 1][fault.column - 1 :][: fault.length]


@pytest.mark.parametrize(
    ("right", "wrong", "at", "suggestion"),
    [
        ("Push the target", "Pusch the target", "Pusch", "Push"),
        ("defense = 2", "defence = 2", "defence", "defense"),
        ('"blue", "red"', '"blue", "rde"', "rde", "red"),
        ('cost = "red 2"', 'cost = "red 9"', "red 9", ""),
        ("defense = 2", "defense = 21", "21", ""),
        ("when defending", "when defnding", "defnding", "defending"),
        ("challenge = true", "challenge = yes", "yes", "true"),
        ("[trait]", "[trayt]", "trayt", "trait"),
        ('cost = "red 2"\n', "", "[[ability]]", ""),
        ('"Quick Feet"', '"Quick Feet', 'name = "Quick Feet', ""),
    ],
)
def test_a_mistake_is_underlined_where_it_stands_with_what_would_be_right(right: str, wrong: str, at: str, suggestion: str) -> None:
    text = GOOD.replace(right, wrong)
    assert text != GOOD
    found = cardchild.checked(text.encode(), load())
    assert found.card is None and found.faults
    assert _text_at(text, found) == at
    assert found.faults[0].suggestion == suggestion


def test_the_faults_are_those_of_the_checker_of_packs(tmp_path: Path) -> None:
    text = GOOD.replace("Push the target", "Pusch the target").replace("defense = 2", "defence = 2").replace('"red 2"', '"red 9"')
    pack = tmp_path / "mine"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Mine"\nversion = "1"\n', encoding="utf-8")
    (pack / "characters" / "juggler.toml").write_text(text, encoding="utf-8")
    (folder,), _, _ = inspect([pack])
    wanted = [(fault.line, fault.message.lower().rstrip(".")) for fault in folder.all_faults()]
    assert len(wanted) == 3
    assert [(fault.line, fault.message.lower().rstrip(".")) for fault in cardbox.check(text).faults] == wanted


def test_a_name_of_the_sets_is_taken() -> None:
    text = (files("tipover") / "packs" / "marvel" / "characters" / "captain_america.toml").read_text("utf-8")
    (fault,) = cardbox.check(text).faults
    assert (fault.line, fault.column, fault.message) == (1, 9, "There is a card 'Captain America' already; give this one another name.")


def test_windows_line_ends_move_no_place() -> None:
    text = GOOD.replace("Push the target", "Pusch the target")
    assert cardchild.checked(text.replace("\n", "\r\n").encode(), load()) == cardchild.checked(text.encode(), load())


# -- hostile cards ---------------------------------------------------------------------------------------

HOSTILE = {
    "dotted keys": ".".join("a" * 5000) + " = 1",
    "deep arrays": "a = " + "[" * 20000,
    "deep tables": "a = " + "{a=" * 5000,
    "a huge number": "defense = " + "9" * 100_000,
    "a huge exponent": "defense = 1e999999999",
    "control characters": 'name = "a\x00\x1b[2J"',
    "ten thousand abilities": "name = 'X'\n" + "[[ability]]\nname='a'\n" * 10_000,
    "many keys": "name = 'X'\n" + "".join(f"k{k} = 1\n" for k in range(20_000)),
    "many empty lists": "x = [" + "[]," * 80_000 + "]",
    "a long rule": GOOD.replace("Move 3.", "Move 1. " * 25_000),
    "a rule of brackets": GOOD.replace("Move 3.", "(" * 1500),
    "a rule of thirty steps": GOOD.replace("Move 3.", "Do an action. " * 30),
    "nothing": "  \n",
    "not a character": "[[match]]\nkey = 'x'\n",
    "unfinished": 'name = "',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_card_is_judged_within_a_second_of_the_processor(text: str) -> None:
    base = load()
    begun = time.process_time()
    found = cardchild.checked(text.encode(), base)
    assert time.process_time() - begun < 1.0
    assert found.faults or found.card is not None
    assert all(fault.message[:1].strip() and "Traceback" not in fault.message for fault in found.faults)
    assert len(found.faults) <= cardchild.MOST_FAULTS


@pytest.mark.parametrize(("text", "told"), [('name = "\ud800"', "not UTF-8 text"), ("#" * (256 * 1024 + 1), "larger than 256 KB")])
def test_what_is_no_text_or_too_much_of_it_reaches_no_child(text: str, told: str) -> None:
    (fault,) = cardbox.check(text).faults
    assert told in fault.message


@pytest.mark.parametrize(("name", "told"), [("ten thousand abilities", b"A card has at most 400"), ("a long rule", b"2,000 are the most")])
def test_a_hostile_card_needs_no_more_than_100_megabytes_in_its_child(name: str, told: bytes) -> None:
    child = cardbox._start(())
    assert child.stdin is not None and child.stdout is not None
    assert child.stdout.readline() == READY
    # The kernel holds it to this; its own count of a forked child's memory begins with the parent's.
    limits = Path(f"/proc/{child.pid}/limits").read_text()
    (most,) = (int(line.split()[3]) for line in limits.splitlines() if line.startswith("Max address space"))
    assert most <= 100 * 1024 * 1024
    child.stdin.write(msgspec.json.encode([HOSTILE[name]]))
    child.stdin.close()
    assert told in child.stdout.read()
    assert child.wait(10) == 0
    cardbox._end(child)


def _replacing(deed: str) -> str:
    """How a child begins whose check is another deed: what a card might do to it at worst."""
    return children._BEGIN.replace(
        "; begin(", f"; from tipover.table import cardchild; cardchild.checked = lambda raw, base, *folders: {deed}; begin("
    )


def test_a_child_that_never_ends_is_ended_and_the_next_card_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    cardbox._children.close()
    monkeypatch.setattr(cardbox, "MOST_WAITING", PATIENT)
    monkeypatch.setattr(children, "_BEGIN", _replacing("[0 for _ in iter(int, 1)]"))
    (fault,) = cardbox.check(GOOD).faults
    assert "more time or memory" in fault.message
    cardbox._children.close()
    monkeypatch.undo()
    assert cardbox.check(GOOD).card is not None


def test_a_child_that_wants_more_memory_than_a_card_may_have_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    cardbox._children.close()
    monkeypatch.setattr(cardbox, "MOST_WAITING", PATIENT)
    monkeypatch.setattr(children, "_BEGIN", _replacing("len(bytearray(200_000_000))"))
    (fault,) = cardbox.check(GOOD).faults
    assert "more time or memory" in fault.message
    cardbox._children.close()


def test_a_card_whose_games_are_slow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardchild, "SLOWEST_STEP", -1.0)
    (fault,) = cardchild.checked(GOOD.encode(), load()).faults
    assert fault.message.startswith("A game with this card is too slow: one answer took")


def test_one_slow_answer_on_a_busy_machine_refuses_no_card() -> None:
    clock = cardchild._Clock()
    clock.last -= 1.0  # seconds
    clock()
    assert clock.slowest > 1.0 and not clock.is_too_slow
    clock.last -= 1.0
    assert clock() and clock.is_too_slow


def test_the_child_has_none_of_our_environment_and_files() -> None:
    os.environ["TIPOVER_SECRET_OF_THE_TEST"] = "x"
    try:
        child = cardbox._start(())
        assert child.stdout is not None and child.stdout.readline() == READY
        environment = Path(f"/proc/{child.pid}/environ")
        if environment.exists():
            assert b"SECRET_OF_THE_TEST" not in environment.read_bytes()
            opened = sorted(os.readlink(one) for one in Path(f"/proc/{child.pid}/fd").iterdir())
            assert [one.split(":")[0] for one in opened] == ["/dev/null", "pipe", "pipe"]
    finally:
        del os.environ["TIPOVER_SECRET_OF_THE_TEST"]
        cardbox._end(child)


def test_a_name_in_a_servers_own_packs_is_taken_too(tmp_path: Path) -> None:
    pack = tmp_path / "circus"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Circus"\nversion = "1"\n')
    (pack / "characters" / "juggler.toml").write_text(GOOD)
    assert not cardbox.check(GOOD).faults
    cardbox.use(str(tmp_path))
    try:
        told = [fault.message for fault in cardbox.check(GOOD).faults if not fault.warning]
        assert told == ["There is a card 'The Juggler' already; give this one another name."]
    finally:
        cardbox.use()


def test_a_system_without_limits_has_no_card_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardbox, "HAS_LIMITS", False)
    [fault] = cardbox.check(GOOD).faults
    assert "not open here" in fault.message


# -- the cards of a room ---------------------------------------------------------------------------------


PACK = 'name = "Circus"\nversion = "1"\n'
OTHER = GOOD.replace("The Juggler", "The Piper").replace('short = "Juggler"', 'short = "Piper"')


def _pack(folder: Path, rule: str = "This rolls 1 die fewer when challenging.") -> Path:
    """A further pack with a status card of its own."""
    folder.mkdir(parents=True)
    (folder / "pack.toml").write_text(PACK)
    (folder / "status.toml").write_text(f'[[status]]\nname = "Stage Fright"\nrule = "{rule}"\n')
    return folder


def test_a_rooms_cards_are_checked_by_one_child(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []
    begin = cardbox._start

    def counted(folders: tuple[str, ...]) -> subprocess.Popen[bytes]:
        started.append(folders)
        return begin(folders)

    cardbox._children.close()
    monkeypatch.setattr(cardbox, "_start", counted)
    monkeypatch.setattr(cardbox._children, "warm", lambda: None)
    found = cardbox.check_all([GOOD, OTHER, GOOD.replace("Move 3.", "Mow 3.")])
    assert len(started) == 1
    assert [one.card.name if one.card else "" for one in found] == ["The Juggler", "The Piper", ""]
    assert found[2].faults and not found[0].faults


def test_a_card_over_which_the_child_dies_is_told_after_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cardbox._children.close()
    monkeypatch.setattr(cardbox, "MOST_WAITING", PATIENT)
    died = "[0 for _ in iter(int, 1)] if b'Piper' in raw else cardchild.CardChecked()"
    monkeypatch.setattr(children, "_BEGIN", _replacing(died))
    first, second = cardbox.check_all([GOOD, OTHER, GOOD])
    assert not first.faults and "more time or memory" in second.faults[0].message
    cardbox._children.close()


def test_a_rooms_card_may_speak_of_what_a_servers_own_packs_have(tmp_path: Path) -> None:
    _pack(tmp_path / "circus")
    text = GOOD.replace(
        "This rolls 1 die more when defending.", "At the start of the game, give Stage Fright to a character of an opponent."
    )
    assert any("`Stage` is no declared name" in fault.message for fault in cardchild.checked(text.encode(), load()).faults)
    cardbox.use(str(tmp_path))
    try:
        found = cardbox.check(text)
        assert not [fault for fault in found.faults if not fault.warning], found.faults
        base = load(str(tmp_path))
        cards = cardbox.catalog_with([text], base, str(tmp_path))
        assert cards.figure("The Juggler") >= 0 and cards.piece("Stage Fright") >= 0
    finally:
        cardbox.use()


def test_a_faulty_pack_of_a_server_spoils_no_rooms_cards(tmp_path: Path) -> None:
    _pack(tmp_path / "circus", rule="Its bearer sings.")
    base = load(str(tmp_path), forgiving=True)
    assert cardbox.catalog_with([GOOD], base, str(tmp_path)).figure("The Juggler") >= 0
    cardbox.use(str(tmp_path))
    try:
        assert not [fault for fault in cardbox.check(GOOD).faults if not fault.warning]
    finally:
        cardbox.use()


# --- a character with everything it brings ---------------------------------------------------------------------------------

KEEPER = """\
name = "The Keeper"
tokens = ["red", "silver"]

[[ability]]
name = "Throw a Net"
cost = "red 2"
rule = "Place a Snare token within 3. Gain 2 Spark tokens. Place a Moth minion adjacent to this."

[[ability]]
name = "Lucky Throw"
cost = "silver 2"
rule = "Roll 2 Wick dice. If the total is 5 or more, give Dazzled to a rival within 3. Otherwise, play a Season card."

[[token]]
name = "Spark"
number = 3
on = "card"

[[token]]
name = "Snare"
number = 2
rule = "When a rival enters the square of this, it defends against a challenge 2. Remove this."

[[minion]]
name = "Moth"
number = 2
defense = 1

[[die]]
name = "Wick"
faces = [1, 2, 3, 4]

[[status]]
name = "Dazzled"
number = 2
rule = "This rolls 1 die fewer when challenging. At the end of its turn, discard this card."

[[deck]]
name = "Season"

[[card]]
deck = "Season"
name = "First Frost"
rule = "Figures have 1 less movement."

[[item]]
name = "Oil Can"
cost = 2
rule = "Gain 2 Spark tokens. Move 1."

[[companion]]
name = "Biscuit"
defense = 1
rule = "As a companion action, this may move 3."
"""


def test_a_character_brings_its_own_pieces_cards_and_dice() -> None:
    found = cardbox.check(KEEPER)
    assert (found.faults, found.card is not None) == ([], True)
    assert sorted(found.brings) == [
        "Biscuit", "Dazzled", "First Frost", "Moth minion", "Oil Can", "Season card", "Snare token", "Spark token", "Wick die",
    ]  # fmt: skip
    catalog = cardbox.catalog_with([KEEPER])
    assert {catalog.pieces[catalog.piece(name)].of for name in ("Spark", "Snare", "Dazzled", "First Frost")} == {"The Keeper"}
    assert catalog.figures[catalog.figure("Moth")].of == "The Keeper"


def test_a_mistake_in_a_piece_is_told_at_its_line() -> None:
    (fault,) = cardbox.check(KEEPER.replace("Figures have 1 less movement.", "Figures have 1 less health.")).faults
    assert KEEPER.split("\n")[fault.line - 1].startswith('rule = "Figures')
    assert "nobody has health" in fault.message


def test_a_piece_may_not_have_the_name_of_one_of_the_sets() -> None:
    faults = cardbox.check(
        KEEPER.replace('"Moth"', '"Drogon"').replace("a Moth minion", "a Drogon minion").replace("Season", "Game Rule")
    ).faults
    lines = KEEPER.split("\n")
    assert [(lines[one.line - 1], one.message.split(";")[0]) for one in faults] == [
        ('name = "Moth"', "There is a card 'Drogon' already"),
        ('name = "Season"', "There is a card 'Game Rule' already"),
    ]


def test_two_characters_of_a_room_may_not_bring_the_same_piece() -> None:
    other = KEEPER.replace("The Keeper", "The Warden")
    with pytest.raises(ContentError, match="the name 'Spark' is given twice"):
        cardbox.catalog_with([KEEPER, other])


def test_every_character_of_the_sets_can_be_pasted_with_its_belongings() -> None:
    pasted = pasted_characters()
    assert len(pasted) >= 27
    texts = list(pasted.values())
    checked = [one for start in range(0, len(texts), 6) for one in cardbox.check_all(texts[start : start + 6])]
    assert {name: [fault.message for fault in one.faults if not fault.warning] for name, one in zip(pasted, checked, strict=True)} == {
        name: [] for name in pasted
    }
    assert sum(bool(one.brings) for one in checked) >= 12
