"""Where two reports disagree: one finds a role above its share, the other fair or below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import pandas as pd

from bloodstones.report.language.phrases import quoted, rate, table_of
from bloodstones.report.summary.phrases import game_title, role_name
from bloodstones.report.summary.standing import KEYS, Holds, holds_of

VERDICTS: Final = (Holds.ABOVE, Holds.BELOW, Holds.EVEN)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two reports that contradict each other on a role at a number of players.

    Attributes
    ----------
    game, who, players
        Of whom.
    titles, verdicts, rates
        Of the two reports, the one with the higher rate first; a rate is the mean over its levels.
    """

    game: str
    who: str
    players: int
    titles: tuple[str, str]
    verdicts: tuple[Holds, Holds]
    rates: tuple[float, float]

    @property
    def apart(self) -> float:
        """How far the two rates are apart, in fair shares."""
        return (self.rates[0] - self.rates[1]) * self.players

    @property
    def text(self) -> str:
        """The disagreement in a sentence."""
        first, second = map(quoted, self.titles)
        high, low = map(rate, self.rates)
        who = f"the {role_name(self.game, self.who)} of {game_title(self.game)}"
        size = table_of(self.players)
        return f"{first} and {second} disagree on {who} {size}: {high} and {low}"


def disagreements(rates: pd.DataFrame, titles: Mapping[str, str]) -> Sequence[Disagreement]:
    """Return where two reports contradict each other, the widest apart first.

    Parameters
    ----------
    rates
        As of `standing.set_ups`.
    titles
        Of the reports, by id.
    """
    found = []
    for (game, players, who), group in rates.groupby(list(KEYS), sort=True):
        parts = [(str(name), part) for name, part in group.groupby("report", sort=True)]
        for pair in combinations(parts, 2):
            ordered = sorted(pair, key=lambda one: -float(one[1]["rate"].mean()))
            first, second = (holds_of(part) for _, part in ordered)
            if first is second or not {first, second} <= set(VERDICTS):
                continue
            found.append(
                Disagreement(
                    str(game),
                    str(who),
                    int(str(players)),
                    (titles[ordered[0][0]], titles[ordered[1][0]]),
                    (first, second),
                    (float(ordered[0][1]["rate"].mean()), float(ordered[1][1]["rate"].mean())),
                )
            )
    return sorted(found, key=lambda one: -one.apart)
