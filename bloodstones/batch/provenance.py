"""Provenance: what a result was made from and with, free of paths, hosts and dates."""

from __future__ import annotations

import hashlib
import json
import platform
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import bloodstones
from bloodstones.batch.definition import StudyFile
from bloodstones.batch.factors import MAP_SUFFIX
from bloodstones.batch.plan import Plan
from bloodstones.core.game import Game

if TYPE_CHECKING:
    from bloodstones.batch.playing import Played

FORMAT = "bloodstones-study"
VERSION = 2
HALF_WIDTH_DIGITS = 6
PACKAGES = ("numpy", "numba", "pandas", "pyarrow")
SOURCE_FOLDERS = ("core", "odds", "games")
SOURCE_ENDINGS = (".py", ".toml", ".csv", ".json")


@cache
def sources_sha256() -> str:
    """Return a hash of the code and data that play the games (core, odds, games)."""
    digest = hashlib.sha256()
    root = files(bloodstones)
    for folder in SOURCE_FOLDERS:
        _add_sources(digest, root / folder, folder)
    return digest.hexdigest()


def _add_sources(digest: hashlib._Hash, folder: Traversable, name: str) -> None:
    """Add the files under a folder, in the order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            _add_sources(digest, entry, path)
        elif entry.name.endswith(SOURCE_ENDINGS):
            content = entry.read_bytes()
            digest.update(f"{path}\0{len(content)}\0".encode() + content)


def fingerprint(plan: Plan, game: Game) -> str:
    """Return a hash of everything that chunks of one run must have in common.

    Maps of files count with their areas, strategies of files with their code; those shipped are
    among the sources.
    """
    parts = [plan.sha256, bloodstones.__version__, str(rules_version(game)), sources_sha256()]
    for name in dict.fromkeys(cell.setup.board for cell in plan.cells):
        if name.endswith(MAP_SUFFIX):
            parts.append(json.dumps(game.map_table(name)))
    code_of = getattr(game, "code_of", None)
    if code_of is not None:
        seats = (seat for cell in plan.cells for seat in cell.setup.seats)
        parts += [code_of(name) for name in dict.fromkeys(seat.strategy for seat in seats)]
    return hashlib.sha256("\0".join(part for part in parts if part).encode()).hexdigest()


def rules_version(game: Game) -> str | None:
    """Return the version of the rules, if the game tells one."""
    told = getattr(game, "rules_version", None)
    return None if told is None else str(told)


def provenance(
    file: StudyFile,
    plan: Plan,
    game: Game,
    played: Played,
    run: dict[str, Any],
    hashes: dict[str, str],
) -> dict[str, Any]:
    """Return the provenance of a result.

    Parameters
    ----------
    played
        How far each group of cells came, and why the study ended.
    run
        How it was run: seconds, jobs, backend.
    hashes
        `table_hash` and `areas_hash`.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "study": plan.study,
        "question": file.study.question,
        "game": plan.game,
        "rules_version": rules_version(game),
        "map": file.study.map,
        "maps": list(file.study.boards),
        "options": dict(sorted(file.study.rules.options.items())),
        "overrides": dict(sorted(file.study.rules.overrides.items())),
        "seed": plan.seed,
        "quick": plan.quick,
        "arms": {name: arm.model_dump() for name, arm in file.study.every_arm.items()},
        "figures": list(file.study.measured),
        "replicates": max(played.rounds_end),
        "cells": len(plan.cells),
        "games": played.games,
        "most_games": plan.games,
        "ended_by": played.ended_by,
        "half_width": plan.half_width,
        "stopping": plan.stopping,
        "groups": _groups(plan, played),
        **hashes,
        "fingerprint": fingerprint(plan, game),
        "plan_sha256": plan.sha256,
        "sources_sha256": sources_sha256(),
        "versions": {
            "bloodstones": bloodstones.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
        "run": run,
        "study_sha256": file.sha256,
        "study_file": file.text,
    }


def _groups(plan: Plan, played: Played) -> list[dict[str, Any]]:
    """Return how far each group of cells came and how precise it is."""
    ends = zip(plan.groups, played.rounds_end, played.half_widths, strict=True)
    return [
        {
            "map": group.map,
            "players": group.players,
            "level": group.level,
            "strategies": list(group.mix),
            "cells": len(group.cells),
            "replicates": replicates,
            "half_width": None if reached is None else round(reached, HALF_WIDTH_DIGITS),
        }
        for group, replicates, reached in ends
    ]
