"""Which tests cover which clauses of the rules: `python -m tests.rule_coverage [--write]`.

Collects the marks `@pytest.mark.rule("BS-…")` of the suite without running it and prints each
clause, worked example, ambiguity and option with its tests, then a summary by section. Marks of
tests that the ordinary run leaves out (statistical, soak, timings) or expects to fail do not count.
An option's test covers the ambiguity that the option settles.

`uncovered_clauses.txt` lists what of the first game has no test yet; exit code 1 if it and the
suite disagree; if faults were planted in a clause or reading (`tests.mutants`) and no test that
names it noticed any, but for those listed in `mutants/unheld.txt`; or if one that positions show
has no fault and `mutants/definitions.toml` does not say why. `--write` puts the list of uncovered
clauses in agreement with the suite.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import pytest

from bloodstones.core.rules.rulebook import ClauseStatus, Register, RuleOption
from bloodstones.games.registry import GAMES, module_of
from tests.mutants import table as planted

TESTS = Path(__file__).parent
FIRST_GAME = next(iter(GAMES))
ALLOWED = TESTS / "uncovered_clauses.txt"
HEADER = "# Clauses, examples, ambiguities and options without a test; this list only shrinks."
NOT_COUNTED = ("statistical", "soak", "benchmark_suite", "skip", "xfail")
PLAIN = ["--collect-only", "-qq", "-p", "no:cacheprovider", "--override-ini"]
PLAIN.append("addopts=--strict-markers --strict-config")


def game_of(test: str) -> str:
    """Return the game that a test is about: that of its folder, else the first one.

    >>> game_of("tests/games/bellum_magica/test_day.py::test_a_day"), game_of("tests/cli/test_x.py")
    ('bellum_magica', 'bloodstones')
    """
    _, inside, rest = test.partition("tests/games/")
    return rest.partition("/")[0] if inside else FIRST_GAME


def register_of(game_id: str) -> Register:
    """Return the rules register of a game."""
    register: Register = import_module(module_of(game_id, "rules.register")).load_register()
    return register


@dataclass(eq=False)  # pytest wants plugins that hash
class Marks:
    """A pytest plugin that gathers the rule marks of all tests it sees collected.

    `tests` maps each marked id to the tests that carry it, parameters left off, in order;
    `broken` says what kept the tests from being collected. Ids of ambiguities and examples are each
    game's own: `game` says whose tests count.
    """

    tests: dict[str, list[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    game: str = FIRST_GAME

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.gather(session.items)

    def gather(self, items: Iterable[pytest.Item]) -> None:
        """Take up the marks of collected tests."""
        for item in items:
            if any(item.get_closest_marker(name) for name in NOT_COUNTED):
                continue
            test = item.nodeid.partition("[")[0]
            if game_of(test) != self.game:
                continue
            for ident in (i for mark in item.iter_markers("rule") for i in mark.args):
                tests = self.tests.setdefault(ident, [])
                if test not in tests:
                    tests.append(test)


def collect(path: Path) -> list[Marks]:
    """Return the marks of the tests below `path`, quietly, for each game."""
    marks, said = [Marks(game=game_id) for game_id in GAMES], io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main([*PLAIN, f"--rootdir={path.parent}", str(path)], plugins=[*marks])
    if code != pytest.ExitCode.OK:
        marks[0].broken.append(f"{path}: cannot be collected, pytest says\n{said.getvalue()}")
    return marks


def to_cover(register: Register) -> tuple[str, ...]:
    """Return the ids and option names that need a test: all but what is not applicable."""
    return tuple(
        item.id
        for item in register
        if isinstance(item, RuleOption) or item.status is not ClauseStatus.NOT_APPLICABLE
    )


def uncovered(register: Register, tests: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the ids that need a test and have none, in the order of the register."""
    covered = set(tests)
    covered.update(option.ambiguity for option in register.options.values() if option.name in tests)
    return [ident for ident in to_cover(register) if ident not in covered]


def faults(register: Register, marks: Marks, allowed: Collection[str]) -> list[str]:
    """Return where the suite, the register and the list of the allowed disagree."""
    known = {item.id for item in register}
    missing = uncovered(register, marks.tests)
    return [
        *marks.broken,
        *(
            f"{ident}: unknown to the register, marked by {', '.join(tests)}"
            for ident, tests in marks.tests.items()
            if ident not in known
        ),
        *(f"{ident}: no test covers it" for ident in missing if ident not in allowed),
        *(
            f"{ident}: to be removed from {ALLOWED.name}, "
            + ("it needs no test or has one" if ident in known else "no such id")
            for ident in allowed
            if ident not in missing
        ),
    ]


