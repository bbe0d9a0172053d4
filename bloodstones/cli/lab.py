"""`bloodstones lab`: the laboratory in a browser, on this machine alone unless `--host` is set."""

from __future__ import annotations

import platform
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from bloodstones.cli.terminal.layout import Command
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra

DEFAULT_PORT: Final = 8642
LOCAL: Final = "127.0.0.1"
LARGEST_PORT: Final = 65535
FOLDER: Final = "lab"
REPORTS: Final = "reports"
LOCKS: Final = "fcntl"  # of Unix alone

HELP = """Open the lab in your browser: play games on a board, ask for odds, run studies.

The lab saves everything in FOLDER (default: lab), so nothing is lost when you restart it. The
address that the command prints contains a secret token for you; do not share it. Other players
get links of their own. A running study continues when you close the lab.
"""
EPILOG = """\b
Examples:
  bloodstones lab
  bloodstones lab --no-open --port 9000 games
"""


@click.command(cls=Command, help=HELP, epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER)
@click.option(
    "--port",
    default=DEFAULT_PORT,
    metavar="N",
    help=f"Port; 0 picks a free port (default: {DEFAULT_PORT}).",
)
@click.option(
    "--host",
    default=LOCAL,
    metavar="ADDRESS",
    help=f"Address to listen on; 0.0.0.0 lets others on your network connect (default: {LOCAL}).",
)
@click.option(
    "--reports",
    type=click.Path(path_type=Path),
    default=REPORTS,
    metavar="DIR",
    help=f"Folder of reports to show (default: {REPORTS}).",
)
@click.option(
    "--open/--no-open", "opens", default=True, help="Open the lab in a browser (default: open)."
)
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
            click.echo(f"Others on your network use http://{shown_address(host)}:{place}")
        click.echo(f"The lab saves games in {folder}. Press Ctrl-C to close it.")
        if opens:
            webbrowser.open(address)
        serve(app_of(lab, hosts), socket)
