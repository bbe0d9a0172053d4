"""`bloodstones draws --game battalia`: what a hand out of a deck brings, exactly."""

from __future__ import annotations

import json
from typing import Any

import click

from bloodstones.cli.exact import JSON_INDENT, chance, changes_told, json_option, percent, whole
from bloodstones.cli.options import data_option, set_option
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, raise_together
from bloodstones.games.battalia.cli.common import changed_rules
from bloodstones.games.battalia.odds import decks
from bloodstones.games.battalia.odds.hands import MOST_HAND, SIZES, HandChances, hand_chances

EXAMPLE = 'bloodstones draws --game battalia --deck "orsari: friman*3; supply*5" --hand 6'


@click.command()
@click.option("--deck", metavar="CARDS", help="The draw pile.")
@click.option("--hand", default="6", metavar="N", help="Cards drawn. [default: 6]")
@click.option("--cohort", default="3", metavar="SIZE", help="Least size of a cohort. [default: 3]")
@click.option("--want", metavar="WORDS", help="Cards hoped for: at least one of them.")
@click.option("--gain", default="", metavar="CARDS", help="Cards bought before, for comparison.")
@click.option("--thin", default="", metavar="CARDS", help="Cards lost before, for comparison.")
@set_option
@data_option
@json_option
def command(
    deck: str | None,
    hand: str,
    cohort: str,
    want: str | None,
    gain: str,
    thin: str,
    settings: tuple[str, ...],
    data: str,
    as_json: bool,
) -> None:
    """Exact chances of cohorts and wanted cards in a hand out of a deck.

    \b
    CARDS   "orsari: friman*3, chief; lagorai: priest; supply*5; horn"
    WORDS   kinds (weapon), factions (orsari), cards (orsari lord);
            with commas: any of them
    """
    if deck is None:
        raise InputError("expected --deck, got nothing (bloodstones draws)", EXAMPLE)
    changes, rules = changed_rules(settings, data)
    faults, errors = Faults(), list[InputError]()
    base = decks.read_deck(rules, deck, "--deck", faults)
    more = decks.read_deck(rules, gain, "--gain", faults)
    less = decks.read_deck(rules, thin, "--thin", faults)
    wanted = decks.read_wanted(want, "--want", faults) if want is not None else frozenset()
    changed = decks.thinned(decks.joined(base, more), less, "--thin", faults)
    cards, least = 1, SIZES[0]
    with gathering(errors):
        cards = whole(hand, "--hand", 1, MOST_HAND)
    with gathering(errors):
        least = whole(cohort, "--cohort", SIZES[0], SIZES[-1])
    raise_together([*(InputError(each) for each in faults.sentences), *errors])
    found = hand_chances(rules, changed, cards, wanted)
    before = hand_chances(rules, base, cards, wanted) if more or less else None
    if not as_json:
        _show(found, before, least)
        if changes:
            click.echo(changes_told(changes))
        return
    told: dict[str, Any] = {
        "deck": decks.told(changed),
        "cards": sum(changed.values()),
        "hand": cards,
        "cohort": least,
        **as_keys(found, least),
    }
    if want is not None:
        told["want"] = want
    if before is not None:
        told["before"] = {"deck": decks.told(base), **as_keys(before, least)}
    told |= {"overrides": changes} if changes else {}
    click.echo(json.dumps(told, indent=JSON_INDENT))


def as_keys(found: HandChances, least: int) -> dict[str, Any]:
    """Return chances as the keys of JSON; `p_cohort` is of a cohort of the least size or more."""
    told = chance("p_cohort", found.at_least(least))
    for size, value in found.largest.items():
        told |= chance(f"p_cohort_{size}", value)
    told |= chance("expected_cohort_draw", found.drawn)
    if found.wanted is not None:
        told |= chance("p_want", found.wanted)
    return told


def _show(found: HandChances, before: HandChances | None, least: int) -> None:
    """Print the answer as lines of text."""
    for title, each in (("Before the change", before), ("The deck", found)):
        if each is None:
            continue
        if before is not None:
            click.echo(f"{title}:")
        click.echo(f"A cohort of {least} or more: {percent(each.at_least(least))}")
        for size, value in each.largest.items():
            more = " or more" if size == SIZES[-1] else ""
            click.echo(f"  largest of {size}{more}: {percent(value)}")
        click.echo(f"Cards drawn for cohorts: {float(each.drawn):.3f} ({each.drawn})")
        if each.wanted is not None:
            click.echo(f"At least one wanted card: {percent(each.wanted)}")
