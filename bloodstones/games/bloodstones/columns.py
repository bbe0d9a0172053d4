"""The columns of the tidy table and the measures by area and the sources of their values."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.lead import BUILT, OWN_TURNS, SCORED
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOWHERE, Source
from bloodstones.kit.columns import SEAT, FieldSource, PlayedGames, of_seat, order_from, total_of
from bloodstones.kit.columns import Source as ColumnSource
from bloodstones.kit.courses import NOTES, OWN

DONE: Final = Role.ACTIVITY
FOUGHT: Final = Role.ACTIVITY | Role.CONTEST


def _points(source: Source, name: str, dtype: str, meaning: str, label: str, colour: str) -> Column:
    """Return the column of a source of points; light and dark colours take turns."""
    at = of_seat("vp", source)
    return Column(name, dtype, meaning, Role.POINTS, label, colour, source=at)


def citadel_areas(played: PlayedGames) -> Array:
    """Return the areas where the citadels were placed, NOWHERE for factions without."""
    placed: Array = np.where(played.tables.citadels > 0, played.field("home"), NOWHERE)
    return placed[:, : played.seats]


def at_first_regroup(note: int) -> ColumnSource:
    """Return the source of what each seat had at its first regroup, 0 without one."""

    def source(played: PlayedGames) -> Array:
        notes = played.courses[:, OWN : OWN + NOTES * played.seats]
        return notes[:, note::NOTES]

    return source


def citadels(played: PlayedGames) -> Array:
    """Return how many citadels were placed in every area."""
    areas = np.arange(len(played.game_setup.board.areas))
    counts: Array = (citadel_areas(played)[:, :, np.newaxis] == areas).sum(axis=1)
    return counts


def by_area(name: str) -> ColumnSource:
    """Return the source of what the state counts by area."""
    return lambda played: played.field(name)


COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "map id", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column(
        "turn_order",
        "int8",
        "place in the turn order, 0 for the start player",
        Role.KEY,
        source=order_from("first_seat"),
    ),
    Column("faction", "str", "faction id", Role.KEY),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column("score", "int32", "victory points at the end", Role.RESULT, source=total_of("vp")),
    _points(Source.START, "vp_start", "int16", "VP at the start (BS-SETUP-24)", "start", "#cfcfcf"),
    _points(
        Source.BATTLES,
        "vp_battles",
        "int32",
        "VP from won battles (BS-COMBAT-33)",
        "battles",
        "#9b2226",
    ),
    _points(
        Source.VILLAGES,
        "vp_villages",
        "int16",
        "VP from own villages at regroups (BS-REGROUP-03)",
        "own villages",
        "#f2c14e",
    ),
    _points(
        Source.CAPTURED_VILLAGES,
        "vp_captured_villages",
        "int16",
        "VP from captured villages (BS-END-09)",
        "captured villages",
        "#2a7f9e",
    ),
    _points(
        Source.CAPTURED_CITADELS,
        "vp_captured_citadels",
        "int16",
        "VP from captured citadels (BS-END-09)",
        "captured citadels",
        "#12263f",
    ),
    Column(
        "citadel_area",
        "int16",
        "area where the citadel was placed; -1 without a citadel",
        Role.PLACE,
        "citadel",
        source=citadel_areas,
    ),
    Column(
        "villages",
        "int8",
        "own villages on the map at the end",
        Role.RESULT,
        source=of_seat("village_count"),
    ),
    Column(
        "battles_attacking",
        "int16",
        "attacks made",
        FOUGHT,
        "attacks",
        source=FieldSource("battles", (ATTACKER, SEAT)),
    ),
    Column(
        "battles_defending",
        "int16",
        "attacks received, including those answered by a withdrawal",
        DONE,
        "defences",
        source=FieldSource("battles", (DEFENDER, SEAT)),
    ),
    Column(
        "battles_won",
        "int16",
        "battles won as attacker or defender",
        DONE,
        "won",
        source=of_seat("battles_won"),
    ),
    Column(
        "withdrawals",
        "int16",
        "withdrawals from an attack",
        DONE,
        "withdrawn",
        source=of_seat("withdrawals"),
    ),
    Column("units_built", "int16", "units built in play", DONE, source=of_seat("units_built")),
    Column(
        "units_lost",
        "int16",
        "units removed in battles, retreats and deserts",
        DONE,
        source=of_seat("units_lost"),
    ),
    Column("villages_built", "int16", "villages built", DONE, source=of_seat("villages_built")),
    Column(
        "villages_lost",
        "int16",
        "villages captured by others",
        DONE,
        source=of_seat("villages_lost"),
    ),
    Column(
        "villages_captured",
        "int16",
        "villages captured from others",
        Role.CONTEST,
        source=of_seat("captured"),
    ),
    Column(
        "citadels_captured",
        "int8",
        "citadels captured",
        DONE,
        "citadels taken",
        source=of_seat("citadels_taken"),
    ),
    Column(
        "regroups",
        "int16",
        "all regroups made, including those beyond the required number (BS-REGROUP-04)",
        Role.COURSE,
        source=of_seat("regroups"),
    ),
    Column(
        "first_regroup_turns",
        "int16",
        "turns of the seat up to its first regroup",
        Role.COURSE,
        source=at_first_regroup(OWN_TURNS),
    ),
    Column(
        "first_regroup_built",
        "int16",
        "villages built up to the first regroup",
        Role.COURSE,
        source=at_first_regroup(BUILT),
    ),
    Column(
        "first_regroup_villages",
        "int16",
        "villages that scored at the first regroup",
        Role.COURSE,
        source=at_first_regroup(SCORED),
    ),
    Column("turns", "int16", "turns of this seat", Role.COURSE, source=of_seat("turns")),
    Column("game_turns", "int16", "turns of all seats", Role.COURSE),
    Column(
        "lead_changes",
        "int16",
        "number of times the lead changed hands after a turn",
        Role.COURSE,
    ),
    Column("lead_since", "int16", "turn after which the final leader took the lead", Role.COURSE),
    Column(
        "turns_led",
        "int16",
        "number of turns of all seats after which this seat was the sole leader",
        Role.COURSE,
    ),
    Column(
        "behind_quarter",
        "int16",
        "points behind the leader after a quarter of the turns, prizes in sight included",
        Role.COURSE,
    ),
    Column("behind_half", "int16", "points behind the leader after half of the turns", Role.COURSE),
    Column(
        "behind_three_quarters",
        "int16",
        "points behind the leader after three quarters of the turns",
        Role.COURSE,
    ),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column(
        "win_credit",
        "float64",
        "1 for a sole winner, 1/k for each of k winners, else 0",
        Role.RESULT,
    ),
    Column("finished", "bool", "whether the game ended by the rules", Role.RESULT),
    Column("end_reason", "str", "regroups; turn_limit if unfinished", Role.RESULT),
)
MEASURES: Final = (
    Column("citadels", "int64", "where citadels are", Role.PLACE, source=citadels),
    Column(
        "battles", "int64", "where battles are fought", Role.CONTEST, source=by_area("area_battles")
    ),
    Column(
        "villages_built",
        "int64",
        "where villages are built",
        Role.ACTIVITY,
        source=by_area("area_built"),
    ),
    Column(
        "villages_captured",
        "int64",
        "where villages are captured",
        Role.CONTEST,
        source=by_area("area_captured"),
    ),
)
