"""Words that refer to something: `the target`, `If it wins`, `passed through`, `them`, `this card` … and what they need."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.ast import (
    Act,
    Change,
    Cond,
    Do,
    Event,
    Filter,
    Group,
    If,
    Join,
    Loop,
    May,
    Node,
    Num,
    Or,
    Phrase,
    Place,
    Ref,
    Step,
    Text,
    While,
)
from tipover.cards.check_text import (
    CARD,
    ITEM,
    PIECE,
    SCENARIO,
    TABLE,
    Finding,
    Written,
    place_of,
    quoted,
    walk,
    word_at,
)
from tipover.cards.read_antecedents import NOTHING, antecedents

# Events in which somebody challenges: these have a challenger.
GOING_ON = ("challenged", "challenge by", "challenge against", "rolls")  # events of a challenge that is not decided yet
CHALLENGES = (
    "challenged",
    "challenge by",
    "challenge against",
    "knocked down",
    "knocked out",
    "knocks out",
    "removed",
    "wins",
    "loses",
    "rolls",
)
# Deeds that the figure itself does: a scenario has none.
OF_A_FIGURE = ("challenge", "defend", "roll", "do", "control")
OF_A_SIDE = ("gain", "lose", "win")
NEARNESS = ("within", "in sight")


def check_references(written: Written) -> list[Finding]:
    """What refers to nothing, or to more than it can."""
    found: list[Finding] = []
    for text in written.texts:
        reader = _Reader(written.rule, text)
        reader.text(text)
        found += reader.found
        found += _pronouns(written.rule, text)
        found += _possessions(written, text)
        if written.role in (SCENARIO, TABLE):
            found += _nobody(written, text)
        elif written.what == "a card":
            found += _everyone(written, text) + _deeds_of_nobody(written, text)
    return found


def is_several(phrase: Phrase | None) -> bool:
    """Whether a phrase means more than one thing, one after another."""
    if isinstance(phrase, Group):
        return phrase.det in ("each", "all", "any") or isinstance(phrase.det, tuple) or (isinstance(phrase.det, int) and phrase.det > 1)
    if isinstance(phrase, Join):
        return phrase.word == "and" or any(is_several(part) for part in phrase.parts)
    return phrase is not None and phrase.word == "them"


def aim(act: Act) -> Phrase | None:
    """Against whom a challenge is, if it says."""
    for word, arg in act.how:
        if word == "against" and isinstance(arg, Ref | Group | Join):
            return arg
    return None


class _Reader:
    """Walks a text in its order and knows which challenge, roll and move were the last."""

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self.event = None if isinstance(text, Do | While) else text.event
        self.challenge = False
        self.several = False  # the last challenge was one of many: nobody can say whether `it` won
        self.targets = False  # and it had several targets
        self.rolled = self.event is not None and self.event.verb == "rolls"
        self.moved = False
        self.found: list[Finding] = []

    def blame(self, at: Place, words: int, needs: str, suggestion: str = "") -> None:
        said = f"{quoted(self.rule, at, words)} {needs}"
        self.found.append(Finding(at, word_at(self.rule, at, words), said, suggestion))

    # --- the text in its order ---

    def text(self, text: Text) -> None:
        if isinstance(text, While):
            self._standing(text)
            return
        if not isinstance(text, Do):
            self.look(text.event)
        self.steps(text.steps)

    def _standing(self, rule: While) -> None:
        self.look(rule.until, rule.cond)
        self._change(rule.change)

    def _change(self, change: Change) -> None:
        self.look(change.who, change.n, change.what, *(arg for _, arg in change.how))
        self.steps(change.steps)

    def steps(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: Step) -> None:
        if isinstance(step, Act):
            self._act(step)
        elif isinstance(step, Or):
            for option in step.options:
                self._act(option)
        elif isinstance(step, May):
            self.look(step.who)
            self.steps((*step.cost, *step.steps))
            self._over(is_several(step.who), step.steps)
        elif isinstance(step, If):
            self.look(step.cond)
            self.steps((*step.steps, *step.other))
        elif isinstance(step, Loop):
            self.look(step.over)
            self.steps(step.steps)
            self._over(True, step.steps)
        else:
            self._standing(step)

    def _over(self, repeated: bool, steps: tuple[Step, ...]) -> None:
        """After a loop a challenge in it was one of many; inside it is still the only one."""
        if repeated and any(_is_challenge(node) for step in steps for node in walk(step)):
            self.several = True

    def _act(self, act: Act) -> None:
        self.look(act.who, act.what, act.to, *(arg for _, arg in act.how))
        if _is_challenge(act):
            self.challenge = True
            self.targets = is_several(aim(act))
            self.several = self.targets or is_several(act.who)
        self.look(act.n)
        self.rolled = self.rolled or act.verb in ("roll", "defend") or _is_challenge(act)
        self.moved = self.moved or act.verb == "move"
        if act.verb == "make" and (self.event is None or self.event.verb not in GOING_ON):
            self.blame(
                act.at,
                1,
                "changes the target of a challenge that is going on: begin with `When this is challenged`",
                "When this is challenged",
            )
        if act.verb in ("turn", "add") and not self.rolled and (self.event is None or self.event.verb not in GOING_ON):
            self.blame(act.at, 1, "changes a roll, and nothing is rolled: begin with `After this rolls dice`", "After this rolls dice")
        self.steps(act.body)

    # --- words that refer to what came before ---

    def look(self, *nodes: object) -> None:
        """Look through phrases, numbers, conditions, events for words that need something."""
        for node in nodes:
            if isinstance(node, tuple):
                self.look(*node)
            elif isinstance(node, Ref | Group | Join | Filter | Num | Cond | Event):
                for one in walk(node):
                    self._needs(one)

    def _needs(self, node: Node) -> None:
        if isinstance(node, Group):
            for noun in node.nouns:
                self._noun(node, noun)
        elif isinstance(node, Filter) and node.rel == "passed through" and not self.moved:
            self.blame(node.at, 2, "needs a move before it in this text: `Move 3, through rivals.`", "Move 3, through rivals.")
        elif isinstance(node, Cond):
            self._cond(node)

    def _noun(self, group: Group, noun: str) -> None:
        if noun == "target":
            if not self.challenge:
                self.blame(group.at, 2, "needs a challenge before it in this text; choose one and write `it`, or name `a rival`", "a rival")
            elif self.targets and group.det == "the":
                self.blame(group.at, 2, "is one of several, for the challenge was against each: write `each target`", "each target")
        elif noun == "challenger" and (self.event is None or self.event.verb not in CHALLENGES):
            self.blame(
                group.at, 2, "needs a trigger with a challenge: `After a challenge against this`; one's own challenger is `this`", "this"
            )
        elif noun == "success" and not self.rolled:
            self.blame(place_of(self.rule, "success", group.at), 1, "needs a roll before it in this text: `Roll 3 dice.`", "Roll 3 dice.")
        elif noun == "square moved" and not self.moved:
            self.blame(place_of(self.rule, "square", group.at), 2, "needs a move before it in this text: `Move 3.`", "Move 3.")

    def _cond(self, cond: Cond) -> None:
        if cond.op in ("wins", "loses"):
            if not self.challenge:
                self.blame(cond.at, 2, "needs a challenge before it in this text: `Challenge 2.`", "Challenge 2.")
            elif self.several:
                self.blame(
                    cond.at,
                    2,
                    "is said of several challenges: write `For each adjacent rival: challenge 2 against it, then if it wins, …`",
                    "For each",
                )
        elif cond.op in ("match", "total") and not self.rolled:
            self.blame(cond.at, 2 if cond.op == "total" else 3, "needs a roll before it in this text: `Roll 3 dice.`", "Roll 3 dice.")


def _is_challenge(node: Node) -> bool:
    if not isinstance(node, Act):
        return False
    return node.verb == "challenge" or (
        node.verb == "do" and node.what is not None and any(isinstance(one, Group) and "challenge" in one.nouns for one in walk(node.what))
    )


# --- it and them ---------------------------------------------------------------------------------------------------------


def _pronouns(rule: str, text: Text) -> list[Finding]:
    found: list[Finding] = []
    named = [(one.at.offset, one) for one in _in_relations(text)]
    for one in antecedents(text):
        word = word_at(rule, one.at)
        if one.word == "them" and one.description == NOTHING:
            said = f"`{word}` stands for nothing: bring several in first, as `Choose up to 2 rivals.`; for one thing write `it`"
            found.append(Finding(one.at, word, said, "it"))
        elif one.word == "it" and one.description == "this":
            other = next((group for offset, group in named if offset < one.at.offset), None)
            if other is not None:
                said = (
                    f"`{word}` is `this` here: {quoted(rule, other.at, 2)} stands in a relation and brings nothing in; "
                    "write `this`, or choose the other first"
                )
                found.append(Finding(one.at, word, said, "this", warning=True))
    return found


def _in_relations(text: Text) -> list[Group]:
    """The things a text names with `a` or `another` inside relations only."""
    found: list[Group] = []
    for node in walk(text):
        if isinstance(node, Filter) and node.arg is not None and node.rel not in ("of", "in", "on", "with", "where"):
            found += [one for one in walk(node.arg) if isinstance(one, Group) and one.det in ("a", "another")]
    return found


# --- whose words ---------------------------------------------------------------------------------------------------------


def _possessions(written: Written, text: Text) -> list[Finding]:
    """`this card` and `the owner` only where there is a card, or a piece with an owner."""
    found: list[Finding] = []
    for node in walk(text):
        if isinstance(node, Ref) and node.word == "this card" and written.role not in (CARD, ITEM):
            word = word_at(written.rule, node.at, 2)
            found.append(
                Finding(
                    node.at, word, f"`{word}` stands on statuses, items and cards of a deck; {written.what} is none: write `this`", "this"
                )
            )
        elif isinstance(node, Group) and "owner" in node.nouns and written.role not in (CARD, PIECE, ITEM):
            word = word_at(written.rule, node.at, 2)
            found.append(
                Finding(
                    node.at, word, f"`{word}` is who gave or placed a card or piece; {written.what} has none: write `this` or `you`", "this"
                )
            )
    return found


def _nobody(written: Written, text: Text) -> list[Finding]:
    """A scenario has no figure of its own, and the table's text no side."""
    found: list[Finding] = []
    rule = written.rule

    def blame(at: Place, why: str, suggestion: str) -> None:
        found.append(Finding(at, word_at(rule, at), f"{quoted(rule, at)} {why}", suggestion))

    for node in walk(text):
        if isinstance(node, Ref) and node.word == "this":
            blame(node.at, "is nobody in a scenario: name `a character of yours`, or bring it in and write `it`", "a character of yours")
        elif isinstance(node, Ref) and node.word in ("you", "yours") and written.role == TABLE:
            blame(node.at, "is nobody in the table's text, which belongs to no side: put it into `rule`, which each side has", "rule")
        elif isinstance(node, Event) and isinstance(node.who, Group):
            if "adjacent" in node.who.adjs:
                at = place_of(rule, "adjacent", node.who.at)
                blame(
                    at,
                    "is said of nobody in a scenario: write `adjacent to a character of yours` after the noun",
                    "adjacent to a character of yours",
                )
            for one in node.who.filters:
                if one.rel in NEARNESS and one.arg is None:
                    blame(one.at, "is said of nobody in a scenario: add `of a character of yours`", "of a character of yours")
    found += _deeds_of_nobody(written, text)
    return found


