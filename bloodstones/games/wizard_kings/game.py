"""The declaration of Wizard Kings, see `kit.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bloodstones.core.contract.tunable import Weights
from bloodstones.core.faults import Faults, nearest
from bloodstones.games.wizard_kings import environment, fields, positions
from bloodstones.games.wizard_kings.columns import COLUMNS, MEASURES
from bloodstones.games.wizard_kings.engine import ending, worlds
from bloodstones.games.wizard_kings.engine.game_setup import FEWEST, read_setup
from bloodstones.games.wizard_kings.engine.playthrough import ENGINE, Playthrough
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import DICE_STREAM, SEATS, STRATEGY_STREAM
from bloodstones.games.wizard_kings.engine.view import visible
from bloodstones.games.wizard_kings.events import EVENTS, Event
from bloodstones.games.wizard_kings.record.header import header, names, scores
from bloodstones.games.wizard_kings.rules import boards
from bloodstones.games.wizard_kings.rules.boards import build
from bloodstones.games.wizard_kings.rules.maps import map_files, maps, pairs_of_maps
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.wizard_kings.strategies import choosing, features, searching
from bloodstones.games.wizard_kings.strategies.policy import (
    PLANS,
    Policy,
    Weight,
    finder_for,
    pack_policy,
)
from bloodstones.kit import courses
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Boards, Learning, Recording, RulesData, Strategies
from bloodstones.kit.players.python_strategy import ViewOf, player_view_of

# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("greedy", "expansion", "hammer", "bastion"),
    *("expansion_tuned", "hammer_tuned", "bastion_tuned"),
)


def maps_of(board: str) -> list[str]:
    """Return the maps that a board joins."""
    return board.replace("/", "+").split("+")


def players_on(board: str, data: str) -> range:
    """Return the numbers of players that a board takes: one or two maps each (WK-SETUP-01)."""
    faults, by_name = Faults(), maps(data)
    for name in maps_of(board):
        if name not in by_name:
            faults.add("board", "a map", name, nearest(name, by_name))
    faults.raise_if_any()
    count = len(maps_of(board))
    return range(max(FEWEST, -(-count // 2)), min(SEATS, count) + 1)


def board_table(board: str, data: str) -> Mapping[str, Sequence[Any]]:
    """Return the hexes of a board as columns, see `rules.drawn.board_table`."""
    return boards.board_table(build(board, tuple(range(len(maps_of(board)))), data))


def view_of(tables: RuleTables) -> ViewOf:
    """Return what a Python strategy decides from."""
    return player_view_of(lambda s, seat: visible(s, tables, seat))


def put(policy: Policy, seat: int, _: str, weights: Weights) -> None:
    """Write parameters into packed strategies, those not named by their defaults."""
    full = PLANS.full_weights(weights, f"seat {seat}")
    policy.weight[seat] = [full[weight.id] for weight in Weight]


GAME: Final = Game(
    id="wizard_kings",
    title="Wizard Kings",
    home=__name__,
    players=range(FEWEST, SEATS + 1),
    engine=ENGINE,
    kernels={
        "choose": choosing.choose,
        "deal_world": worlds.deal_world,
        "admit": searching.admit,
        "draw_in_world": searching.draw_alike,
        "is_searched": searching.is_searched,
        "nature_of": searching.nature_of,
        "judge": searching.judge,
        "follow": courses.follow,
        "standing": ending.standing,
        "features": features.features,
        "observe": fields.observe,
        "score": environment.score,
    },
    environment=environment.__name__,
    read=read_setup,
    plays=Playthrough,
    notation=positions.FORM,
    data=RulesData(
        lambda: load_ruleset().version,
        source_of,
        lambda source: (*FILES, *map_files(source)),
    ),
    roles=lambda players, data: Army.ids(),
    boards_of=Boards(
        pairs_of_maps, players_on, board_table, lambda tables: int(tables.hexes), MEASURES
    ),
    columns=COLUMNS,
    rounds=True,
    course_turns=lambda tables: int(tables.turns),
    battle_streams=range(DICE_STREAM, STRATEGY_STREAM),
    strategies=Strategies(
        policy=Policy,
        finder_for=finder_for,
        pack=lambda game_setup, roles, chosen: pack_policy(game_setup.rules, roles, chosen),
        view_for=lambda game_setup, tables: view_of(tables),
        put=put,
    ),
    learning=Learning(features.Feature, TEACHERS, random_one_in=20),
    recording=Recording(EVENTS, scores, header, names, Event.TURN.id),
)
