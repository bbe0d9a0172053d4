"""What tiles without a unit type are worth to their faction (BS-TILE-04): with them and without.

A blank tile can never be built or founded, but has the pips to march, raid, settle or swap. Each
measure is taken over the faction's tiles as they are, and again as if the blank ones did not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from bloodstones.core.html_tables import chance_text, html_table, mean_text, words
from bloodstones.games.bloodstones.draws.opening import opening
from bloodstones.games.bloodstones.draws.tiles import grouped
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset, Tile
from bloodstones.odds.distribution import Distribution
from bloodstones.odds.hypergeometric import hands, wanted_drawn


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with the blank tiles and without them.

    Attributes
    ----------
    name
        What is measured, as a key: lower case and underscores.
    chance
        Whether it is a chance (0 to 1), else a mean.
    """

    name: str
    chance: bool
    with_blanks: Fraction
    without: Fraction

    @property
    def shift(self) -> Fraction:
        """What the blank tiles add."""
        return self.with_blanks - self.without


@dataclass(frozen=True, slots=True)
class Blanks:
    """The blank tiles of a faction.

    Attributes
    ----------
    count
        How many there are.
    held
        How many are in a full hand drawn from the full bag.
    measures
        What changes without them.
    """

    count: int
    held: Distribution
    measures: tuple[Measure, ...]

    def _repr_html_(self) -> str:
        """Return the measures with and without blank tiles for a notebook."""
        rows = []
        for measure in self.measures:
            write = chance_text if measure.chance else mean_text
            numbers = (measure.with_blanks, measure.without, measure.shift)
            rows.append((words(measure.name), *map(write, numbers)))
        header = ("measure", f"with {self.count} blank tiles", "without", "they add")
        return html_table("Blank tiles", header, rows)


def worth_of_blanks(faction: Faction, ruleset: Ruleset | None = None) -> Blanks:
    """Return what the blank tiles change; a full hand is one drawn from the full bag.

    The measures: chance to leave founding points unused, units founded at best, chance of a full
    hand in which nothing can be built, pips in a full hand, chance that it holds a tile of the
    highest pips, and the chance to win an even battle (no modifiers, equal numbers, the enemy
    without a hand) when such a hand is swapped greedily.

    Raises
    ------
    InputError
        If the faction has too few other tiles for a starting hand.

    Examples
    --------
    >>> blanks = worth_of_blanks(Faction.HORSE_LORDS)
    >>> blanks.count, [measure.name for measure in blanks.measures][:2]
    (3, ['founding_points_unused', 'units_founded'])
    """
    rules = ruleset or load_ruleset()
    other = without(rules, faction, Unit.BLANK)
    count = rules.tiles_per_faction - other.tiles_per_faction
    limit = rules.factions[faction].hand_limit
    highest = max(tile.pips for tile in rules.factions[faction].tiles.values() if tile.count)

    def measure(name: str, chance: bool, of: Callable[[Ruleset], Fraction]) -> Measure:
        return Measure(name, chance, of(rules), of(other))

    return Blanks(
        count,
        wanted_drawn(count, other.tiles_per_faction, limit),
        (
            measure("founding_points_unused", True, lambda r: _points_unused(faction, r)),
            measure("units_founded", False, lambda r: opening(faction, ruleset=r).units.mean()),
            measure("nothing_to_build", True, lambda r: nothing_to_build(faction, r)),
            measure("pips_in_hand", False, lambda r: _pips(faction, r)),
            measure(f"tile_of_{highest}_pips_in_hand", True, lambda r: _has(faction, highest, r)),
            measure("even_battle_won", True, lambda r: even_battle(faction, r)),
        ),
    )


def without(rules: Ruleset, faction: Faction, unit: Unit) -> Ruleset:
    """Return the rules as if the faction had no such tiles; only its own draws make sense then."""
    definition = rules.factions[faction]
    tiles = MappingProxyType(
        {kind: tile for kind, tile in definition.tiles.items() if kind is not unit}
    )
    factions = MappingProxyType({**rules.factions, faction: replace(definition, tiles=tiles)})
    left = sum(tile.count for tile in tiles.values())
    return replace(rules, factions=factions, tiles_per_faction=left)


def nothing_to_build(faction: Faction, ruleset: Ruleset | None = None) -> Fraction:
    """Return the chance of a full hand in which no tile can be built from the others (BS-BUILD-01).

    >>> float(nothing_to_build(Faction.CORSAIRS))
    0.0
    """
    rules = ruleset or load_ruleset()
    limit = rules.factions[faction].hand_limit

    def key(tile: Tile) -> tuple[bool]:
        return (tile.cost is not None and tile.cost < limit,)

    kinds = grouped(faction, rules, key)
    return wanted_drawn(kinds.get((False,), 0), kinds.get((True,), 0), limit).probability(limit)


def even_battle(faction: Faction, ruleset: Ruleset | None = None) -> Fraction:
    """Return the chance to win an even battle with a full hand swapped greedily.

    Both sides draw the smaller number of combat tiles, without modifiers and shieldbearers; the
    enemy has no hand.

    >>> even_battle(Faction.CORSAIRS) > Fraction(1, 2)
    True
    """
    rules = ruleset or load_ruleset()
    tiles = Tiles.of(rules)
    kinds = _by_pips(faction, rules)
    even = Numbers(tiles, tiles.fewer, tiles.fewer, 0, False)
    total, all_ways = Fraction(), 0
    for hand, ways in hands(tuple(kinds.values()), rules.factions[faction].hand_limit):
        pips = tuple(
            worth
            for worth, n in zip(reversed(kinds), reversed(hand), strict=True)
            for _ in range(n)
        )
        total += ways * attacker_wins(even, pips)
        all_ways += ways
    return total / all_ways


def _by_pips(faction: Faction, rules: Ruleset) -> dict[int, int]:
    kinds = grouped(faction, rules, lambda tile: (tile.pips,))
    return {pips: count for (pips,), count in kinds.items()}


def _points_unused(faction: Faction, rules: Ruleset) -> Fraction:
    return 1 - opening(faction, ruleset=rules).points.at_least(rules.founding_points)


def _pips(faction: Faction, rules: Ruleset) -> Fraction:
    kinds = _by_pips(faction, rules)
    total = sum(pips * count for pips, count in kinds.items())
    return Fraction(rules.factions[faction].hand_limit * total, sum(kinds.values()))


def _has(faction: Faction, pips: int, rules: Ruleset) -> Fraction:
    kinds = _by_pips(faction, rules)
    mine = kinds.get(pips, 0)
    limit = rules.factions[faction].hand_limit
    return wanted_drawn(mine, sum(kinds.values()) - mine, limit).at_least(1)
