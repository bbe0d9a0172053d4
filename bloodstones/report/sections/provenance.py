"""The section on provenance: what is needed to make the same games again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bloodstones.report.blocks.assumed_values import assumed_table
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import least_to_most, listing
from bloodstones.report.study.findings import StudyFindings


def make(findings: StudyFindings) -> Content:
    """What is needed to make the same games again."""
    told = findings.provenance
    rows = [
        ("Study", str(told["study"])),
        ("Question of the study", str(told["question"])),
        ("Games", _games_text(told)),
        ("Seed", str(told["seed"])),
        ("Quick run", "yes" if told["quick"] else "no"),
        ("Versions", listing([f"{name} {v}" for name, v in told["versions"].items()])),
        ("Version of the rules", str(told.get("rules_version"))),
        ("Table of results", str(told["table_hash"])),
        ("Table of areas", str(told["areas_hash"])),
        ("Study file", str(told["study_sha256"])),
        ("Code and data of the games", str(told["sources_sha256"])),
    ]
    text = (
        "The same study file and version give the same tables, whatever the machine and the number "
        "of workers, and the same tables give this document byte for byte. Hashes are SHA-256; "
        "that of a table is over its names, types and values."
    )
    table = Table("Provenance.", ("what", "value"), ("left", "left"), tuple(rows))
    return [Paragraph(text), table, *assumed_table(told)], {}


def _games_text(told: Mapping[str, Any]) -> str:
    """Return how many games were played, in how many cells, and how many it could have been."""
    cells = f"{told['cells']:,} cells"
    if told.get("stopping") is None or "most_games" not in told:
        played = (group["replicates"] for group in told.get("groups", ()))
        times = least_to_most([told["replicates"], *played])
        return f"{told['games']:,} ({cells} of {times})"
    return (
        f"{told['games']:,} of up to {told['most_games']:,} ({cells} of up to "
        f"{told['replicates']:,})"
    )


PROVENANCE: Final = Section("provenance", "Provenance", make, applies=fits_all)
