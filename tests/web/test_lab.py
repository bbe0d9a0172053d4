"""The lab's pages: who may ask, tables from form to end, questions, restarts, bad requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.api.explanations.strengths import ratings_at
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.cli import main
from bloodstones.games.registry import GAMES, all_entries
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab, open_lab
from bloodstones.web.question_pages import address, listed
from bloodstones.web.security import HEADERS, seat_key

HOST = "127.0.0.1:8642"
URL = f"http://{HOST}"
ORIGIN = {"origin": URL}
DUEL = {
    "board": "tyrants_lament",
    "players": "2",
    "role_0": "dragon_riders",
    "strategy_0": "human",
    "role_1": "horse_lords",
    "strategy_1": "builder",
    "seed": "7",
    "changes": "",
}


BATTLE = {
    "attacker": "dragon_riders: cavalry, lizardman*2, leader",
    "defender": "horse_lords: swordsman, shieldbearer",
    "terrain": "plains",
}


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return open_lab(tmp_path / "lab")


@pytest.fixture
def client(lab: Lab) -> Iterator[TestClient]:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        client.get("/", params={"token": lab.token})
        yield client


def choice(view: dict[str, Any], index: int = 0) -> dict[str, Any]:
    """What a page sends to choose one of the options that it shows."""
    return {"code": view["options"][index]["code"], "position": view["position"]}


def begun(client: TestClient, **fields: str) -> str:
    """The address of the only person's seat at a new table."""
    answer = client.post("/new/bloodstones", data={**DUEL, **fields}, headers=ORIGIN)
    assert answer.status_code == 200, answer.text
    assert answer.url.path.startswith("/seats/")
    return str(answer.url.path)


# Who may ask.


def test_a_visit_needs_the_token(lab: Lab) -> None:
    with TestClient(app_of(lab, [HOST]), base_url=URL) as client:
        assert client.get("/").status_code == 403
        assert client.get("/", params={"token": "wrong"}).status_code == 403
        assert client.get("/", params={"token": lab.token}).status_code == 200
        assert client.get("/ask").status_code == 200


