"""Processes that think for bots, and compile rules."""
