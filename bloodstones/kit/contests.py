"""Contests for tuning: which parameters may change, who wins, and what a change costs in work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.tunable import TunableParameter, Weights
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.kit.kernels import strategy_stream
from bloodstones.kit.parts import Strategies
from bloodstones.kit.players import searchers
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import SEARCHING, Family, Strategy
from bloodstones.kit.search.player import A_ROUND, SearchPlayer

WHERE: Final = "tuning"
BUDGET: Final = "simulations"  # of a searching strategy: how much it may do for a decision
LEAST_BUDGET: Final = 2  # a search compares two candidates, or nothing
HORIZON: Final = "horizon"


def parameters(
    finder: Finder, strategy: str, fixed: Sequence[str] = ()
) -> tuple[TunableParameter, ...]:
    """Return what may change in a strategy, see `core.contract.tunable.Tunable`.

    Of a searching strategy these are the parameters with a range for tuning that its family reads
    and whose present value lies in that range.

    Parameters
    ----------
    finder
        Of the game's strategies.
    strategy
        An id, or the name of a preset.
    fixed
        The parameters of scripts that tuning leaves alone.

    Raises
    ------
    InputError
        For a strategy that decides neither by a script nor by search.
    """
    found = finder.find(strategy, WHERE)
    if found.family in SEARCHING:
        return _searched(found)
    if found.family is not Family.SCRIPTED:
        wanted = f"expected a scripted strategy or one that searches, got {strategy!r} ({WHERE})"
        raise InputError(wanted, "bloodstones strategies")
    return tuple(
        TunableParameter(each.name, each.low, each.high)
        for each in finder.plans.parameters().values()
        if each.name not in fixed
    )


def _searched(strategy: Strategy) -> tuple[TunableParameter, ...]:
    """Return what may change in a searching strategy."""
    found = []
    for each in searchers.parameters().values():
        if each.tuned and each.family in ("", strategy.family.id):
            low, high = each.tuned
            value = strategy.weights[each.name]
            if low <= value <= high or (each.name == HORIZON and value == A_ROUND):
                whole = each.unit in searchers.COUNTED
                found.append(TunableParameter(each.name, low, high, whole))
    return tuple(found)


def weights(finder: Finder, strategy: str, role: str, players: int) -> Weights:
    """Return the parameters with which a strategy plays a role at a table of so many.

    Parameters
    ----------
    finder
        Of the game's strategies.
    strategy
        An id, or the name of a preset.
    role
        "" for the weights of no particular role.
    players
        At the table; from `Strategy.crowd` on a strategy may have other weights. A horizon of a
        turn of every seat is one of so many turns.

    Raises
    ------
    InputError
        For an unknown strategy.
    """
    found = finder.find(strategy, WHERE)
    plain = found.weights_of(role, players)
    if found.family in SEARCHING and plain[HORIZON] == A_ROUND:
        return {**plain, HORIZON: float(players)}
    return plain


def budget(finder: Finder, strategy: str) -> TunableParameter | None:
    """Return the parameter that is the budget of a strategy, None for one without a budget.

    Parameters
    ----------
    finder
        Of the game's strategies.
    strategy
        An id, or the name of a preset.

    Raises
    ------
    InputError
        For an unknown strategy.
    """
    if finder.find(strategy, WHERE).family not in SEARCHING:
        return None
    return TunableParameter(BUDGET, LEAST_BUDGET, searchers.parameters()[BUDGET].high, whole=True)


def changed_seating(
    seating: Seating,
    setup: Setup,
    changed: Mapping[int, Weights],
    declared: Strategies,
    names: type[Name],
) -> Seating:
    """Return a table at which some seats play with other parameters.

    Parameters
    ----------
    seating
        The table; it stays as it is.
    setup
        Of the table.
    changed
        Seat -> parameters in place of those of the strategy that sits there.
    declared
        The strategies of the game: how parameters of scripts are packed.
    names
        What kernels call these, in the order of `weight`.
    """
    players: list[Any] = list(seating.players)
    policy: Any = declared.policy.copy(seating.policy)
    for place, values in changed.items():
        player = players[place]
        if isinstance(player, SearchPlayer):
            players[place] = player.changed(values)
        elif declared.put is not None:
            declared.put(policy, place, setup.seats[place].role, values)
        else:
            for name, value in values.items():
                policy.weight[place, names[name.upper()]] = value
    return replace(seating, policy=policy, players=tuple(players))


class WatchedSearch:
    """A searching player; at each of its decisions another one decides beside it, for nothing.

    Parameters
    ----------
    player
        Whose choices are played.
    beside
        Whose work is counted (`SearchPlayer.work_done`). It sees what the player sees, and its luck
        and memory are those of the seat; its changes to them are undone.
    """

    def __init__(self, player: SearchPlayer, beside: SearchPlayer) -> None:
        self._player = player
        self.beside = beside

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of the player's choice, see `seating.Player`."""
        seat, stream = int(s.decider), strategy_stream(s) + int(s.decider)
        memory, luck = s.memory[seat].copy(), s.streams[stream].copy()
        self.beside.index(s, legal.copy(), n)
        s.memory[seat, :], s.streams[stream, :] = memory, luck
        return self._player.index(s, legal, n)


def watched_seating(seating: Seating, seat: int, values: Weights) -> tuple[Seating, SearchPlayer]:
    """Return a table at which a search with other parameters decides beside a seat's player.

    Parameters
    ----------
    seating
        The table; it stays as it is.
    seat
        Of a searching strategy.
    values
        Parameters in place of those of the strategy that sits there.

    Returns
    -------
    seating
        The table.
    player
        The search with those parameters.

    Raises
    ------
    InputError
        If no searching strategy sits there.
    """
    player = seating.players[seat]
    if not isinstance(player, SearchPlayer):
        raise InputError(f"expected a searching strategy whose work can be measured ({WHERE})")
    beside = player.changed(values)
    players: list[Any] = list(seating.players)
    players[seat] = WatchedSearch(player, beside)
    return replace(seating, players=tuple(players)), beside
