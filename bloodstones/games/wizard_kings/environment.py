"""The game as an environment for learners: its actions, and what a seat sees (AMB-47)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE, Kind
from bloodstones.games.wizard_kings.engine.state import BLOCKS, GONE, GameState
from bloodstones.games.wizard_kings.engine.tables import KINDS, SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.view import lies_open, public_count
from bloodstones.kit.environment.actions import Group, by_seat, own, upto
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.sights import SEAT, Field, Told

counted = kernel(public_count)

UNSEEN: Final = -3  # a block of which a seat does not know where it is
SIDES: Final = 3  # neither, attacking, defending


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    mine, block = own("block", BLOCKS), by_seat("block", t.players, BLOCKS)
    city, kind = upto("city", t.cities), upto("kind of unit", KINDS)
    return (
        Group(Kind.PASS),
        Group(Kind.BUY, kind, upto("strength", int(t.most.max()) + 1)),
        Group(Kind.PLACE, mine, city),
        Group(Kind.PIN, block),
        Group(Kind.PICK, mine),
        Group(Kind.GO, upto("direction", DIRECTIONS)),
        Group(Kind.STOP),
        Group(Kind.SHIP, city, upto("direction", ANY_SIDE + 1)),
        Group(Kind.DECLARE, upto("side", SIDES)),
        Group(Kind.CAST, mine, upto("spell", SPELLS)),
        Group(Kind.TARGET, block),
        Group(Kind.DISPEL, mine),
        Group(Kind.FIGHT, upto("place", BLOCKS)),
        Group(Kind.FIRE, mine),
        Group(Kind.RETREAT, mine),
        Group(Kind.REST, mine),
        Group(Kind.HIT, block),
        Group(Kind.LEAVE, mine),
        Group(Kind.COME, mine),
        Group(Kind.REMOVE, mine),
        Group(Kind.GAIN, mine),
        Group(Kind.NEW, kind, city),
        Group(Kind.FORT, mine),
        Group(Kind.SHIFT, mine, mine),
        Group(Kind.DISBAND, mine),
        Group(Kind.BREAK, by_seat("seat", t.players)),
        Group(Kind.SWITCH),
    )


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of what is seen."""
    return {
        SEAT: int(t.players),
        "place": int(t.players),
        "hex": int(t.hexes),
        "block": BLOCKS,
        "side": SIDES - 1,
    }


FIELDS: Final = (
    Field("point", "what is decided, a number of `Point`"),
    Field("turn", "the turn"),
    Field("decider", "who decides", each=1),
    Field("active", "whose part of the turn it is", each=1),
    Field("place", "its place in the order"),
    Field("fighting", "1: the combat phase"),
    Field("building", "1: the building phase"),
    Field("fight_hex", "where the battle is"),
    Field("letter", "the letter that acts in the battle"),
    Field("half", "the side that acts, 1 attacking, 2 defending"),
    Field("forced", "1: the attackers must leave"),
    Field("hits", "hits still to be given out"),
    Field("remove_hex", "where a stack is too large"),
    Field("remove_seat", "whose it is", each=1),
    Field("order", "seats in the order of this turn", ("place",), each=1),
    Field("rolled", "throws for initiative", (SEAT,)),
    Field("team", "number of the team", (SEAT,)),
    Field("out", "1: out of the game", (SEAT,)),
    Field("income", "GP of the cities at the last check", (SEAT,)),
    Field("gold", "own GP to spend", (SEAT,), own=True),
    Field("control", "whose a hex is, -1 nobody's", ("hex",), each=1),
    Field("attacker", "who entered a battle first, -1 without one", ("hex",), each=1),
    Field("side", "side in a battle to be fought there", ("hex", SEAT)),
)

TOLD: Final = (
    Told("mover", "block on its way, -1 if none or unseen"),
    Told("caster", "block that casts, -1 if none or unseen"),
    Told("target", "block that is aimed at, -1 if none or unseen"),
    Told("next_block", "own block to be placed, -1 if none"),
    Told("count", "blocks that are counted there", (SEAT, "hex")),
    Told("where", "hex of a block, -1 pool, -2 gone, -3 unseen", (SEAT, "block")),
    Told("strength", "strength of a block that is seen, else 0", (SEAT, "block")),
    Told("spent", "1: a block that is seen has acted in this round", (SEAT, "block")),
    Told("moved", "1: a block that is seen has moved", (SEAT, "block")),
)


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat sees of blocks, as `view.visible` does."""
    players, hexes = int(t.players), int(t.hexes)
    blocks = players * BLOCKS
    out[0] = shown(s, t, s.mover, seat)
    out[1] = shown(s, t, s.caster, seat)
    out[2] = shown(s, t, s.target, seat)
    due = s.next_block if s.turn == 0 and s.next_block // BLOCKS == seat else -1
    at = 2 + 1
    out[at] = due % BLOCKS if due >= 0 else -1
    at += 1
    for turned in range(players):
        owner = (seat + turned) % players
        for h in range(hexes):
            out[at] = counted(s, t, h, owner, seat)
            at += 1
    for turned in range(players):
        owner = (seat + turned) % players
        for place in range(BLOCKS):
            block = owner * BLOCKS + place
            open_ = owner == seat or (s.hex[block] >= 0 and lies_open(s, t, block, seat))
            gone = s.hex[block] == GONE and lies_open(s, t, block, seat)
            out[at] = s.hex[block] if open_ or gone else UNSEEN
            out[at + blocks] = s.strength[block] if open_ and s.hex[block] >= 0 else 0
            out[at + blocks + blocks] = s.acted[block] if open_ else 0
            out[at + blocks + blocks + blocks] = s.moved[block] if open_ else 0
            at += 1


@kernel
def shown(s: GameState, t: RuleTables, block: int, seat: int) -> int:
    """Return a block told from a seat on, -1 where it does not see it."""
    if block < 0 or s.hex[block] < 0 or not lies_open(s, t, block, seat):
        return -1
    return int((block // BLOCKS - seat) % t.players * BLOCKS + block % BLOCKS)


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the GP of a seat's cities at the last check."""
    return int(s.income[seat])


ENVIRONMENT: Final = Environment(
    2,
    "westmarch+eastfen",
    ("eldryn", "jurak"),
    groups,
    sizes,
    FIELDS,
    TOLD,
    "GP of the cities at the last check",
)
