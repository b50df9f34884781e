"""Every page and every main state of the table, by name: how to get there, for axe, text sizes and pictures."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from kit.browser import PATIENCE, aside, sit, until
from kit.server import Client, Json, Opened, ServerProcess, play_out

ANN, BEN = {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}
BOT = {"kind": "bot", "bot": "random"}
SECRET = {
    "map": "Barracks", "scenario": "", "sides": [{"side": side, "picks": 2} for side in ("light", "dark")],
    "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True,
}  # fmt: skip

Way = Callable[[Page, ServerProcess], None]


# -- tables, laid by the protocol ------------------------------------------------------------------------


def setup_of(server: ServerProcess, key: str, rounds: int = 0) -> Json:
    """The set-up of a ready-made match; with `rounds` it ends after so many."""
    found = next(one for one in server.http("/api/catalog")[1]["quick"] if one["key"] == key)
    return {**found["setup"], "rounds": rounds} if rounds else dict(found["setup"])


def distance(columns: int, a: int, b: int) -> int:
    """Steps between two squares on an empty floor."""
    return max(abs(a % columns - b % columns), abs(a // columns - b // columns))


async def approach(server: ServerProcess, table: Opened, stop: Callable[[Client], bool], most: int = 60) -> int:
    """Let the seats of one screen walk at each other until something holds; the seat that is asked then."""
    async with Client(server, table.code, list(table.tokens.values())) as client:
        for _ in range(most):
            await client.until(lambda: client.mine >= 0)
            if stop(client):
                return client.mine
            await client.choose(nearest(client))
    raise AssertionError("the figures never met")


def nearest(client: Client) -> str:
    """The line of the option that brings the asked side nearest to a rival."""
    figures = client.moment["figures"]
    columns, side = client.game["map"]["columns"], client.question.get("side")
    rivals = [one["square"] for one in figures if one["at"] == "board" and one["side"] != side]

    def cost(option: Json) -> float:
        path = option.get("path") or []
        if option["verb"] in ("challenge", "rally", "assist"):
            return 50
        return min((distance(columns, path[-1], rival) for rival in rivals), default=9) if path else 20

    return str(min(client.options, key=cost)["line"])


def duel(server: ServerProcess, **wanted: Any) -> tuple[Opened, int]:
    """A first game at the moment when a challenge is offered: the table with both seats, and the seat that is asked."""
    table = server.open([ANN, BEN], **wanted)
    return table, aside(
        approach(server, table, lambda client: any(one.get("challenge") and one["verb"] == "challenge" for one in client.options))
    )


def friends(server: ServerProcess, ann: Page, ben: Page, **wanted: Any) -> Opened:
    """Ann at one browser, Ben at another."""
    table = server.open([ANN, {"kind": "open"}], **wanted)
    sit(ann, server, table)
    ben.goto(f"{server.url}/t/{table.code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    for page in (ann, ben):
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    return table


def finished(server: ServerProcess, rounds: int = 2) -> Opened:
    """A short game that has been played to its end."""
    table = server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls", rounds), placed=True)

    async def out() -> None:
        async with Client(server, table.code, list(table.tokens.values())) as client:
            await play_out([client], random.Random(5))

    aside(out())
    return table


# -- ways ------------------------------------------------------------------------------------------------


def page_at(path: str, heading: str) -> Way:
    """A page by its address, there when its heading is."""

    def go(page: Page, server: ServerProcess) -> None:
        page.goto(server.url + path)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible(timeout=PATIENCE)
        page.wait_for_load_state("networkidle")

    return go


def start(page: Page, server: ServerProcess) -> None:
    """The start page with its quick matches."""
    page.goto(server.url + "/")
    expect(page.get_by_role("button", name="First game: Golden Girls")).to_be_visible(timeout=PATIENCE)


def watch(page: Page, server: ServerProcess) -> None:
    """The open tables that can be watched."""
    server.open([ANN, {"kind": "open"}], listed=True, title="Friday at the boardwalk")
    start(page, server)
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Friday at the boardwalk").first).to_be_visible(timeout=PATIENCE)


def setup_step(name: str) -> Way:
    """A step of the set-up."""

    def go(page: Page, server: ServerProcess) -> None:
        page.goto(f"{server.url}/new?here=1&step={name}")
        expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)

    return go


def secret_teams(page: Page, server: ServerProcess) -> None:
    """The set-up with teams picked in secret."""
    setup_step("teams")(page, server)
    page.get_by_role("radio", name="Pick in secret").click()
    expect(page.get_by_role("heading", name="Picked at the table")).to_be_visible(timeout=PATIENCE)


def card_fault(page: Page, server: ServerProcess) -> None:
    """The card box with a mistake in it."""
    page.goto(server.url + "/new/card")
    area = page.get_by_label("The card in TOML")
    expect(page.get_by_role("main").get_by_role("status").filter(has_text="No mistakes")).to_be_visible(timeout=PATIENCE)
    area.fill(area.input_value().replace('"silver 3"', '"sliver 3"'))
    expect(page.get_by_role("list", name="Mistakes").get_by_role("listitem").first).to_be_visible(timeout=PATIENCE)


def settings(page: Page, server: ServerProcess) -> None:
    """The settings."""
    start(page, server)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def records(page: Page, server: ServerProcess) -> None:
    """The records of a browser that has played."""
    end(page, server)
    page.goto(server.url + "/records")
    expect(page.get_by_role("link", name="Look").first).to_be_visible(timeout=PATIENCE)


def room(page: Page, server: ServerProcess) -> None:
    """A table that waits for a friend."""
    sit(page, server, server.open([ANN, {"kind": "open"}], title="Friday at the boardwalk"))
    expect(page.get_by_role("img", name="QR code of this table’s link")).to_be_visible(timeout=PATIENCE)


def asked(page: Page) -> None:
    """Wait until the table asks this screen."""
    until(page, "() => document.title.startsWith('●') && document.querySelector('[role=gridcell]')", timeout=PATIENCE)


def turn(page: Page, server: ServerProcess) -> None:
    """The question whose turn it is."""
    sit(page, server, server.open([ANN, BEN], setup=setup_of(server, "barracks"), placed=True))
    asked(page)


def action(page: Page, server: ServerProcess) -> None:
    """A figure with abilities acts; a challenge is offered."""
    table, seat = duel(server)
    sit(page, server, table, seat)
    asked(page)
    expect(page.get_by_role("gridcell", name=re.compile("target, .* percent")).first).to_be_visible(timeout=PATIENCE)


def odds(page: Page, server: ServerProcess) -> None:
    """A target is chosen, its odds are shown."""
    action(page, server)
    page.get_by_role("gridcell", name=re.compile("target, .* percent")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Challenge")).last).to_be_visible(timeout=PATIENCE)


def dice(page: Page, server: ServerProcess) -> None:
    """The dice lie on the table."""
    odds(page, server)
    page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first.click()
    expect(page.get_by_role("group", name="Dice").first).to_be_visible(timeout=PATIENCE)


def refused(page: Page, server: ServerProcess) -> None:
    """A kind no, with the reason."""
    action(page, server)
    away = page.locator("[role=gridcell][aria-disabled=true]").filter(has_not_text="yours").last
    away.click(force=True)
    expect(page.locator('[role=group][aria-label="Why not"]').get_by_role("link").first).to_be_visible(timeout=PATIENCE)


def tool(name: str) -> Way:
    """A view over the board, by its button (on a phone in the menu)."""

    def go(page: Page, server: ServerProcess) -> None:
        action(page, server)
        drawn = page.locator("[role=grid]").locator("xpath=preceding-sibling::*[1]")
        before = len(drawn.inner_html())
        button = page.get_by_role("button", name=name)
        if not button.is_visible():
            page.get_by_role("button", name="Menu").click()
        button.click()
        page.get_by_role("gridcell", name=re.compile("rival")).first.hover(force=True)
        until(
            page,
            "(before) => Math.abs(document.querySelector('[role=grid]').previousElementSibling.innerHTML.length - before) > 100",
            arg=before,
            timeout=PATIENCE,
        )

    return go


def plan(page: Page, server: ServerProcess) -> None:
    """A turn that is planned."""
    action(page, server)
    button = page.get_by_role("button", name="Plan")
    if not button.is_visible():
        page.get_by_role("button", name="Menu").click()
        button = page.get_by_role("button", name="Plan this turn")
    button.click()
    expect(page.get_by_text("Choose as if it counted")).to_be_visible(timeout=PATIENCE)


def menu(page: Page, server: ServerProcess) -> None:
    """The table's menu."""
    action(page, server)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Table")).to_be_visible(timeout=PATIENCE)


