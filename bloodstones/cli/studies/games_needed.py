"""`bloodstones study games`: how many games a question needs, or what games can show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import click

from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER
from bloodstones.core.errors import expected

PERCENT: Final = 100
CERTAIN: Final = (
    "what never happens in N games happens in less than 300 / N % of them, with 95 % confidence"
)
POWER: Final = 80.0
FEWEST_PLAYERS: Final = 2
JSON_INDENT: Final = 2
QUESTIONS: Final = ("within", "shift", "difference")
HELP = """Say how many games a question about win rates needs, before any is played.

One of three questions, in percentage points: an interval --within X either way; a rate that differs
from a stated one by a --shift; two arms of a what-if that differ by a --difference. With --games N
the answer is what N games can show. Normal approximations, at an error of 5 %.
"""
EPILOG = """\b
Examples:
  bloodstones study games --within 1 --players 4
  bloodstones study games --shift 5 --rate 25 --tests 6
  bloodstones study games --difference 2 --players 4 --correlation 0.5 --games 3000
"""


def _real(name: str, text: str, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes a real number."""
    return click.option(f"--{name}", type=REAL_NUMBER, metavar="X", help=text, **more)


def _whole(name: str, text: str, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes a whole number."""
    return click.option(f"--{name}", type=WHOLE_NUMBER, metavar="N", help=text, **more)


@click.command("games", short_help="How many games a question needs.", help=HELP, epilog=EPILOG)
@_real("within", "Half of the 95 % interval of a rate, in percentage points.")
@_real("shift", "Points from the stated rate that are to be found.")
@_real("difference", "Points between two arms that are to be found.")
@_real("rate", "The rate in per cent (25 is one in four); else --players.")
@_whole("players", "Seats: the rate is the fair share, one win in so many games.")
@_whole("games", "Say what so many games (of each arm) can show.")
@_real("power", "Chance of finding it, in per cent.", default=POWER, show_default=True)
@_whole("tests", "Questions that share the error.", default=1, show_default=True)
@_real("correlation", "Of two arms on the same luck.", default=0.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(as_json: bool, **asked: Any) -> None:
    """Work out, print."""
    named = [name for name in QUESTIONS if asked[name] is not None]
    if len(named) != 1:
        options = ", ".join(f"--{name}" for name in named) or "none"
        raise expected("one of --within, --shift and --difference", options, "question")
    question = named[0]
    _check(question, asked)
    answer = {"question": question, "points": asked[question], "rate": PERCENT * _rate(asked)}
    if asked["games"] is None:
        answer |= {"games": _needed(question, asked)}
    else:
        answer |= {"games": asked["games"], **_precision_of(question, asked)}
    click.echo(json.dumps(answer, indent=JSON_INDENT) if as_json else _sentence(question, answer))


def _check(question: str, asked: dict[str, Any]) -> None:
    """Raise InputError for a percentage out of range, in the unit of the argument."""
    points, rate = float(asked[question]), PERCENT * _rate(asked)
    if not 0 < rate < PERCENT:
        raise expected("a rate in per cent, above 0 and below 100", rate, "--rate", CERTAIN)
    if not 0 < abs(points) < PERCENT or (question == "within" and points < 0):
        raise expected("percentage points above 0 and below 100", points, f"--{question}")
    if question != "within" and not 0 < rate + points < PERCENT:
        wanted = f"a rate and a --{question} that make a rate above 0 and below 100 %"
        raise expected(wanted, f"{rate:.3g} and {points:g}", f"--{question}")
    if not 0 < asked["power"] < PERCENT:
        raise expected("a chance in per cent, above 0 and below 100", asked["power"], "--power")


def _rate(asked: dict[str, Any]) -> float:
    """Return the rate as a share, from the rate or from the players; InputError without either."""
    if (asked["rate"] is None) == (asked["players"] is None):
        raise expected("one of --rate and --players", "both or none", "rate")
    if asked["rate"] is not None:
        return float(asked["rate"]) / PERCENT
    if asked["players"] < FEWEST_PLAYERS:
        raise expected(f"at least {FEWEST_PLAYERS} players", asked["players"], "--players")
    return float(1 / asked["players"])


def _needed(question: str, asked: dict[str, Any]) -> int:
    """Return the games that a question needs."""
    from bloodstones.stats.inference import planning

    points, rate = float(asked[question]) / PERCENT, _rate(asked)
    if question == "within":
        return planning.games_for_half_width(points, rate)
    power, tests = asked["power"] / PERCENT, asked["tests"]
    if question == "shift":
        return planning.games_for_shift(points, rate, power=power, tests=tests)
    return planning.games_for_difference(
        points, rate, correlation=asked["correlation"], power=power, tests=tests
    )


def _precision_of(question: str, asked: dict[str, Any]) -> dict[str, float]:
    """Return the precision of a number of games: half width in points, or power in per cent."""
    from bloodstones.stats.inference import planning

    games, points, rate = asked["games"], float(asked[question]) / PERCENT, _rate(asked)
    if question == "within":
        return {"half_width": PERCENT * planning.half_width_of_games(games, rate)}
    tests = asked["tests"]
    if question == "shift":
        return {"power": PERCENT * planning.power_of_shift(games, points, rate, tests=tests)}
    power = planning.power_of_difference(
        games, points, rate, correlation=asked["correlation"], tests=tests
    )
    return {"power": PERCENT * power}


def _sentence(question: str, answer: dict[str, Any]) -> str:
    games = f"{answer['games']:,} games" + (" of each arm" if question == "difference" else "")
    rate = f"a rate of {answer['rate']:.3g} %"
    if "half_width" in answer:
        return f"{games}: {rate} is known to ± {answer['half_width']:.2g} points."
    if "power" in answer:
        power = f"{answer['power']:.0f} %"
        return f"{games}: {answer['points']:g} points from {rate} are found in {power}."
    if question == "within":
        return f"{games} for {rate} within ± {answer['points']:g} points."
    return f"{games} to find {answer['points']:g} points from {rate}."
