"""What an event sets off: texts that listen to it, in the order of TIM-1, and texts that replace it."""

from __future__ import annotations

from tipover.cards.ast import Event, Group, Instead, Join, Num, Ref, When
from tipover.cards.program import ASK, DO, EACH, OR, PICK, SOME
from tipover.engine.cast import CARD as CARD_SOURCE
from tipover.engine.cast import PART, RULE, TABLE, TRAIT, ULTIMATE, Entry
from tipover.engine.decision import ASK_ORDER, ORDER, PIECE, Choice, Decision
from tipover.engine.event import Event as Happened
from tipover.engine.flow.kinds import ORDER_FRAME, TEXT_FRAME, TURN_FRAME
from tipover.engine.state import IN_FORCE, RESERVE, State
from tipover.engine.steps.facts import amount, is_zero_count
from tipover.engine.steps.frame import CARD, FOE, IT, LAST, OWNER, PROG, TRAIL, YOU, new_frame
from tipover.engine.steps.nouns import fits, relates

MOST_IN_A_CHAIN = 200


def bearer(state: State, entry: Entry) -> tuple[int, int, int, int] | None:
    """Who has a text now: `this`, side, owner, card; None while it is not in force (TRA-1, STA-1, STA-2)."""
    source = entry.source
    if source.kind in (TRAIT, ULTIMATE):
        if state.where[source.thing] == RESERVE and state.borne[source.thing] < 0:
            return None
        return source.thing, source.side, state.setup.figures[source.thing].of, -1
    if source.kind in (RULE, TABLE):
        return -1, source.side, -1, -1
    piece = source.thing - PIECE
    if source.kind == PART:
        at = state.lies[piece]
        return (source.thing, state.kept_by[piece], state.owner[piece], -1) if at >= 0 else None
    assert source.kind == CARD_SOURCE
    if state.lies[piece] == IN_FORCE:
        return -1, -1, state.owner[piece], source.thing
    holder = state.held[piece]
    if holder < 0 or state.setup.pieces[piece].deck:
        return None
    return holder, state.setup.side_of[holder], state.owner[piece], source.thing


def frame_of(state: State, entry: Entry) -> list[int] | None:
    """A frame of a text that is in force, ready to run; None if it is not."""
    found = bearer(state, entry)
    if found is None:
        return None
    me, you, owner, card = found
    frame = new_frame(TEXT_FRAME, entry.program, me, you)
    frame[OWNER] = owner
    frame[CARD] = card
    return frame


def set_off(
    state: State, key: str, subject: int = -1, what: int = -1, foe: int = -1, last: int = -1, side: int = -1
) -> list[list[int]]:
    """The frames of all texts that this event sets off, judged as things stand now; limits are used up (TRN-8).

    `key` is time and verb (`when knocked out`). `side` is the side an event speaks of (`you knock out`).
    """
    _count(state, key, subject)
    found: list[list[int]] = []
    for entry in state.cast.whens.get(key, ()):
        text = entry.text
        assert isinstance(text, When)
        frame = frame_of(state, entry)
        if frame is None or not _matches(state, frame, text.event, subject, what, side):
            continue
        if entry.counter >= 0:
            if state.counts[entry.counter]:
                continue
            state.counts[entry.counter] += 1
        frame[IT] = what if isinstance(text.event.who, Ref) and text.event.who.word == "you" else subject
        frame[FOE] = foe
        frame[LAST] = last
        found.append(frame)
    return found


def _matches(state: State, frame: list[int], event: Event, subject: int, what: int, side: int) -> bool:
    """Whether an event that happened is the one a text speaks of."""
    who = event.who
    if who is None:
        return subject < 0 or subject == frame[3] or event.verb in ("start of the game", "start of each round")
    if isinstance(who, Ref) and who.word == "you":
        if side != frame[YOU]:
            return False
    elif subject < 0 or not fits(state, frame, who, subject):
        return False
    if event.what is None:
        return True
    if isinstance(event.what, tuple):
        return all(relates(state, frame, one, subject) for one in event.what)
    if isinstance(event.what, Num):
        return what >= amount(state, frame, event.what)
    return _is_what(state, frame, event, subject, what)


def _is_what(state: State, frame: list[int], event: Event, subject: int, what: int) -> bool:
    from tipover.board.mask import BIT
    from tipover.engine.steps.nouns import area_mask

    phrase = event.what
    assert isinstance(phrase, Ref | Group | Join)
    if event.verb == "enters":
        return what >= 0 and bool(area_mask(state, frame, phrase) & BIT[what])
    if event.verb == "does":
        return isinstance(phrase, Group) and bool(what & action_bits(phrase))
    return what >= 0 and fits(state, frame, phrase, what)


