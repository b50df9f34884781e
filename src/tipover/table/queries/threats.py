"""What each rival could do in its next turn: where it can go, which figures and squares it can challenge.

Each rival is given a turn on a clone, and the engine's options are followed: every move; then from its square and from every
square that a move leads to, every challenge and every card that is a challenge, with every answer to the card's questions, up
to the first die. Cards that are not challenges are followed from its square, and a challenge after each of their results.
Positions are visited once. So reach and targets come from the engine and hold for the current position. Empty squares in range
are computed from the same squares: adjacent, or seen within the range of the challenge.

Each way to challenge has its chance to win at every square: against the side's figure there, or at an empty square against the
figure that asks, as if it stood there. For those squares it is off the map, so that it blocks nobody where it stands now.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.bots.evaluate import chance_of
from tipover.cards import program as ops
from tipover.cards.ast import Act
from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.cards.program import Program
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.event import Challenged, Event
from tipover.engine.core.ids import ALL_COLOURS, NOBODY, PIECE, PIECE_THING, RESERVE, Colour, FigureId, Thing, is_figure
from tipover.engine.core.language import ENGLISH, sentence
from tipover.engine.core.said import ListPart, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.core.tracks import add_tokens
from tipover.engine.explain.action_faults import why_no_text
from tipover.engine.queries.board import board, seen_by
from tipover.engine.queries.card_texts import abilities_of, ability_of, action_text, usable_items
from tipover.engine.queries.challenges import targets_under_way
from tipover.engine.queries.figures import (
    actor_of,
    can_challenge,
    challenge_numbers,
    challenge_reach,
    companions_of,
    is_from_elsewhere,
    prices,
    side_now,
    square_of,
    targets_of,
)
from tipover.engine.queries.texts import RunningText, asking_text
from tipover.engine.queries.turns import moment_key, turn_of, with_turn
from tipover.engine.run import apply, skip_to_dice
from tipover.table.protocol.from_server import ThreatShown, ThreatWay
from tipover.table.queries.refusal import NotNow, check_playing

# How many answers are tried for one rival: for its cards that are challenges, then for the others. Cards of the sets need
# fewer; a card with more answers is not followed to its end.
MOST_TRIED, MOST_TRIED_BESIDES = 600, 200


class Way(NamedTuple):
    """A way to challenge: the basic challenge, or one of a text."""

    name: str  # Its name, or the card's.
    text: int = -1  # The number of the text, -1 for the basic challenge.
    act: Act | None = None  # The part of the text that challenges.
    pays: tuple[Colour, int] | None = None  # The colour and place of a token that is paid before it.


def threats(state: State, side: int, language: str = ENGLISH, stander: int = NOBODY) -> list[ThreatShown]:
    """What each rival character and companion on the map could do in its next turn from the current position.

    `stander` is the side's figure that the chances at empty squares are for; -1 for none.
    """
    check_playing(state, "threats")
    setup = state.setup
    if side not in setup.sides:
        raise NotNow(say("refused.no_such_side", sides=ListPart(tuple(SidePart(one) for one in setup.sides))))
    if stander not in setup.figure_ids or side_now(state, setup.figure_ids[stander]) != side or state.figure_at[stander] < 0:
        stander = NOBODY
    base = turn_over(state)
    basic = sentence(say("threat.challenge"), language)
    lifted = _lifted(base, setup.figure_ids[stander]) if stander >= 0 else None
    found: list[ThreatShown] = []
    looked: dict[int, list[_Look]] = {}
    for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if square < 0 or setup.kind_of[figure] not in (CHARACTER, COMPANION) or setup.side_of[figure] == side:
            continue
        actor = actor_of(state, figure)
        if actor not in looked:
            looked[actor] = [_Look(base, actor, basic, side)]
            if lifted is not None:
                looked[actor].append(_Look(lifted, actor, basic, side, setup.figure_ids[stander]))
        found.append(_shown(looked[actor], figure, side))
    return found


def turn_over(state: State) -> State:
    """A copy of the state with the current turn ended, unless no action is asked for or that would end the game."""
    ask = state.decision
    trial = state.clone()
    if ask is None or ask.asked != questions.ACTION:
        return trial
    apply(trial, Choice(verbs.END, ask.figure))
    return state.clone() if trial.over else trial


def _lifted(base: State, figure: FigureId) -> State:
    """A copy of the state in which a figure is off the map."""
    trial = base.clone()
    trial.figure_at[figure] = RESERVE
    return trial


def _shown(looks: list[_Look], figure: FigureId, side: int) -> ThreatShown:
    """What one figure threatens against one side: the first look has everybody on the map, a second one is without who asks."""
    first = looks[0]
    state = first.base
    mine = sorted(thing for thing in first.targets.get(figure, ()) if _is_of(state, thing, side))
    area = reach = Mask(0)
    chances: dict[str, dict[Square, float]] = {}
    for look in looks:
        reach |= look.reach.get(figure, 0)
        area |= look.area.get(figure, 0)
        for name, known in look.chances.get(figure, {}).items():
            here = chances.setdefault(name, {})
            for square, chance in known.items():
                here[square] = max(here.get(square, 0.0), chance)
    for thing in mine:
        area |= BIT[square_of(state, thing)]
    return ThreatShown(
        figure=figure,
        reach=[*squares_of(reach)],
        hits=[*squares_of(area & state.setup.enterable)],
        targets=[*mine],
        ways=[ThreatWay(name, [*known], [round(100 * chance) for chance in known.values()]) for name, known in chances.items()],
    )


class _Look:
    """The next turn of one character and its companions. With a `stander` that is off the map, chances at empty squares are for it."""

    def __init__(self, base: State, actor: FigureId, basic: str, side: int, stander: FigureId = NOBODY) -> None:
        self._basic = Way(basic)
        self.base = base
        self.reach: dict[int, Mask] = {}
        self.area: dict[int, Mask] = {}
        self.targets: dict[int, set[Thing]] = {}
        self.chances: dict[int, dict[str, dict[Square, float]]] = {}  # by challenger, way and square
        self._met: set[Hashable] = set()
        self._left = MOST_TRIED
        self._actor = actor
        self._side = side
        self._stander = stander
        turn = with_turn(base, actor)
        if turn is not None:
            self._when = (turn.round, turn.exhaust_markers[actor])  # changes when the turn is over
            self._follow(turn, actor, "")
            self._besides(turn)

    # -- trying ----------------------------------------------------------------------------------------

    def _begin(self, state: State) -> None:
        """Follow every action that is offered at the start of the turn, or after the first action."""
        ask = state.decision
        if ask is None or state.acting != self._actor or (state.round, state.exhaust_markers[self._actor]) != self._when:
            return
        for figure in (self._actor, *companions_of(state, self._actor)):
            self._survey(state, figure, ask.options)
        for option in ask.options:
            if option.verb == verbs.MOVE:
                self._go(state, option)
            elif option.verb == verbs.CHALLENGE:
                self._note(option.figure, thing_of(option), self._basic.name)
            elif option.verb in (verbs.ABILITY, verbs.USE) and action_text(state, option).is_challenge:
                self._use(state, option)

    def _go(self, state: State, option: Choice) -> None:
        """Note where a move leads, and continue from there if it is not the last action."""
        self.reach[option.figure] = self.reach.get(option.figure, 0) | BIT[option.thing]
        if turn_of(state)[2] <= 1:
            return
        trial = state.clone()
        apply(trial, option)
        self._follow(trial, option.figure, "")

    def _besides(self, state: State) -> None:
        """Follow the cards that are not challenges, from the figures' current squares, and what can be done after them."""
        ask = state.decision
        self._left = MOST_TRIED_BESIDES
        if ask is not None and ask.asked == questions.ACTION and state.acting == self._actor:
            for option in ask.options:
                if option.verb in (verbs.ABILITY, verbs.USE, verbs.OFFER) and not action_text(state, option).is_challenge:
                    self._try(state, option, option.figure, action_text(state, option).name)

    def _use(self, state: State, option: Choice) -> None:
        """Follow a card that is a challenge: a plain one has its targets at once, other texts are played on."""
        text = action_text(state, option)
        name, act = text.name, _next_act(text.program, 0)
        if act is not None and text.is_plain_challenge:
            for target in targets_of(state, option.figure, state.figure_at[option.figure], challenge_reach(state, option.figure, act)):
                self._note(option.figure, target, name)
        else:
            self._try(state, option, option.figure, name)

    def _follow(self, state: State, doer: FigureId, name: str) -> None:
        """Follow every answer to a card's question; `doer` uses the card `name`."""
        ask = state.decision
        if ask is None or ask.is_chance or ask.secret or ask.asked == questions.TURN or ask.side != state.setup.side_of[self._actor]:
            return
        key = moment_key(state)
        if key in self._met:
            return
        self._met.add(key)
        if ask.asked == questions.ACTION:
            self._begin(state)
            return
        for option in ask.options:
            self._try(state, option, doer, name)

    def _try(self, state: State, option: Choice, doer: FigureId, name: str) -> None:
        if self._left <= 0:
            return
        self._left -= 1
        text = asking_text(state)
        trial = state.clone()
        events = apply(trial, option)
        challenged = _challenged(trial, events)
        if challenged:
            skip_to_dice(trial, events)
            declared = {event.target: event for event in events if isinstance(event, Challenged)}
            for target in challenged:
                self._note(doer, target, name or self._basic.name, declared.get(target))
            return
        if text is not None and text.this == doer:
            self._before_challenge(trial, text, doer, name)
            if trial.figure_at[doer] >= 0 and trial.figure_at[doer] != state.figure_at[doer]:
                self.reach[doer] = self.reach.get(doer, 0) | BIT[trial.figure_at[doer]]
        self._follow(trial, doer, name)

    def _note(self, figure: FigureId, target: Thing, name: str, declared: Challenged | None = None) -> None:
        self.targets.setdefault(figure, set()).add(target)
        known = self.chances.setdefault(figure, {}).setdefault(name, {})
        if declared is not None and _is_of(self.base, target, self._side):
            square = square_of(self.base, target)
            known[square] = max(known.get(square, 0.0), chance_of(declared.dice.total, declared.defense.total))

    # -- squares -----------------------------------------------------------------------------------------

    def _survey(self, state: State, figure: FigureId, options: list[Choice]) -> None:
        """Note the squares that a figure could challenge from its square, with a basic challenge and with cards that begin with one."""
        if figure == self._actor:
            if can_challenge(state, figure):
                self._add(state, figure, challenge_reach(state, figure), self._basic)
            for way in _usable(state, figure):
                self._add_way(state, figure, way)
        elif any(option.verb == verbs.CHALLENGE and option.figure == figure for option in options):
            self._add(state, figure, 0, self._basic)

    def _before_challenge(self, state: State, text: RunningText, figure: FigureId, name: str) -> None:
        """Note the squares of the next challenge of a text, whether or not it has a target."""
        done = _next_act(text.program, text.step_index)
        act = _next_act(text.program, text.step_index, 1)
        if done is not None and act is not None and done.verb in ("move", "place") and act.verb == "challenge":
            self._add_way(state, figure, Way(name, text.number, act))

    def _add_way(self, state: State, figure: FigureId, way: Way) -> None:
        assert way.act is not None
        if not is_from_elsewhere(way.act):
            self._add(state, figure, challenge_reach(state, figure, way.act), way)

    def _add(self, state: State, figure: FigureId, reach: int, way: Way) -> None:
        square = state.figure_at[figure]
        if square < 0:
            return
        grid = board(state)
        area = grid.within(square, reach) & seen_by(state, square, side_now(state, figure)) & ~BIT[square] if reach else grid.steps(square)
        self.area[figure] = self.area.get(figure, 0) | area
        self._weigh(state, figure, way, area)

    def _weigh(self, state: State, figure: FigureId, way: Way, area: Mask) -> None:
        """Note the chance to win at every square of an area; at an empty one the first square to challenge from counts."""
        known = self.chances.setdefault(figure, {}).setdefault(way.name, {})
        there = {square: other for other, square in zip(state.setup.figure_ids, state.figure_at, strict=True) if square >= 0}
        trial: State | None = None
        for square in squares_of(area & state.setup.enterable):
            victim = there.get(square, self._stander)
            if victim < 0 or side_now(state, victim) != self._side or (victim == self._stander and square in known):
                continue
            if trial is None:
                trial = state.clone()
                if way.pays is not None:
                    colour, place = way.pays
                    add_tokens(trial, trial.setup.side_of[figure], 0, colour, -1)
                    add_tokens(trial, trial.setup.side_of[figure], place, colour, 1)
            trial.figure_at[victim] = square
            chance = chance_of(*challenge_numbers(trial, figure, victim, way.text, way.act))
            trial.figure_at[victim] = state.figure_at[victim]
            known[square] = max(known.get(square, 0.0), chance)


