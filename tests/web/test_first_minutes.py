"""The first two minutes: one click to a first game, three hints that wait for their acts and cover nothing, bots by face and stars."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, PHONE, picture, settled, starts_with, until, window
from kit.hands import Hands
from kit.server import ServerProcess

# In every frame: what lies under the hint that is seen, though it can be chosen (squares that answer, and buttons).
WATCH_THE_HINT = """window.covered = []; (function look() { const hint = document.querySelector('aside[aria-label^="Hint "]');
  if (hint?.checkVisibility({ visibilityProperty: true })) { const h = hint.getBoundingClientRect();
    for (const e of document.querySelectorAll('button, [role=gridcell]:not([aria-disabled=true])')) { const b = e.getBoundingClientRect();
      if (!hint.contains(e) && b.width && b.left < h.right && b.right > h.left && b.top < h.bottom && b.bottom > h.top)
        window.covered.push(`${hint.getAttribute('aria-label')} over ${e.getAttribute('aria-label') ?? e.textContent}`); } }
  requestAnimationFrame(look); })()"""
UNDER_THE_HINT = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(window.covered))))"


def begin(page: Page, server: ServerProcess) -> Hands:
    """Press Play a bot and come to the first question; what the hints cover from then on is kept."""
    starts_with(page, WATCH_THE_HINT)
    page.goto(server.url + "/")
    page.get_by_role("button", name="Play a bot").click(timeout=PATIENCE)
    expect(page.get_by_role("grid")).to_be_visible(timeout=PATIENCE)
    hands = Hands(page, "touch" if (page.viewport_size or {})["width"] < 700 else "mouse")
    hands.turn()
    return hands


def test_one_click_starts_the_first_game_with_three_hints_that_wait_for_their_acts(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        hands = begin(page, server)
        panel = page.get_by_role("region", name=re.compile("^Dark: Pip"))
        expect(panel.get_by_role("img", name="1 of 5 stars")).to_be_visible()
        expect(panel).not_to_contain_text("rating")
        assert page.evaluate("() => document.activeElement !== document.body"), "the keys begin at the board"
        seen: list[str] = []
        for _ in range(60):
            look = hands.turn()
            if look.over or len(seen) == 3:
                break
            hint = page.get_by_role("complementary", name=re.compile("^Hint [123] of 3"))
            if hint.count() and (name := hint.get_attribute("aria-label") or "") not in seen:
                expect(hint).to_be_visible(timeout=PATIENCE)
                assert page.evaluate(UNDER_THE_HINT) == []
                seen.append(name)
                picture(page, f"coach-{len(seen)}")
            hands.step()
        assert seen == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"]
        until(page, "() => JSON.parse(localStorage.getItem('tipover.settings')).coach === false", timeout=PATIENCE)


def test_no_more_hints_ends_them_for_good_on_a_phone_too(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, PHONE) as page:
        begin(page, server)
        hint = page.get_by_role("complementary", name="Hint 1 of 3")
        expect(hint).to_be_visible(timeout=PATIENCE)
        assert page.evaluate(UNDER_THE_HINT) == []
        page.get_by_role("group", name="Who").get_by_role("button").first.tap()
        hint = page.get_by_role("complementary", name="Hint 2 of 3")
        expect(hint).to_be_visible(timeout=PATIENCE)
        assert page.evaluate(UNDER_THE_HINT) == []
        hint.get_by_role("button", name="no more hints").tap()
        expect(hint).to_have_count(0)
        begin(page, server)
        expect(page.get_by_role("complementary")).to_have_count(0)


def test_the_ladder_is_chosen_on_the_start_page_and_kept(chrome: Browser, server: ServerProcess) -> None:
    bots = server.http("/api/catalog")[1]["bots"]
    with window(chrome) as page:
        page.goto(server.url + "/")
        ladder = page.get_by_role("region", name="The ladder")
        expect(ladder.get_by_role("listitem")).to_have_count(len(bots), timeout=PATIENCE)
        for step, bot in zip(ladder.get_by_role("listitem").all(), bots, strict=True):
            expect(step).to_contain_text(bot["title"])
            expect(step).not_to_contain_text("rating")
            expect(step.get_by_role("img")).to_have_accessible_name(f"{bot['stars']:g} of 5 stars")
        ladder.get_by_role("button", name=re.compile("^Bruno|Bruno")).first.click()
        expect(ladder.get_by_role("button", name="Play Bruno")).to_be_visible()
        expect(ladder).to_contain_text("Not rated: the opponents have changed")
        page.goto(server.url + "/new?bot=1&step=who")
        expect(page.get_by_role("radio", name=re.compile("^Bruno"))).to_be_checked(timeout=PATIENCE)


def test_an_invitation_is_ready_and_an_ultimate_game_has_its_own_name(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        settled(page, theme="dark")
        page.goto(server.url + "/new?invite=1")
        expect(page.get_by_role("heading", name="Who plays?")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Ready").click()
        expect(page.get_by_role("heading", name="Control, Florida Boardwalk")).to_be_visible(timeout=PATIENCE)
        assert page.evaluate("() => document.activeElement !== document.body")
        page.get_by_role("radio", name=re.compile("^Nell")).click()
        page.get_by_role("button", name="Add Nell").click()
        expect(page.get_by_role("region", name=re.compile("^Dark: Nell"))).to_be_visible(timeout=PATIENCE)
        page.goto(server.url + "/new?bot=1&mode=ultimate")
        steps = page.get_by_role("navigation", name="Set-up")
        expect(steps.get_by_role("button", name=re.compile("^2"))).to_have_text(re.compile("Ultimate"), timeout=PATIENCE)
        with page.expect_request("**/api/tables") as sent:
            page.get_by_role("button", name="Ready").click()
        assert str(sent.value.post_data_json["title"]).startswith("Ultimate, ")
