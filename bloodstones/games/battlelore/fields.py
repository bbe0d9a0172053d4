"""Who sees which field of a state, and what observations show of it (AMB-48, AMB-24)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
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
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS, SLOTS
from bloodstones.games.battlelore.rules.dice import FACES
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of fields."""
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


@kernel
def write_scenario(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write the other's scenario, -1 until it lies open."""
    out[at] = s.scenario[1 - seat] if s.shown >= OPEN else -1
    return at + 1


@kernel
def write_sizes(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write how many command cards, then how many lore cards the other holds."""
    out[at] = 0
    for card in range(COMMAND_CARDS):
        out[at] += s.command_hand[1 - seat, card]
    out[at + 1] = 0
    for card in range(LORE_CARDS):
        out[at + 1] += s.lore_hand[1 - seat, card]
    return at + 2


FIELDS: Final = FieldTable(
    GameState,
    sizes,
    (
        Field("point", See.ALL, "kind of decision, a number of `Point`"),
        Field("turn", See.ALL, "turns of both seats so far"),
        Field("battle_turn", See.ALL, "turns of this battle"),
        Field("battle", See.ALL, "number of the battle of a campaign, from 0"),
        Field("decider", See.ALL, "who decides", each=1),
        Field("active", See.ALL, "whose turn it is", each=1),
        Field("first", See.ALL, "who began this battle", each=1),
        Field("shown", See.ALL, "1 when scenarios are visible, 2 when armies are too"),
        Field("command", See.ALL, "command card played, -1 for none"),
        Field("quota", See.ALL, "orders left", ("quota",)),
        Field("march", See.ALL, "hexes of movement before the attacks"),
        Field("window", See.ALL, "event that lore cards may be played on"),
        Field("card", See.ALL, "lore card being played"),
        Field("card_seat", See.ALL, "player of the lore card", each=1),
        Field("card_step", See.ALL, "step of the lore card"),
        Field("mover", See.ALL, "moving unit, -1 for none", each=SLOTS),
        Field("mode", See.ALL, "reason of the movement"),
        Field("steps", See.ALL, "hexes moved so far"),
        Field("level", See.ALL, "0 for an attack, 1 for its counter"),
        Field("attacker", See.ALL, "unit that attacks", ("level",), each=SLOTS),
        Field("target", See.ALL, "unit that is attacked", ("level",), each=SLOTS),
        Field("dice", See.ALL, "dice still to be rolled", ("level",)),
        Field("roll", See.ALL, "dice rolled, by face", ("level", "face")),
        Field("to_put", See.ALL, "cards to be put under a deck"),
        Field("noted_vp", See.ALL, "points of battles fought", (SEAT,)),
        Field("battles_won", See.ALL, "battles won", (SEAT,)),
        Field("vp", See.ALL, "points of this battle", (SEAT,)),
        Field("lore", See.ALL, "lore", (SEAT,)),
        Field("played", See.ALL, "1 if a lore card was played this turn", (SEAT,)),
        Field("tent", See.ALL, "hex of the tent, -1 for none", (SEAT,)),
        Field("lore_discard", See.ALL, "lore cards discarded", (SEAT, "lore")),
        Field("lore_unders", See.ALL, "lore cards under the deck", (SEAT,)),
        Field("command_discard", See.ALL, "command cards discarded", ("command",)),
        Field("command_unders", See.ALL, "command cards under the deck"),
        Field("terrain", See.ALL, "terrain", ("hex",)),
        Field("banner", See.ALL, "points of banners", ("hex",)),
        Field("holder", See.ALL, "side that was there last", ("hex",), each=1),
        Field("at", See.ALL, "unit on a hex, -1 for none", ("hex",), each=SLOTS),
        Field("portal", See.ALL, "hexes of the portal", ("portal",)),
        Field("hex", See.ALL, "hex of a unit, -1 off the board", (SEAT, "unit"), split=SLOTS),
        Field("figures", See.ALL, "health left", (SEAT, "unit"), split=SLOTS),
        Field("poison", See.ALL, "1 if poisoned", (SEAT, "unit"), split=SLOTS),
        Field("stun", See.ALL, "1 if stunned", (SEAT, "unit"), split=SLOTS),
        Field("ordered", See.ALL, "1 if ordered", (SEAT, "unit"), split=SLOTS),
        Field(
            "marched",
            See.ALL,
            "1: has moved in this step, or declined",
            (SEAT, "unit"),
            split=SLOTS,
        ),
        Field("attacks", See.ALL, "attacks left", (SEAT, "unit"), split=SLOTS),
        Field("scenario_hand", See.SIZE, "own scenario cards", (SEAT, "scenario")),
        Field("scenario", See.PART, "own scenario, -1 until chosen", (SEAT,)),
        Field("army", See.PART, "own cards taken", (SEAT, "kind")),
        Field("left", See.PART, "own cards still to be laid", (SEAT, "kind")),
        Field("laid", See.PART, "1 + kind of the seat's own card on a hex", (SEAT, "hex")),
        Field("mustered", See.PART, "number of kinds already chosen", (SEAT,)),
        Field("command_hand", See.SIZE, "own command cards", (SEAT, "command")),
        Field(
            "known",
            See.ALL,
            "command cards that the other is known to hold",
            (SEAT, "command"),
            row_only=True,
        ),
        Field("lore_hand", See.SIZE, "own lore cards", (SEAT, "lore")),
        Field(
            "their_scenario",
            See.PART,
            "the other's scenario, -1 until shown",
            kernel=write_scenario,
        ),
        Field(
            "their_commands", See.ALL, "command cards in the opponent's hand", kernel=write_sizes
        ),
        Field("their_lore_cards", See.ALL, "lore cards in the opponent's hand", kernel=write_sizes),
        *unshown(
            See.ALL,
            """
            status ending loser rank resume last_winner given by_card moved shots aim pursued
            extra_dice extra_move units killed under_owner to_draw drawer draw_point who asked
            card_x card_point overrun halted origin passed source goal loose keeping fury card_dice
            shield sheltered hold used dying was open owed way gone failed vacated countered
            counter_point terror roll_for follow banner_vp scenario_vp tent_vp kill_vp kills fought
            counters damage retreats cards_played lore_gained hex_fights lead_since lead
            lead_changes
            """,
        ),
        *unshown(See.OWN, "scenario_deck lore_under memory"),
        *unshown(See.PART, "command_under"),
        *unshown(
            See.NOBODY,
            """
            command_deck lore_deck streams log log_size stamp mark far queue codes
            """,
        ),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
