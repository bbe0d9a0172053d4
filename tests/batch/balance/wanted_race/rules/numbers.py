"""What can be changed in the race."""

from collections.abc import Mapping

from bloodstones.core.rules.rule_numbers import RuleNumber
from tests.batch.balance.wanted_race.game import NUMBERS


def load_numbers(data: str = "") -> Mapping[str, RuleNumber]:
    return {
        name: RuleNumber(name, name, number.values, number.low, number.high)
        for name, number in NUMBERS.items()
    }
