"""Positions written by hand, one or more for every point, on a small map of all terrains."""

from __future__ import annotations

from tests.games.bloodstones.scenario import small_map

# Homes 0, 3 and 6 are three land areas apart; the seas 8 and 9 join them, 7 is behind 6.
BOARD = small_map(
    "plains forest hills plains desert mountains plains plains sea sea",
    "0-1 1-2 2-3 3-4 4-5 5-6 6-7 0-8 3-8 8-9 6-9",
)

TWO = "small hill_folk,horse_lords"
UNDEAD = "small necromancers,horse_lords"
HORDE = "small chaos_horde,horse_lords,hill_folk,dragon_riders"
END = "pool=20 vp=0/0/0/0/0 regroups=0"


def seat(number: int, citadel: int, words: str = "", end: str = END) -> str:
    """The words of a seat with a citadel; `words` follow it."""
    return f" | {number}: citadel={citadel} {words + ' ' if words else ''}{end}"


def idle(number: int, citadel: int, words: str = "", end: str = END) -> str:
    """The words of a seat with an empty hand."""
    return seat(number, citadel, f"{words} hand=-".strip(), end)


BATTLE = "units=1:skirmisher*2 hand=leader"
FINAL = "pool=20 vp=0/0/0/0/0 regroups=3"
# On a wider map for four: homes 0, 3, 6 and the Horde's 9.
WIDE = small_map(
    " ".join(["plains forest hills"] * 3 + ["plains sea"]),
    " ".join(f"{n}-{n + 1}" for n in range(9)) + " 9-10 0-10",
)


def horde(head: str, words: str, left: str = "") -> str:
    """A position on the wide map with the Chaos Horde in seat 0."""
    others = idle(1, 0) + idle(2, 3) + idle(3, 6)
    return f"{HORDE} {head} | 0: home=9 {words} vp=10/0/0/0/0 regroups=0{left}{others}"


