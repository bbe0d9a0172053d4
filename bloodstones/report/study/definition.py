"""The definition of a study's report: which study, which question, which sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bloodstones.report.language.groups import FACTION
from bloodstones.report.language.wording import title

FAIR: Final = "fair"
DEPENDS: Final = "depends"


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy as readers need it.

    Attributes
    ----------
    name, does, lacks
        Its name, what it does and what it lacks.
    level
        What kind of player it is, one of `language.levels.KINDS`; "": its id tells it.
    """

    name: str
    does: str
    lacks: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """A report as its author defines it.

    Attributes
    ----------
    study
        Id of the study, the name of its folder of results.
    band
        How far from its fair share a rate counts as fair, as a part of the share (0.2: a fifth).
    seed
        Seed of the bootstrap intervals.
    strategy
        Whose games the fairness of factions and seats is read from; None: the one that wins most
        against the others, or where they never meet the last one of the study's levels.
    sections
        What is in the report, in this order.
    strategies
        Texts by strategy id.
    maps
        Names by map id.
    notes
        Paragraphs that the author adds to a section.
    about
        The role that the question is about, of which the answer tells first; "" for none.
    by
        What win rates of what-ifs, sensitivity and restricted play are grouped by: one of
        `language.groups.GROUPS`.
    boards
        Ids of the boards that are drawn; none: all that were played on.
    apart
        Whether players have other aims than to win, so that the summary does not count these games.
    asks
        What the title asks of the roles: whether they are `FAIR`, or whether that `DEPENDS` on the
        level of play.
    standard
        The strategy that others challenge in the section `exploiter`; "" for the one whose games
        speak.
    """

    title: str
    study: str
    question: str
    band: float
    seed: int
    strategy: str | None
    sections: tuple[str, ...]
    strategies: Mapping[str, StrategyText]
    maps: Mapping[str, str]
    notes: Mapping[str, tuple[str, ...]]
    about: str = ""
    by: str = FACTION
    boards: tuple[str, ...] = ()
    apart: bool = False
    asks: str = FAIR
    standard: str = ""

    def map_name(self, map_id: str) -> str:
        """Return the name of a map; by default its id, or that of its file, as a title."""
        return self.maps.get(map_id) or title(Path(map_id).stem)


@dataclass(frozen=True, slots=True)
class Draft:
    """A report without a definition of an author's.

    Attributes
    ----------
    definition
        What is in it.
    left_out
        Sections that the study asks for, but that its games do not give, with the reason.
    """

    definition: Definition
    left_out: Mapping[str, str] = field(default_factory=dict)
