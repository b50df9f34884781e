"""A text does the same on whatever card it stands: traits, ultimate cards, items, statuses, pieces, companions, objectives, scenarios, decks.

`hosts.toml` has the texts. What speaks of `this` is compared where `this` is the same figure; what is said by `the owner`,
`this` or a name is compared in the words of each card. A plain run compares some texts on two cards each, and on each card as often
as on any other; the soak compares all texts on all cards.
"""

from __future__ import annotations

import os
import random
import tomllib
from itertools import groupby
from pathlib import Path

import pytest

from kit.hosts import OF_A_SIDE, OF_ANYBODY, ON_FIGURES, Fields, outcomes, refusal
from kit.marks import rule

ROWS = tomllib.loads((Path(__file__).parent / "hosts.toml").read_text(encoding="utf-8"))
SOAK = os.environ.get("TIPOVER_SOAK") == "1"
HOSTS = {"side": OF_A_SIDE, "bearer": ON_FIGURES, "everybody": OF_ANYBODY, "belongings": OF_A_SIDE}
Case = tuple[str, str, str, str, list[str], Fields]


SOME_OF_A_CARD = 10  # in a plain run: about seven seconds of one core together


def chosen(found: list[Case]) -> list[Case]:
    """All cases in the soak; otherwise some of each card, chosen with a seed."""
    if SOAK:
        return found
    draw, by_card = random.Random(13), sorted(found, key=lambda case: case[2])
    groups = [list(group) for _, group in groupby(by_card, key=lambda case: case[2])]
    return [case for group in groups for case in draw.sample(group, min(SOME_OF_A_CARD, len(group)))]


def cases() -> list[Case]:
    """Two cards with a text each that says the same, what is played, and what differs from the board."""
    found: list[Case] = []
    for table, hosts in HOSTS.items():
        for number, row in enumerate(ROWS[table]):
            others = [host for host in hosts[1:] if host not in row.get("not", [])]
            for host in others if SOAK else [others[number % len(others)]]:
                found.append((hosts[0], row["text"], host, row["text"], row.get("play", []), row.get("more", {})))
    for row in ROWS["pair"]:
        first, second = row["on"]
        found.append((first, row["texts"][0], second, row["texts"][1], row.get("play", []), row.get("more", {})))
    return found


@rule("TRA-1", "ITM-1", "STA-1", "TOK-1", "COM-1")
@pytest.mark.parametrize("case", chosen(cases()), ids=lambda case: f"{case[2]}: {case[3]}")
def test_a_text_does_the_same_on_every_card(case: Case):
    first, text, second, other, play, more = case
    assert outcomes(first, text, play, more) == outcomes(second, other, play, more)


REFUSED = [
    ("attack", "At the end of the round, gain an Oil token.", "it is gained onto a card, and a scenario has none"),
    ("objective", "At the end of the round, gain an Oil token.", "it is gained onto a card, and a bonus objective has none"),
    ("trait", "At the end of the round, an opponent gains an Oil token.", "it is gained onto a card, and a side has none: write who, as `a rival gains …`"),
    ("trait", "At the end of the round, place the Net token adjacent to this.", "`the Net token` stands for nobody"),
    ("token", "At the end of the round, each rival nearest to this moves 1.", "of several that are equally near one is chosen (DST-3)"),
    ("status", "Instead of this being knocked out, put this on the 3 of the owner's track.", "a figure goes to the track of its own side: `your track`"),
    ("status", "When this ends its movement adjacent to the owner, the owner pushes it 1.", "`it` cannot be `the owner`"),
    ("status", "At the start of each round, its owner may move this 1.", "`its owner` is nobody: `the owner` is who gave or placed this"),
    ("marker", "When a character with this is knocked down, its challenger takes this.", "`its challenger` is nobody: `the challenger` is who challenges"),
    ("status", "At the start of its turn, exhaust this.", "who is exhausted in its own turn goes on with it (TRN-12)"),
]  # fmt: skip


@rule("TOK-1", "DST-3", "CDN-3")
@pytest.mark.parametrize(("host", "text", "why"), REFUSED)
def test_what_a_card_cannot_mean_is_refused(host: str, text: str, why: str):
    assert why in refusal(host, text)
