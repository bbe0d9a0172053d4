"""A playthrough of any game, described by the declared columns of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from bloodstones.api.game_parts.facts import changed_lines, outcome
from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Column, Role, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.registry import load_game

if TYPE_CHECKING:
    from bloodstones.api.game_parts.parts import Simulated
    from bloodstones.core.rules.rule_numbers import RuleNumber
    from bloodstones.kit.records.games import Recorded

LABEL: Final = "play"
OF_ALL: Final = ("players", "map", "end_reason")  # the same for every seat
DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class SimulatedPlay:
    """A playthrough as its tidy table: a row per seat (see `parts.Played`).

    Attributes
    ----------
    title
        The name of the game in words.
    game, setup, seed
        What was played.
    columns, rows
        The declared columns and their values by name, an entry a seat.
    numbers
        The numbers of the rules as printed, where the game has them.
    """

    title: str
    game: str
    setup: Setup
    seed: int
    columns: tuple[Column, ...]
    rows: Mapping[str, list[Any]]
    numbers: Sequence[RuleNumber] = ()

    def as_object(self, record: Path | None) -> dict[str, Any]:
        """Return it as JSON: what was played, and every column of every seat."""
        seats = [
            {"seat": number, "role": seat.role, "strategy": seat.strategy}
            | {name: values[number] for name, values in self.rows.items() if name not in OF_ALL}
            for number, seat in enumerate(self.setup.seats)
        ]
        data = {
            "game": self.game,
            "map": self.setup.board,
            "seed": self.seed,
            "options": dict(self.setup.options),
            "overrides": dict(self.setup.overrides),
            "seats": seats,
            "winners": self.winners(),
        }
        if "end_reason" in self.rows:
            data["end_reason"] = self.rows["end_reason"][0]
        return data | {"record": None if record is None else str(record)}

    def winners(self) -> list[int]:
        """Return the seats that won."""
        credit = self.rows.get("win_credit", [])
        return [seat for seat, share in enumerate(credit) if share > 0]

    def show(self, record: Path | None) -> None:
        """Print who won, and beside the seats every column that is for players."""
        from rich import box
        from rich.console import Console

        from bloodstones.core.terminal.text_tables import TextTable

        console = Console(highlight=False)
        board = f" on {self.setup.board}" if self.setup.board else ""
        console.print(f"{self.title}{board}, seed {self.seed}", style="bold")
        changes = {**self.setup.overrides, **self.setup.options}
        if changes:
            changed = ", ".join(f"{name} = {value}" for name, value in changes.items())
            console.print(f"With changed rules: {changed}")
            for line in changed_lines(self.numbers, self.setup.overrides):
                console.print(f"  {line}")
        names = [name_of(self.setup, seat) for seat in range(len(self.setup.seats))]
        console.print(outcome([names[seat] for seat in self.winners()]))
        table = TextTable(box=box.SIMPLE)
        table.add_column("")
        for name in names:
            table.add_column(name, justify="right")
        for column in Columns(self.columns).at_the_end:
            if column.name in self.rows:
                values = self.rows[column.name]
                table.add_row(column.words, *map(_cell, values), style=_style(column))
        console.print(table)
        if record is not None:
            console.print(f"Saved the record in {record}.", soft_wrap=True)

    def write(self, path: Path) -> None:
        """Play it once more, line by line, and write its record."""
        from bloodstones.kit.records.playing import play_and_record

        game = load_game(self.game)
        if not hasattr(game, "records"):
            raise InputError(f"expected a game with records, got {self.game!r} (--record {path})")
        play_and_record(cast("Recorded", game), self.setup, self.seed, LABEL).write(path)


def simulated(game_commands: Simulated, setup: Setup, seed: int) -> SimulatedPlay:
    """Play a setup once, with the label `play` and replicate 0; it must be playable."""
    game = game_commands.game
    rows = game.simulate(setup, seed, LABEL, range(1)).rows
    lists = {name: list(values) for name, values in rows.items()}
    numbers = game_commands.numbers(setup.data) if setup.overrides else ()
    return SimulatedPlay(
        game_commands.title, game_commands.id, setup, seed, game.columns, lists, numbers
    )


def name_of(setup: Setup, seat: int) -> str:
    """Return the name of a seat: its role and its strategy."""
    taken = setup.seats[seat]
    return f"{taken.role}:{taken.strategy}" if taken.role else f"{taken.strategy} ({seat + 1})"


def _cell(value: Any) -> str:
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)


def _style(column: Column) -> str:
    return "bold" if column.role is Role.RESULT or column.name == "score" else ""
