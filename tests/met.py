"""How often random play has met what a test wants it to meet: counted, told, asked for."""

from __future__ import annotations

from collections.abc import Mapping


def met_at_least(met: Mapping[str, int], **least: int) -> None:
    """Print all counts (`pytest -rP` shows them) and assert that each named one is high enough.

    >>> met_at_least({"battles": 3, "raids": 0}, battles=2)
    met: battles 3, raids 0
    """
    told = ", ".join(f"{name} {count}" for name, count in sorted(met.items()))
    print(f"met: {told}")
    rare = {name: number for name, number in least.items() if met.get(name, 0) < number}
    assert not rare, f"wanted at least {rare}, met {told}"
