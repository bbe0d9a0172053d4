"""Who wins on which map, by each strategy that played all seats."""

from __future__ import annotations

from functools import partial

import pandas as pd

from bloodstones.report.blocks.map_grid import draw_grid, is_grid, verdict_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.front.part import Finding, Part
from bloodstones.report.front.rates import by_map_first
from bloodstones.report.language.claims import claims_of
from bloodstones.report.sections.on_maps import find_on_maps
from bloodstones.report.study.table_names import StudyTable
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
    first = find_on_maps(level, "seat", partial(win_rates, band=0.2), ["bold"])[
        StudyTable.PLACES_ON_MAPS
    ]
    claims = claims_of(first, ["map"], ["bold"], {"bold": "Bold"})
    even = Part((Finding("Fair."),), "Leave the order as it is.")
    part = by_map_first(even, claims, str.title, 0.2)
    told = part.findings[0].text.replace("\u00a0", " ")
    assert "15 % (" in told
    assert "on West and 85 % (" in told
    assert told.endswith("Both maps are unfair.")
    assert part.findings[1:] == even.findings
    assert part.advice.startswith("Play each map in turns")
    assert all(f">{name}<" in part.chart.svg for name in ("East", "West"))
    assert "unfair" in part.chart.svg
    assert by_map_first(even, claims[:1], str.title, 0.2) == even


def test_pairs_of_parts_are_a_square_with_a_verdict_each() -> None:
    names = [f"{a}+{b}" for a in "abc" for b in "xyz"]
    wins = {name: ("red",) * (40 + 20 * place) for place, name in enumerate(names)}
    level = pd.concat(
        [
            games("bold", name, (*won, *("blue",) * (200 - len(won))), ("red", "blue"))
            for name, won in wins.items()
        ],
        ignore_index=True,
    )
    rates = find_on_maps(level, "seat", partial(win_rates, band=0.16), ["bold"])[StudyTable.ON_MAPS]
    assert is_grid(rates["map"])
    assert not is_grid(rates["map"].iloc[:8])
    picture = draw_grid(rates)
    assert "50 =" in picture
    assert ">80<" in picture
    ((strategy, fair, unfair, *rest, low, high),) = verdict_table(
        rates, {"bold": "Bold"}, str.upper, ""
    ).rows
    assert (strategy, sum(map(int, (fair, unfair, *rest)))) == ("Bold", 9)
    assert int(fair) >= 1
    assert low.startswith("C+Z: 0.0\u00a0%")
    assert high.startswith("A+X: 80\u00a0%")
