"""Who may ask: the right host, the right origin, the token of the lab or the key of a seat.

The token is in the address that the command prints. The first visit exchanges it for a cookie
that scripts cannot read and other sites cannot send. A seat's key is made from the lab's secret, so
that it is good for one seat of one table and cannot be guessed from others.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Container, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bloodstones.core.errors import InputError, shortened
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.players.permission import without_files
from bloodstones.web.requests import LONGEST_NAME, MOST_ADDRESS, check_text

COOKIE: Final = "bloodstones_lab"
BROWSER: Final = "bloodstones_browser"  # a cookie by which streams are counted; it opens nothing
BROWSER_BYTES: Final = 8
BROWSER_MARK: Final = re.compile(r"[0-9a-f]{16}")
TOKEN: Final = "token"
SECRET: Final = ".secret"
SECRET_BYTES: Final = 32
KEY_LETTERS: Final = 32
SEAT_DIGITS: Final = 2
OWNER_ONLY: Final = 0o600
BAD: Final = 400
FORBIDDEN: Final = 403
MISDIRECTED: Final = 421
SEE_OTHER: Final = 303
WRITES: Final = frozenset({"POST", "PUT", "DELETE", "PATCH"})
# A seat's address has a key of its own, and so has what a stream watches.
OPEN: Final = ("/static/", "/seats/", "/events", "/kernels/")
LAB: Final = "bloodstones lab"
SLASHES: Final = "/\\"
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}


def secret_of(folder: Path) -> bytes:
    """Return the secret of a folder, made when it is first asked for."""
    path = folder / SECRET
    if not path.is_file():
        write_atomically(path, secrets.token_bytes(SECRET_BYTES))
        path.chmod(OWNER_ONLY)
    return path.read_bytes()


def seat_key(secret: bytes, table: str, seat: int) -> str:
    """Return the key of a seat: the table, the seat, and what only the lab can make of them.

    >>> seat_key(b"secret", "table-1", 0).startswith("table-1.0.")
    True
    """
    name = f"{table}.{seat}"
    mark = hmac.new(secret, name.encode(), sha256).hexdigest()[:KEY_LETTERS]
    return f"{name}.{mark}"


def seat_of(secret: bytes, key: str) -> tuple[str, int] | None:
    """Return the table and the seat of a key, None for a wrong one.

    >>> seat_of(b"secret", seat_key(b"secret", "table-1", 3))
    ('table-1', 3)
    >>> seat_of(b"other", seat_key(b"secret", "table-1", 3)) is None
    True
    """
    table, _, rest = key.partition(".")
    digits = rest.partition(".")[0]
    if not (key.isascii() and digits.isdigit() and len(digits) <= SEAT_DIGITS):
        return None
    good = hmac.compare_digest(seat_key(secret, table, int(digits)), key)
    return (table, int(digits)) if good else None


def is_host(request: Request, token: str) -> bool:
    """Whether a request comes from who was let in by the token of the lab."""
    return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), token.encode())


def browser_of(request: Request) -> str:
    """Return a mark of the browser that asks: its cookie, else the address of its machine."""
    mark = request.cookies.get(BROWSER, "")
    if BROWSER_MARK.fullmatch(mark):
        return mark
    return "" if request.client is None else request.client.host


def require_host(request: Request, token: str) -> None:
    """Raise InputError unless a request comes from who was let in by the token of the lab."""
    if not is_host(request, token):
        raise InputError("This browser is not logged in to the lab (cookie)")


class Guard:
    """Refuses what does not come from the lab's own pages, and adds the headers of all answers.

    Behind it no strategy is code and none is looked for in a file.

    Parameters
    ----------
    app
        What answers.
    hosts
        What browsers may send as the host, `host:port`.
    token
        What the first visit must bring.
    """

    def __init__(self, app: ASGIApp, hosts: Container[str], token: str) -> None:
        self.app = app
        self.hosts = hosts
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        request = Request(scope)
        known = BROWSER_MARK.fullmatch(request.cookies.get(BROWSER, ""))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                had = Headers(raw=message["headers"])
                new = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n not in had]
                if not known and had.get("content-type", "").startswith("text/html"):
                    new.append((b"set-cookie", _browser_cookie()))
                message["headers"] = [*message["headers"], *new]
            await send(message)

        refused = self._refused(request)
        with without_files(LAB):
            await (self.app if refused is None else refused)(scope, receive, with_headers)

    def _refused(self, request: Request) -> Response | None:
        """Return the answer to what is not carried out, None for what is."""
        host = request.headers.get("host", "")
        if host not in self.hosts:
            return _plain(
                f"expected a host of the lab, got {shortened(host)!r} (Host)", MISDIRECTED
            )
        fault = _fault_of_address(request)
        if fault:
            return _plain(fault, BAD)
        origin = request.headers.get("origin")
        if request.method in WRITES and origin != f"http://{host}":
            return _plain("expected a request from the lab's own page (Origin)", FORBIDDEN)
        if request.url.path.startswith(OPEN):
            return None
        given = request.query_params.get(TOKEN, "")
        if self._is_token(given) and request.method == "GET":
            # A path that begins with two slashes would name another host.
            answer = RedirectResponse(f"/{request.scope['path'].lstrip(SLASHES)}", SEE_OTHER)
            answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
            return answer
        if is_host(request, self.token):
            return None
        return _plain(
            "Open the full address that `bloodstones lab` printed, including its token (address)",
            FORBIDDEN,
        )

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self.token.encode())


def _plain(text: str, status: int) -> Response:
    return PlainTextResponse(f"{text}\n", status)


def _fault_of_address(request: Request) -> str:
    """Return what no address of the lab has: thousands of letters, odd ones, endless numbers."""
    raw = request.scope.get("raw_path") or b""
    if len(raw) + len(request.url.query) > MOST_ADDRESS:
        return f"expected at most {MOST_ADDRESS:,} letters, got more (address)"
    try:
        check_text(request.url.path, "address")
        for name, text in request.query_params.multi_items():
            check_text(name, "address")
            check_text(text, name[:LONGEST_NAME])
    except InputError as error:
        return error.message
    return ""


def _browser_cookie() -> bytes:
    mark = secrets.token_hex(BROWSER_BYTES)
    return f"{BROWSER}={mark}; HttpOnly; Path=/; SameSite=strict".encode()
