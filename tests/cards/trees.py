"""Random trees within the reading rules: each strategy builds what the reader could have read, and nothing else."""

from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tipover.cards.ast import (
    Act,
    Change,
    Cond,
    Do,
    EventClause,
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
    is_several,
    walk,
    walk_value,
)
from tipover.cards.name_table import NameTable
from tipover.cards.read_deeds import WAY_OF
from tipover.cards.read_steps import A_FEW, MOST_ROUNDS
from tipover.cards.relation_words import ALIGNED, LAST_RELATIONS, RELATIONS
from tipover.cards.vocabulary import (
    ADJECTIVES,
    CLASS_NOUNS,
    EVENTS,
    FACES,
    LIMITS,
    MOMENTS,
    MOVING,
    NOUNS,
    NOUNS_WITHOUT_RELATIONS,
    OCCASIONS,
    PASSIVES,
    PAST_TIMES,
    PLAIN_VERBS,
    STATES,
    STATS,
    UNTIL_MOMENTS,
    VERBS,
)

NAMES = NameTable(
    token=["Energy"],
    marker=["Squid", "Flag"],
    minion=["Sprinter"],
    figure=["Drogon"],
    piece=["Wight"],
    status=["The List"],
    deck=["Game Rule"],
    item=["Invitation"],
    area=["Entry", "Entry Centre", "Flag", "Out of Bounds"],
    die=["Boogie"],
    character=["S.H.I.E.L.D. Agent", "Gi-hun"],
)
BARE = ["Drogon", "The List", "S.H.I.E.L.D. Agent", "Gi-hun"]
WITH_THE = ["Wight", "Invitation"]
CLASSED = [f"{name} {CLASS_NOUNS[sort][0]}" for sort in CLASS_NOUNS for name in sorted(NAMES.by_class[sort])]
ACTIONS = [word for word, verb in VERBS.items() if verb.action]
Draw = st.DrawFn

numbers = st.integers(0, 20)
refs = st.sampled_from(["this", "this", "it", "it", "them", "you", "this card", *BARE]).map(Ref)


def tuples(of: Sequence[str], most: int) -> SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(of), max_size=most, unique=True).map(tuple)


@st.composite
def groups(draw: Draw, deep: int = 2, stops: frozenset[str] = frozenset(), det: object = None, bare: bool = False) -> Group:
    """A noun with relations nesting at most `deep` more; stops: relations (and `and`) it may not have anywhere."""
    found = draw(_dets(deep)) if det is None else det
    assert isinstance(found, str | int | tuple | Ref | Group)
    nouns = [draw(st.sampled_from([*NOUNS, *CLASSED, *(WITH_THE if found != "all" else []), *(ACTIONS if found != "all" else [])]))]
    if draw(st.integers(0, 5)) == 0:
        nouns.append(draw(st.sampled_from([*NOUNS, *CLASSED])))
    if found == Ref("you") and {*nouns} <= {"ally", "rival", "opponent"}:
        found = "a"  # `your ally` is read as `an ally`
    filters: tuple[Filter, ...] = ()
    if deep > 0 and not bare and nouns[-1] not in NOUNS_WITHOUT_RELATIONS:
        filters = draw(relations(deep - 1, stops))
    return Group(found, draw(tuples(list(ADJECTIVES), 2)), tuple(nouns), filters)


@st.composite
def _dets(draw: Draw, deep: int) -> object:
    kind = draw(st.integers(0, 9))
    if kind < 6:
        return draw(st.sampled_from(["a", "another", "each", "the", "no", "all", "any"]))
    if kind < 8:
        n = draw(numbers)
        return draw(st.sampled_from([n, ("up to", n), ("or more", n)]))
    if kind == 8 or deep <= 0:
        return draw(refs)
    return draw(groups(0, det=draw(st.sampled_from(["a", "another", "each", "the"])), bare=True))


@st.composite
def phrases(draw: Draw, deep: int = 2, stops: frozenset[str] = frozenset(), bare: bool = False) -> Phrase:
    """A phrase; parts of a join but the last have no relations."""
    kind = draw(st.integers(0, 9))
    if kind < 4:
        return draw(refs)
    if kind < 8:
        return draw(groups(deep, stops, bare=bare))
    word = draw(st.sampled_from(["or"] if "and" in stops else ["and", "or"]))
    parts: list[Ref | Group] = [draw(st.one_of(refs, groups(1, bare=True))) for _ in range(draw(st.integers(1, 2)))]
    parts.append(draw(st.one_of(refs, groups(deep, stops, bare=bare))))
    for k, part in enumerate(parts[1:], 1):
        if isinstance(part, Group) and part.det == "all" and not part.adjs:
            parts[k] = Ref("it")  # nouns after `or` would share the relations of the noun before
    return Join(word, tuple(parts))


