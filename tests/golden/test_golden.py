"""Golden records: the same seed gives the same record, byte for byte, and all are legal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bloodstones.games.bloodstones.record_reading import load_record
from bloodstones.games.bloodstones.verify import verify
from tests.golden.make import FOLDER, play, setups
from tests.oracle.record_reader import check_record


def test_every_case_has_its_record() -> None:
    assert {path.name for path in FOLDER.glob("*.jsonl")} == set(setups())


@pytest.mark.parametrize("name", setups())
def test_the_same_seed_gives_the_same_record(name: str) -> None:
    assert play(name).encode() == (FOLDER / name).read_bytes()


def test_uncompiled_kernels_give_the_same_record() -> None:
    name = "2p_seed01_dragon_riders_hill_folk.jsonl"
    code = f"import sys; from tests.golden.make import play; sys.stdout.write(play({name!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(FOLDER.parent.parent)},
    )
    assert done.stdout == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", setups())
def test_golden_records_are_legal_for_the_engine(name: str) -> None:
    assert verify(load_record(FOLDER / name)) is None


@pytest.mark.parametrize("name", setups())
def test_golden_records_are_legal_for_the_independent_reader(name: str) -> None:
    assert check_record((FOLDER / name).read_text().splitlines()) == []
