"""Sentences are data: every key that is used has a text, every text is used, and each language fills the same gaps."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from tipover import load
from tipover.bots import NAMES
from tipover.cards.catalog import COLOURS, SIDES, SORTS
from tipover.engine.core import event as happened
from tipover.engine.core.dice import FACE_NAMES
from tipover.engine.core.language import NoNames, Printer, english, language, languages
from tipover.engine.core.numbers import ADD, SET, SUBTRACT, Number, Part
from tipover.engine.core.rules import chapters, rules
from tipover.engine.core.said import NumberPart, say
from tipover.play import narrate

SOURCE = Path(narrate.__file__).parents[1]
OTHERS = [code for code in languages() if code != "en"]
KEY = re.compile(r"[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+")

# Tables that a program reads key by key, by names that stand elsewhere.
BY_NAME = {
    "side": SIDES,
    "colour": COLOURS,
    "face": [*FACE_NAMES, "nothing"],
    "sort": SORTS,
    "noun": ["movement.one", "movement.other"],  # the unit of a number
    "bot": [f"{name}.{what}" for name in NAMES for what in ("title", "about")],
    "rule": list(rules()),
    "chapter": [chapter.prefix[0] for chapter in chapters()],
    "event": [narrate.plain_key(kind).partition(".")[2] for kind in happened.EVENTS.values()],
}
# Tables of other programs, which have their own tests: the page of the table.
ELSEWHERE = ("web", "language")

# Where the source has a regular expression, and why it reads no sentence.
REGULAR_EXPRESSIONS = {
    "cards/check_text.py": "a word of a rule as its author wrote it",
    "cards/check_pronouns.py": "who is meant in a rule as its author wrote it",
    "cards/lex.py": "the card language is read here",
    "cards/name_table.py": "the card language is read here",
    "cards/other_games.py": "a rule as its author wrote it, in the words of other games",
    "cards/other_games_table.py": "a rule as its author wrote it, in the words of other games",
    "cards/plain_english.py": "what is written for a rule in plain English, before it is shown to anybody",
    "cards/plain_grammar.py": "the frames of plain_english.toml",
    "cards/plain_references.py": "what is written for a rule in plain English, before its pronouns are chosen",
    "cards/plain_sorts.py": "the relation of a phrase of plain English",
    "cards/read_meaning.py": "the words of a rule as its author wrote it",
    "cards/read_new_names.py": "a name in a rule as its author wrote it",
    "cards/scenery_files.py": "colours and names of drawings as an author wrote them",
    "cards/toml.py": "the TOML that an author wrote",
    "cards/toml_spans.py": "the TOML that an author wrote",
    "cli/new_command.py": "a file's name from a card's name",
    "cli/typed_lines.py": "what a person typed",
    "engine/core/rules.py": "ids in the rules' own file, made links in the pages of the rules",
    "lab/plots.py": "the SVG that a plot is written as",
    "play/fair.py": "digests and seeds",
    "play/chain.py": "the form of a chain and its links",
    "play/notation/answers.py": "what a person typed",
    "play/notation/text_answers.py": "what a person typed",
    "table/echoes.py": "long quotations, to be cut whatever they say",
    "table/cardchild.py": "the TOML that an author wrote",
    "table/crash_report.py": "what may be somebody's in any error's message, to be cut whatever it says",
    "table/seats.py": "tokens",
    "table/statics.py": "the names of built files",
    "table/socket.py": "the id in a message that cannot be read as a whole",
}


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of the source by its path."""
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def gaps(text: str) -> set[str]:
    """The names of a text's gaps."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@cache
def used() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The keys that stand in the source, and patterns of those that are put together from a beginning and an end."""
    keys: set[str] = set()
    patterns: set[str] = set()
    for module in sources().values():
        inside = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside and KEY.fullmatch(node.value):
                keys.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z_.]*" for part in node.values]
                if isinstance(node.values[0], ast.Constant) and re.match(r"[a-z_]+\.", str(node.values[0].value)):
                    patterns.add("".join(parts))
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "keys_in":
                patterns.add(f"{node.args[0].value}\\.[a-z_]+")  # type: ignore[attr-defined]
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CountPart" and isinstance(node.args[1], ast.Constant):
                keys |= {f"noun.{node.args[1].value}.{number}" for number in ("one", "other")}
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("ListPart", "squares_part") and len(node.args) > 1:
                if isinstance(node.args[1], ast.Constant):
                    keys.add(f"joint.{node.args[1].value}")
    return frozenset(keys | {"joint.comma"}), tuple(map(re.compile, sorted(patterns)))


