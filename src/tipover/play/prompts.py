"""Questions of card texts in words: the card, what it asks for, its text; and what each answer means."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.ast import Phrase
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import Program, Step
from tipover.cards.words import phrase_words, shown, step_words
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.ids import (
    ALL_COLOURS,
    AREA_AT,
    IN_FORCE,
    NOBODY,
    PIECE,
    PIECE_THING,
    WALL_AT,
    AbilityId,
    FigureId,
    Side,
    Thing,
    is_area,
    is_figure,
    is_piece,
    is_token,
    is_wall,
    token_parts,
)
from tipover.engine.core.language import Names, Printer, capital, english
from tipover.engine.core.said import ColourPart, FigurePart, Part, Said, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.core.verbs import Takes
from tipover.engine.explain.action_faults import why_no_text
from tipover.engine.queries.card_texts import abilities_of, ability_of, offer, usable_items, words_of
from tipover.engine.queries.figures import prices
from tipover.engine.queries.texts import RunningText, asking_text, is_move_asked, waiting_texts
from tipover.play.printers import marked
from tipover.play.walls_in_words import area_said, numbered_wall

# The verbs of steps with their own prompt when a square or a figure is asked for.
_SQUARES = ("move", "push", "pull", "place", "swap")
_FIGURES = ("challenge", "swap")


def side_asked(state: State, ask: Decision) -> Side:
    """The side that answers. For a rival that is controlled or forced to act, that is not the rival's own side (CTL-3, CHA-29)."""
    if ask.is_chance or (ask.side >= 0 and set(ask.seats) <= set(state.seats_of(ask.side))):
        return ask.side
    own = [side for side in state.setup.sides if set(ask.seats) <= set(state.seats_of(side))]
    return own[0] if own else ask.side


def asked_by(state: State, ask: Decision, short: str = "this", doer: FigureId = NOBODY) -> Said:
    """`Friendship: choose an ally within 3`: the card that asks, and what for.

    `short` replaces `this`; `doer` is the figure that moves or acts, if it should be named.
    """
    card = card_asking(state, ask)
    wanted = asked_for(state, ask, short, doer)
    return say("ask.by_card", card=card, what=wanted) if card else wanted


def card_asking(state: State, ask: Decision) -> str:
    """The name of the card that asks; empty if none does."""
    if ask.asked == questions.ORDER:
        return ""
    text = asking_text(state)
    return text.program.name if text is not None else ask.about


def asked_for(state: State, ask: Decision, short: str = "this", doer: FigureId = NOBODY) -> Said:
    """What a card asks for, without its name: `choose an ally within 3`."""
    if ask.asked == questions.ORDER:
        return say("ask.order")
    text = asking_text(state)
    return _wanted(text.program, text.step_index, ask, short, doer) if text is not None else ask.wanted


def _wanted(program: Program, place: int, ask: Decision, short: str, doer: FigureId) -> Said:
    """What the step asks for; for a `may`, whether to do what follows, in the card's words."""
    op = program.steps[place]
    if any(option.verb == verbs.NO for option in ask.options):
        words = " and ".join(deeds(program, place, short))
        act, pick = _deed(program, place).act, program.steps[place + 1 if op.op == ops.ASK else place]
        if pick.op == ops.PICK and pick.slot == ops.WHO and pick.phrase is not None and act is not None and act.who is None:
            return say("ask.may_by", what=phrase_words(pick.phrase, short), deeds=words)
        is_named = doer >= 0 and act is not None and act.who is None and (act.what is None or act.verb == "do")
        return say("ask.may_of", figure=FigurePart(doer), deeds=words) if is_named else say("ask.may", deeds=words)
    if op.op == ops.ASK:
        place, op = place + 1, program.steps[place + 1]
    if op.op in _PICKING and op.phrase is not None:
        return _picked(program, place, op.phrase, short)
    return _done(op, ask, doer)


