"""`bloodstones odds`: the exact odds of a battle, as a panel or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from bloodstones.cli.changes import set_option, told_changes
from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.battle_odds import (
    BattleOdds,
    SideOdds,
    battle_odds,
    check_hand,
)
from bloodstones.games.bloodstones.fight_odds import Hand, choose_swap
from bloodstones.games.bloodstones.force import EXAMPLE, check_terrain, parse_force, parse_terrain
from bloodstones.games.bloodstones.modifiers import Modifier
from bloodstones.games.bloodstones.names import Terrain
from bloodstones.games.bloodstones.overrides import parse_settings, with_overrides
from bloodstones.games.bloodstones.pip_value import PIP_VALUES, read_pip_value
from bloodstones.games.bloodstones.rulesdata import load_ruleset
from bloodstones.games.bloodstones.ruleset import Ruleset

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.swaps import SwapSolution

JSON_INDENT = 2

PRESETS = "\n".join(
    f"           {name:<8} {preset.value:<5g}{preset.reason}" for name, preset in PIP_VALUES.items()
)
HELP = f"""Exact odds of a battle: who wins, whether the defender may withdraw, expected VP.

\b
FORCE      FACTION: UNIT[*COUNT], UNIT[*COUNT], ...   all units in the area
factions   dragon_riders  horse_lords  hill_folk  necromancers
           chaos_horde  corsairs
units      skirmisher swordsman axeman shieldbearer cavalry lizardman
           goblin raider horde siege_engine leader ship castle citadel
           dragon giant necromancer undead cutiecorn
terrain    plains  forest  hills  mountains  desert  sea
NAME=N     a changed number of the rules: dragon.modifier=3, tiles_more=5
hand       pips (1-5) of the tiles that a side is ready to swap in: 5,3
swap       never    keep the tiles drawn (without a hand)
           greedy   swap the best hand tile for the lowest tile drawn
                    whenever that raises the own sum (with a hand)
           equilibrium   swap best, against an enemy who does so too or
                    against the enemy's model, both hands known to both;
                    needs the solve extra (scipy)
           informed      the same for Corsairs, who see the enemy's sum
