"""The study file: a question and the factors of the experiment that answers it (TOML)."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bloodstones.batch.study.factors import (
    BASE,
    ID_PATTERN,
    MOST,
    Arm,
    Count,
    FileTable,
    Id,
    Lineups,
    MapName,
    Mixes,
    Rules,
    Sensitivity,
    StrategyName,
    Values,
    Words,
    as_arm,
    as_tuple,
    once,
)
from bloodstones.batch.study.faults import Figure, OneOf, validated
from bloodstones.core.contract.game import Number
from bloodstones.core.contract.study_files import LEVELS, PLAYER_TYPES, old_keys, renewed
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, parts
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import GAMES
from bloodstones.kit.players.permission import may_read_files
from bloodstones.kit.positions.files import Position, read_position
from bloodstones.kit.positions.line import Line, read_line

EVERY: Final = "every"  # level, or number of players
MIXTURE: Final = "mixture"  # the level of the strategies of which reports mix the best
MIXED_LEAST: Final = 2  # strategies of a mixture
LARGEST_SEED: Final = 2**63 - 1
LARGEST_HALF_WIDTH: Final = 0.5
# Of these keys a file has one; pydantic knows no such rule.
KEYS: Final = (
    OneOf(("map", "maps"), needed=False),
    OneOf(("lineups", "start")),
    OneOf(("strategies", PLAYER_TYPES)),
    OneOf(("replicates", "games", "half_width")),
)


def _as_figure(value: Any) -> Any:
    """Read the name of a figure, for which strict models want the member itself."""
    try:
        return Figure(value)
    except ValueError:
        names = ", ".join(Figure)
        raise PydanticCustomError("figure", f"a figure ({names})") from None


def _as_games(value: Any) -> Any:
    """Read a single number of games as that of every level and number of players."""
    levels = value if isinstance(value, dict) else {EVERY: value}
    return {
        name: each if isinstance(each, dict) else {EVERY: each} for name, each in levels.items()
    }


def _other_than_base(name: str) -> str:
    """Check the name of an arm."""
    if name == BASE:
        raise PydanticCustomError("base", "a name other than base, which is the game as it is")
    return name


ArmName = Annotated[str, StringConstraints(pattern=ID_PATTERN), AfterValidator(_other_than_base)]
Figures = Annotated[
    tuple[Annotated[Figure, BeforeValidator(_as_figure, json_schema_input_type=Figure)], ...],
    Field(min_length=1),
    BeforeValidator(as_tuple),
    AfterValidator(once),
]
Maps = Annotated[
    tuple[MapName, ...], Field(min_length=1), BeforeValidator(as_tuple), AfterValidator(once)
]
SizeName = Annotated[str, StringConstraints(pattern=rf"^([1-9][0-9]*|{EVERY})$")]
SizeCount = Annotated[int, Field(ge=0, le=MOST)]
BySize = Annotated[dict[SizeName, SizeCount], Field(min_length=1)]
Games = Annotated[
    dict[Id, BySize],
    Field(min_length=1),
    BeforeValidator(
        _as_games, json_schema_input_type=Count | dict[Id, Count | dict[SizeName, SizeCount]]
    ),
]
Levels = Annotated[dict[Id, Mixes], Field(min_length=1)]
Plans = Annotated[
    tuple[StrategyName, ...],
    AfterValidator(once),
    Field(min_length=MIXED_LEAST),
    BeforeValidator(as_tuple),
]


class QuickStudy(FileTable):
    """The changes made by `--quick`."""

    replicates: Annotated[Count, Field(description="Number of playthroughs of each cell.")]


class Study(FileTable):
    """A study of a game: a question and the experiment that answers it.

    A file has either `lineups` or `start`, either `strategies` or `player_types`, and one of
    `replicates`, `games` and `half_width`. If the game has boards, it also has either `map` or
    `maps`, unless a position names the board.
    """

    model_config = ConfigDict(json_schema_extra={"allOf": [keys.schema for keys in KEYS]})

    id: Annotated[Id, Field(description="Id of the study; it names the folder of the results.")]
    question: Annotated[
        Words,
        Field(min_length=1, description="The question that the study answers, as one sentence."),
    ]
    game: Annotated[Id, Field(description="Id of the game.")]
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, description="Random seed.")]
    map: Annotated[
        MapName | None,
        Field(
            description="Id of the board, or the path of its .toml file from the working folder"
            " (only in games with boards)."
        ),
    ] = None
    maps: Annotated[
        Maps | None,
        Field(
            description="Several boards. A line-up is played on each board that fits its number"
            " of players.",
        ),
    ] = None
    strategies: Annotated[
        Mixes | None,
        Field(
            description="The strategies that play. An entry with one strategy plays all seats "
            "with it. An entry that is a list plays its strategies against each "
            "other, in every assignment to the seats that uses each of them. Name a"
            " strategy by its id, the name or path of a preset, or `module:Name` or"
            " `path/to/file.py:Name` for your own in Python; `value_16@DIR` uses "
            "the evaluator that `bloodstones learn` saved in DIR."
        ),
    ] = None
    levels: Annotated[
        Levels | None,
        Field(
            alias=PLAYER_TYPES, description="Strategies by player type, each as in `strategies`."
        ),
    ] = None
    mixture: Annotated[
        Plans | None,
        Field(
            description="In addition to `player_types`: strategies from which the report computes "
            "the best mix, as another player type. Each plays all seats, and every pair plays in "
            "every assignment to the seats; `games.mixture` is the number of games of each pair."
        ),
    ] = None
    last_alone: Annotated[
        bool,
        Field(
            description="Put the last strategy of each list in one seat at a time. Use it to "
            "measure what a restricted strategy loses against unrestricted ones."
        ),
    ] = False
    in_order: Annotated[
        bool,
        Field(
            description="Play the strategies of each list in the order of the line-up, one per "
            "seat. Otherwise every assignment to the seats is played."
        ),
    ] = False
    replicates: Annotated[
        Count | None, Field(description="Number of playthroughs of each cell.")
    ] = None
    games: Annotated[
        Games | None,
        Field(
            description="Minimum number of playthroughs of each board, number of players, mix "
            "of strategies and arm; all its cells are played equally often. Give "
            "one number, or one for each player type, or one for each number of "
            "players of a player type. Use smaller numbers for slow player types "
            "and many players; 0 leaves a player type out for that number of "
            "players."
        ),
    ] = None
    half_width: Annotated[
        float | None,
        Field(
            gt=0,
            lt=LARGEST_HALF_WIDTH,
            allow_inf_nan=False,
            description="Target precision: half the width of the 95 % interval of every figure "
            "(0.01 is one percentage point). The study plays until all intervals "
            "are this narrow.",
        ),
    ] = None
    most_replicates: Annotated[
        Count | None,
        Field(description="With `half_width`: largest number of playthroughs of a cell."),
    ] = None
    budget_minutes: Annotated[
        float | None,
        Field(
            gt=0,
            allow_inf_nan=False,
            description="Time limit in minutes; the run ends with the rounds of games completed"
            " by then.",
        ),
    ] = None
    figures: Annotated[
        Figures | None,
        Field(
            description="The figures to measure: win rates of roles (factions), of seats, of "
            "strategies that play each other, and differences between arms. By "
            "default roles (seats in a game without roles), and arms if there are "
            "any."
        ),
    ] = None
    choices: Annotated[
        dict[Id, Values],
        Field(
            description="Choices made before the game starts, by name: a scenario, a start "
            "city. A list is a factor: each of its values is played."
        ),
    ] = Field(default_factory=dict)
    data: Annotated[
        str | None,
        Field(
            min_length=1,
            description="Folder with your own data files, relative to the study file. They "
            "replace the shipped files with the same names and must have the same "
            "format.",
        ),
    ] = None
    lineups: Annotated[Lineups | None, Field(description="The line-ups.")] = None
    start: Annotated[
        str | dict[str, Any] | None,
        Field(
            description="Instead of line-ups: a position, from which every playthrough begins. "
            "Write it as one line of text or as a table, or name a file with it, relative to the "
            "study file. The position has the board, the roles and the rules. Open hands (`?5`) "
            "are dealt again for each replicate."
        ),
    ] = None
    quick: Annotated[QuickStudy | None, Field(description="The changes made by --quick.")] = None
    rules: Annotated[Rules, Field(description="The rules of every cell.")] = Field(
        default_factory=Rules
    )
    arms: Annotated[
        dict[ArmName, Annotated[Arm, BeforeValidator(as_arm)]],
        Field(
            description="What-ifs by name. The unchanged game is the arm `base`; all arms play the "
            "same cells with the same random numbers."
        ),
    ] = Field(default_factory=dict)

    sensitivity: Annotated[
        Sensitivity | None, Field(description="Rule numbers to vary, instead of arms.")
    ] = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.arms and self.sensitivity:
            raise PydanticCustomError("turned", "either arms or a table [sensitivity]")
        if self.most_replicates is not None and self.half_width is None:
            raise PydanticCustomError("most", "`most_replicates` beside `half_width` alone")
        if (self.mixture and self.levels is None) or MIXTURE in (self.levels or ()):
            wanted = f"`{MIXTURE}` before the table [{PLAYER_TYPES}], and no type of that name"
            raise PydanticCustomError("mixture", wanted)
        if self.start is not None and (self.maps or self.choices):
            raise PydanticCustomError("start", "`start` without `maps` and `choices`")
        if self.mixture and (self.last_alone or self.in_order):
            raise PydanticCustomError("mixture", "`mixture` without `last_alone` or `in_order`")
        if self.last_alone and self.in_order:
            raise PydanticCustomError("seated", "either `last_alone` or `in_order`")
        if self.games and set(self.games) not in ({EVERY}, {name for name, _ in self.skill}):
            raise PydanticCustomError("games", "`games` as a number or one for each player type")
        if any(not any(sizes.values()) for sizes in (self.games or {}).values()):
            raise PydanticCustomError("games", "`games` above 0 for some table of each player type")
        if Figure.ARMS in (self.figures or ()) and not self.arms:
            raise PydanticCustomError("arms", "arms to compare for the figure `arms`")
        mixes = [mix for _, level in self.skill for mix in level]
        if len(set(mixes)) != len(mixes):
            raise PydanticCustomError("levels", "each mix of strategies in one player type")
        if Figure.STRATEGIES in (self.figures or ()) and all(len(set(mix)) == 1 for mix in mixes):
            raise PydanticCustomError(
                "meeting", "a list of strategies that meet for the figure `strategies`"
            )
        return self

    @cached_property
    def every_arm(self) -> Mapping[str, Arm]:
        """The arms beside `base`: those of the file, or the settings of its sensitivity design."""
        return self.arms if self.sensitivity is None else self.sensitivity.arms(self.seed)

    def with_arms(self, arms: Mapping[str, Arm]) -> Self:
        """Return the study with these arms instead of its own."""
        changed = self.model_copy(update={"arms": dict(arms)})
        changed.__dict__.pop("every_arm", None)  # a copy keeps what was computed of its original
        return changed

    @cached_property
    def position(self) -> Line | None:
        """The position that every playthrough begins at; None for the start of the game."""
        return None if self.start is None else read_line(self.start, (self.game,))

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards, whichever way the file names them; none of a game without."""
        if self.map is None and self.position is not None and self.position.board:
            return (self.position.board,)
        return self.maps or tuple(name for name in (self.map,) if name is not None)

    @property
    def skill(self) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
        """The mixes of strategies by level, a mixture last; without levels one without a name."""
        if self.levels is None:
            return (("", self.strategies or ()),)
        plans = self.mixture or ()
        alone = {mix for mixes in self.levels.values() for mix in mixes}
        mixed = (
            *((plan,) for plan in plans if (plan,) not in alone),
            *itertools.combinations(plans, MIXED_LEAST),
        )
        return (*self.levels.items(), *([(MIXTURE, mixed)] if mixed else []))

    def games_of(self, level: str, players: int) -> int | None:
        """Return the playthroughs wanted of each board, mix and arm; None without such a wish.

        0: the level is not played with so many players.

        Raises
        ------
        InputError
            The file says it of other numbers of players.
        """
        if self.games is None:
            return None
        sizes = self.games.get(level, self.games.get(EVERY, {}))
        games = sizes.get(str(players), sizes.get(EVERY))
        if games is None:
            raise InputError(f"expected games with {players} players, got none (games.{level})")
        return games

    @property
    def compares_arms(self) -> bool:
        """Whether differences between arms are measured."""
        return Figure.ARMS in self.figures if self.figures else bool(self.arms)

    @property
    def choice_factors(self) -> tuple[str, ...]:
        """The choices of which several values are played."""
        return tuple(name for name, values in self.choices.items() if len(values) > 1)

    @property
    def every_choice(self) -> tuple[Mapping[str, Number], ...]:
        """Every combination of the choices, in the order of the file."""
        combined = itertools.product(*self.choices.values())
        return tuple(dict(zip(self.choices, values, strict=True)) for values in combined)


