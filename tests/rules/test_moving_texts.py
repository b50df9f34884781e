"""MOV, DST-4: moves, pushes, pulls, placing and swapping as cards order them, square by square."""

from __future__ import annotations

from kit.marks import rule
from kit.table import answers
from kit.terrain import asked, table
from kit.texts import tried
from tipover.engine.core.event import Moved, Placed, PointsGained

# ---------------------------------------------------------------- MOV-11, MOV-21, MOV-24: push, pull, toward


@rule("MOV-11")
def test_every_step_of_a_push_leads_farther_and_the_reasons_name_it() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   A   b   . | . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Trapper",
        b="Runner",
    )
    game.play("A: Shove")
    assert asked(game) == answers("""
        +---+---+---+---+---+
        | .   .   .   x   x |
        +   +   +   +   +   +
        | .   .   x   x   . |
        +   +   +   +   +   +
        | .   .   .   x   x |
        +---+---+---+---+---+
    """), "A wall's ends at d1/e2 and d3/e2 close e2."
    assert game.refused("> c1") == ["MOV-11"]
    assert game.refused("> a2") == ["MOV-11"]
    assert game.refused("> d1 c1") == ["MOV-11"]
    assert game.refused("> e2")[0] == "MOV-1"
    assert game.refused("> b2")[0] == "MOV-6"


@rule("MOV-11")
def test_a_pull_needs_every_step_nearer_and_every_square_in_sight() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | A   .   .   .   b |
        +   +---+---+   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Trapper",
        b="Runner",
    )
    game.play("A: Hook")
    assert asked(game) == {"e1", "d1", "c1", "b1"}, "d2 and what lies behind the wall are not seen from a1."
    assert game.refused("> d2") == ["MOV-11"]
    assert game.refused("> e2") == ["MOV-11"]
    assert game.refused("> d1 d2") == ["MOV-11"]


@rule("MOV-11")
def test_what_is_not_seen_at_the_start_is_pulled_nowhere() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   . | .   b |
        +---+---+---+---+
        """,
        A="Trapper",
        b="Runner",
    )
    game.play("A: Hook")
    assert game["b.square"] == "d1"
    assert game.happened(Moved) == [Moved(1, 3, ())], "A pull of 0 (MOV-18)."


@rule("MOV-21")
def test_the_target_is_pushed_after_the_challenge_if_it_is_still_there() -> None:
    drawing = " . A b . . "
    won = table(drawing, A="Striker", b="Runner")
    won.play("A: Blow and Shove > b", "roll !!!!", "roll ss")
    assert won["b.down"] is True
    won.play("> e1")
    assert won["b.square"] == "e1", "Knocked down it is pushed all the same."
    out = table(drawing, A="Striker", b={"character": "Runner", "down": True})
    out.play("A: Blow and Shove > b", "roll !!!!", "roll ss")
    assert out["b.out"] is True, "Knocked out there is nothing left to push."
    assert not out.happened(Moved)


@rule("MOV-21", "MOV-18")
def test_with_no_farther_square_free_it_is_pushed_0() -> None:
    game = table(" . A b ", A="Striker", b="Runner")
    game.play("A: Blow and Shove > b", "roll ssss", "roll ss")
    assert game.happened(Moved) == [Moved(1, 2, ())]


@rule("MOV-24")
def test_moving_oneself_toward_something_asks_for_sight_at_each_step() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | A   .   .   .   b |
        +   +   +   +---+---+
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Runner",
        b="Trapper",
    )
    game.play("A: Chase")
    assert asked(game) == {"a1", "b1", "c1", "d1", "b2", "c2"}, "From c2 the wall hides b, so no step leads on from there."
    assert game.refused("> b1 c2 d2") == ["MOV-24"]
    assert game.refused("> d2") == ["MOV-24"]
    assert game.refused("> a2") == ["MOV-11"]


@rule("MOV-11")
def test_what_cannot_be_pushed_is_not_pushed() -> None:
    game = table(" A b . . ", A="Trapper", b="Anchor")
    game.play("A: Shove")
    assert game["b.square"] == "b1" and not game.happened(Moved)


# ---------------------------------------------------------------- DST-4: straight lines


@rule("DST-4")
def test_a_straight_move_keeps_its_direction_and_stops_at_rivals() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   b   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
        """,
        A="Runner",
        b="Trapper",
    )
    game.play("A: Dash")
    assert asked(game) == {"a1", "a2", "a3", "b2", "c3"}
    assert game.refused("> c2") == ["DST-4"]
    assert game.refused("> c1") == ["MOV-5"]
    assert game.refused("> b1") == ["MOV-6"]
    assert game.refused("> b2 b3") == ["DST-4"]


