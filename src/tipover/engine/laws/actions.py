"""The actions a figure may take now (ACT, TRN-4 to TRN-6, TRN-19)."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from typing import Final

from tipover.board.grid import ADJACENT, ITSELF
from tipover.board.mask import BIT
from tipover.cards.ast import Act, Group, Join, While
from tipover.cards.catalog import OBJECTIVE
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import END_OF, Choice, plain
from tipover.engine.core.frames import kinds, text_frame, turn_frame
from tipover.engine.core.ids import PIECE_THING, FigureId, Thing, Verb, is_figure
from tipover.engine.core.reason import Reason
from tipover.engine.core.state import State
from tipover.engine.laws.abilities import AbilityLaw, ItemLaw, is_able, is_given_free
from tipover.engine.laws.assists import AssistLaw
from tipover.engine.laws.companions import CompanionLaw
from tipover.engine.laws.interacts import InteractLaw, markers_in
from tipover.engine.laws.moves import basic_moves, plain_moves
from tipover.engine.laws.offers import OfferLaw, is_given_by_offer
from tipover.engine.laws.prohibitions import forbidding, is_challenge_action
from tipover.engine.laws.targets import basic_target_law
from tipover.engine.laws.turns import RallyLaw
from tipover.engine.laws.verb_options import ACTION_OPTIONS
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.events import ACTION_BITS, action_bits
from tipover.engine.phrases.modifiers import applies, standing
from tipover.engine.phrases.terrain import Survey, board

EVERY_BASIC: Final = frozenset({"basic"})


def turn_actions(state: State, figure: FigureId, actions: int) -> list[Choice]:
    """Every action of a figure's own turn with some actions left, and stopping (TRN-2, TRN-12, ACT-7)."""
    setup, texts = state.setup, state.texts
    is_there, is_down = state.figure_at[figure] >= 0, state.down[figure]
    if texts.only_basics[figure] and is_there and not is_down and state.controlled_by is setup.nobody_controlled:
        options = _plain_basics(state, figure)
        options.append(END_OF[figure])
        return options
    options = []
    if is_there:
        able = not is_down or is_able(state, figure)
        if able:
            options = basics(state, figure, EVERY_BASIC)
        if texts.abilities[figure] or texts.uses:
            options += _texts(state, figure, able)
        if is_down and texts.acts_down:
            options = [choice for choice in options if not is_barred_down(state, choice)]
        if is_down and RallyLaw(state, actions).allows(figure):
            options.append(plain(verbs.RALLY, figure))
    if setup.companions:
        options += CompanionLaw(state, figure).all()
    options.append(END_OF[figure])
    return options


def given_actions(state: State, figure: FigureId, names: Set[str], by_offer: bool = False) -> list[Choice]:
    """The actions a text gives: of these kinds, for a figure that can act now (TRN-19, ABI-9); `by_offer`: the text is an offered action."""
    if state.figure_at[figure] < 0:
        return []
    able = is_able(state, figure)
    options = basics(state, figure, EVERY_BASIC if "any" in names else names, by_offer) if able else []
    if "any" in names or "ability" in names:
        options += _texts(state, figure, able, items="any" in names, free="free" in names)
    elif "challenge action" in names:
        options += basics(state, figure, {"challenge"}, by_offer) if able and "challenge" not in names else []
        texts = _texts(state, figure, able, free="free" in names)
        options += [choice for choice in texts if is_challenge_action(state, choice)]
    if state.down[figure] and state.texts.acts_down:
        options = [choice for choice in options if not is_barred_down(state, choice)]
    return options


def is_barred_down(state: State, choice: Choice) -> bool:
    """Whether a knocked-down figure is let do other actions, and not this one: `This can do an assist while knocked down.` (TRN-4)"""
    figure = choice.figure
    if not state.down[figure]:
        return False
    let = [one for _, frame, one in standing(state, "can while knocked down", figure) if applies(state, frame, one, figure)]
    kinds_of_it = kind_bits(state, choice)
    if not let or any(one.what is not None and kinds_of_it & action_bits(one.what) for one in let):
        return False
    if choice.verb == verbs.ABILITY:
        return choice not in AbilityLaw(state, figure, False, is_given_free(state)).all()
    return choice.verb != verbs.USE or choice not in ItemLaw(state, figure, False).all()


