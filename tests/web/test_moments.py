"""The round's end and the win as they are shown: what scored and why before the score changes, the three numbers, the last act again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, aside, picture, sit, starts_with, until, window
from kit.server import Client, ServerProcess
from kit.stations import ANN, BEN, asked, distance

TEAMS = [["Batman", "Robin"], ["Jon Snow", "Arya Stark"]]  # nobody of them asks anything at the end of a turn or round

# What the band at the round's end says, and light's score in the same frame.
BANDS = """(() => { window.bands = []; const look = () => { const band = document.querySelector('section.band');
  if (band) window.bands.push([band.innerText.replace(/\\s+/g, ' '), document.querySelector('header').innerText.match(/\\d+/)?.[0]]);
  requestAnimationFrame(look); }; look(); })()"""


def to_the_middle(client: Client) -> str:
    """Light walks into the area that scores and stays there; dark does nothing."""
    areas = client.game["map"]["areas"]
    scores = next(one["squares"] for one in areas if one["name"] == "Scoring")
    columns = client.game["map"]["columns"]
    walks = [one for one in client.options if one["verb"] == "move" and one.get("path")]
    if client.question["side"] != "light" or not walks:
        return str(next((one for one in client.options if one["verb"] == "end"), client.options[0])["line"])
    return str(min(walks, key=lambda one: min(distance(columns, one["path"][-1], square) for square in scores))["line"])


def is_last(client: Client) -> bool:
    """Whether the end of this turn is the end of the game."""
    ready = [one for one in client.moment["figures"] if one["at"] == "board" and not one.get("exhausted")]
    return client.moment["round"] == 2 and len(ready) == 1 and client.question["asked"] == "action"


def test_the_rounds_end_tells_what_scored_before_the_score_changes_and_the_win_is_a_moment(chrome: Browser, server: ServerProcess) -> None:
    dealt = server.http("/api/deal", {"mode": "2v2", "scenario": "Territory", "seed": "x"})[1]["setup"]
    teams = [{**one, "figures": names, "attachments": []} for one, names in zip(dealt["sides"], TEAMS, strict=True)]
    table = server.open([ANN, BEN], setup={**dealt, "sides": teams, "rounds": 2}, placed=True)

    async def play(stop: Callable[[Client], bool]) -> None:
        async with Client(server, table.code, list(table.tokens.values())) as client:
            for _ in range(60):
                await client.until(lambda: client.mine >= 0 or client.over)
                if client.over or stop(client):
                    return
                await client.choose(to_the_middle(client))
        raise AssertionError("the game does not end")

    aside(play(is_last))
    with window(chrome, still=False) as page:
        starts_with(page, BANDS)
        sit(page, server, table)
        asked(page)
        aside(play(lambda _: False))
        result = page.get_by_role("region", name="The result")
        expect(result.get_by_role("heading")).to_have_text("Ann wins", timeout=PATIENCE)
        bands: list[list[str]] = page.evaluate("() => window.bands")
        points = int(bands[0][1])
        assert re.search(r"^Round 2 ends.* Ann .*\+1", bands[-1][0]), bands[-1]
        expect(page.locator("header").first).to_contain_text(str(points + 1))
        gain = page.get_by_role("log").locator("b").filter(has_text="Ann +1").last
        assert gain.evaluate("(e) => getComputedStyle(e).color !== getComputedStyle(e.parentElement).color"), (
            "points are in the side's colour"
        )
        picture(page, "moment-won")
        assert 1 <= result.locator("dl > div").count() <= 3, "the numbers that decided it; here nobody was challenged"
        page.evaluate("() => { window.bands = []; }")
        result.get_by_role("button", name="The last act again").click()
        until(page, "() => window.bands.length", timeout=PATIENCE)
