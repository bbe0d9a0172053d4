"""The section on coalitions: how the Chaos Horde fares, by what its opponents play for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.front import Chart, Finding, Part
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.own import PLAYER, OwnSection
from bloodstones.report.wording import (
    DEPENDS,
    count,
    listing,
    percent_text,
    rate_text,
    tight,
)
from bloodstones.stats.balance import win_rates
from bloodstones.stats.rounding import show_percent

NAME: Final = "coalitions"
OTHERS: Final = "coalition_members"
HORDE: Final = Faction.CHAOS_HORDE.id
KEYS: Final = ["table", PLAYER]
RATES: Final = ["seats", "rate", "low", "high", "fair_share"]
NAMED: Final = 2  # tables with one that plays for something else, on the first page
LEFT, RIGHT = "left", "right"


def count_coalitions(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return how the Chaos Horde and its opponents fare, by what they play.

    Returns
    -------
    Mapping
        `coalitions`: a row a kind of table (what the Horde plays, how many opponents play what),
        counted by `table`: `player`, the strategy of the Horde, and its `seats`, `rate`, `low`,
        `high` and `fair_share`. `coalition_members`: a row a kind of table and strategy of the
        Horde's opponents, with how many seats of a game play it (`members`), and the same.
    """
    at_table = rows[rows["cell"].isin(rows.loc[rows["faction"] == HORDE, "cell"])]
    seats = at_table.drop_duplicates(["cell", "seat"])
    kinds = {str(cell): _kind(own) for cell, own in seats.groupby("cell", sort=False)}
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds.values()))}
    table = at_table["cell"].map({cell: numbers[kind] for cell, kind in kinds.items()})
    own = at_table.assign(table=table, lead=at_table["faction"] == HORDE)
    rates = win_rates(own.rename(columns={"strategy": PLAYER}), ["lead", *KEYS])
    members = rates.loc[~rates["lead"], [*KEYS, *RATES]].reset_index(drop=True)
    each = [
        Counter(dict(list(numbers)[table][1]))[name]
        for table, name in zip(members["table"], members[PLAYER], strict=True)
    ]
    horde = rates.loc[rates["lead"], [*KEYS, *RATES]].reset_index(drop=True)
    return {NAME: horde, OTHERS: members.assign(members=each)}


