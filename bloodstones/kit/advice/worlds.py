"""Worlds that fit what a seat knows, as playthroughs."""

from __future__ import annotations

from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.kernels import deal_world
from bloodstones.kit.playthrough import Playthrough


def world_of(play: Playthrough, seat: int, seed: int, label: str, number: int) -> Playthrough:
    """Return a copy of a playthrough as it may be for all that a seat knows."""
    twin = play.copy()
    deal_world(twin.state, twin.tables, seat, game_key(seed, label, 0), number)
    return twin