@dataclass(frozen=True, slots=True)
class StudyFile:
    """A study together with the text that it was read from."""

    study: Study
    text: str
    name: str

    @property
    def sha256(self) -> str:
        """The SHA-256 of the text (UTF-8), hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_study(path: Path, data: str = "", form: type[Study] = Study) -> StudyFile:
    """Read and check a study file.

    Parameters
    ----------
    data
        A folder with own data files, in place of the one that the file names.
    form
        What kind of study it is.

    Raises
    ------
    InputError
        The file is missing, not TOML, or has faults; all faults are reported at once, each with its
        key path.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"expected a study file, got nothing at {str(path)!r} (FILE)") from None
    except (OSError, ValueError) as error:
        raise InputError(f"expected a readable study file, got {error} (FILE)") from None
    return StudyFile(parse_study(text, path, data=data, form=form), text, path.name)


def parse_study(
    text: str,
    path: Path,
    base: Path | None = None,
    data: str = "",
    form: type[Study] = Study,
    *,
    recorded: bool = False,
    start: str | None = None,
) -> Study:
    """Return the study that a TOML text defines.

    Parameters
    ----------
    path
        Names it in errors.
    base
        The folder from which the `data` of the file is seen; None: that of `path`.
    data
        A folder with own data files, in place of the one that the file names.
    form
        What kind of study it is.
    recorded
        Whether results recorded the text: then keys may have the names of older versions.
    start
        The position that playthroughs begin at, in place of a file that the text names.
    """
    try:
        table: Mapping[str, Any] = toml_of(text)
    except ValueError as error:  # syntax, or an integer of too many digits
        raise InputError(f"expected TOML, got a syntax error: {error} ({path.name})") from None
    faults = Faults()
    for key in [] if recorded else old_keys(table):
        faults.note(f"{path.name}, {key}", f"the key `{PLAYER_TYPES}`", f"its old name `{LEVELS}`")
    table = renewed(table)
    for keys in KEYS:
        keys.check(table, path.name, faults)
    study = validated(form, table, path.name, faults)
    if study is not None and (study.data or data):
        study = _with_folder(study, path, base, data, faults)
    if study is not None and study.start is not None:
        study = _with_position(study, path, base, start, faults)
    faults.raise_if_any()
    assert study is not None  # without one there is a fault
    return study


