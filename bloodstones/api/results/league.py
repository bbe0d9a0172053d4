"""The results of games that people played: a list of them, read, measured and reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.faults import python_faults
from bloodstones.api.frames import in_wide
from bloodstones.api.results.html import Documents, section, table_html
from bloodstones.core.arguments import name_of, path_of, switch_of, table_of
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.stats.inference.rounding import show_percent
from bloodstones.stats.verdicts import BAND, check_band

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.stats.league.games import GameNames
    from bloodstones.stats.league.games import League as Games
    from bloodstones.stats.league.ratings import Fitted

REPORTS: Final = Path("reports")  # compared with, where it has reports
FRAME: Final = "the DataFrame"
PUBLIC: Final = {"strategy": "player", "faction": "role"}  # columns under the names of people
INSIDE: Final = ("cell", "replicate", "finished")
BY: Final = ("role", "seat", "player")
# What a command line says of columns -> how Python says it.
WHERE: Final = {
    r'column= (\w+)="?([^"]+)"?$': r'columns={"\1": "\2"}',
    r"\(column=\)": "(columns=)",
}
LONGEST: Final = 100  # letters of a title


@dataclass(frozen=True, repr=False, eq=False)
class League:
    """Games that people played, from `load_games`.

    Attributes
    ----------
    games_of
        The games, as `stats` reads them.
    file
        The name of the file that they are from; "" for a frame.
    lowest_wins
        Whether the lowest score wins.
    """

    games_of: Games
    file: str = ""
    lowest_wins: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return self.games_of.games

    @cached_property
    @in_wide
    def rows(self) -> pd.DataFrame:
        """One row a seat a game.

        `game`, `date`, `players` (their number), `map`, `seat` (from 0), `role`, `player`, `score`,
        `rank` (1 is the best, equal if shared) and `win_credit` (1/k for each of k winners).
        """
        rows = self.games_of.rows
        hidden = [name for name in rows if str(name).startswith("_") or name in INSIDE]
        hidden += [] if "seat" in self.columns else ["seat"]
        return rows.drop(columns=hidden).rename(columns=PUBLIC)

    @property
    def left_out(self) -> pd.DataFrame:
        """Games that do not count: `reason`, `games`, and `lines` of the file, the first few."""
        return self.games_of.left_out

    @property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """What a column holds -> its headings in the list."""
        return self.games_of.used

    @property
    def ignored(self) -> tuple[str, ...]:
        """The headings that were not used."""
        return self.games_of.ignored

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the rows."""
        return self.rows

    @in_wide
    def win_rates(self, by: Sequence[str] = (), *, band: float = BAND) -> pd.DataFrame:
        """Return win rates with 95 % intervals and verdicts.

        Parameters
        ----------
        by
            Columns of `rows`, such as `("players", "role")`; by default the role, or else the seat
            or the player.
        band
            How far from its fair share a rate counts as fair, as a part of the share.
        """
        from bloodstones.stats.balance import win_rates

        check_band(band, "band=")
        inside = {public: name for name, public in PUBLIC.items()}
        names = [by] if isinstance(by, str) else list(by)
        for name in names:
            if name not in self.rows:
                raise expected("a column of rows", name, "by=")
        columns = [inside.get(name, name) for name in names or [self._main]]
        return win_rates(self.games_of.rows, columns, band=band).rename(columns=PUBLIC)

    @in_wide
    def ratings(self) -> pd.DataFrame:
        """Return how strong each player is, the strongest first.

        Returns
        -------
        DataFrame
            `player`, `games`, `wins`, `rate`, `fair_share`, `strength` (Plackett-Luce, 0 is the
            average), `low`, `high`, and `ahead`: how often the player finishes ahead of an average
            one with the same role, with `ahead_low` and `ahead_high`. Empty without players.
        """
        from bloodstones.stats.league.ratings import player_ratings

        return player_ratings(self.games_of.rows, self._fit)

    @in_wide
    def adjusted(self, *, band: float = BAND) -> pd.DataFrame:
        """Return the win rate of each role as played, and if all players were alike.

        Parameters
        ----------
        band
            As of `win_rates`.

        Returns
        -------
        DataFrame
            `role`, `games`, `rate`, `fair_share`, `players_of` (people who played it), `adjusted`,
            `low`, `high`, `verdict`. Empty without roles or players.
        """
        from bloodstones.stats.league.ratings import adjusted_rates

        check_band(band, "band=")
        return adjusted_rates(self.games_of.rows, self._fit, band=band).rename(columns=PUBLIC)

    def report(
        self,
        folder: str | PathLike[str],
        *,
        reports: str | PathLike[str] | None = None,
        band: float = BAND,
        replace: bool = False,
    ) -> Documents:
        """Write the report of these games, as `bloodstones report games` does.

        Parameters
        ----------
        folder
            The folder for the documents and the tables.
        reports
            A folder of reports to compare people with simulated players; by default `reports` if
            it has any.
        band
            As of `win_rates`.
        replace
            Whether to overwrite other files and the report of another list in the folder.

        Raises
        ------
        InputError
            A package is missing, or something is in the way.
        WriteError
            The files cannot be written.
        """
        place = path_of(folder, "folder=", "the path of a folder")
        beside = (
            None if reports is None else Path(path_of(reports, "reports=", "the path of a folder"))
        )
        switch_of(replace, "replace=")
        check_band(band, "band=")
        with python_faults():
            return Documents(
                league_documents(self, Path(place), beside, band=band, replace=replace)
            )

    @property
    def _main(self) -> str:
        """The column to measure first: the role, the seat or the player."""
        found = next((what for what in BY if self.games_of.has(what)), "player")
        return {public: name for name, public in PUBLIC.items()}.get(found, found)

    @cached_property
    def _fit(self) -> Fitted | None:
        from bloodstones.stats.league.ratings import fitted

        return fitted(self.games_of.rows, self.games_of.effects)

    def _summary(self) -> tuple[list[str], list[list[str]]]:
        table = self.win_rates()
        head = str(table.columns[0])
        rows = [
            [
                f"{int(row[head]) + 1}" if head == "seat" else str(row[head]),
                f"{row['games']:,}",
                show_percent(row["rate"], row["low"], row["high"]),
                str(row["verdict"]),
            ]
            for _, row in table.iterrows()
        ]
        return [head, "games", "win rate (95 %)", "verdict"], rows

    @property
    def _heading(self) -> str:
        people = self.games_of.rows["strategy"].nunique() if "player" in self.columns else 0
        who = f", {people:,} people" if people else ""
        return f"{self.games:,} games with human players{who}"

    def __repr__(self) -> str:
        return f"<League {self.file or FRAME}: {self._heading}>"

    def __str__(self) -> str:
        heads, rows = self._summary()
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in (heads, *rows))
        return "\n".join((f"{self._heading}.", *lines))

    def _repr_html_(self) -> str:
        """Return a summary for a notebook: a table of win rates."""
        return section(self.file or "Games", f"{self._heading}.", [table_html(*self._summary())])