def _texts(state: State, figure: FigureId, able: bool, items: bool = True, free: bool = False) -> list[Choice]:
    """The abilities and items a figure may begin now; with `free` the abilities are not paid for (ABI-5)."""
    found: list[Choice] = []
    if state.texts.abilities[figure]:
        found = AbilityLaw(state, figure, able, free).all()
    if items and state.texts.uses:
        found += ItemLaw(state, figure, able).all()
    return _lawful(state, found) if state.texts.forbids else found


def basics(state: State, figure: FigureId, names: Set[str], by_offer: bool = False) -> list[Choice]:
    """The basic actions of some kinds that find an object (ACT-7); `by_offer`: an offered action gives them.

    Loops rather than comprehensions: most of them find nothing, and a comprehension costs a call.
    """
    setup, texts = state.setup, state.texts
    if (
        names is EVERY_BASIC
        and texts.leaves_basics
        and state.controlled_by is setup.nobody_controlled
        and setup.kind_of[figure] != OBJECTIVE
    ):
        options = _plain_basics(state, figure)
        if texts.offers[figure]:
            for number in OfferLaw(state, figure, names, by_offer).all():
                options.append(plain(verbs.OFFER, figure, number))
        return options
    survey = Survey(state, side_now(state, figure))
    options = basic_moves(state, figure, survey) if _is_given("move", names) else []
    near = board(state).steps(state.figure_at[figure])
    may_find_target = near & (survey.rivals | survey.rivals_down) or setup.challengeable or texts.changes_range
    if may_find_target and _is_given("challenge", names):
        for target in basic_target_law(state, figure, survey).all():
            options.append(plain(verbs.CHALLENGE, figure, target))
    if near & survey.allies and _is_given("assist", names):
        for ally in AssistLaw(state, figure, near).all():
            options.append(plain(verbs.ASSIST, figure, ally))
    reachable = near | BIT[state.figure_at[figure]]
    if setup.point_pieces and markers_in(state, reachable) and _is_given("interact", names):
        for thing in InteractLaw(state, figure, reachable).all():
            options.append(plain(verbs.INTERACT, figure, thing))
    if texts.offers[figure]:
        for number in OfferLaw(state, figure, names, by_offer).all():
            options.append(plain(verbs.OFFER, figure, number))
    return _lawful(state, options) if texts.forbids else options


def _is_given(name: str, names: Set[str]) -> bool:
    """Whether a basic action is among the kinds that a text gives: `a basic action other than a move` is every other one."""
    return (name in names or "basic" in names) and f"no {name}" not in names


def _plain_basics(state: State, figure: FigureId) -> list[Choice]:
    """As `basics` has them, all kinds but offers, where no text changes them: by who is near, in small masks."""
    setup, where, down = state.setup, state.figure_at, state.down
    at, side = where[figure], setup.side_of[figure]
    near = setup.grid.near(at)
    own, others = setup.own_figures[side], setup.other_figures[side]
    standing = lying = allies = 0
    for other in others:
        bit = near[where[other]]
        if bit:
            if down[other]:
                lying |= bit
            else:
                standing |= bit
    rivals = standing | lying
    for other in setup.objectives:
        standing |= near[where[other]]
    for other in own:
        allies |= near[where[other]]
    occupied = (standing | lying | allies) & ~ITSELF
    if occupied:
        options = plain_moves(state, figure, standing & ADJACENT, occupied)
        if rivals & ADJACENT:
            for other in others:
                if near[where[other]] & ADJACENT:
                    options.append(plain(verbs.CHALLENGE, figure, other))
        if allies & ADJACENT:
            for other in own:
                if down[other] and near[where[other]] & ADJACENT:
                    options.append(plain(verbs.ASSIST, figure, other))
    else:
        known = setup.plain_moves[figure].get(at)
        options = known[0][:] if known is not None else plain_moves(state, figure, 0, 0)
    places = state.piece_at
    for piece in setup.point_pieces:  # the markers in the figure's square and the adjacent ones (ACT-4)
        bit = near[places[piece]]
        if bit and bit <= ITSELF:
            options.append(plain(verbs.INTERACT, figure, PIECE_THING[piece]))
    return options


