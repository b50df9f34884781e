"""What happens is staged: beats in their order, nothing over who acts and who is hit, held, skipped, ended by a click, and heard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, PHONE, aside, settled, sit, starts_with, until, window
from kit.generated import STATIC
from kit.hands import Hands
from kit.server import Client, Opened, ServerProcess
from kit.stations import action, duel, odds

# Every beat in its order; who acts or is hit and lies under something, looked at in every frame; the boxes of the board; sounds.
WATCH = """(holds) => { Object.assign(window, { beats: [], covered: [], boxes: new Set(), sounds: 0 });
  for (const sort of [AudioScheduledSourceNode, AudioBufferSourceNode]) { const start = sort.prototype.start;
    sort.prototype.start = function (...all) { window.sounds += 1; return start.apply(this, all); }; }
  window.touched = []; navigator.vibrate = (how) => { window.touched.push(how); return true; };
  let last = '';
  const look = () => {
    const table = document.querySelector('.tbl'), grid = document.querySelector('[role=grid]');
    const beat = table?.dataset.beat ?? '';
    if (beat && beat !== last) window.beats.push(beat);
    if (beat && beat === holds && last !== beat) dispatchEvent(new KeyboardEvent('keydown', { key: ' ' })); // held, however slow the test is
    last = beat;
    if (grid) { const b = grid.getBoundingClientRect(); window.boxes.add([b.x, b.y, b.width, b.height].map((n) => n.toFixed(1)).join(' ')); }
    const free = [...document.querySelectorAll('[role=gridcell]:not([aria-disabled=true])')];
    const shown = beat ? [table.dataset.actor, table.dataset.target].map((one) => document.querySelector(`[data-square="${one}"]`)) : free.length < 40 ? free : [];
    const frame = document.querySelector('.stage')?.getBoundingClientRect();
    for (const cell of shown) {
      if (!cell) continue;
      const box = cell.getBoundingClientRect();
      if (!beat && (box.y + box.height / 2 > frame.bottom || box.y + box.height / 2 < frame.top)) continue; // scrolled out of a phone's frame
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top !== cell) window.covered.push(`${beat}: ${cell.getAttribute('aria-label')} under ${top?.outerHTML.slice(0, 80)}`);
    }
    requestAnimationFrame(look); };
  look(); }"""
# The answers that the page has sent.
SENT = """(() => { const real = WebSocket.prototype.send; window.sent = 0;
  WebSocket.prototype.send = function (data) { if (JSON.parse(data).type === 'choose') window.sent += 1; return real.call(this, data); }; })()"""
# A tap on the end of the turn, on every square that answers, and on every button of the sheet: how many there were.
TAP_ALL = """() => { const all = [...document.querySelectorAll('[role=toolbar][aria-label=Actions] button:last-child, [role=gridcell]:not([aria-disabled=true]), section[aria-label="Odds and choices"] button')];
  for (const one of all) one.click();
  return all.length; }"""
SOUNDS = {
    "pick": 40, "place": 60, "hop": 70, "dice": 480, "count": 60, "hit": 110, "down": 380, "out": 520, "stand": 420, "point": 300,
    "token": 90, "round": 500, "rival": 200, "turn": 260, "no": 120, "win": 1400, "loss": 900, "chat": 120,
}  # fmt: skip
RENDER = """async ([module, names]) => { const { synth } = await import(module); const found = {};
  for (const name of names) {
    const context = new OfflineAudioContext(1, 44100 * 2, 44100);
    synth(context)(name, 2);
    const wave = (await context.startRendering()).getChannelData(0);
    let loud = 0, last = 0;
    wave.forEach((n, at) => { loud = Math.max(loud, Math.abs(n)); if (Math.abs(n) > 0.001) last = at; });
    found[name] = [loud, last / 44.1];
  }
  return found; }"""


async def _challenge(server: ServerProcess, table: Opened, seat: int) -> None:
    """Let a seat challenge whom it can."""
    async with Client(server, table.code, [table.tokens[seat]]) as client:
        await client.until(lambda: client.mine >= 0)
        await client.choose(next(str(one["line"]) for one in client.options if one["verb"] == "challenge"))


def _watched(page: Page, server: ServerProcess, holds: str = "threat") -> tuple[Opened, int]:
    """A table whose other side is about to challenge this screen's; the seat that does. What is shown is held at a beat."""
    table, rival = duel(server)
    sit(page, server, table, 1 - rival)
    expect(page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH, holds)
    page.keyboard.press("Shift")  # sounds may be heard from the first touch on
    return table, rival


def _beat(page: Page, kind: str) -> None:
    until(page, f"() => document.querySelector('.tbl').dataset.beat === '{kind}'", timeout=PATIENCE)


def _over(page: Page) -> None:
    """Wait until nothing is shown any more."""
    until(page, "() => window.beats.length && !document.querySelector('.tbl').dataset.beat", timeout=PATIENCE)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["wide", "phone"])
