"""Play by link: two browsers through a killed server, another device, a watcher, a rematch; draw, resign, chat."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, POLLING, hurried, window
from kit.hands import Hands
from kit.server import ServerProcess, serving
from kit.stations import friends
from tipover.play.chain import end_of

RECOVERS_WITHIN = 5.0  # seconds (F6)
BACK_WITHIN = 2.0  # seconds
MOST_TRIES = 8
LOST = "trying again. Nothing is lost."


def cells(page: Page) -> list[str]:
    """What stands on the board, without what can be done there."""
    labels: list[str] = page.locator("[role=gridcell]").evaluate_all("(all) => all.map((e) => e.getAttribute('aria-label'))")
    return [re.sub(r", (can |target).*|, (yours|rival|Light|Dark|acting)\b", "", label) for label in labels]


def seconds_until(page: Page, wanted: list[str], go: object) -> float:
    """How long it takes from an address to the very state."""
    begun = time.monotonic()
    go() if callable(go) else page.goto(str(go))
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    while cells(page) != wanted:
        assert time.monotonic() - begun < PATIENCE / 1000, "the state never came back"
        page.wait_for_timeout(POLLING)
    return time.monotonic() - begun


def soonest(page: Page, wanted: list[str], go: object) -> float:
    """The quickest of a few tries: something else may have the machine for a moment, but not every time."""
    best = seconds_until(page, wanted, go)
    for _ in range(MOST_TRIES - 1):
        if best <= BACK_WITHIN:
            break
        time.sleep(2)  # other parts of the tests run beside this one
        best = min(best, seconds_until(page, wanted, page.reload))
    return best


def outage(server: ServerProcess, *pages: Page) -> float:
    """Kill the server and start it again; how long after that all pages are back by themselves."""
    server.kill()
    for page in pages:
        expect(page.get_by_text(LOST).first).to_be_visible()
    server.start()
    begun = time.monotonic()
    for page in pages:
        expect(page.get_by_text(LOST)).to_have_count(0)
    return time.monotonic() - begun


def in_turn(*players: Hands) -> Hands | None:
    """The one who is asked, or nobody when the game is over."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        for hands in players:
            look = hands.look()
            if look.over:
                return None
            if look.asked:
                return hands
        players[0].page.wait_for_timeout(POLLING)
    raise AssertionError("nobody is asked")


def menu(page: Page) -> None:
    """Open the table's menu."""
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Table")).to_be_visible(timeout=PATIENCE)


@pytest.mark.long
def test_two_browsers_play_through_a_killed_server(chrome: Browser) -> None:
    with serving() as server, window(chrome) as ann, window(chrome) as ben, window(chrome) as cara:
        hurried(ann, 1)
        ann.goto(server.url + "/")
        ann.get_by_role("link", name=re.compile("^Invite by link")).click()
        nav = ann.get_by_role("navigation", name="Set-up")
        nav.get_by_role("button", name=re.compile("^1")).click()
        ann.get_by_role("radio", name=re.compile("^First game")).click()
        expect(ann.get_by_role("radio", name=re.compile("^First game"))).to_be_checked(timeout=PATIENCE)
        nav.get_by_role("button", name="Who plays").click()
        ann.get_by_label("Name of seat 1").fill("Ann")
        ann.get_by_role("button", name="Ready").click()
        expect(ann.get_by_role("img", name="QR code of this table’s link")).to_be_visible(timeout=PATIENCE)
        link = ann.get_by_role("textbox", name=re.compile("^Play Tipover with me")).input_value()
        ben.goto(link)
        ben.get_by_label("Your name").fill("Ben")
        ben.get_by_role("button", name="Sit here").click()
        for page in (ann, ben):
            expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        cara.goto(link)
        expect(cara.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        players = Hands(ann), Hands(ben)
        for _ in range(4):
            hands = in_turn(*players)
            assert hands
            hands.step()
        hands = in_turn(*players)
        assert hands
        before = cells(hands.page)

        for _ in range(MOST_TRIES):
            took = outage(server, ann, ben, cara)
            assert [cells(page) for page in (ann, ben, cara)] == [before] * 3
            if took <= RECOVERS_WITHIN:
                break
        assert took <= RECOVERS_WITHIN
        hands.step()
        expect(ann.get_by_text(LOST)).to_have_count(0)

        watched = Hands(cara).look()
        assert not watched.asked
        assert not [label for label in watched.cells if "can " in label or "target" in label]
        for _ in range(400):
            now = in_turn(*players)
            if now is None:
                break
            now.step()
        for page in (ann, ben, cara):
            expect(page.locator('section[aria-label="The game is over"]')).to_be_visible(timeout=PATIENCE)
        expect(cara.get_by_role("button", name="Rematch, sides changed")).to_have_count(0)
        rematch(ann, ben)


def rematch(ann: Page, ben: Page) -> None:
    """Both want it: both go to a new table with sides changed."""
    light = re.compile("^Light: ")
    before, sides = ann.url, ann.get_by_role("region", name=light).get_attribute("aria-label")
    ann.get_by_role("button", name="Rematch, sides changed").click()
    expect(ben.get_by_text("Ann would play again.")).to_be_visible(timeout=PATIENCE)
    ben.get_by_role("button", name="Rematch, sides changed").click()
    for page in (ann, ben):
        page.wait_for_url(lambda url: url != before, timeout=PATIENCE)
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator('section[aria-label="The game is over"]')).to_have_count(0)
    assert ann.url == ben.url
    now = ann.get_by_role("region", name=light).get_attribute("aria-label")
    assert {sides, now} == {"Light: Ann", "Light: Ben"}


