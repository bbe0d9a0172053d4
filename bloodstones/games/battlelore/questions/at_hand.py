"""The attacks at hand at a table: each that a seat may make, and the counter that it may make.

All of it lies open but for lore cards: those of the enemy are left out, and the player's own until
they may be played, before the roll. At a corner the attacker chooses the way of a retreat; the odds
take that of most damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from bloodstones.games.battlelore import events
from bloodstones.games.battlelore.engine.decisions import Kind, unpack
from bloodstones.games.battlelore.engine.ground import UNEVEN, is_held, more_dice, room_behind
from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.engine.state import Point
from bloodstones.games.battlelore.odds.attack import BEARING
from bloodstones.games.battlelore.questions.odds import CARDS, LANDS
from bloodstones.games.battlelore.record.header import names
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Lore, Terrain, Window
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
YES: Final = "yes"
NAMES: Final = {land: name for name, land in LANDS.items()}
COUNTER: Final = frozenset({"counter"})
FLAGS: Final = {card: name for name, card in CARDS.items()}
MOST_DAMAGE: Final = "heroic faces are used for most damage."
BESIDE: Final = f"Without lore cards; {MOST_DAMAGE}"
ENEMYS: Final = f"Without lore cards of the enemy; {MOST_DAMAGE}"
READINGS: Final = frozenset(BEARING)


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return the attacks that a seat which decides can ask about, see `kit.table.at_hand`."""
    return tuple(_attacks(cast(Playthrough, play)))


def _attacks(play: Playthrough) -> Iterator[AtHand]:
    """Yield what is at hand among the decisions of who decides."""
    state, level = play.state, int(play.state.level)
    before_roll = int(state.point) == Point.WINDOW and int(state.window) == Window.BEFORE_ROLL
    if before_roll and int(state.attacker[level]) // SLOTS == play.decider:
        yield from _before_roll(play, level)
        return
    for code in play.legal_codes().tolist():
        decision = unpack(code)
        if decision.kind is Kind.ATTACK:
            one, other = int(decision.x), int(decision.y)
            asked, hidden = _attack(play, one, other), frozenset[str]()
        elif decision.kind is Kind.COUNTER:
            one, other = int(state.target[0]), int(state.attacker[0])
            asked, hidden = _counter(play, one, other), COUNTER
        else:
            continue
        if asked is not None:
            yield AtHand(_words(play, one, other), ODDS, asked, code, BESIDE, hidden)


def _words(play: Playthrough, one: int, other: int) -> str:
    units = names(play)[events.UNITS]
    return f"{units[one]} against {units[other]}".replace("_", " ").capitalize()


def _before_roll(play: Playthrough, level: int) -> Iterator[AtHand]:
    """Yield an attack or a counter without a lore card, and with each that may be played."""
    state, tables = play.state, play.tables
    if state.shield[level] or state.hold[level]:
        return  # a card of the enemy, which the odds do not reckon with
    one, other = int(state.attacker[level]), int(state.target[level])
    plain, hidden = (_counter, COUNTER) if level else (_attack, frozenset[str]())
    words = _words(play, one, other)
    for code in play.legal_codes().tolist():
        decision = unpack(code)
        if decision.kind is Kind.PASS:
            asked, card = plain(play, one, other), ", without a card"
        elif level:
            continue  # how far a counter with more dice drives a unit is not known
        else:
            lore = Lore(int(tables.lore_card[play.decider, int(decision.x)]))
            asked, card = _with_card(play, lore), f" with {lore.id.replace('_', ' ')}"
        if asked is not None:
            yield AtHand(f"{words}{card}", ODDS, asked, code, ENEMYS, hidden)


def _with_card(play: Playthrough, card: Lore) -> Mapping[str, str] | None:
    """Return the parameters of an attack with a lore card, None for one that odds do not reach."""
    if card not in FLAGS and card is not Lore.ARROW_STORM:
        return None
    more, state = int(play.tables.amount[card]), play.state
    one, other = int(state.attacker[0]), int(state.target[0])
    twin = play.copy()
    twin.state.extra_dice[one] += more  # more dice may drive the target farther
    asked = _attack(twin, one, other)
    if asked is None or card is Lore.ARROW_STORM:
        return asked
    return {**asked, FLAGS[card]: YES, "dice": str(int(asked["dice"]) - more)}


def _attack(play: Playthrough, one: int, other: int) -> Mapping[str, str] | None:
    """Return the parameters of an attack and the counter to it, None where odds do not reach."""
    asked, retreat = _sides(play, one, other, 0), _retreat(play, one, other, 0)
    back = _retreat(play, other, one, 1)
    if retreat is None or back is None:
        return None
    asked |= {"free_retreat": str(retreat[0]), "counter_free_retreat": str(back[0])}
    asked |= {"counter_dice": str(more_dice(play.state, play.tables, 1, other, one))}
    flags = {"supported": retreat[1], "counter_supported": back[1]}
    return asked | {name: YES for name, flag in flags.items() if flag}


def _counter(play: Playthrough, one: int, other: int) -> Mapping[str, str] | None:
    """Return the parameters of a counter as those of an attack, which nobody counters."""
    asked, retreat = _sides(play, one, other, 1), _retreat(play, one, other, 1)
    if retreat is None:
        return None
    asked |= {"free_retreat": str(retreat[0])}
    return asked | ({"supported": YES} if retreat[1] else {})


def _sides(play: Playthrough, one: int, other: int, level: int) -> dict[str, str]:
    """Return the parameters of both units, their land and the dice.

    Parameters
    ----------
    one, other
        Who attacks, and whom.
    level
        0 for an attack, 1 for a counter.
    """
    state, tables = play.state, play.tables
    flags = {
        "adjacent": tables.distance[state.hex[one], state.hex[other]] == 1,
        "poisoned": state.poison[other],
        "stunned": state.stun[other],
        "attacker_poisoned": state.poison[one],
    }
    return {
        "attacker": _unit(play, one),
        "target": _unit(play, other),
        "land_from": _land(play, one),
        "land_in": _land(play, other),
        "dice": str(more_dice(state, tables, level, one, other)),
    } | {name: YES for name, flag in flags.items() if flag}


def _unit(play: Playthrough, unit: int) -> str:
    name = names(play)[events.UNITS][unit].rpartition(" ")[0]
    return f"{name}:{int(play.state.figures[unit])}"


def _land(play: Playthrough, unit: int) -> str:
    """Return the land of a unit as the question names it; others than those have no part in it."""
    land = Terrain(int(play.state.terrain[play.state.hex[unit]]))
    return NAMES.get(land, NAMES[Terrain.CLEAR])


def _retreat(play: Playthrough, one: int, other: int, level: int) -> tuple[int, bool] | None:
    """Return how many hexes a target could retreat, and whether it is supported.

    None where it depends on how many it must go. Parameters as those of `_sides`.
    """
    state, tables = play.state, play.tables
    ways = []
    for side in range(1 + int(tables.split[state.hex[one], state.hex[other]])):
        room = room_behind(state, tables, level, one, other, side)
        if room == UNEVEN:
            return None
        ways.append((bool(is_held(state, tables, one, other, side)), int(room)))
    held, room = min(ways)
    return room, held
