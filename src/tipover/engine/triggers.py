"""What an event sets off: texts that listen to it, in the order of TIM-1, and texts that replace it."""

from __future__ import annotations

from tipover.board.mask import BIT
from tipover.cards.ast import Event, Group, Instead, Join, Num, Ref, When
from tipover.cards.program import ASK, DO, EACH, OR, PICK, SOME
from tipover.engine.cast import CARD as CARD_SOURCE
from tipover.engine.cast import PART, RULE, TABLE, TRAIT, ULTIMATE, Entry, Watch
from tipover.engine.decision import ASK_ORDER, ORDER, PIECE, Choice, Decision
from tipover.engine.event import Event as Happened
from tipover.engine.flow.kinds import ORDER_FRAME, STAGE, TEXT_FRAME, TURN_FRAME
from tipover.engine.state import BACK, IN_FORCE, RESERVE, State, changed
from tipover.engine.steps.facts import amount, is_zero_count
from tipover.engine.steps.frame import (
    CARD,
    CHAIN,
    FOE,
    IT,
    LAST,
    LOOPS,
    ME,
    NOTHING,
    OWNER,
    PROG,
    THEM,
    TRAIL,
    YOU,
    new_frame,
)
from tipover.engine.steps.nouns import area_mask, fits, relates
from tipover.engine.steps.thing import side_of, square_of

MOST_IN_A_CHAIN = 200


def bearer(state: State, entry: Entry) -> tuple[int, int, int, int] | None:
    """Who has a text now: `this`, side, owner, card; None while it is not in force (TRA-1, STA-1, STA-2)."""
    source = entry.source
    if source.kind in (TRAIT, ULTIMATE):
        if state.where[source.thing] == RESERVE and state.borne[source.thing] < 0:
            return None
        return source.thing, source.side, state.of[source.thing], -1
    if source.kind in (RULE, TABLE):
        return -1, source.side, -1, -1
    piece = source.thing - PIECE
    if source.kind == PART:
        at = state.lies[piece]
        return (source.thing, state.kept_by[piece], state.owner[piece], -1) if at >= 0 or at == BACK else None
    assert source.kind == CARD_SOURCE
    if state.lies[piece] == IN_FORCE:
        return -1, -1, state.owner[piece], source.thing
    holder = state.held[piece]
    if holder < 0 or state.setup.pieces[piece].deck:
        return None
    return holder, state.setup.side_of[holder], state.owner[piece], source.thing


def frame_of(state: State, entry: Entry) -> list[int] | None:
    """The frame to read a text in that is in force, not to be written into; None if it is not in force."""
    if entry.played >= 0 and state.lies[entry.played] != IN_FORCE:
        return None
    fixed = entry.fixed
    if fixed is not None:
        thing = fixed[ME]
        return None if thing >= 0 and state.where[thing] == RESERVE and state.borne[thing] < 0 else fixed
    found = bearer(state, entry)
    if found is None:
        return None
    me, you, owner, card = found
    frame = new_frame(TEXT_FRAME, entry.program, me, you)
    frame[OWNER] = owner
    frame[CARD] = card
    return frame


def set_off(
    state: State, key: str, subject: int = -1, what: int = -1, foe: int = -1, last: int = -1, side: int = -1, before: int = -1
) -> list[list[int]]:
    """The frames of all texts that this event sets off, judged as things stand now; limits are used up (TRN-8).

    `key` is time and verb (`when knocked out`). `side` is the side an event speaks of (`you knock out`), else its subject's;
    `before` what a number was that has come to be `what` (`you reach 3 points`).
    """
    cast = state.cast
    if side < 0 and subject >= 0:
        side = side_of(state, subject)
    if key in cast.watched:
        _note(state, key, subject, what, last, side)
    found: list[list[int]] = []
    for entry in cast.whens.get(key, ()):
        if (entry.only >= 0 and entry.only != subject) or (0 <= entry.mine != side and subject < PIECE):
            continue
        text = entry.text
        assert isinstance(text, When)
        base = frame_of(state, entry)
        if base is None or not _matches(state, base, text.event, subject, what, side, before):
            continue
        if entry.counter >= 0:
            if state.counts[entry.counter]:
                continue
            if entry.program not in cast.gates:
                state.counts[entry.counter] += 1
        frame = base[:]
        frame[IT] = what if isinstance(text.event.who, Ref) and text.event.who.word == "you" else subject
        frame[FOE] = foe
        frame[LAST] = last
        found.append(frame)
    if state.holds:
        _let_go(state, key, subject, what, side)
    return found


def _let_go(state: State, key: str, subject: int, what: int, side: int) -> None:
    """End the standing rules that last until this event."""
    verb = key.partition(" ")[2]
    kept: list[list[int]] = []
    for hold in state.holds:
        text = state.cast.programs[hold[PROG]].steps[hold[STAGE]].hold
        assert text is not None and text.until is not None
        until = text.until
        its = hold[IT] if hold[IT] >= 0 else hold[ME]
        if until.verb != verb or not (subject in (-1, its) if until.who is None else _matches(state, hold, until, subject, what, side)):
            kept.append(hold)
    if len(kept) < len(state.holds):
        state.holds = kept


