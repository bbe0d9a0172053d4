"""How lucky a fight was: where its draws and its margin stand among all that could have come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bloodstones.core.errors import InputError
from bloodstones.core.notebook import chance_text, html_table
from bloodstones.games.bloodstones.odds.battle import BattleOdds, SideOdds
from bloodstones.games.bloodstones.odds.drawn import Fought, fought_with
from bloodstones.games.bloodstones.odds.fight import Tiles
from bloodstones.games.bloodstones.odds.first_fight import first_fight
from bloodstones.games.bloodstones.rules.battle import clash_outcome
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.bag import Bag, best_sum


class Place(NamedTuple):
    """Shares of what could have come that are worse than, as good as and better than what came."""

    worse: Fraction
    level: Fraction
    better: Fraction

    @property
    def percentile(self) -> Fraction:
        """The share that is worse and half of what is level, 0 to 1; the average is 1/2."""
        return self.worse + self.level / 2


@dataclass(frozen=True, slots=True)
class SideLuck:
    """One side's draw.

    Attributes
    ----------
    drew
        Its combat tiles, best first.
    total
        The sum that they count without a swap.
    place
        Where that sum stands among all draws of as many tiles, for this side.
    swapped
        Pips of the hand tile swapped in, 0 for none.
    strength
        What it fought with: sum, swap and modifiers.
    """

    drew: tuple[int, ...]
    total: int
    place: Place
    swapped: int
    strength: int


@dataclass(frozen=True, slots=True)
class Luck:
    """A fight that took place beside all that could have.

    Attributes
    ----------
    attacker, defender
        The draws.
    margin
        The attacker's strength less the defender's.
    margin_place
        Where the margin stands among those of all pairs of draws, for the attacker.
    outcome
        1 if the attacker won, -1 if the defender did, 0 if it is fought again.
    """

    attacker: SideLuck
    defender: SideLuck
    margin: int
    margin_place: Place
    outcome: int

    def _repr_html_(self) -> str:
        """Return both draws and where they stand for a notebook."""
        rows = [
            (
                name,
                " ".join(map(str, side.drew)),
                str(side.total),
                str(side.swapped or "–"),
                str(side.strength),
                chance_text(side.place.percentile),
            )
            for name, side in (("attacker", self.attacker), ("defender", self.defender))
        ]
        header = ("side", "drew", "sum", "swapped in", "strength", "percentile of the sum")
        place = chance_text(self.margin_place.percentile)
        return html_table(f"Margin {self.margin:+d}, percentile {place}", header, rows)


def how_lucky(
    odds: BattleOdds,
    attacker_drew: Sequence[int],
    defender_drew: Sequence[int],
    ruleset: Ruleset | None = None,
    *,
    attacker_swapped: int | None = None,
    defender_swapped: int | None = None,
) -> Luck:
    """Return how lucky both sides were in a first fight.

    Parameters
    ----------
    odds
        The battle before it. The draws stand among all draws; the margin stands among all that
        these swap models make of them.
    attacker_drew, defender_drew
        The combat tiles that came, before any swap.
    ruleset
        The rules in force; the shipped ones by default.
    attacker_swapped, defender_swapped
        Pips of the hand tile that the side swapped in for its lowest, 0 for none. By default what
        its swap model does with that draw.

    Raises
    ------
    InputError
        If a draw or a swap cannot be, or a swap model takes chances and the swap is not told.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.battle import battle_odds
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("corsairs: axeman", "horse_lords: swordsman")]
    >>> luck = how_lucky(battle_odds(*sides, Terrain.HILLS), (5, 5, 4), (2, 3, 3))
    >>> luck.margin, luck.attacker.place.better, luck.margin_place.percentile
    (6, Fraction(0, 1), Fraction(781, 784))
    """
    rules = ruleset or load_ruleset()
    tiles = Tiles.of(rules)
    draws = (
        _check_draw(attacker_drew, odds.attacker.draws, tiles, "attacker_drew"),
        _check_draw(defender_drew, odds.defender.draws, tiles, "defender_drew"),
    )
    fought = fought_with(odds, draws, (attacker_swapped, defender_swapped), tiles)
    ours = _side(odds.attacker, draws[0], fought[0], tiles)
    theirs = _side(odds.defender, draws[1], fought[1], tiles)
    margin = ours.strength - theirs.strength
    chances = first_fight(odds, tiles).margin
    worse = sum((Fraction(p) for other, p in chances.items() if other < margin), Fraction())
    level = Fraction(chances.get(margin, 0))
    return Luck(
        ours,
        theirs,
        margin,
        Place(worse, level, 1 - worse - level),
        clash_outcome(ours.strength, theirs.strength, odds.defender_wins_ties),
    )


def _side(side: SideOdds, draw: tuple[int, ...], fought: Fought, tiles: Tiles) -> SideLuck:
    total = best_sum(draw, tiles.counted)
    sums = Bag(tiles.bag).best_sum(side.draws, tiles.counted)
    level = sums.probability(total)
    better = sums.at_least(total) - level
    place = Place(1 - level - better, level, better)
    return SideLuck(draw[::-1], total, place, fought.spent, fought.total + side.modifier)


def _check_draw(drew: Sequence[int], count: int, tiles: Tiles, where: str) -> tuple[int, ...]:
    """Return a draw, ascending, or raise InputError if the bag cannot give it (BS-COMBAT-15)."""
    told = ",".join(map(str, drew))
    if len(drew) != count:
        raise InputError(f"expected {count} combat tiles drawn, got {told!r} ({where})")
    held = Counter(tiles.bag)
    for tile, copies in Counter(drew).items():
        if copies > held[tile]:
            bag = " ".join(map(str, tiles.bag))
            what = f"combat tiles of the bag {bag}"
            raise InputError(f"expected {what}, got {told!r} ({where})")
    return tuple(sorted(drew))
