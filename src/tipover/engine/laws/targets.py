"""Whom a challenge may name (CHA-1, CHA-2, CHA-14, CHA-29)."""

from __future__ import annotations

from typing import Final

from tipover.board.grid import ADJACENT
from tipover.board.mask import BIT, NO_SQUARE, Mask, Square
from tipover.cards.ast import THIS, Act, Group, Join, Phrase, Ref
from tipover.cards.catalog import MINION, OBJECTIVE
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.core.decision import Choice, naming
from tipover.engine.core.frames import challenge_frame, text_frame
from tipover.engine.core.ids import (
    NO_SIDE,
    NOBODY,
    NOTHING,
    PIECE,
    PIECE_THING,
    FigureId,
    PieceId,
    Side,
    Thing,
    is_figure,
    is_piece,
    piece_of,
)
from tipover.engine.core.numbers import sum_parts
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart, SquarePart, say
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law
from tipover.engine.laws.obstacles import why_not_adjacent
from tipover.engine.laws.phrase_faults import why_unlike, why_useless
from tipover.engine.laws.prohibitions import kept_by, name_part, why_kept
from tipover.engine.laws.sight import line_faults, sight_line
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.entities import character_of, side_now, side_of, square_of
from tipover.engine.phrases.meaning import fits_by_control, things
from tipover.engine.phrases.modifiers import acts_down, may_have_range, stat_parts
from tipover.engine.phrases.place_words import places_of_phrase
from tipover.engine.phrases.terrain import MASK_AT, Survey, board, seen_by
from tipover.engine.phrases.text_frames import program_of

WHILE_DOWN: Final = "Usable while knocked down"

# Why a challenge cannot name a thing wherever it is: the rule and the sentence.
_ITSELF: Final = ("CHA-1", "reason.target.itself")
_OBJECTIVE: Final = ("BON-3", "reason.target.objective")
_ALLY: Final = ("CHA-1", "reason.target.ally")
_NO_RIVAL: Final = ("CHA-1", "reason.target.no_rival")
_OTHER_SIDE: Final = ("CHA-29", "reason.target.other_side")
_NO_DEFENSE: Final = ("CHA-1", "reason.target.no_defense")
_OWN_PIECE: Final = ("CHA-1", "reason.target.own_piece")


