"""Records of any game: written, read, checked by the rules, told in words."""
