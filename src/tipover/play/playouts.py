"""Play-outs: games played on from a state to their end, one or many with one call, without leaving the compiled build.

All chance comes from one stream: each question takes one number of it, below the number of options, or of chance below the
sum of the weights. So a play-out is the same on every machine, and the same as a loop of one's own with that stream. Where
actions are drawn without listing them all, a question may take more than one number; the rest holds.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Final, NamedTuple, SupportsIndex, TypeAlias

from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.state import State
from tipover.engine.run import apply, reopen, take
from tipover.play.collection_pause import CollectionPause
from tipover.play.stream import Stream

Policy: TypeAlias = Callable[[State, Decision, Stream], Choice]

MOST_DECISIONS: Final = 100_000  # so that a game without an end stops


class Playout(NamedTuple):
    """A play-out: the state in which it ended, and how many decisions it took, those of chance included."""

    state: State
    decisions: int


def playout(
    state: State, policy: Policy | None = None, seed: SupportsIndex | str = 0, most: SupportsIndex = MOST_DECISIONS, listed: bool = True
) -> Playout:
    """Play a copy of a state on to the end of the game, or for `most` decisions; the state itself stays as it is.

    `policy` answers every question but those of chance; without one, all options are equally likely. An answer that is
    no option raises `IllegalChoice`. Without a policy and not `listed`, the action of a turn is drawn without listing all of
    them: as likely as otherwise and quicker, but for one seed it is another game. With a policy it raises `ValueError`.
    """
    if policy is not None and not listed:
        raise ValueError("A policy chooses among all options: leave `listed` as it is, or leave the policy out.")
    limit = index(most)
    if policy is None:
        with CollectionPause():  # nothing of it refers to itself
            game, stream = state.clone(), _stream_of(seed)
            return Playout(game, _at_random(game, stream, limit) if listed else _unlisted(game, stream, limit))
    game, stream = state.clone(), _stream_of(seed)
    count = 0
    while (ask := game.decision) is not None and count < limit:
        if ask.weights is not None:
            take(game, drawn(ask, stream))
        else:
            apply(game, policy(game, ask, stream))
        count += 1
    return Playout(game, count)


def _stream_of(seed: SupportsIndex | str) -> Stream:
    return Stream(seed if isinstance(seed, str) else index(seed), "playout")


def _at_random(game: State, stream: Stream, most: int) -> int:
    """Play a state on with random answers; returns how many."""
    count = 0
    ask = game.decision
    while ask is not None and count < most:
        take(game, drawn(ask, stream))
        count += 1
        ask = game.decision
    return count


def _unlisted(game: State, stream: Stream, most: int) -> int:
    """As `_at_random`, each action of a turn drawn without listing all of them; the last question is listed in full."""
    count = 0
    ask = game.decision
    while ask is not None and count < most:
        take(game, ask.options[0] if len(ask.options) == 1 else drawn(ask, stream), -1, stream)
        count += 1
        ask = game.decision
    if ask is not None and ask.asked == questions.ACTION:
        reopen(game)
    return count


def playouts(
    state: State,
    count: SupportsIndex,
    policy: Policy | None = None,
    seed: SupportsIndex | str = 0,
    most: SupportsIndex = MOST_DECISIONS,
    listed: bool = True,
) -> list[Playout]:
    """So many play-outs of one state; the n-th, from 0, has the seed `SEED/n`."""
    return [playout(state, policy, f"{seed}/{number}", most, listed) for number in range(index(count))]


def drawn(ask: Decision, stream: Stream) -> Choice:
    """An option of chance by its weight, of any other question each with equal chance."""
    options, weights = ask.options, ask.weights
    if weights is None:
        return options[stream.randrange(len(options))]
    left = stream.randrange(sum(weights))
    number = 0
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return options[number]
