"""What a battle costs both sides on average: VP given, units and hand tiles lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bloodstones.games.bloodstones.odds.battle import BattleOdds, SideOdds
from bloodstones.games.bloodstones.odds.ends import Number, battle_ends
from bloodstones.games.bloodstones.odds.fight import Hand, Tiles
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class SideLosses:
    """What one side loses.

    Attributes
    ----------
    casualties
        Units that it loses if it is beaten and may retreat (BS-COMBAT-35, -36).
    leaving
        Units that leave the map if it wins (BS-COMBAT-40).
    units
        Units lost on average, with a legal retreat, those that leave included.
    units_cornered
        The same without a legal retreat: a beaten side loses all (BS-COMBAT-38).
    tiles, pips
        Hand tiles swapped in on average, and their pips.
    """

    casualties: int
    leaving: int
    units: Number
    units_cornered: Number
    tiles: Number
    pips: Number


@dataclass(frozen=True, slots=True)
class Losses:
    """What both sides lose in a battle on average."""

    attacker: SideLosses
    defender: SideLosses


def expected_losses(odds: BattleOdds, ruleset: Ruleset | None = None) -> Losses:
    """Return what both sides lose on average in a battle that is fought.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.battle import battle_odds
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> forces = "dragon_riders: dragon, cavalry", "horse_lords: castle, swordsman*2"
    >>> attacker, defender = (parse_force(text, "force") for text in forces)
    >>> odds = battle_odds(attacker, defender, Terrain.HILLS)
    >>> losses = expected_losses(odds)
    >>> losses.attacker.units == odds.p_attacker * 1 + odds.p_defender * 1
    True
    >>> losses.defender.units_cornered == 3 * odds.p_attacker
    True
    """
    rules = ruleset or load_ruleset()
    ends = battle_ends(odds, Tiles.of(rules))
    ours = [(end.attacker_hand, chance) for end, chance in ends.items()]
    theirs = [(end.defender_hand, chance) for end, chance in ends.items()]
    leaving = sum(n for unit, n in _counts(odds.attacker) if rules.units[unit].leaves_after_victory)
    return Losses(
        _side(odds.attacker, odds.p_defender, leaving, _spent(odds.attacker, ours), rules),
        _side(odds.defender, odds.p_attacker, 0, _spent(odds.defender, theirs), rules),
    )


def casualties(force: Force, rules: Ruleset) -> int:
    """Return how many units a beaten force loses if it may retreat (BS-COMBAT-35, -36).

    A Cutiecorn goes to the winner besides (BS-CUTIE-08).

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> forces = "hill_folk: giant*2", "hill_folk: castle*2, citadel, giant"
    >>> [casualties(parse_force(text, "force"), load_ruleset()) for text in forces]
    [1, 3]
    """
    walls = sum(n for unit, n in force.counts.items() if rules.units[unit].fortification)
    passed = force.counts.get(Unit.CUTIECORN, 0)
    return (walls or min(1, force.units - passed)) + passed


def _counts(side: SideOdds) -> list[tuple[Unit, int]]:
    return list(side.force.counts.items())


def _spent(side: SideOdds, left: Sequence[tuple[Hand, Number]]) -> tuple[Number, Number]:
    """Return tiles and pips that a side spends on average, from the hands that are left."""
    zero: Number = Fraction()
    tiles = sum((chance * (len(side.hand) - len(hand)) for hand, chance in left), zero)
    pips = sum((chance * (sum(side.hand) - sum(hand)) for hand, chance in left), zero)
    return tiles, pips


def _side(
    side: SideOdds, p_beaten: Number, leaving: int, spent: tuple[Number, Number], rules: Ruleset
) -> SideLosses:
    falls = casualties(side.force, rules)
    left = leaving * (1 - p_beaten)
    return SideLosses(falls, leaving, p_beaten * falls + left, p_beaten * side.units + left, *spent)
