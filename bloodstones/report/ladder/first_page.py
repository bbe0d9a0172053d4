"""The first page of a ladder: who is strongest at each table, by how much, and what beats it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from bloodstones.plots.players.ladder import draw_ladder
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.ladder.findings import (
    DUELS,
    META_GAME,
    PAIRINGS,
    PROBES,
    RATES,
    RATINGS,
    LadderFindings,
)
from bloodstones.report.language.phrases import (
    capital,
    count,
    fair_at,
    listing,
    rate,
    rates,
    table_of,
    tables_of,
    tight,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import kind_of_player, searches
from bloodstones.stats.inference.rounding import PERCENT

ALL: Final = "all"
SEARCH: Final = "search"  # what pools of searching players are called
NAMED: Final = 2  # tables in the answer and the findings
FEW: Final = 200  # games of a strategy; with fewer a ladder is rough
UNSETTLED: Final = 0.5  # an interval of a share that is wider leaves the mix open
PURE: Final = 0.995  # of a mix: one strategy alone


def ladder_part(findings: LadderFindings) -> Part:
    """Return the first page of a ladder: the strongest, then duels, search, mixes and probes."""
    groups = rungs(findings)
    best = _best(findings, groups)
    named = _at_tables(best, groups)
    unsure = [group for _, group in groups if not _told_apart(group)]
    answer = f"the {'player in the lead' if unsure else 'strongest player'} is "
    if len(named) > NAMED:
        answer = f"no player {'leads' if unsure else 'is strongest'} at every table: "
    answer += listing(named[:NAMED])
    answer += ", others elsewhere" if len(named) > NAMED else ""
    if unsure:
        answer += ", not for certain" if len(unsure) == len(groups) else ", not always for certain"
    fewest = int(findings.table(RATINGS)["games"].min())
    lines = [_rough(fewest)] if fewest < FEW else []
    lines += _gaps(findings, groups)[:NAMED]
    lines += [
        text
        for text in (_searching(findings), _mix(findings), _duel(findings), _exploited(findings))
        if text
    ]
    lines.append(_order(findings.table(RATINGS)))
    return Part(
        answer,
        tuple(lines),
        _reply(groups),
        _advice(findings, groups, rough=fewest < FEW),
        "Players that were not rated here could be stronger.",
        _chart(findings),
    )


def rungs(findings: LadderFindings) -> list[tuple[int, pd.DataFrame]]:
    """Return the ratings at each number of players, the strongest first."""
    return [
        (int(str(players)), group.reset_index(drop=True))
        for players, group in findings.table(RATINGS).groupby("players", sort=True)
    ]


def _called(findings: LadderFindings, strategy: object) -> str:
    """Return the name of a strategy without a comma, which would part a sentence."""
    return findings.name(str(strategy)).replace(", ", " ")


def _best(
    findings: LadderFindings, groups: Sequence[tuple[int, pd.DataFrame]]
) -> dict[str, list[int]]:
    """Return the strongest strategies with the tables at which they are, most tables first."""
    best: dict[str, list[int]] = {}
    for players, group in groups:
        best.setdefault(_called(findings, group.iloc[0]["strategy"]), []).append(players)
    return dict(sorted(best.items(), key=lambda pair: (-len(pair[1]), pair[1])))


def _reply(groups: Sequence[tuple[int, pd.DataFrame]]) -> str:
    """Return whether search is strongest, for a title that asks so."""
    top = [searches(kind_of_player(str(group.iloc[0]["strategy"]))) for _, group in groups]
    return "Yes" if all(top) else "Mostly" if any(top) else "No"


def _rough(fewest: int) -> str:
    """Say that the games are few."""
    return f"these figures are rough: some players have only {fewest} games"


def _at_tables(best: dict[str, list[int]], groups: Sequence[tuple[int, pd.DataFrame]]) -> list[str]:
    """Return the strongest with the tables at which they are; with one size alone as they are."""
    if len(groups) == 1:
        return list(best)
    return [f"{name} {tables_of(sizes)}" for name, sizes in best.items()]


def _told_apart(group: pd.DataFrame) -> bool:
    """Return whether the strongest is told apart from the next, who may have no strength at all."""
    return bool(group["sure"].iloc[0]) or bool(np.isinf(group["strength"].iloc[1]))


def _gaps(findings: LadderFindings, groups: Sequence[tuple[int, pd.DataFrame]]) -> list[str]:
    """Say how often the strongest is ahead of the next, and whether they differ for certain.

    Tables of which the same is to be said share a sentence.
    """
    said: dict[tuple[str, str, bool], dict[int, float]] = {}
    for players, group in groups:
        first, second = group.iloc[0], group.iloc[1]
        names = [_called(findings, row["strategy"]) for row in (first, second)]
        shares = said.setdefault((names[0], names[1], _told_apart(group)), {})
        shares[players] = ahead(first, second)
    return [
        f"{tables_of(list(shares))}, {first} finishes ahead of {second} in "
        f"{rates(min(shares.values()), max(shares.values()))} of games"
        + ("" if apart else ", too close to call")
        for (first, second, apart), shares in said.items()
    ]


def _order(ratings: pd.DataFrame) -> str:
    """Say how many neighbours are told apart."""
    leads = ratings["lead"].notna().sum()
    return f"{ratings['sure'].sum()} of {leads} neighbours on the ladder are told apart"


def ahead(first: pd.Series, second: pd.Series) -> float:
    """Return how often one strategy finishes ahead of another by their strengths.

    >>> strengths = pd.DataFrame({"strength": [1.0, 0.0]})
    >>> round(ahead(strengths.iloc[0], strengths.iloc[1]), 2)
    0.73
    """
    return float(1 / (1 + np.exp(float(second["strength"]) - float(first["strength"]))))


def _searching(findings: LadderFindings) -> str:
    """Return what the best searching player wins against scripts; "" without such tables."""
    rates = findings.table(RATES)
    shown = rates[rates["pool"].str.startswith(SEARCH)]
    if shown.empty:
        return ""
    row = largest(shown, (shown["rate"] / shown["fair_share"]))
    few = " in few games" if row["seats"] < FEW else ""
    return (
        f"against searching players, {_called(findings, row['strategy'])} wins most{few}: "
        f"{rate(float(row['rate']))} {table_of(int(row['players']))}"
    )


def _mix(findings: LadderFindings) -> str:
    """Say where one strategy alone is the mix that nobody beats; "" where that is open."""
    table = findings.table(META_GAME)
    if findings.table(PAIRINGS).empty or table.empty:
        return ""
    for players, group in table.groupby("players", sort=True):
        if (group["nash_high"] - group["nash_low"]).max() > UNSETTLED:
            continue
        top = largest(group, group["nash"])
        if top["nash"] >= PURE:
            name = _called(findings, top["strategy"])
            return f"nothing beats {name} on average {table_of(int(str(players)))}"
    return ""


def _duel(findings: LadderFindings) -> str:
    """Return the closest duel, which locates the top; "" without any."""
    duels = findings.table(DUELS)
    if duels.empty:
        return ""
    row = smallest(duels, (duels["rate"] - 1 / 2).abs())
    first, second = (_called(findings, row[name]) for name in ("first", "second"))
    return f"the closest duel is {first} against {second}: {first} wins {rate(float(row['rate']))}"


def _exploited(findings: LadderFindings) -> str:
    """Return the largest gain of a best response; "" where none was sought."""
    probes = findings.table(PROBES)
    if probes.empty:
        return ""
    gains = probes[(probes["kind"] == "gain") & (probes["faction"] != ALL)]
    row = largest(gains, gains["gain"])
    return f"a player tuned against this field gains up to {points(float(row['gain']))}"


def _advice(
    findings: LadderFindings, groups: Sequence[tuple[int, pd.DataFrame]], *, rough: bool
) -> str:
    """Recommend the strongest for judging the game, and what to expect of it."""
    best = _best(findings, groups)
    who = listing(_at_tables(best, groups)[:NAMED])
    players, group = groups[0]
    first = group.iloc[0]
    at = f"{table_of(players)}, " if len(groups) > 1 else ""
    wins = (
        f"{at}{_called(findings, first['strategy'])} wins {rate(float(first['rate']))} of its "
        f"rated games, {fair_at(1 / players)}"
    )
    text = f"Judge the game by {who}. {capital(wins)}."
    return f"{text} Play more games before you rely on the order." if rough else text


def _chart(findings: LadderFindings) -> Chart:
    """Draw all strengths, at every number of players."""
    ratings = findings.table(RATINGS)
    ratings = ratings[np.isfinite(ratings["strength"])]
    names = {name: findings.name(str(name)) for name in ratings["strategy"].unique()}
    return Chart(
        to_svg(draw_ladder(ratings, names)),
        "Strengths by number of players, with 95 % intervals. A difference of 1 means 2.7 to 1.",
        "Dots with whiskers: the strength of each strategy, the strongest on top.",
    )


def pairing_answer(table: pd.DataFrame, name: Callable[[str], str]) -> str:
    """Say of which strategies the best mix is, where the games settle it; "" where nowhere."""
    parts, open_ = [], []
    for players, group in table.groupby("players", sort=True):
        size = count(int(str(players)), "player")
        if (group["nash_high"] - group["nash_low"]).max() > UNSETTLED:
            open_.append(size)
            continue
        used = group[group["nash"] > 0].sort_values("nash", ascending=False, kind="stable")
        mix = [f"{name(row['strategy'])} {mix_share(row, 'nash')}" for _, row in used.iterrows()]
        fewest = f"n from {group['games'].min():,} games each"
        parts.append(f"with {size} {listing(mix)} ({fewest})")
    if not parts:
        return ""
    rest = f"; with {listing(open_)} these games do not settle it" if open_ else ""
    return tight(f"The mix that nobody beats on average: {'; '.join(parts)}{rest}.")


def mix_share(row: Any, measure: str) -> str:
    """Return a share of a mix with its interval; parts of a per cent of a mix say nothing."""
    names = (measure, f"{measure}_low", f"{measure}_high")
    value, low, high = (f"{row[each] * PERCENT:.0f}" for each in names)
    return f"{value} % ({low}–{high} %)"
