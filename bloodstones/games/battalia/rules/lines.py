"""Which cards fight, and which twice; for odds, and for kernels as `compiled` has them."""

from __future__ import annotations

from bloodstones.games.battalia.rules.names import RANKS, Kind


def fights(kind: int) -> bool:
    """Whether cards of a kind go into battle lines (BA-FIGHT-24, BA-CARD-08, BA-ART-04).

    Parameters
    ----------
    kind
        A `names.Kind`.

    Examples
    --------
    >>> fights(Kind.LORD), fights(Kind.HORSE), fights(Kind.TENT)
    (True, True, False)
    """
    return bool(kind < RANKS or kind in (Kind.WEAPON, Kind.HORSE, Kind.GREAT))


def is_doubled(kind: int, lit: int | None) -> bool:
    """Whether cards of a kind are lit and fight with double strength (BA-ORACLE-06, -11).

    Parameters
    ----------
    kind
        A `names.Kind`.
    lit
        The kind that the oracle lights.

    Examples
    --------
    >>> is_doubled(Kind.WEAPON, Kind.WEAPON), is_doubled(Kind.SCROLL, Kind.SCROLL)
    (True, False)
    """
    return bool(kind == lit and kind in (Kind.WEAPON, Kind.HORSE))
