"""People at a table: what they are told and asked, what they may take back, how a game is kept."""
