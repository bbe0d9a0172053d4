"""`bloodstones draws`: exact chances of a faction's draws, as a panel or as JSON."""

from __future__ import annotations

import json
from typing import Any

import click

from bloodstones.cli.terminal.options import data_option
from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.cli import draws_questions as questions
from bloodstones.games.bloodstones.cli.changes import changed_rules, set_option, told_changes
from bloodstones.games.bloodstones.cli.draws_answer import Answer, as_object
from bloodstones.games.bloodstones.cli.vocabulary import factions_listed, units_listed
from bloodstones.games.bloodstones.draws.by_turn import Plan
from bloodstones.games.bloodstones.draws.opening import Aim, Founding
from bloodstones.games.bloodstones.draws.tiles import parse_want, parse_worth
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

JSON_INDENT = 2
LARGEST = 999_999_999
DEFAULT_SEED = "1"
EXAMPLE = "bloodstones draws --faction dragon_riders --want dragon --by-turn 4 --spend 5"

# Question -> the options that go with it, besides --faction, --set and --json.
FOUNDING = ("founding", "worth", "inland")
RATE = ("spend", "build", *FOUNDING)
SAMPLE = ("samples", "seed")
GOES_WITH = {
    "want --draws": ("want", "draws", "at_least", *SAMPLE),
    "want --by-turn": ("want", "by_turn", "at_least", *RATE, *SAMPLE),
    "opening": ("opening", *FOUNDING, *SAMPLE),
    "pips": ("pips", "by_turn", *RATE, *SAMPLE),
    "regroup": ("regroup", *RATE, *SAMPLE),
    "blanks": ("blanks",),
}

