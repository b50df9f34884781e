"""Check whom challenges are against: never an ally, one target, and said once where it is (CHA-1, CHA-2, CHA-29, CTL-1)."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import THIS, Act, Group, Join, Phrase, Ref, TextPosition
from tipover.cards.check_text import Finding, finding
from tipover.cards.phrase_kinds import NONE, PhraseKinds
from tipover.cards.signatures import POINT_MARKERS
from tipover.cards.words_phrases import PhraseWords


class TargetChecker:
    """Collects findings about one text, and checks whom its challenges are against."""

    def __init__(self, rule: str, kinds: PhraseKinds) -> None:
        self.rule = rule
        self.kinds = kinds
        self.selves: set[TextPosition] = set()  # where a pronoun means `this`
        self.named: dict[TextPosition, Phrase] = {}  # what the pronouns refer to, by where they are
        self.asked: dict[int, Phrase] = {}  # who may do a deed, by its id
        self.controlled: dict[int, Phrase | None] = {}  # who is controlled while a deed is done, by its id
        self.found: list[Finding] = []

    def blame(self, at: TextPosition, reason: str, write: str = "") -> None:
        self.found.append(finding(self.rule, at, reason, write=write))

    def against(self, act: Act) -> None:
        """A challenge is never against an ally of its challenger (CHA-1); made by another side it is against its own (CHA-29)."""
        target = next((arg for word, arg in act.how if word == "against"), None)
        if isinstance(target, Group) and "point marker" in target.nouns:
            self.blame(target.at, POINT_MARKERS["challenge"])
        if isinstance(target, Join):
            self._joined_targets(target)
            return
        doer = act.who or self.asked.get(id(act))
        if self.kinds.this == NONE or not isinstance(target, Ref | Group) or not self.is_own(target):
            return
        words = PhraseWords().phrase(target)
        if doer in (None, Ref("you")) or (isinstance(doer, Ref | Group) and self.is_own(doer)):
            self.blame(target.at, f"a challenge is never against {words} (CHA-1): `Challenge 2 against a rival.`")
        elif act.who is not None and self.is_of(doer, "rival"):
            let = PhraseWords().phrase(act.who)
            self.blame(
                target.at,
                f"who is made to challenge challenges its own side, not {words} (CHA-29): `{let} may do a basic challenge against …`",
            )

    def by_controlled(self, act: Act) -> None:
        """Who is controlled counts as one's own meanwhile: it challenges one's rivals, and nobody of one's side challenges it (CTL-1)."""
        target = next((arg for word, arg in act.how if word == "against"), None)
        if isinstance(target, Join):
            self._joined_targets(target)
        if not isinstance(target, Ref | Group):
            return
        words = PhraseWords().phrase(target)
        if self.is_own(target):
            self.blame(target.at, f"who is controlled challenges your rivals, not {words} (CTL-1): `… against a rival`")
        elif act.who in (None, THIS) and self.named.get(target.at) is self.controlled[id(act)]:
            after = "write it as a sentence of its own after this one, `Challenge 2 against it.`"
            self.blame(target.at, f"`{words}` counts as your ally while it is controlled (CTL-1): {after}")

    def _joined_targets(self, target: Join) -> None:
        """A challenge has one target phrase, which says where targets are (CHA-2); only one known before may stand beside it after `or`."""
        unknown = [one for one in target.parts if isinstance(one, Group) and one.det not in ("the", "that")]
        own = next((one for one in target.parts if self.is_own(one)), None)
        if own is not None:
            self.blame(own.at, f"a challenge is never against {PhraseWords().phrase(own)} (CHA-1): `Challenge 2 against a rival.`")
        elif target.word == "and":
            self.blame(target.at, "a challenge names one target (CHA-1): write a challenge against each, one after the other")
        elif len(unknown) > 1:
            shared = PhraseWords().phrase(replace(unknown[-1], nouns=tuple(noun for one in unknown for noun in one.nouns)))
            self.blame(target.at, f"a challenge says once where its target is (CHA-2): `against {shared}`")

    def is_own(self, phrase: Ref | Group) -> bool:
        """Whether a phrase means `this` or an ally."""
        return self.is_this(phrase) or self.is_of(phrase, "ally")

    def is_this(self, phrase: Phrase) -> bool:
        """Whether a phrase means `this`."""
        return phrase == THIS or phrase.at in self.selves

    def is_of(self, phrase: Phrase | None, noun: str) -> bool:
        named = self.named.get(phrase.at, phrase) if phrase is not None else None
        return isinstance(named, Group) and named.nouns == (noun,)
