"""One playthrough for Python code: decisions and chance through the same door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.battalia.engine import turn
from bloodstones.games.battalia.engine.decisions import MOST_DECISIONS, unpack
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.state import Ending, GameState, Status
from bloodstones.games.battalia.engine.tables import RuleTables, pack
from bloodstones.games.battalia.rules.options import DEFAULTS, Readings
from bloodstones.games.battalia.rules.reading import Ruleset
from bloodstones.kit import playthrough as kit

ENGINE: Final = Engine(
    state=GameState,
    endings=Ending,
    statuses=Status,
    most_decisions=MOST_DECISIONS,
    start=turn.start,
    legal=turn.legal_decisions,
    apply=turn.apply,
    is_chance=turn.is_chance,
    outcomes=turn.chance_outcomes,
    draw=turn.draw_outcome,
    unpack=unpack,
    scratch=("work", "funds"),
)


class Playthrough(kit.Playthrough):
    """A playthrough from setup to the full board or the fifth city.

    Parameters
    ----------
    factions
        By seat the id of the faction, "" where the seat picks one.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.
    readings
        The rule options that differ from the default, from `options.read_options`.
    told
        Whether it stops where chance moves, see `kit.playthrough.Playthrough`.
    first_corner
        The start corner that is listed first.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> game = Playthrough(load_ruleset(), ["", ""], 7, told=True)
    >>> [(str(outcome), str(chance)) for outcome, chance in game.chance_outcomes()][:2]
    [('start_city 8', '1/4'), ('start_city 8 1', '1/4')]
    """

    state: GameState
    tables: RuleTables

    def __init__(
        self,
        rules: Ruleset,
        factions: Sequence[str],
        seed: int,
        label: str = "",
        replicate: int = 0,
        readings: Readings = DEFAULTS,
        told: bool = False,
        first_corner: int = 0,
    ) -> None:
        self.rules = rules
        self.readings = readings
        tables = pack(rules, factions, readings, first_corner)
        super().__init__(ENGINE, tables, len(factions), game_key(seed, label, replicate), told)

    @property
    def scores(self) -> tuple[int, ...]:
        """Victory points by seat."""
        return tuple(int(points_of(self.state, seat)) for seat in range(self.seats))