def _kind(seats: pd.DataFrame) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Return what the Horde plays, and how many of the others play what."""
    lead = seats["faction"] == HORDE
    others = Counter(map(str, seats.loc[~lead, "strategy"]))
    return str(seats.loc[lead, "strategy"].iloc[0]), tuple(sorted(others.items()))


def make(tables: Mapping[str, pd.DataFrame]) -> Content:
    """Return how often the Horde wins at each kind of table, and each of the others."""
    horde = tables[NAME]
    if horde.empty:
        return [Paragraph("No game with the Chaos Horde was played.")], {}
    caption = "Win rate of the Chaos Horde, by what its three opponents play for."
    blocks: list[Block] = [
        Paragraph(
            tight(
                f"Of {count(len(horde), 'kind')} of table with the Chaos Horde it wins least, "
                f"{rate_text(_least(horde))}, where {_whom(tables, _least(horde))}, and most, "
                f"{rate_text(_most(horde))}, where {_whom(tables, _most(horde))}. Nobody talks or "
                "keeps a promise: each plays for what it counts, and knows nothing of what others "
                "play for. Games with one luck are played once at each kind of table."
            )
        ),
        Picture(NAME, f"{caption} With 95 % intervals.", "Dots with whiskers: see the table."),
        _table(tables),
    ]
    return blocks, {NAME: _drawn(tables, horde)}


def _least(horde: pd.DataFrame) -> Any:
    return horde.iloc[int(horde["rate"].to_numpy().argmin())]


def _most(horde: pd.DataFrame) -> Any:
    return horde.iloc[int(horde["rate"].to_numpy().argmax())]


def _members(tables: Mapping[str, pd.DataFrame], row: Any) -> pd.DataFrame:
    """Return what the opponents of the Horde play at a kind of table, the most frequent first."""
    table = tables[OTHERS]
    own: pd.DataFrame = table[table["table"] == row["table"]]
    return own.sort_values("members", ascending=False, kind="stable")


def _whom(tables: Mapping[str, pd.DataFrame], row: Any) -> str:
    """Say who plays at a kind of table."""
    return f"it plays {row[PLAYER]} and the others {_names(_members(tables, row))}"


def _names(members: pd.DataFrame) -> str:
    """Return what the opponents play: a strategy, or how many play which."""
    if len(members) == 1:
        return str(members[PLAYER].iloc[0])
    return listing([f"{one['members']} {one[PLAYER]}" for _, one in members.iterrows()])


def _table(tables: Mapping[str, pd.DataFrame]) -> Table:
    rows = []
    for _, row in tables[NAME].iterrows():
        members = _members(tables, row)
        rates = [
            f"{one[PLAYER]} {show_percent(one['rate'], one['low'], one['high'])}"
            for _, one in members.iterrows()
        ]
        rows.append(
            (
                str(row[PLAYER]),
                _names(members),
                f"{row['seats']:,}",
                show_percent(row["rate"], row["low"], row["high"]),
                tight("; ".join(rates)),
            )
        )
    header = ("the Horde plays", "the others play", "games", "the Horde wins", "each other wins")
    caption = (
        "Win rates of the Chaos Horde and of its opponents, by what each plays, with 95 % "
        "intervals; a fair share is one win in as many games as there are players."
    )
    return Table.grouped(caption, header, (LEFT, LEFT, RIGHT, RIGHT, LEFT), rows)


def _drawn(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> str:
    """Draw how often the Horde wins, a panel for what it plays itself."""
    shown = horde.rename(columns={"table": "row", PLAYER: "panel", "rate": "share"})
    labels: dict[object, str] = {
        row["table"]: _names(_members(tables, row)) for _, row in horde.iterrows()
    }
    panels: dict[object, str] = {
        name: f"The Horde plays {name}; the others" for name in dict.fromkeys(horde[PLAYER])
    }
    return to_svg(draw_shares(shown, labels, panels, "win rate of the Chaos Horde"))


def front(tables: Mapping[str, pd.DataFrame]) -> Part | None:
    """Return what is on the first page: how far it can be held, and who pays for it."""
    horde = tables[NAME]
    if horde.empty:
        return None
    alike = horde[[len(_members(tables, row)) == 1 for _, row in horde.iterrows()]]
    told = [Finding(text, DEPENDS) for text in _alike(tables, alike)]
    told += [Finding(text) for text in _alone(tables, horde)[:NAMED]]
    if not told:
        return None
    least = _least(alike if len(alike) else horde)
    held = bool(least["low"] <= least["fair_share"])
    advice = "Tell whoever meets the Horde to hold it down" if held else "Make the Horde weaker"
    advice += (
        f". Expect it to win {rate_text(least)} where {_whom(tables, least)}, where "
        f"{percent_text(least['fair_share'])} is fair."
    )
    doubt = "players who agree on more than what they count, or break with it"
    return Part(tuple(told), tight(advice), doubt, _chart(tables, horde))


def _alike(tables: Mapping[str, pd.DataFrame], alike: pd.DataFrame) -> list[str]:
    """Say how often the Horde wins where its opponents all play the same."""
    if alike.empty:
        return []
    ranked = alike.sort_values("rate", ascending=False, kind="stable")
    parts = [f"{rate_text(row)} where {_whom(tables, row)}" for _, row in ranked.iterrows()]
    return [tight(f"The Chaos Horde wins {listing(parts)}.")]


def _alone(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> list[str]:
    """Say what one opponent wins who plays otherwise than the two beside it."""
    told = []
    for _, row in horde.iterrows():
        members = _members(tables, row)
        if sorted(members["members"]) != [1, 2]:
            continue
        two, one = (members.iloc[place] for place in (0, 1))
        told.append(
            tight(
                f"One who plays {one[PLAYER]} beside two of {two[PLAYER]} wins {rate_text(one)}, "
                f"they win {rate_text(two)} each, and the Horde, who plays {row[PLAYER]}, "
                f"{rate_text(row)}."
            )
        )
    return told


def _chart(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> Chart:
    """Draw how often the Horde wins."""
    caption = "Win rates of the Chaos Horde by what it and its opponents play"
    words = "Dots with whiskers: how often the Horde wins at each kind of table."
    return Chart(_drawn(tables, horde), f"{caption}, with 95 % intervals.", words)


COALITIONS: Final = OwnSection(
    "Who holds the Horde down", lambda _: {}, make, count_coalitions, front
)
