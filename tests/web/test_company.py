"""Company by link: who is here, away and offline, clocks, and the talk beside the log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, aside, axe_findings, settled, sit, starts_with, until, window
from kit.hands import Hands
from kit.layout import misplaced
from kit.server import Client, Opened, ServerProcess
from kit.stations import ANN, BEN, friends, nearest, setup_of

AWAY = 4.0  # seconds after which a bot may play
PHONE = (390, 844)
HURRIED = """
from tipover.table import attendance
attendance.SECONDS.update(relaxed=400.0)
from tipover.cli import main
main()
"""


@pytest.fixture(scope="module")
def patient() -> Iterator[ServerProcess]:
    """A server where somebody is away for a while before a bot may play."""
    with ServerProcess(None, "", "--absence", str(AWAY), program=HURRIED) as started:
        yield started


def friends_placed(server: ServerProcess, ann: Page, ben: Page, **wanted: object) -> Opened:
    """Ann at one browser, Ben at another, with their figures on the board."""
    return friends(server, ann, ben, setup=setup_of(server, "first-golden_girls"), placed=True, **wanted)


def two(server: ServerProcess, ann: Page, ben: Page, **wanted: object) -> Opened:
    """The same, with both seats' tokens known here."""
    table = server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True, **wanted)
    for page, seat in ((ann, 0), (ben, 1)):
        sit(page, server, table, seat)
        expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
    return table


def asked_seat(server: ServerProcess, table: Opened) -> int:
    """The seat that is asked."""
    return int(server.http(f"/api/tables/{table.code}")[1]["asked"][0])


def end_turn(server: ServerProcess, table: Opened) -> None:
    """Let the seat that is asked give its first figure's turn away, by a program."""

    async def play() -> None:
        async with Client(server, table.code, [table.tokens[asked_seat(server, table)]]) as client:
            figure = client.options[0]["line"].partition(":")[0]
            await client.choose(f"{figure}: end")

    aside(play())


def ben_of(page: Page) -> Page:
    """Ben's panel."""
    return page.get_by_role("region", name=re.compile(": Ben$"))  # type: ignore[return-value]


def open_chat(page: Page) -> None:
    """Open the talk, wherever it stands."""
    page.get_by_role("tab", name=re.compile("^Chat")).click()


