"""`bloodstones odds --game bellum_magica`: what the day's die lets an army plunder, exactly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click

from bloodstones.cli.exact import (
    JSON_INDENT,
    chance,
    changed_rules,
    changes_told,
    json_option,
    percent,
    whole,
)
from bloodstones.cli.options import data_option, set_option
from bloodstones.core.errors import InputError, near_matches
from bloodstones.core.faults import Faults
from bloodstones.games.bellum_magica.odds.army import Army, Target, names_in, read_army, read_target
from bloodstones.games.bellum_magica.odds.rolls import RollPlan, best_rolls
from bloodstones.games.bellum_magica.rules.names import Icon, Token
from bloodstones.games.bellum_magica.rules.reading import Ruleset, load_ruleset

AIMS = ("plunder", Icon.FOOD.id, Icon.GLYPH.id, Icon.TREASURE.id)
GATHERED = (Icon.FOOD, Icon.GLYPH, Icon.TREASURE)
EXAMPLE = 'bloodstones odds --game bellum_magica --castle C1 --right "E07, E12" --target V03'
HALF = len(GATHERED)
TOKENS = (Token.SHIELD, Token.MAGIC_SHIELD)


@click.command()
@click.option("--castle", metavar="ID", help="The own castle board.")
@click.option("--left", default="", metavar="IDS", help="Creatures left of it.")
@click.option("--right", default="", metavar="IDS", help="Creatures right of it.")
@click.option("--target", metavar="ID", help="A location, the tavern, or another castle.")
@click.option("--tokens", default="", metavar="TOKENS", help="Tokens of a castle attacked.")
@click.option("--rerolls", default="0", metavar="N", help="Spells and barrels ready to be used.")
@click.option("--aim", default="plunder", metavar="AIM", help="What rerolls are for.")
@set_option
@data_option
@json_option
def command(
    castle: str | None,
    target: str | None,
    settings: tuple[str, ...],
    data: str,
    as_json: bool,
    **given: str,
) -> None:
    """Exact odds that the day's die lets an army plunder a target.

    \b
    IDS     creatures by id: "G01, E07"; TOKENS: "shield*2, magic_shield"
    AIM     plunder (default), food, glyph or treasure: what the rerolls make
            most of; others' rerolls are not reckoned with
    NAME=VALUE  E07.R1=SSS, W05.shields=5, C1.shields=3
    """
    if castle is None or target is None:
        missing = "--castle" if castle is None else "--target"
        raise InputError(f"expected {missing}, got nothing (bloodstones odds)", EXAMPLE)
    changes, rules = changed_rules(load_ruleset, settings, data)
    army, goal = _read(rules, castle.upper(), target.upper(), given)
    plan = best_rolls(_worths(army, goal, given["aim"]), whole(given["rerolls"], "--rerolls"))
    if as_json:
        told = as_object(army, goal, plan, given["aim"])
        told |= {"overrides": changes} if changes else {}
        click.echo(json.dumps(told, indent=JSON_INDENT))
        return
    _show(army, goal, plan, given["aim"])
    if changes:
        click.echo(changes_told(changes))


def _read(
    rules: Ruleset, castle: str, target: str, given: Mapping[str, str]
) -> tuple[Army, Target]:
    """Return army and target, or raise one error with every fault."""
    faults = Faults()
    if given["aim"] not in AIMS:
        faults.add("--aim", "an aim", given["aim"], f"known: {', '.join(AIMS)}")
    tokens = _tokens(given["tokens"], faults)
    army = read_army(rules, castle, names_in(given["left"]), names_in(given["right"]), faults)
    goal = read_target(rules, target, tokens, castle, faults)
    faults.raise_if_any()
    assert army is not None
    assert goal is not None
    return army, goal


def _tokens(text: str, faults: Faults) -> dict[Token, int]:
    """Return the tokens written as `shield*2, magic_shield`."""
    known = {token.id: token for token in TOKENS}
    found: dict[Token, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (word.strip() for word in part.partition("*"))
        if name not in known or not (number or "1").isdecimal():
            tip = near_matches(name, known) or f"known: {', '.join(known)}"
            faults.add("--tokens", "TOKEN or TOKEN*NUMBER", part, tip)
            continue
        found[known[name]] = found.get(known[name], 0) + int(number or 1)
    return found


def _worths(army: Army, goal: Target, aim: str) -> list[int]:
    if aim == "plunder":
        return [int(goal.falls_to(row)) for row in army.rows]
    return [row[Icon[aim.upper()]] for row in army.rows]


def chance_of(army: Army, goal: Target, plan: RollPlan) -> Fraction:
    """Return the chance that the target falls under a plan of rerolls."""
    return plan.mean([int(goal.falls_to(row)) for row in army.rows])


def as_object(army: Army, goal: Target, plan: RollPlan, aim: str) -> dict[str, Any]:
    """Return the answer as JSON tells it."""
    means = {icon.id: plan.mean([row[icon] for row in army.rows]) for icon in GATHERED}
    return {
        "castle": army.castle.id,
        "left": [card.id for card in army.left],
        "right": [card.id for card in army.right],
        "target": {
            "id": goal.id,
            "shields": goal.shields,
            "magic_shields": goal.magic_shields,
            "thief": goal.thief,
        },
        **chance("p_success", chance_of(army, goal, plan)),
        "rows_that_win": [n + 1 for n, row in enumerate(army.rows) if goal.falls_to(row)],
        "aim": aim,
        "rerolls": len(plan.rolled_again),
        "expected_by_rerolls": [str(value) for value in plan.expected],
        "rolled_again": [list(rows) for rows in plan.rolled_again],
        "expected_gather": {name: float(mean) for name, mean in means.items()},
        "expected_gather_fraction": {name: str(mean) for name, mean in means.items()},
    }


def _show(army: Army, goal: Target, plan: RollPlan, aim: str) -> None:
    """Print the answer as lines of text."""
    told = as_object(army, goal, plan, aim)
    need = f"{goal.shields} shields, {goal.magic_shields} magic" + ", a thief" * goal.thief
    click.echo(f"{army.castle.name} against {goal.id} ({need})")
    click.echo(f"Plundered: {percent(chance_of(army, goal, plan))}")
    click.echo("Rows   F G T  S M X")
    for number, row in enumerate(army.rows, 1):
        mark = "falls" if goal.falls_to(row) else ""
        left, right = (" ".join(map(str, half)) for half in (row[:HALF], row[HALF:]))
        click.echo(f"  {number}    {left}  {right}  {mark}".rstrip())
    for name, mean in told["expected_gather"].items():
        click.echo(f"Expected {name}: {mean:.3f} ({told['expected_gather_fraction'][name]})")
    for left_over, rows in enumerate(plan.rolled_again, 1):
        again = ", ".join(map(str, rows)) or "none"
        click.echo(f"With {left_over} left, roll again for {aim}: rows {again}")
