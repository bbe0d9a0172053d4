"""The names that help texts list, from the data of the rules."""

from __future__ import annotations

from bloodstones.core.help_columns import columns
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset

FEWEST = 2  # players, of a faction that sits at every table


def factions_listed(with_players: bool = False) -> str:
    """Return the factions, each with the fewest players of a game with it if these are many.

    >>> print(factions_listed())
    factions   dragon_riders  horse_lords  hill_folk  necromancers
               chaos_horde  corsairs
    """
    names = []
    for faction in Faction:
        least = load_ruleset().factions[faction].min_players
        more = f" ({least} players)" if with_players and least > FEWEST else ""
        names.append(f"{faction.id}{more}")
    return columns("factions", names)


def units_listed() -> str:
    """Return the unit types that a force may have.

    >>> print(units_listed())
    units      skirmisher swordsman axeman shieldbearer cavalry lizardman
               goblin raider horde siege_engine leader ship castle dragon
               giant necromancer citadel undead cutiecorn
    """
    return columns("units", [unit.id for unit in Unit if unit is not Unit.BLANK], between=" ")
