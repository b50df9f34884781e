"""Every verb with every kind of thing is refused, or acts in a game: nothing that is accepted is dead or breaks a game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tipover.play.trial import card_trial

from .matrix import ACTS, REFUSED, accepted, cells, tried

DOCS = Path(__file__).parents[2] / "docs" / "results.md"


@pytest.mark.long
def test_every_verb_with_every_kind_is_refused_or_acts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_trial, "FURTHER_GAMES", 90)
    rules = list(dict.fromkeys(cell.rule for cell in cells()))
    good = accepted(rules)
    found = tried(tmp_path / "matrix", good)
    assert found == {}, "accepted, and dead or breaking the game"
    counts = Counter({REFUSED: len(rules) - len(good), ACTS: len(good)})
    told = f"| {len(rules):,} | {counts[ACTS]:,} | {counts[REFUSED]:,} | 0 | 0 |"
    assert told in DOCS.read_text(encoding="utf-8"), f"docs/results.md says something else than {told}"
