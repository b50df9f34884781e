"""The answers that a step of a text allows, and whose question it is (ABI-3, ABI-4, CTL-3, CTL-7)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Group, Ref
from tipover.cards.catalog import MINION
from tipover.cards.program import (
    ASK,
    CONTROL,
    DEST,
    DO,
    EACH,
    END,
    IF,
    JUMP,
    KEEP,
    OBJ,
    OR,
    PICK,
    SECRET,
    SELF,
    SET,
    SOME,
    TIMES,
    WHO,
    Step,
)
from tipover.engine.core import verbs
from tipover.engine.core.blame import blame_frame
from tipover.engine.core.decision import DONE, NO, YES, Choice, naming_all, plain, thing_of
from tipover.engine.core.frames import text_frame
from tipover.engine.core.frames.kinds import STAGE
from tipover.engine.core.ids import (
    FIGURE_OF,
    NOBODY,
    NOTHING,
    PIECE,
    RESERVE,
    SQUARE_AT,
    FigureId,
    Thing,
    bit_of,
    is_figure,
    is_piece,
    known_members,
)
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.laws.deciders import of_one_seat
from tipover.engine.laws.law import Law
from tipover.engine.laws.loop_order import is_free
from tipover.engine.laws.phrase_faults import why_unlike, why_useless
from tipover.engine.laws.pickable_things import CHOOSY_VERBS, in_reserve, may_leave, pickable
from tipover.engine.laws.prices import is_payable
from tipover.engine.laws.prohibitions import why_kept_from
from tipover.engine.laws.targets import TextTargetLaw, is_kept_down, is_made
from tipover.engine.laws.turns import likeness
from tipover.engine.laws.verb_options import verb_options
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.conditions import amount, holds
from tipover.engine.phrases.entities import count_of, side_now
from tipover.engine.phrases.kept import forget_group, group_kept, group_slot, keep
from tipover.engine.phrases.meaning import fits, things, things_by_control, things_for
from tipover.engine.phrases.modifiers import is_kept_from
from tipover.engine.phrases.text_frames import program_of


def step_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The answers a step allows: None needs none, an empty list cannot be done."""
    code = op.op
    if code == DO:
        return verb_options(state, frame, op) if not op.in_full or is_payable(state, frame, op) else []
    if code in (PICK, SECRET):
        law = PickLaw(state, frame, op)
        named = law.all()
        found = naming_all(named)
        if op.may or may_leave(state, frame, law.program, named):
            return [*found, NO] if found else None
        return found
    if code == EACH:
        law = PickLaw(state, frame, op)
        named = law.all()
        found = naming_all(named)
        if not found:
            return [] if text_frame.loop(frame, op.depth) == NOTHING and law.is_challenged() else None
        if not op.may and (law.gives_to_all(found) or (len(found) > 1 and is_free(state, frame, law.program, named))):
            return found[:1]  # an order that changes nothing is not asked (TIM-7)
        if not op.may and (fixed := [one for one in found if one.verb != verbs.FIGURE]):
            return fixed[:1]  # areas, tokens and markers go in a fixed order, before figures, whose order is asked (TIM-7, CDN-2)
        return [*of_one_seat(state, found), DONE] if op.may else found
    if code == SOME:
        law = PickLaw(state, frame, op)
        found = naming_all(law.all())
        picked = group_kept(frame, op.phrase).bit_count() if text_frame.loop(frame, op.depth) != NOTHING else 0
        if not found and not picked and law.is_challenged():
            return []  # a challenge without a target is not done (ABI-4)
        if picked + len(found) < op.low and picked + law.how_many() < op.low:
            return []  # `2 rivals` where there is one: not begun and left off in the middle (ABI-4)
        if picked >= op.high or not found:
            return None if picked >= op.low else []
        return [*found, DONE] if picked >= op.low else found
    if code == ASK:
        return _ask(state, frame, op)
    if code == OR:
        return [plain(verbs.WAY, NOBODY, k) for k, way in enumerate(op.ways) if can(state, frame, way)]
    if code == SET:
        return None if op.slot == KEEP or (op.phrase is not None and things(state, frame, op.phrase)) else []
    return None


