"""Random rules within the signatures, and shipped rules with a word changed: read and printed alike, played without a crash."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from kit.packs import SHIPPED, read_whole
from laws.offered import asked_exactly_without_fault
from laws.watch import (
    clone_is_equal_and_independent,
    everything_is_somewhere,
    json_there_and_back,
    notation_there_and_back,
    the_question_is_sound,
)
from tipover.cards.ast import Group, Phrase, Ref, Text, walk
from tipover.cards.bind import bind
from tipover.cards.check import check_rule, explain
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import WrittenRule
from tipover.cards.pack import inspect
from tipover.cards.phrase_kinds import THIS_KINDS, PhraseKinds
from tipover.cards.program import SET, Step
from tipover.cards.read import RuleError, read_rule
from tipover.cards.resolve import resolve
from tipover.cards.words import print_rule
from tipover.compiled import running
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import is_figure
from tipover.engine.core.state import State
from tipover.engine.phrases.kept import group_slot
from tipover.engine.phrases.meaning import things
from tipover.engine.steps import interpreter
from tipover.play.dice import Stream
from tipover.play.trial import card_trial
from tipover.play.trial.card_trial import Trial

from .matrix import CRASHES, NAMES, accepted, is_trigger, tried
from .random_cards import CardWriter, mutated

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
WRITTEN = 6000 if SOAK else 300  # about a third of them mean something
PLAYED = 2 * WRITTEN if SOAK else 250  # of which those that mean something are played
MUTANTS = 3000 if SOAK else 150
LAWS_ONE_IN = 8


@pytest.fixture(autouse=True)
def a_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random rule may well have no chance to act; here only what it breaks counts."""
    monkeypatch.setattr(card_trial, "FURTHER_GAMES", 0)


def random_rules(seed: int, number: int) -> list[str]:
    writer = CardWriter(seed)
    return accepted(list(dict.fromkeys(writer.rule() for _ in range(number))))


def test_random_rules_are_printed_as_they_are_read() -> None:
    rules = random_rules(1, WRITTEN)
    assert len(rules) > WRITTEN // 5, "most of them mean nothing"
    for rule in rules:
        texts = read_rule(rule, NAMES)
        assert read_rule(print_rule(texts), NAMES) == texts


IS_COMPILED = running() == "compiled"  # then functions that are replaced are not noticed by those compiled beside them


