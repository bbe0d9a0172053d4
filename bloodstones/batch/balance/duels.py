"""Duels: one stronger player at a table of weaker ones, for the target skill."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bloodstones.batch.balance.aims import AGAINST, Aims
from bloodstones.batch.balance.definition import Balance
from bloodstones.batch.study.definition import EVERY
from bloodstones.batch.study.plan import Plan, make_plan
from bloodstones.core.contract.game import Game


def duels_of(balance: Balance, aims: Aims, game: Game, *, quick: bool = False) -> Plan | None:
    """Return the plan of the duels of a study, each pair of levels a level; None without any.

    Every line-up is played with the stronger player in each of its seats in turn.

    Parameters
    ----------
    balance
        Whose line-ups, boards and numbers of games hold; with its arms, if it has any.
    aims
        Of the study.
    game
        That is played.
    quick
        Whether the table `[quick]` of the file holds.
    """
    if not aims.duels:
        return None
    played: dict[str, Any] = {
        "levels": {name: ((weak, strong),) for name, (strong, weak) in aims.duels.items()},
        "strategies": None,
        "last_alone": True,
        "in_order": False,
    }
    if balance.games and EVERY not in balance.games:
        strong = {name: name.split(AGAINST)[0] for name in aims.duels}
        played["games"] = {name: balance.games[level] for name, level in strong.items()}
    duels = balance.model_copy(update=played)
    duels.__dict__.pop("every_arm", None)  # a copy keeps what was computed of its original
    return make_plan(duels, game, quick=quick)


def joined(plan: Plan, duels: Plan | None) -> Plan:
    """Return a plan with the duels behind its cells.

    Parameters
    ----------
    plan
        At its tables all play alike.
    duels
        None: the plan is left as it is.
    """
    if duels is None:
        return plan
    first = len(plan.cells)
    groups = tuple(
        replace(group, cells=tuple(first + cell for cell in group.cells)) for group in duels.groups
    )
    return replace(
        plan,
        cells=(*plan.cells, *duels.cells),
        groups=(*plan.groups, *groups),
        replicates=max(plan.replicates, duels.replicates),
    )
