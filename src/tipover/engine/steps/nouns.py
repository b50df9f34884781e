"""What a phrase means now: figures, pieces, tokens, areas, squares (sections 1 and 2 of the language)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask, squares_of
from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.catalog import CHARACTER, COLOURS, COMPANION, MINION, OBJECTIVE
from tipover.engine.decision import PIECE
from tipover.engine.field import seen_by
from tipover.engine.state import NOBODY, RESERVE, State
from tipover.engine.steps.frame import (
    AREA_AT,
    CARD,
    DEST,
    FOE,
    IT,
    ME,
    OBJ,
    OWNER,
    SIDE_AT,
    SQUARE_AT,
    TARGET,
    TARGETS,
    THEM,
    TRAIL,
    WHO,
    YOU,
    is_area,
    is_figure,
    is_piece,
    is_square,
    is_token,
    token_at,
    token_parts,
)

FIGURE_NOUNS = {"figure", "character", "companion", "minion", "objective", "ally", "rival"}
TOKEN_NOUNS = {"ability token", "type of ability token", *(f"{colour} token" for colour in COLOURS)}
PLACES = 4


def side_now(state: State, figure: int) -> int:
    """The side a figure counts for: its holder's while it is controlled (CTL-1, CTL-9)."""
    holder = state.holder[figure]
    return holder if holder >= 0 else state.setup.side_of[figure]


def my_side(state: State, frame: list[int]) -> int:
    """The side that `ally` and `rival` are seen from: that of `this`, else of the text."""
    me = frame[ME]
    return side_now(state, me) if is_figure(me) else frame[YOU]


def square_of(state: State, thing: int) -> int:
    """The square a thing is in, or -1: what is carried, on a track or in reserve is in none (DST-6)."""
    if is_figure(thing):
        return state.where[thing]
    if is_piece(thing):
        return state.lies[thing - PIECE]
    return thing - SQUARE_AT if is_square(thing) else -1


def side_of(state: State, thing: int) -> int:
    """The side a thing belongs to, or -1."""
    if is_figure(thing):
        return state.setup.side_of[thing]
    if is_piece(thing):
        return state.kept_by[thing - PIECE]
    if is_token(thing):
        return token_parts(thing)[0]
    if is_area(thing):
        return state.setup.areas[thing - AREA_AT].side
    return thing - SIDE_AT if thing >= SIDE_AT else NOBODY


# -- phrases ---------------------------------------------------------------------------------------------


def things(state: State, frame: list[int], phrase: Phrase) -> list[int]:
    """Everything a phrase names now, in the fixed order of the table (TIM-7)."""
    if isinstance(phrase, Ref):
        return _referred(state, frame, phrase.word)
    if isinstance(phrase, Join):
        found: list[int] = []
        for part in phrase.parts:
            found += [thing for thing in things(state, frame, part) if thing not in found]
        return found
    return _grouped(state, frame, phrase)


def _referred(state: State, frame: list[int], word: str) -> list[int]:
    if word == "this":
        return [frame[ME]] if frame[ME] >= 0 else []
    if word == "it":
        it = frame[IT] if frame[IT] >= 0 else frame[ME]
        return [it] if it >= 0 else []
    if word == "them":
        return squares_of(frame[THEM])
    if word in ("you", "yours"):
        return [SIDE_AT + frame[YOU]] if frame[YOU] >= 0 else []
    if word == "this card":
        return [frame[CARD]] if frame[CARD] >= 0 else []
    return named(state, frame, word)


def named(state: State, frame: list[int], name: str) -> list[int]:
    """The figures and pieces with a proper name: those of the text's side, if it has any."""
    setup = state.setup
    found = [f for f in range(len(setup.figures)) if state.card[f] >= 0 and setup.card(state.card[f]).name == name]
    found += [PIECE + p for p, slot in enumerate(setup.pieces) if slot.name == name]
    mine = [thing for thing in found if _owning_side(state, thing) == frame[YOU]]
    return mine or found


def _owning_side(state: State, thing: int) -> int:
    """The side that brought a thing into the game."""
    if is_figure(thing):
        return state.setup.side_of[thing]
    return state.setup.pieces[thing - PIECE].side


