"""What helps a player at the table: plan, sight, threats, the log's moments, motion, the shapes of sides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, PHONE, WIDE, picture, settled, sit, starts_with, until, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import STATIONS, action, asked, dice, duel, odds

FILTERS = ["achromatopsia", "deuteranopia", "protanopia", "tritanopia", "blurredVision"]


def test_a_turn_is_planned_taken_back_and_played(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        hands = Hands(page)
        before = hands.look()
        hands.dock().get_by_role("button", name=re.compile("^Plan")).click()
        expect(page.get_by_text("Choose as if it counted")).to_be_visible()
        hands.pick(before.squares("can move here")[0])
        expect(page.get_by_role("button", name="Play it")).to_be_visible(timeout=PATIENCE)
        assert hands.look().log == before.log  # nothing is played yet
        page.keyboard.press("u")
        expect(page.get_by_text("Choose as if it counted")).to_be_visible(timeout=PATIENCE)
        hands.pick(before.squares("can move here")[0])
        page.get_by_role("button", name="Play it").click(timeout=PATIENCE)
        until(
            page,
            "(n) => document.querySelectorAll('[role=log][aria-label=\"What happened\"] li').length > n",
            arg=before.log,
            timeout=PATIENCE,
        )


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_plan_goes_on_through_the_dice_and_tells_its_chance_and_the_answer(
    chrome: Browser, server: ServerProcess, size: tuple[int, int]
) -> None:
    with window(chrome, size) as page:
        STATIONS["table-plan"](page, server)
        dock = Hands(page).dock()
        page.get_by_role("gridcell", name=re.compile("target, .* percent")).first.click()
        page.locator('[role=group][aria-label="The odds"]').get_by_role("button", name=re.compile("^Challenge")).click()
        ways = page.get_by_role("group", name="How it may go on").get_by_role("button")
        expect(ways).to_have_text([re.compile(r"^(hit|miss) \d+ %$")] * 2, timeout=PATIENCE)
        chance = ways.first.inner_text().split()[1]
        ways.first.click()
        expect(dock).to_contain_text(f"The whole plan comes so in {chance} %.", timeout=PATIENCE)
        expect(dock).to_contain_text(re.compile("Best answer of Ann|Best answer of Ben"))
        picture(page, f"plan-dice-{size[0]}")


def test_sight_says_what_stops_the_line(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/learn?lesson=sight")
        page.get_by_role("region", name="Lesson").get_by_role("button", name="Go on").click(timeout=PATIENCE)
        asked(page)
        button = page.get_by_role("button", name="Sight lines")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        page.get_by_role("gridcell", name=re.compile("^e2")).hover(force=True)
        expect(Hands(page).dock()).to_contain_text(re.compile("wall|block|sight", re.IGNORECASE), timeout=PATIENCE)
        page.keyboard.press("s")
        expect(button).to_have_attribute("aria-pressed", "false")


def test_the_threat_view_marks_squares(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        drawing = page.locator("[role=grid]").locator("xpath=preceding-sibling::*[1]")
        before = drawing.inner_html()
        page.keyboard.press("t")
        expect(page.get_by_role("button", name="Threats")).to_have_attribute("aria-pressed", "true")
        until(
            page,
            "(before) => document.querySelector('[role=grid]').previousElementSibling.innerHTML.length > before + 200",
            arg=len(before),
            timeout=PATIENCE,
        )
        threats = Hands(page).dock().get_by_role("group", name="Threats")
        page.get_by_role("gridcell", name=re.compile("yours, .*acting")).focus()
        expect(threats).to_contain_text(re.compile(r": challenge \d+ %.*down \d+ %", re.DOTALL))
        picture(page, "threats-1440")
        page.keyboard.press("t")
        expect(page.get_by_role("button", name="Threats")).to_have_attribute("aria-pressed", "false")
        page.get_by_role("gridcell", name=re.compile("can move here")).first.hover(force=True)
        expect(threats).to_contain_text(re.compile(r"could hit you here: \d+ %|Nobody could hit you here"))


def test_a_line_of_the_log_shows_its_moment(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        hands = Hands(page)
        then = hands.look().cells
        now = [label.split(", can ")[0].split(", target")[0] for label in then]
        page.locator('[role=log][aria-label="What happened"]').get_by_role("button", name=re.compile("moves?")).first.click()
        expect(page.get_by_role("button", name="Back to the present")).to_be_visible(timeout=PATIENCE)
        assert [label.split(", can ")[0].split(", target")[0] for label in hands.look().cells] != now
        page.get_by_role("button", name="Back to the present").click()
        expect(page.get_by_role("slider", name="Moment")).to_have_count(0)
        hands.stands(then)


def running(page: Page) -> list[str]:
    """The animations that run on the page now and take time."""
    found: list[str] = page.evaluate(
        "() => document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 20).map((one) => one.animationName ?? one.id ?? 'motion')"
    )
    return found


def test_reduced_motion_is_honoured(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, own=True) as page:  # the clock is the whole profile's
        page.clock.install()
        page.add_init_script(
            "window.moved = []; const begin = Element.prototype.animate; Element.prototype.animate = function (...all) { window.moved.push(this.tagName); return begin.apply(this, all); }; for (const sort of ['animationstart', 'transitionrun']) addEventListener(sort, (event) => window.moved.push(event.animationName ?? event.propertyName), true)"
        )
        dice(page, server)
        assert running(page) == []
        lasting = page.evaluate(
            "() => window.moved.filter((one) => typeof one === 'string' && one === one.toUpperCase() && one.length < 8)"
        )
        assert lasting == []
        page.clock.fast_forward(8_000)  # dice go by themselves once they can be read, and the log keeps them
        expect(page.get_by_role("group", name="Dice")).to_have_count(0)
        log = page.locator('[role=log][aria-label="What happened"]')
        log.get_by_role("button", name=re.compile(r" (hits|misses) .* \d v \d")).last.click()
        expect(log).to_contain_text(re.compile("rolls .*success"))


def test_without_it_figures_move(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, still=False) as page:
        starts_with(
            page,
            "window.moved = 0; const begin = Element.prototype.animate; Element.prototype.animate = function (...all) { window.moved += 1; return begin.apply(this, all); }",
        )
        action(page, server)
        hands = Hands(page)
        look = hands.look()
        hands.choose(look.squares("can move here")[0], look)
        until(page, "() => window.moved > 0", timeout=PATIENCE)


def test_motion_off_holds_without_the_system(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, still=False) as page:
        settled(page, speed=0)
        odds(page, server)
        page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first.click()
        expect(page.get_by_role("group", name="Dice").first).to_be_visible(timeout=PATIENCE)
        assert running(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("group", name="Dice")).to_have_count(0)


def test_sides_are_told_apart_by_shape(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        STATIONS["table-four"](page, server)
        shapes = page.evaluate(
            """() => [...document.querySelectorAll('[role=group][aria-label=Score] svg use')].map((e) => e.getAttribute('href'))"""
        )
        assert len(shapes) == len(set(shapes)) == 4
        coasters = page.evaluate(
            "() => [...new Set([...document.querySelector('[role=grid]').previousElementSibling.querySelectorAll('use')].map((e) => e.getAttribute('href')).filter((one) => one.startsWith('#p-base-')))]"
        )
        assert len(coasters) == 4, coasters


def test_the_card_of_a_rival_is_read_at_the_table(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        table, seat = duel(server)
        sit(page, server, table, seat)
        asked(page)
        page.get_by_role("button", name=re.compile("open the card")).last.click()
        expect(page.get_by_role("article").first).to_contain_text(re.compile("basic character|to the pool"))


@pytest.mark.soak
@pytest.mark.parametrize("sort", FILTERS)
@pytest.mark.parametrize("station", ["table-odds", "table-threats", "table-four", "setup-teams", "cards"])
def test_pictures_as_the_colour_blind_see_them(chrome: Browser, server: ServerProcess, station: str, sort: str) -> None:
    with window(chrome, WIDE, own=True) as page:
        STATIONS[station](page, server)
        page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": sort})
        assert picture(page, f"{station}-wide-{sort}").stat().st_size > 5000
