"""The kernels of Bloodstones, bound to its state: what shared kernels call, see `kit.kernels`."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.dispatch import bind
from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bloodstones import environment
from bloodstones.games.bloodstones.engine import lead, turn
from bloodstones.games.bloodstones.engine.playthrough import ENGINE
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM, GameState
from bloodstones.games.bloodstones.strategies import choosing, features
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.scripted import barring
from bloodstones.games.bloodstones.strategies.search import candidates, judging, worlds
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
    admit=barring.admit,
    is_searched=candidates.is_searched,
    nature_of=candidates.nature_of,
    judge=judging.judge,
    follow=lead.follow,
    features=features.features,
    observe=environment.observe,
    score=environment.score,
)

DECIDERS: Final = Deciders(ENGINE, Policy, environment.__name__)
