"""The tables of a lab: made, found again after a restart, kept after every change."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final

from bloodstones.api.advice import adviser_for
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.kept_tables import data_files_of, kept_table
from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import BloodstonesError, InputError, expected
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.games.registry import find_part
from bloodstones.kit.advice.advice import Advice, Counsel
from bloodstones.kit.advice.chances import within
from bloodstones.kit.positions.line import Line, read_line
from bloodstones.kit.table.people import people_of, stood_in
from bloodstones.kit.table.saved_session import Waiting, keep, waiting
from bloodstones.kit.table.session import Session
from bloodstones.kit.table.shared import Pictures, SharedTable

SECONDS: Final = 3.0  # for playouts of one hint


def advice_data(advice: Advice, words: Mapping[int, str]) -> dict[str, Any]:
    """Return an advice as data for JSON.

    Parameters
    ----------
    advice
        Of a strategy to a seat.
    words
        Of the legal decisions, by code.

    Returns
    -------
    dict
        `strategy`, `code` and `words` of what it would do; `wins`, whether chances are of winning;
        `reasons`; `chances` of what was compared, the best first: `code`, `words`, `chance` with
        its interval `low` to `high`, and `n`.
    """
    return {
        "strategy": advice.strategy,
        "code": advice.code,
        "words": words[advice.code],
        "wins": advice.wins,
        "reasons": list(advice.reasons),
        "chances": [
            {
                "code": each.code,
                "words": words[each.code],
                "chance": each.estimate.value,
                "low": each.estimate.low,
                "high": each.estimate.high,
                "n": each.estimate.n,
            }
            for each in advice.chances
            if each.again
        ],
    }


FOLDER: Final = "tables"
UNFINISHED: Final = ".json"
RECORD: Final = ".jsonl"
ID_BYTES: Final = 4
WHERE: Final = "table"
MOST_OPEN: Final = 64
ORIGIN: Final = ".origin"


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with its game's title and its file.

    Attributes
    ----------
    origin
        Where a variation came from: `record`, `position` and `turn`; None of a table of its own.
    advisers
        Who advises the seats that asked; each follows one playthrough, for one hint at a time.
    """

    id: str
    title: str
    shared: SharedTable
    record: Path
    origin: Mapping[str, Any] | None = None
    advisers: dict[int, Counsel] = field(default_factory=dict)

    def advise(self, seat: int) -> dict[str, Any]:
        """Return what the strongest engine of the game would do for a seat, as data for JSON.

        Raises
        ------
        InputError
            If it is not the seat's turn.
        """
        session = self.shared.session
        with self.shared.lock:
            view = self.shared.view(seat)
            codes = list(session.played)
        if not view["options"]:
            raise InputError("It is not your turn (seat)")
        if seat not in self.advisers:
            self.advisers[seat] = adviser_for(game_commands_of(session.game.id), session, seat)
        counsel = self.advisers[seat]
        counsel.follow(codes)
        advice = counsel.advise(time_left=within(SECONDS))
        words = {option["code"]: option["words"] for option in view["options"]}
        with self.shared.lock:
            same = self.shared.version == view["version"]
            picture = self.shared.decision_picture(seat, advice.code) if same else ""
        return {"version": view["version"], "picture": picture} | advice_data(advice, words)


