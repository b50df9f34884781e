"""What can be gained, discarded, taken, given, flipped, claimed, put on a track (TOK, STA, ITM, CDN)."""

from __future__ import annotations

from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, plain
from tipover.engine.core.dice import flips
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import (
    AREA_AT,
    FIRST_PLAYER,
    NOBODY,
    NOTHING,
    ON_CARD,
    ON_WALL,
    PIECE,
    PIECE_THING,
    RESERVE,
    FigureId,
    PieceId,
    Side,
    Thing,
    is_area,
    is_figure,
    is_piece,
    is_token,
    piece_of,
    token_parts,
)
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.laws.belongings_of_doers import is_doers, is_nobodys
from tipover.engine.laws.figures import takes_exhaust_marker
from tipover.engine.phrases.acts import destination, how_of, objects
from tipover.engine.phrases.entities import count_of, side_of, square_of
from tipover.engine.phrases.nouns import names_figures
from tipover.engine.phrases.place_words import says_where


def gain_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Any side can gain, even if no piece is left to gain (TOK-2); a text of no side cannot be done."""
    return None if gainer(state, frame) >= 0 else []


def gainer(state: State, frame: list[int]) -> Side:
    """The side that gains or loses: that of the doer a text names, else the text's own (ALY-4)."""
    who = text_frame.who(frame)
    if who in (NOTHING, text_frame.this(frame)):
        return text_frame.you(frame)
    return side_of(state, who)


def discardable(state: State, frame: list[int], op: Step) -> list[Thing]:
    """The things a discard takes: of a number, that many; a deck's card only while it is in force."""
    act = op.act
    assert act is not None
    found = objects(state, frame, op)
    if isinstance(act.what, Group) and isinstance(act.what.det, int):
        mine = [thing for thing in found if is_piece(thing) and is_doers(state, frame, thing)]
        return mine[: act.what.det] if len(mine) >= act.what.det else []
    if isinstance(act.what, Group) and not op.picked and not says_whose(act.what):
        found = [thing for thing in found if not is_item_of_others(state, frame, thing)]
    return [thing for thing in found if in_play(state, thing)]


def says_whose(group: Group) -> bool:
    """Whether a phrase says where a thing is or who has it, so that it need not be the doer's own: `an item of a rival`."""
    return bool(group.filters or group.adjs) or isinstance(group.det, Phrase)


def is_item_of_others(state: State, frame: list[int], thing: Thing) -> bool:
    """Whether somebody else than the doer has an item: `give an item to an ally` means one's own (ITM-1)."""
    if not is_piece(thing) or state.setup.pieces[thing - PIECE].sort != "item":
        return False
    return state.piece_holder[thing - PIECE] != NOBODY and not is_doers(state, frame, thing)


def in_play(state: State, thing: Thing) -> bool:
    """Whether a piece is on the map, held, or in force; figures on the map."""
    if is_piece(thing):
        return state.piece_at[thing - PIECE] != RESERVE
    return is_figure(thing) and state.figure_at[thing] >= 0


def discard_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A discard needs something that is there; of several copies that go by one name it is one, and asked which (STA-1)."""
    found = discardable(state, frame, op)
    if len(found) > 1 and op.act is not None and isinstance(op.act.what, Ref) and is_piece(found[0]):
        return [plain(verbs.THING, NOBODY, thing) for thing in found]
    return None if found else []


def is_in_reserve(state: State, thing: Thing) -> bool:
    """Whether a thing is a card of a deck that is not in force; a status is given, never played (STA-1, STA-2)."""
    return is_piece(thing) and bool(state.setup.pieces[thing - PIECE].deck) and state.piece_at[thing - PIECE] == RESERVE


def play_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A card of one's own that is not in force."""
    found = objects(state, frame, op)
    return None if found and is_in_reserve(state, found[0]) else []


def take_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """What is taken is on the map or with another figure, no mark (STA-1); items go only to figures that can have items (ITM-3)."""
    found = objects(state, frame, op)
    who = text_frame.who(frame)
    if not found or not is_figure(who):
        return []
    return None if _can_take(state, who, found[0]) else []


def _can_take(state: State, who: FigureId, thing: Thing) -> bool:
    if is_figure(thing):
        return state.setup.kind_of[thing] == OBJECTIVE and state.figure_at[thing] >= 0
    piece = thing - PIECE
    if not is_piece(thing) or state.setup.pieces[piece].sort not in ("item", "token", "marker"):
        return False
    slot = state.setup.pieces[piece]
    if slot.sort == "item" and not _can_hold_items(state, who):
        return False
    return state.piece_at[piece] >= 0 or (state.piece_at[piece] == ON_CARD and state.piece_holder[piece] != who and not slot.is_mark)


