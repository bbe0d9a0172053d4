"""What a seat sees of the others' turns: steps, marks on the board, undo after replies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.registry import find_part
from bloodstones.kit.pictures.scene import Mark, MarkKind, Scene
from bloodstones.kit.table.happened import decision_marks, last_stretch, steps_of, together
from bloodstones.kit.table.session import CannotTakeBackError
from bloodstones.kit.table.shared import Pictures, SharedTable
from tests.kit.table.test_shared import SEED, session_of

MOST = 200  # decisions until something is found


def table_of(game_id: str, *strategies: str) -> SharedTable:
    session = session_of(game_id, strategies)  # type: ignore[arg-type]
    return SharedTable(session, Pictures.of(find_part(game_id, "pictures")), lambda: None)


def decide(table: SharedTable, luck: np.random.Generator) -> None:
    options = table.session.options()
    code = options[int(luck.integers(len(options)))].code
    table.choose(table.session.seat, code, table.position)


def until(table: SharedTable, found: Any) -> dict[str, Any]:
    """The first view of seat 0 that has what is looked for."""
    luck = np.random.default_rng(SEED)
    for _ in range(MOST):
        view = table.view(0)
        if found(view):
            return view
        decide(table, luck)
    raise AssertionError("it does not happen")


@pytest.mark.parametrize("game_id", ["bloodstones", "battlelore"])
def test_moves_of_others_are_arrows_until_one_decides(game_id: str) -> None:
    table = table_of(game_id, "human", "random")
    view = until(table, lambda view: 'data-move="' in view["picture"])
    assert view["happened"]["new"]
    steps = view["happened"]["steps"]
    moved = [step for step in steps if len(step["areas"]) > 1]
    assert moved
    assert all(step["text"] for step in steps)
    fresh = [line["text"] for line in view["log"] if line["fresh"]]
    assert fresh
    assert any(line["areas"] for line in view["log"] if line["fresh"])
    place = steps.index(moved[0])
    assert 'data-move="' in table.step_parts(0, place)["picture"]
    with pytest.raises(InputError, match=rf"expected a step below {len(steps)}, got {len(steps)}"):
        table.step_parts(0, len(steps))
    alone = until(table, lambda view: not view["happened"]["new"])
    assert alone["happened"]["steps"], "the last steps can be seen again"
    assert "data-move=" not in alone["picture"]
    assert not any(line["fresh"] for line in alone["log"])


def test_a_fight_shows_its_dice() -> None:
    table = table_of("battlelore", "human", "hunter")
    until(table, lambda view: any(step["faces"] for step in view["happened"]["steps"]))


def test_hidden_blocks_stay_hidden_in_the_steps() -> None:
    table = table_of("wizard_kings", "human", "random")
    session, pictures = table.session, table.pictures
    assert pictures is not None
    until(table, lambda view: 'data-move="' in view["picture"])
    stretch = last_stretch(session, 0)
    assert stretch is not None
    masked = [line for _, line in session.sources[0] if "block" not in line and "hex" in line]
    assert any(line["seat"] == 1 for line in masked)
    own = {line["block"] for _, line in session.sources[0] if line["event"] == "place"}
    for step in steps_of(session, pictures, 0, stretch):
        known = {piece.id for piece in step.scene.pieces if piece.seat == 0}
        assert {str(block) for block in own} >= known


def test_steps_of_a_turn_are_one_arrow() -> None:
    scene = Scene("toy", "", {})
    step = type("Step", (), {})
    steps = []
    for ends in ((1, 2), (2, 3), (3, 4)):
        each: Any = step()
        each.turn, each.scene = (
            1,
            scene.__class__("toy", "", {}, marks=(Mark(MarkKind.MOVE, ends, 1),)),
        )
        steps.append(each)
    assert together(steps, 0) == (Mark(MarkKind.MOVE, (1, 2, 3, 4), 1),)
    assert together(steps, 1) == ()


def test_a_decision_is_drawn_where_it_goes() -> None:
    table = table_of("bloodstones", "human", "random")
    play, pictures = table.session.play, table.pictures
    assert pictures is not None
    option = table.session.options()[0]
    (target,) = pictures.targets(play, option.code)
    (mark,) = decision_marks(play, play, pictures, option.code)
    assert mark.areas == (int(target.removeprefix("area-")),)
    assert mark.kind is MarkKind.LIT


def test_a_game_of_cards_shows_its_cards_after_a_step_and_no_empty_board() -> None:
    table = table_of("bellum_magica", "human", "random")
    view = until(table, lambda view: len(view["happened"]["steps"]) and view["options"])
    parts = table.step_parts(0, 0)
    assert parts["picture"] == ""
    assert "play-card" in parts["cards"]
    assert table.decision_picture(0, view["options"][0]["code"]) == ""


def test_a_choice_is_undone_anyway_after_replies_and_they_come_again() -> None:
    table = table_of("bloodstones", "human", "random")
    session, luck = table.session, np.random.default_rng(SEED)
    while not table.over:
        turn, before, digest = int(session.play.state.turn), table.position, session.digest()
        code = session.options()[0].code if luck.random() < 0.5 else session.options()[-1].code
        table.choose(0, code, before)
        if int(session.play.state.turn) > turn:
            break
    after = session.digest()
    with pytest.raises(
        CannotTakeBackError, match="A new turn began after your last choice"
    ) as error:
        table.take_back(0, table.position)
    assert error.value.anyway
    assert table.take_back(0, table.position, anyway=True)
    assert session.digest() == digest
    table.choose(0, code, table.position)
    assert session.digest() == after


def test_other_people_are_asked_before_a_choice_is_undone_anyway() -> None:
    table = table_of("bloodstones", "human", "human")
    luck = np.random.default_rng(SEED)
    while not (table.session.marks and table.session.seat != table.session.marks[-1].seat):
        decide(table, luck)
    asker = table.session.marks[-1].seat
    other, before = 1 - asker, table.session.digest()
    assert table.view(asker)["undo"]
    with pytest.raises(CannotTakeBackError, match="made the last choice"):
        table.take_back(other, table.position, anyway=True)
    with pytest.raises(InputError, match="Nobody asks you to allow an undo"):
        table.answer_undo(other, table.position, allowed=True)
    with pytest.raises(CannotTakeBackError, match="other players must allow your undo") as error:
        table.take_back(asker, table.position)
    assert error.value.anyway, "the page offers to ask them"
    assert table.take_back(asker, table.position, anyway=True)
    assert table.session.digest() == before
    assert table.view(other)["undo_request"]["waits"] == [other]
    with pytest.raises(InputError, match="Nobody asks you to allow an undo"):
        table.answer_undo(asker, table.position, allowed=True)
    assert table.answer_undo(other, table.position, allowed=False)
    assert table.session.digest() == before
    assert table.view(asker)["undo_request"]["declined"] == table.session.names["seats"][other]
    table.take_back(asker, table.position, anyway=True)
    stale = table.position
    assert table.answer_undo(other, stale, allowed=True)
    assert not table.answer_undo(other, stale, allowed=True)
    assert table.session.seat == asker
    assert table.session.digest() != before
    assert table.view(asker)["undo_request"] is None
