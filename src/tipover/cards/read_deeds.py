"""Deeds: a verb with its object, number and further words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from tipover.cards.ast import Act, Group, How, Num, Or, Phrase, Ref, Step, TextPosition, is_plural
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_numbers import NumberReader
from tipover.cards.read_phrases import PhraseReader, read_flat
from tipover.cards.relation_words import OWNER
from tipover.cards.vocabulary import DOING, FACES, MOVING, PLAIN_VERBS, SHOWN_FACES, VERB_FORMS, VERBS
from tipover.cards.words import step_words

_BASIC_CHALLENGE = Group("a", ("basic",), ("challenge",))

WITHOUT_COMMA = ("toward", "away from", "in a straight line")  # said after a move without a comma; one is forgiven
WAY_OF = {"push": "away from", "pull": "toward"}  # where to, if not from or to the doer (MOV-11)
PLACED_FROM_THE_MAP = {"figure", "character", "companion", "ally", "rival"}  # never from a reserve, as tokens, markers and minions


class DeedReader:
    """Reads one deed, by its verb.

    `control` contains steps, and steps contain deeds: the reader of steps comes in as the function `body`.
    """

    def __init__(self, cursor: Cursor, phrases: PhraseReader, numbers: NumberReader, body: Callable[[], tuple[Step, ...]]) -> None:
        self.cursor = cursor
        self.phrases = phrases
        self.numbers = numbers
        self.body = body

    def is_deed_next(self, ahead: int = 0) -> bool:
        """Whether a deed without a doer comes next."""
        if self.cursor.is_next("challenge actions", ahead):
            return False
        return self.cursor.word(ahead) in VERBS or self.cursor.is_next("basic challenge", ahead) or self.cursor.is_next("range", ahead)

    def doer(self) -> Phrase:
        """The phrase that says who does something."""
        if not self.phrases.is_phrase_next():
            if self.cursor.word() in VERB_FORMS:
                self._refuse_doer(VERB_FORMS[self.cursor.word()])
            self.cursor.suggest(*VERBS, "this", "each", "if", "when")
        return self.phrases.phrase()

    def _refuse_doer(self, verb: str) -> NoReturn:
        """`does` without a doer: somebody who did something just before in the same sentence goes on, otherwise `this` does it."""
        word, cursor = self.cursor.word(), self.cursor
        if cursor.word(-1) == "then":
            for k in range(cursor.index - 1, -1, -1):
                earlier = cursor.tokens[k].word
                if earlier in (".", "may") or cursor.tokens[k - 1].word == "this":
                    break
                if VERB_FORMS.get(earlier, earlier) != earlier and earlier not in ("wins", "loses"):
                    cursor.refuse(f"who does it? Write `it {word}`", None, f"it {word}", True)
        cursor.refuse(f"who does it? Write `{verb}`, or a doer before `{word}`", None, verb, True)

    def deed(self, who: Phrase | None, after: str = "") -> Act:
        """One deed, whose verb comes next; `after` is the word before it, `may` or `or`, which asks for another form."""
        at = who.at if who is not None and not after else self.cursor.at
        word = self.cursor.word()
        if word in ("basic", "range") and who is None:
            return self._challenge(at, who)
        verb = VERB_FORMS.get(word, "")
        if not verb:
            self.cursor.suggest(*VERBS)
            self.cursor.fail("a verb")
        if who is None and word != verb and after != "may":
            self._refuse_doer(verb)
        if after == "or" and who is not None and not is_plural(who) and word == verb:
            third = VERBS[verb].third
            self.cursor.refuse(f"`{word}` after `or`: write `{third}`, or `, or` when somebody else does it", suggestion=third)
        if verb == "challenge":
            return self._challenge(at, who)
        self.cursor.skip()
        return _READERS[verb](self, Act(verb, who, at=at))

    def _challenge(self, at: TextPosition, who: Phrase | None) -> Act:
        how: list[How] = []
        n: Num | None = None
        if self.cursor.take("basic challenge"):
            how.append(("basic", None))
        else:
            if self.cursor.take("range"):
                how.append(("range", self.cursor.number()))
            self.cursor.expect_any("challenge", "challenges")
            if not self.cursor.is_number_next():
                self.cursor.refuse(
                    "`challenge` takes a number of dice: `challenge 2 against a rival`, or `basic challenge`", suggestion="challenge 2"
                )
            n = self.numbers.number()
        how += self._against()
        if n is not None and (more := self.numbers.more()) is not None:  # said last, and printed behind the dice
            n = replace(n, terms=(*n.terms, *more.terms))
        return Act("challenge", who, None, n, None, tuple(how), at=at)

    def _against(self) -> list[How]:
        how: list[How] = []
        for word in ("from", "against", "adding"):
            if self.cursor.take(f", {word}" if word == "adding" else word):
                how.append((word, self.phrases.phrase()))
        return how

    def _do(self, act: Act) -> Act:
        if self.cursor.is_any_next("a", "an") and (
            self.cursor.is_next("range", 1) or (self.cursor.is_next("challenge", 1) and self.cursor.is_number_next(2))
        ):
            self.cursor.skip()
            return self._challenge(act.at, act.who)
        what = self.phrases.phrase()
        if what == _BASIC_CHALLENGE:
            return replace(act, verb="challenge", how=(("basic", None), *self._against()))
        how = [(word, None) for word, words in DOING.items() if self.cursor.take(words)]
        return replace(act, what=what, how=tuple(how))

    def _move(self, act: Act) -> Act:
        what = None if self.numbers.is_distance_next() else self.phrases.phrase()
        with self.phrases.stopping_at("in a straight line"):
            return self._way(replace(act, what=what, n=self.numbers.distance()))

    def _way(self, act: Act) -> Act:
        """How a figure moves; `in a straight line` is said of the move here, not of the noun before it."""
        how: dict[str, How] = {}
        while True:
            way = self.cursor.take_any(*WITHOUT_COMMA, ", through", ", ending", *(f", {word}" for word in WITHOUT_COMMA)).removeprefix(", ")
            key = {"in a straight line": "straight"}.get(way, way)
            if not way:
                if self.cursor.is_any_next("through", "ending"):
                    self.cursor.refuse(f"a comma stands before `{self.cursor.word()}`", suggestion=f", {self.cursor.word()}")
                return replace(act, how=tuple(how[key] for key in MOVING if key in how))
            if key in how:
                self.cursor.refuse(f"`{key}` is said twice", self.cursor.peek(-1))
            if key == "ending":
                how[key] = (key, self.phrases.filters() or self.cursor.fail("a relation"))
            else:
                how[key] = (key, None if key == "straight" else self.phrases.phrase())

    def _push(self, act: Act) -> Act:
        act = replace(act, what=self.phrases.phrase(), n=self.numbers.distance())
        way = self.cursor.take_any("toward", "away from", ", toward", ", away from").removeprefix(", ")
        if not way:
            return act
        if way != WAY_OF[act.verb]:
            other = next(verb for verb in WAY_OF if verb != act.verb)
            self.cursor.refuse(f"what is {act.verb}ed goes {WAY_OF[act.verb]} something: write `{other} … {way} …`", self.cursor.peek(-1))
        return replace(act, how=((way, self.phrases.phrase()),))

    def _place(self, act: Act) -> Act:
        what = self.phrases.phrase("owner")
        to, gap = self.phrases.filters_and_gap()
        if not to:
            self.cursor.fail("a relation")
        if to[0].rel == OWNER:
            self.cursor.refuse("`place` needs a relation that says where", self.cursor.peek(-1))
        is_parted = isinstance(what, Group) and (what.det in ("a", "another") or gap > 0)
        if len(to) > 1 and is_parted and isinstance(what, Group) and PLACED_FROM_THE_MAP.issuperset(what.nouns):
            first = gap or 1  # of somebody who is chosen the first relation says whom, when another says where to
            what, to = replace(what, filters=(*what.filters, *to[:first])), to[first:]
        return replace(act, what=what, to=to)

    def _swap(self, act: Act) -> Act:
        with self.phrases.stopping_at("with"):
            what = self.phrases.phrase()
        self.cursor.expect("with")
        return replace(act, what=what, to=self.phrases.phrase())

    def _put(self, act: Act) -> Act:
        with self.phrases.stopping_at("slot"):
            what = self.phrases.phrase()
        self.cursor.expect("on the")
        n = read_flat(self.cursor)
        self.cursor.expect("of")
        return replace(act, what=what, n=n, to=self.phrases.phrase())

    def _shift(self, act: Act) -> Act:
        what = self.phrases.phrase()
        way = self.cursor.expect_any("up", "down")
        return replace(act, what=what, n=self.numbers.number(), how=((way, None),))

    def _give(self, act: Act) -> Act:
        at = self.cursor.at
        how: tuple[How, ...] = (("exhausted marker", None),)
        what: Phrase
        if self.cursor.take("its exhausted marker"):
            what = Ref("it", at)
        elif self.cursor.take("the exhausted marker of"):
            what = self.phrases.phrase()
        else:
            what, how = self.phrases.phrase(), ()
        self.cursor.expect("to")
        return replace(act, what=what, to=self.phrases.phrase(), how=how)

    def _gain(self, act: Act) -> Act:
        if self.cursor.is_number_next() and self.cursor.word(1) in ("point", "points") and self.cursor.word(2) not in ("marker", "markers"):
            act = replace(act, n=self.numbers.number(points=True))
            if self.cursor.word() in ("or", "and") and self.phrases.is_phrase_next(1) and self.cursor.word(1) not in VERB_FORMS:
                self._one_at_a_time(act)
            return act
        return self._plain(act)

    def _one_at_a_time(self, act: Act) -> None:
        """Refuse `Gain 1 point or a gold token`: each is a deed of its own."""
        token, start = self.cursor.token, self.cursor.index
        self.cursor.skip()
        second = replace(act, n=None, what=self.phrases.phrase())
        is_doer = self.cursor.word() in (*VERB_FORMS, "may")
        self.cursor.index = start
        if not is_doer:
            said = step_words(Or((act, second))) if token.word == "or" else f"{step_words(act)}. {step_words(second).capitalize()}."
            self.cursor.refuse(f"`{act.verb}` takes one thing at a time: `{said}`", token)

    def _choose(self, act: Act) -> Act:
        secret = self.cursor.take("in secret")
        what = self.phrases.phrase()
        if self.cursor.take("at random"):
            if secret:
                self.cursor.refuse("what is drawn at random is seen by all: leave `in secret` out", self.cursor.peek(-1))
            if isinstance(what, Group) and (isinstance(what.det, tuple) or what.det == "any"):
                self.cursor.refuse("chance needs to know how many: `a rival at random`, `2 rivals at random`", self.cursor.peek(-1))
            return replace(act, what=what, how=(("random", None),))
        return replace(act, what=what, how=(("secret", None),) if secret else ())

    def _defend(self, act: Act) -> Act:
        self.cursor.expect("against")
        self.cursor.expect_any("a", "an")
        self.cursor.expect("challenge")
        return replace(act, n=self.numbers.number())

    def _stand(self, act: Act) -> Act:
        alone = self.cursor.is_next("up") and not (self.cursor.is_next("up to") and self.cursor.is_number_next(2))
        what = None if alone else self.phrases.phrase()
        self.cursor.expect("up")
        return replace(act, what=what)

    def _knock(self, act: Act) -> Act:
        return replace(act, what=self.phrases.phrase(), how=((self.cursor.expect_any("down", "out"), None),))

    def _control(self, act: Act) -> Act:
        what = self.phrases.phrase()
        self.cursor.expect(":")
        return replace(act, what=what, body=self.body())

    def _turn(self, act: Act) -> Act:
        act = self._reroll(act)
        self.cursor.expect("to")
        self.cursor.expect_any("a", "an")
        return replace(act, how=((self.cursor.expect_any(*FACES), None),))

    def _reroll(self, act: Act) -> Act:
        if self.cursor.is_next("a") and self.cursor.word(1) in SHOWN_FACES:  # a die by what it shows
            what: Phrase = Group("a", (), (self.cursor.word(1),), at=self.cursor.at)
            self.cursor.skip(2)
        else:
            what = self.phrases.phrase()
        return replace(act, what=what)

    def _roll(self, act: Act) -> Act:
        return replace(act, what=self.phrases.phrase(), n=self.numbers.more())

    def _plain(self, act: Act, end: str = "") -> Act:
        """A verb with one phrase, closed by fixed words or by nothing."""
        what = self.phrases.phrase()
        self.cursor.expect(end)
        return replace(act, what=what)


_READERS: dict[str, Callable[[DeedReader, Act], Act]] = {
    "do": DeedReader._do,
    "move": DeedReader._move,
    "push": DeedReader._push,
    "pull": DeedReader._push,
    "place": DeedReader._place,
    "swap": DeedReader._swap,
    "put": DeedReader._put,
    "shift": DeedReader._shift,
    "give": DeedReader._give,
    "gain": DeedReader._gain,
    "lose": DeedReader._gain,
    "choose": DeedReader._choose,
    "defend": DeedReader._defend,
    "stand": DeedReader._stand,
    "knock": DeedReader._knock,
    "control": DeedReader._control,
    "roll": DeedReader._roll,
    "turn": DeedReader._turn,
    "reroll": DeedReader._reroll,
    "add": lambda reader, act: reader._plain(act, "to the roll"),
    "make": lambda reader, act: reader._plain(act, "the target"),
    "win": lambda reader, act: act,
} | dict.fromkeys(PLAIN_VERBS, DeedReader._plain)
