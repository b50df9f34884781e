"""The learned evaluation: numbers of a position, a net in whole numbers, and files that are refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import log
from pathlib import Path

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from tipover import State, apply, arrange, load
from tipover.bots import make, net_file
from tipover.bots.evaluate import Evaluator
from tipover.bots.features import OF_FIGURE, OF_GAME, OF_SIDE, ONE, look_of
from tipover.bots.net import EMBED_FINE, FINE, MOST_LEAD, OUT_FINE, SUM_BITS, Look, Net
from tipover.bots.net_file import NetError, read_made, read_net, written
from tipover.bots.turn_planner import Grasp, TurnBot
from tipover.bots.value import hand_leads, outlooks
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream
from tipover.play.scene import scene_state

EMBED, HIDDEN = 2, 3
LIES = OPEN_FIELD + '\n[figures]\nb = { side = "dark", down = true }\n'
SIDES, FIGURES, GAME = len(OF_SIDE), len(OF_FIGURE), len(OF_GAME)


def zeros(rows: int, sums: int) -> list[list[int]]:
    return [[0] * sums for _ in range(rows)]


def empty_net() -> Net:
    """A net that says nothing, to be filled."""
    return Net(
        zeros(FIGURES, EMBED), zeros(SIDES, HIDDEN), zeros(SIDES, HIDDEN), zeros(EMBED, HIDDEN), zeros(EMBED, HIDDEN), zeros(GAME, HIDDEN),
        [0] * HIDDEN, [0] * HIDDEN, [0] * SIDES, [0] * EMBED,
    )  # fmt: skip


def made_again(net: Net) -> Net:
    """The net with its rows as they are now: it packs them when it is made."""
    return Net(*(getattr(net, part) for part in net_file.PARTS))


def drawn_net(seed: str = "net") -> Net:
    """A net whose weights are drawn by lot."""
    lot = Stream(seed, "weights")
    net = empty_net()
    for part in net_file.PARTS:
        rows = getattr(net, part)
        for row in rows if isinstance(rows[0], list) else [rows]:
            row[:] = [lot.randrange(4001) - 2000 for _ in row]
    return made_again(net)


def seen(state: State) -> Look:
    evaluator = Evaluator(state)
    return look_of(state, evaluator, evaluator.worths(state))


def named(state: State, side: int = 0) -> dict[str, int]:
    """The features of a side by name."""
    return dict(zip(OF_SIDE, seen(state).sides[side], strict=True))


def figure(state: State, side: int, number: int) -> dict[str, int]:
    """The features of a side's figure by name."""
    return dict(zip(OF_FIGURE, seen(state).figures[side][number], strict=True))


# -- features ------------------------------------------------------------------------------------------------


def test_a_figure_that_is_knocked_down_lies_and_is_a_chance_for_its_rival() -> None:
    stands, lies = scene_state(OPEN_FIELD), scene_state(LIES)
    before, now = figure(stands, 1, 0), figure(lies, 1, 0)
    assert (before["standing"], before["lying"], now["standing"], now["lying"]) == (ONE, 0, 0, ONE)
    assert now["danger_ready"] == before["danger_ready"] > 0 and before["best_fall"] > 0 == now["best_fall"], "who lies challenges nobody"
    hunter, before_hunter = figure(lies, 0, 0), figure(stands, 0, 0)
    assert hunter["best_out"] > before_hunter["best_out"] == 0 and hunter["to_move"] == ONE and now["rival_moves"] == ONE
    assert named(lies, 1)["lying_ready"] == named(stands, 1)["lying_ready"] + 8
    assert named(lies, 1)["standing_ready"] == named(stands, 1)["standing_ready"] - 8


def test_what_is_in_reach_of_the_side_to_move_is_told_apart_from_what_the_other_could_take() -> None:
    state = scene_state(CORRIDOR)
    own, rival = named(state), named(state, 1)
    assert (own["to_move"], rival["to_move"]) == (ONE, 0)
    assert own["pay_ready"] == own["pay_next"] == ONE, "E pays a point, which a clone tells"
    assert (rival["pay_ready"], rival["pay_next"]) == (ONE, 0)
    assert figure(state, 0, 0)["pay_reach"] == figure(state, 1, 0)["pay_reach"] == ONE
    assert figure(state, 1, 1)["pay_near"] > figure(state, 1, 1)["pay_reach"] == 0 or figure(state, 1, 1)["pay_reach"] == ONE


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
        while not state.round and state.decision is not None:
            apply(state, state.decision.options[0])
        look = seen(state)
        figures = [row for rows in look.figures for row in rows]
        assert [len(row) for row in look.sides] == [SIDES] * sides and len(look.game) == GAME and {len(row) for row in figures} == {FIGURES}
        assert len(look.figures) == sides and all(look.figures)
        assert all(type(one) is int and abs(one) < 128 for row in (*look.sides, *figures, look.game) for one in row)


