"""Random play that comes to things: a kind of decision first, then one of that kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.kit.playthrough import Playthrough

SELDOM = {
    Kind.GO_ON: 0.3,
    Kind.PASS: 0.3,
    Kind.AMBUSH: 0.5,
    Kind.MULLIGAN: 0.2,
    Kind.SURRENDER: 0.5,
}
OFTEN = {Kind.CITY: 6.0, Kind.UPGRADE: 4.0, Kind.GAIN: 3.0, Kind.HIRE: 3.0, Kind.ROAD: 3.0}
WEIGHT = {**SELDOM, **OFTEN}


def choose(game: Playthrough, luck: Random, weight: Mapping[Kind, float] = WEIGHT) -> int:
    """Return a legal decision, packed."""
    codes = game.legal_codes().tolist()
    kinds = sorted({code >> 24 for code in codes})
    (kind,) = luck.choices(kinds, [weight.get(Kind(each), 1.0) for each in kinds])
    return luck.choice([code for code in codes if code >> 24 == kind])


def play_on(game: Playthrough, luck: Random) -> Iterator[int]:
    """Play to the end; yield each code after it is done. Told chance is drawn by its weight."""
    while not game.over:
        if game.is_chance:
            codes, weights = game.weighted_outcomes()
            (code,) = luck.choices(codes.tolist(), weights.tolist())
        else:
            code = choose(game, luck)
        game.apply_code(code)
        yield code
