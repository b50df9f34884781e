"""The words of the card language, each in one table, with its meaning and an example that the tests read.

`docs/cards.md` is made from these tables; reader and printer use the same ones.
"""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """A deed: its ending after `it`, its form (X a phrase, N a number), an example; `action`: its plural where it names an action."""

    third: str
    form: str
    example: str
    action: str = ""


VERBS: dict[str, Verb] = {
    "move": Verb(
        "moves",
        "move [X] N [toward X | away from X] [in a straight line] [, through X] [, ending RELATIONS]",
        "Move 3, through rivals.",
        "moves",
    ),
    "push": Verb("pushes", "push X N", "Challenge 2. Push the target 1."),
    "pull": Verb("pulls", "pull X N", "Pull each rival within 3 and in sight 1."),
    "place": Verb("places", "place X RELATIONS", "Place this within 3 and not adjacent to a rival."),
    "swap": Verb("swaps", "swap X with X", "Swap this with an ally."),
    "put": Verb("puts", "put X on the N of X", "Choose a rival with an item. Put its item on the 2 of its track."),
    "shift": Verb("shifts", "shift X up | down N", "Shift an ability token on your track down 1."),
    "give": Verb("gives", "give X to X", "Give its item to an ally."),
    "gain": Verb("gains", "gain N points | gain X", "Gain 1 point for each adjacent ally."),
    "lose": Verb("loses", "lose N points | lose X", "Lose 1 point."),
    "choose": Verb(
        "chooses", "choose [in secret] X", "At the start of the game, choose in secret a character of yours. Give a marker to it."
    ),
    "do": Verb("does", "do X [in either order]", "Do an assist or an interact."),
    "challenge": Verb(
        "challenges",
        "basic challenge | [range N] challenge N [from X] [against X]; after a doer: does a …",
        "Range 3 challenge 2 against a standing rival.",
        "challenges",
    ),
    "defend": Verb("defends", "defend against a challenge N", "Defend against a challenge 2."),
    "roll": Verb("rolls", "roll X", "Roll 3 dice. Gain 1 point for each success."),
    "stand": Verb("stands", "stand [X] up", "Stand up. Usable while knocked down."),
    "knock": Verb("knocks", "knock X down | out", "Choose an adjacent rival. Knock it down."),
    "control": Verb("controls", "control X: STEPS", "Control an adjacent rival: it does a basic action."),
    "turn": Verb("turns", "turn X to a shield | a burst", "After this rolls dice, turn a die to a shield."),
    "add": Verb("adds", "add X to the roll", "After this rolls dice, add a die to the roll."),
    "make": Verb("makes", "make X the target", "When an ally is challenged, make this the target."),
    "take": Verb("takes", "take X", "Take an adjacent marker."),
    "discard": Verb("discards", "discard X", "When this is knocked down, discard this card."),
    "remove": Verb("removes", "remove X", "Remove an adjacent minion."),
    "play": Verb("plays", "play X", "Play a card."),
    "claim": Verb("claims", "claim X", "Claim an adjacent area."),
    "exhaust": Verb("exhausts", "exhaust X", "Exhaust an adjacent rival."),
    "refresh": Verb("refreshes", "refresh X", "Refresh an ally."),
    "return": Verb("returns", "return X", "Return an ability token on your track."),
    "flip": Verb("flips", "flip X", "When this is knocked down, flip this card."),
    "win": Verb("wins", "win", "When you reach 3 points, you win."),
}

# Verbs that are a word and a phrase, no more.
PLAIN_VERBS = ("roll", "take", "discard", "remove", "play", "claim", "exhaust", "refresh", "return", "flip")

REFS: dict[str, str] = {
    "this": "the figure whose card it is, or who has the item or status; the piece itself for a token, minion, companion, objective",
    "this card": "the status, item or deck card the text stands on",
    "it": "the last thing brought in with a, an, another; inside each the current one; from an event its subject; else this",
    "them": "the last things brought in with a number, up to, any number of; they, as a subject",
    "you": "the side the text belongs to; in an offered action the doer's side",
    "yours": "after of: belonging to you",
}
POSSESSIVES: dict[str, str] = {"your": "you", "its": "it", "their": "them"}  # other phrases take 's

