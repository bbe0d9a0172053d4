"""A claim of strength, played with its controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypedDict

import bloodstones
from bloodstones.api.seats import Readings, check_choices, check_seed, default_board, readings_of
from bloodstones.core.arguments import jobs_of, name_of, path_of, switch_of, table_of, whole_of
from bloodstones.core.contract.game import Number
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.questions.answer import (
    COUNT,
    SHARE,
    YES_NO,
    Answer,
    Aside,
    Column,
    Data,
    Table,
)
from bloodstones.core.text import span

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.batch.ladder.match import Match, MatchPart
    from bloodstones.batch.running.progress import Progress
    from bloodstones.stats.ratings.matches import MatchRate

TABLES: Final = 100
REPLICATES: Final = 2
PLAYERS: Final = 2
SEED: Final = 1
HASH: Final = 12  # digits of a hash that are shown
LEAST: Final = {"players": 2, "tables": 2, "replicates": 1}
MOST: Final = {"players": 64, "tables": 100_000, "replicates": 1_000_000}
HOW: Final = (
    "Each part has {games:,} games: {tables} random line-ups, with the one strategy in each of "
    "{players} seats, {replicates} games per seat. All seats use the same random numbers (a "
    "self-match uses its own). The 95 % intervals come from the differences between line-ups."
)
MIRROR, SANITY = "mirror", "sanity"  # parts of a match
PARTS: Final = {MIRROR: "self-match", SANITY: "against random"}  # their names for people
SHOWN: Final = ("Part", "One seat", "Other seats", "Wins (95 %)", "Fair", "Passes")
CONTROLS: Final = (
    "A self-match passes if its interval contains the fair share (1 in 20 does not, by chance). A "
    "test against random play passes if the strategy wins more than its fair share. If a control "
    "fails, do not trust the result."
)
CHOSEN: Final = "Played with {}."
MADE: Final = "Seed {seed}, version {version}, sources {sources}."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one part of a match.

    Attributes
    ----------
    part, first, others
        The part and the strategies that played it.
    rate
        Win rate of the one seat.
    """

    part: MatchPart
    first: str
    others: str
    rate: MatchRate

    @property
    def holds(self) -> bool:
        """Whether the part passes; the claim itself always does."""
        if self.part.id == MIRROR:
            return self.rate.holds_fair
        return self.part.id != SANITY or self.rate.above_fair


class Matched(TypedDict, total=False):
    """The parameters of a match.

    Attributes
    ----------
    controls
        Whether to play control matches too: each strategy against itself, where it must win its
        fair share, and each against random play, where it must win more.
    players
        Number of players.
    tables, replicates
        Number of random line-ups (100), and how often each is played with the seat in each place
        (2).
    board, choices, options, data
        Id or file of the board, choices made before the game starts, readings of the rules, and a
        folder with your own data files.
    seed
        Random seed.
    jobs
        Number of workers; None: one per core.
    """

    controls: bool
    players: int
    tables: int
    replicates: int
    board: str | None
    choices: Mapping[str, Number] | None
    options: Readings | None
    data: str
    seed: int
    jobs: int | None


DEFAULTS: Final[Matched] = {
    "controls": False,
    "players": PLAYERS,
    "tables": TABLES,
    "replicates": REPLICATES,
    "board": None,
    "choices": None,
    "options": None,
    "data": "",
    "seed": SEED,
    "jobs": None,
}


