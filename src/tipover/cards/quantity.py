"""How many things a phrase means, and how they are picked: the only one, one chosen, several chosen, each in turn, or all at once."""

from __future__ import annotations

from tipover.cards.ast import Act, Group, Join, Num, Phrase, Ref, chosen_by
from tipover.cards.vocabulary import NOUNS

FIGURE_NOUNS = {"figure", "character", "companion", "minion", "objective", "ally", "rival", "target", "owner", "challenger"}
# What is counted, and never told apart: equal ability tokens on one place are one thing (TIM-7).
COUNTED_NOUNS = {"success", "square moved", *(noun for noun in NOUNS if noun.endswith(" token"))}
MANY = 99

ONE, CHOSEN, SEVERAL, ROUND, BULK = range(5)


def is_figure(phrase: Phrase) -> bool:
    """Whether a phrase can name nothing but figures; then the player chooses the order (TIM-7)."""
    if isinstance(phrase, Ref):
        return phrase.word in ("this", "it", "them")
    if isinstance(phrase, Join):
        return all(is_figure(part) for part in phrase.parts)
    return all(noun in FIGURE_NOUNS or noun.endswith(" minion") for noun in phrase.nouns)


def quantity(phrase: Phrase) -> int:
    """How things are picked for a phrase: the only one, one chosen, several chosen, each in turn, or all at once."""
    if isinstance(phrase, Ref):
        return ROUND if phrase.word == "them" else ONE
    if isinstance(phrase, Join):
        if phrase.word == "or":
            return CHOSEN
        return ROUND if is_figure(phrase) else BULK
    det = chosen_by(phrase)
    if phrase.nouns == ("First Player marker",):
        return ONE  # there is one in every game (RND-3)
    if det == "those":
        return ROUND
    if det in ("a", "another") or det == 1:
        return CHOSEN
    if det == "the" and any(one.rel == "nearest to" for one in phrase.filters):
        return CHOSEN  # among those equally near (DST-3)
    if det in ("each", "all"):
        return ROUND if is_figure(phrase) or phrase.nouns[0].endswith(" area") else BULK
    if isinstance(det, int | tuple) or det == "any":
        return SEVERAL if is_figure(phrase) else BULK
    return ONE


def is_counted(phrase: object) -> bool:
    """Whether a phrase names what is counted, as successes and ability tokens are."""
    return isinstance(phrase, Group) and phrase.nouns[0] in COUNTED_NOUNS


def is_number(group: Group) -> bool:
    """Whether a phrase has a number: `2`, `up to 2`, `any number of`."""
    return isinstance(group.det, int | tuple) or group.det == "any"


def bounds(phrase: Phrase) -> tuple[int, int]:
    """The smallest and largest number that a phrase allows."""
    assert isinstance(phrase, Group)
    det = phrase.det
    if isinstance(det, int):
        return det, det
    if isinstance(det, tuple):
        return (0, det[1]) if det[0] == "up to" else (det[1], MANY)
    return 0, MANY


def can_be_others(phrase: Phrase) -> bool:
    """Whether a doer can be of another side than the text, which then decides about its own deed."""
    if isinstance(phrase, Join):
        return any(can_be_others(part) for part in phrase.parts)
    if isinstance(phrase, Ref):
        return phrase.word != "this"
    mine = any(one.rel == "of" and one.arg in (Ref("you"), Ref("yours")) for one in phrase.filters)
    return not mine and phrase.det != Ref("you") and phrase.nouns != ("ally",)


def is_chosen_one_by_one(act: Act, what: Group) -> bool:
    """Whether the things of a deed have a number and are asked for one after another; one's own equal tokens are discarded as they are."""
    return is_number(what) and not (act.verb == "discard" and isinstance(what.det, int) and not what.filters and not what.adjs)


def is_per_thing(num: Num | None) -> bool:
    """Whether a number is just `N for each X`."""
    return num is not None and len(num.terms) == 1 and num.terms[0][1] in ("each", "time")
