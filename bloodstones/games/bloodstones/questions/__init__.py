"""What can be asked about this game, see `bloodstones.core.questions`."""
