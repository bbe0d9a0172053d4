"""How well chances between unequal players hold: `docs/background/unequal.csv`.

A row is one tenth of the chances of a game and a number of players, told between equals and told
with strengths: Brier's score of how many games, the mean chance of the weaker seats in the tenth,
how often these won, and how many seats of positions they are. Each half of the tables is measured
with what was fitted to the other half.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from bloodstones.kit.explain.fading import SeenPositions, brier, fitted, reliability
from bloodstones.kit.explain.unequal import EQUAL

TABLE = Path(__file__).parents[2] / "docs" / "background" / "unequal.csv"
COLUMNS = ("game", "players", "told", "games", "positions", "brier", "chance", "won", "seats")
EQUALS, STRENGTHS = "between equals", "by strengths"
Row = dict[str, str]


def figures_of(game_id: str, players: int, found: SeenPositions) -> list[Row]:
    """Return the rows of a game and a number of players."""
    even, odd = found.halves()
    seen = SeenPositions.together((even, odd))
    rows = []
    for told, fades in ((EQUALS, (EQUAL, EQUAL)), (STRENGTHS, (fitted(odd), fitted(even)))):
        chances = np.concatenate([even.unequal(fades[0]), odd.unequal(fades[1])])
        score = brier(chances, seen)
        for chance, won, seats in reliability(chances, seen):
            numbers = (f"{score:.4f}", f"{chance:.3f}", f"{won:.3f}", str(seats))
            known = (game_id, str(players), told, str(seen.games), str(len(seen.turn)))
            rows.append(dict(zip(COLUMNS, (*known, *numbers), strict=True)))
    return rows


def gains(rows: Iterable[Row]) -> bool:
    """Whether chances by strengths are nearer to what came true; if not, none are shipped."""
    scores = {row["told"]: float(row["brier"]) for row in rows}
    return scores[STRENGTHS] < scores[EQUALS]


def read(path: Path = TABLE) -> list[Row]:
    """Return the stored rows."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(rows: Iterable[Row], path: Path = TABLE) -> None:
    """Put rows in place of those of the same game and number of players; the others stay."""
    new = list(rows)
    anew = {(row["game"], row["players"]) for row in new}
    kept = [row for row in read(path) if (row["game"], row["players"]) not in anew]
    order = sorted([*kept, *new], key=lambda row: (row["game"], int(row["players"])))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(order)