@st.composite
def relations(draw: Draw, deep: int = 1, stops: frozenset[str] = frozenset(), least: int = 0, owner: bool = True) -> tuple[Filter, ...]:
    """The owner first, `nearest to` last; only the last may end in a noun that could take what follows."""
    found: list[Filter] = []
    if owner and draw(st.integers(0, 4)) == 0:
        found.append(Filter("of", draw(st.one_of(st.just(Ref("yours")), st.just(Group("a", (), ("opponent",)))))))
    count = draw(st.integers(least, 2))
    kinds = [rel for rel in RELATIONS if rel not in ("of", *LAST_RELATIONS) and rel not in stops]
    for k in range(count):
        last = k == count - 1
        found.append(
            draw(
                _relation(
                    draw(st.sampled_from([*kinds, *(rel for rel in LAST_RELATIONS if rel not in stops)] if last else kinds)),
                    deep,
                    stops,
                    last,
                )
            )
        )
    return tuple(found)


@st.composite
def _relation(draw: Draw, rel: str, deep: int, stops: frozenset[str], last: bool) -> Filter:
    if rel == "with":
        stops = stops | set(LAST_RELATIONS)  # after `with no X` they belong to the noun before
    args = phrases(deep, stops) if last and deep > 0 else refs
    neg = RELATIONS[rel].can_be_not and draw(st.booleans())
    if rel == "passed through":
        return Filter(rel)
    if rel == "where":
        return Filter(rel, draw(events(draw(st.sampled_from(PAST_TIMES)), 0)))
    if rel in ("within", "in sight", *ALIGNED):
        to = st.none() if rel in ALIGNED and "with" in stops else st.one_of(st.none(), args)
        return Filter(rel, draw(to), draw(numbers) if rel == "within" else None, neg)
    slot = rel == "on" and "slot" not in stops and draw(st.booleans())
    return Filter(rel, draw(args), draw(numbers) if slot else None, neg)


@st.composite
def events(draw: Draw, time: str, deep: int = 1) -> EventClause:
    """Something that happens."""
    told = [verb for verb in EVENTS if time not in PAST_TIMES or not verb.startswith("challenge ")]
    verb = draw(st.sampled_from(told))
    what: Phrase | Num | tuple[Filter, ...] | None = None
    if EVENTS[verb].follows == "phrase":
        what = draw(phrases(deep))
    elif verb == "rolls" and draw(st.booleans()):
        what = Group("all", (), ("Boogie die",))
    elif EVENTS[verb].follows == "points":
        what = draw(flats)
    elif EVENTS[verb].follows == "relations":
        what = draw(relations(deep, least=1, owner=False))
    who = draw(phrases(deep))
    if verb == "moves" and time in PAST_TIMES:  # `for each square moved` is a number, and no square moves
        assume(not any("square" in node.nouns for node in walk(who) if isinstance(node, Group)))
    return EventClause(time, verb, who, what)


flats: SearchStrategy[Num] = numbers.map(lambda n: Num(((n, "flat", None),)))


@st.composite
def nums(draw: Draw, points: bool = False, plus: bool = True) -> Num:
    """A number with parts."""
    kinds = ["flat", "flat", "each", "time", *([] if points else ["highest"])]
    terms = [draw(_terms(draw(st.sampled_from(kinds))))]
    if plus and draw(st.integers(0, 3)) == 0:
        terms += [draw(_terms(kind)) for kind in draw(st.lists(st.sampled_from(["each", "time", "if", "highest"]), min_size=1, max_size=2))]
    return Num(tuple(terms))  # type: ignore[arg-type]


@st.composite
def _terms(draw: Draw, kind: str) -> tuple[int, str, object]:
    if kind == "highest":
        return (1, kind, draw(phrases(1)))
    k = draw(numbers)
    if kind == "each":
        return (k, kind, draw(groups(1, det="each")))
    if kind == "time":
        return (k, kind, draw(events(draw(st.sampled_from(PAST_TIMES)), 0)))
    return (k, kind, draw(conds()) if kind == "if" else None)


