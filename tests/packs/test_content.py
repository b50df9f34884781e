"""The packs against the sheet: every text verbatim and read back, every value with its provenance."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cards.samples import SHEET
from kit.content import CATALOG, SECOND_PART, figure, map_of, piece, scenario
from tipover import load
from tipover.cards.ast import Text
from tipover.cards.catalog import (
    BLANK,
    CHARACTER,
    COLOURS,
    COMPANION,
    MINION,
    NUMBER_AT,
    OBJECTIVE,
    PROVENANCES,
    SHIELD,
    TRIPLE,
    FigureCard,
    MapCard,
    PieceCard,
    Scenario,
    provenance_of,
)
from tipover.cards.read import read_rule
from tipover.cards.words import print_rule

MAPS = CATALOG.maps


def texts() -> Iterator[tuple[str, str, tuple[Text, ...]]]:
    """Every text of every pack: whose it is, its words, its trees."""
    for card in CATALOG.figures:
        for ability in card.abilities:
            yield f"{card.name}: {ability.name}", ability.rule, ability.texts
        for one in (card.trait, card.ultimate):
            if one:
                yield f"{card.name}: {one.name}", one.rule, one.texts
        yield card.card or card.name, card.rule, card.texts
    for part in CATALOG.pieces:
        yield part.name, part.rule, part.texts
    for played in CATALOG.scenarios:
        for key in played.rules:
            yield f"{played.name}: {key}", played.rules[key], played.texts[key]


TEXTS = [(name, rule, trees) for name, rule, trees in texts() if rule]


@pytest.mark.parametrize(("name", "rule", "trees"), TEXTS, ids=[name for name, _, _ in TEXTS])
def test_every_text_prints_as_it_is_written(name: str, rule: str, trees: tuple[Text, ...]) -> None:
    assert trees
    assert print_rule(list(trees)) == " ".join(rule.split())
    assert read_rule(rule, CATALOG.names) == list(trees)


# --- the sheet ----------------------------------------------------------------------------------------------------------


def stands(entry: dict[str, str]) -> tuple[str, str]:
    """What the packs say where the sheet has a text: its kind and its words."""
    name, kind, of = entry["name"], entry["kind"], entry.get("of", "")
    if kind.startswith("scenario"):
        part = kind.split()[1]
        return f"scenario {part}", scenario(name).rules[part]
    if kind in ("trait", "ultimate") and of:
        found = figure(of).trait if kind == "trait" else figure(of).ultimate
        assert found is not None
        assert found.name == name
        return kind, found.rule
    if of:
        (ability,) = [one for one in figure(of).abilities if one.name == name]
        return f"{COLOURS[ability.colour]} {ability.cost}{' ★' if ability.challenge else ''}", ability.rule
    if kind.startswith("item"):
        item = piece(name)
        assert item.sort == "item"
        return f"item{f' {item.cost}' if item.cost else ''}{' ★' if item.challenge else ''}", item.rule
    if kind.split(",")[0] in ("minion", "companion", "objective"):
        card = figure(name)
        word = {MINION: "minion", COMPANION: "companion", OBJECTIVE: "objective"}[card.kind]
        return f"{word}, defense {card.defense}" if card.kind != OBJECTIVE else word, card.rule
    return piece(name).deck or piece(name).sort, piece(name).rule


@pytest.mark.parametrize(
    "entry", SHEET["text"], ids=[f"{one.get('of', one['pack'])}: {one['name']} ({one['kind']})" for one in SHEET["text"]]
)
def test_every_text_of_the_sheet_stands_in_its_pack(entry: dict[str, str]) -> None:
    assert stands(entry) == (entry["kind"], entry["rule"])


def test_the_ultimate_cards_alone_depart_from_the_sheet() -> None:
    """Both are our own filling; the packs' texts are those that win about half of their games (docs/decisions/0059)."""
    departed = {entry["name"]: entry for entry in SHEET["text"] if "sheet" in entry}
    assert set(departed) == {"Hall of Armor", "Fire and Blood", "Absolute Authority"}
    for entry in departed.values():
        assert entry["kind"] == "ultimate" and entry["sheet"] != entry["rule"]
        assert provenance_of(figure(entry["of"]).provenance, "ultimate.rule") == "house"


