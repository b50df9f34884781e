"""ABI-7, COM, BON, TOK, MIX: what companions, minions, bonus objectives, tokens and mixed sets do without a text."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene, seen_from
from tipover import ContentError, apply, arrange
from tipover.cards.catalog import COLOURS
from tipover.play.scene import scene_state

PACK = pack("trials")
CLOCKWORK = pack("clockwork")


@rule("ABI-7")
def test_there_are_four_token_types():
    assert COLOURS == ["blue", "red", "silver", "gold"]
    game = scene(" A b ", pool="blue red silver gold gold")
    assert game["sides.light.pool"] == ["blue", "red", "silver", "gold", "gold"]
    with pytest.raises(ContentError, match="'green' is no token"):
        scene(" A b ", pool="green")
    tokens = {colour for card in PACK.figures for colour in card.tokens}
    assert tokens == {0, 1, 2, 3}


@rule("COM-1")
def test_a_companion_sees_blocks_and_occupies_like_a_character():
    assert not seen_from("A", " A g . ", g="Ghost")["c1"]
    assert seen_from("A", " A G . ", G="Ghost")["c1"], "An ally does not block."
    assert not seen_from("g", " g A . ", g="Ghost")["c1"], "It sees as a figure of its own side."
    game = scene(" A g . c ", g={"character": "Ghost", "of": "c"})
    assert game.options == ["A: move a1", "A: challenge g", "A: end"], "Nobody ends on it or passes it."
    past_an_ally = scene(" A G . c ", G="Ghost")
    assert "A: move c1" in past_an_ally.options
    assert past_an_ally.refused("A: move b1") == ["MOV-6"]


@rule("COM-1")
def test_a_companion_is_challenged_with_its_one_defense_and_never_knocked_down():
    game = scene(" A g . c ", c="Arya Stark", g={"character": "Ghost", "of": "c"}, areas={"start dark": ["c1", "d1"]})
    game.play("A: challenge g", "roll b s", "roll s")
    assert (game["g.square"], game["g.down"]) == ("b1", False), "1 against 1."
    game.play("A: challenge g", "roll b s", "roll b")
    assert (game["g.out"], game["g.down"]) == (True, False)
    game.play("c: end")
    assert game["g.square"] == "c1", "It returns to its side's starting area."


@rule("COM-1")
def test_a_companion_does_basic_actions_where_it_is_made_to_and_takes_no_turn_of_its_own():
    game = scene(" G . . b ", turn="G", G={"character": "Ghost", "of": "A"}, A={})
    assert {"G: move a1", "G: move b1", "G: move c1"} <= set(game.options)
    calm = scene(" G A . b ", turn="light", G={"character": "Ghost", "of": "A"})
    assert calm["turn"] == "A", "Only its character is there to be chosen."


@rule("BON-2")
def test_a_bonus_objective_occupies_blocks_and_is_in_everybodys_way():
    drawing = " A O . c "
    for side in ("light", "dark"):
        who = {"character": "Vibranium Case", "side": side}
        assert not seen_from("A", drawing, O=who)["c1"]
        assert not seen_from("c", " A . O c ", O=who)["b1"]
        game = scene(drawing, O=who)
        own = ["A: interact Vibranium Case"] if side == "light" else []
        assert game.options == ["A: move a1", *own, "A: end"]
        assert game.refused("A: move b1") == ["MOV-8"]
        assert game.refused("A: move c1") == ["MOV-8"]


@rule("BON-3")
def test_a_bonus_objective_is_not_challenged_whoevers_it_is():
    for side in ("light", "dark"):
        game = scene(" A O c ", O={"character": "Data Terminal", "side": side})
        assert not [line for line in game.options if "challenge" in line]
        assert game.refused("A: challenge O") == ["BON-3"]


@rule("BON-3")
def test_a_returning_figure_treats_its_square_as_occupied():
    game = scene(
        " O C . A b ",
        O={"character": "Data Terminal", "side": "dark"},
        C={"exhausted": True},
        D={"exhausted": True},
        areas={"start light": ["a1", "b1"]},
        sides={"light": {"track": [["D"], [], [], []]}},
    )
    told_squares = game.play("A: end", "b: end")
    assert told_squares
    assert game["D.square"] == "c1", "The objective and C fill the starting area; c1 is nearest."


@rule("TOK-3")
def test_a_minion_occupies_moves_sees_blocks_and_is_challenged_like_a_character():
    game = scene(" A m . c ", m="Drogon")
    assert game.options == ["A: move a1", "A: challenge m", "A: end"]
    assert not seen_from("A", " A m . ", m="Drogon")["c1"]
    assert not seen_from("m", " m A . ", m="Drogon")["c1"]
    game.play("A: challenge m", "roll ! !", "roll s s s")
    assert game["m.square"] == "none", "6 against 3."
    assert (game["m.down"], game["m.out"], game["sides.dark.track"]) == (False, False, [[], [], [], []])


@rule("TOK-3")
def test_a_minion_is_an_ally_of_its_side_and_stands_only_in_a_free_square():
    game = scene(" A M . c ", M="Drogon")
    assert "A: move c1" in game.options
    assert game.refused("A: challenge M") == ["CHA-1"]
    with pytest.raises(ContentError, match="OCC-1"):
        scene_state('drawing = " A . c "\n[[pieces]]\nkind = "Drogon"\nside = "light"\nsquare = "a1"\n')


@rule("TOK-3", "MOV-5")
def test_a_minion_moves_by_the_rules_of_characters():
    game = scene(" M a . c ", turn="M", M="Drogon")
    assert game.options == ["M: move a1", "M: challenge a", "M: end"]


@rule("TOK-6")
def test_tokens_and_markers_block_nothing_and_share_squares():
    heap = [{"kind": kind, "square": "b1"} for kind in ("Smoke", "Smoke", "Banner", "Barrel", "Statue")]
    game = scene(" A . . c ", pieces=heap, points={"E": "b1"}, catalog=PACK)
    assert {"A: move b1", "A: move c1"} <= set(game.options)
    game.play("A: move b1")
    assert game["A.square"] == "b1", "A figure shares the square with all of them."
    assert game.state.piece_at == [1] * 6
    assert seen_from("A", " A . . c ", pieces=heap, catalog=PACK)["c1"]


@rule("MIX-1")
def test_characters_of_every_set_play_together_in_a_first_game():
    described = {
        "map": "Barracks",
        "scenario": "First game (Squid Game)",
        "sides": [
            {"side": "light", "figures": ["Iron Man", "Arya Stark", "Lifeguard"]},
            {"side": "dark", "figures": ["Rose Nylund", "Front Man", "Unsullied"]},
        ],
    }
    state = arrange(PACK, described).start()
    while state.round < 1:
        apply(state, state.decision.options[0])
    packs = {PACK.figures[card].pack for card in state.card}
    assert packs == {"marvel", "game_of_thrones", "golden_girls", "squid_game"}
    assert all(square >= 0 for square in state.figure_at)
    game = scene(" A b ", A="Iron Man", b={"character": "Gi-hun", "items": ["Needle"]})
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game["b.down"]


@rule("TOK-3")
def test_place_a_minion_takes_one_from_the_reserve_only():
    """One Imp is out and one waits: only the one that waits is placed, and nothing is asked about the other."""
    game = scene(" A . . M b ", catalog=CLOCKWORK, A="Giver", M={"character": "Imp", "of": "A"}, pool="red")
    assert game.refused("A: Summon > M") == ["TOK-3"]
    game.play("A: Summon")
    assert (game["M.square"], game["Imp.square"]) == ("d1", "b1")


@rule("TOK-3", "ABI-4")
def test_with_all_minions_out_none_is_taken_from_the_map():
    """TOK-1's placing anew is for tokens: the part cannot be done and the ability is over."""
    imps = {"M": {"character": "Imp", "of": "A"}, "N": {"character": "Imp", "of": "A"}}
    game = scene(" A . N M b ", catalog=CLOCKWORK, A="Giver", pool="red", **imps)
    game.play("A: Summon")
    assert (game["M.square"], game["N.square"]) == ("d1", "c1")
    assert "A: move b1" in game.options, "The ability is over and the second action is open."


@rule("TOK-3")
def test_a_text_that_names_the_one_piece_places_it_from_wherever_it_is():
    """Raise the Dead places the Wight from the map."""
    game = scene(" A c . . M ", A="The Night King", c={"down": True}, M={"character": "Wight", "of": "A"}, pool="silver")
    game.play("A: Raise the Dead")
    assert game["M.square"] == "c1"
