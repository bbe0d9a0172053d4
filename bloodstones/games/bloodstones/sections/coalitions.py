"""The section on coalitions: how the Chaos Horde fares, by what its opponents play for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.contract.tested import ROLES
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.front.tested import counsel
from bloodstones.report.language.phrases import (
    count,
    fair_at,
    listing,
    rate,
    rate_text,
    tight,
    title,
)
from bloodstones.report.language.verdicts import Claim
from bloodstones.report.study.findings import PLAYER, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.rounding import show_percent

NAME: Final = "coalitions"
OTHERS: Final = "coalition_members"
FACTIONS: Final = "coalition_factions"
HORDE: Final = Faction.CHAOS_HORDE.id
KEYS: Final = ["table", PLAYER]
RATES: Final = ["seats", "rate", "low", "high", "fair_share"]
LEFT, RIGHT = "left", "right"


def find(played: PlayedStudy) -> Tables:
    """Return the tables of `count_coalitions`, over all base games."""
    return count_coalitions(played.base)


def count_coalitions(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return how the Chaos Horde and its opponents fare, by what they play.

    Returns
    -------
    Mapping
        `coalitions`: a row a kind of table, numbered by `table` in the order of the rows: how many
        opponents play what, and what the Horde plays (`player`; of those that differ in this alone,
        the one with most games is kept), with its `seats`, `rate`, `low`, `high` and `fair_share`.
        `coalition_members`: a row a kind of table and strategy of the Horde's opponents, with how
        many seats of a game play it (`members`), and the same. `coalition_factions`: the same of
        each faction at the kinds of table where the Horde's opponents all play alike.
    """
    at_table = rows[rows["cell"].isin(rows.loc[rows["faction"] == HORDE, "cell"])]
    seats = at_table.drop_duplicates(["cell", "seat"])
    kinds = {str(cell): _kind(seated) for cell, seated in seats.groupby("cell", sort=False)}
    games = Counter(at_table.drop_duplicates(["cell", "replicate"])["cell"].map(kinds))
    most = {kind[1]: kind for kind, _ in reversed(games.most_common())}.values()
    counted = [kind for kind in games if kind in most]
    numbers = {cell: counted.index(kind) if kind in counted else -1 for cell, kind in kinds.items()}
    table = at_table["cell"].map(numbers)
    listed = at_table.assign(table=table, lead=at_table["faction"] == HORDE)[table >= 0]
    rates = win_rates(listed.rename(columns={"strategy": PLAYER}), ["lead", *KEYS])
    members = rates.loc[~rates["lead"], [*KEYS, *RATES]].reset_index(drop=True)
    each = [
        dict(counted[table][1])[name]
        for table, name in zip(members["table"], members[PLAYER], strict=True)
    ]
    horde = rates.loc[rates["lead"], [*KEYS, *RATES]].reset_index(drop=True)
    alike = listed[
        listed["table"].isin([number for number, kind in enumerate(counted) if len(kind[1]) == 1])
    ]
    return {
        NAME: horde,
        OTHERS: members.assign(members=each),
        FACTIONS: win_rates(alike, ["table", "faction"])[["table", "faction", *RATES]],
    }


def _kind(seats: pd.DataFrame) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Return what the Horde plays, and how many of its opponents play what."""
    lead = seats["faction"] == HORDE
    others = Counter(map(str, seats.loc[~lead, "strategy"]))
    return str(seats.loc[lead, "strategy"].iloc[0]), tuple(sorted(others.items()))


def make(findings: StudyFindings) -> Content:
    """Return how often the Horde wins at each kind of table, and each of the others."""
    tables = findings.named
    horde = tables[NAME]
    if horde.empty:
        return [Paragraph("No game with the Chaos Horde was played.")], {}
    ranked = horde.sort_values("rate", kind="stable")
    least, most = ranked.iloc[0], ranked.iloc[-1]
    text = (
        f"Of {count(len(horde), 'kind')} of table with the Chaos Horde it wins least, "
        f"{rate_text(least)}, where {_whom(tables, least)}, and most, {rate_text(most)}, where "
        f"{_whom(tables, most)}. Nobody talks or keeps a promise: each plays for what it counts, "
        "and knows nothing of what others play for."
    )
    return [Paragraph(tight(text)), _by_table(tables), _by_faction(tables)], {}


def _members(tables: Mapping[str, pd.DataFrame], row: Any) -> pd.DataFrame:
    """Return what the opponents of the Horde play at a kind of table, the most frequent first."""
    table = tables[OTHERS]
    members: pd.DataFrame = table[table["table"] == row["table"]]
    return members.sort_values("members", ascending=False, kind="stable")


def _alike(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the kinds of table where the opponents of the Horde all play the same."""
    horde = tables[NAME]
    return horde[horde["table"].isin(tables[FACTIONS]["table"])]


def _whom(tables: Mapping[str, pd.DataFrame], row: Any) -> str:
    """Say who plays at a kind of table."""
    names = _names(_members(tables, row))
    if names == row[PLAYER]:
        return f"all play {names}"
    return f"it plays {row[PLAYER]} and the others {names}"


def _names(members: pd.DataFrame) -> str:
    """Return what the opponents play: a strategy, or how many play which."""
    if len(members) == 1:
        return str(members[PLAYER].iloc[0])
    return listing([f"{one['members']} {one[PLAYER]}" for _, one in members.iterrows()])


