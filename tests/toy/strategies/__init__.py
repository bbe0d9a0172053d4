"""How the scripts of Dare choose, and what they are told by."""
