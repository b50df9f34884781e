"""Print syntax trees: `words` gives the canonical spelling of a text, `shown` the same as a player sees it."""

from __future__ import annotations

from tipover.cards import ast
from tipover.cards.ast import is_plural
from tipover.cards.vocabulary import DOING, OCCASIONS, PLAIN_VERBS, VERBS
from tipover.cards.words_phrases import PhraseWords, points

__all__ = ["phrase_words", "print_lines", "print_rule", "shown", "step_words", "words"]


def words(text: ast.Text) -> str:
    """The canonical spelling of a text."""
    return _Words().text(text)


def shown(text: ast.Text, short_name: str) -> str:
    """The canonical spelling with `this` replaced by the figure's short name and nothing else changed.

    Remembered by the identity of the text: its tree takes long to print and to compare, and a table asks for it at every turn.
    """
    known = _SHOWN.get((id(text), short_name))
    if known is None:
        if len(_SHOWN) >= MOST_SHOWN:
            _SHOWN.clear()
        known = _SHOWN[id(text), short_name] = (text, _Words(short_name).text(text))  # with the text, so that no other gets its id
    return known[1]


MOST_SHOWN = 2000
_SHOWN: dict[tuple[int, str], tuple[ast.Text, str]] = {}


def print_rule(texts: list[ast.Text]) -> str:
    """The texts of a rule on one line."""
    return " ".join(words(text) for text in texts)


def print_lines(texts: list[ast.Text]) -> str:
    """The texts of a rule, each on its own line."""
    return "\n".join(words(text) for text in texts)


def step_words(step: ast.Step, short_name: str = "this", card: str = "this card") -> str:
    """The canonical spelling of one step, without a full stop, with `short_name` for `this` and `card` for `this card`."""
    return _Words(short_name, card)._step(step, False)


def phrase_words(phrase: ast.Phrase, short_name: str = "this") -> str:
    """The canonical spelling of a noun phrase, with `short_name` for `this`."""
    return PhraseWords(short_name).phrase(phrase)


def _sentence(printed: str) -> str:
    return f"{printed[:1].upper()}{printed[1:]}."


