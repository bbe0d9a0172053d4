"""`bloodstones odds`: exact answers to the questions about a battle, as a panel or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bloodstones.cli.terminal.compiling import told_if_slow
from bloodstones.cli.terminal.options import data_option, replace_option
from bloodstones.cli.terminal.pictures import picture_format
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.games.bloodstones.cli import odds_reading as reading
from bloodstones.games.bloodstones.cli.changes import changed_rules, set_option, told_changes
from bloodstones.games.bloodstones.cli.vocabulary import (
    factions_listed,
    terrains_listed,
    units_listed,
)
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.hands import PIP_VALUES

JSON_INDENT = 2
WORKING = (
    "still working: large hands that are swapped best, or many choices, take a minute or more ..."
)
DEFAULT_SEED = 1

PRESETS = "\n".join(
    f"           {name:<8} {preset.value:<5g}{preset.reason}" for name, preset in PIP_VALUES.items()
)
HELP = f"""Exact odds of a battle: who wins, who may withdraw, expected VP and losses.

\b
ask one of, for --side attacker (default) or defender
  (nothing)                    what are my odds
  --what-if                    a modifier, a tile, a unit more or less
  --spend                      which hand tile to spend on which draw
  --needs 80,95 --nearby UNITS --tiles TILES
                               the smallest force that wins so often, of units
                               nearby and tiles in hand (built or kept to
                               swap); for --attacker the faction is enough
  --drew 5,5,4 --enemy-drew 2,3,3
                               how lucky that fight was for both sides;
                               --swapped 4 --enemy-swapped none: what each
                               swapped in, if not what its model does
  --also FORCE                 one more defender in the area (repeat it): the
                               best order to fight them in, one by one;
                               best swaps weigh the battles still to come

\b
FORCE      FACTION: UNIT[*COUNT], UNIT[*COUNT], ...   all units in the area
{factions_listed()}
{units_listed()}
{terrains_listed()}
NAME=N     a changed number of the rules: dragon.modifier=3, tiles_more=5
hand       pips (1-5) of the tiles that a side is ready to swap in: 5,3;
           no more than its faction has beside the units that fight
swap       never    keep the tiles drawn (without a hand)
           greedy   swap the best hand tile for the lowest tile drawn
                    whenever that raises the own sum (with a hand)
           equilibrium   swap best, against an enemy who does so too or
                    against the enemy's model, both hands known to both;
                    needs the solve extra (scipy)
           informed      the same for Corsairs, who see the enemy's sum
pip value  what a pip spent costs in win chance: a number like 0.02, or
{PRESETS}
--samples  also fight N battles at random and show the interval of that rate
"""
EPILOG = """\b
Examples:
  bloodstones odds --terrain plains \\
      --attacker "dragon_riders: cavalry, lizardman*2, leader" \\
      --defender "horse_lords: swordsman, shieldbearer"

\b
  bloodstones odds --terrain hills --attacker-hand 5,4 --defender-hand 4 \\
      --attacker "corsairs: axeman*4, siege_engine" --corsair-ship \\
      --defender "hill_folk: giant, castle" --json

