"""The texts of the cards in a game: abilities, items that are used, offered actions, the rules of the scenario."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.ast import Text, While
from tipover.cards.catalog import AbilityCard
from tipover.cards.program import Program
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import PIECE, AbilityId, FigureId, PieceId, Side, is_figure, is_piece
from tipover.engine.core.state import State
from tipover.engine.core.text_index import RULE, TABLE, Entry
from tipover.engine.queries.texts import RunningText


class ActionText(NamedTuple):
    """The text that an ability, an item or an offered action does."""

    name: str
    """The name of the ability or the card."""
    number: int
    """The number of its program in the text index."""
    program: Program
    """Its steps."""
    is_challenge: bool
    """Whether its card is marked as a challenge."""
    is_plain_challenge: bool
    """Whether it begins with a challenge whose targets are known at once."""


def ability_of(state: State, figure: FigureId, ability: AbilityId) -> AbilityCard:
    """An ability of a figure's card."""
    return state.setup.card(state.card[figure]).abilities[ability]


def abilities_of(state: State, figure: FigureId) -> list[AbilityId]:
    """The abilities of a figure."""
    return [*map(AbilityId, range(len(state.texts.abilities[figure])))]


def usable_items(state: State, figure: FigureId) -> list[PieceId]:
    """The items a figure has that are used by an action (ITM-2)."""
    return [PieceId(piece) for piece in state.texts.uses if state.piece_holder[piece] == figure]


def offers(state: State) -> list[Entry]:
    """Every text of the game that offers an action."""
    return [*state.texts.changes.get("offer", ())]


def offer(state: State, number: int) -> Entry:
    """The text that offers an action, by the number that its choice names."""
    return state.texts.entries[number]


def action_text(state: State, choice: Choice) -> ActionText:
    """The text behind the choice of an ability, an item or an offered action."""
    texts, marked = state.texts, False
    if choice.verb == verbs.ABILITY:
        ability = ability_of(state, choice.figure, choice.ability)
        name, number, marked = ability.name, texts.abilities[choice.figure][choice.thing], ability.challenge
    elif choice.verb == verbs.USE:
        slot = state.setup.pieces[choice.thing - PIECE]
        name, number, marked = slot.name, texts.uses[choice.thing - PIECE], slot.part is not None and slot.part.challenge
    else:
        entry = offer(state, choice.thing)
        name, number = entry.source.name, entry.program
    return ActionText(name, number, texts.programs[number], marked, texts.reaches[number] >= 0)


def words_of(state: State, running: RunningText) -> tuple[Text | While, ...]:
    """The texts as printed that a running text is made from."""
    number, me = running.number, running.this
    for entry in state.texts.entries:
        if entry.program == number:
            return (entry.text,)
    if is_piece(running.card):
        part = state.setup.pieces[running.card - PIECE].part
        return part.texts if part is not None else ()
    if is_figure(me) and number in state.texts.abilities[me]:
        return ability_of(state, me, AbilityId(state.texts.abilities[me].index(number))).texts
    return ()


def scenario_rules(state: State, side: Side) -> list[Text | While]:
    """The texts of the scenario that hold for a side: the same list, not to be changed, while the same texts are in play."""
    entries = state.texts.entries
    known = _SCENARIO_RULES.get((id(entries), side))
    if known is None:
        found = [entry for entry in entries if entry.source.kind in (RULE, TABLE)]
        rules = [entry.text for entry in found if entry.source.kind == TABLE or entry.source.side == side]
        if len(_SCENARIO_RULES) >= MOST_SCENARIO_RULES:
            _SCENARIO_RULES.clear()
        known = _SCENARIO_RULES[(id(entries), side)] = (entries, rules)  # with the entries, so that no others get their id
    return known[1]


MOST_SCENARIO_RULES = 256
_SCENARIO_RULES: dict[tuple[int, Side], tuple[list[Entry], list[Text | While]]] = {}


def has_texts(state: State) -> bool:
    """Whether any card of the game has a text that runs."""
    return bool(state.texts.programs)