class Shadow:
    """What each phrase of a running text was last chosen to be, noted beside the engine; compared with what its pronouns mean there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chosen: dict[
            int, tuple[list[int], dict[int, set[int]]]
        ] = {}  # by the id of a frame, which is kept so that the id stays its own
        self.compared: Counter[str] = Counter()
        self.differing: list[str] = []
        self.rules: dict[int, tuple[Text, WrittenRule | None]] = {}  # by the id of a text, which is kept with it
        for name in ("fill", "keep", "forget_group", "settle", "do_verb"):
            monkeypatch.setattr(interpreter, name, self._around(name, getattr(interpreter, name)))

    def _around(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def watched(*given: object) -> object:
            if name == "do_verb":
                self._compare(*given[:3])  # type: ignore[arg-type]
            result = real(*given)
            if name == "fill":
                self._note(given[0], given[1].phrase, given[2])  # type: ignore[arg-type, attr-defined]
            elif name == "keep":
                self._note(given[0], given[1], given[2])  # type: ignore[arg-type]
            elif name == "forget_group" and isinstance(given[1], Group):
                self._known(given[0]).pop(given[1].at.offset, None)  # type: ignore[arg-type]
            elif name == "settle" and given[2].op == SET:  # type: ignore[attr-defined]
                found = things(given[0], given[1], given[2].phrase)  # type: ignore[arg-type, attr-defined]
                self._known(given[1]).pop(given[2].phrase.at.offset, None)  # type: ignore[arg-type, attr-defined]
                for thing in found if group_slot(given[2].phrase) >= 0 else found[:1]:  # type: ignore[attr-defined]
                    self._note(given[1], given[2].phrase, thing)  # type: ignore[arg-type, attr-defined]
            return result

        return watched

    def _known(self, frame: list[int]) -> dict[int, set[int]]:
        return self.chosen.setdefault(id(frame), (frame, {}))[1]

    def _note(self, frame: list[int], phrase: Phrase | None, thing: int) -> None:
        if not isinstance(phrase, Group):
            return
        several = phrase.det not in ("a", "another", "the", "each", 1)
        before = self._known(frame).get(phrase.at.offset, set()) if several else set()
        self._known(frame)[phrase.at.offset] = before | {thing}

    def _compare(self, state: State, frame: list[int], op: Step) -> None:
        text = state.texts.program_texts[frame[text_frame.PROGRAM]]
        if id(text) not in self.rules:
            self.rules[id(text)] = text, state.setup.catalog.written(text)
        written = self.rules[id(text)][1]
        if written is None or op.act is None:
            return
        meant = {one.at.offset: one for own, found in written.resolved if own is text for one in found.references}
        for node in walk(op.act):
            one = (
                meant.get(node.at.offset) if isinstance(node, Ref) or (isinstance(node, Group) and node.det in ("that", "those")) else None
            )
            if one is None or one.meant is None or one.description.startswith("each "):
                continue
            noted = self._known(frame).get(one.meant.phrase.at.offset)
            found = set(things(state, frame, node))  # type: ignore[arg-type]
            if noted is None or not all(map(is_figure, noted)) or not isinstance(one.meant.phrase, Group):
                continue
            self.compared[one.word] += 1
            if found != noted:
                self.differing.append(f"{print_rule((text,))}: `{one.word}` is {one.description}, chosen {noted}, meant {found}")


def laws_at_questions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hold the laws of states and questions at some of the questions that texts ask in a trial; the list gets one for each."""
    looked: list[int] = []
    real, stream = card_trial.take, Stream(1, "laws of random cards")

    def watched(state: State, choice: Choice) -> list[Event]:
        if state.decision is not None and state.decision.asked in (questions.TEXT, questions.ORDER) and stream.randrange(LAWS_ONE_IN) == 0:
            looked.append(len(state.decision.options))
            everything_is_somewhere(state)
            the_question_is_sound(state)
            clone_is_equal_and_independent(state, stream)
            json_there_and_back(state)
            notation_there_and_back(state)
            asked_exactly_without_fault(state)
        return real(state, choice)

    monkeypatch.setattr(card_trial, "take", watched)
    return looked


@pytest.mark.long
def test_random_rules_break_no_game_and_their_words_mean_what_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pick or several, each, conditions and relations: what a pronoun reads in play is what was chosen for the words it is explained by."""
    shadow, looked = Shadow(monkeypatch), laws_at_questions(monkeypatch)
    rules = random_rules(2, PLAYED)
    found = tried(tmp_path / "matrix", rules)
    assert {rule: said for rule, said in found.items() if said.startswith(CRASHES) and "without end" not in said} == {}
    assert shadow.differing == []
    assert IS_COMPILED or shadow.compared["it"] > 50, shadow.compared
    assert len(looked) > 50, "the laws were held at few questions"


# Rules that broke a law when they were played, found by one seed or another.
BROKE = ["At the start of its turn, for each Gull minion: give each card to it.", "For each ally: give each card to it. Move 1."]


def test_what_broke_a_law_once_does_not_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A double-sided card was given with both its sides (DBL-1)."""
    real = card_trial.take

    def watched(state: State, choice: Choice) -> list[Event]:
        everything_is_somewhere(state)
        return real(state, choice)

    monkeypatch.setattr(card_trial, "take", watched)
    found = tried(tmp_path / "matrix", BROKE)
    assert {rule: said for rule, said in found.items() if said.startswith(CRASHES)} == {}


