"""`tipover cards`: every card by pack, or one card drawn in the terminal with where its values are from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import click

from tipover.cards.ast import Text
from tipover.cards.catalog import (
    CHARACTER,
    COLOURS,
    COMPANION,
    KINDS,
    MINION,
    OBJECTIVE,
    SIDES,
    AbilityCard,
    Catalog,
    DieCard,
    FigureCard,
    MapCard,
    PieceCard,
    Scenario,
    key_of,
    provenance_of,
    suggestion,
)
from tipover.cards.words import shown
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import catalog
from tipover.cli.out import Line, card_width, folded, put_json, say, say_all, tell
from tipover.engine.core.dice import FACE_COUNTS, FACE_NAMES, FACES_ARE, face_name

Card: TypeAlias = "FigureCard | PieceCard | DieCard | Scenario | MapCard"

STYLES = ["blue", "red", "bright_black", "yellow"]  # of the colours, in their order
MARKS = {"printed": "", "known": "°", "house": "ʰ"}
LEGEND = "° known, not printed in the books   ʰ house value, ours"


@click.command("cards")
@click.argument("name", required=False)
@json_option
@packs_option
def cards_command(name: str | None, as_json: bool) -> None:
    """Every card by pack, or one card (a figure, item, status, scenario, map …) with its text and where it is from."""
    loaded = catalog()
    if name is None:
        _list(loaded, as_json)
        return
    found = find(loaded, name)
    if not found:
        known = [one.name for one in _all(loaded)] + [ability.name for card in loaded.figures for ability in card.abilities]
        fail(f"There is no card '{name}'{suggestion(name, known) or '; `tipover cards` lists them'}")
    if as_json:
        described = [describe(loaded, card) for card in found]
        put_json(described[0] if len(described) == 1 else described)
        return
    for k, card in enumerate(found):
        if k:
            say()
        say_all(draw(loaded, card))


def _all(loaded: Catalog) -> Iterator[Card]:
    yield from loaded.figures
    yield from loaded.pieces
    yield from (die for die in loaded.dice if not die.of)  # the others are pieces
    yield from loaded.scenarios
    yield from loaded.maps


def find(loaded: Catalog, name: str) -> list[Card]:
    """All cards with this name or with an ability, trait, ultimate card or deck of this name; otherwise those whose name begins so."""
    key = key_of(name)
    exact = [one for one in _all(loaded) if key in _names(one)]
    if exact:
        return exact
    return [one for one in _all(loaded) if one.name.lower().startswith(key)] if len(key) > 1 else []


def _names(card: Card) -> list[str]:
    names = [card.name]
    if isinstance(card, FigureCard):
        names += [card.short, card.card, *(ability.name for ability in card.abilities)]
        names += [one.name for one in (card.trait, card.ultimate) if one]
    if isinstance(card, PieceCard):
        names += [card.deck, card.double, card.other]
    return [key_of(one) for one in names if one]


def sort_of(card: Card) -> str:
    """What kind of card it is."""
    if isinstance(card, FigureCard):
        return "basic character" if card.basic else KINDS[card.kind]
    if isinstance(card, PieceCard):
        return f"{card.deck} card" if card.deck else card.sort
    if isinstance(card, DieCard):
        return "die"
    return "scenario" if isinstance(card, Scenario) else "map"


# --- the list ------------------------------------------------------------------------------------------------------------


def _list(loaded: Catalog, as_json: bool) -> None:
    if as_json:
        put_json([{"pack": card.pack, "sort": sort_of(card), "name": card.name} for card in _all(loaded)])
        return
    for pack in loaded.packs:
        say((pack.name, "bold"), f"  {pack.key} {pack.version}")
        by_sort: dict[str, list[str]] = {}
        for card in _all(loaded):
            if card.pack == pack.key:
                by_sort.setdefault(_plural(sort_of(card)), []).append(_listed(card))
        for sort, names in by_sort.items():
            tell(f"  {sort + ':':<18} {', '.join(names)}", " " * 21)
        say()
    counts = ", ".join(f"{count}{MARKS[FACES_ARE]} {name}" for count, name in zip(FACE_COUNTS, FACE_NAMES, strict=False))
    say(f"every die has {counts} (CHA-19)   {LEGEND}")
    say("`tipover cards NAME` draws one; `tipover cards NAME --json` gives it whole")


def _plural(sort: str) -> str:
    if sort == "die":
        return "dice"
    return f"{sort}es" if sort.endswith("s") else f"{sort}s"


def _listed(card: Card) -> str:
    return card.card if isinstance(card, FigureCard) and card.card else card.name


# --- one card ------------------------------------------------------------------------------------------------------------


def draw(loaded: Catalog, card: Card) -> list[Line]:
    """A card in lines of at most 80 columns."""
    head: Line = [(_listed(card), "bold"), mark(card.provenance, "name"), f"   {sort_of(card)}, {loaded.pack_name(card.pack)}"]
    lines: list[Line] = [head, ["─" * card_width()]]
    if isinstance(card, FigureCard):
        lines += _figure(card)
    elif isinstance(card, PieceCard):
        lines += _piece(card)
        if card.sort == "die":
            lines.append(_faces(loaded.dice[loaded.die(card.name)]))
    elif isinstance(card, DieCard):
        lines.append(_faces(card))
    elif isinstance(card, Scenario):
        lines += _scenario(loaded, card)
    else:
        lines += _map(card)
    said = "".join(part if isinstance(part, str) else part[0] for line in lines for part in line)
    if any(sign and sign in said for sign in MARKS.values()):
        lines += [["─" * card_width()], [LEGEND]]
    return lines


def mark(provenance: dict[str, str], key: str) -> str:
    """The sign behind a value that is not printed."""
    return MARKS[provenance_of(provenance, key)]


def _figure(card: FigureCard) -> list[Line]:
    pv = card.provenance
    values: list[Line] = [] if card.kind == OBJECTIVE else [[f"defense {card.defense}{mark(pv, 'defense')}"]]
    if card.kind == CHARACTER:
        values.append(["tokens ", *_tokens(card.tokens), mark(pv, "tokens")])
    if card.base >= 0:
        values.append([f"{SIDES[card.base]}{mark(pv, 'base')}"])
    if card.card:
        values.append([f"marker {card.name}{mark(pv, 'marker')}"])
    values += [[said] for said in (_of(card.of, pv), _number(card)) if said]
    lines: list[Line] = [[part for k, value in enumerate(values) for part in (["   ", *value] if k else value)]]
    for ability in card.abilities:
        lines += _ability(card, ability)
    for word, one in (("trait", card.trait), ("ultimate", card.ultimate)):
        if one:
            lines += [[], [(one.name, "bold"), mark(pv, f"{word}.name"), f"   {word}"]]
            if word == "ultimate" and card.ultimate:
                lines[-1] += ["   more tokens ", *_tokens(card.ultimate.tokens), mark(pv, "ultimate.tokens")]
            lines += _rule(one.texts, card.short, pv, f"{word}.rule")
    if card.texts:
        lines += [[], *_rule(card.texts, card.short, pv, "rule")]
    return lines


def _tokens(tokens: tuple[int, ...]) -> Line:
    """Tokens as dots and words, so that they are told apart without colours."""
    line: Line = []
    for k, colour in enumerate(tokens):
        line += [" " if k else "", ("● ", STYLES[colour]), COLOURS[colour]]
    return line or ["none"]


def _ability(card: FigureCard, ability: AbilityCard) -> list[Line]:
    pv, stem = card.provenance, f"ability.{ability.name}"
    head: Line = [(ability.name, "bold"), mark(pv, f"{stem}.name"), "   ", ("● ", STYLES[ability.colour])]
    head += [f"{COLOURS[ability.colour]}{mark(pv, f'{stem}.cost.colour')} {ability.cost}{mark(pv, f'{stem}.cost.number')}"]
    if ability.challenge:
        head.append(f"   ★{mark(pv, f'{stem}.challenge')} challenge")
    return [[], head, *_rule(ability.texts, card.short, pv, f"{stem}.rule")]


def _rule(texts: tuple[Text, ...], short: str, provenance: dict[str, str], key: str) -> list[Line]:
    """The texts as a player sees them, one below the other, and the words in them that are from elsewhere."""
    lines: list[Line] = []
    for k, text in enumerate(texts):
        sign = mark(provenance, key) if k == len(texts) - 1 else ""
        lines += [[f"  {line}"] for line in folded(shown(text, short) + sign, card_width() - 4, "")]
    for one, whence in provenance.items():
        if one.startswith(f"{key}."):
            said = f"  {MARKS[whence] or '='} “{one[len(key) + 1 :]}” is {whence}"
            lines += [[line] for line in folded(said, card_width(), "    ")]
    return lines


def _of(of: str, provenance: dict[str, str]) -> str:
    return f"of {of}{mark(provenance, 'of')}" if of else ""


def _number(card: FigureCard | PieceCard) -> str:
    if isinstance(card, FigureCard) and card.kind not in (MINION, COMPANION):
        return ""
    return f"{card.number}{mark(card.provenance, 'number')}{' a side' if card.a_side else ''}"


def _piece(card: PieceCard) -> list[Line]:
    pv = card.provenance
    values = [f"{'back' if card.is_back else 'front'} of {card.double}, other side {card.other}" if card.double else "", _of(card.of, pv)]
    if card.sort == "item":
        values.append(f"to the {card.cost}{mark(pv, 'cost')} of the track" if card.cost else "trait")
        values.append(f"★{mark(pv, 'challenge')} challenge" if card.challenge else "")
    elif card.sort != "card":
        values += [_number(card), f"defense {card.defense}{mark(pv, 'defense')}" if card.defense else ""]
        values.append("kept on the card" if card.on == "card" else "")
    short = card.name if card.sort in ("token", "marker") else "the holder" if card.sort == "item" else "its bearer"
    return [["   ".join(value for value in values if value)], *_rule(card.texts, short, pv, "rule")]


def _faces(die: DieCard) -> Line:
    return [f"faces {', '.join(_face_names(die))}{mark(die.provenance, 'faces')}"]


def _face_names(die: DieCard) -> list[str]:
    return [face_name(face) for face in die.faces]


def _scenario(loaded: Catalog, card: Scenario) -> list[Line]:
    pv = card.provenance
    sides = " or ".join(str(number) for number in card.sides)
    two, three = card.points
    goal = (
        f"{card.wins_at}{mark(pv, 'wins_at')}"
        if card.wins_at
        else f"{two}{mark(pv, 'points')}"
        if two == three
        else f"{two} / {three}{mark(pv, 'points')}"
    )
    lines: list[Line] = [[f"{sides} sides{', each for itself' if card.free_for_all else ''}   to {goal} points"]]
    own = [f"{one.number}{' a side' if one.a_side else ''} {one.name}" for one in _own(card)]
    maps = [one.name for one in loaded.maps if card.name in one.scenarios]
    rows = (("pieces", own), ("areas", list(card.areas)), ("maps", maps), ("parts", [f"{k} {v}" for k, v in card.parts.items()]))
    for word, what in rows:
        if what:
            lines += [[line] for line in folded(f"{word}: {', '.join(what)}", card_width(), "  ")]
    for key, texts in card.texts.items():
        said = {"rule": "each side", "table": "the table", "others": "the others"}.get(key, f"the side with {key}")
        lines += [[], [(said, "bold")], *_rule(texts, "this", pv, key)]
    return lines


def _own(card: Scenario) -> list[PieceCard | FigureCard]:
    return [*card.pieces, *card.minions]


def _map(card: MapCard) -> list[Line]:
    pv = card.provenance
    size = f"{card.grid.columns} × {card.grid.rows}   walls {card.wall}{mark(pv, 'wall')}"
    purpose = "for " + ", ".join(f"{name}{mark(pv, f'scenarios.{name}')}" for name in card.scenarios)
    lines: list[Line] = [[line] for line in [size, *folded(purpose, card_width(), "  ")]]
    lines += [[line] for line in card.drawing.strip("\n").split("\n")]
    for name, parts in card.areas.items():
        squares = "; ".join(" ".join(card.grid.names(part)) for part in parts)
        lines += [[line] for line in folded(f"{name}: {squares}", card_width(), "  ")]
    points = ", ".join(f"{letter} {card.grid.name(square)}" for letter, square in card.points.items())
    return [*lines, [f"points: {points}"]]


# --- as JSON -------------------------------------------------------------------------------------------------------------


def describe(loaded: Catalog, card: Card) -> dict[str, object]:
    """A card as plain data; its rules in the words of the pack."""
    data: dict[str, object] = {"name": _listed(card), "sort": sort_of(card), "pack": card.pack}
    if isinstance(card, FigureCard):
        data |= {"short": card.short, "defense": card.defense, "tokens": [COLOURS[one] for one in card.tokens]}
        data |= {"base": SIDES[card.base] if card.base >= 0 else "", "of": card.of, "number": card.number, "a_side": card.a_side}
        data |= {"marker": card.name if card.card else "", "rule": card.rule}
        data["abilities"] = [
            {"name": one.name, "colour": COLOURS[one.colour], "cost": one.cost, "challenge": one.challenge, "rule": one.rule}
            for one in card.abilities
        ]
        data |= {"trait": {"name": card.trait.name, "rule": card.trait.rule} if card.trait else None, "ultimate": None}
        if (ultimate := card.ultimate) is not None:
            data["ultimate"] = {"name": ultimate.name, "rule": ultimate.rule, "tokens": [COLOURS[one] for one in ultimate.tokens]}
    elif isinstance(card, PieceCard):
        data |= {"number": card.number, "a_side": card.a_side, "defense": card.defense, "of": card.of, "cost": card.cost}
        data |= {"challenge": card.challenge, "deck": card.deck, "on": card.on, "rule": card.rule}
        data |= {"double": card.double, "other": card.other, "is_back": card.is_back}
        if card.sort == "die":
            data["faces"] = _face_names(loaded.dice[loaded.die(card.name)])
    elif isinstance(card, DieCard):
        data["faces"] = _face_names(card)
    elif isinstance(card, Scenario):
        data |= {"sides": list(card.sides), "points": list(card.points), "wins_at": card.wins_at, "first": card.first}
        data |= {"free_for_all": card.free_for_all, "ultimate": card.ultimate, "parts": card.parts, "areas": list(card.areas)}
        data |= {"pieces": [one.name for one in _own(card)], "rules": card.rules}
        data["maps"] = [one.name for one in loaded.maps_for(card)]
    else:
        data |= {"columns": card.grid.columns, "rows": card.grid.rows, "wall": card.wall, "sides": list(card.sides)}
        data |= {"scenarios": list(card.scenarios), "drawing": card.drawing}
        data["areas"] = {name: [card.grid.names(part) for part in parts] for name, parts in card.areas.items()}
        data["points"] = {letter: card.grid.name(square) for letter, square in card.points.items()}
    return {**data, "provenance": {"default": "printed", **card.provenance}}