def test_every_text_of_the_packs_is_the_sheets() -> None:
    known = {entry["rule"] for entry in SHEET["text"]}
    assert {name for name, rule, _ in TEXTS if rule not in known} == set()


CHARACTERS = {
    "Gi-hun": ("red gold", 2), "Sae-byeok": ("blue silver", 2), "Front Man": ("red silver", 3), "Il-nam": ("silver gold", 1),
    "Captain America": ("blue red gold", 2), "Iron Man": ("red silver", 2), "Black Panther": ("blue gold", 2), "Black Widow": ("blue silver", 2),
    "Arya Stark": ("red silver", 2), "Daenerys Targaryen": ("red gold", 1), "Jon Snow": ("red gold", 2), "The Night King": ("red silver", 2),
    "Rose Nylund": ("red gold", 2), "Blanche Devereaux": ("red silver", 2),
    # the sheet's second part
    "Batman": ("blue red", 2), "Batgirl": ("blue silver", 2), "The Joker": ("red silver", 2), "Harley Quinn": ("red gold", 2),
    "Robin": ("blue red", 2), "Catwoman": ("blue silver", 1), "Wonder Woman": ("red gold", 2), "Cheetah": ("blue red", 2),
    "Lord Voldemort": ("silver gold", 1), "Bellatrix Lestrange": ("blue silver", 2), "Hermione Granger": ("silver gold", 1), "Harry Potter": ("blue gold", 2),
    "Ron Weasley": ("blue gold", 2), "Draco Malfoy": ("blue silver", 1),
    "Dr. Finkelstein": ("silver gold", 2), "Sally": ("blue silver", 2), "Oogie Boogie": ("red silver", 3), "Jack Skellington": ("blue gold", 2),
    "Kool-Aid Man": ("blue red", 2), "Rick Sanchez": ("silver gold", 2), "Morty Smith": ("red gold gold", 2),
    "Raptor": ("blue silver", 1), "Dr. Ellie Sattler": ("blue gold", 1), "Dr. Ian Malcolm": ("blue silver", 1), "T-Rex": ("red red", 2),
    "Invisible Man": ("blue silver", 2), "The Bride": ("blue red", 2), "The Creature": ("blue red", 2),
    "LeBron James": ("blue blue", 2), "Bugs Bunny": ("blue silver", 2),
}  # fmt: skip


def test_the_characters_have_their_tokens_defense_abilities_and_trait() -> None:
    own = [card for card in CATALOG.figures if card.kind == CHARACTER and not card.basic]
    assert {card.name: (" ".join(COLOURS[one] for one in card.tokens), card.defense) for card in own} == CHARACTERS
    assert all(len(card.abilities) == 3 and card.trait for card in own)


def test_the_basic_characters_have_no_text() -> None:
    basics = [card for card in CATALOG.figures if card.basic]
    assert len(basics) == 28
    assert all((card.defense, card.tokens, card.abilities, card.trait) == (2, (), (), None) for card in basics)


def test_there_are_three_ultimate_cards_with_more_tokens() -> None:
    found = {card.name: [COLOURS[one] for one in card.ultimate.tokens] for card in CATALOG.figures if card.ultimate}
    assert found == {
        "Iron Man": ["red", "red", "silver"],
        "Daenerys Targaryen": ["red", "gold", "gold"],
        "Front Man": ["red", "red", "silver"],
    }


def test_the_decks_are_the_front_mans_and_the_brides() -> None:
    assert [(deck.name, deck.of) for deck in CATALOG.decks] == [("Game Rule", "Front Man"), ("Tactics", "The Bride")]
    assert [CATALOG.pieces[k].name for k in CATALOG.deck("tactics")] == ["Shriek", "Static", "Stitches", "Galvanized"]
    cards = [CATALOG.pieces[k] for k in CATALOG.deck("game rule")]
    assert [(card.name, card.sort, card.of) for card in cards] == [
        ("Accelerated Pace", "card", "Front Man"),
        ("Brutal Contest", "card", "Front Man"),
        ("Ground Rules", "card", "Front Man"),
    ]


