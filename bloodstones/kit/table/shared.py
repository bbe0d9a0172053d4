"""A table at which people sit at screens of their own: what each may read, and choose, as data.

All of a `Session`, with a lock around it and a picture. What a seat gets is made from its own view
alone. A change is asked for with the position that the page shows, so that a second click or a late
one changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.kit.advice.chances import world_of
from bloodstones.kit.pictures.last_move import NO_FIGHTS, EventLine, marks_between
from bloodstones.kit.pictures.scene import Mark, Row, Scene
from bloodstones.kit.pictures.svg import BOARD, cards_page, key_svg, to_svg
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.happened import (
    HappenedStep,
    areas_named,
    decision_marks,
    last_stretch,
    places_of,
    since_choice,
    steps_of,
    together,
)
from bloodstones.kit.table.option_texts import JoinedLog, joined
from bloodstones.kit.table.options import Option
from bloodstones.kit.table.session import CannotTakeBackError, Session

HAND: Final = "Your cards"
HINT: Final = "hint"  # of the worlds in which decisions are drawn
LIT_LINES: Final = 80  # the last ones of the log, which say the areas that they name
MARK_BYTES: Final = 6  # that tell one opening of a table from another
KEY_WIDTH: Final = 490  # of its drawing: letters are as large as those around it
SceneOf = Callable[[Playthrough, int | None], Scene]


def no_moves(_: EventLine) -> Iterable[Mark]:
    """Return no moves: pieces with ids of their own show them."""
    return ()


def no_hand(_: Playthrough, __: int) -> tuple[Row, ...]:
    """Return no cards: all lie open."""
    return ()


@dataclass(frozen=True, slots=True)
class Pictures:
    """How a game draws its positions, see `kit.pictures`.

    Attributes
    ----------
    scene
        `(play, seat) -> scene`: what a seat sees.
    targets
        `(play, code) -> names`: what a legal decision names in it.
    fights
        Events that are fights -> the key that names where, see `last_move.marks_between`.
    moves
        `(line) -> marks`: the moves of a line of a record.
    hand
        `(play, seat) -> rows`: the cards that a seat alone sees; they are among those of its scene.
    """

    scene: SceneOf
    targets: Callable[[Playthrough, int], tuple[str, ...]]
    fights: Mapping[str, str] = field(default_factory=lambda: NO_FIGHTS)
    moves: Callable[[EventLine], Iterable[Mark]] = no_moves
    hand: Callable[[Playthrough, int], tuple[Row, ...]] = no_hand

    @classmethod
    def of(cls, module: Any) -> Pictures | None:
        """Return what the module `pictures` of a game declares, None of a game without one."""
        if module is None:
            return None
        fights = getattr(module, "FIGHTS", NO_FIGHTS)
        moves, hand = getattr(module, "moves", no_moves), getattr(module, "hand", no_hand)
        return cls(module.scene, module.targets, fights, moves, hand)

    def marks_of(self, before: Scene, after: Scene, lines: Sequence[EventLine]) -> tuple[Mark, ...]:
        """Return what happened between two positions, by the lines of the record between them."""
        moves = [mark for line in lines for mark in self.moves(line)]
        return marks_between(before, after, lines, self.fights, moves)


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat asks the other people to let it undo its last choice.

    Attributes
    ----------
    seat
        Who asks.
    waits
        The seats that have not answered.
    declined
        The seat that declined it; None: none did.
    """

    seat: int
    waits: frozenset[int]
    declined: int | None = None


