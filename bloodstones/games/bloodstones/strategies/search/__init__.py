"""Players that look ahead: they sample worlds that fit their view and play them on."""
