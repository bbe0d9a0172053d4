"""The first fight of a battle in sums: strengths of both sides and the margin between them.

The margin is the attacker's strength less the defender's; 0 is a tie (BS-COMBAT-28 to -30).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from bloodstones.core.notebook import chance_text, html_table
from bloodstones.games.bloodstones.odds.battle import BattleOdds, SideOdds
from bloodstones.games.bloodstones.odds.fight import NO_TILE, Swap, Tiles, side_sums
from bloodstones.odds.distribution import Distribution

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.play import Play

Number = Fraction | float
Chances = Mapping[int, Number]


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


def first_fight(odds: BattleOdds, tiles: Tiles) -> FirstFight:
    """Return strengths and margins of the first fight: exact fractions unless a side mixes.

    Parameters
    ----------
    odds
        The battle.
    tiles
        The tile rules in force.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.battle import battle_odds
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> fight = first_fight(battle_odds(*sides, Terrain.HILLS), Tiles.of(load_ruleset()))
    >>> max(fight.attacker), max(fight.defender), fight.margin[-5]
    (16, 15, Fraction(1, 1960))
    """
    sides = odds.attacker, odds.defender
    if odds.solved:
        assert odds.solution is not None
        return _played(odds.solution.play(odds.solution.hands), odds)
    own, enemy = (habit_sums(side, tiles) + side.modifier for side in sides)
    margin = own + enemy.map(lambda strength: -strength)
    return FirstFight(*(_chances(each) for each in (own, enemy, margin)))


def habit_sums(side: SideOdds, tiles: Tiles) -> Distribution:
    """Return the sums of a side that never swaps or swaps greedily, without its modifiers."""
    best = side.hand[0] if side.hand and side.swap is Swap.GREEDY else NO_TILE
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
            for found, value in zip(chances, (own, enemy, own - enemy), strict=True):
                if chance:
                    found[value] = found.get(value, 0.0) + chance
    return FirstFight(*(dict(sorted(found.items())) for found in chances))
