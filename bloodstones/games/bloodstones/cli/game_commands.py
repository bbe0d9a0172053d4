"""What Bloodstones answers to the commands that every game has (see `api.game_parts.commands`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from bloodstones.api.game_parts.commands import Changes, GameCommands
from bloodstones.api.game_parts.parts import Played
from bloodstones.core.contract.game import Number, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import gathering, raise_together
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.text import columns
from bloodstones.games.bloodstones.cli.command_parts import (
    BloodstonesRecords,
)

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough
    from bloodstones.games.bloodstones.record.header import Record
    from bloodstones.kit.explain.recorded_steps import RecordedCourse

PLAY_EXAMPLES: Final = """\b
Examples:
  bloodstones play --players dragon_riders,horse_lords --seed 7
  bloodstones play --seed 3 --record game.jsonl --json \\
      --players hill_folk:builder,corsairs:warlord,necromancers:random
  bloodstones play --players dragon_riders,horse_lords \\
      --set dragon.modifier=3 --option overpay=free
  bloodstones play --players dragon_riders:human,horse_lords:value_16 --seed 7
  bloodstones play --resume game_1.jsonl
"""
RULES_EXAMPLES: Final = """\b
Examples:
  bloodstones rules BS-COMBAT-10
  bloodstones rules overpay
  bloodstones rules dragon withdraw --json
  bloodstones rules numbers village cost
"""


class BloodstonesCommands(GameCommands):
    """What commands ask of Bloodstones."""

    role = "faction"
    default_strategy = "warlord"
    example_seats = "dragon_riders:warlord,horse_lords:builder"
    example_clause = "BS-COMBAT-10"
    examples: Mapping[str, str] = {"play": PLAY_EXAMPLES, "rules": RULES_EXAMPLES}
    of_kit = True
    bench_board = "tyrants_lament"
    bench_roles = ("dragon_riders", "horse_lords", "hill_folk", "necromancers")
    bench_plans = ("warlord", "builder")
    tunable = True
    chance: Mapping[str, str] = {"tile": "tiles drawn", "combat_tile": "battles"}

    @property
    def records(self) -> BloodstonesRecords:
        """The records of the game."""
        return BloodstonesRecords(self)

    def help_words(self) -> Mapping[str, str]:
        """Return what help texts say of the game, the factions and maps from its data."""
        players = self.players()
        strategies = [
            f"an id from `bloodstones strategies` (default {self.default_strategy}),",
            "a searching one with its budget (monte_carlo_256), or your own:",
            "settler.py:Settler",
        ]
        clauses = ["BS-COMBAT-10, AMB-05, EX-16, an option (overpay) or a", "section (BS-COMBAT)"]
        return {
            **super().help_words(),
            "roles": columns("factions", self._factions()),
            "boards": columns("map", [*self.boards(), "or the path of a .toml file"]),
            "strategies": columns("strategy", strategies),
            "numbers": columns(
                "NAME=N", ["a changed number of the rules: dragon.modifier=3, hand_limit=6"]
            ),
            "readings": columns(
                "NAME=VALUE", ["a chosen reading, listed by `bloodstones rules`: overpay=free"]
            ),
            "clauses": columns("ID", clauses),
            "about_strategies": (
                "A searching strategy may carry its budget in its name: monte_carlo_256. A "
                "strategy of your own is FILE.py:NAME or MODULE:NAME. Worths are in victory "
                "points, odds are win probabilities."
            ),
            "bench": "The command plays random and scripted games on Map 1.",
            "players": f"{players.start} to {len(self.bench_roles)}; ",
        }

    def players(self) -> range:
        """Return the numbers of players that the rules allow (BS-GEN-01)."""
        from bloodstones.games.bloodstones.rules.tiles import MAX_PLAYERS, MIN_PLAYERS

        return range(MIN_PLAYERS, MAX_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the factions (BS-COMP-01)."""
        from bloodstones.games.bloodstones.rules.names import Faction

        return Faction.ids()

    def _factions(self) -> list[str]:
        """Return the factions, each with the fewest players of a game with it if these are many."""
        from bloodstones.games.bloodstones.rules.names import Faction
        from bloodstones.games.bloodstones.rules.reading import load_ruleset

        least = {each: load_ruleset().factions[each].min_players for each in Faction}
        fewest = self.players().start
        return [
            f"{each.id} ({count} players)" if count > fewest else each.id
            for each, count in least.items()
        ]

    def boards(self) -> tuple[str, ...]:
        """Return the shipped maps."""
        from bloodstones.games.bloodstones.maps.reading import list_maps

        return list_maps()

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers of arguments; InputError with every fault of both.

        >>> from bloodstones.games.registry import game_entry
        >>> game_commands = BloodstonesCommands(game_entry("bloodstones"))
        >>> game_commands.read_changes(["dragon.modifier=3"], ["overpay=free"])
        ({'overpay': 'free'}, {'dragon.modifier': 3})
        """
        from bloodstones.games.bloodstones.rules.numbers import changed_rules
        from bloodstones.games.bloodstones.rules.register import read_options

        errors: list[InputError] = []
        readings: dict[str, str] = {}
        numbers: dict[str, Number] = {}
        with gathering(errors):
            readings = read_pairs(options, "--option")
            read_options(readings, "--option")
        with gathering(errors):
            numbers = dict(changed_rules(settings, data)[0])
        raise_together(errors)
        return readings, numbers

    def follow(self, record: Record, board: str | None, data: str = "") -> RecordedCourse:
        """Return what happened in a record, on a shipped map or one in a file."""
        from bloodstones.games.bloodstones.maps.recorded import board_of

        drawn = board_of(record, board)
        course = super().follow(record, drawn.id if board is None else board, data)
        play = cast("Playthrough", course.play)
        play.game_setup = replace(play.game_setup, board=drawn)  # a record holds no drawing
        return course

    def play(self, setup: Setup, seed: int) -> Played:
        """Play one game and keep its record; the streams are those of `GameCommands.play`."""
        from bloodstones.games.bloodstones.cli.played_game import play

        return play(setup, seed)


GAME_COMMANDS: Final = BloodstonesCommands
