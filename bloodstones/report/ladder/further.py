"""Sections that a ladder's report has only where its definition names them (`also`).

What beats the standard, when the winner is known: those of a study's report, over all games of the
ladder. Which strategy suits a role is in the section on the meta-game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.report.contract.findings import Tables
from bloodstones.report.document.files import FILE
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics import course, exploiter
from bloodstones.stats.course import MIXED, check_course
from bloodstones.stats.course import decided as decided_of

NOTHING: Final[Mapping[str, pd.DataFrame]] = {}


def find_exploiter(played: PlayedLadder) -> Tables:
    """Return who beats the standard strategy of the report; InputError if it did not play."""
    definition = played.definition
    if exploiter.SECTION not in definition.also:
        return NOTHING
    names = sorted(set(map(str, played.rows["strategy"])))
    if definition.standard not in names:
        raise expected(f"standard among {', '.join(names)}", definition.standard, FILE)
    game, seed = str(played.provenance["game"]), played.seed
    return exploiter.find_exploits(played.rows, game, definition.standard, seed=seed)


def standard_player(findings: LadderFindings) -> exploiter.Standard | None:
    """Return the strategy that others challenge; None in a report without the section."""
    if exploiter.SECTION not in findings.definition.also:
        return None
    return exploiter.Standard(findings.definition.standard, findings.name, lambda _: "")


def find_decided(played: PlayedLadder) -> Tables:
    """Return from when on the lead is final; InputError where games do not count leads."""
    if course.SECTION not in played.definition.also:
        return NOTHING
    check_course(played.rows, f"section {course.SECTION}")
    return {StudyTable.DECIDED: decided_of(played.rows, seed=played.seed)}


def decided_in(findings: LadderFindings) -> course.Decided | None:
    """Return when the winner is known; None in a report without the section."""
    if course.SECTION not in findings.definition.also:
        return None
    return course.Decided(findings.table(StudyTable.DECIDED), MIXED, findings.name)


FURTHER: Final = (
    exploiter.exploits_topic(standard_player, find_exploiter),
    course.decided_topic(decided_in, find_decided),
)
