"""Strange command lines and damaged files: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random

import click
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bloodstones.cli import COMMANDS, LazyGroup, load, main
from bloodstones.core.files.own_data import data_files
from bloodstones.games.bloodstones.maps.reading import path_of
from bloodstones.games.registry import GAMES, game_entry

ROOT = Path(__file__).parents[2]
# What plays for long or draws pictures where nothing is wrong; its options are tried with faults.
LONG = ("bench", "judge", "learn", "explain", "lab")
GOOD = {
    "map.toml": path_of("twin_meres"),
    "game.jsonl": next((ROOT / "tests" / "golden").glob("2p_*.jsonl")),
    "report.toml": ROOT / "reports" / "bloodstones_luck" / "report.toml",
    "provenance.json": ROOT / "reports" / "bloodstones_first_seat" / "provenance.json",
}
STUDY = """\
id = "small"
question = "Is it fair?"
game = "bloodstones"
map = "twin_meres"
seed = 7
replicates = 3
strategies = ["random"]
[lineups]
explicit = [["dragon_riders", "horse_lords"]]
rotate_seats = true
[arms.weak]
title = "Weak dragons"
overrides = { "dragon.modifier" = 3 }
[quick]
replicates = 2
"""
LADDER = """\
id = "small_ladder"
kind = "ladder"
question = "Who is strong?"
game = "bloodstones"
seed = 55
[maps]
2 = "twin_meres"
[[pools]]
name = "ladder_2"
strategies = ["random", "greedy"]
players = [2]
tables = 2
replicates = 2
"""
BALANCE = f"""\
kind = "balance"
{STUDY.partition("[arms.weak]")[0]}
[numbers]
"dragon.modifier" = [2, 5]
"""
PRESET = """\
id = "preset"
of = "warlord"
title = "a preset"
[parameters]
mass = 0.5
[factions.hill_folk]
army = 3
"""


def own_data() -> dict[str, Path]:
    """The data files of every game that one's own may replace: in a folder for each game."""
    found = {}
    for game in GAMES:
        folder = ROOT / "bloodstones" / "games" / game / "data"
        names = [name for name in data_files(folder) if "/" not in name and name != "names.toml"]
        found |= {f"{game}/{name}": folder / name for name in names}
    return found


DATA = own_data()
WRITTEN = {
    **{name: path.read_bytes() for name, path in (GOOD | DATA).items()},
    "study.toml": STUDY.encode(),
    "ladder.toml": LADDER.encode(),
    "balance.toml": BALANCE.encode(),
    "preset.toml": PRESET.encode(),
}
# In place of the value of any option.
WRONG_VALUES = (
    *("", " ", "x", "x" * 5000, "\x00", "a\x00b", "\udcff", "龍", "\n", "\x1b[2J"),
    *("nan", "inf", "-inf", "1e400", "-1", "0", "9" * 30, "9" * 4400, "1e-9", "1.5", "true"),
    *("[]", "{}", "a=b=c", "=", ",", ",,", "a:b:c", "::"),
    *("../..", "/", "//x", "~", "/dev/null", "x/" * 2000, "-", "--", "--help"),
)
WRONG_TRIED = 60  # lines of each run; the others are left to a soak
# What a command is asked with beside the wrong value.
SOUND: dict[tuple[str, ...], tuple[str, ...]] = {
    ("study", "run"): ("study.toml",),
    ("study", "balance"): ("balance.toml",),
    ("study", "plan"): ("study.toml",),
    ("study", "match"): ("random", "greedy"),
    ("play",): ("--players", "dragon_riders:random,horse_lords:random", "--record", "kept.jsonl"),
    ("replay",): ("game.jsonl",),
    ("verify",): ("game.jsonl",),
    ("rerun",): ("provenance.json",),
    ("report", "make"): (".",),
    ("report", "init"): (".",),
    ("tune",): ("warlord",),
    ("learn",): ("value_1",),
    ("maps", "draw"): ("twin_meres",),
    ("maps", "check"): ("map.toml",),
    ("maps", "show"): ("twin_meres",),
}
NEVER_RUN = ("bench", "judge", "explain", "lab")  # long, and without a place to stop them
RUNNING = (
    "bloodstones.batch.learning.run",
    "bloodstones.batch.balance.run",
    "bloodstones.batch.study.run",
    "bloodstones.batch.ladder.run",
    "bloodstones.batch.tuning.run",
)
WORDS = (
    *("", " ", "-", "--", "0", "-1", "1", "2", "3-4", "7-3", "1e9", "nan", "inf", "9" * 30, "1_0"),
    *(
        "x",
        "龍",
        "\udcff",
        "\ud800",
        "\x00",
        "\x07",
        "a=b",
        "a=",
        "=1",
        "dragon.modifier=3",
        "turns=3",
        "hand_limit=99",
    ),
    *("dragon_riders: cavalry*2, leader", "horse_lords: swordsman", "hill_folk: 2 giant", "x: y"),
    *("plains", "sea", "5,3", "5,,3", "greedy", "equilibrium", "defender", "50", "101", "scarce"),
    *("dragon_riders,horse_lords", "eldryn,jurak", "c1,c2", "c1:farmer", "a:b:c", ",", ":"),
    *("bloodstones", "wizard_kings", "bellum_magica", "battlelore", "battalia", "chess"),
    *("BS-COMBAT-10", "numbers", "WK-X", "BL-ATTACK-10", "daqan,uthuk", "orsari,lagorai:raider"),
    *("preset.toml", "bellum_magica", "./battalia", "value_4", "a\\u0000b"),
    *("map.toml", "game.jsonl", "study.toml", "ladder.toml", "provenance.json", ".", "..", "none"),
    *("x.svg", "x.png", "x.html", "/dev/null", "/proc/x", "a/b/c.toml", "x" * 300, "~", "%s", "{}"),
    *("twin_meres", "warlord", "random", "ranger:3", "ogre:3, orc:4*2", "F02", "C1", "G01, E07"),
)

