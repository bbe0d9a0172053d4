"""A balance study's report: its games and search, from which sections find tables, and these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance import finished
from bloodstones.batch.balance.aims import AGAINST
from bloodstones.batch.balance.finished import verify_balance
from bloodstones.batch.result_files.result import declared_by
from bloodstones.batch.result_files.tidy_tables import read_frame
from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.contract.study_files import player_types_of
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.balance.definition import Definition
from bloodstones.report.contract.findings import Cover, Findings, Tables, facts_of, read_games
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.contract.tested import ROLES, TestedChange, Tester, baseline_of, recipe
from bloodstones.report.language.phrases import count, listing, title
from bloodstones.report.language.terms import FACTION, KINDS, Terms, kind_of_player, terms_of
from bloodstones.stats.fairness import COLUMNS, distances
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.table import BASE

DISTANCES: Final = "distances"  # names of tables: distance from fair by arm
DISTANCES_BY_PLAYERS: Final = "distances_by_players"
DISTANCES_BY_LEVEL: Final = "distances_by_level"  # by arm, level and players
RATES: Final = "win_rates"  # by arm, players and faction, over all levels
RATES_BY_LEVEL: Final = "win_rates_by_level"
COURSE: Final = "course"  # what a game is like under each answer, beside the printed rules
TRIED: Final = "settings_tried"  # settings that were searched
FRONT: Final = "front"  # those that no other beats in distance, number and size of changes
FIGURES: Final = "target_figures"  # every figure that has a goal, by arm
TARGETS: Final = "target_distances"  # distance from each target by arm
DOSES: Final = "dose_curves"  # win rates of single changes by number and value
RETUNED: Final = "retuned"  # win rates before and after strategies were tuned for an answer
ARM: Final = "changes_{}"
ROUNDS: Final = "rounds"
WHO: Final = "who"  # a faction at a level


@dataclass(frozen=True, slots=True)
class ShortList:
    """A short list of changes: the arm that has them, and name -> value."""

    arm: str
    changes: Mapping[str, Any]

    @property
    def sets(self) -> frozenset[tuple[str, str]]:
        """What it sets, as `contract.tested.TestedChange.change` has it."""
        return frozenset((name, str(value).lower()) for name, value in self.changes.items())


@dataclass(frozen=True, slots=True)
class SearchTables:
    """What the search of a balance study wrote.

    Attributes
    ----------
    tried, rates
        Settings that were searched, and their win rates.
    retuned
        Win rates of strategies that were tuned for an answer.
    front
        Settings with the surrogate's distance, and whether they are on the Pareto front.
    figures, distances
        Of the confirming games: every figure with its goal, and distances from the targets.
    """

    tried: pd.DataFrame
    rates: pd.DataFrame
    retuned: pd.DataFrame
    front: pd.DataFrame
    figures: pd.DataFrame
    distances: pd.DataFrame


@dataclass(eq=False)
class BalanceInput:
    """What the games of a balance study and the findings from them share."""

    definition: Definition
    provenance: Mapping[str, Any]
    game: GameReport

    @property
    def fair_alone(self) -> bool:
        """Whether even win rates are all that the study wants."""
        return bool(self.provenance["balance"].get("fair_alone", True))

    @property
    def claims(self) -> Sequence[Mapping[str, Any]]:
        """What was claimed before the confirming games, and whether it held."""
        return list(self.provenance["balance"].get("claims", ()))


@dataclass(eq=False)
class PlayedBalance(BalanceInput):
    """The games of a balance study.

    Attributes
    ----------
    rows, columns
        Of the new games, which no setting was chosen by.
    search
        What the search wrote.
    """

    rows: pd.DataFrame
    columns: Columns
    search: SearchTables

    @classmethod
    def read(cls, definition: Definition, source: Path) -> PlayedBalance:
        """Return the games of a balance study, from its results in a folder.

        Raises
        ------
        InputError
            There are none, or those of another study.
        """
        games = read_games(source, definition.study, verify_balance)
        files = (finished.TRIED, finished.RATES, finished.RETUNED)
        more = (finished.FRONT, finished.FIGURES, finished.DISTANCES)
        tables = [read_frame(source / name) for name in files]
        # Results of 0.1 have no tables on targets: nothing but fairness was searched for.
        tables += [
            read_frame(source / name) if (source / name).is_file() else pd.DataFrame()
            for name in more
        ]
        game = game_report_of(str(games.provenance.get("game")))
        search = SearchTables(*tables)
        return cls(definition, games.provenance, game, games.rows, games.columns, search)

    def distances(self, by: Sequence[str]) -> pd.DataFrame:
        """Return the distances from the targets in the new games.

        Parameters
        ----------
        by
            `arm`, and of these: `level` with `players`, or `players` alone.
        """
        if self.fair_alone:
            return distances(self.by_who, by, WHO if "level" not in by else FACTION)
        table = self.search.distances
        wanted = (table["by_level"] == ("level" in by)) & (table["target"] == "")
        wanted &= (table["players"] > 0) == ("players" in by)
        return table.loc[wanted, [*by, *COLUMNS]].reset_index(drop=True)

    @property
    def by_who(self) -> pd.DataFrame:
        """The rows with a column of the faction with its player type."""
        return self.rows.assign(**{WHO: self.rows["level"] + "/" + self.rows["faction"]})


@dataclass(eq=False)
class BalanceFindings(BalanceInput, Findings):
    """The input of the sections of a balance report: its tables, and what its game declares.

    Attributes
    ----------
    columns
        Of the results.
    """

    columns: Columns

    @classmethod
    def of(
        cls, definition: Definition, provenance: Mapping[str, Any], tables: Tables
    ) -> BalanceFindings:
        """Return the findings of a balance study from its tables, by the names of their files."""
        name = str(provenance.get("game"))
        columns = declared_by(load_game(name, "game of the study")).rows
        return cls(definition, provenance, game_report_of(name), columns, tables=tables)

    @cached_property
    def answers(self) -> tuple[ShortList, ...]:
        """The rules as printed first, then the best change of one number, of two, …."""
        changes = self.provenance["balance"]["answers"]
        return (ShortList(BASE, {}), *(ShortList(ARM.format(len(each)), each) for each in changes))

    @property
    def role(self) -> str:
        """What the game calls what a seat takes, in a word."""
        return next((each.words for each in self.columns if each.name == FACTION), FACTION)

    @property
    def labels(self) -> Mapping[str, str]:
        """What the measures of a game are called."""
        return {
            ROUNDS: ROUNDS,
            **self.columns.labels(Role.ACTIVITY),
            **self.columns.labels(Role.CONTEST),
        }

    def terms(self, section: str = "") -> Terms:
        """Return the words of the game."""
        return terms_of(self.game.words.terms, self.role)

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        study, games, *others = facts_of(self.provenance)
        fresh = ("fresh games", f"{self.provenance['fresh_games']:,}")
        quick = (("run", "quick"),) if self.provenance["quick"] else ()
        return Cover(
            self.definition.title,
            str(self.provenance["question"]),
            (study, games, fresh, *others, *quick),
            self.provenance,
            self.definition.notes,
            levels=tuple(map(self.player, self.levels)),
        )

    def number(self, name: str) -> str:
        """Return what a number is called."""
        return self.definition.numbers.get(name) or number_name(name)

    def level(self, name: str) -> str:
        """Return the name of a player type."""
        return self.definition.player_types.get(name) or title(name)

    def player(self, name: str) -> str:
        """Return what a player of a level is called, inside of a sentence."""
        words = self.level(name)
        return words[:1].lower() + words[1:]

    @property
    def levels(self) -> tuple[str, ...]:
        """The player types, in the order of the study."""
        order = player_types_of(toml_of(str(self.provenance["study_file"])))
        played = dict.fromkeys(self.table(RATES_BY_LEVEL)["level"])
        return tuple(sorted(played, key=lambda name: list(order).index(name) if order else 0))

    def printed(self, name: str) -> Any:
        """Return the printed value of a number, a reading or a start."""
        balance = self.provenance["balance"]
        tables = (balance.get(key, {}) for key in ("options", "starts", "numbers"))
        value = next(table[name] for table in tables if name in table)["printed"]
        return "as the game has it" if value is None else value

    def size(self, answer: ShortList) -> float:
        """Return how far the changes of an answer go: in ranges of numbers, 1 for any other."""
        numbers = self.provenance["balance"]["numbers"]
        return sum(
            abs(value - numbers[name]["printed"])
            / (numbers[name]["values"][-1] - numbers[name]["values"][0])
            if name in numbers
            else 1.0
            for name, value in answer.changes.items()
        )

    @property
    def sizes_left_out(self) -> tuple[int, ...]:
        """The numbers of players that the boards of the study take and that were not played."""
        game = load_game(str(self.provenance["game"]))
        boards = self.provenance.get("maps") or (self.provenance.get("map") or "",)
        taken = {size for board in boards for size in game.players_on(str(board))}
        return tuple(sorted(taken - set(map(int, self.table(RATES)["players"]))))

    # Player types.

    @cached_property
    def strategies(self) -> Mapping[str, str]:
        """The strategy of each player type, the first one if several mix."""
        levels = player_types_of(toml_of(str(self.provenance["study_file"])))
        found = {}
        for name, players in levels.items():
            while not isinstance(players, str):
                players = players[0]
            found[name] = players
        return found

    def kind(self, strategy: str) -> str:
        """Return what kind of player a strategy is: as other reports have it, or by its level."""
        known = {one.strategy: one.kind for one in self.tested}
        named = {each: self.level(level).lower() for level, each in self.strategies.items()}
        declared = named.get(strategy, "").partition(" (")[0]
        return known.get(strategy) or kind_of_player(
            strategy, declared if declared in KINDS else ""
        )

    @cached_property
    def tests(self) -> tuple[TestedChange, ...]:
        """The answers as changes that every player type tested at every table."""
        return Tester(
            game=str(self.provenance.get("game")),
            report="",
            title=self.definition.title,
            by=FACTION,
            strategy="",
            role=self.role,
            provenance=self.provenance,
            table=self.table,
            number=self.number,
            kind=self.kind,
            where=self.definition.baseline,
        ).tests()

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        """The levels of the strongest player type, from plain to skilled."""
        order = [*KINDS]
        kinds = {level: self.kind(self.strategies.get(level, level)) for level in self.levels}
        rank = {level: order.index(kind) for level, kind in kinds.items()}
        most = max(rank.values())
        return tuple(level for level in self.levels if rank[level] == most)

    # Distances.

    @property
    def sizes(self) -> list[int]:
        """The numbers of players."""
        return sorted(set(map(int, self.table(RATES)["players"])))

    def fair_gap(self, answer: ShortList, *, level: str = "", players: int = 0) -> float:
        """Return the average distance of the win rates from the fair share, a part of all games.

        Parameters
        ----------
        level, players
            One level and number of players; by default all levels together, and every table.
        """
        table = self.table(RATES_BY_LEVEL if level else RATES)
        rows = table[table["arm"] == answer.arm]
        rows = rows[rows["level"] == level] if level else rows
        rows = rows[rows["players"] == players] if players else rows
        off = (rows["rate"] - 1 / rows["players"]).abs()
        return float(off.groupby(rows["players"]).mean().mean())

    def target_gap(self, answer: ShortList, level: str) -> float:
        """Return the distance from the targets at a level, over all numbers of players."""
        table = self.table(DISTANCES_BY_LEVEL)
        rows = table[(table["arm"] == answer.arm) & (table["level"] == level)]
        return float(rows["distance"].mean())

    def helps(self, answer: ShortList) -> bool:
        """Return whether an answer helps with the strongest player type.

        For fairness alone, at some table, as `contract.tested` decides; else the distance from the
        targets must fall with every strategy of this type, by the least size that matters, and no
        role may be pushed further from fair than another is helped.
        """
        least = self.definition.least
        last = self.strategies.get(self.deciding[-1], self.deciding[-1])
        mine = [one for one in self.tests if one.strategy == last and one.change <= answer.sets]
        if not answer.changes:
            return False
        if self.fair_alone:
            return any(one.mending.helps(least) for one in mine)
        base = self.answers[0]
        falls = all(
            self.target_gap(base, level) - self.target_gap(answer, level) >= least
            for level in self.deciding
        )
        return falls and not any(one.mending.overshot or one.mending.harms(least) for one in mine)

    @cached_property
    def recommended(self) -> ShortList:
        """The answer to recommend of those that help with the strongest player type.

        One that reports recommend for the only table comes first; else that with the least
        distance and cost together, unless one of more changes is closer for certain. Where none
        helps, the rules as printed.
        """
        helping = [each for each in self.answers[1:] if self.helps(each)]
        if not helping:
            return self.answers[0]
        if len(self.sizes) == 1:
            study = str(self.provenance["study"])
            every = [*(one for one in self.tested if one.study != study), *self.tests]
            least = self.definition.least
            baseline = baseline_of(self.provenance)
            best = recipe(every, self.sizes[0], ROLES, baseline, least)
            for each in helping:
                if best is not None and best.change == each.sets:
                    return each
        chosen = self.cheapest(helping)
        for answer in helping:
            low = distance_of(self.table(DISTANCES), chosen)["low"]
            if len(answer.changes) > len(chosen.changes):
                closer = distance_of(self.table(DISTANCES), answer)["high"] < low
                chosen = answer if closer else chosen
        return chosen

    def cheapest(self, answers: Sequence[ShortList]) -> ShortList:
        """Return that of some answers with the least distance and cost together."""
        cost = self.provenance["balance"]["cost"]

        def objective(answer: ShortList) -> float:
            paid = cost["change"] * len(answer.changes) + cost["range"] * self.size(answer)
            return float(distance_of(self.table(DISTANCES), answer)["distance"]) + float(paid)

        return min(answers, key=objective)


def number_name(name: str) -> str:
    """Return the name of a number in words.

    >>> number_name("red.hand_limit"), number_name("vp.unit")
    ('red hand limit', 'VP unit')
    """
    return name.replace("vp.", "VP ").replace(".", " ").replace("_", " ")


def distance_of(table: pd.DataFrame, answer: ShortList, **keys: Any) -> pd.Series[Any]:
    """Return the line of an answer in a table of distances."""
    rows = table[table["arm"] == answer.arm]
    for name, value in keys.items():
        rows = rows[rows[name] == value]
    return rows.iloc[0]


def heading(answer: ShortList) -> str:
    """Return the heading of an answer's column."""
    return count(len(answer.changes), "change") if answer.changes else "as printed"


