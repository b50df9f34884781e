"""Check places that are said of what has left the map: near what is nowhere is nobody (DST-6), but it left a square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tipover.cards import ast
from tipover.cards.check_text import Finding, WrittenRule, finding
from tipover.cards.references import Introduced, Resolution
from tipover.cards.relation_words import ALIGNED
from tipover.cards.words import phrase_words

NEAR = ("within", "adjacent to", "in sight", "nearest to", "as near as possible to", *ALIGNED)
LEFT = ("knocked out", "removed", "leaves")  # events whose subject has left the map
TAKEN = ("knocks out", "takes")  # events whose object has
TAKES_OFF = ("remove", "discard", "put", "take")
BRINGS_BACK = ("place", "return", "swap", "move")
WAYS = ("move", "push", "pull")  # what is only done on the map
Key = object  # `this`, a name, `the owner`, or what a pronoun means


def check_gone(written: WrittenRule) -> list[Finding]:
    """`When this is knocked out, each rival within 2 moves 1.`, `Remove it. Each figure adjacent to it moves 1.`"""
    found: list[Finding] = []
    for text, resolution in written.resolved:
        if isinstance(text, ast.Do | ast.When):
            reader = _GoneReader(written.rule, resolution)
            gone = reader.by_event(text.event) if isinstance(text, ast.When) and text.event.time in ("when", "after") else set()
            found += reader.steps(text.steps, gone)
    return found


class _GoneReader:
    """Walks the steps of a text and knows what has left the map by then, with the words for it."""

    def __init__(self, rule: str, resolution: Resolution) -> None:
        self.rule = rule
        self.resolution = resolution

    def key(self, node: object) -> Key | None:
        """What a phrase means: one thing has one key."""
        meant: Introduced | None
        if isinstance(node, ast.Ref) and node.word in ("it", "this"):
            meant = self.resolution.meant.get(id(node))
            if any(one.at == node.at and (one.also is not None or one.or_this) for one in self.resolution.references):
                return None  # told as a word of two meanings
            return "this" if meant is None else self._of(meant)
        if isinstance(node, ast.Ref):
            return node.word if node.word not in ("you", "yours", "them", "this card") else None
        if isinstance(node, ast.Group) and node.det == "that":
            meant = self.resolution.meant.get(id(node))
            return None if meant is None else self._of(meant)
        if isinstance(node, ast.Group):
            introduced = self.resolution.introduced.get(id(node))
            return self._of(introduced) if introduced is not None else phrase_words(node) if node.nouns == ("owner",) else None
        return None

    def _of(self, meant: Introduced) -> Key:
        phrase = meant.phrase
        if isinstance(phrase, ast.Ref):
            return phrase.word
        return phrase_words(phrase) if isinstance(phrase, ast.Group) and phrase.nouns == ("owner",) else id(meant)

    def by_event(self, event: ast.EventClause) -> set[Key]:
        """What an event takes off the map."""
        who = event.who if event.verb in LEFT else event.what if event.verb in TAKEN else None
        key = self.key(who)
        return set() if key is None else {key}

    def steps(self, steps: tuple[ast.Step, ...], gone: set[Key], doer: ast.Phrase | None = None) -> Iterator[Finding]:
        """The steps in order; what a part that may be left out takes off is gone only inside it."""
        gone = set(gone)
        for step in steps:
            if isinstance(step, ast.Act):
                yield from self._said(step.who, gone, None)
                yield from self._said(replace(step, who=None, body=()), gone, step.who or doer)
                yield from self.steps(step.body, gone, doer)
                self._done(step, gone)
            elif isinstance(step, ast.May):
                yield from self._said(step.who, gone, None)
                yield from self.steps((*step.cost, *step.steps), gone, step.who if step.who != ast.YOU else None)
                gone -= self._brought((*step.cost, *step.steps))
            elif isinstance(step, ast.If):
                yield from self._said(step.cond, gone, doer)
                is_there = any(isinstance(node, ast.Filter) and node.rel == "on" for node in ast.walk(step.cond))
                yield from self.steps(step.steps, set() if is_there else gone, doer)
                yield from self.steps(step.other, gone, doer)
                gone -= self._brought((*step.steps, *step.other))
            elif isinstance(step, ast.Loop):
                yield from self._said(step.over, gone, doer)
                yield from self.steps(step.steps, gone, doer)
            elif isinstance(step, ast.Or):
                gone -= self._brought(step.options)

    def _done(self, act: ast.Act, gone: set[Key]) -> None:
        key = self.key(act.what)
        if key is None:
            return
        is_out = act.verb == "knock" and any(word == "out" for word, _ in act.how)
        if act.verb in TAKES_OFF or is_out:
            gone.add(key)
        elif act.verb in BRINGS_BACK:
            gone.discard(key)

    def _brought(self, steps: tuple[ast.Step, ...]) -> set[Key]:
        """What some of these steps, or steps inside them, may bring back."""
        acts = [node for step in steps for node in ast.walk(step) if isinstance(node, ast.Act) and node.verb in BRINGS_BACK]
        return {key for act in acts if (key := self.key(act.what)) is not None}

    def _said(self, said: object, gone: set[Key], doer: ast.Phrase | None) -> Iterator[Finding]:
        is_doer_gone = "this" in gone and (doer is None or self.key(doer) == "this")  # whom `adjacent` is measured from
        if isinstance(said, ast.Act) and said.verb == "challenge" and is_doer_gone and not any(word == "from" for word, _ in said.how):
            yield self._challenge(said)
            return
        placed = list(self._near_the_gone(said, gone, is_doer_gone))
        yield from placed
        if isinstance(said, ast.Act) and not placed and (blamed := self._done_from_nowhere(said, gone, doer)) is not None:
            yield blamed

    def _near_the_gone(self, said: object, gone: set[Key], is_doer_gone: bool) -> Iterator[Finding]:
        """Places that are said of what is gone."""
        for node in ast.walk(said) if gone and isinstance(said, ast.Node) else ():
            if isinstance(node, ast.Filter) and node.rel in NEAR:
                if (isinstance(node.arg, ast.Phrase) and self.key(node.arg) in gone) or (node.arg is None and "this" in gone):
                    yield self._blame(node.at, _relation(node), node.arg)
            elif isinstance(node, ast.Group) and "adjacent" in node.adjs and is_doer_gone:
                yield self._around(node)
            elif isinstance(node, ast.Group) and node.nouns == ("square",):
                owner = next((one.arg for one in node.filters if one.rel == "of"), node.det)
                if isinstance(owner, ast.Phrase) and self.key(owner) in gone:
                    yield self._blame(node.at, "in", owner)
            elif isinstance(node, ast.Act):
                for word, arg in node.how:
                    if word in ("toward", "away from") and isinstance(arg, ast.Phrase) and self.key(arg) in gone:
                        yield self._blame(node.at, word, arg)
            elif isinstance(node, ast.Cond) and node.op == "is" and isinstance(node.b, tuple) and isinstance(node.a, ast.Phrase):
                near = next((one for one in node.b if one.rel in NEAR and not one.neg), None)
                if near is not None and self.key(node.a) in gone:
                    yield self._blame(node.at, "if", node.a)

    def _blame(self, at: ast.TextPosition, link: str, what: ast.Phrase | None) -> Finding:
        words = phrase_words(what) if what is not None else "this"
        left = "its last square" if words == "it" else f"the last square of {words}"
        write = f"if {left} is …" if link == "if" else f"{link} {left}"
        return finding(self.rule, at, f"`{words}` has left the map by then, and near what is nowhere is nobody (DST-6): `{write}`")

    def _challenge(self, act: ast.Act) -> Finding:
        """A challenge by who has left: the others defend, with nobody who challenges."""
        target = next((arg for word, arg in act.how if word == "against"), None)
        around = self._moved(target) if isinstance(target, ast.Group) else "each rival adjacent to the last square of this"
        dice = act.n.terms[0][0] if act.n is not None else 2
        write = f"{around} defends against a challenge {dice}"
        found = finding(self.rule, act.at, f"who has left the map challenges nobody: `{write}`")
        words = f"challenge {dice} against {phrase_words(target)}" if isinstance(target, ast.Group) else ""
        is_whole = words and self.rule[act.at.offset :].startswith(words)
        return found._replace(word=words, suggestion=write) if is_whole else found

    def _done_from_nowhere(self, act: ast.Act, gone: set[Key], doer: ast.Phrase | None) -> Finding | None:
        """A move of who has left, and a move, push, pull or challenge by it: pushes and pulls are measured from the square that was left."""
        by, what = phrase_words(doer) if doer is not None else "this", phrase_words(act.what) if act.what is not None else ""
        is_by_gone = ("this" if doer is None else self.key(doer)) in gone
        if act.verb in WAYS and ((act.what is not None and self.key(act.what) in gone) or (act.what is None and is_by_gone)):
            why = f"`{what or by}` has left the map by then: `{act.verb}` it before, or `place` it, which brings it back"
            return finding(self.rule, act.at, why)
        if (
            not is_by_gone
            or act.verb not in ("push", "pull", "challenge")
            or any(one in ("toward", "away from", "from") for one, _ in act.how)
        ):
            return None
        if act.verb == "challenge":
            return (
                finding(self.rule, act.at, f"`{by}` has left the map by then, and challenges nobody: do it before")
                if doer is not None
                else None
            )
        link = "away from" if act.verb == "push" else "toward"
        far = act.n.terms[0][0] if act.n is not None else 1
        left = "its last square" if by == "it" else f"the last square of {by}"
        write = f"{act.verb} {what} {far} {link} {left}"
        return finding(self.rule, act.at, f"who has left the map is nowhere to {act.verb} from: do it before, or write `{write}`")

    def _around(self, group: ast.Group) -> Finding:
        """`each adjacent rival` of who has left, with what to write instead."""
        found, words = self._blame(group.at, "adjacent to", None), phrase_words(group)
        return found._replace(word=words, suggestion=self._moved(group)) if self.rule[group.at.offset :].startswith(words) else found

    def _moved(self, group: ast.Group) -> str:
        """The words for those beside the square that was left, for those beside who left it."""
        square = ast.Group("the", (), ("last square",), (ast.Filter("of", ast.THIS, at=group.at),), group.at)
        adjs, filters = (
            tuple(word for word in group.adjs if word != "adjacent"),
            (*group.filters, ast.Filter("adjacent to", square, at=group.at)),
        )
        return phrase_words(replace(group, adjs=adjs, filters=filters))


def _relation(one: ast.Filter) -> str:
    return {"within": f"within {one.n} of", "in sight": "in sight of"}.get(one.rel, one.rel)
