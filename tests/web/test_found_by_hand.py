"""What somebody found who played with their own hands: what was covered, cut off, out of view or said in the engine's words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import ANALYSED, PATIENCE, PHONE, WIDE, aside, picture, settled, sit, window
from kit.hands import Hands
from kit.layout import hidden, misplaced, resized
from kit.server import Client, Opened, ServerProcess
from kit.stations import ANN, BEN, BOT, action, approach, asked, friends, nearest, picks, setup_of
from kit.surewin import HELD, TO_ITS_END, WALKED, record_of

LOW_TABLET = (768, 1024)
TRAIT = "St. Olaf's Favorite Daughter"  # asks Rose's side after a challenge of the rival
LINE_SHOWN = """(list) => { const [line, frame] = [list.querySelector('.now'), list].map((e) => e.getBoundingClientRect());
  return line.top >= frame.top - 1 && line.bottom <= frame.bottom + 1; }"""
# What scrolls around something, or in it.
SCROLLED = """(e) => { const all = [...e.querySelectorAll('*')]; for (let up = e; up; up = up.parentElement) all.push(up);
  return all.filter((x) => ['auto', 'scroll', 'hidden'].includes(getComputedStyle(x).overflowY) && x.scrollHeight > x.clientHeight + 1).map((x) => x.className); }"""
SQUASHED = "(e) => e.scrollHeight > e.clientHeight + 1"


def resigns(server: ServerProcess, table: Opened) -> None:
    """Ben gives up."""

    async def resign() -> None:
        async with Client(server, table.code, [table.tokens[1]]) as ben:
            await ben.ask("resign", seat=1)

    aside(resign())


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_end_names_the_winner_whole_and_offers_nothing_to_take_back(
    chrome: Browser, server: ServerProcess, size: tuple[int, int]
) -> None:
    with window(chrome, size) as page:
        table = server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True)
        sit(page, server, table, 0)
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        resigns(server, table)
        result = page.get_by_role("region", name="The result")
        expect(result.get_by_role("heading")).to_have_text("Ann wins", timeout=PATIENCE)
        assert not result.evaluate(SQUASHED), "in the phone's sheet it keeps its height"
        expect(page.locator('section[aria-label="The game is over"]').get_by_role("paragraph").first).not_to_contain_text("Light")
        if size == WIDE:
            expect(page.get_by_role("region", name="Your answer").get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)


def test_the_page_of_a_game_opens_at_its_top_and_tells_who_won_and_the_round_that_decided(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of(WALKED))
    with window(chrome) as page:
        settled(page, text=200)  # so that the log is longer than its panel
        page.goto(f"{server.url}/r/{table.code}")
        expect(page.get_by_role("slider", name=re.compile("chance to win"))).to_be_visible(timeout=ANALYSED)
        expect(page.get_by_role("button", name=re.compile("Better: ")).first).to_have_attribute("aria-pressed", "true", timeout=ANALYSED)
        expect(page.get_by_role("log").locator(".now")).to_have_count(1)
        assert page.get_by_role("log").evaluate(SQUASHED) and page.get_by_role("log").evaluate(LINE_SHOWN), "its line is in view in the log"
        assert page.evaluate("() => scrollY") == 0, "and the page stays where it was"
        page.goto(f"{server.url}/r/{server.open([], record=record_of(TO_ITS_END, scene=HELD)).code}")
        decided = page.get_by_role("button", name=re.compile(r"^Decided in round 2, from choice 0 on: "))
        expect(decided).to_be_visible(timeout=ANALYSED)


@pytest.mark.parametrize("text", [100, 150])
def test_on_a_low_screen_the_rivals_pool_and_track_need_no_scrolling(chrome: Browser, server: ServerProcess, text: int) -> None:
    """What scores, which areas count, a rule card in force, or large words: the rival's panel stands below all of it."""
    with window(chrome, (1280, 720)) as page:
        settled(page, text=text, coach=False)
        for key in ("boardwalk", "godswood", "sprint"):
            sit(page, server, server.open([ANN, BOT], quick=key, placed=True))
            expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
            assert hidden(page.locator(".rival .pt")) == [], key


