"""Who wins on which map, by each strategy that played all seats."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.on_maps import find_on_maps
from bloodstones.report.topics.places import SEATS
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


def found(roles: tuple[str, ...]) -> Tables:
    level = pd.concat(
        [
            games("bold", "lake", ("red", "red", "blue", "red"), roles),
            games("apt", "lake", ("blue", "blue", "blue", "red"), roles),
            games("apt", "hill", ("red", "red", "red", "red"), roles),
        ],
        ignore_index=True,
    )
    return find_on_maps(level, "seat", partial(win_rates, band=0.05), ["bold", "apt"])


def test_of_two_factions_the_first_is_shown_by_map_and_level_in_the_order_of_the_study() -> None:
    told = found(("red", "blue"))
    lines = told[StudyTable.ON_MAPS][["strategy", "map", "faction", "rate"]].to_numpy().tolist()
    assert lines == [
        ["bold", "lake", "blue", 0.25],
        ["apt", "hill", "blue", 0.0],
        ["apt", "lake", "blue", 0.75],
    ]
    overall = told[StudyTable.OVER_MAPS][["strategy", "rate"]].to_numpy().tolist()
    assert overall == [["bold", 0.25], ["apt", 0.375]]
    assert told[StudyTable.PLACES_ON_MAPS]["rate"].tolist() == [0.75, 1.0, 0.25]


def test_of_three_factions_all_are_shown() -> None:
    told = found(("red", "blue", "green"))
    assert set(told[StudyTable.ON_MAPS]["faction"]) == {"red", "blue", "green"}
    assert told[StudyTable.ON_MAPS]["games"].tolist() == [4] * 9


def test_a_place_that_one_faction_always_has_is_shown_for_no_board() -> None:
    turned = games("bold", "lake", ("red", "blue"), ("blue", "red")).assign(cell="turned")
    level = pd.concat(
        [
            games("bold", "lake", ("red", "red", "blue", "red"), ("red", "blue")),
            turned,
            games("bold", "hill", ("red", "red"), ("red", "blue")),
        ],
        ignore_index=True,
    )
    told = find_on_maps(level, "seat", partial(win_rates, band=0.05), ["bold"])
    assert told[StudyTable.PLACES_ON_MAPS]["map"].tolist() == ["lake"], (
        "on the hill the red always begin"
    )
    assert told[StudyTable.PLACES_ON_MAPS]["rate"].tolist() == [4 / 6]
    assert sorted(told[StudyTable.ON_MAPS]["map"]) == ["hill", "lake"]


def test_places_that_are_even_over_all_maps_only_are_shown_map_by_map() -> None:
    won = {"east": ("red",) * 170 + ("blue",) * 30, "west": ("red",) * 30 + ("blue",) * 170}
    level = pd.concat(
        [games("bold", name, wins, ("red", "blue")) for name, wins in won.items()],
        ignore_index=True,
    )
    rates = partial(win_rates, band=0.2)
    maps = find_on_maps(level, "seat", rates, ["bold"])[StudyTable.PLACES_ON_MAPS]
    places = rates(level, ["players", "strategy", "seat"])
    assert set(places["rate"]) == {0.5}
    part = SEATS.front(of_maps(maps, places))
    assert (part.reply, part.answer.replace("\u00a0", " ")) == (
        "No",
        "the first seat wins 15 % on West and 85 % on East",
    )
    assert SEATS.front(of_maps(maps, places, "Does the seat matter?")).reply == "Yes"
    assert part.advice == (
        "Play two games and swap sides. No map is even for both the places and the roles."
    )
    assert all(f">{name}<" in part.chart.svg for name in ("East", "West"))
    fair = maps.assign(rate=0.5, low=0.48, high=0.52, verdict="fair")
    one_even = pd.concat([maps[maps["map"] == "west"], fair[fair["map"] == "east"]])
    advice = SEATS.front(of_maps(one_even, places)).advice.replace("\u00a0", " ")
    assert advice.startswith("Choose East for an even game: the first seat wins 50 % there")
    assert advice.endswith("On other maps, play two games and swap sides.")
    over_maps, alone = (SEATS.front(of_maps(each, places)) for each in (fair, fair.iloc[:0]))
    share = "no place is more than 1 point from its fair share"
    assert alone.answer.replace("\u00a0", " ") == share
    assert over_maps == replace(alone, answer=f"{alone.answer}, on average over the maps")


def of_maps(maps: pd.DataFrame, places: pd.DataFrame, title: str = "Are seats fair?") -> Any:
    """Findings of a study on several maps, of which the first page asks what maps are called."""
    tables = {
        StudyTable.PLACES_ON_MAPS: maps,
        StudyTable.PLACES_BY_STRATEGY: places,
        StudyTable.PLACES: places.drop(columns="strategy"),
    }
    return SimpleNamespace(
        definition=SimpleNamespace(map_name=str.title, band=0.2, title=title),
        table=lambda name: tables.get(name, pd.DataFrame()),
        levels=["bold"],
        level_names={"bold": "plain script"},
        templates=None,
    )
