"""A table with people at screens of their own: turns, what each is sent, what is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.api.at_hand import answers_at_hand
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.registry import GAMES, find_part
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.option_texts import joined
from bloodstones.kit.table.people import stood_in
from bloodstones.kit.table.saved_session import keep, load
from bloodstones.kit.table.session import Session
from bloodstones.kit.table.shared import Pictures, SharedTable, apart
from bloodstones.kit.testing.hidden import dealt_anew
from tests.hidden.tables import DEALERS

SEED = 7
BOARDS = {"bloodstones": "tyrants_lament", "wizard_kings": "westmarch+eastfen"}
WATCHED = 150  # decisions of people in a row
FEW = 8  # decisions before a restart


def session_of(game_id: str, strategies: tuple[str, str] = ("human", "human")) -> Session:
    """Two seats of a game."""
    game_commands = game_commands_of(game_id)
    game: Any = game_commands.game
    board = BOARDS.get(game_id) or next(iter(game.boards()), "")
    roles = (game.roles_for(2) or ("", ""))[:2]
    seats = tuple(Seat(role, each) for role, each in zip(roles, strategies, strict=True))
    return Session(game, game_commands.voice(), Setup(board, seats), SEED)


def table_of(session: Session) -> SharedTable:
    """A shared table that keeps nothing."""
    parts: Any = find_part(session.game.id, "pictures")
    return SharedTable(session, Pictures(parts.scene, parts.targets), lambda: None)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_game_is_played_by_what_the_seats_are_sent(game_id: str) -> None:
    table = table_of(session_of(game_id, ("human", "random")))
    luck, versions = np.random.default_rng(SEED), []
    while not table.over:
        view = table.view(0)
        versions.append(view["version"])
        assert view["to_move"] == 0
        assert view["question"]
        option = view["options"][int(luck.integers(len(view["options"])))]
        table.choose(0, option["code"], table.position)
    assert versions == sorted(set(versions))
    end = table.view(0)
    assert end["ending"]["winners"] == list(table.session.play.winners)
    assert (end["options"], end["question"], end["to_move"]) == ([], "", None)
    assert [line["text"] for line in end["log"]] == joined(
        table.session.told[0], table.session.names[SEATS]
    )
    assert table.session.recorder.lines[-1]["event"] == "end"


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_seat_is_sent_tells_nothing_hidden(game_id: str) -> None:
    session = session_of(game_id)
    table, dealer, luck = table_of(session), DEALERS[game_id](), np.random.default_rng(SEED)
    followed = session.game.playthrough(stood_in(session.setup), SEED, "play", scripted_chance=True)
    dealer.watch(followed, None)
    other, seen = 0, 0
    for _ in range(WATCHED):
        for code in session.codes[seen:]:
            followed.apply_code(code)
            dealer.watch(followed, code)
        seen = len(session.codes)
        if table.over:
            break
        seat, true = session.seat, session.play
        view, at_hand = table.view(seat), answers_at_hand(session, seat)
        session.play = dealt_anew(true, dealer, seat, session.seating.deciders, luck)
        session._options = None
        other += session.digest() != digest_of(session, true)
        assert table.view(seat) == view
        assert answers_at_hand(session, seat) == at_hand
        session.play, session._options = true, None
        code = int(luck.choice([option["code"] for option in view["options"]]))
        assert table.choose(seat, code, view["position"])
    assert other > WATCHED // 4, "hardly anything was hidden"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_own_cards_lie_beside_a_board_and_nowhere_else(game_id: str) -> None:
    table = table_of(session_of(game_id))
    scene: Any = table.pictures.scene if table.pictures else None
    seat = table.session.seat
    whole = scene(table.session.play, seat)
    board, hand = apart(whole, seat)
    assert sorted([*board.rows, *hand.rows], key=str) == sorted(whole.rows, key=str)
    view = table.view(seat)
    assert bool(view["hand"]) == bool(hand.rows)
    cards = [card.id for row in hand.rows for card in row.cards if card.id]
    assert all(f'data-card="{card}"' in view["hand"] for card in cards)
    assert not any(f'data-card="{card}"' in view["picture"] for card in cards)
    if not whole.areas:
        assert view["hand"] == ""


def digest_of(session: Session, play: Any) -> str:
    """The digest of another playthrough of a session."""
    now, session.play = session.play, play
    try:
        return session.digest()
    finally:
        session.play = now


def test_nobody_decides_for_another_seat() -> None:
    table = table_of(session_of("bloodstones"))
    seat = table.session.seat
    code = table.view(seat)["options"][0]["code"]
    assert table.view(1 - seat)["options"] == []
    with pytest.raises(InputError, match="It is not your turn: the game waits for"):
        table.choose(1 - seat, code, table.position)
    with pytest.raises(InputError, match="expected a decision that is legal now"):
        table.choose(seat, -5, table.position)
    table.choose(seat, code, table.position)


def test_taking_back_takes_back_what_was_heard() -> None:
    table = table_of(session_of("bloodstones", ("human", "warlord")))
    before = table.view(0)
    option = before["options"][0]
    table.choose(0, option["code"], table.position)
    assert table.view(0)["log"] != before["log"]
    table.take_back(0, table.position)
    after = table.view(0)
    moved = {"version": 0, "position": ""}
    assert {**after, **moved} == {**before, **moved}
    with pytest.raises(InputError, match="There is no choice to undo"):
        table.take_back(0, table.position)


def test_every_change_is_kept() -> None:
    session, kept = session_of("bloodstones"), []
    table = SharedTable(session, None, lambda: kept.append(len(session.codes)))
    assert kept == [len(session.codes)]
    code = table.view(session.seat)["options"][0]["code"]
    table.choose(session.seat, code, table.position)
    table.take_back(session.seat, table.position)
    assert kept[0] < kept[1]
    assert kept[2] < kept[1]
    assert table.view(session.seat)["picture"] == ""


def test_of_equal_posts_one_is_carried_out() -> None:
    table = table_of(session_of("bloodstones", ("human", "warlord")))
    view = table.view(0)
    sent = (0, view["options"][0]["code"], view["position"])
    assert [table.choose(*sent) for _ in range(8)] == [True] + 7 * [False]
    assert len(table.session.marks) == 1
    after = table.view(0)
    assert [table.take_back(0, after["position"]) for _ in range(3)] == [True, False, False]
    assert table.view(0)["options"] == view["options"]


def test_a_position_has_a_mark_that_no_other_opening_of_the_table_has() -> None:
    first, second = (table_of(session_of("bloodstones")) for _ in range(2))
    assert first.version == second.version
    seat = first.session.seat
    code = first.view(seat)["options"][0]["code"]
    assert not second.choose(seat, code, first.position)
    assert second.choose(seat, code, second.position)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_that_is_taken_up_again_has_its_whole_log(game_id: str, tmp_path: Path) -> None:
    session, luck = session_of(game_id, ("human", "random")), np.random.default_rng(SEED)
    table = table_of(session)
    for _ in range(FEW):
        code = int(luck.choice([each["code"] for each in table.view(0)["options"]]))
        table.choose(0, code, table.position)
    keep(session, tmp_path / "game.json", {})
    again = session_of(game_id, ("human", "random"))
    load(tmp_path / "game.json").restore(again)
    log = table.view(0)["log"]
    assert len(table.session.told[0]) > FEW / 2
    assert table_of(again).view(0)["log"] == log
