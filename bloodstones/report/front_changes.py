"""The first page on what-ifs: which change moves most, which is fairest, which are idle."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.findings import Findings
from bloodstones.report.front import Chart, Finding, Part
from bloodstones.report.terms import FACTION, named
from bloodstones.report.what_ifs import FAMILY_ERROR, arm_titles, what_if_answer
from bloodstones.report.wording import count, held_text, percent_text, points, tight, title
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign

DRAWN: Final = 8  # lines of a chart
NAMED: Final = 3
RELIEF: Final = 0.2  # of the distance from fair that a change takes away, to be worth trying
NOT_TUNED: Final = "play that is tuned anew for a change"


def what_ifs(findings: Findings) -> Part | None:
    """Return what changes do: the one that moves most, the one that is fairest, the idle ones."""
    table = findings.what_ifs
    if table.empty:
        return None
    titles = arm_titles(findings.results.provenance)
    fairest = _fairest(table)
    told = [Finding(what_if_answer(findings), _held(findings, table))]
    if fairest is not None:
        told.append(Finding(_fairest_text(fairest, titles, findings.definition.by)))
    told.append(Finding(_idle(table)))
    told += _second(findings, table, titles)
    if len(findings.levels) == 1:
        told = [Finding(one.text, told[0].holds) for one in told]
    advice = _change_advice(findings, table, titles, fairest)
    if findings.definition.by != FACTION and not _much_fairer(fairest):
        advice = _place_advice(findings, titles) or advice
    return Part(tuple(told), advice, NOT_TUNED, _change_chart(table, titles))


def places_changed(findings: Findings) -> Part | None:
    """Return which change makes the places in turn order much fairer; None where none does."""
    table = findings.what_if_seats
    fairest = None if table.empty else _fairest(table)
    if fairest is None or not _much_fairer(fairest):
        return None
    titles = arm_titles(findings.results.provenance)
    return Part(
        (Finding(_fairest_text(fairest, titles, FACTION)),), _place_advice(findings, titles)
    )


def _place_advice(findings: Findings, titles: Any) -> str:
    """Recommend the change that makes places in turn order much fairer; "" if none does."""
    table = findings.what_if_seats
    fairest = None if table.empty else _fairest(table)
    if fairest is None or not _much_fairer(fairest):
        return ""
    first = fairest.iloc[0]
    return tight(
        f"Try “{titles[fairest.index[0]]}” first, for the order of play. Expect places in turn "
        f"order to be {percent_text(first['after'])} of a fair share off on average, where they "
        f"are {percent_text(first['before'])} off now."
    )


def _much_fairer(fairest: pd.DataFrame | None) -> bool:
    """Whether the fairest change takes away enough of the distance to be worth trying."""
    if fairest is None:
        return False
    first = fairest.iloc[0]
    return bool(first["after"] <= (1 - RELIEF) * first["before"])


def sure_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that stand after correction for all of their family."""
    found: pd.DataFrame = table[table["holm"] <= FAMILY_ERROR]
    return found


def _held(findings: Findings, table: pd.DataFrame) -> str:
    """Say whether the change that moves most does so at every level of play."""
    levels = [findings.definition.strategies[name].name for name in findings.levels]
    by_level, sure = findings.what_ifs_by_strategy, sure_of(table)
    if by_level.empty or sure.empty:
        return f"played at one level: {levels[0]}" if len(levels) == 1 else ""
    row = _most(sure)
    keys = ["arm", "players", "faction"]
    own = by_level[(by_level[keys] == [row[key] for key in keys]).all(axis=1)]
    return held_by(own, row, levels)


def held_by(table: pd.DataFrame, row: pd.Series, levels: Sequence[str]) -> str:
    """Say whether every level of play, a line each, has the difference of a row for certain."""
    same = (table["low"] > 0) if row["difference"] > 0 else (table["high"] < 0)
    return held_text(bool(same.all()), levels)


def _most(table: pd.DataFrame) -> pd.Series:
    return table.iloc[int(table["difference"].abs().to_numpy().argmax())]


def _fairest(table: pd.DataFrame) -> pd.DataFrame | None:
    """Return each arm's distance from fair shares before and after, the nearest first.

    None where no change is told apart.
    """
    sure = sure_of(table)
    if sure.empty:
        return None
    fair = 1 / table["players"]
    parts = table.assign(
        before=(table["base"] - fair).abs() / fair,
        after=(table["other"] - fair).abs() / fair,
    )
    own = parts[parts["arm"].isin(sure["arm"])]
    found = own.groupby("arm").agg(
        before=("before", "mean"), after=("after", "mean"), pairs=("pairs", "min")
    )
    return found.sort_values("after", kind="stable")


def _share_of(by: str) -> tuple[str, str]:
    """Return what changes bring nearer, and to which share: strategies are even, never fair."""
    return ("fair", "a fair share") if by == FACTION else ("even", "an equal share")


def _fairest_text(fairest: pd.DataFrame, titles: Any, by: str) -> str:
    even, share = _share_of(by)
    first = fairest.iloc[0]
    name, before, after = titles[fairest.index[0]], first["before"], first["after"]
    n = f"n = {int(first['pairs']):,} pairs of games a figure"
    if after >= before:
        return tight(
            f"No change that is told apart makes the factions more {even}: they are "
            f"{percent_text(before)} of {share} off on average, and {percent_text(after)} with the "
            f"one that leaves them nearest, “{name}” ({n})."
        )
    if not _much_fairer(fairest):
        return tight(
            f"No change that is told apart makes the factions much more {even}: they are "
            f"{percent_text(before)} of {share} off on average, and {percent_text(after)} with the "
            f"best, “{name}” ({n})."
        )
    return tight(
        f"Nearest to {even} comes “{name}”: factions are {percent_text(after)} of {share} off on "
        f"average, where they are {percent_text(before)} off as it is ({n})."
    )


