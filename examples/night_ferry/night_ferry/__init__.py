"""Night Ferry, a game for Rookery."""
