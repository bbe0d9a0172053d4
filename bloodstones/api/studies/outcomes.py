"""What a tuning, a learning, a ladder and a search for balance left behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.api.frames import in_wide
from bloodstones.api.results.html import Documents, section, table_html
from bloodstones.core.arguments import path_of, switch_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Outcome:
    """A finished run in its folder.

    Attributes
    ----------
    result
        The result, as the command prints it with `--json`.
    folder
        Where its files are.
    """

    result: Mapping[str, Any] = field(repr=False)
    folder: Path

    def data(self) -> dict[str, Any]:
        """Return what the command prints with `--json`."""
        return dict(self.result)

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return its main table; here all of it, one row per value."""
        import pandas as pd

        return pd.DataFrame({"name": list(self.result), "value": list(self.result.values())})

    def __repr__(self) -> str:
        return f"<{type(self).__name__} in {str(self.folder)!r}>"

    def __str__(self) -> str:
        return f"{self!r}\n{self.to_pandas().to_string(index=False)}"

    def _repr_html_(self) -> str:
        """Return its main table for a notebook."""
        table = self.to_pandas()
        rows = [list(map(_shown, row)) for row in table.itertuples(index=False)]
        name = type(self).__name__
        return section(name, str(self.folder), [table_html(list(map(str, table.columns)), rows)])


@dataclass(frozen=True, repr=False)
class Tuned(Outcome):
    """A tuned strategy."""

    @property
    def preset(self) -> Path:
        """The file of the preset, which is a strategy wherever one is named."""
        return self.folder / f"{self.result['preset']}.toml"

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the gains: `contest` (gain or duel), `role`, `games`, before and after."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"contest": contest, "role": role, **gain}
                for contest in ("gain", "duel")
                for role, gain in self.result[contest].items()
            ]
        )


@dataclass(frozen=True, repr=False)
class Learned(Outcome):
    """Learned values."""

    @property
    def strategy(self) -> str:
        """The strategy that uses them; its name works wherever a strategy is named."""
        return f"{self.result['lesson']['learner']}@{self.folder}"

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the rounds: `round`, `games`, how well values fit, the match with the rival."""
        import pandas as pd

        lines = []
        for number, each in enumerate(self.result["rounds"], 1):
            won = each["against_rival"]
            line = {"round": number, **{name: each[name] for name in ("games", "auc", "r2")}}
            names = ("win_rate", "low", "high", "games")
            lines.append({**line, **{f"rival_{name}": won[name] for name in names}})
        return pd.DataFrame(lines)


@dataclass(frozen=True, repr=False)
class Ladder(Outcome):
    """A ladder that was played."""

    @property
    @in_wide
    def rows(self) -> pd.DataFrame:
        """One row a seat a playthrough."""
        from bloodstones.batch.result_files.result import RESULTS
        from bloodstones.batch.result_files.tidy_tables import read_frame

        return read_frame(self.folder / RESULTS)

    @in_wide
    def win_rates(self) -> pd.DataFrame:
        """Return win rates by pool, players and strategy, see `stats.ratings.ladder.pool_rates`."""
        from bloodstones.stats.ratings.ladder import pool_rates

        return pool_rates(self.rows)

    @in_wide
    def ratings(self) -> pd.DataFrame:
        """Return strengths with intervals, see `stats.ratings.ladder.ratings`."""
        from bloodstones.stats.ratings.ladder import ratings

        return ratings(self.rows)

    def data(self) -> dict[str, Any]:
        """Return what `bloodstones study --json` prints of a ladder."""
        rates = self.win_rates().to_dict("records")
        lines = [{str(name): value for name, value in rate.items()} for rate in rates]
        return {**self.result, "win_rates": lines}

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the win rates."""
        return self.win_rates()

    def report(self, folder: str | PathLike[str] = "report", *, replace: bool = False) -> Documents:
        """Write the report of the ladder into a folder, see `write_report`."""
        return write_report(self.folder, folder, replace=replace)


@dataclass(frozen=True, repr=False)
class Balanced(Outcome):
    """The few changes of the rules that bring the game nearest to its targets."""

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The changes: one, two, three, …; number, reading or start -> value."""
        return list(self.result["balance"]["answers"])

    @property
    @in_wide
    def claims(self) -> pd.DataFrame:
        """What was claimed before the confirming games: its interval, what came, if it holds."""
        import pandas as pd

        return pd.DataFrame(self.result["balance"]["claims"])

    @property
    @in_wide
    def front(self) -> pd.DataFrame:
        """The settings of the search: `change`, `changes`, `size`, `distance`, `front`.

        `front` is whether no other is as near with as few and as small changes; `distance` is
        estimated from all settings together.
        """
        return self._table("FRONT")

    @property
    @in_wide
    def figures(self) -> pd.DataFrame:
        """Every figure that has a goal, by arm, in the confirming games."""
        return self._table("FIGURES")

    def _table(self, name: str) -> pd.DataFrame:
        """Return a table on targets."""
        from bloodstones.batch.balance import target_tables
        from bloodstones.batch.result_files.tidy_tables import read_frame

        return read_frame(self.folder / getattr(target_tables, name))

    @property
    @in_wide
    def rows(self) -> pd.DataFrame:
        """The new games of the printed rules and each solution, one row per seat and
        playthrough."""
        from bloodstones.batch.result_files.result import RESULTS
        from bloodstones.batch.result_files.tidy_tables import read_frame

        return read_frame(self.folder / RESULTS)

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return how far from its targets the game is, as printed and under each answer.

        By player type and number of players. Where fairness is all that is wanted, this is how far
        win rates are from the fair share.
        """
        from bloodstones.stats.fairness import COLUMNS, distances

        by = ["arm", "level", "players"]
        if self.result["balance"]["fair_alone"]:
            return distances(self.rows, by)
        table = self._table("DISTANCES")
        wanted = table["by_level"] & (table["players"] > 0) & (table["target"] == "")
        return table.loc[wanted, [*by, *COLUMNS]].reset_index(drop=True)

    def report(self, folder: str | PathLike[str] = "report", *, replace: bool = False) -> Documents:
        """Write the report of the search into a folder, see `write_report`."""
        return write_report(self.folder, folder, replace=replace)


def write_report(source: Path, folder: str | PathLike[str], *, replace: bool = False) -> Documents:
    """Write the report of results without a definition, as `bloodstones report` does.

    Parameters
    ----------
    source
        Folder of the results.
    folder
        Where the report goes.
    replace
        Whether it may write over the report of another study there.
    """
    from bloodstones.api.faults import python_faults
    from bloodstones.core.extras import require_extra

    require_extra("report")
    from bloodstones.report.make import draft_report

    place = Path(path_of(folder, "folder=", "the path of a folder"))
    with python_faults():
        paths, _ = draft_report(source, place, replace=switch_of(replace, "replace="))
    return Documents(paths)


def _shown(cell: object) -> str:
    """Return a cell of a table."""
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)
