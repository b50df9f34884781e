"""Trials of texts: which texts of a game have done nothing yet, what they lacked, whether a standing rule makes a difference."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from tipover.board.mask import Mask, squares_of
from tipover.cards.ast import Instead, Phrase, Text, When, While
from tipover.cards.catalog import CHARACTER, MINION
from tipover.cards.program import Step
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core import verbs
from tipover.engine.core.blame import text_of_error
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NO_SIDE, NOBODY, PIECE, PIECE_THING, PLACES, FigureId, Thing, is_figure, piece_of
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry, TextIndex
from tipover.engine.core.tracks import is_on_track
from tipover.engine.core.witness import Witness
from tipover.engine.effects.figures import knock_down, lose_out, remove, stand_up
from tipover.engine.effects.moves import put_down
from tipover.engine.effects.pieces import remove_piece
from tipover.engine.effects.tracks import shift_thing
from tipover.engine.phrases.entities import side_of, square_of
from tipover.engine.phrases.meaning import area_mask, fits
from tipover.engine.phrases.terrain import free_squares
from tipover.engine.phrases.text_frames import frame_of
from tipover.engine.run import reopen, take

__all__ = ["GameTexts", "IdleText", "matters_now", "provoked", "text_of_error"]


class IdleText(NamedTuple):
    """A text that has done nothing in the games of an index so far: its program, -1 if it has none, and what was seen of it."""

    texts: TextIndex
    text: Text
    program: int
    witness: Witness

    def lacked(self) -> str:
        """Why it has done nothing, as a sentence for its author."""
        text, words = self.text, PhraseWords()
        if isinstance(text, While) and text.change.verb != "offer":
            return "it never made a difference: what it speaks of was never there, or it changes nothing"
        stuck = self.witness.stuck.get(self.program)
        if stuck:
            return f"it never did anything: {_missing(self.texts.programs[self.program].steps[min(stuck)])}"
        if self.program in self.witness.ended:
            return "it never did anything: its conditions were never met"
        if isinstance(text, When | Instead):
            return f"it never did anything: `{words.event(text.event)}` never happened"
        return "it never did anything: nobody could ever begin it"


def _missing(step: Step) -> str:
    words = PhraseWords()
    if step.phrase is not None:
        return f"there was never `{words.phrase(step.phrase)}` that it could be done with"
    if step.act is not None and step.act.what is not None:
        return f"nothing could be done to `{words.phrase(step.act.what)}` with `{step.act.verb}`"
    return f"`{step.act.verb}` could never be done" if step.act is not None else "none of its ways could be taken"


class GameTexts:
    """The texts of one game that have done nothing yet, among those wanted (by the id of their tree)."""

    def __init__(self, state: State, wanted: Container[int]) -> None:
        self.index = state.texts
        if self.index.witness is None:
            self.index.witness = Witness()
        self.witness = self.index.witness
        self.programs: dict[int, list[int]] = {}  # the wanted texts that have programs, by the id of their tree
        for program, text in enumerate(self.index.program_texts):
            if id(text) in wanted and not _is_standing(text):
                self.programs.setdefault(id(text), []).append(program)
        self.idle = {program for found in self.programs.values() for program in found}
        self.triggers = [entry for entry in self.index.entries if entry.program in self.idle and isinstance(entry.text, When | Instead)]
        self.standing = [entry for entry in self.index.entries if id(entry.text) in wanted and _is_standing(entry.text)]
        self.bearers = {figure for figure, own in enumerate(self.index.abilities) if any(program in self.idle for program in own)}
        self.bearers |= {entry.source.thing for entry in (*self.triggers, *self.standing) if is_figure(entry.source.thing)}

    def is_outdated(self, state: State) -> bool:
        """Whether other cards are in play now, with other texts."""
        return state.texts is not self.index

    def begins_idle(self, state: State, choice: Choice) -> bool:
        """Whether a choice begins a text that has done nothing yet, or the turn of a figure that has one."""
        if choice.verb == verbs.TURN:
            return choice.figure in self.bearers
        program = _begun_by(state, choice)
        return program in self.idle and program not in self.witness.deeds

    def done(self) -> list[int]:
        """The texts that have done something, by the id of their tree."""
        return [key for key, programs in self.programs.items() if any(one in self.witness.deeds for one in programs)]

    def still_idle(self) -> Iterator[tuple[int, IdleText]]:
        """The others, each with what was seen of it."""
        for key, programs in self.programs.items():
            if not any(one in self.witness.deeds for one in programs):
                seen = [one for one in programs if one in self.witness.stuck or one in self.witness.ended] or programs
                yield key, IdleText(self.index, self.index.program_texts[seen[0]], seen[0], self.witness)
        for rule in self.standing:
            yield id(rule.text), IdleText(self.index, rule.text, -1, self.witness)


def _is_standing(text: Text) -> bool:
    """Whether a text is a rule that holds, with no deeds of its own."""
    return isinstance(text, While) and text.change.verb != "offer"


def _begun_by(state: State, choice: Choice) -> int:
    """The program that an action begins: of an ability, an item's use, an offered action; -1 for any other choice."""
    if choice.verb == verbs.ABILITY:
        return state.texts.abilities[choice.figure][choice.thing]
    if choice.verb == verbs.USE:
        return state.texts.uses[choice.thing - PIECE]
    return state.texts.entries[choice.thing].program if choice.verb == verbs.OFFER else -1


