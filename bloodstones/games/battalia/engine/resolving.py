"""How fights end: heroes lost, cities that change hands, what neutral cities and ruins bring."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine import cards, cities, decks, ending
from bloodstones.games.battalia.engine.battle_lines import total
from bloodstones.games.battalia.engine.decks import lapse_all
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ATTACKER,
    DEFENDER,
    SPOILS_STREAM,
    GameState,
    Point,
    Square,
    Tally,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.names import FIRST_GREAT, GREATS, SUPPLY, Kind


@kernel
def over(s: GameState) -> None:
    """End the fight; the attacker continues its turn."""
    s.fighting = 0
    s.decider = s.active
    s.point = Point.CLOSE_LINE


@kernel
def finish(s: GameState, t: RuleTables) -> None:
    """A fight between players is over: the defender discards and draws up (BA-FIGHT-13)."""
    seat = s.against
    lapse_all(s, seat)
    cards.discard_played(s, seat)
    over(s)
    if s.fought_back or not t.defender_refill:  # BA-FIGHT-13, AMB-13
        missing = t.hand_size - cards.size_of(s, seat)
        if missing > 0:
            cards.draw_cards(s, seat, missing, Point.CLOSE_LINE)


@kernel
def win_fight(s: GameState, t: RuleTables) -> None:
    """The attacker has won against a player (BA-FIGHT-11, BA-FIGHT-12, BA-FIGHT-23)."""
    seat, loser, square = s.active, s.against, s.square
    tell(s, Event.WON, seat, square, total(s, t, ATTACKER))
    s.tally[seat, Tally.FIGHTS_WON] += 1
    if s.at_hero or not t.city_hero_survives:  # BA-FIGHT-11, AMB-15
        cities.disband(s, loser, square, s.heroes[DEFENDER])
    s.point = Point.CLOSE_LINE
    if not s.at_hero:
        s.tally[loser, Tally.LOST] += 1
        if cities.conquer(s, seat, square) > 0:
            s.tally[seat, Tally.CONQUERED] += 1
        ending.check_cities(s, t, seat, False)
    if s.point != Point.OVER:
        finish(s, t)


@kernel
def lose_fight(s: GameState, t: RuleTables) -> None:
    """The attacker has lost against a player (BA-FIGHT-10, BA-FIGHT-11, BA-FIGHT-23)."""
    tell(s, Event.LOST, s.active, s.square, total(s, t, ATTACKER))
    s.tally[s.against, Tally.DEFENCES_WON] += 1
    cities.disband(s, s.active, s.square, s.heroes[ATTACKER])
    finish(s, t)


@kernel
def win_neutral(s: GameState, t: RuleTables) -> None:
    """A neutral city or the ruins are beaten (BA-NEUT-03 to BA-NEUT-06)."""
    seat, square = s.active, s.square
    tell(s, Event.WON, seat, square, total(s, t, ATTACKER))
    if s.what[square] == Square.RUINS:
        s.point = Point.LUCKY_SPOILS if t.great_artifact_choice else Point.SPOILS
        return
    reverted = s.reverted[square] > 0
    token = cities.conquer(s, seat, square)
    s.point = Point.CLOSE_LINE
    if token > 0:
        s.tally[seat, Tally.NEUTRALS] += 1
        if t.reverted_city_bonus or not reverted:
            reward(s, seat, int(s.terrain[square]))
    ending.check_cities(s, t, seat, False)
    if s.point != Point.OVER:
        over(s)


@kernel
def reward(s: GameState, seat: int, faction: int) -> None:
    """Gain a lord of the city's faction, if there is one, and a supply (BA-NEUT-04, AMB-16).

    See BA-NEUT-07.
    """
    if decks.search(s, seat, Kind.LORD, faction):
        decks.receive(s, seat, decks.pull(s, Kind.LORD, faction))
    else:
        decks.shuffle(s, Kind.LORD)
    if s.pool[SUPPLY] > 0:
        s.pool[SUPPLY] -= 1
        decks.receive(s, seat, SUPPLY)


@kernel
def list_spoils(s: GameState, kind: int, out: Array) -> int:
    """Write the great artifacts that are left (BA-NEUT-06, BA-GAIN-05)."""
    n = 0
    for great in range(GREATS):
        if s.pool[FIRST_GREAT + great] > 0:
            out[n] = encode(kind, great, 0)
            n += 1
    return n


@kernel
def sample_spoils(s: GameState) -> int:
    """Return a great artifact that luck picks (AMB-17)."""
    left = 0
    for great in range(GREATS):
        left += s.pool[FIRST_GREAT + great]
    left = next_below(s.streams, SPOILS_STREAM, left)
    great = 0
    while left >= s.pool[FIRST_GREAT + great]:
        left -= s.pool[FIRST_GREAT + great]
        great += 1
    return great


@kernel
def take_spoils(s: GameState, kind: int, great: int) -> None:
    """Gain a great artifact, the only one of its owner's game (BA-CARD-07)."""
    tell(s, kind, s.active, great, 0)
    s.pool[FIRST_GREAT + great] -= 1
    s.great[s.active] = great
    decks.receive(s, s.active, FIRST_GREAT + great)
    over(s)