@st.composite
def conds(draw: Draw) -> Cond:
    """One condition or several, nested to the left."""
    found = draw(_one_cond())
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        found = Cond("and", found, draw(_one_cond()))
    return found


@st.composite
def _one_cond(draw: Draw) -> Cond:
    no_and = frozenset({"and"})
    op = draw(st.sampled_from(["wins", "loses", "match", "is", "is", "has", "carries", "most", "exists", "aside", "total"]))
    if op in ("wins", "loses", "match"):
        return Cond(op)
    if op == "total":
        return Cond(op, None, draw(flats))
    if op in ("exists", "aside"):
        return Cond(op, None, draw(groups(1, no_and)))
    who = draw(phrases(1))
    if op in ("has", "carries"):
        return Cond(op, who, draw(phrases(1, no_and)))
    if op == "most":
        return Cond(op, who, draw(groups(1, no_and, det="all").filter(lambda group: group.nouns[0] not in ACTIONS)))
    if draw(st.integers(0, 3)) == 0:
        return Cond(op, who, (Filter("a", draw(groups(1, no_and, det="a"))),))
    states = draw(st.lists(st.sampled_from(list(STATES)).map(Filter), max_size=2))
    rels = draw(relations(1, no_and, least=0 if states else 1, owner=not states))
    return Cond(op, who, (*states, *rels))


# --- steps ---


@st.composite
def acts(draw: Draw, who: Phrase | None = None, verbs: Sequence[str] = tuple(verb for verb in VERBS if verb != "control")) -> Act:
    """A deed with the fields of its verb."""
    verb = draw(st.sampled_from(list(verbs)))
    if verb in PLAIN_VERBS:
        return Act(verb, who, draw(phrases()))
    if verb == "challenge":
        how: list[How] = [("basic", None)] if draw(st.booleans()) else []
        n = None if how else draw(nums())
        if not how and draw(st.booleans()):
            how.append(("range", draw(numbers)))
        how += [(word, draw(phrases(1))) for word in ("from", "against", "adding") if draw(st.booleans())]
        return Act(verb, who, None, n if n is None or n.terms[0][1] != "highest" else draw(flats), None, tuple(how))
    if verb == "move":
        act = Act(verb, who, draw(st.one_of(st.none(), phrases())), draw(nums()), None, draw(_ways()))
        after = [node for part in (act.n, act.how) for node in walk_value(part)]  # `in a straight line` is the move's there
        assume(not any(isinstance(node, Filter) and node.rel == "in a straight line" for node in after))
        return act
    if verb in ("push", "pull"):
        how = ((WAY_OF[verb], draw(phrases(1))),) if draw(st.booleans()) else ()
        return Act(verb, who, draw(phrases()), draw(nums()), None, how)
    if verb == "place":
        what, where = draw(_placed()), draw(relations(1, least=1, owner=False))
        if isinstance(what, Group) and what.det in ("a", "another"):
            where = where[-1:]  # of two relations the first would say whom
        return Act(verb, who, what, None, where)
    if verb in ("swap", "put"):
        what = draw(phrases(stops=frozenset({"with" if verb == "swap" else "slot"})))
        return Act(verb, who, what, draw(flats) if verb == "put" else None, draw(phrases(1)))
    if verb == "shift":
        return Act(verb, who, draw(phrases()), draw(nums()), None, ((draw(st.sampled_from(["up", "down"])), None),))
    if verb in ("gain", "lose"):
        return Act(verb, who, None, draw(nums(points=True))) if draw(st.booleans()) else Act(verb, who, draw(phrases().filter(_no_points)))
    return draw(_short_acts(verb, who))


@st.composite
def _short_acts(draw: Draw, verb: str, who: Phrase | None) -> Act:
    if verb == "win":
        return Act(verb, who)
    if verb == "defend":
        return Act(verb, who, None, draw(nums()))
    if verb == "stand":
        return Act(verb, who, draw(st.one_of(st.none(), phrases())))
    what = draw(phrases().filter(lambda phrase: phrase != Group("a", ("basic",), ("challenge",))))
    if verb == "give":
        marker = (("exhausted marker", None),) if draw(st.integers(0, 3)) == 0 else ()
        assume(marker or not (isinstance(what, Group) and what.adjs[-1:] == ("exhausted",) and what.nouns[0] == "marker"))
        return Act(verb, who, what, None, draw(phrases(1)), marker)
    is_counted = isinstance(what, Group) and (isinstance(what.det, tuple) or what.det == "any")
    words = {
        "choose": ["secret", "", *([] if is_counted else ["random"])],
        "do": ["either order", "free", ""],
        "knock": ["down", "out"],
        "turn": list(FACES),
    }.get(verb, [""])
    word = draw(st.sampled_from(words))
    return Act(verb, who, what, how=((word, None),) if word else ())


