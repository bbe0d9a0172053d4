"""The tests of a game in this process, collected once, and run one by one in forked children."""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from tests.rule_coverage import NOT_COUNTED, TESTS, game_of, register_of

T = TypeVar("T")

ROOT = TESTS.parent
# Nobody reads why a test fails: no words are made of it, which takes longer than most tests.
PLAIN = ("-s", "-q", "--assert=plain", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist")
ORDINARY = (
    "--override-ini=addopts=--strict-markers -m "
    "'not statistical and not soak and not benchmark_suite and not browser'"
)
GENERATORS = ("second_", "perft", "oracle", "plain_reader")
PLAY = ("random_play", "engine_properties", "cutiecorn_play", "invariants")
UNUSUAL = ("tests/browser", "tests/test_", "tests/mutants")
PATIENCE = 12.0  # seconds by the clock for each second of processor time, on a busy machine
SPARE = 10  # processor seconds until a child that does not end is ended, beyond twice its own
MEMORY = 6 * 2**30  # bytes that a child may take before it is out of memory
LAYERS = ("marked", "generator", "play", "others")


class HangsError(BaseException):
    """A test took much longer than it does without a fault."""


@dataclass(frozen=True)
class Test:
    """A collected test.

    Attributes
    ----------
    name
        Its node id.
    rules
        What it is marked with, and the readings that options among these settle.
    layer
        What kind it is, but for its marks: a second generator, random play, or any other test.
    """

    __test__ = False

    name: str
    rules: frozenset[str]
    layer: str
    item: pytest.Item = field(repr=False, compare=False)


@dataclass(eq=False)
class Collected:
    """A pytest plugin that does a job with the collected tests instead of running them.

    Attributes
    ----------
    job
        What is done with them.
    game
        Whose tests count; "" for those of all games.
    """

    job: Callable[[list[Test]], None]
    game: str
    done: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        wanted = [i for i in session.items if not self.game or game_of(i.nodeid) == self.game]
        self.job([test_of(item) for item in wanted])
        self.done = True
        return True


def test_of(item: pytest.Item) -> Test:
    """Return a collected test."""
    marks = [i for mark in item.iter_markers("rule") for i in mark.args]
    settled = readings(game_of(item.nodeid))
    marks += [settled[mark] for mark in marks if mark in settled]
    counted = not any(item.get_closest_marker(name) for name in NOT_COUNTED)
    return Test(item.nodeid, frozenset(marks if counted else ()), layer_of(item.nodeid), item)


@cache
def readings(game: str) -> dict[str, str]:
    """Return the reading that each option of a game settles, by the option's name."""
    options = register_of(game).options.values()
    return {option.name: option.ambiguity for option in options if option.ambiguity}


def layer_of(name: str) -> str:
    """Return the layer of a test that is not marked with the clause in question.

    >>> layer_of("tests/games/battalia/test_random_play.py::test_a"), layer_of("tests/test_b.py::c")
    ('play', 'others')
    """
    file = name.partition("::")[0]
    if any(word in file for word in GENERATORS):
        return "generator"
    return "play" if any(word in file for word in PLAY) else "others"


def files_of(game: str) -> list[str]:
    """Return the files of tests that are about a game and carry marks or are another layer."""
    names = [path.relative_to(ROOT).as_posix() for path in sorted(TESTS.rglob("test_*.py"))]
    return [name for name in names if game_of(name) == game and _serves(name)]


def _serves(name: str) -> bool:
    if name.startswith(UNUSUAL):
        return False
    return layer_of(name) != "others" or "mark.rule" in (ROOT / name).read_text(encoding="utf-8")


def collected(game: str, names: Iterable[str], job: Callable[[list[Test]], None]) -> None:
    """Collect tests by file or node id, without a word, and do the job with them.

    Raises
    ------
    RuntimeError
        If they cannot be collected.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        raise RuntimeError("expected NUMBA_DISABLE_JIT=1: faults are planted in Python functions")
    plugin = Collected(job, game)
    arguments = [*PLAIN, ORDINARY, f"--rootdir={ROOT}", *names]
    said = ROOT / ".ci" / "cache" / "mutants" / "collected.txt"
    said.parent.mkdir(parents=True, exist_ok=True)
    with said.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        pytest.main(arguments, plugins=[plugin])
    if not plugin.done:
        raise RuntimeError(f"tests cannot be collected:\n{said.read_text(encoding='utf-8')}")


@dataclass(frozen=True)
class Outcome:
    """How a test went: whether it failed, whether it was stopped, and its processor seconds."""

    failed: bool
    hung: bool
    seconds: float


def run(test: Test, following: Test | None, limit: float) -> Outcome:
    """Run one test in this process; it fails if it takes more processor time than `limit`.

    One that waits for what never comes is stopped by the clock, `PATIENCE` times as late.
    """
    begun = time.process_time()
    for number, timer, seconds in (
        (signal.SIGVTALRM, signal.ITIMER_VIRTUAL, limit),
        (signal.SIGALRM, signal.ITIMER_REAL, limit * PATIENCE),
    ):
        signal.signal(number, _stop)
        signal.setitimer(timer, seconds)
    hung = False
    try:
        reports = runtestprotocol(
            test.item, log=False, nextitem=following.item if following else None
        )
        failed = any(report.failed for report in reports)
        hung = any("HangsError" in str(report.longrepr) for report in reports if report.failed)
    except HangsError:
        failed = hung = True
    finally:
        for timer in (signal.ITIMER_VIRTUAL, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
    return Outcome(failed, hung, time.process_time() - begun)


def _stop(number: int, frame: object) -> None:
    raise HangsError


@dataclass
class Child:
    """A forked copy of this process that does a task and sends back what it returns.

    Attributes
    ----------
    stopped
        Whether it was ended from here, so that its death says nothing.
    """

    pid: int
    pipe: int
    begun: float
    stopped: bool = False
    received: bytearray = field(default_factory=bytearray)

    @cached_property
    def result(self) -> Any:
        """What the task returned; None if the child died of it.

        Raises
        ------
        RuntimeError
            If the task raised.
        """
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        if status != 0 or not self.received:
            return None
        result = pickle.loads(bytes(self.received))
        if isinstance(result, _Raised):
            raise RuntimeError(result.text)
        return result

    def read(self) -> bool:
        """Take what it has sent; return whether that was the end."""
        part = os.read(self.pipe, 2**16)
        self.received += part
        return not part

    def stop(self) -> None:
        """End it."""
        self.stopped = True
        os.kill(self.pid, signal.SIGKILL)


@dataclass(frozen=True)
class _Raised:
    """What a task raised instead of returning: it is a fault of ours, not a planted one."""

    text: str


def _done(task: Callable[[], T]) -> T | _Raised:
    try:
        return task()
    except Exception:
        return _Raised(traceback.format_exc())


def fork(task: Callable[[], T], seconds: float) -> Child:
    """Let a copy of this process do a task, for so many processor seconds at most."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading, time.monotonic())
    status = 1
    try:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(len(("in", "out", "err"))):
            os.dup2(nowhere, number)
        hard = int(2 * seconds) + SPARE
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(_done(task), pipe)
        status = 0
    finally:
        os._exit(status)


def in_order(tests: Sequence[Test]) -> Iterator[tuple[Test, Test | None]]:
    """Yield tests, each with the next one: what both of them use is kept."""
    for number, test in enumerate(tests, 1):
        yield test, tests[number] if number < len(tests) else None
