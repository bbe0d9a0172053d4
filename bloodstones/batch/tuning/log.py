"""The log of a tuning: one line of JSON for every generation.

The first line names the task and a fingerprint of task and code. A tuning run that continues after
a stop makes the same lines again: those that the log has are compared, and a line that was cut
short by a kill is written again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bloodstones.core.errors import InputError, RunError
from bloodstones.core.files.parsing import json_of

FORMAT = "bloodstones-tuning"
VERSION = 1
NEW_TIP = "start again with --replace, or choose another folder with --out DIR"


class Log:
    """An open log.

    Parameters
    ----------
    path
        The file, made when absent.
    fingerprint
        What the lines depend on; a log with another one is refused.
    task
        What is tuned; the first line holds it.

    Raises
    ------
    InputError
        The file is not such a log, or that of another task or version.
    """

    def __init__(self, path: Path, fingerprint: str, task: Mapping[str, Any]) -> None:
        self.path = path
        head = {
            "format": FORMAT,
            "version": VERSION,
            "fingerprint": fingerprint,
            "task": dict(task),
        }
        lines = _complete_lines(path)
        if lines and lines[0].get("format") != FORMAT:
            raise InputError(
                f"expected the log of a tuning run, got another file ({path})", NEW_TIP
            )
        if lines and lines[0].get("fingerprint") != fingerprint:
            raise InputError(
                f"expected the log of this tuning run, got one of another task or code ({path})",
                NEW_TIP,
            )
        self._earlier = lines[1:]
        self.lines: list[dict[str, Any]] = []
        text = "".join(_line(each) for each in (lines or [head]))
        part = path.with_name(f"{path.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)

    def add(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Write a line, unless the log has it, and return it as it will be read.

        Raises
        ------
        RunError
            The log has another line in its place.
        """
        entry: dict[str, Any] = json.loads(_line(line))
        number = len(self.lines)
        self.lines.append(entry)
        if number < len(self._earlier):
            if self._earlier[number] != entry:
                raise RunError(
                    f"expected the candidates of the log, got other ones ({self.path}, line "
                    f"{number + 2})",
                    "the versions of cma and NumPy must be those of the first part",
                )
            return entry
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(line))
            file.flush()
            os.fsync(file.fileno())
        return entry


def log_mark(path: Path) -> str:
    """Return the fingerprint in a log, "" without a log.

    Raises
    ------
    InputError
        The file is not such a log.
    """
    lines = _complete_lines(path)
    if lines and lines[0].get("format") != FORMAT:
        raise InputError(f"expected the log of a tuning run, got another file ({path})", NEW_TIP)
    return str(lines[0].get("fingerprint", "")) if lines else ""


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _complete_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log without one that was cut short."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"expected the log of a tuning run, got {error} ({path})", NEW_TIP
        ) from None
    lines, _, _cut = text.rpartition("\n")
    try:
        entries = [json_of(line) for line in lines.splitlines()]
    except ValueError:
        entries = [{}]
    if not all(isinstance(line, dict) for line in entries):
        entries = [{}]
    return entries
