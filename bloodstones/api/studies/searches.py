"""Tuning, learning, ladders and balance searches.

The commands `tune`, `learn` and `study` call the same functions of `batch`; this module has their
defaults.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from bloodstones.api.faults import python_faults
from bloodstones.api.seats import check_seed
from bloodstones.api.studies.workers import How, progress_shown
from bloodstones.core.arguments import (
    name_of,
    names_of,
    path_of,
    plain,
    real_of,
    spelled_out,
    switch_of,
    table_of,
    whole_of,
)
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.files.toml_text import plain_value, toml_text

if TYPE_CHECKING:
    from bloodstones.api.studies.outcomes import Balanced, Ladder, Learned, Tuned
    from bloodstones.batch.balance.settings import Stated
    from bloodstones.batch.learning.task import Lesson
    from bloodstones.batch.study.definition import StudyFile
    from bloodstones.batch.tuning.task import TuningTask
    from bloodstones.core.contract.game import Game, Number
    from bloodstones.core.contract.learnable import Learnable
    from bloodstones.core.contract.tunable import Tunable

RESULTS_FOLDER: Final = "results"
SEED: Final = 1
PLAYERS: Final = 2
LEARNER: Final = "value_16"
JOBS: Final = 1
SIGMA: Final = "sigma"  # the one that is no whole number
MOST_EFFORT: Final = 1_000_000_000
EFFORT_OF_TUNING: Final = (
    *("generations", "population", "games", "final_games", "measured_games", SIGMA),
)
EFFORT_OF_LEARNING: Final = ("rounds", "games", "more_games", "match_games", "epochs", "members")
RUNNING: Final = ("jobs", "out", "resume", "replace", "backend")
HOW: Final[dict[str, Any]] = {
    "jobs": JOBS,
    "out": None,
    "resume": False,
    "replace": False,
    "backend": "threading",
}
QUICK: Final[dict[str, Any]] = {"quick": False, **HOW, "jobs": None}

Names = str | Sequence[str]


class Run(TypedDict, total=False):
    """How to run, as in `Study.run`; by default, `out` is a folder in `results`."""

    jobs: int | None
    out: str | PathLike[str] | None
    resume: bool
    replace: bool
    backend: str


class Quick(Run, total=False):
    """How to run a ladder or a search; `quick` plays the few games of the file's `quick`."""

    quick: bool


class Tuning(Run, total=False):
    """The parameters of a tuning run; None is the default of `batch.tuning.task`.

    Attributes
    ----------
    roles, shared
        Roles to tune; whether all roles share one set of parameters.
    against
        Opponents; by default the untuned strategy.
    board, choices, players
        Board, choices made before the game starts, and numbers of players.
    parameters, fixed, start
        Parameters to tune, by default all; parameters to keep fixed; a preset (its tables) to start
        from.
    generations, population, games, final_games, measured_games, sigma
        The amount of play, see `batch.tuning.task.TuningEffort`.
    seed, preset
        Random seed; id of the new preset.
    """

    roles: Names | None
    shared: bool
    against: Names | None
    board: str | None
    choices: Mapping[str, Number] | None
    players: int | Sequence[int] | None
    parameters: Names | None
    fixed: Names | None
    start: Mapping[str, Any] | None
    generations: int | None
    population: int | None
    games: int | None
    final_games: int | None
    measured_games: int | None
    sigma: float | None
    seed: int
    preset: str | None


class Learning(Run, total=False):
    """The parameters of a learning run; None is the default of `batch.learning.task`.

    Attributes
    ----------
    learner
        The searching strategy that uses the learned values, with its budget.
    players, boards, choices, options
        Number of players; boards (by default all), choices and readings.
    strategies, rival
        Strategies that play the first games (by default all scripted ones); the opponent that
        measures each round.
    start, against
        A folder of values to start from; a strategy to learn a best response to.
    looks_of
        A searching strategy. Instead of values, learn from its simulations which candidates to
        pre-select, for a learner with a pre-selection.
    rounds, games, more_games, match_games, epochs, members
        The amount of play and fitting, see `batch.learning.task.LearningEffort`.
    seed
        Random seed.
    """

    learner: str
    players: int
    boards: Names | None
    choices: Sequence[Mapping[str, Number]] | None
    options: Sequence[Mapping[str, str]] | None
    strategies: Names | None
    rival: str | None
    start: str | PathLike[str] | None
    against: str | None
    looks_of: str | None
    rounds: int | None
    games: int | None
    more_games: int | None
    match_games: int | None
    epochs: int | None
    members: int | None
    seed: int


