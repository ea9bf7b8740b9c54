"""Connect Four: a whole game in one folder, and the game for comparisons with other libraries."""
