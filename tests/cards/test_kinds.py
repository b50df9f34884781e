"""A deed, relation, adjective or event is said of what it can be said of (language, section 6)."""

import pytest

from tipover.cards.check import check_rule
from tipover.cards.check_text import WrittenRule
from tipover.cards.read import read_rule
from tipover.cards.toml import Document

from .samples import NAMES

REFUSED = [
    ("Exhaust a wall.", "`Exhaust` is done to a character, not to a wall"),
    ("Choose a wall within 2. Push it 1.", "`Push` is done to a figure, an objective, a token or a marker, not to a wall"),
    ("Push this 1.", "nothing is pushed from itself"),
    ("Move 3, through walls within 1.", "who moves through walls moves through all of them: write `through walls`"),
    ("Each ally can move through walls adjacent to it.", "who moves through walls moves through all of them"),
    ("When this is removed, gain 1 point.", "not of a character: write `is knocked out`"),
    ("Pull it 1.", "nothing is pulled to itself"),
    ("Choose a rival. Push each ally of it 1.", "`ally` is always seen from `this`, not from `it`: write `a character of its side`"),
    ("Challenge 2. Push the target's ally 1.", "`ally` is always seen from `this`"),
    ("Each ally of this moves 1.", "write `ally` alone"),
    ("Each rival with no ally within 2 of it moves 1.", "a figure has items, cards and pieces, not an ally within 2 of it"),
    ("If this has a minion, move 1.", "a figure has items, cards and pieces, not a minion: say where that is, as `adjacent to a minion`"),
    ("Push a rival and an ally and a minion and a figure and a character and a token and a marker 1.", "one thing too many"),
    ("For each rival: choose an ally, then push it 1. Pull it 1.", "cannot be `an ally`"),
    ("Return an ability token in your pool.", "never to what is in a pool"),
    ("Shift an ability token in your pool up 1.", "never to what is in a pool"),
    ("Each other ally moves 1.", "`allies` are never the figure itself"),
    ("Place this with an ally.", "`with an ally` is no place to come to"),
    ("Place an ally with no item.", "`with no item` is no place to come to"),
    ("Place this other than an ally.", "`other than an ally` is no place to come to"),
    ("Place this on your track.", "`on your track` is no place to come to"),
    ("Move 2, ending with an item.", "`with an item` is no place to come to"),
    ("Move 2, ending of yours.", "`of yours` is no place to come to"),
    ("Remove an adjacent rival.", "`Remove` is not done to a character: you may mean `Knock an adjacent rival out.`"),
    ("Remove up to 2 rivals.", "`Remove` is not done to a character: you may mean `Knock up to 2 rivals out.`"),
    ("Choose a rival. Remove it.", "`Remove` is not done to a character: you may mean `Knock it out.`"),
    ("Discard an ally.", "`Discard` is not done to a figure: you may mean `Knock an ally out.`"),
    ("Remove a companion.", "`Remove` is not done to a companion: you may mean `Choose a companion. Put it on the 3 of its track.`"),
    ("Knock an adjacent minion down.", "`Knock` is not done to a minion: you may mean `Knock an adjacent minion out.`"),
    ("An opponent does a basic move.", "`do` is done by a figure, not by a side"),
    ("Give an item to an opponent.", "`give … to` leads to a character, not to a side"),
    ("Choose a standing item. Give it to this.", "`standing` is said of a figure or an objective, not of an item"),
    ("Choose an item within 2. Give it to this.", "`within` is said of"),
    ("Choose a rival within 2 of an opponent. Push it 1.", "`within` leads to"),
    ("Move 2 toward an item.", "`toward` leads to"),
    ("Return a thing on your track other than a wall.", "`other than` leads to a track, not to a wall"),
    ("Gain an ability token.", "say its colour: `a red token`"),
    ("Gain a gold token or a red token.", "`Gain` takes one thing at a time: `gain a gold token or gain a red token`"),
    ("Gain a gold token and 1 point.", "`Gain` takes one thing at a time: `gain a gold token, then gain 1 point`"),
    ("An opponent loses a gold token or blue token.", "`lose` takes one thing at a time: `lose a gold token or lose a blue token`"),
    ("Roll a die or 2 dice. Gain 1 point for each success.", "`Roll` takes one thing at a time: `roll a die or roll 2 dice`"),
    ("Put a square and an item on the 2 of your track.", "`Put` is done to a thing, not to a square"),
    ("Knock a rival or a wall down.", "not to a wall"),
    (
        "Put an adjacent rival on the 1 of your track.",
        "a figure goes to the track of its own side: `Choose an adjacent rival. Put it on the",
    ),
    ("Choose a figure. Put it on the 1 of your track.", "a figure goes to the track of its own side"),
    ("Put an ally on the 2 of an opponent's track.", "a figure goes to the track of its own side"),
    ("The Cheesecake may move 1.", "`move` is done by a figure, a token or a marker, not by an item"),
    ("Choose an opponent. It may move 1.", "`move` is done by a figure, a token or a marker, not by a side"),
    ("If you have a rival, move 1.", "a side has points, tokens, cards, areas and figures of its own, not a rival: `If there is a rival`"),
    ("If an opponent has your pool, move 1.", "a side has points, tokens, cards, areas and figures of its own, not your pool"),
    ("If this has a gold token, move 1.", "a side has it: `If you have …`"),
    ("Choose a rival with a wall. Push it 1.", "a figure has items, cards and pieces, not a wall"),
    ("If this has an item or a rival, move 1.", "not a rival: say where that is"),
    ("Move 3, ending adjacent to a gold token.", "`adjacent to` leads to"),
    ("If a rival or your pool is standing, move 1.", "`standing` is said of a figure or an objective, not of a pool"),
    ("Until this takes a figure, this has 1 more defense.", "after `takes` comes an objective, a token, a marker or an item"),
    ("Until this knocks out a square, this has 1 more defense.", "after `knocks out` comes a character"),
    ("Until a companion is knocked out, this has 1 more defense.", "not of a companion: write `leaves the map`"),
    ("Until a challenge by a wall, this has 1 more defense.", "`a challenge by` is said of"),
    ("Until a die enters the square of this, this has 1 more defense.", "`enters` is said of"),
    ("A rival or an item moves 1.", "`move` is done by"),
    ("Until a wall or a token is removed, this has 1 more defense.", "`is removed` is said of"),
    ("Gain a marker.", "say which marker"),
    ("Lose 2 tokens.", "say which token"),
]
ACCEPTED = [
    "Exhaust an adjacent rival.",
    "Remove an adjacent minion.",
    "Move a token within 3 2.",
    "Push an adjacent marker 1.",
    "Gain a red token.",
    "Gain an Energy token.",
    "Gain 1 point.",
    "Push a rival and an ally and a minion and a figure and a character and a token 1.",  # six things are kept, and no seventh
]


def findings(rule: str) -> list[str]:
    texts = tuple(read_rule(rule, NAMES))
    written = WrittenRule(Document("x.toml", 'name = "X"'), ("rule",), rule, texts, "an ability", True, NAMES)
    return [one.message for one in check_rule(written) if not one.warning]


@pytest.mark.parametrize(("rule", "says"), REFUSED)
def test_what_does_not_fit_is_refused_with_what_does(rule: str, says: str) -> None:
    found = findings(rule)
    assert len(found) == 1 and says in found[0], found


@pytest.mark.parametrize("rule", ACCEPTED)
def test_what_fits_is_accepted(rule: str) -> None:
    assert findings(rule) == []
