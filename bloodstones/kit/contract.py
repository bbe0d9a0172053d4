"""Parts of the contract of a game that are alike in many, see `core.contract.game` and `core.contract.tunable`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import expected
from bloodstones.kit import contests
from bloodstones.kit.players.finder import Finder


class Boardless:
    """A game without boards to choose from, for `players`."""

    players: range
    no_board = "no board in a game without one"

    def boards(self) -> tuple[str, ...]:
        """No boards."""
        return ()

    def players_on(self, board: str, data: str = "") -> range:
        """The numbers of players; InputError for a board, which cannot be chosen."""
        if board:
            raise expected(self.no_board, board, "board")
        return self.players

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The areas of a board: none."""
        self.players_on(board)
        return {}


class Tuned(Protocol):
    """A game whose strategies have parameters."""

    def finder_for(self, data: str = "") -> Finder:
        """Return what finds strategies by their names."""

    def parameters(self, strategy: str) -> tuple[Parameter, ...]:
        """Return what tuning may change in a strategy; InputError for one without parameters."""
        return contests.parameters(self.finder_for(), strategy)

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters with which a strategy plays a role at a table of so many."""
        return contests.weights(self.finder_for(), strategy, role, players)

    def code_of(self, strategy: str) -> str:
        """Return a hash of the file of a strategy or preset, "" for one that is shipped."""
        return self.finder_for().code_of(strategy)
