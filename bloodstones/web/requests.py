"""What a request brings, bounded in size and read with care; a record as a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.parsing import json_of

MOST_BODY: Final = 64_000
DIGITS: Final = 19
RECORD: Final = "application/jsonl; charset=utf-8"
ODD: Final = re.compile(r"[^A-Za-z0-9._-]")
LARGEST: Final = 2**31 - 1


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a script sent; InputError for anything else."""
    raw = await bounded(request, "request")
    try:
        content = json_of(raw)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise InputError("expected an object in JSON, got something else (request)")
    return content


async def form_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form; InputError for one that is too long."""
    from urllib.parse import parse_qsl

    raw = await bounded(request, "form")
    return dict(parse_qsl(raw.decode(errors="replace"), keep_blank_values=True))


async def bounded(request: Request, where: str, most: int = MOST_BODY) -> bytes:
    """Return what a request brings; InputError if it is too long."""
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > most:
            raise InputError(f"expected at most {most:,} bytes, got more ({where})")
    return raw


def number_in(text: str, where: str, most: int = LARGEST) -> int:
    """Return a whole number from 0 that a form or an address has; InputError for anything else."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= DIGITS and int(text) <= most:
        return int(text)
    raise expected(f"a whole number from 0 to {most}", text, where)


def record_file(text: str, name: str) -> Response:
    """Return a record as a file to be saved under a name."""
    return Response(text, media_type=RECORD, headers=saved_as(name))


def saved_as(name: str) -> Mapping[str, str]:
    """Return the headers of a file to be saved under a name."""
    return {"content-disposition": f'attachment; filename="{ODD.sub("-", name)}"'}