def _grouped(state: State, frame: list[int], group: Group) -> list[int]:
    found: list[int] = []
    for noun in group.nouns:
        for thing in _candidates(state, frame, group, noun):
            if thing not in found and narrows(state, frame, group, noun, thing):
                found.append(thing)
    for one in group.filters:
        if one.rel in ("nearest to", "as near as possible to"):
            found = _nearest(state, frame, one, found)
    return found


def _candidates(state: State, frame: list[int], group: Group, noun: str) -> list[int]:
    setup = state.setup
    if noun == "target":
        if group.det in ("each", "all"):
            return squares_of(frame[TARGETS])
        return [frame[TARGET]] if frame[TARGET] >= 0 else []
    if noun in ("challenger", "owner"):
        thing = frame[FOE if noun == "challenger" else OWNER]
        return [thing] if thing >= 0 else []
    if noun == "opponent":
        return [SIDE_AT + side for side in setup.sides if side != frame[YOU]]
    if noun in FIGURE_NOUNS or noun.endswith(" minion"):
        on_track = any(one.rel == "on" and not _is_map(one.arg) for one in group.filters)
        return [f for f, at in enumerate(state.where) if at >= 0 or (on_track and at != RESERVE)]
    if noun in TOKEN_NOUNS:
        return _tokens(state, noun)
    if noun == "area" or noun.endswith(" area"):
        return [AREA_AT + k for k in range(len(setup.areas))]
    if noun in ("square", "set-up square", "last square"):
        return [SQUARE_AT + square for square in squares_of(setup.enterable)]
    if noun == "thing":
        return [*range(len(setup.figures)), *(PIECE + p for p in range(len(setup.pieces))), *_tokens(state, "ability token")]
    if noun in ("item", "card", "token", "marker", "point marker") or noun.rpartition(" ")[2] in ("token", "marker", "card"):
        return [PIECE + p for p in range(len(setup.pieces))]
    return named(state, frame, noun)


def _is_map(arg: object) -> bool:
    return isinstance(arg, Group) and arg.nouns == ("map",)


def _tokens(state: State, noun: str) -> list[int]:
    """Ability tokens, one of each kind that is there: places from 1, colours in order; pools last (TIM-7)."""
    colours = range(4) if noun in ("ability token", "type of ability token") else [COLOURS.index(noun.split()[0])]
    found: list[int] = []
    for side in state.setup.sides:
        for place in (1, 2, 3, 4, 0):
            for colour in colours:
                if count_of(state, token_at(side, place, colour)):
                    found.append(token_at(side, place, colour))
    return found


def count_of(state: State, thing: int) -> int:
    """How many ability tokens a token thing stands for; 1 for everything else."""
    if not is_token(thing):
        return 1
    side, place, colour = token_parts(thing)
    return state.track[side * 16 + (place - 1) * 4 + colour] if place else state.pool[side * 4 + colour]


# -- narrowing -------------------------------------------------------------------------------------------


def fits(state: State, frame: list[int], phrase: Phrase, thing: int) -> bool:
    """Whether a thing is one of those a phrase names, wherever it is (for events: also one that is leaving)."""
    if isinstance(phrase, Ref):
        return thing in _referred(state, frame, phrase.word)
    if isinstance(phrase, Join):
        return any(fits(state, frame, part, thing) for part in phrase.parts)
    for noun in phrase.nouns:
        if noun in ("target", "challenger", "owner") or (noun[:1].isupper() and not _is_declared(noun)):
            if thing in _candidates(state, frame, phrase, noun):
                return True
        elif narrows(state, frame, phrase, noun, thing):
            return True
    return False


def _is_declared(noun: str) -> bool:
    return noun.rpartition(" ")[2] in ("token", "marker", "minion", "card", "area")


