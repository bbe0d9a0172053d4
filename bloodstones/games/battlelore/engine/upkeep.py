"""Points, cards and lore after the attacks; the start and the end of turns and battles."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import (
    draw_command,
    draw_lore,
    legal_lore_hand,
    open_window,
    total,
)
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.mustering import no_tent
from bloodstones.games.battlelore.engine.pieces import (
    begin_turn_marks,
    gain_lore,
    gain_vp,
    seat_of,
)
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.setup import begin_battle
from bloodstones.games.battlelore.engine.state import (
    NO_CARD,
    NOBODY,
    NOWHERE,
    SEATS,
    UNITS,
    Ending,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.names import Rule, Terrain, Window

BATTLES: Final = 4
BUILDINGS: Final = 2  # wanted by a scenario
OPTIONS: Final = 3  # of the lore step


@entry
def standing(s: GameState, seat: int) -> int:
    """Return the points of a seat: of this battle and of those of a campaign before it."""
    if s.ending == Ending.CAMPAIGN_SUM:
        return int(s.noted_vp[seat])
    return int(s.noted_vp[seat] + s.vp[seat])


@kernel
def next_turn(s: GameState, t: RuleTables) -> None:
    """Begin a turn: the check for victory, the enemy's tent (BL-TURN-13, BL-WIN-01).

    See BL-SETUP-10.
    """
    s.active = s.first if s.battle_turn == 0 else 1 - s.active
    s.decider = s.active
    s.turn += 1
    s.battle_turn += 1
    begin_turn_marks(s)
    tell(s, Event.TURN, s.active, s.battle_turn, 0)
    s.point = Point.AFTER_TENT
    opens_round = s.active == s.first and s.battle_turn > 1
    if opens_round and not t.win_check and check_lead(s, t):
        return
    if opens_round and t.round_limit and s.battle_turn > SEATS * t.round_limit:  # AMB-30
        end_battle(s, t, NOBODY, Ending.ROUND_LIMIT)
        return
    h = s.tent[1 - s.active]
    if h != NOWHERE and s.at[h] != NOBODY and seat_of(s.at[h]) == s.active:
        if t.tent_capture:  # AMB-05
            capture(s, t)
        else:
            s.point = Point.TENT


@kernel
def check_lead(s: GameState, t: RuleTables) -> bool:
    """End the battle if a seat has points enough and more than the other (BL-WIN-03)."""
    if max(s.vp[0], s.vp[1]) < t.win_vp or s.vp[0] == s.vp[1]:
        return False
    end_battle(s, t, int(s.vp[1] > s.vp[0]), Ending.VP_LEAD)
    return True


@kernel
def capture(s: GameState, t: RuleTables) -> None:
    """Take the enemy's tent away (BL-TERRAIN-07, BL-TERRAIN-10)."""
    tell(s, Event.CAPTURE, s.active, int(s.tent[1 - s.active]), 0)
    no_tent(s, 1 - s.active)
    s.tent_vp[s.active] += t.tent_vp
    gain_vp(s, s.active, int(t.tent_vp))
    s.point = Point.AFTER_TENT


@kernel
def after_tent(s: GameState, t: RuleTables) -> None:
    """Go on to the command, after the check where it comes later (AMB-28)."""
    s.point = Point.NEXT_COMMAND
    if t.win_check and s.active == s.first and s.battle_turn > 1:
        check_lead(s, t)


@kernel
def score(s: GameState, t: RuleTables) -> None:
    """Score banners and the scenario (BL-TURN-06, AMB-07, AMB-08); then a card is drawn.

    See BL-TURN-07.
    """
    seat = s.active
    points = 0
    for h in range(HEXES):
        if s.banner[h] == 0:
            continue
        held = s.at[h] != NOBODY and seat_of(s.at[h]) == seat
        if held or (t.banner_control and s.holder[h] == seat):
            points += int(s.banner[h])
    card = s.scenario[seat]
    extra = 0
    if t.sc_rule[seat, card] == Rule.TWO_BUILDINGS_VP:
        buildings = 0
        for u in range(UNITS):
            ours = seat_of(u) == seat and s.hex[u] >= 0
            buildings += int(ours and s.terrain[s.hex[u]] == Terrain.BUILDING)
        if buildings >= BUILDINGS:
            extra = int(t.sc_amount[seat, card])
    s.banner_vp[seat] += points
    s.scenario_vp[seat] += extra
    gain_vp(s, seat, points + extra)
    tell(s, Event.SCORE, seat, points, extra)
    if not draw_command(s, t, int(seat), Point.DRAW_STEP):
        s.point = Point.DRAW_STEP


