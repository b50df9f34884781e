"""SUP: set-up."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import ContentError, Setup, SetupError, State, arrange, first_game, load, view
from tipover.board.draw import read_drawing
from tipover.board.mask import mask_of
from tipover.cards.catalog import CHARACTER, OBJECTIVE, MapCard
from tipover.engine.codec import state_json
from tipover.engine.core import questions
from tipover.engine.core.event import Flipped, GameBegan, MarkerTaken, Picked, Placed, Revealed, SideTaken
from tipover.engine.core.ids import CHANCE, ON_CARD
from tipover.engine.core.setup import FigureSlot

BOX = ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"]


def secret(picks: int = 1, box: list[str] | None = None) -> Game:
    sides = [{"side": "light", "picks": picks}, {"side": "dark", "picks": picks}]
    return Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": box or BOX, "secret": True}).start())


def asked(state: State) -> str:
    return questions.ASKS[state.decision.asked] if state.decision else ""


def small(drawing: str, light: int, dark: int, objective: bool = False) -> Game:
    """A game on a map of one's own: `l` and `d` are the starting areas."""
    catalog = load()
    drawn = read_drawing(drawing)
    areas = {f"start {side}": [mask_of(drawn.marks[side[0]])] for side in ("light", "dark")}
    slots = [FigureSlot(0, CHARACTER, catalog.figure("Gi-hun"), f"L{k + 1}") for k in range(light)]
    slots += [FigureSlot(1, CHARACTER, catalog.figure("Il-nam"), f"D{k + 1}") for k in range(dark)]
    if objective:
        slots.append(FigureSlot(0, OBJECTIVE, catalog.figure("Data Terminal"), "T"))
    return Game(Setup(catalog, MapCard("small", "", drawn.grid, areas, {}), None, [0, 1], slots, []).start())


# -- SUP-1 ----------------------------------------------------------------------------------------------


@rule("SUP-1")
def test_set_up_asks_for_colours_then_the_flip_then_characters_then_places():
    game = Game(first_game("squid_game").start())
    order = []
    while game.state.round == 0:
        order.append(asked(game.state))
        game.play(game.options[0])
    # The second side's colour and the last pick are single answers and not asked.
    assert order == ["side", "flip", "pick", "pick", "pick", *["place"] * 6]
    kinds = [type(event) for event in game.events if type(event) in (SideTaken, Flipped, Picked, Placed, GameBegan)]
    assert kinds == [SideTaken, SideTaken, Flipped, *[Picked] * 4, *[Placed] * 6, GameBegan]


@rule("SUP-1")
def test_point_markers_lie_on_their_squares_before_anything_else():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    state = arrange(load(), {"map": "Barracks", "sides": sides}).start()
    lying = {slot.letter: state.setup.grid.name(state.piece_at[k]) for k, slot in enumerate(state.setup.pieces)}
    assert lying == {"A": "b2", "B": "i4", "C": "b9", "D": "i11"}
    assert asked(state) == "flip"


@rule("SUP-1")
def test_a_scenario_is_one_of_its_maps():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    with pytest.raises(SetupError, match=r"not played on Barracks.*\(SUP-1\)"):
        arrange(load(), {"map": "Barracks", "scenario": "First game (Golden Girls)", "sides": sides})


@rule("SUP-1")
def test_bonus_objectives_are_placed_after_all_characters():
    game = small("""
        +---+---+---+
        | l   l   l |
        +   +   +   +
        | d   d   d |
        +---+---+---+
    """, 1, 1, objective=True)  # fmt: skip
    game.play("flip light", "place L1 a1")
    assert game.options[0].startswith("place D1")
    game.play("place D1 a2")
    # The marker is light's, and the opponent places it in the opponent's own area.
    assert game.options == ["place T b2", "place T c2"]


# -- SUP-2 ----------------------------------------------------------------------------------------------


@rule("SUP-2")
def test_the_colour_a_team_takes_fixes_its_starting_area():
    game = Game(first_game("golden_girls").start())
    assert game.state.decision.seat == 0 and game.options == ["side light", "side dark"]
    game.play("side dark")
    assert game.state.seats_of(1) == [0] and game.state.seats_of(0) == [1]
    game.play("flip dark", "pick Rose Nylund")
    squares = {line.split()[-1] for line in game.options}
    assert game.state.decision.seat == 0
    assert squares == {"c1", "d1", "e1", "f1", "c2", "d2", "e2", "f2"}


