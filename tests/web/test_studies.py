"""Studies in the lab: faults by line, what a page may not name, runs from start to report."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import bloodstones as bs
from bloodstones.batch.study.run import StudyRun
from bloodstones.core.errors import InputError
from bloodstones.games.registry import GAMES
from bloodstones.report.document.files import HTML
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.studies.checked_text import MOST_CELLS, read_text
from bloodstones.web.studies.fault_lines import located
from bloodstones.web.studies.pages import StudyPages
from bloodstones.web.studies.run_files import LOCK, RunState, locked
from bloodstones.web.studies.run_process import WrittenProgress, play
from bloodstones.web.studies.runs import MOST_AT_ONCE, Runs
from tests.report.sketches import sketched
from tests.web.test_lab import HOST, ORIGIN, URL

STUDY = """\
id = "duel"
question = "Who wins?"
game = "bloodstones"
seed = 1
map = "tyrants_lament"
strategies = ["random"]
replicates = 150

[lineups]
sets = [{ players = 2, factions = ["dragon_riders", "horse_lords"] }]

[arms.short.overrides]
starting_hand = 3
"""
SECONDS = 120.0  # for a run on a machine with much else to do


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return open_lab(tmp_path / "lab", tmp_path / "no_reports")


@pytest.fixture
def client(lab: Lab) -> Iterator[TestClient]:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        yield client
    for run in lab.runs.running():
        lab.runs.stop(run)
    wait(lambda: not lab.runs.running())


def wait(reached: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not reached():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def faults_of(text: str) -> list[tuple[int, str]]:
    """Lines and sentences of what is wrong with a text."""
    with pytest.raises(InputError) as found:
        read_text(text)
    return [(fault.line, fault.sentence) for fault in located(found.value, text)]


def plain(client: TestClient, text: str, **more: Any) -> Any:
    """What the page hears of a text."""
    return client.post("/studies/check", json={"text": text, **more}, headers=ORIGIN).json()


# What is wrong, and where.


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("seed = 1", "sed = 1", 4, "sed: expected a known key"),
        ("seed = 1", "seed = 'one'", 4, "seed: expected an integer"),
        ("replicates = 150", "replicates = 0", 7, "replicates: expected a number of at least 1"),
        ("players = 2,", "players = [],", 10, "lineups.sets[0].players"),
        ("players = 2,", "playrs = 2,", 10, "expected a known key, got 'playrs'"),
        ("[lineups]", "[lineups", 9, "syntax error"),
        ('game = "bloodstones"', 'game = "chess"', 3, "expected a game, got 'chess'"),
        ("players = 2,", "players = 12,", 10, "at least as many roles as players"),
        ("players = 2,", "repeated = true, players = 12,", 9, "expected 2 to 6 players, got 12"),
        ("starting_hand = 3", "", 12, "arms.short: expected `options`"),
    ],
)
def test_a_fault_stands_beside_its_line(old: str, new: str, line: int, said: str) -> None:
    assert old in STUDY
    found = faults_of(STUDY.replace(old, new))
    assert any(place == line and said in sentence for place, sentence in found), found


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"horse_lords"]', '"elves"]', 10, "elves"),
        ('["random"]', '["warlrd"]', 6, "warlrd"),
        ("starting_hand", "startng_hand", 13, "startng_hand"),
        ("tyrants_lament", "tyrants", 5, "tyrants"),
    ],
)
def test_a_fault_that_the_game_finds_stands_beside_its_line(
    client: TestClient, old: str, new: str, line: int, said: str
) -> None:
    faults = plain(client, STUDY.replace(old, new))["faults"]
    assert any(each["line"] == line and said in each["sentence"] for each in faults), faults


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('["random"]', '["player.py:Player"]'),
        ('["random"]', '["os:system"]'),
        ('["random"]', '["value_16@/tmp"]'),
        ('["random"]', '["../preset.toml"]'),
        ('map = "tyrants_lament"', 'map = "../map.toml"'),
        ('map = "tyrants_lament"', 'maps = ["tyrants_lament", "/etc/map.toml"]'),
        ("seed = 1", 'seed = 1\ndata = "."'),
        ("seed = 1", 'seed = 1\nkind = "ladder"'),
        ('game = "bloodstones"', 'game = "tests/toy/game.py"'),
    ],
)
def test_a_page_names_no_file_and_no_code(client: TestClient, old: str, new: str) -> None:
    text = STUDY.replace(old, new)
    assert plain(client, text)["faults"]
    answer = client.post("/studies/new", data={"text": text}, headers=ORIGIN)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "expected" in answer.text


@pytest.mark.parametrize(
    "lineups",
    [
        "players = 1000000000",
        "sets = [{ players = 6, repeated = true }]\nall_orders = true",
        'explicit = [["red", "red", "red", "red", "red", "red", "red", "red", "red"]]',
    ],
)
def test_a_few_lines_ask_for_no_millions_of_cells(lineups: str) -> None:
    text = f"{STUDY.partition('[lineups]')[0]}[lineups]\n{lineups}\n"
    began = time.monotonic()
    (fault,) = faults_of(text)
    assert re.search(rf"at most {MOST_CELLS:,} cells|2 to 6 players", fault[1])
    assert time.monotonic() - began < 2


def test_no_plan_has_more_cells_than_were_counted(client: TestClient) -> None:
    from bloodstones.batch.study.plan import make_plan
    from bloodstones.batch.study.size import most_cells
    from bloodstones.games.registry import load_game

    for change in (
        ("", ""),
        ('["random"]', '["random", ["random", "warlord"], ["warlord", "raider"]]'),
        ('factions = ["dragon_riders", "horse_lords"]', "repeated = true"),
        ("replicates = 150", "replicates = 2\nchoices = {}\n"),
    ):
        file = read_text(STUDY.replace(*change) if change[0] else STUDY)
        game = load_game("bloodstones")
        assert len(make_plan(file.study, game).cells) <= most_cells(file.study, game)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_fields_fill_in_a_study_that_can_be_played(client: TestClient, game_id: str) -> None:
    shown = client.get("/studies/new", params={"game": game_id}).text
    text = re.findall(r"<textarea id=\"text\"[^>]*>(.*?)</textarea>", shown, re.S)[0]
    answer = plain(client, text.replace("&#34;", '"'))
    assert answer["faults"] == []
    assert answer["games"] == 100 * answer["cells"] > 0


def test_the_plan_is_that_of_the_command(client: TestClient, tmp_path: Path) -> None:
    answer = plain(client, STUDY, measured=True, jobs="1")
    path = tmp_path / "duel.toml"
    path.write_text(STUDY)
    plan = bs.load_study(path).plan(games_per_second=100, jobs=1)
    assert (answer["cells"], answer["games"]) == (len(plan.cells), plan.games)
    for line in plan.lines:
        assert f"{line['half_width'] * 100:.1f}" in answer["plan"]


def test_one_plan_is_measured_at_a_time(client: TestClient, lab: Lab) -> None:
    pages = StudyPages(lab)
    assert pages._measuring.acquire(blocking=False)
    with pytest.raises(InputError, match="Another measurement is in progress"):
        pages._planned(STUDY, 1, None)
    assert pages._planned(STUDY, 1, 100.0).games == 600
    pages._measuring.release()
    assert pages._planned(STUDY, 1, None).time["measured"]


# Runs.


def test_a_study_is_stopped_found_again_by_another_lab_and_ends_as_in_one_go(
    client: TestClient, lab: Lab, tmp_path: Path
) -> None:
    text = STUDY.replace("random", "warlord").replace("= 150", "= 1000")
    other = open_lab(lab.folder)
    answer = client.post("/studies/new", data={"text": text, "jobs": "1"}, headers=ORIGIN)
    assert answer.url.path == "/studies/duel", answer.text
    run = lab.runs.find("duel")
    wait(lambda: run.status().get("done", 0) > 0)
    assert [each.id for each in other.runs.running()] == ["duel"], "another lab sees it run"
    refused = client.post("/studies/duel/start", json={"state": "running"}, headers=ORIGIN)
    assert refused.status_code == 400
    assert "not running" in refused.json()["fault"]
    other.runs.stop(other.runs.find("duel"))
    wait(lambda: not run.is_running)
    status = client.get("/studies/duel/state").json()
    assert status["state"] == RunState.STOPPED
    assert 0 < status["done"] < status["total"] == 4000
    assert run.has_games
    for _ in range(3):  # clicks on a page that shows a stopped study
        sent = {"jobs": "2", "state": "stopped"}
        assert client.post("/studies/duel/start", json=sent, headers=ORIGIN).status_code == 200
    wait(lambda: not run.is_running)
    status = client.get("/studies/duel/state").json()
    assert (status["state"], status["done"]) == (RunState.FINISHED, 4000)
    assert [each["games"] for each in status["rounds"]] == [*range(400, 4001, 400)]
    widths = [each["half_width"] for each in status["rounds"]]
    assert widths == sorted(widths, reverse=True)
    assert {each["figure"] for each in status["figures"]} == {"factions", "arms"}
    path = tmp_path / "duel.toml"
    path.write_text(text)
    alone = bs.load_study(path).run(jobs=2)
    assert bs.load_results(run.results).table_hash == alone.table_hash
    shares = {
        (each["arm"], each["of"]): each["mean"]
        for each in status["figures"]
        if each["figure"] == "factions"
    }
    rates = alone.win_rates(["arm", "faction"])
    for line in rates.itertuples():
        assert shares[line.arm, line.faction] == pytest.approx(line.rate)
    check_outcome(client, status)


def test_a_run_with_nothing_left_to_play_tells_its_games(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = lab.runs.create(STUDY)
    sketched(monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(StudyRun, "finish", _stopped)
        with pytest.raises(KeyboardInterrupt):
            play(run, 1, WrittenProgress(run))
    assert run.has_games
    for state in ("gone on with", "there already"):
        play(run, 1, WrittenProgress(run))
        status = run.status()
        assert (status["done"], status["total"]) == (600, 600), state


def _stopped(*_: object) -> None:
    raise KeyboardInterrupt


def check_outcome(client: TestClient, status: dict[str, Any]) -> None:
    """The tables, pictures and the report of a finished study."""
    assert status["report"], status
    outcome = client.get("/studies/duel/outcome").text
    assert "Effect of each arm" in outcome
    pictures = re.findall(r'src="(/studies/duel/pictures/\w+)"', outcome)
    assert "/studies/duel/pictures/win_rates" in pictures
    for place in pictures:
        answer = client.get(place)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "<svg" in answer.text
    report = client.get("/studies/duel/report")
    assert "Who wins?" in report.text
    policy = report.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert client.get("/studies/duel/report.pdf").content.startswith(b"%PDF")
    assert "duel" in client.get("/studies").text


def test_a_run_that_fails_says_why(client: TestClient, lab: Lab) -> None:
    run = lab.runs.create(STUDY)
    run.results.mkdir()
    (run.results / "results.parquet").write_bytes(b"of somebody else")
    client.post("/studies/duel/start", json={"state": "stopped"}, headers=ORIGIN)
    wait(lambda: not run.is_running)
    status = client.get("/studies/duel/state").json()
    assert status["state"] == RunState.FAILED
    assert (
        "expected a folder without files of another origin, got results.parquet" in status["fault"]
    )


def test_two_studies_of_one_id_do_not_meet(lab: Lab) -> None:
    run = lab.runs.create(STUDY)
    assert lab.runs.create(STUDY) == run
    with pytest.raises(InputError, match="no other study of the lab has"):
        lab.runs.create(STUDY.replace("seed = 1", "seed = 2"))


def test_no_more_runs_than_the_machine_can_bear(lab: Lab) -> None:
    handles = []
    for number in range(MOST_AT_ONCE):
        run = lab.runs.create(STUDY.replace("duel", f"duel_{number}"))
        handles.append(os.open(run.folder / LOCK, os.O_RDWR | os.O_CREAT))
        assert locked(handles[-1])
    run = lab.runs.create(STUDY)
    with pytest.raises(InputError, match=f"{MOST_AT_ONCE} studies are running"):
        lab.runs.start(run, 1)
    for handle in handles:
        os.close(handle)
    assert lab.runs.running() == ()


def test_a_run_whose_process_is_unknown_is_not_stopped(lab: Lab, monkeypatch: Any) -> None:
    run = lab.runs.create(STUDY)
    killed: list[int] = []
    monkeypatch.setattr(os, "kill", lambda process, number: killed.append(process))
    lab.runs.stop(run)
    (run.folder / LOCK).write_text("12345")
    lab.runs.stop(run)
    handle = os.open(run.folder / LOCK, os.O_RDWR)
    assert locked(handle)
    os.ftruncate(handle, 0)
    lab.runs.stop(run)
    os.close(handle)
    assert killed == []


@pytest.mark.parametrize(
    "place",
    [
        "..",
        "../tables",
        "%2e%2e",
        "duel/../duel",
        "Duel",
        "duel\n",
        ".secret",
        "no_such",
        "a" * 3000,
    ],
)
def test_a_study_is_found_by_its_id_alone(lab: Lab, place: str) -> None:
    lab.runs.create(STUDY)
    with pytest.raises(InputError, match="a study of this lab"):
        Runs(lab.folder).find(place)


@pytest.mark.parametrize("study", ["new", "check"])
def test_no_study_is_called_as_a_page(client: TestClient, lab: Lab, study: str) -> None:
    text = STUDY.replace('id = "duel"', f'id = "{study}"')
    faults = client.post("/studies/check", json={"text": text}, headers=ORIGIN).json()["faults"]
    assert [(each["line"], each["sentence"]) for each in faults] == [
        (
            1,
            f"id: expected an id that is not the name of a lab page, got {study!r}\n"
            "Tip: do not use check or new",
        )
    ]
    assert client.post("/studies/new", data={"text": text}, headers=ORIGIN).status_code == 400
    assert not (lab.folder / "studies" / study).exists()


def test_a_study_that_is_refused_leaves_nothing(
    client: TestClient, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.web.studies.runs.MOST_AT_ONCE", 0)
    answer = client.post("/studies/new", data={"text": STUDY}, headers=ORIGIN)
    assert answer.status_code == 400
    assert "studies are running" in answer.text
    assert list((lab.folder / "studies").iterdir()) == []
    kept = lab.runs.create(STUDY)
    with pytest.raises(InputError, match="studies are running"):
        lab.runs.begin(STUDY, 1)
    assert kept.text == STUDY, "one that was there stays"


@pytest.mark.parametrize("body", [{}, {"state": 7}, {"state": "gone"}])
@pytest.mark.parametrize("what", ["start", "stop"])
def test_a_click_names_the_state_that_the_page_shows(
    client: TestClient, lab: Lab, what: str, body: dict[str, object]
) -> None:
    lab.runs.create(STUDY)
    answer = client.post(f"/studies/duel/{what}", json=body, headers=ORIGIN)
    assert "the state that the page shows" in answer.json()["fault"]


@pytest.mark.parametrize("what", ["start", "stop"])
def test_other_sites_start_and_stop_nothing(client: TestClient, lab: Lab, what: str) -> None:
    lab.runs.create(STUDY)
    answer = client.post(f"/studies/duel/{what}", json={}, headers={"origin": "http://evil"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "place",
    [
        "/studies/none",
        "/studies/duel/outcome",
        "/studies/duel/report",
        "/studies/duel/report.pdf",
        "/studies/duel/pictures/win_rates",
        "/studies/duel/pictures/..%2f..%2f.secret",
        "/reports/none",
        "/reports/..%2f.secret",
        "/studies/new?game=chess",
        "/studies/new?from=none",
    ],
)
def test_what_is_not_there_is_said(client: TestClient, lab: Lab, place: str) -> None:
    lab.runs.create(STUDY)
    answer = client.get(place)
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text


def test_reports_of_a_shelf_are_shown(tmp_path: Path) -> None:
    reports = Path(__file__).parents[2] / "reports"
    lab = open_lab(tmp_path / "lab", reports)
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        index = client.get("/studies").text
        shown = re.findall(r'href="(/reports/\w+)"', index)
        there = [path.parent.name for path in reports.glob(f"*/{HTML}")]
        assert (
            len(shown)
            >= len([name for name in there if (reports / name / "report.toml").exists()])
            > 40
        )
        answer = client.get(shown[0])
        assert answer.status_code == 200
        assert "script-src 'sha256-" in answer.headers["content-security-policy"]
