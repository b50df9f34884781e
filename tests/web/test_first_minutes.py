"""The first two minutes: one click to a first game, three hints that wait for their acts and cover nothing, bots by face and stars."""

from __future__ import annotations

import re
from math import floor

from playwright.sync_api import Browser, Locator, Page, expect

from kit.browser import PATIENCE, PHONE, WIDE, picture, settled, starts_with, until, window
from kit.hands import Hands
from kit.server import Json, ServerProcess

# In every frame: what lies under the hint that is seen, though it can be chosen (squares that answer, and buttons).
WATCH_THE_HINT = """window.covered = []; (function look() { const hint = document.querySelector('aside[aria-label^="Hint "]');
  if (hint?.checkVisibility({ visibilityProperty: true })) { const h = hint.getBoundingClientRect();
    for (const e of document.querySelectorAll('button, [role=gridcell]:not([aria-disabled=true])')) { const b = e.getBoundingClientRect();
      if (!hint.contains(e) && b.width && b.left < h.right && b.right > h.left && b.top < h.bottom && b.bottom > h.top)
        window.covered.push(`${hint.getAttribute('aria-label')} over ${e.getAttribute('aria-label') ?? e.textContent}`); } }
  requestAnimationFrame(look); })()"""
UNDER_THE_HINT = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(window.covered))))"
TILES_IN_ROWS = """(list) => { const tops = [...list.children].map((one) => Math.round(one.getBoundingClientRect().top));
  return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length); }"""


def begin(page: Page, server: ServerProcess) -> Hands:
    """Press Play a bot and come to the first question; what the hints cover from then on is kept."""
    starts_with(page, WATCH_THE_HINT)
    page.goto(server.url + "/")
    page.get_by_role("button", name="Play a bot").click(timeout=PATIENCE)
    expect(page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
    hands = Hands(page, "touch" if (page.viewport_size or {})["width"] < 700 else "mouse")
    hands.turn()
    return hands


def rated(shown: Locator, bot: Json) -> None:
    """A bot's published rating stands where it is shown; one that has none is told by its stars alone."""
    if bot.get("rating"):
        expect(shown).to_contain_text(f"rating {floor(bot['rating'] + 0.5)}")
    else:
        expect(shown).not_to_contain_text("rating")


def test_one_click_starts_the_first_game_with_three_hints_that_wait_for_their_acts(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        hands = begin(page, server)
        panel = page.get_by_role("region", name=re.compile("^Dark: Pip"))
        expect(panel.get_by_role("img", name="1 of 5 stars")).to_be_visible()
        rated(panel, server.http("/api/catalog")[1]["bots"][0])
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
        page.locator('[role=group][aria-label="Who"]').get_by_role("button").first.tap()
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
            rated(step, bot)
            expect(step.get_by_role("img")).to_have_accessible_name(f"{bot['stars']:g} of 5 stars")
        for wide in (1440, 1280, 1024, 800, 390):
            page.set_viewport_size({"width": wide, "height": 900})
            rows = page.locator(".ways").evaluate(TILES_IN_ROWS)
            assert len({*rows}) == 1, f"{wide} wide: {rows} ways to begin in their rows, none left over"
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        ladder.get_by_role("button", name=re.compile("^Bruno|Bruno")).first.click()
        expect(ladder.get_by_role("button", name="Play Bruno")).to_be_visible()
        bruno = next(one for one in bots if one["title"] == "Bruno")
        expect(ladder).to_contain_text("Published rating" if bruno.get("rating") else "Not rated: the opponents have changed")
        page.goto(server.url + "/new?bot=1&step=who")
        expect(page.get_by_role("radio", name=re.compile("^Bruno"))).to_be_checked(timeout=PATIENCE)


def test_published_ratings_stand_at_every_bot_and_rise_with_the_ladder(chrome: Browser, server: ServerProcess) -> None:
    catalog = server.http("/api/catalog")[1]
    published = [one["rating"] for one in catalog["bots"] if one.get("rating")]
    assert published == sorted(published), "nobody stands below somebody weaker"
    for n, bot in enumerate(catalog["bots"]):
        bot.update(rating=10.4 * n - 6, doubt=3.0)  # as if all had been published
    with window(chrome, own=True) as page:
        page.route("**/api/catalog", lambda route: route.fulfill(json=catalog))
        page.goto(server.url + "/")
        steps = page.get_by_role("region", name="The ladder").get_by_role("listitem")
        expect(steps).to_have_count(len(catalog["bots"]), timeout=PATIENCE)
        for step, bot in zip(steps.all(), catalog["bots"], strict=True):
            rated(step, bot)
        steps.last.get_by_role("button").click()
        expect(page.get_by_role("region", name="The ladder")).to_contain_text(f"Published rating {catalog['bots'][-1]['rating']:g} ± 3.")
        page.goto(server.url + "/new?bot=1&step=who")
        for bot in catalog["bots"]:
            rated(page.get_by_role("radio", name=re.compile(f"^{bot['title']}")), bot)


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
