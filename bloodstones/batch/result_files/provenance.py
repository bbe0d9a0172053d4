"""Provenance: what a result was made from and with, free of paths, hosts and dates."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import bloodstones
from bloodstones.batch.result_files.code import PACKAGES, game_sources, own_code, rules_version
from bloodstones.batch.result_files.provenance_file import STUDY_FORMAT, VERSIONS
from bloodstones.batch.running.rounds import PlanReached
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.factors import MAP_SUFFIX
from bloodstones.batch.study.plan import Plan
from bloodstones.core.contract.game import Game
from bloodstones.core.files.own_data import assumed_values, user_data_hashes

HALF_WIDTH_DIGITS = 6


def provenance(
    file: StudyFile,
    plan: Plan,
    game: Game,
    played: PlanReached,
    mark: str,
    run: Mapping[str, Any],
    hashes: Mapping[str, str],
) -> dict[str, Any]:
    """Return the provenance of a result.

    Parameters
    ----------
    played
        How far each group of cells came, and why the study ended.
    mark
        The fingerprint of plan and code.
    run
        How it was run: seconds, jobs, backend, the date (UTC).
    hashes
        `table_hash` and `areas_hash`.
    """
    return {
        "format": STUDY_FORMAT,
        "version": VERSIONS[STUDY_FORMAT],
        "study": plan.study,
        "question": file.study.question,
        "game": plan.game,
        "rules_version": rules_version(game),
        **({"start": file.study.start} if file.study.start is not None else {}),
        "map": file.study.map,
        "maps": list(file.study.boards),
        "options": dict(sorted(file.study.rules.options.items())),
        "overrides": dict(sorted(file.study.rules.overrides.items())),
        "seed": plan.seed,
        "quick": plan.quick,
        "arms": {name: arm.model_dump() for name, arm in file.study.every_arm.items()},
        "choices": {name: list(values) for name, values in file.study.choices.items()},
        **rules_data_facts(game, file.study.data or ""),
        "figures": list(plan.figures),
        "replicates": max(played.rounds_end),
        "cells": len(plan.cells),
        "games": played.games,
        "most_games": plan.games,
        "ended_by": played.ended_by,
        "half_width": plan.half_width,
        "stopping": plan.stopping,
        "groups": _groups(plan, played),
        **hashes,
        "fingerprint": mark,
        "plan_sha256": plan.sha256,
        "sources_sha256": game_sources(game),
        "own_code": own_code(game, (cell.setup for cell in plan.cells)),
        "versions": versions(),
        "run": run,
        "study_sha256": file.sha256,
        "study_file": file.text,
    }


def _groups(plan: Plan, played: PlanReached) -> list[dict[str, Any]]:
    """Return how far each group of cells came and how precise it is."""
    ends = zip(plan.groups, played.rounds_end, played.half_widths, strict=True)
    return [
        {
            "map": group.board,
            **({"choices": group.choices} if group.choices else {}),
            "players": group.players,
            "level": group.level,
            "strategies": list(group.mix),
            "cells": len(group.cells),
            "replicates": replicates,
            "half_width": None if reached is None else round(reached, HALF_WIDTH_DIGITS),
        }
        for group, replicates, reached in ends
    ]


def versions() -> dict[str, str]:
    """Return the versions of this package, of Python and of the packages that games depend on."""
    return {
        "bloodstones": bloodstones.__version__,
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def rules_data_facts(game: Game, data: str) -> dict[str, Any]:
    """Return which files a user put in place of shipped ones, and what is marked as assumed.

    Parameters
    ----------
    game
        That is played.
    data
        The user's folder of data files, "" without one.

    Returns
    -------
    dict
        `data` (file name -> SHA-256) and `assumed` (places of values without a public source).
    """
    return {"data": user_data_hashes(game, data), "assumed": assumed_values(game, data)}


def changes(then: Mapping[str, Any], game: Game, plan: Plan, data: str) -> Iterator[str]:
    """Yield what differs from a provenance, beside the study, and may change the tables.

    Parameters
    ----------
    then
        The provenance.
    data
        The folder of a user's own data now, "" without one.
    """
    yield from (
        f"{name} {now}, then {before}"
        for name, before, now in (
            ("rules", then.get("rules_version"), rules_version(game)),
            *(
                (name, version, _version(name))
                for name, version in then.get("versions", {}).items()
            ),
        )
        if before != now
    )
    if then.get("sources_sha256") != game_sources(game):
        yield "the code that plays the games"
    if isinstance(code := then.get("own_code"), dict):  # earlier builds do not record it
        for name, digest in own_code(game, (cell.setup for cell in plan.cells)).items():
            if code.get(name) != digest:
                yield f"the {'map' if name.endswith(MAP_SUFFIX) else 'strategy'} {name}"
    starts = {cell.setup.position for cell in plan.cells}
    if starts != {then.get("start") or ""}:
        yield "the position at the start"
    recorded = then.get("data")
    before, now = (recorded if isinstance(recorded, dict) else {}, user_data_hashes(game, data))
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            yield f"your data file {name}"


def _version(name: str) -> str | None:
    """Return the version of a package, of Python or of this one."""
    if name == "python":
        return platform.python_version()
    if name == "bloodstones":
        return bloodstones.__version__
    try:
        return version(name)
    except PackageNotFoundError:
        return None