# What was done, as bits: `After an ally does an assist`.
ACTION_BITS = {"action": 1, "move": 2, "challenge": 4, "assist": 8, "interact": 16, "ability": 32, "companion action": 64, "basic": 128}


def action_bits(phrase: Group) -> int:
    """The bits of an action that a phrase names."""
    if "basic" in phrase.adjs and phrase.nouns == ("action",):
        return ACTION_BITS["basic"]
    bits = 0
    for noun in phrase.nouns:
        bits |= ACTION_BITS.get(noun, 0)
    return bits


def _count(state: State, key: str, subject: int) -> None:
    """Note that an event happened for every text that counts how often it did (this turn, this round)."""
    if not state.cast.counted:
        return
    verb = key.partition(" ")[2]
    for (program, event), counter in state.cast.counted.items():
        if event.verb != verb or event.who is None:
            continue
        for entry in state.cast.entries:
            if entry.program == program:
                frame = frame_of(state, entry)
                if frame is not None and subject >= 0 and fits(state, frame, event.who, subject):
                    state.counts[counter] += 1


def replaced(state: State, verb: str, subject: int, foe: int = -1) -> list[int] | None:
    """The frame of a text that is done instead of an event, its limit used up; None if nothing replaces it."""
    running = {frame[PROG] for frame in state.stack if frame[0] == TEXT_FRAME}
    for entry in state.cast.insteads.get(verb, ()):
        text = entry.text
        assert isinstance(text, Instead)
        if entry.program in running or (entry.counter >= 0 and state.counts[entry.counter]):
            continue
        frame = frame_of(state, entry)
        if frame is None or text.event.who is None or not fits(state, frame, text.event.who, subject):
            continue
        if entry.counter >= 0:
            state.counts[entry.counter] += 1
        frame[IT] = subject
        frame[FOE] = foe
        return frame
    return None


# -- order -----------------------------------------------------------------------------------------------


def launch(state: State, frames: list[list[int]]) -> None:
    """Put frames on the stack so that they run in the order of TIM-1: turn order, each player ordering its own."""
    if not frames:
        return
    by_side: dict[int, list[list[int]]] = {}
    for frame in frames:
        by_side.setdefault(_decider(state, frame), []).append(frame)
    order = [side for side in turn_order(state) if side in by_side] + [side for side in by_side if side < 0]
    for side in reversed(order):
        group = by_side[side]
        if len(group) > 1 and side >= 0 and sum(1 for frame in group if matters(state, frame)) > 1:
            flat = [slot for frame in group for slot in frame]
            state.stack.append([ORDER_FRAME, 0, side, len(group), *flat])
        else:
            state.stack += reversed(group)


def _decider(state: State, frame: list[int]) -> int:
    """Whose effect it is; nobody's are ordered by the first player (TIM-6)."""
    return frame[YOU]


def turn_order(state: State) -> list[int]:
    """The sides clockwise from the one whose turn it is; outside turns from the first player (TIM-1)."""
    sides = state.setup.sides
    start = state.turn if any(frame[0] == TURN_FRAME for frame in state.stack) else state.first
    k = sides.index(start) if start in sides else 0
    return sides[k:] + sides[:k]


_QUIET = {"gain", "lose"}


def matters(state: State, frame: list[int]) -> bool:
    """Whether an effect can matter to another: anything but a plain gain does (TIM-7)."""
    for step in state.cast.programs[frame[PROG]].steps:
        if step.op in (PICK, SOME, EACH, ASK, OR):
            return True
        if step.op == DO and step.act is not None and step.act.verb not in _QUIET:
            if step.act.verb == "defend" and step.act.n is not None and is_zero_count(state, frame, step.act.n):
                continue
            return True
    return False


def step(state: State, frame: list[int], events: list[Happened]) -> Decision | None:
    """Ask which of a player's effects comes first, until one is left."""
    count = frame[3]
    if count <= 1:
        state.stack[-1] = frame[4:]
        return None
    side = frame[2]
    options = [Choice(ORDER, -1, frame[4 + k * TRAIL + PROG], (k,)) for k in range(count)]
    return Decision(ASK_ORDER, state.seats_of(side)[:1], side, -1, options)


def answer(state: State, frame: list[int], choice: Choice, events: list[Happened]) -> None:
    """Run the chosen effect; the others wait below it."""
    k = choice.path[0]
    start = 4 + k * TRAIL
    chosen = frame[start : start + TRAIL]
    del frame[start : start + TRAIL]
    frame[3] -= 1
    state.stack.append(chosen)
