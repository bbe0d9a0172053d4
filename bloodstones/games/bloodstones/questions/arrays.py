"""Many battles and hands at once: arrays in, arrays out, found here by `bloodstones.api.arrays`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import nearest
from bloodstones.core.questions.parameters import renamed
from bloodstones.games.bloodstones.odds.table import odds_table
from bloodstones.games.bloodstones.questions.odds import Odds
from bloodstones.games.bloodstones.questions.parameters import OfBloodstones
from bloodstones.games.bloodstones.rules.names import Faction, Unit

RULES: Final = "set="


def odds_array(
    attacker_draws: ArrayLike,
    defender_draws: ArrayLike,
    lead: ArrayLike,
    defender_wins_ties: ArrayLike = False,
    *,
    attacker_hand: ArrayLike | None = None,
    defender_hand: ArrayLike | None = None,
    set: Mapping[str, Number] | None = None,
    exact: bool = False,
) -> NDArray[Any]:
    """Return the attacker's win probability in each of many battles, arguments broadcast.

    Parameters
    ----------
    attacker_draws, defender_draws
        Combat tiles drawn by each side, 3 or 4 by the printed rules (BS-COMBAT-15).
    lead
        The attacker's modifiers less the defender's, whole numbers.
    defender_wins_ties
        Whether a shieldbearer defends (BS-COMBAT-29).
    attacker_hand, defender_hand
        Pips of the hand tiles that the side swaps greedily, of shape (..., tiles), 0 for no tile;
        None: it never swaps.
    set
        Changed numbers of the rules.
    exact
        Whether to return fractions, in an array of objects.

    Returns
    -------
    ndarray
        Of the shape that the arguments broadcast to, the last axis of a hand left out.

    Raises
    ------
    InputError
        If a value cannot be, with its row and its argument, or shapes do not go together.

    Examples
    --------
    >>> odds_array([4, 3], 3, [[2], [0]]).round(3)
    array([[0.953, 0.838],
           [0.753, 0.5  ]])
    """
    rules = None if not set else OfBloodstones.load("", set, RULES)
    return odds_table(
        attacker_draws,
        defender_draws,
        lead,
        defender_wins_ties,
        attacker_hand=attacker_hand,
        defender_hand=defender_hand,
        ruleset=rules,
        exact=exact,
    )


def sample_battles(
    attacker: str, defender: str, terrain: str, *, n: int, seed: int, **further: Any
) -> int:
    """Return how many of `n` battles fought at random the attacker wins.

    Parameters
    ----------
    attacker, defender
        The forces, as `odds` takes them.
    terrain
        Where the battle is.
    n, seed
        How many, 1 to 1,000,000,000, and their luck.
    **further
        What else `odds` takes: hands, swaps, changed rules.

    Raises
    ------
    InputError
        If the battle cannot be, or its swaps are solved, which is not sampled.
    """
    from bloodstones.games.bloodstones.odds.sampling import sample_battle

    given = {"attacker": attacker, "defender": defender, "terrain": terrain, **further}
    names = {name: f"{name}=" for name in _parameters()}
    for name in further:
        if name not in names:
            raise expected(
                "a parameter of a battle", f"{name}=", "sample_battles", nearest(name, names)
            )
    try:
        battle = Odds.ask(given).battle()
    except InputError as error:
        raise renamed(error, {**names, "": "sample_battles"}) from None
    return sample_battle(battle, n, seed)


def _parameters() -> Sequence[str]:
    return [each.name for each in Odds.parameters()]


def sample_draws(
    role: str, *, n: int, seed: int, tiles: int | None = None
) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return hands drawn from a faction's full bag.

    Parameters
    ----------
    role
        The faction.
    n, seed
        How many hands, and their luck.
    tiles
        Tiles of a hand; None: a starting hand.

    Returns
    -------
    tuple
        The ids of the tiles, and how many of each are in each hand: int64 of shape (n, tiles).

    Raises
    ------
    InputError
        If there is no such faction, or its bag has fewer tiles.
    """
    rules = OfBloodstones.load("", {}, RULES)
    faction = Faction.parse(role, "role=")
    bag = {unit: tile.count for unit, tile in sorted(rules.factions[faction].tiles.items())}
    counts = np.array(list(bag.values()), np.int64)
    drawn = rules.starting_hand if tiles is None else tiles
    if isinstance(drawn, bool) or not isinstance(drawn, int) or not 0 <= drawn <= counts.sum():
        raise expected(f"0 to {counts.sum()} tiles", tiles, "tiles=")
    rng = np.random.default_rng(seed)
    hands = rng.multivariate_hypergeometric(counts, drawn, size=n, method="marginals")
    return tuple(Unit(unit).id for unit in bag), hands
