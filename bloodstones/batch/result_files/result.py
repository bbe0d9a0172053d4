"""The result folder of a study: its files, and whether they belong together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bloodstones.batch.result_files.parquet import reading
from bloodstones.batch.result_files.tidy_tables import TableHash
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import read_json

FORMAT = "bloodstones-study"
VERSION = 2  # of the content of a provenance
RESULTS = "results.parquet"
AREAS = "areas.parquet"
PROVENANCE = "provenance.json"
STORE = "running.sqlite"
LATER_TIP = "bloodstones {} wrote them, and reads them"
HASHES = {RESULTS: "table_hash", AREAS: "areas_hash"}


def read_provenance(folder: Path) -> dict[str, Any] | None:
    """Return the provenance of a result folder; None without one.

    Raises
    ------
    InputError
        There is one, but not of a study.
    """
    return provenance_in(folder / PROVENANCE)


def provenance_in(path: Path, form: str = FORMAT, what: str = "study") -> dict[str, Any] | None:
    """Return the provenance in a file; None without one, InputError with another file.

    Parameters
    ----------
    form, what
        The format of the provenance, and what it is of.
    """
    if not path.exists():
        return None
    provenance = read_json(path, "a provenance")
    if provenance.get("format") != form:
        raise InputError(f"expected the provenance of a {what}, got another file ({path})")
    _refuse_later(provenance, path, form)
    return provenance


def _refuse_later(provenance: Mapping[str, Any], path: Path, form: str) -> None:
    """Raise InputError for results of a study that a later version wrote."""
    version = provenance.get("version", VERSION)
    if form == FORMAT and (type(version) is not int or version > VERSION):
        wrote = provenance.get("versions")
        name = wrote.get("bloodstones") if isinstance(wrote, Mapping) else None
        raise expected(
            f"results of version {VERSION} or before",
            version,
            str(path),
            LATER_TIP.format(name or "of a later version"),
        )


def file_hash(path: Path) -> str:
    """Return the hash of the table in a Parquet file (see `TableHash`); memory holds a row group.

    Raises
    ------
    InputError
        The file is missing or not a Parquet table.
    """
    digest = TableHash()
    with reading(path) as file:
        for group in range(file.num_row_groups):
            digest.update(file.read_row_group(group))
    return digest.hexdigest()


def verify_results(folder: Path) -> dict[str, Any]:
    """Compare the tables of a finished study with its provenance and return the provenance.

    Raises
    ------
    InputError
        There is no finished study, or a table is not the one that was written.
    """
    provenance = read_provenance(folder)
    if provenance is None:
        raise InputError(
            f"expected the results of a study, got no {PROVENANCE} ({folder})",
            "make them with `bloodstones study FILE`",
        )
    for name, key in HASHES.items():
        if file_hash(folder / name) != provenance.get(key):
            raise InputError(
                f"expected the table that {PROVENANCE} names, got another one ({folder / name})",
                "remove the folder and run the study again",
            )
    return provenance
