"""The desk of the race: its roles and its numbers."""

from collections.abc import Sequence

from bloodstones.cli.desk import Desk
from bloodstones.cli.told import NumberTold
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