def _no_points(phrase: Phrase) -> bool:
    first = phrase.parts[0] if isinstance(phrase, Join) else phrase
    return not (isinstance(first, Group) and isinstance(first.det, int) and not first.adjs and first.nouns[0] == "point")


@st.composite
def _ways(draw: Draw) -> tuple[How, ...]:
    found: list[How] = []
    for word in MOVING:
        if draw(st.integers(0, 4)) == 0:
            found.append(
                (word, None if word == "straight" else draw(relations(1, least=1, owner=False)) if word == "ending" else draw(phrases(1)))
            )
    return tuple(found)


@st.composite
def _placed(draw: Draw) -> Phrase:
    what = draw(phrases(0))
    owners: list[Phrase] = [Ref("yours"), Ref("it"), Group("a", (), ("opponent",))]
    if isinstance(what, Group) and what.nouns[-1] not in NOUNS_WITHOUT_RELATIONS and draw(st.booleans()):
        return Group(what.det, what.adjs, what.nouns, (Filter("of", draw(st.sampled_from(owners))),))
    return what


@st.composite
def alternatives(draw: Draw, bare: bool = False, is_last: bool = True) -> Act | Or:
    """One deed or several; bare: the first without a doer. One choice for all covers the rest of its sentence, so it comes last."""
    who = None if bare else draw(st.one_of(st.none(), phrases(1)))
    first = draw(acts(who))
    if draw(st.integers(0, 3)):
        return first
    same = draw(st.booleans())
    others = [draw(acts(who if same else draw(st.one_of(st.none(), phrases(1))))) for _ in range(draw(st.integers(1, 2)))]
    is_choice_for_all = is_last and same and is_several(who) and not any(one.body for one in (first, *others))
    return Or((first, *others), is_choice_for_all and draw(st.booleans()))


@st.composite
def bodies(draw: Draw, deep: int, in_if: bool, bare: bool = False) -> tuple[Step, ...]:
    """Steps joined by `, then`: what covers the rest of a sentence comes last."""
    head: list[Step] = [draw(alternatives(bare=True))] if bare else []
    more: list[Step] = [draw(alternatives(is_last=False)) for _ in range(draw(st.sampled_from([0, 0, 1])))]
    if bare and draw(st.booleans()):
        return (*head, *more)
    return (*head, *more, draw(steps(deep, in_if)))


def rounds(step: Step) -> int:
    """How often the loops of a step, one inside the other, repeat what is innermost at most."""
    times = (step.over.terms[0][0] if isinstance(step.over, Num) else A_FEW) if isinstance(step, Loop) else 1
    inner = [rounds(one) for one in walk(step) if isinstance(one, Loop) and one is not step]
    return times * max(inner, default=1)


def begins_trigger(body: Sequence[Step]) -> bool:
    """Whether steps begin a trigger that lasts, which stands in no other one and in no control."""
    return any(isinstance(node, When) for step in body for node in walk(step))


@st.composite
def steps(draw: Draw, deep: int = 2, in_if: bool = False) -> Step:
    """Any step; deep: how many more may nest."""
    kinds = ["deed", "deed", "until", *(["may", "loop", "control", *([] if in_if else ["if"])] if deep else [])]
    kind = draw(st.sampled_from(kinds))
    if kind == "deed":
        return draw(alternatives())
    if kind == "until":
        when = st.one_of(st.sampled_from(UNTIL_MOMENTS).map(lambda moment: EventClause("until", moment)), events("until"))
        if not deep or draw(st.booleans()):
            return While(draw(st.one_of(st.none(), conds())), draw(changes()), draw(when))
        body = draw(bodies(deep - 1, in_if))
        assume(not begins_trigger(body))
        return When(draw(events(draw(st.sampled_from(["when", "after"])))), body, (), draw(when))
    if kind == "may":
        cost = (draw(alternatives(bare=True)),) if draw(st.booleans()) else ()
        return May(draw(phrases(1)), cost, draw(bodies(deep - 1, in_if, bare=True)))
    if kind == "if":
        return If(draw(conds()), draw(bodies(deep - 1, True)))
    if kind == "loop":
        loop = Loop(draw(st.one_of(flats, groups(1, det="each"))), draw(bodies(deep - 1, in_if)))
        assume(rounds(loop) <= MOST_ROUNDS)
        return loop
    body = draw(bodies(deep - 1, in_if))
    assume(not begins_trigger(body))
    return Act("control", draw(st.one_of(st.none(), phrases(1))), draw(phrases(1)), body=body)


