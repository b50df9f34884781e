"""How a game went, in the browser: a page with the graph, the costliest turns, the better answer on the board, links, and a room."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from kit.browser import ANALYSED, PATIENCE, PHONE, WIDE, axe_findings, picture, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.surewin import record_of, walked_past

# One roll of each side, then the round ends and light wins.
ROLLED = """
drawing = '''
+---+---+---+---+---+
| .   A   b   .   . |
+---+---+---+---+---+
'''
turn = "A"
round = 2
first = "light"
scenario = "Territory"
[figures]
A = { side = "light" }
b = { side = "dark" }
[sides.light]
points = 6
[sides.dark]
points = 5
"""


def reviewed(page: Page, server: ServerProcess, code: str) -> None:
    """The page of a record, once the whole game is looked through."""
    page.goto(f"{server.url}/r/{code}")
    expect(page.get_by_role("heading", name="How it went")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Drill")).to_be_visible(timeout=ANALYSED)


class SlowAnalysis:
    """A connection to the table whose analyses come as they would on a busy machine: refused, then in part, then whole."""

    def __init__(self, page: Page) -> None:
        self.state = "refused"
        page.route_web_socket(re.compile("/socket|/ws"), self.connect)

    def connect(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        near.on_message(far.send)
        far.on_message(lambda text: near.send(self.told(str(text))))

    def told(self, text: str) -> str:
        message = json.loads(text)
        if message["type"] != "analysis" or self.state == "whole" or message["done"] < 1:
            return text
        if self.state == "refused":
            return json.dumps({"type": "refused", "id": message["id"], "refused": "not_now", "sentence": "Many games are looked through."})
        return json.dumps({**message, "done": 0.43, "skipped": 2})


def test_what_is_known_so_far_is_shown_and_a_refusal_can_be_asked_again(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of())
    with window(chrome, own=True) as page:
        slow = SlowAnalysis(page)
        page.goto(f"{server.url}/r/{table.code}?at=0")
        refused = page.get_by_role("alert").filter(has_text="Many games are looked through.")
        expect(refused).to_be_visible(timeout=ANALYSED)
        slow.state = "partly"
        page.get_by_role("button", name="Ask again").click()
        known = page.get_by_text("This is what is known so far, 43 % of it looked through")
        expect(known).to_be_visible(timeout=PATIENCE)
        expect(refused).to_have_count(0)
        expect(page.get_by_role("slider", name=re.compile("chance to win"))).to_be_visible()
        expect(page.get_by_role("button", name="Drill")).to_have_count(0)
        assert axe_findings(page) == []
        picture(page, "review-so-far")
        slow.state = "whole"
        expect(page.get_by_role("button", name="Drill")).to_be_visible(timeout=PATIENCE)
        expect(known).to_have_count(0)


def test_the_costliest_turn_is_shown_with_the_better_answer_and_tried_again(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of())
    for size, theme in ((WIDE, "light"), (PHONE, "dark")):
        with window(chrome, size, theme) as page:
            reviewed(page, server, table.code)
            curve = page.get_by_role("slider", name=re.compile("chance to win"))
            first = page.get_by_role("list").get_by_role("button", name=re.compile("Better: "))
            expect(first.first).to_have_attribute("aria-pressed", "true")
            expect(curve).to_have_attribute("aria-valuetext", re.compile(r"^choice \d: Ann \d+ %, Ben \d+ %$"))
            page.goto(f"{server.url}/r/{table.code}?at=0")
            expect(curve).to_have_attribute("aria-valuetext", "choice 0: Ann 100 %, Ben 0 %", timeout=ANALYSED)
            arrow = page.locator(".ar.better")
            expect(arrow).to_have_count(1)
            expect(page.get_by_text(re.compile(r"^better 100 %$"))).to_be_visible()
            expect(page.get_by_role("main")).to_contain_text("Better: Let Guard take point marker A")
            curve.focus()
            page.keyboard.press("End")
            expect(curve).to_have_attribute("aria-valuetext", "choice 4: Ann 0 %, Ben 100 %")
            expect(page).to_have_url(f"{server.url}/r/{table.code}?at=4")
            expect(page.get_by_role("button", name="Try again from here")).to_be_disabled()
            page.get_by_role("button", name="Costliest turn 1").click()
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth && !/\\{\\w+\\}/.test(document.body.innerText)")
            assert axe_findings(page) == []
            picture(page, f"review-{size[0]}-{theme}")


def test_a_moment_is_tried_again_against_a_chosen_bot_or_a_friend(chrome: Browser, server: ServerProcess) -> None:
    ann, ben = {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}
    table = server.open([ann, ben], quick="first-golden_girls", placed=True)
    strongest = server.http("/api/catalog")[1]["bots"][-1]["name"]
    for whom, then in ((strongest, "gridcell"), ("", "img")):
        with window(chrome) as page:
            page.goto(f"{server.url}/r/{table.code}?at=0")
            expect(page.get_by_text("told when it is over")).to_be_visible(timeout=PATIENCE)  # no advice in a running game
            choice = page.get_by_role("combobox", name="Against whom")
            choice.select_option(whom)
            page.get_by_role("button", name="Try again from here").click()
            page.wait_for_url(re.compile(r"/t/\w+$"), timeout=PATIENCE)
            assert table.code not in page.url
            expect(page.get_by_role(then).first).to_be_visible(timeout=PATIENCE)  # the game, or the code of the link for the friend


def test_the_costliest_turns_are_played_again_as_a_drill(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=walked_past())
    for size in (WIDE, PHONE):
        with window(chrome, size) as page:
            reviewed(page, server, table.code)
            better = page.get_by_role("list").get_by_role("button", name=re.compile("Better: "))
            expect(better.first).to_be_visible()
            turns = better.count()
            assert turns >= 2, "the game has several turns that cost something"
            page.get_by_role("button", name="Drill").click()
            for n in range(1, turns + 1 if size == WIDE else 2):  # on the phone the first of them
                note = page.get_by_role("group", name="Drill")
                expect(note).to_contain_text(
                    re.compile(rf"^Drill, {n} of {turns}\. You played: .+\. Find something better\."), timeout=PATIENCE
                )
                assert table.code not in page.url
                picture(page, f"drill-{size[0]}-{n}")
                Hands(page, "touch" if size == PHONE else "mouse").step()
                expect(note).to_contain_text(re.compile(r"Better was: .+, \d+ %"), timeout=PATIENCE)
                note.get_by_role("button", name="Next one" if n < turns else "Back to how it went").click()
            if size == WIDE:
                expect(page).to_have_url(re.compile(f"/r/{table.code}"), timeout=PATIENCE)


def test_several_look_at_one_record_and_follow_who_leads(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of())
    with window(chrome) as lea, window(chrome, PHONE) as tom:
        for page in (lea, tom):
            page.goto(f"{server.url}/r/{table.code}?at=0")
            page.get_by_role("button", name="Look at it together").click(timeout=PATIENCE)
            expect(page.get_by_role("button", name="Leave")).to_be_visible()
        lea.get_by_role("button", name="One choice on").click()
        lea.get_by_role("button", name="One choice on").click()
        moment = tom.get_by_role("slider", name="Moment", exact=True)
        expect(moment).to_have_value("2")
        tom.get_by_role("button", name="Look round alone").click()
        tom.get_by_role("button", name="To the end").click()
        lea.get_by_role("button", name="One choice on").click()
        expect(moment).to_have_value("4")
        tom.get_by_role("button", name="Ask to lead").click()
        lea.get_by_role("button", name=re.compile("^Let .* lead$")).click()
        expect(lea.get_by_role("slider", name="Moment", exact=True)).to_have_value("4")


def test_luck_is_a_chart_of_the_rolls_and_of_how_often_each_face_fell(chrome: Browser, server: ServerProcess) -> None:
    lines = ("A: challenge b", "roll s b", "roll b !", "A: end", "b: end")
    table = server.open([], record=record_of(lines, scene=ROLLED))
    with window(chrome) as page:
        page.goto(f"{server.url}/r/{table.code}")
        rolls = page.get_by_role("group", name="Rolls").get_by_role("button")
        expect(rolls.first).to_be_visible(timeout=ANALYSED)
        faces = page.get_by_role("listitem").filter(has_text=re.compile(r"\d+.*(burst|shield|triple).*expected"))
        expect(faces).to_have_count(3)
        rolls.first.click()
        expect(page).to_have_url(re.compile(r"\?at=\d+$"))
