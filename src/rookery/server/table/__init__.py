"""A table as the sum of its events: who sits there, the game so far, the clocks. No sockets and no disk."""
