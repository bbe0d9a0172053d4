"""Analyses in the lab: records opened, explained once for all, gone on from; what is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

import bloodstones as bs
from bloodstones.api.analyses import Analysis
from bloodstones.cli import main
from bloodstones.games.registry import GAMES
from bloodstones.kit.playthrough import Playthrough
from bloodstones.web.analysis import analyses
from bloodstones.web.analysis import analyses as explanations
from bloodstones.web.analysis import analyses as notes
from bloodstones.web.analysis.records import MOST_BYTES
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from tests.web.lab_client import HOST, ORIGIN, URL, client, lab, put_record, record_of
from tests.web.test_lab import DUEL, choice

__all__ = ["client", "lab"]

FEW = 1_500  # playouts
PATIENCE = 120.0  # seconds


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Fewer playouts than a page asks for."""
    monkeypatch.setattr(analyses, "BUDGETS", (FEW,))
    monkeypatch.setattr("bloodstones.web.analysis.pages.BUDGETS", (FEW,))
    return FEW


def explained(client: TestClient, place: str, playouts: int) -> dict[str, Any]:
    """The explanation of a record, once it is there."""
    sent = {"playouts": playouts}
    assert client.post(f"{place}/explanation", json=sent, headers=ORIGIN).status_code == 200
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found: dict[str, Any] = client.get(f"{place}/explanation", params=sent).json()
        if found["over"]:
            assert not found["fault"]
            return dict(found["result"])
        time.sleep(0.05)
    raise AssertionError("the explanation never comes")


def last_choice(client: TestClient, place: str) -> tuple[int, dict[str, Any]]:
    """The last position of a record at which there is something to choose."""
    positions = client.get(f"{place}/data").json()["positions"]
    for number in range(len(positions) - 2, 0, -1):
        shown: dict[str, Any] = client.get(f"{place}/positions/{number}/data").json()
        if len(shown["options"]) > 1:
            return number, shown
    raise AssertionError("nothing to choose in the whole record")


