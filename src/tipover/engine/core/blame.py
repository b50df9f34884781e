"""Which text an error was raised in, so that a crash names its card, file and line.

Where the engine reads or runs a text, it notes that text on an error that comes by; the innermost one is kept. So it is known in
the compiled build too, whose calls show no variables. In pure Python the call stack tells where nothing was noted.
"""

from __future__ import annotations

from types import FrameType

from tipover.cards.ast import Change, Text, While
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry

_NOTED = "tipover_text"  # the key among an error's own attributes


def text_of_error(error: BaseException) -> Text | None:
    """The text that was being read or run when an error was raised; None if it was no text, or if that is not known."""
    noted = vars(error).get(_NOTED)
    if noted is not None:
        text: Text = noted
        return text
    found = _on_the_stack(error)
    return found[1] if found is not None else None


def blame_text(error: Exception, state: State, text: Text) -> None:
    """Note the text that was being read when an error was raised, and add its card and place to what the error says."""
    if _NOTED in vars(error):
        return
    vars(error)[_NOTED] = text
    written = state.setup.catalog.written(text)
    if written is not None:
        name, (line, column) = written.name, written.place(text.at)
        error.add_note(f"In the text of {name}, {written.document.file}:{line}:{column}.")


def blame_frame(error: Exception, state: State, frame: list[int]) -> None:
    """Note the text that a frame runs, if it runs one."""
    text = _text_of_frame(state, frame)
    if text is not None:
        blame_text(error, state, text)


def blame_change(error: Exception, state: State, change: Change) -> None:
    """Note the text of a standing rule."""
    for entry in (*state.texts.entries, *state.texts.lasting_rules.values()):
        if isinstance(entry.text, While) and entry.text.change is change:
            blame_text(error, state, entry.text)
            return


def name_card(error: Exception) -> None:
    """Add to an error which card's text it was raised in, and where that stands, if nobody has noted it."""
    if _NOTED not in vars(error):
        found = _on_the_stack(error)
        if found is not None:
            blame_text(error, *found)


def _text_of_frame(state: State, frame: list[int]) -> Text | None:
    if len(frame) < text_frame.PATH or frame[kinds.KIND] != kinds.TEXT:
        return None
    number = text_frame.program(frame)
    return state.texts.program_texts[number] if 0 <= number < len(state.texts.program_texts) else None


def _on_the_stack(error: BaseException) -> tuple[State, Text] | None:
    """The text of the innermost call that has a text's entry, or the frame of one, at hand, with its state."""
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
            if isinstance(value, list) and (text := _text_of_frame(state, value)) is not None:
                return state, text
    return None
