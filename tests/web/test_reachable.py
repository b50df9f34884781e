"""Every option of every question can be reached by mouse, by touch and by key, at the questions of a random game."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from kit.browser import PATIENCE, PHONE, WIDE, settled, sit, starts_with, until, window
from kit.hands import MOMENT, Hands, How
from kit.server import ServerProcess
from kit.stations import ANN, BOT, setup_of

Json = dict[str, Any]
# Prices to choose (Gi-hun), items, areas to claim, point markers in squares that can be moved to.
SETUP = {
    "map": "Florida Boardwalk", "scenario": "Control",
    "sides": [
        {"side": "light", "seats": 1, "figures": ["Gi-hun", "Rose Nylund"], "attachments": [{"name": "Cheesecake", "of": "Rose Nylund"}]},
        {"side": "dark", "seats": 1, "figures": ["Front Man", "Il-nam"], "attachments": [{"name": "Invitation", "of": "Front Man"}]},
    ],
}  # fmt: skip
QUESTIONS = 5  # of mine, in each way
LONG = 40  # in the soak
MOVES = 2  # squares of one question that are tried: all are reached alike
KEYS = {"end": "e", "rally": "r"}
WORDS = {"end": "End turn", "rally": "Rally"}
# Choices are written down, and while `holding` refused instead of being sent; the last moment is kept.
HOLD = """(() => { const real = WebSocket.prototype.send; window.held = -1; window.holding = false;
  WebSocket.prototype.send = function (data) {
    if (!this.heard) { this.heard = true; this.addEventListener('message', (e) => { const told = JSON.parse(e.data); if (told.moment) window.told = told.moment; }); }
    const said = JSON.parse(data);
    if (said.type === 'choose') window.held = said.option;
    if (!window.holding || said.type !== 'choose') return real.call(this, data);
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'refused', id: said.id, refused: 'not_now', sentence: 'Held back.' }) })));
  }; })()"""


def square_of(option: Json, moment: Json) -> int:
    """The square that stands for an option, -1 for none."""
    if option["verb"] in ("ability", "use", "offer", "pick", "attach"):
        return -1
    if option.get("square") is not None:
        return int(option["square"])
    thing = option.get("target", option.get("figure", -1) if option["verb"] in ("turn", "figure") else -1)
    found = next((one for one in [*moment["figures"], *moment["pieces"]] if one["id"] == thing), {})
    return int(found.get("square", -1)) if found.get("at", "board") == "board" else -1


class Reacher(Hands):
    """Reaches an option in one way, and says which choice the page would have sent."""

    columns = 8  # of the board

    def named(self, option: Json) -> Locator:
        """The button of an option that has no square: a price, an answer, a card, or an ability's own text."""
        exact = re.compile(rf"^(use )?{re.escape(option['label'])}", re.IGNORECASE)
        prices = self.page.get_by_role("group", name=re.compile("^Prices of")).get_by_role("button", name=option["label"], exact=True)
        texts = self.page.get_by_role("article").first.get_by_role("button", name=re.compile(re.escape(option["label"])))
        places = (prices, self.dock().get_by_role("button", name=exact), texts)
        expect(places[0].or_(places[1]).or_(places[2]).or_(self.page.get_by_role("button", name=exact)).first).to_be_visible(
            timeout=PATIENCE
        )
        for place in places:
            if place.count():
                return place.first
        return self.page.get_by_role("button", name=exact).first

    def begin(self, option: Json, moment: Json) -> None:
        square, columns = square_of(option, moment), self.columns
        if option["verb"] == "move" and not option.get("path"):
            self.basic("Move")  # staying is lit only when a move is wanted
        if square >= 0:
            self.pick("abcdefghijklmnop"[square % columns] + str(square // columns + 1))
        elif option["verb"] in KEYS:
            self.page.keyboard.press(KEYS[option["verb"]]) if self.how == "keys" else self.basic(WORDS[option["verb"]])
        elif option["verb"] == "ability" and self.how == "keys" and option.get("figure") == moment["question"].get("figure"):
            self.page.keyboard.press(str(option["ability"] + 1))
        else:
            self.press(self.named(option))

    def reach_option(self, option: Json, moment: Json) -> int:
        """Do what leads to an option; the number of the choice that is sent, -1 if none is."""
        self.page.evaluate("() => { window.held = -1; }")
        self.begin(option, moment)
        crowd = self.page.locator('[role=group][aria-label="Several answers lie here"]').get_by_role(
            "button", name=option["label"], exact=False
        )
        ready = self.page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first
        who = self.page.locator('[role=group][aria-label="Who"]').get_by_role("button", name=option["label"])
        another = self.page.get_by_role("button", name="Another", exact=True).locator("xpath=preceding-sibling::button[1]")
        for _ in range(3):
            try:
                until(self.page, "() => window.held >= 0", timeout=MOMENT // 4)
                break
            except Exception:  # only chosen so far: press what stands ready
                wanted = next((one for one in (crowd.first, ready, who.first, another) if one.count()), None)
                if wanted is None:
                    break
                self.press(wanted)
        return int(self.page.evaluate("() => window.held"))

    def point_away(self) -> None:
        """A pointer that rests on a figure shows its card instead of that of who acts."""
        if self.how == "mouse":
            self.page.mouse.move(2, 2)

    def step_back(self) -> None:
        """Close whatever an option has opened."""
        self.point_away()
        for _ in range(5):
            self.page.keyboard.press("Escape")
        until(self.page, "() => !document.querySelector('[aria-busy=true]')", timeout=PATIENCE)


def try_all(chrome: Browser, server: ServerProcess, how: How, setup: Json, name: str, questions: int) -> set[str]:
    """Try every option of so many questions of a random game in one way; the verbs that were tried."""
    draw = random.Random(name)
    seats = sum(int(side.get("seats", 1)) for side in setup["sides"])
    with window(chrome, PHONE if how == "touch" else WIDE) as page:
        settled(page, speed=0)
        starts_with(page, HOLD)
        sit(page, server, server.open([ANN, *[BOT] * (seats - 1)], setup=setup, placed=True))
        expect(page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
        hands = Reacher(page, how)
        hands.columns = int(page.locator("[role=grid]").get_attribute("aria-colcount") or 0)
        seen: set[str] = set()
        for _ in range(questions):
            if hands.turn().over:
                break
            hands.point_away()
            moment: Json = page.evaluate("() => window.told")
            options: list[Json] = moment["question"]["options"]
            moves = [one for one in options if one["verb"] == "move"]
            tried = [one for one in options if one not in moves] + draw.sample(moves, min(MOVES, len(moves)))
            page.evaluate("() => { window.holding = true; }")
            for option in tried:
                assert hands.reach_option(option, moment) == option["n"], (how, option["line"], hands.look())
                hands.step_back()
                seen.add(option["verb"])
            page.evaluate("() => { window.holding = false; }")
            chosen = draw.choice([one for one in options if one["verb"] != "end"] or options)
            before = moment["seq"]
            assert hands.reach_option(chosen, moment) == chosen["n"]
            until(page, "(seq) => window.told.seq > seq", arg=before, timeout=PATIENCE)
    return seen


@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
def test_every_option_can_be_reached(chrome: Browser, server: ServerProcess, how: How) -> None:
    seen = try_all(chrome, server, how, SETUP, f"reached by {how}", QUESTIONS)
    assert {"turn", "move", "ability", "end"} <= seen, seen


@pytest.mark.soak
@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
@pytest.mark.parametrize("key", ["boardwalk", "barracks", "helicarrier", "godswood", "yard", "winterfell", "lab", "ultimate", "home"])
def test_every_option_of_long_games_can_be_reached(chrome: Browser, server: ServerProcess, how: How, key: str) -> None:
    assert len(try_all(chrome, server, how, setup_of(server, key), f"{key} by {how}", LONG)) > 2
