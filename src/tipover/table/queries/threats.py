"""What each rival could do in its next turn: where it can go, which figures and squares it can challenge.

Each rival is given a turn on a clone, and the engine's options are followed: every move; then from its square and from every
square that a move leads to, every challenge and every card that is a challenge, with every answer to the card's questions, up
to the first die. Cards that are not challenges are followed only from its square. Positions are visited once. So reach and
targets come from the engine and hold for the current position. Empty squares in range are computed from the same squares:
adjacent, or seen within the range of the challenge.
"""

from __future__ import annotations

from collections.abc import Hashable

from tipover.board.mask import BIT, Mask, squares_of
from tipover.cards import program as ops
from tipover.cards.ast import Act
from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.cards.program import Program
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.event import Challenged, Event
from tipover.engine.core.ids import PIECE, PIECE_THING, FigureId, Thing, is_figure
from tipover.engine.core.language import ENGLISH, sentence
from tipover.engine.core.said import ListPart, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.explain.action_faults import why_no_text
from tipover.engine.queries.board import board, seen_by
from tipover.engine.queries.card_texts import abilities_of, action_text, usable_items
from tipover.engine.queries.challenges import targets_under_way
from tipover.engine.queries.figures import (
    actor_of,
    can_challenge,
    challenge_reach,
    companions_of,
    is_from_elsewhere,
    side_now,
    square_of,
    targets_of,
)
from tipover.engine.queries.texts import asking_text
from tipover.engine.queries.turns import moment_key, with_turn
from tipover.engine.run import apply
from tipover.table.protocol.from_server import ThreatShown
from tipover.table.queries.refusal import NotNow, check_playing

# How many answers are tried for one rival: for its cards that are challenges, then for the others. Cards of the sets need
# fewer; a card with more answers is not followed to its end.
MOST_TRIED, MOST_TRIED_BESIDES = 600, 100


def threats(state: State, side: int, language: str = ENGLISH) -> list[ThreatShown]:
    """What each rival character and companion on the map could do in its next turn from the current position."""
    check_playing(state, "threats")
    setup = state.setup
    if side not in setup.sides:
        raise NotNow(say("refused.no_such_side", sides=ListPart(tuple(SidePart(one) for one in setup.sides))))
    base = _turn_over(state)
    found: list[ThreatShown] = []
    looked: dict[int, _Look] = {}
    for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if square < 0 or setup.kind_of[figure] not in (CHARACTER, COMPANION) or setup.side_of[figure] == side:
            continue
        actor = actor_of(state, figure)
        if actor not in looked:
            looked[actor] = _Look(base, actor, sentence(say("threat.challenge"), language))
        found.append(looked[actor].shown(figure, side))
    return found


def _turn_over(state: State) -> State:
    """A copy of the state with the current turn ended, unless no action is asked for or that would end the game."""
    ask = state.decision
    trial = state.clone()
    if ask is None or ask.asked != questions.ACTION:
        return trial
    apply(trial, Choice(verbs.END, ask.figure))
    return state.clone() if trial.over else trial


