"""What can be asked about Dare, see `bloodstones.core.questions`."""
