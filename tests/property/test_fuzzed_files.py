"""Edited files of every kind that is read: no crash, no traceback, one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests import fuzzer
from tests.property.fuzzed import everything

CASES = 2000
STEP = 33  # of the cases of every run; the others are left to a soak
ROOT = Path(__file__).parents[2]


def faults(folder: Path, numbers: Sequence[int], plays: bool) -> list[str]:
    """Return what went wrong with some cases; a process that crashed is started anew after it."""
    left, found = list(numbers), []
    names: Counter[str] = Counter()
    while left:
        place = folder / str(len(left))
        place.mkdir()
        command = (sys.executable, "-m", "tests.property.fuzzed", str(place))
        done = subprocess.run(
            (*command, json.dumps(left), json.dumps(plays)),
            cwd=ROOT,
            capture_output=True,
            check=False,
            text=True,
        )
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        assert lines, done.stderr
        ended = [line for line in lines if "case" in line]
        names.update(line["name"] for line in ended)
        found += [f"{line['case']} {line['name']}: {line['bad']}" for line in ended if line["bad"]]
        left = left[len(ended) :]
        if left:
            begun = lines[-1]
            found.append(f"{begun}: the process ended with {done.returncode}: {done.stderr}")
            left = left[1:]
    assert names.total() + sum("the process ended" in each for each in found) == len(numbers)
    return found


def test_edited_files_end_in_a_sentence(tmp_path: Path) -> None:
    assert faults(tmp_path, range(0, CASES, STEP), plays=False) == []


@pytest.mark.soak
def test_two_thousand_edited_files_end_in_a_sentence_and_what_is_accepted_plays(
    tmp_path: Path,
) -> None:
    assert faults(tmp_path, range(CASES), plays=True) == []


def test_the_same_number_gives_the_same_edit_and_others_give_others() -> None:
    content = b'{"seed": 7, "codes": [1, 2, 3], "name": "x"}\n' * 9
    edits = [fuzzer.edited(content, [b"other"], Random(number)) for number in range(60)]
    assert edits == [fuzzer.edited(content, [b"other"], Random(number)) for number in range(60)]
    assert len(set(edits)) > 50
    assert content not in edits[:10]


def test_every_kind_of_file_is_among_the_cases_of_every_run() -> None:
    names = everything()
    tried = {names[number % len(names)] for number in range(0, CASES, STEP)}
    kinds = {Path(name).suffix for name in names}
    assert {Path(name).suffix for name in tried} == kinds
    assert {"mine/players_2.npy", "kept.jsonl", "store/running.sqlite", "map.toml"} <= tried
