"""The first page of a ladder: who is strongest at each table, by how much, and what beats it."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, isfinite
from typing import Any, Final

import pandas as pd

from bloodstones.plots.ladder import draw_ladder
from bloodstones.plots.style import to_svg
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.ladder.findings import (
    DUELS,
    META_GAME,
    PAIRINGS,
    PROBES,
    RATES,
    RATINGS,
    LadderFindings,
)
from bloodstones.report.language.wording import count, listing, players_text, tight
from bloodstones.stats.inference.rounding import PERCENT, show_percent

ALL: Final = "all"
SEARCH: Final = "search"  # what pools of searching players are called
NAMED: Final = 2  # duels in a finding
UNSETTLED: Final = 0.5  # an interval of a share that is wider leaves the mix open
CLEAR: Final = "clear of"
NOT_CLEAR: Final = "not told apart from"


def ladder_part(findings: LadderFindings) -> Part:
    """Return the first page of a ladder: the strongest, then duels, search, mixes and probes."""
    lines = [Finding(_strongest(findings))]
    for text in (_searching(findings), _mixes(findings), _duels(findings), _exploited(findings)):
        lines += [Finding(text)] if text else []
    lines += [Finding(_clear(findings)), Finding(_weakest(findings))]
    fewest = int(findings.table(RATINGS)["players"].min())
    ratings = findings.table(RATINGS)[findings.table(RATINGS)["players"] == fewest]
    names = {name: findings.name(str(name)) for name in ratings["strategy"].unique()}
    chart = Chart(
        to_svg(draw_ladder(ratings, names)),
        f"Strengths with {players_text(fewest)}, with 95 % intervals; differences count, a "
        "difference of 1 is 2.7 to 1.",
        "Dots with whiskers: the strength of each strategy, the strongest on top.",
    )
    doubt = "strategies that were not rated here"
    return Part(tuple(lines), _advice(findings), doubt, chart)


def _groups(findings: LadderFindings) -> list[tuple[int, pd.DataFrame]]:
    return [
        (int(str(players)), group.reset_index(drop=True))
        for players, group in findings.table(RATINGS).groupby("players", sort=True)
    ]


def _strongest(findings: LadderFindings) -> str:
    """Name the strongest with each number of players, and whether it is clear of the next."""
    parts = []
    for players, group in _groups(findings):
        first, second = group.iloc[0], group.iloc[1]
        clear = CLEAR if first["low"] > second["high"] else NOT_CLEAR
        parts.append(
            f"with {count(players, 'player')} {findings.name(first['strategy'])}, which wins "
            f"{_won(findings, first)} and is {clear} {findings.name(second['strategy'])}"
        )
    return tight(f"Strongest of those rated together: {'; '.join(parts)}.")


def _won(findings: LadderFindings, row: pd.Series) -> str:
    """Return what a rated strategy wins at the tables of its rating, with interval and games."""
    rates = findings.table(RATES)
    pairings = rates[
        rates["pool"].isin(set(findings.rated["pool"]))
        & (rates["players"] == row["players"])
        & (rates["strategy"] == row["strategy"])
    ]
    largest = pairings.loc[pairings["games"].idxmax()]
    shown = show_percent(largest["rate"], largest["low"], largest["high"])[:-1]
    return f"{shown}, n = {largest['games']:,} games)"


def _clear(findings: LadderFindings) -> str:
    """Say how many the strongest is clear of with each number of players."""
    parts = []
    for players, group in _groups(findings):
        below = group[group["high"] < group["low"].iloc[0]]
        parts.append(
            f"of {len(below)} of {len(group) - 1} with {count(players, 'player')} (n from "
            f"{group['games'].min():,} games each)"
        )
    return tight(f"The strongest is clear, beyond both intervals, {listing(parts)}.")


def _searching(findings: LadderFindings) -> str:
    """Return a sentence on tables where search met scripts; "" without any."""
    rates = findings.table(RATES)
    shown = rates[rates["pool"].str.startswith(SEARCH)]
    parts = []
    for (_, players), group in shown.groupby(["pool", "players"], sort=True):
        row = group.iloc[int(group["rate"].to_numpy().argmax())]
        rate = show_percent(row["rate"], row["low"], row["high"])[:-1]
        parts.append(
            f"{findings.name(row['strategy'])}: {rate}, n = {row['seats']:,}) with "
            f"{count(int(str(players)), 'player')}"
        )
    return (
        tight(f"At tables with searching players most is won by {listing(parts)}.") if parts else ""
    )


def _mixes(findings: LadderFindings) -> str:
    return (
        ""
        if findings.table(PAIRINGS).empty
        else pairing_answer(findings.table(META_GAME), findings.name)
    )


def _duels(findings: LadderFindings) -> str:
    """Return a sentence on the closest duels, which locate the top; "" without any."""
    duels = findings.table(DUELS)
    if duels.empty:
        return ""
    near = duels.assign(_far=(duels["rate"] - 1 / 2).abs()).sort_values("_far", kind="stable")
    parts = [
        f"{findings.name(row['first'])} wins {_rate(row)} against {findings.name(row['second'])}"
        for _, row in near.head(NAMED).iterrows()
    ]
    far = near.iloc[-1]
    return tight(
        f"Of {count(len(duels), 'mirrored pair')} the nearest are these: {listing(parts)}. Widest "
        f"apart are {findings.name(far['first'])} and {findings.name(far['second'])}, with "
        f"{_rate(far)} for the first."
    )


def _rate(row: pd.Series) -> str:
    return f"{show_percent(row['rate'], row['low'], row['high'])[:-1]}, n = {row['games']:,})"


def _exploited(findings: LadderFindings) -> str:
    """Return a sentence on the largest gain of a best response; "" where none was sought."""
    probes = findings.table(PROBES)
    if probes.empty:
        return ""
    gains = probes[(probes["kind"] == "gain") & (probes["faction"] != ALL)]
    row = gains.iloc[int(gains["gain"].to_numpy().argmax())]
    gain, low, high = (row[name] * PERCENT for name in ("gain", "low", "high"))
    return tight(
        f"The field can be exploited: a best response gains up to {gain:.0f} percentage points "
        f"(95 % interval {low:.0f} to {high:.0f}, n = {row['games']:,} games)."
    )


def _weakest(findings: LadderFindings) -> str:
    """Say what the weakest wins, as the reference for the strongest."""
    parts = []
    for players, group in _groups(findings):
        last = group.iloc[-1]
        parts.append(
            f"{findings.name(last['strategy'])} {_won(findings, last)} with "
            f"{count(players, 'player')}"
        )
    return tight(f"Least is won by {listing(parts)}.")


def _advice(findings: LadderFindings) -> str:
    """Recommend the strongest for judging the game, and what to expect of it."""
    best: dict[str, list[int]] = {}
    for players, group in _groups(findings):
        best.setdefault(_foremost(findings, group), []).append(players)
    which = listing([f"{name} with {_sizes(sizes)}" for name, sizes in best.items()])
    players, group = _groups(findings)[0]
    first, below = group.iloc[0], group[group["high"] < group["low"].iloc[0]]
    second = group.iloc[1] if below.empty else below.iloc[0]
    gap = float(first["strength"] - second["strength"])
    expect = (
        f"Expect {findings.name(first['strategy'])} to finish before "
        f"{findings.name(second['strategy'])} {exp(gap):.1f} times as often as behind it, with "
        f"{count(players, 'player')}."
        if isfinite(gap)
        else f"Expect {findings.name(second['strategy'])} to lose every game."
    )
    return f"Judge the game by the strongest: {which}{_beyond(findings)}. {expect}"


def _foremost(findings: LadderFindings, group: pd.DataFrame) -> str:
    """Name the strongest, and the next where the two do not differ significantly."""
    first, second = group.iloc[0], group.iloc[1]
    name = findings.name(first["strategy"])
    if first["low"] > second["high"]:
        return name
    return f"{name} or {findings.name(second['strategy'])}"


def _beyond(findings: LadderFindings) -> str:
    """Name a searching player that wins more than its share against plans; "" for none."""
    rates = findings.table(RATES)
    met = rates[rates["pool"].str.startswith(SEARCH) & (rates["low"] > rates["fair_share"])]
    met = met[~met["strategy"].isin(set(findings.table(RATINGS)["strategy"]))]
    if met.empty:
        return ""
    best = met.iloc[int((met["rate"] / met["fair_share"]).to_numpy().argmax())]
    return f"; where few games will do, by {findings.name(best['strategy'])}, which beats plans"


def _sizes(sizes: list[int]) -> str:
    """Return numbers of players in words, as "three and four players"."""
    *others, last = sizes
    return listing(
        [*(count(size, "player").partition(" ")[0] for size in others), count(last, "player")]
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
