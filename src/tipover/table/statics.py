"""The built pages: read once and cached with their gzipped form; browsers cache files with a hash in the name for a year."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALLEST_ZIPPED = 600
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}")


class Kept(NamedTuple):
    """A cached answer."""

    body: bytes  # Its bytes.
    zipped: bytes  # The bytes gzipped; empty if that is not much smaller.
    kind: str  # The content type.
    tag: str  # The ETag.


def kept(body: bytes, kind: str) -> Kept:
    """A cached answer with these bytes and content type."""
    zipped = gzip.compress(body, 9, mtime=0) if len(body) >= SMALLEST_ZIPPED else b""
    if kind.startswith(("text/", "application/json", "image/svg", "application/manifest")):
        kind += "; charset=utf-8"
    return Kept(body, zipped if zipped and len(zipped) < len(body) * 0.9 else b"", kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


def send(request: Request, thing: Kept, cache: str = ASK_AGAIN) -> Response:
    """Send a cached answer; 304 without a body if the browser has it already."""
    headers = {"etag": thing.tag, "cache-control": cache, "vary": "accept-encoding, tipover-language", "content-type": thing.kind}
    if thing.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if thing.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(thing.zipped, headers=headers | {"content-encoding": "gzip"})
    return Response(thing.body, headers=headers)


class Pages:
    """The files of the built web, by path; nothing outside its folder is ever read."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _folder()
        self._kept: dict[str, tuple[float, Kept]] = {}

    def find(self, path: str) -> tuple[Kept, str] | None:
        """A file with its cache header, or None."""
        name = path.lstrip("/")
        if not _PLAIN.fullmatch(name) or ".." in name:
            return None
        file = self.folder / name
        try:
            if not file.is_file() or not file.resolve().is_relative_to(self.folder.resolve()):
                return None
            changed = file.stat().st_mtime
            known = self._kept.get(name)
            if known is None or known[0] != changed:
                kind = KINDS.get(file.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
                known = self._kept[name] = (changed, kept(file.read_bytes(), kind))
        except OSError:
            return None
        return known[1], FOR_EVER if name.startswith("assets/") else ASK_AGAIN

    def index(self) -> tuple[Kept, str] | None:
        """The page itself, which is served for every path of the application."""
        return self.find("index.html")


def _folder() -> Path:
    named = os.environ.get("TIPOVER_STATIC", "")
    return Path(named) if named else Path(str(files("tipover.table") / "static"))
