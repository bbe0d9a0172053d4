"""Wrong tables: a claim that its tables refute stops the build; other figures, other sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

import bloodstones
from bloodstones.core.errors import RunError
from bloodstones.report.contract.topic import Finding
from bloodstones.report.language.verdicts import LevelRate, RateClaim
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.course import Decided
from bloodstones.report.topics.leads import Leads
from bloodstones.report.topics.luck import Luck
from bloodstones.report.topics.maps import Maps
from bloodstones.report.topics.on_maps import OnMaps
from bloodstones.report.topics.points import Points
from bloodstones.report.topics.strategies import Played

PACKAGE = Path(bloodstones.__file__).parent
ASKED = re.compile(r"\b(?:f|self|\w+)\.(?:sure|claim)\(\"(\w+)\"\)")


def of(tables: Mapping[str, pd.DataFrame], **more: Any) -> Any:
    """Findings that have these tables."""
    return SimpleNamespace(table=lambda name: tables.get(name, pd.DataFrame()), **more)


def luck(share: float) -> Luck:
    """A decomposition of which the shares sum to 1 where that of luck is 0.1."""
    factors = {"luck": share, "own": 0.3, "others": 0.2, "residual": 0.4}
    rows = [
        {"players": 2, "first": "a", "second": "b", "factor": factor, "share": value, "lucks": 9}
        for factor, value in factors.items()
    ]
    return Luck(of({StudyTable.LUCK: pd.DataFrame(rows)}))


def strategies(other: float) -> Played:
    """Strategies of which the first wins most; the rate of another at the same table."""
    rows = pd.DataFrame({"players": [2, 2, 4], "strategy": list("aba"), "rate": [0.6, other, 0.9]})
    found = Played(of({StudyTable.STRATEGIES: rows}))
    first = rows.iloc[0]
    return _with(found, strongest=first)


def points(other: float) -> Points:
    """Two sources of points, of which the first is said to give most."""
    table = pd.DataFrame({"games": [10], "towns": [5.0], "roads": [other]})
    sources = {"towns": "towns", "roads": "roads"}
    found = Points(of({StudyTable.POINTS: table}, used_sources=lambda: sources))
    return _with(found, first="towns")


def leads(other: float) -> Leads:
    """Wins from behind of two roles, of which the first is said to have most."""
    rows = pd.DataFrame({"players": [2, 2], "faction": ["reds", "blues"], "behind": [0.5, other]})
    found = Leads(of({StudyTable.BEHIND: rows}))
    return _with(found, open=[SimpleNamespace(players=2, row=rows.iloc[0])])


def decided(early: float) -> Decided:
    """Wins of a leader: all but certain from three quarters on, and at a half as given."""
    moments = {0.25: 0.5, 0.5: early, 0.75: 0.95}
    rows = [
        {"players": 2, "strategy": "a", "measure": "leader_wins", "moment": m, "mean": mean}
        for m, mean in moments.items()
    ]
    table = pd.DataFrame(rows)
    certain = SimpleNamespace(row=table.iloc[2])
    return _with(Decided(table, "a", str), leads=[SimpleNamespace(players=2, certain=certain)])


def on_maps(other: float) -> OnMaps:
    """Rates of a role on two maps, of which the first is said to be closest to even."""

    def claim(board: str, rate: float) -> RateClaim:
        line = LevelRate("tuned script", rate, rate - 0.02, rate + 0.02, 0.5, 900, "unfair")
        return RateClaim(2, (board, "reds"), (line,))

    each = (claim("lake", 0.6), claim("hill", other))
    found = OnMaps(of({}), each[:1], each, ())
    return _with(found, best="lake")


def maps(other: float) -> Maps:
    """Distances of roles on two maps, of which the first is said to be most even."""
    rates = pd.DataFrame(
        {"map": ["lake", "hill"], "players": 2, "rate": [0.55, other], "fair_share": 0.5}
    )
    best = SimpleNamespace(off=lambda _: 0.05)
    return _with(Maps(of({"map_factions": rates})), best=best)


def _with(found: Any, **said: Any) -> Any:
    """Return a finding that says this, whatever its tables have."""
    return type(f"Said{type(found).__name__}", (type(found),), said)(**vars(found))


# What is said -> the claim, the figure with which it is true, and a planted one.
PLANTED: Mapping[str, tuple[Callable[[float], Finding], str, float, float]] = {
    "shares that are no parts of a whole": (luck, "parts_of_a_whole", 0.1, 0.2),
    "another strategy wins more": (strategies, "wins_most", 0.4, 0.7),
    "another source gives more": (points, "most_from_first", 1.0, 6.0),
    "another role wins more from behind": (leads, "largest_share", 0.2, 0.8),
    "the winner is known earlier": (decided, "known_from_there", 0.6, 0.93),
    "another map is closer to even": (on_maps, "closest", 0.7, 0.52),
    "another map is more even": (maps, "most_even", 0.6, 0.5),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_wrong_table_stops_the_build(what: str) -> None:
    made, claim, true, planted = PLANTED[what]
    assert made(true).sure(claim) == ""
    with pytest.raises(RunError, match=rf"tables refute \(\w+\.{claim}\)"):
        made(planted).sure(claim)


def test_the_shares_of_luck_are_drawn_as_they_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[pd.DataFrame] = []
    module = import_module("bloodstones.report.topics.luck")
    monkeypatch.setattr(module, "draw_stacked", lambda table, *_: drawn.append(table))
    monkeypatch.setattr(module, "to_svg", lambda _: "<svg/>")
    found = luck(0.1)
    table = found.findings.table(StudyTable.LUCK)
    table["share"] = [0.075494, 0.209385, 0.206912, 0.508209]  # of bellum_magica_luck: 8 %, not 7 %
    words = SimpleNamespace(chance="the luck of dice")
    findings = replace_in(found.findings, game=SimpleNamespace(words=words), terms=dict)
    assert replace(found, findings=findings).chart.svg == "<svg/>"
    shown = drawn[0].set_index("part")["shown"]
    assert shown["luck"] == round(100 * found.tables[0].luck) == 8


def replace_in(space: SimpleNamespace, **more: Any) -> Any:
    """Return the same with more in it."""
    return SimpleNamespace(**{**vars(space), **more})


def test_templates_assert_no_claim_that_no_finding_has() -> None:
    declared: set[str] = set()
    modules = [
        *(PACKAGE / "report").rglob("*.py"),
        *(PACKAGE / "games").glob("*/sections/*.py"),
    ]
    for path in modules:
        declared |= set(re.findall(r'^\s+"(\w+)": lambda', path.read_text("utf-8"), re.MULTILINE))
        declared |= set(re.findall(r'^\s+"(\w+)": [_a-z]', path.read_text("utf-8"), re.MULTILINE))
    asked = {
        name: path.name
        for path in PACKAGE.rglob("*.jinja")
        for name in ASKED.findall(path.read_text("utf-8"))
    }
    assert len(asked) > 40
    assert {name: file for name, file in asked.items() if name not in declared} == {}