@rule("SUP-2")
def test_a_colour_is_taken_once():
    game = Game(first_game("marvel", sides=3).start())
    game.play("side dark")
    assert game.options == ["side light", "side third"]
    assert game.refused("side dark") == ["SUP-2"]
    assert game.refused("side fourth") == ["SUP-2"]


@rule("SUP-2")
@pytest.mark.parametrize("side", ["light", "dark"])
def test_the_side_of_the_flipped_colour_starts(side):
    game = Game(first_game("golden_girls", quick=True).start())
    game.play(f"flip {side}")
    assert game.state.setup.side_name(game.state.decision.side) == side
    while game.state.round == 0:
        game.play(game.options[0])
    assert game["turn"] == side


@rule("SUP-2", "TIM-3")
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_first_player_is_drawn_with_the_same_chance_for_each_side(sides):
    ask = first_game("marvel", sides=sides, quick=True).start().decision
    assert ask.seat == CHANCE and ask.weights == [1] * sides
    assert sorted(option.thing for option in ask.options) == list(range(sides))


# -- SUP-3 ----------------------------------------------------------------------------------------------


@rule("SUP-3")
def test_sides_with_unequal_numbers_are_refused():
    sides = [{"side": "light", "figures": ["Gi-hun", "Il-nam"]}, {"side": "dark", "figures": ["Front Man"]}]
    with pytest.raises(SetupError, match=r"same number of characters \(SUP-3\)"):
        arrange(load(), {"map": "Barracks", "sides": sides})
    sides[1]["picks"] = 1
    assert arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Sae-byeok"]})


@rule("SUP-3")
def test_a_side_from_one_box_has_its_characters_and_the_basic_of_its_colour():
    game = Game(first_game("golden_girls").start())
    game.play("side light", "flip light", "pick Rose")
    names = [[game.state.name(f) for f in game.state.setup.characters[side]] for side in (0, 1)]
    assert names == [["Rose Nylund", "Lifeguard"], ["Blanche Devereaux", "Gentleman Caller"]]


@rule("SUP-3")
def test_a_character_of_the_box_is_picked_once_and_a_basic_never():
    game = Game(first_game("squid_game").start())
    game.play("side light", "flip light", "pick Gi-hun")
    assert game.options == ["pick Sae-byeok", "pick Front Man", "pick Il-nam"]
    assert game.refused("pick Gi-hun") == ["SUP-3"]
    assert game.refused("pick Worker #28") == ["SUP-3"]
    assert game.refused("pick Iron Man") == ["SUP-3"]


@rule("SUP-3")
def test_open_picks_go_round_from_the_first_player():
    game = Game(first_game("squid_game").start())
    game.play("side light", "flip dark")
    sides = []
    while asked(game.state) == "pick":
        sides.append(game.state.decision.side)
        game.play(game.options[0])
    assert sides == [1, 0, 1]


@rule("SUP-3")
def test_the_box_must_hold_enough():
    sides = [{"side": "light", "picks": 2}, {"side": "dark", "picks": 2}]
    with pytest.raises(SetupError, match=r"4 characters are to be picked and the box holds 3 \(SUP-3\)"):
        arrange(load(), {"map": "Barracks", "sides": sides, "box": BOX[:3]})
    # From own collections each side picks from all of it.
    assert arrange(load(), {"map": "Barracks", "sides": sides, "box": BOX[:3], "secret": True})


@rule("SUP-3")
def test_a_character_already_dealt_does_not_count_as_in_the_box():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "picks": 1}]
    with pytest.raises(SetupError, match=r"the box holds 0 \(SUP-3\)"):
        arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Gi-hun"]})


# -- SUP-4 ----------------------------------------------------------------------------------------------


