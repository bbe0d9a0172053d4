"""Every strategy of a game by its name: scripted, searching, or somebody's own in Python."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bloodstones.core.errors import expected, near_matches
from bloodstones.kit.players import presets, searchers
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.presets import Preset, find_preset
from bloodstones.kit.players.python_strategy import MARK, code_of, load_strategy
from bloodstones.kit.players.restricted import Restricted
from bloodstones.kit.players.strategy import COMPILED, SEARCHING, Family, Parameter, Strategy
from bloodstones.kit.values.store import read_values


def _refuse_circle(preset: Preset) -> None:
    """Raise InputError if a preset is one of itself, by way of others."""
    seen, at = {preset.name}, preset
    while (before := find_preset(at.of, at.name)) is not None:
        if before.name in seen:
            raise expected(
                "a preset that is based on a strategy, not on itself", preset.name, at.name
            )
        seen.add(before.name)
        at = before


@dataclass(frozen=True, slots=True)
class Finder:
    """The strategies of a game.

    Attributes
    ----------
    plans
        Their files.
    restricted
        `(name, known, where) -> strategy or None`: the game's own strategies whose names say what
        they go without; None where there are no such names.
    """

    plans: Plans
    restricted: Restricted | None = None

    def shipped(self) -> Mapping[str, Strategy]:
        """Return all shipped strategies by id: scripted ones, then searching ones."""
        return MappingProxyType({**self.plans.strategies(), **searchers.searchers(self.plans)})

    def find(self, name: str, where: str) -> Strategy:
        """Return the strategy called `name`; `where` names the argument for the error.

        Parameters
        ----------
        name
            The id of a shipped one; one that the game restricts; a searching one with its budget
            (`monte_carlo_256`); the name or path of a preset of one's own (`presets`);
            `module:Name` or `path/to/file.py:Name` for a Python strategy.

        Raises
        ------
        InputError
            For an unknown name, a budget that cannot be, Python code that cannot be loaded.
        """
        if MARK in name:
            return load_strategy(name, where).strategy
        shipped = self.shipped()
        strategy = shipped.get(name)
        if strategy is None and (preset := find_preset(name, where)) is not None:
            return self._preset(preset)
        if strategy is None and self.restricted is not None:
            strategy = self.restricted(name, shipped, where)
        strategy = strategy or searchers.find_searcher(self.plans, name, where)
        if strategy is None:
            tip = near_matches(name, shipped) or f"known: {', '.join(shipped)}"
            raise expected("a strategy", name, where, tip)
        return strategy

    def find_for(self, players: int, name: str, where: str) -> Strategy:
        """Return a strategy that can play with this many players, as `find` does.

        Parameters
        ----------
        players
            At the table.
        name
            As in `find`.
        where
            The parameter or place that names it, for errors.

        Raises
        ------
        InputError
            Also if it uses learned values and there are no sound ones for this number of players.
        """
        strategy = self.find(name, where)
        read_values(strategy.values, players, strategy.features)
        return strategy

    def _preset(self, preset: Preset) -> Strategy:
        """Return the strategy of a preset; InputError for one of something without parameters."""
        _refuse_circle(preset)
        base = self.find(preset.of, preset.name)
        if base.family in SEARCHING:
            return searchers.preset_of(preset, base)
        if not base.weights or base.family not in COMPILED:
            raise expected("a preset of a strategy with parameters", preset.of, preset.name)
        return self.plans.preset(preset, base)

    def code_of(self, name: str) -> str:
        """Return a hash of the files behind a strategy, "" for one without.

        Those of a preset are its own and those of the strategy that it changes.
        """
        if MARK in name:
            return code_of(name)
        digests: list[str] = []
        for each in self._behind(name):
            digest = searchers.values_of(each) or presets.code_of(each, self.shipped())
            digests += [digest] if digest else []
        if len(digests) > 1:
            return hashlib.sha256("".join(digests).encode()).hexdigest()
        return "".join(digests)

    def _behind(self, name: str) -> Iterator[str]:
        """Yield a strategy and, if it is a preset, what it changes, down to a strategy of files."""
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            yield name
            preset = None if name in self.shipped() else find_preset(name, name)
            name = name if preset is None else preset.of

    def parameters(self, strategy: Strategy) -> Mapping[str, Parameter]:
        """Return meaning and range of a strategy's parameters; none for one without."""
        if strategy.traits.uses_search and strategy.family is not Family.PYTHON:
            return searchers.parameters()
        return self.plans.parameters() if strategy.weights else {}