class OpenTables:
    """All tables of a folder, each opened when it is first asked for.

    Parameters
    ----------
    folder
        Of the lab; the tables are in a folder below it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)
        self._open: dict[str, OpenTable] = {}
        self._lock = Lock()  # of the dictionaries: nothing that takes long is done under it
        self._opening: dict[str, Lock] = {}

    def create(
        self, game_id: str, setup: Setup, seed: int, position: Line | None = None
    ) -> OpenTable:
        """Return a new table, played up to the first decision of a person.

        Parameters
        ----------
        game_id, setup, seed
            What is played.
        position
            Where it begins; None: at the setup.

        Raises
        ------
        InputError
            If the setup cannot be played, or nobody sits there.
        """
        game_commands = game_commands_of(game_id)
        game_commands.game.check(stood_in(setup))
        if not people_of(setup):
            raise expected("at least one human player", "strategies in all seats", "seats")
        self._check_room()
        session = Session(*_of(game_commands), setup, seed, position=position)
        return self._seat(_new_id(game_id), session, data_files_of(session.game, setup))

    def take_over(self, session: Session, origin: Mapping[str, Any]) -> OpenTable:
        """Return a new table that continues a session.

        Parameters
        ----------
        session
            With a person in at least one seat.
        origin
            Where it came from, see `OpenTable`.

        Raises
        ------
        InputError
            If it cannot be played so, or nobody sits there.
        """
        session.game.check(stood_in(session.setup))
        if not session.people:
            raise expected("at least one human player", "strategies in all seats", "seats")
        table_id = _new_id(session.game.id)
        self._check_room()
        write_atomically(self._origin(table_id), json.dumps(dict(origin)).encode())
        return self._seat(table_id, session, data_files_of(session.game, session.setup))

    def _origin(self, table_id: str) -> Path:
        return self.folder / f"{table_id}{ORIGIN}"

    def _origin_of(self, table_id: str) -> Mapping[str, Any] | None:
        """Return where a variation came from, None of another table."""
        try:
            content = json_of(self._origin(table_id).read_bytes())
        except (OSError, ValueError):
            return None
        return content if isinstance(content, dict) else None

    def _check_room(self) -> None:
        """Close the table that ended first if there is no room; InputError if all go on."""
        with self._lock:
            if len(self._open) < MOST_OPEN:
                return
            ended = next((id for id, each in self._open.items() if each.shared.session.over), None)
            if ended is None:
                raise InputError(
                    f"{MOST_OPEN} games are open, and the lab allows no more ({WHERE})",
                    "restart the lab to close them; it keeps unfinished games",
                )
            del self._open[ended]
            self._opening.pop(ended, None)

    def opened(self, table_id: str) -> OpenTable | None:
        """Return a table that is open; None for one that is not, or that is none."""
        return self._open.get(table_id)

    def game_of(self, table_id: str) -> str:
        """Return the id of the game that is played at a table; InputError if there is none."""
        if table_id not in self._files():
            raise expected("a table of this lab", table_id, WHERE)
        return table_id.rpartition("-")[0]

    def find(self, table_id: str) -> OpenTable:
        """Return a table by its id; InputError if there is none, or its file is damaged."""
        with self._lock:
            opening = self._opening.setdefault(table_id, Lock())
        try:
            with opening:
                found = self.opened(table_id)
                if found is None:
                    self.game_of(table_id)
                    found = self._taken_up(table_id)
                return found
        except BloodstonesError:
            self._opening.pop(table_id, None)
            raise

    def unfinished(self) -> tuple[str, ...]:
        """Return the ids of unfinished games, the last changed first."""
        files = self._files()
        return tuple(sorted(files, key=lambda each: -files[each].stat().st_mtime))

    def waiting(self, table_id: str) -> Waiting | None:
        """Return what an unfinished game waits for; None if its file does not say."""
        return waiting(self.folder / f"{table_id}{UNFINISHED}")

    def records(self) -> tuple[Path, ...]:
        """Return the records of finished games, the last one first."""
        paths = self.folder.glob(f"*{RECORD}")
        return tuple(sorted(paths, key=lambda path: -path.stat().st_mtime))

    def _files(self) -> Mapping[str, Path]:
        return {path.stem: path for path in self.folder.glob(f"*{UNFINISHED}")}

    def _taken_up(self, table_id: str) -> OpenTable:
        game_commands, kept, files = kept_table(self._files()[table_id], WHERE)
        position = read_line(kept.position, (kept.game,)) if kept.position else None
        session = Session(*_of(game_commands), kept.setup, kept.seed, position=position)
        kept.restore(session)
        return self._seat(table_id, session, files)

    def _seat(self, table_id: str, session: Session, files: Mapping[str, str]) -> OpenTable:
        unfinished = self.folder / f"{table_id}{UNFINISHED}"
        record = self.folder / f"{table_id}{RECORD}"
        game = session.game

        def write() -> None:
            if session.over:
                write_atomically(record, session.recorder.text().encode())
                unfinished.unlink(missing_ok=True)
            else:
                keep(session, unfinished, files)

        pictures = Pictures.of(find_part(game.id, "pictures"))
        title = game_commands_of(game.id).title
        shared, origin = SharedTable(session, pictures, write), self._origin_of(table_id)
        table = OpenTable(table_id, title, shared, record, origin)
        with self._lock:
            self._open[table_id] = table
        return table


def _new_id(game_id: str) -> str:
    return f"{game_id}-{secrets.token_hex(ID_BYTES)}"


def _of(game_commands: Any) -> tuple[Any, Any]:
    """Return a game and how it speaks."""
    return game_commands.game, game_commands.voice()
