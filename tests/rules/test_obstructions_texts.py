"""MAP-9, MAP-3, CDN-6: walls that cards break, and squares that count as a starting area."""

from __future__ import annotations

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from kit.texts import card_with
from tipover import State, notate
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import questions
from tipover.engine.core.event import WallOpened
from tipover.engine.phrases.terrain import board, home, seen_by
from tipover.play.notation.lines import follow

PACK = pack("terrain")

WALL = """
    +---+---+---+---+---+
    | .   . | .   .   . |
    +   +   +   +   +   +
    | A   . | .   .   b |
    +   +   +   +   +   +
    | .   . | .   .   . |
    +---+---+---+---+---+
"""


def table(drawing: str, **more: object) -> Game:
    """A scene of the terrain pack."""
    more.setdefault("pool", "red red red gold blue blue blue")
    return scene(drawing, catalog=PACK, **more)  # type: ignore[arg-type]


def rubble(game: Game) -> list[list[str]]:
    """Between which squares Rubble lies, by the state's JSON."""
    pieces = state_json(game.state)["pieces"]
    assert isinstance(pieces, list)
    return [piece["between"] for piece in pieces if isinstance(piece, dict) and "between" in piece]  # type: ignore[misc]


def beside(game: Game, square: str) -> set[str]:
    """The squares adjacent to one."""
    return set(game.squares(board(game.state).steps(game.state.setup.grid.square(square))))


def end_turns(game: Game) -> None:
    """Let everyone end its turn until something else is asked, or the next round begins."""
    before = game.state.round
    while (
        game.state.round == before and game.state.decision is not None and game.state.decision.asked in (questions.TURN, questions.ACTION)
    ):
        first = game.state.decision.options[0].figure
        game.play(f"{game.state.setup.mark(first)}: end")


def ends(game: Game) -> set[str]:
    """Where the basic move of A may end."""
    return {option.removeprefix("A: move ") for option in game.options if option.startswith("A: move ")}


def can_see(state: State, mark: str, square: str) -> bool:
    """Whether a figure sees a square."""
    figure = state.setup.figure(mark)
    return bool(seen_by(state, state.figure_at[figure], state.setup.side_of[figure]) >> state.setup.grid.square(square) & 1)


# ---------------------------------------------------------------- MAP-9: Rubble


@rule("MAP-9")
def test_rubble_lies_on_the_one_piece_of_wall_that_was_crossed_and_opens_it_for_all() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    assert "c2" not in ends(game)
    game.play("A: Burrow > b2 c2 c3")
    assert rubble(game) == [["b2", "c2"]]
    assert game.happened(WallOpened) == [WallOpened(256, (6, 7))]
    assert game["A.square"] == "c3"
    assert "b2" in ends(game), "Back through the opening."
    assert beside(game, "c2") == {"b2", "c1", "d1", "d2", "d3", "c3"}, "The pieces above and below stand, and so do their ends."
    assert beside(game, "c1") == {"c2", "d1", "d2"}
    assert can_see(game.state, "b", "b2") and can_see(game.state, "b", "a2"), "Open for sight, for everyone."
    assert not can_see(game.state, "b", "b1")


@rule("MAP-9")
def test_rubble_on_a_corner_opens_it_for_all_four_squares_and_no_wall_piece() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: Burrow > b1 c2")
    assert rubble(game) == [["b1", "c2"]]
    assert beside(game, "c2") == {"b1", "c1", "d1", "d2", "d3", "c3"}
    assert beside(game, "b2") == {"a1", "b1", "c1", "a2", "a3", "b3"}


@rule("MAP-9", "MOV-10")
def test_where_the_wall_is_crossed_is_the_movers_choice() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: Burrow")
    to_c2 = {option for option in game.options if option.endswith("c2")}
    assert {"> c2", "> b2 c2", "> b3 c2"} <= to_c2


