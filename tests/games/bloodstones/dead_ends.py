"""Positions of games between tuned presets that could not go on."""

from __future__ import annotations

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

# The Dragon Riders, one regroup short, have nothing but six tiles: no unit, no citadel, and all
# their villages are gone.
LOST = (
    "tyrants_lament chaos_horde,dragon_riders,corsairs,hill_folk turn=103 first=3 active=1 "
    "point=raid | 0: home=40 units=42:ship hand=cavalry*3+horde*3 "
    "discard=cavalry*3+horde*10+leader+blank captured=43 vp=10/14/0/0/0 regroups=4 | 1: home=58 "
    "hand=skirmisher+cavalry+ship*3+castle discard=skirmisher*3+swordsman*4+shieldbearer*4"
    "+cavalry*3+lizardman*4+siege_engine*2+leader+ship*2+castle*3+dragon*2+blank*2 pool=0 "
    "captured=6 vp=0/18/11/0/0 regroups=1 | 2: citadel=20 units=0:ship;3:skirmisher "
    "villages=1,7,13,17 hand=skirmisher+shieldbearer*2+ship*2+blank "
    "discard=skirmisher+axeman*2+siege_engine+leader+ship pool=0 captured=4 vp=0/29/35/0/0 "
    "regroups=4 | 3: citadel=47 units=47:castle hand=shieldbearer+cavalry+raider+ship*2+castle "
    "discard=skirmisher*2+swordsman*2+shieldbearer+cavalry+raider+siege_engine+ship+castle*4+giant "
    "pool=0 captured=3 citadels=1 vp=0/43/32/0/0 regroups=4"
)
