"""ATT, ITM-1, COM-1, BON: attachments, how they come to a side and to a character."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import SetupError, arrange, load
from tipover.cards.catalog import COMPANION, OBJECTIVE, SIDES, Catalog
from tipover.engine.core import questions
from tipover.engine.core.event import Attached, Placed, Revealed
from tipover.play.notation.typed_names import NotationError

SHELF = ["Needle", "Cheesecake", "Ghost", "Hack the Terminal"]
CAST = {"light": ["Rose Nylund", "Jon Snow"], "dark": ["Gi-hun", "Il-nam"]}


def described(light: dict[str, object], dark: dict[str, object], **more: object) -> dict[str, object]:
    sides = [{"side": "light", "figures": CAST["light"], **light}, {"side": "dark", "figures": CAST["dark"], **dark}]
    return {"map": "Barracks", "sides": sides, **more}


def begun(light: dict[str, object], dark: dict[str, object], **more: object) -> Game:
    """A game with attachments, light first."""
    game = Game(arrange(load(), described(light, dark, **more)).start())
    game.play("flip light")
    return game


def asked(game: Game) -> str:
    return questions.ASKS[game.state.decision.asked]


def on_map(game: Game) -> None:
    """Place whatever is still to be placed."""
    while game.state.round == 0:
        game.play(game.options[0])


# -- ATT-1 ---------------------------------------------------------------------------------------------------


@rule("ATT-1")
def test_every_side_has_the_same_number_of_any_kinds():
    setup = arrange(load(), described({"attachments": ["Needle", "Ghost"]}, {"attachments": ["Hack the Terminal", "Cheesecake"]}))
    assert setup.start().decision is not None
    with pytest.raises(SetupError) as caught:
        arrange(load(), described({"attachments": ["Needle", "Ghost"]}, {"attachments": ["Cheesecake"]}))
    assert str(caught.value) == "every side has the same number of attachments, not light 2, dark 1 (ATT-1)"


@rule("ATT-1")
def test_those_to_be_picked_count_as_well():
    assert arrange(load(), described({"attachments": ["Needle"]}, {"attach": 1}, box=SHELF))
    with pytest.raises(SetupError, match="not light 1, dark 2"):
        arrange(load(), described({"attachments": ["Needle"]}, {"attachments": ["Needle"], "attach": 1}, box=SHELF))


@rule("ATT-1", "SUP-3")
def test_attachments_are_picked_from_the_box_after_the_characters_going_round():
    sides = [{"side": side, "picks": 1, "attach": 2} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Gi-hun", "Il-nam", *SHELF]}).start())
    game.play("flip dark", "pick Gi-hun")
    # Light has one character left to pick and one in the box: nothing is asked.
    order = []
    while asked(game) == "attach":
        order.append(SIDES[game.state.decision.side])
        game.play(game.options[0])
    assert order == ["dark", "light", "dark", "light"]
    attached = [(event.side, event.figure) for event in game.happened(Attached)]
    assert sorted(side for side, _ in attached) == [0, 0, 1, 1]


@rule("ATT-1")
def test_an_item_and_a_companion_go_to_the_character_that_is_named():
    game = begun({"attachments": [{"name": "Needle", "of": "Jon Snow"}]}, {"attachments": [{"name": "Ghost", "of": "Il-nam"}]})
    on_map(game)
    assert game["L2.items"] == ["Needle"] and game["L1.items"] == []
    ghost = game.state.setup.figure("D3")
    assert game.state.name(ghost) == "Ghost" and game.state.of[ghost] == game.state.setup.figure("D2")


@rule("ATT-1", "ITM-1")
def test_who_has_it_is_a_decision_where_several_could():
    game = begun({"attachments": ["Needle"]}, {"attachments": [{"name": "Cheesecake", "of": "Gi-hun"}]})
    assert asked(game) == "attach" and game.options == ["pick Needle for L1", "pick Needle for L2"]
    game.play("pick Needle for Jon")
    on_map(game)
    assert game["L2.items"] == ["Needle"]


@rule("ATT-1")
def test_a_lone_holder_is_not_asked_for():
    sides = [{"side": "light", "figures": ["Rose Nylund", "Stark Guard"], "attachments": ["Needle"]},
             {"side": "dark", "figures": ["Gi-hun", "Worker #29"], "attachments": ["Cheesecake"]}]  # fmt: skip
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides}).start())
    game.play("flip light")
    assert asked(game) == "place"
    on_map(game)
    assert game["L1.items"] == ["Needle"] and game["D1.items"] == ["Cheesecake"]


@rule("ATT-1", "SUP-11")
def test_secret_attachments_are_shown_all_at_once():
    game = begun({"attach": 1}, {"attach": 1}, box=SHELF, secret=True)
    first = game.play("pick Needle for L1")
    assert [(event.thing, event.figure) for event in first] == [(-1, -1)], "only that something was picked"
    assert game["L1.items"] == []
    shown = game.play("pick Ghost for D2")
    kinds = [type(event) for event in shown]
    assert kinds.index(Revealed) < kinds.index(Attached, 1) and kinds.count(Attached) == 3
    assert game["L1.items"] == ["Needle"]


@rule("ATT-1")
def test_what_is_not_picked_is_not_in_the_game():
    game = begun({"attach": 1}, {"attach": 1}, box=SHELF)
    game.play("pick Needle for L1", "pick Needle for D1")
    on_map(game)
    state = game.state
    kinds = [state.setup.kind_of[f] for f, at in enumerate(state.figure_at) if at >= 0]
    assert COMPANION not in kinds and OBJECTIVE not in kinds
    assert [slot.name for piece, slot in enumerate(state.setup.pieces) if slot.sort == "item" and state.piece_holder[piece] >= 0] == [
        "Needle",
        "Needle",
    ]


@rule("ATT-1", "FST-2")
def test_first_games_have_none():
    sides = [{"side": "light", "figures": ["Rose Nylund", "Lifeguard"], "attachments": ["Cheesecake"]},
             {"side": "dark", "figures": ["Blanche Devereaux", "Gentleman Caller"], "attachments": ["Cheesecake"]}]  # fmt: skip
    with pytest.raises(SetupError, match=r"there are no attachments in first games \(FST-2\)"):
        arrange(load(), {"map": "Florida Boardwalk", "scenario": "First game (Golden Girls)", "sides": sides})


@rule("ATT-1")
@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("Nedle", "there is no attachment 'Nedle'; did you mean 'Needle'? (ATT-1)"),
        ("Gi-hun", "there is no attachment 'Gi-hun' (ATT-1)"),
        ("The List", "there is no attachment 'The List' (ATT-1)"),
        (5, "an attachment is a name, or a table with 'name' and 'of', who has it (ATT-1)"),
        ({"of": "Gi-hun"}, "an attachment is a name, or a table with 'name' and 'of', who has it (ATT-1)"),
        ({"name": "Needle", "to": "Gi-hun"}, "an attachment is a name, or a table with 'name' and 'of', who has it (ATT-1)"),
        ({"name": "Needle", "of": "Gi-hun"}, "'Needle' is for 'Gi-hun', who is not on light (ITM-1)"),
        ({"name": "Needle", "of": "Nobody"}, "'Needle' is for 'Nobody', who is not on light (ITM-1)"),
        ({"name": "Hack the Terminal", "of": "Jon Snow"}, "'Hack the Terminal' is a bonus objective and nobody's; leave out 'of' (BON-1)"),
    ],
)  # fmt: skip
def test_a_wrong_attachment_is_one_sentence(entry, told):
    with pytest.raises(SetupError) as caught:
        arrange(load(), described({"attachments": [entry]}, {"attachments": ["Needle"]}))
    assert str(caught.value) == told


@rule("ATT-1")
@pytest.mark.parametrize(("line", "rules"), [
    ("pick Needle for L2", []),
    ("pick Hack the Terminal for L1", ["ATT-1"]),
    ("place L1 a1", ["ATT-1"]),
])  # fmt: skip
def test_a_refused_pick_says_why(line, rules):
    game = begun({"attach": 1}, {"attach": 1}, box=SHELF)
    assert game.refused(line) == rules


@rule("ATT-1")
@pytest.mark.parametrize(("line", "told"), [
    ("pick Gi-hun", "there is no attachment 'Gi-hun'"),
    ("pick Needle", "for whom? write 'pick Needle for L1'"),
    ("pick Needle for D1", "'d1' is nobody who could have it; there are L1, L2"),
    ("pick", "there is no attachment ''"),
])  # fmt: skip
def test_a_pick_that_says_nothing_is_told_so(line, told):
    game = begun({"attach": 1}, {"attach": 1}, box=SHELF)
    with pytest.raises(NotationError) as caught:
        game.play(line)
    assert str(caught.value) == told


# -- ITM-1, SUP-7 ----------------------------------------------------------------------------------------------


@rule("ITM-1", "SUP-7")
def test_basic_characters_have_no_attachments():
    sides = [{"side": "light", "figures": ["Rose Nylund", "Stark Guard"], "attachments": [{"name": "Needle", "of": "Stark Guard"}]},
             {"side": "dark", "figures": ["Gi-hun", "Worker #29"], "attachments": ["Cheesecake"]}]  # fmt: skip
    with pytest.raises(SetupError) as caught:
        arrange(load(), {"map": "Barracks", "sides": sides})
    assert str(caught.value) == "'Stark Guard' is a basic character and cannot have 'Needle' (ITM-1, SUP-7)"


@rule("ITM-1", "COM-1", "SUP-7")
@pytest.mark.parametrize(("name", "told"), [
    ("Needle", "nobody of light can have 'Needle': basic characters have no attachments (ITM-1, SUP-7)"),
    ("Ghost", "nobody of light can have the companion 'Ghost': basic characters have no attachments (COM-1, SUP-7)"),
])  # fmt: skip
def test_a_side_of_basics_alone_can_only_have_objectives(name, told):
    sides = [
        {"side": "light", "figures": ["Stark Guard"], "attachments": [name]},
        {"side": "dark", "figures": ["Gi-hun"], "attachments": ["Needle"]},
    ]
    with pytest.raises(SetupError) as caught:
        arrange(load(), {"map": "Barracks", "sides": sides})
    assert str(caught.value) == told
    sides[0]["attachments"] = ["Hack the Terminal"]
    assert arrange(load(), {"map": "Barracks", "sides": sides})


@rule("ITM-1")
def test_an_item_gives_its_action_to_its_holder_alone():
    game = begun({"attachments": [{"name": "Invitation", "of": "Jon Snow"}]}, {"attachments": ["Hack the Terminal"]})
    on_map(game)
    assert game.allows("L2: use Invitation") and not game.allows("L1: use Invitation")


@rule("ITM-1")
def test_a_trait_item_works_from_the_start():
    """Honeycomb adds a gold token to the pool when the game begins."""
    game = begun({"attachments": [{"name": "Honeycomb", "of": "Jon Snow"}]}, {"attachments": ["Hack the Terminal"]})
    on_map(game)
    assert list(game["sides.light.pool"]).count("gold") == 3, "one of each character, and the Honeycomb's"


# -- COM-1 -----------------------------------------------------------------------------------------------------


@rule("COM-1", "SUP-6")
def test_a_companion_starts_in_its_sides_starting_area_placed_by_its_side():
    game = begun({"attachments": [{"name": "Ghost", "of": "Rose Nylund"}]}, {"attachments": ["Hack the Terminal"]})
    home = set(game.squares(game.state.setup.starts[0]))
    for _ in range(2):
        game.play(game.options[0])
    assert game.state.decision.side == 0
    assert {line.removeprefix("place L3 ") for line in game.options} < home


@rule("COM-1", "COM-2")
def test_a_companion_acts_in_the_turn_of_the_character_it_was_picked_for():
    game = begun({"attach": 1}, {"attach": 1}, box=["Ghost"])
    game.play("pick Ghost for L2", "pick Ghost for D1")
    on_map(game)
    assert game.allows("L2") and game.allows("L1")
    mark = next(slot.mark for slot in game.state.setup.figures if slot.side == 0 and slot.kind == COMPANION)
    other = Game(game.state.clone())
    game.play("L2")
    assert [line for line in game.options if line.startswith(f"{mark}: move")]
    other.play("L1")
    assert not [line for line in other.options if line.startswith(f"{mark}:")]


@rule("COM-1", "TEA-3")
def test_a_companion_belongs_to_the_seat_of_its_character():
    game = begun({"seats": 2, "attachments": [{"name": "Ghost", "of": "Jon Snow"}]}, {"attachments": ["Hack the Terminal"]})
    ghost = game.state.setup.figure("L3")
    assert game.state.seat_of(ghost) == game.state.seat_of(game.state.setup.figure("L2")) == 1


# -- SUP-10 ----------------------------------------------------------------------------------------------------


@rule("SUP-10")
def test_identical_attachments_may_be_on_different_sides_but_not_twice_on_one():
    assert arrange(load(), described({"attachments": ["Needle"]}, {"attachments": ["Needle"]}))
    for twice in (["Needle", "needle"], ["Hack the Terminal", "Data Terminal"]):
        with pytest.raises(SetupError, match=r"light has .* twice \(SUP-10\)"):
            arrange(load(), described({"attachments": twice}, {"attachments": ["Needle", "Ghost"]}))


@rule("SUP-10")
def test_what_a_side_has_it_cannot_pick_again_and_the_other_can():
    game = begun(
        {"attachments": [{"name": "Needle", "of": "Jon Snow"}], "attach": 1}, {"attach": 2}, box=["Needle", "Cheesecake", "Honeycomb"]
    )
    assert "pick Needle for D1" in game.options, "dark has two to pick and begins"
    game.play("pick Needle for D1")
    assert not [line for line in game.options if "Needle" in line], "light has its Needle"
    game.play("pick Cheesecake for L1")
    assert sorted(game.options) == ["pick Cheesecake for D1", "pick Cheesecake for D2", "pick Honeycomb for D1", "pick Honeycomb for D2"]
    assert game.refused("pick Needle for D2") == ["SUP-10"]


@rule("SUP-10")
def test_a_character_may_have_several_items_and_one_companion(wolves):
    game = begun({"attach": 3}, {"attach": 3}, box=["Needle", "Cheesecake", "Honeycomb"])
    for side in "LDLDLD":
        game.play(next(line for line in game.options if line.endswith(f"for {side}1")))
    on_map(game)
    assert sorted(game["L1.items"]) == ["Cheesecake", "Honeycomb", "Needle"]
    two = {"attachments": [{"name": "Ghost", "of": "Jon Snow"}, {"name": "Nymeria", "of": "Jon Snow"}]}
    with pytest.raises(SetupError, match=r"'Jon Snow' has two companions; a character has one at most \(SUP-10\)"):
        arrange(wolves, described(two, {"attachments": ["Needle", "Cheesecake"]}))


@rule("SUP-10")
def test_a_second_companion_goes_to_somebody_else(wolves):
    game = Game(arrange(wolves, described({"attach": 2}, {"attach": 2}, box=["Ghost", "Nymeria"])).start())
    game.play("flip light", "pick Ghost for L1", "pick Ghost for D1")
    assert game.options == ["pick Nymeria for L2"] or asked(game) == "place", "a lone answer is not asked for"
    on_map(game)
    of = {
        game.state.name(f): game.state.setup.mark(game.state.of[f])
        for f in range(len(game.state.card))
        if game.state.setup.side_of[f] == 0 and game.state.of[f] >= 0
    }
    assert of == {"Ghost": "L1", "Nymeria": "L2"}


@pytest.fixture
def wolves(tmp_path: Path) -> Catalog:
    """The sets have one companion; with this pack there is a second."""
    pack = tmp_path / "wolves"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Wolves"\nversion = "1"\n')
    (pack / "attachments.toml").write_text(
        '[[companion]]\nname = "Nymeria"\ndefense = 1\nrule = "As a companion action, this may move 3."\n'
    )
    return load(pack)


@rule("SUP-10")
def test_a_box_must_hold_enough_for_everyone():
    with pytest.raises(SetupError) as caught:
        arrange(load(), described({"attach": 2}, {"attach": 2}, box=["Needle"]))
    assert str(caught.value) == "light picks 2 attachments and the box holds 1 that it may have (SUP-10)"
    sides = [{"side": side, "figures": ["Stark Guard"], "attach": 1} for side in ("light", "dark")]
    with pytest.raises(SetupError, match="the box holds 0 that it may have"):
        arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Needle", "Ghost"]})


# -- BON -------------------------------------------------------------------------------------------------------


@rule("BON-1")
def test_an_opponent_places_the_objective_in_its_own_starting_area_after_all_characters():
    game = begun({"attachments": ["Hack the Terminal"]}, {"attachments": ["Retrieve the Vibranium"]})
    for _ in range(4):
        assert asked(game) == "place"
        game.play(game.options[0])
    ask = game.state.decision
    assert game.state.name(ask.figure) == "Data Terminal" and ask.seats == [1] and ask.side == 1
    home = set(game.squares(game.state.setup.starts[1]))
    assert {line.split()[-1] for line in game.options} < home
    events = game.play(game.options[0])
    assert [type(event) for event in events] == [Placed]
    ask = game.state.decision
    assert game.state.name(ask.figure) == "Vibranium Case" and ask.seats == [0]


@rule("BON-1", "BON-4")
def test_with_more_sides_the_next_clockwise_places_it_and_it_counts_for_its_own_team():
    sides = [{"side": side, "figures": [name], "attachments": [what]} for side, name, what in (
        ("light", "Gi-hun", "Hack the Terminal"), ("dark", "Il-nam", "Hack the Terminal"), ("fourth", "Jon Snow", "Hack the Terminal"),
    )]  # fmt: skip
    game = Game(arrange(load(), {"map": "Winterfell", "sides": sides}).start())
    game.play("flip fourth")
    placers = []
    while game.state.round == 0:
        ask = game.state.decision
        if game.state.setup.kind_of[ask.figure] == OBJECTIVE:
            placers.append((SIDES[game.state.setup.side_of[ask.figure]], SIDES[ask.side], ask.seats))
        game.play(game.options[0])
    assert placers == [("fourth", "light", [0]), ("light", "dark", [1]), ("dark", "fourth", [2])]
    state = game.state
    offers = {entry.source.side for entry in state.texts.changes["offer"] if entry.source.name in ("Data Terminal", "Hack the Terminal")}
    assert offers == {0, 1, 3}


@rule("BON-2", "BON-4")
def test_it_is_completed_for_the_team_of_its_card():
    drawing = " A x b "
    own = scene(drawing, x={"side": "light", "character": "Data Terminal"}, sides={"light": {"pool": [], "track": [[], ["red"], [], []]}})
    assert own.allows("A: interact Data Terminal")
    other = scene(drawing, turn="b", x={"side": "light", "character": "Data Terminal"})
    assert not other.allows("b: interact Data Terminal")


@rule("BON-2", "BON-3")
def test_it_occupies_its_square_and_cannot_be_challenged():
    game = scene(" . A x b ", x={"side": "dark", "character": "Data Terminal"})
    assert game.refused("A: move c1")[0] in ("MOV-8", "MOV-6")
    assert game.refused("A: challenge x")
