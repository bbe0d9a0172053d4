"""Settings for the whole suite."""

from __future__ import annotations

import gc
import linecache
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.met import Meetings, noting

YOUNG = 10_000  # objects more than before are searched for garbage; 700 by default
SEARCHES_BETWEEN = 100  # of young objects, before all are searched for garbage; 10 by default
COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()

# The same examples each time, but where luck is asked for: a soak looks for what nobody has seen.
settings.register_profile(
    "same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile("luck", settings.get_profile("same"), derandomize=False)
settings.load_profile("luck" if os.environ.get("LUCK") else "same")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is collected for good: nobody goes through it again in search of garbage."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(YOUNG, gc.get_threshold()[1], SEARCHES_BETWEEN)
    gc.enable()
    return collected


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what was collected before options leave tests out."""
    config.stash[COLLECTED] = tuple(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget lines of sources before a doctest: it asks for the age of every file that is known."""
    if isinstance(item, pytest.DoctestItem):
        linecache.clearcache()


@pytest.fixture
def meetings(request: pytest.FixtureRequest) -> Iterator[Meetings]:
    """What the test has met in random play."""
    yield from noting(request.node.nodeid, request.node.get_closest_marker("soak") is not None)
