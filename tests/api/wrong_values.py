"""Calls everything public with wrong values, one at a time: what comes back must be a sentence.

`python -m tests.api.wrong_values` makes all calls and counts what came of them by kind; with
`--part 1/50` every fiftieth. A call is raw when it raises something else than an error of the
library, or than a TypeError (or AttributeError of a name) that the library words itself.
"""

from __future__ import annotations

import argparse
import inspect
import io
import json
import re
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from unittest import mock
from zlib import crc32

import numpy as np

import bloodstones as bs
from bloodstones.api.game_parts.questions import method_name, question_of
from bloodstones.games import registry
from bloodstones.games.registry import game_entry
from tests.api import public
from tests.stats.league.lists import csv_of

LONG: Final = "x" * 5000
SECONDS: Final = 30  # that a call may take
PLAIN: Final = re.compile(r"(takes|missing|unexpected|got|multiple values|expected)\b")


class Odd:
    """An object of a class that nobody knows."""

    def __repr__(self) -> str:
        return "<odd>"


VALUES: Final[Mapping[str, Any]] = {
    "None": None,
    "True": True,
    "False": False,
    "-1": -1,
    "0": 0,
    "99": 99,
    "10**30": 10**30,
    "10**5000": 10**5000,
    "1e3": 1e3,
    "-0.5": -0.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "empty": "",
    "blank": " ",
    "zero byte": "\x00",
    "word": "no_such_thing",
    "long": LONG,
    "surrogate": "\ud800",
    "colon": ":",
    "many": "a,b:c,,",
    "bytes": b"red",
    "list": [],
    "list of None": [None],
    "list of list": [[1]],
    "tuple": (),
    "dict": {},
    "dict of numbers": {1: 2},
    "dict of None": {"a": None},
    "set": {1},
    "object": Odd(),
    "class": int,
    "int8": np.int8(3),
    "float32": np.float32("nan"),
    "array": np.zeros((2, 2)),
    "folder": "folder",
    "path of a folder": Path("folder"),
    "path with a zero byte": Path("a\x00b"),
    "path too long": Path(LONG),
    "file of something else": "other.txt",
    "binary file": "binary",
}


@dataclass(frozen=True)
class Target:
    """A public function, and arguments that are right."""

    name: str
    make: Callable[[], Callable[..., Any]]
    values: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """A call with one wrong value."""

    target: Target
    parameter: str
    value: str

    @property
    def name(self) -> str:
        return f"{self.target.name}({self.parameter}={self.value})"

    def make(self) -> Any:
        function = self.target.make()
        values, named = list(self.target.values), dict(self.target.named)
        wrong = VALUES[self.value]
        place, _, number = self.parameter.partition("*")
        if number:
            values[int(number)] = wrong
        else:
            named[place] = wrong
        return function(*values, **named)


def calls() -> Iterator[Call]:
    """Every parameter of every function with every value."""
    for target in targets():
        for parameter in parameters(target):
            for value in VALUES:
                yield Call(target, parameter, value)


def parameters(target: Target) -> Iterator[str]:
    """The places of a call: names, and `*n` for what is handed over by its place."""
    yield from (f"*{number}" for number in range(len(target.values)))
    by_place = len(target.values)
    for number, each in enumerate(inspect.signature(target.make()).parameters.values()):
        if each.kind is each.VAR_KEYWORD:
            yield "no_such_parameter"
        elif each.kind in (each.POSITIONAL_ONLY, each.VAR_POSITIONAL):
            continue
        elif number >= by_place or each.kind is each.KEYWORD_ONLY:
            yield each.name


# What is called, by its name in `public.txt`, with arguments that are right.

