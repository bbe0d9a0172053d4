"""The file provenance.json: what it may hold, and the only way to read one.

It is a file like others: somebody may have edited it. Each format is a model with a type and a
range for every key; unknown keys are refused. Beyond that, a provenance must agree with the study
file that it holds, and its numbers of games with each other; `result.verify_tables` compares it
with the tables beside it.

The keys in `UNCHECKED` are believed if their type and range are right: nothing else in the folder
says what they should be. A report repeats them; no table and no game depends on them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, StringConstraints
from pydantic_core import PydanticCustomError

from bloodstones.batch.study.definition import LARGEST_HALF_WIDTH, LARGEST_SEED, MIXTURE
from bloodstones.batch.study.factors import (
    ID_PATTERN,
    LARGEST_REDRAW,
    Arm,
    FileTable,
    Id,
    Words,
    as_arm,
)
from bloodstones.batch.study.faults import Figure, validated
from bloodstones.core.contract.study_files import player_types_of
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.core.files.datafile import read_json
from bloodstones.core.files.pairs import spelling
from bloodstones.core.files.parsing import toml_of
from bloodstones.kit.positions.line import read_line

STUDY_FORMAT: Final = "bloodstones-study"
LADDER_FORMAT: Final = "bloodstones-ladder"
BALANCE_FORMAT: Final = "bloodstones-balance"
GAMES_FORMAT: Final = "bloodstones-games"  # that people played; of a report alone
ADVICE_FORMAT: Final = ""  # the provenance of a report of advice names no format
WHAT: Final = {
    STUDY_FORMAT: "a study",
    LADDER_FORMAT: "a ladder",
    BALANCE_FORMAT: "a balance study",
    GAMES_FORMAT: "games with human players",
    ADVICE_FORMAT: "a report of advice",
}
VERSIONS: Final = {
    STUDY_FORMAT: 2,
    LADDER_FORMAT: 1,
    BALANCE_FORMAT: 2,
    GAMES_FORMAT: 1,
}  # of the content, the latest
LATER_TIP: Final = "bloodstones {} wrote them, and reads them"
# Keys that version 1 of the content does not have.
OF_VERSION_2: Final = (
    *("maps", "options", "overrides", "arms", "choices", "data", "assumed", "figures"),
    *("most_games", "ended_by", "half_width", "stopping", "groups", "own_code"),
)
# Keys that can be compared with nothing else in the folder, beyond their type and range.
_OF_GAMES: Final = frozenset(
    {
        *("rules_version", "quick", "data", "assumed", "fingerprint", "sources_sha256", "versions"),
        *("most_games", "ended_by", "figures", "plan_sha256", "own_code", "run"),
        *("groups.half_width", "groups.strategies", "groups.choices"),
    }
)
UNCHECKED: Final[Mapping[str, frozenset[str]]] = {
    STUDY_FORMAT: _OF_GAMES,
    LADDER_FORMAT: _OF_GAMES | {"tables"},
    BALANCE_FORMAT: _OF_GAMES
    | {
        *("balance.numbers.printed", "balance.options.printed", "balance.retuned"),
        *("balance.claims", "balance.claims_sha256"),
    },
    GAMES_FORMAT: frozenset(
        {
            *("study", "question", "game", "title", "role", "games", "people", "first", "last"),
            *("file", "sha256", "columns", "ignored", "left_out", "lowest_wins", "has", "versions"),
        }
    ),
    ADVICE_FORMAT: frozenset({"study", "study_sha256", "worth_sha256", "rules_version", "version"}),
}
SHA256: Final = re.compile(r"[0-9a-f]{64}")
DATE: Final = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]")
TABLE_NAME: Final = re.compile(r"[a-z_]+\.parquet")  # in the folder, never elsewhere
MOST_COUNTED: Final = 10**12  # games, cells, seconds


def _sha256(value: str) -> str:
    if not SHA256.fullmatch(value):
        raise PydanticCustomError("sha256", "a SHA-256 of 64 hexadecimal digits")
    return value


def _date(value: str) -> str:
    if not DATE.fullmatch(value):
        raise PydanticCustomError("date", "a date such as 2026-11-27")
    return value


def _table_name(value: str) -> str:
    if not TABLE_NAME.fullmatch(value):
        raise PydanticCustomError("table", "the name of a table such as front.parquet")
    return value


Hash = Annotated[str, AfterValidator(_sha256)]
Hashes = dict[Annotated[Words, Field(min_length=1)], Hash]
Count = Annotated[int, Field(ge=1, le=MOST_COUNTED)]
Width = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Value = int | str | bool
Name = Annotated[Words, Field(min_length=1)]
FigureName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(Figure)})$")]
Goal = dict[Name, list[Finite]] | None


class StoppingFacts(FileTable):
    """The rule of a study that stops at a wanted precision."""

    rule: Name
    half_width: Annotated[float, Field(gt=0, lt=LARGEST_HALF_WIDTH, allow_inf_nan=False)]
    confidence: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)]


class RecordedArm(FileTable):
    """What an arm changes; with the starts of a balance study alone, nothing of the rules."""

    options: dict[Name, str]
    overrides: dict[Name, Value]
    title: Name | None
    redraw: Annotated[int, Field(ge=0, le=LARGEST_REDRAW)]


class CellGroup(FileTable):
    """A group of cells that were played equally often."""

    map: Words
    choices: Name = ""
    players: Annotated[int, Field(ge=1, le=100)]
    level: Words
    strategies: Annotated[list[Name], Field(min_length=1)]
    cells: Count
    replicates: Count
    half_width: Width | None


class RunFacts(FileTable):
    """How games were played."""

    seconds: Annotated[float, Field(ge=0, le=MOST_COUNTED, allow_inf_nan=False)]
    jobs: Count
    backend: Name
    date: Annotated[str, AfterValidator(_date)] = ""


class PackageVersions(FileTable):
    """The versions of packages that games depend on; other packages may be among them."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Name]

    bloodstones: Name


