"""SEE-7, SEE-8, SEE-11: sight on a board that cards change: fog that is laid and drifts, figures that cannot be seen."""

from __future__ import annotations

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, answers, scene
from tipover.board.grid import Grid
from tipover.engine.explain.sight import why_not_seen, why_seen
from tipover.engine.phrases.terrain import board, seen_by

PACK = pack("terrain")


def table(drawing: str, fog: str = "", **more: object) -> Game:
    """A scene of the terrain pack with fog in some squares."""
    pieces = [{"kind": "Fog", "square": square, "side": "light"} for square in fog.split()]
    more.setdefault("pool", "blue blue blue gold gold gold")
    return scene(drawing, catalog=PACK, pieces=pieces, **more)  # type: ignore[arg-type]


def sees(game: Game, mark: str) -> set[str]:
    """The squares a figure sees."""
    state = game.state
    figure = state.setup.figure(mark)
    return set(game.squares(seen_by(state, state.figure_at[figure], state.setup.side_of[figure])))


OPEN = """
    +---+---+---+---+---+
    | A   .   .   .   b |
    +   +   +   +   +   +
    | .   .   .   .   . |
    +   +   +   +   +   +
    | .   .   .   .   . |
    +---+---+---+---+---+
"""


# ---------------------------------------------------------------- SEE-7: fog as a token


@rule("SEE-7")
def test_a_laid_token_makes_its_square_obscured() -> None:
    game = table(OPEN, A="Surveyor", b="Runner")
    assert "e1" in sees(game, "A")
    game.play("A: Lay Fog > c1")
    assert sees(game, "A") == answers("""
        +---+---+---+---+---+
        | x   x   .   .   . |
        +   +   +   +   +   +
        | x   x   x   x   . |
        +   +   +   +   +   +
        | x   x   x   x   x |
        +---+---+---+---+---+
    """), "The line to e2 passes through c1 as well."
    assert [reason.rule for reason in why_not_seen(game.state, "A", "b")] == ["SEE-7"]


@rule("SEE-7")
def test_beside_the_fog_one_sees_into_it_and_inside_it_out() -> None:
    beside = table(OPEN, "b1", A="Surveyor", b="Runner")
    assert "b1" in sees(beside, "A") and "c1" not in sees(beside, "A")
    inside = table(OPEN, "a1", A="Surveyor", b="Runner")
    assert "e1" in sees(inside, "A")
    assert "a1" not in sees(inside, "b"), "From afar nobody sees into it."


@rule("SEE-7")
def test_the_board_follows_the_token_when_it_moves_and_when_it_goes() -> None:
    game = table(OPEN, "c1", A="Surveyor", b="Runner")
    assert "e1" not in sees(game, "A")
    game.play("A: Drive Fog > c3")
    assert "e1" in sees(game, "A") and "c3" not in sees(game, "A")
    game.play("A: Clear")
    assert "c3" in sees(game, "A")


@rule("SEE-7")
def test_fog_keeps_a_ranged_challenge_off_and_never_a_move() -> None:
    clear = table(OPEN, A="Surveyor", b="Runner")
    clear.play("A: Shoot")
    assert clear["b.down"] is False and clear.state.decision is not None
    hidden = table(OPEN, "c1", A="Surveyor", b="Runner")
    assert "A: Shoot" not in hidden.options, "Nobody is in sight."
    assert "A: move c1" in hidden.options


@rule("SEE-7", "ADJ-1")
def test_a_neighbour_in_the_fog_is_adjacent() -> None:
    game = table(" A b ", "b1", A="Surveyor", b="Runner")
    assert "A: challenge b" in game.options


@rule("SEE-7")
def test_a_state_has_its_own_board_and_a_clone_too() -> None:
    game = table(OPEN, A="Surveyor", b="Runner")
    before = game.state.clone()
    assert board(before) is before.setup.grid
    game.play("A: Lay Fog > c1")
    assert board(before).obscured == 0
    assert game.squares(board(game.state).obscured) == ["c1"]
    assert board(game.state) is board(game.state), "Made once and kept."
    fogged: Grid = board(game.state)
    assert fogged.steps(0) == before.setup.grid.steps(0)


@rule("SEE-7")
def test_without_such_a_text_in_the_game_the_board_is_the_maps() -> None:
    game = scene(OPEN, A="Gi-hun")
    assert board(game.state) is game.state.setup.grid
    assert not game.state.texts.shifts_board


# ---------------------------------------------------------------- SEE-8: concealed


@rule("SEE-8")
def test_a_concealed_rival_hides_nobody_and_its_square_is_seen() -> None:
    game = table(" A p b ", A="Surveyor", p="Phantom", b="Runner")
    assert {"b1", "c1"} <= sees(game, "A")
    plain = table(" A p b ", A="Surveyor", p="Striker", b="Runner")
    assert "c1" not in sees(plain, "A")
    assert why_seen(game.state, "A", "b")[0].rule == "SEE-1"
    assert why_seen(game.state, "A", "p") == []
    assert [reason.rule for reason in why_not_seen(game.state, "A", "p")] == ["SEE-8"]
    assert why_seen(game.state, "A", "b1") and not why_not_seen(game.state, "A", "b1"), "Its square is seen."


@rule("SEE-8")
def test_it_is_not_chosen_where_being_seen_is_asked_for() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   .   .   p |
        +   +   +   +   +
        | c   .   b   . |
        +---+---+---+---+
        """,
        A="Surveyor",
        p="Phantom",
        b="Runner",
        c="Striker",
    )
    game.play("A: Look")
    assert game.options == ["> b", "> c"]
    assert game.refused("> p") == ["SEE-8"]


@rule("SEE-8")
def test_it_is_no_target_from_afar_but_adjacent_it_is() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   .   .   p |
        +---+---+---+---+
        """,
        A="Surveyor",
        p="Phantom",
    )
    assert "A: Shoot" not in game.options
    near = table(" A p ", A="Surveyor", p="Phantom")
    assert "A: challenge p" in near.options, "Adjacency asks for the square."


@rule("SEE-8", "MOV-5", "MOV-6")
def test_it_still_occupies_and_blocks_movement() -> None:
    game = table(" A p . ", A="Surveyor", p="Phantom")
    assert game.refused("A: move b1") == ["MOV-6"]
    assert game.refused("A: move c1")[0] == "MOV-5"


@rule("SEE-8", "MOV-11")
def test_nobody_pulls_what_it_cannot_see() -> None:
    game = table(" A . . p ", A="Trapper", p="Phantom", pool="red red")
    game.play("A: Hook")
    assert game["p.square"] == "d1" and "A: end" in game.options, "A pull of 0; nothing is asked."


@rule("SEE-8", "SEE-11")
def test_concealed_for_a_time() -> None:
    game = table(" A . . b ", A="Surveyor", b="Surveyor", sides={"dark": {"pool": ["gold", "gold"]}})
    game.play("A: Vanish", "A: end")
    assert "b: Shoot" not in game.options and "b: move c1" in game.options
