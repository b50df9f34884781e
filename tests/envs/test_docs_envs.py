"""docs/envs.md tells the truth: its tables are the code's, its examples run as they are printed."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tipover.envs.env_games import GameOptions
from tools.env_tables import renewed

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "envs.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


def said_by(code: str) -> list[str]:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "docs/envs.md", "exec"), {"__name__": "example"})
    return said.getvalue().splitlines()


def test_the_tables_are_the_codes():
    assert renewed(PAGE) == PAGE, "run `python3 run.py generate`"


def test_a_page_without_a_table_is_told_of():
    with pytest.raises(ValueError, match="for its table of planes"):
        renewed(PAGE.replace("<!-- planes: begin -->", ""))


def test_the_two_agents_example_plays_to_the_end():
    said = said_by(EXAMPLES[0])
    assert sorted(line.rpartition(" ")[0] for line in said) == ["seat_0 ends with", "seat_1 ends with"]
    assert sum(float(line.rpartition(" ")[2]) for line in said) == 0


def test_the_looking_ahead_example_plays_to_the_end_in_the_notation():
    said = said_by(EXAMPLES[1])
    assert re.fullmatch(r"reward (-1\.0|0\.0|1\.0)", said[-1])
    assert any(re.fullmatch(r"[LD]\d: .+", line) for line in said)


def test_the_batch_example_plays_games_to_their_end():
    assert re.fullmatch(r"won by seat \{0: \d+, 1: \d+\}", said_by(EXAMPLES[2])[-1])


def test_the_openspiel_example_plays_to_the_end_in_the_notation():
    pytest.importorskip("pyspiel")
    said = said_by(EXAMPLES[3])
    assert said[-1].startswith("returns [") and any(re.fullmatch(r"[01] [LD]\d: .+", line) for line in said)
    assert len(EXAMPLES) == 4


def test_every_option_is_told():
    for name in [*GameOptions.__annotations__, "points_reward", "render_mode", "seat", "bots"]:
        assert re.search(rf"^\| .*`{name}`.* \|", PAGE, re.M), name


def test_without_the_libraries_a_sentence_says_what_to_install():
    """In an interpreter that finds no site packages at all; the game itself needs none."""
    code = "import tipover; tipover.first_game('golden_girls'); print('plays')\nimport tipover.envs"
    path = Path(__file__).resolve().parents[2] / "src"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(path)!r})\n{code}"], capture_output=True, text=True, check=False
    )
    assert done.stdout == "plays\n"
    assert "the environments need numpy, which is not installed: pip install 'tipover[rl]'" in done.stderr