def things_given(state: State, frame: list[int], op: Step) -> list[Thing]:
    """What is given: a status or marker from the reserve, or an item its holder has.

    Of a double-sided card that is named as a whole both sides may be: its owner chooses (DBL-1).
    """
    found = objects(state, frame, op)
    free = [thing for thing in found if is_piece(thing) and _givable(state, thing)]
    if not free:
        return []
    other = state.setup.other_side[free[0] - PIECE]
    return [thing for thing in free if thing in (free[0], PIECE_THING[other])] if other >= 0 else free[:1]


def _givable(state: State, thing: Thing) -> bool:
    """A status that is in play is not given again, by neither of its sides (STA-1, DBL-1); an item that is hidden is not there. Words name no side that is turned down."""
    piece = thing - PIECE
    sort = state.setup.pieces[piece].sort
    if sort == "status":
        other = state.setup.other_side[piece]
        return state.piece_at[piece] == RESERVE and (other < 0 or state.piece_at[other] == RESERVE)
    return sort != "item" or state.piece_at[piece] != RESERVE


def give_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A copy that is not in play, and somebody who can hold it (STA-1, ITM-3)."""
    to = destination(state, frame, op)
    if op.act is not None and how_of(op.act, "exhausted marker"):
        giver = objects(state, frame, op)
        return None if giver and is_figure(to) and can_pass_marker(state, giver[0], to) else []
    what = things_given(state, frame, op)
    if to < 0 or not is_figure(to) or not what:
        return []
    if state.setup.pieces[what[0] - PIECE].sort == "item" and not _can_hold_items(state, to):
        return []
    return [plain(verbs.THING, NOBODY, thing) for thing in what] if len(what) > 1 else None


def can_pass_marker(state: State, giver: Thing, to: FigureId) -> bool:
    """Whether an exhausted marker of one figure can go to another, which does not have all it takes (TRN-7)."""
    return is_figure(giver) and giver != to and state.exhaust_markers[giver] > 0 and takes_exhaust_marker(state, to)


def _can_hold_items(state: State, figure: FigureId) -> bool:
    """Basic characters, companions and minions cannot hold items (ITM-3)."""
    return state.setup.kind_of[figure] == CHARACTER and not state.setup.card(state.card[figure]).basic


def placeable(state: State, frame: list[int], phrase: Phrase | None, found: list[Thing]) -> list[Thing]:
    """Which of some things `place a …` means: one from the reserve; if all tokens are on the map, one of those (TOK-1, TOK-2, TOK-3).

    Only the tokens of the character that places count (TOK-7). What is said to be somewhere, or somebody's, is meant wherever it is.
    """
    if phrase is not None and is_pointed_out(phrase):
        return [thing for thing in found if not is_in_others_reserve(state, frame, thing)]
    if phrase is not None and _brings_minions(phrase):
        found = [t for t in found if not is_figure(t) or state.setup.kind_of[t] != MINION or state.figure_at[t] == RESERVE]
    pieces = [thing for thing in found if is_piece(thing)]
    mine = [thing for thing in pieces if _is_placers(state, frame, piece_of(thing))]
    free = [thing for thing in mine if state.piece_at[thing - PIECE] == RESERVE]
    if not free:
        free = [thing for thing in mine if state.setup.pieces[thing - PIECE].sort == "token" and _is_laid(state, thing)]
    if isinstance(phrase, Group) and "point marker" in phrase.nouns:  # only if it is named as such
        free += [t for t in pieces if state.setup.pieces[t - PIECE].letter and state.piece_at[t - PIECE] >= 0]
    return [thing for thing in found if not is_piece(thing)] + free


def is_pointed_out(phrase: Phrase) -> bool:
    """Whether a phrase says where a thing is, or whose: `an adjacent token`, `its Squid marker`, `a Fog token of a rival`."""
    if says_where(phrase):
        return True
    return isinstance(phrase, Group) and (isinstance(phrase.det, (Ref, Group)) or any(_is_of_another(one) for one in phrase.filters))


def _is_of_another(relation: Filter) -> bool:
    """Whether a relation says that a thing is somebody's, but not one's own: `of a rival`."""
    return relation.rel == "of" and not (isinstance(relation.arg, Ref) and relation.arg.word in ("you", "yours", "this"))


def is_in_others_reserve(state: State, frame: list[int], thing: Thing) -> bool:
    """Whether a thing is not in play and belongs to somebody else: nobody brings what is another's into play (TOK-1, TOK-3)."""
    if is_figure(thing):
        is_own = state.setup.side_of[thing] == text_frame.you(frame) or state.of[thing] == text_frame.owner(frame) != NOTHING
        return state.figure_at[thing] == RESERVE and not is_own
    return is_piece(thing) and state.piece_at[thing - PIECE] == RESERVE and not _is_placers(state, frame, piece_of(thing))


