"""Hand tiles ready to swap in: which there can be, how a side swaps them, what a pip is worth.

A tile is in one place: what fights on the map is not in hand (BS-TILE-05), so a side can hold at
most the tiles of its faction less those of its units in the battle (BS-COMP-02). Citadel, undead
and Cutiecorn are no tiles of a hand.

Of the presets of a pip's worth, `played` is measured, the others are stated. In games of four
`warlord_tuned` on three maps, one seat valued a pip differently in all that it does (9,120 games
for each worth, the same luck). It won most often at 0.3 VP a pip: 16.5 % of games at 0, 18.8 % at
0.1, 24.9 % at 0.206, as it is tuned, 27.1 % at 0.3 and 24.0 % at 0.5; the gain from 0.206 to 0.3 is
2.2 +- 0.9 points. By its own estimate the two sides of a battle have 7.6 VP at stake on average
(6,564 swaps in 126 games), and 0.3 / 7.6 is 0.04. Other players, and a few large battles, may value
a pip otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import isfinite
from types import MappingProxyType
from typing import Final, NamedTuple

from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS

NO_TILE: Final = 0
NO_HAND: Final = ()
NOBODY: Mapping[Unit, int] = {}
MOST_PIP_VALUE = 1.0

Hand = tuple[int, ...]  # pips, best first
Hands = tuple[Hand, Hand]  # the attacker's and the defender's


class Swap(StrEnum):
    """How a side swaps a hand tile into its draw.

    Attributes
    ----------
    NEVER
        It keeps what it drew.
    GREEDY
        It swaps its best hand tile for the lowest tile drawn whenever that raises the sum that
        counts, whatever the enemy has. Corsairs, who decide after the enemy's reveal
        (BS-CORSAIR-09), make no use of it in this model.
    EQUILIBRIUM
        It plays best against an enemy who does so too, or best against the enemy's model.
    INFORMED
        Corsairs alone: as `EQUILIBRIUM`, seeing the enemy's sum first (BS-CORSAIR-09).
    """

    NEVER = "never"
    GREEDY = "greedy"
    EQUILIBRIUM = "equilibrium"
    INFORMED = "informed"

    @property
    def solved(self) -> bool:
        """Whether the model takes a solution of the battle, not a fixed habit."""
        return self in (Swap.EQUILIBRIUM, Swap.INFORMED)


def choose_swap(name: str | None, hand: Hand, where: str, faction: Faction | None = None) -> Swap:
    """Return the swap model called `name`; without a name, greedy with a hand, else never.

    Corsairs who play best are informed, and nobody else is (BS-CORSAIR-09).

    Parameters
    ----------
    name
        A model's id; None: greedy with a hand, else never.
    hand
        Pips, best first.
    where
        The parameter, for the error.
    faction
        Of the side; None where it does not matter.

    Raises
    ------
    InputError
        If no model is called so, or the faction cannot have it.

    Examples
    --------
    >>> choose_swap(None, (5, 3), "--attacker-swap"), choose_swap(None, (), "--attacker-swap")
    (<Swap.GREEDY: 'greedy'>, <Swap.NEVER: 'never'>)
    >>> choose_swap("equilibrium", (5,), "--attacker-swap", Faction.CORSAIRS)
    <Swap.INFORMED: 'informed'>
    """
    if name is None:
        return Swap.GREEDY if hand else Swap.NEVER
    if name not in list(Swap):
        tip = near_matches(name, list(Swap)) or f"known: {', '.join(Swap)}"
        raise expected("a swap model", name, where, tip)
    model = Swap(name)
    if faction is None or not model.solved:
        return model
    if faction is Faction.CORSAIRS:
        return Swap.INFORMED
    if model is Swap.INFORMED:
        tip = "only Corsairs see the enemy's sum first: equilibrium"
        raise expected("a swap model that any faction can use", model.value, where, tip)
    return model


def check_hand(pips: Sequence[int], where: str, ruleset: Ruleset | None = None) -> Hand:
    """Return a hand best tile first, or raise InputError for pips or a number that cannot be.

    Parameters
    ----------
    pips
        Of the tiles, in any order.
    where
        The parameter, for the error.
    ruleset
        The rules in force; None: as printed.

    Examples
    --------
    >>> check_hand([3, 5], "--attacker-hand")
    (5, 3)
    """
    most = (ruleset or load_ruleset()).starting_hand
    for tile in pips:
        if type(tile) is not int or not MIN_PIPS <= tile <= MAX_PIPS:
            raise expected(f"pips from {MIN_PIPS} to {MAX_PIPS}", tile, where)
    if len(pips) > most:
        raise expected(f"at most {most} hand tiles", len(pips), where)
    return tuple(sorted(pips, reverse=True))


def most_held(
    faction: Faction, pips: int, fighting: Mapping[Unit, int], ruleset: Ruleset | None = None
) -> int:
    """Return how many tiles of so many pips a faction can hold beside its units on the map.

    Parameters
    ----------
    faction
        Whose tiles.
    pips
        Of one tile.
    fighting
        Its units known to be on the map, and how many.

    Examples
    --------
    >>> [most_held(Faction.HILL_FOLK, 5, units) for units in ({}, {Unit.GIANT: 2})]
    [5, 3]
    """
    tiles = (ruleset or load_ruleset()).factions[faction].tiles
    alike = [unit for unit, tile in tiles.items() if tile.pips == pips]
    return sum(tiles[unit].count - fighting.get(unit, 0) for unit in alike)


def can_hold(
    hand: Sequence[int], faction: Faction, fighting: Mapping[Unit, int], ruleset: Ruleset
) -> bool:
    """Whether a faction can hold such a hand beside its units on the map; see `most_held`.

    Parameters
    ----------
    hand
        Pips of the tiles.
    faction, fighting, ruleset
        As in `most_held`.
    """
    return all(
        count <= most_held(faction, pips, fighting, ruleset)
        for pips, count in Counter(hand).items()
    )


def check_held(
    hand: Sequence[int],
    faction: Faction,
    fighting: Mapping[Unit, int],
    where: str,
    ruleset: Ruleset | None = None,
) -> None:
    """Raise InputError unless a faction can hold such a hand beside its units on the map.

    Parameters
    ----------
    hand
        Pips of the tiles.
    faction, fighting, ruleset
        As in `most_held`.
    where
        The parameter, for the error.

    Examples
    --------
    >>> check_held((5, 5, 5, 5), Faction.HILL_FOLK, {Unit.GIANT: 2}, "--attacker-hand")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected at most 3 hand tiles of 5 pips, got 4 ...
    Tip: hill_folk have 5 of 5 pips, 2 of them in the battle
    """
    for pips, count in Counter(hand).items():
        most = most_held(faction, pips, fighting, ruleset)
        if count > most:
            owned = most_held(faction, pips, NOBODY, ruleset)
            here = f", {owned - most} of them in the battle" if owned > most else ""
            worth = f"{pips} pips" if pips > 1 else "1 pip"
            tip = f"{faction.id} have {owned or 'no tile'} of {worth}{here}"
            raise expected(f"at most {most} hand tiles of {worth}", count, where, tip)


def without(hand: Hand, tile: int) -> Hand:
    """Return a hand less one tile of so many pips; the same hand for `NO_TILE`.

    Parameters
    ----------
    hand
        Pips, best first.
    tile
        Pips of a tile of the hand, or `NO_TILE`.

    Examples
    --------
    >>> without((5, 3, 3), 3), without((5,), NO_TILE)
    ((5, 3), (5,))
    """
    if tile == NO_TILE:
        return hand
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]


class Preset(NamedTuple):
    """A worth of a pip under a name.

    Attributes
    ----------
    value
        In win probability, 0 to 1.
    reason
        When it is the right one.
    """

    value: float
    reason: str


PIP_VALUES: Final = MappingProxyType(
    {
        "free": Preset(0.0, "the tiles have no other use, as in the last battle"),
        "spare": Preset(0.01, "a 5 is worth 5 points of win probability: you have many tiles"),
        "scarce": Preset(0.03, "a 5 is worth 15 points: the pips would move an army"),
        "played": Preset(0.04, "measured: with this value warlord_tuned wins most games"),
        "dear": Preset(0.06, "a 5 is worth 30 points: you need it in the next battle"),
    }
)


def read_pip_value(text: str, where: str) -> float:
    """Return the worth of a pip from a number or the name of a preset.

    Parameters
    ----------
    text
        A number, or the name of a preset in `PIP_VALUES`.
    where
        The parameter, for the error.

    Raises
    ------
    InputError
        If it is neither, or not from 0 to 1.

    Examples
    --------
    >>> read_pip_value("0.02", "--pip-value"), read_pip_value("scarce", "--pip-value")
    (0.02, 0.03)
    """
    if text in PIP_VALUES:
        return PIP_VALUES[text].value
    try:
        number = float(text)
    except ValueError:
        tip = near_matches(text, PIP_VALUES) or f"known: {', '.join(PIP_VALUES)}"
        raise expected("a pip value like 0.02", text, where, tip) from None
    return check_pip_value(number, where)


def check_pip_value(number: float, where: str) -> float:
    """Return the worth of a pip, or raise InputError unless it is from 0 to 1.

    >>> check_pip_value(0.5, "pip_value")
    0.5
    """
    if not (isfinite(number) and 0 <= number <= MOST_PIP_VALUE):
        raise expected(f"a pip value from 0 to {MOST_PIP_VALUE:g}", number, where)
    return float(number)
