"""The routes: the HTTP interface, the pages and the WebSocket. Every refusal is a sentence; no traceback is sent."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.engine.core.setup import SetupError
from tipover.engine.core.translations import languages
from tipover.engine.core.version import __version__
from tipover.table import cardbox, lessons, quick
from tipover.table.apart import IsApart
from tipover.table.door import PER_ADDRESS
from tipover.table.guard import HEADERS, Origins, body_of, token_of
from tipover.table.limits import LOOPBACK, is_near, network_of
from tipover.table.metrics import Figure
from tipover.table.present.catalog_shown import catalog_shown, rules_shown
from tipover.table.protocol.people import CardWritten, Committed, DealWanted, NewTable, Refusal, SitDown
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.socket import Client
from tipover.table.statics import Kept, Pages, kept, send
from tipover.table.views import ENCODER

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]
BROKEN = RefusedError("closed", say("refused.broken"))
LANGUAGE_HEADER = "Tipover-Language"  # the code of the reader's language; English without it
LARGEST_NEW = 1024 * 1024  # large enough for a record of thousands of choices, or for a table's own cards

logger = logging.getLogger("tipover.table")


def json(value: object, status: int = 200) -> Response:
    """An answer of the wire, which browsers must not cache."""
    return Response(ENCODER.encode(value), status, {"cache-control": "no-store", "content-type": "application/json"})


class Server:
    """The routes to the tables of one registry."""

    def __init__(self, registry: TableRegistry, origins: Origins, pages: Pages) -> None:
        self.registry = registry
        self.origins = origins
        self.pages = pages
        self.clients: set[Client] = set()
        self._sockets: Counter[str] = Counter()  # by network
        self._made: dict[tuple[str, str], Kept] = {}
        self._shown: dict[str, Callable[[str], object]] = {
            "catalog": lambda code: catalog_shown(registry.catalog, code), "rules": rules_shown, "lessons": lambda _: lessons.course(),
        }  # fmt: skip

    def app(self) -> ASGIApp:
        """The application, with the headers that every answer carries."""
        routes = [
            self._get("/api/health", self._health),
            self._get("/healthz", self._health),
            self._get("/readyz", self._ready),
            self._get("/metrics", self._metrics),
            self._get("/api/catalog", lambda request: self._kept(request, "catalog")),
            self._get("/api/rules", lambda request: self._kept(request, "rules")),
            self._get("/api/lessons", lambda request: self._kept(request, "lessons")),
            self._get("/api/tables", self._tables),
            self._post("/api/commitments", self._commit),
            self._post("/api/tables", self._open),
            self._get("/api/tables/{code}", self._table),
            self._post("/api/tables/{code}/sit", self._sit),
            self._get("/api/tables/{code}/record", self._record),
            self._post("/api/deal", self._deal),
            self._post("/api/check", self._check),
            WebSocketRoute("/ws", self._socket),
            self._get("/{path:path}", self._page),
        ]
        app = Starlette(routes=routes, exception_handlers={404: self._nowhere, 405: self._nowhere})
        return _with_headers(app)

    async def stop(self) -> None:
        """Refuse new requests, tell every socket to reconnect, and close the tables."""
        self.registry.closing = True
        await asyncio.gather(*(client.dismiss(say("table.stopping")) for client in list(self.clients)))
        await self.registry.close()

    def _get(self, path: str, answer: Answer) -> Route:
        async def checked(request: Request) -> Response:
            self.registry.heard = time.monotonic()
            self.origins.check_host(request.headers)
            return await answer(request)

        return Route(path, _guarded(checked), methods=["GET"])

    def _post(self, path: str, answer: Answer) -> Route:
        async def checked(request: Request) -> Response:
            self.registry.heard = time.monotonic()
            self.origins.check(request.headers)
            return await answer(request)

        return Route(path, _guarded(checked), methods=["POST"])

    # -- what is there ---------------------------------------------------------------------------------

    async def _health(self, request: Request) -> Response:
        return json({"ok": not self.registry.closing, "version": __version__})

    async def _ready(self, request: Request) -> Response:
        """Whether this process can take commands: it is not being stopped, and its store answers."""
        ready = not self.registry.closing and await self.registry.store_seconds() >= 0
        return json({"ok": ready, "version": __version__}, 200 if ready else 503)

    async def _metrics(self, request: Request) -> Response:
        """Figures for whoever runs the server; strangers on the internet find nothing here."""
        if not is_near(address_of(request)):
            raise RefusedError("unknown", say("refused.nothing_here"))
        text = self.registry.metrics.text([*await self.registry.figures(), Figure("sockets", "Open WebSockets.", len(self.clients))])
        return Response(text, headers={"content-type": "text/plain; version=0.0.4", "cache-control": "no-store"})

    async def _kept(self, request: Request, name: str) -> Response:
        """An answer that never changes, made on the first request in a language and cached."""
        asked = request.headers.get(LANGUAGE_HEADER, ENGLISH)
        key = name, asked if asked in languages() else ENGLISH
        if key not in self._made:
            self._made[key] = await self.registry.off(lambda: kept(ENCODER.encode(self._shown[name](key[1])), "application/json"))
        return send(request, self._made[key])

    async def _page(self, request: Request) -> Response:
        path = request.url.path
        if path.startswith("/api/"):
            raise RefusedError("unknown", say("refused.nothing_here"))
        found = self.pages.find(path)
        if found is None and not path.startswith("/assets/") and "." not in path.rpartition("/")[2]:
            found = self.pages.index()
        if found is None:
            raise RefusedError("unknown", say("refused.nothing_here"))
        return send(request, *found)

    async def _nowhere(self, request: Request, error: Exception) -> Response:
        return json(Refusal("unknown", "There is nothing at this address."), getattr(error, "status_code", 404))

    # -- tables ----------------------------------------------------------------------------------------

    async def _tables(self, request: Request) -> Response:
        return json(await self.registry.listed())

    async def _table(self, request: Request) -> Response:
        tokens = list(filter(None, [token_of(request)]))
        return json(await self.registry.shown(request.path_params["code"], address_of(request), tokens))

    async def _commit(self, request: Request) -> Response:
        self.registry.bring(address_of(request))
        return json(Committed(await self.registry.commitments.new()), 201)

    async def _open(self, request: Request) -> Response:
        wanted = await _read(request, NewTable, LARGEST_NEW)
        opened = self.registry.new(wanted, address_of(request), token_of(request))
        return json(await asyncio.shield(asyncio.ensure_future(opened)), 201)

    async def _sit(self, request: Request) -> Response:
        wanted = await _read(request, SitDown)
        seated = self.registry.sit(request.path_params["code"], wanted, address_of(request), token_of(request))
        return json(await asyncio.shield(asyncio.ensure_future(seated)))

    async def _record(self, request: Request) -> Response:
        token = token_of(request)
        live = await self.registry.watched(await self.registry.live(request.path_params["code"], address_of(request)), [token])
        text = await live.look(lambda: record_text(live.table, token))
        name = f'attachment; filename="{live.code}.tip"'
        return Response(
            text, headers={"content-type": "text/plain; charset=utf-8", "content-disposition": name, "cache-control": "no-store"}
        )

    # -- set-up ----------------------------------------------------------------------------------------

    async def _deal(self, request: Request) -> Response:
        wanted = await _read(request, DealWanted)
        self.registry.bring(address_of(request))
        try:
            return json(await self.registry.off_to_check(lambda: quick.deal(wanted, self.registry.catalog)))
        except SetupError as error:
            raise RefusedError("illegal", say("refused.not_dealt", error=quick.setup_fault(error))) from None

    async def _check(self, request: Request) -> Response:
        written = await _read(request, CardWritten)
        self.registry.bring(address_of(request))
        checked = await self.registry.off_to_check(lambda: cardbox.check(written.text))
        if self.registry.apart is not None:
            self.registry.apart.warm_up()  # whoever writes a card is going to play with it
        return json(checked)

    # -- the socket ------------------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        network = network_of(address)
        try:
            self.origins.check(socket.headers)
            if self._sockets[network] >= PER_ADDRESS and (self.registry.proxied or address not in LOOPBACK):
                raise RefusedError("too_fast", say("refused.too_many_sockets"))
        except RefusedError as no:
            await socket.send_denial_response(json(no.over_http(), no.status))
            return
        client = Client(socket, self.registry, address)
        self.clients.add(client)
        self._sockets[network] += 1
        try:
            await client.run()
        finally:
            self.clients.discard(client)
            self._sockets[network] -= 1
            self._sockets += Counter()  # forgets addresses without a socket


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def _read(request: Request, kind: type[T], largest: int = 0) -> T:
    """The body of a request as one of the wire's types."""
    body = request.state.body = await (body_of(request, largest) if largest else body_of(request))
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RefusedError.not_understood("request", error) from None


