"""The open question for the wire: who is asked what, by which card, the answers, and reminders."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from tipover.cards.catalog import SIDES
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import CHANCE, NOBODY, is_figure
from tipover.engine.core.language import ENGLISH, english
from tipover.engine.core.said import CountPart, FigurePart, InnerPart, Part, Said, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import is_attack_roll, is_text_roll
from tipover.engine.queries.texts import asking_text
from tipover.engine.queries.turns import ACTIONS_A_TURN, turn_of
from tipover.play.match import Match
from tipover.play.prompts import asked_by, asked_for, card_asking, short_name, side_asked, text_asking
from tipover.table.present.options import options
from tipover.table.present.plain_names import Memo, table_printer
from tipover.table.present.reminders import reminders
from tipover.table.protocol.game import Question


def question(match: Match, seats: Collection[int], language: str = ENGLISH, memo: Memo | None = None) -> Question | None:
    """The open question as these seats may see it, with answers only if one of them is asked; None if there is none."""
    shown = open_question(match, language, memo)
    return with_answers(match, shown, seats, language, memo) if shown is not None else None


def open_question(match: Match, language: str = ENGLISH, memo: Memo | None = None) -> Question | None:
    """The open question as everybody may see it, without its answers; None if there is none.

    The table fills in what may be undone: a match does not know which answers belong to one command.
    """
    state = match.state
    ask = state.decision
    if ask is None:
        return None
    side = side_asked(state, ask)
    printer = table_printer(state, language, memo=memo)
    shown = Question(
        asked=questions.ASKS[ask.asked],
        seats=[seat for seat in ask.seats if seat != CHANCE],
        prompt=printer.part(prompt(state, ask)),
        task=printer.part(prompt(state, ask, named=False)),
        side=SIDES[side] if side >= 0 else "",
        figure=ask.figure,
        about=ask.about,
        text=text_asking(state, ask),
        rules=list(ask.rules),
        secret=ask.secret,
        chance=ask.is_chance,
    )
    if ask.asked == questions.ACTION:
        shown.action, shown.actions = action_of_turn(match)
    return shown


def with_answers(match: Match, shown: Question, seats: Collection[int], language: str = ENGLISH, memo: Memo | None = None) -> Question:
    """An open question as these seats may see it, with its answers if one of them is asked."""
    state = match.state
    ask = state.decision
    mine = [seat for seat in ask.seats if seat in seats] if ask is not None else []
    if ask is None or not mine:
        return shown
    printer = table_printer(state, language, memo=memo)
    found = options(state, ask, printer, memo.moves(state, language) if memo is not None else None)
    idle = {option.n for option in found if getattr(option, "idle", "")}
    lost = [printer.text(said) for said in reminders(state, ask, idle)] if ask.asked == questions.ACTION else []
    return msgspec.structs.replace(shown, mine=mine, options=found, lost=lost)


# -- the sentence ----------------------------------------------------------------------------------------


def prompt(state: State, ask: Decision, named: bool = True) -> Part:
    """One sentence: `Sucker Punch: choose whom to challenge`, `Who takes Light's turn?`, `Sae-byeok: choose an action`.

    Not `named`: without the card, the figure or the side before the colon, for a line that begins with another name.
    """
    if ask.asked in (questions.TEXT, questions.ORDER):
        return _of_text(state, ask, named)
    if ask.asked == questions.ROLL:
        return _of_dice(state, ask)
    asked_side = side_asked(state, ask)
    who: Part = FigurePart(ask.figure) if ask.figure >= 0 else ""
    side: Part = SidePart(asked_side, capital=True) if asked_side >= 0 else ""
    asked = say(_PROMPTS[ask.asked], who=who, side=side, secret=say("prompt_part.secret") if ask.secret else "")
    if not named or ask.asked not in _NAMED:
        return asked
    return say("prompt_part.named", who=who if ask.asked == questions.ACTION else side, asked=asked)


_PROMPTS = questions.keys_in("prompt", english().texts, apart_from=(questions.TEXT, questions.ORDER, questions.ROLL))
_NAMED = (questions.PICK, questions.PLACE, questions.ACTION, questions.ATTACH)  # their prompts begin with who is asked


def _of_text(state: State, ask: Decision, named: bool) -> Part:
    """The card that asks and what for, with the short name of its bearer for `this`."""
    text = asking_text(state)
    short, doer = "this", NOBODY
    if text is not None:
        short = short_name(state, text.this)
        asked = [choice.figure for choice in ask.options if choice.verb in (verbs.SQUARE, *verbs.ACTION_VERBS)]
        doers = {one for one in asked if is_figure(one)} - {text.this}  # a token that is placed does nothing
        doer = doers.pop() if len(doers) == 1 else NOBODY
    if named or not card_asking(state, ask):
        return InnerPart(asked_by(state, ask, short, doer), capital=True)
    return asked_for(state, ask, short, doer)


def _of_dice(state: State, ask: Decision) -> Said:
    """`Roll 3 dice: Black Widow's challenge`."""
    dice = CountPart(len(ask.options[0].path), "die")
    if is_text_roll(state):
        return say("prompt_part.roll_for_card", dice=dice)
    what = "challenge" if is_attack_roll(state) else "defense"
    if ask.figure < 0:
        return say(f"prompt_part.roll_{what}", dice=dice)
    return say(f"prompt_part.roll_{what}_of", dice=dice, figure=FigurePart(ask.figure))


def action_of_turn(match: Match) -> tuple[int, int]:
    """The number of this action and the turn's total, including actions given by cards (TRN-2, TRN-12).

    The number is one more than the total if no action is left.
    """
    _, actor, left = turn_of(match.state)
    given = 0
    later = left
    number = len(match.choices) - 1
    while number >= match.kept_from:
        _, who, before = turn_of(match.before(number))
        if who != actor:
            break
        given += max(0, later - before)
        later = before
        number -= 1
    total = max(ACTIONS_A_TURN + given, left)
    return total - left + 1, total