def test_an_attack_is_announced_rolled_and_shown_in_this_order(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size, still=False) as page:
        settled(page, speed=0.6)
        table, rival = _watched(page, server)
        until(page, "() => performance.getEntriesByType('resource').some((one) => one.name.includes('/synth-'))", timeout=PATIENCE)
        lines = page.get_by_role("log").locator("li").count()
        aside(_challenge(server, table, rival))
        _beat(page, "threat")
        stage = page.get_by_role("region", name="What happens")
        expect(stage).to_contain_text("attacks")
        expect(stage).to_contain_text(re.compile(r"\d+ dice against \d+: \d+ %"))
        expect(stage.get_by_role("button", name="Go on")).to_be_visible()
        assert page.get_by_role("log").locator("li").count() == lines, "the log tells it when it is shown"
        assert page.get_by_role("group", name="Dice").count() == 0, "the attack is named before the dice"
        stage.get_by_role("button", name="Go on").click()
        _over(page)
        beats: list[str] = page.evaluate("() => window.beats")
        shown = [beat for beat in ("threat", "dice", "hit", "down", "out", "point", "quiet") if beat in beats]
        assert beats == shown and beats[:2] == ["threat", "dice"], beats
        assert page.evaluate("() => window.covered") == []
        assert len(page.evaluate("() => [...window.boxes]")) == 1
        assert page.evaluate("() => window.sounds") > 3
        felt = [[20]] * ("hit" in beats) + [[40]] * ("out" in beats) + [[30, 40, 30]] * ("quiet" in beats)
        assert page.evaluate("() => window.touched") == (felt if size[0] < 700 else []), "a phone is felt, a desk is not"
        expect(page.get_by_role("group", name="Dice")).to_be_visible()


def test_a_click_ends_the_act_and_answers_nothing_and_without_sound_there_is_none(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, (1280, 720), still=False) as page:
        settled(page, speed=0.6, sound=False)
        table, rival = _watched(page, server)
        aside(_challenge(server, table, rival))
        _beat(page, "threat")
        page.locator("[role=gridcell]").first.click()
        _over(page)
        assert page.evaluate("() => window.beats") == ["threat"], "the rest is its last frame"
        expect(page.get_by_role("group", name="Dice")).to_be_visible()
        expect(page.locator('[role=group][aria-label="Why not"]')).to_have_count(0)
        assert page.evaluate("() => window.sounds") == 0


def test_space_holds_and_goes_on_and_the_arrow_goes_to_the_end_of_the_turn(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, (1280, 720), still=False) as page:
        settled(page, speed=2)
        table, rival = _watched(page, server)  # Space is pressed as soon as the attack is named
        aside(_challenge(server, table, rival))
        _beat(page, "threat")
        stage = page.get_by_role("region", name="What happens")
        expect(stage.get_by_role("button", name="Go on")).to_be_visible()
        page.wait_for_timeout(800)  # far longer than the beat
        assert page.evaluate("() => window.beats") == ["threat"], "held"
        page.keyboard.press("Space")
        _over(page)
        beats: list[str] = page.evaluate("() => window.beats")
        assert beats[:2] == ["threat", "dice"], "it goes on where it stood"

    with window(chrome, (1280, 720), still=False) as page:
        settled(page, speed=0.6)
        table, rival = _watched(page, server)
        aside(_challenge(server, table, rival))
        _beat(page, "threat")
        page.keyboard.press("ArrowRight")
        _over(page)
        assert page.evaluate("() => window.beats") == ["threat"], "the rest of the turn is its last frame"
        expect(page.get_by_role("group", name="Dice")).to_be_visible()


def test_a_click_on_what_can_be_chosen_next_ends_the_act_and_answers_nothing(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, (1280, 720), still=False) as page:
        settled(page, speed=0.3)
        starts_with(page, SENT)
        action(page, server)
        page.evaluate(WATCH, "move")
        hands = Hands(page)
        look = hands.look()
        target, step = look.squares("target")[0], look.squares("can move here")[0]
        hands.pick(step)
        _beat(page, "move")
        hands.cell(target).click(force=True)
        _over(page)
        assert hands.turn().asked
        assert page.evaluate("() => window.sent") == 1, "the move, and nothing else"
        expect(page.locator('[role=group][aria-label="The odds"]')).to_have_count(0)
        assert page.evaluate("() => window.covered") == []


def test_after_a_result_no_touch_acts_until_it_can_have_been_read(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, PHONE, own=True) as page:  # the clock is the whole profile's
        page.clock.install()
        page.add_init_script(SENT)
        odds(page, server)
        page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 10)  # a time that cannot be past when the page hears of it
        page.locator('[role=group][aria-label="The odds"]').get_by_role("button").first.tap()
        expect(page.get_by_role("group", name="Dice")).to_be_visible(timeout=PATIENCE)
        page.clock.run_for(500)
        assert page.evaluate(TAP_ALL) > 1, "there is something to tap"
        assert page.evaluate("() => window.sent") == 1, "one challenge, and nothing else"
        expect(page.locator('[role=group][aria-label="The odds"]')).to_have_count(0)
        page.clock.run_for(200)
        expect(page.get_by_role("region", name="Your answer")).to_have_attribute("aria-busy", "false")
        page.locator("[role=toolbar][aria-label=Actions]").get_by_role("button", name="End turn").tap()
        until(page, "() => window.sent === 2", timeout=PATIENCE)


def test_every_sound_is_heard_and_ends_in_time(chrome: Browser, server: ServerProcess) -> None:
    [module] = (STATIC / "assets").glob("synth-*.js")
    assert module.stat().st_size < 30_000
    with window(chrome) as page:
        page.goto(f"{server.url}/icon.svg")
        found: dict[str, list[float]] = page.evaluate(RENDER, [f"/assets/{module.name}", list(SOUNDS)])
    for name, (loud, ends) in found.items():
        assert 0.01 < loud < 0.9, f"{name} is {loud}"
        assert SOUNDS[name] * 0.3 < ends <= SOUNDS[name] + 1, f"{name} ends after {ends} ms"
