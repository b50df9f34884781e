"""Deeds: a verb and what it takes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from tipover.cards.ast import Act, Group, How, Num, Phrase, Place, Step, is_plural
from tipover.cards.read_facts import Facts
from tipover.cards.vocabulary import FACES, MOVING, OWNER, PLAIN_VERBS, VERB_FORMS, VERBS

_BASIC_CHALLENGE = Group("a", ("basic",), ("challenge",))


class Deeds(Facts):
    """Reads one deed, by its verb."""

    @abstractmethod
    def body(self, bare: bool = False) -> tuple[Step, ...]:
        """Steps joined by `, then`; read by the part that knows steps."""

    def starts_deed(self, ahead: int = 0) -> bool:
        """Whether a deed without a doer begins here."""
        return self.word(ahead) in VERBS or self.sees("basic challenge", ahead) or self.sees("range", ahead)

    def deed(self, who: Phrase | None, after: str = "") -> Act:
        """One deed, its verb next."""
        at = who.at if who is not None and not after else self.at
        word = self.word()
        if word in ("basic", "range") and who is None:
            return self._challenge(at, who)
        verb = VERB_FORMS.get(word, "")
        if not verb:
            for base in VERBS:
                self.sees(base)
            self.fail("a verb")
        if who is None and word != verb and after != "may":
            self.refuse(f"who does it? Write `{verb}`, or a doer before `{word}`", suggestion=verb)
        if after == "or" and who is not None and not is_plural(who) and word == verb:
            third = VERBS[verb].third
            self.refuse(f"`{word}` after `or`: write `{third}`, or `, or` when somebody else does it", suggestion=third)
        if verb == "challenge":
            return self._challenge(at, who)
        self.k += 1
        if verb in PLAIN_VERBS:
            return Act(verb, who, self.phrase(), at=at)
        return _READERS[verb](self, at, who)

    def _challenge(self, at: Place, who: Phrase | None) -> Act:
        how: list[How] = []
        n: Num | None = None
        if self.take("basic challenge"):
            how.append(("basic", None))
        else:
            if self.take("range"):
                how.append(("range", self.number()))
            self.expect_any("challenge", "challenges")
            if not self.sees_number():
                self.refuse(
                    "`challenge` takes a number of dice: `challenge 2 against a rival`, or `basic challenge`", suggestion="challenge 2"
                )
            n = self.num()
        return Act("challenge", who, None, n, None, (*how, *self._against()), at=at)

    def _against(self) -> list[How]:
        how: list[How] = []
        for word in ("from", "against"):
            if self.take(word):
                how.append((word, self.phrase()))
        return how

    def _do(self, at: Place, who: Phrase | None) -> Act:
        if self.sees_any("a", "an") and (self.sees("range", 1) or (self.sees("challenge", 1) and self.sees_number(2))):
            self.k += 1
            return self._challenge(at, who)
        what = self.phrase()
        if what == _BASIC_CHALLENGE:
            return Act("challenge", who, None, None, None, (("basic", None), *self._against()), at=at)
        return Act("do", who, what, how=(("either order", None),) if self.take("in either order") else (), at=at)

    def _move(self, at: Place, who: Phrase | None) -> Act:
        if self.sees("up to") and self.sees_number(2) and not self.counts(2):
            self.refuse("a move is always up to its number: write the number alone", suggestion=self.peek(2).text)
        what = None if self.sees_num() else self.phrase()
        n = self.num()
        how: dict[str, How] = {}
        while True:
            way = self.take_any("toward", "away from", "in a straight line", ", through", ", ending")
            key = {"in a straight line": "straight"}.get(way, way.removeprefix(", "))
            if not way:
                if self.sees_any("through", "ending"):
                    self.refuse(f"a comma stands before `{self.word()}`", suggestion=f", {self.word()}")
                return Act("move", who, what, n, None, tuple(how[key] for key in MOVING if key in how), at=at)
            if key in how:
                self.refuse(f"`{key}` is said twice", self.peek(-1))
            how[key] = (
                key,
                None if key == "straight" else (self.filters() or self.fail("a relation")) if key == "ending" else self.phrase(),
            )

    def _push(self, at: Place, who: Phrase | None) -> Act:
        return Act("push", who, self.phrase(), self.num(), at=at)

    def _pull(self, at: Place, who: Phrase | None) -> Act:
        return Act("pull", who, self.phrase(), self.num(), at=at)

    def _place(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase("owner")
        to = self.filters() or self.fail("a relation")
        if to[0].rel == OWNER:
            self.refuse("`place` needs a relation that says where", self.peek(-1))
        return Act("place", who, what, None, to, at=at)

    def _swap(self, at: Place, who: Phrase | None) -> Act:
        with self.stopping("with"):
            what = self.phrase()
        self.expect("with")
        return Act("swap", who, what, None, self.phrase(), at=at)

    def _put(self, at: Place, who: Phrase | None) -> Act:
        with self.stopping("slot"):
            what = self.phrase()
        self.expect("on the")
        n = self.flat()
        self.expect("of")
        return Act("put", who, what, n, self.phrase(), at=at)

    def _shift(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        way = self.expect_any("up", "down")
        return Act("shift", who, what, self.num(), None, ((way, None),), at=at)

    def _give(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        self.expect("to")
        return Act("give", who, what, None, self.phrase(), at=at)

    def _gain(self, at: Place, who: Phrase | None, verb: str = "gain") -> Act:
        if self.sees_number() and self.word(1) in ("point", "points") and self.word(2) not in ("marker", "markers"):
            return Act(verb, who, None, self.num(points=True), at=at)
        return Act(verb, who, self.phrase(), at=at)

    def _lose(self, at: Place, who: Phrase | None) -> Act:
        return self._gain(at, who, "lose")

    def _choose(self, at: Place, who: Phrase | None) -> Act:
        secret = self.take("in secret")
        return Act("choose", who, self.phrase(), how=(("secret", None),) if secret else (), at=at)

    def _defend(self, at: Place, who: Phrase | None) -> Act:
        self.expect("against")
        self.expect_any("a", "an")
        self.expect("challenge")
        return Act("defend", who, None, self.num(), at=at)

    def _stand(self, at: Place, who: Phrase | None) -> Act:
        alone = self.sees("up") and not (self.sees("up to") and self.sees_number(2))
        what = None if alone else self.phrase()
        self.expect("up")
        return Act("stand", who, what, at=at)

    def _knock(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        return Act("knock", who, what, how=((self.expect_any("down", "out"), None),), at=at)

    def _control(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        self.expect(":")
        return Act("control", who, what, body=self.body(), at=at)

    def _turn(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        self.expect("to")
        self.expect_any("a", "an")
        return Act("turn", who, what, how=((self.expect_any(*FACES), None),), at=at)

    def _add(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        self.expect("to the roll")
        return Act("add", who, what, at=at)

    def _make(self, at: Place, who: Phrase | None) -> Act:
        what = self.phrase()
        self.expect("the target")
        return Act("make", who, what, at=at)

    def _win(self, at: Place, who: Phrase | None) -> Act:
        return Act("win", who, at=at)


_READERS: dict[str, Callable[[Deeds, Place, Phrase | None], Act]] = {
    "do": Deeds._do,
    "move": Deeds._move,
    "push": Deeds._push,
    "pull": Deeds._pull,
    "place": Deeds._place,
    "swap": Deeds._swap,
    "put": Deeds._put,
    "shift": Deeds._shift,
    "give": Deeds._give,
    "gain": Deeds._gain,
    "lose": Deeds._lose,
    "choose": Deeds._choose,
    "defend": Deeds._defend,
    "stand": Deeds._stand,
    "knock": Deeds._knock,
    "control": Deeds._control,
    "turn": Deeds._turn,
    "add": Deeds._add,
    "make": Deeds._make,
    "win": Deeds._win,
}