@rule("SUP-4")
def test_one_name_twice_on_a_side_is_refused():
    sides = [{"side": "light", "figures": ["Gi-hun", "gi-hun"]}, {"side": "dark", "figures": BOX[:2]}]
    with pytest.raises(SetupError, match=r"light has one twice \(SUP-4\)"):
        arrange(load(), {"map": "Barracks", "sides": sides})


@rule("SUP-4")
def test_rivals_may_have_one_name():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Gi-hun"]}]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides}).start())
    assert [game.state.name(f) for f in (0, 1)] == ["Gi-hun", "Gi-hun"]


@rule("SUP-4")
def test_a_side_cannot_pick_a_name_it_has_and_its_rival_can():
    game = secret(picks=2)
    game.play("flip light", "pick Gi-hun")
    assert "pick Gi-hun" not in game.options
    assert game.refused("pick Gi-hun") == ["SUP-4"]
    game.play("pick Il-nam")
    assert "pick Gi-hun" in game.options and "pick Il-nam" in game.options


# -- SUP-5 ----------------------------------------------------------------------------------------------


@rule("SUP-5")
def test_the_pool_has_a_token_for_each_dot_on_the_sides_cards():
    game = Game(first_game("squid_game", quick=True).start())
    assert game["sides.light.pool"] == []
    game.play("flip light")
    # Quick deals by turns: Gi-hun (red, gold) and Front Man (red, silver); Sae-byeok (blue, silver) and Il-nam.
    assert game["sides.light.pool"] == ["red", "red", "silver", "gold"]
    assert game["sides.dark.pool"] == ["blue", "silver", "silver", "gold"]
    assert game["sides.light.track"] == [[], [], [], []]


@rule("SUP-5", "SUP-1")
def test_the_pool_is_filled_when_the_last_character_is_picked():
    game = Game(first_game("golden_girls").start())
    game.play("side light", "flip light")
    assert game["sides.light.pool"] == []
    game.play("pick Rose")
    assert game["sides.light.pool"] == ["red", "gold"] and game["sides.dark.pool"] == ["red", "silver"]


@rule("SUP-5")
def test_secret_picks_fill_the_pool_when_they_are_shown():
    game = secret()
    game.play("flip dark", "pick Il-nam")
    assert game["sides.dark.pool"] == []
    game.play("pick Il-nam")
    assert game["sides.dark.pool"] == game["sides.light.pool"] == ["silver", "gold"]


# -- SUP-6 ----------------------------------------------------------------------------------------------


@rule("SUP-6")
def test_the_first_player_places_all_its_figures_then_the_others_clockwise():
    game = Game(first_game("game_of_thrones", sides=4, quick=True).start())
    game.play("flip third")
    placed = []
    while game.state.round == 0:
        placed.append(game.options[0].split()[1])
        game.play(game.options[0])
    assert placed == ["T1", "T2", "F1", "F2", "L1", "L2", "D1", "D2"]


@rule("SUP-6")
def test_figures_are_placed_in_free_squares_of_their_own_starting_area():
    game = Game(first_game("golden_girls", quick=True).start())
    game.play("flip light", "place L1 c7")
    assert {line.split()[-1] for line in game.options} == {"d7", "e7", "f7", "c8", "d8", "e8", "f8"}
    assert game.refused("place L2 c7") == ["OCC-1"]
    assert game.refused("place L2 c1") == ["SUP-6"]
    assert game.refused("place L2 a4") == ["SUP-6"]
    assert game.refused("place D1 c1") == ["SUP-6"]


@rule("SUP-6")
def test_without_room_a_figure_is_placed_as_close_as_can_be():
    game = small("""
        +---+---+---+---+
        | l   .   .   d |
        +   +   +   +   +
        | .   .   .   d |
        +---+---+---+---+
    """, 2, 2)  # fmt: skip
    # L1 has one square and is not asked; then the ring around the area is next, walls or not.
    game.play("flip light")
    assert game["L1.square"] == "a1"
    assert game.options == ["place L2 b1", "place L2 a2", "place L2 b2"]
    assert game.refused("place L2 c1") == ["CDN-4"]


# -- SUP-7, SUP-8 -----------------------------------------------------------------------------------------


BASICS = [card.name for card in load().figures if card.basic]


