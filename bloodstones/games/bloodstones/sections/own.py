"""What reports say of Bloodstones alone."""

from __future__ import annotations

from typing import Final

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, site_qualities
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.numbers import rule_numbers
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.board_looks import LOOKS
from bloodstones.games.bloodstones.sections.citadel_sites import CITADEL_SITES
from bloodstones.games.bloodstones.sections.combat import COMBAT
from bloodstones.games.bloodstones.sections.course import COURSE
from bloodstones.games.bloodstones.sections.map_features import MAP_FEATURES
from bloodstones.games.bloodstones.sections.odds_page import odds_page
from bloodstones.games.bloodstones.sections.openings import BEGINNINGS
from bloodstones.games.bloodstones.strategies.restrictions import thing_of
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.own import Offers, Own, Places, Restriction, TablePage, Words
from bloodstones.report.wording import count

WORDS: Final = Words(
    chance="the draws of tiles",
    dealt=" of tiles",
    drawn="tiles",
    alike="the same tiles came from the bags",
    end="a player regrouped often enough",
    dashed="borders at sea",
    rivers="Rivers change nothing in play.",
    activity="Withdrawals are counted for the side that withdraws.",
    duels=(
        "Corsairs and the Chaos Horde need more than two players and are not among these games."
    ),
    fewest="Fewest players: two, three with the Corsairs, four with the Chaos Horde.",
)

GLOSSARY: Final = {
    "citadel": "The one stronghold that every faction founds its game from.",
    "combat tile": "A tile drawn in a battle; its number is added to the units.",
    "contested": "An area in which units of two factions stand.",
    "found": "To place the citadel and the first units.",
    "gates": "The fewest areas that part a site from all that is farther.",
    "hand": "The tiles that a player holds, to build, to move or to swap in a battle.",
    "homes": "Places for villages near a site.",
    "raid": "To take a village of another faction.",
    "regroup": "To end a turn by scoring one's villages and drawing anew; so many end the game.",
    "settle": "To build a village.",
    "shieldbearer": "A unit with which a defender takes ties.",
    "village": "What scores at each regroup, and when it is taken.",
    "withdraw": "To leave before a battle is fought.",
}


def site_offers(map_id: str) -> Offers:
    """Return what the citadel sites of a map offer."""
    sites = site_qualities(load_map(map_id), load_ruleset())
    cells = {
        site.area: (
            f"{site.area}, {site.terrain}",
            f"{site.places[1]}, {site.places[-1]}",
            str(site.gates),
            "–" if site.to_sea is None else str(site.to_sea),
        )
        for site in sites
    }
    return Offers(f", of {count(len(sites), 'legal site')}", cells)


def barred_thing(thing: str, faction: str) -> str:
    """Return what a faction goes without.

    >>> barred_thing("specialty", "corsairs")
    'ship'
    """
    return thing_of(thing, Faction.parse(faction, "faction"))


def printed(name: str) -> int | None:
    """Return the printed value of a number.

    >>> printed("dragon.modifier"), printed("hand_limit")
    (4, None)
    """
    known = rule_numbers(load_ruleset()).get(name)
    return known.values[0] if known is not None and len(known.values) == 1 else None


OWN: Final = Own(
    sections={
        "odds": COMBAT,
        "map_features": MAP_FEATURES,
        "citadel_sites": CITADEL_SITES,
        "beginnings": BEGINNINGS,
    },
    words=WORDS,
    looks=LOOKS,
    places=Places(
        (f"homes within\n1, {HOME_STEPS} steps", "gates", "steps\nto sea"),
        "Homes: places for villages. Gates: the fewest areas "
        "that part the site from all that is farther.",
        site_offers,
    ),
    course=COURSE,
    restriction=Restriction(WITHOUT, barred_thing),
    printed=printed,
    pages=(TablePage("odds", "the odds of any battle", lambda: odds_page(load_ruleset())),),
    glossary=GLOSSARY,
)
