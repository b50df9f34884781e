"""Every pronoun of a text stands for one thing, and is refused where it could stand for two (language, section 6)."""

import pytest

from tipover.cards.phrase_kinds import FIGURE, PhraseKinds
from tipover.cards.read import read_rule
from tipover.cards.references import Reference
from tipover.cards.resolve import resolve
from tipover.cards.words import phrase_words

from .samples import FORMS, NAMES, TEXTS

CASES: list[tuple[str, list[str]]] = [
    ("Choose an ally in sight. This and it move 2.", ["an ally in sight"]),
    ("It stands up.", ["this"]),
    ("Place this adjacent to a rival within 2. Push it 1.", ["a rival within 2"]),
    ("Swap this with an ally. It may stand up.", ["an ally"]),
    ("Choose a rival. Give an item to it. It moves 1.", ["a rival", "a rival"]),
    ("Choose a rival. Choose another rival. Push it 1.", ["another rival"]),
    ("Challenge 2 against a standing rival. Push it 1.", ["a standing rival"]),
    ("Choose the rival nearest to this. Push it 1.", ["the rival nearest to this"]),
    ("Choose a rival. Each ally stands up. Knock it down.", ["a rival"]),
    ("Choose a rival. Each rival adjacent to it defends against a challenge 2.", ["a rival"]),
    ("Range 3 challenge 2. Put an item of the target on the 2 of its track.", ["the target"]),
    (
        "Choose a rival. Choose a square within 3 of that rival. Move that rival 2 toward that square.",
        ["a rival", "a rival", "a square within 3 of that rival"],
    ),
    ("When this ends its movement adjacent to a rival, push it 1.", ["a rival"]),
    ("When a rival ends its movement adjacent to an ally, push it 1. Once per turn.", ["a rival"]),
    ("When a rival ends its movement adjacent to an ally, move that ally 1. Once per turn.", ["an ally"]),
    ("When this takes a Squid marker, discard it.", ["a Squid marker"]),
    ("After this does an ability, it may move 1.", ["this"]),
    ("When a rival enters the square of a Squid marker, remove it.", ["a Squid marker"]),
    ("If you have a Squid marker, discard it.", ["a Squid marker"]),
    ("If a rival has an item, push it 1.", ["a rival"]),
    ("If a rival has an item, discard it.", ["an item"]),
    ("For each rival: if it is adjacent to an ally, push it 1.", ["the current one of each rival"] * 2),
    ("An adjacent ally may push a rival 1 to knock it down.", ["a rival"]),
    ("When a rival within 3 is knocked out, you may place the Wight in its last square.", ["a rival within 3"]),
    ("Place the Wight adjacent to this. Push it 1.", ["the Wight"]),
    ("If this is adjacent to a rival, push it 1.", ["a rival"]),
    ("If there is an adjacent rival, push it 1.", ["an adjacent rival"]),
    ("Choose a rival. If it is a character, knock it down. Otherwise, push that rival 1.", ["a rival", "a rival", "a rival"]),
    ("When an adjacent character is beaten, if the challenger is a character, push that character 1.", ["an adjacent character"]),
    ("Push each adjacent rival 1. Knock them down.", ["each adjacent rival"]),
    ("Choose up to 2 rivals. Choose an ally. Push those rivals 1.", ["up to 2 rivals"]),
    ("Challenge 2. Push it 1.", ["the target"]),
    ("For each adjacent rival: challenge 2 against it, then push it 1.", ["the current one of each adjacent rival"] * 2),
    ("Choose a rival. For each ally: it moves 1. Push it 1.", ["the current one of each ally", "a rival"]),
    ("Choose a rival. Each ally may discard its item. Push it 1.", ["the current one of each ally", "a rival"]),
    ("Place each minion in its set-up square.", ["the current one of each minion"]),
    ("Control a rival: it moves 1, then push it 1.", ["a rival", "a rival"]),
    ("An opponent chooses a rival. It may move 1.", ["a rival"]),
    ("An ally chooses a rival. It may move 1.", ["a rival"]),
    ("Choose 2 rivals. Push them 1.", ["2 rivals"]),
    ("Choose up to 2 rivals within 3. They stand up.", ["up to 2 rivals within 3"]),
    ("Push them 1.", ["nothing"]),
    ("If 2 or more rivals carry a marker, push them 1.", ["nothing"]),
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
    ("Choose a rival with an item. Discard it.", ["an item"]),
    ("Choose a rival with an item. Push it 1.", ["a rival with an item"]),
    ("Take an item of an adjacent rival. Push it 1.", ["an adjacent rival"]),
    ("Place this in the square of a token. Remove it.", ["a token"]),
    ("Choose an ally. Move each rival 1 toward it.", ["an ally"]),
    ("Choose an ally. Each rival moves 1 toward it.", ["an ally"]),
    ("Each ally moves 1 toward its starting area.", ["the current one of each ally"]),
    ("Choose an opponent's character. Push it 1.", ["an opponent's character"]),
    ("Move an ally's token 1. That ally moves 1.", ["an ally"]),
    ("An ally moves 1 or stands up. It moves 1.", ["an ally"]),
    ("Choose an ally. It moves 1 or stands up. It moves 1.", ["an ally", "an ally"]),
    ("Choose a rival. Each ally pushes an ally 1. Knock it down.", ["a rival"]),
    ("Each ally may push a rival 1, then knock it down.", ["a rival"]),
    ("Move 2, ending adjacent to a rival. Push it 1.", ["a rival"]),
    ("This and an ally move 1. It moves 1.", ["an ally"]),
    ("If 2 or more rivals are adjacent to this, push them 1.", ["2 or more rivals"]),
    ("Push a rival 1 or pull a rival 1. Knock it down.", ["a rival"]),
    ("Choose an ally. Each rival may move 1 toward it.", ["an ally"]),
    ("Choose a rival. Each ally may push it 1.", ["a rival"]),
    (
        "As an interact, a character adjacent to a Flag marker may gain 2 points. Place it in its starting area.",
        ["a character adjacent to a Flag marker", "a character adjacent to a Flag marker"],
    ),
    ("Each ally may push a rival adjacent to it 1.", ["the current one of each ally"]),
    ("Choose one: push a rival 1, then move 1; or pull a rival 1, then move 1. Knock it down.", ["a rival"]),
    ("Range 3 challenge 2 from an ally. That ally moves 1.", ["an ally"]),
    ("Choose a rival. If it is adjacent to an ally, push it 1. Otherwise, it moves 1.", ["a rival"] * 3),
]
BESIDE = {
    "Put an item of a rival on the 2 of its track.": "an item of a rival",
    "Put an ability token in the pool of an opponent on the 2 of its track.": "an opponent",
    "Place a rival in its starting area.": "a rival",
    "Move a rival 2 toward its starting area.": "a rival",
    "Range 3 challenge 2 from an ally against a rival not adjacent to it.": "an ally",
}