def _everyone(written: Written, text: Text) -> list[Finding]:
    """A card of a deck holds for everyone (STA-2), so nobody is its `this`."""
    said = "is nobody on a card of a deck, which holds for everyone (STA-2): write `figures`, `each character` or who is meant"
    return [
        Finding(node.at, word_at(written.rule, node.at), f"{quoted(written.rule, node.at)} {said}", "figures")
        for node in walk(text)
        if isinstance(node, Ref) and node.word == "this"
    ]


def _deeds_of_nobody(written: Written, text: Text) -> list[Finding]:
    found: list[Finding] = []

    def look(node: Node, doer: bool) -> None:
        if isinstance(node, May):
            for step in (*node.cost, *node.steps):
                look(step, node.who != Ref("you"))
            return
        if isinstance(node, Act):
            alone = node.verb in OF_A_FIGURE or (node.verb in ("move", "stand") and node.what is None)
            if not doer and node.who in (None, Ref("you")):
                word = word_at(written.rule, node.at)
                if written.role == TABLE and node.verb in OF_A_SIDE and node.who is None:
                    found.append(
                        Finding(
                            node.at, word, f"`{word}` is done by a side, and the table's text belongs to none: put it into `rule`", "rule"
                        )
                    )
                elif written.what == "a card" and node.verb in OF_A_SIDE:
                    found.append(
                        Finding(
                            node.at,
                            word,
                            f"`{word}` is done by a side, and a card of a deck is nobody's (STA-2): write who, as `each character`",
                            "each character",
                        )
                    )
                elif alone and written.what != "a card":
                    found.append(
                        Finding(
                            node.at,
                            word,
                            f"`{word}` is done by a figure, and a scenario is none: write who, as `a character of yours`",
                            "a character of yours",
                        )
                    )
            for step in node.body:
                look(step, False)
            return
        if isinstance(node, Or):
            for option in node.options:
                look(option, doer)
        elif isinstance(node, If):
            for step in (*node.steps, *node.other):
                look(step, doer)
        elif isinstance(node, Loop):
            for step in node.steps:
                look(step, doer)

    for step in text.change.steps if isinstance(text, While) else text.steps:
        look(step, isinstance(text, While) and written.what == "a card")  # `you` in an offered action is its doer's side
    return found
