"""PWR: power-ups, written in the card language; the cards are those of packs/workshop."""

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene

PACK = pack("workshop")


def table(drawing: str, square: str = "", **more: object) -> Game:
    boots: dict[str, object] = {"kind": "Boots", **({"square": square} if square else {})}
    pieces = [boots, {"kind": "Speed"}]
    areas = {"Middle": ["c1"], "start light": ["a1"], "start dark": ["f1"]}
    return scene(drawing, catalog=PACK, pieces=pieces, areas=areas, scenario="Power", **more)  # type: ignore[arg-type]


def lies(game: Game, name: str) -> int:
    return next(game.state.piece_at[p] for p, slot in enumerate(game.state.setup.pieces) if slot.name == name)


@rule("PWR-1")
def test_entering_its_square_puts_the_marker_on_its_number_and_gives_the_status():
    game = table(" A . . . . b ", "b1")
    assert "A: move d1" not in game.options
    game.play("A: move b1")
    assert game["sides.light.track"] == [[], ["Boots"], [], []]
    assert game["A.statuses"] == ["Speed"]
    assert "A: move e1" in game.options, "A basic move of 3 now."


@rule("PWR-1", "PWR-4")
def test_it_is_taken_in_passing():
    game = table(" A . . . . b ", "b1")
    game.play("A: move c1")
    assert (game["A.square"], game["A.statuses"]) == ("c1", ["Speed"])
    assert game["sides.light.track"] == [[], ["Boots"], [], []]


@rule("PWR-1", "PWR-4")
def test_it_goes_on_the_track_of_the_side_of_who_entered():
    game = table(" A . . . . b ", "e1", turn="b")
    game.play("b: move e1")
    assert game["sides.dark.track"] == [[], ["Boots"], [], []]
    assert game["b.statuses"] == ["Speed"]
    assert game["A.statuses"] == []


@rule("PWR-1")
def test_when_it_shifts_off_the_status_is_discarded_and_the_marker_goes_where_its_rule_says():
    game = table(" A . . . . b ", "b1")
    game.play("A: move b1", "A: end", "b: end")
    assert game["sides.light.track"] == [["Boots"], [], [], []]
    assert game["A.statuses"] == ["Speed"]
    game.play("b: end", "A: end")
    assert lies(game, "Boots") == 2, "In the Middle, c1."
    assert game["A.statuses"] == []
    assert game["sides.light.track"] == [[], [], [], []]


@rule("PWR-1")
def test_placed_on_a_characters_square_it_is_taken_by_that_character():
    still = table(" A . b . . . ", "a1")
    assert still["A.statuses"] == [], "A stood there from the start and has not entered."
    other = table(" A . b . . . ", "d1", turn="b")
    other.play("b: move d1", "b: move c1", "A: end")
    assert other["b.statuses"] == ["Speed"]
    other.play("b: end", "A: end")
    assert other["b.statuses"] == ["Speed"], "Back in the Middle, on b's own square, it is taken again."
    assert other["sides.dark.track"][1] == ["Boots"]


@rule("PWR-1", "PWR-2")
def test_a_power_up_that_comes_back_under_somebody_is_taken_again():
    """As in a game that was set up, nobody drew where the marker lay first: until its rule places it, it is nowhere."""
    areas = {"Hoop": ["d1"], "Power-up": [["a1"], ["b1"], ["e1"], ["f1"]], "start light": ["b1"], "start dark": ["f1"]}
    game = scene(
        " . A . . . z ",
        scenario="Basketball",
        areas=areas,
        A={"statuses": ["Springs"]},
        pieces=[{"kind": "Hoop", "square": "d1"}],
        sides={"light": {"track": [["Springs Power-up"], [], [], []]}},
    )
    game.play("A: end", "z: end")
    assert game["round"] == 2 and game["A.statuses"] == ["Springs"], "b1 is the power-up square nearest to light's starting area"
    assert game["sides.light.track"] == [[], ["Springs Power-up"], [], []]
