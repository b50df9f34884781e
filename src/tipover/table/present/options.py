"""The answers to a question, each with its line, a short label, and what the page highlights for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from tipover.board.mask import NO_SQUARE, Square, squares_of
from tipover.board.rubble import wall_between
from tipover.cards import program as ops
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import Program
from tipover.engine.core import ids as field
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.ids import (
    AREA_AT,
    FACE_AT,
    PIECE,
    SIDE_AT,
    SIDE_OF,
    SQUARE_AT,
    WALL_AT,
    CardId,
    FigureId,
    Thing,
    is_area,
    is_figure,
    is_piece,
    is_square,
    is_token,
    is_wall,
    token_parts,
)
from tipover.engine.core.language import Printer, capital, english
from tipover.engine.core.said import (
    ColourPart,
    FacePart,
    FigurePart,
    InnerPart,
    Part,
    Said,
    SidePart,
    SquarePart,
    ThingPart,
    say,
    squares_part,
)
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track, place_of
from tipover.engine.core.verbs import Form, Takes
from tipover.engine.queries.card_texts import action_text, offer
from tipover.engine.queries.figures import attachment_name, basic_way
from tipover.engine.queries.texts import asking_text
from tipover.engine.queries.undone import UseTrial, try_use
from tipover.engine.run import take
from tipover.play.narrate import faces_part
from tipover.play.notation.text_words import plain_words
from tipover.play.notation.writing import notate, object_written
from tipover.play.prompts import answer_label, card_option, squares_verb
from tipover.play.walls_in_words import area_said, numbered_wall
from tipover.table.present.plain_names import KnownMoves
from tipover.table.protocol.options import KINDS, Option, TakesSquare


def options(state: State, ask: Decision, printer: Printer, moves: KnownMoves | None = None) -> list[Option]:
    """Every answer in the engine's order, which is the order of their numbers; `moves` are plain moves that were written before."""
    known = {} if moves is None else moves
    declares = _text_challenges(state, ask)
    return [
        _plain_move(state, ask, number, choice, printer, known)
        if choice.verb == verbs.MOVE and not choice.path and ask.asked == questions.ACTION
        else _option(state, ask, number, choice, declares, printer)
        for number, choice in enumerate(ask.options)
    ]


def _plain_move(state: State, ask: Decision, number: int, choice: Choice, printer: Printer, known: KnownMoves) -> Option:
    """A basic move: most of all answers are one, and what is written of it stays the same, but for where the figure stands."""
    figure, end = choice.figure, choice.square
    start = state.figure_at[figure]
    written = known.get((choice, ask.figure)) if start != end else None
    if written is None:
        written = (notate(state, choice), label(state, choice, printer))
        if start != end:
            known[(choice, ask.figure)] = written
    path: list[int] = [*basic_way(state, figure, end)] if start >= 0 else []
    return _MOVE(number, written[0], written[1], figure=figure, square=end, path=path)


def _option(state: State, ask: Decision, number: int, choice: Choice, declares: bool, printer: Printer) -> Option:
    """An answer as the option type of its verb."""
    named = _NAMED[verbs.TAKES[choice.verb]](state, choice, printer)
    if choice.verb == verbs.MOVE and not choice.path and state.figure_at[choice.figure] >= 0:
        named["path"] = [*basic_way(state, choice.figure, choice.square)]  # so that the page can show it step by step
    challenge = _may_challenge(state, choice, declares)
    tried = try_use(state, choice)
    if tried is not None and tried.idle is not None:
        named["idle"] = printer.text(tried.idle)
    rolls = _rolls(state, ask, choice, challenge, tried)
    return KINDS[choice.verb](number, notate(state, choice), label(state, choice, printer), challenge=challenge, rolls=rolls, **named)


_MOVE = cast(type[TakesSquare], KINDS[verbs.MOVE])


Fields = dict[str, Any]  # by the names of the wire


def _named_figure(state: State, choice: Choice, printer: Printer) -> Fields:
    figure = choice.figure
    return {"figure": figure, "square": square_of(state, figure), "detail": printer.part(condition(state, figure))}


def _named_square(state: State, choice: Choice, printer: Printer) -> Fields:
    return {"figure": choice.figure, "square": choice.thing, "path": list(choice.path)}


def _named_target(state: State, choice: Choice, printer: Printer) -> Fields:
    return {"figure": choice.figure, "target": choice.thing, "square": square_of(state, choice.thing)}


def _detail(state: State, choice: Choice, printer: Printer) -> Fields:
    detail = card_option(state, choice)
    return {"detail": printer.again(detail) if isinstance(detail, Said) else printer.part(detail)}


def _named_offer(state: State, choice: Choice, printer: Printer) -> Fields:
    at = offer(state, choice.thing).source.thing
    return {"figure": choice.figure, "target": at, "square": square_of(state, at), **_detail(state, choice, printer)}