def provoked(state: State, entry: Entry, number: int) -> State | None:
    """A copy of a state in which the event of a trigger has just happened to one of those it speaks of; None if it cannot be made to happen.

    `number` chooses whom, and who did it. What begins with a choice of a player (a challenge, a move) is left to play.
    """
    text, frame = entry.text, frame_of(state, entry)
    assert isinstance(text, When | Instead)
    cause, who = _CAUSES.get(text.event.verb), text.event.what if text.event.verb == "knocks out" else text.event.who
    if (cause is None and text.event.verb != "enters") or frame is None or not isinstance(who, Phrase):
        return None
    things: list[Thing] = [*state.setup.figure_ids, *(PIECE_THING[piece] for piece in state.setup.piece_ids)]
    fitting = [thing for thing in things if fits(state, frame, who, thing)]
    if not fitting:
        return None
    trial = state.clone()
    if text.event.verb == "enters":
        assert isinstance(text.event.what, Phrase)
        return _entered(trial, fitting[number % len(fitting)], area_mask(state, frame, text.event.what), number)
    thing = fitting[number % len(fitting)]
    others = [one for side in state.setup.sides for one in state.setup.characters[side] if side != side_of(state, thing)]
    by = [one for one in others if state.figure_at[one] >= 0] or [NOBODY]
    assert cause is not None
    cause(trial, thing, by[number % len(by)])
    reopen(trial)
    return trial


def _entered(trial: State, thing: Thing, area: Mask, number: int) -> State | None:
    """The state with a thing on the map put into one of some squares."""
    squares = squares_of(area & (free_squares(trial) if is_figure(thing) else trial.setup.enterable))
    if not squares or square_of(trial, thing) < 0:
        return None
    put_down(trial, thing, squares[number % len(squares)], [])
    reopen(trial)
    return trial


def _knock_down(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.setup.kind_of[thing] == CHARACTER and state.figure_at[thing] >= 0:
        state.down[thing] = 0
        knock_down(state, thing, by, [])


def _knock_out(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.figure_at[thing] >= 0:
        lose_out(state, thing, by, state.setup.side_of[by] if by >= 0 else NO_SIDE, [], by)


def _remove(state: State, thing: Thing, by: FigureId) -> None:
    if not is_figure(thing):
        remove_piece(state, piece_of(thing), [], by)
    elif state.setup.kind_of[thing] == MINION and state.figure_at[thing] >= 0:
        remove(state, thing, [], by)


def _return(state: State, thing: Thing, by: FigureId) -> None:
    at = state.figure_at[thing] if is_figure(thing) else state.piece_at[piece_of(thing)]
    if is_on_track(at):
        shift_thing(state, thing, -PLACES, [])


def _stand(state: State, thing: Thing, by: FigureId) -> None:
    if is_figure(thing) and state.setup.kind_of[thing] == CHARACTER and state.figure_at[thing] >= 0:
        state.down[thing] = 1
        stand_up(state, thing, thing, "", [])


_CAUSES: dict[str, Callable[[State, Thing, FigureId], None]] = {
    "knocked down": _knock_down,
    "knocked out": _knock_out,
    "knocks out": _knock_out,
    "leaves": _knock_out,
    "removed": _remove,
    "returns": _return,
    "stands": _stand,
}


def matters_now(state: State, rule: Entry, choice: Choice) -> bool:
    """Whether a standing rule makes a difference to the open question, or to what follows from an answer to it."""
    twin = state.clone()
    twin.texts = state.texts.without(rule)
    twin.texts.witness = None
    reopen(twin)
    if _asked(twin.decision) != _asked(state.decision) or twin.facts() != state.facts():
        return True
    own = state.clone()
    return take(own, choice) != take(twin, choice) or own.facts() != twin.facts() or _asked(own.decision) != _asked(twin.decision)


def _asked(ask: Decision | None) -> object:
    return None if ask is None else (ask.asked, ask.seats, ask.figure, ask.options, ask.weights)
