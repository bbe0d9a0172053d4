"""What reports say of Bloodstones alone."""

from __future__ import annotations

from typing import Final

from bloodstones.games.bloodstones.board_looks import BOARD
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, site_qualities
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.numbers import load_numbers
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.course import COURSE
from bloodstones.games.bloodstones.sections.odds_page import odds_page
from bloodstones.games.bloodstones.strategies.droppable import SPECIALTIES, thing_of
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.contract.game_report import (
    AreaWords,
    GameReport,
    GameText,
    Offers,
    Restriction,
    TablePage,
)
from bloodstones.report.language.phrases import count

WORDS: Final = GameText(
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

GLOSSARY: Final = {
    "citadel": "The stronghold that a faction places first; its units are built beside it.",
    "combat tile": "A tile drawn in a battle; the best of the draw are added to the modifiers.",
    "contested": "Of an area in which units of two or more players stand.",
    "gates": "The fewest areas that part a site from all that is farther.",
    "hand": "The tiles that a player holds, to build, to move or to swap in a battle.",
    "homes": "Places for villages near a site.",
    "raid": "To take a village of another faction.",
    "regroup": "To put spent tiles back and score one's villages; so many of them end the game.",
    "settle": "To build a village.",
    "shieldbearer": "A unit with which a defender wins ties.",
    "village": "What scores at each regroup, and for its captor at the end.",
    "withdraw": "To leave an area before a battle is fought.",
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
    """Return what a faction goes without, "" where it has none of it.

    >>> barred_thing("specialty", "corsairs"), barred_thing("castle", "chaos_horde")
    ('ship', '')
    """
    who = Faction.parse(faction, "faction")
    dropped = thing_of(thing, who)
    tiles = load_ruleset().factions[who].tiles
    return dropped if dropped == SPECIALTIES[who] or dropped in {unit.id for unit in tiles} else ""


def printed(name: str) -> int | None:
    """Return the printed value of a number.

    >>> printed("dragon.modifier"), printed("hand_limit")
    (4, None)
    """
    number = load_numbers().get(name)
    return number.values[0] if number is not None and len(number.values) == 1 else None


GAME_REPORT: Final = GameReport(
    words=WORDS,
    board_looks=BOARD,
    places=AreaWords(
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
