"""Maps: reading, writing, checking, judging."""
