"""A player at the page: answers the table's questions by mouse, finger or keys, with what the page offers and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from kit.browser import PATIENCE, until

MOST_STEPS = 900
MOST_TABS = 250

# What a person sees or hears at the table, read in one go: by roles, names and states only.
LOOK = """() => {
  const heard = (e) => [...e.childNodes].map((one) => one.nodeType === 3 ? one.data : one.nodeType !== 1 || one.getAttribute('aria-hidden') === 'true' ? '' : ` ${heard(one)} `).join('');
  const words = (e) => (e.getAttribute('aria-label') ?? heard(e)).replace(/\\s+/g, ' ').trim();
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const group = (name) => all(`[role=group][aria-label="${name}"] button`).map(words);
  const bar = document.querySelector('section[aria-label="Your answer"]');
  const answering = [...new Set([bar, document.querySelector('section[aria-label="Odds and choices"]')].filter(Boolean).flatMap((one) => all('button', one)))];
  const live = (e) => e.getAttribute('aria-disabled') !== 'true';
  return {
    title: document.title,
    busy: bar?.getAttribute('aria-busy') === 'true',
    over: !!document.querySelector('section[aria-label="The game is over"]'),
    hand: all('main button').map(words).find((one) => one.startsWith('I am ')) ?? '',
    picks: all('main li button').filter(live).map(words).filter((one) => /^Pick |^Attach /.test(one)),
    crowd: group('Several answers lie here'), answers: group('Answers'), who: group('Who'), odds: group('The odds'),
    bar: answering.filter(live).map(words),
    tabs: all('[role=toolbar][aria-label=Actions] button').filter(live).map(words),
    question: bar?.querySelector('p')?.textContent ?? '',
    cells: all('[role=gridcell]').map(words), free: all('[role=gridcell]').filter(live).map(words),
    log: all('[role=log][aria-label="What happened"] li:not(.since)').length,
  };
}"""
# What only changes with the table's answer: neither what a click lights up at once, nor the odds, which come a moment after the figures.
SIGN = f"() => {{ const {{ bar, tabs, odds, free, busy, ...look }} = ({LOOK})(); return JSON.stringify(look).replace(/, \\d+ percent/g, ''); }}"
ASKED = """() => !!document.querySelector('section[aria-label="The game is over"]') || document.title.startsWith('●') &&
  document.querySelector('section[aria-label="Your answer"]')?.getAttribute('aria-busy') !== 'true'"""
# A test that is looked at again only when something on the page has changed: looking costs more than waiting.
WHEN_STIRRED = """(arg) => {{
  if (!window.stirs) {{ window.stirs = 1; new MutationObserver(() => {{ window.stirs += 1; }}).observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }}); }}
  if (window.waits === arg[0] + ' ' + window.stirs) return false;
  window.waits = arg[0] + ' ' + window.stirs;
  return ({0})(arg[1]); }}"""
# What answers the question: the action bar, and the dock with its odds and choices.
ANSWERING = 'section[aria-label="Your answer"], section[aria-label="Odds and choices"]'
MOST_MISSES = 3
MOMENT = (
    2_000  # milliseconds after which a click that changed nothing is taken to have only chosen something; an answer under way is waited for
)

How = Literal["mouse", "touch", "keys"]


@dataclass
class Look:
    """The page as it stands."""

    title: str
    busy: bool
    over: bool
    hand: str
    picks: list[str]
    crowd: list[str]
    answers: list[str]
    who: list[str]
    odds: list[str]
    bar: list[str]
    tabs: list[str]
    question: str
    cells: list[str]
    free: list[str]
    log: int

    @property
    def asked(self) -> bool:
        """Whether this screen is asked something that it has not answered yet."""
        return self.title.startswith("●") and not self.busy

    def squares(self, words: str) -> list[str]:
        """The names of squares whose label has these words; only those that answer the question for what can be done."""
        wanted = self.free if words in ("target", "can move here", "can choose") else self.cells
        return [label.split(",")[0] for label in wanted if words in label]

    def action(self, word: str) -> bool:
        """Whether a basic action can be done now."""
        return any(re.match(word, name) and "why not" not in name for name in [*self.bar, *self.tabs])


def far(a: str, b: str) -> int:
    """Steps between two squares on an empty floor."""
    return max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1:]) - int(b[1:])))


class Hands:
    """Someone at the page who goes for the rivals: challenges where that is offered, else comes nearer."""

    def __init__(self, page: Page, how: How = "mouse") -> None:
        self.page = page
        self.how: How = how
        self.choices = 0
        self.misses = 0
        self.waits = 0

    # -- looking -----------------------------------------------------------------------------------------

    def look(self) -> Look:
        """What the page shows now."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return Look(**found)

    def cell(self, square: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'[role=gridcell][aria-label="{square}"], [role=gridcell][aria-label^="{square},"]')

    def bar(self) -> Locator:
        """The action bar."""
        return self.page.locator('section[aria-label="Your answer"]')

    def dock(self) -> Locator:
        """Where odds, choices, hints and reasons stand."""
        return self.page.locator('section[aria-label="Odds and choices"]')

    def wait(self, test: str, arg: object = None, within: int = PATIENCE) -> None:
        """Wait until something holds of what the page shows."""
        self.waits += 1
        until(self.page, WHEN_STIRRED.format(test), arg=[f"{id(self)} {self.waits}", arg], timeout=within)

    def stands(self, cells: list[str]) -> None:
        """Wait until the board says this of its squares: odds and options come a moment after the figures."""
        until(
            self.page,
            "(wanted) => JSON.stringify([...document.querySelectorAll('[role=gridcell]')].map((e) => e.getAttribute('aria-label'))) === JSON.stringify(wanted)",
            arg=cells,
        )

    def turn(self, within: int = PATIENCE) -> Look:
        """Wait until this screen is asked, or the game is over.

        Between the wait and the look the question may have gone to somebody else: then wait again.
        """
        while True:
            self.wait(ASKED, within=within)
            look = self.look()
            if look.asked or look.over:
                return look

    # -- touching ----------------------------------------------------------------------------------------

    def press(self, button: Locator) -> None:
        """Press a button with the mouse, a finger, or by walking to it with Tab."""
        if self.how == "mouse":
            button.click(timeout=PATIENCE)
        elif self.how == "touch":
            button.tap(timeout=PATIENCE)
        else:
            self.reach(button)
            self.page.keyboard.press("Enter")

    def reach(self, wanted: Locator) -> None:
        """Walk with Tab until the focus is on it."""
        expect(wanted).to_be_visible(timeout=PATIENCE)
        handle = wanted.element_handle(timeout=PATIENCE)
        for _ in range(MOST_TABS):
            if handle.evaluate("(e) => e === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {wanted}")

    def pick(self, square: str) -> None:
        """Choose a square of the board."""
        if self.how == "mouse":
            self.cell(square).click(timeout=PATIENCE)
        elif self.how == "touch":
            self.cell(square).tap(timeout=PATIENCE)
        else:
            self.walk(square)
            self.page.keyboard.press("Enter")

    def walk(self, square: str) -> None:
        """Bring the keyboard to a square: B to the board, then arrows."""
        self.page.keyboard.press("b")
        until(self.page, "() => document.activeElement?.getAttribute('role') === 'gridcell'", timeout=PATIENCE)
        for _ in range(40):
            here: str = self.page.evaluate("() => document.activeElement.getAttribute('aria-label').split(',')[0]")
            if here == square:
                return
            across, along = ord(square[0]) - ord(here[0]), int(square[1:]) - int(here[1:])
            self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft" if across < 0 else "ArrowDown" if along > 0 else "ArrowUp")
        raise AssertionError(f"the arrows do not lead to {square}")

    # -- playing -----------------------------------------------------------------------------------------

    def changed(self, before: str) -> None:
        """Wait until the page shows something else than it did."""
        try:
            self.wait(f"(before) => ({SIGN})() !== before", before, MOMENT)
        except Late:
            return  # the same again: the next look decides

    def step(self) -> bool:
        """Answer one question, or wait for one; False when the game is over."""
        look = self.turn()
        if look.over:
            return False
        before: str = self.page.evaluate(SIGN)
        misses = self.misses
        try:
            self.answer(look)
        except Late:
            self.misses += (
                1  # the board had moved on between the look and the touch; a page that never lets itself be touched does so again
            )
            assert self.misses < MOST_MISSES, f"what the page offers cannot be touched: {look}"
            return True
        if self.misses == misses:
            self.misses = 0
        self.choices += 1
        self.changed(before)
        return True

    def answer(self, look: Look) -> None:
        """Do one thing that brings the game on."""
        targets, moves = look.squares("target"), look.squares("can move here")
        if look.hand:
            self.press(self.page.get_by_role("button", name=look.hand))
        elif look.picks:
            self.press(self.page.get_by_role("button", name=look.picks[self.choices % len(look.picks)], exact=True))
        elif look.crowd:
            self.press(self.page.locator('[role=group][aria-label="Several answers lie here"]').get_by_role("button").first)
        elif look.answers:
            self.press(self.page.locator('[role=group][aria-label="Answers"]').get_by_role("button").first)
        elif look.who and self.how == "touch":
            self.press(self.page.locator('[role=group][aria-label="Who"]').get_by_role("button").first)
        elif look.who:
            self.choose(look.squares("can choose")[0], look)
        elif targets:
            self.challenge(targets[0])
        elif look.action("Rally"):
            self.basic("Rally")
        elif nearer := self.nearer(look, moves):
            self.choose(nearer, look)
        elif look.action("End turn"):
            self.basic("End turn")
        elif moves:
            self.choose(self.nearest(look, moves), look)
        elif look.squares("can choose"):
            self.choose(self.nearest(look, look.squares("can choose")), look)
        elif look.action("Move"):
            self.stay(look)
        else:
            raise AssertionError(f"the page asks '{look.question}' and offers nothing: {look}")

    def nearest(self, look: Look, squares: list[str]) -> str:
        """Of these squares the one nearest to a rival."""
        rivals = look.squares("rival,")
        return min(squares, key=lambda square: min((far(square, rival) for rival in rivals), default=0))

    def nearer(self, look: Look, moves: list[str]) -> str:
        """A square that is nearer to a rival than where the acting figure stands, or nothing."""
        here, rivals = look.squares("acting"), look.squares("rival,")
        if not (here and rivals and moves):
            return ""
        best = self.nearest(look, moves)
        gain = min(far(here[0], rival) for rival in rivals) - min(far(best, rival) for rival in rivals)
        return best if gain > 0 else ""

    def choose(self, square: str, look: Look) -> None:
        """Choose a square and, where a finger has only chosen it, do it."""
        before: str = self.page.evaluate(SIGN)
        self.pick(square)
        if self.how == "touch":
            self.confirm(before)

    def confirm(self, before: str) -> None:
        """Press the button that does what a tap has chosen, unless the tap was enough: then the answer is under way."""
        another = self.page.locator(ANSWERING).get_by_role("button", name="Another", exact=True)
        several = self.page.locator('[role=group][aria-label="Several answers lie here"]').get_by_role("button")
        try:
            self.wait(
                f"(before) => {{ const look = ({LOOK})(); "
                f"return look.busy || look.crowd.length || look.bar.some((one) => one.startsWith('Another')) || ({SIGN})() !== before; }}",
                before,
                MOMENT,
            )
        except Late:
            return  # the next look decides
        if several.count():
            several.first.tap()
        elif another.count():
            another.locator("xpath=preceding-sibling::button[1]").first.tap()

    def challenge(self, square: str) -> None:
        """Choose a target, see its odds, and do it."""
        self.pick(square)
        odds = self.page.locator('[role=group][aria-label="The odds"]')
        if self.how == "keys":
            self.page.keyboard.press("Enter")
            return
        several = self.page.locator('[role=group][aria-label="Several answers lie here"]').get_by_role("button")
        try:
            odds.get_by_role("button").or_(several).first.wait_for(state="visible", timeout=PATIENCE)
        except Late:
            self.misses += 1  # the board had already moved on; a page that shows no odds at all does so again
            assert self.misses < MOST_MISSES, "a chosen target shows no odds"
            return
        self.misses = 0
        self.press(several.first if several.count() else odds.get_by_role("button").first)

    def basic(self, word: str) -> None:
        """A basic action by its button, or by its key."""
        if self.how == "keys":
            self.page.keyboard.press({"Rally": "r", "End turn": "e", "Move": "m"}[word])
            return
        button = (
            self.bar()
            .get_by_role("button", name=re.compile(f"^{word}"))
            .or_(self.page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name=word))
        )
        self.press(button.first)

    def stay(self, look: Look) -> None:
        """A move that stays where it is: the only action some figures have left."""
        self.basic("Move")
        here = look.squares("acting")[0]
        expect(self.cell(here)).to_be_enabled(timeout=PATIENCE)
        self.choose(here, look)

    def play(self, most: int = MOST_STEPS) -> int:
        """Play to the end; the number of choices."""
        for _ in range(most):
            if not self.step():
                return self.choices
        raise AssertionError(f"the game is not over after {most} choices; at last: {self.look()}")
