"""The lab under load: `python -m tests.benchmarks.lab_load [DECISIONS] [GAMES]`.

Eight tables decide at once, alone and beside a study on all cores: how long an answer takes. Then
whole games one after the other: how much memory the lab has.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode, urlsplit

TABLES = 8
GAMES = ("bloodstones", "wizard_kings", "battlelore", "battalia", "bellum_magica")
LONG = "bellum_magica"  # whose games are played to the end
PAUSE = 0.2  # seconds that a person thinks, at least
STUDY = """id = "load"
question = "How long does it take?"
game = "bloodstones"
seed = 1
map = "tyrants_lament"
strategies = ["warlord"]
replicates = 100000

[lineups]
sets = [{ players = 2 }]
"""
EVERY = 50  # games between looks at the memory


class Visitor:
    """A browser, as far as the lab can tell."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host = parts.netloc
        self.connection = HTTPConnection(self.host)
        self.cookie = ""
        answer = self.send("GET", f"{parts.path}?{parts.query}")
        self.cookie = answer[1]["set-cookie"].partition(";")[0]

    def send(self, method: str, place: str, body: Any = None) -> tuple[int, Any, bytes]:
        headers = {"origin": f"http://{self.host}", "cookie": self.cookie}
        content = None
        if isinstance(body, str):
            content, headers["content-type"] = body, "application/x-www-form-urlencoded"
        elif body is not None:
            content, headers["content-type"] = json.dumps(body), "application/json"
        self.connection.request(method, place, content, headers)
        answer = self.connection.getresponse()
        raw = answer.read()
        return answer.status, answer.headers, raw

    def table(self, game: str) -> str:
        """The place of the only person's seat at a new table."""
        page = self.send("GET", f"/new/{game}")[2].decode()
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
        fields |= dict(
            re.findall(r'<select[^>]* name="(\w+)">.*?<option value="([^"]+)" selected', page, re.S)
        )
        fields["seed"] = str(random.randrange(10**6))
        status, headers, raw = self.send("POST", f"/new/{game}", urlencode(fields))
        assert status == 303, raw
        status, headers, raw = self.send("GET", headers["location"])
        assert status == 303, raw
        return str(headers["location"])

    def decide(self, seat: str, view: Any) -> Any:
        code = random.choice(view["options"])["code"]
        sent = {"code": code, "position": view["position"]}
        return json.loads(self.send("POST", f"{seat}/choose", sent)[2])

    def view(self, seat: str) -> Any:
        return json.loads(self.send("GET", f"{seat}/state")[2])


def play(address: str, game: str, decisions: int, times: list[float]) -> None:
    """Decide so often at tables of a game, and take down how long each answer took."""
    visitor = Visitor(address)
    seat = visitor.table(game)
    view = visitor.view(seat)
    for _ in range(decisions):
        if view["over"]:
            seat = visitor.table(game)
            view = visitor.view(seat)
        start = time.perf_counter()
        view = visitor.decide(seat, view)
        times.append(time.perf_counter() - start)
        time.sleep(PAUSE)


def at_once(address: str, decisions: int) -> list[float]:
    times: list[float] = []
    threads = [
        threading.Thread(target=play, args=(address, GAMES[n % len(GAMES)], decisions, times))
        for n in range(TABLES)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def said(times: Sequence[float]) -> str:
    late = quantiles(times, n=20)[-1]
    return (
        f"median {median(times) * 1000:.0f} ms, 95 % {late * 1000:.0f} ms, "
        f"longest {max(times) * 1000:.0f} ms, n = {len(times)}"
    )


def memory(process: int) -> float:
    """Resident megabytes."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1024


def main(decisions: int, games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bloodstones", "lab", "--no-open", "--port", "0", folder]
        lab = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert lab.stdout is not None
        address = lab.stdout.readline().split()[-1]
        try:
            at_once(address, 3)  # kernels
            print("eight tables alone:          ", said(at_once(address, decisions)), flush=True)
            visitor = Visitor(address)
            assert visitor.send("POST", "/studies/new", urlencode({"text": STUDY}))[0] == 303
            while not json.loads(visitor.send("GET", "/studies/load/state")[2]).get("rate"):
                time.sleep(0.5)
            print("eight tables and a study:    ", said(at_once(address, decisions)), flush=True)
            visitor = Visitor(address)
            beside = json.loads(visitor.send("GET", "/studies/load/state")[2])["rate"]
            print(f"the study beside the tables:  {beside:.0f} games/s", flush=True)
            visitor.send("POST", "/studies/load/stop", {})
            visitor = Visitor(address)
            whole(visitor, lab.pid, games)
        finally:
            Visitor(address).send("POST", "/studies/load/stop", {})
            lab.terminate()
            lab.wait()


def whole(visitor: Visitor, process: int, games: int) -> None:
    """Play whole games, and print the memory now and then."""
    print(f"after 0 games: {memory(process):.0f} MB", flush=True)
    for number in range(1, games + 1):
        seat = visitor.table(LONG)
        view = visitor.view(seat)
        while not view["over"]:
            view = visitor.decide(seat, view)
        if number % EVERY == 0:
            print(f"after {number} games: {memory(process):.0f} MB", flush=True)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given or [40, 500]))
