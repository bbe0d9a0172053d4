"""What a user waits for before the first game: the first compile, and every later start."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.benchmarks.conftest import Figures, python, sized, times

STARTS = sized(5, 1)
ONE_KERNEL = """
import numpy as np
from bloodstones.core.kernels.streams import WORDS, draw_word
draw_word(np.zeros((1, WORDS), np.int64), 0)
"""
WARM_UP = sized(("-m", "bloodstones.games.warm_up"), ("-c", ONE_KERNEL))
ODDS = (
    "-m",
    "bloodstones",
    "odds",
    "--attacker",
    "dragon_riders: cavalry, lizardman*2, leader",
    "--defender",
    "horse_lords: swordsman, shieldbearer",
    "--terrain",
    "plains",
)


DRAWS = (
    "-m",
    "bloodstones",
    "draws",
    "--faction",
    "dragon_riders",
    "--want",
    "dragon",
    "--by-turn",
    "4",
    "--spend",
    "5",
)
PLAIN = (("odds", ODDS, "89.4"), ("draws", DRAWS, "94.6"))


def test_first_compile_and_start_from_the_cache(figures: Figures, tmp_path: Path) -> None:
    place = {"BLOODSTONES_CACHE": str(tmp_path)}
    _, first = python(*WARM_UP, **place)
    compiled = sorted(tmp_path.rglob("*.nb?"))
    assert compiled
    starts = [python(*WARM_UP, **place)[1] for _ in range(STARTS)]
    assert sorted(tmp_path.rglob("*.nb?")) == compiled
    size = sum(path.stat().st_size for path in tmp_path.rglob("*.nb?"))
    cached = median(starts)
    figures.add("start with an empty cache", first, "s", f"{times(first, cached)} later starts")
    figures.add("start with cached kernels", cached, "s")
    figures.add("cache folder", size / 1e6, "MB")


@pytest.mark.parametrize(("command", "args", "expected"), PLAIN)
def test_a_plain_question_in_a_process_of_its_own(
    command: str, args: tuple[str, ...], expected: str, figures: Figures
) -> None:
    bare = median(python("-c", "pass")[1] for _ in range(STARTS))
    seconds = []
    for _ in range(STARTS):
        out, passed = python(*args)
        assert expected in out
        seconds.append(passed)
    ratio = f"{times(median(seconds), bare)} starts of Python"
    figures.add(f"bloodstones {command}, whole process", median(seconds), "s", ratio)
