"""All tables of a ladder's report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bloodstones.report.own import Own
from bloodstones.report.wording import title


@dataclass(frozen=True, slots=True)
class LadderFindings:
    """All tables of a ladder's report.

    Attributes
    ----------
    sources
        The columns of points, with labels.
    own, role
        What the game says of itself, and what it calls what a seat takes.
    ratings, rates, duels, course
        See `stats.ratings.ladder`.
    meta
        Nash averages and alpha-ranks (`stats.ratings.faction_game`) by players, faction and strategy; by
        players and strategy where there are `pairings`.
    pairings
        Who beats whom, whatever they play (`pairings.find_pairings`).
    openings
        How games begin, by players, if the game tells.
    presets, probes
        Gains of tunings by preset, kind ("gain", "duel") and faction.
    learned
        How well learned values tell held-out games (`learned.find_learned`).
    rated
        The pools whose strategies are rated.
    typical
        The pool that `course` and `openings` look at, if any.
    """

    title: str
    question: str
    names: Mapping[str, str]
    notes: Mapping[str, tuple[str, ...]]
    provenance: Mapping[str, Any]
    sources: Mapping[str, str]
    own: Own
    role: str
    ratings: pd.DataFrame
    rates: pd.DataFrame
    duels: pd.DataFrame
    meta: pd.DataFrame
    pairings: pd.DataFrame
    course: pd.DataFrame
    openings: pd.DataFrame
    presets: pd.DataFrame
    probes: pd.DataFrame
    learned: Mapping[str, pd.DataFrame]
    rated: frozenset[str]
    typical: str

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name; empty ones are left out."""
        every = {
            "ratings": self.ratings,
            "win_rates": self.rates,
            "duels": self.duels,
            "meta_game": self.meta,
            "pairings": self.pairings,
            "course": self.course,
            "presets": self.presets,
            "probes": self.probes,
            **self.learned,
        }
        if self.own.course is not None and self.own.course.openings is not None:
            every[self.own.course.openings.table] = self.openings
        return {name: table for name, table in every.items() if not table.empty}

    def name(self, strategy: str) -> str:
        """Return the name of a strategy or map."""
        return self.names.get(strategy) or title(strategy)
