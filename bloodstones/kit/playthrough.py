"""One playthrough of any game for Python code: what may happen, what happens, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.errors import RunError, expected
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key

MOST_SHOWN = 8

Written = Callable[[Any], str]


class Playthrough:
    """A playthrough from its start to its end.

    Parameters
    ----------
    engine, tables
        The kernels of the game and the packed rules of the setup.
    seats
        How many play.
    key
        What the random streams are keyed by, from `streams.game_key`.
    notation
        Writes its position in one line, for errors.
    scripted_chance
        False: chance is drawn from the streams at once, and only seats decide. True: the
        playthrough stops where chance moves (`is_chance`), and `apply` takes an outcome, from
        `chance_outcomes`, from `draw`, or from a record.

    Attributes
    ----------
    setup
        What is played, where `Game.playthrough` or `Game.position` made it; else None.
    deal
        `(state)`: deals again, by the luck of a state, what a position left open; None where it
        left nothing open.

    Raises
    ------
    RunError
        If the setup turns out to be impossible.
    """

    def __init__(
        self,
        engine: Engine,
        tables: Any,
        seats: int,
        key: Array,
        scripted_chance: bool = False,
        notation: Written | None = None,
    ) -> None:
        self.engine = engine
        self.tables = tables
        self.seats = seats
        self.scripted_chance = scripted_chance
        self.notation = notation
        self.setup: Any = None
        self.deal: Callable[[Any], None] | None = None
        self.state: Any = engine.state.new()
        self.buffer = np.zeros(engine.most_decisions, np.int32)
        engine.start(self.state, tables, key, self.buffer)
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return bool(self.state.point == 0)

    @property
    def is_chance(self) -> bool:
        """Whether chance moves now; never, unless outcomes are scripted_chance."""
        return bool(self.engine.is_chance(self.state))

    @property
    def decider(self) -> int:
        """The seat that must decide now."""
        return int(self.state.decider)

    @property
    def ending(self) -> Any:
        """Why it ended, a member of the game's endings."""
        return self.engine.endings(int(self.state.ending))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats, several if they share the victory; none before the end."""
        return tuple(seat for seat in range(self.seats) if self.state.rank[seat] == 1)

    def returns(self) -> tuple[float, ...]:
        """Return the win credit of every seat: 1/k for each of k winners, 0 for others.

        All 0 before the end.
        """
        winners = self.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats))

    def legal_codes(self) -> Array:
        """Return the legal decisions of the decider, packed: int32 array, a fresh copy."""
        count = self.engine.legal(self.state, self.tables, self.buffer)
        return self.buffer[:count].copy()

    def legal(self) -> list[Any]:
        """Return the legal decisions of the decider, in a fixed order; none where chance moves."""
        return [self.engine.unpack(code) for code in self.legal_codes().tolist()]

    def weighted_outcomes(self) -> tuple[Array, Array]:
        """Return what chance may do, packed, and the weights: int32 and int64 arrays."""
        weights = np.zeros(self.engine.most_decisions, np.int64)
        count = self.engine.outcomes(self.state, self.tables, self.buffer, weights)
        return self.buffer[:count].copy(), weights[:count]

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return what chance may do now with its probabilities; nothing where a seat decides."""
        codes, weights = self.weighted_outcomes()
        total = int(weights.sum())
        return [
            (self.engine.unpack(code), Fraction(weight, total))
            for code, weight in zip(codes.tolist(), weights.tolist(), strict=True)
        ]

    def draw(self) -> Any:
        """Return an outcome drawn from the keyed stream for it; `apply` carries it out.

        Raises
        ------
        InputError
            Where chance does not move.
        """
        if not self.is_chance:
            raise expected("a point where chance moves", "a decision", "draw")
        return self.engine.unpack(int(self.engine.draw(self.state, self.tables)))

    def apply(self, decision: Any) -> None:
        """Carry out a decision or, where chance moves, an outcome.

        Raises
        ------
        InputError
            If it is not legal now; the playthrough stays as it was.
        """
        if not self.allows(decision.pack()):
            wanted = "a possible outcome" if self.is_chance else "a legal decision"
            raise expected(wanted, str(decision), *self._standing())
        self.apply_code(decision.pack())

    def allows(self, code: int) -> bool:
        """Whether a packed decision is legal, or an outcome possible."""
        codes = self.weighted_outcomes()[0] if self.is_chance else self.legal_codes()
        return bool((codes == code).any())

    def apply_code(self, code: int) -> None:
        """Carry out a packed decision or outcome known to be legal."""
        packed: Any = np.int32(code)  # as in the buffer: `apply` is compiled for one type
        self.engine.apply(self.state, self.tables, packed, self.buffer)
        self._go_on()

    def _go_on(self) -> None:
        """Let chance move, unless it is scripted, and check the engine's health."""
        while not self.scripted_chance and self.engine.is_chance(self.state):
            code: Any = np.int32(self.engine.draw(self.state, self.tables))
            self.engine.apply(self.state, self.tables, code, self.buffer)
        self.check()

    def check(self) -> None:
        """Raise RunError if the engine could not continue."""
        status = self.engine.statuses(int(self.state.status))
        if status != 0:
            raise RunError(f"the engine stopped: {status.id} (turn {int(self.state.turn)})")

    def _standing(self) -> tuple[str, str]:
        """Return where the playthrough stands, and a tip for an illegal decision."""
        where = f"turn {int(self.state.turn)}, seat {self.decider}"
        if self.notation is not None and not self.is_chance:
            return where, f"the position is {self.notation(self)}"
        codes = self.weighted_outcomes()[0] if self.is_chance else self.legal_codes()
        shown = [str(self.engine.unpack(code)) for code in codes[:MOST_SHOWN].tolist()]
        return where, f"possible now: {', '.join(shown)}"

    def copy(self) -> Self:
        """Return an independent copy, streams included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.engine.state.copy(self.state)
        twin.buffer = self.buffer.copy()
        return twin


class GamePlaythrough(Playthrough):
    """A playthrough of what a game read from a setup; a game's own class names its engine.

    Parameters
    ----------
    game_setup
        What the game read, see `kit.setups.GameSetup`.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.
    scripted_chance
        Whether it stops where chance moves, see `Playthrough`.
    tables
        The packed rules, if they are at hand.
    """

    ENGINE: ClassVar[Engine]

    def __init__(
        self,
        game_setup: Any,
        seed: int,
        label: str = "",
        replicate: int = 0,
        scripted_chance: bool = False,
        tables: Any = None,
    ) -> None:
        self.game_setup = game_setup
        self.seed = seed
        packed = game_setup.tables() if tables is None else tables
        key = game_key(seed, label, replicate)
        super().__init__(self.ENGINE, packed, game_setup.players, key, scripted_chance)
