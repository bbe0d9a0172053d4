"""What is measured of results: frames with how many games, intervals and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.api.faults import python_faults
from bloodstones.api.frames import in_wide
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest
from bloodstones.stats.inference.rounding import show_percent
from bloodstones.stats.table import BASE, base_rows, level_games, mixed_games
from bloodstones.stats.verdicts import BAND, check_band

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.stats.table import Results as Tables

FACTORS: Final = ("map", "players", "level", "strategy", "arm", "faction")
ALWAYS: Final = ("players", "strategy", "faction")
SUMMARY: Final = ("games", "win rate (95 %)")
BY_ROLE: Final = ("players", "faction")
BY_STRATEGY: Final = ("players", "strategy")  # in a game without roles
BY_SIZE: Final = ("players",)
COMPARED: Final = ("faction", "turn_order")
ARM: Final = "arm"
TURNS: Final = "game_turns"
MARGIN: Final = 0.05  # chance of any false difference in a family
HIGHER, LOWER, ALIKE = "higher", "lower", "no significant difference"


class Measures:
    """What can be measured of results.

    Every method returns a frame with how many games stand behind a figure, its 95 % interval
    (`low`, `high`), and its verdict where it can have one. What is measured of roles takes the
    games in which one strategy plays every seat, or all of them if there are none; without `arm`
    in `by`, those of the game as it is.

    Attributes
    ----------
    tables
        The tables and their provenance, as `stats` reads them.
    """

    tables: Tables

    @in_wide
    def win_rates(self, by: Sequence[str] = BY_ROLE, *, band: float = BAND) -> pd.DataFrame:
        """Return win rates with 95 % intervals and verdicts, see `stats.balance.win_rates`.

        Parameters
        ----------
        by
            Columns: a line for each combination of their values.
        band
            Half width of the band of fair rates, as a part of the fair share, above 0 up to 1.

        Notes
        -----
        In a game without roles, `faction` in the default of `by` is `strategy`: where strategies
        play each other, the rates are those of `strategies()`, with the verdict stronger or weaker.
        """
        with python_faults(names=("band",)):
            if self._by_strategy(by) and not mixed_games(self.tables.rows).empty:
                check_band(band)
                return self.strategies()
            return self._rates(self.speaking(by), by, band)

    @in_wide
    def match_ups(self, by: Sequence[str] = BY_SIZE, *, band: float = BAND) -> pd.DataFrame:
        """Return how often each role finishes ahead of each other, see `stats.balance.match_ups`.

        Parameters
        ----------
        by, band
            As of `win_rates`.
        """
        from bloodstones.stats.balance import match_ups

        with python_faults(names=("band",)):
            return match_ups(
                self.speaking(by), self._listed(by), band=band, stopping=self._stopping
            )

    @in_wide
    def strategies(self, by: Sequence[str] = BY_STRATEGY) -> pd.DataFrame:
        """Return win rates of strategies that play each other, with the verdict stronger or weaker.

        Parameters
        ----------
        by
            As of `win_rates`.

        Raises
        ------
        InputError
            No strategies meet in these games.
        """
        from bloodstones.stats.balance import strategy_rates

        rows = self._printed(mixed_games(self.tables.rows), by)
        if rows.empty:
            raise expected("games in which strategies play each other", "none", "strategies")
        return strategy_rates(self._rates(rows, by))

    @in_wide
    def points(self, by: Sequence[str] = BY_ROLE) -> pd.DataFrame:
        """Return mean scores with intervals, and the mean points from each source.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.summary import points_by_source

        sources = self.tables.columns.names(Role.POINTS)
        return points_by_source(self.speaking(by), self._listed(by), sources)

    @in_wide
    def lengths(self, by: Sequence[str] = BY_SIZE) -> pd.DataFrame:
        """Return how long games last, see `stats.summary.game_lengths`.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.summary import game_lengths

        return game_lengths(self._timed(by), self._listed(by))

    @in_wide
    def rounds(self, by: Sequence[str] = BY_SIZE) -> pd.DataFrame:
        """Return how many rounds each game lasted, one row a game: the columns of `by`, `rounds`.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.table import one_row_a_game, rounds

        games = one_row_a_game(self._timed(by))
        return games[self._listed(by)].assign(rounds=rounds(games)).reset_index(drop=True)

    def _timed(self, by: Sequence[str]) -> pd.DataFrame:
        """Return the games that speak; InputError if they do not tell how long they last."""
        rows = self.speaking(by)
        if TURNS not in rows:
            raise expected(
                "results that include the length of games", f"no column {TURNS}", "lengths"
            )
        return rows

    @in_wide
    def activity(self, by: Sequence[str] = BY_ROLE) -> pd.DataFrame:
        """Return what a seat does in a game on average, one column a kind of action.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.summary import activity

        counted = self.tables.columns.names(Role.ACTIVITY)
        return activity(self.speaking(by), self._listed(by), counted)

    @in_wide
    def leads(self, by: Sequence[str] = BY_ROLE) -> pd.DataFrame:
        """Return who leads, and how often one wins from behind, see `stats.leads`.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.leads import check_leads, wins_from_behind

        rows = self.speaking(by)
        check_leads(rows, "leads")
        return wins_from_behind(rows, self._listed(by))

    @in_wide
    def comebacks(self, by: Sequence[str] = BY_SIZE) -> pd.DataFrame:
        """Return the win rate of seats by how many points they were behind, and when.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.leads import comebacks

        return comebacks(self.speaking(by), self._listed(by))

    @in_wide
    def distances(self, by: Sequence[str] = BY_SIZE) -> pd.DataFrame:
        """Return how far from fair the roles are all together, see `stats.fairness.distances`.

        Parameters
        ----------
        by
            As of `win_rates`.
        """
        from bloodstones.stats.fairness import distances

        return distances(self.speaking(by), self._listed(by))

    @in_wide
    def verdicts(self, *, band: float = BAND) -> pd.DataFrame:
        """Return one verdict a table on the roles, and on the places in turn order.

        Parameters
        ----------
        band
            As of `win_rates`.

        Returns
        -------
        DataFrame
            `players`, `what` is compared, `groups` of it, `games`, the test that all win equally
            often, and the `verdict` on all together, see `stats.joint.joint_tests`.
        """
        import pandas as pd

        from bloodstones.stats.joint import joint_tests

        rows = self.speaking(BY_SIZE)
        with python_faults(names=("band",)):
            tests = [
                joint_tests(rows, self._rates(rows, (*BY_SIZE, what), band), what, band=band)
                for what in COMPARED
                if what in rows
            ]
        return pd.concat(tests, ignore_index=True)

    @in_wide
    def what_ifs(self, by: Sequence[str] = BY_ROLE) -> pd.DataFrame:
        """Return the changes by arm, paired by random numbers, see `stats.arms.what_if`.

        Parameters
        ----------
        by
            As of `win_rates`.

        Returns
        -------
        DataFrame
            The columns of `by` and of `what_if`, with `holm` (the p-value after Holm's correction
            over all lines) and `verdict`: higher, lower, or no significant difference at 5 %.

        Raises
        ------
        InputError
            There is no arm beside the base, or too few games.
        """
        from bloodstones.stats.arms import what_if
        from bloodstones.stats.inference.families import adjust_family

        rows = self.tables.rows
        if set(rows.get(ARM, ())) <= {BASE}:
            tip = "name changes of the rules in `arms=` of the study"
            raise expected("results with arms", "none", "what_ifs", tip)
        alone = level_games(rows)
        with python_faults():
            table = what_if(rows if alone.empty else alone, self._listed(by))
        p_values = {str(place): p for place, p in enumerate(table["p_value"])}
        family = adjust_family(p_values, "win rates in all arms", level=MARGIN)
        holm = family["adjusted"].to_numpy()
        signs = zip(holm, table["difference"], strict=True)
        verdicts = [ALIKE if p > MARGIN else HIGHER if d > 0 else LOWER for p, d in signs]
        return table.assign(holm=holm, verdict=verdicts)

    @in_wide
    def luck(self) -> pd.DataFrame:
        """Return what makes results differ: draws, seat, role, strategies, see `stats.luck`.

        Empty unless two strategies are crossed with the same random numbers.
        """
        from bloodstones.stats.luck import luck_shares

        return luck_shares(base_rows(self.tables.rows))

    @in_wide
    def on_board(self) -> pd.DataFrame:
        """Return what happens in each area of each board, a game; empty without boards."""
        from bloodstones.stats.summary import area_rates

        measures = [each.name for each in self.tables.measures]
        return area_rates(self.tables.rows, self.tables.areas, measures)

    @in_wide
    def summary(self) -> pd.DataFrame:
        """Return the win rate of each role where one strategy plays every seat.

        The factors that differ, `games` and `win rate (95 %)`, rounded by its interval. Where no
        game is of one strategy alone, the games of all.
        """
        import pandas as pd

        rows = self.tables.rows
        games = level_games(rows)
        games = rows if games.empty else games
        present = [name for name in FACTORS if name in games]
        factors = [name for name in present if name in ALWAYS or games[name].nunique() > 1]
        if games.empty:
            return pd.DataFrame(columns=[*factors, *SUMMARY])
        rates = self._rates(games, factors)
        shown = [
            show_percent(rate, low, high)
            for rate, low, high in rates[["rate", "low", "high"]].itertuples(index=False)
        ]
        return rates[[*factors, "games"]].assign(**{SUMMARY[1]: shown})

    @property
    def _stopping(self) -> Mapping[str, object] | None:
        stopping: Mapping[str, object] | None = self.tables.provenance.get("stopping")
        return stopping

    def _rates(self, rows: pd.DataFrame, by: Sequence[str], band: float = BAND) -> pd.DataFrame:
        """Return win rates with intervals that hold however the study ended."""
        from bloodstones.stats.balance import win_rates

        return win_rates(rows, self._listed(by), band=band, stopping=self._stopping)

    @in_wide
    def speaking(self, by: Sequence[str]) -> pd.DataFrame:
        """Return the games in which one strategy plays every seat, or all if there are none."""
        rows = self._printed(self.tables.rows, by)
        alone = level_games(rows)
        return rows if alone.empty else alone

    def _printed(self, rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
        """Return rows of the game as it is, those of all arms where `by` tells them apart."""
        for name in self._listed(by):
            if name not in rows:
                tip = nearest(name, [*map(str, rows.columns)])
                raise expected("a column of the table", name, "by=", tip)
        return rows if ARM in self._listed(by) else base_rows(rows)

    def _by_strategy(self, by: Sequence[str]) -> bool:
        """Whether results are by role as nothing else is said, and the game has no roles."""
        usual = isinstance(by, list | tuple) and tuple(by) == BY_ROLE
        return usual and bool((self.tables.rows["faction"].astype(str) == "").all())

    def _listed(self, by: Sequence[str]) -> list[str]:
        """Return the names of columns as a list; a text is one of them."""
        listed = [by] if isinstance(by, str) else by
        if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in by):
            raise expected("names of columns", by, "by=")
        if not listed:
            raise expected("names of columns", "none", "by=")
        return list(BY_STRATEGY) if self._by_strategy(by) else list(listed)
