"""Reports that nobody defined: of any results, from what they tell."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bloodstones.cli.terminal.options import replace_option
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.file_kinds import BALANCE, LADDER, kind_of_text
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import check_new, write_atomically
from bloodstones.stats.table import PROVENANCE_FILE, ROWS_FILE, STUDY_TIP

if TYPE_CHECKING:
    from bloodstones.report.draft import Draft
    from bloodstones.stats.table import Results

BESIDE: Final = "report"  # the folder of such a report, in that of the results


def is_results(folder: Path) -> bool:
    """Whether a folder has the results of a study, and no definition of a report."""
    from bloodstones.report.definition import FILE

    there = (folder / ROWS_FILE).is_file() and (folder / PROVENANCE_FILE).is_file()
    return there and not (folder / FILE).is_file()


def make_draft(
    source: Path, out: Path | None, wanted: Collection[str], *, replace: bool = False
) -> tuple[Path, ...]:
    """Make the report of results and return its documents; they go into `out`, or beside them."""
    from bloodstones.report.balance import balance_report_on
    from bloodstones.report.balance_definition import draft_balance
    from bloodstones.report.ladder import ladder_report_on
    from bloodstones.report.ladder_draft import draft_ladder
    from bloodstones.report.make import read_verified, report_on

    folder = out or source / BESIDE
    kind = kind_of_results(source)
    if kind == LADDER:
        return ladder_report_on(draft_ladder(source), source, folder, wanted, replace=replace)
    if kind == BALANCE:
        return balance_report_on(draft_balance(source), source, folder, wanted, replace=replace)
    results = read_verified(source)
    drafted = drafted_from(results)
    for name, reason in drafted.left_out.items():
        click.echo(f"without the section {name}: {reason}", err=True)
    return report_on(drafted.definition, results, source, folder, wanted, replace=replace)


def kind_of_results(source: Path) -> str | None:
    """Return the kind of study that results are from, None for an ordinary one."""
    try:
        told = json_of((source / PROVENANCE_FILE).read_bytes())
        return kind_of_text(str(told["study_file"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # whoever reads the results tells what is wrong with them


def drafted_from(results: Results) -> Draft:
    """Return the report of results, with the words of the game on its strategies."""
    from bloodstones.cli.game.commands import desk_of
    from bloodstones.report.draft import draft

    known = desk_of(str(results.provenance["game"]), "game of the study").strategies
    titles = {}
    for name in sorted(map(str, set(results.rows["strategy"]))):
        try:
            titles[name] = "" if known is None else known.find(name, "strategy").title
        except InputError:
            titles[name] = ""  # a file that is gone
    return draft(results, titles)


@click.command(short_help="Write a report.toml to be edited.")
@click.argument("results", metavar="RESULTS", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the report. Default: reports/<study id>.",
)
@replace_option
def init(results: Path, out: Path | None, replace: bool) -> None:
    """Write a report.toml for RESULTS (a folder that `bloodstones study` wrote), to be edited."""
    from bloodstones.core.extras import require_extra

    require_extra("report")
    from bloodstones.batch.result_files.folder import make_folder
    from bloodstones.report.balance_definition import balance_text, draft_balance
    from bloodstones.report.definition import FILE
    from bloodstones.report.draft_text import definition_text
    from bloodstones.report.ladder_draft import draft_ladder, ladder_text
    from bloodstones.report.make import read_verified

    if not is_results(results):
        raise expected("a folder of results", str(results), "RESULTS", STUDY_TIP)
    kind = kind_of_results(results)
    if kind == LADDER:
        ladder = draft_ladder(results)
        study, text = ladder.study, ladder_text(ladder)
    elif kind == BALANCE:
        drafted = draft_balance(results)
        study, text = drafted.study, balance_text(drafted)
    else:
        read = read_verified(results)
        study = str(read.provenance["study"])
        text = definition_text(drafted_from(read), str(read.provenance["game"]))
    folder = out or Path("reports") / study
    path = folder / FILE
    make_folder(folder)
    check_new(path, "--out", replace=replace)
    write_atomically(path, text.encode())
    own = "" if results == Path("results") / study else f" --results {results}"
    click.echo(f"{path}: edit it, then\nbloodstones report {folder}{own}")
