"""Check that every deed, relation and adjective is said of a kind of thing that it can be said of."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import THIS, Act, Change, Cond, EventClause, Filter, Group, Join, May, Node, Phrase, Ref, Text, walk
from tipover.cards.check_targets import TargetChecker
from tipover.cards.check_text import Finding, WrittenRule, quoted, word_at
from tipover.cards.deeds_meant import deed_done_to
from tipover.cards.phrase_kinds import ANYTHING, FIGURE, NONE, PIECE, TARGET, WITH_A_PLACE, Kind, PhraseKinds, kind_words, single_parts
from tipover.cards.quantity import is_number
from tipover.cards.signatures import (
    ADJECTIVE_KINDS,
    EVENT_OBJECTS,
    EVENT_SUBJECTS,
    HAD_BY_FIGURES,
    HOW_KINDS,
    MEANT,
    NARROWER,
    NARROWER_TO,
    NEVER_OF_A_SIDE,
    ONE_AT_A_TIME,
    PASSIVE_KINDS,
    POINT_MARKERS,
    RELATION_KINDS,
    SIGNATURES,
    UNNAMED,
    doer_kinds,
)
from tipover.cards.vocabulary import CHANGES, EVENTS, STATES, VERBS
from tipover.cards.words_phrases import PhraseWords


def check_kinds(written: WrittenRule) -> list[Finding]:
    """The findings about kinds in a rule."""
    found: list[Finding] = []
    for text, resolution in written.resolved:
        meant = {node: one.kinds if one is not None else written.kinds.this for node, one in resolution.meant.items()}
        meant |= {node: one.kinds for node, one in resolution.unfit.items()}  # what a reader takes it for
        checker = _KindChecker(written.rule, PhraseKinds(written.names, written.kinds.this, meant))
        checker.selves = {one.at for one in resolution.references if one.word == "it" and one.meant is one.also is one.unfit is None}
        checker.named = {one.at: one.meant.phrase for one in resolution.references if one.meant is not None}
        mays = [node for node in walk(text) if isinstance(node, May)]  # the inner ones last
        checker.asked = {id(act): may.who for may in mays for act in walk(may) if isinstance(act, Act)}
        controls = [node for node in walk(text) if isinstance(node, Act) and node.verb == "control"]
        checker.controlled = {id(act): control.what for control in controls for step in control.body for act in walk(step)}
        for node in walk(text):
            checker.node(node)
        checker.nobody(text)
        found += checker.found
    return found


class _KindChecker(TargetChecker):
    def node(self, node: Node) -> None:
        if isinstance(node, Act):
            self._deed(node)
        elif isinstance(node, Group):
            self._group(node)
        elif isinstance(node, EventClause):
            if node.who is not None and node.verb in EVENT_SUBJECTS:
                self._event(node.verb, node.who)
            for one in node.what if isinstance(node.what, tuple) else ():
                if one.rel != "with" and not _is_place(one):  # `ends its movement with a marker`: with what it has then
                    self.blame(one.at, f"`{PhraseWords().filter(one)}` is no place: say near what or in what, as `{_PLACE}`")
            if isinstance(node.what, Ref | Group | Join) and node.verb in EVENT_OBJECTS:
                self._fits(node.what, EVENT_OBJECTS[node.verb], f"after `{EVENTS[node.verb].third}` comes", EVENTS[node.verb].example, "")
        elif isinstance(node, May) and node.who not in (None, THIS, Ref("you")):
            self._asked(node)
        elif isinstance(node, Change) and node.who is not None:
            self._change(node.who)
            if node.verb == "cannot-be":
                self._protected(node.how[0][0], node.who)
            if node.verb == "counts-as":
                self._ground(node.who, node.what)
            if node.verb == "rolls" and node.what is not None and all(word != "doing" for word, _ in node.how):
                self._fits(node.what, HOW_KINDS["against"], f"`{node.how[-1][0]}` is said with", CHANGES["rolls"][1], "with")
            for word, arg in node.how:
                if arg == Ref("you"):
                    self._change(arg)
                if word == "through" and isinstance(arg, Ref | Group | Join):
                    self._through(arg)
                    self._fits(arg, HOW_KINDS[word], f"`{word}` leads to", CHANGES["can"][1])
        elif isinstance(node, Cond) and node.op == "is" and isinstance(node.a, Ref | Group | Join) and isinstance(node.b, tuple):
            for part in single_parts(node.a):
                self._relations(self.kinds.of(part), node.b)
            self._beside_itself(node.a, node.b)
        elif (
            isinstance(node, Cond)
            and node.op == "has"
            and isinstance(node.a, Ref | Group | Join)
            and isinstance(node.b, Ref | Group | Join)
        ):
            self._had(self.kinds.of(node.a), node.b)

    def _beside_itself(self, who: Phrase, relations: tuple[Filter, ...]) -> None:
        """`If this is adjacent to this`: nobody is adjacent to itself (ADJ-2)."""
        for one in relations:
            if (
                one.rel == "adjacent to"
                and isinstance(one.arg, Ref)
                and all(part == THIS or part.at in self.selves for part in (who, one.arg))
            ):
                self.blame(one.at, "nobody is adjacent to itself (ADJ-2): name who is meant, as `If a rival is adjacent to this`")

    def nobody(self, text: Text) -> None:
        """`no rival` where a deed or a standing rule needs somebody; it stands in conditions, after `with` and `has` alone."""
        said_of = {id(part) for node in walk(text) for part in _may_be_none(node)}
        for node in walk(text):
            if isinstance(node, Group) and node.det == "no" and id(node) not in said_of:
                words = PhraseWords().phrase(node)
                self.blame(
                    node.at, f"`{words}` is nobody: it stands after `if`, `there is`, `has` and `with`; what is forbidden is `cannot`"
                )

    def _event(self, verb: str, who: Phrase) -> None:
        subject = EVENT_SUBJECTS[verb]
        for part in single_parts(who):
            kinds = self.kinds.of(part)
            if not kinds & subject.kinds and kinds != NONE:
                instead = next((words for kind, words in subject.instead.items() if not kinds & ~kind), "")
                self.blame(part.at, f"`{EVENTS[verb].third}` is said of {kind_words(subject.kinds)}, not of {kind_words(kinds)}", instead)
                return

    def _protected(self, passive: str, who: Phrase) -> None:
        fitting = PASSIVE_KINDS.get(passive, ANYTHING & ~Kind.FIRST_PLAYER)
        for part in single_parts(who):
            kinds = self.kinds.of(part)
            if kinds != NONE and not kinds & fitting:
                said = kind_words(PASSIVE_KINDS[passive]) if passive in PASSIVE_KINDS else "what is on the map"
                instead = (
                    "; who loses a challenge is removed: `cannot be removed`" if kinds == Kind.MINION and passive != "exhausted" else ""
                )
                self.blame(part.at, f"`cannot be {passive}` is said of {said}, not of {kind_words(kinds)}{instead}")
                return

    def _change(self, who: Phrase) -> None:
        """A standing rule holds for figures and places, never for a side: `You have 1 more defense` is said of `this`, or of all of one's figures."""
        if isinstance(who, Join):
            for part in who.parts:
                self._change(part)
            return
        if self.kinds.of(who) != Kind.SIDE:
            return
        if who != Ref("you"):
            self.blame(who.at, "what holds is said of figures, not of a side: `Rivals have 1 less movement.`")
            return
        others = "figures of yours" if self.kinds.this & Kind.SIDE else "this"
        word = word_at(self.rule, who.at)
        meant = others[:1].upper() + others[1:] if word[0].isupper() else others
        message = "`you` is a side, and what holds is said of figures: write `this`, or `figures of yours` for all of them"
        self.found.append(Finding(who.at, word, message, False, meant))

    def _ground(self, who: Phrase, what: Phrase | None) -> None:
        """Squares are taken as obscured, or as the starting area of a side (SEE-7, CDN-6)."""
        for part in single_parts(who):
            if not self.kinds.of(part) & (Kind.SQUARE | Kind.AREA):
                words = PhraseWords().phrase(part)
                self.blame(part.at, f"squares count as other ground, and `{words}` is none: `The square of {words} counts as obscured.`")
        if what is not None and not (isinstance(what, Group) and what.nouns == ("starting area",) and isinstance(what.det, Ref | Group)):
            self.blame(
                what.at, "squares count as obscured or as a side's starting area, as nothing else: `… counts as your starting area.`"
            )

    def _asked(self, may: May) -> None:
        """`The Rope may move 1`: who is asked does the deeds that name nobody else."""
        for step in (*may.cost, *may.steps):
            if isinstance(step, Act) and step.who is None:
                self._fits(may.who, doer_kinds(step), f"`{step.verb}` is done by", VERBS[step.verb].example, "by")
                return

    def _through(self, phrase: object) -> None:
        """Who passes walls passes all of them: which ones cannot be said."""
        for part in phrase.parts if isinstance(phrase, Join) else (phrase,):
            if isinstance(part, Group) and "wall" in part.nouns and (part.filters or part.adjs):
                self.blame(part.at, "who moves through walls moves through all of them: write `through walls`")

    def _deed(self, act: Act) -> None:
        signature = SIGNATURES[act.verb]
        what, to = signature.what, signature.to
        for word, arg in act.how:
            what, to = NARROWER.get((act.verb, word), what), NARROWER_TO.get((act.verb, word), to)
            if word == "through":
                self._through(arg)
            if word == "ending" and isinstance(arg, tuple):
                self._relations(TARGET, arg, is_goal=True)
            if word in HOW_KINDS and isinstance(arg, Ref | Group | Join):
                self._fits(arg, HOW_KINDS[word], f"`{word}` leads to", VERBS[act.verb].example)
        if act.who is not None:
            self._fits(act.who, doer_kinds(act), f"`{act.verb}` is done by", VERBS[act.verb].example, "by")
        if act.verb in ("turn", "reroll") and (
            isinstance(act.what, Ref) or (isinstance(act.what, Group) and act.what.det in ("that", "those"))
        ):
            self.blame(act.what.at, f"the dice of a roll are not chosen before: say it at once, `{VERBS[act.verb].example}`")
        if act.what is not None:
            self._object(act, what)
            self._straight(act)
            doer = act.who or self.asked.get(id(act))
            is_own = doer in (None, THIS, Ref("you")) or (isinstance(doer, Ref) and self.is_this(doer))
            if act.verb in ("push", "pull") and not act.how and is_own and any(map(self.is_this, single_parts(act.what))):
                way = "from" if act.verb == "push" else "to"
                self.blame(act.what.at, f"nothing is {act.verb}ed {way} itself: write who does it, or `Move 1.`")
            if act.verb == "swap" and self.is_this(act.what) and isinstance(act.to, Ref) and self.is_this(act.to):
                self.blame(act.to.at, "nothing changes squares with itself: `Swap this with an ally.`")
        if act.verb == "challenge":
            self.by_controlled(act) if id(act) in self.controlled else self.against(act)
        self._numbered(act)
        if isinstance(act.to, Ref | Group | Join) and to:
            if act.verb == "give" and act.what is not None and not self.kinds.of(act.what) & ~Kind.ITEM:
                to = Kind.CHARACTER  # nobody else holds items (ITM-3)
            self._fits(act.to, to, f"`{act.verb} … {_WORD_BEFORE.get(act.verb, 'to')}` leads to", VERBS[act.verb].example)
            if act.verb == "put" and isinstance(act.to, Group):
                self._own_track(act, act.to)
        if isinstance(act.to, tuple):
            self._relations(what, act.to, is_goal=True)

    def _own_track(self, act: Act, track: Group) -> None:
        """A figure is put on the track of its own side, whatever a text says (CHA-8, CDN-3)."""
        owner = next((one.arg for one in track.filters if one.rel == "of"), track.det)
        is_yours = owner in (Ref("you"), Ref("yours"))
        is_theirs = isinstance(owner, Group) and owner.nouns[0] in ("opponent", "rival")
        if isinstance(owner, Group) and owner.nouns == ("owner",) and act.what == THIS and self.kinds.this & Kind.CHARACTER:
            self.blame(act.to.at if isinstance(act.to, Group) else act.at, "a figure goes to the track of its own side: `your track`")
        for part in single_parts(act.what) if act.what is not None and (is_yours or is_theirs) else []:
            is_meant = isinstance(part, Ref) or (isinstance(part, Group) and part.det in ("that", "those"))  # not only whose it is
            named = self.named.get(part.at, part) if is_meant else part
            if not isinstance(named, Group) or not self.kinds.of(named) & FIGURE or self.kinds.of(named) & ~TARGET:
                continue
            of = [one.arg for one in named.filters if one.rel == "of"]
            mine = "ally" in named.nouns or Ref("yours") in of or named.det in (Ref("you"), Ref("yours"))
            theirs = (
                "rival" in named.nouns or "opposing" in named.adjs or any(isinstance(one, Group) and "opponent" in one.nouns for one in of)
            )
            if (is_yours and not mine and named.det != "the") or (is_theirs and not theirs):
                words = PhraseWords().phrase(replace(named, det="a"))
                self.blame(part.at, f"a figure goes to the track of its own side: `Choose {words}. Put it on the 1 of its track.`")
                return

    def _object(self, act: Act, fitting: Kind) -> None:
        """What a deed is done to: each of several that are joined has to fit by itself."""
        assert act.what is not None
        parts = single_parts(act.what)
        if len(parts) > 1 and act.verb in ONE_AT_A_TIME and self._joined(act, act.what, parts):
            return
        for part in parts:
            if not self._one_object(act, part, fitting):
                return
        self._on_track(act)

    def _joined(self, act: Act, what: Phrase, parts: list[Phrase]) -> bool:
        """`Gain a gold token or a red token`: each is a deed of its own; whether that is blamed."""
        is_choice = not isinstance(what, Join) or what.word == "or"
        if act.verb == "roll" and not is_choice:
            return False  # dice of several kinds are one roll
        link = f" or {act.verb} " if is_choice else f", then {act.verb} "
        said = link.join(PhraseWords().phrase(part) for part in parts)
        self.blame(what.at, f"{self._verb(act)} takes one thing at a time: `{act.verb} {said}`")
        return True

    def _is_counted(self, act: Act, what: Phrase) -> bool:
        """Whether a phrase is a plain number of something, as what is gained and lost has to be; lost is what is `in your pool` anyway."""
        if not isinstance(what, Group) or what.nouns == ("First Player marker",):
            return isinstance(what, Group)
        is_own = act.verb == "lose" and act.who in (None, Ref("you")) and self.kinds.of(what) & Kind.ABILITY_TOKEN
        pools = [one for one in what.filters if is_own and one.rel == "in" and isinstance(one.arg, Group) and one.arg.det == Ref("you")]
        return (what.det == "a" or isinstance(what.det, int)) and not what.adjs and list(what.filters) == pools

    def _instead_of_counting(self, act: Act, what: Phrase) -> str:
        """What to write of particular tokens that are gained or lost."""
        is_coloured = bool(self.kinds.of(what) & Kind.ABILITY_TOKEN)
        if act.verb == "gain":
            back = (
                "from a track one comes back with `Return a red token on your track.`" if is_coloured else "one that somebody has is taken"
            )
            return f"it brings new ones; {back}"
        if is_coloured:
            return "it takes from the pool; write a number and a colour, as `a red token`"
        return "for some of those that somebody has write `Discard`, as `Discard up to 2 Oil tokens.`"

    def _one_object(self, act: Act, what: Phrase, fitting: Kind) -> bool:
        """Whether one thing that a deed is done to is of a kind that fits; blamed otherwise."""
        kinds, never = self.kinds.of(what), SIGNATURES[act.verb].never
        if act.verb in ("gain", "lose") and isinstance(what, Group):
            for noun in what.nouns:
                if noun in UNNAMED:
                    self.blame(what.at, f"nobody can tell which is meant by {self._verb(act)} here: {UNNAMED[noun]}")
                    return False
        if act.verb in ("gain", "lose") and not self._is_counted(act, what):
            said = PhraseWords().phrase(what)
            self.blame(
                what.at, f"{self._verb(act)} counts, and means none in particular, as `{said}` does: {self._instead_of_counting(act, what)}"
            )
            return False
        if act.verb in POINT_MARKERS and isinstance(what, Group) and "point marker" in what.nouns:
            self.blame(what.at, POINT_MARKERS[act.verb])
        if kinds in (NONE, ANYTHING) or (kinds & fitting and not kinds & never):
            return True
        wrong = kinds & never or kinds
        meant = next((words for (verb, kind), words in MEANT.items() if verb == act.verb and kind & wrong), "")
        if meant:
            message = f"{self._verb(act)} is not done to {kind_words(wrong)}: you may mean `{deed_done_to(meant, what)}.`"
        else:
            message = f"{self._verb(act)} is done to {kind_words(fitting)}, not to {kind_words(kinds)}: `{VERBS[act.verb].example}`"
        self.blame(what.at, message)
        return False

    def _numbered(self, act: Act) -> None:
        """Where one is meant at a time, no number can stand: what is said of `it` would be done for each of them, or for nobody."""
        if act.verb == "control" and isinstance(act.what, Group) and is_number(act.what) and act.what.det != 1:
            one = PhraseWords().phrase(replace(act.what, det="each"))
            self.blame(act.what.at, f"who is controlled is named one at a time: `Control {one}: it does a basic action.`")
        for word, arg in act.how:
            if (
                word in ("toward", "away from")
                and isinstance(arg, Group)
                and (is_number(arg) or arg.det in ("each", "all"))
                and arg.det != 1
            ):
                one = PhraseWords().phrase(replace(arg, det="a"))
                self.blame(arg.at, f"a way leads {word} one thing: `{word} {one}`")

    def _verb(self, act: Act) -> str:
        """The verb of a deed as it is written; with a doer before it, as it is listed."""
        return quoted(self.rule, act.at) if act.who is None else f"`{act.verb}`"

    def _straight(self, act: Act) -> None:
        """`Push a rival in a straight line 2`: said of where the rival stands, and easily read of the way it goes."""
        last = act.what.filters[-1:] if act.verb in ("move", "push", "pull") and isinstance(act.what, Group) else ()
        if last and last[0].rel == "in a straight line" and last[0].arg is None and isinstance(act.what, Group):
            words = PhraseWords().phrase(act.what)
            shorter = PhraseWords().phrase(replace(act.what, filters=act.what.filters[:-1]))
            way = (
                f"for how it goes write `Move {shorter} 2 in a straight line.`"
                if act.verb == "move"
                else f"how a {act.verb} goes is not said"
            )
            self.blame(
                last[0].at, f"`in a straight line` can be read in two ways: for where it stands choose it first, `Choose {words}.`; {way}"
            )

    def _on_track(self, act: Act) -> None:
        """What is shifted or returned lies on a track; figures are meant on the map unless a relation says otherwise (CDN-5, DST-6)."""
        for part in act.what.parts if isinstance(act.what, Join) else (act.what,):
            self._lies_on_track(act, part)

    def _lies_on_track(self, act: Act, what: Phrase | None) -> None:
        if act.verb not in ("shift", "return") or not isinstance(what, Group) or what.det in ("that", "those"):
            return
        words = PhraseWords().phrase(what)
        if any(one.rel == "in" and not one.neg and isinstance(one.arg, Group) and one.arg.nouns == ("pool",) for one in what.filters):
            self.blame(
                what.at,
                f"{self._verb(act)} is done to what lies on a track, never to what is in a pool: `{VERBS[act.verb].example}`",
            )
            return
        if self.kinds.of(what) & ~TARGET or any(one.rel == "on" for one in what.filters):
            return
        self.blame(what.at, f"{self._verb(act)} is done to what lies on a track, and `{words}` is on the map: `{words} on a track`")

    def _fits(self, phrase: Phrase, fitting: Kind, what: str, example: str, link: str = "to") -> None:
        for part in single_parts(phrase):
            kinds = self.kinds.of(part)
            if not kinds & fitting and kinds != NONE:
                said = " ".join(f"{what} {kind_words(fitting)}, not {link} {kind_words(kinds)}".split())
                self.blame(part.at, said + (f": `{example}`" if example else ""))
                return

    def _group(self, group: Group) -> None:
        kinds = self.kinds.of(group)
        for word in group.adjs:
            if not kinds & ADJECTIVE_KINDS[word]:
                fitting = kind_words(ADJECTIVE_KINDS[word])
                self.blame(group.at, f"`{word}` is said of {fitting}, not of {kind_words(kinds)}: leave it out")
        self._seen_from(group)
        # What is counted is a number, where it is counted the tokens' place.
        self._relations(Kind.ABILITY_TOKEN if "type of ability token" in group.nouns else kinds, group.filters)
        for one in group.filters:
            if isinstance(one.arg, Group) and (one.rel == "other than" or group.det in ("each", "all", "no")):
                self._nearest_of(one.arg)
        if group.det == "each" and any(one.rel in NEAREST for one in group.filters):
            the = PhraseWords().phrase(replace(group, det="the"))
            why = f"of several that are equally near one is chosen (DST-3), and when it has moved another is the nearest: `{the}`"
            self.blame(group.at, why)
        for one in group.filters if group.det in ("a", "another", "each") or isinstance(group.det, int | tuple) else ():
            if isinstance(one.arg, Group) and one.arg.det == "each" and one.rel in NEAR:
                one_of_them = PhraseWords().filter(replace(one, arg=replace(one.arg, det="a")))
                ways = f"for one of them write `{one_of_them}`, for one after another `For {PhraseWords().phrase(one.arg)}: …`"
                self.blame(one.arg.at, f"`each` can be read in two ways: {ways}")

    def _had(self, kinds: Kind, what: Phrase) -> None:
        """A figure has items, cards and pieces; other figures are had by sides, and contained in areas."""
        if kinds == Kind.SIDE and any(part == THIS for part in single_parts(what)) and self.kinds.this & (PIECE | TARGET) != Kind.CHARACTER:
            self.blame(what.at, "whose side it is never changes: who carries it is asked with `if a character of yours has this`")
            return
        if kinds == Kind.SIDE:
            for part in single_parts(what):
                if not self.kinds.of(part) & ~NEVER_OF_A_SIDE or self.is_of(part, "rival"):
                    words = PhraseWords().phrase(part)
                    self.blame(
                        part.at, f"a side has points, tokens, cards, areas and figures of its own, not {words}: `If there is {words}`"
                    )
                    return
        if kinds & ~TARGET:
            return
        for part in single_parts(what):
            had = self.kinds.of(part)
            if had & HAD_BY_FIGURES or had in (NONE, ANYTHING):
                continue
            words = PhraseWords().phrase(replace(part, det="a") if isinstance(part, Group) else part)
            where = (
                "a side has it: `If you have …`"
                if had & (Kind.ABILITY_TOKEN | Kind.NUMBER)
                else f"say where that is, as `adjacent to {words}`"
            )
            self.blame(part.at, f"a figure has items, cards and pieces, not {words}: {where}")
            return

    def _seen_from(self, group: Group) -> None:
        """Allies and rivals are those of `this`: of nobody else, and `of this` says nothing (ALY-1)."""
        noun = next((noun for noun in group.nouns if noun in ("ally", "rival", "opponent")), "")
        owners = [group.det, *(one.arg for one in group.filters if one.rel == "of")]
        for owner in owners if noun else []:
            if isinstance(owner, Ref | Group | Join) and self.kinds.of(owner) & ~Kind.SIDE:
                words = PhraseWords().phrase(owner)
                if noun == "opponent":
                    said = f"is always seen from your side, not from `{words}`: write `an opponent`, `each opponent`, or `its side` for the side of `{words}`"
                elif owner == THIS:
                    said = f"is always seen from `this`: write `{noun}` alone"
                else:
                    said = f"is always seen from `this`, not from `{words}`: write `a character of its side`"
                self.blame(owner.at, f"`{noun}` {said}")

    def _nearest_of(self, group: Group) -> None:
        """Who is nearest is chosen among equals (DST-3), and nobody is asked for what a relation of several leads to."""
        if any(one.rel in NEAREST for one in group.filters):
            words = PhraseWords().phrase(group)
            self.blame(group.at, f"of several that are equally near one is chosen (DST-3): first `Choose {words}.`, then say `it`")

    def _relations(self, kinds: Kind, filters: tuple[Filter, ...], is_goal: bool = False) -> None:
        """What is said of something by its relations; `is_goal`: they say where it is to come, of which more is said elsewhere."""
        for one in filters:
            if one.rel in STATES and not kinds & ADJECTIVE_KINDS[STATES[one.rel]]:
                self.blame(one.at, f"`{one.rel}` is said of {kind_words(ADJECTIVE_KINDS[STATES[one.rel]])}, not of {kind_words(kinds)}")
            if one.rel not in RELATION_KINDS:
                continue
            if is_goal and not _is_place(one):
                self.blame(one.at, f"`{PhraseWords().filter(one)}` is no place to come to: say near what or in what, as `{_PLACE}`")
                continue
            of, to = RELATION_KINDS[one.rel]
            in_pool = one.rel == "in" and isinstance(one.arg, Group) and one.arg.nouns == ("pool",)
            if in_pool and not kinds & Kind.ABILITY_TOKEN:
                self.blame(one.at, f"a pool has ability tokens alone, not {kind_words(kinds)}: `an ability token in your pool`")
                continue
            if one.rel == "on" and isinstance(one.arg, Group) and one.arg.nouns == ("map",) and not kinds & WITH_A_PLACE:
                self.blame(one.at, f"on the map are {kind_words(WITH_A_PLACE)}, not {kind_words(kinds)}")
                continue
            if one.rel == "in" and not in_pool and kinds == Kind.ABILITY_TOKEN:
                self.blame(one.at, "an ability token is in a pool or on a track, nowhere on the map: `in your pool`, `on your track`")
                continue
            if not is_goal and one.rel == "in" and isinstance(one.arg, Group) and one.arg.det == "each":
                each, an = PhraseWords().phrase(one.arg), PhraseWords().phrase(replace(one.arg, det="a"))
                self.blame(
                    one.arg.at, f"nothing is in several places: for one of them write `in {an}`, for one after another `For {each}: …`"
                )
                continue
            if one.rel == "in" and kinds == Kind.AREA:
                self.blame(
                    one.at,
                    "an area is in no other, and what is said here is said of the area; say first what is meant: `For each character in the … area: place it …`",
                )
                continue
            if one.rel == "with" and isinstance(one.arg, Group | Join):
                self._had(kinds, one.arg)
            if not kinds & of:
                self.blame(one.at, f"`{one.rel}` is said of {kind_words(of)}, not of {kind_words(kinds)}")
            elif isinstance(one.arg, Ref | Group | Join):
                alike = kinds if one.rel == "other than" else to
                self._fits(one.arg, alike, f"`{one.rel}` leads to", "")


# What says where something comes to; on a track it is put, not placed.
_PLACES = frozenset(RELATION_KINDS) - {"with", "of", "other than"}
_PLACE = "adjacent to an ally"


def _is_place(one: Filter) -> bool:
    """Whether a relation says where something comes to."""
    return one.rel in _PLACES and not (one.rel == "on" and isinstance(one.arg, Group) and one.arg.nouns == ("track",))


def _may_be_none(node: Node) -> tuple[object, ...]:
    """The phrases of a condition or relation that may begin with `no`."""
    parts: tuple[object, ...] = (node.a, node.b) if isinstance(node, Cond) else (node.arg,) if isinstance(node, Filter) else ()
    return tuple(inner for part in parts for inner in (part.parts if isinstance(part, Join) else (part,)))


NEAR = ("adjacent to", "within", "in sight", "of")  # relations that one thing may have to several, or be read to have
NEAREST = ("nearest to", "as near as possible to")
_WORD_BEFORE = {"swap": "with", "put": "on the N of"}
