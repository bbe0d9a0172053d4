"""`bloodstones lab`: the laboratory in a browser, on this machine alone unless told otherwise."""

from __future__ import annotations

import platform
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra

DEFAULT_PORT: Final = 8642
LOCAL: Final = "127.0.0.1"
LARGEST_PORT: Final = 65535
FOLDER: Final = "lab"
REPORTS: Final = "reports"
LOCKS: Final = "fcntl"  # of Unix alone

HELP = """Open the lab: tables to click on and every question as a form, in a browser.

FOLDER keeps the games, unfinished ones too, and the studies; it is made if it is not there. The
address that is printed holds a token, which lets its first visitor in; keep it to yourself. Seats
of other people have links of their own. A study that was started goes on when the lab is closed.
"""
EPILOG = """\b
Examples:
  bloodstones lab
  bloodstones lab --no-open --port 9000 games
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER)
@click.option(
    "--port", default=DEFAULT_PORT, show_default=True, metavar="N", help="0 takes a free one."
)
@click.option(
    "--host",
    default=LOCAL,
    show_default=True,
    metavar="ADDRESS",
    help="Let others on a network in.",
)
@click.option(
    "--reports",
    type=click.Path(path_type=Path),
    default=REPORTS,
    show_default=True,
    metavar="DIR",
    help="Shipped reports to show, if they are there.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open a browser.")
def command(folder: Path, port: int, host: str, reports: Path, opens: bool) -> None:
    """Serve the lab until it is stopped."""
    require_extra("web")
    if find_spec(LOCKS) is None:
        tip = "the commands and bloodstones in Python need no locks"
        raise expected(
            "Linux or macOS, whose file locks the lab uses", platform.system(), "lab", tip
        )
    if not 0 <= port <= LARGEST_PORT:
        raise expected(f"a port from 0 to {LARGEST_PORT}", port, "--port")
    from bloodstones.web.app import app_of
    from bloodstones.web.hosts import hosts_of, shown_address
    from bloodstones.web.lab import open_lab
    from bloodstones.web.server import listening, serve

    lab = open_lab(folder, reports)
    with listening(host, port) as socket:
        shown = socket.getsockname()[1]
        hosts = hosts_of(host, shown)
        place = f"{shown}/?token={lab.token}"
        address = f"http://{LOCAL if hosts.any_address else host}:{place}"
        click.echo(f"The lab is open at {address}")
        if hosts.any_address:
            click.echo(f"On the network it is at http://{shown_address(host)}:{place}")
        click.echo(f"Games are kept in {folder}. Ctrl-C closes the lab.")
        if opens:
            webbrowser.open(address)
        serve(app_of(lab, hosts), socket)
