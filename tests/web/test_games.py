"""Whole games in the browser: a first game by mouse, by keys alone and on a phone, and two people on one screen."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, PHONE, SOAK, heard, hurried, listen, settled, sit, until, window
from kit.hands import Hands
from kit.layout import board_boxes, misplaced, resized, watch_board
from kit.server import ServerProcess
from kit.stations import ANN, BEN, BOT, setup_of

PHONES = (PHONE, (390, 844))  # the smallest, where the game begins and every other answer is given, and a usual one


def steps(page: Page, hands: Hands) -> None:
    """Through the set-up to a first game of the smallest box against the first of the ladder."""
    nav = page.get_by_role("navigation", name="Set-up")
    hands.press(nav.get_by_role("button", name=re.compile("^1")))
    hands.press(page.get_by_role("radio", name=re.compile("^First game")))
    expect(page.get_by_role("radio", name=re.compile("^First game"))).to_be_checked(timeout=PATIENCE)
    hands.press(nav.get_by_role("button", name=re.compile("^2")))
    hands.press(page.get_by_role("radio", name=re.compile("^First game .Golden Girls")))
    expect(page.get_by_role("radio", name=re.compile("^First game .Golden Girls"))).to_be_checked(timeout=PATIENCE)
    hands.press(nav.get_by_role("button", name="Who plays"))
    rival = page.get_by_label("Who plays Dark, seat 2")
    if hands.how == "keys":
        hands.reach(rival)
        page.keyboard.type("A b")
    else:
        rival.select_option(label="A bot")
    expect(rival).to_have_value("bot")
    expect(page.get_by_role("radio", name=re.compile("^Pip"))).to_be_checked()
    hands.press(page.get_by_role("button", name="Ready"))
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)


def is_over(page: Page) -> None:
    """The end panel is there: who won, the points, what can be done now."""
    panel = page.locator('section[aria-label="The game is over"]')
    expect(panel.get_by_role("heading")).to_have_text(re.compile("won|wins"), timeout=PATIENCE)
    expect(panel.get_by_role("link", name="Replay")).to_be_visible()
    expect(panel.get_by_role("button", name="Rematch, sides changed")).to_be_visible()


def test_a_whole_first_game_by_mouse(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        hands = Hands(page)
        listen(page)
        hurried(page, 6)
        page.goto(server.url + "/")
        page.get_by_role("link", name=re.compile("^Set up your own")).first.click()
        steps(page, hands)
        begun = hands.turn().log
        told, checks = 0, {"no", "undo", "odds"}
        while True:
            look = hands.turn()
            if look.over:
                break
            if "no" in checks and look.squares("can move here"):
                refused_click(page, hands)
                checks.discard("no")
                look = hands.look()
            if "undo" in checks and look.squares("can move here") and not look.squares("target"):
                undo(page, hands)
                checks.discard("undo")
            if "odds" in checks and look.squares("target"):
                odds_of_a_target(page, hands)
                checks.discard("odds")
            if not hands.step():
                break
            now = hands.look().log
            assert now >= told
            told = now
        is_over(page)
        assert told > 10
        assert checks == set()
        all_was_read_aloud(page, begun)


def all_was_read_aloud(page: Page, begun: int) -> None:
    """Every act of the log that came at the table (moves and fights of both sides) was read aloud, and the end once, with its words."""
    said = heard(page, "polite")
    buttons = page.locator('[role=log][aria-label="What happened"]').locator("li:not(.since)").get_by_role("button")
    told = [line.removesuffix(", show this moment").strip() for line in buttons.all_text_contents()]
    panel = page.locator('section[aria-label="The game is over"]')
    missing = [line for line in told[begun:-1] if line not in " ".join(said)]
    assert not missing, (missing, said)
    assert any(re.search(r" \d v \d", line) for line in told) and "Your turn." in heard(page, "assertive")
    assert said.count(f"The game is over. {panel.get_by_role('paragraph').first.inner_text()}") == 1, said[-4:]


def refused_click(page: Page, hands: Hands) -> None:
    """A click on what is not allowed says why, with a rule that opens, and what would work instead is not hidden."""
    look = hands.look()
    reach = set(look.squares("can"))
    here = look.squares("acting")[0]
    square = next(label.split(",")[0] for label in look.cells if "," not in label and label not in reach and label != here)
    hands.cell(square).click(force=True)
    why = page.locator('[role=group][aria-label="Why not"]')
    expect(why.get_by_role("link", name=re.compile(r"^Rule [A-Z]{3}-\d+$")).first).to_be_visible(timeout=PATIENCE)
    assert re.search(r"\w+ \w+.*[.!]", why.get_by_role("heading").inner_text())
    heading = why.get_by_role("heading").inner_text().strip()
    assert len([line for line in heard(page, "polite") if line.startswith(heading)]) == 1
    why.get_by_role("link").first.click()
    dialog = page.get_by_role("dialog", name=re.compile(r"^Rule [A-Z]{3}-\d+$"))
    expect(dialog.get_by_role("paragraph").nth(1)).to_have_text(re.compile(r"\w{3,}"), timeout=PATIENCE)
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def undo(page: Page, hands: Hands) -> None:
    """A move is taken back: the board and the log are as before."""
    before = hands.look()
    hands.choose(before.squares("can move here")[0], before)
    until(
        page,
        "(n) => document.querySelectorAll('[role=log][aria-label=\"What happened\"] li:not(.since)').length > n",
        arg=before.log,
        timeout=PATIENCE,
    )
    assert hands.look().cells != before.cells
    hands.bar().get_by_role("button", name=re.compile("^Undo")).click()
    until(
        page,
        "(n) => document.querySelectorAll('[role=log][aria-label=\"What happened\"] li:not(.since)').length <= n",
        arg=before.log,
        timeout=PATIENCE,
    )
    hands.stands(before.cells)
    assert len([line for line in heard(page, "polite") if line.startswith("Taken back: ")]) == 1


def odds_of_a_target(page: Page, hands: Hands) -> None:
    """Hover shows the odds: the same chance as on the square, and both numbers of dice with their parts."""
    target = page.get_by_role("gridcell", name=re.compile(r"target, \d+ percent")).first
    expect(target).to_be_visible(timeout=PATIENCE)
    chance = re.search(r"target, (\d+) percent", target.get_attribute("aria-label") or "")
    assert chance
    target.hover()
    odds = page.locator('[role=group][aria-label="The odds"]')
    expect(odds).to_contain_text(f"{chance[1]}%", timeout=PATIENCE)
    expect(odds).to_contain_text(f"{100 - int(chance[1])}%: nothing happens")
    told = odds.get_by_role("img", name=re.compile("dic?e")).first.get_attribute("aria-label") or ""
    for number, parts in re.findall(r"(\d+) dic?e = ([^=]*?)(?= against|$)", told):
        assert int(number) == sum(int(sign + count) for sign, count in re.findall(r"(?:^|([+−-]) ?)(\d+) ", parts.replace("−", "-"))), told
    assert re.match(r"\d+ dic?e.* against \d+ dic?e", told), told
    page.mouse.move(2, 2)


def test_a_whole_game_by_keys_alone(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, own=True) as page:
        for name in ("click", "dblclick", "tap", "hover"):
            setattr(page, name, None)  # a slip of the test would fail
        hands = Hands(page, "keys")
        hurried(page, 1)
        page.goto(server.url + "/")
        hands.reach(page.get_by_role("link", name="Set up your own").first)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)
        steps(page, hands)
        hands.turn()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
        hands.play()
        is_over(page)
        hands.reach(page.locator('section[aria-label="The game is over"]').get_by_role("link", name="Replay"))
        page.keyboard.press("Enter")
        moment = page.get_by_role("slider", name="Moment")
        expect(moment).to_have_value("0", timeout=PATIENCE)
        page.keyboard.press("ArrowRight")
        expect(moment).to_have_value("1", timeout=PATIENCE)
        page.keyboard.press("End")
        expect(moment).not_to_have_value("1", timeout=PATIENCE)


@pytest.mark.long
def test_a_whole_first_game_on_a_phone_whose_board_stays_where_it_is(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, PHONE) as page:
        hands = Hands(page, "touch")
        hurried(page, 2)
        page.goto(server.url + "/")
        page.get_by_role("link", name=re.compile("^Set up your own")).first.tap()
        steps(page, hands)
        look = hands.turn()
        figure = look.squares("can choose")[0]
        hands.pick(figure)
        expect(hands.cell(figure)).to_have_attribute("aria-selected", "true", timeout=PATIENCE)
        assert hands.look().who, "the first tap only chooses"
        toolbar = page.locator("[role=toolbar][aria-label=Actions]")
        for word, title in (("Card", "Cards"), ("Log", "Log")):
            toolbar.get_by_role("button", name=word).tap()
            sheet = page.get_by_role("dialog", name=title)
            expect(sheet).to_be_visible(timeout=PATIENCE)
            if word == "Card":
                expect(sheet.get_by_role("article").first).to_be_visible()
            sheet.get_by_role("button", name="Close").tap()
            expect(sheet).to_have_count(0)
        for button in toolbar.get_by_role("button").all():
            box = button.bounding_box()
            assert box and box["height"] >= 44 and box["width"] >= 44
        watch_board(page)
        for size in cycle(PHONES):
            if hands.turn().over:  # the layout is judged at a question, and not between two
                break
            resized(page, size)
            assert misplaced(page) == [], size
            hands.step()
        assert [len(boxes) for boxes in board_boxes(page).values()] == [1, 1]
        resized(page, PHONE)
        is_over(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_two_people_on_one_screen_are_asked_to_hand_it_over(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/")
        page.get_by_role("link", name=re.compile("^Play here")).click()
        page.get_by_role("radio", name="Pick in secret").click(timeout=PATIENCE)
        page.get_by_role("navigation", name="Set-up").get_by_role("button", name="Who plays").click()
        page.get_by_label("Name of seat 1").fill("Ann")
        page.get_by_label("Name of seat 2").fill("Ben")
        page.get_by_role("button", name="Ready").click()
        expect(page.get_by_role("button", name=re.compile("^I am (Ann|Ben)$"))).to_be_visible(timeout=PATIENCE)


def test_two_people_on_one_screen_pick_in_secret_and_play_to_the_end(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        sit(page, server, server.open([ANN, BEN], setup=setup_of(server, "secret", rounds=2 if SOAK else 1)))
        hands = Hands(page)
        handed: list[str] = []
        for _ in range(30):
            hand = page.get_by_role("button", name=re.compile("^I am "))
            pick = page.get_by_role("button", name=re.compile("^Pick "))
            expect(hand.or_(pick).or_(page.locator("[role=grid]")).first).to_be_visible(timeout=PATIENCE)
            if page.locator("[role=grid]").count():
                break
            if hand.count():
                handed.append(hand.inner_text())
                expect(page.get_by_role("article")).to_have_count(0)  # nothing of the other's is left on the screen
            hands.step()
        assert {"I am Ann", "I am Ben"} <= set(handed)
        hands.play(300)
        panel = page.locator('section[aria-label="The game is over"]')
        expect(panel.get_by_role("heading")).to_have_text(re.compile("(Ann|Ben) wins|Nobody wins"))


@pytest.mark.soak
@pytest.mark.parametrize("key", ["boardwalk", "barracks", "helicarrier", "godswood", "yard", "winterfell", "lab", "ultimate", "home"])
def test_ready_made_matches_are_played_to_their_end_by_mouse(chrome: Browser, server: ServerProcess, key: str) -> None:
    match = next(one for one in server.http("/api/catalog")[1]["quick"] if one["key"] == key)
    seats = sum(int(side.get("seats", 1)) for side in match["setup"]["sides"])
    with window(chrome) as page:
        settled(page, speed=0)
        sit(page, server, server.open([ANN, *[BOT] * (seats - 1)], setup=setup_of(server, key, rounds=4), placed=True))
        Hands(page).play()
        expect(page.locator('section[aria-label="The game is over"]')).to_be_visible()
