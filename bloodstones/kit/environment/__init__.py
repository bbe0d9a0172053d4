"""What a game needs to be a learner's environment: numbered actions, flat sights, many at once."""
