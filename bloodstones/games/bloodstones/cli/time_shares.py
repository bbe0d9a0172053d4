"""Where the time of a playthrough goes: the kit's timing with the kernels of this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.core.kernel import entry
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.cli.engine_speed import MAP, packed_game
from bloodstones.games.bloodstones.engine.decisions import MOST_DECISIONS
from bloodstones.games.bloodstones.engine.playthrough import check_status
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.kit import timeshare
from bloodstones.kit.timeshare import SAMPLES, Share, Table, Timers


@entry
def play_and_keep(
    s: GameState,
    t: RuleTables,
    p: Policy,
    key: Array,
    out: Array,
    kept: Array,
    taken: int,
    passed: int,
) -> int:
    """Play to the end and keep positions, see `kit.timeshare.play_and_keep`."""
    return timeshare.play_and_keep(
        start,
        legal_decisions,
        apply,
        is_chance,
        draw_outcome,
        choose,
        s,
        t,
        p,
        key,
        out,
        kept,
        taken,
        passed,
    )


@entry
def list_again(kept: Array, index: int, repeats: int, t: RuleTables, out: Array) -> int:
    """List the legal decisions of a kept position again and again."""
    return timeshare.list_again(legal_decisions, kept, index, repeats, t, out)


@entry
def choose_again(
    kept: Array, index: int, repeats: int, t: RuleTables, p: Policy, out: Array, n: int
) -> int:
    """Choose among the `n` listed decisions of a kept position again and again."""
    return timeshare.choose_again(choose, kept, index, repeats, t, p, out, n)


@entry
def apply_again(
    kept: Array, index: int, repeats: int, t: RuleTables, choice: int, spare: Array, out: Array
) -> int:
    """Copy a kept position and carry out a decision in the copy, again and again."""
    return timeshare.apply_again(apply, kept, index, repeats, t, choice, spare, out)


TIMERS: Final = Timers(play_and_keep, list_again, choose_again, apply_again)


def time_shares(
    factions: Sequence[Faction], strategies: Sequence[str], samples: int = SAMPLES
) -> list[Share]:
    """Return what each kind of decision costs, see `kit.timeshare.time_shares`.

    Parameters
    ----------
    factions
        By seat; on the map of `bench`.
    strategies
        Who plays them, taken in turn.
    samples
        Positions to time.
    """
    tables, policy = packed_game(factions, strategies)
    table = Table(
        GameState,
        Point,
        tables,
        policy,
        MOST_DECISIONS,
        lambda state: check_status(state, MAP),
    )
    return timeshare.time_shares(table, TIMERS, samples)
