"""Findings that fill the first page where the subject has fewer: points, length and players."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.game import Role
from bloodstones.report.blocks.rows import largest
from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import listing, percent_text, rate, table_of
from bloodstones.report.language.terms import speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable

POINTS: Final = "points"  # the section


def strategies(findings: StudyFindings) -> Part | None:
    """Say who is stronger where strategies meet; None where they do not."""
    met = findings.table(StudyTable.STRATEGIES)
    if met.empty:
        return None
    fewest = met[met["players"] == met["players"].min()]
    row = largest(fewest, fewest["rate"])
    name = findings.names.get(str(row["strategy"]), str(row["strategy"]))
    size = table_of(int(row["players"]))
    text = f"where players of two kinds meet {size}, {name} wins most: {rate(float(row['rate']))}"
    return Part("", (text,))


def points(findings: StudyFindings) -> Part | None:
    """Say where most points come from; None in a report that has no section on it."""
    if POINTS not in findings.definition.sections or not findings.used_sources():
        return None
    sources, shares = findings.used_sources(), source_shares(findings)
    name = max(shares, key=shares.__getitem__)
    text = f"most points come from {sources[name]}: {rate(shares[name])} of all"
    return Part("", (text,))


def length(findings: StudyFindings) -> Part | None:
    """Say how long a game lasts; None where turns are not counted."""
    table = findings.table(StudyTable.LENGTHS)
    if table.empty:
        return None
    rounds = speak("rounds", findings.game.words.terms)
    first, last = table.iloc[0], table.iloc[-1]
    text = f"a typical game lasts {first['median']:.0f} {rounds} {table_of(int(first['players']))}"
    if len(table) > 1:
        text += f" and {last['median']:.0f} {table_of(int(last['players']))}"
    return Part("", (text,))


def source_shares(findings: StudyFindings) -> dict[str, float]:
    """Return what share of all points each source gives, over all roles."""
    table = findings.table(StudyTable.POINTS)
    sums = {
        name: float((table[name] * table["games"]).sum())
        for name in findings.columns.names(Role.POINTS)
        if name in findings.used_sources()
    }
    total = sum(sums.values())
    return {name: value / total for name, value in sums.items()}


def points_text(findings: StudyFindings) -> str:
    """Say what share of the points each source gives over all factions."""
    sources, shares = findings.used_sources(), source_shares(findings)
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])
    parts = [f"{percent_text(value)} from {sources[name]}" for name, value in ordered]
    return f"Of all points scored in {findings.games_text}, {listing(parts)}."
