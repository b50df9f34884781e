"""The reference part of docs/cards.md, made from the tables of the language; every sentence in it is run by the tests."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tipover.cards import guide_examples as shown
from tipover.cards import guide_meanings as meant
from tipover.cards import vocabulary as words
from tipover.cards.ast import Do
from tipover.cards.check import check_rule
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import Written
from tipover.cards.envelope import HIGHEST_COST
from tipover.cards.lex import Names
from tipover.cards.read import read_rule
from tipover.cards.toml import Document

BEGINS = "<!-- made from the tables of src/tipover/cards by: python3 -m tipover.cards.guide docs/cards.md -->"

ON = {
    "status": "on a status card",
    "token": "on a token",
    "companion": "on a companion",
    "card": "on a card of a deck",
    "scenario": "in a scenario",
}


class Row(NamedTuple):
    """One line of the reference: the words, how they are written, what they mean, a rule that shows them."""

    word: str
    form: str
    meaning: str
    example: str


class Section(NamedTuple):
    """Rows that are read together; `lead` stands above them."""

    title: str
    lead: str
    rows: list[Row]


def sections() -> list[Section]:
    """The tables of the language in the order of the page."""
    return [
        Section("Four kinds of text", KINDS_LEAD, _forms(shown.KINDS)),
        Section("Verbs", VERBS_LEAD, [Row(word, verb.form, meant.VERBS[word], verb.example) for word, verb in words.VERBS.items()]),
        Section("How a figure moves", "After `move` and its number, in this order:", _plain(words.MOVING, shown.MOVING, MOVING_FORMS)),
        Section("Sentences", SENTENCES_LEAD, _forms(shown.STEPS)),
        Section("Words that stand for something", REFS_LEAD, _plain(words.REFS, shown.REFS) + _possessives()),
        Section(
            "Words before a noun",
            "The player of the text chooses, unless the word says otherwise.",
            _determiners() + _plain(words.ADJECTIVES, shown.ADJECTIVES),
        ),
        Section("Nouns", NOUNS_LEAD, _nouns()),
        Section("Names of a pack", NAMES_LEAD, list(_names())),
        Section("Relations", RELATIONS_LEAD, _relations()),
        Section("Numbers", NUMBERS_LEAD, _forms(shown.NUMBERS)),
        Section("Events", EVENTS_LEAD, [Row(*_event(verb), meant.EVENTS[verb], one.example) for verb, one in words.EVENTS.items()]),
        Section("Moments", MOMENTS_LEAD, _moments()),
        Section("Conditions", "After `If`, `While` and `plus N if`.", _conditions()),
        Section("Standing rules", CHANGES_LEAD, _changes()),
        Section(
            "Limits",
            "They close a text. Each card counts for itself; a `may` that is declined does not count.",
            _plain(words.LIMITS, shown.LIMITS, {limit: f"{limit}." for limit in words.LIMITS}),
        ),
    ]


class Example(NamedTuple):
    """A rule of the page: its section, the words it shows, and what it stands on (`ability`, `trait`, `status` …)."""

    section: str
    word: str
    rule: str
    on: str


def examples() -> list[Example]:
    """Every rule the tables show, in the order of the page."""
    return [Example(section.title, row.word, row.example, carrier(row.example)) for section in sections() for row in section.rows]


def carrier(rule: str) -> str:
    """What a rule of the page stands on: what the table says, else an ability if it is a deed, else a trait."""
    if rule in shown.CARRIERS:
        return shown.CARRIERS[rule]
    return "ability" if isinstance(read_rule(rule, NAMES)[0], Do) else "trait"


# The names that the rules of the page use; the pack of the guide declares them.
NAMES = Names(
    tokens=["Oil"], markers=["Lantern"], minions=["Gull"], figures=["Bosun"], pieces=["Bell"], statuses=["Soaked"], decks=["Weather"],
    cards=["Swell", "Calm"], items=["Rope"], areas=["Lamp"], dice=["Storm"], characters=["Marlow"],
)  # fmt: skip

KINDS_LEAD = """The first words of a text decide its kind. A rule may hold several texts; a text goes on until the next one begins.
Line breaks mean nothing. An ability is one *do* text; an item with a cost has one, and may hold others; everything else is made of the other three kinds."""
VERBS_LEAD = """X is a noun phrase, N a number; brackets may be left out; a bar parts alternatives. Without a doer the deed is done by `this`.
After a doer the verb takes its ending: `an ally moves 1`, `each ally moves 1`, `allies move 1`."""
SENTENCES_LEAD = (
    """A full stop ends a part. A part that cannot be done ends the text (ABI-4); a `may` and a count of 0 can always be done."""
)
REFS_LEAD = """`it` and `them` never mean something that stands only in a relation (`adjacent to a rival`): choose it first."""
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


def _forms(table: dict[str, shown.Form]) -> list[Row]:
    return [Row(word, *form) for word, form in table.items()]


def _plain(meanings: dict[str, str], given: dict[str, str], forms: dict[str, str] | None = None) -> list[Row]:
    return [Row(word, (forms or {}).get(word, word), meaning, given[word]) for word, meaning in meanings.items()]


def _possessives() -> list[Row]:
    rows = [Row(word, f"{word} X", f"belonging to `{of}`", shown.POSSESSIVES[word]) for word, of in words.POSSESSIVES.items()]
    return [*rows, Row("'s", "X's X", "belonging to what stands before it", shown.POSSESSIVES["'s"])]


def _determiners() -> list[Row]:
    forms = {"a": "a X · an X", "any": "any number of Xs", "up to": "up to N Xs", "or more": "N or more Xs", "all": "Xs"}
    rows = [Row(word, forms.get(word, f"{word} X"), meaning, shown.DETERMINERS[word]) for word, meaning in words.DETERMINERS.items()]
    return [*rows, Row("N", "N Xs", "that many different ones", shown.DETERMINERS["N"])]


def _nouns() -> list[Row]:
    rows = [Row(word, f"{word} · {noun.plural}", noun.meaning, shown.NOUNS[word]) for word, noun in words.NOUNS.items()]
    actions = [(word, verb.action) for word, verb in words.VERBS.items() if verb.action]
    return rows + [Row(word, f"{word} · {plural}", "the action of that name", shown.NOUNS[word]) for word, plural in actions]


def _names() -> Iterator[Row]:
    for sort, (one, many) in words.CLASS_NOUNS.items():
        yield Row(sort, f"Name {one} · Name {many}", "carries its class", shown.NAMES[sort])
    for sort in (*words.BARE_CLASSES, *words.THE_CLASSES):
        yield Row(sort, f"the Name ({sort})" if sort in words.THE_CLASSES else f"Name ({sort})", shown.NAME_RULES[sort], shown.NAMES[sort])


def _relations() -> list[Row]:
    return [
        Row(word, f"[not] {one.form}" if one.can_be_not else one.form, one.meaning, one.example) for word, one in words.RELATIONS.items()
    ]


def _event(verb: str) -> tuple[str, str]:
    """The event's forms: finite, -ing, past."""
    one = words.EVENTS[verb]
    if not one.past:
        return verb, f"{one.third} X"
    follows = {"phrase": " X", "relations": " RELATIONS", "points": " N points"}.get(one.follows, "")
    return verb, " · ".join(dict.fromkeys(f"{form.format(its='its')}{follows}" for form in (one.third, one.ing, one.past)))


