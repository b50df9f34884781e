"""The actions a figure may take now (ACT, TRN-4 to TRN-6, TRN-19)."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

from tipover.board.grid import ADJACENT, ITSELF
from tipover.board.mask import BIT
from tipover.cards.ast import Act, Change, Group, Join, Phrase
from tipover.cards.catalog import OBJECTIVE
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import END_OF, Choice, plain
from tipover.engine.core.frames import kinds, text_frame, turn_frame
from tipover.engine.core.ids import PIECE_THING, FigureId, Thing, Verb, is_figure
from tipover.engine.core.reason import Reason
from tipover.engine.core.state import State
from tipover.engine.laws.abilities import AbilityLaw, ItemLaw, is_able, is_given_free, open_abilities
from tipover.engine.laws.assists import AssistLaw
from tipover.engine.laws.companions import CompanionLaw
from tipover.engine.laws.interacts import InteractLaw, markers_in
from tipover.engine.laws.moves import basic_moves, plain_moves
from tipover.engine.laws.offers import OfferLaw, is_given_by_offer
from tipover.engine.laws.prohibitions import BASIC_ACTION, is_challenge_action, kind_bits
from tipover.engine.laws.targets import basic_target_law
from tipover.engine.laws.turns import RallyLaw
from tipover.engine.laws.verb_options import ACTION_OPTIONS
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.events import may_mean_action, names_action
from tipover.engine.phrases.modifiers import applies, cannot, standing
from tipover.engine.phrases.terrain import board, survey_of

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
            options = _unbarred(state, figure, options)
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
        options = _unbarred(state, figure, options)
    return options


def is_barred_down(state: State, choice: Choice) -> bool:
    """Whether a knocked-down figure is let do other actions, and not this one: `This can do an assist while knocked down.` (TRN-4)"""
    return bool(state.down[choice.figure]) and _is_barred(state, choice, _let_down(state, choice.figure))


def _unbarred(state: State, figure: FigureId, options: list[Choice]) -> list[Choice]:
    """The actions of a knocked-down figure without those that are barred (`is_barred_down`)."""
    let = _let_down(state, figure)
    if not let:
        return options
    found: list[Choice] = []
    known: dict[Verb, bool] = {}  # of basic actions, which are alike
    for choice in options:
        is_barred = known.get(choice.verb)
        if is_barred is None:
            is_barred = _is_barred(state, choice, let)
            if choice.verb in verbs.BASIC_VERBS:
                known[choice.verb] = is_barred
        if not is_barred:
            found.append(choice)
    return found


def _let_down(state: State, figure: FigureId) -> list[Change]:
    """The texts that let a figure do some actions while knocked down."""
    return [one for _, frame, one in standing(state, "can while knocked down", figure) if applies(state, frame, one, figure)]


def _is_barred(state: State, choice: Choice, let: list[Change]) -> bool:
    figure, kinds_of_it = choice.figure, kind_bits(state, choice)
    if not let or any(one.what is not None and names_action(one.what, kinds_of_it) for one in let):
        return False
    if choice.verb == verbs.ABILITY:
        return choice not in AbilityLaw(state, figure, False, is_given_free(state)).all()
    return choice.verb != verbs.USE or choice not in ItemLaw(state, figure, False).all()


def _texts(state: State, figure: FigureId, able: bool, items: bool = True, free: bool = False) -> list[Choice]:
    """The abilities and items a figure may begin now; with `free` the abilities are not paid for (ABI-5)."""
    found: list[Choice] = []
    if state.texts.abilities[figure]:
        found = open_abilities(state, figure, state.texts.ability_rows[figure], able, free)
    if items and state.texts.uses:
        found += ItemLaw(state, figure, able).all()
    return lawful(state, found) if state.texts.forbids else found


def item_actions(state: State, figure: FigureId) -> list[Choice]:
    """The items that a figure which can act may use now."""
    found = ItemLaw(state, figure, True).all()
    return lawful(state, found) if state.texts.forbids else found


def basics(state: State, figure: FigureId, names: Set[str], by_offer: bool = False, offered: bool = True) -> list[Choice]:
    """The basic actions of some kinds that find an object (ACT-7); `by_offer`: an offered action gives them; with or without those offered.

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
        if offered and texts.offers[figure]:
            for number in OfferLaw(state, figure, names, by_offer).all():
                options.append(plain(verbs.OFFER, figure, number))
        return options
    survey = survey_of(state, side_now(state, figure))
    every = "basic" in names
    options = basic_moves(state, figure, survey) if every or "move" in names else []
    near = board(state).steps(state.figure_at[figure])
    may_find_target = near & (survey.rivals | survey.rivals_down) or setup.challengeable or texts.changes_range
    if may_find_target and (every or "challenge" in names):
        for target in basic_target_law(state, figure, survey).all():
            options.append(plain(verbs.CHALLENGE, figure, target))
    if near & survey.allies and (every or "assist" in names):
        for ally in AssistLaw(state, figure, near).all():
            options.append(plain(verbs.ASSIST, figure, ally))
    reachable = near | BIT[state.figure_at[figure]]
    if setup.point_pieces and markers_in(state, reachable) and (every or "interact" in names):
        for thing in InteractLaw(state, figure, reachable).all():
            options.append(plain(verbs.INTERACT, figure, thing))
    if offered and texts.offers[figure]:
        for number in OfferLaw(state, figure, names, by_offer).all():
            options.append(plain(verbs.OFFER, figure, number))
    return lawful(state, options) if texts.forbids else options