@kernel
def draw_step(s: GameState) -> None:
    """Ask for cards after the draw; then comes the lore step."""
    open_window(s, Window.DRAW_STEP, Point.LORE_STEP)


@kernel
def lore_step(s: GameState) -> None:
    """Offer the choice of the lore step (BL-TURN-08)."""
    s.decider = s.active
    s.to_draw = 0
    s.to_put = 0
    s.point = Point.GAIN


@kernel
def legal_gains(out: Array) -> int:
    """Write the options of the lore step."""
    for option in range(OPTIONS):
        out[option] = encode(Kind.GAIN, option, 0)
    return OPTIONS


@kernel
def gain(s: GameState, t: RuleTables, option: int) -> None:
    """Gain lore, a card and lore, or two cards of which one goes."""
    tell(s, Event.GAIN, s.active, option, 0)
    if option < OPTIONS - 1:
        gain_lore(s, s.active, int(t.lore_gain if option == 0 else t.lore_gain_with_card))
    s.to_draw = option
    s.to_put = int(option == OPTIONS - 1)
    s.point = Point.LORE_DRAWN


@kernel
def lore_drawn(s: GameState, t: RuleTables) -> None:
    """Draw the cards, then ask for those that go, down to the limit (BL-TURN-09, BL-LORE-02)."""
    s.decider = s.active
    while s.to_draw > 0:
        s.to_draw -= 1
        if draw_lore(s, t, int(s.active), Point.LORE_DRAWN):
            return
    held = total(s.lore_hand[s.active])
    if held > 0 and (s.to_put > 0 or held > t.lore_hand):
        s.point = Point.DISCARD_LORE
    else:
        s.point = Point.NEXT_TURN


@kernel
def discard_lore(s: GameState, t: RuleTables, card: int) -> None:
    """Throw a lore card away (BL-TURN-14)."""
    s.lore_hand[s.active, card] -= 1
    s.lore_discard[s.active, card] += 1
    s.to_put = max(0, s.to_put - 1)
    tell(s, Event.DISCARD_LORE, s.active, t.lore_card[s.active, card], 0)
    s.point = Point.LORE_DRAWN


@kernel
def legal_lore_discards(s: GameState, out: Array) -> int:
    """Write the lore cards of the hand."""
    return legal_lore_hand(s, Kind.DISCARD_LORE, out)


@kernel
def last_unit_lost(s: GameState, t: RuleTables) -> None:
    """End the battle whose loser has no unit left (BL-WIN-02)."""
    end_battle(s, t, 1 - s.loser, Ending.LAST_UNIT)


@kernel
def end_battle(s: GameState, t: RuleTables, winner: int, ending: int) -> None:
    """End the playthrough, or the battle of a campaign (BL-CAMPAIGN-02)."""
    s.card = NO_CARD
    s.loser = NOBODY
    if not t.campaign or winner == NOBODY:
        finish(s, winner, ending)
        return
    for seat in range(SEATS):
        s.noted_vp[seat] += s.vp[seat]
    s.battles_won[winner] += 1
    s.last_winner = winner
    s.battle += 1
    if s.battle < BATTLES:
        begin_battle(s, t)
        return
    s.noted_vp[winner] += s.battles_won[winner]
    ahead = winner
    if s.noted_vp[1 - winner] > s.noted_vp[winner]:
        ahead = 1 - winner
    finish(s, ahead, Ending.CAMPAIGN_SUM)


@kernel
def finish(s: GameState, winner: int, ending: int) -> None:
    """End the playthrough; without a winner both share the first rank (BL-CAMPAIGN-04, -05)."""
    s.ending = ending
    for seat in range(SEATS):
        s.rank[seat] = 1 if winner in (seat, NOBODY) else 1 + 1
    s.point = Point.OVER
