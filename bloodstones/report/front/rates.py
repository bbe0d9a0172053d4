"""The first page on who wins: factions, places and pairs, at every level of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pandas as pd

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.language.claims import (
    Claim,
    Hold,
    Line,
    claims_of,
    counted,
    share_text,
    tag,
)
from bloodstones.report.language.groups import FACTION, TURN_ORDER
from bloodstones.report.language.verdicts import p_text
from bloodstones.report.language.wording import (
    capital,
    count,
    listing,
    of_share,
    ordinal,
    percent_text,
    players_text,
    the,
    title,
)
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR
from bloodstones.stats.joint import ERROR

NAMED: Final = 2  # in a finding
DRAWN: Final = 3  # panels of the chart
MOST_LINES: Final = 10  # of the chart
MOST_MAPS: Final = 12  # of one by map, those furthest from fair
MOST_OF_LEVELS: Final = 6  # lines of the chart, where there are several levels
OPEN: Final = (Hold.FLIPS, Hold.DIFFERS)


@dataclass(frozen=True, slots=True)
class Subject:
    """What the rates are of.

    Attributes
    ----------
    column
        Of the joint tests; "" for none.
    what
        What a claim is of, one and many.
    all_of
        What is compared at a table: "factions".
    who
        Claim -> "the Red with four players".
    verb
        What follows: "win" or "wins".
    advise
        Claims -> the recommendation.
    """

    column: str
    what: tuple[str, str]
    all_of: str
    who: Callable[[Claim], str]
    verb: str
    advise: Callable[[StudyFindings, Sequence[Claim]], str]


def factions(findings: StudyFindings) -> Part | None:
    """Return the findings on factions; None where fewer than two played."""
    claims = _claims(
        findings,
        findings.table(StudyTable.FACTIONS_BY_STRATEGY),
        findings.table(StudyTable.FACTIONS),
        ["faction"],
    )
    if len({claim.key for claim in claims}) < PAIR:
        return None
    what = ("faction and player count", "combinations of faction and player count")
    several = len({claim.players for claim in claims}) > 1
    who = partial(_role, several=several)
    advise = partial(_faction_advice, who=who)
    if not several:
        what = ("faction", "factions")
    subject = Subject("faction", what, "factions", who, "win", advise)
    return _part(findings, subject, claims)


def places(findings: StudyFindings) -> Part | None:
    """Return the findings on places in turn order or on seats; None without a comparison."""
    place = findings.place
    claims = _claims(
        findings,
        findings.table(StudyTable.PLACES_BY_STRATEGY),
        findings.table(StudyTable.PLACES),
        [place],
    )
    if not claims:
        return None
    ordered = place == TURN_ORDER
    tail = " to move" if ordered else " seats"

    def who(claim: Claim) -> str:
        return f"the {ordinal(int(str(claim.key[0])))} of {_number(claim.players)}{tail}"

    all_of = "places in turn order" if ordered else "seats"
    what = ("place in turn order", all_of) if ordered else ("seat", "seats")
    part = _part(findings, Subject(place, what, all_of, who, "wins", _place_advice), claims)
    if findings.table(StudyTable.PLACES_ON_MAPS).empty:
        return part
    names = {name: text.name for name, text in findings.definition.strategies.items()}
    by_map = claims_of(findings.table(StudyTable.PLACES_ON_MAPS), ["map"], findings.levels, names)
    return by_map_first(part, by_map, findings.definition.map_name, findings.definition.band)


def by_map_first(
    part: Part, claims: Sequence[Claim], named: Callable[[str], str], band: float
) -> Part:
    """Return the part on places, led by what the first wins map by map where maps make it unfair.

    What is even over all maps may be far from it on each.

    Parameters
    ----------
    claims
        On the first place, by map.
    named
        Of a map.
    band
        As of a report's definition.
    """
    unfair = sorted(_held(claims, Hold.UNFAIR), key=lambda claim: claim.lines[-1].rate)
    if not unfair or len({claim.key for claim in claims}) < PAIR:
        return part
    ends = list(dict.fromkeys((unfair[0], unfair[-1])))
    spans = [f"{claim.span} on {named(str(claim.key[0]))}" for claim in ends]
    share = share_text(unfair[0].fair_share)
    text = (
        f"Map by map the first place is not worth the same: it wins {listing(spans)} {share}. "
        f"{capital(counted(claims, ('map', 'maps')))}."
    )
    worst = max(unfair, key=lambda claim: claim.least)
    advice = (
        "Play each map in turns, so that each player has each place once, and let all games "
        f"count. Expect {percent_text(worst.fair_share)} for equal players over them, where one "
        f"game alone gives the first place {worst.span} on {named(str(worst.key[0]))}."
    )
    findings = (Finding(text, tag(claims)), *part.findings)
    return replace(part, findings=findings, advice=advice, chart=_by_map_chart(claims, named, band))


def _by_map_chart(claims: Sequence[Claim], named: Callable[[str], str], band: float) -> Chart:
    """Draw what the first place wins on each map at the highest level, from most to least."""
    order = sorted(claims, key=lambda claim: -abs(claim.lines[-1].distance))[:MOST_MAPS]
    order.sort(key=lambda claim: -claim.lines[-1].rate)
    lines = [(named(str(claim.key[0])), claim.lines[-1]) for claim in order]
    level = lines[0][1].level
    table = _drawn([("", name, line) for name, line in lines])
    labels: dict[object, str] = {name: name for name in table["line"]}
    figure = draw_win_rates(table, "line", "panel", band, labels, {"": level})
    return Chart(
        to_svg(figure),
        "Win rates of the first place by map, with 95 % intervals. Line: fair share. Shaded: "
        f"within {of_share(band)}.",
        "Dots with whiskers: what the first place wins on each map.",
    )


def _drawn(lines: Sequence[tuple[object, str, Line]]) -> pd.DataFrame:
    """Return rates as they are drawn: panel, line and the figures of each."""
    columns = ("rate", "low", "high", "fair_share", "verdict")
    return pd.DataFrame(
        {
            "panel": [panel for panel, _, _ in lines],
            "line": [name for _, name, _ in lines],
            **{name: [getattr(line, name) for _, _, line in lines] for name in columns},
            "games": [line.seats for _, _, line in lines],
        }
    )


def pairs(findings: StudyFindings) -> Part | None:
    """Return who beats whom; None where fewer than two factions played."""
    by, pooled = (
        findings.table(StudyTable.MATCH_UPS_BY_STRATEGY),
        findings.table(StudyTable.MATCH_UPS),
    )
    claims = _claims(findings, by, pooled, ["faction", "opponent"])
    once = tuple(
        claim
        for claim in claims
        if claim.lines[-1].rate > claim.fair_share
        or (claim.lines[-1].rate == claim.fair_share and _first(claim))
    )
    if not once:
        return None
    what = ("pair at a table", "pairs at tables")
    subject = Subject("", what, "pairs", _pair, "finish ahead in", _pair_advice)
    return _part(findings, subject, once)


def _number(players: int) -> str:
    """Return a number of players as a word."""
    return count(players, "player").partition(" ")[0]


def _first(claim: Claim) -> bool:
    return str(claim.key[0]) < str(claim.key[1])


def _claims(
    findings: StudyFindings, by_strategy: pd.DataFrame, pooled: pd.DataFrame, keys: Sequence[str]
) -> tuple[Claim, ...]:
    """Return the claims at every level; of games in which strategies mix if there are no levels."""
    table = pooled if by_strategy.empty else by_strategy
    names = {name: text.name for name, text in findings.definition.strategies.items()}
    return claims_of(table, keys, findings.levels, names)


def _part(findings: StudyFindings, subject: Subject, claims: tuple[Claim, ...]) -> Part:
    unfair = sorted(_held(claims, Hold.UNFAIR), key=lambda claim: -claim.least)
    sided = sorted(_held(claims, Hold.SIDED), key=lambda claim: -claim.least)
    moved = sorted(
        _held(claims, *OPEN), key=lambda claim: (claim.hold is not Hold.FLIPS, -claim.range)
    )
    lead = (unfair or sided)[:NAMED]
    lines = [_verdict(findings, subject, claims, lead)]
    lines += [_depends(subject, claim) for claim in moved[:1]]
    said = [*(lead or _furthest(claims)[:1]), *moved[:1]]
    rest = dict.fromkeys((*unfair, *sided, *_furthest(claims, len(claims))))
    for claim in rest:
        if not _is_said(findings, subject, claim, said):
            lines.append(_one(subject, claim))
            said.append(claim)
    drawn = [*lead, *moved[:1]] or _furthest(claims)
    if sum(len(claim.lines) for claim in drawn) > MOST_OF_LEVELS:  # to be read on the page
        drawn = [*lead[:1], *moved[:1]] or drawn[:1]
    advice = subject.advise(findings, claims)
    doubt = _doubt(findings, claims, moved, subject)
    return Part(tuple(lines), advice, doubt, _chart(findings, subject, drawn[:DRAWN], claims))


def _is_said(
    findings: StudyFindings, subject: Subject, claim: Claim, said: Sequence[Claim]
) -> bool:
    """Whether a claim is among some, or is of the other place of a table of two among them."""
    other = subject.column == findings.place and claim.players == PAIR
    return claim in said or (other and any(one.players == PAIR for one in said))


def _furthest(claims: Sequence[Claim], number: int = DRAWN) -> list[Claim]:
    """Return the claims whose rate is furthest from its fair share at any level."""
    far = sorted(claims, key=lambda claim: -max(abs(line.distance) for line in claim.lines))
    return far[:number]


def _held(claims: Sequence[Claim], *holds: Hold) -> list[Claim]:
    return [claim for claim in claims if claim.hold in holds]


def _verdict(
    findings: StudyFindings, subject: Subject, claims: tuple[Claim, ...], lead: Sequence[Claim]
) -> Finding:
    """Give the verdict on all, name the furthest, and test their table at once."""
    band = of_share(findings.definition.band)
    several = any(len(claim.lines) > 1 for claim in claims)
    everywhere = " at every level of play" if several else ""
    everywhere += _average(findings, subject)
    if not lead and all(claim.hold is Hold.FAIR for claim in claims):
        far = _furthest(claims)[0]
        text = (
            f"Fair{everywhere}: each of {count(len(claims), *subject.what)} is within {band}. "
            f"Furthest off is {_wins(subject, far, which=True)}.{_joint(findings, subject, far)}"
        )
        return Finding(text, tag(claims))
    counts = counted(claims, subject.what)
    first = lead[0] if lead else _furthest(claims)[0]
    named = listing([_wins(subject, claim) for claim in lead])
    if lead and first.hold is Hold.UNFAIR:
        begin = f"Unfair{everywhere}: {named}."
    elif lead:
        begin = f"Off the same way{everywhere}, by less or more than {band}: {named}."
    else:
        begin = (
            f"Nothing is unfair{everywhere}; furthest off is {_wins(subject, first, which=True)}."
        )
    text = f"{begin}{_joint(findings, subject, first)} Within {band}, {counts}."
    return Finding(text, tag(lead or claims))


def _average(findings: StudyFindings, subject: Subject) -> str:
    """Say that rates of factions are averages, where these sit in several line-ups of many."""
    rows = findings.rows[findings.rows["players"] > PAIR]
    sizes = rows.groupby("players")[FACTION].nunique()
    if subject.column != FACTION or not (sizes > sizes.index).any():
        return ""
    return " on average over all line-ups"


def _wins(subject: Subject, claim: Claim, which: bool = False) -> str:
    verb = f", with {claim.span}" if which else f" {subject.verb} {claim.span}"
    return f"{subject.who(claim)}{verb} {share_text(claim.fair_share)}"


def _one(subject: Subject, claim: Claim) -> Finding:
    return Finding(f"{capital(_wins(subject, claim))}.", tag([claim]))


def _depends(subject: Subject, claim: Claim) -> Finding:
    """Word a claim that depends on the level of play, by its two outermost levels."""
    low, high = claim.extremes
    turn = "is turned round by" if claim.hold is Hold.FLIPS else "depends on"
    text = (
        f"What {subject.who(claim)} {subject.verb} {turn} the play: {low.shown} when all play "
        f"{low.level}, {high.shown} when all play {high.level} {share_text(claim.fair_share)}."
    )
    return Finding(text, tag([claim]))


def _joint(findings: StudyFindings, subject: Subject, claim: Claim) -> str:
    """Return the joint test of the claim's table at the last level, in brackets; "" for none."""
    table = findings.table(StudyTable.JOINT_TESTS)
    if not subject.column or table.empty:
        return ""
    rows = table[(table["what"] == subject.column) & (table["players"] == claim.players)]
    names = [name for name in findings.levels if name in set(rows["strategy"])]
    if not names:
        return ""
    row = rows[rows["strategy"] == names[-1]].iloc[0]
    differ = "differ" if row["p_value"] < ERROR else "are not told apart"
    return (
        f" Tested at once, the {subject.all_of} of that table {differ} (chi-square "
        f"{row['chi_square']:,.0f}, {count(int(row['freedom']), 'degree')} of freedom, "
        f"{p_text(float(row['p_value']))}, n = {row['games']:,} games)."
    )


