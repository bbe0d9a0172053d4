"""One playthrough for Python code: decisions and chance through the same door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bloodstones.core.errors import RunError, expected
from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.bellum_magica.engine import turn
from bloodstones.games.bellum_magica.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.state import Ending, GameState, Point, Status
from bloodstones.games.bellum_magica.engine.tables import RuleTables, pack
from bloodstones.games.bellum_magica.rules.options import DEFAULTS, Readings
from bloodstones.games.bellum_magica.rules.reading import Ruleset


class Playthrough:
    """A playthrough from setup to the richest.

    Parameters
    ----------
    castles
        By seat the id of the castle board, "" to leave it to the rules.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.

    Examples
    --------
    >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
    >>> game = Playthrough(load_ruleset(), ["C1", "C2"], 7)
    >>> game.chance, len(game.outcomes())
    (True, 2)
    >>> game.draw()
    >>> game.chance, len(game.outcomes())
    (True, 10)
    """

    def __init__(
        self,
        rules: Ruleset,
        castles: Sequence[str],
        seed: int,
        label: str = "",
        replicate: int = 0,
        readings: Readings = DEFAULTS,
    ) -> None:
        self.rules = rules
        self.readings = readings
        self.tables: RuleTables = pack(rules, castles, readings)
        self.state: GameState = GameState.new()
        self.buffer: Array = np.zeros(MOST_DECISIONS, np.int32)
        self.weights: Array = np.zeros(MOST_DECISIONS, np.int64)
        turn.start(self.state, self.tables, game_key(seed, label, replicate), self.buffer)

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return bool(self.state.point == Point.OVER)

    @property
    def chance(self) -> bool:
        """Whether chance moves now."""
        return bool(turn.is_chance(self.state))

    @property
    def decider(self) -> int:
        """The seat that must decide now."""
        return int(self.state.decider)

    @property
    def ending(self) -> Ending:
        """Why it ended."""
        return Ending(int(self.state.ending))

    @property
    def scores(self) -> tuple[int, ...]:
        """The value of all chests by seat."""
        return tuple(worth_of(self.state, seat) for seat in range(self.tables.players))

    def legal(self) -> tuple[Decision, ...]:
        """The legal decisions of the decider."""
        n = turn.legal_decisions(self.state, self.tables, self.buffer)
        return tuple(Decision.unpack(int(code)) for code in self.buffer[:n])

    def outcomes(self) -> dict[Decision, int]:
        """The outcomes of the chance point with their weights."""
        if not self.chance:
            return {}
        n = turn.chance_outcomes(self.state, self.tables, self.buffer, self.weights)
        codes = (Decision.unpack(int(code)) for code in self.buffer[:n])
        return dict(zip(codes, self.weights[:n].tolist(), strict=True))

    def draw(self) -> None:
        """Let chance move."""
        self.apply_code(turn.draw_outcome(self.state, self.tables))

    def apply(self, decision: Decision) -> None:
        """Carry out a decision or an outcome.

        Raises
        ------
        InputError
            If it is neither legal nor possible now; the playthrough stays as it was.
        """
        known = self.outcomes() if self.chance else self.legal()
        if decision not in known:
            where = f"day {int(self.state.turn)}, {Point(int(self.state.point)).id}"
            raise expected("a legal decision", str(decision), where)
        self.apply_code(decision.pack())

    def apply_code(self, code: int) -> None:
        """Carry out a packed decision or outcome known to be possible."""
        packed: Any = np.int32(code)  # as in the buffer: `apply` is compiled for one type
        turn.apply(self.state, self.tables, packed, self.buffer)
        if self.state.status != Status.OK:
            told = Status(int(self.state.status)).id
            raise RunError(f"the engine stopped: {told} (day {int(self.state.turn)})")

    def copy(self) -> Playthrough:
        """Return an independent copy, streams included."""
        twin = object.__new__(Playthrough)
        twin.__dict__.update(self.__dict__)
        twin.state = GameState.copy(self.state)
        return twin