def _matches(state: State, frame: list[int], event: Event, subject: int, what: int, side: int, before: int = -1) -> bool:
    """Whether an event that happened is the one a text speaks of."""
    who = event.who
    if who is None:
        return subject < 0 or subject == frame[ME]
    if isinstance(who, Ref) and who.word == "you":
        if side != frame[YOU]:
            return False
    elif subject < 0 or (event.verb == "enters" and not _is_what(state, frame, event, what)) or not fits(state, frame, who, subject):
        return False
    if event.what is None or event.verb == "enters":
        return True
    if isinstance(event.what, tuple):
        return all(relates(state, frame, one, subject) for one in event.what)
    if isinstance(event.what, Num):
        return before < amount(state, frame, event.what) <= what
    return _is_what(state, frame, event, what)


def _is_what(state: State, frame: list[int], event: Event, what: int) -> bool:
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


def _note(state: State, key: str, subject: int, what: int, last: int, side: int) -> None:
    """Note an event for every text that counts how often it happened, or remembers where (this turn, this round)."""
    verb = key.partition(" ")[2]
    for watch in state.cast.counters.get(verb, ()):
        if _is_watched(state, watch, subject, what, side):
            state.counts[watch.slot] += 1
    square = last if last >= 0 else square_of(state, subject) if subject >= 0 else -1
    for watch in state.cast.site_watches.get(verb, ()) if square >= 0 else ():
        if _is_watched(state, watch, subject, what, side):
            state.sites = changed(state.sites, watch.slot, state.sites[watch.slot] | BIT[square])


def _is_watched(state: State, watch: Watch, subject: int, what: int, side: int) -> bool:
    frame = watch.frame if watch.entry is None else frame_of(state, watch.entry)
    return frame is not None and watch.event.who is not None and _matches(state, frame, watch.event, subject, what, side)


def replaced(state: State, verb: str, subject: int, foe: int = -1, what: int = -1, side: int = -1, before: int = -1) -> list[int] | None:
    """The frame of a text that is done instead of an event, its limit used up; None if nothing replaces it.

    A replacement does not replace what it does itself.
    """
    if side < 0 and subject >= 0:
        side = side_of(state, subject)
    running = {frame[PROG] for frame in state.stack if frame[0] == TEXT_FRAME}
    for entry in state.cast.insteads.get(verb, ()):
        text = entry.text
        assert isinstance(text, Instead)
        if entry.program in running or (entry.counter >= 0 and state.counts[entry.counter]):
            continue
        base = frame_of(state, entry)
        if base is None or not _matches(state, base, text.event, subject, what, side, before):
            continue
        if entry.counter >= 0:
            state.counts[entry.counter] += 1
        frame = base[:]
        frame[IT] = what if isinstance(text.event.who, Ref) and text.event.who.word == "you" else subject
        frame[FOE] = foe
        return frame
    return None


def replacing(state: State, frame: list[int]) -> Instead | None:
    """The text of a frame that is only beginning, if it is done instead of an event; None for every other."""
    if frame[STAGE] or frame[LOOPS] != NOTHING or frame[THEM]:
        return None
    for entries in state.cast.insteads.values():
        for entry in entries:
            if entry.program == frame[PROG] and isinstance(entry.text, Instead):
                return entry.text
    return None


# -- order -----------------------------------------------------------------------------------------------


def chain_of(state: State) -> int:
    """How far in a chain of effects the topmost text is; 0 for one that no effect set off."""
    return next((frame[CHAIN] for frame in reversed(state.stack) if frame[0] == TEXT_FRAME), 0)


def launch(state: State, frames: list[list[int]], by: list[int] | None = None) -> None:
    """Put frames on the stack so that they run in the order of TIM-1: turn order, each player ordering its own.

    Each is one link further in its chain than the text it was set off in; that text is `by`, if it is off the stack. All
    that descends from one root is counted together, so that a chain that branches ends as soon as one that does not (TIM-8).
    """
    if not frames:
        return
    link = 1 + (by[CHAIN] if by else chain_of(state))
    state.chain = state.chain + len(frames) if link > 1 else len(frames)
    if state.chain > MOST_IN_A_CHAIN:
        link = MOST_IN_A_CHAIN + 1
    by_side: dict[int, list[list[int]]] = {}
    for frame in frames:
        frame[CHAIN] = link
        by_side.setdefault(frame[YOU], []).append(frame)
    order = [side for side in turn_order(state) if side in by_side] + [side for side in by_side if side < 0]
    for side in reversed(order):
        group = by_side[side]
        if len(group) > 1 and sum(1 for frame in group if matters(state, frame)) > 1:
            flat = [slot for frame in group for slot in frame]
            state.stack.append([ORDER_FRAME, 0, side, len(group), *flat])
        else:
            state.stack += reversed(group)


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
    side = frame[2] if frame[2] >= 0 else state.first
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