def _with_folder(study: Study, path: Path, base: Path | None, data: str, faults: Faults) -> Study:
    """Return a study with the folder of its own data files; one that is no folder is noted."""
    tip = None if base is None else "name it with --data DIR"
    try:
        folder = own_folder(data, "--data") or own_folder(
            study.data or "", f"{path.name}, data", base or path.parent, tip
        )
    except InputError as error:
        faults.add_error(error)
        return study
    return study.model_copy(update={"data": folder})


def _with_position(
    study: Study, path: Path, base: Path | None, start: str | None, faults: Faults
) -> Study:
    """Return a study with its position as a line of text; one that cannot be read is noted."""
    where = f"{path.name}, start"
    position: Position = study.start if start is None else start  # type: ignore[assignment]
    try:
        if isinstance(position, str) and "=" not in position:
            if not may_read_files():
                raise expected("a position as text", position, where)
            position = read_position(str((base or path.parent) / position), where)
        line = read_line(position, tuple(GAMES))
    except InputError as error:
        for part in parts(error):
            named = where in part.message
            faults.add_error(part if named else type(part)(f"{where}, {part.message}", part.tip))
        return study
    if line.game not in ("", study.game):
        faults.add(where, f"a position of {study.game}", f"one of {line.game}")
    return study.model_copy(update={"start": replace(line, game=study.game).text()})


def study_schema() -> dict[str, Any]:
    """Return the JSON Schema of study files, with what every key means."""
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, **Study.model_json_schema()}
