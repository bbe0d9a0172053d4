"""The first page of the lab: what goes on, what was done, the games with their pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bloodstones.games.registry import GAMES, all_entries
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.studies.run_files import LOCK, PROGRESS, locked
from tests.web.test_lab import DUEL, HOST, ORIGIN, URL
from tests.web.test_studies import STUDY


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return open_lab(tmp_path / "lab", tmp_path / "no_reports")


def client_of(lab: Lab) -> TestClient:
    client = TestClient(app_of(lab, [HOST]), base_url=URL)
    client.get("/", params={"token": lab.token})
    return client


def test_a_new_lab_says_what_can_be_done(lab: Lab) -> None:
    text = client_of(lab).get("/").text
    assert "No game is under way" in text
    assert "Nothing is finished yet" in text
    for game in all_entries():
        assert game.title.replace("&", "&amp;") in text
        for place in ("/new/{}", "/rules/{}", "/rules/{}/numbers", "/strategies/{}"):
            assert f'href="{place.format(game.id)}"' in text
        assert f'src="/pictures/{game.id}"' in text


def test_a_table_a_run_and_a_record_stand_on_the_first_page(lab: Lab) -> None:
    client = client_of(lab)
    client.post("/new/bloodstones", data=DUEL, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    (lab.folder / "tables" / "bloodstones-0a0a0a0a.jsonl").write_text("{}")
    run = lab.runs.create(STUDY)
    (run.folder / PROGRESS).write_text('{"phase": "playing", "done": 30, "total": 600, "left": 65}')
    handle = os.open(run.folder / LOCK, os.O_RDWR | os.O_CREAT)
    assert locked(handle)
    text = client.get("/").text
    assert f'href="/tables/{table}"' in text
    assert "bloodstones-0a0a0a0a.jsonl" in text
    assert "running, about 1 min 05 s left" in text
    assert "30 of 600 games" in text
    os.close(handle)
    assert "stopped" in client.get("/").text


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_picture_that_is_drawn_once(lab: Lab, game_id: str) -> None:
    client = client_of(lab)
    first = client.get(f"/pictures/{game_id}")
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    (path,) = (lab.folder / "pictures").glob(f"{game_id}-*.svg")
    drawn = path.stat().st_mtime_ns
    assert client.get(f"/pictures/{game_id}").text == first.text
    assert path.stat().st_mtime_ns == drawn
