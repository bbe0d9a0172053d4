"""The plan by which maps are judged: the same line-ups and the same luck on each."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.batch.plan import Cell, Plan
from bloodstones.core.game import Seat, Setup

STUDY = "map_judgement"


def judging_plan(
    game: str, board: str, line_ups: Sequence[Sequence[str]], strategy: str, seed: int, games: int
) -> Plan:
    """Return the plan of at least so many playthroughs on a map, equally many of each line-up.

    The luck is keyed by the line-up and not by the map, so that the plans of two maps with the
    same seed draw the same tiles (common random numbers).

    Parameters
    ----------
    game
        Id of the game.
    board
        Id of a map, or path of its file.
    line_ups
        Factions by seat.
    strategy
        Plays every seat.

    Examples
    --------
    >>> plan = judging_plan("bloodstones", "twin_meres", [("a", "b"), ("b", "a")], "random", 1, 5)
    >>> plan.games, plan.cells[0].id, plan.cells[0].label
    (6, 'twin_meres/a+b/random', 'map_judgement/a+b')
    """
    cells = []
    for factions in line_ups:
        seated = "+".join(factions)
        setup = Setup(board, tuple(Seat(faction, strategy) for faction in factions))
        cells.append(Cell(f"{board}/{seated}/{strategy}", f"{STUDY}/{seated}", setup))
    replicates = -(-games // len(cells))
    return Plan(STUDY, game, seed, False, replicates, tuple(cells))
