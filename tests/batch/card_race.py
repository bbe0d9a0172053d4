"""A game without boards and roles: each seat draws cards of a deck; the highest sum wins.

A scenario may be chosen (how many cards are drawn), a rule turned by text and truth values, and the
deck be a user's own file.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Faults, read_csv
from bloodstones.core.files.own_data import DataSource, assumed_in

SHIPPED = Path(__file__).parent / "card_race_data"
DECK = "deck.csv"
STRATEGIES = ("bold", "steady")
HANDS = {"short": 2, "long": 4}


@lru_cache(maxsize=8)
def deck(source: DataSource) -> tuple[int, ...]:
    """The values of the cards."""
    faults = Faults()
    lines = read_csv(source.file(DECK), ("card", "value"), faults)
    values = []
    for line in lines or ():
        line.text("card")
        values.append(line.integer("value", low=0, high=99))
        line.finish()
    faults.raise_if_any()
    return tuple(values)


class CardRace:
    """The game."""

    id = "card_race"
    columns = (
        Column("players", "int8", "seats", Role.KEY),
        Column("seat", "int8", "seat, clockwise", Role.KEY),
        Column("strategy", "str", "strategy", Role.KEY),
        Column("score", "int16", "sum of the cards", Role.RESULT, colour="#336699"),
        Column("win_credit", "float64", "1/k for k winners", Role.RESULT),
    )

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        return ()

    def boards(self) -> tuple[str, ...]:
        return ()

    def players_on(self, board: str, data: str = "") -> range:
        return range(2, 5)

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        raise AssertionError("asked for a board")

    def data_hashes(self, data: str) -> Mapping[str, str]:
        return DataSource.of(SHIPPED, data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        return assumed_in(DataSource.of(SHIPPED, data), (DECK,))

    def check(self, setup: Setup) -> None:
        if setup.board or any(seat.role for seat in setup.seats):
            raise expected("neither a board nor roles", setup.board, "map")
        if not 2 <= len(setup.seats) <= 4:
            raise expected("2 to 4 players", len(setup.seats), "lineups")
        for seat in setup.seats:
            if seat.strategy not in STRATEGIES:
                raise expected("a strategy", seat.strategy, "strategies")
        if setup.choices.get("hand", "short") not in HANDS:
            raise expected("a hand", setup.choices["hand"], "choices")
        deck(DataSource.of(SHIPPED, setup.data))

    def warm_up(self) -> None:
        """Nothing is compiled."""

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        rows: dict[str, list[Any]] = {column.name: [] for column in self.columns}
        cards = deck(DataSource.of(SHIPPED, setup.data))
        count = HANDS[str(setup.choices.get("hand", "short"))]
        for replicate in replicates:
            sums = []
            for number, seat in enumerate(setup.seats):
                luck = random.Random(f"{seed}/{label}/{replicate}/{number}")
                drawn = [luck.choice(cards) for _ in range(count)]
                drawn[0] += seat.strategy == "bold"
                drawn[0] += 3 * (number == 0 and setup.overrides.get("head_start") is True)
                sums.append(sum(drawn))
            best = max(sums)
            for number, seat in enumerate(setup.seats):
                credit = (sums[number] == best) / sums.count(best)
                values = (len(sums), number, seat.strategy, sums[number], credit)
                for column, value in zip(self.columns, values, strict=True):
                    rows[column.name].append(value)
        return Chunk(rows, {})


CARD_RACE = CardRace()
GAME = CARD_RACE
