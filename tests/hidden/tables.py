"""The tables at which hidden information is watched: each game, all numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Final

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.registry import load_game, module_of
from bloodstones.kit.testing.hidden import Sense, WatchedTable, by_choice, seated, watched
from tests.games.wizard_kings.random_play import setup_for
from tests.hidden import battalia, battlelore, bellum_magica, bloodstones, wizard_kings

DEALERS: Final[Mapping[str, Callable[[], Any]]] = {
    "bloodstones": bloodstones.Dealer,
    "wizard_kings": wizard_kings.Dealer,
    "bellum_magica": bellum_magica.Dealer,
    "battlelore": battlelore.Dealer,
    "battalia": battalia.Dealer,
}
SEARCHES: Final = 4  # simulations


class Table:
    """A setup of a game, and all that its seats could learn by."""

    def __init__(self, game_id: str, setup: Setup) -> None:
        self.game_id = game_id
        self.setup = setup
        self.game: Any = load_game(game_id)
        self._choices: dict[str, Sense] = {}

    @cached_property
    def watched(self) -> WatchedTable:
        """The table without choices of strategies."""
        fields = import_module(module_of(self.game_id, "fields")).FIELDS
        scene = import_module(module_of(self.game_id, "pictures")).scene
        voice = game_commands_of(self.game_id).voice()
        return watched(self.game, self.setup, voice, fields, scene)

    def choosing(self, names: Sequence[str]) -> WatchedTable:
        """The table with the choices of strategies."""
        choices = tuple(self._choice(name) for name in names)
        return replace(self.watched, senses=self.watched.senses + choices)

    def _choice(self, name: str) -> Sense:
        if name not in self._choices:
            self._choices[name] = by_choice(name, self.game.seat(seated(self.setup, name)))
        return self._choices[name]

    @cached_property
    def strategies(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The strategies that come with the game: those that kernels play, those that search."""
        found: tuple[list[str], list[str]] = ([], [])
        for name, strategy in self.game.finder_for().shipped().items():
            searches = strategy.traits.uses_search
            full = f"{name}_{SEARCHES}" if searches else name
            try:
                self.game.seat(seated(self.setup, full))
            except InputError:  # not learned for so many
                continue
            found[searches].append(full)
        return tuple(found[0]), tuple(found[1])


def _seats(roles: Sequence[str]) -> tuple[Seat, ...]:
    return tuple(Seat(role, "random") for role in roles)


def _bloodstones() -> list[Setup]:
    secret = {"swap_announced": "false", "cutiecorn": "true"}
    horde = {"corsair_reveal": "all", "regroup_trigger": "on_empty", "all_units_fight": "false"}
    all_six = ("hill_folk", "corsairs", "necromancers", "horse_lords", "dragon_riders")
    return [
        Setup("tyrants_lament", _seats(("hill_folk", "horse_lords"))),
        Setup("raven_coast", _seats(("corsairs", "necromancers", "dragon_riders")), secret),
        Setup("tyrants_lament", _seats((*all_six[:3], "chaos_horde")), horde),
        Setup("ember_coast", _seats((*all_six[:4], "chaos_horde"))),
        Setup("sundered_march", _seats((*all_six, "chaos_horde")), secret | horde),
    ]


def _wizard_kings() -> list[Setup]:
    more: tuple[dict[str, str], ...] = (
        {},
        {"dispel": "true"},
        {},
        {"damage_spell_phase": "both"},
        {},
        {"setup_order": "seat_order"},
    )
    return [
        setup_for(number, **more[number % len(more)], **free)
        for number in range(8)
        for free in (
            {},
            {"dispel": "true", "dispel_range": "any", "voluntary_overstack": "removed"},
        )
        if not set(more[number % len(more)]) & set(free)
    ]


def _bellum_magica() -> list[Setup]:
    other = {"goblin_placement": "secret", "castle_choice": "turn_order", "stolen_pick": "victim"}
    free = {"thief_use": "optional", "chest_shortage": "next_kind", "recruit_order": "one_by_one"}
    return [
        Setup("", _seats(("",) * players), options)
        for players in (2, 3, 4, 5)
        for options in ({}, other, other | free)
    ]


def _battlelore() -> list[Setup]:
    seats = _seats(("daqan", "uthuk"))
    choices = {"tent_capture": "optional", "token_removal": "each", "immovable_use": "optional"}
    return [
        Setup("drawn", seats),
        Setup("b2+d1", seats, choices),
        Setup("campaign", seats),
        Setup("c1+c1", seats, {"deploy_order": "first_player", "lore_on_counter": "true"}),
        Setup("a1+c2", seats, {"deploy_order": "alternate", "double_shot_split": "true"}),
        Setup("d1+d1", seats, choices),
    ]


def _battalia() -> list[Setup]:
    free = {"ambush_cost": "per_action", "fourth_ambush": "voluntary", "horn_in_battle": "true"}
    open_ = {"pool_tops": "visible", "tent_timing": "turn_start", "great_artifact_choice": "random"}
    return [
        Setup("", _seats(("",) * players), options)
        for players in (2, 3, 4)
        for options in ({}, free, open_)
    ]


SETUPS: Final = {
    "bloodstones": _bloodstones,
    "wizard_kings": _wizard_kings,
    "bellum_magica": _bellum_magica,
    "battlelore": _battlelore,
    "battalia": _battalia,
}


@cache
def tables(game_id: str) -> tuple[Table, ...]:
    """The tables of a game."""
    return tuple(Table(game_id, setup) for setup in SETUPS[game_id]())
