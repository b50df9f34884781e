"""Training: the same samples from the same seed, a fit that finds what decides games, and nets that have to prove themselves."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from cli.runs import run
from tipover import apply, arrange
from tipover.bots import make
from tipover.bots.features import OF_FIGURE, OF_GAME, OF_SIDE, ONE
from tipover.bots.net import Look, Net
from tipover.bots.net_file import PARTS, read_made, read_net
from tipover.bots.turn_tree import TurnTree
from tipover.bots.weights import PLAYED
from tipover.engine.view import view
from tipover.lab import LabError
from tipover.lab.fitting import fit
from tipover.lab.lab_games import LabGame, Row, catalog_of
from tipover.lab.learner import AMONG, Learner, is_turn_begun
from tipover.lab.schedule import wishes
from tipover.lab.train import PLACE, Train, TrainPlan
from tipover.lab.train_games import (
    CHANCE_FINE,
    HEAD,
    NO_RESULT,
    REPLY,
    SAMPLE,
    SHARE,
    SIDES,
    Samples,
    _goal,
    _Position,
    _Sampler,
    packed,
    sampled_game,
    unpacked,
)  # fmt: skip
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream

POINTS = OF_SIDE.index("points")
STANDING = OF_FIGURE.index("standing")


def made_up(seed: str, positions: int = 24) -> str:
    """Samples in which the side with more points wins, and of equal ones the side whose figure stands; by hand nothing is known."""
    lot = Stream(seed, "made up")
    numbers = array("h")
    for _ in range(positions):
        row = [0] * SAMPLE
        points = [8 * lot.randrange(4), 8 * lot.randrange(4)]
        stands = lot.randrange(2)
        row[HEAD + POINTS], row[HEAD + len(OF_SIDE) + POINTS] = points
        row[HEAD + SIDES + STANDING] = ONE * stands
        won = points[0] > points[1] or (points[0] == points[1] and stands)
        row[1] = row[2] = CHANCE_FINE * int(won)
        numbers.extend(row)
    return packed(numbers.tobytes())


def look(own: int, rival: int, stands: bool = False) -> Look:
    rows = [[0] * len(OF_SIDE), [0] * len(OF_SIDE)]
    rows[0][POINTS], rows[1][POINTS] = own, rival
    figure = [0] * len(OF_FIGURE)
    figure[STANDING] = ONE * stands
    return Look(rows, [[figure], []], [0] * len(OF_GAME))


def test_samples_come_back_from_their_text() -> None:
    found = unpacked(made_up("text", 3))
    assert len(found) == 3 * SAMPLE and set(found) - {0} and found == unpacked(made_up("text", 3)) != unpacked(made_up("other", 3))


def sample(number: int, net: Net | None = None) -> Samples:
    setup = arrange(catalog_of(()), deal(catalog_of(()), "sampled", Wish("2v2", scenario="Leaders", rounds=2, dealt=True)))
    return sampled_game(setup, f"sampled {number}", 12, net)


def test_a_game_leaves_the_same_samples_for_the_same_seed() -> None:
    first, again = sample(1), sample(1)
    assert first.numbers == again.numbers and first.state == again.state and first.state.over, "the game goes on to its end"
    numbers = unpacked(packed(first.numbers))
    assert len(numbers) == first.turns * SAMPLE
    results = [numbers[k + 2] for k in range(0, len(numbers), SAMPLE)]
    turns = len([one for one in results if one != NO_RESULT])
    assert 6 <= turns <= 16 and first.turns > 2 * turns, "two rounds of four turns, a position before each, and ends of lines"
    assert len({*results[:turns]}) == 1 and {*results[:turns]} <= {0, CHANCE_FINE // 2, CHANCE_FINE} and {*results[turns:]} == {NO_RESULT}
    goals = [numbers[k + 1] for k in range(0, len(numbers), SAMPLE)]
    assert all(0 <= goal <= CHANCE_FINE for goal in goals) and len(set(goals)) > 1
    assert any(numbers[k] for k in range(0, len(numbers), SAMPLE)), "what the evaluation by hand says"


def test_a_game_is_played_against_oneself_or_a_steady_rival_as_the_seed_says() -> None:
    setup = arrange(catalog_of(()), deal(catalog_of(()), "sampled", Wish("2v2", scenario="Leaders", rounds=1, dealt=True)))
    found = [[isinstance(player, Learner) for player in _Sampler(setup, f"{k}", 12, None).players] for k in range(30)]
    alone = sum(all(learners) for learners in found)
    assert 8 <= alone <= 22 and all(any(learners) for learners in found)
    assert len({learners[0] for learners in found if not all(learners)}) == 2, "at either side"


def test_what_a_position_came_to_is_without_the_luck_of_the_dice() -> None:
    """A rival's turn from an even position: luck gave 0.2, and the next position came to 0.1 more than it looked."""
    one = _Position(look(0, 0), 0.0, 0.5)
    one.luck = 0.2
    assert _goal(one, 0.9, 0.8) == pytest.approx(0.8 - 0.2 + SHARE * 0.1)
    one.planned = 0.6  # its own turn: what its dice gave is the difference between its plan and the next position
    assert _goal(one, 0.9, 0.8) == pytest.approx(0.6 + SHARE * 0.1)
    one.wandered = True
    assert _goal(one, 0.9, 0.8) == 0.6, "what came of a turn by lot says nothing of the best one"


