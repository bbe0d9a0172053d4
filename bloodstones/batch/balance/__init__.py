"""Balancing: a search of rule numbers for the few changes that make the roles fairest."""
