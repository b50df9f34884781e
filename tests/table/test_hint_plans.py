"""Hints of one turn belong together: the next one goes on with what the one before planned."""

from __future__ import annotations

import msgspec
import pytest

from tipover import apply, load
from tipover.bots.hint import Hint, hints
from tipover.engine.codec import state_json
from tipover.engine.core.arrange import first_game
from tipover.engine.core.decision import Decision
from tipover.engine.view import View
from tipover.play.dice import SeededDice
from tipover.table import thoughts
from tipover.table.opening import Library, head_of
from tipover.table.protocol.people import NewTable
from tipover.table.table_head import setup_of
from tipover.table.thoughts import HintThought, Mind, Scene

FEW = 60  # positions for a hint: what is asked here does not depend on how good it is


def test_the_next_hint_of_a_turn_goes_on_with_the_plan_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Hint | None] = []

    def quick(view: View, decision: Decision, before: Hint | None = None) -> list[Hint]:
        told.append(before)
        return hints(view, decision, nodes=FEW, before=before)

    monkeypatch.setattr(thoughts, "hints", quick)
    library = Library(load())
    head = head_of(NewTable(setup=first_game("golden_girls", quick=True, catalog=library.catalog).source, placed=True), library)
    mind, state, dice = Mind(library), setup_of(head, library.of(head.cards)).start(), SeededDice("hints")
    went_on = 0
    while went_on < 2:
        ask = state.decision
        assert ask is not None, "no hint of a whole game went on with a plan"
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        thought = HintThought(Scene(head, state_json(state)), "q", 1, ask.seats[0], "en")
        best = ask.options[msgspec.json.decode(mind.answer(msgspec.json.encode(thought)))["option"]]
        if told[-1] is not None:
            assert any(step.state == state for step in told[-1].plan)
            went_on += 1
        apply(state, best)
