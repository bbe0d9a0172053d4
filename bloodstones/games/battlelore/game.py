"""The declaration of BattleLore, see `kit.game.Game`."""

from __future__ import annotations

import random
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore import environment, fields, positions
from bloodstones.games.battlelore.columns import COLUMNS, MEASURES
from bloodstones.games.battlelore.engine import upkeep, worlds
from bloodstones.games.battlelore.engine.game_setup import read_setup
from bloodstones.games.battlelore.engine.playthrough import ENGINE, Playthrough
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    DICE_STREAM,
    SEATS,
    STRATEGY_STREAM,
    Ending,
    GameState,
)
from bloodstones.games.battlelore.engine.view import View, view
from bloodstones.games.battlelore.events import EVENTS, Event
from bloodstones.games.battlelore.record.header import header, names, record_scores
from bloodstones.games.battlelore.rules import drawn
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.battlelore.rules.scenarios import BOARDS, DRAWN
from bloodstones.games.battlelore.strategies import choosing, features
from bloodstones.games.battlelore.strategies import choosing as searching
from bloodstones.games.battlelore.strategies.policy import Policy, finder, pack_policy, put_weights
from bloodstones.kit import courses
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Boards, Learning, Recording, RulesData, Strategies

ENDLESS: Final = 2_000  # rounds of a battle that no limit breaks off: more than any takes
PLAYERS: Final = range(SEATS, SEATS + 1)
# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("greedy", "banner_holder", "hunter", "archer_line"),
    *("archer_line_tuned", "banner_holder_tuned", "hunter_tuned"),
)


def view_of(s: GameState, seat: int, memory: Array, luck: random.Random) -> tuple[View, Array, Any]:
    """Return what a Python strategy decides from: the view, its notes, its luck."""
    return view(s, seat), memory, luck


def players_on(board: str, data: str) -> range:
    """Return the number of players: two; InputError for no board."""
    if (board or DRAWN) not in BOARDS:
        raise expected("a pair of scenarios", board, "board", nearest(board, BOARDS))
    return PLAYERS


def most_turns(tables: RuleTables) -> int:
    """Return how many turns of both seats a playthrough can begin (AMB-30)."""
    battles = upkeep.BATTLES if tables.campaign else 1
    return battles * (SEATS * (int(tables.round_limit) or ENDLESS) + 1)


GAME: Final = Game(
    id="battlelore",
    title="BattleLore (second edition)",
    home=__name__,
    players=PLAYERS,
    engine=ENGINE,
    kernels={
        "choose": choosing.choose,
        "deal_world": worlds.deal_world,
        "judge": searching.judge,
        "follow": courses.follow,
        "standing": upkeep.standing,
        "features": features.features,
        "observe": fields.observe,
        "score": environment.score,
    },
    environment=environment.__name__,
    read=read_setup,
    plays=Playthrough,
    notation=positions.FORM,
    data=RulesData(lambda: load_ruleset().version, source_of, lambda source: FILES),
    roles=lambda players, data: Faction.ids(),
    boards_of=Boards(lambda: BOARDS, players_on, drawn.board_table, lambda tables: HEXES, MEASURES),
    columns=COLUMNS,
    course_turns=most_turns,
    unfinished=(Ending.ROUND_LIMIT,),
    battle_streams=range(DICE_STREAM, STRATEGY_STREAM),
    strategies=Strategies(
        policy=Policy,
        finder_for=lambda data: finder(load_ruleset(data)),
        pack=lambda game_setup, roles, chosen: pack_policy(game_setup.rules, roles, chosen),
        view_for=lambda game_setup, tables: view_of,
        put=put_weights,
    ),
    learning=Learning(features.Feature, TEACHERS, random_one_in=20),
    recording=Recording(EVENTS, record_scores, header, names, Event.TURN.id),
)