def test_the_cookie_is_for_this_site_and_not_for_scripts(lab: Lab) -> None:
    with TestClient(app_of(lab, [HOST]), base_url=URL, follow_redirects=False) as client:
        cookie = client.get("/", params={"token": lab.token}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", f"{HOST}.evil.example", ""])
def test_other_hosts_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1:8642"])
def test_other_sites_change_nothing(client: TestClient, lab: Lab, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    assert client.post("/new/bloodstones", data=DUEL, headers=headers).status_code == 403
    assert lab.tables.unfinished() == ()


def test_a_seat_needs_its_key(client: TestClient, lab: Lab) -> None:
    place = begun(client)
    table = lab.tables.unfinished()[0]
    assert place == f"/seats/{seat_key(lab.secret, table, 0)}"
    for wrong in (f"{table}.0.{'0' * 32}", f"{table}.1", "x", seat_key(b"other", table, 0)):
        assert client.get(f"/seats/{wrong}/state").status_code == 400
    machine = seat_key(lab.secret, table, 1)
    assert client.get(f"/seats/{machine}/state").status_code == 400, "nobody sits there"


def test_every_answer_says_what_may_run(client: TestClient) -> None:
    for place in ("/", "/ask", "/nowhere", "/static/lab.css", "/static/nothing.css"):
        headers = client.get(place).headers
        assert {name: headers[name] for name in HEADERS} == dict(HEADERS)
    assert "unsafe-eval" not in HEADERS["content-security-policy"]
    assert "script-src 'self'" in HEADERS["content-security-policy"]


def test_pages_bring_nothing_from_elsewhere_and_run_no_script_of_their_own(
    client: TestClient,
) -> None:
    places = ["/", "/ask", "/new/bloodstones", begun(client)]
    places += [address(game, name) for game in all_entries() for name in listed(game)]
    for place in places:
        text = client.get(place).text
        assert re.findall(r"""(?:src|href)=["']?(https?:)?//""", text) == []
        assert re.findall(r"<script(?! type=\"module\" src=)", text) == []
        assert re.findall(r"\son[a-z]+=", text) == []


# Tables.


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_table(client: TestClient, game_id: str) -> None:
    text = client.get(f"/new/{game_id}").text
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', text))
    selects = re.findall(
        r'<select[^>]* name="(\w+)">.*?<option value="([^"]+)" selected', text, re.S
    )
    answer = client.post(f"/new/{game_id}", data={**fields, **dict(selects)}, headers=ORIGIN)
    assert answer.status_code == 200, answer.text
    view = client.get(f"{answer.url.path}/state").json()
    assert view["options"]
    assert "<svg" in view["picture"] + view["cards"]
    assert "data-" in view["picture"] + view["cards"]


def test_strategies_are_offered_by_how_strong_ladders_rate_them(client: TestClient) -> None:
    text = client.get("/new/bloodstones?strategy_1=value_33").text
    select = text.partition('name="strategy_1"')[2].partition("</select>")[0]
    offered = re.findall(r'<option value="(\w+)"(?: selected)?[^>]*>([^<]*)<', select)
    order = [name for name, _ in offered]
    rated = [name for name, words in offered if ": " in words]
    ratings = ratings_at(game_commands_of("bloodstones"), 2)
    assert ratings is not None
    assert rated == sorted(ratings.strengths, key=lambda name: -ratings.strengths[name])
    assert order[:2] == ["human", rated[0]]
    assert dict(offered)[rated[0]] == f"{rated[0]}: the strongest"
    assert dict(offered)["random"].startswith("random: a beginner (ahead of ")
    assert {"fortress", "ismcts", "value_33"} <= set(order), "all others are there as well"
    assert len(order) == len(set(order))


def test_each_new_table_has_a_seed_of_its_own(client: TestClient) -> None:
    seeds = {
        re.findall(r'name="seed" value="(\d+)"', client.get("/new/battalia").text)[0]
        for _ in range(5)
    }
    assert len(seeds) > 1
    assert 'name="seed" value="9"' in client.get("/new/battalia?seed=9").text


def test_a_reading_and_a_number_are_found_by_a_word(client: TestClient) -> None:
    text = client.get("/new/bloodstones").text
    assert '<option value="start_player_method=draw_two">How the start player is chosen' in text
    assert re.search(r'<option value="starting_hand=\d+">', text)
    sent = {**DUEL, "changes": "start_player_method=draw_two\nstarting_hand=8"}
    assert client.post("/new/bloodstones", data=sent, headers=ORIGIN).status_code == 200


def test_who_comes_by_a_link_is_led_to_no_page_of_the_host(client: TestClient, lab: Lab) -> None:
    place = begun(client)
    own = client.get(place).text
    assert "Analyse this game" in own
    assert 'href="/analysis"' in own
    with TestClient(app_of(lab, [HOST]), base_url=URL) as friend:
        theirs = friend.get(place).text
    assert "Analyse this game" not in theirs
    assert 'href="/analysis' not in theirs


def test_a_game_goes_from_the_form_to_its_record(client: TestClient, lab: Lab) -> None:
    place = begun(client)
    view = client.get(f"{place}/state").json()
    while not view["over"]:
        view = client.post(f"{place}/choose", json=choice(view, -1), headers=ORIGIN).json()
    assert lab.tables.unfinished() == ()
    (record,) = lab.tables.records()
    assert main(["verify", str(record)]) == 0
    front = client.get("/").text
    assert f'href="/analysis/tables/{record.name}"' in front
    assert re.search(
        rf'href="/analysis/tables/{re.escape(record.name)}">(Won|Victory shared) by [A-Z][^<]*</a>'
        r' <span class="dim">Bloodstones, game, ',
        front,
    ), "the result is the link to the record"


def test_a_table_survives_a_restart(client: TestClient, lab: Lab) -> None:
    place = begun(client)
    for _ in range(3):
        view = client.get(f"{place}/state").json()
        client.post(f"{place}/choose", json=choice(view), headers=ORIGIN)
    before = client.get(f"{place}/state").json()
    again = open_lab(lab.folder)
    with TestClient(app_of(again, [HOST]), base_url=URL) as other:
        after = other.get(f"{place}/state").json()
    for name in ("options", "picture", "board", "seats", "turn", "question", "log"):
        assert after[name] == before[name]


def test_two_people_have_a_link_each(client: TestClient) -> None:
    answer = client.post("/new/bloodstones", data={**DUEL, "strategy_1": "human"}, headers=ORIGIN)
    places = re.findall(r'href="(/seats/[^"?]+)"', answer.text)
    assert len(places) == 2
    views = [client.get(f"{place}/state").json() for place in places]
    assert [view["seat"] for view in views] == [0, 1]
    assert sum(bool(view["options"]) for view in views) == 1


def test_a_choice_is_taken_back(client: TestClient) -> None:
    place = begun(client)
    before = client.get(f"{place}/state").json()
    chosen = client.post(f"{place}/choose", json=choice(before), headers=ORIGIN).json()
    sent = {"position": chosen["position"]}
    after = client.post(f"{place}/undo", json=sent, headers=ORIGIN).json()
    assert after["options"] == before["options"]
    sent = {"position": after["position"]}
    refused = client.post(f"{place}/undo", json=sent, headers=ORIGIN)
    assert refused.status_code == 400
    assert "There is no choice to undo" in refused.json()["fault"]


def test_a_hint_is_a_legal_choice_with_chances(client: TestClient) -> None:
    place = begun(client)
    view = client.get(f"{place}/state").json()
    advice = client.post(f"{place}/hint", json={}, headers=ORIGIN).json()
    codes = {option["code"]: option["words"] for option in view["options"]}
    assert codes[advice["code"]] == advice["words"]
    assert advice["version"] == view["version"]
    assert advice["reasons"]
    for each in advice["chances"]:
        assert 0 <= each["low"] <= each["chance"] <= each["high"] <= 1
        assert each["code"] in codes
    assert client.get(f"{place}/state").json() == view, "a hint changes nothing"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"strategy_0": "warlord"}, "at least one human player"),
        ({"strategy_1": "nobody"}, "nobody"),
        ({"strategy_1": "my.module:Player"}, "the name of a strategy of the game"),
        ({"strategy_1": "value@/tmp"}, "the name of a strategy of the game"),
        ({"board": "/etc/passwd"}, "a board that comes with the game"),
        ({"board": "../x.toml"}, "a board that comes with the game"),
        ({"role_1": "elves"}, "elves"),
        ({"seed": "-1"}, "a whole number from 0"),
        ({"seed": "²"}, "a whole number from 0"),
        ({"changes": "nonsense"}, "nonsense"),
        ({"changes": "village.points=many"}, "village"),
        ({"changes": "no_such_reading=1"}, "no_such_reading"),
    ],
)
def test_what_cannot_be_played_is_told_in_the_form(
    client: TestClient, lab: Lab, fields: dict[str, str], said: str
) -> None:
    answer = client.post("/new/bloodstones", data={**DUEL, **fields}, headers=ORIGIN)
    assert answer.status_code == 400
    assert said in answer.text.replace("&#39;", "'")
    assert 'role="alert"' in answer.text
    assert lab.tables.unfinished() == ()


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b'{"code": "1"}', b'{"code": true}', b"x" * 70_000),
        *(b'{"code": 99999999}', b'{"code": 99999999, "position": 7}'),
    ],
)
def test_bad_choices_are_refused(client: TestClient, body: bytes) -> None:
    place = begun(client)
    answer = client.post(f"{place}/choose", content=body, headers=ORIGIN)
    assert answer.status_code == 400
    assert answer.json()["fault"].startswith("expected")


