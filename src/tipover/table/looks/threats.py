"""What each rival could do in its next turn: where it can get to, whom and which squares it can challenge.

Each rival is given a turn on a clone, and the engine is asked: every move, and from where it stands and from every square a
move leads to, every challenge and every card that is one, with every answer the card leaves open, up to the first die. Cards
that are no challenges are followed from where it stands. Positions met before are not gone into again. So reach and targets
are the engine's own, as things stand; the squares with nobody in them are reckoned from the same places: adjacent, or seen
within the range of the challenge.
"""

from __future__ import annotations

from collections.abc import Hashable

from tipover.board.mask import BIT, Mask, squares_of
from tipover.cards import program as ops
from tipover.cards.ast import Act
from tipover.cards.catalog import CHARACTER, COMPANION, SIDES
from tipover.cards.program import Program
from tipover.engine import changes
from tipover.engine.decision import ABILITY, ASK_ACTION, ASK_TURN, CHALLENGE, END, MOVE, OFFER, PIECE, USE, Choice
from tipover.engine.event import Challenged, Event
from tipover.engine.field import board, seen_by
from tipover.engine.flow.abilities import actor_of, companions_of
from tipover.engine.flow.kinds import (
    ACTIONS_A_TURN,
    CHALLENGE_FRAME,
    CHALLENGER,
    KIND,
    NEXT,
    ROUND_FRAME,
    STAGE,
    TARGET,
    TEXT_FRAME,
    TURN_FRAME,
)
from tipover.engine.flow.rounds import TURNS
from tipover.engine.flow.turns import BEGINNING
from tipover.engine.numbers import reckon
from tipover.engine.run import advance, apply
from tipover.engine.state import State
from tipover.engine.steps.deeds.acting import targets_of
from tipover.engine.steps.deeds.moving import how_of
from tipover.engine.steps.frame import ME, PROG, TRAIL
from tipover.engine.steps.thing import side_now, square_of
from tipover.engine.whytext import why_no_text
from tipover.table.looks.refusal import NotNow, check_playing
from tipover.table.protocol import ThreatShown

# How many answers are tried for one rival: to its cards that are challenges, then to its others. Cards of the sets need fewer;
# one that leaves more open than that is not followed to its end.
MOST_TRIED, MOST_TRIED_BESIDES = 600, 100
BASIC = "challenge"


def threats(state: State, side: int) -> list[ThreatShown]:
    """For each rival character and companion on the map what it could do in its next turn, as things stand."""
    check_playing(state, "Threats")
    setup = state.setup
    if side not in setup.sides:
        raise NotNow(f"No such side plays here; there are {', '.join(SIDES[one] for one in setup.sides)}.")
    base = _turn_over(state)
    found: list[ThreatShown] = []
    looked: dict[int, _Look] = {}
    for figure, square in enumerate(state.where):
        if square < 0 or setup.kind_of[figure] not in (CHARACTER, COMPANION) or setup.side_of[figure] == side:
            continue
        actor = actor_of(state, figure)
        if actor not in looked:
            looked[actor] = _Look(base, actor)
        found.append(looked[actor].shown(figure, side))
    return found


def _turn_over(state: State) -> State:
    """How it stands when the turn that is on is ended now; as it is if no action is asked for or that would end the game."""
    ask = state.decision
    trial = state.clone()
    if ask is None or ask.asked != ASK_ACTION:
        return trial
    apply(trial, Choice(END, ask.figure))
    return state.clone() if trial.over else trial