# -- the net -------------------------------------------------------------------------------------------------


def test_equal_sides_are_even_and_sides_that_change_places_change_their_chances() -> None:
    net, lot = drawn_net(), Stream("rows", "looks")
    game = [lot.randrange(40) for _ in OF_GAME]
    rows = [[lot.randrange(80) - 40 for _ in OF_SIDE] for _ in range(3)]
    figures = [[[lot.randrange(40) for _ in OF_FIGURE] for _ in range(number)] for number in (2, 3, 1)]
    assert net.leads(Look([rows[0], rows[0]], [figures[0], figures[0]], game)) == [0.0, 0.0]
    one, other = net.leads(Look(rows[:2], figures[:2], game)), net.leads(Look(rows[1::-1], figures[1::-1], game))
    assert one == other[::-1] and one[0] == -one[1] != 0
    three = net.leads(Look(rows, figures, game))
    turned = net.leads(Look([rows[2], rows[0], rows[1]], [figures[2], figures[0], figures[1]], game))
    assert sum(three) == pytest.approx(0) and [turned[1], turned[2], turned[0]] == three


def look_with(own: tuple[int, int], rival: tuple[int, int], figures: list[list[int]] | None = None) -> Look:
    """Two sides with these first two features, and figures with these first ones of the first side."""
    rows = [[*one, *[0] * (SIDES - 2)] for one in (own, rival)]
    of_figures = [[*one, *[0] * (FIGURES - len(one))] for one in figures or []]
    return Look(rows, [of_figures, []], [0] * GAME)


def test_a_net_by_hand() -> None:
    """A hidden sum: what a side has of the first feature, less what its rival has of the second, cut off below zero."""
    net = empty_net()
    net.own[0][1], net.rival[1][1], net.out[1] = FINE, -FINE, OUT_FINE
    net = made_again(net)
    # forwards 1 - 1/2, backwards less than nothing; each side has half of the difference
    assert net.leads(look_with((ONE, ONE), (0, ONE // 2))) == [0.25, -0.25]
    assert net.leads(look_with((0, 0), (ONE, 0))) == [-0.5, 0.5]
    assert net.leads(look_with((100 * ONE, 0), (0, 0))) == [MOST_LEAD, -MOST_LEAD], "a lead has its limit"


def test_figures_are_summed_one_by_one_and_below_zero_they_count_nothing() -> None:
    net = empty_net()
    net.figure[0][0], net.figure[1][0], net.direct_figure[0] = FINE, -FINE, EMBED_FINE
    net = made_again(net)
    assert net.leads(look_with((0, 0), (0, 0), [[ONE, 0], [ONE, ONE // 2]])) == [0.75, -0.75]
    assert net.leads(look_with((0, 0), (0, 0), [[ONE, 0], [ONE, 3 * ONE]])) == [0.5, -0.5], "the second does not take from the first"


def test_negative_sums_do_not_borrow_from_their_neighbours() -> None:
    net = empty_net()
    net.own[0], net.bias, net.out = [-FINE, FINE, -FINE], [0, -(1 << SUM_BITS - 1), 0], [OUT_FINE] * HIDDEN
    assert made_again(net).leads(look_with((ONE, 0), (0, 0))) == [0.25, -0.25]


def test_a_position_is_judged_by_hand_and_corrected_by_the_net_and_a_game_that_is_over_by_neither() -> None:
    state = scene_state(OPEN_FIELD)
    assert sum(outlooks(state, Evaluator(state, net=drawn_net()))) == pytest.approx(1)
    by_hand = hand_leads(state, Evaluator(state))
    silent, learned = outlooks(state, Evaluator(state, net=empty_net())), outlooks(state, Evaluator(state, net=drawn_net()))
    assert log(silent[0] / silent[1]) == pytest.approx(by_hand[0] - by_hand[1], abs=0.02)
    leads = drawn_net().leads(seen(state))
    assert log(learned[0] / learned[1]) == pytest.approx(by_hand[0] - by_hand[1] + leads[0] - leads[1], rel=0.05, abs=0.05) != 0
    state.over, state.winner = True, state.setup.sides[1]
    assert outlooks(state, Evaluator(scene_state(OPEN_FIELD), net=drawn_net())) == (0.0, 1.0)


def test_a_bot_with_a_net_answers_what_is_offered_and_the_same_for_the_same_seed() -> None:
    for grasp in (Grasp(30), Grasp(120, wide=40), Grasp(30, is_one_turn=True)):
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
        (told(lambda data: data.update({"tipover-net": 1})), "form 1"),
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
        data = json.loads(written(net, {}))
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
        for bot in (make("learned:40", 1), make("turns:40", 1, net), make("turns:40", 1))
        if isinstance(bot, TurnBot)
    )
    assert learned == given != by_hand
