"""A lab without a browser, and records to analyse in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import bloodstones as bs
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from tests.api.line_ups import LINE_UPS

HOST = "127.0.0.1:8642"
URL = f"http://{HOST}"
ORIGIN = {"origin": URL}
SEED = 5


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return open_lab(tmp_path / "lab")


@pytest.fixture
def client(lab: Lab) -> Iterator[TestClient]:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        yield client


@cache
def record_of(game_id: str) -> str:
    """The record of a game between two scripts."""
    play = bs.load_game(game_id).playthrough(*LINE_UPS[game_id], seed=SEED).finish()
    return str(play.record().text)


def put_record(lab: Lab, game_id: str) -> str:
    """A record in the folder of a lab; returns its address there."""
    name = f"{game_id}.jsonl"
    (lab.folder / name).write_text(record_of(game_id))
    return f"/analysis/{name}"