# What says no word of what is expected: a fault of the line itself, the command, and a tip.
PLAIN = re.compile(
    r"(?:Using your data files in .*\n)?"
    r"Error: (?:unknown (?:option|command) \S.*|missing \S.*|unexpected argument \S.*"
    r"|-\S+ (?:needs a|takes no) value) \(bloodstones(?: \S+)*\)\n(?:Tip: \S.*\n)?"
)


@cache
def paths() -> tuple[tuple[str, ...], ...]:
    """Every command of every game with those below it, and the game it is of."""
    found = []
    for game in GAMES:
        names = sorted({*LazyGroup(name="x").list_commands(click.Context(click.Command("x")))})
        for name in names:
            for_all = name in COMMANDS and game == next(iter(GAMES))
            if name not in game_entry(game).commands and not for_all:
                continue
            found += [(*path, "--game", game) for path in _below((name,), load(name, game))]
    return tuple(found)


def _below(path: tuple[str, ...], command: click.Command) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from _below((*path, name), below)


def parameters(path: tuple[str, ...]) -> list[click.Parameter]:
    """The options and arguments of a command; none of a group."""
    command: click.Command = load(path[0], path[-1])
    for name in path[1:-2]:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    return [] if isinstance(command, click.Group) else command.params


def options(path: tuple[str, ...]) -> list[click.Option]:
    return [param for param in parameters(path) if isinstance(param, click.Option)]


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """A command with some of its options and arguments, right or wrong."""
    path = draw(st.sampled_from(paths()))
    words = list(path[:-2])
    if draw(st.integers(0, 3)) == 0:
        words += path[-2:]
    known = options(path)
    if known:
        for option in draw(st.lists(st.sampled_from(known), max_size=4)):
            words.append(option.opts[0])
            if not option.is_flag:
                values = [draw(st.sampled_from(WORDS)) for _ in range(option.nargs)]
                words += values
    words += draw(st.lists(st.sampled_from(WORDS), max_size=2))
    if draw(st.integers(0, 5)) == 0:
        words.insert(draw(st.integers(0, len(words))), draw(st.text(max_size=6)))
    if any(name in words for name in LONG):
        words.insert(1, "--no-such-option")
    return words