class TargetLaw(Law[Thing]):
    """Whom a figure may challenge from a square: rivals and pieces with a defense not of its side (CHA-1, CHA-2).

    A piece may lie in the challenger's own square (ACT-6). A figure that is forced to challenge without being controlled
    finds its targets on its own side, but never itself (CTL-2, CHA-29). A token that challenges does so for its side (CHA-18).
    """

    __slots__ = ("area", "farther", "made", "reach", "side", "source", "survey", "who")

    def __init__(
        self,
        state: State,
        who: Thing,
        source: Square,
        reach: int,
        made: bool = False,
        survey: Survey | None = None,
        anywhere: bool = False,
    ) -> None:
        """`survey` is that of the challenger's side, if the caller has it. `anywhere`: the text itself says where its targets are."""
        self.state = state
        self.who = who  # the challenger
        self.source = source  # the square it challenges from
        self.reach = reach  # the range, 0 for adjacent
        self.made = made  # whether it is made to challenge its own side
        self.side = side_now(state, who) if is_figure(who) else side_of(state, who)  # the side it counts for
        self.survey = survey
        self.farther: TargetLaw | None = None  # the same challenge with the range that the challenger may use
        grid = board(state)
        self.area: Mask = (
            grid.everywhere if anywhere else grid.within(source, reach) if reach else grid.steps(source)
        )  # in range, seen or not
        if not is_figure(who):
            self.area |= BIT[source]  # who is in its square is adjacent to a token (ADJ-3)

    def all(self) -> list[Thing]:
        """Every figure and piece that may be named."""
        state, area = self.state, self.area
        found: list[Thing] = []
        where = state.figure_at
        for f in state.setup.figure_ids:
            if where[f] >= 0 and area & BIT[where[f]] and self._unfit_figure(f) is None:
                found.append(f)
        if state.setup.challengeable:
            area |= BIT[self.source]
            lies = state.piece_at
            found += [
                PIECE_THING[p] for p in state.setup.challengeable if lies[p] >= 0 and area & BIT[lies[p]] and self._unfit_piece(p) is None
            ]
        if found and self.reach:  # last, because line of sight is expensive and few targets are in range
            seen = self._seen()
            found = [thing for thing in found if seen & BIT[square_of(state, thing)]]
        if state.texts.protects:
            found = [thing for thing in found if kept_by(state, thing, self.passives()) is None]
        if self.farther is not None:
            found += [thing for thing in self.farther.all() if thing not in found]
        return found

    def faults(self, thing: Thing) -> list[Reason]:
        """Why a challenge cannot name a thing."""
        state, setup = self.state, self.state.setup
        unfit = self.unfit(thing)
        if unfit is not None:
            return [reason_for(setup, *unfit, things=[thing], thing=name_part(state, thing))]
        at = square_of(state, thing)
        if at < 0:
            return [reason_for(setup, "DST-6", "reason.off_map", things=[thing], who=name_part(state, thing))]
        kept = why_kept(state, thing, self.passives())
        if self.is_reached(thing) or (kept and self.reach):
            return kept
        squares = [self.source, at]
        if self.reach:
            said = say("reason.target.square_unseen", square=SquarePart(at), reach=self.reach)
            return [reason_for(setup, "CHA-2", said, squares, [thing]), *self.why_hidden(at)]
        far = why_not_adjacent(state, self.source, at)
        return [reason_for(setup, "CHA-2", None, squares, [thing], far[0].walls if far else ()), *far]

    def why_hidden(self, at: Square) -> list[Reason]:
        """What hides a square that is in range (SEE-1, SEE-2, SEE-7)."""
        if not self.reach or not self.area & BIT[at]:
            return []
        line = sight_line(self.state, self.source, at, self.side)
        return [] if line.seen else line_faults(self.state, line)

    def is_reached(self, thing: Thing) -> bool:
        """Whether a thing on the map is adjacent, or seen in range, also in the range that the challenger may use."""
        return self._is_near(thing) or (self.farther is not None and not self.farther.faults(thing))

    def is_far(self, thing: Thing) -> bool:
        """Whether only the range that the challenger may use reaches a thing (CHA-3)."""
        return self.farther is not None and not self._is_near(thing)

    def _is_near(self, thing: Thing) -> bool:
        at = square_of(self.state, thing)
        area = self.area | BIT[self.source] if thing >= PIECE else self.area
        return bool(area & BIT[at]) and (not self.reach or bool(self._seen() & BIT[at]))

    def unfit(self, thing: Thing) -> tuple[str, str] | None:
        """Why a thing is no target wherever it is: the rule and the key of the sentence; None if it may be one."""
        return self._unfit_figure(thing) if is_figure(thing) else self._unfit_piece(piece_of(thing))

    def _unfit_figure(self, figure: FigureId) -> tuple[str, str] | None:
        if figure == self.who:
            return _ITSELF
        if self.state.setup.kind_of[figure] == OBJECTIVE:
            return _OBJECTIVE
        if (side_now(self.state, figure) == self.side) != self.made:
            if self.made:
                return _OTHER_SIDE
            has_allies = is_figure(self.who) and self.state.setup.kind_of[self.who] != OBJECTIVE
            return _ALLY if has_allies else _NO_RIVAL  # a bonus objective has no allies (ALY-2)
        return None

    def _unfit_piece(self, piece: PieceId) -> tuple[str, str] | None:
        if not self.state.setup.pieces[piece].defense:
            return _NO_DEFENSE
        if (self.state.piece_side[piece] == self.side) != self.made:
            return _OTHER_SIDE if self.made else _OWN_PIECE
        return None

    def _seen(self) -> Mask:
        return seen_by(self.state, self.source, self.side, self.survey) | BIT[self.source]

    def passives(self) -> tuple[str, ...]:
        """What a card may protect the target from: a thing that cannot be seen is safe from ranged challenges (SEE-8)."""
        return ("challenged", "seen") if self.reach else ("challenged",)