class _Look:
    """One character's next turn, and its companions' part in it."""

    def __init__(self, base: State, actor: int) -> None:
        self.reach: dict[int, Mask] = {}
        self.area: dict[int, Mask] = {}
        self.targets: dict[int, set[int]] = {}
        self.by: dict[int, dict[str, None]] = {}
        self._met: set[Hashable] = set()
        self._left = MOST_TRIED
        self._actor = actor
        self._base = base
        turn = _given_turn(base, actor)
        if turn is not None:
            self._follow(turn, actor, "")
            self._begin(turn)
            self._besides(turn)

    def shown(self, figure: int, side: int) -> ThreatShown:
        """What of it a figure does, against one side."""
        state = self._base
        mine = sorted(thing for thing in self.targets.get(figure, ()) if _is_of(state, thing, side))
        squares = self.area.get(figure, 0)
        for thing in mine:
            squares |= BIT[square_of(state, thing)]
        return ThreatShown(
            figure=figure,
            reach=squares_of(self.reach.get(figure, 0)),
            hits=squares_of(squares & state.setup.enterable),
            targets=mine,
            by=list(self.by.get(figure, {})),
        )

    # -- trying ----------------------------------------------------------------------------------------

    def _begin(self, state: State, moved: bool = False) -> None:
        """Look at every action that is offered at the start of the turn, or after a move."""
        ask = state.decision
        if ask is None or ask.asked != ASK_ACTION or state.acting != self._actor:
            return
        for figure in (self._actor, *companions_of(state, self._actor)):
            self._survey(state, figure, ask.options)
        for option in ask.options:
            if option.verb == MOVE:
                self._go(state, option, moved)
            elif option.verb == CHALLENGE:
                self._note(option.figure, option.thing, BASIC)
            elif _is_challenge(state, option):
                self._use(state, option)

    def _go(self, state: State, option: Choice, moved: bool) -> None:
        """Note where a move leads, and look on from there if it is the first."""
        self.reach[option.figure] = self.reach.get(option.figure, 0) | BIT[option.thing]
        if moved:
            return
        trial = state.clone()
        apply(trial, option)
        if trial.decision is not None and trial.decision.asked != ASK_ACTION:
            self._follow(trial, option.figure, "")
        self._begin(trial, moved=True)

    def _besides(self, state: State) -> None:
        """Look at the cards that are no challenges, from where the figures stand."""
        ask = state.decision
        self._left = MOST_TRIED_BESIDES
        if ask is not None and ask.asked == ASK_ACTION and state.acting == self._actor:
            for option in ask.options:
                if option.verb in (ABILITY, USE, OFFER) and not _is_challenge(state, option):
                    self._try(state, option, option.figure, _name_of(state, option))

    def _use(self, state: State, option: Choice) -> None:
        """Look at a card that is a challenge: a plain one finds its targets at once, another text is followed."""
        number = _program_of(state, option)
        program, name = state.cast.programs[number], _name_of(state, option)
        act = _next_act(program, 0)
        if act is not None and state.cast.reaches[number] >= 0:
            for target in targets_of(state, option.figure, state.where[option.figure], _reach_of(state, option.figure, act)):
                self._note(option.figure, target, name)
        else:
            self._try(state, option, option.figure, name)

    def _follow(self, state: State, doer: int, name: str) -> None:
        """Go into every answer that a card's text leaves open here; `doer` does the card `name`."""
        ask = state.decision
        if (
            ask is None
            or ask.is_chance
            or ask.secret
            or ask.asked in (ASK_ACTION, ASK_TURN)
            or ask.side != state.setup.side_of[self._actor]
        ):
            return
        key = _key(state)
        if key in self._met:
            return
        self._met.add(key)
        for option in ask.options:
            self._try(state, option, doer, name)

    def _try(self, state: State, option: Choice, doer: int, name: str) -> None:
        if self._left <= 0:
            return
        self._left -= 1
        frame = state.stack[-1]
        trial = state.clone()
        events = apply(trial, option)
        challenged = _challenged(trial, events)
        for target in challenged:
            self._note(doer, target, name or BASIC)
        if challenged:
            return
        if frame[KIND] == TEXT_FRAME and frame[ME] == doer:
            self._before_challenge(trial, state.cast.programs[frame[PROG]], frame[STAGE], doer, name)
            if trial.where[doer] >= 0 and trial.where[doer] != state.where[doer]:
                self.reach[doer] = self.reach.get(doer, 0) | BIT[trial.where[doer]]
        self._follow(trial, doer, name)

    def _note(self, figure: int, target: int, name: str) -> None:
        self.targets.setdefault(figure, set()).add(target)
        self.by.setdefault(figure, {})[name] = None

    # -- squares with nobody in them ---------------------------------------------------------------------

    def _survey(self, state: State, figure: int, options: list[Choice]) -> None:
        """The squares a figure could challenge from where it is now, by a basic challenge and by cards that begin with one."""
        if figure == self._actor:
            if not state.down[figure] or changes.acts_down(state, figure):
                if "cannot" not in state.cast.changes or changes.cannot(state, figure, "challenge") is None:
                    self._add(state, figure, _reach_of(state, figure), BASIC)
            for name, program in _usable(state, figure):
                act = _next_act(program, 0)
                if act is not None and act.verb == "challenge":
                    self._add_act(state, figure, act, name)
        elif any(option.verb == CHALLENGE and option.figure == figure for option in options):
            self._add(state, figure, 0, BASIC)

    def _before_challenge(self, state: State, program: Program, stage: int, figure: int, name: str) -> None:
        """After a part of a text is done: the squares of the challenge that comes next, whether or not it finds anybody."""
        done = _next_act(program, stage)
        act = _next_act(program, stage, 1)
        if done is not None and act is not None and done.verb in ("move", "place") and act.verb == "challenge":
            self._add_act(state, figure, act, name)

    def _add_act(self, state: State, figure: int, act: Act, name: str) -> None:
        if how_of(act, "from") is not None:
            return
        self._add(state, figure, _reach_of(state, figure, act), name)

    def _add(self, state: State, figure: int, reach: int, name: str) -> None:
        square = state.where[figure]
        if square < 0:
            return
        grid = board(state)
        area = grid.within(square, reach) & seen_by(state, square, side_now(state, figure)) & ~BIT[square] if reach else grid.steps(square)
        self.area[figure] = self.area.get(figure, 0) | area
        self.by.setdefault(figure, {})[name] = None