def _by_table(tables: Mapping[str, pd.DataFrame]) -> Table:
    rows = []
    for _, row in tables[NAME].iterrows():
        members = _members(tables, row)
        rates = [
            _shown(one) + (f" by {one[PLAYER]}" if len(members) > 1 else "")
            for _, one in members.iterrows()
        ]
        games = f"{row['seats']:,}"
        rows.append((_names(members), str(row[PLAYER]), games, _shown(row), ";\n".join(rates)))
    header = ("the others play", "the Horde plays", "games", "the Horde wins", "each other wins")
    caption = (
        "Win rates of the Chaos Horde and of its opponents, by what each plays, with 95 % "
        "intervals; a fair share is one win in as many games as there are players."
    )
    return Table(tight(caption), header, (LEFT, LEFT, RIGHT, RIGHT, LEFT), tuple(rows))


def _by_faction(tables: Mapping[str, pd.DataFrame]) -> Table:
    alike, table = _alike(tables), tables[FACTIONS]
    cells = {(row["faction"], row["table"]): _shown(row) for _, row in table.iterrows()}
    rows = tuple(
        (title(str(name)), *(cells.get((name, kind), "–") for kind in alike["table"]))
        for name in dict.fromkeys(table["faction"])
    )
    names = [f"all play\n{_names(_members(tables, row))}" for _, row in alike.iterrows()]
    caption = (
        "Win rates of all factions where the opponents of the Chaos Horde play alike, with 95 % "
        f"intervals, on {table['seats'].min():,} seats each at least."
    )
    align = (LEFT, *(RIGHT for _ in names))
    return Table(tight(caption), ("faction", *names), align, rows)


def _shown(row: Any) -> str:
    return tight(show_percent(row["rate"], row["low"], row["high"]))


BUDGET: Final = re.compile(r", [0-9]+$")  # of a searching player, behind its name


def front(findings: StudyFindings) -> Part | None:
    """Return what is on the first page: how far it can be held, who pays for it and who gains."""
    if findings.table(NAME).empty or findings.table(FACTIONS).empty:
        return None
    levels = {name: BUDGET.sub("", name) for name in findings.names.values()}
    tables = {
        name: table.replace({PLAYER: levels}) if PLAYER in table else table
        for name, table in findings.named.items()
    }
    horde, alike = tables[NAME], _alike(tables)
    if alike.empty:
        return None
    ranked = alike.sort_values("rate", kind="stable")
    least, most = ranked.iloc[0], ranked.iloc[-1]
    low, high, share = (float(row) for row in (least["low"], least["high"], least["fair_share"]))
    reply = "Yes" if high <= share else "No" if low > share else "Just about"
    answer = (
        f"the Chaos Horde win {rate(float(least['rate']))} at least where their opponents play "
        f"alike, {fair_at(share)}"
    )
    lines = [
        f"the Chaos Horde win least where {_whom(tables, least)}: {rate(float(least['rate']))}",
        f"the Chaos Horde win most where {_whom(tables, most)}: {rate(float(most['rate']))}",
        _heir(tables, least),
        *_alone(tables, horde)[:1],
    ]
    advice, links = counsel(findings, ROLES, Claim(round(1 / share), (HORDE,), ()))
    if low <= share:
        won = f"They win {rate(float(least['rate']))} where {_whom(tables, least)}."
        advice, links = f"Hold the Horde down together. {won}", ()
    doubt = "Players who make deals, or break them, could change this."
    return Part(answer, tuple(lines), reply, advice, doubt, _chart(tables, horde), links)


def _alone(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> list[str]:
    """Say what one opponent wins who plays otherwise than the two beside it."""
    shown = []
    for _, row in horde.iterrows():
        members = _members(tables, row)
        if sorted(members["members"]) != [1, 2]:
            continue
        two, one = (members.iloc[place] for place in (0, 1))
        shown.append(
            f"one who plays {one[PLAYER]} beside two of {two[PLAYER]} wins "
            f"{rate(float(one['rate']))}, and each of the two {rate(float(two['rate']))}"
        )
    return shown


def _heir(tables: Mapping[str, pd.DataFrame], row: Any) -> str:
    """Say which opponent of the Horde wins most where all of them play alike."""
    table = tables[FACTIONS]
    others = table[(table["table"] == row["table"]) & (table["faction"] != HORDE)]
    first, last = largest(others, others["rate"]), smallest(others, others["rate"])
    return (
        f"there the {title(first['faction'])} win most of what is left, "
        f"{rate(float(first['rate']))}, and the {title(last['faction'])} least, "
        f"{rate(float(last['rate']))}"
    )


def _chart(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> Chart:
    """Draw how often the Horde wins at each kind of table."""
    shown = horde.rename(columns={"table": "row", "rate": "share"}).assign(panel="")
    labels: dict[object, str] = {
        row["table"]: _names(_members(tables, row)) for _, row in horde.iterrows()
    }
    figure = draw_shares(shown, labels, {"": ""}, "win rate of the Chaos Horde")
    caption = "Win rates of the Chaos Horde by what its opponents play, with 95 % intervals."
    words = "Dots with whiskers: how often the Horde wins at each kind of table."
    return Chart(to_svg(figure), caption, words)


COALITIONS: Final = Section(NAME, "Who holds the Horde down", make, find, front=front)
