"""The section on who else sits at the table: rates by line-up, their test, effects of opponents."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.rates_by_line_up import draw_line_ups
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    count,
    listing,
    number,
    of_share,
    players_text,
    rate,
    table_of,
    the,
    title,
)
from bloodstones.report.language.verdicts import p_text
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.families import LEVEL
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.opponents import homogeneity, opponent_effects, rates_by_line_up
from bloodstones.stats.table import Results


def line_ups(findings: StudyFindings) -> Part | None:
    """Return what depends on who else sits; None where nothing does by more than the band."""
    tests = findings.table(StudyTable.LINE_UP_TESTS)
    if tests.empty or not tests["depends"].any():
        return None
    found = tests[tests["depends"]].sort_values("deviation", ascending=False, kind="stable")
    total = amount(len(tests), "role", "roles")
    verb = "depends" if len(found) == 1 else "depend"
    answer = f"{number(len(found))} of {total} at a table {verb} on who else sits there"
    extremes = _extremes(found.iloc[0], findings.table(StudyTable.LINE_UPS))
    return Part(answer, (extremes,))


def _extremes(row: Any, rates: pd.DataFrame) -> str:
    """Name the line-ups in which a role wins least and most."""
    own = rates[(rates["players"] == row["players"]) & (rates["faction"] == row["faction"])]
    ends = [own.loc[own["rate"].agg(which)] for which in ("idxmin", "idxmax")]
    spans = [
        f"{rate(float(end['rate']))} against {opponents_text(end['opponents'])}" for end in ends
    ]
    at = table_of(int(row["players"]))
    return f"{at}, {the(str(row['faction']))} win {' and '.join(spans)}"


def opponents_text(opponents: str) -> str:
    """Return the opponents of a line-up in words.

    >>> opponents_text("red+blue")
    'the Red and the Blue'
    """
    return listing([the(name) for name in opponents.split("+")])


ID: Final = "line_ups"
FEWEST_PLAYERS: Final = 3  # where others than one opponent sit
LEFT, RIGHT = "left", "right"
FULL_COLOUR: Final = 0.15  # an effect of so much has the deepest colour


def find(played: PlayedStudy) -> Tables:
    """Return rates by line-up, their tests and the effects of opponents, of three players on."""
    rows = played.rows[played.rows["players"] >= FEWEST_PLAYERS]
    return {
        StudyTable.LINE_UPS: rates_by_line_up(rows),
        StudyTable.LINE_UP_TESTS: homogeneity(rows, band=played.definition.band),
        StudyTable.OPPONENTS: opponent_effects(rows),
    }


def make(findings: StudyFindings) -> Content:
    """Write how much it matters who else sits."""
    rates, tests = (
        findings.table(StudyTable.LINE_UPS),
        findings.table(StudyTable.LINE_UP_TESTS),
    )
    if tests.empty:
        return [], {}
    effects = findings.table(StudyTable.OPPONENTS)
    named = {name: title(name) for name in sorted(rates["faction"].unique())}
    panels = {value: players_text(value) for value in rates["players"].unique()}
    band = of_share(findings.definition.band)
    pictures = {ID: to_svg(draw_line_ups(rates, findings.definition.band, named, panels))}
    blocks: list[Block] = [
        Paragraph(_text(tests, effects, findings.definition.band)),
        Picture(
            ID,
            "Win rate of each faction in each of its line-ups, with 95 % intervals; a stroke is "
            f"the mean over them. Line: fair share. Shaded: within {band}.",
            "Dots with whiskers: a dot for each line-up of a faction, by player count.",
        ),
        _table(tests, effects),
    ]
    for players, group in effects.groupby("players", sort=True):
        name = f"opponents_{players}_players"
        pictures[name] = to_svg(draw_matrix(_squares(group), named, named))
        blocks.append(
            Picture(
                name,
                f"{players_text(int(str(players)))}: by how many percentage points the win rate of "
                "the faction of the line is higher in line-ups with that of the column than in "
                "those without. Full squares: the 95 % interval excludes 0.",
                "A grid of squares, one for each pair of factions, with the effect in figures.",
                MATRIX_WIDTH,
            )
        )
    return blocks, pictures


def _text(tests: pd.DataFrame, effects: pd.DataFrame, band: float) -> str:
    """Say how many roles depend on who else sits, and on whom the one that does most."""
    significant, depends = tests[tests["holm"] < LEVEL], tests[tests["depends"]]
    text = (
        "Each verdict on a faction is one on average over all its line-ups. Of "
        f"{count(len(tests), 'combination')} of faction and player count, "
        f"{count(len(significant), 'has', 'have')} win rates that differ significantly between "
        f"line-ups. In {count(len(depends), 'of them', 'of them')} the standard deviation between "
        f"line-ups is larger than {of_share(band)}."
    )
    if len(depends):
        most = depends.sort_values("deviation").iloc[-1]
        lowest, highest = _extreme_opponents(effects, most)
        changes = [f"{lowest} lower it most"] if lowest else []
        changes += [f"{highest} raise it most"] if highest else []
        tail = f": {listing(changes)}" if changes else ""
        text += (
            f" Largest is that of {the(str(most['faction']))} with "
            f"{count(int(most['players']), 'player')}{tail}."
        )
    return (
        f"{text} The test is Cochran's Q of the rates, adjusted by Holm for the factions of a "
        "table; the deviation has what luck and orders round the table explain taken out."
    )


def _extreme_opponents(effects: pd.DataFrame, row: Any) -> tuple[str, str]:
    """Name the opponents that lower and raise the rate of a role most; "" where none does.

    Only effects whose interval excludes 0 count.
    """
    own = effects[(effects["players"] == row["players"]) & (effects["faction"] == row["faction"])]
    lowers = own[own["high"] < 0].sort_values("effect").head(1)
    raises = own[own["low"] > 0].sort_values("effect").tail(1)
    names = []
    for part in (lowers, raises):
        words = [f"{the(str(each['opponent']))} ({_signed(each)})" for _, each in part.iterrows()]
        names.append(listing(words) if words else "")
    return names[0], names[1]


def _signed(effect: Any) -> str:
    """Return an effect in percentage points with its sign."""
    return f"{effect['effect'] * PERCENT:+.0f}".replace("-", "−")


def _squares(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the effects of opponents as the squares of a matrix."""
    return pd.DataFrame(
        {
            "line": effects["faction"],
            "column": effects["opponent"],
            "lean": effects["effect"] / FULL_COLOUR,
            "text": [_signed(each) for _, each in effects.iterrows()],
            "sure": (effects["low"] > 0) | (effects["high"] < 0),
        }
    )


