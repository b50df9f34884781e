"""Checks of every request and headers of every answer: strict headers, a limited body, an allowed origin."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tipover.engine.core.said import say
from tipover.table.refusals import RefusedError

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")
LARGEST_BODY = 512 * 1024
NEXT_PART_WITHIN = 8.0  # seconds to wait for the next part of a body
BODY_WITHIN = 60.0  # seconds for the whole body


class Origins:
    """Which pages may talk to this server: its own, and those allowed by name.

    A server on loopback accepts no other host name, which prevents DNS rebinding (S9).
    """

    def __init__(self, allowed: list[str], loopback: bool) -> None:
        self.allowed = {one.rstrip("/").lower() for one in allowed}
        self.hosts = {urlsplit(one).netloc.lower() for one in allowed}
        self.loopback = loopback

    def check_host(self, headers: Headers) -> str:
        """The host that a request names; refused if it is not ours."""
        host = headers.get("host", "").lower()
        if self.loopback and _host_name(f"//{host}") not in LOOPBACK_HOSTS and host not in self.hosts:
            raise RefusedError("origin", say("refused.other_address"))
        return host

    def check(self, headers: Headers) -> None:
        """Refuse requests of foreign pages; a request without an origin does not come from a page."""
        host = self.check_host(headers)
        origin = headers.get("origin", "").rstrip("/").lower()
        if not origin:
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise RefusedError("origin", say("refused.other_page"))
            return
        if origin not in self.allowed and origin not in (f"http://{host}", f"https://{host}"):
            raise RefusedError("origin", say("refused.other_page"))


def _host_name(url: str) -> str:
    """The host name in a URL, without the port; empty if it is not a URL."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def behind_proxy(app: ASGIApp) -> ASGIApp:
    """The application with the client's address taken from the proxy: the last one, because clients can forge those before it."""

    async def seen(scope: Scope, receive: Receive, send: Send) -> None:
        named = [part.strip() for header in Headers(scope=scope).getlist("x-forwarded-for") for part in header.split(",")]
        if named and named[-1]:
            scope["client"] = (named[-1], 0)
        await app(scope, receive, send)

    return seen


async def body_of(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """A request's body; refused as soon as it is longer than `largest`."""
    parts: list[bytes] = []
    size = 0
    begun = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout(NEXT_PART_WITHIN) as limit:
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise RefusedError("too_large", say("refused.request_too_large", size=largest // 1024))
                parts.append(part)
                limit.reschedule(min(asyncio.get_running_loop().time() + NEXT_PART_WITHIN, begun + BODY_WITHIN))
    except TimeoutError:
        raise RefusedError("malformed", say("refused.request_unfinished")) from None
    except ClientDisconnect:
        raise RefusedError("malformed", say("refused.request_broken_off")) from None
    return b"".join(parts)


def token_of(request: Request) -> str:
    """The seat's token of a request, from its header only."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:200] if kind.lower() == "bearer" else ""
