"""The section on who wins: win rates of the roles, on average and at single line-ups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.report.blocks.rate_tables import (
    Keys,
    Mix,
    best_mix,
    find_mixes,
    joint_tests_of,
    key_columns,
    rate_table,
    rates_picture,
    with_mix,
)
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.tested import ROLES
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import claim_square, grid_chart, line_up_square
from bloodstones.report.front.claimed import (
    WIDE,
    distinct,
    furthest,
    held,
    moved_by_play,
    off_everywhere,
    verdict_words,
)
from bloodstones.report.front.part import Chart
from bloodstones.report.front.tested import Counsel, counsel
from bloodstones.report.language.phrases import COLLECTIVE, listing, players_text, the, title
from bloodstones.report.language.terms import FACTION
from bloodstones.report.language.verdicts import (
    Hold,
    LevelRate,
    RateClaim,
    Spread,
    Spreads,
    claims_of,
)
from bloodstones.report.study.definition import DEPENDS
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR
from bloodstones.stats.inference.rounding import MOST_DECIMALS, PERCENT
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.table_verdicts import EXCEPTIONS, OnAverage, table_verdicts
from bloodstones.stats.table_verdicts import Tables as TableVerdict
from bloodstones.stats.verdicts import Verdict

ROLE: Final = ["players", "faction", "strategy"]
AT_TABLES: Final = ("role at a table", "roles at a table")
UNKNOWN: Final = Spread(0, nan, nan, "", "", TableVerdict.OPEN.value)


@dataclass(frozen=True)
class Roles(Finding):
    """Win rates of the roles at every number of players, on average and at single line-ups.

    Attributes
    ----------
    findings
        The tables of the report.
    roles
        A claim a role and number of players.
    """

    findings: StudyFindings
    roles: tuple[RateClaim, ...]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_fair": lambda f: all(claim.hold is Hold.FAIR for claim in f.roles),
        "all_fair_on_average": lambda f: bool((f.every["verdict"] == Verdict.FAIR.value).all()),
        "within_band": lambda f: bool(
            ((f.every["rate"] / f.every["fair_share"] - 1).abs() <= f.band).all()
        ),
        "off_is_unfair_with_every_type": lambda f: bool(
            (f.rows_of(f.off[0])["verdict"] == Verdict.UNFAIR.value).all()
        ),
        "off_is_furthest": lambda f: f.off[0].least == max(claim.least for claim in f.off),
        "furthest": lambda f: _furthest(f.every) <= _furthest(f.rows_of(f.furthest)),
        "line_ups_are_unfair": lambda f: all(
            f.unfair_line_ups(one) for one, _ in f.only_on_average
        ),
    }

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def every(self) -> pd.DataFrame:
        """The rows of all roles with every player type."""
        return _rates(self.findings)

    def rows_of(self, claim: RateClaim) -> pd.DataFrame:
        """Return the rows of a role at a number of players."""
        table = self.every
        return table[(table["players"] == claim.players) & (table["faction"] == claim.key[0])]

    @property
    def several_sizes(self) -> bool:
        """Whether there are tables of several sizes."""
        return len({claim.players for claim in self.roles}) > 1

    @property
    def types(self) -> int:
        """The number of player types."""
        return max(len(claim.types) for claim in self.roles)

    @property
    def collective(self) -> bool:
        """Whether a role is of several people: its verb is in the plural."""
        return self.findings.role in COLLECTIVE

    @property
    def verb(self) -> str:
        """What roles do."""
        return "win" if self.collective else "wins"

    @property
    def noun(self) -> tuple[str, str]:
        """What there are several of."""
        return AT_TABLES if self.several_sizes else ("faction", "factions")

    # The first page.

    @property
    def asks_if_depends(self) -> bool:
        """Whether the title asks if verdicts depend on the player type."""
        return self.findings.definition.asks == DEPENDS

    @property
    def off(self) -> list[RateClaim]:
        """What is unfair with every player type, the furthest first; else what is off."""
        return off_everywhere(self.roles)

    @property
    def moved(self) -> list[RateClaim]:
        """The roles on which player types disagree, the widest first."""
        return moved_by_play(self.roles)

    @property
    def others_moved(self) -> list[RateClaim]:
        """Those of them that the answer does not name."""
        said = None if self.asks_if_depends else self.answered
        return [claim for claim in self.moved if claim is not said]

    @property
    def disagreeing(self) -> list[RateClaim]:
        """The roles on which player types disagree."""
        return [claim for claim in self.roles if claim.disagree]

    @property
    def settled(self) -> list[RateClaim]:
        """The roles of which all player types give the same verdict."""
        holds = (Hold.UNFAIR, Hold.FAIR, Hold.ONLY_ON_AVERAGE, Hold.ON_AVERAGE)
        return held(self.roles, *holds)

    @property
    def furthest(self) -> RateClaim:
        """The role that is furthest from its fair share with any player type."""
        return furthest(self.roles)

    @property
    def answered(self) -> RateClaim:
        """The role that the answer names, or that is furthest from fair."""
        named = self.off or (self.moved if not self.asks_if_depends else [])
        return named[0] if named else self.furthest

    @property
    def others_off(self) -> list[RateClaim]:
        """The other roles that are off; of a table where two alone ever sit, one says it."""
        said = [] if self.asks_if_depends else self.off[:1]
        left = [claim for claim in self.off if claim not in said]
        return [claim for claim in distinct(self.roles, [*said, *left]) if claim in left]

    def wide(self, claim: RateClaim) -> bool:
        """Whether player types are far apart on a role."""
        return claim.range >= WIDE

    def spread_of(self, claim: RateClaim) -> bool:
        """Whether the rates of a role differ as they are shown."""
        low, high = (f"{line.rate * PERCENT:.0f}" for line in claim.extremes)
        return low != high

    def verdicts(self, claim: RateClaim) -> list[tuple[str, list[str]]]:
        """Return which levels of play call a role fair, unfair, or settle nothing."""
        return verdict_words(claim)

    @property
    def counsel(self) -> Counsel:
        """The change of the rules that games tested for the role furthest from fair."""
        return counsel(self.findings, ROLES, self.off[0] if self.off else None)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The report that tested it."""
        return () if self.claim("all_fair") else self.counsel[1]

    @property
    def strongest(self) -> str:
        """The player whose rates the picture shows; "" where it differs between tables."""
        if self.has_line_ups:
            return self.findings.level_names.get(self.findings.strategy or "", "")
        named = {claim.lines[-1].level for claim in self.roles}
        return named.pop() if len(named) == 1 else ""

    @property
    def chart(self) -> Chart | None:
        """Every role at every number of players; of one table the picture by map tells more."""
        sizes = sorted({claim.players for claim in self.roles})
        if len(sizes) == 1 and len(self.findings.table(StudyTable.ON_MAPS)):
            return None
        if self.has_line_ups:
            level = self.strongest
            squares = [line_up_square(c, level, c.key[0], c.players) for c in self.roles]
        else:
            squares = [claim_square(c, c.key[0], c.players) for c in self.roles]
        lines: dict[object, str] = {
            name: title(str(name)) for name in sorted({str(claim.key[0]) for claim in self.roles})
        }
        return grid_chart(squares, lines, {size: players_text(size) for size in sizes})

    # Single line-ups.

    @property
    def line_up_rows(self) -> pd.DataFrame:
        """The rates at single line-ups, by players, role and strategy."""
        return line_up_rates(self.findings)

    @property
    def has_line_ups(self) -> bool:
        """Whether some role has rates at several line-ups."""
        return any(
            line.tables is not None and line.tables.line_ups > 0
            for claim in self.roles
            for line in claim.lines
        )

    @property
    def only_on_average(self) -> list[tuple[RateClaim, LevelRate]]:
        """The roles that are fair only on average, with whom; those of the widest range first."""
        found = [
            (claim, line)
            for claim in self.roles
            for line in claim.lines
            if line.only_on_average and line.tables is not None
        ]
        return sorted(found, key=lambda pair: -_width(pair[1].tables))

    def unfair_line_ups(self, claim: RateClaim) -> bool:
        """Whether more line-ups of a role are unfair than the exceptions, with some strategy."""
        rows = self.line_up_rows
        own = rows[(rows["players"] == claim.players) & (rows["faction"] == claim.key[0])]
        off = (own["rate"] / own["fair_share"] - 1).abs() > self.band
        counts = off.groupby(own["strategy"]).agg(["sum", "size"])
        return bool((counts["sum"] > counts["size"] // EXCEPTIONS).any())

    def against(self, opponents: str) -> str:
        """Return opponents in words."""
        return opponents_text(opponents)

    # The section.

    @property
    def rates(self) -> pd.DataFrame:
        """Win rates by players and role; fair only where that holds at nearly every line-up."""
        return self._judged(self.findings.table(StudyTable.FACTIONS))

    def _judged(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return win rates of which none is called fair because of its average alone."""
        fair = table["verdict"] == Verdict.FAIR.value
        found = [self._verdict(row) for _, row in table[fair].iterrows()]
        verdicts = table["verdict"].astype(object)
        verdicts[fair] = found
        return table.assign(verdict=verdicts)

    def _verdict(self, row: Any) -> str:
        """Return the verdict on a role that is fair on average."""
        spread = self._spread(row)
        if spread is None or spread.verdict == TableVerdict.FAIR.value:
            return Verdict.FAIR.value
        only = spread.verdict == TableVerdict.UNFAIR.value
        return (OnAverage.ONLY if only else OnAverage.UNDECIDED).value

    def _spread(self, row: Any) -> Spread | None:
        """Return the range of a role over its line-ups; None where it has one line-up alone."""
        speaks = self.findings.strategy or ""
        role = int(row["players"]), row["faction"]
        several = UNKNOWN if (*role, speaks) in self.spreads else None
        return self.spreads.get((*role, str(row.get("strategy", speaks))), several)

    @cached_property
    def spreads(self) -> Spreads:
        """The range of each role over its line-ups."""
        return spreads_of(self.findings)

    @property
    def joint(self) -> pd.DataFrame:
        """Tests of all roles of a table at once."""
        return joint_tests_of(self.findings, FACTION)

    def drawing(self) -> str:
        """Draw the win rates of the roles."""
        name = "factions"
        return rates_picture(self.findings, self.rates, "faction", name)[name]

    def rates_table(self) -> Table:
        """Return the win rates of the roles as a table, with the range over line-ups."""
        table = rate_table(self.rates, key_columns("faction"), "")
        spreads = [self._spread(row) for _, row in self.rates.iterrows()]
        if not any(spread is not None and spread.line_ups for spread in spreads):
            return table
        cells = zip(table.rows, map(_range, spreads), strict=True)
        return replace(
            table,
            header=(*table.header[:-1], "line-ups", table.header[-1]),
            align=(*table.align[:-1], "right", table.align[-1]),
            rows=tuple((*row[:-1], cell, row[-1]) for row, cell in cells),
        )

    @property
    def several_strategies(self) -> bool:
        """Whether several strategies played all seats."""
        table = self.findings.table(StudyTable.FACTIONS_BY_STRATEGY)
        return len(table) > 0 and table["strategy"].nunique() > 1

    def strategies_table(self) -> Table:
        """Return the win rates of the roles with each strategy as a table."""
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: self.findings.names[name]),
            "faction": ("faction", title),
        }
        return rate_table(
            self._judged(self.findings.table(StudyTable.FACTIONS_BY_STRATEGY)), keys, ""
        )

    @property
    def mix(self) -> Mix | None:
        """What the best mix of plans is made of."""
        mixes, names = self.findings.table(StudyTable.FACTION_MIXES), self.findings.names
        return best_mix(mixes, FACTION, lambda each: title(str(each)), names.__getitem__)


def finding_of(findings: StudyFindings) -> Roles | None:
    """Return what is found on roles; None where fewer than two played."""
    table = _rates(findings)
    if table.empty:
        return None
    names, spreads = findings.level_names, spreads_of(findings)
    claims = claims_of(table, ["faction"], findings.levels, names, spreads)
    return Roles(findings, claims) if len({claim.key for claim in claims}) >= PAIR else None


def _rates(findings: StudyFindings) -> pd.DataFrame:
    """Return the win rates with every strategy that played all seats; else those of all games."""
    table = findings.table(StudyTable.FACTIONS_BY_STRATEGY)
    return table if len(table) else findings.table(StudyTable.FACTIONS)


def line_up_rates(findings: StudyFindings) -> pd.DataFrame:
    """Return the win rates of roles at single line-ups: of two players, against each opponent."""
    speaks = findings.strategy or ""
    pairs = findings.table(StudyTable.MATCH_UPS_BY_STRATEGY)
    if pairs.empty:
        pairs = findings.table(StudyTable.MATCH_UPS)
        pairs = pairs.assign(strategy=speaks) if len(pairs) else pairs
    parts = (
        [pairs[pairs["players"] == PAIR].rename(columns={"opponent": "opponents"})]
        if len(pairs)
        else []
    )
    line_ups = findings.table(StudyTable.LINE_UPS)
    if len(line_ups):
        parts.append(line_ups.assign(strategy=speaks))
    columns = [*ROLE, "opponents", "games", "rate", "low", "high", "fair_share"]
    found = [part[columns] for part in parts if len(part)]
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=columns)


def spreads_of(findings: StudyFindings) -> Spreads:
    """Return the range of each role over its line-ups, by players, role and strategy.

    The strategy that speaks for the report has one wherever there are several line-ups, even if no
    table has the rates of each.
    """
    table = findings.table(StudyTable.FACTIONS)
    speaks = findings.strategy or ""
    sizes = table.groupby("players")["faction"].nunique()
    found: dict[tuple[object, ...], Spread] = {
        (int(row["players"]), row["faction"], speaks): UNKNOWN
        for _, row in table.iterrows()
        if sizes[row["players"]] > row["players"]
    }
    told = table_verdicts(line_up_rates(findings), ROLE, findings.definition.band)
    for _, row in told.iterrows():
        found[int(row["players"]), row["faction"], row["strategy"]] = Spread(
            int(row["line_ups"]),
            float(row["least"]),
            float(row["most"]),
            str(row["least_against"]),
            str(row["most_against"]),
            str(row["tables"]),
        )
    return found


def _furthest(rates: pd.DataFrame) -> float:
    """Return how far a rate is from its fair share at most, a part of it; equal ones tie."""
    off = (rates["rate"] - rates["fair_share"]) / rates["fair_share"]
    return float(off.abs().max().round(MOST_DECIMALS))


def _width(spread: Spread | None) -> float:
    return 0.0 if spread is None else spread.most - spread.least


def _range(spread: Spread | None) -> str:
    """Return the range of a role over its line-ups as a cell of a table."""
    if spread is None or not spread.line_ups:
        return "–"
    return f"{spread.least * PERCENT:.0f}–{spread.most * PERCENT:.0f} %"


def opponents_text(opponents: str) -> str:
    """Return the opponents of a line-up in words.

    >>> opponents_text("red+blue")
    'the Red and the Blue'
    """
    return listing([the(name) for name in opponents.split("+")])


def find(played: PlayedStudy) -> Tables:
    """Return the win rates of the factions, where one strategy speaks and at every level."""
    by, level = ["players", "strategy"], played.level
    table = played.rates(level, [*by, FACTION])
    mixed = find_mixes(played, FACTION)
    return {
        StudyTable.FACTIONS: played.rates(played.rows, ["players", FACTION]),
        StudyTable.FACTIONS_BY_STRATEGY: with_mix(table, mixed),
        StudyTable.FACTION_MIXES: mixed.mixes,
        StudyTable.JOINT_TESTS: joint_tests(
            level, table, FACTION, ("players", "strategy"), played.definition.band
        ),
    }


FACTIONS: Final = topic(
    "factions",
    "Who wins",
    finding_of,
    find=find,
    applies=has_roles,
    published=True,
)
