"""The game of the day, and duplicate evenings: everybody meets the same draws, which nobody could know before."""
