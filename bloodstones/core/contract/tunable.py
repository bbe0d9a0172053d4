"""The contract between a game and tuning: which numbers of a strategy may change, and contests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bloodstones.core.contract.game import Game, Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TunableParameter:
    """A number of a strategy that tuning may change.

    Attributes
    ----------
    low, high
        The range in which it makes sense, `low` below `high`.
    whole
        Only whole numbers are meant.
    """

    name: str
    low: float
    high: float
    whole: bool = False


class Tunable(Game, Protocol):
    """A game whose strategies have parameters."""

    @property
    def every_role(self) -> tuple[str, ...]:
        """The ids of all roles; () if nobody has one."""

    def parameters(self, strategy: str) -> tuple[TunableParameter, ...]:
        """Return what may change in a strategy; InputError for one without parameters."""

    @property
    def large_table(self) -> int:
        """Players from which on strategies have parameters of their own for larger tables."""

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters by name with which a strategy plays a role among so many.

        Parameters
        ----------
        strategy
            With parameters.
        role
            "" or one without parameters of its own: those that all roles share.
        players
            At the table; from `large_table` on a strategy may have others.
        """

    def budget(self, strategy: str) -> TunableParameter | None:
        """Return the parameter that says how much a strategy may do for a decision; None without.

        Tuning does not search it: it sets it so that candidates do equal work (`count_work`). All
        roles have the same parameters then.
        """

    def count_work(
        self,
        setup: Setup,
        seat: int,
        weights: Weights,
        seed: int,
        label: str,
        replicates: range,
    ) -> NDArray[np.int64]:
        """Return the work of a strategy with other parameters, counted at the same decisions.

        The playthroughs go as the setup says. Wherever the strategy of the seat decides, it also
        decides with `weights`, which is not played: only its work counts. So it depends neither on
        a clock nor on how long its own playthroughs would be.

        Parameters
        ----------
        seat
            Of a strategy with a budget.
        weights
            In place of its parameters; those left out stay as they are.
        seed, label, replicates
            As in `contest`.

        Returns
        -------
        NDArray
            Shape (replicates,), in units of the strategy's own; time goes with them.
        """

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Play the replicates and return the win credit of every seat.

        Parameters
        ----------
        changed
            Seat -> parameters in place of those of the strategy that sits there.
        seed, label, replicates
            As in `Game.simulate`: the same ones give the same random numbers for any players.

        Returns
        -------
        NDArray
            Shape (replicates, seats): 1/k for each of k winners, else 0.
        """