def basic_target_law(state: State, figure: FigureId, survey: Survey | None = None) -> TargetLaw:
    """Whom a basic challenge may name: who is adjacent; more range makes it ranged (CHA-1, CHA-3, CHA-23)."""
    more = sum_parts(stat_parts(state, figure, "range")) if state.texts.changes_range else 0
    law = TargetLaw(state, figure, state.figure_at[figure], more + 1 if more else 0, survey=survey)
    if "may-have" in state.texts.changes and (maybe := may_have_range(state, figure)):
        law.farther = TargetLaw(state, figure, law.source, more + maybe + 1, survey=survey)
    return law


def finds_target(state: State, figure: FigureId, reach: int) -> bool:
    """Whether a plain challenge of a range finds anybody."""
    setup, where = state.setup, state.figure_at
    grid, at = board(state) if state.texts.shifts_board else setup.grid, where[figure]
    if not setup.challengeable and state.controlled_by is setup.nobody_controlled:
        near, side = 0, setup.side_of[figure]
        if reach:
            for rival in setup.other_figures[side]:
                near |= MASK_AT[where[rival]]
            near &= grid.within(at, reach)
        else:
            bits = grid.near(at)
            for rival in setup.other_figures[side]:
                near |= bits[where[rival]] & ADJACENT
        if not near:
            return False
        if not state.texts.protects:  # then any rival will do that is adjacent, or seen
            return not reach or bool(near & (seen_by(state, at, side) | BIT[at]))
    return bool(TargetLaw(state, figure, at, reach).all())


def printed_range(act: Act) -> int:
    """The range that the words of a challenge state, 0 for adjacent."""
    stated = how_of(act, "range")
    return stated if isinstance(stated, int) and stated is not True else 0


def reach_of(state: State, act: Act, who: Thing, maybe: int = 0) -> int:
    """The range of a challenge, 0 for adjacent; more range does not help against named targets (CHA-3).

    `maybe` is the range that the challenger may use besides.
    """
    base = printed_range(act)
    more = (sum_parts(stat_parts(state, who, "range")) if is_figure(who) else 0) + maybe
    against = how_of(act, "against")
    if not more or (isinstance(against, Group) and against.det in ("each", "all", "the")):
        return base
    return base + more if base else more + 1


def says_where_targets_are(act: Act) -> bool:
    """Whether a challenge without range says itself how its targets are chosen: by a relation of place (CHA-2).

    `adjacent` and, of one's own challenge, `adjacent to this` only say what holds anyway.
    """
    against = how_of(act, "against")
    if printed_range(act) or not isinstance(against, (Group, Join)):
        return False
    return any(one.rel != "adjacent to" or one.arg != THIS or act.who is not None for one in places_of_phrase(against))


