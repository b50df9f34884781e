"""The balance of the content: every deal with its teams on both sides, every card told, a fan's pack too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cli.runs import answer
from cli.runs import run as run_cli
from lab.runs import Page, rows_of
from tipover.cards.catalog import CHARACTER
from tipover.engine.core.arrange import arrange
from tipover.lab import balance_beside, deals
from tipover.lab.balance import BESIDE, Balance, BalancePlan, Findings, with_pack
from tipover.lab.balance_beside import NEEDS, SPOILT, Compared, judged
from tipover.lab.balance_results import FEWEST, tables
from tipover.lab.deals import attachments_of, figures_of, parts_of
from tipover.lab.interval import difference, wilson
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of, described
from tipover.lab.result_rows import teams_of
from tipover.lab.runner import run
from tipover.lab.schedule import whole_deals, wishes
from tipover.play.deal import Wish

DRAWN = {
    "characters",
    "basics",
    "attachments",
    "sets",
    *(f"{what}-{by}" for what in ("first", "light", "length") for by in ("scenario", "map")),
}
FAN = Path(__file__).resolve().parents[1] / "packs" / "fan"


def small(games: int = 8, modes: tuple[str, ...] = (), rounds: int = 2) -> BalancePlan:
    return BalancePlan(Player("random"), tuple(wishes(catalog_of(()), modes, rounds=rounds, every=True)), "balance", games)


def games(plan: BalancePlan) -> list[LabGame]:
    return [game for game in Balance(plan).games() if game is not None]


def test_a_deal_comes_again_with_its_teams_changed_over() -> None:
    for one, other in zip(games(small(12))[::2], games(small(12))[1::2], strict=True):
        here, there = described(one), described(other)
        assert (one.seed, here["map"], here["scenario"]) == (other.seed, there["map"], there["scenario"])
        first, second = parts_of(here)
        assert parts_of(there) == [{**second, "side": "light"}, {**first, "side": "dark"}]


def test_free_for_alls_go_once_round() -> None:
    found = games(small(3, ("ffa3",)))
    teams = [[tuple(part["figures"]) for part in parts_of(described(game))] for game in found]  # type: ignore[arg-type]
    assert len(found) == 3 and teams[1] == [teams[0][2], teams[0][0], teams[0][1]] and Counter(teams[2]) == Counter(teams[0])


def row(light: list[str], dark: list[str], winner: int, mode: str = "2v2", first: int = 0) -> Row:
    teams = [
        {"side": side, "player": "x", "figures": names, "attachments": ["Needle"] if side == "light" else []}
        for side, names in (("light", light), ("dark", dark))
    ]
    return {
        "mode": mode,
        "scenario": "Leaders",
        "map": "Barracks",
        "teams": teams,
        "winner": winner,
        "first": first,
        "rounds": 5,
        "decisions": 80,
    }


def test_what_is_counted_for_whom() -> None:
    rows = [
        row(["Gi-hun", "Iron Man"], ["Arya Stark", "Worker #29"], 0),
        row(["Gi-hun", "Iron Man"], ["Arya Stark", "Worker #29"], -1, first=1),
        row(["Iron Man"], ["Arya Stark", "Gi-hun", "Jon Snow"], 0, "ultimate"),
        {"game": "3.0", "seed": "x", "fault": "broken"},
    ]
    found = Findings(catalog_of(()), rows)
    assert (found.characters["Gi-hun"].rate.value, found.characters["Gi-hun"].games) == (0.75, 2)
    assert found.characters["Arya Stark"].rate.value == 0.25 and found.basics["Worker #29"].games == 2
    assert found.attachments["Needle"].rate.value == 0.75
    assert found.allies["Gi-hun + Iron Man"].games == 2 and len(found.allies) == 1
    assert (found.ultimates["Iron Man"].rate.value, found.ultimates["Iron Man"].games) == (1.0, 1)
    assert found.characters["Jon Snow"].games == 0, "one against three tells little about the three"
    (scenario,) = found.first_by("scenario")
    assert scenario[0] == "Leaders" and scenario[1].value == 0.75 and scenario[1].number == 2
    assert len(found.rows) == 3


@pytest.mark.long
def test_a_run_over_a_fans_pack_with_its_page(tmp_path: Path) -> None:
    words = (
        "lab",
        "balance",
        "--bot",
        "random",
        "--games",
        "12",
        "--rounds",
        "2",
        "--jobs",
        "1",
        "--packs",
        FAN,
        "--pack",
        "fan",
        "--out",
        tmp_path,
    )
    told = answer(*words)
    assert told["games"] >= 12 and told["faults"] == 0
    fan = {card.name for card in catalog_of((str(FAN),)).figures if card.pack == "fan" and card.kind == 0 and not card.basic}
    assert fan <= set(told["characters"]) and "Gi-hun" in told["characters"]
    rows = rows_of(tmp_path)
    assert rows[0]["pack"] == "fan"
    catalog = catalog_of((str(FAN),))
    cards = {card.name for card in (*catalog.figures, *catalog.pieces) if card.pack == "fan"}  # type: ignore[attr-defined]
    for row in rows[1:]:
        assert cards & {name for team in teams_of(row) for name in (*team.figures, *team.attachments)}, "every deal has a card of the pack"
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    for part in ("Characters", "Attachments", "Basic characters", "Sets", "Teams", "Scenarios", "Maps", "How this was made"):
        assert part in page.words
    assert {path.stem for path in tmp_path.glob("*.png")} == {path.stem for path in tmp_path.glob("*.svg")} >= DRAWN


@pytest.mark.parametrize("pack", ["fan", "core", "marvel"])
def test_a_pack_that_luck_leaves_out_is_put_in(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MOST_TRIES", 1)  # as if the first deal stood for sixty
    folders = (str(FAN),)
    catalog = catalog_of(folders)
    plan = with_pack(small(40)._replace(folders=folders, pack=pack))
    assert [wish.mode for wish in plan.wishes] == ["2v2", "3v3", "ultimate", *(["first"] if pack != "fan" else [])], (
        "it has no box of a first game"
    )
    figures = [card for card in catalog.figures if card.pack == pack]
    own = {name for card in figures for name in (card.name, card.card)} | {
        card.name for card in catalog.pieces if card.pack == pack and card.sort == "item"
    }
    own = own or {card.name for card in (*catalog.scenarios, *catalog.maps) if card.pack == pack}
    for game in games(plan):
        found = described(game)
        arrange(catalog, found)
        names = {
            str(found["map"]),
            str(found["scenario"]),
            *(name for part in parts_of(found) for name in (*figures_of(part), *attachments_of(part))),
        }
        assert names & own
        assert found == described(game), "the same again, in any process"


@pytest.mark.parametrize(("pack", "mode"), [(pack, mode) for pack in ("dc", "marvel", "golden_girls", "fan") for mode in ("2v2", "3v3")])
def test_a_pack_plays_with_whole_teams_of_its_characters(pack: str, mode: str) -> None:
    catalog = catalog_of((str(FAN),))
    cards = {card.name: card for card in catalog.figures if card.kind == CHARACTER}
    own = [card for card in cards.values() if card.pack == pack and not card.basic]
    for number in range(6):
        found = deals.deal_with(catalog, pack, f"teams {number}", Wish(mode, dealt=True))
        heroes = [cards[name] for part in parts_of(found) for name in figures_of(part) if not cards[name].basic]
        assert sum(card.pack == pack for card in heroes) == min(len(own), len(heroes)), "its own as far as there are enough"
        assert len({card.name for card in heroes if card.pack == pack}) == min(len(own), len(heroes)), "nobody on two sides"
        teams = [[cards[name].pack == pack for name in figures_of(part) if not cards[name].basic] for part in parts_of(found)]
        assert sum(any(team) and not all(team) for team in teams) <= 1, "one whole team after another"
        figures = [cards[name] for part in parts_of(found) for name in figures_of(part)]
        for base in {card.base for card in figures if card.basic}:
            playing = [card.pack == pack for card in figures if card.basic and card.base == base]
            there = sum(card.basic and card.base == base and card.pack == pack for card in cards.values())
            assert sum(playing) == min(there, len(playing)), "its own basics too, as far as there are enough of their base"


def test_a_pack_without_basics_plays_alone_where_it_has_enough(tmp_path: Path) -> None:
    """Four characters and no basics: in 2v2 nobody of another pack plays, in 3v3 a basic character fills each team."""
    (tmp_path / "four" / "characters").mkdir(parents=True)
    (tmp_path / "four" / "pack.toml").write_text('name = "Four"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    for name in ("Ann", "Bob", "Cyd", "Dee"):
        card = f'name = "{name}"\ntokens = ["red"]\n\n[[ability]]\nname = "{name}s Way"\ncost = "red 1"\nrule = "Move 2."\n'
        (tmp_path / "four" / "characters" / f"{name.lower()}.toml").write_text(card, encoding="utf-8")
    catalog = catalog_of((str(tmp_path / "four"),))
    for mode, own in (("2v2", 4), ("3v3", 4)):
        for number in range(6):
            found = deals.deal_with(catalog, "four", f"alone {number}", Wish(mode, dealt=True))
            playing = [catalog.figures[catalog.figure(name)] for part in parts_of(found) for name in figures_of(part)]
            assert sum(card.pack == "four" for card in playing) == own
            assert mode == "3v3" or len(playing) == own


def test_the_ultimate_of_a_pack_plays_where_there_is_one() -> None:
    found = deals.deal_with(catalog_of(()), "marvel", "7", Wish("ultimate", dealt=True))
    sides = [figures_of(part) for part in parts_of(found)]
    assert ["Iron Man"] in sides and sorted(map(len, sides)) == [1, 3]
    heroes = {"Captain America", "Black Widow", "Black Panther"}
    assert max(len(heroes & set(side)) for side in sides) >= 2, "a basic character may stand beside them"


def test_a_bot_beside_plays_the_same_deals_by_itself() -> None:
    plan = small(8)._replace(beside=Player("level1"))
    found = games(plan)
    own, beside = [game for game in found if not game.key.endswith(BESIDE)], [game for game in found if game.key.endswith(BESIDE)]
    assert [described(game) for game in own] == [described(game) for game in beside] and own == games(small(8))
    assert {one.bot for game in beside for one in game.players} == {"level1"}
    assert Balance(plan).total() == len(found) == 2 * Balance(small(8)).total()
    assert "beside" not in small(8).settings() and plan.settings()["beside"] == "level1", "folders of runs without one go on"


def test_what_needs_a_plan_is_what_wins_more_in_the_other_bots_hands() -> None:
    allies, rivals = ["Iron Man", "Black Widow"], ["Arya Stark", "Jon Snow"]
    planned, unplanned = (
        [row(allies, rivals, 0)] * 20 + [row(allies, rivals, 1)] * 4,
        [row(allies, rivals, 1)] * 18 + [row(allies, rivals, 0)] * 6,
    )
    seldom = [row(["Gi-hun", "Rose Nylund"], ["Oh Il-nam", "Blanche Devereaux"], 0)] * (FEWEST - 1)
    both = Compared("level5", "greedy", Findings(catalog_of(()), planned + seldom), Findings(catalog_of(()), unplanned))
    told = {cells[0]: cells[1:] for cells in balance_beside.tables(both)[0].rows}
    assert set(told) == {*allies, *rivals}, "who played seldom is not compared"
    assert told["Iron Man"] == ["83 % (64–93)", "25 % (12–45)", "+58 (+31 to +75)", NEEDS] and told["Jon Snow"][-1] == SPOILT
    assert judged(wilson(14, 24), wilson(11, 24)) == "", "what cannot be told apart"
    first = next(table for table in balance_beside.tables(both) if table.title.endswith("by map"))
    assert first.rows[0][0] == "Barracks" and first.rows[0][-1] == NEEDS


def test_the_interval_of_a_difference() -> None:
    """The worked example of Newcombe's paper (1998, method 10): 56 of 70 and 48 of 80."""
    apart, low, high = difference(wilson(56, 70), wilson(48, 80))
    assert (round(apart, 4), round(low, 4), round(high, 4)) == (0.2, 0.0524, 0.3339)


