"""What an author is told: the column, the word, what was probably meant; every mistake, quickly, never a traceback."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tipover.cards.lex import lex
from tipover.cards.read import RuleError, read_rule
from tipover.cards.read_errors import MOST_MISTAKES
from tipover.cards.read_new_names import new_names
from tipover.cards.vocabulary import KNOWN_WORDS, LONGEST_RULE

from .samples import NAMES

# text, column, word, suggestion, what the author reads
MISTAKES: list[tuple[str, int, str, str, str]] = [
    ("Shove the target 1.", 1, "Shove", "Push", "`Shove` is not known; did you mean `Push`?"),
    ("Attack 3.", 1, "Attack", "Challenge", "`Attack` is not known; did you mean `Challenge`?"),
    ("Heal an ally.", 1, "Heal", "Stand an ally up", "nobody has health: who is knocked down stands up: write `Stand an ally up.`"),
    ("Teleport this within 3.", 1, "Teleport", "Place", "without a path a figure is placed: write `Place this within 3.`"),
    ("Give its item to a friend.", 20, "friend", "ally", "`friend` is not known; did you mean `ally`?"),
    ("Drag a rival 1.", 1, "Drag", "Pull", "`Drag` is not known; did you mean `Pull`?"),
    ("Swap positions with an ally.", 6, "positions", "this", "say who changes squares with whom: write `Swap this with an ally.`"),
    ("Get 1 point.", 1, "Get", "Gain", "points are counted: write `Gain 1 point.`"),
    ("Gain 2 Enrgy tokens.", 8, "Enrgy", "Energy tokens", "`Enrgy` is no declared name; did you mean `Energy tokens`?"),
    ("Gain 2 Energy.", 8, "Energy", "Energy tokens", "`Energy` is not written whole: `Energy token`; that is `Gain 2 Energy tokens.`"),
    ("Push the Drogon 1.", 6, "the", "Drogon", "`Drogon` stands bare, with nothing before it; that is `Push Drogon 1.`"),
    ("Push Wight 1.", 6, "Wight", "the Wight", "`Wight` takes `the`: `the Wight`; that is `Push the Wight 1.`"),
    ("Push a rivals 1.", 8, "rivals", "rival", "`rivals` is written `rival` here; that is `Push a rival 1.`"),
    ("Push 2 rival 1.", 8, "rival", "rivals", "`rival` is written `rivals` here"),
    ("Push rival 1.", 6, "rival", "a rival", "`rival` needs a word before it: `a`, `each`, `the` or a number"),
    ("Push the target.", 10, "target", "target 1", "`push` takes a number of squares: write `Push the target 1.`"),
    ("Push the target 1", 17, "1", "1.", "the rule ends too early: expected a full stop; that is `Push the target 1.`"),
    ("move 2.", 1, "move", "Move", "a sentence begins with a capital letter: `Move`"),
    ("Move 2. push it 1.", 9, "push", "Push", "a sentence begins with a capital letter: `Push`"),
    ("Push the Target 1.", 10, "Target", "target", "`Target` inside a sentence is written `target`; only declared names are capitalised"),
    ("Move 21.", 6, "21", "20", "`21` is too large: numbers go up to 20"),
    ("Move 3 through rivals.", 6, "3", "3,", "what may be passed is said with `through`: write `Move 3, through rivals.`"),
    (
        "Move 1, then stand up.",
        6,
        "1,",
        "1. Stand",
        "`, then` stands inside `if`, `may`, `control` and loops; here begin a new sentence; that is `Move 1. Stand up.`",
    ),
    ("Move 1 and stand up.", 6, "1", "1. Stand", "deeds are not joined by `and`: begin a new sentence; that is `Move 1. Stand up.`"),
    ("Push a rival 1 toward this.", 16, "toward", "", "what is pushed goes away from something: write `pull … toward …`"),
    ("Moves 1.", 1, "Moves", "move", "who does it? Write `move`, or a doer before `moves`"),
    (
        "It stands up or place it adjacent to this.",
        17,
        "place",
        "places",
        "`place` after `or`: write `places`, or `, or` when somebody else does it",
    ),
    (
        "Challenge a rival.",
        1,
        "Challenge",
        "Basic challenge against",
        "`challenge` takes a number of dice, as `challenge 2 against a rival`; without one it is the basic challenge: write `Basic challenge against a rival.`",
    ),
    ("Challenge 3, plus 2.", 20, ".", "", "the sentence ends too early: expected `for each` or `if`"),
    ("Place this.", 11, ".", "", "the sentence ends too early: expected a relation"),
    ("Place this with 3.", 18, ".", "", "the sentence ends too early: expected a noun"),
    ("If it wins, if this is standing, move 1.", 13, "if", "", "an `if` inside an `if`: write two texts"),
    ("If it wins or this is standing, move 1.", 12, "or", "", "there is no `or` between conditions: write two texts"),
    ("Otherwise, move 1.", 1, "Otherwise", "", "`Otherwise` follows a sentence that begins with `if`"),
    ("Once per turn.", 1, "Once", "", "`Once per turn.` closes a text: something must stand before it"),
    ("Once per day.", 10, "day", "round", "`day` is not known; did you mean `round`?"),
    ("Stand up. Once per turn. Once per turn.", 26, "Once", "", "`Once per turn.` is said twice"),
    ("When this is exhausted, move 1.", 11, "is", "becomes exhausted", "`is exhausted` is no event; did you mean `becomes exhausted`?"),
    (
        "When a rival within 3 knocked out, gain 1 point.",
        23,
        "knocked",
        "is knocked out",
        "`knocked out` is no event; did you mean `is knocked out`?",
    ),
    (
        "At the start of the turn, gain 1 point.",
        4,
        "the",
        "the start of its turn",
        "`the start of the turn` is no moment; did you mean `the start of its turn`?",
    ),
    ("Before the game ends, gain 1 point.", 12, "game", "", "`game` cannot stand here: expected `round`"),
    (
        "Instead of this is knocked out, knock this down.",
        17,
        "is",
        "being knocked out",
        "`is knocked out` is no event in its -ing form; did you mean `being knocked out`?",
    ),
    (
        "Choose a character within 3 of yours.",
        20,
        "within",
        "of yours within 3",
        "the owner comes first: `a character of yours within 3`; that is `Choose a character of yours within 3.`",
    ),
    ("Choose an ally within 3 or a token.", 25, "or", "", "only the last of a pair joined by `or` takes relations: put them after it"),
    ("Choose this and it or them.", 20, "or", "", "`and` and `or` cannot be mixed in one phrase: write two sentences"),
    (
        "This can fly.",
        10,
        "fly",
        "move through rivals and walls",
        "nobody flies: say what may be passed: write `This can move through rivals and walls.`",
    ),
    ("This cannot be killed.", 16, "killed", "knocked out", "`killed` is not known; did you mean `knocked out`?"),
    ("This has 1 more armor.", 17, "armor", "defense", "`armor` is not known; did you mean `defense`?"),
    ("This has armor 3.", 10, "armor", "defense", "`armor` is not known; did you mean `defense`?"),
    ("This rolls 1 die more.", 22, ".", "", "the sentence ends too early: expected `when`"),
    ("This rolls 1 die more when attacking.", 28, "attacking", "challenging", "`attacking` is not known; did you mean `challenging`?"),
    ("As an interact, this move 3.", 22, "move", "", "`move` cannot stand here: expected `may`"),
    ("As interact, this may move 3.", 4, "interact", "", "`interact` cannot stand here: expected `a`"),
    (
        "Until the end of the round, instead of this being knocked out, knock it down.",
        29,
        "instead",
        "",
        "what is done instead cannot last for a while: put it on a status card, and write `Give … to this.`",
    ),
    (
        "Until the end of the round, when this moves, until this is knocked down, when an ally moves, move 1.",
        74,
        "when",
        "",
        "a trigger inside a trigger that lasts: write two sentences",
    ),
    (
        "Control a rival: until the end of the round, when it is knocked down, move 1.",
        46,
        "when",
        "",
        "a trigger that lasts would go on after the control (CTL-1): choose who is controlled first, and write the trigger in a sentence after `Control it: …`",
    ),
    (
        "Each ally moves 1, or each ally stands up.",
        18,
        ",",
        "",
        "this alternative can be read in two ways: if each chooses for itself write `Each ally moves 1 or stands up.`, if it is one choice for all write `Choose one: each ally moves 1; or each ally stands up.`",
    ),
    (
        "When this stands up, each ally moves 1, or each ally stands up.",
        39,
        ",",
        "",
        "this alternative can be read in two ways: if each chooses for itself write `each ally moves 1 or stands up`, if it is one choice for all write `choose one: each ally moves 1; or each ally stands up`",
    ),
    (
        "2 allies move 1, or 2 allies stand up.",
        16,
        ",",
        "",
        "this alternative can be read in two ways: if each chooses for itself write `2 allies move 1 or stand up.`, if it is one choice for all write `Choose one: 2 allies move 1; or 2 allies stand up.`",
    ),
    ("While this is standing, move 1.", 25, "move", "", "a standing rule says who, and what changes: `this has 1 more defense`"),
    (
        "Control a rival it moves 1.",
        11,
        "rival",
        "rival:",
        "`it` cannot stand here: expected a colon; that is `Control a rival: it moves 1.`",
    ),
    (
        "Choose a rival. It has 1 less defense until end of turn.",
        17,
        "It",
        "Until the end of the turn, it has 1 less defense",
        "how long stands first: write `Until the end of the turn, it has 1 less defense.`",
    ),
    (
        "When this is challenged, this has 1 more defense until end of turn.",
        26,
        "this",
        "until the end of the turn, this has 1 more defense",
        "how long stands first: write `When this is challenged, until the end of the turn, this has 1 more defense.`",
    ),
    (
        "At the start of each round, this has 1 more defense this turn.",
        29,
        "this",
        "until the end of the turn, this has 1 more defense",
        "how long stands first, with `until`: write `At the start of each round, until the end of the turn, this has 1 more defense.`",
    ),
    ("Choose a rival. At end of turn it stands up.", 20, "end", "", "`end of turn it stands up` is no moment"),
    ("3 times this moves 1.", 9, "this", "", "`this` cannot stand here: expected a colon"),
    ("For each rival, push it 1.", 15, ",", "", "`,` cannot stand here: expected a colon"),
    ("Turn a die to a sword.", 17, "sword", "", "`sword` is not known: expected `shield`, `burst` or `triple`"),
    ("Knock it over.", 10, "over", "down", "who falls is knocked down: write `Knock it down.`"),
    ("Shift a token on your track 1.", 29, "1", "", "`1` cannot stand here: expected `up` or `down`"),
    ("Give its item an ally.", 15, "an", "", "`an` cannot stand here: expected `to`"),
    ("Take it's item.", 6, "it", "", "`it's` is written `its`"),
    ("Push the target's 1.", 19, "1", "", "`1` cannot stand here: expected a noun"),
    ("Until the end of the game, this cannot be seen.", 11, "end", "", "`end` cannot stand here: expected a noun"),
    ("Until the end of the round, move 1.", 29, "move", "", "a standing rule says who, and what changes: `this has 1 more defense`"),
    (
        "Move 1; push it 1.",
        6,
        "1;",
        "1. Push",
        "`;` is no sign of the language: only letters, numbers and . , : ' are; that is `Move 1. Push it 1.`",
    ),
    ("Gain 1 point for adjacent ally.", 18, "adjacent", "", "`adjacent` cannot stand here: expected `each`"),
    (
        "Do an assist or move.",
        17,
        "move",
        "do a basic move",
        "the sentence ends too early: expected a phrase; that is `Do an assist or do a basic move.`",
    ),
    ("Place a Wight minion adjacent to this.", 15, "minion", "", "there is only one `Wight`, and it has its name alone: `the Wight`"),
    ("Put it on your track.", 11, "your", "", "`your` cannot stand here: expected `the`"),
    ("If there is rival, move 1.", 13, "rival", "a rival", "`rival` needs a word before it: `a`, `each`, `the` or a number"),
    ("If the total is 7, move 1.", 18, ",", "", "`,` cannot stand here: expected `or`"),
    ("Defend against challenge 2.", 16, "challenge", "", "`challenge` cannot stand here: expected `a` or `an`"),
    ("Roll dices.", 6, "dices", "dice", "`dices` is not known; did you mean `dice`?"),
    ("Each ally within 3 may.", 23, ".", "", "the sentence ends too early: expected a verb"),
    ("This may pay 1 less.", 16, "less", "less for an ability", "say for what: write `This may pay 1 less for an ability.`"),
    ("Figures cannot interact a point marker.", 25, "a", "", "`a` cannot stand here: expected `with`"),
    ("The square of this counts obscured.", 27, "obscured", "", "`obscured` cannot stand here: expected `as`"),
    (
        "Push a rival that is adjacent 1.",
        6,
        "a",
        "an adjacent rival",
        "what narrows a noun stands before it (`an adjacent rival`) or right after it (`a rival within 3`), without `that is`;"
        " that is `Push an adjacent rival 1.`",
    ),
    (
        "Draw a card.",
        1,
        "Draw",
        "Gain a gold token.",
        "this cannot be said: nobody has a hand or a pile to draw from: cards of a deck lie open and are played, tokens are gained; the nearest is `Gain a gold token.`",
    ),
    (
        "Usable while exhausted.",
        1,
        "Usable",
        "",
        "only these close a text: `Usable while knocked down.`, `Once per turn.`, `Once per round.` or `Once per game.`",
    ),
    ("Move 2 x 3.", 8, "x", "", "`x` is not known"),
    ("Move 3x.", 6, "3x", "", "`3x` is neither a word nor a number"),
    ("Shoves a rival 1.", 1, "Shoves", "Pushes", "`Shoves` is not known; did you mean `Pushes`?"),
    ("An ally shove a rival 1.", 9, "shove", "push", "`shove` is not known; did you mean `push`?"),
    ("Gain a Squid token.", 8, "Squid", "Squid marker", "`Squid` is not written whole: `Squid marker`"),
    ("Push the Wights 1.", 10, "Wights", "Wight", "`Wights` is no declared name; did you mean `Wight`?"),
    ("This may pay 25 less for an ability.", 14, "25", "20", "`25` is too large: numbers go up to 20"),
    ("Roll 3 Boogie die.", 8, "Boogie die", "Boogie dice", "`Boogie die` is written `Boogie dice` here"),
    ("The target's.", 13, ".", "", "the sentence ends too early: expected a noun"),
    ("Each target are pushed.", 13, "are", "", "`are` cannot stand here: expected a verb or `may`"),
    ("You may.", 8, ".", "", "the sentence ends too early: expected a verb"),
    ("Instead of move 1, stand up.", 12, "move", "", "`move` cannot stand here: expected a phrase"),
    ("Push a friendly figure 1.", 6, "a", "an ally", "`friendly` is not known; that is `Push an ally 1.`"),
    ("He stands up.", 1, "He", "This", "`He` is not known; that is `This stands up.`"),
    ("Give it to him.", 12, "him", "it", "`him` is not known; did you mean `it`?"),
    (
        "Move toward a rival 2.",
        6,
        "toward",
        "2 toward a rival",
        "`toward` cannot stand here: expected a phrase; that is `Move 2 toward a rival.`",
    ),
    ("When you reach 3, you win.", 17, ",", "", "`,` cannot stand here: expected `point` or `points`"),
    ("If you have most points, you win.", 13, "most", "", "`most` cannot stand here: expected a phrase"),
    ("As a companion action, this moves 3.", 29, "moves", "", "`moves` cannot stand here: expected `may`"),
    (
        "Do an assist and move 1.",
        7,
        "assist",
        "assist. Move",
        "deeds are not joined by `and`: begin a new sentence; that is `Do an assist. Move 1.`",
    ),
    (
        "If it wins, move 1 and stand up.",
        18,
        "1",
        "1, then",
        "deeds are not joined by `and`: here write `, then`; that is `If it wins, move 1, then stand up.`",
    ),
    (
        "This may move 1 and stand up.",
        15,
        "1",
        "1, then",
        "deeds are not joined by `and`: here write `, then`; that is `This may move 1, then stand up.`",
    ),
    (
        "Control a rival: it moves 1 and does a basic challenge.",
        27,
        "1",
        "1, then it",
        "deeds are not joined by `and`: here write `, then`; that is `Control a rival: it moves 1, then it does a basic challenge.`",
    ),
    (
        "For each rival: push it 1 and stand up.",
        25,
        "1",
        "1, then",
        "deeds are not joined by `and`: here write `, then`; that is `For each rival: push it 1, then stand up.`",
    ),
    (
        "2 times: move 1 and stand up.",
        15,
        "1",
        "1, then",
        "deeds are not joined by `and`: here write `, then`; that is `2 times: move 1, then stand up.`",
    ),
    (
        "When this returns, move 1 and stand up.",
        25,
        "1",
        "1. Stand",
        "deeds are not joined by `and`: begin a new sentence; that is `When this returns, move 1. Stand up.`",
    ),
    ("This has 1 more armour.", 17, "armour", "defense", "`armour` is not known; did you mean `defense`?"),
    ("Place a rival within 3 of.", 26, ".", "", "the sentence ends too early: expected a phrase"),
    ("If this is, move 1.", 11, ",", "", "`,` cannot stand here: expected a state, a relation or `a`"),
    ("It moves 1, or it may stand up.", 16, "it", "", "`may` cannot stand in an alternative: write two sentences"),
    ("Until this is knocked out stand up.", 27, "stand", "", "`stand` cannot stand here: expected a comma"),
    (
        "Choose a rival adjacent.",
        8,
        "a",
        "an adjacent rival",
        "`adjacent` cannot stand here: expected a full stop; that is `Choose an adjacent rival.`",
    ),
    ("Push it 1,.", 10, ",", "", "`,` cannot stand here: expected a full stop"),
]


@pytest.mark.parametrize(("text", "column", "word", "suggestion", "message"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_told_where_it_is(text: str, column: int, word: str, suggestion: str, message: str) -> None:
    with pytest.raises(RuleError) as error:
        read_rule(text, NAMES)
    (mistake,) = error.value.mistakes
    assert (mistake.line, mistake.column, mistake.word) == (1, column, word)
    assert (mistake.suggestion, mistake.message) == (suggestion, message)
    assert mistake.offset == column - 1
    assert str(mistake) == f"line 1, column {column}: {message}"


def test_every_mistake_of_a_rule_is_told() -> None:
    with pytest.raises(RuleError) as error:
        read_rule(
            "Shove a rival 1. Move 2.\nPush a foee 1, and a freind.\n  Move 30. If it wins, jmp. Otherwise, stand up. Once per turn.",
            NAMES,
        )
    found = [(mistake.line, mistake.column, mistake.word, mistake.suggestion) for mistake in error.value.mistakes]
    assert found == [
        (1, 1, "Shove", "Push"),
        (2, 8, "foee", ""),
        (2, 22, "freind", "ally"),
        (3, 8, "30", "20"),
        (3, 24, "jmp", ""),
    ]


def test_what_could_stand_there_is_listed() -> None:
    with pytest.raises(RuleError) as error:
        read_rule("Shift a token on your track 1. When this sleeps.", NAMES)
    assert error.value.mistakes[0].expected == ("`up`", "`down`")


def test_noun_phrases_nest_four_deep_and_no_deeper() -> None:
    fine = "Choose a rival in the square of an ally adjacent to a token."
    assert read_rule(fine, NAMES)
    with pytest.raises(RuleError, match="nest at most 4 deep"):
        read_rule(fine.replace("token.", "token in an area."), NAMES)
    with pytest.raises(RuleError, match="nest at most 4 deep"):
        read_rule("Choose the rival's item's owner's card's owner.", NAMES)


def test_steps_nest_four_deep_and_no_deeper() -> None:
    fine = "2 times: 2 times: 2 times: 2 times: move 1."
    assert read_rule(fine, NAMES)
    with pytest.raises(RuleError, match="loops nest at most 4 deep"):
        read_rule("2 times: " + fine.lower(), NAMES)


def test_a_rule_has_at_most_two_thousand_characters() -> None:
    longest = ("Move 1. " * 250).strip()
    assert len(longest) == LONGEST_RULE - 1
    assert read_rule(longest + " ", NAMES)
    with pytest.raises(RuleError, match="2,001 characters; 2,000 are the most"):
        read_rule(longest + "  ", NAMES)


HOSTILE = [
    "x" * 2000,
    "X" * 1_000_000,
    "Move " * 400,
    "a " * 1000,
    "zzq " * 500,
    ". " * 1000,
    "." * 2000,
    ",:'s" * 500,
    "''''" * 500,
    "\x00\x01\x02\x1b[31m",
    "Move\x002.",
    "Move 2\u202e.",
    "Move 2.\ud800",
    "💥" * 1000,
    "9" * 2000,
    "Move " + "9" * 1990 + ".",
    "2 times: " * 222,
    "For each rival: " * 125,
    "If it wins, " * 160,
    "This may " * 220,
    "Control a rival: " * 117,
    "Choose a rival adjacent to " + "a rival adjacent to " * 90 + "it.",
    "Choose the rival" + "'s item" * 280 + ".",
    "If " + "it wins and " * 160 + "it wins",
    "Choose " + "this and " * 200 + "it",
    "Challenge 1" + ", plus 1 for each rival" * 80,
    "Choose a " + "standing " * 200,
    "not " * 500,
    "Place this " + "not " * 400,
    "Otherwise, " * 180,
    "Once per turn. " * 130,
    "٣ times: move ٣.",
    "_ __ 1_0.",
    "\n" * 2000 + "x",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_refused_fast_with_a_sentence(text: str) -> None:
    start = time.process_time()
    with pytest.raises(RuleError) as error:
        read_rule(text, NAMES)
    assert time.process_time() - start < 2
    assert 1 <= len(error.value.mistakes) <= MOST_MISTAKES
    assert all(
        mistake.message and mistake.line >= 1 and mistake.column >= 1 and len(mistake.message) < 400 for mistake in error.value.mistakes
    )


@settings(max_examples=150)
@given(
    st.lists(
        st.one_of(st.sampled_from([*sorted(KNOWN_WORDS), ".", ",", ":", "'s", "3", "Drogon", "Move", "When", "Each"]), st.text(max_size=3)),
        max_size=25,
    )
)
def test_any_words_are_read_or_refused_but_never_fail(words: list[str]) -> None:
    try:
        read_rule(" ".join(words), NAMES)
    except RuleError as error:
        assert error.mistakes


@pytest.mark.parametrize(
    "text", ["A challenge within 2 moves 1.", "This rolls 3 dice.", "2 rivals cannot be seen.", "Basic characters move 1.", "You win."]
)
def test_sentences_that_look_like_others_read(text: str) -> None:
    assert read_rule(text, NAMES)


def test_names_of_the_authors_own_are_looked_for_in_sentences_of_a_human_length_alone() -> None:
    """Each name is a reading of the whole sentence: a rule of 2,000 letters in one sentence took twelve seconds."""

    def found(times: int) -> list[str]:
        rule = "gain a coin, lose a coin, " * times + "heal."
        return [one.name for one in new_names(rule, lex(rule, NAMES)[:-2], NAMES)]

    assert set(found(3)) == {"Coin"} and found(30) == []
