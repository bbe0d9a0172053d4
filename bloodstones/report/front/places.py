"""The first page on where one sits: places in turn order, seats, and the first place by map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bloodstones.report.contract.tested import PLACES
from bloodstones.report.front.claimed import (
    Subject,
    counts_text,
    doubt_text,
    moved_by_play,
    off_everywhere,
    range_text,
    verdicts_text,
    wins_text,
)
from bloodstones.report.front.grids import claim_square, grid_chart, rates_caption
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.front.seated import first_place, map_claims, ordered, place_claims
from bloodstones.report.front.tested import counsel
from bloodstones.report.language.claims import Claim, Hold
from bloodstones.report.language.phrases import (
    fair_at,
    number,
    points,
    rate,
    rates,
)
from bloodstones.report.language.wording import capital, ordinal, players_text
from bloodstones.report.study.findings import StudyFindings

PAIR: Final = 2
NAMED: Final = 2
MATTERS: Final = " matter"  # a title that asks for it is answered the other way round
TURNED: Final = {"Yes": "No", "Nearly": "Hardly", "Not quite": "Somewhat", "No": "Yes"}
MOST_MAPS: Final = 14  # lines of a grid


def places(findings: StudyFindings) -> Part | None:
    """Return the findings on places in turn order or on seats; None without a comparison."""
    claims = place_claims(findings)
    if not claims:
        return None
    tail = " to move" if ordered(findings) else " seats"

    def who(claim: Claim) -> str:
        return f"the {ordinal(int(str(claim.key[0])))} of {number(claim.players)}{tail}"

    what = ("place at a table", "places at a table")
    subject = Subject(who, "wins", what)
    off = off_everywhere(claims)
    reply, answer = _answer(findings, subject, claims)
    if MATTERS in findings.definition.title:
        reply = TURNED.get(reply, reply)
    lines = [range_text(subject, claim) for claim in _distinct(off)[:NAMED]]
    if not off:
        lines.append(_most_text(subject, claims))
    lines += [f"play decides for {_moved_text(subject, claim)}" for claim in _moved(claims)[:1]]
    lines.append(counts_text(subject, claims))
    if findings.mixture:
        lines.insert(0, verdicts_text(subject, off[0] if off else claims[0]))
    advice, links = counsel(findings, PLACES, off[0] if off else None)
    if not advice and off:
        advice = _turns(subject, off[0])
    elif all(claim.hold is Hold.FAIR for claim in claims):
        advice, links = "Draw lots for who starts: no change of the rules is needed.", ()
    elif not off:
        advice, links = _lots(claims), ()
    chart = _chart(findings, claims)
    doubt = doubt_text(subject, claims)
    part = Part(answer, tuple(lines), reply, advice, doubt, chart, links)
    mapped = map_claims(findings)
    return by_map(findings, part, mapped) if mapped else part


def _answer(findings: StudyFindings, subject: Subject, claims: Sequence[Claim]) -> tuple[str, str]:
    """Return the reply to whether places are fair, and the answer."""
    off = off_everywhere(claims)
    if off:
        return "No" if off[0].hold is Hold.UNFAIR else "Not quite", wins_text(subject, off[0])
    most = _most(claims)
    tables, levels = len({claim.players for claim in claims}), len(claims[0].lines)
    several = [word for word, size in (("table", tables), ("level of play", levels)) if size > 1]
    where = f" at any {' or '.join(several)}" if several else ""
    near = max(abs(line.distance) for claim in claims for line in claim.lines)
    reply = "Nearly" if near <= findings.definition.band else "Not settled"
    reply = "That depends on play" if _moved(claims) else reply
    if all(claim.hold is Hold.FAIR for claim in claims):
        return "Yes", f"no place is more than {points(most)} from its fair share{where}"
    if _most([claim for claim in claims if claim.key[0] == 0]) == most and ordered(findings):
        return reply, f"moving first gains or costs at most {points(most)}{where}"
    return reply, f"a place is at most {points(most)} from its fair share{where}"


def _most(claims: Sequence[Claim]) -> float:
    """Return how far a rate is from its fair share at most."""
    return max(abs(line.off) for claim in claims for line in claim.lines)


def _most_text(subject: Subject, claims: Sequence[Claim]) -> str:
    """Name the place that is furthest from its share in points, and at which level."""
    claim, line = max(
        ((claim, line) for claim in claims for line in claim.lines),
        key=lambda pair: abs(pair[1].off),
    )
    by = f" by {line.level}" if len(claim.lines) > 1 else ""
    return f"{subject.who(claim)} is furthest off and wins {rate(line.rate)}{by}, {_fair(claim)}"


def _fair(claim: Claim) -> str:
    return fair_at(claim.fair_share)


def _moved(claims: Sequence[Claim]) -> list[Claim]:
    return _distinct(moved_by_play(claims))


def _distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims without the other place of a table of two."""
    kept: list[Claim] = []
    for claim in claims:
        if claim.players == PAIR and any(one.players == PAIR for one in kept):
            continue
        kept.append(claim)
    return kept