def _challenged(trial: State, events: list[Event]) -> list[Thing]:
    """The targets of the challenge that an answer has declared: dice are next, or texts before them."""
    return [event.target for event in events if isinstance(event, Challenged)] + targets_under_way(trial)


def _is_of(state: State, thing: Thing, side: int) -> bool:
    """Whether a target belongs to a side and is on the map."""
    if not is_figure(thing):
        return state.piece_side[thing - PIECE] == side and state.piece_at[thing - PIECE] >= 0
    return side_now(state, thing) == side and state.figure_at[thing] >= 0


def _usable(state: State, figure: FigureId) -> list[Way]:
    """The abilities and items that begin with a challenge, and that a figure could use now if there were a target (CHA-16)."""
    tried = [Choice(verbs.ABILITY, figure, k) for k in abilities_of(state, figure)]
    tried += [Choice(verbs.USE, figure, PIECE_THING[piece]) for piece in usable_items(state, figure)]
    found: list[Way] = []
    for choice in tried:
        text = action_text(state, choice)
        against = why_no_text(state, choice) if text.is_challenge else ()
        if not text.is_challenge or (against and against[0].rule != "CHA-16"):
            continue
        act = _next_act(text.program, 0)
        if act is not None and act.verb == "challenge":
            found.append(Way(text.name, text.number, act, _price(state, choice) if choice.verb == verbs.ABILITY else None))
    return found


def _price(state: State, choice: Choice) -> tuple[Colour, int]:
    """Colour and place of the token that an ability costs now."""
    ability = ability_of(state, choice.figure, choice.ability)
    return ALL_COLOURS[ability.colour], prices(state, choice.figure, ability.cost)[0]


def _next_act(program: Program, stage: int, skip: int = 0) -> Act | None:
    """The first act at or after a place of a program, after skipping `skip` acts."""
    acts = [step.act for step in program.steps[stage:] if step.op == ops.DO and step.act is not None]
    return acts[skip] if skip < len(acts) else None
