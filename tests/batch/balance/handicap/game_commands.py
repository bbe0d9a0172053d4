"""What commands ask of the race: its roles and its numbers."""

from collections.abc import Sequence

from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.core.rules.rule_numbers import RuleNumber
from tests.batch.balance.handicap.game import NUMBERS


class HandicapCommands(GameCommands):
    """Tells the numbers."""

    role = "faction"

    def numbers(self, data: str = "") -> Sequence[RuleNumber]:
        return tuple(
            RuleNumber(name, name, number.values, number.low, number.high)
            for name, number in NUMBERS.items()
        )


GAME_COMMANDS = HandicapCommands
