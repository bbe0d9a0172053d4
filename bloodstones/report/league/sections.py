"""The sections of a report of games that people played, in the order of the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import Square, effects_chart, grid_chart
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import percent_text, players_text, the
from bloodstones.report.language.terms import KINDS
from bloodstones.report.league.findings import (
    ADJUSTED,
    ALL,
    JOINT,
    LEFT_OUT,
    MAPS,
    PLAYERS,
    ROLES,
    SEATS,
    SIMULATED,
    LeagueFindings,
    PlayedLeague,
)
from bloodstones.stats.inference.rounding import (
    PERCENT,
    common_decimals,
    show_difference,
    show_percent,
)
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.league.ratings import adjusted_rates, player_ratings
from bloodstones.stats.table_verdicts import OnAverage
from bloodstones.stats.verdicts import Verdict

LEFT, RIGHT = "left", "right"
OPEN: Final = (Verdict.TOO_FEW.value, Verdict.TOO_FEW_ORDERS.value, Verdict.BORDERLINE.value)
FAIR: Final = (Verdict.FAIR.value, *(each.value for each in OnAverage))
FURTHER: Final = (100, 300, 1000)  # more games
DIFFERENCE: Final = ("difference", "difference_low", "difference_high")
ROUNDED: Final = 1e-9
MOST_MORE: Final = 10_000  # more games, of which the number is shown
MOST_PLAYERS: Final = 30  # lines of a picture


def _largest(table: pd.DataFrame, by: pd.Series[float]) -> Any:
    """Return the row of a table with the largest of some figures, whatever their signs."""
    return table.iloc[int(by.abs().to_numpy().argmax())]


@dataclass(frozen=True)
class Rates(Finding):
    """Win rates of roles, or of seats, with any number of players and with each.

    Attributes
    ----------
    table
        As of `PlayedLeague.rates`.
    column
        `faction` or `seat`.
    """

    findings: LeagueFindings
    table: pd.DataFrame
    column: str

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_fair": lambda f: set(f.pooled["verdict"]) <= set(FAIR),
        "fair_everywhere": lambda f: set(f.pooled["verdict"]) == {Verdict.FAIR.value},
        "only_on_average": lambda f: OnAverage.ONLY.value in set(f.pooled["verdict"]),
        "off_is_unfair": lambda f: all(
            abs(row["low"] - row["fair_share"]) > f.band * row["fair_share"]
            and abs(row["high"] - row["fair_share"]) > f.band * row["fair_share"]
            and (row["low"] - row["fair_share"]) * (row["high"] - row["fair_share"]) > 0
            for row in f.off
        ),
        "furthest": lambda f: bool(
            (
                (f.pooled["rate"] - f.pooled["fair_share"]).abs() <= abs(f.gap(f.furthest)) + 1e-9
            ).all()
        ),
    }

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @cached_property
    def pooled(self) -> pd.DataFrame:
        """The rates with any number of players."""
        return self.table[self.table["players"] == ALL]

    @property
    def sizes(self) -> list[int]:
        """The numbers of players, where there are several."""
        return sorted(set(self.table["players"]) - {ALL})

    def gap(self, row: Any) -> float:
        """Return how far a rate is from its fair share, as a part of all games."""
        return float(row["rate"] - row["fair_share"])

    @property
    def off(self) -> list[Any]:
        """The unfair ones, the furthest from fair first."""
        rows = [row for _, row in self.pooled.iterrows() if row["verdict"] == Verdict.UNFAIR.value]
        return sorted(rows, key=lambda row: -abs(self.gap(row)))

    @property
    def furthest(self) -> Any:
        """The one whose rate is furthest from its fair share, in points."""
        rows = [row for _, row in self.pooled.iterrows()]
        return max(rows, key=lambda row: abs(self.gap(row)))

    def count(self, *verdicts: str) -> int:
        """Return how many have one of these verdicts."""
        return int(self.pooled["verdict"].isin(verdicts).sum())

    @property
    def fair(self) -> int:
        """How many are fair, also if only on average."""
        return self.count(*FAIR)

    @property
    def open(self) -> int:
        """How many are neither fair nor unfair for certain."""
        return self.count(*OPEN)

    def name(self, row: Any) -> str:
        """Return what people win with or in: "the Red Army", "seat 2"."""
        return self.label(row, article=True)

    def label(self, row: Any, *, article: bool = False) -> str:
        """Return the name of a role or of a seat."""
        if self.column == "seat":
            return f"seat {int(row['seat']) + 1}"
        shown = self.findings.name(row["faction"])
        return the(shown) if article else shown

    def adjusted(self, row: Any) -> Any:
        """Return the line of a role if all players were alike; None without one."""
        table = self.findings.table(ADJUSTED)
        if self.column != "faction" or table.empty:
            return None
        same = table[table["faction"] == row["faction"]]
        return None if same.empty else same.iloc[0]

    def simulated(self, row: Any) -> Any:
        """Return what the strongest player type wins with a role where people played it most."""
        table = self.findings.table(SIMULATED)
        if self.column != "faction" or table.empty:
            return None
        same = table[table["faction"] == row["faction"]]
        same = same[same["games"] == same["games"].max()]
        return None if same.empty else same.iloc[-1]

    @property
    def verdicts(self) -> tuple[bool, bool]:
        """Whether a role is unfair: as played, and if all players were alike."""
        table = self.findings.table(ADJUSTED) if self.column == "faction" else pd.DataFrame()
        alike = len(table) > 0 and table["verdict"].eq(Verdict.UNFAIR.value).any()
        return bool(self.off), bool(alike if len(table) else self.off)

    @property
    def joint(self) -> pd.DataFrame:
        """The test of all at once."""
        table = self.findings.table(JOINT)
        return table if table.empty else table[table["what"] == self.column]

    @property
    def joint_p(self) -> float:
        """The p-value of equal shares for all."""
        return 1.0 if self.joint.empty else float(self.joint["p_value"].iloc[0])

    @property
    def chart(self) -> Chart | None:
        """A grid of the rates, by number of players."""
        labels: dict[object, str] = {
            row[self.column]: self.label(row) for _, row in self.pooled.iterrows()
        }
        sizes = self.sizes
        columns: dict[object, str] = {ALL: "all games" if sizes else "win rate"}
        columns |= {size: players_text(size) for size in sizes}
        squares = [
            Square(row[self.column], int(row["players"]), self._lean(row), self._cell(row))
            for _, row in self.table.iterrows()
        ]
        return grid_chart(squares, labels, columns)

    def _lean(self, row: Any) -> float:
        return self.gap(row) / float(row["fair_share"])

    def _cell(self, row: Any) -> str:
        rate, low, high = (f"{row[name] * PERCENT:.0f}" for name in ("rate", "low", "high"))
        return f"{rate} %\n({low}–{high})"

    def drawing(self) -> str:
        """Draw the rates, a panel a number of players."""
        sizes = self.sizes
        shown = self.table if len(sizes) < 2 else self.table[self.table["players"] != ALL]
        labels = {row[self.column]: self.label(row) for _, row in self.table.iterrows()}
        panels: dict[object, str] = {
            ALL: "all games",
            **{size: players_text(size) for size in sizes},
        }
        return to_svg(draw_win_rates(shown, self.column, "players", self.band, labels, panels))

    def rates_table(self) -> Table:
        """Return the rates as a table."""
        keys: Keys = {self.column: (self._head, lambda value: self.label({self.column: value}))}
        table = self.pooled
        if self.sizes:
            sized = {"players": ("players", lambda size: str(size) if size else "any number")}
            keys, table = {**sized, **keys}, self.table
        return rate_table(table, keys, "")

    @property
    def _head(self) -> str:
        return "role" if self.column == "faction" else self.column


def roles_of(findings: LeagueFindings) -> Rates | None:
    """Return the rates of roles; None where the list has none."""
    table = findings.table(ROLES)
    return None if table.empty else Rates(findings, table, "faction")


def find_roles(played: PlayedLeague) -> Tables:
    """Return the win rates of roles."""
    if not played.league.has("role"):
        return {}
    return {ROLES: played.role_rates(), JOINT: _joint(played, "faction")}


def seats_of(findings: LeagueFindings) -> Rates | None:
    """Return the rates of seats; None where the list has none."""
    table = findings.table(SEATS)
    return None if table.empty else Rates(findings, table, "seat")


def find_seats(played: PlayedLeague) -> Tables:
    """Return the win rates of seats."""
    if not played.league.has("seat"):
        return {}
    return {SEATS: played.rates("seat"), JOINT: _joint(played, "seat")}


def _joint(played: PlayedLeague, what: str) -> pd.DataFrame:
    rates = played.rates(what)
    pooled = rates[rates["players"] == ALL].assign(table=ALL)
    rows = played.rows.assign(table=ALL)
    return joint_tests(rows, pooled, what, ["table"], played.definition.band)


@dataclass(frozen=True)
class Adjusted(Finding):
    """Win rates of roles as played, and if all players were alike."""

    findings: LeagueFindings
    table: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most_moved": lambda f: bool(
            ((f.table["adjusted"] - f.table["rate"]).abs() <= abs(f.shift(f.moved)) + ROUNDED).all()
        ),
        "small": lambda f: bool(((f.table["adjusted"] - f.table["rate"]).abs() < 0.015).all()),
    }

    def shift(self, row: Any) -> float:
        """Return how far the adjusted rate is from the one as played."""
        return float(row["adjusted"] - row["rate"])

    @property
    def moved(self) -> Any:
        """The role whose rate depends most on who played it."""
        return _largest(self.table, self.table["adjusted"] - self.table["rate"])

    @property
    def few(self) -> list[str]:
        """Roles that fewer than three people played."""
        few = self.table[self.table["players_of"] < 3]
        return [the(self.findings.name(name)) for name in few["faction"]]

    def name(self, row: Any) -> str:
        """Return a role as a sentence names it."""
        return the(self.findings.name(row["faction"]))

    def rates_table(self) -> Table:
        """Return the rates as a table."""
        table = self.table.sort_values("adjusted", ascending=False, kind="stable")
        places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
        rows = tuple(
            (
                self.findings.name(row["faction"]),
                f"{row['games']:,}",
                f"{row['players_of']:,}",
                f"{row['rate'] * PERCENT:.{places}f} %",
                show_percent(row["adjusted"], row["low"], row["high"], places),
                f"{row['fair_share'] * PERCENT:.0f} %",
                str(row["verdict"]),
            )
            for _, row in table.iterrows()
        )
        header = (
            "role",
            "games",
            "players",
            "as played",
            "adjusted, 95 %",
            "fair share",
            "verdict",
        )
        return Table("", header, (LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, LEFT), rows)


def adjusted_of(findings: LeagueFindings) -> Adjusted | None:
    """Return the adjusted rates; None without players or roles."""
    table = findings.table(ADJUSTED)
    return None if table.empty else Adjusted(findings, table)


def find_adjusted(played: PlayedLeague) -> Tables:
    """Return the rates of roles if all players were alike."""
    definition = played.definition
    table = adjusted_rates(played.rows, played.fit, band=definition.band, seed=definition.seed)
    return {ADJUSTED: table}


@dataclass(frozen=True)
class Maps(Finding):
    """Win rates by map, of roles or of seats."""

    findings: LeagueFindings
    table: pd.DataFrame
    column: str

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "furthest": lambda f: bool(
            ((f.table["rate"] - f.table["fair_share"]).abs() <= abs(f.gap) + ROUNDED).all()
        ),
    }

    @property
    def furthest(self) -> Any:
        """The map and role furthest from fair."""
        return _largest(self.table, self.table["rate"] - self.table["fair_share"])

    @property
    def gap(self) -> float:
        """How far that is, as a part of all games."""
        return float(self.furthest["rate"] - self.furthest["fair_share"])

    @property
    def unfair(self) -> int:
        """How many rates are unfair for certain."""
        return int(self.table["verdict"].eq(Verdict.UNFAIR.value).sum())

    def label(self, value: Any) -> str:
        """Return the name of a role or seat."""
        return f"seat {int(value) + 1}" if self.column == "seat" else self.findings.name(value)

    def name(self, row: Any) -> str:
        """Return a role or seat as a sentence names it."""
        shown = self.label(row[self.column])
        return shown if self.column == "seat" else the(shown)

    @property
    def maps(self) -> int:
        """The number of maps."""
        return int(self.table["map"].nunique())

    def rates_table(self) -> Table:
        """Return the rates as a table."""
        head = "role" if self.column == "faction" else self.column
        keys: Keys = {"map": ("map", self.findings.name), self.column: (head, self.label)}
        return rate_table(self.table, keys, "")


def maps_of(findings: LeagueFindings) -> Maps | None:
    """Return the rates by map; None where the list has one map or none."""
    table = findings.table(MAPS)
    if table.empty:
        return None
    return Maps(findings, table, "faction" if "faction" in table else "seat")


def find_maps(played: PlayedLeague) -> Tables:
    """Return the win rates of roles, or else of seats, by map."""
    column = {"role": "faction", "seat": "seat"}
    what = next((column[each] for each in column if played.league.has(each)), None)
    if what is None or not played.league.has("map"):
        return {}
    rates = played.rates("map", what)
    return {MAPS: rates[rates["players"] == ALL].drop(columns="players")}


@dataclass(frozen=True)
class Players(Finding):
    """How strong the players are."""

    findings: LeagueFindings
    table: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "first_is_above": lambda f: bool(f.first["low"] > 0),
        "strongest": lambda f: bool((f.table["strength"] <= f.first["strength"]).all()),
    }

    @property
    def first(self) -> Any:
        """The strongest."""
        return self.table.iloc[0]

    @property
    def above(self) -> int:
        """How many are stronger than the mean for certain."""
        return int((self.table["low"] > 0).sum())

    @property
    def below(self) -> int:
        """How many are weaker than the mean for certain."""
        return int((self.table["high"] < 0).sum())

    @property
    def once(self) -> int:
        """How many people have no rating, as they played once."""
        return self.findings.people - len(self.table)

    @property
    def chart(self) -> Chart | None:
        """How often each finishes ahead of an average player; where no roles are compared."""
        return self._chart()

    def drawing(self) -> str:
        """Draw how often each finishes ahead of an average player."""
        return self._chart().svg

    @property
    def shown(self) -> int:
        """How many are drawn."""
        return min(MOST_PLAYERS, len(self.table))

    def _chart(self) -> Chart:
        table = self.table.head(MOST_PLAYERS)
        table = table.assign(low=table["ahead_low"], high=table["ahead_high"])
        unit = "finishes ahead of an average player"
        return effects_chart(table, list(table["player"]), "ahead", unit)

    def ratings_table(self) -> Table:
        """Return the ratings as a table."""
        ahead = zip(
            self.table["ahead"], self.table["ahead_low"], self.table["ahead_high"], strict=True
        )
        rows = tuple(
            (
                str(row["player"]),
                f"{row['games']:,}",
                f"{row['wins']:.4g}",
                f"{row['rate'] * PERCENT:.0f} %",
                f"{row['fair_share'] * PERCENT:.0f} %",
                f"{row['strength']:+.2f}".replace("-", "−"),
                show_percent(*ends),
            )
            for (_, row), ends in zip(self.table.iterrows(), ahead, strict=True)
        )
        header = ("player", "games", "wins", "win rate", "fair share", "strength", "ahead, 95 %")
        return Table("", header, (LEFT, *(RIGHT,) * 6), rows)


def players_of(findings: LeagueFindings) -> Players | None:
    """Return the ratings; None where the list names no players."""
    table = findings.table(PLAYERS)
    return None if table.empty else Players(findings, table)


def find_players(played: PlayedLeague) -> Tables:
    """Return the ratings of the players."""
    return {PLAYERS: player_ratings(played.rows, played.fit)}


@dataclass(frozen=True)
class Simulated(Finding):
    """What people win beside what simulated players win."""

    findings: LeagueFindings
    table: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "none_differs": lambda f: bool(
            ((f.table["difference_low"] <= 0) & (f.table["difference_high"] >= 0)).all()
        ),
        "furthest": lambda f: bool(
            (f.strongest["difference"].abs() <= abs(f.furthest["difference"]) + ROUNDED).all()
        ),
    }

    @cached_property
    def strongest(self) -> pd.DataFrame:
        """The line of the strongest player type for each role and number of players."""
        return self.table.drop_duplicates(["players", "faction"], keep="last")

    @property
    def furthest(self) -> Any:
        """The role whose rate differs most from that of the strongest player type."""
        return _largest(self.strongest, self.strongest["difference"])

    @property
    def differing(self) -> int:
        """How many roles differ from the strongest player type by more than chance."""
        table = self.strongest
        return int(((table["difference_low"] > 0) | (table["difference_high"] < 0)).sum())

    def name(self, row: Any) -> str:
        """Return a role as a sentence names it."""
        return the(self.findings.name(row["faction"]))

    @property
    def reports(self) -> list[str]:
        """The titles of the reports that the simulated games are from."""
        return list(dict.fromkeys(map(str, self.table["title"])))

    @property
    def types(self) -> list[str]:
        """The player types, from plain to skilled."""
        return [kind for kind in KINDS if kind in set(self.table["type"])]

    def rates_table(self) -> Table:
        """Return what people and each player type win."""
        wins = self.table.set_index(["players", "faction", "type"])["simulated"]
        rows = [
            (
                str(row["players"]),
                self.findings.name(row["faction"]),
                show_percent(row["rate"], row["low"], row["high"]),
                *(_cell(wins.get((row["players"], row["faction"], kind))) for kind in self.types),
                show_difference(*(row[name] * PERCENT for name in DIFFERENCE)),
            )
            for _, row in self.strongest.iterrows()
        ]
        header = ("players", "role", "people, 95 %", *self.types, "difference, points")
        return Table.grouped("", header, (LEFT, LEFT, *(RIGHT,) * (len(header) - 2)), rows)


def _cell(share: float | None) -> str:
    """Return a share in per cent, "" for none."""
    return "" if share is None else percent_text(share)


def simulated_of(findings: LeagueFindings) -> Simulated | None:
    """Return the comparison; None where no report has these roles at these tables."""
    table = findings.table(SIMULATED)
    return None if table.empty else Simulated(findings, table)


def find_simulated(played: PlayedLeague) -> Tables:
    """Return the rates of people beside those of simulated games."""
    return {SIMULATED: played.simulated()}


@dataclass(frozen=True)
class More(Finding):
    """What more games of the list would show."""

    rates: Rates

    @property
    def findings(self) -> LeagueFindings:
        """The tables."""
        return self.rates.findings

    def half(self, row: Any, more: int = 0) -> float:
        """Return half an interval after so many more games of the list."""
        games = self.findings.games
        return float((row["high"] - row["low"]) / 2) * sqrt(games / (games + more))

    @property
    def typical(self) -> Any:
        """The rate whose interval is in the middle of all."""
        table = self.rates.pooled.assign(width=lambda t: t["high"] - t["low"])
        return table.sort_values("width", kind="stable").iloc[len(table) // 2]

    @property
    def needed(self) -> list[tuple[Any, int]]:
        """Those that are open, with how many more games of the list a verdict would take."""
        found = []
        for _, row in self.rates.pooled.iterrows():
            if row["more_games"] > 0:
                games = row["more_games"] * self.findings.games / row["games"]
                found.append((row, ceil(float(f"{games:.2g}"))))
        return sorted(found, key=lambda pair: pair[1])

    @property
    def soon(self) -> int:
        """How many verdicts come within the most further games of the table."""
        return sum(games <= FURTHER[-1] for _, games in self.needed)

    @property
    def open(self) -> int:
        """How many are open."""
        return self.rates.open

    def table(self) -> Table:
        """Return the precision now and after more games."""
        needed = {row[self.rates.column]: games for row, games in self.needed}
        rows = []
        for _, row in self.rates.pooled.iterrows():
            halves = (f"± {self.half(row, more) * PERCENT:.0f}" for more in (0, *FURTHER))
            verdict = str(row["verdict"])
            if verdict in OPEN:
                games = needed.get(row[self.rates.column])
                verdict = "on an edge" if not games else f"{games:,} more"
                if games and games > MOST_MORE:
                    verdict = f"over {MOST_MORE:,} more"
            rows.append((self.rates.label(row), *halves, verdict))
        head = "seat" if self.rates.column == "seat" else "role"
        later = (f"+{more:,} games" for more in FURTHER)
        header = (head, "now", *later, "games to a verdict")
        return Table("", header, (LEFT, *(RIGHT,) * 4, LEFT), tuple(rows))


def more_of(findings: LeagueFindings) -> More | None:
    """Return what more games would show of roles, or else of seats."""
    rates = roles_of(findings) or seats_of(findings)
    return None if rates is None else More(rates)


@dataclass(frozen=True)
class Method(Finding):
    """How the list was read, and what it cannot say."""

    findings: LeagueFindings

    @property
    def source(self) -> Mapping[str, Any]:
        """The provenance."""
        return self.findings.provenance

    @property
    def left_out(self) -> list[tuple[str, int, str]]:
        """Why games were left out, how many, and where they are in the file."""
        table = self.findings.table(LEFT_OUT)
        return [] if table.empty else list(table.itertuples(index=False, name=None))

    def columns_table(self) -> Table:
        """Return which columns were used for what."""
        rows = tuple((what, ", ".join(names)) for what, names in self.source["columns"].items())
        return Table("", ("what", "column of the file"), (LEFT, LEFT), rows)


def find_left_out(played: PlayedLeague) -> Tables:
    """Return the games that were left out."""
    return {LEFT_OUT: played.league.left_out.astype({"lines": str})}


LEAGUE_SECTIONS: Final[tuple[Section[LeagueFindings, PlayedLeague], ...]] = (
    topic("roles", "Win rates by role", roles_of, find=find_roles),
    topic("adjusted", "Roles, adjusted for who played them", adjusted_of, find=find_adjusted),
    topic("seats", "Win rates by seat", seats_of, find=find_seats),
    topic("maps", "Win rates by map", maps_of, find=find_maps),
    topic("simulated", "People and simulated players", simulated_of, find=find_simulated),
    topic("players", "Ratings of the players", players_of, find=find_players),
    topic("more", "What more games would show", more_of),
    topic("method", "Method and limits", Method, find=find_left_out),
)
