"""The tree of a text: one for each kind of node, as the language sheet draws it."""

import pytest

from tipover.cards.ast import (
    THIS,
    YOU,
    Act,
    Change,
    Cond,
    Do,
    EventClause,
    Filter,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Num,
    Or,
    Ref,
    Text,
    When,
    While,
)
from tipover.cards.read import read_rule

from .samples import NAMES

IT = Ref("it")
RIVAL = Group("a", (), ("rival",))
TARGET = Group("the", (), ("target",))
TRACK = Group(YOU, (), ("track",))
POOL = Group(YOU, (), ("pool",))
BASIC = (("basic", None),)


def n(k: int) -> Num:
    return Num(((k, "flat", None),))


TREES: list[tuple[str, list[Text]]] = [
    ("Move 2.", [Do((Act("move", n=n(2)),))]),
    ("Push the target 1.", [Do((Act("push", what=TARGET, n=n(1)),))]),
    (
        "Range 3 challenge 1, plus 1 for each silver token in your pool.",
        [
            Do(
                (
                    Act(
                        "challenge",
                        n=Num(((1, "flat", None), (1, "each", Group("each", (), ("silver token",), (Filter("in", POOL),))))),
                        how=(("range", 3),),
                    ),
                )
            )
        ],
    ),
    (
        "It does a basic challenge against the challenger.",
        [Do((Act("challenge", IT, how=(*BASIC, ("against", Group("the", (), ("challenger",))))),))],
    ),
    (
        "It does a basic move and a basic challenge in either order.",
        [
            Do(
                (
                    Act(
                        "do",
                        IT,
                        Join("and", (Group("a", ("basic",), ("move",)), Group("a", ("basic",), ("challenge",)))),
                        how=(("either order", None),),
                    ),
                )
            )
        ],
    ),
    (
        "Place this within 3 and not adjacent to a rival.",
        [Do((Act("place", what=THIS, to=(Filter("within", n=3), Filter("adjacent to", RIVAL, neg=True))),))],
    ),
    ("Put its item on the 2 of your track.", [Do((Act("put", what=Group(IT, (), ("item",)), n=n(2), to=TRACK),))]),
    ("Gain 2 Energy tokens. Gain 2 points.", [Do((Act("gain", what=Group(2, (), ("Energy token",))), Act("gain", n=n(2))))]),
    ("Control a rival: it moves 1.", [Do((Act("control", what=RIVAL, body=(Act("move", IT, n=n(1)),)),))]),
    (
        "This may discard up to 2 items to stand up or move 1. Once per turn.",
        [
            Do(
                (May(THIS, (Act("discard", what=Group(("up to", 2), (), ("item",))),), (Or((Act("stand"), Act("move", n=n(1)))),)),),
                ("Once per turn",),
            )
        ],
    ),
    ("It stands up, or place it in sight.", [Do((Or((Act("stand", IT), Act("place", what=IT, to=(Filter("in sight"),)))),))]),
    (
        "If it wins and this has no item, move 1, then stand up. Otherwise, stand up.",
        [
            Do(
                (
                    If(
                        Cond("and", Cond("wins"), Cond("has", THIS, Group("no", (), ("item",)))),
                        (Act("move", n=n(1)), Act("stand")),
                        (Act("stand"),),
                    ),
                )
            )
        ],
    ),
    (
        "3 times: this or an ally moves 1.",
        [Do((Loop(n(3), (Act("move", Join("or", (THIS, Group("a", (), ("ally",)))), n=n(1)),)),))],
    ),
    ("For each adjacent rival: push it 1.", [Do((Loop(Group("each", ("adjacent",), ("rival",)), (Act("push", what=IT, n=n(1)),)),))]),
    (
        "When you knock out a rival with a Squid marker, gain 1 point. Stand up.",
        [
            When(
                EventClause("when", "knocks out", YOU, Group("a", (), ("rival",), (Filter("with", Group("a", (), ("Squid marker",))),))),
                (Act("gain", n=n(1)), Act("stand")),
            )
        ],
    ),
    ("Before the round ends, you win.", [When(EventClause("before", "round ends"), (Act("win", YOU),))]),
    (
        "Instead of this being knocked out, knock this down. Once per round.",
        [Instead(EventClause("instead", "knocked out", THIS), (Act("knock", what=THIS, how=(("down", None),)),), ("Once per round",))],
    ),
    (
        "While this is adjacent to 2 or more rivals, this has 1 more defense.",
        [
            While(
                Cond("is", THIS, (Filter("adjacent to", Group(("or more", 2), (), ("rival",))),)),
                Change("has", THIS, n(1), how=(("more", None), ("defense", None))),
            )
        ],
    ),
    (
        "Adjacent rivals roll 1 die fewer when challenging.",
        [While(None, Change("rolls", Group("all", ("adjacent",), ("rival",)), n(1), how=(("fewer", None), ("challenging", None))))],
    ),
    (
        "As an interact, a character of yours may take this. Stand up.",
        [
            While(
                None,
                Change(
                    "offer",
                    what=Group("a", (), ("interact",)),
                    steps=(May(Group("a", (), ("character",), (Filter("of", Ref("yours")),)), (), (Act("take", what=THIS),)), Act("stand")),
                ),
            )
        ],
    ),
    (
        "Until the start of its turn, this cannot be seen.",
        [Do((While(None, Change("cannot-be", THIS, how=(("seen", None),)), EventClause("until", "start of its turn")),))],
    ),
    (
        "Defend against a challenge 1 for each time this paid less this turn.",
        [Do((Act("defend", n=Num(((1, "time", EventClause("turn", "pays less", THIS)),))),))],
    ),
    (
        "Choose the character or minion in it nearest to Drogon.",
        [Do((Act("choose", what=Group("the", (), ("character", "minion"), (Filter("in", IT), Filter("nearest to", Ref("Drogon"))))),))],
    ),
    (
        "At the start of the game, gain 1 point. This can do actions while knocked down.",
        [
            When(EventClause("at", "start of the game"), (Act("gain", n=n(1)),)),
            While(None, Change("can", THIS, what=Group("all", (), ("action",)), how=(("while knocked down", None),))),
        ],
    ),
    (
        "Place this adjacent to a rival within 2 and in sight.",
        [
            Do(
                (
                    Act(
                        "place",
                        what=THIS,
                        to=(Filter("adjacent to", Group("a", (), ("rival",), (Filter("within", n=2), Filter("in sight")))),),
                    ),
                )
            )
        ],
    ),
    (
        "Choose a character of an opponent within 3.",
        [Do((Act("choose", what=Group("a", (), ("character",), (Filter("of", Group("a", (), ("opponent",))), Filter("within", n=3)))),))],
    ),
    (
        "Swap a rival in a row with an ally.",  # `with` is the deed's, not the row's
        [Do((Act("swap", what=Group("a", (), ("rival",), (Filter("in a row"),)), to=Group("a", (), ("ally",))),))],
    ),
]


@pytest.mark.parametrize(("text", "tree"), TREES, ids=[text for text, _ in TREES])
def test_a_text_has_its_tree(text: str, tree: list[Text]) -> None:
    assert read_rule(text, NAMES) == tree


def test_an_empty_rule_has_no_texts() -> None:
    assert read_rule("", NAMES) == []
    assert read_rule(" \n", NAMES) == []


def test_trees_are_hashable_and_places_do_not_count() -> None:
    here, there = read_rule("Move 2.\nPush a rival 1.", NAMES), read_rule("Move 2. Push a rival 1.", NAMES)
    assert here == there
    assert hash(tuple(here)) == hash(tuple(there))
    steps = [text.steps for text in (here[0], there[0]) if isinstance(text, Do)]
    assert [step.at for step in steps[0]] == [(0, 1, 1), (8, 2, 1)]
    assert [step.at for step in steps[1]] == [(0, 1, 1), (8, 1, 9)]


def test_the_first_words_decide_where_a_text_begins() -> None:
    rule = "Move 1. This has 1 more range. Move 1. When this returns, move 1. Move 2. Once per turn. Move 3."
    assert [type(text) for text in read_rule(rule, NAMES)] == [Do, While, Do, When, Do]
