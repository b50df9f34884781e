"""Which text an error was raised in, so that a crash names its card, file and line."""

from __future__ import annotations

from types import FrameType

from tipover.cards.ast import Text
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry


def text_of_error(error: BaseException) -> tuple[State, Text] | None:
    """The text that was being read or run when an error was raised, with its state; None if it was no text.

    The call stack tells: the innermost function that has a text's entry, or the frame of one, at hand.
    """
    calls: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        calls.append(trace.tb_frame)
        trace = trace.tb_next
    for call in reversed(calls):
        state = call.f_locals.get("state")
        if not isinstance(state, State):
            continue
        for value in call.f_locals.values():
            if isinstance(value, Entry):
                return state, value.text
            if isinstance(value, list) and len(value) >= text_frame.PATH and value[kinds.KIND] == kinds.TEXT:
                number = text_frame.program(value)
                if 0 <= number < len(state.texts.program_texts):
                    return state, state.texts.program_texts[number]
    return None


def name_card(error: Exception) -> None:
    """Add to an error which card's text it was raised in, and where that stands."""
    found = text_of_error(error)
    if found is None or getattr(error, "__notes__", None):
        return
    state, text = found
    written = state.setup.catalog.written(text)
    if written is not None:
        name, (line, column) = written.name, written.place(text.at)
        error.add_note(f"In the text of {name}, {written.document.file}:{line}:{column}.")
