"""The editor of positions as pages: what it sends, what it refuses, games from there."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.games.registry import GAMES
from bloodstones.web.lab import Lab
from bloodstones.web.security import seat_key
from tests.web.lab_client import ORIGIN, client, lab, put_record

__all__ = ["client", "lab"]

POSITION = (
    "bloodstones tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant;2:swordsman*2 hand=skirmisher*2 villages=2 regroups=1"
    " | 1: citadel=30 units=30:swordsman;2:cavalry hand=?5 villages=31 regroups=1"
)
PLACE = "/position/bloodstones"


def asked(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"{PLACE}{path}", json=body, headers=ORIGIN)
    return answer.json()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_page_that_the_first_page_links(client: TestClient, game_id: str) -> None:
    assert f'href="/position/{game_id}"' in client.get("/").text
    page = client.get(f"/position/{game_id}")
    assert page.status_code == 200
    assert "set up a position" in page.text


def test_a_position_with_other_values_is_checked(client: TestClient) -> None:
    data = asked(client, "/data", text=POSITION)
    assert data["mover"] == 0
    turn = next(at for at, each in enumerate(data["fields"]) if each["key"] == "turn")
    values = data["values"]
    values[turn] = 11
    assert " turn=11 " in asked(client, "/data", text=data["text"], values=values)["text"]
    assert "values, got" in asked(client, "/data", text=POSITION, values=[1])["fault"]
    assert "a list of values" in asked(client, "/data", text=POSITION, values="x")["fault"]


def test_a_position_names_no_file_and_is_not_endless(client: TestClient) -> None:
    fault = asked(client, "/data", text=POSITION.replace("tyrants_lament", "/etc/map.toml"))
    assert "a board that comes with the game" in fault["fault"]
    assert "letters" in asked(client, "/data", text="x" * 63_000)["fault"]
    assert "the text of a position" in asked(client, "/data", text=7)["fault"]


def test_it_begins_at_a_set_up_a_moment_of_a_record_or_a_table(
    client: TestClient, lab: Lab
) -> None:
    setup = {"board": "tyrants_lament", "players": "2", "seed": "3"}
    assert asked(client, "/data", setup=setup)["mover"] is not None
    put_record(lab, "bloodstones")
    moment = asked(client, "/data", record="bloodstones.jsonl", place="40")
    assert moment["text"].startswith("bloodstones ")
    assert (
        "a position from 0 to"
        in asked(client, "/data", record="bloodstones.jsonl", place=99999)["fault"]
    )
    text = POSITION.replace("hand=?5", "hand=leader*2+cavalry")
    place = asked(client, "/table", text=text, strategies=["human", "warlord"])["place"]
    table = place.rpartition("/")[2]
    seen = asked(client, "/data", table=table, seat=0)["text"]
    assert "hand=skirmisher*2 " in seen  # its own
    assert "hand=cavalry+leader*2" not in seen
    hands = {asked(client, "/data", table=table, seat=0)["text"] for _ in range(2)}
    assert len(hands) == 1  # the same deal, whenever one asks
    assert "a table of this game" in asked(client, "/data", table=table, seat=1)["fault"]


def test_one_plays_on_from_a_position(client: TestClient, lab: Lab) -> None:
    body = {"text": POSITION, "strategies": ["human", "warlord"], "once": "a"}
    place = asked(client, "/table", **body)["place"]
    assert asked(client, "/table", **body)["place"] == place
    table = place.rpartition("/")[2]
    view = client.get(f"/seats/{seat_key(lab.secret, table, 0)}/state").json()
    assert view["turn"] == 9
    assert (
        "2 strategies, got 1"
        in asked(client, "/table", **{**body, "strategies": ["human"], "once": ""})["fault"]
    )


def test_odds_and_chances_are_html_and_a_faulty_position_has_none(client: TestClient) -> None:
    assert "Hill Folk against Horse Lords" in asked(client, "/odds", text=POSITION)["html"][0]
    chances = asked(client, "/chances", text=POSITION)
    assert "Chances of winning" in chances["html"][0]
    broken = POSITION.replace("1:giant", "1:giant*9")
    assert "giant of hill_folk (BS-COMP-07), got 9" in asked(client, "/odds", text=broken)["fault"]
