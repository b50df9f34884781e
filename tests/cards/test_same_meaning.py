"""Sentences that say the same in other words lead to the same outcomes, whatever is answered: `it` and `that rival`, chosen first or at once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kit.packs import FOLDER
from kit.table import Game, scene
from kit.texts import card_with
from tipover import State, apply, load
from tipover.cards.catalog import Catalog
from tipover.cards.toml import ContentError

BOARD = """
+---+---+---+---+
| .   .   y   . |
+   +   +   +   +
| .   A   B   . |
+   +   +   +   +
| C   z   .   x |
+---+---+---+---+
"""
PACK = 'name = "Same"\nversion = "0.1.0"\nneeds = ["core", "terrain", "golden_girls"]\nwall = "yellow"\nshort = "SAME"\n'
FIGURE_FACTS = [f"{mark}.{fact}" for mark in "ABCxyz" for fact in ("square", "down", "out", "exhausted", "items")]
FACTS = FIGURE_FACTS + [f"sides.{side}.{fact}" for side in ("light", "dark") for fact in ("points", "pool", "track")]
MOST_STATES = 3000

# X is a pronoun or `that rival`; what is chosen before it is a rival.
OF_A_RIVAL = """
Push X 1. | Pull X 1. | Move X 1. | Place X adjacent to this. | Swap this with X. | Swap an ally with X. | Knock X down. | Stand X up. | Exhaust X.
Refresh X. | Challenge 1 against X. | Range 4 challenge 1 against X. | Basic challenge against X. | An ally does a challenge 1 against X.
Each ally may do a challenge 1 against X. | An ally may do a basic challenge against X. | Control X: X does a basic action. | X moves 1. | X may move 1.
Move 1 toward X. | Move 1 away from X. | Push an ally 1 away from X. | Pull an ally 1 toward X. | Place this adjacent to X. | Place this within 2 of X.
Choose an ally adjacent to X. Knock that ally down. | Put X on the 2 of an opponent's track. | If X is standing, gain 1 point.
Gain 1 point for each rival adjacent to X. | Each ally within 2 of X moves 1. | X defends against a challenge 2. | X does a basic action.
For each figure adjacent to X: knock that figure down. | Move 2, ending adjacent to X. | Move an ally 2, ending adjacent to X. | Move an ally 2 toward X.
Push each figure adjacent to X 1 away from X. | Shift an ability token on X's track up 1. | Put an ability token in X's pool on the 2 of X's track.
Choose the ally nearest to X. Knock that ally down. | Choose a figure other than X. Knock that figure down. | Range 4 challenge 1 against a rival other than X.
Range 4 challenge 1 against a rival within 2 of X. | If this is adjacent to X, gain 1 point. | This and X move 1. | Move 1 for each ally adjacent to X.
Until the end of the turn, when X is knocked down, gain 1 point. Knock X down. | Until the end of the turn, when X moves, gain 1 point. Move X 1.
Until the end of the turn, when X becomes exhausted, gain 1 point. Exhaust X. | Until the end of the turn, when X stands up, gain 1 point. Stand X up.
Until the end of the turn, when X is knocked out, gain 1 point. Knock X out. | Until the end of the turn, after a challenge against X, gain 1 point. Challenge 1 against X.
Until the end of the turn, when X is challenged, gain 1 point. Range 4 challenge 1 against X. | Until X moves, this has 1 more movement. Move X 1.
Until the end of the turn, when an ally adjacent to X moves, gain 1 point. Move each ally 1. | Until the end of the turn, X has 1 less defense. Challenge 1 against X.
X stands up or moves 1. | Choose one: push X 1; or knock X down. | 2 times: push X 1. | Range 4 challenge 2 from X. | You may push X 1. | Put X's item on the 1 of X's track.
"""
CHOSEN_FIRST_OR_AT_ONCE = [
    ("Push an adjacent rival 1.", "Choose an adjacent rival. Push it 1."),
    ("Swap this with an ally.", "Choose an ally. Swap it with this."),
    ("Place an ally within 3 adjacent to this.", "Choose an ally within 3. Place it adjacent to this."),
    ("Knock each adjacent rival down.", "For each adjacent rival: knock it down."),
    ("Push each adjacent rival 1.", "For each adjacent rival: push it 1."),
    ("Each ally may stand up.", "For each ally: it may stand up."),
    ("Choose 2 rivals. Push them 1.", "Push 2 rivals 1."),
    ("Choose up to 2 rivals. Knock those rivals down.", "Knock up to 2 rivals down."),
    ("An ally stands up or moves 1.", "Choose an ally. It stands up or moves 1."),
    ("Place this adjacent to an ally. Push it 1.", "Choose an ally. Place this adjacent to it. Push it 1."),
    ("Move 1 toward a rival. Knock it down.", "Choose a rival. Move 1 toward it. Knock it down."),
    ("This and an ally move 1.", "Choose an ally. This and it move 1."),
    ("Shift an ability token on the track of a rival up 1.", "Shift an ability token on a rival's track up 1."),
    ("Shift an ability token on the track of an opponent up 1.", "Shift an ability token on an opponent's track up 1."),
    ("Gain 1 point for each ability token on the track of an opponent.", "Gain 1 point for each ability token on an opponent's track."),
    ("Gain 1 point for each red token in the pool of a rival.", "Gain 1 point for each red token in a rival's pool."),
    ("Choose an ally. Push each rival adjacent to it 1.", "Push each rival adjacent to an ally 1."),
    (
        "Choose up to 2 rivals. Knock those rivals out. Gain 1 point for each of those rivals.",
        "Choose up to 2 rivals. Gain 1 point for each of those rivals. Knock those rivals out.",
    ),
    ("Put an opponent's item on the 2 of an opponent's track.", "Choose a rival with an item. Put its item on the 2 of its track."),
]


def filled(form: str, word: str) -> str:
    said = form.strip().replace("X's", "its" if word == "it" else f"{word}'s").replace("X", word)
    return ". ".join(part[:1].upper() + part[1:] for part in said.split(". "))


FORMS = [form for line in OF_A_RIVAL.strip().splitlines() for form in line.split("|") if form.strip()]
PAIRS = [
    *((f"Choose a rival. {filled(form, 'it')}", f"Choose a rival. {filled(form, 'that rival')}") for form in FORMS),
    *((f"Range 3 challenge 1. {filled(form, 'it')}", f"Range 3 challenge 1. {filled(form, 'the target')}") for form in FORMS[::4]),
    *CHOSEN_FIRST_OR_AT_ONCE,
]
RULES = list(dict.fromkeys(rule for pair in PAIRS for rule in pair))


@cache
def cards() -> Catalog:
    """A character for each rule, all in one pack."""
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "same"
        (pack / "characters").mkdir(parents=True)
        (pack / "pack.toml").write_text(PACK, encoding="utf-8")
        for number, rule in enumerate(RULES):
            card = f'name = "Tester {number}"\ntokens = ["red"]\ndefense = 2\n\n[[ability]]\nname = "Try"\ncost = "red 1"\nrule = {json.dumps(rule)}\n'
            (pack / "characters" / f"t{number}.toml").write_text(card, encoding="utf-8")
        return load(FOLDER / "terrain", pack)


def outcomes(rule: str) -> tuple[set[str], set[int]]:
    """Every way in which the board may stand after a rule, of each roll its first and last answer; and who was asked."""
    game = scene(
        BOARD,
        catalog=cards(),
        A=f"Tester {RULES.index(rule)}",
        B={"exhausted": True},
        C={"down": True},
        y={"down": True},
        z={"character": "Rose Nylund", "items": ["Cheesecake"]},
        areas={"start light": ["a1"], "start dark": ["d1"]},
        sides={
            "light": {"pool": ["red", "blue"], "track": [["silver"], [], [], []]},
            "dark": {"pool": ["red"], "track": [[], ["blue"], [], []]},
        },
    )
    game.play("A: Try")
    waiting: list[State] = [game.state]
    seen: set[str] = set()
    found: set[str] = set()
    asked: set[int] = set()
    while waiting:
        state = waiting.pop()
        digest = state.digest()
        if digest in seen:
            continue
        seen.add(digest)
        assert len(seen) < MOST_STATES, rule
        now, ask = Game(state), state.decision
        if ask is None or any(line.endswith(": end") for line in now.options):
            found.add(json.dumps([now[fact] for fact in FACTS]))
            continue
        asked.add(ask.seat)
        for choice in (ask.options[0], ask.options[-1]) if ask.seat < 0 else ask.options:
            after = state.clone()
            apply(after, choice)
            waiting.append(after)
    return found, asked


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[1])
def test_what_says_the_same_does_the_same(pair: tuple[str, str]):
    first, second = map(outcomes, pair)
    assert first == second


def test_a_challenge_against_somebody_chosen_before_is_done():
    """`against that rival` was taken for a new target: it could never be done."""
    for form in ("Challenge 1 against X.", "An ally does a challenge 1 against X."):
        for word in ("it", "that rival"):
            assert len(outcomes(f"Choose a rival. {filled(form, word)}")[0]) > 1, (form, word)


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("Choose an ally. Challenge 1 against it.", "a challenge is never against it (CHA-1)"),
        ("For each ally: challenge 1 against it.", "a challenge is never against it (CHA-1)"),
        ("Choose an ally. It may do a challenge 1 against this.", "a challenge is never against this (CHA-1)"),
        ("Choose a rival. It does a challenge 1 against this.", "who is made to challenge challenges its own side, not this (CHA-29)"),
        ("Choose an ally. A rival does a challenge 1 against it.", "who is made to challenge challenges its own side, not it (CHA-29)"),
        ("An ally may do a challenge 2 against it.", "`it` cannot be `an ally`"),
        ("Gain 1 point for each red token in an area.", "an ability token is in a pool or on a track, nowhere on the map"),
        ("Gain 1 point for each ability token on the map.", "on the map are a figure"),
        ("Gain 1 point for each point on your track.", ""),
        ("Each rival within 3 other than the rival nearest to this moves 1.", "first `Choose the rival nearest to this.`"),
        ("Gain 1 point for each rival adjacent to the ally nearest to this.", "first `Choose the ally nearest to this.`"),
        ("Each opponent discards a red token.", "`discard` is not done to an ability token"),
        ("Control 2 adjacent rivals: it moves 1.", "who is controlled is named one at a time"),
        ("Move 1 toward 2 rivals.", "a way leads toward one thing"),
        ("Move 1 toward each rival.", "a way leads toward one thing"),
    ],
)
def test_what_can_never_be_is_refused(rule: str, reason: str):
    with pytest.raises(ContentError) as refused:
        card_with(rule)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "rule", ["An adjacent rival may do a basic challenge against this.", "A rival may do a basic challenge against an ally."]
)
def test_a_rival_may_be_allowed_to_challenge_ones_own_side(rule: str):
    game = scene(" A B z ", catalog=card_with(rule), A="Tester", z={"side": "dark"}, pool="red")
    if "this" in rule:
        game = scene(" A z . ", catalog=card_with(rule), A="Tester", pool="red")
    game.play("A: Try")
    assert game.state.decision is not None and game.state.decision.seat == 1 and "> no" in game.options
    game.play(next(line for line in game.options if line != "> no"))
    assert game.options[0].startswith("roll")


def test_types_of_ability_token_are_counted_in_a_pool_too():
    rule = "Challenge 1, plus 1 for each type of ability token in your pool."
    game = scene(" A z . ", catalog=card_with(rule), A="Tester", pool="red gold gold blue")
    game.play("A: Try")
    assert game.dice == "3 dice = 1 Try + 2 types of ability token in pool"


@pytest.mark.parametrize(
    ("rule", "first", "most"),
    [
        ("Challenge 1 against up to 2 rivals.", ["> done", "> y", "> z"], 2),
        ("Challenge 1 against any number of adjacent rivals.", ["> done", "> y", "> z"], 2),
        ("Challenge 1 against 2 rivals.", ["> y", "> z"], 2),
        ("Range 4 challenge 1 against 3 rivals.", ["> w", "> x", "> y", "> z"], 3),
    ],
)
def test_a_challenge_against_several_is_made_against_each_of_them(rule: str, first: list[str], most: int):
    """One of them was challenged, and the number meant nothing (CHA-10)."""
    drawing = "+---+---+---+---+\n| z   A   y   . |\n+   +   +   +   +\n| .   .   .   . |\n+   +   +   +   +\n| x   .   .   w |\n+---+---+---+---+"
    game = scene(drawing, catalog=card_with(rule), A="Tester", pool="red")
    game.play("A: Try")
    if not game.options[0].startswith("roll"):
        assert sorted(game.options) == first, "only who can be a target"
    while ">" in game.options[0] or game.options[0].startswith("roll"):
        game.play(game.options[0])
    assert len([event for event in game.events if type(event).__name__ == "Challenged"]) == most


@pytest.mark.parametrize("number", ["up to 2 rivals", "2 rivals", "any number of rivals"])
def test_a_challenge_against_several_needs_a_target_to_be_chosen(number: str):
    game = scene(" A . z ", catalog=card_with(f"Challenge 1 against {number}.", challenge=True), A="Tester", pool="red")
    assert game.refused("A: Try") == ["CHA-16"]
