"""Every command with any game: the one that `--game` names, or that a record is of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import bloodstones.cli
from bloodstones.cli import main
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games import registry
from bloodstones.games.registry import game_entry
from tests.batch.dice_race import GAME as DICE_RACE
from tests.batch.tuning import paced_race

HEAVY = ("numpy", "numba", "pandas", "scipy", "matplotlib", "pydantic")
TAKE_GAME = ("bench", "play", "rules", "strategies", "tune")
RACERS = ("--game", "dice_race", "--map", "track", "--players", "red:bold,blue:steady")


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games: a full one, a module with the contract alone, a package with commands."""
    for other in [game for game in registry.GAMES if game != "bloodstones"]:
        monkeypatch.delitem(registry.GAMES, other)
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    monkeypatch.setitem(registry.GAMES, "race", "tests.cli.race.game")


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main([*args]) == 0
    return capsys.readouterr().out


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    output = json.loads(shown(capsys, *args, "--json"))
    assert isinstance(output, dict)
    return output


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main([*args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    return err.removeprefix("Error: ")


def flat(text: str) -> str:
    return " ".join(text.split())


# The list of games


def test_games_tells_players_clauses_boards_and_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told, own = shown(capsys, "games").split("Commands of single games")
    rows = {row.split()[0]: flat(row) for row in told.splitlines() if row.strip()}
    assert rows["bloodstones"] == "bloodstones Bloodstones 2 to 6 286/323 39 6"
    assert rows["dice_race"].startswith("dice_race Dice race - - - ")
    assert rows["race"] == "race Dice Race 2 to 6 - - 2"
    assert "bloodstones draws, maps, odds, odds-page" in flat(own)
    assert "dice_race none" in flat(own)


def test_json_of_the_games_says_what_each_offers(capsys: pytest.CaptureFixture[str]) -> None:
    output = read(capsys, "games")
    assert output["default"] == "bloodstones"
    first, plain, packed = output["games"]
    assert (first["id"], first["players"], first["numbers"]) == ("bloodstones", [2, 6], 319)
    assert set(first["offers"]) == {*TAKE_GAME, "study", "verify", "replay"}
    assert (plain["players"], plain["clauses"], plain["commands"]) == (None, 0, {})
    assert (plain["roles"], plain["offers"]) == (["red", "blue", "green"], ["play", "study"])
    assert packed["offers"] == ["play", "study", "verify", "replay", "strategies", "bench"]
    assert packed["commands"] == {"odds": "Odds of the dice.", "laps": "Count laps."}


def test_one_game_tells_roles_boards_and_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(shown(capsys, "games", "bloodstones"))
    for words in ("286 executable, 323 in all", "chaos_horde", "tyrants_lament", "warlord"):
        assert words in text
    assert "bloodstones odds Exact odds of a battle." in text
    assert read(capsys, "games", "race")["strategies"]["bold"] == "rolls again after a 1"
    assert "strategies" not in read(capsys, "games", "dice_race")
    assert "red, blue, green" in flat(shown(capsys, "games", "dice_race"))


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_list_of_games_cuts_nothing(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    output = shown(capsys, "games")
    assert max(len(line) for line in output.splitlines()) <= int(columns)
    assert "286/323" in output
    assert "…" not in output


# Which game is meant


@pytest.mark.parametrize("name", [*TAKE_GAME, "odds"])
def test_an_unknown_game_is_reported_by_every_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = refused(capsys, name, "--game", "dice_rice")
    assert output == "expected a game, got 'dice_rice' (--game)\nTip: did you mean dice_race?\n"
    assert "needs a value" in refused(capsys, name, "--game")


def test_an_unknown_game_is_reported_by_games(capsys: pytest.CaptureFixture[str]) -> None:
    output = refused(capsys, "games", "chess")
    assert output == (
        "expected a game, got 'chess' (bloodstones games)\n"
        "Tip: known: bloodstones, dice_race, race\n"
    )


def test_a_command_of_a_game_is_that_of_the_game_named_anywhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert shown(capsys, "odds", "--game", "race") == "1 in 6\n"
    assert shown(capsys, "odds", "--sides", "8", "--game=race") == "1 in 8\n"
    assert shown(capsys, "laps", "--game", "race", "count", "3") == "3 laps\n"
    assert shown(capsys, "laps", "count", "3", "--game", "race") == "3 laps\n"
    assert "tyrants_lament" in shown(capsys, "maps", "--game", "bloodstones", "list")
    assert "tyrants_lament" in shown(capsys, "maps", "list")


def test_a_command_that_a_game_lacks_names_the_games_that_have_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for args in (("maps", "list"), ("maps",), ("odds-page",)):
        output = refused(capsys, *args, "--game", "dice_race")
        sentence = f"expected a game with the command {args[0]}, got 'dice_race'"
        assert output.startswith(f"{sentence} (bloodstones {args[0]})\nTip: games that have it: ")
        assert output.endswith("it: bloodstones\n")
    output = refused(capsys, "odds", "--game", "dice_race")
    assert output.endswith("games that have it: bloodstones, race\n")
    assert refused(capsys, "laps", "count", "2").endswith("games that have it: race\n")


def test_the_help_lists_the_commands_of_games_with_their_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = flat(shown(capsys, "--help"))
    assert "odds Exact odds of a battle. [bloodstones, race]" in text
    assert "laps Count laps. [race]" in text
    assert "play Play one game" in text


def test_what_only_tells_imports_nothing_heavy() -> None:
    lines = ("--help", "games", "games --json", "play --help", "rules numbers", "tune --help")
    code = f"""
import sys
from bloodstones.cli import main
for line in {lines}:
    assert main(line.split()) == 0, line
    heavy = [name for name in {HEAVY} if name in sys.modules]
    assert not heavy, (line, heavy)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_commands_name_no_game() -> None:
    words = ("games.bloodstones", "BS-", "warlord", "tyrants_lament", "dragon_riders", "regroups")
    named = [
        f"{path.name}: {word}"
        for path in Path(bloodstones.cli.__file__).parent.glob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]
    assert named == []


# Playing


def test_a_game_that_knows_the_contract_alone_is_played_and_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = read(capsys, "play", *RACERS, "--seed", "3", "--set", "goal=30")
    setup = {"game": "dice_race", "map": "track", "seed": 3, "overrides": {"goal": 30}}
    assert setup.items() <= output.items()
    from bloodstones.core.contract.game import Seat, Setup

    seats = (Seat("red", "bold"), Seat("blue", "steady"))
    rows = DICE_RACE.simulate(
        Setup("track", seats, overrides={"goal": 30}), 3, "play", range(1)
    ).rows
    assert [seat["score"] for seat in output["seats"]] == rows["score"]
    assert output["winners"] == [n for n, credit in enumerate(rows["win_credit"]) if credit]
    text = flat(shown(capsys, "play", *RACERS, "--seed", "3", "--set", "goal=30"))
    assert "win credit" not in text
    assert "Dice race on track, seed 3" in text
    assert "With changed rules: goal = 30" in text
    assert "red:bold blue:steady" in text
    assert "score " + " ".join(map(str, rows["score"])) in text


def test_seats_without_roles_are_strategies_and_choices_reach_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ("play", "--game", "race", "--players", "bold, steady", "--choice", "length=90")
    output = read(capsys, *args)
    assert [seat["strategy"] for seat in output["seats"]] == ["bold", "steady"]
    assert max(seat["score"] for seat in output["seats"]) >= 90
    assert "Won by " in shown(capsys, *args)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--game", "dice_race"], "missing --players (bloodstones play)"),
        ([*RACERS[:-1], "red"], "expected ROLE[:STRATEGY] for each seat, got 'red' (--players)"),
        ([*RACERS[:-1], "red:bold,elf:bold"], "expected a faction, got 'elf'"),
        ([*RACERS, "--map", "trak"], "did you mean track?"),
        ([*RACERS, "--set", "goal"], "--set: expected NAME=VALUE, got 'goal'"),
        ([*RACERS, "--option", "x"], "--option: expected NAME=VALUE, got 'x'"),
        ([*RACERS, "--option", "weather=rain"], "expected a race without weather"),
        ([*RACERS, "--choice", "length=3"], "got 'length' (this game leaves nothing open)"),
        (["--game", "race", "--players", "bold,steady", "--choice", "lenght=3"], "mean length?"),
        ([*RACERS, "--record", "x.jsonl"], "expected a game with records, got 'dice_race'"),
    ],
    ids=range(10),
)
def test_what_cannot_be_played_is_reported(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "play", *args)


# Records


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A legal and an illegal record of the race, one of a game without records, one unknown."""
    monkeypatch.chdir(tmp_path)
    lines = {
        "legal": {"game": "race", "totals": [21, 17], "won": [0]},
        "illegal": {"game": "race", "totals": [21, 17], "won": [1]},
        "recordless": {"game": "dice_race"},
        "unknown": {"game": "chess"},
    }
    for name, header in lines.items():
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(header) + "\n")
    return tmp_path


def test_a_record_says_of_which_game_it_is(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(capsys, "verify", "legal.jsonl") == (
        "ok   legal.jsonl  0 events, bold, bold, won by seat 1 (21 : 17)\n"
    )
    assert main(["verify", "illegal.jsonl"]) == 1
    output = capsys.readouterr().out
    assert output == "bad  illegal.jsonl line 1: RA-END-01: somebody else has more\n"
    assert shown(capsys, "replay", "legal.jsonl", "--turn", "2") == "turn 2: [21, 17]\n"
    assert read(capsys, "replay", "legal.jsonl") == {"turn": None, "totals": [21, 17]}


@pytest.mark.parametrize("name", ["verify", "replay"])
def test_records_of_unknown_games_and_of_games_without_records_are_refused(
    name: str, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = refused(capsys, name, "unknown.jsonl")
    assert output.startswith("expected a record of a game, got 'chess' (unknown.jsonl line 1)")
    output = refused(capsys, name, "recordless.jsonl")
    assert output == (
        f"expected a game with records, got 'dice_race' (bloodstones {name})\n"
        "Tip: games that have it: bloodstones, race\n"
    )


def test_a_game_without_a_board_draws_no_records(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = refused(capsys, "replay", "legal.jsonl", "--html", "out.html")
    assert output.startswith("expected a game that draws pictures, got 'race'")
    assert not (records / "out.html").exists()


# What a game does not have, and what it has


@pytest.mark.parametrize(
    ("args", "lacks", "having"),
    [
        (["rules"], "a register of its rules", "bloodstones"),
        (["rules", "numbers"], "a list of its numbers", "bloodstones, race"),
        (["rules", "--events"], "a table of events", "bloodstones, race"),
        (["strategies"], "a list of strategies", "bloodstones, race"),
        (["bench"], "a measurement of its speed", "bloodstones, race"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_a_game_lacks_is_reported_with_the_games_that_have_it(
    args: list[str], lacks: str, having: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = refused(capsys, *args, "--game", "dice_race")
    assert output == (
        f"expected a game with {lacks}, got 'dice_race' (bloodstones {args[0]})\n"
        f"Tip: games that have it: {having}\n"
    )


def test_a_game_without_parameters_is_not_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    output = refused(capsys, "tune", "bold", "--game", "dice_race")
    assert output.startswith("expected a game whose strategies have parameters, got 'dice_race'")


def test_a_game_whose_strategies_have_parameters_is_tuned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.GAMES, "paced_race", paced_race.__name__)
    monkeypatch.setattr(paced_race, "GAME", paced_race.PacedRace(), raising=False)
    small = ("--generations=1", "--population=4", "--games=2", "--final-games=2")
    args = ("tune", "steady", "--game", "paced_race", "--map", "track", "--faction", "red,blue")
    output = read(capsys, *args, *small, "--measured-games=4", f"--out={tmp_path / 'out'}")
    assert set(output["weights"]["red"]) == {"pace", "breath", "laps"}
    preset = tomllib.loads((tmp_path / "out" / "steady_tuned.toml").read_text(encoding="utf-8"))
    assert set(preset["factions"]) == {"red", "blue"}
    assert preset["provenance"]["map"] == "track"


def test_numbers_and_events_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(shown(capsys, "rules", "numbers", "--game", "race"))
    assert "Numbers of Dice Race 1 number goal 20 from 1 to 99 the total that wins" in text
    events = {"name": "roll", "keys": ["seat", "pips"], "clause": "RA-ROLL-01"}
    output = read(capsys, "rules", "--events", "--game", "race")["events"]
    assert [events | {"meaning": "a seat rolls"}] == output
    text = flat(shown(capsys, "rules", "--events", "--game", "race"))
    assert text == "roll seat, pips a seat rolls (RA-ROLL-01)"
    assert "--events alone" in refused(capsys, "rules", "roll", "--events", "--game", "race")


def test_strategies_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "rolls again after a 1" in shown(capsys, "strategies", "--game", "race")
    output = read(capsys, "strategies", "bold", "--game", "race")
    assert (output["id"], output["parameters"]) == ("bold", {})
    assert "expected a strategy, got 'x'" in refused(capsys, "strategies", "x", "--game", "race")


def test_the_speed_of_any_game_is_that_of_its_setups(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("bench", "--game", "race", "--seconds", "0.01")
    assert main([*args, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["players"], output["factions"], output["jit"]) == (2, ["", ""], JIT)
    assert output["steady_games_per_s"] > 0
    assert main([*args, "--players", "3"]) == 0
    text = capsys.readouterr().out
    assert "One core, 3 players\n" in text
    assert "steady games a second" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "9"], "expected a number of players that can be measured, got 9"),
        (["--seconds", "0"], "expected 0.001 to 600 seconds, got 0.0 (--seconds)"),
        (
            ["--seconds", "0.01", "--where"],
            "expected a game with decision times, got 'race'",
        ),
    ],
)
def test_what_cannot_be_measured_is_reported(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--game", "race", *args]) == 2
    assert message in capsys.readouterr().err


# What a game says about itself


def test_a_game_in_one_module_needs_to_declare_nothing() -> None:
    plain = game_entry("dice_race")
    assert (plain.title, dict(plain.commands), plain.game_commands) == ("Dice race", {}, "")
    assert plain.home == "tests.batch.dice_race"


# Standard output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("args", "unbuffered"),
    [
        (["rules"], ""),
        (["rules", "--json"], "1"),
        (["games"], ""),
        (["--help"], "1"),
        (["--version"], ""),
        (["--version"], "1"),
    ],
    ids=str,
)
def test_output_that_cannot_be_written_is_a_sentence_and_exit_code_2(
    args: list[str], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bloodstones", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: expected an output that can be written, got 'No space")
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_has_seen_enough_gets_no_message() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bloodstones", "rules", "numbers", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 1
