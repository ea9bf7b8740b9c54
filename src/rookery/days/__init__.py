"""The game of the day: everybody meets the same draws and the same bots, which nobody could know before the day."""
