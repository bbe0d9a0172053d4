"""A CSV file as people write one: its encoding, its separator, its lines as texts."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.writing import read_bytes

if TYPE_CHECKING:
    import pandas as pd

SEPARATORS: Final = (",", ";", "\t", "|")
LARGEST: Final = 50_000_000  # bytes
MOST_LINES: Final = 500_000
MOST_COLUMNS: Final = 400
LOOKED_AT: Final = 50  # lines, to know the separator
CONTROL: Final = frozenset(map(chr, range(32))) - {"\t", "\n", "\r", "\f", "\v"}
WHAT: Final = "a CSV file with a heading for each column"
SAVE_AS: Final = "save the table as CSV (UTF-8) and try again"
MARK: Final = codecs.BOM_UTF8.decode()  # some programs write it twice
MARKS: Final = (  # at the beginning of a file -> how it is encoded
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_content(path: Path) -> bytes:
    """Return the bytes of a file; InputError where it cannot be read or is too large."""
    return read_bytes(path, WHAT, LARGEST)


def table_of(content: bytes, where: str) -> pd.DataFrame:
    """Return the lines of a CSV file as texts, blanks at their ends removed.

    The encoding is UTF-8, UTF-16 with its mark, or else that of Windows in Western Europe. The
    separator is a comma, semicolon, tab or bar: the one that splits most lines alike.

    Parameters
    ----------
    where
        The name of the file, for errors.

    Returns
    -------
    DataFrame
        One row a line that is not blank. The index counts lines of the file from 1; columns are as
        the first line names them.

    Raises
    ------
    InputError
        With the first fault.

    Examples
    --------
    >>> table_of("name;points\\nA;1,5\\n".encode("utf-8-sig"), "x.csv").to_dict("index")
    {2: {'name': 'A', 'points': '1,5'}}
    """
    import pandas as pd

    text = _decoded(content, where)
    lines = _split(text, _separator(text), where)
    if not lines:
        raise expected(WHAT, "a file without text", where)
    (_, head), *rows = lines
    names = _headings(head, where)
    for number, cells in rows:
        if any(cells[len(names) :]):
            wanted = f"at most {len(names)} values, as the first line has headings"
            raise expected(wanted, len(cells), f"{where} line {number}")
    width = len(names)
    filled = [(cells + [""] * width)[:width] for _, cells in rows]
    table = pd.DataFrame(filled, columns=names, index=[number for number, _ in rows], dtype=object)
    return table[[name for name in table if name]]


def _decoded(content: bytes, where: str) -> str:
    """Return the text of a file."""
    form = next((form for mark, form in MARKS if content.startswith(mark)), "")
    try:
        text = content.decode(form or "utf-8")
    except UnicodeDecodeError:
        if form:
            raise InputError(
                f"expected text in {form}, got a damaged one ({where})", SAVE_AS
            ) from None
        text = content.decode("cp1252", errors="replace")
    if not CONTROL.isdisjoint(text):
        raise expected("a text file", "one with control characters", where, SAVE_AS)
    return text.lstrip(MARK)


def _separator(text: str) -> str:
    """Return the separator: the one with which most lines have as many cells as the first."""

    def alike(separator: str) -> tuple[float, int]:
        try:
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
            rows = [row for row, _ in zip(reader, range(LOOKED_AT), strict=False) if any(row)]
        except csv.Error:
            return 0.0, 0
        width = len(rows[0]) if rows else 0
        if width < 2:
            return 0.0, 0
        return sum(len(row) == width for row in rows) / len(rows), width

    return max(SEPARATORS, key=alike)


def _split(text: str, separator: str, where: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not blank: number in the file, and cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    start = 1
    try:
        for row in reader:
            cells = [" ".join(cell.split()) for cell in row]
            if any(cells):
                lines.append((start, cells))
            if len(lines) > MOST_LINES:
                raise expected(f"at most {MOST_LINES:,} lines", "more", where)
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"expected {WHAT}, got: {error} ({where} line {start})", SAVE_AS) from None
    return lines


def _headings(cells: Sequence[str], where: str) -> list[str]:
    """Return the headings, "" for a column without one; InputError where two are alike."""
    names = list(cells)
    while names and not names[-1]:
        names.pop()
    if len(names) > MOST_COLUMNS:
        raise expected(f"at most {MOST_COLUMNS} columns", len(names), where)
    seen: set[str] = set()
    for name in filter(None, names):
        if name.casefold() in seen:
            raise expected("a different heading for each column", f"{name} twice", where)
        seen.add(name.casefold())
    return names
