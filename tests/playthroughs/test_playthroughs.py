"""Golden playthroughs: a seeded game of every scenario as text, read as a diff. `TIPOVER_GOLDEN=1` writes them anew.

Each question and its answer, what happened in words, and the state's digest at the end of every round. A change here is
a change of the rules, of the dice, of the packs, of the notation or of the wording: say in the commit which and why.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from laws.players import choose
from tipover import Match, Record, arrange, load
from tipover.cards.catalog import CHARACTER, SIDES
from tipover.engine.core import questions
from tipover.engine.core.attachments import names_of
from tipover.engine.core.decision import Decision
from tipover.engine.core.event import Attached, RoundEnded
from tipover.engine.core.ids import PIECE
from tipover.engine.core.state import State
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.narrate import sentences

HERE = Path(__file__).parent
MOST_LINES = 300
EAGER = 80  # how many of a hundred actions go for a rival or a card


class Golden(NamedTuple):
    """One game: its file, what is played, and the teams where they are not dealt; sets are mixed."""

    name: str
    scenario: str
    mode: str
    map: str
    rounds: int
    seed: int
    teams: tuple[tuple[str, ...], ...] = ()

    def setup(self) -> dict[str, object]:
        """The set-up as a record has it."""
        wish = Wish(self.mode, self.map, self.scenario, self.teams, self.rounds)
        return deal(load(), self.seed, wish)


GAMES = [
    Golden("control", "Control", TWO, "Funko Factory", 4, 23,
           (("Arya Stark", "Iron Man", "Needle"), ("Gi-hun", "Rose Nylund", "Cheesecake"))),
    Golden("flags", "Flags", TWO, "Florida Boardwalk", 4, 14,
           (("Black Widow", "Sae-byeok", "Honeycomb"), ("Jon Snow", "Blanche Devereaux", "Ghost"))),
    Golden("leaders", "Leaders", THREE, "Godswood", 3, 4,
           (("Daenerys Targaryen", "Captain America", "Front Man"), ("The Night King", "Il-nam", "Black Panther"))),
    Golden("territory", "Territory", TEAMS, "Helicarrier Bridge", 5, 22,
           (("Iron Man", "Il-nam", "Invitation", "Hack the Terminal"),
            ("Captain America", "Blanche Devereaux", "Cheesecake", "Retrieve the Vibranium"))),
    Golden("triumph", "Triumph", FFA_3, "Winterfell", 3, 23,
           (("Arya Stark", "Sae-byeok"), ("Black Panther", "Front Man"), ("The Night King", "Rose Nylund"))),
    Golden("infiltrate", "Infiltrate", FFA_4, "Winterfell", 2, 2,
           (("Gi-hun", "Jon Snow"), ("Black Widow", "Il-nam"), ("Daenerys Targaryen", "Iron Man"), ("Rose Nylund", "Captain America"))),
    Golden("scrimmage", "Scrimmage", TWO, "Shuri's Lab", 4, 54),  # picked in secret
    Golden("ultimate", "Ultimate", ULTIMATE, "Barracks", 3, 20),
    Golden("red_light_green_light", "Red Light Green Light", TWO, "The Yard", 2, 15,
           (("Sae-byeok", "Black Panther"), ("Front Man", "Arya Stark"))),
    Golden("squid_game", "Squid Game", THREE, "The Yard", 3, 12,
           (("Gi-hun", "Daenerys Targaryen", "Blanche Devereaux"), ("Il-nam", "Black Widow", "Jon Snow"))),
    Golden("gotham", "Leaders", THREE, "Gotham City Streets", 2, 1,
           (("Batman", "Batgirl", "Robin", "Batarang"), ("The Joker", "Harley Quinn", "Catwoman", "Mallet"))),
    Golden("diagon_alley", "Flags", THREE, "Diagon Alley", 2, 1,
           (("Harry Potter", "Hermione Granger", "Ron Weasley", "Felix Felicis", "Broom"),
            ("Lord Voldemort", "Bellatrix Lestrange", "Draco Malfoy", "Dagger", "Needle"))),
    Golden("oogies_lair", "Control", THREE, "Oogie's Lair", 2, 1,
           (("Jack Skellington", "Sally", "Wonder Woman", "Lasso of Truth"), ("Oogie Boogie", "Dr. Finkelstein", "Cheetah", "Whip"))),
    Golden("visitor_center", "Territory", THREE, "Visitor Center", 2, 1,
           (("Dr. Ellie Sattler", "Dr. Ian Malcolm", "Kool-Aid Man", "Flare"), ("Raptor", "T-Rex", "Rick Sanchez", "Portal Gun"))),
    Golden("blips_and_chitz", "Flags", TWO, "Blips and Chitz", 3, 2,
           (("Rick Sanchez", "Morty Smith", "Portal Gun"), ("Raptor", "Kool-Aid Man", "Flare"))),
    Golden("basketball", "Basketball", TWO, "The Court", 3, 1, (("LeBron James", "Invisible Man"), ("Bugs Bunny", "The Creature"))),
    Golden("black_lagoon", "Control", TWO, "Black Lagoon", 2, 1, (("The Bride", "The Creature"), ("Invisible Man", "Bugs Bunny"))),
    Golden("first_golden_girls", "First game (Golden Girls)", FIRST, "Florida Boardwalk", 5, 22),
    Golden("first_squid_game", "First game (Squid Game)", FIRST, "Barracks", 3, 11),
    Golden("first_marvel", "First game (Marvel, Game of Thrones)", FIRST, "Shuri's Lab", 3, 24),
]  # fmt: skip


# -- telling -----------------------------------------------------------------------------------------------


def asked(state: State, ask: Decision) -> str:
    """Who is asked what: `light, action of Rose Nylund`."""
    who = "chance" if ask.is_chance else SIDES[ask.side] if ask.side >= 0 else f"seat {ask.seat}"
    of = f" of {state.name(ask.figure)}" if 0 <= ask.figure < len(state.figure_at) else ""
    return f"{who}, {questions.ASKS[ask.asked]}{of}"


def scores(state: State) -> str:
    return ", ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)


def story(golden: Golden, match: Match) -> Iterator[str]:
    """Play to the end, telling every question, its answer, and what came of it."""
    yield f"# {golden.scenario}, {golden.mode}, {golden.map}: {golden.rounds} rounds, seed {golden.seed}"
    for part in match.setup.source["sides"]:  # type: ignore[attr-defined]
        yield f"# {json.dumps(part, ensure_ascii=False)}"
    dice, stream = SeededDice(golden.seed), Stream(golden.seed, golden.name)
    while (ask := match.state.decision) is not None:
        question = asked(match.state, ask)
        events = match.play(dice.answer(ask) if ask.is_chance else choose(match.state, stream, EAGER))
        yield f"{len(match.choices)} [{question}] {match.lines[-1]}"
        yield from (f"    {sentence}" for sentence in sentences(match.state, events))
        if any(isinstance(event, RoundEnded) for event in events):
            yield f"--- {scores(match.state)}; digest {match.state.digest()}"
    winner = SIDES[match.state.winner] if match.state.winner >= 0 else "nobody"
    yield f"=== {winner} wins in round {match.state.round}: {scores(match.state)}; digest {match.state.digest()}"


@cache
def playthrough(golden: Golden) -> tuple[Match, str]:
    match = Match(arrange(load(), golden.setup()))
    return match, "\n".join(story(golden, match)) + "\n"


# -- the tests ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_the_game_goes_as_it_went(golden):
    match, text = playthrough(golden)
    assert match.over
    path = HERE / f"{golden.name}.txt"
    if os.environ.get("TIPOVER_GOLDEN") == "1":
        path.write_bytes(text.encode())
    assert len(text.splitlines()) <= MOST_LINES, "a playthrough is to be read: fewer rounds"
    assert path.is_file() and path.read_bytes().decode() == text, f"{path.name} tells another game; TIPOVER_GOLDEN=1 writes it anew"


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_its_record_replays(golden):
    match, _ = playthrough(golden)
    again = Record.parse(Record.of(match).text()).replay()
    assert again.state.digest() == match.state.digest()


def test_every_scenario_has_its_playthrough_and_no_file_is_left_over():
    assert {golden.scenario for golden in GAMES} == {scenario.name for scenario in load().scenarios}
    assert {path.stem for path in HERE.glob("*.txt")} == {golden.name for golden in GAMES}


def test_every_character_and_every_attachment_plays_in_one():
    played = set()
    for golden in GAMES:
        match = playthrough(golden)[0]
        cards = [match.setup.card(card) for card in match.state.card if card >= 0]
        played |= {name for card in cards for name in (card.name, card.card)}  # a bonus objective's card has its own name
        chosen = [event.thing for event in match.events if isinstance(event, Attached) and event.thing >= PIECE]
        items = [match.setup.pieces[thing - PIECE] for thing in chosen] + [slot for slot in match.setup.pieces if slot.of >= 0]
        played |= {slot.name for slot in items}
    characters = {card.name for card in load().figures if card.kind == CHARACTER and not card.basic}
    assert not (characters | set(names_of(load()))) - played


def test_set_up_is_told_in_every_way():
    """Teams dealt, picked openly and in secret; colours chosen; attachments picked; an ultimate; two, three and four sides."""
    setups = [playthrough(golden)[0].setup for golden in GAMES]
    assert {len(setup.sides) for setup in setups} == {2, 3, 4}
    assert any(setup.secret for setup in setups) and any(setup.box and not setup.secret for setup in setups)
    assert any(setup.colours for setup in setups) and any(setup.attach for setup in setups)
    assert any(not setup.box and not setup.attach for setup in setups) and any(setup.ultimate >= 0 for setup in setups)
