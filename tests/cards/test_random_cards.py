"""Random rules within the signatures, and shipped rules with a word changed: read and printed alike, played without a crash."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from kit.packs import SHIPPED, read_whole
from tipover.cards.bind import bind
from tipover.cards.check import check_rule, explain
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import WrittenRule
from tipover.cards.pack import inspect
from tipover.cards.phrase_kinds import THIS_KINDS, PhraseKinds
from tipover.cards.program import FIRST_KEPT, PICK
from tipover.cards.read import RuleError, read_rule
from tipover.cards.resolve import resolve
from tipover.cards.words import print_rule
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.play.trial import card_trial
from tipover.play.trial.card_trial import Trial

from .matrix import CRASHES, NAMES, accepted, is_trigger, tried
from .random_cards import CardWriter, mutated

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
WRITTEN = 6000 if SOAK else 300  # about a third of them mean something
MUTANTS = 3000 if SOAK else 150


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


@pytest.mark.long
def test_random_rules_break_no_game_and_their_words_mean_what_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    real = card_trial.take

    def watched(state: State, choice: Choice) -> list[object]:
        """After an answer to a pick, the slot of its words holds the answer, and the pronouns for it read that slot."""
        ask, frame = state.decision, state.stack[-1] if state.stack else []
        picking = ask is not None and ask.asked == questions.TEXT and frame and frame[kinds.KIND] == kinds.TEXT
        step = state.texts.programs[frame[text_frame.PROGRAM]].steps[frame[kinds.STAGE]] if picking else None
        events = real(state, choice)
        phrase = step.phrase if step is not None else None
        if (
            phrase is not None
            and step is not None
            and step.op == PICK
            and phrase.slot >= FIRST_KEPT
            and any(one is frame for one in state.stack)
            and thing_of(choice) >= 0
        ):
            text = state.texts.program_texts[frame[text_frame.PROGRAM]]
            found = resolve(text, PhraseKinds(NAMES, THIS_KINDS["an ability"]))
            described = {one.description for one in found.known if one.slot == phrase.slot}
            if (
                phrase.slot < FIRST_KEPT + len(found.known)
                and frame[kinds.STAGE] == state.texts.programs[frame[text_frame.PROGRAM]].steps.index(step) + 1
            ):
                assert frame[text_frame.REFERENTS[phrase.slot]] == thing_of(choice)
                assert any(PhraseWords().phrase(phrase) in words for words in described), (described, PhraseWords().phrase(phrase))
                looked.append(phrase.slot)
        return events  # type: ignore[return-value]

    monkeypatch.setattr(card_trial, "take", watched)
    rules = random_rules(2, 3 * WRITTEN)
    found = tried(tmp_path / "matrix", rules)
    assert {rule: said for rule, said in found.items() if said.startswith(CRASHES) and "without end" not in said} == {}
    assert len(looked) > 5, "no pick was looked at"


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
