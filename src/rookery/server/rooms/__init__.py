"""Tables in memory, the clocks that wake them, the catalog of games, the lobby."""
