"""PTS and WIN, where cards take part."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not

PACK = pack("rulings")
SQUID = {
    "scenario": "Squid Game",
    "areas": {
        "start light": ["a1"],
        "start dark": ["d1"],
        "Entry": ["b1"],
        "Entry Centre": ["b1"],
        "Scoring": ["c1"],
        "Out of Bounds": [["d1"]],
    },
}


@rule("PTS-3")
def test_a_side_the_scenario_shuts_out_cannot_interact_with_point_markers_the_other_can():
    game = scene(" A F . b ", points={"F": "F"}, **SQUID)
    assert game.allows("A: interact F")
    other = scene(" A . F b ", points={"F": "F"}, turn="b", **SQUID)
    assert other.refused("b: interact F")[0] == "PTS-3"
    assert "b" in why_not(other.state, "b: interact F")[0].sentence


@rule("PTS-3")
def test_where_no_scenario_speaks_of_it_everyone_may():
    for turn in ("A", "b"):
        game = scene(" A F b ", points={"F": "F"}, turn=turn, scenario="Triumph", areas={"Middle": ["b1"]})
        assert game.allows(f"{turn}: interact F")


@rule("PTS-3", "CTL-1")
def test_a_figure_made_to_interact_by_the_shut_out_side_is_judged_by_its_own_side():
    game = scene(" A b F . ", A="Sae-byeok", b={"side": "dark"}, pool="silver", points={"F": "F"}, **SQUID)
    game.play("A: Intimidating Demand")
    assert "> interact F" not in game.options, "Interacting is no move, challenge or sight: b stays a figure of dark's."


@rule("PTS-4")
def test_companions_and_minions_given_an_interact_use_it_for_their_side():
    for mark, name in (("G", "Ghost"), ("P", "Pet")):
        game = scene(
            f" A . {mark} F b ",
            A="Coach",
            catalog=PACK,
            points={"F": "F"},
            pool="gold",
            **{mark: {"character": name, "of": "A"}},
        )
        game.play("A: Fetch")
        assert (game["sides.light.points"], game["sides.light.track"]) == (1, [[], [], ["gold"], ["F"]]), name


@rule("PTS-4")
def test_a_companions_own_actions_are_no_interact():
    game = scene(" A G F b ", A="Jon Snow", G={"character": "Ghost", "of": "A"}, points={"F": "F"})
    assert "G: interact F" not in game.options
    assert game.refused("G: interact F")[0] == "COM-2"


@rule("PTS-1")
def test_an_ability_that_gives_an_interact_gives_the_point():
    game = scene(" A . B F . b ", A="Gi-hun", pool="gold", points={"F": "F"})
    game.play("A: Heart of Gold for 3 > d1")
    assert (game["A.square"], game["sides.light.points"]) == ("d1", 1)


@rule("WIN-2")
def test_a_point_gained_by_a_text_ends_a_game_of_that_kind_at_once():
    trials = pack("trials")
    game = scene(" A F b ", scenario="Sudden", catalog=trials, points={"F": "F"}, sides={"light": {"points": 2}})
    game.play("A: interact F")
    assert game["winner"] == "light"
