"""Where a strategy stands: the project's own ladder, and its duels with `random` and `greedy`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pandas as pd

from bloodstones.batch.ladder.run import ROWS
from bloodstones.plots.players.ladder import draw_ladder
from bloodstones.plots.style import to_svg
from bloodstones.stats.ratings.ladder import pool_rates, ratings

AGENT = "agent.py:Agent"
OTHERS = ("random", "greedy", "farmer", "plunderer", "thief", "scout", "farmer_tuned")
LADDER = """\
id = "agent_ladder"
kind = "ladder"
question = "Where does the agent stand beside the strategies of the catalogue?"
game = "bellum_magica"
seed = 23

[[pools]]
name = "ladder_2"
strategies = {strategies}
players = [2]
tables = {rated}
replicates = 2

[[pools]]
name = "duels"
pairs = {pairs}
players = [2]
tables = {tables}
replicates = 2
"""


def climb(folder: Path, tables: int, jobs: int = 2) -> dict[str, float]:
    """Play the ladder of a folder's agent; write its ratings and their picture.

    Parameters
    ----------
    folder
        With `agent.py`; the ladder's file, its results, `ladder.svg` and `standing.json` go there.
    tables
        How many for each duel, each played twice with the strategies turned round it.

    Returns
    -------
    dict
        Win rate against `random` and against `greedy`.
    """
    text = LADDER.format(
        strategies=json.dumps([AGENT, *OTHERS]),
        pairs=json.dumps([[AGENT, "random"], [AGENT, "greedy"]]),
        tables=tables,
        rated=tables * len(OTHERS) // 2,
    )
    (folder / "ladder.toml").write_text(text, encoding="utf-8")
    command = ["study", str(folder / "ladder.toml"), "--out", str(folder / "ladder")]
    call = [sys.executable, "-m", "bloodstones", *command, "--jobs", str(jobs), "--replace"]
    subprocess.run(call, check=True)
    rows = pd.read_parquet(folder / "ladder" / ROWS)
    rated = ratings(rows[rows["pool"] == "ladder_2"])
    labels = {name: name for name in OTHERS} | {AGENT: "the agent"}
    (folder / "ladder.svg").write_text(to_svg(draw_ladder(rated, labels)), encoding="utf-8")
    rates = pool_rates(rows)
    duels = rates[(rates["pool"] == "duels") & (rates["strategy"] == AGENT)]
    standing = {
        "ratings": rated.to_dict("records"),
        "rates": rates.to_dict("records"),
    }
    (folder / "standing.json").write_text(json.dumps(standing, indent=1), encoding="utf-8")
    print(rated.to_string(index=False))
    print(duels.to_string(index=False))
    met = rows[rows["pool"] == "duels"]
    return {name: against(met, name) for name in ("random", "greedy")}


def against(rows: pd.DataFrame, name: str) -> float:
    """Return the share of playthroughs with a strategy that the agent won."""
    credit = rows.loc[rows["strategy"] == name, "win_credit"]
    return float(1 - credit.mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=100)
    given = parser.parse_args()
    print(climb(given.folder, given.tables))