def is_used(key: str) -> bool:
    """Whether something in the source says a key."""
    table, _, name = key.partition(".")
    if table in ELSEWHERE or name in BY_NAME.get(table, ()):
        return True
    keys, patterns = used()
    return key in keys or any(pattern.fullmatch(key) for pattern in patterns)


@cache
def sayings() -> list[tuple[str, ast.Call, str]]:
    """Every call of `say` with its key as it stands, and where it is."""
    return [
        (f"{name}:{node.lineno}", node, str(node.args[0].value))
        for name, module in sources().items()
        if any(isinstance(one, ast.ImportFrom) and (one.module or "").endswith("core.said") for one in module.body)
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args and isinstance(node.args[0], ast.Constant)
    ]


def test_every_key_that_is_said_has_a_text() -> None:
    assert [f"{where} {key}" for where, _, key in sayings() if key not in english().texts] == []
    further = [key for key in used()[0] if key.startswith(("noun.", "joint.", "reason.")) and key not in english().texts]
    assert further == []


def test_no_text_is_left_that_nothing_says() -> None:
    assert [key for key in english().texts if not is_used(key)] == []


def test_the_parts_of_a_sentence_fill_its_gaps() -> None:
    """Where key and parts stand together in the source, every gap of the text has its part."""
    for where, node, key in sayings():
        given = {one.arg for one in node.keywords}
        if None not in given:
            assert gaps(english().texts[key]) - {"rules"} <= given, where


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_lacks_no_key(code: str) -> None:
    texts = language(code).texts
    assert [key for key in english().texts if key not in texts] == [], f"{code}.toml lacks these; they are shown in English"


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_no_key_that_english_lacks(code: str) -> None:
    assert [key for key in language(code).texts if key not in english().texts and not key.startswith("aim.")] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_the_aim_of_every_scenario_that_ships_and_of_no_other(code: str) -> None:
    """Their English is in the scenarios' own files."""
    aims = {f"aim.{one.pack}.{one.name}" for one in load().scenarios if one.aim}
    assert {key for key in language(code).texts if key.startswith("aim.")} == aims


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_gaps_of_the_english_text(code: str) -> None:
    texts = language(code).texts
    assert [key for key, text in english().texts.items() if key in texts and gaps(texts[key]) != gaps(text)] == []


def test_each_event_has_a_row() -> None:
    assert set(narrate._ROWS) == set(happened.EVENTS.values())


def test_an_event_without_a_row_fails_when_the_module_is_imported() -> None:
    source = Path(narrate.__file__).read_text("utf-8")
    row = "@_row(happened.Moved)\n"
    assert source.count(row) == 1
    with pytest.raises(TypeError, match="no sentence for the event Moved"):
        exec(compile(source.replace(row, ""), narrate.__file__, "exec"), {"__name__": narrate.__name__})


def test_no_regular_expression_reads_a_sentence() -> None:
    found = {
        name
        for name, module in sources().items()
        for node in ast.walk(module)
        if isinstance(node, ast.Import) and any(one.name == "re" for one in node.names)
    }
    assert sorted(found - set(REGULAR_EXPRESSIONS)) == [], "A module with regular expressions says here why it reads no sentence."
    assert [name for name in REGULAR_EXPRESSIONS if name in sources() and name not in found] == [], "These have none any more."


def test_the_parts_of_a_number_are_printed_as_the_engine_writes_them() -> None:
    """Records and the command line have a number's own words; the English catalogue says the same."""
    parts = [
        Part(2, "basic challenge", key="basic_challenge"),
        Part(3, "defense of Rose", key="defense_of", of="Rose"),
        Part(1, "added die", key="added_die"),
        Part(1, "Cheesecake", SUBTRACT),
        Part(4, "The List", SET),
    ]
    printer = Printer(NoNames())
    for number in (
        Number(parts),
        Number(parts[:1]),
        Number([Part(1, "one die")]),
        Number([Part(2, "basic move", ADD, "basic_move")], "movement"),
    ):
        assert printer.part(NumberPart(number)) == str(number)
    assert Printer(NoNames(), language("de")).part(NumberPart(Number(parts[:2]))) == (
        "5 Würfel = 2 einfache Herausforderung + 3 Verteidigung von Rose"
    )


@pytest.mark.parametrize("words", ["“Move 1.”", "„Zieh 1.“", "Stay!", "Who?", "Move 1."])
def test_a_sentence_of_a_card_inside_another_has_its_full_stop_alone(words: str) -> None:
    assert Printer(NoNames()).text(say("why.choose", names=words)) == f"Choose {words}"
