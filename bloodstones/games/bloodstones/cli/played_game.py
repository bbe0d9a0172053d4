"""A single game: its record, its result table, and what commands print of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from bloodstones.core.contract.game import Setup
from bloodstones.core.questions.answer import percent
from bloodstones.core.terminal.console import narrow_console
from bloodstones.core.terminal.text_tables import TextTable
from bloodstones.games.bloodstones.cli.replay_view import indented, result
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.record.chapters import IN_BATTLE, BattleStory, forces
from bloodstones.games.bloodstones.record.header import READER, Record
from bloodstones.games.bloodstones.record.sentences import RecordText
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.numbers import changes_text
from bloodstones.kit.records.reading import RecordLine

if TYPE_CHECKING:
    from bloodstones.kit.records.writing import Recorder

LABEL = "play"
VP_SOURCES = ("start", "battles", "villages", "captured_villages", "captured_citadels")
FIGURES = (
    "citadel_area",
    "villages",
    "villages_built",
    "villages_lost",
    "villages_captured",
    "citadels_captured",
    "battles_attacking",
    "battles_defending",
    "battles_won",
    "withdrawals",
    "units_built",
    "units_lost",
    "regroups",
    "turns",
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its record (see `parts.Played`).

    Attributes
    ----------
    recorder
        Which wrote the record.
    rows
        The tidy table of the same game.
    """

    recorder: Recorder
    rows: Mapping[str, Any]

    def as_object(self, record: Path | None) -> dict[str, Any]:
        """Return it as JSON."""
        return as_object(self._read(), self.rows, record)

    def show(self, record: Path | None) -> None:
        """Print the summary and the story."""
        show(self._read(), self.as_object(record))

    def write(self, path: Path) -> None:
        """Write the record."""
        self.recorder.write(path)

    def _read(self) -> Record:
        return READER.parse(self.recorder.text())


def play(setup: Setup, seed: int) -> PlayedGame:
    """Play a setup once and record it; InputError if it cannot be played."""
    from bloodstones.cli.terminal.compiling import message_if_compiling
    from bloodstones.games.bloodstones.game import GAME
    from bloodstones.kit.records.playing import play_and_record

    with message_if_compiling():
        GAME.seat(setup).warm_up()
    recorder = play_and_record(GAME, setup, seed, LABEL)
    return PlayedGame(recorder, GAME.simulate(setup, seed, LABEL, range(1)).rows)


def as_object(played: Record, rows: Mapping[str, Any], record: Path | None) -> dict[str, Any]:
    """Return the JSON object that the command prints; `rows` is the tidy table of the game."""
    seats = []
    for seat in range(len(played.header.seats)):
        seats.append(
            {
                "seat": seat,
                "faction": rows["faction"][seat],
                "strategy": rows["strategy"][seat],
                "turn_order": rows["turn_order"][seat],
                "score": rows["score"][seat],
                "rank": rows["rank"][seat],
                "win_credit": rows["win_credit"][seat],
                "vp": {source: rows[f"vp_{source}"][seat] for source in VP_SOURCES},
                **{figure: rows[figure][seat] for figure in FIGURES},
            }
        )
    return {
        "map": played.header.board.id,
        "seed": played.header.seed,
        "first_seat": played.header.first_seat,
        "options": dict(played.header.options),
        "overrides": dict(played.header.overrides),
        "seats": seats,
        "winners": played.end["winners"],
        "end_reason": played.end["end_reason"],
        "turns": played.end["turns"],
        "record": None if record is None else str(record),
    }


BATTLES_TOLD: Final = 10
ALWAYS_TOLD: Final = ("regroup", "eliminated", "reenter", "resettle", "final", "final_capture")
ROWS: Final = (
    ("Strategy", "strategy"),
    ("Victory points", "score"),
    ("  at the start", "start"),
    ("  battles", "battles"),
    ("  villages at regroups", "villages"),
    ("  captured villages", "captured_villages"),
    ("  captured citadels", "captured_citadels"),
    ("Citadel placed in", "citadel_area"),
    ("Villages on the map", "villages_there"),
    ("Battles begun", "battles_attacking"),
    ("Attacks met", "battles_defending"),
    ("Battles won", "battles_won"),
    ("Units built", "units_built"),
    ("Units lost", "units_lost"),
    ("Regroups", "regroups"),
    ("Turns", "turns"),
)
RARE: Final = ("start", "captured_villages", "captured_citadels")
READINGS_OF_BATTLES: Final = frozenset({"siege_bonus", "corsair_sea_bonus"})


