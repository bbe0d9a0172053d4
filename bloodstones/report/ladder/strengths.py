"""Who is strongest: ratings, duels between named pairs, tables with searching players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from bloodstones.plots.players.ladder import draw_ladder
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.part import Chart
from bloodstones.report.ladder.findings import (
    DUELS,
    META_GAME,
    PAIRINGS,
    PROBES,
    RATES,
    RATINGS,
    LadderFindings,
    PlayedLadder,
)
from bloodstones.report.language.phrases import SURE, percent_text, title
from bloodstones.report.language.terms import ALL, kind_of_player, searches
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import (
    PERCENT,
    common_decimals,
    decimals_for,
    show_percent,
)
from bloodstones.stats.ratings.ladder import duels, pool_rates, ratings
from bloodstones.stats.ratings.meetings import FEWEST_SEATS
from bloodstones.stats.verdicts import Strength

LEFT, RIGHT = "left", "right"
SEARCH: Final = "search"  # how names of pools with searching players begin
NAMED: Final = 2  # numbers of players in the answer and the findings
FEW: Final = 200  # games of a strategy; with fewer a ladder is rough
UNSETTLED: Final = 0.5  # an interval of a share that is wider leaves the mix open
PURE: Final = 0.995  # of a mix: one strategy alone
PAIR: Final = 2
EVEN: Final = 0.5
ASKS_WHAT_BEATS: Final = "What beats"
SLACK: Final = 1e-9
RATE: Final = ("rate", "low", "high")


@dataclass(frozen=True)
class Leader:
    """The strongest strategy at some numbers of players.

    Attributes
    ----------
    name, sizes
        Of the strategy, and the numbers of players.
    """

    name: str
    sizes: list[int]


@dataclass(frozen=True)
class Lead:
    """How often the strongest finishes ahead of the next, where both are the same players.

    Attributes
    ----------
    first, second, sizes
        The two, and the numbers of players.
    least, most
        Shares of games, over these.
    apart
        Whether the difference is significant.
    """

    first: str
    second: str
    sizes: list[int]
    least: float
    most: float
    apart: bool


@dataclass(frozen=True)
class RatedStrategies(Finding):
    """Ratings at each number of players, and what other tables say of the strongest."""

    findings: LadderFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "apart_everywhere": lambda f: not f.unsure,
        "apart_nowhere": lambda f: len(f.unsure) == len(f.groups),
        "same_leader": lambda f: len(f.leaders) == 1,
        # Over all tables with direct games, told another way: no opponent holds it to less.
        "hardest_opponent": lambda f: all(
            won >= f.hardest["rate"] - SLACK
            for other, won in f.direct["rate"].items()
            if other != f.hardest.name
        ),
        "beats_all": lambda f: bool((f.direct["low"] > EVEN).all()),
        "beaten_unrated": lambda f: (
            f.hardest is not None
            and f.hardest["high"] < EVEN
            and f.hardest.name not in set(f.ratings["strategy"])
        ),
        "best_against_search": lambda f: all(
            row["rate"] / row["fair_share"]
            <= f.against_search["rate"] / f.against_search["fair_share"]
            for _, row in f.rates[f.rates["pool"].str.startswith(SEARCH)].iterrows()
        ),
        "unbeaten": lambda f: not _lost(f.findings, f.pure).any(),
        "largest_gain": lambda f: all(gain <= f.gain for gain in f.gains["gain"]),
        "beats_standard": lambda f: f.exploit["low"] > f.exploit["fair_share"],
    }

    # Ratings.

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """The strengths by number of players, the strongest first."""
        return self.findings.table(RATINGS)

    @cached_property
    def groups(self) -> list[tuple[int, pd.DataFrame]]:
        """The ratings at each number of players, the strongest first."""
        return [
            (int(str(players)), group.reset_index(drop=True))
            for players, group in self.ratings.groupby("players", sort=True)
        ]

    @property
    def unsure(self) -> list[int]:
        """The numbers of players at which the lead of the strongest is not significant."""
        return [players for players, group in self.groups if not _apart(group)]

    @property
    def leaders(self) -> list[Leader]:
        """The strongest strategies, those that lead at most numbers of players first."""
        best: dict[str, list[int]] = {}
        for players, group in self.groups:
            best.setdefault(self.name(group.iloc[0]["strategy"]), []).append(players)
        ordered = sorted(best.items(), key=lambda pair: (-len(pair[1]), pair[1]))
        return [Leader(name, sizes) for name, sizes in ordered]

    @property
    def leads(self) -> list[Lead]:
        """How often the strongest finishes ahead of the next; the first of these are listed."""
        said: dict[tuple[str, str, bool], dict[int, float]] = {}
        for players, group in self.groups:
            first, second = group.iloc[0], group.iloc[1]
            key = (self.name(first["strategy"]), self.name(second["strategy"]), _apart(group))
            said.setdefault(key, {})[players] = ahead(first, second)
        return [
            Lead(first, second, list(shares), min(shares.values()), max(shares.values()), apart)
            for (first, second, apart), shares in said.items()
        ]

    @property
    def rough(self) -> int:
        """The fewest games of any strategy where they are few; else 0."""
        fewest = int(self.ratings["games"].min())
        return fewest if fewest < FEW else 0

    @property
    def neighbours(self) -> tuple[int, int]:
        """How many pairs of neighbours differ significantly, and how many pairs there are."""
        pairs = self.ratings[self.ratings["lead"].notna()]
        return int(pairs["sure"].sum()), len(pairs)

    @property
    def search_leads(self) -> str:
        """Whether a search is strongest at all, some or no numbers of players."""
        top = [searches(kind_of_player(str(group.iloc[0]["strategy"]))) for _, group in self.groups]
        return "all" if all(top) else "some" if any(top) else "none"

    def name(self, strategy: object) -> str:
        """Return the name of a strategy without a comma, which would part a sentence."""
        return self.findings.name(str(strategy)).replace(", ", " ")

    # Other tables.

    @cached_property
    def rates(self) -> pd.DataFrame:
        """Win rates in every pool."""
        return self.findings.table(RATES)

    @property
    def against_search(self) -> Any:
        """The best row of tables with searching players; None without such tables."""
        shown = self.rates[self.rates["pool"].str.startswith(SEARCH)]
        return None if shown.empty else largest(shown, shown["rate"] / shown["fair_share"])

    @property
    def few_games(self) -> bool:
        """Whether the best row of tables with searching players is of few games."""
        return bool(self.against_search["seats"] < FEW)

    @cached_property
    def direct(self) -> pd.DataFrame:
        """What the strongest with two players wins against each opponent alone.

        By opponent: `rate`, `low` and `high`, of the table with most games.
        """
        players, group = self.groups[0]
        top = str(group.iloc[0]["strategy"])
        lines = direct_rates(self.findings, top) if players == PAIR else []
        table = pd.DataFrame(lines, columns=["opponent", "games", "rate", "low", "high"])
        kept = table.sort_values("games", kind="stable").drop_duplicates("opponent", keep="last")
        return kept.set_index("opponent")

    @property
    def leaders_at_two(self) -> str:
        """The name of the strongest with the fewest players."""
        return self.name(self.groups[0][1].iloc[0]["strategy"])

    @property
    def hardest(self) -> Any:
        """Against whom the strongest with two players wins least; None without direct games."""
        if self.direct.empty:
            return None
        return self.direct.sort_values("rate", kind="stable").iloc[0]

    @property
    def pure(self) -> tuple[str, int] | None:
        """The strategy that is the whole of the best mix, and the players; None where open."""
        table = self.findings.table(META_GAME)
        if self.findings.table(PAIRINGS).empty or table.empty:
            return None
        for players, group in table.groupby("players", sort=True):
            top = largest(group, group["nash"])
            settled = (group["nash_high"] - group["nash_low"]).max() <= UNSETTLED
            if settled and top["nash"] >= PURE:
                return str(top["strategy"]), int(str(players))
        return None

    @cached_property
    def gains(self) -> pd.DataFrame:
        """What players tuned against the field gain, by role; empty where none was tuned."""
        probes = self.findings.table(PROBES)
        if probes.empty:
            return probes
        return probes[(probes["kind"] == "gain") & (probes["faction"] != ALL)]

    @property
    def gain(self) -> float:
        """The largest of these gains."""
        return float(self.gains["gain"].max())

    @property
    def exploit(self) -> Any:
        """The best plan against the standard strategy, for a title that asks; else None."""
        found = self.findings.table(StudyTable.EXPLOITERS)
        if found.empty or not self.findings.definition.title.startswith(ASKS_WHAT_BEATS):
            return None
        sure = found[found["verdict"] == Strength.STRONGER.value]
        sure = sure[~sure["strategy"].map(lambda name: searches(kind_of_player(str(name))))]
        return None if sure.empty else largest(sure, sure["rate"] / sure["fair_share"])

    @property
    def chart(self) -> Chart:
        """All strengths, at every number of players."""
        rated = self.ratings[np.isfinite(self.ratings["strength"])]
        names = {name: self.findings.name(str(name)) for name in rated["strategy"].unique()}
        return Chart(
            to_svg(draw_ladder(rated, names)),
            "",
            "",
        )

    # The section.

    def table(self) -> Table:
        """Return the strengths as a table."""
        rows = []
        rated = self.ratings[np.isfinite(self.ratings["strength"])]
        places = decimals_for(float(((rated["high"] - rated["low"]) / 2).median()))
        for _, row in self.ratings.sort_values("players", kind="stable").iterrows():
            finite = np.isfinite(row["strength"])
            strength = _between(row, ("strength", "low", "high"), places)
            rows.append(
                (
                    str(row["players"]),
                    self.findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    strength if finite else "always last",
                    _lead(row, places),
                    f"{row['rate'] * PERCENT:.1f} %",
                )
            )
        header = ("players", "strategy", "games", "strength", "lead", "wins")
        return Table.grouped("", header, (LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT), rows)


def ahead(first: pd.Series, second: pd.Series) -> float:
    """Return how often one strategy finishes ahead of another by their strengths.

    >>> strengths = pd.DataFrame({"strength": [1.0, 0.0]})
    >>> round(ahead(strengths.iloc[0], strengths.iloc[1]), 2)
    0.73
    """
    return float(1 / (1 + np.exp(float(second["strength"]) - float(first["strength"]))))


def direct_rates(findings: LadderFindings, top: str) -> list[tuple[str, int, float, float, float]]:
    """Return what a strategy wins against others alone, two at a table, by every table of these.

    Returns
    -------
    list of tuple
        Opponent, games, win rate, and its interval.
    """
    lines: list[tuple[str, int, float, float, float]] = []
    for _, row in findings.table(DUELS).iterrows():
        if row["first"] == top:
            rates = (row["rate"], row["low"], row["high"])
            lines.append((str(row["second"]), int(row["games"]), *rates))
        elif row["second"] == top:
            rates = (1 - row["rate"], 1 - row["high"], 1 - row["low"])
            lines.append((str(row["first"]), int(row["games"]), *rates))
    met = findings.table(StudyTable.MEETINGS)
    if len(met):
        met = met[(met["players"] == PAIR) & (met["strategy"] == top)]
        met = met[met["even"].astype(str).eq("True") & (met["seats"] >= FEWEST_SEATS)]
        lines += list(
            zip(met["opponent"], met["seats"], *(met[name] for name in RATE), strict=True)
        )
    paired = findings.table(PAIRINGS)
    if len(paired):
        paired = paired[(paired["players"] == PAIR) & (paired["strategy"] == top)]
        halves = ((1 + paired[name]) / 2 for name in ("payoff", "low", "high"))
        lines += list(zip(paired["opponent"], paired["games"], *halves, strict=True))
    return lines


def _lost(findings: LadderFindings, pure: tuple[str, int]) -> pd.Series[bool]:
    """Return which opponents beat a strategy significantly at a number of players."""
    strategy, players = pure
    met = findings.table(PAIRINGS)
    met = met[(met["players"] == players) & (met["strategy"] == strategy)]
    return met["high"] < 0


def _apart(group: pd.DataFrame) -> bool:
    """Return whether the strongest differs from the next, who may have no strength at all."""
    return bool(group["sure"].iloc[0]) or bool(np.isinf(group["strength"].iloc[1]))


def _lead(row: pd.Series, places: int) -> str:
    """Return the lead over the next with its interval and a star if it is sure; "" without one."""
    if np.isnan(row["lead"]):
        return ""
    star = SURE if row["sure"] else ""
    return _between(row, ("lead", "lead_low", "lead_high"), places) + star


def _between(row: pd.Series, names: Sequence[str], places: int) -> str:
    """Return a number of a row with its interval, with so many decimals."""
    ends = (round(float(row[name]), places) + 0.0 for name in names)
    value, low, high = (f"{each:.{places}f}" for each in ends)
    return f"{value} ({low} to {high})".replace("-", "−")


def find(played: PlayedLadder) -> Tables:
    """Return the strengths of the strategies."""
    return {RATINGS: ratings(played.rated, seed=played.seed)}


STRENGTHS: Final = topic("ladder", "The ladder", RatedStrategies, find=find)


@dataclass(frozen=True)
class Duels(Finding):
    """What the first of each pair wins that the ladder names."""

    findings: LadderFindings

    def table(self) -> Table:
        """Return the win rates as a table."""
        met = self.findings.table(DUELS)
        places = common_decimals((met["high"] - met["low"]) / 2 * PERCENT)
        rows = tuple(
            (
                self.findings.name(row["first"]),
                self.findings.name(row["second"]),
                f"{row['games']:,}",
                f"{row['rate'] * PERCENT:.{places}f} %",
                f"{row['low'] * PERCENT:.{places}f}–{row['high'] * PERCENT:.{places}f} %",
            )
            for _, row in met.iterrows()
        )
        header = ("strategy", "against", "games", "win rate", "95 % interval")
        return Table("", header, (LEFT, LEFT, RIGHT, RIGHT, RIGHT), rows)


def duels_of(findings: LadderFindings) -> Duels | None:
    """Return the duels; None without any."""
    return None if findings.table(DUELS).empty else Duels(findings)


def find_duels(played: PlayedLadder) -> Tables:
    """Return the win rate of the first of each pair that the ladder names."""
    pools = [
        pool
        for pool in played.study_file["pools"]
        if "pairs" in pool and pool["name"] != played.definition.meta
    ]
    pairs = [(str(pair[0]), str(pair[1])) for pool in pools for pair in pool["pairs"]]
    rows = played.rows[played.rows["pool"].isin([pool["name"] for pool in pools])]
    return {DUELS: duels(rows, pairs, seed=played.seed)}


DUELS_SECTION: Final = topic("duels", "Direct games of two players", duels_of, find=find_duels)


@dataclass(frozen=True)
class Pools(Finding):
    """Win rates in pools with searching players, which are neither rated nor duels."""

    rates: pd.DataFrame
    findings: LadderFindings

    def table(self) -> Table:
        """Return the win rates as a table."""
        places = common_decimals((self.rates["high"] - self.rates["low"]) / 2 * PERCENT)
        ordered = self.rates.sort_values(["pool", "players"], kind="stable")
        rows = [
            (
                title(str(row["pool"])),
                str(row["players"]),
                self.findings.name(row["strategy"]),
                f"{row['games']:,}",
                show_percent(row["rate"], row["low"], row["high"], places),
                percent_text(row["fair_share"]),
            )
            for _, row in ordered.iterrows()
        ]
        header = ("pool", "players", "strategy", "games", "win rate, 95 %", "fair share")
        return Table.grouped("", header, (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT), rows, named=2)


def pools_of(findings: LadderFindings) -> Pools | None:
    """Return the pools with searching players; None without any."""
    rates = findings.table(RATES)
    shown = rates[rates["pool"].str.startswith(SEARCH)]
    return None if shown.empty else Pools(shown, findings)


def find_pools(played: PlayedLadder) -> Tables:
    """Return the win rates in every pool."""
    return {RATES: pool_rates(played.rows, seed=played.seed)}


POOLS: Final = topic("pools", "Tables with searching players", pools_of, find=find_pools)
