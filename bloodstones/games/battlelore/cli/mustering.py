"""An army at the table: prices, points and cards left (BL-MUSTER)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.engine.state import NO_CARD, TENT_CARD
from bloodstones.games.battlelore.rules.names import Rule
from bloodstones.games.battlelore.rules.prices import discounted
from bloodstones.games.battlelore.rules.rule_texts import figures_text, some, spaced
from bloodstones.games.battlelore.rules.ruleset import UnitType


class Army:
    """The army of a seat as far as it is mustered: its kinds of units, prices, what is left."""

    def __init__(self, play: Playthrough, seat: int) -> None:
        game_setup, state = play.game_setup, play.state
        faction, card = game_setup.factions[seat], int(state.scenario[seat])
        self.numbers = game_setup.rules.numbers
        self.units: Sequence[UnitType] = game_setup.rules.units_of(faction)
        self.scenario = game_setup.rules.scenarios_of(faction)[card] if card != NO_CARD else None
        self.taken = [int(count) for count in state.army[seat]]

    def price(self, unit: UnitType) -> int:
        """Return what a unit costs, the scenario's discount taken off."""
        card = self.scenario
        if card and card.rule is Rule.MUSTER_DISCOUNT and card.unit == unit.unit:
            return int(discounted(unit.muster, card.amount))
        return unit.muster

    @property
    def left(self) -> int:
        """The points that it may still cost (BL-MUSTER-02)."""
        limit = self.numbers["tent_budget" if self.taken[TENT_CARD] else "budget"]
        spent = sum(
            count * self.price(unit) for count, unit in zip(self.taken, self.units, strict=False)
        )
        return limit - spent

    @property
    def cards(self) -> int:
        """The cards still to be taken, decoys among them (BL-MUSTER-01)."""
        return self.numbers["cards"] - sum(self.taken[: TENT_CARD + 1])

    def remainder(self) -> str:
        """Return the points and cards left."""
        return f"{some(self.left, 'point', 'points')} and {some(self.cards, 'card', 'cards')} left"


def question(play: Playthrough) -> str:
    """Return the question of a muster: the kind, its price, and what is left."""
    army = Army(play, play.decider)
    kind = int(play.state.mustered[play.decider]) - 1
    if kind < 0:
        budget, more, cards, decoys = (
            army.numbers[name] for name in ("budget", "tent_budget", "cards", "decoys")
        )
        return (
            f"do you take the tent? It costs nothing, and an army of {cards} cards then has {more} "
            f"points, else {budget}. What is neither unit nor tent is a decoy, {decoys} at most."
        )
    unit = army.units[kind]
    cost = some(army.price(unit), "point", "points")
    return f"how many {spaced(unit.unit)} do you take, at {cost} each? {army.remainder()}."


def option(play: Playthrough, kind: int, count: int) -> str:
    """Return the text of taking cards of a kind, with what is left then."""
    if kind == TENT_CARD:
        return f"take {count} of tent"
    army = Army(play, play.decider)
    unit = army.units[kind]
    cost = count * army.price(unit)
    points = some(cost, "point", "points")
    return f"take {count} of {spaced(unit.unit)}: {points}, {army.left - cost} left"


def prices(play: Playthrough, seat: int) -> Iterator[str]:
    """Yield the kinds of units of a seat with their prices, and its remaining points."""
    army = Army(play, seat)
    for unit, taken in zip(army.units, army.taken, strict=False):
        price = some(army.price(unit), "point", "points")
        yield f"{spaced(unit.unit)}, {price}, {taken} of {unit.units} taken: {figures_text(unit)}."
    yield f"Your army: {army.remainder()}."
