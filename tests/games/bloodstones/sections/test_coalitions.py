"""The section on coalitions, with a planted price of holding the Horde down."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bloodstones.games.bloodstones.sections import coalitions
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import title
from tests.report.findings import only

ROLES = ("chaos_horde", "corsairs", "hill_folk", "horse_lords")
GAMES = 120
FREE, ALLIED = "free", "allied"
HELD = {0: 0.7, 1: 0.6, 2: 0.5, 3: 0.4}  # wins of the Horde by how many hold it down
UNTESTED = SimpleNamespace(provenance={})  # games of the printed rules
COST = 0.5  # of what a free opponent wins, an allied one loses so much


def game_rows() -> pd.DataFrame:
    """Games of every way to seat the two strategies at the Horde's opponents; the Horde is free."""
    luck, parts = np.random.default_rng(3), []
    for others in itertools.product((FREE, ALLIED), repeat=3):
        horde = HELD[others.count(ALLIED)]
        shares = np.array([COST if name == ALLIED else 1.0 for name in others])
        chances = [horde, *((1 - horde) * shares / shares.sum())]
        won = np.eye(len(ROLES))[luck.choice(len(ROLES), GAMES, p=chances)]
        parts.append(
            pd.DataFrame(
                {
                    "cell": "/".join(others),
                    "map": "",
                    "replicate": np.repeat(np.arange(GAMES), len(ROLES)),
                    "players": len(ROLES),
                    "seat": np.tile(range(len(ROLES)), GAMES),
                    "turn_order": np.tile(range(len(ROLES)), GAMES),
                    "faction": np.tile(ROLES, GAMES),
                    "strategy": np.tile((FREE, *others), GAMES),
                    "win_credit": won.ravel(),
                    "end_reason": "regroups",
                    "finished": True,
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


@pytest.fixture(scope="module")
def tables() -> Mapping[str, pd.DataFrame]:
    return coalitions.count_coalitions(game_rows())


def test_tables_are_sorted_by_how_many_hold_the_horde_down(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    horde, members = tables[coalitions.NAME], tables[coalitions.OTHERS]
    assert sorted(horde["seats"]) == [GAMES, GAMES, 3 * GAMES, 3 * GAMES]
    for _, row in horde.iterrows():
        own = members[members["table"] == row["table"]].set_index("player")
        allies = int(own["members"].get(ALLIED, 0))
        assert own["members"].sum() == len(ROLES) - 1
        assert (own["seats"] == own["members"] * row["seats"]).all()
        assert row["low"] < HELD[allies] < row["high"]
        if len(own) > 1:
            assert own.loc[ALLIED, "high"] < own.loc[FREE, "low"]


def test_the_page_says_how_far_it_is_held_and_who_pays(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    part = coalitions.COALITIONS.front(only(tables, names={}, tested=(), cover=UNTESTED))
    assert part is not None
    heir, most, alone = (each.replace("\u00a0", " ") for each in part.findings)
    assert part.reply == "No"
    assert part.answer.startswith("opponents who all play allied hold the Chaos Horde to")
    assert "where all play free: " in most
    assert alone.startswith("one who plays allied beside two of free wins")
    factions = tables[coalitions.FACTIONS]
    held = factions[factions["table"] == factions["table"].max()].set_index("faction")["rate"]
    first = title(held.drop(ROLES[0]).idxmax())
    assert f"where they all play allied, the {first} win most of what is left" in heir
    # 40 % is not a fourth, and no change was tested here
    assert part.advice.startswith("No rule change was tested for this table.")
    blocks, pictures = coalitions.COALITIONS.make(only(tables))
    by_table, by_faction = (block for block in blocks if isinstance(block, Table))
    assert [row[0] for row in by_table.rows].count("2 free and 1 allied") == 1
    assert [row[0] for row in by_faction.rows] == sorted(map(title, ROLES))
    assert not pictures


@pytest.mark.parametrize(
    ("low", "high", "reply"), [(0.255, 0.277, "Yes"), (0.31, 0.35, "No"), (0.24, 0.32, "Undecided")]
)
def test_a_rate_within_the_band_is_held(
    tables: Mapping[str, pd.DataFrame], low: float, high: float, reply: str
) -> None:
    horde = tables[coalitions.NAME]
    planted = horde.assign(rate=(low + high) / 2, low=low, high=high)
    found = only({**tables, coalitions.NAME: planted}, names={}, tested=(), cover=UNTESTED)
    part = coalitions.COALITIONS.front(found)
    assert part is not None
    assert part.reply == reply
    assert part.advice.startswith("Hold the Chaos Horde down together") == (reply != "No")


def test_of_tables_that_differ_in_the_horde_alone_the_one_with_most_games_is_kept() -> None:
    rows = game_rows()
    few = rows[(rows["cell"] == "free/free/free") & (rows["replicate"] < GAMES // 2)]
    other = few["strategy"].where(few["faction"] != ROLES[0], ALLIED)
    more = few.assign(strategy=other, cell=few["cell"] + "/allied", win_credit=0.0)
    counted = coalitions.count_coalitions(pd.concat([more, rows], ignore_index=True))
    pd.testing.assert_frame_equal(
        counted[coalitions.NAME], coalitions.count_coalitions(rows)[coalitions.NAME]
    )


def test_games_without_the_horde_tell_nothing() -> None:
    rows = game_rows()
    rows = rows.assign(faction=rows["faction"].replace(ROLES[0], "necromancers"))
    tables = coalitions.count_coalitions(rows)
    assert coalitions.COALITIONS.front(only(tables, names={}, tested=(), cover=UNTESTED)) is None
    blocks, pictures = coalitions.COALITIONS.make(only(tables))
    assert len(blocks) == 1
    assert not pictures
