"""The declaration of Bellum Magica, see `kit.game.Game`."""

from __future__ import annotations

from typing import Final

from bloodstones.games.bellum_magica import environment, fields, positions
from bloodstones.games.bellum_magica.columns import COLUMNS
from bloodstones.games.bellum_magica.engine import ending, worlds
from bloodstones.games.bellum_magica.engine.game_setup import PLAYERS, read_setup, roles_in
from bloodstones.games.bellum_magica.engine.playthrough import ENGINE, Playthrough
from bloodstones.games.bellum_magica.engine.rule_tables import TURN_LIMIT
from bloodstones.games.bellum_magica.engine.state import Ending
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.events import EVENTS, Event
from bloodstones.games.bellum_magica.record.header import header, names, scores, titles
from bloodstones.games.bellum_magica.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.bellum_magica.strategies import choosing, features
from bloodstones.games.bellum_magica.strategies import choosing as searching
from bloodstones.games.bellum_magica.strategies.policy import Policy, finder, of_castle, pack_policy
from bloodstones.kit import courses
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Learning, Recording, RulesData, Strategies
from bloodstones.kit.players.python_strategy import player_view_of

# Plain play beside tuned play: else every food that is left over looks like a good position.
TEACHERS: Final = (
    *("random", "greedy", "farmer", "plunderer", "thief"),
    *("farmer_tuned", "plunderer_tuned", "thief_tuned", "scout_tuned"),
)

GAME: Final = Game(
    id="bellum_magica",
    title="Bellum Magica",
    home=__name__,
    players=PLAYERS,
    engine=ENGINE,
    kernels={
        "choose": choosing.choose,
        "deal_world": worlds.deal_world,
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
    data=RulesData(lambda: load_ruleset().version, source_of, lambda source: FILES),
    roles=lambda players, data: roles_in(load_ruleset(data)),
    columns=COLUMNS,
    rounds=True,
    course_turns=lambda tables: TURN_LIMIT,
    unfinished=(Ending.TURN_LIMIT,),
    strategies=Strategies(
        policy=Policy,
        finder_for=lambda data: finder(load_ruleset(data)),
        pack=lambda game_setup, roles, strategies: pack_policy(game_setup.rules, strategies),
        view_for=lambda game_setup, tables: player_view_of(visible),
        with_role=of_castle,
    ),
    learning=Learning(features.Feature, TEACHERS),
    recording=Recording(EVENTS, scores, header, names, Event.DAY.id, titles=titles),
)
