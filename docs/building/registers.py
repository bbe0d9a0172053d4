"""The rules register of each game: every clause with its reading and the tests that check it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from bloodstones.core.rules.number_rows import NumberRows, read_rows
from bloodstones.core.rules.rulebook import (
    Ambiguity,
    Clause,
    ClauseStatus,
    Example,
    Item,
    Register,
    RuleOption,
)
from bloodstones.games.registry import game_entry
from building.met import met_of_games
from building.planted import faults_of_games, faults_told
from building.writing import Pages, plain
from tests.met import read as read_met
from tests.mutants.table import Count, Row, counts, definitions, read
from tests.rule_coverage import TESTS, collect, register_of

STATUSES = {
    ClauseStatus.EXECUTABLE: "shown by positions of a game",
    ClauseStatus.DATA: "numbers and definitions, checked by tests of the data",
    ClauseStatus.NOT_APPLICABLE: "no program can show them; each entry gives the reason",
}
SHOWN_TESTS = 4
OPEN = "Rules that the rulebook leaves open, and their readings"


def link(ident: str) -> str:
    """Return a link to an entry of the same page."""
    return f"[{plain(ident)}](#{anchor(ident)})"


def anchor(ident: str) -> str:
    """Return the place of an entry in its page."""
    return ident.lower().replace("_", "-")


def entry(ident: str, lines: Iterable[str]) -> str:
    """Return an entry: its id, and one line for each fact."""
    return f"[{plain(ident)}]{{#{anchor(ident)} .rule}}\n" + "".join(
        f": {line}\n" for line in lines
    )


def tests_told(tests: Sequence[str]) -> Iterator[str]:
    """Yield the line of an entry that names its tests: file and function."""
    if tests:
        names = [f"`{Path(file).name}::{name}`" for file, _, name in map(split, tests)]
        more = len(names) - SHOWN_TESTS
        rest = f" and {more} more" if more > 0 else ""
        yield f"*{'Tests' if len(names) > 1 else 'Test'}:* {' '.join(names[:SHOWN_TESTS])}{rest}"


def split(test: str) -> tuple[str, str, str]:
    """Return file, mark and name of a test."""
    return test.partition("::")


def lines_of(item: Item, register: Register) -> Iterator[str]:
    """Yield the lines of an entry, without its tests."""
    if isinstance(item, Clause):
        yield plain(item.text)
        for ident in item.ambiguities:
            reading = plain(register.ambiguities[ident].reading)
            yield f"*Reading:* {reading} ({link(ident)})"
    elif isinstance(item, Example):
        yield f"*Given:* {plain(item.given)}"
        yield f"*Expected:* {plain(item.expected)}"
        yield f"*Clauses:* {', '.join(map(link, item.clauses))}"
    elif isinstance(item, Ambiguity):
        yield f"*Open:* {plain(item.question)}"
        yield f"*Reading:* {plain(item.reading)}"
        yield f"*Because:* {plain(item.why)}"
    else:
        values = ", ".join(f"`{value}`" for value in item.spellings)
        yield f"{plain(item.meaning)} Values, the default first: {values}."
        if item.ambiguity is not None:
            yield f"*Settles:* {link(item.ambiguity)}"
    if not isinstance(item, RuleOption) and item.reason:
        yield f"*Not applicable:* {plain(item.reason)}"
    if isinstance(item, Clause | Ambiguity) and (options := register.options_of(item.id)):
        yield f"*{'Options' if len(options) > 1 else 'Option'}:* " + ", ".join(
            link(option.name) for option in options
        )


def part(
    title: str,
    items: Iterable[Item],
    register: Register,
    tests: Mapping[str, list[str]],
    planted: Mapping[str, Count],
    reasons: Mapping[str, str],
) -> str:
    """Return a part of the page with its entries."""
    lines = [
        entry(
            item.id,
            [
                *lines_of(item, register),
                *tests_told(tests.get(item.id, [])),
                *faults_told(planted.get(item.id), plain(reasons.get(item.id, ""))),
            ],
        )
        for item in items
    ]
    return f"## {plain(title)}\n\n" + "\n".join(lines)


def numbers_of(rows: NumberRows) -> str:
    """Return the part of the page that lists the rule numbers."""
    lines = [
        f"| `{row.name}` | {' or '.join(map(str, row.printed))} | {row.low} to {row.high} "
        f"| {plain(row.meaning)} | {link(row.clause)} |"
        for row in rows
    ]
    head = (
        "## Numbers\n\nThe numbers that `--set` and the what-ifs of a study can change. A word in "
        "braces means each item of its kind; the data files list the printed values.\n\n"
        "| name | printed | range | meaning | clause |\n|---|---:|---|---|---|\n"
    )
    return head + "\n".join(lines) + "\n"


def page_of(
    title: str,
    register: Register,
    rows: NumberRows,
    tests: Mapping[str, list[str]],
    faults: Sequence[Row],
    reasons: Mapping[str, str],
) -> str:
    """Return the page of a game; `reasons` say why no fault can be planted in a clause."""
    planted = {count.clause: count for count in counts(register, faults)}
    clauses = register.clauses.values()
    numbers = [sum(clause.status is status for clause in clauses) for status in STATUSES]
    kinds = "\n".join(
        f"| {status} | {count} |" for status, count in zip(STATUSES.values(), numbers, strict=True)
    )
    named = len({test for found in tests.values() for test in found})
    head = (
        f"# {plain(title)}\n\n{len(clauses)} clauses, {len(register.examples)} worked examples, "
        f"{len(register.ambiguities)} rules that the rulebook leaves open, "
        f"{len(register.options)} options; {named} tests name one of them. The texts are the "
        "project's own words.\n\n"
        f"| clauses | |\n|---|---:|\n{kinds}\n\n"
        f"{faults_of_games({plain(title): (faults, planted.values())})}"
    )
    sections = [
        part(
            f"{register.code}-{section.id}: {section.title}",
            found,
            register,
            tests,
            planted,
            reasons,
        )
        for section in register.sections.values()
        if (found := register.clauses_in(section.id))
    ]
    rest = [
        numbers_of(rows),
        part("Options", register.options.values(), register, tests, planted, reasons),
        part(OPEN, register.ambiguities.values(), register, tests, planted, reasons),
        part("Worked examples", register.examples.values(), register, tests, planted, reasons),
    ]
    return "\n".join([head, *sections, *rest])


def write(pages: Pages) -> None:
    """Write a page for each game and one that lists them."""
    names, found, titles = [], {}, {}
    for marks in collect(TESTS):
        if marks.broken:
            raise RuntimeError("\n".join(marks.broken))
        register, about = register_of(marks.game), game_entry(marks.game)
        home = import_module(about.home).__file__
        assert home is not None
        rows = read_rows(Path(home).parent / "data")
        planted = tuple(read(marks.game).values())
        found[plain(about.title)] = (planted, counts(register, planted))
        page = page_of(about.title, register, rows, marks.tests, planted, definitions(marks.game))
        pages.write(f"rules/{marks.game}.md", page)
        names.append(marks.game)
        titles[marks.game] = plain(about.title)
    pages.write(
        "rules/index.md",
        "# Rules registers\n\nEvery clause of a game's rules has an id that code, tests and "
        "messages name. A reading says what the project does where the rulebook is silent, and "
        "why. Most readings are options that studies can change. `bloodstones rules ID` shows an "
        "entry in the terminal. `make rules` lists clauses and tests. It fails if a clause has no "
        "test, or if no test of a clause or reading notices any of its planted faults: comparisons "
        "turned, numbers one off, conditions and assignments left out, seats swapped, loops too "
        "short. Each clause shows the counts of its faults.\n\n"
        f"{faults_of_games(found)}\n{met_of_games(read_met(), titles)}\n\n"
        "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```\n",
    )
