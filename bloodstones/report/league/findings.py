"""Games that people played, from which sections find tables, and those tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

import bloodstones
from bloodstones.batch.result_files.provenance_file import GAMES_FORMAT, VERSIONS
from bloodstones.core.text import plural
from bloodstones.report.contract.findings import Cover, Findings, Tables
from bloodstones.report.language.phrases import count, title
from bloodstones.report.language.terms import Terms
from bloodstones.report.league.definition import Definition
from bloodstones.report.league.simulation import simulated_rates
from bloodstones.stats.balance import win_rates
from bloodstones.stats.league.games import League
from bloodstones.stats.league.ratings import Fitted, fitted
from bloodstones.stats.table_verdicts import OnAverage, table_verdicts
from bloodstones.stats.table_verdicts import Tables as TableVerdict
from bloodstones.stats.verdicts import Verdict

ALL = 0  # in the column `players`: games with any number of players
ROLES, SEATS, MAPS = "rates_by_role", "rates_by_seat", "rates_by_map"  # names of tables
JOINT = "all_at_once"
PLAYERS, ADJUSTED = "ratings_of_players", "adjusted_rates"
SIMULATED, LEFT_OUT = "simulation", "games_left_out"
LINE_UP = "line_up"


@dataclass(eq=False)
class PlayedLeague:
    """The games of a list.

    Attributes
    ----------
    file
        The name of the list's file.
    lowest_wins
        Whether the lowest score wins.
    reports
        A folder of reports whose simulated games are compared; None for none.
    """

    definition: Definition
    league: League
    file: str
    lowest_wins: bool = False
    reports: Path | None = None

    @property
    def rows(self) -> pd.DataFrame:
        """One row a seat a game."""
        return self.league.rows

    @property
    def provenance(self) -> Mapping[str, Any]:
        """What the report says of where its games come from."""
        league, dates = self.league, sorted(filter(None, self.rows["date"].unique()))
        reasons = zip(league.left_out["reason"], league.left_out["games"], strict=True)
        return {
            "format": GAMES_FORMAT,
            "version": VERSIONS[GAMES_FORMAT],
            "study": self.definition.study,
            "question": self.definition.question,
            "game": league.names.id,
            "title": league.names.title,
            "role": league.word or "role",
            "games": league.games,
            "people": int(self.rows["strategy"].nunique()) if "player" in league.used else 0,
            "first": str(dates[0]) if dates else "",
            "last": str(dates[-1]) if dates else "",
            "file": self.file,
            "sha256": league.sha256,
            "columns": {what: list(names) for what, names in league.used.items()},
            "ignored": list(league.ignored),
            "left_out": {str(reason): int(games) for reason, games in reasons},
            "lowest_wins": self.lowest_wins,
            "has": [what for what in ("role", "seat", "map", "player") if league.has(what)],
            "versions": {"bloodstones": bloodstones.__version__},
        }

    @cached_property
    def fit(self) -> Fitted | None:
        """Strengths of players, roles and seats."""
        return fitted(self.rows, self.league.effects)

    def rates(self, *by: str) -> pd.DataFrame:
        """Return win rates with any number of players (`players` is 0), and each if several."""
        band, seed = self.definition.band, self.definition.seed
        parts = [win_rates(self.rows.assign(players_=ALL), ["players_", *by], band=band, seed=seed)]
        if self.rows["players"].nunique() > 1:
            sized = self.rows.assign(players_=self.rows["players"])
            parts.append(win_rates(sized, ["players_", *by], band=band, seed=seed))
        return pd.concat(parts, ignore_index=True).rename(columns={"players_": "players"})

    def role_rates(self) -> pd.DataFrame:
        """Return win rates by role; fair on average and fair in each line-up differ."""
        rates = self.rates("faction")
        rows = self.rows.assign(**{LINE_UP: self.rows["_line_up"]})
        single = win_rates(rows, ["faction", LINE_UP], band=self.definition.band)
        single = single.assign(opponents=single[LINE_UP])
        found = table_verdicts(single, ["faction"], self.definition.band).set_index("faction")
        words = {
            TableVerdict.UNFAIR.value: OnAverage.ONLY.value,
            TableVerdict.OPEN.value: OnAverage.UNDECIDED.value,
        }
        verdicts = [
            words.get(found["tables"].get(role, ""), verdict)
            if verdict == Verdict.FAIR.value
            else verdict
            for role, verdict in zip(rates["faction"], rates["verdict"], strict=True)
        ]
        return rates.assign(verdict=verdicts)

    def simulated(self) -> pd.DataFrame:
        """Return the rates of people beside those of simulated games; empty without any."""
        if self.reports is None or not self.league.names.id or not self.league.has("role"):
            return pd.DataFrame()
        rates = win_rates(self.rows, ["players", "faction"], band=self.definition.band)
        return simulated_rates(self.reports, self.league.names.id, rates)


@dataclass(eq=False)
class LeagueFindings(Findings):
    """The input of the sections: the tables, and what the list is."""

    definition: Definition
    provenance: Mapping[str, Any]

    @classmethod
    def of(
        cls, definition: Definition, provenance: Mapping[str, Any], tables: Tables
    ) -> LeagueFindings:
        """Return the findings of a list from its tables, by the names of their files."""
        return cls(definition, provenance, tables=tables)

    @property
    def role(self) -> str:
        """What the list calls what a seat takes, in a word."""
        return str(self.provenance["role"])

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.provenance["games"])

    @property
    def people(self) -> int:
        """The number of people; 0 where the list does not name them."""
        return int(self.provenance["people"])

    def has(self, what: str) -> bool:
        """Whether the list has a column with several values of `role`, `seat`, `map`, `player`."""
        return what in self.provenance["has"]

    def name(self, each: object) -> str:
        """Return a role, map or player as a reader sees it: ids of the laboratory as names."""
        return title(str(each)) if self.provenance["game"] else str(each)

    def terms(self, section: str = "") -> Terms:
        """Return the word of the list for a role."""
        word = self.role
        return {} if word == "role" else {"role": word, "roles": plural(word)}

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        given, facts = self.provenance, [("games with human players", f"{self.games:,}")]
        if self.people:
            facts.append(("players", f"{self.people:,}"))
        if given["first"]:
            ends = dict.fromkeys((str(given["first"]), str(given["last"])))
            facts.append(("played", " to ".join(ends)))
        facts.append(("file", str(given["file"])))
        facts.append(("version", str(given["versions"]["bloodstones"])))
        question = self.definition.question or str(given["question"])
        return Cover(self.definition.title, question, tuple(facts), given, self.definition.notes)

    @property
    def who(self) -> str:
        """The people who played, in words."""
        return count(self.people, "person", "people") if self.people else "people"