def _plain_basics(state: State, figure: FigureId) -> list[Choice]:
    """As `basics` has them, all kinds but offers, where no text changes them: by who is near, in small masks."""
    setup, where, down = state.setup, state.figure_at, state.down
    at, side = where[figure], setup.side_of[figure]
    near = setup.grid.known_near[at] or setup.grid.near(at)
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


def lawful(state: State, options: list[Choice]) -> list[Choice]:
    """Actions without those that a text forbids, which is asked once for each kind of action of a figure: most of them are moves."""
    found: list[Choice] = []
    known: dict[tuple[FigureId, int], bool] = {}
    for choice in options:
        key = (choice.figure, kind_bits(state, choice))
        is_free = known.get(key)
        if is_free is None:
            is_free = known[key] = cannot(state, *key) is None
        if is_free:
            found.append(choice)
    return found


def kinds_of(act: Act, what: Phrase | None) -> set[str]:
    """The kinds of actions a text gives by one of the phrases of its act: `basic`, `any`, `extra`, or names."""
    phrases = what.parts if isinstance(what, Join) else (what,)
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
    return found


def is_several(act: Act) -> bool:
    """Whether a text gives several actions, one after the other (`a basic move and a basic challenge`)."""
    return isinstance(act.what, Join) and act.what.word == "and"


def kinds_left(frame: list[int], act: Act) -> set[str]:
    """The kinds of actions still to be done: of several the next, or any in either order."""
    found: set[str] = set()
    for part in _parts_left(frame, act):
        found |= kinds_of(act, part)
    return found


def _parts_left(frame: list[int], act: Act) -> list[Phrase | None]:
    """Which of the given actions may be done now: all alternatives; of several the next, or any in either order."""
    if not isinstance(act.what, Join) or act.what.word != "and":
        return [act.what]
    done = max(text_frame.left(frame), 0)
    left: list[Phrase | None] = [part for k, part in enumerate(act.what.parts) if not done >> k & 1]
    return left if how_of(act, "either order") is not None else left[:1]


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
    left = [phrase for part in _parts_left(frame, act) for phrase in (part.parts if isinstance(part, Join) else (part,))]
    if any(isinstance(phrase, Group) and phrase.filters for phrase in left):
        found = [choice for choice in found if any(phrase is None or may_mean_action(phrase, kind_bits(state, choice)) for phrase in left)]
    if isinstance(act.what, Group) and "different" in act.what.adjs:
        given = text_frame.given(frame) & ~BASIC_ACTION
        found = [choice for choice in found if not kind_bits(state, choice) & given]
    return found


def own_turn(state: State, figure: FigureId) -> list[int] | None:
    """The frame of a figure's own turn, if it is on."""
    for frame in state.stack:
        if frame[kinds.KIND] == kinds.TURN and turn_frame.actor(frame) == figure:
            return frame
    return None