class _Look:
    """The next turn of one character and its companions."""

    def __init__(self, base: State, actor: FigureId, basic: str) -> None:
        self._basic = basic  # the name of a basic challenge in the reader's language
        self.reach: dict[int, Mask] = {}
        self.area: dict[int, Mask] = {}
        self.targets: dict[int, set[Thing]] = {}
        self.by: dict[int, dict[str, None]] = {}
        self._met: set[Hashable] = set()
        self._left = MOST_TRIED
        self._actor = actor
        self._base = base
        turn = with_turn(base, actor)
        if turn is not None:
            self._follow(turn, actor, "")
            self._begin(turn)
            self._besides(turn)

    def shown(self, figure: FigureId, side: int) -> ThreatShown:
        """What one of these figures threatens against one side."""
        state = self._base
        mine = sorted(thing for thing in self.targets.get(figure, ()) if _is_of(state, thing, side))
        squares = self.area.get(figure, 0)
        for thing in mine:
            squares |= BIT[square_of(state, thing)]
        return ThreatShown(
            figure=figure,
            reach=[*squares_of(self.reach.get(figure, 0))],
            hits=[*squares_of(squares & state.setup.enterable)],
            targets=[*mine],
            by=list(self.by.get(figure, {})),
        )

    # -- trying ----------------------------------------------------------------------------------------

    def _begin(self, state: State, moved: bool = False) -> None:
        """Follow every action that is offered at the start of the turn, or after a move."""
        ask = state.decision
        if ask is None or ask.asked != questions.ACTION or state.acting != self._actor:
            return
        for figure in (self._actor, *companions_of(state, self._actor)):
            self._survey(state, figure, ask.options)
        for option in ask.options:
            if option.verb == verbs.MOVE:
                self._go(state, option, moved)
            elif option.verb == verbs.CHALLENGE:
                self._note(option.figure, thing_of(option), self._basic)
            elif option.verb in (verbs.ABILITY, verbs.USE) and action_text(state, option).is_challenge:
                self._use(state, option)

    def _go(self, state: State, option: Choice, moved: bool) -> None:
        """Note where a move leads, and continue from there if it is the first move."""
        self.reach[option.figure] = self.reach.get(option.figure, 0) | BIT[option.thing]
        if moved:
            return
        trial = state.clone()
        apply(trial, option)
        if trial.decision is not None and trial.decision.asked != questions.ACTION:
            self._follow(trial, option.figure, "")
        self._begin(trial, moved=True)

    def _besides(self, state: State) -> None:
        """Follow the cards that are not challenges, from the figures' current squares."""
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
        if (
            ask is None
            or ask.is_chance
            or ask.secret
            or ask.asked in (questions.ACTION, questions.TURN)
            or ask.side != state.setup.side_of[self._actor]
        ):
            return
        key = moment_key(state)
        if key in self._met:
            return
        self._met.add(key)
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
        for target in challenged:
            self._note(doer, target, name or self._basic)
        if challenged:
            return
        if text is not None and text.this == doer:
            self._before_challenge(trial, text.program, text.step_index, doer, name)
            if trial.figure_at[doer] >= 0 and trial.figure_at[doer] != state.figure_at[doer]:
                self.reach[doer] = self.reach.get(doer, 0) | BIT[trial.figure_at[doer]]
        self._follow(trial, doer, name)

    def _note(self, figure: FigureId, target: Thing, name: str) -> None:
        self.targets.setdefault(figure, set()).add(target)
        self.by.setdefault(figure, {})[name] = None

    # -- empty squares -----------------------------------------------------------------------------------

    def _survey(self, state: State, figure: FigureId, options: list[Choice]) -> None:
        """Note the squares that a figure could challenge from its square, with a basic challenge and with cards that begin with one."""
        if figure == self._actor:
            if can_challenge(state, figure):
                self._add(state, figure, challenge_reach(state, figure), self._basic)
            for name, program in _usable(state, figure):
                act = _next_act(program, 0)
                if act is not None and act.verb == "challenge":
                    self._add_act(state, figure, act, name)
        elif any(option.verb == verbs.CHALLENGE and option.figure == figure for option in options):
            self._add(state, figure, 0, self._basic)

    def _before_challenge(self, state: State, program: Program, stage: int, figure: FigureId, name: str) -> None:
        """Note the squares of the next challenge of a text, whether or not it has a target."""
        done = _next_act(program, stage)
        act = _next_act(program, stage, 1)
        if done is not None and act is not None and done.verb in ("move", "place") and act.verb == "challenge":
            self._add_act(state, figure, act, name)

    def _add_act(self, state: State, figure: FigureId, act: Act, name: str) -> None:
        if is_from_elsewhere(act):
            return
        self._add(state, figure, challenge_reach(state, figure, act), name)

    def _add(self, state: State, figure: FigureId, reach: int, name: str) -> None:
        square = state.figure_at[figure]
        if square < 0:
            return
        grid = board(state)
        area = grid.within(square, reach) & seen_by(state, square, side_now(state, figure)) & ~BIT[square] if reach else grid.steps(square)
        self.area[figure] = self.area.get(figure, 0) | area
        self.by.setdefault(figure, {})[name] = None


def _challenged(trial: State, events: list[Event]) -> list[Thing]:
    """The targets of the challenge that an answer has declared: dice are next, or texts before them."""
    return [event.target for event in events if isinstance(event, Challenged)] + targets_under_way(trial)


def _is_of(state: State, thing: Thing, side: int) -> bool:
    """Whether a target belongs to a side and is on the map."""
    if not is_figure(thing):
        return state.piece_side[thing - PIECE] == side and state.piece_at[thing - PIECE] >= 0
    return side_now(state, thing) == side and state.figure_at[thing] >= 0


def _usable(state: State, figure: FigureId) -> list[tuple[str, Program]]:
    """The abilities and items that a figure could use now if there were a target (CHA-16)."""
    tried = [Choice(verbs.ABILITY, figure, k) for k in abilities_of(state, figure)]
    tried += [Choice(verbs.USE, figure, PIECE_THING[piece]) for piece in usable_items(state, figure)]
    found: list[tuple[str, Program]] = []
    for choice in tried:
        text = action_text(state, choice)
        against = why_no_text(state, choice) if text.is_challenge else ()
        if text.is_challenge and (not against or against[0].rule == "CHA-16"):
            found.append((text.name, text.program))
    return found


def _next_act(program: Program, stage: int, skip: int = 0) -> Act | None:
    """The first act at or after a place of a program, after skipping `skip` acts."""
    acts = [step.act for step in program.steps[stage:] if step.op == ops.DO and step.act is not None]
    return acts[skip] if skip < len(acts) else None
