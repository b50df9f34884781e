"""A layout that never moves: the board's box is the same at every step of a whole game, and no control lies outside the window.

The game on a phone is played in test_games.py, and looked at in the same way.
Whether all controls are in the window in every state of the table is looked at in test_everyone.py, which goes to each of them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, SOAK, settled, sit, window
from kit.hands import Hands
from kit.layout import board_boxes, hidden, misplaced, resized, watch_board
from kit.server import ServerProcess
from kit.stations import ANN, BOT, STATIONS, setup_of

Size = tuple[int, int]
WIDE_SIZES: list[Size] = [(1280, 720), (1440, 900), (1920, 1080), (2560, 1440), (1024, 768), (768, 1024)]
MOST_STEPS = 200


def whole_game(chrome: Browser, server: ServerProcess, sizes: list[Size]) -> None:
    """Play a game in a window that takes another size after each answer."""
    with window(chrome, sizes[0]) as page:
        settled(page, speed=0)
        sit(page, server, server.open([ANN, BOT], setup=setup_of(server, "first-squid_game", rounds=2 if SOAK else 1), placed=True))
        expect(page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
        watch_board(page)
        hands = Hands(page)
        goes_on = True
        for step in range(MOST_STEPS):
            if not goes_on:
                break
            hands.turn()  # the layout is judged at a question, and not between two
            resized(page, sizes[step % len(sizes)])
            assert misplaced(page) == [], sizes[step % len(sizes)]
            goes_on = hands.step()
        boxes = board_boxes(page)
        assert len(boxes) == len(sizes)
        assert {size: box for size, box in boxes.items() if len(box) > 1} == {}


@pytest.mark.long
def test_the_board_stays_where_it_is_through_a_whole_game(chrome: Browser, server: ServerProcess) -> None:
    whole_game(chrome, server, WIDE_SIZES)


@pytest.mark.soak
@pytest.mark.parametrize("size", WIDE_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_stays_through_a_game_at_one_size(chrome: Browser, server: ServerProcess, size: Size) -> None:
    whole_game(chrome, server, [size])


# Whether something lies over the middle of an element.
COVERED = """(e) => { const b = e.getBoundingClientRect(); const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return !(top === e || e.contains(top) || top?.contains(e)); }"""


def test_the_ready_button_and_what_came_of_the_dice_are_in_view(chrome: Browser, server: ServerProcess) -> None:
    """Where there is least room: at 1280 x 720, and in the low sheet of a phone."""
    for size in ((1280, 720), (390, 844)):
        with window(chrome, size) as page:
            STATIONS["table-odds"](page, server)
            assert hidden(page.locator('[role=group][aria-label="The odds"]').get_by_role("button")) == []
            page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first.click()
            said = page.get_by_role("group", name="Dice").get_by_role("paragraph")
            expect(said).to_be_visible(timeout=PATIENCE)
            assert hidden(said) == [] and not said.evaluate(COVERED)


def test_nothing_lies_over_the_board(chrome: Browser, server: ServerProcess) -> None:
    """Odds and reasons stand in the dock: every square of the board can be pointed at."""
    with window(chrome, (1280, 720)) as page:
        for station in ("table-odds", "table-dice", "table-no"):
            STATIONS[station](page, server)
            covered = page.evaluate(
                """() => [...document.querySelectorAll('[role=gridcell]')].filter((e) => { const b = e.getBoundingClientRect();
                const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2); return top !== e; }).map((e) => e.getAttribute('aria-label'))"""
            )
            assert covered == [], station
