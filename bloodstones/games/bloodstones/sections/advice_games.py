"""What whole games tell of hints: what the things that they name are worth in restricted play.

The games are those of other reports, read from their tables; none is played here. A thing tried is
a comparison: a faction with it and without, at a number of players, at one or more levels of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.datafile import Faults
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.sections.advice import Advice
from bloodstones.games.bloodstones.strategies.droppable import OWN_THINGS
from bloodstones.report.document.files import TABLES
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.topics.worth import HOLM, READ, read_worth

STUDY: Final = "study"
COLUMNS: Final = ("hint", STUDY, *READ)
COMPARED: Final = ["thing", "faction", "players", STUDY]  # what makes a comparison
LEVEL: Final = "strategy"
NOTHING: Final = "worth nothing that could be told"


def read_tables(paths: Sequence[Path], faults: Faults) -> pd.DataFrame:
    """Return tables of restricted play one below the other; faults are noted.

    Parameters
    ----------
    paths
        CSV files that reports of this game wrote.

    Returns
    -------
    DataFrame
        `report.topics.worth.READ` and `study`, as `study_of` calls it.
    """
    if not paths:
        return pd.DataFrame(columns=[*READ, STUDY])
    tables = [
        read_worth(path, faults, Faction.ids(), OWN_THINGS).assign(**{STUDY: study_of(path)})
        for path in paths
    ]
    return pd.concat(tables, ignore_index=True)


def study_of(path: Path) -> str:
    """Return what a table is called: by the folder of its report, or else by its file.

    >>> study_of(Path("reports/restricted_play/tables/worth.csv")), study_of(Path("my/worth.csv"))
    ('restricted_play', 'worth')
    """
    return path.parents[1].name if path.parent.name == TABLES else path.stem


def speaking(advice: Advice, games: pd.DataFrame) -> pd.DataFrame:
    """Return the lines of tables that speak to hints, in the order of the hints.

    Parameters
    ----------
    games
        As of `read_tables`.

    Returns
    -------
    DataFrame
        `COLUMNS`: a line as often as there are hints that it speaks to.
    """
    parts = []
    for hint in advice.hints:
        for thing in hint.things:
            thing_games = games[games["thing"] == thing]
            if hint.factions:
                thing_games = thing_games[thing_games["faction"].isin(hint.factions)]
            order = thing_games.assign(_faction=thing_games["faction"].map(Faction.ids().index))
            by = ["_faction", "players", STUDY, LEVEL]
            parts.append(order.sort_values(by, kind="stable").assign(hint=hint.id))
    if not parts:
        return pd.DataFrame(columns=list(COLUMNS))
    return pd.concat(parts, ignore_index=True)[list(COLUMNS)]


def comparisons(lines: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the comparisons among lines, each once, a line a level of play; most worth first."""
    levels = lines.drop_duplicates([*COMPARED, LEVEL])
    parts = [part for _, part in levels.groupby(COMPARED, sort=False)]
    return sorted(parts, key=lambda part: -float(part["difference"].mean()))


def side(row: Any) -> int:
    """Return 1 or -1 for a significant gain or loss, 0 for no significant difference."""
    if row[HOLM] > FAMILY_ERROR:
        return 0
    return 1 if row["difference"] > 0 else -1


def sides(part: pd.DataFrame) -> set[int]:
    """Return what the levels of play of a comparison say: one of `side`, or several."""
    return {side(row) for _, row in part.iterrows()}


def finding(part: pd.DataFrame) -> str:
    """Say at which levels of play the thing of a comparison is worth something."""
    signs = sides(part)
    if signs == {0}:
        return f"{NOTHING} {_where(part, 'any level')}"
    where = _where(part, "every level" if len(signs) == 1 else "some of the levels")
    if signs >= {1, -1}:
        return f"worth something {where} and less than nothing at others"
    return f"worth {'something' if 1 in signs else 'less than nothing'} {where}"


def _where(part: pd.DataFrame, several: str) -> str:
    return f"at {'the one level' if len(part) == 1 else several} played"


def by_finding(parts: Sequence[pd.DataFrame]) -> Mapping[str, list[pd.DataFrame]]:
    """Return comparisons by what they find, in their own order."""
    groups: dict[str, list[pd.DataFrame]] = {}
    for part in parts:
        groups.setdefault(finding(part), []).append(part)
    return groups
