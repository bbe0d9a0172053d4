"""A small game of chance that obeys the contract of a game: a race with dice.

Each faction has its own die, a bold player rolls again after a 1. The first to reach the goal in a
round wins; who reaches it in the same round with the same total shares the win. It is plain Python,
slow enough to stop half-way when option `pause` is set, and draws its luck from streams keyed as
the contract says.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.errors import UnmodelledRuleError, expected, near_matches

SIDES = {"red": 6, "blue": 7, "green": 8}
STRATEGIES = ("bold", "steady")
MAPS = {"track": 5, "lane": 3}
GOAL = "goal"
DEFAULT_GOAL = 20
PAUSE = 0.02
MOST_ROUNDS = 30
ARRIVED = "arrived"


class DiceRace:
    """The game; it counts how often it is warmed up."""

    id = "dice_race"
    home = __name__  # its code, also where a test changes a part of it
    rules_version = "2"
    columns = (
        Column("players", "int8", "seats", Role.KEY),
        Column("map", "str", "map", Role.KEY),
        Column("seat", "int8", "seat, clockwise", Role.KEY),
        Column("faction", "str", "faction", Role.KEY),
        Column("strategy", "str", "strategy", Role.KEY),
        Column("score", "int16", "total of the dice", Role.RESULT),
        Column("rank", "int8", "1 best", Role.RESULT),
        Column("win_credit", "float64", "1/k for k winners", Role.RESULT),
        Column("finished", "bool", "whether somebody came in", Role.RESULT),
        Column("end_reason", "str", "why it ended", Role.RESULT),
    )

    def __init__(self) -> None:
        self.warm_ups = 0

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        return tuple(SIDES) if players > 1 else ("red",)

    def boards(self) -> tuple[str, ...]:
        return tuple(MAPS)

    def players_on(self, board: str, data: str = "") -> range:
        if board not in MAPS:
            raise expected("a map", board, "map", near_matches(board, MAPS))
        return range(2, 3) if board == "lane" else range(2, 7)

    def check(self, setup: Setup) -> None:
        if setup.board not in MAPS:
            raise expected("a map", setup.board, "map", near_matches(setup.board, MAPS))
        for seat in setup.seats:
            if seat.role not in SIDES:
                raise expected("a faction", seat.role, "lineups", near_matches(seat.role, SIDES))
            if seat.strategy not in STRATEGIES:
                raise expected("a strategy", seat.strategy, "strategies")
        if setup.options.get("weather"):
            raise UnmodelledRuleError("expected a race without weather, got one (rules.options)")

    def warm_up(self) -> None:
        self.warm_ups += 1

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        return {"area": list(range(1, MAPS[board] + 1))}

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        rows: dict[str, list[Any]] = {column.name: [] for column in self.columns}
        visits = [0] * MAPS[setup.board]
        for replicate in replicates:
            if setup.options.get("pause"):
                time.sleep(PAUSE)
            totals, reason = self._race(setup, f"{seed}/{label}/{replicate}")
            winners = totals.count(max(totals))
            for number, seat in enumerate(setup.seats):
                visits[totals[number] % len(visits)] += 1
                rank = 1 + sum(total > totals[number] for total in totals)
                credit = 1 / winners if rank == 1 else 0.0
                values = (len(totals), setup.board, number, seat.role, seat.strategy)
                ends = (totals[number], rank, credit, reason == ARRIVED, reason)
                for column, value in zip(self.columns, (*values, *ends), strict=True):
                    rows[column.name].append(value)
        return Chunk(rows, {"visits": visits})

    @staticmethod
    def _race(setup: Setup, key: str) -> tuple[list[int], str]:
        dice = [random.Random(f"{key}/dice/{number}") for number in range(len(setup.seats))]
        totals = [0] * len(setup.seats)
        goal = setup.overrides.get(GOAL, DEFAULT_GOAL)
        for _ in range(MOST_ROUNDS):
            for number, seat in enumerate(setup.seats):
                roll = dice[number].randint(1, SIDES[seat.role])
                if roll == 1 and seat.strategy == "bold":
                    roll += dice[number].randint(1, SIDES[seat.role])
                totals[number] += roll
            if max(totals) >= goal:
                return totals, ARRIVED
        return totals, "out_of_rounds"


GAME = DiceRace()
