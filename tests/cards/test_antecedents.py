"""Each `it` and `them` stands for one thing."""

import pytest

from tipover.cards.read import read_rule
from tipover.cards.read_antecedents import antecedents

from .samples import FORMS, NAMES, TEXTS

CASES: list[tuple[str, list[str]]] = [
    ("Choose an ally in sight. This and it move 2.", ["an ally in sight"]),
    ("It stands up.", ["this"]),
    ("Place this adjacent to a rival within 2. Push it 1.", ["this"]),
    ("Swap this with an ally. It may stand up.", ["an ally"]),
    ("Choose a rival. Give an item to it. It moves 1.", ["a rival", "an item"]),
    ("Choose a rival. Choose another rival. Push it 1.", ["another rival"]),
    ("Challenge 2 against a standing rival. Push it 1.", ["a standing rival"]),
    ("Choose the rival nearest to this. Push it 1.", ["this"]),
    ("For each adjacent rival: challenge 2 against it, then push it 1.", ["the current one of each adjacent rival"] * 2),
    ("Choose a rival. For each ally: it moves 1. Push it 1.", ["the current one of each ally", "a rival"]),
    ("Choose a rival. Each ally may discard its item. Push it 1.", ["the current one of each ally", "a rival"]),
    ("Place each minion in its set-up square.", ["the current one of each minion"]),
    ("Control a rival: it moves 1, then push it 1.", ["a rival", "a rival"]),
    ("Choose 2 rivals. Push them 1.", ["2 rivals"]),
    ("Choose up to 2 rivals within 3. They stand up.", ["up to 2 rivals within 3"]),
    ("Push them 1.", ["nothing"]),
    ("When a rival enters an area, push it 1.", ["a rival"]),
    ("When you knock out a rival, gain 1 point, plus 1 if it has an item.", ["a rival"]),
    ("When you reach 3 points, it moves 1.", ["this"]),
    ("When Drogon returns, place it in its last square.", ["Drogon", "Drogon"]),
    ("After a challenge by this, it may move 1.", ["this"]),
    ("This or a standing ally moves 1. Push it 1.", ["this or a standing ally"]),
    ("As an interact, a character may shift a token on its track down 2. Push it 1.", ["a character", "a token on its track"]),
    ("If it wins, move 1.", []),
    ("At the start of its turn, move 1.", []),
    ("Choose a rival. If you have an item, push it 1.", ["a rival"]),
]


@pytest.mark.parametrize(("text", "meant"), CASES)
def test_it_and_them_stand_for_one_thing(text: str, meant: list[str]) -> None:
    assert [one.description for rule in read_rule(text, NAMES) for one in antecedents(rule)] == meant


@pytest.mark.parametrize("text", [*(text for _, text in TEXTS), *FORMS])
def test_each_is_found_where_it_stands(text: str) -> None:
    found = [one for rule in read_rule(text, NAMES) for one in antecedents(rule)]
    assert len({one.at for one in found}) == len(found)
    for one in found:
        assert one.description not in ("", "nothing")
        assert text[one.at.offset :].lower().startswith(("it", "them", "they", "their"))
