"""How a battle ends and what that costs: winner, hands left, units and tiles lost, first fight.

Re-fights are in it: a tile swapped into a tie is gone in the next fight (BS-COMBAT-31), and one
swapped into the last fight is gone after it. The margin of a fight is the attacker's strength less
the defender's; 0 is a tie (BS-COMBAT-28 to -30).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from bloodstones.core.html_tables import chance_text, html_table
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.fight import End, Ends, Tiles, habit_ends, side_sums
from bloodstones.games.bloodstones.odds.hands import NO_TILE, Hand
from bloodstones.games.bloodstones.odds.sides import SideOdds, casualties, leaving
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Number
from bloodstones.odds.distribution import Distribution

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swap_play import Play

Chances = Mapping[int, Number]


def battle_ends(battle: Battle) -> Ends:
    """Return every end of a battle and its probability.

    The probabilities are exact fractions unless a side plays a mixed strategy, then floats.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> battle = Battle(*sides, Terrain.HILLS, attacker_hand=(3,))
    >>> ends = battle_ends(battle)
    >>> sum(p for end, p in ends.items() if end.attacker_won) == battle.odds.p_attacker
    True
    >>> round(float(ends[End(True, (3,), ())]), 4)
    0.7285
    """
    odds = battle.odds
    if odds.solved:
        return odds.solved.ends
    sides = odds.attacker, odds.defender
    ours, theirs = (side.hand if not side.greedy_hand else () for side in sides)  # kept
    ends = habit_ends(odds.numbers, odds.attacker.greedy_hand, odds.defender.greedy_hand)
    return {
        End(end.attacker_won, (*end.attacker_hand, *ours), (*end.defender_hand, *theirs)): p
        for end, p in ends.items()
    }


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


def expected_losses(battle: Battle) -> Losses:
    """Return what both sides lose on average in a battle that is fought.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> forces = "dragon_riders: dragon, cavalry", "horse_lords: castle, swordsman*2"
    >>> battle = Battle(*(parse_force(text, "force") for text in forces), Terrain.HILLS)
    >>> losses, odds = expected_losses(battle), battle.odds
    >>> losses.attacker.units == odds.p_attacker * 1 + odds.p_defender * 1
    True
    >>> losses.defender.units_cornered == 3 * odds.p_attacker
    True
    """
    odds, rules, ends = battle.odds, battle.rules, battle_ends(battle)
    ours = [(end.attacker_hand, p) for end, p in ends.items()]
    theirs = [(end.defender_hand, p) for end, p in ends.items()]
    gone = leaving(odds.attacker.force, rules)
    return Losses(
        _side_losses(odds.attacker, odds.p_defender, gone, ours, rules),
        _side_losses(odds.defender, odds.p_attacker, 0, theirs, rules),
    )


def _side_losses(
    side: SideOdds, p_beaten: Number, gone: int, left: Sequence[tuple[Hand, Number]], rules: Ruleset
) -> SideLosses:
    """Return what a side loses, from the hands that are left to it."""
    zero: Number = Fraction()
    tiles = sum((p * (len(side.hand) - len(hand)) for hand, p in left), zero)
    pips = sum((p * (sum(side.hand) - sum(hand)) for hand, p in left), zero)
    falls = casualties(side.force, rules)
    won = gone * (1 - p_beaten)
    units, cornered = p_beaten * falls + won, p_beaten * side.units + won
    return SideLosses(falls, gone, units, cornered, tiles, pips)


@dataclass(frozen=True, slots=True)
class FirstFight:
    """Strength or margin -> chance, in ascending order.

    Attributes
    ----------
    attacker, defender
        Strengths, modifiers and swaps included.
    margin
        The attacker's strength less the defender's.
    """

    attacker: Chances
    defender: Chances
    margin: Chances

    def _repr_html_(self) -> str:
        """Return the chances of every margin for a notebook."""
        rows = [(f"{margin:+d}", chance_text(chance)) for margin, chance in self.margin.items()]
        return html_table("First fight: the attacker's margin", ("margin", "chance"), rows)


def first_fight(battle: Battle) -> FirstFight:
    """Return the distributions of strengths and margin in the first fight.

    The probabilities are exact fractions unless a side plays a mixed strategy, then floats.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> fight = first_fight(Battle(*sides, Terrain.HILLS))
    >>> max(fight.attacker), max(fight.defender), fight.margin[-5]
    (16, 15, Fraction(1, 1960))
    """
    odds = battle.odds
    if odds.solved:
        return _played(odds.solved.play(odds.solved.hands), odds)
    own, enemy = (
        _habit_sums(side, odds.numbers.tiles) + side.modifier
        for side in (odds.attacker, odds.defender)
    )
    margin = own + enemy.map(lambda strength: -strength)
    return FirstFight(*(_chances(each) for each in (own, enemy, margin)))


def _habit_sums(side: SideOdds, tiles: Tiles) -> Distribution:
    """Return the sums of a side that never swaps or swaps greedily, without its modifiers."""
    best = side.greedy_hand[0] if side.greedy_hand else NO_TILE
    kept, swapped = side_sums(tiles, side.draws, best)
    totals = sorted(set(kept) | set(swapped))
    return Distribution({total: kept.get(total, 0) + swapped.get(total, 0) for total in totals})


def _chances(sums: Distribution) -> Chances:
    return {outcome: sums.probability(outcome) for outcome in sums}


def _played(play: Play, odds: BattleOdds) -> FirstFight:
    """Return the first fight of a solved battle."""
    fight = play.fight
    chances: tuple[dict[int, Number], ...] = ({}, {}, {})
    shifts = odds.attacker.modifier, odds.defender.modifier
    for row, ours in enumerate(fight.attacker.total.tolist()):
        for column, theirs in enumerate(fight.defender.total.tolist()):
            chance = float(play.joint[row, column])
            own, enemy = ours + shifts[0], theirs + shifts[1]
            for outcomes, value in zip(chances, (own, enemy, own - enemy), strict=True):
                if chance:
                    outcomes[value] = outcomes.get(value, 0.0) + chance
    return FirstFight(*(dict(sorted(outcomes.items())) for outcomes in chances))
