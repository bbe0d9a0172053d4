"""`bloodstones draws --game bellum_magica`: when wanted creatures turn up, exactly."""

from __future__ import annotations

import json

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
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.games.bellum_magica.odds.army import names_in
from bloodstones.games.bellum_magica.odds.offers import read_pile
from bloodstones.games.bellum_magica.rules.reading import load_ruleset

EXAMPLE = "bloodstones draws --game bellum_magica --want ogre --refills 6"
MOST_REFILLS = 80


@click.command()
@click.option("--want", metavar="WORDS", help="The creatures hoped for.")
@click.option("--refills", default="0", metavar="N", help="Cards turned up by purchases.")
@click.option("--at-least", default="1", metavar="K", help="How many of them.")
@click.option("--seen", metavar="IDS", help="Cards that are out of the pile already.")
@click.option("--pile", default="", metavar="PILE", help="evil or most_evil.")
@set_option
@data_option
@json_option
def command(
    want: str | None,
    refills: str,
    at_least: str,
    seen: str | None,
    pile: str,
    settings: tuple[str, ...],
    data: str,
    as_json: bool,
) -> None:
    """Exact chance that wanted creatures turn up within N refills.

    \b
    WORDS   ids, names (rat_pack), bonus tokens (reroll) or icons (thief);
            with commas: any of them
    --seen  without it the two cards that the game begins with count as well
    """
    if want is None:
        raise InputError("expected --want, got nothing (bloodstones draws)", EXAMPLE)
    changes, rules = changed_rules(load_ruleset, settings, data)
    number, least = whole(refills, "--refills"), whole(at_least, "--at-least", 1)
    words = [word.strip().lower().replace(" ", "_") for word in want.split(",") if word.strip()]
    faults = Faults()
    if number > MOST_REFILLS:
        faults.add("--refills", f"at most {MOST_REFILLS} refills", number)
    found = read_pile(rules, words, names_in(seen or ""), faults, pile)
    faults.raise_if_any()
    assert found is not None
    first = 0 if seen is not None else rules.numbers["setup.face_up"]
    chances = [found.chance(first + after, least) for after in range(number + 1)]
    if as_json:
        told = {
            "want": words,
            "pile": found.deck.id,
            "wanted": [card.id for card in found.wanted],
            "cards_in_pile": found.size,
            "at_least": least,
            "refills": number,
            **chance("p_success", chances[-1]),
            "by_refill": [str(each) for each in chances],
        }
        told |= {"overrides": changes} if changes else {}
        click.echo(json.dumps(told, indent=JSON_INDENT))
        return
    click.echo(f"{', '.join(words)}: {len(found.wanted)} of {found.size} cards in the pile")
    for after, found_by in enumerate(chances):
        click.echo(f"  after {after} refills: {percent(found_by)}")
    if changes:
        click.echo(changes_told(changes))
