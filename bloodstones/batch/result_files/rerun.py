"""Playing a result again from its provenance alone."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bloodstones.batch.result_files.provenance_file import (
    STUDY_FORMAT,
    VERSIONS,
    read_provenance_file,
)
from bloodstones.batch.result_files.result import HASHES, PROVENANCE
from bloodstones.batch.study.definition import StudyFile, parse_study
from bloodstones.batch.study.plan import Plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError, expected


@dataclass(frozen=True, slots=True)
class ReadProvenance:
    """A provenance that was read.

    Attributes
    ----------
    data
        All of it.
    file
        The study file that it holds.
    """

    data: Mapping[str, Any]
    file: StudyFile

    @property
    def replicates(self) -> int:
        """The most replicates of any cell."""
        return max(int(group["replicates"]) for group in self.data["groups"])


@dataclass(frozen=True, slots=True)
class Again:
    """A result that was played again: hashes by name, then and now.

    Attributes
    ----------
    games
        Playthroughs that were played again.
    hashes
        Name of a table -> its SHA-256 then and now.
    """

    games: int
    hashes: Mapping[str, tuple[str, str]]

    @property
    def same(self) -> bool:
        """Whether all tables are the same."""
        return all(then == now for then, now in self.hashes.values())

    def data(self) -> dict[str, Any]:
        """Return what `bloodstones rerun --json` prints."""
        hashes = {name: {"then": then, "now": now} for name, (then, now) in self.hashes.items()}
        return {"same": self.same, "games": self.games, "hashes": hashes}


def read_rerun(path: Path, data: str = "") -> ReadProvenance:
    """Read a provenance, or that of a result folder.

    Parameters
    ----------
    data
        The folder with own data files; else the one that the study file names is seen from the
        working folder.

    Raises
    ------
    InputError
        It is not the provenance of a study, or of an older version that does not say enough.
    """
    place = path / PROVENANCE if path.is_dir() else path
    if not place.exists():
        raise InputError(f"expected a provenance, got nothing at {str(path)!r} (PROVENANCE)")
    provenance = read_provenance_file(place, STUDY_FORMAT)
    if provenance.get("version") != VERSIONS[STUDY_FORMAT]:
        raise expected(
            f"a provenance of version {VERSIONS[STUDY_FORMAT]}",
            provenance.get("version"),
            str(path),
            "run its study file with this version, or rerun it with the one that wrote it",
        )
    text = str(provenance["study_file"])
    start = provenance.get("start")
    study = parse_study(text, path, Path(), data, recorded=True, start=start)
    return ReadProvenance(provenance, StudyFile(study, text, path.name))


def rerun(
    provenance: ReadProvenance, plan: Plan, game: Game, folder: Path | None = None, **options: Any
) -> Again:
    """Play a result again, to the rounds that it came to, and compare the hashes.

    Parameters
    ----------
    plan
        The plan of the study file with the replicates of `provenance`; cut here to what was played.
    folder
        Where the tables go; None: nowhere.
    options
        As of `run_study`.

    Raises
    ------
    InputError
        The plan has other groups of cells than the result.
    """
    with tempfile.TemporaryDirectory() as place:
        again = run_study(
            replace(
                provenance.file,
                study=provenance.file.study.model_copy(update={"budget_minutes": None}),
            ),
            _cut(plan, provenance.data["groups"]),
            game,
            folder or Path(place),
            keeps=True,
            **options,
        )
    hashes = {key: (str(provenance.data[key]), str(again[key])) for key in HASHES.values()}
    return Again(int(again["games"]), hashes)


def _cut(plan: Plan, groups: list[Mapping[str, Any]]) -> Plan:
    """Return the plan with the replicates that each group came to."""
    if len(groups) != len(plan.groups):
        raise InputError(
            f"expected {len(groups)} groups of cells as in the provenance, got {len(plan.groups)} "
            "(study_file)"
        )
    cut = [
        replace(group, rounds=(int(played["replicates"]),))
        for group, played in zip(plan.groups, groups, strict=True)
    ]
    return replace(plan, groups=tuple(cut))