@pytest.mark.long
def test_the_games_of_one_ultimate_alone(tmp_path: Path) -> None:
    words = ("lab", "balance", "--bot", "random", "--rounds", "2", "--jobs", "1", "--ultimate", "Iron Man")
    told = answer(*words, "--games", "4", "--out", tmp_path)
    assert {name: one["games"] for name, one in told["ultimates"].items()} == {"Daenerys Targaryen": 0, "Front Man": 0, "Iron Man": 4}
    assert {row["mode"] for row in rows_of(tmp_path)[1:]} == {"ultimate"}
    assert "Gi-hun" in run_cli(*words[:-1], "Gi-hun", code=2).stderr, "who has no ultimate card"
    assert "leave out the others" in run_cli(*words, "--mode", "2v2", code=2).stderr


@pytest.mark.long
def test_a_run_with_a_bot_beside_goes_on_and_tells_of_both(tmp_path: Path) -> None:
    words = ("lab", "balance", "--bot", "level1", "--beside", "random", "--rounds", "2", "--jobs", "1", "--mode", "2v2", "--scenario", "Leaders", "--out", tmp_path)  # fmt: skip
    answer(*words, "--games", "4")
    told = answer(*words, "--games", "8")
    assert told["games"] == 8 and told["beside"]["games"] == 8 and told["beside"]["bot"] == "random"
    rows = rows_of(tmp_path)
    assert rows[0]["beside"] == "random" and len(rows) == 17
    assert told["beside"]["scenarios"]["Leaders"]["beside games"] == 8
    assert "Both bots" in Page((tmp_path / "report.html").read_text(encoding="utf-8")).words


