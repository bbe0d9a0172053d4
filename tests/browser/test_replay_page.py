"""The replay page in a browser: every step shows the pieces, scores and words of the record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.replays import Replay
from bloodstones.cli import main
from bloodstones.kit.pictures.scene import MarkKind
from tests.api.test_replays import played
from tests.golden.make import FOLDER, open_setups

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

RECORDS = list(open_setups())[::5]
OTHERS = ("battalia", "battlelore", "bellum_magica", "wizard_kings")
PHONE = {"width": 360, "height": 740}
READ = """() => ({
    line: Number(document.body.dataset.line),
    now: document.querySelector("#log .now").textContent,
    pieces: [...document.querySelectorAll("[data-piece]")].map(piece => piece.dataset.piece).sort(),
    moves: [...document.querySelectorAll("[data-move]")].map(move => move.dataset.move).sort(),
    fights: [...document.querySelectorAll("[data-fight]")].map(each => each.dataset.fight).sort(),
    scores: [...document.querySelectorAll("#seats tr:not(.hand) td:nth-child(2)")]
        .map(cell => Number(cell.textContent)),
})"""
# What every step shows, gone to by the key of a reader.
READ_EACH = f"""steps => show(0) ?? Array.from({{length: steps}}, () => {{
    const seen = ({READ})();
    document.dispatchEvent(new KeyboardEvent("keydown", {{key: "ArrowRight", bubbles: true}}));
    return seen;
}})"""
READ_AT = f"steps => steps.map(step => {{ show(step); return ({READ})(); }})"
PLACES = """() => {
    return [...document.querySelectorAll("[data-piece]")].map(piece => {
        const area = document.querySelector(`path[data-area="${piece.dataset.on}"]`);
        const at = piece.getBoundingClientRect(), there = area.getBoundingClientRect();
        return [at.x + at.width / 2, at.y + at.height / 2, there.left, there.right, there.top,
            there.bottom];
    });
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#board text")].map(text => {
    const matrix = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * matrix.a;
}))"""


@pytest.fixture(scope="session")
def replay_files(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("replays")
    files = {name: folder / f"{name}.html" for name in RECORDS}
    for name, file in files.items():
        file.write_text(replay_of(name).page(), encoding="utf-8")
    return files


@cache
def replay_of(name: str) -> Replay:
    """A golden record, or one of another game that is played now."""
    if name in RECORDS:
        commands: Any = game_commands_of("bloodstones")
        return Replay(commands, commands.records.load(FOLDER / name))
    return played(name)


def expected_steps(name: str) -> list[dict[str, Any]]:
    """What every step shows, by the scenes of the steps."""
    return [
        {
            "line": step.line,
            "now": "; ".join(step.texts) or "Set-up",
            "pieces": sorted(piece.id for piece in step.scene.pieces),
            "moves": sorted(
                f"{mark.areas[0]}-{mark.areas[-1]}"
                for mark in step.scene.marks
                if mark.kind is MarkKind.MOVE and mark.areas[0] != mark.areas[-1]
            ),
            "fights": sorted(
                str(mark.areas[0]) for mark in step.scene.marks if mark.kind is MarkKind.FIGHT
            ),
            "scores": list(step.scores),
        }
        for step in replay_of(name).steps
    ]


def shown(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(READ)
    return seen


@pytest.mark.parametrize("name", RECORDS)
def test_every_step_shows_what_the_record_says(
    name: str, open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[name])
    expected = expected_steps(name)
    assert page.evaluate("LAST") == len(expected) - 1
    for number, seen in enumerate(page.evaluate(READ_EACH, len(expected))):
        assert seen == expected[number], number
    back = list(reversed(range(0, len(expected), 97)))
    for number, seen in zip(back, page.evaluate(READ_AT, back), strict=True):
        assert seen == expected[number], number


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_opens_on_a_board_with_pieces_of_all_that_ever_have_some(
    name: str, open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[name])
    seats = {piece.seat for step in replay_of(name).steps for piece in step.scene.pieces}
    here = {
        piece.id: piece.seat for piece in replay_of(name).steps[page.evaluate("here")].scene.pieces
    }
    assert set(here.values()) == seats
    assert set(page.evaluate(READ)["pieces"]) == set(here)


def test_pieces_stand_in_their_areas(open_page: OpenPage, replay_files: Mapping[str, Path]) -> None:
    page = open_page(replay_files[RECORDS[-1]])
    page.keyboard.press("End")
    places = page.evaluate(PLACES)
    assert len(places) > 10
    for x, y, left, right, top, bottom in places:
        assert left - 25 <= x <= right + 25
        assert top - 5 <= y <= bottom + 5


def test_the_keyboard_leads_through_the_game(
    open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[0]])
    expected = expected_steps(RECORDS[0])
    lines = [step["line"] for step in expected]
    steps = replay_of(RECORDS[0]).steps
    turns = [now.line for before, now in pairwise(steps) if now.heading != before.heading]

    def after(key: str) -> int:
        page.keyboard.press(key)
        line: int = page.evaluate(READ)["line"]
        return line

    page.keyboard.press("Home")
    assert after("ArrowLeft") == lines[0]
    assert [after("PageDown") for _ in range(3)] == turns[:3]
    assert after("ArrowRight") == lines[lines.index(turns[2]) + 1]
    assert [after("PageUp"), after("PageUp")] == [turns[2], turns[1]]
    assert [after("End"), after("ArrowRight")] == [lines[-1]] * 2
    assert after("Home") == lines[0]
    page.locator("#slider").focus()
    assert [after("ArrowRight"), after("ArrowRight"), after("ArrowLeft")] == [
        lines[1], lines[2], lines[1],
    ]  # fmt: skip


def reach(page: Page, state: str) -> None:
    """Wait until the page says that something is so, as often as it is asked."""
    for _ in range(200):
        if page.evaluate(state):
            return
        page.wait_for_timeout(50)
    raise AssertionError(state)


def test_it_plays_and_pauses(open_page: OpenPage, replay_files: Mapping[str, Path]) -> None:
    page = open_page(replay_files[RECORDS[0]])
    page.get_by_label("Speed").select_option("fast")
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert page.locator("#play").inner_text() == "Pause"
    reach(page, "here >= 3")
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Play"
    stopped = page.evaluate("here")
    page.wait_for_timeout(600)
    assert page.evaluate("here") == stopped
    page.keyboard.press("End")
    page.locator("#play").click()
    reach(page, "here > 0 && here < LAST")


def test_the_slider_leads_to_any_step(
    open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[1]])
    expected = expected_steps(RECORDS[1])
    page.locator("#slider").fill("120")
    assert shown(page) == expected[120]
    assert "(step 121 of" in page.locator("#where").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_page_fits_and_its_controls_can_be_tapped(
    width: int, scheme: Any, open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    size = {"width": width, "height": 740}
    page = open_page(replay_files[RECORDS[-1]], viewport=size, color_scheme=scheme)
    page.evaluate("show(300)")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for control in page.locator("button:visible, select:visible, #slider").all():
        box = control.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] + box["width"] <= width
    board = page.locator(".board").bounding_box()
    assert board
    assert board["y"] + board["height"] < size["height"]


def test_a_phone_shows_the_map_and_the_event_at_once(
    open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[2]], viewport=PHONE, has_touch=True)
    before = page.evaluate("here")
    page.get_by_role("button", name="Step on").tap()
    assert page.evaluate("here") == before + 1
    board, where = (page.locator(each).bounding_box() for each in (".board", "#where"))
    assert board
    assert where
    assert board["y"] + board["height"] <= where["y"] < PHONE["height"]


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_every_figure_of_every_seat(
    width: int, open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[-1]], viewport={"width": width, "height": 844})
    table = page.locator(".scroll")
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
    frame = table.bounding_box()
    assert frame
    heads = page.locator("#columns th:visible")
    assert [head.inner_text() for head in heads.all()] == [
        *("Score", "Regroups", "Hand", "Villages", "Units")
    ]
    edges = [box["x"] + box["width"] for head in heads.all() if (box := head.bounding_box())]
    assert edges == sorted(edges)
    assert edges[-1] <= frame["x"] + frame["width"]
    for row in page.locator("#seats tr:not(.hand)").all():
        cells = [cell.bounding_box() for cell in row.locator("td:visible").all()]
        ends = [box["x"] + box["width"] for box in cells if box]
        assert ends == pytest.approx(edges, abs=1)


def test_the_menu_of_speeds_has_a_label_that_is_seen(
    open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[0]], viewport=PHONE)
    label = page.locator("label[for=speed]")
    assert label.inner_text() == "Speed"
    assert label.is_visible()
    assert page.get_by_label("Speed").evaluate("each => each.id") == "speed"


def test_the_decisions_that_cost_most_are_listed_and_lead_to_their_step(
    open_page: OpenPage, tmp_path: Path
) -> None:
    file = tmp_path / "explained.html"
    asked = ("--playouts", "6000", "--html", str(file))
    assert main(["explain", str(FOLDER / RECORDS[0]), *asked]) == 0
    page = open_page(file, viewport={"width": 1280, "height": 740})
    decisions = page.locator("#decisions li")
    assert decisions.count() > 0
    assert "blunder from 15" in page.locator("#called").inner_text()
    for each in decisions.all():
        button = each.get_by_role("button")
        turn = button.inner_text().partition(",")[0]
        button.click()
        assert page.locator("#where").inner_text().startswith(turn)
        assert each.locator("p").first.inner_text() == page.locator("#log .now").inner_text()
        assert "instead: " in each.locator("p").last.inner_text()
    board, base = (page.locator(each).bounding_box() for each in ("#board", "#board svg"))
    assert board
    assert base
    assert abs(board["height"] - base["height"]) < 1


def test_without_chances_no_decisions_are_listed(
    open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[0]])
    assert page.locator("#costly").is_hidden()


@pytest.mark.parametrize("game_id", OTHERS)
def test_the_page_of_every_game_fits_a_phone_and_a_desk(
    game_id: str, open_page: OpenPage, tmp_path: Path
) -> None:
    file = tmp_path / f"{game_id}.html"
    file.write_text(replay_of(game_id).page(), encoding="utf-8")
    expected = expected_steps(game_id)
    for width, height, scheme in ((1400, 900, "light"), (390, 844, "dark")):
        size: Any = {"width": width, "height": height}
        page = open_page(file, viewport=size, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for number in (0, len(expected) // 2, len(expected) - 1):
            page.evaluate(f"show({number})")
            assert shown(page) == expected[number], number
        page.keyboard.press("ArrowLeft")
        assert shown(page) == expected[-2]


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_letters_on_the_board_can_be_read_at_a_desk_and_on_a_phone(
    width: int, height: int, open_page: OpenPage, replay_files: Mapping[str, Path]
) -> None:
    page = open_page(replay_files[RECORDS[-1]], viewport={"width": width, "height": height})
    page.evaluate("show(300)")
    assert page.evaluate(SMALLEST) >= 9
