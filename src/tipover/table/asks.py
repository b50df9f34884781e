"""Queries over the socket that change nothing: why not, odds, sight, threats, plans, earlier moments, hints, analysis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from tipover.board.mask import Square
from tipover.cards.catalog import SIDES
from tipover.engine.core.ids import FigureId, Thing
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.match import Match
from tipover.play.notation.lines import LONGEST_LINE
from tipover.table import queries
from tipover.table.commands import fresh
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.protocol import from_client, from_server
from tipover.table.protocol.from_server import MomentsAre, OddsAre, Reasons, SightIs
from tipover.table.protocol.wire import ServerMessage
from tipover.table.queries.analysis import analyses
from tipover.table.queries.refusal import hides_something
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.table_head import LESSON, RECORD
from tipover.table.table_log import Table
from tipover.table.thoughts import HintThought, PlanThought, Thought, ThreatsThought, scene_of
from tipover.table.views import Seats, eyes, readers

T = TypeVar("T")
MOST_LINES = 40
MOST_MOMENTS = 20
MOST_ODDS = 60

Asked = (
    from_client.AskWhy | from_client.AskOdds | from_client.AskSight | from_client.AskThreats | from_client.AskPlan | from_client.AskMoments
    | from_client.AskHint | from_client.AskAnalysis
)  # fmt: skip
ASKED = (
    from_client.AskWhy, from_client.AskOdds, from_client.AskSight, from_client.AskThreats, from_client.AskPlan, from_client.AskMoments,
    from_client.AskHint, from_client.AskAnalysis,
)  # fmt: skip

PONDERED = (from_client.AskThreats, from_client.AskPlan, from_client.AskHint)  # what is thought about in another process


def prepare(table: Table, ask: Asked, seats: Seats, language: str = ENGLISH, address: str = "") -> Callable[[], ServerMessage] | Thought:
    """A function that computes the answer to a question from an address, or what a thinking process is asked.

    What is needed is copied now, so that the game can go on meanwhile.
    """
    if table.match is None:
        raise RefusedError("not_now", say("refused.not_begun"))
    seq = table.game_seq
    match ask:
        case from_client.AskMoments():
            made = _moments(table, ask, readers(table, seats), language)
            return lambda: made
        case from_client.AskPlan():
            return _plan(table, ask, seats, language)
        case from_client.AskAnalysis():
            return _analysis(table, ask, language, address)
        case from_client.AskThreats():
            if ask.side not in SIDES:
                raise RefusedError("unknown", say("refused.sides", sides=", ".join(SIDES)))
            return ThreatsThought(scene_of(table), ask.id, seq, ask.side, language, ask.figure)
        case from_client.AskHint():
            _asked(table, ask.seat, seats)
            return HintThought(scene_of(table), ask.id, seq, ask.seat, language)
    plan = ask.plan if isinstance(ask, from_client.AskWhy | from_client.AskOdds) else []
    ahead = _ahead(table, plan, seats)
    match ask:
        case from_client.AskWhy():
            _check_secret(table, table.state, seats)
            _few([*ask.lines, *ask.tries], MOST_LINES, "lines")
            meant = table.lesson.meant if table.lesson is not None and not ask.ahead else {}
            return lambda: Reasons(ask.id, seq, _now(lambda: _why(ahead(), ask, meant, language)))
        case from_client.AskSight():
            return lambda: _sight(ask, ahead(), seq, language)
        case from_client.AskOdds():
            _asked(table, ask.seat, seats)
            fresh(table, ask.seq)
            _few(ask.options, MOST_ODDS, "options")
            return lambda: OddsAre(ask.id, seq, _now(lambda: queries.odds(ahead(), ask.options, language)))


def _why(state: State, ask: from_client.AskWhy, meant: dict[int, str], language: str) -> list[from_server.WhyShown]:
    return [*queries.why(state, ask.lines, language=language), *queries.why_tries(state, ask.tries, language, meant)]


def _sight(ask: from_client.AskSight, state: State, seq: int, language: str) -> ServerMessage:
    seen = _now(lambda: queries.sight(state, FigureId(Thing(ask.figure)), Square(ask.square), Square(ask.to), language))
    return SightIs(ask.id, seq, seen[0], seen[1], ask.to, seen[2], seen[3])


def _analysis(table: Table, ask: from_client.AskAnalysis, language: str, address: str) -> Callable[[], ServerMessage]:
    """The analysis of a finished game. Before the end it would be advice, and could reveal secrets."""
    if table.head.kind == LESSON:
        raise RefusedError("not_now", say("refused.lesson_not_analysed"))
    if not table.over and table.head.kind != RECORD:
        raise RefusedError("not_now", say("refused.analysis_when_over"))
    key, cards, record = (table.code, table.count), table.head.cards, record_text(table)

    def answer() -> ServerMessage:
        found = _now(lambda: analyses.ask(key, record, cards, language, address))
        return msgspec.structs.replace(found, id=ask.id)

    return answer


def _plan(table: Table, ask: from_client.AskPlan, seats: Seats, language: str) -> PlanThought:
    _asked(table, ask.seat, seats)
    fresh(table, ask.seq)
    _few(ask.answers, MOST_LINES, "lines")
    assert table.match is not None
    names = [seat.name for seat in table.seats]
    seen = eyes(table, seats)
    return PlanThought(scene_of(table), ask.id, table.game_seq, ask.seat, ask.answers, names, seen, table.count, language)


def _ahead(table: Table, answers: list[int | str], seats: Seats) -> Callable[[], State]:
    """The state now, or after a plan of the seat that is asked, as far as its answers can be played."""
    state = table.state.clone()
    if not answers:
        return lambda: state
    seat = next((one for one in table.asked() if one in seats), -1)
    if seat < 0:
        raise RefusedError("not_your_turn", say("refused.only_asked_plans"))
    _few(answers, MOST_LINES, "plan_lines")
    match = Match(table.setup, None, [one.name for one in table.seats], state)
    return lambda: queries.plan(match, seat, answers).match.state


def _moments(table: Table, ask: from_client.AskMoments, seen: Seats, language: str) -> ServerMessage:
    first, last = ask.first, ask.last
    if not 0 <= first <= last:
        raise RefusedError("malformed", say("refused.moments_range"))
    if last > table.count:
        raise RefusedError("unknown", say("refused.no_moment", moment=last, choices=table.count))
    if last - first >= MOST_MOMENTS:
        raise RefusedError("too_large", say("refused.too_many_moments", most=MOST_MOMENTS))
    found = MomentsAre(ask.id, [], [])
    assert table.match is not None
    state = table.at(first)
    for count in range(first, last + 1):
        if count > first:
            apply(state, table.match.choices[count - 1])
        seq = table.seqs[count - 1] if count else 0
        found.moments.append(position(state, seen, seq, count, language))
        found.news.append(news(state, table.events_of(count - 1), seen, language) if count else [])
    return found


# -- what is checked first -------------------------------------------------------------------------------


def _now(deed: Callable[[], T]) -> T:
    try:
        return deed()
    except queries.NotNow as no:
        raise RefusedError("not_now", no.said) from None


def _check_secret(table: Table, state: State, seats: Seats) -> None:
    """While something is secret only the seats that are asked may try lines: a reason could reveal what others picked (SUP-11)."""
    if hides_something(state) and not any(seat in seats for seat in table.asked()):
        raise RefusedError("not_now", say("refused.chosen_in_secret"))


def _asked(table: Table, seat: int, seats: Seats) -> None:
    if seat not in seats:
        raise RefusedError("not_seated", say("refused.not_your_seat"))
    if seat not in table.asked():
        raise RefusedError("not_your_turn", say("refused.somebody_else_asked"))


def _few(many: Sequence[object], most: int, what: str) -> None:
    if len(many) > most:
        raise RefusedError("too_large", say(f"refused.too_many_{what}", most=most))
    if any(isinstance(one, str) and len(one) > LONGEST_LINE for one in many):
        raise RefusedError("too_large", say("refused.not_understood", error=say("notation.too_long", most=LONGEST_LINE)))
