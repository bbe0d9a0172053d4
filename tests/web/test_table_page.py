"""What the page of a table and the forms of odds ask the lab for: steps, undo anyway, examples."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.games.registry import all_entries
from bloodstones.web.lab import Lab
from bloodstones.web.question_pages import address, example_of, listed, question_of
from bloodstones.web.security import seat_key
from tests.web.lab_client import ORIGIN, put_record
from tests.web.lab_client import client as client
from tests.web.lab_client import lab as lab

DUEL = {
    "board": "tyrants_lament",
    "players": "2",
    "role_0": "dragon_riders",
    "strategy_0": "human",
    "role_1": "horse_lords",
    "strategy_1": "random",
    "seed": "7",
}
MOST = 100  # decisions until others have moved


def begun(client: TestClient, lab: Lab, **fields: str) -> list[str]:
    """The seats of a new table, as addresses."""
    client.post("/new/bloodstones", data={**DUEL, **fields}, headers=ORIGIN)
    (table,) = lab.tables.unfinished()
    return [f"/seats/{seat_key(lab.secret, table, seat)}" for seat in range(2)]


def sent(client: TestClient, place: str, **body: Any) -> Any:
    return client.post(place, json=body, headers=ORIGIN)


def until_replies(client: TestClient, place: str) -> dict[str, Any]:
    """What the first seat reads once the other one had a turn."""
    view = client.get(f"{place}/state").json()
    for _ in range(MOST):
        turn = view["turn"]
        choice = {"code": view["options"][0]["code"], "position": view["position"]}
        view = sent(client, f"{place}/choose", **choice).json()
        if turn and view["turn"] > turn + 1 and view["happened"]["new"]:
            return dict(view)
    raise AssertionError("the other seat never has a turn")


def test_steps_are_shown_one_by_one_and_undo_is_possible_after_replies(
    client: TestClient, lab: Lab
) -> None:
    place, _ = begun(client, lab)
    view = until_replies(client, place)
    steps = view["happened"]["steps"]
    assert client.get(f"{place}/steps/0/data").json()["picture"].startswith("<svg")
    answer = client.get(f"{place}/steps/{len(steps)}/data")
    assert answer.status_code == 400
    assert f"expected a step below {len(steps)}" in answer.json()["fault"]
    refused = sent(client, f"{place}/undo", position=view["position"]).json()
    assert refused["undo_refused"] == (
        "A new turn began after your last choice, so you cannot undo it."
    )
    assert refused["version"] == view["version"]
    undone = sent(client, f"{place}/undo", position=view["position"], anyway=True).json()
    assert undone["undo_refused"] == ""
    assert undone["turn"] < view["turn"]


def test_another_person_allows_an_undo(client: TestClient, lab: Lab) -> None:
    places = begun(client, lab, strategy_1="human")
    views = [client.get(f"{place}/state").json() for place in places]
    mover = views[0]["to_move"]
    choice = {"code": views[mover]["options"][0]["code"], "position": views[mover]["position"]}
    first = sent(client, f"{places[mover]}/choose", **choice).json()
    asked = sent(client, f"{places[mover]}/undo", position=first["position"], anyway=True).json()
    assert asked["undo_request"]["waits"] == [1 - mover]
    other = places[1 - mover]
    answer = sent(client, f"{other}/undo/answer", position=asked["position"], allowed="yes")
    assert answer.json()["fault"] == "expected true or false, got 'yes' (allowed)"
    sent(client, f"{other}/undo/answer", position=asked["position"], allowed=True)
    back = client.get(f"{places[mover]}/state").json()
    assert [each["code"] for each in back["options"]] == [
        each["code"] for each in views[mover]["options"]
    ]


def test_every_form_of_odds_opens_with_its_example_answered(client: TestClient) -> None:
    for game in all_entries():
        for name in listed(game):
            text = client.get(address(game, name)).text
            if example_of(question_of(game, name)) and name == "odds":
                assert 'id="example"' in text, (game.id, name)
                assert "<table" in text.partition('id="answer"')[2], (game.id, name)
            assert "role=alert" not in text, (game.id, name)
    asked = client.get("/ask/battlelore/odds?attacker=obscenes&target=citadel_guard").text
    assert 'id="example"' not in asked


def test_rare_options_are_behind_the_others(client: TestClient) -> None:
    text = client.get("/ask/bloodstones/odds").text
    common, more, rare = text.partition("<summary>More options</summary>")
    assert more
    assert 'name="terrain"' in common
    assert 'name="pip_value"' in rare
    assert 'name="pip_value"' not in common
    assert "<details class=rare" in common
    opened = client.get("/ask/bloodstones/odds?swap_unseen=on").text
    assert " open><summary>More options</summary>" in opened


@pytest.mark.parametrize("arrows", ["1", "1-2-3", "a-b", "1-2 ", " ".join(["1-2"] * 41)])
def test_arrows_are_drawn_on_a_position_and_others_refused(
    client: TestClient, lab: Lab, arrows: str
) -> None:
    place = put_record(lab, "bloodstones")
    if arrows == "1":
        shown = client.get(f"{place}/positions/9/data", params={"arrows": "4-11 12-13"}).json()
        assert 'data-move="4-11"' in shown["picture"]
        assert 'data-move="12-13"' in shown["picture"]
    answer = client.get(f"{place}/positions/9/data", params={"arrows": arrows})
    assert answer.status_code == 400
    assert "expected arrows such as 12-35 14-20" in answer.json()["fault"]
