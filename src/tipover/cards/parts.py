"""What stands beside characters: items, companions, objectives; tokens, markers, minions; status cards and decks."""

from __future__ import annotations

from dataclasses import dataclass, field

from tipover.cards.catalog import COMPANION, HIGHEST_DEFENSE, MINION, OBJECTIVE, Deck, FigureCard, PieceCard, suggestion
from tipover.cards.envelope import EITHER, HIGHEST_COST, STANDING, Source
from tipover.cards.maps import flag_of, number_of, table, text_of
from tipover.cards.toml import Path

FIGURES = {"companion": COMPANION, "minion": MINION, "objective": OBJECTIVE}
MOST_MINIONS = 20
MOST_PIECES = 99

_COMMON = ["name", "rule", "provenance", "about"]
KEYS: dict[str, list[str]] = {
    "item": ["cost", "challenge"],
    "companion": ["short", "defense"],
    "objective": ["marker", "short", "defense"],
    "token": ["number", "a_side", "defense", "of", "on"],
    "marker": ["number", "a_side", "defense", "of", "on"],
    "minion": ["number", "a_side", "defense", "of", "on", "short", "proper"],
    "status": ["number", "of"],
    "deck": ["of"],
    "card": ["deck"],
}
FILES: dict[str, list[str]] = {
    "attachments": ["item", "companion", "objective"],
    "pieces": ["token", "marker", "minion"],
    "status": ["status", "deck", "card"],
}
ARTICLES = {"item": "an item", "objective": "an objective"}


@dataclass
class Parts:
    """What a file of parts holds. Figures stand on the map; pieces occupy nothing."""

    figures: list[FigureCard] = field(default_factory=list)
    pieces: list[PieceCard] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)


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
        elif sort in FIGURES:
            found.figures.append(_figure(source, sort, path))
        else:
            found.pieces.append(_piece(source, sort, path, found.decks))


def article(sort: str) -> str:
    """The sort with its article."""
    return ARTICLES.get(sort, f"a {sort}")


def _deck(source: Source, path: Path) -> Deck:
    provenance = _provenance(source, path, "")
    return Deck(source.name(path, "a deck"), source.pack, text_of(source.document, (*path, "of"), ""), provenance)


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
