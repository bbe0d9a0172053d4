"""Who sees which field of a state, and what observations show of it (AMB-47)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.pieces import friends, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, GONE, NOBODY, GameState, Opened
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.register import SEAT_ORDER
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown

UNSEEN: Final = -3  # a block of which a seat does not know where it is
SIDES: Final = 2


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of fields."""
    return {
        SEAT: int(t.players),
        "place": int(t.players),
        "hex": int(t.hexes),
        "block": BLOCKS,
        "side": SIDES,
    }


@entry
def lies_open(s: GameState, t: RuleTables, block: int, seat: int) -> bool:
    """Return whether a seat sees what a block is now: the one rule of it (AMB-47, AMB-48).

    It sees the blocks of its team; those in the hex of a battle until that is won; of a spell that
    is carried out the wizard, the unit that it works on, and all that damage or Panic may fall on;
    and wizards that are out of the game, those lost in building when the phase is over (AMB-44).
    """
    h = s.hex[block]
    if friends(s, seat_of(block), seat):
        return True
    if h == GONE:
        return bool(not s.building or s.opened[Opened.HEX, block] == GONE)
    if h < 0:
        return False
    if s.caster != NOBODY:
        if block == s.caster or block == s.target:
            return True
        effect = t.spell_effect[s.spell]
        if h == s.fight_hex and (effect == Effect.DAMAGE or effect == Effect.PANIC):
            return True
    return bool(s.fighting and s.winner == 0 and h == s.fight_hex)


def public_count(s: GameState, t: RuleTables, h: int, owner: int, seat: int) -> int:
    """Return how many blocks of an owner a seat counts: setup and building are unseen (AMB-44)."""
    if owner == seat:
        return int(s.count[h, owner])
    if s.building:
        return int(s.seen[h, owner])
    if s.turn == 0 and t.setup_order != SEAT_ORDER:
        return 0
    return int(s.count[h, owner])


counted = kernel(public_count)


@kernel
def write_at_work(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write the blocks on their way, casting and aimed at, counted from the observer on."""
    out[at] = shown(s, t, s.mover, seat)
    out[at + 1] = shown(s, t, s.caster, seat)
    out[at + 2] = shown(s, t, s.target, seat)
    return at + 2 + 1


@kernel
def shown(s: GameState, t: RuleTables, block: int, seat: int) -> int:
    """Return a block numbered from a seat on, -1 where the seat does not see it."""
    if block < 0 or s.hex[block] < 0 or not lies_open(s, t, block, seat):
        return -1
    return int((block // BLOCKS - seat) % t.players * BLOCKS + block % BLOCKS)


@kernel
def write_next_block(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write which of the seat's blocks is to be placed, -1 if none."""
    due = s.next_block if s.turn == 0 and s.next_block // BLOCKS == seat else -1
    out[at] = due % BLOCKS if due >= 0 else -1
    return at + 1


@kernel
def write_count(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write how many blocks of each seat are counted in each hex."""
    players, hexes = int(t.players), int(t.hexes)
    for turned in range(players):
        owner = (seat + turned) % players
        for h in range(hexes):
            out[at] = counted(s, t, h, owner, seat)
            at += 1
    return at


@kernel
def write_blocks(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write where blocks are, how strong, whether they have acted and moved, as far as seen."""
    players = int(t.players)
    blocks = players * BLOCKS
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
    return at + blocks + blocks + blocks


FIELDS: Final = FieldTable(
    GameState,
    sizes,
    (
        Field("point", See.ALL, "kind of decision, a number of `Point`"),
        Field("turn", See.ALL, "the turn"),
        Field("decider", See.ALL, "who decides", each=1),
        Field("active", See.ALL, "seat whose part of the turn it is", each=1),
        Field("place", See.ALL, "place of that seat in the order"),
        Field("fighting", See.ALL, "1 in the combat phase"),
        Field("building", See.ALL, "1 in the building phase"),
        Field("fight_hex", See.ALL, "hex of the battle"),
        Field("letter", See.ALL, "the letter that acts in the battle"),
        Field("half", See.ALL, "side that acts: 1 attacking, 2 defending"),
        Field("forced", See.ALL, "1 if the attackers must leave"),
        Field("hits", See.ALL, "hits still to be assigned"),
        Field("remove_hex", See.ALL, "hex with too large a stack"),
        Field("remove_seat", See.ALL, "owner of that stack", each=1),
        Field("order", See.ALL, "seats in the order of this turn", ("place",), each=1),
        Field("rolled", See.ALL, "rolls for initiative", (SEAT,)),
        Field("team", See.ALL, "number of the team", (SEAT,)),
        Field("out", See.ALL, "1 if out of the game", (SEAT,)),
        Field("income", See.ALL, "GP of the cities at the last check", (SEAT,)),
        Field("gold", See.OWN, "own GP to spend", (SEAT,)),
        Field("control", See.ALL, "seat that controls a hex, -1 for nobody", ("hex",), each=1),
        Field(
            "attacker",
            See.ALL,
            "seat that entered a battle first, -1 without a battle",
            ("hex",),
            each=1,
        ),
        Field("side", See.ALL, "side in the battle to be fought there", ("hex", SEAT)),
        Field("mover", See.PART, "moving block, -1 if none or unseen", kernel=write_at_work),
        Field("caster", See.PART, "casting block, -1 if none or unseen", kernel=write_at_work),
        Field(
            "target", See.PART, "block that is aimed at, -1 if none or unseen", kernel=write_at_work
        ),
        Field(
            "next_block", See.PART, "own block to be placed, -1 if none", kernel=write_next_block
        ),
        Field(
            "count", See.PART, "blocks that are counted there", (SEAT, "hex"), kernel=write_count
        ),
        Field(
            "where",
            See.PART,
            "hex of a block, -1 pool, -2 gone, -3 unseen",
            (SEAT, "block"),
            kernel=write_blocks,
        ),
        Field(
            "strength",
            See.PART,
            "strength of a block that is seen, else 0",
            (SEAT, "block"),
            kernel=write_blocks,
        ),
        Field(
            "spent",
            See.PART,
            "1: a block that is seen has acted in this round",
            (SEAT, "block"),
            kernel=write_blocks,
        ),
        Field(
            "moved",
            See.PART,
            "1: a block that is seen has moved",
            (SEAT, "block"),
            kernel=write_blocks,
        ),
        *unshown(
            See.ALL,
            """
            seen crossed rolling rank status ending mode steps reach on_road leads came resume
            transit spell asked dice rating roller fled quiet winner regroup_place switched
            after_removal fought won spells hex_battles
            """,
        ),
        *unshown(See.OWN, "memory"),
        *unshown(See.KNOWN, "shown last_seen"),
        *unshown(
            See.PART,
            """
            hex pinned casts acted regrouped raised gave got fresh walked berth wizards dispeller
            opened
            """,
        ),
        *unshown(
            See.NOBODY,
            """
            bought_steps lost_steps streams log log_size log_open stamp mark far queue
            """,
        ),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
