"""The routes: what is asked over HTTP, the pages, and the socket. Every no is a sentence, and no traceback leaves."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tipover.engine.setup import SetupError
from tipover.engine.version import __version__
from tipover.table import cardbox, lessons, quick
from tipover.table.guard import HEADERS, Origins, body_of, token_of
from tipover.table.hall import Hall
from tipover.table.protocol import CardWritten, Committed, DealWanted, NewTable, Refusal, SitDown
from tipover.table.records import record_text
from tipover.table.refusals import No
from tipover.table.show.catalog import catalog_shown, rules_shown
from tipover.table.socket import Client
from tipover.table.statics import Kept, Pages, kept, send
from tipover.table.views import ENCODER

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]
BROKEN = Refusal("closed", "Something went wrong at the table. Try again; if it stays so, its log says more.")
LARGEST_NEW = 1024 * 1024  # a record of thousands of choices, or a room's own cards

logger = logging.getLogger("tipover.table")


def json(value: object, status: int = 200) -> Response:
    """An answer of the wire; it is asked for anew each time."""
    return Response(ENCODER.encode(value), status, {"cache-control": "no-store", "content-type": "application/json"})


class Server:
    """The routes of one hall."""

    def __init__(self, hall: Hall, origins: Origins, pages: Pages) -> None:
        self.hall = hall
        self.origins = origins
        self.pages = pages
        self.clients: set[Client] = set()
        self._made: dict[str, Kept] = {}
        self._shown: dict[str, Callable[[], object]] = {
            "catalog": lambda: catalog_shown(hall.catalog), "rules": rules_shown, "lessons": lessons.course,
        }  # fmt: skip

    def app(self) -> ASGIApp:
        """The application, with the headers that every answer carries."""
        routes = [
            self._get("/api/health", self._health),
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
        """Refuse what is new, tell every socket to come back, and let go of the tables."""
        self.hall.closing = True
        await asyncio.gather(
            *(client.dismiss("The server is being stopped; the page comes back by itself.") for client in list(self.clients))
        )
        await self.hall.close()

    def _get(self, path: str, answer: Answer) -> Route:
        async def checked(request: Request) -> Response:
            self.hall.heard = time.monotonic()
            self.origins.check_host(request.headers)
            return await answer(request)

        return Route(path, _guarded(checked), methods=["GET"])

    def _post(self, path: str, answer: Answer) -> Route:
        async def checked(request: Request) -> Response:
            self.hall.heard = time.monotonic()
            self.origins.check(request.headers)
            return await answer(request)

        return Route(path, _guarded(checked), methods=["POST"])

    # -- what is there ---------------------------------------------------------------------------------

    async def _health(self, request: Request) -> Response:
        return json({"ok": not self.hall.closing, "version": __version__})

    async def _kept(self, request: Request, name: str) -> Response:
        """What never changes is made when it is first asked for."""
        if name not in self._made:
            self._made[name] = await self.hall.off(lambda: kept(ENCODER.encode(self._shown[name]()), "application/json"))
        return send(request, self._made[name])

    async def _page(self, request: Request) -> Response:
        path = request.url.path
        if path.startswith("/api/"):
            raise No("unknown", "There is nothing at this address.")
        found = self.pages.find(path)
        if found is None and not path.startswith("/assets/") and "." not in path.rpartition("/")[2]:
            found = self.pages.index()
        if found is None:
            raise No("unknown", "There is nothing at this address.")
        return send(request, *found)

    async def _nowhere(self, request: Request, error: Exception) -> Response:
        return json(Refusal("unknown", "There is nothing at this address."), getattr(error, "status_code", 404))

    # -- tables ----------------------------------------------------------------------------------------

    async def _tables(self, request: Request) -> Response:
        return json(await self.hall.listed())

    async def _table(self, request: Request) -> Response:
        room = await self.hall.room(request.path_params["code"], address_of(request))
        return json(room.now())

    async def _commit(self, request: Request) -> Response:
        self.hall.bring(address_of(request))
        return json(Committed(await self.hall.commitments.new()), 201)

    async def _open(self, request: Request) -> Response:
        wanted = await _read(request, NewTable, LARGEST_NEW)
        opened = self.hall.new(wanted, address_of(request), token_of(request))
        return json(await asyncio.shield(asyncio.ensure_future(opened)), 201)

    async def _sit(self, request: Request) -> Response:
        wanted = await _read(request, SitDown)
        seated = self.hall.sit(request.path_params["code"], wanted, address_of(request), token_of(request))
        return json(await asyncio.shield(asyncio.ensure_future(seated)))

    async def _record(self, request: Request) -> Response:
        room = await self.hall.room(request.path_params["code"], address_of(request))
        token = token_of(request)
        text = await room.look(lambda: record_text(room.table, token))
        name = f'attachment; filename="{room.code}.tip"'
        return Response(
            text, headers={"content-type": "text/plain; charset=utf-8", "content-disposition": name, "cache-control": "no-store"}
        )

    # -- set-up ----------------------------------------------------------------------------------------

    async def _deal(self, request: Request) -> Response:
        wanted = await _read(request, DealWanted)
        self.hall.bring(address_of(request))
        try:
            return json(await self.hall.off_at_desk(lambda: quick.deal(wanted, self.hall.catalog)))
        except SetupError as error:
            raise No("illegal", f"This cannot be dealt: {error}.") from None

    async def _check(self, request: Request) -> Response:
        written = await _read(request, CardWritten)
        self.hall.bring(address_of(request))
        return json(await self.hall.off_at_desk(lambda: cardbox.check(written.text)))

    # -- the socket ------------------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        try:
            self.origins.check(socket.headers)
        except No as no:
            await socket.send_denial_response(json(no.over_http(), no.status))
            return
        client = Client(socket, self.hall, socket.client.host if socket.client else "")
        self.clients.add(client)
        try:
            await client.run()
        finally:
            self.clients.discard(client)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def _read(request: Request, kind: type[T], largest: int = 0) -> T:
    """The body of a request as one of the wire's types."""
    body = await (body_of(request, largest) if largest else body_of(request))
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise No.not_understood("request", error) from None


def _guarded(answer: Answer) -> Answer:
    """A route whose nos are sentences."""

    async def guarded(request: Request) -> Response:
        try:
            return await answer(request)
        except No as no:
            return json(no.over_http(), no.status)
        except Exception:
            logger.exception("a request failed: %s %s", request.method, request.url.path)
            return json(BROKEN, 500)

    return guarded


def _with_headers(app: ASGIApp) -> ASGIApp:
    """An application whose every answer carries the strict headers."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers: list[Any] = list(message.get("headers", []))
                message["headers"] = [*headers, *extra]
            await send(message)

        await app(scope, receive, sending)

    return guarded
