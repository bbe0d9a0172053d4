"""Studies in Python: the keys of a study's file as parameters, its plan, its run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.faults import python_faults
from bloodstones.api.results.html import section
from bloodstones.api.studies.plan import StudyPlan, make_study_plan, study_plan
from bloodstones.api.studies.running import run_in
from bloodstones.api.studies.workers import How
from bloodstones.core.arguments import name_of, path_of, switch_of, whole_of
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.files.datafile import kind_of
from bloodstones.core.files.toml_text import plain_value, toml_text

if TYPE_CHECKING:
    from bloodstones.api.results.results import Results
    from bloodstones.batch.study.definition import StudyFile

NAME: Final = "Study"  # of one without a file, in its faults
DEFAULT_ID: Final = "study"
DEFAULT_QUESTION: Final = "How often does each role win?"
DEFAULT_SEED: Final = 1
ENDING: Final = ".toml"
OTHER_KINDS: Final = {"ladder": "bs.ladder(file)", "balance": "bs.balance(file)"}

Table = Mapping[str, Any]
Mixes = Sequence[str | Sequence[str]]


@dataclass(frozen=True, kw_only=True, repr=False)
class Study:
    """A study: a question and the experiment that answers it.

    The parameters are the keys of a study file and have the same meaning (`bloodstones study
    schema` describes all of them); None leaves a key out. A file must have `id`, `question`, `seed`
    and, in a game with boards, `map`; here they have defaults.

    Attributes
    ----------
    game
        Id of the game.
    lineups
        The line-ups: `{"players": [2, 3]}` for all sets of so many roles,
        `{"explicit": [["red", "blue"]]}`, with `rotate_seats` and `all_orders`.
    start
        Instead of line-ups: a position, from which every playthrough begins, as text, as a table,
        or the path of a file (`Playthrough.notation` is the position of a game).
    strategies, player_types
        The strategies, one assignment per entry; the same by player type.
    replicates, games, half_width
        The number of games: replicates of each cell; games of each board, number of players, mix
        and arm; or until half of every 95 % interval is at most this wide. Give one of them.
    arms
        What-ifs by name: `{"weak": {"overrides": {…}}}`. For rule numbers with a dot, you can write
        `{"weak": {"piece.cost": 3}}`.

    Examples
    --------
    >>> study = Study(
    ...     game="bloodstones", lineups={"players": 2}, strategies=["warlord"], replicates=10
    ... )
    >>> study.map, study.seed
    ('tyrants_lament', 1)
    >>> repr(study).startswith("Study(game='bloodstones', lineups={'players': 2}")
    True
    """

    game: str
    lineups: Table | None = None
    start: str | Table | None = None
    id: str = DEFAULT_ID
    question: str = DEFAULT_QUESTION
    seed: int = DEFAULT_SEED
    map: str | None = None
    maps: Sequence[str] | None = None
    strategies: Mixes | None = None
    player_types: Mapping[str, Mixes] | None = None
    mixture: Sequence[str] | None = None
    last_alone: bool | None = None
    in_order: bool | None = None
    replicates: int | None = None
    games: int | Table | None = None
    half_width: float | None = None
    most_replicates: int | None = None
    budget_minutes: float | None = None
    figures: Sequence[str] | None = None
    choices: Table | None = None
    data: str | None = None
    quick: Table | None = None
    rules: Table | None = None
    arms: Mapping[str, Table] | None = None
    sensitivity: Table | None = None
    _file: StudyFile = field(init=False, compare=False)
    _folder: Path | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        require_extra("study")
        from bloodstones.batch.study.definition import StudyFile, parse_study
        from bloodstones.games.registry import game_entry

        name_of(self.game, "game=", "the id of a game")
        for name in keys():
            object.__setattr__(self, name, plain_value(getattr(self, name), f"{name}="))
        board = game_entry(self.game, "game=").default_board
        if self.map is None and self.maps is None and self.start is None:
            object.__setattr__(self, "map", board or None)
        text = toml_text(self.to_dict())
        with self._faults():
            study = parse_study(text, Path(NAME), Path())
        object.__setattr__(self, "_file", StudyFile(study, text, NAME))

    def to_dict(self) -> dict[str, Any]:
        """Return the keys of the study, as in a study file."""
        values = {name: getattr(self, name) for name in keys()}
        return {name: value for name, value in values.items() if value is not None}

    def plan(
        self,
        *,
        quick: bool = False,
        replicates: int | None = None,
        games_per_second: float | None = None,
        jobs: int | None = None,
        measure: bool = True,
    ) -> StudyPlan:
        """Return what the study would play, the time it takes, and the precision.

        Parameters
        ----------
        quick, replicates
            As in `run`.
        games_per_second
            Games per second on one core, above 0; None: measured with a few games.
        jobs
            Number of cores; by default all.
        measure
            Whether to measure the speed if it is not given, which takes up to ten seconds.
        """
        quick, replicates = _few(quick, replicates)
        with self._faults(), self._beside():
            return study_plan(
                self._file,
                quick=quick,
                replicates=replicates,
                games_per_second=games_per_second,
                jobs=jobs,
                measure=switch_of(measure, "measure="),
            )

    def run(
        self,
        *,
        jobs: int | None = None,
        out: str | PathLike[str] | None = None,
        resume: bool = False,
        replace: bool = False,
        quick: bool = False,
        replicates: int | None = None,
        backend: str = "threading",
    ) -> Results:
        """Play the study and return its results, which do not depend on workers or chunks.

        Parameters
        ----------
        jobs, out, resume, replace, backend
            Workers (by default one per core), folder of the results (None: in memory), and how to
            continue a stopped run, see `workers.How`.
        quick
            Use the small number of replicates in the study's `quick`.
        replicates
            Playthroughs of each cell, instead of the study's.

        Raises
        ------
        InputError
            The game cannot play the study, or the results cannot be written to the folder.
        RunError
            The run failed or was stopped with Ctrl-C; finished games are kept for `resume=True`.
        """
        from bloodstones.batch.study.run import fingerprint, run_study

        quick, replicates = _few(quick, replicates)
        how, here = How(jobs, out, resume, replace, backend), Path.cwd()
        how.options()
        with self._faults(), self._beside():
            plan, game, rule = make_study_plan(self._file, quick, replicates)

            def play(folder: Path, **options: Any) -> Mapping[str, Any]:
                return run_study(self._file, plan, game, folder, intervals=rule, **options)

            return run_in(how, fingerprint(plan, game), play, here)

    def save(self, file: str | PathLike[str], *, replace: bool = False) -> Path:
        """Write the study as a file for `bloodstones study`, and return its path.

        Parameters
        ----------
        file
            Name of the file, ending in `.toml`.
        replace
            Whether to overwrite an existing file.
        """
        from bloodstones.core.files.writing import check_new, write_atomically

        path = Path(path_of(file, "file=", "the path of a file"))
        if path.suffix != ENDING:
            raise expected("a name that ends in .toml", str(file), "file=")
        with python_faults():
            check_new(path, "file=", replace=switch_of(replace, "replace="))
            write_atomically(path, self._file.text.encode())
        return path

    def __repr__(self) -> str:
        given = {each.name: each.default for each in fields(self)}
        shown = {name: value for name, value in self.to_dict().items() if value != given.get(name)}
        return f"Study({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    def __hash__(self) -> int:
        return hash(toml_text(self.to_dict()))

    def _repr_html_(self) -> str:
        """Return the study as a notebook shows it: its question and its file."""
        from html import escape

        return section(self.id, self.question, [f"<pre>{escape(self._file.text)}</pre>"])

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Raise faults in Python's words, but of a study from a file with its name."""
        file = self._file.name if hasattr(self, "_file") else NAME
        with python_faults(*((file, keys()) if file == NAME else ())):
            yield

    @contextmanager
    def _beside(self) -> Iterator[None]:
        """Stand in the folder of the study's file, to which its paths are relative."""
        from bloodstones.batch.study.place import beside

        if self._folder is None:
            yield
            return
        with beside(self._folder / self._file.name):
            yield


