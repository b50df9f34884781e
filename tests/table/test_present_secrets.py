"""Nothing that was chosen in secret changes a byte of what others are shown (SUP-11)."""

from __future__ import annotations

import msgspec
import pytest

from kit.marks import rule
from kit.shown import log
from tipover import Choice, Match, arrange, load
from tipover.engine.core.decision import Decision
from tipover.engine.core.event import Event
from tipover.engine.view import has_secrets
from tipover.play.deal import Wish, deal
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.question import question

MOST_CHOICES = 60

SECRET_PICKS = {
    "map": "Florida Boardwalk",
    "scenario": "Flags",
    "secret": True,
    "box": ["Sae-byeok", "Black Widow", "Iron Man", "Gi-hun", "Rose Nylund", "Invitation", "Needle", "Ghost", "Cheesecake"],
    "sides": [{"side": "light", "picks": 2, "attach": 1}, {"side": "dark", "picks": 2, "attach": 1}],
}
SECRET_LEADERS = {
    "map": "Barracks",
    "scenario": "Leaders",
    "sides": [{"side": "light", "figures": ["Sae-byeok", "Black Widow"]}, {"side": "dark", "figures": ["Iron Man", "Gi-hun"]}],
}
SECRET_SCRIMMAGE = {
    "map": "Shuri's Lab",
    "scenario": "Scrimmage",
    "sides": [
        {"side": "light", "figures": ["Sae-byeok", "Black Widow"]},
        {"side": "dark", "figures": ["Iron Man", "Gi-hun"]},
        {"side": "third", "figures": ["Rose Nylund", "Jon Snow"]},
    ],
}


def shown(match: Match, events: list[Event], seats: list[int]) -> bytes:
    """Every byte that goes to some seats after a choice."""
    state, count = match.state, len(match.choices)
    moment = position(state, seats, count, count)
    moment.question = question(match, seats)
    fresh = match.events[-len(events) :] if events else []
    return msgspec.json.encode([moment, news(state, fresh, seats), log(state, fresh, count, seats)])


def answer(ask: Decision, other: bool) -> Choice:
    """The first answer, or in the other world the last one."""
    return ask.options[-1 if other else 0]


@rule("SUP-11")
@pytest.mark.parametrize("described", [SECRET_PICKS, SECRET_LEADERS, SECRET_SCRIMMAGE], ids=["picks", "leaders", "scrimmage"])
@pytest.mark.parametrize("chooser", [0, 1])
def test_two_games_that_differ_in_a_secret_look_the_same_to_everyone_else(described: dict[str, object], chooser: int) -> None:
    """Two worlds: in one a seat chooses its first secret option each time, in the other its last; all else is the same."""
    one, two = (Match(arrange(load(), described), "secret") for _ in range(2))
    seats = range(one.setup.seat_count)
    compared = differ = 0
    for _ in range(MOST_CHOICES):
        ask, twin = one.state.decision, two.state.decision
        assert ask is not None and twin is not None
        own = ask.secret and ask.seats == [chooser]
        events = one.play(answer(ask, False))
        other_events = two.play(answer(twin, own))
        if own:
            differ += 1
        if not has_secrets(one.state) and differ:
            break
        for watching in ([seat for seat in seats if seat != chooser], []):
            assert shown(one, events, watching) == shown(two, other_events, watching)
            compared += 1
        if own:
            assert shown(one, events, [chooser]) != shown(two, other_events, [chooser]), "It knows its own secret."
    assert differ and compared, "There was no secret to keep."
    assert one.state != two.state, "The secret is shown in the end."


@rule("SUP-11")
def test_a_secret_pick_is_told_to_its_own_seat_by_name_and_to_others_without() -> None:
    match = Match(arrange(load(), SECRET_PICKS), "secret")
    ask = match.state.decision
    assert ask is not None and ask.secret
    (mine,), (other,) = ask.seats, [seat for seat in (0, 1) if seat not in ask.seats]
    side = match.state.setup.side_of[ask.figure]
    name = "Sae-byeok"
    events = match.play(f"pick {name}")
    said = [line.text for line in log(match.state, events, 1, [mine])]
    word = ["Light", "Dark"][side]
    assert said == [f"{word} picks Sae-byeok ({match.setup.mark(ask.figure)})."]
    for seats in ([other], []):
        assert [line.text for line in log(match.state, events, 1, seats)] == [f"{word} picks a character in secret."]
        assert name.encode() not in msgspec.json.encode(news(match.state, events, seats))
        assert name.encode() not in msgspec.json.encode(position(match.state, seats, 1, 1))
    figure = next(one for one in position(match.state, [mine], 1, 1).figures if one.id == ask.figure)
    assert figure.name == name


def test_dealt_games_with_secret_picks_hide_them_from_watchers() -> None:
    """Over random deals: while something is secret, no name of a hidden card goes to a watcher in the position."""
    found = 0
    for seed in range(24):
        match = Match(arrange(load(), deal(load(), f"hidden {seed}", Wish("3v3"))), seed)
        if not match.setup.secret:
            continue
        for _ in range(12):
            ask = match.state.decision
            assert ask is not None
            match.play(ask.options[seed % len(ask.options)])
            hidden = {figure for figure, card in enumerate(match.state.secret) if card >= 0}
            if hidden or any(pick >= 0 for pick in match.state.picks):  # texts have secrets of their own
                found += 1
                assert has_secrets(match.state)
                told = position(match.state, [], 1, 1)
                assert all(not figure.name and not figure.card for figure in told.figures if figure.id in hidden)
    assert found > 10