class PlayedProvenance(FileTable):
    """What all provenances of games have."""

    study: Id
    question: Name
    game: Id
    rules_version: Name | None
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    quick: bool
    games: Count
    table_hash: Hash
    fingerprint: Hash
    sources_sha256: Hash
    versions: PackageVersions
    study_sha256: Hash
    study_file: Annotated[str, Field(min_length=1)]


class StudyProvenance(PlayedProvenance):
    """The provenance of a study. What has a default is not in version 1."""

    format: Literal["bloodstones-study"]
    version: Annotated[int, Field(ge=1, le=VERSIONS[STUDY_FORMAT])]
    start: Name | None = None
    map: Name | None
    maps: list[Name] = Field(default_factory=list)
    options: dict[Name, str] = Field(default_factory=dict)
    overrides: dict[Name, Value] = Field(default_factory=dict)
    arms: dict[Id, RecordedArm] = Field(default_factory=dict)
    choices: dict[Id, Annotated[list[Value], Field(min_length=1)]] = Field(default_factory=dict)
    data: Hashes = Field(default_factory=dict)
    assumed: list[Words] = Field(default_factory=list)
    figures: Annotated[list[FigureName], Field(min_length=1)] = Field(default_factory=list)
    replicates: Count
    cells: Count
    most_games: Count = 1
    ended_by: Literal["replicates", "precision", "budget"] = "replicates"
    half_width: Annotated[float, Field(gt=0, lt=LARGEST_HALF_WIDTH, allow_inf_nan=False)] | None = (
        None
    )
    stopping: StoppingFacts | None = None
    groups: Annotated[list[CellGroup], Field(min_length=1)] = Field(default_factory=list)
    areas_hash: Hash
    plan_sha256: Hash
    own_code: Hashes = Field(default_factory=dict)
    run: RunFacts


class Changeable(FileTable):
    """What a search could change: its printed value, and those that it tried."""

    printed: Value | None
    values: Annotated[list[Value], Field(min_length=1)]


class ClaimFacts(FileTable):
    """What was claimed about the new games, and their results."""

    change: Words
    what: Literal["distance", "gain"]
    target: Words
    level: Words
    predicted: Finite | None
    low: Finite | None
    high: Finite | None
    confirmed: Finite | None
    holds: bool | None


