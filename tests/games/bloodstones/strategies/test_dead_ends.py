"""Games that could not end do: where hardly anything is left to do, it is done."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending
from bloodstones.games.bloodstones.position.reader import parse_position
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.seating import seat

# The Chaos Horde, one regroup short, has two ships next to a sea with an enemy ship. It holds land
# units, and enemies are on every shore.
BLOCKADE = (
    "tyrants_lament chaos_horde,dragon_riders,necromancers,corsairs turn=102 first=3 active=0 "
    "point=main | 0: home=47 units=0:ship*2 hand=cavalry+horde*5 "
    "discard=cavalry*7+horde*8+leader*2+blank*2 captured=6 vp=10/4/0/0/0 regroups=1 | 1: home=22 "
    "units=7:cavalry;11:swordsman*2;15:swordsman*2+cavalry;"
    "16:skirmisher*2+shieldbearer*4+lizardman*2+siege_engine*2+castle*4;"
    "21:skirmisher+cavalry*2+lizardman*2;24:skirmisher;31:leader villages=6,7,16*2,17,21*2 "
    "hand=ship*4+blank*2 pool=0 captured=5 vp=0/85/21/0/0 regroups=29 | 2: citadel=39 "
    "units=38:leader;39:skirmisher*3+shieldbearer*2+cavalry*3+goblin*5+siege_engine*2+castle*4"
    "+necromancer*4;40:skirmisher+goblin*2;66:swordsman*2;68:cavalry+goblin "
    "villages=32,40,41,51,58,59*2,66,67*2,68*2,69*2,70*2 hand=ship*5 pool=0 captured=5 "
    "vp=0/16/33/0/0 regroups=21 | 3: citadel=27 units=1:leader;2:axeman;4:skirmisher;8:ship;"
    "27:skirmisher*2+axeman*8+shieldbearer*4+siege_engine+castle*2;35:ship;55:skirmisher "
    "villages=3,5,9,10,12,13,34*2,43*2,44*2,46,52,54,60,63 hand=ship*2+blank*4 "
    "discard=axeman*3+ship*3 pool=0 captured=4 citadels=1 vp=0/30/33/0/0 regroups=11"
)
BLOCKADED = ("champion", "fortress_tuned", "warlord_tuned", "champion")


def play_on(line: str, strategies: tuple[str, ...]) -> tuple[Playthrough, list[Decision]]:
    """Play a position to its end; return the game and the decisions of the seat to begin."""
    game = parse_position(line)
    seats = [find_strategy(name, "test") for name in strategies]
    seating = seat(game.rules, game.board, game.line_up, seats, game.tables)
    first, taken = game.decider, []
    while not game.over:
        codes = game.legal_codes().copy()
        code = int(codes[seating.index(game.state, codes, len(codes))])
        if game.decider == first:
            taken.append(Decision.unpack(code))
        game.apply_code(code)
    return game, taken


@pytest.mark.rule("BS-END-01", "BS-MOVE-07")
def test_a_blockaded_seat_sails_out_to_fight_rather_than_wait_for_ever() -> None:
    game, taken = play_on(BLOCKADE, BLOCKADED)
    assert game.ending is Ending.REGROUPS
    assert Decision(Kind.MARCH, 8) in taken
    assert np.all(game.state.regroups[: len(BLOCKADED)] >= 2)
