"""People at the terminal: one conversation about one playthrough."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bloodstones.api.game_parts.facts import outcome
from bloodstones.cli.table import view
from bloodstones.core.errors import EXIT_RUN_FAILED, InputError, shortened
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.advice.chances import within
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.option_texts import imperative, joined
from bloodstones.kit.table.options import Option, matching
from bloodstones.kit.table.saved_session import keep
from bloodstones.kit.table.session import CannotTakeBackError, Session

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.kit.advice.advice import Counsel

SECONDS: Final = 4.0  # for the chances of one list
PROMPT: Final = "> "
ANYWAY: Final = "anyway"
ALL: Final = "all"
BRIEF: Final = (
    "Choose by number or by typing part of an option. ? gives a hint, help lists all commands."
)
HELP: Final = (
    "NUMBER or words: choose an option. The first letters of some of its words, in order, are "
    "enough.",
    "Part of a word that several options share: list only those. Enter alone lists all options "
    "again.",
    "?: show what the engine would do, and your chance of winning after each option. ? WORD: only "
    "for options with that word. Hints use only what you can see.",
    "undo: undo your last choice of this turn, unless something was drawn or rolled or another "
    "player made a choice after it. undo anyway: undo it even then; the random results stay the "
    "same.",
    "board: describe what you can see. list: show the options again. all: show every option in "
    "full.",
    "quit: save the game and leave; continue it with --resume. Ctrl-C and the end of the input do "
    "the same.",
)


class Left(Exception):  # noqa: N818 - no error: somebody leaves the table
    """Raised when a person leaves; `stopped` if by the keyboard."""

    def __init__(self, stopped: bool = False) -> None:
        super().__init__()
        self.stopped = stopped


def check_input() -> None:
    """Raise InputError where nothing can be typed: the standard input was closed."""
    if sys.stdin is None:
        raise InputError(
            "a game with human players needs an input, but standard input is closed (play)",
            "run the command in a terminal",
        )


def ask() -> str:
    """Return a typed line; raise Left at the end of the input."""
    try:
        if sys.stdin.isatty():
            return input(PROMPT)
        line = sys.stdin.readline()
    except EOFError:
        click.echo()
        raise Left from None
    except KeyboardInterrupt:
        click.echo()
        raise Left(stopped=True) from None
    except UnicodeDecodeError:
        return "\ufffd"  # matches nothing
    click.echo(f"{PROMPT}{line.rstrip()}")
    if not line:
        raise Left
    return line


@dataclass(slots=True)
class Conversation:
    """The dialogue until the playthrough is over or a person leaves.

    Attributes
    ----------
    session
        The playthrough.
    counsel_of
        `(seat) -> counsel`: who advises a seat, made when first asked.
    path
        Where the game is kept: unfinished, then its record.
    files
        Own data files with their hashes.
    """

    session: Session
    counsel_of: Callable[[int], Counsel]
    path: Path
    files: Mapping[str, str]
    counsels: dict[int, Counsel] = field(default_factory=dict)
    facing: int | None = None
    narrowed: Sequence[Option] = field(default_factory=tuple)
    chosen: str = ""

    def run(self) -> None:
        """Play until the end; raise Left if a person leaves before."""
        try:
            while True:
                self._go_on()
                if self.session.over:
                    break
                self._keep()
                self._turn_to(self.session.seat)
                self._decide()
        except KeyboardInterrupt:
            click.echo()
            raise Left(stopped=True) from None
        if self.session.position is None:
            write_atomically(self.path, self.session.recorder.text().encode())
        else:
            self.path.unlink(missing_ok=True)  # the unfinished game
        self._end()

    def _go_on(self) -> None:
        from bloodstones.cli.terminal.compiling import message_if_compiling

        with message_if_compiling():
            self.session.go_on()

    def _keep(self) -> None:
        keep(self.session, self.path, self.files)

    def _turn_to(self, seat: int) -> None:
        """Hand the terminal to another person, and show what happened since their last turn."""
        name = self.session.names[SEATS][seat]
        if len(self.session.people) > 1 and seat != self.facing:
            if sys.stdin.isatty():
                if self.facing is not None:
                    click.pause(f"Press a key, then let {name} take over ...")
                click.clear()
                click.pause(f"{name}: press a key when only you can see the screen ...")
            view.heading(name)
        self.facing = seat
        self._tell(seat)

    def _tell(self, seat: int) -> None:
        heard = [*self.session.listen(seat)]
        name = self.session.names[SEATS][seat]
        if heard and imperative(heard[0].removeprefix(name).strip()) == self.chosen:
            heard.pop(0)  # said already
        self.chosen = ""
        if heard:
            click.echo()
            view.say_all(joined(heard, self.session.names[SEATS]))

    def _decide(self) -> None:
        """Ask until one choice is made or taken back."""
        self.narrowed = self.session.options()
        self._ask_question()
        while True:
            words = ask().strip()
            done = self._answer(words)
            if done:
                return

    def _ask_question(self) -> None:
        name = self.session.names[SEATS][self.session.seat]
        click.echo()
        question = self.session.voice.question(self.session.play)
        view.say(f"{name}: {question}", bold=True)
        view.show_options(self.narrowed)

    def _answer(self, words: str) -> bool:
        """Carry out an input; return whether the playthrough has moved on."""
        first, _, rest = words.partition(" ")
        commands: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "board": self._board,
            "state": self._board,
            "list": self._list,
            "help": self._help,
            "h": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
            ALL: self._list_all,
        }
        if not words:
            return self._enter()
        if words.startswith("?"):
            return self._advise(words[1:].strip())
        options = self.session.options()
        exact = [option for option in options if option.words.lower() == words.lower()]
        if first.lower() in commands and not exact:
            return commands[first.lower()](rest.strip().lower())
        if words.isascii() and words.isdigit():
            return self._number(words)
        return self._words(words)

    def _number(self, digits: str) -> bool:
        options = self.session.options()
        number = int(digits) if len(digits) <= len(str(len(options))) else 0
        if not 1 <= number <= len(options):
            view.say(
                f"There is no option {shortened(digits)}. Type a number from 1 to {len(options)}."
            )
            return False
        return self._choose(options[number - 1])

    def _words(self, words: str) -> bool:
        """Choose by words, or show what they may mean."""
        among = self.narrowed if len(self.narrowed) < len(self.session.options()) else ()
        for options in (among, self.session.options()):
            matches, sure = matching(options, words) if options else ((), False)
            if sure:
                return self._choose(matches[0])
            if matches:
                self.narrowed = matches
                view.show_options(matches)
                if len(matches) == 1:
                    view.say("Press Enter to choose it.", dim=True)
                return False
        fault = f"No option contains {shortened(words)!r}."
        view.say(f"{fault} Press Enter to list the options, or type help.")
        return False

    def _enter(self) -> bool:
        if len(self.narrowed) == 1:
            return self._choose(self.narrowed[0])
        return self._list("")

    def _choose(self, option: Option) -> bool:
        view.say(f"You {option.words}.", dim=True)
        self.chosen = option.words
        self.session.choose(option.code)
        self._keep_if_under_way()
        return True

    def _keep_if_under_way(self) -> None:
        if not self.session.over:
            self._keep()

    def _list(self, _: str) -> bool:
        self.narrowed = self.session.options()
        self._ask_question()
        return False

    def _list_all(self, _: str) -> bool:
        view.say_all(f"{option.number}  {option.words}" for option in self.session.options())
        return False

    def _help(self, _: str) -> bool:
        view.say_all(HELP)
        return False

    def _quit(self, _: str) -> bool:
        raise Left

    def _board(self, _: str) -> bool:
        session = self.session
        view.say_all(session.voice.board(session.play, session.seat, session.names))
        return False

    def _undo(self, rest: str) -> bool:
        try:
            self.session.take_back(anyway=rest == ANYWAY)
        except CannotTakeBackError as error:
            view.say(f"{error.message}{f' ({error.tip})' if error.tip else ''}")
            return False
        view.say("Undone.", dim=True)
        return True

    def _advise(self, part: str) -> bool:
        """Show the engine's choice and the value of each choice."""
        session = self.session
        options = session.options()
        asked = [options[int(part) - 1]] if _is_of(part, len(options)) else options
        if part and asked is options:
            asked = list(matching(options, part)[0])
        if not asked:
            view.say(f"No option contains {shortened(part)!r}.")
            return False
        from bloodstones.cli.terminal.compiling import message_if_compiling

        with message_if_compiling():
            counsel = self._counsel()
            counsel.follow(session.played)
            codes = () if asked is options else [option.code for option in asked]
            advice = counsel.advise(codes, within(SECONDS))
        by_code = {option.code: option for option in options}
        engine = by_code[advice.code]
        view.say(
            f"The engine ({advice.strategy}) would {engine.words} [{engine.number}].", bold=True
        )
        shown = [chance for chance in advice.chances if chance.again]
        if shown:
            view.show_chances([(by_code[each.code], each) for each in shown], advice.wins)
        left = len(advice.chances) - len(shown)
        more = (f"{_counted(left)} ruled out early.",) if left else ()
        view.say(" ".join((*advice.reasons, *more)), dim=True)
        return False

    def _counsel(self) -> Counsel:
        seat = self.session.seat
        if seat not in self.counsels:
            self.counsels[seat] = self.counsel_of(seat)
        return self.counsels[seat]

    def _end(self) -> None:
        """Show the end of the game."""
        session = self.session
        for seat in session.people:
            if self.facing == seat or len(session.people) == 1:
                self._tell(seat)
        names = session.names[SEATS]
        won = outcome([names[seat] for seat in session.play.winners])
        scores = session.voice.scores(session.play)
        standing = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))
        view.heading("The end")
        view.say(f"{won} ({session.play.ending.id.replace('_', ' ')}): {standing}.")
        if session.position is None:
            view.say(f"Saved the record in {self.path}.")
        else:
            view.say("There is no record: the game began at a position.")


