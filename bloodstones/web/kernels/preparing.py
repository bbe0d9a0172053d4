"""Which games are ready to be played, and what the others still need: seconds, as was measured.

Kernels compile once for a version of the sources. In the lab that happens in a process of its own
(`process`), one game after the other, so that everything else can be used meanwhile.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.web.kernels.stages import Stage

PROCESS: Final = "bloodstones.web.kernels.process"
FOLDER: Final = "kernels"
MOST_BYTES: Final = 10_000
LAST_WORDS: Final = 300  # letters of what a process said that failed
QUICK: Final = 5.0  # seconds: what takes no longer compiled nothing and tells no time


# Seconds on two cores, where nothing was measured on this machine yet.
USUAL: Final[Mapping[Stage, float]] = {Stage.TABLE: 75.0, Stage.HINTS: 60.0}


@dataclass(slots=True)
class Preparing:
    """A game whose kernels are compiled, or wait for their turn.

    Attributes
    ----------
    game
        Its id.
    stage
        What it is being made ready for; None: it is ready for all.
    began
        When that began, by `time.monotonic`; None: it waits for another game.
    expected
        Seconds that each stage takes.
    fault
        Why it failed, "" for nothing.
    """

    game: str
    stage: Stage | None = Stage.TABLE
    began: float | None = None
    expected: dict[Stage, float] = field(default_factory=lambda: dict(USUAL))
    fault: str = ""

    def left(self, wanted: Stage) -> float:
        """Return about how many seconds are left until it is ready for a stage."""
        order = list(Stage)
        if self.stage is None:
            return 0.0
        missing = order[order.index(self.stage) : order.index(wanted) + 1]
        spent = 0.0 if self.began is None else time.monotonic() - self.began
        return max(0.0, sum(self.expected[each] for each in missing) - spent)


class Kernels:
    """The kernels of all games.

    Parameters
    ----------
    folder
        Of the lab; how long games took is kept in a folder below it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._ready: set[tuple[str, Stage]] = set()
        self._preparing: dict[str, Preparing] = {}
        self._processes: set[subprocess.Popen[str]] = set()
        self._lock = Lock()
        self._turn = Lock()  # one game is compiled at a time
        self._looking = Lock()  # Numba finds a cache by a setting of the process
        atexit.register(self.close)

    def known_ready(self, game_id: str, stage: Stage) -> bool:
        """Whether a game is known to be ready for a stage; nothing is looked up."""
        return (game_id, stage) in self._ready

    def is_ready(self, game_id: str, stage: Stage) -> bool:
        """Whether a game is ready for a stage; its modules are imported to find out."""
        if self.known_ready(game_id, stage):
            return True
        with self._looking:
            if self.under_way(game_id) is not None or not is_kept(game_id, stage):
                return False
        self._ready.add((game_id, stage))
        return True

    def under_way(self, game_id: str) -> Preparing | None:
        """Return the preparation of a game that is not over, None without one."""
        found = self._preparing.get(game_id)
        return None if found is None or found.stage is None or found.fault else found

    def all_under_way(self) -> Sequence[Preparing]:
        """Return the games that are compiled or wait for it."""
        return [each for each in list(self._preparing.values()) if self.under_way(each.game)]

    def begin(self, game_id: str) -> Preparing:
        """Return the preparation of a game, begun now unless it is in progress."""
        with self._lock:
            found = self.under_way(game_id)
            if found is None:
                found = Preparing(game_id, expected=self._expected(game_id))
                self._preparing[game_id] = found
                Thread(target=self._prepare, args=(found,), daemon=True).start()
            return found

    def fault(self, game_id: str) -> str:
        """Return why the last preparation of a game failed, "" if it did not."""
        found = self._preparing.get(game_id)
        return "" if found is None else found.fault

    def close(self) -> None:
        """End the processes."""
        for process in list(self._processes):
            process.kill()

    def _prepare(self, preparing: Preparing) -> None:
        with self._turn:
            preparing.began = time.monotonic()
            command = [sys.executable, "-m", PROCESS, preparing.game]
            with subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            ) as process:
                self._processes.add(process)
                said = self._follow(preparing, process)
                failed = process.wait()
                self._processes.discard(process)
        if failed or preparing.stage is not None:
            preparing.fault = said.strip()[-LAST_WORDS:] or f"exit code {failed}"

    def _follow(self, preparing: Preparing, process: subprocess.Popen[str]) -> str:
        """Note each stage that a process reports; return what else it said."""
        assert process.stdout is not None
        order, said = list(Stage), ""
        for line in process.stdout:
            if preparing.stage is None or line.strip() != preparing.stage:
                said += line
                continue
            done, now = preparing.stage, time.monotonic()
            took = now - (preparing.began or now)
            self._ready.add((preparing.game, done))
            preparing.began = now
            rest = order[order.index(done) + 1 :]
            preparing.stage = rest[0] if rest else None
            if took > QUICK:
                preparing.expected[done] = took
                self._keep(preparing)
        return said

    def _expected(self, game_id: str) -> dict[Stage, float]:
        """Return how long each stage took last time on this machine, the usual time else."""
        try:
            content: Any = json_of((self._folder / f"{game_id}.json").read_bytes()[:MOST_BYTES])
        except (OSError, ValueError):
            content = {}
        kept = content if isinstance(content, dict) else {}
        times = {stage: kept.get(stage.value) for stage in Stage}
        return {
            stage: float(each) if isinstance(each, int | float) and each > 0 else USUAL[stage]
            for stage, each in times.items()
        }

    def _keep(self, preparing: Preparing) -> None:
        self._folder.mkdir(exist_ok=True)
        content = {stage.value: seconds for stage, seconds in preparing.expected.items()}
        path = self._folder / f"{preparing.game}.json"
        write_atomically(path, json.dumps(content).encode())


def is_kept(game_id: str, stage: Stage) -> bool:
    """Whether the large kernels of a stage are compiled, here or in the cache on disk."""
    from bloodstones.core.kernels.kernel import COMPILER, JIT

    if not JIT:
        return True
    from bloodstones.kit.warm_up import first_setup, works_of

    game: Any = game_commands_of(game_id).game
    setup = first_setup(game)
    if stage is Stage.TABLE:
        works = works_of(game.seat(setup))
        return all(COMPILER.is_kept(entry, types) for work in works for entry, types in work)
    return all(player is None or player.is_kept() for player in _searchers(game, setup))


def _searchers(game: Any, setup: Any) -> Sequence[Any]:
    """Return the searching player that gives hints at the first table of a game, if it has one."""
    from bloodstones.api.advice import SEARCHERS
    from bloodstones.kit.advice.advice import with_strategy

    for strategy in SEARCHERS:
        try:
            seating = game.seat(with_strategy(setup, 0, strategy))
        except DamagedFileError:
            raise
        except InputError:  # no such strategy, or nothing learned for so many players
            continue
        return list(seating.players[:1])
    return []
