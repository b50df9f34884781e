"""Read the files of everything but characters: items, companions, objectives, tokens, markers, minions, dice, status cards, decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tipover.cards.card_file import HIGHEST_COST, CardFile
from tipover.cards.catalog import (
    BLANK,
    BURST,
    COMPANION,
    HIGHEST_DEFENSE,
    HIGHEST_FACE,
    MINION,
    NUMBER_AT,
    OBJECTIVE,
    SHIELD,
    TRIPLE,
    Deck,
    DieCard,
    FigureCard,
    PieceCard,
)
from tipover.cards.rule_texts import EITHER, STANDING, RuleTexts
from tipover.cards.toml import Path
from tipover.cards.toml_values import flag_of, number_of, table, text_of

FIGURES = {"companion": COMPANION, "minion": MINION, "objective": OBJECTIVE}
MOST_MINIONS = 20
MOST_PIECES = 99
MOST_FACES = 20
SIGNS = {"burst": BURST, "shield": SHIELD, "triple": TRIPLE, "blank": BLANK}

_COMMON = ["name", "rule", "provenance", "about"]
KEYS: dict[str, list[str]] = {
    "item": ["cost", "challenge", "front", "back"],
    "companion": ["short", "defense"],
    "objective": ["marker", "short", "defense"],
    "token": ["number", "a_side", "defense", "of", "on"],
    "marker": ["number", "a_side", "defense", "of", "on"],
    "minion": ["number", "a_side", "defense", "of", "on", "short", "proper"],
    "status": ["number", "of", "front", "back"],
    "deck": ["of"],
    "card": ["deck"],
    "die": ["faces", "number", "of"],
}
FILES: dict[str, list[str]] = {
    "attachments": ["item", "companion", "objective"],
    "pieces": ["token", "marker", "minion", "die"],
    "status": ["status", "deck", "card"],
}
OWNED = ("token", "marker", "minion", "status", "deck")  # in a character's own file they are that character's
ARTICLES = {"item": "an item", "objective": "an objective"}


@dataclass
class Parts:
    """The content of such a file. Figures occupy squares, pieces do not."""

    figures: list[FigureCard] = field(default_factory=list)  # companions, minions and objectives
    pieces: list[PieceCard] = field(default_factory=list)  # tokens, markers, items, status cards and cards of decks
    decks: list[Deck] = field(default_factory=list)
    dice: list[DieCard] = field(default_factory=list)


def parts(source: CardFile, file: str) -> Parts:
    """The parts that a file with this name describes; a sort that belongs into another file is blamed."""
    found = Parts()
    for sort in source.document.data:
        if sort in FILES[file]:
            read_sort(source, sort, found)
            continue
        right = next((name for name, sorts in FILES.items() if sort in sorts), "")
        problem = f"'{sort}' is no sort of card in {file}.toml, which holds {', '.join(FILES[file])}"
        if right:
            source.blame((sort,), f"{problem}; it belongs into {right}.toml", sort)
        else:
            source.document.blame_unknown((sort,), problem, sort, FILES[file])
    _blame_unknown_decks(source, found)
    return found


def own_parts(source: CardFile, sorts: Iterable[str], of: str = "") -> Parts:
    """The parts of these sorts in a file that holds other cards too; `of` is the character they belong to if they do not say another."""
    found = Parts()
    for sort in sorts:
        if sort in source.document.data:
            read_sort(source, sort, found, of)
    _blame_unknown_decks(source, found)
    return found


def _blame_unknown_decks(source: CardFile, found: Parts) -> None:
    decks = {deck.name: deck for deck in found.decks}
    for k, card in enumerate(one for one in found.pieces if one.sort == "card"):
        if card.deck not in decks:
            source.document.blame_unknown(("card", k, "deck"), f"there is no deck '{card.deck}' here", card.deck, decks)


def read_sort(source: CardFile, sort: str, found: Parts, of: str = "") -> None:
    """Read all cards of one sort, which are written `[[sort]]`, into `found`; `of` is whose they are if they do not say."""
    entries = source.document.data[sort]
    if not isinstance(entries, list):
        source.blame((sort,), f"cards of this sort are written [[{sort}]]")
        return
    for k in range(len(entries)):
        if not isinstance(entries[k], dict):
            source.blame((sort,), f"cards of this sort are written [[{sort}]]")
            return
        path: Path = (sort, k)
        source.check_keys(path, KEYS[sort] + _COMMON, article(sort))
        owner = text_of(source.document, (*path, "of"), of if sort in OWNED else "")
        if sort == "deck":
            found.decks.append(_deck(source, path, owner))
        elif sort == "die":
            found.dice.append(_die(source, path))
            if "of" in table(source.document, path):
                found.pieces.append(_piece(source, sort, path, owner, found.decks))
        elif sort in FIGURES:
            found.figures.append(_figure(source, sort, path, owner))
        else:
            found.pieces += _both_sides(source, path, _piece(source, sort, path, owner, found.decks))


def article(sort: str) -> str:
    """The name of a sort with its article."""
    return ARTICLES.get(sort, f"a {sort}")


def _deck(source: CardFile, path: Path, of: str) -> Deck:
    provenance = _provenance(source, path, "")
    return Deck(source.name(path, "a deck"), source.pack, of, provenance)


def _die(source: CardFile, path: Path) -> DieCard:
    """A die that a pack declares: `faces = ["burst", "shield", 4]`."""
    faces: list[int] = []
    written = table(source.document, path).get("faces")
    if not isinstance(written, list) or not 2 <= len(written) <= MOST_FACES:
        source.blame((*path, "faces"), f'a die has 2 to {MOST_FACES} faces, as faces = ["burst", "shield", 4]')
        written = []
    for face in written:
        if isinstance(face, str) and face in SIGNS:
            faces.append(SIGNS[face])
        elif isinstance(face, int) and not isinstance(face, bool) and 0 <= face <= HIGHEST_FACE:
            faces.append(NUMBER_AT + face)
        else:
            source.blame((*path, "faces"), f"{face!r} is no face; a face is {', '.join(SIGNS)}, or a number from 0 to {HIGHEST_FACE}", face)
    of = text_of(source.document, (*path, "of"), "")
    return DieCard(source.name(path, "a die"), source.pack, tuple(sorted(faces)), of, _provenance(source, path, ""))


def _both_sides(source: CardFile, path: Path, card: PieceCard) -> list[PieceCard]:
    """A card, or the two sides of a double-sided one: `rule` is that of the front, `back` has the other (DBL-1)."""
    if "back" not in table(source.document, path):
        if "front" in table(source.document, path):
            source.blame((*path, "front"), f"'{card.name}' has a front and no back; write back = {{ name = …, rule = … }}")
        return [card]
    back: Path = (*path, "back")
    source.check_keys(back, ["name", "rule"], "the back of a card")
    name = source.name(back, "the back of a card")
    front = text_of(source.document, (*path, "front"), "") or card.name
    if name in (front, card.name):
        source.blame((*back, "name"), f"both sides are called '{name}'; a side is known by its name", name)
    rule, reading = source.rule((*back, "rule"), EITHER if card.cost else STANDING, ARTICLES.get(card.sort, f"a {card.sort}"))
    shown = card.reading
    if card.sort == "item":
        from tipover.cards.double_sided import with_choice

        shown = RuleTexts(with_choice(card.texts))
    return [
        replace(card, name=front, reading=shown, double=card.name, other=name),
        replace(card, name=name, rule=rule, reading=reading, double=card.name, other=front, is_back=True),
    ]


def _provenance(source: CardFile, path: Path, rule: str) -> dict[str, str]:
    values = {key: rule if key == "rule" else "" for key in table(source.document, path)}
    return source.provenance((*path, "provenance"), values)


def _figure(source: CardFile, sort: str, path: Path, of: str) -> FigureCard:
    document = source.document
    name = source.name(path, article(sort))
    marker = text_of(document, (*path, "marker"), "") or name
    rule, reading = source.rule((*path, "rule"), STANDING, article(sort))
    return FigureCard(
        name=marker,
        pack=source.pack,
        kind=FIGURES[sort],
        defense=number_of(document, (*path, "defense"), 0, 0, HIGHEST_DEFENSE),
        short=text_of(document, (*path, "short"), marker),
        of=of,
        number=number_of(document, (*path, "number"), 1, 1, MOST_MINIONS),
        card=name if marker != name else "",
        provenance=_provenance(source, path, rule),
        rule=rule,
        reading=reading,
        a_side=flag_of(document, (*path, "a_side"), False),
        proper=flag_of(document, (*path, "proper"), False),
    )


def _piece(source: CardFile, sort: str, path: Path, of: str, decks: list[Deck]) -> PieceCard:
    document = source.document
    name = source.name(path, article(sort))
    cost = number_of(document, (*path, "cost"), 0, 1, HIGHEST_COST)
    challenge = flag_of(document, (*path, "challenge"), False)
    rule, reading = source.rule((*path, "rule"), EITHER if cost else STANDING, article(sort), needed=sort == "card")
    if challenge and not cost:
        source.blame((*path, "challenge"), f"'{name}' has no cost, so it is a trait and no challenge action (ITM-2)")
    elif challenge and not source.trusted and reading.texts and "challenge" not in rule.lower():
        source.blame((*path, "challenge"), f"'{name}' is marked as a challenge action, and its rule has no challenge (CHA-15)")
    deck = text_of(document, (*path, "deck"), "")
    of = of or next((one.of for one in decks if one.name == deck), "")
    return PieceCard(
        name=name,
        pack=source.pack,
        sort=sort,
        number=number_of(document, (*path, "number"), 1, 0, MOST_PIECES),
        defense=number_of(document, (*path, "defense"), 0, 0, HIGHEST_DEFENSE),
        of=of,
        cost=cost,
        challenge=challenge,
        provenance=_provenance(source, path, rule),
        rule=rule,
        reading=reading,
        deck=deck,
        on=source.one_of((*path, "on"), ["card"], "place"),
        a_side=flag_of(document, (*path, "a_side"), False),
    )
