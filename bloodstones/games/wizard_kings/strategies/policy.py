"""What strategies read beside the state: their parameters, and how far it is to cities."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.core.tunable import Parameter
from bloodstones.games.wizard_kings.engine.state import CITIES, DIRECTIONS, HEXES, SEATS
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.rules.names import Army, Side, Terrain
from bloodstones.kit.players.presets import Preset, find_preset

FOLDER: Final = Path(__file__).parent
TUNED: Final = FOLDER / "tuned"  # presets that tuning wrote
FAR_AWAY: Final = 99


class Weight(Name):
    """The parameters in the order in which they are packed."""

    CITY = 0
    HUNT = 1
    FAR = 2
    BOLDNESS = 3
    STAND = 4
    GARRISON = 5
    ALARM = 6
    MASS = 7
    SPELLS = 8
    BUY_WIZARD = 9
    BUY_CASTLE = 10
    BUY_FLYER = 11
    BUY_FAST = 12
    BUY_SLOW = 13


WEIGHTS: Final = len(Weight)


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    SCRIPTED = 1


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy as data: its name, what it does, how it decides, its parameters.

    A preset may have other ones by role.
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float]
    by_role: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def of_role(self, role: str) -> Strategy:
        """Return the strategy with the parameters with which it plays a role."""
        return replace(self, weights=self.by_role.get(role, self.weights), by_role={})


class Policy(Layout):
    """The strategies of one playthrough, by seat, and the ways to cities."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, WEIGHTS)]
    # hexes on foot from a hex to a city; in the air; FAR_AWAY without a way
    walk: Annotated[Array, np.int16, (CITIES, HEXES)]
    flight: Annotated[Array, np.int16, (CITIES, HEXES)]


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return what scripted strategies are made of, by name."""
    data = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    return MappingProxyType(
        {name: Parameter(name, entry["low"], entry["high"]) for name, entry in data.items()}
    )


@cache
def meanings() -> Mapping[str, str]:
    """Return what the parameters of scripted strategies do, by name."""
    data = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: str(entry["meaning"]) for name, entry in data.items()})


@cache
def defaults() -> Mapping[str, float]:
    """Return the parameters of a strategy that sets none."""
    data = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: float(entry["default"]) for name, entry in data.items()})


@cache
def strategies() -> Mapping[str, Strategy]:
    """Return the shipped strategies by id.

    >>> list(strategies())[:5]
    ['random', 'greedy', 'expansion', 'hammer', 'bastion']
    """
    data = tomllib.loads((FOLDER / "strategies.toml").read_text(encoding="utf-8"))
    found = {name: _strategy(name, entry) for name, entry in data.items()}
    for path in sorted(TUNED.glob("*.toml")):
        preset = tomllib.loads(path.read_text(encoding="utf-8"))
        base = data[preset["of"]]
        given = {**base["parameters"], **preset["parameters"]}
        entry = {**base, "title": preset["title"], "parameters": given}
        found[preset["id"]] = _strategy(preset["id"], entry)
    return MappingProxyType(found)


def _strategy(name: str, entry: Mapping[str, Any]) -> Strategy:
    family = Family.parse(entry["family"], f"strategies.toml {name}")
    weights = full_weights(entry.get("parameters", {}), f"strategies.toml {name}")
    return Strategy(name, entry["title"], family, weights if family is Family.SCRIPTED else {})


def full_weights(given: Mapping[str, float], where: str) -> Mapping[str, float]:
    """Return all parameters, those given in place of the defaults; InputError if one is bad."""
    known = parameters()
    for name, value in given.items():
        if name not in known:
            raise expected("a parameter", name, where, near_matches(name, known))
        if not known[name].low <= value <= known[name].high:
            span = f"{name} from {known[name].low:g} to {known[name].high:g}"
            raise expected(span, value, where)
    return MappingProxyType({**defaults(), **{name: float(v) for name, v in given.items()}})


def find_strategy(name: str, where: str) -> Strategy:
    """Return a strategy by its name, or a preset of one's own; InputError without it."""
    known = strategies()
    if name not in known and (preset := find_preset(name, where)) is not None:
        return _own(preset, find_strategy(preset.of, preset.name))
    if name not in known:
        tip = near_matches(name, known) or f"known: {', '.join(known)}"
        raise expected("a strategy", name, where, tip)
    return known[name]


def _own(preset: Preset, base: Strategy) -> Strategy:
    """Return the strategy of a preset; InputError for one of something without parameters."""
    if not base.weights:
        raise expected("a preset of a strategy with parameters", base.id, preset.name)
    given = preset.by_role(
        preset.factions, Army.ids(), lambda role: base.by_role.get(role, base.weights)
    )
    by_role = {role: full_weights(own, preset.name) for role, own in given.items()}
    return replace(base, id=preset.name, title=preset.title, by_role={**base.by_role, **by_role})


def pack_policy(t: RuleTables, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats for kernels."""
    policy = Policy.new()
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        if strategy.family is Family.SCRIPTED:
            policy.weight[seat] = [strategy.weights[weight.id] for weight in Weight]
    for city in range(t.cities):
        policy.walk[city] = _distances(t, int(t.city_hex[city]), on_foot=True)
        policy.flight[city] = _distances(t, int(t.city_hex[city]), on_foot=False)
    return policy


def _distances(t: RuleTables, city: int, *, on_foot: bool) -> Array:
    """Return the hexes on the way from each hex to a city."""
    found = np.full(HEXES, FAR_AWAY, np.int16)
    found[city] = 0
    todo = deque([city])
    closed = (Side.MOUNTAIN, Side.RIVER, Side.SEA)
    while todo:
        h = todo.popleft()
        for direction in range(DIRECTIONS):
            beyond = int(t.neighbour[h, direction])
            if beyond < 0 or found[beyond] < FAR_AWAY:
                continue
            sea = t.land[beyond] == Terrain.SEA
            if on_foot and (sea or int(t.border[h, direction]) in closed):
                continue
            found[beyond] = found[h] + 1
            todo.append(beyond)
    return found
