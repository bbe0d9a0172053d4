"""People at the tables of all games: words of choices, what is heard, what is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.tables_of_games import SEATS, walked

HIDDEN = {
    "bloodstones": "Horse Lords draw tiles",
    "wizard_kings": "Jurak moves a block to ",
    "bellum_magica": "Iron Spire gains a ",
    "battlelore": "Uthuk draws a command card",
    "battalia": "Lagorai draws a card",
}
UNTOLD = {
    "bloodstones": "Horse Lords draw cavalry",
    "wizard_kings": "Jurak builds ",
    "bellum_magica": "Iron Spire gains a wood chest worth ",
    "battlelore": "Uthuk draws patrol",
    "battalia": "Lagorai draws supply",
}


@pytest.fixture(scope="module")
def walks() -> dict[str, Any]:
    return {game_id: walked(game_id) for game_id in SEATS}


@pytest.mark.parametrize("game_id", SEATS)
def test_every_choice_has_words_of_its_own(game_id: str, walks: dict[str, Any]) -> None:
    assert not walks[game_id]["twice"]
    assert not walks[game_id]["bare"]


@pytest.mark.parametrize("game_id", SEATS)
def test_words_rest_on_nothing_hidden(game_id: str, walks: dict[str, Any]) -> None:
    assert not walks[game_id]["told_by_hidden"]


@pytest.mark.parametrize("game_id", SEATS)
def test_choices_taken_back_and_made_again_lead_to_the_same(
    game_id: str, walks: dict[str, Any]
) -> None:
    assert walks[game_id]["went_back"]


@pytest.mark.parametrize("game_id", SEATS)
def test_what_others_hold_is_shown_without_saying_what(game_id: str, walks: dict[str, Any]) -> None:
    mine = walks[game_id]["heard"][0]
    assert any(sentence.startswith(HIDDEN[game_id]) for sentence in mine)
    assert not any(sentence.startswith(UNTOLD[game_id]) for sentence in mine)


def test_what_was_rolled_stands_unless_it_is_asked_for(walks: dict[str, Any]) -> None:
    rolled = "Something was drawn or rolled after your last choice, so you cannot undo it."
    assert rolled in walks["bellum_magica"]["refused"]