def test_who_leaves_is_away_with_a_countdown_then_offline_and_back_again(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        table = friends_placed(patient, ann, ben)
        panel, log = ben_of(ann), ann.locator('[role=log][aria-label="What happened"]')
        expect(panel.get_by_title("Ben: here")).to_be_visible(timeout=PATIENCE)
        ben.goto("about:blank")
        expect(panel.get_by_text(re.compile(r"away, a bot may play in 0:0\d"))).to_be_visible(timeout=PATIENCE)
        expect(log).to_contain_text(re.compile(r"Ben is away\. Marlow can take over in 0:0\d\."), timeout=PATIENCE)
        expect(panel.get_by_text("offline")).to_be_visible(timeout=PATIENCE)
        assert misplaced(ann) == []
        ben.goto(f"{patient.url}/t/{table.code}")
        expect(panel.get_by_title("Ben: here")).to_be_visible(timeout=PATIENCE)
        expect(log).to_contain_text("Ben is back.", timeout=PATIENCE)


def test_a_relaxed_clock_is_shown_and_a_bot_plays_for_who_stays_away(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        table = friends_placed(patient, ann, ben, clock="relaxed")
        expect(ann.get_by_role("timer")).to_have_text(re.compile(r"^6:[0-4]\d$"), timeout=PATIENCE)
        waits, name = (ann, "Ben") if asked_seat(patient, table) else (ben, "Ann")
        waits.set_viewport_size({"width": 1280, "height": 720})
        expect(waits.get_by_role("banner").locator(".tt")).to_have_text(name)  # whole, beside the clock
        ben.goto("about:blank")
        log = ann.locator('[role=log][aria-label="What happened"]')
        expect(log).to_contain_text("Ben is still away: Marlow plays on.", timeout=PATIENCE)
        expect(ben_of(ann).get_by_text("Marlow plays", exact=True)).to_be_visible(timeout=PATIENCE)
        ben.goto(f"{patient.url}/t/{table.code}")
        expect(log).to_contain_text(re.compile("Ben plays again|Ben is back; Marlow still plays"), timeout=PATIENCE)


def test_what_another_has_been_asked_after_is_taken_back_only_with_consent(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        table = two(patient, ann, ben)
        first = asked_seat(patient, table)
        asker, other = (ann, ben) if first == 0 else (ben, ann)
        end_turn(patient, table)
        expect(other).to_have_title(re.compile("^●"), timeout=PATIENCE)
        asker.get_by_role("region", name="Your answer").get_by_role("button", name=re.compile("^Undo")).click(timeout=PATIENCE)
        expect(asker.get_by_text("You asked to take back your last choice; the others decide.")).to_be_visible(timeout=PATIENCE)
        assert asked_seat(patient, table) != first, "nothing is taken away without a word"
        other.get_by_role("button", name="Let it be taken back").click(timeout=PATIENCE)
        for page in (ann, ben):
            expect(page.locator('[role=log][aria-label="What happened"]')).to_contain_text("took back a choice", timeout=PATIENCE)
            expect(Hands(page).dock().get_by_text(re.compile("ask(ed|s) to take back"))).to_have_count(0)  # what was answered is gone
        expect(asker).to_have_title(re.compile("^●"), timeout=PATIENCE)


def test_the_clock_is_chosen_where_one_invites(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann:
        ann.goto(f"{patient.url}/new?invite=1")
        ann.get_by_label("Clock").select_option("day")
        ann.get_by_role("button", name="Ready").click()
        expect(ann.get_by_role("img", name="QR code of this table’s link")).to_be_visible(timeout=PATIENCE)
        assert patient.http(f"/api/tables/{ann.url[-6:]}")[1]["clock"] == "day"


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), PHONE], ids=["wide", "mid", "phone"])
def test_the_talk_has_a_badge_phrases_and_a_line_in_the_log(chrome: Browser, patient: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size) as ann, window(chrome) as ben:
        friends_placed(patient, ann, ben)
        board = ann.locator("[role=grid]").bounding_box()
        open_chat(ben)
        ben.get_by_role("group", name="Phrases").get_by_role("button", name="Good luck, have fun!").click()
        ben.get_by_label("Say something").fill("ouch. brb, door")
        ben.get_by_label("Say something").press("Enter")
        if size == PHONE:
            tab = ann.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name=re.compile("^Log"))
            expect(tab).to_have_accessible_name(re.compile("2 new"), timeout=PATIENCE)
            tab.click()
        chat = ann.get_by_role("tab", name=re.compile("^Chat"))
        expect(chat).to_have_accessible_name(re.compile("2 new"), timeout=PATIENCE)
        if size[0] == 1024:
            ann.get_by_role("tab", name="Log").click()
        expect(ann.locator('[role=log][aria-label="What happened"]')).to_contain_text("Ben: ouch. brb, door", timeout=PATIENCE)
        chat.click()
        heard = ann.get_by_role("log", name="What was said")
        expect(heard).to_contain_text("Good luck, have fun!")
        expect(chat).not_to_have_accessible_name(re.compile("new"))
        assert misplaced(ann) == []
        if size != PHONE:
            assert ann.locator("[role=grid]").bounding_box() == board


def test_the_talk_has_a_panel_of_its_own_where_there_is_room_and_speaks_ones_language(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome, (1920, 1080)) as ann, window(chrome) as ben:
        starts_with(ben, "localStorage.setItem('tipover.language', 'de')")
        two(patient, ann, ben)
        expect(ann.get_by_role("tab", name="Chat")).to_have_count(0)
        ann.get_by_role("button", name="Nice one!").click()
        expect(ben.get_by_role("log").last).to_contain_text("Schön gespielt!", timeout=PATIENCE)
        assert misplaced(ann) == []


