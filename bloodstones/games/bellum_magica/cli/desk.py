"""What Bellum Magica answers to the commands that every game has (see `bloodstones.cli.desk`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.cli.desk import Desk
from bloodstones.cli.told import EventTold

if TYPE_CHECKING:
    from bloodstones.core.rulebook import Register


class BellumMagicaDesk(Desk):
    """The desk of Bellum Magica."""

    role = "castle"
    default_strategy = "farmer"
    example_seats = "c1:farmer,c2:thief"
    example_clause = "BM-ATTACK-11"
    tunable = True

    def players(self) -> range:
        """Return the numbers of players (BM-COMP-01)."""
        from bloodstones.games.bellum_magica.rules.reading import FEWEST_PLAYERS, MOST_PLAYERS

        return range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

    def register(self) -> Register:
        """Return the register of the rules."""
        from bloodstones.games.bellum_magica.rules.register import load_register

        return load_register()

    def events(self) -> Sequence[EventTold]:
        """Return the table of events of records."""
        from bloodstones.games.bellum_magica.record.shapes import SHAPES

        return [
            EventTold(
                event.id, ("seat", *(key for key, _ in shape.keys)), shape.clause, shape.words
            )
            for event, shape in SHAPES.items()
        ]


DESK: Final = BellumMagicaDesk