SEATS: Final = ("c1:random", "c2:random")
RACE: Final = {"game": "dice_race", "lineups": {"players": 2}, "strategies": ["bold"]}
SMALL: Final = {"generations": 1, "population": 4, "games": 2, "final_games": 2}
LESSON: Final = {"rounds": 1, "games": 96, "more_games": 96, "match_games": 20, "epochs": 1}
QUICK: Final = {"jobs": 1, "replace": True}
ARGUMENTS: Final[Mapping[str, tuple[tuple[Any, ...], Mapping[str, Any]]]] = {
    "Game": (("battalia",), {}),
    "Game.bench": ((), {"players": 2, "seconds": 0.001}),
    "Game.learn": ((), {"learner": "value_4", "strategies": "simple", "out": "taught", **LESSON}),
    "Game.match": (("bold", "steady"), {"tables": 1, "replicates": 1, "jobs": 1}),
    "Game.odds_array": ((2, 2), {}),
    "Game.playthrough": (SEATS, {}),
    "Game.resumed": ((), {}),
    "Game.sample_battles": (
        ("hill_folk: giant", "horse_lords: swordsman"),
        {"n": 10, "terrain": "hills"},
    ),
    "Game.sample_draws": (("corsairs",), {"n": 10}),
    "Game.simulate": (SEATS, {"games": 1, "jobs": 1, "replace": True}),
    "Game.strategy": (("random",), {}),
    "Game.tune": (("steady",), {"out": "tuned", **SMALL, "measured_games": 2, "replace": True}),
    "Playthrough.apply": ((1,), {}),
    "Playthrough.explain": ((), {"playouts": 1}),
    "Playthrough.view": ((0,), {}),
    "Record.explain": ((), {"playouts": 1}),
    "Record.save": (("saved.jsonl",), {"replace": True}),
    "Results.report": ((), {"file": "report", "replace": True}),
    "Results.rerun": ((), {"jobs": 1}),
    "Results.save": (("kept",), {"replace": True}),
    "Results.speaking": ((("players",),), {}),
    "Study": ((), {**RACE, "replicates": 2}),
    "Study.plan": ((), {"games_per_second": 1000.0}),
    "Study.run": ((), {"jobs": 1, "replace": True}),
    "Study.save": (("study.toml",), {"replace": True}),
    "balance": ((), {"file": "balance.toml", "quick": True, "out": "balanced", **QUICK}),
    "env": (("bellum_magica",), {}),
    "games_needed": ((), {"within": 2}),
    "ladder": ((), {"file": "ladder.toml", "quick": True, "out": "ladder", **QUICK}),
    "learn": (
        ("guessing",),
        {"learner": "value_4", "strategies": "simple", "out": "learned", **LESSON},
    ),
    "League.adjusted": ((), {}),
    "League.report": (("league_report",), {"replace": True}),
    "League.win_rates": ((("role",),), {}),
    "load_game": (("battalia",), {}),
    "load_games": (("league.csv",), {}),
    "load_record": (("record.jsonl",), {}),
    "load_results": (("results",), {}),
    "load_study": (("study_of_race.toml",), {}),
    "simulate": (("dice_race", "red:bold", "blue:bold"), {"games": 1, **QUICK}),
    "tune": (("paced_race", "steady"), {"out": "tuned", **SMALL, "measured_games": 2, **QUICK}),
    "vector_env": (("bellum_magica", 2), {}),
}
# Made by the library itself, of what it has checked; or taking nothing that a person hands over.
INSIDE: Final = {
    "Advice",
    "Answer",
    "Playthrough",
    "Record",
    "Results",
    "Rows",
    "Game.resumed",
    "League",
}
# What public methods return, and methods of it that take something.
BEYOND: Final[Mapping[str, tuple[tuple[Any, ...], Mapping[str, Any]]]] = {
    "TurnEnv.reset": ((), {}),
    "TurnEnv.step": ((), {"action": 0}),
    "TurnEnv.observe": ((), {"agent": "seat_0"}),
    "TurnEnv.observation_space": ((), {"agent": "seat_0"}),
    "TurnEnv.action_space": ((), {"agent": "seat_0"}),
    "TurnEnv.named": ((), {"observation": np.zeros(391, np.int16)}),
    "GamesEnv.reset": ((), {}),
    "GamesEnv.step": ((), {"actions": np.zeros(2, int)}),
    "GamesEnv.named": ((), {"observations": np.zeros((2, 391), np.int16)}),
    "Svg.save": (("board.svg",), {"replace": True}),
    "Sample.confidence_interval": ((), {}),
    "View.__getitem__": ((), {"name": "turn"}),
    "Rows.__getitem__": ((), {"place": 0}),
    "Answer.__getitem__": ((), {"key": "p_attacker"}),
    "ResultPlots.win_rates": ((), {}),
    "ResultPlots.match_ups": ((), {}),
    "ResultPlots.what_ifs": ((), {}),
    "ResultPlots.points": ((), {}),
    "ResultPlots.lengths": ((), {}),
    "ResultPlots.comebacks": ((), {}),
    "Ladder.report": ((), {"folder": "ladder_report", "replace": True}),
}
SUBJECTS: Final[Mapping[str, Callable[[], Any]]] = {
    "Game": lambda: bs.load_game("bellum_magica"),
    "Game.learn": lambda: bs.load_game("guessing"),
    "Game.match": lambda: bs.load_game("paced_race"),
    "Game.tune": lambda: bs.load_game("paced_race"),
    "Game.odds_array": lambda: bs.load_game("bloodstones"),
    "Game.sample_battles": lambda: bs.load_game("bloodstones"),
    "Game.sample_draws": lambda: bs.load_game("bloodstones"),
    "Playthrough": lambda: begun(),
    "Playthrough.explain": lambda: finished(),
    "Record": lambda: finished().record(),
    "League": lambda: bs.load_games("league.csv"),
    "Results": lambda: bs.load_results("results"),
    "Study": lambda: bs.Study(**RACE, replicates=2),
    "TurnEnv": lambda: turns(),
    "GamesEnv": lambda: many(),
    "Svg": lambda: begun().picture(),
    "Sample": lambda: bs.load_game("bloodstones").sample_battles(
        "hill_folk: giant", "horse_lords: swordsman", terrain="hills", n=10
    ),
    "View": lambda: begun().view(0),
    "Rows": lambda: bs.list_games(),
    "Answer": lambda: bs.load_game("bloodstones").odds(
        "hill_folk: giant", "horse_lords: swordsman", terrain="hills"
    ),
    "ResultPlots": lambda: bs.load_results("results").plot,
    "Ladder": lambda: ladder(),
}


