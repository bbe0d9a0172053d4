"""A page for every question of every game: its form, and the answer while one types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bloodstones.api.game_parts.questions import question_of
from bloodstones.core.errors import InputError, expected
from bloodstones.core.questions.answer import Document
from bloodstones.core.questions.form import (
    NEW_LINE,
    ON,
    QuestionForm,
    form_html,
    form_of,
    form_style,
    sent_to,
)
from bloodstones.core.questions.form import STYLE as FORM_STYLE
from bloodstones.core.questions.html import STYLE, answer_html
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import GameEntry, all_entries, game_entry
from bloodstones.web.pages import page
from bloodstones.web.requests import saved_as

FRAGMENT: Final = "fragment"
WHOLE_PAGE: Final = ".html"  # ending of what a question writes that works without the lab


class QuestionPages:
    """The questions of all games as pages."""

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/ask", self.index),
            Route("/ask/{game}/{question:path}", self.ask),
            Route("/files/{game}/{question:path}", self.file),
        ]

    async def index(self, request: Request) -> Response:
        """Show what can be asked of which game."""
        games = [
            (
                game.title,
                [(name, address(game, name), words(game, name)) for name in listed(game)],
                [(name, file_address(game, name), words(game, name)) for name in written(game)],
            )
            for game in all_entries()
            if listed(game)
        ]
        return page("questions.html", games=games)

    async def ask(self, request: Request) -> Response:
        """Show the form with what stands in the address, and the answer to it."""
        game = game_entry(request.path_params["game"])
        name = request.path_params["question"].replace("/", " ")
        if name not in listed(game):
            raise expected("a question of the game", name, "address")
        question = question_of(game, name)
        sent = {key: text for key, text in request.query_params.items() if key != FRAGMENT}
        example = {} if sent else example_of(question)
        form, answer = await run_in_threadpool(asked, question, sent or example)
        if FRAGMENT in request.query_params:
            faults = [*form.faults, *(text for field in form.fields for text in field.faults)]
            return HTMLResponse(answer or _faults(faults))
        html = form_html(form, button="Ask")
        style = "\n".join((STYLE, FORM_STYLE, form_style(form)))
        title = f"{game.title}: {name}"
        return page(
            "question.html",
            title=title,
            style=style,
            form=html,
            answer=answer,
            example=bool(example),
        )

    async def file(self, request: Request) -> Response:
        """Return the page that a question writes as a file to be saved, which needs no lab."""
        game = game_entry(request.path_params["game"])
        name = request.path_params["question"].replace("/", " ")
        if name not in written(game):
            raise expected("a question that writes a page", name, "address")
        text = await run_in_threadpool(text_of, question_of(game, name), request.query_params)
        named = f"{game.id}-{name.replace(' ', '-')}{WHOLE_PAGE}"
        return HTMLResponse(text, headers=saved_as(named))


def listed(game: GameEntry) -> tuple[str, ...]:
    """Return the questions of a game that a page can ask: it reads and writes no files."""
    questions = {name: question_of(game, name) for name in game.questions}
    return tuple(
        name
        for name, question in questions.items()
        if question.output is None
        and not any(each.type.files and each.needed for each in question.parameters())
    )


def written(game: GameEntry) -> tuple[str, ...]:
    """Return the questions of a game that write a page and need nothing for it."""
    questions = {name: question_of(game, name) for name in game.questions}
    return tuple(
        name
        for name, question in questions.items()
        if question.output is not None
        and question.output.needed
        and question.output.metavar.endswith(WHOLE_PAGE)
        and not any(each.needed for each in question.parameters())
    )


def address(game: GameEntry, name: str) -> str:
    """Return where a question stands."""
    return f"/ask/{game.id}/{name.replace(' ', '/')}"


def file_address(game: GameEntry, name: str) -> str:
    """Return where the file that a question writes is to be had."""
    return f"/files/{game.id}/{name.replace(' ', '/')}"


def text_of(question: type[Question], sent: Mapping[str, str]) -> str:
    """Return the text of the file that a question writes."""
    files = files_of(question)
    kept = {key: text for key, text in sent.items() if key not in files}
    chosen, arguments = sent_to(question, kept)
    parts = chosen.ask(arguments).answer().parts
    return next(part.text() for part in parts if isinstance(part, Document))


def words(game: GameEntry, name: str) -> str:
    """Return what a question asks, in its first line."""
    return (question_of(game, name).__doc__ or "").strip().splitlines()[0]


def files_of(question: type[Question]) -> set[str]:
    """Return the parameters of a question and its family that are files, which no page reads."""
    members = (question, *question.family)
    return {each.name for member in members for each in member.parameters() if each.type.files}


def example_of(question: type[Question]) -> dict[str, str]:
    """Return the first example of a question as its form would send it; {} without one."""
    arguments = question.examples[0] if question.examples else {}
    return {
        name: ON if value is True else NEW_LINE.join(value) if is_list(value) else str(value)
        for name, value in arguments.items()
    }


def is_list(value: object) -> bool:
    """Whether a value of an example is several texts, a line of the form each."""
    return isinstance(value, (list, tuple))


def asked(question: type[Question], sent: Mapping[str, str]) -> tuple[QuestionForm, str]:
    """Return the form of a question with what was sent, and the answer as HTML, "" without one."""
    files = files_of(question)
    kept = {key: text for key, text in sent.items() if key not in files}
    error: InputError | None = None
    answer = ""
    if kept:
        chosen, arguments = sent_to(question, kept)
        try:
            answer = answer_html(chosen.ask(arguments).answer(), pictures=False)
        except InputError as fault:
            error = fault
    form = form_of(question, kept or None, error)
    fields = tuple(field for field in form.fields if field.name not in files)
    return replace(form, fields=fields), answer


def _faults(faults: list[str]) -> str:
    """Return sentences as the answer to a question that cannot be asked."""
    said = "".join(f"<p class=fault>{escape(text)}</p>" for text in faults)
    return f"<section class=question>{said}</section>"
