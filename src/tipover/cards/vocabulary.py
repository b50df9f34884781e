"""The words of the card language in tables, with meanings and examples that the tests read.

The reader, the printer and the generator of `docs/cards.md` all use these tables.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.relation_words import RELATIONS


class Word(NamedTuple):
    """The entry of a word without further forms."""

    meaning: str
    example: str  # a rule that shows it


class VerbForms(NamedTuple):
    """The entry of a verb."""

    third: str  # its form after `it`
    form: str  # how a deed with it is written; X is a phrase, N a number
    example: str  # a rule that shows it
    action: str = ""  # the plural of the noun, if it names an action


VERBS: dict[str, VerbForms] = {
    "move": VerbForms(
        "moves",
        "move [X] N [toward X | away from X] [in a straight line] [, through X] [, ending RELATIONS]",
        "Move 3, through rivals.",
        "moves",
    ),
    "push": VerbForms("pushes", "push X N [away from X]", "Challenge 2. Push the target 1."),
    "pull": VerbForms("pulls", "pull X N [toward X]", "Pull each rival within 3 and in sight 1."),
    "place": VerbForms("places", "place X RELATIONS", "Place this within 3 and not adjacent to a rival."),
    "swap": VerbForms("swaps", "swap X with X", "Swap this with an ally."),
    "put": VerbForms("puts", "put X on the N of X", "Choose a rival with an item. Put its item on the 2 of its track."),
    "shift": VerbForms("shifts", "shift X up | down N", "Shift an ability token on your track down 1."),
    "give": VerbForms("gives", "give X to X | give the exhausted marker of X to X", "Give its item to an ally."),
    "gain": VerbForms("gains", "gain N points | gain X", "Gain 1 point for each adjacent ally."),
    "lose": VerbForms("loses", "lose N points | lose X", "Lose 1 point."),
    "choose": VerbForms(
        "chooses",
        "choose [in secret] X [at random]",
        "At the start of the game, choose in secret a character of yours. Give a marker to it.",
    ),
    "do": VerbForms("does", "do X [in either order] [without paying]", "Do an assist or an interact."),
    "challenge": VerbForms(
        "challenges",
        "basic challenge | [range N] challenge N [from X] [against X] [, adding X]; after a doer: does a …",
        "Range 3 challenge 2 against a standing rival.",
        "challenges",
    ),
    "defend": VerbForms("defends", "defend against a challenge N", "Defend against a challenge 2."),
    "roll": VerbForms("rolls", "roll X [, plus N for each X | , plus N if COND]", "Roll 3 dice. Gain 1 point for each success."),
    "stand": VerbForms("stands", "stand [X] up", "Stand up. Usable while knocked down."),
    "knock": VerbForms("knocks", "knock X down | out", "Choose an adjacent rival. Knock it down."),
    "control": VerbForms("controls", "control X: STEPS", "Control an adjacent rival: it does a basic action."),
    "turn": VerbForms(
        "turns",
        "turn a die | a shield | a burst | a triple | a blank to a shield | a burst | a triple",
        "After this rolls dice, turn a die to a shield.",
    ),
    "reroll": VerbForms("rerolls", "reroll a die | a shield | a burst | a triple | a blank", "After this rolls dice, reroll a die."),
    "add": VerbForms("adds", "add X to the roll", "After this rolls dice, add a die to the roll."),
    "make": VerbForms("makes", "make X the target", "When an ally is challenged, make this the target."),
    "take": VerbForms("takes", "take X", "Take an adjacent marker."),
    "discard": VerbForms("discards", "discard X", "When this is knocked down, discard this card."),
    "remove": VerbForms("removes", "remove X", "Remove an adjacent minion."),
    "play": VerbForms("plays", "play X", "Play a card."),
    "claim": VerbForms("claims", "claim X", "Claim an adjacent area."),
    "exhaust": VerbForms("exhausts", "exhaust X", "Exhaust an adjacent rival."),
    "refresh": VerbForms("refreshes", "refresh X", "Refresh an ally."),
    "return": VerbForms("returns", "return X", "Return an ability token on your track."),
    "flip": VerbForms("flips", "flip X", "When this is knocked down, flip this card."),
    "win": VerbForms("wins", "win", "When you reach 3 points, you win."),
}

# Verbs followed by one phrase and nothing else.
PLAIN_VERBS = ("take", "discard", "remove", "play", "claim", "exhaust", "refresh", "return", "flip")

REFS: dict[str, Word] = {
    "this": Word(
        "the figure whose card it is, or who has the item or status; the piece itself for a token, minion, companion, objective",
        "Place this within 2.",
    ),
    "this card": Word("the status, item or deck card the text stands on", "After a challenge against this, discard this card."),
    "it": Word(
        "the last thing brought in before that fits here (with a, another, the; a target; from an event its subject); inside each the current one; if nothing was brought in, this",
        "Choose an adjacent rival. Push it 1.",
    ),
    "them": Word(
        "the last things brought in with a number, up to, any number of; they, as a subject", "Choose up to 2 allies. They move 1."
    ),
    "you": Word("the side the text belongs to; in an offered action the doer's side", "When you knock out a rival, gain 1 point."),
    "yours": Word("after of: belonging to you", "Choose a character of yours. Move it 1."),
}
POSSESSIVES: dict[str, str] = {"your": "you", "its": "it", "their": "them"}  # other phrases add 's

DETERMINERS: dict[str, Word] = {
    "a": Word("one, chosen by the text's side", "Push an adjacent rival 1."),
    "another": Word("one that is neither this nor anything chosen or targeted before", "Choose an ally. Swap it with another ally."),
    "each": Word("all, one after another, in an order its player chooses, looked at again each time", "Push each adjacent rival 1."),
    "the": Word("the only one", "Push the rival nearest to this 1."),
    "that": Word(
        "the last one brought in with that noun", "Choose a rival. Choose a square within 2. Move that rival 1 toward that square."
    ),
    "those": Word(
        "the last ones brought in with that noun; one after another `each of those X`, `For each of those X: …`; `1 for each of those X` counts all, also who is gone",
        "Choose up to 2 rivals. Each ally may stand up. Push those rivals 1.",
    ),
    "no": Word("none, after with, has, there is", "If there is no minion, move 2."),
    "any": Word("as many as wanted: any number of rivals", "Move any number of allies 1."),
    "up to": Word("at most that many: up to 2 rivals", "Push up to 2 adjacent rivals 1."),
    "or more": Word("at least that many: 2 or more rivals", "While there are 1 or more adjacent rivals, this has 1 more defense."),
    "all": Word("not written: the bare plural, rivals", "Adjacent rivals have 1 less movement."),
}

ADJECTIVES: dict[str, Word] = {
    "standing": Word("not knocked down (CHA-20)", "Choose a standing rival. Push it 1."),
    "knocked-down": Word("knocked down", "Stand a knocked-down ally up."),
    "exhausted": Word("its turn is done (TRN-7)", "Refresh an exhausted ally."),
    "ready": Word("not exhausted", "Choose a ready ally. Move it 1."),
    "adjacent": Word("adjacent to this, or to the doer (ADJ-1)", "Swap this with an adjacent ally."),
    "opposing": Word("of an opponent", "Place this in an opposing starting area."),
    "basic": Word("a basic character; the basic action of that name", "Choose a basic character. Move it 1."),
    "empty": Word("with nobody in it; tokens and markers are nobody", "Place this in an empty square."),
    "obscured": Word("terrain that is seen into only from next to it (SEE-7)", "Place this in an obscured square."),
    "concealed": Word("that cannot be seen (SEE-8)", "Until the end of the round, this cannot be seen. Each concealed figure moves 1."),
    "different": Word(
        "no two the same; of a basic action, none that the text has given before; with a: another",
        "Do a basic action. An ally does a different basic action.",
    ),
    "other": Word("neither this nor anything chosen or targeted before", "Choose an ally. Each other ally moves 1."),
}


class Noun(NamedTuple):
    """The entry of a noun."""

    plural: str
    meaning: str
    example: str  # a rule that shows it


NOUNS: dict[str, Noun] = {
    "figure": Noun("figures", "character, companion or minion of any side (ALY-3)", "Move an adjacent figure 1."),
    "character": Noun("characters", "a character, basics too", "Swap this with a character within 3."),
    "companion": Noun("companions", "a companion", "Move a companion 2."),
    "minion": Noun("minions", "a minion", "Move a minion 2."),
    "objective": Noun("objectives", "a bonus objective", "Place this adjacent to an objective."),
    "ally": Noun("allies", "figure of the same side but not itself", "Each ally may move 1."),
    "rival": Noun("rivals", "figure of another side, knocked down too", "Push a rival 1."),
    "opponent": Noun(
        "opponents", "another side; it has no place, so it takes no relations", "Choose a character of an opponent. Push it 1."
    ),
    "side": Noun("sides", "a side; its side: that of a figure or piece", "Choose a rival. Each character of its side may move 1."),
    "owner": Noun(
        "owners",
        "the character who gave, placed or is paired with the piece or card (CHA-18)",
        "When this becomes exhausted, the owner may move 1.",
    ),
    "target": Noun("targets", "of the last challenge of this text, or of the challenge it waits for", "Challenge 2. Push the target 1."),
    "challenger": Noun(
        "challengers", "who challenges; in a knock-out, who has the credit", "After a challenge against this, push the challenger 1."
    ),
    "ability token": Noun("ability tokens", "a coloured token in a pool or on a track", "Return an ability token on your track."),
    "blue token": Noun("blue tokens", "finesse", "Challenge 1, plus 1 for each blue token in your pool."),
    "red token": Noun("red tokens", "strength", "Gain a red token."),
    "silver token": Noun("silver tokens", "cunning", "Gain 2 silver tokens."),
    "gold token": Noun("gold tokens", "leadership", "Move 1 for each gold token in your pool."),
    "type of ability token": Noun(
        "types of ability token", "each colour once", "Challenge 1 for each type of ability token on your track."
    ),
    "token paid": Noun(
        "tokens paid",
        "the ability token that this ability cost",
        "Move 1. Return an ability token of yours other than the token paid.",
    ),
    "token": Noun("tokens", "a round piece (TOK-1)", "Remove an adjacent token."),
    "marker": Noun("markers", "a square piece (TOK-2)", "Take an adjacent marker."),
    "First Player marker": Noun(
        "First Player markers", "the side that has it begins the next round (RND-3)", "Gain the First Player marker."
    ),
    "point marker": Noun("point markers", "A to D (PTS-1)", "Place this adjacent to a point marker."),
    "item": Noun("items", "an item", "Choose a rival with an item. Push it 1."),
    "card": Noun("cards", "a status or deck card", "Play a card."),
    "thing": Noun("things", "whatever can lie on a track (CDN-1)", "Return a thing on your track."),
    "point": Noun("points", "of the score", "Gain 2 points."),
    "die": Noun("dice", "a die", "Roll 2 dice."),
    "success": Noun("successes", "of the last roll of this text (CHA-12)", "Roll 3 dice. Move 1 for each success."),
    "square moved": Noun("squares moved", "of the last move of this text", "Move 3. Gain 1 point for each square moved."),
    "square": Noun("squares", "of the map", "Place this in the square of an adjacent token."),
    "set-up square": Noun("set-up squares", "where the game put it first", "Move 1. Place this in its set-up square."),
    "last square": Noun("last squares", "the one it left", "When an ally is knocked out, you may place this in its last square."),
    "area": Noun("areas", "a named part of the map (MAP-6)", "Place this in an area."),
    "starting area": Noun("starting areas", "where a side begins", "Place this in your starting area."),
    "wall": Noun("walls", "an obstruction", "Move 3, through walls."),
    "map": Noun("maps", "the board", "Swap this with an ally on the map."),
    "track": Noun("tracks", "a side's cooldown track", "Shift an ability token on a track down 1."),
    "pool": Noun("pools", "a side's ability tokens not on the track", "Gain 1 point for each ability token in your pool."),
    "action": Noun("actions", "any action", "Do an action."),
    "extra action": Noun("extra actions", "one more action this turn", "Do an extra action."),
    "companion action": Noun("companion actions", "what a companion's card offers", "As a companion action, this may move 3."),
    "assist": Noun("assists", "the basic action (ACT-3)", "Do an assist."),
    "interact": Noun("interacts", "the basic action (ACT-4)", "Do an interact."),
    "ability": Noun("abilities", "an ability", "Do an ability."),
    "challenge action": Noun(
        "challenge actions", "the basic challenge, or an ability or item that is marked as one (CHA-15)", "Do a challenge action."
    ),
}
NOUNS_WITHOUT_RELATIONS = ("opponent", "side", "First Player marker")
# The actions that an event can name: `After this does an assist`.
ACTIONS_DONE = ("action", "move", "challenge", "assist", "interact", "ability", "companion action", "challenge action")


STATES: dict[str, str] = {  # after `is`, with the adjective of the same meaning
    "standing": "standing",
    "knocked down": "knocked-down",
    "exhausted": "exhausted",
    "ready": "ready",
    "concealed": "concealed",
}


class EventForms(NamedTuple):
    """The entry of an event, in its five forms."""

    third: str  # after a singular: `becomes exhausted`
    plural: str  # after a plural: `become exhausted`
    ing: str  # after Instead of: `becoming exhausted`
    past: str  # in the past, after a singular
    past_plural: str  # in the past, after a plural
    follows: str  # what follows the verb: empty, `phrase`, `relations` or `points`
    example: str  # a rule that shows it


def _passive(participle: str, example: str) -> EventForms:
    third, plural, ing, past, past_plural = (f"{verb} {participle}" for verb in ("is", "are", "being", "was", "were"))
    return EventForms(third, plural, ing, past, past_plural, "", example)


def _active(third: str, plural: str, ing: str, past: str, example: str, end: str = "", follows: str = "") -> EventForms:
    """An event whose past is the same after singular and plural; `end` closes each of the forms."""
    third, plural, ing, past = (f"{verb} {end}".strip() for verb in (third, plural, ing, past))
    return EventForms(third, plural, ing, past, past, follows, example)


def _noun(form: str, example: str) -> EventForms:
    return EventForms(form, form, form, "", "", "", example)


LAST_OF_ANY = "the last token of its type"
COLOUR_TOKENS = ("blue token", "red token", "silver token", "gold token")
_PAID_LAST = f"an ability paid with {LAST_OF_ANY}"

EVENTS: dict[str, EventForms] = {
    "exhausted": _active("becomes", "become", "becoming", "became", "When this becomes exhausted, move 1.", "exhausted"),
    "challenged": _passive("challenged", "When this is challenged, move 1."),
    "knocked down": _passive("knocked down", "When an ally is knocked down, stand it up."),
    "knocked out": _passive("knocked out", "Instead of this being knocked out, knock this down."),
    "removed": _passive("removed", "When a minion of yours is removed, put it on the 1 of your track."),
    "leaves": _active("leaves", "leave", "leaving", "left", "When this leaves the map, lose 1 point.", "the map"),
    "stands": _active("stands", "stand", "standing", "stood", "When an ally stands up, it may move 1.", "up"),
    "returns": _active("returns", "return", "returning", "returned", "When this returns, place it in your starting area."),
    "pays less": _active(
        "pays",
        "pay",
        "paying",
        "paid",
        "This may pay 1 less for an ability. When this becomes exhausted, defend against a challenge 1 for each time this paid less this turn.",
        "less",
    ),
    "reaches farther": _active(
        "reaches", "reach", "reaching", "reached", "This may have 2 more range. When this reaches farther, gain 1 point.", "farther"
    ),
    "wins": _active("wins", "win", "winning", "won", "When this wins a challenge, move 1.", "a challenge"),
    "loses": _active("loses", "lose", "losing", "lost", "When a rival loses a challenge, push it 1.", "a challenge"),
    "beaten": _passive("beaten", "When an ally is beaten, this may push the challenger 1."),
    "withstands": _active(
        "withstands", "withstand", "withstanding", "withstood", "After this withstands a challenge, this may move 1.", "a challenge"
    ),
    "rolls to defend": _active(
        "rolls", "roll", "rolling", "rolled", "After this rolls dice to defend, this may turn a burst to a shield.", "dice to defend"
    ),
    "rolls in a challenge": _active(
        "rolls",
        "roll",
        "rolling",
        "rolled",
        "Before this rolls dice in a challenge, this may add a die to the roll.",
        "dice in a challenge",
    ),
    "rolls": _active("rolls", "roll", "rolling", "rolled", "After this rolls dice, this may turn a die to a shield.", "dice"),
    "moves": _active("moves", "move", "moving", "moved", "When a rival moves, this may move 1."),
    "ends": _active(
        "ends", "end", "ending", "ended", "When a rival ends its movement adjacent to this, push it 1.", "{its} movement", "relations"
    ),
    "enters": _active("enters", "enter", "entering", "entered", "When a rival enters the square of this, remove this.", follows="phrase"),
    "crosses": _active(
        "crosses", "cross", "crossing", "crossed", "This can move through walls. When this crosses a wall, gain 1 point.", follows="phrase"
    ),
    "takes": _active("takes", "take", "taking", "took", "When a rival takes a marker, move 1.", follows="phrase"),
    "knocks out": _active("knocks", "knock", "knocking", "knocked", "When you knock out a rival, gain 1 point.", "out", "phrase"),
    "reaches": _active("reaches", "reach", "reaching", "reached", "When you reach 3 points, you win.", follows="points"),
    "last token": _active("does", "do", "doing", "did", f"After this does {_PAID_LAST}, move 1.", _PAID_LAST),
    "does": _active("does", "do", "doing", "did", "After an ally does an assist, move 1.", follows="phrase"),
    "challenge by": _noun("a challenge by", "After a challenge by this, it may move 1."),
    "challenge against": _noun("a challenge against", "After a challenge against this, discard this card."),
}


MOMENTS: dict[str, str] = {
    "start of the game": "At the start of the game, gain 1 point.",
    "start of each round": "At the start of each round, move 1.",
    "start of its turn": "At the start of its turn, move 1.",
    "end of its turn": "At the end of its turn, move 1.",
    "end of the round": "At the end of the round, gain 1 point.",
    "round ends": "Before the round ends, gain 1 point.",
}
ROLL_EVENTS = ("rolls to defend", "rolls in a challenge", "rolls")
# Events of one challenge, whose target is `the target` until the text has a challenge of its own.
OF_A_CHALLENGE = ("challenged", "challenge by", "challenge against", "wins", "loses", "beaten", "withstands")
# Events that have a challenger.
CHALLENGES = (*OF_A_CHALLENGE, "knocked down", "knocked out", "knocks out", "removed", *ROLL_EVENTS)
OWN_TURN = "turn of its own"
PAST_TIMES = (OWN_TURN, "turn", "round")  # after `this`: when something happened
THIS_TURN = "end of the turn"  # of whoever acts now
UNTIL_MOMENTS = ("end of the round", THIS_TURN, "end of its turn", "start of its turn")

CONDITIONS: dict[str, tuple[str, str]] = {  # op: form, example
    "wins": ("it wins", "Challenge 2. If it wins, move 1."),
    "loses": ("it loses", "Challenge 2. If it loses, move 1."),
    "is": ("X is RELATIONS | X is standing, knocked down, exhausted, ready, concealed | X is a character", "If this is standing, move 1."),
    "has": ("X has X", "Challenge 2. If the target has no item, push the target 1."),
    "carries": ("X carries X", "If this carries a marker, move 1."),
    "most": ("X has the most X", "At the end of the round, if you have the most characters in your starting area, gain 1 point."),
    "exists": ("there is X", "If there is no adjacent rival, move 1."),
    "aside": ("there are N characters a side", "At the end of the round, if there are 3 characters a side, gain 1 point."),
    "total": ("the total is N or more", "After this rolls dice, if the total is 7 or more, move 1."),
    "match": ("the dice match", "Roll 2 dice. If the dice match, move 1."),
    "happened": (
        "EVENT this turn | this turn of its own | this round",
        "Choose an ally. If this moved this turn, push it 1. Otherwise, move it 1.",
    ),
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
    "may-have": ("who may have n more range; how: (more), (range)", "This may have 2 more range."),
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
STATS: dict[str, Word] = {
    "defense": Word("dice when defending", "This has defense 3."),
    "range": Word("squares a challenge reaches", "This has 1 more range."),
    "movement": Word("squares of a basic move", "Adjacent rivals have 1 less movement."),
}
OCCASIONS: dict[str, str] = {"challenging": "", "defending": "against", "doing": ""}  # with the word before what is challenged
PASSIVES: dict[str, str] = {  # after `cannot be`
    "seen": "by anyone", "challenged": "chosen as a target", "knocked out": "", "knocked down": "", "pushed": "", "pulled": "",
    "moved": "by others", "placed": "by others", "removed": "", "exhausted": "by others", "controlled": "",
    "passed": "on at the end of a round, of the First Player marker (RND-3)",
}  # fmt: skip
FACES: dict[str, Word] = {
    "shield": Word("1 success of the defender", "After this rolls dice, this may turn a die to a shield."),
    "burst": Word("1 success of the challenger", "After this rolls dice, this may turn a die to a burst."),
    "triple": Word("`!!!`: 3 successes of either (CHA-6)", "After this rolls dice, this may turn a die to a triple."),
}
SHOWN_FACES = (*FACES, "blank")  # a die of a pack may also show nothing
# After `do` and the action.
DOING: dict[str, str] = {"either order": "in either order", "free": "without paying"}

MOVING: dict[str, Word] = {  # how a move is made; printed in this order
    "toward": Word("each step nearer to X, which is seen from each square (MOV-24)", "Move 3 toward a rival in sight."),
    "away from": Word("each step farther from X", "Move 2 away from a rival in sight."),
    "straight": Word("in a straight line", "Move 3 in a straight line."),
    "through": Word("X may be passed", "Move 3, through rivals."),
    "ending": Word("the last square must have these relations", "Move 3, ending adjacent to a rival."),
}

LIMITS: dict[str, Word] = {
    "Usable while knocked down": Word("closes an ability or item", "Stand up or do an action. Usable while knocked down."),
    "Once per turn": Word("closes a text", "Do an extra action. Once per turn."),
    "Once per round": Word("closes a text", "When this is challenged, gain 1 point. Once per round."),
    "Once per game": Word("closes a text", "Gain 2 points. Once per game."),
}

NUMBER_WORDS: dict[str, int] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}  # fmt: skip

# Words that can mean only one thing here: they are read as the word of the language, and the printer writes that.
SAME_WORDS: dict[str, str] = {
    "enemy": "rival", "enemies": "rivals", "foe": "rival", "foes": "rivals", "teammate": "ally", "teammates": "allies",
    "space": "square", "spaces": "squares", "hex": "square", "hexes": "squares", "tile": "square", "tiles": "squares",
    "whenever": "when", "every": "each", "towards": "toward", "beginning": "start", "defence": "defense", "can't": "cannot",
}  # fmt: skip
SELF_NOUNS = ("character", "figure")  # `this character` is `this`

CLASS_NOUNS: dict[str, tuple[str, str]] = {  # the noun that follows a declared name: `Energy token`
    "token": ("token", "tokens"),
    "marker": ("marker", "markers"),
    "minion": ("minion", "minions"),
    "deck": ("card", "cards"),
    "area": ("area", "areas"),
    "die": ("die", "dice"),
}
BARE_CLASSES = ("character", "figure", "status", "card")  # `Drogon`, `The List`
THE_CLASSES = ("item", "piece")  # `the Invitation`, `the Wight`
NAME_CLASSES = (*CLASS_NOUNS, *BARE_CLASSES, *THE_CLASSES)

LONGEST_RULE = 2000
DEEPEST_PHRASE = 4
DEEPEST_STEP = 4
HIGHEST_NUMBER = 20

# Words that appear in no other table.
FUNCTION_WORDS = """an and or not then to up down out if otherwise when after at before until instead being while as of for time times may can
cannot be by against random first is are has have most there total match more fewer less counts count side pay pays range from straight
line either order secret highest plus they number round once per usable through carries carry adding own without paying"""


def known_words() -> frozenset[str]:
    """Every word of the grammar, in lower case."""
    found = set(FUNCTION_WORDS.split()) | set(POSSESSIVES) | set(NUMBER_WORDS) | set(SHOWN_FACES) | set(STATS) | set(OCCASIONS)
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
    """The plural of a noun of the grammar, an action or a declared noun (`Energy token`)."""
    if noun in NOUNS:
        return NOUNS[noun].plural
    if noun in VERBS and VERBS[noun].action:
        return VERBS[noun].action
    stem, _, last = noun.rpartition(" ")
    for one, many in CLASS_NOUNS.values():
        if stem and last == one:
            return f"{stem} {many}"
    return noun