def _few(quick: bool, replicates: int | None) -> tuple[bool, int | None]:
    """Return how much is played, checked."""
    if replicates is not None:
        what = "a whole number of replicates of at least 1"
        replicates = whole_of(replicates, "replicates=", what, 1)
    return switch_of(quick, "quick="), replicates


def keys() -> tuple[str, ...]:
    """Return the parameters of a study, in the order of the class."""
    return tuple(each.name for each in fields(Study) if not each.name.startswith("_"))


def load_study(file: str | PathLike[str]) -> Study:
    """Return the study in a file.

    Parameters
    ----------
    file
        Path of the file; paths in it are relative to its folder.

    Raises
    ------
    InputError
        The file is missing, is not a study, or has faults; all faults are reported at once.
    """
    require_extra("study")
    from bloodstones.batch.study.definition import read_study
    from bloodstones.core.files.parsing import toml_of

    path = Path(path_of(file, "file=", "the path of a study"))
    kind = kind_of(path)
    if kind in OTHER_KINDS:
        tip = f"run it by {OTHER_KINDS[kind]}"
        raise expected("a study without a kind", kind, f"file=, {path.name}", tip)
    if kind is not None:
        raise expected("a study without a kind", kind, f"file=, {path.name}")
    with python_faults():
        read = read_study(path)
    study = object.__new__(Study)
    values = toml_of(read.text)
    for each in fields(Study):
        if not each.name.startswith("_"):
            object.__setattr__(study, each.name, values.get(each.name))
    object.__setattr__(study, "_file", read)
    object.__setattr__(study, "_folder", path.resolve().parent)
    return study
