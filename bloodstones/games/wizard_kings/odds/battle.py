"""One battle as the odds see it: who fights, in which order, with which spells and thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import comb, gcd
from typing import Final

from bloodstones.games.wizard_kings.rules.names import Effect, Letter, Terrain, Trait
from bloodstones.games.wizard_kings.rules.ruleset import DIE, Ruleset, Spell, UnitType

ATTACKER: Final = 0
DEFENDER: Final = 1
BEST: Final = "best"
FIRST: Final = "first"

BITS: Final = 3  # of a strength in the number that holds those of all fighters
DIGIT: Final = (1 << BITS) - 1
MOST_FIGHTERS: Final = 100
ONES: Final = ((1 << BITS * MOST_FIGHTERS) - 1) // DIGIT  # the lowest bit of each strength
FOUR: Final = 4

Strengths = int


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in a battle.

    Attributes
    ----------
    name
        Of its type.
    side
        `ATTACKER` or `DEFENDER`.
    strength
        At the start: dice that it rolls and hits that it takes.
    letter
        When it fires in a round.
    hits
        Faces of the die that hit, its rating on this land; 0 for a wizard.
    cost
        In GP.
    castle
        Whether it is one; castles never leave.
    """

    name: str
    side: int
    strength: int
    letter: Letter
    hits: int
    cost: int
    castle: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that both sides fight to the death, unless a side leaves at a threshold.

    Attributes
    ----------
    fighters
        Attackers as listed, then defenders as listed. Their strengths are held in one number, three
        bits each.
    choice
        How owners choose among equally strong units: `best` for their own win probability, or the
        `first` as listed.
    spells
        By side the spell that its wizard may cast in each round, if any.
    retreats_at
        By side the total strength at or below which its units leave on their turn; 0 for never.
    done
        Turns of the round under way that are over.
    wizard_pass
        Whether a wizard may do nothing on its turn; otherwise one that does not cast retreats
        (AMB-34).
    last
        Strengths of one unit that stands at 1.
    """

    fighters: tuple[Fighter, ...]
    choice: str = BEST
    spells: tuple[Spell | None, Spell | None] = (None, None)
    retreats_at: tuple[int, int] = (0, 0)
    done: int = 0
    wizard_pass: bool = True
    order: tuple[int, ...] = field(init=False)
    sides: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    masks: tuple[int, int] = field(init=False)
    last: frozenset[int] = field(init=False, compare=False, repr=False)
    tops: dict[int, tuple[int, ...]] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        places = range(len(self.fighters))
        # Defenders act before attackers of their letter (WK-COMBAT-03); sorting keeps the listing.
        order = sorted(places, key=lambda i: (self.fighters[i].letter, -self.fighters[i].side))
        object.__setattr__(self, "order", tuple(order))
        sides = [tuple(i for i in places if self.fighters[i].side == side) for side in (0, 1)]
        object.__setattr__(self, "sides", tuple(sides))
        masks = [sum(DIGIT << BITS * i for i in side) for side in sides]
        object.__setattr__(self, "masks", tuple(masks))
        object.__setattr__(self, "last", frozenset(1 << BITS * i for i in places))

    @property
    def start(self) -> Strengths:
        """The strengths at the start."""
        return sum(fighter.strength << BITS * i for i, fighter in enumerate(self.fighters))

    def side(self, side: int) -> tuple[int, ...]:
        """The fighters of a side."""
        return self.sides[side]

    def decides(self, i: int) -> bool:
        """Return whether a fighter is a wizard with a choice on its turn.

        Parameters
        ----------
        i
            The place of the fighter in `fighters`.
        """
        fighter = self.fighters[i]
        if fighter.letter != Letter.FIRST:
            return False
        return self.spells[fighter.side] is not None or not self.wizard_pass

    def casts(self, strengths: Strengths, i: int) -> Spell | None:
        """Return the spell that a fighter can cast on its turn, if any.

        The wizard must keep a step (WK-WIZ-04). Panic needs a unit that can leave (WK-UNIT-18), and
        Swarm one that can fire (WK-WIZ-15).

        Parameters
        ----------
        strengths
            Of all fighters, packed.
        i
            The place of the fighter.
        """
        fighter = self.fighters[i]
        spell = self.spells[fighter.side] if fighter.letter == Letter.FIRST else None
        if spell is None or strength_of(strengths, i) <= spell.level:
            return None
        if spell.effect == Effect.SWARM and not strengths & self.masks[fighter.side] & ~(
            DIGIT << BITS * i
        ):
            return None
        if spell.effect == Effect.PANIC and not self.targets(strengths, fighter.side, spell):
            return None
        return spell

    def targets(self, strengths: Strengths, side: int, spell: Spell) -> tuple[int, ...]:
        """Return the units that a targeted spell may name (AMB-08); Panic spares castles.

        Parameters
        ----------
        strengths
            Of all fighters, packed.
        side
            Of the caster.
        spell
            That is cast.
        """
        panic = spell.effect == Effect.PANIC
        return tuple(
            unit
            for unit in self.sides[1 - side]
            if strength_of(strengths, unit) and not (panic and self.fighters[unit].castle)
        )

    def leaves(self, strengths: Strengths, i: int) -> bool:
        """Return whether a fighter leaves on its turn (WK-RETREAT-01; castles never).

        Parameters
        ----------
        strengths
            Of all fighters, packed.
        i
            The place of the fighter in `fighters`.
        """
        fighter = self.fighters[i]
        limit = self.retreats_at[fighter.side]
        if not limit or fighter.castle:
            return False
        return total(strengths & self.masks[fighter.side]) <= limit

    def over(self, strengths: Strengths) -> int | None:
        """The side that has won, None while both stand."""
        if not strengths & self.masks[ATTACKER]:
            return DEFENDER
        return None if strengths & self.masks[DEFENDER] else ATTACKER

    def strongest(self, strengths: Strengths, side: int) -> tuple[int, ...]:
        """The units that a hit on a side may fall on (WK-COMBAT-09)."""
        key = strengths & self.masks[side]  # no side is empty, so the number identifies the side
        if key not in self.tops:
            units = self.sides[side]
            top = max(strength_of(strengths, i) for i in units)
            equal = tuple(i for i in units if strength_of(strengths, i) == top)
            self.tops[key] = equal if self.choice == BEST else equal[:1]
        return self.tops[key]


@cache
def ways(dice: int, hits: int) -> tuple[int, ...]:
    """Return in how many ways of `DIE ** dice` so many of the dice hit, from none to all.

    Parameters
    ----------
    dice
        How many.
    hits
        Faces of a die that hit, 0 to `DIE`.

    Examples
    --------
    >>> ways(2, 3)
    (9, 18, 9)
    """
    return tuple(comb(dice, n) * hits**n * (DIE - hits) ** (dice - n) for n in range(dice + 1))


@cache
def fewest_ways(dice: int, hits: int) -> tuple[int, ...]:
    """Return `ways` with their common factor left out.

    >>> fewest_ways(2, 3)
    (1, 2, 1)
    """
    counts = ways(dice, hits)
    return tuple(count // gcd(*counts) for count in counts)


def strength_of(strengths: Strengths, i: int) -> int:
    """Return the strength of one fighter.

    Parameters
    ----------
    strengths
        Of all fighters, packed: `BITS` bits each, the first fighter in the lowest.
    i
        The place of the fighter.

    Examples
    --------
    >>> strength_of(0o342, 1)
    4
    """
    return strengths >> BITS * i & DIGIT


def total(strengths: Strengths) -> int:
    """Return the strengths' sum.

    >>> total(0o342)
    9
    """
    ones, twos = strengths & ONES, strengths >> 1 & ONES
    return ones.bit_count() + 2 * twos.bit_count() + FOUR * (strengths >> 2 & ONES).bit_count()


def weaker(strengths: Strengths, i: int, by: int = 1) -> Strengths:
    """Return the strengths after hits on one unit.

    Parameters
    ----------
    strengths
        Of all fighters, packed.
    i
        The place of the unit.
    by
        Hits, at most its strength.
    """
    return strengths - (by << BITS * i)


def line_up(
    attackers: Sequence[tuple[UnitType, int]],
    defenders: Sequence[tuple[UnitType, int]],
    terrain: Terrain,
    rules: Ruleset,
) -> tuple[Fighter, ...]:
    """Return the fighters of two forces on such land.

    Parameters
    ----------
    attackers, defenders
        Types with strengths, in the order listed.
    terrain
        Of the hex; it gives the ratings.
    rules
        The rules in force.
    """
    return tuple(
        Fighter(
            unit.unit,
            side,
            strength,
            unit.letter,
            unit.rating_in(terrain, rules.folk_bonus),
            unit.cost,
            unit.has(Trait.CASTLE),
        )
        for side, force in ((ATTACKER, attackers), (DEFENDER, defenders))
        for unit, strength in force
    )
