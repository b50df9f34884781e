"""The laws themselves, and the watch that follows one game and holds it to them."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable

import pytest

from laws.chronicle import Chronicle
from laws.offered import asked_exactly_without_fault, offered_exactly_without_fault
from laws.players import choose
from tipover import CHANCE, Choice, IllegalChoice, Match, Record, State, apply, notate, parse, view
from tipover.board.mask import BIT
from tipover.cards.catalog import CHARACTER, MINION
from tipover.engine.codec import choice_json, decision_json, event_json, reason_json, state_from_json, state_json
from tipover.engine.core import questions, verbs
from tipover.engine.core.dice import SIDES_OF_A_DIE
from tipover.engine.core.event import Event
from tipover.engine.core.frames import kinds, move_frame, turn_frame
from tipover.engine.core.ids import IN_FORCE, ON_CARD, ON_WALL, PIECE, RESERVE, RETURNING
from tipover.engine.core.rules import rules
from tipover.engine.core.state_json import digested_text
from tipover.engine.laws.actions import turn_actions
from tipover.engine.laws.drawn_actions import drawn_action
from tipover.engine.laws.offers import actor_of
from tipover.engine.queries import board, card_texts, challenges, figures, texts, turns, undone
from tipover.engine.run import takes
from tipover.play.dice import SeededDice, Stream

ONE_IN = 20
FOREIGN = 10
PLACES = range(-4, 0)  # of a track


class Watch:
    """Follows one game and checks the laws at its decisions; with `closely` at every question inside a text too."""

    def __init__(self, match: Match, seed: int | str, closely: bool = False) -> None:
        self.match = match
        self.stream = Stream(seed, "laws")
        self.draws = Stream(seed, "actions drawn without a list")
        self.closely = closely
        self.chronicle = Chronicle(match.state)
        self.digests: list[str] = []
        self.former: list[Choice] = []

    def look(self) -> None:
        """Check the state at its open question."""
        state = self.match.state
        ask = state.decision
        self.chronicle.agrees(state)
        everything_is_somewhere(state)
        the_question_is_sound(state)
        clone_is_equal_and_independent(state, self.stream)
        json_there_and_back(state)
        chances_sum(state)
        what_is_drawn_is_listed(state, self.draws)
        seldom = self.stream.randrange(ONE_IN) == 0
        if seldom or (self.closely and ask is not None and ask.asked in (questions.TEXT, questions.ORDER)):
            every_option_applies(state)
            foreign_choices_are_refused(state, self.stream, self.former)
            notation_there_and_back(state)
            views_hide(state, self.stream)
            queries_do_not_write(state)
            asked_exactly_without_fault(state)
        if seldom:
            offered_exactly_without_fault(state, self.stream)

    def play(self, choice: Choice) -> list[Event]:
        """Make one choice and take in what it set off."""
        before = len(self.match.choices)
        events = self.match.play(choice)
        assert len(self.match.choices) == before + 1
        for event in events:
            json.dumps(event_json(self.match.state, event))
        self.chronicle.tell(self.match.state, events)
        self.digests.append(self.match.state.digest())
        self.former.append(choice)
        return events

    def ends(self, seed: int | str | None) -> None:
        """The record replays to the same digest at every choice; with a seed also without its dice."""
        if seed is not None:
            self.match.dice = SeededDice(seed, asked=10**6)
        record = Record.of(self.match)
        text = record.text()
        again = Record.parse(text)
        assert again.text() == text
        seen: list[str] = []
        replayed = again.replay(each=lambda match: seen.append(match.state.digest()))
        assert seen == self.digests
        assert replayed.state == self.match.state
        assert Record.of(replayed).lines == record.lines
        if seed is not None:
            bare = Record.parse(without_dice(text)).replay()
            assert bare.state.digest() == self.match.state.digest()


def follow_game(match: Match, seed: int | str, eager: int, most: int, closely: bool = False) -> Watch:
    """Play at random, looking at every decision."""
    watch = Watch(match, seed, closely)
    dice, stream = SeededDice(seed), Stream(seed, "players")
    watch.look()
    while (ask := match.state.decision) is not None and len(match.choices) < most:
        watch.play(dice.answer(ask) if ask.is_chance else choose(match.state, stream, eager))
        watch.look()
    return watch


def without_dice(text: str) -> str:
    """A seeded record without the lines of chance, numbered anew."""
    head, _, body = text.partition("\n---\n")
    lines = [line for line in body.splitlines() if not re.match(r"\d+ (roll|flip)", line)]
    number = 0
    for k, line in enumerate(lines):
        if not line.startswith("==="):
            number += 1
            lines[k] = f"{number} {line.split(' ', 1)[1]}"
    return "\n".join([head, "---", *lines]) + "\n"


# -- actions drawn without a list ---------------------------------------------------------------------------


def what_is_drawn_is_listed(state: State, stream: Stream) -> None:
    """An action that is drawn without listing all is among those that are listed; none is drawn where only stopping is left."""
    frame = state.stack[-1] if state.stack else []
    if not frame or frame[kinds.KIND] != kinds.TURN or frame[kinds.STAGE] != turn_frame.ACTING or not turn_frame.actions_left(frame):
        return
    figure, actions = turn_frame.actor(frame), turn_frame.actions_left(frame)
    listed = turn_actions(state, figure, actions)
    for _ in range(3):
        assert drawn_action(state, figure, actions, stream) in (listed if len(listed) > 1 else [None])


# -- queries -----------------------------------------------------------------------------------------------


def queries_do_not_write(state: State) -> None:
    """Every question other rooms may ask leaves the state as it was."""
    before, ask = state.clone(), state.decision
    characters = [figure for figure, kind in enumerate(state.setup.kind_of) if kind == CHARACTER and state.card[figure] >= 0]
    for figure in characters:
        for one in (figures.prices, figures.companions_of, figures.defense_now, figures.side_now, figures.square_of):
            _ask(one, state, figure)
        if state.figure_at[figure] >= 0:
            for one in (figures.basic_course, figures.can_challenge, figures.challenge_reach, figures.targets_of, board.seen_by):
                _ask(one, state, figure)
            turns.with_turn(state, figure)
            turns.after_knock_out(state, figure, -1, -1)
    for whole in (
        board.board, board.concealed, challenges.open_challenge, challenges.targets_under_way, texts.asking_text, texts.running_texts,
        texts.waiting_texts, turns.turn_of, turns.moment_key,
    ):  # fmt: skip
        _ask(whole, state)
    if state.round:
        list(turns.at_round_end(state))
    for side in state.setup.sides:
        card_texts.scenario_rules(state, side)
    for running in texts.running_texts(state):
        card_texts.words_of(state, running)
    for choice in ask.options if ask is not None else ():
        if choice.verb in verbs.CARD_ACTIONS:
            card_texts.action_text(state, choice)
            undone.why_idle(state, choice)
    assert state == before
    assert state.decision is ask


def _ask(query: Callable[..., object], state: State, *about: int) -> None:
    """Ask a query that may need more than the state and a figure with defaults for the rest."""
    needed = [p for p in inspect.signature(query).parameters.values() if p.default is inspect.Parameter.empty]
    query(state, *about, *[0] * (len(needed) - 1 - len(about)))


# -- the table ---------------------------------------------------------------------------------------------


def everything_is_somewhere(state: State) -> None:
    """Figures and pieces are each in one lawful place, and no two figures in one square."""
    setup = state.setup
    passing = {frame[move_frame.MOVER] for frame in state.stack if frame[kinds.KIND] == kinds.MOVE}  # on its way through an ally (MOV-3)
    staying = [square for f, square in enumerate(state.figure_at) if square >= 0 and f not in passing]
    assert len(staying) == len(set(staying)), "two figures in one square (OCC-1)"
    for figure, where in enumerate(state.figure_at):
        assert where >= 0 or where in PLACES or where in (RETURNING, RESERVE), "a figure nowhere"
        if where >= 0:
            assert not setup.grid.closed & BIT[where], "a figure in a covered square (MAP-4)"
            assert setup.enterable & BIT[where], "a figure in an enclosed square (MAP-3)"
        if state.carried_by[figure] >= 0:
            assert where == RESERVE, "carried and elsewhere too (CDN-10)"
            assert state.figure_at[state.carried_by[figure]] >= 0, "carried by someone off the map (CDN-10)"
        assert state.down[figure] in (0, 1)
        if state.down[figure]:
            assert where >= 0 and setup.kind_of[figure] == CHARACTER, "down off the map (CHA-8)"
        assert 0 <= state.exhaust_markers[figure] <= setup.markers(figure), "too many exhausted markers (TRN-11, ULT-2)"
        if state.round and where >= 0 and setup.kind_of[figure] != MINION:
            assert state.card[figure] >= 0, "a figure without a card in play"
    for piece, lies in enumerate(state.piece_at):
        assert lies >= 0 or lies in PLACES or lies in (ON_CARD, IN_FORCE, RESERVE) or lies <= ON_WALL, "a piece nowhere"
        slot = setup.pieces[piece]
        assert (lies == ON_CARD) <= (state.piece_holder[piece] >= 0), f"{slot.name}: held by nobody"
        assert (state.piece_holder[piece] >= 0) <= (lies == ON_CARD or slot.sort == "item"), f"{slot.name}: held and elsewhere too"
        other = setup.other_side[piece]
        assert other < 0 or RESERVE in (lies, state.piece_at[other]), f"{slot.name}: both sides of one card in play (DBL-1)"
    assert all(count >= 0 for count in state.pool + state.track)


def the_question_is_sound(state: State) -> None:
    """Asked of someone, with answers that differ, by rules that there are; only a finished game asks nothing."""
    ask = state.decision
    if ask is None:
        assert state.over
        return
    assert not state.over and state.winner == -1
    assert ask.options and len(set(ask.options)) == len(ask.options)
    assert len(ask.options) > 1 or ask.is_chance or ask.secret, "a question with a single answer"
    assert (ask.seats == [CHANCE]) == ask.is_chance
    assert ask.is_chance or all(0 <= seat < state.setup.seat_count for seat in ask.seats)
    assert all(name in rules() for name in ask.rules) and ask.reason


# -- copies ------------------------------------------------------------------------------------------------


def same_question(one: State, other: State) -> bool:
    """Whether two states ask the same."""
    return decision_json(one, one.decision) == decision_json(other, other.decision) and (
        one.decision is None or other.decision is None or one.decision.options == other.decision.options
    )


def clone_is_equal_and_independent(state: State, stream: Stream) -> None:
    """A clone is the same game; what is done to it changes nothing here."""
    digest = state.digest()
    clone = state.clone()
    assert clone == state and clone.digest() == digest and same_question(clone, state)
    if state.decision is None:
        return
    options = state.decision.options
    events = apply(clone, options[stream.randrange(len(options))])
    assert state.digest() == digest
    assert clone.digest() != digest or events, "a choice that changed nothing and set off nothing"


def json_there_and_back(state: State) -> None:
    """Written as JSON and read again it is the same state with the same question."""
    text = json.dumps(state_json(state), sort_keys=True, separators=(",", ":"))
    assert digested_text(state) == text
    back = state_from_json(state.setup, json.loads(text))
    assert back == state
    assert digested_text(back) == text, "and so its digest is the same"
    assert same_question(back, state)


def chances_sum(state: State) -> None:
    """The weights of chance sum to the number of equally likely outcomes: 6ⁿ, or by the sides of dice that have other faces.

    Of things that a text draws each counts once: equal pieces are one answer with the weight of all of them.
    """
    ask = state.decision
    if ask is None or ask.weights is None:
        return
    assert len(ask.weights) == len(ask.options) and min(ask.weights) > 0
    dice = {len(option.path) for option in ask.options}
    assert len(dice) == 1, "one roll of several numbers of dice"
    if ask.asked == questions.FLIP:
        assert sum(ask.weights) == len(state.setup.sides)
        return
    if ask.asked == questions.TEXT:
        assert sum(ask.weights) <= len(state.setup.figures) + len(state.setup.pieces)
        return
    kinds = {SIDES_OF_A_DIE, *(len(die.faces) for die in state.setup.catalog.dice)}
    totals = {1}
    for _ in range(dice.pop()):
        totals = {total * sides for total in totals for sides in kinds}
    assert sum(ask.weights) in totals


# -- choices -----------------------------------------------------------------------------------------------


def every_option_applies(state: State) -> None:
    """Whatever is offered may be chosen, and then the game goes on or is over."""
    if state.decision is None:
        return
    before = state.digest()
    for option in state.decision.options:
        trial = state.clone()
        apply(trial, option)
        assert trial.decision is not None or trial.over
        json.dumps(choice_json(state, option))
    assert state.digest() == before


def is_legal(state: State, choice: Choice) -> bool:
    """Offered, by any lawful way, or an action that answers who takes the turn as well, a companion's in its character's."""
    ask = state.decision
    assert ask is not None
    if takes(state, choice):
        return True
    if ask.asked != questions.TURN or choice.verb not in verbs.ACTION_VERBS:
        return False
    turn = Choice(verbs.TURN, actor_of(state, choice.figure))
    if turn not in ask.options:
        return False
    trial = state.clone()
    apply(trial, turn)
    if choice == Choice(verbs.END, choice.figure) and trial.exhaust_markers[choice.figure] > state.exhaust_markers[choice.figure]:
        return True
    return trial.decision is not None and takes(trial, choice)


def mutated(state: State, stream: Stream, former: list[Choice]) -> Choice:
    """An option with one slot changed, a choice of an earlier moment, or anything at all."""
    ask = state.decision
    assert ask is not None
    how = stream.randrange(6)
    squares, count = state.setup.grid.size, len(verbs.VERBS)
    option = ask.options[stream.randrange(len(ask.options))]
    if how == 0:
        return option._replace(verb=stream.randrange(count))
    if how == 1:
        return option._replace(figure=stream.randrange(len(state.figure_at) + 4) - 2)
    if how == 2:
        return option._replace(thing=stream.randrange(squares + 4) - 2)
    if how == 3:
        path = tuple(stream.randrange(squares + 2) - 1 for _ in range(stream.randrange(4)))
        return option._replace(path=path)
    if how == 4 and former:
        return former[stream.randrange(len(former))]
    thing = stream.randrange(2 * PIECE + 100) - 3
    return Choice(stream.randrange(count), stream.randrange(len(state.figure_at)), thing, (stream.randrange(5),))


def foreign_choices_are_refused(state: State, stream: Stream, former: list[Choice]) -> None:
    """Each with a reason by a rule that there is, with something nearby that is offered, and nothing is changed."""
    ask = state.decision
    if ask is None:
        return
    before = state.digest()
    refused = 0
    while refused < FOREIGN:
        choice = mutated(state, stream, former)
        if is_legal(state, choice):
            continue
        refused += 1
        with pytest.raises(IllegalChoice) as caught:
            apply(state, choice)
        assert caught.value.reasons, choice
        for reason in caught.value.reasons:
            assert reason.rule in rules() and reason.sentence
            json.dumps(reason_json(state, reason))
        assert all(near in ask.options for near in caught.value.nearby) and caught.value.nearby
        assert state.decision is ask and state.digest() == before


def notation_there_and_back(state: State) -> None:
    """Every option has a line of its own, which is read as that option, however it is spaced."""
    if state.decision is None:
        return
    lines = [notate(state, option) for option in state.decision.options]
    assert len(set(lines)) == len(lines), [line for line in lines if lines.count(line) > 1]
    for line, option in zip(lines, state.decision.options, strict=True):
        assert parse(state, line) == option, line
        assert parse(state, f"  {line.replace(' ', '   ')} ") == option, line


def views_hide(state: State, stream: Stream) -> None:
    """What a seat may not know does not change its view, and a sample fits what it knows."""
    for seat in range(state.setup.seat_count):
        seen = view(state, seat)
        sample = seen.sample(stream)
        assert view(sample, seat).json() == seen.json()
        for figure in seen.hidden:
            assert sample.secret[figure] >= 0
        for number in seen.hidden_picks:
            assert sample.picks[number] >= 0
        if not seen.hides:
            assert sample == state and same_question(sample, state)
            continue
        for side in state.setup.sides:
            cards = [card for f in state.setup.characters[side] for card in (sample.card[f], sample.secret[f]) if card >= 0]
            names = [state.setup.card(card).name for card in cards if not state.setup.card(card).basic]
            assert len(names) == len(set(names)), "a sample with one name twice on a side (SUP-4)"
        json_there_and_back(sample)