pip value  what a pip spent costs in win chance: a number like 0.02, or
{PRESETS}
samples    also fight N battles at random and show the interval of that rate
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
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--attacker", metavar="FORCE", help="The active player's units.")
@click.option("--defender", metavar="FORCE", help="The other player's units.")
@click.option("--terrain", metavar="TERRAIN", help="Where the battle is.")
@click.option("--attacker-hand", metavar="PIPS", help="Hand tiles of the attacker.")
@click.option("--defender-hand", metavar="PIPS", help="Hand tiles of the defender.")
@click.option("--attacker-swap", metavar="MODEL", help="How the attacker swaps.")
@click.option("--defender-swap", metavar="MODEL", help="How the defender swaps.")
@click.option("--pip-value", metavar="L", default="0", help="Worth of a pip spent on a swap.")
@click.option("--swap-unseen", is_flag=True, help="The defender sees no swap coming (AMB-18).")
@click.option("--corsair-ship", is_flag=True, help="Corsairs attack next to a ship of theirs.")
@set_option
@click.option("--samples", type=int, metavar="N", help="Check by N battles fought at random.")
@click.option("--seed", type=int, metavar="SEED", default=1, help="Luck of the samples; default 1.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the panel.")
def command(
    attacker: str | None,
    defender: str | None,
    terrain: str | None,
    attacker_hand: str | None,
    defender_hand: str | None,
    attacker_swap: str | None,
    defender_swap: str | None,
    pip_value: str,
    swap_unseen: bool,
    corsair_ship: bool,
    settings: tuple[str, ...],
    samples: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Read the arguments, compute, print."""
    changes = parse_settings(settings)
    rules = with_overrides(load_ruleset(), changes, "--set")
    first = parse_force(_given(attacker, "--attacker", EXAMPLE), "--attacker", rules)
    second = parse_force(_given(defender, "--defender", EXAMPLE), "--defender", rules)
    where = parse_terrain(_given(terrain, "--terrain", ", ".join(Terrain.ids())), "--terrain")
    check_terrain(first, where, "--attacker", rules)
    check_terrain(second, where, "--defender", rules)
    hands = (
        _hand(attacker_hand, "--attacker-hand", rules),
        _hand(defender_hand, "--defender-hand", rules),
    )
    odds = battle_odds(
        first,
        second,
        where,
        attacker_hand=hands[0],
        defender_hand=hands[1],
        attacker_swap=choose_swap(attacker_swap, hands[0], "--attacker-swap", first.faction),
        defender_swap=choose_swap(defender_swap, hands[1], "--defender-swap", second.faction),
        corsair_ship=corsair_ship,
        ruleset=rules,
        pip_value=read_pip_value(pip_value, "--pip-value"),
        swap_announced=not swap_unseen,
    )
    check = None if samples is None else sampled(odds, samples, seed, rules)
    if as_json:
        shown = as_object(odds) | ({"overrides": changes} if changes else {})
        shown |= {"samples": check} if check else {}
        click.echo(json.dumps(shown, indent=JSON_INDENT))
    else:
        from bloodstones.cli.odds_panel import show

        show(odds)
        if changes:
            click.echo(told_changes(changes))
        if check:
            click.echo(sampled_line(check))


def sampled(odds: BattleOdds, samples: int, seed: int, rules: Ruleset) -> dict[str, Any]:
    """Return what so many battles fought at random gave, with the Wilson interval of their rate."""
    from bloodstones.cli.compiling import told_if_slow
    from bloodstones.games.bloodstones.sampling import sample_odds
    from bloodstones.stats.intervals import CONFIDENCE, wilson_interval

    with told_if_slow():
        won = sample_odds(odds, samples, seed, rules)
    low, high = wilson_interval(won, samples)
    return {
        "n": samples,
        "seed": seed,
        "attacker_wins": won,
        "p_attacker": won / samples,
        "low": low,
        "high": high,
        "confidence": CONFIDENCE,
        "holds_p_attacker": low <= odds.p_attacker <= high,
    }


def sampled_line(check: dict[str, Any]) -> str:
    """Return the samples as one line, with no decimal beyond their error.

    >>> sampled_line({"n": 1000, "p_attacker": 0.89, "low": 0.869, "high": 0.908,
    ...               "confidence": 0.95, "holds_p_attacker": True})
    'Sampled: the attacker won 89 % (87–91 %) of 1,000 battles; the 95 % interval holds ...'
    """
    from bloodstones.stats.rounding import PERCENT, show_percent

    rate = show_percent(check["p_attacker"], check["low"], check["high"])
    interval = f"{check['confidence'] * PERCENT:.0f} % interval"
    verdict = "holds" if check["holds_p_attacker"] else "misses"
    return (
        f"Sampled: the attacker won {rate} of {check['n']:,} battles; "
        f"the {interval} {verdict} the exact odds"
    )


def as_object(odds: BattleOdds) -> dict[str, Any]:
    """Return the odds as the JSON object that the command prints."""
    return {
        "p_attacker": float(odds.p_attacker),
        "p_defender": float(odds.p_defender),
        "p_attacker_fraction": _fraction(odds.p_attacker),
        "p_defender_fraction": _fraction(odds.p_defender),
        "terrain": odds.terrain.id,
        "attacker": _side_object(odds.attacker),
        "defender": _side_object(odds.defender),
        "defender_wins_ties": odds.defender_wins_ties,
        "can_withdraw": odds.can_withdraw,
        "withdrawal": {
            "only_by_ship": odds.withdrawal.only_by_ship,
            "reason": odds.withdrawal.reason,
            "clause": odds.withdrawal.clause,
        },
    } | (_swaps_object(odds.solution) if odds.solution else {})


def _swaps_object(solution: SwapSolution) -> dict[str, Any]:
    return {
        "value": solution.value,
        "pip_value": solution.battle.pip_value,
        "swap_announced": solution.battle.swap_announced,
        "pips_spent": {
            "attacker": float(solution.outcome.attacker_pips),
            "defender": float(solution.outcome.defender_pips),
        },
        "strategy": {
            role: [advice._asdict() for advice in solution.words(role == "attacker")]
            for role in ("attacker", "defender")
        },
    }


def _fraction(p: Fraction | float) -> str | None:
    return str(p) if isinstance(p, Fraction) else None


def _side_object(side: SideOdds) -> dict[str, Any]:
    return {
        "faction": side.force.faction.id,
        "units": side.units,
        "force": {unit.id: count for unit, count in side.force.counts.items()},
        "draws": side.draws,
        "modifier": side.modifier,
        "modifiers": [_modifier_object(line) for line in side.modifiers],
        "hand": list(side.hand),
        "swap": side.swap.value,
        "vp": side.vp,
        "expected_vp": float(side.expected_vp),
    }


def _modifier_object(line: Modifier) -> dict[str, Any]:
    return {
        "source": line.source,
        "count": line.count,
        "each": line.each,
        "condition": line.condition,
    }


def _given(text: str | None, option: str, tip: str) -> str:
    if text is None:
        raise InputError(f"expected {option}, got nothing (bloodstones odds)", f"{option} '{tip}'")
    return text


def _hand(text: str | None, option: str, rules: Ruleset) -> Hand:
    return () if text is None else check_hand(list(_pips(text, option)), option, rules)


def _pips(text: str, option: str) -> Iterator[int]:
    for item in text.split(","):
        tile = item.strip()
        if not (tile.isascii() and tile.isdigit() and len(tile) == 1):
            raise expected("pips like 5,3", text, option)
        yield int(tile)
