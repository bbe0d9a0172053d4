"""`bloodstones play --referee`: a game that was played elsewhere, entered at the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.game_parts.facts import outcome
from bloodstones.cli.table import view
from bloodstones.cli.table.conversation import PROMPT, Left, ask, check_input, free_path
from bloodstones.cli.terminal.compiling import message_if_compiling, prepare_kernels
from bloodstones.core.errors import EXIT_RUN_FAILED, InputError
from bloodstones.core.files.writing import write_atomically
from bloodstones.games.registry import check_game, default_game
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.referee.entering import Referee
from bloodstones.kit.referee.log import GAME, MAP, PLAYERS, SEED, Log, load_log, without_remark
from bloodstones.kit.table.option_texts import joined
from bloodstones.kit.table.people import HUMAN, stood_in
from bloodstones.kit.table.session import Session

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.contract.game import Setup

WHERE: Final = "bloodstones play --referee"
UNDO: Final = "undo"
SHOWN: Final = 12  # lines of a log
MOST_DIGITS: Final = 6
BRIEF: Final = "Enter every decision and everything drawn or rolled. help lists all commands."
HELP: Final = (
    "Type the beginnings of some words of an option, in order. Several options fit on one line; "
    "start a new part with ; or with -> for 'to'. #3 means option 3 of the list.",
    "Put a number before words to repeat them: '2 card' is 'card; card'.",
    "You can leave out decisions that only end something, and decisions without an alternative.",
    "NAME: in front says whose move it is: 'seat 2: draw'.",
    "roll: the computer draws or rolls. ?: nobody saw what was drawn; it is dealt so that the rest "
    "of the game is possible.",
    "undo: undo the last line. undo 5: the last 5 lines. log: show the last lines.",
    "list: show the options. all: show every option in full. board: describe the position.",
    "quit: leave; the log has all lines. Ctrl-C and the end of the input do the same.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says of the game; None or empty where it does not."""

    game: str | None
    board: str | None
    players: str | None
    seed: str | None
    settings: Sequence[str]
    options: Sequence[str]
    choices: Sequence[str]
    data: str

    def with_log(self, log: Log) -> Asked:
        """Return it with what a log says; InputError if both say the same thing."""
        given: dict[str, Any] = {
            GAME: self.game,
            MAP: self.board,
            PLAYERS: self.players,
            SEED: self.seed,
            "set": self.settings,
            "option": self.options,
            "choice": self.choices,
        }
        for key in log.headings:
            if given[key]:
                fault = f"{log.name} has '{key}:', so --{key} cannot be given as well ({WHERE})"
                raise InputError(fault, f"leave out --{key}, or change the line in {log.name}")
        one = {key: texts[0] for key, texts in log.headings.items()}
        return replace(
            self,
            game=one.get(GAME, self.game),
            board=one.get(MAP, self.board),
            players=one.get(PLAYERS, self.players),
            seed=one.get(SEED, self.seed),
            settings=log.headings.get("set", self.settings),
            options=log.headings.get("option", self.options),
            choices=log.headings.get("choice", self.choices),
        )

    def headings(self) -> list[str]:
        """Return it as the first lines of a log."""
        single = ((GAME, self.game), (MAP, self.board), (PLAYERS, self.players), (SEED, self.seed))
        several = (("set", self.settings), ("option", self.options), ("choice", self.choices))
        lines = [f"{key}: {text}" for key, text in single if text]
        return lines + [f"{key}: {text}" for key, texts in several for text in texts]


ReadSetup = Callable[["GameCommands", Asked], tuple["Setup", int]]


def enter_game(
    asked: Asked, read: ReadSetup, script: Path | None, record: Path | None, *, as_json: bool
) -> None:
    """Enter a game from a log, from what is typed, or from both; write its record.

    Parameters
    ----------
    asked
        What the command line says of the game.
    read
        Returns what that describes, and the random seed.
    script
        The log, None without one.
    record
        Where the record is written; None: to the first free name.
    """
    from bloodstones.api.game_parts.commands import game_commands_of

    log = None if script is None else load_log(script)
    if log is None:
        if as_json:
            raise InputError(
                f"expected a log with --json, got none ({WHERE})", f"{WHERE} --script FILE --json"
            )
        check_input()
    else:
        asked = asked.with_log(log)
    game_id = check_game(asked.game or default_game(), WHERE)
    asked = replace(asked, game=game_id)
    game_commands = game_commands_of(game_id)
    described, seed = read(game_commands, asked)
    setup = replace(described, seats=tuple(replace(s, strategy=HUMAN) for s in described.seats))
    game_commands.game.check(stood_in(setup))
    prepare_kernels(game_id)
    with message_if_compiling():
        referee = Referee(Session(game_commands.game, game_commands.voice(), setup, seed))
        kept = [] if log is None else log.enter(referee)
    if not referee.over:
        typed = _typed(log, script, referee, as_json=as_json)
        head = asked.headings() if log is None else list(log.raw[: log.begins])
        dialogue = Dialogue(referee, free_log() if script is None else script, head, kept)
        dialogue.begin(game_commands.title)
        if not dialogue.run(typed):
            return
    where = record or free_path()
    referee.write(where)
    _show(game_id, referee, where, as_json=as_json)


