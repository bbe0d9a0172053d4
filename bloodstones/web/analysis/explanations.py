"""Explanations of records: worked out one at a time in a thread, shared by all pages, kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

import bloodstones
from bloodstones.api.analyses import Analysis
from bloodstones.core.errors import BloodstonesError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.saving import HASH, content_hash

FOLDER: Final = "analyses"
FORMAT: Final = "bloodstones-explanation"
MOST_BYTES: Final = 4_000_000
FAILED: Final = "expected an explanation, got a failure; the terminal of the lab says more"


@dataclass(slots=True)
class Explaining:
    """An explanation under way or done.

    Attributes
    ----------
    total, done
        Playouts: about how many in all, and how many so far.
    result
        The explanation, see `api.explanations.page_data`; None until it is there.
    fault
        Why there is none, "" for nothing.
    """

    total: int
    done: int = 0
    result: dict[str, Any] | None = None
    fault: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.result is not None or bool(self.fault)

    def standing(self) -> dict[str, Any]:
        """Return where it stands, as data for JSON."""
        return {"done": self.done, "total": self.total, "over": self.over, "fault": self.fault}


@dataclass(slots=True)
class Explanations:
    """The explanations of a lab.

    Attributes
    ----------
    folder
        Of the lab; they are kept in a folder below it.
    """

    folder: Path
    _all: dict[tuple[str, int], Explaining] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)  # one is worked out at a time

    def find(self, analysis: Analysis, playouts: int) -> Explaining | None:
        """Return an explanation that is kept or under way, None for one nobody asked for."""
        key = analysis.digest, playouts
        with self._lock:
            if key not in self._all and (kept := self._kept(analysis, playouts)) is not None:
                self._all[key] = Explaining(playouts, playouts, kept)
            return self._all.get(key)

    def begin(self, analysis: Analysis, playouts: int) -> Explaining:
        """Return an explanation; one that nobody asked for yet, or that failed, is begun."""
        found = self.find(analysis, playouts)
        key = analysis.digest, playouts
        with self._lock:
            found = self._all.get(key, found)
            if found is not None and not found.fault:
                return found
            begun = self._all[key] = Explaining(playouts)
        Thread(target=self._work, args=(analysis, playouts, begun), daemon=True).start()
        return begun

    def _work(self, analysis: Analysis, playouts: int, begun: Explaining) -> None:
        def update(done: int, total: int) -> None:
            begun.done, begun.total = done, total

        try:
            with self._turn:
                result = analysis.explain(playouts, update)
            self._keep(analysis, playouts, result)
            begun.result = result
        except BloodstonesError as error:
            begun.fault = str(error)
        except BaseException:
            begun.fault = FAILED
            raise

    def _path(self, analysis: Analysis, playouts: int) -> Path:
        return self.folder / FOLDER / f"{analysis.digest}-{playouts}.json"

    def _keep(self, analysis: Analysis, playouts: int, result: dict[str, Any]) -> None:
        path = self._path(analysis, playouts)
        path.parent.mkdir(exist_ok=True)
        content = {
            "format": FORMAT,
            "package": bloodstones.__version__,
            "record": analysis.digest,
            "playouts": playouts,
            "result": result,
        }
        content[HASH] = content_hash(content)
        write_atomically(path, json.dumps(content).encode())

    def _kept(self, analysis: Analysis, playouts: int) -> dict[str, Any] | None:
        """Return an explanation that is kept; None where it is not, or of another version."""
        path = self._path(analysis, playouts)
        try:
            if path.stat().st_size > MOST_BYTES:
                return None
            content = json_of(path.read_bytes())
        except (OSError, ValueError):
            return None
        if not isinstance(content, dict) or content.get(HASH) != content_hash(content):
            return None
        same = content.get("format") == FORMAT and content.get("package") == bloodstones.__version__
        result = content.get("result")
        return result if same and isinstance(result, dict) else None
