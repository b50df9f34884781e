"""The open question in words: who is asked what, the card that asks, the answers, and what would be lost."""

from __future__ import annotations

import re
from collections.abc import Collection

from tipover.cards.catalog import SIDES
from tipover.engine.decision import (
    ACTION_VERBS,
    ASK_ACTION,
    ASK_ATTACH,
    ASK_FLIP,
    ASK_ORDER,
    ASK_PICK,
    ASK_PLACE,
    ASK_RETURN,
    ASK_ROLL,
    ASK_SIDE,
    ASK_TEXT,
    ASK_TURN,
    ASK_WHERE,
    ASKS,
    CHANCE,
    SQUARE,
    Decision,
)
from tipover.engine.flow.kinds import ACTIONS, ACTIONS_A_TURN, ACTOR, KIND, ROLL_FRAME, STAGE, TEXT_FRAME, TURN_FRAME
from tipover.engine.flow.stages import ATTACKING
from tipover.engine.state import State
from tipover.engine.steps.frame import ME
from tipover.play.asking import asked_by, short_name, side_asked, text_asking
from tipover.play.match import Match
from tipover.play.telling import count
from tipover.table.protocol import Question
from tipover.table.show.names import name_of
from tipover.table.show.options import options
from tipover.table.show.reminders import reminders

_THIS = re.compile(r"\bthis\b")
_TO_SQUARE = re.compile(r"(the square to \w+) (\w+)")


def question(match: Match, seats: Collection[int]) -> Question | None:
    """The open question as these seats may see it: its options only if one of them is asked; None when nothing is.

    What may be taken back is the table's to say: a match does not know which answers were one command.
    """
    state = match.state
    ask = state.decision
    if ask is None:
        return None
    mine = [seat for seat in ask.seats if seat in seats]
    side = side_asked(state, ask)
    shown = Question(
        asked=ASKS[ask.asked],
        seats=[seat for seat in ask.seats if seat != CHANCE],
        prompt=prompt(state, ask),
        side=SIDES[side] if side >= 0 else "",
        figure=ask.figure,
        about=ask.about,
        text=text_asking(state, ask),
        rules=list(ask.rules),
        secret=ask.secret,
        chance=ask.is_chance,
        mine=mine,
    )
    if ask.asked == ASK_ACTION:
        shown.action, shown.actions = action_of_turn(match)
    if mine:
        shown.options = options(state, ask)
    if mine and ask.asked == ASK_ACTION:
        shown.lost = reminders(state, ask)
    return shown


# -- the sentence ----------------------------------------------------------------------------------------


def prompt(state: State, ask: Decision) -> str:
    """One sentence: `Sucker Punch: choose whom to challenge`, `Who takes Light's turn?`, `Sae-byeok: choose an action`."""
    who = name_of(state, ask.figure) if ask.figure >= 0 else ""
    asked_side = side_asked(state, ask)
    side = SIDES[asked_side].capitalize() if asked_side >= 0 else ""
    if ask.asked in (ASK_TEXT, ASK_ORDER):
        return _of_text(state, ask)
    if ask.asked == ASK_ROLL:
        return _of_dice(state, ask, who)
    if ask.asked == ASK_RETURN:
        return f"Which of {side}'s figures comes back first?"
    return {
        ASK_SIDE: "Which side do you play?",
        ASK_FLIP: "Who has the First Player marker?",
        ASK_PICK: f"{side}: pick a character{' in secret' if ask.secret else ''}",
        ASK_ATTACH: f"{side}: pick an attachment{' in secret' if ask.secret else ''}",
        ASK_PLACE: f"{side}: place {who}",
        ASK_TURN: f"Who takes {side}'s turn?",
        ASK_ACTION: f"{who}: choose an action",
        ASK_WHERE: f"Where does {who} come back?",
    }[ask.asked]


def _of_text(state: State, ask: Decision) -> str:
    """The card that asks and what it wants, with the short name of its bearer for `this`."""
    said = asked_by(state, ask)
    frame = state.stack[-1]
    if frame[KIND] == TEXT_FRAME:
        card, colon, wanted = said.rpartition(": ")
        wanted = _THIS.sub(short_name(state, frame[ME]), wanted)
        doers = {choice.figure for choice in ask.options if choice.verb in (SQUARE, *ACTION_VERBS)} - {-1, frame[ME]}
        if len(doers) == 1:
            wanted = _with_doer(wanted, name_of(state, *doers))
        said = f"{card}{colon}{wanted}"
    return said[:1].upper() + said[1:]


def _with_doer(wanted: str, name: str) -> str:
    """What is wanted, with the name of the one figure that moves or acts: `choose the square to move Gi-hun to`."""
    wanted = wanted.replace("choose the action", f"choose the action of {name}")
    return _TO_SQUARE.sub(rf"\1 {name} \2", wanted)


def _of_dice(state: State, ask: Decision, who: str) -> str:
    """`Roll 3 dice: Black Widow's challenge`."""
    dice = count(len(ask.options[0].path), "die", "dice")
    frame = state.stack[-1]
    if frame[KIND] == ROLL_FRAME:
        return f"Roll {dice} for the card"
    what = "challenge" if frame[STAGE] == ATTACKING else "defense"
    return f"Roll {dice}: {who}'s {what}" if who else f"Roll {dice}: the {what}"


def action_of_turn(match: Match) -> tuple[int, int]:
    """Which action of how many this is, one more than all where none is left; those that cards gave in the turn count (TRN-2, TRN-12)."""
    left, actor = _turn(match.state)
    given = 0
    later = left
    number = len(match.choices) - 1
    while number >= match.kept_from:
        before, who = _turn(match.before(number))
        if who != actor:
            break
        given += max(0, later - before)
        later = before
        number -= 1
    total = max(ACTIONS_A_TURN + given, left)
    return total - left + 1, total


def _turn(state: State) -> tuple[int, int]:
    """The actions left in the turn under way, and whose turn it is; -1 is nobody's."""
    for frame in reversed(state.stack):
        if frame[KIND] == TURN_FRAME:
            return frame[ACTIONS], frame[ACTOR]
    return 0, -1