def _doubt(
    findings: StudyFindings, claims: Sequence[Claim], moved: Sequence[Claim], subject: Subject
) -> str:
    """Name what would change the answer: play where levels disagree, else games, else people."""
    levels = [findings.definition.strategies[name].name for name in findings.levels]
    if moved:
        which = count(len(moved), *subject.what)
        return f"play that is stronger than {levels[-1]} (levels already disagree on {which})"
    if not levels:
        return "play in which strategies do not mix"
    opened = _held(claims, Hold.OPEN)
    if opened:
        return f"more games (on {count(len(opened), *subject.what)} they do not tell yet)"
    if len(levels) == 1:
        return f"play of another kind than {levels[0]}'s, the only one that was tried"
    return f"play beyond {levels[-1]}'s"


def _role(claim: Claim, several: bool) -> str:
    """Name a faction, with the number of players where there are several."""
    at = f" with {count(claim.players, 'player')}" if several else ""
    return f"{the(str(claim.key[0]))}{at}"


def _pair(claim: Claim) -> str:
    first, second = (the(str(name)) for name in claim.key)
    return f"{first} against {second} with {count(claim.players, 'player')}"


def _faction_advice(
    findings: StudyFindings, claims: Sequence[Claim], who: Callable[[Claim], str]
) -> str:
    """Recommend a change for the faction that is furthest off at every level."""
    unfair = _held(claims, Hold.UNFAIR) or _held(claims, Hold.SIDED)
    if not unfair:
        if all(claim.hold is Hold.FAIR for claim in claims):
            far = max(abs(line.distance) for claim in claims for line in claim.lines)
            return (
                "Leave the factions as they are. Expect none to be further than "
                f"{percent_text(far)} off its fair share at this play."
            )
        odd = _furthest(claims)[0]
        return (
            "Change no rule for a faction on this evidence, since none is off the same way at "
            f"every level of play. Expect {who(odd)} at {odd.span}, as play decides."
        )
    worst = max(unfair, key=lambda claim: claim.least)
    how = "weaker" if worst.above else "stronger"
    if worst.players == PAIR:
        return (
            "Play twice, with sides changed over, and let both games count; or make "
            f"{who(worst)} {how}. Expect {percent_text(worst.fair_share)} for equal players over "
            f"the two games, where one game alone gives that side {worst.span}."
        )
    others = worst.players - 1
    now = sorted((1 - line.rate) / others for line in worst.lines)
    fair = percent_text(worst.fair_share)
    return (
        f"Make {who(worst)} {how}. Expect, once it has its fair share, {fair} for it and {fair} "
        f"on average for each of the others at its table, where {_between(now)} is left for them "
        "now."
    )