def _ask(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """`may` and what follows are one question: its choices and `no`, or yes and no (TIM-2)."""
    following = frame[STAGE] + 1
    nxt = program_of(state, frame).steps[following]
    if nxt.op not in _FALLIBLE:
        return [YES, NO] if can(state, frame, following) else None
    found = step_options(state, _moved(frame, following), nxt)
    if found is None:
        return [YES, NO]
    if not found:
        return None
    if nxt.random or found[0].verb == verbs.FLIP:
        return [YES, NO]  # what follows is answered by chance, not by who is asked (TIM-3)
    return found if any(choice.verb in (verbs.NO, verbs.DONE) for choice in found) else [*found, NO]


def _moved(frame: list[int], place: int) -> list[int]:
    """A frame as it is at another step; nothing that looks for options writes into it."""
    if frame[STAGE] == place:
        return frame
    fresh = frame[:]
    fresh[STAGE] = place
    return fresh


def can(state: State, frame: list[int], place: int) -> bool:
    """Whether the step at a place could be done now."""
    op = state.texts.programs[text_frame.program(frame)].steps[place]
    code = op.op
    if code not in _FALLIBLE:
        return code != TIMES or _can_repeat(state, _moved(frame, place), op)
    if code == DO and is_free_move(op) and not state.texts.protects:
        moved = text_frame.object_of(frame) if OBJ in op.picked else text_frame.who(frame)
        if 0 <= moved < PIECE:
            return state.figure_at[moved] >= 0  # less, down to 0, is always allowed (MOV-3)
    try:
        if code in (PICK, SECRET):
            return op.may or PickLaw(state, _moved(frame, place), op).finds_any()
        return step_options(state, _moved(frame, place), op) != []
    except Exception as error:
        blame_frame(error, state, frame)
        raise


def can_begin(state: State, frame: list[int]) -> bool:
    """Whether the first deed of a text can be done now; a text that its own condition ends at once has none."""
    trial, steps = frame[:], program_of(state, frame).steps
    while True:
        op = steps[trial[STAGE]]
        if op.op == END:
            return False
        if op.op == IF:
            settle(state, trial, op)
        elif op.op == TIMES:
            if not _can_repeat(state, trial, op):
                return False
            goes_round = op.num is None or amount(state, trial, op.num) > 0
            trial[STAGE] = trial[STAGE] + 1 if goes_round else op.goto
        elif op.op == SET and can(state, trial, trial[STAGE]):
            settle(state, trial, op)
        elif op.op in (JUMP, SELF):
            trial[STAGE] = op.goto if op.op == JUMP else trial[STAGE] + 1
        else:
            return can(state, trial, trial[STAGE])


def _can_repeat(state: State, frame: list[int], op: Step) -> bool:
    """Whether there is enough for a deed that pays for something and takes several things, one after another; every other can be begun."""
    if not op.in_full or op.phrase is None:
        return True
    following = frame[STAGE] + 1
    pick = program_of(state, frame).steps[following]
    return PickLaw(state, _moved(frame, following), pick).supply() >= op.low


_FALLIBLE: Final = (SET, PICK, SOME, OR, DO, SECRET)


class PickLaw(Law[Thing]):
    """What a step of a text may pick: what its phrase names and what the next step can be done with; equal pieces once."""

    __slots__ = ("frame", "next", "op", "phrase", "program")

    def __init__(self, state: State, frame: list[int], op: Step) -> None:
        assert op.phrase is not None
        self.state = state
        self.frame = frame  # the text's frame, at the step
        self.op = op  # the step that picks
        self.phrase = op.phrase  # what it names
        self.program = state.texts.programs[text_frame.program(frame)]  # the text it is part of
        self.next = self.program.steps[frame[STAGE] + 1]  # the step after it

    def all(self) -> list[Thing]:
        """Everything that may be picked."""
        found = self._candidates()
        if found and self._must_be_usable():
            found = [thing for thing in found if self._is_usable(thing)]
        return self._distinct(found) if len(found) > 1 else found

    def how_many(self) -> int:
        """How many things there are to pick from, equal ones counted each."""
        return len(self._candidates())

    def supply(self) -> int:
        """How many usable things there are to pick from one after another, equal ones counted each."""
        found = self._candidates()
        return sum(count_of(self.state, thing) for thing in found if not self._must_be_usable() or self._is_usable(thing))

    def finds_any(self) -> bool:
        """Whether anything may be picked; the first usable thing is enough."""
        found = self._candidates()
        if not found or not self._must_be_usable():
            return bool(found)
        for thing in found:  # noqa: SIM110 (as in `nouns.passes`)
            if self._is_usable(thing):
                return True
        return False

    def faults(self, thing: Thing) -> list[Reason]:
        """Why a thing cannot be picked: not named, gone, not for the act, or the act cannot be done with it."""
        if is_figure(thing) and thing >= len(self.state.setup.figures):
            return [why_useless(self.state, NOTHING)]
        found = self._candidates()
        if thing in found and self._is_first_of_its_kind(thing, found):
            return []
        unlike = why_unlike(self.state, self.frame, self.phrase, thing)
        return unlike or self._act_faults(thing) or [self._useless(thing)]

    def _is_first_of_its_kind(self, thing: Thing, found: list[Thing]) -> bool:
        """Whether a thing is the first of those equal to it, and that the next step can be done with."""
        kind, is_free = self._kind(thing), not self._must_be_usable()
        return next((one for one in found if self._kind(one) == kind and (is_free or self._is_usable(one))), NOTHING) == thing

    def _candidates(self) -> list[Thing]:
        """What the phrase names, what the act after the pick can mean, and what a loop has not reached yet."""
        state, frame, op, act = self.state, self.frame, self.op, self.next.act
        verb, code, phrase = act.verb if act is not None else "", op.op, self.phrase
        if op.slot == DEST and (verb == "challenge" or verb == "move"):
            if code == EACH and verb == "challenge" and text_frame.loop(frame, op.depth) != NOTHING:
                frame = self._as_begun()
            found = things_by_control(state, frame, phrase)
        elif op.slot == OBJ:
            of_object = self._verb_of_object()
            found = things_for(state, frame, phrase, of_object)
            if of_object == "place":  # also one's own minions in the reserve (TOK-7)
                found = found + [f for f in in_reserve(state, text_frame.you(frame)) if f not in found and fits(state, frame, phrase, f)]
        else:
            if code == EACH and op.slot == WHO and text_frame.loop(frame, op.depth) != NOTHING:
                frame = self._by_the_first_doer()
            found = things(state, frame, phrase)
        if op.cond is not None:
            found = [thing for thing in found if self._meets_condition(thing)]
        if code == PICK:
            if isinstance(phrase, Group) and "different" in phrase.adjs:
                before = group_kept(frame, phrase)
                found = [thing for thing in found if not before & bit_of(thing)]
            if verb in CHOOSY_VERBS:
                found = pickable(state, frame, self.program, frame[STAGE], found)
            return found
        if code == SOME or verb == "play" or verb == "give":
            found = pickable(state, frame, self.program, frame[STAGE], found)
        return self._left(found) if code in (EACH, SOME) else found

    def _verb_of_object(self) -> str:
        """The verb of the deed whose object the step picks; empty if it picks something else."""
        if self.op.slot != OBJ:
            return ""
        act = self.next.act
        if act is not None:
            return act.verb
        steps = self.program.steps[self.frame[STAGE] + 2 :]
        return next((one.act.verb for one in steps if one.act is not None), "")

    def _meets_condition(self, thing: Thing) -> bool:
        """Whether the condition that names a thing holds for it."""
        assert self.op.cond is not None
        trial = self.frame[:]
        fill(trial, self.op, thing)
        return holds(self.state, trial, self.op.cond)

    def _must_be_usable(self) -> bool:
        """Whether only things may be picked that the next step can be done with."""
        code = self.op.op
        return (code == PICK and not (self.op.sure or self.op.random)) or (code == EACH and (self.op.may or self.is_challenged()))

    def _as_begun(self) -> list[int]:
        """The frame in which the phrase of a loop over targets is read: `the target` is the one before the loop (CHA-11)."""
        begun = self.frame[:]
        text_frame.set_target(begun, text_frame.aim(begun))
        return begun

    def _by_the_first_doer(self) -> list[int]:
        """The frame in which the phrase of a loop over doers is read: `each adjacent ally` is beside who does the text, not beside the last of them."""
        after = self.program.steps[self.op.goto]
        doer = text_frame.subject(self.frame) if after.op == SELF and after.slot == KEEP else NOTHING
        begun = self.frame[:]
        text_frame.set_who(begun, doer if doer >= 0 else text_frame.this(begun))
        return begun

    def _left(self, found: list[Thing]) -> list[Thing]:
        """Those that a loop has not handled yet, or that were not picked before."""
        frame, op = self.frame, self.op
        gone = text_frame.loop(frame, op.depth)
        if gone == NOTHING:
            return found
        if op.op == SOME:
            gone = group_kept(frame, op.phrase)
        if not gone or not found:
            return found
        been = known_members(gone)
        return [thing for thing in found if thing not in been]

    def is_challenged(self) -> bool:
        """Whether those picked are to be challenged (CHA-10, CHA-16)."""
        after = self.next if self.op.op != SOME else self.program.steps[self.frame[STAGE] + 2]
        return self.op.slot == DEST and after.act is not None and after.act.verb == "challenge"

    def gives_to_all(self, found: list[Choice]) -> bool:
        """Whether these figures are each given a piece of one name, of which there are enough: nobody can tell in which order.

        In a scene, where marks name figures, the order is asked as of any others.
        """
        act = self.next.act
        if act is None or self.op.slot != DEST or act.verb != "give" or not isinstance(act.what, Ref):
            return False
        if any(self.state.setup.is_marked(one.figure) for one in found):
            return False
        left = zip(self.state.setup.pieces, self.state.piece_at, strict=True)
        return sum(at == RESERVE and slot.name == act.what.word for slot, at in left) >= len(found)

    def _is_usable(self, thing: Thing) -> bool:
        """Whether the next step can be done with a thing."""
        following = self.frame[STAGE] + 1
        code = self.next.op
        if code not in _FALLIBLE and code != CONTROL and not self.next.in_full:
            return True
        trial = self.frame[:]
        trial[STAGE] = following
        fill(trial, self.op, thing)
        if code == CONTROL:
            return can_if_controlled(self.state, trial, following) and not is_kept_from(self.state, thing, "controlled")
        return can(self.state, trial, following)

    def _distinct(self, found: list[Thing]) -> list[Thing]:
        """The first thing of each kind."""
        where = self.state.figure_at
        for thing in found:
            if thing < SQUARE_AT and (thing < 0 or thing >= PIECE or where[thing] < 0):
                break
        else:
            return found  # every figure on the map is a kind of its own, and so is whatever is neither figure nor piece
        kinds_found: dict[object, Thing] = {}
        for thing in found:
            kinds_found.setdefault(self._kind(thing), thing)
        return list(kinds_found.values())

    def weights(self, found: list[Thing]) -> list[int]:
        """How many things each of these stands for: equal pieces are one answer."""
        kinds_named = [self._kind(thing) for thing in self._candidates()]
        return [kinds_named.count(self._kind(thing)) for thing in found]

    def _kind(self, thing: Thing) -> object:
        """What makes things the same answer: pieces of one name in one place, minions off the map, any other thing by itself."""
        if 0 <= thing < PIECE:  # not by `is_figure`: it is asked of each of many things
            return likeness(self.state, FIGURE_OF[thing])
        if not is_piece(thing):
            return thing
        state, piece = self.state, thing - PIECE
        return state.setup.pieces[piece].name, state.piece_at[piece], state.piece_holder[piece]

    def _act_faults(self, thing: Thing) -> list[Reason]:
        """Why the act after a pick is not for a thing: a card keeps it from that, or a challenge does not reach it."""
        doer, act = text_frame.who(self.frame), self.next.act
        if self.next.op == CONTROL:
            return why_kept_from(self.state, thing, "control", doer)
        if act is None:
            return []
        if act.verb == "challenge" and self.op.slot == DEST and is_figure(thing):
            trial = self.frame[:]
            fill(trial, self.op, thing)
            return TextTargetLaw(self.state, trial, self.next).faults(thing)
        return why_kept_from(self.state, thing, act.verb, doer) if self.op.slot == OBJ else []

    def _useless(self, thing: Thing) -> Reason:
        """Why the part after a pick could do nothing with a thing: control, a body that cannot, a move that must end somewhere, a card in play."""
        setup, act, about = self.state.setup, self.next.act, [thing] if is_figure(thing) else []
        if self.next.op == CONTROL:
            return reason_for(setup, "CTL-7", "reason.text.cannot_act", things=about)
        if act is not None and act.verb == "move" and any(word == "ending" for word, _ in act.how):
            return reason_for(setup, "MOV-19", "reason.text.cannot_end_there", things=about)
        unable = self._unable(FigureId(thing), act.verb if act is not None else "") if is_figure(thing) else None
        if unable is not None:
            return unable
        if act is not None and act.verb == "place" and is_figure(thing) and setup.kind_of[thing] == MINION:
            return reason_for(setup, "TOK-3", "reason.text.minion_in_play", things=about)
        if is_piece(thing) and thing - PIECE < len(setup.pieces) and setup.pieces[thing - PIECE].deck:
            return reason_for(setup, "STA-4", "reason.text.card_in_play")
        return why_useless(self.state, thing)

    def _unable(self, figure: FigureId, verb: str) -> Reason | None:
        """Why a figure cannot do, or be done, what comes next: knocked down, exhausted already, not exhausted, nobody to challenge; None otherwise."""
        setup, who = self.state.setup, FigurePart(figure)
        if self.op.slot == WHO and verb in ("do", "challenge"):
            if is_kept_down(self.state, self.frame, figure):
                return reason_for(setup, "TRN-4", "reason.knocked_down", things=[figure], who=who)
            trial = self.frame[:]
            fill(trial, self.op, figure)
            if verb == "challenge" and is_made(self.state, trial, self.next):
                return reason_for(setup, "CHA-29", "reason.target.nobody_on_its_side", things=[figure], who=who)
        gives, takes = verb == "refresh", verb == "exhaust"
        deed = next((one.act for one in self.program.steps[self.frame[STAGE] + 1 :] if one.act is not None), None)
        if deed is not None and how_of(deed, "exhausted marker") is not None:
            gives, takes = self.op.slot == OBJ, self.op.slot == DEST
        elif self.op.slot != OBJ:
            gives = takes = False
        if takes and self.state.is_exhausted(figure):
            return reason_for(setup, "TRN-11", "reason.exhausted", things=[figure], who=who)
        if gives and not self.state.exhaust_markers[figure]:
            return reason_for(setup, "TRN-11", "reason.ready", things=[figure], who=who)
        return None


def can_if_controlled(state: State, trial: list[int], place: int) -> bool:
    """Whether a figure, if it were controlled, could do at least one of the acts that follow (CTL-7)."""
    steps = program_of(state, trial).steps
    figure, you = text_frame.object_of(trial), text_frame.you(trial)
    if is_figure(figure) and side_now(state, figure) != you:
        state = state.if_controlled(figure, you)
    after = place + 1
    while steps[after].op == SET:
        if step_options(state, trial, steps[after]) == []:
            return False
        settle(state, trial, steps[after])
        after += 1
    return can(state, trial, after)


def fill(frame: list[int], op: Step, thing: Thing) -> None:
    """Put a thing into the slot that a step fills, and keep it for later words."""
    if op.slot == OBJ:
        text_frame.set_object(frame, thing)
    elif op.slot == WHO:
        text_frame.set_who(frame, thing)
    elif op.slot == DEST:
        text_frame.set_destination(frame, thing)
    keep(frame, op.phrase, thing)


def settle(state: State, frame: list[int], op: Step) -> None:
    """Go past a step that asks nothing and writes only into its frame: `IF` and `SET`."""
    if op.op == IF:
        assert op.cond is not None
        frame[STAGE] = frame[STAGE] + 1 if holds(state, frame, op.cond) else op.goto
        return
    assert op.op == SET and op.phrase is not None
    found = things(state, frame, op.phrase)
    is_group = group_slot(op.phrase) >= 0
    if is_group:
        forget_group(frame, op.phrase)
    for thing in found if is_group else found[:1]:
        fill(frame, op, thing)
    frame[STAGE] += 1


def weights_of(state: State, frame: list[int], op: Step, options: list[Choice]) -> list[int]:
    """How likely chance gives each of these answers of a flip or a random pick: each thing as likely as any other (TIM-3)."""
    if options[0].verb == verbs.FLIP:
        return [1] * len(options)
    return PickLaw(state, frame, op).weights([thing_of(one) for one in options])


def is_free_move(op: Step) -> bool:
    """Whether an act moves its doer, or one picked for it, without having to end anywhere."""
    act = op.act
    if act is None or act.verb != "move" or any(word == "ending" for word, _ in act.how):
        return False
    return act.what is None or OBJ in op.picked
