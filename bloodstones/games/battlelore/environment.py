"""The game as an environment for learners: its actions, and what a seat sees (AMB-48)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.setup import OPEN
from bloodstones.games.battlelore.engine.state import (
    LEVELS,
    PORTALS,
    QUOTAS,
    SCENARIOS,
    SEATS,
    TYPES,
    GameState,
)
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.engine.upkeep import OPTIONS
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS, SLOTS
from bloodstones.games.battlelore.rules.dice import FACES
from bloodstones.kit.environment.actions import Group, by_seat, own, upto
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.sights import SEAT, Field, Told

TOKENS: Final = 2  # poison, stun
FIRSTS: Final = 2  # building, cards
MOST_CARDS: Final = 17  # of one kind that an army takes
MOST_FACES: Final = 16  # heroic faces of one roll


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    hexes, mine = upto("hex", HEXES), own("unit", SLOTS)
    unit, token = by_seat("unit", SEATS, SLOTS), upto("token", TOKENS)
    command, lore = upto("command card", COMMAND_CARDS), upto("lore card", LORE_CARDS)
    kind = upto("kind of card", TYPES)
    return (
        Group(Kind.PASS),
        Group(Kind.CHOOSE, upto("scenario", SCENARIOS)),
        Group(Kind.FORD, hexes),
        Group(Kind.TAKE, kind, upto("count", MOST_CARDS + 1)),
        Group(Kind.LAY, kind, hexes),
        Group(Kind.PUT, command),
        Group(Kind.PUT_LORE, lore),
        Group(Kind.CAPTURE),
        Group(Kind.COMMAND, command),
        Group(Kind.DISCARD, command),
        Group(Kind.ORDER, mine, upto("quota", QUOTAS)),
        Group(Kind.CURE, mine, token),
        Group(Kind.PLAY, lore),
        Group(Kind.TARGET, upto("unit or hex", HEXES), token),
        Group(Kind.GO, unit, upto("direction", DIRECTIONS + 1)),
        Group(Kind.STOP),
        Group(Kind.ATTACK, unit, unit),
        Group(Kind.KEEP, upto("face", FACES)),
        Group(Kind.REROLL),
        Group(Kind.USE, upto("faces", MOST_FACES + 1)),
        Group(Kind.WAY, upto("direction", DIRECTIONS)),
        Group(Kind.IGNORE),
        Group(Kind.COUNTER),
        Group(Kind.ADVANCE),
        Group(Kind.GAIN, upto("option", OPTIONS)),
        Group(Kind.DISCARD_LORE, lore),
        Group(Kind.PREVENT, upto("first", FIRSTS)),
    )


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of what is seen."""
    return {
        SEAT: SEATS,
        "hex": HEXES,
        "unit": SLOTS,
        "kind": TYPES,
        "scenario": SCENARIOS,
        "command": COMMAND_CARDS,
        "lore": LORE_CARDS,
        "quota": QUOTAS,
        "portal": PORTALS,
        "level": LEVELS,
        "face": FACES,
    }


FIELDS: Final = (
    Field("point", "what is decided, a number of `Point`"),
    Field("turn", "turns of both seats so far"),
    Field("battle_turn", "turns of this battle"),
    Field("battle", "number of the battle of a campaign, from 0"),
    Field("decider", "who decides", each=1),
    Field("active", "whose turn it is", each=1),
    Field("first", "who began this battle", each=1),
    Field("shown", "1: scenarios lie open; 2: armies, too"),
    Field("command", "command card played, -1 for none"),
    Field("quota", "orders left", ("quota",)),
    Field("march", "hexes before the attacks"),
    Field("window", "what lore cards may be played for"),
    Field("card", "lore card being played"),
    Field("card_seat", "who plays it", each=1),
    Field("card_step", "its step"),
    Field("mover", "unit on its way, -1 for none", each=SLOTS),
    Field("mode", "why it goes"),
    Field("steps", "hexes it has gone"),
    Field("level", "0 an attack, 1 the counter to it"),
    Field("attacker", "unit that attacks", ("level",), each=SLOTS),
    Field("target", "unit that is attacked", ("level",), each=SLOTS),
    Field("dice", "dice still to be rolled", ("level",)),
    Field("roll", "dice rolled, by face", ("level", "face")),
    Field("to_put", "cards to be put under a deck"),
    Field("noted_vp", "points of battles fought", (SEAT,)),
    Field("battles_won", "battles won", (SEAT,)),
    Field("vp", "points of this battle", (SEAT,)),
    Field("lore", "lore", (SEAT,)),
    Field("played", "1: a lore card in this turn", (SEAT,)),
    Field("tent", "hex of the tent, -1 for none", (SEAT,)),
    Field("lore_discard", "lore cards discarded", (SEAT, "lore")),
    Field("lore_unders", "lore cards under the deck", (SEAT,)),
    Field("command_discard", "command cards discarded", ("command",)),
    Field("command_unders", "command cards under the deck"),
    Field("terrain", "terrain", ("hex",)),
    Field("banner", "points of banners", ("hex",)),
    Field("holder", "who stood there last", ("hex",), each=1),
    Field("at", "unit there, -1 for none", ("hex",), each=SLOTS),
    Field("portal", "hexes of the portal", ("portal",)),
    Field("hex", "hex of a unit, -1 off the board", (SEAT, "unit"), split=SLOTS),
    Field("figures", "health left", (SEAT, "unit"), split=SLOTS),
    Field("poison", "1: poisoned", (SEAT, "unit"), split=SLOTS),
    Field("stun", "1: stunned", (SEAT, "unit"), split=SLOTS),
    Field("ordered", "1: ordered", (SEAT, "unit"), split=SLOTS),
    Field("marched", "1: has moved in this step, or declined", (SEAT, "unit"), split=SLOTS),
    Field("attacks", "attacks left", (SEAT, "unit"), split=SLOTS),
    Field("scenario_hand", "own scenario cards", (SEAT, "scenario"), own=True),
    Field("scenario", "own scenario, -1 until chosen", (SEAT,), own=True),
    Field("army", "own cards taken", (SEAT, "kind"), own=True),
    Field("left", "own cards still to be laid", (SEAT, "kind"), own=True),
    Field("laid", "1 + kind of the own card on a hex", (SEAT, "hex"), own=True),
    Field("mustered", "kinds decided by oneself", (SEAT,), own=True),
    Field("command_hand", "own command cards", (SEAT, "command"), own=True),
    Field("known", "command cards that the other is known to hold", (SEAT, "command"), own=True),
    Field("lore_hand", "own lore cards", (SEAT, "lore"), own=True),
)

TOLD: Final = (
    Told("their_scenario", "the other's scenario, -1 until shown"),
    Told("their_commands", "command cards that the other holds"),
    Told("their_lore_cards", "lore cards that the other holds"),
)


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat sees of the other's cards, as `view.view` does."""
    other = 1 - seat
    out[0] = s.scenario[other] if s.shown >= OPEN else -1
    out[1] = 0
    for card in range(COMMAND_CARDS):
        out[1] += s.command_hand[other, card]
    out[2] = 0
    for card in range(LORE_CARDS):
        out[2] += s.lore_hand[other, card]


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the points of a seat in all battles."""
    return int(s.noted_vp[seat] + s.vp[seat])


ENVIRONMENT: Final = Environment(
    SEATS,
    "drawn",
    ("daqan", "uthuk"),
    groups,
    sizes,
    FIELDS,
    TOLD,
    "victory points",
)
