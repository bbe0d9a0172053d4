"""`bloodstones maps`: list, show, check, generate, compare, and their refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.maps import reading
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, path_of, read_map
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.questions.maps.check import MOST_SHOWN

COLUMNS = 80
Capture = pytest.CaptureFixture[str]


def answer_to(capsys: Capture, *args: str) -> Any:
    assert main(["maps", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def shown(capsys: Capture, *args: str) -> str:
    assert main(["maps", *args]) == 0
    return capsys.readouterr().out


def plain(text: str) -> list[str]:
    """The lines of a panel without its frame."""
    return [line.strip("│╭╮╰╯─ ") for line in text.splitlines()][:-1]


def test_the_list_has_every_shipped_map(capsys: Capture) -> None:
    assert [one["id"] for one in answer_to(capsys, "list")] == list(list_maps())
    text = shown(capsys, "list")
    assert max(map(len, text.splitlines())) <= COLUMNS
    assert all(load_map(name).name in text for name in list_maps())


@pytest.mark.rule("BS-MAP-03")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_is_a_made_map_for_every_player_count(capsys: Capture, players: int) -> None:
    made = [one for one in answer_to(capsys, "list") if one["origin"] == "made for this project"]
    assert any(one["min_players"] <= players <= one["max_players"] for one in made)


def test_a_map_is_shown_with_its_figures_and_areas(capsys: Capture) -> None:
    one = answer_to(capsys, "show", "twin_meres")
    board = load_map("twin_meres")
    assert one["name"] == "Twin Meres"
    assert one["figures"]["areas"] == len(one["areas"]) == len(board.areas)
    assert one["areas"][3]["neighbours"] == list(board.areas[3].neighbours)
    assert len(one["areas"][3]["outline"]) == len(board.areas[3].outline)
    text = shown(capsys, "show", "twin_meres")
    assert board.areas[3].name in text
    assert "Chokepoints" in text
    plain = answer_to(capsys, "show", "tyrants_lament")["areas"][0]
    assert plain["name"] is None
    assert plain["outline"] is None


def test_maps_are_compared_side_by_side(capsys: Capture) -> None:
    both = answer_to(capsys, "compare", "tyrants_lament", str(path_of("ember_coast")))
    assert [one["figures"]["areas"] for one in both] == [75, 92]
    text = shown(capsys, "compare", "tyrants_lament", "ember_coast")
    (line,) = [line for line in plain(text) if line.split()[:2] == ["Areas", "75"]]
    assert line.split() == ["Areas", "75", "92"]


def test_good_maps_are_reported_with_their_warnings(capsys: Capture) -> None:
    text = shown(capsys, "check", "tyrants_lament", "twin_meres")
    *panel, note = text.splitlines()
    assert [line.split() for line in plain("\n".join(panel)) if "Meres" in line] == [
        ["twin_meres", "ok", "Twin", "Meres", "48", "0", "0"]
    ]
    assert note == (
        "warning: tyrants_lament: expected links of neighbours side by side, "
        "got the links 1-9 and 8-10 that cross"
    )


def test_faults_are_reported_and_the_exit_code_is_2(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    text = map_text(load_map("twin_meres"))
    path.write_text(
        text.replace('terrain = "sea"', 'terrain = "see"').replace("x = 0.5", "x = 5.5")
    )
    assert main(["maps", "check", str(path)]) == 2
    head, *lines, last = capsys.readouterr().out.splitlines()
    assert "1 of 1 maps with faults" in head
    count = 6 + text.count("x = 0.5")
    assert last == f"and {count - MOST_SHOWN} more faults of {path}"
    shown = [line for line in lines if line.startswith("fault: ")]
    assert len(shown) == MOST_SHOWN
    assert all("got 'see'" in line or "expected x from 0 to 1" in line for line in shown)
    assert main(["maps", "check", "twin_meres", str(path), "--json"]) == 2
    good, bad = json.loads(capsys.readouterr().out)
    lists = {"faults": [], "warnings": [], "more_faults": 0, "more_warnings": 0}
    assert good == {"map": "twin_meres", "ok": True, **lists}
    assert bad["ok"] is False
    assert len(bad["faults"]) == MOST_SHOWN
    assert bad["more_faults"] == count - MOST_SHOWN


def test_areas_beyond_the_limit_are_not_read(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "huge.toml"
    path.write_text('id = "huge"\n' + "[[areas]]\nid = 3\n" * 200)
    monkeypatch.setattr(reading, "_area", None)
    assert main(["maps", "check", str(path)]) == 2
    output = capsys.readouterr().out
    assert "expected 2 to 128 areas, got 200" in output
    assert "[0]" not in output


def test_a_generated_map_is_printed_or_written_the_same(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    args = ["generate", "--players", "2-3", "--seed", "5", "--name", "My Land"]
    text = shown(capsys, *args)
    assert "Written to" in shown(capsys, *args, "--out", str(path))
    assert path.read_text() == text
    board = read_map(path)
    assert (board.id, board.name, board.origin) == ("my_land", "My Land", "generated (seed 5)")
    assert (board.min_players, board.max_players, len(board.areas)) == (2, 3, 56)
    assert "ok" in shown(capsys, "check", str(path))


def test_every_parameter_reaches_the_map(capsys: Capture) -> None:
    one = answer_to(
        capsys, "generate", "--players", "3", "--areas-per-player", "16", "--sea-share", "0.15",
        "--terrain", "plains=2,hills=1,forest=1", "--seas", "1", "--inland-seas", "1",
        "--islands", "0", "--chokepoints", "0-3", "--rivers", "1", "--height", "0.8",
        "--symmetry", "rotational",
    )  # fmt: skip
    figures = one["figures"]
    assert figures["areas"] in (47, 48, 49)
    assert figures["sea"] == 7
    assert figures["terrain"]["plains"] == pytest.approx(0.5, abs=0.05)
    assert figures["terrain"]["desert"] == figures["terrain"]["mountains"] == 0
    assert (figures["sea_parts"], figures["land_parts"]) == (1, 1)
    assert figures["chokepoints"] <= 3
    assert max(y for area in one["areas"] for _, y in area["outline"]) == pytest.approx(0.8)


def test_candidates_give_the_best_of_several_seeds(capsys: Capture) -> None:
    one = answer_to(capsys, "generate", "--players", "2", "--candidates", "3")
    assert one["origin"] in {f"generated (seed {seed})" for seed in (1, 2, 3)}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["shw"],
            "unknown command 'shw' (bloodstones maps COMMAND)\nTip: did you mean show",
        ),
        (["show", "tyrant_lament"], "got 'tyrant_lament' (MAP)\nTip: did you mean tyrants_lament?"),
        (["show", "none.toml"], "none.toml: expected a readable file"),
        (["compare", "twin_meres"], "expected two maps or more, got 'twin_meres' (MAP)"),
        (["check"], "missing MAP (bloodstones maps check)"),
        (
            ["generate", "--players", "two"],
            "expected player counts from 1 to 6 such as 2-6, got 'two'",
        ),
        (
            ["generate", "--players", "4-3"],
            "expected player counts from 1 to 6 such as 2-6, got '4-3' (--players)",
        ),
        (
            ["generate", "--players", "9"],
            "expected player counts from 1 to 6 such as 2-6, got '9' (--players)",
        ),
        (["generate", "--players", "2", "--symmetry", "both"], "expected one of none, rotational"),
        (["generate", "--players", "2", "--terrain", "plain=1"], "Tip: did you mean plains?"),
        (["generate", "--players", "2", "--terrain", "plains=x"], "expected TERRAIN=SHARE"),
        (["generate", "--players", "2", "--terrain", "plains"], "expected TERRAIN=SHARE"),
        (
            ["generate", "--players", "2", "--candidates", "0"],
            "expected a whole number from 1 to 1_000, got '0'",
        ),
        (["generate", "--players", "2", "--seed", "-1"], "expected a whole number from 0 to 9_223"),
        (["generate", "--players", "2", "--out", "x.map"], "expected a file that ends in .toml"),
        (
            ["generate", "--players", "2", "--out", "no/x.toml"],
            "a file in an existing folder",
        ),
        (["generate", "--players", "2", "--name", "7 Seas"], "expected a name of letters, digits"),
        (["generate", "--players", "2", "--seas", "5"], "Tip: change --sea-share or seas"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    capsys: Capture, args: list[str], message: str
) -> None:
    assert main(["maps", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert "Traceback" not in output.err