def test_a_side_is_one_game_to_a_set() -> None:
    allies, rivals = ["Iron Man", "Black Widow", "Captain America"], ["Arya Stark", "Gi-hun", "Jon Snow"]
    found = Findings(catalog_of(()), [row(allies, rivals, 0)] * 4)
    assert {name: share.games for name, share in found.sets.items()} == {"Marvel": 4, "Squid Game": 4, "Game of Thrones": 4}


def test_a_team_is_told_as_a_whole_where_it_played_often_enough() -> None:
    allies, rivals = ["Captain America", "Iron Man", "Worker #29"], ["Arya Stark", "Gi-hun", "Jon Snow"]
    seldom = [row(["Gi-hun", "Iron Man"], ["Arya Stark", "Lifeguard"], 1)] * (FEWEST - 1)
    found = Findings(catalog_of(()), [row(allies[::-1], rivals, 0)] * FEWEST + seldom)
    assert (
        found.teams["Captain America + Iron Man + Worker #29"].rate.value,
        found.teams["Arya Stark + Gi-hun + Jon Snow"].rate.value,
    ) == (1.0, 0.0)
    (told,) = [table for table in tables(found) if table.title == "Whole teams"]
    assert [cells[0] for cells in told.rows] == ["Captain America + Iron Man + Worker #29", "Arya Stark + Gi-hun + Jon Snow"]
    assert told.note.startswith(f"2 of 4 teams with at least {FEWEST} games")


def test_every_scenario_and_map_comes_up() -> None:
    catalog = catalog_of(())
    left = {*(("map", one.name) for one in catalog.maps), *(("scenario", one.name) for one in catalog.scenarios)}
    for game in Balance(small(3000, rounds=1)).games():  # the most seldom of the maps comes about once in a hundred deals
        if game is not None:
            left -= {(key, str(described(game)[key])) for key in ("map", "scenario")}
        if not left:
            break
    assert left == set(), "never dealt"


def test_the_total_is_of_whole_deals() -> None:
    plan = BalancePlan(Player("random"), (Wish("ffa4", rounds=1, dealt=True),), "x", 5)
    balance = Balance(plan)
    assert balance.total() == 8
    run(balance, None, plan.settings())
    assert len(balance.rows) == 8


def test_totals_of_long_runs_are_those_of_their_games() -> None:
    for sizes in ([2], [2, 6], [4, 2, 8]):
        for wanted in range(1, 40):
            deals = count = 0
            while count < wanted:
                deals, count = deals + 1, count + sizes[deals % len(sizes)]
            assert whole_deals(sizes, wanted) == (deals, count)
