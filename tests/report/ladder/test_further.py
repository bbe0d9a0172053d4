"""Sections that a ladder's report has only where it names them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from bloodstones.core.contract.columns import Columns
from bloodstones.core.errors import InputError
from bloodstones.report.compose import composed_sections
from bloodstones.report.contract.section import find
from bloodstones.report.document.files import table_files, tables_in
from bloodstones.report.document.model import Paragraph
from bloodstones.report.ladder.definition import Definition, read_definition
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.report.ladder.further import FURTHER
from bloodstones.report.make import KINDS
from bloodstones.report.study.table_names import StudyTable
from tests.stats.ratings.test_meetings import duels

TEXT = 'kind = "ladder"\ntitle = "Who?"\nstudy = "try"\nladder = "all"\n'
ALL = 'also = ["exploiter", "decided"]\nstandard = "plain"\n'
PROVENANCE = {"game": "battalia", "study": "try", "games": 600, "seed": 1, "question": "Who?"}
TOLD: dict[str, Any] = {**PROVENANCE, "versions": {"bloodstones": "0"}}


def definition_of(folder: Path, more: str) -> Definition:
    (folder / "report.toml").write_text(TEXT + more, encoding="utf-8")
    return read_definition(folder, KINDS["ladder"].ids)


def findings_of(definition: Definition, rows: pd.DataFrame) -> LadderFindings:
    tables = find(FURTHER, PlayedLadder.of(definition, rows, Columns(()), TOLD))
    return LadderFindings.of(definition, TOLD, tables_in(table_files(tables)))


def games() -> pd.DataFrame:
    return duels().assign(game_turns=20, lead_changes=2, lead_since=15)


def test_a_report_has_the_sections_that_it_names(tmp_path: Path) -> None:
    findings = findings_of(definition_of(tmp_path, ALL), games())
    sections, pictures = composed_sections(findings, FURTHER)
    assert [section.id for section in sections] == ["exploiter", "decided"]
    assert "challengers" in pictures
    blocks = [block for section in sections for block in section.blocks]
    text = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    assert "With two players, Thief beats Plain" in text
    assert "Guard beats Thief in turn" in text
    assert "it is final after 75\u00a0% of the turns" in text


def test_a_report_that_names_none_has_none(tmp_path: Path) -> None:
    findings = findings_of(definition_of(tmp_path, ""), games())
    assert not findings.tables
    assert composed_sections(findings, FURTHER) == ((), {})


def test_only_the_sections_that_are_named_are_found(tmp_path: Path) -> None:
    findings = findings_of(definition_of(tmp_path, 'also = ["decided"]\n'), games())
    assert set(findings.tables) == {StudyTable.DECIDED}


def test_an_exploiter_needs_a_standard(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="the strategy that the others challenge in the section exploiter"
    ):
        definition_of(tmp_path, 'also = ["exploiter"]\n')
    stranger = definition_of(tmp_path, 'also = ["exploiter"]\nstandard = "nobody"\n')
    with pytest.raises(InputError, match="standard among guard, plain, thief"):
        findings_of(stranger, games())


def test_an_unknown_section_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="exploiter"):
        definition_of(tmp_path, 'also = ["exploiters"]\nstandard = "plain"\n')


def test_what_the_games_do_not_tell_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="section decided"):
        findings_of(definition_of(tmp_path, 'also = ["decided"]\n'), duels())
    alone = games().assign(strategy="plain")
    with pytest.raises(InputError, match="exactly two strategies meet"):
        findings_of(definition_of(tmp_path, ALL), alone)