def test_a_game_against_a_bot_has_no_talk(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann:
        sit(ann, patient, patient.open([ANN, {"kind": "bot", "bot": "random"}], setup=setup_of(patient, "first-golden_girls"), placed=True))
        expect(ann.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        assert Hands(ann).look()
        expect(ann.get_by_role("tab", name="Chat")).to_have_count(0)


# -- watching --------------------------------------------------------------------------------------------


def test_who_watches_is_told_so_and_chooses_the_side_and_the_delay(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben, window(chrome) as cara:
        table = two(patient, ann, ben)
        cara.goto(f"{patient.url}/t/{table.code}")
        note = cara.get_by_role("region", name="You are watching.")
        expect(note).to_be_visible(timeout=PATIENCE)
        own = cara.locator("main > .col").first.get_by_role("region", name=re.compile("^(Light|Dark): "))
        for name in ("Ben", "Ann"):
            note.get_by_role("button", name=name).click()
            expect(own).to_have_attribute("aria-label", re.compile(f": {name}$"))
        expect(note.get_by_role("button", name="at once")).to_have_attribute("aria-pressed", "true")
        with cara.expect_websocket(timeout=PATIENCE) as fresh:
            note.get_by_role("button", name="30 s later").click()
        fresh.value.wait_for_event("framereceived", timeout=PATIENCE)  # how the table stood then
        cara.wait_for_timeout(500)
        log = cara.locator('[role=log][aria-label="What happened"]')
        before = log.inner_text()
        end_turn(patient, table)
        cara.wait_for_timeout(500)
        assert log.inner_text() == before, "It is shown later."
        note.get_by_role("button", name="at once").click()
        expect(log).not_to_have_text(before, timeout=PATIENCE)
        assert misplaced(cara) == []


# -- my games --------------------------------------------------------------------------------------------


def test_my_games_are_sorted_by_whose_turn_it_is(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann:
        opened = [patient.open([ANN, BEN], setup=setup_of(patient, "first-golden_girls"), placed=True, title=f"Game {n}") for n in range(2)]
        waiting = patient.open([ANN, {"kind": "open"}], setup=setup_of(patient, "first-golden_girls"), placed=True, title="Game 2")
        for n, table in enumerate(opened):  # at one I have the seat that is asked, at the other the one that is not
            asked = asked_seat(patient, table)
            sit(ann, patient, table, 1 - asked if n == 0 else asked)
            expect(ann.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        sit(ann, patient, waiting)
        expect(ann.get_by_role("heading", name="Game 2")).to_be_visible(timeout=PATIENCE)
        ann.goto(f"{patient.url}/")
        ann.get_by_role("link", name="My games").click()
        for group, game in (("Your turn", "Game 1"), ("A seat is still open", "Game 2"), ("Their turn", "Game 0")):
            expect(ann.get_by_role("region", name=group).get_by_role("link")).to_contain_text(game, timeout=PATIENCE)
        assert ann.locator("main section h2").all_inner_texts() == ["Your turn 1", "A seat is still open 1", "Their turn 1"]


def test_my_games_tell_how_one_ended_since_and_ask_with_the_seats_token(chrome: Browser, patient: ServerProcess) -> None:
    async def resign() -> None:
        async with Client(patient, table.code, [table.tokens[1]]) as ben:
            await ben.ask("resign", seat=1)

    with window(chrome) as ann:
        table = patient.open([ANN, BEN], setup=setup_of(patient, "first-golden_girls"), placed=True, title="Game")
        sit(ann, patient, table)
        expect(ann.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        ann.goto(f"{patient.url}/about")
        aside(resign())
        with ann.expect_request(f"**/api/tables/{table.code}") as asked:
            ann.goto(f"{patient.url}/games")
        assert asked.value.headers["authorization"] == f"Bearer {table.tokens[0]}"
        result = patient.http(f"/api/tables/{table.code}")[1]["result"]
        expect(ann.get_by_role("region", name="Over").get_by_role("link")).to_contain_text(result, timeout=PATIENCE)


# -- notices and the app ---------------------------------------------------------------------------------

# The browser's own notices, written down instead of shown; nobody looks at the page.
NOTED = """window.notices = []; window.asked = 0;
class Noted { constructor(title, what) { window.notices.push([title, what.body, what.data]); window.notice = this; } close() {}
  static permission = 'default'; static async requestPermission() { window.asked++; return (Noted.permission = 'granted'); } }
window.Notification = Noted;
Object.defineProperty(document, 'hidden', { get: () => window.away === true });"""


def test_a_notice_tells_my_turn_in_two_sentences_and_is_asked_for_by_a_click_alone(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as ann, window(chrome) as ben:
        for page in (ann, ben):
            starts_with(page, NOTED)
        table = two(patient, ann, ben)
        sleeper = (ann, ben)[1 - asked_seat(patient, table)]
        assert sleeper.evaluate("window.asked") == 0, "Nobody is asked before a click."
        sleeper.get_by_role("button", name="Menu").click()
        sleeper.get_by_role("button", name="Tell me when it is my turn").click()
        sleeper.keyboard.press("Escape")
        assert sleeper.evaluate("window.asked") == 1
        sleeper.evaluate("window.away = true")
        end_turn(patient, table)
        until(sleeper, "window.notices.length > 0", timeout=PATIENCE)
        [title, body, address] = sleeper.evaluate("window.notices[0]")
        assert title.startswith("Your turn: ") and address == f"/t/{table.code}"
        assert re.fullmatch(r"[^.!?]+[.!?] [^.!?]+[.!?:]?", body), body
        sleeper.evaluate("history.pushState(null, '', '/about'); dispatchEvent(new PopStateEvent('popstate'))")
        expect(sleeper.locator("[role=gridcell]")).to_have_count(0)
        sleeper.evaluate("window.notice.onclick()")
        expect(sleeper.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        assert sleeper.url == f"{patient.url}/t/{table.code}"


def test_the_page_can_be_installed_as_an_app(chrome: Browser, patient: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(f"{patient.url}/")
        link = page.locator("link[rel=manifest]").get_attribute("href")
        status, text, headers = patient.http(str(link))
        manifest = json.loads(text)
        assert status == 200 and "manifest+json" in headers["content-type"]
        assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
        for icon in manifest["icons"]:
            answer = page.request.get(patient.url + icon["src"])
            assert answer.ok and answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                width = int.from_bytes(answer.body()[16:20], "big")
                assert icon["sizes"] == f"{width}x{width}"
        assert {"any", "maskable"} <= {icon["purpose"] for icon in manifest["icons"]}
        assert page.locator("meta[name=theme-color]").count() == 2
        worker = page.request.get(f"{patient.url}/notices.js").text()
        assert "fetch" not in worker, "It answers no request: no page is ever an old one."


# -- standing orders -------------------------------------------------------------------------------------

TRAIT = "St. Olaf's Favorite Daughter"  # asks Rose's side after a challenge of the rival


async def to_the_question(server: ServerProcess) -> Opened:
    """A game of two where the trait asks somebody outside the turn of that side: rivals walk up to Rose and challenge her."""
    for _ in range(20):
        table = server.open([ANN, BEN], setup=setup_of(server, "first-golden_girls"), placed=True)
        async with Client(server, table.code, list(table.tokens.values())) as client:
            for _ in range(60):
                await client.until(lambda: client.over or client.mine >= 0)
                if client.over:
                    break
                if client.question.get("orders") and client.question.get("about") == TRAIT:
                    return table
                rose = next(one["mark"] for one in client.moment["figures"] if one["name"].startswith("Rose"))
                hits = [one["line"] for one in client.options if one["line"].endswith(f"challenge {rose}")]
                await client.choose(hits[0] if hits else nearest(client))
    raise AssertionError("the trait never asked")


def test_a_standing_order_is_given_used_listed_and_revoked(chrome: Browser, patient: ServerProcess) -> None:
    table = aside(to_the_question(patient))
    seat = asked_seat(patient, table)
    with window(chrome) as ann, window(chrome) as ben:
        for page, own in ((ann, seat), (ben, 1 - seat)):
            settled(page, speed=0)
            sit(page, patient, table, own)
            expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        orders = ann.get_by_role("region", name="Standing orders")
        expect(orders).to_be_visible(timeout=PATIENCE)
        assert axe_findings(ann) == []
        orders.get_by_role("button", name="Never ask me about it").click()
        for page in (ann, ben):
            expect(page.locator('[role=log][aria-label="What happened"]')).to_contain_text(f"had left word: not {TRAIT}.", timeout=PATIENCE)
        expect(orders.get_by_role("listitem")).to_contain_text(f"Never ask: {TRAIT}", timeout=PATIENCE)
        expect(ben.get_by_role("region", name="Standing orders")).to_have_count(0)
        assert misplaced(ann) == [] and axe_findings(ann) == []
        orders.get_by_role("button", name=f"Revoke {TRAIT}").click()
        expect(orders).to_have_count(0, timeout=PATIENCE)


def test_a_standing_order_names_one_of_several_answers_on_a_phone(chrome: Browser, patient: ServerProcess) -> None:
    table = patient.open([ANN, BEN], setup=setup_of(patient, "barracks"), placed=True)  # Game Master asks which rule to play

    async def to_several() -> None:
        async with Client(patient, table.code, list(table.tokens.values())) as client:
            for _ in range(20):
                await client.until(lambda: client.mine >= 0)
                if client.question.get("order_options"):
                    return
                await client.choose(client.options[0]["line"])
        raise AssertionError("nothing of several was asked")

    aside(to_several())
    with window(chrome, PHONE, "dark") as page:
        sit(page, patient, table, asked_seat(patient, table))
        orders = page.get_by_role("region", name="Standing orders")
        orders.get_by_text("Always one of them").tap(timeout=PATIENCE)
        named = orders.get_by_role("button", name=re.compile("^Always: Play "))
        card = named.last.inner_text().removeprefix("Always: Play ")
        assert axe_findings(page) == []
        named.last.tap()
        expect(orders.get_by_role("listitem")).to_contain_text(f"Always: Game Master, Play {card}", timeout=PATIENCE)
        expect(orders.get_by_text("Always one of them")).to_have_count(0)
        assert misplaced(page) == []
