"""The section on how long a game lasts."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.lengths import draw_lengths
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import fillers
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import count, players_text
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import common_decimals
from bloodstones.stats.summary import game_lengths, unfinished_games
from bloodstones.stats.table import one_row_a_game
from bloodstones.stats.table import rounds as rounds_of

LEFT, RIGHT = "left", "right"


def find(findings: StudyFindings) -> Tables:
    """Return the length of games by players."""
    lengths = game_lengths(findings.rows, ["players"], seed=findings.definition.seed)
    return {StudyTable.LENGTHS: lengths}


def make(findings: StudyFindings) -> Content:
    """Write how long games last."""
    games, stopped = unfinished_games(findings.rows)
    rounds = speak("rounds", findings.game.words.terms)
    titles = {
        row["players"]: f"{players_text(int(row['players']))}: median {row['median']:.0f} "
        f"{rounds}, n = {row['games']:,.0f}"
        for _, row in findings.table(StudyTable.LENGTHS).iterrows()
    }
    figure = draw_lengths(_rounds(findings.rows), "players", "rounds", titles, rounds)
    ended = (
        f"Of {games:,} games {count(stopped, 'was', 'were')} stopped by the turn limit before "
        f"{findings.game.words.end}; such games stay in every table with the points scored "
        "so far."
        if stopped
        else f"All {games:,} games ended by the rules; none was stopped by the turn limit."
    )
    blocks: list[Block] = [
        Paragraph(f"A round gives every seat one turn; the last may be cut short. {ended}"),
        Picture(
            "game_lengths",
            "How long games last (dotted: median).",
            "Histograms of the number of rounds, one for each player count.",
        ),
        _table(findings),
    ]
    return blocks, {"game_lengths": to_svg(figure)}


def _rounds(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how many rounds games took."""
    games = one_row_a_game(rows)
    return pd.DataFrame({"players": games["players"], "rounds": rounds_of(games)})


def _table(findings: StudyFindings) -> Table:
    """Return how long games last."""
    rows = []
    places = common_decimals(
        (findings.table(StudyTable.LENGTHS)["high"] - findings.table(StudyTable.LENGTHS)["low"]) / 2
    )
    for _, row in findings.table(StudyTable.LENGTHS).iterrows():
        rows.append(
            (
                f"{row['players']:.0f}",
                f"{row['games']:,.0f}",
                f"{row['unfinished']:,.0f}",
                f"{row['turns']:.{places}f}",
                f"{row['low']:.{places}f}–{row['high']:.{places}f}",
                f"{row['median']:.0f}",
                f"{row['short']:.0f}–{row['long']:.0f}",
            )
        )
    header = (
        "players",
        "games",
        "stopped by limit",
        "turns, mean",
        "95 % interval",
        "rounds, median",
        "nine in ten games",
    )
    caption = (
        "Length of a game: turns of all seats together, with the interval of their mean, and "
        "rounds with the range that leaves out the shortest and the longest twentieth."
    )
    return Table(caption, header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))


LENGTH: Final = Section(
    "length",
    "How long a game lasts",
    make,
    find,
    filler=fillers.length,
    columns=("game_turns",),
    applies=fits_all,
    published=True,
)
