"""`python -m bloodstones` is the `bloodstones` command."""

from bloodstones.cli import run

run()