def test_the_end_of_a_line_counts_what_is_left_after_the_next_turn() -> None:
    setup = arrange(catalog_of(()), deal(catalog_of(()), "sampled", Wish("2v2", scenario="Leaders", rounds=2, dealt=True)))
    sampler = _Sampler(setup, "sampled 1", 12, None)
    state = setup.start()
    dice, bot = SeededDice("line"), make("level1", "line")
    while (ask := state.decision) is not None and not (state.round and ask.weights is None and is_turn_begun(state, ask)):
        sampler._note_line(state)
        apply(state, dice.answer(ask) if ask.weights is not None else bot.choose(view(state, ask.seats[0]), ask))
    assert not sampler.lines and ask is not None, "only between two turns"
    sampler._note_line(state)
    tree = TurnTree(state, ask.seats[0], ask, list(ask.options), PLAYED, None, is_thorough=True)
    tree.grow_turn(REPLY)
    found = tree.root.values[0]
    assert sampler.lines[0][1:3] == [round(CHANCE_FINE * found[setup.sides[0]] / sum(found)), NO_RESULT]


def test_lines_are_drawn_from_the_best_and_from_all() -> None:
    state = arrange(catalog_of(()), deal(catalog_of(()), "ends", Wish("2v2", scenario="Control", rounds=2, dealt=True))).start()
    dice, learner = SeededDice("ends"), Learner("ends", 60, None)
    told = None
    while (ask := state.decision) is not None and told is None:
        apply(state, dice.answer(ask) if ask.weights is not None else learner.answer(state, ask.seats[0], ask))
        told = learner.told
    assert told is not None and 2 <= len(told.ends) <= len(AMONG)
    assert len({end.digest() for end in told.ends}) > 1 and all(end.round for end in told.ends)


def test_a_fit_may_begin_with_a_net() -> None:
    texts = [made_up(f"same {k}") for k in range(12)]
    before = fit(texts, 2, 5, embed=2, hidden=3).net
    same, other = fit(texts, 0, 6, first=before).net, fit(texts, 20, 6, first=before).net
    for part in PARTS:
        assert getattr(same, part) == getattr(before, part)
    assert other.direct != before.direct and (other.embed, other.hidden) == (2, 3)


def test_positions_without_a_result_are_learned_from_and_not_judged_by() -> None:
    texts = [made_up(f"lines {k}") for k in range(20)]
    plain = fit(texts, 2, 5, embed=2, hidden=3)
    lines = []
    for text in texts:
        rows = unpacked(text)
        for k in range(0, len(rows), SAMPLE):
            rows[k + 1], rows[k + 2] = CHANCE_FINE // 2, NO_RESULT
        lines.append(packed((unpacked(text) + rows).tobytes()))
    both = fit(lines, 2, 5, embed=2, hidden=3)
    assert both.samples == 2 * plain.samples and both.steps[-1].by_hand == plain.steps[-1].by_hand
    assert both.net.direct != plain.net.direct


def test_a_fit_finds_out_who_wins_beyond_the_evaluation_by_hand() -> None:
    found = fit([made_up(f"fit {k}") for k in range(60)], 200, 1, embed=4, hidden=6)
    assert found.samples == 60 * 24 and found.games == 60
    ahead, even, stands = (found.net.leads(one)[0] for one in (look(24, 8), look(8, 8), look(8, 8, stands=True)))
    assert ahead > 0.7 and stands - even > 0.4
    assert found.net.leads(Look([[0] * len(OF_SIDE)] * 2, [[], []], [0] * len(OF_GAME))) == [0.0, 0.0]
    last = found.steps[-1]
    assert last.by_hand == pytest.approx(0.693, abs=0.001) and last.held_back < 0.4 and found.steps[0].held_back > last.held_back


def test_the_same_samples_and_seed_give_the_same_net() -> None:
    texts = [made_up(f"same {k}") for k in range(12)]
    one, other = (fit(texts, 2, 5, embed=2, hidden=3).net for _ in range(2))
    assert (one.own, one.out, one.direct) == (other.own, other.out, other.direct)
    assert fit(texts, 2, 6, embed=2, hidden=3).net.own != one.own


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(LabError, match="24 samples are too few"):
        fit([made_up("few")], 2, 1)


