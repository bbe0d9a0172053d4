"""A campaign: many faults, planted one after the other in forked children, and what killed each."""

from __future__ import annotations

import selectors
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from tests.mutants import table
from tests.mutants.planting import Fault
from tests.mutants.reach import Reach, unmeasured
from tests.mutants.suite import LAYERS, PATIENCE, Child, Test, fork, in_order, run
from tests.mutants.table import ALIVE, DIED, DIRECT, MARKED, SURVIVED, Row

SLOWER = 8.0  # times as long as without a fault: then a test hangs
SHORTEST = 1.5  # processor seconds that every test may take
KEPT_EVERY = 10  # faults between two writings of the table


@dataclass(frozen=True)
class Bounds:
    """How far a campaign goes.

    Attributes
    ----------
    fault
        Processor seconds for one fault.
    minutes
        By the clock, for all.
    faults
        How many at most.
    jobs
        How many at a time.
    """

    fault: float = 60.0
    minutes: float = float("inf")
    faults: int = sys.maxsize
    jobs: int = 2


def spread(faults: Iterable[Fault], known: Mapping[str, Row]) -> list[Fault]:
    """Return faults in an order in which every clause has its turn, and in it every kind.

    Those whose clauses have had the fewest come first: a campaign that is ended early has gone
    through all clauses. Faults of open points and examples alone come last.
    """
    turns: dict[str, int] = {}
    for row in known.values():
        _count(turns, row.clauses, row.kind, row.function)
    waiting = sorted(faults, key=lambda fault: (fault.tie not in DIRECT, fault.id))
    by_clause: dict[str, list[Fault]] = {}
    for fault in waiting:
        for clause in fault.clauses:
            by_clause.setdefault(clause, []).append(fault)
    ordered: dict[str, Fault] = {}
    while by_clause:
        clause = min(by_clause, key=lambda each: (_is_point(each), turns.get(each, 0), each))
        left = [fault for fault in by_clause[clause] if fault.id not in ordered]
        if not left:
            del by_clause[clause]
            continue
        chosen = min(left[:CANDIDATES], key=lambda fault: _had(turns, fault))
        by_clause[clause] = left
        ordered[chosen.id] = chosen
        _count(turns, chosen.clauses, chosen.kind, chosen.function)
    return list(ordered.values())


POINTS = ("AMB-", "EX-", "DX-")
CANDIDATES = 40  # faults of a clause among which the rarest kind is looked for


def _is_point(ident: str) -> bool:
    return ident.startswith(POINTS)


def _count(turns: dict[str, int], clauses: Iterable[str], kind: str, function: str) -> None:
    for name in (*clauses, f"{kind} in {function}", function):
        turns[name] = turns.get(name, 0) + 1


def _had(turns: Mapping[str, int], fault: Fault) -> tuple[int, int]:
    same = turns.get(f"{fault.kind} in {fault.function}", 0)
    return same, turns.get(fault.function, 0)


