"""Reading data files (TOML, CSV) so that all faults are reported at once, in the user's words.

`read_toml` and `read_csv` give entries; an `Entry` is asked for its keys by type and range; what
is wrong gathers in `Faults`, and `Faults.raise_if_any` ends the reading.

Examples
--------
>>> from pathlib import Path
>>> faults = Faults()
>>> read_toml(Path("no_such_file.toml"), faults)
>>> faults.raise_if_any()
Traceback (most recent call last):
bloodstones.core.errors.InputError: no_such_file.toml: expected a readable file, got No such file...
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.entry import MARKS, Entry
from bloodstones.core.files.parsing import json_of, toml_of, usable

__all__ = ["Entry", "Faults", "nearest", "parse_toml", "read_csv", "read_json", "read_toml"]


def read_toml(path: Path, faults: Faults) -> Entry | None:
    """Return the top table of a TOML file, or None with a fault noted.

    Parameters
    ----------
    path
        The file; it names itself in faults.
    faults
        Where faults are noted.
    """
    text = read_text(path, faults)
    return None if text is None else parse_toml(text, str(path), faults)


def parse_toml(text: str, where: str, faults: Faults) -> Entry | None:
    """Return the top table of a TOML text, or None with a fault noted.

    Parameters
    ----------
    text
        TOML.
    where
        What the text is from, for the faults.
    faults
        Where faults are noted.
    """
    try:
        return Entry(toml_of(text), where, faults)
    except ValueError as error:
        faults.note(where, "a TOML file", f"a fault of form: {error}")
    return None


def read_csv(
    path: Path, columns: Sequence[str], faults: Faults, *, others: bool = False
) -> list[Entry] | None:
    """Return the lines of a CSV file under a header of exactly `columns`, in any order.

    A column `assumed` or `confidence`, which marks lines, may stand beside them. Blank lines are
    skipped; a line with too few or too many cells is noted and left out.

    Parameters
    ----------
    path
        The file; it names itself in faults.
    columns
        The header that it must have.
    faults
        Where faults are noted.
    others
        Whether any other column may stand beside these.

    Returns
    -------
    list of Entry or None
        None, with a fault noted, if the file cannot be read as CSV at all.
    """
    text = read_text(path, faults)
    if text is None:
        return None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    entries = []
    try:
        header = next(reader, [])
        _check_header(path, header, columns, faults, others)
        for cells in reader:
            where = f"{path} line {reader.line_num}"
            if not cells:
                continue
            if len(cells) != len(header):
                faults.note(where, f"{len(header)} cells", str(len(cells)))
                continue
            entries.append(Entry(dict(zip(header, cells, strict=True)), where, faults, True))
    except csv.Error as error:
        where = f"{path} line {reader.line_num}"
        faults.note(where, "a CSV file", f"a fault of form: {error}")
        return None
    return entries


def _check_header(
    path: Path, header: Sequence[str], columns: Sequence[str], faults: Faults, others: bool
) -> None:
    where = f"{path} line 1"
    for column in columns:
        if column not in header:
            faults.note(where, f"the column {column}", "none")
        elif header.count(column) > 1:
            faults.note(where, f"the column {column} once", str(header.count(column)))
    for name in header:
        if not others and name not in (*columns, *MARKS):
            faults.add(where, "known columns", name, nearest(name, columns))


def read_json(path: Path, what: str, tip: str | None = None) -> dict[str, Any]:
    """Return the object in a JSON file.

    Parameters
    ----------
    what
        What the file should be, for the error.

    Raises
    ------
    InputError
        There is no such file.
    DamagedFileError
        It cannot be read, is not JSON, is nested too deep, or holds no object.
    """
    try:
        value = json_of(path.read_bytes())
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except ValueError as error:  # of UTF-8, of JSON, or a path that no file can have
        reason = str(error)
    else:
        if isinstance(value, dict):
            return value
        reason = f"JSON that is a {type(value).__name__}"
    kind = DamagedFileError if is_there(path) else InputError
    raise kind(f"expected {what}, got: {reason} ({path})", tip)


def is_there(path: Path) -> bool:
    """Whether something exists at a path, which may be one that no file can have."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_text(path: Path, faults: Faults) -> str | None:
    """Return the text of a file in UTF-8, or None with a fault noted.

    Parameters
    ----------
    path
        Of the file.
    faults
        Collects that it cannot be read, is not UTF-8, or holds a zero byte.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if usable(text):
            return text
        faults.note(str(path), "text in UTF-8", "a zero byte in it")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        faults.note(str(path), "text in UTF-8", byte)
    except OSError as error:
        faults.note(str(path), "a readable file", error.strerror or type(error).__name__)
    except ValueError:
        faults.note(repr(str(path)), "the path of a file", "a path that no file can have")
    return None