# Why a basic action cannot be done to a figure or piece; a move has a law for its way as well.
BASIC_FAULTS: Final[dict[Verb, Callable[[State, FigureId, Thing], list[Reason]]]] = verbs.complete(
    "the laws of basic actions",
    [verb for verb in verbs.BASIC_VERBS if verb != verbs.MOVE],
    {
        verbs.CHALLENGE: lambda state, figure, thing: basic_target_law(state, figure).faults(thing),
        verbs.ASSIST: lambda state, figure, thing: AssistLaw(state, figure).faults(FigureId(thing)),
        verbs.INTERACT: lambda state, figure, thing: InteractLaw(state, figure).faults(thing),
    },
)


def _lawful(state: State, options: list[Choice]) -> list[Choice]:
    """Actions without those that a text forbids."""
    return [choice for choice in options if forbidding(state, choice) is None]


ANY_ACTION: Final = ACTION_BITS["action"]
_BASIC: Final = ANY_ACTION | ACTION_BITS["basic"]
_BITS: Final = {verb: _BASIC | ACTION_BITS.get(verbs.VERBS[verb], 0) for verb in verbs.BASIC_VERBS}
_BITS[verbs.ABILITY] = ANY_ACTION | ACTION_BITS["ability"]
_CHALLENGE_ACTION: Final = ACTION_BITS["challenge action"]


def kind_bits(state: State, choice: Choice) -> int:
    """What kind of action it is, as bits."""
    if is_challenge_action(state, choice):
        return _BITS.get(choice.verb, ANY_ACTION) | _CHALLENGE_ACTION
    if choice.verb == verbs.OFFER:
        text = state.texts.entries[choice.thing].text
        assert isinstance(text, While) and isinstance(text.change.what, Group)
        return _BASIC | ACTION_BITS.get(text.change.what.nouns[0], 0)
    return _BITS.get(choice.verb, ANY_ACTION)


def kinds_of(act: Act) -> set[str]:
    """The kinds of actions a text gives: `basic`, `any`, `extra`, or names."""
    phrases = act.what.parts if isinstance(act.what, Join) else (act.what,)
    found: set[str] = {"free"} if how_of(act, "free") else set()
    for phrase in phrases:
        if not isinstance(phrase, Group):
            continue
        noun = phrase.nouns[0]
        if noun == "extra action":
            found.add("extra")
        elif noun == "action":
            found.add("basic" if "basic" in phrase.adjs else "any")
        else:
            found.add(noun)
        for one in phrase.filters:
            if one.rel == "other than" and isinstance(one.arg, Group):
                found.add(f"no {one.arg.nouns[0]}")
    return found


def is_several(act: Act) -> bool:
    """Whether a text gives several actions, one after the other (`a basic move and a basic challenge`)."""
    return isinstance(act.what, Join) and act.what.word == "and"


def kinds_left(frame: list[int], act: Act) -> set[str]:
    """The kinds of actions still to be done: of several the next, or any in either order."""
    if not is_several(act):
        return kinds_of(act)
    assert isinstance(act.what, Join)
    done = max(text_frame.left(frame), 0)
    left = [part for k, part in enumerate(act.what.parts) if not done >> k & 1]
    if how_of(act, "either order") is None:
        left = left[:1]
    found: set[str] = set()
    for part in left:
        found |= kinds_of(replace(act, what=part))
    return found


@ACTION_OPTIONS.bind
def action_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The actions the doer may take now, of the kinds given (TRN-19)."""
    act = op.act
    assert act is not None
    who = text_frame.who(frame)
    if not is_figure(who):
        return []
    names = kinds_left(frame, act)
    if "extra" in names and own_turn(state, who) is not None:
        return None
    names = names - {"extra"} or {"any"}
    found = given_actions(state, who, names, is_given_by_offer(state, frame))
    if "any" in names and own_turn(state, who) is not None:
        found += CompanionLaw(state, who).all()  # special actions of the character (COM-3, TRN-19)
    if isinstance(act.what, Group) and "different" in act.what.adjs:
        given = text_frame.given(frame) & ~_BASIC
        found = [choice for choice in found if not kind_bits(state, choice) & given]
    return found


def own_turn(state: State, figure: FigureId) -> list[int] | None:
    """The frame of a figure's own turn, if it is on."""
    for frame in state.stack:
        if frame[kinds.KIND] == kinds.TURN and turn_frame.actor(frame) == figure:
            return frame
    return None