def narrows(state: State, frame: list[int], group: Group, noun: str, thing: int) -> bool:
    """Whether a thing is of the noun's kind and passes the adjectives, the owner and every relation."""
    if not _is_noun(state, frame, noun, thing):
        return False
    if group.det == "another" and thing == (frame[IT] if frame[IT] >= 0 else frame[ME]):
        return False
    if isinstance(group.det, Ref | Group) and not any(belongs(state, thing, one) for one in things(state, frame, group.det)):
        return False
    for word in group.adjs:
        if not _is_so(state, frame, word, thing):
            return False
    return all(relates(state, frame, one, thing) for one in group.filters)


def _is_noun(state: State, frame: list[int], noun: str, thing: int) -> bool:
    setup = state.setup
    if is_figure(thing):
        kind = setup.kind_of[thing]
        if noun in ("ally", "rival"):
            if kind == OBJECTIVE or thing == frame[ME]:
                return False
            return (side_now(state, thing) == my_side(state, frame)) == (noun == "ally")
        if noun.endswith(" minion"):
            return kind == MINION and setup.card(state.card[thing]).name == noun[:-7]
        kinds = {"figure": (CHARACTER, COMPANION, MINION), "character": (CHARACTER,), "companion": (COMPANION,)}
        more = {"minion": (MINION,), "objective": (OBJECTIVE,), "thing": (CHARACTER, COMPANION, MINION, OBJECTIVE)}
        if noun in kinds or noun in more:
            return kind in (kinds.get(noun) or more[noun])
        return noun in ("target", "challenger", "owner") or setup.card(state.card[thing]).name == noun
    if is_piece(thing):
        slot = setup.pieces[thing - PIECE]
        if noun == "point marker":
            return bool(slot.letter)
        if noun in ("token", "marker", "item"):
            return slot.sort == noun
        if noun == "card":
            return slot.sort in ("card", "status")
        if noun.endswith(" card"):
            return slot.deck == noun[:-5]
        if noun in ("thing", "target"):
            return True
        return slot.name == noun or f"{slot.name} {slot.sort}" == noun
    if is_token(thing):
        return noun in ("ability token", "type of ability token", "thing") or noun == f"{COLOURS[token_parts(thing)[2]]} token"
    if is_area(thing):
        return noun == "area" or setup.areas[thing - AREA_AT].name == noun.removesuffix(" area")
    return noun == "square" if is_square(thing) else noun == "opponent"


def _is_so(state: State, frame: list[int], word: str, thing: int) -> bool:
    """Whether an adjective is true of a thing."""
    if word == "adjacent":
        doer = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
        return doer >= 0 and thing != doer and bool(places_of(state, thing) & adjacent_to(state, doer, thing))
    if word == "opposing":
        return side_of(state, thing) not in (NOBODY, frame[YOU])
    if word == "empty":
        return is_square(thing) and thing - SQUARE_AT not in state.where
    if word == "different":
        return True
    if not is_figure(thing):
        return word == "standing"
    if word == "standing":
        return state.where[thing] >= 0 and not state.down[thing]
    if word == "knocked-down":
        return bool(state.down[thing])
    if word == "basic":
        return state.setup.card(state.card[thing]).basic
    return bool(state.spent[thing]) == (word == "exhausted")


def belongs(state: State, thing: int, owner: int) -> bool:
    """Whether a thing is a side's, or is carried, held or had by a figure."""
    if owner >= SIDE_AT:
        return _owning_side(state, thing) == owner - SIDE_AT if is_figure(thing) else _kept(state, thing) == owner - SIDE_AT
    if is_piece(thing):
        return state.held[thing - PIECE] == owner or (state.owner[thing - PIECE] == owner and _is_left(state, thing, owner))
    if is_figure(thing):
        return state.setup.figures[thing].of == owner
    return side_of(state, thing) == side_of(state, owner)


def _is_left(state: State, thing: int, owner: int) -> bool:
    """Whether a piece counts as its owner's: a carried marker only until the figure that dropped it is back (CDN-10)."""
    return state.setup.pieces[thing - PIECE].sort != "marker" or (state.where[owner] < 0 and state.held[thing - PIECE] < 0)


def _kept(state: State, thing: int) -> int:
    if is_piece(thing) and state.held[thing - PIECE] >= 0:
        return state.setup.side_of[state.held[thing - PIECE]]
    return side_of(state, thing)


