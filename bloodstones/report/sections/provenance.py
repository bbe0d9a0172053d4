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
    """Write what is needed to play the same games again."""
    provenance = findings.provenance
    rows = [
        ("Study", str(provenance["study"])),
        ("Question of the study", str(provenance["question"])),
        ("Games", _games_text(provenance)),
        ("Seed", str(provenance["seed"])),
        ("Quick run", "yes" if provenance["quick"] else "no"),
        ("Versions", listing([f"{name} {v}" for name, v in provenance["versions"].items()])),
        ("Version of the rules", str(provenance.get("rules_version"))),
        ("Table of results", str(provenance["table_hash"])),
        ("Table of areas", str(provenance["areas_hash"])),
        ("Study file", str(provenance["study_sha256"])),
        ("Code and data of the games", str(provenance["sources_sha256"])),
    ]
    text = (
        "The same study file and version give the same tables, whatever the machine and the number "
        "of workers, and the same tables give this document byte for byte. Hashes are SHA-256; "
        "that of a table is over its names, types and values."
    )
    table = Table("Provenance.", ("what", "value"), ("left", "left"), tuple(rows))
    return [Paragraph(text), table, *assumed_table(provenance)], {}


def _games_text(provenance: Mapping[str, Any]) -> str:
    """Return how many games were played, in how many cells, and the planned maximum."""
    cells = f"{provenance['cells']:,} cells"
    if provenance.get("stopping") is None or "most_games" not in provenance:
        played = (group["replicates"] for group in provenance.get("groups", ()))
        times = least_to_most([provenance["replicates"], *played])
        return f"{provenance['games']:,} ({cells} of {times})"
    return (
        f"{provenance['games']:,} of up to {provenance['most_games']:,} ({cells} of up to "
        f"{provenance['replicates']:,})"
    )


PROVENANCE: Final = Section("provenance", "Provenance", make, applies=fits_all)