@rule("SUP-7")
def test_every_basic_character_has_no_dots_and_no_card_text():
    assert len(BASICS) == 28
    for name in BASICS:
        card = load().figures[load().figure(name)]
        assert card.tokens == () and card.card == "" and card.kind == CHARACTER


@rule("SUP-7")
def test_a_basic_character_is_told_that_it_has_no_ability():
    game = scene(" A . b ", A="Lifeguard")
    assert game.refused("A: Sucker Punch") == ["ACT-5"]
    other = scene(" A . b ", A="Rose Nylund")
    assert other.refused("A: Sucker Punch") == ["ABI-1"]


@rule("SUP-7")
def test_a_basic_character_is_offered_basic_actions_alone():
    game = scene(" A b . ", A="Lifeguard")
    assert game.options == ["A: move a1", "A: challenge b", "A: end"]


@rule("SUP-8")
def test_a_basic_character_counts_for_the_number_of_its_side_and_is_placed():
    sides = [{"side": "light", "figures": ["Gi-hun", "Worker #28"]}, {"side": "dark", "figures": ["Il-nam"]}]
    with pytest.raises(SetupError, match="SUP-3"):
        arrange(load(), {"map": "Barracks", "sides": sides})
    game = Game(first_game("golden_girls", quick=True).start())
    game.play("flip light", "place L1 c7")
    assert game.options[0].startswith("place L2")
    assert game.state.name(1) == "Lifeguard"


@rule("SUP-8")
def test_a_basic_character_takes_turns_is_knocked_down_and_out_and_scores():
    game = scene(
        " A b . C ", turn="A", A="Lifeguard", C="Rose Nylund", b={"side": "dark", "character": "Gentleman Caller"},
        scenario="First game (Squid Game)",
    )  # fmt: skip
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game["b.down"] is True
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game["b.out"] is True and game["sides.light.points"] == 1
    # The basic took its turn; dark's empty turn passes by itself, then Rose is the only one left.
    assert game["A.exhausted"] is True and game["b.exhausted"] is True and game["turn"] == "C"


@rule("SUP-8")
def test_a_basic_character_wins_a_first_game_by_its_knock_out():
    down = {"side": "dark", "character": "Blanche Devereaux", "down": True}
    game = scene(" A b ", A="Lifeguard", b=down, scenario="First game (Golden Girls)")
    game.play("A: challenge b", "roll !", "roll b b")  # one die fewer beside Blanche
    assert game["winner"] == "light"


# -- SUP-9 ------------------------------------------------------------------------------------------------


@rule("SUP-9")
def test_each_starting_area_has_its_own_track():
    """The track nearest dark's area is dark's, whoever plays dark and whoever puts something there."""
    game = Game(first_game("marvel", sides=2).start())
    game.play("side dark", "flip light", "pick Iron Man", "pick Captain America")
    assert game.state.seats_of(1) == [0]
    # Team 0 sits at dark's area: its figures, pool and track are dark's.
    assert game["sides.dark.pool"] == ["blue", "red", "gold"] and game.state.name(2) == "Captain America"
    assert set(state_json(game.state)["sides"]) == {"light", "dark"}


@rule("SUP-9")
def test_a_figure_knocked_out_lies_on_the_track_of_its_own_side():
    game = scene(" A b ", b={"side": "dark", "down": True})
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game["sides.dark.track"] == [["b"], [], [], []]
    assert game["sides.light.track"] == [[], [], [], []]


# -- SUP-11 -----------------------------------------------------------------------------------------------


@rule("SUP-11", "SUP-3")
def test_secret_picks_are_shown_all_at_once_when_every_side_has_made_them():
    game = secret(picks=2)
    events = game.play("flip light", "pick Gi-hun", "pick Il-nam", "pick Gi-hun")
    assert [event.card for event in events if isinstance(event, Picked)] == [-1, -1, -1]
    assert game.state.card == [-1] * 4 and not game.happened(Revealed)
    events = game.play("pick Front Man")
    shown = [event for event in events if isinstance(event, Picked) and event.card >= 0]
    assert [game.state.setup.card(event.card).name for event in shown] == ["Gi-hun", "Il-nam", "Gi-hun", "Front Man"]
    assert events.index(shown[0]) == events.index(next(e for e in events if isinstance(e, Revealed))) + 1
    assert game.state.secret == [-1] * 4


