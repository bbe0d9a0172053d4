"""What a call of `python -m tests.mutants` does in one game."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from bloodstones.core.rules.rulebook import ClauseStatus
from tests.mutants import table
from tests.mutants.campaign import Bounds, Campaign, spread
from tests.mutants.planting import Fault, faults_of, untied
from tests.mutants.reach import SLOWEST, Reach, read_reach, timed
from tests.mutants.suite import Test, collected, files_of
from tests.mutants.table import DIRECT, EXPLAINED, MARKED
from tests.rule_coverage import register_of

TURNS = 6  # faults of a clause until one of its tests notices


def carry_out(game: str, wanted: argparse.Namespace) -> None:
    """Plant what is wanted in a game, and keep what becomes of it."""
    plantable = faults_of(game)
    faults = [each for each in plantable if not wanted.clause or wanted.clause in each.clauses]
    if wanted.direct:
        faults = [fault for fault in faults if fault.tie in DIRECT]
    if wanted.list:
        _list(game, faults)
        return
    few = wanted.unmeasured or wanted.unheld
    reach = None if few else read_reach(game, wanted.slowest)
    rows = kept_rows(game, plantable)
    bounds = Bounds(wanted.seconds, wanted.minutes, wanted.faults, wanted.jobs)
    say = partial(print, f"{game}:", file=sys.__stderr__, flush=True)
    campaign = Campaign(game, reach, bounds, rows, say)
    if wanted.unheld:
        campaign.layers = (MARKED,)
        direct = [fault for fault in faults if fault.tie in DIRECT]
        clauses = {wanted.clause} if wanted.clause else {c for each in direct for c in each.clauses}
        hold = partial(hold_clauses, campaign, direct, clauses, slowest=wanted.slowest)
        collected(game, files_of(game), hold)
        return
    faults = [each for each in faults if each.id in rows or not only_on_import(each, reach)]
    todo = [
        fault
        for fault in faults
        if (fault.id not in rows) != wanted.survivors
        and not (fault.id in rows and noticed(rows[fault.id], wanted.clause))
    ]
    say(f"{len(faults)} faults, {len(todo)} to plant")
    ordered = spread(todo, rows)
    if ordered:
        collected(game, files_of(game), lambda tests: campaign.job(ordered, tests))


def hold_clauses(
    campaign: Campaign,
    faults: Sequence[Fault],
    clauses: Collection[str],
    tests: Sequence[Test],
    slowest: float = SLOWEST,
) -> None:
    """Plant faults of each clause or reading of which its tests have noticed none, until they do.

    Each has `TURNS` faults at most, of as many functions as name it. Their tests are timed first;
    those that take longer than `slowest` processor seconds are left out.
    """
    tried: set[str] = set()
    for _ in range(TURNS):
        known = table.counts(register_of(campaign.game), campaign.rows.values())
        bare = {each.clause for each in known if not each.held and each.clause in clauses}
        chosen = next_of_clauses(faults, bare, tried, campaign.rows)
        if not chosen:
            return
        tried |= set(chosen)
        campaign.sought = bare
        named = {clause for fault in chosen.values() for clause in fault.clauses}
        own = [test for test in tests if not test.rules.isdisjoint(named)]
        campaign.reach = timed(own, slowest, campaign.reach)
        campaign.job(list(chosen.values()), tests)


def next_of_clauses(
    faults: Iterable[Fault],
    bare: Collection[str],
    tried: Collection[str],
    known: Collection[str] = (),
) -> dict[str, Fault]:
    """Return by id a fault for each clause that is bare, new ones before known ones.

    Of these it is one of the function of which fewest were tried. One fault serves several clauses.
    """
    chosen: dict[str, Fault] = {}
    left: dict[str, list[Fault]] = {}
    used: Counter[str] = Counter()
    for fault in faults:
        used[fault.function] += fault.id in tried
        for clause in fault.clauses:
            if clause in bare and fault.id not in tried:
                left.setdefault(clause, []).append(fault)
    for clause, waiting in left.items():
        if not any(clause in fault.clauses for fault in chosen.values()):
            best = min(waiting, key=lambda each: (each.id in known, used[each.function], each.id))
            chosen[best.id] = best
    return chosen


def noticed(row: table.Row, clause: str) -> bool:
    """Whether a marked test has noticed a fault, one of the clause if it is named; or none can."""
    if row.killed_by == EXPLAINED:
        return True
    return clause in row.credited if clause else row.killed_by == MARKED


def only_on_import(fault: Fault, reach: Reach | None) -> bool:
    """Whether a fault's line runs on import, and in no test: no child can notice it.

    Where nobody measured, all data is taken to be read on import.
    """
    if reach is None:
        return "/rules/" in fault.path
    hit = reach.of(fault.path, fault.lines)
    return bool(hit[-1]) and not bool(hit[:-1].any())


def kept_rows(game: str, faults: list[Fault]) -> dict[str, table.Row]:
    """Return what is known of faults that can still be planted, with the lines of today."""
    known, rows = table.read(game), {}
    for fault in faults:
        if fault.id in known:
            rows[fault.id] = table.moved(known[fault.id], fault.line, fault.tie, fault.clauses)
    return rows


def _list(game: str, faults: list[Fault]) -> None:
    kinds = Counter(fault.kind for fault in faults)
    ties = Counter(fault.tie for fault in faults)
    print(
        f"{game}: {len(faults)} faults can be planted; {len(untied(game))} functions name no clause"
    )
    for name, number in [*kinds.most_common(), *ties.most_common()]:
        print(f"  {name:<24}{number:>6}")
    named = {clause for fault in faults if fault.tie in DIRECT for clause in fault.clauses}
    around = {clause for fault in faults for clause in fault.clauses} - named
    clauses = register_of(game).clauses.values()
    for text, status, missing in (
        ("numbers and definitions", ClauseStatus.DATA, set()),
        ("not named by a line or a function", ClauseStatus.EXECUTABLE, named),
        ("named by no code", ClauseStatus.EXECUTABLE, named | around),
    ):
        of = [each.id for each in clauses if each.status is status and each.id not in missing]
        print(f"  {text}: {len(of)}: {' '.join(of)}")
