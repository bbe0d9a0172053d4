"""`make strength`: how strong the searching players are, and how fast, at tables of every size.

One seat of a player sits among the best script, at line-ups drawn by lot and in each place on the
same luck (`bloodstones study match`); then the player sits in all seats. Both are timed, in
processor time of one core. A line is kept in a file of its own as soon as it is measured: a run
that was stopped goes on where it was. `--ship` puts the table into `docs/background/strength.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from time import process_time, time
from typing import Any

import bloodstones as bs
from bloodstones.api.seats import default_board
from bloodstones.games.registry import GAMES
from bloodstones.kit.explain.unequal import read_ratings
from bloodstones.kit.players.strategy import SEARCHING, Strategy
from bloodstones.stats.inference.rounding import show_percent
from tests.benchmarks.speed_table import ROOT, WHOLE_FROM, commit_of, machine, ship

PAGE = ROOT / "docs" / "background" / "strength.md"
MARKS = "<!-- the table of strengths -->", "<!-- its end -->"
KEPT = ROOT / "results" / "strength"
OF_ONE = 400  # games at least with one seat of the player,
OF_SLOW = 120  # of one that plays less than
SLOW = 2.0  # games a second so
OF_ALL = 24  # with the player in all seats
BY_ROLE = "best_tuned"  # plays each role by the script that plays it best, where a game has it
VALUE, BUDGETS = "value", (4, 16, 64)  # simulations of the player that every game has
SIMULATIONS = "simulations"
SECONDS = 60  # a minute
# Where a game has no board and no goal of its own for so many.
TABLES: dict[tuple[str, int], dict[str, Any]] = {
    ("wizard_kings", 3): {"board": "westmarch+eastfen+southreach", "options": {"goal_gp": 28}},
    ("wizard_kings", 4): {
        "board": "westmarch+eastfen/northspine+southreach",
        "options": {"goal_gp": 28},
    },
}
HEAD = ("Game", "Players", "Player", "Among", "Wins (95 %)", "Fair", "Games a second, one", "All")


@dataclass(frozen=True)
class Line:
    """How one player does at tables of one size.

    Attributes
    ----------
    game, players
        The table.
    player, among
        Who sits in one seat, and who in all others.
    games
        Played with one seat of the player.
    rate, low, high, fair
        Its share of wins, the 95 % interval, and what a seat wins among equals.
    one, all
        Games a second of one core, with one seat of the player and with the player in all.
    commit
        At which it was measured.
    """

    game: str
    players: int
    player: str
    among: str
    games: int
    rate: float
    low: float
    high: float
    fair: float
    one: float
    all: float
    commit: str

    @property
    def cells(self) -> tuple[str, ...]:
        """What is written."""
        wins = f"{show_percent(self.rate, self.low, self.high)}, n = {self.games:,}"
        fair = f"{self.fair:.0%}".replace("%", " %")
        names = (self.game, str(self.players), f"`{self.player}`", f"`{self.among}`")
        return (*names, wins, fair, shown(self.one), shown(self.all))


def shown(rate: float) -> str:
    """Return games a second in two digits or more."""
    return f"{rate:,.0f}" if round(rate) >= WHOLE_FROM else f"{rate:.2g}"


def searchers(shipped: Sequence[Strategy]) -> list[tuple[str, Strategy]]:
    """Return the players that judge by learned values, for themselves, as they are called."""
    named = []
    for each in shipped:
        if each.family in SEARCHING and each.values and each.weights.get("opposed", -1) < 0:
            own = int(each.weights[SIMULATIONS])
            budgets = BUDGETS if each.id == VALUE else (own,)
            named += [(f"{each.id}_{budget}", each) for budget in budgets]
    return named


def best_script(folder: Path, shipped: Sequence[Strategy], players: int) -> str:
    """Return the strongest strategy that does not search, by the ladder of the next size down."""
    scripts = [each.id for each in shipped if each.family not in SEARCHING]
    if BY_ROLE in scripts:
        return BY_ROLE
    rated = (read_ratings(folder, size) for size in range(players, 1, -1))
    strengths = next(each.strengths for each in rated if each is not None)
    return max(strengths.keys() & set(scripts), key=lambda name: strengths[name])


def sizes(values: str) -> list[int]:
    """Return the tables for which there are learned values."""
    return sorted(int(path.stem.rpartition("_")[2]) for path in Path(values).glob("players_*.npy"))


def timed(game: bs.Game, first: str, others: str, players: int, games: int) -> tuple[Any, float]:
    """Play a match of so many games and more; return its row, and games a second of one core."""
    tables, where = -(-games // players), TABLES.get((game.id, players), {})
    began = process_time()
    answer = game.match(
        first, others, players=players, tables=tables, replicates=1, jobs=1, **where
    )
    (row,) = answer["parts"]
    return row, row["games"] / (process_time() - began)


def measured(game: bs.Game, player: str, among: str, players: int, commit: str) -> Line:
    """Return how a player does among a script, and how fast both ways are."""
    timed(game, player, among, players, players + 1)  # what is read and compiled once
    _, rough = timed(game, player, among, players, OF_ALL)
    row, one = timed(game, player, among, players, OF_ONE if rough > SLOW else OF_SLOW)
    _, every = timed(game, player, player, players, OF_ALL)
    told = {name: row[name] for name in ("games", "rate", "low", "high", "fair")}
    return Line(game.id, players, player, among, **told, one=one, all=every, commit=commit)


def has_board(game: bs.Game, players: int) -> bool:
    """Whether a match can be played at a table of this size."""
    commands, where = game.commands, TABLES.get((game.id, players), {})
    board = where.get("board") or default_board(commands, players)
    return players in commands.game.players_on(board)


def wanted(game: bs.Game) -> Iterator[tuple[int, str, str]]:
    """Yield the lines of a game, in the order of players: these, the player, and among whom."""
    finder = game.commands.game.finder_for()
    shipped = list(finder.shipped().values())
    searching = searchers(shipped)
    for players in sorted({size for _, each in searching for size in sizes(each.values)}):
        among = best_script(finder.plans.folder, shipped, players)
        for name, strategy in searching:
            if players in sizes(strategy.values) and has_board(game, players):
                yield players, name, among


def lines_of(game: bs.Game, kept: Path, commit: str, until: float = inf) -> Iterator[Line | str]:
    """Yield the lines of a game, those that are kept as they are.

    In place of a line that is not kept by `until`, by the clock, it is its name.
    """
    for players, player, among in wanted(game):
        path = kept / f"{game.id}-{players}-{player}.json"
        if path.is_file():
            yield Line(**json.loads(path.read_text(encoding="utf-8")))
        elif time() < until:
            line = measured(game, player, among, players, commit)
            kept.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(line)), encoding="utf-8")
            yield line
        else:
            yield f"`{player}` of {game.id} with {players} players"


def text_of(lines: Sequence[Line | str]) -> str:
    """Return the table as Markdown, with where and how it was measured, and what was not."""
    told = [line for line in lines if isinstance(line, Line)]
    missing = [line for line in lines if isinstance(line, str)]
    rows = [HEAD, tuple("---" for _ in HEAD), *(line.cells for line in told)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    commits = ", ".join(sorted({f"`{line.commit}`" for line in told}))
    rest = f"\nNot measured: {', '.join(missing)}.\n" if missing else ""
    return f"Measured at {commits} on {machine()}.\n\n{table}\n{rest}"


def main() -> int:
    """Measure what is not yet kept, tell the table; with `--ship` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="all without one")
    parser.add_argument("--minutes", type=float, default=inf, help="no line is begun after them")
    parser.add_argument("--ship", action="store_true", help="put the table into the page")
    told = parser.parse_args()
    commit, until = commit_of("HEAD"), time() + SECONDS * told.minutes
    lines: list[Line | str] = []
    for name in told.game or GAMES:
        for line in lines_of(bs.load_game(name), KEPT, commit, until):
            print("  ".join(line.cells) if isinstance(line, Line) else f"{line}: -", flush=True)
            lines.append(line)
    if told.ship:
        ship(text_of(lines), PAGE, MARKS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