def match(
    commands: GameCommands,
    first: str,
    others: str,
    *,
    names: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Answer:
    """Play a match and return what came of it, see `Game.match`.

    Parameters
    ----------
    names
        Parameter -> what it is called in errors; None: as in Python.
    settings
        See `Matched`.
    """
    require_extra("study")
    from bloodstones.batch.ladder.match import play_match
    from bloodstones.batch.result_files.code import game_sources
    from bloodstones.core.processors import cores
    from bloodstones.games.registry import load_tunable
    from bloodstones.stats.ratings.matches import match_rate

    settings = {**DEFAULTS, **settings}
    asked = _match(commands, first, others, settings, names)
    controls = switch_of(settings["controls"], "controls=")
    jobs = jobs_of(settings["jobs"], "jobs=" if names is None else names["jobs"]) or cores()
    game = load_tunable(commands.id, "game")
    played = play_match(asked, game, controls, jobs, progress)
    outcomes = [
        Outcome(each.part, each.first, each.others, match_rate(each.credits, asked.players))
        for each in played
    ]
    return _answer(commands, asked, outcomes, game_sources(game))


def _match(
    commands: GameCommands,
    first: str,
    others: str,
    settings: Mapping[str, Any],
    names: Mapping[str, str] | None,
) -> Match:
    """Return the match that is asked for; InputError if it cannot be."""
    from bloodstones.batch.ladder.match import Match

    def called(name: str) -> str:
        return f"{name}=" if names is None else names[name]

    for value, where in ((first, "strategy"), (others, "others")):
        name_of(value, f"{where}=", "a strategy")
    counts = {name: settings[name] for name in LEAST}
    for name, least in LEAST.items():
        wanted = f"a whole number from {least:,} to {MOST[name]:,}"
        counts[name] = whole_of(counts[name], called(name), wanted, least, MOST[name])
    possible = commands.players()
    if possible is not None and counts["players"] not in possible:
        wanted = f"a number of players from {possible[0]} to {possible[-1]}"
        raise expected(wanted, counts["players"], called("players"))
    data = own_folder(path_of(settings["data"], called("data")), called("data"))
    if settings["board"] is None:
        board = default_board(commands, counts["players"], data)
    else:
        board = path_of(settings["board"], called("board"), "a board")
    room = commands.game.players_on(board, data)
    if counts["players"] not in room:
        on_board = f" on {board}" if board else ""
        raise expected(f"{span(room)} players{on_board}", counts["players"], called("players"))
    return Match(
        first,
        others,
        counts["players"],
        board,
        counts["tables"],
        counts["replicates"],
        check_seed(settings["seed"], called("seed")),
        readings_of(settings["options"], called("options")),
        check_choices(
            commands, table_of(settings["choices"], called("choices")), called("choices")
        ),
        data,
    )


def _answer(commands: GameCommands, match: Match, outcomes: list[Outcome], sources: str) -> Answer:
    """Return what came of a match as an answer."""
    columns = [
        *(Column("part", "Part"), Column("strategy", "One seat"), Column("others", "The others")),
        *(Column("rate", "Wins", SHARE), Column("low", "From", SHARE), Column("high", "To", SHARE)),
        *(Column("fair", "Fair", SHARE), Column("games", "Games", COUNT)),
        Column("holds", "Holds", YES_NO),
    ]
    rows: list[tuple[Any, ...]] = [
        (
            *(each.part.id, each.first, each.others),
            *(each.rate.rate, each.rate.low, each.rate.high, each.rate.fair, each.rate.games),
            each.holds,
        )
        for each in outcomes
    ]
    controlled = len(outcomes) > 1
    end = None if controlled else -1  # without a control nothing holds or fails
    table = Table(columns[:end], [row[:end] for row in rows])
    made = {"seed": match.seed, "version": bloodstones.__version__, "sources_sha256": sources}
    head = {
        **{"game": commands.id, "players": match.players, "board": match.board or None},
        **{"options": dict(match.options), "choices": dict(match.choices)},
    }
    how = HOW.format(
        games=match.games,
        tables=match.tables,
        players=match.players,
        replicates=match.replicates,
    )
    chosen = (*match.options.items(), *match.choices.items())
    said = ", ".join(f"{name} = {value}" for name, value in chosen)
    notes = [how, *([CHOSEN.format(said)] if said else []), *([CONTROLS] if controlled else [])]
    notes.append(MADE.format(seed=match.seed, version=made["version"], sources=sources[:HASH]))
    title = f"{commands.title}: {match.first} among {match.others}, {match.players} players"
    aside = Aside("parts", lambda: table)
    keys = [column.key for column in table.columns]
    parts = [dict(zip(keys, row, strict=True)) for row in table.rows]
    shown = Table(
        [Column("", label, whole=True) for label in SHOWN[:end]],
        [_shown(each)[:end] for each in outcomes],
    )
    holds = all(each.holds for each in outcomes)
    data = Data(head | made | {"holds": holds, "parts": parts})
    return Answer(title, [aside, data, shown], notes)


def _shown(outcome: Outcome) -> tuple[str, ...]:
    """Return a row as it is printed: rates without decimals beyond their error."""
    from bloodstones.stats.inference.rounding import show_percent

    rate = outcome.rate
    return (
        *(PARTS.get(outcome.part.id, outcome.part.id), outcome.first, outcome.others),
        show_percent(rate.rate, rate.low, rate.high),
        f"{rate.fair:.0%}".replace("%", " %"),
        "yes" if outcome.holds else "no",
    )
