"""The sections on features of maps and on citadel sites, with planted effects."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.sites import FEATURES
from bloodstones.games.bloodstones.sections import citadel_sites, map_features
from bloodstones.kit.pictures.scene import Scene
from bloodstones.report.document.model import Picture, Table
from tests.report.findings import only

ROLES = ("dragon_riders", "horse_lords")
MAPS = 160


def rows_of(chances: np.ndarray, games: int, luck: np.random.Generator) -> pd.DataFrame:
    """Games of two factions on maps; the first one wins with the chance of the map."""
    won = (luck.random((len(chances), games)) < chances[:, None]).astype(float).ravel()
    count = len(won)
    return pd.DataFrame(
        {
            "cell": np.repeat([f"drawn/{n}" for n in range(len(chances))], 2 * games),
            "map": np.repeat([f"drawn/{n}" for n in range(len(chances))], 2 * games),
            "replicate": np.repeat(np.tile(np.arange(games), len(chances)), 2),
            "players": 2,
            "seat": np.tile([0, 1], count),
            "turn_order": np.tile([0, 1], count) ^ np.repeat(luck.integers(0, 2, count), 2),
            "faction": np.tile(ROLES, count),
            "strategy": "builder",
            "win_credit": np.column_stack([won, 1 - won]).ravel(),
        }
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    """Rows of maps on whose sea alone it depends who wins."""
    luck = np.random.default_rng(5)
    zeros = {f"drawn/{n}": dict.fromkeys(FEATURES, 0.0) for n in range(MAPS)}
    for features in zeros.values():
        features.update({name: float(luck.normal()) for name in features})
    monkeypatch.setattr(map_features, "find_board", lambda name: name)
    monkeypatch.setattr(map_features, "map_features", zeros.__getitem__)
    sea = np.array([zeros[f"drawn/{n}"]["sea_share"] for n in range(MAPS)])
    return rows_of(np.clip(0.5 + 0.1 * sea, 0.05, 0.95), 90, luck)


def test_the_feature_that_decides_stands_out_among_all(drawn: pd.DataFrame) -> None:
    tables = map_features.count_maps(drawn)
    effects = tables["map_effects"].set_index(["outcome", "feature"])
    assert effects.loc[("dragon_riders", "sea_share"), "effect"] == pytest.approx(0.2, abs=0.03)
    sure = effects[effects["sure"]].reset_index()
    assert set(sure["feature"]) == {"sea_share"}
    assert set(sure["outcome"]) == {"dragon_riders", "horse_lords"}
    games = pd.DataFrame({"what": "map", "name": drawn["map"].unique(), "games": 90})
    fair = pd.DataFrame({"faction": ROLES, "fair_share": 0.5})
    findings = only({**tables, "played": games, "win_rates_by_faction": fair})
    blocks, pictures = map_features.MAP_FEATURES.make(findings)
    assert list(pictures) == ["map_features"]
    rates = drawn.groupby(["map", "faction"])["win_credit"].mean()
    away = 100 * (rates - 0.5).abs().mean()
    part = map_features.MAP_FEATURES.front(findings)
    assert part.findings[0].endswith(
        f"the average distance from the fair share is {away:.0f} points"
    )
    table = next(block for block in blocks if isinstance(block, Table))
    assert table.rows[0][0] == "Sea"
    assert len(table.rows) == len(FEATURES) + 1


def test_few_maps_are_refused(drawn: pd.DataFrame) -> None:
    few = drawn[drawn["map"].isin([f"drawn/{n}" for n in range(20)])]
    with pytest.raises(InputError, match="at least 150 maps, got 20"):
        map_features.count_maps(few)


def test_a_good_and_a_bad_site_are_found_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = np.random.default_rng(6)
    rows = rows_of(np.array([0.5]), 3000, luck).assign(map="tyrants_lament")
    sites = [site.area for site in citadel_sites.site_qualities(*_board())][:8]
    chosen = luck.choice(sites, len(rows))
    lifted = (chosen == sites[0]) & (luck.random(len(rows)) < 0.5)
    sunk = (chosen == sites[1]) & (luck.random(len(rows)) < 0.5)
    credit = np.where(lifted, 1.0, np.where(sunk, 0.0, rows["win_credit"]))
    counted = citadel_sites.count_sites(rows.assign(citadel_area=chosen, win_credit=credit))
    table = counted["citadel_sites"].set_index("area")
    assert set(table[table["sure"]].index) == set(sites[:2])
    assert table["edge"].idxmax() == sites[0]
    assert table["edge"].idxmin() == sites[1]
    monkeypatch.setattr(citadel_sites, "board_svg", lambda scene: scene)
    blocks, pictures = citadel_sites.CITADEL_SITES.make(only(counted))
    scene: Scene
    (scene,) = pictures.values()  # type: ignore[assignment]
    assert (scene.pieces[0].area, scene.pieces[0].seat) == (sites[0], 0)
    assert (scene.pieces[-1].area, scene.pieces[-1].seat) == (sites[1], 1)
    assert [block.kind for block in blocks if isinstance(block, Picture | Table)] == [
        "picture",
        "table",
    ]


def test_a_site_is_advised_only_where_all_levels_of_play_find_it_good() -> None:
    luck = np.random.default_rng(7)
    sites = [site.area for site in citadel_sites.site_qualities(*_board())][:6]
    steady, turned, alone = sites[:3]
    parts = []
    for level, lifted, sunk in (("builder", turned, None), ("warlord", alone, turned)):
        rows = rows_of(np.array([0.5]), 3000, luck).assign(map="tyrants_lament", strategy=level)
        own = [area for area in sites if level == "warlord" or area != alone]
        chosen = luck.choice(own, len(rows))
        up = np.isin(chosen, [steady, lifted]) & (luck.random(len(rows)) < 0.4)
        down = (chosen == sunk) & (luck.random(len(rows)) < 0.4)
        credit = np.where(up, 1.0, np.where(down, 0.0, rows["win_credit"]))
        cell = rows["cell"] + level
        parts.append(rows.assign(citadel_area=chosen, win_credit=credit, cell=cell))
    tables = citadel_sites.count_sites(pd.concat(parts, ignore_index=True))
    by_level = tables["citadel_sites_by_level"]
    assert by_level.groupby("area").size()[alone] == 1
    part = citadel_sites.CITADEL_SITES.front(only(tables))
    assert part.advice.startswith(
        f"Take area {steady} if it is free. In these games, seats there win"
    )
    assert part.answer.startswith(
        f"of the sites that every strategy chose often, area {steady} is the best: "
    )
    assert not any(f"area {area}:" in part.answer for area in (turned, alone))


def _board() -> tuple:
    return citadel_sites.find_board("tyrants_lament"), citadel_sites.load_ruleset()
