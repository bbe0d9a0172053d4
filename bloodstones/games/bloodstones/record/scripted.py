"""A playthrough whose luck is told from outside instead of drawn from the random streams.

The engine draws as always; what it drew is then exchanged for what is told, before anything can
depend on it. Faction tiles: nothing in the same decision looks at them. Combat tiles: while a
battle begins, the side that swaps first is given the count of one tile more than it holds, so that
the engine always stops between draw and clash, also when both hands are empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from bloodstones.core.coding import BYTE
from bloodstones.core.errors import RunError
from bloodstones.core.game import Setup
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    DRAWN,
    SIDES,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.record.writing import Line, Recorder
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

LABEL: Final = "scripted"
MOST_DEALS: Final = 1000


def packed(decision: Decision) -> Any:
    """Return a packed decision as int32, the type that kernels are compiled for when warmed up."""
    return np.int32(Decision(decision.kind, int(decision.x), int(decision.y)).pack())


class ScriptedGame:
    """A playthrough with told luck, and the lines that a record of it would have.

    Parameters
    ----------
    rules, board, line_up
        As for `Playthrough`.
    setup
        For the header of the lines.
    first_seat
        The start player.
    turn_limit
        Turns after which it stops unfinished.
    readings
        The rule options that differ from the default.

    Raises
    ------
    RunError
        If the map leaves no legal site for a citadel.
    """

    def __init__(
        self,
        rules: Ruleset,
        board: BoardMap,
        line_up: Sequence[Faction],
        setup: Setup,
        first_seat: int,
        turn_limit: int,
        readings: Readings = DEFAULTS,
    ) -> None:
        self.game = Playthrough(
            rules, board, line_up, 0, LABEL, turn_limit=turn_limit, readings=readings
        )
        self._deal(first_seat)
        self._recorder = Recorder(self.game, setup)
        self._seen = 1  # the header

    def _deal(self, first_seat: int) -> None:
        """Deal until the start player is the one told."""
        game = self.game
        for deal in range(MOST_DEALS):
            if game.state.first_seat == first_seat:
                return
            game.state = GameState.new()
            turn.start(game.state, game.tables, game_key(0, LABEL, deal), game.buffer)
        raise RunError(f"no deal let seat {first_seat} start")

    @property
    def point(self) -> Point:
        """What must be decided now."""
        return Point(int(self.game.state.point))

    @property
    def has_no_choice(self) -> bool:
        """Whether the engine stopped before a clash only to have its combat tiles exchanged."""
        state = self.game.state
        return self.point is Point.SWAP and state.hand_size[state.decider] == 0

    def lines(self) -> list[Line]:
        """Return the lines since the last call."""
        fresh = self._recorder.lines[self._seen :]
        self._seen += len(fresh)
        return fresh

    def is_legal(self, decision: Decision) -> bool:
        """Whether the decision is legal now."""
        if not (0 <= decision.x <= BYTE and 0 <= decision.y <= BYTE):
            return False
        return bool((self.game.legal_codes() == packed(decision)).any())

    def apply(self, decision: Decision) -> list[Line]:
        """Carry out a legal decision; return the lines it gave, with the luck of the streams."""
        sizes = self.game.state.hand_size
        first = self._swaps_first(decision)
        if first is not None:
            sizes[first] += 1
        self._recorder.apply(packed(decision))
        if first is not None:
            sizes[first] -= 1
        return self.lines()

    def _swaps_first(self, decision: Decision) -> int | None:
        """Return the seat that would swap first if the decision leads to a fight."""
        state = self.game.state
        if decision.kind is Kind.ATTACK:
            sides = int(state.active), decision.y
        elif self.point in (Point.WITHDRAW, Point.KEEP_OUT, Point.SWAP):
            sides = int(state.side_seat[ATTACKER]), int(state.side_seat[DEFENDER])
        else:
            return None
        return sides[DEFENDER if self.game.tables.swaps_last[sides[ATTACKER]] else ATTACKER]

    def exchange_tiles(
        self, seat: int, drawn: Sequence[Unit], told: Sequence[Unit]
    ) -> tuple[Unit, ...]:
        """Put the tiles told in the hand instead of those just drawn.

        Returns
        -------
        tuple of Unit
            The tiles that the bag does not hold; empty when the exchange is made.
        """
        state, pips = self.game.state, self.game.tables.pips
        gained, given = Counter(told) - Counter(drawn), Counter(drawn) - Counter(told)
        missing = [unit for unit, count in gained.items() if count > state.bag[seat, unit]]
        if missing:
            return tuple(missing)
        for units, sign in ((gained, 1), (given, -1)):
            for unit, count in units.items():
                state.hand[seat, unit] += sign * count
                state.bag[seat, unit] -= sign * count
                state.hand_pips[seat] += sign * count * pips[seat, unit]
        return ()

    def set_combat_tiles(self, seat: int, tiles: Sequence[int]) -> None:
        """Let a side of the battle have drawn these tiles; it has not swapped yet."""
        state = self.game.state
        for side in range(SIDES):
            if state.side_seat[side] == seat:
                state.drawn[side, :] = 0
                state.drawn[side, DRAWN - len(tiles) :] = sorted(tiles)
