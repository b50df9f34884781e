"""The profiles of these tests: one that was used before holds nothing of it but the site's files."""

from __future__ import annotations

from playwright.sync_api import Browser

from kit.browser import window
from kit.server import ServerProcess

KEPT = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def test_a_profile_that_was_used_before_holds_nothing(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, theme="dark", still=False) as page:
        page.goto(server.url + "/")
        page.evaluate("() => { localStorage.left = 'x'; sessionStorage.left = 'x'; document.cookie = 'left=x'; }")
        former = page.context
    with window(chrome) as page, window(chrome) as other:
        assert page.context is former and other.context is not former
        page.goto(f"{server.url}/icon.svg")  # of the same origin, and none of the program runs in it
        assert page.evaluate(KEPT) == [0, 0, ""]
        assert page.evaluate("() => matchMedia('(prefers-color-scheme: light) and (prefers-reduced-motion: reduce)').matches")
