"""The section on what-ifs: what each arm of a study does to the factions, on the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from bloodstones.core.files.parsing import toml_of
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.findings import Findings
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.resulting import dose_blocks, resulting_table
from bloodstones.report.sensitivity import called
from bloodstones.report.terms import SEATS_CHANGED, in_order, named, told_column
from bloodstones.report.wording import capital, count, least_to_most, players_text, tight, title
from bloodstones.stats.arms import PAIRED_SPANNING, what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, decimals_for, with_sign
from bloodstones.stats.setups import with_setups
from bloodstones.stats.table import BASE, one_row_a_game

LEFT, RIGHT = "left", "right"
FAMILY_ERROR = 0.05
FULL = 0.1  # a difference of ten percentage points has the deepest colour
LINE_HEIGHT = 0.32
FEWEST_IDLE = 4  # changes that move nothing, to be told in a sentence
MOST_DRAWN = 20  # changes in a picture, which must fit on a page
SURE = "\u2009*"


def find_what_ifs(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes, by players and faction, with p-values that share one error.

    Parameters
    ----------
    rows
        Rows of all arms.

    Returns
    -------
    DataFrame
        As of `stats.inference.paired.what_if`, with `holm`: the p-value after Holm's correction over all
        rows. Empty without arms.
    """
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    column = told_column(rows)
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


def arm_titles(provenance: Mapping[str, Any]) -> dict[str, str]:
    """Return what each arm of a study is called, in the order of its file."""
    study = toml_of(str(provenance["study_file"]))
    return {name: arm.get("title", title(name)) for name, arm in study.get("arms", {}).items()}


