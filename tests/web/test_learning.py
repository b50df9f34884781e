"""The tutorial from start to end: every lesson by doing what its goals say, then the first turns of the guided game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as Late

from kit.browser import PATIENCE, window
from kit.hands import SIGN, Hands
from kit.server import ServerProcess

# What a learner does for each goal: a square to choose, a target to challenge (!), a button of the bar or the card.
DEEDS: dict[str, list[str]] = {
    "Choose Rose for this turn.": ["b2"],
    "Move Rose to d2.": ["d2"],
    "Move Rose on to e3.": ["e3"],
    "Move the Lifeguard one square to c4, then end the turn.": ["c4", "End turn"],
    "Try to send Rose to c2, straight through the wall.": ["c2?"],
    "Move Rose to c1.": ["c1"],
    "Try to move onto the Caller's square, d3.": ["Move", "d3?"],
    "Move Rose to e3, past the Caller.": ["e3"],
    "Try Shield Throw against the Caller on e2.": ["Shield Throw?"],
    "Move to c4.": ["c4"],
    "Use Shield Throw.": ["Shield Throw"],
    "Try to choose Blanche on f4, behind the Caller.": ["f4?"],
    "Choose the Caller on e4.": ["e4!"],
    "Move Rose to c2, next to the Caller.": ["c2"],
    "Challenge the Caller with Rose.": ["d2!"],
    "Challenge the Caller with the Lifeguard.": ["d2!"],
    "Try to move Rose to b3 anyway.": ["b3?"],
    "End Rose's turn without doing anything.": ["End turn"],
    "Let the Lifeguard assist Rose.": ["b2"],
    "End the Lifeguard's turn.": ["End turn"],
    "Let the Lifeguard rally.": ["c3", "Rally"],
    "Challenge the Caller.": ["d2!"],
    "End Rose's turn.": ["End turn"],
    "In the new round, let Rose move to b2, so that she meets him.": ["b2"],
    "Use Story Time and bring the Lifeguard to c2.": ["Story Time", "c2"],
    "Try to use Story Time again.": ["Story Time?"],
    "Use Life Isn't Fair, Kiddo against the Caller; leave him where he is.": ["Life Isn't Fair, Kiddo", "No"],
    "End the round with the Lifeguard and watch the track.": ["End turn"],
    "Move Rose to d2, beside the marker.": ["d2"],
    "Let Rose take the point marker.": ["e2", "Take point marker A"],
    "Move Rose to d3.": ["d3"],
    "Challenge Blanche.": ["e3!"],
    "Bring the Lifeguard into the area, to c4.": ["c4", "End turn"],
    "Use the Cheesecake.": ["Cheesecake"],
    "Move Ghost to d3, beside the Caller.": ["d3", "Ghost: move to d3"],
    "End Jon's turn.": ["End turn"],
    "Jon lies, but he is still here: let him rally.": ["Rally"],
}
BASICS = ("Move", "End turn", "Rally")
LESSONS = 10
PAST = """(step) => { const panel = document.querySelector('section[aria-label=Lesson]');
  return panel.querySelector('[role=img]').getAttribute('aria-label') !== step || /Next lesson|All lessons/.test(panel.textContent); }"""


def do(page: Page, hands: Hands, deed: str) -> None:
    """One deed, as a learner would do it."""
    square, sign = re.fullmatch(r"(.*?)([?!]?)", deed).groups()  # type: ignore[union-attr]
    if re.fullmatch(r"[a-h]\d", square):
        if sign == "!":
            hands.challenge(square)
        elif sign == "?":
            hands.cell(square).click(force=True)
        else:
            expect(hands.cell(square)).to_be_enabled(timeout=PATIENCE)
            hands.cell(square).click()
    elif deed in BASICS:
        hands.basic(deed)
    else:
        button = (
            page.get_by_role("article")
            .get_by_role("button", name=re.compile(re.escape(square)))
            .or_(hands.bar().get_by_role("button", name=re.compile(rf"^(use )?{re.escape(square)}", re.IGNORECASE)))
        )
        button.first.click(force=True, timeout=PATIENCE)


def follow(page: Page, hands: Hands) -> set[str]:
    """Go through one lesson; its goals."""
    panel = page.get_by_role("region", name="Lesson")
    expect(panel).to_be_visible(timeout=PATIENCE)
    goals: set[str] = set()
    for _ in range(20):
        on, done = (
            panel.get_by_role("button", name="Go on"),
            panel.get_by_role("button", name="Next lesson").or_(panel.get_by_role("link", name="All lessons")),
        )
        goal = panel.locator("p", has_text=re.compile("|".join(map(re.escape, DEEDS))))
        expect(on.or_(done).or_(goal).first).to_be_visible(timeout=PATIENCE)
        if done.count():
            return goals
        step = panel.get_by_role("img", name=re.compile("^step ")).get_attribute("aria-label") or ""
        if on.count():
            on.click()
        else:
            wanted = goal.first.inner_text().strip()
            goals.add(wanted)
            for deed in DEEDS[wanted]:
                page.wait_for_function(f"(step) => document.title.startsWith('●') || ({PAST})(step)", arg=step, timeout=PATIENCE)
                if page.evaluate(PAST, step):
                    break
                before: str = page.evaluate(SIGN)
                do(page, hands, deed)
                if deed != DEEDS[wanted][-1]:
                    hands.changed(before)
        on_with(page, step)
    raise AssertionError("the lesson does not end")


def on_with(page: Page, step: str) -> None:
    """Wait until the lesson is past a step."""
    try:
        page.wait_for_function(PAST, arg=step, timeout=PATIENCE)
    except Late:
        panel = page.get_by_role("region", name="Lesson")
        raise AssertionError(f"{panel.inner_text()} was not enough: {Hands(page).look()}") from None


@pytest.mark.long
def test_the_ten_lessons_from_start_to_end_and_the_guided_game(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/")
        page.get_by_role("link", name=re.compile("^Learn in ten")).click()
        page.get_by_role("button", name=re.compile("^Begin: ")).click()
        hands = Hands(page)
        goals: set[str] = set()
        for number in range(1, LESSONS + 1):
            expect(page.get_by_role("region", name="Lesson")).to_contain_text(f"Lesson {number} of", timeout=PATIENCE)
            goals |= follow(page, hands)
            page.get_by_role("region", name="Lesson").get_by_role("button", name="Next lesson").click()
        assert goals == set(DEEDS)
        panel = page.get_by_role("region", name="Lesson")
        expect(panel.get_by_role("heading", name="Your first game")).to_be_visible(timeout=PATIENCE)
        panel.get_by_role("button", name="Go on").click()
        hands.turn()
        told = panel.get_by_role("paragraph")
        before = told.count()
        panel.get_by_role("button", name="Hint").click(timeout=PATIENCE)
        expect(told).to_have_count(before + 1, timeout=PATIENCE)
        for _ in range(5):
            assert hands.turn().asked
            hands.step()
        page.goto(server.url + "/learn")
        expect(page.get_by_role("img", name=f"{LESSONS} of {LESSONS + 1} lessons done")).to_be_visible(timeout=PATIENCE)


def test_a_hint_and_again_are_offered(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/learn?lesson=walls")
        panel = page.get_by_role("region", name="Lesson")
        panel.get_by_role("button", name="Hint").click(timeout=PATIENCE)
        expect(panel).to_contain_text("Click c2, right behind the wall.")
        hands = Hands(page)
        hands.turn()
        do(page, hands, "c2?")
        expect(panel.get_by_role("img", name=re.compile("^step 2"))).to_be_visible(timeout=PATIENCE)
        panel.get_by_role("button", name="Again").click()
        expect(panel.get_by_role("img", name=re.compile("^step 1"))).to_be_visible(timeout=PATIENCE)
