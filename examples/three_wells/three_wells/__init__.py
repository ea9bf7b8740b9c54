"""Three Wells, a game for Rookery."""