# -- generations ---------------------------------------------------------------------------------------------


def plan(**more: object) -> TrainPlan:
    tables = tuple(wishes(catalog_of(()), ("2v2",), ("Control",), rounds=1))
    return TrainPlan(tables, "train", 2, 12, 2)._replace(**more)  # type: ignore[arg-type]


def row_of(game: LabGame, winner: str) -> Row:
    """The row that a game would have; the player of that name wins a proof."""
    if game.sampled:
        return {"game": game.key, "samples": made_up(game.seed)}
    teams = [{"side": "", "player": player.name, "figures": [], "attachments": []} for player in game.players]
    return {"game": game.key, "teams": teams, "winner": [player.name for player in game.players].index(winner)}


def played(folder: Path, winners: list[str]) -> tuple[Train, list[LabGame]]:
    """A run whose proofs are won by these players, one a generation."""
    train, games = Train(plan(), folder), []
    for game in train.games():
        if game is not None:
            games.append(game)
            train.add(game, row_of(game, winners[len(train.generations) - 1] if not game.sampled else ""))
    return train, games


def test_a_net_that_proves_itself_is_the_one_to_beat(tmp_path: Path) -> None:
    train, games = played(tmp_path, ["generation 1", "generation 1"])
    assert len(games) == train.total() == 2 * (12 + 4)
    first, second = train.generations
    assert first.is_taken and not second.is_taken and (first.against, second.against) == ("the evaluation by hand", "generation 1")
    assert [game.players[0].net for game in games if game.sampled][-1] == str(first.path), "the next games are played with it"
    assert train.finish() == tmp_path / "learned.net" and (tmp_path / "learned.net").read_bytes() == first.path.read_bytes()
    assert read_net(first.path).own != read_net(second.path).own, "the second was fitted to more games"


def test_a_net_that_does_not_is_not_taken(tmp_path: Path) -> None:
    train, games = played(tmp_path, ["the evaluation by hand", "the evaluation by hand"])
    assert not any(one.is_taken for one in train.generations) and train.finish() is None
    assert {player.name for game in games if not game.sampled for player in game.players} == {
        "the evaluation by hand",
        "generation 1",
        "generation 2",
    }
    assert train.generations[0].rate.value < PLACE


def test_games_that_break_off_prove_nothing(tmp_path: Path) -> None:
    train = Train(plan(generations=1), tmp_path)
    for game in train.games():
        if game is not None:
            is_broken = not game.sampled and not game.key.endswith("0.0")
            train.add(game, {"game": game.key, "fault": "broken"} if is_broken else row_of(game, "generation 1"))
    assert train.generations[0].scores == [1.0] and not train.generations[0].is_taken and train.finish() is None


def test_a_net_of_another_run_is_not_taken_for_one_of_this(tmp_path: Path) -> None:
    played(tmp_path, ["generation 1", "generation 2"])
    other = Train(plan(seed="another", generations=1), tmp_path)
    for game in other.games():
        if game is not None:
            other.add(game, row_of(game, "generation 1"))
    assert read_made(tmp_path / "generation-1.net")["seed"] == "another"
    (tmp_path / "generation-1.net").write_bytes(b"{")
    with pytest.raises(LabError, match=r"only a part of one.*the same command makes it again"):
        for game in other.games():
            if game is not None:
                other.add(game, row_of(game, "generation 1"))


def test_another_net_under_the_same_name_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "start.net"
    path.write_bytes(b"one")
    before = plan(start=str(path)).settings()
    assert before == plan(start=str(path)).settings() != plan().settings()
    path.write_bytes(b"another")
    assert plan(start=str(path)).settings() != before


def test_a_run_that_goes_on_reads_its_nets_instead_of_fitting_them_again(tmp_path: Path) -> None:
    played(tmp_path, ["generation 1", "generation 2"])
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.net")}
    again, _ = played(tmp_path, ["generation 1", "generation 2"])
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.net")} == before
    assert again.generations[1].samples == 24 * 24 and again.generations[1].steps


# -- the command ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bot", "greedy"), "a bot that searches whole turns"),
        (("--bot", "plon:100"), "there is no bot 'plon:100'"),
        (("--mode", "ffa3"), "leave out ffa3"),
        (("--from", "nowhere.net"), "the net cannot be read"),
        (("--scenario", "Contrl"), "Control"),
    ],
)
def test_a_run_that_cannot_be_is_refused_before_a_game_is_played(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = run("lab", "train", "--games", "1", "--out", str(tmp_path / "run"), *words, code=2)
    assert said in " ".join(result.stderr.split()) and not (tmp_path / "run").exists()
