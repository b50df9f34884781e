"""Generate the reference part of docs/cards.md from the tables of the language; the tests run every example in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tipover.cards import vocabulary as words
from tipover.cards.ast import Do
from tipover.cards.card_file import HIGHEST_COST
from tipover.cards.check import check_rule
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import WrittenRule
from tipover.cards.name_table import NameTable
from tipover.cards.phrase_kinds import kind_words
from tipover.cards.read import read_rule
from tipover.cards.relation_words import RELATIONS
from tipover.cards.signatures import DOER, NARROWER, SIGNATURES
from tipover.cards.toml import Document
from tools import guide_examples as shown
from tools import guide_meanings as meant

BEGINS = "<!-- made from the tables of src/tipover/cards by: python3 run.py generate -->"

ON = {
    "status": "on a status card",
    "token": "on a token",
    "companion": "on a companion",
    "card": "on a card of a deck",
    "scenario": "in a scenario",
}


class GuideRow(NamedTuple):
    """One row of a table of the reference."""

    word: str  # the words it is about
    form: str  # how they are written
    meaning: str
    example: str  # a rule that shows them


class GuideSection(NamedTuple):
    """A table of the reference with its heading."""

    title: str
    lead: str  # the paragraph above the table
    rows: list[GuideRow]


def sections() -> list[GuideSection]:
    """The sections in the order of the page."""
    return [
        GuideSection("Four kinds of text", KINDS_LEAD, _forms(shown.KINDS)),
        GuideSection(
            "Verbs", VERBS_LEAD, [GuideRow(word, verb.form, meant.VERBS[word], verb.example) for word, verb in words.VERBS.items()]
        ),
        GuideSection("How a figure moves", "After `move` and its number, in this order:", _plain(words.MOVING, MOVING_FORMS)),
        GuideSection("Sentences", SENTENCES_LEAD, _forms(shown.STEPS)),
        GuideSection("Words that stand for something", REFS_LEAD, _plain(words.REFS) + _possessives()),
        GuideSection(
            "Words before a noun",
            "The player of the text chooses, unless the word says otherwise.",
            _determiners() + _plain(words.ADJECTIVES),
        ),
        GuideSection("Nouns", NOUNS_LEAD, _nouns()),
        GuideSection("Names of a pack", NAMES_LEAD, list(_names())),
        GuideSection("Relations", RELATIONS_LEAD, _relations()),
        GuideSection("Numbers", NUMBERS_LEAD, _forms(shown.NUMBERS)),
        GuideSection(
            "Events", EVENTS_LEAD, [GuideRow(*_event(verb), meant.EVENTS[verb], one.example) for verb, one in words.EVENTS.items()]
        ),
        GuideSection("Moments", MOMENTS_LEAD, _moments()),
        GuideSection("Conditions", "After `If`, `While` and `plus N if`.", _conditions()),
        GuideSection("Standing rules", CHANGES_LEAD, _changes()),
        GuideSection(
            "Limits",
            "They close a text. Each card counts for itself; a `may` that is declined does not count.",
            _plain(words.LIMITS, {limit: f"{limit}." for limit in words.LIMITS}),
        ),
    ]


class Example(NamedTuple):
    """A rule that the page shows."""

    section: str  # the title of its section
    word: str  # the words it shows
    rule: str
    on: str  # the kind of card it is for: `ability`, `trait`, `status` …


def examples() -> list[Example]:
    """Every rule that the tables show, in the order of the page."""
    return [Example(section.title, row.word, row.example, carrier(row.example)) for section in sections() for row in section.rows]


def carrier(rule: str) -> str:
    """The kind of card a rule of the page is for: that of CARRIERS, otherwise an ability for a deed and a trait for the rest."""
    if rule in shown.CARRIERS:
        return shown.CARRIERS[rule]
    return "ability" if isinstance(read_rule(rule, NAMES)[0], Do) else "trait"


# The names that the rules of the page use; the pack described on the page declares them.
NAMES = NameTable(
    token=["Oil"], marker=["Lantern"], minion=["Gull"], figure=["Bosun"], piece=["Bell"], status=["Soaked"], deck=["Weather"],
    card=["Swell", "Calm"], item=["Rope"], area=["Lamp"], die=["Storm"], character=["Marlow"],
)  # fmt: skip

KINDS_LEAD = """The first words of a text decide its kind. A rule may hold several texts; a text goes on until the next one begins.
Line breaks mean nothing. An ability is one *do* text; an item with a cost has one, and may hold others; everything else is made of the other three kinds."""
VERBS_LEAD = """X is a noun phrase, N a number; brackets may be left out; a bar parts alternatives. Without a doer the deed is done by `this`.
After a doer the verb takes its ending: `an ally moves 1`, `each ally moves 1`, `allies move 1`."""
SENTENCES_LEAD = (
    """A full stop ends a part. A part that cannot be done ends the text (ABI-4); a `may` and a count of 0 can always be done."""
)
REFS_LEAD = """What `it` means is fixed before play: the last thing that an earlier part of the text brought in and that fits here. A subject or object
comes before a thing in a relation (`adjacent to a rival`); inside `each` and `For each` it is the current one, afterwards what it was before. Where two things fit
equally well the checker refuses the text and says how to write each reading, mostly with `that`. `tipover check --explain` prints what each word means."""
SIGNATURES_LEAD = """Who may do a deed, what it may be done to, and what may follow `to`, `with` or `on the N of`. *A figure* is a character, companion or minion; *anyone* is a figure, a piece or a side.
A word that may mean several kinds (`rival`, `thing`) has to fit with one of them, and only that one is offered. What fits nowhere is refused."""
NOUNS_LEAD = """Nouns may share relations without a second article: `an ally or token within 3`."""
NAMES_LEAD = """What a pack declares is written with a capital and with its class; a piece of which there is one takes `the`. The names here are those of the pack above."""
RELATIONS_LEAD = """They follow their noun, the owner first, the others joined by `and`: `a character of yours within 3 and in sight`.
`not` may stand before `within`, `adjacent to`, `in sight`, `in` and `on`."""
NUMBERS_LEAD = "A number is one number: `Move 1 for each adjacent rival` is one move."
EVENTS_LEAD = """`When`: as it happens. `After`: when all of it is done. `Instead of`: the -ing form. In numbers and after `where`: the past.
What is said of the subject is judged as things stood just before. A trigger is done at once and whole (TIM-5); of several the order is TIM-1."""
MOMENTS_LEAD = "After `At`, `Before`, and `Until` (the end of the round, the end of its turn, the start of its turn, or any event)."
CHANGES_LEAD = "They hold as long as their card is in play, or while their condition holds, or until their end. They are never asked."

MOVING_FORMS = {
    "toward": "toward X",
    "away from": "away from X",
    "straight": "in a straight line",
    "through": ", through X",
    "ending": ", ending RELATIONS",
}


# -- rows ------------------------------------------------------------------------------------------------


def _forms(table: dict[str, shown.GuideForm]) -> list[GuideRow]:
    return [GuideRow(word, *form) for word, form in table.items()]


def _plain(table: dict[str, words.Word], forms: dict[str, str] | None = None) -> list[GuideRow]:
    return [GuideRow(word, (forms or {}).get(word, word), *entry) for word, entry in table.items()]


def _possessives() -> list[GuideRow]:
    rows = [GuideRow(word, f"{word} X", f"belonging to `{of}`", shown.POSSESSIVES[word]) for word, of in words.POSSESSIVES.items()]
    return [*rows, GuideRow("'s", "X's X", "belonging to what stands before it", shown.POSSESSIVES["'s"])]


def _determiners() -> list[GuideRow]:
    forms = {"a": "a X · an X", "any": "any number of Xs", "up to": "up to N Xs", "or more": "N or more Xs", "all": "Xs"}
    rows = _plain(words.DETERMINERS, {word: f"{word} X" for word in words.DETERMINERS} | forms)
    return [*rows, GuideRow("N", "N Xs", "that many different ones", "Push 2 adjacent rivals 1.")]


def _nouns() -> list[GuideRow]:
    rows = [GuideRow(word, f"{word} · {noun.plural}", noun.meaning, noun.example) for word, noun in words.NOUNS.items()]
    actions = [(word, verb.action) for word, verb in words.VERBS.items() if verb.action]
    return rows + [GuideRow(word, f"{word} · {plural}", "the action of that name", shown.ACTIONS[word]) for word, plural in actions]


def _names() -> Iterator[GuideRow]:
    for sort, (one, many) in words.CLASS_NOUNS.items():
        yield GuideRow(sort, f"Name {one} · Name {many}", "carries its class", shown.NAMES[sort])
    for sort in (*words.BARE_CLASSES, *words.THE_CLASSES):
        yield GuideRow(
            sort, f"the Name ({sort})" if sort in words.THE_CLASSES else f"Name ({sort})", shown.NAME_RULES[sort], shown.NAMES[sort]
        )


def _relations() -> list[GuideRow]:
    return [
        GuideRow(word, f"[not] {one.form}" if one.can_be_not else one.form, one.meaning, one.example) for word, one in RELATIONS.items()
    ]


def _event(verb: str) -> tuple[str, str]:
    """The forms of an event and its meaning: finite, -ing, past."""
    one = words.EVENTS[verb]
    if not one.past:
        return verb, f"{one.third} X"
    follows = {"phrase": " X", "relations": " RELATIONS", "points": " N points"}.get(one.follows, "")
    return verb, " · ".join(dict.fromkeys(f"{form.format(its='its')}{follows}" for form in (one.third, one.ing, one.past)))


def _moments() -> list[GuideRow]:
    rows = []
    for moment, example in words.MOMENTS.items():
        rows.append(
            GuideRow(moment, "Before the round ends" if moment == "round ends" else f"At the {moment}", meant.MOMENTS[moment], example)
        )
    for moment, example in shown.UNTIL.items():
        form = f"Until the {moment}" if moment in words.UNTIL_MOMENTS else "Until EVENT"
        rows.append(GuideRow(f"until {moment}", form, "ends the standing rule or trigger that follows", example))
    return rows


def _conditions() -> list[GuideRow]:
    rows = [GuideRow(op, form, meant.CONDITIONS[op], shown.CONDITIONS.get(op, example)) for op, (form, example) in words.CONDITIONS.items()]
    return rows + [GuideRow(f"is {state}", f"X is {state}", "so it is now", shown.STATES[state]) for state in words.STATES]


def _changes() -> list[GuideRow]:
    rows = [GuideRow(verb, _readable(form), meant.CHANGES[verb], example) for verb, (form, example) in words.CHANGES.items()]
    rows += _plain(words.STATS, {stat: f"X has N more {stat} · X has {stat} N" for stat in words.STATS})
    for occasion, before in words.OCCASIONS.items():
        form = " ".join(part for part in ("when", occasion, f"{before} X".strip()) if part)
        rows.append(GuideRow(occasion, form, "of the dice of `rolls`", shown.OCCASIONS[occasion]))
    rows += [
        GuideRow(f"be {word}", f"X cannot be {word}", meaning or "by anyone", shown.PASSIVES[word])
        for word, meaning in words.PASSIVES.items()
    ]
    return rows + _plain(words.FACES, {face: f"a {face}" for face in words.FACES})


def _readable(form: str) -> str:
    """The form of a change without the notes about fields of the tree."""
    plain = form.partition("; how:")[0].partition("; steps:")[0]
    swaps = {
        "who": "X",
        "what": "X",
        "[what]": "[X]",
        "n": "N",
        "[against": "[against",
        "what]": "X]",
        "what,": "X,",
        "as": "As" if form.startswith("as ") else "as",
    }
    return " ".join(swaps.get(word, word) for word in plain.split())


# -- what is refused -------------------------------------------------------------------------------------


def refusals() -> list[tuple[str, str, str, bool]]:
    """Rules that the checker refuses or warns of: kind of card, rule, message, whether it is only a warning."""
    found = []
    for what, rule in shown.REFUSED:
        document = Document("card.toml", "")
        written = WrittenRule(document, ("rule",), rule, tuple(read_rule(rule, NAMES)), what, what == "an ability", NAMES)
        findings = check_rule(written) or [finding for _, finding in check_chains([written])]
        found += [(what, rule, one.message, one.warning) for one in findings[:1]]
    return found


# -- the page --------------------------------------------------------------------------------------------


def reference() -> str:
    """The reference in Markdown, from its heading to the end of the page."""
    blocks = ["# Reference", REFERENCE_LEAD]
    for section in sections():
        head = ["write", "meaning", "example"]
        rows = [[_code(row.form), _escaped(row.meaning), _shown(row.example)] for row in section.rows]
        blocks += [f"## {section.title}", section.lead, _table(head, rows)]
    rows = [[what, _code(rule), _escaped(message) + (" *(a warning)*" if warning else "")] for what, rule, message, warning in refusals()]
    blocks += ["## What fits a verb", SIGNATURES_LEAD, _signatures()]
    blocks += [
        "## Reading rules",
        READING_RULES,
        "## What the checker refuses",
        REFUSED_LEAD,
        _table(["on", "rule", "what it says"], rows),
    ]
    return "\n\n".join([*blocks, "## Sizes", _sizes()]) + "\n"


REFERENCE_LEAD = """Every form of the language. The tests play each example in a game. Where one stands on something else than a character, it says so.
Letters and numbers as `ABI-4` are rules: [docs/rules](rules/README.md)."""

READING_RULES = """1. Relations follow their noun, owner first, then joined by `and`. A relation that ends in a noun comes last, because what follows binds to the nearest noun; only `nearest to` after `with no X` is said of the noun before.
2. `or` and `and` between nouns bind to the nearest; only the last of a joined pair takes relations.
3. `1 for each X` is one number. Many deeds are `N times:` or `For each X:`. Only `shift … 1 for each X` repeats.
4. A deed without a doer is done by `this`, in a scenario by the side. `X moves 1`: X's side decides; `Move X 1`: you decide.
5. A full stop ends `If`, `may`, `Control`, loops and `Until …, when …`. After `When`, `At`, `Instead of` and `As …` all following sentences belong to the text.
6. The reader forgives, the printer mends: `Then` at the head of a sentence, number words, `a` and `an`, verb endings, a missing `and` between relations.
   So are words that can mean only one thing: `enemy`, `spaces`, `whenever`, `every`, `all allies`, `this character`, `a rival you can see`, `move up to 3`.
