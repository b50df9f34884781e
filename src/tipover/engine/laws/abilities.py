"""Which abilities and items a figure may begin now, and at which prices (ABI-1, ABI-2, ABI-5, ABI-17, CHA-16, ITM-2)."""

from __future__ import annotations

from collections.abc import Sequence

from tipover.board.mask import BIT
from tipover.cards import program as ops
from tipover.cards.program import Program, Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, plain
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.ids import ALL_COLOURS, ON_CARD, PIECE, PIECE_THING, PLACES, Colour, FigureId, Thing
from tipover.engine.core.numbers import ADD, Part, sum_parts
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import ColourPart, FigurePart, ListPart, say
from tipover.engine.core.state import State
from tipover.engine.core.text_facts import ANYWHERE, UNSURE
from tipover.engine.core.text_index import AbilityRow
from tipover.engine.core.tracks import pool_index
from tipover.engine.laws.law import Law
from tipover.engine.laws.picks import settle, step_options
from tipover.engine.laws.prohibitions import DONE_TO, why_kept
from tipover.engine.laws.targets import WHILE_DOWN, finds_target, printed_range, why_unseen
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.modifiers import acts_down, may_pay_less, price_parts
from tipover.engine.phrases.terrain import board
from tipover.engine.phrases.text_frames import program_of


def is_able(state: State, figure: FigureId) -> bool:
    """Whether a figure on the map can act: it stands, or a text lets it act while knocked down (TRN-4)."""
    return not state.down[figure] or acts_down(state, figure)


class TextLaw(Law[Choice]):
    """What abilities and items have in common: whether their text may be begun (TRN-4, TRN-8, CHA-16)."""

    __slots__ = ("able", "figure")

    def __init__(self, state: State, figure: FigureId, able: bool | None = None) -> None:
        self.state = state
        self.figure = figure
        """Whose ability or item it is."""
        self.able = is_able(state, figure) if able is None else able
        """Whether the figure can act."""

    def _is_kept_down(self, number: int) -> bool:
        """Whether the figure is knocked down and the text may not be used then (TRN-4)."""
        return not self.able and WHILE_DOWN not in self.state.texts.programs[number].limits

    def _is_used_up(self, number: int) -> bool:
        """Whether a text with a limit such as `Once a turn` was used as often as it allows (TRN-8)."""
        counter = self.state.texts.limits.get(number, -1)
        return counter >= 0 and self.state.counts[counter] > 0

    def _text_faults(self, number: int, name: str) -> list[Reason]:
        """Why the text cannot be begun by this figure at this time."""
        setup, figure, program = self.state.setup, self.figure, self.state.texts.programs[number]
        reasons: list[Reason] = []
        if self._is_kept_down(number):
            said = say("reason.text.not_while_down", who=FigurePart(figure), text=program.name, words=WHILE_DOWN)
            reasons.append(reason_for(setup, "TRN-4", said, things=[figure]))
        if self._is_used_up(number):
            limit = next(one for one in program.limits if one.startswith("Once"))
            reasons.append(reason_for(setup, "TRN-8", "reason.text.used_up", things=[figure], text=name, words=limit))
        return reasons

    def _target_faults(self, number: int, name: str, rule: str) -> list[Reason]:
        """Why a text that is a challenge finds no target; targets are not explained for a figure that is knocked down."""
        if self._is_kept_down(number) or begins(self.state, self.figure, number):
            return []
        figure = self.figure
        reasons = [reason_for(self.state.setup, "CHA-16", "reason.text.no_target", things=[figure], text=name, words=rule)]
        return reasons + self._kept_targets(self.state.texts.programs[number]) + self._hidden_targets(number)

    def _kept_targets(self, program: Program) -> list[Reason]:
        """The cards that protect rivals in range from being challenged."""
        state, here = self.state, self.state.figure_at[self.figure]
        act = next((step.act for step in program.steps if step.act is not None and step.act.verb == "challenge"), None)
        if act is None or here < 0:
            return []
        reach = printed_range(act)
        near = board(state).within(here, reach) if reach else board(state).steps(here)
        reasons: list[Reason] = []
        for other, at in zip(state.setup.figure_ids, state.figure_at, strict=False):
            if at >= 0 and near & BIT[at] and side_now(state, other) != side_now(state, self.figure):
                reasons += why_kept(state, other, DONE_TO["challenge"])
        return reasons

    def _hidden_targets(self, number: int) -> list[Reason]:
        """What hides the figures in range that would be targets if they were seen (SEE-1, SEE-2, SEE-7)."""
        state = self.state
        frame = text_frame.new(number, self.figure, state.setup.side_of[self.figure])
        if not _is_led_to_a_deed(state, frame, number):
            return []
        op = _challenge_at(state.texts.programs[number].steps, frame[kinds.STAGE])
        if op is None:
            return []
        reasons: list[Reason] = []
        for other in state.setup.figure_ids:
            reasons += [one for one in why_unseen(state, frame, op, other) if one not in reasons]
        return reasons


