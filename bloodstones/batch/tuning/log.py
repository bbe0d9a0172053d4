"""The log of a tuning: one line of JSON for every generation, from which it goes on after a stop.

The first line names the task and a fingerprint of task and code. A line that was cut short by a
kill is dropped; what it told is played again, with the same luck.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bloodstones.core.errors import InputError

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
        What is tuned, told in the first line.

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
        known = _complete_lines(path)
        if known and known[0].get("format") != FORMAT:
            raise InputError(f"expected the log of a tuning, got another file ({path})", NEW_TIP)
        if known and known[0].get("fingerprint") != fingerprint:
            raise InputError(
                f"expected the log of this very tuning, got one of another task or code ({path})",
                NEW_TIP,
            )
        self.lines: list[dict[str, Any]] = known[1:]
        text = "".join(_line(each) for each in (known or [head]))
        part = path.with_name(f"{path.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)

    def find(self, **keys: Any) -> dict[str, Any] | None:
        """Return the line with these values, None without one."""
        for line in self.lines:
            if all(line.get(key) == value for key, value in keys.items()):
                return line
        return None

    def add(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Write a line and return it as it will be read."""
        told: dict[str, Any] = json.loads(_line(line))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(line))
            file.flush()
            os.fsync(file.fileno())
        self.lines.append(told)
        return told


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _complete_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log without one that was cut short."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"expected the log of a tuning, got {error} ({path})", NEW_TIP) from None
    lines, _, _cut = text.rpartition("\n")
    try:
        found = [json.loads(line) for line in lines.splitlines()]
    except ValueError:
        found = [{}]
    if not all(isinstance(line, dict) for line in found):
        found = [{}]
    return found