TWO_WAYS: list[tuple[str, str, str]] = [
    ("Choose a rival. Swap it with another rival. Push it 1.", "another rival", "a rival"),
    ("Choose a rival. Move it 2 toward an ally. Push it 1.", "an ally", "a rival"),
    ("Choose an ally within 3. Place it adjacent to a rival. It stands up.", "a rival", "an ally within 3"),
    ("Swap an ally with a rival. Push it 1.", "a rival", "an ally"),
    ("Choose an ally. If it is knocked down, choose a rival. Push it 1.", "a rival", "an ally"),
    ("Choose a rival. You may choose an ally. Push it 1.", "an ally", "a rival"),
    ("An ally does a basic challenge. It may move 1.", "the target", "an ally"),
    ("An ally pushes an adjacent rival 1. It may move 1.", "an adjacent rival", "an ally"),
    ("An ally may push an adjacent rival 1. It may move 1.", "an adjacent rival", "an ally"),
    ("Control an adjacent rival: it does a basic challenge. Push it 1.", "the target", "an adjacent rival"),
    ("As a basic action, a character may push an adjacent rival 1. It may move 1.", "an adjacent rival", "a character"),
    ("Place an ally within 3 adjacent to a rival. It stands up.", "a rival", "an ally within 3"),
    ("Place the Wight adjacent to a rival. Push it 1.", "a rival", "the Wight"),
    ("Move an ally 2, ending adjacent to a rival. Push it 1.", "a rival", "an ally"),
    ("Push a rival and an ally 1. It moves 1.", "an ally", "a rival"),
    ("Push a rival 1 or stand an ally up. It moves 1.", "an ally", "a rival"),
    ("If this is standing, push a rival 1. Otherwise, move an ally 1. It moves 1.", "an ally", "a rival"),
]