TUNING: Final[dict[str, Any]] = {
    **dict.fromkeys(("roles",)),
    "shared": False,
    **dict.fromkeys(("against", "board", "choices", "players", "parameters", "fixed", "start")),
    **dict.fromkeys(EFFORT_OF_TUNING),
    "seed": SEED,
    "preset": None,
    **HOW,
}
LEARNING: Final[dict[str, Any]] = {
    "learner": LEARNER,
    "players": PLAYERS,
    **dict.fromkeys(("boards", "choices", "options", "strategies", "rival")),
    **dict.fromkeys(("start", "against", "looks_of")),
    **dict.fromkeys(EFFORT_OF_LEARNING),
    "seed": SEED,
    **HOW,
}
# What parameters are called in faults of `batch`, and here.
OF_TUNING: Final = {
    r"\bfaction=": "roles=",
    r"\bmap=": "board=",
    r"\bfix=": "fixed=",
    r"\(tuning\)": "(strategy=)",
}
OF_LEARNING: Final = {
    r"\bmap=": "boards=",
    r"\boption=": "options=",
    r"\bchoice=": "choices=",
    r"\(LEARNER\)": "(learner=)",
    r"--looks-of\b": "looks_of=",
}


def tuning_task(
    game: Tunable, strategy: str, settings: Mapping[str, Any]
) -> tuple[TuningTask, str, Path]:
    """Return what a tuning is asked to do, the id of its preset, and where it goes by default.

    Parameters
    ----------
    game
        Whose strategy it is.
    settings
        As of `Tuning`; what is absent or None has its default.
    """
    from bloodstones.batch.tuning.task import TuningEffort, TuningTask
    from bloodstones.games.registry import game_entry

    given = {name: value for name, value in settings.items() if value is not None}

    def names(name: str) -> tuple[str, ...]:
        return names_of(given.get(name), f"{name}=", f"names of {name}")

    board = given.get("board")
    preset = path_of(given.get("preset", f"{strategy}_tuned"), "preset=", "the id of a preset")
    task = TuningTask(
        game=game.id,
        map=game_entry(game.id).default_board
        if board is None
        else path_of(board, "board=", "a board"),
        strategy=strategy,
        factions=names("roles") or game.every_role or ("",),
        against=names("against") or (strategy,),
        seed=check_seed(given.get("seed", SEED), "seed="),
        shared=switch_of(given.get("shared", False), "shared=")
        or game.budget(strategy) is not None,
        players=_sizes(given.get("players")),
        fixed=names("fixed"),
        parameters=names("parameters"),
        start=table_of(given.get("start"), "start="),
        effort=TuningEffort(
            **{name: plain(given[name]) for name in EFFORT_OF_TUNING if name in given}
        ),
        choices=table_of(given.get("choices"), "choices="),
    )
    return task, preset, Path(RESULTS_FOLDER) / f"tune_{preset}"


def lesson_of(game: Learnable, learner: str, settings: Mapping[str, Any]) -> tuple[Lesson, Path]:
    """Return what a learning is asked to do, and where it goes by default.

    Parameters
    ----------
    game
        What is learned.
    settings
        As of `Learning`; what is absent or None has its default.
    """
    from bloodstones.batch.learning.self_play_tables import boards_for
    from bloodstones.batch.learning.task import LearningEffort, Lesson

    given = {name: value for name, value in settings.items() if value is not None}

    def name(name: str) -> str:
        return name_of(given.get(name, ""), f"{name}=", "a strategy")

    teachers = (
        names_of(given.get("strategies"), "strategies=", "names of strategies") or game.teachers
    )
    players = whole_of(given.get("players", PLAYERS), "players=", "a number of players", 1)
    against = name("against")
    lesson = Lesson(
        game=game.id,
        players=players,
        boards=names_of(given.get("boards"), "boards=", "names of boards")
        or boards_for(game, players, game.boards()),
        learner=learner,
        strategies=teachers,
        rival=name("rival") or against or teachers[-1],
        seed=check_seed(given.get("seed", SEED), "seed="),
        effort=LearningEffort(
            **{name: plain(given[name]) for name in EFFORT_OF_LEARNING if name in given}
        ),
        start=path_of(given.get("start", ""), "start=", "the path of a folder of values"),
        against=against,
        looks_of=name("looks_of"),
        choices=_tables(given.get("choices"), "choices="),
        options=_tables(given.get("options"), "options="),
    )
    kind = "looks" if lesson.looks_of else "learn"
    return lesson, Path(RESULTS_FOLDER) / f"{kind}_{game.id}_{players}"


