"""The distances from fair that the report on maps says, counted again from its tables."""

from __future__ import annotations

import pandas as pd

from bloodstones.report.make import kept_report
from tests.report.conftest import REPORT

FOLDER = REPORT.parent / "bloodstones_map_balance"


def test_maps_are_measured_by_the_average_distance_from_the_fair_share_in_points() -> None:
    rates = pd.read_csv(FOLDER / "tables" / "map_factions.csv")
    away = (rates["rate"] - rates["fair_share"]).abs().groupby([rates["map"], rates["players"]])
    off = (100 * away.mean()).round().astype(int)
    _, closest, furthest, *_ = kept_report(FOLDER).first_page().answer
    assert closest.endswith(f": {off.min()} points on average.")
    assert furthest.endswith(f": {off.max()} points on average.")