DETERMINERS: dict[str, str] = {
    "a": "one, chosen by the text's side",
    "another": "one that is not it; if nothing was brought in, not this",
    "each": "all, one after another, in an order its player chooses, looked at again each time",
    "the": "the only one",
    "no": "none, after with, has, there is",
    "any": "as many as wanted: any number of rivals",
    "up to": "at most that many: up to 2 rivals",
    "or more": "at least that many: 2 or more rivals",
    "all": "not written: the bare plural, rivals",
}

ADJECTIVES: dict[str, str] = {
    "standing": "not knocked down (CHA-20)",
    "knocked-down": "knocked down",
    "exhausted": "its turn is done (TRN-7)",
    "ready": "not exhausted",
    "adjacent": "adjacent to this, or to the doer (ADJ-1)",
    "opposing": "of an opponent",
    "basic": "a basic character; the basic action of that name",
    "empty": "with nobody in it; tokens and markers are nobody",
    "different": "no two the same",
}


class Noun(NamedTuple):
    """A thing: its plural, and what it means."""

    plural: str
    meaning: str


NOUNS: dict[str, Noun] = {
    "figure": Noun("figures", "character, companion or minion of any side (ALY-3)"),
    "character": Noun("characters", "a character, basics too"),
    "companion": Noun("companions", "a companion"),
    "minion": Noun("minions", "a minion"),
    "objective": Noun("objectives", "a bonus objective"),
    "ally": Noun("allies", "figure of the same side but not itself"),
    "rival": Noun("rivals", "figure of another side, knocked down too"),
    "opponent": Noun("opponents", "another side; it has no place, so it takes no relations"),
    "owner": Noun("owners", "the character who gave, placed or is paired with the piece or card (CHA-18)"),
    "target": Noun("targets", "of the last challenge of this text"),
    "challenger": Noun("challengers", "who challenges; in a knock-out, who has the credit"),
    "ability token": Noun("ability tokens", "a coloured token in a pool or on a track"),
    "blue token": Noun("blue tokens", "finesse"),
    "red token": Noun("red tokens", "strength"),
    "silver token": Noun("silver tokens", "cunning"),
    "gold token": Noun("gold tokens", "leadership"),
    "type of ability token": Noun("types of ability token", "each colour once"),
    "token": Noun("tokens", "a round piece (TOK-1)"),
    "marker": Noun("markers", "a square piece (TOK-2)"),
    "point marker": Noun("point markers", "A to D (PTS-1)"),
    "item": Noun("items", "an item"),
    "card": Noun("cards", "a status or deck card"),
    "thing": Noun("things", "whatever can lie on a track (CDN-1)"),
    "point": Noun("points", "of the score"),
    "die": Noun("dice", "a die"),
    "success": Noun("successes", "of the last roll of this text (CHA-12)"),
    "square moved": Noun("squares moved", "of the last move of this text"),
    "square": Noun("squares", "of the map"),
    "set-up square": Noun("set-up squares", "where the game put it first"),
    "last square": Noun("last squares", "the one it left"),
    "area": Noun("areas", "a named part of the map (MAP-6)"),
    "starting area": Noun("starting areas", "where a side begins"),
    "wall": Noun("walls", "an obstruction"),
    "map": Noun("maps", "the board"),
    "track": Noun("tracks", "a side's cooldown track"),
    "pool": Noun("pools", "a side's ability tokens not on the track"),
    "action": Noun("actions", "any action"),
    "extra action": Noun("extra actions", "one more action this turn"),
    "companion action": Noun("companion actions", "what a companion's card offers"),
    "assist": Noun("assists", "the basic action (ACT-3)"),
    "interact": Noun("interacts", "the basic action (ACT-4)"),
    "ability": Noun("abilities", "an ability"),
}
NOUNS_WITHOUT_RELATIONS = ("opponent",)


class Relation(NamedTuple):
    """Where or whose: its form, whether `not` may stand before it, its meaning, an example."""

    form: str
    can_be_not: bool
    meaning: str
    example: str


