"""The section on who beats whom: the factions in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.charts import Square, grid_chart, rates_caption
from bloodstones.report.front.claimed import (
    Subject,
    counts_text,
    doubt_text,
    furthest,
    moved_by_play,
    off_everywhere,
)
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    NO_BREAK,
    count,
    least_to_most,
    listing,
    players_text,
    rate,
    rate_text,
    rates,
    role,
    table_of,
    title,
)
from bloodstones.report.language.verdicts import Claim, claims_of, interval_words
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR, match_ups
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.verdicts import Verdict

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


ID: Final = "match_ups"
LEFT, RIGHT = "left", "right"
LINE: Final = "\n"  # before an interval that makes a cell wide
EVEN: Final = 0.5  # two factions of equal strength
UNEVEN: Final = 0.25  # so far from even a square has its deepest colour


def find(played: PlayedStudy) -> Tables:
    """Return who finishes ahead of whom; by strategy, too, where the report shows it."""
    band, stopping = played.definition.band, played.provenance.get("stopping")
    pooled = match_ups(played.rows, band=band, stopping=stopping)
    tables: dict[str, pd.DataFrame] = {StudyTable.MATCH_UPS: pooled}
    if ID in played.definition.sections:
        by = ["players", "strategy"]
        pairs = match_ups(played.level, by, band=band, stopping=stopping)
        tables[StudyTable.MATCH_UPS_BY_STRATEGY] = pairs
    return tables


def make(findings: StudyFindings) -> Content:
    """Write who finishes ahead of whom, at each player count."""
    table = findings.table(StudyTable.MATCH_UPS)
    blocks: list[Block] = [Paragraph(_match_ups_text(findings))]
    pictures = {}
    for players in sorted(int(number) for number in table["players"].unique()):
        name = f"match_ups_{players}_players"
        shown = table[table["players"] == players]
        named = {faction: title(faction) for faction in sorted(shown["faction"].unique())}
        pictures[name] = to_svg(draw_matrix(_squares(shown), named, named))
        blocks += [
            Picture(
                name,
                f"{players_text(players).capitalize()}: how often the faction of the line finishes "
                "ahead of that of the column. Full squares: fair or unfair for certain; "
                "bordered: borderline, or too few games or orders to tell.",
                "A grid of squares, one for each pair of factions, with the share in figures; the "
                "table below has the same numbers.",
                MATRIX_WIDTH,
            ),
            _table(table, players),
        ]
    return blocks, pictures


def _squares(match_ups: pd.DataFrame) -> pd.DataFrame:
    """Return match-ups as the squares of a matrix."""
    return pd.DataFrame(
        {
            "line": match_ups["faction"],
            "column": match_ups["opponent"],
            "lean": (match_ups["rate"] - EVEN) / UNEVEN,
            "text": [f"{rate * PERCENT:.0f}" for rate in match_ups["rate"]],
            "sure": match_ups["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )


def _match_ups_text(findings: StudyFindings) -> str:
    """Name the pair that is furthest from even at each player count."""
    parts = []
    for players, group in findings.table(StudyTable.MATCH_UPS).groupby("players"):
        row = group.iloc[int(group["rate"].to_numpy().argmax())]
        parts.append(
            f"with {count(int(str(players)), 'player')} the {title(row['faction'])} finish ahead "
            f"of the {title(row['opponent'])} in {rate_text(row)} of their games"
        )
    return (
        "Two factions at one table are compared by who finishes ahead, shared ranks counting half; "
        f"even is 50 %. The most uneven pairs in {findings.games_text} are: {listing(parts)}."
    ).replace(" %", NO_BREAK + "%")


def _table(match_ups: pd.DataFrame, players: int) -> Table:
    """Return how often each faction finishes ahead of each other one at one player count."""
    shown = match_ups[match_ups["players"] == players]
    table = shown.set_index(["faction", "opponent"])
    names = sorted(shown["faction"].unique())
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = [
        (title(who), *(_match_up(table, who, other, places) for other in names)) for who in names
    ]
    does = "win rate of" if players == PAIR else "share of games that end better for"
    caption = (
        f"{players_text(players).capitalize()}: {does} the faction of the line "
        f"{'against' if players == PAIR else 'than for'} that of the column, with "
        f"{interval_words(shown)}; n = {least_to_most(shown['games'])} games a pair."
    )
    header = ("", *(title(name).replace(" ", "\n") for name in names))
    return Table(caption, header, (LEFT, *(RIGHT for _ in names)), tuple(rows))


def _match_up(table: pd.DataFrame, who: str, other: str, places: int) -> str:
    if (who, other) not in table.index:
        return "–"
    ends = (float(table[name][who, other]) * PERCENT for name in ("rate", "low", "high"))
    rate, low, high = (f"{end:.{places}f}" for end in ends)
    return f"{rate}{LINE if places else ' '}({low}–{high})"


MATCH_UPS: Final = Section(
    ID, "Who beats whom", make, find, front=pairs, applies=has_roles, published=True
)
