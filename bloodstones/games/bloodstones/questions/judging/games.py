"""The games that evaluate maps: the same line-ups and random numbers on each map."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.batch.in_memory import Batch, PlayedTables
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Seat, Setup

FORWARDS, BACKWARDS = "map_judgement", "map_judgement_backwards"
NOWHERE = -1


def judging_batch(
    board: str,
    line_ups: Sequence[Sequence[str]],
    strategy: str,
    seed: int,
    games: int,
    luck: str = FORWARDS,
) -> Batch:
    """Return at least so many playthroughs on a map, equally many of each line-up.

    The luck is keyed by the line-up and not by the map, so that two maps with the same seed draw
    the same tiles (common random numbers).

    Parameters
    ----------
    board
        Id of a map, or path of its file.
    line_ups
        Factions by seat.
    strategy
        Plays every seat.
    luck
        Keys the random streams beside the line-up; games of other luck are independent.

    Examples
    --------
    >>> batch = judging_batch("twin_meres", [("a", "b"), ("b", "a")], "random", 1, 5)
    >>> batch.games, batch.cells[0].id, batch.cells[0].label
    (6, 'twin_meres/a+b/random', 'map_judgement/a+b')
    """
    cells = []
    for factions in line_ups:
        seated = "+".join(factions)
        setup = Setup(board, tuple(Seat(faction, strategy) for faction in factions))
        cells.append(Cell(f"{board}/{seated}/{strategy}", f"{luck}/{seated}", setup))
    return Batch(seed, -(-games // len(cells)), tuple(cells))


def both_ways(forth: PlayedTables, back: PlayedTables, name: str) -> PlayedTables:
    """Return the tables of a map and of the same map numbered backwards as one, forwards.

    Parameters
    ----------
    forth, back
        Played with luck of their own; equally many playthroughs of each line-up.
    name
        What to call the map in the tables.
    """
    import pandas as pd

    last = int(forth.areas["area"].max())
    played = int(forth.rows["replicate"].max()) + 1
    placed = back.rows["citadel_area"]
    rows = back.rows.assign(
        replicate=back.rows["replicate"] + played,
        citadel_area=(last - placed).where(placed != NOWHERE, NOWHERE),
    )
    areas = back.areas.assign(area=last - back.areas["area"])
    return PlayedTables(
        rows=pd.concat([forth.rows, rows], ignore_index=True).assign(map=name),
        areas=pd.concat([forth.areas, areas], ignore_index=True),
    )
