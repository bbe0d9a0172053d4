"""The tables of the summary as data, to be published beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.tested import PLACES, ROLES, TestedChange
from bloodstones.report.document.files import HTML
from bloodstones.report.language.phrases import listing
from bloodstones.report.language.terms import FACTION
from bloodstones.report.summary.phrases import role_of
from bloodstones.report.summary.shelf import Shipped, finished_reports, read_shelf
from bloodstones.report.summary.standing import Finding
from bloodstones.stats.changes import Mending, acting_numbers, mending
from bloodstones.stats.table import BASE

WHAT_IFS: Final = "what_ifs"
SEATS: Final = "what_if_seats"
SURE: Final = 0.05  # of the family's error, for a difference that stands
# Of a search for the fairest numbers: its mark in the provenance, its table, its arms.
SEARCH: Final = "balance"
SEARCHED: Final = "win_rates"
ANSWER: Final = "changes_{}"
# Table -> what becomes fairer by it.
TABLES: Final = {WHAT_IFS: ROLES, SEATS: PLACES}


@dataclass(frozen=True, slots=True)
class Fix:
    """What one change does to how fair a table is.

    Attributes
    ----------
    words, of
        The name of the change, and the groups of its win rates.
    mending
        How much nearer to fair it brings the table.
    furthest
        Who gains or loses most, then its win rate before and after.
    rates
        Win rates before and after, by role or place.
    pairs
        Pairs of games with the same luck, the fewest of any rate.
    levels
        Levels of play that the rates are of.
    """

    game: str
    report: str
    players: int
    words: str
    of: str
    mending: Mending
    furthest: str
    was: float
    becomes: float
    rates: Mapping[str, tuple[float, float]]
    pairs: int
    levels: int


def fixes(shelf: Sequence[Shipped]) -> tuple[Fix, ...]:
    """Return every change of every report: first those measured at several levels of play.

    Of these and of the others, the one that makes fairest comes first.
    """
    listed = [fix for one in shelf for name, of in TABLES.items() for fix in _of(one, name, of)]
    listed += [fix for one in shelf for fix in _of_search(one)]
    return tuple(sorted(listed, key=_rank))


def _rank(fix: Fix) -> tuple[bool, float, str, str]:
    """Return the place of a change, the first the least."""
    return fix.levels == 1, -fix.mending.gain, fix.report, fix.words


def _of_search(one: Shipped) -> list[Fix]:
    """Return the changes that a search for the fairest numbers of the rules found."""
    search = one.provenance.get(SEARCH) or {}
    table, answers = one.table(SEARCHED), search.get("answers") or ()
    if not answers or table.empty or "arm" not in table:
        return []
    listed, roles = [], set(map(str, table["faction"]))
    for players, group in table.groupby("players", sort=True):
        base = group[group["arm"] == BASE].set_index("faction")
        acting = {
            ANSWER.format(len(each)): acting_numbers(each, roles, set(base.index))
            for each in answers
        }
        words = {arm: _numbers(one, each) for arm, each in acting.items() if each}
        for arm, of_arm in group[group["arm"].isin(words)].groupby("arm", sort=True):
            at = of_arm.set_index("faction")
            half = [(each["high"] - each["low"]) / 2 for each in (base, at)]
            either = (half[0] ** 2 + half[1] ** 2) ** (1 / 2)
            joined = pd.DataFrame(
                {
                    "faction": at.index,
                    "base": base["rate"].loc[at.index].to_numpy(),
                    "other": at["rate"].to_numpy(),
                    "low": -either.loc[at.index].to_numpy(),
                    "high": either.loc[at.index].to_numpy(),
                    "pairs": at["games"].to_numpy(),
                }
            )
            joined["difference"] = joined["other"] - joined["base"]
            listed.append(_fix(one, joined, int(str(players)), words[str(arm)], TABLES[WHAT_IFS]))
    return listed


def _numbers(one: Shipped, changes: Mapping[str, Any]) -> str:
    """Return changed numbers in words."""
    return listing([f"{one.number(name)} {value}" for name, value in changes.items()])


def _of(one: Shipped, name: str, of: str) -> list[Fix]:
    """Return the changes of one table; none for rates of strategies, which need not be even."""
    table = one.table(name)
    if table.empty or (name == WHAT_IFS and one.by != FACTION):
        return []
    words, overrides = one.arms(), one.overrides()
    roles = set(map(str, table["faction"])) if of == ROLES else set()
    groups: Any = table.groupby(["players", "arm"], sort=True)
    return [
        _fix(one, group, int(players), words.get(str(arm), str(arm)), of)
        for (players, arm), group in groups
        if _acts(overrides.get(str(arm), {}), roles, set(map(str, group["faction"])))
    ]


def _acts(changes: Mapping[str, Any], roles: Collection[str], seated: Collection[str]) -> bool:
    """Whether all changed numbers can act at a table; a change of other things can."""
    return len(acting_numbers(changes, roles, seated)) == len(changes)


def _fix(one: Shipped, group: pd.DataFrame, players: int, words: str, of: str) -> Fix:
    most = group.iloc[int(group["difference"].abs().to_numpy().argmax())]
    return Fix(
        game=one.game,
        report=one.id,
        players=players,
        words=words,
        of=of,
        mending=mending(group, players),
        furthest=str(most["faction"]),
        was=float(most["base"]),
        becomes=float(most["other"]),
        rates={
            str(name): (float(base), float(other))
            for name, base, other in zip(
                group["faction"], group["base"], group["other"], strict=True
            )
        },
        pairs=int(group["pairs"].min()),
        levels=one.levels,
    )


def tested_changes(root: Path, game: str) -> tuple[TestedChange, ...]:
    """Return the changes of a game that the reports in a folder tested, the best first.

    None where there are no finished reports: a report does without.

    Raises
    ------
    DamagedFileError
        If there are some that cannot be read.
    """
    if not finished_reports(root):
        return ()
    shelf = [one for one in read_shelf(root) if one.game == game]
    by_id = {one.id: one for one in shelf}
    return tuple(tested_of(fix, by_id[fix.report]) for fix in fixes(shelf))


def tested_of(fix: Fix, one: Shipped) -> TestedChange:
    """Return a change as a report tested it."""
    return TestedChange(
        fix.words,
        fix.players,
        fix.of,
        fix.mending,
        fix.furthest,
        fix.rates,
        role_of(fix.game),
        str(one.provenance.get("study")),
        one.title,
        f"../{one.id}/{HTML}",
    )


def holding_table(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return what holds for every role at every number of players, one line each."""
    lines = [
        {
            "game": one.game,
            "players": one.players,
            "faction": one.who,
            "holds": one.holds.value,
            "confidence": one.confidence.value,
            "fair_share": one.fair_share,
            "lowest": one.lowest,
            "at_lowest": one.at_lowest,
            "highest": one.highest,
            "at_highest": one.at_highest,
            "levels": one.levels,
            "reports": one.reports,
            "games": one.games,
        }
        for one in findings
    ]
    return pd.DataFrame(lines)


def fix_table(changes: Sequence[Fix]) -> pd.DataFrame:
    """Return every change with how far from fair a table is before and after, one line each."""
    lines = [
        {
            "game": fix.game,
            "report": fix.report,
            "players": fix.players,
            "change": fix.words,
            "of": fix.of,
            "before": fix.mending.before,
            "after": fix.mending.after,
            "within": fix.mending.within,
            "most_moved": fix.furthest,
            "was": fix.was,
            "becomes": fix.becomes,
            "pairs": fix.pairs,
            "levels": fix.levels,
        }
        for fix in changes
    ]
    return pd.DataFrame(lines)
