"""Connect Four: a whole game in one folder, and the yardstick shared with other libraries."""
