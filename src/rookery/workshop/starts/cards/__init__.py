"""Cards, a game for Rookery."""