def begun() -> Any:
    return bs.load_game("bellum_magica").playthrough(*SEATS)


@cache
def finished() -> Any:
    return begun().finish()


@cache
def ladder() -> Any:
    return bs.ladder("ladder.toml", quick=True, out="a_ladder", jobs=1)


def turns() -> Any:
    env = bs.env("bellum_magica", players=2)
    env.reset(seed=1)
    return env


def many() -> Any:
    games = bs.vector_env("bellum_magica", 2, players=2)
    games.reset(seed=1)
    return games


def targets() -> Iterator[Target]:
    """Everything public that takes something: functions, methods, questions."""
    for name in public_names():
        if name not in INSIDE:
            yield target_of(name, *ARGUMENTS.get(name, ((), {})))
    for name, (values, named) in BEYOND.items():
        yield target_of(name, values, named)
    for game in registry.SHIPPED:
        entry = game_entry(game)
        for name in entry.questions:
            question = question_of(entry, name)
            for member in (question, *question.family):
                yield question_target(game, method_name(name), member)


def public_names() -> list[str]:
    """The public functions, classes and methods that take something, as `public.txt` has them."""
    names, owner = [], ""
    for line in public.FILE.read_text(encoding="utf-8").splitlines():
        name, bracket, rest = line.strip().partition("(")
        if not line.startswith(" "):
            owner = name
        if bracket and not re.match(r"(self)?\)", rest):
            names.append(f"{owner}{name}" if line.startswith(" ") else name)
    return names


def target_of(name: str, values: tuple[Any, ...], named: Mapping[str, Any]) -> Target:
    owner, _, method = name.partition(".")
    if not method:
        return Target(name, partial(getattr, bs, name), values, named)
    subject = SUBJECTS.get(name, SUBJECTS.get(owner))
    assert subject is not None, name
    return Target(name, lambda: getattr(subject(), method), values, named)


