"""What a side can still score: every sentence of a scenario that gives points has a row, in our packs and in those of others."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kit.packs import FOLDER, pack
from kit.table import Game, scene
from tipover import load
from tipover.board.mask import Square
from tipover.cards.ast import Act, Text, When
from tipover.cards.catalog import Catalog
from tipover.cards.name_table import NameTable
from tipover.cards.read import read_rule
from tipover.cards.words import shown
from tipover.engine.core import event as happened
from tipover.engine.core.ids import FigureId, Side, Thing
from tipover.table.present.deciding import GameTally, deciding_numbers
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.plain_names import table_printer
from tipover.table.present.scoring_rules import Gain, GainBy, ways_to_score

LIGHT, DARK = Side(0), Side(1)
AREAS: dict[str, object] = {"start light": ["a1"], "start dark": ["e1"]}


def scored(game: Game) -> list[list[str]]:
    """The rows of light and of dark, without how many points are missing."""
    return [side.scoring[1:] for side in position(game.state, [0], 0, 0).sides]


def test_the_fans_market_day_is_summed_up() -> None:
    everywhere = {**AREAS, "Market": ["b1", "c1"]}
    hulda = {"character": "Hulda Brack", "carries": ["Crate"]}
    game = scene(" A B . . b ", catalog=pack("fan"), scenario="Market Day", areas=everywhere, A=hulda, B="Gi-hun", b="Fitch Wren")
    light, dark = scored(game)
    assert light == ["A rival knocked out: 1 point.", "With a Crate marker: Hulda Brack.", "Market area: 1 in it, the most."]
    assert dark == ["A rival knocked out: 1 point.", "With a Crate marker: nobody.", "Market area: 0 in it."]


def test_points_at_the_end_of_a_round_say_what_scored_and_where() -> None:
    everywhere = {**AREAS, "Market": ["b1", "c1"]}
    hulda = {"character": "Hulda Brack", "carries": ["Crate"]}
    game = scene(" A B . . b ", catalog=pack("fan"), scenario="Market Day", areas=everywhere, A=hulda, B="Gi-hun", b="Fitch Wren")
    gained = happened.PointsGained(LIGHT, 1, "Market Day")
    before, _, after = news(game.state, [gained, happened.RoundEnded(1), gained], [0])
    assert (before.why, before.squares) == ("", []), "points of a turn are earned where it happens"
    assert after.why == "With a Crate marker: Hulda Brack. Market area: 1 in it, the most."
    assert after.squares == [0, 1]


def test_what_cannot_be_summed_up_is_shown_as_it_is_written() -> None:
    game = scene(" A . b . . ", catalog=pack("terrain"), scenario="Toll", areas={**AREAS, "Toll": ["b1"]}, A="Gi-hun", b="Il-nam")
    sentence = "When a character of yours enters a Toll area, gain 1 point."
    assert scored(game) == [[sentence], [sentence]]


@pytest.mark.parametrize(("name", "scenario"), [("workshop", "Power"), ("trials", "Duel")])
def test_a_scenario_of_knock_outs_alone_says_what_they_give(name: str, scenario: str) -> None:
    areas = {**AREAS, "Middle": ["c1"]} if scenario == "Power" else AREAS
    game = scene(" A . b . . ", catalog=pack(name), scenario=scenario, areas=areas, A="Gi-hun", b={"character": "Il-nam", "down": True})
    assert scored(game) == [["A rival knocked out: 1 point.", "1 rival knocked down: Il-nam."], ["A rival knocked out: 1 point."]]


def test_a_rival_that_is_down_has_no_row_where_knock_outs_give_nothing() -> None:
    down = {"character": "Il-nam", "down": True}
    game = scene(" A . b . . ", catalog=pack("terrain"), scenario="Toll", areas={**AREAS, "Toll": ["b1"]}, A="Gi-hun", b=down)
    assert [len(rows) for rows in scored(game)] == [1, 1]


# What each summary can stand for, in the words of the rule: a rule that says anything else must be shown as it is written.
THE_END = r"(At the end of the round|Before the round ends), "
ASIDE = r"(there are \d characters a side and )?"
SUMMED_UP = {
    GainBy.KNOCK_OUT: r"When you knock out a rival, gain \d+ points?\.",
    GainBy.AREAS_CLAIMED: THE_END + rf"if {ASIDE}you have (a|the|the most) [\w ]+ areas?, gain \d+ points?\.",
    GainBy.STANDING_IN_AREA: THE_END
    + rf"(if {ASIDE}you have (a|the most) standing characters?( of yours)? in (a|the) [\w ]+ area, gain \d+ points?"
    + r"|gain \d+ points? for each standing character of yours in (a|the) [\w ]+ area)\.",
    GainBy.IN_AREA: THE_END
    + rf"(if {ASIDE}you have (a|the most) characters?( of yours)? in (a|the) [\w ]+ area, gain \d+ points?"
    + r"|gain \d+ points? for each character of yours in (a|the) [\w ]+ area)\.",
    GainBy.MARKERS_IN_AREA: THE_END + r"gain \d+ points? for each [\w ]+ marker in (a|the) [\w ]+ area\.",
    GainBy.OPPOSING_AREAS: THE_END + r"gain \d+ points? for each opposing starting area with a standing character of yours\.",
    GainBy.MARKER_HELD: THE_END + rf"if {ASIDE}you have a character( of yours)? with (a|the) [\w ]+ marker, gain \d+ points?\.",
    GainBy.MARKER_HOLDERS: THE_END + r"gain \d+ points? for each character of yours with (a|the) [\w ]+ marker\.",
    GainBy.MARKER_TAKEN: r"As an interact, a character of yours adjacent to an opponent's [\w ]+ marker may gain \d+ points?\..*",
}


def check_summaries(text: Text) -> None:
    """Every row of a text is its sentence itself, or a summary of exactly such a sentence."""
    steps = [replace(text, steps=(step,)) for step in text.steps] if isinstance(text, When) else [text]
    for one in steps:
        for gain in ways_to_score(one):
            if gain.way is GainBy.SENTENCE:
                assert gain.text == shown(one, "this")
            else:
                assert re.fullmatch(SUMMED_UP[gain.way], shown(one, "this")), f"{gain.way}: {shown(one, 'this')}"


@pytest.mark.parametrize("folder", ["", *sorted(path.name for path in FOLDER.iterdir() if (path / "scenarios").is_dir())])
def test_every_sentence_that_gives_points_has_a_row(folder: str) -> None:
    catalog: Catalog = pack(folder) if folder else load()
    for scenario in catalog.scenarios:
        for text in (text for texts in scenario.texts.values() for text in texts):
            check_summaries(text)
            if not isinstance(text, When):
                continue
            plain = [step for step in text.steps if isinstance(step, Act) and step.verb == "gain" and step.n is not None]
            assert len(ways_to_score(text)) >= len(plain), f"{scenario.name}: {text}"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (
            "At the end of the round, if you have a standing character in the Hill area, gain 1 point.",
            Gain(GainBy.STANDING_IN_AREA, "Hill"),
        ),
        ("At the end of the round, gain 2 points for each character of yours in the Hill area.", Gain(GainBy.IN_AREA, "Hill")),
        ("At the end of the round, if you have the most Hill areas, gain 3 points.", Gain(GainBy.AREAS_CLAIMED, "Hill")),
        ("When you knock out a rival, gain 2 points.", Gain(GainBy.KNOCK_OUT, points=2)),
        ("At the start of each round, if you have a character in the Hill area, gain 1 point.", None),
        ("At the end of the round, if you have a character not in the Hill area, gain 1 point.", None),
        ("When you knock out a knocked-down rival, gain 1 point.", None),
        ("At the end of the round, each opponent gains 1 point.", None),
        ("At the end of the round, if you have no character in the Hill area, gain 1 point.", None),
        ("At the end of the round, if you have 3 characters in the Hill area, gain 1 point.", None),
        ("At the end of the round, if you have 2 or more characters in the Hill area, gain 1 point.", None),
        ("At the end of the round, gain 1 point for each character in the Hill area.", None),
        ("At the end of the round, if you have no Hill area, gain 1 point.", None),
        ("At the end of the round, if you have 2 Hill areas, gain 1 point.", None),
        ("At the end of the round, gain 1 point for each character with a Crate marker.", None),
        ("At the end of the round, if you have no character with a Crate marker, gain 1 point.", None),
        ("As an interact, a character adjacent to an opponent's Crate marker may gain 2 points.", None),
    ],
)
def test_a_summary_says_no_more_than_the_rule(rule: str, expected: Gain | None) -> None:
    (text,) = read_rule(rule, NameTable(area=["Hill"], marker=["Crate"]))
    check_summaries(text)
    assert ways_to_score(text) == [expected or Gain(GainBy.SENTENCE, text=rule)]


def test_a_sentence_is_shown_without_those_around_it() -> None:
    (text,) = read_rule("When you knock out a rival with a token, gain 1 point. Move it 1.", NameTable())
    assert [one.text for one in ways_to_score(text)] == ["When you knock out a rival with a token, gain 1 point."]


def test_a_finished_game_tells_the_three_numbers_in_which_the_winner_led_by_most() -> None:
    game = scene(" A . b ", A="Gi-hun", b="Il-nam")
    light, dark = FigureId(Thing(0)), FigureId(Thing(1))
    events: list[happened.Event] = [
        happened.PointsGained(LIGHT, 1, "PTS-1"),
        happened.ChallengeWon(light, dark, 2),
        happened.ChallengeWon(dark, light, 1),
        happened.KnockedOut(dark, Square(2), light),
        happened.RoundEnded(1),
        happened.PointsGained(LIGHT, 2, "Territory"),
        happened.PointsGained(DARK, 1, "Territory"),
        happened.RoundBegan(2, LIGHT),
        happened.PointsGained(DARK, -1, "Toll"),
    ]
    printer = table_printer(game.state, "en")
    told = deciding_numbers(game.state, GameTally().count(game.state.setup, events), LIGHT, printer)
    assert [(one.what, one.numbers) for one in told] == [
        ("knock-outs", {"light": 1, "dark": 0}),
        ("points in turns", {"light": 1, "dark": 0}),
        ("points at the ends of rounds", {"light": 2, "dark": 1}),
    ]
    assert deciding_numbers(game.state, GameTally(), LIGHT, printer) == []
