"""The stream of events: one for all that a browser watches, bounded by browser and by seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from bloodstones.web.events import MOST_OF_BROWSER, MOST_OF_SEAT, MOST_WATCHED
from tests.browser.test_lab import Served, Server
from tests.web.test_hints import seated, sent
from tests.web.test_studies import STUDY

PATIENCE = 60
BROWSER = "bloodstones_browser"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Server(tmp_path / "lab")
    yield server.served
    server.close()


class Stream:
    """An open stream of events."""

    def __init__(self, served: Served, on: list[str], browser: str = "", host: bool = True) -> None:
        self.visitor = HTTPConnection(served.url.removeprefix("http://"), timeout=PATIENCE)
        cookies = [f"bloodstones_lab={served.lab.token}"] if host else []
        cookies += [f"{BROWSER}={browser}"] if browser else []
        names = "&".join(f"on={quote(each)}" for each in on)
        self.visitor.request("GET", f"/events?{names}", headers={"cookie": "; ".join(cookies)})
        self.answer: HTTPResponse = self.visitor.getresponse()
        self.status = self.answer.status
        self.refused = ""
        if self.status != 200:
            self.refused = self.answer.read().decode()
            self.close()

    def next(self) -> dict[str, Any]:
        """The next event."""
        for line in self.answer:
            if line.startswith(b"data: "):
                return dict(json.loads(line[6:]))
        raise AssertionError("the stream ended")

    def close(self) -> None:
        self.answer.close()
        self.visitor.close()


def test_one_stream_tells_of_all_that_is_watched(served: Served) -> None:
    places = [seated(served), seated(served)]
    seats = [f"seat:{place.removeprefix('/seats/')}" for place in places]
    run = served.lab.runs.create(STUDY)
    stream = Stream(served, [*seats, f"study:{run.id}", "seat:wrong", "moon:1"])
    first = [stream.next() for _ in range(5)]
    by_name = {each["on"]: each for each in first}
    assert "expected the link of a seat" in by_name["seat:wrong"]["fault"]
    assert "expected one of seat, explanation, study" in by_name["moon:1"]["fault"]
    assert by_name[f"study:{run.id}"]["data"]["state"] == "stopped"
    for place, name in zip(places, seats, strict=True):
        view = sent(served, f"{place}/state")[1]
        assert by_name[name]["data"] == view["position"]
        choice = {"code": view["options"][0]["code"], "position": view["position"]}
        after = sent(served, f"{place}/choose", choice)[1]
        assert stream.next() == {"on": name, "data": after["position"]}
    stream.close()


def test_what_is_the_hosts_is_told_to_the_host_alone(served: Served) -> None:
    run = served.lab.runs.create(STUDY)
    stream = Stream(served, [f"study:{run.id}"], host=False)
    assert stream.status == 400
    fault = json.loads(stream.refused)["fault"]
    assert fault == "This browser is not logged in to the lab (cookie)"
    seat = f"seat:{seated(served).removeprefix('/seats/')}"
    stream = Stream(served, [seat], host=False)
    assert stream.next()["on"] == seat
    stream.close()


@pytest.mark.parametrize("names", [[], ["seat:x"], ["x"] * 3, [""]])
def test_what_cannot_be_watched_is_refused(served: Served, names: list[str]) -> None:
    assert Stream(served, names).status == 400


def test_a_stream_watches_a_bounded_number_of_things(served: Served) -> None:
    assert Stream(served, [f"seat:{number}" for number in range(MOST_WATCHED + 1)]).status == 400


def test_a_browser_has_few_streams_and_gets_one_again_when_one_is_closed(served: Served) -> None:
    seat = f"seat:{seated(served).removeprefix('/seats/')}"
    mine = "0123456789abcdef"
    streams = [Stream(served, [seat], mine) for _ in range(MOST_OF_BROWSER)]
    for stream in streams:
        stream.next()
    assert Stream(served, [seat], mine).status == 429
    other = Stream(served, [seat], "f" * 16)
    assert other.next()["on"] == seat
    streams[0].close()
    for _ in range(PATIENCE):
        again = Stream(served, [seat], mine)
        if again.status == 200:
            break
    assert again.status == 200
    for stream in (*streams[1:], other, again):
        stream.close()


def test_a_seat_has_few_streams(served: Served) -> None:
    seat = f"seat:{seated(served).removeprefix('/seats/')}"
    streams = [Stream(served, [seat], f"{number:016x}") for number in range(MOST_OF_SEAT)]
    for stream in streams:
        stream.next()
    refused = Stream(served, [seat], "f" * 16)
    assert refused.status == 400
    fault = json.loads(refused.refused)["fault"]
    assert fault == f"At most {MOST_OF_SEAT} connections may watch one thing (on)"
    for stream in streams:
        stream.close()


def test_every_page_gives_a_browser_its_mark_once(served: Served) -> None:
    visitor = HTTPConnection(served.url.removeprefix("http://"), timeout=PATIENCE)
    lab = f"bloodstones_lab={served.lab.token}"
    visitor.request("GET", "/ask", headers={"cookie": lab})
    answer = visitor.getresponse()
    answer.read()
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{BROWSER}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    visitor.request("GET", "/ask", headers={"cookie": f"{lab}; {cookie.partition(';')[0]}"})
    answer = visitor.getresponse()
    answer.read()
    assert answer.headers["set-cookie"] is None
    visitor.close()
