"""Notes of one's own on the moments of a record: kept beside it, since records hold play alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from bloodstones.api.analyses import Analysis
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically

FOLDER: Final = "analyses"
ENDING: Final = "-notes.json"
FORMAT: Final = "bloodstones-notes-1"
LONGEST: Final = 2_000  # letters of a note
MOST: Final = 500  # notes on a record
MOST_BYTES: Final = 10_000_000
WHERE: Final = "note"


@dataclass(slots=True)
class Notes:
    """The notes of a lab.

    Attributes
    ----------
    folder
        Of the lab; they are kept in a folder below it.
    """

    folder: Path
    _lock: Lock = field(default_factory=Lock)

    def find(self, analysis: Analysis) -> Mapping[int, str]:
        """Return the notes on a record: the number of a position -> text; none if damaged."""
        path = self._path(analysis)
        try:
            content = json_of(path.read_bytes()) if path.stat().st_size <= MOST_BYTES else None
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            return {}
        notes = content.get("notes")
        found = notes.items() if isinstance(notes, dict) else ()
        places = range(len(analysis.positions))
        return {
            int(place): text
            for place, text in found
            if place.isdecimal() and int(place) in places and isinstance(text, str)
        }

    def write(
        self, analysis: Analysis, place: int, text: object, seen: object
    ) -> Mapping[int, str]:
        """Keep a note on a position, an empty one takes it away, and return all of the record.

        Parameters
        ----------
        seen
            The note there that the page shows. Where another page wrote another one since, nothing
            is kept, and that one is returned.

        Raises
        ------
        InputError
            If there is no such position, or a text is none or too long.
        """
        analysis.check_place(place)
        if not isinstance(text, str):
            raise expected("a text", text, WHERE)
        if not isinstance(seen, str):
            raise expected("the note that the page shows", seen, "seen")
        if len(text) > LONGEST:
            raise InputError(f"expected at most {LONGEST:,} letters, got more ({WHERE})")
        with self._lock:
            before = self.find(analysis)
            if before.get(place, "") not in (seen, text.strip()):
                return before
            notes = {**before, place: text.strip()}
            kept = {at: each for at, each in sorted(notes.items()) if each}
            if len(kept) > MOST:
                raise InputError(f"expected at most {MOST} notes on a record, got more ({WHERE})")
            path = self._path(analysis)
            path.parent.mkdir(exist_ok=True)
            content = {"format": FORMAT, "record": analysis.digest, "notes": kept}
            write_atomically(path, json.dumps(content).encode())
            return kept

    def _path(self, analysis: Analysis) -> Path:
        return self.folder / FOLDER / f"{analysis.digest}{ENDING}"