def _moments() -> list[Row]:
    rows = []
    for moment, example in words.MOMENTS.items():
        rows.append(Row(moment, "Before the round ends" if moment == "round ends" else f"At the {moment}", meant.MOMENTS[moment], example))
    for moment, example in shown.UNTIL.items():
        form = f"Until the {moment}" if moment in words.UNTIL_MOMENTS else "Until EVENT"
        rows.append(Row(f"until {moment}", form, "ends the standing rule that follows", example))
    return rows


def _conditions() -> list[Row]:
    rows = [Row(op, form, meant.CONDITIONS[op], example) for op, (form, example) in words.CONDITIONS.items()]
    return rows + [Row(f"is {state}", f"X is {state}", "so it is now", shown.STATES[state]) for state in words.STATES]


def _changes() -> list[Row]:
    rows = [Row(verb, _readable(form), meant.CHANGES[verb], example) for verb, (form, example) in words.CHANGES.items()]
    rows += [Row(stat, f"X has N more {stat} · X has {stat} N", meaning, shown.STATS[stat]) for stat, meaning in words.STATS.items()]
    for occasion, before in words.OCCASIONS.items():
        form = " ".join(part for part in ("when", occasion, f"{before} X".strip()) if part)
        rows.append(Row(occasion, form, "of the dice of `rolls`", shown.OCCASIONS[occasion]))
    rows += [
        Row(f"be {word}", f"X cannot be {word}", meaning or "by anyone", shown.PASSIVES[word]) for word, meaning in words.PASSIVES.items()
    ]
    return rows + [Row(face, f"a {face}", meaning, shown.FACES[face]) for face, meaning in words.FACES.items()]


