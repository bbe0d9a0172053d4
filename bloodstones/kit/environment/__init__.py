"""What makes a game a learner's environment: numbered actions, flat observations, many at once."""
