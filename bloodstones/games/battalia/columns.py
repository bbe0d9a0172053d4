"""The columns of the tidy table, and where the state keeps what is counted by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.contract.game import Column, Role
from bloodstones.games.battalia.engine.state import Tally
from bloodstones.games.battalia.rules.names import Kind

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST

COUNTED: Final = (
    Column("cities", "int16", "cities built"),
    Column("upgrades", "int16", "levels that cities were raised"),
    Column("roads", "int16", "roads built"),
    Column("neutrals", "int16", "neutral cities taken (BA-NEUT-03)"),
    Column("conquered", "int16", "cities taken from players", CONTEST),
    Column("cities_lost", "int16", "cities lost to players", CONTEST, "cities lost"),
    Column("fights", "int16", "attacks on players", CONTEST),
    Column("fights_won", "int16", "of these won", CONTEST),
    Column("defences", "int16", "attacks by players", CONTEST),
    Column("defences_won", "int16", "of these beaten off", CONTEST),
    Column("retreats", "int16", "retreats before players", CONTEST),
    Column("hired", "int16", "heroes hired"),
    Column("heroes_lost", "int16", "heroes sent back to stock", CONTEST),
    Column("moves", "int16", "lines that moved a hero"),
    Column("units", "int16", "units hired"),
    Column("ambushed", "int16", "cards put in ambush"),
    Column("limbo", "int16", "cards put in limbo"),
    Column("cohorts", "int16", "turns with a cohort"),
    Column("cohort_cards", "int16", "cards drawn for cohorts"),
    Column("mulligans", "int16", "hands changed"),
    Column("titles", "int16", "cards raised by titles"),
    Column("scrolls", "int16", "cards exchanged by scrolls"),
    Column("amulets", "int16", "cards put on amulets"),
    Column("tents", "int16", "tents laid out"),
)
GAINED: Final = tuple(
    Column(f"gained_{kind.id}", "int16", f"cards of {kind.id} gained")
    for kind in tuple(Kind)[: Kind.SUPPLY]
)
COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column("map", "str", "always empty: the board follows from the number of players", KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", KEY),
    Column("turn_order", "int8", "place in the turn order, 0 for the first player", KEY),
    Column("faction", "str", "faction of tokens and heroes", KEY),
    Column("strategy", "str", "strategy id", KEY),
    Column("start_square", "int8", "square of the start city", KEY),
    Column("score", "int32", "levels of all cities at the end (BA-SCORE-04)", RESULT),
    Column("vp_level_1", "int16", "points of cities of level 1", POINTS, "level 1", "#b9a06a"),
    Column("vp_level_2", "int16", "points of cities of level 2", POINTS, "level 2", "#7d9a56"),
    Column("vp_level_3", "int16", "points of cities of level 3", POINTS, "level 3", "#4f7ea8"),
    Column("vp_level_4", "int16", "points of cities of level 4", POINTS, "level 4", "#9a4f8c"),
    Column("heroes", "int8", "heroes on the board at the end", RESULT),
    Column("great", "str", "great artifact gained, none without", RESULT),
    Column(
        "final_board",
        "str",
        "the board at the end of some games, see `boards_told`",
        RESULT,
        for_players=False,
    ),
    *COUNTED,
    *GAINED,
    Column("dead_squares", "int8", "squares on which nothing could be built any more"),
    Column("deck_size", "int16", "cards at the end"),
    Column("turns", "int16", "turns of this seat"),
    Column("game_turns", "int16", "turns of the game", COURSE),
    Column("lead_changes", "int16", "times that the lead passed to another seat", COURSE),
    Column("lead_since", "int16", "turn after which the last leader came to lead", COURSE),
    Column("turns_led", "int16", "turns after which this seat alone led", COURSE),
    Column("behind_quarter", "int16", "points behind the most after a quarter of turns", COURSE),
    Column("behind_half", "int16", "the same after half of the turns", COURSE),
    Column("behind_three_quarters", "int16", "the same after three quarters", COURSE),
    Column("rank", "int8", "1 for the winners; ties share the better rank", RESULT),
    Column("win_credit", "float64", "1/k for each of k winners, else 0", RESULT),
    Column("finished", "bool", "whether a rule ended the game", RESULT),
    Column("end_reason", "str", "board_full, fifth_city; turn_limit if unfinished", RESULT),
)
# Column -> field of the state and place in it, for what is counted by seat.
BY_SEAT: Final[Mapping[str, tuple[str, int]]] = {
    **{column.name: ("tally", int(tally)) for column, tally in zip(COUNTED, Tally, strict=True)},
    **{column.name: ("gains", kind) for kind, column in enumerate(GAINED)},
}