@rule("MAP-9")
def test_off_its_place_the_wall_is_back() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: Burrow > b2 c2", "A: Pick Up")
    assert rubble(game) == []
    assert board(game.state) is game.state.setup.grid
    assert not can_see(game.state, "b", "b2")


@rule("MAP-9", "DST-1")
def test_rubble_lies_in_every_square_it_touches_when_distance_is_counted() -> None:
    game = table(WALL, A="Burrower", b="Runner", sides={"light": {"pool": ["red", "red", "red"]}})
    game.play("A: Burrow > b2 c2 d1")
    assert game["A.square"] == "d1"
    game.play("A: Pick Up")
    assert rubble(game) == [], "It touches c1 and c2, which are within 1 of d1."


@rule("MAP-9", "MAP-3")
def test_the_border_of_an_enclosed_area_is_no_wall() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   . | . | b |
        +   +   +---+   +
        | .   .   .   . |
        +---+---+---+---+
        """,
        A="Burrower",
        b="Runner",
        areas={"start light": ["a1"], "start dark": ["d1"]},
    )
    game.play("A: Burrow")
    assert not any(option.endswith("c1") for option in game.options)
    assert game.refused("> c1") == ["MAP-3"]


@rule("MAP-9", "MAP-4")
def test_nobody_burrows_into_a_covered_square() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   # | .   b |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
        """,
        A="Burrower",
        b="Runner",
    )
    game.play("A: Burrow")
    assert not any(option.endswith("b1") for option in game.options)


@rule("MAP-9")
def test_walls_are_passed_without_a_trace_where_the_card_lays_nothing() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: Phase > c2")
    assert game["A.square"] == "c2" and rubble(game) == []
    assert "b2" not in ends(game)


@rule("MAP-9")
def test_a_broken_wall_is_no_wall_and_is_not_broken_again() -> None:
    game = table(WALL, A="Burrower", b="Runner", pool="red red red red")
    game.play("A: Burrow > b2 c2", "A: Burrow > b2 c2 b2")
    assert rubble(game) == [["b2", "c2"]]


@rule("MAP-9")
def test_a_state_with_rubble_goes_to_json_and_back() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: Burrow > b2 c2")
    again = state_from_json(game.state.setup, state_json(game.state))
    assert again.digest() == game.state.digest()
    assert again.piece_at == game.state.piece_at


# ---------------------------------------------------------------- CDN-6: counts as a starting area


def camp(square: str, **more: object) -> Game:
    """A light camp in a square of a small map with two starting areas."""
    return table(
        """
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   A   .   b   . |
        +---+---+---+---+---+
        """,
        A="Surveyor",
        b="Runner",
        areas={"start light": ["a1"], "start dark": ["e1"]},
        pieces=[{"kind": "Camp", "square": square, "side": "light"}],
        **more,
    )


@rule("CDN-6")
def test_a_square_that_counts_as_the_starting_area_takes_returns() -> None:
    game = camp("c1", C="Anchor", sides={"light": {"track": [["C"], [], [], []]}})
    assert game.squares(home(game.state, 0)) == ["a1", "c1"]
    end_turns(game)
    assert set(game.options) == {"> a1", "> c1"}
    assert game.refused("> b1") == ["CDN-3"]


@rule("CDN-6")
def test_it_is_so_for_its_own_side_alone() -> None:
    game = camp("c1")
    assert game.squares(home(game.state, 1)) == ["e1"]


@rule("CDN-6")
def test_scenarios_that_speak_of_the_starting_area_mean_it_too() -> None:
    game = camp("d1", scenario="Infiltrate", c={"character": "Anchor", "square": "d1"})
    for mark in "Abc":
        game.play(f"{mark}: end")
    assert game.state.round == 2
    assert game["sides.dark.points"] == 1, "c stands in d1, which counts as light's starting area."


@rule("CDN-6")
def test_a_starting_area_that_is_full_goes_on_in_the_square_that_counts_as_it() -> None:
    game = camp("c1", B={"character": "Runner", "square": "a1"}, C="Anchor", sides={"light": {"track": [["C"], [], [], []]}})
    end_turns(game)
    assert game["C.square"] == "c1", "The only free square of it; nothing is asked."


