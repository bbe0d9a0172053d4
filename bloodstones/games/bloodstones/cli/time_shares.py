"""Where the time of a playthrough goes: the kit's timing with the kernels of this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.cli.engine_speed import MAP, packed_game
from bloodstones.games.bloodstones.engine.playthrough import ENGINE, check_status
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.engine.turn import apply, legal_decisions
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.kit import profiling
from bloodstones.kit.profiling import SAMPLES, Share, Table, Timers


@entry
def list_again(kept: Array, index: int, repeats: int, t: RuleTables, out: Array) -> int:
    """List the legal decisions of a kept position again and again."""
    return profiling.list_again(legal_decisions, kept, index, repeats, t, out)


@entry
def choose_again(
    kept: Array, index: int, repeats: int, t: RuleTables, p: Policy, out: Array, n: int
) -> int:
    """Choose among the `n` listed decisions of a kept position again and again."""
    return profiling.choose_again(choose, kept, index, repeats, t, p, out, n)


@entry
def apply_again(
    kept: Array, index: int, repeats: int, t: RuleTables, choice: int, spare: Array, out: Array
) -> int:
    """Copy a kept position and carry out a decision in the copy, again and again."""
    return profiling.apply_again(apply, kept, index, repeats, t, choice, spare, out)


TIMERS: Final = Timers(list_again, choose_again, apply_again)


def time_shares(
    factions: Sequence[Faction], strategies: Sequence[str], samples: int = SAMPLES
) -> list[Share]:
    """Return what each kind of decision costs, see `kit.profiling.time_shares`.

    Parameters
    ----------
    factions
        By seat; on the map of `engine_speed`.
    strategies
        Ids of strategies, dealt to the seats in turn.
    samples
        Positions to time.
    """
    tables, policy = packed_game(factions, strategies)
    table = Table(
        ENGINE,
        choose,
        Point,
        tables,
        policy,
        lambda state: check_status(state, MAP),
    )
    return profiling.time_shares(table, TIMERS, samples)
