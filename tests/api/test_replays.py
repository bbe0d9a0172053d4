"""Recorded games of every game on their boards: pages, animations, pictures of a turn."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from PIL import Image

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.replays import Replay
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.kit.pictures.scene import MarkKind
from bloodstones.kit.records.playing import play_and_record
from tests.golden.make import FOLDER, open_setups
from tests.toy.game import GAME as DARE

FIGHTING = {"bloodstones", "battlelore", "wizard_kings"}
MOVING = {*FIGHTING, "battalia"}
BOARDLESS = {"bellum_magica"}


def played(game_id: str) -> Replay:
    """A game by scripts, recorded, or a golden record."""
    commands: Any = game_commands_of(game_id)
    records = commands.records
    if game_id == "bloodstones":
        return Replay(commands, records.load(FOLDER / next(iter(open_setups()))))
    game = commands.game
    plans = tuple(commands.bench_plans)[:2] or ("bold", "random")
    roles = commands.bench_roles or game.roles_for(2) or ("", "")
    setup = Setup(commands.bench_board or commands.default_board, tuple(map(Seat, roles, plans)))
    text = play_and_record(game, setup, 5).text()
    return Replay(commands, records.parse(text, "game"))


@pytest.fixture(scope="module", params=[*registry.GAMES, DARE.id])
def replay(request: pytest.FixtureRequest) -> Iterator[Replay]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, DARE.id, "tests.toy.game")
        yield played(request.param)


def data_of(page: str) -> dict[str, Any]:
    """The data of a page."""
    text = page.partition('type="application/json">')[2]
    found: dict[str, Any] = json.JSONDecoder().raw_decode(text)[0]
    return found


def test_the_steps_tell_the_whole_record_in_order(replay: Replay) -> None:
    lines = [step.line for step in replay.steps]
    assert lines == sorted(lines)
    assert len(lines) > 5
    turns = [step.turn for step in replay.steps]
    assert turns == sorted(turns)
    assert len({step.heading for step in replay.steps}) >= len(set(turns))
    told = sum(len(step.texts) for step in replay.steps)
    assert told >= len(lines) - 1
    info: Any = replay.commands.records
    assert replay.steps[-1].scores == tuple(info.info(replay.record).scores)


def test_marks_show_moves_and_fights(replay: Replay) -> None:
    kinds = {mark.kind for step in replay.steps for mark in step.scene.marks}
    areas = {area.id for area in replay.steps[-1].scene.areas}
    game = replay.commands.id
    assert (MarkKind.MOVE in kinds) == (game in MOVING)
    assert (MarkKind.FIGHT in kinds) == (game in FIGHTING)
    assert (MarkKind.LIT in kinds) == (game not in BOARDLESS)
    assert all(
        area in areas for step in replay.steps for mark in step.scene.marks for area in mark.areas
    )


def test_a_page_holds_all_of_it_and_nothing_from_elsewhere(replay: Replay) -> None:
    page = replay.page()
    assert page == replay.page()
    assert "__DATA__" not in page
    data = data_of(page)
    assert len(data["steps"]) == len(replay.steps)
    assert (data["svg"] == "") == (replay.commands.id in BOARDLESS)
    parts: set[int] = set()
    for step in data["steps"]:
        parts |= {step.get("marks", 0), *step.get("rows", ()), *step.get("ground", ())}
        parts |= {number for number in step["areas"].values() if number is not None}
    assert max(parts) < len(data["parts"])
    drawn = "".join(data["parts"])
    for piece in {piece.id for step in replay.steps for piece in step.scene.pieces}:
        assert f'data-piece="{piece}"' in drawn
    assert set(re.findall(r"https?:[\w./]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)


def test_a_picture_shows_the_end_of_a_turn(replay: Replay) -> None:
    ends = replay.turn_ends()
    last = max(ends)
    svg = replay.picture(last).text
    for name in replay.names:
        assert f">{name}: " in svg
    assert f">{ends[last].heading}<" in svg
    with pytest.raises(InputError, match=rf"a turn from 0 \(setup\) to {last}, got {last + 1}"):
        replay.picture(last + 1)


def test_an_animation_has_a_frame_a_turn(replay: Replay) -> None:
    first = copy(replay)
    first.steps = [step for step in replay.steps if step.turn <= 2]
    content, frames = first.animation(200)
    with Image.open(io.BytesIO(content)) as image:
        assert (image.width, image.n_frames) == (200, frames)  # type: ignore[attr-defined]
    assert frames == 3