@dataclass(slots=True)
class StoryEvent:
    """A key event: its turn (None: after the last), its text and, of a battle, its VP."""

    turn: int | None
    text: str
    vp: int | None = None  # of a battle; the others are always shown


def show(played: Record, summary: dict[str, Any]) -> None:
    """Print the summary and the key events of a game.

    Parameters
    ----------
    played
        The record of the game.
    summary
        The JSON object of the same game (`played_game.as_object`).
    """
    console = narrow_console()
    words = RecordText(played.header)
    starter = words.seats[played.header.first_seat]
    console.print(Text(result(played, words), style="bold"))
    console.print(Text(f"Map {summary['map']}, seed {summary['seed']}; {starter} started"))
    if changes := changes_text(summary["overrides"], summary["options"]):
        console.print(Text(changes))
    console.print()
    console.print(seats_table(summary, words))
    console.print()
    events, left_out = key_events(list(story(played, words)))
    for event in events:
        when = "final" if event.turn is None else f"{event.turn}"
        line = TextTable.grid(padding=(0, 2))
        line.add_column(min_width=len("final"), justify="right", style="dim")
        line.add_column()
        line.add_row(when, Text(event.text))
        console.print(line)
    if left_out:
        console.print(indented(Text(f"and {left_out} smaller battles", style="dim")))
    if summary["record"] is not None:
        console.print()
        console.print(Text(f"record: {summary['record']}"), soft_wrap=True)


def seats_table(summary: dict[str, Any], words: RecordText) -> TextTable:
    """Return the seats side by side: where their VP come from, and what they did."""
    table = TextTable(box=None, padding=(0, 1))
    table.add_column("")
    for name in words.seats:
        table.add_column(name, justify="right", header_style="bold")
    for label, key in ROWS:
        cells = [_cell(seat, key) for seat in summary["seats"]]
        if key in RARE and set(cells) == {"0"}:
            continue
        table.add_row(label, *cells, style="bold" if key == "score" else "")
    return table


def _cell(seat: dict[str, Any], key: str) -> str:
    if key == "villages_there":
        return str(seat["villages"])
    if key == "citadel_area" and seat[key] < 0:
        return "-"
    return str(seat["vp"][key] if key in seat["vp"] else seat[key])


def story(played: Record, words: RecordText) -> Iterator[StoryEvent]:
    """Yield the battles, regroups and other key events in order."""
    position = Position(played.header, played.name)
    turn: int | None = 0
    battle: BattleStory | None = None
    for line in played.lines:
        if battle is not None and line.event in IN_BATTLE:
            battle.lines.append(line)
        elif battle is not None:
            yield from _battle(battle, turn, words)
            battle = None
        if line.event == "turn":
            turn = line["turn"]
        elif line.event == "final":
            yield StoryEvent(turn, words.tell(line))
            turn = None
        elif line.event == "battle":
            battle = BattleStory([line], forces(position, line), _odds(line, position, words))
        elif line.event in ALWAYS_TOLD:
            yield StoryEvent(turn, words.tell(line))
        position.apply(line)


def _battle(battle: BattleStory, turn: int | None, words: RecordText) -> Iterator[StoryEvent]:
    won = battle.last("victory")
    if won is not None:
        citadel = battle.first("capture_citadel") is not None
        yield StoryEvent(turn, battle.sentence(words), None if citadel else won["vp"])


def _odds(line: RecordLine, position: Position, words: RecordText) -> str:
    """Return the attacker's odds before the battle, without hand tiles, in words.

    Empty under readings that the odds do not model.
    """
    if READINGS_OF_BATTLES & position.header.options.keys():
        return ""
    area = line["area"]
    attacker, defender = (
        Force(seat.faction, dict(seat.forces[area]))
        for seat in (position.seats[line["seat"]], position.seats[line["defender"]])
    )
    terrain = Terrain.parse(words.terrains[area], "map")
    battle = Battle(attacker, defender, terrain, at_citadel=True, rules=position.rules)
    return f" (odds {percent(battle.odds.p_attacker).replace(' ', '')})"


def key_events(events: list[StoryEvent]) -> tuple[list[StoryEvent], int]:
    """Return the events without the smaller battles, and how many battles are left out.

    The `BATTLES_TOLD` battles with most VP stay, and every event that is no battle.
    """
    battles = [event for event in events if event.vp is not None]
    largest = sorted(battles, key=lambda event: -(event.vp or 0))[:BATTLES_TOLD]
    kept = [event for event in events if event.vp is None or any(event is one for one in largest)]
    return kept, len(events) - len(kept)