def _idle(table: pd.DataFrame) -> str:
    """Say how much the changes can matter that are not told apart from none."""
    moved = set(sure_of(table)["arm"])
    rest = table[~table["arm"].isin(moved)]
    if rest.empty:
        return "Every change that was tried moves some win rate for certain."
    bound = room_of(rest)
    number = rest["arm"].nunique()
    pairs = f"n = {int(rest['pairs'].min()):,} pairs of games each"
    which = "The other" if moved else "All"
    return tight(
        f"{which} {count(number, 'change')} cannot be told from none: the 95 % intervals leave "
        f"room for {bound} at most ({pairs})."
    )


def room_of(table: pd.DataFrame) -> str:
    """Return the outermost end of some intervals, in percentage points, upwards."""
    return points(
        ceil(max(table["low"].abs().max(), table["high"].abs().max()) * PERCENT) / PERCENT
    )


def _second(findings: Findings, table: pd.DataFrame, titles: Any) -> list[Finding]:
    """Name what moves most after the change that moves most of all."""
    sure = sure_of(table)
    if sure["arm"].nunique() <= 1:
        return []
    rest = sure[sure["arm"] != _most(sure)["arm"]]
    row = _most(rest)
    return [Finding(f"Next comes “{titles[row['arm']]}”: {_moved(row, findings)}.")]


def _moved(row: pd.Series, findings: Findings) -> str:
    by = findings.definition.by
    who = f"{named(str(row['faction']), by)} {'win' if by == FACTION else 'wins'}"
    return tight(
        f"{who} {rather(row, 'other', 'base')} ({signed(row)} percentage points, 95 % interval "
        f"{ends(row)}, n = {row['pairs']:,} pairs of games)"
    )


def _change_advice(
    findings: Findings, table: pd.DataFrame, titles: Any, fairest: pd.DataFrame | None
) -> str:
    sure = sure_of(table)
    if sure.empty:
        return (
            "Choose among these changes by taste. Expect none of them to move a win rate by more "
            "than the intervals leave room for."
        )
    assert fairest is not None  # some change is told apart
    even, share = _share_of(findings.definition.by)
    arm, row = fairest.index[0], _most(sure)
    if _much_fairer(fairest):
        moved = _moved(_most(sure[sure["arm"] == arm]), findings)
        return f"Try “{titles[arm]}” first. Expect that {moved}."
    far = float(fairest["before"].iloc[0])
    what = "Keep the rules as they are" if far <= findings.definition.band else "Look for others"
    return tight(
        f"{what}: the factions are {percent_text(far)} of {share} off on average, and none of "
        f"these changes makes them much more {even}. Expect of “{titles[row['arm']]}”, which "
        f"moves most, that {_moved(row, findings)}."
    )


def _change_chart(table: pd.DataFrame, titles: Any) -> Chart:
    """Draw the differences that are largest."""
    shown = _largest(table)
    names = [f"{titles[row['arm']]}: {title(str(row['faction']))}" for _, row in shown.iterrows()]
    return effects_chart(
        shown,
        names,
        "Differences of win rates from the game as it is: the largest",
        "difference",
        "change of the win rate",
    )


def _largest(table: pd.DataFrame) -> pd.DataFrame:
    fewest = table[table["players"] == table["players"].min()]
    order = fewest["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown: pd.DataFrame = fewest.loc[order].head(DRAWN)
    return shown


def effects_chart(
    table: pd.DataFrame, names: Sequence[str], caption: str, column: str, unit: str
) -> Chart:
    """Return a chart of shares with their intervals, one line each; `unit` is told below it."""
    drawn = pd.DataFrame(
        {"panel": "", "row": range(len(table)), "share": table[column].to_numpy()}
    ).assign(low=table["low"].to_numpy(), high=table["high"].to_numpy())
    labels: dict[object, str] = dict(enumerate(names))
    figure = draw_shares(drawn, labels, {"": ""}, unit)
    words = "Dots with whiskers: the figures that the findings name, among the largest."
    return Chart(to_svg(figure), f"{caption}, with 95 % intervals.", words)


def rather(row: Any, now: str, before: str) -> str:
    """Return two rates that a row compares, with as many decimals as make their difference right.

    >>> row = {"now": 0.646, "then": 0.604, "difference": 0.042, "low": 0.02, "high": 0.064}
    >>> rather(row, "now", "then")
    '64.6 % rather than 60.4 %'
    >>> rather({**row, "now": 0.641, "difference": 0.037}, "now", "then")
    '64 % rather than 60 %'
    """
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    rates = [row[name] * PERCENT for name in (now, before)]
    shown = [round(rate, places) for rate in rates]
    told = round(abs(row["difference"]) * PERCENT, places)
    if round(abs(shown[0] - shown[1]), places) != told:
        places += 1
    return "{} % rather than {} %".format(*(f"{rate:.{places}f}" for rate in rates))


def signed(row: Any) -> str:
    """Return a difference in percentage points with its sign, no decimal beyond its error."""
    return _points(float(row["difference"]), row)


def ends(row: Any) -> str:
    """Return the interval of a difference in percentage points."""
    return f"{_points(float(row['low']), row)} to {_points(float(row['high']), row)}"


def _points(share: float, row: Any) -> str:
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(share * PERCENT, places)