def find_lengths(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes in the rounds of a game, by players; empty without arms."""
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    lengths = rows.assign(rounds=rows["game_turns"] / rows["players"])
    return what_if(lengths, ["players"], value="rounds")


def what_ifs(findings: Findings) -> Content:
    """What each arm does to each faction: a matrix and a table at each player count."""
    blocks, pictures = _told(findings, findings.what_ifs, "what_ifs")
    doses, drawn = dose_blocks(findings.resulting, partial(called, findings))
    return [*blocks, *doses], {**pictures, **drawn}


def what_if_seats(findings: Findings) -> Content:
    """What each arm does to each place in turn order, likewise."""
    return _told(findings, findings.what_if_seats, "what_if_seats")


def what_if_lengths(findings: Findings) -> Content:
    """What each arm does to the length of a game: a table."""
    table = findings.what_if_lengths
    places = max(1, common_decimals((table["high"] - table["low"]) / 2))
    titles = arm_titles(findings.results.provenance)
    rows = []
    for players, group in table.groupby("players", sort=True):
        base = float(group["base"].iloc[0])
        rows.append((str(players), "as it is", "", f"{base:.1f}", "", ""))
        for arm, words in titles.items():
            row = group[group["arm"] == arm].iloc[0]
            change = with_sign(row["difference"], places)
            ends = f"{with_sign(row['low'], places)} to {with_sign(row['high'], places)}"
            rows.append(
                (str(players), words, f"{row['pairs']:,}", f"{row['other']:.1f}", change, ends)
            )
    caption = (
        "Mean rounds of a game under each change, and the difference from the game as it is with "
        "its 95 % interval, on pairs of games with the same luck."
    )
    header = ("players", "change", "pairs", "rounds, mean", "difference", "95 % interval")
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return [Table.grouped(caption, header, align, rows)], {}


def _told(findings: Findings, table: pd.DataFrame, prefix: str) -> Content:
    """Return the matrices and tables of what-ifs; `prefix` begins the names of pictures."""
    titles = arm_titles(findings.results.provenance)
    begun = prefix == SEATS_CHANGED and "what_ifs" in findings.definition.sections
    blocks: list[Block] = [Paragraph(_again(table) if begun else _intro(table))]
    pictures = {}
    for players, group in table.groupby("players"):
        arms = _by_effect(group, titles)
        name = f"{prefix}_{players}_players"
        factions: dict[object, str] = {
            faction: title(faction) for faction in in_order(group["faction"])
        }
        idle = _idle(group)
        moving = {arm: words for arm, words in arms.items() if arm not in idle}
        drawn = dict(list(moving.items())[:MOST_DRAWN])
        squares = _squares(group[group["arm"].isin(drawn)])
        pictures[name] = to_svg(
            draw_matrix(squares, drawn, factions, width=PAGE_WIDTH, height=LINE_HEIGHT)
        )
        which = "the changes that move most come first"
        if len(drawn) < len(arms):
            which = f"the {len(drawn)} of {len(arms)} changes that move most, and these first"
        heading = players_text(int(str(players))).capitalize()
        blocks += [
            Picture(
                name,
                f"{heading}: difference of the win rate from the game as it is, in percentage "
                f"points; {which}. Bordered: not told apart from no change.",
                "A grid of squares, one for each change and faction, with the difference in "
                "figures; the table below has the same numbers.",
            ),
            _table(group, moving, factions, heading),
        ]
        if idle:
            blocks.append(Paragraph(_idle_text(group, [arms[arm] for arm in arms if arm in idle])))
        if prefix == "what_ifs" and not findings.resulting.rates.empty:
            blocks.append(resulting_table(findings.resulting, int(str(players)), moving, heading))
    return blocks, pictures


def what_if_answer(findings: Findings) -> str:
    """Say which change moves a win rate most, and how many are told apart from no change."""
    table = findings.what_ifs
    titles = arm_titles(findings.results.provenance)
    sure = table[table["holm"] <= FAMILY_ERROR]
    tried = count(table["arm"].nunique(), "change")
    if sure.empty:
        what = "The one change is not" if table["arm"].nunique() == 1 else f"None of {tried} is"
        return f"{what} told apart from no change by {_games(findings)}."
    row = sure.iloc[int(sure["difference"].abs().to_numpy().argmax())]
    whose = named(str(row["faction"]), findings.definition.by)
    at = f" with {count(row['players'], 'player')}" if table["players"].nunique() > 1 else ""
    return tight(
        f"Of {tried}, {count(sure['arm'].nunique(), 'moves', 'move')} the win rate of a faction "
        f"for certain; furthest goes “{titles[row['arm']]}”, which moves that of {whose}{at} "
        f"by {_signed(row)} percentage points from "
        f"{row['base'] * PERCENT:.0f} % (95 % interval {_ends(row)}, "
        f"n = {row['pairs']:,} pairs of games)."
    )


def _games(findings: Findings) -> str:
    return f"{len(one_row_a_game(findings.results.rows)):,} games"


def _intro(table: pd.DataFrame) -> str:
    correlation = table["correlation"].median()
    saving = 1 - (table["pairs"] / table["independent_pairs"]).median()
    return tight(
        "Every change is played with the same line-ups and the same luck as the game as it is, and "
        "compared game by game: the difference of a faction's win rate carries the 95 % interval "
        f"of paired games{spanning_text(table)}. The arms agree with a correlation of "
        f"{correlation:.2f} (median), which saves {saving * PERCENT:.0f} % of the games that "
        "unpaired arms would need for the same error. A star marks differences that stand after "
        f"Holm's correction over all {len(table):,} comparisons of this section "
        f"({FAMILY_ERROR * PERCENT:.0f} % chance of any false one). Strategies are not tuned anew "
        "for a changed rule, so what people would make of it in time is not in these numbers."
    )


def _idle(group: pd.DataFrame) -> set[object]:
    """Return the arms none of whose differences shows anything but nought, if they are many."""
    nought = (group["difference"] * PERCENT).round(_common(group)) == 0
    still = (nought & (group["holm"] > FAMILY_ERROR)).groupby(group["arm"]).all()
    found = set(still[still].index)
    return found if FEWEST_IDLE <= len(found) < len(still) else set()


def _idle_text(group: pd.DataFrame, titles: Sequence[str]) -> str:
    """Name the changes that move nothing, which the tables leave out."""
    places = _common(group)
    half = ((group["high"] - group["low"]) / 2 * PERCENT).max()
    return tight(
        f"{capital(count(len(titles), 'change'))} of which no figure is other than 0 (give or "
        f"take {half:.{places}f} at most) are left out of the tables: {'; '.join(titles)}."
    )


def _again(table: pd.DataFrame) -> str:
    """Return what a second section says of its method, where the first has told it."""
    return tight(
        "The same pairs of games, told by faction; differences, intervals and stars are as told "
        f"above, with Holm's correction over all {len(table):,} comparisons of this section."
    )


def spanning_text(table: pd.DataFrame) -> str:
    """Say that intervals of differences reach beyond the orders that were played, where they do."""
    if (table["interval"] != PAIRED_SPANNING).all():
        return ""
    return ", widened by what the orders round the table that were not played might give"


def _by_effect(group: pd.DataFrame, titles: Mapping[str, str]) -> dict[object, str]:
    """Return the arms with their titles, those with the largest effect first."""
    most = group["difference"].abs().groupby(group["arm"]).max()
    order = sorted(most.index, key=lambda arm: (-most[arm], list(titles).index(arm)))
    return {arm: titles[arm] for arm in order}


def _squares(group: pd.DataFrame) -> pd.DataFrame:
    places = _common(group)
    return pd.DataFrame(
        {
            "line": group["arm"],
            "column": group["faction"],
            "lean": group["difference"] / FULL,
            "text": [_points(value, places) for value in group["difference"]],
            "sure": group["holm"] <= FAMILY_ERROR,
        }
    )


def _table(
    group: pd.DataFrame, arms: Mapping[object, str], factions: Mapping[object, str], heading: str
) -> Table:
    cells = {(row["arm"], row["faction"]): row for _, row in group.iterrows()}
    places = _common(group)
    rows = tuple(
        (name, *(_cell(cells[arm, faction], places) for faction in factions))
        for arm, name in arms.items()
    )
    base = (f"{_base(cells, arms, faction):.0f} %" for faction in factions)
    caption = (
        f"{heading}: difference of the win rate from the game as it is, in percentage points, with "
        f"half of its 95 % interval; n = {least_to_most(group['pairs'])} pairs of games a figure. "
        "The first line is the win rate of the game as it is."
    )
    header = ("change", *(name.replace(" ", "\n") for name in factions.values()))
    align = (LEFT, *(RIGHT for _ in factions))
    return Table(caption, header, align, (("as it is", *base), *rows), (1,))


def _base(cells: Mapping[Any, Any], arms: Mapping[object, str], faction: object) -> float:
    return float(cells[next(iter(arms)), faction]["base"]) * PERCENT


def _half(row: Any) -> float:
    return float(row["high"] - row["low"]) / 2 * PERCENT


def _signed(row: Any) -> str:
    """Return a difference in percentage points, no decimal beyond its error."""
    return _points(row["difference"], decimals_for(_half(row)))


def _points(share: float, places: int) -> str:
    """Return a signed number of percentage points; a nought has no sign."""
    return with_sign(share * PERCENT, places)


def _ends(row: Any) -> str:
    places = decimals_for(_half(row))
    return f"{_points(row['low'], places)} to {_points(row['high'], places)}"


def _common(group: pd.DataFrame) -> int:
    """Return the decimals that all differences of a group may show."""
    return common_decimals((group["high"] - group["low"]) / 2 * PERCENT)


def _cell(row: Any, places: int) -> str:
    star = SURE if row["holm"] <= FAMILY_ERROR else ""
    return f"{_points(row['difference'], places)} ± {_half(row):.{places}f}{star}"
