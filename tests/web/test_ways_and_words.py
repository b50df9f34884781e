"""A straight move is shown and told straight, and no question means its opposite, changes nothing, or hides that it does nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, aside, picture, settled, sit, until, window
from kit.hands import Hands
from kit.server import Client, Opened, ServerProcess
from kit.stations import ANN, BEN, asked
from tipover import load
from tipover.board.movement import Course

PHONE = (390, 844)
TRIPPER = """
name = "Tripper"
tokens = ["red"]
defense = 2

[[ability]]
name = "Trip"
cost = "red 1"
rule = "Knock this down."
"""
# The ways drawn on the board in any frame, and the squares over which the figure was drawn, as names.
WATCH_THE_WAY = """() => { window.ways = new Set(); window.over = [];
  const board = document.querySelector('[role=grid]').previousElementSibling.closest('svg, div');
  const cells = [...document.querySelectorAll('[role=gridcell]')].map((e) => [e.getAttribute('aria-label').split(',')[0], e.getBoundingClientRect()]);
  (function look() {
    for (const way of document.querySelectorAll('.trail path')) window.ways.add(way.getAttribute('d'));
    const moving = document.getAnimations().find((one) => document.querySelector('.tbl')?.dataset.beat === 'move' && one.effect.target?.matches('g'));
    if (moving) { const b = moving.effect.target.getBoundingClientRect(), x = b.x + b.width / 2;
      const near = cells.filter(([, c]) => x >= c.x && x < c.right).map(([name]) => name[0])[0];
      const rows = cells.filter(([, c]) => b.bottom - 4 > c.y && b.bottom - 4 < c.bottom).map(([name]) => name[1])[0];
      if (near && rows && window.over.at(-1) !== near + rows) window.over.push(near + rows); }
    requestAnimationFrame(look); })(); }"""
# Where the corners of a drawn way lie, as names of squares.
CORNERS = """(way) => { const svg = document.querySelector('.trail path, .path')?.ownerSVGElement ?? document.querySelector('[role=grid]').parentElement.querySelector('svg');
  return way.match(/-?[\\d.]+ -?[\\d.]+/g).map((pair) => pair.split(' ').map(Number)).map(([x, y]) => 'abcdefg'[Math.floor(x / 57)] + (Math.floor(y / 57) + 1)); }"""


def sits_who_is_asked(page: Page, server: ServerProcess, table: Opened) -> None:
    """Whoever is asked first sits down at the page."""
    sit(page, server, table, int(server.http(f"/api/tables/{table.code}")[1]["asked"][0]))
    asked(page)


def straight_move(server: ServerProcess, table: Opened) -> tuple[str, list[str]]:
    """Begin a turn and find a move of two squares in a line that nothing is in the way of: where it begins, and its squares."""

    async def found() -> tuple[int, list[int]]:
        async with Client(server, table.code, list(table.tokens.values())) as client:
            await client.until(lambda: client.mine >= 0)
            for one in [option for option in client.options if option["verb"] == "turn"][:1]:
                await client.choose(str(one["line"]))
            figure = client.question["figure"]
            start = next(one["square"] for one in client.moment["figures"] if one["id"] == figure)
            taken = {one["square"] for one in client.moment["figures"] if one["at"] == "board"}
            for one in client.options:
                end = one.get("path", [-1])[-1]
                middle = (start + end) // 2
                if one["verb"] != "move" or (start + end) % 2 or middle in taken:
                    continue
                across, along = end % columns - start % columns, end // columns - start // columns
                if {abs(across), abs(along)} <= {0, 2} and Course(grid, start, 2, free, free).fault((middle, end)) is None:
                    return start, [middle, end]
            raise AssertionError("nobody can move straight")

    grid = load().map("Florida Boardwalk").grid
    columns, free = grid.columns, grid.everywhere
    start, way = aside(found())
    return grid.name(start), [grid.name(square) for square in way]


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=["wide", "phone"])
def test_a_straight_move_is_previewed_walked_and_told_straight(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size, still=False) as page:
        settled(page, speed=1)
        table = server.open([ANN, BEN])
        start, way = straight_move(server, table)
        sits_who_is_asked(page, server, table)
        hands = Hands(page, "touch" if size == PHONE else "mouse")
        page.evaluate(WATCH_THE_WAY)
        end = hands.cell(way[-1])
        if size == PHONE:
            end.tap()
        else:
            end.hover()
        preview = page.locator("path.path")
        expect(preview).to_have_count(1)
        assert page.evaluate(CORNERS, preview.get_attribute("d")) == way, "the preview"
        if size == PHONE:
            hands.dock().get_by_role("button", name=re.compile(f"^Move to {way[-1]}")).tap()
        else:
            end.click()
        until(page, "() => window.ways.size && !document.querySelector('.tbl').dataset.beat", timeout=PATIENCE)
        drawn: list[str] = page.evaluate("() => [...window.ways]")
        assert [page.evaluate(CORNERS, one) for one in drawn] == [[start, *way]], "the way that stays drawn"
        over: list[str] = page.evaluate("() => window.over")
        assert over and {*over} <= {start, *way}, "the figure is seen over these squares alone"
        if size == PHONE:
            page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name="Log").tap()
        log = page.locator('[role=log][aria-label="What happened"]')
        log.get_by_role("button", name=re.compile("moves")).last.click()
        expect(log).to_contain_text(" → ".join([start, *way]))


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=["wide", "phone"])
def test_what_would_do_nothing_says_so_before_it_is_done(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    sides = [{"side": side, "figures": ["Tripper"], "attachments": [{"name": "Cheesecake", "of": "Tripper"}]} for side in ("light", "dark")]
    with window(chrome, size) as page:
        table = server.open([ANN, BEN], setup={"map": "Florida Boardwalk", "sides": sides}, cards=[TRIPPER], placed=True)
        sits_who_is_asked(page, server, table)
        hands = Hands(page, "touch" if size == PHONE else "mouse")
        if hands.look().who:
            hands.answer(hands.look())
        offered = hands.dock().get_by_role("button", name=re.compile("Cheesecake"))
        expect(offered).to_contain_text("Does nothing now", timeout=PATIENCE)
        picture(page, f"does-nothing-{size[0]}")
        lines = hands.look().log
        hands.press(offered)
        page.wait_for_timeout(500)
        assert hands.look().log == lines, "one click does not waste it"
        page.keyboard.press("Escape")
        if size == PHONE:
            page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name="Card").tap()
        page.get_by_role("article").first.get_by_role("button", name=re.compile("Trip")).click()
        expect(page.get_by_role("gridcell", name=re.compile("Tripper [AB], yours, down"))).to_have_count(1, timeout=PATIENCE)
        expect(offered).to_be_visible(timeout=PATIENCE)
        expect(offered).not_to_contain_text("Does nothing")


def test_keep_keeps_the_card_and_discard_discards_it(chrome: Browser, server: ServerProcess) -> None:
    sides = [{"side": "light", "figures": ["Front Man", "Gi-hun"]}, {"side": "dark", "figures": ["Iron Man", "Il-nam"]}]
    setup = {"map": "Barracks", "scenario": "Leaders", "sides": sides}

    async def to_the_question(table: Opened) -> int:
        async with Client(server, table.code, list(table.tokens.values())) as client:
            for _ in range(200):
                await client.until(lambda: client.mine >= 0)
                if client.question.get("about") == "Game Master" and str(client.question["prompt"]).startswith("Game Master: Discard"):
                    return client.mine
                ends = [one["line"] for one in client.options if one["verb"] == "end"]
                await client.choose(str(ends[0] if ends else client.options[0]["line"]))
        raise AssertionError("the card never asked")

    async def in_force(table: Opened) -> list[str]:
        async with Client(server, table.code, list(table.tokens.values())) as client:
            return sorted(str(one["name"]) for one in client.moment["pieces"] if one.get("at") == "force" or one.get("in_force"))

    with window(chrome) as page:
        for word, keeps in (("Keep", True), ("Discard", False)):
            table = server.open([ANN, BEN], setup=setup, placed=True)
            seat = aside(to_the_question(table))
            before = aside(in_force(table))
            sit(page, server, table, seat)
            asked(page)
            answers = page.locator('[role=group][aria-label="Answers"]').get_by_role("button")
            expect(answers).to_have_count(2, timeout=PATIENCE)
            assert [text.split()[0] for text in answers.all_inner_texts()] == ["Discard", "Keep"]
            page.locator('[role=group][aria-label="Answers"]').get_by_role("button", name=re.compile(f"^{word}")).click()
            until(page, "(was) => document.querySelector('section[aria-label=\"Your answer\"] p')?.textContent !== was", arg=None)
            page.wait_for_timeout(500)
            after = aside(in_force(table))
            assert (after == before) == keeps, (word, before, after)


CARD = """
name = "Tester"
tokens = ["red"]
defense = 2

