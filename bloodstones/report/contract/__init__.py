"""What a game declares for its reports, and what a section of a report is."""