7. Words of the language are lower case inside a sentence; names of packs are capitalised."""

REFUSED_LEAD = """A rule that reads may still mean nothing. `tipover check` refuses it, or warns; the table shows some of what it says.
It also refuses a name nobody declares, texts that set each other off without end (a warning), and names that no rule speaks of (a warning)."""


def _signatures() -> str:
    """The table of what each verb takes."""
    rows: list[list[str]] = []
    for verb, one in SIGNATURES.items():
        narrower = [f"{verb} … {word}: {kind_words(kinds)}" for (name, word), kinds in NARROWER.items() if name == verb]
        what = "; ".join([kind_words(one.what) if one.what else "–", *narrower])
        doer = "anyone" if one.doer == DOER else kind_words(one.doer)
        rows.append([_code(verb), doer, what, kind_words(one.to) if one.to else "–"])
    return _table(["verb", "done by", "done to", "then"], rows)


def _sizes() -> str:
    rows = [
        ["a rule", f"at most {words.LONGEST_RULE:,} characters"],
        ["a number (dice, squares, times, points)", f"at most {words.HIGHEST_NUMBER}"],
        ["nouns in relations of nouns", f"at most {words.DEEPEST_PHRASE} deep"],
        ["`if`, `may`, `control`, loops inside each other", f"at most {words.DEEPEST_STEP} deep; no `if` inside an `if`"],
        ["a cost", f"1 to {HIGHEST_COST}"],
    ]
    return _table(["what", "how much"], rows)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    cells = list(head)
    lines = [cells, ["---"] * len(cells), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{_escaped(text)}`"


def _shown(rule: str) -> str:
    on = ON.get(carrier(rule), "")
    return f"{_code(rule)} ({on})" if on else _code(rule)


def page(text: str) -> str:
    """The page with its reference part regenerated; the part above the mark is written by hand and kept."""
    by_hand, mark, _ = text.partition(BEGINS)
    if not mark:
        raise ValueError(f"The page has no line {BEGINS!r}; the reference part goes below it.")
    return f"{by_hand}{BEGINS}\n\n{reference()}"