def _named_side(state: State, choice: Choice, printer: Printer) -> Fields:
    return {"side": SIDES[choice.thing]}


def _named_attachment(state: State, choice: Choice, printer: Printer) -> Fields:
    return {"figure": choice.figure, "target": thing_of(choice), "card": attachment_name(state, thing_of(choice))}


def _named_thing(state: State, choice: Choice, printer: Printer) -> Fields:
    """A piece, a token with its side and place, an area with its first square, or a side; a wall has only its label."""
    thing, found = thing_of(choice), _detail(state, choice, printer)
    if is_token(thing):
        side, place, colour = token_parts(thing)
        return {"colour": COLOURS[colour], "side": SIDES[side], "place": place, **found}
    if is_piece(thing) or is_figure(thing):
        return {"target": thing, "square": square_of(state, thing), **found}
    if is_area(thing):
        mask = state.setup.areas[thing - AREA_AT].mask
        return {"square": (mask & -mask).bit_length() - 1, "squares": squares_of(mask), **found}
    if is_square(thing):
        return {"square": thing - SQUARE_AT, **found}
    return {"side": SIDES[thing - SIDE_AT], **found} if SIDE_AT <= thing < SIDE_AT + len(SIDES) else found


# The fields of an answer, by what its verb takes.
_NAMED: dict[Takes, Callable[[State, Choice, Printer], Fields]] = verbs.complete("the fields of options", Takes, {
    Takes.NOTHING: lambda _, choice, __: {"figure": choice.figure},
    Takes.FIGURE: _named_figure,
    Takes.SQUARE: _named_square,
    Takes.TARGET: _named_target,
    Takes.ALLY: _named_target,
    Takes.MARKER: _named_target,
    Takes.ABILITY: lambda *of: {"figure": of[1].figure, "ability": of[1].thing, **_detail(*of)},
    Takes.ITEM: lambda *of: {"figure": of[1].figure, "target": of[1].thing, **_detail(*of)},
    Takes.OFFER: _named_offer,
    Takes.SIDE: _named_side,
    Takes.CARD: lambda state, choice, _: {"figure": choice.figure, "card": state.setup.card(CardId(choice.thing)).name},
    Takes.ATTACHMENT: _named_attachment,
    Takes.THING: _named_thing,
    Takes.EFFECT: _detail,
    Takes.FACES: lambda *_: {},
    Takes.ALTERNATIVE: lambda *_: {},
})  # fmt: skip


def square_of(state: State, thing: int) -> Square:
    """The square a figure or piece is in, or -1."""
    if thing < 0:
        return NO_SQUARE
    return max(state.figure_at[thing] if thing < PIECE else state.piece_at[thing - PIECE], NO_SQUARE)


def condition(state: State, figure: FigureId) -> Part:
    """The condition of a figure that may be chosen: knocked down or knocked out; empty if it stands."""
    if is_on_track(state.figure_at[figure]):
        return say("option.on_track", place=place_of(state.figure_at[figure]))
    return say("option.knocked_down") if state.down[figure] else ""


# -- labels ----------------------------------------------------------------------------------------------


def label(state: State, choice: Choice, printer: Printer) -> str:
    """A short name of an answer: `Move to c4`, `Challenge Captain America`, `Sucker Punch`, `End turn`.

    The action of a companion begins with its name: `Ghost: challenge Shuri`.
    """
    ask = state.decision
    said = _label(state, choice)
    if verbs.ROWS[choice.verb].form is Form.ACTION and ask is not None and 0 <= ask.figure != choice.figure >= 0:
        action = said if choice.verb in verbs.CARD_ACTIONS else InnerPart(said)
        said = say("option.of_figure", figure=FigurePart(choice.figure), action=action)
    return printer.again(said)


def _label(state: State, choice: Choice) -> Said:
    """The label of an answer, without the name of the figure that acts."""
    who: Part = FigurePart(choice.figure) if is_figure(choice.figure) else ""
    taken = _OBJECTS[verbs.TAKES[choice.verb]](state, choice)
    if choice.verb == verbs.MOVE and state.figure_at[choice.figure] == choice.thing and not choice.path:
        return say("option.stay", object=taken)
    done = answer_label(state, choice, taken)
    if done is not None:
        return done
    if choice.verb == verbs.SQUARE:
        taken = say(f"option.square_{squares_verb(state)}", way=taken)
    return say(_LABELS[choice.verb], who=who, object=taken)


def _way(_: State, choice: Choice) -> Part:
    """Where a move ends, and its squares if they are part of the answer."""
    end = SquarePart(choice.square)
    return say("option.by_way", square=end, squares=squares_part(choice.way[:-1])) if len(choice.way) > 1 else end


