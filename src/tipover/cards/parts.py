"""What stands beside characters: items, companions, objectives; tokens, markers, minions; status cards and decks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tipover.cards.ast import Act, Event, May, Ref, Text, When
from tipover.cards.catalog import (
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
    suggestion,
)
from tipover.cards.envelope import EITHER, HIGHEST_COST, STANDING, Source
from tipover.cards.maps import flag_of, number_of, table, text_of
from tipover.cards.toml import Path

FIGURES = {"companion": COMPANION, "minion": MINION, "objective": OBJECTIVE}
MOST_MINIONS = 20
MOST_PIECES = 99
MOST_FACES = 20
SIGNS = {"burst": BURST, "shield": SHIELD, "triple": TRIPLE}

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
    "die": ["faces"],
}
FILES: dict[str, list[str]] = {
    "attachments": ["item", "companion", "objective"],
    "pieces": ["token", "marker", "minion", "die"],
    "status": ["status", "deck", "card"],
}
ARTICLES = {"item": "an item", "objective": "an objective"}


@dataclass
class Parts:
    """What a file of parts holds. Figures stand on the map; pieces occupy nothing."""

    figures: list[FigureCard] = field(default_factory=list)
    pieces: list[PieceCard] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    dice: list[DieCard] = field(default_factory=list)


def parts(source: Source, file: str) -> Parts:
    """The parts a file of this name describes; another file's sort is told where it belongs."""
    found = Parts()
    for sort in source.document.data:
        if sort in FILES[file]:
            read_sort(source, sort, found)
            continue
        right = next((name for name, sorts in FILES.items() if sort in sorts), "")
        hint = f"; it belongs into {right}.toml" if right else suggestion(sort, FILES[file])
        source.blame((sort,), f"'{sort}' is no sort of card in {file}.toml, which holds {', '.join(FILES[file])}{hint}")
    decks = {deck.name: deck for deck in found.decks}
    for k, card in enumerate(one for one in found.pieces if one.sort == "card"):
        if card.deck not in decks:
            source.blame(("card", k, "deck"), f"there is no deck '{card.deck}' here{suggestion(card.deck, list(decks))}")
    return found


def read_sort(source: Source, sort: str, found: Parts) -> None:
    """All cards of one sort, written `[[sort]]`."""
    entries = source.document.data[sort]
    if not isinstance(entries, list):
        source.blame((sort,), f"cards of this sort are written [[{sort}]]")
        return
    for k in range(len(entries)):
        if not isinstance(entries[k], dict):
            source.blame((sort,), f"cards of this sort are written [[{sort}]]")
            return
        path: Path = (sort, k)
        source.known_keys(path, KEYS[sort] + _COMMON, article(sort))
        if sort == "deck":
            found.decks.append(_deck(source, path))
        elif sort == "die":
            found.dice.append(_die(source, path))
        elif sort in FIGURES:
            found.figures.append(_figure(source, sort, path))
        else:
            found.pieces += _both_sides(source, path, _piece(source, sort, path, found.decks))


def article(sort: str) -> str:
    """The sort with its article."""
    return ARTICLES.get(sort, f"a {sort}")


def _deck(source: Source, path: Path) -> Deck:
    provenance = _provenance(source, path, "")
    return Deck(source.name(path, "a deck"), source.pack, text_of(source.document, (*path, "of"), ""), provenance)


def _die(source: Source, path: Path) -> DieCard:
    """A die with faces of its own: `faces = ["burst", "shield", 4]`."""
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
            source.blame((*path, "faces"), f"{face!r} is no face; a face is {', '.join(SIGNS)}, or a number from 0 to {HIGHEST_FACE}")
    return DieCard(source.name(path, "a die"), source.pack, tuple(sorted(faces)), _provenance(source, path, ""))


