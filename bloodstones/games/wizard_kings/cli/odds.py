"""`bloodstones odds --game wizard_kings`: exact odds of a battle, as a panel or as JSON."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from bloodstones.cli.options import data_option
from bloodstones.cli.usage import WHOLE_NUMBER
from bloodstones.core.errors import expected
from bloodstones.games.wizard_kings.cli.odds_reading import Question, read_question
from bloodstones.games.wizard_kings.odds.battle import Battle
from bloodstones.games.wizard_kings.odds.ends import ends, roll
from bloodstones.games.wizard_kings.odds.solve import Solution, solve
from bloodstones.games.wizard_kings.odds.what_if import changes

JSON_INDENT: Final = 2
PERCENT: Final = 100
MOST_SAMPLES: Final = 100_000_000
LARGEST_SEED: Final = 2**63 - 1
SIDES: Final = ("attacker", "defender")
HELP: Final = """Exact odds of a battle fought to the death.

\b
FORCE    UNIT:STRENGTH[*COPIES], ...   ogre:3, orc:4*2
terrain  clear  forest  swamp  desert
choice   best   owners of equally strong units serve their own win probability
         first  the unit listed first takes the hit
SPELL    what the wizard of a side casts in the first round: lightning,
         thunder_shock, forked_lightning, chain_lightning; fireball, panic,
         fire_arrow, swarm, flame_strike
"""
EPILOG: Final = """\b
Examples:
  bloodstones odds --game wizard_kings --terrain forest \\
      --attacker "ogre:3, orc:4*2" --defender "ranger:3, glader:4, castle:3"
  ... --attacker-retreats-at 3        ... --what-if        ... --samples 10000
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--attacker", metavar="FORCE", required=True, help="Who moved in.")
@click.option("--defender", metavar="FORCE", required=True, help="Who was there.")
@click.option("--terrain", metavar="TERRAIN", default="clear", help="Land of the hex; clear.")
@click.option("--choice", metavar="CHOICE", default="best", help="best (default) or first.")
@click.option("--attacker-spell", metavar="SPELL", help="Spell of the attacker's wizard.")
@click.option("--defender-spell", metavar="SPELL", help="Spell of the defender's wizard.")
@click.option(
    "--attacker-retreats-at", type=WHOLE_NUMBER, default=0, metavar="N", help="Total strength."
)
@click.option(
    "--defender-retreats-at", type=WHOLE_NUMBER, default=0, metavar="N", help="Total strength."
)
@click.option("--set", "settings", metavar="NAME=N", multiple=True, help="Change a rule number.")
@click.option("--what-if", is_flag=True, help="What a step more or less would make of the odds.")
@click.option(
    "--samples", type=WHOLE_NUMBER, metavar="N", help="Check by N battles fought at random."
)
@click.option(
    "--seed", type=WHOLE_NUMBER, default=1, metavar="SEED", help="Luck of the samples; 1."
)
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the panel.")
def command(as_json: bool, what_if: bool, samples: int | None, seed: int, **asked: Any) -> None:
    """Read the arguments, compute, print."""
    question = read_question(asked)
    found = solve(question.battle)
    shown = answer(found)
    if samples is not None:
        shown["sampled"] = sampled(found, samples, seed)
    if what_if:
        shown["what_if"] = changes(question.battle)
    if question.overrides:
        shown["overrides"] = dict(question.overrides)
    if as_json:
        click.echo(json.dumps(shown, indent=JSON_INDENT))
    else:
        click.echo("\n".join(panel(question, shown)))


def answer(found: Solution) -> dict[str, Any]:
    """Return the odds of a solved battle under the keys of the JSON."""
    chance, ended = found.chance(), ends(found)
    shown: dict[str, Any] = {
        "p_attacker": float(chance),
        "p_defender": float(1 - chance),
        "p_attacker_fraction": str(chance),
        "p_defender_fraction": str(1 - chance),
    }
    for side, name in enumerate(SIDES):
        shown[f"strength_left_{name}"] = ended.strength_left(side)
        shown[f"gp_lost_{name}"] = ended.gp_lost(side)
    return shown


def sampled(found: Solution, samples: int, seed: int) -> dict[str, Any]:
    """Return the rate of battles fought at random beside the exact odds; checks both numbers."""
    if not 1 <= samples <= MOST_SAMPLES:
        raise expected(f"1 to {MOST_SAMPLES:_} samples", samples, "--samples")
    if not 0 <= seed <= LARGEST_SEED:
        raise expected(f"a seed from 0 to {LARGEST_SEED}", seed, "--seed")
    won = roll(found, samples, seed)
    return {"samples": samples, "seed": seed, "won_by_attacker": won, "rate": won / samples}


def panel(question: Question, shown: dict[str, Any]) -> list[str]:
    """Return the lines of the panel."""
    lines = [_force(question.battle, side) for side in range(len(SIDES))]
    for name in SIDES:
        lines.append(
            f"{name:<9} wins {shown[f'p_{name}'] * PERCENT:.2f} %, keeps strength "
            f"{shown[f'strength_left_{name}']:.2f}, loses {shown[f'gp_lost_{name}']:.2f} GP"
        )
    if "sampled" in shown:
        check = shown["sampled"]
        rate, count = check["rate"] * PERCENT, check["samples"]
        lines.append(f"fought {count} times at random: the attacker wins {rate:.2f} %")
    for change in shown.get("what_if", ()):
        chance = change["p_attacker"] * PERCENT
        lines.append(f"  {change['change']:<34}{chance:6.2f} %  {change['gain'] * PERCENT:+.2f}")
    if question.overrides:
        told = ", ".join(f"{name} = {value}" for name, value in question.overrides.items())
        lines.append(f"With changed rules: {told}")
    return lines


def _force(battle: Battle, side: int) -> str:
    fighters = (battle.fighters[i] for i in battle.side(side))
    return f"{SIDES[side]:<9} " + ", ".join(f"{f.name}:{f.strength}" for f in fighters)
