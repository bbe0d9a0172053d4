"""What a Python strategy decides from: the view of its seat, the rules, the map, the line-up."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.view import View, visible
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset


@dataclass(frozen=True, eq=False)
class SeatView(View):
    """What a Python strategy decides from: the view of its seat, the rules, the map, the line-up.

    Attributes
    ----------
    rules, board, line_up
        The rules in force, the map, the factions by seat.
    memory
        The notes of the seat: int64 array, zeros at first. The strategy may write to it.
    luck
        Random numbers from the stream of the seat.
    """

    rules: Ruleset
    board: BoardMap
    line_up: tuple[Faction, ...]
    memory: Array
    luck: random.Random


@dataclass(frozen=True, slots=True)
class Window:
    """What gives the seats of a table their views.

    Attributes
    ----------
    game_setup, tables
        What is played with: rules, map and factions; the packed rules.
    """

    game_setup: GameSetup
    tables: RuleTables

    def view_of(self, s: GameState, seat: int, memory: Array, luck: random.Random) -> SeatView:
        """Return what the seat decides from, see `kit.players.python_strategy.PythonPlayer`."""
        seen = visible(s, self.tables, seat)
        return SeatView(
            **{field.name: getattr(seen, field.name) for field in fields(View)},
            rules=self.game_setup.rules,
            board=self.game_setup.board,
            line_up=tuple(self.game_setup.line_up),
            memory=memory,
            luck=luck,
        )
