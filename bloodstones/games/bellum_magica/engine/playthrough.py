"""One playthrough for Python code: decisions and chance through the same door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bellum_magica.engine import turn
from bloodstones.games.bellum_magica.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.state import Ending, GameState, Status
from bloodstones.games.bellum_magica.engine.tables import RuleTables, pack
from bloodstones.games.bellum_magica.rules.options import DEFAULTS, Readings
from bloodstones.games.bellum_magica.rules.reading import Ruleset
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
    unpack=Decision.unpack,
)


class Playthrough(kit.Playthrough):
    """A playthrough from setup to the richest.

    Parameters
    ----------
    castles
        By seat the id of the castle board, "" to leave it to the rules.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.
    readings
        The rule options that differ from the default, from `options.read_options`.
    told
        Whether it stops where chance moves, see `kit.playthrough.Playthrough`.

    Examples
    --------
    >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
    >>> game = Playthrough(load_ruleset(), ["C1", "C2"], 7, told=True)
    >>> [(str(outcome), weight) for outcome, weight in game.outcomes().items()]
    [('first_captain 0 0', 1), ('first_captain 1 0', 1)]
    >>> game.apply(game.draw())
    >>> game.is_chance, len(game.outcomes())
    (True, 10)
    """

    state: GameState
    tables: RuleTables

    def __init__(
        self,
        rules: Ruleset,
        castles: Sequence[str],
        seed: int,
        label: str = "",
        replicate: int = 0,
        readings: Readings = DEFAULTS,
        told: bool = False,
    ) -> None:
        self.rules = rules
        self.readings = readings
        tables = pack(rules, castles, readings)
        super().__init__(ENGINE, tables, len(castles), game_key(seed, label, replicate), told)

    @property
    def scores(self) -> tuple[int, ...]:
        """The value of all chests by seat."""
        return tuple(int(worth_of(self.state, seat)) for seat in range(self.seats))

    def outcomes(self) -> dict[Decision, int]:
        """Return what chance may do now with weights; nothing where a seat decides."""
        codes, weights = self.weighted_outcomes()
        decisions = (Decision.unpack(code) for code in codes.tolist())
        return dict(zip(decisions, weights.tolist(), strict=True))
