"""In which order to fight several defenders, as JSON and as a panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

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
from bloodstones.games.bloodstones.odds.case import Battle
from bloodstones.games.bloodstones.odds.chain import Chain, Enemy, Step
from bloodstones.games.bloodstones.odds.fight import Swap

CELLS = 16
MOST_ORDERS = 6


def as_object(chains: Sequence[Chain], enemies: Sequence[Enemy], battle: Battle) -> dict[str, Any]:
    """Return the answer as JSON, the best order first."""
    return {
        "question": "order",
        "attacker": str(battle.attacker),
        "terrain": battle.terrain.id,
        "orders": [_chain_object(chain, enemies) for chain in chains],
    }


def _chain_object(chain: Chain, enemies: Sequence[Enemy]) -> dict[str, Any]:
    return {
        "order": [enemies[number].force.faction.id for number in chain.order],
        "p_all": float(chain.p_all),
        "p_all_fraction": fraction(chain.p_all),
        "expected_vp": float(chain.vp),
        "expected_enemy_vp": float(chain.enemy_vp),
        "expected_units_lost": float(chain.units),
        "expected_tiles_spent": float(chain.tiles),
        "battles": [_step_object(step, enemies) for step in chain.steps],
    }


def _step_object(step: Step, enemies: Sequence[Enemy]) -> dict[str, Any]:
    return {
        "defender": str(enemies[step.enemy].force),
        "hand": list(enemies[step.enemy].hand),
        "p_fought": float(step.reached),
        "p_won_if_fought": float(step.if_reached),
        "p_won": float(step.won),
        "p_won_fraction": fraction(step.won),
        "vp": step.vp,
        "expected_enemy_vp": float(step.enemy_vp),
        "can_withdraw": None if step.withdrawal is None else step.withdrawal.allowed,
    }


def show(chains: Sequence[Chain], enemies: Sequence[Enemy], battle: Battle) -> None:
    """Print the answer."""
    best = chains[0]

    def parts(cell: str) -> list[RenderableType]:
        found: list[RenderableType] = [
            _battles(best, enemies, cell),
            Text(),
            facts(_facts(best, _solved(enemies, battle))),
        ]
        if len(chains) > 1:
            found += [Text(), _orders(chains, enemies, cell)]
        return found

    name = faction_name(battle.attacker.faction)
    count = len(enemies)
    print_panel(f"{name} against {count} {place(battle.terrain)}, in the best order", parts)


def _battles(chain: Chain, enemies: Sequence[Enemy], cell: str) -> Table:
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
            _force(enemies[step.enemy]),
            percent(step.if_reached),
            Text(percent(step.won), "bold"),
            Text(bar(step.won, cell, CELLS), STYLES["attacker"]),
            withdrawal,
        )
    return table


def _solved(enemies: Sequence[Enemy], battle: Battle) -> bool:
    """Whether a side swaps best, so that it weighs the battles still to come."""
    models = battle.attacker_swap, *(enemy.swap for enemy in enemies)
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


def _orders(chains: Sequence[Chain], enemies: Sequence[Enemy], cell: str) -> Table:
    table = Table(box=None, padding=(0, 1), show_header=True)
    table.add_column("order")
    for head in ("beats all", "VP"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    for chain in chains[:MOST_ORDERS]:
        names = (faction_name(enemies[number].force.faction) for number in chain.order)
        table.add_row(
            ", ".join(names),
            percent(chain.p_all),
            f"{float(chain.vp):.2f}",
            Text(bar(chain.p_all, cell, CELLS), STYLES["attacker"]),
        )
    return table


def _force(enemy: Enemy) -> str:
    units = str(enemy.force).partition(": ")[2].replace("_", " ")
    hand = f" (hand {' '.join(map(str, enemy.hand))})" if enemy.hand else ""
    return f"{faction_name(enemy.force.faction)}: {units}{hand}"