def _pattern_of(request: Request) -> str:
    """The path of a request without what it names: the code of a table is not for the log."""
    path = request.url.path
    for name, value in request.path_params.items():
        path = path.replace(str(value), "{" + name + "}")
    return path


def _guarded(answer: Answer) -> Answer:
    """A route that answers refusals and errors with a sentence; what is asked of a table apart is asked there."""

    async def guarded(request: Request) -> Response:
        try:
            try:
                return await answer(request)
            except IsApart as there:
                return await _answered_there(request, there)
        except RefusedError as no:
            return json(no.over_http(request.headers.get(LANGUAGE_HEADER, ENGLISH)), no.status)
        except Exception:
            logger.exception("a request failed: %s %s", request.method, _pattern_of(request))
            return json(BROKEN.over_http(request.headers.get(LANGUAGE_HEADER, ENGLISH)), 500)

    return guarded


async def _answered_there(request: Request, there: IsApart) -> Response:
    """The answer of the process apart to a request whose body has been read here, if it has one."""
    body = getattr(request.state, "body", b"")
    status, headers, text = await there.rooms.request(request.method, request.url.path, request.headers.raw, body, address_of(request))
    return Response(text, status, headers)


def _with_headers(app: ASGIApp) -> ASGIApp:
    """The application, with the strict headers added to every answer."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers: list[Any] = list(message.get("headers", []))
                message["headers"] = [*headers, *extra]
            await send(message)

        await app(scope, receive, sending)

    return guarded