def _given_turn(base: State, actor: int) -> State | None:
    """A clone in which a character has the turn; one that had its turn this round has it in the next, with the tokens back by then."""
    rounds = next((frame for frame in base.stack if frame[KIND] == ROUND_FRAME), None)
    if rounds is None:
        return None
    trial = base.clone()
    side = trial.setup.side_of[actor]
    trial.stack = [rounds[:], [TURN_FRAME, BEGINNING, side, actor, ACTIONS_A_TURN, 0]]
    trial.stack[0][STAGE], trial.stack[0][NEXT] = TURNS, side
    trial.holder = trial.setup.nobody_held
    if trial.spent[actor] >= trial.setup.markers(actor):
        trial.spent[actor] = 0
        for colour in range(4):
            trial.pool[side * 4 + colour] += trial.track[side * 16 + colour]
            trial.track[side * 16 + colour] = 0
    trial.decision = None
    advance(trial, [])
    return trial


def _key(state: State) -> Hashable:
    """What tells two moments of a turn apart; the way a figure came does not."""
    return (
        tuple(state.where),
        tuple(state.pool),
        tuple(state.down),
        tuple(state.counts),
        tuple(tuple(frame[:TRAIL]) for frame in state.stack),
    )


def _challenged(trial: State, events: list[Event]) -> list[int]:
    """Whom an answer has challenged: dice are about to fall, or texts have their say before."""
    found = [event.target for event in events if isinstance(event, Challenged)]
    return found + [frame[TARGET] for frame in trial.stack if frame[KIND] == CHALLENGE_FRAME and frame[CHALLENGER] >= 0]


def _is_of(state: State, thing: int, side: int) -> bool:
    """Whether a target is a side's, and still on the map."""
    if thing >= PIECE:
        return state.kept_by[thing - PIECE] == side and state.lies[thing - PIECE] >= 0
    return side_now(state, thing) == side and state.where[thing] >= 0


def _usable(state: State, figure: int) -> list[tuple[str, Program]]:
    """The abilities and items a figure can pay for and begin now, were there a target (CHA-16)."""
    card = state.setup.card(state.card[figure])
    tried = [(Choice(ABILITY, figure, k), number) for k, number in enumerate(state.cast.abilities[figure]) if card.abilities[k].challenge]
    for piece, number in state.cast.uses.items():
        part = state.setup.pieces[piece].part
        if state.held[piece] == figure and part is not None and part.challenge:
            tried.append((Choice(USE, figure, PIECE + piece), number))
    found: list[tuple[str, Program]] = []
    for choice, number in tried:
        against = why_no_text(state, choice)
        if not against or against[0].rule == "CHA-16":
            found.append((_name_of(state, choice), state.cast.programs[number]))
    return found


def _reach_of(state: State, figure: int, act: Act | None = None) -> int:
    """How far a challenge of a text, or a basic one, reaches for a figure now; 0 is adjacent (CHA-3)."""
    stated = how_of(act, "range") if act is not None else None
    base = stated if isinstance(stated, int) and not isinstance(stated, bool) else 0
    more = reckon(changes.stat_parts(state, figure, "range")) if "has range" in state.cast.changes else 0
    return (base + more if base else more + 1) if more else base


def _is_challenge(state: State, choice: Choice) -> bool:
    """Whether an action's card is marked as a challenge."""
    if choice.verb == ABILITY:
        return state.setup.card(state.card[choice.figure]).abilities[choice.thing].challenge
    part = state.setup.pieces[choice.thing - PIECE].part if choice.verb == USE else None
    return part is not None and part.challenge


def _program_of(state: State, choice: Choice) -> int:
    if choice.verb == ABILITY:
        return state.cast.abilities[choice.figure][choice.thing]
    return state.cast.uses[choice.thing - PIECE]


def _name_of(state: State, choice: Choice) -> str:
    if choice.verb == ABILITY:
        return state.setup.card(state.card[choice.figure]).abilities[choice.thing].name
    if choice.verb == USE:
        return state.setup.pieces[choice.thing - PIECE].name
    return state.cast.entries[choice.thing].source.name


def _next_act(program: Program, stage: int, skip: int = 0) -> Act | None:
    """The deed at or after a place of a program, or so many deeds further on."""
    acts = [step.act for step in program.steps[stage:] if step.op == ops.DO and step.act is not None]
    return acts[skip] if skip < len(acts) else None
