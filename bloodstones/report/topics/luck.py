"""The section on luck: the shares of variance due to draws, seat and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.errors import InputError, expected
from bloodstones.plots.shares import draw_shares, draw_stacked
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import head_is_plural, players_text
from bloodstones.report.language.terms import TURN_ORDER, speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.luck import (
    BATTLES,
    FEWEST_LUCKS,
    LUCK,
    OTHERS,
    OWN,
    RESIDUAL,
    battle_shares,
    luck_shares,
)
from bloodstones.stats.table import BASE, Results, base_rows, level_games

FACTION: Final = "faction"
PLACE: Final = "turn_order"
NOTHING: Final = 0.005  # of the variance
WHOLE: Final = 0.001  # by which rounded shares may miss 1
# LUCK is called as the game calls it; what no cause decides alone is their interaction.
FACTORS: Final[dict[object, str]] = {
    LUCK: "",
    OWN: "who plays the seat",
    OTHERS: "who plays the others",
    FACTION: "faction",
    PLACE: "place in turn order",
    RESIDUAL: "their interaction",
}


ONE_GAME: Final = 2 / 3  # the win rate of the stronger player from which one game tells
MOST: Final = 1 / 2


@dataclass(frozen=True)
class Split:
    """What decides a result at a number of players: shares of its variance.

    Attributes
    ----------
    deals
        How many were played.
    luck, play, faction, place, together
        The shares of luck, of who plays, of the role, of the place, and of all that no cause
        decides alone.
    """

    players: int
    deals: int
    luck: float
    play: float
    faction: float
    place: float
    together: float


@dataclass(frozen=True)
class Luck(Finding):
    """What luck and play decide.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Shares of one table sum to 1, so that what is left is what no cause decides alone.
        "parts_of_a_whole": lambda f: bool(
            (f.split.groupby("players")["share"].sum().sub(1).abs() < WHOLE).all()
        ),
        "seats_decide_nothing": lambda f: bool(
            (
                f.split.loc[
                    f.split["factor"].isin([FACTION, PLACE])
                    & (f.split["players"] == f.split["players"].min()),
                    "share",
                ]
                < NOTHING
            ).all()
        ),
        "one_game_tells": lambda f: (
            f.stronger is not None and float(f.stronger["rate"]) >= ONE_GAME
        ),
        "battles_decide_most": lambda f: bool(
            (f.findings.table(StudyTable.LUCK_OF_BATTLES)["low"] > MOST).all()
        ),
    }

    @property
    def split(self) -> pd.DataFrame:
        """The shares of the first pair of players."""
        return split_of(self.findings.table(StudyTable.LUCK))

    @property
    def tables(self) -> Sequence[Split]:
        """What decides, by number of players."""
        found = []
        for players, group in self.split.groupby("players", sort=True):
            share = group.set_index("factor")["share"].reindex(list(FACTORS)).fillna(0.0)
            found.append(
                Split(
                    int(str(players)),
                    int(group["lucks"].iloc[0]),
                    float(share[LUCK]),
                    float(share[OWN] + share[OTHERS]),
                    *(float(share[name]) for name in (FACTION, PLACE, RESIDUAL)),
                )
            )
        return found

    @property
    def chance(self) -> str:
        """What luck is in this game."""
        return self.findings.game.words.chance

    @property
    def chance_decides(self) -> str:
        """The verb for it."""
        return "decide" if head_is_plural(self.chance) else "decides"

    @property
    def battles(self) -> pd.Series[Any] | None:
        """What battles decide between equal players, at the smallest table; None if not tested."""
        table = self.findings.table(StudyTable.LUCK_OF_BATTLES)
        if table.empty:
            return None
        rows = table[(table["factor"] == BATTLES) & (table["players"] == table["players"].min())]
        last: pd.Series[Any] = rows.iloc[-1]
        return last

    @property
    def stronger(self) -> pd.Series[Any] | None:
        """The stronger of the two at the smallest table at which they met; None without one."""
        met = self.findings.table(StudyTable.STRATEGIES)
        if met.empty:
            return None
        fewest = met[met["players"] == met["players"].min()]
        return largest(fewest, fewest["rate"])

    @property
    def stronger_name(self) -> str:
        """What it is called."""
        assert self.stronger is not None
        strategy = str(self.stronger["strategy"])
        return self.findings.names.get(strategy, strategy)

    @property
    def pair(self) -> Sequence[str]:
        """The two players."""
        row = self.findings.table(StudyTable.LUCK).iloc[0]
        return [self.findings.names.get(str(row[n]), str(row[n])) for n in ("first", "second")]

    @property
    def chart(self) -> Chart:
        """A bar that sums to 100 % for each number of players."""
        return _chart(self.findings, self.split)

    @property
    def factors(self) -> Mapping[object, str]:
        """What the causes are called in this game."""
        terms = self.findings.terms()
        factors = {name: speak(text, terms) for name, text in FACTORS.items()}
        return factors | {LUCK: self.chance.removeprefix("the ")}

    def drawing(self) -> str:
        """Draw the shares of each cause."""
        table = _labelled(self.findings)
        panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(table["panel"])}
        what = "share of the variance of a seat's results"
        return to_svg(draw_shares(table, self.factors, panels, what))

    def shares_table(self) -> Table:
        """Return the shares of each cause as a table."""
        return _table(_labelled(self.findings), self.factors)

    def battles_table(self) -> Table:
        """Return the shares of the luck of battles as a table."""
        names = self.findings.definition.strategies
        rows = [
            (
                str(row["players"]),
                names[row["strategy"]].name,
                f"{row['lucks']:,}",
                f"{row['games']:,}",
                show_percent(row["share"], row["low"], row["high"]),
            )
            for _, row in self.findings.table(StudyTable.LUCK_OF_BATTLES).iterrows()
        ]
        header = ("players", "played by all", "deals", "games", "share")
        return Table.grouped("", header, (LEFT, LEFT, RIGHT, RIGHT, RIGHT), rows)


