"""The meta-game of a ladder: which mix of strategies is best, overall or for each faction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.errors import InputError
from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.ladder.findings import META_GAME, PAIRINGS, LadderFindings, PlayedLadder
from bloodstones.report.language.phrases import tight, title
from bloodstones.stats.inference.intervals import normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.ratings.faction_game import faction_game, faction_payoffs
from bloodstones.stats.ratings.meta_game import meta_game, payoff_table

LEFT, RIGHT = "left", "right"
FULL: Final = 0.25  # a loss of 25 percentage points has the deepest colour
PAIRINGS_FULL: Final = 0.3  # 30 percentage points between two seats have the deepest colour
CONFIDENCE: Final = 0.95
LINE_HEIGHT: Final = 0.32
SLACK: Final = 1e-9  # of an equilibrium: a strategy in it loses nothing
WIDE: Final = 0.5  # an interval of a share that is wider leaves the mix open


@dataclass(frozen=True)
class AtTable:
    """The meta-game at one number of players.

    Attributes
    ----------
    mix
        Nash averages: of strategies, or of strategies by faction.
    met
        Who beats whom, over all factions; empty by faction.
    """

    players: int
    mix: pd.DataFrame
    met: pd.DataFrame
    name: Callable[[str], str]

    @property
    def settled(self) -> bool:
        """Whether the shares of the mix are known well enough to be said."""
        return bool((self.mix["nash_high"] - self.mix["nash_low"]).max() <= WIDE)

    @property
    def used(self) -> list[Any]:
        """The strategies of the best mix, the largest share first."""
        used = self.mix[self.mix["nash"] > 0].sort_values("nash", ascending=False, kind="stable")
        return [row for _, row in used.iterrows()]

    @property
    def best(self) -> Iterator[tuple[str, Any]]:
        """Yield each faction with the row of its largest share."""
        for faction, group in self.mix.groupby("faction", sort=True):
            yield title(str(faction)), group[group["nash"] == group["nash"].max()].iloc[0]

    @property
    def fewest(self) -> int:
        """The fewest games of a strategy."""
        return int(self.mix["games"].min())

    @property
    def fewest_of_pairs(self) -> int:
        """The fewest games of a pair."""
        return int(self.met["games"].min()) if len(self.met) else 0

    def share(self, row: Any) -> str:
        """Return a share of the mix with its interval."""
        return tight(mix_share(row, "nash"))

    def drawing(self) -> str:
        """Draw what each strategy loses with each faction."""
        ranked = self.mix.groupby("strategy")["loss"].mean().sort_values(kind="stable")
        strategies: dict[object, str] = {each: self.name(str(each)) for each in ranked.index}
        named = sorted(set(self.mix["faction"]))
        factions: dict[object, str] = {each: title(each) for each in named}
        squares = _squares(self.mix)
        drawn = draw_matrix(squares, strategies, factions, width=PAGE_WIDTH, height=LINE_HEIGHT)
        return to_svg(drawn)

    def table(self) -> Table:
        """Return what each strategy loses with each faction, and its share of the mix."""
        return _table(self.mix, self.name)

    def pairs_drawing(self) -> str:
        """Draw who beats whom."""
        ranked = self.mix.sort_values("skill", ascending=False, kind="stable")["strategy"]
        named: dict[object, str] = {each: self.name(str(each)) for each in ranked}
        return to_svg(draw_matrix(_pairing_squares(self.met), named, named))

    @property
    def pairs_width(self) -> float:
        """The width of that picture in inches."""
        return MATRIX_WIDTH

    def pairs_table(self) -> Table:
        """Return what each strategy loses over all factions, and its share of the mix."""
        return _pairing_table(self.mix, self.name)


@dataclass(frozen=True)
class MetaGame(Finding):
    """The mix of strategies that no other beats on average.

    Attributes
    ----------
    tables
        By number of players.
    by_faction
        Whether there is a mix for each faction, and not one over all.
    """

    tables: list[AtTable]
    by_faction: bool

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "any_settled": lambda f: any(one.settled for one in f.tables),
    }

    @property
    def settled(self) -> list[AtTable]:
        """The numbers of players at which the mix is known."""
        return [one for one in self.tables if one.settled]

    @property
    def open(self) -> list[AtTable]:
        """The others."""
        return [one for one in self.tables if not one.settled]


def meta_game_of(findings: LadderFindings) -> MetaGame | None:
    """Return the meta-game; None without games of all pairs."""
    return meta_game_from(findings.table(META_GAME), findings.table(PAIRINGS), findings.name)


def meta_game_from(
    table: pd.DataFrame, pairs: pd.DataFrame, name: Callable[[str], str]
) -> MetaGame | None:
    """Return the meta-game of the tables of `find`; None of empty ones.

    Parameters
    ----------
    table, pairs
        Nash averages; who beats whom, empty where the averages are by faction.
    name
        Id of a strategy -> its name.
    """
    if table.empty:
        return None
    tables = [
        AtTable(
            int(str(players)),
            group,
            pairs[pairs["players"] == players] if len(pairs) else pairs,
            name,
        )
        for players, group in table.groupby("players", sort=True)
    ]
    return MetaGame(tables, by_faction=pairs.empty)


def mix_share(row: Any, measure: str) -> str:
    """Return a share of a mix with its interval; parts of a per cent of a mix say nothing."""
    names = (measure, f"{measure}_low", f"{measure}_high")
    value, low, high = (f"{row[each] * PERCENT:.0f}" for each in names)
    return f"{value} % ({low}–{high} %)"


def _places(group: pd.DataFrame) -> int:
    """Return the decimals that all losses of a group may show, in percentage points."""
    return common_decimals((group["loss_high"] - group["loss_low"]) / 2 * PERCENT)


def _squares(group: pd.DataFrame) -> pd.DataFrame:
    places = _places(group)
    return pd.DataFrame(
        {
            "line": group["strategy"],
            "column": group["faction"],
            "lean": -group["loss"] / FULL,
            "text": [f"{loss * PERCENT:.{places}f}" for loss in group["loss"]],
            "sure": group["loss_low"] > SLACK,
        }
    )


def _table(group: pd.DataFrame, name: Callable[[str], str]) -> Table:
    rows = []
    places = _places(group)
    for faction, lines in group.groupby("faction", sort=True):
        ranked = lines.sort_values("loss", kind="stable")
        for _, row in ranked.iterrows():
            names = ("loss", "loss_low", "loss_high")
            loss, *ends = (f"{row[name_] * PERCENT:.{places}f}" for name_ in names)
            rows.append(
                (
                    title(str(faction)),
                    name(row["strategy"]),
                    f"{row['lucks']:,}",
                    f"{loss} ({'–'.join(ends)})",
                    mix_share(row, "nash"),
                )
            )
    return Table.grouped(
        "",
        ("faction", "strategy", "deals", "lost to the best", "share of the mix"),
        (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
        rows,
    )


def find_meta_game(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return how good each strategy is for each faction, by players.

    A faction that some strategy hardly played against some other is left out.
    """
    tables = []
    for players, group in rows.groupby("players", sort=True):
        for faction in sorted(group["faction"].unique()):
            try:
                payoffs = faction_payoffs(group, faction)
            except InputError:
                continue
            mix = faction_game(payoffs, seed=seed)
            mix.insert(0, "faction", faction)
            mix.insert(0, "players", players)
            tables.append(mix)
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def find_pairings(rows: pd.DataFrame, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return Nash averages and payoffs of games between pairs of strategies, by number of players.

    Returns
    -------
    tuple of DataFrame
        `players` with the columns of `stats.ratings.meta_game.meta_game`; and `players`,
        `strategy`, `opponent`, `games`, `payoff`, `low`, `high` (95 %, normal, of independent
        lucks).

    Raises
    ------
    InputError
        If some pair hardly met.
    """
    tables, lines = [], []
    half = normal_quantile(CONFIDENCE)
    for players, group in rows.groupby("players", sort=True):
        payoffs = payoff_table(group)
        mix = meta_game(payoffs, seed=seed)
        mix.insert(0, "players", players)
        tables.append(mix)
        for i, strategy in enumerate(payoffs.strategies):
            for j, other in enumerate(payoffs.strategies):
                if i != j:
                    mean, error = float(payoffs.mean[i, j]), half * float(payoffs.error[i, j])
                    games = int(payoffs.games[i, j])
                    lines.append(
                        (players, strategy, other, games, mean, mean - error, mean + error)
                    )
    names = ["players", "strategy", "opponent", "games", "payoff", "low", "high"]
    every = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
    return every, pd.DataFrame(lines, columns=names)


def _pairing_squares(pairs: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "line": pairs["strategy"],
            "column": pairs["opponent"],
            "lean": pairs["payoff"] / PAIRINGS_FULL,
            "text": [with_sign(value * PERCENT) for value in pairs["payoff"]],
            "sure": (pairs["low"] > 0) | (pairs["high"] < 0),
        }
    )


def _pairing_table(group: pd.DataFrame, name: Callable[[str], str]) -> Table:
    rows = []
    places = common_decimals((group["skill_high"] - group["skill_low"]) / 2 * PERCENT)
    for _, row in group.sort_values("skill", ascending=False, kind="stable").iterrows():
        shown = [
            f"{-row[each] * PERCENT:.{places}f}" for each in ("skill", "skill_high", "skill_low")
        ]
        rows.append(
            (
                name(row["strategy"]),
                f"{row['games']:,}",
                f"{shown[0]} ({shown[1]}–{shown[2]})".replace("-0", "0"),
                mix_share(row, "nash"),
            )
        )
    return Table(
        "",
        ("strategy", "games", "lost to the best mix", "share of the mix"),
        (LEFT, RIGHT, RIGHT, RIGHT),
        tuple(rows),
    )


def find(played: PlayedLadder) -> Tables:
    """Return how good each strategy is: over all factions where the report asks so, else for each.

    Over all, the table of pairs says which strategy beats which.
    """
    if not played.definition.pooled:
        return {META_GAME: find_meta_game(played.chosen, played.seed)}
    meta, pairs = find_pairings(played.chosen, played.seed)
    return {META_GAME: meta, PAIRINGS: pairs}


META_GAME_SECTION: Final = topic("meta", "Which strategy to choose", meta_game_of, find=find)
