"""The first page of the lab: what goes on, what was done, the games with their pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bloodstones.games.registry import GAMES, all_entries, game_entry
from bloodstones.kit.records.forms import SEATS
from bloodstones.web.app import app_of
from bloodstones.web.kernels.preparing import Preparing
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.openings import drawn_opening, shipped_opening
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
    assert "No game is in progress" in text
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
    assert 'Unreadable file</a> <span class="dim">Bloodstones, game, ' in text
    waits = lab.tables.waiting(table)
    assert waits is not None
    shared = lab.tables.find(table).shared
    assert waits.name == shared.session.names[SEATS][shared.session.seat]
    assert waits.question
    assert f'>{waits.name}: {waits.question}</a> <span class="dim">Bloodstones, ' in unescape(text)
    unfinished = lab.folder / "tables" / f"{table}.json"
    unfinished.write_text("{}")
    assert lab.tables.waiting(table) is None
    assert f'<a href="/tables/{table}">Bloodstones</a></li>' in client.get("/").text
    assert "running, about 1 min 05 s left" in text
    assert "30 of 600 games" in text
    os.close(handle)
    assert "stopped" in client.get("/").text


def test_the_first_page_and_its_pictures_need_no_kernels(lab: Lab) -> None:
    """In a process with an empty cache: nothing is compiled into it."""
    command = (
        "from pathlib import Path\n"
        "from starlette.testclient import TestClient\n"
        "from bloodstones.web.app import app_of\n"
        "from bloodstones.web.lab import open_lab\n"
        f"lab = open_lab(Path({str(lab.folder / 'other')!r}))\n"
        f"client = TestClient(app_of(lab, [{HOST!r}]), base_url={URL!r})\n"
        "client.get('/', params={'token': lab.token})\n"
        f"pictures = [client.get(f'/pictures/{{each}}') for each in {list(GAMES)!r}]\n"
        "assert all(each.text.startswith('<svg') for each in pictures)\n"
        "assert all(each.headers['content-type'] == 'image/svg+xml' for each in pictures)\n"
    )
    cache = lab.folder / "cache"
    env = {**os.environ, "BLOODSTONES_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", command], env=env, check=True)
    assert [*cache.rglob("*.nb[ci]")] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_the_shipped_picture_of_a_game_is_what_its_code_draws(game_id: str) -> None:
    """Drawn anew by `python -m bloodstones.web.openings`."""
    assert shipped_opening(game_entry(game_id).home) == drawn_opening(game_id)


def test_what_compiles_is_on_the_first_page(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(lab)
    assert "compiling" not in client.get("/").text
    lab.kernels._preparing["battalia"] = Preparing("battalia")
    text = client.get("/").text
    assert 'data-place="/kernels/battalia/hints"' in text
    assert "The lab is compiling the rules of Battalia" in text
