"""What a request brings, bounded in size and read with care; a record as a file.

Numbers, ids and names of addresses, forms and objects are read here and nowhere else: the lab takes
no number of more than `DIGITS` digits and no name of more than `LONGEST_NAME` letters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.parsing import json_of, usable

MOST_BODY: Final = 64_000
MOST_ADDRESS: Final = 16_000  # letters of an address, with what it asks
LONGEST_NAME: Final = 100
DIGITS: Final = 19
# No number of the lab has so many digits, and a hash in hexadecimal has so many in a row by a
# chance of one in ten millions. Python refuses to read numbers of some thousand digits.
LONG_NUMBER: Final = re.compile(r"\d{41}")
RECORD: Final = "application/jsonl; charset=utf-8"
ODD: Final = re.compile(r"[^A-Za-z0-9._-]")
LARGEST: Final = 2**31 - 1


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a script sent; InputError for anything else."""
    raw = await bounded(request, "request")
    check_numbers(raw.decode(errors="replace"), "request")
    try:
        content = json_of(raw)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise InputError("expected an object in JSON, got something else (request)")
    return content


async def form_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form; InputError for one that is too long or holds odd text."""
    from urllib.parse import parse_qsl

    raw = await bounded(request, "form")
    fields = dict(parse_qsl(raw.decode(errors="replace"), keep_blank_values=True))
    for name, text in fields.items():
        check_text(text, name[:LONGEST_NAME])
    return fields


async def bounded(request: Request, where: str, most: int = MOST_BODY) -> bytes:
    """Return what a request brings; InputError if it is too long."""
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > most:
            raise InputError(f"expected at most {most:,} bytes, got more ({where})")
    return raw


def check_text(text: str, where: str) -> None:
    """Raise InputError for text with a zero byte, half a letter or a number that is too long."""
    if not usable(text):
        raise InputError(f"expected text without a zero byte, got one in it ({where})")
    check_numbers(text, where)


def check_numbers(text: str, where: str) -> None:
    """Raise InputError for a number in a text that is longer than any that the lab takes."""
    if LONG_NUMBER.search(text):
        raise InputError(f"expected numbers of at most {DIGITS} digits, got more ({where})")


def number_in(text: str, where: str, most: int = LARGEST) -> int:
    """Return a whole number from 0 that a form or an address has; InputError for anything else."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= DIGITS and int(text) <= most:
        return int(text)
    raise expected(f"a whole number from 0 to {most}", text, where)


def numbers_in(text: str) -> list[int]:
    """Return the whole numbers among the words of a text, those that are too long left out.

    >>> numbers_in("2, 3 and " + 5000 * "9")
    [2, 3]
    """
    words = re.findall(r"\w+", text)
    return [int(each) for each in words if each.isdecimal() and len(each) <= DIGITS]


def name_in(text: str, where: str, known: Collection[str] | None = None, what: str = "") -> str:
    """Return a name that a form or an address has.

    Parameters
    ----------
    known
        The names that there are; None: any of at most `LONGEST_NAME` letters.
    what
        What it should be, for the error: "a board that comes with the game".

    Raises
    ------
    InputError
        If it is another one.
    """
    if known is not None and text not in known:
        raise expected(what, text, where)
    if len(text) > LONGEST_NAME:
        raise expected(f"a name of at most {LONGEST_NAME} letters", text, where)
    return text


def record_file(text: str, name: str) -> Response:
    """Return a record as a file to be saved under a name."""
    return Response(text, media_type=RECORD, headers=saved_as(name))


def saved_as(name: str) -> Mapping[str, str]:
    """Return the headers of a file to be saved under a name."""
    return {"content-disposition": f'attachment; filename="{ODD.sub("-", name)}"'}
