"""The input of the summary: all reports of a folder, and what holds over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import pandas as pd

from bloodstones.report.contract.findings import Cover, Findings
from bloodstones.report.contract.tested import TestedChange
from bloodstones.report.document.model import Picture, Section
from bloodstones.report.language.confidence import Confidence
from bloodstones.report.summary.fixes import all_tested, recipes
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import (
    Disagreement,
    Standing,
    Unknown,
    disagreements,
    findings,
    seat_set_ups,
    set_ups,
    unknown,
)

TITLE: Final = "What is fair, and what would make it fairer"
QUESTION: Final = (
    "What is fair with every player type, what would make the rest fairer, and what is not known?"
)


@dataclass(eq=False)
class SummaryFindings(Findings):
    """The input of the summary's sections: all reports of a folder, and the findings over them."""

    shelf: Sequence[Shipped]

    @cached_property
    def rates(self) -> pd.DataFrame:
        """The setups of the roles, as of `standing.set_ups`."""
        return set_ups(self.shelf)

    @cached_property
    def roles(self) -> tuple[Standing, ...]:
        """What holds for every role."""
        return findings(self.rates)

    @cached_property
    def ranked(self) -> tuple[Standing, ...]:
        """What holds for every role and place, the firmest and furthest from fair first."""
        found = (*self.roles, *findings(seat_set_ups(self.shelf), place=True))
        order = list(Confidence)
        return tuple(sorted(found, key=lambda one: (order.index(one.confidence), -one.distance)))

    @cached_property
    def disagreements(self) -> Sequence[Disagreement]:
        """Roles on which two reports contradict each other, the widest apart first."""
        return disagreements(self.rates, {one.id: one.title for one in self.shelf})

    @cached_property
    def unknown(self) -> Sequence[Unknown]:
        """What the reports leave open, by game."""
        return unknown(self.shelf, self.ranked)

    @cached_property
    def tests(self) -> Sequence[TestedChange]:
        """Changes of the rules as reports tested them."""
        return all_tested(self.shelf)

    @cached_property
    def recipes(self) -> list[TestedChange]:
        """The change to recommend at each table; last those that rest on assumed values."""
        resting = {one.game for one in self.unknown if one.assumed}
        return sorted(recipes(self.tests), key=lambda one: one.game in resting)

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the reports, in their order."""
        return tuple(dict.fromkeys(one.game for one in self.shelf))

    def terms(self, section: str = "") -> Mapping[str, str]:
        """Return no words: the summary is of several games."""
        return {}

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        facts = (
            ("games", str(len(self.unknown))),
            ("reports", str(len(self.shelf))),
            ("playthroughs", f"{sum(one.games for one in self.shelf):,}"),
        )
        return Cover(TITLE, QUESTION, facts, {}, {})


def lead_picture(sections: Sequence[Section]) -> tuple[Picture | None, tuple[Section, ...]]:
    """Return the first picture of the first section, if any, and the sections without it."""
    first, *others = sections
    picture = next((block for block in first.blocks if isinstance(block, Picture)), None)
    blocks = tuple(block for block in first.blocks if block is not picture)
    return picture, (replace(first, blocks=blocks), *others)
