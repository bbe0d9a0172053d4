"""What a Python strategy decides from: its seat's view, and what everybody knows beforehand."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.view import View, visible
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset


@dataclass(frozen=True, eq=False)
class SeatView(View):
    """What a Python strategy decides from: its view, and what everybody knows beforehand.

    Attributes
    ----------
    rules, board, line_up
        The rules in force, the map, the factions by seat.
    memory
        What the seat noted before: int64 array, zeros at first, its own to write to.
    luck
        Random numbers from the seat's own stream.
    """

    rules: Ruleset
    board: BoardMap
    line_up: tuple[Faction, ...]
    memory: Array
    luck: random.Random


@dataclass(frozen=True, slots=True)
class Window:
    """What the seats of a table look through.

    Attributes
    ----------
    rules, board, line_up, tables
        The rules in force, the map, the factions by seat, the packed rules.
    """

    rules: Ruleset
    board: BoardMap
    line_up: tuple[Faction, ...]
    tables: RuleTables

    def look(self, s: GameState, seat: int, memory: Array, luck: random.Random) -> SeatView:
        """Return what the seat decides from, see `kit.players.python_strategy.PythonPlayer`."""
        seen = visible(s, self.tables, seat)
        return SeatView(
            **{field.name: getattr(seen, field.name) for field in fields(View)},
            rules=self.rules,
            board=self.board,
            line_up=self.line_up,
            memory=memory,
            luck=luck,
        )
