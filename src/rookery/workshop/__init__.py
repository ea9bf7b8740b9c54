"""Where games are made: a new game from a small whole one, and its laws while it is edited."""
