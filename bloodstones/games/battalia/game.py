"""The declaration of Battalia, see `kit.game.Game`."""

from __future__ import annotations

from typing import Final

from bloodstones.games.battalia import environment, fields, positions
from bloodstones.games.battalia.columns import COLUMNS
from bloodstones.games.battalia.engine import ending, worlds
from bloodstones.games.battalia.engine.game_setup import NO_BOARD, PLAYERS, read_setup
from bloodstones.games.battalia.engine.playthrough import ENGINE, Playthrough
from bloodstones.games.battalia.engine.state import Ending
from bloodstones.games.battalia.engine.view import visible
from bloodstones.games.battalia.events import EVENTS, Event
from bloodstones.games.battalia.record.header import header, scores
from bloodstones.games.battalia.rules.names import Faction
from bloodstones.games.battalia.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.battalia.strategies import choosing, features
from bloodstones.games.battalia.strategies import choosing as searching
from bloodstones.games.battalia.strategies.policy import FINDER, Policy, pack_policy
from bloodstones.kit import courses
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Learning, Recording, RulesData, Strategies

# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("builder", "raider", "fighter", "thinner"),
    *("builder_tuned", "fighter_tuned", "raider_tuned", "thinner_tuned"),
)

GAME: Final = Game(
    id="battalia",
    title="Battalia: The Creation",
    home=__name__,
    players=PLAYERS,
    no_board=NO_BOARD,
    engine=ENGINE,
    kernels={
        "choose": choosing.choose,
        "deal_world": worlds.deal_world,
        "is_searched": searching.is_searched,
        "judge": searching.judge,
        "follow": courses.follow,
        "standing": ending.points_of,
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
    columns=COLUMNS,
    course_turns=lambda tables: int(tables.turn_limit),
    unfinished=(Ending.TURN_LIMIT,),
    strategies=Strategies(
        policy=Policy,
        finder_for=lambda data: FINDER,
        pack=lambda game_setup, roles, strategies: pack_policy(strategies, roles),
        view_for=lambda game_setup, tables: visible,
    ),
    learning=Learning(features.Feature, TEACHERS, random_one_in=20),
    recording=Recording(EVENTS, scores, header, turns=Event.TURN.id),
)