def question_target(game: str, method: str, member: Any) -> Target:
    example = dict(member.examples[0]) if member.examples else {}

    def function() -> Callable[..., Any]:
        asked = getattr(bs.load_game(game), method)
        further = getattr(asked, member.name, None)
        return asked if further is None else further  # type: ignore[no-any-return]

    return Target(f"{game}.{method}:{member.name}", function, (), example)


# What comes of a call.


def outcome(call: Call) -> tuple[str, str]:
    """What came of a call, in a word and in its own words."""
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(SECONDS)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), quiet():
            call.make()
    except bs.BloodstonesError as error:
        told = str(error)
        long = len(told.partition("\nTip: ")[0]) > 2000
        return ("long" if long else type(error).__name__), told
    except TypeError as error:
        return ("TypeError" if worded(error) else "raw TypeError"), str(error)
    except IndexError as error:  # as of any sequence
        of_rows = call.target.name == "Rows.__getitem__"
        return ("IndexError" if of_rows else "raw IndexError"), str(error)
    except TooLong:
        return "slow", ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"raw {type(error).__name__}", "".join(traceback.format_exception(error)[-3:])
    finally:
        signal.alarm(0)
    return "fine", ""


class TooLong(BaseException):
    """Raised in a call that takes longer than `SECONDS`."""


def _too_long(*_: object) -> None:
    raise TooLong


def worded(error: TypeError) -> bool:
    """Whether a TypeError is about the names of arguments, and not from deep inside."""
    return bool(PLAIN.search(str(error))) and "argument" in str(error)


@contextmanager
def quiet() -> Iterator[None]:
    import matplotlib.pyplot as plt

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            plt.close("all")


@contextmanager
def workshop(place: Path) -> Iterator[None]:
    """A folder with what calls read, and the games of the tests on the list."""
    from tests.batch.balance import fair_race
    from tests.batch.ladder.test_ladder import LADDER
    from tests.batch.learning import guessing
    from tests.batch.tuning import paced_race

    homes = {
        "dice_race": "tests.batch.dice_race",
        "paced_race": paced_race.__name__,
        "guessing": guessing.__name__,
        "handicap_race": fair_race.HOME,
    }
    with ExitStack() as stack:
        for game, home in homes.items():
            stack.enter_context(mock.patch.dict(registry.GAMES, {game: home}))
        for module, game in ((guessing, guessing.Guessing()), (paced_race, paced_race.PacedRace())):
            stack.enter_context(mock.patch.object(module, "GAME", game, create=True))
        stack.enter_context(chdir(place))
        Path("folder").mkdir()
        Path("other.txt").write_text("something else", encoding="utf-8")
        Path("league.csv").write_text(csv_of(), encoding="utf-8")
        Path("binary").write_bytes(bytes(range(256)))
        Path("ladder.toml").write_text(LADDER, encoding="utf-8")
        Path("balance.toml").write_text(fair_race.STUDY, encoding="utf-8")
        bs.Study(**RACE, replicates=2).save("study_of_race.toml")
        finished().record().save("record.jsonl")
        bs.load_game("bellum_magica").simulate(*SEATS, games=4, jobs=1, out="results")
        yield


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", default="1/1", help="the N-th of M parts")
    parser.add_argument("--only", default="", help="calls whose name has it")
    parser.add_argument("--out", default="", help="a file for what was raw, as JSON Lines")
    chosen = parser.parse_args()
    number, parts = map(int, chosen.part.split("/"))
    counts: Counter[str] = Counter()
    by_target: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        out = stack.enter_context(Path(chosen.out).open("a")) if chosen.out else sys.stdout
        stack.enter_context(workshop(Path(place)))
        for call in calls():
            if chosen.only not in call.name or crc32(call.name.encode()) % parts != number - 1:
                continue
            kind, told = outcome(call)
            counts[kind] += 1
            by_target[call.target.name] += 1
            if kind.startswith(("raw", "long", "slow")):
                print(json.dumps({"call": call.name, "kind": kind, "told": told[-1500:]}), file=out)
                out.flush()
    print(f"{sum(counts.values())} calls of {len(by_target)} functions: {dict(counts)}")


if __name__ == "__main__":
    main()
