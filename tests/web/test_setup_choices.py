"""What the set-up page can choose besides the teams: rules in force, sizes, players a side, base colours."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, picture, window
from kit.marks import rule
from kit.server import ServerProcess
from kit.stations import asked


def setup(page: Page, server: ServerProcess, query: str) -> None:
    page.goto(f"{server.url}/new?{query}")
    expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)


def wanted(page: Page) -> dict[str, object]:
    """The set-up that Ready sends."""
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Ready").click()
    found = sent.value.post_data_json["setup"]
    assert isinstance(found, dict)
    return found


@rule("STA-2")
def test_scenario_status_cards_are_put_in_force_from_the_start(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        setup(page, server, "here=1&step=scenario")
        page.get_by_role("radio", name=re.compile("^Control")).click()  # nothing in it is chosen in secret
        page.get_by_role("checkbox", name=re.compile("Ground Rules")).check()
        page.get_by_role("checkbox", name=re.compile("Brutal Contest")).check()
        page.get_by_text("Scenario status cards in force").scroll_into_view_if_needed()
        page.mouse.wheel(0, 600)
        picture(page, "setup-in-force")
        assert wanted(page)["in_force"] == ["Ground Rules", "Brutal Contest"]
        expect(page).to_have_url(re.compile("/t/"), timeout=PATIENCE)
        expect(page.get_by_text("Ground Rules").first).to_be_visible(timeout=PATIENCE)


@rule("TEA-1", "FST-1")
def test_the_first_game_of_squid_game_is_for_three_and_four(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        for players in (3, 4):
            setup(page, server, "here=1&mode=first&step=scenario")
            with page.expect_response("**/api/deal"):
                page.get_by_role("radio", name=re.compile("First game .Squid Game")).click()
            page.get_by_role("button", name=re.compile("Who plays")).click()
            page.get_by_label("Players of Light").select_option("2")
            if players == 4:
                page.get_by_label("Players of Dark").select_option("2")
            expect(page.get_by_role("textbox")).to_have_count(players)
            picture(page, f"setup-first-{players}")
            sides = wanted(page)["sides"]
            assert isinstance(sides, list)
            assert [one["seats"] for one in sides] == [2, players - 2]
            asked(page)


@rule("SUP-3")
def test_the_size_of_teams_in_free_for_all_is_one_to_six(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        setup(page, server, "here=1&mode=ffa3&step=mode")
        for size in (6, 1):
            with page.expect_response("**/api/deal"):
                page.get_by_label("Characters a side").select_option(str(size))
            expect(page.get_by_role("button", name=re.compile("^Take "))).to_have_count(size)
            picture(page, f"setup-size-{size}")
        sides = wanted(page)["sides"]
        assert isinstance(sides, list) and [len(one["figures"]) for one in sides] == [1, 1, 1]
        expect(page).to_have_url(re.compile("/t/"), timeout=PATIENCE)


@rule("SUP-3", "TEA-1")
def test_teams_have_one_to_six_characters_and_two_seats_may_play_against_one(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        setup(page, server, "here=1&mode=teams&step=mode")
        for size in (1, 6):
            with page.expect_response("**/api/deal"):
                page.get_by_label("Characters a side").select_option(str(size))
            expect(page.get_by_role("button", name=re.compile("^Take "))).to_have_count(size)
        page.get_by_role("button", name=re.compile("Who plays")).click()
        page.get_by_label("Players of Light").select_option("2")
        page.get_by_label("Players of Dark").select_option("1")
        expect(page.get_by_role("textbox")).to_have_count(3)
        sides = wanted(page)["sides"]
        assert isinstance(sides, list) and [(one["seats"], len(one["figures"])) for one in sides] == [(2, 6), (1, 6)]
        expect(page).to_have_url(re.compile("/t/"), timeout=PATIENCE)


@rule("SUP-2")
def test_the_starter_takes_the_colour(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        setup(page, server, "here=1")
        page.get_by_role("radio", name="Pick at the table").click()
        page.get_by_role("button", name=re.compile("Who plays")).click()
        page.get_by_label("Base colours").select_option("starter")
        picture(page, "setup-starter")
        assert wanted(page)["colours"] == "starter"
        expect(page).to_have_url(re.compile("/t/"), timeout=PATIENCE)
        light = page.get_by_role("button", name=re.compile("^Light"))
        expect(light.first).to_be_visible(timeout=PATIENCE)
        picture(page, "table-starter")


def test_it_is_chosen_how_much_later_those_who_watch_see_it(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben, window(chrome) as cara:
        setup(ann, server, "here=1&step=who")
        expect(ann.get_by_label("Those who watch see it")).to_have_count(0)  # nobody else can come
        ann.get_by_role("checkbox", name=re.compile("Others may watch")).check()
        expect(ann.get_by_label("Those who watch see it")).to_be_visible()
        setup(ann, server, "invite=1")
        ann.get_by_label("Those who watch see it").select_option("Half a minute later")
        picture(ann, "setup-delay")
        with ann.expect_request("**/api/tables") as sent:
            ann.get_by_role("button", name="Ready").click()
        assert sent.value.post_data_json["delay"] == 30
        expect(ann.get_by_text("let everybody watch it later")).to_be_visible(timeout=PATIENCE)
        ben.goto(ann.url)
        ben.get_by_label("Your name").fill("Ben")
        ben.get_by_role("button", name="Sit here").click()
        expect(ben.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        cara.goto(ann.url)
        note = cara.get_by_role("region", name="You are watching.")
        expect(note.get_by_role("button", name="30 s later")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
        expect(note.get_by_role("button", name="at once")).to_have_count(0)
