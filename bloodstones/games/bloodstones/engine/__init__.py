"""The engine: the state of a playthrough and what changes it, phase by phase."""