def keys(page: Page, server: ServerProcess) -> None:
    """The list of keys."""
    action(page, server)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible(timeout=PATIENCE)


def rule(page: Page, server: ServerProcess) -> None:
    """A rule's text over the table."""
    refused(page, server)
    page.locator('[role=group][aria-label="Why not"]').get_by_role("link").first.click()
    expect(page.get_by_role("dialog", name=re.compile("^Rule "))).to_be_visible(timeout=PATIENCE)


def watching(page: Page, server: ServerProcess) -> None:
    """A table that is watched."""
    table, _ = duel(server)
    sit(page, server, Opened({"code": table.code}))
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)


def hand_over(page: Page, server: ServerProcess) -> None:
    """The screen goes from one to the other."""
    sit(page, server, server.open([ANN, BEN], quick="secret"))
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible(timeout=PATIENCE)


def picks(page: Page, server: ServerProcess) -> None:
    """Cards to pick from, in secret."""
    hand_over(page, server)
    page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(page.get_by_role("button", name=re.compile("^Pick ")).first).to_be_visible(timeout=PATIENCE)


def end(page: Page, server: ServerProcess) -> None:
    """A game that is over."""
    sit(page, server, finished(server))
    expect(page.locator('section[aria-label="The game is over"]')).to_be_visible(timeout=PATIENCE)