_PICKING = (ops.PICK, ops.SECRET, ops.SOME, ops.EACH)
_MOST_DEEDS = 2  # that a question names


def _picked(program: Program, place: int, phrase: Phrase, short: str) -> Said:
    """What something is chosen for: the deed after it, in the card's words."""
    op, what = program.steps[place], phrase_words(phrase, short)
    words = deeds(program, place, short)
    if not words:
        return say("ask.choose_in_secret", what=what) if op.op == ops.SECRET else say("ask.choose_what", what=what)
    deed = words[0]
    if op.op == ops.SECRET:
        return say("ask.choose_in_secret_for", what=what, deed=deed)
    if op.op == ops.EACH:
        is_open = program.steps[place + 1].op == ops.OR or op.slot == ops.KEEP
        return say("ask.each_of", what=what, deed=deed) if is_open else say("ask.each", deed=deed)
    return say("ask.choose_for", what=what, deed=deed) if op.slot == ops.KEEP else say("ask.deed", deed=deed)


def _done(op: Step, ask: Decision, doer: FigureId) -> Said:
    """What a deed leaves open: one of several, an action, a square, a figure."""
    offered = {option.verb for option in ask.options}
    if op.op == ops.OR:
        return say("ask.choose_one")
    if offered & set(verbs.ACTION_VERBS):
        return say("ask.action_of", figure=FigurePart(doer)) if doer >= 0 else say("ask.action")
    verb = op.act.verb if op.act is not None else ""
    if verbs.SQUARE in offered:
        key = f"ask.square_{verb if verb in _SQUARES else 'go'}"
        return say(f"{key}_of", figure=FigurePart(doer)) if doer >= 0 else say(key)
    if verbs.FIGURE in offered:
        return say(f"ask.figure_{verb}" if verb in _FIGURES else "ask.choose")
    return say("ask.go_on")


def _deed(program: Program, place: int) -> Step:
    """The step with the deed that a step is part of: itself, or the first after it."""
    return next((step for step in program.steps[place:] if step.act is not None), program.steps[place])


def deeds(program: Program, place: int, short: str = "this") -> list[str]:
    """The deeds that a question is about, as the card says them: of a `may` all of it, at most two; of a pick the one it is for."""
    steps, op = program.steps, program.steps[place]
    if op.op != ops.ASK:
        return _alternatives(program, place, short)[0]
    found: list[str] = []
    at, end = place + 1, op.goto if op.goto > place else len(steps)
    while at < end and len(found) < _MOST_DEEDS:
        words, at = _alternatives(program, at, short)
        found += words
        if steps[at - 1].op == ops.CONTROL:  # what is controlled is part of the deed
            break
    return list(dict.fromkeys(found))


def _alternatives(program: Program, place: int, short: str) -> tuple[list[str], int]:
    """The first deed from a step on, alternatives as one, and the place after it; no deed if there is none."""
    steps = program.steps
    for at in range(place, len(steps)):
        if steps[at].op == ops.OR:
            acts = [act for act in (steps[way].act for way in steps[at].ways) if act is not None]
            return [" or ".join(step_words(act, short, program.name) for act in acts)], max(steps[at].ways) + 1
        act = steps[at].act
        if act is not None:
            return [step_words(act, short, program.name)], at + 1
    return [], len(steps)


def answer_label(state: State, option: Choice, named: Part = "") -> Said | None:
    """What a yes, a no or the pick of a card does, for a button: `Discard Brutal Contest`, `Keep it`; None if its name says enough.

    `named` is the card's name.
    """
    text, ask = asking_text(state), state.decision
    if text is None or ask is None or ask.asked != questions.TEXT:
        return None
    op, deed = text.program.steps[text.step_index], _deed(text.program, text.step_index)
    verb = deed.act.verb if deed.act is not None else ""
    if option.verb == verbs.YES:
        words = deeds(text.program, text.step_index, short_name(state, text.this))
        return say("answer.yes", deed=capital(" and ".join(words))) if words else None
    if option.verb == verbs.NO:
        if op.op == ops.PICK and not op.may:  # nobody has to move what is on the map already (TOK-1)
            return say("decline.stays")
        if text.step.op == ops.PICK and text.step.slot == ops.WHO:
            return say("decline.nobody")
        if text.step.op == ops.OR:
            return say("decline.other")
        return say(f"decline.{verb if verb in _DECLINED else 'other'}")
    if option.verb == verbs.THING and is_piece(thing_of(option)) and text.step.op == ops.PICK and verb in _DONE_TO:
        return say(f"done_to.{verb}", object=named)
    return None


