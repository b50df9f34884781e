"""STA, TOK, ITM-3, ITM-4: tokens, markers, status cards and items that texts place, give and pass on (packs/workshop)."""

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene

PACK = pack("workshop")


def table(drawing: str, **more: object) -> Game:
    return scene(drawing, catalog=PACK, **more)  # type: ignore[arg-type]


def squares(game: Game, name: str, side: int = -1) -> list[str]:
    grid = game.state.setup.grid
    found = [p for p, slot in enumerate(game.state.setup.pieces) if slot.name == name and side in (-1, game.state.piece_side[p])]
    return sorted(grid.name(game.state.piece_at[p]) for p in found if game.state.piece_at[p] >= 0)


def trap(square: str, side: str = "light") -> dict[str, object]:
    return {"kind": "Trap", "side": side, "square": square}


# -- tokens ----------------------------------------------------------------------------------------------


@rule("TOK-1")
def test_a_token_comes_from_those_not_out():
    game = table(" A . . . . b ", A="Trapper", pieces=[trap("e1")])
    game.play("A: Lay a Trap", "> b1", "> a1")
    assert squares(game, "Trap") == ["b1", "e1"]


@rule("TOK-1")
def test_with_all_out_one_may_be_taken_from_the_map_and_placed_anew():
    game = table(" A . . . . b ", A="Trapper", pieces=[trap("d1"), trap("e1")])
    game.play("A: Lay a Trap")
    assert game.options == ["> Trap d1", "> Trap e1", "> no"]
    game.play("> Trap e1", "> b1", "> a1")
    assert squares(game, "Trap") == ["b1", "d1"]


@rule("TOK-1")
def test_nobody_has_to_take_one_anew_and_the_ability_goes_on():
    game = table(" A . . . . b ", A="Trapper", pieces=[trap("d1"), trap("e1")])
    game.play("A: Lay a Trap", "> no")
    assert game.options == ["> a1", "> b1"], "The move comes next."
    assert squares(game, "Trap") == ["d1", "e1"]


@rule("TOK-2")
def test_with_all_markers_out_no_more_can_be_placed():
    game = table(" A . . . . b ", A="Trapper", pieces=[{"kind": "Sign", "side": "light", "square": "e1"}])
    game.play("A: Put up a Sign")
    assert squares(game, "Sign") == ["e1"]
    assert game["turn"] == "A", "The part cannot be done and the ability is over: no move."


@rule("TOK-7")
def test_all_out_counts_the_placers_own_tokens():
    drawing = " A . . . b . "
    theirs = [trap("d1", "dark"), trap("f1", "dark")]
    game = table(drawing, A="Trapper", b="Trapper", pieces=theirs)
    game.play("A: Lay a Trap", "> b1", "> a1")
    assert squares(game, "Trap", 0) == ["b1"], "It is light's, whose character placed it."
    assert squares(game, "Trap", 1) == ["d1", "f1"]


@rule("TOK-7", "TOK-1")
def test_a_rivals_tokens_that_are_not_out_are_no_help():
    game = table(" A . . . . b ", A="Trapper", b="Trapper", pieces=[trap("d1"), trap("e1")])
    game.play("A: Lay a Trap")
    assert game.options == ["> Trap d1", "> Trap e1", "> no"], "Both of A's are out; b's two are b's."


@rule("TOK-1", "TOK-7")
def test_a_token_stays_and_works_when_its_owner_is_knocked_out():
    game = table(" b . . . c ", turn="b", A="Trapper", sides={"light": {"track": [["A"], [], [], []]}}, pieces=[trap("b1")])
    game.play("b: move c1")
    assert len(game.state.decision.options[0].path) == 4, "It defends against a challenge 4."


@rule("TOK-4")
def test_a_token_placed_under_a_figure_does_nothing_to_it():
    game = table(" A . b ", A="Trapper", b={})
    game.play("A: Lay a Trap", "> c1", "> a1")
    assert (game["b.down"], squares(game, "Trap")) == (False, ["c1"])