@rule("SUP-11")
def test_a_secret_pick_is_hidden_from_the_other_side_until_then():
    game = secret()
    game.play("flip light", "pick Gi-hun")
    assert "Gi-hun" not in str(view(game.state, 1).json())
    assert "Gi-hun" in str(view(game.state, 0).json())
    game.play("pick Il-nam")
    for seat in (0, 1):
        assert "Gi-hun" in str(view(game.state, seat).json()) and "Il-nam" in str(view(game.state, seat).json())


@rule("SUP-11")
def test_a_secret_pick_is_asked_though_only_one_is_left():
    game = secret(picks=1, box=["Gi-hun"])
    game.play("flip light")
    assert game.options == ["pick Gi-hun"] and game.state.decision.secret
    game.play("pick Gi-hun")
    assert game.options == ["pick Gi-hun"]


@rule("SUP-11")
def test_every_side_picks_from_the_whole_box_whatever_the_other_picked():
    game = secret()
    game.play("flip light")
    first = list(game.options)
    for name in BOX:
        other = Game(game.state.clone())
        other.play(f"pick {name}")
        assert other.options == first


@rule("SUP-10")
def test_an_item_may_be_on_both_sides_but_not_twice_on_one():
    both = scene(" A . b ", A={"items": ["Cheesecake"], "character": "Gi-hun"}, b={"items": ["Cheesecake"], "character": "Il-nam"})
    assert both["A.items"] == both["b.items"] == ["Cheesecake"]
    with pytest.raises(ContentError, match="SUP-10"):
        scene(" A B b ", A={"items": ["Cheesecake"]}, B={"items": ["Cheesecake"]})


@rule("SUP-10", "CDN-3")
def test_equal_items_of_two_sides_lie_on_their_own_sides_track():
    game = scene(
        " A . b ",
        A={"items": ["Cheesecake"], "character": "Gi-hun"},
        b={"items": ["Cheesecake"], "character": "Il-nam"},
        sides={"dark": {"track": [["Cheesecake"], [], [], []]}},
    )
    assert game["sides.dark.track"] == [["Cheesecake"], [], [], []]
    mine, theirs = game.state.piece_at
    assert (mine, theirs) == (ON_CARD, -1)
    game.play("A: end", "b: end")
    assert game["sides.dark.track"] == [[], [], [], []] and game["b.items"] == ["Cheesecake"]


@rule("SUP-2")
@pytest.mark.parametrize(("flip", "colour"), [("light", "dark"), ("dark", "dark"), ("dark", "light")])
def test_as_an_option_the_flip_comes_first_and_the_starter_takes_the_colour(flip, colour):
    """Until the colours are taken a team goes by the side it is listed with; the seat that starts chooses first and begins."""
    sides = [{"side": side, "picks": 1} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Gi-hun", "Il-nam"], "colours": "starter"}).start())
    assert game.state.decision.asked == questions.FLIP
    game.play(f"flip {flip}")
    starter = ("light", "dark").index(flip)
    assert (game.state.decision.asked, game.state.decision.seat) == (questions.SIDE, starter)
    game.play(f"side {colour}")
    assert game.state.setup.side_name(game.state.first) == colour
    assert (game.state.decision.asked, game.state.decision.seat) == (questions.PICK, starter), (
        "the other team takes the colour that is left"
    )
    assert MarkerTaken(game.state.first) in game.events


@rule("SUP-2", "ULT-1")
def test_the_starter_does_not_take_the_colour_before_an_ultimate():
    sides = [{"side": "light", "ultimate": "Iron Man"}, {"side": "dark", "figures": ["Gi-hun", "Il-nam", "Jon Snow"]}]
    with pytest.raises(SetupError, match="ULT-1"):
        arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides, "colours": "starter"})


@rule("SUP-2")
def test_an_unknown_way_to_take_colours_is_told_all_three():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    with pytest.raises(SetupError, match="'colours' is true, false or \"starter\", not 'flip'"):
        arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides, "colours": "flip"})
