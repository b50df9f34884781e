"""What lasts, repeats and chains: `Until …`, `where … this round`, loops in loops, effects that set one another off."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import waiting
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core.event import ChainStopped, Challenged, Moved

PACK = pack("clockwork")


@rule("CHA-21", "TIM-4")
def test_a_rule_until_the_end_of_the_round_holds_till_then_and_no_longer():
    game = scene(" A z . ", A="Winder", pool="blue", catalog=PACK)
    game.play("A: Brace", "A: end", "z: challenge A", "roll b b")
    assert str(game.happened(Challenged)[-1].defense) == "3 dice = 1 defense of Winder + 2 Brace"
    game.play("roll s s s", "z: end", "z: challenge A")
    game.play("roll b b", "roll s")
    assert str(game.happened(Challenged)[-1].defense) == "1 die = 1 defense of Winder"
    assert game["A.down"] is True


def test_a_rule_that_lasts_is_kept_by_clones_and_in_json():
    game = scene(" A z . ", A="Winder", pool="blue", catalog=PACK)
    game.play("A: Brace")
    state = game.state
    assert state.clone() == state
    again = state_from_json(state.setup, state_json(state))
    assert again.lasting == state.lasting and again.digest() == state.digest()


def test_until_the_end_of_its_turn_is_the_turn_of_the_one_named():
    game = scene(" A z . . ", A="Winder", pool="red", catalog=PACK)
    game.play("A: Slow", "A: end")
    assert not game.allows("z: move d1")
    assert game.allows("z: move c1")
    game.play("z: end")
    assert game.allows("z: move d1")


def test_until_an_event_ends_with_that_event():
    game = scene(" A . z . ", A="Winder", pool="gold", catalog=PACK)
    game.play("A: Shy")
    assert game.state.lasting
    game.play("A: end", "z: move b1", "z: challenge A")
    assert not game.state.lasting


def test_until_the_end_of_the_turn_is_the_turn_of_whoever_acts_now():
    game = scene(" A z . ", A="Lurker", pool="gold", catalog=PACK)
    game.play("A: Expose")
    assert len(game.state.lasting) == 1
    game.play("A: challenge z", "roll b b")
    assert str(game.happened(Challenged)[-1].defense).startswith("1 die = ")
    game.play("roll b")
    assert game.state.lasting == [], "not until the turn of the rival that was chosen is over"


def test_a_trigger_that_lasts_waits_until_its_end_and_knows_whom_the_text_chose():
    game = scene(" A z y . ", A="Lurker", pool="blue", catalog=PACK)
    game.play("A: Bounty > z", "A: challenge z", "roll b b", "roll b b")
    assert (game["z.down"], game["sides.light.points"]) == (True, 1)
    other = scene(" A z y . ", A="Lurker", pool="blue", catalog=PACK)
    other.play("A: Bounty > y", "A: challenge z", "roll b b", "roll b b")
    assert (other["z.down"], other["sides.light.points"]) == (True, 0), "it waits for the one that was chosen"
    late = scene(" A z . . ", A="Lurker", pool="blue", catalog=PACK)
    late.play("A: Bounty > z", "A: end", "z: end")
    assert late["round"] == 2 and not late.state.lasting
    if not late.allows("A: challenge z"):
        late.play("z: end")
    late.play("A: challenge z", "roll b b", "roll b b")
    assert (late["z.down"], late["sides.light.points"]) == (True, 0), "the round is over"


def test_a_trigger_that_was_begun_twice_is_set_off_twice():
    game = scene(" A z B ", A="Lurker", pool="blue blue", catalog=PACK)
    game.play("A: Bounty > z", "A: Bounty > z")
    state = game.state
    assert len(state.lasting) == 2
    assert state_from_json(state.setup, state_json(state)).digest() == state.digest()
    game.play("z: end", "B: challenge z", "roll b b", "roll b b")
    assert game["sides.light.points"] == 2


def test_a_trigger_that_lasts_is_set_off_each_time_and_ends_with_its_moment():
    game = scene(" A . z . . ", A="Lurker", pool="red", catalog=PACK)
    game.play("A: Snare", "A: end", "z: move b1")
    assert (game["z.exhausted"], game["sides.light.points"]) == (True, 1)
    assert game.state.lasting, "its turn has not begun"
    game.play("z: move b1")
    assert game["sides.light.points"] == 2
    game.play("z: end", "A")
    assert not game.state.lasting


@rule("CHA-13", "TIM-2")
def test_a_trigger_that_lasts_may_change_rolls_that_come_later():
    game = scene(" A z . ", A="Lurker", pool="gold", catalog=PACK)
    game.play("A: Charm", "A: challenge z", "roll s s", "roll s s")
    assert "> no" in game.options
    game.play("> shield")
    assert game["z.down"] is True
    game = scene(" A z . ", A="Lurker", pool="gold", catalog=PACK)
    game.play("A: Charm", "A: end", "z: challenge A", "roll b b", "roll s")
    assert "> no" not in game.options, "its turn is over"


@rule("CHA-4")
def test_a_trigger_that_lasts_may_come_before_a_roll():
    game = scene(" A z . ", A="Lurker", pool="silver", catalog=PACK)
    game.play("A: Grudge", "A: challenge z", "> yes")
    assert game["sides.light.points"] == 1
    game.play("roll b b", "roll s b")
    assert game["z.down"] is True and game.state.lasting


@rule("ABI-18")
def test_a_trigger_that_lasts_hears_the_end_of_the_ability_that_began_it_and_no_limit_of_that_reaches_it():
    game = scene(" A . z . ", A="Lurker", pool="silver silver blue", catalog=PACK)
    game.play("A: Momentum")
    assert game["sides.light.points"] == 1
    assert not game.allows("A: Momentum"), "once per turn"
    game.play("A: Bounty > z")
    assert game["sides.light.points"] == 2, "the limit is that of the ability"


def test_a_square_where_something_happened_this_round_can_be_named():
    game = scene(
        """
        +---+---+---+---+---+
        | A   .   B   z   . |
        +---+---+---+---+---+
        """,
        A="Winder",
        z={"side": "dark", "down": True},
        pool="silver",
        catalog=PACK,
        turn="B",
    )
    game.play("B: challenge z", "roll b b", "roll b b", "B: end")
    assert game["z.out"] is True
    game.play("A: Haunt")
    assert game["A.square"] == "d1"


def test_a_loop_in_a_loop_goes_round_for_each_of_the_outer_ones():
    game = scene(
        """
        +---+---+---+---+---+---+---+
        | .   .   y   A   z   .   . |
        +---+---+---+---+---+---+---+
        """,
        A="Drummer",
        pool="blue",
        catalog=PACK,
    )
    game.play("A: Drum Roll > y", "> b1", "> d1", "> a1", "> d1", "> f1", "> d1", "> g1", "> d1")
    assert (game["y.square"], game["z.square"]) == ("a1", "g1")


def test_each_inside_times_goes_round_to_all_again():
    game = scene(" A B C . . ", A="Drummer", pool="red", catalog=PACK)
    happened = game.play("A: March > C", "> d1", "> c1", "> C", "> e1", "> d1")
    assert sum(isinstance(event, Moved) for event in happened) == 4
    assert (game["B.square"], game["C.square"]) == ("d1", "e1")


def test_up_to_so_many_are_chosen_anew_each_time():
    game = scene(" A . z . . ", A="Drummer", pool="gold", catalog=PACK)
    game.play("A: Roll Call > z", "> d1", "> done")
    assert game["z.square"] == "d1"


@rule("TIM-8")
def test_a_chain_that_sets_itself_off_for_ever_ends_and_names_its_cards():
    game = scene(
        """
        +---+---+---+
        | A   B   C |
        +---+---+---+
        """,
        A="Echo",
        B="Cliff",
        C={"side": "light", "down": True},
        pool="blue",
        catalog=PACK,
    )
    happened = game.play("A: assist C") if game.allows("A: assist C") else game.play("A: Call > C")
    stopped = [event for event in happened if isinstance(event, ChainStopped)]
    assert len(stopped) == 1
    assert set(stopped[0].names) == {"Answer", "Reply"}
    assert game.state.decision is not None


@rule("TRN-8", "TIM-2")
def test_a_limited_may_is_used_up_by_doing_it_not_by_being_asked():
    game = scene(" B . z . ", B="Sentry", catalog=PACK, turn="z")
    game.play("z: move b1", "> no", "z: move b1")
    assert "> no" in game.options, "it was asked once and not done, so it may be done now"
    other = scene(" B . z . ", B="Sentry", catalog=PACK, turn="z")
    other.play("z: move b1", "> yes", "roll s s", "roll b b", "z: move b1")
    assert other["turn"] == "B" or "> no" not in other.options


def lying(game):
    return sorted(game.state.setup.grid.name(at) for at in game.state.piece_at if at >= 0)


@rule("MOV-13", "TOK-1")
def test_several_pieces_are_placed_one_by_one_each_where_its_player_likes():
    game = scene(" . . A . . ", A="Layer", pool="blue", catalog=PACK)
    game.play("A: Cast Nets > a1", "> d1")
    assert lying(game) == ["a1", "d1"], "two of the three"


def test_up_to_so_many_pieces_may_be_fewer():
    game = scene(" . . A . . ", A="Layer", pool="red", catalog=PACK)
    game.play("A: Some Nets > Net", "> done", "> e1")
    assert lying(game) == ["e1"]


def test_a_number_in_a_relation_is_counted():
    game = scene(" y A . z ", A="Layer", catalog=PACK, turn="y")
    game.play("y: challenge A", "roll b b")
    assert str(game.happened(Challenged)[-1].defense) == "2 dice = 2 defense of Layer"
    other = scene(" y A z . ", A="Layer", catalog=PACK, turn="y")
    other.play("y: challenge A", "roll b b")
    assert str(other.happened(Challenged)[-1].defense) == "3 dice = 2 defense of Layer + 1 Cornered"


@rule("STA-1", "CHA-11", "ABI-4")
def test_a_status_is_given_to_each_while_there_are_copies_and_the_text_goes_on():
    game = scene(
        """
        +---+---+---+
        | x   A   y |
        +   +   +   +
        | .   z   . |
        +---+---+---+
        """,
        A="Giver",
        pool="blue",
        catalog=PACK,
    )
    game.play("A: Weaken > z", "> x")
    assert (game["x.statuses"], game["y.statuses"], game["z.statuses"]) == (["Weak"], [], ["Weak"])
    assert game["sides.light.points"] == 1
    alone = scene(" A . z ", A="Giver", pool="blue", catalog=PACK)
    alone.play("A: Weaken")
    assert alone["sides.light.points"] == 1, "each of nobody is no failure"


@rule("TOK-7")
def test_minions_are_placed_from_ones_own_reserve_and_each_has_its_own_name():
    game = scene(" A . . . b ", A="Giver", b="Giver", pool="red", catalog=PACK)
    assert sorted(slot.mark for slot in game.state.setup.figures) == ["A", "Imp", "Imp2", "Imp3", "Imp4", "b"]
    game.play("A: Summon > Imp")
    assert game["Imp.square"] == "b1"


@rule("TIM-8")
def test_a_chain_that_branches_ends_as_soon_as_one_that_does_not():
    game = scene(
        """
        +---+---+---+
        | A   b   C |
        +---+---+---+
        """,
        A="Ripple",
        b={"character": "Ripple", "side": "dark", "down": True},
        C={"character": "Ripple", "side": "third"},
        turn="b",
        catalog=PACK,
    )
    happened = game.play("b: rally")
    stopped = [event for event in happened if isinstance(event, ChainStopped)]
    assert stopped and stopped[0].names == ("Ripples",)
    assert len(happened) < 1000


CROWD = """
+---+---+---+---+---+
| B   A   C   .   z |
+   +   +   +   +   +
| .   D   .   y   . |
+---+---+---+---+---+
"""


def fallen(*marks):
    return {mark: {"side": "light", "down": True} for mark in marks}


def test_a_number_before_a_doer_is_how_many_do_it():
    game = scene(CROWD, A="Counter", pool="blue", catalog=PACK, **fallen("B", "C", "D"))
    game.play("A: Two Up > D", "> B", "> B")
    assert [game[f"{mark}.down"] for mark in "BCD"] == [False, True, False]
    other = scene(CROWD, A="Counter", pool="blue", catalog=PACK, **fallen("B", "C", "D"))
    other.play("A: Two May > D", "> C", "> C", "> D")
    assert [other[f"{mark}.down"] for mark in "BCD"] == [True, False, False]


def test_a_number_of_tokens_is_so_many_of_them():
    track = {"light": {"pool": ["red"], "track": [["blue"], ["gold"], ["silver"], []]}}
    game = scene(CROWD, A="Counter", catalog=PACK, sides=track)
    game.play("A: Two Down > gold 2", "> gold 1")
    assert game["sides.light.pool"] == ["gold"]
    assert game["sides.light.track"] == [["blue", "red"], [], ["silver"], []]
    other = scene(CROWD, A="Counter", catalog=PACK, sides={"light": {"pool": ["red", "blue", "gold", "silver"], "track": [[], [], [], []]}})
    other.play("A: Some Away > blue", "> no")
    assert other["sides.light.track"] == [[], ["red"], [], ["blue"]]


@rule("CTL-1")
def test_each_of_several_is_controlled_in_turn():
    game = scene(CROWD, A="Counter", pool="gold", catalog=PACK)
    game.play("A: All March > y", "> e2")
    assert game["y.square"] == "e2"
    assert game["z.square"] == "e1", "three away"


def test_a_loop_over_sides_and_tokens_is_json_at_every_question():
    for line, pool in (("A: Tax", "gold"), ("A: Sort", "silver")):
        game = scene(CROWD, A="Counter", pool=pool, catalog=PACK, sides=None)
        game.play(line)
        state = game.state
        while state.decision is not None and state.stack[-1][0] != 2:
            again = state_from_json(state.setup, state_json(state))
            assert again.digest() == state.digest()
            assert all(slot.bit_length() < 4096 for frame in state.stack for slot in frame)
            game.play(game.options[0])


@rule("CHA-30")
def test_very_many_dice_are_rolled_in_one_go():
    game = scene(CROWD, A="Counter", pool="silver", z={"side": "dark"}, y={"side": "dark"}, catalog=PACK)
    game.play("A: move c2", "A: Hail > y")
    assert game.state.decision is not None and len(game.state.decision.options) < 6000


def test_where_something_happened_is_forgotten_with_the_round():
    game = scene(" A . B z . ", A="Winder", z={"side": "dark", "down": True}, pool="silver", catalog=PACK, turn="B")
    game.play("B: challenge z", "roll b b", "roll b b", "B: end", "A: end")
    assert game["round"] == 1 and any(game.state.event_squares), "z comes back in the cooldown of this round"
    game.play("> e1")
    assert game["round"] == 2 and not any(game.state.event_squares)


@rule("SUP-11")
def test_two_secrets_in_one_text_are_each_made_by_all_before_any_is_shown():
    game = scene(" A B c d ", A="Echo", B="Cliff", c="Winder", d="Drummer", scenario="Vault", turn="start", catalog=PACK)
    game.play("> A")
    assert game["A.carries"] == []
    game.play("> c")
    assert game["A.carries"] == ["Key"]
    game.play("> B")
    assert game["B.carries"] == []
    game.play("> d")
    assert [game[f"{mark}.carries"] for mark in "ABcd"] == [["Key"]] * 4


@rule("TRN-13")
def test_what_lasts_until_the_end_of_a_turn_that_is_over_does_not_reach_into_the_next():
    """The marker is put after the end of the turn: a rule that begins then is over before anybody else acts."""
    game = scene(" A z . ", A="Straggler", catalog=PACK)
    game.play("A: end", "z: challenge A", "roll b b")
    assert str(game.happened(Challenged)[-1].defense) == "1 die = 1 defense of Straggler"
    assert game.state.lasting == []


@rule("MOV-10")
def test_a_trigger_that_waits_for_two_rivals_offers_the_ways_past_each():
    game = scene(
        """
    +---+---+---+---+---+
    | .   .   A   .   . |
    +   +   +   +   +   +
    | .   .   .   .   . |
    +   +   +   +   +   +
    | z   .   .   .   y |
    +   +   +   +   +   +
    | .   .   B   .   . |
    +   +   +   +   +   +
    | .   .   .   .   q |
    +---+---+---+---+---+
        """,
        A="Straggler",
        pool="silver silver",
        catalog=PACK,
    )
    game.play("A: Watch > z", "A: Watch > y", "q: end")
    ways = {one for one in game.options if one.startswith("B: move") and one.endswith(" c2")}
    assert ways == {"B: move c2", "B: move b3 c2", "B: move d3 c2"}


@rule("STA-3", "TOK-1")
def test_the_text_of_a_status_brings_its_owners_token_out_of_the_reserve():
    game = scene(" A z . y ", A="Layer", pool="gold", catalog=PACK)
    game.play("A: Tangle", "A: end", "z: end")
    assert [game.state.setup.pieces[k].name for k, at in enumerate(game.state.piece_at) if at >= 0] == ["Net"]


@rule("CHA-21", "TIM-4")
@pytest.mark.parametrize(
    "text",
    [
        "Each rival has 1 less defense for each ally adjacent to it.",
        "A rival within 3 has 1 less defense for each ally adjacent to it.",
        "Rivals within 3 have 1 less defense for each ally adjacent to them.",
    ],
)
def test_what_holds_is_counted_for_each_figure_that_it_is_about(text: str):
    game = waiting(text, "+---+---+---+---+\n| A   .   .   y |\n+   +   +   +   +\n| B   z   C   . |\n+---+---+---+---+")
    game.play("A: challenge z")
    (challenged,) = game.happened(Challenged)
    assert str(challenged.defense).startswith("0 dice = 2 defense"), "B and C stand beside it; A is nobody's ally here"
    game = waiting(text, "+---+---+---+---+\n| A   y   .   . |\n+   +   +   +   +\n| .   .   C   z |\n+---+---+---+---+")
    game.play("A: challenge y")
    (challenged,) = game.happened(Challenged)
    assert str(challenged.defense).startswith("1 die = 2 defense")


@rule("MOV-4", "TIM-4")
@pytest.mark.parametrize(
    "text",
    [
        "Each ally can move through rivals adjacent to it.",
        "Allies can move through rivals adjacent to them.",
    ],
)
def test_whom_a_figure_can_move_through_is_asked_of_that_figure(text: str):
    row = "+---+---+---+---+---+\n| A | B   z   .   . |\n+---+---+---+---+---+"
    assert waiting(text, row, turn="B").allows("B: move d1"), "z is beside B"
    row = "+---+---+---+---+---+\n| A | B   .   z   . |\n+---+---+---+---+---+"
    assert not waiting(text, row, turn="B").allows("B: move e1"), "z is not beside B"
    row = "+---+---+---+---+---+\n| . | A   z   .   . |\n+---+---+---+---+---+"
    assert not waiting(text, row).allows("A: move d1"), "A is no ally of its own"
