"""What strategies know of unit types agrees with the tables that the engine reads."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, pack
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.policy import HIGHEST_MODIFIER, pack_world

RULES, BOARD = load_ruleset(), load_map("tyrants_lament")
WORLD = pack_world(RULES, BOARD)
UNITS = [unit for unit in Unit if unit is not Unit.BLANK]


@pytest.mark.parametrize("faction", Faction)
def test_who_may_attack_can_enter_and_has_some_strength(faction: Faction) -> None:
    t = pack(RULES, BOARD, [faction, Faction((faction + 1) % len(Faction))])
    for terrain in Terrain:
        able = {
            unit
            for unit in UNITS
            if t.movement[0, terrain, unit] != CLOSED
            and 0 <= t.modifier[ATTACKER, unit, terrain] <= HIGHEST_MODIFIER
        }
        assert {unit for unit in Unit if WORLD.invaders[faction, terrain] >> unit & 1} == able


def test_a_unit_is_worth_half_of_its_best_modifiers_and_what_it_can_do() -> None:
    t = pack(RULES, BOARD, [Faction.HILL_FOLK, Faction.CORSAIRS])
    for unit in UNITS:
        best = t.modifier[ATTACKER, unit].max() + t.modifier[DEFENDER, unit].max()
        assert WORLD.unit_worth[unit] == (best + t.draws_more[unit] + t.walks[unit]) / 2
        assert WORLD.leavers >> unit & 1 == t.leaves_after_victory[unit]
    assert WORLD.leavers == 1 << Unit.DRAGON


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_the_chaos_hordes_seat_is_packed(seat: int) -> None:
    line_up = [Faction.HILL_FOLK, Faction.CORSAIRS]
    if seat >= 0:
        line_up[seat] = Faction.CHAOS_HORDE
    assert pack(RULES, BOARD, line_up).horde == seat
