"""The first page on who beats whom: every pair of roles, at each number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.report.front.claimed import (
    Subject,
    counts_text,
    doubt_text,
    furthest,
    moved_by_play,
    off_everywhere,
)
from bloodstones.report.front.grids import Square, grid_chart, rates_caption
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.claims import Claim, claims_of
from bloodstones.report.language.phrases import rate, rates, role, table_of
from bloodstones.report.language.wording import players_text, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT

NAMED: Final = 2


def pairs(findings: StudyFindings) -> Part | None:
    """Return who beats whom; None where fewer than two roles played."""
    claims = pair_claims(findings)
    once = tuple(claim for claim in claims if _leads(claim))
    if not once:
        return None

    def who(claim: Claim) -> str:
        first, second = (role(str(name), findings.role) for name in claim.key)
        return f"{first} against {second} {table_of(claim.players)}"

    subject = Subject(who, "finish ahead in", ("pair at a table", "pairs at tables"))
    off = off_everywhere(once)
    worst = off[0] if off else furthest(once)
    lines = [_ahead(findings, claim) for claim in off if claim is not worst][:NAMED]
    for claim in moved_by_play(once)[:1]:
        low, high = claim.extremes
        lines.append(
            f"play decides for {who(claim)}: {rate(low.rate)} by {low.level}, "
            f"{rate(high.rate)} by {high.level}"
        )
    lines.append(counts_text(subject, once))
    return Part(
        _ahead(findings, worst),
        tuple(lines),
        advice=_advice(findings, once),
        doubt=doubt_text(subject, once),
        chart=_chart(findings, claims),
    )


def pair_claims(findings: StudyFindings) -> tuple[Claim, ...]:
    """Return the claims on pairs, each from both sides."""
    by, pooled = StudyTable.MATCH_UPS_BY_STRATEGY, StudyTable.MATCH_UPS
    table = findings.table(by) if len(findings.table(by)) else findings.table(pooled)
    if table.empty:
        return ()
    return claims_of(table, ["faction", "opponent"], findings.levels, findings.level_names)


def _leads(claim: Claim) -> bool:
    """Whether a claim is of the stronger of its pair, at the last level."""
    last, (first, second) = claim.lines[-1], map(str, claim.key)
    return last.rate > claim.fair_share or (last.rate == claim.fair_share and first < second)


def _ahead(findings: StudyFindings, claim: Claim) -> str:
    """Say how often one role finishes ahead of another."""
    low, high = (line.rate for line in claim.extremes)
    first, second = (role(str(name), findings.role) for name in claim.key)
    size = table_of(claim.players)
    return f"{size}, {first} finish ahead of {second} in {rates(low, high)} of games"


def _advice(findings: StudyFindings, claims: Sequence[Claim]) -> str:
    """Recommend the most even pair of the smallest table."""
    fewest = min(claim.players for claim in claims)
    of_size = [claim for claim in claims if claim.players == fewest]
    even = most_even(of_size)
    low, high = (line.rate for line in even.extremes)
    first, second = (role(str(name), findings.role) for name in even.key)
    return (
        f"For an even game {table_of(fewest)}, choose {first} against {second}. "
        f"The first of the two finishes ahead in {rates(low, high)} of games."
    )


def most_even(claims: Sequence[Claim]) -> Claim:
    """Return the claim that is nearest to fair at the level where it is furthest off."""
    return min(claims, key=lambda claim: max(abs(line.distance) for line in claim.lines))


def _chart(findings: StudyFindings, claims: Sequence[Claim]) -> Chart:
    """Draw the pairs of the smallest table that has all roles of the largest part of games."""
    sizes = sorted({claim.players for claim in claims})
    roles = {size: {c.key[0] for c in claims if c.players == size} for size in sizes}
    size = max(sizes, key=lambda each: (len(roles[each]), -each))
    shown = [claim for claim in claims if claim.players == size]
    squares = [
        Square(
            claim.key[0],
            claim.key[1],
            claim.lines[-1].distance,
            f"{claim.lines[-1].rate * PERCENT:.0f} %",
        )
        for claim in shown
    ]
    names: dict[object, str] = {
        name: title(str(name)) for name in sorted({str(claim.key[0]) for claim in shown})
    }
    level = shown[0].lines[-1].level
    single = [Claim(claim.players, claim.key, claim.lines[-1:]) for claim in shown]
    caption = rates_caption(single, level, findings.definition.band)
    heading = f"How often the role of a line finishes ahead, {players_text(size)}"
    by = f", by {level}" if level else ""
    return grid_chart(squares, names, names, f"{heading}{by}. {caption.partition('. ')[2]}")
