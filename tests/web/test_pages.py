"""What each page does: set-up, card box, records, cards, rules, settings, the page that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, WIDE, picture, sit, until, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import asked, finished, start


def test_a_ready_made_match_is_at_the_first_question_at_once(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        start(page, server)
        page.get_by_role("button", name="First game: Golden Girls").click()
        asked(page)
        assert Hands(page).look().squares("can choose")
        page.goto(server.url + "/")
        resume = page.get_by_role("link", name=re.compile("First game"))
        expect(resume).to_be_visible(timeout=PATIENCE)
        resume.click()
        asked(page)


def team(page: Page, side: str) -> list[str]:
    """The characters of a side's team, as its panel has them."""
    panel = page.get_by_role("region", name=f"{side}'s team")
    return [
        name.removeprefix("Take ").removesuffix(" out")
        for name in panel.get_by_role("button", name=re.compile("^Take ")).evaluate_all(
            "(all) => all.map((e) => e.getAttribute('aria-label'))"
        )
    ]


def test_fair_random_teams_are_dealt_anew(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/new?bot=1")
        expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)
        seen = set()
        for _ in range(6):
            before = team(page, "Light")
            assert len(before) == 2
            seen.add(tuple(before))
            with page.expect_response("**/api/deal"):
                page.get_by_role("button", name="Fair random teams").click()
        assert len(seen) > 1


def test_the_team_builder_shows_the_shared_pool_by_colour(chrome: Browser, server: ServerProcess) -> None:
    cards = {one["name"]: one for one in server.http("/api/catalog")[1]["cards"]}
    with window(chrome) as page:
        page.goto(server.url + "/new?here=1")
        expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)
        for name in team(page, "Light"):
            page.get_by_role("button", name=f"Take {name} out").click()
        page.get_by_role("button", name="Ready").click()
        expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("Light lacks 2 characters.")
        for name in ("Rose Nylund", "Jon Snow"):
            tile = page.get_by_role("button", name=re.compile(rf"^{name}: defense"))
            tile.click()
            expect(tile).to_have_attribute("aria-pressed", "true")
        assert team(page, "Light") == ["Rose Nylund", "Jon Snow"]
        pool = page.get_by_role("region", name="Shared token pool")
        tokens = [colour for name in ("Rose Nylund", "Jon Snow") for colour in cards[name]["tokens"]]
        abilities = [one for name in ("Rose Nylund", "Jon Snow") for one in cards[name].get("abilities", [])]
        expect(pool.get_by_role("heading")).to_contain_text(f"{len(tokens)} tokens, {len(abilities)} abilities")
        for colour in ("blue", "red", "silver", "gold"):
            row = pool.get_by_role("row").filter(has=page.get_by_role("rowheader", name=re.compile(colour)))
            bringers = row.get_by_role("cell").nth(0).get_by_role("img")
            expect(bringers).to_have_count(tokens.count(colour))
            for one in abilities:
                if one["colour"] == colour:
                    expect(row.get_by_role("cell", name=re.compile(rf"{re.escape(one['name'])} to {one['cost']}"))).to_be_visible()
        page.get_by_role("button", name="Read Rose Nylund's card").click()
        expect(page.get_by_role("dialog", name="Rose Nylund").get_by_role("article", name="Rose Nylund")).to_contain_text(
            abilities[0]["text"]
        )


