"""What reports say of Bloodstones alone."""

from __future__ import annotations

from typing import Final

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, site_qualities
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.board_looks import LOOKS
from bloodstones.games.bloodstones.sections.combat import COMBAT
from bloodstones.games.bloodstones.sections.course import COURSE
from bloodstones.games.bloodstones.strategies.restrictions import thing_of
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.own import Offers, Own, Places, Restriction, Words
from bloodstones.report.wording import count

WORDS: Final = Words(
    chance="the draws of tiles",
    battles="the luck of combat tiles",
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


OWN: Final = Own(
    sections={"odds": COMBAT},
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
)
