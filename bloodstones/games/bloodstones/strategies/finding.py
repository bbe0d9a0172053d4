"""Every strategy by its name: scripted, restricted, searching, or a user's class in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.strategies.droppable import RAIDS, THINGS, thing_of
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.kit.players.searchers import find_searcher
from bloodstones.kit.players.strategy import SEARCHING, Family, Strategy

RESTRICTED: Final = (Family.SCRIPTED, *SEARCHING)


def restricted(name: str, strategies: Mapping[str, Strategy], where: str) -> Strategy | None:
    """Return the strategy `BASE_without_THING`; None for a name of another form.

    Parameters
    ----------
    name
        BASE is a scripted strategy or a searching one, perhaps with its budget; the policies of
        a searching one are restricted. THING is a unit, `undead` (none rise), `raids` (no tile is
        spent on villages of others) or `specialty` (by faction, see `droppable.SPECIALTIES`).
    strategies
        The strategies by id.
    where
        Names the argument for the error.

    Raises
    ------
    InputError
        For an unknown base or thing, or a base that does not decide by a script.
    """
    base, mark, thing = name.rpartition(WITHOUT)
    if not mark:
        return None
    plan = strategies.get(base) or find_searcher(PLANS, base, where)
    if plan is None or plan.family not in RESTRICTED:
        tip = near_matches(base, strategies) or "bloodstones strategies"
        raise expected(f"a scripted or searching strategy before {WITHOUT}", base, where, tip)
    if thing not in THINGS:
        tip = near_matches(thing, THINGS) or f"known: {', '.join(THINGS)}"
        raise expected("a unit, undead, raids or specialty", thing, where, tip)
    barred = {faction.id: _masks(thing_of(thing, faction)) for faction in Faction}
    return replace(
        plan,
        id=name,
        title=f"{plan.title}; without {thing.replace('_', ' ')}",
        barred=MappingProxyType(barred),
        policies=tuple(f"{policy}{mark}{thing}" for policy in plan.policies),
    )


def _masks(thing: str) -> tuple[int, int]:
    """Return the barred units and the barred kinds of decisions, a bit for each."""
    if thing == RAIDS:
        return 0, 1 << Kind.RAID_TILE
    if thing == Unit.UNDEAD.id:
        return 0, 1 << Kind.RAISE
    return 1 << Unit.parse(thing, WITHOUT), 0


FINDER: Final = Finder(PLANS, restricted)


def shipped() -> Mapping[str, Strategy]:
    """Return all shipped strategies by id: scripted ones, then searching ones.

    >>> list(shipped())[:4]
    ['random', 'greedy', 'builder', 'raider']
    """
    return FINDER.shipped()


def find_strategy(name: str, where: str) -> Strategy:
    """Return the strategy called `name`; for the names see `kit.players.finder.Finder.find`.

    Parameters
    ----------
    name
        Of a shipped, restricted, searching, preset or Python strategy.
    where
        Names the argument for the error.

    Raises
    ------
    InputError
        If there is no such strategy; with near matches.

    Examples
    --------
    >>> find_strategy("ismcts_128", "here").weights["simulations"]
    128.0
    """
    return FINDER.find(name, where)