def relates(state: State, frame: list[int], one: Filter, thing: int) -> bool:
    """Whether a relation holds for a thing."""
    return _relates(state, frame, one, thing) != one.neg


def _relates(state: State, frame: list[int], one: Filter, thing: int) -> bool:
    rel, arg = one.rel, one.arg
    if rel in ("within", "adjacent to", "in sight"):
        return bool(places_of(state, thing) & place_mask(state, frame, one, thing))
    if rel == "in":
        if is_token(thing):
            side, place, _ = token_parts(thing)
            return place == 0 and side in pool_sides(state, frame, arg)
        return bool(places_of(state, thing) & place_mask(state, frame, one, thing))
    if rel == "on":
        return _is_on(state, frame, one, thing)
    assert isinstance(arg, Ref | Group | Join) or arg is None
    if rel == "of":
        return arg is not None and any(belongs(state, thing, owner) for owner in things(state, frame, arg))
    if rel == "with":
        return arg is not None and has(state, frame, thing, arg)
    if rel == "other than":
        return arg is not None and not fits(state, frame, arg, thing)
    if rel == "passed through":
        return square_of(state, thing) in frame[TRAIL:]
    return True


def pool_sides(state: State, frame: list[int], arg: object) -> list[int]:
    """The sides whose pool or track a phrase such as `your pool`, `the target's track` names."""
    if not isinstance(arg, Group):
        return []
    if isinstance(arg.det, Ref | Group):
        return [side_of(state, owner) for owner in things(state, frame, arg.det)]
    return list(state.setup.sides)


def _is_on(state: State, frame: list[int], one: Filter, thing: int) -> bool:
    if _is_map(one.arg):
        return square_of(state, thing) >= 0
    sides = pool_sides(state, frame, one.arg)
    if is_token(thing):
        side, place, _ = token_parts(thing)
        return place > 0 and side in sides and one.n in (None, place)
    at = square_of(state, thing)
    return -PLACES <= at <= -1 and side_of(state, thing) in sides and one.n in (None, -at)


def has(state: State, frame: list[int], thing: int, arg: Phrase) -> bool:
    """Whether a figure carries or has something, an area contains it, or a side owns it; `no X` asks for none."""
    if isinstance(arg, Group) and arg.det == "no":
        return not has(state, frame, thing, Group("a", arg.adjs, arg.nouns, arg.filters))
    found = _had(state, frame, thing, arg)
    if isinstance(arg, Group):
        if isinstance(arg.det, int):
            return len(found) >= arg.det
        if isinstance(arg.det, tuple):
            return len(found) >= arg.det[1] if arg.det[0] == "or more" else len(found) <= arg.det[1]
    return bool(found)


def _had(state: State, frame: list[int], thing: int, arg: Phrase) -> list[int]:
    among = things(state, frame, arg)
    if is_area(thing):
        inside = state.setup.areas[thing - AREA_AT].mask
        return [one for one in among if places_of(state, one) & inside]
    if is_figure(thing):
        return [one for one in among if (is_piece(one) and state.held[one - PIECE] == thing) or _carries(state, thing, one)]
    if thing >= SIDE_AT:
        side = thing - SIDE_AT
        claimed = [one for one in among if is_area(one) and state.claims[one - AREA_AT] == side]
        return claimed + [one for one in among if not is_area(one) and _kept_or_owned(state, one) == side]
    return []


def _carries(state: State, figure: int, thing: int) -> bool:
    """A bonus objective that was taken is with the figure that took it."""
    return is_figure(thing) and state.setup.kind_of[thing] == OBJECTIVE and state.borne[thing] == figure


def _kept_or_owned(state: State, thing: int) -> int:
    return state.setup.side_of[thing] if is_figure(thing) else _kept(state, thing)


# -- places ----------------------------------------------------------------------------------------------


def places_of(state: State, thing: int) -> Mask:
    """The squares a thing lies in: one for most, several for an area."""
    if is_area(thing):
        return state.setup.areas[thing - AREA_AT].mask
    square = square_of(state, thing)
    return BIT[square] if square >= 0 else 0


