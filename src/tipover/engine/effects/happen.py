"""One statement for each happening: may it, or is something done instead; the change; the texts that wait for it.

`happen` does all of it for what happens at once. What goes on while questions are asked (a challenge, an action, a roll,
a return) begins with `happen(…, goes_on=True)` and ends with `is_done`. `after` texts run when the `when` texts and all that
they and the change set in motion are over, because their frames lie below those on the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.board.mask import BIT
from tipover.cards.ast import EventClause, Group, Instead, Ref, When
from tipover.cards.vocabulary import OWN_TURN, THIS_TURN
from tipover.engine.core.blame import blame_text
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.happening import END_OF_TURN, ENTERED, KIND_OF, LEAVES, LEFT, ROWS, START_OF_TURN, Happening
from tipover.engine.core.ids import NOTHING, PIECE, SIDE_THING, Side, Thing
from tipover.engine.core.state import State, changed
from tipover.engine.core.text_index import Entry, Listeners, Watch
from tipover.engine.effects.launch import launch
from tipover.engine.laws.picks import can_begin
from tipover.engine.phrases.entities import side_of, square_of
from tipover.engine.phrases.events import matches
from tipover.engine.phrases.kept import keep
from tipover.engine.phrases.modifiers import cannot_be
from tipover.engine.phrases.text_frames import frame_of, frames_of, program_of

Frames: TypeAlias = list[list[int]]
Launch: TypeAlias = Callable[[State, Frames], None]

# With either of these whatever lasts until the end of the turn is over: a text that the end itself sets off begins after it.
TURN_BOUNDS: Final = (START_OF_TURN, END_OF_TURN)
_NO_TEXTS: Final[dict[int, Frames]] = {}


def happen(
    state: State,
    names: tuple[Happening, ...],
    change: Callable[[], None] | None = None,
    order: Launch = launch,
    is_checked: bool = False,
    goes_on: bool = False,
) -> dict[int, Frames] | None:
    """Let something happen, unless a text prevents it: do the change, then set off the texts that wait for it.

    A moment or the end of a movement changes nothing. `names` are the kinds under which texts may wait for it: a knock-out
    is that of its victim, a leaving of the map and the act of its challenger. `order` puts the `when` texts on the stack.
    `is_checked`: `prevented` was asked before.
    `goes_on`: not all of it is done, so `after` texts wait for `is_done`.
    Returns the frames of the `when` texts by kind, or None if it did not happen.
    """
    listens = state.texts.listens
    early: list[Happening] = []  # those of its kinds that texts judge before the change
    late: list[Happening] = []
    is_opposed = False
    for name in names:
        listeners = listens[name.kind]
        if listeners is not None and (listeners.subjects is None or name.subject in listeners.subjects):
            (early if listeners.judged_before else late).append(name)
            if listeners.instead or listeners.is_forbidden:
                is_opposed = True
    if not early and not late:
        if change is not None:
            change()
        return _NO_TEXTS
    if is_opposed and not is_checked:
        for name in names:
            if (name in early or name in late) and prevented(state, name):
                return None
    depth = len(state.stack)
    found: dict[int, Frames] = {}
    after: Frames = []
    if early:
        _find(state, early, found, after, goes_on)
    if change is not None:
        change()
    if late:
        _find(state, late, found, after, goes_on)
    if found or after:
        # To leave the map is part of what happens, so it comes after the rest of it.
        rest = [frame for kind, frames in found.items() if kind != LEAVES for frame in frames]
        leaving = found.get(LEAVES)
        if leaving:
            launch(state, leaving)
        order(state, rest)
        _put_below(state, depth, after)
    return found


def is_done(state: State, names: tuple[Happening, ...], order: Launch = launch, depth: int = -1) -> None:
    """A happening that went on is over: set off the texts that wait for its end; with `depth`, below the frames pushed since then."""
    after: Frames = []
    for name in names:
        heard = state.texts.listens[name.kind]
        if heard is None:
            continue
        if heard.noted_when_done and (heard.counters or heard.squares):
            _note(state, name, heard)
        if heard.after:
            _set_off(state, heard.after, name, after)
        if heard.ends_rules and state.lasting:
            _end_rules(state, name)
    if depth >= 0:
        _put_below(state, depth, after)
    else:
        order(state, after)


def before(state: State, names: tuple[Happening, ...]) -> Frames:
    """The frames of the texts that come before something, which has not begun."""
    found: Frames = []
    for name in names:
        heard = state.texts.listens[name.kind]
        if heard is not None and heard.before:
            _set_off(state, heard.before, name, found)
    return found


def _put_below(state: State, depth: int, frames: Frames) -> None:
    """Launch frames below those that were pushed since the stack had a depth."""
    if not frames:
        return
    above = state.stack[depth:]
    del state.stack[depth:]
    launch(state, frames)
    state.stack += above


def _find(state: State, names: list[Happening], found: dict[int, Frames], after: Frames, goes_on: bool) -> None:
    """Find the texts that a happening sets off under some of its kinds."""
    for name in names:
        heard = state.texts.listens[name.kind]
        if heard is None:
            continue
        is_noted = not (goes_on and heard.noted_when_done)
        if is_noted and (heard.counters or heard.squares):
            _note(state, name, heard)
        if heard.when:
            frames: Frames = []
            _set_off(state, heard.when, name, frames)
            if frames:
                found[name.kind] = found[name.kind] + frames if name.kind in found else frames
        if heard.after and not goes_on:
            _set_off(state, heard.after, name, after)
        if is_noted and heard.ends_rules and state.lasting:
            _end_rules(state, name)


def _side(state: State, name: Happening) -> Side:
    """The side that a happening concerns."""
    return name.side if name.side >= 0 or name.subject < 0 else side_of(state, name.subject)


def _set_off(state: State, entries: list[Entry], name: Happening, found: Frames) -> None:
    """The frames of the texts that wait for a happening; their limits are used up (TRN-8)."""
    subject, side = name.subject, name.side
    if side < 0 <= subject:  # as `_side`, without the call
        side = side_of(state, subject)
    for entry in entries:
        if 0 <= entry.only != subject or (0 <= entry.mine != side and subject < PIECE):
            continue
        text = entry.text
        assert isinstance(text, When)
        if entry.begun_by is None:  # then there is one frame or none
            only = frame_of(state, entry)
            if only is None:
                continue
            bases = [only]
        else:
            bases = frames_of(state, entry)
        for base in bases:
            try:  # as `_is_heard`, without a call for each text that waits
                is_heard = matches(state, base, text.event, name, side)
            except Exception as error:
                blame_text(error, state, text)
                raise
            if not is_heard:
                continue
            if entry.counter >= 0:
                if state.counts[entry.counter]:
                    continue
                if entry.program not in state.texts.gates:
                    state.counts[entry.counter] += 1
            frame = base[:]
            event = text.event
            text_frame.set_event(frame, _subject(event, name, side), name.by, name.target, name.square)
            if 0 <= name.target < PIECE and state.texts.programs[entry.program].keeps_target:
                text_frame.add_target(frame, name.target)
            if isinstance(event.what, Group):
                keep(frame, event.what, Thing(name.object))
            found.append(frame)


def _is_heard(state: State, frame: list[int], text: When | Instead, name: Happening, side: Side) -> bool:
    """Whether a happening is the event of a text."""
    try:
        return matches(state, frame, text.event, name, side)
    except Exception as error:
        blame_text(error, state, text)
        raise


def _subject(event: EventClause, name: Happening, side: Side) -> Thing:
    """What a text can refer to from its event: the subject (a side, if it is `an opponent`), or the object where that is `you`."""
    if isinstance(event.who, Group) and event.who.nouns == ("opponent",):
        return SIDE_THING[side]
    return Thing(name.object) if isinstance(event.who, Ref) and event.who.word == "you" else name.subject


def _end_rules(state: State, name: Happening) -> None:
    """End the standing rules that last until this happening."""
    side = _side(state, name)
    kept: list[list[int]] = []
    for rule in state.lasting:
        text = program_of(state, rule).steps[rule[kinds.STAGE]].lasting
        assert text is not None and text.until is not None
        until = text.until
        its = text_frame.referent(rule, until.slot)
        if until.verb == THIS_TURN:
            is_over = name.kind in TURN_BOUNDS
        elif KIND_OF[until.verb] != name.kind:
            is_over = False
        elif until.who is None:
            is_over = name.subject in (-1, its)
        else:
            is_over = matches(state, rule, until, name, side)
        if not is_over:
            kept.append(rule)
    if len(kept) < len(state.lasting):
        state.lasting = kept


def _note(state: State, name: Happening, heard: Listeners) -> None:
    """Note a happening for every text that counts how often it was, or remembers where (this turn, this round)."""
    side = _side(state, name)
    for watch in heard.counters:
        if _is_watched(state, watch, name, side):
            state.counts[watch.slot] += 1
    square = _where(state, name)
    for watch in heard.squares if square >= 0 else ():
        if _is_watched(state, watch, name, side):
            state.event_squares = changed(state.event_squares, watch.slot, state.event_squares[watch.slot] | BIT[square])


def _where(state: State, name: Happening) -> int:
    """The square by which a happening is remembered, or -1."""
    where = ROWS[name.kind].where
    if where == ENTERED:
        return name.object
    if where == LEFT and name.square >= 0:
        return name.square
    return square_of(state, name.subject) if name.subject >= 0 else -1


def _is_watched(state: State, watch: Watch, name: Happening, side: Side) -> bool:
    if watch.event.time == OWN_TURN and state.acting != name.subject:
        return False
    frame = watch.frame if watch.entry is None else frame_of(state, watch.entry)
    return frame is not None and watch.event.who is not None and matches(state, frame, watch.event, name, side)


def prevented(state: State, name: Happening) -> bool:
    """Whether something does not happen: a text is done instead of it, which is launched then, or says that it cannot be."""
    heard = state.texts.listens[name.kind]
    if heard is None or not (heard.instead or heard.is_forbidden):
        return False
    if heard.instead:
        frame = _replacement(state, heard.instead, name)
        if frame is not None:
            launch(state, [frame])
            return True
    return heard.is_forbidden and cannot_be(state, name.subject, ROWS[name.kind].passive) is not None


def _replacement(state: State, entries: list[Entry], name: Happening) -> list[int] | None:
    """The frame of a text that is done instead of a happening, its limit used up; None if nothing replaces it.

    A replacement does not replace what it does itself, nor anything while its first deed cannot be done.
    """
    side = _side(state, name)
    running = {text_frame.program(frame) for frame in state.stack if frame[kinds.KIND] == kinds.TEXT}
    for entry in entries:
        text = entry.text
        assert isinstance(text, Instead)
        if entry.program in running or (entry.counter >= 0 and state.counts[entry.counter]):
            continue
        base = frame_of(state, entry)
        if base is None or not _is_heard(state, base, text, name, side):
            continue
        frame = base[:]
        text_frame.set_event(frame, _subject(text.event, name, side), name.by)
        if isinstance(text.event.what, Group):
            keep(frame, text.event.what, Thing(name.object))
        if not _can_begin(state, frame, text):
            continue
        if entry.counter >= 0:
            state.counts[entry.counter] += 1
        return frame
    return None


def _can_begin(state: State, frame: list[int], text: Instead) -> bool:
    """Whether what is done instead can be begun; if not, nothing stands for the event, and it happens."""
    try:
        return can_begin(state, frame)
    except Exception as error:
        blame_text(error, state, text)
        raise


def replacing(state: State, frame: list[int]) -> Instead | None:
    """The text of a frame that is only beginning, if it is done instead of an event; None for every other."""
    if frame[kinds.STAGE] or text_frame.loop(frame, 0) != NOTHING:
        return None
    return state.texts.replacements.get(text_frame.program(frame))
