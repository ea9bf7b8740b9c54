"""Reads records from files: their lines, whatever editors did to them, and the game that they tell."""
