"""Check words that refer to something earlier: `the target`, `If it wins`, `passed through`, `them`, `this card` …"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tipover.cards import ast
from tipover.cards.check_pronouns import beside_whom_it_is_offered, of_the_text_before, pronouns, turns_and_squares
from tipover.cards.check_text import (
    ABILITY,
    CARD,
    ITEM,
    PIECE,
    SCENARIO,
    TABLE,
    Finding,
    WrittenRule,
    finding,
    finding_about,
    position_of,
)
from tipover.cards.introducing import FIXED_SLOTS
from tipover.cards.program import TARGET
from tipover.cards.references import Resolution, is_of_noun
from tipover.cards.vocabulary import CHALLENGES, OF_A_CHALLENGE, REFS, ROLL_EVENTS, plural_of
from tipover.cards.words import phrase_words
from tipover.cards.words_phrases import article

GOING_ON = ("challenged", "challenge by", "challenge against", *ROLL_EVENTS)  # events of a challenge that is still undecided
# What is said of a challenger, and of the one who is challenged.
OTHERWISE = {"wins": ("wins", "withstands a challenge"), "loses": ("loses", "is beaten")}
# Deeds that need a figure to do them; a scenario has none of its own.
OF_A_FIGURE = ("challenge", "defend", "roll", "do", "control", "push", "pull")
OF_SOMEBODY = ("challenge", "defend", "do", "take")  # the same for a card of a deck, by which dice are rolled and figures are controlled
OF_A_SIDE = ("gain", "lose", "win")
NEARNESS = ("within", "in sight")
MOST_SUCCESSES = 3  # of one ordinary die (CHA-12)
UNBOUNDED = 1000  # more successes than any card can ask for
# Nouns of which there are mostly several, so that `the` alone does not say which one.
MANY_OF_THEM = {"figure", "character", "companion", "minion", "objective", "ally", "rival", "thing", "token", "marker", "item", "card"}
FIGURES_WITH_A_COMPANION = {"figure", "character", "ally", "rival", "target", "challenger", "owner"}
STILL_MANY = ("adjacent to", "within", "in sight", "of")  # relations that several things may have
MANY_OF_THEM |= {"ability token", "blue token", "red token", "silver token", "gold token", "point marker", "wall", "square"}


def check_references(written: WrittenRule) -> list[Finding]:
    """Words that refer to nothing, or to several things where one is needed."""
    found: list[Finding] = []
    has_names = False  # whether a text before named somebody
    for text, resolution in written.resolved:
        walker = _ReferenceWalker(written.rule, text)
        walker.text(text)
        found += walker.found
        found += pronouns(written.rule, text, resolution)
        found += _others_of_nobody(written.rule, text, resolution)
        found += _the_only_one(written, text, resolution)
        found += _of_the_text(written.rule, text, written.role in (CARD, PIECE, ITEM))
        found += _of_the_last_alone(written.rule, text)
        found += beside_whom_it_is_offered(written.rule, text, resolution)
        found += turns_and_squares(written.rule, text, resolution)
        if has_names:
            found += of_the_text_before(written.rule, text, resolution)
        has_names = has_names or bool(resolution.known)
        found += _missing_cards(written, text)
        if written.role in (SCENARIO, TABLE):
            found += _missing_figures(written, text)
        elif written.what == "a card":
            found += _this_of_nobody(written, text) + _deeds_of_nobody(written, text)
    return found


def aim(act: ast.Act) -> ast.Phrase | None:
    """The target that a challenge names, if it names one."""
    for word, arg in act.how:
        if word == "against" and isinstance(arg, ast.Phrase):
            return arg
    return None


class _ReferenceWalker:
    """Walks a text in order and remembers the last challenge, roll and move."""

    def __init__(self, rule: str, text: ast.Text) -> None:
        self.rule = rule
        self.found: list[Finding] = []
        self._begin(None if isinstance(text, ast.Do | ast.While) else text.event)

    def _begin(self, event: ast.EventClause | None) -> None:
        """Nothing has been done yet since an event, or since a player began the text."""
        self.event = event
        self.challenge = False
        self.is_of_challenge = event is not None and event.verb in OF_A_CHALLENGE
        self.several = False  # the last challenge was one of several, so `it wins` is ambiguous
        self.targets = False  # the last challenge had several targets
        self.rolled = event is not None and event.verb in ROLL_EVENTS and event.time != "before"
        self.ordinary: int | None = None  # the most successes of the last roll, if it is known and of ordinary dice alone
        self.moved = False

    def blame(self, at: ast.TextPosition, words: int, problem: str, write: str = "") -> None:
        self.found.append(finding_about(self.rule, at, problem, words, write))

    # --- the text in order ---

    def text(self, text: ast.Text) -> None:
        if isinstance(text, ast.While):
            self._standing(text)
            return
        if not isinstance(text, ast.Do):
            self._event(text.event)
        self.steps(text.steps)

    def _event(self, event: ast.EventClause) -> None:
        """An event is what first brings in a challenge, so it cannot speak of that challenge itself."""
        for node in ast.walk(event):
            if isinstance(node, ast.Group) and node.nouns[0] in ("challenger", "target"):
                self.blame(node.at, 2, "is known only when this has happened: name `a rival` or `this`")
            elif not isinstance(node, ast.Group):
                self._needs(node)

    def _waiting(self, trigger: ast.When) -> None:
        """A trigger that lasts: it runs later, so that no challenge, roll or move of the text around it is meant in it."""
        self.search(trigger.until, trigger.event)
        before = self.event, self.challenge, self.is_of_challenge, self.several, self.targets, self.rolled, self.ordinary, self.moved
        self._begin(trigger.event)
        self.steps(trigger.steps)
        self.event, self.challenge, self.is_of_challenge, self.several, self.targets, self.rolled, self.ordinary, self.moved = before

    def _standing(self, rule: ast.While) -> None:
        self.search(rule.until, rule.cond)
        self._change(rule.change)

    def _change(self, change: ast.Change) -> None:
        self.search(change.who, change.n, change.what, *(arg for _, arg in change.how))
        self.steps(change.steps)

    def steps(self, steps: Iterable[ast.Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: ast.Step) -> None:
        if isinstance(step, ast.Act):
            self._act(step)
        elif isinstance(step, ast.Or):
            for option in step.options:
                self._act(option)
        elif isinstance(step, ast.May):
            self.search(step.who)
            self.steps((*step.cost, *step.steps))
            self._loop_body(ast.is_several(step.who), step.steps)
        elif isinstance(step, ast.If):
            self.search(step.cond)
            self.steps((*step.steps, *step.other))
        elif isinstance(step, ast.Loop):
            self.search(step.over)
            self.steps(step.steps)
            self._loop_body(True, step.steps)
        elif isinstance(step, ast.When):
            self._waiting(step)
        else:
            self._standing(step)

    def _loop_body(self, repeated: bool, steps: tuple[ast.Step, ...]) -> None:
        """After a loop its challenge was one of several; inside the loop it is the only one."""
        if repeated and any(_is_challenge(node) for step in steps for node in ast.walk(step)):
            self.several = True

    def _act(self, act: ast.Act) -> None:
        self.search(act.who, act.what, act.to, *(arg for _, arg in act.how))
        if _is_challenge(act):
            self.challenge = True
            self.targets = ast.is_several(aim(act))
            self.several = self.targets or ast.is_several(act.who)
        self.search(act.n)
        if act.verb in ("roll", "defend") or _is_challenge(act):
            self.rolled, self.ordinary = True, _most_successes(act)
        self.moved = self.moved or act.verb == "move"
        is_over = (
            self.event is None or self.event.verb not in GOING_ON or (self.event.time == "after" and self.event.verb in OF_A_CHALLENGE)
        )
        if act.verb == "make" and is_over:
            self.blame(act.at, 1, "changes the target of a challenge that is going on: begin with `When this is challenged`")
        if act.verb in ("turn", "reroll", "add") and not self._has_a_roll(act):
            why = "changes a roll, and the roll of this text is over then" if self.rolled else "changes a roll, and nothing is rolled"
            self.blame(act.at, 1, f"{why}: begin with `After this rolls dice`")
        self.steps(act.body)

    def _has_a_roll(self, act: ast.Act) -> bool:
        """Whether the event that the text waits for has a roll to change.

        Dice are added, and one is set (CHA-13), before they fall too; what one shows is seen, and rolled again, only when they have fallen.
        """
        event = self.event
        if event is None or event.verb not in GOING_ON:
            return False
        shown = act.verb == "reroll" or (isinstance(act.what, ast.Group) and act.what.nouns != ("die",))
        has_fallen = event.verb in ROLL_EVENTS and event.time != "before"
        is_over = event.verb not in ROLL_EVENTS and event.time == "after"
        return has_fallen or not (is_over or (shown and act.verb != "add"))

    # --- words that refer to something earlier ---

    def search(self, *nodes: object) -> None:
        """Search phrases, numbers, conditions and events for words that refer to something."""
        for node in ast.walk_value(nodes):
            self._needs(node)

    def _needs(self, node: ast.Node) -> None:
        if isinstance(node, ast.Group):
            for noun in node.nouns:
                self._noun(node, noun)
        elif isinstance(node, ast.Filter) and node.rel == "passed through" and not self.moved:
            self.blame(node.at, 2, "needs a move before it in this text: `Move 3, through rivals.`")
        elif isinstance(node, ast.Cond):
            self._cond(node)

    def _noun(self, group: ast.Group, noun: str) -> None:
        if noun == "target":
            if not self.challenge and not self.is_of_challenge:
                self.blame(group.at, 2, "needs a challenge before it in this text; choose one and write `it`, or name `a rival`")
            elif self.targets and group.det == "the":
                self.blame(group.at, 2, "is one of several, for the challenge was against each", write="each target")
        elif noun == "challenger" and (self.event is None or self.event.verb not in CHALLENGES):
            self.blame(group.at, 2, "needs a trigger with a challenge: `After a challenge against this`; one's own challenger is `this`")
        elif noun == "challenger" and self.event is not None and self.event.verb in OTHERWISE:
            won, meant = OTHERWISE[self.event.verb]
            who = "`this`" if self.event.who == ast.THIS else "`it`"
            self.blame(group.at, 2, f"is here who {won} itself, {who}; if it is who was challenged, write `{meant}` before")
        elif noun == "success" and not self.rolled:
            self.blame(position_of(self.rule, "success", group.at), 1, "needs a roll before it in this text: `Roll 3 dice.`")
        elif noun == "success" and self.ordinary is not None and _fewest(group) > self.ordinary:
            why = f"are more than that roll can have: {self.ordinary} at most, {MOST_SUCCESSES} on a die (CHA-12)"
            self.blame(group.at, 4, why)
        elif noun == "square moved" and not self.moved:
            self.blame(position_of(self.rule, "square", group.at), 2, "needs a move before it in this text: `Move 3.`")

    def _cond(self, cond: ast.Cond) -> None:
        if cond.op in ("wins", "loses"):
            if not self.challenge:
                self.blame(cond.at, 2, "needs a challenge before it in this text: `Challenge 2.`")
            elif self.several:
                remedy = "write `For each adjacent rival: challenge 2 against it, then if it wins, …`"
                self.blame(cond.at, 2, f"is said of several challenges: {remedy}")
        elif cond.op in ("match", "total") and not self.rolled:
            self.blame(cond.at, 2 if cond.op == "total" else 3, "needs a roll before it in this text: `Roll 3 dice.`")
        elif cond.op == "total" and self.ordinary is not None:
            why = "is that of dice with numbers, which a pack declares; ordinary dice have successes: `If there are 2 or more successes`"
            self.blame(cond.at, 2, why)


def _most_successes(roll: ast.Act) -> int | None:
    """The most successes of a roll of ordinary dice; None if a die of another kind may be among them, `UNBOUNDED` if it is not known."""
    if any(word == "adding" for word, _ in roll.how):
        return None
    if roll.verb != "roll":
        return UNBOUNDED
    dice = roll.what
    if not isinstance(dice, ast.Group) or dice.nouns != ("die",):
        return None
    if roll.n is not None or dice.filters:
        return UNBOUNDED
    return MOST_SUCCESSES * dice.det if isinstance(dice.det, int) else MOST_SUCCESSES if dice.det == "a" else UNBOUNDED


def _fewest(group: ast.Group) -> int:
    """How many of something a group asks for at least: `7 or more successes`."""
    return group.det[1] if isinstance(group.det, tuple) and group.det[0] == "or more" else 0


def _is_challenge(node: ast.Node) -> bool:
    if not isinstance(node, ast.Act):
        return False
    return node.verb == "challenge" or (
        node.verb == "do"
        and node.what is not None
        and any(isinstance(one, ast.Group) and "challenge" in one.nouns for one in ast.walk(node.what))
    )


def _of_the_last_alone(rule: str, text: ast.Text) -> list[Finding]:
    """`a rival or an ally within 2`: the relation is said of the last alone, which is easily read otherwise, so that it is told."""
    found: list[Finding] = []
    for node in ast.walk(text):
        last = node.parts[-1] if isinstance(node, ast.Join) else None
        if not isinstance(node, ast.Join) or not isinstance(last, ast.Group) or not last.filters:
            continue
        before = [
            one for one in node.parts[:-1] if isinstance(one, ast.Group) and one.det not in ("the", "that", "those") and not one.filters
        ]
        if not before:
            continue
        relation, alone = (
            phrase_words(last).removeprefix(phrase_words(replace(last, filters=()))).strip(),
            phrase_words(replace(last, filters=())),
        )
        shared = phrase_words(replace(last, nouns=(*(noun for one in before for noun in one.nouns), *last.nouns)))
        both = (
            f"for both write `{shared}`"
            if node.word == "or" and all(one.det == last.det and one.adjs == last.adjs for one in before)
            else "for both write two deeds"
        )
        at = last.filters[0].at
        about = finding_about(rule, at, f"is said of `{alone}` alone here: {both}", len(relation.split()))
        found.append(about._replace(warning=True))
    return found


# --- others, the only one, any one ---------------------------------------------------------------------------------------


def _others_of_nobody(rule: str, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """`other allies` where nobody was chosen before: `allies` and `rivals` are never the figure itself."""
    found: list[Finding] = []
    for node in ast.walk(text):
        if (
            isinstance(node, ast.Group)
            and "other" in node.adjs
            and set(node.nouns) <= {"ally", "rival"}
            and not resolution.excluded[id(node)]
        ):
            plural = plural_of(node.nouns[0])
            at = position_of(rule, "other", node.at)
            about = finding_about(
                rule, at, f"leaves nobody out here: `{plural}` are never the figure itself, and nobody was chosen before", 2
            )
            found.append(about._replace(suggestion=about.word.partition(" ")[2]))
        elif (
            isinstance(node, ast.Group)
            and node.nouns in (("opponent",), ("side",))
            and ast.is_other(node)
            and not resolution.excluded[id(node)]
        ):
            found.append(
                finding_about(rule, node.at, "leaves nobody out here: no side was chosen before; write `an opponent` or `each opponent`", 2)
            )
    return found


def _the_only_one(written: WrittenRule, text: ast.Text, resolution: Resolution) -> list[Finding]:
    """`the rival`, `the Net token`, of which there may be several: one that was named before is `that rival`, any other is chosen or described."""
    rule, found = written.rule, list[Finding]()
    several = MANY_OF_THEM | {noun for noun, number in written.names.numbers.items() if number > 1}
    event = None if isinstance(text, ast.Do | ast.While) else text.event
    for node in ast.walk(text):
        if not isinstance(node, ast.Group) or node.det != "the" or not several.issuperset(node.nouns):
            continue
        if node.filters and ("square" in node.nouns or any(one.rel not in STILL_MANY or _is_of_one(node, one) for one in node.filters)):
            continue
        noun, offset = node.nouns[-1], node.at.offset
        before = [one for one in resolution.known if not one.is_group and one.phrase.at.offset < offset and one.phrase is not node]
        words = phrase_words(node).removeprefix("the ")
        about = finding_about(rule, node.at, "", 1 + len(words.split()))
        if node.filters:
            ways = f"for one that is chosen write `{article(words)} {words}`, for all of them `each {words}`"
            found.append(about._replace(reason=f"`the {words}` may be several: {ways}"))
            continue
        if not node.adjs and any(is_of_noun(one, noun) for one in before):
            said = f"`the {noun}` is not known as one of several: for the one named before write `that {noun}`"
            found.append(about._replace(reason=said, suggestion=f"that {noun}"))
            continue
        is_challenged = any(one.slot == TARGET for one in before) and noun in ("rival", "figure", "character")
        others = ", for the one challenged `the target`" if is_challenged else ""
        about = about._replace(suggestion="the target" if is_challenged and not node.adjs else "")
        if event is not None and event.verb in CHALLENGES:
            others += ", for the one who challenges `the challenger`"
        ways = f"for one that is chosen write `{article(words)} {words}`, for all of them `each {words}`{others}"
        found.append(about._replace(reason=f"`the {words}` stands for nobody: none was named before it in this text; {ways}"))
    return found


def _is_of_one(node: ast.Group, relation: ast.Filter) -> bool:
    """Whether a relation leaves only one: a character has one companion (SUP-10)."""
    whose = relation.arg
    if node.nouns != ("companion",) or relation.rel != "of":
        return False
    if isinstance(whose, ast.Ref):
        return whose.word in ("this", "it") or whose.word not in REFS
    return isinstance(whose, ast.Group) and not ast.is_several(whose) and FIGURES_WITH_A_COMPANION.issuperset(whose.nouns)


def _of_the_text(rule: str, text: ast.Text, has_owner: bool) -> Iterable[Finding]:
    """`its owner`, `the challenger of it`: who owns the card, challenges or is challenged is the text's, and nobody's possession."""
    for node in ast.walk(text):
        if not isinstance(node, ast.Group) or node.nouns[0] not in FIXED_SLOTS:
            continue
        noun = node.nouns[0]
        if isinstance(node.det, ast.Phrase) or any(one.rel == "of" for one in node.filters):
            who = {"owner": "gave or placed this", "challenger": "challenges", "target": "is challenged"}[noun]
            about = finding_about(rule, node.at, "", len(phrase_words(node).split()))
            reason = f"`{phrase_words(node)}` is nobody: `the {noun}` is who {who}, and nobody else has one"
            yield about._replace(reason=reason, suggestion="" if noun == "owner" and not has_owner else f"the {noun}")


# --- whose words ---------------------------------------------------------------------------------------------------------


def _missing_cards(written: WrittenRule, text: ast.Text) -> list[Finding]:
    """`this card`, `the owner` and `the token paid` where there is no card, no piece with an owner, or no price."""
    found: list[Finding] = []
    for node in ast.walk(text):
        if isinstance(node, ast.Act) and node.verb == "give" and node.what == ast.Ref("this card") and written.what == "a status":
            why = f"a status that somebody has is not given again (STA-1): write `Discard this card. Give {written.name} to …`"
            found.append(finding(written.rule, node.at, why))
        if isinstance(node, ast.Ref) and node.word == "this card" and written.role not in (CARD, ITEM):
            problem = f"stands on statuses, items and cards of a deck; {written.what} is none"
            found.append(finding_about(written.rule, node.at, problem, 2, write="this"))
        elif (
            isinstance(node, ast.Group)
            and "owner" in node.nouns
            and not isinstance(node.det, ast.Phrase)
            and written.role not in (CARD, PIECE, ITEM)
        ):
            problem = f"is who gave or placed a card or piece; {written.what} has none: write `this` or `you`"
            found.append(finding_about(written.rule, node.at, problem, 2))
        elif isinstance(node, ast.Group) and "token paid" in node.nouns and written.role != ABILITY:
            problem = f"is what an ability costs; {written.what} costs none: say which, as `an ability token on your track`"
            found.append(finding_about(written.rule, node.at, problem, 3))
    return found


def _missing_figures(written: WrittenRule, text: ast.Text) -> list[Finding]:
    """Words that mean nobody: a scenario has no figure of its own, and the text of the table no side."""
    found: list[Finding] = []
    rule = written.rule

    def blame(at: ast.TextPosition, problem: str) -> None:
        found.append(finding_about(rule, at, problem))

    for node in ast.walk(text):
        if isinstance(node, ast.Ref) and node.word == "this":
            blame(node.at, "is nobody in a scenario: name `a character of yours`, or bring it in and write `it`")
        elif isinstance(node, ast.Ref) and node.word in ("you", "yours") and written.role == TABLE:
            blame(node.at, "is nobody in the table's text, which belongs to no side: put it into `rule`, which each side has")
        elif isinstance(node, ast.EventClause) and isinstance(node.who, ast.Group):
            if "adjacent" in node.who.adjs:
                at = position_of(rule, "adjacent", node.who.at)
                blame(at, "is said of nobody in a scenario: write `adjacent to a character of yours` after the noun")
            for one in node.who.filters:
                if one.rel in NEARNESS and one.arg is None:
                    blame(one.at, "is said of nobody in a scenario: add `of a character of yours`")
    found += _deeds_of_nobody(written, text)
    return found


def _this_of_nobody(written: WrittenRule, text: ast.Text) -> list[Finding]:
    """`this` on a card of a deck, which is in force for everyone and belongs to nobody (STA-2)."""
    problem = "is nobody on a card of a deck, which holds for everyone (STA-2): write `figures`, `each character` or who is meant"
    return [finding_about(written.rule, node.at, problem) for node in ast.walk(text) if isinstance(node, ast.Ref) and node.word == "this"]


def _deeds_of_nobody(written: WrittenRule, text: ast.Text) -> list[Finding]:
    """Deeds without a doer, where the text belongs to no figure or to no side."""
    found: list[Finding] = []

    def search(step: ast.Step, doer: bool) -> None:
        if isinstance(step, ast.Act):
            if not doer and step.who in (None, ast.YOU) and (problem := _missing_doer(written, step)):
                found.append(finding_about(written.rule, step.at, problem))
            doer = False
        elif isinstance(step, ast.May):
            doer = step.who != ast.YOU
        for inner in ast.inner_steps(step):
            search(inner, doer)

    for step in ast.steps_of(text):
        search(step, isinstance(text, ast.While) and written.what == "a card")  # `you` in an offered action is the side of its doer
    return found


def _missing_doer(written: WrittenRule, act: ast.Act) -> str:
    """What is wrong with a deed that nobody does; empty if the text itself can do it."""
    if written.role == TABLE and act.verb in OF_A_SIDE and act.who is None:
        return "is done by a side, and the table's text belongs to none: put it into `rule`"
    if written.what == "a card":
        if act.verb in OF_A_SIDE:
            return "is done by a side, and a card of a deck is nobody's (STA-2): write who, as `each character`"
        is_measured = any(word in ("toward", "away from") for word, _ in act.how)
        if (
            act.verb in OF_SOMEBODY
            or (act.verb in ("move", "stand") and act.what is None)
            or (act.verb in ("push", "pull") and not is_measured)
        ):
            return "is done by a figure, and a card of a deck is nobody's (STA-2): write who, as `each character` or `the owner`"
        return ""
    if act.verb in OF_A_FIGURE or (act.verb in ("move", "stand") and act.what is None):
        return "is done by a figure, and a scenario is none: write who, as `a character of yours`"
    return ""