def test_who_acts_shows_its_card_though_the_pointer_lies_on_who_acted(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        settled(page, coach=False)
        sit(page, server, server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True))
        hands = Hands(page)
        first = hands.turn().squares("can choose")[0]
        hands.pick(first)
        card = page.get_by_role("article")
        expect(page.get_by_role("button", name=re.compile("^Move"))).to_be_visible(timeout=PATIENCE)
        acting = card.first.get_attribute("aria-label")
        page.keyboard.press("e")  # its turn ends, and the pointer still lies on it
        expect(page.get_by_role("banner")).to_contain_text("Ben", timeout=PATIENCE)
        hands.turn()
        page.wait_for_timeout(600)  # longer than a pointer must lie still to be told of a figure
        expect(page.get_by_role("list", name="What lies there")).to_have_count(0)
        assert card.first.get_attribute("aria-label") != acting
        page.mouse.move(2, 2)
        hands.cell(first).hover(force=True)
        expect(page.get_by_role("article", name=acting)).to_be_visible(timeout=PATIENCE)


def test_a_secret_pick_is_in_view_on_a_phone(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, PHONE) as page:
        picks(page, server)
        button = page.get_by_role("button", name=re.compile("^Pick "))
        expect(button.first).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("main").get_by_role("article").first).to_be_visible(timeout=PATIENCE)
        assert hidden(button.first) == []


def test_a_number_from_us_does_not_hide_the_defense_it_belongs_to(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, LOW_TABLET) as page:
        sit(page, server, server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True), 0)
        signs = page.get_by_role("article", name="Rose Nylund").locator(".defn").get_by_role("img", name="house value")
        expect(signs.first).to_be_visible(timeout=PATIENCE)
        assert max(sign.bounding_box()["width"] for sign in signs.all()) <= 12  # type: ignore[index]


def test_a_phone_names_who_is_asked_without_cutting_the_name(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome, PHONE) as ben:
        friends(server, ann, ben, setup=setup_of(server, "first-golden_girls"), placed=True)
        named = ben.get_by_role("banner").locator(".tt")
        expect(named).to_have_text(re.compile("^(Ann|Your turn)$"), timeout=PATIENCE)
        assert not named.evaluate("(e) => e.scrollWidth > e.clientWidth + 1")


async def to_a_challenge(server: ServerProcess, table: Opened) -> tuple[int, str]:
    """Walk until somebody may challenge Rose: the seat, and the line that does it; nothing if nobody comes so far."""
    async with Client(server, table.code, list(table.tokens.values())) as client:
        for _ in range(60):
            await client.until(lambda: client.over or client.mine >= 0)
            if client.over:
                break
            rose = next(one["mark"] for one in client.moment["figures"] if one["name"].startswith("Rose"))
            hits = [one["line"] for one in client.options if one["line"].endswith(f"challenge {rose}")]
            if hits:
                return client.mine, str(hits[0])
            await client.choose(nearest(client))
    return -1, ""


@pytest.mark.parametrize("sizes", [[PHONE], [WIDE, (1280, 720)]], ids=["phone", "wide and low"])
def test_under_dice_and_a_cards_words_the_answers_stay_in_view(
    chrome: Browser, server: ServerProcess, sizes: list[tuple[int, int]]
) -> None:
    with window(chrome, sizes[0]) as page:
        for _ in range(12):
            table = server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True)
            seat, line = aside(to_a_challenge(server, table))
            if seat < 0:
                continue
            sit(page, server, table, 1 - seat)
            expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)

            async def hit(table: Opened = table, seat: int = seat, line: str = line) -> bool:
                async with Client(server, table.code, [table.tokens[seat]]) as client:
                    await client.choose(line)
                    return bool(client.moment["question"].get("about") == TRAIT)

            if not aside(hit()):
                continue
            answers = page.locator('[role=group][aria-label="Answers"]').get_by_role("button")
            expect(answers.first).to_be_visible(timeout=PATIENCE)
            expect(page.get_by_role("group", name="Dice").first).to_be_visible(timeout=PATIENCE)
            for size in sizes:
                resized(page, size)
                assert hidden(answers) == [] and misplaced(page) == [], size
            return
        raise AssertionError("the trait never asked")


def test_the_ready_button_is_in_view_in_a_narrow_dock(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, LOW_TABLET) as page:
        action(page, server)
        page.get_by_role("gridcell", name=re.compile("target, .* percent")).first.click()
        ready = page.locator('[role=group][aria-label="The odds"]').get_by_role("button")
        for size in (LOW_TABLET, (900, 700), (1024, 768)):
            resized(page, size)
            expect(ready.first).to_be_visible(timeout=PATIENCE)
            assert hidden(ready) == [], size


