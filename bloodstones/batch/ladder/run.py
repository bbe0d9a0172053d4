"""Run a ladder: tables to workers, each finished one to a file, all of them to the result folder.

A finished table is a file under `parts/`, put in place in one step, so that a run that was killed
goes on from there and comes to the same end.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import bloodstones
from bloodstones.batch.ladder.definition import LadderFile
from bloodstones.batch.ladder.tables import LadderTable, draw_tables
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.provenance import rules_version, sources_sha256
from bloodstones.batch.tables import TableHash, schema
from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.core.files import write_atomically
from bloodstones.core.game import Column, Game, Role
from bloodstones.core.tunable import Tunable

ROWS = "results.parquet"
PROVENANCE = "provenance.json"
PARTS = "parts"
MARK = "fingerprint"
FORMAT = "bloodstones-ladder"
VERSION = 1
JSON_INDENT = 2
KEYS = (
    Column("cell", "str", "pool, strategies, size, table and seating", Role.KEY),
    Column("replicate", "int32", "number of the luck", Role.KEY),
    Column("pool", "str", "who meets whom", Role.KEY),
)


def run_ladder(
    file: LadderFile,
    game: Tunable,
    folder: Path,
    *,
    quick: bool = False,
    jobs: int = 1,
    backend: str = "threading",
    resume: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play all tables of a ladder and return the provenance of the result.

    The result does not depend on `jobs`, `backend`, nor on how often the run was stopped.

    Parameters
    ----------
    quick
        Take the number of tables from the file's table `[quick]`.
    jobs, backend
        Workers: "threading" for compiled strategies, "loky" (processes) for Python ones.
    resume
        Go on with the unfinished run in the folder; a finished one is kept as it is.
    replace
        Drop what is in the folder.

    Raises
    ------
    InputError
        The game cannot play the ladder, or the folder has another one.
    RunError
        It was stopped; finished tables are kept.
    """
    if jobs < 1:
        raise expected("at least 1 job", jobs, "--jobs")
    told = progress or Silent()
    tables = draw_tables(file.ladder, game, quick=quick)
    mark = _fingerprint(file, tables, game)
    parts = _prepare(folder, mark, resume=resume, replace=replace)
    if parts is None:
        return dict(json.loads((folder / PROVENANCE).read_text(encoding="utf-8")))
    began = time.monotonic()
    _play(tables, game, file.ladder.seed, parts, jobs, backend, told)
    made = _finish(file, tables, game, folder, parts, quick)
    seconds = round(time.monotonic() - began, 1)
    return {**made, "run": {"seconds": seconds, "jobs": jobs, "backend": backend}}


def _fingerprint(file: LadderFile, tables: Sequence[LadderTable], game: Game) -> str:
    cells = [[each.cell for each in table.seatings] for table in tables]
    parts = [file.sha256, json.dumps(cells), bloodstones.__version__, sources_sha256()]
    return hashlib.sha256("\0".join([*parts, str(rules_version(game))]).encode()).hexdigest()


def _prepare(folder: Path, mark: str, *, resume: bool, replace: bool) -> Path | None:
    """Return the folder of parts, None when the result is there already."""
    parts = folder / PARTS
    if replace:
        shutil.rmtree(parts, ignore_errors=True)
        for name in (PROVENANCE, ROWS):
            (folder / name).unlink(missing_ok=True)
    if (folder / PROVENANCE).exists():
        known = json.loads((folder / PROVENANCE).read_text(encoding="utf-8"))
        if resume and known.get(MARK) == mark:
            return None
        tip = "start again with --replace, or choose another folder with --out DIR"
        raise InputError(f"expected a folder without results, got some ({folder})", tip)
    if parts.exists():
        known_mark = (parts / MARK).read_text(encoding="utf-8") if (parts / MARK).exists() else ""
        if not resume or known_mark != mark:
            tip = "go on with --resume, or start again with --replace"
            what = "an unfinished run" if known_mark == mark else "one of another ladder or version"
            raise InputError(f"expected a folder without a run, got {what} ({folder})", tip)
    parts.mkdir(parents=True, exist_ok=True)
    write_atomically(parts / MARK, mark.encode())
    return parts


def _part(parts: Path, number: int) -> Path:
    return parts / f"{number:06}.parquet"


def _play(
    tables: Sequence[LadderTable],
    game: Tunable,
    seed: int,
    parts: Path,
    jobs: int,
    backend: str,
    progress: Progress,
) -> None:
    """Play the tables that have no part yet."""
    from joblib import Parallel, delayed

    left = [number for number in range(len(tables)) if not _part(parts, number).exists()]
    total = sum(table.games for table in tables)
    done = total - sum(tables[number].games for number in left)
    if not left:
        return
    progress.message("Preparing the game (the first time, its rules are compiled) …")
    game.warm_up()
    progress.start(done, total, at_most=False)
    workers = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    calls = (delayed(play_table)(game, tables[n], seed, _part(parts, n)) for n in left)
    try:
        for games in workers(calls):
            done += games
            progress.update(done)
    except KeyboardInterrupt:
        raise RunError(
            f"stopped after {done:,} of {total:,} games, which are kept", "go on with --resume"
        ) from None


def play_table(game: Tunable, table: LadderTable, seed: int, path: Path) -> int:
    """Play all seatings of a table, write their rows to `path`, return the number of games."""
    columns = (*KEYS, *game.columns)
    made = []
    for seating in table.seatings:
        chunk = game.simulate(seating.setup, seed, table.label, table.replicates)
        seats = len(seating.setup.seats)
        count = seats * len(table.replicates)
        rows = {
            "cell": [seating.cell] * count,
            "replicate": [number for number in table.replicates for _ in range(seats)],
            "pool": [table.pool] * count,
            **chunk.rows,
        }
        made.append(pa.table(rows).select([column.name for column in columns]))
    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables(made).cast(schema(columns)), sink)
    write_atomically(path, sink.getvalue().to_pybytes())
    return table.games


def _finish(
    file: LadderFile,
    tables: Sequence[LadderTable],
    game: Game,
    folder: Path,
    parts: Path,
    quick: bool,
) -> dict[str, Any]:
    """Join the parts, write the provenance last, remove the parts."""
    whole = pa.concat_tables([pq.read_table(_part(parts, number)) for number in range(len(tables))])
    digest = TableHash()
    digest.update(whole)
    sink = pa.BufferOutputStream()
    pq.write_table(whole, sink, compression="zstd")
    write_atomically(folder / ROWS, sink.getvalue().to_pybytes())
    ladder = file.ladder
    made = {
        "format": FORMAT,
        "version": VERSION,
        "study": ladder.id,
        "question": ladder.question,
        "game": ladder.game,
        "rules_version": rules_version(game),
        "maps": dict(ladder.maps),
        "seed": ladder.seed,
        "quick": quick,
        "tables": len(tables),
        "games": sum(table.games for table in tables),
        "table_hash": digest.hexdigest(),
        MARK: (parts / MARK).read_text(encoding="utf-8"),
        "sources_sha256": sources_sha256(),
        "versions": {"bloodstones": bloodstones.__version__},
        "study_sha256": file.sha256,
        "study_file": file.text,
    }
    text = json.dumps(made, indent=JSON_INDENT, ensure_ascii=False) + "\n"
    write_atomically(folder / PROVENANCE, text.encode())
    shutil.rmtree(parts, ignore_errors=True)
    return made
