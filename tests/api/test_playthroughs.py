"""Playthroughs from Python: step by step, with people, to their ends, as records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bloodstones as bs
from bloodstones.cli import main
from bloodstones.games.registry import GAMES
from bloodstones.kit.table.session import Session
from tests.api.line_ups import LINE_UPS

SEED = 7
each_game = pytest.mark.parametrize("game_id", list(GAMES))


def begun(game_id: str, *seats: str, **more: Any) -> Any:
    return bs.load_game(game_id).playthrough(*(seats or LINE_UPS[game_id]), seed=SEED, **more)


@each_game
def test_a_playthrough_is_that_of_the_command(
    game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    args = ["--game", game_id, "--players", ",".join(LINE_UPS[game_id]), "--seed", str(SEED)]
    assert main(["play", *args, "--record", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    play = begun(game_id).finish()
    assert play.is_over
    assert play.record().text == file.read_text(encoding="utf-8")
    assert bs.load_record(file) == play.record()
    assert list(play.scores) == [seat["score"] for seat in told["seats"]]
    assert list(play.winners) == told["winners"]
    assert play.end_reason == told["end_reason"]
    assert (play.seat, play.legal()) == (None, [])


@each_game
def test_a_playthrough_says_where_it_stands(game_id: str) -> None:
    play = begun(game_id)
    for _ in range(9):
        before = len(play.events())
        play.step()
    assert before <= len(play.events())
    legal = play.legal()
    assert legal[0].words
    assert [each.number for each in legal] == list(range(1, len(legal) + 1))
    assert len({each.words for each in legal}) == len(legal)
    assert repr(play).startswith(f"<Playthrough of {game_id}")
    assert f"{play.names[play.seat]} to move" in repr(play)
    assert len(repr(play)) < 300
    html = play._repr_html_()
    assert "prefers-color-scheme:dark" in html
    assert play.names[0] in html


@each_game
def test_a_seat_sees_its_own_view(game_id: str) -> None:
    play = begun(game_id)
    views = [play.view(seat) for seat in range(2)]
    assert set(views[0]) == set(views[0].meanings)
    assert all(isinstance(value, np.ndarray) for value in views[0].values())
    assert any(not np.array_equal(views[0][name], views[1][name]) for name in views[0])
    assert repr(views[0]) == views[0].text
    assert views[0].text
    with pytest.raises(bs.InputError, match=r"expected a field of the view, got 'nothing'"):
        views[0]["nothing"]
    with pytest.raises(bs.InputError, match=r"expected a seat from 0 to 1, got 2 \(seat=\)"):
        play.view(2)


@each_game
def test_a_person_waits_for_apply(game_id: str) -> None:
    first, other = LINE_UPS[game_id]
    play = begun(game_id, f"{first.partition(':')[0]}:human", other)
    while play.seat != 0:
        play.step()
    for moves in (play.step, play.finish):
        with pytest.raises(bs.InputError, match=r"expected a strategy for .*, got 'human'"):
            moves()
    seen = len(play.legal())
    assert seen
    assert play.apply(play.legal()[0]) is play
    while play.seat == 1:
        play.step()
    assert play.seat == 0
    play.apply(1)
    while play.seat == 1:
        play.step()
    play.apply(play.legal()[-1].words)
    with pytest.raises(bs.InputError, match="expected a finished playthrough"):
        play.record()


def test_what_is_decided_by_hand_is_what_the_strategy_would_decide() -> None:
    """The codes of a playthrough, applied by hand, give the same record."""
    whole = begun("bloodstones").finish()
    session: Session = whole._session
    play = begun("bloodstones", "dragon_riders:human", "horse_lords:builder")
    at = 0
    while not play.is_over and at < 400:
        at = len(play._session.codes)
        code = session.codes[at]
        play.apply(next(each for each in play.legal() if each.code == code))
    assert play._session.codes == session.codes[: len(play._session.codes)]


def test_a_decision_may_be_said_in_many_ways_but_must_be_one() -> None:
    play = begun("bloodstones", "dragon_riders:human", "horse_lords:builder")
    while play.seat != 0:
        play.step()
    places = play.legal()
    one_of = rf"expected one of legal\(\), its words, or its number: 1 to {len(places)}"
    for wrong, words in (
        ("place the citadel", "expected words of one decision"),
        ("dance", "expected a legal decision, got 'dance'"),
        (len(places) + 1, rf"{one_of}, got {len(places) + 1}"),
        (0, f"{one_of}, got 0"),
        (True, f"{one_of}, got True"),
        (None, f"{one_of}, got None"),
    ):
        with pytest.raises(bs.InputError, match=rf"{words}.*\(decision=\)"):
            play.apply(wrong)
    assert play.legal() == places


def test_the_board_is_an_svg_where_the_game_draws_one(tmp_path: Path) -> None:
    play = begun("bloodstones")
    picture = play.picture()
    assert picture.text.startswith("<svg")
    assert "<svg" in play._repr_html_()
    assert picture._repr_svg_() == picture.text
    file = picture.save(tmp_path / "board.svg")
    assert file.read_text(encoding="utf-8") == picture.text
    with pytest.raises(bs.InputError, match=r"(?s)expected a new file, .*\(path= .*replace=True"):
        picture.save(file)
    with pytest.raises(bs.InputError, match=r"expected a seat from 0 to 1, got 5 \(seat=\)"):
        play.picture(5)
    assert play.picture(0).text != picture.text, "a seat sees its cards, too"


@each_game
def test_a_person_sees_what_the_seat_sees(game_id: str) -> None:
    seats = list(LINE_UPS[game_id])
    seats[1] = f"{seats[1].partition(':')[0]}:human" if ":" in seats[1] else "human"
    play = bs.load_game(game_id).playthrough(*seats)
    assert play.picture().text == play.picture(1).text


@each_game
def test_a_strategy_advises_who_is_to_move(game_id: str) -> None:
    play = begun(game_id)
    while len(play.legal()) < 2:
        play.step()
    strategy = LINE_UPS[game_id][play.seat].partition(":")[2]
    advice = play.advise(strategy, worlds=1)
    assert advice.seat == play.seat
    assert advice.choice in play.legal()
    assert all(0 <= row["low"] <= row["chance"] <= row["high"] <= 1 for row in advice.chances)
    assert {row["decision"] for row in advice.chances} <= {each.words for each in play.legal()}
    assert advice.choice.words.split()[0] in repr(advice)
    assert "prefers-color-scheme:dark" in advice._repr_html_()
    twin = begun(game_id)
    while len(twin._session.codes) < len(play._session.codes):
        twin.step()
    at = len(play._session.codes)
    assert twin.step()._session.codes[at] == advice.choice.code
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 'nobody' \(strategy=\)"):
        play.advise("nobody")
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 3 \(strategy=\)"):
        play.advise(3)  # type: ignore[arg-type]
    with pytest.raises(bs.InputError, match=r"expected 1 to 100,000 worlds, got 0 \(worlds=\)"):
        play.advise(worlds=0)


def test_nothing_goes_on_after_the_end() -> None:
    play = begun("bellum_magica").finish()
    assert play.finish() is play
    for asked in (play.step, play.advise, lambda: play.apply(1)):
        with pytest.raises(bs.InputError, match="expected an unfinished playthrough, got"):
            asked()


def test_texts_in_html_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("battalia")
    play._told[0].append("<script>")
    monkeypatch.setitem(play._session.names, "seats", ["<b>Orsari</b>", "Lagorai"])
    html = play._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;Orsari" in html