def test_pieces_and_minions_have_their_numbers() -> None:
    assert [(piece("Energy").number, piece("Energy").on, piece("Energy").of)] == [(3, "card", "Black Panther")]
    numbers = {one.name: (one.number, one.a_side) for one in CATALOG.scenarios for one in (*one.pieces, *one.minions)}
    assert numbers == {
        "Squid": (2, False), "Sprinter": (2, True), "Leader": (1, True), "Flag": (1, True), "Scrimmage": (1, True),
        "Triumph": (1, False), "Control": (3, False), "Ball": (1, False), "Hoop": (1, False),
        "Springs Power-up": (1, False), "Hot Hand Power-up": (1, False), "Padding Power-up": (1, False), "Turbo Power-up": (1, False),
        "Springs": (1, False), "Hot Hand": (1, False), "Padding": (1, False), "Turbo": (1, False),
    }  # fmt: skip
    assert figure("Sprinter").defense == 1
    own = {
        one.name: (one.number, one.of) for one in CATALOG.pieces if one.pack in SECOND_PART and one.of and one.sort not in ("item", "card")
    }
    assert own == {
        "Mystery Box": (3, "The Joker"), "Champion": (1, "Wonder Woman"), "Intel": (2, "Batgirl"), "Partner": (1, "Robin"),
        "Confundo": (2, "Bellatrix Lestrange"), "Protego": (2, "Harry Potter"),
        "Pumpkin King": (1, "Jack Skellington"), "Rubble": (4, "Kool-Aid Man"), "Portal": (1, "Portal Gun"),
        "Combat Suit": (1, "Rick Sanchez"), "Rocket Shoes": (1, "Rick Sanchez"), "Long Scope": (1, "Rick Sanchez"),
        "Ambush": (2, "Raptor"), "Chaos": (1, "Dr. Ian Malcolm"),
    }  # fmt: skip
    assert {one.name: (one.defense, one.number, one.of) for one in (figure("Igor"), figure("Arm"))} == {
        "Igor": (1, 1, "Dr. Finkelstein"),
        "Arm": (1, 1, "Sally"),
    }


def test_declared_dice_have_their_faces() -> None:
    faces = {die.name: tuple(die.faces) for die in CATALOG.dice}
    assert faces["Champion"] == (SHIELD,) * 4 + (TRIPLE,) * 2
    assert sorted(faces["Chaos"]) == sorted((BLANK,) * 3 + (TRIPLE,) * 3)
    assert faces["Boogie"] == tuple(NUMBER_AT + n for n in range(1, 7))


def test_squid_markers_are_the_scenarios() -> None:
    assert piece("Squid") in scenario("Squid Game").pieces


def test_the_scenarios_have_their_targets_sides_and_parts() -> None:
    shared = [
        "Territory",
        "Leaders",
        "Control",
        "Flags",
        "Squid Game",
        "Red Light Green Light",
        "Triumph",
        "Scrimmage",
        "Infiltrate",
        "Basketball",
    ]
    assert all(scenario(name).points == (6, 10) and scenario(name).point_markers for name in shared)
    assert scenario("Ultimate").points == (10, 10)
    free = {one.name: one.sides for one in CATALOG.scenarios if one.free_for_all}
    assert free == {"Triumph": (2, 3, 4), "Scrimmage": (2, 3, 4), "Infiltrate": (2, 3, 4)}
    assert all(one.sides == (2,) for one in CATALOG.scenarios if not one.free_for_all and not one.first)
    assert scenario("Squid Game").parts == {"light": "attack", "dark": "defend"}
    assert [one.name for one in CATALOG.scenarios if one.ultimate] == ["Ultimate"]
    assert {one.name for one in CATALOG.scenarios if one.first and one.rules} == {one.name for one in CATALOG.scenarios if one.first}


# --- provenance ---------------------------------------------------------------------------------------------------------

