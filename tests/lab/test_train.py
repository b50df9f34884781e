"""Training: the same samples from the same seed, a fit that finds what decides games, and nets that have to prove themselves."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from cli.runs import run
from tipover import arrange
from tipover.bots.features import OF_SIDE, ONE
from tipover.bots.net import Look, chances_of
from tipover.bots.net_file import read_made, read_net
from tipover.lab import LabError
from tipover.lab.fitting import fit
from tipover.lab.lab_games import LabGame, Row, catalog_of
from tipover.lab.schedule import wishes
from tipover.lab.train import PLACE, Train, TrainPlan
from tipover.lab.train_games import DRAWN, LOOK, OPEN, SAMPLE, packed, sampled_game, unpacked
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream

POINTS = OF_SIDE.index("points")
TO_MOVE = OF_SIDE.index("to_move")


def made_up(seed: str, lines: int = 24) -> str:
    """Samples in which the side with more points wins, one play-out at once and the other after a position that says the same."""
    lot = Stream(seed, "made up")
    numbers = array("h")
    for number in range(lines):
        look = [0] * LOOK
        look[POINTS], look[len(OF_SIDE) + POINTS] = lot.randrange(32), lot.randrange(32)
        look[TO_MOVE] = ONE * lot.randrange(2)
        winner = DRAWN if look[POINTS] == look[len(OF_SIDE) + POINTS] else int(look[POINTS] < look[len(OF_SIDE) + POINTS])
        numbers.extend([number // 8, number % 2, *look, winner, *[0] * LOOK, OPEN, *look])
    return packed(numbers.tobytes())


def even_look(own: int, rival: int) -> Look:
    rows = [[0] * len(OF_SIDE), [0] * len(OF_SIDE)]
    rows[0][POINTS], rows[1][POINTS] = own, rival
    return Look(rows, [0] * (LOOK - 2 * len(OF_SIDE)))


def test_samples_come_back_from_their_text() -> None:
    found = unpacked(made_up("text", 3))
    assert len(found) == 3 * SAMPLE and set(found) - {0, OPEN} and found == unpacked(made_up("text", 3)) != unpacked(made_up("other", 3))


def test_a_game_leaves_the_same_samples_for_the_same_seed() -> None:
    setup = arrange(catalog_of(()), deal(catalog_of(()), "sampled", Wish("2v2", scenario="Leaders", rounds=2, dealt=True)))
    first, again = (sampled_game(setup, "sampled", 1) for _ in range(2))
    assert first.turns == again.turns == 1 and first.numbers == again.numbers
    numbers = unpacked(packed(first.numbers))
    assert numbers and len(numbers) % SAMPLE == 0 and {numbers[k] for k in range(0, len(numbers), SAMPLE)} == {1}
    assert first.state.over, "the game goes on to its end"


def test_a_fit_finds_out_who_wins_also_where_no_play_out_says_so() -> None:
    found = fit([made_up(f"fit {k}") for k in range(40)], 40, 1, hidden=4)
    assert found.samples == 40 * 24 and found.games == 40
    assert chances_of(found.net, even_look(28, 4))[0] > 0.85 > 0.5 == chances_of(found.net, even_look(9, 9))[0]
    assert found.steps[-1].given_away < found.steps[-1].by_lot / 3
    assert found.steps[-1].held_back < found.steps[0].held_back


def test_the_same_samples_and_seed_give_the_same_net() -> None:
    texts = [made_up(f"same {k}") for k in range(12)]
    one, other = (fit(texts, 2, 5, hidden=3).net for _ in range(2))
    assert (one.own, one.out, one.direct) == (other.own, other.out, other.direct)
    assert fit(texts, 2, 6, hidden=3).net.own != one.own


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
