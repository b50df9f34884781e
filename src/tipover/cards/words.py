"""From tree to text: the one spelling of every text, `words`, and the same as a player sees it, `shown`."""

from __future__ import annotations

from tipover.cards.ast import (
    Act,
    Change,
    Do,
    Filter,
    Group,
    How,
    If,
    Instead,
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Ref,
    Step,
    Text,
    When,
    While,
    is_plural,
)
from tipover.cards.vocabulary import OCCASIONS, PLAIN_VERBS, VERBS
from tipover.cards.words_phrases import PhraseWords, points

__all__ = ["phrase_words", "print_lines", "print_rule", "shown", "words"]


def words(text: Text) -> str:
    """The canonical spelling of a text."""
    return _Words().text(text)


def shown(text: Text, short_name: str) -> str:
    """The same with `this` replaced by the figure's short name, nothing else."""
    return _Words(short_name).text(text)


def print_rule(texts: list[Text]) -> str:
    """A rule in one line."""
    return " ".join(words(text) for text in texts)


def print_lines(texts: list[Text]) -> str:
    """A rule with each text on its own line."""
    return "\n".join(words(text) for text in texts)


def phrase_words(phrase: Phrase) -> str:
    """The canonical spelling of a noun phrase."""
    return PhraseWords().phrase(phrase)


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


