"""Every map is a place: its scenery is drawn under the board, loaded with the first board, and off by one switch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, PHONE, WIDE, axe_findings, picture, settled, sit, until, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import ANN, BOT, asked, setup_of, start

# A ready-made match on each of the nine maps, and a part that only its place has.
PLACES = {
    "boardwalk": "s-kiosk-2x1", "barracks": "s-bunk-1x2", "helicarrier": "s-engine-1x2", "godswood": "s-weirwood-2x2", "yard": "s-booth",
    "factory": "s-belt-2x1", "home": "s-rug-4x2", "winterfell": "s-tower", "lab": "s-vault-4x1",
}  # fmt: skip
DRAWING = "[role=grid]"


def at_table(page: Page, server: ServerProcess, key: str) -> None:
    """Go to a ready-made match, up to its board."""
    setup = setup_of(server, key)
    seats = sum(int(side.get("seats", 1)) for side in setup["sides"])
    sit(page, server, server.open([ANN, *[BOT] * (seats - 1)], setup=setup, placed=True))
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)


def parts(page: Page) -> set[str]:
    """The drawings that the board uses."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelector('[role=grid]').previousElementSibling.querySelectorAll('use')].map((e) => e.getAttribute('href').slice(1))"
    )
    return {name for name in found if name.startswith("s-")}


@pytest.mark.parametrize("key", list(PLACES))
def test_a_map_is_drawn_as_its_place(chrome: Browser, server: ServerProcess, key: str) -> None:
    with window(chrome) as page:
        at_table(page, server, key)
        until(
            page,
            "(part) => document.querySelector(`[role=grid]`).previousElementSibling.querySelector(`use[href='#${part}']`)",
            arg=PLACES[key],
            timeout=PATIENCE,
        )
        missing = page.evaluate(
            "() => [...document.querySelector('[role=grid]').previousElementSibling.querySelectorAll('use')].map((e) => e.getAttribute('href')).filter((one) => !document.querySelector(one))"
        )
        assert missing == []
        picture(page, f"place-{key}-light")
        page.emulate_media(color_scheme="dark")
        picture(page, f"place-{key}-dark")


def test_the_scenery_is_loaded_with_a_board_and_not_before(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, own=True) as page:
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        start(page, server)
        page.wait_for_load_state("networkidle")
        assert not [url for url in loaded if "scenery" in url]
        at_table(page, server, "barracks")
        page.wait_for_load_state("networkidle")
        assert [url for url in loaded if re.search(r"scenery-[\w-]+\.svg$", url)]


def test_the_floor_is_plain_by_one_switch_and_where_contrast_is_asked_for(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        settled(page, plain=True)
        at_table(page, server, "barracks")
        page.wait_for_load_state("networkidle")
        assert parts(page) == set()
    with window(chrome) as page:
        page.emulate_media(contrast="more")
        at_table(page, server, "barracks")
        page.wait_for_load_state("networkidle")
        assert parts(page) == set()


def test_a_place_whose_drawings_are_missing_is_played_plain(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, own=True) as page:
        page.route("**/scenery-*.svg", lambda route: route.abort())
        sit(page, server, server.open([ANN, BOT]))
        asked(page)
        hands = Hands(page)
        for _ in range(3):
            hands.step()
        assert parts(page) == set()


NOT_UNDER_ITS_POSTER = """(all) => all.filter((one) => { const [card, poster, name] = [one, one.querySelector('svg'), one.querySelector('.name')]
  .map((e) => e.getBoundingClientRect()); return name.top < poster.bottom || poster.right > card.right || name.right > card.right; })
  .map((one) => one.textContent)"""


def test_maps_are_chosen_by_their_posters(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        page.goto(server.url + "/new?here=1&step=map")
        posters = page.get_by_role("radiogroup", name="Map").get_by_role("radio")
        expect(posters.first).to_be_visible(timeout=PATIENCE)
        expect(posters.first.locator("svg.poster")).to_be_visible(timeout=PATIENCE)
        assert posters.count() == page.locator("svg.poster").count()
        for size in (WIDE, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert posters.evaluate_all(NOT_UNDER_ITS_POSTER) == []
        assert axe_findings(page) == []
        picture(page, "setup-posters")
