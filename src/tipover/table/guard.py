"""What every answer carries and every request has to show: strict headers, a bounded body, an origin of our own."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tipover.table.refusals import No

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
NEXT_PART_WITHIN = 8.0  # seconds until a body that does not come any more is given up
BODY_WITHIN = 60.0  # and one that comes by drops


class Origins:
    """Which pages may talk to this server: its own, and those that were allowed by name.

    A server on loopback answers to no other host name: a page that lets its own name point here is a stranger (S9).
    """

    def __init__(self, allowed: list[str], loopback: bool) -> None:
        self.allowed = {one.rstrip("/").lower() for one in allowed}
        self.hosts = {urlsplit(one).netloc.lower() for one in allowed}
        self.loopback = loopback

    def check_host(self, headers: Headers) -> str:
        """The host that a request names; refused if it is none of ours."""
        host = headers.get("host", "").lower()
        if self.loopback and _host_name(f"//{host}") not in LOOPBACK_HOSTS and host not in self.hosts:
            raise No("origin", "This table answers only under its own address.")
        return host

    def check(self, headers: Headers) -> None:
        """Refuse a foreign page; programs that name no origin are no pages."""
        host = self.check_host(headers)
        origin = headers.get("origin", "").rstrip("/").lower()
        if not origin:
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise No("origin", "Another page may not speak for you here.")
            return
        if origin not in self.allowed and origin not in (f"http://{host}", f"https://{host}"):
            raise No("origin", "Another page may not speak for you here.")


def _host_name(url: str) -> str:
    """The host's name in an address without its port; empty where it is no address."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def behind_proxy(app: ASGIApp) -> ASGIApp:
    """An application whose requests come from where the proxy says: the last address, for those before it anybody may write."""

    async def seen(scope: Scope, receive: Receive, send: Send) -> None:
        named = [part.strip() for header in Headers(scope=scope).getlist("x-forwarded-for") for part in header.split(",")]
        if named and named[-1]:
            scope["client"] = (named[-1], 0)
        await app(scope, receive, send)

    return seen


async def body_of(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """A request's body, read no further than it may be long."""
    parts: list[bytes] = []
    size = 0
    begun = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout(NEXT_PART_WITHIN) as limit:
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise No("too_large", f"A request has at most {largest // 1024} KB.")
                parts.append(part)
                limit.reschedule(min(asyncio.get_running_loop().time() + NEXT_PART_WITHIN, begun + BODY_WITHIN))
    except TimeoutError:
        raise No("malformed", "This request was not sent to its end.") from None
    except ClientDisconnect:
        raise No("malformed", "This request was broken off.") from None
    return b"".join(parts)


def token_of(request: Request) -> str:
    """The seat's token of a request, from its header alone."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:200] if kind.lower() == "bearer" else ""