# --- texts ---


@st.composite
def changes(draw: Draw) -> Change:
    """A change of a standing rule, but no offer."""
    verb = draw(
        st.sampled_from(["rolls", "has", "may-have", "pay", "may-pay", "can", "cannot", "cannot-be", "cannot-interact", "counts-as"])
    )
    who = draw(phrases(1))
    n = draw(nums(points=True, plus=False))
    if verb == "rolls":
        occasion = draw(st.sampled_from(list(OCCASIONS)))
        what = draw(phrases(1) if occasion == "doing" else st.one_of(st.none(), phrases(1)))
        return Change(verb, who, n, what, ((draw(st.sampled_from(["more", "fewer"])), None), (occasion, None)))
    if verb == "has":
        way = draw(st.sampled_from(["more", "less", "set"]))
        return Change(verb, who, draw(flats) if way == "set" else n, None, ((way, None), (draw(st.sampled_from(list(STATS))), None)))
    if verb == "may-have":
        return Change(verb, who, n, None, (("more", None), ("range", None)))
    if verb in ("pay", "may-pay"):
        return Change(verb, who, draw(flats), draw(phrases(1)), ((draw(st.sampled_from(["more", "less"])), None),))
    if verb == "can" and draw(st.booleans()):
        return Change(verb, who, how=(("through", draw(phrases(1))),))
    if verb == "cannot-be":
        return Change(verb, who, how=((draw(st.sampled_from(list(PASSIVES))), None),))
    if verb == "counts-as" and draw(st.booleans()):
        return Change(verb, who, how=(("obscured", None),))
    return Change(verb, who, what=draw(phrases(1)), how=(("while knocked down", None),) if verb == "can" else ())


@st.composite
def programs(draw: Draw) -> tuple[Step, ...]:
    """Sentences: an `if` among them may have an `otherwise`."""
    found: list[Step] = draw(st.lists(steps(), min_size=1, max_size=2))
    return tuple(
        If(step.cond, step.steps, draw(bodies(1, True))) if isinstance(step, If) and draw(st.integers(0, 1)) else step for step in found
    )


@st.composite
def texts(draw: Draw) -> Text:
    """A text of any kind."""
    limits = tuple(limit for limit in LIMITS if draw(st.integers(0, 7)) == 0)
    kind = draw(st.sampled_from(["do", "when", "at", "instead", "while", "offer"]))
    if kind == "do":
        return Do(draw(programs()), limits)
    if kind == "when":
        return When(draw(events(draw(st.sampled_from(["when", "after"])))), draw(programs()), limits)
    if kind == "at":
        moment = draw(st.sampled_from(list(MOMENTS)))
        return When(EventClause("before" if moment == "round ends" else "at", moment), draw(programs()), limits)
    if kind == "instead":
        return Instead(draw(events("instead")), draw(programs()), limits)
    cond = draw(st.one_of(st.none(), conds()))
    if kind == "while":
        return While(cond, draw(changes()), None, limits)
    offered = May(draw(phrases(1)), (), draw(bodies(1, False, bare=True)))
    more = draw(programs()) if draw(st.booleans()) else ()
    return While(cond, Change("offer", what=draw(groups(0, det="a")), steps=(offered, *more)), None, limits)


@st.composite
def rules(draw: Draw) -> list[Text]:
    """Texts after one another: a program only begins where the text before takes no more sentences."""
    found: list[Text] = []
    for text in draw(st.lists(texts(), min_size=1, max_size=3)):
        before = found[-1] if found else None
        is_open = before is not None and not before.limits and not (isinstance(before, While) and before.change.verb != "offer")
        if not (isinstance(text, Do) and is_open):
            found.append(text)
    return found