RELATIONS: dict[str, Relation] = {
    "within": Relation(
        "within N [of X]", True, "distance at most N from this, or X; no sight (DST-1)", "Choose a rival within 3 of an ally. Push it 1."
    ),
    "adjacent to": Relation("adjacent to X", True, "neighbouring and seen (ADJ-1)", "Choose a rival not adjacent to this. Push it 1."),
    "in sight": Relation("in sight [of X]", True, "this, or X, sees it (SEE-1)", "Choose a rival in sight. Push it 1."),
    "in": Relation("in X", True, "in one of those squares; in a pool", "Place this in an empty square."),
    "on": Relation("on X | on the N of X", True, "on the map, a track, a wall", "Return a thing on the 2 of your track."),
    "with": Relation("with X", False, "carries, has; an area: contains", "Choose a rival with no item. Push it 1."),
    "of": Relation("of X", False, "belongs to; the owner comes first", "Choose a character of yours within 3. Move it 1."),
    "other than": Relation("other than X", False, "not that one", "Do a basic action other than an interact."),
    "nearest to": Relation("nearest to X", False, "comes last; ties: the text's side chooses (DST-3)", "Push the rival nearest to this 1."),
    "as near as possible to": Relation(
        "as near as possible to X", False, "the nearest free square (CDN-4)", "Choose an ally. Place it as near as possible to this."
    ),
    "passed through": Relation(
        "passed through", False, "by the last move of this text (MOV-22)", "Move 3, through rivals. Move each rival passed through 1."
    ),
    "where": Relation(
        "where EVENT this round", False, "squares where that happened", "Place this in a square where an ally was knocked out this round."
    ),
}
OWNER = "of"
LAST_RELATIONS = ("nearest to", "as near as possible to")  # these follow the others without `and`

STATES: dict[str, str] = {  # after is
    "standing": "standing",
    "knocked down": "knocked-down",
    "exhausted": "exhausted",
    "ready": "ready",
}


class Happening(NamedTuple):
    """An event in its five forms and what follows it: nothing, phrase, relations or points."""

    third: str
    plural: str
    ing: str
    past: str
    past_plural: str
    follows: str
    example: str


EVENTS: dict[str, Happening] = {
    "exhausted": Happening(
        "becomes exhausted",
        "become exhausted",
        "becoming exhausted",
        "became exhausted",
        "became exhausted",
        "",
        "When this becomes exhausted, move 1.",
    ),
    "challenged": Happening(
        "is challenged", "are challenged", "being challenged", "was challenged", "were challenged", "", "When this is challenged, move 1."
    ),
    "knocked down": Happening(
        "is knocked down",
        "are knocked down",
        "being knocked down",
        "was knocked down",
        "were knocked down",
        "",
        "When an ally is knocked down, stand it up.",
    ),
    "knocked out": Happening(
        "is knocked out",
        "are knocked out",
        "being knocked out",
        "was knocked out",
        "were knocked out",
        "",
        "Instead of this being knocked out, knock this down.",
    ),
    "removed": Happening(
        "is removed",
        "are removed",
        "being removed",
        "was removed",
        "were removed",
        "",
        "When a minion of yours is removed, put it on the 1 of your track.",
    ),
    "leaves": Happening(
        "leaves the map", "leave the map", "leaving the map", "left the map", "left the map", "", "When this leaves the map, lose 1 point."
    ),
    "stands": Happening("stands up", "stand up", "standing up", "stood up", "stood up", "", "When an ally stands up, it may move 1."),
    "returns": Happening(
        "returns", "return", "returning", "returned", "returned", "", "When this returns, place it in your starting area."
    ),
    "pays less": Happening(
        "pays less",
        "pay less",
        "paying less",
        "paid less",
        "paid less",
        "",
        "This may pay 1 less for an ability. When this becomes exhausted, defend against a challenge 1 for each time this paid less this turn.",
    ),
    "wins": Happening(
        "wins a challenge",
        "win a challenge",
        "winning a challenge",
        "won a challenge",
        "won a challenge",
        "",
        "When this wins a challenge, move 1.",
    ),
    "loses": Happening(
        "loses a challenge",
        "lose a challenge",
        "losing a challenge",
        "lost a challenge",
        "lost a challenge",
        "",
        "When a rival loses a challenge, push it 1.",
    ),
    "rolls": Happening(
        "rolls dice",
        "roll dice",
        "rolling dice",
        "rolled dice",
        "rolled dice",
        "",
        "After this rolls dice, this may turn a die to a shield.",
    ),
    "ends": Happening(
        "ends {its} movement",
        "end {its} movement",
        "ending {its} movement",
        "ended {its} movement",
        "ended {its} movement",
        "relations",
        "When a rival ends its movement adjacent to this, push it 1.",
    ),
    "enters": Happening(
        "enters", "enter", "entering", "entered", "entered", "phrase", "When a rival enters the square of this, remove this."
    ),
    "takes": Happening("takes", "take", "taking", "took", "took", "phrase", "When a rival takes a marker, move 1."),
    "knocks out": Happening(
        "knocks out", "knock out", "knocking out", "knocked out", "knocked out", "phrase", "When you knock out a rival, gain 1 point."
    ),
    "reaches": Happening("reaches", "reach", "reaching", "reached", "reached", "points", "When you reach 3 points, you win."),
    "last token": Happening(
        "does an ability paid with the last token of its type",
        "do an ability paid with the last token of its type",
        "doing an ability paid with the last token of its type",
        "did an ability paid with the last token of its type",
        "did an ability paid with the last token of its type",
        "",
        "After this does an ability paid with the last token of its type, move 1.",
    ),
    "does": Happening("does", "do", "doing", "did", "did", "phrase", "After an ally does an assist, move 1."),
    "challenge by": Happening(
        "a challenge by", "a challenge by", "a challenge by", "", "", "", "After a challenge by this, it may move 1."
    ),
    "challenge against": Happening(
        "a challenge against",
        "a challenge against",
        "a challenge against",
        "",
        "",
        "",
        "After a challenge against this, discard this card.",
    ),
}