def references(text: str) -> list[Reference]:
    return [one for rule in read_rule(text, NAMES) for one in resolve(rule, PhraseKinds(NAMES, FIGURE)).references]


@pytest.mark.parametrize(("text", "meant"), CASES)
def test_a_pronoun_stands_for_one_thing(text: str, meant: list[str]) -> None:
    found = references(text)
    assert [one.description for one in found] == meant
    assert not any(one.also for one in found)


@pytest.mark.parametrize(("text", "beside"), BESIDE.items())
def test_what_would_mean_this_is_refused_beside_something_chosen_that_fits_as_well(text: str, beside: str) -> None:
    (found,) = references(text)
    assert found.meant is None and found.beside is not None and phrase_words(found.beside) == beside


@pytest.mark.parametrize("text", ["Exhaust an ally adjacent to it.", "Give its item to an ally.", "Move a rival 1, ending adjacent to it."])
def test_nothing_is_beside_or_toward_itself_so_this_is_meant(text: str) -> None:
    (found,) = references(text)
    assert found.meant is None and found.beside is None


@pytest.mark.parametrize(
    "text",
    [
        "Each ally pushes a rival 1. Knock it down.",
        "For each ally: push a rival 1. Knock it down.",
        "Each ally moves 1 or pushes a rival 1. Knock it down.",
        "2 times: push a rival 1. Knock it down.",
    ],
)
def test_what_each_of_several_chose_for_itself_is_not_one_thing_afterwards(text: str) -> None:
    last = references(text)[-1]
    assert last.meant is None and last.unfit is not None and last.unfit.description == "a rival"


@pytest.mark.parametrize(
    ("text", "unfit"),
    [
        ("Roll 2 dice. If the dice match, push a rival 1. Otherwise, it moves 1.", "a rival"),
        ("If there is an adjacent rival, push it 1. Otherwise, it moves 1.", "an adjacent rival"),
        ("Gain a red token. Return it.", "a red token"),
        ("Lose a red token. Return it.", "a red token"),
        ("Move each rival 1 toward an ally. Push it 1.", "an ally"),
        ("When this is challenged, the owner may move 1 toward it.", "the owner"),
        ("When this is removed, the owner may place it adjacent to this.", "the owner"),
        ("Choose an ally. It may stand it up.", "an ally"),
        ("An ally may move 1 toward it.", "an ally"),
    ],
)
def test_what_is_not_there_when_a_word_is_reached_is_not_meant(text: str, unfit: str) -> None:
    last = references(text)[-1]
    assert last.meant is None and last.unfit is not None and last.unfit.description == unfit


@pytest.mark.parametrize(("text", "meant", "also"), TWO_WAYS)
def test_two_things_that_fit_equally_well_are_both_found(text: str, meant: str, also: str) -> None:
    last = references(text)[-1]
    assert last.meant is not None and last.also is not None
    assert (last.meant.description, last.also.description) == (meant, also)


@pytest.mark.parametrize("text", [*(text for _, text in TEXTS), *FORMS])
def test_each_is_found_where_it_stands(text: str) -> None:
    found = references(text)
    assert len({one.at for one in found}) == len(found)
    for one in found:
        assert one.description not in ("", "nothing") and one.also is None
        assert text[one.at.offset :].lower().startswith(("it", "them", "they", "their", "that", "those"))
