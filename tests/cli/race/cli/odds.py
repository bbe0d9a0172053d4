"""`bloodstones odds --game race`."""

import click


@click.command()
@click.option("--sides", default="6", show_default=True)
def command(sides: str) -> None:
    """Odds of the dice."""
    click.echo(f"1 in {sides}")