def test_a_damaged_table_is_told(client: TestClient, lab: Lab) -> None:
    begun(client)
    (path,) = (lab.folder / "tables").glob("*.json")
    path.write_text(path.read_text().replace('"seed": 7', '"seed": 8'))
    again = open_lab(lab.folder)
    with TestClient(app_of(again, [HOST]), base_url=URL) as other:
        other.get("/", params={"token": again.token})
        answer = other.get(f"/tables/{path.stem}")
    assert answer.status_code == 400
    assert "does not match its hash" in answer.text


# Questions.


def test_every_question_of_every_game_is_a_page(client: TestClient) -> None:
    index = client.get("/ask").text
    count = 0
    for game in all_entries():
        for name in listed(game):
            assert address(game, name) in index
            assert "<form" in client.get(address(game, name)).text
            count += 1
    assert count >= len(GAMES)


def test_the_page_that_a_question_writes_is_saved_as_a_file(
    client: TestClient, tmp_path: Path
) -> None:
    assert 'href="/files/bloodstones/odds-page" download' in client.get("/ask").text
    assert main(["odds-page", str(tmp_path / "odds.html"), "--set", "dragon.modifier=3"]) == 0
    sent = {"set": "dragon.modifier=3", "data": "/nowhere"}
    answer = client.get("/files/bloodstones/odds-page", params=sent)
    assert answer.text == (tmp_path / "odds.html").read_text(encoding="utf-8")
    assert "bloodstones-odds-page.html" in answer.headers["content-disposition"]
    for place in ("/files/bloodstones/odds", "/files/bloodstones/maps/generate"):
        assert client.get(place).status_code == 400
    assert client.get("/files/bloodstones/odds-page", params={"set": "x=1"}).status_code == 400