def _between(shares: Sequence[float]) -> str:
    low, high = percent_text(shares[0]), percent_text(shares[-1])
    return high if low == high else f"{low} to {high}"


def _place_advice(findings: StudyFindings, claims: Sequence[Claim]) -> str:
    """Recommend to take turns, where a place is off at every level of play."""
    off = _held(claims, Hold.UNFAIR) or _held(claims, Hold.SIDED)
    if off:
        worst = max(off, key=lambda claim: claim.least)
        place = ordinal(int(str(worst.key[0])))
        return (
            f"Play matches in which each player has each place once, or let the {place} of "
            f"{_number(worst.players)} start with {'less' if worst.above else 'more'}. Expect "
            f"{percent_text(worst.fair_share)} for equal players over a match of "
            f"{count(worst.players, 'game')} in turns, where one game alone gives that place "
            f"{worst.span}."
        )
    if all(claim.hold is Hold.FAIR for claim in claims):
        far = max(abs(line.distance) for claim in claims for line in claim.lines)
        return (
            "Leave the order as it is. Expect no place to be further than "
            f"{percent_text(far)} off its fair share."
        )
    far = max(abs(line.distance) for claim in claims for line in claim.lines)
    turned = ", on a side that play decides" if _held(claims, *OPEN) else ""
    return (
        "Draw lots for the order, or take turns in a match, and change no rule for it on this "
        f"evidence. Expect places up to {percent_text(far)} off their fair share{turned}."
    )