@spelled_out(TUNING)
def tune(game: str, strategy: str, **settings: Unpack[Tuning]) -> Tuned:
    """Tune the parameters of a strategy, and save the result as a preset with its provenance.

    Parameters
    ----------
    game, strategy
        Id of the game, and the strategy that tuning starts from.
    **settings
        See `Tuning`.

    Raises
    ------
    InputError
        The game does not support this, or the folder has another tuning run.
    RunError
        It was stopped by Ctrl-C; what was played is kept for `resume=True`.
    """
    require_extra("tune")
    from bloodstones.api.studies.outcomes import Tuned
    from bloodstones.batch.tuning.run import tune as run_tuning
    from bloodstones.games.registry import load_tunable

    with python_faults(names=("map",), renamed=OF_TUNING), progress_shown() as progress:
        tunable = load_tunable(name_of(game, "game=", "the id of a game"), "game=")
        name_of(strategy, "strategy=", "a strategy")
        _check_effort(settings, EFFORT_OF_TUNING)
        how = _how(settings)
        options: Any = {**how.options(), "progress": progress}
        task, preset, place = tuning_task(tunable, strategy, settings)
        folder = place if how.out is None else Path(how.out)
        result = run_tuning(task, tunable, folder, preset, **options)
        return Tuned(result, folder)


@spelled_out(LEARNING)
def learn(game: str, **settings: Unpack[Learning]) -> Learned:
    """Train a position evaluator by self-play until it no longer improves.

    Parameters
    ----------
    game
        Id of the game.
    **settings
        See `Learning`.

    Raises
    ------
    InputError
        The game does not support this, or the folder has another learning run.
    RunError
        It was stopped by Ctrl-C; what was played is kept for `resume=True`.
    """
    require_extra("learn")
    from bloodstones.api.studies.outcomes import Learned
    from bloodstones.batch.learning.run import learn as run_learning
    from bloodstones.games.registry import load_learnable

    with python_faults(names=("map",), renamed=OF_LEARNING), progress_shown() as progress:
        learnable = load_learnable(name_of(game, "game=", "the id of a game"), "game=")
        learner = name_of(settings.get("learner", LEARNER), "learner=", "a strategy")
        _check_effort(settings, EFFORT_OF_LEARNING)
        rest = {name: value for name, value in settings.items() if name != "learner"}
        how = _how(settings)
        options: Any = {**how.options(), "progress": progress}
        lesson, place = lesson_of(learnable, learner, rest)
        folder = place if how.out is None else Path(how.out)
        result = run_learning(lesson, learnable, folder, **options)
        return Learned(result, folder)


@spelled_out(QUICK)
def ladder(file: str | PathLike[str] | Mapping[str, Any], **settings: Unpack[Quick]) -> Ladder:
    """Play a ladder: strategies play each other at random tables, and are rated.

    Parameters
    ----------
    file
        A file with `kind = "ladder"`, or its keys.
    **settings
        See `Quick`.
    """
    require_extra("study")
    from bloodstones.api.studies.outcomes import Ladder
    from bloodstones.batch.ladder.definition import read_ladder
    from bloodstones.batch.ladder.run import run_ladder
    from bloodstones.games.registry import load_tunable

    with _asked_by_file(file, "ladder", settings) as (path, here, options):
        read = read_ladder(path)
        game = load_tunable(read.ladder.game, f"game in {path.name}")
        folder = _folder(settings, read.ladder.id)
        return Ladder(run_ladder(read, game, here / folder, **options), folder)


@spelled_out(QUICK)
def balance(file: str | PathLike[str] | Mapping[str, Any], **settings: Unpack[Quick]) -> Balanced:
    """Search for the smallest rule changes that bring the game close to its targets.

    By default the target is equal win rates for all roles.

    Parameters
    ----------
    file
        A file with `kind = "balance"`, or its keys.
    **settings
        See `Quick`.
    """
    require_extra("learn")
    from bloodstones.api.studies.outcomes import Balanced
    from bloodstones.batch.balance.run import run_balance

    with _asked_by_file(file, "balance", settings) as (path, here, options):
        study, game, stated, readings = read_search(path)
        folder = _folder(settings, study.study.id)
        options["readings"] = readings
        return Balanced(run_balance(study, game, stated, here / folder, **options), folder)


