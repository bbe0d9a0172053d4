"""Strategies as data, and what kernels need of those at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.engine.state import CREATURES, KINDS, SEATS
from bloodstones.games.bellum_magica.rules.names import Chest
from bloodstones.games.bellum_magica.rules.reading import Ruleset
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.presets import ANY_ROLE
from bloodstones.kit.players.restricted import going_without
from bloodstones.kit.players.strategy import Family, Strategy


class Weight(Name):
    """The parameters of a plan, in the order of parameters.toml."""

    FOOD = 0
    GLYPH = 1
    TREASURE = 2
    SWORD = 3
    MAGIC_SWORD = 4
    THIEF = 5
    FULL_LEFT = 6
    FULL_RIGHT = 7
    FADE = 8
    SHIELD = 9
    MAGIC_SHIELD = 10
    REROLL = 11
    FOOD_PRICE = 12
    GLYPH_PRICE = 13
    BARREL_PRICE = 14
    LOOT = 15
    THEFT = 16
    RIVAL = 17
    LEAD = 18
    CLOSING = 19
    SPELL_GAIN = 20
    BARREL_GAIN = 21
    RIVALRY = 22
    LEAST = 23


PLANS: Final = Plans(Path(__file__).parent, Weight)


class Policy(Layout):
    """The strategies of a table, packed; `mean` is what a chest of each kind is worth."""

    family: Annotated[Array, np.int64, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, len(Weight))]
    mean: Annotated[Array, np.float64, (KINDS,)]
    barred: Annotated[Array, np.int8, (SEATS, CREATURES)]
    bars: Annotated[Array, np.int8, (SEATS,)]  # 1: something is barred


def slug(name: str) -> str:
    """Return the name of a creature as it stands in the name of a strategy.

    >>> slug("Rat Pack")
    'rat_pack'
    """
    return name.lower().replace(" ", "_")


def finder(rules: Ruleset) -> Finder:
    """Return the strategies; `x_without_ogre` plays like x and never hires an ogre of the rules.

    Examples
    --------
    >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
    >>> known = finder(load_ruleset())
    >>> list(known.shipped())[:6]
    ['random', 'greedy', 'farmer', 'plunderer', 'thief', 'scout']
    >>> barred(known.find("farmer_without_rat_pack", "here"))
    ('rat_pack',)
    >>> known.find("famer", "here")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a strategy, got 'famer' (here)
    Tip: did you mean farmer?
    """
    creatures = sorted({slug(card.name) for card in rules.creatures})
    castles = tuple(castle.id.lower() for castle in rules.castles)
    return Finder(
        replace(PLANS, roles=castles), going_without(creatures, "a creature to go without")
    )


def of_castle(strategy: Strategy, castle: str) -> Strategy:
    """Return a strategy with the parameters with which it plays a castle board.

    Parameters
    ----------
    castle
        Its id in small letters, "" where it is dealt.

    Raises
    ------
    InputError
        Where the board is dealt and a preset plays boards differently.
    """
    by_castle = list(strategy.by_role.values())
    if not castle and any(each != by_castle[0] for each in by_castle):
        tip = "name a board for each seat, or tune one set of parameters with --shared"
        raise expected(f"a castle board for {strategy.id}", "one that is dealt", "seats", tip)
    weights = strategy.by_role.get(castle or next(iter(strategy.by_role), ""), strategy.weights)
    return replace(strategy, weights=weights, by_role={})


def barred(strategy: Strategy) -> tuple[str, ...]:
    """Return the creatures that a strategy never hires, in the form `rat_pack`."""
    names: tuple[str, ...] = strategy.barred.get(ANY_ROLE, ())
    return names


def pack_policy(rules: Ruleset, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats, clockwise."""
    policy = Policy.new()
    for kind in Chest:
        policy.mean[kind] = rules.mean_of(kind)
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        if strategy.family is Family.SCRIPTED:
            policy.weight[seat] = [strategy.weights[name] for name in Weight.ids()]
        for number, card in enumerate(rules.creatures):
            policy.barred[seat, number] = slug(card.name) in barred(strategy)
        policy.bars[seat] = len(barred(strategy)) > 0
    return policy