# Verbs whose refusal, or whose deed with a card, has words of its own.
_DECLINED = ("discard", "move", "place", "challenge", "do")
_DONE_TO = ("discard", "play", "flip", "remove")


def squares_verb(state: State) -> str:
    """What happens with the squares that a text asks for (`move`, `push`, `pull`, `place`, `swap`, `go`, `return`), as the end of a key."""
    text = asking_text(state)
    if text is None:
        return "move" if is_move_asked(state) else "return"
    op = text.step
    verb = op.act.verb if op.act is not None else ""
    return verb if verb in _SQUARES else "go"


def text_asking(state: State, ask: Decision) -> str:
    """The text of the card that asks; empty if no text asks."""
    text = asking_text(state)
    return text_of(state, text) if text is not None and ask.asked != questions.ORDER else ""


def text_of(state: State, running: RunningText) -> str:
    """The words of a running text, with its bearer's short name for `this`."""
    short = short_name(state, running.this)
    return " ".join(shown(text, short) for text in words_of(state, running))


def short_name(state: State, figure: Thing) -> str:
    """The short name of a figure's card, otherwise its name; `this` for anything that is not a figure with a card."""
    if not is_figure(figure) or state.card[figure] < 0:
        return "this"
    card = state.setup.card(state.card[figure])
    return card.short or card.name


# -- what an answer means --------------------------------------------------------------------------------


def card_option(state: State, option: Choice) -> Part:
    """What an answer means beyond its notation, for answers of cards and answers without an object."""
    takes = verbs.TAKES[option.verb]
    if takes is Takes.NOTHING:
        return say(_MEANINGS[option.verb])
    if takes is Takes.ABILITY:
        return ability_said(state, option.figure, option.ability)
    if takes is Takes.ITEM:
        part = state.setup.pieces[option.thing - PIECE].part
        assert part is not None
        return f"{part.cost}: {' '.join(shown(text, short_name(state, option.figure)) for text in part.texts)}"
    if takes is Takes.OFFER:
        return shown(offer(state, option.thing).text, short_name(state, option.figure))
    if takes is Takes.EFFECT:
        return text_of(state, waiting_texts(state)[option.path[0]])
    return _thing(state, thing_of(option)) if takes is Takes.THING else ""


questions.keys_in("question", english().texts)  # fails at import if a kind of decision has no question
_MEANINGS = verbs.keys_in("meaning", english().texts, [row for row in verbs.ROWS if row.takes is Takes.NOTHING])


def ability_said(state: State, figure: FigureId, number: AbilityId) -> Said:
    """`blue 3: Challenge 3 …`: the current price, then the text."""
    ability = ability_of(state, figure, number)
    costs = "/".join(str(max(0, price)) for price in prices(state, figure, ability.cost))
    text = " ".join(shown(text, short_name(state, figure)) for text in ability.texts)
    return say("answer.ability", colour=ColourPart(ALL_COLOURS[ability.colour]), costs=costs, text=text)


