"""Answers by number: which option of which question, what is refused, what a click on something that is not offered means."""

from __future__ import annotations

import asyncio
from typing import get_args

import msgspec
import pytest

from kit.duo import clients, refused, two
from kit.server import Client, ServerProcess
from kit.table import scene
from tipover.cards.catalog import COLOURS, KINDS, PROVENANCES, SIDES, SORTS
from tipover.cards.pack import load
from tipover.engine.core import event as happened
from tipover.engine.core import questions, verbs
from tipover.engine.core.arrange import first_game
from tipover.play.deal import MODES
from tipover.play.match import Match
from tipover.play.notation.writing import notate
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol import literals, news, options
from tipover.table.protocol.from_client import AbilityTry, ActionTry, Choose, SquareTry
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.queries import plan, why_tries
from tipover.table.refusals import RefusedError
from tipover.table.table_log import Table

LIBRARY = Library(load())


def table() -> Table:
    """A first game whose figures are placed, with two people."""
    described = first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source
    head = head_of(NewTable(setup=described, placed=True), LIBRARY)
    return open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", "Ann", seed="a1"), SeatWanted("me", "Ben", seed="b2")], 0.0).table


@pytest.mark.parametrize("number", [0, 1, -1])
def test_an_option_is_played_as_the_line_that_the_record_has(number: int) -> None:
    here = table()
    ask = here.state.decision
    assert ask is not None and here.match is not None
    option, count = range(len(ask.options))[number], here.count
    line = notate(here.state, ask.options[option])
    rows = draft(here, judge(here, Choose("1", ask.seat, here.game_seq, option=option), [ask.seat], []), "1")
    assert rows[0].kind == "choice" and here.match.lines[count] == line


@pytest.mark.parametrize("option", [10_000, 2**31])
def test_a_number_out_of_range_is_refused_and_says_how_many_there_are(option: int) -> None:
    here = table()
    ask = here.state.decision
    assert ask is not None
    with pytest.raises(
        RefusedError, match=rf"There is no option {option}: the question has the options 0 to {len(ask.options) - 1}\."
    ) as no:
        judge(here, Choose("1", ask.seat, here.game_seq, option=option), [ask.seat], [])
    assert no.value.refused == "unknown"


def test_an_answer_to_a_question_that_is_past_is_refused() -> None:
    here = table()
    ask = here.state.decision
    assert ask is not None
    seq = here.game_seq
    draft(here, judge(here, Choose("1", ask.seat, seq, option=0), [ask.seat], []), "1")
    with pytest.raises(RefusedError, match="The game has gone on since") as no:
        judge(here, Choose("2", ask.seat, seq, option=0), [ask.seat], [])
    assert no.value.refused == "stale"


def test_a_plan_of_numbers_is_the_plan_of_their_lines() -> None:
    game = scene(" A . . b ", A="Gi-hun", b="Iron Man")
    match = Match(game.state.setup, None, start=game.state)
    ask = match.state.decision
    assert ask is not None
    number = next(k for k, one in enumerate(ask.options) if one.verb == verbs.MOVE and one.thing == 1)
    ahead, typed = plan(match, 0, [number]), plan(match, 0, ["A: move b1"])
    assert (ahead.played, ahead.stopped) == ([number], typed.stopped)
    assert ahead.match.state.digest() == typed.match.state.digest()
    assert plan(match, 0, [99]).stopped.startswith("There is no option 99: the question has the options 0 to ")


# -- clicks on what is not offered -----------------------------------------------------------------------


def test_a_click_means_a_move_a_challenge_or_an_assist_of_who_acts() -> None:
    state = scene(" A B . . . . . . c ", A="Gi-hun", B="Sae-byeok", c="Iron Man").state
    lines = [one.line for one in why_tries(state, [SquareTry(7), SquareTry(8), SquareTry(1), SquareTry(0)])]
    assert lines == ["A: move h1", "A: challenge c", "A: assist B", ""]
    far, foe, friend, self = why_tries(state, [SquareTry(7), SquareTry(8), SquareTry(1), SquareTry(0)])
    assert far.reasons and foe.reasons and friend.reasons and not self.reasons
    assert why_tries(state, [SquareTry(8, "move"), SquareTry(1, "challenge")])[1].line == "A: challenge B"


def test_a_button_and_an_ability_that_are_not_offered_have_a_reason() -> None:
    state = scene(" A . . . . . . . c ", A="Sae-byeok", c="Iron Man").state
    challenge, rally, punch, none = why_tries(state, [ActionTry("challenge"), ActionTry("rally"), AbilityTry(0), AbilityTry(9)])
    assert (challenge.line, rally.line, punch.line, none.line) == ("A: challenge c", "A: rally", "A: Sucker Punch", "")
    assert challenge.reasons and rally.reasons and punch.reasons and not none.reasons


def test_an_empty_square_where_figures_are_asked_for_says_whom_to_choose() -> None:
    state = scene(" A B . b ", turn="light", A="Sae-byeok", B="Gi-hun", b="Iron Man").state
    empty, rival = why_tries(state, [SquareTry(2), SquareTry(3)])
    assert [(one.rule, one.sentence) for one in empty.reasons] == [("TRN-1", "Nobody stands on c1.")]
    assert empty.way == "Choose Sae-byeok or Gi-hun."
    assert (rival.line, rival.reasons) == ("", [])


def test_a_square_that_is_no_square_means_nothing() -> None:
    state = scene(" A . b ", A="Sae-byeok", b="Iron Man").state
    assert [(one.line, one.reasons) for one in why_tries(state, [SquareTry(-1), SquareTry(10**6)])] == [("", [])] * 2


def test_tries_over_the_socket_come_back_in_their_order(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            asked: Client = ann if ann.mine >= 0 else ben
            told = await asked.ask("ask_why", lines=["L9"], tries=[{"tries": "square", "square": 0}, {"tries": "square", "square": 10**6}])
            assert [one["line"] for one in told["why"]][0::2] == ["L9", ""] and len(told["why"]) == 3
            for bad in ({"tries": "dance"}, {"tries": "action", "action": "dance"}, {"tries": "square"}):
                assert (await refused(asked.ask("ask_why", tries=[bad]))).code == "malformed"

    asyncio.run(game())


# -- words of the wire -----------------------------------------------------------------------------------


def tags(union: object) -> set[str]:
    infos = [msgspec.inspect.type_info(one) for one in get_args(union)]
    return {str(info.tag) for info in infos if isinstance(info, msgspec.inspect.StructType)}


def test_the_words_of_the_wire_are_those_of_the_game() -> None:
    assert get_args(literals.SideName) == tuple(SIDES)
    assert get_args(literals.ColourName) == tuple(COLOURS)
    assert get_args(literals.FigureKind) == tuple(KINDS)
    assert set(get_args(literals.PieceSort)) == set(SORTS)
    assert set(get_args(literals.Provenance)) == set(PROVENANCES)
    assert get_args(literals.Mode) == tuple(MODES)
    assert get_args(literals.QuestionKind) == tuple(questions.ASKS)
    assert tags(options.Option) == set(verbs.VERBS)
    assert tags(news.News) == set(happened.EVENTS)
