"""The first page on who wins on which map, at every level of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bloodstones.report.front.claimed import (
    Subject,
    counts_text,
    doubt_text,
    held,
    range_text,
)
from bloodstones.report.front.grids import Square, claim_square, grid_chart, rates_caption
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.front.seated import first_place, map_claims
from bloodstones.report.language.claims import Claim, Hold, claims_of
from bloodstones.report.language.phrases import (
    fair_at,
    rate,
    rates,
    role,
    within,
)
from bloodstones.report.language.wording import capital, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT

MOST_LINES: Final = 16  # of a grid with a line a map
SIDES: Final = "+"  # between the two halves of a map's id
WHO_WINS: Final = "factions"  # the section that says who wins over all maps


def on_maps(findings: StudyFindings) -> Part | None:
    """Return who wins over all maps and on which most, by level of play; None without maps."""
    if findings.table(StudyTable.ON_MAPS).empty:
        return None
    overall = _claims(findings, StudyTable.OVER_MAPS, ["faction"])
    each = _claims(findings, StudyTable.ON_MAPS, ["map", "faction"])
    first = map_claims(findings)
    whole = overall[0]

    def on(claim: Claim) -> str:
        board = findings.definition.map_name(str(claim.key[0]))
        return f"on {board}, {role(str(claim.key[1]), findings.role)}"

    subject = Subject(on, "win", ("map", "maps"))
    far = sorted(held(each, Hold.UNFAIR), key=lambda claim: -claim.least)
    lines = [range_text(subject, claim) for claim in far[:1]]
    lines += _seat(findings, first, each)
    lines.append(counts_text(subject, each))
    lines += _play(subject, each, far)
    reply, answer = _answer(findings, whole)
    if WHO_WINS in findings.definition.sections and lines:
        reply, answer, *lines = "", *lines
    return Part(
        answer,
        tuple(lines),
        reply,
        _advice(findings, each, first),
        doubt_text(subject, each),
        _chart(findings, each, first),
    )


def _claims(findings: StudyFindings, table: str, keys: Sequence[str]) -> tuple[Claim, ...]:
    return claims_of(findings.table(table), keys, findings.levels, findings.level_names)


def _answer(findings: StudyFindings, whole: Claim) -> tuple[str, str]:
    """Return whether the roles are even over all maps, and what the first of them wins."""
    who = role(str(whole.key[0]), findings.role)
    low, high = (line.rate for line in whole.extremes)
    text = f"{who} win {rates(low, high)} over all maps, {fair_at(whole.fair_share)}"
    if whole.hold is Hold.FAIR:
        return "Yes", f"over all maps, {who} stay {within(findings.definition.band)}"
    if whole.hold in (Hold.UNFAIR, Hold.SIDED):
        return "No", text
    first, last = whole.extremes
    if first.level == last.level or not whole.disagree:
        return "Not settled", text
    return (
        "That depends on play",
        f"over all maps, {who} win {rate(first.rate)} by {first.level} and {rate(last.rate)} by "
        f"{last.level}",
    )


def _seat(findings: StudyFindings, first: Sequence[Claim], each: Sequence[Claim]) -> list[str]:
    """Say what the first seat wins where it wins least and most, and whether that is more."""
    if not first:
        return []
    lines = [(claim, line) for claim in first for line in claim.lines]
    low = min(lines, key=lambda pair: pair[1].rate)
    high = max(lines, key=lambda pair: pair[1].rate)
    named = findings.definition.map_name
    span = _range(first)
    more = " matters more than the map:" if span > _range(each) else ""
    return [
        f"{first_place(findings)}{more} wins {rate(low[1].rate)} on {named(str(low[0].key[0]))} "
        f"and {rate(high[1].rate)} on {named(str(high[0].key[0]))}".replace(": wins", ": it wins")
    ]


def _range(claims: Sequence[Claim]) -> float:
    """Return how far the rates of claims are apart over all maps and levels."""
    every = [line.rate for claim in claims for line in claim.lines]
    return max(every) - min(every)


def _play(subject: Subject, each: Sequence[Claim], said: Sequence[Claim]) -> list[str]:
    """Name the map on which play moves most."""
    moved = max(each, key=lambda claim: claim.range)
    if len(moved.lines) == 1 or not moved.range or moved in said[:1]:
        return []
    low, high = moved.extremes
    return [
        f"play moves most {subject.who(moved)}: {rate(low.rate)} by {low.level}, "
        f"{rate(high.rate)} by {high.level}"
    ]


def worst_on(claims: Sequence[Claim]) -> Mapping[str, float]:
    """Return by map how far the rate that is furthest off at any level is from fair."""
    worst: dict[str, float] = {}
    for claim in claims:
        board = str(claim.key[0])
        far = max(abs(line.distance) for line in claim.lines)
        worst[board] = max(worst.get(board, 0.0), far)
    return worst


def _advice(findings: StudyFindings, each: Sequence[Claim], first: Sequence[Claim]) -> str:
    """Recommend the map on which roles and the first seat are nearest to even at every level."""
    roles, seats = worst_on(each), worst_on(first)
    best = min(roles, key=lambda board: max(roles[board], seats.get(board, 0.0)))
    claim = next(one for one in each if str(one.key[0]) == best)
    named = findings.definition.map_name(best)
    who = role(str(claim.key[1]), findings.role)
    low, high = (line.rate for line in claim.extremes)
    text = f"{who} win {rates(low, high)} there"
    seat = next((one for one in first if str(one.key[0]) == best), None)
    if seat is not None:
        least, most = (line.rate for line in seat.extremes)
        text += f" and {first_place(findings)} {rates(least, most)}"
    even = max(roles[best], seats.get(best, 0.0)) <= findings.definition.band
    if even:
        return f"For an even game choose {named}: {text}."
    swap = " Play it twice and change sides." if seat is not None else ""
    return f"No map is even at every level. Nearest comes {named}: {text}.{swap}"


def _chart(findings: StudyFindings, each: Sequence[Claim], first: Sequence[Claim]) -> Chart:
    """Draw the rates on every map: a line a map, or a grid of the halves of their ids."""
    named = findings.definition.map_name
    boards = list(dict.fromkeys(str(claim.key[0]) for claim in each))
    who = title(str(each[0].key[1]))
    level = each[0].lines[-1].level
    if len(boards) > MOST_LINES:
        squares = [_half_square(claim) for claim in each]
        firsts: dict[object, str] = {
            half: half.upper() for half in sorted({str(one.line) for one in squares})
        }
        seconds: dict[object, str] = {
            half: half.upper() for half in sorted({str(one.column) for one in squares})
        }
        single = [Claim(claim.players, claim.key, claim.lines[-1:]) for claim in each]
        caption = rates_caption(single, level, findings.definition.band).partition(". ")[2]
        by = f", by {level}" if level else ""
        heading = f"Win rates of {role(str(each[0].key[1]), findings.role)}, its map by the other's"
        border = "" if all(one.sure for one in squares) else " Border: levels disagree."
        return grid_chart(squares, firsts, seconds, f"{heading}{by}. {caption}{border}")
    squares = [claim_square(claim, str(claim.key[0]), who) for claim in each]
    seat = capital(first_place(findings).removeprefix("the "))
    squares += [claim_square(claim, str(claim.key[0]), seat) for claim in first]
    lines: dict[object, str] = {board: named(board) for board in boards}
    columns: dict[object, str] = {who: who, **({seat: seat} if first else {})}
    caption = rates_caption([*each, *first], level, findings.definition.band)
    return grid_chart(squares, lines, columns, caption)


def _half_square(claim: Claim) -> Square:
    """Return the square of a map whose id has two halves, at the strongest level."""
    one, _, other = str(claim.key[0]).partition(SIDES)
    last = claim.lines[-1]
    return Square(one, other, last.distance, f"{last.rate * PERCENT:.0f}", not claim.disagree)
