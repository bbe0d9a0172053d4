"""Hints: one a seat at a time, answered once for all who ask, while the rest of the lab goes on."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bloodstones.core.errors import InputError
from bloodstones.web.open_tables import OpenTable
from bloodstones.web.shared_work import BusyError, SharedWork
from tests.browser.test_lab import Served, Server
from tests.web.test_lab import DUEL

AT_ONCE = 50
SLOW = 2.0  # seconds of a hint
QUICK = 1.5  # seconds in which another table answers meanwhile, on a busy machine
PATIENCE = 120


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Server(tmp_path / "lab")
    yield server.served
    server.close()


def sent(
    served: Served, place: str, body: Any = None, *, form: bool = False
) -> tuple[int, Any, str]:
    """Send a request; return its status, what came back and where it leads."""
    host = served.url.removeprefix("http://")
    visitor = HTTPConnection(host, timeout=PATIENCE)
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    cookie = f"bloodstones_lab={served.lab.token}"
    headers = {"origin": served.url, "content-type": kind, "cookie": cookie}
    if body is None:
        visitor.request("GET", place, headers=headers)
    else:
        content = urlencode(body) if form else json.dumps(body)
        visitor.request("POST", place, content, headers)
    answer = visitor.getresponse()
    text = answer.read().decode()
    visitor.close()
    content = json.loads(text) if text.startswith(("{", "[")) else text
    return answer.status, content, answer.headers.get("location", "")


def seated(served: Served) -> str:
    """The address of the person's seat at a new table."""
    _, _, place = sent(served, "/new/bloodstones", DUEL, form=True)
    return sent(served, place)[2]


def test_fifty_hints_of_a_seat_are_one_and_another_table_goes_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = seated(served), seated(served)
    worked = Counter[int]()

    def slow(self: OpenTable, seat: int) -> dict[str, Any]:
        worked[seat] += 1
        time.sleep(SLOW)
        return {"version": self.shared.version}

    monkeypatch.setattr(OpenTable, "advise", slow)
    with ThreadPoolExecutor(AT_ONCE) as crowd:
        hints = [crowd.submit(sent, served, f"{first}/hint", {}) for _ in range(AT_ONCE)]
        while not worked:
            time.sleep(0.01)
        longest, plays = 0.0, 0
        view = sent(served, f"{second}/state")[1]
        while not all(each.done() for each in hints) and not view["over"]:
            began = time.monotonic()
            choice = {"code": view["options"][0]["code"], "position": view["position"]}
            status, view, _ = sent(served, f"{second}/choose", choice)
            longest, plays = max(longest, time.monotonic() - began), plays + 1
            assert status == 200
        answers = [each.result() for each in hints]
    assert {status for status, _, _ in answers} == {200}
    assert worked == {0: 1}, "one is worked out for all"
    assert plays > 2
    assert longest < QUICK
    assert sent(served, f"{first}/hint", {})[0] == 200
    assert worked == {0: 1}, "the same question is answered from what was just worked out"


def test_no_thread_of_pages_waits_for_a_hint(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, names = seated(served), []

    def noted(self: OpenTable, seat: int) -> dict[str, Any]:
        names.append(threading.current_thread().name)
        return {}

    monkeypatch.setattr(OpenTable, "advise", noted)
    sent(served, f"{place}/hint", {})
    assert re.match(r"lab hint", names[0])


def test_another_question_of_an_asker_waits_and_so_does_a_crowd() -> None:
    work, release, calls = SharedWork("hint", 1, 2), threading.Event(), []

    def answer(name: str) -> str:
        calls.append(name)
        release.wait(PATIENCE)
        return name

    async def ask(asker: str, question: str) -> str:
        return await work.ask(asker, question, lambda: answer(question))

    async def crowd() -> list[Any]:
        asked = [("a", "1"), ("a", "1"), ("a", "2"), ("b", "3"), ("c", "4")]
        tasks = [asyncio.create_task(ask(*each)) for each in asked]
        await asyncio.sleep(0.1)
        release.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = asyncio.run(crowd())
    assert found[:2] == ["1", "1"]
    assert found[3] == "3"
    assert [type(each) for each in (found[2], found[4])] == [BusyError, BusyError]
    assert str(found[2]).startswith("Another hint is in progress")
    assert str(found[4]).startswith("The lab is busy: at most 2 run at once")
    assert calls == ["1", "3"]
    assert asyncio.run(ask("a", "1")) == "1"
    assert asyncio.run(ask("a", "2")) == "2"
    assert calls == ["1", "3", "2"], "the last answer of an asker is kept"


def test_who_is_told_to_wait_is_told_so(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    place = seated(served)

    async def busy(*_: object) -> None:
        raise BusyError("Another hint is in progress (hint)", "ask again")

    monkeypatch.setattr(served.lab.hints, "ask", busy)
    status, content, _ = sent(served, f"{place}/hint", {})
    assert (status, content["tip"]) == (429, "ask again")


def test_what_fails_is_worked_out_again() -> None:
    work, calls = SharedWork("hint", 1, 2), []

    def fails() -> None:
        calls.append(1)
        raise InputError("It is not your turn (seat)")

    for _ in range(2):
        with pytest.raises(InputError, match="It is not your turn"):
            asyncio.run(work.ask("a", "1", fails))
    assert len(calls) == 2


def test_two_clicks_on_begin_make_one_table(served: Served) -> None:
    with ThreadPoolExecutor(8) as crowd:
        fields = {**DUEL, "once": "a"}
        sends = [
            crowd.submit(sent, served, "/new/bloodstones", fields, form=True) for _ in range(8)
        ]
        places = {each.result()[2] for each in sends}
    assert len(places) == 1
    assert len(served.lab.tables.unfinished()) == 1
    assert sent(served, "/new/bloodstones", {**DUEL, "once": "b"}, form=True)[2] not in places


def test_of_eight_equal_posts_one_is_applied(served: Served) -> None:
    for _ in range(3):
        place = seated(served)
        view = sent(served, f"{place}/state")[1]
        choice = {"code": view["options"][0]["code"], "position": view["position"]}
        with ThreadPoolExecutor(8) as crowd:
            sends = [crowd.submit(sent, served, f"{place}/choose", choice) for _ in range(8)]
            answers = [each.result() for each in sends]
        assert {status for status, _, _ in answers} == {200}
        assert sorted(each["late"] for _, each, _ in answers) == [False] + 7 * [True]
        assert {each["version"] for _, each, _ in answers} == {view["version"] + 1}
        late = next(each for _, each, _ in answers if each["late"])
        assert late["options"], "who comes late gets the position"
        seat = sent(served, f"{place}/state")[1]
        assert {**late, "late": 0} == {**seat, "late": 0}