def _moved_text(subject: Subject, claim: Claim) -> str:
    low, high = claim.extremes
    return (
        f"{subject.who(claim)}: {rate(low.rate)} by {low.level}, {rate(high.rate)} by {high.level}"
    )


def _turns(subject: Subject, claim: Claim) -> str:
    """Recommend to take turns: a place that is off at every level."""
    low, high = (line.rate for line in claim.extremes)
    return (
        f"Play as many games as players and change places after each. In one game, "
        f"{subject.who(claim)} wins {rates(low, high)}; no change that was tested mends this."
    )


def _lots(claims: Sequence[Claim]) -> str:
    """Recommend lots: no place is off the same way at every level."""
    return (
        "Draw lots for who starts and change no rule for it. "
        f"Whoever has the best place then gains at most {points(_most(claims))}."
    )


def _chart(findings: StudyFindings, claims: Sequence[Claim]) -> Chart:
    """Draw every place at every number of players."""
    squares = [claim_square(claim, int(str(claim.key[0])), claim.players) for claim in claims]
    tail = " to move" if ordered(findings) else " seat"
    lines: dict[object, str] = {
        place: capital(f"{ordinal(place)}{tail}")
        for place in sorted({int(str(claim.key[0])) for claim in claims})
    }
    columns: dict[object, str] = {
        size: players_text(size) for size in sorted({claim.players for claim in claims})
    }
    caption = rates_caption(claims, claims[0].lines[-1].level, findings.definition.band)
    return grid_chart(squares, lines, columns, caption)


def by_map(findings: StudyFindings, part: Part, claims: Sequence[Claim]) -> Part:
    """Return the part over all maps, led by the first place by map where maps make it unfair."""
    unfair = sorted(
        (claim for claim in claims if claim.hold is Hold.UNFAIR),
        key=lambda claim: claim.lines[-1].rate,
    )
    over = f"over all maps, {part.answer}"
    if not unfair:
        return replace(part, answer=over)
    named = findings.definition.map_name
    least, most = unfair[0], unfair[-1]
    who = first_place(findings)
    answer = f"{who} wins {_on(least, named(str(least.key[0])))}"
    if most is not least:
        answer += f" and {_on(most, named(str(most.key[0])))}"
    maps = Subject(lambda claim: named(str(claim.key[0])), "gives", ("map", "maps"))
    lines = (counts_text(maps, claims), over, *part.findings)
    fair = [claim for claim in claims if claim.hold is Hold.FAIR]
    best = min(fair or claims, key=lambda claim: max(abs(x.distance) for x in claim.lines))
    low, high = (line.rate for line in best.extremes)
    advice = (
        f"Choose {named(str(best.key[0]))} for an even game: {who} wins {rates(low, high)} there. "
        "On other maps play two games and change sides."
    )
    chart = place_grid(findings, claims)
    return replace(part, answer=answer, reply="Yes", findings=lines, advice=advice, chart=chart)


def _on(claim: Claim, board: str) -> str:
    low, high = (line.rate for line in claim.extremes)
    return f"{rates(low, high)} on {board}"


def place_grid(findings: StudyFindings, claims: Sequence[Claim]) -> Chart:
    """Draw what the first place wins on each map, at each level of play."""
    named = findings.definition.map_name
    order = sorted(claims, key=lambda claim: -max(abs(x.distance) for x in claim.lines))[:MOST_MAPS]
    order.sort(key=lambda claim: -claim.lines[-1].rate)
    squares = [claim_square(claim, claim.key[0], 0) for claim in order]
    lines: dict[object, str] = {claim.key[0]: named(str(claim.key[0])) for claim in order}
    column: dict[object, str] = {0: first_place(findings).removeprefix("the ")}
    caption = rates_caption(order, order[0].lines[-1].level, findings.definition.band)
    return grid_chart(squares, lines, column, caption)
