"""What Bellum Magica answers to the commands that every game has (see `bloodstones.cli.game.commands`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.cli.game.commands import Desk
from bloodstones.cli.game.facts import NumberTold

PLANS: Final = ("farmer", "plunderer", "thief", "scout", "greedy")
DEFAULT_PLAYERS: Final = 4
# What stands in a file of cards -> its clause; the values themselves are assumed (AMB-03).
SHOWN: Final = {
    "castles.csv": "BM-COMP-08",
    "locations.csv": "BM-COMP-08",
    "creatures.csv": "BM-COMP-07",
    "chests.csv": "BM-COMP-04",
}


class BellumMagicaDesk(Desk):
    """The desk of Bellum Magica."""

    role = "castle"
    default_strategy = "farmer"
    example_seats = "c1:farmer,c2:thief"
    example_clause = "BM-ATTACK-11"
    tunable = True
    of_kit = True
    bench_plans = PLANS
    bench_players = DEFAULT_PLAYERS

    def players(self) -> range:
        """Return the numbers of players (BM-COMP-01)."""
        from bloodstones.games.bellum_magica.rules.reading import FEWEST_PLAYERS, MOST_PLAYERS

        return range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the castle boards."""
        from bloodstones.games.bellum_magica.rules.reading import load_ruleset

        return tuple(castle.id for castle in load_ruleset().castles)

    def boards(self) -> tuple[str, ...]:
        """Return no boards: the game has none."""
        return ()

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""
        from bloodstones.games.bellum_magica.rules.meanings import MEANINGS
        from bloodstones.games.bellum_magica.rules.reading import NUMBERS, load_ruleset
        from bloodstones.games.bellum_magica.rules.shifts import SHIFTS

        numbers = load_ruleset(data).numbers
        told = []
        for name, (clause, meaning) in MEANINGS.items():
            table, _, key = name.partition(".")
            low, high = NUMBERS[table][key]
            told.append(NumberTold(name, meaning, (numbers[name],), low, high, clause))
        for name, shift in SHIFTS.items():
            clause = SHOWN[shift.file]
            told.append(NumberTold(name, shift.meaning, (0,), shift.low, shift.high, clause))
        return told


DESK: Final = BellumMagicaDesk
