"""Check what can be read and would be taken another way: a choice inside `Instead of`, equal tokens told apart, choices that nothing refers to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tipover.cards import ast
from tipover.cards.check_text import PIECE, SCENARIO, TABLE, Finding, WrittenRule, finding, finding_about, position_of
from tipover.cards.introducing import FIXED_SLOTS
from tipover.cards.phrase_kinds import PIECE as PIECES
from tipover.cards.phrase_kinds import Kind
from tipover.cards.program import SUBJECT, TARGET
from tipover.cards.quantity import is_counted, is_number
from tipover.cards.references import Resolution
from tipover.cards.vocabulary import VERBS
from tipover.cards.words import phrase_words

# What a text can offer besides `a basic action`: the basic actions by name, and what a companion's card has (ACT-8, COM-2).
OFFERED_NOUNS = ("interact", "assist", "move", "challenge", "companion action")
UNKNOWN = 1000  # what a die of which nothing is known may show
MOST_A_SIDE = 6  # characters, by agreement (SUP-3)
PLACES = ("within", "adjacent to", "in sight", "in", "nearest to")
YOURS = (ast.YOU, ast.Ref("yours"))


def check_doubtful(written: WrittenRule) -> list[Finding]:
    """What a careful reader takes otherwise than it would be played, and conditions that can never or always hold."""
    found: list[Finding] = []
    for text, resolution in written.resolved:
        found += _optional_replacement(written.rule, text)
        found += _offered(written, text)
        found += _without_turns(written, text)
        found += _endless_rounds(written, text, resolution)
        found += _in_its_own_turn(written.rule, text)
        found += _seen_from_nobody(written, text)
        found += _measured_from_nobody(written, text)
        found += _targets_already(written.rule, text, resolution)
        found += _unused_choices(written.rule, text, resolution)
        found += _plays_what_is_in_force(written.rule, text, resolution)
        found += _from_the_box(written, text, resolution)
        found += _whose_deed(written.rule, text)
        found += _equal_tokens(written.rule, text, resolution)
        found += _one_place(written.rule, text)
        found += _out_of_reach(written.rule, text)
        found += _leading(written, text)
        found += _counted_points(written.rule, text)
        found += _never_or_always(written, text)
        found += _more_than_there_are(written, text)
        found += _discards_unlike_things(written, text)
    return found


def _optional_replacement(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`Instead of this being knocked down, this may …`: nobody chooses whether something happens."""
    if isinstance(text, ast.Instead) and isinstance(text.steps[0], ast.May):
        at = position_of(rule, "may", text.steps[0].at)
        why = "after `Instead of` can be read in two ways: whether the event happens is never chosen, so leave out `may`"
        yield finding_about(rule, at, f"{why}; what is done instead is done whenever it can be, and else the event happens")


# --- offered actions -----------------------------------------------------------------------------------------------------