class _Words(PhraseWords):
    """Spells texts, steps and changes."""

    def text(self, text: Text) -> str:
        """A text with the sentences that close it."""
        if isinstance(text, Do):
            said = self._sentences(text.steps)
        elif isinstance(text, While):
            said = self._standing(text)
        else:
            said = self._sentences(text.steps, f"{self._trigger(text)}, ")
        return " ".join([*said, *(f"{limit}." for limit in text.limits)])

    def _trigger(self, text: When | Instead) -> str:
        if text.event.verb == "round ends":
            return "before the round ends"
        return f"{'instead of' if isinstance(text, Instead) else text.event.time} {self.event(text.event)}"

    def _standing(self, text: While) -> list[str]:
        head = f"while {self.cond(text.cond)}, " if text.cond else ""
        change = text.change
        if change.verb == "offer" and change.what is not None:
            return self._sentences(change.steps, f"{head}as {self.phrase(change.what)}, ")
        return [_sentence(head + self._change(change))]

    def _sentences(self, steps: tuple[Step, ...], head: str = "") -> list[str]:
        said: list[str] = []
        for step in steps:
            said.append(_sentence(head + self._step(step, False)))
            head = ""
            if isinstance(step, If) and step.other:
                said.append(_sentence(f"otherwise, {self._body(step.other, False)}"))
        return said

    # --- steps; permitted: inside a `may`, where a challenge is spelled `do a challenge` ---

    def _body(self, steps: tuple[Step, ...], permitted: bool) -> str:
        return ", then ".join(self._step(step, permitted) for step in steps)

    def _step(self, step: Step, permitted: bool) -> str:
        if isinstance(step, Act):
            return self._clause(step, permitted)
        if isinstance(step, Or):
            return self._or(step, permitted)
        if isinstance(step, May):
            cost = f"{self._body(step.cost, True)} to " if step.cost else ""
            return f"{self.subject(step.who)} may {cost}{self._body(step.steps, True)}"
        if isinstance(step, If):
            return f"if {self.cond(step.cond)}, {self._body(step.steps, permitted)}"
        if isinstance(step, Loop):
            over = f"for {self.phrase(step.over)}" if isinstance(step.over, Group) else f"{self.num(step.over)} times"
            return f"{over}: {self._body(step.steps, permitted)}"
        head = f"until {self.event(step.until)}, " if step.until else ""
        return head + (f"while {self.cond(step.cond)}, " if step.cond else "") + self._change(step.change)

    def _or(self, step: Or, permitted: bool) -> str:
        if len({option.who for option in step.options}) > 1:
            return ", or ".join(self._clause(option, permitted) for option in step.options)
        first, *others = step.options
        return " or ".join([self._clause(first, permitted), *(self._deed(option, permitted) for option in others)])

    def _clause(self, act: Act, permitted: bool) -> str:
        deed = self._deed(act, permitted)
        return deed if act.who is None else f"{self.subject(act.who)} {deed}"

    def _deed(self, act: Act, permitted: bool) -> str:
        """A deed without its doer, its verb with the doer's ending."""
        third = act.who is not None and not is_plural(act.who)
        if act.verb == "challenge":
            said = self._challenge(act)
            return f"{'does' if third else 'do'} a {said}" if permitted or act.who is not None else said
        verb = VERBS[act.verb].third if third else act.verb
        rest = self._rest(act, permitted)
        return f"{verb} {rest}" if rest else verb

    def _challenge(self, act: Act) -> str:
        how = dict(act.how)
        said = "basic challenge" if "basic" in how else f"challenge {self._n(act)}"
        if "range" in how:
            said = f"range {how['range']} {said}"
        return " ".join([said, *self._ways(act.how, ("from", "against"))])

    def _ways(self, how: tuple[How, ...], of: tuple[str, ...]) -> list[str]:
        return [f"{word} {self._arg(arg)}" for word, arg in how if word in of]

    def _arg(self, arg: Phrase | int | tuple[Filter, ...] | None) -> str:
        if isinstance(arg, Ref | Group | Join):
            return self.phrase(arg)
        return self.filters(arg) if isinstance(arg, tuple) else str(arg)

    def _n(self, act: Act) -> str:
        assert act.n is not None, act
        return self.num(act.n)

    def _rest(self, act: Act, permitted: bool) -> str:
        verb = act.verb
        what = self.phrase(act.what) if act.what is not None else ""
        to = self._arg(act.to) if act.to is not None else ""
        word = act.how[0][0] if act.how else ""
        if verb in PLAIN_VERBS or verb == "win":
            return what
        if verb == "move":
            return self._move(act, what)
        if verb in ("push", "pull"):
            return f"{what} {self._n(act)}"
        if verb in ("gain", "lose"):
            return what if act.n is None else points(self, act.n)
        if verb == "control":
            return f"{what}: {self._body(act.body, permitted)}"
        if verb == "defend":
            return f"against a challenge {self._n(act)}"
        if verb == "put":
            return f"{what} on the {self._n(act)} of {to}"
        if verb == "shift":
            return f"{what} {word} {self._n(act)}"
        return {
            "place": f"{what} {to}",
            "swap": f"{what} with {to}",
            "give": f"{what} to {to}",
            "choose": f"in secret {what}" if word else what,
            "do": f"{what} in either order" if word else what,
            "stand": f"{what} up" if what else "up",
            "knock": f"{what} {word}",
            "turn": f"{what} to a {word}",
            "add": f"{what} to the roll",
            "make": f"{what} the target",
        }[verb]

    def _move(self, act: Act, what: str) -> str:
        said = f"{what} {self._n(act)}" if what else self._n(act)
        for word, arg in act.how:
            if word == "straight":
                said += " in a straight line"
            else:
                said += f"{', ' if word in ('through', 'ending') else ' '}{word} {self._arg(arg)}"
        return said

    # --- changes ---

    def _change(self, change: Change) -> str:
        assert change.who is not None, change
        who, plural = self.subject(change.who), is_plural(change.who)
        what = self.phrase(change.what) if change.what is not None else ""
        how = [word for word, _ in change.how]
        if change.verb == "rolls" and change.n is not None:
            return f"{who} {'roll' if plural else 'rolls'} {self._dice(change.n, how, what)}"
        if change.verb == "has" and change.n is not None:
            way, stat = how
            number = f"{stat} {self.num(change.n)}" if way == "set" else self.num(change.n, f"{way} {stat}")
            return f"{who} {'have' if plural else 'has'} {number}"
        if change.verb in ("pay", "may-pay") and change.n is not None:
            verb = "may pay" if change.verb == "may-pay" else "pay" if plural else "pays"
            return f"{who} {verb} {self.num(change.n)} {how[0]} for {what}"
        if change.verb == "can":
            return (
                f"{who} can move through {self._arg(change.how[0][1])}"
                if how[0] == "through"
                else f"{who} can do {what} while knocked down"
            )
        if change.verb == "counts-as":
            return f"{who} {'count' if plural else 'counts'} as {what or how[0]}"
        return f"{who} cannot " + {"cannot": f"do {what}", "cannot-interact": f"interact with {what}"}.get(
            change.verb, f"be {how[0] if how else ''}"
        )

    def _dice(self, n: Num, how: list[str], what: str) -> str:
        way, occasion = how
        said = f"{self.num(n, f'{_dice_word(n)} {way}')} when {occasion}"
        return " ".join(word for word in (said, OCCASIONS[occasion] if what else "", what) if word)


def _dice_word(n: Num) -> str:
    return "die" if n.terms[0][0] == 1 else "dice"