def replay(page: Page, server: ServerProcess) -> None:
    """A game that is looked at again."""
    table = finished(server)
    page.goto(f"{server.url}/r/{table.code}")
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_visible(timeout=PATIENCE)
    for _ in range(6):
        page.get_by_role("button", name="One choice on").click()
    expect(slider).to_have_value("6", timeout=PATIENCE)


def lesson(page: Page, server: ServerProcess) -> None:
    """A lesson on its board."""
    page.goto(server.url + "/learn?lesson=challenge")
    expect(page.get_by_role("region", name="Lesson")).to_be_visible(timeout=PATIENCE)
    asked(page)


def many(key: str, seats: int) -> Way:
    """A table of three or four sides."""

    def go(page: Page, server: ServerProcess) -> None:
        sit(page, server, server.open([ANN, *[BOT] * (seats - 1)], quick=key, placed=True))
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        asked(page)

    return go


def phone_tab(word: str, title: str) -> Way:
    """A sheet that a tab of the phone opens; on wider screens the table as it is."""

    def go(page: Page, server: ServerProcess) -> None:
        action(page, server)
        tab = page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name=word)
        if tab.count():
            tab.click()
            expect(page.get_by_role("dialog", name=title)).to_be_visible(timeout=PATIENCE)

    return go


def nobody(page: Page, server: ServerProcess) -> None:
    """A table that does not exist."""
    page.goto(server.url + "/t/ZZZZZZ")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible(timeout=PATIENCE)


def my_games(page: Page, server: ServerProcess) -> None:
    """My games, with one where it is my turn."""
    table = server.open([ANN, BEN], title="Friday at the boardwalk")
    asked = int(server.http(f"/api/tables/{table.code}")[1]["asked"][0])
    sit(page, server, table, asked)
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    page.goto(server.url + "/games")
    expect(page.get_by_role("region", name="Your turn").get_by_role("link").first).to_be_visible(timeout=PATIENCE)


def chat(page: Page, server: ServerProcess) -> None:
    """A table of two with something said, and a clock."""
    table = server.open([ANN, BEN], clock="day")

    async def talk() -> None:
        async with Client(server, table.code, [table.tokens[1]]) as ben:
            await ben.ask("say", seat=1, phrase="hello")
            await ben.ask("say", seat=1, text="ouch. brb, door")

    aside(talk())
    sit(page, server, table, 0)
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    if page.locator("[role=toolbar][aria-label=Actions]").count():
        page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log", name="What was said")).to_contain_text("ouch. brb, door", timeout=PATIENCE)


PAGES: dict[str, Way] = {
    "start": start,
    "start-watch": watch,
    "setup-mode": setup_step("mode"),
    "setup-scenario": setup_step("scenario"),
    "setup-map": setup_step("map"),
    "setup-teams": setup_step("teams"),
    "setup-secret": secret_teams,
    "setup-who": setup_step("who"),
    "cardbox": page_at("/new/card", "Card box"),
    "cardbox-fault": card_fault,
    "cards": page_at("/cards", "Cards and symbols"),
    "rules": page_at("/rules#CHA-8", "Rules"),
    "learn": page_at("/learn", "Learn"),
    "games": my_games,
    "records": records,
    "about": page_at("/about", "About"),
    "not-found": page_at("/nowhere", "Nobody sits here"),
    "settings": settings,
}
TABLE: dict[str, Way] = {
    "room": room,
    "table-turn": turn,
    "table-action": action,
    "table-odds": odds,
    "table-dice": dice,
    "table-no": refused,
    "table-rule": rule,
    "table-sight": tool("Sight lines"),
    "table-threats": tool("Threats"),
    "table-plan": plan,
    "table-menu": menu,
    "table-keys": keys,
    "table-watching": watching,
    "table-chat": chat,
    "table-cards": phone_tab("Card", "Cards"),
    "table-log": phone_tab("Log", "Log"),
    "table-end": end,
    "table-three": many("winterfell", 3),
    "table-four": many("lab", 4),
    "table-nobody": nobody,
    "hand-over": hand_over,
    "picks": picks,
    "replay": replay,
    "lesson": lesson,
}
STATIONS = PAGES | TABLE