def test_a_reload_and_another_device_come_back_to_the_exact_state(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben, window(chrome) as phone:
        friends(server, ann, ben)
        players = Hands(ann), Hands(ben)
        for _ in range(5):
            hands = in_turn(*players)
            assert hands
            hands.step()
        waiting = ben if in_turn(*players) is players[0] else ann
        expect(waiting.locator("[role=gridcell]").first).to_be_visible()
        wanted, asked = cells(ann), Hands(ann).look().asked
        assert soonest(ann, wanted, ann.reload) <= BACK_WITHIN
        menu(ann)
        ann.get_by_text("Continue on another device").click()
        link = ann.get_by_role("textbox", name="My seat’s link").input_value()
        assert re.search(r"/t/\w+#seat=0\.", link)
        assert soonest(phone, wanted, link) <= BACK_WITHIN
        assert "#" not in phone.url  # the token stands in no address
        assert Hands(phone).turn().asked if asked else not Hands(phone).look().asked


def test_a_draw_is_offered_declined_and_agreed(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        friends(server, ann, ben)
        for answer in ("Play on", "Agree"):
            menu(ann)
            ann.get_by_role("button", name="Offer a draw").click()
            ann.get_by_role("button", name="Offer", exact=True).click()
            expect(ann.get_by_text("You offered a draw.")).to_be_visible(timeout=PATIENCE)
            expect(ben.get_by_text("Ann offers a draw.")).to_be_visible(timeout=PATIENCE)
            ben.get_by_role("button", name=answer).click()
            expect(ann.get_by_text("You offered a draw.")).to_have_count(0, timeout=PATIENCE)
        for page in (ann, ben):
            expect(page.locator('section[aria-label="The game is over"]').get_by_role("heading")).to_have_text(
                "Nobody wins", timeout=PATIENCE
            )


def test_resigning_asks_first_and_ends_the_game_and_the_page_checks_its_dice(chrome: Browser) -> None:
    with serving() as server, window(chrome) as ann, window(chrome) as ben:
        friends(server, ann, ben)
        menu(ben)
        ben.get_by_role("button", name="Resign").click()
        bar = Hands(ben).dock()
        bar.get_by_role("button", name="Play on").click()
        expect(ben.locator('section[aria-label="The game is over"]')).to_have_count(0)
        menu(ben)
        ben.get_by_role("button", name="Resign").click()
        bar.get_by_role("button", name="Resign").click()
        expect(ann.locator('section[aria-label="The game is over"]').get_by_role("heading")).to_have_text(
            re.compile("Ann wins"), timeout=PATIENCE
        )
        expect(ben.locator('section[aria-label="The game is over"]').get_by_role("heading")).to_have_text(
            re.compile("Ann wins"), timeout=PATIENCE
        )
        ben.get_by_text("The dice can be checked").click()
        expect(ben.get_by_text("This browser has checked it")).to_be_visible(timeout=PATIENCE)
        seed = re.search(r"--seed ([0-9a-f]{64})", ben.get_by_text("tipover verify --seed").inner_text())
        assert seed and end_of(seed[1]) in server.record(ben.url[-6:]), "What Ben may prove with is his own secret."


def test_chat_is_heard_and_can_be_muted(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        friends(server, ann, ben)
        for page in (ann, ben):
            page.get_by_role("tab", name=re.compile("^Chat")).click()
        heard = ann.get_by_role("log", name="What was said")
        for words in ("Good luck!", "Not so fast"):
            ben.get_by_label("Say something").fill(words)
            ben.get_by_label("Say something").press("Enter")
            expect(heard).to_contain_text(words, timeout=PATIENCE)
        ann.get_by_role("button", name="Mute Ben").click()
        expect(heard).not_to_contain_text("Good luck!")
        ben.get_by_label("Say something").fill("Anybody there?")
        ben.get_by_role("button", name="Say", exact=True).click()
        expect(ben.get_by_role("log", name="What was said")).to_contain_text("Anybody there?", timeout=PATIENCE)
        expect(heard).not_to_contain_text("Anybody there?")
        ann.get_by_role("button", name="Hear Ben").click()
        expect(heard).to_contain_text("Anybody there?")