@rule("MAP-9")
def test_a_wall_that_a_text_asks_for_is_named_by_the_squares_beside_it() -> None:
    game = table(WALL, A="Burrower", b="Runner")
    game.play("A: move b2", "A: Break")
    assert game.options == ["> b1 c1", "> b1 c2", "> b2 c2", "> b2 c3", "> b3 c3"]
    assert notate(game.state, follow(game.state, "> c2 b2")[0]) == "> b2 c2", "in any order"
    assert notate(game.state, follow(game.state, "> c1, b2")[0]) == "> b1 c2", "a corner by either diagonal"
    assert game.refused("> b2") == game.refused("> b3") == ["ABI-3"], "a square touches several walls, also if one alone begins with it"
    assert all(follow(game.state, notate(game.state, option)) == [option] for option in game.state.decision.options)  # type: ignore[union-attr]
    game.play("> b2 c2")
    assert rubble(game) == [["b2", "c2"]]
    assert can_see(game.state, "b", "b2")


@rule("MAP-9")
def test_rubble_is_told_apart_by_its_walls() -> None:
    laid = [{"kind": "Rubble", "between": between} for between in (["b1", "c1"], ["b2", "c2"])]
    game = table(WALL.replace("A   .", ".   A"), A="Burrower", b="Runner", pieces=laid)
    game.play("A: Pick Up")
    assert game.options == ["> Rubble b1 c1", "> Rubble b2 c2"]
    for written in ("> Rubble c2 b2", "> Rubble b2, c2", "> b2 c2"):
        assert notate(game.state, follow(game.state, written)[0]) == "> Rubble b2 c2"
    game.play("> Rubble b2 c2")
    assert rubble(game) == [["b1", "c1"]]


def with_rubble(rule_of_tester: str) -> Game:
    """A stands on b2 beside Rubble on the wall to c2, and has begun to do what the rule says."""
    laid = [{"kind": "Rubble", "between": ["b2", "c2"]}]
    game = scene(WALL.replace("A   .", ".   A"), catalog=card_with(rule_of_tester), A="Tester", pool="red", pieces=laid)  # type: ignore[arg-type]
    game.play("A: Try")
    return game


def lies(game: Game) -> str:
    """The square of the Rubble, which lies on no wall any more."""
    piece = next(k for k, slot in enumerate(game.state.setup.pieces) if slot.name == "Rubble")
    assert rubble(game) == []
    return game.state.setup.grid.name(game.state.piece_at[piece])


@rule("MAP-9")
def test_rubble_is_moved_off_its_wall_from_any_square_it_touches_and_the_wall_is_back() -> None:
    game = with_rubble("Move an adjacent Rubble token 1.")
    assert set(game.options) == {f"> {column}{row}" for column in "abcd" for row in "123"}, (
        "one step from b1 to c3, all of which it touches"
    )
    game.play("> d2")
    assert lies(game) == "d2"
    assert "c2" not in beside(game, "b2")


@rule("MAP-9")
def test_rubble_is_pushed_away_from_its_pusher() -> None:
    game = with_rubble("Push an adjacent Rubble token 1.")
    assert set(game.options) == {f"> {square}" for square in ("a1", "a2", "a3", "b1", "b3", "d1", "d2", "d3")}, "one step farther from A"
    game.play("> d2")
    assert lies(game) == "d2"


@rule("MAP-9", "MOV-23")
def test_who_swaps_with_rubble_goes_to_a_square_it_touches() -> None:
    game = with_rubble("Swap this with an adjacent Rubble token.")
    assert set(game.options) == {f"> {square}" for square in ("b1", "b3", "c1", "c2", "c3")}, "its own square is taken"
    game.play("> c2")
    assert lies(game) == "b2"
    assert game.state.setup.grid.name(game.state.figure_at[game.state.setup.figure("A")]) == "c2"
