"""The columns of the tidy table and the sources of their values."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.board_text import tell_board
from bloodstones.games.battalia.engine.cards import deck_totals
from bloodstones.games.battalia.engine.state import NOTHING, Square, Tally
from bloodstones.games.battalia.rules.names import LEVELS, Faction, Great, Kind
from bloodstones.kit.columns import PlayedGames, Source, of_seat, order_from

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST
BOARDS_TOLD: Final = 2  # the first playthroughs of a cell tell their boards


def points_of_level(level: int) -> Source:
    """Return the source of the points of cities of a level."""

    def source(played: PlayedGames) -> Array:
        seats = np.arange(played.seats)[:, np.newaxis]
        mine = played.field("owner")[:, np.newaxis, :] == seats
        points: Array = level * (mine & (played.field("level") == level)[:, np.newaxis]).sum(axis=2)
        return points

    return source


def score(played: PlayedGames) -> Array:
    """Return the points of cities of all levels."""
    return sum(
        (points_of_level(level)(played) for level in range(1, LEVELS)), np.zeros((1, 1), int)
    )


def final_board(played: PlayedGames) -> Array:
    """Return the boards of the first playthroughs as texts, see `tell_board`."""
    texts = [
        tell_board(state) if replicate < BOARDS_TOLD else ""
        for state, replicate in zip(played.states, played.replicates, strict=True)
    ]
    return np.array(texts, object)[:, np.newaxis]


def heroes(played: PlayedGames) -> Array:
    """Return how many heroes are on the board."""
    out: Array = (played.by_seat("hero") != NOTHING).sum(axis=2)
    return out


def dead_squares(played: PlayedGames) -> Array:
    """Return how many squares are dead."""
    dead: Array = (played.field("what") == Square.DEAD).sum(axis=1)
    return dead[:, np.newaxis]


def deck_size(played: PlayedGames) -> Array:
    """Return how many cards every seat has."""
    decks = np.zeros((len(played.states), played.seats), np.int64)
    deck_totals(played.states, played.tables, decks)
    return decks


def turns(played: PlayedGames) -> Array:
    """Return how many turns every seat had."""
    order = order_from("first")(played)
    had: Array = (played.field("turn")[:, np.newaxis] - order + played.seats - 1) // played.seats
    return had


def _counted(*columns: Column) -> tuple[Column, ...]:
    """Return columns with their places in the tally of the state, which are in this order."""
    return tuple(
        replace(column, source=of_seat("tally", tally))
        for column, tally in zip(columns, Tally, strict=True)
    )


COUNTED: Final = _counted(
    Column("cities", "int16", "cities built"),
    Column("upgrades", "int16", "city upgrades"),
    Column("roads", "int16", "roads built"),
    Column("neutrals", "int16", "neutral cities taken (BA-NEUT-03)"),
    Column("conquered", "int16", "cities taken from players", CONTEST),
    Column("cities_lost", "int16", "cities lost to players", CONTEST, "cities lost"),
    Column("fights", "int16", "attacks on players", CONTEST),
    Column("fights_won", "int16", "attacks on players that were won", CONTEST),
    Column("defences", "int16", "attacks by other players", CONTEST),
    Column("defences_won", "int16", "attacks by other players that were beaten off", CONTEST),
    Column("retreats", "int16", "retreats from attacking players", CONTEST),
    Column("hired", "int16", "heroes hired"),
    Column("heroes_lost", "int16", "heroes lost", CONTEST),
    Column("moves", "int16", "actions that moved a hero"),
    Column("units", "int16", "units hired"),
    Column("ambushed", "int16", "cards put in ambush"),
    Column("limbo", "int16", "cards put in limbo"),
    Column("cohorts", "int16", "turns with a cohort announced"),
    Column("cohort_cards", "int16", "cards drawn for cohorts"),
    Column("mulligans", "int16", "hands replaced (mulligans)"),
    Column("titles", "int16", "cards upgraded by titles"),
    Column("scrolls", "int16", "cards exchanged by scrolls"),
    Column("amulets", "int16", "cards put on amulets"),
    Column("tents", "int16", "tents laid out"),
)
GAINED: Final = tuple(
    Column(
        f"gained_{kind.id}", "int16", f"cards of {kind.id} gained", source=of_seat("gains", kind)
    )
    for kind in tuple(Kind)[: Kind.SUPPLY]
)
COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column("map", "str", "always empty: the board follows from the number of players", KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", KEY),
    Column(
        "turn_order",
        "int8",
        "place in the turn order, 0 for the first player",
        KEY,
        source=order_from("first"),
    ),
    Column(
        "faction",
        "str",
        "faction of tokens and heroes",
        KEY,
        source=of_seat("faction", names=Faction.ids()),
    ),
    Column("strategy", "str", "strategy id", KEY),
    Column("start_square", "int8", "square of the start city", KEY, source=of_seat("start_square")),
    Column(
        "score",
        "int32",
        "sum of the levels of all cities at the end (BA-SCORE-04)",
        RESULT,
        source=score,
    ),
    Column(
        "vp_level_1",
        "int16",
        "points of cities of level 1",
        POINTS,
        "level 1",
        "#b9a06a",
        source=points_of_level(1),
    ),
    Column(
        "vp_level_2",
        "int16",
        "points of cities of level 2",
        POINTS,
        "level 2",
        "#7d9a56",
        source=points_of_level(2),
    ),
    Column(
        "vp_level_3",
        "int16",
        "points of cities of level 3",
        POINTS,
        "level 3",
        "#4f7ea8",
        source=points_of_level(3),
    ),
    Column(
        "vp_level_4",
        "int16",
        "points of cities of level 4",
        POINTS,
        "level 4",
        "#9a4f8c",
        source=points_of_level(4),
    ),
    Column("heroes", "int8", "heroes on the board at the end", RESULT, source=heroes),
    Column(
        "great",
        "str",
        "great artifact gained, or none",
        RESULT,
        source=of_seat("great", names=(*Great.ids(), "none")),
    ),
    Column(
        "final_board",
        "str",
        "final board of the first games of each cell, as text",
        RESULT,
        for_players=False,
        source=final_board,
    ),
    *COUNTED,
    *GAINED,
    Column(
        "dead_squares",
        "int8",
        "squares on which nothing more could be built",
        source=dead_squares,
    ),
    Column("deck_size", "int16", "cards in the deck at the end", source=deck_size),
    Column("turns", "int16", "turns of this seat", source=turns),
    Column("game_turns", "int16", "turns of all seats", COURSE),
    Column("lead_changes", "int16", "number of times the lead changed hands", COURSE),
    Column("lead_since", "int16", "turn after which the final leader took the lead", COURSE),
    Column(
        "turns_led", "int16", "number of turns after which this seat was the sole leader", COURSE
    ),
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
    Column("rank", "int8", "1 for the winners; ties share the better rank", RESULT),
    Column(
        "win_credit", "float64", "1 for a sole winner, 1/k for each of k winners, else 0", RESULT
    ),
    Column("finished", "bool", "whether a rule ended the game", RESULT),
    Column("end_reason", "str", "board_full, fifth_city; turn_limit if unfinished", RESULT),
)
