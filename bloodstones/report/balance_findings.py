"""What the report of a balance study is made from: all its tables, computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.balance_definition import Definition
from bloodstones.report.own import Own, own_of
from bloodstones.report.terms import FACTION
from bloodstones.report.wording import title
from bloodstones.stats.arms import what_if
from bloodstones.stats.balance import win_rates
from bloodstones.stats.fairness import distances
from bloodstones.stats.table import BASE, rounds

ARM: Final = "changes_{}"
ROUNDS: Final = "rounds"
WHO: Final = "who"  # a faction at a level
ALL: Final = "all"  # numbers of players
MEAN_DIGITS: Final = 9
ALONE: Final = 1  # number of changes of a dose


@dataclass(frozen=True, slots=True)
class Answer:
    """A short list of changes: the arm that has them, and name -> value."""

    arm: str
    changes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BalanceFindings:
    """All tables of a balance study's report.

    Attributes
    ----------
    answers
        The rules as printed first, then the best change of one number, of two, ….
    overall, by_players, by_level
        Distance from fair by arm; by arm and players; by arm, level and players.
    rates, level_rates
        Win rates by arm, players and faction, over all levels and at each.
    course
        What a game is like under each answer, beside the printed rules.
    tried, doses
        Settings that were searched; win rates of single changes by number and value.
    retuned
        Win rates under each answer before and after its strategies were tuned for it.
    """

    definition: Definition
    provenance: Mapping[str, Any]
    own: Own
    role: str
    labels: Mapping[str, str]
    answers: tuple[Answer, ...]
    overall: pd.DataFrame
    by_players: pd.DataFrame
    by_level: pd.DataFrame
    rates: pd.DataFrame
    level_rates: pd.DataFrame
    course: pd.DataFrame
    tried: pd.DataFrame
    doses: pd.DataFrame
    retuned: pd.DataFrame

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name; empty ones are left out."""
        every = {
            "distances": self.overall,
            "distances_by_players": self.by_players,
            "distances_by_level": self.by_level,
            "win_rates": self.rates,
            "win_rates_by_level": self.level_rates,
            "course": self.course,
            "settings_tried": self.tried,
            "dose_curves": self.doses,
            "retuned": self.retuned,
        }
        return {name: table for name, table in every.items() if not table.empty}

    def number(self, name: str) -> str:
        """Return what a number is called."""
        return self.definition.numbers.get(name) or words_of(name)

    def level(self, name: str) -> str:
        """Return what a level of play is called."""
        return self.definition.levels.get(name) or title(name)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of play, in the order of the study."""
        known = toml_of(str(self.provenance["study_file"])).get("levels", {})
        played = dict.fromkeys(self.level_rates["level"])
        return tuple(sorted(played, key=lambda name: list(known).index(name) if known else 0))

    def printed(self, name: str) -> int:
        """Return the printed value of a number."""
        return int(self.provenance["balance"]["numbers"][name]["printed"])

    @property
    def sizes_left_out(self) -> tuple[int, ...]:
        """The numbers of players that the boards of the study take and that were not played."""
        game = load_game(str(self.provenance["game"]))
        boards = self.provenance.get("maps") or (self.provenance.get("map") or "",)
        taken = {size for board in boards for size in game.players_on(str(board))}
        return tuple(sorted(taken - set(map(int, self.rates["players"]))))

    @property
    def best(self) -> Answer:
        """The answer with the least distance from fair and cost together, on fresh games."""
        return self.cheapest(self.answers)

    @property
    def recommended(self) -> Answer:
        """The best answer, or one of more changes that is fairer for certain."""
        found = self.best
        for answer in self.answers:
            gain = distance_of(self.overall, found)["low"]
            if len(answer.changes) > len(found.changes):
                found = answer if distance_of(self.overall, answer)["high"] < gain else found
        return found

    def cheapest(self, answers: Sequence[Answer]) -> Answer:
        """Return that of some answers with the least distance and cost together."""
        cost = self.provenance["balance"]["cost"]
        known = self.provenance["balance"]["numbers"]

        def objective(answer: Answer) -> float:
            moved = sum(
                abs(value - known[name]["printed"])
                / (known[name]["values"][-1] - known[name]["values"][0])
                for name, value in answer.changes.items()
            )
            paid = cost["change"] * len(answer.changes) + cost["range"] * moved
            return float(distance_of(self.overall, answer)["distance"]) + float(paid)

        return min(answers, key=objective)


def words_of(name: str) -> str:
    """Return the name of a number in words.

    >>> words_of("red.hand_limit"), words_of("vp.unit")
    ('red hand limit', 'VP unit')
    """
    return name.replace("vp.", "VP ").replace(".", " ").replace("_", " ")


def distance_of(table: pd.DataFrame, answer: Answer, **keys: Any) -> pd.Series[Any]:
    """Return the line of an answer in a table of distances."""
    own = table[table["arm"] == answer.arm]
    for name, value in keys.items():
        own = own[own[name] == value]
    return own.iloc[0]


def find(
    definition: Definition,
    rows: pd.DataFrame,
    columns: Columns,
    provenance: Mapping[str, Any],
    tables: Sequence[pd.DataFrame],
) -> BalanceFindings:
    """Compute all tables of the report.

    Parameters
    ----------
    rows, columns
        Of the fresh games.
    tables
        What was tried, its win rates, and those of tuned strategies.
    """
    tried, tried_rates, retuned = tables
    changes = provenance["balance"]["answers"]
    answers = (
        Answer(BASE, {}),
        *(Answer(ARM.format(len(each)), each) for each in changes),
    )
    told = rows.assign(**{WHO: rows["level"] + "/" + rows["faction"]})
    return BalanceFindings(
        definition=definition,
        provenance=provenance,
        own=own_of(str(provenance.get("game"))),
        role=next((each.words for each in columns if each.name == FACTION), FACTION),
        labels={ROUNDS: ROUNDS, **columns.labels(Role.ACTIVITY), **columns.labels(Role.CONTEST)},
        answers=answers,
        overall=distances(told, ["arm"], WHO),
        by_players=distances(told, ["arm", "players"], WHO),
        by_level=distances(told, ["arm", "level", "players"]),
        rates=win_rates(rows, ["arm", "players", "faction"]),
        level_rates=win_rates(rows, ["arm", "level", "players", "faction"]),
        course=_course(rows, columns),
        tried=tried,
        doses=_doses(tried, tried_rates, provenance["balance"]["numbers"]),
        retuned=_intervals(retuned),
    )


def _course(rows: pd.DataFrame, columns: Columns) -> pd.DataFrame:
    """Return what a game is like under each answer, on the same luck as the rules as printed.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, by `measure` and `players` (0: all together): rounds of a game
        at each number of players, then what a seat does, at all of them, but for what has the same
        means as another measure.
    """
    if rows["arm"].nunique() <= 1:
        return pd.DataFrame()
    found = []
    if "game_turns" in rows:
        lengths = rows.assign(**{ROUNDS: rounds(rows)})
        found.append(what_if(lengths, ["players"], value=ROUNDS).assign(measure=ROUNDS))
    together, seen = rows.assign(**{ALL: 0}), set()
    for name in dict.fromkeys((*columns.names(Role.CONTEST), *columns.names(Role.ACTIVITY))):
        table = what_if(together, [ALL], value=name).rename(columns={ALL: "players"})
        means = tuple(table[["base", "difference"]].round(MEAN_DIGITS).to_numpy().ravel())
        if means in seen:  # what one seat does another suffers: told once
            continue
        seen.add(means)
        found.append(table.assign(measure=name))
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame()


def _doses(tried: pd.DataFrame, rates: pd.DataFrame, numbers: Mapping[str, Any]) -> pd.DataFrame:
    """Return the win rates of every value of every number that was changed alone.

    Returns
    -------
    DataFrame
        One row a number, value, level, players and faction: `rate`, `error` (standard error),
        `shift` (from the printed value, on the same luck) and the setting's `distance` and
        `smoothed` distance from fair. The printed value is there too.
    """
    search = tried[tried["stage"] != "final"]
    base = search[search["changes"] == 0].assign(value=0)
    parts = []
    alone = search[search["changes"] == ALONE].copy()
    split = alone["change"].str.split("=", n=1, expand=True)
    alone = alone.assign(number=split[0], value=split[1].astype(int))
    for name, own in alone.groupby("number", sort=False):
        printed = base.assign(number=name, value=int(numbers[str(name)]["printed"]))
        parts.append(pd.concat([printed, own], ignore_index=True))
    if not parts:
        return pd.DataFrame()
    kept = ["setting", "number", "value", "distance", "smoothed"]
    joined = pd.concat(parts, ignore_index=True)[kept].merge(rates, on="setting")
    return joined.sort_values(["number", "value"], kind="stable").reset_index(drop=True)


def _intervals(retuned: pd.DataFrame) -> pd.DataFrame:
    """Return the win rates of tuned strategies with Wilson intervals."""
    from bloodstones.stats.inference.intervals import wilson_interval

    if retuned.empty:
        return retuned
    ends = [
        wilson_interval(float(wins), int(seats))
        for wins, seats in zip(retuned["wins"], retuned["seats"], strict=True)
    ]
    return retuned.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


def distance_of_rates(table: pd.DataFrame) -> float:
    """Return the distance from fair of win rates with standard errors; one row a faction."""
    gap = table["rate"] * table["players"] - 1
    noise = (table["error"] * table["players"]) ** 2
    return float(np.sqrt(max(0.0, float((gap**2 - noise).mean()))))
