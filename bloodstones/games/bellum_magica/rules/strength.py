"""Whether an army beats a defence: the one rule of all attacks, see `compiled` for kernels."""

from __future__ import annotations


def beats(swords: int, magic_swords: int, shields: int, magic_shields: int) -> bool:
    """Whether swords of both sorts beat shields of both sorts (BM-ATTACK-03, BM-ATTACK-04).

    >>> beats(6, 1, 6, 1), beats(0, 7, 6, 1), beats(7, 0, 6, 1)
    (True, True, False)
    """
    left = magic_swords - magic_shields
    return bool(left >= 0 and swords + left >= shields)
