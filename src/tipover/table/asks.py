"""Questions about a game that change nothing: why not, odds, sight, threats, plans, earlier moments, hints, how it went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from tipover.bots.hint import hints
from tipover.cards.catalog import SIDES
from tipover.engine.run import apply
from tipover.engine.state import State
from tipover.engine.view import view
from tipover.play.writing import notate
from tipover.table import looks, protocol
from tipover.table.commands import fresh
from tipover.table.looks.analysis import desk
from tipover.table.looks.refusal import hides_something
from tipover.table.protocol import HintIs, HintShown, MomentsAre, OddsAre, Planned, Reasons, SightIs, ThreatsAre, Told
from tipover.table.records import record_text
from tipover.table.refusals import No
from tipover.table.show.moment import position
from tipover.table.show.news import news
from tipover.table.show.question import question
from tipover.table.tables import LESSON, RECORD, Table
from tipover.table.views import Seats, eyes, readers

T = TypeVar("T")
MOST_LINES = 40
MOST_MOMENTS = 20
MOST_ODDS = 60

Asked = (
    protocol.AskWhy | protocol.AskOdds | protocol.AskSight | protocol.AskThreats | protocol.AskPlan | protocol.AskMoments
    | protocol.AskHint | protocol.AskAnalysis
)  # fmt: skip
ASKED = (
    protocol.AskWhy, protocol.AskOdds, protocol.AskSight, protocol.AskThreats, protocol.AskPlan, protocol.AskMoments,
    protocol.AskHint, protocol.AskAnalysis,
)  # fmt: skip


def prepare(table: Table, ask: Asked, seats: Seats) -> Callable[[], Told]:
    """What is looked at is copied now, so that the answer can be reckoned while the game goes on."""
    if table.match is None:
        raise No("not_now", "The game has not begun: seats are open.")
    seq = table.game_seq
    match ask:
        case protocol.AskMoments():
            made = _moments(table, ask, readers(table, seats))
            return lambda: made
        case protocol.AskPlan():
            planned = _plan(table, ask, seats)
            return lambda: planned
        case protocol.AskAnalysis():
            return _analysis(table, ask)
    state = _ahead(table, ask.plan, seats) if isinstance(ask, protocol.AskWhy | protocol.AskOdds) and ask.plan else table.state.clone()
    match ask:
        case protocol.AskWhy():
            _check_secret(table, state, seats)
            _few(ask.lines, MOST_LINES, "lines")
            return lambda: Reasons(ask.id, seq, _now(lambda: looks.why(state, ask.lines)))
        case protocol.AskSight():
            return lambda: _sight(ask, state, seq)
        case protocol.AskThreats():
            if ask.side not in SIDES:
                raise No("unknown", f"A side is {', '.join(SIDES)}.")
            side = SIDES.index(ask.side)
            return lambda: ThreatsAre(ask.id, seq, _now(lambda: looks.threats(state, side)))
        case protocol.AskOdds():
            _asked(table, ask.seat, seats)
            fresh(table, ask.seq)
            _few(ask.options, MOST_ODDS, "options")
            return lambda: OddsAre(ask.id, seq, _now(lambda: looks.odds(state, ask.options)))
    assert isinstance(ask, protocol.AskHint)
    _asked(table, ask.seat, seats)
    return lambda: _hint(ask, state, seq)


def _sight(ask: protocol.AskSight, state: State, seq: int) -> Told:
    seen = _now(lambda: looks.sight(state, ask.figure, ask.square, ask.to))
    return SightIs(ask.id, seq, seen[0], seen[1], ask.to, seen[2], seen[3])


def _hint(ask: protocol.AskHint, state: State, seq: int) -> Told:
    decision = state.decision
    assert decision is not None
    best, *more = [
        HintShown(notate(state, one.choice), one.sentence, decision.options.index(one.choice))
        for one in hints(view(state, ask.seat), decision)
    ]
    return HintIs(ask.id, seq, best.line, best.sentence, best.option, more)


def _analysis(table: Table, ask: protocol.AskAnalysis) -> Callable[[], Told]:
    """How a finished game went; before its end that would be advice, and could tell what is secret."""
    if table.head.kind == LESSON:
        raise No("not_now", "A lesson is not looked through; how a whole game went is told after it.")
    if not table.over and table.head.kind != RECORD:
        raise No("not_now", "The game goes on: how it went is told when it is over.")
    key, cards, record = (table.code, table.count), table.head.cards, record_text(table)

    def answer() -> Told:
        found = _now(lambda: desk.ask(key, record, cards))
        return msgspec.structs.replace(found, id=ask.id)

    return answer


def _plan(table: Table, ask: protocol.AskPlan, seats: Seats) -> Told:
    _asked(table, ask.seat, seats)
    fresh(table, ask.seq)
    _few(ask.lines, MOST_LINES, "lines")
    assert table.match is not None
    match = table.match
    ahead = _now(lambda: looks.plan(match, ask.seat, ask.lines))
    seen = eyes(table, seats)
    moment = position(ahead.match.state, seen, table.game_seq, table.count + len(ahead.match.choices))
    moment.question = question(ahead.match, seen)
    return Planned(ask.id, table.game_seq, moment, ahead.played, news(ahead.match.state, ahead.events, seen), ahead.stopped)


def _ahead(table: Table, lines: list[str], seats: Seats) -> State:
    """How it would stand after a plan of the seat that is asked, as far as its lines hold."""
    seat = next((one for one in table.asked() if one in seats), -1)
    if seat < 0:
        raise No("not_your_turn", "Somebody else is asked now: only who is asked can plan.")
    _few(lines, MOST_LINES, "lines of a plan")
    assert table.match is not None
    match = table.match
    return _now(lambda: looks.plan(match, seat, lines)).match.state


def _moments(table: Table, ask: protocol.AskMoments, seen: Seats) -> Told:
    first, last = ask.first, ask.last
    if not 0 <= first <= last:
        raise No("malformed", "Moments are asked for from a first to a last, both counted from 0.")
    if last > table.count:
        raise No("unknown", f"There is no moment {last}: {table.count} choices were made.")
    if last - first >= MOST_MOMENTS:
        raise No("too_large", f"At most {MOST_MOMENTS} moments are told at once.")
    found = MomentsAre(ask.id, [], [])
    assert table.match is not None
    state = table.at(first)
    for count in range(first, last + 1):
        if count > first:
            apply(state, table.match.choices[count - 1])
        seq = table.seqs[count - 1] if count else 0
        found.moments.append(position(state, seen, seq, count))
        found.news.append(news(state, table.events_of(count - 1), seen) if count else [])
    return found


# -- what is checked first -------------------------------------------------------------------------------


def _now(deed: Callable[[], T]) -> T:
    try:
        return deed()
    except looks.NotNow as no:
        raise No("not_now", str(no)) from None


def _check_secret(table: Table, state: State, seats: Seats) -> None:
    """While something is secret only who is asked may try lines: a reason could tell what others picked (SUP-11)."""
    if hides_something(state) and not any(seat in seats for seat in table.asked()):
        raise No("not_now", "Something is being chosen in secret; ask again when it is shown.")


def _asked(table: Table, seat: int, seats: Seats) -> None:
    if seat not in seats:
        raise No("not_seated", "This seat is not yours here.")
    if seat not in table.asked():
        raise No("not_your_turn", "Somebody else is asked now.")


def _few(many: Sequence[object], most: int, what: str) -> None:
    if len(many) > most:
        raise No("too_large", f"At most {most} {what} are looked at at once.")
