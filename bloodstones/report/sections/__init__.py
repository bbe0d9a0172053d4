"""The sections of a study's report that every game has."""
