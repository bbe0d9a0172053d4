"""Explanations of records: worked out one at a time in a thread, shared by all pages, kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

import bloodstones
from bloodstones.api.analyses import Analysis
from bloodstones.core.errors import BloodstonesError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.saving import HASH, content_hash

FOLDER: Final = "analyses"
FORMAT: Final = "bloodstones-explanation-2"  # 2: with strengths
DIGITS: Final = 16  # of a hash that tells strengths apart
MOST_BYTES: Final = 4_000_000
FAILED: Final = "The explanation failed. The terminal that runs the lab shows the details."


class Asked(NamedTuple):
    """What an explanation is asked for: the digest of a record, playouts, and strengths."""

    digest: str
    playouts: int
    strengths: str


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
    _all: dict[Asked, Explaining] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)  # one is worked out at a time

    def find(self, analysis: Analysis, playouts: int, strengths: str = "") -> Explaining | None:
        """Return an explanation that is kept or under way, None for one nobody asked for.

        Parameters
        ----------
        playouts, strengths
            As of `Analysis.explain`.
        """
        key = Asked(analysis.digest, playouts, strengths)
        with self._lock:
            if key not in self._all and (kept := self._kept(key)) is not None:
                self._all[key] = Explaining(playouts, playouts, kept)
            return self._all.get(key)

    def begin(self, analysis: Analysis, playouts: int, strengths: str = "") -> Explaining:
        """Return an explanation; one that nobody asked for yet, or that failed, is begun."""
        found = self.find(analysis, playouts, strengths)
        key = Asked(analysis.digest, playouts, strengths)
        with self._lock:
            found = self._all.get(key, found)
            if found is not None and not found.fault:
                return found
            begun = self._all[key] = Explaining(playouts)
        Thread(target=self._work, args=(analysis, key, begun), daemon=True).start()
        return begun

    def _work(self, analysis: Analysis, key: Asked, begun: Explaining) -> None:
        def update(done: int, total: int) -> None:
            begun.done, begun.total = done, total

        try:
            with self._turn:
                result = analysis.explain(key.playouts, update, key.strengths)
            self._keep(key, result)
            begun.result = result
        except BloodstonesError as error:
            begun.fault = str(error)
        except BaseException:
            begun.fault = FAILED
            raise

    def _path(self, key: Asked) -> Path:
        mark = sha256(key.strengths.encode()).hexdigest()[:DIGITS]
        ending = f"-{mark}" if key.strengths else ""
        return self.folder / FOLDER / f"{key.digest}-{key.playouts}{ending}.json"

    def _keep(self, key: Asked, result: dict[str, Any]) -> None:
        path = self._path(key)
        path.parent.mkdir(exist_ok=True)
        content = {
            "format": FORMAT,
            "package": bloodstones.__version__,
            "record": key.digest,
            "playouts": key.playouts,
            "strengths": key.strengths,
            "result": result,
        }
        content[HASH] = content_hash(content)
        write_atomically(path, json.dumps(content).encode())

    def _kept(self, key: Asked) -> dict[str, Any] | None:
        """Return an explanation that is kept; None where it is not, or of another version."""
        path = self._path(key)
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
