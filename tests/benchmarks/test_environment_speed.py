"""Environments of learners: decisions a second, alone and vectorized, beside peers."""

from __future__ import annotations

import json

from tests.benchmarks.conftest import FULL, Figures, needs, promised, python, sized, times

WANTED = 1_000_000
SECONDS = sized("2", "0.01")
FASTEST_IMPORT = 0.1  # seconds


def test_environments_beside_peers(figures: Figures) -> None:
    needs("gymnasium", "pettingzoo")
    small = () if FULL else ("--small",)
    out, _ = python("-m", "tests.benchmarks.environment_peers", SECONDS, *small)
    data = json.loads(out.splitlines()[-1])
    base = data["vectorized bellum_magica"]
    for name, rate in data.items():
        figures.add(f"random decisions, {name}", rate, "/s", f"{times(rate, base)} Bellum Magica's")
    promised(data.get("vectorized bloodstones", WANTED) >= WANTED)


def test_importing_the_package_is_light(figures: Figures) -> None:
    code = "import sys, time; t = time.perf_counter(); import bloodstones; " + (
        "print(time.perf_counter() - t, 'numba' in sys.modules, 'gymnasium' in sys.modules)"
    )
    out, _ = python("-c", code)
    seconds, numba, gymnasium = out.split()
    figures.add("import of the package", float(seconds), "s")
    assert (numba, gymnasium) == ("False", "False")
    promised(float(seconds) <= FASTEST_IMPORT)