# What answers, levels of play and distances are called in cells of tables.


def answer_text(findings: BalanceFindings, answer: ShortList) -> str:
    """Return the changes of an answer in words."""
    if not answer.changes:
        return "as printed"
    return listing(
        [
            f"{findings.number(name)} {value_text(value)} (not {value_text(printed)})"
            for name, value in answer.changes.items()
            for printed in [findings.printed(name)]
        ]
    )


def value_text(value: Any) -> str:
    """Return a value of a number, or in quotes that of a reading or a start.

    >>> value_text(-2), value_text("3"), value_text("last_held")
    ('−2', '3', '“last held”')
    """
    text = str(value).replace("-", "−")
    return text if text.strip("−").isdigit() else f"“{str(value).replace('_', ' ')}”"


def change_words(findings: BalanceFindings, change: str) -> str:
    """Return a setting in words."""
    changes = dict(part.split("=", 1) for part in change.split(", ")) if change else {}
    numbers = findings.provenance["balance"]["numbers"]
    given = {name: int(each) if name in numbers else each for name, each in changes.items()}
    return answer_text(findings, ShortList("", given))


def level_label(findings: BalanceFindings, level: str) -> str:
    """Return the name of a player type, or of a pair of types that meet."""
    names = [findings.level(name) for name in level.split(AGAINST)]
    return " against ".join(names) if level else ""


def distance_text(row: Any, *, interval: bool = False) -> str:
    """Return a distance from the targets, perhaps with its interval.

    >>> distance_text({"distance": 0.401, "low": 0.32, "high": 0.5}, interval=True)
    '0.40 (0.32–0.50)'
    """
    text = f"{row['distance']:.2f}"
    return f"{text} ({row['low']:.2f}–{row['high']:.2f})" if interval else text


def points_cell(share: float) -> str:
    """Return a distance of win rates as a number of points.

    >>> points_cell(0.1237)
    '12.4'
    """
    return f"{share * PERCENT:.1f}"