SAMPLES = [
    # Squid Game: printed but for tokens, colours, most numbers
    ("Gi-hun", "name", "printed"), ("Gi-hun", "tokens", "house"), ("Gi-hun", "defense", "house"),
    ("Gi-hun", "ability.Heart of Gold.cost.colour", "house"), ("Gi-hun", "ability.Heart of Gold.cost.number", "printed"),
    ("Gi-hun", "ability.Take the Lead.cost.number", "house"), ("Gi-hun", "ability.Back to Back.challenge", "house"),
    ("Gi-hun", "ability.Back to Back.rule", "printed"), ("Gi-hun", "trait.rule", "printed"),
    ("Sae-byeok", "defense", "printed"), ("Sae-byeok", "ability.Sucker Punch.cost.number", "printed"),
    ("Sae-byeok", "ability.Sucker Punch.cost.colour", "house"), ("Sae-byeok", "ability.Sucker Punch.rule", "printed"),
    ("Sae-byeok", "ability.Sucker Punch.rule.silver token", "house"), ("Sae-byeok", "ability.Intimidating Demand.rule.blue token", "house"),
    ("Sae-byeok", "ability.Easily Overlooked.cost.number", "house"), ("Front Man", "ability.Keep Order.challenge", "house"), ("Front Man", "defense", "printed"),
    ("Front Man", "ability.Change the Rules.cost.colour", "house"), ("Front Man", "ultimate.rule", "house"), ("Front Man", "ultimate.tokens", "house"),
    ("Il-nam", "defense", "house"), ("Il-nam", "ability.Turn It Around.cost.number", "house"), ("Il-nam", "trait.name", "printed"),
    ("Worker #28", "base", "house"), ("Worker #28", "defense", "known"), ("Worker #29", "name", "printed"),
    # Marvel: Captain America printed, the others known
    ("Captain America", "tokens", "printed"), ("Captain America", "defense", "printed"),
    ("Captain America", "ability.I Can Do This All Day.cost.colour", "house"), ("Captain America", "ability.I Can Do This All Day.cost.number", "printed"),
    ("Captain America", "ability.Shield Throw.challenge", "printed"), ("Captain America", "ability.No, You Move.rule", "printed"),
    ("Iron Man", "tokens", "house"), ("Iron Man", "defense", "house"), ("Iron Man", "ability.Override Protocol.cost.number", "known"),
    ("Iron Man", "ability.Repulsor Blast.cost.number", "house"), ("Iron Man", "ability.Unibeam.cost.number", "known"), ("Iron Man", "ultimate.name", "house"),
    ("Black Panther", "tokens", "known"), ("Black Panther", "ability.Panther Leap.rule", "known"), ("Black Panther", "ability.Wakanda Forever!.cost.number", "house"),
    ("Black Widow", "ability.Spy Disguise.cost.number", "known"), ("Black Widow", "ability.Spy Disguise.cost.colour", "house"),
    ("Data Terminal", "name", "printed"), ("Data Terminal", "rule", "house"), ("Vibranium Case", "rule", "house"),
    # Game of Thrones: effects house
    ("Arya Stark", "name", "printed"), ("Arya Stark", "tokens", "house"), ("Arya Stark", "ability.Water Dance.cost", "house"),
    ("Daenerys Targaryen", "name", "known"), ("Jon Snow", "name", "house"), ("The Night King", "trait.rule", "house"),
    ("Drogon", "name", "printed"), ("Drogon", "defense", "house"), ("Wight", "name", "house"), ("Ghost", "name", "printed"), ("Ghost", "rule", "house"),
    ("Stark Guard", "name", "house"), ("Stark Guard", "defense", "known"),
    # The sheet's second part: known but for colours, and what carries (h)
    ("Batman", "name", "known"), ("Batman", "tokens", "known"), ("Batman", "ability.Grappling Swing.cost.number", "known"),
    ("Batman", "ability.Grappling Swing.cost.colour", "house"), ("Batman", "ability.Relentless.cost.colour", "known"),
    ("Batgirl", "ability.Flying Tackle.cost.number", "house"), ("Batgirl", "ability.Flying Tackle.rule.in sight", "house"),
    ("The Joker", "tokens", "house"), ("The Joker", "trait.name", "house"), ("The Joker", "trait.rule", "known"),
    ("Harley Quinn", "ability.Whirlwind.name", "house"), ("Robin", "ability.At Your Side.name", "house"), ("Robin", "trait.rule", "known"),
    ("Wonder Woman", "ability.Amazon Charge.rule", "house"), ("Cheetah", "ability.Ferocious Slash.rule", "known"),
    ("Lord Voldemort", "ability.Fiendfyre.rule", "known"), ("Bellatrix Lestrange", "ability.Imperio.cost.number", "house"),
    ("Ron Weasley", "name", "known"), ("Ron Weasley", "trait.rule", "house"), ("Draco Malfoy", "tokens", "known"),
    ("Dr. Finkelstein", "ability.It's Alive!!!.challenge", "house"), ("Oogie Boogie", "defense", "house"), ("Oogie Boogie", "trait.rule", "house"),
    ("Invisible Man", "tokens", "known"), ("Invisible Man", "ability.Trip.cost.number", "house"), ("The Bride", "trait.rule", "house"),
    ("Villager", "name", "house"), ("Villager", "defense", "known"), ("LeBron James", "name", "known"), ("Bugs Bunny", "ability.Anvil.rule", "house"),
    ("Jack Skellington", "ability.What's This?.rule", "house"), ("Igor", "defense", "house"), ("Mummy", "base", "house"), ("Mummy", "name", "known"),
    # Golden Girls: known, numbers house
    ("Rose Nylund", "tokens", "house"), ("Rose Nylund", "defense", "house"), ("Rose Nylund", "ability.Story Time.cost.colour", "known"),
    ("Rose Nylund", "ability.Story Time.cost.number", "house"), ("Blanche Devereaux", "tokens", "known"), ("Blanche Devereaux", "ability.Flirt.cost.number", "house"),
    ("Blanche Devereaux", "ability.Flirt.rule.on the 2 of the target's track", "house"), ("Blanche Devereaux", "ability.Flirt.rule", "known"),
    ("Lifeguard", "base", "printed"), ("Sprinter", "name", "printed"), ("Sprinter", "defense", "house"),
]  # fmt: skip
PIECE_SAMPLES = [
    ("Invitation", "cost", "printed"), ("Honeycomb", "rule", "printed"), ("Honeycomb", "rule.gold token", "house"), ("Cheesecake", "cost", "house"),
    ("Cheesecake", "rule", "known"), ("Needle", "name", "printed"), ("Needle", "cost", "house"), ("The List", "number", "printed"),
    ("Batarang", "cost", "house"), ("Mallet", "rule", "house"), ("Mallet", "cost", "known"), ("Intel", "number", "house"), ("Pumpkin King", "rule", "house"),
    ("Felix Felicis", "cost", "known"), ("Broom", "name", "house"), ("Stitches", "rule", "house"), ("Padding", "rule", "house"),
    ("Padding Power-up", "rule.discard Padding", "printed"), ("Padding Power-up", "rule", "house"),
    ("The List", "name", "house"), ("Friendship", "rule", "known"), ("Brutal Contest", "rule", "printed"), ("Energy", "number", "printed"),
]  # fmt: skip
SCENARIO_SAMPLES = [
    ("Territory", "rule", "known"), ("Leaders", "rule", "known"), ("Leaders", "name", "known"), ("Flags", "rule", "known"), ("Flags", "name", "known"), ("Control", "rule", "known"), ("Control", "rule.there are 3 characters a side", "house"),
    ("Flags", "rule.gain 2 points", "house"), ("Triumph", "rule", "house"), ("Triumph", "name", "printed"), ("Scrimmage", "rule", "house"),
    ("Infiltrate", "rule", "house"), ("Ultimate", "points", "house"), ("Squid Game", "attack", "printed"), ("Red Light Green Light", "rule", "printed"),
    ("Basketball", "rule", "house"), ("Basketball", "rule.at random", "printed"), ("Basketball", "rule.gain the First Player marker", "printed"),
]  # fmt: skip
MAP_SAMPLES = [
    ("Diagon Alley", "scenarios.Flags", "known"),
    ("Diagon Alley", "scenarios.Control", "house"),
    ("Halloween Town", "scenarios.Leaders", "known"),
    ("The Yard", "name", "house"),
    ("The Yard", "wall", "printed"),
    ("Godswood", "name", "printed"),
    ("Godswood", "drawing", "house"),
]