class AbilityLaw(TextLaw):
    """The abilities a figure may begin now, at each price it may pay (ABI-1, ABI-2, ABI-5, CHA-16)."""

    __slots__ = ("free", "less")

    def __init__(self, state: State, figure: FigureId, able: bool | None = None, free: bool = False) -> None:
        self.free = free  # whether a text gives it without paying
        self.state = state
        self.figure = figure
        self.able = is_able(state, figure) if able is None else able
        self.less = _lowered_by(state, figure)

    def all(self) -> list[Choice]:
        """Every ability at every price; the full price is not written."""
        return open_abilities(self.state, self.figure, self.state.texts.ability_rows[self.figure], self.able, self.free)

    def faults(self, thing: Choice) -> list[Reason]:
        """Why an ability cannot be begun now at a price."""
        state, setup, figure = self.state, self.state.setup, self.figure
        programs, card = state.texts.abilities[figure], setup.card(state.card[figure])
        if not 0 <= thing.thing < len(programs):
            return [
                reason_for(
                    setup, "ACT-5" if card.basic else "ABI-1", "reason.text.no_such_ability", things=[figure], who=FigurePart(figure)
                )
            ]
        ability, number = card.abilities[thing.thing], programs[thing.thing]
        reasons = self._text_faults(number, ability.name)
        asked = [0] if self.free else prices(state, figure, ability.cost, self.less)
        price, colour = thing.path[0] if thing.path else asked[0], ALL_COLOURS[ability.colour]
        if price not in asked:
            costs = ListPart(tuple(asked), "or")
            rule = "ABI-17" if self.less and price < min(asked) else "ABI-5"
            reasons.append(reason_for(setup, rule, "reason.text.price", things=[figure], text=ability.name, costs=costs))
        elif not _is_payable(state, figure, price, colour):
            said = say("reason.text.no_token", text=ability.name, colour=ColourPart(colour), cost=ability.cost)
            reasons.append(reason_for(setup, "ABI-2", said, things=[figure]))
        return reasons + (self._target_faults(number, ability.name, ability.rule) if ability.challenge else [])


def open_abilities(state: State, figure: FigureId, rows: list[AbilityRow], able: bool, free: bool = False) -> list[Choice]:
    """Those of some abilities of a figure that it may begin now, at each price it may pay, without a law around them."""
    texts, pool = state.texts, state.pool
    less = _lowered_by(state, figure)
    in_pool = pool_index(state.setup.side_of[figure], ALL_COLOURS[0])  # where in the pools its side's tokens are, by colour
    found: list[Choice] = []
    in_reach: dict[int, bool] = {}  # whether plain challenges of a range find a target (cached by range)
    has_one_price = free or (not less and not texts.changes_prices)
    are_alike = not state.down[figure] and not texts.changes_range  # plain challenges of one range find the same targets
    takes_token = has_one_price and not free  # the printed price does
    for choice, number, colour, cost, reach, limit in rows:
        if takes_token and not pool[in_pool + colour]:
            continue
        if (limit >= 0 and state.counts[limit] > 0) or (not able and WHILE_DOWN not in texts.programs[number].limits):
            continue
        if reach != ANYWHERE:
            if reach == UNSURE or not are_alike:
                if not begins(state, figure, number):
                    continue
            else:
                is_in_reach = in_reach.get(reach)
                if is_in_reach is None:
                    is_in_reach = in_reach[reach] = finds_target(state, figure, reach)
                if not is_in_reach:
                    continue
        if has_one_price:
            found.append(choice)
            continue
        asked = prices(state, figure, cost, less)
        for price in asked:
            if _is_payable(state, figure, price, colour):
                found.append(choice if price == asked[0] else Choice(choice.verb, choice.figure, choice.thing, (price,)))
    return found


def _lowered_by(state: State, figure: FigureId) -> int:
    """By how much a price may be lowered for a figure."""
    texts = state.texts
    if not texts.lowers_prices or not (texts.may_pay_less[figure] or state.lasting):
        return 0
    return may_pay_less(state, figure)[0]


