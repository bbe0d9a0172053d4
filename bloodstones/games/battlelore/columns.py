"""The columns of the tidy table and the sources of their values."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.state import NOBODY, Ending
from bloodstones.games.battlelore.rules.checks import KINDS
from bloodstones.games.battlelore.rules.names import Indicator
from bloodstones.games.battlelore.rules.scenarios import DRAWN
from bloodstones.kit.columns import PlayedGames, of_game, of_seat, order_from

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST

SOURCES_OF_POINTS: Final = ("banner_vp", "scenario_vp", "tent_vp", "kill_vp")


def points(vp: Array, noted: Array, ending: Array) -> Array:
    """Return the victory points by seat, of all battles of a campaign, which notes them at last."""
    total: Array = np.where(ending == Ending.CAMPAIGN_SUM, noted, vp + noted)
    return total


def score(played: PlayedGames) -> Array:
    """Return the victory points by seat."""
    ending = played.field("ending")[:, np.newaxis]
    return points(played.field("vp"), played.field("noted_vp"), ending)


def battle_points(played: PlayedGames) -> Array:
    """Return the points that no other source gave."""
    rest: Array = score(played) - sum(played.field(name) for name in SOURCES_OF_POINTS)
    return rest


def lead_since(played: PlayedGames) -> Array:
    """Return the turn from which the last leader led, 0 if there was no leader."""
    since = np.where(played.field("lead") != NOBODY, played.field("lead_since"), 0)
    return since[:, np.newaxis]


def map_names(played: PlayedGames) -> Array:
    """Return the board, as it is called where a setup names none."""
    return np.array([[played.setup.board or DRAWN]], object)


def fights(played: PlayedGames) -> Array:
    """Return the attacks by hex."""
    return played.field("hex_fights")


COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column(
        "map",
        "str",
        "scenarios of Daqan and Uthuk, or drawn, or campaign",
        KEY,
        "scenarios",
        source=map_names,
    ),
    Column("seat", "int8", "seat, from 0", KEY),
    Column(
        "turn_order",
        "int8",
        "0 for the first player of the last battle",
        KEY,
        source=order_from("first"),
    ),
    Column("faction", "str", "faction id", KEY),
    Column(
        "scenario",
        "str",
        "scenario of the seat in the last battle",
        KEY,
        for_players=True,
        source=of_seat("scenario", names=Indicator.ids()),
    ),
    Column("strategy", "str", "strategy id", KEY),
    Column("score", "int32", "victory points", RESULT, "VP", source=score),
    Column(
        "vp_banners",
        "int16",
        "points of banners (BL-TURN-06)",
        POINTS,
        "banners",
        "#c9a227",
        source=of_seat("banner_vp"),
    ),
    Column(
        "vp_scenario",
        "int16",
        "points of the scenario",
        POINTS,
        "scenario",
        "#4c8a4a",
        source=of_seat("scenario_vp"),
    ),
    Column(
        "vp_tents",
        "int16",
        "points of tents (BL-TERRAIN-07)",
        POINTS,
        "tents",
        "#7a4a8c",
        source=of_seat("tent_vp"),
    ),
    Column(
        "vp_kills",
        "int16",
        "points of units destroyed",
        POINTS,
        "units",
        "#b04848",
        source=of_seat("kill_vp"),
    ),
    Column(
        "vp_battles",
        "int16",
        "points of battles won (BL-CAMPAIGN-04)",
        POINTS,
        "battles",
        source=battle_points,
    ),
    Column("rank", "int8", "1 for the winner; 1 for both in a draw", RESULT),
    Column("win_credit", "float64", "1 for the winner, 1/2 for each in a draw, else 0", RESULT),
    Column("finished", "bool", "whether the game ended with a winner", RESULT),
    Column("end_reason", "str", "vp_lead, last_unit, campaign_sum; round_limit", RESULT),
    Column("game_turns", "int16", "turns of both seats", COURSE, "turns", for_players=True),
    Column(
        "lead_changes",
        "int16",
        "number of times the lead changed hands",
        COURSE,
        source=of_game("lead_changes"),
    ),
    Column(
        "lead_since", "int16", "turn from which the final leader led", COURSE, source=lead_since
    ),
    Column("turns_led", "int16", "number of turns of both seats after which this seat led", COURSE),
    Column(
        "behind_quarter", "int16", "points behind the leader after a quarter of the turns", COURSE
    ),
    Column("behind_half", "int16", "points behind the leader after half of the turns", COURSE),
    Column(
        "behind_three_quarters",
        "int16",
        "points behind the leader after three quarters of the turns",
        COURSE,
    ),
    Column("attacks", "int16", "attacks and counters made", CONTEST, source=of_seat("fought")),
    Column("counters", "int16", "counters made", CONTEST, source=of_seat("counters")),
    Column("damage", "int16", "damage dealt", CONTEST, source=of_seat("damage")),
    Column("kills", "int16", "enemy units destroyed", CONTEST, source=of_seat("kills")),
    Column(
        "driven", "int16", "hexes that enemy units retreated", CONTEST, source=of_seat("retreats")
    ),
    Column("lore_cards", "int16", "lore cards played", source=of_seat("cards_played")),
    Column("lore", "int16", "lore gained", source=of_seat("lore_gained")),
    Column("units_left", "int8", "units on the board at the end", source=of_seat("units")),
    *(
        Column(
            f"mustered_{kind}",
            "int8",
            f"units of the {place} kind of the faction, mustered for the last battle",
            label=f"{place} kind mustered",
            source=of_seat("army", kind),
        )
        for kind, place in enumerate(("first", "second", "third", "fourth", "fifth"))
    ),
    Column(
        "tent", "int8", "1 if the army has a command tent, else 0", source=of_seat("army", KINDS)
    ),
)

MEASURES: Final = (
    Column("fights", "int64", "attacks on units in the hex", Role.CONTEST, source=fights),
)