def load_games(
    games: pd.DataFrame | str | PathLike[str],
    game: str | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    lowest_wins: bool = False,
) -> League:
    """Return the results of games that people played.

    Parameters
    ----------
    games
        A CSV file, or a frame with the same columns. There is one row a seat (game, player, role,
        seat, and a rank, a score or whether the seat won) or one row a game ("Player 1",
        "Faction 1", "Score 1", ...).
    game
        A game's id (see `list_games`), whose roles and maps are then checked, or the title of any
        other game.
    columns
        What a column holds -> its heading, where the heading does not say so:
        `{"role": "Tribe", "game": "season+round"}`. The keys are `game`, `player`, `role`, `seat`,
        `rank`, `score`, `won`, `map`, `date` and `finished`.
    lowest_wins
        Whether the lowest score wins.

    Raises
    ------
    InputError
        The file cannot be read, a column is missing, or a line cannot be understood.

    Examples
    --------
    >>> import pandas as pd
    >>> list_of_games = pd.DataFrame({"game": [1, 1, 2, 2], "faction": ["Red", "Blue"] * 2,
    ...     "score": [9, 7, 8, 8]})
    >>> load_games(list_of_games).win_rates()[["role", "games", "wins"]].values.tolist()
    [['Blue', 2, 0.5], ['Red', 2, 1.5]]
    """
    title = name_of("" if game is None else game, "game=", "the id or title of a game")
    named = {
        name: name_of(heading, "columns=", "the heading of a column")
        for name, heading in table_of(columns, "columns=").items()
    }
    switch_of(lowest_wins, "lowest_wins=")
    with python_faults(renamed=WHERE):
        return read_games(games, title, named, lowest_wins=lowest_wins)