@rule("TOK-4", "TOK-5")
def test_entered_it_does_what_it_says_and_is_available_again():
    game = table(" b . . A ", turn="b", A="Trapper", b={}, pieces=[trap("b1")])
    game.play("b: move b1", "roll s s s s", "roll s s")
    assert squares(game, "Trap") == []
    assert game["b.square"] == "b1"


@rule("TOK-6")
def test_tokens_and_markers_share_squares_with_everything():
    game = table(" A . b ", A="Trapper", b={}, pieces=[{"kind": "Sign", "side": "light", "square": "b1"}])
    game.play("A: Lay a Trap")
    assert set(game.options) == {"> a1", "> b1", "> c1"}


# -- status cards ----------------------------------------------------------------------------------------


@rule("STA-1")
def test_a_status_holds_for_who_has_it_and_is_kept_when_knocked_out():
    game = table(" A b . c ", A="Trapper", b={"statuses": ["Hex of A"], "down": True}, c={})
    game.play("A: challenge b")
    assert game.dice == "3 dice = 2 basic challenge + 1 Marked Cards"
    game.play("roll b b b", "roll b b")
    assert game["b.out"] is True


@rule("STA-1")
def test_copies_are_given_while_there_are_some_not_in_play():
    drawing = """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | .   .   d |
        +---+---+---+
    """
    held = {"statuses": ["Hex of A"]}
    one = table(drawing, A="Trapper", b=held, c={}, d={})
    one.play("A: Hex Them > c")
    assert one["c.statuses"] == ["Hex"]
    none = table(drawing, A="Trapper", b=held, c=held, d={})
    none.play("A: Hex Them")
    assert none["d.statuses"] == []
    assert none["turn"] == "A", "Both copies are in play: the part cannot be done."


@rule("STA-1")
def test_several_of_the_same_stack():
    twice = {"statuses": ["Speed", "Speed"]}
    game = table(" A . . . . . b ", A=twice)
    assert "A: move e1" in game.options
    assert "A: move f1" not in game.options


@rule("STA-1")
def test_passed_on_it_is_discarded_and_then_given():
    game = table(" A b . T ", A={}, b={"statuses": ["Hex of T"]}, T="Trapper")
    game.play("A: challenge b", "roll s s", "roll s s")
    assert (game["b.statuses"], game["A.statuses"]) == ([], ["Hex"])


@rule("STA-3")
def test_you_on_a_status_is_the_side_of_who_has_it():
    game = table(" b . . A ", turn="b", A="Jailer", b={"statuses": ["Speed"]})
    assert "b: move c1" in game.options
    assert "b: move d1" not in game.options, "A stands there."


# -- items -----------------------------------------------------------------------------------------------


@rule("ITM-3")
def test_an_item_is_not_handed_to_a_basic_character_a_companion_or_a_minion():
    for who in ({}, {"character": "Ghost", "of": "A"}, {"character": "Arm", "of": "A"}):
        game = table(" A B . c ", A={"character": "Rider", "items": ["Baton"]}, B=who, c={})
        game.play("A: use Baton")
        assert game["sides.light.points"] == 0, "The part cannot be done, and what follows is not."
        assert game["B.items"] == []
        assert game["sides.light.track"] == [[], ["Baton"], [], []]


@rule("ITM-4")
def test_an_item_handed_on_in_its_own_use_returns_to_its_new_holder():
    game = table(" A B . c ", A={"character": "Rider", "items": ["Baton"]}, B="Gi-hun", c={}, actions=1)
    game.play("A: use Baton")
    assert game["sides.light.track"] == [[], ["Baton"], [], []]
    game.play("c: end", "B: end")
    assert game["sides.light.track"] == [["Baton"], [], [], []]
    assert game["B.items"] == [] or "B: use Baton" not in game.options
    game.play("c: end", "A: end", "B: end")
    assert (game["A.items"], game["B.items"]) == ([], ["Baton"])
