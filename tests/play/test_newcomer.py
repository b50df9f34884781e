"""What a newcomer is told: the reason behind an automatic answer, the card that forbids, the movement of now, the words to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import IllegalChoice, NotationError, load
from tipover.cards.catalog import Catalog
from tipover.engine.core.event import Replaced
from tipover.play.notation.lines import follow
from tipover.play.scene import read_scene

FAN = Path(__file__).parents[1] / "packs" / "fan"
PACK = load(FAN)


def fan(name: str, *lines: str) -> Game:
    """One of the scenes of the pack, played on."""
    game = Game(read_scene(str(FAN / "tests" / f"{name}.toml"), PACK))
    game.play(*lines)
    return game


def refusal(game: Game, line: str) -> tuple[list[str], str]:
    """The rules against a line, and all that is said."""
    with pytest.raises(IllegalChoice) as error:
        follow(game.state, line)
    return [reason.rule for reason in error.value.reasons], str(error.value)


# -- an answer that was the only one ---------------------------------------------------------------------


@rule("CHA-2", "CHA-1", "DST-2")
@pytest.mark.parametrize(
    ("name", "before", "line", "wanted", "said"),
    [
        ("quill_trait", ("q: move b1", "q: end"), "H: Oar Sweep > r", "CHA-2", "r is not adjacent"),
        ("quill_ledger", ("q: end",), "H: Oar Sweep > Q", "CHA-1", "Q is no rival"),
        ("quill", (), "Q: Bribe > r", "DST-2", 'asks for "within 3", and r is not so'),
        ("quill", (), "Q: Bribe > H", "ALY-2", "H is no rival"),
    ],
)
def test_another_than_the_only_answer_is_refused_with_its_own_reason(
    name: str, before: tuple[str, ...], line: str, wanted: str, said: str
) -> None:
    game = fan(name, *before)
    rules, told = refusal(game, line)
    assert rules[0] == wanted and said in told
    assert "The only answer was '> q'." in told and "roll the dice" not in told
    allowed = line.rpartition(">")[0] + "> q"
    assert follow(game.state, allowed) == follow(game.state, line.rpartition(">")[0].strip()), "The only answer typed says no more."


@rule("DST-2", "OCC-1")
def test_the_reason_is_the_same_inside_a_loop() -> None:
    for line in ("F: Plant Reeds > f2", "F: Plant Reeds > b1 > f2"):
        rules, told = refusal(fan("fitch"), line)
        assert rules == ["DST-2"] and '"within 3", and f2 is not so' in told
    assert refusal(fan("fitch"), "F: Plant Reeds > b1 > c2") == (
        ["OCC-1"],
        "The card asks for an empty square within 3, and c2 is not empty. (OCC-1)",
    )


# -- what a card forbids ---------------------------------------------------------------------------------


@rule("PRE-1")
def test_who_cannot_be_challenged_is_so_by_a_card() -> None:
    ground = 'F cannot be challenged: Gone to Ground says "Until the start of its turn, this cannot be challenged."'
    game = fan("fitch", "F: Gone to Ground", "F: end")
    assert refusal(game, "q: challenge F") == (["PRE-1"], f"{ground} (PRE-1)")
    rules, told = refusal(game, "q: Oar Sweep > F")
    assert rules == ["CHA-16", "PRE-1"] and ground in told


DEEDS = {
    "pushed": "Push a rival within 3 1.",
    "pulled": "Pull a rival within 3 1.",
    "moved": "Move a rival within 3 1.",
    "placed": "Place a rival within 3 within 4.",
    "exhausted": "Exhaust a rival within 3.",
    "controlled": "Control a rival within 3: it moves 1.",
    "challenged": "Range 3 challenge 2.",
    "seen": "Range 3 challenge 2.",
}


def pack_with(folder: Path, ability: str, trait: str, challenge: bool) -> Catalog:
    """A pack of one who does, Doer, and one whom a trait keeps from something, Rock."""
    (folder / "characters").mkdir()
    (folder / "pack.toml").write_text('name = "Kept"\nversion = "1"\nneeds = ["core"]\norder = ["Doer", "Rock"]\n')
    head = 'short = "{0}"\ntokens = ["red", "red", "red"]\ndefense = 1\n[provenance]\ndefault = "house"\n'
    star = "challenge = true\n" if challenge else ""
    doer = f'name = "Doer"\n{head.format("Doer")}[[ability]]\nname = "Deed"\ncost = "red 1"\n{star}rule = "{ability}"\n'
    rock = f'name = "Rock"\n{head.format("Rock")}[trait]\nname = "Stone"\nrule = "{trait}"\n'
    for name, text in (("doer", doer), ("rock", rock)):
        (folder / "characters" / f"{name}.toml").write_text(text)
    return load(folder)


@rule("PRE-1", "SEE-8")
@pytest.mark.parametrize("passive", DEEDS)
def test_every_cannot_be_quotes_its_card(tmp_path: Path, passive: str) -> None:
    catalog = pack_with(tmp_path, DEEDS[passive], f"This cannot be {passive}.", passive in ("challenged", "seen"))
    game = scene(" c A . b . . . ", catalog=catalog, A="Doer", b="Rock", c="Doer", pool="red")
    rules, told = refusal(game, "A: Deed > b")
    assert rules == ["SEE-8" if passive == "seen" else "PRE-1"]
    assert f'b cannot be {passive}: Stone says "This cannot be {passive}."' in told
    free = pack_with_free(tmp_path, passive)
    plain = scene(" . A . b . . . ", catalog=free, A="Doer", b="Rock", pool="red")
    assert plain.allows("A: Deed > b"), "Without the trait it can."


def pack_with_free(folder: Path, passive: str) -> Catalog:
    """The same pack with a trait that says something else."""
    other = folder / "free"
    other.mkdir()
    return pack_with(other, DEEDS[passive], "This has 1 more defense.", passive in ("challenged", "seen"))


@rule("PRE-1")
@pytest.mark.parametrize(
    ("action", "line"),
    [("an assist", "A: assist D"), ("a challenge", "A: challenge b"), ("an ability", "A: Deed"), ("a move", "A: move a1")],
)
def test_every_cannot_do_quotes_its_card(tmp_path: Path, action: str, line: str) -> None:
    trait = f"Rivals within 3 cannot do {action}."
    catalog = pack_with(tmp_path, "Move 1.", trait, False)
    game = scene(" . A b D ", catalog=catalog, A="Doer", b="Rock", D={"down": True}, pool="red")
    if action == "an assist":
        game = scene(" b A D . ", catalog=catalog, A="Doer", b="Rock", D={"down": True}, pool="red")
    rules, told = refusal(game, line)
    assert rules == ["PRE-1"]
    assert f'A cannot do this: Stone says "{trait}"' in told


@rule("CHA-20")
def test_what_the_card_asks_of_a_target_comes_before_its_distance() -> None:
    told = "The card asks for a standing rival, and t is not standing. (CHA-20)"
    assert refusal(fan("hulda"), "H: Flung Anchor > t") == (["CHA-20"], told)
    assert refusal(fan("hulda"), "H: Flung Anchor > p")[0] == ["CHA-2", "CHA-20"], "p lies, and is far away."
    assert refusal(fan("hulda"), "H: Flung Anchor > q")[0] == ["CHA-2", "SEE-2"], "r hides q."


@rule("MOV-3")
def test_the_movement_of_now_is_told_with_its_parts() -> None:
    game = fan("quill", "Q: Proclaim > Curfew", "Q: end")
    assert refusal(game, "q: move b1")[1] == "q has 1 movement = 2 basic move − 1 Curfew. b1 is 2 squares away. (MOV-3)"


# -- what is typed ---------------------------------------------------------------------------------------


@rule("ACT-4", "ADJ-1")
def test_a_piece_to_interact_with_may_be_named_with_its_square() -> None:
    assert follow(fan("market_day").state, "H: interact Crate d3") == follow(fan("market_day").state, "H: interact Crate")
    rules, told = refusal(fan("market_day"), "H: interact Crate d4")
    assert rules == ["ADJ-1"] and "Crate on d4 is not adjacent" in told
    game = Game(read_scene(str(FAN / "tests" / "market_day.toml"), PACK))
    game.state.piece_at[[slot.name for slot in game.state.setup.pieces].index("Crate")] = game.state.setup.grid.square("d2")
    game.play("H: interact Crate d2")
    assert game["H.carries"] == ["Crate"]


@rule("TRN-2", "ABI-3")
def test_yes_and_no_where_no_card_asks_are_refused_as_such() -> None:
    for word in ("yes", "no"):
        assert refusal(fan("fitch"), f"> {word}")[1] == "No card asks for a yes, a no or a done now: choose an action. (TRN-2)"
    assert "leaves no such choice" in refusal(fan("fitch"), "F: False Lantern > d3 > yes")[1]
    over = fan("quill", "Q: Proclaim > Curfew")
    assert "No card asks" in refusal(over, "> yes")[1]


def test_a_lone_square_is_a_move_where_a_card_gives_actions() -> None:
    orders = "Q: Marching Orders > H > B > H"
    assert follow(fan("quill").state, f"{orders} > b1") == follow(fan("quill").state, f"{orders} > move b1")
    assert refusal(fan("quill"), f"{orders} > f1")[0] == ["MOV-3"]
    assert refusal(fan("quill"), "> b1")[0] == ["TRN-2"], "In a turn of its own a pick is not taken for an action."


def test_an_item_is_used_by_its_name_and_other_words_get_a_hint() -> None:
    assert follow(fan("quill").state, "Q: Brass Whistle > B") == follow(fan("quill").state, "Q: use Brass Whistle > B")
    assert "Did you mean 'rally'?" in refusal(fan("quill"), "Q: stand")[1]
    assert "Did you mean 'rally'?" in refusal(fan("quill"), "Q: stand up")[1]
    assert "Did you mean 'challenge'?" in refusal(fan("quill"), "Q: attack q")[1]
    with pytest.raises(NotationError):
        follow(fan("quill").state, "Q: challenge nobody")


# -- what is told afterwards -----------------------------------------------------------------------------


@rule("PRE-1")
def test_what_is_done_instead_is_told_once_with_its_card() -> None:
    game = fan("quill_trait", "q: challenge B", "roll b b b", "roll b b")
    ally = game.state.setup.figure("B")
    assert game.happened(Replaced) == [Replaced(ally, "Paymaster", "an ally within 2 being knocked out")]
    game.play("q: challenge A", "roll b b b", "roll b b")
    assert len(game.happened(Replaced)) == 1, "Once per round: the second is knocked out."