\b
  ... --what-if --side defender           ... --spend --pip-value scarce
  ... --drew 5,4,3,2 --enemy-drew 2,3,3   ... --plot odds.svg
  ... --also "necromancers: goblin*2" --also-hand 4
  ... --needs 90 --nearby "cavalry*2, leader" --tiles "swordsman*2, blank"
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--attacker", metavar="FORCE", help="The active player's units.")
@click.option("--defender", metavar="FORCE", help="The other player's units.")
@click.option("--terrain", metavar="TERRAIN", help="Where the battle is.")
@click.option("--attacker-hand", metavar="PIPS", help="Hand tiles of the attacker.")
@click.option("--defender-hand", metavar="PIPS", help="Hand tiles of the defender.")
@click.option("--attacker-swap", metavar="MODEL", help="How the attacker swaps.")
@click.option("--defender-swap", metavar="MODEL", help="How the defender swaps.")
@click.option("--pip-value", metavar="L", help="Worth of a pip spent on a swap; 0 by default.")
@click.option("--swap-unseen", is_flag=True, help="The defender sees no swap coming (AMB-18).")
@click.option("--corsair-ship", is_flag=True, help="Corsairs attack next to a ship of theirs.")
@click.option("--at-citadel", is_flag=True, help="The attacker's citadel is there.")
@set_option
@data_option
@click.option("--side", metavar="SIDE", help="Who asks: attacker (default) or defender.")
@click.option("--what-if", is_flag=True, help="What one change would make of the odds.")
@click.option("--spend", is_flag=True, help="Which hand tile to spend on which draw.")
@click.option("--needs", metavar="PERCENT,...", help="The smallest force that wins so often.")
@click.option("--nearby", metavar="UNITS", help="Units that can come, with --needs.")
@click.option("--tiles", metavar="TILES", help="Tiles in hand by name, with --needs.")
@click.option("--drew", "--attacker-drew", metavar="PIPS", help="Combat tiles of the attacker.")
@click.option("--enemy-drew", "--defender-drew", metavar="PIPS", help="Those of the defender.")
@click.option(
    "--swapped",
    "--attacker-swapped",
    metavar="PIPS",
    help="Tile swapped in, or none.",
)
@click.option("--enemy-swapped", "--defender-swapped", metavar="PIPS", help="The defender's.")
@click.option("--also", multiple=True, metavar="FORCE", help="One more defender in the area.")
@click.option("--also-hand", multiple=True, metavar="PIPS", help="The hand of each --also.")
@click.option("--cornered", is_flag=True, help="With --also: the beaten cannot retreat.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw svg, png, pdf.")
@replace_option
@click.option(
    "--samples", type=WHOLE_NUMBER, metavar="N", help="Check by N battles fought at random."
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="SEED", help="Luck of the samples; default 1.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the panel.")
def command(
    settings: tuple[str, ...], data: str, replace: bool, as_json: bool, **asked: Any
) -> None:
    """Read the arguments, compute, print."""
    changes, rules = changed_rules(settings, data)
    given = {
        name: value
        for name, value in asked.items()
        if value is not None and value is not False and value != ()
    }
    question = reading.question(given)
    if "plot" in given:
        picture_format(given["plot"], "--plot", replace=replace)
    with told_if_slow(notice=WORKING):
        if question == "odds":
            from bloodstones.games.bloodstones.cli.odds_object import as_object

            battle = reading.battle(given, rules)
            shown = as_object(battle)
        else:
            from bloodstones.games.bloodstones.cli import odds_questions

            shown, panel = odds_questions.QUESTIONS[question](given, rules)
    if question == "odds":
        check, panel = _plain(battle, given)
        shown |= check
    if as_json:
        shown |= {"overrides": changes} if changes else {}
        click.echo(json.dumps(shown, indent=JSON_INDENT))
        return
    panel()
    if changes:
        click.echo(told_changes(changes))


def _plain(battle: Battle, given: dict[str, Any]) -> reading.Answer:
    """Return what samples show and what prints the odds; write the picture, if one is wanted."""
    check: dict[str, Any] = {}
    if "plot" in given:
        from bloodstones.games.bloodstones.cli.odds_plot import write_plot

        write_plot(battle, given["plot"])
    if "samples" in given:
        from bloodstones.games.bloodstones.cli.odds_sampled import sampled

        check = sampled(battle, given["samples"], given.get("seed", DEFAULT_SEED))

    def panel() -> None:
        from bloodstones.games.bloodstones.cli.odds_panel import show

        show(battle)
        if "plot" in given:
            click.echo(f"Picture: {given['plot']}")
        if check:
            from bloodstones.games.bloodstones.cli.odds_sampled import sampled_line

            click.echo(sampled_line(check["sampled"]))

    return reading.Answer(check, panel)
