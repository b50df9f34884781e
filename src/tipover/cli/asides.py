"""The questions that a player may type during a game: why, see, odds, card, lines. They change nothing."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.cli.out import say_all, tell, width
from tipover.cli.picture import spread
from tipover.cli.question_text import DECLARING, explained
from tipover.cli.typed_lines import option_numbered, read_line, reasons_against
from tipover.cli.typed_places import TypedPlace, place_named, two_places
from tipover.cli.walls import inner_words
from tipover.engine.core import verbs
from tipover.engine.core.dice import MOST_DICE
from tipover.engine.core.ids import Side
from tipover.engine.core.reason import Reason
from tipover.engine.core.state import State
from tipover.engine.explain.sight import concealed_there, viewer_side, why_concealed, why_not_seen, why_seen
from tipover.engine.queries.board import board, seen_by
from tipover.engine.queries.undone import why_idle
from tipover.engine.run import take
from tipover.play.chances import outlook
from tipover.play.narrate import reason_lines
from tipover.play.notation.typed_names import figure_named
from tipover.play.notation.writing import notate
from tipover.play.printers import figure_words, marked
from tipover.play.prompts import belongings, card_lines


def tell_why(state: State, rest: str) -> None:
    """`why …`: a line, an option's number, or two places."""
    if not rest:
        tell("Type 'why' and what you would do, as 'why L1: move c4', an option's number, or two places, as 'why a1 c4'.")
        return
    option = option_numbered(state, state.decision, rest) if state.decision is not None else None
    if option is not None:
        said = " ".join(part for part in (explained(state, option), idle_words(state, rest)) if part)
        if option.verb == verbs.MOVE and state.figure_at[option.figure] == option.thing:
            said = "a move of 0: it stays where it is (MOV-18)"
        tell(f"{rest} is '{notate(state, option)}'{f' – {said}' if said else ''}. It is allowed.")
        return
    places = two_places(state, rest.split())
    if places is not None:
        tell_sight(state, *places)
        return
    reasons = reasons_against(state, rest)
    idle = "" if reasons else idle_words(state, rest)
    tell("That is not allowed:" if reasons else f"That is allowed.{f' {idle}' if idle else ''}")
    for line in reason_lines(state, reasons):
        tell(f"  {line}", "  ")


def idle_words(state: State, line: str) -> str:
    """Why the ability or item that a line uses would do nothing now; empty if it would do something, or the line uses none (ABI-4)."""
    trial = state.clone()
    for choice in read_line(state, line):
        idle = why_idle(trial, choice)
        if idle is not None:
            return marked(trial).text(idle)
        if choice.verb in verbs.CARD_ACTIONS:
            return ""
        take(trial, choice)
    return ""


def tell_sight(state: State, start: TypedPlace, end: TypedPlace, side: Side | None = None) -> None:
    """Whether one place is seen from another, and why."""
    is_seen, reasons = sight_between(state, start, end, side)
    tell(f"{end.words(state)} is {'seen' if is_seen else 'not seen'} from {start.words(state)}.")
    for line in reason_lines(state, reasons):
        tell(f"  {line}", "  ")


def sight_between(state: State, start: TypedPlace, end: TypedPlace, side: Side | None) -> tuple[bool, list[Reason]]:
    """Whether one place is seen from another, and the reasons; a figure that a card conceals is not seen though its square is (SEE-8)."""
    seen = why_seen(state, start.square, end.square, side)
    if not seen:
        return False, why_not_seen(state, start.square, end.square, side)
    looking = viewer_side(state, start.square) if side is None else side
    hidden = concealed_there(state, BIT[end.square], looking) if end.figure >= 0 else []
    return (False, why_concealed(state, end.figure)) if end.figure in hidden else (True, seen)


def tell_concealed(state: State, mask: Mask, side: Side) -> None:
    """Those who stand in seen squares and are not seen themselves, with the card that says so (SEE-8)."""
    for figure in concealed_there(state, mask, side):
        for line in reason_lines(state, why_concealed(state, figure)):
            tell(f"{figure_words(state, figure)} on {state.setup.grid.name(state.figure_at[figure])} is not seen. {line}", "  ")


def tell_seen(state: State, rest: str) -> None:
    """`see …`: what is seen from a square or by a figure."""
    if not rest:
        tell("Type 'see' and a square or a figure, as 'see c4'.")
        return
    place = place_named(state, rest)
    mask = seen_by(state, place.square, viewer_side(state, place.square))
    said = f"seen from {place.words(state)}"
    say_all(spread(state, width(), mask, said))
    tell(f"{said[:1].upper()}{said[1:]}: {', '.join(state.setup.grid.names(mask))}.")
    tell_concealed(state, mask, viewer_side(state, place.square))


def tell_odds(state: State, rest: str) -> None:
    """`odds`, or `odds 2 2`."""
    words = rest.split()
    if len(words) == 2 and all(word.isascii() and word.isdigit() and int(word[:4]) <= MOST_DICE for word in words):
        from tipover.cli.odds_command import odds_line

        tell(odds_line(int(words[0]), int(words[1])))
        return
    if words:
        tell(f"Type 'odds' for the challenges at hand, or 'odds 2 2' for two dice against two, up to {MOST_DICE} each.")
        return
    options = [option for option in state.decision.options if option.verb in DECLARING] if state.decision else []
    found = [option for option in options if outlook(state, option) is not None]
    for option in found:
        tell(f"{notate(state, option)}  {explained(state, option)}")
    if not found:
        tell("Nobody can be challenged now. 'odds 2 2' tells the chance of two dice against two.")


def tell_card(state: State, rest: str) -> None:
    """`card L1`: the card of a figure now: abilities with their current prices, trait, what it has."""
    if not rest:
        tell("Type 'card' and a figure, as 'card D1'.")
        return
    figure = figure_named(state, rest)
    tell(f"{figure_words(state, figure)}, defense {state.defense(figure)}")
    for name, said in card_lines(state, figure):
        tell(f"  {name}: {said}", "    ")
    if has := belongings(state, figure):
        tell(f"  has {', '.join(has)}", "    ")


def tell_lines(state: State, rest: str = "") -> None:
    """`lines`: the lines inside squares, and the steps they block."""
    told = inner_words(board(state))
    if not told:
        tell("This map has no lines inside squares.")
        return
    tell("Lines inside squares block steps, and sight where they meet its line:")
    for line in told:
        tell(f"  {line}", "    ")
