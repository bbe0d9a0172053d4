"""All games as Python games of OpenSpiel. Importing this module registers them by their ids.

Chance is explicit: a chance node lists its outcomes and their probabilities. Actions are those of
the fixed action space, so an action means the same for every seat. A player's observation is the
flat observation of `environments.game_table`.

An information state is everything that a player has seen and done, as a string; see `recalling`.
Playthroughs have no maximum length, so there is no information state tensor; asking for one is an
error. OpenSpiel copies, serializes and pickles states by their history.

Examples
--------
>>> import pyspiel  # doctest: +SKIP
>>> import bloodstones.environments.open_spiel  # doctest: +SKIP
>>> pyspiel.load_game("bellum_magica(players=3)").num_players()  # doctest: +SKIP
3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyspiel

from bloodstones.core.errors import InputError
from bloodstones.core.extras import require_extra
from bloodstones.core.kernels.layout import Array
from bloodstones.environments.game_table import (
    GameTable,
    TableSetup,
    declared_by,
    is_environment,
    table_of,
)
from bloodstones.games.registry import GAMES, game_entry
from bloodstones.kit.playthrough import Playthrough

MOVE = "|"  # before each move that the seat knows of
OWN = "!"


class Recall:
    """What every seat recalls, worked out as far as it has been asked for.

    Parameters
    ----------
    table
        Of the playthrough.
    beginning
        The playthrough before the first move; it is copied when it is needed.
    """

    def __init__(self, table: GameTable, beginning: Playthrough) -> None:
        self.table = table
        self._at = beginning
        self._moves = 0  # of the history up to `_at`
        self._parts: tuple[list[str], ...] = ()
        self._seen: list[Array] = []  # by seat what it saw last

    def copy(self) -> Recall:
        """Return one that goes its own way."""
        twin = Recall(self.table, self._at.copy() if self._parts else self._at)
        twin._moves = self._moves
        twin._parts = tuple(parts.copy() for parts in self._parts)
        twin._seen = self._seen.copy()
        return twin

    def text(self, history: Sequence[int], seat: int) -> str:
        """Return what a seat recalls of a history that continues the one of the call before.

        Parameters
        ----------
        history
            Actions of seats, and places of outcomes among those of chance.
        seat
            Whose information state.
        """
        seats = range(self.table.players)
        if not self._parts:
            self._at = self._at.copy()
            self._seen = [self.table.observe(self._at.state, each) for each in seats]
            self._parts = tuple([" ".join(map(str, row.tolist()))] for row in self._seen)
        for action in history[self._moves :]:
            decider = -1 if self._at.is_chance else self._at.decider
            self._at.apply_code(self.table.code(self._at, action))
            for each in seats:
                row = self.table.observe(self._at.state, each)
                places = np.flatnonzero(row != self._seen[each]).tolist()
                changes = [f"{place}={row[place]}" for place in places]
                chosen = [f"{OWN}{action}"] if each == decider else []
                if chosen or changes:
                    self._parts[each].append(" ".join((MOVE, *chosen, *changes)))
                self._seen[each] = row
        self._moves = len(history)
        return " ".join(self._parts[seat])


require_extra("open-spiel")

FEWEST, MOST = 2, 6  # players of any game
MOST_MOVES: Final = 1_000_000  # beyond the longest playthrough
APART: Final = ";"  # between roles


class _Played:
    """A playthrough and what is recalled of it; copied as the laboratory does, never pickled."""

    def __init__(self, game: Playthrough, recall: Recall) -> None:
        self.game, self.recall = game, recall

    def __deepcopy__(self, memo: object) -> _Played:
        return _Played(self.game.copy(), self.recall.copy())

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        return type(None), ()


class State(pyspiel.State):  # type: ignore[misc]
    """A position; see `pyspiel.State` for what its methods mean."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._begin(game)

    def _begin(self, game: Any) -> _Played:
        """Stand where a game begins."""
        beginning = game.beginning
        self._now: _Played | None = _Played(beginning.copy(), Recall(game.table, beginning))
        return self._now

    def _played(self) -> _Played:
        """Return the playthrough and what is recalled of it; of a pickle by its history, anew."""
        if self._now is not None:
            return self._now
        played = self._begin(self.get_game())
        for action in self.history():
            played.game.apply_code(self.table.code(played.game, action))
        return played

    @property
    def played(self) -> Playthrough:
        """The playthrough behind it."""
        return self._played().game

    def recalled(self, player: int) -> str:
        """Return all that a player has seen and done."""
        return self._played().recall.text(self.history(), player)

    @property
    def table(self) -> GameTable:
        """The table of the game."""
        table: GameTable = self.get_game().table
        return table

    def current_player(self) -> int:
        """Return who decides, chance and the end included."""
        if self.played.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.played.is_chance else self.played.decider

    def _legal_actions(self, player: int) -> list[int]:
        """Return the actions of a player, ascending."""
        actions: list[int] = sorted(self.table.legal(self.played).tolist())
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, by its place among the outcomes, and the probabilities."""
        weights = self.played.weighted_outcomes()[1]
        total = int(weights.sum())
        return [(place, weight / total) for place, weight in enumerate(weights.tolist())]

    def _apply_action(self, action: int) -> None:
        """Carry out an action or an outcome."""
        self.played.apply_code(self.table.code(self.played, action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.played.engine.unpack(self.table.code(self.played, action)))
        return self.table.actions.describe(action)

    def is_terminal(self) -> bool:
        """Return whether it is the end."""
        return self.played.over

    def returns(self) -> list[float]:
        """Return the win credit of every player: 1/k for each of k winners, 0 for others."""
        return list(self.played.returns())

    def __str__(self) -> str:
        return f"turn {int(self.played.state.turn)}, point {int(self.played.state.point)}"


class Observer:
    """Writes what a player sees into a flat tensor, see `open_spiel.python.observation`."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self.tensor = np.zeros(table.observations.size, np.float32)
        self.dict: Mapping[str, Array] = table.observations.named(self.tensor)

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees."""
        self.tensor[:] = self._table.observe(state.played.state, player)

    def string_from(self, state: State, player: int) -> str:
        """Return what a player sees as a line of numbers."""
        return " ".join(map(str, self._table.observe(state.played.state, player).tolist()))


class Recaller:
    """Describes information states, see `recalling`; as a string alone."""

    def __init__(self) -> None:
        self.tensor: Array | None = None
        self.dict: Mapping[str, Array] = {}

    def set_from(self, state: State, player: int) -> None:
        """Raise InputError: there is no such tensor."""
        raise InputError(
            "expected a string of the information state, or a tensor of the observation, got a "
            "tensor of the information state: histories have no longest length"
        )

    def string_from(self, state: State, player: int) -> str:
        """Return all that a player has seen and done."""
        return state.recalled(player)


def _type_of(game: str) -> Any:
    """Return what OpenSpiel asks of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=game,
        long_name=game_entry(game).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST,
        min_num_players=FEWEST,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": declared_by(game).players,
            "board": "",
            "roles": "",
        },
    )


