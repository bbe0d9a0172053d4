"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game.

Their arguments are those of `kit.kernels`; `kind`, `x` and `y` are the parts of a code, see
`core.kernels.decision_codes`.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine import (
    attacking,
    chance,
    day,
    ending,
    events,
    recruiting,
    setup,
)
from bloodstones.games.bellum_magica.engine import day as opening
from bloodstones.games.bellum_magica.engine import recruiting as gaining
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import GameState, Point, Status
from bloodstones.games.bellum_magica.events import Event


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state and go on to its first decision or chance point.

    `key`: int64 array of 3 words, see `streams.game_key`; `out`: int32 array of
    `decisions.MOST_DECISIONS`, used as scratch.
    """
    setup.lay_out(s, t, key)
    advance(s, t, out)


@entry
def is_chance(s: GameState) -> bool:
    """Whether chance moves now."""
    return bool(Point.CHANCE < s.point < Point.RULES)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 when chance moves or the playthrough is over.
    """
    point = s.point
    if point == Point.ATTACK:
        return attacking.legal_attacks(s, t, out)
    if point == Point.RECRUIT:
        return recruiting.legal_purchases(s, t, out)
    if point == Point.PLACE:
        return recruiting.legal_places(s, out)
    if point == Point.REROLL:
        return day.legal_rerolls(s, out)
    if point == Point.STEAL:
        return attacking.legal_thefts(s, t, out)
    if point == Point.GIVE:
        return legal_gifts(s, out)
    if point == Point.GOBLIN:
        return setup.legal_goblins(s, t, out)
    if point == Point.CASTLE:
        return setup.free_castles(s, t, Kind.CASTLE, out)
    return 0


@kernel
def legal_gifts(s: GameState, out: Array) -> int:
    """Write the chests of the named kind among which the robbed picks (AMB-06)."""
    weights = out[out.shape[0] // 2 :]
    return chance.list_values(s.chests[s.victim, s.kind], Kind.GIVE, s.kind, out, weights)


@entry
def chance_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance point and their int64 weights; return how many."""
    return chance.list_outcomes(s, t, out, weights)


@entry
def draw_outcome(s: GameState, t: RuleTables) -> int:
    """Return one outcome of the chance point; nothing changes but the stream of its purpose."""
    return chance.sample(s, t)


@entry
def apply(s: GameState, t: RuleTables, code: int, out: Array) -> None:
    """Carry out a decision or outcome and go on to the next decision or chance point, or the end.

    The log has what happened; legality is not checked here; `out` is scratch, as in `start`.
    """
    s.log_size = 0
    kind = kind_of(code)
    if kind >= Kind.FIRST_CAPTAIN:
        apply_outcome(s, t, kind, x_of(code), y_of(code))
    else:
        apply_decision(s, t, kind, x_of(code), y_of(code))
    advance(s, t, out)


@kernel
def apply_decision(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision."""
    if kind == Kind.PASS:
        end_decision(s)
    elif kind == Kind.RECRUIT:
        recruiting.recruit(s, t, x, y)
    elif kind == Kind.PLACE:
        recruiting.place(s, t, x, y)
    elif kind == Kind.LOCATION:
        attacking.plunder_location(s, t, x)
    elif kind == Kind.TAVERN:
        attacking.plunder_tavern(s, t)
    elif kind == Kind.RAID:
        attacking.raid(s, t, x)
    elif kind == Kind.STEAL:
        attacking.name_kind(s, x)
    elif kind == Kind.GIVE:
        attacking.move_chest(s, t, x, y)
    elif kind in (Kind.SPELL, Kind.BARREL):
        day.reroll(s, kind)
    elif kind == Kind.GOBLIN:
        setup.choose_goblin(s, t, x, y)
    elif kind == Kind.CASTLE:
        setup.take_castle(s, t, s.decider, x)
        s.point = Point.NEXT_SETUP
    else:
        s.status = Status.BAD_DECISION


@kernel
def apply_outcome(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out an outcome of chance."""
    if kind == Kind.ROLL:
        day.roll(s, x)
    elif kind == Kind.CHEST:
        gaining.gain_chest(s, x, y)
    elif kind == Kind.STOLEN:
        attacking.move_chest(s, t, x, y)
    elif kind == Kind.OPEN_CREATURE:
        opening.open_creature(s, t, x)
    elif kind == Kind.OPEN_LOCATION:
        opening.open_location(s, x)
    elif kind == Kind.DEAL_GOBLIN:
        setup.deal_goblin(s, x)
    elif kind == Kind.DEAL_CASTLE:
        setup.take_castle(s, t, s.gainer, x)
        s.point = Point.NEXT_SETUP
    elif kind == Kind.FIRST_CAPTAIN:
        setup.name_captain(s, t, x)
    else:
        s.status = Status.BAD_DECISION


@kernel
def end_decision(s: GameState) -> None:
    """Carry out a pass, whatever it ends here."""
    if s.point == Point.ATTACK:
        events.tell(s, Event.PASS, s.decider)
        s.point = Point.NEXT_ATTACK
    elif s.point == Point.RECRUIT:
        recruiting.stop(s)
    elif s.point == Point.REROLL:
        events.tell(s, Event.REFUSE, s.decider)
        s.point = Point.NEXT_ASK
    elif s.point == Point.STEAL:
        events.tell(s, Event.ENOUGH, s.decider)
        s.point = Point.NEXT_STOLEN
    else:
        s.status = Status.BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let the rules act until a seat must decide, chance moves, or the playthrough is over.

    See BM-DAY-01.
    """
    while s.point >= Point.RULES:
        point = s.point
        if point == Point.NEXT_ATTACK:
            attacking.next_attack(s, t, out)
        elif point == Point.GAIN:
            gaining.gain(s, t)
        elif point == Point.NEXT_RECRUIT:
            recruiting.next_recruit(s, t, out)
        elif point == Point.NEXT_ASK:
            day.next_ask(s, t)
        elif point == Point.GATHER:
            day.gather(s, t)
        elif point == Point.NEXT_STOLEN:
            attacking.next_stolen(s, t)
        elif point == Point.END_DAY:
            opening.end_day(s)
        elif point == Point.REFILL:
            opening.refill(s, t)
        elif point == Point.NEXT_SETUP:
            setup.next_setup(s, t)
        else:
            ending.finish(s, t)
    if s.status != Status.OK:
        s.point = Point.OVER
