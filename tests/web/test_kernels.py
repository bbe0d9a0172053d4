"""What compiles says so, with the time left; the rest of the lab is used meanwhile."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.web.app import app_of
from bloodstones.web.kernels import preparing
from bloodstones.web.kernels.preparing import USUAL, Kernels, Preparing, is_kept
from bloodstones.web.kernels.process import play
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.lab import Lab, open_lab
from tests.web.lab_client import put_record, record_of
from tests.web.test_lab import DUEL, HOST, ORIGIN, URL

PATIENCE = 60.0
STAGES = "import sys, time\nprint('numba says something', flush=True)\n"
TABLE, HINTS = "print('table', flush=True)\n", "print('hints', flush=True)\n"
FAILS = "print('no room on the disk')\nsys.exit(1)\n"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """No kernels are there; what is given stands in for the process that compiles them."""
    monkeypatch.setattr(preparing, "is_kept", lambda game_id, stage: False)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(preparing, "PROCESS", "stand_in")

    def stand_in(code: str) -> None:
        (tmp_path / "stand_in.py").write_text(STAGES + code)

    stand_in("time.sleep(60)\n")
    return stand_in


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    lab = open_lab(tmp_path / "lab", tmp_path / "none")
    yield lab
    lab.kernels.close()


@pytest.fixture
def client(lab: Lab) -> Iterator[TestClient]:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        yield client


def until(reached: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def test_a_form_is_filled_in_while_its_game_compiles(
    client: TestClient, lab: Lab, cold: Callable[[str], None]
) -> None:
    text = client.get("/new/bloodstones").text
    assert 'data-preparing="/kernels/bloodstones/table"' in text
    assert "The lab is compiling the rules of Bloodstones" in text
    standing = client.get("/kernels/bloodstones/table").json()
    assert (standing["ready"], standing["fault"], standing["waits"]) == (False, "", False)
    assert 0 < standing["left"] <= USUAL[Stage.TABLE]
    assert client.get("/kernels/bloodstones/hints").json()["left"] > standing["left"]
    waiting = client.post("/new/bloodstones", data={**DUEL, "once": "x"}, headers=ORIGIN).text
    assert 'data-place="/kernels/bloodstones/table"' in waiting
    assert dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', waiting)) == {
        **DUEL,
        "once": "x",
    }
    assert lab.tables.unfinished() == ()
    for place in ("/", "/ask/bloodstones/odds", "/rules/bloodstones", "/studies/new", "/pictures"):
        assert client.get(place).status_code in (200, 404)
    assert "The lab is compiling the rules of Bloodstones" in client.get("/").text


def test_a_table_opens_when_its_game_is_ready_and_hints_come_later(
    client: TestClient, lab: Lab, cold: Callable[[str], None], tmp_path: Path
) -> None:
    cold(f"{TABLE}time.sleep(60)\n")
    client.get("/new/bloodstones")
    until(lambda: client.get("/kernels/bloodstones/table").json()["ready"])
    place = client.post("/new/bloodstones", data=DUEL, headers=ORIGIN).url.path
    assert client.get(f"{place}/state").json()["options"]
    answer = client.post(f"{place}/hint", json={}, headers=ORIGIN)
    assert answer.status_code == 202
    found = answer.json()["preparing"]
    assert found["place"] == "/kernels/bloodstones/hints"
    assert 0 < found["left"] <= USUAL[Stage.HINTS]


def test_a_table_and_a_record_wait_for_their_game(
    client: TestClient, lab: Lab, cold: Callable[[str], None]
) -> None:
    place = put_record(lab, "bellum_magica")
    answer = client.get(f"{place}/data")
    assert answer.status_code == 202
    assert answer.json()["preparing"]["title"] == "Bellum Magica"
    content = record_of("bellum_magica").encode()
    answer = client.post("/analysis?name=x.jsonl", content=content, headers=ORIGIN)
    assert answer.status_code == 202
    (lab.folder / "tables" / "battalia-0a0b0c0d.json").write_text("{}")
    page = client.get("/tables/battalia-0a0b0c0d").text
    assert 'data-place="/kernels/battalia/table"' in page
    assert "<form" not in page
    assert client.get("/kernels/battalia/table").json()["waits"], "one game compiles at a time"


def test_what_fails_is_told_and_begun_again(
    client: TestClient, lab: Lab, cold: Callable[[str], None]
) -> None:
    cold(FAILS)
    client.get("/new/bloodstones")
    until(lambda: client.get("/kernels/bloodstones/table").json()["fault"])
    assert "no room on the disk" in client.get("/kernels/bloodstones/table").json()["fault"]
    cold(TABLE + HINTS)
    client.get("/new/bloodstones")
    until(lambda: client.get("/kernels/bloodstones/hints").json()["ready"])
    assert lab.kernels.all_under_way() == []


def test_the_time_left_is_what_it_took_last_time(
    tmp_path: Path, cold: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "QUICK", 0.1)
    cold(f"time.sleep(0.5)\n{TABLE}{HINTS}")
    kernels = Kernels(tmp_path)
    kernels.begin("battalia")
    until(lambda: kernels.known_ready("battalia", Stage.HINTS))
    until(lambda: (tmp_path / "kernels" / "battalia.json").is_file())
    kept = json.loads((tmp_path / "kernels" / "battalia.json").read_text())
    assert 0.5 <= kept["table"] < PATIENCE
    assert kept["hints"] == USUAL[Stage.HINTS], "what compiled nothing tells no time"
    again = Kernels(tmp_path)._expected("battalia")
    assert again[Stage.TABLE] == kept["table"]


@pytest.mark.parametrize("content", ["", "[]", '{"table": "long"}', '{"table": -1}'])
def test_damaged_times_are_the_usual_ones(tmp_path: Path, content: str) -> None:
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "battalia.json").write_text(content)
    assert Kernels(tmp_path)._expected("battalia") == USUAL


def test_less_is_left_as_time_goes_by() -> None:
    begun = Preparing("battalia", began=time.monotonic() - 30)
    assert begun.left(Stage.TABLE) == pytest.approx(USUAL[Stage.TABLE] - 30, abs=5)
    assert begun.left(Stage.HINTS) == pytest.approx(sum(USUAL.values()) - 30, abs=5)
    assert Preparing("battalia", began=time.monotonic() - 1e6).left(Stage.TABLE) == 0.0
    assert Preparing("battalia", stage=None).left(Stage.HINTS) == 0.0


def test_the_process_prepares_what_a_table_and_a_hint_need(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("bellum_magica")
    assert capsys.readouterr().out.split() == ["table", "hints"]
    assert is_kept("bellum_magica", Stage.TABLE)
    assert is_kept("bellum_magica", Stage.HINTS)
