"""Rules and strategies in the lab: searching, what a number changes, what was measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.errors import InputError
from bloodstones.games.registry import GAMES
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.rules.number_effects import MeasuredChanges, effects
from bloodstones.web.rules.strengths import Speeds
from tests.web.test_lab import HOST, ORIGIN, URL

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return open_lab(tmp_path_factory.mktemp("rules"), REPORTS)


@pytest.fixture(scope="module")
def client(lab: Lab) -> Iterator[TestClient]:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        yield client


@pytest.mark.parametrize("game_id", GAMES)
def test_every_section_and_reading_of_every_game_is_shown(client: TestClient, game_id: str) -> None:
    register = game_commands_of(game_id).register()
    assert register is not None
    text = client.get(f"/rules/{game_id}").text
    for section in register.sections:
        assert f"{register.code}-{section}," in text
    for name in register.options:
        assert f"q={name}" in text


@pytest.mark.parametrize("game_id", GAMES)
def test_every_item_of_the_register_is_found_by_its_id(client: TestClient, game_id: str) -> None:
    register = game_commands_of(game_id).register()
    assert register is not None
    kinds = (register.clauses, register.examples, register.ambiguities, register.options)
    for items in kinds:
        for name in [*items][:3]:
            answer = client.get(f"/rules/{game_id}", params={"q": name})
            assert answer.status_code == 200
            assert name in answer.text
    clause = next(iter(register.clauses.values()))
    found = client.get(f"/rules/{game_id}", params={"q": clause.id}).text
    assert clause.text in unescape(found)


def test_a_search_finds_by_words_and_says_where_there_is_nothing(client: TestClient) -> None:
    found = client.get("/rules/bloodstones", params={"q": "withdraw sea"}).text
    assert int(re.findall(r"(\d+) results<", found)[0]) > 1
    nothing = client.get("/rules/bloodstones", params={"q": "zeppelin"})
    assert nothing.status_code == 400
    assert "zeppelin" in nothing.text
    assert 'role="alert"' in nothing.text


@pytest.mark.parametrize("game_id", GAMES)
def test_every_number_has_a_page_with_its_range(client: TestClient, game_id: str) -> None:
    numbers = game_commands_of(game_id).numbers()
    listed = client.get(f"/rules/{game_id}/numbers").text
    for number in numbers:
        assert f"/rules/{game_id}/numbers/{number.name}" in listed
    number = numbers[0]
    shown = client.get(f"/rules/{game_id}/numbers/{number.name}").text
    assert f'min="{number.low}" max="{number.high}" value="{number.values[0]}"' in shown


def test_a_number_shows_what_it_changes_as_the_question_answers(client: TestClient) -> None:
    found = effects("bloodstones", "cavalry.modifier", 4)
    (effect,) = [each for each in found if each.question == "odds"]
    wins = {each.label: (each.printed, each.set) for each in effect.changes}["Attacker wins"]
    assert wins[0] == "89.4 %"
    page = client.get("/rules/bloodstones/numbers/cavalry.modifier", params={"value": "4"}).text
    assert wins[1] in page
    assert wins[1] in client.get(effect.place).text, "the question itself says so"


def test_a_number_that_is_not_turned_changes_nothing() -> None:
    for number in game_commands_of("battalia").numbers()[:10]:
        if len(number.values) == 1:
            assert effects("battalia", number.name, number.values[0]) == []


@pytest.mark.parametrize("value", ["99", "-99", "x", "1e3", "٣", "1" * 30])
def test_a_number_is_not_set_beyond_its_range(client: TestClient, value: str) -> None:
    answer = client.get("/rules/bloodstones/numbers/starting_hand", params={"value": value})
    assert answer.status_code == 400
    assert "expected a value from" in unescape(answer.text)


def test_an_endless_number_is_refused_at_the_edge(client: TestClient) -> None:
    answer = client.get("/rules/bloodstones/numbers/starting_hand", params={"value": "1" * 5000})
    assert answer.status_code == 400
    assert "expected numbers of at most 19 digits, got more (value)" in answer.text


def test_readings_tell_what_reports_measured(client: TestClient, lab: Lab) -> None:
    known = MeasuredChanges(lab.shelf).of_game("bloodstones")
    (each,) = [one for one in known["all_units_fight"] if one.report == "bloodstones_open_readings"]
    table = next(r for r in lab.shelf.reports() if r.id == each.report).table("what_ifs")
    lines = table[table["arm"] == "all_units_fight_false"]
    largest = lines.loc[lines["difference"].abs().idxmax()]
    assert each.role == str(largest["faction"]).replace("_", " ")
    assert each.sure == (largest["holm"] <= 0.05)
    assert each.difference in client.get("/rules/bloodstones").text


@pytest.mark.parametrize("game_id", GAMES)
def test_strategies_are_shown_with_their_ladders(client: TestClient, game_id: str) -> None:
    text = client.get(f"/strategies/{game_id}").text
    strategies = game_commands_of(game_id).strategies
    assert strategies is not None
    for each in strategies.shipped():
        assert f"<b>{each.id}</b>" in text
    assert "data-strength" in text


def test_the_speed_is_measured_and_kept(
    client: TestClient, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.web.rules.strengths.SECONDS", 0.01)
    answer = client.post("/strategies/bellum_magica/speed", json={}, headers=ORIGIN).json()
    times = answer["milliseconds"]
    assert all(time > 0 for time in times.values())
    assert len(times) > 3
    text = client.get("/strategies/bellum_magica").text
    for name, time in times.items():
        assert f'data-strategy="{name}"' in text
        assert f"{time:.3g}" in text


def test_one_measures_at_a_time(tmp_path: Path) -> None:
    speeds = Speeds(tmp_path)
    assert speeds._lock.acquire(blocking=False)
    with pytest.raises(InputError, match="Another measurement is in progress"):
        speeds.measure("battalia", ())
    speeds._lock.release()
    assert speeds.measure("battalia", ("no_such_strategy",)) == {}
    assert speeds.kept("battalia") == {}


def test_without_reports_the_pages_say_so(tmp_path: Path) -> None:
    lab = open_lab(tmp_path / "lab", tmp_path / "none")
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        assert "There is no ladder report for this game" in client.get("/strategies/battalia").text
        assert "There is no report that measured them" in client.get("/rules/battalia").text
        assert client.get("/studies").status_code == 200


@pytest.mark.parametrize(
    "place",
    ["/rules/chess", "/rules/battalia/numbers/none", "/strategies/chess", "/pictures/chess"],
)
def test_what_is_not_there_is_said(client: TestClient, place: str) -> None:
    answer = client.get(place)
    assert answer.status_code == 400
    assert "expected" in answer.text
