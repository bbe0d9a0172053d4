"""The starting hand and the best founding that it allows (BS-SETUP-06, BS-SETUP-15 to -18).

Founding spends points and no tiles, so every hand has a best choice of units to place: a bounded
knapsack, solved exactly for each hand that can be drawn.

Examples
--------
>>> from bloodstones.games.bloodstones.rules.names import Faction
>>> f"{float(opening(Faction.HILL_FOLK).points.mean()):.2f}"
'4.98'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.html_tables import html_table, mean_text, words
from bloodstones.games.bloodstones.draws.tiles import Kind, grouped
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset, Tile
from bloodstones.odds.bag import Counts, hands, sums
from bloodstones.odds.distribution import Distribution
from bloodstones.odds.knapsack import Item, best_choice

NEVER_FOUNDED = -1


class Aim(StrEnum):
    """What makes a founding the best one; what is level is decided by the rest of the line.

    Attributes
    ----------
    POINTS
        Most points used, then most units, then least pips placed.
    UNITS
        Most units, then most points used, then least pips placed.
    WORTH
        Most stated worth, then points used, then units, then least pips placed.
    NONE
        Nothing is placed.
    """

    POINTS = "points"
    UNITS = "units"
    WORTH = "worth"
    NONE = "none"

    @classmethod
    def read(cls, name: str, where: str) -> Aim:
        """Return the aim called `name`.

        >>> Aim.read("unit", "--founding")
        Traceback (most recent call last):
        bloodstones.core.errors.InputError: expected a founding goal, got 'unit' (--founding)
        Tip: did you mean units?
        """
        if name not in list(cls):
            tip = near_matches(name, list(cls)) or f"known: {', '.join(cls)}"
            raise expected("a founding goal", name, where, tip)
        return cls(name)


@dataclass(frozen=True, slots=True)
class Founding:
    """How a starting hand is founded.

    Attributes
    ----------
    aim
        What is best.
    worth
        Worth of a unit, for `Aim.WORTH`; units not named are worth 0.
    inland
        No sea area borders the citadel's area, so no ship can be placed (BS-SETUP-18).
    """

    aim: Aim = Aim.POINTS
    worth: Mapping[Unit, int] = field(default_factory=dict, hash=False)
    inland: bool = False


class HandKind(NamedTuple):
    """Tiles that are alike in a starting hand.

    Attributes
    ----------
    kind
        Whether they are wanted, whether they are blank, and their pips, as far as these matter.
    cost
        Founding points; -1 if they are not founded.
    worth
        The stated worth of the unit; 0 for another aim.
    """

    kind: Kind
    cost: int
    worth: int


@dataclass(frozen=True, slots=True)
class Founded:
    """A starting hand after its best founding: tiles by kind, and the ways to draw the hand.

    Attributes
    ----------
    hand, placed, bag
        The tiles left in hand, on the map and in the bag, each in the order of the kinds.
    points, units, worth
        Points used, units placed, and their stated worth.
    ways
        Over comb(tiles of the faction, tiles of a starting hand).
    """

    hand: Counts
    placed: Counts
    bag: Counts
    points: int
    units: int
    worth: int
    ways: int


@dataclass(frozen=True, slots=True)
class Opening:
    """What the starting hand allows; every denominator counts all starting hands.

    Attributes
    ----------
    budget
        Founding points (BS-SETUP-15).
    points
        Points used by the best founding.
    units
        Units that it places.
    worth
        Their stated worth; all 0 without one.
    pips
        Pips in the starting hand.
    pips_left
        Pips of the tiles left after the founding, before the refill (BS-SETUP-23).
    """

    budget: int
    points: Distribution
    units: Distribution
    worth: Distribution
    pips: Distribution
    pips_left: Distribution

    def _repr_html_(self) -> str:
        """Return the means of what the starting hand allows for a notebook."""
        names = ("points", "units", "worth", "pips", "pips_left")
        rows = [(words(name), mean_text(getattr(self, name).mean())) for name in names]
        caption = f"Starting hand, {self.budget} founding points"
        return html_table(caption, ("measure", "mean"), rows)


def opening(
    faction: Faction, founding: Founding | None = None, ruleset: Ruleset | None = None
) -> Opening:
    """Return what a faction's starting hand allows, over all hands.

    Parameters
    ----------
    faction
        Whose hand.
    founding
        What the founding aims at; None: most points.
    ruleset
        The rules in force; None: as printed.

    Examples
    --------
    >>> opening(Faction.CHAOS_HORDE).units.mean() > 7
    True
    """
    rules = ruleset or load_ruleset()
    kinds = hand_kinds(faction, founding or Founding(), rules)
    hands_founded = list(founded_hands(faction, kinds, founding or Founding(), rules))
    worth = [kind.kind.pips for kind in kinds]

    def pips(tiles: Counts) -> int:
        return sum(n * each for n, each in zip(tiles, worth, strict=True))

    return Opening(
        rules.founding_points,
        sums((each.points, each.ways) for each in hands_founded),
        sums((each.units, each.ways) for each in hands_founded),
        sums((each.worth, each.ways) for each in hands_founded),
        sums((pips(each.hand) + pips(each.placed), each.ways) for each in hands_founded),
        sums((pips(each.hand), each.ways) for each in hands_founded),
    )


def hand_kinds(
    faction: Faction,
    founding: Founding,
    rules: Ruleset,
    want: frozenset[Unit] = frozenset(),
    *,
    by_pips: bool = True,
    blanks_apart: bool = True,
) -> dict[HandKind, int]:
    """Return the kinds of tiles that a starting hand distinguishes, and how many there are.

    Wanted tiles are kept, never founded.

    Parameters
    ----------
    faction
        Whose tiles.
    founding
        What the founding aims at.
    rules
        The rules in force.
    want
        Kinds of tiles that are kept.
    by_pips
        Whether tiles of different pips are different kinds.
    blanks_apart
        Whether tiles without a unit type are kinds of their own.

    Returns
    -------
    dict
        Kind -> tiles of the faction, in the order of the kinds.
    """

    def key(tile: Tile) -> HandKind:
        wanted = tile.unit in want
        closed = wanted or (founding.inland and tile.unit is Unit.SHIP) or tile.cost is None
        return HandKind(
            Kind(wanted, blanks_apart and tile.cost is None, tile.pips if by_pips else 0),
            NEVER_FOUNDED if closed or tile.cost is None else tile.cost,
            founding.worth.get(tile.unit, 0) if founding.aim is Aim.WORTH else 0,
        )

    return grouped(faction, rules, key)


def founded_hands(
    faction: Faction, kinds: Mapping[HandKind, int], founding: Founding, rules: Ruleset
) -> Iterator[Founded]:
    """Yield every starting hand with its best founding.

    Parameters
    ----------
    faction
        Whose hands.
    kinds
        From `hand_kinds`.
    founding
        What the founding aims at.
    rules
        They give the size of a hand and the founding points.

    Raises
    ------
    InputError
        If the faction has fewer tiles than a starting hand.
    """
    names = tuple(kinds)
    all_tiles = tuple(kinds.values())
    aim = founding.aim
    items = [[_item(kind, n, aim) for n in range(most + 1)] for kind, most in kinds.items()]
    for hand, ways in hands(all_tiles, rules.starting_hand):
        held = tuple(own[n] for own, n in zip(items, hand, strict=True))
        placed = _placed(held, aim, rules.founding_points)
        taken = tuple(zip(names, placed, strict=True))
        yield Founded(
            hand=_less(hand, placed),
            placed=placed,
            bag=_less(all_tiles, hand),
            points=sum(n * kind.cost for kind, n in taken if n),
            units=sum(placed),
            worth=sum(n * kind.worth for kind, n in taken),
            ways=ways,
        )


def _less(tiles: Counts, gone: Counts) -> Counts:
    return tuple(n - m for n, m in zip(tiles, gone, strict=True))


def best_founding(kinds: tuple[HandKind, ...], hand: Counts, aim: Aim, points: int) -> Counts:
    """Return how many tiles of each kind the best founding of a hand places.

    >>> leader, horse = (HandKind(Kind(False, False, n), 2, 0) for n in (5, 3))
    >>> best_founding((leader, horse), (1, 3), Aim.POINTS, 5)
    (0, 2)
    """
    items = tuple(_item(kind, n, aim) for kind, n in zip(kinds, hand, strict=True))
    return _placed(items, aim, points)


def _placed(items: tuple[Item, ...], aim: Aim, points: int) -> Counts:
    """Return how many of each item of a hand are placed."""
    if aim is Aim.NONE:
        return (0,) * len(items)
    if sum(item.cost * item.copies for item in items) <= points:
        return tuple(item.copies for item in items)
    return best_choice(points, items).taken


def _item(kind: HandKind, copies: int, aim: Aim) -> Item:
    points = kind.cost, 1, -kind.kind.pips
    units = 1, kind.cost, -kind.kind.pips
    worth = {Aim.POINTS: points, Aim.UNITS: units}.get(aim, (kind.worth, *points))
    if kind.cost == NEVER_FOUNDED:
        return Item(0, (0,) * len(worth), 0)
    return Item(kind.cost, worth, copies)