def _typed(
    log: Log | None, script: Path | None, referee: Referee, *, as_json: bool
) -> Iterator[str]:
    """Return what is typed after a log; InputError if nothing can come after one that breaks off.

    A log that is read without a terminal has to be complete, or more lines have to be piped in.
    """
    terminal = sys.stdin is not None and sys.stdin.isatty()
    if log is None or (terminal and not as_json):
        return iter(ask, None)
    piped = "" if as_json or sys.stdin is None else sys.stdin.read()
    if not piped.strip():
        turn = int(referee.session.play.state.turn)
        fault = f"{script} ends before the game is over, in turn {turn}; next: {referee.asked}"
        raise InputError(fault, "add the missing lines, or run the command in a terminal")
    return _echoed(piped)


def _echoed(text: str) -> Iterator[str]:
    for line in text.splitlines():
        click.echo(f"{PROMPT}{line}")
        yield line
    raise Left


def free_log() -> Path:
    """Return the first of game_1.txt, game_2.txt ... that does not exist."""
    return next(path for path in (Path(f"game_{n}.txt") for n in count(1)) if not path.exists())


@dataclass(slots=True)
class Dialogue:
    """The dialogue in which a game is entered.

    Attributes
    ----------
    referee
        What is entered so far.
    path
        The log: all that was entered, so that it can be continued and changed.
    head
        Its first lines.
    kept
        The lines of the log for each line that was entered, with the remarks before it.
    """

    referee: Referee
    path: Path
    head: Sequence[str]
    kept: list[tuple[str, ...]] = field(default_factory=list)

    def begin(self, title: str) -> None:
        """Say what can be typed."""
        view.say(title, bold=True)
        view.say(f"{BRIEF} The log is saved in {self.path}.")

    def run(self, typed: Iterator[str]) -> bool:
        """Enter lines until the game is over; return whether it is, or somebody left."""
        try:
            self._ask()
            for line in typed:
                self._answer(without_remark(line.strip()))
                if self.referee.over:
                    return True
        except Left as left:
            kept = f"\nContinue with: {WHERE} --script {self.path}"
            click.echo(f"You left the game.{kept if self.kept else ' There was nothing to save.'}")
            if left.stopped:
                raise click.exceptions.Exit(EXIT_RUN_FAILED) from None
        return False

    def _ask(self) -> None:
        click.echo()
        view.say(self.referee.asked, bold=True)
        view.show_options(self.referee.options())

    def _answer(self, text: str) -> None:
        """Carry out a command or enter a line, and ask for the next one."""
        first, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            UNDO: self._undo,
            "log": self._log,
            "list": lambda _: self._ask(),
            "all": self._list_all,
            "board": self._board,
            "help": lambda _: view.say_all(HELP),
            "quit": self._quit,
            "q": self._quit,
        }
        if not text:
            self._ask()
        elif first.lower() in commands:
            commands[first.lower()](rest.strip())
        else:
            self._enter(text)

    def _enter(self, text: str) -> None:
        referee = self.referee
        try:
            happened = referee.enter(text)
        except InputError as error:
            view.say(f"{error.message}.")
            return
        view.say_all(joined(happened, referee.session.names[SEATS]))
        self.kept.append((referee.entered[-1].text,))
        self._keep()
        if not referee.over:
            self._ask()

    def _keep(self) -> None:
        lines = [*self.head, *(line for lines in self.kept for line in lines)]
        write_atomically(self.path, ("\n".join(lines) + "\n").encode())

    def _undo(self, rest: str) -> None:
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < MOST_DIGITS else 1
        try:
            self.referee.undo(number)
        except InputError as error:
            view.say(error.message)
            return
        del self.kept[-number:]
        self._keep()
        self._ask()

    def _log(self, _: str) -> None:
        lines = self.referee.entered[-SHOWN:]
        view.say_all(f"undo {len(lines) - place}: {line.text}" for place, line in enumerate(lines))

    def _list_all(self, _: str) -> None:
        view.say_all(f"{option.number}  {option.words}" for option in self.referee.options())

    def _board(self, _: str) -> None:
        session = self.referee.session
        view.say_all(session.voice.board(session.play, session.seat, session.names))

    def _quit(self, _: str) -> None:
        raise Left


def _show(game_id: str, referee: Referee, path: Path, *, as_json: bool) -> None:
    """Show how the game ended."""
    session = referee.session
    names, scores = session.names[SEATS], session.voice.scores(session.play)
    if as_json:
        output = {
            "game": game_id,
            "seats": [{"role": seat.role} for seat in session.setup.seats],
            "scores": [int(score) for score in scores],
            "winners": list(session.play.winners),
            "end_reason": session.play.ending.id,
            "lines": len(referee.entered),
            "unknown": len(referee.unknown),
            "record": str(path),
        }
        click.echo(json.dumps(output, indent=2))
        return
    won = outcome([names[seat] for seat in session.play.winners])
    standing = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))
    view.say(f"{won} ({session.play.ending.id.replace('_', ' ')}): {standing}.")
    view.say(f"Saved the record in {path}.")
