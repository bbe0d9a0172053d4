"""Games that people played: reading a list of results, and ratings of players and roles."""