def unnoticed(game_id: str, register: Register) -> list[str]:
    """Return where planted faults and the list of entries that notice none disagree."""
    found = planted.unheld(planted.counts(register, planted.read(game_id).values()))
    listed, file = planted.read_unheld(game_id), planted.UNHELD.name
    return [
        *(
            f"{game_id} {each}: no test of its own notices a planted fault"
            for each in found
            if each not in listed
        ),
        *(
            f"{game_id} {each}: to be removed from {file}, its tests notice faults"
            for each in listed
            if each not in found
        ),
    ]


def unplanted(game_id: str, register: Register) -> list[str]:
    """Return where planted faults and the list of definitions disagree."""
    rows = planted.read(game_id)
    if not rows:
        return []
    counts = planted.counts(register, rows.values())
    listed, file = planted.definitions(game_id), planted.DEFINITIONS.name
    bare = {each.clause for each in counts if each.bare}
    return [
        *(
            f"{game_id} {each}: no fault was planted in it, and {file} does not say why"
            for each in sorted(bare - set(listed))
        ),
        *(f"{game_id} {each}: to be removed from {file}" for each in listed if each not in bare),
    ]


def held_line(game_id: str, register: Register) -> str:
    """Return how many of the clauses and readings that positions show notice a planted fault."""
    found = planted.counts(register, planted.read(game_id).values())
    played = [each for each in found if each.played]
    held, reasons = sum(each.held for each in played), len(planted.definitions(game_id))
    return (
        f"{game_id}: of {len(played)} clauses and readings that positions show, {held} notice a "
        f"planted fault, {reasons} say why none can be planted"
    )


def read_allowed() -> list[str]:
    """Return the ids in the list of what has no test yet."""
    lines = ALLOWED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def write_allowed(idents: Iterable[str]) -> None:
    """Write the list anew, all or nothing."""
    draft = ALLOWED.with_suffix(".tmp")
    draft.write_text("\n".join([HEADER, *idents]) + "\n", encoding="utf-8")
    draft.replace(ALLOWED)


def groups(register: Register) -> dict[str, list[str]]:
    """Return the ids by section, then examples, ambiguities and options."""
    result = {
        f"{register.code}-{section}": [clause.id for clause in register.clauses_in(section)]
        for section in register.sections
    }
    result |= {"EX, DX": list(register.examples), "AMB": list(register.ambiguities)}
    return result | {"options": list(register.options)}


def lines(register: Register, tests: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the report: every id with its tests, then the summary by section."""
    missing, needed = set(uncovered(register, tests)), set(to_cover(register))
    report, summary = [], [f"{'section':<12}{'all':>6}{'covered':>9}{'uncovered':>11}{'n/a':>5}"]
    totals = [0, 0, 0, 0]
    for name, idents in groups(register).items():
        for ident in idents:
            report.append(f"{ident}{_note(register, ident, tests, missing)}")
            report.extend(f"    {test}" for test in tests.get(ident, ()))
        bare = len(missing.intersection(idents))
        apart = len(idents) - len(needed.intersection(idents))
        row = [len(idents), len(idents) - bare - apart, bare, apart]
        totals = [total + count for total, count in zip(totals, row, strict=True)]
        summary.append(_row(name, row))
    return [*report, "", *summary, _row("together", totals)]


def _note(
    register: Register, ident: str, tests: Mapping[str, Sequence[str]], missing: Collection[str]
) -> str:
    item = register.get(ident)
    assert item is not None
    if ident in tests:
        return ""
    if ident in missing:
        return "  no test"
    options = [option.name for option in register.options_of(ident) if option.name in tests]
    if options:
        return f"  by option {', '.join(options)}"
    return "" if isinstance(item, RuleOption) else f"  not applicable: {item.reason}"


def _row(name: str, row: Sequence[int]) -> str:
    return f"{name:<12}{row[0]:>6}{row[1]:>9}{row[2]:>11}{row[3]:>5}"


def main(args: Sequence[str] | None = None) -> int:
    """Print the coverage; 1 if something is wrong with it, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.rule_coverage", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {ALLOWED.name} anew")
    wanted = parser.parse_args(args)
    wrong: list[str] = []
    for marks in collect(TESTS):
        register, first = register_of(marks.game), marks.game == FIRST_GAME
        if wanted.write and first and not marks.broken:
            write_allowed(uncovered(register, marks.tests))
        wrong += faults(register, marks, read_allowed() if first else ())
        wrong += unnoticed(marks.game, register)
        wrong += unplanted(marks.game, register)
        print("\n".join([*lines(register, marks.tests), held_line(marks.game, register)]))
    if wrong:
        print("\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