@rule("DST-4", "MOV-11")
def test_the_words_of_a_move_bind_together() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | A   c   .   .   b |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Striker",
        b="Trapper",
        c={"character": "Runner", "down": True},
    )
    game.play("A: Charge > b")
    assert asked(game) == {"a1", "c1", "d1", "b2", "c3"}, "Straight, through c, each step nearer to b."


# ---------------------------------------------------------------- MOV-12 to MOV-15


@rule("MOV-12")
def test_made_to_move_it_passes_its_own_allies_and_not_its_rivals() -> None:
    game = table(" A b c . ", A="Trapper", b="Runner", c="Striker")
    game.play("A: Lead > b")
    assert asked(game) == {"b1", "d1"}, "Past its ally c; A is its rival."


@rule("MOV-12")
def test_the_one_who_makes_it_move_chooses_path_and_length() -> None:
    game = table(" A b . . ", A="Trapper", b="Runner")
    game.play("A: Lead")
    assert asked(game) == {"b1", "c1", "d1"}
    assert game.state.decision is not None and game.state.decision.seats == [0]


@rule("MOV-15")
def test_knocked_down_among_figures_it_goes_back_to_where_it_could_stay() -> None:
    game = table(" A . C . b ", "Trap c1 dark", A="Runner", C="Striker", b="Trapper")
    game.play("A: Stride > b1 c1 d1")
    assert game["A.down"] is True
    assert game["A.square"] == "b1", "c1 is its ally's; b1 was the last it could stay in."
    assert game.happened(Moved)[-1] == Moved(0, 2, (1,))


@rule("MOV-15")
def test_knocked_down_on_its_way_its_move_ends_there() -> None:
    game = table(" A . . . b ", "Trap b1 dark", A="Runner", b="Trapper")
    game.play("A: move b1 c1")
    assert game["A.square"] == "b1" and game["A.down"] is True


@rule("MOV-15")
def test_with_no_such_square_on_the_way_it_goes_back_to_the_start() -> None:
    game = table(" A C . . b ", "Trap b1 dark", A="Runner", C="Striker", b="Trapper")
    game.play("A: move c1")
    assert game["A.square"] == "a1" and game["A.down"] is True


# ---------------------------------------------------------------- MOV-9, MOV-20: tokens, and those who lie


