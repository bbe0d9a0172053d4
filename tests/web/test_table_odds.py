"""What a seat is told beside its choices: the exact odds of the battle that it decides on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from bloodstones.api.at_hand import answers_at_hand, has_questions_at_hand, refused_at_hand
from bloodstones.cli import main
from bloodstones.core.questions.answer import Facts
from bloodstones.games.registry import GAMES
from bloodstones.web.app import app_of
from bloodstones.web.lab import Lab
from tests.web.lab_client import HOST, ORIGIN, URL, client, lab, put_record

__all__ = ["client", "lab"]

BY_HAND = {"strategy_0": "human", "strategy_1": "human"}


def seat_with(
    client: TestClient, lab: Lab, words: str, game_id: str = "bloodstones"
) -> tuple[str, dict[str, Any]]:
    """A seat at a table that begins where a decision begins with some words, and its view."""
    place = put_record(lab, game_id)
    analysis = lab.analyses.find(f"{game_id}.jsonl")
    number = next(
        at
        for at in range(len(analysis.positions))
        if any(option.words.startswith(words) for option in analysis.options(at))
    )
    sent = client.post(f"{place}/positions/{number}/table", data=BY_HAND, headers=ORIGIN).json()
    keys = client.get(sent["place"]).text
    (mover,) = [
        key
        for key in {part.split('"')[0].split("?")[0] for part in keys.split('href="')[1:]}
        if key.startswith("/seats/") and client.get(f"{key}/state").json()["options"]
    ]
    return mover, client.get(f"{mover}/state").json()


@pytest.mark.parametrize("words", ["attack", "withdraw"])
def test_the_odds_of_the_battle_at_hand_are_those_of_the_command(
    client: TestClient, lab: Lab, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mover, view = seat_with(client, lab, words)
    found = client.get(f"{mover}/odds/data").json()
    assert found["version"] == view["version"]
    (table,) = lab.tables.unfinished()
    session = lab.tables.find(table).shared.session
    answered = answers_at_hand(session, view["seat"])
    assert len(found["odds"]) == len(answered) > 0
    for shown, each in zip(found["odds"], answered, strict=True):
        options = [part for name, text in each.sent.items() for part in (f"--{name}", text)]
        assert main(["odds", *options, "--json"]) == 0
        odds = json.loads(capsys.readouterr().out)
        assert odds["p_attacker_fraction"] in shown["html"]
        assert odds["p_attacker_fraction"] in client.get(shown["place"]).text
    codes = {each.asked.code for each in answered}
    attacks = {each["code"] for each in view["options"] if each["words"].startswith("attack")}
    assert codes == (attacks if words == "attack" else {None})


def test_links_to_forms_are_for_who_has_the_token(client: TestClient, lab: Lab) -> None:
    mover, _ = seat_with(client, lab, "attack")
    with TestClient(app_of(lab, [HOST]), base_url=URL) as friend:
        found = friend.get(f"{mover}/odds/data").json()["odds"]
    assert found
    assert all(each["place"] == "" for each in found)


def test_who_is_not_to_move_is_told_no_odds(client: TestClient, lab: Lab) -> None:
    seat_with(client, lab, "attack")
    (table,) = lab.tables.unfinished()
    text = client.get(f"/tables/{table}").text
    keys = {part.split('"')[0].split("?")[0] for part in text.split('href="')[1:]}
    told = [
        client.get(f"{key}/odds/data").json()["odds"] for key in keys if key.startswith("/seats/")
    ]
    assert sorted(map(bool, told)) == [False, True]


def session_at(client: TestClient, lab: Lab, game_id: str, words: str) -> tuple[str, Any]:
    """The link of the seat that decides, and its session."""
    mover, _ = seat_with(client, lab, words, game_id)
    (table,) = lab.tables.unfinished()
    return mover, lab.tables.find(table).shared.session


# A reading that the odds of a game do not take.
UNTAKEN = {
    "bloodstones": ("attack", "start_player_method", "draw_two"),
    "wizard_kings": ("fire", "dispel_cost", "target_level"),
    "battlelore": ("attack", "support_check", "each_hex"),
    "bellum_magica": ("pay a barrel", "reroll_order", "captain_last"),
}


@pytest.mark.parametrize("game_id", UNTAKEN)
def test_a_reading_that_the_odds_do_not_take_is_told(
    client: TestClient, lab: Lab, game_id: str
) -> None:
    words, name, value = UNTAKEN[game_id]
    mover, session = session_at(client, lab, game_id, words)
    session.setup = replace(session.setup, options={name: value})
    found = client.get(f"{mover}/odds/data").json()
    assert found["odds"] == []
    assert found["refused"] == f"No odds here: they do not take the reading of {name}."
    assert refused_at_hand(session, 1 - session.play.decider) == ""


def test_readings_and_numbers_that_the_odds_take_count_at_the_table(
    client: TestClient, lab: Lab
) -> None:
    mover, session = session_at(client, lab, "battlelore", "attack")
    plain = client.get(f"{mover}/odds/data").json()["odds"]
    changes: dict[str, Any] = {
        "options": {"minimum_dice": "0", "support_check": "first_hex"},  # the usual one
        "overrides": {"yeoman_archers.dice": 5, "flesh_ripper_brutes.dice": 5},
    }
    session.setup = replace(session.setup, **changes)
    found = client.get(f"{mover}/odds/data").json()
    assert found["refused"] == ""
    assert len(found["odds"]) == len(plain)
    assert found["odds"] != plain
    for shown, each in zip(found["odds"], answers_at_hand(session, session.seat), strict=True):
        assert each.sent["option"] == "minimum_dice=0\nsupport_check=first_hex"
        assert "option=minimum_dice" in shown["place"]
        first = each.answer.parts[0]
        assert isinstance(first, Facts)
        chance = first.rows[0].measure.words(first.rows[0].value)
        assert chance in shown["html"]
        assert chance in client.get(shown["place"]).text


def test_every_game_says_what_can_be_asked_at_its_table() -> None:
    assert all(has_questions_at_hand(game_id) for game_id in GAMES)


# Where a record comes to something that can be asked: how the words of a decision begin.
AT_TABLES = {"wizard_kings": "fire", "battlelore": "attack", "bellum_magica": "pay a barrel"}


@pytest.mark.parametrize("game_id", AT_TABLES)
def test_the_odds_at_the_tables_of_other_games_are_those_of_their_questions(
    client: TestClient, lab: Lab, game_id: str
) -> None:
    mover, view = seat_with(client, lab, AT_TABLES[game_id], game_id)
    found = client.get(f"{mover}/odds/data").json()["odds"]
    (table,) = lab.tables.unfinished()
    answered = answers_at_hand(lab.tables.find(table).shared.session, view["seat"])
    assert len(found) == len(answered) > 0
    for shown, each in zip(found, answered, strict=True):
        assert each.asked.beside in shown["html"]
        first = each.answer.parts[0]
        assert isinstance(first, Facts)
        chance = first.rows[0].measure.words(first.rows[0].value)
        assert chance in shown["html"]
        assert chance in client.get(shown["place"]).text