def read_search(
    path: Path,
) -> tuple[StudyFile, Game, Mapping[str, Stated], Mapping[str, Sequence[str]]]:
    """Read the file of a balance study, with its game, and the numbers and readings of the rules.

    Parameters
    ----------
    path
        Of the file, in the present folder.
    """
    from bloodstones.batch.balance.definition import balance_of, read_balance
    from bloodstones.batch.balance.settings import Stated
    from bloodstones.games.registry import find_part, load_game, rule_numbers

    file = read_balance(path)
    study = balance_of(file)
    where = f"game in {path.name}"
    game = load_game(study.game, where)
    numbers = rule_numbers(study.game, study.data or "")
    if study.numbers and not numbers:
        raise expected("a game whose rules have numbers to change", study.game, where)
    stated = {each.name: Stated(each.values, each.low, each.high) for each in numbers}
    rules = find_part(study.game, "rules.register")
    options = rules.load_register().options if rules else {}
    return file, game, stated, {name: each.spellings for name, each in options.items()}


def _sizes(players: Any) -> tuple[int, ...]:
    """Return sizes of tables: one, or several."""
    if players is None:
        return ()
    what = "a number of players, or several"
    if isinstance(players, list | tuple | range):
        return tuple(whole_of(each, "players=", what, 1) for each in players)
    return (whole_of(players, "players=", what, 1),)


def _tables(tables: Any, where: str) -> tuple[dict[str, Any], ...]:
    """Return dicts of a list; one empty dict for None."""
    if tables is None:
        return ({},)
    if isinstance(tables, list | tuple) and tables:
        return tuple(table_of(each, where) for each in tables)
    raise expected("a list of dicts: name -> value", tables, where)


def _check_effort(settings: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise InputError unless the settings of the amount of play are numbers."""
    for name in names:
        if settings.get(name) is not None:
            if name == SIGMA:
                real_of(settings[name], f"{name}=")
            else:
                wanted = f"a whole number up to {MOST_EFFORT:,}"
                whole_of(settings[name], f"{name}=", wanted, None, MOST_EFFORT)


def _folder(settings: Mapping[str, Any], study: str) -> Path:
    """Return the folder of a run; that of its study where none is named."""
    out = settings.get("out")
    return Path(RESULTS_FOLDER) / study if out is None else Path(out)


def _how(settings: Mapping[str, Any]) -> How:
    """Return how a run is run."""
    return How(**{name: settings.get(name, HOW[name]) for name in RUNNING})


@contextmanager
def _asked_by_file(
    file: str | PathLike[str] | Mapping[str, Any], kind: str, settings: Mapping[str, Any]
) -> Iterator[tuple[Path, Path, dict[str, Any]]]:
    """Give what a run that a file asks for needs, with faults in Python's words.

    Parameters
    ----------
    kind
        Which its file must have.
    settings
        As of `Quick`.

    Yields
    ------
    tuple
        The path of the file, seen from its folder; the folder of the caller; the options of the
        runner, with `quick` and `progress`.
    """
    here = Path.cwd()
    quick = switch_of(settings.get("quick", False), "quick=")
    with python_faults(), progress_shown() as progress, _opened(file, kind) as path:
        options = _how({"jobs": None, **settings}).options()
        yield path, here, {**options, "quick": quick, "progress": progress}


@contextmanager
def _opened(file: str | PathLike[str] | Mapping[str, Any], kind: str) -> Iterator[Path]:
    """Give the path of a file, seen from its folder; keys are written into one that goes again."""
    from bloodstones.batch.study.place import beside
    from bloodstones.core.files.datafile import kind_of

    if isinstance(file, Mapping):
        file = table_of(file, "file=")
        data = file.get("data")
        own = {"data": str(Path(path_of(data, "data=")).resolve())} if data is not None else {}
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / f"{kind}.toml"
            keys = {
                name: plain_value(each, f"file= ({name})") for name, each in {**file, **own}.items()
            }
            path.write_text(toml_text({"kind": kind, **keys}), encoding="utf-8")
            yield path
        return
    path = Path(path_of(file, "file=", "the path of a file, or its keys"))
    if path.is_file() and kind_of(path) != kind:
        raise expected(f'a file with kind = "{kind}"', kind_of(path), f"file=, {path.name}")
    with beside(path) as seen:
        yield seen