def _both_sides(source: Source, path: Path, card: PieceCard) -> list[PieceCard]:
    """A card, or the two sides of a double-sided one: its rule is the front's, `back` has the other's (DBL-1)."""
    if "back" not in table(source.document, path):
        if "front" in table(source.document, path):
            source.blame((*path, "front"), f"'{card.name}' has a front and no back; write back = {{ name = …, rule = … }}")
        return [card]
    back: Path = (*path, "back")
    source.known_keys(back, ["name", "rule"], "the back of a card")
    name = source.name(back, "the back of a card")
    front = text_of(source.document, (*path, "front"), "") or card.name
    if name in (front, card.name):
        source.blame((*back, "name"), f"both sides are called '{name}'; a side is known by its name")
    rule, texts = source.rule((*back, "rule"), EITHER if card.cost else STANDING, "the back of a card")
    shown = card.texts if card.sort != "item" or _says_its_side(card.texts) else (*card.texts, CHOOSE_SIDE)
    return [
        replace(card, name=front, texts=shown, double=card.name, other=name),
        replace(card, name=name, rule=rule, texts=texts, double=card.name, other=front, is_back=True),
    ]


# The owner chooses the side when the card comes into play: an item does at the start of the game (DBL-1).
CHOOSE_SIDE = When(Event("at", "start of the game"), (May(Ref("you"), (), (Act("flip", None, Ref("this card")),)),))


def _says_its_side(texts: tuple[Text, ...]) -> bool:
    """Whether a card says itself which side is up at the start: then nothing is chosen."""
    starts = [text for text in texts if isinstance(text, When) and text.event.verb == CHOOSE_SIDE.event.verb]
    return any(isinstance(step, Act) and step.verb == "flip" for text in starts for step in text.steps)


def _provenance(source: Source, path: Path, rule: str) -> dict[str, str]:
    values = {key: rule if key == "rule" else "" for key in table(source.document, path)}
    return source.provenance((*path, "provenance"), values)


def _figure(source: Source, sort: str, path: Path) -> FigureCard:
    document = source.document
    name = source.name(path, article(sort))
    marker = text_of(document, (*path, "marker"), "") or name
    rule, texts = source.rule((*path, "rule"), STANDING, article(sort))
    return FigureCard(
        name=marker,
        pack=source.pack,
        kind=FIGURES[sort],
        defense=number_of(document, (*path, "defense"), 0, 0, HIGHEST_DEFENSE),
        short=text_of(document, (*path, "short"), marker),
        of=text_of(document, (*path, "of"), ""),
        number=number_of(document, (*path, "number"), 1, 1, MOST_MINIONS),
        card=name if marker != name else "",
        provenance=_provenance(source, path, rule),
        rule=rule,
        texts=texts,
        a_side=flag_of(document, (*path, "a_side"), False),
        proper=flag_of(document, (*path, "proper"), False),
    )


def _piece(source: Source, sort: str, path: Path, decks: list[Deck]) -> PieceCard:
    document = source.document
    name = source.name(path, article(sort))
    cost = number_of(document, (*path, "cost"), 0, 1, HIGHEST_COST)
    challenge = flag_of(document, (*path, "challenge"), False)
    rule, texts = source.rule((*path, "rule"), EITHER if cost else STANDING, article(sort), needed=sort == "card")
    if challenge and not cost:
        source.blame((*path, "challenge"), f"'{name}' has no cost, so it is a trait and no challenge action (ITM-2)")
    elif challenge and texts and "challenge" not in rule.lower():
        source.blame((*path, "challenge"), f"'{name}' is marked as a challenge action, and its rule has no challenge (CHA-15)")
    deck = text_of(document, (*path, "deck"), "")
    of = text_of(document, (*path, "of"), "") or next((one.of for one in decks if one.name == deck), "")
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
        texts=texts,
        deck=deck,
        on=source.one_of((*path, "on"), ["card"], "place"),
        a_side=flag_of(document, (*path, "a_side"), False),
    )
