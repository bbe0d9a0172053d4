"""Plans that use undead: they step onto villages next door, and are raised."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.coding import kind_of, x_of
from bloodstones.core.game import Seat, Setup
from bloodstones.core.kernel import JIT
from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.game import GAME

pytestmark = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")

GAMES = 12
MAP = "tyrants_lament"


def passed_by(s: GameState, t: RuleTables, legal: Array) -> bool:
    """Whether an undead that may move stands next to more villages than it would leave."""
    for code in legal[1:]:
        area = x_of(int(code))
        prey = int(s.village_total[area]) - int(s.villages[s.active, area])
        left = prey if s.force_size[s.active, area] == 1 else 0
        for place in range(int(t.degree[area])):
            near = int(t.adjacent[area, place])
            prey = int(s.village_total[near]) - int(s.villages[s.active, near])
            if s.total[near] == 0 and prey > left:
                return True
    return False


def undead_of(strategy: str) -> tuple[int, int]:
    """How many undead phases ended past a village next door, and how many undead rose."""
    seats = (Seat("necromancers", strategy), Seat("horse_lords", "champion"))
    seating = GAME.seat(Setup(MAP, seats))
    engine, tables, legal = seating.deciders.engine, seating.tables, decision_buffer()
    refused = raised = 0
    for replicate in range(GAMES):
        s = GameState.new()
        engine.start(s, tables, game_key(6, "undead", replicate), legal)
        while s.point != Point.OVER:
            if engine.is_chance(s):
                code = np.int32(engine.draw(s, tables))
            else:
                n = engine.legal(s, tables, legal)
                code = legal[seating.index(s, legal, n)]
                ends = s.point == Point.UNDEAD and kind_of(int(code)) == Kind.PASS
                refused += ends and passed_by(s, tables, legal[:n])
                raised += x_of(int(code)) if s.point == Point.RAISE else 0
            engine.apply(s, tables, code, legal)
    return refused, raised


def test_a_veterans_undead_pass_no_village_by_and_more_of_them_rise() -> None:
    refused, raised = undead_of("champion")
    assert refused > 0
    again, more = undead_of("veteran")
    assert again == 0
    assert more > raised