def read_games(
    games: pd.DataFrame | str | PathLike[str],
    title: str,
    columns: Mapping[str, str],
    *,
    lowest_wins: bool = False,
) -> League:
    """Return the results of games, with faults in the words of the command line.

    Parameters
    ----------
    games, columns, lowest_wins
        As of `load_games`.
    title
        The id or title of the game; "" for none.
    """
    require_extra("study")
    import pandas as pd

    from bloodstones.stats.league.file import read_content
    from bloodstones.stats.league.file import table_of as table_in
    from bloodstones.stats.league.games import read_league

    names = names_of_game(title)
    if isinstance(games, pd.DataFrame):
        table, where, content = _texts(games), FRAME, b""
    else:
        where = path_of(games, "games=", "a DataFrame or the path of a CSV file")
        content = read_content(Path(where))
        table = table_in(content, where)
    found = read_league(table, names, columns, where, lowest_wins=lowest_wins, content=content)
    return League(found, "" if where == FRAME else Path(where).name, lowest_wins)


def names_of_game(title: str) -> GameNames:
    """Return what the laboratory calls the roles and boards of a game, by its id or its title."""
    from bloodstones.games.registry import GAMES, game_entry, load_game
    from bloodstones.stats.league.games import GameNames

    shown = " ".join(title.split())
    if len(shown) > LONGEST or not shown.isprintable():
        raise expected(f"a title of at most {LONGEST} letters", title, "game=")
    for name in GAMES.at_hand():
        entry = game_entry(name)
        if shown.casefold() in (name, entry.title.casefold()):
            game: Any = load_game(name)
            roles = {each: each for each in game.every_role}
            boards = {each: each for each in game.boards()}
            return GameNames(entry.title, roles, boards, name)
    return GameNames(shown)


def league_documents(
    league: League,
    folder: Path,
    reports: Path | None,
    *,
    wanted: Sequence[str] = (),
    band: float = BAND,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Write the report of a list of games and return the paths of its documents.

    Parameters
    ----------
    reports
        Of simulated games to compare with; None: the folder `reports`, if it has any.
    wanted
        Names of the documents; all by default.
    """
    require_extra("report")
    from bloodstones.report.document.files import DOCUMENTS
    from bloodstones.report.league.definition import draft_league, study_of
    from bloodstones.report.league.findings import PlayedLeague
    from bloodstones.report.make import league_report
    from bloodstones.report.summary.shelf import finished_reports

    if reports is None and finished_reports(REPORTS):
        reports = REPORTS
    games, file = league.games_of, league.file or "games.csv"
    definition = draft_league(games, study_of(file), band)
    played = PlayedLeague(definition, games, file, league.lowest_wins, reports)
    return league_report(played, folder, wanted or DOCUMENTS, replace=replace)


def _texts(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame as texts, as a CSV file of it would have them; lines count from 0."""
    import pandas as pd

    names = [str(name).strip() for name in frame.columns]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise expected("a different heading for each column", f"{twice} twice", FRAME)
    columns = {
        name: [_text(value) for value in frame.iloc[:, place]] for place, name in enumerate(names)
    }
    return pd.DataFrame(columns, index=range(len(frame)), dtype=object)


def _text(value: Any) -> str:
    """Return a value as a CSV file has it: a whole number without decimals, "" for none."""
    import pandas as pd

    if pd.api.types.is_scalar(value) and pd.isna(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())
