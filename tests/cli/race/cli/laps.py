"""`bloodstones laps`, a group."""

import click


@click.group()
def command() -> None:
    """Count laps."""


@command.command()
@click.argument("laps")
def count(laps: str) -> None:
    """Say how many."""
    click.echo(f"{laps} laps")