class _Words(PhraseWords):
    """Prints texts, steps and changes."""

    def text(self, text: ast.Text) -> str:
        """A text with its limits (`Once per turn.`)."""
        if isinstance(text, ast.Do):
            printed = self._sentences(text.steps)
        elif isinstance(text, ast.While):
            printed = self._standing(text)
        else:
            printed = self._sentences(text.steps, f"{self._trigger(text)}, ")
        return " ".join([*printed, *(f"{limit}." for limit in text.limits)])

    def _trigger(self, text: ast.When | ast.Instead) -> str:
        if text.event.verb == "round ends":
            return "before the round ends"
        return f"{'instead of' if isinstance(text, ast.Instead) else text.event.time} {self.event(text.event)}"

    def _standing(self, text: ast.While) -> list[str]:
        head = f"while {self.cond(text.cond)}, " if text.cond else ""
        change = text.change
        if change.verb == "offer" and change.what is not None:
            return self._sentences(change.steps, f"{head}as {self.phrase(change.what)}, ")
        return [_sentence(head + self._change(change))]

    def _sentences(self, steps: tuple[ast.Step, ...], head: str = "") -> list[str]:
        printed: list[str] = []
        for step in steps:
            printed.append(_sentence(head + self._step(step, False)))
            head = ""
            if isinstance(step, ast.If) and step.other:
                printed.append(_sentence(f"otherwise, {self._body(step.other, False)}"))
        return printed

    # --- steps; `permitted`: inside a `may`, where a challenge is written `do a challenge` ---

    def _body(self, steps: tuple[ast.Step, ...], permitted: bool) -> str:
        return ", then ".join(self._step(step, permitted) for step in steps)

    def _step(self, step: ast.Step, permitted: bool) -> str:
        if isinstance(step, ast.Act):
            return self._clause(step, permitted)
        if isinstance(step, ast.Or):
            return self._or(step, permitted)
        if isinstance(step, ast.May):
            cost = f"{self._body(step.cost, True)} to " if step.cost else ""
            return f"{self.subject(step.who)} may {cost}{self._body(step.steps, True)}"
        if isinstance(step, ast.If):
            return f"if {self.cond(step.cond)}, {self._body(step.steps, permitted)}"
        if isinstance(step, ast.Loop):
            over = f"for {self.phrase(step.over)}" if isinstance(step.over, ast.Group) else f"{self.num(step.over)} times"
            return f"{over}: {self._body(step.steps, permitted)}"
        head = f"until {self.event(step.until)}, " if step.until else ""
        if isinstance(step, ast.When):
            return f"{head}{self._trigger(step)}, {self._body(step.steps, False)}"
        return head + (f"while {self.cond(step.cond)}, " if step.cond else "") + self._change(step.change)

    def _or(self, step: ast.Or, permitted: bool) -> str:
        if step.is_for_all or any(option.body and option.verb != "control" for option in step.options):
            return f"choose one: {'; or '.join(self._way(option, permitted) for option in step.options)}"
        if len({option.who for option in step.options}) > 1:
            return ", or ".join(self._clause(option, permitted) for option in step.options)
        first, *others = step.options
        return " or ".join([self._clause(first, permitted), *(self._deed(option, permitted) for option in others)])

    def _way(self, act: ast.Act, permitted: bool) -> str:
        """One of several ways, with the steps after its deed; those of `control` are part of the deed."""
        after = () if act.verb == "control" else act.body
        return ", then ".join([self._clause(act, permitted), *(self._step(step, permitted) for step in after)])

    def _clause(self, act: ast.Act, permitted: bool) -> str:
        deed = self._deed(act, permitted)
        return deed if act.who is None else f"{self.subject(act.who)} {deed}"

    def _deed(self, act: ast.Act, permitted: bool) -> str:
        """A deed without its doer; the ending of the verb agrees with the doer."""
        third = act.who is not None and not is_plural(act.who)
        if act.verb == "challenge":
            printed = self._challenge(act)
            return f"{'does' if third else 'do'} a {printed}" if permitted or act.who is not None else printed
        verb = VERBS[act.verb].third if third else act.verb
        rest = self._rest(act, permitted)
        return f"{verb} {rest}" if rest else verb

    def _challenge(self, act: ast.Act) -> str:
        how = dict(act.how)
        printed = "basic challenge" if "basic" in how else f"challenge {self._n(act)}"
        if "range" in how:
            printed = f"range {how['range']} {printed}"
        added = f", adding {self._arg(how['adding'])}" if "adding" in how else ""
        return " ".join([printed, *self._ways(act.how, ("from", "against"))]) + added

    def _ways(self, how: tuple[ast.How, ...], of: tuple[str, ...]) -> list[str]:
        return [f"{word} {self._arg(arg)}" for word, arg in how if word in of]

    def _arg(self, arg: ast.Phrase | int | tuple[ast.Filter, ...] | None) -> str:
        if isinstance(arg, ast.Phrase):
            return self.phrase(arg)
        return self.filters(arg) if isinstance(arg, tuple) else str(arg)

    def _n(self, act: ast.Act) -> str:
        assert act.n is not None, act
        return self.num(act.n)

    def _rest(self, act: ast.Act, permitted: bool) -> str:
        verb = act.verb
        what = self.phrase(act.what) if act.what is not None else ""
        to = self._arg(act.to) if act.to is not None else ""
        word = act.how[0][0] if act.how else ""
        if verb in PLAIN_VERBS or verb == "win":
            return what
        if verb == "move":
            return self._move(act, what)
        if verb in ("push", "pull"):
            return f"{what} {self._n(act)}" + "".join(f" {way} {self._arg(arg)}" for way, arg in act.how)
        if verb in ("gain", "lose"):
            return what if act.n is None else points(self, act.n)
        if verb == "roll":
            return what if act.n is None else f"{what}, plus {self.num(act.n)}"
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
            "give": f"{self._marker_of(act, what) if word else what} to {to}",
            "choose": {"secret": f"in secret {what}", "random": f"{what} at random"}.get(word, what),
            "do": " ".join((what, *(DOING[one] for one, _ in act.how if one in DOING))),
            "stand": f"{what} up" if what else "up",
            "knock": f"{what} {word}",
            "turn": f"{what} to a {word}",
            "reroll": what,
            "add": f"{what} to the roll",
            "make": f"{what} the target",
        }[verb]

    def _marker_of(self, act: ast.Act, what: str) -> str:
        return "its exhausted marker" if act.what == ast.Ref("it") else f"the exhausted marker of {what}"

    def _move(self, act: ast.Act, what: str) -> str:
        printed = f"{what} {self._n(act)}" if what else self._n(act)
        for word, arg in act.how:
            if word == "straight":
                printed += " in a straight line"
            else:
                printed += f"{', ' if word in ('through', 'ending') else ' '}{word} {self._arg(arg)}"
        return printed

    # --- changes ---

    def _change(self, change: ast.Change) -> str:
        assert change.who is not None, change
        who, plural = self.subject(change.who), is_plural(change.who)
        what = self.phrase(change.what) if change.what is not None else ""
        how = [word for word, _ in change.how]
        if change.verb == "rolls" and change.n is not None:
            return f"{who} {'roll' if plural else 'rolls'} {self._dice(change.n, how, what)}"
        if change.verb in ("has", "may-have") and change.n is not None:
            way, stat = how
            number = f"{stat} {self.num(change.n)}" if way == "set" else self.num(change.n, f"{way} {stat}")
            return f"{who} {'may have' if change.verb == 'may-have' else 'have' if plural else 'has'} {number}"
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

    def _dice(self, n: ast.Num, how: list[str], what: str) -> str:
        way, occasion = how
        printed = f"{self.num(n, f'{_dice_word(n)} {way}')} when {occasion}"
        return " ".join(word for word in (printed, OCCASIONS[occasion] if what else "", what) if word)


def _dice_word(n: ast.Num) -> str:
    return "die" if n.terms[0][0] == 1 else "dice"
