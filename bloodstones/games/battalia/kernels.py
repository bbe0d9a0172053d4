"""The kernels of Battalia, bound to its state: what shared kernels call, see `kit.kernels`."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.dispatch import bind
from bloodstones.core.kernels.kernel import entry
from bloodstones.games.battalia import environment
from bloodstones.games.battalia.engine import ending, turn, worlds
from bloodstones.games.battalia.engine.playthrough import ENGINE
from bloodstones.games.battalia.engine.state import STRATEGY_STREAM, GameState
from bloodstones.games.battalia.strategies import choosing, features, searching
from bloodstones.games.battalia.strategies.policy import Policy
from bloodstones.kit.players.seating import Deciders


@entry
def strategy_stream(s: GameState) -> int:
    """Return the stream of the first seat's strategy."""
    return STRATEGY_STREAM


bind(
    GameState,
    start=turn.start,
    legal_decisions=turn.legal_decisions,
    apply=turn.apply,
    is_chance=turn.is_chance,
    draw_outcome=turn.draw_outcome,
    choose=choosing.choose,
    strategy_stream=strategy_stream,
    deal_world=worlds.deal_world,
    is_searched=searching.is_searched,
    judge=searching.judge,
    standing=ending.points_of,
    features=features.features,
    observe=environment.observe,
    score=environment.score,
)

DECIDERS: Final = Deciders(ENGINE, Policy, environment.__name__)