LINES = {
    "citadel": f"{TWO} turn=0 first=0 active=1 point=citadel"
    f" | 0: hand=giant {END} | 1: hand=leader*2+blank {END}",
    "found": f"{TWO} turn=0 first=1 active=0 point=found points=3"
    + seat(0, 3, "units=3:giant;8:ship hand=leader+castle")
    + f" | 1: hand=leader {END}",
    "raid": f"{TWO} turn=3 first=0 active=0 point=raid"
    + seat(0, 0, "units=2:raider hand=giant")
    + idle(1, 3, "villages=2").replace("pool=20", "pool=19"),
    "raid_village": f"{TWO} turn=3 first=0 active=0 point=raid_village pips=2 picked=1"
    + seat(0, 0, "units=1:raider;2:raider hand=- discard=giant").replace(
        "pool=20", "pool=20 captured=1"
    )
    + idle(1, 3, "villages=2").replace("pool=20", "pool=18"),
    "main": f"{TWO} turn=2 first=0 active=1 point=main"
    + seat(0, 0, "units=1:skirmisher hand=giant")
    + seat(1, 3, "units=1:cavalry*2;3:leader;8:ship hand=ship*2+castle discard=blank*3"),
    "left": f"{TWO} turn=2 first=0 active=1 point=main"
    + idle(0, 0, "units=3:skirmisher")
    + " left=1,2"
    + seat(1, 6, "units=1:cavalry;3:leader hand=ship"),
    "build_cost": f"{TWO} turn=1 first=0 active=0 point=build_cost due=1 last=shieldbearer"
    " for=build" + seat(0, 0, "units=0:castle hand=shieldbearer+cavalry") + idle(1, 3),
    "select": f"{TWO} turn=1 first=0 active=0 point=select column=0:cavalry cost=1 last=cavalry"
    + seat(0, 0, "units=0:skirmisher+cavalry*2+leader hand=giant+blank")
    + idle(1, 3),
    "no_column_yet": f"{TWO} turn=1 first=0 active=0 point=select column=0:- cost=0 last=-"
    + seat(0, 0, "units=0:skirmisher+cavalry*2+leader hand=giant+blank")
    + idle(1, 3),
    "marched": f"{TWO} turn=1 first=0 active=0 point=marched column=1:cavalry*2+leader cost=2"
    + seat(0, 0, "units=1:skirmisher+cavalry*2+leader hand=giant+blank")
    + idle(1, 3),
    "pay": f"{TWO} turn=1 first=0 active=0 point=pay due=1 last=skirmisher"
    + seat(0, 0, "units=1:cavalry hand=skirmisher discard=skirmisher")
    + idle(1, 3),
    "nothing_paid_yet": f"{TWO} turn=1 first=0 active=0 point=pay due=1 last=-"
    + seat(0, 0, "units=1:cavalry hand=skirmisher")
    + idle(1, 3),
    "withdraw": f"{TWO} turn=1 first=0 active=0 point=withdraw decider=1 battle=1:0v1 by_ship=0"
    + seat(0, 0, BATTLE)
    + idle(1, 3, "units=1:cavalry"),
    "swap": f"{TWO} turn=1 first=0 active=0 point=swap decider=1 battle=1:0v1"
    " drawn=2.2.4.5/2.3.3 swapped=leader/- swaps=1"
    + seat(0, 0, "units=1:skirmisher*2 hand=-")
    + seat(1, 3, "units=1:cavalry hand=ship"),
    "casualty": f"{TWO} turn=1 first=0 active=0 point=casualty decider=1 battle=1:0v1"
    + seat(0, 0, BATTLE)
    + idle(1, 3, "units=1:cavalry+leader"),
    "retreat": f"{TWO} turn=1 first=0 active=0 point=retreat decider=1 battle=1:0v1 removed=1"
    + seat(0, 0, BATTLE)
    + idle(1, 3, "units=1:cavalry"),
    "settle": f"{TWO} turn=1 first=0 active=0 point=settle" + seat(0, 0, "hand=giant") + idle(1, 3),
    "settle_area": f"{TWO} turn=1 first=0 active=0 point=settle_area pips=2 picked=1"
    + seat(0, 0, "villages=1 hand=- discard=giant").replace("pool=20", "pool=19")
    + idle(1, 3),
    "resettle": f"{TWO} turn=5 first=0 active=0 point=resettle pips=3"
    f" | 0: home=0 hand=- discard=giant {END}"
    + idle(1, 3).replace("pool=20", "pool=20 citadels=1"),
    "final": f"{TWO} turn=50 first=0 active=1 point=final final=0:1"
    + seat(0, 0, "units=1:giant hand=-", FINAL)
    + seat(1, 3, "units=1:leader hand=-", FINAL),
    "battle_at_the_end": f"{TWO} turn=50 first=0 active=1 point=casualty decider=0 final=0:3"
    " battle=1:1v0"
    + seat(0, 0, "units=1:giant hand=-", FINAL)
    + seat(1, 3, "units=1:leader hand=-", FINAL),
    "undead": f"{UNDEAD} turn=1 first=0 active=0 point=undead ready=1,2*2 from=1"
    + idle(0, 0, "units=1:undead;2:undead*2")
    + idle(1, 3),
    "undead_step": f"{UNDEAD} turn=1 first=0 active=0 point=undead_step ready=2 from=1 at=2"
    " steps=1" + idle(0, 0, "units=2:undead*2") + idle(1, 3),
    "raise": f"{UNDEAD} turn=1 first=0 active=0 point=raise battle=1:0v1 removed=2"
    + idle(0, 0, "units=1:necromancer;2:undead*3")
    + idle(1, 3),
    "over": f"{TWO} turn=50 first=0 active=1 point=over final=0:3 ending=regroups"
    + seat(0, 0, "units=1:giant hand=-", "pool=20 captured=2 vp=0/3/0/2/0 regroups=3")
    + idle(1, 3, end="pool=18 vp=0/4/2/0/0 regroups=3"),
    "turn_limit": f"{TWO} turn=9 first=0 active=0 point=over limit=9 ending=turn_limit"
    + idle(0, 0)
    + idle(1, 3),
}
WIDE_LINES = {
    "reenter": horde("turn=5 first=0 active=0 point=reenter", "hand=horde*2 discard=horde"),
    "reentered": horde(
        "turn=5 first=0 active=0 point=build_cost due=1 last=- for=reenter",
        "units=1:cavalry hand=horde",
    ),
    "raided": horde("turn=1 first=0 active=0 point=main raided=1", "units=9:horde hand=-"),
    "eliminated": horde("turn=7 first=0 active=1 point=main", "hand=cavalry", " eliminated=1"),
}

# Lines that only a rule option lets be.
OPTION_LINES = {
    "keep_out": f"{TWO} turn=1 first=0 active=0 point=keep_out decider=1 battle=1:0v1"
    " kept_out=skirmisher/cavalry last=cavalry"
    + seat(0, 0, BATTLE)
    + idle(1, 3, "units=1:cavalry*2+leader"),
}


def changed(name: str, old: str, new: str) -> str:
    """A line by hand in which `old` is replaced."""
    line = {**LINES, **WIDE_LINES}[name]
    assert old in line, line
    return line.replace(old, new, 1)


ALL_LINES = [(BOARD, line) for line in LINES.values()] + [
    (WIDE, line) for line in WIDE_LINES.values()
]
NAMES = [*LINES, *WIDE_LINES]
