"""The line-ups that evaluate a map: all factions, in every seat equally often."""

from __future__ import annotations

from itertools import combinations

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.game_setup import FEWEST_PLAYERS
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset


def judged_line_ups(rules: Ruleset, players: int) -> tuple[tuple[Faction, ...], ...]:
    """Return every set of factions for so many players, in the orders round the table that count.

    Each set is there turned to every seat, and from three players on the other way round too, so
    that every faction sits in every seat equally often and beside every neighbour both ways.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> [len(judged_line_ups(load_ruleset(), players)) for players in (2, 3, 4, 5, 6)]
    [12, 60, 120, 60, 12]
    """
    allowed = [faction for faction in Faction if rules.factions[faction].min_players <= players]
    line_ups = []
    for chosen in combinations(allowed, players):
        ways = [chosen] if players == FEWEST_PLAYERS else [chosen, chosen[::-1]]
        line_ups += [way[turn:] + way[:turn] for way in ways for turn in range(players)]
    return tuple(line_ups)


def check_players(board: BoardMap, players: int, where: str) -> None:
    """Raise InputError unless a map can be evaluated for this number of players (BS-SETUP-01)."""
    fewest = max(board.min_players, FEWEST_PLAYERS)
    if not fewest <= players <= board.max_players:
        raise InputError(
            f"expected {fewest} to {board.max_players} players on map {board.id}, got {players} "
            f"({where})",
            "bloodstones maps list",
        )