def _table(tests: pd.DataFrame, effects: pd.DataFrame) -> Table:
    """Return the tests of homogeneity as a table."""
    header = (
        *("players", "faction", "line-ups", "games", "mean", "range"),
        *("deviation", "Q", "p", "lowered by", "raised by"),
    )
    rows = [
        (
            str(row["players"]),
            title(row["faction"]),
            str(row["line_ups"]),
            f"{row['games']:,}",
            f"{row['rate'] * PERCENT:.0f} %",
            f"{row['least'] * PERCENT:.0f}–{row['most'] * PERCENT:.0f} %",
            f"{row['deviation'] * PERCENT:.1f}",
            f"{row['statistic']:.1f}",
            p_text(float(row["holm"])).removeprefix("p ").removeprefix("= "),
            *(capital(name.removeprefix("the ")) for name in _extreme_opponents(effects, row)),
        )
        for _, row in tests.iterrows()
    ]
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:-2]), LEFT, LEFT)
    caption = (
        "Win rates over line-ups; standard deviation between them in percentage points; the test "
        "that they are the same in all (Q by its degrees of freedom, p by Holm); the opponents "
        "that change the rate most, by percentage points, where the 95 % interval excludes 0."
    )
    return Table.grouped(caption, header, align, rows)


def has_line_ups(results: Results) -> bool:
    """Whether roles sit with others than one opponent, in several line-ups."""
    rows = results.rows[results.rows["players"] >= FEWEST_PLAYERS]
    if rows.empty or not has_roles(results):
        return False
    sizes = rows.groupby("players")["faction"].nunique()
    return bool((sizes > sizes.index).any())


LINE_UPS: Final = Section(ID, "Who else sits", make, find, front=line_ups, applies=has_line_ups)
