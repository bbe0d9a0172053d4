"""The attacks at hand at a table: each that a seat may make, and the counter that it may make.

All of it lies open but for lore cards, which are left out. At a corner the attacker chooses the way
of a retreat; the odds take that of most damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from bloodstones.games.battlelore import events
from bloodstones.games.battlelore.engine.attacks.ground import (
    UNEVEN,
    is_held,
    more_dice,
    room_behind,
)
from bloodstones.games.battlelore.engine.decisions import Kind, unpack
from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.questions.odds import LANDS
from bloodstones.games.battlelore.record.header import names
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.options import DEFAULTS
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
YES: Final = "yes"
NAMES: Final = {land: name for name, land in LANDS.items()}
COUNTER: Final = frozenset({"counter"})
BESIDE: Final = "Without lore cards; heroic faces are used for most damage."


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return the attacks that a seat can ask about, none with changed readings of the rules.

    Parameters
    ----------
    play
        The playthrough, where a seat decides.
    seat
        Who asks.
    """
    game = cast(Playthrough, play)
    if game.over or game.game_setup.readings != DEFAULTS or game.decider != seat:
        return ()
    return tuple(_attacks(game))


def _attacks(play: Playthrough) -> Iterator[AtHand]:
    """Yield what is at hand among the decisions of who decides."""
    state, units = play.state, names(play)[events.UNITS]
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
            words = f"{units[one]} against {units[other]}".replace("_", " ").capitalize()
            yield AtHand(words, ODDS, asked, code, BESIDE, hidden)


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
