"""A fault carries the parts of its message as data, so that nobody has to read them back out of a sentence."""

from pathlib import Path

import pytest

from tipover.cards.pack import inspect
from tipover.cards.toml import Fault

CARD = """name = "Juggler"
defense = 2
tokens = ["blue", "red"]

[[ability]]
name = "Catch"
cost = "red 2"
challenge = true
rule = "Challenge 2. Push the target 1."

[trait]
name = "Nimble"
rule = "When this becomes exhausted, move 1."
"""


def _faults(tmp_path: Path, text: str) -> list[Fault]:
    pack = tmp_path / "mine"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Mine"\nversion = "1"\n', encoding="utf-8")
    (pack / "characters" / "juggler.toml").write_text(text, encoding="utf-8")
    (folder,), _, _ = inspect([pack])
    return folder.all_faults()


def test_the_card_itself_is_sound(tmp_path: Path) -> None:
    assert _faults(tmp_path, CARD) == []


@pytest.mark.parametrize(
    ("right", "wrong", "word", "suggestion", "expected"),
    [
        ("Push the target", "Pusch the target", "Pusch", "Push", ""),
        ("the target 1", "the tarrget 1", "tarrget", "target", ""),
        ("becomes exhausted", "is exhausted", "is exhausted", "becomes exhausted", "becomes exhausted"),
        ("Challenge 2.", "Challenge 2 it.", "it", "", "a full stop"),
        ("the target 1", "the target 21", "21", "", ""),
        ("defense = 2", "defence = 2", "defence", "defense", "defense"),
        ("defense = 2", "defense = 21", "21", "", ""),
        ('"blue", "red"', '"blue", "rde"', "rde", "red", "silver"),
        ('cost = "red 2"', 'cost = "red 9"', "red 9", "", ""),
        ('cost = "red 2"', 'cost = "rod 2"', "rod", "red", "gold"),
        ("challenge = true", 'challenge = "yes"', "yes", "", ""),
        ("[trait]", "[trayt]", "trayt", "trait", "trait"),
        ("move 1.", "gain 0 points.", "0", "", ""),
        ('cost = "red 2"\n', "", "", "", ""),
    ],
)
def test_a_fault_says_which_words_are_wrong_and_what_may_replace_them(
    tmp_path: Path, right: str, wrong: str, word: str, suggestion: str, expected: str
) -> None:
    text = CARD.replace(right, wrong)
    assert text != CARD
    fault = _faults(tmp_path, text)[0]
    assert (fault.word, fault.suggestion) == (word, suggestion)
    assert expected in fault.expected or not expected
    rest = "\n".join(text.split("\n")[fault.line - 1 :])[fault.column - 1 :]
    assert word in rest, "the words stand at the place or after it"
    if suggestion:
        assert fault.message.endswith(f"did you mean `{suggestion}`?") or f"did you mean '{suggestion}'?" in fault.message


def test_a_suggestion_that_is_only_an_example_replaces_nothing(tmp_path: Path) -> None:
    """An extra action is the nearest thing that can be said, but it is not what the author wrote."""
    fault = _faults(tmp_path, CARD.replace("Challenge 2.", "Take an extra turn."))[0]
    assert (fault.word, fault.suggestion) == ("extra", "")
    assert "the nearest is `Do an extra action.`" in fault.message


@pytest.mark.parametrize("name", ["../../outside", "/etc/passwd", "a\\\\b", ".hidden", "x" * 201, "two\\nlines"])
def test_a_name_that_is_no_words_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "p" / "characters").mkdir(parents=True)
    (tmp_path / "p" / "pack.toml").write_text('name = "P"\nversion = "1"\n', encoding="utf-8")
    (tmp_path / "p" / "characters" / "one.toml").write_text(f'name = "{name}"\ntokens = ["red"]\ndefense = 2\n', encoding="utf-8")
    (pack,), _, _ = inspect([tmp_path / "p"])
    assert any(fault.line == 1 for fault in pack.all_faults())
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["characters", "one.toml", "p", "pack.toml"]