@rule("MOV-9")
def test_a_token_that_is_moved_keeps_to_steps_and_passes_and_joins_figures() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | .   b   .   . | . |
        +   +   +   +   +   +
        | .   .   .   . | A |
        +---+---+---+---+---+
        """,
        "Fog a1 light",
        A="Surveyor",
        b="Runner",
    )
    game.play("A: Drive Fog")
    assert asked(game) == {"a1", "b1", "c1", "a2", "b2", "c2"}, "Under b and past it."
    far = table(" A . b . ", "Fog c1 light", A="Surveyor", b="Runner")
    far.play("A: Drive Fog > d1")
    assert far["b.square"] == "c1", "What lies under it stays."


@rule("MOV-20", "MOV-12")
def test_who_lies_is_moved_and_pushed_and_stays_down() -> None:
    for ability in ("Lead", "Shove"):
        game = table(" A b . . ", A="Trapper", b={"character": "Runner", "down": True})
        game.play(f"A: {ability} > c1")
        assert game["b.square"] == "c1" and game["b.down"] is True


# ---------------------------------------------------------------- MOV-17, MOV-19, MOV-22


@rule("MOV-17")
def test_moves_given_one_by_one_are_not_joined() -> None:
    game = table(" A C . b ", A="Runner", C="Striker", b="Trapper")
    game.play("A: Steps")
    assert game["A.square"] == "a1", "Each single step would end on C, so none is taken."
    assert len(game.happened(Moved)) == 3


@rule("MOV-19")
def test_a_move_that_must_end_somewhere_ends_there() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | A   .   .   .   b |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Runner",
        b="Trapper",
    )
    game.play("A: Close In")
    assert game["A.square"] == "a1" and not game.happened(Moved), "b is too far, so the part cannot be done: no move of 0 either."
    nearer = table(" A . . b ", A="Runner", b="Trapper")
    nearer.play("A: Close In")
    assert nearer["A.square"] == "c1", "The only square adjacent to b."


@rule("MOV-19")
def test_only_what_can_end_there_may_be_chosen() -> None:
    game = table(" A . . C . . . D b ", A="Runner", C="Trapper", D="Striker", b="Trapper")
    game.play("A: Fetch")
    assert game["C.square"] == "b1", "D could not end next to A, so it is not asked for."


@rule("MOV-22")
def test_who_was_passed_is_pushed_once_after_the_move_in_the_movers_order() -> None:
    game = table(
        """
        +---+---+---+---+
        | A   b   c   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
        """,
        A="Runner",
        b="Trapper",
        c="Striker",
    )
    game.play("A: Weave")
    assert {"d1", "b1 c1 d1"} <= asked(game)
    game.play("> b1 c1 d1")
    assert asked(game) == {"b", "c"}, "The mover says who is first."


@rule("MOV-22", "MOV-6")
def test_the_end_must_be_free_even_through_rivals() -> None:
    game = table(" A b . c ", A="Runner", b="Trapper", c="Striker")
    game.play("A: Weave")
    assert asked(game) == {"a1", "b1 a1", "c1"}
    assert game.refused("> b1") == ["MOV-6"]


# ---------------------------------------------------------------- MOV-23, MOV-26: swap, own square


@rule("MOV-23")
def test_a_swap_keeps_lying_and_standing() -> None:
    game = table(" A . b ", A="Trapper", b={"character": "Runner", "down": True})
    game.play("A: Trade")
    assert (game["A.square"], game["b.square"]) == ("c1", "a1")
    assert game["b.down"] is True and game["A.down"] is False
    assert game.happened(Placed) == [Placed(0, 2), Placed(1, 0)]


@rule("MOV-23", "DST-6")
def test_nobody_is_swapped_with_one_on_the_track() -> None:
    game = table(" A . b ", A="Trapper", b="Runner", c="Anchor", sides={"dark": {"track": [[], ["c"], [], []]}})
    game.play("A: Trade")
    assert game["A.square"] == "c1", "Anchor on the track is not asked for."


@rule("MOV-26")
def test_placed_in_its_own_square_it_enters_nothing() -> None:
    game = table(" A . b ", "Coin c1 light", A="Trapper", b="Runner")
    game.play("A: Drop > b > c1")
    assert game["sides.light.points"] == 0
    assert game.happened(Placed) == [Placed(1, 2)]
    assert not game.happened(PointsGained)


# ---------------------------------------------------------------- MOV-11: pushed from and pulled to something else


@rule("MOV-11")
def test_who_is_pulled_toward_a_square_comes_nearer_to_it_and_not_to_the_doer() -> None:
    drawing = """
        +---+---+---+---+---+
        | A   .   x   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """
    game = tried("Choose a square within 4. Pull a rival 2 toward that square.", drawing, x={"side": "dark"})
    game.play("> e1")
    assert asked(game) == {"c1", "d1", "d2", "e1"}
    assert game.refused("> b1") == ["MOV-11"]


@rule("MOV-11")
def test_who_is_pulled_toward_a_square_is_seen_by_the_doer() -> None:
    drawing = """
        +---+---+---+---+---+
        | A   . | x   .   . |
        +   +   +   +   +   +
        | .   . | .   .   . |
        +---+---+---+---+---+
    """
    game = tried("Choose a square within 4. Pull a rival 2 toward that square. Gain 1 point.", drawing, x={"side": "dark"})
    game.play("> e1")
    assert game["x.square"] == "c1" and game["sides.light.points"] == 1  # pulled 0, because A does not see it


@rule("MOV-11")
def test_who_is_pushed_away_from_another_goes_farther_from_that_one() -> None:
    figures = {"B": {"side": "light"}, "x": {"side": "dark"}}
    game = tried("Push a rival 1 away from an ally.", " A . x B ", **figures)
    assert asked(game) == {"b1", "c1"}


def test_a_push_away_from_another_is_a_push_to_who_cannot_be_pushed() -> None:
    game = tried("Push a rival 1 away from an ally. Gain 1 point.", " A . x B ", B={"side": "light"}, x="Anchor")
    assert game["x.square"] == "c1" and game["sides.light.points"] == 0
