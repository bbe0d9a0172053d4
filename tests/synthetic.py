"""A seeded synthetic study: tables shaped like those of a real one, with planted effects.

Planted: the dragon riders win more and the hill folk less than their share with `warlord`, the
start player has a small edge, `warlord` beats `builder`.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from bloodstones.batch.result_files.result import file_hash
from bloodstones.core.contract.columns import MOMENTS

FACTIONS = ("dragon_riders", "horse_lords", "hill_folk")
STRATEGIES = ("warlord", "builder")
EDGE = {"dragon_riders": 0.35, "horse_lords": 0.0, "hill_folk": -0.35}
LIMIT_SHARE = 0.01
AREAS = 75


def cells():
    """(players, factions, strategies) of each cell."""
    for players in (2, 3):
        sets = (
            (
                ("dragon_riders", "horse_lords"),
                ("hill_folk", "dragon_riders"),
                ("horse_lords", "hill_folk"),
            )
            if players == 2
            else (FACTIONS,)
        )
        for factions, strategy in product(sets, STRATEGIES):
            yield players, factions, (strategy,) * players
        for factions in sets:
            yield players, factions, (STRATEGIES * 2)[:players]


def results_tables(seed=1, games=300):
    """Return (rows, areas) of a study with `games` playthroughs a cell."""
    rng = np.random.default_rng(seed)
    rows, areas = [], []
    for players, factions, strategies in cells():
        cell = f"tyrants_lament/{'+'.join(factions)}/{'+'.join(strategies)}"
        rows.append(_cell_rows(rng, cell, games, factions, strategies))
        weight = np.random.default_rng(5).gamma(0.6, 1.0, AREAS)
        areas.append(
            pd.DataFrame(
                {
                    "cell": cell,
                    "area": np.arange(AREAS, dtype=np.int16),
                    "citadels": rng.multinomial(games * players, weight / weight.sum()),
                    "battles": rng.poisson(games * weight * 0.3),
                    "villages_built": rng.poisson(games * weight),
                    "villages_captured": rng.poisson(games * weight * 0.2),
                }
            )
        )
    return pd.concat(rows, ignore_index=True), pd.concat(areas, ignore_index=True)


def _cell_rows(rng, cell, games, factions, strategies):
    players = len(factions)
    shape = (games, players)
    first = rng.integers(0, players, games)
    order = (np.arange(players) - first[:, None]) % players
    skill = np.array([0.5 if s == "warlord" else 0.0 for s in strategies])
    edge = np.array(
        [
            EDGE[f] * (1.0 if s == "warlord" else 0.3)
            for f, s in zip(factions, strategies, strict=True)
        ]
    )
    level = skill + edge + 0.12 * (order == 0)
    parts = {
        "vp_start": np.zeros(shape, int),
        "vp_battles": rng.poisson(9 * np.exp(0.4 * level)),
        "vp_villages": rng.poisson(14 * np.exp(0.3 * level)),
        "vp_captured_villages": rng.poisson(3.0, shape),
        "vp_captured_citadels": 5 * rng.binomial(1, 0.1, shape),
    }
    score = sum(parts.values())
    top = score == score.max(axis=1, keepdims=True)
    turns = rng.poisson(9 + players, games) + 4
    stopped = rng.random(games) < LIMIT_SHARE
    columns = {
        "cell": cell,
        "replicate": np.repeat(np.arange(games, dtype=np.int32), players),
        "players": np.int8(players),
        "map": "tyrants_lament",
        "seat": np.tile(np.arange(players, dtype=np.int8), games),
        "turn_order": order.astype(np.int8),
        "faction": np.tile(factions, games),
        "strategy": np.tile(strategies, games),
        "score": score,
        **parts,
        "citadel_area": rng.integers(0, AREAS, shape),
        "villages": rng.poisson(4, shape),
        "villages_built": rng.poisson(7, shape),
        "villages_lost": rng.poisson(2, shape),
        "villages_captured": rng.poisson(2, shape),
        "citadels_captured": parts["vp_captured_citadels"] // 5,
        "battles_attacking": rng.poisson(3, shape),
        "battles_defending": rng.poisson(3, shape),
        "battles_won": rng.poisson(2.5, shape),
        "withdrawals": rng.poisson(1, shape),
        "units_built": rng.poisson(12, shape),
        "units_lost": rng.poisson(6, shape),
        "regroups": rng.integers(1, 4, shape),
        "turns": np.repeat(turns[:, None], players, 1),
        "game_turns": np.repeat(turns[:, None] * players, players, 1),
        "rank": 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2),
        "win_credit": top / top.sum(axis=1, keepdims=True),
        "finished": np.repeat(~stopped, players),
        "end_reason": np.repeat(np.where(stopped, "turn_limit", "regroups"), players),
    }
    leads = np.random.default_rng([games, players])
    led = leads.multinomial(turns * players, leads.dirichlet(np.ones(players), games))
    columns |= {
        "lead_changes": np.repeat(leads.poisson(2.0, games), players),
        "lead_since": np.repeat(led.min(axis=1), players),
        "turns_led": led,
    }
    for name in MOMENTS:
        points = leads.poisson(9 + 2 * (top / top.sum(axis=1, keepdims=True)), shape)
        columns[name] = points.max(axis=1, keepdims=True) - points
    return pd.DataFrame(
        {k: v.ravel() if isinstance(v, np.ndarray) else v for k, v in columns.items()}
    )


STUDY_FILE = """id = "bloodstones_faction_balance"
question = "Who wins?"
game = "bloodstones"
map = "tyrants_lament"
seed = 2026
"""


def provenance(folder, rows):
    """What the batch runner writes beside the tables of `folder`."""
    games = len(rows.drop_duplicates(["cell", "replicate"]))
    return {
        "format": "bloodstones-study",
        "version": 1,
        "study": "bloodstones_faction_balance",
        "question": "Who wins?",
        "game": "bloodstones",
        "rules_version": "1",
        "map": "tyrants_lament",
        "seed": 2026,
        "quick": False,
        "replicates": games // rows["cell"].nunique(),
        "cells": rows["cell"].nunique(),
        "games": games,
        "table_hash": file_hash(folder / "results.parquet"),
        "areas_hash": file_hash(folder / "areas.parquet"),
        "fingerprint": "c0" * 32,
        "plan_sha256": "c1" * 32,
        "sources_sha256": "c2" * 32,
        "versions": {"bloodstones": "0.1.0", "python": "3.11.2", "numpy": "2.4.6"},
        "run": {"seconds": 12.5, "jobs": 2, "backend": "threading"},
        "study_sha256": "c3" * 32,
        "study_file": STUDY_FILE,
    }


def write_results(folder: Path, seed=1, games=300):
    """Write the three files of a finished study into `folder`."""
    return write_tables(folder, *results_tables(seed, games))


def write_provenance(folder: Path, told):
    """Write a provenance whose study file agrees with it."""
    text = told["study_file"]
    for key, name in (("study", "id"), ("question", "question"), ("game", "game")):
        text = re.sub(rf'^{name} = "[^"]*"$', f'{name} = "{told[key]}"', text, flags=re.MULTILINE)
    told = {**told, "study_file": text, "study_sha256": sha256(text.encode()).hexdigest()}
    (folder / "provenance.json").write_text(json.dumps(told), encoding="utf-8")


def write_tables(folder: Path, rows, areas, **told):
    """Write tables as the files of a finished study; `told` goes over its provenance."""
    folder.mkdir(parents=True, exist_ok=True)
    rows.to_parquet(folder / "results.parquet")
    areas.to_parquet(folder / "areas.parquet")
    write_provenance(folder, provenance(folder, rows) | told)
    return folder
