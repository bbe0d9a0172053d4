"""`bloodstones odds --game battalia`: a fight against an unknown hand of a known deck, exactly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from bloodstones.cli.exact import JSON_INDENT, chance, changes_told, json_option, percent, whole
from bloodstones.cli.options import data_option, set_option
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.names import by_id
from bloodstones.games.battalia.cli.common import changed_rules
from bloodstones.games.battalia.odds import decks
from bloodstones.games.battalia.odds.fights import FightOdds, fight_odds
from bloodstones.games.battalia.odds.hands import MOST_HAND
from bloodstones.games.battalia.odds.lines import Side
from bloodstones.games.battalia.rules.names import RANKS, Faction, Kind
from bloodstones.games.battalia.rules.reading import Ruleset

EXAMPLE = (
    'bloodstones odds --game battalia --attack "orsari: weapon, lord" --hero orsari --level 2 '
    '--deck "lagorai: friman*3, chief; supply*5" --hand 5'
)
MOST_LEVEL = 40
MOST_HEROES = 2
SIDES = ("defender", "attacker")


@click.command()
@click.option("--attack", default="", metavar="CARDS", help="What the attacker surely has.")
@click.option("--defence", default="", metavar="CARDS", help="What the defender surely has.")
@click.option("--deck", metavar="CARDS", help="The cards out of which the unknown hand is.")
@click.option("--hand", default="6", metavar="N", help="Cards of that hand. [default: 6]")
@click.option("--unknown", default="defender", metavar="SIDE", help="Whose hand it is.")
@click.option("--hero", default="", metavar="FACTION", help="Faction of the attacker's heroes.")
@click.option("--heroes", default="1", metavar="N", help="Of these in the fight. [default: 1]")
@click.option("--other", default="", metavar="FACTION", help="Faction of the defender's heroes.")
@click.option("--others", default="0", metavar="N", help="Of these in the fight. [default: 0]")
@click.option("--level", default="0", metavar="N", help="Level of the city, 8 for the ruins.")
@click.option("--lit", default="", metavar="ARTIFACT", help="What the oracle lights.")
@click.option("--gone", default="", metavar="CARDS", help="Further cards out of the pool.")
@set_option
@data_option
@json_option
def command(settings: tuple[str, ...], data: str, as_json: bool, **given: str) -> None:
    """Exact odds of a fight: known cards, and a hand nobody knows out of a known deck.

    Both sides go on with all they have; a defender that cannot reach the
    attacker may not fight back, and loses. Tented cards are among what a side
    surely has, ambushed ones part of the unknown hand. Amulets, titles and
    scrolls are used for the best chance: the side that is known makes the
    most of its cards first, the other then knows what it has to reach.
    Titles and scrolls search the cards that no option names; artifacts are put
    on artifacts only where two of them can be used at most.

    \b
    CARDS   "orsari: weapon, lord; supply*5; sword"
    SIDE    defender (default) or attacker
    """
    if given.get("deck") is None or not given["hero"]:
        missing = "--hero" if given.get("deck") is not None else "--deck"
        raise InputError(f"expected {missing}, got nothing (bloodstones odds)", EXAMPLE)
    changes, rules = changed_rules(settings, data)
    odds = answer(rules, given)
    if as_json:
        told = as_object(odds, given)
        told |= {"overrides": changes} if changes else {}
        click.echo(json.dumps(told, indent=JSON_INDENT))
        return
    click.echo(f"The attacker wins: {percent(odds.attacker_wins)}")
    lying = ", before amulets, titles and scrolls" if odds.converted else ""
    click.echo(f"The {given['unknown']} has, against {odds.known} of the other side{lying}:")
    for total, value in odds.strengths.items():
        click.echo(f"  {total}: {percent(value)}")
    if changes:
        click.echo(changes_told(changes))


def answer(rules: Ruleset, given: Mapping[str, str]) -> FightOdds:
    """Return the odds, or raise one error with every fault of the arguments."""
    faults, errors = Faults(), list[InputError]()
    lots = {
        name: decks.read_deck(rules, given[name], f"--{name}", faults)
        for name in ("attack", "defence", "deck", "gone")
    }
    numbers = dict.fromkeys(("hand", "heroes", "others", "level"), 0)
    hand = sum(lots["deck"].values())
    spans = {
        "hand": (1, max(1, min(MOST_HAND, hand))),
        "heroes": (1, MOST_HEROES),
        "others": (0, MOST_HEROES),
        "level": (0, MOST_LEVEL),
    }
    for name, (low, high) in spans.items():
        with gathering(errors):
            numbers[name] = whole(given[name], f"--{name}", low, high)
    factions = {name: _faction(given[name], f"--{name}", faults) for name in ("hero", "other")}
    lit = None
    if given["lit"]:
        known = {name: kind for name, kind in by_id(Kind).items() if RANKS <= kind < Kind.SUPPLY}
        if given["lit"] in known:
            lit = known[given["lit"]]
        else:
            faults.add("--lit", "an artifact", given["lit"], nearest(given["lit"], known))
    if given["unknown"] not in SIDES:
        faults.add("--unknown", "a side", given["unknown"], nearest(given["unknown"], SIDES))
    raise_together([*(InputError(each) for each in faults.sentences), *errors])
    attacker = Side(True, lots["attack"], factions["hero"], numbers["heroes"], lit=lit)
    defender = Side(
        False, lots["defence"], factions["other"], numbers["others"], numbers["level"], lit
    )
    unknown = defender if given["unknown"] == "defender" else attacker
    return fight_odds(
        rules, attacker, defender, lots["deck"], numbers["hand"], unknown, lots["gone"]
    )


def _faction(name: str, where: str, faults: Faults) -> Faction:
    """Return a faction; one that is not given matters to nobody."""
    if name and name not in Faction.ids():
        faults.add(where, "a faction", name, nearest(name, Faction.ids()))
    return by_id(Faction).get(name, Faction.ORSARI)


def as_object(odds: FightOdds, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the answer as JSON tells it."""
    return {
        **chance("p_success", odds.attacker_wins),
        "unknown": given["unknown"],
        "known_strength": odds.known,
        "converted": odds.converted,
        "strengths": {str(total): float(p) for total, p in odds.strengths.items()},
        "strengths_fraction": {str(total): str(p) for total, p in odds.strengths.items()},
    }
