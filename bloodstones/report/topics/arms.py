"""What-ifs: paired differences of each arm, and the win rates that result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.plots.doses import draw_doses
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import study_table
from bloodstones.report.contract.game_report import GameReport
from bloodstones.report.document.model import Block, Picture, Table
from bloodstones.report.language.phrases import capital, count, percent_text, title
from bloodstones.report.language.terms import FACTION, group_column, in_order
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.stats.arms import PAIRED_SPANNING, what_if
from bloodstones.stats.balance import win_rates
from bloodstones.stats.fairness import distances
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.setups import with_setups
from bloodstones.stats.table import BASE, Results

LEFT, RIGHT = "left", "right"
FEWEST_VALUES: Final = 3  # of a dose curve, the printed one among them


@dataclass(frozen=True)
class Resulting:
    """The results of every arm.

    Attributes
    ----------
    rates
        Win rates by arm, players and faction (`stats.balance.win_rates`).
    fair
        Distance from fair by arm and players (`stats.fairness.distances`); empty where the rates
        are not of factions.
    doses
        Win rates by number and value, of numbers that several arms change, each alone.
    """

    rates: pd.DataFrame
    fair: pd.DataFrame
    doses: pd.DataFrame

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name; empty ones are left out."""
        every = {
            "what_if_rates": self.rates,
            "what_if_distances": self.fair,
            "dose_curves": self.doses,
        }
        return {name: table for name, table in every.items() if not table.empty}


NOTHING: Final = Resulting(pd.DataFrame(), pd.DataFrame(), pd.DataFrame())


def find_resulting(
    rows: pd.DataFrame, provenance: Mapping[str, Any], game_report: GameReport
) -> Resulting:
    """Return the results of the arms of a study; empty without arms.

    Parameters
    ----------
    rows
        Rows of all arms.
    """
    if set(rows.get("arm", ())) <= {BASE}:
        return NOTHING
    column = group_column(rows)
    by = ["arm", "players", column]
    rates = win_rates(rows, by).rename(columns={column: FACTION})
    fair = distances(rows, ["arm", "players"]) if column == FACTION else pd.DataFrame()
    return Resulting(rates, fair, _doses(rates, provenance, game_report))


def _doses(
    rates: pd.DataFrame, provenance: Mapping[str, Any], game_report: GameReport
) -> pd.DataFrame:
    """Return the win rates of the arms that change one number alone, and of the printed value."""
    arms = provenance.get("arms") or {}
    changes = {name: dict(arm.get("overrides") or {}) for name, arm in arms.items()}
    values: dict[str, dict[str, int]] = {}
    for arm, changed in changes.items():
        if len(changed) == 1 and not (arms[arm].get("options") or {}):
            (number, value), *_ = changed.items()
            if type(value) is int:
                values.setdefault(number, {})[arm] = value
    parts = []
    for number, doses in values.items():
        printed = provenance.get("overrides", {}).get(number, game_report.printed(number))
        panel = {**({} if printed is None else {BASE: int(printed)}), **doses}
        if len(set(panel.values())) < FEWEST_VALUES:
            continue
        part = rates[rates["arm"].isin(panel)]
        parts.append(part.assign(number=number, value=part["arm"].map(panel)))
    if not parts:
        return pd.DataFrame()
    table = pd.concat(parts, ignore_index=True)
    first = ["number", "value", "players", FACTION]
    table = table[[*first, *(name for name in table.columns if name not in first)]]
    return table.sort_values(first, kind="stable").reset_index(drop=True)


