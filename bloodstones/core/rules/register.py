"""Loading the rules register from its folder; all faults of its files are reported at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from bloodstones.core.files.datafile import Entry, Faults, nearest, read_toml
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.rulebook import (
    Ambiguity,
    Clause,
    ClauseStatus,
    Example,
    Register,
    RuleOption,
    RuleSection,
    Value,
)

SECTIONS_FILE = "sections.toml"
AMBIGUITIES_FILE = "ambiguities.toml"
OPTIONS_FILE = "options.toml"
EXAMPLES_FILE = "examples.toml"
NOT_NEEDED = (AMBIGUITIES_FILE, OPTIONS_FILE, EXAMPLES_FILE)  # a game may have none of these
SECTION_ID = "[A-Z]+"
CLAUSE_ID = "{code}-[A-Z]+-[0-9]{{2}}"
AMBIGUITY_ID = "AMB-[0-9]{2}"
EXAMPLE_ID = "[ED]X-[0-9]{2}"
OPTION_NAME = "[a-z][a-z0-9_]*"
STATUSES = {status.value: status for status in ClauseStatus}


@dataclass(frozen=True, slots=True)
class RegisterLayout:
    """How the register of a game is laid out.

    Attributes
    ----------
    code
        What its clause ids begin with, `BS` for `BS-COMBAT-10`.
    files
        The files of clauses, in the order of the rules.
    roles
        The ids of the roles (factions, armies) that a section or a clause may be about.
    """

    code: str
    files: tuple[str, ...]
    roles: tuple[str, ...] = ()


def read_register(folder: Path, form: RegisterLayout) -> Register:
    """Return the rules register of a folder.

    Parameters
    ----------
    folder
        With the TOML files of the register.
    form
        What the clause ids of this game look like.

    Raises
    ------
    InputError
        With every fault of all files: file, entry and what was expected.
    """
    faults = Faults()
    roles: dict[str, tuple[str, ...]] = {}
    sections: dict[str, RuleSection] = {}
    for name, entry in _entries(folder / SECTIONS_FILE, SECTION_ID, faults):
        sections[name] = RuleSection(name, entry.text("title"))
        roles[name] = _roles(entry, form)
        entry.finish()
    open_points = dict(_entries(folder / AMBIGUITIES_FILE, AMBIGUITY_ID, faults))
    clauses = _clauses(folder, form, sections, roles, open_points, faults)
    ambiguities = {name: _ambiguity(name, entry, clauses) for name, entry in open_points.items()}
    options = {
        name: _option(name, entry, clauses, ambiguities)
        for name, entry in _entries(folder / OPTIONS_FILE, OPTION_NAME, faults)
    }
    examples = {
        name: _example(name, entry, clauses)
        for name, entry in _entries(folder / EXAMPLES_FILE, EXAMPLE_ID, faults)
    }
    _check_ambiguities(ambiguities, options, open_points)
    faults.raise_if_any()
    return Register(
        form.code,
        MappingProxyType(sections),
        MappingProxyType(clauses),
        MappingProxyType(examples),
        MappingProxyType(ambiguities),
        MappingProxyType(options),
    )


def _entries(path: Path, pattern: str, faults: Faults) -> Iterator[tuple[str, Entry]]:
    """Yield the tables of a file with their ids; an id of another form is noted and left out."""
    if path.name in NOT_NEEDED and not path.exists():
        return
    top = read_toml(path, faults)
    for name in () if top is None else top.values:
        assert top is not None
        if re.fullmatch(pattern, name):
            yield name, top.table(name)
        else:
            faults.add(str(path), f"ids like {pattern}", name)


def _roles(entry: Entry, form: RegisterLayout) -> tuple[str, ...]:
    """Return the roles that an entry names, none if it names none."""
    return entry.choices("factions", _names(form.roles)) if "factions" in entry else ()


def _clauses(
    folder: Path,
    form: RegisterLayout,
    sections: Mapping[str, RuleSection],
    roles: Mapping[str, tuple[str, ...]],
    open_points: Mapping[str, Entry],
    faults: Faults,
) -> dict[str, Clause]:
    clauses: dict[str, Clause] = {}
    for file in form.files:
        for name, entry in _entries(folder / file, CLAUSE_ID.format(code=form.code), faults):
            section = name.split("-")[1]
            if section not in sections:
                faults.add(entry.where, "a known section", section, nearest(section, sections))
            if name in clauses:
                faults.note(entry.where, "ids without repeats", "one that another file has")
            clause_roles = _roles(entry, form) if "factions" in entry else roles.get(section, ())
            clauses[name] = _clause(name, section, entry, clause_roles, open_points)
    filled = {clause.section for clause in clauses.values()}
    for section in sections:
        if section not in filled:
            faults.note(f"{folder / SECTIONS_FILE} [{section}]", "clauses of it", "none")
    return clauses


def _clause(
    name: str,
    section: str,
    entry: Entry,
    roles: tuple[str, ...],
    open_points: Mapping[str, Entry],
) -> Clause:
    status, reason = _status(entry)
    clause = Clause(
        id=name,
        section=section,
        text=entry.text("text"),
        status=status,
        reason=reason,
        roles=roles,
        ambiguities=entry.choices("ambiguities", _names(open_points))
        if "ambiguities" in entry
        else (),
    )
    entry.finish()
    return clause


def _status(entry: Entry) -> tuple[ClauseStatus, str]:
    status = entry.choice("status", STATUSES, default=ClauseStatus.EXECUTABLE)
    return status, entry.text("reason") if status is ClauseStatus.NOT_APPLICABLE else ""


def _ambiguity(name: str, entry: Entry, clauses: Mapping[str, Clause]) -> Ambiguity:
    status, reason = _status(entry)
    ambiguity = Ambiguity(
        id=name,
        question=entry.text("question"),
        reading=entry.text("reading"),
        why=entry.text("why"),
        fixed=entry.flag("fixed", default=False),
        clauses=tuple(key for key, clause in clauses.items() if name in clause.ambiguities),
        status=status,
        reason=reason,
    )
    entry.finish()
    return ambiguity


def _option(
    name: str,
    entry: Entry,
    clauses: Mapping[str, Clause],
    ambiguities: Mapping[str, Ambiguity],
) -> RuleOption:
    """Return an option; its clauses are those of its ambiguity, or its own if it has none."""
    ambiguity = None
    if "clauses" in entry:
        named = entry.choices("clauses", _names(clauses))
    else:
        ambiguity = entry.choice("ambiguity", _names(ambiguities), default="")
        named = ambiguities[ambiguity].clauses if ambiguity else ()
        if "ambiguity" not in entry:
            entry.faults.note(entry.where, "the key ambiguity or clauses", "none")
    option = RuleOption(
        name=name,
        values=_values(entry),
        meaning=entry.text("meaning"),
        ambiguity=ambiguity,
        clauses=named,
    )
    entry.finish()
    return option


def _values(entry: Entry) -> tuple[Value, ...]:
    """Return two or more values, each a name, a number or true or false, the default first."""
    if "values" not in entry:
        entry.faults.note(entry.where, "the key values", "none")
        return ("",)
    entry.asked.add("values")
    values = entry.values["values"]
    good = (
        isinstance(values, list)
        and len(values) > 1
        and all(type(value) in (str, int, bool) for value in values)
        and len({spelling(value) for value in values}) == len(values)
    )
    if not good:
        entry.fault("values", "values as a list of two or more different ones")
        return ("",)
    assert isinstance(values, list)
    return tuple(values)


def _example(name: str, entry: Entry, clauses: Mapping[str, Clause]) -> Example:
    status, reason = _status(entry)
    example = Example(
        id=name,
        given=entry.text("given"),
        expected=entry.text("expected"),
        clauses=entry.choices("clauses", _names(clauses)),
        status=status,
        reason=reason,
    )
    if not example.clauses and entry.sound("clauses"):
        entry.fault("clauses", "one clause or more")
    entry.finish()
    return example


def _check_ambiguities(
    ambiguities: Mapping[str, Ambiguity],
    options: Mapping[str, RuleOption],
    entries: Mapping[str, Entry],
) -> None:
    """Note ambiguities with an option although fixed, without one or without a clause."""
    settled = {option.ambiguity for option in options.values()}
    for name, ambiguity in ambiguities.items():
        faults, where = entries[name].faults, entries[name].where
        if ambiguity.fixed == (name in settled):
            expected = "no option of a fixed ambiguity" if ambiguity.fixed else "an option"
            faults.note(where, expected, "one" if ambiguity.fixed else "none")
        if not ambiguity.clauses and ambiguity.status is not ClauseStatus.NOT_APPLICABLE:
            faults.note(where, "a clause that cites it", "none")


def _names(table: Iterable[str]) -> dict[str, str]:
    return {name: name for name in table}
