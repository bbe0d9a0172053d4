"""`bloodstones odds --game battlelore`: exact odds of an attack, as a panel or as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final

import click

from bloodstones.cli.options import data_option, reading_option, set_option
from bloodstones.games.battlelore.cli.odds_reading import read_attack
from bloodstones.games.battlelore.odds.attack import Attack, Fighter, counter, summary

JSON_INDENT: Final = 2
PERCENT: Final = 100
HELP: Final = """Exact odds of an attack: damage, retreat, lore, and the counter.

\b
UNIT     NAME[:LEFT]   citadel_guard:2, figures or health left; all if unsaid
TERRAIN  plain  hill  forest  building

Shooters attack from a distance unless --adjacent is said. p_retreats counts
retreats of a hex or more. The counter finds an attacker with three hexes to
retreat and no support. Figures that are missing were lost by damage. Dice of
Rune Blade are kept for most damage. Of the readings these bear on an attack:

\b
  forest_dice      minimum_dice    frenzy_limit    poison_lore
  building_shield  flying_terrain  flying_retreat  vigilant_scope
  counter_scope    rune_blade_hits
  ferocity_retreat (the counter by ferocity is made)
"""
EPILOG: Final = """\b
Examples:
  bloodstones odds --game battlelore --attacker viper_legion:3 \\
      --target citadel_guard:2
  ... --in forest     ... --free-retreat 1     ... --dice +1 --json
  ... --poisoned      ... --stunned            ... --fury
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--attacker", metavar="UNIT", required=True, help="Who attacks.")
@click.option("--target", metavar="UNIT", required=True, help="Who is attacked.")
@click.option("--from", "land_from", metavar="TERRAIN", default="plain", help="Attacker's; plain.")
@click.option("--in", "land_in", metavar="TERRAIN", default="plain", help="Target's; plain.")
@click.option("--free-retreat", type=int, default=3, metavar="N", help="Hexes to retreat; 3.")
@click.option("--supported", is_flag=True, help="A friend stands behind the target.")
@click.option("--adjacent", is_flag=True, help="Shooters stand next to the target.")
@click.option("--poisoned", is_flag=True, help="The target has a poison token.")
@click.option("--stunned", is_flag=True, help="The target has a stun token.")
@click.option("--attacker-poisoned", is_flag=True, help="The attacker has a poison token.")
@click.option("--fury", is_flag=True, help="The attacker plays Fury of Y'llan.")
@click.option("--rune-blade", is_flag=True, help="The attacker plays Rune Blade.")
@click.option("--dice", type=int, default=0, metavar="N", help="Dice more or fewer, as +1.")
@click.option("--heroic", default="best", metavar="USE", help="best for damage (default), or none.")
@set_option
@reading_option
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the panel.")
def command(as_json: bool, **asked: Any) -> None:
    """Read the arguments, compute, print."""
    attack = read_attack(asked)
    shown = answer(attack)
    if as_json:
        click.echo(json.dumps(shown, indent=JSON_INDENT))
    else:
        click.echo("\n".join(panel(attack, shown)))


def answer(attack: Attack) -> dict[str, Any]:
    """Return the odds of an attack under the keys of the JSON."""
    told, back = summary(attack), counter(attack)
    return {
        "dice": attack.dice,
        "p_destroyed": float(told.p_destroyed),
        "p_destroyed_fraction": str(told.p_destroyed),
        "p_retreats": float(told.p_retreats),
        "expected_damage": float(told.expected_damage),
        "expected_lore": float(told.expected_lore),
        "p_attacker_lost": float(told.p_attacker_lost),
        "damage": {str(amount): str(chance) for amount, chance in told.damage.items()},
        "counter": {each.name: float(getattr(back, each.name)) for each in fields(back)},
    }


def panel(attack: Attack, shown: dict[str, Any]) -> list[str]:
    """Return the lines of the panel."""
    back = shown["counter"]
    card = " of Rune Blade" if attack.blade else ", Fury of Y'llan played" if attack.fury else ""
    sides = f"{_named(attack.attacker)} attacks {_named(attack.target)}"
    lines = [
        f"{sides} with {shown['dice']} dice{card}",
        f"  destroyed   {shown['p_destroyed'] * PERCENT:6.2f} %  ({shown['p_destroyed_fraction']})",
        f"  retreats    {shown['p_retreats'] * PERCENT:6.2f} %",
        f"  damage      {shown['expected_damage']:6.3f}    lore {shown['expected_lore']:.3f}",
    ]
    if shown["p_attacker_lost"]:
        lines.append(f"  own loss    {shown['p_attacker_lost'] * PERCENT:6.2f} %  of the attacker")
    lines.append(
        f"  countered   {back['p'] * PERCENT:6.2f} %  damage {back['expected_damage']:.3f}, "
        f"destroyed {back['p_destroyed'] * PERCENT:.2f} %, "
        f"driven off {back['p_retreats'] * PERCENT:.2f} %"
    )
    return lines


def _named(each: Fighter) -> str:
    where = "" if each.land.id == "clear" else f" in {each.land.id}"
    tokens = [token for token in ("poisoned", "stunned") if getattr(each, token)]
    marks = f" ({', '.join(tokens)})" if tokens else ""
    return f"{each.name}:{each.figures}{where}{marks}"
