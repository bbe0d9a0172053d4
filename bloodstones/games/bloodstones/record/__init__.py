"""Records of playthroughs: written, read, checked by the rules, told in words."""
