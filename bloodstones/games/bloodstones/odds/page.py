"""The rules of a battle as plain data, for a page that works out odds without this library.

Every number, table and reason comes from the functions that the odds themselves use: what a unit
adds in each circumstance, how many tiles a side draws, the sums that it may get, when the defender
may withdraw. A reader only has to look up, to add, and to follow the re-fights.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from bloodstones.games.bloodstones.odds.fight import Tiles, side_sums
from bloodstones.games.bloodstones.odds.force import CUTIECORNS, owned, standing_terrains
from bloodstones.games.bloodstones.odds.hands import NO_TILE, NOBODY, Swap, most_held
from bloodstones.games.bloodstones.odds.withdrawal import Facts, ruling
from bloodstones.games.bloodstones.rules.battle import (
    DEFENDER_WINS,
    clash_outcome,
    modifier,
    notional_cavalry,
    tiles_drawn,
)
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset, When
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS

BOTH: Final = (False, True)
# The facts of a withdrawal that are yes or no, in the order in which they number a ruling.
YES_OR_NO: Final = ("bars", "fortified", "frees", "sea", "corsairs", "ship")
CONDITIONS: Final[Mapping[str, str]] = {
    When.ALWAYS: "always",
    When.ATTACKING: "attacking",
    When.DEFENDING: "defending",
    When.PLAINS: "in plains",
    When.FOREST: "in forest",
    When.ENEMY_FORTIFIED: "against a castle or citadel",
}
# The first battle that the page shows, by the names of the command's options.
START: Final = (
    "terrain=plains&attacker=dragon_riders:cavalry,lizardman*2,leader"
    "&defender=horse_lords:swordsman,shieldbearer"
)


def page_data(rules: Ruleset) -> dict[str, Any]:
    """Return all that the odds of any battle take, ready for JSON.

    Returns
    -------
    dict
        `terrains`, `units`, `factions` by id; `tiles` (see `_tiles`); `withdrawal` (see
        `_withdrawal`); `vp_per_unit`; `most_hand` and `pips` (BS-SETUP-06, BS-TILE-01);
        `habits`, the swap models that need no solution, the default first; `home_unit`, which
        attacks only where it stands; `shared_unit`, of which only one side can have one; `start`,
        the battle shown first.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> data = page_data(load_ruleset())
    >>> data["factions"]["hill_folk"]["units"]["giant"]["most"], data["tiles"]["counted"]
    (2, 3)
    """
    return {
        "terrains": {terrain.id: terrain.id.capitalize() for terrain in Terrain},
        "units": {unit.id: _unit(unit, rules) for unit in sorted(rules.units)},
        "factions": {faction.id: _faction(faction, rules) for faction in Faction},
        "tiles": _tiles(rules),
        "withdrawal": _withdrawal(),
        "vp_per_unit": rules.vp_per_unit_beaten,
        "most_hand": rules.starting_hand,
        "pips": list(_all_pips()),
        "habits": {Swap.GREEDY: "swaps when it helps", Swap.NEVER: "keeps what it draws"},
        "home_unit": Unit.CITADEL.id,
        "shared_unit": {"unit": Unit.CUTIECORN.id, "most": CUTIECORNS},
        "start": START,
    }


def _unit(unit: Unit, rules: Ruleset) -> dict[str, Any]:
    """Return what a unit does; `modifier` by role, terrain and whether the enemy is fortified."""
    kind = rules.units[unit]
    return {
        "name": unit.id.replace("_", " ").capitalize(),
        "condition": CONDITIONS[kind.when],
        "modifier": {
            role.id: {
                terrain.id: [modifier(kind, role, terrain, walls) for walls in BOTH]
                for terrain in Terrain
            }
            for role in Role
        },
        "fortification": kind.fortification,
        "mounted": kind.mounted,
        "wins_ties": kind.wins_ties,
        "draws_more": kind.draws_more,
        "bars_withdrawal": kind.bars_withdrawal,
        "frees_withdrawal": kind.frees_withdrawal,
        "vp_when_taken": rules.cutiecorn_vp if unit is Unit.CUTIECORN else 0,
    }


def _faction(faction: Faction, rules: Ruleset) -> dict[str, Any]:
    """Return a faction with the units that it can have, how many and where they can be.

    `held`: how many tiles of 0, 1, 2, … pips it has; `pips`: those of its units that are tiles.
    """
    definition = rules.factions[faction]
    units = {}
    for unit in sorted(rules.units):
        most = owned(faction, unit, rules)
        if most:
            open_terrains = standing_terrains(faction, unit, rules)
            names = [terrain.id for terrain in Terrain if terrain in open_terrains]
            units[unit.id] = {"most": most, "terrains": names}
    return {
        "name": definition.name,
        "units": units,
        "pips": _pips(faction, rules),
        "held": [most_held(faction, pips, NOBODY, rules) for pips in (NO_TILE, *_all_pips())],
        "sea_battle_modifier": definition.sea_battle_modifier,
        "vp_per_victory": definition.vp_per_victory,
        "corsairs": faction is Faction.CORSAIRS,
    }


def _all_pips() -> range:
    return range(MIN_PIPS, MAX_PIPS + 1)


def _pips(faction: Faction, rules: Ruleset) -> dict[str, int]:
    """Return the pips of a faction's units that are tiles (BS-TILE-01)."""
    tiles = rules.factions[faction].tiles
    return {unit.id: tile.pips for unit, tile in sorted(tiles.items()) if tile.count}


