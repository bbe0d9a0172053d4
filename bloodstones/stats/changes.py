"""How much closer to fair a change brings a table, and whom it pushes further from fair."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bloodstones.stats.verdicts import BAND

if TYPE_CHECKING:
    import pandas as pd


LEAST: Final = 0.02  # of all games: a smaller gain is not worth a change of the rules


@dataclass(frozen=True, slots=True)
class Mending:
    """What a change does to how fair a table is, in parts of all games (0.04: four points).

    Attributes
    ----------
    before, after
        Mean distance of the win rates from the fair share.
    within
        So far `after - before` may be off: the mean half interval of the rates, which bounds it.
    mends, overshoots
        Sums over the groups: how much closer to fair those come that come closer, and how far on
        its other side those end that cross it.
    swings
        How far the group that moves most ends on its other side of fair; 0 if it does not cross it.
    help, harm
        How much closer to fair the group ends that the change helps most, and how much further
        from it the one that it harms most; 0 for none.
    fair
        The fair share.
    """

    before: float
    after: float
    within: float
    mends: float
    overshoots: float
    swings: float
    help: float
    harm: float
    fair: float

    @property
    def gain(self) -> float:
        """How much closer to fair."""
        return self.before - self.after

    @property
    def certain(self) -> bool:
        """Whether the table comes closer to fair beyond the error."""
        return self.gain > self.within

    @property
    def overshot(self) -> bool:
        """Whether it takes groups across fair beyond the error: far, or by more than it helps."""
        crosses = self.overshoots > self.within
        return crosses and (self.mends <= self.overshoots or self.swings > BAND * self.fair)

    def harms(self, least: float = LEAST) -> bool:
        """Return whether it pushes a group further from fair than it helps another.

        Beyond the error, and by more than the least size that matters.
        """
        return self.harm > max(self.help, least, self.within)

    def helps(self, least: float = LEAST) -> bool:
        """Return whether to recommend it.

        It must bring the table closer to fair, beyond the error and by the least size that
        matters, without an overshoot, and push no group further from fair than it helps another.

        Parameters
        ----------
        least
            A part of all games.
        """
        return self.certain and self.gain >= least and not self.overshot and not self.harms(least)


def mending(group: pd.DataFrame, players: int) -> Mending:
    """Return what one change does at a table.

    Parameters
    ----------
    group
        One row a role or place: `base` and `other`, its rates without and with the change, and
        `low` and `high`, the interval of their difference.
    players
        At the table: a fair share is one win in so many games.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = {"base": [0.8, 0.2], "other": [0.45, 0.55], "low": [-0.5, 0.3], "high": [-0.3, 0.5]}
    >>> found = mending(pd.DataFrame(rows), 2)
    >>> round(found.before, 2), round(found.after, 2), found.certain, found.helps()
    (0.3, 0.05, True, True)
    """
    fair = 1 / players
    off = group[["base", "other"]] - fair
    before, after = off["base"].abs(), off["other"].abs()
    crosses = off["base"] * off["other"] < 0
    most = int((off["other"] - off["base"]).abs().to_numpy().argmax())
    return Mending(
        float(before.mean()),
        float(after.mean()),
        float((group["high"] - group["low"]).mean()) / 2,
        float((before - after).clip(lower=0).sum()),
        float(after[crosses].sum()),
        float(after.iloc[most]) if crosses.iloc[most] else 0.0,
        float((before - after).clip(lower=0).max()),
        float((after - before).clip(lower=0).max()),
        fair,
    )


def acting_numbers(
    changes: Mapping[str, Any], roles: Collection[str], seated: Collection[str]
) -> dict[str, Any]:
    """Return the changed numbers that can act at a table: those of a role only where it sits.

    >>> acting_numbers({"red.hand": 6, "blue.start": 4, "hand": 5}, {"red", "blue"}, {"red"})
    {'red.hand': 6, 'hand': 5}
    """
    idle = set(roles) - set(seated)
    return {name: value for name, value in changes.items() if name.split(".", 1)[0] not in idle}
