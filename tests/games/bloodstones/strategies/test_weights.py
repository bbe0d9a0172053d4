"""Parameters of strategies are data with ranges; presets keep to them."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import PLANS, pack_policy
from bloodstones.games.bloodstones.strategies.weights import WEIGHTS, Weight
from bloodstones.kit.players.strategy import Family, Strategy

UNITS = {"probability", "ratio", "units", "vp", "pips", "villages", "turns"}


@pytest.mark.parametrize("name", PLANS.parameters())
def test_every_parameter_has_a_range_with_its_default_in_it(name: str) -> None:
    parameter = PLANS.parameters()[name]
    assert parameter.low <= parameter.default <= parameter.high
    assert parameter.low < parameter.high
    assert parameter.unit in UNITS
    assert parameter.meaning


def test_every_scripted_strategy_has_all_parameters_in_range() -> None:
    for strategy in PLANS.strategies().values():
        assert len(strategy.weights) == (WEIGHTS if strategy.family is Family.SCRIPTED else 0)
        for name, value in strategy.weights.items():
            assert PLANS.parameters()[name].check(value, strategy.id) == value


def test_an_unknown_parameter_is_refused_with_a_suggestion() -> None:
    with pytest.raises(
        InputError, match=r"expected a parameter, got 'cautoin' \(mine\)"
    ) as refusal:
        PLANS.full_weights({"cautoin": 1.0}, "mine")
    assert "caution" in str(refusal.value)


def test_a_parameter_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match=r"expected caution from 0 to 3, got 4.0 \(mine\)"):
        PLANS.full_weights({"caution": 4.0}, "mine")


def test_a_preset_for_a_faction_holds_for_this_faction_alone() -> None:
    warlord = find_strategy("warlord", "test")
    bold = PLANS.full_weights({**warlord.weights, "caution": 0.25}, "test")
    mixed = Strategy("mixed", "", Family.SCRIPTED, warlord.weights, by_role={"hill_folk": bold})
    policy = pack_policy(load_ruleset(), load_map("tyrants_lament"), [mixed])
    cautions = policy.weight[0, :, Weight.CAUTION].tolist()
    assert cautions.pop(Faction.HILL_FOLK) == 0.25
    assert set(cautions) == {warlord.weights["caution"]}


def test_ways_cost_the_pips_of_the_rules() -> None:
    board = load_map("tyrants_lament")
    policy = pack_policy(load_ruleset(), board, [find_strategy("warlord", "test")])
    ways = policy.walk[Faction.HORSE_LORDS]
    assert ways[14, 15] == 1  # plains
    assert ways[15, 5] == 2  # forest
    assert ways[14, 13] == 3  # hills
    assert ways[14, 17] == 1 + 1 + 3
    hills = policy.walk[Faction.HILL_FOLK]
    assert hills[14, 13] == 2
    assert hills[22, 23] == 3  # mountains
    assert ways[22, 23] > 100 > hills[22, 23]