class SharedTable:
    """A session that several threads may ask.

    Parameters
    ----------
    session
        The playthrough with its people, at its beginning or taken up again.
    pictures
        How the game draws it; None for a game without pictures.
    keep
        Called after every change: writes the session down.

    Attributes
    ----------
    version
        Counts the changes since the table was opened.
    undo_request
        That somebody wants to undo a choice, until it is allowed or the game continues.
    """

    def __init__(
        self, session: Session, pictures: Pictures | None, keep: Callable[[], None]
    ) -> None:
        self.session = session
        self.pictures = pictures
        self.keep = keep
        self.version = 0
        self._opened = secrets.token_hex(MARK_BYTES)
        self._joined = self._unread()
        self._steps: dict[int, tuple[Any, tuple[HappenedStep, ...]]] = {}  # with what they are of
        self.undo_request: UndoRequest | None = None
        self.lock = RLock()
        with self.lock:
            self._go_on()

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.session.people

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return self.session.over

    @property
    def position(self) -> str:
        """The mark of the position: no other one has it, before a restart or after it."""
        return f"{self._opened}.{self.version}"

    def choose(self, seat: int, code: int, seen: str) -> bool:
        """Carry out a legal decision of a seat, and all that follows up to the next one.

        Parameters
        ----------
        seat
            Who chooses.
        code
            One of the codes of its options.
        seen
            The mark of the position that the decision was made for (`position`).

        Returns
        -------
        bool
            False if the table is at another position by now; then nothing changes.

        Raises
        ------
        InputError
            If it is not the seat's turn, or the decision is not legal.
        """
        with self.lock:
            if seen != self.position:
                return False
            self._check_turn(seat)
            if all(option.code != code for option in self.session.options()):
                raise expected("a decision that is legal now", code, "decision")
            self.session.choose(code)
            self._go_on()
            return True

    def step_parts(self, seat: int, place: int) -> dict[str, str]:
        """Return the board and the open cards after a step of `happened`, as a seat saw them.

        Returns
        -------
        dict
            `picture` (SVG, with the marks of the step) and `cards` (HTML), "" where there are none.

        Raises
        ------
        InputError
            If there is no such step.
        """
        with self.lock:
            steps, _ = self._happened(seat)
            if place not in range(len(steps)):
                raise expected(f"a step below {len(steps)}", place, "step")
            board, _ = apart(steps[place].scene, seat)
            names = self.session.names[SEATS]
            parts = board_with(seated(board, names, [None] * len(names)))
            return {part: parts[part] for part in ("picture", "cards")}

    def decision_picture(self, seat: int, code: int) -> str:
        """Return the board of a seat with what one of its decisions does; "" without a board."""
        if self.pictures is None:
            return ""
        with self.lock:
            session, play = self.session, self.session.play
            world = world_of(play, seat, session.seed, HINT, 0)
            marks = decision_marks(play, world, self.pictures, code)
            board, _ = apart(self.pictures.scene(play, seat), seat)
            scores = session.voice.scores_seen(play, seat)
            marked = seated(replace(board, marks=marks), session.names[SEATS], scores)
            return board_with(marked)["picture"]

    def take_back(self, seat: int, seen: str, anyway: bool = False) -> bool:
        """Take the last choice of a seat back, see `Session.take_back`.

        With `anyway`, other people are asked first: `undo_request` is set until all have answered.

        Parameters
        ----------
        seat, seen
            As of `choose`.
        anyway
            Also after chance moved or others decided.

        Returns
        -------
        bool
            False if the table is at another position by now; then nothing changes.

        Raises
        ------
        InputError
            If the seat did not make the last choice, or the choice stands.
        """
        with self.lock:
            if seen != self.position:
                return False
            others = frozenset(self.people) - {seat}
            if anyway and others:
                self._check_not_over()
                self.session.last_choice(seat)
                self.undo_request = UndoRequest(seat, others)
                self.version += 1
                return True
            self._check_not_over()
            if self.session.seat != seat and others:
                self.session.last_choice(seat)
                name = self.session.names[SEATS][self.session.seat]
                raise CannotTakeBackError(
                    f"The game waits for {name}. The other players must allow your undo.",
                    anyway=True,
                )
            self._taken_back(seat, anyway)
            return True

    def answer_undo(self, seat: int, seen: str, allowed: bool) -> bool:
        """Allow or decline what another seat asked for; once all allow it, it is done.

        Parameters
        ----------
        seat, seen
            As of `choose`.
        allowed
            Whether the seat allows it.

        Returns
        -------
        bool
            False if the table is at another position by now; then nothing changes.

        Raises
        ------
        InputError
            If the seat was not asked.
        """
        with self.lock:
            if seen != self.position:
                return False
            request = self.undo_request
            if request is None or seat not in request.waits:
                raise InputError("Nobody asks you to allow an undo (seat)")
            waits = request.waits - {seat}
            if not allowed:
                self.undo_request = replace(request, waits=frozenset(), declined=seat)
            elif waits:
                self.undo_request = replace(request, waits=waits)
            else:
                self._taken_back(request.seat, anyway=True)
                return True
            self.version += 1
            return True

    def _taken_back(self, seat: int, anyway: bool) -> None:
        self.session.take_back(anyway, seat)
        self._joined = self._unread()
        self._changed()

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat reads, sees and may choose, as data for JSON.

        Parameters
        ----------
        seat
            A person's.

        Returns
        -------
        dict
            `version`, `position` (the mark for `choose`), `over`, `seat`, `to_move`, `question` and
            `options` (for the seat to move: `code`, `words`, `targets`), `picture` (SVG: the
            board), `key` (SVG), `cards` (HTML: those of everybody), `hand` (HTML: the seat's own
            cards, "" where they are among `cards`), `board` and `log` (sentences),
            `seats` (`name`, `strategy`, `score`: None where the seat does not know it), `turn`,
            `ending`. `log` has lines with `text`, `areas` (numbers on the board) and `fresh`:
            whether it happened since the seat's last decision. `happened` has the `steps` that
            the seat has not seen, or where there are none the last ones (`new`): `text`, `faces`
            (dice or tiles), `areas`. `undo`: whether the last choice is the seat's own;
            `undo_request`: who asks for an undo, see `UndoRequest`.
        """
        with self.lock:
            session, play = self.session, self.session.play
            mine = not session.over and session.seat == seat
            return {
                "version": self.version,
                "position": self.position,
                "over": session.over,
                "seat": seat,
                "to_move": None if session.over else session.seat,
                "turn": int(play.state.turn),
                "question": session.voice.question(play) if mine else "",
                "options": [self._option(each) for each in self._options(mine)],
                **self._drawn(seat),
                "board": list(session.voice.board(play, seat, session.names)),
                "log": self._log(seat),
                "happened": self._happened_data(seat),
                "undo": bool(session.marks) and session.marks[-1].seat == seat,
                "undo_request": self._request_data(),
                "seats": self._seats(seat),
                "ending": self._ending(),
            }

    def _drawn(self, seat: int) -> dict[str, str]:
        """Return the board with its key and the cards of a seat, apart where there is a board."""
        if self.pictures is None:
            return dict.fromkeys(("picture", "key", "cards", "hand"), "")
        session, play = self.session, self.session.play
        board, hand = apart(self.pictures.scene(play, seat), seat)
        steps, new = self._happened(seat)
        board = replace(board, marks=together(steps, seat) if new else ())
        scores = session.voice.scores_seen(play, seat)
        shown = board_with(seated(board, session.names[SEATS], scores))
        return {**shown, "hand": cards_page(hand, "hand")}

    def _happened(self, seat: int) -> tuple[tuple[HappenedStep, ...], bool]:
        """Return the steps of the last stretch, and whether it is new; found once for a stretch."""
        stretch = last_stretch(self.session, seat) if self.pictures else None
        if self.pictures is None or stretch is None:
            return (), False
        key = stretch.start, tuple(self.session.codes[: stretch.end])
        if self._steps.get(seat, (None,))[0] != key:
            self._steps[seat] = key, steps_of(self.session, self.pictures, seat, stretch)
        return self._steps[seat][1], stretch.new

    def _happened_data(self, seat: int) -> dict[str, Any]:
        steps, new = self._happened(seat)
        shown = [
            {
                "text": joined(each.text, self.session.names[SEATS]),
                "faces": list(each.faces),
                "areas": list(dict.fromkeys(a for mark in each.scene.marks for a in mark.areas)),
            }
            for each in steps
        ]
        return {"new": new, "steps": shown}

    def _log(self, seat: int) -> list[dict[str, Any]]:
        """Return the log of a seat; the last lines say which areas they name."""
        session, joined = self.session, self._joined[seat]
        texts = joined.lines(session.told[seat])
        sources, since = session.sources[seat], since_choice(session, seat)
        scene = self.pictures.scene(session.play, seat) if self.pictures else None
        places = places_of(scene) if scene and scene.areas else {}
        lines = []
        for place, (text, run) in enumerate(zip(texts, joined.runs(), strict=True)):
            late = place >= len(texts) - LIT_LINES
            named = [sources[each][1] for each in run] if late else ()
            fresh = late and sources[run[-1]][0] > since
            areas = areas_named(session, named, places)
            lines.append({"text": text, "areas": areas, "fresh": fresh})
        return lines

    def _request_data(self) -> dict[str, Any] | None:
        request, names = self.undo_request, self.session.names[SEATS]
        if request is None:
            return None
        declined = None if request.declined is None else names[request.declined]
        return {
            "seat": request.seat,
            "name": names[request.seat],
            "waits": sorted(request.waits),
            "declined": declined,
        }

    def _unread(self) -> dict[int, JoinedLog]:
        return {seat: JoinedLog(self.session.names[SEATS]) for seat in self.people}

    def _options(self, mine: bool) -> Sequence[Option]:
        return self.session.options() if mine else ()

    def _option(self, option: Option) -> dict[str, Any]:
        targets = self.pictures.targets(self.session.play, option.code) if self.pictures else ()
        return {"code": option.code, "words": option.words, "targets": list(targets)}

    def _seats(self, seat: int) -> list[dict[str, Any]]:
        session = self.session
        scores = session.voice.scores_seen(session.play, seat)
        named = zip(session.names[SEATS], session.setup.seats, scores, strict=False)
        return [
            {
                "name": name,
                "strategy": each.strategy,
                "score": None if score is None else int(score),
            }
            for name, each, score in named
        ]

    def _ending(self) -> dict[str, Any] | None:
        if not self.session.over:
            return None
        play = self.session.play
        return {"reason": play.ending.id, "winners": list(play.winners)}

    def _check_not_over(self) -> None:
        if self.session.over:
            raise InputError("The game is over (table)")

    def _check_turn(self, seat: int) -> None:
        self._check_not_over()
        if self.session.seat != seat:
            name = self.session.names[SEATS][self.session.seat]
            raise InputError(f"It is not your turn: the game waits for {name} (seat)")

    def _go_on(self) -> None:
        self.session.go_on()
        for seat in self.people:
            self.session.listen(seat)  # its whole log is in `told`
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self.undo_request = None
        self.keep()


def drawn(session: Session, scene: SceneOf, seat: int | None) -> str:
    """Return the picture of a session's position as SVG, with the seats and the scores known.

    Parameters
    ----------
    session
        Whose playthrough is drawn.
    scene
        How the game draws it, see `Pictures`.
    seat
        Whose view it is; None: all that lies on the board, with all scores.
    """
    play, voice = session.play, session.voice
    scores = voice.scores(play) if seat is None else voice.scores_seen(play, seat)
    return to_svg(seated(scene(play, seat), session.names[SEATS], scores))


def apart(scene: Scene, seat: int) -> tuple[Scene, Scene]:
    """Return a scene without the cards of a seat, and these; a scene without a board stays whole.

    Parameters
    ----------
    scene
        What the seat sees.
    seat
        From 0.
    """
    mine = tuple(row for row in scene.rows if row.seat == seat) if scene.areas else ()
    others = tuple(row for row in scene.rows if row not in mine)
    hand = Scene(scene.name, HAND, scene.looks, rows=mine, glyphs=scene.glyphs)
    return replace(scene, rows=others), hand


def seated(scene: Scene, names: Sequence[str], scores: Sequence[int | None]) -> Scene:
    """Return a scene with the seats and their scores for its key; None: not known."""
    named = zip(names, scores, strict=False)
    standings = [name if score is None else f"{name}: {int(score)}" for name, score in named]
    return replace(scene, seats=standings)


def board_with(scene: Scene) -> dict[str, str]:
    """Return the parts of a scene for a page: `picture` and `key` (SVG), `cards` (HTML).

    Each is "" where the scene has none.
    """
    picture = to_svg(scene, frame=BOARD) if scene.areas else ""
    key = key_svg(scene, KEY_WIDTH) if scene.areas or scene.key else ""
    return {"picture": picture, "key": key, "cards": cards_page(scene)}
