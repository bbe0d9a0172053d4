"""Strategies as data, and what kernels need of those at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.contract.tunable import Weights
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name, by_id
from bloodstones.games.battlelore.engine.state import SEATS
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, KINDS, LORE_CARDS
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.ruleset import Ruleset
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.presets import ANY_ROLE
from bloodstones.kit.players.restricted import going_without
from bloodstones.kit.players.strategy import Strategy

FOLDER: Final = Path(__file__).parent
TENT: Final = "tent"


class Weight(Name):
    """The parameters of scripts, see parameters.toml."""

    BANNER = 0
    HUNT = 1
    FAR = 2
    DANGER = 3
    STAND_OFF = 4
    CLOSE_UP = 5
    BOLDNESS = 6
    FOLLOW = 7
    THRIFT = 8
    CARDS = 9
    FRONT = 10
    TENT = 11
    TAKE_INFANTRY = 12
    TAKE_RANGED = 13
    TAKE_CAVALRY = 14
    TAKE_ELITE = 15
    TAKE_LEGEND = 16


PLANS: Final = Plans(FOLDER, Weight, Faction.ids())


class Policy(Layout):
    """The strategies of a table, packed, with the restrictions of each."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, len(Weight))]
    bars: Annotated[Array, np.int8, (SEATS,)]  # 1: something is barred
    no_card: Annotated[Array, np.int8, (SEATS, KINDS + 1)]  # kinds of units, the tent
    no_command: Annotated[Array, np.int8, (SEATS, COMMAND_CARDS)]
    no_lore: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]


def restrictable(rules: Ruleset, faction: Faction) -> Mapping[str, str]:
    """Return what a strategy can go without: word -> what it is to a faction, "" if nothing.

    Units and cards are called by their names, those of any faction also `kind_1`, `lore_1` by
    their places in the files.

    Examples
    --------
    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> things = restrictable(load_ruleset(), Faction.UTHUK)
    >>> things["kind_1"], things["chaos_lord"], things["rune_golem"], things["tent"]
    ('blood_harvesters', 'chaos_lord', '', 'tent')
    """
    things = dict.fromkeys([unit.unit for unit in rules.units], "")
    things.update(dict.fromkeys([card.card.id for card in rules.lore], ""))
    things.update({card.card: card.card for card in rules.commands})
    things[TENT] = TENT
    for word, names in (
        ("kind", [unit.unit for unit in rules.units_of(faction)]),
        ("lore", [card.card.id for card in rules.lore_of(faction)]),
    ):
        things.update({name: name for name in names})
        things.update({f"{word}_{place}": name for place, name in enumerate(names, 1)})
    return things


def finder(rules: Ruleset) -> Finder:
    """Return the strategies; `hunter_without_tent` plays as hunter and never takes a tent.

    Examples
    --------
    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> known = finder(load_ruleset())
    >>> known.find("hunter_without_kind_1", "here").barred
    {'': ('kind_1',)}
    >>> known.find("hunter_without_wegde", "here")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a unit or card to go without, got 'wegde' (here)
    Tip: did you mean wedge?
    """
    words = sorted({word for faction in Faction for word in restrictable(rules, faction)})
    return Finder(PLANS, going_without(words, "a unit or card to go without"))


def pack_policy(rules: Ruleset, roles: Sequence[str], strategies: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats, each with the parameters for its faction."""
    packed = Policy.new()
    for seat, strategy in enumerate(strategies):
        packed.family[seat] = strategy.family
        put_weights(packed, seat, roles[seat], strategy.weights_of(roles[seat], SEATS))
        faction = by_id(Faction)[roles[seat]]
        for word in strategy.barred.get(ANY_ROLE, ()):
            _bar(packed, seat, rules, faction, restrictable(rules, faction)[word])
    return packed


def _bar(packed: Policy, seat: int, rules: Ruleset, faction: Faction, name: str) -> None:
    """Bar the kind of unit, the tent or the card of a name to a seat."""
    kinds = [*(unit.unit for unit in rules.units_of(faction)), TENT]
    commands = [card.card for card in rules.commands]
    lore = [card.card.id for card in rules.lore_of(faction)]
    for names, barred in (
        (kinds, packed.no_card),
        (commands, packed.no_command),
        (lore, packed.no_lore),
    ):
        if name in names:
            barred[seat, names.index(name)] = 1
            packed.bars[seat] = 1


def put_weights(policy: Any, seat: int, _: str, weights: Weights) -> None:
    """Write parameters of scripts into a packed policy."""
    for parameter, value in weights.items():
        if parameter.upper() in Weight.__members__:  # those of searching ones are not for kernels
            policy.weight[seat, Weight[parameter.upper()]] = value