[trait]
name = "Both"
rule = "At the start of its turn, gain 1 point{each}. At the start of its turn, this may move 1."
"""


def test_an_ability_that_would_do_nothing_says_so_on_its_card(chrome: Browser, server: ServerProcess) -> None:
    sides = [{"side": side, "figures": ["Rose Nylund"]} for side in ("light", "dark")]
    with window(chrome) as page:
        sits_who_is_asked(page, server, server.open([ANN, BEN], setup={"map": "Florida Boardwalk", "sides": sides}, placed=True))
        hands = Hands(page)
        if hands.look().who:
            hands.answer(hands.look())
        abilities = page.get_by_role("article", name="Rose Nylund").first.get_by_role("listitem")
        expect(abilities.filter(has_text="an ally in sight").first).to_contain_text("Does nothing now", timeout=PATIENCE)


@pytest.mark.parametrize("matters", [False, True], ids=["changes-nothing", "matters"])
def test_an_order_is_asked_only_where_it_changes_something(chrome: Browser, server: ServerProcess, matters: bool) -> None:
    card = CARD.format(each=" for each rival within 1" if matters else "")
    sides = [{"side": side, "figures": ["Tester", "Lifeguard"]} for side in ("light", "dark")]
    with window(chrome) as page:
        table = server.open([ANN, BEN], setup={"map": "Florida Boardwalk", "sides": sides}, cards=[card], placed=True)
        sits_who_is_asked(page, server, table)
        hands = Hands(page)
        own = [label.split(",")[0] for label in hands.look().free if re.search("Tester [AB], yours, can choose", label)]
        hands.pick(own[0])
        question = hands.bar().get_by_role("paragraph").first
        expect(question).to_contain_text(re.compile("Which comes first" if matters else "ove 1"), timeout=PATIENCE)