MOMENTS: dict[str, str] = {
    "start of the game": "At the start of the game, gain 1 point.",
    "start of each round": "At the start of each round, move 1.",
    "start of its turn": "At the start of its turn, move 1.",
    "end of its turn": "At the end of its turn, move 1.",
    "end of the round": "At the end of the round, gain 1 point.",
    "round ends": "Before the round ends, gain 1 point.",
}
UNTIL_MOMENTS = ("end of the round", "end of its turn", "start of its turn")

CONDITIONS: dict[str, tuple[str, str]] = {  # op: form, example
    "wins": ("it wins", "Challenge 2. If it wins, move 1."),
    "loses": ("it loses", "Challenge 2. If it loses, move 1."),
    "is": ("X is RELATIONS | X is standing, knocked down, exhausted, ready | X is a character", "If this is standing, move 1."),
    "has": ("X has X", "Challenge 2. If the target has no item, push the target 1."),
    "most": ("X has the most X", "At the end of the round, if you have the most characters in your starting area, gain 1 point."),
    "exists": ("there is X", "If there is no adjacent rival, move 1."),
    "aside": ("there are N characters a side", "At the end of the round, if there are 3 characters a side, gain 1 point."),
    "total": ("the total is N or more", "Roll 3 dice. If the total is 7 or more, move 1."),
    "match": ("the dice match", "Roll 2 dice. If the dice match, move 1."),
    "and": ("COND and COND", "Challenge 2. If it wins and the target is knocked down, gain 1 point."),
}