def _readable(form: str) -> str:
    """A change's form without the notes for the reader of trees."""
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
    """Rules that read and are refused or warned of: what they stand on, the rule, what the checker says, whether it only warns."""
    found = []
    for what, rule in shown.REFUSED:
        document = Document("card.toml", "")
        written = Written(document, ("rule",), rule, tuple(read_rule(rule, NAMES)), what, what == "an ability")
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
    told = [[what, _code(rule), _escaped(message) + (" *(a warning)*" if warning else "")] for what, rule, message, warning in refusals()]
    blocks += ["## Reading rules", READING_RULES, "## What the checker refuses", REFUSED_LEAD, _table(["on", "rule", "what it says"], told)]
    return "\n\n".join([*blocks, "## Sizes", _sizes()]) + "\n"


REFERENCE_LEAD = """Every form of the language. The tests play each example in a game. Where one stands on something else than a character, it says so.
Letters and numbers as `ABI-4` are rules: [docs/rules](rules/README.md)."""

READING_RULES = """1. Relations follow their noun, owner first, then joined by `and`. A relation that ends in a noun comes last, because what follows binds to the nearest noun.
2. `or` and `and` between nouns bind to the nearest; only the last of a joined pair takes relations.
3. `1 for each X` is one number. Many deeds are `N times:` or `For each X:`. Only `shift … 1 for each X` repeats.
4. A deed without a doer is done by `this`, in a scenario by the side. `X moves 1`: X's side decides; `Move X 1`: you decide.
5. A full stop ends `If`, `may`, `Control` and loops. After `When`, `At`, `Instead of` and `As …` all following sentences belong to the text.
6. The reader forgives, the printer mends: `Then` at the head of a sentence, number words, `a` and `an`, verb endings, a missing `and` between relations.
7. Words of the language are lower case inside a sentence; names of packs are capitalised."""

REFUSED_LEAD = """A rule that reads may still mean nothing. `tipover check` refuses it, or warns; the table shows some of what it says.
It also refuses a name nobody declares, texts that set each other off without end (a warning), and names that no rule speaks of (a warning)."""


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
    """The page with its reference part made anew; what stands above the mark is written by hand and stays."""
    by_hand, mark, _ = text.partition(BEGINS)
    if not mark:
        raise ValueError(f"The page has no line {BEGINS!r}; the reference part goes below it.")
    return f"{by_hand}{BEGINS}\n\n{reference()}"


def main(paths: list[str]) -> None:
    """Write the reference part of these files anew."""
    for path in paths:
        file = Path(path)
        file.write_text(page(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
