"""Synthetic games on maps with planted win rates, citadel areas, leads and battles."""

from __future__ import annotations

import numpy as np
import pandas as pd

FACTIONS = ("corsairs", "dragon_riders", "hill_folk")
AREAS = 6


def judged_rows(
    seed: int,
    games: int,
    *,
    edge: float = 0.0,
    start: float = 0.0,
    board: str = "board",
    luck: np.ndarray | None = None,
) -> pd.DataFrame:
    """Rows of three-player games, two line-ups.

    `edge` is what the first faction wins above a third at the others' cost, `start` the same for
    the start player. `luck` (two line-ups x games, 0 to 1) decides who wins; the same luck on two
    maps makes their games alike.
    """
    rng = np.random.default_rng(seed)
    luck = rng.random((2, games)) if luck is None else luck
    tables = []
    for number, lineup in enumerate((FACTIONS, FACTIONS[::-1])):
        first = np.random.default_rng([7, number]).integers(0, 3, games)
        order = (np.arange(3) - first[:, None]) % 3
        chance = np.full((games, 3), 1 / 3)
        mine = lineup.index(FACTIONS[0])
        chance += np.where(np.arange(3) == mine, edge, -edge / 2)
        chance += np.where(order == 0, start, -start / 2)
        winner = (luck[number][:, None] > chance.cumsum(axis=1)).sum(axis=1).clip(max=2)
        credit = (np.arange(3) == winner[:, None]).astype(float)
        turns = rng.integers(20, 40, games)
        changes = rng.poisson(2.0, games)
        led = rng.integers(0, 7, (games, 3))
        score = 20 + 10 * credit.astype(int) + rng.integers(0, 5, (games, 3))
        columns = {
            "cell": f"{board}/{'+'.join(lineup)}/warlord",
            "replicate": np.repeat(np.arange(games), 3),
            "players": 3,
            "map": board,
            "seat": np.tile(np.arange(3), games),
            "turn_order": order,
            "faction": np.tile(lineup, games),
            "strategy": "warlord",
            "score": score,
            "vp_start": 0,
            "vp_battles": score,
            "vp_villages": 0,
            "vp_captured_villages": 0,
            "vp_captured_citadels": 0,
            # Area 1 for winners twice as often as for the others.
            "citadel_area": np.where(rng.random((games, 3)) < (1 + credit) / 3, 1, 4),
            "battles_attacking": rng.poisson(4, (games, 3)),
            "villages_captured": rng.poisson(2, (games, 3)),
            "game_turns": np.repeat(turns[:, None], 3, 1),
            "lead_changes": np.repeat(changes[:, None], 3, 1),
            "lead_since": np.repeat((turns // 2)[:, None], 3, 1),
            "turns_led": led,
            "rank": np.where(credit == 1, 1, 2),
            "win_credit": credit,
            "finished": True,
            "end_reason": "regroups",
        }
        flat = {k: v.ravel() if isinstance(v, np.ndarray) else v for k, v in columns.items()}
        tables.append(pd.DataFrame(flat))
    return pd.concat(tables, ignore_index=True)


def judged_areas(rows: pd.DataFrame, seed: int = 1) -> pd.DataFrame:
    """Sums by cell and area that go with the rows: area 2 sees most battles."""
    rng = np.random.default_rng(seed)
    tables = []
    for cell, group in rows.groupby("cell", sort=True):
        games = group["replicate"].nunique()
        weight = np.array([0.1, 0.5, 2.0, 0.4, 0.2, 0.0])
        names = ("citadels", "battles", "villages_built", "villages_captured")
        sums = {name: rng.poisson(games * weight) for name in names}
        tables.append(pd.DataFrame({"cell": cell, "area": np.arange(AREAS), **sums}))
    return pd.concat(tables, ignore_index=True)
