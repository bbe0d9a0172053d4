"""The desk of the race: its roles and its numbers."""

from collections.abc import Sequence

from bloodstones.cli.game.commands import Desk
from bloodstones.cli.game.facts import NumberTold
from tests.batch.balance.handicap.game import NUMBERS


class HandicapDesk(Desk):
    """Tells the numbers."""

    role = "faction"

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        return tuple(
            NumberTold(name, name, number.values, number.low, number.high)
            for name, number in NUMBERS.items()
        )


DESK = HandicapDesk