def card_lines(state: State, figure: FigureId) -> list[tuple[str, str]]:
    """A figure's card: each ability with its price and text, its trait, and the card's own text."""
    if state.card[figure] < 0:
        return []
    card = state.setup.card(state.card[figure])
    short = short_name(state, figure)
    printer = marked(state)
    found = [(ability.name, printer.text(ability_said(state, figure, AbilityId(k)))) for k, ability in enumerate(card.abilities)]
    ultimate = card.ultimate if state.setup.figures[figure].ultimate else None
    found += [(trait.name, " ".join(shown(text, short) for text in trait.texts)) for trait in (card.trait, ultimate) if trait is not None]
    if card.texts:
        found.append((card.name, " ".join(shown(text, short) for text in card.texts)))
    return found


def _thing(state: State, thing: Thing) -> Part:
    setup = state.setup
    if is_token(thing):
        side, place, colour = token_parts(thing)
        if not place:
            return say("answer.token_in_pool", colour=ColourPart(colour), side=SidePart(side))
        return say("answer.token_on_track", colour=ColourPart(colour), place=place, side=SidePart(side))
    if is_area(thing):
        area = setup.areas[thing - AREA_AT]
        return say("answer.area", name=area.name, where=area_said(setup.grid, area.mask))
    if is_wall(thing):
        return numbered_wall(setup.grid, thing - WALL_AT)
    if not is_piece(thing):
        return ""
    piece = thing - PIECE
    slot = setup.pieces[piece]
    text = " ".join(shown(text, "this") for text in slot.part.texts) if slot.part is not None and slot.deck else ""
    if text:
        return text
    sort = say(f"sort.{slot.sort}")
    holder = state.piece_holder[piece]
    return say("answer.piece_of", sort=sort, figure=FigurePart(holder)) if holder >= 0 else sort


def dark_abilities(state: State, ask: Decision) -> list[tuple[str, str]]:
    """The abilities and items that the acting figure cannot use now, each with the reason and rule."""
    figure = ask.figure
    if figure < 0 or state.figure_at[figure] < 0:
        return []
    offered = {(option.verb, option.thing) for option in ask.options if option.figure == figure}
    found: list[tuple[str, str]] = []
    for k in abilities_of(state, figure):
        if (verbs.ABILITY, k) not in offered:
            ability = ability_of(state, figure, k)
            found.append((f"{ability.name} ({COLOURS[ability.colour]} {ability.cost})", _against(state, Choice(verbs.ABILITY, figure, k))))
    for piece in usable_items(state, figure):
        if (verbs.USE, PIECE_THING[piece]) not in offered:
            found.append((f"use {state.setup.pieces[piece].name}", _against(state, Choice(verbs.USE, figure, PIECE_THING[piece]))))
    return found


def _against(state: State, choice: Choice) -> str:
    reasons = why_no_text(state, choice)
    if not reasons:
        return "no action is left for it (TRN-2)"
    reason = reasons[0]
    here = Printer(Names(state.setup)).text(reason.detail) if reason.detail is not None else reason.sentence
    return f"{here} ({reason.rule})"


# -- what lies on the table ------------------------------------------------------------------------------


def belongings(state: State, figure: FigureId) -> list[str]:
    """What a figure has: items, statuses, marks, tokens on its card, and what it carries."""
    setup = state.setup
    names = [
        slot.name
        for piece, slot in enumerate(setup.pieces)
        if state.piece_holder[piece] == figure and not is_on_track(state.piece_at[piece])
    ]
    names += [state.name(thing) for thing in setup.objectives if state.carried_by[thing] == figure]
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def in_force(state: State) -> str:
    """The scenario's status cards in force and the claimed areas; empty if there are none."""
    setup = state.setup
    said: list[str] = []
    for piece, at in enumerate(state.piece_at):
        if at == IN_FORCE:
            owner = state.owner[piece]
            said.append(f"{setup.pieces[piece].name}{f' ({setup.mark(owner)})' if owner >= 0 else ''}")
    shown_now = [f"in force: {', '.join(said)}"] if said else []
    for k, side in enumerate(state.claims):
        if side >= 0:
            shown_now.append(f"{setup.areas[k].name} {setup.grid.names(setup.areas[k].mask)[0]} is {SIDES[side]}'s")
    return " · ".join(shown_now)
