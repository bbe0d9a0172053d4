"""Long work for pages, in threads of its own: done once for all who ask the same.

A page that asks while its last question is being answered, or while many wait, is asked to wait.
No request occupies one of the threads that answer pages, so the rest of the lab keeps working.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import RLock
from typing import Any, Final, TypeVar

from bloodstones.core.errors import InputError

MOST_KEPT: Final = 64  # answers
WAIT: Final = "try again in a few seconds"

T = TypeVar("T")


class BusyError(InputError):
    """The lab works at something else of this kind; the same question may be asked again."""


class SharedWork:
    """Questions and their answers.

    Parameters
    ----------
    what
        What is worked out, for errors: "hint".
    threads
        How many are worked out at once.
    most_waiting
        How many may be in progress or wait for a thread.
    most_kept
        How many answers are kept.
    """

    def __init__(
        self, what: str, threads: int, most_waiting: int, most_kept: int = MOST_KEPT
    ) -> None:
        self._what = what
        self._most = most_waiting
        self._most_kept = most_kept
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"lab {what}")
        self._under_way: dict[Hashable, tuple[Hashable, Future[Any]]] = {}
        self._answers: OrderedDict[Hashable, tuple[Hashable, Any]] = OrderedDict()
        self._lock = RLock()  # work that is done at once ends while it is begun

    async def ask(self, asker: Hashable, question: Hashable, work: Callable[[], T]) -> T:
        """Return what a question comes to: as it was just answered, or worked out now.

        Parameters
        ----------
        asker
            Who asks: one question of it is worked out at a time, and its last answer is kept.
        question
            Equal for those that have the same answer.
        work
            Answers it, in a thread; what it raises is raised to all who wait for it.

        Raises
        ------
        BusyError
            If another question of the asker is under way, or too many of all.
        """
        with self._lock:
            kept = self._answers.get(asker)
            if kept is not None and kept[0] == question:
                answer: T = kept[1]
                return answer
            asked, future = self._under_way.get(asker, (question, None))
            if asked != question:
                message = (
                    f"Another {self._what} is in progress; only one runs at a time ({self._what})"
                )
                raise BusyError(message, WAIT)
            if future is None:
                future = self._begin(asker, question, work)
        return await asyncio.shield(asyncio.wrap_future(future))

    def _begin(self, asker: Hashable, question: Hashable, work: Callable[[], T]) -> Future[T]:
        if len(self._under_way) >= self._most:
            message = f"The lab is busy: at most {self._most} run at once ({self._what})"
            raise BusyError(message, WAIT)
        future = self._threads.submit(copy_context().run, work)
        self._under_way[asker] = question, future
        future.add_done_callback(lambda done: self._end(asker, question, done))
        return future

    def _end(self, asker: Hashable, question: Hashable, done: Future[Any]) -> None:
        with self._lock:
            del self._under_way[asker]
            if not done.cancelled() and done.exception() is None:
                self._answers[asker] = question, done.result()
                self._answers.move_to_end(asker)
                while len(self._answers) > self._most_kept:
                    self._answers.popitem(last=False)