def _offered(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    if not isinstance(text, ast.While) or text.change.verb != "offer":
        return
    what = text.change.what
    if not isinstance(what, ast.Group) or not (what.nouns[0] in OFFERED_NOUNS or (what.nouns == ("action",) and "basic" in what.adjs)):
        at = what.at if isinstance(what, ast.Group) else text.at
        why = "an offered action is a basic one, and costs no token: `As a basic action, …` or `As an interact, …`"
        yield finding(written.rule, at, why)
    elif what.nouns == ("companion action",) and not written.kinds.this & Kind.COMPANION:
        yield finding(written.rule, what.at, "a companion action stands on a companion's card (COM-2): `As a basic action, …`")
    offered = text.change.steps[0]
    if isinstance(what, ast.Group) and what.nouns == ("companion action",) and isinstance(offered, ast.May) and offered.who != ast.THIS:
        yield finding(written.rule, offered.who.at, "a companion does its actions itself (COM-2): `As a companion action, this may …`")
    if isinstance(offered, ast.May):
        yield from _offered_to_several(written.rule, offered.who)
    if written.kinds.this == Kind.OBJECTIVE and isinstance(offered, ast.May) and not _is_yours(offered.who):
        for node in ast.walk(text):
            if isinstance(node, ast.Act) and node.verb == "put" and node.what == ast.THIS and _is_your_track(node.to):
                why = "`your track` is that of whoever does it, and this goes to the track of its own side: write `the track of this`"
                yield finding(written.rule, position_of(written.rule, "your track", node.at), why)


def _offered_to_several(rule: str, who: ast.Phrase) -> Iterator[Finding]:
    """`As a basic action, each ally may move 1.`: an action is one figure's, which is not what a reader expects of several."""
    parts = who.parts if isinstance(who, ast.Join) else (who,)
    several = [one for one in parts if isinstance(one, ast.Group) and (one.det in ("each", "any") or is_number(one))]
    is_joined = isinstance(who, ast.Join) and who.word == "and"
    if several or is_joined:
        one = phrase_words(replace(several[0], det="a")) if several else "this or an ally"
        why = f"an action is one figure's: for an action that each of them has write `{one} may …`; for several at once say first what this does"
        yield finding(rule, who.at, f"{why}: `this may move 1. Each ally may move 1.`")


def _without_turns(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`At the start of its turn` on what has no turn: only characters take turns (TRN-1)."""
    if not isinstance(text, ast.When) or (written.kinds.this & Kind.CHARACTER and written.what != "a card"):
        return
    event = text.event
    if event.verb in ("start of its turn", "end of its turn"):
        how = "write `At the start of each round, …`" + (", or `When the owner becomes exhausted, …`" if written.role == PIECE else "")
        at = position_of(written.rule, "its turn", event.at)
        yield Finding(at, "its turn", f"`its turn` is a character's, and {written.what} has none (TRN-1): {how}")
    elif event.verb == "exhausted" and event.who == ast.THIS:
        yield finding(written.rule, event.at, f"{written.what} is never exhausted (TRN-11): write `When the owner becomes exhausted, …`")


def _endless_rounds(written: WrittenRule, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`When this becomes exhausted, refresh this.`: it would take turns for ever, and no round would end (TRN-1)."""
    if not isinstance(text, ast.When | ast.Instead) or text.event.verb not in ("exhausted", "end of its turn"):
        return
    if any(limit in text.limits for limit in ("Once per round", "Once per game")):
        return
    why, who = "no round would ever end: close it with `Once per round.`", text.event.who
    if isinstance(text, ast.Instead):
        yield finding(written.rule, text.at, why, warning=True)
        return
    for node in ast.walk(text):
        if not isinstance(node, ast.Act) or node.verb != "refresh":
            continue
        meant = resolution.meant.get(id(node.what))
        is_this = node.what == ast.THIS or (isinstance(node.what, ast.Ref) and node.what.word == "it" and meant is None)
        if (is_this and who in (None, ast.THIS)) or (meant is not None and meant.phrase is who):
            yield finding(written.rule, node.at, why)
        elif meant is None and isinstance(node.what, ast.Group) and isinstance(who, ast.Group) and not _are_apart(who, node.what):
            yield finding(written.rule, node.at, f"perhaps {why}", warning=True)


def _are_apart(one: ast.Group, other: ast.Group) -> bool:
    """Whether nobody is both: allies and rivals."""
    return {"ally", "rival"} <= {*one.nouns, *other.nouns} and len({*one.nouns, *other.nouns}) == 2


def _in_its_own_turn(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`At the start of its turn, exhaust this.`: who is exhausted in its turn goes on with it, and a reader takes the turn for lost."""
    if not isinstance(text, ast.When) or text.event.verb != "start of its turn":
        return
    for node in ast.walk(text):
        if isinstance(node, ast.Act) and node.verb == "exhaust" and node.what in (ast.THIS, ast.Ref("it")):
            why = "who is exhausted in its own turn goes on with it (TRN-12); for a turn that is lost write `At the start of each round, exhaust this.`"
            yield finding(rule, node.at, why)


def _is_yours(who: ast.Phrase) -> bool:
    return isinstance(who, ast.Group) and (who.det in YOURS or any(one.rel == "of" and one.arg in YOURS for one in who.filters))


def _is_your_track(to: object) -> bool:
    return isinstance(to, ast.Group) and to.nouns == ("track",) and to.det in YOURS


def _seen_from_nobody(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`rival` and `opponent` in what belongs to no side; in an offered action they are its doer's."""
    if written.role != TABLE and written.what != "a card":
        return
    where = "the table's text" if written.role == TABLE else "a card of a deck"
    offered = isinstance(text, ast.While) and text.change.verb == "offer"
    for node in () if offered else ast.walk(text):
        if isinstance(node, ast.Group):
            word = next((one for one in (*node.nouns, *node.adjs) if one in ("ally", "rival", "opponent", "opposing")), "")
            if word:
                meant = "each side" if word == "opponent" else "character"
                yield finding(written.rule, node.at, f"`{word}` is seen from a side, and {where} belongs to none: write `{meant}`")


def _measured_from_nobody(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`within 2` and `in sight` are those of `this`, which a scenario and a card of a deck do not have."""
    if written.role not in (SCENARIO, TABLE) and written.what != "a card":
        return
    told = {
        id(one)
        for node in ast.walk(text)
        if isinstance(node, ast.EventClause) and isinstance(node.who, ast.Group)
        for one in node.who.filters
    }
    for node in ast.walk(text):
        if isinstance(node, ast.Filter) and node.rel in ("within", "in sight") and node.arg is None and id(node) not in told:
            yield finding_about(written.rule, node.at, "is said of nobody here: write of whom, as `within 2 of it` or `in sight of it`")


def _targets_already(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`When an ally is challenged, another ally may make it the target.`: it is the target already, and the other was meant."""
    if not isinstance(text, ast.When) or text.event.verb not in ("challenged", "challenge against", "rolls to defend"):
        return
    for act in (node for node in ast.walk(text) if isinstance(node, ast.Act) and node.verb == "make" and node.what is not None):
        meant = resolution.meant.get(id(act.what))
        is_named = meant is not None and (meant.slot == SUBJECT or meant.slot == TARGET)
        if is_named or (text.event.who == ast.THIS == act.what) or (isinstance(act.what, ast.Group) and act.what.nouns == ("target",)):
            assert act.what is not None
            why = "is the target already; for somebody else choose first: `Choose another ally. You may make that ally the target.`"
            yield finding_about(rule, act.what.at, why)


# --- what is chosen, and what cannot be told apart -----------------------------------------------------------------------


def _unused_choices(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """Something is chosen and no later word refers to it: `Choose 2 rivals. For each rival: …` means every rival."""
    acts = [node for node in ast.walk(text) if isinstance(node, ast.Act)]
    unclear = any(one.also or one.unfit or (one.meant is None and one.word != "it") for one in resolution.references)
    if unclear or all(act.verb == "choose" for act in acts):
        return  # told as a pronoun that stands for nothing, or as a text that does nothing
    meant = [
        one for one in (*resolution.meant.values(), *(one for some in resolution.excluded.values() for one in some)) if one is not None
    ]
    meant += [one for one in resolution.known if one.twin in meant] + [one.twin for one in meant if one.twin is not None]
    used = {id(one.phrase) for one in meant}
    for act in acts:
        # Of the only one it is asked that it is there; of a challenge both are.
        is_needed = isinstance(act.what, ast.Group) and act.what.det == "the" and act.what.nouns[-1] not in FIXED_SLOTS
        is_needed = is_needed or any(word == "secret" for word, _ in act.how)  # told by where it stands
        if act.verb == "choose" and act.what is not None and not is_needed and not any(id(node) in used for node in ast.walk(act.what)):
            several = ast.is_several(act.what)
            how = "several: `For each of them: …`, or `them`" if several else "`it`, or `that` and its noun"
            yield finding(rule, act.at, f"nothing is done with what is chosen here: name it with {how}")


def _plays_what_is_in_force(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`Choose a Mood card. Play it.`: what is chosen is in force already, and only what was discarded can be played again (STA-4)."""
    acts = [node for node in ast.walk(text) if isinstance(node, ast.Act)]
    in_force = {id(act.what): act for act in acts if act.verb in ("choose", "play")}
    for act in acts:
        meant = resolution.meant.get(id(act.what)) if act.verb == "play" else None
        if act.what is not None and meant is not None and id(meant.phrase) in in_force:
            why = f"is in force already: say at once what is played, as `Play {phrase_words(meant.phrase)}.`"
            yield finding_about(rule, act.what.at, why)


def _from_the_box(written: WrittenRule, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """`Choose a Net token. Place it adjacent to this.`: one is chosen of those in play, and `place a Net token` takes one from the box (TOK-7)."""
    acts = [node for node in ast.walk(text) if isinstance(node, ast.Act)]
    chosen = {id(act.what) for act in acts if act.verb == "choose"}
    for act in acts:
        meant = resolution.meant.get(id(act.what)) if act.verb in ("place", "give") else None
        if act.what is None or meant is None or id(meant.phrase) not in chosen or meant.kinds & ~(PIECES | Kind.MINION):
            continue
        phrase = meant.phrase
        if isinstance(phrase, ast.Group) and phrase.det == "a" and not phrase.filters and not phrase.adjs:
            words = phrase_words(phrase)
            box = f"for one from the box write `{act.verb.capitalize()} {words} …`"
            why = f"can be read in two ways: {box}, for one in play say where it is: `Choose {words} on the map.`"
            yield finding_about(written.rule, act.what.at, why)


def _whose_deed(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`Control a rival: it moves 1, then do a basic challenge.`: without a doer `this` does it, and a reader may take the one who is controlled."""
    for control in ast.walk(text):
        if not isinstance(control, ast.Act) or control.verb != "control":
            continue
        for act in control.body:
            is_own = isinstance(act, ast.Act) and act.who is None and (act.verb == "do" or (act.what is None and act.verb in _OWN_DEEDS))
            if isinstance(act, ast.Act) and is_own and not _is_against_it(act):
                third = "does" if act.verb == "challenge" else VERBS[act.verb].third
                why = f"can be read in two ways: for who is controlled write `it {third} …`, for `this` end the sentence before it and begin a new one"
                yield finding_about(rule, act.at, why)


# What a figure does with its own body; with an object it may well be done by `this`: `push it 1`.
_OWN_DEEDS = ("move", "challenge", "stand", "defend")


def _is_against_it(act: ast.Act) -> bool:
    return any(word == "against" and isinstance(arg, ast.Ref) and arg.word == "it" for word, arg in act.how)


def _equal_tokens(rule: str, text: ast.Text, resolution: Resolution) -> Iterator[Finding]:
    """Equal ability tokens are one thing: neither can one of all of them be meant, nor several be chosen first (TIM-7)."""
    for node in ast.walk(text):
        if isinstance(node, ast.Loop) and is_counted(node.over):
            assert isinstance(node.over, ast.Group)
            element, words = resolution.elements.get(id(node.over)), phrase_words(node.over)
            for one in resolution.references:
                if element is not None and one.meant is element:
                    why = (
                        f"cannot be one of `{words}`: equal ones cannot be told apart; say what is done to all, as `Shift {words} down 1.`"
                    )
                    yield finding_about(rule, one.at, why)
        elif (
            isinstance(node, ast.Act)
            and node.verb == "choose"
            and isinstance(node.what, ast.Group)
            and is_counted(node.what)
            and is_number(node.what)
            and node.what.det != 1
        ):
            why = f"equal tokens cannot be told apart: say at once what is done, as `Shift {phrase_words(node.what)} down 1.`"
            yield finding(rule, node.what.at, why)


def _one_place(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`Place a Net token in each adjacent square`: one thing is put in one place."""
    for node in ast.walk(text):
        if not isinstance(node, ast.Act) or node.verb not in ("place", "move", "push", "pull"):
            continue
        yield from _one_beside_each(rule, node)
        ends = [node.to, *(arg for word, arg in node.how if word == "ending")]
        for one in [one for end in ends if isinstance(end, tuple) for one in end if one.rel == "in" and not one.neg]:
            several = next((part for part in (one.arg, *_owners(one.arg)) if isinstance(part, ast.Group) and _is_several(part)), None)
            if several is not None:
                each = phrase_words(replace(several, det="each") if several.det in ("each", "all") else several)
                each = f"each of {each}" if several.det == "those" else each
                where = "it" if several is one.arg else "its square"
                what = phrase_words(node.what) if node.what is not None else "this"
                why = f"one thing goes to one place: `For {each}: {node.verb} {what} in {where}.`"
                yield finding(rule, several.at, why)


def _one_beside_each(rule: str, act: ast.Act) -> Iterator[Finding]:
    """`Place a Net token adjacent to each rival`: one beside all of them, or one beside each."""
    what = act.what
    if act.verb != "place" or not isinstance(what, ast.Group) or what.det not in ("a", "another") or not isinstance(act.to, tuple):
        return
    if not all(noun.split()[-1] in ("token", "marker", "minion") for noun in what.nouns):
        return
    for one in act.to:
        if one.rel in ("adjacent to", "within") and not one.neg and isinstance(one.arg, ast.Group) and one.arg.det in ("each", "those"):
            where = f"within {one.n} of it" if one.rel == "within" else "adjacent to it"
            several = phrase_words(one.arg) if one.arg.det == "each" else f"each of {phrase_words(one.arg)}"
            why = f"one thing goes to one place: for one beside each write `For {several}: place {phrase_words(what)} {where}.`"
            yield finding(rule, one.arg.at, why)


def _owners(phrase: object) -> tuple[object, ...]:
    """Whose square or area a phrase names: `the square of each rival`, `each rival's square`."""
    if not isinstance(phrase, ast.Group):
        return ()
    return (phrase.det, *(one.arg for one in phrase.filters if one.rel == "of"))


def _is_several(group: ast.Group) -> bool:
    return group.det in ("each", "those") or (group.det == "all" and "starting area" not in group.nouns)


# --- conditions ----------------------------------------------------------------------------------------------------------


def _out_of_reach(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`Challenge 2 against a rival not adjacent to this`: without a range only adjacent ones are reached (CHA-2)."""
    for node in ast.walk(text):
        if not isinstance(node, ast.Act) or node.verb != "challenge" or any(word in ("range", "from") for word, _ in node.how):
            continue
        target = next((arg for word, arg in node.how if word == "against"), None)
        places = [one for one in target.filters if one.rel in PLACES] if isinstance(target, ast.Group) else []
        if places and all(one.neg and one.rel == "adjacent to" and one.arg == ast.THIS for one in places):
            why = "a challenge without a range reaches adjacent rivals alone (CHA-2): `Range 3 challenge 2 against a rival not adjacent to this.`"
            yield finding(rule, places[0].at, why)


def _leading(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`a rival has the most points`: a side has the most of something."""
    for node in ast.walk(text):
        if isinstance(node, ast.Cond) and node.op == "most" and isinstance(node.a, ast.Ref | ast.Group | ast.Join):
            if not written.kinds.of(node.a) & Kind.SIDE:
                yield finding(written.rule, node.at, "a side has the most of something: `you have the most`, `an opponent has the most`")


def _counted_points(rule: str, text: ast.Text) -> Iterator[Finding]:
    """`1 for each point`: points are no things that are there."""
    for node in ast.walk(text):
        counted: list[object] = [node.over] if isinstance(node, ast.Loop) else []
        counted += [arg for _, kind, arg in node.terms if kind == "each"] if isinstance(node, ast.Num) else []
        for one in counted:
            if isinstance(one, ast.Group) and "point" in one.nouns:
                at = position_of(rule, "point", one.at)
                yield finding_about(rule, at, "is not counted: points are asked for after `if`, as `If you have 3 or more points, …`")


def _never_or_always(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`If the total is 19 or more` of two dice, `If the dice match` of one, more characters than a side can have."""
    rule, roll = written.rule, _roll(text)
    dice = roll.det if roll is not None and isinstance(roll.det, int) else 1 if roll is not None else 0
    lowest, highest = written.names.faces.get(roll.nouns[0], (0, UNKNOWN)) if roll is not None and len(roll.nouns) == 1 else (0, UNKNOWN)
    for node in ast.walk(text):
        if not isinstance(node, ast.Cond):
            continue
        if node.op == "aside" and isinstance(node.b, ast.Group) and isinstance(node.b.det, int):
            if node.b.det > MOST_A_SIDE:
                yield finding(rule, node.at, f"this can never hold: a side has at most {MOST_A_SIDE} characters", warning=True)
            elif node.b.det == 1:
                yield finding(rule, node.at, "this always holds: every side has a character", warning=True)
        elif node.op == "match" and dice == 1:
            yield finding(rule, node.at, "this can never hold: one die matches nothing (CHA-22); roll 2 or more", warning=True)
        elif node.op == "total" and roll is not None and isinstance(node.b, ast.Num):
            least = node.b.terms[0][0]
            if least > dice * highest:
                yield finding(rule, node.at, f"this can never hold: the total is {dice * highest} at most", warning=True)
            elif least <= dice * lowest:
                yield finding(rule, node.at, f"this always holds: the total is {dice * lowest} at least", warning=True)


def _more_than_there_are(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`Gain 5 Net tokens`, `If you have 5 Net tokens` where there are 3."""
    asked: list[object] = []
    for node in ast.walk(text):
        if isinstance(node, ast.Act) and node.verb in ("gain", "lose", "discard"):
            asked.append(node.what)
        elif isinstance(node, ast.Cond) and node.op == "has":
            asked.append(node.b)
    for one in asked:
        if isinstance(one, ast.Group) and len(one.nouns) == 1 and one.nouns[0] in written.names.numbers:
            there, wanted = written.names.numbers[one.nouns[0]], one.det[1] if isinstance(one.det, tuple) else one.det
            if isinstance(wanted, int) and wanted > there and not (isinstance(one.det, tuple) and one.det[0] == "up to"):
                why = f"there are only {there} of them (TOK-1): nobody ever has so many"
                yield finding(written.rule, one.at, why, warning=True)


def _discards_unlike_things(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """`A rival discards 2 items`: a number is paid without a choice, so it has to be of one kind, such as `2 Energy tokens`."""
    for node in ast.walk(text):
        if not (isinstance(node, ast.Act) and node.verb == "discard" and isinstance(node.what, ast.Group)):
            continue
        group = node.what
        if isinstance(group.det, int) and group.det > 1 and not group.filters and any(noun[0].islower() for noun in group.nouns):
            thing = group.nouns[0]
            why = f"which of them is not asked: write `discard {'an' if thing[0] in 'aeiou' else 'a'} {thing}` as often as you need"
            yield finding(written.rule, group.at, f"{why}, or name one kind, as `2 Energy tokens`")


def _roll(text: ast.Text) -> ast.Group | None:
    """The dice that a text rolls, if it rolls once, so many, and nothing is added; otherwise None."""
    acts = [node for node in ast.walk(text) if isinstance(node, ast.Act)]
    rolls = [act for act in acts if act.verb == "roll"]
    if len(rolls) != 1 or any(act.verb == "add" for act in acts) or rolls[0].n is not None or not isinstance(rolls[0].what, ast.Group):
        return None
    dice = rolls[0].what
    is_certain = (isinstance(dice.det, int) or dice.det in ("a", "the")) and not any(word == "adding" for word, _ in rolls[0].how)
    return dice if is_certain else None
