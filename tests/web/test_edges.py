"""The edge of the lab: odd values for each parameter of each route break and open nothing."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.core.errors import InputError
from bloodstones.web.analysis import pages as analyses
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.requests import check_text, name_in, number_in, numbers_in
from bloodstones.web.security import Guard, seat_of
from tests.web.bad_requests import FIELDS, STUDY
from tests.web.lab_client import put_record
from tests.web.test_lab import DUEL, HOST, ORIGIN, URL

BAIT = "bait"  # in the name of every file that an odd value names
LONG = 4_301  # digits: Python reads no number of more than 4,300
# Fields that a script sends as JSON, beside those of addresses and forms.
SENT = ("code", "position", "anyway", "text", "seen", "jobs", "state", "measured", "playouts")
SENT_TOO = ("strengths", "seed", "once", "on", "q", "name", "seat", "fragment", "token")
OPENED: list[str] = []  # paths that were opened while it is watched
WATCHING: list[bool] = []


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and WATCHING and isinstance(arguments[0], str | bytes):
        path = arguments[0]
        OPENED.append(path if isinstance(path, str) else path.decode(errors="replace"))


sys.addaudithook(_heard)


def odd_values(folder: Path) -> tuple[str, ...]:
    """Forty values: files that are there under every guise, numbers, names, texts."""
    bait, study = folder / f"{BAIT}.toml", folder / f"{BAIT}_study.toml"
    bait.write_text('id = "bait"\nof = "builder"\n')
    study.write_text(STUDY)
    (folder / f"{BAIT}.jsonl").write_text("{}\n")
    (folder / f"{BAIT}.py").write_text("class Bait:\n    traits = {}\n")
    return (
        *(str(bait), str(study), f"../{bait.name}", bait.name, BAIT, f"{BAIT}.jsonl"),
        *(f"{bait}+{bait}", f"{BAIT}/{BAIT}", f"file://{bait}", f"{folder / BAIT}.py:Bait"),
        *(f"{BAIT}:Bait", f"value@{folder / BAIT}", str(folder), "/etc/passwd", "/dev/zero"),
        *("9" * LONG, "-" + "9" * LONG, "1" + "0" * 40, "9" * 40, "1_000", "1e999", "0x10"),
        *("٣" * 50, "²", "-1", "1.5", "nan", "true", "null", "", " ", "\n", "\x00", "a\x00b"),
        *("a" * 5_000, "é" * 300, "💥", "'\"<script>", "{{7*7}}", "..", "%2e%2e%2f", "a/b+c"),
    )


@pytest.fixture
def bait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Odd values; files of some of these names lie in the working folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return odd_values(folder)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return open_lab(tmp_path / "lab", tmp_path / "no_reports")


@pytest.fixture
def client(lab: Lab) -> Iterator[TestClient]:
    app = app_of(lab, [HOST])
    with TestClient(
        app, base_url=URL, raise_server_exceptions=False, follow_redirects=False
    ) as client:
        client.get("/", params={"token": lab.token})
        yield client


def routes_of(client: TestClient) -> list[tuple[str, str]]:
    """Every route of the app, a method and a path with its parameters."""
    guard = client.app
    assert isinstance(guard, Guard)
    starlette: Any = guard.app
    return [
        (method, route.path)
        for route in starlette.routes
        for method in sorted(route.methods - {"HEAD"})
    ]


def known_values(client: TestClient, lab: Lab) -> dict[str, str]:
    """A value that is right for each parameter of a path."""
    client.post("/new/bloodstones", data=DUEL, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    lab.runs.create(STUDY)
    key = str(client.get(f"/tables/{table}").headers["location"]).rpartition("/")[2]
    return {
        "name": "lab.css",
        "game": "bloodstones",
        "table": table,
        "key": key,
        "question": "odds",
        "record": put_record(lab, "bellum_magica").removeprefix("/analysis/"),
        "place": "7",
        "study": "x",
        "report": "none",
        "number": "starting_hand",
        "stage": "table",
    }


def test_no_parameter_of_any_route_breaks_the_lab_or_opens_a_file(
    client: TestClient, lab: Lab, bait: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.web.rules.strengths._milliseconds", lambda *_: 1.0)
    monkeypatch.setattr(lab.runs, "start", lambda run, jobs: None)
    monkeypatch.setattr(analyses, "advised", lambda analysis, place: {})
    known, routes = known_values(client, lab), routes_of(client)
    assert len(bait) >= 40
    assert len(routes) > 40
    named = {name for _, path in routes for name in re.findall(r"{(\w+)", path)}
    assert named == set(known), "a new parameter needs a right value here"
    fields = sorted({*FIELDS, *SENT, *SENT_TOO})
    broken, count = [], 0
    WATCHING.append(True)
    try:
        for asked in requests_to(routes, known, fields, bait):
            count += 1
            answer = client.request(**asked)
            if answer.status_code >= 500 or "Traceback" in answer.text:
                broken.append(f"{answer.status_code} {str(asked)[:200]}")
    finally:
        WATCHING.clear()
    opened = sorted({path for path in OPENED if BAIT in path or path in ("/etc/passwd",)})
    OPENED.clear()
    assert broken == []
    assert opened == []
    assert count > 40 * (len(named) + len(routes))


def requests_to(
    routes: list[tuple[str, str]], known: dict[str, str], fields: list[str], odd: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Yield requests: each parameter of each path odd in turn, then fields of it, all odd alike."""
    for number, (method, path) in enumerate(routes):
        place = re.sub(r":\w+}", "}", path)
        for name in re.findall(r"{(\w+)}", place):
            for value in odd:
                here = place.format(**{**known, name: quoted(value)})
                yield {"method": method, "url": here, "headers": ORIGIN}
        here, sound = place.format(**known), SOUND.get(path, {})
        for at, field in enumerate(fields):
            value = odd[(7 * at + number) % len(odd)]
            asked: dict[str, Any] = {"method": method, "url": here, "headers": ORIGIN}
            sent = {**sound, field: value}
            as_form = path.startswith(("/new", "/studies/new")) or path.endswith("/table")
            yield {**asked, "params" if method == "GET" else "data" if as_form else "json": sent}