CHANGES: dict[str, tuple[str, str]] = {  # verb: form with the fields used, example
    "rolls": (
        "who rolls n dice more | fewer when challenging [what] | defending [against what] | doing what; how: (more), (challenging)",
        "Adjacent rivals roll 1 die fewer when challenging.",
    ),
    "has": (
        "who has n more | less defense | range | movement; who has defense n; how: (more | less | set), (defense)",
        "This has 1 more defense.",
    ),
    "pay": ("who pays n more | less for what; how: (more)", "Adjacent rivals pay 1 more for an ability."),
    "may-pay": ("who may pay n more | less for what; how: (less)", "This may pay 1 less for an ability."),
    "can": (
        "who can do what while knocked down; who can move through X; how: (while knocked down) or (through, X)",
        "This can move through rivals.",
    ),
    "cannot": ("who cannot do what", "Rivals within 2 cannot do an interact."),
    "cannot-be": ("who cannot be seen, challenged …; how: (seen)", "This cannot be seen."),
    "cannot-interact": ("who cannot interact with what", "Figures of yours cannot interact with a point marker."),
    "counts-as": ("who counts as what | obscured; how: (obscured)", "The square of this counts as obscured."),
    "offer": ("as what, who may STEPS; steps: a May, then the sentences that follow", "As a companion action, this may move 3."),
}
STATS: dict[str, str] = {"defense": "dice when defending", "range": "squares a challenge reaches", "movement": "squares of a basic move"}
OCCASIONS: dict[str, str] = {"challenging": "", "defending": "against", "doing": ""}  # the word before what
PASSIVES: dict[str, str] = {  # after cannot be
    "seen": "by anyone", "challenged": "chosen as a target", "knocked out": "", "knocked down": "", "pushed": "", "pulled": "",
    "moved": "by others", "placed": "by others", "removed": "", "exhausted": "by others", "controlled": "",
}  # fmt: skip
FACES: dict[str, str] = {"shield": "1 success of the defender", "burst": "1 success of the challenger"}
MOVING: dict[str, str] = {  # how a move goes, in this order
    "toward": "each step nearer to X",
    "away from": "each step farther from X",
    "straight": "in a straight line",
    "through": "X may be passed",
    "ending": "the last square must have these relations",
}

LIMITS: dict[str, str] = {
    "Usable while knocked down": "closes an ability or item",
    "Once per turn": "closes a text",
    "Once per round": "closes a text",
    "Once per game": "closes a text",
}

NUMBER_WORDS: dict[str, int] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}  # fmt: skip

CLASS_NOUNS: dict[str, tuple[str, str]] = {  # what a declared name carries: `Energy token`
    "token": ("token", "tokens"),
    "marker": ("marker", "markers"),
    "minion": ("minion", "minions"),
    "deck": ("card", "cards"),
    "area": ("area", "areas"),
    "die": ("die", "dice"),
}
BARE_CLASSES = ("character", "figure", "status", "card")  # `Drogon`, `The List`
THE_CLASSES = ("item", "piece")  # `the Invitation`, `the Wight`

LONGEST_RULE = 2000
DEEPEST_PHRASE = 4
DEEPEST_STEP = 4
HIGHEST_NUMBER = 20

# Words that only hold a sentence together.
FUNCTION_WORDS = """an and or not then to up down out if otherwise when after at before until instead being while as of for time times may can
cannot be by against is are has have most there total match more fewer less counts count obscured side pay pays range from straight
line either order secret highest plus they number round once per usable through"""


def known_words() -> frozenset[str]:
    """Every single word of the grammar, lower case."""
    found = set(FUNCTION_WORDS.split()) | set(POSSESSIVES) | set(NUMBER_WORDS) | set(FACES) | set(STATS) | set(OCCASIONS)
    for table in (VERBS, REFS, DETERMINERS, ADJECTIVES, NOUNS, RELATIONS, STATES, MOMENTS, PASSIVES, MOVING):
        for entry in table:
            found.update(entry.split())
    for verb in VERBS.values():
        found.update((verb.third, verb.action))
    for noun in NOUNS.values():
        found.update(noun.plural.split())
    for happening in EVENTS.values():
        for form in happening[:5]:
            found.update(form.split())
    for limit in LIMITS:
        found.update(limit.lower().split())
    return frozenset(found - {"", "{its}", "all"})


KNOWN_WORDS = known_words()
PLURALS: dict[str, str] = {noun.plural: word for word, noun in NOUNS.items()} | {
    verb.action: word for word, verb in VERBS.items() if verb.action
}
VERB_FORMS: dict[str, str] = {word: word for word in VERBS} | {verb.third: word for word, verb in VERBS.items()}


def plural_of(noun: str) -> str:
    """The plural of a grammar noun, an action, or a declared noun (`Energy token`)."""
    if noun in NOUNS:
        return NOUNS[noun].plural
    if noun in VERBS and VERBS[noun].action:
        return VERBS[noun].action
    stem, _, last = noun.rpartition(" ")
    for one, many in CLASS_NOUNS.values():
        if stem and last == one:
            return f"{stem} {many}"
    return noun
