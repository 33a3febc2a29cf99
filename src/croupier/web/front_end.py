"""The built front end over HTTP: read once, when the house opens, and compressed once, when it was built.

Nearly all its files have names that change with their content, so browsers may
keep them for good. The few others are asked for anew each time and sent only if
they changed.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import ETag, hdrs, web

INDEX = "index.html"
KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}
CODINGS = {"br": ".br", "gzip": ".gz"}
"""What a file may be compressed with, the best first, and how the compressed file is called."""
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
WORKER_HEADERS = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
RUNNING: Mapping[str, Mapping[str, str]] = {INDEX: PAGE_HEADERS, "worker.js": WORKER_HEADERS}
"""The policies of what the browser runs as a document or worker of its own: the page, and its service worker."""
FOR_GOOD = "max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_NAMED_BY_CONTENT = re.compile(r"-[A-Z0-9]{8}\.\w+$")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file of the front end, with every compressed form of it."""

    kind: str
    caching: str
    etag: str
    bodies: Mapping[str, bytes]
    """By content coding, the best first; the uncompressed file is the last, under an empty name."""
    headers: Mapping[str, str]


class FrontEnd:
    """The pages of a house. ``origin`` is the address under which people see it, if the owner named one."""

    def __init__(self, folder: Traversable, origin: str | None = None) -> None:
        """Read all files of a folder."""
        self._origin = origin
        self.read(folder)

    def read(self, folder: Traversable) -> None:
        """Serve the files of a folder from now on."""
        self._files = dict(_read(folder, self._origin))

    def add_to(self, app: web.Application) -> None:
        """Answer for every path that nothing else answers for."""
        app.router.add_get("/", self.answer)
        app.router.add_get("/{file:[A-Za-z0-9.-]+}", self.answer)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer with a file; for a path without an extension, with the page, which has its own routes."""
        name = request.match_info.get("file", INDEX)
        found = self._files.get(name if "." in name else INDEX)
        if found is None:
            raise web.HTTPNotFound
        return _conditional(found, request)


def built_front_end(origin: str | None = None) -> FrontEnd | None:
    """Return the front end that was built into the package, if one was."""
    folder = files("croupier.web").joinpath("static")
    return FrontEnd(folder, origin) if folder.joinpath(INDEX).is_file() else None


def is_known(request: web.Request, etag: str) -> bool:
    """Whether the client has this version already."""
    return any(tag.value in ("*", etag) for tag in request.if_none_match or ())


def etag_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _conditional(file: StaticFile, request: web.Request) -> web.Response:
    if is_known(request, file.etag):
        response = web.Response(status=304)
    else:
        accepted = _accepted(request.headers.get(hdrs.ACCEPT_ENCODING, ""))
        coding = next(coding for coding in file.bodies if not coding or coding in accepted)
        response = web.Response(body=file.bodies[coding], content_type=file.kind)
        if file.kind.startswith("text/"):
            response.charset = "utf-8"
        if coding:
            response.headers[hdrs.CONTENT_ENCODING] = coding
    # Weak: one for all forms of a file, which are the same only once they are unpacked.
    response.etag = ETag(file.etag, is_weak=True)
    response.headers.update(file.headers)
    response.headers[hdrs.CACHE_CONTROL] = file.caching
    response.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    return response


def _accepted(header: str) -> set[str]:
    """Return the content codings that a client takes."""
    found = (part.partition(";") for part in header.lower().split(","))
    return {name.strip() for name, _, quality in found if quality.replace(" ", "") not in ("q=0", "q=0.0")}


def _read(folder: Traversable, origin: str | None) -> list[tuple[str, StaticFile]]:
    contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    found = []
    for name, content in contents.items():
        kind = KINDS.get(name.rpartition(".")[2])
        if kind is None:
            continue
        bodies = {coding: contents[name + end] for coding, end in CODINGS.items() if name + end in contents}
        bodies[""] = content
        if name == INDEX and origin is not None:
            bodies[""] = _with_origin(content, origin)
            bodies = {"gzip": gzip.compress(bodies[""], mtime=0), "": bodies[""]}
        caching = FOR_GOOD if _NAMED_BY_CONTENT.search(name) else ASK_AGAIN
        etag = etag_of(bodies[""])
        found.append((name, StaticFile(kind, caching, etag, bodies, RUNNING.get(name, {}))))
    return found


def _with_origin(page: bytes, origin: str) -> bytes:
    """Name the picture by its whole address: most of those who show a shared link take no other."""
    return page.replace(b'property="og:image" content="/', f'property="og:image" content="{origin}/'.encode())
