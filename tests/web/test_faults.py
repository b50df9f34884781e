"""One rule for what cannot be taken back, prices that can be chosen, secrets on one screen, and why-not under the finger."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, PHONE, settled, sit, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import ANN, BEN, BOT, action, asked

LONG = 700  # milliseconds that a finger rests


def gi_hun(server: ServerProcess) -> dict[str, object]:
    """Gi-hun, who may pay one less for each ability, and Rose against a bot."""
    sides = [{"side": "light", "figures": ["Gi-hun", "Rose Nylund"]}, {"side": "dark", "figures": ["Front Man", "Il-nam"]}]
    setup = next(one for one in server.http("/api/catalog")[1]["quick"] if one["key"] == "barracks")["setup"]
    return {**setup, "sides": [{**old, **new} for old, new in zip(setup["sides"], sides, strict=True)]}


def test_an_ability_that_rolls_is_shown_first_as_a_basic_challenge_is(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        hands = Hands(page)
        before = hands.look().log
        page.get_by_role("article").first.get_by_role("button", name=re.compile("Life Isn't Fair")).click()
        odds = page.locator('[role=group][aria-label="The odds"]')
        expect(odds.get_by_role("button")).to_be_visible(timeout=PATIENCE)
        page.wait_for_timeout(500)
        assert hands.look().log == before, "nothing is rolled by the click that selects it"
        odds.get_by_role("button").first.click()
        expect(page.get_by_role("group", name="Dice").first).to_be_visible(timeout=PATIENCE)


def test_who_has_turned_confirmation_off_rolls_on_the_first_click(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        settled(page, confirm=False)
        action(page, server)
        page.get_by_role("gridcell", name=re.compile("target, .* percent")).first.click()
        expect(page.get_by_role("group", name="Dice").first).to_be_visible(timeout=PATIENCE)


def test_a_finger_that_rests_is_told_why_of_the_very_square_under_it(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, PHONE) as page:
        action(page, server)
        away = page.locator("[role=gridcell][aria-disabled=true]").last
        box = away.bounding_box()
        assert box
        x, y = box["x"] + 3, box["y"] + 3  # at its edge, where a tap would snap to a neighbour that answers
        session = page.context.new_cdp_session(page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(LONG)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        why = page.locator('[role=group][aria-label="Why not"]')
        expect(why).to_contain_text((away.get_attribute("aria-label") or "").split(",")[0], timeout=PATIENCE)


def test_each_price_of_an_ability_can_be_chosen_on_the_card(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        sit(page, server, server.open([ANN, BOT], setup=gi_hun(server), placed=True))
        asked(page)
        hands = Hands(page)
        prices = page.get_by_role("group", name=re.compile("^Prices of "))
        for _ in range(12):
            look = hands.turn()
            if prices.count():
                break
            own = [label.split(",")[0] for label in look.free if "Gi-hun, yours, can choose" in label]
            if own:
                hands.pick(own[0])
                page.wait_for_timeout(300)
            else:
                hands.step()
        offered = prices.first.get_by_role("button")
        expect(offered).to_have_count(2)
        assert [text[-1] for text in offered.all_inner_texts()] in (["3", "2"], ["2", "1"])


def test_the_screen_is_handed_over_before_every_secret(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        sit(page, server, server.open([ANN, BEN], quick="secret"))
        handed = page.get_by_role("button", name=re.compile("^I am "))
        hands = Hands(page)
        for _ in range(12):
            expect(handed.or_(page.get_by_role("button", name=re.compile("^Pick "))).or_(page.locator("[role=grid]")).first).to_be_visible(
                timeout=PATIENCE
            )
            if page.locator("[role=grid]").count():
                break
            if handed.count():
                assert not page.get_by_role("button", name=re.compile("^Undo")).count()
            else:
                expect(hands.bar().locator(".face")).to_have_count(0)  # nobody acts: the face there was nobody's
                undo = page.get_by_role("button", name=re.compile("^Undo"))
                told = undo.first.inner_text() if undo.count() else ""
                assert not re.search("pick", told, re.IGNORECASE), "the label names what was picked in secret"
            hands.step()
