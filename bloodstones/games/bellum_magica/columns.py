"""The columns of the tidy table and the sources of their values."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.game_setup import roles_in
from bloodstones.games.bellum_magica.engine.state import Source
from bloodstones.games.bellum_magica.rules.names import Chest, Deck, Token
from bloodstones.kit.columns import PlayedGames, of_game, of_seat, order_from, total_of

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST


def castle(played: PlayedGames) -> Array:
    """Return the castle boards of the seats, by the names that setups have for them."""
    names: Array = np.array(roles_in(played.game_setup.rules), object)[played.by_seat("castle")]
    return names


COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", KEY),
    Column(
        "turn_order",
        "int8",
        "place in the turn order, 0 for the first captain",
        KEY,
        source=order_from("first_captain"),
    ),
    Column("map", "str", "always empty: the game has no board", KEY),
    Column("faction", "str", "castle board", KEY, "castle board", source=castle),
    Column("strategy", "str", "strategy id", KEY),
    Column(
        "score",
        "int32",
        "value of all chests at the end (BM-END-03)",
        RESULT,
        source=total_of("points"),
    ),
    Column(
        "vp_scouts",
        "int16",
        "value of the chests scouted (BM-SCOUT)",
        POINTS,
        "scouted",
        "#4c8a4a",
        source=of_seat("points", Source.SCOUTS),
    ),
    Column(
        "vp_plunder",
        "int16",
        "value of the chests plundered (BM-ATTACK-05)",
        POINTS,
        "plunder",
        "#c0803a",
        source=of_seat("points", Source.PLUNDER),
    ),
    Column(
        "vp_theft",
        "int16",
        "value of the chests stolen (BM-ATTACK-11)",
        POINTS,
        "stolen",
        "#7a4a8c",
        source=of_seat("points", Source.THEFT),
    ),
    Column(
        "vp_robbed",
        "int16",
        "value of the chests lost to thieves (negative)",
        POINTS,
        "lost",
        "#b04848",
        source=of_seat("points", Source.ROBBED),
    ),
    Column("chests", "int8", "chests at the end", RESULT, source=total_of("chest_count")),
    Column("wood", "int8", "wooden chests at the end", source=of_seat("chest_count", Chest.WOOD)),
    Column("metal", "int8", "metal chests at the end", source=of_seat("chest_count", Chest.METAL)),
    Column("gold", "int8", "gold chests at the end", source=of_seat("chest_count", Chest.GOLD)),
    Column(
        "chests_scouted", "int16", "chests gained by scouts", source=of_seat("moves", Source.SCOUTS)
    ),
    Column(
        "chests_plundered",
        "int16",
        "chests gained as loot of locations",
        source=of_seat("moves", Source.PLUNDER),
    ),
    Column(
        "chests_stolen", "int16", "chests stolen", CONTEST, source=of_seat("moves", Source.THEFT)
    ),
    Column(
        "chests_lost",
        "int16",
        "chests lost to thieves",
        CONTEST,
        source=of_seat("moves", Source.ROBBED),
    ),
    Column("locations", "int16", "locations plundered", source=of_seat("locations_taken")),
    Column("tavern", "int16", "visits to the tavern", source=of_seat("tavern_visits")),
    Column("raids", "int16", "attacks on castles", CONTEST, source=of_seat("castle_attacks")),
    Column(
        "evil", "int16", "evil creatures hired", source=of_seat("recruited", Deck.EVIL - Deck.EVIL)
    ),
    Column(
        "most_evil",
        "int16",
        "most evil creatures hired",
        source=of_seat("recruited", Deck.MOST_EVIL - Deck.EVIL),
    ),
    Column(
        "hired_left", "int16", "creatures hired for the left side", source=of_seat("recruited_left")
    ),
    Column("rerolls", "int16", "rerolls paid for", source=of_seat("rerolls")),
    Column("food", "int16", "food gained", source=of_seat("food_gained")),
    Column("glyphs", "int16", "glyphs gained", source=of_seat("glyphs_gained")),
    Column("shields", "int16", "shield tokens at the end", source=of_seat("tokens", Token.SHIELD)),
    Column("turns", "int16", "days played", source=of_game("turn")),
    Column("game_turns", "int16", "turns of all seats (each seat has one in a day)", COURSE),
    Column("lead_changes", "int16", "number of times the lead changed hands", COURSE),
    Column("lead_since", "int16", "turns of all seats after which the final leader led", COURSE),
    Column(
        "turns_led",
        "int16",
        "number of turns of all seats in which this seat was the sole leader",
        COURSE,
    ),
    Column(
        "behind_quarter", "int16", "points behind the leader after a quarter of the days", COURSE
    ),
    Column("behind_half", "int16", "points behind the leader after half of the days", COURSE),
    Column(
        "behind_three_quarters",
        "int16",
        "points behind the leader after three quarters of the days",
        COURSE,
    ),
    Column("rank", "int8", "1 for the winners; ties share the better rank", RESULT),
    Column(
        "win_credit", "float64", "1 for a sole winner, 1/k for each of k winners, else 0", RESULT
    ),
    Column("finished", "bool", "whether a rule ended the game", RESULT),
    Column("end_reason", "str", "chests, stalled, day_limit; turn_limit if unfinished", RESULT),
)