def _brings_minions(phrase: Phrase) -> bool:
    """Whether a phrase means minions that are not in play: `an Imp minion`, but not one that it looks for on the map (TOK-3)."""
    if isinstance(phrase, Join):
        return any(_brings_minions(part) for part in phrase.parts)
    if isinstance(phrase, Ref) or phrase.det == "the":
        return False
    figures = [noun for noun in phrase.nouns if names_figures(noun)]
    return all(noun == "minion" or noun.endswith(" minion") for noun in figures)


def are_all_placed(state: State, things: list[Thing]) -> bool:
    """Whether all of these are on the map already: then nobody has to move one (TOK-1)."""
    return bool(things) and all(is_piece(thing) and _is_laid(state, thing) for thing in things)


def _is_laid(state: State, thing: Thing) -> bool:
    """Whether a piece lies on the map, in a square or on a wall."""
    return state.piece_at[thing - PIECE] >= 0 or state.piece_at[thing - PIECE] <= ON_WALL


def _is_placers(state: State, frame: list[int], piece: PieceId) -> bool:
    """Whether a piece is of whoever places: of the text's character, of a side's if no figure has the text, or anybody's (TOK-7)."""
    slot, me, you = state.setup.pieces[piece], text_frame.this(frame), text_frame.you(frame)
    if slot.letter:
        return False
    if slot.of >= 0 and not is_nobodys(state, frame):
        return slot.of in (me, text_frame.owner(frame))
    return you < 0 or slot.side in (NOTHING, you)


def flip_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A double-sided card that is in play; where the First Player marker falls is asked of chance."""
    if FIRST_PLAYER in objects(state, frame, op):
        return flips(state.setup.sides)[0]
    return None if flippable(state, frame, op) else []


def flippable(state: State, frame: list[int], op: Step) -> list[Thing]:
    found = [thing for thing in objects(state, frame, op) if is_piece(thing)]
    return [thing for thing in found if state.setup.other_side[thing - PIECE] >= 0 and state.piece_at[thing - PIECE] != RESERVE]


def cost_of_other(state: State, piece: PieceId) -> int:
    """The number of a card's other side; 0 if it has none."""
    part = state.setup.pieces[state.setup.other_side[piece]].part if state.setup.other_side[piece] >= 0 else None
    return part.cost if part is not None else 0


def claim_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """An area that does not show one's colour yet."""
    found = [thing for thing in objects(state, frame, op) if is_area(thing)]
    return None if found and state.claims[found[0] - AREA_AT] != claimer(state, frame) else []


def claimer(state: State, frame: list[int]) -> Side:
    return side_of(state, text_frame.who(frame)) if is_figure(text_frame.who(frame)) else text_frame.you(frame)


def put_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Something must be there to be put."""
    return None if objects(state, frame, op) else []


def shift_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Something must be on a track: what lies in a pool or on the map is neither shifted nor returned (CDN-5)."""
    act = op.act
    assert act is not None
    if isinstance(act.what, Group) and act.what.det in ("each", "all"):
        return None
    return None if any(is_on_a_track(state, thing) for thing in objects(state, frame, op)) else []


def is_on_a_track(state: State, thing: Thing) -> bool:
    """Whether a thing lies on a track."""
    return place_on_track(thing) > 0 if is_token(thing) else is_on_track(square_of(state, thing))


def each_object(state: State, frame: list[int], op: Step) -> list[Thing]:
    """The things an act is done to, with equal tokens on one place listed one by one when all are meant."""
    found = objects(state, frame, op)
    if op.picked or (op.act is not None and _is_one(op.act.what)):
        return found
    if op.act is not None and op.act.verb == "put" and isinstance(op.act.what, Group) and not says_whose(op.act.what):
        found = [thing for thing in found if not is_item_of_others(state, frame, thing)]
    return [thing for thing in found for _ in range(count_of(state, thing))]


def _is_one(phrase: Phrase | None) -> bool:
    """Whether a phrase means a single thing: of equal tokens one."""
    if isinstance(phrase, Ref):
        return phrase.word == "it"
    return isinstance(phrase, Group) and phrase.det in ("that", "the")


def place_on_track(thing: Thing) -> int:
    return token_parts(thing)[1] if is_token(thing) else 0
