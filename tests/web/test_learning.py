"""The tutorial from start to end: every lesson by doing what its goals say, then the first turns of the guided game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from kit.browser import PATIENCE, PHONE, until, window
from kit.hands import SIGN, Hands, How
from kit.layout import hidden
from kit.server import ServerProcess

# A hint says exactly what to do: squares to click and buttons to press, in order.
AFTER_A_RESULT = 650  # ms: no touch acts for 600 ms after a result
DEED = re.compile(r"[Cc]lick (?:[^.,;“]*? )?([a-h]\d)\b|[Pp]ress “([^”]+)”")
LESSONS = 10
SMALLEST = (1280, 720)  # of a table with three columns
PAST = """(step) => { const panel = document.querySelector('section[aria-label=Lesson]');
  return panel.querySelector('[role=img]').getAttribute('aria-label') !== step || /Next lesson|All lessons/.test(panel.textContent); }"""


def lesson_panel(page: Page) -> Locator:
    """The panel of a lesson, by a selector: it is looked for all the time, and by its role the whole page would be gone through."""
    return page.locator("section[aria-label=Lesson]")


def do(page: Page, hands: Hands, square: str, button: str) -> None:
    """One deed, as a learner would do it."""
    if square:
        before: str = page.evaluate(SIGN)
        cell = hands.cell(square)
        answers = cell.get_attribute("aria-disabled") != "true" and "target" not in (cell.get_attribute("aria-label") or "")
        if hands.how == "touch":
            cell.tap(force=True)
            if hands.look().who:
                page.wait_for_timeout(400)  # a second tap, and not a double one
                cell.tap()
            elif answers and not hands.look().crowd:
                hands.confirm(before)
        else:
            cell.click(force=True)
        return
    name = re.compile(rf"^(use )?{re.escape(button)}", re.IGNORECASE)
    odds = page.locator('[role=group][aria-label="The odds"]').get_by_role("button", name=name)
    if odds.count():
        hands.press(odds.first)
        return
    places = [hands.dock(), hands.bar(), page.locator("[role=toolbar][aria-label=Actions]"), page.get_by_role("article")]
    found = places[0].get_by_role("button", name=name)
    for place in places[1:]:
        found = found.or_(place.get_by_role("button", name=re.compile(re.escape(button))))
    if not found.count():
        hands.press(page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name="Card"))
    found.first.click(force=True, timeout=PATIENCE)


def follow(page: Page, hands: Hands) -> int:
    """Go through one lesson by its hints alone; how many there were."""
    panel = lesson_panel(page)
    expect(panel).to_be_visible(timeout=PATIENCE)
    hints = 0
    for _ in range(20):
        on, done, hint = (
            panel.get_by_role("button", name="Go on"),
            panel.get_by_role("button", name="Next lesson").or_(panel.get_by_role("link", name="All lessons")),
            panel.get_by_role("button", name="Hint"),
        )
        expect(on.or_(done).or_(hint).first).to_be_visible(timeout=PATIENCE)
        if done.count():
            return hints
        step = panel.get_by_role("img", name=re.compile("^step ")).get_attribute("aria-label") or ""
        if on.count():
            hands.press(on)
        else:
            hands.press(hint)
            told = panel.get_by_test_id("hint").inner_text()
            assert hidden(panel.locator(".goal, .hint, button")) == [], "what is to be done is in view, whatever the words' length"
            deeds = DEED.findall(told)
            assert deeds, f"{told} says nothing to do"
            hints += 1
            for number, (square, button) in enumerate(deeds):
                until(page, f"(step) => document.title.startsWith('●') || ({PAST})(step)", arg=step, timeout=PATIENCE)
                if page.evaluate(PAST, step):
                    break
                before: str = page.evaluate(SIGN)
                if hands.how == "touch":
                    page.wait_for_timeout(AFTER_A_RESULT)
                do(page, hands, square, button)
                if number < len(deeds) - 1:
                    hands.changed(before)
            refusal_stays(page, step)
        on_with(page, step)
    raise AssertionError("the lesson does not end")


def refusal_stays(page: Page, step: str) -> None:
    """If what was asked for is refused, the reason can be read though the lesson goes on; it goes with its own button."""
    why = page.locator('[role=group][aria-label="Why not"]')
    if not why.count():
        return
    on_with(page, step)
    page.wait_for_timeout(300)
    expect(why.get_by_role("heading")).to_have_text(re.compile(r"\w+ \w+.*\."))
    expect(why.get_by_role("heading")).not_to_contain_text("In the way")
    assert hidden(why.get_by_role("button")) == [], "what would work and the way on are in view, however long the reasons are"
    why.get_by_role("button", name="Go on").click()
    expect(why).to_have_count(0)


def on_with(page: Page, step: str) -> None:
    """Wait until the lesson is past a step."""
    try:
        until(page, PAST, arg=step, timeout=PATIENCE)
    except Late:
        panel = lesson_panel(page)
        raise AssertionError(f"{panel.inner_text()} was not enough: {Hands(page).look()}") from None


@pytest.mark.long
@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_every_hint_of_the_ten_lessons_is_followed_literally(chrome: Browser, server: ServerProcess, how: How) -> None:
    with window(chrome, PHONE if how == "touch" else SMALLEST) as page:
        page.goto(server.url + "/learn?lesson=turns")
        hands = Hands(page, how)
        hints = 0
        for number in range(1, LESSONS + 1):
            expect(lesson_panel(page)).to_contain_text(f"Lesson {number} of", timeout=PATIENCE)
            hints += follow(page, hands)
            hands.press(lesson_panel(page).get_by_role("button", name="Next lesson"))
        assert hints > 30
        panel = lesson_panel(page)
        expect(panel.get_by_role("heading", name="Your first game")).to_be_visible(timeout=PATIENCE)
        hands.press(panel.get_by_role("button", name="Go on"))
        hands.turn()
        hands.press(panel.get_by_role("button", name="Hint"))
        expect(panel.get_by_test_id("hint")).to_be_visible(timeout=PATIENCE)
        for _ in range(5):
            assert hands.turn().asked
            hands.step()
        page.goto(server.url + "/learn")
        expect(page.get_by_role("img", name=f"{LESSONS} of {LESSONS + 1} lessons done")).to_be_visible(timeout=PATIENCE)


def test_a_hint_and_again_are_offered(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/learn?lesson=walls")
        panel = lesson_panel(page)
        panel.get_by_role("button", name="Hint").click(timeout=PATIENCE)
        expect(panel).to_contain_text("Click c2, right behind the wall.")
        hands = Hands(page)
        hands.turn()
        do(page, hands, "c2", "")
        expect(panel.get_by_role("img", name=re.compile("^step 2"))).to_be_visible(timeout=PATIENCE)
        panel.get_by_role("button", name="Again").click()
        expect(panel.get_by_role("img", name=re.compile("^step 1"))).to_be_visible(timeout=PATIENCE)
