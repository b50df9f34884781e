"""The learned evaluation: numbers of a position, a net in whole numbers, and files that are refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from tipover import State, arrange, load
from tipover.bots import make, net_file
from tipover.bots.evaluate import Evaluator
from tipover.bots.features import OF_GAME, OF_SIDE, ONE, look_of
from tipover.bots.net import Look, Net, chances_of
from tipover.bots.net_file import NetError, read_made, read_net, written
from tipover.bots.turn_planner import Grasp, TurnBot
from tipover.bots.value import outlooks
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream
from tipover.play.scene import scene_state

HIDDEN = 3
LIES = OPEN_FIELD + '\n[figures]\nb = { side = "dark", down = true }\n'


def drawn_net(seed: str = "net") -> Net:
    """A net whose weights are drawn by lot."""
    lot = Stream(seed, "weights")

    def row(number: int) -> list[int]:
        return [lot.randrange(4001) - 2000 for _ in range(number)]

    sides, game = len(OF_SIDE), len(OF_GAME)
    rows = [[row(HIDDEN) for _ in range(number)] for number in (sides, sides, game)]
    return Net(*rows, bias=row(HIDDEN), out=row(HIDDEN), direct=row(sides))


def named(state: State, side: int = 0) -> dict[str, int]:
    """The features of a side by name."""
    return dict(zip(OF_SIDE, look_of(state, Evaluator(state)).sides[side], strict=True))


# -- features ------------------------------------------------------------------------------------------------


def test_a_figure_that_is_knocked_down_lies_and_is_a_chance_for_its_rival() -> None:
    standing, lying = named(scene_state(OPEN_FIELD)), named(scene_state(LIES))
    rival_stands, rival_lies = named(scene_state(OPEN_FIELD), 1), named(scene_state(LIES), 1)
    assert (
        rival_lies["lying_ready"] == rival_stands["lying_ready"] + 8 and rival_lies["standing_ready"] == rival_stands["standing_ready"] - 8
    )
    assert lying["outs_next"] > standing["outs_next"] == 0 and lying["falls_ready"] < standing["falls_ready"]


def test_what_is_in_reach_of_the_side_to_move_is_told_apart_from_what_the_other_could_take() -> None:
    state = scene_state(CORRIDOR)
    own, rival = named(state), named(state, 1)
    assert (own["to_move"], rival["to_move"]) == (ONE, 0)
    assert own["pay_ready"] == own["pay_next"] == own["pay_most"] == ONE, "E pays a point, which a clone tells"
    assert (rival["pay_ready"], rival["pay_next"], rival["pay_most"]) == (ONE, 0, 0)


def test_what_a_goal_pays_is_what_the_act_pays_and_not_the_turns_after_it() -> None:
    """With E light has the points that win at the end of the round; taking it pays one all the same."""
    state = scene_state(CORRIDOR)
    target = state.setup.target or 8
    state.points[0] = target - 1
    evaluator = Evaluator(state)
    piece = next(number for number, one in enumerate(state.setup.pieces) if one.name == "E")
    assert evaluator.pay(state, state.setup.sides[0], piece) == 1.0


def test_every_position_of_every_number_of_sides_has_the_same_features() -> None:
    for mode, sides in (("2v2", 2), ("ffa3", 3), ("ffa4", 4)):
        state = arrange(load(), deal(load(), "features", Wish(mode, rounds=2, dealt=True))).start()
        look = look_of(state, Evaluator(state))
        assert [len(row) for row in look.sides] == [len(OF_SIDE)] * sides and len(look.game) == len(OF_GAME)
        assert all(type(one) is int for row in (*look.sides, look.game) for one in row)


# -- the net -------------------------------------------------------------------------------------------------


def test_equal_sides_are_even_and_sides_that_change_places_change_their_chances() -> None:
    net, lot = drawn_net(), Stream("rows", "looks")
    game = [lot.randrange(40) for _ in OF_GAME]
    rows = [[lot.randrange(40) for _ in OF_SIDE] for _ in range(3)]
    assert chances_of(net, Look([rows[0], rows[0]], game)) == [0.5, 0.5]
    one, other = chances_of(net, Look(rows[:2], game)), chances_of(net, Look(rows[1::-1], game))
    assert one == other[::-1] and one[0] != 0.5
    three = chances_of(net, Look(rows, game))
    turned = chances_of(net, Look([rows[2], rows[0], rows[1]], game))
    assert sum(three) == pytest.approx(1) and [turned[1], turned[2], turned[0]] == pytest.approx(three)


def test_a_net_by_hand() -> None:
    """One hidden sum: what a side has of the first feature, less what its rival has of the second, cut off below zero."""
    sides, game = len(OF_SIDE), len(OF_GAME)
    own, rival = [[0]] * sides, [[0]] * sides
    own = [[1 << 20], *own[1:]]
    rival = [rival[0], [-(1 << 20)], *rival[2:]]
    net = Net(own, rival, [[0]] * game, [0], [16], [0] * sides)
    rows = [[16, 0, *[0] * (sides - 2)], [0, 8, *[0] * (sides - 2)]]
    # forwards: 16 - 8 = 8 of 2^20, times 16 is 2^27, half a unit; backwards: 0 - 0 is nothing
    assert net.leads(Look(rows, [0] * game)) == [0.25, -0.25]


def test_a_position_is_judged_by_hand_and_by_the_net_alike_and_a_game_that_is_over_by_neither() -> None:
    state = scene_state(OPEN_FIELD)
    evaluator = Evaluator(state, net=drawn_net())
    by_hand, both = outlooks(state, Evaluator(state)), outlooks(state, evaluator)
    learned = chances_of(drawn_net(), look_of(state, evaluator))
    assert learned[0] != pytest.approx(by_hand[0]) and both == pytest.approx(
        [(one + other) / 2 for one, other in zip(by_hand, learned, strict=True)], abs=0.002
    )
    state.over, state.winner = True, state.setup.sides[1]
    assert outlooks(state, Evaluator(scene_state(OPEN_FIELD), net=drawn_net())) == (0.0, 1.0)


def test_a_bot_with_a_net_answers_what_is_offered_and_the_same_for_the_same_seed() -> None:
    for grasp in (Grasp(30), Grasp(120, wide=40)):
        state = scene_state(CORRIDOR)
        ask = asked(state)
        first, again = (TurnBot("seed", grasp, net=drawn_net()).choose(view(state, ask.seats[0]), ask) for _ in range(2))
        assert first == again and ask.offers(first)


# -- files ---------------------------------------------------------------------------------------------------


def test_a_net_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    net, path = drawn_net(), tmp_path / "a.net"
    path.write_bytes(written(net, {"games": 12}))
    found = read_net(path)
    assert all(getattr(found, part) == getattr(net, part) for part in net_file.PARTS)
    assert read_made(path) == {"games": 12}


def told(change: Callable[[dict[str, object]], object]) -> bytes:
    data = json.loads(written(drawn_net(), {}))
    change(data)
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no net, or only a part of one"),
        (written(drawn_net(), {})[:500], "no net, or only a part of one"),
        (b"[" * 200_000, "no net, or only a part of one"),
        (b'{"tipover-net": 1, "made": "\\ud800"}', "no net, or only a part of one"),
        (b"[1]", "no net of Tipover's"),
        (b'{"a": 1}', "no net of Tipover's"),
        (b" " * (net_file.MOST_BYTES + 1), "too large"),
        (told(lambda data: data.update({"tipover-net": 2})), "form 2"),
        (told(lambda data: data.update({"of_side": ["points"]})), "other features"),
        (told(lambda data: data.update({"bias": [1, 2, 3]})), "damaged"),
        (told(lambda data: data.pop("digest")), "damaged"),
    ],
)
def test_a_file_that_is_no_net_is_refused_with_a_sentence(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.net"
    path.write_bytes(data)
    with pytest.raises(NetError) as error:
        read_net(path)
    assert said in str(error.value) and str(path) in str(error.value)


def test_a_folder_is_no_net(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="this is no file"):
        read_net(tmp_path)


@pytest.mark.parametrize("part", [*net_file.PARTS])
def test_parts_that_do_not_fit_together_are_refused_even_with_a_true_digest(part: str, tmp_path: Path) -> None:
    net, path = drawn_net(), tmp_path / "bad.net"
    wrong: list[object] = [{}, [0.5], [[1, "two"]], [1], [[1]], [True]]
    for value in wrong:
        changed = Net(net.own, net.rival, net.game, net.bias, net.out, net.direct)
        data = json.loads(written(changed, {}))
        data[part] = value
        data["digest"] = net_file._digest({key: one for key, one in data.items() if key != "digest"})
        path.write_text(json.dumps(data))
        with pytest.raises(NetError, match=r"whole numbers|fit together"):
            read_net(path)


def test_without_a_net_that_can_be_read_the_evaluation_by_hand_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net_file.shipped_net.cache_clear()
    monkeypatch.setattr(net_file, "SHIPPED", tmp_path / "gone.net")
    try:
        with pytest.warns(UserWarning, match="the net cannot be read.*The evaluation by hand plays instead"):
            assert net_file.shipped_net() is None
    finally:
        net_file.shipped_net.cache_clear()


def test_the_net_of_this_version_can_be_read_and_is_the_one_that_learned_plays_with() -> None:
    net_file.shipped_net.cache_clear()
    net = net_file.shipped_net()
    assert net is not None and read_made(net_file.SHIPPED)["by"] == "tipover lab train"
    state = scene_state(CORRIDOR)
    ask = asked(state)
    learned, given, by_hand = (
        [one.chance for one in bot.weigh(view(state, ask.seats[0]), ask)]
        for bot in (make("learned:40", 1), make("plan:40", 1, net), make("plan:40", 1))
        if isinstance(bot, TurnBot)
    )
    assert learned == given != by_hand