# What is sent beside an odd field, so that it is read.
SOUND: dict[str, dict[str, str]] = {
    "/new/{game}": DUEL,
    "/studies/new": {"game": "bloodstones", "text": STUDY.replace('"x"', '"y"')},
    "/studies/check": {"text": STUDY},
    "/ask/{game}/{question:path}": {
        "attacker": "dragon_riders: cavalry",
        "defender": "horse_lords: swordsman",
        "terrain": "plains",
    },
}


def quoted(value: str) -> str:
    """A value as a part of an address, with its slashes."""
    from urllib.parse import quote

    return quote(value, safe="/+:@")


@pytest.mark.parametrize("field", ["board", "other_board"])
def test_no_board_of_a_form_is_opened(
    client: TestClient, bait: tuple[str, ...], field: str
) -> None:
    WATCHING.append(True)
    try:
        for value in bait[:15]:
            for place in ("/new/bloodstones", "/studies/new"):
                answer = client.get(place, params={field: value, "game": "bloodstones"})
                assert answer.status_code == 200
            answer = client.post("/new/bloodstones", data={**DUEL, field: value}, headers=ORIGIN)
            assert answer.status_code == 400
            assert "expected a board that comes with the game" in answer.text
    finally:
        WATCHING.clear()
    assert [path for path in OPENED if BAIT in path] == []
    OPENED.clear()


def test_a_preset_in_the_working_folder_is_no_strategy_of_a_page(
    client: TestClient, bait: tuple[str, ...]
) -> None:
    assert BAIT in bait
    answer = client.post("/new/bloodstones", data={**DUEL, "strategy_1": BAIT}, headers=ORIGIN)
    assert answer.status_code == 400
    assert "a strategy" in answer.text
    text = STUDY.replace('"random"', f'"{BAIT}"')
    faults = client.post("/studies/check", json={"text": text}, headers=ORIGIN).json()["faults"]
    assert [each["sentence"] for each in faults]


@pytest.mark.parametrize("length", [20, LONG])
def test_numbers_are_read_up_to_a_length(length: int) -> None:
    assert number_in(" 12 ", "seed") == 12
    with pytest.raises(InputError, match="expected a whole number from 0"):
        number_in("9" * length, "seed")
    assert numbers_in(f"2, {'9' * length}, 3") == [2, 3]
    assert seat_of(b"secret", f"x.{'1' * length}.y") is None


def test_names_and_texts_are_read_up_to_a_length() -> None:
    assert name_in("odds", "address") == "odds"
    with pytest.raises(InputError, match="expected a name of at most 100 letters"):
        name_in("a" * 101, "address")
    with pytest.raises(InputError, match=r"expected a board, got 'x' \(board\)"):
        name_in("x", "board", ["y"], "a board")
    check_text("9" * 40, "seed")
    with pytest.raises(InputError, match=r"numbers of at most 19 digits, got more \(seed\)"):
        check_text("9" * 41, "seed")
    with pytest.raises(InputError, match="a zero byte"):
        check_text("a\0", "seed")


def test_an_address_has_an_end(client: TestClient) -> None:
    assert client.get("/ask", params={"q": "a " * 9_000}).status_code == 400


@pytest.mark.parametrize("path", ["//evil.example", "///evil.example/x", "/\\evil.example"])
def test_the_token_leads_to_no_other_host(lab: Lab, path: str) -> None:
    with TestClient(app_of(lab, [HOST]), base_url=URL, follow_redirects=False) as client:
        answer = client.get(f"{URL}{path}", params={"token": lab.token})
    assert answer.status_code == 303
    assert re.fullmatch(r"/(?![/\\]).*", answer.headers["location"])
    assert not re.match(r"/(/|\\|%5c)", answer.headers["location"], re.I)