def told(args: list[str]) -> tuple[int, str, str]:
    """Run a command line in this process, and return its exit code and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(args)
    return code, out.getvalue(), err.getvalue()


def check(args: list[str]) -> None:
    """Run a command line: it ends with a known code, and a fault with one sentence."""
    code, _, err = told(args)
    assert code in (0, 1, 2), args
    assert "Traceback" not in err, args
    if code == 2 and "Usage" not in err and "expected" not in err and not PLAIN.fullmatch(err):
        assert args[:2] == ["maps", "check"], (args, err)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a good file of each kind, where no game is played."""
    for game in GAMES:
        (tmp_path / game).mkdir()
    for name, content in WRITTEN.items():
        (tmp_path / name).write_bytes(content)
    preset = STUDY.replace('"random"', '"preset.toml"')
    (tmp_path / "with_preset.toml").write_text(preset, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for module in RUNNING:
        monkeypatch.setattr(f"{module}.run", stop)
    monkeypatch.setattr(
        "bloodstones.batch.running.timing.measure_speed", lambda plan, game: ({}, 0)
    )
    monkeypatch.setattr("bloodstones.batch.running.timing.core_seconds", lambda plan, speed: 1.0)
    return tmp_path


def stop(*args: object, **more: object) -> None:
    """End a run before it begins."""
    raise click.Abort


def strange(times: int) -> settings:
    return settings(
        max_examples=times,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


DAMAGES = (
    b"",
    b"\x00",
    b"\xff",
    b"[" * 5000,
    b'"',
    b"\n",
    b"=",
    b"9" * 400,
    b"-1",
    b"{}",
    b"nan",
    b"\xef\xbb\xbf",
    b"\\u0000",
    b"\\ud800",
)
OTHERS = (
    b"[]",
    b"{}",
    b"-1",
    b"1e400",
    b'""',
    b"true",
    b"[[]]",
    b'"x"',
    b'"a\\u0000b"',
    b'["\\u0000"]',
)
READERS = {
    **{
        name: (("rules", "numbers", "--game", name.split("/")[0], "--data", name.split("/")[0]),)
        for name in DATA
    },
    "preset.toml": (
        ("strategies", "show", "preset.toml"),
        ("study", "plan", "with_preset.toml"),
        ("tune", "warlord", "--start", "preset.toml", "--preset", "next"),
    ),
    "map.toml": (("maps", "check"), ("maps", "show"), ("maps", "draw", "-o", "x.svg", "--replace")),
    "game.jsonl": (("verify",), ("replay",), ("replay", "--json")),
    "study.toml": (("study", "plan"), ("study", "run", "--jobs", "1")),
    "ladder.toml": (("study", "plan"), ("study", "run", "--jobs", "1")),
    "balance.toml": (("study", "plan"), ("study", "balance", "--jobs", "1")),
    "provenance.json": (("rerun", "--jobs", "1"),),
    "report.toml": (("report",),),
}


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file of a kind that commands read, cut, spliced, or with a value of another kind."""
    name = draw(st.sampled_from(sorted(WRITTEN)))
    content = WRITTEN[name]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        way = draw(st.sampled_from(("cut", "insert", "replace", "line", "value")))
        if way == "cut":
            content = content[:at]
        elif way == "line":
            lines = content.split(b"\n")
            del lines[at % len(lines)]
            content = b"\n".join(lines)
        elif way == "value":
            lines = content.split(b"\n")
            number = at % len(lines)
            mark = b"=" if name.endswith(".toml") else b":"
            key, found, _ = lines[number].partition(mark)
            other = draw(st.sampled_from(OTHERS))
            comma = b"," if lines[number].rstrip().endswith(b",") else b""
            lines[number] = key + mark + b" " + other + comma if found else lines[number]
            content = b"\n".join(lines)
        else:
            size = draw(st.integers(0, 8)) if way == "replace" else 0
            content = content[:at] + draw(st.sampled_from(DAMAGES)) + content[at + size :]
    return name, content


def asked(reader: tuple[str, ...], name: str) -> list[str]:
    """The command line by which a command reads a file."""
    if name in DATA or name == "preset.toml":
        return [*reader]
    return [*reader, "." if name == "report.toml" else name]


def check_damaged(place: Path, name: str, content: bytes, reader: tuple[str, ...]) -> None:
    """Let a command read a damaged file in place of a good one."""
    (place / name).write_bytes(content)
    try:
        check(asked(reader, name))
    finally:
        (place / name).write_bytes(WRITTEN[name])


@strange(250)
@given(command_lines())
@example(["study", "\x00"])
@example(["verify", "\ud800"])
def test_a_strange_command_line_ends_in_a_sentence(place: Path, args: list[str]) -> None:
    check(args)


def wrong_lines() -> list[list[str]]:
    """Every option of every command with every wrong value, in an order that mixes them."""
    lines = [
        [*path[:-2], *SOUND.get(path[:-2], ()), *path[-2:], option.opts[0], *[value] * option.nargs]
        for path in paths()
        if not set(path[:-2]) & set(NEVER_RUN)
        for option in options(path)
        if not option.is_flag and option.opts[0] != path[-2]
        for value in WRONG_VALUES
    ]
    Random(55).shuffle(lines)
    return lines


def test_a_wrong_value_of_an_option_ends_in_a_sentence(place: Path) -> None:
    for line in wrong_lines()[:WRONG_TRIED]:
        check(line)


@pytest.mark.soak
def test_every_wrong_value_of_every_option_ends_in_a_sentence(place: Path) -> None:
    for line in wrong_lines():
        check(line)


@strange(100)
@given(damaged(), st.integers(0, 9))
def test_a_damaged_file_ends_in_a_sentence(
    place: Path, file: tuple[str, bytes], number: int
) -> None:
    readers = READERS[file[0]]
    check_damaged(place, *file, readers[number % len(readers)])


@pytest.mark.soak
@strange(5000)
@given(command_lines())
def test_five_thousand_strange_command_lines(place: Path, args: list[str]) -> None:
    check(args)


@pytest.mark.soak
@strange(3000)
@given(damaged(), st.integers(0, 9))
def test_three_thousand_damaged_files(place: Path, file: tuple[str, bytes], number: int) -> None:
    readers = READERS[file[0]]
    check_damaged(place, *file, readers[number % len(readers)])


# What a file names: a zero byte or half a letter in it reaches no system call and no screen.
NAMES = {
    "map.toml": ("id", "name"),
    "study.toml": ("id", "question", "map", "game", "strategies", "explicit", "title", "data"),
    "ladder.toml": ("id", "question", "game", "2", "strategies", "name"),
    "preset.toml": ("of", "title", "id"),
    "report.toml": ("study", "title"),
    "provenance.json": ("study", "game", "study_file", "bloodstones"),
    "game.jsonl": ("id", "game", "event"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_zero_byte_or_half_a_letter_in_a_name_is_reported(place: Path, name: str) -> None:
    mark = ":" if name.endswith(("json", "jsonl")) else " ="
    for key in NAMES[name]:
        for letter in ("\\u0000", "\\ud800"):
            text = WRITTEN[name].decode()
            quoted = f'"{key}"{mark}' if mark == ":" else f"{key}{mark}"
            content = re.sub(
                rf'^(.*?{re.escape(quoted)}\s*\[*)"[^"]*"',
                lambda found: f'{found[1]}"{letter}.py"',  # noqa: B023
                text if key != "data" else f'data = "x"\n{text}',
                count=1,
                flags=re.DOTALL,
            )
            assert letter in content, (name, key)
            for reader in READERS[name]:
                (place / name).write_text(content, encoding="utf-8")
                code, _, err = told(asked(reader, name))
                assert code == 2, (name, key, reader, err)
                assert "\0" not in err
        (place / name).write_bytes(WRITTEN[name])


def test_json_of_any_depth_is_reported(place: Path) -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000):
        for name, readers in READERS.items():
            for reader in readers:
                check_damaged(place, name, text.encode(), reader)


def test_a_byte_order_mark_is_read(place: Path) -> None:
    mark = "\ufeff".encode()
    names = READERS.keys() - {"report.toml"}  # no results here
    lines = {tuple(asked(READERS[name][0], name)): name for name in sorted(names)}
    good = {line: told([*line])[0] for line in lines}
    for name in names:
        (place / name).write_bytes(mark + WRITTEN[name])
    assert {line: told([*line])[0] for line in lines} == good


def test_a_map_without_areas_is_reported(place: Path) -> None:
    text = GOOD["map.toml"].read_text(encoding="utf-8")
    (place / "none.toml").write_text(text[: text.index("areas = [")] + "areas = []\n")
    code, out, _ = told(["maps", "check", "none.toml", "--json"])
    assert code == 2
    assert "areas, got 0" in json.loads(out)[0]["faults"][0]
