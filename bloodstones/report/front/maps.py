"""The first page on maps: which are even, which favour a place, and who wins on which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.language.claims import Claim, Hold, claims_of, counted, share_text, tag
from bloodstones.report.language.verdicts import OPENLY
from bloodstones.report.language.wording import (
    DEPENDS,
    capital,
    count,
    least_to_most,
    listing,
    of_share,
    percent_text,
    players_text,
    rate_text,
    tight,
    title,
)
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.judgement import MapJudgement
from bloodstones.stats.unevenness import as_percent
from bloodstones.stats.verdicts import Verdict

NAMED: Final = 3
DRAWN: Final = 10


def maps(findings: StudyFindings) -> Part | None:
    """Return what games of one strategy show about the maps; None where none is judged."""
    judgements = findings.judged.judgements
    if not judgements:
        return None
    places = _extremes(findings, judgements, "turn_orders", "turn orders")
    factions = _extremes(findings, judgements, "factions", "factions")
    verdicts = [
        f"{OPENLY[verdict]} on {count(len(of_verdict), 'table')} of map and number of players"
        for verdict in Verdict
        if (of_verdict := [one for one in judgements if one.verdict is verdict])
    ]
    games = sum(one.games for one in judgements)
    band = of_share(findings.definition.band)
    seats = f"Within {band} the places in turn order are {listing(verdicts)} (n = {games:,} games)."
    name = _level(findings)
    alone = "played at one level" if not findings.judged.others else "played by"
    holds = f"{alone}: {name}" if name else ""
    first, second, last = (Finding(text, holds) for text in (places, factions, tight(seats)))
    beside = [_beside(findings, other) for other in findings.judged.others]
    return Part(
        (first, second, *beside, last),
        _advice(findings, judgements),
        f"play of another kind than {name}'s" if name else "",
        _chart(findings, judgements),
    )


def _beside(findings: StudyFindings, other: str) -> Finding:
    """Say how far another level of play agrees on the maps, and where it is furthest apart."""
    pooled = {(one.map, one.players): one for one in findings.judged.judgements}
    pairs = [
        (pooled[one.map, one.players], one)
        for one in findings.judged.others[other]
        if (one.map, one.players) in pooled
    ]
    same = sum(ours.verdict is theirs.verdict for ours, theirs in pairs)
    mine, name = _level(findings), findings.definition.strategies[other].name
    ours, theirs, kind = max(
        ((*pair, kind) for pair in pairs for kind in ("turn_orders", "factions")),
        key=lambda line: abs(_distance(line[0], line[2]) - _distance(line[1], line[2])),
    )
    text = (
        f"When all play {name}, {same} of {count(len(pairs), 'table')} of map and number of "
        f"players have the same verdict on the places in turn order. The two are furthest apart "
        f"on {_named(findings, ours)}, where {kind.replace('_', ' ')} are typically "
        f"{_off(ours, kind)} when all play {mine} and {_off(theirs, kind)} when all play {name}."
    )
    return Finding(tight(text), DEPENDS if same < len(pairs) else "")


def _distance(one: MapJudgement, kind: str) -> float:
    return as_percent(getattr(one.unevenness, kind))


def _level(findings: StudyFindings) -> str:
    strategies = findings.definition.strategies
    return strategies[findings.strategy].name if findings.strategy is not None else ""


def _off(one: MapJudgement, kind: str) -> str:
    total, ends = getattr(one.unevenness, kind), getattr(one.unevenness, f"{kind}_ends")
    low, high = map(as_percent, ends)
    shown = f"{as_percent(total):.0f} % off ({low:.0f}–{high:.0f} %, n = {one.games:,})"
    return tight(shown)


def _extremes(
    findings: StudyFindings, judgements: Sequence[MapJudgement], kind: str, what: str
) -> str:
    """Name the most and the least even map for one of the two factors."""
    even = min(judgements, key=lambda one: float(getattr(one.unevenness, kind)))
    odd = max(judgements, key=lambda one: float(getattr(one.unevenness, kind)))
    return (
        f"{capital(what)} are most even on {_named(findings, even)}, typically {_off(even, kind)} "
        f"of the fair share, and least on {_named(findings, odd)}, {_off(odd, kind)}."
    )


def _named(findings: StudyFindings, one: MapJudgement) -> str:
    return f"{findings.definition.map_name(one.map)} with {count(one.players, 'player')}"


def _advice(findings: StudyFindings, judgements: Sequence[MapJudgement]) -> str:
    """Recommend the map that is most even in all for each number of players that has a choice."""
    parts, expected = [], []
    for players in sorted({one.players for one in judgements}):
        of_size = [one for one in judgements if one.players == players]
        best = min(of_size, key=lambda one: one.unevenness.total)
        if len(of_size) > 1:
            parts.append(
                f"{findings.definition.map_name(best.map)} with {count(players, 'player')}"
            )
            expected.append(best)
    if not parts:
        even = min(judgements, key=lambda one: one.unevenness.total)
        parts, expected = [_named(findings, even)], [even]
    far = max(expected, key=lambda one: one.unevenness.total)
    return (
        f"For an even game choose {listing(parts)}. Expect factions and places to be "
        f"{as_percent(far.unevenness.total):.0f} % of the fair share off on average there at most."
    ).replace(" %", "\u00a0%")


def _chart(findings: StudyFindings, judgements: Sequence[MapJudgement]) -> Chart:
    """Draw how far places in turn order are off on each map."""
    lines = []
    for one in judgements:
        for kind, label in (("turn_orders", "places in turn order"), ("factions", "factions")):
            low, high = getattr(one.unevenness, f"{kind}_ends")
            total = getattr(one.unevenness, kind)
            ends = [as_percent(each) / PERCENT for each in (total, low, high)]
            lines.append((label, f"{_named(findings, one)}", *ends))
    table = pd.DataFrame(lines, columns=["panel", "row", "share", "low", "high"])
    labels: dict[object, str] = {name: name for name in dict.fromkeys(table["row"])}
    panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(table["panel"])}
    figure = draw_shares(table, labels, panels, "typical distance, of the fair share", across=True)
    return Chart(
        to_svg(figure),
        "How far win rates are typically off their fair share on each map, with 95 % intervals.",
        "Dots with whiskers: unevenness of places and of factions by map.",
    )


def on_maps(findings: StudyFindings) -> Part | None:
    """Return who wins over all maps and on which most, by level of play; None without maps."""
    factions = findings.table(StudyTable.ON_MAPS)
    if factions.empty:
        return None
    names = findings.names
    overall = claims_of(findings.table(StudyTable.OVER_MAPS), ["faction"], findings.levels, names)
    each = claims_of(factions, ["map", "faction"], findings.levels, names)
    lines = [_over(findings, claim) for claim in overall]
    lines.append(_each(findings, each))
    moved = sorted(each, key=lambda claim: -claim.range)
    if moved[0].range and len(findings.levels) > 1:
        lines.append(_moved(findings, moved[0]))
    lines.append(_first(findings))
    levels = [names[name] for name in findings.levels]
    doubt = f"play beyond {levels[-1]}'s" if levels else ""
    advice = _map_advice(findings, overall, each)
    return Part(tuple(lines), advice, doubt, _map_chart(findings, overall, each))


def _over(findings: StudyFindings, claim: Claim) -> Finding:
    band = of_share(findings.definition.band)
    who = f"the {title(str(claim.key[0]))}"
    everywhere = " at every level of play" if len(claim.lines) > 1 else ""
    words = {
        Hold.UNFAIR: f"unfair{everywhere}",
        Hold.FAIR: f"within {band}{everywhere}",
        Hold.SIDED: "off the same way at every level of play",
        Hold.FLIPS: "and which side is ahead depends on the play",
        Hold.DIFFERS: "told differently by different levels of play",
        Hold.OPEN: "not settled",
    }
    wins = f"{claim.span} {share_text(claim.fair_share)}"
    return Finding(f"Over all maps {who} win {wins}: {words[claim.hold]}.", tag([claim]))


def _each(findings: StudyFindings, each: Sequence[Claim]) -> Finding:
    far = sorted(
        [claim for claim in each if claim.hold is Hold.UNFAIR], key=lambda claim: -claim.least
    )
    counts = counted(each, ("map and faction", "combinations of map and faction"))
    if not far:
        sizes = least_to_most(line.seats for claim in each for line in claim.lines)
        return Finding(tight(f"Map by map, {counts} (n = {sizes} a rate)."), tag(each))
    named = listing([_on(findings, claim) for claim in far[: NAMED - 1]])
    return Finding(f"Map by map, {counts}; furthest off are {named}.", tag(far[: NAMED - 1]))


def _on(findings: StudyFindings, claim: Claim) -> str:
    board = findings.definition.map_name(str(claim.key[0]))
    return f"the {title(str(claim.key[1]))} on {board} with {claim.span}"


def _moved(findings: StudyFindings, claim: Claim) -> Finding:
    low, high = claim.extremes
    board = findings.definition.map_name(str(claim.key[0]))
    return Finding(
        f"Play moves most on {board}: the {title(str(claim.key[1]))} win {low.shown} when all play "
        f"{low.level}, {high.shown} when all play {high.level}.",
        tag([claim]),
    )


def _first(findings: StudyFindings) -> Finding:
    first = findings.table(StudyTable.PLACES_ON_MAPS)
    least, most = (first.loc[first["rate"].agg(which)] for which in ("idxmin", "idxmax"))
    names = findings.definition
    lines = [
        f"{rate_text(row)} on {names.map_name(row['map'])} when all play "
        f"{names.strategies[row['strategy']].name}"
        for row in (least, most)
    ]
    return Finding(f"The first seat wins from {lines[0]} to {lines[1]}.")


def _map_advice(findings: StudyFindings, overall: Sequence[Claim], each: Sequence[Claim]) -> str:
    """Recommend the map that is nearest to even at every level of play."""
    far = {claim: max(abs(line.distance) for line in claim.lines) for claim in each}
    best = min(each, key=lambda claim: far[claim])
    board = findings.definition.map_name(str(best.key[0]))
    who = f"the {title(str(best.key[1]))}"
    return (
        f"For an even game choose {board}. Expect {who} to win {best.span} there; "
        f"{percent_text(far[best])} off the fair share is the least that any map gives."
    )


def _map_chart(findings: StudyFindings, overall: Sequence[Claim], each: Sequence[Claim]) -> Chart:
    """Draw the rates over all maps and on those that are furthest off, by level."""
    far = sorted(each, key=lambda claim: -claim.least)[: NAMED - 1]
    panels: dict[object, str] = {}
    lines = []
    headed = [(f"All maps: the {title(str(claim.key[0]))}", claim) for claim in overall[:1]]
    headed += [(capital(f"{_where(findings, claim)}"), claim) for claim in far]
    for place, (heading, claim) in enumerate(headed):
        panels[place] = heading
        lines += [(place, line.level, line) for line in claim.lines]
    columns = ("rate", "low", "high", "fair_share", "verdict")
    table = pd.DataFrame(
        {
            "panel": [panel for panel, _, _ in lines],
            "line": [name for _, name, _ in lines],
            **{name: [getattr(line, name) for _, _, line in lines] for name in columns},
            "games": [line.seats for _, _, line in lines],
        }
    )
    labels: dict[object, str] = {name: name for name in table["line"]}
    figure = draw_win_rates(table, "line", "panel", findings.definition.band, labels, panels)
    return Chart(
        to_svg(figure),
        "Win rates over all maps and on those furthest from even, by level of play, with 95 % "
        f"intervals. Line: fair share. Shaded: within {of_share(findings.definition.band)}.",
        "Dots with whiskers: win rates by level of play.",
    )


def _where(findings: StudyFindings, claim: Claim) -> str:
    board = findings.definition.map_name(str(claim.key[0]))
    return f"{board}: the {title(str(claim.key[1]))}, {players_text(claim.players)}"