def _pair_advice(findings: StudyFindings, claims: Sequence[Claim]) -> str:
    """Recommend the most even pair of two for an even game, and name the worst."""
    fewest = min(claim.players for claim in claims)
    of_fewest = [claim for claim in claims if claim.players == fewest]
    even = min(of_fewest, key=lambda claim: max(abs(line.distance) for line in claim.lines))
    odd = max(of_fewest, key=lambda claim: claim.least)
    return (
        f"For an even game choose {_names(even)}; expect {even.span} for the first named. Keep "
        f"{_names(odd)} for a game with a handicap: expect {odd.span}, with "
        f"{players_text(fewest)}."
    )


def _names(claim: Claim) -> str:
    first, second = (the(str(name)) for name in claim.key)
    return f"{first} against {second}"


def _chart(
    findings: StudyFindings, subject: Subject, drawn: Sequence[Claim], claims: Sequence[Claim]
) -> Chart:
    """Draw the named claims by level; with one level, the claims that are furthest off."""
    several = any(len(claim.lines) > 1 for claim in claims)
    if several:
        panels: dict[object, str] = {
            place: capital(subject.who(claim)) for place, claim in enumerate(drawn)
        }
        lines = [
            (place, line.level, line) for place, claim in enumerate(drawn) for line in claim.lines
        ]
    else:
        far = sorted(claims, key=lambda claim: -claim.least)[:MOST_LINES]
        if subject.column == findings.place:
            far = sorted(far, key=lambda claim: (claim.players, *map(str, claim.key)))
        sizes = sorted({claim.players for claim in far})
        panels = {size: players_text(size) for size in sizes}
        lines = [(claim.players, capital(_short(subject, claim)), claim.lines[0]) for claim in far]
    table = _drawn(lines)
    labels: dict[object, str] = {name: name for name in table["line"]}
    figure = draw_win_rates(table, "line", "panel", findings.definition.band, labels, panels)
    which = "by level of play" if several else "furthest from their fair share"
    return Chart(
        to_svg(figure),
        f"Win rates {which}, with 95 % intervals. Line: fair share. Shaded: within "
        f"{of_share(findings.definition.band)}.",
        "Dots with whiskers: the win rates that the findings name, beside their fair share.",
    )


def _short(subject: Subject, claim: Claim) -> str:
    """Return the subject of a claim, without the number of players, which its panel shows."""
    if len(claim.key) == PAIR:
        return " against ".join(title(str(name)) for name in claim.key)
    if subject.column == "faction":
        return title(str(claim.key[0]))
    return ordinal(int(str(claim.key[0])))
