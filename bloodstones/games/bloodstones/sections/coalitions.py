"""The section on coalitions: how the Chaos Horde fares, by what its opponents play for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.tested import ROLES
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.part import Chart
from bloodstones.report.front.tested import Counsel, counsel
from bloodstones.report.language.phrases import listing, tight, title
from bloodstones.report.language.verdicts import RateClaim
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


@dataclass(frozen=True)
class Coalitions(Finding):
    """How often the Chaos Horde wins, by what its opponents play.

    Attributes
    ----------
    findings
        All tables.
    tables
        Those of `count_coalitions`, with strategies by their names.
    """

    findings: StudyFindings
    tables: Mapping[str, pd.DataFrame]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Verdicts are those of the intervals, with the band of the study.
        "held": lambda f: f.held["high"] <= f.held["fair_share"] * (1 + f.findings.definition.band),
        "not_held": lambda f: f.held["low"] > f.held["fair_share"] and not f.claim("held"),
        "held_lowest": lambda f: bool((f.alike["rate"] >= f.held["rate"]).all()),
        "ends": lambda f: bool(
            f.horde["rate"].between(f.least["rate"], f.most["rate"], inclusive="both").all()
        ),
    }

    @property
    def horde(self) -> pd.DataFrame:
        """Win rates of the Horde, a row a kind of table."""
        return self.tables[NAME]

    @property
    def alike(self) -> pd.DataFrame:
        """The same where its opponents all play alike."""
        return _alike(self.tables)

    @property
    def least(self) -> Any:
        """The kind of table at which the Horde wins least."""
        return smallest(self.horde, self.horde["rate"])

    @property
    def most(self) -> Any:
        """The kind of table at which the Horde wins most."""
        return largest(self.horde, self.horde["rate"])

    @property
    def held(self) -> Any:
        """The kind of table at which opponents who play alike hold the Horde to least."""
        return smallest(self.alike, self.alike["rate"])

    @property
    def loose(self) -> Any:
        """The kind of table at which opponents who play alike let it win most."""
        return largest(self.alike, self.alike["rate"])

    def others(self, row: Any) -> str:
        """Return what the opponents play at a kind of table, without a search's budget."""
        return BUDGET.sub("", _names(_members(self.tables, row)))

    def played(self, row: Any) -> str:
        """Return what a row is of, without a search's budget."""
        return BUDGET.sub("", str(row[PLAYER]))

    def lead(self, row: Any) -> str:
        """Return what the Horde plays at a kind of table, without a search's budget."""
        return self.played(row)

    def _left(self) -> pd.DataFrame:
        """Return what the opponents win where the Horde is held most."""
        table = self.tables[FACTIONS]
        left: pd.DataFrame = table[
            (table["table"] == self.held["table"]) & (table["faction"] != HORDE)
        ]
        return left

    @property
    def heir(self) -> Any:
        """The opponent that wins most there."""
        return largest(self._left(), self._left()["rate"])

    @property
    def last(self) -> Any:
        """The opponent that wins least there."""
        return smallest(self._left(), self._left()["rate"])

    @property
    def alone(self) -> tuple[Any, Any] | None:
        """One opponent who plays otherwise than two beside it, and these two; None without."""
        for _, row in self.horde.iterrows():
            members = _members(self.tables, row)
            if sorted(members["members"]) == [1, 2]:
                two, one = (members.iloc[place] for place in (0, 1))
                return one, two
        return None

    @cached_property
    def counsel(self) -> Counsel:
        """The change that was tested for the Horde, in words, and its report."""
        players = round(1 / float(self.held["fair_share"]))
        return counsel(self.findings, ROLES, RateClaim(players, (HORDE,), ()))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The report that tested the change which is advised."""
        return self.counsel[1] if not self.alike.empty and self.claim("not_held") else ()

    @property
    def chart(self) -> Chart | None:
        """How often the Horde wins at each kind of table."""
        return None if self.alike.empty else _chart(self.tables, self.horde)

    def table(self) -> Table:
        """Return the win rates by kind of table."""
        return _by_table(self.tables)

    def faction_table(self) -> Table:
        """Return the win rates of all factions where opponents play alike."""
        return _by_faction(self.tables)

    @property
    def fewest(self) -> int:
        """The fewest seats of a rate of these."""
        return int(self.tables[FACTIONS]["seats"].min())


def coalitions_of(findings: StudyFindings) -> Coalitions:
    """Return how the Horde fares against its opponents."""
    return Coalitions(findings, findings.named)


def _members(tables: Mapping[str, pd.DataFrame], row: Any) -> pd.DataFrame:
    """Return what the opponents of the Horde play at a kind of table, the most frequent first."""
    table = tables[OTHERS]
    members: pd.DataFrame = table[table["table"] == row["table"]]
    return members.sort_values("members", ascending=False, kind="stable")


def _alike(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the kinds of table where the opponents of the Horde all play the same."""
    horde = tables[NAME]
    return horde[horde["table"].isin(tables[FACTIONS]["table"])]


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
    return Table("", header, (LEFT, LEFT, RIGHT, RIGHT, LEFT), tuple(rows))


def _by_faction(tables: Mapping[str, pd.DataFrame]) -> Table:
    alike, table = _alike(tables), tables[FACTIONS]
    cells = {(row["faction"], row["table"]): _shown(row) for _, row in table.iterrows()}
    rows = tuple(
        (title(str(name)), *(cells.get((name, kind), "–") for kind in alike["table"]))
        for name in dict.fromkeys(table["faction"])
    )
    names = [f"all play\n{_names(_members(tables, row))}" for _, row in alike.iterrows()]
    align = (LEFT, *(RIGHT for _ in names))
    return Table("", ("faction", *names), align, rows)


def _shown(row: Any) -> str:
    return tight(show_percent(row["rate"], row["low"], row["high"]))


# Of a searching player, behind its name.
BUDGET: Final = re.compile(r", [0-9]+(?: simulations?)?(?=$| and )")


def _chart(tables: Mapping[str, pd.DataFrame], horde: pd.DataFrame) -> Chart:
    """Draw how often the Horde wins at each kind of table."""
    shown = horde.rename(columns={"table": "row", "rate": "share"}).assign(panel="")
    labels: dict[object, str] = {
        row["table"]: "\n".join(wrap(BUDGET.sub("", _names(_members(tables, row))), 24))
        for _, row in horde.iterrows()
    }
    figure = draw_shares(shown, labels, {"": ""}, "win rate of the Chaos Horde")
    caption = "Win rates of the Chaos Horde by what its opponents play, with 95 % intervals."
    words = "Dots with whiskers: how often the Horde wins at each kind of table."
    return Chart(to_svg(figure), caption, words)


COALITIONS: Final = topic(NAME, "Who holds the Horde down", coalitions_of, find=find)
