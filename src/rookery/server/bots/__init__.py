"""Processes that think for bots; games are opened."""
