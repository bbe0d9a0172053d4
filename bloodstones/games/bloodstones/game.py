"""Bloodstones as the laboratory plays it: what it is made of, see `kit.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.tunable import Weights
from bloodstones.games.bloodstones import environment, fields
from bloodstones.games.bloodstones.columns import COLUMNS, MEASURES
from bloodstones.games.bloodstones.engine import lead
from bloodstones.games.bloodstones.engine import state as copying
from bloodstones.games.bloodstones.engine.game_setup import FEWEST_PLAYERS, read_setup
from bloodstones.games.bloodstones.engine.playthrough import ENGINE, Playthrough, failure
from bloodstones.games.bloodstones.engine.state import BAG_STREAM, COMBAT_STREAM, SEATS, Ending
from bloodstones.games.bloodstones.events import EVENTS, Event
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.reading import list_maps
from bloodstones.games.bloodstones.record import beginning
from bloodstones.games.bloodstones.record.actions import ACTIONS
from bloodstones.games.bloodstones.record.plans import decisions
from bloodstones.games.bloodstones.record.position.notation import COUNTED
from bloodstones.games.bloodstones.record.position.reader import (
    draft_position,
    read_position,
    setup_of,
    with_rules,
)
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import (
    RULES_FILE,
    TILES_FILE,
    load_ruleset,
    source_of,
)
from bloodstones.games.bloodstones.strategies import choosing, features, searching
from bloodstones.games.bloodstones.strategies import choosing as barring
from bloodstones.games.bloodstones.strategies.finding import FINDER
from bloodstones.games.bloodstones.strategies.policy import CROWD, Policy, pack_world, seated
from bloodstones.games.bloodstones.strategies.seat_view import Window
from bloodstones.games.bloodstones.strategies.weights import Weight
from bloodstones.kit.courses import course_columns
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Boards, Learning, Notation, Recording, RulesData, Strategies

TEACHERS: Final = (
    *("admiral_tuned", "builder_tuned", "coalition", "fortress_tuned", "opportunist_tuned"),
    *("raider_tuned", "tempo_tuned", "veteran", "warlord_tuned", "champion"),
)


def roles_for(players: int, data: str) -> tuple[str, ...]:
    """Return the factions that may sit at a table of so many (BS-SETUP-05)."""
    rules = load_ruleset(data=data)
    return tuple(f.id for f in Faction if rules.factions[f].min_players <= players)


def players_on(board: str, data: str) -> range:
    """Return the numbers of players that a map takes (BS-SETUP-01); a game has two or more."""
    read = find_board(board, data)
    return range(max(read.min_players, FEWEST_PLAYERS), read.max_players + 1)


def board_table(board: str, data: str) -> Mapping[str, Sequence[Any]]:
    """Return the areas of a map as columns, see `maps.area_tables.area_table`."""
    return area_table(find_board(board, data))


def put(policy: Policy, seat: int, role: str, weights: Weights) -> None:
    """Write the parameters with which a seat plays its faction into packed strategies."""
    faction = Faction.parse(role, "tuning")
    for name, value in weights.items():
        policy.weight[seat, faction, Weight[name.upper()]] = value


GAME: Final = Game(
    id="bloodstones",
    title="Bloodstones",
    home=__name__,
    players=range(FEWEST_PLAYERS, SEATS + 1),
    engine=ENGINE,
    kernels={
        "choose": choosing.choose,
        "deal_world": searching.deal_world,
        "copy_scattered": copying.copy_scattered,
        "admit": barring.admit,
        "is_searched": searching.is_searched,
        "begins_action": searching.begins_action,
        "nature_of": searching.nature_of,
        "judge": searching.judge,
        "follow": lead.follow,
        "features": features.features,
        "observe": fields.observe,
        "score": environment.score,
    },
    environment=environment.__name__,
    read=read_setup,
    plays=Playthrough,
    notation=Notation(
        format_position, read_position, setup_of, with_rules, draft_position, COUNTED
    ),
    stopped_by=lambda state, game_setup: failure(state, game_setup.board.id),
    data=RulesData(
        lambda: load_ruleset().version, source_of, lambda source: (RULES_FILE, TILES_FILE)
    ),
    roles=roles_for,
    boards_of=Boards(
        list_maps, players_on, board_table, lambda tables: int(tables.areas), MEASURES, find_board
    ),
    columns=COLUMNS,
    course=course_columns(np.rint),
    course_turns=lambda tables: int(tables.turn_limit),
    unfinished=(Ending.TURN_LIMIT,),
    battle_streams=range(COMBAT_STREAM, BAG_STREAM),
    strategies=Strategies(
        policy=Policy,
        finder_for=lambda data: FINDER,
        pack=lambda game_setup, roles, strategies: seated(
            pack_world(game_setup.rules, game_setup.board), strategies
        ),
        view_for=lambda game_setup, tables: Window(game_setup, tables).view_of,
        put=put,
        large_table=CROWD,
        not_tuned=("luck",),  # it keeps playthroughs different
    ),
    learning=Learning(features.Feature, TEACHERS, search_random_one_in=12),
    recording=Recording(
        EVENTS,
        beginning.scores,
        names=beginning.names,
        turns=Event.TURN.id,
        header=beginning.HEADER,
        begun=beginning.begun,
        actions=ACTIONS,
        decisions=decisions,
        why_not=why_not,
    ),
)