class TuningGain(FileTable):
    """What tuning gained; more figures may be among them."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Finite]

    games: Count
    before: Width
    after: Width
    gain: Finite


class RetunedFacts(FileTable):
    """What tuning for a setting gained."""

    setting: dict[Name, Value]
    players: Annotated[int, Field(ge=1, le=100)]
    games: Count
    kept: list[Name]
    gains: dict[Name, TuningGain]


class ChangeCost(FileTable):
    """What a change costs."""

    change: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    range: Annotated[float, Field(ge=0, allow_inf_nan=False)]


class SearchEffort(FileTable):
    """How long was searched."""

    replicates: int | None
    games: dict[Name, dict[Name, int]] | None = None
    rounds: int
    changes: int
    levels: list[Name] | None
    finalists: int
    final_replicates: int | None
    final_games: dict[Name, dict[Name, int]] | None = None


class BalanceSummary(FileTable):
    """What a balance study searched, found and claimed; what has a default is not in the first."""

    numbers: dict[Name, Changeable]
    options: dict[Name, Changeable] = Field(default_factory=dict)
    starts: dict[Name, Changeable] = Field(default_factory=dict)
    targets: dict[Name, JsonValue] = Field(default_factory=dict)
    fair_alone: bool = True
    cost: ChangeCost
    search: SearchEffort
    answers: list[dict[Name, Value]]
    retuned: list[RetunedFacts]
    claims: list[ClaimFacts] = Field(default_factory=list)
    claims_sha256: Hash = ""


class BalanceProvenance(StudyProvenance):
    """The provenance of a balance study."""

    format: Literal["bloodstones-balance"]  # type: ignore[assignment]
    fresh_games: Count
    tables: dict[Annotated[str, AfterValidator(_table_name)], Hash]
    balance: BalanceSummary


class LadderProvenance(PlayedProvenance):
    """The provenance of a ladder."""

    format: Literal["bloodstones-ladder"]
    version: Annotated[int, Field(ge=1, le=VERSIONS[LADDER_FORMAT])]
    maps: dict[Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?$")], Name]
    choices: dict[Id, Value]
    data: Hashes
    assumed: list[Words]
    tables: Count


class GamesProvenance(FileTable):
    """The provenance of a report of games that people played.

    The list itself stays where it is: nothing beside the report can be compared with it.
    """

    format: Literal["bloodstones-games"]
    version: Annotated[int, Field(ge=1, le=VERSIONS[GAMES_FORMAT])]
    study: Annotated[str, StringConstraints(pattern=ID_PATTERN)]
    question: Words
    game: Words
    title: Words
    role: Name
    games: Count
    people: Annotated[int, Field(ge=0, le=MOST_COUNTED)]
    first: Words
    last: Words
    file: Name
    sha256: Hash
    columns: dict[Name, Annotated[list[Name], Field(min_length=1)]]
    ignored: list[Name]
    left_out: dict[Name, Count]
    lowest_wins: bool
    has: list[Name]
    versions: PackageVersions


class AdviceProvenance(FileTable):
    """The provenance of a report of advice: such pages are kept, and no longer made."""

    study: Annotated[str, StringConstraints(pattern=ID_PATTERN)]
    study_sha256: Hash
    worth_sha256: Hashes = Field(default_factory=dict)
    rules_version: Name | None
    version: Name


MODELS: Final[Mapping[str, type[FileTable]]] = {
    STUDY_FORMAT: StudyProvenance,
    LADDER_FORMAT: LadderProvenance,
    BALANCE_FORMAT: BalanceProvenance,
    GAMES_FORMAT: GamesProvenance,
    ADVICE_FORMAT: AdviceProvenance,
}
ALONE: Final = (GAMES_FORMAT, ADVICE_FORMAT)  # nothing in them is there twice


def read_provenance_file(path: Path, *formats: str) -> dict[str, Any]:
    """Return a checked provenance.

    Parameters
    ----------
    path
        Of the file.
    formats
        The formats that it may have; all of them by default.

    Raises
    ------
    InputError
        The file is missing, has another format or a later version, or has faults; all of them are
        reported, each with its key.
    """
    recorded = read_json(path, "a provenance")
    form = recorded.get("format", ADVICE_FORMAT)
    known = formats or tuple(MODELS)
    if not isinstance(form, str) or form not in known:
        what = " or ".join(WHAT[each] for each in known)
        raise InputError(f"expected the provenance of {what}, got another file ({path})")
    _refuse_later(recorded, form, path)
    faults = Faults()
    if validated(MODELS[form], recorded, str(path), faults) is not None and form not in ALONE:
        for key, wanted, got in _contradictions(recorded, form):
            faults.add(f"{path}, {key}", wanted, got)
    faults.raise_if_any()
    return recorded


def _refuse_later(recorded: Mapping[str, Any], form: str, path: Path) -> None:
    """Raise InputError for what a later version of this program wrote."""
    latest, version = VERSIONS.get(form), recorded.get("version", 1)
    if latest is None or (type(version) is int and version <= latest):
        return
    wrote = recorded.get("versions")
    name = wrote.get("bloodstones") if isinstance(wrote, Mapping) else None
    tip = LATER_TIP.format(name or "of a later version")
    raise expected(f"results of version {latest} or before", version, str(path), tip)


def _contradictions(recorded: Mapping[str, Any], form: str) -> Iterator[tuple[str, str, object]]:
    """Yield the keys of a provenance that contradict others: key, what is expected, what is there.

    Parameters
    ----------
    recorded
        Of the right types.
    """
    text = recorded["study_file"]
    digest = hashlib.sha256(text.encode()).hexdigest()
    if recorded["study_sha256"] != digest:
        yield "study_file", f"the text of the hash in study_sha256, {digest}", "another text"
        return
    try:
        file = toml_of(text)
    except ValueError as error:
        yield "study_file", "TOML", str(error)
        return
    if form != LADDER_FORMAT:
        yield from _of_start(recorded, file)
    for key, wanted in _of_study_file(file, form, recorded.get("start")):
        if key in recorded and recorded[key] != wanted:
            yield key, f"{wanted!r} as in study_file", recorded[key]
    if form == LADDER_FORMAT:
        return
    if form == BALANCE_FORMAT:
        yield from _of_search(recorded, file)
    if recorded["version"] >= VERSIONS[STUDY_FORMAT]:
        for key in OF_VERSION_2:
            if key not in recorded:
                yield key, "a value", None
                return
    if "groups" in recorded:
        yield from _of_counts(recorded, form)
        levels = {"", MIXTURE, *player_types_of(file)}
        for number, group in enumerate(recorded["groups"]):
            if group["level"] not in levels:
                yield f"groups[{number}].level", "a level of study_file", group["level"]
            if group["map"] not in (recorded.get("maps") or [""]):
                yield f"groups[{number}].map", "a map of the study", group["map"]
    stopping, width = recorded.get("stopping"), recorded.get("half_width")
    if (stopping is None) != (width is None) or (stopping and stopping["half_width"] != width):
        yield "stopping", f"the rule for the half width {width}", stopping
    if width is not None and width != file.get("half_width"):
        yield "half_width", f"{file.get('half_width')} as in study_file", width
    if recorded.get("ended_by") == "precision" and width is None:
        yield "ended_by", "replicates or budget without half_width", "precision"


def _of_start(
    recorded: Mapping[str, Any], file: Mapping[str, Any]
) -> Iterator[tuple[str, str, object]]:
    """Yield what is wrong with the position that playthroughs begin at."""
    start, named = recorded.get("start"), file.get("start")
    if start is None or named is None:
        if start != named:
            yield (
                "start",
                "a position as in study_file" if named else "none as in study_file",
                start,
            )
        return
    try:
        line = read_line(start, (recorded["game"],))
        if not isinstance(named, str) or "=" in named:  # else the name of a file
            told = replace(read_line(named, (recorded["game"],)), game=recorded["game"])
            if line != told:
                yield "start", "the position in study_file", start
    except InputError as error:
        yield "start", "a position", str(error)


def _of_study_file(
    file: Mapping[str, Any], form: str, start: str | None
) -> Iterator[tuple[str, Any]]:
    """Yield the keys that follow from a study file, with their values.

    `start`: the position that playthroughs begin at, which may name the board.
    """
    for key, name in (("study", "id"), ("question", "question"), ("game", "game")):
        yield key, file.get(name)
    yield "seed", file.get("seed")
    if form == LADDER_FORMAT:
        yield "maps", file.get("maps", {})
        yield "choices", file.get("choices", {})
        return
    rules = _table(file.get("rules"))
    maps = file.get("maps", [file["map"]] if "map" in file else [])
    if start is not None and not maps:
        try:
            board = read_line(start, (file.get("game", ""),)).board
        except InputError:  # reported as a fault of the position
            board = ""
        maps = [board] if board else []
    yield "map", file.get("map")
    yield "maps", [maps] if isinstance(maps, str) else maps
    yield "overrides", _table(rules.get("overrides"))
    yield "options", {name: spelling(value) for name, value in _table(rules.get("options")).items()}
    choices = _table(file.get("choices")).items()
    yield "choices", {key: each if isinstance(each, list) else [each] for key, each in choices}
    if "figures" in file:
        yield "figures", file["figures"]
    if form == STUDY_FORMAT and "sensitivity" not in file:
        arms = _table(file.get("arms")).items()
        try:
            yield "arms", {name: Arm.model_validate(as_arm(arm)).model_dump() for name, arm in arms}
        except ValueError:  # an arm as an older version writes it
            return


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _of_search(
    recorded: Mapping[str, Any], file: Mapping[str, Any]
) -> Iterator[tuple[str, str, object]]:
    """Yield what contradicts the arms and the study file of a balance study."""
    found, arms = recorded["balance"], recorded.get("arms", {})
    for kind in ("numbers", "options", "starts"):
        if found.get(kind, {}).keys() != _table(file.get(kind)).keys():
            yield f"balance.{kind}", "the names as in study_file", [*found.get(kind, {})]
    names = [f"changes_{place + 1}" for place in range(len(found["answers"]))]
    if [*arms] != names or any(arm["title"] or arm["redraw"] for arm in arms.values()):
        yield "arms", f"{', '.join(names)}, without titles", arms
    starts = found.get("starts", {})
    for place, answer in enumerate(found["answers"]):
        arm = arms.get(f"changes_{place + 1}", {"options": {}, "overrides": {}})
        changes = {name: value for name, value in answer.items() if name not in starts}
        if changes != {**arm["options"], **arm["overrides"]}:
            yield f"balance.answers[{place}]", f"the changes of arms.changes_{place + 1}", answer
    for place, claim in enumerate(found.get("claims", ())):
        ends = [claim[name] for name in ("low", "confirmed", "high")]
        holds = None if None in ends else ends == sorted(ends)
        if claim["holds"] is not holds:
            yield f"balance.claims[{place}].holds", f"{holds} by its interval", claim["holds"]


def _of_counts(recorded: Mapping[str, Any], form: str) -> Iterator[tuple[str, str, object]]:
    """Yield what contradicts the cells and games of the groups."""
    groups = recorded["groups"]
    cells = sum(group["cells"] for group in groups)
    games = sum(group["cells"] * group["replicates"] for group in groups)
    most = max(group["replicates"] for group in groups)
    if recorded["cells"] != cells:
        yield "cells", f"{cells} as the groups have", recorded["cells"]
    if recorded["replicates"] != most:
        yield "replicates", f"{most} as the groups have", recorded["replicates"]
    if form == STUDY_FORMAT and recorded["games"] != games:
        yield "games", f"{games} as the groups have", recorded["games"]
    if form == STUDY_FORMAT and recorded["most_games"] < games:
        yield "most_games", f"at least {games}", recorded["most_games"]
    if form == BALANCE_FORMAT and not games <= recorded["fresh_games"] <= recorded["games"]:
        yield "fresh_games", f"{games} to {recorded['games']}", recorded["fresh_games"]
