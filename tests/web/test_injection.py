"""S8: script in every text field never runs and is shown as plain text; escapes in a record never reach the terminal raw."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Dialog, Page, expect

from kit.browser import PATIENCE, sit, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import ANN
from tipover.cli.entry import tipover

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
FEW, MANY = 20, 200
FLAG = "window.pwned=1"
LONGEST_NAME = 24
NOTHING = re.compile("No card has this|No rule has these words|no table|Type the code", re.IGNORECASE)

SEEDS = [
    "<script>{0}</script>", "<img src=x onerror={0}>", "<svg onload={0}>", "\"><img src=x onerror={0}>", "'><svg/onload={0}>",
    "</title><script>{0}</script>", "</textarea><script>{0}</script>", "</style><img src=x onerror={0}>", "javascript:{0}", "{{{{constructor.constructor('{0}')()}}}}",
    "${{{0}}}", "<iframe srcdoc='<script>parent.{0}</script>'>", "<a href=javascript:{0}>x</a>", "<math><mi//xlink:href='javascript:{0}'>", "<input autofocus onfocus={0}>",
    "<details open ontoggle={0}>", "<body onload={0}>", "\\u003cscript\\u003e{0}\\u003c/script\\u003e", "&lt;script&gt;{0}&lt;/script&gt;", "<script>{0}//",
]  # fmt: skip
TWISTS: list[Callable[[str], str]] = [str, str.upper, str.swapcase, lambda text: text.replace(" ", "/"), lambda text: text.replace("<", "<\t"), lambda text: f"\"'`{text}",
          lambda text: f"--> {text}", lambda text: f"]]>{text}", lambda text: f"\u202e{text}", lambda text: text.replace("=", " = ")]  # fmt: skip

GO = "(place) => { history.pushState(null, '', place); dispatchEvent(new PopStateEvent('popstate')); }"


def strings() -> list[str]:
    """The strings: twenty, or in the soak each in ten spellings."""
    plain = [one.format(FLAG) for one in SEEDS]
    every = [twist(one) for twist in TWISTS for one in plain]
    return every[: MANY if SOAK else FEW]


def several(every: list[str], many: int) -> list[list[str]]:
    """So many at a time."""
    return [every[first : first + many] for first in range(0, len(every), many)]


def short(text: str) -> str:
    """A string with a shorter deed, for fields that take few letters."""
    return text.replace(FLAG, "pwned=1")[:LONGEST_NAME]


@pytest.fixture
def safe(chrome: Browser) -> Iterator[Page]:
    """A page that fails the test when anything of a stranger's ran in it."""
    ran: list[str] = []

    def asks(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    with window(chrome, own=True) as page:
        page.on("dialog", asks)
        page.on("framenavigated", lambda frame: ran.append(frame.url) if frame.parent_frame else None)
        yield page
        assert page.evaluate("() => window.pwned") is None
        assert ran == []


def foreign(page: Page) -> int:
    """Elements that no page of ours has: they could only come from a string."""
    count: int = page.evaluate(
        "() => document.querySelectorAll('body script:not([src]), iframe, math, img, [onerror], [onload], [onfocus], [ontoggle], a[href^=\"javascript:\" i]').length"
    )
    return count


def test_names_and_titles_are_plain_text(safe: Page, server: ServerProcess) -> None:
    for three in several(strings(), 3):  # three sit at a table, and one takes another's name
        names = [f"{number} {short(text)}"[:LONGEST_NAME].strip() for number, text in enumerate((three * 3)[:3])]
        table = server.open([{"kind": "me", "name": name} for name in names], quick="winterfell", placed=True, title=three[0], listed=True)
        sit(safe, server, table)
        expect(safe.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        for name in names:
            expect(safe.locator("body")).to_contain_text(" ".join(name.replace("\u202e", "").split()), timeout=PATIENCE)
        safe.get_by_role("button", name="Menu").click()
        safe.get_by_role("button", name="Rename").first.click()
        safe.get_by_label("Your name").fill(short(three[-1]))
        safe.get_by_role("button", name="Keep").click()
        expect(safe.get_by_role("button", name="Rename").first).to_be_visible(timeout=PATIENCE)
        assert foreign(safe) == 0, three
    safe.goto(server.url + "/?watch")
    expect(safe.get_by_role("dialog")).to_contain_text(FLAG, timeout=PATIENCE)
    assert foreign(safe) == 0


def test_chat_is_plain_text(safe: Page, server: ServerProcess) -> None:
    for five in several(strings(), 5):  # a seat says only so much at once
        table = server.open([ANN, {"kind": "open"}])
        server.sit(table.code, name=short(five[0]) or "x")
        sit(safe, server, table)
        expect(safe.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)
        safe.get_by_role("tab", name=re.compile("^Chat")).click()
        say = safe.get_by_label("Say something")
        heard = safe.get_by_role("log", name="What was said").get_by_role("listitem")
        for text in five:
            shown = " ".join(text.replace("\u202e", "").split())[:60].strip()
            say.fill(text)
            say.press("Enter")
            expect(heard.last).to_contain_text(shown, timeout=PATIENCE)
            assert foreign(safe) == 0, text
            if SOAK or text == five[-1]:  # the last thing said stands in the log too
                safe.get_by_role("tab", name="Log").click()
                expect(safe.locator('[role=log][aria-label="What happened"]')).to_contain_text(shown, timeout=PATIENCE)
                assert foreign(safe) == 0, text
                safe.get_by_role("tab", name=re.compile("^Chat")).click()


def test_codes_searches_and_addresses_are_plain_text(safe: Page, server: ServerProcess) -> None:
    safe.goto(server.url + "/")
    code = safe.get_by_label("Join a table")
    for text in strings():
        code.fill(short(text))
        code.press("Enter")
        expect(safe.get_by_role("navigation", name="Ways to play").get_by_role("status")).to_have_text(NOTHING, timeout=PATIENCE)
        assert foreign(safe) == 0, text
    for path, label in (("/cards", "Find in cards"), ("/rules", "Find in the rules")):
        safe.goto(server.url + path)
        field = safe.get_by_label(label)
        expect(field).to_be_visible(timeout=PATIENCE)
        for text in strings():
            field.fill(text)
            expect(safe.get_by_text(NOTHING).first).to_be_visible(timeout=PATIENCE)
            assert foreign(safe) == 0, text
    for number, four in enumerate(several(strings()[:FEW], 4)):
        for turn in range(4 if SOAK else 1):  # in the soak each string at each place
            mode, card, step, mark = (short(four[(turn + place) % 4]) for place in range(4))
            place = f"/new?mode={mode}&card={card}&step={step}#{mark}"
            if SOAK or number == 0:
                safe.goto(server.url + place)
            else:  # the site goes there without loading itself anew
                for path in ("/about", place):
                    safe.evaluate(GO, path)
                    expect(safe.get_by_role("heading", name="About")).to_have_count(1 if path == "/about" else 0, timeout=PATIENCE)
            expect(safe.get_by_role("navigation", name="Set-up")).to_be_visible(timeout=PATIENCE)
            assert foreign(safe) == 0, four


def test_names_of_the_set_up_and_the_settings_are_plain_text(safe: Page, server: ServerProcess) -> None:
    safe.goto(server.url + "/new?here=1&step=who")
    field = safe.get_by_label("Name of seat 1")
    expect(field).to_be_visible(timeout=PATIENCE)
    panel = safe.get_by_role("region", name="Light's team")
    for text in strings():
        field.fill(short(text))
        expect(panel.get_by_role("heading")).to_contain_text(" ".join(short(text).split()), timeout=PATIENCE)
        assert foreign(safe) == 0, text
    safe.get_by_role("button", name="Settings").click()
    own = safe.get_by_label("My name at tables")
    for text in strings()[:5]:
        own.fill(short(text))
        own.press("Tab")
    safe.reload()
    assert foreign(safe) == 0


@pytest.mark.long
def test_a_card_of_the_card_box_is_plain_text(safe: Page, server: ServerProcess) -> None:
    safe.goto(server.url + "/new/card")
    area = safe.get_by_label("The card in TOML")
    status = safe.get_by_role("main").get_by_role("status")
    expect(status.filter(has_text="No mistakes")).to_be_visible(timeout=PATIENCE)
    whole = area.input_value()
    rules = re.findall('rule = "(.*)"', whole)
    assert len(rules) == 3
    every = [text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", " ") for text in strings()]
    for first in range(0, len(every), 4):
        name, *wrong = every[first : first + 4]  # one in the name, three in the rules, where they are mistakes
        spoiled = whole
        for rule, text in zip(rules, wrong, strict=True):
            spoiled = spoiled.replace(rule, text)
        for card in (whole.replace('name = "Lamplighter"', f'name = "{name[:40]}"'), spoiled):
            area.fill(card)
            expect(status.filter(has_text="Checking")).to_have_count(0, timeout=PATIENCE)
            assert foreign(safe) == 0, card
            assert area.input_value() == card
        expect(safe.get_by_role("list", name="Mistakes").get_by_role("listitem").first).to_be_visible()


def test_a_record_of_a_stranger_is_plain_text(safe: Page, server: ServerProcess, tmp_path: Path) -> None:
    table = server.open([ANN, {"kind": "bot", "bot": "random"}])
    record = server.record(table.code, table.tokens[0])
    for number, text in enumerate(strings()[:: 1 if SOAK else 4]):
        lines = record.splitlines()
        file = tmp_path / f"{number}.tip"
        file.write_text("\n".join([lines[0], *lines[1:], text]), encoding="utf-8")
        safe.goto(server.url + "/records")
        safe.get_by_label("Open a record").set_input_files(file)
        expect(safe.get_by_role("main").get_by_role("status").or_(safe.get_by_role("slider", name="Moment")).first).to_be_visible(
            timeout=PATIENCE
        )
        assert foreign(safe) == 0, text
    assert Hands(safe).look().over is False


def test_escapes_in_a_record_are_never_printed_raw(server: ServerProcess, tmp_path: Path) -> None:
    table = server.open([{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}])
    record = server.record(table.code, table.tokens[0])
    for escape in ("\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "\u202eback", "\x1b[2J\x1b[H"):
        for spoiled in (record.replace("Ann", escape), record + f"# {escape}\n", record + f"{escape}\n"):
            file = tmp_path / "record.tip"
            file.write_text(spoiled, encoding="utf-8")
            for command in ("replay", "verify", "check"):
                printed = CliRunner().invoke(tipover, [command, str(file)]).output
                assert printed and not {"\x1b", "\x9b", "\x07", "\u202e"} & set(printed), (command, escape)
            if not SOAK:
                break
