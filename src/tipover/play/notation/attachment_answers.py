"""Reading attachments in set-up: `pick Needle for L1`, `pick Hack the Terminal`."""

from __future__ import annotations

from tipover.cards.catalog import key_of
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.ids import NOBODY, FigureId, Side
from tipover.engine.core.said import ListPart, Said, say
from tipover.engine.core.setup_faults import meant
from tipover.engine.core.state import State
from tipover.engine.queries.figures import attachment_name
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import FOR, attachment_written


def read_attachment(state: State, text: str) -> Choice:
    """The choice that a text means, legal or not; raises `NotationError` if it means nothing."""
    found = _read(state, text)
    if isinstance(found, Said):
        raise NotationError(found, word=text)
    return found


def _read(state: State, text: str) -> Choice | Said:
    """The choice that a text means, legal or not, or a sentence that says what is wrong with it.

    The holder may be left out if there is only one possible; unambiguous beginnings of both names are enough.
    """
    ask = state.decision
    assert ask is not None
    options = [option for option in ask.options if option.verb == verbs.ATTACH]
    wanted, _, whom = key_of(text).partition(FOR)
    things = list(dict.fromkeys(thing_of(option) for option in options))
    known = [attachment_name(state, thing) for thing in [*state.setup.shelf.get(ask.side, []), *things]]
    found = [thing for thing in things if key_of(attachment_name(state, thing)) == wanted]
    found = found or [thing for thing in things if wanted and key_of(attachment_name(state, thing)).startswith(wanted)]
    if len(found) != 1:
        taken = next((thing for thing in state.setup.shelf.get(ask.side, []) if key_of(attachment_name(state, thing)) == wanted), -1)
        if taken >= 0 and not found:
            return Choice(verbs.ATTACH, _holder(state, ask.side, whom), taken)
        if len(found) > 1:
            names = ListPart(tuple(attachment_name(state, thing) for thing in found))
            return say("notation.could_be_write_more", text=text, names=names)
        return say("notation.no_attachment", text=text, hint=meant(wanted, known))
    mine = [option for option in options if option.thing == found[0]]
    if not whom:
        if len(mine) == 1:
            return mine[0]
        return say("notation.for_whom", line=f"pick {attachment_written(state, mine[0])}")
    holder = _holder(state, ask.side, whom)
    if holder < 0:
        marks = tuple(state.setup.mark(option.figure) for option in mine if option.figure >= 0)
        return say("notation.nobody_could_have_it", text=whom, marks=ListPart(marks) if marks else say("notation.none"))
    return Choice(verbs.ATTACH, holder, found[0])


def _holder(state: State, side: Side, whom: str) -> FigureId:
    """A figure of a side by its mark or a beginning of its name, including those picked in secret; -1 if none or several match."""
    setup = state.setup
    mine = [f for f in setup.figure_ids if setup.figures[f].side == side]
    marked = [f for f in mine if setup.mark(f).lower() == whom]
    if marked:
        return marked[0]
    names = {f: setup.card(card).name for f in mine if (card := max(state.card[f], state.secret[f])) >= 0}
    found = [f for f, name in names.items() if whom and key_of(name).startswith(whom)]
    return found[0] if len(found) == 1 else NOBODY