def _counted(options: int) -> str:
    return "1 more option was" if options == 1 else f"{options} more options were"


def _is_of(text: str, most: int) -> bool:
    """Whether a text is a number from 1 to `most`."""
    short = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return short and 1 <= int(text) <= most


def free_path() -> Path:
    """Return the first of game_1.jsonl, game_2.jsonl … that does not exist."""
    return next(path for path in (Path(f"game_{n}.jsonl") for n in count(1)) if not path.exists())


def sit_down(
    game_commands: GameCommands, session: Session, path: Path, files: Mapping[str, str]
) -> None:
    """Run a conversation, and print how to resume the game if a person leaves."""
    from bloodstones.api.advice import adviser_for

    counsel_of = partial(adviser_for, game_commands, session)
    conversation = Conversation(session, counsel_of, path, files)
    board = f" on {session.setup.board}" if session.setup.board else ""
    view.say(f"{game_commands.title}{board}, seed {session.seed}", bold=True)
    view.say(f"{BRIEF} The game is saved in {path}.")
    try:
        conversation.run()
    except Left as left:
        kept = path.exists()
        if kept:
            advice = f"\nContinue with: bloodstones play --resume {path}"
        else:
            advice = " There was nothing to save."
        click.echo(f"You left the game.{advice}")
        if left.stopped:
            raise click.exceptions.Exit(EXIT_RUN_FAILED) from None