def test_a_question_is_answered_as_the_command_answers(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = BATTLE
    text = client.get("/ask/bloodstones/odds", params={**asked, "fragment": "1"}).text
    options = [text for name, value in asked.items() for text in (f"--{name}", value)]
    assert main(["odds", *options, "--json"]) == 0
    odds: Any = json.loads(capsys.readouterr().out)
    assert odds["p_attacker_fraction"] in text
    whole = client.get("/ask/bloodstones/odds", params=asked).text
    assert odds["p_attacker_fraction"] in whole


def test_a_fault_names_the_field(client: TestClient) -> None:
    asked = {
        "attacker": "chaos_horde: wariors",
        "defender": "horse_lords: swordsman",
        "terrain": "plains",
    }
    text = client.get("/ask/bloodstones/odds", params=asked).text
    assert 'id="attacker-fault"' in text


def test_a_page_reads_no_files(client: TestClient) -> None:
    text = client.get("/ask/bloodstones/odds").text
    assert 'name="data"' not in text
    for place in ("/ask/bloodstones/maps/show", "/ask/bloodstones/maps/check"):
        assert client.get(place).status_code == 400
    asked = {
        "attacker": "dragon_riders: cavalry",
        "defender": "horse_lords: swordsman",
        "terrain": "plains",
    }
    given = {**asked, "data": "/nowhere"}
    assert (
        client.get("/ask/bloodstones/odds", params=given).text
        == client.get("/ask/bloodstones/odds", params=asked).text
    )


@pytest.mark.parametrize(
    "place",
    ["/new/chess", "/ask/chess/odds", "/ask/bloodstones/nothing", "/tables/none", "/seats/none"],
)
def test_what_is_not_there_is_said_in_a_sentence(client: TestClient, place: str) -> None:
    answer = client.get(place)
    assert answer.status_code == 400
    assert "expected" in answer.text
    assert "Traceback" not in answer.text
