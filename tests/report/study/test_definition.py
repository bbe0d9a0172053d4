"""Definitions of reports: the shipped one is sound; faults are told all at once."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from tests.report.findings import definition_in


def test_the_shipped_definition_is_read(report_folder):
    definition = definition_in(report_folder)
    assert definition.study == "bloodstones_faction_balance"
    assert definition.band == pytest.approx(0.2)
    assert definition.strategies["warlord"].name == "Warlord"
    assert definition.map_name("tyrants_lament") == "Tyrant's Lament"
    assert definition.map_name("other_board") == "Other Board"
    assert definition.map_name("maps/other_board.toml") == "Other Board"
    assert set(definition.notes) == {"factions", "length", "method", "odds"}


def test_a_folder_without_a_definition_tips_what_to_name(tmp_path):
    with pytest.raises(InputError, match=r"expected a folder with report\.toml") as error:
        definition_in(tmp_path)
    assert "reports/bloodstones_faction_balance" in error.value.tip


def test_all_faults_of_a_definition_are_reported_at_once(report_folder):
    path = report_folder / "report.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("seed = 1", "seed = 1\nband = 180").replace(
        '"factions", "seats", "line_ups", "match_ups"', '"faktions"'
    )
    text = text.replace("title =", "titel =")
    path.write_text(text, encoding="utf-8")
    shared = report_folder.parent / "strategies.toml"
    text = shared.read_text(encoding="utf-8").replace('name = "Builder"', "name = 3")
    shared.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="got 5") as error:
        definition_in(report_folder)
    told = str(error.value)
    for fault in (
        "expected the key title, got none",
        "expected band from 0.1 to 100, got 180",
        "expected known names in sections, got 'faktions' (did you mean factions, coalitions?)",
        "[builder]: expected name as text, got 3",
        "expected known keys, got 'titel' (did you mean title?)",
    ):
        assert fault in told


def test_a_definition_that_is_not_toml_is_refused(report_folder):
    (report_folder / "report.toml").write_text("title = ", encoding="utf-8")
    with pytest.raises(InputError, match="expected a TOML file"):
        definition_in(report_folder)


def test_a_report_needs_a_section(report_folder):
    path = report_folder / "report.toml"
    text = path.read_text(encoding="utf-8")
    start, end = text.index("sections = ["), text.index("]\n", text.index("sections = ["))
    path.write_text(f"{text[:start]}sections = []\n{text[end + 2 :]}", encoding="utf-8")
    with pytest.raises(InputError, match="expected at least one section"):
        definition_in(report_folder)


def test_the_texts_of_a_report_come_before_those_of_all_reports(report_folder):
    path = report_folder / "report.toml"
    own = '[strategies.builder]\nname = "Mason"\ndoes = "builds"\nlacks = "wit"\n'
    path.write_text(path.read_text(encoding="utf-8") + own, encoding="utf-8")
    texts = definition_in(report_folder).strategies
    assert (texts["builder"].name, texts["warlord"].name) == ("Mason", "Warlord")


def test_a_report_may_name_the_boards_that_it_draws(report_folder):
    assert definition_in(report_folder).boards == ()
    path = report_folder / "report.toml"
    path.write_text(f'boards = ["ring"]\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    assert definition_in(report_folder).boards == ("ring",)


def test_a_note_to_an_unknown_section_is_refused(report_folder):
    path = report_folder / "report.toml"
    more = '\n[[notes]]\nsection = "lenght"\ntext = "A note."\n'
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.raises(InputError, match=r"a known section, got 'lenght'.*did you mean length"):
        definition_in(report_folder)


def test_a_note_to_a_section_that_the_report_has_not_is_refused(report_folder):
    path = report_folder / "report.toml"
    more = '\n[[notes]]\nsection = "luck"\ntext = "A note."\n'
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.raises(InputError, match="expected a section of this report, got 'luck'"):
        definition_in(report_folder)
