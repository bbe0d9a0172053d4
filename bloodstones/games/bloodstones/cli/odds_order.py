"""In which order to fight several defenders, as JSON and as a panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.odds_object import fraction
from bloodstones.games.bloodstones.cli.odds_panel import (
    STYLES,
    bar,
    faction_name,
    facts,
    percent,
    place,
    print_panel,
)
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.chain import Chain, Step
from bloodstones.games.bloodstones.odds.hands import Swap

CELLS = 16
MOST_ORDERS = 6


def as_object(chains: Sequence[Chain], battles: Sequence[Battle]) -> dict[str, Any]:
    """Return the answer as JSON, the best order first."""
    return {
        "question": "order",
        "attacker": str(battles[0].attacker),
        "terrain": battles[0].terrain.id,
        "orders": [_chain_object(chain, battles) for chain in chains],
    }


def _chain_object(chain: Chain, battles: Sequence[Battle]) -> dict[str, Any]:
    return {
        "order": [battles[number].defender.faction.id for number in chain.order],
        "p_all": float(chain.p_all),
        "p_all_fraction": fraction(chain.p_all),
        "expected_vp": float(chain.vp),
        "expected_enemy_vp": float(chain.enemy_vp),
        "expected_units_lost": float(chain.units),
        "expected_tiles_spent": float(chain.tiles),
        "battles": [_step_object(step, battles) for step in chain.steps],
    }


def _step_object(step: Step, battles: Sequence[Battle]) -> dict[str, Any]:
    return {
        "defender": str(battles[step.enemy].defender),
        "hand": list(battles[step.enemy].defender_hand),
        "p_fought": float(step.reached),
        "p_won_if_fought": float(step.if_reached),
        "p_won": float(step.won),
        "p_won_fraction": fraction(step.won),
        "vp": step.vp,
        "expected_enemy_vp": float(step.enemy_vp),
        "can_withdraw": None if step.withdrawal is None else step.withdrawal.allowed,
    }


def show(chains: Sequence[Chain], battles: Sequence[Battle]) -> None:
    """Print the answer."""
    best = chains[0]

    def parts(cell: str) -> list[RenderableType]:
        found: list[RenderableType] = [
            _battles(best, battles, cell),
            Text(),
            facts(_facts(best, _solved(battles))),
        ]
        if len(chains) > 1:
            found += [Text(), _orders(chains, battles, cell)]
        return found

    name = faction_name(battles[0].attacker.faction)
    count = len(battles)
    print_panel(f"{name} against {count} {place(battles[0].terrain)}, in the best order", parts)


def _battles(chain: Chain, battles: Sequence[Battle], cell: str) -> Table:
    table = Table(box=None, padding=(0, 1), show_header=True)
    table.add_column("", no_wrap=True)
    table.add_column("defender")
    for head in ("wins it", "all so far"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("may withdraw", no_wrap=True)
    for number, step in enumerate(chain.steps, start=1):
        withdrawal = "-" if step.withdrawal is None else "yes" if step.withdrawal.allowed else "no"
        table.add_row(
            f"{number}.",
            _force(battles[step.enemy]),
            percent(step.if_reached),
            Text(percent(step.won), "bold"),
            Text(bar(step.won, cell, CELLS), STYLES["attacker"]),
            withdrawal,
        )
    return table


def _solved(battles: Sequence[Battle]) -> bool:
    """Whether a side swaps best, so that it weighs the battles still to come."""
    models = battles[0].attacker_swap, *(battle.defender_swap for battle in battles)
    return any(model is not None and Swap(model).solved for model in models)


def _facts(chain: Chain, solved: bool) -> list[tuple[str, str]]:
    vp = f"{float(chain.vp):.2f} for the attacker, {float(chain.enemy_vp):.2f} for the defenders"
    rows = [
        ("VP on average", vp),
        ("Units lost", f"{float(chain.units):.2f} by the attacker, dragons that leave included"),
        ("Tiles spent", f"{float(chain.tiles):.2f} by the attacker"),
        ("Reading", "every defender stands; a beaten attacker leaves, which ends it"),
    ]
    weighed = "for the victories still to come, all defenders against the attacker"
    return [*rows, ("Best swaps", weighed)] if solved else rows


def _orders(chains: Sequence[Chain], battles: Sequence[Battle], cell: str) -> Table:
    table = Table(box=None, padding=(0, 1), show_header=True)
    table.add_column("order")
    for head in ("beats all", "VP"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    for chain in chains[:MOST_ORDERS]:
        names = (faction_name(battles[number].defender.faction) for number in chain.order)
        table.add_row(
            ", ".join(names),
            percent(chain.p_all),
            f"{float(chain.vp):.2f}",
            Text(bar(chain.p_all, cell, CELLS), STYLES["attacker"]),
        )
    return table


def _force(battle: Battle) -> str:
    units = str(battle.defender).partition(": ")[2].replace("_", " ")
    hand = f" (hand {' '.join(map(str, battle.defender_hand))})" if battle.defender_hand else ""
    return f"{faction_name(battle.defender.faction)}: {units}{hand}"