REFERRING = {
    "Choose 2 rivals. Push them 1.": "them",
    "Choose up to 2 rivals. Each ally may stand up. Push those rivals 1.": "those",
    "Choose a rival. Each ally may move 1. Push it 1.": "it",
    "For each adjacent rival: choose an ally, then push that ally 1, then push it 1.": "that",
    "If this is adjacent to a rival, push it 1.": "it",
    "If there is a rival within 2, push it 1. Otherwise, move 1.": "it",
    "Choose a rival. Choose another rival. Push that rival 1.": "that",
    "Place this adjacent to a rival within 3. Push it 1.": "it",
    "Choose a rival adjacent to an ally. Push that ally 1. Push that rival 1.": "that",
    "2 times: choose another rival, then push it 1.": "it",
    "If a rival has an item, push it 1.": "it",
    "When this ends its movement adjacent to a rival, push it 1.": "it",
    "When this ends its movement within 2 of an ally, move that ally 1.": "that",
    "Each adjacent rival may move 1. Choose a rival. Push it 1.": "it",
    "If 2 or more rivals are adjacent to this, push them 1.": "them",
    "This and an ally move 1. That ally moves 1.": "that",
    "Choose an opponent's character. Push it 1.": "it",
    "Move 2, ending adjacent to a rival. Push it 1.": "it",
    "Each ally moves 1 or stands up. Choose a rival. Push it 1.": "it",
}


def test_pronouns_of_every_form_mean_in_play_what_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shadow = Shadow(monkeypatch)
    assert accepted(list(REFERRING)) == list(REFERRING)
    tried(tmp_path / "matrix", list(REFERRING))
    assert shadow.differing == []
    assert IS_COMPILED or all(shadow.compared[word] for word in REFERRING.values()), shadow.compared


def test_what_is_explained_of_a_pronoun_is_the_slot_that_the_engine_reads() -> None:
    """The description that `check --explain` prints belongs to the very slot that is bound into the pronoun."""
    for written in read_whole().rules:
        kinds_of = PhraseKinds(written.names, THIS_KINDS[written.what])
        described = [words for _, words in explain(written)]
        for text in read_rule(written.rule, written.names):
            found = resolve(text, kinds_of)
            bind(text, found)
            for one in found.references:
                assert one.description in described
                assert one.meant is None or one.meant.slot >= 0


def is_accepted(written: WrittenRule, rule: str) -> bool:
    try:
        texts = tuple(read_rule(rule, written.names))
    except RuleError:
        return False
    fresh = WrittenRule(written.document, written.path, rule, texts, written.what, written.used, written.names)
    return not any(not one.warning for one in (*check_rule(fresh), *(finding for _, finding in check_chains([fresh]))))


@pytest.mark.long
def test_shipped_rules_with_a_word_changed_are_refused_or_play(tmp_path: Path) -> None:
    """One changed rule on each character, so that a pack is played once for many of them."""
    draw = random.Random(5)
    rules = [one for one in read_whole().rules if "/characters/" in one.document.file]
    tries = [(one, mutated(one.rule, draw)) for one in draw.choices(rules, k=MUTANTS)]
    changed: dict[str, list[tuple[WrittenRule, str]]] = {}
    for written, rule in tries:
        if rule != written.rule and (SOAK or written.document.file not in changed) and is_accepted(written, rule):
            changed.setdefault(written.document.file, []).append((written, rule))
    number = 0
    while any(changed.values()):
        number += 1
        folder = tmp_path / f"round{number}"
        for file, waiting in changed.items():
            path = Path(file)
            if waiting:
                written, rule = waiting.pop()
                text = written.document.text
                line = next((one for one in text.splitlines() if json.dumps(written.rule, ensure_ascii=False) in one), "")
                pack = folder / path.parents[1].name
                (pack / "characters").mkdir(parents=True, exist_ok=True)
                new = text.replace(line, line.replace(json.dumps(written.rule, ensure_ascii=False), json.dumps(rule, ensure_ascii=False)))
                (pack / "characters" / path.name).write_text(new, encoding="utf-8")
        _complete(folder)
        packs, sound, _ = inspect(sorted(folder.iterdir()))
        for one in packs:
            if one.all_faults():
                continue  # refused after all, together with its pack
            trial = Trial(sound, one.key, one.rules)
            trial.run()
            assert [str(fault) for fault in trial.faults if "without end" not in fault.message] == []


def _complete(folder: Path) -> None:
    """Copy what the changed packs have besides their changed characters."""
    for pack in folder.iterdir():
        for file in (SHIPPED / pack.name).rglob("*.toml"):
            there = pack / file.relative_to(SHIPPED / pack.name)
            if "tests" not in file.parts and not there.exists():
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")


def test_the_writer_makes_abilities_and_triggers() -> None:
    rules = random_rules(3, 300)
    assert any(map(is_trigger, rules)) and not all(map(is_trigger, rules))