def adjacent_to(state: State, thing: int, asking: int) -> Mask:
    """The squares adjacent to a thing; its own too when tokens, markers or areas ask (ADJ-2, ADJ-3)."""
    mask = 0
    for square in squares_of(places_of(state, thing)):
        mask |= state.setup.grid.steps(square)
        if not is_figure(asking) or not is_figure(thing):
            mask |= BIT[square]
    return mask


def place_mask(state: State, frame: list[int], one: Filter, asking: int) -> Mask:
    """The squares for which a relation of place holds, its `not` left aside."""
    setup = state.setup
    grid = setup.grid
    arg = one.arg
    if one.rel == "in":
        return area_mask(state, frame, arg)
    assert isinstance(arg, Ref | Group | Join) or arg is None
    centres = things(state, frame, arg) if arg is not None else [frame[ME]]
    mask = 0
    for centre in centres:
        if one.rel == "adjacent to":
            if centre != asking:
                mask |= adjacent_to(state, centre, asking)
            continue
        for square in squares_of(places_of(state, centre)):
            if one.rel == "within":
                mask |= grid.within(square, one.n or 0)
            else:
                mask |= seen_by(state, square, side_now(state, centre) if is_figure(centre) else -1)
    return mask


def area_mask(state: State, frame: list[int], arg: object) -> Mask:
    """The squares of `the Entry area`, `its starting area`, `its last square`, `the square of X`, `an empty square`."""
    if isinstance(arg, Ref | Join):
        return _union(state, things(state, frame, arg))
    assert isinstance(arg, Group)
    noun = arg.nouns[0]
    owners = _owners(state, frame, arg)
    if noun == "starting area":
        sides = {side_of(state, owner) for owner in owners} if owners is not None else set(state.setup.sides)
        if "opposing" in arg.adjs:
            sides = {side for side in state.setup.sides if side != frame[YOU]}
        return _starts(state, sides)
    if noun == "square" and owners is not None:
        return _union(state, owners)
    if noun in ("last square", "set-up square") and owners is not None:
        return _remembered(state, frame, noun, owners)
    return _union(state, things(state, frame, arg))


def _owners(state: State, frame: list[int], arg: Group) -> list[int] | None:
    if isinstance(arg.det, Ref | Group):
        return things(state, frame, arg.det)
    for one in arg.filters:
        if one.rel == "of" and isinstance(one.arg, Ref | Group | Join):
            return things(state, frame, one.arg)
    return None


def _starts(state: State, sides: set[int]) -> Mask:
    mask = 0
    for side in sides:
        if side >= 0:
            mask |= state.setup.starts[side]
    return mask


def _union(state: State, found: list[int]) -> Mask:
    mask = 0
    for thing in found:
        mask |= places_of(state, thing)
    return mask


def _remembered(state: State, frame: list[int], noun: str, owners: list[int]) -> Mask:
    from tipover.engine.steps.frame import LAST

    mask = 0
    for owner in owners:
        if noun == "last square" and owner == frame[IT] and frame[LAST] >= 0:
            mask |= BIT[frame[LAST]]
            continue
        memory = state.last if noun == "last square" else state.first_at
        square = memory[owner] if is_figure(owner) else -1
        if is_piece(owner):
            square = state.setup.pieces[owner - PIECE].square
        if square >= 0:
            mask |= BIT[square]
    return mask


def _nearest(state: State, frame: list[int], one: Filter, found: list[int]) -> list[int]:
    """Those nearest to something; for a figure's own text only what it sees counts (DST-3)."""
    goal = area_mask(state, frame, one.arg) if isinstance(one.arg, Group) else _union(state, things(state, frame, one.arg)) if isinstance(one.arg, Ref | Join) else 0
    grid = state.setup.grid
    goals = squares_of(goal)
    best: list[int] = []
    least = 999
    for thing in found:
        square = square_of(state, thing)
        if square < 0 or not goals:
            continue
        far = min(grid.distance(square, other) for other in goals)
        if far < least:
            best, least = [thing], far
        elif far == least:
            best.append(thing)
    return best


__all__ = ["DEST", "OBJ", "area_mask", "belongs", "fits", "has", "place_mask", "side_now", "square_of", "things"]
