"""The section that judges maps, from synthetic games on two shipped maps."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest

from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.kit.pictures.boards import board_scene, plain_looks
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.study.judged_maps import by_map, find_maps, judge_maps
from bloodstones.report.topics import maps as front_maps
from bloodstones.report.topics.maps import make
from bloodstones.stats.table import Results
from tests.declared import COLUMNS, MEASURES
from tests.judged_games import judged_areas, judged_rows

NAMES = ("raven_coast", "scarred_vale")


def drawn_with(tables, looks):
    """How findings make a board's scene."""
    return lambda name, heat=None: replace(board_scene("dare", tables[name], looks), heat=heat)


def table_of(judged):
    """How findings give the tables of judgements."""
    return lambda name: judged.tables.get(name, pd.DataFrame())


@pytest.fixture(scope="module")
def findings():
    parts = []
    for number, name in enumerate(NAMES):
        rows = judged_rows(number, 120, start=0.3 * number, board=name)
        sites = CitadelSites(load_map(name), load_ruleset()).sites
        rows["citadel_area"] = rows["citadel_area"].map({1: sites[3], 4: sites[8]})
        parts.append(rows)
    rows = pd.concat(parts, ignore_index=True)
    results = Results(rows, judged_areas(rows), {}, COLUMNS, MEASURES)
    judged = find_maps(rows, results, 0.2)
    definition = SimpleNamespace(
        band=0.2,
        map_name=lambda name: name.replace("_", " ").title(),
        strategies={"warlord": SimpleNamespace(name="Warlord")},
    )
    tables = {name: area_table(load_map(name)) for name in NAMES}
    own = game_report_of("bloodstones")
    return SimpleNamespace(
        judged=judged,
        table=table_of(judged),
        level_names={"warlord": "plain script", "builder": "beginner script"},
        definition=definition,
        boards=tables,
        board=drawn_with(tables, own.board_looks),
        results=results,
        columns=COLUMNS,
        measures=MEASURES,
        game=own,
        strategy="warlord",
    )


def test_every_map_and_player_count_is_judged_and_pairs_are_compared(findings) -> None:
    told = findings.judged
    assert [(one.map, one.players, one.games) for one in told.judgements] == [
        ("raven_coast", 3, 240),
        ("scarred_vale", 3, 240),
    ]
    assert set(told.differences["map"]) == {"raven_coast"}
    assert {"maps", "map_seats", "map_citadels", "map_leads", "map_differences"} <= set(told.tables)
    assert list(told.tables["maps"]["seat_advantage"])[1] == "unfair"


def test_the_first_page_names_the_most_and_the_least_even_map(findings) -> None:
    part = front_maps.maps(findings)
    assert part.answer.startswith("places in turn order are fair at none of two tables; factions")
    table = findings.judged.tables["maps"].set_index("map")
    off = table["factions"].clip(lower=0)
    best, worst = off.idxmin(), off.idxmax()
    first, second, third = part.findings
    for text, board in ((first, best), (second, worst)):
        assert f" {board.replace('_', ' ').title()} with three players: " in text
    assert third.startswith("places are least even on Scarred Vale with three players")
    assert "choose Raven Coast" in part.advice or "At no size is a map even" in part.advice
    assert "one level of play" in part.doubt


def test_other_levels_stand_beside_the_one_that_speaks(findings) -> None:
    rows = findings.results.rows
    swapped = rows.assign(map=rows["map"].map(dict(zip(NAMES, NAMES[::-1], strict=True))))
    groups = by_map(swapped.assign(strategy="builder"))
    others = {"builder": judge_maps(groups, findings.results, 0.2)}
    names = {**findings.definition.strategies, "builder": SimpleNamespace(name="Builder")}
    definition = SimpleNamespace(**{**vars(findings.definition), "strategies": names})
    judged = replace(findings.judged, others=others)
    told = {"table": table_of(judged), "definition": definition}
    both = SimpleNamespace(**{**vars(findings), **told})
    *_, beside = front_maps.maps(both).findings
    assert beside == "by beginner script, the verdict on places is the same at none of two tables"
    summary = make(both)[0][1]
    assert summary.header[:3] == ("map", "players", "played by")
    assert [row[2] for row in summary.rows] == ["Warlord", "Builder"] * 2
    assert summary.rows[0][4] == summary.rows[3][4]  # the same games on the other map
    assert set(judged.tables["maps_at_other_levels"]["strategy"]) == {"builder"}


def test_the_section_has_tables_and_a_pair_of_heat_maps_for_each_map(findings) -> None:
    blocks, pictures = make(findings)
    kinds = [block.kind for block in blocks]
    assert kinds.count("pair") == 2
    assert kinds.count("table") == 5  # maps, leads, sites of both, pairs
    assert set(pictures) == {
        f"judged_{name}_{what}" for name in NAMES for what in ("battles", "villages_captured")
    }
    for block in blocks:
        if block.kind == "table":
            assert {len(row) for row in block.rows} == {len(block.header)} == {len(block.align)}


def test_a_game_that_says_nothing_has_plain_boards_and_areas_by_number(findings) -> None:
    terrains = (each for areas in findings.boards.values() for each in areas["terrain"])
    board = drawn_with(findings.boards, plain_looks(terrains))
    plain = SimpleNamespace(**{**vars(findings), "game": GameReport(), "board": board})
    blocks, pictures = make(plain)
    assert len(pictures) == 4
    (chosen, *_) = [b for b in blocks if b.kind == "table" and "citadel areas" in b.caption]
    assert chosen.header == ("players", "area", "chosen", "win rate", "edge, points")
    assert all(row[1].isdigit() for row in chosen.rows)
    assert "legal site" not in chosen.caption
