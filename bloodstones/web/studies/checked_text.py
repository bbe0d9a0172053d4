"""A study's text as a page sends it: read as `bloodstones study` reads it, with less allowed.

A page names no file and runs no code: boards and strategies come with the game, data is the
shipped one. What would be planned is counted before it is made, so that a few lines of text cannot
ask for millions of cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.contract.study_files import PLAYER_TYPES
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import raise_together
from bloodstones.games.registry import load_game
from bloodstones.kit.players.permission import without_files
from bloodstones.web.security import LAB
from bloodstones.web.setup_form import check_board
from bloodstones.web.studies.fault_lines import FILE

if TYPE_CHECKING:
    from bloodstones.api.studies.plan import StudyPlan
    from bloodstones.batch.study.definition import Study, StudyFile

MOST_CELLS: Final = 5_000
SIZE_TIP: Final = (
    "choose fewer roles, sizes, arms or strategies, or run `bloodstones study`, without a limit"
)
LONGEST_ID: Final = 60
PLAIN_STRATEGY: Final = re.compile(r"[a-z0-9_]+")
RESERVED: Final = frozenset({"new", "check"})  # addresses of pages below `/studies`
KIND: Final = "kind"
TIP: Final = "a study in the lab cannot use your own files; run it with `bloodstones study FILE`"


def read_text(text: str) -> StudyFile:
    """Return the study that a text defines.

    Raises
    ------
    InputError
        With every fault of it, or because it names a file, code, or too many cells.
    """
    from bloodstones.batch.study.definition import StudyFile, parse_study

    _refuse_kinds(text)
    with refusing_code():
        study = parse_study(text, Path(FILE), Path())
    _refuse_files(study)
    _refuse_size(study)
    return StudyFile(study, text, FILE)


def planned(text: str, jobs: int, games_per_second: float | None) -> StudyPlan:
    """Return the plan of a study's text, checked by its game.

    Parameters
    ----------
    text
        TOML.
    jobs
        Cores that would play.
    games_per_second
        Of one core; None: measured with a few games.

    Raises
    ------
    InputError
        As of `read_text`, or the game cannot play it.
    """
    from bloodstones.api.studies.plan import study_plan

    with refusing_code():
        file = read_text(text)
        return study_plan(file, jobs=jobs, games_per_second=games_per_second)


@contextmanager
def refusing_code() -> Iterator[None]:
    """Refuse strategies that are code or in a file inside this block."""
    with without_files(LAB):
        yield


def _refuse_kinds(text: str) -> None:
    """Raise InputError for a ladder or a balance search; other faults are found later."""
    from bloodstones.core.files.datafile import kind_of_text

    kind = kind_of_text(text)
    if kind is not None:
        tip = "run ladders and searches with `bloodstones study FILE`"
        raise expected("a study without a kind", kind, f"{FILE}, {KIND}", tip)


def _refuse_files(study: Study) -> None:
    """Raise InputError for everything that would be read from a file or run as code."""
    faults = [
        InputError(f"{FILE}, {key}: expected a name that comes with the game, got {value!r}", TIP)
        for key, value in _named(study)
    ]
    if len(study.id) > LONGEST_ID:
        faults.append(
            InputError(f"{FILE}, id: expected at most {LONGEST_ID} letters, got {len(study.id)}")
        )
    if study.id in RESERVED:
        faults.append(
            InputError(
                f"{FILE}, id: expected an id that is not the name of a lab page, got {study.id!r}",
                f"do not use {' or '.join(sorted(RESERVED))}",
            )
        )
    raise_together(faults)


def _named(study: Study) -> Iterator[tuple[str, str]]:
    """Yield key and value of whatever names a file, a folder or code."""
    if study.data:
        yield "data", study.data
    key = "map" if study.map is not None else "maps"
    game: Any = load_game(study.game, f"game in {FILE}")
    for board in study.boards:
        try:
            check_board(board, game.boards())
        except InputError:
            yield key, board
    for level, mixes in study.skill:
        for strategy in {name for mix in mixes for name in mix}:
            if len(strategy) > LONGEST_ID or not PLAIN_STRATEGY.fullmatch(strategy):
                yield (f"{PLAYER_TYPES}.{level}" if level else "strategies"), strategy


def _refuse_size(study: Study) -> None:
    """Raise InputError for more cells than a page may ask for, before they are made."""
    from bloodstones.batch.study.size import refuse_size

    game: Any = load_game(study.game, f"game in {FILE}")
    sizes: list[int] = []
    if study.lineups is not None:
        sizes += [size for group in study.lineups.every_set for size in group.players]
        sizes += [len(lineup) for lineup in study.lineups.explicit]
    least, most = min(game.players), max(game.players)
    for size in sizes:
        if not least <= size <= most:
            raise InputError(f"{FILE}, lineups: expected {least} to {most} players, got {size}")
    refuse_size(study, game, MOST_CELLS, FILE, SIZE_TIP)