def test_a_card_with_a_mistake_is_mended_and_played(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/new/card")
        area = page.get_by_label("The card in TOML")
        status = page.get_by_role("main").get_by_role("status")
        expect(status.filter(has_text="No mistakes")).to_be_visible(timeout=PATIENCE)
        area.fill(area.input_value().replace('"silver 3"', '"sliver 3"').replace("Lamplighter", "Wick Tender"))
        mistakes = page.get_by_role("list", name="Mistakes").get_by_role("listitem")
        expect(mistakes).to_have_count(1, timeout=PATIENCE)
        expect(mistakes).to_contain_text("line 8")
        expect(mistakes).not_to_contain_text("`")  # what is quoted is set apart, not ticked off
        expect(area).to_have_attribute("aria-invalid", "true")
        expect(page.locator("mark")).to_have_text("sliver")  # the underline has no role: the list says it to readers
        page.get_by_role("button", name="Play it now").click(force=True)
        expect(area).to_be_visible()  # not while it is wrong
        mistakes.get_by_role("button", name="silver", exact=True).click()
        expect(status.filter(has_text="No mistakes")).to_be_visible(timeout=PATIENCE)
        assert '"silver 3"' in area.input_value()
        expect(page.get_by_role("article", name="Wick Tender")).to_be_visible()
        page.get_by_role("button", name="Choose scenario and teams").click()
        expect(page.get_by_role("navigation", name="Set-up").locator("[aria-current=step]")).to_have_text(
            re.compile("^2"), timeout=PATIENCE
        )
        page.go_back()
        expect(page.get_by_role("button", name="Play it now")).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
        page.get_by_role("button", name="Play it now").click()
        asked(page)
        expect(page.get_by_role("gridcell", name=re.compile("Wick Tender, yours")).first).to_be_visible()


def test_a_character_is_pasted_with_its_own_pieces(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/new/card")
        area = page.get_by_label("The card in TOML")
        expect(page.get_by_text("Comes with it: Spark token")).to_be_visible(timeout=PATIENCE)  # the example has one
        expect(page.get_by_text("tipover serve --packs FOLDER")).to_be_visible()
        text = area.input_value() + '\n[[status]]\nname = "Dazzled"\nrule = "This deals 1 extra damage."\n'
        area.fill(text.replace("Gain a Spark token.", "Give Dazzled to a rival within 3."))
        mistakes = page.get_by_role("list", name="Mistakes").get_by_role("listitem")
        expect(mistakes).to_have_count(1, timeout=PATIENCE)
        expect(mistakes).to_contain_text(f"line {text.count(chr(10))}")
        expect(page.locator("mark")).to_have_text("deals 1 extra damage")  # the underline has no role: the list says it to readers
        mistakes.get_by_role("button", name="rolls 1 die more when challenging", exact=True).click()
        expect(page.get_by_text("Comes with it: Spark token, Dazzled")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Play it now").click()
        asked(page)
        expect(page.get_by_role("gridcell", name=re.compile("Lamplighter, yours")).first).to_be_visible()


def test_a_record_is_replayed_saved_drawn_and_played_on(chrome: Browser, server: ServerProcess, tmp_path: Path) -> None:
    with window(chrome) as page:
        table = finished(server)
        sit(page, server, table)
        panel = page.locator('section[aria-label="The game is over"]')
        with page.expect_download() as saved:
            panel.get_by_role("button", name="Save record").click(timeout=PATIENCE)
        file = tmp_path / "kept.tip"
        saved.value.save_as(file)
        assert file.read_text("utf-8") == server.record(table.code)
        pictures(page)
        page.keyboard.press("Escape")
        panel.get_by_role("link", name="Replay").click()
        moment = page.get_by_role("slider", name="Moment")
        expect(moment).to_have_value("0", timeout=PATIENCE)
        cells = Hands(page).look().cells
        last = int(moment.get_attribute("max") or 0)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(moment).to_have_value("2", timeout=PATIENCE)
        page.keyboard.press("End")
        expect(moment).to_have_value(str(last), timeout=PATIENCE)
        page.keyboard.press("Home")
        expect(moment).to_have_value("0", timeout=PATIENCE)
        until(
            page,
            "(wanted) => [...document.querySelectorAll('[role=gridcell]')].every((e, n) => e.getAttribute('aria-label') === wanted[n])",
            arg=cells,
            timeout=PATIENCE,
        )
        moment.fill(str(last // 2))
        expect(moment).to_have_attribute("aria-valuetext", re.compile(rf"choice {last // 2} of {last}: \w"), timeout=PATIENCE)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(moment).not_to_have_value(str(last // 2), timeout=PATIENCE)
        page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name="Play", exact=True)).first.click()
        page.keyboard.press("Home")
        expect(moment).to_have_value("0", timeout=PATIENCE)
        page.keyboard.press("ArrowRight")
        expect(moment).to_have_value("1", timeout=PATIENCE)
        board = [label.split(", can ")[0] for label in Hands(page).look().cells]
        page.get_by_role("button", name="Try again from here").click()
        page.wait_for_url(re.compile(r"/t/\w+$"), timeout=PATIENCE)
        assert table.code not in page.url
        asked(page)
        assert len(Hands(page).look().cells) == len(board)

        page.goto(server.url + "/records")
        expect(page.get_by_role("listitem").filter(has_text=table.code)).to_have_text(re.compile(r"(Light|Dark) won|A draw"))
        page.get_by_label("Open a record").set_input_files(file)
        expect(page.get_by_role("slider", name="Moment")).to_have_attribute("max", str(last), timeout=PATIENCE)
        expect(page.get_by_role("combobox", name="Play on as")).to_have_value("0", timeout=PATIENCE)
        page.get_by_role("button", name="Try again from here").click()
        page.wait_for_url(re.compile(r"/t/\w+$"), timeout=PATIENCE)
        expect(page.get_by_role("region", name=re.compile("^Light: "))).to_be_visible(timeout=PATIENCE)


def pictures(page: Page) -> None:
    """A position as SVG and as PNG."""
    page.get_by_role("button", name="Menu").click()
    for sort, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download(timeout=PATIENCE) as saved:
            page.get_by_role("button", name=f"Picture of the board ({sort})").click()
        raw = Path(saved.value.path()).read_bytes()
        assert raw.lstrip().startswith((begins, b"<?xml"))
        assert len(raw) > 2000
        assert saved.value.suggested_filename.endswith(sort.lower())
        if sort == "SVG":
            text = raw.decode()
            assert "<script" not in text
            assert 'href="http' not in text.replace('xmlns:xlink="http', "")
    page.keyboard.press("Escape")


def test_cards_are_found_by_word_set_kind_and_colour(chrome: Browser, server: ServerProcess) -> None:
    catalog = server.http("/api/catalog")[1]
    with window(chrome) as page:
        page.goto(server.url + "/cards")
        expect(page.get_by_role("heading", name=re.compile("^Characters"))).to_be_visible(timeout=PATIENCE)
        page.get_by_label("Kind").select_option(label="Characters")
        everyone = [one for one in catalog["cards"] if one["kind"] == "character" and not one.get("basic")]
        expect(page.get_by_role("article")).to_have_count(len(everyone))
        page.get_by_role("button", name="gold").click()
        gold = [
            one
            for one in everyone
            if "gold" in one.get("tokens", []) or any(ability["colour"] == "gold" for ability in one.get("abilities", []))
        ]
        expect(page.get_by_role("article")).to_have_count(len(gold))
        page.get_by_role("button", name="gold").click()
        page.get_by_label("Find in cards").fill("cheesecake")
        page.get_by_label("Kind").select_option(label="All kinds")
        expect(page.get_by_role("article").first).to_contain_text(re.compile("cheesecake", re.IGNORECASE))
        page.get_by_label("Find in cards").fill("zzzz")
        expect(page.get_by_text("No card has this.")).to_be_visible()


def test_a_rule_has_an_address(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/rules#SEE-4")
        rule = page.locator("#SEE-4")
        expect(rule).to_be_in_viewport(timeout=PATIENCE)
        page.get_by_label("Find in the rules").fill("SEE-4")
        expect(page.get_by_role("link", name="SEE-4").first).to_be_visible()
        expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+ rules?$")).first).to_be_visible()
        rule.get_by_text("In full").click()
        expect(rule.get_by_role("group").get_by_role("paragraph")).to_be_visible()


def test_settings_hold_after_a_reload(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        start(page, server)
        size = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)")
        page.get_by_role("button", name="Settings").click()
        dialog = page.get_by_role("dialog", name="Settings")
        dialog.get_by_role("radio", name="Dark").check()
        dialog.get_by_role("radio", name="None").check()
        dialog.get_by_label("Text size").select_option("150")
        dialog.get_by_label("My name at tables").fill("Ann")
        dialog.get_by_role("button", name="Close").click()
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)") > size * 1.2
        page.get_by_role("button", name="Settings").click()
        expect(dialog.get_by_role("radio", name="None")).to_be_checked()
        expect(dialog.get_by_label("My name at tables")).to_have_value("Ann")


def test_an_address_without_a_page_says_so(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/no/such/page")
        expect(page.get_by_role("heading", name="Nobody sits here")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("link", name="Start page", exact=True).click()
        expect(page.get_by_role("heading", name="Sit down.")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Nobody sits here")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, (390, 844)])
def test_a_bots_style_is_chosen_with_it_and_stands_in_its_line(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size) as page:
        page.goto(server.url + "/new?bot=1&step=who")
        page.get_by_role("radio", name=re.compile("Pip")).click()
        expect(page.get_by_label("Style")).to_have_count(0)
        page.get_by_role("radio", name=re.compile("Bruno")).click()
        style = page.get_by_label("Style")
        expect(style).to_have_value("")
        style.select_option(label="Runner")
        expect(page.get_by_text("makes for the goals")).to_be_visible()
        page.get_by_role("radio", name=re.compile("Odile")).click()
        expect(style).to_have_value("runner")
        style.scroll_into_view_if_needed()
        picture(page, f"style-chosen-{size[0]}")
        page.get_by_role("button", name="Ready").click()
        asked(page)
        seats = server.http(f"/api/tables/{page.url.rsplit('/', 1)[1]}")[1]["seats"]
        assert [(one["bot"], one["style"]) for one in seats if one["kind"] == "bot"] == [("level4", "runner")]
        picture(page, f"style-played-{size[0]}")
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("region", name="Seats").get_by_text("Runner")).to_be_visible()
        picture(page, f"style-menu-{size[0]}")
