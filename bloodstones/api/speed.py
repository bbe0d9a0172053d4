"""How fast a game is on this machine, as `bloodstones bench` measures it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.game_parts.commands import need
from bloodstones.api.results.html import section, table_html
from bloodstones.core.extras import require_package

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.api.game_parts.facts import SpeedInfo
    from bloodstones.api.game_parts.parts import Bench
    from bloodstones.kit.profiling import Share

DECIMALS: Final = 2
WHOLE_FROM: Final = 100


@dataclass(frozen=True, slots=True, repr=False)
class Speed:
    """What was measured, on one core with warm kernels.

    Attributes
    ----------
    info
        The rates, the size of a state, how the kernels came.
    shares
        By kind of play, such as `random`, what each kind of decision costs; empty if not asked.
    """

    info: SpeedInfo
    shares: Mapping[str, Sequence[Share]]

    def data(self) -> dict[str, Any]:
        """Return what `bloodstones bench --json` prints: from 100 on whole numbers."""
        info = self.info
        rates = {
            rate.name: round(rate.per_second, None if rate.per_second >= WHOLE_FROM else DECIMALS)
            for rate in info.rates
        }
        return {
            "jit": info.jit,
            "compile_s": round(info.compile_s, DECIMALS),
            "compile_cached": info.compile_cached,
            "players": len(info.roles),
            "factions": list(info.roles),
            **rates,
            "state_bytes": info.state_bytes,
            "copied_bytes": info.copied_bytes,
            **{
                f"{who}_time": [asdict(one) for one in shares]
                for who, shares in self.shares.items()
            },
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return the rates: `name`, `per_second`, `meaning`."""
        require_package("pandas", "study")
        import pandas as pd

        lines = [(rate.name, rate.per_second, rate.words) for rate in self.info.rates]
        return pd.DataFrame(lines, columns=["name", "per_second", "meaning"])

    def _repr_html_(self) -> str:
        """Return the rates as a notebook shows them."""
        rows = [(rate.words, f"{rate.per_second:,.0f}") for rate in self.info.rates]
        return section(
            "Speed", "On one core of this machine.", [table_html(["what", "rate"], rows)]
        )

    def __repr__(self) -> str:
        return "\n".join(f"{rate.words}: {rate.per_second:,.0f}" for rate in self.info.rates)


def bench_of(commands: GameCommands, where: str) -> Bench:
    """Return what measures a game; InputError if nothing does, `where` names what asks."""
    return need(commands, lambda each: each.bench, "a measurement of its speed", where)


def measured_speed(
    bench: Bench, players: int | None, seconds: float | None, *, shares: bool
) -> Speed:
    """Return how fast a game is.

    Parameters
    ----------
    players
        Number of players; None: the largest number that can be measured.
    seconds
        For each figure; None: the choice of the game.
    shares
        Whether to time kinds of decisions, too.

    Raises
    ------
    InputError
        The game does not support this measurement.
    """
    info = bench.measure(players, seconds)
    return Speed(info, bench.shares(info) if shares else {})