def _is_payable(state: State, figure: FigureId, price: int, colour: Colour) -> bool:
    """Whether there is a token to pay a price with; a price of nothing takes none."""
    return price < 1 or state.pool[pool_index(state.setup.side_of[figure], colour)] > 0


def is_given_free(state: State) -> bool:
    """Whether the open question is about an action that a text gives without paying (ABI-5)."""
    frame = state.stack[-1] if state.stack else []
    if not frame or frame[kinds.KIND] != kinds.TEXT:
        return False
    act = program_of(state, frame).steps[frame[kinds.STAGE]].act
    return act is not None and how_of(act, "free") is not None


def prices(state: State, figure: FigureId, cost: int, less: int | None = None) -> list[int]:
    """What an ability may cost a figure now: first the full price, then the one lowered by `less` (ABI-5, ABI-17).

    Without `less` it is what the texts in force allow at the open question: nothing where a text gives it without paying.
    """
    if less is None:
        if is_given_free(state):
            return [0]
        less = may_pay_less(state, figure)[0]
    price = cost
    if state.texts.changes_prices:
        price = sum_parts([Part(cost, "cost", ADD), *price_parts(state, figure)])
    full = min(PLACES, price)
    lowered = min(PLACES, price - less)
    return [full, lowered] if lowered < full else [full]


def begins(state: State, figure: FigureId, number: int) -> bool:
    """Whether a text that begins with its challenge has a target now (CHA-16)."""
    frame = text_frame.new(number, figure, state.setup.side_of[figure])
    if not _is_led_to_a_deed(state, frame, number):
        return False
    steps = state.texts.programs[number].steps
    challenge = _challenge_at(steps, frame[kinds.STAGE])
    return challenge is None or step_options(state, frame, steps[frame[kinds.STAGE]]) != []


def _is_led_to_a_deed(state: State, frame: list[int], number: int) -> bool:
    """Follow the conditions before the first deed of a text; whether they lead to one (`If this moved this turn, challenge 3`)."""
    steps = state.texts.programs[number].steps
    while (op := steps[frame[kinds.STAGE]]).op in (ops.IF, ops.SET):
        if step_options(state, frame, op) == []:
            return False
        settle(state, frame, op)
    return op.op != ops.END


def _challenge_at(steps: Sequence[Step], place: int) -> Step | None:
    """The step at a place that challenges, or makes what follows challenge each of several; None if it does something else."""
    ahead = {ops.DO: 0, ops.EACH: 1, ops.SOME: 2}.get(steps[place].op)
    op = steps[place + ahead] if ahead is not None else None
    return op if op is not None and op.act is not None and op.act.verb == "challenge" else None


class ItemLaw(TextLaw):
    """The items a figure holds and may use now (ITM-1, ITM-2)."""

    __slots__ = ()

    def all(self) -> list[Choice]:
        """Every item that may be used."""
        state = self.state
        found: list[Choice] = []
        for piece, number in state.texts.uses.items():
            if state.piece_holder[piece] != self.figure or state.piece_at[piece] != ON_CARD:
                continue
            if self._is_kept_down(number) or self._is_used_up(number):
                continue
            part = state.setup.pieces[piece].part
            if part is None or not part.challenge or begins(state, self.figure, number):
                found.append(plain(verbs.USE, self.figure, PIECE_THING[piece]))
        return found

    def faults(self, thing: Choice) -> list[Reason]:
        """Why an item cannot be used now."""
        state, setup, figure, piece = self.state, self.state.setup, self.figure, thing.thing - PIECE
        slot = setup.pieces[piece]
        if state.piece_holder[piece] != figure:
            said = say("reason.item.not_held", who=FigurePart(figure), item=slot.name)
            return [reason_for(setup, "ITM-1", said, things=[figure, Thing(thing.thing)])]
        if piece not in state.texts.uses:
            return [reason_for(setup, "ITM-2", "reason.item.works_by_itself", things=[Thing(thing.thing)], item=slot.name)]
        number = state.texts.uses[piece]
        reasons = self._text_faults(number, slot.name)
        if state.piece_at[piece] != ON_CARD:
            reasons.append(reason_for(setup, "ITM-2", "reason.item.on_track", things=[Thing(thing.thing)], item=slot.name))
        challenges = slot.part is not None and slot.part.challenge
        return reasons + (self._target_faults(number, slot.name, slot.part.rule) if slot.part is not None and challenges else [])
