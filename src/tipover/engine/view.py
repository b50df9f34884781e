"""The state as one seat may see it; what others chose in secret is hidden until it is shown (SUP-11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import index
from typing import Final, SupportsIndex

from tipover.cards.program import SECRET
from tipover.engine.core.decision import thing_of
from tipover.engine.core.draws import Draws
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import NO_CARD, NOTHING, FigureId, SeatId, Side, Thing
from tipover.engine.core.state import State, changed
from tipover.engine.core.state_json import Json, state_json
from tipover.engine.laws.picks import step_options
from tipover.engine.laws.secrets import is_at_reveal, is_before_secret, set_secret
from tipover.engine.laws.setup_picks import AttachmentLaw, CharacterPickLaw, pick_of
from tipover.engine.phrases.text_frames import program_of
from tipover.engine.run import reopen

_WATCHER: Final = SeatId(-1)  # plays no side


class View:
    """What one seat knows. A bot plays on `sample(rng)`, never on the true state.

    `hidden` are the figures picked in secret, `hidden_picks` the numbers of attachments, `hidden_frames` the positions
    on the stack of texts with a secret choice; all of other sides, and only until they are shown.
    """

    def __init__(self, state: State, seat: SeatId) -> None:
        self._state = state
        self.setup = state.setup
        self.seat = seat
        self.hidden: list[FigureId] = []
        self.hidden_picks: list[int] = []
        self.hidden_frames: list[int] = []
        if state.setup.secret and state.round == 0:
            self.hidden = [f for f in state.setup.figure_ids if state.secret[f] >= 0 and self._is_foreign(state.setup.side_of[f])]
            picks = enumerate(state.picks)
            self.hidden_picks = [k for k, pick in picks if pick >= 0 and self._is_foreign(state.setup.attach[k].side)]
        if is_secret_left(state):
            self.hidden_frames = [
                k for k, frame in enumerate(state.stack) if is_at_reveal(state, frame) and self._is_foreign(text_frame.you(frame))
            ]

    def __copy__(self) -> View:
        return View(self._state.clone(), self.seat)

    def __deepcopy__(self, memo: dict[int, object]) -> View:
        return View(self._state.clone(), self.seat)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A View cannot be pickled. Keep its JSON (`view.json()`).")

    def _is_foreign(self, side: Side) -> bool:
        return side < 0 or self.seat not in self._state.seats_of(side)

    @property
    def hides(self) -> bool:
        """Whether there is anything this seat may not know."""
        return bool(self.hidden or self.hidden_picks or self.hidden_frames)

    def json(self) -> dict[str, Json]:
        """The state's JSON without what this seat may not know."""
        return state_json(self.redacted())

    def redacted(self) -> State:
        """A copy of the state in which hidden choices are not made, and no question is open that would reveal them."""
        state = without_choices(self._state, self.hidden, self.hidden_picks, self.hidden_frames)
        if self.hides:
            state.decision = None
        return state

    def sample(self, rng: Draws) -> State:
        """A full state that fits what this seat knows: hidden choices are filled in at random, lawfully."""
        state = self.redacted()
        for figure in self.hidden:
            cards = CharacterPickLaw(state, state.setup.side_of[figure]).all()
            state.set_secret(figure, cards[rng.randrange(len(cards))])
        for number in self.hidden_picks:
            options = AttachmentLaw(state, number).all()
            pick = pick_of(options[rng.randrange(len(options))])
            state.picks = changed(state.picks, number, pick)
        for position in self.hidden_frames:
            things = secret_things(state, state.stack[position])
            set_secret(state, state.stack[position], things[rng.randrange(len(things))])
        if self.hides:
            reopen(state)
        return state


def without_choices(state: State, figures: Iterable[FigureId], picks: Iterable[int], frames: Iterable[int]) -> State:
    """A copy of the state without some secret choices: of figures, of attachments by number, of texts by their position on the stack."""
    copy = state.clone()
    for figure in figures:
        copy.set_secret(figure, NO_CARD)
    for number in picks:
        copy.picks = changed(copy.picks, number, -1)
    for position in frames:
        set_secret(copy, copy.stack[position], NOTHING)
    return copy


def known_to(state: State, seats: Collection[int]) -> State:
    """The state itself if these seats together may know all of it, otherwise a copy without what is hidden from every one of them.

    The copy keeps the open question: who is asked is public, and its options are shown to nobody else. No seat is a watcher.
    """
    if not has_secrets(state):
        return state
    views = [View(state, SeatId(seat)) for seat in seats or (_WATCHER,)]
    if not all(view.hides for view in views):
        return state
    return without_choices(
        state,
        set.intersection(*(set(view.hidden) for view in views)),
        set.intersection(*(set(view.hidden_picks) for view in views)),
        set.intersection(*(set(view.hidden_frames) for view in views)),
    )


def has_secrets(state: State) -> bool:
    """Whether something was chosen in secret and is not shown yet (SUP-11)."""
    if state.setup.secret and (any(card >= 0 for card in state.secret) or any(pick >= 0 for pick in state.picks)):
        return True
    return is_secret_left(state) and any(is_at_reveal(state, frame) for frame in state.stack)


def is_secret_left(state: State) -> bool:
    """Whether a secret choice of some text is still to be made."""
    return state.texts.has_secrets and any(is_before_secret(state, frame) for frame in state.stack)


def secret_things(state: State, frame: Frame) -> list[Thing]:
    """Everything the secret choice of a sealed text could have been."""
    before = frame[:]
    before[kinds.STAGE] -= 1
    op = program_of(state, frame).steps[before[kinds.STAGE]]
    assert op.op == SECRET
    return [thing_of(choice) for choice in step_options(state, before, op) or []]


def view(state: State, seat: SupportsIndex) -> View:
    """The state as a seat may see it; seats come from clients, so this takes any number."""
    return View(state, SeatId(index(seat)))
