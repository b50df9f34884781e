"""What a second look found: reasons on buttons, what scrolled on a low screen, cards to search, an end that is told once, a talk whose field was cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, WIDE, settled, sit, window
from kit.layout import hidden
from kit.server import ServerProcess
from kit.stations import ANN, BEN, BOT, action, chat, finished, setup_of

LOW = (1280, 720)
# What scrolls inside the panels of scenario and rivals.
TOO_MUCH = "(e) => e.scrollHeight - e.clientHeight"


def test_an_action_that_cannot_be_done_says_why_on_its_button(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        bar = page.get_by_role("region", name="Your answer")
        for name, brief, rule in (("Assist", "nobody to help", "ACT-3"), ("Interact", "nothing beside", "ACT-4")):
            button = bar.get_by_role("button", name=re.compile(f"^{name}"))
            expect(button).to_contain_text(brief, timeout=PATIENCE)
            expect(button).to_have_attribute("title", re.compile(rf"\({rule}\)$"))
            button.click(force=True)  # it cannot be done, and tells why
            expect(page.locator('[role=group][aria-label="Why not"]').get_by_role("link", name=rule)).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(("scenario", "place"), [("Control", "Funko Factory"), ("Squid Game", "The Yard"), ("Basketball", "The Court")])
def test_on_a_low_screen_what_scores_and_the_rival_need_no_scrolling(
    chrome: Browser, server: ServerProcess, scenario: str, place: str
) -> None:
    dealt = server.http("/api/deal", {"mode": "3v3", "scenario": scenario, "map": place, "seed": "x"})[1]
    with window(chrome, LOW) as page:
        settled(page, coach=False)
        sit(page, server, server.open([ANN, BOT], setup=dealt["setup"], placed=True))
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        assert page.get_by_role("group", name="Sides").evaluate(TOO_MUCH) <= 1
        assert hidden(page.locator(".rival .pt")) == []


def test_cards_of_a_secret_pick_are_found_by_their_words(chrome: Browser, server: ServerProcess) -> None:
    """By keys alone: into the field, a word, on to the first button that is left."""
    with window(chrome, LOW) as page:
        everybody = [
            card["name"] for card in server.http("/api/catalog")[1]["cards"] if card["kind"] == "character" and not card.get("basic")
        ]
        sit(page, server, server.open([ANN, BEN], setup={**setup_of(server, "secret"), "box": everybody}))
        page.get_by_role("button", name=re.compile("^I am ")).click()
        picks = page.get_by_role("button", name=re.compile("^Pick "))
        expect(picks).to_have_count(len(everybody), timeout=PATIENCE)
        page.get_by_label("Find a card").focus()
        page.keyboard.type("gi-hun")
        expect(picks).to_have_count(1)
        expect(page.get_by_text(f"1 of {len(everybody)} cards")).to_be_visible()
        page.keyboard.press("Tab")
        expect(picks).to_be_focused()


def test_on_a_tablet_a_lesson_leaves_room_for_the_card_it_speaks_of(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, (1024, 768)) as page:
        page.goto(server.url + "/learn?lesson=sight")
        lesson = page.locator("section[aria-label=Lesson]")
        lesson.get_by_role("button", name="Go on").click()
        lesson.get_by_role("button", name="Hint").click()
        assert hidden(lesson.locator(".goal, .hint, button")) == []
        card = page.get_by_role("group", name="Card").bounding_box()
        assert card and card["height"] >= 115, card
        page.get_by_role("article").get_by_role("button", name=re.compile("Shield Throw")).click(force=True)
        expect(page.locator('[role=group][aria-label="Why not"]').get_by_role("button", name="Go on")).to_be_visible(timeout=PATIENCE)


def test_the_end_tells_who_won_once_beside_the_moment_itself(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, WIDE) as page:
        table = finished(server)
        sit(page, server, table)
        expect(page.locator('section[aria-label="The game is over"]')).to_be_visible(timeout=PATIENCE)
        shown: list[str] = page.evaluate(
            """() => [...document.querySelectorAll('main *, footer *')].filter((e) => !e.closest('.sr, .scn, [role=log]') && e.getClientRects().length
              && [...e.childNodes].some((n) => n.nodeType === 3 && /draw|wins/i.test(n.data))).map((e) => e.textContent.trim())"""
        )
        assert len(shown) == 1, shown
        expect(page.get_by_role("region", name="Your answer")).to_contain_text("The game is over.")


def test_on_a_low_screen_the_field_of_the_talk_is_in_view(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, LOW) as page:
        chat(page, server)
        field, panel = (
            one.bounding_box()
            for one in (page.get_by_label("Say something"), page.locator(".panel", has=page.get_by_label("Say something")).last)
        )
        assert field and panel and field["y"] + field["height"] <= panel["y"] + panel["height"], (field, panel)