HELP = f"""Exact chances of a faction's draws: tiles held in time, openings, pips, regroups.

\b
ask one of
  --want TILES --draws N       wanted tiles among N from the full bag
  --want TILES --by-turn T --spend S
                               wanted tiles in hand when turns 1 to T begin
  --opening                    what the founding points buy from nine tiles
  --pips [--by-turn T --spend S]
                               pips in hand, at the start and at turn T
  --regroup --spend S          the turn in which each regroup comes
  --blanks                     what tiles without a unit type are worth

\b
{factions_listed()}
{units_listed()}
TILES      unit types, blank, or pips (5: any tile of 5 pips); dragon,leader
           means either
S          tiles that leave the hand each turn; lowest pips first, blank ones
           last, wanted ones never. Discards come back at a regroup
--build B  of these, become units that stay on the map (default 0)
founding   points  most founding points used, then most units (default)
           units   most units, then most points used
           worth   most worth by --worth dragon=5,cavalry=2
           none    nothing is placed
NAME=N     a changed number of the rules: hand_limit=7, founding_points=6
"""
EPILOG = """\b
Examples:
  bloodstones draws --faction dragon_riders --want dragon \\
      --by-turn 4 --spend 5
  bloodstones draws --faction necromancers --want 5 --draws 6 --at-least 2
  bloodstones draws --faction hill_folk --opening --worth giant=6,castle=4
  bloodstones draws --faction corsairs --regroup --spend 4 --build 1
  bloodstones draws --faction horse_lords --pips --samples 100000
  bloodstones draws --faction corsairs --blanks --json
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--faction", metavar="FACTION", help="Whose tiles.")
@click.option("--want", metavar="TILES", help="The tiles hoped for.")
@click.option("--at-least", metavar="K", help="How many of them; 1 by default.")
@click.option("--draws", metavar="N", help="Tiles drawn from the full bag.")
@click.option("--by-turn", metavar="T", help="The turn by which.")
@click.option("--spend", metavar="S", help="Tiles spent a turn.")
@click.option("--build", metavar="B", help="Tiles of those spent that are built.")
@click.option("--founding", metavar="AIM", help="How the starting hand is founded.")
@click.option("--worth", metavar="UNIT=N,...", help="What units are worth in the founding.")
@click.option("--inland", is_flag=True, help="No sea at the citadel: no ships are founded.")
@click.option("--opening", is_flag=True, help="Ask for the opening hand.")
@click.option("--pips", is_flag=True, help="Ask for the pips in hand.")
@click.option("--regroup", is_flag=True, help="Ask for the turns until regroups.")
@click.option("--blanks", is_flag=True, help="Ask for the worth of blank tiles.")
@click.option("--samples", metavar="N", help="Check by a sample of N, with Wilson intervals.")
@click.option("--seed", metavar="N", help=f"Seed of the sample; {DEFAULT_SEED} by default.")
@set_option
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the panel.")
def command(
    faction: str | None, settings: tuple[str, ...], data: str, as_json: bool, **asked: Any
) -> None:
    """Read the arguments, compute, print."""
    changes, rules = changed_rules(settings, data)
    given = {name: value for name, value in asked.items() if value}
    question = _question(given)
    if faction is None:
        raise InputError("expected --faction, got nothing (bloodstones draws)", EXAMPLE)
    whose = Faction.parse(faction.strip().lower().replace("-", "_").replace(" ", "_"), "--faction")
    answer = _answer(question, whose, rules, given)
    if as_json:
        click.echo(json.dumps(as_object(answer, changes), indent=JSON_INDENT))
        return
    from bloodstones.games.bloodstones.cli.draws_panel import show

    show(answer)
    if changes:
        click.echo(told_changes(changes))


def _question(given: dict[str, Any]) -> str:
    """Return the question that is asked; raise InputError unless it is one, with its options."""
    asked = [name for name in ("want", "opening", "pips", "regroup", "blanks") if name in given]
    if len(asked) != 1:
        told = " and ".join(f"--{name}" for name in asked) or "nothing"
        questions_known = "one of --want, --opening, --pips, --regroup, --blanks"
        raise InputError(f"expected {questions_known}, got {told} (bloodstones draws)", EXAMPLE)
    question: str = asked[0]
    if question == "want":
        ends = [name for name in ("draws", "by_turn") if name in given]
        if len(ends) != 1:
            told = "both" if ends else "neither"
            raise InputError(f"expected one of --draws and --by-turn, got {told} (--want)", EXAMPLE)
        question = f"want {_option(ends[0])}"
    for name in given:
        if name not in GOES_WITH[question]:
            fitting = ", ".join(_option(each) for each in GOES_WITH[question])
            sentence = f"expected options that go with --{question}, got {_option(name)}"
            raise InputError(f"{sentence} (bloodstones draws)", f"these do: {fitting}")
    return question


def _answer(question: str, faction: Faction, rules: Ruleset, given: dict[str, Any]) -> Answer:
    samples = _whole(given, "samples", "0")
    if "samples" in given and samples == 0:
        raise expected("at least 1 sample", samples, "--samples")
    if "seed" in given and not samples:
        raise InputError("expected --samples with --seed, got none (bloodstones draws)")
    ask = questions.Asker(faction, rules, samples, _whole(given, "seed", DEFAULT_SEED))
    if question == "blanks":
        return questions.blanks(ask)
    if question == "want --draws":
        want = parse_want(given["want"], faction, rules, "--want")
        draws = _whole(given, "draws", "", rules.tiles_per_faction)
        least = _whole(given, "at_least", "1")
        return questions.within(ask, want, draws, least)
    founding = _founding(given, faction, rules)
    if question == "opening":
        return questions.opening_hand(ask, founding)
    turn = _whole(given, "by_turn", "1")
    if "spend" not in given and (turn > 1 or question == "regroup"):
        raise InputError(f"expected --spend, got nothing (--{question})", "--spend 5")
    plan = Plan(_whole(given, "spend", "0"), _whole(given, "build", "0"), founding)
    if question == "regroup":
        return questions.regroup(ask, plan)
    if question == "pips":
        return questions.pips(ask, turn, plan)
    want = parse_want(given["want"], faction, rules, "--want")
    return questions.by_turn(ask, want, turn, plan, _whole(given, "at_least", "1"))


def _founding(given: dict[str, Any], faction: Faction, rules: Ruleset) -> Founding:
    default = Aim.WORTH if "worth" in given else Aim.POINTS
    aim = Aim.read(given.get("founding", default), "--founding")
    if (aim is Aim.WORTH) != ("worth" in given):
        tip = "for example --worth cavalry=3,ship=2"
        raise InputError("expected --worth with --founding worth, got one alone (--founding)", tip)
    worth = parse_worth(given["worth"], faction, rules, "--worth") if "worth" in given else {}
    return Founding(aim, worth, "inland" in given)


def _whole(given: dict[str, Any], name: str, default: str, most: int = LARGEST) -> int:
    text = given.get(name, default)
    fits = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))
    if not (fits and int(text) <= most):
        raise expected(f"a whole number from 0 to {most}", text, _option(name))
    return int(text)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