def finding_of(findings: StudyFindings) -> Luck | None:
    """Return what luck and play decide; None without games that tell it."""
    return None if findings.table(StudyTable.LUCK).empty else Luck(findings)


def split_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the decomposition of the first pair of players: its shares sum to 1 at each table."""
    if table.empty:
        return table
    pair = (table[["first", "second"]] == table[["first", "second"]].iloc[0]).all(axis=1)
    split: pd.DataFrame = table[pair & table["factor"].isin(list(FACTORS))]
    return split


def _chart(findings: StudyFindings, table: pd.DataFrame) -> Chart:
    """Draw a bar that sums to 100 % for each number of players."""
    chance = findings.game.words.chance.removeprefix("the ")
    terms = findings.terms()
    causes: dict[object, str] = {
        name: speak(words, terms) or chance for name, words in FACTORS.items()
    }
    rows = []
    for players, group in table.groupby("players", sort=True):
        ordered = group.set_index("factor").reindex(list(FACTORS))["share"].fillna(0.0)
        values = [float(each) for each in ordered]
        shown = [round(value * PERCENT) for value in values]  # as the sentences round them
        rows += [
            {"line": int(str(players)), "part": name, "share": value / sum(values), "shown": text}
            for name, value, text in zip(FACTORS, values, shown, strict=True)
        ]
    lines: dict[object, str] = {
        size: players_text(size) for size in sorted(set(map(int, table["players"])))
    }
    figure = draw_stacked(pd.DataFrame(rows), lines, causes)
    return Chart(to_svg(figure), "", "")


LEFT, RIGHT = "left", "right"


def find(played: PlayedStudy) -> Tables:
    """Return the shares of variance of a seat's results, with that of the luck of battles."""
    seed = played.definition.seed
    return {
        StudyTable.LUCK: find_luck(played.base, seed),
        StudyTable.LUCK_OF_BATTLES: _luck_of_battles(played),
    }


def _luck_of_battles(played: PlayedStudy) -> pd.DataFrame:
    """Return the share of the luck of battles, where arms of the study draw it anew."""
    arms = played.study_file.get("arms", {})
    again = [name for name, arm in arms.items() if arm.get("redraw")]
    if not again:
        return pd.DataFrame()
    every = played.results.rows
    rows = every[every["arm"].isin([BASE, *again])]
    return battle_shares(level_games(rows), seed=played.definition.seed)


def find_luck(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return the shares of `stats.luck.luck_shares`; InputError if they are not identified."""
    shares = luck_shares(rows, seed=seed)
    if shares.empty:
        wanted = (
            f"two strategies in every seat, each against itself and the other, {FEWEST_LUCKS} times"
        )
        raise expected(wanted, "no such games", "section luck")
    return shares


def _labelled(findings: StudyFindings) -> pd.DataFrame:
    """Return the shares with what stands over each group of them."""
    texts, table = findings.definition.strategies, findings.table(StudyTable.LUCK)
    panels = [
        f"{players_text(int(row['players'])).capitalize()}, {texts[row['first']].name} and "
        f"{texts[row['second']].name}"
        for _, row in table.iterrows()
    ]
    order = {name: place for place, name in enumerate(FACTORS)}
    labelled = table.assign(panel=panels, row=table["factor"], _place=table["factor"].map(order))
    return labelled.sort_values(["players", "first", "second", "_place"], kind="stable")


def _table(table: pd.DataFrame, factors: Mapping[object, str]) -> Table:
    rows = []
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    for _, row in table.iterrows():
        share, low, high = (f"{row[n] * PERCENT:.{places}f}" for n in ("share", "low", "high"))
        rows.append(
            (
                str(row["panel"]),
                factors[row["factor"]],
                f"{row['games']:,}",
                f"{share} %",
                f"{low}–{high} %",
            )
        )
    header = ("games of", "cause", "games", "share", "95 % interval")
    align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table.grouped("", header, align, rows)


def _is_measurable(results: Results) -> bool:
    """Whether two strategies each met themselves and the other in every seat."""
    rows = base_rows(results.rows)
    games = rows.groupby(["cell", "replicate"], sort=False)["strategy"].agg(["first", "nunique"])
    if games["first"].nunique() < len(("own", "other")) or games["nunique"].nunique() < len("12"):
        return False
    try:
        return not find_luck(rows, 0).empty
    except InputError:
        return False  # too few games, or other ones


LUCK_SECTION: Final = topic(
    "luck",
    "What is luck, and what is play",
    finding_of,
    find=find,
    columns=(TURN_ORDER,),
    applies=_is_measurable,
)
