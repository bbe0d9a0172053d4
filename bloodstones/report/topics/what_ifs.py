"""The section on the length of changed games, on common random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.phrases import (
    SURE,
    capital,
    count,
    least_to_most,
    players_text,
    tight,
    title,
)
from bloodstones.report.language.terms import FACTION, SEATS_CHANGED, TURN_ORDER, WHAT_IFS, in_order
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics import changed_rules as front
from bloodstones.report.topics.arms import (
    Resulting,
    changed_rows,
    dose_blocks,
    find_lengths,
    find_resulting,
    find_what_ifs,
    has_arms,
    resulting_table,
    spanning_text,
)
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.table import level_games

LEFT, RIGHT = "left", "right"
FULL = 0.1  # a difference of ten percentage points has the deepest colour
LINE_HEIGHT = 0.32
FEWEST_IDLE = 4  # changes that move nothing, to be listed in a sentence
MOST_DRAWN = 20  # changes in a picture, which must fit on a page


def resulting_of(findings: StudyFindings) -> Resulting:
    """Return what the what-ifs lead to, as the section found it."""
    return Resulting(
        findings.table(StudyTable.WHAT_IF_RATES),
        findings.table(StudyTable.WHAT_IF_DISTANCES),
        findings.table(StudyTable.DOSES),
    )


def find(played: PlayedStudy) -> Tables:
    """Return what each arm changes, at one level of play and at every one; what results of it."""
    speaking = played.speaking(played.results.rows)
    rows = changed_rows(played.regrouped(speaking))
    return {
        StudyTable.WHAT_IFS: find_what_ifs(rows),
        StudyTable.WHAT_IFS_BY_STRATEGY: _by_level(played),
        **find_resulting(rows, played.provenance, played.game).tables,
    }


def _by_level(played: PlayedStudy) -> pd.DataFrame:
    """Return what each arm changes for every strategy that played all seats, if several did."""
    level = level_games(played.results.rows)
    names = sorted(level["strategy"].unique())
    if played.definition.by != FACTION or len(names) <= 1:
        return pd.DataFrame()
    parts = [
        find_what_ifs(changed_rows(level[level["strategy"] == name])).assign(strategy=name)
        for name in names
    ]
    return pd.concat(parts, ignore_index=True)


def make(findings: StudyFindings) -> Content:
    """Write the effect of each arm on each faction: a matrix and a table at each player count."""
    blocks, pictures = _made(findings, findings.table(StudyTable.WHAT_IFS), WHAT_IFS)
    doses, drawn = dose_blocks(resulting_of(findings), findings.number)
    return [*blocks, *doses], {**pictures, **drawn}


def find_places(played: PlayedStudy) -> Tables:
    """Return what each arm changes for the places in turn order."""
    rows = played.regrouped(played.speaking(played.results.rows), TURN_ORDER)
    return {StudyTable.WHAT_IF_SEATS: find_what_ifs(rows)}


def make_places(findings: StudyFindings) -> Content:
    """Write the effect of each arm on each place in turn order: a matrix and a table likewise."""
    return _made(findings, findings.table(StudyTable.WHAT_IF_SEATS), SEATS_CHANGED)


def _made(findings: StudyFindings, table: pd.DataFrame, prefix: str) -> Content:
    """Return the matrices and tables of what-ifs; `prefix` begins the names of pictures."""
    titles = findings.arm_titles
    begun = prefix == SEATS_CHANGED and WHAT_IFS in findings.definition.sections
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
        if prefix == WHAT_IFS and not findings.table(StudyTable.WHAT_IF_RATES).empty:
            blocks.append(
                resulting_table(resulting_of(findings), int(str(players)), moving, heading)
            )
    return blocks, pictures


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
    """Return the arms all of whose differences round to zero, if they are many."""
    nought = (group["difference"] * PERCENT).round(_common(group)) == 0
    still = (nought & (group["holm"] > FAMILY_ERROR)).groupby(group["arm"]).all()
    idle = set(still[still].index)
    return idle if FEWEST_IDLE <= len(idle) < len(still) else set()


def _idle_text(group: pd.DataFrame, titles: Sequence[str]) -> str:
    """Name the changes that move nothing, which the tables leave out."""
    places = _common(group)
    half = ((group["high"] - group["low"]) / 2 * PERCENT).max()
    return tight(
        f"{capital(count(len(titles), 'change'))} of which no figure is other than 0 (give or "
        f"take {half:.{places}f} at most) are left out of the tables: {'; '.join(titles)}."
    )


def _again(table: pd.DataFrame) -> str:
    """Return the method of a second section, by reference to the first."""
    return tight(
        "The same pairs of games, told by faction; differences, intervals and stars are as told "
        f"above, with Holm's correction over all {len(table):,} comparisons of this section."
    )


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


def _points(share: float, places: int) -> str:
    """Return a signed number of percentage points; a nought has no sign."""
    return with_sign(share * PERCENT, places)


def _common(group: pd.DataFrame) -> int:
    """Return the decimals that all differences of a group may show."""
    return common_decimals((group["high"] - group["low"]) / 2 * PERCENT)


def _cell(row: Any, places: int) -> str:
    star = SURE if row["holm"] <= FAMILY_ERROR else ""
    return f"{_points(row['difference'], places)} ± {_half(row):.{places}f}{star}"


WHAT_IFS_SECTION: Final = Section(
    WHAT_IFS, "What a change would do", make, find, front=front.what_ifs, applies=has_arms
)
WHAT_IF_SEATS: Final = Section(
    SEATS_CHANGED,
    "What a change would do to turn order",
    make_places,
    find_places,
    front=front.places_changed,
    columns=(TURN_ORDER,),
    applies=has_arms,
)


def find_length_changes(played: PlayedStudy) -> Tables:
    """Return what each arm changes in the rounds of a game, by players."""
    rows = played.speaking(played.results.rows)
    return {StudyTable.WHAT_IF_LENGTHS: find_lengths(rows)}


def make_lengths(findings: StudyFindings) -> Content:
    """Write the effect of each arm on the length of a game: a table."""
    table = findings.table(StudyTable.WHAT_IF_LENGTHS)
    places = max(1, common_decimals((table["high"] - table["low"]) / 2))
    titles = findings.arm_titles
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


WHAT_IF_LENGTHS: Final = Section(
    "what_if_lengths",
    "How long a changed game lasts",
    make_lengths,
    find_length_changes,
    columns=("game_turns",),
    applies=has_arms,
)
