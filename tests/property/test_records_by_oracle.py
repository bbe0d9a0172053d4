"""Records of random playthroughs, replayed by a reader that knows only the rules."""

from __future__ import annotations

import pytest

from tests.games.bloodstones.random_play import BOARDS, LINE_UPS, recorded
from tests.oracle.record_reader import check_record


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("line_up", LINE_UPS, ids=lambda line_up: "-".join(f.id for f in line_up))
def test_the_reader_finds_no_fault_in_random_playthroughs(line_up, board) -> None:
    for seed in range(3):
        lines = recorded(line_up, seed, board).text().splitlines()
        assert check_record(lines) == []


def test_the_reader_accepts_a_playthrough_stopped_by_the_turn_limit() -> None:
    recorder = recorded(LINE_UPS[0], 1, turn_limit=7)
    assert recorder.lines[-1]["end_reason"] == "turn_limit"
    assert recorder.lines[-1]["turns"] == 7
    assert check_record(recorder.text().splitlines()) == []


def test_the_reader_finds_a_record_that_was_tampered_with() -> None:
    lines = recorded(LINE_UPS[0], 1).text().splitlines()
    moves = [number for number, line in enumerate(lines) if '"event":"move"' in line]
    del lines[moves[len(moves) // 2]]
    assert check_record(lines) != []