THROWER = """
name = "Ten Thrower"
short = "Thrower"
tokens = ["blue", "silver"]
defense = 8

[[ability]]
name = "Everything at Once"
cost = "silver 1"
challenge = true
rule = "Range 9 challenge 11."
"""
# What somebody reads of the dice: how many there are of each side, in how many lines, and what of it lies under what closes them.
TRAY = """(tray) => [...tray.querySelectorAll('.row')].map((row) => { const dice = [...row.querySelectorAll('.one')];
  const [sum, close] = [row.querySelector('.num'), tray.querySelector('button svg')].map((e) => e.getBoundingClientRect());
  const feet = dice.map((e) => e.getBoundingClientRect().bottom).sort((a, b) => a - b); // what counts stands a little higher
  return [dice.length, 1 + feet.filter((y, n) => n && y > feet[n - 1] + 9).length, sum.right > close.left && sum.top < close.bottom]; })"""


def thrower(page: Page, server: ServerProcess) -> None:
    """A stranger's card whose ability throws eleven dice against eight is chosen: its only target is known."""
    sides = [{"side": side, "figures": ["Ten Thrower", "Lifeguard"]} for side in ("light", "dark")]
    table = server.open([ANN, BEN], setup={"map": "Florida Boardwalk", "sides": sides, "rounds": 9}, cards=[THROWER], placed=True)
    seat = aside(approach(server, table, lambda client: any(one["verb"] == "ability" and one.get("challenge") for one in client.options)))
    sit(page, server, table, seat)
    asked(page)
    if (tabs := page.locator("[role=toolbar][aria-label=Actions]")).count():
        tabs.get_by_role("button", name="Card").tap()
    page.get_by_role("button", name=re.compile("Everything at Once")).first.click()
    expect(page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), PHONE], ids=["wide", "390", "360"])
def test_many_dice_are_counted_and_read_in_their_tray(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size) as page:
        thrower(page, server)
        odds = page.locator('[role=group][aria-label="The odds"]')
        assert size[0] < 700 or (odds.evaluate(SCROLLED) == [] and hidden(odds.locator(".pct, .pn, button")) == []), "all of it in view"
        picture(page, f"many-dice-odds-{size[0]}")
        odds.get_by_role("button").first.click()
        tray = page.get_by_role("group", name="Dice")
        expect(tray.get_by_text(re.compile("Ten Thrower"))).to_be_visible(timeout=PATIENCE)
        assert tray.evaluate(TRAY) == [[11, 2, False], [8, 2 if size[0] > 700 else 1, False]]
        assert size[0] < 700 or hidden(tray.locator("p")) == []
        assert misplaced(page) == []
        picture(page, f"many-dice-{size[0]}")


def test_a_chosen_card_shows_its_own_chance_at_its_target_whose_square_does_it(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, (1280, 720)) as page:
        thrower(page, server)
        chance = re.sub(r"\s", "", page.locator('[role=group][aria-label="The odds"]').locator(".big").inner_text())
        shown = page.locator("[role=grid]").locator("xpath=preceding-sibling::*[1]").text_content() or ""
        assert re.findall(r"\d+%", shown) == [chance], "the target has the chance of what is chosen, and nobody else has one"
        page.get_by_role("gridcell", name=re.compile("target, .* percent")).first.click()
        expect(page.locator('[role=log][aria-label="What happened"]')).to_contain_text("with Everything at Once", timeout=PATIENCE)


def test_a_record_is_told_with_the_names_in_it(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of(TO_ITS_END, scene=HELD))
    with window(chrome) as page:
        page.goto(f"{server.url}/r/{table.code}?at=0")
        expect(page.get_by_role("heading", name="Ann’s chance to win")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("combobox", name="Play on as").locator("option")).to_have_text(["as Ann", "as Ben", "all seats here"])
        expect(page.get_by_role("banner")).to_contain_text(re.compile("Ann.*Ben"))
        expect(page.get_by_role("button", name=re.compile("Decided in round 2.* Ann could not lose any more"))).to_be_visible(
            timeout=ANALYSED
        )
        expect(page.get_by_text("offline")).to_have_count(0)
