"""DBL: double-sided cards; the cards are those of packs/workshop."""

from pathlib import Path

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from kit.texts import card_with
from tipover import ContentError, load
from tipover.cards.pack import inspect
from tipover.engine.core.event import CardFlipped, Challenged
from tipover.engine.laws.challenge_dice import defense_of
from tipover.engine.run import advance, begin_at

PACK = pack("workshop")


def table(drawing: str, **more: object) -> Game:
    return scene(drawing, catalog=PACK, **more)  # type: ignore[arg-type]


def attack(game: Game, mark: str, target: str) -> int:
    """The dice of a basic challenge, declared in a clone in which the challenger has the turn."""
    trial = Game(game.state.clone())
    figure = trial.state.setup.figure(mark)
    begin_at(trial.state, trial.state.setup.side_of[figure], figure)
    trial.state.decision = None
    advance(trial.state, [])
    (declared,) = [event for event in trial.play(f"{mark}: challenge {target}") if isinstance(event, Challenged)]
    return declared.dice.total


def defense(game: Game, mark: str) -> int:
    return defense_of(game.state, game.state.setup.figure(mark)).total


@rule("DBL-1")
@pytest.mark.parametrize(("side", "dice", "shields"), [("Smile", 2, 3), ("Scowl", 3, 2)])
def test_the_owner_chooses_the_side_when_the_card_comes_into_play_and_the_other_is_ignored(side: str, dice: int, shields: int):
    game = table(" A B c ", A="Trapper", B={}, c={}, actions=1)
    game.play("A: Change of Mood")
    assert game.options == ["> Smile", "> Scowl"]
    assert game.state.decision.seat == 0
    game.play(f"> {side}")
    assert game["B.statuses"] == [side]
    assert (attack(game, "B", "c"), defense(game, "B")) == (dice, shields)


@rule("DBL-1")
def test_flipped_the_other_side_holds():
    game = table(" b A . ", turn="b", A={"character": "Gi-hun", "statuses": ["Smile"]}, b={})
    assert (attack(game, "A", "b"), defense(game, "A")) == (2, 3)
    game.play("b: end")
    assert game.happened(CardFlipped)
    assert game["A.statuses"] == ["Scowl"], "A's turn has begun, and with it the flip."
    assert (attack(game, "A", "b"), defense(game, "A")) == (3, 2)
    assert "A: end" in game.options, "What Scowl does at the start of a turn is not done in the same moment: it was hidden."


@rule("DBL-1", "STA-1")
@pytest.mark.parametrize("shown", ["Smile", "Scowl"])
def test_a_card_in_play_is_not_given_again_by_either_side(shown: str):
    game = table(" A B C b ", A="Trapper", B={"statuses": [shown]}, C={}, b={})
    game.play("A: Change of Mood", *(["> C"] if "> C" in game.options else []))
    assert (game["B.statuses"], game["C.statuses"]) == ([shown], [])
    assert game["turn"] == "A", "There is one Mood, and B has it: the part cannot be done."


@rule("DBL-1", "STA-1")
@pytest.mark.parametrize("given", ["Smile", "Scowl", "Mood"])
@pytest.mark.parametrize("shown", ["Smile", "Scowl"])
def test_neither_side_is_given_by_its_own_name_while_the_card_is_in_play(shown: str, given: str):
    allies: dict[str, object] = {"B": {"side": "light", "statuses": [shown]}, "C": {"side": "light"}}
    game = scene(" A B C b ", catalog=card_with(f"Give {given} to an ally.", "workshop"), A="Tester", pool="red", b={}, **allies)  # type: ignore[arg-type]
    game.play("A: Try")
    assert (game["turn"], game["B.statuses"], game["C.statuses"]) == ("A", [shown], [])


@rule("DBL-1")
def test_an_item_shows_the_side_its_owner_chooses_at_the_start_of_the_game():
    for answer, shields, squares in (("yes", 2, {"d1"}), ("no", 3, set())):
        game = table(" A . . . b ", turn="start", A={"character": "Gi-hun", "items": ["Mask"]}, b={})
        assert game.options == ["> yes", "> no"]
        game.play(f"> {answer}")
        assert defense(game, "A") == shields
        assert game["A.items"] == (["Bare Face"] if answer == "yes" else ["Mask"])
        assert {line.split()[-1] for line in game.options if "move" in line} >= squares


@rule("DBL-1", "ITM-2")
def test_an_item_may_turn_itself_over_in_use_and_goes_to_the_track_as_it_lies():
    game = table(" A . . b ", A={"character": "Gi-hun", "items": ["Torch"]}, b={})
    game.play("A: use Torch", "> b1")
    assert game["sides.light.track"] == [[], ["Burnt Torch"], [], []]
    assert isinstance(game.happened(CardFlipped)[0], CardFlipped)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ('name = "Coat"\nback = { name = "Coat" }', "both sides are called 'Coat'"),
        ('name = "Coat"\nback = { rule = "This has 1 more defense." }', "the back of a card needs a name"),
        ('name = "Coat"\nfront = "Warm"', "'Coat' has a front and no back"),
        ('name = "Coat"\nback = { name = "Lining", cost = 2 }', "the back of a card has no key 'cost'"),
    ],
)
def test_a_double_sided_card_has_two_sides_with_names(tmp_path: Path, card: str, said: str):
    pack = tmp_path / "odd"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Odd"\nversion = "0.1.0"\nneeds = ["core"]\n')
    (pack / "attachments.toml").write_text(f"[[item]]\n{card}\n")
    with pytest.raises(ContentError, match=said):
        load(pack)


@pytest.mark.parametrize(("sort", "is_refused"), [("item", True), ("status", False)])
def test_a_back_is_judged_as_its_front_is(tmp_path: Path, sort: str, is_refused: bool):
    """A character has an item, and is never removed; who has a status may be a minion."""
    pack = tmp_path / "odd"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Odd"\nversion = "0.1.0"\nneeds = ["core"]\n')
    back = 'back = { name = "Lining", rule = "When this is removed, gain 1 point." }'
    (pack / f"{'attachments' if sort == 'item' else 'status'}.toml").write_text(f'[[{sort}]]\nname = "Coat"\n{back}\n')
    packs, _, _ = inspect([pack])
    said = [fault.message for one in packs if one.key == "odd" for fault in one.all_faults()]
    assert any("`is removed` is said of" in message for message in said) is is_refused


@rule("DBL-1", "CDN-9")
@pytest.mark.parametrize("shown", ["Torch", "Burnt Torch"])
def test_only_the_side_that_is_shown_is_put_on_the_track(shown: str):
    held = {"character": "Tester", "items": [shown]}
    game = scene(" A b ", catalog=card_with("Put the Torch on the 3 of your track.", "workshop"), A=held, b={}, pool="red")
    game.play("A: Try")
    assert game["sides.light.track"] == [["red"], [], [shown], []]
