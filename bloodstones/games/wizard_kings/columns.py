"""The columns of the tidy table and the sources of their values."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.state import ATTACKING, DEFENDING, SEATS
from bloodstones.kit.columns import SEAT, FieldSource, PlayedGames, of_game, of_seat


def units_left(played: PlayedGames) -> Array:
    """Return how many units every seat has on the map."""
    on_map = played.field("hex").reshape(len(played.states), SEATS, -1) >= 0
    left: Array = on_map.sum(axis=2)[:, : played.seats]
    return left


def battles(played: PlayedGames) -> Array:
    """Return the battles by hex."""
    return played.field("hex_battles")


COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "board: the maps that were joined", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column("faction", "str", "army id", Role.KEY, "army"),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column(
        "score",
        "int32",
        "GP of the cities at the end",
        Role.RESULT,
        "GP",
        "#c9a227",
        source=of_seat("income"),
    ),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column(
        "win_credit",
        "float64",
        "1 for a sole winner, 1/k for each of k winners, else 0",
        Role.RESULT,
    ),
    Column("finished", "bool", "whether the game ended by the rules", Role.RESULT),
    Column("end_reason", "str", "goal or turn_limit; both are endings by the rules", Role.RESULT),
    Column("turns", "int16", "turns played", Role.RESULT, source=of_game("turn")),
    Column("game_turns", "int16", "turns of all seats (each seat has one in a turn)", Role.COURSE),
    Column("lead_changes", "int16", "number of times the lead in GP changed hands", Role.COURSE),
    Column(
        "lead_since", "int16", "turns of all seats after which the final leader led", Role.COURSE
    ),
    Column(
        "turns_led",
        "int16",
        "number of turns of all seats in which this seat was the sole leader",
        Role.COURSE,
    ),
    Column(
        "behind_quarter", "int16", "GP behind the leader after a quarter of the turns", Role.COURSE
    ),
    Column("behind_half", "int16", "GP behind the leader after half of the turns", Role.COURSE),
    Column(
        "behind_three_quarters",
        "int16",
        "GP behind the leader after three quarters of the turns",
        Role.COURSE,
    ),
    Column(
        "battles_attacking",
        "int16",
        "battles as attacker",
        Role.ACTIVITY,
        "attacks",
        source=FieldSource("fought", (ATTACKING - 1, SEAT)),
    ),
    Column(
        "battles_defending",
        "int16",
        "battles as defender",
        Role.ACTIVITY,
        "defences",
        source=FieldSource("fought", (DEFENDING - 1, SEAT)),
    ),
    Column(
        "battles_won",
        "int16",
        "battles won as attacker or defender",
        Role.ACTIVITY,
        source=of_seat("won"),
    ),
    Column(
        "steps_lost",
        "int16",
        "steps of strength lost",
        Role.ACTIVITY,
        "steps lost",
        source=of_seat("lost_steps"),
    ),
    Column(
        "steps_bought",
        "int16",
        "steps of strength bought during the game",
        Role.ACTIVITY,
        "steps bought",
        source=of_seat("bought_steps"),
    ),
    Column("spells", "int16", "spells cast", Role.ACTIVITY, source=of_seat("spells")),
    Column("units_left", "int16", "units on the map at the end", Role.ACTIVITY, source=units_left),
)
MEASURES: Final = (
    Column("battles", "int64", "where battles are fought", Role.CONTEST, "battles", source=battles),
)
