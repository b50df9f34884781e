"""Trials of texts: which texts of a game have done nothing yet, what they lacked, whether a standing rule makes a difference."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from tipover.cards.ast import Group, Instead, Text, When, While
from tipover.cards.program import Step
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core import verbs
from tipover.engine.core.blame import text_of_error
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import PIECE, is_figure
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry, TextIndex
from tipover.engine.core.witness import Witness
from tipover.engine.effects.launch import chain_of
from tipover.engine.laws.picks import can
from tipover.engine.phrases.conditions import holds
from tipover.engine.phrases.meaning import things
from tipover.engine.phrases.text_frames import frame_of
from tipover.engine.run import reopen, take

__all__ = ["GameTexts", "IdleText", "chain_length", "matters_now", "text_of_error"]


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
        if isinstance(text, (When, Instead)):
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
        self.triggers = [entry for entry in self.index.entries if entry.program in self.idle and isinstance(entry.text, (When, Instead))]
        self.standing = [entry for entry in self.index.entries if id(entry.text) in wanted and _is_standing(entry.text)]
        self.bearers = {figure for figure, own in enumerate(self.index.abilities) if any(program in self.idle for program in own)}
        self.awaited = {noun for entry in self.triggers for noun in _awaited_actions(entry.text)}
        self.bearers |= {entry.source.thing for entry in (*self.triggers, *self.standing) if is_figure(entry.source.thing)}

    def is_outdated(self, state: State) -> bool:
        """Whether other cards are in play now, with other texts."""
        return state.texts is not self.index

    def begins_idle(self, state: State, choice: Choice) -> bool:
        """Whether a choice begins a text that has done nothing yet, or the turn of a figure that has one."""
        if choice.verb == verbs.TURN:
            return choice.figure in self.bearers
        program = _begun_by(state, choice)
        if program in self.idle and program not in self.witness.deeds:
            return True
        return bool(self.awaited) and verbs.VERBS[choice.verb] in self.awaited

    def was_in_vain(self, state: State, choice: Choice) -> bool:
        """Whether a choice begins a text that was run to its end before and did nothing, so that something else had better come first."""
        return _begun_by(state, choice) in self.witness.ended

    def readiness(self, state: State) -> int:
        """How many of the idle texts could do something in a position, as far as can be told without playing it."""
        found = sum(_could_hold(state, entry) for entry in self.standing) + sum(_could_run(state, entry) for entry in self.triggers)
        if self.awaited and state.decision is not None:
            found += any(verbs.VERBS[option.verb] in self.awaited for option in state.decision.options)
        for figure in state.setup.figure_ids:
            if state.figure_at[figure] >= 0 and not state.down[figure]:
                found += sum(
                    can(state, text_frame.new(program, figure, state.setup.side_of[figure]), 0)
                    for program in self.index.abilities[figure]
                    if program in self.idle
                )
        return found

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


def _awaited_actions(text: Text) -> tuple[str, ...]:
    """The actions that a trigger waits for: `After this does an assist`."""
    what = text.event.what if isinstance(text, (When, Instead)) and text.event.verb == "does" else None
    return what.nouns if isinstance(what, Group) else ()


def _could_hold(state: State, rule: Entry) -> bool:
    """Whether there is somebody for whom a standing rule holds now."""
    frame, text = frame_of(state, rule), rule.text
    if frame is None or not isinstance(text, While) or (text.cond is not None and not holds(state, frame, text.cond)):
        return False
    return text.change.who is None or bool(things(state, frame, text.change.who))


def _could_run(state: State, trigger: Entry) -> bool:
    """Whether the condition with which a trigger begins is met, and its first step can be done, before its event has happened."""
    frame = frame_of(state, trigger)
    if frame is None:
        return False
    first = state.texts.programs[trigger.program].steps[0]
    return holds(state, frame, first.cond) if first.cond is not None else can(state, frame[:], 0)


def chain_length(state: State) -> int:
    """How many effects have set off one another up to the open question (TIM-8)."""
    return state.chain if chain_of(state) > 1 else 0


def _begun_by(state: State, choice: Choice) -> int:
    """The program that an action begins: of an ability, an item's use, an offered action; -1 for any other choice."""
    if choice.verb == verbs.ABILITY:
        return state.texts.abilities[choice.figure][choice.thing]
    if choice.verb == verbs.USE:
        return state.texts.uses[choice.thing - PIECE]
    return state.texts.entries[choice.thing].program if choice.verb == verbs.OFFER else -1


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
