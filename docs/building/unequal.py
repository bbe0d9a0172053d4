"""Calibration of win probabilities between unequal players: tables from `make strengths`."""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.games.registry import load_game
from bloodstones.kit.explain.unequal import read_ratings
from building.writing import Pages
from tests.unequal.figures import EQUALS, STRENGTHS, Row, read

SCORES = (
    "| game | players | games | positions | Brier, as equals | Brier, by strengths | at the start "
    "| half-life, turns |\n|---|---:|---:|---:|---:|---:|---:|---:|\n"
)
TENTHS = (
    "| probability | as equals: predicted | won | n | by strengths: predicted | won | n |\n"
    "|---|---:|---:|---:|---:|---:|---:|\n"
)
BINS = 10
NOTHING = "not shipped"


def scores(rows: list[Row]) -> Iterator[str]:
    """Yield a row for each game and number of players."""
    tables = dict.fromkeys((row["game"], row["players"]) for row in rows)
    for game_id, players in tables:
        here = [row for row in rows if (row["game"], row["players"]) == (game_id, players)]
        by = {row["told"]: row for row in here}
        game = load_game(game_id)
        ratings = read_ratings(game.finder_for().plans.folder, int(players))
        first = here[0]
        start, life = (NOTHING, NOTHING)
        if ratings is not None:
            start, life = f"{ratings.fade.start:.2f}", f"{ratings.fade.half_life:.0f}"
        cells = (
            *(game.title, players, first["games"], f"{int(first['positions']):,}"),
            *(f"{float(by[told]['brier']):.3f}" for told in (EQUALS, STRENGTHS)),
            *(start, life),
        )
        yield f"| {' | '.join(cells)} |\n"


def tenths(rows: list[Row]) -> Iterator[str]:
    """Yield a row for each tenth of the chances, of two players of all games together."""
    two = [row for row in rows if row["players"] == "2"]
    for tenth in range(BINS):
        cells = [f"{tenth * BINS} to {(tenth + 1) * BINS} %"]
        for told in (EQUALS, STRENGTHS):
            here = [row for row in two if row["told"] == told and _tenth(row) == tenth]
            seats = sum(int(row["seats"]) for row in here)
            for what in ("chance", "won"):
                mean = sum(float(row[what]) * int(row["seats"]) for row in here) / max(1, seats)
                cells.append(f"{mean:.0%}".replace("%", " %") if seats else "")
            cells.append(f"{seats:,}")
        yield f"| {' | '.join(cells)} |\n"


def _tenth(row: Row) -> int:
    return min(int(float(row["chance"]) * BINS), BINS - 1)


def write(pages: Pages) -> None:
    """Write the tables."""
    rows = read()
    pages.write("parts/unequal.txt", SCORES + "".join(scores(rows)))
    pages.write("parts/unequal_tenths.txt", TENTHS + "".join(tenths(rows)))
