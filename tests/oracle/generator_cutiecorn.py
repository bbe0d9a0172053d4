"""The Cutiecorn of the variant, once more (section 18)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracle.generator_position import Position


def open_variant(p: Position, options: Mapping[str, object]) -> None:
    """BS-CUTIE-01 and the readings of AMB-48 to -50 and AMB-56."""
    p.cutiecorn = "beside" if options.get("cutiecorn") else ""
    p.alone = options.get("cutie_moves_alone", False) is True
    p.casualty = options.get("cutie_casualty", False) is True
    p.recycled = options.get("cutie_recycle", "supply") == "supply"
    p.marker = options.get("cutie_retreat_marker", True) is True


def hand_over(p: Position, seat: int, heir: int, area: int) -> None:
    p.bans.lose(seat, area, "cutiecorn")
    p.take(seat, area, "cutiecorn")
    p.put(heir, area, "cutiecorn")


def settle(p: Position) -> None:
    """Whoever shares an area with a Cutiecorn without company gains it (BS-CUTIE-06)."""
    for seat in p.seats:
        for area, force in p.units[seat].items():
            others = p.enemies(seat, area)
            if force == {"cutiecorn": 1} and others:
                heir = min(others, key=lambda other: (other - seat) % len(p.factions))
                hand_over(p, seat, heir, area)
                return
