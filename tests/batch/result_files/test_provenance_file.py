"""A provenance is a file like others: what cannot be in it is refused, with its key."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.balance.finished import check_search
from bloodstones.batch.result_files.provenance_file import (
    BALANCE_FORMAT,
    UNCHECKED,
    read_provenance_file,
)
from bloodstones.batch.result_files.rerun import read_rerun
from bloodstones.batch.result_files.result import PROVENANCE, read_provenance, verify_results
from bloodstones.core.errors import InputError
from tests.batch.conftest import Run
from tests.fuzzer import Place, other_values, wrong_values
from tests.house import PACKAGE, ROOT, modules

SHIPPED = sorted(ROOT.glob("reports/*/provenance.json"))
EACH_FORMAT = {
    "study": "bloodstones_restricted_play",
    "ladder": "bellum_magica_plans",
    "balance study": "bloodstones_targets_2",
    "report of advice": "bloodstones_rulebook_advice",
}
FEWEST_DAMAGED = 200
# What the tables beside a provenance say, see `result.verify_tables`.
OF_TABLES = ("table_hash", "areas_hash", "tables", "games", "groups", "fresh_games")
TRIED = 120  # damaged files of each format in each run; all of them are left to a soak


def is_unchecked(at: Place, form: str) -> bool:
    """Whether a value can be compared with nothing, as the model states."""
    names = [str(part) for part in at if isinstance(part, str)]
    first, last = names[:2], (names[:2] + names[3:4])
    return not UNCHECKED[form].isdisjoint({names[0], ".".join(first), ".".join(last)})


def fault_of(path: Path, damaged: Any) -> str:
    """Return how a damaged provenance is refused, "" if it is read."""
    path.write_text(json.dumps(damaged))
    try:
        read = read_provenance_file(path)
        if read.get("format") == BALANCE_FORMAT:
            check_search(read, path)
    except InputError as error:
        return str(error)
    return ""


def check_damaged(path: Path, at: Place, damaged: Any) -> None:
    """A damaged provenance is refused in sentences that name file and key, or is harmless."""
    fault = fault_of(path, damaged)
    if fault:
        assert "expected" in fault, (at, fault)
        assert str(path) in fault, (at, fault)
        known = (str(at[0]), "another file", "study_file", "groups", "as in study_file")
        assert any(word in fault for word in known), (at, fault)
    else:
        assert is_unchecked(at, damaged.get("format", "")) or at[0] in OF_TABLES, (at, "was read")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_shipped_results_are_read(path: Path) -> None:
    assert read_provenance_file(path)["study"]


@pytest.mark.parametrize("name", EACH_FORMAT.values(), ids=EACH_FORMAT)
def test_what_cannot_be_in_a_provenance_is_refused_with_its_key(name: str, tmp_path: Path) -> None:
    sound = json.loads((ROOT / "reports" / name / PROVENANCE).read_text())
    every = [*wrong_values(sound), *other_values(sound)]
    if name != EACH_FORMAT["report of advice"]:
        assert len(every) > FEWEST_DAMAGED
    for at, damaged in every[:: max(1, len(every) // TRIED)]:
        check_damaged(tmp_path / PROVENANCE, at, damaged)


@pytest.mark.soak
@pytest.mark.parametrize("name", EACH_FORMAT.values(), ids=EACH_FORMAT)
def test_every_value_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    sound = json.loads((ROOT / "reports" / name / PROVENANCE).read_text())
    for at, damaged in (*wrong_values(sound), *other_values(sound)):
        check_damaged(tmp_path / PROVENANCE, at, damaged)


def test_a_provenance_that_contradicts_its_tables_is_refused(run: Run, tmp_path: Path) -> None:
    sound = run(quick=True)
    folder = tmp_path / "out"
    every = list(other_values(sound))
    told = [at for at, _ in every if is_unchecked(at, sound["format"])]
    assert 0 < len(told) <= len(every) / 2
    for at, damaged in every:
        (folder / PROVENANCE).write_text(json.dumps(damaged))
        if at not in told:
            with pytest.raises(InputError, match=f"expected .*{folder}|{folder}.*: expected"):
                verify_results(folder)
    first, *others = sound["groups"]
    groups = [{**first, "players": 5 - first["players"]}, *others]
    (folder / PROVENANCE).write_text(json.dumps({**sound, "groups": groups}))
    with pytest.raises(InputError, match=r"provenance\.json, groups: expected .* as results"):
        verify_results(folder)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"stopping": 1}, "stopping: expected a table, got 1"),
        ({"overrides": [[]]}, r"overrides: expected a table, got \[\[\]\]"),
        ({"groups": []}, "groups: expected a list that is not empty, got"),
        ({"games": True}, "games: expected an integer, got True"),
        ({"table_hash": "0"}, "table_hash: expected a SHA-256 of 64 hexadecimal digits, got '0'"),
        ({"study_file": "x"}, "study_file: expected the text of the hash in study_sha256"),
        ({"seed": 8}, "seed: expected 7 as in study_file, got 8"),
        ({"sed": 8}, r"expected a known key, got 'sed' \(did you mean seed"),
        ({"version": 3}, "expected results of version 2 or before, got 3"),
        ({"format": ["x"]}, "expected the provenance of a study, got another file"),
    ],
)
def test_every_reader_refuses_a_damaged_provenance_alike(
    run: Run, tmp_path: Path, damage: dict[str, Any], sentence: str
) -> None:
    sound = run(quick=True)
    (tmp_path / "out" / PROVENANCE).write_text(json.dumps({**sound, **damage}))
    for reader in (read_provenance, verify_results, read_rerun):
        with pytest.raises(InputError, match=sentence):
            reader(tmp_path / "out")


def test_provenances_are_read_in_one_place() -> None:
    reads = re.compile(r"(?:json_of|read_json)\([^\n]*PROVENANCE")
    found = [path for path in modules() if reads.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(PACKAGE).as_posix() for path in found] == []
