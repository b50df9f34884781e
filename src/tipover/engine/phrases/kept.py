"""What a text keeps in its frame for later words that refer to it (`it`, `them`, `that rival`, `another`)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Group, Join, Phrase, Ref
from tipover.cards.catalog import COLOURS
from tipover.cards.compile import PRONOUNS
from tipover.cards.program import DEEPEST_LOOP, FIRST_KEPT, IS_THIS
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import Thing, bit_of, members
from tipover.engine.core.meanings import Meaning
from tipover.engine.core.state import State
from tipover.engine.phrases.nouns import Test, existing

THEM: Final = Ref("them")
ABILITY_TOKENS: Final = tuple(f"{colour} token" for colour in COLOURS)


def keep(frame: list[int], phrase: Phrase | None, thing: Thing) -> None:
    """Keep the one thing that a phrase means, or add it to those it has meant so far, if a later word refers to them."""
    if isinstance(phrase, Group):
        if phrase.group_slot >= FIRST_KEPT and phrase.det != "those":
            text_frame.set_kept_group(frame, phrase.group_slot, group_kept(frame, phrase) | bit_of(thing))
        if phrase.slot >= FIRST_KEPT and phrase.det != "that":
            text_frame.set_referent(frame, phrase.slot, thing)
        return
    if phrase is None:
        return
    if isinstance(phrase, Join):
        for part in phrase.parts:
            if isinstance(part, Group) and part.det == "each":
                keep(frame, part, thing)
    if phrase.slot >= FIRST_KEPT and not _is_pronoun(phrase):
        text_frame.set_referent(frame, phrase.slot, thing)


def _is_pronoun(phrase: Phrase) -> bool:
    return isinstance(phrase, Ref) and phrase in PRONOUNS  # the sort first: comparing trees is expensive


def group_slot(phrase: Phrase | None) -> int:
    """The slot that `resolve` gave to the things that a phrase means, or -1 if no word refers to them."""
    if isinstance(phrase, Group) and phrase.group_slot >= FIRST_KEPT and phrase.det != "those":
        return phrase.group_slot
    return -1


def group_kept(frame: list[int], phrase: Phrase | None) -> int:
    """The things that a phrase has meant so far, as a mask."""
    slot = group_slot(phrase)
    return max(text_frame.kept_group(frame, slot), 0) if slot >= 0 else 0


def forget_group(frame: list[int], phrase: Phrase | None) -> None:
    """A phrase that means several things begins again."""
    slot = group_slot(phrase)
    if slot >= 0:
        text_frame.set_kept_group(frame, slot, 0)


def follow(frame: list[int], phrase: Phrase | None, before: Thing, after: Thing) -> None:
    """An ability token is known by its place: when it goes to another, the words that mean it mean it there."""
    if phrase is None:
        return
    if phrase != THEM and phrase.slot >= FIRST_KEPT and text_frame.referent(frame, phrase.slot) == before:
        text_frame.set_referent(frame, phrase.slot, after)
    slot = phrase.group_slot if isinstance(phrase, Group) else phrase.slot if phrase == THEM else -1
    group = text_frame.kept_group(frame, slot) if slot >= FIRST_KEPT else 0
    if group > 0 and group & bit_of(before):
        text_frame.set_kept_group(frame, slot, group & ~bit_of(before) | bit_of(after))
        for depth in range(DEEPEST_LOOP):
            been = text_frame.loop(frame, depth)
            if been > 0 and been & bit_of(before):
                text_frame.set_loop(frame, depth, been | bit_of(after))  # a loop over them has been there


def another(group: Group) -> Test:
    """Neither `this` nor anything that the text has chosen or targeted before."""
    single = [IS_THIS, *group.excluded]
    several = list(group.excluded_groups)

    def test(state: State, frame: list[int], thing: Thing) -> bool:
        for slot in single:
            if text_frame.referent(frame, slot) == thing:
                return False
        for slot in several:
            mask = text_frame.kept_group(frame, slot)
            if mask > 0 and mask & bit_of(thing):
                return False
        return True

    return test


def those_alone(phrase: Phrase) -> Group | Ref | None:
    """Of `each of those rivals` the words for them; None of anything narrower, and of ability tokens, which are counted and not told apart."""
    if not isinstance(phrase, Group) or phrase.det != "each" or phrase.adjs or len(phrase.filters) != 1:
        return None
    only = phrase.filters[0]
    is_of_tokens = any(noun.endswith("ability token") or noun in ABILITY_TOKENS for noun in phrase.nouns)
    return only.arg if only.rel == "other than" and only.neg and isinstance(only.arg, (Group, Ref)) and not is_of_tokens else None


def meaning_kept(phrase: Phrase, slot: int, is_group: bool) -> Meaning:
    """What a word that refers to something means: the thing, or the things, in its slot (given before play by `resolve`)."""
    if is_group:

        def members_kept(state: State, frame: list[int]) -> list[Thing]:
            found = text_frame.kept_group(frame, slot)
            return members(found) if found > 0 else []

        return Meaning(
            phrase,
            members_kept,
            lambda state, frame, thing: (found := text_frame.kept_group(frame, slot)) > 0 and bool(found & bit_of(thing)),
        )
    return Meaning(
        phrase,
        lambda state, frame: existing(text_frame.referent(frame, slot)),
        lambda state, frame, thing: thing == text_frame.referent(frame, slot),
    )
