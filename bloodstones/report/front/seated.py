"""The claims on places in turn order and on seats, over all maps and map by map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import pandas as pd

from bloodstones.report.language.claims import Claim, claims_of
from bloodstones.report.language.groups import SEAT, TURN_ORDER
from bloodstones.report.study.table_names import StudyTable

PAIR: Final = 2


class Levelled(Protocol):
    """Findings of games at several levels of play."""

    @property
    def levels(self) -> Sequence[str]:
        """The strategies that played all seats, from plain to skilled."""

    @property
    def level_names(self) -> Mapping[str, str]:
        """How a reader names them, by their ids."""

    def table(self, name: str) -> pd.DataFrame:
        """Return one of the tables."""


def place_claims(findings: Levelled) -> tuple[Claim, ...]:
    """Return the claims on places, at every level or of games in which strategies mix."""
    by, pooled = StudyTable.PLACES_BY_STRATEGY, StudyTable.PLACES
    table = findings.table(by) if len(findings.table(by)) else findings.table(pooled)
    if table.empty:
        return ()
    place = TURN_ORDER if TURN_ORDER in table else SEAT
    return claims_of(table, [place], findings.levels, findings.level_names)


def map_claims(findings: Levelled) -> tuple[Claim, ...]:
    """Return the claims on the first place, map by map; () where maps are not compared."""
    table = findings.table(StudyTable.PLACES_ON_MAPS)
    if table.empty or table["map"].nunique() < PAIR:
        return ()
    return claims_of(table, ["map"], findings.levels, findings.level_names)


def first_place(findings: Levelled) -> str:
    """Return what the first place is called."""
    return "the first player to move" if ordered(findings) else "the first seat"


def ordered(findings: Levelled) -> bool:
    """Whether places are told in turn order, and not round the table."""
    return TURN_ORDER in findings.table(StudyTable.PLACES)
