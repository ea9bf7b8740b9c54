"""Hexes, a game for Rookery."""