def resulting_table(
    resulting: Resulting, players: int, titles: Mapping[object, str], heading: str
) -> Table:
    """Return the win rates that result at one number of players, with their distance from fair."""
    table = resulting.rates[resulting.rates["players"] == players]
    cells = {(row["arm"], row[FACTION]): row for _, row in table.iterrows()}
    names = in_order(table[FACTION])
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    away = {}
    if not resulting.fair.empty:
        fair = resulting.fair[resulting.fair["players"] == players]
        away = {str(row["arm"]): _distance(row) for _, row in fair.iterrows()}
    rows = [
        (
            words,
            *(_rate(cells[arm, name], places) for name in names),
            *((away[str(arm)],) if away else ()),
        )
        for arm, words in {BASE: "as it is", **titles}.items()
    ]
    caption = (
        f"{heading}: win rates as they are and as they would be, in per cent with half of the 95 % "
        f"interval; {percent_text(1 / players)} is fair."
    )
    last: tuple[str, ...] = ()
    if away:
        caption += (
            " Last column: distance from fair, the typical gap of a win rate from its fair share, "
            "as a share of that, with chance taken out."
        )
        last = ("from fair",)
    header = ("change", *(title(name).replace(" ", "\n") for name in names), *last)
    return Table(caption, header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows), (1,))


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f}"


def _distance(row: Any) -> str:
    ends = f"{row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f}"
    return f"{row['distance'] * PERCENT:.0f} % ({ends})"


def dose_blocks(
    resulting: Resulting, called: Callable[[str], str]
) -> tuple[list[Block], dict[str, str]]:
    """Return the dose curves, a picture for each number of players.

    Parameters
    ----------
    called
        Name of a number of the rules -> what it is called.
    """
    blocks: list[Block] = []
    pictures: dict[str, str] = {}
    if resulting.doses.empty:
        return blocks, pictures
    for players, group in resulting.doses.groupby("players", sort=True):
        name = f"dose_curves_{players}_players"
        numbers: dict[object, str] = {
            number: capital(called(str(number))) for number in dict.fromkeys(group["number"])
        }
        lines: dict[object, str] = {line: title(line) for line in in_order(group[FACTION])}
        size = int(str(players))
        drawn = group.assign(
            panel=group["number"],
            line=group[FACTION],
            height=group["rate"] * size,
            low=group["low"] * size,
            high=group["high"] * size,
            printed=group["arm"] == BASE,
        )
        figure = draw_doses(drawn, numbers, lines, "win rate / fair share")
        pictures[name] = to_svg(figure)
        blocks.append(
            Picture(
                name,
                f"{count(size, 'player').capitalize()}: win rates over the values of each number "
                "that several changes set, as shares of the fair share, with 95 % intervals. "
                "Dotted: the printed value.",
                "Small charts, one a number: a line for each faction over the values.",
            )
        )
    return blocks, pictures


def find_what_ifs(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes, by players and faction, with p-values that share one error.

    Parameters
    ----------
    rows
        Rows of all arms.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, with `holm`: the p-value after Holm's correction
        over all rows. Empty without arms.
    """
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    column = group_column(rows)
    table = what_if(rows, ["players", column]).rename(columns={column: "faction"})
    p_values = {
        f"{row['arm']}, {row['players']} players, {row['faction']}": row["p_value"]
        for _, row in table.iterrows()
    }
    family = adjust_family(p_values, "win rates of factions in all arms", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def changed_rows(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows in which a game without roles has its seats in their place, to be compared."""
    if rows["faction"].nunique() > 1:
        return rows
    return with_setups(rows, boards=False).assign(
        faction=[f"seat {seat + 1}" for seat in rows["seat"]]
    )


def find_lengths(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes in the rounds of a game, by players; empty without arms."""
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    lengths = rows.assign(rounds=rows["game_turns"] / rows["players"])
    return what_if(lengths, ["players"], value="rounds")


def spanning_text(table: pd.DataFrame) -> str:
    """Say that intervals of differences reach beyond the orders that were played, where they do."""
    if (table["interval"] != PAIRED_SPANNING).all():
        return ""
    return ", widened by what the orders round the table that were not played might give"


def has_arms(results: Results) -> bool:
    """Whether arms of the study change something, and are no settings of a screen."""
    if not set(results.rows.get("arm", ())) - {BASE}:
        return False
    if "sensitivity" in study_table(results.provenance):
        return False
    return not find_what_ifs(changed_rows(results.rows)).empty
