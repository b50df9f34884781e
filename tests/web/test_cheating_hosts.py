"""S15 in the page: servers that cheat with their dice, and what the page tells its reader in the end, without being asked."""

from __future__ import annotations

import asyncio
import json
import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, SOAK, aside, sit, window
from kit.cheats import BEGIN, CHEATS, SERVE
from kit.hands import Hands
from kit.own_player import OwnPlayer
from kit.server import Client, Opened, ServerProcess, serving
from kit.stations import ANN, BEN

MOST = 400  # choices of a game at most
ROLLS = 8 if SOAK else 3  # after so many dice one of them resigns
# Of every kind of lie one: about the seed, about the dice, about my share, about the game, and silence.
QUICK = [
    "another seed is shown", "what is not liked is rolled again", "a link is said to have been missed that was given",
    "the record tells other dice than were shown", "no proof is shown at all", "the record tells other choices than were made",
]  # fmt: skip
CLICKED = QUICK[-1]  # the page can only know of choices that are made in it


def seated(page: Page, server: ServerProcess) -> tuple[OwnPlayer, OwnPlayer]:
    """Ben, who opened the table, and Ann's other device: she sat down at the page, which alone gives her share of the dice."""
    ben = OwnPlayer(server.port, "Ben")
    ben.open()
    page.goto(f"{server.url}/t/{ben.code}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit here").click()
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    [table] = json.loads(page.evaluate("() => localStorage.getItem('tipover.seats')"))
    ann = OwnPlayer(server.port, "Ann")
    ann.code, ann.gives = table["code"], False
    ann.seat, ann.token = table["tokens"][0]["seat"], table["tokens"][0]["token"]
    return ben, ann


def played(page: Page, server: ServerProcess, has_clicks: bool = SOAK) -> None:
    """A game to its end, with some dice; in the soak Ann's answers are clicks."""
    ben, ann = seated(page, server)
    ben.rolls = ROLLS

    async def both() -> None:
        async with asyncio.timeout(90):
            await asyncio.gather(ben.play(MOST), *([] if has_clicks else [ann.play(2 * MOST)]))

    if has_clicks:
        with ben.playing(MOST):
            Hands(page).play()
    else:
        aside(both())
    assert len(ben.given) >= 2, "There were dice to cheat with."
    expect(page.locator('section[aria-label="The game is over"]')).to_be_visible(timeout=PATIENCE)


def test_an_honest_server_is_called_honest_by_the_page(chrome: Browser) -> None:
    with serving() as server, window(chrome) as page:
        played(page, server)
        proof = page.locator("details", has_text="The dice can be checked")
        expect(proof.get_by_text("This browser has checked it")).to_have_count(1, timeout=PATIENCE)
        assert proof.get_attribute("open") is None, "Nobody is troubled with what is well."
        page.get_by_text("The dice can be checked").click()
        told = proof.get_by_text("This browser has checked it").inner_text()
        checked = re.search(r"all (\d+) rolls and flips", told)
        assert checked and int(checked[1]) >= 3


def test_a_game_that_goes_on_from_another_one_is_not_called_a_lie(chrome: Browser) -> None:
    with serving() as server, window(chrome) as page:
        first = server.open([ANN, BEN])

        async def over(table: Opened, choices: int) -> None:
            async with Client(server, table.code, list(table.tokens.values())) as client:
                draws = random.Random(1)
                for _ in range(choices):
                    await client.play(draws)
                await client.ask("resign", seat=0)

        aside(over(first, 20))
        table = server.open([ANN, BEN], after=first.code, at=10)
        sit(page, server, table)
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        aside(over(table, 5))
        page.get_by_text("The dice can be checked").click()
        expect(page.get_by_text("This browser has checked it")).to_be_visible()
        expect(page.get_by_text("The 10 choices before are another game’s")).to_be_visible()


@pytest.mark.parametrize("name", CHEATS if SOAK else QUICK)
def test_a_server_that_cheats_is_told_of_by_the_page(chrome: Browser, name: str) -> None:
    cheat = CHEATS[name]
    with serving(program=BEGIN + cheat.program + SERVE) as server, window(chrome) as page:
        played(page, server, has_clicks=SOAK or name == CLICKED)
        expect(page.get_by_text(cheat.page)).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("This browser has checked it")).to_have_count(0)