# A record on its board.


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_looked_at_moment_by_moment(
    client: TestClient, lab: Lab, game_id: str
) -> None:
    place = put_record(lab, game_id)
    record = bs.load_record(lab.folder / f"{game_id}.jsonl")
    data = client.get(f"{place}/data").json()
    assert "fault" not in data
    assert [seat["score"] for seat in data["seats"]] == list(record.scores)
    positions = data["positions"]
    told = [text for each in positions for text in each["text"]]
    course = record.course()
    lines = [course.tell(line) for step in course.steps for line in step.lines]
    assert set(filter(None, lines)) <= set(told), "all that a replay tells is there"
    assert [each["line"] for each in positions] == sorted(each["line"] for each in positions)
    end = client.get(f"{place}/positions/{len(positions) - 1}/data").json()
    assert (end["mover"], end["options"], end["scores"]) == (None, [], list(record.scores))
    for number in (0, len(positions) // 2):
        shown = client.get(f"{place}/positions/{number}/data").json()
        assert "<svg" in shown["picture"] + shown["cards"]
        assert shown["board"]


def state_of(play: Playthrough) -> bytes:
    """A state without what is noted by the way."""
    twin = play.engine.state.copy(play.state)
    for name in {"log", "log_size", *play.engine.scratch} & set(play.engine.state.fields()):
        value = getattr(twin, name)
        setattr(twin, name, np.zeros_like(value) if np.ndim(value) else 0)
    return bytes(play.engine.state.to_bytes(twin))


def test_each_position_is_that_of_the_playthrough() -> None:
    analysis = Analysis(record_of("bloodstones"), "duel")
    play = analysis.course.play.copy()
    done = 0
    for number, position in enumerate(analysis.positions):
        for code in analysis.positions.codes[done : position.codes]:
            play.apply_code(code)
        done = position.codes
        assert state_of(analysis.positions.playthrough(number)) == state_of(play)
    assert play.over


def test_a_decision_without_words_in_the_record_has_some() -> None:
    """`end the main phase` gives no line to tell, and one may try something else there."""
    analysis = Analysis(record_of("bloodstones"), "duel")
    ends = [
        number
        for number, each in enumerate(analysis.positions)
        if any(text.endswith(": end the main phase") for text in each.text)
    ]
    assert ends
    for number in ends:
        assert len(analysis.options(number - 1)) > 1


def test_positions_that_are_not_there_are_refused(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bloodstones")
    answer = client.get(f"{place}/positions/99999/data")
    assert answer.status_code == 400
    assert "expected a position from 0 to" in answer.json()["fault"]
    assert client.get(f"{place}/positions/1/data", params={"seat": "7"}).status_code == 400
    assert client.get(f"{place}/positions/1/data", params={"seat": "x"}).status_code == 400


# The explanation.


def test_the_page_tells_what_the_command_tells(
    client: TestClient, lab: Lab, few: int, capsys: pytest.CaptureFixture[str]
) -> None:
    place = put_record(lab, "bloodstones")
    result = explained(client, place, few)
    path = str(lab.folder / "bloodstones.jsonl")
    assert main(["explain", path, "--playouts", str(few), "--json"]) == 0
    command = json.loads(capsys.readouterr().out)
    assert {key: result[key] for key in command} == command
    assert main(["explain", path, "--playouts", str(few)]) == 0
    terminal = " ".join(capsys.readouterr().out.split())
    for name in ("heading", "strength", "called"):
        assert " ".join(result[name].split()) in terminal


def test_an_explanation_is_worked_out_once(
    client: TestClient, lab: Lab, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, counted = put_record(lab, "bellum_magica"), []
    explain = Analysis.explain

    def counting(self: Analysis, *rest: Any) -> dict[str, Any]:
        counted.append(self.name)
        return explain(self, *rest)

    monkeypatch.setattr(Analysis, "explain", counting)
    for _ in range(3):
        client.post(f"{place}/explanation", json={"playouts": few}, headers=ORIGIN)
    first = explained(client, place, few)
    again = open_lab(lab.folder)
    with TestClient(app_of(again, [HOST]), base_url=URL) as other:
        other.get("/", params={"token": again.token})
        found = other.get(f"{place}/explanation", params={"playouts": few}).json()
    assert found["result"] == first
    assert counted == ["bellum_magica.jsonl"]


def test_a_damaged_explanation_is_worked_out_anew(lab: Lab, few: int) -> None:
    put_record(lab, "bellum_magica")
    analysis = lab.analyses.find("bellum_magica.jsonl")
    kept = lab.folder / explanations.FOLDER / f"{analysis.digest}-{few}.json"
    kept.parent.mkdir()
    kept.write_text('{"format": "bloodstones-explanation", "result": {}}')
    assert lab.analyses.explanations.find(analysis, few) is None


def test_progress_is_told_as_it_comes(client: TestClient, lab: Lab, few: int) -> None:
    place = put_record(lab, "bellum_magica")
    client.post(f"{place}/explanation", json={"playouts": few}, headers=ORIGIN)
    record = place.removeprefix("/analysis/")
    watched = f"explanation:record={record}&playouts={few}"
    events = client.get("/events", params={"on": watched}).text
    news = [json.loads(line[6:]) for line in events.splitlines() if line.startswith("data: ")]
    assert {each["on"] for each in news} == {watched}
    told = [each["data"] for each in news]
    assert told[-1]["over"]
    assert [each["done"] for each in told] == sorted(each["done"] for each in told)


def test_only_offered_numbers_of_playouts_are_taken(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    for wrong in (10**9, -1, "many", True):
        answer = client.post(f"{place}/explanation", json={"playouts": wrong}, headers=ORIGIN)
        assert answer.status_code == 400
        assert "playouts" in answer.json()["fault"]


def test_an_explanation_counts_the_strengths_that_one_says(
    client: TestClient, lab: Lab, few: int
) -> None:
    place = put_record(lab, "bellum_magica")
    data = client.get(f"{place}/data").json()
    assert {"random", "greedy"} <= set(data["rated"])
    started = {}
    for strengths in ("value_32,random", "random,value_32", "equal"):
        sent = {"playouts": few, "strengths": strengths}
        client.post(f"{place}/explanation", json=sent, headers=ORIGIN)
        watched = urlencode({"record": place.removeprefix("/analysis/"), **sent})
        client.get("/events", params={"on": f"explanation:{watched}"})
        found = client.get(f"{place}/explanation", params=sent).json()["result"]
        started[strengths] = found["points"][0]["chances"][0]["value"]
        assumed = "Chances assume equally strong players."
        assert (assumed in found["strength"]) == (strengths == "equal")
    assert started["value_32,random"] > started["equal"] > started["random,value_32"]
    kept = {path.name for path in (lab.folder / explanations.FOLDER).iterdir()}
    assert len(kept) == 3
    for wrong in ("value_32", "value_32,nobody", "1,99", ["a"]):
        sent = {"playouts": few, "strengths": wrong}
        answer = client.post(f"{place}/explanation", json=sent, headers=ORIGIN)
        assert answer.status_code == 400
        assert "strength" in answer.json()["fault"]


def test_the_engine_is_asked_at_any_decision(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    number, shown = last_choice(client, place)
    advice = client.post(f"{place}/positions/{number}/hint", json={}, headers=ORIGIN).json()
    words = {each["code"]: each["words"] for each in shown["options"]}
    assert words[advice["code"]] == advice["words"]
    assert advice["picture"] == "", "its cards are beside the board, and it has none"
    end = len(client.get(f"{place}/data").json()["positions"]) - 1
    refused = client.post(f"{place}/positions/{end}/hint", json={}, headers=ORIGIN)
    assert refused.status_code == 400


# Records.


def test_a_record_is_sent_and_checked(client: TestClient, lab: Lab) -> None:
    content = record_of("bellum_magica").encode()
    sent = client.post("/analysis?name=../../my game.jsonl", content=content, headers=ORIGIN)
    place = sent.json()["place"]
    assert place.startswith("/analysis/records/my-game-")
    assert client.get(f"{place}/data").json()["positions"]
    assert client.get(f"{place}/record").content == content
    listed = client.get("/analysis").text
    assert place in listed
    assert [path.parent.name for path in lab.folder.rglob("*.jsonl")] == ["records"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "", "got an empty file"),
        (lambda text: "x" * 50, "expected"),
        (lambda text: "\n".join(text.splitlines()[:-1]) + "\n", "an end event as the last line"),
        (lambda text: text.replace('"seat":0', '"seat":1', 3), "expected a legal record"),
        (lambda text: text.replace('"game":"bellum_magica"', '"game":"chess"'), "chess"),
        (lambda text: text + " " * MOST_BYTES, "bytes, got more"),
    ],
)
def test_what_is_no_legal_record_is_refused(
    client: TestClient, lab: Lab, change: Any, said: str
) -> None:
    content = change(record_of("bellum_magica")).encode()
    answer = client.post("/analysis?name=x.jsonl", content=content, headers=ORIGIN)
    assert answer.status_code == 400
    assert said in answer.json()["fault"]
    assert list(lab.folder.rglob("*.jsonl")) == []


def test_no_file_outside_of_the_folder_is_read(
    client: TestClient, lab: Lab, tmp_path: Path
) -> None:
    (tmp_path / "secret.jsonl").write_text(record_of("bellum_magica"))
    (lab.folder / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    for name in (
        "../secret.jsonl",
        "link.jsonl",
        "%2e%2e/secret.jsonl",
        f"{tmp_path}/secret.jsonl",
    ):
        answer = client.get(f"/analysis/{name}/data")
        assert answer.status_code in (400, 404), name
    assert "secret" not in client.get("/analysis").text


def test_a_game_under_way_is_not_analysed(client: TestClient, lab: Lab) -> None:
    client.post("/new/bloodstones", data=DUEL, headers=ORIGIN)
    (kept,) = (lab.folder / "tables").glob("*.json")
    assert client.get(f"/analysis/tables/{kept.name}/data").status_code == 400
    assert client.get(f"/analysis/tables/{kept.stem}.jsonl/data").status_code == 400
    answer = client.post("/analysis?name=x", content=kept.read_bytes(), headers=ORIGIN)
    assert "got 'an unfinished game'" in answer.json()["fault"]
    key = client.get(f"/tables/{kept.stem}").url.path
    assert client.get(f"{key}/record").status_code == 400


def test_analyses_need_the_token(lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    with TestClient(app_of(lab, [HOST]), base_url=URL) as stranger:
        for each in ("/analysis", place, f"{place}/data", f"{place}/positions/3/data"):
            assert stranger.get(each).status_code == 403


# Another decision.


@pytest.mark.parametrize("game_id", GAMES)
def test_a_variation_is_played_to_its_record(client: TestClient, lab: Lab, game_id: str) -> None:
    place = put_record(lab, game_id)
    number, shown = last_choice(client, place)
    strategies = {"strategy_0": "random", "strategy_1": "random"}
    strategies[f"strategy_{shown['mover']}"] = "human"
    sent = {**strategies, "code": str(shown["options"][-1]["code"])}
    answer = client.post(f"{place}/positions/{number}/table", data=sent, headers=ORIGIN)
    seat = client.get(answer.json()["place"]).url.path
    page = client.get(seat).text
    assert f"{game_id}.jsonl" in page
    assert f"step {number}" in page
    view = client.get(f"{seat}/state").json()
    while not view["over"]:
        view = client.post(f"{seat}/choose", json=choice(view), headers=ORIGIN).json()
    (record,) = lab.tables.records()
    assert main(["verify", str(record)]) == 0
    assert client.get(f"{seat}/record").text == record.read_text()
    whole = client.get(f"/analysis/tables/{record.name}/data").json()
    before = client.get(f"{place}/data").json()["positions"][: number + 1]
    texts = [each["text"] for each in whole["positions"][: number + 1]]
    assert texts == [each["text"] for each in before], "it begins as the record does"


def test_a_variation_survives_a_restart(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bloodstones")
    number, shown = last_choice(client, place)
    sent = {"strategy_0": "human", "strategy_1": "human", "code": str(shown["options"][0]["code"])}
    answer = client.post(f"{place}/positions/{number}/table", data=sent, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    assert answer.json()["place"] == f"/tables/{table}"
    before = lab.tables.find(table)
    again = open_lab(lab.folder).tables.find(table)
    assert again.shared.session.codes == before.shared.session.codes
    assert again.shared.session.digest() == before.shared.session.digest()
    assert again.origin == before.origin
    assert again.origin is not None
    assert again.origin["record"] == "bloodstones.jsonl"
    seat = again.shared.session.seat
    assert again.shared.view(seat)["log"] == before.shared.view(seat)["log"]


def test_a_first_decision_is_taken_back_but_not_the_record(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bloodstones")
    analysis = lab.analyses.find("bloodstones.jsonl")
    number = next(
        at for at in range(20, 300) if any("main phase" in o.words for o in analysis.options(at))
    )
    shown = client.get(f"{place}/positions/{number}/data").json()
    build = next(each for each in shown["options"] if each["words"].startswith(("build", "move")))
    sent = {"strategy_0": "human", "strategy_1": "human", "code": str(build["code"])}
    client.post(f"{place}/positions/{number}/table", data=sent, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    shared = lab.tables.find(table).shared
    shared.take_back(shown["mover"], shared.position)
    codes = [each["code"] for each in shared.view(shown["mover"])["options"]]
    assert codes == [each["code"] for each in shown["options"]]
    with pytest.raises(bs.InputError, match="There is no choice to undo"):
        shared.take_back(shown["mover"], shared.position)


def test_the_log_of_a_variation_tells_nothing_of_the_record(client: TestClient, lab: Lab) -> None:
    """Who sits down did not sit there: what a strategy drew then is not told to the other seat."""
    place = put_record(lab, "bloodstones")
    number, _ = last_choice(client, place)
    sent = {"strategy_0": "human", "strategy_1": "human"}
    client.post(f"{place}/positions/{number}/table", data=sent, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    for lobby in (lab, open_lab(lab.folder)):
        shared = lobby.tables.find(table).shared
        for seat in shared.people:
            assert not any("draw" in line for line in shared.view(seat)["log"])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"strategy_0": "warlord", "strategy_1": "warlord"}, "at least one human player"),
        ({"strategy_0": "nobody"}, "nobody"),
        ({"strategy_0": "my.module:Player"}, "the name of a strategy of the game"),
        ({"code": "1"}, "a legal decision at this position"),
        ({"code": "x"}, "a whole number"),
        ({"seed": "-3"}, "a whole number"),
    ],
)
def test_what_cannot_be_played_on_is_told(
    client: TestClient, lab: Lab, fields: dict[str, str], said: str
) -> None:
    place = put_record(lab, "bloodstones")
    number, _ = last_choice(client, place)
    answer = client.post(f"{place}/positions/{number}/table", data=fields, headers=ORIGIN)
    assert answer.status_code == 400
    assert said in answer.json()["fault"]
    assert lab.tables.unfinished() == ()


# Notes.


def test_notes_on_moments_are_kept_beside_the_record(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    before = (lab.folder / "bellum_magica.jsonl").read_bytes()
    assert client.get(f"{place}/data").json()["notes"] == {}
    seen = {1: "", 3: ""}
    for number, text in ((3, "  too early "), (1, "why?"), (3, "too early"), (1, "")):
        body = {"text": text, "seen": seen[number]}
        sent = client.post(f"{place}/positions/{number}/note", json=body, headers=ORIGIN)
        assert sent.status_code == 200
        seen[number] = text.strip()
    assert sent.json()["notes"] == {"3": "too early"}
    again = open_lab(lab.folder)
    with TestClient(app_of(again, [HOST]), base_url=URL) as later:
        later.get("/", params={"token": again.token})
        assert later.get(f"{place}/data").json()["notes"] == {"3": "too early"}
    assert (lab.folder / "bellum_magica.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("number", "text", "fault"),
    [
        (10**6, "x", "expected a position from 0"),
        (1, None, "expected a text"),
        (1, "x" * (notes.LONGEST + 1), "expected at most 2,000 letters"),
    ],
)
def test_a_note_is_a_short_text_on_a_moment(
    client: TestClient, lab: Lab, number: int, text: str | None, fault: str
) -> None:
    place, body = put_record(lab, "bellum_magica"), {"text": text, "seen": ""}
    sent = client.post(f"{place}/positions/{number}/note", json=body, headers=ORIGIN)
    assert sent.status_code == 400
    assert fault in sent.json()["fault"]
    assert client.get(f"{place}/data").json()["notes"] == {}


def test_a_note_that_another_page_changed_is_not_written_over(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    for text, seen, kept in (("mine", "", "mine"), ("theirs", "", "mine"), ("new", "mine", "new")):
        body = {"text": text, "seen": seen}
        sent = client.post(f"{place}/positions/1/note", json=body, headers=ORIGIN)
        assert sent.json()["notes"] == {"1": kept}
    sent = client.post(f"{place}/positions/1/note", json={"text": "x"}, headers=ORIGIN)
    assert "expected the note that the page shows" in sent.json()["fault"]


def test_two_clicks_make_one_variation(client: TestClient, lab: Lab) -> None:
    place = put_record(lab, "bellum_magica")
    sent = {"strategy_0": "human", "strategy_1": "random", "seed": "3", "once": "one"}
    answers = [
        client.post(f"{place}/positions/3/table", data={**sent, "once": once}, headers=ORIGIN)
        for once in ("one", "one", "two")
    ]
    places = [answer.json()["place"] for answer in answers]
    assert places[0] == places[1] != places[2]
    assert len(lab.tables.unfinished()) == 2


@pytest.mark.parametrize(
    "content", ["", "[]", '{"format": "x"}', '{"format": "bloodstones-notes-1", "notes": {"a": 1}}']
)
def test_damaged_notes_are_none(client: TestClient, lab: Lab, content: str) -> None:
    place = put_record(lab, "bellum_magica")
    client.post(f"{place}/positions/1/note", json={"text": "x", "seen": ""}, headers=ORIGIN)
    (path,) = (lab.folder / notes.FOLDER).glob(f"*{notes.ENDING}")
    path.write_text(content)
    assert client.get(f"{place}/data").json()["notes"] == {}