class TextTargetLaw(Law[Thing]):
    """Whom a challenge inside a text may name: as any challenge, and fitting the text's own words."""

    __slots__ = ("act", "common", "frame", "op")

    def __init__(self, state: State, frame: list[int], op: Step) -> None:
        assert op.act is not None
        self.state = state
        self.frame = frame
        """The text's frame."""
        self.op = op
        """The step that challenges."""
        self.act = op.act
        """What it says."""
        source = _source_of(state, frame, self.act)
        self.common: TargetLaw | None = None
        """What holds for the targets of any challenge; None if the challenger can challenge nobody now."""
        who = text_frame.who(frame)
        if source >= 0 and not (is_figure(who) and is_kept_down(state, frame, who)):
            placed = says_where_targets_are(self.act)
            reach = 0 if placed else reach_of(state, self.act, who)
            made = is_made(state, frame, op)
            self.common = TargetLaw(state, who, source, reach, made, anywhere=placed)
            maybe = may_have_range(state, who) if is_figure(who) and not placed else 0
            if maybe and (farther := reach_of(state, self.act, who, maybe)) > reach:
                self.common.farther = TargetLaw(state, who, source, farther, made)

    def all(self) -> list[Thing]:
        """Every figure and piece that may be named; a target picked before is the only one."""
        found = self.common.all() if self.common is not None else []
        if IN_DEST in self.op.picked:
            picked = text_frame.destination(self.frame)
            return [picked] if picked in found else []
        against = self._against()
        return found if against is None else [thing for thing in found if fits_by_control(self.state, self.frame, against, thing)]

    def faults(self, thing: Thing) -> list[Reason]:
        """Why the challenge cannot name a thing: a rule of challenges, then the words of the text."""
        state, setup, common = self.state, self.state.setup, self.common
        if IN_DEST in self.op.picked and thing != text_frame.destination(self.frame):
            return [reason_for(setup, "ABI-4", "reason.text.another_picked", things=[thing])]
        if common is None:
            return [self._no_challenge()]
        unfit = common.unfit(thing)
        if unfit is not None:
            unfit = _NO_RIVAL if unfit in (_ITSELF, _ALLY) else unfit
            return [reason_for(setup, *unfit, things=[thing], thing=name_part(state, thing))]
        if square_of(state, thing) < 0:
            return [reason_for(setup, "DST-6", "reason.off_map", things=[thing], who=name_part(state, thing))]
        reasons = why_kept(state, thing, common.passives())
        if not reasons and not common.is_reached(thing):
            key = "reason.target.unseen" if common.reach else "reason.target.not_adjacent"
            reasons = [reason_for(setup, "CHA-2", key, things=[thing], thing=name_part(state, thing), reach=common.reach)]
            reasons += common.why_hidden(square_of(state, thing))
        against = None if IN_DEST in self.op.picked else self._against()
        if against is not None and not fits_by_control(state, self.frame, against, thing):
            reasons += why_unlike(state, self.frame, against, thing) or [why_useless(state, thing)]
        return reasons

    def _no_challenge(self) -> Reason:
        """Why the challenger can challenge nobody: knocked down, or in no square (TRN-4, DST-6)."""
        who = text_frame.who(self.frame)
        if not is_figure(who):
            return why_useless(self.state, who)
        if is_kept_down(self.state, self.frame, who):
            return reason_for(self.state.setup, "TRN-4", "reason.knocked_down", things=[who], who=FigurePart(who))
        return reason_for(self.state.setup, "DST-6", "reason.off_map", things=[who], who=FigurePart(who))

    def _against(self) -> Phrase | None:
        against = how_of(self.act, "against")
        return against if isinstance(against, (Ref, Group, Join)) else None


def _source_of(state: State, frame: list[int], act: Act) -> Square:
    """The square a text's challenge comes from: the challenger's own, or the one of what the text names; below 0 none."""
    who = text_frame.who(frame)
    if square_of(state, who) < 0 or not (is_figure(who) or is_piece(who)):
        return NO_SQUARE
    origin = how_of(act, "from")
    if not isinstance(origin, (Ref, Group, Join)):
        return square_of(state, who)
    found = things(state, frame, origin)
    return square_of(state, found[0]) if found else NO_SQUARE


def is_made(state: State, frame: list[int], op: Step) -> bool:
    """Whether a text of another side makes a figure challenge that it does not control (CTL-2).

    What a figure `may` do names its doer at the `may`, not at the act: that is allowed, not made.
    """
    who = text_frame.who(frame)
    if op.act is None or op.act.verb != "challenge" or op.act.who is None or text_frame.you(frame) < 0 or not is_figure(who):
        return False
    return who != text_frame.this(frame) and side_now(state, who) != text_frame.you(frame)


