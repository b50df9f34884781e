"""Read character files: the card, its abilities, trait and ultimate card."""

from __future__ import annotations

from tipover.cards.card_file import CardFile
from tipover.cards.catalog import (
    CHARACTER,
    HIGHEST_DEFENSE,
    SIDES,
    AbilityCard,
    FigureCard,
    TraitCard,
    UltimateCard,
    key_of,
)
from tipover.cards.part_files import FILES
from tipover.cards.rule_texts import DEED, STANDING
from tipover.cards.toml import Path
from tipover.cards.toml_values import flag_of, number_of, table, text_of

SORTS = [sort for sorts in FILES.values() for sort in sorts]  # what a character's file may declare itself
CHARACTER_KEYS = ["name", "short", "defense", "tokens", "basic", "base", "ability", "trait", "ultimate", "provenance", "about", *SORTS]
ABILITY_KEYS = ["name", "cost", "challenge", "rule", "about"]
TRAIT_KEYS = ["name", "rule", "about"]
ULTIMATE_KEYS = ["name", "tokens", "rule", "about"]
MOST_ABILITIES = 8


def character(source: CardFile) -> FigureCard:
    """The character that a file describes."""
    document = source.document
    source.check_keys((), CHARACTER_KEYS, "a character")
    name = source.name((), "a character")
    abilities = _abilities(source)
    trait = _trait(source)
    ultimate = _ultimate(source)
    basic = flag_of(document, ("basic",), False)
    for key in ("ability", "trait", "ultimate"):
        if basic and key in document.data:
            source.blame((key, 0) if key == "ability" else (key,), "a basic character has no abilities and no traits (SUP-7)")
    base = source.one_of(("base",), SIDES, "side")
    values = dict.fromkeys(key for key in CHARACTER_KEYS if key in document.data and key not in SORTS)
    return FigureCard(
        name=name,
        pack=source.pack,
        kind=CHARACTER,
        defense=number_of(document, ("defense",), 2, 0, HIGHEST_DEFENSE),
        tokens=source.tokens(("tokens",)),
        basic=basic,
        base=SIDES.index(base) if base else -1,
        short=text_of(document, ("short",), name),
        provenance=source.provenance(("provenance",), {key: "" for key in values} | value_keys(abilities, trait, ultimate)),
        abilities=abilities,
        trait=trait,
        ultimate=ultimate,
    )


def value_keys(abilities: tuple[AbilityCard, ...], trait: TraitCard | None, ultimate: UltimateCard | None) -> dict[str, str]:
    """The keys by which `[provenance]` names the values of a card; those of rules with their text."""
    keys: dict[str, str] = {}
    for one in abilities:
        stem = f"ability.{one.name}"
        keys |= {f"{stem}.name": "", f"{stem}.cost": "", f"{stem}.challenge": "", f"{stem}.rule": one.rule}
    if trait:
        keys |= {"trait.name": "", "trait.rule": trait.rule}
    if ultimate:
        keys |= {"ultimate.name": "", "ultimate.tokens": "", "ultimate.rule": ultimate.rule}
    return keys


def _abilities(source: CardFile) -> tuple[AbilityCard, ...]:
    entries = source.document.data.get("ability", [])
    if not isinstance(entries, list) or len(entries) > MOST_ABILITIES:
        source.blame(("ability",), f"abilities are written [[ability]], at most {MOST_ABILITIES} of them")
        return ()
    found: list[AbilityCard] = []
    for k in range(len(entries)):
        path: Path = ("ability", k)
        source.check_keys(path, ABILITY_KEYS, "an ability")
        name = source.name(path, "an ability")
        if any(key_of(one.name) == key_of(name) for one in found):
            source.blame((*path, "name"), f"there is another ability '{name}' on this card", name)
        colour, cost = source.cost((*path, "cost"))
        challenge = flag_of(source.document, (*path, "challenge"), False)
        rule, reading = source.rule((*path, "rule"), DEED, "an ability", needed=True)
        if challenge and not source.trusted and reading.texts and "challenge" not in rule.lower():
            source.blame((*path, "challenge"), f"'{name}' is marked as a challenge action, and its rule has no challenge (CHA-15)")
        found.append(AbilityCard(name, colour, cost, challenge, rule, reading))
    return tuple(found)


def _trait(source: CardFile) -> TraitCard | None:
    if not table(source.document, ("trait",)):
        return None
    source.check_keys(("trait",), TRAIT_KEYS, "a trait")
    name = source.name(("trait",), "a trait")
    rule, reading = source.rule(("trait", "rule"), STANDING, "a trait")
    return TraitCard(name, rule, reading)


def _ultimate(source: CardFile) -> UltimateCard | None:
    if not table(source.document, ("ultimate",)):
        return None
    source.check_keys(("ultimate",), ULTIMATE_KEYS, "an ultimate card")
    name = source.name(("ultimate",), "an ultimate card")
    rule, reading = source.rule(("ultimate", "rule"), STANDING, "an ultimate card")
    return UltimateCard(name, rule, reading, source.tokens(("ultimate", "tokens")))