@dataclass
class Campaign:
    """Plants faults of a game and keeps what becomes of them.

    Attributes
    ----------
    reach
        What its tests run; None if nobody measured: then every test of a clause is run.
    rows
        What is known already; grows.
    layers
        Which layers of tests are tried, in this order.
    sought
        Clauses whose tests are tried before those of others.
    sound, broken
        Tests that have noticed a fault, run once more without one: those that pass, and those that
        do not, which notice nothing.
    """

    game: str
    reach: Reach | None
    bounds: Bounds
    rows: dict[str, Row]
    say: Callable[[str], None] = field(default=lambda text: None)
    layers: Sequence[str] = LAYERS
    sought: Collection[str] = frozenset()
    sound: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)

    def job(self, faults: Sequence[Fault], tests: Sequence[Test]) -> None:
        """Plant faults until they or the bounds are at their end."""
        usual = self.reach or unmeasured(tests)
        known = {test.name: test for test in tests if test.name in set(usual.tests)}
        queue, begun = list(reversed(faults[: self.bounds.faults])), time.monotonic()
        running: dict[int, tuple[Fault, Child]] = {}
        done = 0
        with selectors.DefaultSelector() as waiting:
            while True:
                late = time.monotonic() - begun > self.bounds.minutes * 60
                while not late and len(running) < self.bounds.jobs:
                    if not queue:
                        break
                    fault = queue.pop()
                    task = partial(self.judge, fault, list(known.values()), usual)
                    child = fork(task, self.bounds.fault)
                    running[child.pipe] = (fault, child)
                    waiting.register(child.pipe, selectors.EVENT_READ)
                if not running:
                    break
                for pipe in self._ended(waiting, running):
                    fault, child = running.pop(pipe)
                    waiting.unregister(pipe)
                    if not self.keep(fault, child, known, usual):
                        queue.append(fault)
                        continue
                    done += 1
                    if done % KEPT_EVERY == 0:
                        table.write(self.game, self.rows.values())
                        self.say(f"{done} of {min(len(faults), self.bounds.faults)}")
        table.write(self.game, self.rows.values())

    def _ended(
        self, waiting: selectors.BaseSelector, running: Mapping[int, tuple[Fault, Child]]
    ) -> Iterator[int]:
        """Yield the pipes of children that have come to an end, or are brought to one."""
        for key, _ in waiting.select(timeout=1):
            if running[key.fd][1].read():
                yield key.fd
        for _, child in running.values():
            if time.monotonic() - child.begun > self.bounds.fault * PATIENCE:
                child.stop()

    def keep(self, fault: Fault, child: Child, tests: Mapping[str, Test], reach: Reach) -> bool:
        """Take what a child has found; a child that died of its fault has noticed it.

        Nothing is kept where it was stopped for want of time on a busy machine: a later call plants
        the fault again. Returns whether this is done with: not if the test that failed also fails
        without the fault.
        """
        if child.stopped and child.result is None:
            return True
        row = child.result or replace(row_of(fault), killed_by=DIED, hung=True)
        if row.test and row.test not in self.sound:
            seconds = float(reach.seconds[reach.tests.index(row.test)])
            limit = max(SHORTEST, SLOWER * seconds)
            again = fork(lambda: run(tests[row.test], None, limit), self.bounds.fault)
            while not again.read():
                pass
            bad = again.result is None or again.result.failed
            (self.broken if bad else self.sound).add(row.test)
            if bad:
                return False
        self.rows[fault.id] = table.joined(self.rows.get(fault.id), row)
        return True

    def judge(self, fault: Fault, tests: Sequence[Test], reach: Reach) -> Row:
        """Plant a fault and run tests, layer by layer, until one fails. In a child.

        Of a fault that another layer is known to notice only the marked tests are asked.
        """
        hit, row = reach.of(fault.path, fault.lines), row_of(fault)
        number = {name: place for place, name in enumerate(reach.tests)}
        limits = {name: float(reach.seconds[place]) for name, place in number.items()}
        able = [test for test in tests if hit[number[test.name]] and test.name not in self.broken]
        known = self.rows.get(fault.id)
        layers = self.layers if known is None or known.killed_by in ALIVE else (MARKED,)
        able.sort(key=lambda test: (test.rules.isdisjoint(self.sought), limits[test.name]))
        slow = [test for test in able if limits[test.name] == float("inf")]
        able = [test for test in able if test not in slow]
        with fault.planted():
            for layer in LAYERS:
                wanted = _of_layer(layer, able, fault)
                row = replace(row, untried=row.untried + len(_of_layer(layer, slow, fault)))
                if layer not in layers:
                    row = replace(row, untried=row.untried + len(wanted))
                    continue
                row = self.try_layer(layer, wanted, row, limits)
                if row.killed_by != SURVIVED:
                    break
        return row

    def try_layer(
        self, layer: str, tests: Sequence[Test], row: Row, usual: Mapping[str, float]
    ) -> Row:
        """Run the tests of a layer: until each clause of the fault is credited, or one fails."""
        pending = set(row.clauses) if layer == MARKED else {layer}
        for test, following in in_order(tests):
            if layer == MARKED and not pending & test.rules:
                continue
            if row.seconds + usual[test.name] > self.bounds.fault:
                row = replace(row, untried=row.untried + 1)
                continue
            outcome = run(test, following, max(SHORTEST, SLOWER * usual[test.name]))
            row = replace(row, tried=row.tried + 1, seconds=row.seconds + outcome.seconds)
            if not outcome.failed:
                continue
            if row.killed_by == SURVIVED:
                row = replace(row, killed_by=layer, test=test.name, hung=outcome.hung)
            if layer != MARKED:
                return row
            credited = [clause for clause in row.clauses if clause in pending & test.rules]
            pending -= test.rules
            row = replace(row, credited=(*row.credited, *credited))
            if not pending or row.tie not in DIRECT:
                return row
        return row


def _of_layer(layer: str, tests: Iterable[Test], fault: Fault) -> list[Test]:
    """Return the tests of a layer: marked with a clause of the fault, or not and of that kind."""
    clauses = set(fault.clauses)
    if layer == MARKED:
        return [test for test in tests if test.rules & clauses]
    return [test for test in tests if not test.rules & clauses and test.layer == layer]


def row_of(fault: Fault) -> Row:
    """Return what is known of a fault before it is planted."""
    names = ("id", "path", "line", "function", "kind", "before", "after", "tie", "clauses")
    return Row(**{name: getattr(fault, name) for name in names}, killed_by=SURVIVED)
