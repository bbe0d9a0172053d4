"""Records of playthroughs."""
