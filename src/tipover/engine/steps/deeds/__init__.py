"""Every deed of the language: what it asks, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from tipover.cards.catalog import MINION
from tipover.cards.program import OBJ, SOME, Program, Step
from tipover.engine.changes import cannot_be
from tipover.engine.decision import PIECE, Choice
from tipover.engine.event import Event
from tipover.engine.flow.kinds import STAGE
from tipover.engine.state import NOBODY, RESERVE, State
from tipover.engine.steps.deeds import acting, dice, having, moving
from tipover.engine.steps.frame import CARD, FREE_OF_TOKENS, LAST_OF_TYPE, ME, PAID, YOU, is_piece
from tipover.engine.triggers import ACTION_BITS, launch, set_off

Options = Callable[[State, list[int], Step], "list[Choice] | None"]
Doing = Callable[[State, list[int], Step, "Choice | None", list[Event]], None]


def _always(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    return None


def _win(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    from tipover.engine.flow.points import finish

    finish(state, frame[YOU], "WIN-2", events)


DEEDS: dict[str, tuple[Options, Doing]] = {
    "move": (moving.options, moving.do),
    "push": (moving.options, moving.do),
    "pull": (moving.options, moving.do),
    "place": (moving.options, moving.do),
    "swap": (moving.swap_options, moving.swap),
    "gain": (having.gain_options, having.do_gain),
    "lose": (having.gain_options, having.do_gain),
    "discard": (having.discard_options, having.do_discard),
    "remove": (having.put_options, having.do_remove),
    "play": (having.play_options, having.do_play),
    "take": (having.take_options, having.do_take),
    "give": (having.give_options, having.do_give),
    "claim": (having.claim_options, having.do_claim),
    "put": (having.put_options, having.do_put),
    "shift": (having.shift_options, having.do_shift),
    "return": (having.put_options, having.do_return),
    "challenge": (acting.challenge_options, acting.do_challenge),
    "defend": (acting.defend_options, acting.do_defend),
    "stand": (acting.stand_options, acting.do_stand),
    "knock": (acting.knock_options, acting.do_knock),
    "exhaust": (acting.exhaust_options, acting.do_exhaust),
    "refresh": (having.put_options, acting.do_refresh),
    "do": (acting.action_options, acting.do_action),
    "roll": (dice.roll_options, dice.do_roll),
    "turn": (dice.turn_options, dice.do_turn),
    "add": (dice.add_options, dice.do_add),
    "make": (dice.make_options, dice.do_make),
    "flip": (having.flip_options, having.do_flip),
    "win": (_always, _win),
}


def options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """What a deed asks: None nothing, an empty list cannot be done."""
    assert op.act is not None
    return DEEDS[op.act.verb][0](state, frame, op)


def is_kept_from(state: State, thing: int, passive: str) -> bool:
    """Whether a text says that something cannot be done to a thing (`This cannot be controlled.`)."""
    return f"cannot-be {passive}" in state.cast.changes and cannot_be(state, thing, passive) is not None


def is_free_move(op: Step) -> bool:
    """Whether a deed moves its doer, or one picked for it, without having to end anywhere."""
    act = op.act
    if act is None or act.verb != "move" or any(word == "ending" for word, _ in act.how):
        return False
    return act.what is None or OBJ in op.picked


def do(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Do a deed."""
    assert op.act is not None
    if op.act.verb == "place":
        having.note_placer(state, frame, op)
    DEEDS[op.act.verb][1](state, frame, op, choice, events)


def pickable(state: State, frame: list[int], program: Program, place: int, found: list[int]) -> list[int]:
    """What a pick may name for the deed after it: a card to play is one not in force, one to discard is."""
    nxt = program.steps[place + (2 if program.steps[place].op == SOME else 1)]
    verb = nxt.act.verb if nxt.act is not None else ""
    if verb == "place" and OBJ in nxt.picked:
        return having.placeable(state, frame, found)
    if verb == "play":
        return [t for t in found if is_piece(t) and state.lies[t - PIECE] == RESERVE and _mine(state, frame, t)]
    if verb == "discard":
        return [t for t in found if having.in_play(state, t) and (not is_piece(t) or _mine(state, frame, t))]
    if verb == "give" or (verb == "" and place + 2 < len(program.steps) and _gives(program, place)):
        return [t for t in found if not is_piece(t) or _to_give(state, frame, t)]
    return found


def may_leave(state: State, frame: list[int], program: Program, found: list[int]) -> bool:
    """Whether a deed need not be done with any of these: a token that is out is taken anew only if one likes (TOK-1)."""
    nxt = program.steps[frame[STAGE] + 1]
    return nxt.act is not None and nxt.act.verb == "place" and OBJ in nxt.picked and having.takes_anew(state, found)


def in_reserve(state: State, side: int) -> list[int]:
    """The minions of a side that wait to be placed: `place` takes what is on the map or in one's own reserve (TOK-7)."""
    setup = state.setup
    return [f for f, at in enumerate(state.where) if at == RESERVE and setup.kind_of[f] == MINION and side in (NOBODY, setup.side_of[f])]


def _gives(program: Program, place: int) -> bool:
    """Whether a pick is of something to be given, the receiver being settled in between."""
    act = program.steps[place + 2].act
    return act is not None and act.verb == "give" and OBJ in program.steps[place + 2].picked and program.steps[place].slot == OBJ


def _to_give(state: State, frame: list[int], thing: int) -> bool:
    """A mark from the reserve is one of the text's own side, if it has its own; anything else as it is (STA-1)."""
    slot = state.setup.pieces[thing - PIECE]
    if slot.sort != "marker":
        return True
    return state.lies[thing - PIECE] == RESERVE and slot.side in (-1, frame[YOU])


def _mine(state: State, frame: list[int], thing: int) -> bool:
    """Whether a card is the doer's own to play or discard; those in force from the start are nobody's (STA-2, STA-4)."""
    piece = thing - PIECE
    if state.setup.pieces[piece].in_force:
        return False
    return state.owner[piece] in (-1, frame[ME]) or state.held[piece] == frame[ME]


def after_text(state: State, frame: list[int], events: list[Event]) -> None:
    """When an ability is over for any reason: what waits for it (ABI-18)."""
    if frame[PAID] < 0:
        return
    me = frame[ME]
    if is_piece(frame[CARD]):
        _spend_item(state, frame[CARD], events)
        launch(state, set_off(state, "after does", me, what=ACTION_BITS["action"]), frame)
        return
    found = set_off(state, "after does", me, what=ACTION_BITS["action"] | ACTION_BITS["ability"])
    if frame[PAID] & LAST_OF_TYPE and frame[PAID] < FREE_OF_TOKENS:
        found += set_off(state, "after last token", me)
    launch(state, found, frame)


def _spend_item(state: State, thing: int, events: list[Event]) -> None:
    """A used item goes to its number of its present holder's side, whatever became of its user (ITM-2, ITM-4)."""
    piece = thing - PIECE
    part = state.setup.pieces[piece].part
    holder = state.held[piece]
    if part is not None and holder >= 0:
        having.put_on_track(state, thing, state.setup.side_of[holder], part.cost or having.cost_of_other(state, piece), events)


def is_made(state: State, frame: list[int], op: Step) -> bool:
    """Whether a figure is made to do a deed by another side that does not control it: then that side decides (CHA-29)."""
    return acting.is_made(state, frame, op)
