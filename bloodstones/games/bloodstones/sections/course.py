"""What typical games look like: attacks, villages, and what stood at a seat's first regroup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pandas as pd

from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.report.contract.game_report import CourseWords, Line, Openings
from bloodstones.report.language.phrases import percent_text

GAME: Final = ["cell", "replicate"]
SAMPLE: Final = 60  # games of each number of players, at least, whose first regroups are shown
FULL: Final = 20  # villages of a player (BS-COMP-03)
FIRST: Final = ("first_regroup_turns", "first_regroup_built", "first_regroup_villages")
VILLAGES: Final = ("villages_built", "villages_lost")
OPENINGS: Final = {
    "villages": "villages standing at the first regroup",
    "built": "villages built by the first regroup",
    "all_twenty": "seats with all 20 built by the first regroup",
    "turns": "own turns by the first regroup",
}


def figures(rows: pd.DataFrame) -> Mapping[str, float]:
    """Return attacks met a game, the share withdrawn from, villages built and lost a seat."""
    games = len(rows.drop_duplicates(GAME))
    attacks, withdrawn = rows["battles_attacking"].sum(), rows["withdrawals"].sum()
    return {
        "battles": float(attacks / games),
        "withdrawn": float(withdrawn / attacks) if attacks else 0.0,
        **{name: float(rows[name].mean()) for name in VILLAGES},
    }


def groups(course: pd.DataFrame) -> Sequence[Sequence[Line]]:
    """Return the lines on battles and on villages."""
    fought = course["battles"] * (1 - course["withdrawn"])
    battles: list[Line] = [
        ("attacks a game", *(f"{value:.1f}" for value in course["battles"])),
        ("of these withdrawn from", *map(percent_text, course["withdrawn"])),
        ("battles fought a game", *(f"{value:.1f}" for value in fought)),
    ]
    villages: list[Line] = [
        (f"{name.replace('_', ' ')}, a player", *(f"{value:.1f}" for value in course[name]))
        for name in VILLAGES
    ]
    return battles, villages


def first_regroups(rows: pd.DataFrame) -> pd.DataFrame:
    """Return means by players over seats that build villages at all, in a sample of the games.

    The sample is spread evenly over the games of each number of players.

    Returns
    -------
    DataFrame
        `players`, `regroups` (their number), `villages`, `built`, `all_twenty` (share of seats),
        `turns`. Empty without the columns `FIRST`, which tables of older versions lack.
    """
    if not set(FIRST) <= set(rows):
        return pd.DataFrame()
    turns, built, villages = FIRST
    lines = []
    for players, group in rows.groupby("players", sort=True):
        games = group.groupby(GAME, sort=True)
        seats = group[games.ngroup() % max(1, games.ngroups // SAMPLE) == 0]
        seats = seats[(seats[turns] > 0) & (seats["faction"] != Faction.CHAOS_HORDE.id)]
        full = float((seats[built] >= FULL).mean())
        means = [float(seats[name].mean()) for name in (villages, built)]
        lines.append((players, len(seats), *means, full, float(seats[turns].mean())))
    return pd.DataFrame(lines, columns=["players", "regroups", *OPENINGS])


def opening_lines(openings: pd.DataFrame, players: Sequence[int]) -> list[Line]:
    """Return the lines on first regroups."""
    first = openings.set_index("players")
    lines: list[Line] = []
    for column, words in OPENINGS.items():
        write = percent_text if column == "all_twenty" else "{:.1f}".format
        values = first[column].astype(float)
        lines.append((words, *(write(values[number]) for number in players)))
    return lines


COURSE: Final = CourseWords(
    figures,
    groups,
    Openings(
        "first_regroups",
        first_regroups,
        opening_lines,
        "first regroups of seats with villages, in a sample of these games",
    ),
)