def _attachment(state: State, choice: Choice) -> Part:
    name = attachment_name(state, thing_of(choice))
    if choice.figure < 0:
        return name
    # Only the seats that are asked receive the options, and they know their own secret picks.
    secret = state.secret[choice.figure]
    return say("option.attach", card=name, figure=state.setup.card(secret).name if secret >= 0 else FigurePart(choice.figure))


def thing_label(state: State, thing: Thing) -> Part:
    """A thing that a text asks for: `Light's blue token on 3`, `Scoring area, the middle, c3 to f6`, a piece, a wall, a side."""
    setup = state.setup
    if is_token(thing):
        side, place, colour = token_parts(thing)
        whose, which = SidePart(side, capital=True), ColourPart(colour)
        if not place:
            return say("option.token_in_pool", side=whose, colour=which)
        return say("option.token_on_track", side=whose, colour=which, place=place)
    if is_area(thing):
        area = setup.areas[thing - AREA_AT]
        return say("option.area", name=area.name, where=area_said(setup.grid, area.mask))
    if is_piece(thing):
        at, wall = square_of(state, thing), field.wall_of(state.piece_at[thing - PIECE])
        if at >= 0:
            return say("option.piece_on", thing=ThingPart(thing), square=SquarePart(at))
        if wall >= 0:
            return say("option.piece_between", thing=ThingPart(thing), squares=squares_part(wall_between(setup.grid, wall), "and"))
        return ThingPart(thing)
    if is_wall(thing):
        return InnerPart(numbered_wall(setup.grid, thing - WALL_AT), capital=True)
    if SIDE_AT <= thing < SIDE_AT + len(SIDES):
        return SidePart(SIDE_OF[thing - SIDE_AT], capital=True)
    return FacePart(thing - FACE_AT) if thing >= FACE_AT else plain_words(state, thing)


# The parts of a label, by the kind of thing that a choice names.
_OBJECTS: dict[Takes, Callable[[State, Choice], Part]] = verbs.complete("the labels", Takes, {
    Takes.NOTHING: lambda _, __: "",
    Takes.FIGURE: lambda _, choice: FigurePart(choice.figure),
    Takes.SQUARE: _way,
    Takes.TARGET: lambda _, choice: ThingPart(thing_of(choice)),
    Takes.ALLY: lambda _, choice: ThingPart(thing_of(choice)),
    Takes.MARKER: lambda _, choice: ThingPart(thing_of(choice)),
    Takes.ABILITY: lambda state, choice: capital(object_written(state, choice)),
    Takes.ITEM: object_written,
    Takes.OFFER: lambda state, choice: capital(object_written(state, choice)),
    Takes.SIDE: lambda _, choice: SidePart(SIDE_OF[choice.thing], capital=True),
    Takes.CARD: lambda state, choice: state.setup.card(CardId(choice.thing)).name,
    Takes.ATTACHMENT: _attachment,
    Takes.THING: lambda state, choice: thing_label(state, thing_of(choice)),
    Takes.ALTERNATIVE: lambda state, choice: capital(object_written(state, choice)),
    Takes.EFFECT: object_written,
    Takes.FACES: lambda _, choice: faces_part(choice.path),
})  # fmt: skip
_LABELS = verbs.keys_in("label", english().texts)


# -- challenges and dice ----------------------------------------------------------------------------------


def _rolls(state: State, ask: Decision, choice: Choice, challenge: bool, tried: UseTrial | None) -> bool:
    """Whether dice follow before whoever answers is asked again: tried on a copy, for answers that can lead to dice at all."""
    if not challenge and ask.asked != questions.TEXT and choice.verb not in verbs.CARD_ACTIONS:
        return False
    after = tried.asked if tried is not None else None
    if after is None:
        trial = state.clone()
        take(trial, choice)
        after = trial.decision
    return after is not None and (after.is_chance or (challenge and after.seats != ask.seats))


def _text_challenges(state: State, ask: Decision) -> bool:
    """Whether the text that asks contains a challenge."""
    text = asking_text(state)
    return ask.asked == questions.TEXT and text is not None and _has_challenge(text.program)


def _has_challenge(program: Program) -> bool:
    return any(step.op == ops.DO and step.act is not None and step.act.verb == "challenge" for step in program.steps)


def _may_challenge(state: State, choice: Choice, declares: bool) -> bool:
    """Whether an answer may declare a challenge at once; only the query for its odds knows for certain."""
    if choice.verb == verbs.CHALLENGE:
        return True
    if choice.verb in (verbs.ABILITY, verbs.USE, verbs.OFFER):
        return _has_challenge(action_text(state, choice).program)
    return declares and choice.verb in (verbs.FIGURE, verbs.THING, verbs.YES)
