"""Who wins on which map, by each strategy that played all seats."""

from __future__ import annotations

from functools import partial

import pandas as pd

from bloodstones.report.findings import OnMaps
from bloodstones.report.on_maps import find_on_maps
from bloodstones.stats.balance import win_rates


def games(strategy: str, board: str, wins: tuple[str, ...], roles: tuple[str, ...]) -> pd.DataFrame:
    """Return the rows of one game for each winner."""
    rows = [
        {
            "cell": f"{board}/{strategy}",
            "replicate": replicate,
            "players": len(roles),
            "map": board,
            "seat": seat,
            "faction": role,
            "strategy": strategy,
            "win_credit": float(role == winner),
            "finished": True,
        }
        for replicate, winner in enumerate(wins)
        for seat, role in enumerate(roles)
    ]
    return pd.DataFrame(rows)


def found(roles: tuple[str, ...]) -> OnMaps:
    level = pd.concat(
        [
            games("bold", "lake", ("red", "red", "blue", "red"), roles),
            games("apt", "lake", ("blue", "blue", "blue", "red"), roles),
            games("apt", "hill", ("red", "red", "red", "red"), roles),
        ],
        ignore_index=True,
    )
    return find_on_maps(level, "seat", partial(win_rates, band=0.05), ["bold", "apt"])


def test_of_two_factions_the_first_is_told_by_map_and_level_in_the_order_of_the_study() -> None:
    told = found(("red", "blue"))
    lines = told.factions[["strategy", "map", "faction", "rate"]].to_numpy().tolist()
    assert lines == [
        ["bold", "lake", "blue", 0.25],
        ["apt", "hill", "blue", 0.0],
        ["apt", "lake", "blue", 0.75],
    ]
    overall = told.overall[["strategy", "rate"]].to_numpy().tolist()
    assert overall == [["bold", 0.25], ["apt", 0.375]]
    assert told.places["rate"].tolist() == [0.75, 1.0, 0.25]


def test_of_three_factions_all_are_told() -> None:
    told = found(("red", "blue", "green"))
    assert set(told.factions["faction"]) == {"red", "blue", "green"}
    assert told.factions["games"].tolist() == [4] * 9
