"""What reads and cannot be meant: each mistake with its column, its word, what would be right; and what must not be refused."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import Phase, assume, given, settings

from tipover.cards.ast import Text, walk
from tipover.cards.check import check_rule
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import Finding, WrittenRule
from tipover.cards.name_table import NameTable
from tipover.cards.read import read_rule
from tipover.cards.toml import Document
from tipover.cards.vocabulary import LONGEST_RULE
from tipover.cards.words import print_rule

from .samples import FORMS, NAMES, TEXTS
from .trees import NAMES as RANDOM_NAMES
from .trees import rules

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
WHAT = {
    "ability": "an ability", "trait": "a trait", "item": "an item", "status": "a status", "card": "a card",
    "token": "a token", "objective": "an objective", "scenario": "a scenario", "table": "a scenario",
}  # fmt: skip


def written(kind: str, rule: str, names: NameTable = NAMES) -> WrittenRule:
    """A rule as it would stand in a file."""
    texts: tuple[Text, ...] = tuple(read_rule(rule, names))
    path = ("table",) if kind == "table" else ("rule",)
    return WrittenRule(Document("x.toml", 'name = "X"'), path, rule, texts, WHAT[kind], used=kind in ("ability", "item"))


def findings(kind: str, rule: str, names: NameTable = NAMES) -> list[Finding]:
    """Everything the checker says of one rule."""
    one = written(kind, rule, names)
    return [*check_rule(one), *(finding for _, finding in check_chains([one]))]


# kind, text, column, word, the beginning of what the author reads
REFUSED: list[tuple[str, str, int, str, str]] = [
    # actions that are named for nothing
    ("ability", "Do an extra action other than a move.", 20, "other", "an extra action is any that the figure may do"),
    ("trait", "This rolls 1 die more when doing an ability.", 23, "when", "only of `a basic challenge` it is known"),
    ("trait", "This rolls 1 die more when doing a challenge.", 23, "when", "only of `a basic challenge` it is known"),
    # words that refer to nothing
    ("ability", "Push the target 1.", 6, "the target", "`the target` needs a challenge before it in this text"),
    ("trait", "While the target is knocked down, this has 1 more defense.", 7, "the target", "`the target` needs a challenge"),
    ("trait", "When this becomes exhausted, push the target 1.", 35, "the target", "`the target` needs a challenge"),
    ("ability", "Push the target 1. Challenge 2.", 6, "the target", "`the target` needs a challenge before it"),
    ("ability", "Challenge 2 against each adjacent rival. Push the target 1.", 47, "the target", "`the target` is one of several, for the challenge was against each: write `each target`"),
    ("ability", "Challenge 2. Until the end of the round, when this moves, push the target 1.", 64, "the target", "`the target` needs a challenge before it"),
    ("ability", "Challenge 2. Until the end of the round, when this is knocked down, push it 1.", 74, "it", "`it` cannot be `the target`, the last thing named before it"),
    ("ability", "Choose an ally. Challenge 2. Until the end of the round, when this is knocked down, push it 1.", 90, "it", "`it` cannot be `the target`, the last thing"),
    ("ability", "Choose an ally. Until the end of the round, when this is knocked down, it stands up.", 72, "it", "`it` can be read in two ways: for `this` write `this`, for `an ally` write `that ally`"),
    ("trait", "When a rival stands up, until the end of the round, when this moves, knock it down.", 76, "it", "`it` cannot be `a rival`, the last thing named before it"),
    ("ability", "Choose a rival within 4. Until the end of the round, at the start of its turn, knock it down.", 70, "its turn", "`its turn` can be read in two ways: for `this` name others only after it: `Until …, at the start of its turn, choose …, then …`; for `a rival within 4` put `At the start of its turn, …` on a status card"),
    ("ability", "Challenge 2. Until the end of the round, at the end of its turn, move 1.", 56, "its turn", "`its turn` can be read in two ways"),
    ("ability", "For each rival: until the end of the round, at the start of its turn, push it 1.", 61, "its turn", "`its turn` can be read in two ways"),
    ("trait", "When a rival stands up, until the end of the round, at the start of its turn, move 1.", 69, "its turn", "`its turn` can be read in two ways"),
    ("ability", "Until a rival is knocked down, at the start of its turn, move 1.", 48, "its turn", "`its turn` can be read in two ways: for `this` let it last until a moment: `Until the end of the round, at the start of its turn, …`; for `a rival` put `At the start of its turn, …` on a status card"),
    ("ability", "Until a rival is knocked down, it has 1 more defense.", 32, "it", "`it` can be read in two ways: for `this` write `this`, for `a rival` choose that first: `Choose a rival. Until it …`"),
    ("ability", "Until a rival is knocked down, at the start of each round, it moves 1.", 60, "it", "`it` can be read in two ways: for `this` write `this`, for `a rival` choose"),
    ("ability", "Until a rival enters its starting area, this cannot be seen.", 22, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `a rival` name it first"),
    ("trait", "When a rival enters its starting area, gain 1 point.", 21, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `a rival` name it first and say it of `it`"),
    ("trait", "When a rival takes its marker, move 1.", 20, "its", "`its` can be read in two ways"),
    ("trait", "When a rival with its item is knocked down, gain 1 point.", 19, "its", "`its` can be read in two ways"),
    ("trait", "While a rival is in its starting area, this has 1 more defense.", 21, "its", "`its` can be read in two ways"),
    ("ability", "If an ally is in its starting area, gain 1 point.", 18, "its", "`its` can be read in two ways"),
    ("ability", "Gain 1 point for each rival in its starting area.", 32, "its", "`its` can be read in two ways"),
    ("trait", "Each ally and an opponent have 1 more defense.", 15, "an", "what holds is said of figures, not of a side"),
    ("ability", "Each ally stands up. It moves 1.", 22, "It", "`It` can be read in two ways: for `this` write `this`, for `each ally` put both deeds into one: `For each ally: …, then …`"),
    ("ability", "Each ally moves 1. Until the end of the round, at the start of its turn, move 1.", 64, "its turn", "`its turn` can be read in two ways: for `this` say it before `For each ally: …`, for `each ally` put `At the start of its turn, …` on a status card, and write `For each ally: …, then give … to it.`"),
    ("ability", "For each rival: push it 1. Until the end of the round, at the end of its turn, gain 1 point.", 70, "its turn", "`its turn` can be read in two ways: for `this` say it before `For each rival: …`"),
    ("ability", "Each ally stands up. Until the start of its turn, allies have 1 more defense.", 41, "its turn", "`its turn` can be read in two ways: for `this` say it before `For each ally: …`, for `each ally` put both into one: `For each ally: …, then until the start of its turn, …`"),
    ("ability", "Push a rival within 2 of each ally 1.", 26, "each", "`each` can be read in two ways: for one of them write `within 2 of an ally`, for one after another `For each ally: …`"),
    ("ability", "Each ally stands up. Return an ability token on its track.", 49, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `each ally` put both deeds into one"),
    ("trait", "When a rival takes its marker, gain 1 point.", 20, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `a rival` name it first and say it of `it`: `…, if it has its marker, …`"),
    ("trait", "When a rival knocks out an ally, place this in its last square.", 48, "its", "`its` can be read in two ways: for `a rival` write `that rival's last square`, for `an ally` write `that ally's last square`"),
    ("objective", "When a character takes this, place this in its last square.", 44, "its", "`its` can be read in two ways: for `a character` write `that character's last square`, for `this` write `the last square of this`"),
    ("trait", "When this takes a marker, place this in its last square.", 41, "its", "`its` can be read in two ways: for `this` write `the last square of this`, for `a marker` write `that marker's`"),
    ("trait", "When this knocks out a rival, discard its item.", 39, "its", "`its` can be read in two ways: for `this` write `an item of this`, for `a rival` write `that rival's`"),
    ("ability", "Choose 2 rivals of different sides. Move them 1.", 20, "different", "`different` tells no sides apart here; choose one after another: `Choose an opponent. A character of that opponent and a character of another opponent …`"),
    ("trait", "When a character knocks out a character, place this in its last square.", 56, "its", "`its` can be read in two ways: `a character` or `a character`; name one of them in other words"),
    ("ability", "Push an ally in its starting area 1.", 17, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `an ally` name it first and say it of `it`: `Choose an ally. If it is in its starting area, …`"),
    ("ability", "Push each rival in its starting area 1.", 20, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `each rival` name it first and say it of `it`: `For each rival: if it is in its starting area, …`"),
    ("ability", "Until a rival takes its marker, this cannot be seen.", 21, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `a rival` name it first and say it of `it`: `Choose a rival. Until it takes its marker, …`"),
    ("trait", "While an ally is in its starting area, this has 1 more defense.", 21, "its", "`its` can be read in two ways: for `this` write `your` or `of this`, for `an ally` it cannot be said here: say it without `its`"),
    ("ability", "For each rival: push it 1. If it is knocked down, gain 1 point.", 31, "it", "`it` can be read in two ways: for `this` write `this`, for `each rival`"),
    ("ability", "If it is adjacent to this, gain 1 point.", 10, "adjacent", "nobody is adjacent to itself (ADJ-2)"),
    ("trait", "Allies adjacent to a rival roll 1 die more when challenging it.", 61, "it", "`it` cannot be `a rival`, the last thing named before it"),
    ("ability", "Push each rival adjacent to each ally 1.", 29, "each", "`each` can be read in two ways: for one of them write `adjacent to an ally`, for one after another `For each ally: …`"),
    ("ability", "Swap an ally with a rival within 2 of it.", 39, "it", "`it` can be read in two ways: for `this` name it (`this`, `your track`), for `an ally` choose that first"),
    ("ability", "Pull a rival in sight 2 toward an ally adjacent to it.", 52, "it", "`it` can be read in two ways"),
    ("ability", "Push a rival in a straight line 2.", 14, "in", "`in a straight line` can be read in two ways: for where it stands choose it first, `Choose a rival in a straight line.`"),
    ("ability", "Move an ally in a straight line 2.", 14, "in", "`in a straight line` can be read in two ways: for where it stands choose it first, `Choose an ally in a straight line.`; for how it goes write `Move an ally 2 in a straight line.`"),
    ("ability", "Move the companion of yours 2.", 6, "the companion of yours", "`the companion of yours` may be several"),
    ("ability", "Move the companion of an opponent 2.", 6, "the companion of an opponent", "`the companion of an opponent` may be several"),
    ("ability", "Until the end of the round, when this rolls dice, gain 1 point.", 29, "when", "`when` does not fit `rolls dice`"),
    ("ability", "Until the end of the round, before this moves, gain 1 point.", 29, "before", "`before` is for a roll and the end of the round"),
    ("ability", "Control an adjacent rival: it does a challenge 2 against a rival and a token.", 58, "a", "a challenge names one target (CHA-1)"),
    ("ability", "Control an adjacent rival: it does a challenge 2 against an ally or a rival.", 58, "an", "a challenge is never against an ally (CHA-1)"),
    ("token", "When this is challenged, gain 1 point.", 6, "this", "this never happens: a token without a defense is never challenged (CHA-1): give it `defense = 1`"),
    ("objective", "After a challenge against this, gain 1 point.", 7, "a", "this never happens: a bonus objective is never challenged (BON-3)"),
    ("trait", "When this does a basic move, do an extra action.", 30, "do", "`do` gives an action that may set this text off again, so that a turn need not end: close it with `Once per turn.`"),
    ("trait", "After this moves, this may do a basic action.", 28, "do", "`do` gives an action that may set this text off again"),
    ("trait", "When this does a challenge action, do an extra action.", 36, "do", "`do` gives an action that may set this text off again"),
    ("trait", "When a figure ends its movement adjacent to this, it does an action.", 54, "does", "`does` gives an action that may set this text off again"),
    ("ability", "Until the end of the turn, when this does a basic challenge, do an extra action.", 62, "do", "`do` gives an action that may set this text off again, so that a turn need not end: wait for another event"),
    ("trait", "As a basic action, this may move 1. Do an extra action.", 37, "Do", "`Do` gives back the action that it costs, so that a turn need not end: close it with `Once per turn.`"),
    ("ability", "Until the end of the round, when this moves, move 1.", 46, "move", "`move` sets this off again, without end: wait for another event"),
    ("ability", "Push the rival adjacent to this 1.", 6, "the rival adjacent to this", "`the rival adjacent to this` may be several: for one that is chosen write `a rival adjacent to this`"),
    ("ability", "If it wins, move 1.", 4, "it wins", "`it wins` needs a challenge before it in this text: `Challenge 2.`"),
    ("ability", "Move 1. If it loses, move 1.", 12, "it loses", "`it loses` needs a challenge before it"),
    ("ability", "Challenge 2 against each adjacent rival. If it wins, move 1.", 45, "it wins", "`it wins` is said of several challenges: write `For each"),
    ("ability", "Challenge 2 against 2 rivals. If it wins, move 1.", 34, "it wins", "`it wins` is said of several challenges"),
    ("ability", "For each adjacent rival: challenge 2 against it. If it wins, move 1.", 53, "it wins", "`it wins` is said of several challenges"),
    ("ability", "2 times: basic challenge. If it wins, move 1.", 30, "it wins", "`it wins` is said of several challenges"),
    ("ability", "Each ally may do a basic challenge. If it wins, move 1.", 40, "it wins", "`it wins` is said of several challenges"),
    ("ability", "Each ally does a basic challenge. If it wins, move 1.", 38, "it wins", "`it wins` is said of several challenges"),
    ("ability", "Move each rival passed through 1.", 17, "passed through", "`passed through` needs a move before it in this text"),
    ("ability", "Push a rival 1. Move each rival passed through 1.", 33, "passed through", "`passed through` needs a move before it"),
    ("ability", "Gain 1 point. Gain 1 point for each square moved.", 37, "square moved", "`square moved` needs a move before it"),
    ("ability", "Gain 1 point for each success.", 23, "success", "`success` needs a roll before it in this text: `Roll 3 dice.`"),
    ("ability", "Gain 1 point for each square moved.", 23, "square moved", "`square moved` needs a move before it"),
    ("ability", "If the total is 7 or more, move 1.", 4, "the total", "`the total` needs a roll before it"),
    ("ability", "Challenge 2 against a rival and a token.", 21, "a", "a challenge names one target (CHA-1)"),
    ("ability", "Challenge 2 against a rival or a token within 3.", 21, "a", "a challenge says once where its target is (CHA-2): `against a rival or"),
    ("ability", "Challenge 2 against an ally or a rival.", 21, "an", "a challenge is never against an ally (CHA-1)"),
    ("ability", "Push this and a rival 1.", 6, "this", "nothing is pushed from itself"),
    ("ability", "Swap this with this.", 16, "this", "nothing changes squares with itself"),
    ("trait", "After this loses a challenge, exhaust the challenger.", 39, "the challenger", "`the challenger` is here who loses itself, `this`;"),
    ("ability", "Roll 2 dice. If the total is 7 or more, move 1.", 17, "the total", "`the total` is that of dice with numbers, which a pack declares; ordinary"),
    ("ability", "Challenge 3. If the total is 2 or more, move 1.", 17, "the total", "`the total` is that of dice with numbers"),
    ("ability", "Roll 2 dice. If there are 7 or more successes, move 1.", 27, "7 or more successes", "`7 or more successes` are more than that roll can have: 6 at most"),
    ("ability", "If the dice match, move 1.", 4, "the dice match", "`the dice match` needs a roll before it"),
    ("ability", "The challenger moves 1.", 1, "The challenger", "`The challenger` needs a trigger with a challenge"),
    ("trait", "When the challenger wins a challenge, gain 1 point.", 6, "the challenger", "`the challenger` is known only when"),
    ("trait", "When a rival adjacent to the target is challenged, move 1.", 26, "the target", "`the target` is known only when"),
    ("trait", "When this stands up, push the challenger 1.", 27, "the challenger", "`the challenger` needs a trigger with a challenge"),
    ("ability", "Push them 1.", 6, "them", "`them` stands for nothing"),
    ("trait", "When a rival enters an item, move 1.", 21, "an", "after `enters` comes a figure, an objective, a token, a marker, a square or an area, not an item"),
    ("trait", "When a rival enters your track, move 1.", 21, "your", "after `enters` comes a figure, an objective, a token, a marker, a square or an area, not a track"),
    ("trait", "When a rival ends its movement of yours, move 1.", 32, "of", "`of yours` is no place: say near what or in what"),
    ("trait", "When a rival ends its movement on your track, move 1.", 32, "on", "`on your track` is no place"),
    ("trait", "Adjacent rivals of different sides have 1 less defense.", 20, "different", "`different` tells no sides apart here"),
    ("trait", "When a challenge by this, reroll a die.", 27, "reroll", "`reroll` changes a roll, and nothing is rolled"),
    ("trait", "When this is challenged, turn a burst to a shield.", 26, "turn", "`turn` changes a roll, and nothing is rolled"),
    ("trait", "After a challenge by this, turn a die to a shield.", 28, "turn", "`turn` changes a roll, and nothing is rolled"),
    ("trait", "Before this rolls dice, reroll a die.", 25, "reroll", "`reroll` changes a roll, and nothing is rolled"),
    ("trait", "After a challenge by this, add a die to the roll.", 28, "add", "`add` changes a roll, and nothing is rolled"),
    ("trait", "After a challenge against this, make an ally the target.", 33, "make", "`make` changes the target of a challenge that is going on"),
    ("ability", "Choose a Game Rule card. Play it.", 31, "it", "`it` is in force already: say at once what is played, as `Play a Game Rule card.`"),
    ("ability", "Choose an Energy token. Place it adjacent to this.", 31, "it", "`it` can be read in two ways: for one from the box write `Place an Energy token …`, for one in play say where"),
    ("ability", "Choose a minion. Place it adjacent to this.", 24, "it", "`it` can be read in two ways: for one from the box"),
    ("ability", "Choose a marker. Give it to an ally.", 23, "it", "`it` can be read in two ways: for one from the box"),
    ("ability", "Play a Game Rule card. Play it.", 29, "it", "`it` is in force already"),
    ("ability", "Challenge 2. Choose the target.", 14, "Choose", "nothing is done with what is chosen here"),
    ("ability", "Push that rival 1.", 6, "that rival", "`that rival` stands for nothing: no rival was named before it in this text; first `Choose a rival.`"),
    ("ability", "Choose a rival. Move that ally 1.", 22, "that ally", "`that ally` stands for nothing: no ally was named before it in this text; for `a rival` write `that rival`, for an ally first `Choose an ally.`"),
    ("ability", "Choose up to 2 rivals. Push that rival 1.", 29, "that rival", "`that rival` stands for nothing: of `up to 2 rivals` write `those rivals`"),
    ("ability", "Choose a rival. Push those rivals 1.", 22, "those rivals", "`those rivals` stands for nothing: of `a rival` write `that rival`"),
    ("ability", "Choose a rival. Move those allies 1.", 22, "those allies", "`those allies` stands for nothing: no ally was named before it in this text; first `Choose up to 2 allies.`"),
    ("ability", "Choose an ally. They move 1. Move it 1.", 17, "They", "`They` stands for nothing"),
    ("ability", "Make Drogon the target.", 1, "Make", "`Make` changes the target of a challenge that is going on"),
    ("ability", "Roll 2 dice. Turn a die to a burst.", 14, "Turn", "`Turn` changes a roll, and the roll of this text is over"),
    ("ability", "Challenge 2. Reroll a die.", 14, "Reroll", "`Reroll` changes a roll, and the roll of this text is over"),
    ("ability", "Turn a die to a shield.", 1, "Turn", "`Turn` changes a roll, and nothing is rolled"),
    ("trait", "When this stands up, add the Champion die to the roll.", 22, "add", "`add` changes a roll, and nothing is rolled"),
    # whose words
    ("trait", "When this returns, return the token paid.", 27, "the token paid", "`the token paid` is what an ability costs; a trait costs none"),
    ("ability", "Discard this card.", 9, "this card", "`this card` stands on statuses, items and cards of a deck; an ability is none"),
    ("ability", "The owner moves 1.", 1, "The owner", "`The owner` is who gave or placed a card or piece"),
    ("scenario", "When this is knocked down, gain 1 point.", 6, "this", "`this` is nobody in a scenario"),
    ("scenario", "At the end of the round, move 1.", 26, "move", "`move` is done by a figure, and a scenario is none"),
    ("scenario", "At the end of the round, basic challenge.", 26, "basic", "`basic` is done by a figure"),
    ("scenario", "At the end of the round, you may stand up.", 34, "stand", "`stand` is done by a figure"),
    ("scenario", "When an adjacent rival is knocked out, gain 1 point.", 9, "adjacent", "`adjacent` is said of nobody in a scenario"),
    ("scenario", "When a rival within 3 is knocked out, gain 1 point.", 14, "within", "`within` is said of nobody in a scenario"),
    ("table", "At the end of the round, you win.", 26, "you", "`you` is nobody in the table's text"),
    ("table", "At the end of the round, exhaust each character of yours.", 52, "yours", "`yours` is nobody in the table's text"),
    ("card", "This has 1 more defense.", 1, "This", "`This` is nobody on a card of a deck, which holds for everyone (STA-2)"),
    # triggers and standing rules without end
    ("trait", "When this is knocked down, knock this down.", 28, "knock", "`knock` sets this text off again, without end: close it with `Once per turn.`"),
    ("trait", "When this stands up, if this is ready, stand it up.", 40, "stand", "`stand` sets this text off again"),
    ("trait", "After a challenge by this, this may do a basic challenge.", 37, "do", "`do` sets this text off again"),
    ("trait", "When a rival is challenged, this may do a basic challenge against a rival.", 38, "do", "`do` sets this text off again"),
    ("trait", "When an ally becomes exhausted, exhaust each ally.", 33, "exhaust", "`exhaust` sets this text off again"),
    ("trait", "After this does an assist, do an assist.", 28, "do", "`do` sets this text off again"),
    ("trait", "Instead of you reaching 3 points, gain 1 point.", 35, "gain", "`gain` does the very thing that it replaces"),
    ("scenario", "When a minion of yours is removed, remove it.", 36, "remove", "`remove` sets this text off again"),
    ("trait", "Instead of this being knocked out, knock this out.", 36, "knock", "`knock` does the very thing that it replaces"),
    ("trait", "While this is in sight of a rival, this cannot be seen.", 15, "in", "`in sight` depends on what this rule itself changes"),
    ("trait", "While a rival is in sight, the square of this counts as obscured.", 18, "in", "`in sight` depends on what this rule itself changes"),
    ("trait", "While this is concealed, this cannot be seen.", 15, "concealed", "`concealed` depends on what this rule itself changes"),
    ("trait", "Concealed allies cannot be seen.", 1, "Concealed", "`Concealed allies` depends on what this rule itself changes"),
    ("trait", "While this is in an obscured square, the square of this counts as obscured.", 18, "an", "`an obscured square` depends on what"),
    ("trait", "Rivals in sight cannot be seen.", 8, "in", "`in sight` depends on what this rule itself changes"),
    ("trait", "While this is in your starting area, the square of this counts as your starting area.", 18, "your", "`your starting area` depends on what this rule itself changes"),
    ("ability", "Until the end of the round, while this is in sight of a rival, this cannot be seen.", 43, "in", "`in sight` depends on what"),
    # secrets
    ("ability", "Choose in secret an ally. Move it 1.", 8, "in secret", "`in secret` is for the start of the game alone (SUP-11)"),
    ("trait", "At the start of each round, choose in secret an ally. Move it 1.", 36, "in secret", "`in secret` is for the start of the game alone"),
    # numbers
    ("ability", "Move 0.", 6, "0", "`0` does nothing here: numbers begin at 1"),
    ("ability", "Challenge 0.", 11, "0", "`0` does nothing here"),
    ("ability", "Gain 0 points for each rival.", 6, "0", "`0` does nothing here"),
    ("ability", "0 times: move 1.", 1, "0", "`0` does nothing here"),
    ("ability", "Challenge 2, plus 0 for each rival.", 14, "plus", "`plus 0` adds nothing"),
    ("trait", "This has 0 more defense.", 10, "0", "`0` does nothing here"),
    ("ability", "1 times: move 1.", 1, "1", "`1 times` is once"),
    ("ability", "Range 0 challenge 2.", 1, "Range", "`Range 0` reaches nobody"),
    ("ability", "Push each rival within 0 1.", 17, "within", "`within 0` is the square itself"),
    ("ability", "Put this on the 5 of your track.", 17, "5", "`5` is no place of a track: it has 1 to 4 (CDN-1)"),
    ("ability", "Choose a thing on the 7 of your track. Return it.", 23, "7", "`7` is no place of a track"),
    ("ability", "Shift an ability token on your track down 5.", 43, "5", "`5` is more than a track has places"),
    ("ability", "Choose up to 0 rivals. Push them 1.", 8, "up", "`up to 0` takes nothing"),
    ("trait", "While there are 0 or more rivals, this has 1 more defense.", 17, "0", "`0 or more` is always so"),
    # what can never hold
    ("ability", "If this is standing and this is knocked down, move 1.", 33, "knocked", "this can never hold: `standing` and `knocked down` contradict"),
    ("ability", "If this is standing and knocked down, move 1.", 25, "knocked", "this can never hold"),
    ("trait", "While this is exhausted and this is ready, this has 1 more defense.", 37, "ready", "this can never hold: `exhausted` and `ready`"),
    ("ability", "Push a standing knocked-down rival 1.", 17, "knocked-down", "this can never hold: `standing` and `knocked-down`"),
    ("ability", "Push a rival within 2 and not within 3 1.", 27, "not", "this can never hold: `within 2` and `not within 3`"),
    ("ability", "Push a rival in sight and not in sight 1.", 27, "not", "this can never hold"),
    ("ability", "Place this within 2 and not within 2.", 25, "not", "this can never hold"),
    ("ability", "Push an adjacent rival not adjacent to this 1.", 24, "not", "this can never hold"),
    ("ability", "Choose an opposing ally. Move it 1.", 11, "opposing", "this can never hold: `ally` and `opposing`"),
    ("ability", "Choose a rival of yours. Move it 1.", 16, "of", "this can never hold: `rival` and `of yours`"),
    ("ability", "Challenge 2. If it wins and it loses, move 1.", 29, "it", "this can never hold: `it wins` and `it loses`"),
    ("ability", "If you have an item and you have no item, move 1.", 25, "you", "this can never hold: `has an item` and `has no item`"),
    ("ability", "If there is a rival and there is no rival, move 1.", 25, "there", "this can never hold"),
    ("ability", "If this is on the map and on your track, move 1.", 27, "on", "this can never hold: `on the map` and `on your track`"),
    ("trait", "When a standing ally stands up, move 1.", 8, "standing", "this can never hold: `stands up` and `standing`"),
    ("trait", "When a knocked-down rival is knocked down, move 1.", 8, "knocked-down", "this can never hold"),
    # what is never done, or does nothing
    ("ability", "You win. Move 1.", 10, "Move", "nothing comes after `win`: the game is over"),
    ("trait", "When you reach 3 points, if this is standing, you win, then move 1.", 61, "move", "nothing comes after `win`"),
    ("ability", "Knock this down. Move 1.", 18, "Move", "this is never done: its figure cannot go on after `Knock this down` (ABI-6)"),
    ("ability", "Choose an ally.", 1, "Choose", "an ability that only chooses does nothing"),
    ("trait", "When this stands up, choose an ally.", 22, "choose", "a trait that only chooses does nothing"),
    ("ability", "Choose an ally. Move 2.", 1, "Choose", "nothing is done with what is chosen here"),
    ("ability", "Move 2. Choose an ally.", 9, "Choose", "nothing is done with what is chosen here"),
    ("ability", "Move 2 or choose an ally.", 11, "choose", "nothing is done with what is chosen here"),
    ("ability", "Move 1 or move 1.", 1, "Move", "an alternative stands twice"),
    ("ability", "If this is standing, move 1. Otherwise, move 1.", 30, "Otherwise", "`Otherwise` does the same"),
    # limits
    ("trait", "This has 1 more defense. Usable while knocked down.", 26, "Usable", "`Usable while knocked down.` closes abilities and items with a cost; a trait holds"),
    ("trait", "When this stands up, move 1. Usable while knocked down.", 30, "Usable", "`Usable while knocked down.` closes"),
    ("trait", "This has 1 more defense. Once per round.", 26, "Once", "`Once per round.` cannot limit what holds all the time"),
    ("trait", "At the start of the game, gain 1 point. Once per game.", 41, "Once", "`Once per game.` never matters here"),
    ("trait", "At the start of each round, move 1. Once per round.", 37, "Once", "`Once per round.` never matters here"),
    ("scenario", "Before the round ends, gain 1 point. Once per round.", 38, "Once", "`Once per round.` never matters here: `before the round ends`"),
    ("trait", "At the start of its turn, move 1. Once per turn.", 35, "Once", "`Once per turn.` never matters here"),
    ("ability", "Move 1. Once per turn. Once per game.", 9, "Once", "`Once per turn.` never matters beside `Once per game.`"),
]  # fmt: skip

WARNED: list[tuple[str, str, int, str, str]] = [
    (
        "ability",
        "Push a rival or an ally within 2 1.",
        25,
        "within 2",
        "`within 2` is said of `an ally` alone here: for both write `a rival or ally",
    ),
    (
        "ability",
        "Move a rival and an ally within 2 1.",
        26,
        "within 2",
        "`within 2` is said of `an ally` alone here: for both write two deeds",
    ),
    ("trait", "When a rival ends its movement within 2, push it 1.", 42, "push", "`push` sets this text off again"),
    (
        "trait",
        "When this stands up, knock this down. When this is knocked down, stand up.",
        1,
        "When",
        "this text of X and `When this is knocked down …` of X can set each other off without end (TIM-8)",
    ),
    (
        "ability",
        "Until the end of the round, when this stands up, knock this down. Until the end of the round, when this is knocked down, stand up.",
        1,
        "Until",
        "this text of X and `Until the end of the …` of X can set each other off without end (TIM-8): let one wait for another event",
    ),
    (
        "trait",
        "When this stands up, knock this down. When this is challenged, until the end of the round, when this is knocked down, stand up.",
        1,
        "When",
        "this text of X and `until the end of the …` of X can set each other off without end (TIM-8): "
        "let one wait for another event, or close one with `Once per turn.` that has no `until`",
    ),
    (
        "trait",
        "When you reach 1 point, lose 1 point. Gain 1 point.",
        39,
        "Gain",
        "`Gain` may set this text off again, because points are lost",
    ),
    ("ability", "Stand up.", 1, "Stand", "an ability is used standing, so there is nobody to stand up"),
    ("trait", "This may pay 5 less for an ability.", 14, "5", "`5` is more than any cost"),
    ("trait", "This has 1 more defense. This has 1 more defense.", 26, "This", "the same text stands twice"),
    ("ability", "Push an opposing rival 1.", 9, "opposing", "`opposing` says again what `rival` says"),
]

RIGHT: list[tuple[str, str]] = [
    ("trait", "When this does a basic move, do an extra action. Once per turn."),
    ("trait", "When this moves, this may discard an Energy token to do a basic action."),
    ("trait", "When this moves, discard an Energy token. Move 1."),
    ("trait", "When this does a basic move, it may do a basic action other than a move."),
    ("trait", "When this wins a challenge, do an extra action."),
    ("trait", "When this does an ability, do an extra action."),
    ("trait", "As a basic action, this may discard an Energy token. Do an extra action."),
    ("trait", "As an interact, this may do a basic action."),
    ("ability", "Challenge 2. Push the target 1."),
    ("ability", "If Drogon is on the map, range 3 challenge 4 from Drogon. Otherwise, range 3 challenge 4. Push the target 1."),
    ("ability", "For each adjacent rival: challenge 2 against it, then if it wins, push it 1."),
    ("ability", "Challenge 2 against each adjacent rival. Push each target 1."),
    ("ability", "Challenge 3, plus 2 if the target has The List."),
    ("ability", "Roll 2 Boogie dice. If the total is 7 or more, gain 1 point for each success."),
    ("ability", "Roll 2 dice. If there are 6 or more successes, move 1."),
    ("ability", "Roll 2 dice. Roll a Boogie die. If the total is 5 or more, move 1."),
    ("ability", "Move 3, through walls. Place a Rubble token on each wall passed through."),
    ("ability", "Choose up to 2 rivals. Push them 1."),
    ("trait", "After a challenge by this, this may do a basic challenge. Once per turn."),
    (
        "trait",
        "After a challenge against this, if this is standing and the challenger is adjacent to this, this may do a basic challenge against the challenger.",
    ),
    ("trait", "When this is challenged, this may do a basic challenge."),
    ("trait", "When a rival loses a challenge, push it 1."),
    ("trait", "When you reach 3 points, you win."),
    ("trait", "When you reach 1 point, gain 2 points."),  # a number is passed once
    ("trait", "When you reach 3 points, an opponent gains 1 point."),
    ("trait", "When you reach 3 points, lose 1 point."),
    ("trait", "When you reach 1 point, gain 1 point. When you reach 2 points, gain 1 point."),
    ("trait", "When this is challenged, you may swap this with the Arm to make the Arm the target."),
    ("trait", "After this rolls dice, if the dice match, this may turn a die to a shield."),
    ("trait", "When a standing rival is knocked down, move 1."),
    ("trait", "After this does an assist, do a basic action."),
    ("trait", "Instead of this being knocked out, knock this down. Once per round."),
    ("trait", "While this is adjacent to 2 or more rivals, this has 1 more defense."),
    ("ability", "Choose an ally. Until the end of the round, when this is knocked down, that ally stands up."),
    ("ability", "Choose a rival. Until the end of the round, when it is knocked out, gain 1 point."),
    ("ability", "Challenge 2. Until the end of the round, when a rival is knocked out, push another rival 1."),
    ("trait", "When a rival stands up, until the end of the round, when an ally is knocked down, it stands up."),
    ("ability", "Until the end of the round, at the start of its turn, choose a rival within 4, then knock it down."),
    ("ability", "Until the start of its turn, allies have 1 more defense. Each ally stands up."),
    ("ability", "Push a rival within 2 of an ally 1."),
    ("ability", "Each ally stands up. Return an ability token on your track."),
    ("trait", "When a rival takes a marker, if it has its marker, gain 1 point."),
    ("ability", "Choose an ally. If it is in its starting area, push it 1."),
    ("ability", "For each rival: if it is in its starting area, push it 1."),
    ("ability", "Choose a rival. Until it takes its marker, this cannot be seen."),
    ("ability", "For each ally: it stands up, then until the start of its turn, it has 1 more defense."),
    ("ability", "Until the end of the round, at the start of its turn, move 1. Each ally moves 1."),
    ("trait", "When this stands up, until the end of the round, at the start of its turn, move 1."),
    ("ability", "Choose a rival. Control it: it moves 1. Until the end of the round, when that rival is knocked down, move 1."),
    ("ability", "Until the end of the round, when a rival stands up, control it: it moves 1."),
    ("ability", "Move the companion of this 2."),  # one at most (SUP-10)
    ("ability", "Choose an ally. Move the companion of it 2."),
    ("trait", "While an ally is in sight, this cannot be seen."),
    ("trait", "This has defense 0."),
    ("trait", "This may pay 1 less for an ability. Once per round."),
    ("trait", "At the start of its turn, move 1. Once per round."),
    ("item", "Knock this down. Move 1. Usable while knocked down."),
    ("status", "After a challenge against this, discard this card."),
    ("token", "When a rival enters the square of this, it defends against a challenge 4. Remove this."),
    ("scenario", "As an interact, a character of yours may claim an adjacent Control area."),
    ("scenario", "At the start of the game, choose in secret a character of yours. Give a Leader marker to it."),
    (
        "table",
        "Before the round ends, for each Lane area: the character or minion in it nearest to the Finish area defends against a challenge 3.",
    ),
    ("ability", "Until the start of its turn, this cannot be seen."),
    ("ability", "Push an ally adjacent to a rival not adjacent to an ally 1."),
]


@pytest.mark.parametrize(("kind", "rule", "column", "word", "message"), REFUSED, ids=[f"{row[0]}: {row[1]}" for row in REFUSED])
def test_what_cannot_be_meant_is_refused_where_it_stands(kind: str, rule: str, column: int, word: str, message: str) -> None:
    (finding,) = [one for one in findings(kind, rule) if not one.warning]
    assert (finding.at.column, finding.word) == (column, word)
    assert finding.message.startswith(message)
    if finding.message.startswith("`"):
        assert rule[column - 1 :].startswith(finding.message.split("`")[1])


@pytest.mark.parametrize(("kind", "rule", "column", "word", "message"), WARNED, ids=[f"{row[0]}: {row[1]}" for row in WARNED])
def test_what_may_be_meant_is_warned_of(kind: str, rule: str, column: int, word: str, message: str) -> None:
    (finding,) = findings(kind, rule)
    assert finding.warning
    assert (finding.at.column, finding.word) == (column, word)
    assert finding.message.startswith(message)


@pytest.mark.parametrize(("kind", "rule"), RIGHT, ids=[f"{row[0]}: {row[1]}" for row in RIGHT])
def test_what_can_be_meant_is_let_be(kind: str, rule: str) -> None:
    assert findings(kind, rule) == []


def test_all_mistakes_of_a_rule_are_told_in_their_order() -> None:
    rule = "Push the target 1. If it wins, move 0.\nPush them 1. Once per turn. Once per game."
    found = [(one.at.line, one.at.column, one.word) for one in findings("ability", rule)]
    assert found == [(1, 6, "the target"), (1, 23, "it wins"), (1, 37, "0"), (2, 6, "them"), (2, 14, "Once")]


def test_the_texts_of_the_sheet_have_no_mistake() -> None:
    for name, rule in TEXTS:
        kind = "ability" if "★" in name or any(f"({colour} " in name for colour in ("blue", "red", "silver", "gold")) else ""
        if kind:
            assert [one for one in findings(kind, rule) if not one.warning] == [], name


def test_a_rule_of_the_greatest_length_is_checked_fast() -> None:
    for sentence in (
        "When this stands up, stand up. ",
        "Push them 1. ",
        "If it wins and it loses, move 0. ",
        "When a rival is challenged, basic challenge. ",
    ):
        rule = (sentence * (1990 // len(sentence))).strip()
        start = time.process_time()
        assert findings("trait", rule)
        assert time.process_time() - start < 2


@settings(max_examples=200 if SOAK else 12, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(rules())
def test_any_tree_is_checked_without_a_fault_of_ours(texts: list[Text]) -> None:
    rule = print_rule(texts)
    assume(len(rule) <= LONGEST_RULE)
    for kind in ("ability", "scenario", "table", "card"):
        for finding in findings(kind, rule, RANDOM_NAMES):
            assert finding.message
            assert finding.word
            assert 0 <= finding.at.offset < len(rule)


@pytest.mark.parametrize("rule", FORMS)
def test_the_walk_begins_at_the_text_and_passes_its_parts(rule: str) -> None:
    for text in read_rule(rule, NAMES):
        nodes = list(walk(text))
        assert nodes[0] is text
        assert len(nodes) > 1


@pytest.mark.parametrize(
    ("kind", "rule"), [("table", "At the end of the round, gain 1 point."), ("card", "At the end of the round, gain a gold token.")]
)
def test_a_gain_of_nobodys_is_refused(kind: str, rule: str) -> None:
    assert [one for one in findings(kind, rule) if not one.warning]


BOTH_WAYS_OUT = [
    ("ability", "Push no rival 1.", 6, "no", "`no rival` is nobody: it stands after `if`"),
    ("ability", "If you are standing, move 1.", 4, "you are", "`standing` is said of"),
    ("ability", "Push the rival 1.", 6, "the rival", "for one that is chosen write `a rival`, for all of them `each rival`"),
    ("ability", "Push the adjacent rival 1.", 6, "the adjacent rival", "write `an adjacent rival`, for all of them `each adjacent rival`"),
    ("ability", "Choose a rival. Push it 1. Knock the rival down.", 34, "the rival", "for the one named before write `that rival`"),
    ("ability", "Challenge 2. Push the rival 1.", 19, "the rival", "for the one challenged `the target`"),
    ("trait", "When this is challenged, push the rival 1.", 31, "the rival", "for the one who challenges `the challenger`"),
    (
        "trait",
        "While this is adjacent to a rival, it has 1 less defense.",
        36,
        "it",
        "for `a rival` make it the subject, as `Adjacent rivals have",
    ),
    (
        "trait",
        "When a rival is knocked out, gain 1 point. It cannot be pushed.",
        44,
        "It",
        "write `this`; for what the text before speaks of",
    ),
    (
        "ability",
        "Until the end of the round, a rival has 1 less defense.",
        29,
        "a rival",
        "`Choose a rival. Until …, it …`; for all of them write `rivals`",
    ),
    (
        "ability",
        "An ally does a basic challenge. It may move 1.",
        33,
        "It",
        "for `the target` write `the target`, for `an ally` write `that ally`",
    ),
    ("trait", "When this knocks out a rival, it may move 1.", 31, "it", "for `this` write `this`, for `a rival` write `that rival`"),
    (
        "trait",
        "When this knocks out a rival, put an item on the 2 of its track.",
        55,
        "its",
        "write `your`, for `a rival` write `that rival's`",
    ),
]


@pytest.mark.parametrize(("kind", "rule", "column", "word", "ways"), BOTH_WAYS_OUT)
def test_what_may_be_meant_in_several_ways_is_refused_with_how_each_is_written(
    kind: str, rule: str, column: int, word: str, ways: str
) -> None:
    (finding,) = [one for one in findings(kind, rule) if not one.warning]
    assert (finding.at.column, finding.word) == (column, word)
    assert ways in finding.message


def test_each_of_several_joined_doers_has_to_fit() -> None:
    """Of `you`, which is a side, and an ally only the ally would move."""
    (one,) = findings("ability", "You and 1 adjacent ally move 2.")
    assert one.message.startswith("`move` is done by a figure, a token or a marker, not by a side")
    assert findings("ability", "This and 1 adjacent ally move 2.") == []