def test_samples_of_provenance_are_the_sheets() -> None:
    wrong = [one for one in SAMPLES if provenance_of(figure(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in PIECE_SAMPLES if provenance_of(piece(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in SCENARIO_SAMPLES if provenance_of(scenario(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in MAP_SAMPLES if provenance_of(map_of(one[0]).provenance, one[1]) != one[2]]
    assert wrong == []


def test_every_value_has_a_provenance() -> None:
    cards: list[FigureCard | PieceCard | Scenario | MapCard] = [*CATALOG.figures, *CATALOG.pieces, *CATALOG.scenarios, *CATALOG.maps]
    for card in cards:
        assert set(card.provenance.values()) <= set(PROVENANCES)
        assert provenance_of(card.provenance, "name") in PROVENANCES
        if isinstance(card, FigureCard) and card.short != card.name:
            assert provenance_of(card.provenance, "short") == "house", f"{card.name}: short names are ours"


@pytest.mark.parametrize("pack", SECOND_PART)
def test_no_name_number_or_face_of_the_second_part_claims_to_be_printed(pack: str) -> None:
    """The books print only answers about these sets; decks and dice are values like any other."""
    cards = [*CATALOG.figures, *CATALOG.pieces, *CATALOG.decks, *CATALOG.dice, *CATALOG.scenarios, *CATALOG.maps]
    keys = ("name", "of", "number", "defense", "tokens", "cost", "faces", "rule", "points", "drawing")
    assert [(one.name, key) for one in cards if one.pack == pack for key in keys if provenance_of(one.provenance, key) == "printed"] == []


def test_every_house_colour_of_the_sheet_is_marked() -> None:
    """Outside Game of Thrones, whose effects are all house, and Golden Girls, every colour of a cost is a house value."""
    known = [("Batman", "Relentless"), ("Kool-Aid Man", "Hey Kool-Aid!")]  # the row of the sheet says so
    for card in CATALOG.figures:
        for ability in card.abilities:
            expected = "known" if card.pack == "golden_girls" or (card.name, ability.name) in known else "house"
            assert provenance_of(card.provenance, f"ability.{ability.name}.cost.colour") == expected, f"{card.name}: {ability.name}"


def test_texts_of_the_sets_are_read_when_they_are_used_and_all_can_be() -> None:
    lazy = "import sys, tipover; tipover.load(); print('tipover.cards.read' in sys.modules, 'tipover.cards.ast' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", lazy], capture_output=True, text=True, check=True).stdout.split() == ["False", "False"]
    catalog = load()
    cards = [*catalog.figures, *catalog.pieces]
    parts = [part for card in catalog.figures for part in (*card.abilities, card.trait, card.ultimate) if part is not None]
    assert [one.name for one in (*cards, *parts) if bool(one.rule) != bool(one.texts) and not getattr(one, "double", "")] == []
    assert all(texts for scenario in catalog.scenarios for key, texts in scenario.texts.items() if scenario.rules[key])
    ability = next(card for card in catalog.figures if card.abilities).abilities[0]
    assert ability.texts is ability.texts, "read once"
    assert pickle.loads(pickle.dumps(ability)).texts == ability.texts


@pytest.mark.parametrize("name", ["Leaders", "Flags"])
def test_a_scenario_that_no_book_prints_claims_nothing_printed(name: str) -> None:
    scenario = load().scenario(name)
    assert scenario is not None and scenario.pieces
    whence = [scenario.provenance, *(piece.provenance for piece in scenario.pieces)]
    assert {provenance_of(one, key) for one in whence for key in ("name", "rule", "number", "points")} <= {"known", "house"}
