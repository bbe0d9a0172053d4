"""Golden records: the same seed gives the same record, byte for byte, and all are legal."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.games.bloodstones.rules.names import Faction
from tests.games.bloodstones.records import load_record, parse_record, verify
from tests.golden import make
from tests.golden.cases import design, tables, wanted
from tests.golden.make import (
    FOLDER,
    PACKED,
    found,
    main,
    open_setups,
    path_of,
    play,
    setups,
    stored,
)
from tests.oracle.record_reader import check_record
from tests.soaks import some

CASES = 150
CHECKED = 9  # each so manieth is gone through by both checks, the others in a soak
MOST_BYTES = 3_000_000
# With kernels uncompiled: every map, 2 to 6 players, every faction, the Cutiecorn.
UNCOMPILED = (
    "2p_seed01_dragon_riders_hill_folk.jsonl",
    "twin_meres_2p_seed102.jsonl",
    "raven_coast_3p_seed104.jsonl",
    "scarred_vale_4p_seed108.jsonl",
    "ember_coast_5p_seed110.jsonl",
    "sundered_march_6p_seed112.jsonl",
)


def test_every_case_has_its_record() -> None:
    assert len(setups()) == CASES
    assert found() == {path_of(name) for name in setups()}
    assert sum(path.stat().st_size for path in found()) < MOST_BYTES


def test_the_cases_cover_factions_tables_strategies_and_pairs_of_options() -> None:
    kinds = {item[0] for item in wanted()}
    assert kinds == {"faction", "factions", "strategy", "played", "option", "options"}
    assert {players for _, players in tables()} == {2, 3, 4, 5, 6}
    assert design()[1] == frozenset()
    seats = [seat.role for setup, _ in setups().values() for seat in setup.seats]
    assert set(seats) == set(Faction.ids())
    assert sum(bool(setup.overrides) for setup, _ in setups().values()) > 10


NAMES = sorted(path.name.removesuffix(PACKED) for path in found())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_record(name: str) -> None:
    assert play(name).encode() == stored(name)


@pytest.mark.parametrize("name", some(NAMES, CHECKED))
def test_a_record_is_legal_by_both_checks(name: str) -> None:
    text = stored(name).decode()
    assert verify(parse_record(text)) is None
    assert check_record(text.splitlines()) == []


def test_uncompiled_kernels_give_the_same_records() -> None:
    code = (
        "import hashlib, json, sys; from tests.golden.make import play; "
        "told = [hashlib.sha256(play(name).encode()).hexdigest() for name in sys.argv[1:]]; "
        "print(json.dumps(told))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *UNCOMPILED],
        check=True,
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(FOLDER.parent.parent)},
    )
    expected = [hashlib.sha256(stored(name)).hexdigest() for name in UNCOMPILED]
    assert json.loads(done.stdout) == expected


def test_records_can_be_unpacked(tmp_path: Path) -> None:
    names = [next(iter(open_setups())), UNCOMPILED[-1]]
    main(["unpack", str(tmp_path / "records"), *names])
    assert {path.name for path in (tmp_path / "records").iterdir()} == set(names)
    assert verify(load_record(tmp_path / "records" / UNCOMPILED[-1])) is None


def test_making_anew_writes_what_is_missing_and_removes_what_is_no_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = UNCOMPILED[1]
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    monkeypatch.setattr(make, "setups", lambda: {name: setups()[name]})
    (tmp_path / "other.jsonl").touch()
    main([])
    assert [path.name for path in tmp_path.iterdir()] == [name + PACKED]
    assert make.stored(name) == play(name).encode()