def _tiles(rules: Ruleset) -> dict[str, Any]:
    """Return the tile rules of a fight.

    `drawn` says how many tiles a side draws: by whether it has fewer, as many or more units than
    its enemy, and whether one of its units draws more. `sums` holds the sums of a side by tiles
    drawn and best hand tile (0: none): those of the draws kept and of those swapped into, each as
    pairs of a sum and its ways. `tie` says whether the defender wins ties without and with a unit
    that does so.
    """
    tiles = Tiles.of(rules)
    numbers = {"fewer": (1, 2), "as_many": (1, 1), "more": (2, 1)}
    hand_tiles = (NO_TILE, *_all_pips())
    return {
        "counted": tiles.counted,
        "drawn": {
            name: [tiles_drawn(*units, more, tiles.more, tiles.fewer) for more in BOTH]
            for name, units in numbers.items()
        },
        "sums": {
            draws: [
                [list(sums.items()) for sums in side_sums(tiles, draws, best)]
                for best in hand_tiles
            ]
            for draws in sorted({tiles.fewer, tiles.more})
        },
        "tie": [clash_outcome(0, 0, wins) == DEFENDER_WINS for wins in BOTH],
    }


def _withdrawal() -> dict[str, Any]:
    """Return every ruling on a withdrawal (section 11, step 1).

    `facts` are yes or no. With one bit for each, the first the highest, and a last one for a
    defender with at least as much cavalry they number a place in `table`, which holds an index into
    `rulings`. `notional_cavalry`: what the attacker has besides its own, by the fact `ship`.
    """
    rulings: list[dict[str, Any]] = []
    table = []
    for *flags, enough in product(BOTH, repeat=len(YES_OR_NO) + 1):
        cavalry = (0, 1) if enough else (1, 0)
        facts = dict(zip(YES_OR_NO, flags, strict=True))
        verdict = ruling(Facts(cavalry=cavalry[0], own_cavalry=cavalry[1], **facts))
        entry = {
            "allowed": verdict.allowed,
            "reason": verdict.reason,
            "clause": verdict.clause,
        }
        if entry not in rulings:
            rulings.append(entry)
        table.append(rulings.index(entry))
    return {
        "facts": YES_OR_NO,
        "table": table,
        "rulings": rulings,
        "notional_cavalry": [notional_cavalry(ship) for ship in BOTH],
    }
