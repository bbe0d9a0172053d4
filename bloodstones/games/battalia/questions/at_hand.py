"""The fights at hand at a table: those that a seat may begin against a hand that it does not see.

A question needs the deck out of which that hand is. It is known once all cards of the defender
have been seen. Where titles or scrolls take part, the odds depend on the pool as well: it is known
where the decks of all others are, and nothing is known of what lies on top or at the bottom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, cast

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.decisions import TARGETS, Kind, unpack
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import NOTHING, TENTS
from bloodstones.games.battalia.odds.converting import kinds_among
from bloodstones.games.battalia.odds.decks import Deck, joined, written
from bloodstones.games.battalia.questions.odds import ARTIFACTS
from bloodstones.games.battalia.rules import names
from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.games.battalia.rules.names import RANKS, SUPPLY, Faction
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
BESIDE: Final = "Both sides use everything they have; retreats are left out."
OF_POOL: Final = frozenset({names.Kind.TITLE, names.Kind.SCROLL})
LIT: Final[Mapping[int, str]] = {kind: name for name, kind in ARTIFACTS.items()}


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return the fights that a seat which decides can ask about, see `kit.table.at_hand`."""
    return tuple(_fights(cast(Playthrough, play), seat))


def _fights(play: Playthrough, seat: int) -> Iterator[AtHand]:
    """Yield the fights against others among the legal decisions."""
    state = play.state
    for code in play.legal_codes().tolist():
        decision = unpack(code)
        if decision.kind is not Kind.FIGHT:
            continue
        square, (target, heroes) = int(decision.x), divmod(int(decision.y), TARGETS)
        other = target - 1 if target else int(state.owner[square])
        asked = None if other == NOTHING else _fight(play, seat, other)
        if asked is None:
            continue
        level = 0 if target else int(state.level[square])
        others = sum(int(each) == square for each in state.hero[other])
        armies = [Faction(int(state.faction[each])).id.title() for each in (seat, other)]
        what = "hero" if target else "city"
        words = f"{armies[0]} against the {what} of {armies[1]} in {square_name(square)}"
        sides = {"heroes": heroes, "others": others, "level": level}
        sent = asked | {name: str(number) for name, number in sides.items()}
        yield AtHand(f"{words} by {heroes}", ODDS, sent, code, BESIDE)


def _fight(play: Playthrough, seat: int, other: int) -> dict[str, str] | None:
    """Return the cards of a fight as parameters, None where odds do not reach."""
    state, hidden = play.state, unseen_hand(play, other)
    if hidden is None or (state.item_kind != NOTHING).any():
        return None
    surely, deck, hand = hidden
    attack = joined(_counts(state.hand[seat]), _tented(play, seat))
    defence = joined(surely, _tented(play, other))
    named = joined(joined(attack, defence), deck)
    if kinds_among(named) & OF_POOL and not knows_pool(play, seat):
        return None
    asked = {
        "hero": Faction(int(state.faction[seat])).id,
        "other": Faction(int(state.faction[other])).id,
        "attack": written(attack),
        "deck": written(deck),
        "hand": str(hand),
    }
    more = {"defence": written(defence), "lit": LIT.get(int(state.lit), "")}
    if kinds_among(named) & OF_POOL:
        elsewhere = _counts((play.tables.copies - state.pool)[:SUPPLY])
        more["gone"] = written(elsewhere - Counter(named))
    return asked | {name: text for name, text in more.items() if text}


def unseen_hand(play: Playthrough, seat: int) -> tuple[Deck, Deck, int] | None:
    """Return what everybody knows of hand and ambush of a seat.

    Returns
    -------
    tuple
        Cards that are surely there, the cards out of which the others are, and how many those are.
        None where not all cards of the seat are known, or where it is open whether a card seen in
        the hand is one that cannot be in the draw pile.
    """
    state = play.state
    hidden = state.known[seat] - state.seen[seat]
    shown = state.open[seat] + state.shown[seat]
    size = int(state.hand[seat].sum() + state.ambush[seat].sum())
    if not is_seen(play, seat):
        return None
    drawn = np.maximum(hidden - state.stock[seat], 0)  # no longer in the draw pile
    both = (drawn > 0) & (shown > 0)
    if (hidden[both] > np.maximum(drawn, shown)[both]).any():
        return None
    surely = np.maximum(drawn, shown)
    hand = size - int(surely.sum())
    return (_counts(surely), _counts(hidden - surely), hand) if hand > 0 else None


def knows_pool(play: Playthrough, seat: int) -> bool:
    """Whether a seat knows how many of each unit the pool has, and nothing of their order."""
    state = play.state
    others = [other for other in range(play.seats) if other != seat]
    known = all(is_seen(play, other) for other in others)
    return known and not state.bottom_size.any() and bool((state.top[:RANKS] == NOTHING).all())


def is_seen(play: Playthrough, seat: int) -> bool:
    """Whether all cards of a seat have been seen."""
    state = play.state
    piles = (state.hand, state.ambush, state.draw)
    hidden = int((state.known[seat] - state.seen[seat]).sum())
    return hidden == sum(int(pile[seat].sum()) for pile in piles)


def _tented(play: Playthrough, seat: int) -> Deck:
    """Return the cards in the tents of a seat."""
    state = play.state
    cards = [state.held[seat, tent] for tent in range(TENTS) if state.tent[seat, tent] != NOTHING]
    return Counter(int(card) for held in cards for card in held if card != NOTHING)


def _counts(cards: Array) -> Counter[int]:
    return Counter({card: int(number) for card, number in enumerate(cards) if number})
