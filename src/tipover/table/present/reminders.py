"""Reminders before a turn ends: unused abilities, a companion's unused action, and texts that the turn's end triggers."""

from __future__ import annotations

from collections.abc import Collection

from tipover.cards.words import shown
from tipover.engine.core import verbs
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import FigureId
from tipover.engine.core.said import ListPart, Said, say
from tipover.engine.core.state import State
from tipover.engine.queries.card_texts import action_text
from tipover.engine.queries.texts import texts_at_turn_end
from tipover.play.notation.text_words import offer_name
from tipover.play.prompts import short_name


def reminders(state: State, ask: Decision, idle: Collection[int] = ()) -> list[Said]:
    """What the acting figure could still do, and which texts the end of its turn triggers.

    `idle` are the numbers of the answers that would do nothing now: nobody is reminded of them.
    """
    left = state.actions_left
    names = _usable(state, ask, idle)
    said = [say("reminder.usable", cards=ListPart(tuple(names), "semicolon"))] if names else []
    free = [choice.figure for choice in ask.options if choice.figure not in (ask.figure, -1)]
    if free and left <= 0:
        said.append(say("reminder.companion", name=state.name(free[0])))
    return said + _at_the_end(state, ask.figure)


def _usable(state: State, ask: Decision, idle: Collection[int]) -> list[str]:
    """Names of the abilities, items and offered actions that the acting figure can use now, and that would do something."""
    found: list[str] = []
    for number, choice in enumerate(ask.options):
        if choice.figure != ask.figure or number in idle:
            continue
        if choice.verb in (verbs.ABILITY, verbs.USE):
            found.append(action_text(state, choice).name)
        elif choice.verb == verbs.OFFER:
            found.append(offer_name(state, choice.thing))
    return list(dict.fromkeys(found))


def _at_the_end(state: State, figure: FigureId) -> list[Said]:
    """The texts that the end of the figure's turn triggers."""
    found = texts_at_turn_end(state, figure)
    return [say("reminder.text", card=entry.source.name, text=shown(entry.text, short_name(state, this))) for entry, this in found]