def _class_of(game: str, game_type: Any) -> type:
    """Return the class of a game that OpenSpiel makes its objects of."""

    class Game(pyspiel.Game):  # type: ignore[misc]
        """A game of the laboratory at one table."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            settings = dict(params or {})
            roles = str(settings.get("roles", ""))
            asked = TableSetup(
                settings.get("players"),
                str(settings.get("board", "")) or None,
                tuple(roles.split(APART)) if roles else None,
            )
            self.table = table_of(game, asked)
            self.beginning = self.table.playthrough(0, 0, scripted_chance=True)
            engine = self.table.seating.deciders.engine
            info = pyspiel.GameInfo(
                num_distinct_actions=self.table.actions.size,
                max_chance_outcomes=engine.most_decisions,
                num_players=self.table.players,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0,
                max_game_length=MOST_MOVES,
            )
            super().__init__(game_type, info, settings)

        def new_initial_state(self) -> State:
            """Return the beginning."""
            return State(self)

        def max_chance_nodes_in_history(self) -> int:
            """Return more than any playthrough has."""
            return MOST_MOVES

        def make_py_observer(
            self, iig_obs_type: Any = None, params: Any = None
        ) -> Observer | Recaller:
            """Return what writes the observations of players, or says all that they recall."""
            recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
            return Recaller() if recalls else Observer(self.table)

    return Game


def register() -> tuple[str, ...]:
    """Register every game that is an environment; return their names."""
    names = tuple(game for game in GAMES if is_environment(game))
    for game in names:
        if game not in pyspiel.registered_names():
            game_type = _type_of(game)
            pyspiel.register_game(game_type, _class_of(game, game_type))
    return names


NAMES: Final = register()
