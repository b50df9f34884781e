"""How the notation reads attachments in set-up: `pick Needle for L1`, `pick Hack the Terminal`."""

from __future__ import annotations

from tipover.cards.catalog import key_of, suggestion
from tipover.engine.decision import ATTACH, Choice
from tipover.engine.flow.attaching import attachment_name
from tipover.engine.state import State
from tipover.play.naming import NotationError
from tipover.play.writing import FOR, attachment_written


def read_attachment(state: State, text: str) -> Choice:
    """The choice that a text stands for, allowed or not; a `NotationError` if it says nothing."""
    found = _read(state, text)
    if isinstance(found, str):
        raise NotationError(found, word=text)
    return found


def _read(state: State, text: str) -> Choice | str:
    """The choice that a text stands for, allowed or not; else a sentence that says what is wrong with it.

    The holder may be left out where there is only one; both go by an unambiguous beginning of the name.
    """
    ask = state.decision
    assert ask is not None
    options = [option for option in ask.options if option.verb == ATTACH]
    wanted, _, whom = key_of(text).partition(FOR)
    things = list(dict.fromkeys(option.thing for option in options))
    known = [attachment_name(state, thing) for thing in [*state.setup.shelf.get(ask.side, []), *things]]
    found = [thing for thing in things if key_of(attachment_name(state, thing)) == wanted]
    found = found or [thing for thing in things if wanted and key_of(attachment_name(state, thing)).startswith(wanted)]
    if len(found) != 1:
        taken = next((thing for thing in state.setup.shelf.get(ask.side, []) if key_of(attachment_name(state, thing)) == wanted), -1)
        if taken >= 0 and not found:
            return Choice(ATTACH, _holder(state, ask.side, whom), taken)
        if len(found) > 1:
            names = ", ".join(attachment_name(state, thing) for thing in found)
            return f"'{text}' could be {names}; write more of the name"
        return f"there is no attachment '{text}'{suggestion(wanted, known)}"
    mine = [option for option in options if option.thing == found[0]]
    if not whom:
        if len(mine) == 1:
            return mine[0]
        return f"for whom? write 'pick {attachment_written(state, mine[0])}'"
    holder = _holder(state, ask.side, whom)
    if holder < 0:
        marks = ", ".join(state.setup.mark(option.figure) for option in mine if option.figure >= 0)
        return f"'{whom}' is nobody who could have it; there are {marks or 'none'}"
    return Choice(ATTACH, holder, found[0])


def _holder(state: State, side: int, whom: str) -> int:
    """A figure of a side by its mark or a beginning of its name, also of one picked in secret; -1 if none or several."""
    setup = state.setup
    mine = [f for f, slot in enumerate(setup.figures) if slot.side == side]
    marked = [f for f in mine if setup.mark(f).lower() == whom]
    if marked:
        return marked[0]
    names = {f: setup.card(card).name for f in mine if (card := max(state.card[f], state.secret[f])) >= 0}
    found = [f for f, name in names.items() if whom and key_of(name).startswith(whom)]
    return found[0] if len(found) == 1 else -1