def could_be_target(state: State, place: int, thing: Thing) -> bool:
    """Whether the challenge at a place of the stack could be declared against a thing now (CHA-14)."""
    challenge = state.stack[place]
    challenger, program = challenge_frame.challenger(challenge), challenge_frame.program(challenge)
    if challenger < 0:
        return is_figure(thing)
    if program < 0:
        return thing in basic_target_law(state, challenger).all()
    op = state.texts.programs[program].steps[challenge_frame.step_number(challenge)]
    trial = state.stack[place - 1][:]
    text_frame.set_who(trial, challenger)
    text_frame.set_destination(trial, thing)
    assert op.act is not None
    against = how_of(op.act, "against")
    fitting = not isinstance(against, (Ref, Group, Join)) or fits_by_control(state, trial, against, thing)
    return fitting and thing in TextTargetLaw(state, trial, op).all()


def why_unseen(state: State, frame: list[int], op: Step, thing: Thing) -> list[Reason]:
    """What hides a thing in range that the challenge of a step could name if it were seen; nothing if that is not why it cannot."""
    assert op.act is not None
    trial = frame[:]
    if IN_DEST in op.picked:
        text_frame.set_destination(trial, thing)
    law, against = TextTargetLaw(state, trial, op), how_of(op.act, "against")
    common, at = law.common, square_of(state, thing)
    if common is None or at < 0 or common.unfit(thing) is not None or why_kept(state, thing, common.passives()):
        return []
    return common.why_hidden(at) if not isinstance(against, (Ref, Group, Join)) or fits_by_control(state, trial, against, thing) else []


def is_kept_down(state: State, frame: list[int] | None, who: FigureId) -> bool:
    """Whether a figure is knocked down and cannot act all the same, by a standing rule or in its own text (TRN-4, ABI-6)."""
    if not state.down[who] or acts_down(state, who):
        return False
    if frame is None or who != text_frame.this(frame):
        return True
    return WHILE_DOWN not in program_of(state, frame).limits


def challenge_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Which target; a named one is not asked."""
    found = TextTargetLaw(state, frame, op).all()
    if IN_DEST in op.picked:
        return None if found else []
    return [naming(thing) for thing in found]


def credit_without_challenger(state: State, frame: list[int]) -> tuple[FigureId, Side]:
    """Who is credited when a text makes a figure defend against nobody's challenge, and its side (CHA-17, CHA-18).

    The character who put the token, minion or status card in play, unless the defender is of its side; a scenario's rule,
    a trait, an ability and an item are credited to nobody.
    """
    me, card, defender = text_frame.this(frame), text_frame.card(frame), text_frame.who(frame)
    piece = card if is_piece(card) else me
    lies_there = is_piece(piece) and state.setup.pieces[piece - PIECE].sort != "item"
    if not lies_there and not (is_figure(me) and state.setup.kind_of[me] == MINION):
        return NOBODY, NO_SIDE
    credit, side = credit_of_text(state, frame)
    if credit < 0 or (is_figure(defender) and state.setup.side_of[defender] == side):
        return NOBODY, NO_SIDE
    return credit, side


def credit_of_text(state: State, frame: list[int]) -> tuple[FigureId, Side]:
    """The character whose rule a text is, -1 none, and its side: of a token or status who put it in play (CHA-18)."""
    me = text_frame.this(frame)
    piece = text_frame.card(frame) if is_piece(text_frame.card(frame)) else me
    if is_piece(piece) and state.setup.pieces[piece - PIECE].sort != "item":
        giver = state.owner[piece - PIECE]
        return giver, state.setup.side_of[giver] if giver >= 0 else state.setup.pieces[piece - PIECE].side
    if not is_figure(me):
        return NOTHING, text_frame.you(frame)
    return character_of(state, me), text_frame.you(frame)
